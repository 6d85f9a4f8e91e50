//! Moves in which play decides: read once for each way through them (King 1976), where one closed form does not say all of them.

use super::moves::MOST_BRANCHES;
use super::values::{Alternatives, Value, apart};
use super::{Closed, Reader, bounds, opaque};
use crate::domain::Run;
use crate::recurrence::{Linear, Move, narrowed};
use bouton_rules::Span;
use bouton_rules::say;

/// A move with more ways through it is not followed.
const MOST_PATHS: usize = 64;

const SEVERAL_TIMES: &str = "a condition that takes a choice several times";

/// Choices of at most so many numbers are taken one by one before those of more are.
pub(super) const FEW: usize = 4;

/// Which way is taken at each fork, and how many there are.
pub(super) type Path = Vec<(usize, usize)>;

/// Which way is taken at each fork of a move.
#[derive(Default)]
pub(super) struct Forks {
    /// Whether ways part at all; before that, one closed form is looked for.
    part: bool,
    /// Whether a fork was met.
    met: bool,
    /// Choices of at most so many numbers are taken one by one; and the fewest that a choice was met to have.
    pub(super) split: usize,
    few: Option<usize>,
    /// Whether tables are made of what has no closed form, and whether that was asked for.
    pub(super) tables: bool,
    pub(super) untold: bool,
    /// The way so far, and beyond.
    path: Path,
    /// How many forks of the path this run has come to.
    passed: usize,
}

impl Forks {
    /// From the beginning of a move.
    pub(super) fn restart(&mut self) {
        self.passed = 0;
    }

    /// Goes on to the next of the ways through a move; false where all were taken.
    fn next(&mut self) -> bool {
        while let Some((taken, of)) = self.path.pop() {
            if taken + 1 < of {
                self.path.push((taken + 1, of));
                return true;
            }
        }
        false
    }

    /// The way so far.
    pub(super) fn path(&self) -> Path {
        self.path[..self.passed].to_vec()
    }

    /// Whether a move is read on a way that begins so, from its beginning: where nothing is known yet the first is taken.
    pub(super) fn goes(&self, path: &[(usize, usize)]) -> bool {
        path.iter().enumerate().all(|(at, (taken, _))| *taken == self.path.get(at).map_or(0, |known| known.0))
    }

    /// How many ways there are where the forks so far are taken otherwise, with this one.
    pub(super) fn ways_beside(&self) -> u64 {
        self.path[..self.passed].iter().fold(1, |ways: u64, (_, of)| ways.saturating_mul(*of as u64))
    }

    fn take(&mut self, of: usize) -> usize {
        if self.passed == self.path.len() {
            self.path.push((0, of));
        }
        self.passed += 1;
        self.path[self.passed - 1].0
    }
}

