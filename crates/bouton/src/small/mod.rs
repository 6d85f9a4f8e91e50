//! Small games that `bouton check` makes by itself and plays through, smallest first: what is wrong with rules that read well.
//!
//! `walk` holds the positions of one game, `book` what was found, `habits` looks at conditions, moves and bounds that never change over
//! all games, `words` sums up. Work is counted in moves, so that the same rules give the same
//! findings on every machine; the clock only stops what takes far too long.

mod book;
mod habits;
mod walk;
mod words;

use crate::instance::mirror;
use crate::sample::{self, Dice, FUEL, Size, TOO_LARGE};
use book::{Book, Place};
use bouton_rules::Rules;
use bouton_rules::Text;
use bouton_rules::datum::Datum;
use bouton_rules::diagnostic::Diagnostic;
use bouton_rules::interpret::{Fault, Finish, Interpreter, Position, Step, Watch};
use habits::Habits;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use walk::Walk;

/// Moves looked at in one game before it is left, where there are others.
const MOVES_IN_ONE: u64 = 20_000;
/// Moves looked at in all games together.
const MOVES_IN_ALL: u64 = 100_000;
/// Games looked at.
const MOST_GAMES: usize = 150;
/// Games with parameters drawn by lot, where those tried leave something in doubt, and how large these are, one after the other.
const MORE_GAMES: u64 = 60;
const SIZES: [Size; 5] = [
    Size { entries: 6, value: 9 },
    Size { entries: 9, value: 20 },
    Size { entries: 12, value: 5 },
    Size { entries: 16, value: 60 },
    Size { entries: 30, value: 300 },
];
/// Lines of play drawn by lot in a game that was left, and their greatest length.
const LINES: u64 = 20;
const LONGEST_LINE: usize = 150;
/// Where no game showed more positions than this before it was left, rules were hardly tried.
const FEW: usize = 10;
/// Positions that hold more are left; those that hold less get the less work the more they hold, as every move has its own.
const MOST_SCALARS: usize = 4_096;
/// Positions of one game whose images are looked at.
const IMAGES: usize = 2_000;
/// Images of one position and what its moves lead to, all together: of a position that has more, none is looked at.
const IMAGES_OF_ONE: u64 = 1 << 14;

/// What was found out about rules by playing small games.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// What is wrong or odd, each thing once.
    pub diagnostics: Vec<Diagnostic>,
    /// The games played.
    pub tried: Vec<Tried>,
    /// What seems to hold always, in words.
    pub facts: Vec<Text>,
    /// The games played, in one line: `rows=4 cols=3: 1,645 positions, every move legal somewhere`.
    pub summary: Option<Text>,
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tried {
    /// Its parameters: `rows=2 cols=3`; empty if it has none.
    pub params: String,
    /// Positions met.
    pub positions: usize,
    /// Positions whose moves were all played out, or that are over: one may be met and be too much to look at.
    pub looked: usize,
    /// Whether these are all.
    pub complete: bool,
}

/// Plays small games for no longer than this.
#[must_use]
pub fn explore(rules: &Arc<Rules>, budget: Duration) -> Findings {
    explore_until(rules, budget, &Arc::default())
}

/// The same, given up when somebody says so: what was found until then is less than there is to find, and may mislead.
#[must_use]
pub fn explore_until(rules: &Arc<Rules>, budget: Duration, cancel: &Arc<AtomicBool>) -> Findings {
    let mut tour = Tour::new(rules, Instant::now() + budget, cancel.clone());
    tour.defaults();
    for params in sample::attempts(rules) {
        if tour.is_over() {
            break;
        }
        params.iter().for_each(|params| tour.visit(params));
    }
    tour.other_shapes();
    tour.findings()
}

/// The games of one set of rules, played one after the other.
struct Tour<'r> {
    rules: &'r Arc<Rules>,
    until: Instant,
    cancel: Arc<AtomicBool>,
    moves: u64,
    book: Book,
    habits: Habits,
    watch: Arc<Watch>,
    tried: Vec<Tried>,
    /// How many numbers the smallest first position holds that was left because it holds too many.
    too_large: Option<usize>,
    largest: Option<(Interpreter, Walk)>,
}

