//! How great the numbers of a position become: interval analysis (Cousot and Cousot 1977) of what moves assign, from the start on.

use super::Instance;
use crate::domain::{self, Decided, Known, Operand, Run, block, value};
use bouton_rules::Span;
use bouton_rules::datum::{Datum, NONE};
use bouton_rules::interval::Interval;
use bouton_rules::layout::Layout;
use bouton_rules::rules::{Choice, Expr, ExprKind, Outcome, Place, Stmt};
use bouton_rules::table::helpers::Helper;
use bouton_rules::table::operators::{BinaryOp, CompareOp, UnaryOp};
use bouton_rules::types::{Domain, Type};
use std::collections::BTreeSet;
use std::rc::Rc;

/// After so many rounds what still grows is taken to grow as far as some condition allows (thresholds: Blanchet and others 2003), after so many without a
/// bound; after so many nothing is told.
const PRECISE: usize = 4;
const BOUNDED: usize = 12;
const MOST_ROUNDS: usize = 20;
/// Entries of longer lists are not looked at, nor more statements.
const MOST_ENTRIES: usize = 1 << 12;
const MOST_STATEMENTS: usize = 1 << 16;

const NOTHING: Interval = Interval { lo: 1, hi: 0 };

/// What play keeps to from the start on, where that is less than is declared.
#[derive(Clone, Debug)]
pub(super) struct Narrowed {
    /// The domains of the variables, as far up as play comes.
    pub(super) domains: Vec<Domain<i64>>,
    /// What variables are that no move assigns to.
    pub(super) constants: Vec<Option<Datum>>,
    /// Numbers for those values alone.
    pub(super) numbering: Layout,
}

impl Narrowed {
    pub(super) fn of(game: &Instance) -> Option<Narrowed> {
        let starts = game.beginnings()?;
        let (domains, constants) = (narrowed(game, &starts), constants(game));
        if domains.is_none() && constants.iter().all(Option::is_none) {
            return None;
        }
        let domains = domains.unwrap_or_else(|| game.interpreter.domains().to_vec());
        let numbering = game.layout.numbering(&domains, &constants);
        Some(Narrowed { domains, constants, numbering })
    }

    /// The upper bounds that are lower than declared, as `n ≤ 20`.
    pub(super) fn bounds(&self, game: &Instance) -> Vec<String> {
        let declared = game.rules().states.iter().zip(game.interpreter.domains());
        let all = declared.zip(&self.domains).zip(&self.constants);
        let lower = all.filter(|(((_, declared), found), constant)| declared != found && constant.is_none());
        lower.map(|(((state, _), found), _)| format!("{} ≤ {}", state.name, ends(found).hi)).collect()
    }
}

/// What the variables are that no move assigns to; none where symmetries could make something else of them.
fn constants(game: &Instance) -> Vec<Option<Datum>> {
    let free = game.rules().symmetries.is_empty();
    game.unchanged().into_iter().map(|held| held.filter(|_| free)).collect()
}

/// The domains of the state variables as far up as play can be shown to keep to, from the start on; `None` where no upper bound is lower than it
/// is declared. No move leads from values within these domains to one outside. Lower bounds are as they are declared.
fn narrowed(game: &Instance, starts: &[Vec<Datum>]) -> Option<Vec<Domain<i64>>> {
    let (rules, interpreter) = (game.rules(), &game.interpreter);
    let declared: Vec<Interval> = interpreter.domains().iter().map(ends).collect();
    // From what is as low as can be, and from any set, so that it holds from positions elsewhere, too.
    let beginning = |(variable, ends): (usize, &Interval)| match *ends {
        Interval::FULL => Interval::FULL,
        ends => {
            let all = starts.iter().map(|start| held(&start[variable])).fold(NOTHING, Interval::hull);
            Interval { lo: ends.lo, ..all.meet(ends) }
        }
    };
    let states: Vec<Interval> = declared.iter().enumerate().map(beginning).collect();
    let lower = |states: &[Interval]| states.iter().zip(&declared).any(|(state, ends)| state.hi < ends.hi);
    if !rules.parts.is_empty() || !lower(&states) {
        return None;
    }
    let (choices, found, thresholds) = (Vec::new(), Vec::new(), BTreeSet::new());
    let mut reached = Reached { game, declared: &declared, choices, found, thresholds, statements: 0 };
    let found = reached.settle(&states)?;
    lower(&found).then(|| {
        let mut domains = interpreter.domains().to_vec();
        domains.iter_mut().zip(&found).for_each(|(domain, state)| lower_to(domain, state.hi));
        domains
    })
}

