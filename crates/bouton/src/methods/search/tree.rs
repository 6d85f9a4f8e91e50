//! The tree that is searched. Compiled once for each width of rows and of bounds, whatever the game.

use super::super::rows::{Source, Wrong, sampled};
use super::Between;
use super::patience::Spent;
use super::table::{Bounds, Hold, Table};
use super::team::Busy;
use crate::error::{Loop, Stop, Trouble};
use crate::game::{Ending, Fault, Rows};
use crate::store::{growing, row_hash};
use hashbrown::HashTable;
use std::ops::{Add, Neg, Sub};

/// What a position is worth to its mover: a lead, or 1, 0, −1. Wider than the leads that it is for, so that sums along a line need no check.
pub(super) trait Score:
    Copy + Ord + Add<Output = Self> + Sub<Output = Self> + Neg<Output = Self> + From<i8> + Send
{
    /// Beyond every score, as its half is.
    const ENDLESS: Self;
    const HALF: Self;
    /// A lead, where it is one of those.
    fn of(lead: i64) -> Option<Self>;
    /// The lead that this is, if it is one of those.
    fn lead(self) -> Option<i64>;
}

/// For small leads, of less than 2³⁰: windows drift by no more at each of fewer than 2³² positions of a line.
impl Score for i64 {
    const ENDLESS: i64 = 1 << 33;
    const HALF: i64 = 1 << 32;

    fn of(lead: i64) -> Option<i64> {
        lead.lead()
    }

    fn lead(self) -> Option<i64> {
        (self.unsigned_abs() < 1 << 30).then_some(self)
    }
}

impl Score for i128 {
    const ENDLESS: i128 = 1 << 66;
    const HALF: i128 = 1 << 65;

    fn of(lead: i64) -> Option<i128> {
        Some(lead.into())
    }

    fn lead(self) -> Option<i64> {
        i64::try_from(self).ok()
    }
}

/// Moves are told apart by so many numbers.
const NAMES: usize = 1 << 12;

/// Past this, what counted before counts half.
const MOST_CREDIT: u32 = 1 << 30;

/// A move to be looked at.
#[derive(Clone, Copy)]
struct Next<const N: usize, S> {
    row: [u64; N],
    /// The image that is kept for it, and its hash.
    kept: [u64; N],
    hash: u64,
    gain: S,
    same_mover: bool,
    /// Which move of its position it is, and of all.
    place: u32,
    name: u16,
    /// How many positions lay below the moves of this name that cut off.
    credit: u32,
}

/// A position on the current line.
struct Frame<const N: usize, S> {
    row: [u64; N],
    kept: [u64; N],
    hash: u64,
    /// Where its moves begin that are still to be looked at, and where all of them ended; the last is the one that is.
    first: usize,
    all: usize,
    /// The window as it was asked for, and the best so far.
    alpha: S,
    beta: S,
    best: S,
    /// How many positions had been looked at before.
    before: u64,
    /// Whether whoever moved at the root moves.
    root_mover: bool,
}

/// What one thread searches.
pub(super) struct Tree<'a, const N: usize, B: Bounds> {
    source: &'a dyn Source,
    frames: Vec<Frame<N, B::Score>>,
    nexts: Vec<Next<N, B::Score>>,
    /// Positions on the line, by their hash: places among the frames.
    line: HashTable<u32>,
    /// How many positions lay below the moves of a name that cut off, for each player.
    credit: Vec<u32>,
    /// Where the moves of a position lead.
    rows: Rows,
    /// Those that end play, and how.
    over: Vec<(usize, Ending)>,
    /// The image that is kept for each move, and its hash.
    kept: Vec<u64>,
    hashes: Vec<u64>,
    spent: Spent,
    /// What the position that was left last turned out to be worth to its mover.
    left: Option<B::Score>,
}

/// What a thread works with beside what is its own.
pub(super) struct Tools<'t, const N: usize, B> {
    pub(super) table: Hold<'t, N, B>,
    /// Positions that other threads are at, where there are any.
    pub(super) busy: Option<&'t Busy>,
}

