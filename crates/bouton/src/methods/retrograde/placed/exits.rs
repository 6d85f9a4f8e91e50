//! Moves out of a tier to others that are solved: what they are worth is told to the waves in the ply in which it counts.

use crate::leb128;
use crate::store::Near;

/// What the moves of a position that lead to solved tiers decide, if they decide something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Exit {
    pub(super) number: u32,
    /// Counted from the position itself.
    pub(super) plies: u32,
    /// Whether one of the moves wins, the soonest in so many plies; else all of them lose, the latest in so many.
    pub(super) wins: bool,
}

/// What moves to positions with these codes come to, each with whether the same player moves on there: when that decides something and whether it
/// wins, and how many of them need not be counted any more. Nothing where a code is not known.
pub(super) fn told(leaving: impl Iterator<Item = (Option<u16>, bool)>) -> Option<(Option<(u32, bool)>, u32)> {
    let (mut soonest, mut latest, mut losing, mut drawn) = (None::<u32>, 0, 0_u32, false);
    for (code, same_mover) in leaving {
        let code = code.filter(|code| *code != Near::UNKNOWN)?;
        let plies = u32::from(Near::plies(code)) + 1;
        if code == Near::DRAW {
            drawn = true;
        } else if Near::is_win(code) == same_mover {
            soonest = Some(soonest.map_or(plies, |known| known.min(plies)));
        } else {
            (latest, losing) = (latest.max(plies), losing + 1);
        }
    }
    Some(match soonest {
        Some(plies) => (Some((plies, true)), 0),
        // With a draw at hand nobody loses.
        None if drawn || losing == 0 => (None, 0),
        None => (Some((latest, false)), losing - 1),
    })
}

/// All of them by ply.
#[derive(Debug, Default)]
pub(super) struct Exits(Vec<[Rising; 2]>);

/// Rising numbers, each as how much more it is than the one before.
#[derive(Debug, Default)]
struct Rising {
    bytes: Vec<u8>,
    last: u32,
}

impl Exits {
    /// Adds one of a higher number than all before.
    pub(super) fn add(&mut self, exit: Exit) {
        let at = exit.plies as usize;
        if self.0.len() <= at {
            self.0.resize_with(at + 1, Default::default);
        }
        self.0[at][usize::from(exit.wins)].push(exit.number);
    }

    /// Forgets those of a ply, and visits each: its number, and whether it wins.
    pub(super) fn take(&mut self, plies: u32, mut visit: impl FnMut(u32, bool)) {
        let of_ply = self.0.get_mut(plies as usize).map(std::mem::take).unwrap_or_default();
        for (wins, rising) in [false, true].into_iter().zip(of_ply) {
            rising.each(|number| visit(number, wins));
        }
    }

    /// Whether there may be any from this ply on.
    pub(super) fn go_on(&self, plies: u32) -> bool {
        (plies as usize) < self.0.len()
    }

    pub(super) fn bytes(&self) -> u64 {
        self.0.iter().flatten().map(|rising| rising.bytes.capacity() as u64).sum()
    }
}

impl Rising {
    fn push(&mut self, number: u32) {
        let more = number - std::mem::replace(&mut self.last, number);
        leb128::write(u64::from(more), &mut self.bytes);
    }

    fn each(&self, mut visit: impl FnMut(u32)) {
        let (mut bytes, mut number) = (self.bytes.as_slice(), 0);
        while let Some(more) = leb128::read(&mut bytes) {
            number += u32::try_from(more).expect("it was written from 32 bits");
            visit(number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exits_come_back_in_their_ply() {
        let mut exits = Exits::default();
        let all = [(0, 3, true), (1, 3, true), (127, 3, false), (128, 1, false), (300, 3, true), (u32::MAX, 3, true)];
        all.iter().for_each(|&(number, plies, wins)| exits.add(Exit { number, plies, wins }));
        assert!(exits.go_on(3) && !exits.go_on(4));
        for plies in 0..5 {
            let mut found = Vec::new();
            exits.take(plies, |number, wins| found.push((number, plies, wins)));
            found.sort_unstable();
            let expected: Vec<_> = all.into_iter().filter(|exit| exit.1 == plies).collect();
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn the_soonest_win_and_the_latest_loss_count() {
        let of = |edges: &[(u16, bool)]| told(edges.iter().map(|(code, same_mover)| (Some(*code), *same_mover)));
        let (win, loss) = (|plies| Near::win(plies).unwrap(), |plies| Near::loss(plies).unwrap());
        assert_eq!(of(&[(loss(4), false), (win(2), true), (win(0), false)]), Some((Some((3, true)), 0)));
        assert_eq!(of(&[(win(4), false), (loss(7), true), (win(0), false)]), Some((Some((8, false)), 2)));
        assert_eq!(of(&[(win(4), false), (Near::DRAW, true)]), Some((None, 0)));
        assert_eq!(of(&[]), Some((None, 0)));
        assert_eq!(of(&[(Near::UNKNOWN, true)]), None);
    }
}
