//! What a method may ask of a game, and what a game may offer more.

mod local;
mod numbers;
mod shifts;
mod symmetries;

use crate::dice::Dice;
use crate::recurrence::symbolic::Symbolic;
use crate::recurrence::tables::{EntryMove, Tables};
use crate::recurrence::{Breaks, Recurrence};
use crate::value::{Kind, Outcome, Plies, Value};
use crate::workers::Workers;
use bouton_rules::Player;
use bouton_rules::diagnostic::Diagnostic;
use bouton_rules::layout::turn;
use bouton_rules::{Text, say};
pub use local::{Local, LocalMove};
pub use numbers::{Alike, Dependent, Disjoint, Numbers, PackedDigit, Reduced};
pub(crate) use numbers::{bits, set_bits};
pub use shifts::{ByDigits, Digit, Shift, Shifts};
use std::fmt::{self, Debug};
use std::hash::Hash;
use std::io;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;
pub(crate) use symmetries::identity;
pub use symmetries::{Permutation, Symmetries};

/// A finite two-player, zero-sum game with perfect information.
///
/// Implement it for your own type and every method that fits will solve it; games written in the rules language
/// implement it through `Instance`. Only the functions without a body are needed.
pub trait Game: Sync {
    /// Where play stands, *including whose turn it is*. Small and quick to hash.
    type Position: Clone + Eq + Ord + Hash + Debug + Send + Sync;
    /// A move, as the answer names it.
    type Move: Clone + Eq + Hash + Debug + Send + Sync;

    /// Whether positions are worth an outcome or a lead.
    fn kind(&self) -> Kind;

    /// Where play begins.
    ///
    /// # Errors
    /// What is wrong with the game there.
    fn start(&self) -> Result<Self::Position, Fault>;

    /// Whose turn it is. A finished position may name either player: `ending` is then told from that player's side.
    fn mover(&self, position: &Self::Position) -> Player;

    /// How the game stands here if it is over (asked before `steps`): `None` while it goes on.
    ///
    /// # Errors
    /// What is wrong with the game there.
    fn ending(&self, position: &Self::Position) -> Result<Option<Ending>, Fault>;

    /// Every legal move of a position that is not finished, appended to `out`, always in the same order.
    /// No move at all counts as a fault of the game: `ending` must have said what it means.
    ///
    /// # Errors
    /// What is wrong with the game there.
    fn steps(&self, position: &Self::Position, out: &mut Vec<Step<Self>>) -> Result<(), Fault>;

    /// These steps one by one, until one of them is enough: a game that lists them so need not go on after it.
    ///
    /// # Errors
    /// What is wrong with the game there.
    fn steps_until(&self, position: &Self::Position, enough: &mut dyn FnMut(Step<Self>) -> bool) -> Result<(), Fault> {
        let mut steps = Vec::new();
        self.steps(position, &mut steps)?;
        let _ = steps.into_iter().any(enough);
        Ok(())
    }

    /// How the game stands and, while it goes on, every successor with its gain, appended to `out`: what `ending` and `steps` say
    /// together, without the moves' names. None at all is left for the caller to complain about.
    ///
    /// # Errors
    /// What is wrong with the game there.
    fn look(&self, position: &Self::Position, out: &mut Vec<(Gain, Self::Position)>) -> Result<Option<Ending>, Fault> {
        look_by_steps(self, position, out)
    }

    /// What endless play means, if the game says so; `None` where play is promised never to repeat.
    fn repeat(&self) -> Option<Repeat> {
        None
    }

