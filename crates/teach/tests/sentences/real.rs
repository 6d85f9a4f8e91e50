//! What Bouton really says of wrong rules and of games, in Chinese.

use crate::source::{files, texts};
use crate::{crates, english};
use bouton::examples::{example_params, run_examples};
use bouton::gallery::games;
use bouton::game::Game;
use bouton::methods::Ask;
use bouton::plan::Fit;
use bouton::rules::diagnostic::{Diagnostic, codes};
use bouton::rules::{Source, check};
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
        if english(&said).is_some() && !OWN.iter().any(|own| text.contains(own)) {
            found.insert(text.clone(), said);
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
            let mut texts: Vec<String> = Vec::new();
            for fact in &plan.facts.lines {
                texts.extend([fact.name.to_owned(), fact.text.clone(), fact.because.clone()]);
            }
            for choice in &plan.choices {
                texts.extend([choice.about, choice.aside.unwrap_or_default()].map(str::to_owned));
                match &choice.fit {
                    Fit::No(reason) => texts.push(reason.clone()),
                    Fit::Yes(estimate) => {
                        texts.push(estimate.to_string());
                        texts.extend(estimate.steps.iter().flat_map(|(what, how)| [(*what).to_owned(), how.clone()]));
                    }
                }
            }
            for text in texts {
                let said = Lang::Chinese.sentence(&text);
                if english(&said).is_some() || (text.is_ascii() && said == text && text.contains(' ')) {
                    found.insert(text, said);
                }
            }
        }
    }
    none(&found);
}
