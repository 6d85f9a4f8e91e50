//! Every small case, smallest first: few and small numbers before many or large ones.

use super::{Shape, Sizes, Tape, make};
use bouton::Rules;
use bouton::rules::datum::Datum;
use bouton::sample::Params;
use std::sync::Arc;

/// All parameters within these sizes. A round holds those whose longest list and whose count of different numbers (from the least
/// allowed on) are at most so large; in it the smaller numbers come first, then the shorter lists. What is refused is left out. The
/// same for the same rules.
pub fn growing(rules: &Arc<Rules>, fixed: &Params, sizes: &Sizes) -> impl Iterator<Item = Params> + use<> {
    let (rules, fixed, sizes) = (rules.clone(), fixed.clone(), sizes.clone());
    let first = sizes.least.unwrap_or(1);
    let (longest, largest) = (sizes.len.max(0), sizes.value.saturating_sub(first).saturating_add(1).max(1));
    let rounds = (1..=longest.max(largest)).flat_map(move |side| {
        let long = (1..side).map(move |count| (side, count));
        let large = (0..=side).map(move |len| (len, side));
        long.chain(large).filter(move |(len, count)| *len <= longest && *count <= largest)
    });
    rounds.flat_map(move |(len, count)| {
        let most = first.saturating_add(count - 1);
        let sizes = Sizes { len, value: most, ..sizes.clone() };
        All { rules: rules.clone(), fixed: fixed.clone(), sizes, tape: Some(Tape::default()) }
            .filter(move |params| reaches(params, len, most))
    })
}

/// Every case of one size.
struct All {
    rules: Arc<Rules>,
    fixed: Params,
    sizes: Sizes,
    tape: Option<Tape>,
}

impl Iterator for All {
    type Item = Params;

    fn next(&mut self) -> Option<Params> {
        loop {
            let mut tape = self.tape.take()?;
            let made = make::make(&self.rules, &self.fixed, &self.sizes, Shape::Free, &mut tape);
            self.tape = tape.wind().then_some(tape);
            if made.is_some() {
                return made;
            }
        }
    }
}

/// Whether a case is as large as its round allows, so that no earlier round had it. What is always so large (a fixed length,
/// numbers that begin higher) may come twice.
fn reaches(params: &Params, len: i64, most: i64) -> bool {
    let (mut longest, mut largest) = (None, None);
    params.iter().flatten().for_each(|param| measure(param, &mut longest, &mut largest));
    longest.is_none_or(|longest| longest >= len) && largest.is_none_or(|largest| largest >= most)
}

fn measure(param: &Datum, longest: &mut Option<i64>, largest: &mut Option<i64>) {
    match param {
        Datum::Int(number) => *largest = (*largest).max(Some(*number)),
        Datum::Text(_) | Datum::Graph(_) => *longest = (*longest).max(i64::try_from(param.count()).ok()),
        several => {
            *longest = (*longest).max(i64::try_from(several.count()).ok());
            several.entries().for_each(|entry| measure(&entry, longest, largest));
        }
    }
}