    /// What the rest of the game is worth to the mover of a position of which play goes round for ever: asked where `repeat` says
    /// `Repeat::Leads`, at positions that play can come back to.
    ///
    /// # Errors
    /// What is wrong with the game there.
    fn going_round(&self, position: &Self::Position) -> Result<i64, Fault> {
        let _ = position;
        Ok(0)
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

    /// The same, if it numbers this position: then it numbers all that can be reached from there.
    fn index_from(&self, start: &Self::Position) -> Option<&dyn Index<Self::Position>> {
        let start = self.canonical(start.clone());
        self.index().filter(|index| index.number(&start) < index.size())
    }

    /// A numbering with moves both ways of (at least) all positions that can be reached from this one, if there is one; or why not.
    ///
    /// # Errors
    /// Why there is none.
    fn reversible(&self, start: &Self::Position) -> Result<Arc<dyn Reversible<Self::Position>>, Text> {
        let _ = start;
        Err("the game offers no moves back".into())
    }

    /// The points that are still to be gained from a position on, by both players together, where the game knows them.
    ///
    /// # Errors
    /// What is wrong with the game there.
    fn points_left(&self, position: &Self::Position) -> Result<Option<i64>, Fault> {
        let _ = position;
        Ok(None)
    }

    /// The same numbering with one cell for all images of a position by symmetries that hold: by all of them, or by those alone that leave this
    /// position as it is, where what can be reached from it has to be told apart. Nothing where there are none.
    fn folded(&self, start: &Self::Position, all: bool) -> Option<Arc<dyn Reversible<Self::Position>>> {
        let _ = (start, all);
        None
    }

    /// Its positions as rows of words, if there is a bound on how many they take: what is wanted where very many are kept.
    fn words(&self) -> Option<&dyn Words<Self::Position>> {
        None
    }

    /// A solution of it that was worked out before, if one was opened.
    fn opened(&self) -> Option<&Opened> {
        None
    }

    /// Closed forms of its moves, if it has them, or why not. Positions are numbered by the recurrence's variables, the last fastest,
    /// as `index` numbers them.
    ///
    /// # Errors
    /// Why there is none.
    fn recurrence(&self) -> Result<&Recurrence, Text> {
        Err("the game offers no closed form of its moves".into())
    }

    /// The recurrence's variables at a canonical position; `None` where it has none.
    fn variables(&self, position: &Self::Position) -> Option<Vec<i64>> {
        let _ = position;
        None
    }

    /// The position with these variables of its recurrence, this player to move.
    fn placed(&self, variables: &[i64], mover: Player) -> Option<Self::Position> {
        let _ = (variables, mover);
        None
    }

    /// The move that its recurrence names by `source` and what is chosen.
    fn named(&self, source: usize, args: &[i64]) -> Option<Self::Move> {
        let _ = (source, args);
        None
    }

    /// What it is the sum of, if it is known to be a sum of impartial parts that do not bear on each other.
    fn parts(&self) -> Option<&dyn Parts<Self::Position>> {
        None
    }

    /// What it is the sum of, if it is known to be a sum, in normal play, of parts in which each player has moves of their own.
    fn partizan_parts(&self) -> Option<&dyn PartizanParts<Self::Position>> {
        None
    }

    /// Itself as a game of normal play in which either player may be asked to move on any board, if it is one.
    ///
    /// # Errors
    ///
    /// Why it is none.
    fn normal_play(&self) -> Result<&dyn NormalPlay<Self::Position>, Fault> {
        Err(Fault::new(
            "the game does not say that whoever cannot move loses, and that either player may be asked to move",
        ))
    }

    /// Its moves written out over cells, if it is a game of normal play of which nothing else is to be known.
    ///
    /// # Errors
    ///
    /// Why they cannot be written out.
    fn local(&self) -> Result<&dyn Local<Self::Position>, Text> {
        Err("the game does not write out its moves".into())
    }

    /// Its moves as data, if they can be run with abstract values in place of numbers.
    fn abstracted(&self) -> Option<&dyn Abstract> {
        None
    }

    /// What the game knows of itself, in words with what shows it; takes the place of what EXPLAIN would say under the same name.
    fn facts(&self) -> Vec<Fact> {
        Vec::new()
    }

    /// Whether work on it should be given up, and why: asked now and then by whatever may take long and has no `Meter`.
    fn interrupted(&self) -> Option<Interrupt> {
        None
    }

    /// Bytes one position takes, with what it owns elsewhere. Searches keep to their memory limit by it.
    fn position_bytes(&self) -> usize {
        size_of::<Self::Position>()
    }

    /// A position in words, for messages.
    fn show_position(&self, position: &Self::Position) -> String {
        format!("{position:?}")
    }

    /// A player's name.
    fn show_player(&self, player: Player) -> String {
        format!("{player:?}")
    }

    /// A move in words, for messages and answers.
    fn show_move(&self, mv: &Self::Move) -> String {
        format!("{mv:?}")
    }
}

/// Why work is given up before it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interrupt {
    /// Somebody asked for it.
    Cancelled,
    /// The time is up: all of this.
    TimeUp(Duration),
}

/// A numbering of (at least) all canonical positions that can be reached: `0 ..< size`, without repeats, perhaps with gaps.
pub trait Index<P>: Sync {
    /// One past the largest number.
    fn size(&self) -> u64;
    /// The number of a canonical position; the size or more where it has none. Where a position has one, so have all that its moves lead to.
    fn number(&self, position: &P) -> u64;
    /// The position with that number; `None` in a gap.
    fn position(&self, number: u64) -> Option<P>;
}

/// Of up to so many positions, those that cannot be reached are told apart: then a reversible numbering has a cell for each.
pub const MOST_TOLD_APART: u64 = 1 << 24;

