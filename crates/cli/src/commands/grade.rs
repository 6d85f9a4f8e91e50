//! `bouton grade`: a learner's table, marked.

use super::only;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::load::{Loaded, load, read};
use crate::options::GameArgs;
use crate::params;
use crate::screen::Screen;
use bouton::rules::diagnostic::Diagnostic;
use bouton::{Instance, Limits};
use bouton_teach::grade::{Apart, Marks, WrongCell, apart, marks};
use bouton_teach::program::{Recur, Shape, Taken};
use bouton_teach::words::{Lang, Word};
use serde_json::{Value as Json, json};
use std::fs::File;
use std::io::stdin;

const EXAMPLES: &str = "Examples:
  bouton grade 1140 'piles=[2,7,9,4,4]' my_dp.csv
  bouton grade stone-game 'piles=[5,3,4,5]' table.txt --format json
  python3 dp.py | bouton grade 1140 'piles=[2,7,9,4,4]' -";

const ABOUT: &str = "Mark a table of values: the first wrong cell, why, and the mistake that makes such a table

The table has a line with names, the variables and `value`, and a line for each cell; or it is a bare grid, a line for each value of \
the first variable. Commas, tabs, semicolons and blanks all separate cells. Values are leads of the player to move, or, where the \
rules say what remains, that player's own points; in games without points 1, 0 and -1. Other tables are read too: closed intervals, \
indices from 1, lines and columns exchanged or backwards, lengths, (first, second) pairs, values that are always the first player's: \
it is found out how, and said, before the marks.

Exits with 0 if every cell that play can reach is right, with 1 if one is not.";

#[derive(Debug, clap::Args)]
#[command(about = "Mark a table of values and name the mistake in it", long_about = ABOUT, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A gallery name, a problem number, or a path to a .game file
    #[arg(value_name = "GAME")]
    game: String,
    /// Parameters (name=VALUE), and the table: a file, or - for standard input
    #[arg(value_name = "NAME=VALUE… TABLE")]
    words: Vec<String>,
    /// Parameters from a JSON object in a file
    #[arg(long, value_name = "FILE.json")]
    params: Option<String>,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<Exit, Failure> {
    only(screen, "grade")?;
    let loaded = load(&args.game)?;
    let (words, files): (Vec<String>, Vec<String>) = args.words.iter().cloned().partition(|word| word.contains('='));
    let [file] = files.as_slice() else {
        let finding = Diagnostic::error("G01", format!("one table is wanted, and {} are named", files.len()));
        return Err(Failure::new(
            finding.help("name the file last: `bouton grade 1140 'piles=[2,7,9,4,4]' table.csv`"),
        ));
    };
    let game = GameArgs { game: args.game.clone(), words, params: args.params.clone() };
    let game = params::instance(&loaded, &game, None, None, &Limits::default(), "grade")?;
    let recur = recur(&loaded, &game, screen.lang)?;
    if let Some(var) = recur.vars.iter().find(|var| var.shape == Shape::List) {
        let finding = Diagnostic::error("G02", format!("a table is marked by numbers, and `{}` is a list", var.name));
        return Err(Failure::new(finding.help(screen.lang.say("grade-instead", &[]))));
    }
    let text = if file == "-" {
        read("standard input", stdin().lock())?
    } else {
        read(file, File::open(file).map_err(|error| Failure::unread(file, &error))?)?
    };
    let marks = marks(&game, &recur, &text, screen.lang).map_err(|why| unreadable(file, &why))?;
    let apart = if marks.suspects.len() > 1 { apart(&game, &recur, &marks.suspects) } else { None };
    tell(&recur, &marks, apart.as_ref(), screen)?;
    Ok(if marks.wrong.is_some() { Exit::No } else { Exit::Yes })
}

/// The game as a recurrence, or the line of the rules that has none.
pub(super) fn recur(loaded: &Loaded, game: &Instance, lang: Lang) -> Result<Recur, Failure> {
    Recur::of(&loaded.rules, game.told_apart().is_some()).map_err(|no| {
        let finding = Diagnostic::error("G02", format!("this game is no plain recurrence: {}", no.0));
        Failure::new(finding.help(lang.say("recur-needs", &[])))
    })
}

fn unreadable(file: &str, why: &str) -> Failure {
    let finding = Diagnostic::error("G01", format!("the table in `{file}` cannot be read: {why}"));
    Failure::new(
        finding.help("write a header such as `i,M,value` and a line for each cell; `bouton grade -h` has examples"),
    )
}

fn tell(recur: &Recur, marks: &Marks, apart: Option<&Apart>, screen: &mut Screen) -> Result<(), Failure> {
    if screen.for_programs() {
        let wrong = marks
            .wrong
            .as_ref()
            .map(|wrong| json!({"at": wrong.at, "yours": plain(&wrong.yours), "right": plain(&wrong.right)}));
        let suspects: Vec<String> = marks.suspects.iter().map(|mistake| mistake.say(screen.lang)).collect();
        let apart = apart.map(|apart| json!({"case": apart.case, "right": apart.right, "given": apart.given}));
        return screen.json(&json!({
            "schema": "bouton.marks/1", "cells": marks.cells, "right": marks.right, "unreached": marks.unreached,
            "missing": marks.missing.len(), "points": marks.reading.points(), "reading": marks.said, "first_wrong": wrong, "suspects": suspects, "apart": apart,
        }));
    }
    let count = |count: usize| Word::Count(i64::try_from(count).unwrap_or(i64::MAX));
    screen.line(&screen.lang.say("grade-right", &[("right", count(marks.right)), ("cells", count(marks.cells))]))?;
    if !marks.said.is_empty() {
        screen.line(&screen.lang.say("grade-read", &[]))?;
        marks.said.iter().try_for_each(|said| screen.line(&format!("  {said}")))?;
    }
    if !marks.missing.is_empty() {
        let first = marks.missing.first().map_or(String::new(), |at| position(recur, at));
        screen.line(
            &screen.lang.say("grade-missing", &[("count", count(marks.missing.len())), ("first", first.into())]),
        )?;
    }
    let Some(wrong) = &marks.wrong else { return Ok(()) };
    tell_wrong(recur, marks, wrong, screen)?;
    tell_suspects(marks, apart, screen)
}