impl<'a, const N: usize, B: Bounds> Tree<'a, N, B> {
    pub(super) fn new(source: &'a dyn Source) -> Tree<'a, N, B> {
        Tree {
            source,
            frames: Vec::new(),
            nexts: Vec::new(),
            line: HashTable::new(),
            credit: vec![0; 2 * NAMES],
            rows: Rows { named: true, ..Rows::default() },
            over: Vec::new(),
            kept: Vec::new(),
            hashes: Vec::new(),
            spent: Spent::default(),
            left: None,
        }
    }

    /// One more for the same search: it knows which moves refuted most, and has looked at nothing yet.
    pub(super) fn another(&self) -> Tree<'a, N, B> {
        Tree { credit: self.credit.clone(), ..Tree::new(self.source) }
    }

    /// What it did so far.
    pub(super) fn spent(&self) -> Spent {
        self.spent
    }

    /// Begins at a position: its score is asked for, exact within the window, a bound outside it (fail-soft).
    pub(super) fn begin(
        &mut self,
        root: [u64; N],
        window: (B::Score, B::Score),
        tools: &mut Tools<N, B>,
    ) -> Result<(), Stop> {
        self.nexts.clear();
        self.frames.clear();
        self.line.clear();
        let mut kept = root;
        self.source.fold(&mut kept);
        self.left = self.visit((root, kept, row_hash(&kept)), window, true, tools)?;
        Ok(())
    }

    /// Goes on for so many steps; the score, once it is known.
    pub(super) fn run(&mut self, steps: usize, tools: &mut Tools<N, B>) -> Result<Option<B::Score>, Stop> {
        for _ in 0..steps {
            let Some(frame) = self.frames.last() else { break };
            if let Some(score) = self.left.take() {
                self.take(score)?;
            } else if self.nexts.len() == frame.first {
                self.left = Some(self.close(tools));
            } else {
                self.left = self.go_on(tools)?;
            }
        }
        Ok(self.left.filter(|_| self.frames.is_empty()))
    }

    /// Follows the move on top, with the window as the player there sees it.
    fn go_on(&mut self, tools: &mut Tools<N, B>) -> Result<Option<B::Score>, Stop> {
        if let Some(busy) = tools.busy {
            self.leave_to_others(busy);
        }
        let (Some(frame), Some(next)) = (self.frames.last(), self.nexts.last()) else { return Ok(None) };
        let (alpha, beta) = (frame.alpha.max(frame.best) - next.gain, frame.beta - next.gain);
        let window = if next.same_mover { (alpha, beta) } else { (-beta, -alpha) };
        let root_mover = frame.root_mover == next.same_mover;
        self.visit((next.row, next.kept, next.hash), window, root_mover, tools)
    }

    /// Where the next move, if it is not the first, leads to a position that another thread is at, one that leads elsewhere comes before it.
    fn leave_to_others(&mut self, busy: &Busy) {
        let Some(frame) = self.frames.last() else { return };
        let last = self.nexts.len() - 1;
        if self.nexts.len() == frame.all || !busy.shows(self.frames.len()) || !busy.is_at(self.nexts[last].hash) {
            return;
        }
        let other = (frame.first..last).rev().find(|at| !busy.is_at(self.nexts[*at].hash));
        if let Some(other) = other {
            self.nexts.swap(other, last);
        }
    }

    /// The move on top turned out to be worth this to the player who moves after it.
    fn take(&mut self, score: B::Score) -> Result<(), Stop> {
        let depth = self.frames.len();
        let (Some(next), Some(frame)) = (self.nexts.pop(), self.frames.last_mut()) else { return Ok(()) };
        let score = next.gain + if next.same_mover { score } else { -score };
        if score.lead().is_none() {
            let row = frame.row;
            return Err(self.fault_in(&row, depth - 1, next.place as usize, too_far()));
        }
        frame.best = frame.best.max(score);
        if score >= frame.beta {
            // What it took to refute counts, and so a cut far from the ends counts for more (J. Schaeffer weighs it by the depth that is left).
            let work = u32::try_from(self.spent.looked - frame.before).unwrap_or(u32::MAX);
            let credit = &mut self.credit[usize::from(next.name) + if frame.root_mover { NAMES } else { 0 }];
            *credit = credit.saturating_add(work);
            if *credit > MOST_CREDIT {
                self.credit.iter_mut().for_each(|credit| *credit /= 2);
            }
            self.nexts.truncate(frame.first);
        }
        Ok(())
    }

