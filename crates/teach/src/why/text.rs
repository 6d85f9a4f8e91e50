//! An explanation in words.

use super::{Answered, Asked, Choice, Form, Level, Nim, Round, Spot, Turn, Why};
use crate::recurrence::{self, Intervals, ends_words};
use crate::scene::{Look, columns, outcome_words, padded, right, signed, worth_words};
use crate::words::{Lang, Word};
use bouton::{Outcome, Value};

/// A recurrence with longer lines is left to `recurrence`.
const WIDEST: usize = 120;

/// The explanation, line by line.
#[must_use]
pub fn text(why: &Why, look: Look) -> Vec<String> {
    let lang = look.lang;
    let mut lines = vec![heading(why, lang)];
    if why.level.spot.drawing.len() > 1 {
        lines.push(String::new());
        lines.extend(why.level.spot.drawing.iter().map(|line| format!("    {line}")));
    }
    lines.push(String::new());
    lines.extend(options(&why.level, why.form, look));
    if let Some(nim) = &why.nim {
        lines.push(String::new());
        lines.extend(nim_sum(nim, lang));
    }
    if let Some(asked) = &why.asked {
        lines.push(String::new());
        lines.extend(cost(asked, lang));
    }
    if let Some(round) = &why.round {
        lines.push(String::new());
        lines.extend(around(round, lang));
    }
    if let Some(rule) = &why.rule {
        let rule = recurrence::rule(rule, lang);
        if rule.iter().all(|line| columns(line) <= WIDEST) {
            lines.push(String::new());
            lines.extend(rule.into_iter().map(|line| format!("  {line}")));
        }
    }
    let mut notes = notes(why, lang);
    notes.extend(ends_words(&why.ends, Intervals::HalfOpen, lang));
    if !notes.is_empty() {
        lines.push(String::new());
        lines.extend(notes.into_iter().map(|note| format!("  {note}")));
    }
    lines
}

/// Several explanations of one game, the lines of each; the recurrence, which they share, is left to `recurrence`.
#[must_use]
pub fn kinds_lines(whys: &[Why], look: Look) -> Vec<Vec<String>> {
    whys.iter().map(|why| text(&Why { rule: None, ..why.clone() }, look)).collect()
}

/// Several explanations: side by side where a screen of so many columns has room for them, else one after the other.
#[must_use]
pub fn kinds_text(whys: &[Why], look: Look, width: usize) -> Vec<String> {
    const BETWEEN: usize = 4;
    let blocks = kinds_lines(whys, look);
    let widths: Vec<usize> =
        blocks.iter().map(|block| block.iter().map(|line| columns(line)).max().unwrap_or(0)).collect();
    if widths.iter().sum::<usize>() + BETWEEN * widths.len().saturating_sub(1) > width {
        return blocks.join(&[String::new()][..]);
    }
    let tallest = blocks.iter().map(Vec::len).max().unwrap_or(0);
    let line = |at: usize| {
        let parts = blocks
            .iter()
            .zip(&widths)
            .map(|(block, width)| padded(block.get(at).map_or("", String::as_str), width + BETWEEN));
        parts.collect::<String>().trim_end().to_owned()
    };
    (0..tallest).map(line).collect()
}

/// Play that goes round: each move with what else could be done, then where the pieces go.
pub(super) fn around(round: &Round, lang: Lang) -> Vec<String> {
    let width = |of: &dyn Fn(&Turn) -> &str| round.turns.iter().map(|turn| columns(of(turn))).max().unwrap_or(0);
    let widths = [width(&|turn| &turn.position), width(&|turn| &turn.mover), width(&|turn| &turn.mv)];
    let head = match round.lead {
        Some(lead) => lang.say("why-round-points", &[("value", signed(lead).into())]),
        None => lang.say("why-round", &[]),
    };
    let [as_good, worse] = match round.lead {
        Some(_) => ["why-round-keeps", "why-round-gives"],
        None => ["why-round-draws", "why-round-loses"],
    };
    let mut lines = vec![format!("  {head}")];
    for turn in &round.turns {
        let start = [&turn.position, &turn.mover, &turn.mv].into_iter().zip(widths);
        let start: Vec<String> = start.map(|(part, width)| padded(part, width)).collect();
        let moves = |moves: &[String]| [("moves", Word::from(moves.join(&lang.say("say-comma", &[]))))];
        let mut else_what = Vec::new();
        if !turn.also.is_empty() {
            else_what.push(lang.say(as_good, &moves(&turn.also)));
        }
        if !turn.loses.is_empty() {
            else_what.push(lang.say(worse, &moves(&turn.loses)));
        }
        if else_what.is_empty() {
            else_what.push(lang.say("why-round-only", &[]));
        }
        lines.push(format!("    {}   {}", start.join("   "), else_what.join(&lang.say("say-comma", &[]))));
    }
    if let Some(again) = round.turns.get(round.back) {
        lines.push(format!("    {}", lang.say("why-round-back", &[("position", again.position.as_str().into())])));
    }
    lines.extend(
        round.walks.iter().map(|(name, walk)| format!("    {name}{}{}", lang.say("colon", &[]), walk.join(" → "))),
    );
    lines
}

