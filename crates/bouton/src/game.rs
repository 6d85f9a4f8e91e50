//! What a method may ask of a game, and what a game may offer more.

use crate::value::Kind;
use bouton_rules::Player;
use std::fmt::Debug;
use std::hash::Hash;

/// A finite two-player, zero-sum game with perfect information.
///
/// Implement it for your own type and every method that fits will solve it; games written in the rules language
/// implement it through `Instance`. Only the functions without a body are needed.
pub trait Game: Sync {
    /// Where play stands, *including whose turn it is*. Small and quick to hash.
    type Position: Clone + Eq + Ord + Hash + Debug + Send + Sync;
    /// A move, as the answer names it.
    type Move: Clone + Eq + Debug + Send + Sync;

    /// Whether positions are worth an outcome or a lead.
    fn kind(&self) -> Kind;

    /// Where play begins.
    fn start(&self) -> Result<Self::Position, Fault>;

    /// Whose turn it is. A finished position may name either player: `ending` is then told from that player's side.
    fn mover(&self, position: &Self::Position) -> Player;

    /// How the game stands here if it is over (asked before `steps`): `None` while it goes on.
    fn ending(&self, position: &Self::Position) -> Result<Option<Ending>, Fault>;

    /// Every legal move of a position that is not finished, appended to `out`, always in the same order.
    /// No move at all counts as a fault of the game: `ending` must have said what it means.
    fn steps(&self, position: &Self::Position, out: &mut Vec<Step<Self>>) -> Result<(), Fault>;

    /// What endless play means, if the game says so; `None` where play is promised never to repeat.
    fn repeat(&self) -> Option<Repeat> {
        None
    }

    /// The position that stands for this one in the store. Both must have the same value *for their movers*;
    /// the representative need not have the same mover (this is how the turn is dropped where it does not matter).
    fn canonical(&self, position: Self::Position) -> Self::Position {
        position
    }

    /// A number that every move raises, if one is known. Methods that rely on it verify it while solving.
    fn rank(&self, position: &Self::Position) -> Option<i64> {
        let _ = position;
        None
    }

    /// A numbering of positions, if there is one.
    fn index(&self) -> Option<&dyn Index<Self::Position>> {
        None
    }

    /// A position in words, for messages.
    fn show_position(&self, position: &Self::Position) -> String {
        format!("{position:?}")
    }

    /// A move in words, for messages and answers.
    fn show_move(&self, mv: &Self::Move) -> String {
        format!("{mv:?}")
    }
}

/// A numbering of (at least) all canonical positions that can be reached: `0 ..< size`, without repeats, perhaps with gaps.
pub trait Index<P>: Sync {
    /// One past the largest number.
    fn size(&self) -> u64;
    /// The number of a canonical position.
    fn number(&self, position: &P) -> u64;
    /// The position with that number; `None` in a gap.
    fn position(&self, number: u64) -> Option<P>;
}

/// One legal move: what it gains and where it leads.
#[derive(Clone, Debug)]
pub struct Step<G: Game + ?Sized> {
    /// The move.
    pub mv: G::Move,
    /// The points it gives; zero in outcome games.
    pub gain: Gain,
    /// Where it leads (not canonical: whose turn it is there is real).
    pub next: G::Position,
}

/// Points given by one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gain {
    /// To the player who moves.
    pub mine: i64,
    /// To the other.
    pub theirs: i64,
}

/// How a finished position stands, for the player whom `mover` names there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// That player has won.
    Win,
    /// Neither has won.
    Draw,
    /// That player has lost.
    Loss,
    /// That player gets this many points more than the other in the end.
    Lead(i64),
}

/// What endless play means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeat {
    /// Nobody wins.
    Draw,
    /// That player wins.
    Wins(Player),
}

/// Something wrong with the game itself, found while playing it: an overflow, an index outside its list, no rule for a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The finding. `Fault::new` makes one for games written in Rust.
    pub diagnostic: Box<bouton_rules::diagnostic::Diagnostic>,
}