/// A numbering of positions with moves both ways, by cell: what working backwards through a whole table needs. No move leads out
/// of it. It may number positions that cannot be reached, and has no gaps.
pub trait Reversible<P>: Index<P> + Send + Debug {
    /// How many cells there are. One of the positions that are worth the same to their movers, for they are images of each other, stands in a
    /// cell for all of them; what is asked and said of moves is of those that stand in cells, by cell.
    fn cells(&self) -> u64 {
        self.size()
    }
    /// The cell of the position with this number.
    fn cell(&self, number: u64) -> u64 {
        number
    }
    /// The cell of a position, if it is numbered.
    fn cell_of(&self, position: &P) -> Option<u64> {
        let number = self.number(position);
        (number < self.size()).then(|| self.cell(number))
    }
    /// The number of the position that stands in a cell.
    fn kept(&self, cell: u64) -> u64 {
        cell
    }
    /// How many positions a cell is for; none where another one is for what would stand there.
    fn images(&self, cell: u64) -> u64 {
        let _ = cell;
        1
    }
    /// The most that `images` says of a cell.
    fn most_images(&self) -> u64 {
        self.size() / self.cells().max(1)
    }
    /// What a position is like.
    fn look(&self, cell: u64) -> Look;
    /// What each of these positions is like, and its moves that lead to another tier, for as long as the visitor wants more; cells that are
    /// for none are left out. Where the game is over, what is said of moves means nothing.
    fn look_through(&self, cells: Range<u64>, visit: Visit) -> Option<()>;
    /// Where every move leads, appended to `out`; asked where the game goes on.
    fn after(&self, cell: u64, out: &mut Vec<Edge>);
    /// Where every move into the position comes from within its tier, appended to `out`, as often as there are moves. What is over may be
    /// among it.
    fn before(&self, cell: u64, out: &mut Vec<Edge>);
    /// The cells in tiers, in an order in which they can be solved.
    fn tiers(&self) -> Vec<Tier> {
        vec![Tier { numbers: 0..self.cells(), next: Vec::new() }]
    }
    /// What no move lowers, and what none raises, in words, where there are several tiers.
    fn measure(&self) -> Option<Text> {
        None
    }
    /// What `before` says as what is added to the cell of the position, where that is how moves are taken back.
    fn shifts_back(&self) -> Option<&Shifts> {
        None
    }
    /// What makes it possible, in words.
    fn words(&self) -> Text;
}

/// What is shown to whoever looks through positions: a cell, what the position is like, and its moves that lead to another tier.
pub type Visit<'a> = &'a mut dyn FnMut(u64, Look, &[Edge]) -> Option<()>;

/// Positions between which play may go round, where moves lead on to others but never back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tier {
    /// Their cells.
    pub numbers: Range<u64>,
    /// The tiers that moves lead to from it, by their places in the list of all: earlier ones.
    pub next: Vec<usize>,
}

/// Canonical positions as rows of 64-bit words, as many for each. A word row is never all ones.
pub trait Words<P>: Sync {
    /// The position after a random legal move, or nothing where play is over. `None` where that is no quicker than to `look` at all moves.
    fn random_move(&self, words: &[u64], dice: &mut Dice) -> Option<Result<Option<WordRow>, Fault>> {
        let _ = (words, dice);
        None
    }

    /// Whether a rank is read off the bits of the words. If not, the position is made of them for each, which takes longer than to look it up.
    fn reads_ranks(&self) -> bool {
        true
    }

