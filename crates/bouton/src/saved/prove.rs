//! Proves every value in a file: each position's against the rules and the values that its moves lead to.
//!
//! What is shown: a finished position has the value of its ending; any other has the value of its best move, one ply later; and every move
//! leads to a position in the file. Where positions have ranks, every move is seen to raise them, so play ends, and the values follow
//! from the ends by induction. Where they have none, the game is one in which endless play is a draw: wins and losses come one ply
//! nearer to their end with every best move, and who has no winning move but a drawing one can go on drawing. Where one position stands for
//! all its images, each image is looked at, so what is proven does not hang on the declared symmetry.
//!
//! No method is used. Cost: every position and move once, on all threads. Memory: the positions and their values, twice or less.

use super::Saved;
use crate::check::Report;
use crate::error::Stop;
use crate::game::{Game, Repeat, Rows, Symmetries, WordRow, Words, worth};
use crate::instance::Instance;
use crate::limits::Meter;
use crate::store::{Cell, Codes, Layer};
use crate::value::{Kind, Outcome, Plies, Value};
use bouton_rules::layout::Packed;
use std::io;

/// Positions that one thread looks at before it takes more, and pieces that are looked at before the clock is.
const PIECE: usize = 1 << 11;
const AT_ONCE: usize = 64;

/// Moves that are looked up together.
const TOGETHER: usize = 1 << 9;

/// Positions of a layer with their values.
type Entries<C, const N: usize> = Vec<([u64; N], C)>;

impl Saved {
    /// Proves every value; `None` where that takes more than to look at each position once (see `check`): where play may repeat and that is
    /// no draw, or where plies are not counted.
    ///
    /// # Errors
    /// The first position whose value is wrong, or a limit.
    pub fn prove(&self, game: &Instance, meter: &mut Meter) -> Result<Option<Report>, Stop> {
        let ranked = self.head().layers.iter().all(|layer| layer.rank.is_some());
        if !ranked && (game.kind() == Kind::Points || game.repeat() != Some(Repeat::Draw)) {
            return Ok(None);
        }
        let Some(words) = game.words().filter(|words| words.count() == self.head().words) else { return Ok(None) };
        match (words.count(), game.kind()) {
            (1, Kind::Outcome) => self.proven::<i32, 1>(game, words, ranked, meter),
            (2, Kind::Outcome) => self.proven::<i32, 2>(game, words, ranked, meter),
            (3, Kind::Outcome) => self.proven::<i32, 3>(game, words, ranked, meter),
            (4, Kind::Outcome) => self.proven::<i32, 4>(game, words, ranked, meter),
            (1, Kind::Points) => self.proven::<i64, 1>(game, words, ranked, meter),
            (2, Kind::Points) => self.proven::<i64, 2>(game, words, ranked, meter),
            _ => Ok(None),
        }
    }

    fn proven<C: Cell, const N: usize>(
        &self,
        game: &Instance,
        words: &dyn Words<Packed>,
        ranked: bool,
        meter: &mut Meter,
    ) -> Result<Option<Report>, Stop> {
        meter.phase("proving", Some(self.head().layers.iter().map(|layer| layer.in_file()).sum()));
        let by = self.symmetries().map(|by| &**by);
        let mut proof: Proof<C, N> = Proof { game, words, by, ranked, layers: Vec::new(), cells: Default::default() };
        let (mut report, mut bytes) = (Report { positions: 0, finished: 0, moves: 0 }, 0);
        for (at, head) in self.head().layers.iter().enumerate().rev() {
            let Some(entries) = self.entries_of::<C, N>(at, meter)? else { return Ok(None) };
            let layer = Layer::of_entries(head.rank.unwrap_or(0), &entries);
            bytes += layer.bytes();
            meter.memory(bytes + size_of_val(entries.as_slice()) as u64)?;
            proof.layers.insert(0, layer);
            for from in (0..entries.len()).step_by(PIECE * AT_ONCE) {
                let some = &entries[from..entries.len().min(from + PIECE * AT_ONCE)];
                let work = |range: std::ops::Range<usize>| proof.some(head.rank, &some[range]);
                for found in meter.workers().pieces(0..some.len(), PIECE, work) {
                    let found = found?;
                    report.positions += found.positions;
                    report.finished += found.finished;
                    report.moves += found.moves;
                }
                meter.steps(some.len())?;
            }
        }
        let said = (self.head().positions, self.head().finished);
        if said != (report.positions, report.finished) {
            let position = game.show_position(&words.read(&self.head().start));
            let reason = format!(
                "{} positions, {} of them finished, are in the file, and not {} and {}",
                report.positions, report.finished, said.0, said.1
            );
            return Err(Stop::Wrong { position, reason });
        }
        Ok(Some(report))
    }

    /// A layer's positions with their values; nothing where a value says no number of plies.
    fn entries_of<C: Cell, const N: usize>(&self, at: usize, meter: &Meter) -> Result<Option<Entries<C, N>>, Stop> {
        let blocks = self.blocks_of(at);
        let read = |range: std::ops::Range<usize>| self.unpacked(range.start);
        let mut entries: Entries<C, N> = Vec::new();
        for block in meter.workers().pieces(blocks, 1, read) {
            let block = block.map_err(|trouble| Stop::disk(io::Error::other(trouble)))?;
            for (row, value) in block.words.as_chunks::<N>().0.iter().zip(&block.values) {
                let counted = !matches!(value, Value::Outcome(Outcome::Win(plies) | Outcome::Loss(plies)) if !matches!(plies, Plies::Of(_)));
                let Some(code) = Codes::code(*value).filter(|_| counted) else { return Ok(None) };
                entries.push((*row, C::of(code)));
            }
        }
        Ok(Some(entries))
    }
}

