//! The `end` lines as tests of single digits and comparisons of two, where they ask no more: then no pair of values has to be followed on its own.

use crate::game::Ending;
use crate::instance::Instance;
use crate::instance::entries::{Worth, at_rest};
use bouton_rules::Player;
use bouton_rules::datum::Datum;
use bouton_rules::rules::{Expr, ExprKind, Outcome, OutcomeKind, Rules, Who};
use bouton_rules::syntax::tree::{BinaryOp, CompareOp, UnaryOp};

/// Each line: when it applies, and what it says.
#[derive(Clone, Debug)]
pub(super) struct Lines(Vec<(Test, Ending)>);

/// A condition.
#[derive(Clone, Debug)]
enum Test {
    Known(bool),
    /// For each value of a digit, whether it holds.
    Of(usize, Vec<bool>),
    /// Whether a number that one digit decides compares so to a number that another decides.
    Compare(CompareOp, Numbers, Numbers),
    Not(Box<Test>),
    Both(Box<[Test; 2]>),
    Either(Box<[Test; 2]>),
}

/// A number for each value of a digit.
#[derive(Clone, Debug)]
struct Numbers {
    digit: usize,
    values: Vec<i64>,
}

impl Lines {
    /// The `end` lines of a game as this player to move sees them; `None` where they ask for more, or where somebody counts how they
    /// turn out.
    pub(super) fn of(game: &Instance, mover: Player) -> Option<Lines> {
        (!game.interpreter().is_watched()).then_some(())?;
        let line = |end: &bouton_rules::rules::End| {
            Some((Test::of(game, &end.condition)?, ending(end.outcome.as_ref()?, mover)?))
        };
        game.rules().ends.iter().map(line).collect::<Option<_>>().map(Lines)
    }

    /// What the first line says that applies to these digits.
    pub(super) fn says(&self, code: impl Fn(usize) -> usize) -> Option<Ending> {
        self.0.iter().find(|(test, _)| test.holds(&code)).map(|(_, ending)| *ending)
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

impl Test {
    fn of(game: &Instance, condition: &Expr) -> Option<Test> {
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
        if plain { Test::written(game, condition) } else { None }
    }

    fn written(game: &Instance, condition: &Expr) -> Option<Test> {
        match (at_rest(game, condition), &condition.kind) {
            (Some(Worth::Known(holds)), _) => Some(Test::Known(holds != 0)),
            (Some(Worth::Of(digit, holds)), _) => {
                Some(Test::Of(digit, holds.iter().map(|holds| *holds != 0).collect()))
            }
            (_, ExprKind::Unary(UnaryOp::Not, of)) => Some(Test::Not(Box::new(Test::written(game, of)?))),
            (_, ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), one, other)) => {
                let both = Box::new([Test::written(game, one)?, Test::written(game, other)?]);
                Some(if *op == BinaryOp::And { Test::Both(both) } else { Test::Either(both) })
            }
            (_, ExprKind::Compare(one, rest)) => match rest.as_slice() {
                [(op, other)] if op.holds(0, 0).is_some() => {
                    Some(Test::Compare(*op, numbers(game, one)?, numbers(game, other)?))
                }
                _ => None,
            },
            _ => None,
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
            Test::Not(of) => !of.holds(code),
            Test::Both(of) => of.iter().all(|test| test.holds(code)),
            Test::Either(of) => of.iter().any(|test| test.holds(code)),
        }
    }
}

impl Numbers {
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