    /// How many words a position takes; at least one.
    fn count(&self) -> usize;
    /// Writes a canonical position into that many words.
    fn write(&self, position: &P, words: &mut [u64]);
    /// The canonical position that was written.
    fn read(&self, words: &[u64]) -> P;
    /// `Game::rank` of the position; 0 where the game names none.
    fn rank(&self, words: &[u64]) -> i64;
    /// The rank of each of some rows, appended to `out`.
    fn ranks(&self, rows: &[u64], out: &mut Vec<i64>) {
        out.extend(rows.chunks_exact(self.count()).map(|row| self.rank(row)));
    }
    /// What no rank is above, where that is known.
    fn highest_rank(&self) -> Option<i64> {
        None
    }
    /// `Game::look` at the position: where every move leads, made canonical, is appended to `out`. In a fault, what was appended means
    /// nothing.
    ///
    /// # Errors
    /// What is wrong with the game there.
    fn look(&self, words: &[u64], out: &mut Rows) -> Result<Option<Ending>, Fault>;
    /// How the game stands at the position, where its words alone tell: then it is over, and `look` says the same.
    fn over(&self, words: &[u64]) -> Option<Ending> {
        let _ = words;
        None
    }
    /// Those of some rows that `over` says something about: the place of each, and how the game stands.
    fn all_over(&self, rows: &[u64], out: &mut Vec<(usize, Ending)>) {
        let each = rows.chunks_exact(self.count()).enumerate();
        out.extend(each.filter_map(|(place, row)| Some((place, self.over(row)?))));
    }
    /// Whether `look` is as quick as a machine can do it: what is slow is looked at less before a search begins.
    fn is_quick(&self) -> bool {
        true
    }
    /// What looks at many positions at once and tells them by these of its numbers, where they are so many that making it pays.
    fn many(&self, numbers: &Numbers) -> Option<&dyn Many> {
        let _ = numbers;
        None
    }
    /// What looks at many positions at once and tells where they lead by rows of words, where there are so many that making it pays.
    fn many_rows(&self, positions: u64) -> Option<&dyn Many> {
        let _ = positions;
        None
    }
    /// Bytes that it holds of its own, beside the rows.
    fn bytes(&self) -> u64 {
        0
    }
    /// `Game::index` read off the bits of rows, if it can be.
    fn numbers(&self) -> Option<&Numbers> {
        None
    }
    /// The same however few of the numbers are those of positions, where rows have digits at all.
    fn sparse_numbers(&self) -> Option<&Numbers> {
        self.numbers()
    }
    /// The same without variables that seem to follow from others, and with one digit for each member of sets that seem to share none.
    fn reduced(&self) -> Option<&Reduced> {
        None
    }
    /// The same, only if moves that are closed forms show that they do.
    fn proven(&self) -> Option<&Reduced> {
        None
    }
    /// Permutations of the bits of its rows that the game says take positions to positions of the same value, moves to moves. A promise:
    /// methods that rely on it try it on samples, and `--check` proves what comes of it.
    fn symmetries(&self) -> Option<&Symmetries> {
        None
    }
    /// What to say at a position where they were seen not to hold.
    fn asymmetry(&self, words: &[u64]) -> Fault {
        let _ = words;
        Fault::asymmetric()
    }
}

/// Where moves lead, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    /// Of each move, what it gains its mover and whether the same player moves on.
    pub heads: Vec<(Gain, bool)>,
    /// The words of each position, one after the other.
    pub words: Vec<u64>,
    /// Of each move, a number by its name and choices, the same at every position; as good as none where they are not `named`.
    pub names: Vec<u32>,
    /// Whether names are asked for.
    pub named: bool,
}

impl Rows {
    /// Forgets all but the first `len` moves, where positions take so many words.
    pub fn truncate(&mut self, len: usize, words: usize) {
        self.heads.truncate(len);
        self.words.truncate(len * words);
        self.names.truncate(len);
    }
}

/// Looks at many positions at once, each in one row of words: where moves lead, as numbers or as rows.
pub trait Many: Sync {
    /// How many sorts of positions there are, 1 or 2: with two, it matters whose turn it is. Only those of one sort are looked at together.
    fn sorts(&self) -> usize;
    /// Which sort a position is of. `None` where play is over.
    fn sort(&self, words: &[u64]) -> Option<usize> {
        sort_of(self.sorts(), words)
    }
    /// Looks at positions of a sort, one row after the other; what it says of them stands in `out` afterwards. `None` where one of them must be
    /// looked at by itself.
    fn look(&self, sort: usize, words: &[u64], out: &mut Leads) -> Option<()>;
}

/// Which of so many sorts a position is of. `None` where play is over.
#[inline]
pub(crate) fn sort_of(sorts: usize, words: &[u64]) -> Option<usize> {
    match words.first()? & 7 {
        turn::FIRST => Some(0),
        turn::SECOND if sorts > 1 => Some(1),
        _ => None,
    }
}

/// Where the moves of some positions lead, one position after the other, as machine code writes it: what stands in front are no moves.
#[derive(Clone, Debug, Default)]
pub struct Leads {
    /// Of each position, how it stands if it is over, and where its moves end among all.
    pub positions: Vec<(Option<Ending>, usize)>,
    /// Twice the number of the position that a move leads to, and 1 more where the same player moves on; in games of points what it gains follows;
    /// then its words. It has no number where it has words.
    pub(crate) written: Vec<u64>,
    /// Where moves begin, and end.
    pub(crate) moves: Range<usize>,
    pub(crate) points: bool,
    /// How many words are written of each.
    pub(crate) words: usize,
}

