//! Sums of games by nimbers (R. P. Sprague, "Über mathematische Kampfspiele", 1935; P. M. Grundy, "Mathematics and
//! games", 1939).
//!
//! **Theorem.** In normal play every impartial position is worth a heap of Nim: its nimber is the least number that no
//! option has, a sum has the nim-sum of its parts' nimbers, and the mover loses exactly where that is 0.
//!
//! Holds for games that say which parts they are the sum of, in normal play, where play does not repeat (verified:
//! a part that can come back to itself is reported). Misère play is solved in a file of its own (`misere`). Cost: every option of every
//! part that can occur, once; most kinds of parts have as many options as they are large, so the work grows with the
//! square of the largest part. Memory: 64 bytes a part. Parts that are only taken from, by amounts that do not depend on
//! their size, need one look-up an amount and 2 bytes a size; octal games have their own way. Who wins is known of every position made of such parts, not how
//! soon.

mod bulk;
mod forms;
mod misere;
pub(crate) mod positions;
mod taken;

pub(crate) use forms::{BY_FORMS, Search as PartSearch};
pub use positions::may_have_nimbers;

use super::theorem::octal;
use super::{Ask, Asked, Estimate, Family, Method, Ready, Solved, Strategy, who_not_when};
use crate::error::{Loop, Stop};
use crate::facts::Facts;
use crate::game::{Game, Part, Parts};
use crate::limits::{Limits, Meter};
use crate::nimber::octal::{Code, analyse};
use crate::nimber::{mex, nim_sum};
use crate::store::{Nimbers, PartWorth, Store};
use crate::value::Kind;
use bouton_rules::{Text, say};
use std::collections::BTreeSet;

pub(super) struct Grundy;

static AMOUNTS: Strategy = Strategy {
    name: "amounts",
    about: "size by size, where parts are only taken from and by the same amounts whatever their size",
    speed: None,
};
static OCTAL: Strategy = Strategy {
    name: "octal",
    about: "size by size by a sparse space, where the moves of a part have an octal code (Guy and Smith 1956)",
    speed: None,
};
static NIMBERS: Strategy = Strategy {
    name: "nimbers",
    about: "every option of every part that can occur, once (Sprague 1935, Grundy 1939)",
    speed: None,
};
static MISERE: Strategy = Strategy {
    name: "misere",
    about: "in misère play: at once where parts are tame (Conway 1976), else every sum of parts once",
    speed: None,
};

static FORMS: Strategy = Strategy {
    name: "forms",
    about: "where players have moves of their own: the canonical form of every part, and their sum (Conway 1976)",
    speed: None,
};

static FAMILY: Family = Family {
    name: "grundy",
    about: "nimbers or canonical forms of the parts of a sum, and sums in misère play: who wins, not how soon",
    when: "the game is a sum of parts: impartial ones, or in normal play any",
    costs: "every option of every part once; who wins, not how soon",
    strategies: || vec![&AMOUNTS, &OCTAL, &NIMBERS, &MISERE, &FORMS],
};

impl<G: Game> Method<G> for Grundy {
    fn family(&self) -> &'static Family {
        &FAMILY
    }

    fn fit<'a>(&self, asked: Asked<'a, G>, facts: &Facts, _: &Limits) -> Result<Ready<'a, G>, Text> {
        let Asked { game, start, ask, .. } = asked;
        if let Some(parts) = game.partizan_parts() {
            return Ok(forms::fit(&asked, parts)?.aside(who_not_when(game, ask, facts)));
        }
        let parts = game.parts().ok_or("no parts are known whose sum the game is")?;
        if facts.repeat.is_some() || facts.kind != Kind::Outcome {
            return Err("nimbers are for games that end and are won or lost".into());
        }
        let first = parts.split(start);
        let ready = if parts.normal() { normal(&asked, parts, first)? } else { misere(&asked, parts, first)? };
        Ok(ready.aside(who_not_when(game, ask, facts)))
    }
}

