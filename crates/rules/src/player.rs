//! The two players.

/// One of the two players. `First` is the player named first in the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// The player named first; moves first unless the rules say otherwise.
    First,
    /// The player named second.
    Second,
}

impl Player {
    /// Both players, in the order they are named.
    pub const BOTH: [Player; 2] = [Player::First, Player::Second];

    /// The other player.
    #[must_use]
    pub fn other(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }

    /// 0 for the first player, 1 for the second.
    #[must_use]
    pub fn number(self) -> usize {
        match self {
            Player::First => 0,
            Player::Second => 1,
        }
    }
}
