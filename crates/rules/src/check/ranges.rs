//! Interval analysis: what numbers can be, as far as the rules alone tell, and the faults that follow from it.

use super::Checker;
use crate::datum::MOST_NODES;
use crate::diagnostic::Diagnostic;
use crate::interval::Interval;
use crate::rules::{Expr, ExprKind, Rules};
use crate::source::Span;
use crate::syntax::tree::{BinaryOp, CompareOp};
use crate::table::helpers::Helper;
use crate::text::Text;
use crate::types::{Domain, Type};

/// A loop that may run longer than this is refused: it would not end within anyone's patience.
const LONGEST_LOOP: i128 = 1_000_000_000;

/// What values of a domain can be: numbers themselves, or how many entries.
pub(super) fn of_domain(domain: &Domain<Expr>) -> Interval {
    match domain {
        Domain::Int { lo, hi } => Interval { lo: lo.range.lo, hi: hi.range.hi },
        Domain::Bool | Domain::Player => Interval::new(0, 1),
        Domain::List { min, max, .. } | Domain::Graph { min, max } => {
            Interval { lo: min.range.lo.max(0), hi: max.range.hi.max(0) }
        }
        Domain::Node { nodes } => Interval { lo: 0, hi: nodes.range.hi - 1 },
        Domain::Set(of) => {
            Interval { lo: 0, hi: of_domain(of).plus(Interval::of(1)).minus(Interval::of(of_domain(of).lo)).hi.max(0) }
        }
        _ => Interval::FULL,
    }
}

/// What an entry of an expression can be.
pub(super) fn of_entry(rules: &Rules, base: &Expr, entry: &Type) -> Interval {
    if let Some(domain) = domain_of(rules, base) {
        return match domain {
            Domain::List { of, .. } | Domain::Grid { of, .. } if *entry == of.ty() => of_domain(of),
            Domain::Graph { max, .. } => Interval { lo: 0, hi: max.range.hi },
            _ => Interval::FULL,
        };
    }
    match &base.kind {
        ExprKind::List(entries) => {
            entries.iter().map(|entry| entry.range).reduce(Interval::hull).unwrap_or(Interval::FULL)
        }
        ExprKind::Comprehension { item, .. } => item.range,
        _ => Interval::FULL,
    }
}

/// What a value of a record can be.
pub(super) fn of_value(rules: &Rules, record: &Expr, place: usize) -> Interval {
    match domain_of(rules, record) {
        Some(Domain::Record(of)) => of.get(place).map_or(Interval::FULL, of_domain),
        _ => Interval::FULL,
    }
}

/// The domain a name was declared with, when the expression is that name or an entry of it.
fn domain_of<'r>(rules: &'r Rules, expr: &Expr) -> Option<&'r Domain<Expr>> {
    match &expr.kind {
        ExprKind::Param(which) => Some(&rules.params[*which].domain),
        ExprKind::Let(which) => rules.lets[*which].domain.as_ref(),
        ExprKind::State(which) | ExprKind::Old(which) => Some(&rules.states[*which].domain),
        ExprKind::Index(base, indices) if indices.iter().all(|index| index.ty != Type::Range) => {
            match domain_of(rules, base)? {
                Domain::List { of, .. } | Domain::Grid { of, .. } => Some(of),
                _ => None,
            }
        }
        _ => None,
    }
}

