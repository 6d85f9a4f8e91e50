//! Both passes by number, over rows of words.

mod kept;
mod many;
mod moves;

use super::super::rows::{MANY, Nexts, Source, Waiting, Wrong, best, sampled};
use super::waves::{Waves, Way};
use crate::error::Stop;
use crate::game::{Many, Numbers, WordRow};
use crate::limits::{Bound, Meter};
use crate::store::{Cell, Codes, NONE};
use crate::value::Kind;
use crate::workers::Scratch;
use many::Room;
use moves::ByPiece;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// Pieces that are looked at before they are joined.
const AT_ONCE: usize = 64;

/// Bytes of a cell while its row grows from four bytes a cell to eight, the most: both rows are there at once.
const WIDENED: u64 = 4 + 8;

/// Moves that are looked up together.
const TOGETHER: usize = 1 << 9;

/// A thread asks whether to go on once in so many positions.
const STRETCH: usize = 1 << 4;

/// The values of all positions that can be reached.
pub(super) struct Found {
    pub(super) codes: Codes,
    pub(super) positions: u64,
    pub(super) finished: u64,
}

/// Solves the game.
pub(super) fn solve(
    source: &dyn Source,
    (numbers, waves): (&Numbers, &Waves),
    kind: Kind,
    first: &[u64],
    meter: &mut Meter,
) -> Result<Found, Stop> {
    let words = numbers.size().div_ceil(64);
    let without_cells = waves.bytes() + words * 8;
    meter.memory(without_cells + numbers.size())?;
    let marks = (0..words).map(|_| AtomicU64::new(0)).collect();
    let many = source.many(numbers);
    let moves =
        ByPiece::of(numbers.size(), meter.limits().memory.saturating_sub(without_cells + WIDENED * numbers.size()));
    let (rooms, worths) = (Scratch::default(), Scratch::default());
    let mut sweep = Sweep { source, numbers, waves, marks, many, moves, rooms, worths };
    sweep.mark_all(first, meter)?;
    let found = match kind {
        Kind::Points => sweep.value_all::<i64>(meter),
        Kind::Outcome => sweep.value_all::<i32>(meter),
    };
    match found {
        Err(Stop::Fault(_)) if sweep.many.is_some() => sweep.order_broken().map_or(found, Err),
        found => found,
    }
}

struct Sweep<'a> {
    source: &'a dyn Source,
    numbers: &'a Numbers,
    waves: &'a Waves,
    /// A bit for each number that can be reached; of the images of a position, only for the one that is kept.
    marks: Vec<AtomicU64>,
    /// What looks at many positions at once.
    many: Option<&'a dyn Many>,
    /// What that found while marking.
    moves: ByPiece,
    rooms: Scratch<Room<'a>>,
    worths: Scratch<Worths>,
}

/// How far positions are valued.
#[derive(Clone, Copy, Default)]
struct Far {
    /// How many pairs of a rank and a high part are done.
    done: u64,
    /// How many marked positions had them, and how many positions these stand for.
    looked: u64,
    positions: u64,
    /// How many of those are finished.
    finished: u64,
}

/// What one thread finds at some positions.
#[derive(Default)]
struct Marked<'a> {
    /// How many it looked at, and how many they stand for.
    looked: usize,
    positions: u64,
    /// Where they lead, if that is kept, among what the thread had to work with.
    room: Option<Room<'a>>,
    wrong: Option<(WordRow, Wrong)>,
}

/// What one thread finds of the worth of some positions.
#[derive(Default)]
struct Worths {
    /// The numbers that they stand for, and the code of each.
    numbers: Vec<u64>,
    codes: Vec<i64>,
    /// Of each position whose moves wait, where its images end among the numbers.
    ends: Vec<usize>,
    looked: usize,
    finished: u64,
    wrong: Option<(WordRow, Wrong)>,
}

impl Worths {
    fn clear(&mut self) {
        let Worths { numbers, codes, ends, looked, finished, wrong } = self;
        numbers.clear();
        codes.clear();
        ends.clear();
        (*looked, *finished, *wrong) = (0, 0, None);
    }
}