/// What the numbers lie between that a domain is made of; anything, where it is not made of numbers alone.
pub(super) fn ends(domain: &Domain<i64>) -> Interval {
    match domain {
        Domain::Int { lo, hi } => Interval::new(*lo, *hi),
        Domain::List { of, .. } | Domain::Grid { of, .. } => ends(of),
        _ => Interval::FULL,
    }
}

fn lower_to(domain: &mut Domain<i64>, most: i128) {
    match domain {
        Domain::Int { hi, .. } => *hi = i64::try_from(most).map_or(*hi, |most| most.min(*hi)),
        Domain::List { of, .. } | Domain::Grid { of, .. } => lower_to(of, most),
        _ => {}
    }
}

/// What the numbers of a value lie between.
fn held(value: &Datum) -> Interval {
    let all = |values: &mut dyn Iterator<Item = Interval>| values.fold(NOTHING, Interval::hull);
    match value {
        Datum::Int(number) if *number != NONE => Interval::of(*number),
        Datum::Range(ends) => Interval::new(ends.0, ends.1),
        Datum::Set(members) => {
            all(&mut members.first().into_iter().chain(members.last()).map(|ends| Interval::of(*ends)))
        }
        Datum::List(entries) if entries.len() <= MOST_ENTRIES => all(&mut entries.iter().map(held)),
        Datum::Grid(grid) if grid.cells.len() <= MOST_ENTRIES => {
            all(&mut grid.cells.iter().map(|cell| held(&Datum::Int(*cell))))
        }
        _ => Interval::FULL,
    }
}

/// What was before, and what is now: an end that has moved in many rounds has no bound, an upper one that of a threshold while there is one.
fn widened(before: Interval, now: Interval, round: usize, thresholds: &BTreeSet<i128>) -> Interval {
    let hull = before.hull(now.in_range());
    // Every other round shows where what a threshold allows leads to.
    if round < PRECISE || before.is_empty() || round < BOUNDED && round % 2 == 1 {
        return hull;
    }
    let threshold = thresholds.range(hull.hi..).next().filter(|_| round < BOUNDED);
    let end = |grown: bool, end: i128, last: i128| if grown { last } else { end };
    Interval {
        lo: end(hull.lo < before.lo, hull.lo, Interval::FULL.lo),
        hi: end(hull.hi > before.hi, hull.hi, threshold.copied().unwrap_or(Interval::FULL.hi)),
    }
}

/// What a condition says of an expression that is no variable: its value lies in here, until something changes that it speaks of.
struct Told {
    of: Expr,
    within: Interval,
}

/// The domain: what the numbers lie between that a value is made of. Of conditions comparisons of numbers are looked at.
struct Reached<'a> {
    game: &'a Instance,
    declared: &'a [Interval],
    /// The locals that the choices of the move at hand are held in.
    choices: Vec<usize>,
    /// What the numbers of each state variable have been between moves, as far as this round has come.
    found: Vec<Interval>,
    /// Upper bounds that conditions told.
    thresholds: BTreeSet<i128>,
    statements: usize,
}

