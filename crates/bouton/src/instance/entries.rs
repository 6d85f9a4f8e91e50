//! Tables of one entry as a domain of abstract values: what becomes of an entry is told for each value it may have had. Each choice of a move is
//! run once so. Found with it: that every move lowers what it touches, so that play ends; and Chomp.

use super::Instance;
use super::recurrence::ending;
use crate::domain::{Domain, Known, Operand, Run, block, value};
use crate::game::WantedMove;
use crate::recurrence::tables::{Entry, EntryMove, Tables};
use bouton_rules::Span;
use bouton_rules::datum::Datum;
use bouton_rules::interpret::Interpreter;
use bouton_rules::rules::{Choice, Expr, ExprKind, Move, Outcome, Place, Stmt, StuckResult};
use bouton_rules::table::helpers::Helper;
use bouton_rules::table::operators::{BinaryOp, CompareOp, UnaryOp};
use bouton_rules::types::Domain as Declared;
use std::rc::Rc;

/// Values of tables worked out before it is given up.
const MOST_WORK: usize = 4_000_000;
/// What a statement or an entry that is written out counts for.
const WRITTEN_OUT: usize = 32;
/// More entries are not looked at, nor more values of one.
const MOST_ENTRIES: i64 = 1_000;
const MOST_VALUES: i64 = 100_000;

/// Every move written out, entry by entry; nothing where an entry bears on another, or a move is not wanted.
pub(super) fn tables(game: &Instance, wanted: WantedMove) -> Option<Tables> {
    let rules = game.rules();
    rules.normalise.is_empty().then_some(())?;
    let mut tables = Entries::of(game)?;
    for mv in &rules.moves {
        tables.choose(mv, 0, &tables.start(), wanted).ok()?;
    }
    let mut start = tables.start();
    let mut at_rest = |condition: &Expr| value(&mut tables, condition, &mut start).ok();
    let ends = rules.ends.iter().map(|end| (at_rest(&end.condition), end.outcome.as_ref().and_then(ending)));
    let ends = ends.collect();
    let invariants = rules.invariants.iter().map(&mut at_rest).collect();
    let stuck = rules.stucks.first().filter(|stuck| stuck.condition.is_none()).and_then(|stuck| match &stuck.result {
        StuckResult::Over(outcome) => ending(outcome),
        StuckResult::Pass(_) => None,
    });
    let numbers = game.interpreter.domains().iter().all(|domain| match domain {
        Declared::Int { .. } => true,
        Declared::List { of, .. } => matches!(**of, Declared::Int { .. }),
        _ => false,
    });
    Some(Tables { bounds: tables.bounds, numbers, moves: tables.moves, ends, invariants, stuck })
}

/// What a condition is worth at a position, entry by entry.
pub(super) fn at_rest(game: &Instance, condition: &Expr) -> Option<Entry> {
    let mut entries = Entries::of(game)?;
    let mut start = entries.start();
    value(&mut entries, condition, &mut start).ok()
}

/// Whether every move lowers some entry and raises none, or the other way about: then play ends.
pub(super) fn play_ends(game: &Instance) -> bool {
    let Some(tables) = tables(game, &|_, _| true) else { return false };
    let one_way = |up: bool| tables.moves.iter().all(|mv| falls(mv, &tables.bounds, up));
    one_way(false) || one_way(true)
}

/// Whether a move lowers an entry and raises none; `up`: the other way about.
fn falls(mv: &EntryMove, bounds: &[(i64, i64)], up: bool) -> bool {
    let mut strictly = false;
    for (entry, next) in mv.next.iter().enumerate() {
        let legal = |place: usize| mv.legal.iter().all(|(of, holds)| *of != entry || holds[place] != 0);
        let (least, most) = bounds[entry];
        let (mut never_rises, mut always_falls) = (true, true);
        for (place, value) in (least..=most).enumerate().filter(|(place, _)| legal(*place)) {
            let after = match next {
                Entry::Known(after) => *after,
                Entry::Of(of, table) if *of == entry => table[place],
                _ => return false,
            };
            let change = if up { value.cmp(&after) } else { after.cmp(&value) };
            never_rises &= change.is_le();
            always_falls &= change.is_lt();
        }
        if !never_rises {
            return false;
        }
        strictly |= always_falls;
    }
    strictly
}

/// The domain.
struct Entries {
    asked: Interpreter,
    bounds: Vec<(i64, i64)>,
    /// The shape of every state variable: where its entries begin, and, if there are several, how many, and its columns.
    shapes: Vec<(usize, Option<(usize, usize)>)>,
    moves: Vec<EntryMove>,
    work: usize,
}