/// Where a move leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lead {
    /// The number of the position that follows.
    pub number: u64,
    /// Whether the same player moves on.
    pub same: bool,
    /// What it gains its mover more than the other.
    pub gain: i64,
}

impl Lead {
    /// A move as it is written, with what it gains.
    #[inline]
    pub(crate) fn of(written: u64, gain: i64) -> Lead {
        Lead { number: written >> 1, same: written & 1 == 1, gain }
    }
}

impl Leads {
    /// Forgets all: moves of a game without points may be added.
    pub fn clear(&mut self) {
        self.positions.clear();
        self.written.clear();
        (self.moves, self.points, self.words) = (0..0, false, 0);
    }

    /// Adds a move of the position that comes next.
    pub fn push(&mut self, number: u64, same: bool) {
        self.written.push(number << 1 | u64::from(same));
        self.moves.end += 1;
    }

    /// How many words a move takes.
    pub(crate) fn width(&self) -> usize {
        1 + usize::from(self.points) + self.words
    }

    /// How many moves there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.moves.len() / self.width()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Some of the moves.
    #[inline]
    pub fn moves(&self, range: Range<usize>) -> impl ExactSizeIterator<Item = Lead> {
        self.each(range).map(|(lead, _)| lead)
    }

    /// Some of the moves, each with the words of where it leads.
    #[inline]
    fn each(&self, range: Range<usize>) -> impl ExactSizeIterator<Item = (Lead, &[u64])> {
        let (first, width, points) = (self.moves.start, self.width(), self.points);
        let some = &self.written[first + range.start * width..first + range.end * width];
        some.chunks_exact(width).map(move |written| {
            let gain = if points { written[1].cast_signed() } else { 0 };
            (Lead::of(written[0], gain), &written[1 + usize::from(points)..])
        })
    }

    /// Appends some of the moves to rows, where they were told by words.
    pub fn put(&self, range: Range<usize>, out: &mut Rows) {
        if self.width() == 2 && self.words == 1 {
            // What most positions take: two words a move, copied without a call.
            let some = self.moves.start + 2 * range.start..self.moves.start + 2 * range.end;
            for [written, word] in self.written[some].as_chunks::<2>().0 {
                out.heads.push((Gain::default(), Lead::of(*written, 0).same));
                out.words.push(*word);
            }
            return;
        }
        for (Lead { same, gain, .. }, words) in self.each(range) {
            out.heads.push((Gain { mine: gain, theirs: 0 }, same));
            out.words.extend_from_slice(words);
        }
    }
}

/// The words of a position.
pub type WordRow = smallvec::SmallVec<[u64; 2]>;

/// Values kept by the words of positions.
pub trait Kept: Debug + Send + Sync {
    /// The value of the position of that rank with these words.
    fn value(&self, rank: i64, words: &[u64]) -> Option<Value>;
    /// How many positions there are.
    fn len(&self) -> u64;
    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Bytes used.
    fn bytes(&self) -> u64;
    /// The ranks of its layers, rising, and how many positions each holds; one layer without a rank where positions lie in one.
    fn layers(&self) -> Vec<(Option<i64>, u64)>;
    /// Every position of a layer with its value, sorted by words, by these threads: O(n log n). Where one stands for its images and there are
    /// millions, they follow each other instead.
    ///
    /// # Errors
    /// What the system says where they are on disk.
    fn layer(&self, rank: Option<i64>, workers: &Workers) -> io::Result<Entries<'_>>;
    /// Whether every placement is in it of the pieces at a start with these words, and of what they become, reached or not.
    fn has_all_starts(&self, start: &[u64]) -> bool {
        let _ = start;
        false
    }
    /// Where one position is kept for all its images: those, and the symmetries.
    fn folded(&self) -> Option<(&Arc<dyn Kept>, &Arc<Symmetries>)> {
        None
    }
}

/// Positions in words with their values.
pub type Entries<'a> = Box<dyn Iterator<Item = (WordRow, Value)> + 'a>;

/// A solution that was worked out before, for a game to read instead of solving.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The value of every position that can be reached from where play began then.
    pub kept: Arc<dyn Kept>,
    /// How many of them are finished.
    pub finished: u64,
    /// The method that solved it.
    pub method: String,
}

/// What a position is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// The game is over.
    Over(Ending),
    /// It goes on, with so many moves.
    Goes(u32),
    /// The game must be asked whether it is over; if not, there are so many moves.
    Ask(u32),
}

/// A move by numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The cell of the position at the other end.
    pub number: u64,
    /// Whether the same player moves on.
    pub same_mover: bool,
}

