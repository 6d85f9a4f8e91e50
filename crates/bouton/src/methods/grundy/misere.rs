//! Sums in misère play, where who cannot move wins: exactly, over multisets of parts, or at once where the parts are tame.
//!
//! **Theorem** (J. H. Conway, *On Numbers and Games*, 1976, chapter 12). Let a part be *fickle* if its nimbers in normal and misère play are 0, 1 or 1, 0,
//! *firm* if they are both the same `n`, and *tame* if it is one of these and so is everything that it can become. A sum of tame parts is won as a
//! position of misère Nim: if all are fickle, the mover loses just where their nimbers' sum is 1, otherwise where it is 0.
//!
//! *Proof.* By induction over what a sum can become. A firm 0 or 1 has no fickle option: it would have one of the nimbers that its options lack. So a
//! fickle 0 with a move has a fickle 1 to go to, a fickle 1 has a fickle 0, and neither has a firm 0 or 1. *All fickle, sum 1*: a move leaves a
//! fickle part of the other kind, sum 0, or a firm `n ≥ 2`, sum not 0; both are won. *All fickle, sum 0*: nobody can move and the mover has won, or some
//! part changes to the other fickle kind. *Some firm, sum 0*: every move changes the sum, and where it leaves all fickle, the firm part was an `n ≥ 2`, alone of its
//! kind, so that the sum was not 0. *Some firm, sum not 0*: as in Nim some part has an option that makes the sum 0, and this wins, unless that leaves all fickle.
//! Then the part was firm, alone, an `n ≥ 2`, the others' sum `e` is 0 or 1, and an option with misère nimber `e` is there too: it is firm and makes the
//! sum 0, or fickle and makes it 1. ∎
//!
//! A sum of tame parts has itself the nimbers that this gives, so what a part becomes may be such sums. Where a part is not tame, every sum that can come up
//! is looked at once, whatever the order of its parts. Memory: 4 bytes an entry of a sum and about 50 bytes a sum.

use crate::error::Stop;
use crate::game::{Fault, Part, Parts};
use crate::limits::Meter;
use crate::nimber::{mex, nim_sum};
use crate::store::{Misere, MiserePart, Nimbers};
use std::collections::BTreeMap;

/// What moves leave of each part, by its number: the numbers of what is left.
type Options = Vec<Vec<Box<[u32]>>>;

/// Who wins the sum of these parts and, unless only that is asked, every sum that can come of it.
pub(super) fn solve<P>(parts: &dyn Parts<P>, first: &[Part], only: bool, meter: &mut Meter) -> Result<Misere, Stop> {
    // Nimbers of normal play: and with them every part there is, none of which can come back to itself.
    let nimbers = super::nimbers(parts, first, meter)?;
    let (mut misere, options) = weigh(parts, &nimbers, meter)?;
    let worths: Option<Vec<MiserePart>> = first.iter().map(|part| misere.get(*part)).collect();
    if worths.as_deref().and_then(Misere::tame).is_none()
        && let Some(sum) = misere.key(first)
    {
        meter.phase("sums", None);
        search(sum, &options, &mut misere, only, meter)?;
    }
    Ok(misere)
}

/// Numbers all parts, smallest first in the sense that what a part can become comes before it, and says which are tame.
fn weigh<P>(parts: &dyn Parts<P>, nimbers: &Nimbers, meter: &mut Meter) -> Result<(Misere, Options), Stop> {
    let mut left: BTreeMap<Part, Vec<Vec<Part>>> = BTreeMap::new();
    for part in nimbers.parts() {
        meter.step()?;
        left.insert(part, parts.options(part).map_err(|fault| Stop::at(fault, parts.show(part)))?);
    }
    let (mut misere, mut made) = (Misere::default(), Options::new());
    let mut waiting: Vec<Part> = left.keys().rev().copied().collect();
    while let Some(&part) = waiting.last() {
        meter.step()?;
        let options = left.get(&part).map(Vec::as_slice).unwrap_or_default();
        let unknown: Vec<Part> =
            options.iter().flatten().filter(|left| misere.get(**left).is_none()).copied().collect();
        if misere.get(part).is_some() || unknown.is_empty() {
            waiting.pop();
        }
        if misere.get(part).is_none() && unknown.is_empty() {
            let number =
                u32::try_from(made.len()).map_err(|_| Stop::at(Fault::new("too many parts"), parts.show(part)))?;
            let worth = worth(options, nimbers, &misere, number);
            made.push(options.iter().filter_map(|left| misere.key(left)).collect());
            misere.set(part, worth);
        }
        waiting.extend(unknown);
    }
    Ok((misere, made))
}

