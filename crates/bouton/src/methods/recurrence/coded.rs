//! The recurrence written out as machine code: loops over all numbers of the table, the closed forms inside them, and nothing else. One pass
//! marks what play reaches, in the order in which play goes on; the other values it, from the end (Bellman's dynamic programming, 1957).
//!
//! It is for what the row engine takes position by position: rows of a few places, moves that stay in their row, choices that lie on no line.
//! Whatever closed forms do not tell (bounds, what the rules need) is looked at at each position that is reached, as there; where something does
//! not hold, the code asks, and the row engine says why. Cost: a step a number and a choice. Memory: a cell a number.

mod writer;

use super::joint::Joint;
use super::rows::{Cell, Table, tried_one_by_one, with_divisors};
use crate::error::Stop;
use crate::limits::{Limits, Meter};
use crate::recurrence::{Direction, Linear, Recurrence};
use crate::show::Count;
use crate::store::Codes;
use bouton_jit::{Arg, Machine, Reply, in_huge_pages};
use bouton_rules::{Text, say};
use std::borrow::Cow;
use std::sync::Arc;

/// Of fewer numbers nothing is written out: compiling takes longer.
const FEWEST: u64 = 1 << 13;

/// More lists than this are not handed over.
const MOST_LISTS: usize = 40;

/// Moves are written out one by one, while there are no more than this.
const MOST_MOVES: usize = 1 << 9;

/// Numbers between two questions whether to go on, about.
const STRETCH: u64 = 1 << 16;

/// A recurrence that is to be written out.
pub(super) struct Coded<'a> {
    recurrence: Cow<'a, Recurrence>,
    /// The variables of the position that play begins at.
    start: Vec<i64>,
    /// In which order play goes on, the outermost variable first.
    order: Vec<Direction>,
    cell: Cell,
    /// Inequalities that show this order, where it takes some.
    inequalities: Vec<Linear>,
    size: u64,
    /// Variables of which only some values come together, if any.
    joint: Option<Arc<Joint>>,
}

impl<'a> Coded<'a> {
    /// A recurrence with so many positions, if it can be written out. It is for positions that play reaches from this one.
    pub(super) fn of(
        recurrence: &'a Recurrence,
        start: &[i64],
        size: u64,
        joint: Option<&Arc<Joint>>,
        limits: &Limits,
    ) -> Option<Coded<'a>> {
        let few = recurrence.rows.len() <= MOST_LISTS && recurrence.moves.len() <= MOST_MOVES;
        (few && limits.jit && cfg!(feature = "jit")).then_some(())?;
        let (order, inequalities) = recurrence.order_from(start)?;
        let cell = Cell::of(recurrence, &order, &inequalities)?;
        let divides = |recurrence: &Recurrence| {
            recurrence.moves.iter().flat_map(|mv| &mv.choices).any(|choice| choice.divides.is_some())
        };
        let mut recurrence = Cow::Borrowed(recurrence);
        if divides(&recurrence) {
            let variables = recurrence.bounds();
            for mv in &mut recurrence.to_mut().moves {
                *mv = with_divisors(mv.clone(), &variables);
            }
        }
        let (size, joint) = (joint.map_or(size, |joint| joint.numbers.size()), joint.cloned());
        (!order.is_empty() && !divides(&recurrence)).then_some(Coded {
            recurrence,
            start: start.to_vec(),
            order,
            cell,
            inequalities,
            size,
            joint,
        })
    }

    /// How many numbers the table has.
    pub(super) fn size(&self) -> u64 {
        self.size
    }

    /// Variables of which only some values come together, if any.
    pub(super) fn joint(&self) -> Option<&Joint> {
        self.joint.as_deref()
    }

    /// Whether there are so many numbers that compiling pays.
    pub(super) fn pays(&self) -> bool {
        self.size >= FEWEST
    }

    /// How many choices are tried at a position, at most.
    pub(super) fn tried(&self) -> u64 {
        tried_one_by_one(self.recurrence.moves.iter(), &self.recurrence.bounds())
    }

    /// Bytes of the table.
    pub(super) fn bytes(&self) -> u64 {
        self.size.saturating_mul(self.cell.bytes())
    }

    /// What it does, for EXPLAIN.
    pub(super) fn steps(&self) -> Vec<(&'static str, Text)> {
        let mark = say!("from the start, of {} numbers", Count(self.size));
        let value = "number by number, in machine code of the closed forms".into();
        let joint = self.joint.as_ref().map(|joint| ("leave out", joint.words()));
        joint.into_iter().chain([("mark what can be reached", mark), ("work backwards", value)]).collect()
    }

    /// Every position that play reaches, valued; nothing where the code asks, or cannot be made.
    pub(super) fn table(&self, meter: &mut Meter) -> Result<Option<Table>, Stop> {
        meter.memory(self.bytes())?;
        let states = self.joint.as_ref().map(|joint| &joint.states);
        let found = || self.recurrence.inequalities(&self.start, false);
        let inequalities = if self.inequalities.is_empty() { &found() } else { &self.inequalities };
        let Some(code) = writer::code(&self.recurrence, (&self.order, states), self.cell, inequalities) else {
            return Ok(None);
        };
        let Ok(machine) = Machine::new(&[&code.mark, &code.value]) else { return Ok(None) };
        let first = match states {
            Some(states) => states.number_of(&self.recurrence, &self.start),
            None => self.recurrence.number().and_then(|number| u64::try_from(number.at(&self.start)).ok()),
        };
        let (Some(Ok(first)), Ok(size)) = (first.map(usize::try_from), usize::try_from(self.size)) else {
            return Ok(None);
        };
        let run = Run { coded: self, machine, lists: &code.lists, outermost: code.outermost };
        match self.cell {
            Cell::Outcome => run.table(in_huge_pages(size, || i32::MIN), first, Codes::of_outcomes, meter),
            Cell::Narrow => run.table(in_huge_pages(size, || i32::MIN), first, Codes::of_short_leads, meter),
            Cell::Wide => run.table(in_huge_pages(size, || i64::MIN), first, Codes::of_leads, meter),
        }
    }
}

