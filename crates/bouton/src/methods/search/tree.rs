//! The tree that is searched. Compiled once for each width of rows, whatever the game.

use super::super::rows::{Source, Wrong, sampled};
use super::patience::Spent;
use super::table::{Bounds, Hold, Table};
use super::team::Busy;
use crate::error::{Loop, Stop, Trouble};
use crate::game::{Ending, Fault, Rows};
use crate::store::{growing, row_hash};
use hashbrown::HashTable;

/// What a position is worth to its mover: a lead, or 1, 0, −1. Wider than leads, so that sums of two need no check.
pub(super) type Score = i128;

/// Beyond every score.
pub(super) const ENDLESS: Score = 1 << 66;

/// Moves are told apart by so many numbers.
const NAMES: usize = 1 << 12;

/// Past this, what counted before counts half.
const MOST_CREDIT: u32 = 1 << 30;

/// A move to be looked at.
struct Next<const N: usize> {
    row: [u64; N],
    /// The image that is kept for it, and its hash.
    kept: [u64; N],
    hash: u64,
    gain: Score,
    same_mover: bool,
    /// Which move of its position it is, and of all.
    place: u32,
    name: u16,
    /// How many positions lay below the moves of this name that cut off.
    credit: u32,
}

/// A position on the current line.
struct Frame<const N: usize> {
    row: [u64; N],
    kept: [u64; N],
    hash: u64,
    /// Where its moves begin that are still to be looked at, and where all of them ended; the last is the one that is.
    first: usize,
    all: usize,
    /// The window as it was asked for, and the best so far.
    alpha: Score,
    beta: Score,
    best: Score,
    /// How many positions had been looked at before.
    before: u64,
    /// Whether whoever moved at the root moves.
    root_mover: bool,
}

/// What one thread searches.
pub(super) struct Tree<'a, const N: usize> {
    source: &'a dyn Source,
    frames: Vec<Frame<N>>,
    nexts: Vec<Next<N>>,
    /// Positions on the line, by their hash: places among the frames.
    line: HashTable<u32>,
    /// How many positions lay below the moves of a name that cut off, for each player.
    credit: Vec<u32>,
    /// Where the moves of a position lead.
    rows: Rows,
    /// Those of them that do not end play: which move, what it gains, and whether the same player moves on; and the image that is kept for each.
    open: Vec<(u32, Score, bool)>,
    kept: Vec<u64>,
    spent: Spent,
    /// What the position that was left last turned out to be worth to its mover.
    left: Option<Score>,
}

/// What a thread works with beside what is its own.
pub(super) struct Tools<'t, const N: usize, B> {
    pub(super) table: Hold<'t, N, B>,
    /// Positions that other threads are at, where there are any.
    pub(super) busy: Option<&'t Busy>,
}

impl<'a, const N: usize> Tree<'a, N> {
    pub(super) fn new(source: &'a dyn Source) -> Tree<'a, N> {
        Tree {
            source,
            frames: Vec::new(),
            nexts: Vec::new(),
            line: HashTable::new(),
            credit: vec![0; 2 * NAMES],
            rows: Rows { named: true, ..Rows::default() },
            open: Vec::new(),
            kept: Vec::new(),
            spent: Spent::default(),
            left: None,
        }
    }

    /// One more for the same search: it knows which moves refuted most, and has looked at nothing yet.
    pub(super) fn another(&self) -> Tree<'a, N> {
        Tree { credit: self.credit.clone(), ..Tree::new(self.source) }
    }

    /// What it did so far.
    pub(super) fn spent(&self) -> Spent {
        self.spent
    }

