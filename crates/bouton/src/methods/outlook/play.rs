//! Positions drawn by lot: games played at random, by all threads, each with lots of its own.

use super::super::rows::Source;
use super::repeats::Drawn;
use crate::dice::{Dice, mixed};
use crate::error::Stop;
use crate::game::{Rows, WordRow};
use crate::limits::{Bound, Meter};
use crate::store::Rowed;
use crate::value::Kind;
use std::ops::Range;

/// Games of the first round; each further round doubles them.
const FIRST_GAMES: usize = 8;
const ROUNDS: u32 = 16;

/// Games that one thread plays before it takes more, and those that are played before they are counted.
const PIECE: usize = 64;
const AT_ONCE: usize = 1 << 12;

/// Numbers that count, from that of the start on.
const NUMBERS: usize = 1 << 10;

/// Numbers are drawn often if they are so often on average.
const OFTEN: u64 = 32;

/// A look at a position costs one, and one more for so many numbers in what its moves lead to.
const NUMBERS_A_LOOK: usize = 64;

/// One game may cost so much; and of the first ones, none more than its share of what all may cost.
const DEAREST: u64 = 1 << 14;

/// So many looks are worth compiling for.
const MANY: u64 = 1 << 10;

/// Where a position has so many moves, one random move is quicker to make than all of them; so many random moves cost as much as a look.
const MANY_MOVES: usize = 16;
const MOVES_A_LOOK: usize = 4;

/// Games that go on for longer are left to the search.
const LONGEST: usize = 1 << 12;

/// Where play may come round a game is followed for so long, and of so many positions at its beginning, which many games share, none is drawn;
/// the others have so many numbers: few for how many are met, so that most games show one of each.
const ROUND: usize = 96;
const EARLY: usize = 32;
const LOTS: usize = 32;

/// By what number positions are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Told {
    /// Their rank above that of the start: it rises with every move.
    Rank,
    /// How many of their bits are set; no position comes again.
    Bits,
    /// A lot that each has; play may come round.
    Lot,
}

/// What was drawn so far.
pub(super) struct Draws<'a> {
    source: &'a dyn Source,
    told: Told,
    first: WordRow,
    /// Whether the first position has many moves.
    many: bool,
    /// Every position that was drawn.
    known: Rowed,
    /// What was drawn of each number, from that of the start on, and whether some was that does not count.
    by_number: Vec<Drawn>,
    beyond: bool,
    pub(super) games: usize,
    pub(super) looked: u64,
    /// Whether something was met that the search must tell of.
    pub(super) astray: bool,
}

/// Some games: how many positions were looked at, and what was drawn; nothing where one of them went astray.
struct Played {
    looked: u64,
    drawn: Option<Vec<Draw>>,
}

/// A position with its number.
type Draw = (usize, WordRow);

