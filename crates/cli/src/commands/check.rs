//! `bouton check`: errors and warnings of rules, a look at small games, examples.

use super::only;
use super::watch::Watched;
use crate::answer::text::plural;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::findings::About;
use crate::options::{Format, LimitArgs};
use crate::screen::Screen;
use crate::{findings, load, session};
use bouton::Limits;
use bouton::examples::run_examples;
use bouton::gallery::games;
use bouton::rules::diagnostic::{Diagnostic, Severity, harmless, shorten};
use bouton::rules::{Source, Text, check, say};
use bouton::small::{Findings as Played, explore};
use bouton_teach::findings::{finding_object, has_errors, with_play};
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
  bouton check -w my-game.game                again whenever it is saved
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
    /// Check again whenever a file is saved, until Ctrl-C
    #[arg(short, long, conflicts_with = "all")]
    watch: bool,
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
    if args.watch {
        return keep_on(args, &limits, screen);
    }
    let sources: Vec<Result<Source, Failure>> = if args.all {
        games().map(|game| Ok(load::of_gallery(game))).collect()
    } else {
        args.files.iter().map(|file| no_parameter(file).and_then(|()| load::source(file))).collect()
    };
    let (mut exit, mut objects, alone) = (Exit::Yes, Vec::new(), sources.len() == 1);
    for source in sources {
        exit = exit.max(look_at(source, args.say, &limits, alone, &mut objects, screen)?);
    }
    if screen.format == Format::Json {
        screen.json(&json!({"schema": "bouton.check/1", "ok": exit == Exit::Yes, "files": objects}))?;
    }
    Ok(exit)
}

/// Checks one file, and tells what was found as the format asks.
fn look_at(
    source: Result<Source, Failure>,
    in_words: Option<Lang>,
    limits: &Limits,
    alone: bool,
    objects: &mut Vec<Json>,
    screen: &mut Screen,
) -> Result<Exit, Failure> {
    let source = match source {
        Ok(source) => source,
        Err(failure) if screen.format == Format::Json => {
            objects.push(json!({"ok": false, "error": findings::error_object(&failure.about, &failure.findings)}));
            return Ok(failure.exit);
        }
        Err(failure) => return Ok(screen.fail(&failure)),
    };
    let checked = one(source, limits);
    if limits.cancel.load(Ordering::SeqCst) {
        let name = harmless(&checked.source.name);
        return Err(Failure::interrupted(say!("`{name}` and what comes after it are not checked")));
    }
    match screen.format {
        Format::Json => objects.push(object(&checked, in_words)),
        Format::Jsonl => {
            checked.findings.iter().try_for_each(|finding| screen.json(&finding_object(&checked.source, finding)))?
        }
        _ => {
            if let Some(lang) = in_words {
                read_back(&checked.source, lang, screen)?;
            }
            say(&checked, alone, screen)?;
        }
    }
    Ok(checked.exit)
}

/// Checks files again whenever one of them is saved, until somebody asks to end.
fn keep_on(args: &Args, limits: &Limits, screen: &mut Screen) -> Result<Exit, Failure> {
    if screen.format != Format::Text || args.files.iter().any(|file| file == "-") {
        let finding = Diagnostic::error("C06", "`--watch` looks at files, and tells people what it finds");
        return Err(Failure::new(finding.help("leave `--format` out, and name a file")));
    }
    let end = crate::interrupt::asked();
    let mut watched = Watched::new(&args.files);
    let mut changed = args.files.clone();
    loop {
        screen.anew()?;
        for file in &changed {
            let source = no_parameter(file).and_then(|()| load::source(file));
            look_at(source, args.say, limits, changed.len() == 1, &mut Vec::new(), screen)?;
        }
        screen.flush()?;
        screen.note("checked again whenever it is saved; Ctrl-C ends this");
        changed = watched.changed(&end);
        if changed.is_empty() {
            // Nothing was being done, so there is nothing to say.
            crate::interrupt::settle();
            return Ok(Exit::Interrupted);
        }
    }
}

/// Rules are checked for all parameters; whoever gives some wants something else.
fn no_parameter(word: &str) -> Result<(), Failure> {
    let Some((name, _)) = word.split_once('=').filter(|_| !Path::new(word).exists()) else { return Ok(()) };
    if !name.chars().all(|letter| letter.is_alphanumeric() || letter == '_') {
        return Ok(());
    }
    let finding = Diagnostic::error("C06", say!("`check` takes no parameters: `{}`", shorten(word)));
    Err(Failure::new(
        finding.help(say!(
            "it tries small games of all kinds; an `example {}` in the rules is always tried",
            shorten(word)
        )),
    ))
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
    let (rules, findings) = check(&source);
    let Some(rules) = rules.map(Arc::new) else {
        return Checked { source, findings, played: Played::default(), examples: 0, exit: Exit::Bad };
    };
    let mut played = explore(&rules, PLAYING);
    let explored = std::mem::take(&mut played.diagnostics);
    let left = limits.cancel.load(Ordering::SeqCst);
    let examples = if left { Vec::new() } else { run_examples(&rules, limits) };
    let findings = with_play(findings, explored, examples);
    let exit = if has_errors(&findings) { Exit::No } else { Exit::Yes };
    Checked { source, findings, played, examples: rules.examples.len(), exit }
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
        screen.tell_row("found", Text::joined(&played.facts, "; "))?;
    }
    match &played.summary {
        Some(summary) => screen.tell_row("tried", summary),
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
    let warned = if warnings > 0 { say!(", {}", plural!(warnings, "warning")) } else { Text::empty() };
    let name = harmless(&checked.source.name);
    if !screen.quiet && alone {
        say_played(&checked.played, screen)?;
    }
    if errors > 0 {
        return screen.tell(say!("✗ {}  {}{warned}", Text::code(name), plural!(errors, "error")));
    }
    let examples = match checked.examples {
        0 => "   note: no `example` lines yet".into(),
        1 => say!(", 1 example holds"),
        some => say!(", {some} examples hold"),
    };
    screen.tell(say!("✓ {}  no errors{warned}{examples}", Text::code(name)))
}

fn object(checked: &Checked, say: Option<Lang>) -> Json {
    let findings = checked.findings.iter().map(|finding| finding_object(&checked.source, finding));
    let mut object = json!({"file": checked.source.name, "ok": checked.exit == Exit::Yes, "examples": checked.examples, "tried": checked.played.summary.as_ref().map(ToString::to_string), "found": checked.played.facts.iter().map(ToString::to_string).collect::<Vec<_>>(), "findings": findings.collect::<Json>()});
    if let Some(lang) = say {
        object["said"] = json!(in_words(&checked.source, lang));
    }
    object
}