    /// What is known of each move of a position: what making it is worth at least and at most.
    pub(super) fn known_of_moves(&mut self, row: &[u64; N], table: &mut Table<N, B>) -> Vec<(String, Between)> {
        self.rows.truncate(0, N);
        if !matches!(self.source.look(row, &mut self.rows), Ok(None)) {
            return Vec::new();
        }
        let mut known = Vec::new();
        for place in 0..self.rows.heads.len() {
            let (gain, same_mover) = self.rows.heads[place];
            let Some(gain) = gain.net().and_then(B::Score::of) else { continue };
            let mut next = row_at::<N>(&self.rows.words, place);
            let ended = self.source.over(&next).and_then(|ending| self.score(ending).ok());
            self.source.fold(&mut next);
            let found = Hold::Alone(table).get(&next, row_hash(&next)).map(|bounds| (bounds.least(), bounds.most()));
            let Some((least, most)) = ended.map(|score| (score, score)).or(found) else { continue };
            let (least, most) = before((least, most), gain, same_mover);
            known.extend(self.source.show_move(row, place).map(|mv| (mv, [least.lead(), most.lead()])));
        }
        known
    }

    /// What is known of the position on top is kept; it is worth this.
    fn close(&mut self, tools: &mut Tools<N, B>) -> B::Score {
        let Some(frame) = self.frames.pop() else { return -B::Score::ENDLESS };
        let depth = self.frames.len();
        if let Some(busy) = tools.busy.filter(|busy| busy.shows(depth)) {
            busy.leave(frame.hash);
        }
        let found = self.line.find_entry(row_hash(&frame.row), |at| *at as usize == depth);
        if let Ok(entry) = found {
            entry.remove();
        }
        let Frame { kept, hash, alpha, beta, best, before, .. } = frame;
        tools.table.keep((&kept, hash), found_in((alpha, beta), best), self.spent.looked - before);
        best
    }

    /// The score of a position if what is known settles it; if not, it goes on top of the line.
    fn visit(
        &mut self,
        (row, kept, hash): ([u64; N], [u64; N], u64),
        (mut alpha, mut beta): (B::Score, B::Score),
        root_mover: bool,
        tools: &mut Tools<N, B>,
    ) -> Result<Option<B::Score>, Stop> {
        if let Some(bounds) = tools.table.get(&kept, hash) {
            if bounds.least() >= beta || bounds.least() == bounds.most() {
                return Ok(Some(bounds.least()));
            }
            if bounds.most() <= alpha {
                return Ok(Some(bounds.most()));
            }
            let one = B::Score::from(1);
            (alpha, beta) = (alpha.max(bounds.least() - one), beta.min(bounds.most() + one));
        } else {
            self.spent.found += 1;
        }
        let on_line = row_hash(&row);
        if let Some(at) = self.line.find(on_line, |at| self.frames[*at as usize].row == row) {
            return Err(self.cycle(*at as usize));
        }
        self.rows.truncate(0, N);
        let ending = self.source.look(&row, &mut self.rows).map_err(|fault| self.fault_at(&row, fault))?;
        if let Some(ending) = ending {
            let score = self.score(ending).map_err(|fault| self.fault_at(&row, fault))?;
            tools.table.keep((&kept, hash), (score, score), 1);
            return Ok(Some(score));
        }
        if self.rows.heads.is_empty() {
            return Err(self.fault_at(&row, Fault::nobody_moves()));
        }
        let one_of = sampled(self.spent.looked);
        self.source.try_symmetries(&row, one_of).map_err(|fault| self.source.stop(&row, Wrong::Fault(fault)))?;
        let depth = u32::try_from(self.frames.len()).map_err(|_| self.fault_at(&row, crate::store::too_many()))?;
        let before = self.spent.looked;
        self.spent.made += self.rows.heads.len() as u64;
        self.spent.looked += 1;
        let first = self.nexts.len();
        let best = self.settle((alpha, beta), root_mover, tools).map_err(|(place, fault)| {
            self.nexts.truncate(first);
            self.fault_in(&row, self.frames.len(), place, fault)
        })?;
        if best >= beta || self.nexts.len() == first {
            self.nexts.truncate(first);
            tools.table.keep((&kept, hash), found_in((alpha, beta), best), 1);
            return Ok(Some(best));
        }
        self.nexts[first..].sort_unstable_by_key(|next| (next.credit, std::cmp::Reverse(next.place)));
        let frames = &self.frames;
        self.line.insert_unique(on_line, depth, |at| row_hash(&frames[*at as usize].row));
        if let Some(busy) = tools.busy.filter(|busy| busy.shows(self.frames.len())) {
            busy.enter(hash);
        }
        self.frames.push(Frame {
            row,
            kept,
            hash,
            first,
            all: self.nexts.len(),
            alpha,
            beta,
            best,
            before,
            root_mover,
        });
        Ok(None)
    }