/// What a value chosen from an expression can be.
pub(super) fn of_choice(rules: &Rules, over: &Expr) -> Interval {
    match &over.kind {
        ExprKind::Range { lo, hi, inclusive } => {
            Interval { lo: lo.range.lo, hi: hi.range.hi - i128::from(!inclusive) }.in_range()
        }
        ExprKind::Param(which) => match &rules.params[*which].domain {
            Domain::Set(of) | Domain::List { of, .. } => of_domain(of),
            _ => Interval::FULL,
        },
        ExprKind::Index(base, _) if base.ty == Type::Graph => of_entry(rules, base, &Type::Node),
        ExprKind::Help(Helper::Nodes, args) => Interval { lo: 0, hi: args[0].range.hi - 1 },
        ExprKind::Help(Helper::Digits, _) => Interval::new(0, 9),
        ExprKind::Help(Helper::Divisors, args) => Interval { lo: 1, hi: args[0].range.hi },
        ExprKind::Help(Helper::Primes, args) => Interval { lo: 2, hi: args[0].range.hi },
        ExprKind::Set(members) | ExprKind::List(members) => {
            members.iter().map(|member| member.range).reduce(Interval::hull).unwrap_or(Interval::FULL)
        }
        _ => Interval::FULL,
    }
}

/// What a helper can give.
pub(super) fn of_help(helper: Helper, args: &[Expr]) -> Interval {
    let numbers = || args.iter().map(|arg| arg.range);
    let wide = |limit: &dyn Fn(Interval, Interval) -> Interval| numbers().reduce(limit).unwrap_or(Interval::FULL);
    match helper {
        Helper::Len | Helper::Count => args.first().map_or(Interval::FULL, |arg| match helper {
            Helper::Count => Interval { lo: 0, hi: arg.range.hi.max(0) },
            _ => arg.range.meet(Interval { lo: 0, hi: i128::from(i64::MAX) }),
        }),
        Helper::Min if args.len() > 1 => wide(&|a, b| Interval { lo: a.lo.min(b.lo), hi: a.hi.min(b.hi) }),
        Helper::Max if args.len() > 1 => wide(&|a, b| Interval { lo: a.lo.max(b.lo), hi: a.hi.max(b.hi) }),
        Helper::Abs => args.first().map_or(Interval::FULL, |arg| {
            let most = arg.range.lo.abs().max(arg.range.hi.abs());
            let least =
                if arg.range.lo <= 0 && arg.range.hi >= 0 { 0 } else { arg.range.lo.abs().min(arg.range.hi.abs()) };
            Interval { lo: least, hi: most }.in_range()
        }),
        Helper::Popcount => Interval::new(0, 63),
        Helper::Bit => Interval::new(0, 1),
        Helper::Digits => Interval::new(1, 19),
        Helper::Code => Interval::new(0, u32::from(char::MAX)),
        Helper::Number => Interval::new(0, i64::MAX),
        Helper::Reach => args.first().map_or(Interval::FULL, |graph| Interval { lo: 1, hi: graph.range.hi }),
        Helper::Gcd | Helper::Mex | Helper::Isqrt | Helper::Degree | Helper::Distance => Interval::new(0, i64::MAX),
        Helper::Adjacency | Helper::Edges | Helper::Arcs => Interval::new(0, MOST_NODES),
        Helper::Nodes => args.first().map_or(Interval::FULL, |arg| arg.range),
        Helper::Directions4 => Interval::of(4),
        _ => Interval::FULL,
    }
}

