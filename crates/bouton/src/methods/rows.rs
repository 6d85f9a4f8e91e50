//! A game as rows of words, for methods that keep very many positions: compiled once, whatever the game.

mod batches;

use crate::dice::Dice;
use crate::error::Stop;
use crate::game::{
    Ending, Fault, Gain, Game, Many, Numbers, Rows, Symmetries, WordRow, Words, nth_move, row_of, worth,
};
use crate::limits::Limits;
use crate::path::trouble;
use crate::store::{Cell, Codes, NONE};
use crate::value::Value;
use std::ops::Range;

pub(super) use batches::{Added, Batches};

/// The game in words, whatever it is.
pub(super) trait Source: Sync {
    /// `Words::look`.
    fn look(&self, words: &[u64], out: &mut Rows) -> Result<Option<Ending>, Fault>;
    /// `Words::over`.
    fn over(&self, words: &[u64]) -> Option<Ending>;
    /// `Words::all_over`.
    fn all_over(&self, rows: &[u64], out: &mut Vec<(usize, Ending)>);
    /// `Words::bytes`.
    fn bytes(&self) -> u64;
    /// `Words::random_move`.
    fn random_move(&self, words: &[u64], dice: &mut Dice) -> Option<Result<Option<WordRow>, Fault>>;
    /// `Words::is_quick`.
    fn is_quick(&self) -> bool;
    /// `Words::many`, where a position stands for itself alone.
    fn many(&self, numbers: &Numbers) -> Option<&dyn Many>;
    /// `Words::many_rows`.
    fn many_rows(&self, positions: u64) -> Option<&dyn Many>;
    /// `Words::rank`.
    fn rank(&self, words: &[u64]) -> i64;
    /// `Words::ranks`.
    fn ranks(&self, rows: &[u64], out: &mut Vec<i64>);
    /// `Words::highest_rank`.
    fn highest_rank(&self) -> Option<i64>;
    /// Puts each of some rows in its place: the one of its images that is kept.
    fn fold(&self, rows: &mut [u64]);
    /// Visits the different images of a position, itself first.
    fn each_image(&self, words: &[u64], visit: &mut dyn FnMut(&[u64]));
    /// How many positions one stands for.
    fn images(&self, words: &[u64]) -> u64;
    /// How many that are, at the most.
    fn all_images(&self) -> u64;
    /// Tries the symmetries at a position, if it belongs to a sample of about one of so many.
    fn try_symmetries(&self, words: &[u64], one_of: u64) -> Result<(), Fault>;
    /// What an ending is worth.
    fn worth(&self, ending: Ending) -> Result<Value, Fault>;
    /// Ends the search for what is wrong at a position.
    fn stop(&self, words: &[u64], wrong: Wrong) -> Stop;
    /// A position in words, for messages.
    fn show(&self, words: &[u64]) -> String;
    /// The move at that place of a position, for messages.
    fn show_move(&self, words: &[u64], place: usize) -> Option<String>;
}

/// More positions than this are many.
pub(super) const MANY: u64 = 1 << 20;

/// The game's symmetries are tried at one of so many positions, where there are about so many of a rank, or of all: at every one of few, and at
/// thousands of many, which is a small part of the work.
pub(super) fn sampled(positions: u64) -> u64 {
    const FEW: u64 = 1 << 8;
    match positions {
        few if few <= FEW => 1,
        some if some <= MANY => 64,
        _ => 1024,
    }
}

/// A game from a position on.
pub(super) struct Place<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) start: &'a G::Position,
    pub(super) words: &'a dyn Words<G::Position>,
    /// The symmetries that leave the first position as it is, if there are any and they may be used.
    pub(super) by: Option<&'a Symmetries>,
}