/// Normal play.
fn normal<'a, G: Game>(
    asked: &Asked<'a, G>,
    parts: &'a dyn Parts<G::Position>,
    first: Vec<Part>,
) -> Result<Ready<'a, G>, Text> {
    let code = code(parts);
    let taken = if asked.wants(&AMOUNTS) { taken::seen(parts, &first) } else { None };
    let strategy = match (&taken, &code) {
        (Some(_), _) => &AMOUNTS,
        (None, Some(_)) if asked.wants(&OCTAL) => &OCTAL,
        (None, _) => &NIMBERS,
    };
    if !asked.wants(strategy) {
        return Err(lacking(asked).into());
    }
    let bytes = match &taken {
        Some(_) => size_of::<crate::nimber::Nimber>() as u64,
        None => 2 * (size_of::<Part>() + size_of::<PartWorth>()) as u64,
    };
    let value = match (taken.as_deref(), &code) {
        (Some([one]), Some(code)) => say!("the moves of a part are those of the octal code {code}: {}", one.says()),
        (Some([one]), None) => one.says(),
        (Some(_), _) => "parts are only taken from: size by size, the least nimber that no size left has".into(),
        (None, Some(code)) if strategy == &OCTAL => {
            say!("the moves of a part are those of the octal code {code}: by a sparse space (Guy and Smith 1956)")
        }
        (None, _) => "the least nimber that no option has; work grows with the square of a part".into(),
    };
    let steps = vec![("value every part", value), ("add them", "by nim-sum: the mover loses where it is 0".into())];
    let unit = Some(if taken.is_some() { "size of a part" } else { "part" });
    let estimate = Estimate { bytes, steps, unit, ..Estimate::default() };
    Ok(Ready::new(strategy, estimate, move |meter| {
        meter.phase("parts", None);
        // What is only taken from was looked at up to the sizes that it takes to say so.
        let kinds = if strategy == &AMOUNTS { taken::kinds(parts, &first) } else { None };
        let by_code = code.as_ref().filter(|_| strategy != &NIMBERS);
        let (nimbers, ran) = match (kinds, by_code) {
            (Some(kinds), _) => (taken::nimbers(&kinds, meter)?, &AMOUNTS),
            (None, Some(code)) => (by_code_of(code, &first, meter)?, &OCTAL),
            (None, None) => (nimbers(parts, &first, meter)?, &NIMBERS),
        };
        let finished = u64::from(nimbers.outcome(&first).is_some_and(|outcome| outcome.plies() == Some(0)));
        let instead = (ran != strategy).then_some(ran);
        Ok(Solved { whole: false, instead, ..Solved::whole(Store::sum(nimbers), finished) })
    }))
}

/// What a sum lacks for the only strategy that is wanted.
fn lacking<G: Game>(asked: &Asked<G>) -> &'static str {
    match asked.only {
        Some(only) if only == &OCTAL => "the moves of a part have no octal code",
        Some(only) if only == &MISERE => "whoever cannot move loses here",
        Some(only) if only == &FORMS => "both players have the same moves in its parts: nimbers do",
        _ => "parts are not only taken from, or by amounts that depend on their size",
    }
}

/// In misère play every part is asked for all its moves: larger ones are left to methods that need not.
const LARGEST_MISERE: i64 = 1 << 12;

/// Misère play is solved part by part where the parts are tame, and over sums where not.
fn misere<'a, G: Game>(
    asked: &Asked<'a, G>,
    parts: &'a dyn Parts<G::Position>,
    first: Vec<Part>,
) -> Result<Ready<'a, G>, Text> {
    if !asked.wants(&MISERE) {
        return Err("whoever cannot move wins here".into());
    }
    if first.iter().any(|part| part.value.saturating_abs() > LARGEST_MISERE) {
        let reason = "in misère play every move of every part is looked at, and here parts are too large for that";
        return Err(reason.into());
    }
    let tame = "which are tame: as in Nim, worth the same in misère play or 0 for 1 (Conway 1976)".into();
    let sums =
        "of tame parts as in misère Nim; if one is not tame, every sum once, whatever the order of its parts".into();
    let steps = vec![("weigh every part", tame), ("settle the sums", sums)];
    let entries = first.len() as u64 * size_of::<u32>() as u64;
    let bytes = 2 * (size_of::<Box<[u32]>>() as u64 + 2) + 16 + entries;
    let estimate = Estimate { bytes, steps, unit: Some("sum"), ..Estimate::default() };
    let only_who_wins = asked.ask == Ask::Value;
    Ok(Ready::new(&MISERE, estimate, move |meter| {
        meter.phase("parts", None);
        let sums = misere::solve(parts, &first, only_who_wins, meter)?;
        let finished = u64::from(sums.outcome(&first).is_some_and(|outcome| outcome.plies() == Some(0)));
        Ok(Solved { whole: false, ..Solved::whole(Store::misere(sums), finished) })
    }))
}