/// The question, the position, what is left.
fn heading(why: &Why, lang: Lang) -> String {
    let spot = &why.level.spot;
    let mut parts = vec![question(why, lang)];
    let mut place = spot.position.clone();
    if let [row] = spot.drawing.as_slice() {
        place = format!("{place}   {row}");
    }
    if let Some(left) = spot.remaining.filter(|_| !spot.over) {
        place = format!("{place}   {}", lang.say("points-left", &[("count", Word::Count(left))]));
    }
    parts.push(place);
    parts.join("      ")
}

pub(super) fn question(why: &Why, lang: Lang) -> String {
    let spot = &why.level.spot;
    let player = ("player", Word::from(spot.mover.as_str()));
    let count = |count: i64| ("count", Word::Count(count));
    match spot.value {
        _ if spot.over => lang.say("why-over", &[]),
        Value::Lead(0) => lang.say("why-even", &[]),
        Value::Lead(lead) if lead > 0 => lang.say("why-ahead", &[player, count(lead)]),
        Value::Lead(lead) => lang.say("why-behind", &[player, count(lead.saturating_neg())]),
        Value::Outcome(Outcome::Draw) => lang.say("why-draw", &[]),
        Value::Outcome(outcome) => {
            let id = if matches!(outcome, Outcome::Win(_)) { "why-win" } else { "why-loss" };
            match outcome.plies() {
                Some(plies) => lang.say(&format!("{id}-in"), &[player, count(i64::from(plies))]),
                None => lang.say(id, &[player]),
            }
        }
    }
}

/// The options of a level, and under each what it opens.
fn options(level: &Level, form: Form, look: Look) -> Vec<String> {
    let widths = Widths::of(level, form, look.lang);
    let mut lines = Vec::new();
    for choice in &level.options {
        lines.push(format!("  {}", widths.line(choice, form, look.lang)));
        let reasons = reasons(level, choice, look.lang).into_iter().enumerate();
        lines.extend(reasons.map(|(at, reason)| format!("      {} {reason}", if at == 0 { '└' } else { ' ' })));
        if let Some(deeper) = &choice.deeper {
            lines.extend(options(deeper, form, look).into_iter().map(|line| format!("    {line}")));
        }
    }
    if level.left_out > 0 {
        let count = Word::Count(i64::try_from(level.left_out).unwrap_or(i64::MAX));
        lines.push(format!("  {}", look.lang.say("more-options", &[("count", count)])));
    }
    lines
}

/// Columns of a level, so that its options stand under each other.
struct Widths {
    mv: usize,
    gain: usize,
    then: usize,
    sum: usize,
}

impl Widths {
    fn of(level: &Level, form: Form, lang: Lang) -> Widths {
        let most = |part: &dyn Fn(&Choice) -> String| {
            level.options.iter().map(|choice| columns(&part(choice))).max().unwrap_or(0)
        };
        Widths {
            mv: most(&|choice| choice.mv.clone()),
            gain: most(&|choice| gain(choice)),
            then: most(&|choice| then(choice, form, lang)),
            sum: most(&|choice| sum(choice, form)),
        }
    }

    fn line(&self, choice: &Choice, form: Form, lang: Lang) -> String {
        let star = if choice.star { "  ★" } else { "" };
        let mv = padded(&choice.mv, self.mv);
        if let Value::Outcome(_) = choice.value {
            return format!("{mv}   {}{star}", worth_words(choice.value, lang));
        }
        let gained = lang.say("why-gain", &[("gain", right(&gain(choice), self.gain).into())]);
        let then = padded(&then(choice, form, lang), self.then);
        format!("{mv}   {gained}{then}   {}{star}", right(&sum(choice, form), self.sum))
    }
}

fn gain(choice: &Choice) -> String {
    if choice.gain < 0 { format!("−{}", choice.gain.unsigned_abs()) } else { choice.gain.to_string() }
}

