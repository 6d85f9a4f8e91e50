//! Every small case, smallest first: few and small numbers before many or large ones.

use super::{Maker, Shape, Sizes, Tape, make};
use bouton::rules::datum::Datum;
use bouton::sample::Params;

/// All parameters that somebody makes. A round holds those whose longest list and whose count of different numbers (from the least
/// allowed on) are at most so large; in it the smaller numbers come first, then the shorter lists. What is refused is left out. The
/// same for the same rules.
pub fn growing(maker: &Maker) -> impl Iterator<Item = Params> + use<> {
    let (maker, sizes) = (maker.clone(), maker.sizes.clone());
    let drawn: Vec<bool> = (0..maker.rules.params.len()).map(|which| maker.draws(which)).collect();
    let most = if drawn.contains(&true) { usize::MAX } else { 1 };
    let first = sizes.least.unwrap_or(1);
    let (longest, largest) = (sizes.len.max(0), sizes.value.saturating_sub(first).saturating_add(1).max(1));
    let rounds = (1..=longest.max(largest)).flat_map(move |side| {
        let long = (1..side).map(move |count| (side, count));
        let large = (0..=side).map(move |len| (len, side));
        long.chain(large).filter(move |(len, count)| *len <= longest && *count <= largest)
    });
    let cases = rounds.flat_map(move |(len, count)| {
        let most = first.saturating_add(count - 1);
        let sizes = Sizes { len, value: most, ..sizes.clone() };
        let drawn = drawn.clone();
        All { maker: maker.clone(), sizes, tape: Some(Tape::default()) }
            .filter(move |params| reaches(params, &drawn, len, most))
    });
    cases.take(most)
}

/// Every case of one size.
struct All {
    maker: Maker,
    sizes: Sizes,
    tape: Option<Tape>,
}

impl Iterator for All {
    type Item = Params;

    fn next(&mut self) -> Option<Params> {
        loop {
            let mut tape = self.tape.take()?;
            let made = make::make(&self.maker, &self.sizes, Shape::Free, &mut tape);
            self.tape = tape.wind().then_some(tape);
            if made.is_some() {
                return made;
            }
        }
    }
}

/// Whether what is drawn of a case is as large as its round allows, so that no earlier round had it. What is always so large (a
/// length that is declared, numbers that begin higher) may come twice.
fn reaches(params: &Params, drawn: &[bool], len: i64, most: i64) -> bool {
    let (mut longest, mut largest) = (None, None);
    params
        .iter()
        .zip(drawn)
        .filter(|(_, drawn)| **drawn)
        .filter_map(|(param, _)| param.as_ref())
        .for_each(|param| measure(param, &mut longest, &mut largest));
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