impl Checker<'_> {
    /// A result that can only overflow is a fault; otherwise what remains inside 64 bits.
    pub(super) fn provable(&mut self, span: Span, range: Interval) -> Interval {
        if self.guards == 0 && !range.is_empty() && range.in_range().is_empty() {
            let finding = Diagnostic::error("B046", "this number does not fit in 64 bits")
                .at(span, say!("at least {}", range.lo.abs().min(range.hi.abs())))
                .help("numbers run from -9223372036854775807 to 9223372036854775807");
            self.report(finding);
        }
        range.in_range()
    }

    /// What an operator can give.
    pub(super) fn operator_range(
        &mut self,
        span: Span,
        op: BinaryOp,
        ty: &Type,
        left: &Expr,
        right: &Expr,
    ) -> Interval {
        if *ty == Type::Bool {
            return Interval::new(0, 1);
        }
        if *ty != Type::Int {
            return Interval::FULL;
        }
        let (a, b) = (left.range, right.range);
        if a.is_empty() || b.is_empty() {
            return Interval::FULL;
        }
        match op {
            BinaryOp::Add => self.provable(span, a.plus(b)),
            BinaryOp::Sub => self.provable(span, a.minus(b)),
            BinaryOp::Mul => self.provable(span, a.times(b)),
            BinaryOp::Div | BinaryOp::Mod if b == Interval::of(0) => self.by_zero(span, right.span),
            BinaryOp::Div => a.divided(b).in_range(),
            BinaryOp::Mod => a.remainder(b),
            _ => Interval::FULL,
        }
    }

    fn by_zero(&mut self, span: Span, divisor: Span) -> Interval {
        if self.guards > 0 {
            return Interval::FULL;
        }
        let finding = Diagnostic::error("B043", say!("`{}` divides by zero", self.quote(span)))
            .at(divisor, "always 0")
            .help("nothing can be divided by zero: mend the number behind the sign");
        self.report(finding);
        Interval::FULL
    }

    /// A value that can never lie in the bounds of the variable it is given to is a fault.
    pub(super) fn provable_bounds(&mut self, value: &Expr, name: &str, domain: &Domain<Expr>, declared: Span) {
        if let Some(finding) = self.out_of_bounds(value, name, domain, declared) {
            self.report(finding);
        }
    }

    /// What is wrong with a value that can never lie in the bounds of its variable.
    pub(super) fn out_of_bounds(
        &self,
        value: &Expr,
        name: &str,
        domain: &Domain<Expr>,
        declared: Span,
    ) -> Option<Diagnostic> {
        if self.guards > 0 || !matches!(domain, Domain::Int { .. }) || value.ty != Type::Int {
            return None;
        }
        let bounds = of_domain(domain);
        if value.range.is_empty() || bounds.is_empty() || !value.range.meet(bounds).is_empty() {
            return None;
        }
        let message = match value.range.single() {
            Some(single) => say!("{single} lies outside the bounds of `{name}`"),
            None => say!("what is given to `{name}` always lies outside its bounds"),
        };
        let finding = Diagnostic::error("B041", message)
            .at(value.span, say_range(value.range))
            .at(declared, say!("`{name}` lies between {} and {}", bounds.lo, bounds.hi));
        Some(finding.help(say!("widen the bounds of `{name}`, or change the value")))
    }

    /// An index that can never lie in its list is a fault.
    pub(super) fn provable_index(&mut self, base: &Expr, indices: &[Expr]) {
        if self.guards > 0 {
            return;
        }
        let [index] = indices else { return self.provable_cell(base, indices) };
        let sized = matches!(base.ty, Type::List(_) | Type::Text | Type::Graph);
        if !sized || index.ty == Type::Range || index.range.is_empty() || base.range == Interval::FULL {
            return;
        }
        let inside = Interval { lo: 0, hi: base.range.hi - 1 };
        if index.range.meet(inside).is_empty() {
            let finding = Diagnostic::error("B042", "this index is never inside the list")
                .at(index.span, say_range(index.range))
                .at(base.span, say!("has at most {} entries, counted from 0", base.range.hi))
                .help(index_help("entry", base.range.hi));
            self.report(finding);
        }
    }

    /// A row or column that can never lie on its board is a fault.
    fn provable_cell(&mut self, base: &Expr, indices: &[Expr]) {
        let Some(Domain::Grid { rows, columns, .. }) = domain_of(&self.rules, base) else { return };
        let sides = [("row", "rows", rows.1.range.hi), ("column", "columns", columns.1.range.hi)];
        for (index, (side, sides, count)) in indices.iter().zip(sides) {
            let inside = Interval { lo: 0, hi: count - 1 };
            if !index.range.is_empty() && index.range.meet(inside).is_empty() {
                let finding = Diagnostic::error("B042", say!("this {side} is never on the board"))
                    .at(index.span, say_range(index.range))
                    .at(base.span, say!("has at most {count} {sides}, counted from 0"))
                    .help(index_help(side, count));
                return self.report(finding);
            }
        }
    }

    /// A loop without a sensible end is a fault. Only what a parameter or a number itself leaves open counts: where the analysis
    /// knows nothing, play will tell.
    pub(super) fn provable_loop(&mut self, over: &Expr) {
        if over.ty == Type::Range && over.range.hi > LONGEST_LOOP && self.left_open(over) {
            let what = self.quote(over.span);
            let finding = Diagnostic::error("B044", say!("`{what}` may hold more than a thousand million numbers"))
                .at(over.span, "nothing bounds this")
                .help("give the numbers in it bounds: `param n : 0..1000` instead of `param n : int`");
            self.report(finding);
        }
    }

    /// Whether an expression speaks of a parameter or a number as large as the loop would be.
    fn left_open(&self, over: &Expr) -> bool {
        let mut open = false;
        over.walk(&mut |part| {
            let large = part.ty == Type::Int && part.range.hi > LONGEST_LOOP;
            open |= large && matches!(part.kind, ExprKind::Param(_) | ExprKind::Const(_));
        });
        open
    }

    /// Bounds that can never hold anything are a fault.
    pub(super) fn provable_domain(&mut self, lo: &Expr, hi: &Expr, span: Span) {
        if lo.range.lo > hi.range.hi {
            let finding = Diagnostic::error("B045", "nothing lies between these bounds").at(
                span,
                say!(
                    "from {} to {}",
                    say_end(lo.range, "at least", lo.range.lo),
                    say_end(hi.range, "at most", hi.range.hi)
                ),
            );
            let texts = [lo, hi].map(|end| self.source.slice(end.span).to_owned());
            self.report(match [lo.range.single(), hi.range.single()] {
                [Some(_), Some(_)] => {
                    finding.edit("write the least value first", span, format!("{}..{}", texts[1], texts[0]))
                }
                _ => finding.help("write the least value first, then the greatest"),
            });
        }
    }
}

