//! Answers of a family as `bouton.answer/1`, written as they are found.

use super::code::{Code, Kind};
use super::fill::Held;
use super::run::Act;
use serde_json::Value as Json;
use std::fmt::Write;

/// How much is wanted of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wanted {
    /// The value.
    Value,
    /// The moves too.
    Best,
    /// A line of best play too.
    Line,
}

/// A solved case.
#[derive(Debug)]
pub struct Told<'c> {
    pub(super) code: &'c Code,
    pub(super) held: &'c Held,
    /// What the start is worth to its mover.
    pub value: i64,
    pub(super) totals: Option<[i64; 2]>,
    pub(super) exact: bool,
    pub(super) offers: Vec<Offered>,
    pub(super) line: Vec<Made>,
    /// How many positions were solved: all that can be reached.
    pub solved: u64,
}

/// A move that was made.
#[derive(Clone, Debug)]
pub(super) struct Made {
    pub(super) mv: usize,
    pub(super) args: Vec<i64>,
    pub(super) by: usize,
    pub(super) act: Act,
}

/// A move that can be made, with its worth.
#[derive(Clone, Debug)]
pub(super) struct Offered {
    pub(super) made: Made,
    pub(super) next: u32,
    pub(super) worth: i64,
    pub(super) best: bool,
}

/// The method that such answers name, and its only strategy.
const METHOD: &str = "memo";

impl Told<'_> {
    /// What the mover and the other get, where every best play gives the same.
    #[must_use]
    pub fn totals(&self) -> Option<[i64; 2]> {
        self.totals.filter(|_| self.exact)
    }

    /// The answer on one line; `id` stands where the case has one.
    #[must_use]
    pub fn json(&self, id: Option<&Json>, wanted: Wanted) -> String {
        let mut out = String::with_capacity(if wanted == Wanted::Value { 512 } else { 2_048 });
        // Writing to a text cannot fail.
        let _ = self.write(&mut out, id, wanted);
        out
    }

    fn write(&self, out: &mut String, id: Option<&Json>, wanted: Wanted) -> std::fmt::Result {
        let code = self.code;
        out.push_str("{\"schema\":\"bouton.answer/1\",");
        if let Some(id) = id {
            write!(out, "\"id\":{id},")?;
        }
        write!(out, "\"game\":{},\"params\":{{", code.name)?;
        self.params(out)?;
        out.push_str("},\"position\":{");
        for (state, value) in code.states.iter().zip(&self.held.state) {
            match state.truth {
                true => write!(out, "{}:{},", state.name, *value != 0)?,
                false => write!(out, "{}:{value},", state.name)?,
            }
        }
        let [first, second] = &code.players;
        let winner = match self.value {
            0 => "null",
            lead if lead > 0 => first,
            _ => second,
        };
        write!(out, "\"turn\":{first}}},\"value\":{{\"kind\":\"points\",\"winner\":{winner},")?;
        let value = self.value;
        write!(out, "\"lead\":{{{first}:{value},{second}:{}}},\"for_mover\":{value}}},", -value)?;
        if let Some([mine, theirs]) = self.totals {
            let exact = self.exact;
            write!(out, "\"totals\":{{{first}:{mine},{second}:{theirs}}},\"totals_exact\":{exact},")?;
        }
        out.push_str("\"plies\":null,");
        if wanted >= Wanted::Best {
            self.offers(out)?;
        }
        if wanted >= Wanted::Line {
            self.line(out)?;
        }
        write!(
            out,
            "\"positions\":{{\"solved\":{}}},\"method\":\"{METHOD}\",\"strategy\":\"{METHOD}\",\"exact\":true}}",
            self.solved
        )
    }

    fn params(&self, out: &mut String) -> std::fmt::Result {
        for (at, param) in self.code.params.iter().enumerate() {
            let (comma, list) = (if at > 0 { "," } else { "" }, &self.held.lists[at]);
            write!(out, "{comma}{}:", param.name)?;
            match &param.kind {
                Kind::Number(_) => write!(out, "{}", self.held.numbers[at])?,
                Kind::Bool => write!(out, "{}", self.held.numbers[at] != 0)?,
                Kind::List(..) => numbers(out, &list.entries)?,
                Kind::Grid(..) => {
                    for (row, cells) in list.entries.chunks(list.columns.max(1)).enumerate() {
                        out.push(if row == 0 { '[' } else { ',' });
                        numbers(out, cells)?;
                    }
                    out.push(']');
                }
            }
        }
        Ok(())
    }

    /// `take(1)`
    fn made(&self, out: &mut String, made: &Made) -> std::fmt::Result {
        out.push('"');
        out.push_str(&self.code.moves[made.mv].name);
        for (at, arg) in made.args.iter().enumerate() {
            write!(out, "{}{arg}", if at == 0 { '(' } else { ',' })?;
        }
        out.push_str(if made.args.is_empty() { "\"" } else { ")\"" });
        Ok(())
    }

    fn offers(&self, out: &mut String) -> std::fmt::Result {
        out.push_str("\"best\":[");
        for (at, offer) in self.offers.iter().filter(|offer| offer.best).enumerate() {
            out.push_str(if at > 0 { "," } else { "" });
            self.made(out, &offer.made)?;
        }
        out.push_str("],\"moves\":[");
        for (at, offer) in self.offers.iter().enumerate() {
            let mv = &self.code.moves[offer.made.mv];
            out.push_str(if at > 0 { ",{\"move\":" } else { "{\"move\":" });
            self.made(out, &offer.made)?;
            write!(out, ",\"name\":{},\"args\":{{", mv.quoted)?;
            for (at, (choice, arg)) in mv.choices.iter().zip(&offer.made.args).enumerate() {
                write!(out, "{}{}:{arg}", if at > 0 { "," } else { "" }, choice.name)?;
            }
            let (gain, worth) = (net(&offer.made), offer.worth);
            write!(out, "}},\"gain\":{gain},\"for_mover\":{worth},\"best\":{}}}", offer.best)?;
        }
        out.push_str("],");
        Ok(())
    }

    fn line(&self, out: &mut String) -> std::fmt::Result {
        out.push_str("\"line\":[");
        for (at, made) in self.line.iter().enumerate() {
            let comma = if at > 0 { "," } else { "" };
            write!(out, "{comma}{{\"by\":{},\"move\":", self.code.players[made.by])?;
            self.made(out, made)?;
            write!(out, ",\"gain\":{}}}", net(made))?;
        }
        out.push_str("],");
        Ok(())
    }
}

fn net(made: &Made) -> i64 {
    made.act.mine.saturating_sub(made.act.theirs)
}

fn numbers(out: &mut String, numbers: &[i64]) -> std::fmt::Result {
    out.push('[');
    for (at, number) in numbers.iter().enumerate() {
        write!(out, "{}{number}", if at > 0 { "," } else { "" })?;
    }
    out.push(']');
    Ok(())
}