/// A game that is a sum: a position is made of parts, a move changes one part whatever the others are, both players have
/// the same moves, no move gives points or moves again, and the game is over when no part can be moved in.
pub trait Parts<P>: Sync {
    /// Whether the player who cannot move loses (normal play); if not, that player wins (misère play).
    fn normal(&self) -> bool;
    /// The parts of a position.
    fn split(&self, position: &P) -> Vec<Part>;
    /// What each move in a part leaves of it: other parts, or none.
    ///
    /// # Errors
    /// What is wrong with the game there.
    fn options(&self, part: Part) -> Result<Vec<Vec<Part>>, Fault>;
    /// Closed forms of what moves leave of a part, if there is one kind of part only and its moves have them.
    fn breaks(&self) -> Option<Breaks> {
        None
    }
    /// The amounts that may be taken from parts of a kind up to this size, if that is all that may be done with them.
    fn takes(&self, kind: usize, most: i64) -> Option<Takes> {
        let _ = (kind, most);
        None
    }
    /// What values parts in bulk, if there is something that does, once enough was asked that it pays.
    fn bulk(&self) -> Option<&dyn Bulk> {
        None
    }
    /// A part in words, for messages.
    fn show(&self, part: Part) -> String;
}

/// What may be done with parts that are only taken from: any of these amounts may be taken, just as far as there is so much, and what is
/// left is a part of the same kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Takes {
    /// The amounts, rising, all positive.
    pub amounts: Vec<i64>,
    /// The value of a part of which nothing is left.
    pub empty: i64,
}

/// Values parts of a sum in bulk, by compiled code. The parts of a kind have codes from 0 up: their values less `from`.
pub trait Bulk: Sync {
    /// How many kinds of parts there are.
    fn kinds(&self) -> usize;
    /// The value of the part with code 0.
    fn from(&self, kind: usize) -> i64;
    /// How many codes there are.
    fn codes(&self, kind: usize) -> u64;
    /// A number by which parts that are missing are looked at, smallest first: parts mostly lead to ones that have a smaller one.
    fn order(&self, part: Part) -> i64 {
        part.value
    }
    /// Looks at a part with what is known in the workspace; `None` where that cannot be told in this way.
    fn look(&self, part: Part, workspace: &mut Workspace) -> Option<Looked>;
}

/// What a look at a part gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Looked {
    /// What it is worth.
    Worth {
        /// Its nimber.
        nimber: u32,
        /// Whether it has no move.
        idle: bool,
    },
    /// So many parts that it leads to are not valued yet; they are noted in the workspace.
    Missing(usize),
}

/// What stands in a table for a part that was noted as missing.
pub const NOTED: i32 = -1;

/// What stands in a table for a part that waits for others.
pub const OPEN: i32 = -2;

/// So many missing parts are noted at once.
const MOST_NOTED: usize = 1 << 14;

/// What compiled code works with to value parts.
#[derive(Clone, Debug)]
pub struct Workspace {
    /// Of each kind, by code: 0 where nothing is known, `NOTED`, `OPEN`, or 1 more than the nimber.
    pub worths: Vec<Vec<i32>>,
    /// Which round marked a nimber last.
    pub marks: Vec<i32>,
    /// What is missing: codes times the number of kinds, plus the kind.
    pub missing: Vec<i64>,
    round: i32,
}

impl Workspace {
    /// A workspace with so many codes of each kind.
    #[must_use]
    pub fn new(sizes: &[u64]) -> Workspace {
        let table = |size: &u64| vec![0; usize::try_from(*size).unwrap_or(0)];
        Workspace {
            worths: sizes.iter().map(table).collect(),
            marks: vec![0; 4],
            missing: vec![0; MOST_NOTED],
            round: 0,
        }
    }

    /// The number of a new round, in which nothing is marked.
    pub fn next_round(&mut self) -> i32 {
        if self.round == i32::MAX {
            self.marks.fill(0);
            self.round = 0;
        }
        self.round += 1;
        self.round
    }

    /// Makes room for the marks of sums of nimbers up to this one, and one more.
    pub fn room_for(&mut self, nimber: u32) {
        let room = 2 * (nimber as usize + 1).next_power_of_two() + 2;
        if room > self.marks.len() {
            self.marks.resize(room, 0);
        }
    }
}

/// Whether a move that changes each entry by itself is one that somebody looks for, where entries have these bounds.
pub type WantedMove<'w> = &'w dyn Fn(&EntryMove, &[(i64, i64)]) -> bool;

