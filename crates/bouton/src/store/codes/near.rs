//! Outcomes in two bytes, or in one where plies are few.

use crate::value::{Outcome, Plies};

/// Outcomes in two bytes, where every win is counted and comes within 32,000 plies: 0 for nothing, 1 for a draw, then wins and losses
/// in turn, the nearest first.
pub(crate) struct Near;

impl Near {
    /// Nothing known.
    pub(crate) const UNKNOWN: u16 = 0;
    /// A draw.
    pub(crate) const DRAW: u16 = 1;
    /// A win in no plies; then come losses and wins in turn.
    pub(super) const FIRST: u16 = 2;

    /// An outcome's code, if it has one.
    pub(crate) fn of(outcome: Outcome) -> Option<u16> {
        match outcome {
            Outcome::Draw => Some(Near::DRAW),
            Outcome::Win(Plies::Of(plies)) => Near::win(plies),
            Outcome::Loss(Plies::Of(plies)) => Near::loss(plies),
            _ => None,
        }
    }

    /// A win in so many plies.
    pub(crate) fn win(plies: u32) -> Option<u16> {
        u16::try_from(plies).ok()?.checked_mul(2)?.checked_add(Near::FIRST)
    }

    /// A loss in so many plies.
    pub(crate) fn loss(plies: u32) -> Option<u16> {
        Near::win(plies)?.checked_add(1)
    }

    /// Whether the code of a win or a loss is that of a win.
    pub(crate) fn is_win(code: u16) -> bool {
        code.is_multiple_of(2)
    }

    /// The plies that the code of a win or a loss says.
    pub(crate) fn plies(code: u16) -> u16 {
        code.saturating_sub(Near::FIRST) / 2
    }

    /// What a code means.
    pub(crate) fn outcome(code: u16) -> Option<Outcome> {
        let plies = Plies::Of(u32::from(Near::plies(code)));
        match code {
            Near::UNKNOWN => None,
            Near::DRAW => Some(Outcome::Draw),
            win if Near::is_win(win) => Some(Outcome::Win(plies)),
            _ => Some(Outcome::Loss(plies)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_outcomes_come_back() {
        let plies = [0, 1, 32_766].map(Plies::Of);
        for outcome in plies.map(Outcome::Win).into_iter().chain(plies.map(Outcome::Loss)).chain([Outcome::Draw]) {
            assert_eq!(Near::of(outcome).and_then(Near::outcome), Some(outcome));
        }
        assert_eq!((Near::win(32_767), Near::outcome(Near::UNKNOWN)), (None, None));
        assert_eq!(Near::of(Outcome::Win(Plies::Endless)), None);
    }
}
