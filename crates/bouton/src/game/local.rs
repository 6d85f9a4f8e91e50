//! Moves that look at a few cells: what can be said of a game whose moves are written out.

use bouton_rules::Player;
use bouton_rules::Text;

/// A move written out: it can be made where every cell of `needs` holds what stands there, and then changes those of `sets`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LocalMove {
    /// The player whose move it is; none where either may make it.
    pub by: Option<Player>,
    /// The cells that it looks at, rising, and what each must hold.
    pub needs: Vec<(u32, u32)>,
    /// The cells that it changes, rising: all of them are among `needs`, and each holds something else afterwards. At least one.
    pub sets: Vec<(u32, u32)>,
}

/// A game of normal play as cells with all its moves written out: nothing else bears on play, and whoever has no move loses.
pub trait Local<P>: Sync {
    /// Every move.
    fn moves(&self) -> &[LocalMove];
    /// What each cell holds.
    fn cells(&self, position: &P) -> Vec<u32>;
    /// The lines that the moves are written out of, quoted.
    fn because(&self) -> Text;
}
