//! Nimbers, and games of one heap: what a heap of each size is worth when the player who cannot move loses.
//!
//! R. P. Sprague (1935) and P. M. Grundy (1939): under normal play every position of an impartial game is worth as much
//! as a heap of Nim; the size of that heap is the position's nimber, the least number that none of its options has
//! (`mex`), and a sum of games has the nim-sum (`^`) of its parts' nimbers. The mover loses exactly where it is 0.
//!
//! `octal` reads codes and finds periods, `sparse` makes long tables quickly, `take` is about heaps that are only taken
//! from, `window` slides over amounts in a row. Knows no rules and no `Game`.

pub mod octal;
mod period;
mod sparse;
pub mod take;
mod window;

pub use period::Proven;

/// What one heap is worth. Tables hold two bytes a heap.
pub type Nimber = u16;

/// The least number that is not there. O(n log n).
#[must_use]
pub fn mex(there: impl IntoIterator<Item = u64>) -> u64 {
    let mut there: Vec<u64> = there.into_iter().collect();
    there.sort_unstable();
    there.dedup();
    (0..).zip(&there).take_while(|(least, value)| least == *value).count() as u64
}

/// The nimber of a sum of parts with these nimbers.
#[must_use]
pub fn nim_sum(parts: impl IntoIterator<Item = u64>) -> u64 {
    parts.into_iter().fold(0, |sum, part| sum ^ part)
}

/// Marks values and finds the least one that is not marked; forgetting all of them costs nothing.
#[derive(Debug)]
struct Marks {
    seen: Vec<u32>,
    now: u32,
}

impl Marks {
    fn new() -> Marks {
        Marks { seen: vec![0; 1 << 16], now: 0 }
    }

    /// Forgets every mark.
    fn clear(&mut self) {
        self.now = self.now.wrapping_add(1);
        if self.now == 0 {
            self.seen.fill(0);
            self.now = 1;
        }
    }

    fn mark(&mut self, value: Nimber) {
        self.seen[usize::from(value)] = self.now;
    }

    fn has(&self, value: Nimber) -> bool {
        self.seen[usize::from(value)] == self.now
    }

    /// The least value not marked; nothing if all 65,536 are.
    fn mex(&self) -> Option<Nimber> {
        (0..=Nimber::MAX).find(|&value| !self.has(value))
    }
}

/// A nimber of 65,536 or more.
pub(crate) fn too_large() -> crate::error::Stop {
    crate::error::Stop::Fault(Box::new(crate::error::Trouble {
        fault: crate::game::Fault::new("a nimber of 65,536 or more"),
        position: String::new(),
        mv: None,
        path: None,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mex_is_the_least_number_missing() {
        assert_eq!(mex([]), 0);
        assert_eq!(mex([1, 2, u64::MAX]), 0);
        assert_eq!(mex([0, 1, 3, 1]), 2);
        assert_eq!(mex(0..7), 7);
        assert_eq!(nim_sum([1, 2, 3]), 0);
        assert_eq!(nim_sum([]), 0);
    }
}