/// `then Bob will be 8 ahead on [7 9 4 4] with M=1`; in points, `then Bob gets 16 of the 24 that are left`.
fn then(choice: &Choice, form: Form, lang: Lang) -> String {
    let Value::Lead(lead) = choice.next.value else { return String::new() };
    if choice.next.over {
        return match lead {
            0 => lang.say("then-over", &[]),
            _ => lang
                .say("then-over-lead", &[("player", choice.next.mover.as_str().into()), ("lead", signed(lead).into())]),
        };
    }
    let player = ("player", Word::from(choice.next.mover.as_str()));
    let count = ("count", Word::Count(lead.saturating_abs()));
    let place = ("place", Word::from(place(&choice.next, lang)));
    if let (true, Some(left), Some(own)) = (form != Form::Lead, choice.next.remaining, choice.next.own) {
        let id = if choice.again { "again-points" } else { "then-points" };
        return lang.say(id, &[player, ("count", Word::Count(own)), ("left", Word::Count(left)), place]);
    }
    match (choice.again, lead.signum()) {
        (_, 0) => lang.say("then-even", &[place]),
        (false, 1) => lang.say("then-ahead", &[player, count, place]),
        (false, _) => lang.say("then-behind", &[player, count, place]),
        (true, 1) => lang.say("again-ahead", &[player, count, place]),
        (true, _) => lang.say("again-behind", &[player, count, place]),
    }
}

/// A position in a sentence: its row with what the row does not tell, or its variables.
fn place(spot: &Spot, lang: Lang) -> String {
    match spot.drawing.as_slice() {
        [row] if row.starts_with('[') && spot.rest.is_empty() => lang.say("place-row", &[("row", row.as_str().into())]),
        [row] if row.starts_with('[') && !spot.rest.contains('[') => {
            lang.say("place-row-rest", &[("row", row.as_str().into()), ("rest", spot.rest.as_str().into())])
        }
        _ => lang.say("place", &[("position", spot.position.as_str().into())]),
    }
}

/// The arithmetic of an option in the form asked for.
fn sum(choice: &Choice, form: Form) -> String {
    let Value::Lead(lead) = choice.value else { return String::new() };
    match (form, choice.next.remaining, choice.next.own) {
        (Form::Points, Some(left), Some(own)) => points(choice, left, own),
        (Form::Pair, Some(left), Some(own)) => pair(choice, left, own),
        _ => crate::table::arithmetic(choice.gain, lead, choice.again),
    }
}

/// `26 − 16 = 10`: everything that was left, without what the other gets of it. Where the same player moves again, `1 + 5 = 6`.
fn points(choice: &Choice, left: i64, own: i64) -> String {
    let (mine, theirs) = choice.given;
    if choice.again {
        return format!("{mine} + {own} = {}", mine.saturating_add(own));
    }
    let (before, others) = (left.saturating_add(mine).saturating_add(theirs), own.saturating_add(theirs));
    format!("{before} − {} = {}", bracketed(others), before.saturating_sub(others))
}

/// `(2, 0) + (8, 16) = (10, 16)`: the mover's points, then the other's.
fn pair(choice: &Choice, left: i64, own: i64) -> String {
    let (mine, theirs) = choice.given;
    let rest = left.saturating_sub(own);
    let (to_me, to_them) = if choice.again { (own, rest) } else { (rest, own) };
    format!(
        "({mine}, {theirs}) + ({to_me}, {to_them}) = ({}, {})",
        mine.saturating_add(to_me),
        theirs.saturating_add(to_them)
    )
}

fn bracketed(number: i64) -> String {
    if number < 0 { format!("(−{})", number.unsigned_abs()) } else { number.to_string() }
}

/// What makes an option worth what it is.
fn reasons(level: &Level, choice: &Choice, lang: Lang) -> Vec<String> {
    if choice.deeper.is_some() {
        return Vec::new();
    }
    if !choice.replies.is_empty() {
        return replies(choice, lang);
    }
    let Some(answer) = &choice.answer else { return Vec::new() };
    let points = matches!(level.spot.value, Value::Lead(_));
    // The best option speaks for itself in points games; what the others cost is the answer to them.
    if (points && choice.best) || choice.again {
        return Vec::new();
    }
    let player = ("player", Word::from(choice.next.mover.as_str()));
    let words = match choice.value {
        Value::Outcome(Outcome::Win(_)) if choice.value.uncounted() => "answers-in-vain",
        Value::Outcome(Outcome::Win(_)) => "answers-longest",
        _ => "answers",
    };
    vec![lang.say(words, &[player, ("answer", answer_words(answer, points, lang).into())])]
}