/// Code that is run.
struct Run<'w, 'a> {
    coded: &'w Coded<'a>,
    machine: Machine,
    lists: &'w [i64],
    /// How many values the outermost variable has.
    outermost: u64,
}

/// A cell of the table.
trait Held: Copy + TryFrom<i64> {
    fn lent(cells: &mut [Self]) -> Arg<'_>;
}

impl Held for i32 {
    fn lent(cells: &mut [i32]) -> Arg<'_> {
        Arg::I32Mut(cells)
    }
}

impl Held for i64 {
    fn lent(cells: &mut [i64]) -> Arg<'_> {
        Arg::I64Mut(cells)
    }
}

impl Run<'_, '_> {
    fn table<C: Held>(
        &self,
        mut cells: Vec<C>,
        first: usize,
        codes: fn(Vec<C>) -> Codes,
        meter: &mut Meter,
    ) -> Result<Option<Table>, Stop> {
        let (Some(cell), Ok(open)) = (cells.get_mut(first), C::try_from(writer::open(self.coded.cell))) else {
            return Ok(None);
        };
        *cell = open;
        meter.phase("marking", Some(self.outermost));
        let Some(reached) = self.pass(0, &mut cells, meter)? else { return Ok(None) };
        meter.phase("going backwards", Some(self.outermost));
        let Some(finished) = self.pass(1, &mut cells, meter)? else { return Ok(None) };
        Ok(Some(Table { codes: codes(cells), reached, finished }))
    }