/// Nothing is said of why something is not known.
type Told<T> = Result<T, ()>;

/// Numbers to choose from, and of a range its ends, position by position.
type Offered = (Box<dyn Iterator<Item = i64>>, Option<(Entry, Entry)>);

impl Entries {
    fn of(game: &Instance) -> Option<Entries> {
        let (mut bounds, mut shapes) = (Vec::new(), Vec::new());
        let scalar = |domain: &Declared<i64>| match domain {
            Declared::Int { lo, hi } if hi.checked_sub(*lo)? < MOST_VALUES => Some((*lo, *hi)),
            Declared::Bool => Some((0, 1)),
            Declared::Node { nodes } if (1..MOST_VALUES).contains(nodes) => Some((0, nodes - 1)),
            _ => None,
        };
        for domain in game.interpreter.domains() {
            let (of, count, columns) = match domain {
                Declared::List { min, max, of } if min == max => (&**of, Some(*max), 0),
                Declared::Grid { rows, columns, of } if rows.0 == rows.1 && columns.0 == columns.1 => {
                    (&**of, Some(rows.0.checked_mul(columns.0)?), columns.0)
                }
                single => (single, None, 0),
            };
            let count = count.map(|count| usize::try_from(count).ok().filter(|_| count <= MOST_ENTRIES));
            let count = if let Some(count) = count { Some(count?) } else { None };
            shapes.push((bounds.len(), count.map(|count| (count, usize::try_from(columns).unwrap_or(usize::MAX)))));
            bounds.extend(std::iter::repeat_n(scalar(of)?, count.unwrap_or(1)));
        }
        Some(Entries { asked: game.asked_beforehand(), bounds, shapes, moves: Vec::new(), work: 0 })
    }

    /// The beginning of a move: each entry is itself.
    fn start(&self) -> Run<Entries> {
        let itself = |entry: usize| {
            let (lo, hi) = self.bounds[entry];
            Entry::Of(entry, Rc::new((lo..=hi).collect()))
        };
        let held = |(first, shape): &(usize, Option<(usize, usize)>)| match shape {
            None => itself(*first),
            Some((count, columns)) => Entry::Many((*first..first + count).map(itself).collect(), *columns),
        };
        let effects = EntryMove { legal: Vec::new(), next: Vec::new(), ends: Vec::new(), exact: true };
        Run::start(self.shapes.iter().map(held).collect(), effects)
    }

    /// Every choice from here on.
    fn choose(&mut self, mv: &Move, at: usize, run: &Run<Entries>, wanted: WantedMove) -> Told<()> {
        let Some(choice) = mv.choices.get(at) else {
            let mut run = run.clone();
            if block(self, &mv.body, &mut run)? {
                let next = run.now.into_iter().flat_map(|now| match now {
                    Entry::Many(entries, _) => entries,
                    single => vec![single],
                });
                let exact = run.effects.exact && mv.by.is_none();
                let made = EntryMove { next: next.collect(), exact, ..run.effects };
                wanted(&made, &self.bounds).then_some(()).ok_or(())?;
                self.moves.push(made);
            }
            return Ok(());
        };
        let (numbers, ends) = self.offered(choice, run)?;
        for number in numbers {
            self.works(WRITTEN_OUT + self.bounds.len())?;
            let offered = self.within(number, ends.as_ref())?;
            let mut run = run.clone();
            run.locals.insert(choice.slot, Entry::Known(number));
            let asked = self.ask(Some(offered), &mut run)
                && choice.condition.as_ref().map_or(Ok(true), |condition| self.require(condition, &mut run))?;
            if asked {
                self.choose(mv, at + 1, &run, wanted)?;
            }
        }
        Ok(())
    }

    /// What may be chosen at some position, and of a range its first and its last number. The numbers are looked at one by one: most games are
    /// refused at their first move.
    fn offered(&mut self, choice: &Choice, run: &Run<Entries>) -> Told<Offered> {
        let mut run = run.clone();
        let ExprKind::Range { lo, hi, inclusive } = &choice.over.kind else {
            return Ok((Box::new(self.entries(&choice.over, &mut run)?.into_iter()), None));
        };
        let (lo, mut hi) = (value(self, lo, &mut run)?, value(self, hi, &mut run)?);
        if !inclusive {
            hi = self.pair(&hi, &Entry::Known(1), i64::checked_sub)?;
        }
        let (Some((first, _)), Some((_, last))) = (lo.range(), hi.range()) else { return Err(()) };
        Ok((Box::new(first..=last), Some((lo, hi))))
    }

