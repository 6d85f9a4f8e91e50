//! `bouton check`: errors and warnings of rules, a look at small games, examples.

use super::only;
use crate::answer::text::plural;
use crate::exit::Exit;
use crate::failure::{About, Failure};
use crate::options::{Format, LimitArgs};
use crate::screen::Screen;
use crate::{findings, load, session};
use bouton::Limits;
use bouton::examples::run_examples;
use bouton::gallery::games;
use bouton::rules::diagnostic::{Diagnostic, Severity, harmless, shorten};
use bouton::rules::{Source, check};
use bouton::small::{Findings as Played, explore};
use bouton_teach::findings::finding_object;
use bouton_teach::say::say as in_words;
use bouton_teach::words::Lang;
use serde_json::{Value as Json, json};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// How long small games are played.
const PLAYING: Duration = Duration::from_secs(1);

const EXAMPLES: &str = "Examples:
  bouton check my-game.game
  bouton check 1140 --say en                  the rules read back in plain words
  bouton check *.game --format json
  bouton check --all";

/// Check rules: errors, a look at small games, examples
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Rules files, or names of gallery games; - for standard input
    #[arg(value_name = "FILE", required_unless_present = "all")]
    files: Vec<String>,
    /// The whole gallery
    #[arg(long, conflicts_with = "files")]
    all: bool,
    /// Read the rules back in plain words: en or zh
    #[arg(long, value_name = "LANG")]
    say: Option<Lang>,
    #[command(flatten)]
    limits: LimitArgs,
}

/// What was found in one file.
struct Checked {
    source: Source,
    findings: Vec<Diagnostic>,
    played: Played,
    examples: usize,
    exit: Exit,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    only(screen, "check")?;
    let limits = for_examples(session::limits(&args.limits), &args.limits);
    let sources: Vec<Result<Source, Failure>> = if args.all {
        games().map(|game| Ok(load::of_gallery(game))).collect()
    } else {
        args.files.iter().map(|file| no_parameter(file).and_then(|()| load::source(file))).collect()
    };
    let (mut exit, mut objects, alone) = (Exit::Yes, Vec::new(), sources.len() == 1);
    for source in sources {
        let source = match source {
            Ok(source) => source,
            Err(failure) if screen.format == Format::Json => {
                exit = exit.max(failure.exit);
                objects.push(json!({"ok": false, "error": findings::error_object(&failure.about, &failure.findings)}));
                continue;
            }
            Err(failure) => {
                exit = exit.max(failure.show(screen));
                continue;
            }
        };
        let checked = one(source, &limits);
        if limits.cancel.load(Ordering::SeqCst) {
            let name = harmless(&checked.source.name);
            return Err(Failure::interrupted(&format!("`{name}` and what comes after it are not checked")));
        }
        exit = exit.max(checked.exit);
        match screen.format {
            Format::Json => objects.push(object(&checked, args.say)),
            Format::Jsonl => checked
                .findings
                .iter()
                .try_for_each(|finding| screen.json(&finding_object(&checked.source, finding)))?,
            _ => {
                if let Some(lang) = args.say {
                    read_back(&checked.source, lang, screen)?;
                }
                say(&checked, alone, screen)?;
            }
        }
    }
    if screen.format == Format::Json {
        screen.json(&json!({"schema": "bouton.check/1", "ok": exit == Exit::Yes, "files": objects}))?;
    }
    Ok(exit)
}

/// Rules are checked for all parameters; whoever gives some wants something else.
fn no_parameter(word: &str) -> Result<(), Failure> {
    let Some((name, _)) = word.split_once('=').filter(|_| !Path::new(word).exists()) else { return Ok(()) };
    if !name.chars().all(|letter| letter.is_alphanumeric() || letter == '_') {
        return Ok(());
    }
    let finding = Diagnostic::error("C06", format!("`check` takes no parameters: `{}`", shorten(word)));
    Err(Failure::new(finding.help(format!(
        "it tries small games of all kinds; an `example {}` in the rules is always tried",
        shorten(word)
    ))))
}

/// Examples are meant to be small: unless somebody allows more, each has this much to be solved in.
fn for_examples(limits: Limits, args: &LimitArgs) -> Limits {
    const MEMORY: u64 = 1 << 30;
    Limits {
        memory: if args.memory.is_some() { limits.memory } else { limits.memory.min(MEMORY) },
        positions: limits.positions.or(Some(1_000_000)),
        time: limits.time.or(Some(Duration::from_secs(20))),
        since: limits.since.filter(|_| limits.time.is_some()),
        ..limits
    }
}