    /// The moves of a position: what is known of where they lead counts at once; the others wait. What the best of the former is worth.
    fn settle(
        &mut self,
        (alpha, beta): (B::Score, B::Score),
        root_mover: bool,
        tools: &mut Tools<N, B>,
    ) -> Result<B::Score, InMove> {
        let best = self.ends()?;
        if best >= beta {
            return Ok(best);
        }
        self.fold();
        tools.table.touch(&self.hashes);
        self.those_known(best, (alpha, beta), root_mover, tools)
    }

    /// What the best of the moves that end play is worth: it may save all else.
    fn ends(&mut self) -> Result<B::Score, InMove> {
        let mut best = -B::Score::ENDLESS;
        self.over.clear();
        self.source.all_over(&self.rows.words, &mut self.over);
        for (place, ending) in &self.over {
            let score = self.score(*ending).map_err(|fault| (*place, fault))?;
            let score = self.gain(*place)? + if self.rows.heads[*place].1 { score } else { -score };
            score.lead().ok_or_else(|| (*place, too_far()))?;
            best = best.max(score);
        }
        Ok(best)
    }

    /// What a move gains its mover more than the other.
    fn gain(&self, place: usize) -> Result<B::Score, InMove> {
        let gain = self.rows.heads[place].0.net();
        let gain = gain.ok_or_else(|| (place, Fault::new("a gain leaves the 64-bit numbers")))?;
        B::Score::of(gain).ok_or_else(|| (place, too_far()))
    }

    /// Finds the images that are kept for where moves lead, and their hashes.
    fn fold(&mut self) {
        self.kept.clear();
        self.kept.extend_from_slice(&self.rows.words);
        self.source.fold(&mut self.kept);
        self.hashes.clear();
        self.hashes.extend(self.kept.as_chunks::<N>().0.iter().map(|row| row_hash(row)));
    }

    /// What the best of the moves is worth of which something is known; the others wait.
    fn those_known(
        &mut self,
        mut best: B::Score,
        (alpha, beta): (B::Score, B::Score),
        root_mover: bool,
        tools: &mut Tools<N, B>,
    ) -> Result<B::Score, InMove> {
        let first = self.nexts.len();
        self.open(root_mover)?;
        let mut open = first;
        for at in first..self.nexts.len() {
            let next = self.nexts[at];
            if let Some(known) = tools.table.get(&next.kept, next.hash) {
                let (least, most) = before((known.least(), known.most()), next.gain, next.same_mover);
                let is_known = |score: B::Score| score.max(-score) < B::Score::HALF;
                if [least, most].into_iter().any(|score| is_known(score) && score.lead().is_none()) {
                    return Err((next.place as usize, too_far()));
                }
                best = if is_known(least) { best.max(least) } else { best };
                if best >= beta {
                    break;
                }
                if most <= alpha.max(best) {
                    best = best.max(most);
                    continue;
                }
            }
            self.nexts[open] = next;
            open += 1;
        }
        self.nexts.truncate(open);
        Ok(best)
    }