impl<'a> Sweep<'a> {
    /// Marks everything that can be reached, rank by rank.
    fn mark_all(&mut self, first: &[u64], meter: &mut Meter) -> Result<(), Stop> {
        meter.phase("marking", None);
        let mut done = self.marks_left(meter)?;
        if self.mark(self.numbers.number(first)).is_none() {
            return Err(self.source.stop(first, Wrong::Unnumbered));
        }
        let (mut tried, mut near) = ((None, 1), 0);
        while let Some((rank, highs)) = self.round(done, Way::Up, &mut near) {
            if tried.0 != Some(rank) {
                tried = (Some(rank), sampled(self.count_marked(rank, meter)));
            }
            let (start, looked_at, bound) = (highs.start, highs.len() as u64, meter.bound(usize::MAX));
            let work = |highs: Range<usize>| match self.many {
                Some(many) => self.mark_many(many, rank, highs, &bound),
                None => self.mark_some((rank, tried.1), highs, &bound),
            };
            let pieces = meter.workers().pieces(highs, self.waves.piece(), work);
            for (start, marked) in (start..).step_by(self.waves.piece()).zip(pieces) {
                meter.steps(marked.looked)?;
                marked.wrong.map_or(Ok(()), |(row, wrong)| Err(self.source.stop(&row, wrong)))?;
                if let Some(room) = marked.room {
                    self.keep_moves((rank, start), room);
                }
                meter.positions_found(marked.positions, self.bytes())?;
            }
            done += looked_at;
            self.keep_marks(done, meter)?;
        }
        Ok(())
    }

    /// The next pairs to look at together, when so many are done: a rank, and some high parts by their place.
    fn round(&self, done: u64, way: Way, near: &mut usize) -> Option<(i64, Range<usize>)> {
        let (rank, highs) = self.waves.pair(done, way, near)?;
        Some((rank, highs.start..highs.end.min(highs.start + AT_ONCE * self.waves.piece())))
    }

    /// How many positions of a rank are marked, up to many: where symmetries are tried at some of them.
    fn count_marked(&self, rank: i64, meter: &Meter) -> u64 {
        if self.source.all_images() == 1 {
            return MANY;
        }
        let marked = |high: usize| self.marked(rank, high).count() as u64;
        let (mut count, highs) = (0, self.waves.highs(rank));
        for first in highs.clone().step_by(AT_ONCE * self.waves.piece()) {
            let some = first..highs.end.min(first + AT_ONCE * self.waves.piece());
            let counts = meter.workers().pieces(some, self.waves.piece(), |highs| highs.map(marked).sum::<u64>());
            count += counts.into_iter().sum::<u64>();
            if count > MANY {
                break;
            }
        }
        count
    }

