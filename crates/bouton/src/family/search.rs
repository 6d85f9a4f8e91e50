//! What every position of a case is worth: depth first, each position once, in a table with a place for each.

use super::code::{Code, Move};
use super::fill::Held;
use super::run::Act;
use super::told::{Made, Offered, Told, Wanted};

/// A case has at most so many places in its table; play goes at most so deep.
const MOST_PLACES: usize = 1 << 14;
const DEEPEST: usize = 500;
/// Moves looked at in one case.
const MOST_STEPS: u32 = 100_000;
/// A line shown is at most so long.
const LONGEST: usize = 500;

/// Positions of a case, numbered by their variables, with what they are worth.
#[derive(Debug, Default)]
pub(super) struct Table {
    places: Vec<Place>,
    /// Places of an earlier case count as empty.
    case: u32,
    /// Of each variable: least value, how many there are.
    sides: Vec<(i64, i64)>,
    /// Moves not yet looked at.
    steps: Vec<Step>,
    solved: u64,
    left: u32,
    /// Whether every line of play hands out the same sum, as far as is known.
    same: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct Place {
    case: u32,
    /// Whether its value is known; before that it is on the line of play.
    known: bool,
    value: i64,
    /// Points still to be handed out: as the rules say, or as play does.
    remaining: i64,
    handed: i64,
}

/// A legal move.
#[derive(Clone, Copy, Debug)]
struct Step {
    next: u32,
    act: Act,
}

/// How a position stands.
enum Stands {
    /// It is over, with this lead for the mover.
    Over(i64),
    /// It goes on, with its moves put on the pile.
    On,
}

/// Solves a case that has been filled in.
pub(super) fn solve<'c>(code: &'c Code, held: &'c mut Held, table: &mut Table, wanted: Wanted) -> Option<Told<'c>> {
    let start = table.begin(code, held)?;
    let mut search = Search { code, held, table };
    let value = search.value(start, 0)?;
    // A game that is over before it begins is not worth a way of its own.
    (search.table.solved > 1).then_some(())?;
    let offers = if wanted >= Wanted::Best { search.offers(start)? } else { Vec::new() };
    let line = if wanted >= Wanted::Line { Some(search.line(start)?) } else { None };
    let place = search.table.places[start as usize];
    let exact = code.remaining.is_some() || search.table.same;
    let totals = match &line {
        _ if code.remaining.is_some() => Some(shared(place.remaining, value)?),
        _ if exact => Some(shared(place.handed, value)?),
        Some(line) => Some(search.of_line(line)?),
        None => None,
    };
    let solved = search.table.solved;
    search.place(start);
    let line = line.map(|line| line.made).unwrap_or_default();
    Some(Told { code, held, value, totals, exact, offers, line, solved })
}

/// Best play to its end.
struct Line {
    made: Vec<Made>,
    /// Where it ends, and whose turn it would be.
    last: u32,
    mover: usize,
}

fn shared(sum: i64, lead: i64) -> Option<[i64; 2]> {
    let (sum, lead) = (i128::from(sum), i128::from(lead));
    Some([i64::try_from((sum + lead) / 2).ok()?, i64::try_from((sum - lead) / 2).ok()?])
}

impl Table {
    /// Makes places for a case, and numbers its start.
    fn begin(&mut self, code: &Code, held: &mut Held) -> Option<u32> {
        self.sides.clear();
        let mut places = if code.turns { 2 } else { 1 };
        for state in &code.states {
            let (lo, hi) = (held.ex(&state.lo)?, held.ex(&state.hi)?);
            let count = hi.checked_sub(lo)?.checked_add(1).filter(|count| *count > 0)?;
            places = usize::try_from(count).ok()?.checked_mul(places).filter(|places| *places <= MOST_PLACES)?;
            self.sides.push((lo, count));
        }
        // A start may speak of no variable, so it does not matter that they change meanwhile.
        for (which, state) in code.states.iter().enumerate() {
            held.state[which] = held.ex(&state.start)?;
        }
        held.old = held.state;
        (self.solved, self.left, self.same) = (0, MOST_STEPS, true);
        self.steps.clear();
        if self.places.len() < places {
            self.places.resize(places, Place::default());
        }
        self.case = self.case.checked_add(1)?;
        self.number(code, &held.state, 0)
    }