/// `take(3) +17, all that is left`
fn answer_words(answer: &Answered, points: bool, lang: Lang) -> String {
    let mut words = answer.mv.clone();
    if points {
        words = format!("{words} {}", signed(answer.gain));
    }
    match (points, answer.everything, answer.ends) {
        (true, true, _) => format!("{words}{}", lang.say("everything", &[])),
        (false, _, true) => format!("{words}{}", lang.say("at-once", &[])),
        _ => words,
    }
}

/// Every reply of the other with what answers it.
fn replies(choice: &Choice, lang: Lang) -> Vec<String> {
    let width = choice.replies.iter().map(|reply| columns(&reply.mv)).max().unwrap_or(0);
    let mut lines = vec![lang.say("every-reply", &[("player", choice.next.mover.as_str().into())])];
    for reply in &choice.replies {
        let answer = match (&reply.answer, &reply.left) {
            (Some(answer), Some(left)) if !answer.ends && !left.uncounted() => {
                format!("{}   {}", answer.mv, outcome_words(*left, lang))
            }
            (Some(answer), _) => answer_words(answer, false, lang),
            (None, _) => lang.say("over", &[]),
        };
        lines.push(format!("  {} → {answer}", padded(&reply.mv, width)));
    }
    if choice.more_replies > 0 {
        let count = Word::Count(i64::try_from(choice.more_replies).unwrap_or(i64::MAX));
        lines.push(format!("  {}", lang.say("more-moves", &[("count", count)])));
    }
    lines
}

/// `Row(5) = 4 ⊕ Row(7) = 2`, and the moves that make the sum 0.
pub(super) fn nim_sum(nim: &Nim, lang: Lang) -> Vec<String> {
    let parts: Vec<String> = nim.parts.iter().map(|(part, nimber)| format!("{part} = {nimber}")).collect();
    let values: Vec<String> = nim.parts.iter().map(|(_, nimber)| nimber.to_string()).collect();
    let mut lines = vec![format!("  {}   {}", lang.say("nimbers", &[]), parts.join("   "))];
    let sum = if values.is_empty() { "0".to_owned() } else { values.join(" ⊕ ") };
    lines.push(format!("  {}   {sum} = {}", lang.say("nim-sum", &[]), nim.sum));
    lines.push(format!(
        "  {}",
        if nim.sum == 0 {
            lang.say("nim-lost", &[])
        } else {
            lang.say("nim-won", &[("moves", nim.zeroing.join("  ").into())])
        }
    ));
    lines
}

/// What a given move costs, and the line that shows it.
#[must_use]
pub fn cost(asked: &Asked, lang: Lang) -> Vec<String> {
    let mv = ("move", Word::from(asked.mv.as_str()));
    let first = match (asked.value, asked.worth) {
        _ if asked.best => lang.say("costs-nothing", &[mv]),
        (Value::Lead(value), Value::Lead(worth)) => {
            let cost = value.saturating_sub(worth);
            lang.say(
                "costs",
                &[mv, ("count", Word::Count(cost)), ("worth", signed(worth).into()), ("value", signed(value).into())],
            )
        }
        (value, worth) => {
            let (from, to) = (outcome_words(value, lang), outcome_words(worth, lang));
            lang.say("costs-outcome", &[mv, ("value", from.into()), ("worth", to.into())])
        }
    };
    let points = matches!(asked.value, Value::Lead(_));
    let one = |(player, mv, gain): &(String, String, i64)| {
        let gain = if points { format!(" {}", signed(*gain)) } else { String::new() };
        format!("{player} {mv}{gain}")
    };
    let more = if asked.cut { " · …" } else { "" };
    let line: Vec<String> = asked.line.iter().map(one).collect();
    vec![format!("  {first}"), format!("      {}{more}", line.join(" · "))]
}

/// What the words mean, and how points follow from a lead.
fn notes(why: &Why, lang: Lang) -> Vec<String> {
    let spot = &why.level.spot;
    let Value::Lead(lead) = spot.value else { return Vec::new() };
    if spot.over {
        return Vec::new();
    }
    let mut notes = vec![match why.form {
        Form::Lead => lang.say("note-lead", &[]),
        Form::Points => lang.say("note-points", &[]),
        Form::Pair => lang.say("note-pair", &[]),
    }];
    if let (Some(left), Some(own), Form::Lead) = (spot.remaining, spot.own, why.form) {
        let sign = if lead < 0 { '−' } else { '+' };
        let sum = format!("({left} {sign} {}) / 2 = {own}", lead.unsigned_abs());
        notes.push(lang.say("note-own", &[("sum", sum.into()), ("player", spot.mover.as_str().into())]));
    }
    notes
}