    /// Begins at a position: its score is asked for, exact within the window, a bound outside it (fail-soft).
    pub(super) fn begin<B: Bounds>(
        &mut self,
        root: [u64; N],
        window: (Score, Score),
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
    pub(super) fn run<B: Bounds>(&mut self, steps: usize, tools: &mut Tools<N, B>) -> Result<Option<Score>, Stop> {
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
    fn go_on<B: Bounds>(&mut self, tools: &mut Tools<N, B>) -> Result<Option<Score>, Stop> {
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
    fn take(&mut self, score: Score) -> Result<(), Stop> {
        let Some(next) = self.nexts.pop() else { return Ok(()) };
        let score = next.gain + if next.same_mover { score } else { -score };
        if i64::try_from(score).is_err() {
            return Err(self.fault_in(next.place, too_far()));
        }
        let Some(frame) = self.frames.last_mut() else { return Ok(()) };
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
    pub(super) fn known_of_moves<B: Bounds>(
        &mut self,
        row: &[u64; N],
        table: &mut Table<N, B>,
    ) -> Vec<(String, Score, Score)> {
        self.rows.truncate(0, N);
        if !matches!(self.source.look(row, &mut self.rows), Ok(None)) {
            return Vec::new();
        }
        let mut known = Vec::new();
        for place in 0..self.rows.heads.len() {
            let (gain, same_mover) = self.rows.heads[place];
            let Some(gain) = gain.net().map(Score::from) else { continue };
            let mut next = row_at::<N>(&self.rows.words, place);
            let ended = self.source.over(&next).and_then(|ending| self.score(ending).ok());
            self.source.fold(&mut next);
            let found = Hold::Alone(table).get(&next, row_hash(&next)).map(|bounds| (bounds.least(), bounds.most()));
            let Some((least, most)) = ended.map(|score| (score, score)).or(found) else { continue };
            let (least, most) = before((least, most), gain, same_mover);
            known.extend(self.source.show_move(row, place).map(|mv| (mv, least, most)));
        }
        known
    }

    /// What is known of the position on top is kept; it is worth this.
    fn close<B: Bounds>(&mut self, tools: &mut Tools<N, B>) -> Score {
        let Some(frame) = self.frames.pop() else { return -ENDLESS };
        let depth = self.frames.len();
        if let Some(busy) = tools.busy.filter(|busy| busy.shows(depth)) {
            busy.leave(frame.hash);
        }
        let found = self.line.find_entry(row_hash(&frame.row), |at| *at as usize == depth);
        if let Ok(entry) = found {
            entry.remove();
        }
        let Frame { kept, hash, alpha, beta, best, before, .. } = frame;
        let least = if best > alpha { best } else { -ENDLESS };
        let most = if best < beta { best } else { ENDLESS };
        tools.table.keep((&kept, hash), (least, most), self.spent.looked - before);
        best
    }

    /// The score of a position if what is known settles it; if not, it goes on top of the line.
    fn visit<B: Bounds>(
        &mut self,
        (row, kept, hash): ([u64; N], [u64; N], u64),
        (mut alpha, mut beta): (Score, Score),
        root_mover: bool,
        tools: &mut Tools<N, B>,
    ) -> Result<Option<Score>, Stop> {
        if let Some(bounds) = tools.table.get(&kept, hash) {
            if bounds.least() >= beta || bounds.least() == bounds.most() {
                return Ok(Some(bounds.least()));
            }
            if bounds.most() <= alpha {
                return Ok(Some(bounds.most()));
            }
            (alpha, beta) = (alpha.max(bounds.least() - 1), beta.min(bounds.most() + 1));
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
        let before = self.spent.looked;
        self.spent.made += self.rows.heads.len() as u64;
        self.spent.looked += 1;
        let depth = u32::try_from(self.frames.len()).map_err(|_| self.fault_at(&row, crate::store::too_many()))?;
        let frames = &self.frames;
        self.line.insert_unique(on_line, depth, |at| row_hash(&frames[*at as usize].row));
        let first = self.nexts.len();
        if let Some(busy) = tools.busy.filter(|busy| busy.shows(self.frames.len())) {
            busy.enter(hash);
        }
        self.frames.push(Frame { row, kept, hash, first, all: first, alpha, beta, best: -ENDLESS, before, root_mover });
        self.prepare(first, root_mover, tools)?;
        Ok(None)
    }

    /// The moves of the position on top: what is known of where they lead counts at once; the others wait, most promising last.
    fn prepare<B: Bounds>(&mut self, first: usize, root_mover: bool, tools: &mut Tools<N, B>) -> Result<(), Stop> {
        let Some(frame) = self.frames.last() else { return Ok(()) };
        let (alpha, beta) = (frame.alpha, frame.beta);
        let mut best = self.ends()?;
        if best < beta {
            self.source.fold(&mut self.kept);
        } else {
            self.open.clear();
        }
        let hash = |at: usize| row_hash(&row_at::<N>(&self.kept, at));
        tools.table.touch((0..self.open.len()).map(hash));
        for at in 0..self.open.len() {
            let (place, gain, same_mover) = self.open[at];
            let kept = row_at::<N>(&self.kept, at);
            let hash = row_hash(&kept);
            if let Some(known) = tools.table.get(&kept, hash) {
                let (least, most) = before((known.least(), known.most()), gain, same_mover);
                let is_known = |score: &Score| score.abs() < ENDLESS / 2;
                if [least, most].iter().filter(|score| is_known(score)).any(|score| i64::try_from(*score).is_err()) {
                    return Err(self.fault_in(place, too_far()));
                }
                best = if is_known(&least) { best.max(least) } else { best };
                if best >= beta {
                    break;
                }
                if most <= alpha.max(best) {
                    best = best.max(most);
                    continue;
                }
            }
            let row = row_at::<N>(&self.rows.words, place as usize);
            let name = self.rows.names.get(place as usize).map_or(0, |name| *name as usize % NAMES);
            let credit = self.credit[name + if root_mover { NAMES } else { 0 }];
            let name = u16::try_from(name).expect("names are taken modulo `NAMES`");
            self.nexts.push(Next { row, kept, hash, gain, same_mover, place, name, credit });
        }
        if best >= beta {
            self.nexts.truncate(first);
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.best = best;
            frame.all = self.nexts.len();
        }
        self.nexts[first..].sort_unstable_by_key(|next| (next.credit, std::cmp::Reverse(next.place)));
        Ok(())
    }

    /// What the best of the moves that end play is worth: it may save all else. The others are left to be looked at, and where they lead.
    fn ends(&mut self) -> Result<Score, Stop> {
        let mut best = -ENDLESS;
        self.kept.clear();
        self.open.clear();
        for place in 0..self.rows.heads.len() {
            let (gain, same_mover) = self.rows.heads[place];
            let number = u32::try_from(place).expect("a position has fewer than 2^32 moves");
            let gain = gain.net().map(Score::from);
            let gain = gain.ok_or_else(|| self.fault_in(number, Fault::new("a gain leaves the 64-bit numbers")))?;
            let row = row_at::<N>(&self.rows.words, place);
            let Some(ending) = self.source.over(&row) else {
                self.kept.extend_from_slice(&row);
                self.open.push((number, gain, same_mover));
                continue;
            };
            let score = self.score(ending).map_err(|fault| self.fault_in(number, fault))?;
            let score = gain + if same_mover { score } else { -score };
            i64::try_from(score).map_err(|_| self.fault_in(number, too_far()))?;
            best = best.max(score);
        }
        Ok(best)
    }

    fn score(&self, ending: Ending) -> Result<Score, Fault> {
        Ok(super::score(self.source.worth(ending)?))
    }

    /// A position is worth more than leads can be.
    pub(super) fn too_far(&self, row: &[u64; N]) -> Stop {
        self.fault_at(row, too_far())
    }

    /// Bytes held beside the table.
    pub(super) fn own_bytes(&self) -> u64 {
        let of = |len: usize, capacity: usize, each: usize| capacity * growing(len, capacity) * each;
        let nexts = of(self.nexts.len(), self.nexts.capacity(), size_of::<Next<N>>());
        let frames = of(self.frames.len(), self.frames.capacity(), size_of::<Frame<N>>());
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

    /// A fault in a move of the position on top.
    fn fault_in(&self, place: u32, fault: Fault) -> Stop {
        let Some(frame) = self.frames.last() else { return Stop::Cancelled };
        let path = Some(self.moves_to(self.frames.len() - 1));
        let mv = self.source.show_move(&frame.row, place as usize);
        Stop::Fault(Box::new(Trouble { fault, position: self.source.show(&frame.row), mv, path }))
    }
}

/// Bounds of what a move is worth, from those of where it leads.
fn before((least, most): (Score, Score), gain: Score, same_mover: bool) -> (Score, Score) {
    if same_mover { (gain + least, gain + most) } else { (gain - most, gain - least) }
}

fn too_far() -> Fault {
    Fault::new("a lead leaves the 64-bit numbers")
}

fn row_at<const N: usize>(words: &[u64], place: usize) -> [u64; N] {
    words[place * N..].first_chunk::<N>().copied().expect("every row has so many words")
}