    /// Marks where positions of a rank lead; symmetries are tried at one of so many.
    fn mark_some(&self, (rank, one_of): (i64, u64), highs: Range<usize>, bound: &Bound) -> Marked<'a> {
        let (mut marked, mut nexts, mut numbers) = (Marked::default(), Nexts::default(), Vec::new());
        for number in highs.flat_map(|high| self.marked(rank, high)) {
            if marked.looked % STRETCH == STRETCH - 1 && bound.reached() {
                break;
            }
            let row = self.numbers.row(number);
            let tried = self.source.try_symmetries(&row, one_of).map_err(Wrong::Fault);
            let expanded = tried.and_then(|()| self.expand(rank, &row, &mut nexts, &mut numbers));
            if let Err(wrong) = expanded {
                marked.wrong = Some((row, wrong));
                break;
            }
            marked.looked += 1;
            marked.positions += self.source.images(&row);
        }
        marked
    }

    fn expand(&self, rank: i64, row: &[u64], nexts: &mut Nexts, numbers: &mut Vec<u64>) -> Result<(), Wrong> {
        nexts.expand(self.source, row)?;
        numbers.clear();
        self.numbers.each_number(&nexts.rows.words, numbers);
        for (at, (after, number)) in nexts.ranks.iter().zip(numbers).enumerate() {
            if *after <= rank {
                return Err(Wrong::Order(at, *after));
            }
            self.mark(*number).ok_or(Wrong::Unnumbered)?;
        }
        Ok(())
    }

    /// Marks a position; `None` where it has no number.
    fn mark(&self, number: u64) -> Option<()> {
        let word = usize::try_from(number / 64).ok().and_then(|word| self.marks.get(word))?;
        let bit = 1 << (number % 64);
        if number >= self.numbers.size() {
            return None;
        }
        if word.load(Ordering::Relaxed) & bit == 0 {
            word.fetch_or(bit, Ordering::Relaxed);
        }
        Some(())
    }

    /// The marked numbers of a rank with the high part at a place, rising.
    fn marked(&self, rank: i64, place: usize) -> impl Iterator<Item = u64> {
        self.waves.marked(rank, place, |number| self.marks_from(number)).1
    }

    /// The marks of 64 numbers, from one on.
    fn marks_from(&self, number: u64) -> u64 {
        let marks = |word: u64| {
            let word = usize::try_from(word).ok().and_then(|word| self.marks.get(word));
            word.map_or(0, |word| word.load(Ordering::Relaxed))
        };
        let (word, by) = (number / 64, number % 64);
        if by == 0 { marks(word) } else { marks(word) >> by | marks(word + 1) << (64 - by) }
    }

    /// Values every marked position, highest rank first.
    fn value_all<C: Cell>(&self, meter: &mut Meter) -> Result<Found, Stop> {
        meter.phase("going backwards", Some(meter.positions()));
        let size = self.marks.len() * 64;
        let mut codes = Codes::narrow(C::KIND, size);
        codes.grow(size);
        let mut far = self.values_left(&mut codes, meter)?;
        let (mut kept, mut near) = (far, 0);
        while let Some((rank, highs)) = self.round(far.done, Way::Down, &mut near) {
            let (looked_at, bound) = (highs.len() as u64, meter.bound(usize::MAX));
            let work = |highs: Range<usize>| match self.many {
                Some(many) => self.value_many::<C>((many, &codes), rank, highs, &bound),
                None => self.value_some::<C>(&codes, rank, highs, &bound),
            };
            for worths in meter.workers().pieces(highs, self.waves.piece(), work) {
                meter.steps(worths.numbers.len())?;
                far.looked += worths.looked as u64;
                far.positions += worths.numbers.len() as u64;
                far.finished += worths.finished;
                self.take(worths, &mut codes, meter)?;
            }
            far.done += looked_at;
            self.keep_values(&mut kept, far, &codes, meter)?;
        }
        Ok(Found { codes, positions: far.positions, finished: far.finished })
    }

    /// Takes over what was found of some positions.
    fn take(&self, mut worths: Worths, codes: &mut Codes, meter: &Meter) -> Result<(), Stop> {
        if let Some((row, wrong)) = worths.wrong {
            return Err(self.source.stop(&row, wrong));
        }
        let narrow = codes.bytes();
        if let Err(fault) = codes.put(&worths.numbers, &worths.codes) {
            let row = self.numbers.row(worths.numbers.first().copied().unwrap_or(0));
            return Err(self.source.stop(&row, Wrong::Fault(fault)));
        }
        if codes.bytes() > narrow {
            meter.memory(self.bytes() + narrow + codes.bytes())?;
        }
        worths.clear();
        self.worths.give(worths);
        Ok(())
    }

    /// The values of the marked positions of a rank, and of their images.
    fn value_some<C: Cell>(&self, codes: &Codes, rank: i64, highs: Range<usize>, bound: &Bound) -> Worths {
        let (mut worths, mut waiting, mut nexts) = (self.worths.take(Worths::default), Waiting::default(), Vec::new());
        for number in highs.flat_map(|high| self.marked(rank, high)) {
            if worths.looked % STRETCH == STRETCH - 1 && bound.reached() {
                break;
            }
            worths.looked += 1;
            let row = self.numbers.row(number);
            match self.look(&row, &mut worths, &mut waiting) {
                Ok(code) => self.add(&row, code, &mut worths),
                Err(wrong) => {
                    worths.wrong = Some((row, wrong));
                    return worths;
                }
            }
            if waiting.rows.heads.len() >= TOGETHER {
                self.resolve::<C>(codes, &mut worths, &mut waiting, &mut nexts);
            }
        }
        self.resolve::<C>(codes, &mut worths, &mut waiting, &mut nexts);
        worths
    }

    /// The code of a finished position; of others nothing yet, and their moves wait.
    fn look(&self, row: &[u64], worths: &mut Worths, waiting: &mut Waiting) -> Result<i64, Wrong> {
        let code = waiting.look(self.source, row, worths.codes.len())?;
        worths.finished += if code.is_some() { self.source.images(row) } else { 0 };
        Ok(code.unwrap_or(NONE))
    }

    /// Adds a position and its images.
    fn add(&self, row: &[u64], code: i64, worths: &mut Worths) {
        self.source.each_image(row, &mut |image| worths.numbers.push(self.numbers.number(image)));
        worths.codes.resize(worths.numbers.len(), code);
        if code == NONE {
            worths.ends.push(worths.numbers.len());
        }
    }

    /// Looks up where all waiting moves lead, and with that the value of every waiting position.
    fn resolve<C: Cell>(&self, codes: &Codes, worths: &mut Worths, waiting: &mut Waiting, nexts: &mut Vec<u64>) {
        let Waiting { rows, positions, codes: found, .. } = waiting;
        let words = rows.words.len().checked_div(rows.heads.len()).unwrap_or(1);
        nexts.clear();
        self.numbers.each_number(&rows.words, nexts);
        codes.look_up(nexts.iter().copied(), found);
        let mut start = 0;
        for ((at, end), last) in positions.drain(..).zip(worths.ends.drain(..)) {
            match best::<C>(rows, found, start..end) {
                Ok(code) => worths.codes[at..last].fill(code),
                Err(wrong) => {
                    let row = self.numbers.row(worths.numbers[at]);
                    worths.wrong = worths.wrong.take().or(Some((row, wrong)));
                }
            }
            start = end;
        }
        rows.truncate(0, words);
        found.clear();
    }

    /// Bytes of all but the values.
    fn bytes(&self) -> u64 {
        self.waves.bytes() + self.marks.len() as u64 * 8 + self.moves.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::instance::{Instance, Jit, from_json};
    use crate::limits::{Limits, Silent};
    use crate::methods::alone::by_memo;
    use crate::methods::rows::{Place, beginning};
    use crate::store::Store;
    use crate::value::Value;
    use serde_json::{Value as Json, json};

    fn game(name: &str, params: &Json) -> Instance {
        let entry = crate::gallery::find(name).expect("in the gallery");
        let rules = bouton_rules::check(&bouton_rules::Source::new(name, entry.text)).0.expect("the gallery is right");
        let rules = std::sync::Arc::new(rules);
        let given = from_json(&rules, params.as_object().expect("an object")).expect("these parameters fit");
        Instance::new(rules, &given).expect("these parameters are in bounds")
    }

    /// Every position with its value, how many are finished, and whether images were left out on the way.
    type All = (Vec<(<Instance as Game>::Position, Value)>, u64, bool);

    fn by_rows(game: &Instance, threads: usize, symmetry: bool) -> All {
        let start = game.start().expect("it has one");
        let words = game.words().expect("it has words");
        let numbers = words.numbers().expect("they have numbers");
        let waves = Waves::of(words, numbers).expect("they are to be had rank by rank");
        let limits = Limits { symmetry, ..Limits::default() }.threads(threads);
        let (first, by) = beginning(game, &start, words, &limits);
        let place = Place { game, start: &start, words, by: by.as_ref() };
        let mut meter = Meter::new(&limits, &Silent);
        let found = solve(&place, (numbers, &waves), game.kind(), &first, &mut meter).expect("it is solved");
        assert_eq!(found.positions, meter.positions(), "as many are valued as were marked");
        let store = Store::of_cells(found.codes, found.positions);
        let all: Vec<_> = store.entries(game).collect();
        assert_eq!(all.len() as u64, found.positions);
        (all, found.finished, by.is_some())
    }

    #[test]
    fn rows_give_what_the_plain_way_gives() {
        let (mut folded, mut together) = (0, 0);
        for (name, params) in [
            ("dots-and-boxes", json!({"rows": 1, "cols": 2})),
            ("dots-and-boxes", json!({"rows": 2, "cols": 2})),
            ("dots-and-boxes", json!({"rows": 2, "cols": 3})),
            ("connect-four", json!({"rows": 3, "cols": 3, "need": 3})),
            ("connect-four", json!({"rows": 3, "cols": 4, "need": 3})),
            ("mnk", json!({})),
            ("stone-game-ii", json!({"piles": [2, 7, 9, 4, 4, 1, 8]})),
            ("stone-game-iv", json!({"n": 300})),
            ("wythoff", json!({"a": 17, "b": 30})),
            ("ends-k", json!({"piles": [5, 3, 4, 5, 1, 2]})),
        ] {
            let game = game(name, &params);
            let limits = Limits::default();
            let solution = by_memo(&game, &mut Meter::new(&limits, &Silent));
            let mut plain: Vec<_> = solution.store.entries(&game).collect();
            plain.sort();
            let at_once = game.clone().with_jit(Jit::AtOnce);
            together += usize::from(
                at_once.words().is_some_and(|words| words.many(words.numbers().expect("it is numbered")).is_some()),
            );
            for (game, threads, symmetry) in
                [(&game, 1, true), (&game, 3, true), (&game, 1, false), (&at_once, 2, false), (&at_once, 1, false)]
            {
                let (mut all, finished, by) = by_rows(game, threads, symmetry);
                all.sort();
                folded += usize::from(by);
                assert!(all == plain, "{name}, {threads} threads, symmetry {symmetry}");
                assert_eq!(finished, solution.finished, "{name}");
            }
        }
        assert!(folded >= 12, "{folded}");
        assert!(!cfg!(feature = "jit") || together >= 8, "{together}");
    }

    #[test]
    fn what_is_wrong_is_said_of_the_first_position_that_is() {
        let text = "game Walk\nparam gift : list[0..200] of 0..9 = []\nstate n : 0..150 = 0\nstate m : 0..150 = 0\n\
                    move go(d in 1..3) { when n + d <= 150; gain gift[n + m]; n += d }\n\
                    move by(d in 1..2) { when m + d <= 150; gain gift[n + m]; m += d }\nend when n + m >= 290\n";
        let rules = bouton_rules::check(&bouton_rules::Source::new("walk", text)).0.expect("they are right");
        let rules = std::sync::Arc::new(rules);
        let params = json!({"gift": vec![1; 120]});
        let given = from_json(&rules, params.as_object().expect("an object")).expect("it fits");
        let game = Instance::new(rules, &given).expect("it is in bounds");
        let start = game.start().expect("it has one");
        let at_once = game.clone().with_jit(Jit::AtOnce);
        let said = [(&game, 1), (&game, 3), (&at_once, 1), (&at_once, 3)].map(|(game, threads)| {
            let words = game.words().expect("it has words");
            let (first, _) = beginning(game, &start, words, &Limits::default());
            let place = Place { game, start: &start, words, by: None };
            let limits = Limits::default().threads(threads);
            let mut meter = Meter::new(&limits, &Silent);
            let numbers = words.numbers().expect("they have numbers");
            let waves = Waves::of(words, numbers).expect("they are to be had rank by rank");
            solve(&place, (numbers, &waves), game.kind(), &first, &mut meter)
                .err()
                .expect("an entry is missing")
                .to_string()
        });
        assert!(said.iter().all(|one| *one == said[0]), "{said:?}");
        assert!(said[0].contains("120"), "{}", said[0]);
    }
}