/// The words of the position that play begins at, and the symmetries that leave it as it is, if there are any and they may be used.
pub(super) fn beginning<G: Game>(
    game: &G,
    start: &G::Position,
    words: &dyn Words<G::Position>,
    limits: &Limits,
) -> (Vec<u64>, Option<Symmetries>) {
    let first = row_of(game, words, start);
    let by = words.symmetries().filter(|_| limits.symmetry).and_then(|all| all.fixing(&first));
    (first, by)
}

/// How a position ended, or where its moves lead, each put in its place.
pub(super) fn leading(source: &dyn Source, words: &[u64], rows: &mut Rows) -> Result<Option<Ending>, Fault> {
    rows.truncate(0, words.len());
    let ending = source.look(words, rows)?;
    if ending.is_none() && rows.heads.is_empty() {
        return Err(Fault::nobody_moves());
    }
    source.fold(&mut rows.words);
    Ok(ending)
}

/// Where positions that stand for their images are more than can be counted.
pub(super) fn uncounted() -> Fault {
    Fault::new("more positions than 64 bits count")
}

/// Where the moves of a position lead, and the rank of each.
#[derive(Default)]
pub(super) struct Nexts {
    pub(super) rows: Rows,
    pub(super) ranks: Vec<i64>,
}

impl Nexts {
    /// Where the moves of a position lead, each put in its place; none where it is finished.
    pub(super) fn expand(&mut self, source: &dyn Source, words: &[u64]) -> Result<(), Wrong> {
        let Nexts { rows, ranks } = self;
        leading(source, words, rows).map_err(Wrong::Fault)?;
        ranks.clear();
        source.ranks(&rows.words, ranks);
        Ok(())
    }
}

/// What is wrong at a position.
pub(super) enum Wrong {
    Fault(Fault),
    /// In the move at that place.
    Move(usize, Fault),
    /// The move at that place leads to this rank.
    Order(usize, i64),
    /// It, or what a move leads to, has no number.
    Unnumbered,
}

impl<G: Game> Source for Place<'_, G> {
    fn look(&self, words: &[u64], out: &mut Rows) -> Result<Option<Ending>, Fault> {
        self.words.look(words, out)
    }

    fn over(&self, words: &[u64]) -> Option<Ending> {
        self.words.over(words)
    }

    fn all_over(&self, rows: &[u64], out: &mut Vec<(usize, Ending)>) {
        self.words.all_over(rows, out);
    }

    fn bytes(&self) -> u64 {
        self.words.bytes()
    }

    fn random_move(&self, words: &[u64], dice: &mut Dice) -> Option<Result<Option<WordRow>, Fault>> {
        self.words.random_move(words, dice)
    }

    fn is_quick(&self) -> bool {
        self.words.is_quick()
    }

    fn many(&self, numbers: &Numbers) -> Option<&dyn Many> {
        self.words.many(numbers).filter(|_| self.by.is_none())
    }

    fn many_rows(&self, positions: u64) -> Option<&dyn Many> {
        self.words.many_rows(positions)
    }

    fn rank(&self, words: &[u64]) -> i64 {
        self.words.rank(words)
    }

    fn ranks(&self, rows: &[u64], out: &mut Vec<i64>) {
        self.words.ranks(rows, out);
    }

    fn highest_rank(&self) -> Option<i64> {
        self.words.highest_rank()
    }

    fn fold(&self, rows: &mut [u64]) {
        if let Some(by) = self.by {
            by.fold(rows);
        }
    }

    fn each_image(&self, words: &[u64], visit: &mut dyn FnMut(&[u64])) {
        match self.by {
            Some(by) => by.each(words, visit),
            None => visit(words),
        }
    }

    fn images(&self, words: &[u64]) -> u64 {
        self.by.map_or(1, |by| by.count(words))
    }

    fn all_images(&self) -> u64 {
        self.by.map_or(1, Symmetries::size)
    }

    fn try_symmetries(&self, words: &[u64], one_of: u64) -> Result<(), Fault> {
        match self.by {
            Some(by) if by.samples(words, one_of) && !by.hold(self.words, words)? => Err(self.words.asymmetry(words)),
            _ => Ok(()),
        }
    }

    fn worth(&self, ending: Ending) -> Result<Value, Fault> {
        worth(self.game, ending)
    }

    fn stop(&self, words: &[u64], wrong: Wrong) -> Stop {
        let position = self.words.read(words);
        let named = |place: usize| nth_move(self.game, &position, place);
        match wrong {
            Wrong::Fault(fault) => trouble(self.game, self.start, &position, None, fault),
            Wrong::Move(place, fault) => trouble(self.game, self.start, &position, named(place).as_ref(), fault),
            Wrong::Unnumbered => Stop::Unfit { method: "sweep", reason: "a position has no number".into() },
            Wrong::Order(place, after) => Stop::OrderBroken {
                position: self.game.show_position(&position),
                mv: named(place).map_or_else(String::new, |mv| self.game.show_move(&mv)),
                before: self.words.rank(words),
                after: Some(after),
            },
        }
    }

    fn show(&self, words: &[u64]) -> String {
        self.game.show_position(&self.words.read(words))
    }

    fn show_move(&self, words: &[u64], place: usize) -> Option<String> {
        nth_move(self.game, &self.words.read(words), place).map(|mv| self.game.show_move(&mv))
    }
}

