//! The `end` lines as tests of single digits, comparisons of two and rows of a board, where they ask no more: then the values of the digits need not
//! be followed one by one. What runs over cells, rows or other lists that are known is written out.

use super::changes::Change;
use super::digits::{Digits, Fixed};
use crate::game::Ending;
use crate::instance::Instance;
use crate::instance::entries::at_rest;
use crate::recurrence::tables::Entry;
use bouton_rules::Player;
use bouton_rules::datum::Datum;
use bouton_rules::interpret::{Position, Turn};
use bouton_rules::rules::{Choice, Expr, ExprKind, Outcome, OutcomeKind, Rules, Who};
use bouton_rules::syntax::tree::{BinaryOp, CompareOp, UnaryOp};
use bouton_rules::table::helpers::Helper;

/// Each line: when it applies, and what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lines(Vec<(Test, Ending)>);

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Test {
    Known(bool),
    /// For each value of a digit, whether it holds.
    Of(usize, Vec<bool>),
    /// Whether a number that one digit decides compares so to a number that another decides.
    Compare(CompareOp, Numbers, Numbers),
    /// Whether one of these rows of digits is this throughout.
    Row(u64, Vec<Vec<usize>>),
    Not(Box<Test>),
    All(Vec<Test>),
    Any(Vec<Test>),
}

/// A number for each value of a digit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Numbers {
    digit: usize,
    values: Vec<i64>,
}

impl Lines {
    /// The `end` lines of a game as this player to move sees them; `None` where they ask for more, or where somebody counts how they
    /// turn out.
    pub(super) fn of(game: &Instance, digits: &Digits, mover: Player) -> Option<Lines> {
        (!game.interpreter().is_watched()).then_some(())?;
        let mut reader = Reader::new(game, digits, mover, Vec::new());
        let line = |end: &bouton_rules::rules::End| {
            Some((reader.test(&end.condition)?, ending(end.outcome.as_ref()?, mover)?))
        };
        game.rules().ends.iter().map(line).collect::<Option<_>>().map(Lines)
    }

    /// What the first line says that applies to these digits.
    pub(super) fn says(&self, code: impl Fn(usize) -> usize) -> Option<Ending> {
        self.0.iter().find(|(test, _)| test.holds(&code)).map(|(_, ending)| *ending)
    }

    /// The same after a change; what a line says, it says of who moves.
    pub(super) fn changed(&self, change: &Change) -> Lines {
        Lines(self.0.iter().map(|(test, ending)| (test.changed(change), *ending)).collect())
    }

    /// The same with what may stand in any order always in the same.
    pub(super) fn in_order(self) -> Lines {
        Lines(self.0.into_iter().map(|(test, ending)| (test.in_order(), ending)).collect())
    }
}

fn ending(outcome: &Outcome, mover: Player) -> Option<Ending> {
    let winner = match &outcome.kind {
        OutcomeKind::Draw => return Some(Ending::Draw),
        OutcomeKind::Wins(who) => player(who, mover)?,
        OutcomeKind::Loses(who) => player(who, mover)?.other(),
        OutcomeKind::Leads(..) => return None,
    };
    Some(if winner == mover { Ending::Win } else { Ending::Loss })
}

fn player(who: &Who, mover: Player) -> Option<Player> {
    match who {
        Who::Me => Some(mover),
        Who::Opponent => Some(mover.other()),
        Who::Named(Expr { kind: ExprKind::Const(Datum::Int(number)), .. }) => Rules::player_of(*number),
        Who::Named(_) => None,
    }
}

/// The work of the interpreter, and the tests, that it takes at most to write conditions out: not more than to look at some positions.
const FUEL: u64 = 1 << 18;
const MOST_TESTS: usize = 1 << 11;

/// Reads conditions as a player to move sees them.
struct Reader<'a> {
    game: &'a Instance,
    digits: &'a Digits,
    /// A position with boards of the shapes that all have.
    start: Position,
    locals: Vec<(usize, Datum)>,
    fuel: u64,
    left: usize,
}