/// The octal code of the only kind of part, if it has one.
fn code<P>(parts: &dyn Parts<P>) -> Option<Code> {
    parts.breaks().and_then(|breaks| octal::code(&breaks))
}

/// The nimbers of heaps up to the largest of these, by their octal code: no option is asked for.
fn by_code_of(code: &Code, first: &[Part], meter: &mut Meter) -> Result<Nimbers, Stop> {
    let largest = first.iter().map(|part| part.value).max().unwrap_or(0);
    let found = analyse(code, usize::try_from(largest).unwrap_or(0), meter.limits())?;
    let mut nimbers = Nimbers::default();
    for ((size, nimber), value) in found.values.iter().enumerate().zip(0..) {
        meter.step()?;
        meter.position(|| nimbers.bytes())?;
        let worth = PartWorth { nimber: u64::from(*nimber), idle: !code.can_move(size) };
        nimbers.set(Part { kind: 0, value }, worth);
    }
    Ok(nimbers)
}

/// The nimbers of these parts and of all that can be left of them.
pub(crate) fn nimbers<P>(parts: &dyn Parts<P>, first: &[Part], meter: &mut Meter) -> Result<Nimbers, Stop> {
    let mut search = Search { parts, nimbers: Nimbers::default(), open: BTreeSet::new(), line: Vec::new() };
    let mut tried = false;
    let mut waiting: Vec<Part> = first.to_vec();
    waiting.sort_unstable_by(|one, two| two.cmp(one));
    while let Some(&part) = waiting.last() {
        meter.step()?;
        if let Some(bulk) = parts.bulk().filter(|_| !std::mem::replace(&mut tried, true))
            && let Some(nimbers) = bulk::nimbers(parts, bulk, first, meter)?
        {
            return Ok(nimbers);
        }
        if search.nimbers.get(part).is_some() {
            waiting.pop();
            continue;
        }
        let unknown = search.look(part, meter)?;
        if unknown.is_empty() {
            waiting.pop();
        }
        // The largest first: the smallest, on top, is valued next, and by then nearly all it leads to is known.
        waiting.extend(unknown.into_iter().rev());
    }
    Ok(search.nimbers)
}

struct Search<'a, P> {
    parts: &'a dyn Parts<P>,
    nimbers: Nimbers,
    /// Parts that wait for what they lead to, in a line: each is led to by the one before.
    open: BTreeSet<Part>,
    line: Vec<Part>,
}

impl<P> Search<'_, P> {
    /// Values a part if all it leads to is known; what is not, otherwise, rising.
    fn look(&mut self, part: Part, meter: &mut Meter) -> Result<BTreeSet<Part>, Stop> {
        let options = self.parts.options(part).map_err(|fault| Stop::at(fault, self.parts.show(part)))?;
        let (mut found, mut unknown) = (Vec::with_capacity(options.len()), BTreeSet::new());
        for left in &options {
            meter.step()?;
            let known = left.iter().map(|part| self.nimbers.get(*part).map(|worth| worth.nimber));
            match known.collect::<Option<Vec<u64>>>() {
                Some(values) => found.push(nim_sum(values)),
                None => unknown.extend(left.iter().filter(|part| self.nimbers.get(**part).is_none())),
            }
        }
        if let Some(again) = unknown.iter().find(|next| **next == part || self.open.contains(next)) {
            return Err(self.cycle(part, *again));
        }
        if unknown.is_empty() {
            meter.position(|| self.nimbers.bytes())?;
            self.nimbers.set(part, PartWorth { nimber: mex(found), idle: options.is_empty() });
            if self.open.remove(&part) {
                self.line.pop();
            }
        } else if self.open.insert(part) {
            self.line.push(part);
        }
        Ok(unknown)
    }

    fn cycle(&self, part: Part, again: Part) -> Stop {
        let from = self.line.iter().position(|open| *open == again).unwrap_or(self.line.len());
        let show = |part: &Part| self.parts.show(*part);
        let mut positions: Vec<String> = self.line[from..].iter().map(show).collect();
        if self.line.last() != Some(&part) {
            positions.push(show(&part));
        }
        Stop::Cycle(Box::new(Loop { positions, ..Loop::default() }))
    }
}