impl Reader<'_> {
    /// Reads a move: as one where that can be, else once for each way through it.
    pub(super) fn ways(
        &mut self,
        span: Span,
        mut read: impl FnMut(&mut Self) -> Closed<Option<Move>>,
    ) -> Closed<Vec<Move>> {
        (self.forks, self.quotients) = (Forks::default(), Vec::new());
        let whole = read(self);
        let mut moves = whole.map(|mv| mv.into_iter().collect());
        let ways = [false, true].into_iter().flat_map(|tables| [0, FEW, MOST_BRANCHES].map(|split| (split, tables)));
        for (split, tables) in ways {
            let Forks { met, few, untold, .. } = self.forks;
            let splits = split == 0 || few.is_some_and(|few| few <= split);
            if moves.is_ok() || !splits || (tables && !untold) || !(split > 0 || tables || met) {
                continue;
            }
            let parted = loop {
                self.forks = Forks { part: true, split, tables, met, few, untold, ..Forks::default() };
                let asked = self.quotients.len();
                let parted = self.each_way(span, &mut read);
                if parted.is_ok() || self.quotients.len() == asked {
                    break parted;
                }
            };
            // What stands in the way where no choice is taken one by one is the better reason.
            moves = if split > 0 { parted.or(moves) } else { parted };
        }
        self.forks = Forks::default();
        moves
    }

    fn each_way(&mut self, span: Span, read: &mut impl FnMut(&mut Self) -> Closed<Option<Move>>) -> Closed<Vec<Move>> {
        let mut moves = Vec::new();
        for _ in 0..MOST_PATHS {
            let mv = read(self)?;
            // A bound that is not asked for after all might have closed this way.
            if !self.unmet.is_empty() {
                return opaque(span, SEVERAL_TIMES);
            }
            moves.extend(mv);
            if !self.forks.next() {
                return Ok(moves);
            }
        }
        opaque(span, say!("more than {MOST_PATHS} ways through a move"))
    }

    /// Goes one way where a condition holds or does not, if ways part here: whether it holds on that way.
    pub(super) fn fork(&mut self, condition: &Value, span: Span, run: &mut Run<Self>) -> Closed<Option<bool>> {
        let ways = |value: &Value| match value {
            Value::Ways(ways) => apart(ways.clone()).map(|ways| self.open(ways, run)),
            _ => None,
        };
        let sides = ways(condition).zip(condition.negated().as_ref().and_then(ways));
        match &sides {
            Some((_, fails)) if fails.is_empty() => return Ok(Some(true)),
            Some((holds, _)) if holds.is_empty() => return Ok(Some(false)),
            _ => {}
        }
        self.forks.met = true;
        if !self.forks.part {
            return Ok(None);
        }
        let Some((holds, fails)) = sides else { return opaque(span, "an `if` that play decides") };
        let yes = holds.len();
        self.take([holds, fails].concat(), span, run).map(|taken| Some(taken < yes))
    }

    /// Those of some ways that can be met where the move is legal as far as it is read, seen from what each number can be: a way that was taken
    /// before may leave one.
    pub(super) fn open(&self, ways: Alternatives, run: &Run<Self>) -> Alternatives {
        let (mv, variables) = (&run.effects.mv, bounds(&self.variables));
        let symbols = mv.bounds(&variables);
        let possible = |way: &Vec<Linear>| {
            let of_variables = |form: &&Linear| form.last().is_none_or(|last| last < variables.len());
            let told: Vec<Linear> = mv.guards.iter().chain(way).filter(of_variables).cloned().collect();
            let bounds = mv.bounds(&narrowed(&variables, &told));
            let met = |form: &Linear| form.range(&bounds).1 >= 0;
            let possible = bounds.iter().all(|(lo, hi)| lo <= hi) && way.iter().chain(&mv.guards).all(met);
            // What might leave the 64-bit numbers is asked all the same.
            possible || !way.iter().all(|form| form.is_small(&symbols))
        };
        ways.into_iter().filter(possible).collect()
    }

    /// Narrows a move to where a condition holds, in one of the ways in which it can.
    pub(super) fn one_of(&mut self, ways: Alternatives, span: Span, run: &mut Run<Self>) -> Closed<()> {
        self.forks.met |= ways.len() > 1;
        match apart(ways).filter(|ways| ways.len() == 1 || self.forks.part) {
            Some(ways) => self.take(ways, span, run).map(|_| ()),
            None => opaque(span, "a condition that can hold in several ways"),
        }
    }

    /// Whether a choice of so many numbers is taken one by one, if anything else fails.
    pub(super) fn splits(&mut self, numbers: usize) -> bool {
        self.forks.few = Some(self.forks.few.map_or(numbers, |few| few.min(numbers)));
        numbers <= self.forks.split
    }

    /// One of so many ways that have nothing in common.
    pub(super) fn one_of_so_many(&mut self, ways: usize, span: Span) -> Closed<usize> {
        self.forks.met = true;
        if !self.forks.part {
            return opaque(span, "a choice of several cells");
        }
        Ok(if ways > 1 { self.forks.take(ways) } else { 0 })
    }

    /// Takes one of several ways and narrows the move to it: its number.
    fn take(&mut self, ways: Alternatives, span: Span, run: &mut Run<Self>) -> Closed<usize> {
        let taken = if ways.len() > 1 { self.forks.take(ways.len()) } else { 0 };
        let variables = bounds(&self.variables);
        for form in ways.into_iter().nth(taken).expect("a way is one of those that part here") {
            let form = self.halved(form, &run.effects.mv);
            if run.effects.mv.require(form.clone(), &variables).is_none() && !self.is_bounded_by(&form, run) {
                return opaque(span, SEVERAL_TIMES);
            }
        }
        Ok(taken)
    }

    /// One of some ways that leave nothing out and have nothing in common, where ways part: which.
    pub(super) fn way_of(&mut self, ways: &Alternatives, span: Span, run: &mut Run<Self>) -> Option<usize> {
        let open = self.open(ways.clone(), run);
        self.forks.met |= open.len() > 1;
        (open.len() == 1 || open.len() > 1 && self.forks.part).then_some(())?;
        let taken = self.take(open.clone(), span, run).ok()?;
        ways.iter().position(|way| *way == open[taken])
    }

    /// Something that is read outside a move, where no ways part.
    pub(super) fn whole_only<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        let forks = std::mem::take(&mut self.forks);
        let found = read(self);
        self.forks = forks;
        found
    }
}