fn tell_wrong(recur: &Recur, marks: &Marks, wrong: &WrongCell, screen: &mut Screen) -> Result<(), Failure> {
    let shown = |numbers: &[i64]| match numbers {
        [number] if marks.reading.leads() => signed(*number),
        [number] => minus(*number),
        pair => format!("({})", pair.iter().map(|number| minus(*number)).collect::<Vec<_>>().join(", ")),
    };
    let at = position(recur, &wrong.at);
    let at = wrong.place.as_ref().filter(|_| !marks.said.is_empty()).map_or(at.clone(), |place| {
        screen.lang.say("grade-place", &[("at", at.into()), ("place", place.as_str().into())])
    });
    let words: [(&str, Word); 3] =
        [("at", at.into()), ("yours", shown(&wrong.yours).into()), ("right", shown(&wrong.right).into())];
    screen.line("")?;
    screen.line(&screen.lang.say("grade-first-wrong", &words))?;
    if wrong.choices.is_empty() {
        return screen.line(&screen.lang.say("grade-over", &[]));
    }
    for choice in &wrong.choices {
        let best = if choice.worth == wrong.lead { "  ★" } else { "" };
        screen.line(&format!("    {:<16}{}{best}", named(recur, choice), arithmetic(recur, choice)))?;
    }
    let bad = wrong.choices.iter().all(|choice| choice.worth < 0) && wrong.yours == [0] && marks.reading.leads();
    if bad {
        screen.line(&screen.lang.say("grade-all-negative", &[("right", signed(wrong.lead).into())]))?;
    }
    Ok(())
}

fn tell_suspects(marks: &Marks, apart: Option<&Apart>, screen: &mut Screen) -> Result<(), Failure> {
    screen.line("")?;
    let said: Vec<String> = marks.suspects.iter().map(|mistake| mistake.say(screen.lang)).collect();
    match said.as_slice() {
        [] => return screen.line(&screen.lang.say("grade-no-suspect", &[])),
        [only] => return screen.line(&screen.lang.say("grade-suspect", &[("mistake", only.as_str().into())])),
        _ => screen.line(&screen.lang.say("grade-suspects", &[]))?,
    }
    for (letter, mistake) in ('a'..).zip(&said) {
        screen.line(&format!("    ({letter}) {mistake}"))?;
    }
    let Some(apart) = apart else { return screen.line(&screen.lang.say("grade-not-apart", &[])) };
    let given = ('a'..).zip(&apart.given).map(|(letter, given)| {
        let given = given.map_or_else(|| "?".to_owned(), signed);
        screen.lang.say("grade-gives", &[("letter", letter.to_string().into()), ("value", given.into())])
    });
    let given: Vec<String> = given.collect();
    let words: [(&str, Word); 3] = [
        ("case", apart.case.as_str().into()),
        ("right", signed(apart.right).into()),
        ("given", given.join(", ").into()),
    ];
    screen.line(&screen.lang.say("grade-apart", &words))
}

/// A number, or both of a pair.
fn plain(numbers: &[i64]) -> Json {
    if let [number] = numbers { json!(number) } else { json!(numbers) }
}

/// `i=0 M=1`
fn position(recur: &Recur, at: &[i64]) -> String {
    recur.vars.iter().zip(at).map(|(var, value)| format!("{}={value}", var.name)).collect::<Vec<_>>().join(" ")
}

/// `take(2)`
fn named(recur: &Recur, choice: &Taken) -> String {
    let name = recur.moves.get(choice.mv).map_or("", |mv| mv.name.as_str());
    let args: Vec<String> = choice.args.iter().map(i64::to_string).collect();
    if args.is_empty() { name.to_owned() } else { format!("{name}({})", args.join(", ")) }
}

/// `9 − 17 = −8`
fn arithmetic(recur: &Recur, choice: &Taken) -> String {
    let again = recur.moves.get(choice.mv).is_some_and(|mv| mv.again);
    if choice.next.is_none() || !recur.points {
        return signed(choice.worth);
    }
    let sign = if again { "+" } else { "−" };
    let reply = if choice.reply < 0 { format!("({})", signed(choice.reply)) } else { choice.reply.to_string() };
    format!("{} {sign} {reply} = {}", minus(choice.gain), signed(choice.worth))
}

/// `−6`, `+8`, `0`
fn signed(number: i64) -> String {
    if number > 0 { format!("+{number}") } else { minus(number) }
}

fn minus(number: i64) -> String {
    if number < 0 { format!("−{}", number.unsigned_abs()) } else { number.to_string() }
}