    /// Whether a number lies between the ends of a range; of what is no range every number is offered.
    fn within(&mut self, number: i64, ends: Option<&(Entry, Entry)>) -> Told<Entry> {
        let (number, Some((lo, hi))) = (Entry::Known(number), ends) else { return Ok(Entry::Known(1)) };
        let least = self.pair(lo, &number, |a, b| Some(i64::from(a <= b)))?;
        let most = self.pair(&number, hi, |a, b| Some(i64::from(a <= b)))?;
        self.pair(&least, &most, BOTH)
    }

    /// Notes that this must hold; false where it never does.
    fn ask(&mut self, condition: Option<Entry>, run: &mut Run<Entries>) -> bool {
        match condition {
            Some(Entry::Known(holds)) => return holds != 0,
            Some(Entry::Of(entry, table)) => {
                let never = table.iter().all(|holds| *holds == 0);
                run.effects.legal.push((entry, table));
                return !never;
            }
            Some(Entry::Many(..) | Entry::Ordered(_)) | None => run.effects.exact = false,
        }
        true
    }

    /// The place of an entry.
    fn index(&mut self, index: &[Expr], (count, columns): (usize, usize), run: &mut Run<Entries>) -> Told<usize> {
        let mut numbers = Vec::new();
        for part in index {
            let Entry::Known(number) = value(self, part, run)? else { return Err(()) };
            numbers.push(usize::try_from(number).map_err(|_| ())?);
        }
        let at = match (numbers.as_slice(), columns) {
            ([at], 0) => Some(*at),
            ([row, column], 1..) if *column < columns => {
                row.checked_mul(columns).and_then(|at| at.checked_add(*column))
            }
            _ => None,
        };
        at.filter(|at| *at < count).ok_or(())
    }

    /// A value that speaks of no entry.
    fn fixed(&self, expr: &Expr, run: &Run<Entries>) -> Option<Datum> {
        let known =
            |(slot, entry): (usize, &Entry)| if let Entry::Known(value) = entry { Some((slot, *value)) } else { None };
        let locals: Vec<(usize, i64)> = run.locals.iter().filter_map(known).collect();
        self.asked.fixed(expr, &locals).filter(|found| found.count() <= MOST_WORK)
    }

    fn select(&mut self, condition: &Entry, yes: &Entry, no: &Entry) -> Told<Entry> {
        if let (Entry::Many(yes, columns), Entry::Many(no, also)) = (yes, no) {
            (columns == also && yes.len() == no.len()).then_some(()).ok_or(())?;
            let each = yes.iter().zip(no).map(|(yes, no)| self.select(condition, yes, no));
            return each.collect::<Told<_>>().map(|entries| Entry::Many(entries, *columns));
        }
        if yes == no {
            return Ok(yes.clone());
        }
        let taken = self.pair(condition, yes, |holds, value| Some(if holds != 0 { value } else { 0 }))?;
        let left = self.pair(condition, no, |holds, value| Some(if holds != 0 { 0 } else { value }))?;
        self.pair(&taken, &left, i64::checked_add)
    }

    /// A list made by running over known numbers.
    fn each(&mut self, item: &Expr, clause: &Choice, run: &mut Run<Entries>) -> Told<Vec<Entry>> {
        let mut found = Vec::new();
        for number in self.entries(&clause.over, run)? {
            self.works(WRITTEN_OUT)?;
            run.locals.insert(clause.slot, Entry::Known(number));
            let taken = match &clause.condition {
                None => Entry::Known(1),
                Some(condition) => value(self, condition, run)?,
            };
            match taken {
                Entry::Known(0) => {}
                Entry::Known(_) => found.push(value(self, item, run)?),
                _ => return Err(()),
            }
        }
        Ok(found)
    }

    /// Counts work; nothing where it is too much.
    fn works(&mut self, more: usize) -> Told<()> {
        self.work += more;
        if self.work <= MOST_WORK { Ok(()) } else { Err(()) }
    }

