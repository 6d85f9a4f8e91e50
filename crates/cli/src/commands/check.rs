//! `bouton check`: errors and warnings of rules, a look at small games, examples.

use super::only;
use crate::answer::text::plural;
use crate::exit::Exit;
use crate::failure::{About, Failure};
use crate::options::{Format, SolveArgs};
use crate::screen::Screen;
use crate::{findings, load, session};
use bouton::examples::run_examples;
use bouton::gallery::games;
use bouton::rules::diagnostic::{Diagnostic, Severity};
use bouton::rules::{Rules, Source, check};
use bouton::Limits;
use serde_json::{Value as Json, json};
use std::sync::Arc;

const EXAMPLES: &str = "Examples:
  bouton check my-game.game
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
    #[command(flatten)]
    solve: SolveArgs,
}

/// What was found in one file.
struct Checked {
    source: Source,
    findings: Vec<Diagnostic>,
    examples: usize,
    exit: Exit,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    only(screen, &[Format::Text, Format::Json, Format::Jsonl])?;
    let limits = session::limits(&args.solve);
    let sources: Vec<Source> = if args.all {
        games().map(load::of_gallery).collect()
    } else {
        args.files.iter().map(|file| load::source(file)).collect::<Result<_, _>>()?
    };
    let (mut exit, mut objects) = (Exit::Yes, Vec::new());
    for source in sources {
        let checked = one(source, &limits);
        exit = exit.max(checked.exit);
        match screen.format {
            Format::Json => objects.push(object(&checked)),
            Format::Jsonl => checked.findings.iter().try_for_each(|finding| screen.json(&findings::finding_object(&checked.source, finding)))?,
            _ => say(&checked, screen)?,
        }
    }
    if screen.format == Format::Json {
        screen.json(&json!({"schema": "bouton.check/1", "ok": exit == Exit::Yes, "files": objects}))?;
    }
    Ok(exit)
}

fn one(source: Source, limits: &Limits) -> Checked {
    let (rules, mut findings) = check(&source);
    let Some(rules) = rules.map(Arc::new) else { return Checked { source, findings, examples: 0, exit: Exit::Bad } };
    findings.extend(explore_small(&rules));
    findings.extend(run_examples(&rules, limits));
    let failed = findings.iter().any(|finding| finding.severity == Severity::Error);
    let exit = if limits.cancel.load(std::sync::atomic::Ordering::Relaxed) {
        Exit::Interrupted
    } else if failed {
        Exit::No
    } else {
        Exit::Yes
    };
    Checked { source, findings, examples: rules.examples.len(), exit }
}

/// JOIN HERE: `bouton::small::explore(rules, budget)` plays small instances and says what it finds.
fn explore_small(_rules: &Arc<Rules>) -> Vec<Diagnostic> {
    Vec::new()
}

/// Findings go to stderr, the verdict to stdout.
fn say(checked: &Checked, screen: &mut Screen) -> Result<(), Failure> {
    if !checked.findings.is_empty() {
        let about = About::Text(checked.source.clone());
        screen.flush()?;
        screen.say(&(findings::text(&about, &checked.findings, screen.paint_notes) + "\n"));
    }
    let count = |severity| checked.findings.iter().filter(|finding| finding.severity == severity).count() as u64;
    let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
    let warned = if warnings > 0 { format!(", {}", plural(warnings, "warning")) } else { String::new() };
    let name = &checked.source.name;
    if errors > 0 {
        return screen.line(&format!("✗ {name}  {}{warned}", plural(errors, "error")));
    }
    let examples = match checked.examples {
        0 => "   note: no `example` lines yet".to_owned(),
        some => format!(", {}", if some == 1 { "1 example holds".to_owned() } else { format!("{some} examples hold") }),
    };
    screen.line(&format!("✓ {name}  no errors{warned}{examples}"))
}

fn object(checked: &Checked) -> Json {
    let findings = checked.findings.iter().map(|finding| findings::finding_object(&checked.source, finding));
    json!({"file": checked.source.name, "ok": checked.exit == Exit::Yes, "examples": checked.examples, "findings": findings.collect::<Json>()})
}
