//! Writing the loops.

use crate::methods::recurrence::rows::Cell;
use crate::recurrence::{
    Amount, Bounds, Choice, ControlStates, Direction, End, Form, Linear, Listed, Move, Recurrence, never_negative,
};
use crate::store::Codes;
use bouton_jit::{Buffer, Code, Elem, Local, Maker, Stmt, Value};
use std::collections::BTreeMap;

/// Choices of at most so many numbers, known beforehand, are written one after the other: as many as all choices of a move have together. In a small table,
/// or where that makes too many moves in all, only those of few numbers: what is written takes up to a millisecond to compile.
const MOST_UNROLLED: usize = 32;
const FEW_UNROLLED: usize = 8;

/// The last variables are written out value by value where that makes at most so many moves, in a table of at least so many numbers: what a position allows
/// is known beforehand then, and the code takes longer to compile.
const MOST_WRITTEN_OUT: usize = 64;
const WRITTEN_OUT_FROM: u64 = 1 << 18;

/// Both passes, and what they need.
pub(super) struct Both {
    pub(super) mark: Code,
    pub(super) value: Code,
    /// The numbers of lists and tables, one after the other.
    pub(super) lists: Vec<i64>,
    /// How many values the outermost variable has.
    pub(super) outermost: u64,
}

/// The two passes over a recurrence in an order, through those of its positions alone where none of some forms is negative, and which are in one of these
/// states; nothing where something leaves the 64-bit numbers.
pub(super) fn code(
    recurrence: &Recurrence,
    (order, states): (&[Direction], Option<&ControlStates>),
    cell: Cell,
    true_of_all: &[Linear],
) -> Option<Both> {
    let outermost = recurrence.variables.get(order.first()?.variable)?;
    let outermost = outermost.hi.checked_sub(outermost.lo)?.checked_add(1)?;
    let pass = |name: &str, pass: Pass| {
        let mut writer = Writer::new(name, recurrence, cell, (states, pass))?;
        writer.positions(&loops(order, states, true_of_all))?;
        Some((writer.make.done(), writer.lists))
    };
    let ((mark, lists), (value, again)) = (pass("mark", Pass::Mark)?, pass("value", Pass::Value)?);
    (lists == again).then_some(())?;
    Some(Both { mark, value, lists, outermost: u64::try_from(outermost).ok()? })
}

/// The cell of a position that is not reached, or of which no move is known yet.
fn least(cell: Cell) -> i64 {
    if cell == Cell::Wide { i64::MIN } else { i32::MIN.into() }
}

/// The cell of a position that is reached and not valued yet: no value has it, since no play is as long as this win in nearly 2³¹ plies would be.
pub(super) fn open(cell: Cell) -> i64 {
    if cell == Cell::Outcome { 3 } else { least(cell) + 1 }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Pass {
    /// Marks what moves lead to, in the order in which play goes on.
    Mark,
    /// Values what is marked, from the end.
    Value,
}

/// A loop.
enum Loop<'r> {
    /// Over the values of a variable: at least and at most what forms of the variables further out say.
    Values { next: Direction, least: Vec<Linear>, most: Vec<Linear> },
    /// Over the values that variables have together.
    States(&'r ControlStates),
}

/// The loops over all positions, narrowed by forms that are negative at none of them.
fn loops<'r>(order: &[Direction], states: Option<&'r ControlStates>, true_of_all: &[Linear]) -> Vec<Loop<'r>> {
    let rank = |variable: usize| order.iter().position(|next| next.variable == variable);
    let narrows = |variable: usize, form: &&Linear| {
        form.terms.iter().all(|(other, _)| rank(*other) <= rank(variable)) && form.coefficient(variable).abs() == 1
    };
    let values = |next: &Direction| {
        let (mut least, mut most) = (Vec::new(), Vec::new());
        for form in true_of_all.iter().filter(|form| narrows(next.variable, form)) {
            let rest = form.without(next.variable);
            match form.coefficient(next.variable) {
                1 => least.extend(rest.times(-1)),
                _ => most.push(rest),
            }
        }
        Loop::Values { next: *next, least, most }
    };
    let mut loops: Vec<Loop> = order.iter().map(values).collect();
    if let Some(states) = states {
        loops.splice(states.first..states.first + states.variables.len(), [Loop::States(states)]);
    }
    loops
}

