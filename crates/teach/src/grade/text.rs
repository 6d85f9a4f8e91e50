//! Marks in lines of text, and as programs read them.

use super::{Apart, Marks, WrongCell};
use crate::program::{Recur, Taken};
use crate::scene::signed;
use crate::words::{Lang, Word};
use serde_json::{Value as Json, json};

/// The marks of a table, line by line.
#[must_use]
pub fn text(recur: &Recur, marks: &Marks, apart: Option<&Apart>, lang: Lang) -> Vec<String> {
    let count = |count: usize| Word::Count(i64::try_from(count).unwrap_or(i64::MAX));
    let mut lines = vec![lang.say("grade-right", &[("right", count(marks.right)), ("cells", count(marks.cells))])];
    if !marks.said.is_empty() {
        lines.push(lang.say("grade-read", &[]));
        lines.extend(marks.said.iter().map(|said| format!("  {said}")));
    }
    if let Some(first) = marks.missing.first() {
        let words = [("count", count(marks.missing.len())), ("first", position(recur, first).into())];
        lines.push(lang.say("grade-missing", &words));
    }
    if let Some(wrong) = &marks.wrong {
        lines.extend(wrong_cell(recur, marks, wrong, lang));
        lines.extend(suspects(marks, apart, lang));
    }
    lines
}

/// The marks as programs read them: `bouton.marks/1`.
#[must_use]
pub fn json(marks: &Marks, apart: Option<&Apart>, lang: Lang) -> Json {
    let wrong = marks
        .wrong
        .as_ref()
        .map(|wrong| json!({"at": wrong.at, "yours": plain(&wrong.yours), "right": plain(&wrong.right)}));
    let suspects: Vec<String> = marks.suspects.iter().map(|mistake| mistake.say(lang)).collect();
    let apart = apart.map(|apart| json!({"case": apart.case, "right": apart.right, "given": apart.given}));
    json!({
        "schema": "bouton.marks/1", "cells": marks.cells, "right": marks.right, "unreached": marks.unreached,
        "missing": marks.missing.len(), "points": marks.reading.points(), "reading": marks.said, "first_wrong": wrong, "suspects": suspects, "apart": apart,
    })
}

fn wrong_cell(recur: &Recur, marks: &Marks, wrong: &WrongCell, lang: Lang) -> Vec<String> {
    let shown = |numbers: &[i64]| match numbers {
        [number] if marks.reading.leads() => signed(*number),
        [number] => minus(*number),
        pair => format!("({})", pair.iter().map(|number| minus(*number)).collect::<Vec<_>>().join(", ")),
    };
    let at = position(recur, &wrong.at);
    let at =
        wrong.place.as_ref().filter(|_| !marks.said.is_empty()).map_or(at.clone(), |place| {
            lang.say("grade-place", &[("at", at.into()), ("place", place.as_str().into())])
        });
    let words: [(&str, Word); 3] =
        [("at", at.into()), ("yours", shown(&wrong.yours).into()), ("right", shown(&wrong.right).into())];
    let mut lines = vec![String::new(), lang.say("grade-first-wrong", &words)];
    if wrong.choices.is_empty() {
        lines.push(lang.say("grade-over", &[]));
        return lines;
    }
    for choice in &wrong.choices {
        let best = if choice.worth == wrong.lead { "  ★" } else { "" };
        lines.push(format!("    {:<16}{}{best}", named(recur, choice), arithmetic(recur, choice)));
    }
    let bad = wrong.choices.iter().all(|choice| choice.worth < 0) && wrong.yours == [0] && marks.reading.leads();
    if bad {
        lines.push(lang.say("grade-all-negative", &[("right", signed(wrong.lead).into())]));
    }
    lines
}

fn suspects(marks: &Marks, apart: Option<&Apart>, lang: Lang) -> Vec<String> {
    let said: Vec<String> = marks.suspects.iter().map(|mistake| mistake.say(lang)).collect();
    let mut lines = vec![String::new()];
    match said.as_slice() {
        [] => lines.push(lang.say("grade-no-suspect", &[])),
        [only] => lines.push(lang.say("grade-suspect", &[("mistake", only.as_str().into())])),
        _ => {
            lines.push(lang.say("grade-suspects", &[]));
            lines.extend(('a'..).zip(&said).map(|(letter, mistake)| format!("    ({letter}) {mistake}")));
            lines.push(apart.map_or_else(|| lang.say("grade-not-apart", &[]), |apart| told_apart(apart, lang)));
        }
    }
    lines
}

fn told_apart(apart: &Apart, lang: Lang) -> String {
    let given = ('a'..).zip(&apart.given).map(|(letter, given)| {
        let given = given.map_or_else(|| "?".to_owned(), signed);
        lang.say("grade-gives", &[("letter", letter.to_string().into()), ("value", given.into())])
    });
    let given: Vec<String> = given.collect();
    let words: [(&str, Word); 3] = [
        ("case", apart.case.as_str().into()),
        ("right", signed(apart.right).into()),
        ("given", given.join(", ").into()),
    ];
    lang.say("grade-apart", &words)
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
    let again = choice.again;
    if choice.next.is_none() || !recur.points {
        return signed(choice.worth);
    }
    let sign = if again { "+" } else { "−" };
    let reply = if choice.reply < 0 { format!("({})", signed(choice.reply)) } else { choice.reply.to_string() };
    format!("{} {sign} {reply} = {}", minus(choice.gain), signed(choice.worth))
}

fn minus(number: i64) -> String {
    if number < 0 { format!("−{}", number.unsigned_abs()) } else { number.to_string() }
}