impl<'r> Tour<'r> {
    fn new(rules: &'r Arc<Rules>, until: Instant, cancel: Arc<AtomicBool>) -> Tour<'r> {
        let watch = Arc::new(Watch::new(rules));
        let habits = Habits::new(rules);
        let (book, tried) = (Book::default(), Vec::new());
        Tour { rules, until, cancel, moves: 0, book, habits, watch, tried, too_large: None, largest: None }
    }

    fn is_over(&self) -> bool {
        self.moves >= MOVES_IN_ALL || self.tried.len() >= MOST_GAMES || self.is_late()
    }

    fn is_late(&self) -> bool {
        Instant::now() >= self.until || self.cancel.load(Ordering::Relaxed)
    }

    /// Defaults that cannot be used together help nobody, whatever other parameters do.
    fn defaults(&mut self) {
        let params = &self.rules.params;
        if params.is_empty() || params.iter().any(|param| param.default.is_none()) {
            return;
        }
        if let Err(fault) = Interpreter::filling(self.rules.clone(), FUEL, &mut |_, _| None) {
            let note = "with the default values of the parameters";
            self.book
                .add(fault.note(note).help("choose defaults that fit and go together, or leave one of them out"), "");
        }
    }

    /// What never changed in small games is looked for in others before it is said.
    fn other_shapes(&mut self) {
        let begun = self.moves;
        for (seed, size) in (0..MORE_GAMES).zip(SIZES.iter().cycle()) {
            let over = self.moves - begun >= MOVES_IN_ALL || self.is_late();
            if over || self.rules.params.is_empty() || self.book.has_errors() {
                return;
            }
            if !self.habits.doubts(self.rules, &self.watch, &self.tried) {
                return;
            }
            sample::random(self.rules, *size, &mut Dice::new(seed)).iter().for_each(|params| self.visit(params));
        }
    }

    fn visit(&mut self, params: &sample::Params) {
        let game = Interpreter::filling(self.rules.clone(), FUEL, &mut |which, _| params[which].clone());
        match game.map(|game| game.with_watch(self.watch.clone())) {
            Ok(game) => self.play(game),
            Err(fault) => {
                let given: Vec<_> = params.iter().flatten().cloned().collect();
                self.book.add(*fault, &sample::show(self.rules, &given));
            }
        }
    }

    fn play(&mut self, game: Interpreter) {
        let params = sample::show(self.rules, game.params());
        let start = match game.start() {
            Ok(start) => start,
            Err(fault) => return self.book.add(*fault, &params),
        };
        let room = scalars(&start.state);
        if room > MOST_SCALARS {
            self.too_large = Some(self.too_large.map_or(room, |known| known.min(room)));
            return;
        }
        let game = game.with_fuel(FUEL / (1 + room as u64 / 8));
        let mut visit = Visit {
            game: &game,
            params: &params,
            walk: Walk::default(),
            looked: BTreeSet::new(),
            complete: true,
            moves: 0,
        };
        visit.walk.add(start, None);
        self.breadth_first(&mut visit);
        if !visit.complete {
            self.lines(&mut visit);
        }
        self.book.endless(&visit.place(0));
        let Visit { walk, looked, complete, moves, .. } = visit;
        self.moves += moves;
        self.habits.played(&game, &self.watch, &walk, complete);
        let tried = Tried { params, positions: walk.positions.len(), looked: looked.len(), complete };
        if complete && self.largest.as_ref().is_none_or(|(_, largest)| largest.positions.len() < tried.positions) {
            self.largest = Some((game, walk));
        }
        self.tried.push(tried);
    }

    /// Looks at position after position; stops at the limits.
    fn breadth_first(&mut self, visit: &mut Visit) {
        let most = if self.rules.params.is_empty() { MOVES_IN_ALL } else { MOVES_IN_ONE };
        let mut at = 0;
        while at < visit.walk.positions.len() {
            if visit.moves >= most || self.is_late() {
                visit.complete = false;
                return;
            }
            if let Some(steps) = self.look(visit, at) {
                visit.walk.add_steps(at, steps);
            }
            at += 1;
        }
    }

    /// Plays some lines by lot to their ends, to see positions that lie deeper.
    fn lines(&mut self, visit: &mut Visit) {
        for line in 0..LINES {
            let (mut dice, mut at) = (Dice::new(line), 0);
            for _ in 0..LONGEST_LINE {
                if self.is_late() {
                    return;
                }
                let Some(steps) = self.look(visit, at).filter(|steps| !steps.is_empty()) else { break };
                at = visit.walk.add_step(at, dice.pick(&steps).clone());
            }
        }
    }

    /// Everything that one position shows. Its moves, unless it is over or something went wrong.
    fn look(&mut self, visit: &mut Visit, at: usize) -> Option<Vec<Step>> {
        let (game, position) = (visit.game, visit.walk.positions[at].clone());
        self.book.ends(&visit.place(at), &position);
        let played = game.settled(&position).and_then(|()| game.ending(&position)).and_then(|ending| match ending {
            Some(_) => Ok((ending, Vec::new())),
            None => game.steps(&position).map(|steps| (ending, steps)),
        });
        match played {
            Ok((ending, steps)) => {
                visit.moves += steps.len() as u64 + 1;
                visit.looked.insert(at);
                self.habits.steps(&steps);
                self.images(visit, at, &position, ending, &steps);
                Some(steps)
            }
            Err(fault) => {
                self.fault(visit, at, fault);
                None
            }
        }
    }

    fn images(&mut self, visit: &Visit, at: usize, position: &Position, ending: Option<Finish>, steps: &[Step]) {
        let images = mirror::generators(visit.game).saturating_mul(1 + steps.len() as u64);
        if at >= IMAGES || images == 0 || images > IMAGES_OF_ONE || visit.walk.is_over(at) {
            return;
        }
        match mirror::broken(visit.game, position, ending, steps) {
            Ok(Some(finding)) => self.book.at(&visit.place(at), finding),
            Ok(None) => {}
            Err(fault) => self.book.at(&visit.place(at), *fault),
        }
    }

    fn fault(&mut self, visit: &mut Visit, at: usize, fault: Fault) {
        visit.complete &= fault.code != TOO_LARGE;
        self.book.fault(&visit.place(at), fault);
    }

    /// The most positions that any game showed, if some game was left and none showed more than a few.
    fn hardly_tried(&self) -> Option<usize> {
        let most = self.tried.iter().map(|tried| tried.looked).max().unwrap_or(0);
        (most <= FEW && self.tried.iter().any(|tried| !tried.complete)).then_some(most)
    }

    fn findings(mut self) -> Findings {
        if self.tried.is_empty() && !self.book.has_errors() {
            self.book.nothing(self.rules, self.too_large.map(|room| (room, MOST_SCALARS)));
        } else if let Some(most) = self.hardly_tried().filter(|_| !self.book.has_errors()) {
            self.book.hardly_anything(self.rules, most);
        }
        self.book.drawn_alike(self.rules);
        if !self.book.has_errors() {
            self.habits.tell(self.rules, &self.watch, &self.tried, &mut self.book);
            if let Some((game, _)) = &self.largest {
                self.book.not_compiled(game);
            }
        }
        let facts = words::facts(self.rules, self.largest.as_ref(), self.book.has_errors());
        let summary = words::summary(&self.tried, &self.habits);
        Findings { diagnostics: self.book.found, tried: self.tried, facts, summary }
    }
}

/// How many scalars some values hold.
fn scalars(values: &[Datum]) -> usize {
    let inside = |value: &Datum| match value {
        Datum::List(entries) => scalars(entries),
        other => other.count(),
    };
    values.iter().map(inside).sum()
}

/// One game being played.
struct Visit<'a> {
    game: &'a Interpreter,
    params: &'a str,
    walk: Walk,
    looked: BTreeSet<usize>,
    complete: bool,
    moves: u64,
}

impl Visit<'_> {
    fn place(&self, at: usize) -> Place<'_> {
        Place { game: self.game, params: self.params, walk: &self.walk, at }
    }
}
