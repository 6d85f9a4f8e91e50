//! Working backwards through positions that are marks among numbers: no position and no move is kept.
//!
//! Where few variables have few values each, positions have numbers, and two bits a number say which are reached and how many come before them;
//! each of those has a value, or what it waits for, in two bytes. Moves cannot be taken back, but what they change is known, for every move was made
//! once when positions were marked: `strides` says from where a move may have come, and whether it did is seen by making the moves
//! there once more. What may lose is looked at again only when as many positions are decided, of those that moves may lead to from there, as were
//! not when it was looked at last.

mod strides;

use super::FEW;
use super::snapshots::{Snapshots, last};
use crate::error::Stop;
use crate::game::{Game, Lead, Leads, Numbers, Rows, row_of};
use crate::limits::{Limits, Meter, Silent};
use crate::methods::rows::{Added, Batches, Source, leading};
use crate::methods::{Asked, Solved, outlook};
use crate::show::Count;
use crate::store::{Codes, Marked, Marks, Near, Store};
use crate::value::{Outcome, Value};
use bouton_rules::{Text, say};
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, Ordering};
use strides::{Back, Strides};

/// Bytes of a position that is reached: what is known of it, and its number where it is finished or decided last.
pub(super) const POSITION_BYTES: u64 = 8;

/// Numbers have 32 bits at the most. Positions of more digits than this are boards, and what their moves change is of too many kinds.
const MOST: u64 = u32::MAX as u64;
const MOST_DIGITS: usize = 16;

/// Up to so many numbers are marked however few of them are reached; of more, one in so many must be.
const SMALL: u64 = 1 << 24;
const SPARSE: u64 = 1 << 9;

/// Words of marks that one thread looks through before it takes more, and such pieces before the clock is looked at.
const WORDS: usize = 1 << 7;
const AT_ONCE: usize = 1 << 6;
/// Decided positions that are told from before the clock is looked at, and by one thread before it takes more.
const TOLD_AT_ONCE: usize = 1 << 14;
const TOLD: usize = 1 << 8;

/// A cell from here on is that of a position with no value yet: as long as so many more positions are not decided that its moves may lead to, it
/// cannot lose.
const OPEN: u16 = 0x8000;
/// It was not looked at since positions were marked.
const NEW: u16 = OPEN + 1;
/// It is being looked at: what is decided meanwhile need not be told to it.
const LOOKED_AT: u16 = OPEN;
/// One of them draws: it cannot lose.
const SAFE: u16 = 0xFFFE;

/// What no tier of placements is called on disk.
const RECORD: usize = 1 << 30;

/// Bytes for marks of so many numbers.
pub(super) fn bytes(numbers: &Numbers) -> u64 {
    8 * Marks::words(numbers.size())
}

/// The numbers of a game's positions, if they are to be marked; or why not. With `anyway` also where others take less.
pub(super) fn numbers<G: Game>(asked: &Asked<G>, anyway: bool, limits: &Limits) -> Result<Numbers, Text> {
    let Asked { game, start, .. } = *asked;
    let numbers = game.words().and_then(|words| {
        let row = row_of(game, words, &game.canonical(start.clone()));
        words.sparse_numbers().filter(|numbers| numbers.own(&row).is_some())
    });
    let numbers = numbers.filter(|numbers| numbers.words() == 1 && numbers.size() <= MOST).cloned();
    let numbers = numbers.ok_or("positions are not told by one word with a number of 32 bits")?;
    let size = numbers.size();
    if bytes(&numbers) > limits.memory / 2 {
        return Err(say!("{} numbers are more than there is room for", Count(size)));
    }
    let few = || {
        let mut meter = Meter::new(limits, &Silent);
        size > SMALL && !asked.in_reserve && outlook::at_most(game, start, size / SPARSE, &mut meter)
    };
    if !anyway && (size <= FEW || numbers.digits().len() > MOST_DIGITS || few()) {
        return Err("few of the numbers are reached, or moves change too much at once".into());
    }
    Ok(numbers)
}

/// What was found.
pub(super) struct Found {
    codes: Codes,
    marks: Marks,
    finished: u64,
}

impl Found {
    pub(super) fn solved<P: Clone + Eq + Ord + std::hash::Hash>(self, numbers: &Numbers) -> Solved<P> {
        let marked = Marked { numbers: numbers.clone(), marks: self.marks };
        Solved::whole(Store::marked(self.codes, marked), self.finished)
    }
}

/// Solves all that is reached from a position; nothing where that must be done in another way.
pub(super) fn solve(
    source: &dyn Source,
    numbers: &Numbers,
    first: &[u64],
    meter: &mut Meter,
) -> Result<Option<Found>, Stop> {
    meter.memory(bytes(numbers))?;
    let mut reach = Reach::new(source, numbers);
    if !reach.all(first, meter)? {
        return Ok(None);
    }
    let waves = reach.waves();
    meter.memory(waves.bytes())?;
    waves.solve(meter)
}

