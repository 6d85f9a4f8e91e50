//! What stands on a board or in a list as a whole: `position of b` is a number, one for each content, and `position(b)` the one of now.
//! Both are written out with `number`: each cell is a digit, and the base is how many things a cell may hold.

use super::Checker;
use super::scope::Global;
use crate::datum::{Datum, NONE};
use crate::diagnostic::Diagnostic;
use crate::interval::Interval;
use crate::player::Player;
use crate::rules::{Choice, Expr, ExprKind};
use crate::source::Span;
use crate::syntax::tree;
use crate::table::helpers::Helper;
use crate::table::operators::{BinaryOp, CompareOp};
use crate::types::{Domain, Type};

/// A list or board that changes during play.
struct Content {
    state: usize,
    /// What a cell holds.
    of: Domain<Expr>,
    /// How many cells there are.
    cells: Expr,
}

impl Checker<'_> {
    /// `position of b`: the numbers of all contents.
    pub(super) fn position_domain(&mut self, board: &tree::Name) -> Domain<Expr> {
        let span = board.span;
        let zero = self.whole_number(span, 0);
        let Some(Content { of, cells, .. }) = self.content(board) else {
            return Domain::Int { lo: zero.clone(), hi: zero };
        };
        let Some(base) = self.things(&of, span) else { return Domain::Int { lo: zero.clone(), hi: zero } };
        let one = self.whole_number(span, 1);
        let greatest = self.binary_of(span, BinaryOp::Sub, base.clone(), one);
        let over = ExprKind::Range { lo: Box::new(zero.clone()), hi: Box::new(cells.clone()), inclusive: false };
        let over = self.make(span, Type::Range, cells.range, over);
        let hi = self.written(span, greatest, over, (Type::Int, base));
        Domain::Int { lo: zero, hi }
    }

    /// `position(b)`: the number of what stands there now.
    pub(super) fn position(&mut self, span: Span, args: &[tree::Expr]) -> Expr {
        let [tree::Expr { kind: tree::ExprKind::Name(name), span: at }] = args else {
            let finding = Diagnostic::error("B028", "`position` takes the name of a board or a list")
                .at(span, "")
                .help("`position(b)` is the number of what stands on the board `b`, one for each content");
            self.report(finding);
            return self.broken(span);
        };
        if !self.site.state {
            return self.not_here(name, *at);
        }
        let name = tree::Name { text: name.clone(), span: *at };
        let Some(Content { state, of, .. }) = self.content(&name) else { return self.broken(span) };
        let Some(base) = self.things(&of, span) else { return self.broken(span) };
        let domain = &self.rules.states[state].domain;
        let (ty, range, grid) = (domain.ty(), super::ranges::of_domain(domain), matches!(domain, Domain::Grid { .. }));
        let board = self.make(span, ty, range, ExprKind::State(state));
        let slot = self.spare_slot();
        if grid {
            let cell = self.make(span, Type::Cell, Interval::FULL, ExprKind::Local(slot));
            let held = self.index_of(span, board.clone(), vec![cell]);
            let digit = self.digit(held, &of);
            let cells = self.help_with(span, Helper::Cells.row(), vec![board]);
            return self.written(span, digit, cells, (Type::Cell, base));
        }
        let entry = self.make(span, of.ty(), super::ranges::of_domain(&of), ExprKind::Local(slot));
        let digit = self.digit(entry, &of);
        self.written(span, digit, board, (of.ty(), base))
    }

    /// A board, or a list that keeps its length, of a `state` line above.
    fn content(&mut self, name: &tree::Name) -> Option<Content> {
        let global = self.global(&name.text, name.span);
        if let Some(Global::State(state)) = global
            && let Some(known) = self.rules.states.get(state)
        {
            let (whole, span) = (known.domain.clone(), name.span);
            match whole {
                Domain::Grid { rows, columns, of } => {
                    let cells = self.binary_of(span, BinaryOp::Mul, rows.1, columns.1);
                    return Some(Content { state, of: *of, cells });
                }
                // A length that is written once is both bounds.
                Domain::List { min, max, of } if min.span == max.span => {
                    return Some(Content { state, of: *of, cells: max });
                }
                _ => {}
            }
        }
        if self.is_broken(&name.text) {
            self.silenced += 1;
            return None;
        }
        let shown = self.quote(name.span);
        let finding = Diagnostic::error("B020", say!("there is no board or list called `{shown}` above this line"))
            .at(name.span, "not a board or a list that keeps its length")
            .help("it is declared by `state NAME : grid[rows, columns] of …` or `state NAME : list[n] of …`");
        self.report(finding);
        None
    }

    /// How many things a cell may hold.
    fn things(&mut self, of: &Domain<Expr>, span: Span) -> Option<Expr> {
        Some(match of {
            Domain::Int { lo, hi } => {
                let one = self.whole_number(span, 1);
                let more = self.binary_of(span, BinaryOp::Sub, hi.clone(), lo.clone());
                self.binary_of(span, BinaryOp::Add, more, one)
            }
            Domain::Bool | Domain::Player => self.whole_number(span, 2),
            Domain::Names { count, .. } => self.whole_number(span, i64::try_from(*count).expect("names are few")),
            Domain::Optional(inner) => {
                let (inner, one) = (self.things(inner, span)?, self.whole_number(span, 1));
                self.binary_of(span, BinaryOp::Add, inner, one)
            }
            _ => {
                let finding = Diagnostic::error(
                    "B030",
                    "its cells must hold numbers within bounds, names, players or truth values",
                )
                .at(span, "not such a board or list");
                self.report(finding.help("keep the history of something else in a set of your own numbers"));
                return None;
            }
        })
    }

    /// What a cell holds as a digit. Players are asked for by name, so that it shows that rules tell them apart.
    fn digit(&mut self, held: Expr, of: &Domain<Expr>) -> Expr {
        let span = held.span;
        match of {
            Domain::Int { lo, .. } => self.binary_of(span, BinaryOp::Sub, held, lo.clone()),
            Domain::Player => {
                let first = Datum::Int(i64::try_from(Player::First.number()).expect("there are two players"));
                self.told(held, (Type::Player, first), 0, |this| this.whole_number(span, 1))
            }
            Domain::Optional(inner) => {
                let plain = Expr { ty: inner.ty(), range: super::ranges::of_domain(inner), ..held.clone() };
                let none = (Type::Optional(Box::new(Type::Any)), Datum::Int(NONE));
                self.told(held, none, 0, |this| {
                    let (one, digit) = (this.whole_number(span, 1), this.digit(plain, inner));
                    this.binary_of(span, BinaryOp::Add, one, digit)
                })
            }
            // Names and truth values are kept as their numbers.
            _ => Expr { ty: Type::Int, range: super::ranges::of_domain(of), ..held },
        }
    }

    /// `if held == value then digit else …`
    fn told(
        &mut self,
        held: Expr,
        (ty, value): (Type, Datum),
        digit: i64,
        other: impl FnOnce(&mut Self) -> Expr,
    ) -> Expr {
        let span = held.span;
        let value = self.make(span, ty, Interval::FULL, ExprKind::Const(value));
        let is = ExprKind::Compare(Box::new(held), vec![(CompareOp::Eq, value)]);
        let is = self.make(span, Type::Bool, Interval::new(0, 1), is);
        let (then, other) = (self.whole_number(span, digit), other(self));
        let range = then.range.hull(other.range);
        self.make(span, Type::Int, range, ExprKind::If(Box::new(is), Box::new(then), Box::new(other)))
    }

    /// `number([digit for … in over], base)`: the digit speaks of the spare slot.
    fn written(&mut self, span: Span, digit: Expr, over: Expr, (entry, base): (Type, Expr)) -> Expr {
        let slot = self.spare_slot();
        let length = over.range;
        let clause = Choice { name: String::new(), slot, over, condition: None, ty: entry };
        let digits = ExprKind::Comprehension { set: false, item: Box::new(digit), clauses: vec![clause] };
        let digits = self.make(span, Type::List(Box::new(Type::Int)), length, digits);
        self.help_with(span, Helper::Number.row(), vec![digits, base])
    }
}