    /// One of the two passes, a stretch of the outermost variable at a time; what they count together.
    fn pass<C: Held>(&self, which: usize, cells: &mut [C], meter: &mut Meter) -> Result<Option<u64>, Stop> {
        let each = (self.coded.size / self.outermost).max(1);
        let stretch = (STRETCH / each).max(1);
        let (mut from, mut counted) = (0, 0);
        while from < self.outermost {
            meter.step()?;
            let to = (from + stretch).min(self.outermost) - 1;
            let word = |number: u64| Arg::Word(i64::try_from(number).unwrap_or(i64::MAX));
            let mut args = vec![word(from), word(to), C::lent(cells), Arg::I64(self.lists)];
            args.extend(self.coded.recurrence.rows.iter().map(|row| Arg::I64(&row.sums)));
            let Ok(Reply::Gives(count)) = self.machine.call(which, &mut args) else { return Ok(None) };
            counted += u64::try_from(count).unwrap_or(0);
            if let Some(limit) = meter.limits().positions.filter(|limit| *limit < counted) {
                return Err(Stop::Positions { limit });
            }
            from = to + 1;
        }
        Ok(Some(counted))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::instance::Instance;
    use crate::limits::Silent;
    use crate::methods::recurrence::rows::{Rows, Wish};
    use std::sync::Arc;

    fn game(text: &str) -> Instance {
        let rules = bouton_rules::check(&bouton_rules::Source::new("coded", text)).0.expect("they are right");
        Instance::new(Arc::new(rules), &[]).expect("there are no parameters")
    }

    /// The table by code, if it gives one, and by rows, with windows or without.
    fn both(text: &str, windows: bool) -> (Option<Table>, Result<Table, Stop>) {
        let (game, limits) = (game(text), Limits::default());
        let (recurrence, mut meter) = (game.recurrence().expect("it has one"), Meter::new(&limits, &Silent));
        let start = game.variables(&game.canonical(game.start().expect("it begins"))).expect("it has variables");
        let wide = |(lo, hi): (i64, i64)| hi.abs_diff(lo) + 1;
        let size = recurrence.bounds().into_iter().map(wide).product();
        let coded = Coded::of(recurrence, &start, size, None, &limits).expect("it can be written out");
        let wish = Wish { windows, lenient: true };
        let rows = Rows::of(recurrence, &start, wish, &mut meter).and_then(|rows| rows.table(&mut meter));
        (coded.table(&mut meter).expect("no limit is reached"), rows)
    }

    #[test]
    fn code_fills_the_table_that_rows_fill() {
        for text in [
            "game One\nstate n : 0..90 = 90\nmove take(k in [1, 4, 9]) { when k <= n; n -= k }\nstuck => me loses\n",
            "game Two\nlet xs = [3, 1, 4, 1, 5, 9, 2, 6]\nstate i : 0..8 = 0\nstate j : 0..8 = 8\n\
             move left { when i < j; gain xs[i]; i += 1 }\nmove right { when i < j; gain xs[j - 1]; j -= 1 }\n",
            "game Three\nstate n : 0..40 = 40\nstate rested : bool = false\n\
             move take(k in 1..5) { when k <= n; n -= k; rested = n % 4 == 1 }\n\
             move rest { when not rested and n > 0; rested = true }\nstuck => me loses\n",
            "game Four\ntype Phase = {early, late}\nstate phase : Phase = early\nstate n : 0..60 = 60\n\
             move take(k in 1..5 if k != 2 or phase == late) { when k <= n; n -= k; phase = if phase == early then late else early }\n\
             end when n == 7 => draw\nstuck => me loses\n",
            "game Five\nplayers A, B\nstate n : 0..50 = 50\nstate m : 0..9 = 9\n\
             move a(k in 1..isqrt(n)) by A { n -= k }\nmove b(k in divisors(n + 1) if k <= n) by B { n -= k; m = max(m - 2, 0) }\n\
             move both { when m > 0; m -= 1; again }\nend when n == 0 => A wins\nstuck => me loses\n",
            "game Six\nstate a : 0..8 = 0\nstate b : 0..8 = 8\nstate held : 0..8 = 0\n\
             move to(j in 0..8) by Second { when a < j and j <= b; gain held + 1; a = j }\n\
             move hold(x in 1..8) by Second { when held == 0 and a < x and x <= b; held = x }\n\
             move down(j in 0..8 if j < b) { when j >= a; gain b; b = j }\nend when a == b\n",
        ] {
            for windows in [false, true] {
                let (coded, rows) = both(text, windows);
                let (coded, rows) = (coded.expect("nothing is asked"), rows.expect("rows are to be had"));
                assert_eq!((coded.reached, coded.finished), (rows.reached, rows.finished), "{text}");
                let codes = |table: &Table| (0..table.codes.len()).map(|at| table.codes.get(at)).collect::<Vec<_>>();
                assert_eq!(codes(&coded), codes(&rows), "{text}");
            }
        }
    }

    #[test]
    fn code_asks_where_closed_forms_do_not_tell() {
        let beyond =
            "game Beyond\nstate n : 0..20 = 20\nmove take(k in 1..3) { when n > 0; n -= k }\nstuck => me loses\n";
        let (coded, rows) = both(beyond, false);
        assert!(coded.is_none());
        assert!(matches!(rows, Err(Stop::Unfit { .. })));
    }

    /// Forms near the ends of the 64-bit numbers are none: what code would add up could wrap.
    #[test]
    fn large_numbers_have_no_closed_form() {
        for (line, beyond) in [
            ("when -9223372036854775807 >= n; n -= 1", true),
            ("when n >= 1; n -= 1; when n + 4000000000000000000 >= 0", true),
            ("when n >= 1; n -= 1; when n * 1000000000000000000 < 9000000000000000000", true),
            ("when n >= 1; n -= 1; when n * 1000000000000000 < 9000000000000000", false),
        ] {
            let game = game(&format!("game Large\nstate n : 0..20 = 20\nmove take {{ {line} }}\nstuck => me loses\n"));
            assert_eq!(game.recurrence().is_err(), beyond, "{line}: {:?}", game.recurrence().err());
        }
    }

    /// A list entry that becomes a variable, beside a range: where only symbols are asked for, nothing is looked up.
    #[test]
    fn entries_that_become_variables_are_read() {
        let (coded, rows) = both(
            "game Entry\nlet xs = [3, 1, 4]\nstate i : 0..3 = 3\nstate j : 0..4 = 0\n\
             move t(k in 1..2) { when k <= i; j = xs[i - 1]; i -= k }\nstuck => me loses\n",
            false,
        );
        assert_eq!(coded.expect("nothing is asked").reached, rows.expect("rows are to be had").reached);
    }
}
