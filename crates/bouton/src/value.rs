//! What a position is worth to its mover.

use std::cmp::Ordering;

/// The value of a position, always for the player to move there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// In an outcome game.
    Outcome(Outcome),
    /// In a points game: my points minus theirs from here on.
    Lead(i64),
}

/// Win, draw or loss, with how long it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The mover wins.
    Win(Plies),
    /// Neither wins.
    Draw,
    /// The mover loses.
    Loss(Plies),
}

/// How long a win or a loss takes under best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Plies {
    /// So many moves, of both players together.
    Of(u32),
    /// Play never ends, and the rules say who wins then (`repeat => X wins`).
    Endless,
}

/// What kind of value a game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Win, draw or loss.
    Outcome,
    /// A lead in points.
    Points,
}