    /// Something of two values, for each value of the one entry that they depend on.
    fn pair(&mut self, one: &Entry, other: &Entry, of: impl Fn(i64, i64) -> Option<i64>) -> Told<Entry> {
        self.works(match (one, other) {
            (Entry::Of(_, table), _) | (_, Entry::Of(_, table)) => table.len(),
            _ => 1,
        })?;
        let found: (usize, Option<Vec<i64>>) = match (one, other) {
            (Entry::Known(a), Entry::Known(b)) => return of(*a, *b).map(Entry::Known).ok_or(()),
            (Entry::Of(entry, values), Entry::Known(b)) => (*entry, values.iter().map(|a| of(*a, *b)).collect()),
            (Entry::Known(a), Entry::Of(entry, values)) => (*entry, values.iter().map(|b| of(*a, *b)).collect()),
            (Entry::Of(entry, left), Entry::Of(also, right)) if entry == also => {
                (*entry, left.iter().zip(&**right).map(|(a, b)| of(*a, *b)).collect())
            }
            _ => return Err(()),
        };
        found.1.map(|table| Entry::Of(found.0, Rc::new(table))).ok_or(())
    }

    /// Two different entries of which the first is at least the second.
    fn ordered(&self, first: &Entry, second: &Entry) -> Option<Entry> {
        let itself = |entry: &Entry| match entry {
            Entry::Of(entry, table) => {
                let (lo, hi) = self.bounds[*entry];
                table.iter().copied().eq(lo..=hi).then_some(*entry)
            }
            _ => None,
        };
        let (first, second) = (itself(first)?, itself(second)?);
        (first != second).then(|| Entry::Ordered(vec![(first, second)]))
    }
}

const BOTH: fn(i64, i64) -> Option<i64> = |a, b| Some(i64::from(a != 0 && b != 0));

impl Domain for Entries {
    type Value = Entry;
    type Effects = EntryMove;
    type Why = ();

    fn unknown(&self, _: Span) {}

    fn rescued(&mut self, expr: &Expr, run: &mut Run<Self>) -> Option<Entry> {
        if let Datum::Int(value) = self.fixed(expr, run)? { Some(Entry::Known(value)) } else { None }
    }

    fn other(&mut self, expr: &Expr, run: &mut Run<Self>) -> Known<Self> {
        match &expr.kind {
            ExprKind::List(entries) => {
                let entries = entries.iter().map(|entry| value(self, entry, run)).collect::<Told<_>>()?;
                Ok(Entry::Many(entries, 0))
            }
            ExprKind::Comprehension { set: false, item, clauses } => match clauses.as_slice() {
                [clause] => Ok(Entry::Many(self.each(item, clause, run)?, 0)),
                _ => Err(()),
            },
            _ => Err(()),
        }
    }

    fn number(&mut self, number: i64) -> Entry {
        Entry::Known(number)
    }

    fn unary(&mut self, op: UnaryOp, operand: Entry, _: &Expr) -> Known<Self> {
        self.pair(&operand, &Entry::Known(0), |a, _| match op {
            UnaryOp::Neg => a.checked_neg(),
            UnaryOp::Not => Some(i64::from(a == 0)),
        })
    }

    fn binary(&mut self, op: BinaryOp, (one, other): (Entry, Entry), _: &Expr, _: &mut Run<Self>) -> Known<Self> {
        match (op, one, other) {
            (BinaryOp::And, Entry::Ordered(one), Entry::Ordered(other)) => Ok(Entry::Ordered([one, other].concat())),
            (BinaryOp::And, one, other) => self.pair(&one, &other, BOTH),
            (BinaryOp::Or, one, other) => self.pair(&one, &other, |a, b| Some(i64::from(a != 0 || b != 0))),
            (op, one, other) => self.pair(&one, &other, |a, b| op.of_numbers(a, b)),
        }
    }

    fn compare(&mut self, op: CompareOp, (left, _): Operand<Self>, (right, _): Operand<Self>) -> Known<Self> {
        let found = self.pair(left, right, |a, b| op.holds(a, b).map(i64::from));
        found.or_else(|()| {
            let ordered = match op {
                CompareOp::Ge => self.ordered(left, right),
                CompareOp::Le => self.ordered(right, left),
                _ => None,
            };
            ordered.ok_or(())
        })
    }

    fn holds(&self, condition: &Entry) -> Option<bool> {
        if let Entry::Known(holds) = condition { Some(*holds != 0) } else { None }
    }

    fn choose(&mut self, condition: &Entry, yes: Entry, no: Entry, _: Span) -> Known<Self> {
        self.select(condition, &yes, &no)
    }