    /// The number of a position; nothing where a variable leaves its bounds.
    fn number(&self, code: &Code, state: &[i64], turn: u32) -> Option<u32> {
        let mut number = if code.turns { turn } else { 0 };
        for (value, (lo, count)) in state.iter().zip(&self.sides) {
            let place = value.checked_sub(*lo).filter(|place| (0..*count).contains(place))?;
            number = number * u32::try_from(*count).ok()? + u32::try_from(place).ok()?;
        }
        Some(number)
    }
}

struct Search<'a> {
    code: &'a Code,
    held: &'a mut Held,
    table: &'a mut Table,
}

impl Search<'_> {
    /// Puts the variables to a position, and tells whose turn it is, where that matters.
    fn place(&mut self, number: u32) -> u32 {
        let mut rest = number;
        for (value, (lo, count)) in self.held.state.iter_mut().zip(&self.table.sides).rev() {
            // A side is no longer than the table.
            let count = u32::try_from(*count).unwrap_or(1);
            *value = lo + i64::from(rest % count);
            rest /= count;
        }
        self.held.old = self.held.state;
        rest
    }

    /// What a position is worth to its mover.
    fn value(&mut self, number: u32, depth: usize) -> Option<i64> {
        let place = self.table.places[number as usize];
        if place.case == self.table.case {
            // A position met again on the way to itself is no case for this table.
            return place.known.then_some(place.value);
        }
        (depth < DEEPEST).then_some(())?;
        let (case, first) = (self.table.case, self.table.steps.len());
        self.table.places[number as usize] = Place { case, ..Place::default() };
        self.table.solved += 1;
        let (stands, remaining) = self.look(number)?;
        self.table.places[number as usize].remaining = remaining;
        let (value, handed) = match stands {
            Stands::Over(lead) => (lead, lead.checked_abs()?),
            Stands::On => self.best(first, remaining, depth)?,
        };
        value.checked_neg()?;
        let place = &mut self.table.places[number as usize];
        (place.known, place.value, place.handed) = (true, value, handed);
        Some(value)
    }

    /// The best of the moves from `first` on, and the sum of points that they hand out.
    fn best(&mut self, first: usize, remaining: i64, depth: usize) -> Option<(i64, i64)> {
        let (mut best, mut handed) = (i64::MIN, None);
        for at in first..self.table.steps.len() {
            let step = self.table.steps[at];
            let (worth, all) = self.worth(step, remaining, depth + 1)?;
            best = best.max(worth);
            self.table.same &= handed.is_none_or(|handed| handed == all);
            handed = Some(all);
        }
        self.table.steps.truncate(first);
        Some((best, handed?))
    }

    /// What a move is worth to its maker, and the sum of points handed out by it and after it.
    fn worth(&mut self, step: Step, remaining: i64, depth: usize) -> Option<(i64, i64)> {
        let Act { mine, theirs, again } = step.act;
        let next = self.value(step.next, depth)?;
        let after = self.table.places[step.next as usize];
        let gained = i128::from(mine) + i128::from(theirs);
        let used = i128::from(remaining) - i128::from(after.remaining);
        (self.code.remaining.is_none() || gained == used).then_some(())?;
        let next = if again { next } else { next.checked_neg()? };
        let all = mine.checked_add(theirs)?.checked_add(after.handed)?;
        Some((mine.checked_sub(theirs)?.checked_add(next)?, all))
    }

    /// How a position stands, and the points that remain; its legal moves go on the pile.
    fn look(&mut self, number: u32) -> Option<(Stands, i64)> {
        let turn = self.place(number);
        let code = self.code;
        for invariant in &code.invariants {
            (self.held.ex(invariant)? == 1).then_some(())?;
        }
        let remaining = code.remaining.as_ref().map_or(Some(0), |points| self.held.ex(points))?;
        for end in &code.ends {
            if self.held.ex(&end.when)? != 0 {
                let lead = match &end.lead {
                    None => None,
                    Some((true, points)) => Some(self.held.ex(points)?),
                    Some((false, points)) => Some(self.held.ex(points)?.checked_neg()?),
                };
                self.fair_end(remaining, lead)?;
                return Some((Stands::Over(lead.unwrap_or(0)), remaining));
            }
        }
        let first = self.table.steps.len();
        for mv in &code.moves {
            self.each(mv, turn, &mut |search, act| search.push(act, turn))?;
        }
        if self.table.steps.len() > first {
            return Some((Stands::On, remaining));
        }
        self.fair_end(remaining, None)?;
        Some((Stands::Over(0), remaining))
    }

    /// At an end nothing may remain but what a lead shares.
    fn fair_end(&self, remaining: i64, lead: Option<i64>) -> Option<()> {
        let shares = lead.is_some_and(|lead| (i128::from(remaining) + i128::from(lead)) % 2 == 0);
        (self.code.remaining.is_none() || shares || lead.is_none() && remaining == 0).then_some(())
    }

    fn push(&mut self, act: Act, turn: u32) -> Option<()> {
        let turn = if act.again { turn } else { 1 - turn };
        let next = self.table.number(self.code, &self.held.state, turn)?;
        self.table.steps.push(Step { next, act });
        Some(())
    }

    /// Every legal way to make a move where the variables stand.
    fn each(&mut self, mv: &Move, turn: u32, visit: &mut dyn FnMut(&mut Self, Act) -> Option<()>) -> Option<()> {
        if mv.by.is_some_and(|by| by != turn as usize) {
            return Some(());
        }
        self.choose(mv, 0, visit)
    }

    fn choose(&mut self, mv: &Move, at: usize, visit: &mut dyn FnMut(&mut Self, Act) -> Option<()>) -> Option<()> {
        let Some(choice) = mv.choices.get(at) else {
            let mut act = Act::default();
            if self.held.stmts(&mv.body, &mut act)? {
                visit(self, act)?;
            }
            self.held.state = self.held.old;
            return Some(());
        };
        let (lo, mut hi) = (self.held.ex(&choice.lo)?, self.held.ex(&choice.hi)?);
        if let Some([a, b]) = mv.cut.as_ref().filter(|_| at + 1 == mv.choices.len() && lo <= hi) {
            let (a, b) = (self.held.ex(a)?, self.held.ex(b)?);
            // What is cut off would have failed its `when`, and nothing else: no sum there leaves 64 bits.
            let sums = [a.checked_add(lo)?, a.checked_add(hi)?];
            (!sums.contains(&i64::MIN)).then_some(())?;
            hi = hi.min(b.checked_sub(a)?);
        }
        for number in lo..=hi {
            self.table.left = self.table.left.checked_sub(1)?;
            self.held.locals[choice.slot] = number;
            if let Some(when) = &choice.when
                && self.held.ex(when)? == 0
            {
                continue;
            }
            self.choose(mv, at + 1, visit)?;
        }
        Some(())
    }

    /// The moves of a position whose value is known, each with its worth; none where it is over.
    fn offers(&mut self, number: u32) -> Option<Vec<Offered>> {
        let (turn, code) = (self.place(number), self.code);
        for end in &code.ends {
            if self.held.ex(&end.when)? != 0 {
                return Some(Vec::new());
            }
        }
        let mut found = Vec::new();
        for (which, mv) in code.moves.iter().enumerate() {
            self.each(mv, turn, &mut |search, act| {
                let args = mv.choices.iter().map(|choice| search.held.locals[choice.slot]).collect();
                search.push(act, turn)?;
                found.push((Made { mv: which, args, by: turn as usize, act }, search.table.steps.pop()?));
                Some(())
            })?;
        }
        let Place { remaining, value, .. } = self.table.places[number as usize];
        let valued = found.into_iter().map(|(made, step)| {
            let (worth, _) = self.worth(step, remaining, 0)?;
            Some(Offered { made, next: step.next, worth, best: worth == value })
        });
        valued.collect()
    }

    /// Best play: always the first of the best moves.
    fn line(&mut self, start: u32) -> Option<Line> {
        let mut line = Line { made: Vec::new(), last: start, mover: 0 };
        while let Some(offer) = self.offers(line.last)?.into_iter().find(|offer| offer.best) {
            (line.made.len() < LONGEST).then_some(())?;
            let by = line.mover;
            line.mover = if offer.made.act.again { by } else { 1 - by };
            line.made.push(Made { by, ..offer.made });
            line.last = offer.next;
        }
        Some(line)
    }

    /// The points gained along a line, and those given at its end.
    fn of_line(&self, line: &Line) -> Option<[i64; 2]> {
        let mut points = [0_i64; 2];
        for made in &line.made {
            points[made.by] = points[made.by].checked_add(made.act.mine)?;
            points[1 - made.by] = points[1 - made.by].checked_add(made.act.theirs)?;
        }
        let lead = self.table.places[line.last as usize].value;
        let leader = if lead >= 0 { line.mover } else { 1 - line.mover };
        points[leader] = points[leader].checked_add(lead.checked_abs()?)?;
        Some(points)
    }
}