/// States that are looked up: the place among the lists where that of each combination stands, and how far apart numbers of states lie that follow each other.
#[derive(Clone, Copy)]
struct Stated<'r> {
    states: &'r ControlStates,
    places: i64,
    apart: i64,
}

struct Writer<'r> {
    make: Maker,
    recurrence: &'r Recurrence,
    variables: Vec<Bounds>,
    /// The same here: of a variable that is written out, its value.
    bounds_here: Vec<Bounds>,
    number: Linear,
    states: Option<Stated<'r>>,
    pass: Pass,
    cell: Cell,
    cells: Buffer,
    listed: Buffer,
    rows: Vec<Buffer>,
    lists: Vec<i64>,
    /// Where lists begin that are kept.
    kept: BTreeMap<Vec<i64>, i64>,
    /// Whether the table is so large that the last variables may be written out.
    large: bool,
    /// Choices of how many numbers are written one after the other.
    most_unrolled: usize,
    /// From where to where the outermost variable goes, as places in its order.
    outermost: (Local, Local),
    /// What symbols hold: the variables, then choices.
    values: Vec<Value>,
    /// The place of the state among all.
    state: Value,
    /// The number of the position, what is counted, and the best so far.
    here: Local,
    count: Local,
    best: Local,
}

impl<'r> Writer<'r> {
    fn new(
        name: &str,
        recurrence: &'r Recurrence,
        cell: Cell,
        (states, pass): (Option<&'r ControlStates>, Pass),
    ) -> Option<Writer<'r>> {
        let mut make = Maker::new(name);
        let outermost = (make.word("from"), make.word("to"));
        let elem = if cell == Cell::Wide { Elem::I64 } else { Elem::I32 };
        let cells = make.buffer("cells", elem, 0, true);
        let listed = make.buffer("lists", Elem::I64, 0, false);
        let rows = recurrence.rows.iter().map(|row| make.buffer(&row.name, Elem::I64, 0, false)).collect();
        let [here, count, best] = ["here", "count", "best"].map(|name| make.local(name));
        let (variables, values) = (recurrence.bounds(), vec![Value::from(0); recurrence.variables.len()]);
        let size = states.map_or_else(|| recurrence.size(), |states| states.size(recurrence));
        let large = size.is_some_and(|size| size >= WRITTEN_OUT_FROM);
        let all: usize = recurrence.moves.iter().map(|mv| written(mv, &variables, MOST_UNROLLED)).sum();
        let most_unrolled = if large && all <= MOST_WRITTEN_OUT { MOST_UNROLLED } else { FEW_UNROLLED };
        let (number, apart) = match states {
            Some(states) => states.number(recurrence).map(|(number, apart)| (number, Some(apart)))?,
            None => (recurrence.number()?, None),
        };
        let mut writer = Writer {
            make,
            recurrence,
            bounds_here: variables.clone(),
            variables,
            number,
            states: None,
            pass,
            cell,
            cells,
            listed,
            rows,
            lists: Vec::new(),
            kept: BTreeMap::new(),
            large,
            most_unrolled,
            outermost,
            values,
            state: Value::from(0),
            here,
            count,
            best,
        };
        if let Some((states, apart)) = states.zip(apart) {
            let (places, _) = writer.keep(&states.places())?;
            writer.states = Some(Stated { states, places, apart });
        }
        Some(writer)
    }

    /// What a form is worth.
    fn form(&self, form: &Linear) -> Value {
        let term = |(symbol, times): &(usize, i64)| self.values[*symbol].clone().times(*times);
        let sum = form.terms.iter().map(term).reduce(Value::plus);
        sum.map_or(Value::from(form.constant), |sum| sum.plus(form.constant))
    }

    /// Whether none of some forms is negative; nothing where that shows beforehand.
    fn holds(&self, forms: &[Linear]) -> Value {
        let open = forms.iter().filter(|form| form.range(&self.bounds_here).0 < 0);
        open.map(|form| self.form(form).ge(0)).reduce(Value::and).unwrap_or(Value::from(1))
    }

    fn when(&mut self, condition: Value, then: impl FnOnce(&mut Self) -> Option<()>) -> Option<()> {
        self.either(condition, then, |_| Some(()))
    }