/// Positions whose moves wait to be looked up together.
#[derive(Default)]
pub(super) struct Waiting {
    pub(super) rows: Rows,
    /// Of each position, its place among the codes and where its moves end among the rows.
    pub(super) positions: Vec<(usize, usize)>,
    /// The codes of where the rows lead, and the ranks, where they are asked for.
    pub(super) codes: Vec<i64>,
    pub(super) ranks: Vec<i64>,
}

impl Waiting {
    /// The code of a finished position; of others nothing yet, and their moves wait. `at` is the place of the code among all.
    pub(super) fn look(&mut self, source: &dyn Source, words: &[u64], at: usize) -> Result<Option<i64>, Wrong> {
        let Some(ending) = source.look(words, &mut self.rows).map_err(Wrong::Fault)? else {
            self.positions.push((at, self.rows.heads.len()));
            return Ok(None);
        };
        code_at_end(source, ending).map(Some)
    }
}

/// The code of what an ending is worth.
pub(super) fn code_at_end(source: &dyn Source, ending: Ending) -> Result<i64, Wrong> {
    let value = source.worth(ending).map_err(Wrong::Fault)?;
    Codes::code(value).ok_or_else(|| Wrong::Fault(Fault::new("a lead leaves the 64-bit numbers")))
}

/// The code of a move that leads to a position with this code, seen by its mover: `after` says what follows for the one who moves there.
#[inline]
pub(super) fn code_of(
    gain: Gain,
    same_mover: bool,
    code: i64,
    after: impl Fn(i64, i64) -> Option<i64>,
) -> Result<i64, Fault> {
    let net = gain.net().ok_or_else(|| Fault::new("a gain leaves the 64-bit numbers"))?;
    let mine = if same_mover { code } else { -code };
    after(mine, net).ok_or_else(|| Fault::new("a lead or a number of plies leaves its bounds"))
}

/// The best of some moves.
pub(super) fn best<C: Cell>(rows: &Rows, codes: &[i64], range: Range<usize>) -> Result<i64, Wrong> {
    let mut best = None;
    for (place, at) in range.enumerate() {
        let (gain, same_mover) = rows.heads[at];
        let code = match codes[at] {
            NONE if gain.net().is_some() => Err(Fault::new("the move leads elsewhere when it is asked again")),
            code => code_of(gain, same_mover, code, C::checked_after),
        };
        best = best.max(Some(code.map_err(|fault| Wrong::Move(place, fault))?));
    }
    best.ok_or_else(|| Wrong::Fault(Fault::nobody_moves()))
}