impl Draws<'_> {
    pub(super) fn new<'a>(source: &'a dyn Source, told: Told, first: &[u64]) -> Draws<'a> {
        let (known, by_number) = (Rowed::new(Kind::Outcome, first.len()), Vec::new());
        let (first, mut rows) = (WordRow::from_slice(first), Rows::default());
        let many = source.look(&first, &mut rows).is_ok() && rows.heads.len() >= MANY_MOVES;
        Draws { source, told, first, many, known, by_number, beyond: false, games: 0, looked: 0, astray: false }
    }

    /// Plays as many games again, if that may cost no more than so many looks; whether it did so. A game that costs more than its share ends it.
    pub(super) fn play_on(&mut self, looks: u64, meter: &mut Meter) -> Result<bool, Stop> {
        let until = if self.games == 0 { FIRST_GAMES } else { 2 * self.games };
        if 2 * self.looked > looks || until > FIRST_GAMES << (ROUNDS - 1) {
            return Ok(false);
        }
        while self.games < until && !self.astray {
            let some = self.games..until.min(self.games + AT_ONCE);
            self.games = some.end;
            let (bound, most) = (meter.bound(usize::MAX), DEAREST.min(looks / FIRST_GAMES as u64));
            let played = meter.workers().pieces(some, PIECE, |games| self.play_some(games, most, &bound));
            for Played { looked, drawn } in played {
                meter.steps(usize::try_from(looked).unwrap_or(usize::MAX))?;
                self.looked += looked;
                self.astray |= drawn.is_none();
                drawn.into_iter().flatten().for_each(|draw| self.take(&draw));
            }
        }
        Ok(!self.astray)
    }

    /// Whether it was looked often enough for machine code to be worth it, and there is none.
    pub(super) fn is_slow(&self) -> bool {
        self.looked >= MANY && !self.source.is_quick()
    }

    fn play_some(&self, games: Range<usize>, most: u64, bound: &Bound) -> Played {
        let (mut looked, mut all) = (0, Vec::new());
        for game in games {
            // What is cut short so is not looked at: the meter ends the search.
            if bound.reached() {
                break;
            }
            let most = looked + most;
            let Some(mut line) = self.play(game, &mut looked, most, bound) else {
                return Played { looked, drawn: None };
            };
            // The last of each number comes first, and alone.
            line.reverse();
            line.sort_by_key(|(number, _)| *number);
            line.dedup_by_key(|(number, _)| *number);
            all.extend(line);
        }
        Played { looked, drawn: Some(all) }
    }

    /// The positions of one game that may be drawn, moves that end play being tried last. Nothing where the search has something to tell of it,
    /// where it costs more than may be looked at, or where the time is over.
    fn play(&self, game: usize, looked: &mut u64, most: u64, bound: &Bound) -> Option<Vec<Draw>> {
        if let Some(line) = self.play_single_moves(game, looked, most, bound) {
            return line;
        }
        let (mut dice, mut rows, mut ahead) = (Dice::new(game as u64), Rows::default(), Rows::default());
        let (words, mut line) = (self.first.len(), vec![self.draw(&self.first)]);
        let mut goes_on = self.goes_on(&self.first, &mut rows)?;
        *looked += cost(&rows);
        while goes_on {
            if *looked > most || bound.reached() {
                return None;
            }
            let left = rows.heads.len();
            let at = dice.below(left) * words;
            let next = &rows.words[at..at + words];
            line.push(self.draw(next));
            let goes = self.goes_on(next, &mut ahead)?;
            *looked += cost(&ahead);
            if goes {
                std::mem::swap(&mut rows, &mut ahead);
            } else if left > 1 {
                line.pop();
                rows.words.copy_within((left - 1) * words.., at);
                rows.truncate(left - 1, words);
            } else {
                goes_on = false;
            }
            goes_on &= self.is_followed(&line)?;
        }
        self.shown(line)
    }

    /// The same, one random move at a time, without making the others; `None` where that is no quicker. Such a game may end early.
    fn play_single_moves(&self, game: usize, looked: &mut u64, most: u64, bound: &Bound) -> Option<Option<Vec<Draw>>> {
        if !self.many {
            return None;
        }
        let (mut dice, mut row, mut line) = (Dice::new(game as u64), self.first.clone(), vec![self.draw(&self.first)]);
        loop {
            match self.source.random_move(&row, &mut dice)? {
                Ok(Some(next)) => row = next,
                Ok(None) => break,
                Err(_) => return Some(None),
            }
            line.push(self.draw(&row));
            *looked += u64::from(line.len().is_multiple_of(MOVES_A_LOOK));
            if *looked > most || bound.reached() {
                return Some(None);
            }
            match self.is_followed(&line) {
                Some(true) => {}
                Some(false) => break,
                None => return Some(None),
            }
        }
        Some(self.shown(line))
    }

    /// Whether a game is followed further; nothing where it is left to the search.
    fn is_followed(&self, line: &[Draw]) -> Option<bool> {
        match self.told {
            Told::Lot => Some(line.len() < ROUND),
            _ => (line.len() <= LONGEST).then_some(true),
        }
    }

    /// What is drawn of a game; nothing where the search has something to tell of it.
    fn shown(&self, mut line: Vec<Draw>) -> Option<Vec<Draw>> {
        if self.told == Told::Lot {
            line.drain(..EARLY.min(line.len()));
        }
        self.is_plain(&line).then_some(line)
    }

    /// Whether play goes on here, and where its moves lead; nothing where it goes wrong.
    fn goes_on(&self, row: &[u64], rows: &mut Rows) -> Option<bool> {
        rows.truncate(0, row.len());
        match self.source.look(row, rows) {
            Ok(Some(_)) => Some(false),
            Ok(None) if !rows.heads.is_empty() => Some(true),
            _ => None,
        }
    }

    /// Whether ranks rise in a game, or, where there are none, no position comes again.
    fn is_plain(&self, line: &[Draw]) -> bool {
        match self.told {
            Told::Rank => line.is_sorted_by(|(before, _), (after, _)| before < after),
            Told::Bits => {
                let mut rows: Vec<&WordRow> = line.iter().map(|(_, row)| row).collect();
                rows.sort_unstable();
                rows.is_sorted_by(|one, other| one < other)
            }
            Told::Lot => true,
        }
    }

    /// The position that is kept for this one, with its number.
    fn draw(&self, row: &[u64]) -> Draw {
        let mut row = WordRow::from_slice(row);
        self.source.fold(&mut row);
        (self.number(&row), row)
    }

    fn number(&self, row: &[u64]) -> usize {
        match self.told {
            Told::Rank => {
                let above = i128::from(self.source.rank(row)) - i128::from(self.source.rank(&self.first));
                usize::try_from(above).unwrap_or(usize::MAX)
            }
            Told::Bits => row.iter().map(|word| word.count_ones() as usize).sum(),
            Told::Lot => Dice::new(mixed(row)).below(LOTS),
        }
    }

    fn take(&mut self, (number, row): &Draw) {
        if *number >= NUMBERS {
            self.beyond = true;
            return;
        }
        if self.by_number.len() <= *number {
            self.by_number.resize(number + 1, Drawn::default());
        }
        let drawn = &mut self.by_number[*number];
        drawn.draws += 1;
        drawn.repeats += u64::from(self.known.open(row).is_some());
    }

    /// Whether what is said speaks of all numbers, and most of them were drawn often.
    pub(super) fn is_thorough(&self) -> bool {
        let drawn = self.by_number.iter().filter(|drawn| drawn.draws > 0).count() as u64;
        !self.astray && !self.beyond && self.by_number.iter().map(|drawn| drawn.draws).sum::<u64>() >= OFTEN * drawn
    }

    /// How many different positions were drawn, and how many of these somebody knows.
    pub(super) fn met(&mut self, knows: &dyn Fn(&[u64]) -> bool) -> [u64; 2] {
        self.known.complete();
        let rows = (0..self.known.slots()).filter_map(|slot| self.known.slot(slot));
        let known = rows.filter(|(row, _)| knows(row)).count();
        [self.known.len() as u64, known as u64]
    }

    /// What is said of the draws.
    pub(super) fn seen(&self, say: impl Fn(Drawn) -> u64) -> Seen {
        let each = || self.by_number.iter().map(|drawn| say(*drawn));
        Seen { all: each().sum(), most: each().max().unwrap_or(0) }
    }
}