impl Reached<'_> {
    /// What the variables lie between from the start on: no move leads out of it.
    fn settle(&mut self, start: &[Interval]) -> Option<Vec<Interval>> {
        let (mut states, mut next, mut round) = (start.to_vec(), self.once(start, start)?, 0);
        while !lie_within(&next, &states) {
            let ends = states.iter().zip(&next).zip(self.declared);
            states =
                ends.map(|((before, now), ends)| widened(*before, *now, round, &self.thresholds).meet(*ends)).collect();
            (next, round) = (self.once(start, &states)?, round + 1);
            (round < MOST_ROUNDS).then_some(())?;
        }
        // What was taken to have no bound may have one: where moves lead from there is narrower, as long as none leads out of that.
        for _ in 0..MOST_ROUNDS {
            let narrower = self.once(start, &next)?;
            if next == states || !lie_within(&narrower, &next) {
                break;
            }
            (states, next) = (next, narrower);
        }
        Some(states)
    }

    /// What the variables lie between at the start and after a move from within these.
    fn once(&mut self, start: &[Interval], from: &[Interval]) -> Option<Vec<Interval>> {
        let (rules, mut begun) = (self.game.rules(), Run::start(from.to_vec(), Vec::new()));
        (self.found, self.choices) = (start.to_vec(), Vec::new());
        // Where play is over nobody moves.
        rules.ends.iter().for_each(|end| self.assume(&end.condition, false, &mut begun));
        for mv in &rules.moves {
            let mut run = begun.clone();
            self.choices = mv.choices.iter().map(|choice| choice.slot).collect();
            for choice in &mv.choices {
                let numbers = value(self, &choice.over, &mut run).ok()?;
                run.locals.insert(choice.slot, numbers);
                self.chosen(choice, &mut run);
            }
            block(self, &mv.body, &mut run).ok()?;
            block(self, &rules.normalise, &mut run).ok()?;
            self.reached(&run);
        }
        Some(std::mem::take(&mut self.found))
    }

    /// A position was reached: its variables lie within what is declared.
    fn reached(&mut self, run: &Run<Self>) {
        for ((state, now), declared) in self.found.iter_mut().zip(&run.now).zip(self.declared) {
            *state = state.hull(now.meet(*declared));
        }
    }

    /// What is known of a choice: what it is chosen from, and its condition.
    fn chosen(&mut self, choice: &Choice, run: &mut Run<Self>) {
        if let ExprKind::Range { hi, inclusive, .. } = &choice.over.kind {
            let chosen = Expr { kind: ExprKind::Local(choice.slot), ..hi.as_ref().clone() };
            self.at_most(&chosen, hi, i128::from(!inclusive), run);
        }
        if let Some(condition) = &choice.condition {
            self.assume(condition, true, run);
        }
    }

    /// A condition holds, or does not: what that says of numbers.
    fn assume(&mut self, condition: &Expr, holds: bool, run: &mut Run<Self>) {
        match &condition.kind {
            ExprKind::Unary(UnaryOp::Not, other) => self.assume(other, !holds, run),
            ExprKind::Binary(op, one, other) if *op == if holds { BinaryOp::And } else { BinaryOp::Or } => {
                self.assume(one, holds, run);
                self.assume(other, holds, run);
            }
            ExprKind::Compare(first, rest) if holds || rest.len() == 1 => {
                let mut left = first.as_ref();
                for (op, right) in rest {
                    self.ordered(left, if holds { *op } else { op.negated() }, right, run);
                    left = right;
                }
            }
            _ => {}
        }
    }

    fn ordered(&mut self, left: &Expr, op: CompareOp, right: &Expr, run: &mut Run<Self>) {
        let numbers = left.ty == Type::Int && right.ty == Type::Int;
        match (op, &right.kind) {
            (CompareOp::In, ExprKind::Range { lo, hi, inclusive }) => {
                self.at_most(lo, left, 0, run);
                self.at_most(left, hi, i128::from(!inclusive), run);
            }
            (CompareOp::Le | CompareOp::Lt, _) if numbers => {
                self.at_most(left, right, i128::from(op == CompareOp::Lt), run);
            }
            (CompareOp::Ge | CompareOp::Gt, _) if numbers => {
                self.at_most(right, left, i128::from(op == CompareOp::Gt), run);
            }
            (CompareOp::Eq, _) if numbers => {
                self.at_most(left, right, 0, run);
                self.at_most(right, left, 0, run);
            }
            _ => {}
        }
    }

    /// One number is at most another, or less by so much.
    fn at_most(&mut self, one: &Expr, other: &Expr, less: i128, run: &mut Run<Self>) {
        let [low, high] = [one, other].map(|expr| value(self, expr, run).unwrap_or(Interval::FULL));
        if low.is_empty() || high.is_empty() {
            return;
        }
        self.tell(one, Interval { hi: high.hi - less, ..Interval::FULL }, run);
        self.tell(other, Interval { lo: low.lo + less, ..Interval::FULL }, run);
        match &other.kind {
            // k ≤ most − n says that n + k is at most that.
            ExprKind::Binary(BinaryOp::Sub, most, taken) => {
                let kind = ExprKind::Binary(BinaryOp::Add, Box::new(one.clone()), taken.clone());
                self.at_most(&Expr { kind, ..one.clone() }, most, less, run);
            }
            ExprKind::Help(Helper::Min, parts) if parts.len() > 1 => {
                parts.iter().for_each(|part| self.at_most(one, part, less, run));
            }
            _ => {}
        }
    }

    /// A number lies in here: a variable becomes narrower at once, of other expressions it is kept in mind.
    fn tell(&mut self, expr: &Expr, within: Interval, run: &mut Run<Self>) {
        self.thresholds.insert(within.hi);
        match expr.kind {
            ExprKind::State(which) => run.now[which] = both(run.now[which], within),
            ExprKind::Local(slot) => {
                if let Some(&held) = run.locals.get(slot) {
                    run.locals.insert(slot, both(held, within));
                }
            }
            _ if self.is_fixed(expr) => run.effects.push(Rc::new(Told { of: expr.clone(), within })),
            _ => {}
        }
    }

    /// Whether a sum or an entry, or what else is made of others, changes only where a state variable is assigned to.
    fn is_fixed(&self, expr: &Expr) -> bool {
        let varies = |part: &Expr| match part.kind {
            ExprKind::Local(slot) => !self.choices.contains(&slot),
            ExprKind::Const(_) | ExprKind::Param(_) | ExprKind::Let(_) | ExprKind::State(_) => false,
            ExprKind::Binary(..) | ExprKind::Index(..) => false,
            _ => true,
        };
        matches!(expr.kind, ExprKind::Binary(..) | ExprKind::Index(..)) && !expr.any(&varies)
    }

    /// What else is known of the value of an expression that lies in here.
    fn told(expr: &Expr, within: Interval, run: &Run<Self>) -> Interval {
        let told = run.effects.iter().filter(|told| same(&told.of, expr));
        told.map(|told| told.within).fold(within, both)
    }

    /// What the numbers in any of these values lie between.
    fn all(&mut self, parts: &[Expr], run: &mut Run<Self>) -> Known<Self> {
        parts.iter().try_fold(NOTHING, |all, part| Ok(all.hull(value(self, part, run)?)))
    }

    /// A loop over numbers in between, any number of times.
    fn repeated(&mut self, (slot, over, body): (usize, &Expr, &[Stmt]), run: &mut Run<Self>) -> Known<Self, ()> {
        let over = value(self, over, run)?;
        for round in 0..MOST_ROUNDS {
            let mut next = run.clone();
            next.locals.insert(slot, over);
            block(self, body, &mut next)?;
            let (mut settled, thresholds) = (true, &self.thresholds);
            let mut grow = |before: &mut Interval, now: Interval| {
                let wider = widened(*before, now, round, thresholds);
                settled &= wider == *before;
                *before = wider;
            };
            run.now.iter_mut().zip(&next.now).for_each(|(before, now)| grow(before, *now));
            for (slot, &before) in run.locals.clone().iter() {
                let mut all = before;
                grow(&mut all, next.locals.get(slot).copied().unwrap_or(before));
                run.locals.insert(slot, all);
            }
            let told = run.effects.len();
            run.effects = still(&run.effects, &next.effects);
            settled &= run.effects.len() == told;
            if settled {
                return Ok(());
            }
        }
        Err(())
    }
}

