//! What is known of a game before it is solved, each fact with what shows it.

use crate::game::{Game, Repeat, row_of};
use bouton_rules::{Text, say};

pub use crate::game::Fact;
use crate::show::Count;
use crate::value::Kind;

/// What is known of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// What its values are.
    pub kind: Kind,
    /// What endless play means; `None` where play is promised never to repeat.
    pub repeat: Option<Repeat>,
    /// The size of its numbering of positions, if it has one.
    pub index_size: Option<u64>,
    /// How many of its symmetries leave the start as it is, where positions in words have any that do.
    pub images: Option<u64>,
    /// The same and more in words, for EXPLAIN; none where only methods are told.
    pub lines: Vec<Fact>,
}

impl Facts {
    /// What the game itself offers, asked at `start`.
    pub fn of<G: Game>(game: &G, start: &G::Position) -> Facts {
        let facts = Facts::for_methods(game, start);
        let lines = facts.words(game);
        Facts { lines, ..facts }
    }

    /// The same without the lines: working out the words takes longer than solving a small game.
    pub(crate) fn for_methods<G: Game>(game: &G, start: &G::Position) -> Facts {
        let index_size = game.index_from(start).map(|index| index.size());
        Facts { kind: game.kind(), repeat: game.repeat(), index_size, images: images(game, start), lines: Vec::new() }
    }

    fn words<G: Game>(&self, game: &G) -> Vec<Fact> {
        let worth = fact("value", say!("a position is worth {}", self.kind), "the game's kind");
        let mut lines = vec![worth, cycles(game, self.repeat)];
        if ranked(game) {
            lines.push(fact("order", "every move raises a rank", "the game names it; verified while solving"));
        }
        if let Some(size) = self.index_size {
            lines.push(fact("size", say!("at most {} positions", Count(size)), "the game numbers them"));
        }
        for known in game.facts() {
            match lines.iter_mut().find(|line| line.name == known.name) {
                Some(line) => *line = known,
                None => lines.push(known),
            }
        }
        lines
    }
}

/// Whether the game names a number that every move raises. A promise: verified while solving. Asked only by methods that need it, since
/// finding the number may take longer than solving a small game.
pub(crate) fn ranked<G: Game>(game: &G) -> bool {
    game.start().is_ok_and(|start| game.rank(&start).is_some())
}

fn images<G: Game>(game: &G, start: &G::Position) -> Option<u64> {
    let words = game.words()?;
    let symmetries = words.symmetries()?;
    Some(symmetries.fixing(&row_of(game, words, start))?.size())
}

fn cycles<G: Game>(game: &G, repeat: Option<Repeat>) -> Fact {
    match repeat {
        None => fact("cycles", "play never repeats", "no rule says what repeating means; verified while solving"),
        Some(Repeat::Leads) => fact("cycles", "endless play is a lead", "the game says so"),
        Some(Repeat::Draw) => fact("cycles", "endless play is a draw", "the game says so"),
        Some(Repeat::Wins(player)) => {
            fact("cycles", say!("{} wins endless play", game.show_player(player)), "the game says so")
        }
    }
}

fn fact(name: &'static str, text: impl Into<Text>, because: impl Into<Text>) -> Fact {
    Fact { name, text: text.into(), because: because.into() }
}