/// What a look costs that found these.
fn cost(rows: &Rows) -> u64 {
    1 + (rows.words.len() / NUMBERS_A_LOOK) as u64
}

/// How many positions there are, as somebody says: of all numbers together, and the most of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    pub(super) all: u64,
    pub(super) most: u64,
}

#[cfg(test)]
mod tests {
    use super::super::repeats::DOUBT;
    use super::*;
    use crate::game::Game;
    use crate::instance::{Jit, from_json};
    use crate::limits::{Limits, Silent};
    use crate::methods::alone::by_layers;
    use crate::methods::rows::{Place, beginning};
    use crate::{Instance, gallery};
    use bouton_rules::Source as Text;
    use serde_json::{Value as Json, json};
    use std::sync::Arc;

    fn game(name: &str, params: &Json) -> Instance {
        let text = gallery::find(name).expect("in the gallery").text;
        let rules = Arc::new(bouton_rules::check(&Text::new(name, text)).0.expect("the gallery is right"));
        let given = from_json(&rules, params.as_object().expect("an object")).expect("these parameters fit");
        Instance::new(rules, &given).expect("these parameters are in bounds").with_jit(Jit::WhenItPays)
    }

    /// What is said of each rank, however many games were played, is no more than there is.
    #[test]
    fn no_rank_is_said_to_hold_more_than_it_does() {
        for (name, params) in [
            ("connect-four", json!({})),
            ("mnk", json!({})),
            ("dots-and-boxes", json!({})),
            ("domineering", json!({"rows": 4, "cols": 4})),
        ] {
            let (game, limits) = (game(name, &params), Limits::default());
            let start = game.start().expect(name);
            let found = by_layers(&game, &mut Meter::new(&limits, &Silent));
            let kept = found.store.kept_values().expect("layers keeps values by words");
            let kept = kept.folded().map_or(kept, |(kept, _)| kept);
            let (words, mut meter) = (game.words().expect(name), Meter::new(&limits, &Silent));
            let (first, by) = beginning(&game, &start, words, &limits);
            let source = Place { game: &game, start: &start, words, by: by.as_ref() };
            let mut draws = Draws::new(&source, Told::Rank, &first);
            let lowest = words.rank(&first);
            let mut share = 0;
            while draws.play_on(1 << 20, &mut meter).expect("there is no limit") {
                for (rank, count) in kept.layers() {
                    let rank = rank.expect("layers have ranks");
                    let number = usize::try_from(rank - lowest).expect("the start is lowest");
                    let said = draws.by_number.get(number).map_or(0, |drawn| drawn.at_least(DOUBT));
                    assert!(said <= count, "{name}, rank {rank}: {said} of {count}, {} games", draws.games);
                }
                share = 100 * draws.seen(|drawn| drawn.at_least(DOUBT)).all / kept.len();
            }
            assert!(!draws.astray && share > 50, "{name}: {share}% of the positions, in {} games", draws.games);
        }
    }

