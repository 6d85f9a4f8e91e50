//! Positions that stand for all their images, as a store knows them: in words, and every image looked up under the one that was kept.

use super::Places;
use crate::game::{Fault, Kept, Symmetries, Words};
use crate::methods::Solved;
use crate::methods::rows::uncounted;
use crate::store::{Cell, Codes, Folded, Layer, Layers, Store};
use crate::value::Kind;
use std::hash::Hash;
use std::sync::Arc;

/// The values of the positions found and of all their images. `finished` are the numbers of those that are finished.
pub(in crate::methods) fn solved<P: Clone + Eq + Ord + Hash>(
    words: &dyn Words<P>,
    by: Arc<Symmetries>,
    (places, codes): (&Places<P>, &Codes),
    finished: &[u32],
) -> Result<Solved<P>, Fault> {
    let write = |number: u32, row: &mut [u64]| words.write(&places.position(number), row);
    let kept = match codes.kind() {
        Kind::Outcome => in_cells::<i32>(words.count(), &write, codes)?,
        Kind::Points => in_cells::<i64>(words.count(), &write, codes)?,
    };
    let mut row = vec![0; words.count()];
    let mut images = |sum: u64, number: u32| {
        write(number, &mut row);
        sum.checked_add(by.count(&row))
    };
    let positions = (0..).take(places.len()).try_fold(0, &mut images).ok_or_else(uncounted)?;
    let finished = finished.iter().copied().try_fold(0, images).ok_or_else(uncounted)?;
    let folded = Folded::new(kept, by, vec![(None, positions)]);
    Ok(Solved::whole(Store::kept(codes.kind(), Arc::new(folded)), finished))
}

/// Writes the words of a position.
type Write<'a> = &'a dyn Fn(u32, &mut [u64]);

/// The positions of all numbers in one table, by so many words.
fn in_cells<C: Cell>(words: usize, write: Write<'_>, codes: &Codes) -> Result<Arc<dyn Kept>, Fault> {
    match words {
        1 => in_words::<1, C>(write, codes),
        2 => in_words::<2, C>(write, codes),
        3 => in_words::<3, C>(write, codes),
        4 => in_words::<4, C>(write, codes),
        _ => Err(Fault::new("positions take more than 256 bits")),
    }
}

fn in_words<const N: usize, C: Cell>(write: Write<'_>, codes: &Codes) -> Result<Arc<dyn Kept>, Fault> {
    let entry = |number: u32| {
        let mut row = [0; N];
        write(number, &mut row);
        (row, C::of(codes.code_at(number as usize)))
    };
    let layer = Layer::of_entries(0, codes.len(), (0..).take(codes.len()).map(&entry))?;
    Ok(Arc::new(Layers { all: vec![layer], disk: None, ranked: false }))
}

/// Bytes of such a table for so many positions of so many words, while it is filled: half to three quarters of its slots are full.
pub(super) fn table_bytes(kind: Kind, words: usize, positions: usize) -> u64 {
    2 * (8 * words as u64 + Codes::cell_bytes(kind) + 1) * positions as u64
}