    /// Puts all moves that do not end play on top of those that wait.
    fn open(&mut self, root_mover: bool) -> Result<(), InMove> {
        let mut over = self.over.iter().map(|(place, _)| *place).peekable();
        for place in 0..self.rows.heads.len() {
            if over.next_if_eq(&place).is_some() {
                continue;
            }
            let name = self.rows.names.get(place).map_or(0, |name| *name as usize % NAMES);
            self.nexts.push(Next {
                row: row_at::<N>(&self.rows.words, place),
                kept: row_at::<N>(&self.kept, place),
                hash: self.hashes[place],
                gain: self.gain(place)?,
                same_mover: self.rows.heads[place].1,
                place: u32::try_from(place).expect("a position has fewer than 2^32 moves"),
                name: u16::try_from(name).expect("names are taken modulo `NAMES`"),
                credit: self.credit[name + if root_mover { NAMES } else { 0 }],
            });
        }
        Ok(())
    }

    fn score(&self, ending: Ending) -> Result<B::Score, Fault> {
        B::Score::of(super::lead(self.source.worth(ending)?)).ok_or_else(too_far)
    }

    /// A position is worth more than leads can be.
    pub(super) fn too_far(&self, row: &[u64; N]) -> Stop {
        self.fault_at(row, too_far())
    }

    /// Bytes held beside the table.
    pub(super) fn own_bytes(&self) -> u64 {
        let of = |len: usize, capacity: usize, each: usize| capacity * growing(len, capacity) * each;
        let nexts = of(self.nexts.len(), self.nexts.capacity(), size_of::<Next<N, B::Score>>());
        let frames = of(self.frames.len(), self.frames.capacity(), size_of::<Frame<N, B::Score>>());
        (nexts + frames + self.line.allocation_size()) as u64 + self.source.bytes()
    }

    /// The moves that lead to the frame at `depth`.
    fn moves_to(&self, depth: usize) -> Vec<String> {
        let ends = self.frames.iter().skip(1).map(|frame| frame.first).chain([self.nexts.len()]);
        let next = |end: usize| Some(self.nexts.get(end.checked_sub(1)?)?.place as usize);
        let named = self.frames.iter().zip(ends).take(depth);
        named.filter_map(|(frame, end)| self.source.show_move(&frame.row, next(end)?)).collect()
    }

    fn cycle(&self, depth: usize) -> Stop {
        let mut reached_by = self.moves_to(self.frames.len());
        let moves = reached_by.split_off(depth.min(reached_by.len()));
        let positions = self.frames[depth..].iter().map(|frame| self.source.show(&frame.row)).collect();
        Stop::Cycle(Box::new(Loop { reached_by, positions, moves, ..Loop::default() }))
    }

    /// A fault at a position one move beyond the line.
    fn fault_at(&self, row: &[u64; N], fault: Fault) -> Stop {
        let (position, path) = (self.source.show(row), Some(self.moves_to(self.frames.len())));
        Stop::Fault(Box::new(Trouble { fault, position, mv: None, path }))
    }

    /// A fault in a move of a position that so many moves of the line lead to.
    fn fault_in(&self, row: &[u64; N], depth: usize, place: usize, fault: Fault) -> Stop {
        let (position, path) = (self.source.show(row), Some(self.moves_to(depth)));
        Stop::Fault(Box::new(Trouble { fault, position, mv: self.source.show_move(row, place), path }))
    }
}

/// What is wrong in the move at that place.
type InMove = (usize, Fault);

/// What is known of a position, the best move of which was worth so much in a window.
fn found_in<S: Score>((alpha, beta): (S, S), best: S) -> (S, S) {
    (if best > alpha { best } else { -S::ENDLESS }, if best < beta { best } else { S::ENDLESS })
}

/// Bounds of what a move is worth, from those of where it leads.
fn before<S: Score>((least, most): (S, S), gain: S, same_mover: bool) -> (S, S) {
    if same_mover { (gain + least, gain + most) } else { (gain - most, gain - least) }
}

pub(super) fn too_far() -> Fault {
    Fault::new("a lead leaves the 64-bit numbers")
}

fn row_at<const N: usize>(words: &[u64], place: usize) -> [u64; N] {
    words[place * N..].first_chunk::<N>().copied().expect("every row has so many words")
}