    #[test]
    fn what_is_interpreted_is_slow() {
        for jit in [Jit::Off, Jit::WhenItPays] {
            let (game, limits) = (game("connect-four", &json!({})).with_jit(jit), Limits::default());
            let (start, words) = (game.start().expect("it begins"), game.words().expect("it has words"));
            let (first, _) = beginning(&game, &start, words, &limits);
            let source = Place { game: &game, start: &start, words, by: None };
            let mut draws = Draws::new(&source, Told::Rank, &first);
            let mut meter = Meter::new(&limits, &Silent);
            while draws.looked < MANY {
                assert!(!draws.is_slow(), "so few looks are not worth compiling for");
                draws.play_on(1 << 14, &mut meter).expect("there is no limit");
            }
            assert_eq!(draws.is_slow(), jit == Jit::Off);
        }
    }

    /// What threads find is joined in order.
    #[test]
    fn as_many_threads_draw_the_same() {
        let game = game("connect-four", &json!({"rows": 6, "cols": 7}));
        let start = game.start().expect("it begins");
        let drawn = |threads| {
            let limits = Limits::default().threads(threads);
            let (first, by) = beginning(&game, &start, game.words().expect("it has words"), &limits);
            let words = game.words().expect("as before");
            let source = Place { game: &game, start: &start, words, by: by.as_ref() };
            let mut draws = Draws::new(&source, Told::Rank, &first);
            while draws.play_on(1 << 17, &mut Meter::new(&limits, &Silent)).expect("there is no limit") {}
            (draws.games, draws.looked, draws.by_number)
        };
        assert_eq!(drawn(1), drawn(3));
    }
}
