//! How much of a game is solved before it is explained: every position where they are few, else its value, its moves and best play.

use bouton::game::Game;
use bouton::{Ask, Instance, Limits, Stop};

/// So many positions are few: then all of them are solved, and explanations can go as deep as they like.
pub const FEW: u64 = 2_000_000;

/// Everything, where there are at most so many positions.
///
/// # Errors
/// Why it could not be solved; [`Stop::Positions`] where there are more.
pub fn everything<T>(
    limits: &Limits,
    most: u64,
    solve: impl FnOnce(Ask, &Limits) -> Result<T, Stop>,
) -> Result<T, Stop> {
    let positions = Some(limits.positions.map_or(most, |positions| positions.min(most)));
    solve(Ask::Table, &Limits { positions, ..limits.clone() })
}

/// Everything, where positions are few; else what the start needs. `chosen` says that a method was asked for: then what stops it is told.
///
/// # Errors
/// Why it could not be solved.
pub fn around<T>(
    game: &Instance,
    limits: &Limits,
    chosen: bool,
    solve: &mut dyn FnMut(Ask, &Limits) -> Result<T, Stop>,
) -> Result<T, Stop> {
    if game.index().is_none_or(|index| index.size() <= FEW) {
        let asked = limits.positions.unwrap_or(FEW);
        let solved = everything(limits, asked.min(FEW), &mut *solve);
        // What was refused beforehand is as good as what was stopped on the way.
        let goes_on = solved.as_ref().err().is_some_and(|stop| match stop.why() {
            Stop::Positions { .. } => asked >= FEW,
            Stop::Memory { .. } | Stop::NoMethod(_) | Stop::Unfit { .. } => !chosen,
            _ => false,
        });
        if !goes_on {
            return solved;
        }
    }
    solve(Ask::Line, limits)
}