/// Where a number lies that lies in both; where there is none, play does not come here, and the first stands.
fn both(one: Interval, other: Interval) -> Interval {
    Some(one.meet(other)).filter(|both| !both.is_empty()).unwrap_or(one)
}

/// Whether all of these lie within those.
fn lie_within(some: &[Interval], others: &[Interval]) -> bool {
    some.iter().zip(others).all(|(one, other)| one.hull(*other) == *other)
}

/// What was told before and still holds.
fn still(before: &[Rc<Told>], after: &[Rc<Told>]) -> Vec<Rc<Told>> {
    before.iter().filter(|told| after.iter().any(|other| Rc::ptr_eq(told, other))).cloned().collect()
}

/// Whether two expressions say the same, in so many words; which of two numbers that are added comes first does not count.
fn same(one: &Expr, other: &Expr) -> bool {
    let all = |some: &[Expr], others: &[Expr]| {
        some.len() == others.len() && some.iter().zip(others).all(|(one, other)| same(one, other))
    };
    match (&one.kind, &other.kind) {
        (ExprKind::Const(one), ExprKind::Const(other)) => one == other,
        (ExprKind::Param(one), ExprKind::Param(other))
        | (ExprKind::Let(one), ExprKind::Let(other))
        | (ExprKind::State(one), ExprKind::State(other))
        | (ExprKind::Local(one), ExprKind::Local(other)) => one == other,
        (ExprKind::Binary(op, a, b), ExprKind::Binary(other, c, d)) => {
            let exchanged = || *op == BinaryOp::Add && same(a, d) && same(b, c);
            op == other && (same(a, c) && same(b, d) || exchanged())
        }
        (ExprKind::Index(base, indices), ExprKind::Index(other, others)) => same(base, other) && all(indices, others),
        _ => false,
    }
}