/// The moves of a game as data, run with abstract values in place of numbers. Theorems look at it, each in its own file; a game offers what it can.
pub trait Abstract: Sync {
    /// Run with symbols, if somebody wins and every move has one choice.
    fn symbols(&self) -> Option<Arc<Symbolic>> {
        None
    }
    /// Run with a table over its values in place of each entry, if no entry bears on another, and every move is one that is wanted, told by it and by the
    /// bounds of entries: the first that is not ends the work.
    fn tables(&self, wanted: WantedMove) -> Option<Tables> {
        let _ = wanted;
        None
    }
    /// Whether it is proven that every play ends, with a winner, players move in turn, and a position is worth the same to whoever moves.
    fn always_won(&self) -> bool {
        false
    }
    /// Whether players move in turn and have the same moves, and somebody wins every play that ends.
    fn impartial(&self) -> bool {
        false
    }
}

/// A game that is a sum, in normal play, of parts in which each player has moves of their own: a position is made of parts, a move changes one part
/// whatever the others are, no move gives points or moves again, and whoever can move in no part loses.
pub trait PartizanParts<P>: Sync {
    /// The parts of a position.
    fn split(&self, position: &P) -> Vec<Part>;
    /// What each move of a player in a part leaves of it: other parts, or none.
    ///
    /// # Errors
    /// A move has a fault.
    fn options(&self, part: Part, mover: Player) -> Result<Vec<Vec<Part>>, Fault>;
    /// A part in words, for messages.
    fn show(&self, part: Part) -> String;
}

/// A game of normal play: players move in turn, whoever cannot move loses, and nothing else ends play. Values of short games need both
/// players' moves from the same board.
pub trait NormalPlay<P>: Sync {
    /// The same board with this player to move.
    fn with_mover(&self, position: &P, mover: Player) -> P;
}

/// A part of a sum: parts of one kind and value have the same moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Part {
    /// Its kind.
    pub kind: usize,
    /// Its value.
    pub value: i64,
}

/// One thing that is known of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// A short name: `value`, `order`, `cycles`, `turn`, `size`.
    pub name: &'static str,
    /// What is known.
    pub text: Text,
    /// What shows it: a line of the rules, quoted, where one does.
    pub because: Text,
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
    /// Nobody wins; in a game of points, nobody leads from there on.
    Draw,
    /// That player wins.
    Wins(Player),
    /// In a game of points: a lead that `Game::going_round` tells, the same for one player at all positions of a round.
    Leads,
}

/// What a position is worth to its mover where play goes round for ever, in a game of points.
///
/// # Errors
/// What is wrong with the game there, or a lead beyond the 64-bit numbers.
pub fn round_lead<G: Game + ?Sized>(game: &G, position: &G::Position) -> Result<i64, Fault> {
    match game.repeat() {
        Some(Repeat::Leads) => {
            let lead = game.going_round(position)?;
            if lead == i64::MIN { Err(Fault::new("a lead leaves the 64-bit numbers")) } else { Ok(lead) }
        }
        _ => Ok(0),
    }
}

/// Something wrong with the game itself, found while playing it: an overflow, an index outside its list, no rule for a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The finding. `Fault::new` makes one for games written in Rust.
    pub diagnostic: Box<Diagnostic>,
}

/// The value of a finished position for the player whom `mover` names there; `None` while the game goes on.
///
/// # Errors
/// What is wrong with the game there, or a lead beyond the 64-bit numbers.
pub fn ended<G: Game + ?Sized>(game: &G, position: &G::Position) -> Result<Option<Value>, Fault> {
    game.ending(position)?.map(|ending| worth(game, ending)).transpose()
}

/// The words of a position, as the one that stands for all alike.
pub(crate) fn row_of<G: Game + ?Sized>(game: &G, words: &dyn Words<G::Position>, position: &G::Position) -> Vec<u64> {
    let mut row = vec![0; words.count()];
    words.write(&game.canonical(position.clone()), &mut row);
    row
}

/// What an ending is worth in this game.
pub(crate) fn worth<G: Game + ?Sized>(game: &G, ending: Ending) -> Result<Value, Fault> {
    let value = ending.value();
    if value.kind() != game.kind() {
        return Err(Fault::new(say!("the game is about {}, but ends here with {ending:?}", game.kind())));
    }
    if value.negate().is_none() {
        return Err(Fault::new("a lead leaves the 64-bit numbers"));
    }
    Ok(value)
}

/// `ended` and `moves` in one look, without the moves' names: the value of a finished position, or what its moves gain and lead to,
/// appended to `out`. In a fault, what was appended means nothing.
///
/// # Errors
/// What is wrong with the game there; no move at all is.
pub fn looked<G: Game + ?Sized>(
    game: &G,
    position: &G::Position,
    out: &mut Vec<(Gain, G::Position)>,
) -> Result<Option<Value>, Fault> {
    let before = out.len();
    match game.look(position, out)? {
        Some(ending) => worth(game, ending).map(Some),
        None if out.len() > before => Ok(None),
        None => Err(Fault::nobody_moves()),
    }
}

