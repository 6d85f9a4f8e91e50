//! Proves every value in a file: each position's against the rules and the values that its moves lead to.
//!
//! What is shown: a finished position has the value of its ending; any other has the value of its best move, one ply later; and every move
//! leads to a position in the file. Where positions have ranks, every move is seen to raise them, so play ends, and the values follow
//! from the ends by induction. Where they have none, the game is one in which endless play is a draw: wins and losses come one ply
//! nearer to their end with every best move, and who has no winning move but a drawing one can go on drawing. Where one position stands for
//! all its images, each image is looked at, so what is proven does not hang on the declared symmetry.
//!
//! Of a file that says that every placement is in it, each position is seen to be one of them, and as many as there are.
//!
//! No method is used. Cost: every position and move once, on all threads. Memory: see `Runs`; where one position stands for all its images,
//! a hash table of the positions and their values.

use super::known::Known;
use super::runs::{Fingers, Runs};
use super::{Saved, Trouble};
use crate::check::Report;
use crate::error::Stop;
use crate::game::{Game, Repeat, Reversible, Rows, Symmetries, Words, worth};
use crate::instance::Instance;
use crate::limits::{Bound, Meter};
use crate::show::Count;
use crate::store::{Cell, Codes, NONE};
use crate::value::{Kind, Outcome, Plies, Value};
use bouton_rules::layout::Packed;
use bouton_rules::{Text, say, text::Blank};
use std::io;
use std::ops::Range;
use std::sync::Arc;

/// Positions that one thread looks at before it takes more, and pieces that are looked at before the clock is.
const PIECE: usize = 1 << 14;
const AT_ONCE: usize = 16;

/// Blocks that are read together.
const BLOCKS: usize = 1 << 10;

/// Moves that are looked up together.
const TOGETHER: usize = 1 << 9;

/// Images before every so manieth of which is asked whether to go on.
const STRETCH: u64 = 1 << 10;

/// What stops where an order that was guessed is none: play may end all the same.
const PROOF: &str = "proof";

fn unordered() -> Stop {
    Stop::Unfit { method: PROOF, reason: Text::empty() }
}

/// Wins and losses in fewer plies fit two bytes, and so does one ply more.
const NEAR: u32 = 32_766;

impl Saved {
    /// Proves every value; `None` where that takes more than to look at each position once (see `check`): where play may repeat and that is
    /// no draw or points are counted, where plies are not counted, or where what was guessed to rise with every move does not.
    ///
    /// # Errors
    /// The first position whose value is wrong, or a limit.
    pub fn prove(&self, game: &Instance, meter: &mut Meter) -> Result<Option<Report>, Stop> {
        let ranked = self.head().layers.iter().all(|layer| layer.rank.is_some());
        let Some(words) = game.words().filter(|words| words.count() == self.head().words) else { return Ok(None) };
        // What some lines of play seem to raise is no order where play may repeat.
        let ordered = !ranked && game.repeat().is_none() && Game::rank(game, &words.read(&self.head().start)).is_some();
        if !ranked && !ordered && (game.kind() == Kind::Points || game.repeat() != Some(Repeat::Draw)) {
            return Ok(None);
        }
        let placements = self.placements(game)?;
        let proof = Proof { game, words, by: self.symmetries().map(|by| &**by), ranked, ordered, placements };
        let found = match words.count() {
            1 => self.of_words::<1>(&proof, meter),
            2 => self.of_words::<2>(&proof, meter),
            3 => self.of_words::<3>(&proof, meter),
            4 => self.of_words::<4>(&proof, meter),
            _ => Ok(None),
        };
        // The file says nothing of that order.
        if matches!(found, Err(Stop::Unfit { method: PROOF, .. })) { Ok(None) } else { found }
    }

    /// The placements that are all in the file, if it says so.
    fn placements(&self, game: &Instance) -> Result<Option<Arc<dyn Reversible<Packed>>>, Stop> {
        if !self.head().all_starts {
            return Ok(None);
        }
        let strange =
            || Stop::disk(io::Error::other(Trouble::Damaged(say!("a position in it is not of its game")).text()));
        let start = game.position_of_words(&self.head().start).ok_or_else(strange)?;
        let wrong = |reason| Stop::Wrong { position: game.show_position(&start), reason };
        let index = game.reversible(&start).map_err(wrong)?;
        if self.head().positions == index.size() {
            return Ok(Some(index));
        }
        let all = Count(index.size());
        Err(wrong(say!(
            "the file holds {} of {all} placements, and says that it holds all",
            Count(self.head().positions)
        )))
    }

    fn of_words<const N: usize>(&self, proof: &Proof, meter: &mut Meter) -> Result<Option<Report>, Stop> {
        match proof.game.kind() {
            Kind::Outcome if self.head().longest.is_none_or(|longest| longest < NEAR) => {
                self.proven::<u16, N>(proof, meter)
            }
            Kind::Outcome => self.proven::<i32, N>(proof, meter),
            Kind::Points => self.proven::<i64, N>(proof, meter),
        }
    }