impl<'a> Reader<'a> {
    fn new(game: &'a Instance, digits: &'a Digits, mover: Player, locals: Vec<(usize, Datum)>) -> Reader<'a> {
        let start = Position { state: digits.state(&[]), turn: Turn::Of(mover) };
        Reader { game, digits, start, locals, fuel: FUEL, left: MOST_TESTS }
    }

    fn test(&mut self, condition: &Expr) -> Option<Test> {
        self.left = self.left.checked_sub(1)?;
        if let Some(Datum::Int(holds)) = self.known(condition) {
            return Some(Test::Known(holds != 0));
        }
        match &condition.kind {
            ExprKind::Unary(UnaryOp::Not, of) => Some(Test::not(self.test(of)?)),
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), one, other) => {
                let (stops, one) = (*op == BinaryOp::Or, self.test(one)?);
                // What follows is not looked at where the first decides: it may not even be possible.
                let tests = if one == Test::Known(stops) { vec![one] } else { vec![one, self.test(other)?] };
                Some(if stops { Test::any(tests) } else { Test::all(tests) })
            }
            ExprKind::Bind(slot, value, inner) => {
                let value = self.known(value)?;
                self.with(*slot, value, |reader| reader.test(inner))
            }
            ExprKind::Help(helper @ (Helper::Any | Helper::All), of) => {
                let [Expr { kind: ExprKind::Comprehension { item, clauses, .. }, .. }] = of.as_slice() else {
                    return None;
                };
                let mut tests = Vec::new();
                self.each(clauses, &mut Vec::new(), &mut |reader, conditions| {
                    let item = reader.test(item)?;
                    let conditions = Test::all(conditions.to_vec());
                    tests.push(match helper {
                        Helper::Any => Test::all(vec![conditions, item]),
                        _ => Test::any(vec![Test::not(conditions), item]),
                    });
                    Some(())
                })?;
                Some(if *helper == Helper::Any { Test::any(tests) } else { Test::all(tests) })
            }
            ExprKind::Help(Helper::Line, asked) => self.row(asked),
            ExprKind::Index(..) => self.digit(condition).map(|digit| self.holding(digit, 1, true)),
            ExprKind::Compare(one, rest) => match rest.as_slice() {
                [(op, other)] => self.compare(*op, one, other).or_else(|| self.at_rest(condition)),
                _ => self.at_rest(condition),
            },
            _ => self.at_rest(condition),
        }
    }

    /// What an expression is worth in every position: it speaks of the shapes of boards, of nothing else in a position.
    fn known(&mut self, expr: &Expr) -> Option<Datum> {
        let (mut open, mut states, mut shapes) = (false, 0, 0);
        let mut bound: Vec<usize> = self.locals.iter().map(|(slot, _)| *slot).collect();
        expr.walk(&mut |part| match &part.kind {
            ExprKind::State(_) => states += 1,
            ExprKind::Old(_) | ExprKind::Can(_) | ExprKind::Answer(_) => open = true,
            ExprKind::Bind(slot, ..) => bound.push(*slot),
            ExprKind::Comprehension { clauses, .. } => bound.extend(clauses.iter().map(|clause| clause.slot)),
            ExprKind::Local(slot) => open |= !bound.contains(slot),
            ExprKind::Help(
                Helper::Cells | Helper::Rows | Helper::Cols | Helper::Around4 | Helper::Around8 | Helper::Ray,
                args,
            ) => shapes += usize::from(matches!(args.first(), Some(Expr { kind: ExprKind::State(_), .. }))),
            _ => {}
        });
        if open || states != shapes {
            return None;
        }
        // What faults is left to the game, and so is what takes too long.
        let worked_out = self.game.interpreter().worked_out_at(expr, &self.start, &self.locals, self.fuel);
        let (worth, work) = worked_out.inspect_err(|_| self.fuel /= 2).ok()?;
        self.fuel -= work;
        Some(worth)
    }

    fn number(&mut self, expr: &Expr) -> Option<i64> {
        if let Datum::Int(number) = self.known(expr)? { Some(number) } else { None }
    }

    /// A cell of a board or an entry of a list, always the same: of which variable, and which digit.
    fn digit(&mut self, expr: &Expr) -> Option<(usize, usize)> {
        let ExprKind::Index(base, indices) = &expr.kind else { return None };
        let ExprKind::State(board) = base.kind else { return None };
        let indices: Vec<i64> = indices.iter().map(|index| self.number(index)).collect::<Option<_>>()?;
        Some((board, self.digits.cell(board, &indices)?))
    }

    /// Whether a digit is that of what is held, or not.
    fn holding(&self, (board, digit): (usize, usize), held: i64, equal: bool) -> Test {
        let (code, values) = (self.digits.code(board, held), self.digits.group(digit).radix);
        Test::Of(digit, (0..values).map(|value| (value == code) == equal).collect())
    }

    fn with<T>(&mut self, slot: usize, value: Datum, work: impl FnOnce(&mut Self) -> T) -> T {
        self.locals.push((slot, value));
        let done = work(self);
        self.locals.pop();
        done
    }

    /// Every way through clauses, each with the conditions that it takes.
    fn each(
        &mut self,
        clauses: &[Choice],
        conditions: &mut Vec<Test>,
        visit: &mut dyn FnMut(&mut Self, &[Test]) -> Option<()>,
    ) -> Option<()> {
        let Some((clause, inner)) = clauses.split_first() else { return visit(self, conditions) };
        for entry in self.known(&clause.over)?.entries() {
            self.left = self.left.checked_sub(1)?;
            self.with(clause.slot, entry, |reader| {
                let condition =
                    clause.condition.as_ref().map_or(Some(Test::Known(true)), |asked| reader.test(asked))?;
                if condition == Test::Known(false) {
                    return Some(());
                }
                conditions.push(condition);
                let done = reader.each(inner, conditions, visit);
                conditions.pop();
                done
            })?;
        }
        Some(())
    }

    /// Whether a cell or an entry holds something known, or not.
    fn compare(&mut self, op: CompareOp, one: &Expr, other: &Expr) -> Option<Test> {
        let equal = match op {
            CompareOp::Eq => true,
            CompareOp::Ne => false,
            _ => return None,
        };
        let (digit, held) = match self.digit(one) {
            Some(digit) => (digit, self.number(other)?),
            None => (self.digit(other)?, self.number(one)?),
        };
        Some(self.holding(digit, held, equal))
    }

    /// What else can be told of single digits, or of two that are compared.
    fn at_rest(&mut self, condition: &Expr) -> Option<Test> {
        // Nothing that runs over lists: what it takes to find out is bounded by the length of the rules, as it must be for the interpreter.
        let mut plain = true;
        condition.walk(&mut |part| {
            plain &= matches!(
                part.kind,
                ExprKind::Const(_)
                    | ExprKind::Param(_)
                    | ExprKind::Let(_)
                    | ExprKind::State(_)
                    | ExprKind::Unary(..)
                    | ExprKind::Binary(..)
                    | ExprKind::Compare(..)
            );
        });
        if !plain {
            return None;
        }
        match (at_rest(self.game, condition), &condition.kind) {
            (Some(Entry::Known(holds)), _) => Some(Test::Known(holds != 0)),
            (Some(Entry::Of(digit, holds)), _) => {
                Some(Test::Of(digit, holds.iter().map(|holds| *holds != 0).collect()))
            }
            (_, ExprKind::Compare(one, rest)) => match rest.as_slice() {
                [(op, other)] if op.holds(0, 0).is_some() => {
                    Some(Test::Compare(*op, numbers(self.game, one)?, numbers(self.game, other)?))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// `line(board, who, length)`
    fn row(&mut self, asked: &[Expr]) -> Option<Test> {
        let [Expr { kind: ExprKind::State(board), .. }, who, length] = asked else { return None };
        let (held, length) = (self.number(who)?, self.number(length)?);
        let rows = self.digits.rows(*board, usize::try_from(length).ok()?)?;
        Some(Test::Row(self.digits.code(*board, held), rows))
    }
}

impl Test {
    /// Whether all of some conditions hold, as a player to move sees them where locals have these values; nothing where they ask for more than
    /// can be told.
    pub(super) fn of(
        game: &Instance,
        digits: &Digits,
        mover: Player,
        locals: Vec<(usize, Datum)>,
        conditions: &[Expr],
    ) -> Option<Test> {
        let mut reader = Reader::new(game, digits, mover, locals);
        let tests = conditions.iter().map(|condition| reader.test(condition)).collect::<Option<_>>()?;
        Some(Test::all(tests))
    }

    /// The same where some digits are known.
    pub(super) fn with(self, known: &[Fixed]) -> Test {
        let code = |digit: usize| {
            let (_, code) = known.iter().find(|(known, _)| *known == digit)?;
            usize::try_from(*code).ok()
        };
        match self {
            Test::Of(digit, holds) => match code(digit) {
                Some(code) => Test::Known(holds[code]),
                None => Test::Of(digit, holds),
            },
            Test::Not(of) => Test::not(of.with(known)),
            Test::All(of) => Test::all(of.into_iter().map(|test| test.with(known)).collect()),
            Test::Any(of) => Test::any(of.into_iter().map(|test| test.with(known)).collect()),
            of => of,
        }
    }

    fn not(of: Test) -> Test {
        match of {
            Test::Known(holds) => Test::Known(!holds),
            of => Test::Not(Box::new(of)),
        }
    }

    /// Whether all of these hold, but for those that always do.
    fn all(tests: Vec<Test>) -> Test {
        Test::joined(tests, true)
    }

    /// Whether one of these holds, but for those that never do.
    fn any(tests: Vec<Test>) -> Test {
        Test::joined(tests, false)
    }

    fn joined(mut tests: Vec<Test>, all: bool) -> Test {
        tests.retain(|test| *test != Test::Known(all));
        if tests.contains(&Test::Known(!all)) {
            return Test::Known(!all);
        }
        match (tests.len(), all) {
            (0, _) => Test::Known(all),
            (1, _) => tests.remove(0),
            (_, true) => Test::All(tests),
            (_, false) => Test::Any(tests),
        }
    }

    pub(super) fn changed(&self, change: &Change) -> Test {
        let each = |of: &[Test]| of.iter().map(|test| test.changed(change)).collect();
        match self {
            Test::Known(holds) => Test::Known(*holds),
            Test::Of(digit, holds) => Test::Of(change.digit(*digit), rearranged(change, *digit, holds)),
            Test::Compare(op, one, other) => Test::Compare(*op, one.changed(change), other.changed(change)),
            Test::Row(code, rows) => {
                let digit = rows.first().and_then(|row| row.first());
                let row = |row: &Vec<usize>| row.iter().map(|digit| change.digit(*digit)).collect();
                Test::Row(digit.map_or(*code, |digit| change.code((*digit, *code))), rows.iter().map(row).collect())
            }
            Test::Not(of) => Test::Not(Box::new(of.changed(change))),
            Test::All(of) => Test::All(each(of)),
            Test::Any(of) => Test::Any(each(of)),
        }
    }

    pub(super) fn in_order(self) -> Test {
        let each = |of: Vec<Test>| {
            let mut of: Vec<Test> = of.into_iter().map(Test::in_order).collect();
            of.sort_unstable();
            of.dedup();
            of
        };
        match self {
            Test::Row(code, mut rows) => {
                rows.iter_mut().for_each(|row| row.sort_unstable());
                rows.sort_unstable();
                Test::Row(code, rows)
            }
            Test::Not(of) => Test::Not(Box::new(of.in_order())),
            Test::All(of) => Test::All(each(of)),
            Test::Any(of) => Test::Any(each(of)),
            of => of,
        }
    }

    fn holds(&self, code: &impl Fn(usize) -> usize) -> bool {
        match self {
            Test::Known(holds) => *holds,
            Test::Of(digit, holds) => holds.get(code(*digit)).copied().unwrap_or(false),
            Test::Compare(op, one, other) => match (one.at(code), other.at(code)) {
                (Some(one), Some(other)) => op.holds(one, other).unwrap_or(false),
                _ => false,
            },
            Test::Row(held, rows) => {
                rows.iter().any(|row| row.iter().all(|digit| u64::try_from(code(*digit)) == Ok(*held)))
            }
            Test::Not(of) => !of.holds(code),
            Test::All(of) => of.iter().all(|test| test.holds(code)),
            Test::Any(of) => of.iter().any(|test| test.holds(code)),
        }
    }
}

/// What is said for each value of a digit, after a change.
fn rearranged<T: Clone>(change: &Change, digit: usize, said: &[T]) -> Vec<T> {
    let of = |code: u64| usize::try_from(change.code((digit, code))).ok().and_then(|code| said.get(code));
    (0..).zip(said).map(|(code, own)| of(code).unwrap_or(own).clone()).collect()
}

impl Numbers {
    /// Each value of the digit: which digit, the value, and the number.
    pub(super) fn each(&self) -> impl Iterator<Item = (usize, u64, i64)> {
        (0..).zip(&self.values).map(|(code, number)| (self.digit, code, *number))
    }

    fn changed(&self, change: &Change) -> Numbers {
        Numbers { digit: change.digit(self.digit), values: rearranged(change, self.digit, &self.values) }
    }

    fn at(&self, code: &impl Fn(usize) -> usize) -> Option<i64> {
        self.values.get(code(self.digit)).copied()
    }
}

fn numbers(game: &Instance, expr: &Expr) -> Option<Numbers> {
    match at_rest(game, expr)? {
        Entry::Of(digit, values) => Some(Numbers { digit, values: values.to_vec() }),
        Entry::Known(_) | Entry::Many(..) | Entry::Ordered(_) => None,
    }
}