/// The move of the successor at that place among those that `look` gives: positions that only pass by need no names of moves.
pub fn nth_move<G: Game + ?Sized>(game: &G, position: &G::Position, place: usize) -> Option<G::Move> {
    let mut steps = Vec::new();
    game.steps(position, &mut steps).ok()?;
    steps.into_iter().nth(place).map(|step| step.mv)
}

/// Every legal move of a position that is not finished, appended to `out`; none at all is a fault.
///
/// # Errors
/// What is wrong with the game there; no move at all is.
pub fn moves<G: Game + ?Sized>(game: &G, position: &G::Position, out: &mut Vec<Step<G>>) -> Result<(), Fault> {
    let before = out.len();
    game.steps(position, out)?;
    if out.len() > before { Ok(()) } else { Err(Fault::nobody_moves()) }
}

/// `Game::look` by asking for the ending and then for the steps.
///
/// # Errors
/// What is wrong with the game there.
pub fn look_by_steps<G: Game + ?Sized>(
    game: &G,
    position: &G::Position,
    out: &mut Vec<(Gain, G::Position)>,
) -> Result<Option<Ending>, Fault> {
    let ending = game.ending(position)?;
    if ending.is_none() {
        let mut steps = Vec::new();
        game.steps(position, &mut steps)?;
        out.extend(steps.into_iter().map(|step| (step.gain, step.next)));
    }
    Ok(ending)
}

impl<G: Game + ?Sized> Step<G> {
    /// What this move is worth to `mover`, who makes it, when the position it leads to is worth `next` to its own mover.
    ///
    /// # Errors
    /// A lead beyond the 64-bit numbers.
    pub fn value(&self, game: &G, mover: Player, next: Value) -> Result<Value, Fault> {
        value_after(game, mover, self.gain, &self.next, next)
    }
}

/// What a move with this gain is worth to `mover`, who makes it, when the position it leads to is worth `value` to its own mover.
///
/// # Errors
/// A lead beyond the 64-bit numbers.
pub fn value_after<G: Game + ?Sized>(
    game: &G,
    mover: Player,
    gain: Gain,
    next: &G::Position,
    value: Value,
) -> Result<Value, Fault> {
    let gain = gain.net().ok_or_else(|| Fault::new("a gain leaves the 64-bit numbers"))?;
    let same_mover = game.mover(next) == mover;
    value.after_step(gain, same_mover).ok_or_else(|| Fault::new("a lead or a number of plies leaves its bounds"))
}

impl Gain {
    /// Mine minus theirs; `None` if that leaves the 64-bit numbers.
    #[must_use]
    pub fn net(self) -> Option<i64> {
        self.mine.checked_sub(self.theirs)
    }
}

impl Ending {
    /// The ending as a value: a finished position is zero plies from its end.
    #[must_use]
    pub fn value(self) -> Value {
        match self {
            Ending::Win => Value::Outcome(Outcome::Win(Plies::Of(0))),
            Ending::Draw => Value::Outcome(Outcome::Draw),
            Ending::Loss => Value::Outcome(Outcome::Loss(Plies::Of(0))),
            Ending::Lead(lead) => Value::Lead(lead),
        }
    }
}

impl Fault {
    /// A fault of a game written in Rust, in one sentence: lower case, no full stop.
    pub fn new(message: impl Into<Text>) -> Fault {
        Fault { diagnostic: Box::new(Diagnostic::error("B090", message)) }
    }

    /// Symmetries that the game promised do not hold.
    pub(crate) fn asymmetric() -> Fault {
        let finding = Diagnostic::error("B066", "this is not a symmetry of the game");
        finding
            .help("take the symmetry out, or mend the move or ending that treats a position and its image differently")
            .into()
    }

    /// A position that goes on, and nobody can move.
    pub(crate) fn nobody_moves() -> Fault {
        Fault::new("nobody can move here, and no ending says what that means")
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.diagnostic.message, f)
    }
}

impl std::error::Error for Fault {}

impl From<Diagnostic> for Fault {
    fn from(diagnostic: Diagnostic) -> Fault {
        Fault { diagnostic: Box::new(diagnostic) }
    }
}

impl From<Box<Diagnostic>> for Fault {
    fn from(diagnostic: Box<Diagnostic>) -> Fault {
        Fault { diagnostic }
    }
}
