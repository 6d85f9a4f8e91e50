//! In which order a table is filled, and what part of it must be kept: seen in small games, and proven by nothing here. Programs made
//! from it are tried against Bouton.

use super::run::Filled;
use super::stage::Stage;
use super::tree::{Call, Ex, Move, Op, Over, Recur, Shape, Var};
use crate::recurrence::is_of_numbers;
use bouton::Instance;
use bouton::game::Game;
use bouton::recurrence::Direction;

/// More cells are not counted.
const MOST_CELLS: u64 = 10_000_000;
/// Tables of more cells are not looked into, cell by cell.
const MOST_LOOKED_INTO: u64 = 5_000;

/// What small games show of a recurrence.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The variables as loops, outermost first; `true` where moves raise the variable, so that the loop goes down.
    pub loops: Vec<(usize, bool)>,
    /// Pairs of variables of which the first was never greater.
    pub below: Vec<(usize, usize)>,
    /// Variables that no move ever takes the wrong way, with the direction.
    steady: Vec<(usize, bool)>,
    /// Whether somebody could not move at a position where play was not over.
    pub(super) stuck: bool,
    /// Whether some cell of the whole table reads outside of it: one that play never reaches.
    pub(super) outside: bool,
}

/// A move as it was seen: from here to there.
type Step = (Vec<i64>, Vec<i64>);

/// Looks at these games; nothing where Bouton derives no order of their positions.
#[must_use]
pub fn seen(recur: &Recur, games: &[Instance]) -> Option<Seen> {
    let width = recur.vars.len();
    let recur = &*recur.of_stage(Stage::Table);
    let (mut positions, mut steps): (Vec<Vec<i64>>, Vec<Step>) = (Vec::new(), Vec::new());
    if recur.sum.is_some() || recur.vars.iter().any(Var::has_no_row) {
        return None;
    }
    if recur.repeat.is_some() {
        // In whatever order: the table is filled until nothing changes.
        let loops = (0..width).map(|var| (var, false)).collect();
        let found = Seen { loops, below: Vec::new(), steady: Vec::new(), stuck: true, outside: false };
        return Some(found.looked_into(recur, games));
    }
    let (mut largest, mut stuck): (Option<(usize, &Instance)>, bool) = (None, false);
    for game in games {
        let mut filled = Filled::new(recur, game.interpreter().params())?;
        let start = filled.start()?;
        filled.value(&start)?;
        if largest.is_none_or(|(count, _)| count < filled.order.len()) {
            largest = Some((filled.order.len(), game));
        }
        for at in filled.order.clone() {
            if !filled.is_over(&at) {
                let choices = filled.choices(&at)?;
                stuck |= choices.is_empty();
                let rounds = recur.moves.iter().any(|mv| !mv.answers.is_empty());
                let led =
                    if rounds { filled.reads(&at)? } else { choices.into_iter().filter_map(|one| one.next).collect() };
                steps.extend(led.into_iter().map(|next| (at.clone(), next)));
            }
            positions.push(at);
        }
    }
    // The smallest games have moves that are never possible, and an order that says nothing of them.
    let in_turn = recur.vars.len() == width;
    let largest = largest?.1;
    let closed = largest.recurrence().ok().filter(|_| is_of_numbers(largest));
    let loops = match closed.and_then(|closed| closed.order()) {
        Some(directions) if in_turn => derived(&directions, &steps),
        // Sets grow or shrink, and so do the numbers that tell them; of two moves as one step Bouton derives no order.
        _ if recur.holds(Shape::Set) || !in_turn => onwards(recur.vars.len(), &steps)?,
        _ => return None,
    };
    let count = recur.vars.len();
    let pairs = (0..count).flat_map(|a| (0..count).map(move |b| (a, b))).filter(|(a, b)| a != b);
    let below = pairs.filter(|(a, b)| positions.iter().all(|at| at[*a] <= at[*b])).collect();
    let steady = (0..count).flat_map(|var| [(var, true), (var, false)]).filter(|(var, up)| {
        let right = |(from, to): &Step| if *up { to[*var] >= from[*var] } else { to[*var] <= from[*var] };
        steps.iter().all(right) && steps.iter().any(|(from, to)| from[*var] != to[*var])
    });
    let found = Seen { loops, below, steady: steady.collect(), stuck, outside: false };
    Some(found.looked_into(recur, games))
}