    fn either(
        &mut self,
        condition: Value,
        then: impl FnOnce(&mut Self) -> Option<()>,
        otherwise: impl FnOnce(&mut Self) -> Option<()>,
    ) -> Option<()> {
        match condition {
            Value::Const(0) => otherwise(self),
            Value::Const(_) => then(self),
            condition => {
                self.make.begin();
                then(self)?;
                let then = self.make.end();
                self.make.begin();
                otherwise(self)?;
                let otherwise = self.make.end();
                self.make.push(Stmt::If(condition, then, otherwise));
                Some(())
            }
        }
    }

    /// Once for each number from one to another, both included.
    fn each(
        &mut self,
        name: &str,
        (from, to): (Value, Value),
        body: impl FnOnce(&mut Self, Value) -> Option<()>,
    ) -> Option<()> {
        let to = self.make.hold("to", to);
        let at = self.make.local(name);
        self.make.set(at, from);
        let label = self.make.label();
        self.make.begin();
        self.make.when(Value::from(at).gt(to), |make| make.leave(label));
        body(self, Value::from(at))?;
        self.make.set(at, Value::from(at).plus(1));
        let body = self.make.end();
        self.make.push(Stmt::Loop(label, body));
        Some(())
    }

    /// Loops over all positions, in the order in which play goes on, or from the end.
    fn positions(&mut self, loops: &[Loop<'r>]) -> Option<()> {
        self.along(loops, true)?;
        self.make.give(self.count);
        Some(())
    }

    fn along(&mut self, loops: &[Loop<'r>], outermost: bool) -> Option<()> {
        let Some((first, rest)) = loops.split_first() else { return self.position() };
        if let Loop::Values { next, .. } = first
            && let (lo, hi) = self.variables[next.variable]
            && lo == hi
            && !outermost
        {
            self.values[next.variable] = Value::from(lo);
            return self.along(rest, false);
        }
        if !outermost && self.large && self.are_few(loops) {
            return self.written_out(loops);
        }
        match first {
            Loop::Values { next, least, most } => self.values(next, (least, most), outermost, rest),
            Loop::States(states) => self.states(states, rest),
        }
    }

    /// A loop over the values of a variable.
    fn values(
        &mut self,
        next: &Direction,
        (least, most): (&[Linear], &[Linear]),
        outermost: bool,
        rest: &[Loop<'r>],
    ) -> Option<()> {
        let ((lo, hi), rises) = (self.variables[next.variable], self.rises(next));
        let ends = if outermost {
            let (from, to) = self.outermost;
            (Value::from(from), Value::from(to))
        } else {
            let (least, most) = self.span((lo, hi), least, most);
            if rises {
                (least.minus(lo), most.minus(lo))
            } else {
                (Value::from(hi).minus(most), Value::from(hi).minus(least))
            }
        };
        let name = self.recurrence.variables[next.variable].name.clone();
        self.each("place", ends, |writer, place| {
            let value = if rises { Value::from(lo).plus(place) } else { Value::from(hi).minus(place) };
            writer.values[next.variable] = writer.make.hold(&name, value);
            writer.along(rest, false)
        })
    }

    /// A loop over states: what variables are in each is looked up.
    fn states(&mut self, states: &'r ControlStates, rest: &[Loop<'r>]) -> Option<()> {
        let last = i64::try_from(states.states.len()).ok()? - 1;
        let mut lists = Vec::new();
        for nth in 0..states.variables.len() {
            let values: Vec<i64> = states.states.iter().map(|state| state[nth]).collect();
            lists.push(self.keep(&values)?.0);
        }
        self.each("place", (Value::from(0), Value::from(last)), |writer, place| {
            let state = if writer.pass == Pass::Mark { place } else { Value::from(last).minus(place) };
            writer.state = writer.make.hold("state", state);
            for (variable, list) in states.variables.iter().zip(lists) {
                let value = Value::load(writer.listed, writer.state.clone().plus(list));
                writer.values[*variable] = writer.make.hold(&writer.recurrence.variables[*variable].name, value);
            }
            writer.along(rest, false)
        })
    }

    /// From where to where the variable of a loop goes.
    fn span(&self, (lo, hi): Bounds, least: &[Linear], most: &[Linear]) -> (Value, Value) {
        let least = least.iter().map(|form| self.form(form)).fold(Value::from(lo), Value::max);
        (least, most.iter().map(|form| self.form(form)).fold(Value::from(hi), Value::min))
    }

    /// Whether the values of a variable rise in this pass.
    fn rises(&self, direction: &Direction) -> bool {
        direction.up == (self.pass == Pass::Mark)
    }

    /// Whether loops are written out: their ends are known beforehand, and moves are written no more often than it pays.
    fn are_few(&mut self, loops: &[Loop<'r>]) -> bool {
        let mut all = 0_usize;
        let few = self.each_known(loops, &mut |writer| {
            let here = &writer.bounds_here;
            let moves = writer.recurrence.moves.iter().filter(|mv| mv.possible(here));
            // A position without moves is written, too.
            all += moves.map(|mv| written(mv, here, writer.most_unrolled)).sum::<usize>().max(1);
            (all <= MOST_WRITTEN_OUT).then_some(())
        });
        few.is_some()
    }

    /// Loops whose values are known beforehand, one combination after the other.
    fn written_out(&mut self, loops: &[Loop<'r>]) -> Option<()> {
        self.each_known(loops, &mut Writer::position)
    }

    /// Does something for each combination of what loops run over, in the order of this pass, if their ends are known beforehand.
    fn each_known(&mut self, loops: &[Loop<'r>], visit: &mut dyn FnMut(&mut Self) -> Option<()>) -> Option<()> {
        let Some((first, rest)) = loops.split_first() else { return visit(self) };
        match first {
            Loop::Values { next, least, most } => {
                let bounds = self.variables[next.variable];
                let (Value::Const(least), Value::Const(most)) = self.span(bounds, least, most) else { return None };
                let (rises, variables) = (self.rises(next), [next.variable]);
                let value = |step: i64| [if rises { least + step } else { most - step }];
                (0..=most.checked_sub(least)?)
                    .try_for_each(|step| self.known(&variables, &value(step), |writer| writer.each_known(rest, visit)))
            }
            Loop::States(states) => {
                let last = states.states.len().checked_sub(1)?;
                let forward = self.pass == Pass::Mark;
                (0..=last).map(|step| if forward { step } else { last - step }).try_for_each(|place| {
                    self.state = Value::from(i64::try_from(place).ok()?);
                    self.known(&states.variables, &states.states[place], |writer| writer.each_known(rest, visit))
                })
            }
        }
    }

    /// Does something where variables have known values.
    fn known<T>(&mut self, variables: &[usize], values: &[i64], then: impl FnOnce(&mut Self) -> T) -> T {
        for (variable, value) in variables.iter().zip(values) {
            self.values[*variable] = Value::from(*value);
            self.bounds_here[*variable] = (*value, *value);
        }
        let done = then(self);
        variables.iter().for_each(|variable| self.bounds_here[*variable] = self.variables[*variable]);
        done
    }

    /// What is done at a position.
    fn position(&mut self) -> Option<()> {
        let mut number = self.form(&self.number);
        if let Some(Stated { apart, .. }) = self.states {
            number = number.plus(self.state.clone().times(apart));
        }
        self.make.set(self.here, number);
        let reached = Value::load(self.cells, self.here).eq(open(self.cell));
        self.when(reached, |writer| match writer.pass {
            Pass::Mark => writer.mark(),
            Pass::Value => writer.value(),
        })
    }

    fn add_to_count(&mut self) {
        self.make.set(self.count, Value::from(self.count).plus(1));
    }

    fn mark(&mut self) -> Option<()> {
        self.add_to_count();
        for need in &self.recurrence.needs {
            let broken = self.form(need).lt(0);
            self.make.ask_if(broken);
        }
        let over = self.recurrence.ends.iter().map(|end| self.holds(&end.when)).reduce(Value::or);
        self.when(over.map_or(Value::from(1), Value::is_zero), Writer::moves)
    }

    fn value(&mut self) -> Option<()> {
        let (ends, stuck) = (&self.recurrence.ends, &self.recurrence.stuck);
        self.make.set(self.best, least(self.cell));
        self.finished(ends, |writer| {
            writer.moves()?;
            let none = Value::from(writer.best).eq(least(writer.cell));
            writer.either(
                none,
                |writer| {
                    writer.finished(stuck, |writer| {
                        writer.make.ask();
                        Some(())
                    })
                },
                |writer| {
                    if writer.cell == Cell::Outcome {
                        // One ply later: a win is worth a little less, a loss a little more; an endless one (1 or −1) stays.
                        let best = Value::from(writer.best);
                        let (win, loss) = (best.clone().gt(1), best.clone().lt(-1));
                        writer.make.set(writer.best, best.minus(win).plus(loss));
                    }
                    Some(())
                },
            )
        })?;
        self.make.store(self.cells, self.here, self.best);
        Some(())
    }

    /// The value of the first end that holds; else something else is done.
    fn finished(&mut self, ends: &[End], otherwise: impl FnOnce(&mut Self) -> Option<()>) -> Option<()> {
        let Some((end, rest)) = ends.split_first() else { return otherwise(self) };
        let (holds, code) = (self.holds(&end.when), Codes::code(end.value)?);
        self.either(
            holds,
            |writer| {
                writer.add_to_count();
                writer.make.set(writer.best, code);
                if let Some(points) = &writer.recurrence.remaining {
                    let left = writer.amount(points)?;
                    writer.make.ask_if(left.ne(0));
                }
                Some(())
            },
            |writer| writer.finished(rest, otherwise),
        )
    }

    fn moves(&mut self) -> Option<()> {
        // Moves that the same conditions allow are looked at together.
        for moves in self.recurrence.moves.chunk_by(|one, other| one.guards == other.guards) {
            let open = self.holds(&moves[0].guards);
            self.when(open, |writer| moves.iter().try_for_each(|mv| writer.choose(mv, writer.most_unrolled)))?;
        }
        Some(())
    }

    /// Every number of the next choice of a move, and what follows; what is left is how often it may be written.
    fn choose(&mut self, mv: &Move, left: usize) -> Option<()> {
        let at = self.values.len() - self.variables.len();
        let Some(choice) = mv.choices.get(at) else { return self.made(mv) };
        let bounds = mv.bounds(&self.bounds_here);
        let known = &bounds[..self.values.len()];
        let (lo, hi) = choice.range(known);
        let go_on = |writer: &mut Self, number: Value, left: usize| {
            writer.values.push(number);
            let done = writer.choose(mv, left);
            writer.values.pop();
            done
        };
        let ends = self.ends(choice);
        if let Some(listed) = &choice.listed {
            return self.listed(listed, ends, |writer, number| go_on(writer, number, left));
        }
        let few: Vec<i64> = match &choice.among {
            Some(among) if among.len() <= left => among.iter().copied().filter(|at| (lo..=hi).contains(at)).collect(),
            None if usize::try_from(hi.saturating_sub(lo)).is_ok_and(|count| count < left) => (lo..=hi).collect(),
            Some(among) => {
                let (from, to) = self.keep(among)?;
                return self.each("at", (Value::from(from), Value::from(to - 1)), |writer, at| {
                    let number = writer.make.hold(&choice.name, Value::load(writer.listed, at));
                    let inside = within(&number, ends);
                    writer.when(inside, |writer| go_on(writer, number, left))
                });
            }
            None => return self.each(&choice.name, ends, |writer, number| go_on(writer, number, left)),
        };
        let each = left / few.len().max(1);
        for number in few {
            let fixed = Linear::number(number);
            let inside: Vec<Linear> = choice
                .lo
                .iter()
                .map(|lo| fixed.minus(lo))
                .chain(choice.hi.iter().map(|hi| hi.minus(&fixed)))
                .collect::<Option<_>>()?;
            let open: Vec<Linear> = inside.into_iter().filter(|form| form.range(known).0 < 0).collect();
            let open = open.iter().map(|form| self.form(form).ge(0)).reduce(Value::and).unwrap_or(Value::from(1));
            self.when(open, |writer| go_on(writer, Value::from(number), each))?;
        }
        Some(())
    }

    /// The least and the greatest number of a choice.
    fn ends(&mut self, choice: &Choice) -> (Value, Value) {
        let lo = choice.lo.iter().map(|form| self.form(form)).reduce(Value::max).unwrap_or(Value::from(i64::MIN));
        let hi = choice.hi.iter().map(|form| self.form(form)).reduce(Value::min).unwrap_or(Value::from(i64::MAX));
        (self.make.hold("lo", lo), self.make.hold("hi", hi))
    }

    /// Numbers of a table.
    fn listed(
        &mut self,
        listed: &Listed,
        ends: (Value, Value),
        body: impl FnOnce(&mut Self, Value) -> Option<()>,
    ) -> Option<()> {
        if let Value::Const(of) = self.form(&listed.of)
            && let [] | [_] = listed.of_value(of)
        {
            let known = listed.of_value(of).first().map(|number| Value::from(*number));
            return known.map_or(Some(()), |number| {
                let inside = within(&number, ends);
                self.when(inside, |writer| body(writer, number))
            });
        }
        let numbers: Vec<i64> = listed.numbers.iter().flatten().copied().collect();
        let count = i64::try_from(listed.numbers.len()).ok()?;
        let place = self.form(&listed.of.minus(&Linear::number(listed.least))?);
        let place = if listed.repeats { place.asked_mod(count) } else { place };
        let place = self.make.hold("place", place);
        let inside = if listed.repeats { Value::from(1) } else { place.clone().below(count) };
        let one = |writer: &mut Self, number: Value| {
            let number = writer.make.hold("number", number);
            let inside = within(&number, ends);
            writer.when(inside, |writer| body(writer, number))
        };
        let (from, _) = self.keep(&numbers)?;
        if listed.is_function() {
            return self.when(inside, |writer| one(writer, Value::load(writer.listed, place.plus(from))));
        }
        let starts = listed.numbers.iter().scan(from, |start, numbers| {
            *start += i64::try_from(numbers.len()).ok()?;
            Some(*start)
        });
        let starts: Vec<i64> = std::iter::once(from).chain(starts).collect();
        let (starts, _) = self.keep(&starts)?;
        self.when(inside, |writer| {
            let first = Value::load(writer.listed, place.clone().plus(starts));
            let last = Value::load(writer.listed, place.plus(starts + 1)).minus(1);
            writer.each("at", (first, last), |writer, at| one(writer, Value::load(writer.listed, at)))
        })
    }

    /// Keeps numbers among the lists: from where to where they stand.
    fn keep(&mut self, numbers: &[i64]) -> Option<(i64, i64)> {
        let next = i64::try_from(self.lists.len()).ok()?;
        let from = *self.kept.entry(numbers.to_vec()).or_insert(next);
        if from == next {
            self.lists.extend_from_slice(numbers);
        }
        Some((from, from.checked_add(i64::try_from(numbers.len()).ok()?)?))
    }

    /// A move whose choices are all made.
    fn made(&mut self, mv: &Move) -> Option<()> {
        if self.pass == Pass::Mark {
            self.allowed(mv)?;
        }
        let next = self.next(mv)?;
        match self.pass {
            Pass::Mark => self.make.store(self.cells, next, open(self.cell)),
            Pass::Value => {
                let value = self.make.hold("next", Value::load(self.cells, next));
                // The order is proven, and so what is reached from here is valued; this holds it to that.
                let (open, least) = (open(self.cell), least(self.cell));
                let unknown = match self.cell {
                    Cell::Outcome => value.clone().eq(open).or(value.clone().eq(least)),
                    // Both are less than every value.
                    Cell::Narrow | Cell::Wide => value.clone().le(open),
                };
                self.make.ask_if(unknown);
                let value = if mv.passes { Value::from(0).minus(value) } else { value };
                let value = if self.cell == Cell::Outcome { value } else { value.plus(self.amount(&mv.gain)?) };
                self.make.set(self.best, Value::from(self.best).max(value));
            }
        }
        Some(())
    }

    /// Asks where a move leaves the bounds of its variables, or what the rules need does not hold.
    fn allowed(&mut self, mv: &Move) -> Option<()> {
        let bounds = mv.bounds(&self.bounds_here);
        let surely = |form: &Linear| {
            let asked = |guard: &Linear| form.minus(guard).is_some_and(|more| more.range(&bounds).0 >= 0);
            never_negative(form, self.variables.len(), &mv.choices, &bounds)
                || mv.guards.iter().chain(&mv.needs).any(asked)
        };
        let mut asked: Vec<Value> = mv.needs.iter().map(|need| self.form(need).lt(0)).collect();
        for (form, (lo, hi)) in mv.next.iter().zip(&self.variables) {
            let above = |form: &Linear| form.minus(&Linear::number(*lo));
            let below = |form: &Linear| Linear::number(*hi).minus(form);
            let sure = |end: &dyn Fn(&Linear) -> Option<Linear>, all: bool| {
                let sure = |part: &Linear| end(part).is_some_and(|form| surely(&form));
                if all { form.parts().iter().all(sure) } else { form.parts().iter().any(sure) }
            };
            let (least, greatest) = (matches!(form, Form::Min(_)), matches!(form, Form::Max(_)));
            let value = || self.one(form);
            if !sure(&above, !greatest) {
                asked.push(value().lt(*lo));
            }
            if !sure(&below, !least) {
                asked.push(value().gt(*hi));
            }
        }
        asked.into_iter().for_each(|broken| self.make.ask_if(broken));
        Some(())
    }

    /// A form that may be a least or greatest.
    fn one(&self, form: &Form) -> Value {
        let parts = form.parts().iter().map(|part| self.form(part));
        let found = if matches!(form, Form::Max(_)) { parts.reduce(Value::max) } else { parts.reduce(Value::min) };
        found.unwrap_or(Value::from(0))
    }

    /// The number of the position that a move leads to.
    fn next(&mut self, mv: &Move) -> Option<Value> {
        let mut by = Linear::default().minus(&self.number)?.plus(&Linear::number(self.number.constant), 1)?;
        let mut curved = Value::from(0);
        for &(variable, stride) in &self.number.terms {
            match &mv.next[variable] {
                Form::One(form) => by = by.plus(form, stride)?,
                form => curved = curved.plus(self.one(form).times(stride)),
            }
        }
        let mut by = self.form(&by).plus(curved);
        if let Some(Stated { apart, .. }) = self.states {
            let next = self.next_state(mv)?;
            by = by.plus(next.minus(self.state.clone()).times(apart));
        }
        Some(self.make.hold("next", Value::from(self.here).plus(by)))
    }

    /// The place of the state that a move leads to.
    fn next_state(&mut self, mv: &Move) -> Option<Value> {
        let Stated { states, places, .. } = self.states?;
        if states.variables.iter().all(|variable| mv.next[*variable] == Form::One(Linear::symbol(*variable))) {
            return Some(self.state.clone());
        }
        let more =
            states.scale().map(|(variable, least, apart)| self.one(&mv.next[variable]).minus(least).times(apart));
        let combination = more.reduce(Value::plus)?;
        if let Value::Const(combination) = combination {
            let place = self.lists[usize::try_from(places + combination).ok()?];
            return (place >= 0).then_some(Value::from(place));
        }
        let place = self.make.hold("state", Value::load(self.listed, combination.plus(places)));
        if self.pass == Pass::Mark {
            self.make.ask_if(place.clone().lt(0));
        }
        Some(place)
    }

    /// Points.
    fn amount(&mut self, amount: &Amount) -> Option<Value> {
        let mut sum = self.form(&amount.linear);
        for part in &amount.sums {
            let place = self.form(&self.recurrence.rows[part.row].flat(&part.place)?);
            sum = sum.plus(Value::load(self.rows[part.row], place).times(part.times));
        }
        Some(sum)
    }
}

/// How often a move is written, its choices of at most so many numbers one after the other.
fn written(mv: &Move, variables: &[Bounds], most: usize) -> usize {
    let bounds = mv.bounds(variables);
    let numbers = |(choice, ends): (&Choice, &Bounds)| {
        let among = choice.among.as_ref().map(|among| among.len());
        among.or_else(|| usize::try_from(ends.1.checked_sub(ends.0)?.checked_add(1)?).ok()).unwrap_or(usize::MAX)
    };
    let plain = mv.choices.iter().zip(&bounds[variables.len()..]).filter(|(choice, _)| choice.listed.is_none());
    let all = plain.map(numbers).fold(1, usize::saturating_mul);
    if all <= most { all } else { 1 }
}

/// Whether a number lies between two others.
fn within(number: &Value, (lo, hi): (Value, Value)) -> Value {
    number.clone().ge(lo).and(number.clone().le(hi))
}