    fn proven<C: Cell, const N: usize>(&self, proof: &Proof, meter: &mut Meter) -> Result<Option<Report>, Stop> {
        meter.phase("proving", Some(self.head().layers.iter().map(|layer| layer.in_file()).sum()));
        let mut report = Report { positions: 0, finished: 0, moves: 0 };
        let mut known: Known<C, N> = Known::new(proof.by.is_some());
        for (at, head) in self.head().layers.iter().enumerate().rev() {
            let Some(runs) = self.runs_of::<C, N>(at, meter)? else { return Ok(None) };
            let runs = Arc::new(runs);
            known
                .add(head.rank.unwrap_or(0), &runs)
                .map_err(|fault| Stop::disk(io::Error::other(fault.diagnostic.message)))?;
            meter.memory(known.bytes() + runs.bytes())?;
            for from in (0..runs.len()).step_by(PIECE * AT_ONCE) {
                let to = runs.len().min(from + PIECE * AT_ONCE);
                let bound = meter.bound(usize::MAX);
                let work = |range: Range<usize>| proof.some(head.rank, runs.between(range), &known, &bound);
                for found in meter.workers().pieces(from..to, PIECE, work) {
                    let found = found?;
                    report.positions += found.positions;
                    report.finished += found.finished;
                    report.moves += found.moves;
                }
                meter.steps(to - from)?;
            }
        }
        let said = (self.head().positions, self.head().finished);
        if said == (report.positions, report.finished) {
            return Ok(Some(report));
        }
        let position = proof.game.show_position(&proof.words.read(&self.head().start));
        let reason = say!(
            "{} positions, {} of them finished, are in the file, and not {} and {}",
            report.positions,
            report.finished,
            said.0,
            said.1
        );
        Err(Stop::Wrong { position, reason })
    }

    /// A layer's positions with their values; nothing where a value says no number of plies.
    fn runs_of<C: Cell, const N: usize>(&self, at: usize, meter: &mut Meter) -> Result<Option<Runs<C, N>>, Stop> {
        let damaged = |what: Text| Stop::disk(io::Error::other(Trouble::Damaged(what).text()));
        let mut runs: Runs<C, N> = Runs::default();
        let blocks = self.blocks_of(at);
        for from in blocks.clone().step_by(BLOCKS) {
            let some = from..blocks.end.min(from + BLOCKS);
            let read = |range: Range<usize>| self.unpacked(range.start);
            for (number, block) in some.clone().zip(meter.workers().pieces(some, 1, read)) {
                let block = block.map_err(|trouble| Stop::disk(io::Error::other(trouble.text())))?;
                for (row, value) in block.words.as_chunks::<N>().0.iter().zip(&block.values) {
                    let Some(code) = Codes::code(*value).filter(|_| is_counted(*value)) else { return Ok(None) };
                    let cell = C::of(code);
                    if cell == C::UNKNOWN {
                        return Err(damaged("a win or loss in it is longer than its head says".into()));
                    }
                    if !runs.push(*row, cell) {
                        return Err(damaged(say!("block {number} does not go on where the one before it ends")));
                    }
                }
            }
            meter.memory(runs.bytes())?;
        }
        runs.complete();
        Ok(Some(runs))
    }
}

/// Whether a value says in how many plies a win or a loss comes, if it is one.
fn is_counted(value: Value) -> bool {
    match value {
        Value::Outcome(Outcome::Win(plies) | Outcome::Loss(plies)) => matches!(plies, Plies::Of(_)),
        _ => true,
    }
}

/// What a proof works with.
struct Proof<'a> {
    game: &'a Instance,
    words: &'a dyn Words<Packed>,
    by: Option<&'a Symmetries>,
    /// Whether layers have a rank, which every move must raise.
    ranked: bool,
    /// Whether positions have one although layers have none.
    ordered: bool,
    /// What every position must be one of.
    placements: Option<Arc<dyn Reversible<Packed>>>,
}

/// Some positions of a layer that are being looked at.
struct Looking<const N: usize> {
    rank: Option<i64>,
    /// Where the moves of those lead that are not settled yet.
    rows: Rows,
    /// Each of them with what is said of it, and where its moves end among the rows.
    claims: Vec<([u64; N], i64, usize)>,
    fingers: Fingers,
    report: Report,
}