/// The order that Bouton derived: as many of its directions as moves need.
fn derived(directions: &[Direction], steps: &[Step]) -> Vec<(usize, bool)> {
    let needed = (1..=directions.len()).find(|count| {
        let settled =
            |(from, to): &Step| directions[..*count].iter().any(|along| from[along.variable] != to[along.variable]);
        steps.iter().all(settled)
    });
    let needed = needed.unwrap_or(directions.len());
    directions.iter().enumerate().map(|(at, along)| (along.variable, along.up && at < needed)).collect()
}

/// An order that every move seen keeps: along each variable in turn moves go one way, as long as those before stay as they are.
fn onwards(count: usize, steps: &[Step]) -> Option<Vec<(usize, bool)>> {
    let (mut loops, mut rest): (Vec<(usize, bool)>, Vec<&Step>) = (Vec::new(), steps.iter().collect());
    while !rest.is_empty() {
        let free = (0..count).filter(|var| loops.iter().all(|(known, _)| known != var));
        let found = free.flat_map(|var| [(var, true), (var, false)]).find(|(var, up)| {
            let right = |(from, to): &&Step| if *up { to[*var] >= from[*var] } else { to[*var] <= from[*var] };
            rest.iter().all(right) && rest.iter().any(|(from, to)| from[*var] != to[*var])
        });
        let (var, up) = found?;
        rest.retain(|(from, to)| from[var] == to[var]);
        loops.push((var, up));
    }
    let others: Vec<usize> = (0..count).filter(|var| loops.iter().all(|(known, _)| known != var)).collect();
    loops.extend(others.into_iter().map(|var| (var, false)));
    Some(loops)
}

impl Seen {
    /// The least and greatest value of a variable whose loop stands inside those before it.
    #[must_use]
    pub fn range(&self, recur: &Recur, loops: &[(usize, bool)], at: usize) -> (Ex, Ex) {
        let (var, _) = loops[at];
        let outer = |other: usize| loops[..at].iter().any(|(known, _)| *known == other);
        let tighter = |own: &Ex, other: usize, side: fn(&Recur, usize) -> &Ex| own == side(recur, other);
        let lo = &recur.vars[var].lo;
        let hi = &recur.vars[var].hi;
        let from =
            self.below.iter().find(|(a, b)| *b == var && outer(*a) && tighter(lo, *a, |recur, at| &recur.vars[at].lo));
        let to =
            self.below.iter().find(|(a, b)| *a == var && outer(*b) && tighter(hi, *b, |recur, at| &recur.vars[at].hi));
        (from.map_or_else(|| lo.clone(), |(a, _)| Ex::Local(*a)), to.map_or_else(|| hi.clone(), |(_, b)| Ex::Local(*b)))
    }

    /// How many cells a table has with these parameters.
    #[must_use]
    pub fn cells(&self, recur: &Recur, filled: &Filled) -> Option<u64> {
        let mut places = vec![0; recur.vars.len()];
        self.inside(recur, filled, 0, &mut places)
    }

    /// The same with a look at whether some cell reads outside of the table.
    fn looked_into(self, recur: &Recur, games: &[Instance]) -> Seen {
        let outside = games.iter().any(|game| self.reads_outside(recur, game) == Some(true));
        Seen { outside, ..self }
    }

    /// Whether a cell of a game's table reads one that the table does not have; nothing where that cannot be seen.
    fn reads_outside(&self, recur: &Recur, game: &Instance) -> Option<bool> {
        let filled = Filled::new(recur, game.interpreter().params())?;
        if self.cells(recur, &filled)? > MOST_LOOKED_INTO {
            return None;
        }
        let his: Vec<i64> = recur.vars.iter().map(|var| filled.ex(&var.hi, &[])).collect::<Option<_>>()?;
        let mut cells = vec![vec![0; recur.vars.len()]];
        for at in 0..self.loops.len() {
            let (lo, hi) = self.range(recur, &self.loops, at);
            let mut longer = Vec::new();
            for cell in cells {
                for value in filled.ex(&lo, &cell)?..=filled.ex(&hi, &cell)? {
                    let mut cell = cell.clone();
                    cell[self.loops[at].0] = value;
                    longer.push(cell);
                }
            }
            cells = longer;
        }
        let inside = |next: &[i64]| next.iter().zip(&his).all(|(value, hi)| (0..=*hi).contains(value));
        let right = |cell: &Vec<i64>| {
            filled.is_over(cell) || filled.reads(cell).is_some_and(|reads| reads.iter().all(|next| inside(next)))
        };
        Some(!cells.iter().all(right))
    }