fn one(source: Source, limits: &Limits) -> Checked {
    let (rules, mut findings) = check(&source);
    let Some(rules) = rules.map(Arc::new) else {
        return Checked { source, findings, played: Played::default(), examples: 0, exit: Exit::Bad };
    };
    let mut played = explore(&rules, PLAYING);
    let told = std::mem::take(&mut played.diagnostics).into_iter().filter(|finding| !already_told(&findings, finding));
    let told: Vec<Diagnostic> = told.collect();
    findings.extend(told);
    let faulty = has_errors(&findings);
    // Rules that play found at fault cannot be expected to solve their examples: only wrong answers are worth another word.
    findings.extend(run_examples(&rules, limits).into_iter().filter(|finding| !faulty || finding.code == "X01"));
    let exit = if has_errors(&findings) { Exit::No } else { Exit::Yes };
    Checked { source, findings, played, examples: rules.examples.len(), exit }
}

/// Bounds that play never reaches (B065) are no news of a variable that nothing reads or changes.
fn already_told(findings: &[Diagnostic], finding: &Diagnostic) -> bool {
    let Some(line) = finding.span().filter(|_| finding.code == "B065") else { return false };
    let inside = |told: &Diagnostic| told.span().is_some_and(|span| line.start <= span.start && span.end <= line.end);
    findings.iter().any(|told| matches!(told.code, "B025" | "B026") && inside(told))
}

fn has_errors(findings: &[Diagnostic]) -> bool {
    findings.iter().any(|finding| finding.severity == Severity::Error)
}

/// The rules in plain words, a line of theirs a line.
fn read_back(source: &Source, lang: Lang, screen: &mut Screen) -> Result<(), Failure> {
    for line in in_words(source, lang) {
        screen.line(&line)?;
    }
    screen.line("")
}

/// What playing small games showed, where it is worth a line.
fn say_played(played: &Played, screen: &mut Screen) -> Result<(), Failure> {
    if !played.facts.is_empty() {
        screen.tell_row("found:", &played.facts.join("; "))?;
    }
    match &played.summary {
        Some(summary) => screen.tell_row("tried:", summary),
        None => Ok(()),
    }
}

/// Findings go to stderr, the verdict to stdout.
fn say(checked: &Checked, alone: bool, screen: &mut Screen) -> Result<(), Failure> {
    if !checked.findings.is_empty() {
        let about = About::Text(checked.source.clone());
        screen.flush()?;
        screen.say(&(findings::text(&about, &checked.findings, screen.paint_notes, screen.lang) + "\n"));
    }
    let count = |severity| checked.findings.iter().filter(|finding| finding.severity == severity).count() as u64;
    let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
    let lang = screen.lang;
    let warned = if warnings > 0 { format!(", {}", plural(warnings, "warning")) } else { String::new() };
    let warned = lang.sentence(&warned);
    let name = harmless(&checked.source.name);
    if !screen.quiet && alone {
        say_played(&checked.played, screen)?;
    }
    if errors > 0 {
        return screen.line(&format!("✗ {name}  {}{warned}", lang.sentence(&plural(errors, "error"))));
    }
    let examples = match checked.examples {
        0 => "   note: no `example` lines yet".to_owned(),
        some => format!(", {}", if some == 1 { "1 example holds".to_owned() } else { format!("{some} examples hold") }),
    };
    screen.tell(&format!("✓ {name}  no errors{warned}{}", lang.sentence(&examples)))
}

fn object(checked: &Checked, say: Option<Lang>) -> Json {
    let findings = checked.findings.iter().map(|finding| finding_object(&checked.source, finding));
    let mut object = json!({"file": checked.source.name, "ok": checked.exit == Exit::Yes, "examples": checked.examples, "tried": checked.played.summary, "found": checked.played.facts, "findings": findings.collect::<Json>()});
    if let Some(lang) = say {
        object["said"] = json!(in_words(&checked.source, lang));
    }
    object
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_of_a_variable_that_never_changes_are_no_news() {
        let rules = |change: &str| {
            let text = format!(
                "game G\nstate z : 0..9 = 3\nstate n : 0..9 = 9\nmove take {{ when n > z; n -= 1{change} }}\nstuck => draw\n"
            );
            one(Source::new("a.game", text), &Limits::default())
        };
        let codes = |checked: Checked| checked.findings.iter().map(|finding| finding.code).collect::<Vec<_>>();
        assert_eq!(codes(rules("")), ["B026", "B065"]);
        assert_eq!(codes(rules("; z = 3")), ["B065", "B065"]);
    }
}
