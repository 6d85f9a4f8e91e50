//! Sums whose parts are only taken from, by amounts that do not depend on how much there is: a table of sizes, or a formula.

use super::super::theorem::heaps::{Amounts, Heaps};
use crate::error::Stop;
use crate::game::{Part, Parts, Takes};
use crate::limits::Meter;
use crate::nimber::take;
use crate::recurrence::{Breaks, End, Recurrence, Variable};
use crate::store::{self, Nimbers, Sizes};
use crate::value::{Kind, Outcome, Plies, Value};
use bouton_rules::{Text, say};
use std::collections::BTreeMap;

/// A kind of part that is only taken from.
pub(super) struct Taken {
    kind: usize,
    /// The value of a part of which nothing is left.
    empty: i64,
    /// The size of the largest.
    largest: i64,
    amounts: Amounts,
}

/// To say what a sum is, sizes up to this are enough.
const TO_SAY: i64 = 1 << 10;

/// What may be taken from every kind of part there is, if they are all of this sort.
pub(super) fn kinds<P>(parts: &dyn Parts<P>, first: &[Part]) -> Option<Vec<Taken>> {
    let mut largest: BTreeMap<usize, i64> = BTreeMap::new();
    for part in first {
        largest.entry(part.kind).and_modify(|most| *most = part.value.max(*most)).or_insert(part.value);
    }
    let by_form = parts.breaks().and_then(by_form);
    let taken = |(kind, most): (usize, i64)| {
        let found = by_form.clone().or_else(|| parts.takes(kind, most).map(|takes| by_trial(takes, most)));
        let (empty, amounts) = found?;
        Some(Taken { kind, empty, largest: most.checked_sub(empty)?.max(0), amounts })
    };
    let kinds: Vec<Taken> = largest.into_iter().map(taken).collect::<Option<_>>()?;
    (!kinds.is_empty()).then_some(kinds)
}

/// As `kinds`, of parts no larger than it takes to say what they are.
pub(super) fn seen<P>(parts: &dyn Parts<P>, first: &[Part]) -> Option<Vec<Taken>> {
    let smaller = |part: &Part| Part { value: part.value.min(TO_SAY), ..*part };
    kinds(parts, &first.iter().map(smaller).collect::<Vec<_>>())
}

/// The amounts, where the moves have closed forms: the part is then a game of one heap.
fn by_form(breaks: Breaks) -> Option<(i64, Amounts)> {
    let (lo, hi) = breaks.bounds;
    let single = breaks.moves.iter().all(|mv| mv.next.len() == 1);
    let lost = End { when: Vec::new(), value: Value::Outcome(Outcome::Loss(Plies::Of(0))) };
    let heap = Recurrence {
        kind: Kind::Outcome,
        variables: vec![Variable { name: String::new(), lo, hi }],
        rows: Vec::new(),
        ends: Vec::new(),
        moves: breaks.moves,
        stuck: vec![lost],
        needs: Vec::new(),
        remaining: None,
    };
    let heaps = single.then(|| Heaps::of(&heap)).flatten()?;
    Some((heaps.empty()?, heaps.amounts(&[0])?))
}

/// The amounts, tried at the largest size `most`.
fn by_trial(takes: Takes, most: i64) -> (i64, Amounts) {
    match Amounts::among(takes.amounts) {
        Amounts::UpTo(Some(all)) if most.checked_sub(takes.empty) == Some(all) => (takes.empty, Amounts::UpTo(None)),
        amounts => (takes.empty, amounts),
    }
}

impl Taken {
    /// In words, for EXPLAIN.
    pub(super) fn says(&self) -> Text {
        match &self.amounts {
            Amounts::UpTo(None) => "any amount may be taken from a part: its nimber is its size".into(),
            Amounts::UpTo(Some(most)) => {
                say!("1 to {most} may be taken from a part: its nimber is its size modulo {}", most.saturating_add(1))
            }
            Amounts::Among(amounts) => {
                let mut few: Vec<String> = amounts.iter().take(4).map(i64::to_string).collect();
                if amounts.len() > few.len() {
                    few.push("…".to_owned());
                }
                say!(
                    "{} may be taken from a part, whatever its size: size by size, the least nimber that no smaller size left has",
                    Text::names(few)
                )
            }
        }
    }

    fn worth(&self, meter: &mut Meter) -> Result<store::Heaps, Stop> {
        let (least, values) = match &self.amounts {
            Amounts::UpTo(most) => (1, Sizes::Modulo(most.map(|most| most.unsigned_abs() + 1))),
            Amounts::Among(amounts) => {
                let largest = usize::try_from(self.largest).unwrap_or(usize::MAX);
                let fitting = amounts.iter().filter_map(|amount| usize::try_from(*amount).ok());
                let amounts: Vec<usize> = fitting.take_while(|amount| *amount <= largest).collect();
                let least = amounts.first().map_or(i64::MAX, |least| i64::try_from(*least).unwrap_or(i64::MAX));
                let (values, period) = match take::until_proven(&amounts, largest, false, meter)? {
                    Some((values, period)) => (values, period.map(|period| (period.from, period.length))),
                    None => (take::values(&amounts, largest, meter.limits())?, None),
                };
                (least, Sizes::Table(values, period))
            }
        };
        Ok(store::Heaps { empty: self.empty, least, values })
    }
}

/// The nimbers of all parts of these kinds, up to the largest of each.
pub(super) fn nimbers(kinds: &[Taken], meter: &mut Meter) -> Result<Nimbers, Stop> {
    let mut nimbers = Nimbers::default();
    for taken in kinds {
        nimbers.set_all(taken.kind, taken.worth(meter)?);
    }
    let sizes = nimbers.len();
    (0..sizes).try_for_each(|_| meter.position(|| nimbers.bytes()))?;
    Ok(nimbers)
}
