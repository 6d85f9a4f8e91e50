//! The sign that stands beside every value, so that colour never speaks alone; and values in words.

use crate::words::{Lang, Word};
use bouton::value::{Outcome, Plies};
use bouton::{Instance, Value, answer::MoveValue};

/// Whether a value is good for whoever it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sign {
    /// A win, or a lead.
    Win,
    /// A draw, or even.
    Draw,
    /// A loss, or behind.
    Loss,
}

/// Which moves of a position of that value are marked ★: those that keep the value; where plies are counted, only the fastest wins and the
/// slowest losses. None where every move loses and nothing tells them apart.
pub fn starred(value: Value) -> impl Fn(&MoveValue<Instance>) -> bool {
    let uncounted = value.uncounted();
    let lost = matches!(value, Value::Outcome(Outcome::Loss(_)));
    move |choice| choice.fastest || (uncounted && !lost && choice.best)
}

impl Sign {
    /// The sign of a value.
    #[must_use]
    pub fn of(value: Value) -> Sign {
        match value {
            Value::Lead(0) | Value::Outcome(Outcome::Draw) => Sign::Draw,
            Value::Outcome(Outcome::Win(_)) => Sign::Win,
            Value::Outcome(Outcome::Loss(_)) => Sign::Loss,
            Value::Lead(lead) => {
                if lead > 0 {
                    Sign::Win
                } else {
                    Sign::Loss
                }
            }
        }
    }

    /// As it is drawn.
    #[must_use]
    pub fn mark(self) -> char {
        match self {
            Sign::Win => '▲',
            Sign::Draw => '■',
            Sign::Loss => '▼',
        }
    }

    /// As LaTeX draws it, with amssymb.
    #[must_use]
    pub fn latex(self) -> &'static str {
        match self {
            Sign::Win => "\\blacktriangle",
            Sign::Draw => "\\blacksquare",
            Sign::Loss => "\\blacktriangledown",
        }
    }

    /// The name that style sheets and programs know it by.
    #[must_use]
    pub fn class(self) -> &'static str {
        match self {
            Sign::Win => "win",
            Sign::Draw => "draw",
            Sign::Loss => "loss",
        }
    }
}

/// A lead with its sign: `+8`, `−6`, `0`.
#[must_use]
pub fn signed(points: i64) -> String {
    Value::Lead(points).to_string()
}

/// What a position is worth to its mover: `+8`, `win in 3`, `draw`.
#[must_use]
pub fn outcome_words(value: Value, lang: Lang) -> String {
    let counted = |id: &str, plies: u32| lang.say(id, &[("count", Word::Count(i64::from(plies)))]);
    match value {
        Value::Lead(lead) => signed(lead),
        Value::Outcome(Outcome::Draw) => lang.say("draw", &[]),
        Value::Outcome(Outcome::Win(Plies::Of(0))) => lang.say("won", &[]),
        Value::Outcome(Outcome::Loss(Plies::Of(0))) => lang.say("lost", &[]),
        Value::Outcome(Outcome::Win(Plies::Of(plies))) => counted("win-in", plies),
        Value::Outcome(Outcome::Loss(Plies::Of(plies))) => counted("loss-in", plies),
        Value::Outcome(Outcome::Win(Plies::Unknown)) => lang.say("win", &[]),
        Value::Outcome(Outcome::Loss(Plies::Unknown)) => lang.say("loss", &[]),
        Value::Outcome(Outcome::Win(Plies::Endless)) => lang.say("win-endless", &[]),
        Value::Outcome(Outcome::Loss(Plies::Endless)) => lang.say("loss-endless", &[]),
    }
}

/// What a move is worth to who makes it: `−6`, `wins in 3`, `draws`.
#[must_use]
pub fn worth_words(value: Value, lang: Lang) -> String {
    let counted = |id: &str, plies: u32| lang.say(id, &[("count", Word::Count(i64::from(plies)))]);
    match value {
        Value::Lead(lead) => signed(lead),
        Value::Outcome(Outcome::Draw) => lang.say("draws", &[]),
        Value::Outcome(Outcome::Win(Plies::Of(plies))) => counted("wins-in", plies),
        Value::Outcome(Outcome::Loss(Plies::Of(plies))) => counted("loses-in", plies),
        Value::Outcome(Outcome::Win(Plies::Unknown)) => lang.say("wins", &[]),
        Value::Outcome(Outcome::Loss(Plies::Unknown)) => lang.say("loses", &[]),
        Value::Outcome(Outcome::Win(Plies::Endless)) => lang.say("wins-endless", &[]),
        Value::Outcome(Outcome::Loss(Plies::Endless)) => lang.say("loses-endless", &[]),
    }
}

/// What a move gives its mover more than the other.
pub(crate) fn net(choice: &MoveValue<Instance>) -> i64 {
    choice.gain.mine.saturating_sub(choice.gain.theirs)
}

/// A value for programs: a lead as a number, an outcome as a word.
pub(crate) fn json(value: Value) -> serde_json::Value {
    match value {
        Value::Lead(lead) => lead.into(),
        Value::Outcome(outcome) => outcome.word().into(),
    }
}

/// The points of both players: `Alice 10, Bob 16`.
#[must_use]
pub fn totals([one, other]: [&str; 2], [first, second]: [i64; 2], lang: Lang) -> String {
    let points = |points: i64| Word::from(signed(points).trim_start_matches('+').to_owned());
    lang.say(
        "totals",
        &[("one", one.into()), ("first", points(first)), ("other", other.into()), ("second", points(second))],
    )
}