/// What a part with these options is worth, everything that it can become being known.
fn worth(options: &[Vec<Part>], nimbers: &Nimbers, misere: &Misere, number: u32) -> MiserePart {
    let normal = mex(options.iter().map(|left| nimbers.sum(left).expect("everything that it can become is known")));
    let worths = |left: &Vec<Part>| left.iter().map(|part| misere.get(*part)).collect::<Option<Vec<MiserePart>>>();
    // The misère nimber of a tame sum: that of its heaps, 0 and 1 exchanged where all are fickle.
    let changed = |left: &Vec<Part>| {
        let worths = worths(left)?;
        let fickle =
            worths.iter().map(|worth| worth.tame).collect::<Option<Vec<bool>>>()?.into_iter().all(|fickle| fickle);
        let sum = nim_sum(worths.iter().map(|worth| worth.nimber));
        Some(if fickle { sum ^ 1 } else { sum })
    };
    let turned: Option<Vec<u64>> = options.iter().map(changed).collect();
    // Who cannot move has won: that is worth 1 in misère play.
    let turned = turned.map(|turned| if turned.is_empty() { 1 } else { mex(turned) });
    let tame = turned.and_then(|turned| match (normal, turned) {
        (0, 1) | (1, 0) => Some(true),
        (normal, turned) if normal == turned => Some(false),
        _ => None,
    });
    MiserePart { number, nimber: normal, idle: options.is_empty(), tame }
}

/// Looks at sums depth first: all that can come up, or where `only` the first is asked, as many as that takes.
fn search(
    first: Box<[u32]>,
    options: &Options,
    misere: &mut Misere,
    only: bool,
    meter: &mut Meter,
) -> Result<(), Stop> {
    let mut line = vec![Open::new(first)];
    while let Some(open) = line.last_mut() {
        meter.step()?;
        let Some(next) = open.next(options) else {
            let (sum, wins) = (std::mem::take(&mut open.sum), open.wins);
            line.pop();
            meter.position(|| misere.bytes())?;
            misere.set_sum(sum, wins);
            continue;
        };
        // Who finds nothing to move in has won.
        let known = if next.is_empty() { Some(true) } else { misere.get_sum(&next) };
        match known {
            Some(wins) => {
                open.wins |= !wins;
                if only && open.wins {
                    open.stop(options);
                }
            }
            None => {
                open.back();
                line.push(Open::new(next));
            }
        }
    }
    Ok(())
}

/// A sum whose moves are being looked at: which part is next, and which of its options.
struct Open {
    sum: Box<[u32]>,
    part: usize,
    option: usize,
    wins: bool,
}

impl Open {
    fn new(sum: Box<[u32]>) -> Open {
        Open { sum, part: 0, option: 0, wins: false }
    }

    /// What the next move leaves.
    fn next(&mut self, options: &Options) -> Option<Box<[u32]>> {
        while let Some(&number) = self.sum.get(self.part) {
            let left = options.get(number as usize).and_then(|options| options.get(self.option));
            // Of equal parts one is enough.
            let again = self.part > 0 && self.sum[self.part - 1] == number;
            if let (Some(left), false) = (left, again) {
                self.option += 1;
                let others = self.sum.iter().enumerate().filter(|(at, _)| *at != self.part).map(|(_, number)| *number);
                let mut next: Vec<u32> = others.chain(left.iter().copied()).collect();
                next.sort_unstable();
                return Some(next.into_boxed_slice());
            }
            (self.part, self.option) = (self.part + 1, 0);
        }
        None
    }

    /// The last move again, once what it leaves is known.
    fn back(&mut self) {
        self.option = self.option.saturating_sub(1);
    }

    /// No more moves.
    fn stop(&mut self, options: &Options) {
        (self.part, self.option) = (self.sum.len(), options.len());
    }
}