/// What a proof works with.
struct Proof<'a, C, const N: usize> {
    game: &'a Instance,
    words: &'a dyn Words<Packed>,
    by: Option<&'a Symmetries>,
    /// Whether every move must raise the rank.
    ranked: bool,
    /// The layers that were read so far, lowest rank first, with their values.
    layers: Vec<Layer<N>>,
    cells: std::marker::PhantomData<C>,
}

/// Positions whose moves wait to be looked up together: each with what is said of it, and where its moves end among the rows.
type Claims<const N: usize> = Vec<([u64; N], i64, usize)>;

impl<C: Cell, const N: usize> Proof<'_, C, N> {
    /// Some positions of a layer.
    fn some(&self, rank: Option<i64>, entries: &[([u64; N], C)]) -> Result<Report, Stop> {
        let mut report = Report { positions: 0, finished: 0, moves: 0 };
        let (mut rows, mut claims): (Rows, Claims<N>) = (Rows::default(), Vec::new());
        for (words, cell) in entries {
            let images = self.by.map_or_else(|| vec![WordRow::from_slice(words)], |by| by.all(words));
            report.positions += images.len() as u64;
            for image in images {
                let Ok(row) = <[u64; N]>::try_from(image.as_slice()) else { continue };
                if rank.is_some_and(|rank| self.words.rank(&row) != rank) {
                    return Err(self.wrong(&row, "its rank is not that of its layer"));
                }
                let ending = self.words.look(&row, &mut rows);
                match ending.and_then(|ending| ending.map(|ending| worth(self.game, ending)).transpose()) {
                    Err(fault) => return Err(self.wrong(&row, &fault.to_string())),
                    Ok(Some(value)) => {
                        report.finished += 1;
                        self.compare(&row, cell.code(), Codes::code(value), "it is finished")?;
                    }
                    Ok(None) => claims.push((row, cell.code(), rows.heads.len())),
                }
            }
            if rows.heads.len() >= TOGETHER {
                report.moves += self.settle(rank, &mut rows, &mut claims)?;
            }
        }
        report.moves += self.settle(rank, &mut rows, &mut claims)?;
        Ok(report)
    }

    /// Compares what is said of positions with what their moves lead to; how many moves that were.
    fn settle(&self, rank: Option<i64>, rows: &mut Rows, claims: &mut Claims<N>) -> Result<u64, Stop> {
        if let Some(by) = self.by {
            by.fold(&mut rows.words);
        }
        let codes = self.look_up(rank, rows, claims)?;
        let mut start = 0;
        for (row, stored, end) in claims.drain(..) {
            let mut best: Option<i64> = None;
            for ((gain, same_mover), code) in rows.heads[start..end].iter().zip(&codes[start..end]) {
                let mine = if *same_mover { *code } else { -code };
                let code = gain.net().and_then(|net| C::checked_after(mine, net));
                let code = code.ok_or_else(|| self.wrong(&row, "a lead or a number of plies leaves its bounds"))?;
                best = best.max(Some(code));
            }
            self.compare(&row, stored, best, "its best move")?;
            start = end;
        }
        let moves = rows.heads.len() as u64;
        rows.truncate(0, N);
        Ok(moves)
    }

    /// The codes of the positions in the rows; all must be there, with a higher rank if they have one.
    fn look_up(&self, rank: Option<i64>, rows: &Rows, claims: &Claims<N>) -> Result<Vec<i64>, Stop> {
        let mut codes = Vec::with_capacity(rows.heads.len());
        let mut rest = rows.words.as_chunks::<N>().0;
        let ranked = |row: &[u64; N]| if self.ranked { self.words.rank(row) } else { 0 };
        while let Some(row) = rest.first() {
            let next = ranked(row);
            let same = rest.iter().take_while(|row| ranked(row) == next).count();
            let (some, others) = rest.split_at(same);
            let layer = self.layers.binary_search_by_key(&next, |layer| layer.rank).map(|at| &self.layers[at]);
            if rank.is_some_and(|rank| next <= rank) {
                let from = claims.iter().find(|(.., end)| *end > codes.len()).map_or(row, |(from, ..)| from);
                return Err(self.wrong(from, "a move does not raise its rank"));
            }
            let Ok(layer) = layer else { return Err(self.wrong(row, "it can be reached but is not stored")) };
            let mut missing = None;
            let mut found = some.iter();
            layer.look_up(some, |cell: C| {
                let row = found.next();
                missing = missing.or(row.filter(|_| cell == C::UNKNOWN));
                codes.push(cell.code());
            });
            if let Some(row) = missing {
                return Err(self.wrong(row, "it can be reached but is not stored"));
            }
            rest = others;
        }
        Ok(codes)
    }

    fn compare(&self, row: &[u64; N], stored: i64, right: Option<i64>, source: &str) -> Result<(), Stop> {
        let value = |code: i64| C::codes(vec![C::of(code)]).get(0).map_or_else(String::new, |value| value.to_string());
        match right {
            Some(right) if right == stored => Ok(()),
            Some(right) => {
                let reason = format!("a {} is stored, but {source} makes it a {}", value(stored), value(right));
                Err(self.wrong(row, &reason))
            }
            None => Err(self.wrong(row, "it has no move")),
        }
    }

    fn wrong(&self, row: &[u64; N], reason: &str) -> Stop {
        Stop::Wrong { position: self.game.show_position(&self.words.read(row)), reason: reason.to_owned() }
    }
}