    fn helper(&mut self, helper: Helper, args: &[Expr], _: &Expr, run: &mut Run<Self>) -> Known<Self> {
        let values = args.iter().map(|arg| value(self, arg, run)).collect::<Told<Vec<_>>>()?;
        let (many, several) = match values.as_slice() {
            [Entry::Many(entries, _)] => (entries.as_slice(), true),
            several => (several, several.len() > 1),
        };
        match (helper.fold().filter(|_| several), many) {
            // That all entries are in some order is said of them in pairs.
            (Some(_), [Entry::Ordered(_), ..]) if helper == Helper::All => {
                let pairs = |entry: &Entry| if let Entry::Ordered(pairs) = entry { Some(pairs.clone()) } else { None };
                let pairs: Option<Vec<_>> = many.iter().map(pairs).collect();
                pairs.map(|pairs| Entry::Ordered(pairs.concat())).ok_or(())
            }
            (Some((first, step)), many) => {
                let (first, rest) = match (first, many) {
                    (Some(first), all) => (Entry::Known(first), all),
                    (None, [first, rest @ ..]) => (first.clone(), rest),
                    (None, []) => return Err(()),
                };
                rest.iter().try_fold(first, |sum, entry| self.pair(&sum, entry, step))
            }
            (None, [single]) => self.pair(single, &Entry::Known(0), |a, _| helper.of_numbers(&[a])),
            (None, [one, other]) => self.pair(one, other, |a, b| helper.of_numbers(&[a, b])),
            _ => Err(()),
        }
    }

    fn entry(&mut self, base: &Expr, indices: &[Expr], _: &Expr, run: &mut Run<Self>) -> Known<Self> {
        let Entry::Many(entries, columns) = value(self, base, run)? else { return Err(()) };
        let at = self.index(indices, (entries.len(), columns), run)?;
        entries.get(at).cloned().ok_or(())
    }

    fn entries(&mut self, over: &Expr, run: &mut Run<Self>) -> Known<Self, Vec<i64>> {
        let number = |entry| if let Datum::Int(number) = entry { Some(number) } else { None };
        self.fixed(over, run).and_then(|listed| listed.entries().map(number).collect()).ok_or(())
    }

    fn entry_at(&mut self, which: usize, place: &Place, run: &mut Run<Self>) -> Known<Self, Option<usize>> {
        match (self.shapes[which].1, place.path.as_slice()) {
            (_, []) => Ok(None),
            (Some(shape), [index]) => self.index(index, shape, run).map(Some),
            _ => Err(()),
        }
    }

    fn put(
        &mut self,
        (which, at): (usize, Option<usize>),
        _: (&Place, &Expr),
        value: Entry,
        run: &mut Run<Self>,
    ) -> Known<Self, ()> {
        match (&mut run.now[which], at, value) {
            (Entry::Many(..), Some(_), Entry::Many(..) | Entry::Ordered(_)) | (_, _, Entry::Ordered(_)) => {
                return Err(());
            }
            (Entry::Many(entries, _), Some(at), value) => entries[at] = value,
            (Entry::Many(entries, _), None, Entry::Many(values, _)) if values.len() == entries.len() => {
                *entries = values
            }
            (Entry::Many(..), None, _) | (_, _, Entry::Many(..)) => return Err(()),
            (now, _, value) => *now = value,
        }
        Ok(())
    }

    fn require(&mut self, condition: &Expr, run: &mut Run<Self>) -> Known<Self, bool> {
        let found = value(self, condition, run).ok();
        Ok(self.ask(found, run))
    }

    fn effect(&mut self, _: &Stmt, run: &mut Run<Self>) -> Known<Self, ()> {
        run.effects.exact = false;
        Ok(())
    }

    fn end(
        &mut self,
        when: Option<&Expr>,
        outcome: Option<&Outcome>,
        _: &Stmt,
        run: &mut Run<Self>,
    ) -> Known<Self, ()> {
        let when = when.map_or(Some(Entry::Known(1)), |when| value(self, when, run).ok());
        match (when, outcome) {
            (Some(Entry::Known(0)), _) => {}
            (Some(when), Some(outcome)) => run.effects.ends.push((when, ending(outcome))),
            _ => run.effects.exact = false,
        }
        Ok(())
    }

    /// What is asked for or ends inside a block would need the condition with it.
    fn join(
        &mut self,
        before: &EntryMove,
        (_, [yes, no]): (&Entry, [EntryMove; 2]),
        _: Span,
    ) -> Known<Self, EntryMove> {
        let asked = |effects: &EntryMove| effects.legal.len() + effects.ends.len();
        let inside = asked(&yes) + asked(&no) > 2 * asked(before);
        let exact = before.exact && !inside && yes.exact && no.exact;
        Ok(EntryMove { exact, ..before.clone() })
    }

    fn work(&mut self, copies: usize, _: Span) -> Known<Self, ()> {
        self.works(WRITTEN_OUT + copies * self.bounds.len())
    }
}