    fn inside(&self, recur: &Recur, filled: &Filled, at: usize, places: &mut [i64]) -> Option<u64> {
        let Some((var, _)) = self.loops.get(at) else { return Some(1) };
        let (lo, hi) = self.range(recur, &self.loops, at);
        let (lo, hi) = (filled.ex(&lo, places)?, filled.ex(&hi, places)?);
        let mut count = 0_u64;
        for value in lo..=hi {
            places[*var] = value;
            count =
                count.checked_add(self.inside(recur, filled, at + 1, places)?).filter(|count| *count < MOST_CELLS)?;
        }
        Some(count)
    }

    /// The outermost loop whose values need not all be kept, and how many at a time are enough.
    #[must_use]
    pub fn kept(&self, recur: &Recur) -> Option<(usize, bool, Ex)> {
        let steps = |half: bool| {
            self.steady.iter().find_map(|(var, up)| {
                let reach =
                    recur.moves.iter().map(|mv| reach(recur, mv, *var, *up, half)).collect::<Option<Vec<_>>>()?;
                let most = reach.into_iter().reduce(greatest)?;
                Some((*var, *up, Ex::plus(most, 1)))
            })
        };
        steps(false).or_else(|| steps(true))
    }
}

fn greatest(a: Ex, b: Ex) -> Ex {
    match (&a, &b) {
        (Ex::Int(x), Ex::Int(y)) => Ex::Int(*x.max(y)),
        // A parameter counts at least 1 wherever it bounds a choice.
        (Ex::Int(0 | 1), _) => b,
        (_, Ex::Int(0 | 1)) => a,
        _ if a == b => a,
        _ => Ex::Call(Call::Max, vec![a, b]),
    }
}

/// How far a move goes along a variable at most, told by parameters alone. With `half` also where it at most doubles the variable:
/// then it goes no further than half of the greatest value, for it stays below that.
fn reach(recur: &Recur, mv: &Move, var: usize, up: bool, half: bool) -> Option<Ex> {
    let itself = Ex::Local(var);
    match &mv.next[var] {
        _ if !mv.answers.is_empty() => None,
        next if *next == itself => Some(Ex::Int(0)),
        Ex::Two(op, a, by) if **a == itself && (*op == Op::Add) == up => bound(mv, by),
        Ex::Call(Call::Max, parts) if up && half && parts[0] == itself => {
            let Ex::Local(slot) = parts[1] else { return None };
            let choice = mv.choices.iter().find(|choice| choice.slot == slot)?;
            let doubled = Ex::Two(Op::Mul, Box::new(Ex::Int(2)), Box::new(itself));
            let most = choice.over.range()?.1;
            (*most == doubled).then(|| Ex::two(Op::Div, recur.vars[var].hi.clone(), Ex::Int(2)))
        }
        _ => None,
    }
}

/// The most that a step can be.
fn bound(mv: &Move, by: &Ex) -> Option<Ex> {
    match by {
        Ex::Int(_) => Some(by.clone()),
        Ex::Local(slot) => {
            let choice = mv.choices.iter().find(|choice| choice.slot == *slot)?;
            match &choice.over {
                Over::List(Ex::Global(list)) => Some(Ex::Extreme(*list, true)),
                Over::List(_) => None,
                Over::Range(_, hi) if !hi.is_open() => Some(hi.clone()),
                Over::Range(_, Ex::Two(Op::Sub, a, _)) if !a.is_open() => Some((**a).clone()),
                Over::Range(..) => None,
            }
        }
        _ => None,
    }
}