fn index_help(what: &'static str, count: i128) -> Text {
    match count {
        0 => say!("there is no {what}"),
        1 => say!("the only {what} is 0"),
        _ => say!("the first {what} is 0, the last {}", count - 1),
    }
}

fn say_end(range: Interval, bound: &'static str, end: i128) -> Text {
    range.single().map_or_else(|| say!("{bound} {end}"), |single| say!("{single}"))
}

/// `always 7`, `between 3 and 9`.
fn say_range(range: Interval) -> Text {
    match range.single() {
        Some(value) => say!("always {value}"),
        None => say!("between {} and {}", range.lo, range.hi),
    }
}

impl Expr {
    /// Whether a condition can be seen to fail always, from what its numbers can be.
    pub(super) fn never_holds(&self) -> bool {
        match &self.kind {
            ExprKind::Const(value) => self.ty == Type::Bool && *value == crate::datum::Datum::bool(false),
            ExprKind::Binary(BinaryOp::And, a, b) => a.never_holds() || b.never_holds(),
            ExprKind::Binary(BinaryOp::Or, a, b) => a.never_holds() && b.never_holds(),
            ExprKind::Compare(first, rest) => {
                let lefts = std::iter::once(&**first).chain(rest.iter().map(|(_, right)| right));
                lefts.zip(rest).any(|(left, (op, right))| never_so(*op, left, right))
            }
            _ => false,
        }
    }
}

fn never_so(op: CompareOp, left: &Expr, right: &Expr) -> bool {
    let (a, b) = (left.range, right.range);
    let numbers = left.ty == Type::Int && right.ty == Type::Int;
    if !numbers || a.is_empty() || b.is_empty() {
        return false;
    }
    match op {
        CompareOp::Eq => a.meet(b).is_empty(),
        CompareOp::Ne => a.single().is_some() && a == b,
        CompareOp::Lt => a.lo >= b.hi,
        CompareOp::Le => a.lo > b.hi,
        CompareOp::Gt => a.hi <= b.lo,
        CompareOp::Ge => a.hi < b.lo,
        CompareOp::In | CompareOp::NotIn => false,
    }
}