impl Proof<'_> {
    /// Some positions of a layer, which is the last of those that were read so far, highest rank first; fewer where time is over.
    fn some<C: Cell, const N: usize>(
        &self,
        rank: Option<i64>,
        entries: impl Iterator<Item = ([u64; N], C)>,
        known: &Known<C, N>,
        bound: &Bound,
    ) -> Result<Report, Stop> {
        let report = Report { positions: 0, finished: 0, moves: 0 };
        let (rows, claims, fingers) = (Rows::default(), Vec::new(), Fingers::default());
        let mut looking = Looking { rank, rows, claims, fingers, report };
        for (words, cell) in entries {
            match self.by {
                None => self.look::<C, N>(words, cell.code(), &mut looking)?,
                Some(by) => {
                    for image in by.every(&words) {
                        if looking.report.positions % STRETCH == STRETCH - 1 && bound.reached() {
                            return Ok(looking.report);
                        }
                        if let Ok(row) = image.as_slice().try_into() {
                            self.look::<C, N>(row, cell.code(), &mut looking)?;
                        }
                        self.settle_many::<C, N>(known, &mut looking)?;
                    }
                }
            }
            self.settle_many::<C, N>(known, &mut looking)?;
        }
        self.settle::<C, N>(known, &mut looking)?;
        Ok(looking.report)
    }

    /// Compares what is said of a finished position with its ending; what is said of others waits.
    fn look<C: Cell, const N: usize>(&self, row: [u64; N], stored: i64, looking: &mut Looking<N>) -> Result<(), Stop> {
        looking.report.positions += 1;
        if looking.rank.is_some_and(|rank| self.words.rank(&row) != rank) {
            return Err(self.wrong(&row, "its rank is not that of its layer"));
        }
        if let Some(index) = &self.placements
            && self.game.position_of_words(&row).is_none_or(|position| index.number(&position) >= index.size())
        {
            return Err(self.wrong(&row, "it is no placement of the pieces at the start, or of what these become"));
        }
        let ending = self.words.look(&row, &mut looking.rows);
        match ending.and_then(|ending| ending.map(|ending| worth(self.game, ending)).transpose()) {
            Err(fault) => Err(self.wrong(&row, fault.diagnostic.message)),
            Ok(Some(value)) => {
                looking.report.finished += 1;
                self.compare::<C>(&row, stored, Codes::code(value), "it is finished")
            }
            Ok(None) => {
                looking.claims.push((row, stored, looking.rows.heads.len()));
                Ok(())
            }
        }
    }

    /// Settles what waits, where it is much.
    fn settle_many<C: Cell, const N: usize>(&self, known: &Known<C, N>, looking: &mut Looking<N>) -> Result<(), Stop> {
        if looking.rows.heads.len() >= TOGETHER { self.settle(known, looking) } else { Ok(()) }
    }

    /// Compares what is said of positions with what their moves lead to: all that must be stored, with a higher rank if they have one.
    fn settle<C: Cell, const N: usize>(&self, known: &Known<C, N>, looking: &mut Looking<N>) -> Result<(), Stop> {
        let Looking { rank, rows, claims, fingers, report } = looking;
        if let Some(by) = self.by {
            by.fold(&mut rows.words);
        }
        let mut ranks = Vec::new();
        if self.ranked || self.ordered {
            self.words.ranks(&rows.words, &mut ranks);
        }
        // Where layers have no ranks there is only one.
        let none = if self.ranked { Vec::new() } else { vec![0; rows.heads.len()] };
        let layers = if self.ranked { &ranks } else { &none };
        let nexts = rows.words.as_chunks::<N>().0;
        let starts = std::iter::once(0).chain(claims.iter().map(|(_, _, end)| *end));
        let from = claims.iter().zip(starts).flat_map(|((row, _, end), start)| std::iter::repeat_n(row, end - start));
        let codes = known.codes(from, nexts, layers, fingers);
        let mut start = 0;
        for (row, stored, end) in claims.drain(..) {
            let before = if self.ordered { Some(self.words.rank(&row)) } else { rank.filter(|_| self.ranked) };
            let mut best: Option<i64> = None;
            for at in start..end {
                let ((gain, same_mover), code) = (rows.heads[at], codes[at]);
                if before.is_some_and(|before| ranks[at] <= before) {
                    let wrong = || self.wrong(&row, "a move does not raise its rank");
                    return Err(if self.ordered { unordered() } else { wrong() });
                }
                if code == NONE {
                    return Err(self.wrong(&nexts[at], "it can be reached but is not stored"));
                }
                let mine = if same_mover { code } else { -code };
                let code = gain.net().and_then(|net| C::checked_after(mine, net));
                let code = code.ok_or_else(|| self.wrong(&row, "a lead or a number of plies leaves its bounds"))?;
                best = best.max(Some(code));
            }
            self.compare::<C>(&row, stored, best, "its best move")?;
            start = end;
        }
        report.moves += rows.heads.len() as u64;
        rows.truncate(0, N);
        Ok(())
    }

    fn compare<C: Cell>(&self, row: &[u64], stored: i64, right: Option<i64>, source: &'static str) -> Result<(), Stop> {
        let value = |code: i64| C::of(code).value().map_or_else(Text::empty, |value| value.text());
        match right {
            Some(right) if right == stored => Ok(()),
            Some(right) => {
                let reason = say!("a {} is stored, but {source} makes it a {}", value(stored), value(right));
                Err(self.wrong(row, reason))
            }
            None => Err(self.wrong(row, "it has no move")),
        }
    }

    fn wrong(&self, row: &[u64], reason: impl Into<Text>) -> Stop {
        Stop::Wrong { position: self.game.show_position(&self.words.read(row)), reason: reason.into() }
    }
}