impl domain::Domain for Reached<'_> {
    type Value = Interval;
    type Effects = Vec<Rc<Told>>;
    type Why = ();

    fn unknown(&self, _: Span) {}

    fn rescued(&mut self, _: &Expr, _: &mut Run<Self>) -> Option<Interval> {
        Some(Interval::FULL)
    }

    fn other(&mut self, expr: &Expr, run: &mut Run<Self>) -> Known<Self> {
        let interpreter = &self.game.interpreter;
        match &expr.kind {
            ExprKind::Const(value) => Ok(held(value)),
            ExprKind::Param(which) => Ok(held(&interpreter.params()[*which])),
            ExprKind::Let(which) => Ok(held(&interpreter.lets()[*which])),
            ExprKind::Range { lo, hi, inclusive } => {
                let (lo, hi) = (value(self, lo, run)?, value(self, hi, run)?);
                let empty = lo.is_empty() || hi.is_empty();
                Ok(if empty { NOTHING } else { Interval { lo: lo.lo, hi: hi.hi - i128::from(!inclusive) } })
            }
            ExprKind::List(parts) | ExprKind::Set(parts) => self.all(parts, run),
            ExprKind::Comprehension { item, clauses, .. } => {
                for clause in clauses {
                    let over = value(self, &clause.over, run)?;
                    run.locals.insert(clause.slot, over);
                }
                value(self, item, run)
            }
            _ => Err(()),
        }
    }

    fn number(&mut self, number: i64) -> Interval {
        held(&Datum::Int(number))
    }

    fn unary(&mut self, op: UnaryOp, operand: Interval, _: &Expr) -> Known<Self> {
        if op == UnaryOp::Neg && !operand.is_empty() { Ok(operand.negated()) } else { Err(()) }
    }

    fn binary(&mut self, op: BinaryOp, both: (Interval, Interval), expr: &Expr, run: &mut Run<Self>) -> Known<Self> {
        let (one, other) = both;
        let number = expr.ty == Type::Int;
        let within = match op {
            // Of lists and sets.
            BinaryOp::Add | BinaryOp::Union if !number => one.hull(other),
            BinaryOp::Sub | BinaryOp::Intersect if !number => one,
            _ if one.is_empty() || other.is_empty() => NOTHING,
            BinaryOp::Add => one.plus(other).in_range(),
            BinaryOp::Sub => one.minus(other).in_range(),
            BinaryOp::Mul => one.times(other).in_range(),
            BinaryOp::Div => one.divided(other).in_range(),
            BinaryOp::Mod => one.remainder(other).in_range(),
            _ => return Err(()),
        };
        Ok(Reached::told(expr, within, run))
    }

    fn compare(&mut self, _: CompareOp, _: Operand<Self>, _: Operand<Self>) -> Known<Self> {
        Err(())
    }

    fn holds(&self, _: &Interval) -> Option<bool> {
        None
    }

    fn decide(&mut self, _: &Expr, _: &mut Run<Self>) -> Known<Self, Decided<Interval>> {
        Ok(Decided::Open(Interval::FULL))
    }

    fn choose(&mut self, _: &Interval, yes: Interval, no: Interval, _: Span) -> Known<Self> {
        Ok(yes.hull(no))
    }

    fn helper(&mut self, helper: Helper, args: &[Expr], _: &Expr, run: &mut Run<Self>) -> Known<Self> {
        match (helper, args) {
            (Helper::Min | Helper::Max, [first, rest @ ..]) if !rest.is_empty() => {
                let mut found = value(self, first, run)?;
                for other in rest {
                    let other = value(self, other, run)?;
                    found = match helper {
                        _ if found.is_empty() || other.is_empty() => NOTHING,
                        Helper::Max => Interval { lo: found.lo.max(other.lo), hi: found.hi.max(other.hi) },
                        _ => Interval { lo: found.lo.min(other.lo), hi: found.hi.min(other.hi) },
                    };
                }
                Ok(found)
            }
            (Helper::Min | Helper::Max | Helper::Sorted | Helper::Reversed, _) => self.all(args, run),
            _ => Err(()),
        }
    }

    fn entry(&mut self, base: &Expr, _: &[Expr], expr: &Expr, run: &mut Run<Self>) -> Known<Self> {
        Ok(Reached::told(expr, value(self, base, run)?, run))
    }

    fn whole_loop(&mut self, parts: (usize, &Expr, &[Stmt]), run: &mut Run<Self>) -> Option<Known<Self, ()>> {
        Some(self.repeated(parts, run))
    }

    fn put(
        &mut self,
        (which, _): (usize, Option<usize>),
        put: (&Place, &Expr),
        value: Interval,
        run: &mut Run<Self>,
    ) -> Known<Self, ()> {
        let whole = put.0.path.is_empty();
        run.now[which] = if whole { value } else { run.now[which].hull(value) };
        let changes = |part: &Expr| matches!(part.kind, ExprKind::State(at) if at == which);
        run.effects.retain(|told| !told.of.any(&changes));
        Ok(())
    }

    fn require(&mut self, condition: &Expr, run: &mut Run<Self>) -> Known<Self, bool> {
        self.assume(condition, true, run);
        Ok(true)
    }

    fn effect(&mut self, _: &Stmt, _: &mut Run<Self>) -> Known<Self, ()> {
        Ok(())
    }

    /// Play ends with the variables as they are.
    fn end(&mut self, _: Option<&Expr>, _: Option<&Outcome>, _: &Stmt, run: &mut Run<Self>) -> Known<Self, ()> {
        self.reached(run);
        Ok(())
    }

    fn join(
        &mut self,
        before: &Vec<Rc<Told>>,
        (_, [yes, no]): (&Interval, [Vec<Rc<Told>>; 2]),
        _: Span,
    ) -> Known<Self, Vec<Rc<Told>>> {
        Ok(still(&still(before, &yes), &no))
    }

    fn work(&mut self, _: usize, _: Span) -> Known<Self, ()> {
        self.statements += 1;
        if self.statements > MOST_STATEMENTS { Err(()) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bouton_rules::{Source, check};
    use std::sync::Arc;

    fn game(text: &str) -> Instance {
        let (rules, found) = check(&Source::new("reached.game", format!("game Reached\n{text}\nstuck => me loses\n")));
        let rules = Arc::new(rules.unwrap_or_else(|| panic!("{found:?}")));
        Instance::new(rules, &[]).expect("it has no parameters")
    }

    /// What play keeps to, where that is less than is declared.
    fn numbered(text: &str) -> Narrowed {
        Narrowed::of(&game(text)).expect("some bound is lower")
    }

    /// The upper bound of each variable, as it is declared where none is lower.
    fn most(text: &str) -> Vec<i128> {
        let game = game(text);
        let start = game.interpreter.start().unwrap().state;
        let domains = narrowed(&game, &[start]).unwrap_or_else(|| game.interpreter.domains().to_vec());
        domains.iter().map(|domain| ends(domain).hi).collect()
    }

    #[test]
    fn what_no_move_raises_stays_below_the_start() {
        let take = "state n : 0..1_000 = 20\nstate last : 0..100 = 0\n";
        assert_eq!(most(&format!("{take}move take(k in 1..6) {{ when k <= n; n -= k; last = k }}")), [20, 6]);
        assert_eq!(most(&format!("{take}move take(k in 1..6) {{ n = max(n - k, 0); last = max(last, k) }}")), [20, 6]);
        assert_eq!(
            most(&format!("{take}move take(k in 1..6) {{ let by = 2 * k; when by <= n; n -= by; last = by }}")),
            [20, 12]
        );
        assert_eq!(
            most(&format!("{take}move take(k in 0..6) {{ n -= k; last = if n > 3 then n % 5 else 30 - n }}")),
            [20, 36]
        );
        assert_eq!(
            most(&format!("{take}move take {{ when n > 0; n = n // 2; for x in [3, 9] {{ last = x }} }}")),
            [20, 9]
        );
        let both = "let p = [3, 7, 2]\nstate a : list[3] of 0..50 = p\nstate b : 0..90 = 1\n";
        assert_eq!(
            most(&format!("{both}move take(i in 0..2) {{ when a[i] > 0; b = a[i]; a[i] -= 1; a = sorted(a) }}")),
            [7, 7]
        );
        assert_eq!(most(&format!("{both}move put(i in 0..2) {{ a[i] += 1 }}")), [50, 1]);
    }

    #[test]
    fn what_no_move_assigns_to_is_a_constant() {
        let text =
            "state wall : grid[1, 4] of bool = [\".#.#\"]\nstate n : 0..9 = 4\nmove go { n -= 1; if n == 2 { n = 0 } }";
        let most = |more: &str| numbered(&format!("{text}{more}")).numbering.size();
        assert_eq!(most(""), Some(5), "n is at most 4");
        assert_eq!(most("\nmove build { when n == 3; wall[0, 0] = true; n = 0 }"), Some(16 * 5));
        assert_eq!(most("\nnormalise { wall[0, 0] = false }"), Some(16 * 5));
        assert_eq!(most("\nsymmetry mirror columns of wall"), Some(16 * 5));
    }

    #[test]
    fn it_holds_from_whatever_lies_within() {
        // From x = 0, which the start does not lead to, y becomes 100.
        assert_eq!(most("state x : 0..200 = 90\nstate y : 0..200 = 0\nmove go { y = 100 - x }"), [90, 100]);
    }

    #[test]
    fn a_set_may_hold_whatever_it_can() {
        let text = "state s : set of 1..9 = {1, 2}\nstate x : 0..200 = 0\nmove go(k in s) { x = k }";
        assert_eq!(most(text)[1], 200);
    }

    #[test]
    fn in_a_move_numbers_may_leave_their_bounds() {
        let text = "state x : 0..10 = 1\nstate y : 0..50 = 0\nmove go(d in 0..30) { x += d; y = x; x -= d }";
        assert_eq!(most(text), [10, 40]);
        let text = "state x : 0..10 = 1\nstate y : 0..50 = 0\nmove go(d in 0..30) { x = d; y = x; x = 0 }";
        assert_eq!(most(text), [1, 30]);
    }

    #[test]
    fn what_a_list_is_made_of_is_known_and_what_it_sums_to_is_not() {
        let start = "state x : 0..90 = 2\n";
        assert_eq!(most(&format!("{start}move go {{ x = max([y + 1 for y in 1..4]) }}")), [5]);
        assert_eq!(most(&format!("{start}move go {{ x = sum(y for y in 1..4) }}")), [90]);
    }

    #[test]
    fn conditions_bound_what_grows() {
        let add = |how: &str| most(&format!("state n : 0..1_000 = 0\nmove add{how}"));
        for how in [
            "(k in 1..3) { when n + k <= 20; n += k }",
            "(k in 1..3) { when not (k + n > 20); n += k }",
            "(k in 1..3) { when k <= 20 - n; n = k + n }",
            "(k in 1..3 if n + k in 0..<21) { n += k }",
            "(k in 1 .. min(20 - n, 3)) { n += k }",
            "(k in 1..3) { n += k; when 0 <= n <= 20 }",
            "(k in 1..3) { let m = n + k; when n < 90 and m < 21; n = m }",
            "(k in 1..3) { when n <= 17; n += k }",
            "(k in 1..3) { n += k }\nend when n == 70 or n > 17 => draw",
            "(k in 1..3) { when n <= 17; n += k }\nmove other(k in 1..2) { when n + k <= 20 and k * n < 90 }",
            "(k in 1..3) { when n + k <= 20; when n < 400; n += k }\nmove back { when n > 12; n -= 1 }",
        ] {
            assert_eq!(add(how), [20], "{how}");
        }
        let heaps = "state a : list[3] of 0..90 = [4, 2, 4]\nmove join(i in 0..2, j in 0..2)";
        let joined = "{ when i != j and a[i] + a[j] <= 7; a[i] += a[j]; a[j] = 0 }";
        assert_eq!(most(&format!("{heaps} {joined}")), [7]);
        assert_eq!(most(&format!("{heaps} {{ when a[i] <= 7; a[j] = a[i] + 1 }}")), [8]);
    }

    #[test]
    fn a_condition_holds_until_what_it_speaks_of_changes() {
        let add =
            |how: &str| most(&format!("state n : 0..1_000 = 0\nmove add(k in 1..3) {{ when n + k <= 20; {how} }}"));
        for how in [
            "n += 1; n += k",
            "for i in 1..3 { n += k }",
            "if k > 1 { n += 1 }; n += k",
            "let j = k; n = n + j + j",
            "for x in 5..9 { n = n + x }",
        ] {
            assert_eq!(add(how), [1_000], "{how}");
        }
        assert_eq!(add("if k > 1 { n += k } else { n = 40 }"), [40]);
    }

    #[test]
    fn a_loop_runs_any_number_of_times() {
        let start = "state x : 0..90 = 2\nstate y : 0..90 = 0\n";
        assert_eq!(most(&format!("{start}move go {{ y = 0; for i in 1..x {{ y += 1 }} }}")), [2, 90]);
        assert_eq!(most(&format!("{start}move go {{ y = 0; for i in 1..x {{ y = max(y, i) }} }}")), [2, 2]);
    }

    #[test]
    fn where_a_move_ends_play_counts_too() {
        let text = "state x : 0..90 = 2\nmove go { x = 7; end when x > 9 => me wins; x = 0 }";
        assert_eq!(most(text), [7]);
    }
}