/// Positions on their way to be marked.
struct Reach<'a> {
    source: &'a dyn Source,
    numbers: &'a Numbers,
    /// Marks in the lower half of each word; in the upper half those whose moves have not been made.
    words: Vec<AtomicU64>,
    /// Whether a piece of the words has such.
    fresh: Vec<AtomicBool>,
    strides: Strides,
    over: Over,
}

/// The numbers of finished positions: won, lost and drawn ones.
#[derive(Default)]
struct Over([Vec<u32>; 3]);

impl Over {
    fn of(&mut self, outcome: Outcome) -> &mut Vec<u32> {
        &mut self.0[match outcome {
            Outcome::Win(_) => 0,
            Outcome::Loss(_) => 1,
            Outcome::Draw => 2,
        }]
    }

    fn len(&self) -> u64 {
        self.0.iter().map(|some| some.len() as u64).sum()
    }
}

/// What one thread found in a piece.
#[derive(Default)]
struct Piece {
    looked: usize,
    over: Over,
    strides: Strides,
    rows: Rows,
    numbers: Vec<u64>,
}

impl<'a> Reach<'a> {
    fn new(source: &'a dyn Source, numbers: &'a Numbers) -> Reach<'a> {
        let len = usize::try_from(Marks::words(numbers.size())).expect("memory was found for as many");
        let words = std::iter::repeat_with(AtomicU64::default).take(len).collect();
        let fresh = std::iter::repeat_with(AtomicBool::default).take(len.div_ceil(WORDS)).collect();
        Reach { source, numbers, words, fresh, strides: Strides::default(), over: Over::default() }
    }

    /// Marks all that can be reached; false where that must be done in another way.
    fn all(&mut self, first: &[u64], meter: &mut Meter) -> Result<bool, Stop> {
        meter.phase("marking", None);
        if self.mark(self.numbers.number(first)).is_none() {
            return Ok(false);
        }
        loop {
            let fresh = (0..self.fresh.len()).filter(|piece| self.fresh[*piece].load(Ordering::Relaxed));
            let fresh: Vec<usize> = fresh.collect();
            if fresh.is_empty() {
                return Ok(true);
            }
            for some in fresh.chunks(AT_ONCE) {
                let pieces = meter.workers().pieces(0..some.len(), 1, |range| self.look_through(some[range.start]));
                let mut looked = 0;
                for piece in pieces {
                    let Some(piece) = piece else { return Ok(false) };
                    looked += piece.looked;
                    self.over.0.iter_mut().zip(&piece.over.0).for_each(|(all, some)| all.extend_from_slice(some));
                    if !self.strides.take(piece.strides) {
                        return Ok(false);
                    }
                }
                meter.steps(looked)?;
                let bytes = bytes(self.numbers) + self.over.len() * 4 + self.strides.bytes();
                meter.positions_found(looked as u64, bytes)?;
            }
        }
    }

    /// Marks a position; `None` where it has no number.
    #[inline]
    fn mark(&self, number: u64) -> Option<()> {
        let (at, mark) = Marks::mark(number);
        let word = self.words.get(at).filter(|_| number < self.numbers.size())?;
        if word.load(Ordering::Relaxed) & mark == 0
            && word.fetch_or(mark | mark << u32::BITS, Ordering::Relaxed) & mark == 0
        {
            // Whoever sees this sees the mark, too.
            self.fresh[at / WORDS].store(true, Ordering::Release);
        }
        Some(())
    }

    /// Makes the moves of all that is new in a piece.
    fn look_through(&self, piece: usize) -> Option<Piece> {
        let mut found = Piece::default();
        self.fresh[piece].swap(false, Ordering::AcqRel);
        let from = piece * WORDS;
        for (at, word) in (from..).zip(self.words.get(from..)?.iter().take(WORDS)) {
            loop {
                let fresh = word.load(Ordering::Relaxed) >> u32::BITS;
                if fresh == 0 {
                    break;
                }
                word.fetch_and(!(fresh << u32::BITS), Ordering::Relaxed);
                Marks::numbers_in(at, fresh).try_for_each(|number| self.look(number, &mut found))?;
            }
        }
        Some(found)
    }

    /// Marks where the moves of a position lead; nothing where something is wrong with it.
    fn look(&self, number: u64, found: &mut Piece) -> Option<()> {
        let row = self.numbers.row(number);
        found.looked += 1;
        if let Some(ending) = leading(self.source, &row, &mut found.rows).ok()? {
            let Ok(Value::Outcome(outcome)) = self.source.worth(ending) else { return None };
            found.over.of(outcome).push(u32::try_from(number).ok()?);
            return Some(());
        }
        found.numbers.clear();
        self.numbers.each_number(&found.rows.words, &mut found.numbers);
        found.numbers.iter().try_for_each(|number| self.mark(*number))?;
        let [from] = *row else { return None };
        for (to, (_, same_mover)) in found.rows.words.iter().zip(&found.rows.heads) {
            found.strides.note(self.numbers, (from, *to), *same_mover, &self.strides);
        }
        Some(())
    }

    fn waves(self) -> Waves<'a> {
        let marks = Marks::of(self.words.into_iter().map(AtomicU64::into_inner).collect());
        let len = usize::try_from(marks.len()).expect("memory was found for as many");
        let cells: Vec<AtomicU16> = std::iter::repeat_with(|| AtomicU16::new(NEW)).take(len).collect();
        let back = self.strides.back(self.numbers);
        let Reach { source, numbers, over, .. } = self;
        Waves { source, numbers, marks, cells, back, over }
    }
}

