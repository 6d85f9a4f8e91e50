//! The `rank` line: a number that every move raises, made of what is soon read off a position.

use super::Checker;
use super::scope::Site;
use crate::diagnostic::Diagnostic;
use crate::rules::{Expr, ExprKind, Rank, StuckResult};
use crate::source::Span;
use crate::syntax::tree::{self, BinaryOp, UnaryOp};
use crate::table::helpers::Helper;
use crate::types::{Domain, Type};

/// A variable counts at most so many times.
const MOST_TIMES: i64 = 64;

impl Checker<'_> {
    pub(super) fn rank_line(&mut self, span: Span, number: &tree::Expr) {
        let errors = self.errors();
        let number = self.at(Site::RANK, |this| this.number(number, "a rank"));
        let mut terms = Vec::new();
        if self.errors() == errors
            && let Err(part) = self.terms(&number, 1, &mut terms)
        {
            let finding = Diagnostic::error("B059", "a rank cannot be made of this")
                .at(part, "neither fixed, nor a number, the size of a set or the sum of a list")
                .help(say!(
                    "add up variables, each perhaps times a number of at most {MOST_TIMES}: `rank 2 * len(taken) - left + sum(heaps)`"
                ));
            self.report(finding);
        }
        self.rules.rank = Some(Rank { span, number, terms });
    }

    /// What a rank is made of; else the part that is no part of one.
    fn terms(&self, expr: &Expr, times: i64, terms: &mut Vec<(usize, i64)>) -> Result<(), Span> {
        let within = |times: Option<i64>| {
            times.filter(|times| times.unsigned_abs() <= MOST_TIMES.unsigned_abs()).ok_or(expr.span)
        };
        let known = |expr: &Expr| expr.range.single().filter(|_| expr.is_fixed(&|_| false)).map(i64::try_from);
        let known = |expr: &Expr| known(expr).and_then(Result::ok);
        match &expr.kind {
            _ if expr.is_fixed(&|_| false) => Ok(()),
            ExprKind::Unary(UnaryOp::Neg, of) => self.terms(of, -times, terms),
            ExprKind::Binary(BinaryOp::Add, a, b) => {
                self.terms(a, times, terms)?;
                self.terms(b, times, terms)
            }
            ExprKind::Binary(BinaryOp::Sub, a, b) => {
                self.terms(a, times, terms)?;
                self.terms(b, -times, terms)
            }
            ExprKind::Binary(BinaryOp::Mul, a, b) => {
                let (number, of) =
                    if let Some(number) = known(a) { (number, b) } else { (known(b).ok_or(expr.span)?, a) };
                self.terms(of, within(times.checked_mul(number))?, terms)
            }
            ExprKind::State(which) if self.rank_counts(*which, None) => {
                terms.push((*which, times));
                Ok(())
            }
            ExprKind::Help(helper @ (Helper::Len | Helper::Sum), args) => match args.as_slice() {
                [Expr { kind: ExprKind::State(which), .. }] if self.rank_counts(*which, Some(*helper)) => {
                    terms.push((*which, times));
                    Ok(())
                }
                _ => Err(expr.span),
            },
            _ => Err(expr.span),
        }
    }

    /// Whether a variable counts as it is asked for.
    fn rank_counts(&self, which: usize, asked: Option<Helper>) -> bool {
        match (&self.rules.states[which].domain, asked) {
            (Domain::Int { .. }, None) | (Domain::Set(_), Some(Helper::Len)) => true,
            (Domain::List { of, .. }, Some(Helper::Sum)) => of.ty() == Type::Int,
            _ => false,
        }
    }

    /// Who passes changes nothing, so a rank would not rise.
    pub(super) fn rank_with_passes(&mut self) {
        let Some(rank) = self.rules.rank.as_ref().map(|rank| rank.span) else { return };
        let passes = |result: &StuckResult| matches!(result, StuckResult::Pass(_));
        if let Some(stuck) = self.rules.stucks.iter().find(|stuck| passes(&stuck.result)) {
            let finding = Diagnostic::error("B059", "who passes raises no rank")
                .at(stuck.span, "the position stays as it is")
                .at(rank, "every move must raise this")
                .edit("take the `rank` line out", rank, "")
                .help("or make passing a move that counts itself in a variable");
            self.report(finding);
        }
    }
}
