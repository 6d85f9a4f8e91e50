//! The `end` lines as tests of single digits, comparisons of two and rows of a board, where they ask no more: then the values of the digits need not
//! be followed one by one.

use super::digits::Digits;
use crate::game::Ending;
use crate::instance::Instance;
use crate::instance::entries::{Worth, at_rest};
use bouton_rules::Player;
use bouton_rules::datum::Datum;
use bouton_rules::rules::{Expr, ExprKind, Outcome, OutcomeKind, Rules, Who};
use bouton_rules::syntax::tree::{BinaryOp, CompareOp, UnaryOp};
use bouton_rules::table::helpers::Helper;

/// Each line: when it applies, and what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lines(Vec<(Test, Ending)>);

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Test {
    Known(bool),
    /// For each value of a digit, whether it holds.
    Of(usize, Vec<bool>),
    /// Whether a number that one digit decides compares so to a number that another decides.
    Compare(CompareOp, Numbers, Numbers),
    /// Whether one of these rows of digits is this throughout.
    Row(u64, Vec<Vec<usize>>),
    Not(Box<Test>),
    Both(Box<[Test; 2]>),
    Either(Box<[Test; 2]>),
}

/// A number for each value of a digit.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Numbers {
    digit: usize,
    values: Vec<i64>,
}

impl Lines {
    /// The `end` lines of a game as this player to move sees them; `None` where they ask for more, or where somebody counts how they
    /// turn out.
    pub(super) fn of(game: &Instance, digits: &Digits, mover: Player) -> Option<Lines> {
        (!game.interpreter().is_watched()).then_some(())?;
        let reader = Reader { game, digits, mover };
        let line = |end: &bouton_rules::rules::End| {
            Some((reader.test(&end.condition)?, ending(end.outcome.as_ref()?, mover)?))
        };
        game.rules().ends.iter().map(line).collect::<Option<_>>().map(Lines)
    }

    /// What the first line says that applies to these digits.
    pub(super) fn says(&self, code: impl Fn(usize) -> usize) -> Option<Ending> {
        self.0.iter().find(|(test, _)| test.holds(&code)).map(|(_, ending)| *ending)
    }

    /// The same once the players have changed names; what a line says, it says of who moves.
    pub(super) fn exchanged(&self, digits: &Digits) -> Lines {
        Lines(self.0.iter().map(|(test, ending)| (test.exchanged(digits), *ending)).collect())
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

/// Reads conditions as a player to move sees them.
struct Reader<'a> {
    game: &'a Instance,
    digits: &'a Digits,
    mover: Player,
}

impl Reader<'_> {
    fn test(&self, condition: &Expr) -> Option<Test> {
        // Nothing that runs over lists: what it takes to find out is bounded by the length of the rules, as it must be for the interpreter.
        let mut plain = true;
        condition.walk(&mut |part| {
            plain &= matches!(
                part.kind,
                ExprKind::Const(_)
                    | ExprKind::Param(_)
                    | ExprKind::Let(_)
                    | ExprKind::State(_)
                    | ExprKind::Me
                    | ExprKind::Opponent
                    | ExprKind::Unary(..)
                    | ExprKind::Binary(..)
                    | ExprKind::Compare(..)
                    | ExprKind::Help(Helper::Line, _)
            );
        });
        if plain { self.plain(condition) } else { None }
    }

    fn plain(&self, condition: &Expr) -> Option<Test> {
        match (at_rest(self.game, condition), &condition.kind) {
            (Some(Worth::Known(holds)), _) => Some(Test::Known(holds != 0)),
            (Some(Worth::Of(digit, holds)), _) => {
                Some(Test::Of(digit, holds.iter().map(|holds| *holds != 0).collect()))
            }
            (_, ExprKind::Unary(UnaryOp::Not, of)) => Some(Test::Not(Box::new(self.plain(of)?))),
            (_, ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), one, other)) => {
                let both = Box::new([self.plain(one)?, self.plain(other)?]);
                Some(if *op == BinaryOp::And { Test::Both(both) } else { Test::Either(both) })
            }
            (_, ExprKind::Compare(one, rest)) => match rest.as_slice() {
                [(op, other)] if op.holds(0, 0).is_some() => {
                    Some(Test::Compare(*op, numbers(self.game, one)?, numbers(self.game, other)?))
                }
                _ => None,
            },
            (_, ExprKind::Help(Helper::Line, asked)) => self.row(asked),
            _ => None,
        }
    }

    /// `line(board, who, length)`
    fn row(&self, asked: &[Expr]) -> Option<Test> {
        let [Expr { kind: ExprKind::State(board), .. }, who, length] = asked else { return None };
        let held = match who.kind {
            ExprKind::Me => i64::try_from(self.mover.number()).ok()?,
            ExprKind::Opponent => i64::try_from(self.mover.other().number()).ok()?,
            _ => self.game.interpreter().fixed_number(who).ok()?,
        };
        let length = usize::try_from(self.game.interpreter().fixed_number(length).ok()?).ok()?;
        Some(Test::Row(self.digits.code(*board, held), self.digits.rows(*board, length)?))
    }
}

impl Test {
    fn exchanged(&self, digits: &Digits) -> Test {
        let both = |of: &[Test; 2]| Box::new([of[0].exchanged(digits), of[1].exchanged(digits)]);
        match self {
            Test::Known(holds) => Test::Known(*holds),
            Test::Of(digit, holds) => Test::Of(*digit, rearranged(digits, *digit, holds)),
            Test::Compare(op, one, other) => Test::Compare(*op, one.exchanged(digits), other.exchanged(digits)),
            Test::Row(code, rows) => {
                let digit = rows.first().and_then(|row| row.first());
                Test::Row(digit.map_or(*code, |digit| digits.exchanged((*digit, *code))), rows.clone())
            }
            Test::Not(of) => Test::Not(Box::new(of.exchanged(digits))),
            Test::Both(of) => Test::Both(both(of)),
            Test::Either(of) => Test::Either(both(of)),
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
            Test::Both(of) => of.iter().all(|test| test.holds(code)),
            Test::Either(of) => of.iter().any(|test| test.holds(code)),
        }
    }
}

/// What is said for each value of a digit, where the value has the other player's name.
fn rearranged<T: Clone>(digits: &Digits, digit: usize, said: &[T]) -> Vec<T> {
    let of = |code: u64| usize::try_from(digits.exchanged((digit, code))).ok().and_then(|code| said.get(code));
    (0..).zip(said).map(|(code, own)| of(code).unwrap_or(own).clone()).collect()
}

impl Numbers {
    fn exchanged(&self, digits: &Digits) -> Numbers {
        Numbers { digit: self.digit, values: rearranged(digits, self.digit, &self.values) }
    }

    fn at(&self, code: &impl Fn(usize) -> usize) -> Option<i64> {
        self.values.get(code(self.digit)).copied()
    }
}

fn numbers(game: &Instance, expr: &Expr) -> Option<Numbers> {
    match at_rest(game, expr)? {
        Worth::Of(digit, values) => Some(Numbers { digit, values: values.to_vec() }),
        Worth::Known(_) | Worth::Many(..) => None,
    }
}
