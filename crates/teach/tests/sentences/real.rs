//! What Bouton really says of wrong rules and of games, in Chinese.

use super::source::{files, texts};
use super::{crates, english, is_chinese};
use bouton::error::{Loop, Stop};
use bouton::examples::{example_params, run_examples};
use bouton::gallery::games;
use bouton::game::Game;
use bouton::methods::Ask;
use bouton::plan::Fit;
use bouton::rules::diagnostic::{Diagnostic, codes};
use bouton::rules::text::Blank;
use bouton::rules::{Source, Text, check, say};
use bouton::small::explore;
use bouton::{Instance, Limits, Plan};
use bouton_teach::words::Lang;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// What is still English in what a finding says.
fn remains(finding: &Diagnostic, found: &mut BTreeMap<String, String>) {
    let labels = finding.labels.iter().map(|label| &label.text);
    let help = finding.help.iter().map(|help| &help.text);
    for text in std::iter::once(&finding.message).chain(labels).chain(&finding.notes).chain(help) {
        let said = Lang::Chinese.sentence(text);
        if english(&said).is_some() && !OWN.iter().any(|own| text.to_string().contains(own)) {
            found.insert(text.to_string(), said);
        }
    }
}

/// What the rules of examples say in their author's own words.
const OWN: &[&str] = &["the stones must be even in number"];

fn none(found: &BTreeMap<String, String>) {
    let list: Vec<String> = found.iter().map(|(english, said)| format!("{english}\n    {said}")).collect();
    assert!(found.is_empty(), "{} not all in Chinese:\n{}", list.len(), list.join("\n"));
}

#[test]
fn findings_of_wrong_rules_are_in_chinese() {
    let mut found = BTreeMap::new();
    let mut seen = 0;
    for path in files(&crates().join("rules/tests")) {
        for text in texts(&path).into_iter().filter(|text| text.len() < 4000) {
            let findings = check(&Source::new("a.game", text)).1;
            seen += findings.len();
            findings.iter().for_each(|finding| remains(finding, &mut found));
        }
    }
    assert!(seen > 1500, "{seen} findings");
    none(&found);
}

#[test]
fn findings_of_play_are_in_chinese() {
    let mut found = BTreeMap::new();
    for row in codes::all() {
        let (rules, findings) = check(&Source::new("a.game", row.bad));
        findings.iter().for_each(|finding| remains(finding, &mut found));
        if let Some(rules) = rules.map(Arc::new) {
            let played = explore(&rules, Duration::from_millis(200));
            let examples = run_examples(&rules, &Limits::default());
            played.diagnostics.iter().chain(&examples).for_each(|finding| remains(finding, &mut found));
        }
    }
    none(&found);
}

#[test]
fn plans_of_the_gallery_are_in_chinese() {
    let mut found = BTreeMap::new();
    for game in games() {
        let rules = Arc::new(check(&Source::new(game.name, game.text)).0.unwrap());
        let params = example_params(&rules, &rules.examples[0]).unwrap();
        let game = Instance::new(rules, &params).unwrap();
        let start = game.start().unwrap();
        for ask in [Ask::Value, Ask::Line, Ask::Table] {
            let plan = Plan::of(&game, &start, &ask, &Limits::default());
            let mut texts: Vec<Text> = Vec::new();
            for fact in &plan.facts.lines {
                if !is_chinese(&Lang::Chinese.sentence(fact.name)) {
                    found.insert(fact.name.to_owned(), "no name for a fact".to_owned());
                }
                texts.extend([fact.name.into(), fact.text.clone(), fact.because.clone()]);
            }
            for choice in &plan.choices {
                texts.extend([choice.about, choice.aside.unwrap_or_default()].map(Text::from));
                match &choice.fit {
                    Fit::No(reason) => texts.push(reason.clone()),
                    Fit::Yes(estimate) => {
                        texts.push(estimate.text());
                        texts.extend(estimate.steps.iter().flat_map(|(what, how)| [(*what).into(), how.clone()]));
                    }
                }
            }
            for text in texts {
                let (said, text) = (Lang::Chinese.sentence(&text), text.to_string());
                if english(&said).is_some() || (text.is_ascii() && said == text && text.contains(' ')) {
                    found.insert(text, said);
                }
            }
        }
    }
    none(&found);
}

/// A note says why a method handed over to another: every stop that it may tell.
#[test]
fn a_method_that_takes_over_says_why_in_chinese() {
    let position = || "i=0 M=1 (Alice to move)".to_owned();
    let around = Loop {
        reached_by: Vec::new(),
        positions: vec![position()],
        moves: vec!["take(1)".to_owned()],
        refused: None,
        help: Vec::new(),
    };
    let mut found = BTreeMap::new();
    for stop in [
        Stop::Cycle(Box::new(around)),
        Stop::OrderBroken { position: position(), mv: "take(1)".to_owned(), before: 4, after: Some(4) },
        Stop::OrderBroken { position: position(), mv: "take(1)".to_owned(), before: 4, after: None },
        Stop::Unfit { method: "recurrence", reason: "a guess costs less than nothing, or leaves its bounds".into() },
        Stop::GaveUp { method: "search", reason: "a table of all positions takes less time" },
        Stop::Positions { limit: 1000 },
    ] {
        let text = say!("{stop}; {} took over", Text::code("memo"));
        let said = Lang::Chinese.sentence(&text);
        let words = said.split('`').step_by(2).collect::<String>();
        if english(&said).is_some() || !said.ends_with("由 memo 接手") || words.contains("; ") {
            found.insert(text.to_string(), said);
        }
    }
    none(&found);
}

/// What the system says of files, and what a command line takes.
#[test]
fn what_the_system_says_is_in_chinese() {
    let missing = bouton::file::reason(&std::fs::read("there/is/none").unwrap_err());
    assert_eq!(
        Lang::Chinese.sentence(say!("`{}` cannot be read: {missing}", "x.game")),
        "`x.game` 读不出：没有这个文件或文件夹"
    );
    assert_eq!(
        Lang::Chinese.sentence(say!("the command is written `{}`", "bouton methods [OPTIONS]")),
        "命令写作 `bouton methods [OPTIONS]`"
    );
}

/// A parameter that is missing is told with what it is for.
#[test]
fn what_parameters_are_for_is_in_chinese() {
    for game in bouton::gallery::with_cards() {
        for (name, said) in &game.chinese.params {
            let purpose = game.purpose(name);
            if !purpose.is_empty() {
                let told = Lang::Chinese.sentence(Text::quoted(purpose));
                assert!(is_chinese(&told) && english(&told).is_none(), "{} {name}: {told}, not {said}", game.name);
            }
        }
    }
}