/// Marked positions that are being solved.
struct Waves<'a> {
    source: &'a dyn Source,
    numbers: &'a Numbers,
    marks: Marks,
    /// Values, or what positions wait for.
    cells: Vec<AtomicU16>,
    back: Back,
    over: Over,
}

/// The ply that a wave tells of, and the values of positions that it decides: in one more.
#[derive(Clone, Copy)]
struct Wave {
    plies: u16,
    win: u16,
    loss: u16,
}

impl Waves<'_> {
    /// Solves them; nothing where that must be done in another way.
    fn solve(mut self, meter: &mut Meter) -> Result<Option<Found>, Stop> {
        let finished = self.over.len();
        let snapshots = Snapshots::new(meter.limits().checkpoint.clone());
        let (mut plies, mut wave) = match last(snapshots.kept(RECORD, &self.cells)) {
            Some((plies, record)) => {
                snapshots.read(&record, &mut self.cells)?;
                (plies, self.decided_in(plies))
            }
            None => (0, self.finish()),
        };
        self.over = Over::default();
        meter.phase("going backwards", Some(self.marks.len()));
        while !wave.is_empty() {
            if snapshots.is_due() {
                snapshots.keep(RECORD, plies, &self.cells)?;
            }
            let told = u16::try_from(plies).ok();
            plies += 1;
            let (Some(plies), Some(win), Some(loss)) = (told, Near::win(plies), Near::loss(plies)) else {
                return Ok(None);
            };
            if loss >= OPEN {
                return Ok(None);
            }
            let Some(next) = self.after(&wave, Wave { plies, win, loss }, meter)? else { return Ok(None) };
            wave = next;
        }
        Ok(Some(self.found(finished)))
    }

    /// Gives finished positions their values: the numbers of those that are won and lost.
    fn finish(&mut self) -> Vec<u32> {
        let Over([won, lost, drawn]) = std::mem::take(&mut self.over);
        let codes = [Near::win(0), Near::loss(0), Some(Near::DRAW)];
        for (numbers, code) in [&won, &lost, &drawn].into_iter().zip(codes) {
            for place in numbers.iter().filter_map(|number| self.marks.place(u64::from(*number))) {
                *self.cells[place].get_mut() = code.unwrap_or(NEW);
            }
        }
        let mut wave = won;
        wave.extend_from_slice(&lost);
        wave
    }

    /// The positions that are won or lost in so many plies.
    fn decided_in(&self, plies: u32) -> Vec<u32> {
        let codes = [Near::win(plies), Near::loss(plies)];
        let numbers = self.marks.numbers().zip(&self.cells);
        let decided = numbers.filter(|(_, cell)| codes.contains(&Some(cell.load(Ordering::Relaxed))));
        decided.filter_map(|(number, _)| u32::try_from(number).ok()).collect()
    }

    /// What a wave decides; nothing where something is wrong.
    fn after(&self, wave: &[u32], next: Wave, meter: &mut Meter) -> Result<Option<Vec<u32>>, Stop> {
        let mut decided = Vec::new();
        for some in wave.chunks(TOLD_AT_ONCE) {
            let told = |range: std::ops::Range<usize>| self.told(&some[range], next);
            for found in meter.workers().pieces(0..some.len(), TOLD, told) {
                let Some(found) = found else { return Ok(None) };
                decided.extend_from_slice(&found);
            }
            meter.steps(some.len())?;
        }
        meter.memory(self.bytes() + 4 * (wave.len() + decided.capacity()) as u64)?;
        Ok(Some(decided))
    }

    /// What decided positions decide of those that may have a move to them.
    fn told(&self, decided: &[u32], wave: Wave) -> Option<Vec<u32>> {
        let (mut found, mut batches) = (Vec::new(), Batches::of(self.source.many(self.numbers)));
        for number in decided.iter().map(|number| u64::from(*number)) {
            let code = self.cells[self.marks.place(number)?].load(Ordering::Relaxed);
            let [row] = *self.numbers.row(number) else { return None };
            for (stride, same_mover) in self.back.strides(row) {
                let from = number.checked_add_signed(stride)?;
                let Some(place) = self.marks.place(from) else { continue };
                if !self.is_due(place, Near::is_win(code) == same_mover) {
                    continue;
                }
                match batches.add(from, &self.numbers.row(from)) {
                    Added::Waits => {}
                    Added::Full(sort) => self.look_again(sort, wave, &mut batches, &mut found)?,
                    Added::Over => return None,
                }
            }
        }
        [0, 1].into_iter().try_for_each(|sort| self.look_again(sort, wave, &mut batches, &mut found))?;
        Some(found)
    }

    /// A position is decided that a move may lead to from there, to win or not; whether it is time to look there again. Then nobody else does.
    ///
    /// What was decided in the wave that is told of is counted twice where it was looked at meanwhile: then it is time too soon.
    fn is_due(&self, place: usize, wins: bool) -> bool {
        let told = |known: u16| match known {
            ..=LOOKED_AT => None,
            _ if wins => Some(LOOKED_AT),
            SAFE => None,
            waits => Some(waits - 1),
        };
        let before = self.cells[place].fetch_update(Ordering::Relaxed, Ordering::Relaxed, told);
        before.is_ok_and(|known| told(known) == Some(LOOKED_AT))
    }

    /// Looks again at all positions of a sort that wait, and puts what is known of them into their cells; those that are decided are `found`.
    fn look_again(&self, sort: usize, wave: Wave, batches: &mut Batches, found: &mut Vec<u32>) -> Option<()> {
        let known = batches.look(sort);
        let Batches { looked, leads, .. } = batches;
        if !known {
            self.look_at_each(looked, leads)?;
        }
        let (mut start, mut waits) = (0, Vec::new());
        for (number, (ending, end)) in looked.iter().zip(&leads.positions) {
            let new = self.worth(leads.moves(start..*end), &mut waits, wave)?;
            self.cells[self.marks.place(*number).filter(|_| ending.is_none())?].store(new, Ordering::Relaxed);
            if new < OPEN {
                found.push(u32::try_from(*number).ok()?);
            }
            start = *end;
        }
        Some(())
    }

    /// Where the moves of positions lead, one position looked at after the other.
    fn look_at_each(&self, from: &[u64], leads: &mut Leads) -> Option<()> {
        leads.clear();
        let (mut rows, mut numbers) = (Rows::default(), Vec::new());
        for number in from {
            let ending = leading(self.source, &self.numbers.row(*number), &mut rows).ok()?;
            numbers.clear();
            self.numbers.each_number(&rows.words, &mut numbers);
            numbers.iter().zip(&rows.heads).for_each(|(number, (_, same))| leads.push(*number, *same));
            leads.positions.push((ending, leads.len()));
        }
        Some(())
    }

    /// What a position with these moves is worth by what is known up to the ply that a wave tells of, or what it waits for.
    fn worth(&self, moves: impl Iterator<Item = Lead>, waits: &mut Vec<u64>, wave: Wave) -> Option<u16> {
        let mut draws = false;
        waits.clear();
        for Lead { number, same, .. } in moves {
            match self.cells[self.marks.place(number)?].load(Ordering::Relaxed) {
                Near::DRAW => draws = true,
                // What is found in this wave is not known before the next.
                code if code >= OPEN || Near::plies(code) > wave.plies => waits.push(number),
                code if Near::is_win(code) == same => return Some(wave.win),
                _ => {}
            }
        }
        if draws {
            return Some(SAFE);
        }
        waits.sort_unstable();
        let left = waits.chunk_by(|one, other| one == other).count();
        let left = u16::try_from(left).unwrap_or(u16::MAX).min(SAFE - OPEN - 1);
        Some(if left == 0 { wave.loss } else { OPEN + left })
    }

    /// All values, in one byte each where that does.
    fn found(self, finished: u64) -> Found {
        let known = |cell: AtomicU16| Some(cell.into_inner()).filter(|code| *code < OPEN).unwrap_or(Near::DRAW);
        let row: Vec<u16> = self.cells.into_iter().map(known).collect();
        let narrow = row.iter().all(|code| u8::try_from(*code).is_ok());
        let short = |code: &u16| u8::try_from(*code).expect("all of them fit");
        let codes = if narrow { Codes::of_nearest(row.iter().map(short).collect()) } else { Codes::of_near(row) };
        Found { codes, marks: self.marks, finished }
    }

    fn bytes(&self) -> u64 {
        bytes(self.numbers) + size_of_val(self.cells.as_slice()) as u64 + self.over.len() * 4 + self.back.bytes()
    }
}
