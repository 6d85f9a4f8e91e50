//! Declared types: what a parameter or a state variable may be.

use super::scope::Global;
use super::{Checker, is_names};
use crate::datum::Datum;
use crate::diagnostic::Diagnostic;
use crate::interval::Interval;
use crate::rules::{Expr, ExprKind, Names};
use crate::source::Span;
use crate::syntax::tree::{self, TypeKind};
use crate::table::helpers::Helper;
use crate::types::{Domain, Type};

/// A set in a position may have at most this many possible members, and a list or board this many entries.
const MOST_ENTRIES: i128 = 1 << 20;

/// What is being declared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Declares {
    Param,
    State,
}

impl Checker<'_> {
    /// Checks a declared type. A faulty part becomes `int`, so that the rest is still checked.
    pub(super) fn domain(&mut self, ty: &tree::Type, declares: Declares) -> Domain<Expr> {
        let span = ty.span;
        match &ty.kind {
            TypeKind::Range(range) => self.bounded(range),
            TypeKind::Int => self.whole(span, declares),
            TypeKind::Bool => Domain::Bool,
            TypeKind::Player => Domain::Player,
            TypeKind::Names(names) => self.names_domain(None, names),
            TypeKind::Set(of) => self.set_domain(of, declares),
            TypeKind::List { length, of } => self.list_domain(span, length, of, declares),
            TypeKind::Grid { rows, columns, of } => self.grid_domain(span, rows, columns, of, declares),
            TypeKind::Graph { size } => self.graph_domain(span, size, declares),
            TypeKind::Node(graph) => self.node_domain(graph),
            TypeKind::Cell(board) => self.cell_domain(board),
            TypeKind::Position(board) => self.position_domain(board),
            TypeKind::Text => self.text_domain(span, declares),
            TypeKind::Record(of) => self.record_domain(span, of, declares),
            TypeKind::Optional(inner) => self.optional_domain(inner, declares),
            TypeKind::Named(name) => self.named_domain(name, span, declares),
        }
    }

    fn bounded(&mut self, range: &tree::Expr) -> Domain<Expr> {
        let (lo, hi) = self.bounds(range);
        self.provable_domain(&lo, &hi, range.span);
        Domain::Int { lo, hi }
    }

    /// Both ends of a range, the last one included; a single number stands for both.
    fn bounds(&mut self, range: &tree::Expr) -> (Expr, Expr) {
        let tree::ExprKind::Range { lo, hi, inclusive } = &range.kind else {
            let size = self.number(range, "a length");
            return (size.clone(), size);
        };
        let (lo, hi) = (self.number(lo, "a bound"), self.number(hi, "a bound"));
        let hi = if *inclusive { hi } else { self.less_one(hi) };
        (lo, hi)
    }

    fn less_one(&mut self, hi: Expr) -> Expr {
        let one = self.whole_number(hi.span, 1);
        self.binary_of(hi.span, tree::BinaryOp::Sub, hi, one)
    }

    pub(super) fn whole_number(&mut self, span: Span, value: i64) -> Expr {
        self.make(span, Type::Int, Interval::of(value), ExprKind::Const(Datum::Int(value)))
    }

    fn whole(&mut self, span: Span, declares: Declares) -> Domain<Expr> {
        if declares == Declares::State {
            let finding = Diagnostic::error("B040", "a state variable needs bounds")
                .at(span, "any number at all")
                .help("write the least and the greatest value: `0..100`; they may use parameters: `0..n`");
            self.report(finding);
        }
        Domain::Whole
    }

    fn set_domain(&mut self, of: &tree::Type, declares: Declares) -> Domain<Expr> {
        let errors = self.errors();
        let inner = self.domain(of, declares);
        let unfit = !inner.ty().is_scalar() || matches!(inner, Domain::Whole) && declares == Declares::State;
        if unfit && self.errors() == errors {
            let finding =
                Diagnostic::error("B030", "a set holds numbers within bounds, names, players, cells or nodes")
                    .at(of.span, "not one of these")
                    .help("for other things use a list: `list[0..9] of …`");
            self.report(finding);
        }
        Domain::Set(Box::new(inner))
    }

    fn list_domain(&mut self, span: Span, length: &tree::Expr, of: &tree::Type, declares: Declares) -> Domain<Expr> {
        let (min, max) = self.bounds(length);
        self.provable_domain(&min, &max, length.span);
        self.sensible_size(span, min.range.lo, declares);
        let of = Box::new(self.domain(of, declares));
        Domain::List { min, max, of }
    }

    fn sensible_size(&mut self, span: Span, least: i128, declares: Declares) {
        if declares == Declares::State && least > MOST_ENTRIES {
            let finding = Diagnostic::error("B047", say!("a position with {least} entries is too large"))
                .at(span, "part of every position")
                .help(say!("a list or board in a position has at most {MOST_ENTRIES} entries"));
            self.report(finding);
        }
    }

    fn grid_domain(
        &mut self,
        span: Span,
        rows: &tree::Expr,
        columns: &tree::Expr,
        of: &tree::Type,
        declares: Declares,
    ) -> Domain<Expr> {
        let sides = [rows, columns].map(|side| (side, matches!(side.kind, tree::ExprKind::Range { .. })));
        for (side, varies) in sides {
            if varies && declares == Declares::State {
                let finding = Diagnostic::error("B030", "the board of a game keeps its size")
                    .at(side.span, "a range")
                    .help("give one number, or a parameter");
                self.report(finding);
            }
        }
        let (rows, columns) = (self.bounds(rows), self.bounds(columns));
        self.sensible_size(span, rows.0.range.lo.max(0) * columns.0.range.lo.max(0), declares);
        let inner = self.domain(of, declares);
        if !inner.ty().is_scalar() {
            let finding = Diagnostic::error("B030", "a cell of a board holds one thing: a number, a name, a player")
                .at(of.span, "not one thing")
                .help("for more at each place use several boards of that size");
            self.report(finding);
        }
        Domain::Grid { rows, columns, of: Box::new(inner) }
    }

    fn graph_domain(&mut self, span: Span, size: &tree::Expr, declares: Declares) -> Domain<Expr> {
        self.params_only(span, "a graph", declares);
        let (min, max) = self.bounds(size);
        Domain::Graph { min, max }
    }

    fn text_domain(&mut self, span: Span, declares: Declares) -> Domain<Expr> {
        self.params_only(span, "a text", declares);
        Domain::Text
    }

    fn record_domain(&mut self, span: Span, of: &[tree::Type], declares: Declares) -> Domain<Expr> {
        if std::mem::replace(&mut self.in_record, true) {
            let finding = Diagnostic::error("B030", "a record holds no records")
                .at(span, "a record inside a record")
                .help("write all of its values side by side: `(0..9, 0..9, text)`");
            self.report(finding);
            return Domain::Whole;
        }
        if declares == Declares::State {
            let finding = Diagnostic::error("B055", "a record can be a `param`, but it cannot change during play")
                .at(span, "part of a position")
                .help("use a variable for each of its values, or a list for each");
            self.report(finding);
        }
        let of = of.iter().map(|of| self.domain(of, Declares::Param)).collect();
        self.in_record = false;
        Domain::Record(of)
    }

    fn params_only(&mut self, span: Span, what: &'static str, declares: Declares) {
        if declares == Declares::State {
            let finding = Diagnostic::error("B055", say!("{what} can be a `param`, but it cannot change during play"))
                .at(span, "part of a position")
                .help("use a list, a set, or `node of g` for a place on a graph");
            self.report(finding);
        }
    }

    fn node_domain(&mut self, graph: &tree::Name) -> Domain<Expr> {
        let named = tree::Expr { span: graph.span, kind: tree::ExprKind::Name(graph.text.clone()) };
        let graph = self.expect(&named, &Type::Graph, "what a node belongs to");
        let (span, range) = (graph.span, graph.range);
        let nodes = self.make(span, Type::Int, range, ExprKind::Help(Helper::Len, vec![graph]));
        Domain::Node { nodes }
    }

    fn cell_domain(&mut self, board: &tree::Name) -> Domain<Expr> {
        let domain = match self.global(&board.text, board.span) {
            Some(Global::State(which)) => self.rules.states.get(which).map(|state| state.domain.clone()),
            Some(Global::Param(which)) => self.rules.params.get(which).map(|param| param.domain.clone()),
            Some(Global::Let(which)) => self.rules.lets.get(which).and_then(|known| known.domain.clone()),
            _ => None,
        };
        let one = self.whole_number(board.span, 1);
        if let Some(Domain::Grid { rows, columns, .. }) = domain {
            return Domain::Cell { rows: rows.1, columns: columns.1 };
        }
        if self.is_broken(&board.text) {
            return Domain::Cell { rows: one.clone(), columns: one };
        }
        let finding =
            Diagnostic::error("B020", say!("there is no board called `{}` above this line", self.quote(board.span)))
                .at(board.span, "not a board")
                .help(
                    "a board is declared by `state NAME : grid[rows, columns] of …`, one that never changes by `let`",
                );
        self.report(finding);
        Domain::Cell { rows: one.clone(), columns: one }
    }

    fn optional_domain(&mut self, inner: &tree::Type, declares: Declares) -> Domain<Expr> {
        let errors = self.errors();
        let domain = self.domain(inner, declares);
        let fits = matches!(
            domain,
            Domain::Int { .. } | Domain::Player | Domain::Names { .. } | Domain::Cell { .. } | Domain::Node { .. }
        );
        if !fits && self.errors() == errors {
            let finding = Diagnostic::error(
                "B030",
                "only a number within bounds, a player, a name, a cell or a node can also be `none`",
            )
            .at(inner.span, "has no `none`")
            .help("for a truth value use names: `{yes, no}?`; a list or set that may be missing can be empty");
            self.report(finding);
        }
        Domain::Optional(Box::new(domain))
    }

    fn named_domain(&mut self, name: &str, span: Span, declares: Declares) -> Domain<Expr> {
        match self.global(name, span) {
            _ if self.is_broken(name) => Domain::Whole,
            Some(Global::TypeName(which)) => {
                let ty = self.globals.types[which].1.clone();
                if is_names(&ty) { self.declared_names(name) } else { self.domain(&ty, declares) }
            }
            _ => {
                let finding = self.unknown_type(name, span);
                self.report(finding);
                Domain::Whole
            }
        }
    }

    fn declared_names(&self, name: &str) -> Domain<Expr> {
        let which = self.globals.named_lists.get(name).copied();
        which.map_or(Domain::Whole, |list| Domain::Names { list, count: self.rules.names[list].names.len() })
    }

    fn unknown_type(&self, name: &str, span: Span) -> Diagnostic {
        const TYPES: [&str; 12] =
            ["int", "bool", "player", "set", "list", "grid", "graph", "node", "cell", "position", "text", "number"];
        let shown = crate::diagnostic::shorten(name);
        let finding = Diagnostic::error("B024", say!("there is no type called `{shown}`")).at(span, "not a type");
        let own = self.globals.order.iter().filter(|known| {
            matches!(self.globals.entries.get(*known).map(|entry| entry.means), Some(Global::TypeName(_)))
        });
        match self.near(name, TYPES.into_iter().chain(own.map(String::as_str))) {
            Some(near) if near != "number" => finding.edit(say!("did you mean `{near}`?"), span, near),
            _ => finding.help("numbers: `0..n`; others: `bool`, `player`, `{red, green}`, `set of T`, `list[n] of T`, `grid[r, c] of T`, `graph[n]`, `node of g`, `cell of b`, `text`"),
        }
    }

    /// A list of names used as a type; its names become known everywhere.
    pub(super) fn names_domain(&mut self, name: Option<&str>, names: &[tree::Name]) -> Domain<Expr> {
        let texts: Vec<String> = names.iter().map(|name| name.text.clone()).collect();
        let key = (name.map(str::to_owned), texts.clone());
        if let Some(which) = self.globals.lists.get(&key).copied() {
            self.note_names_again(names);
            return Domain::Names { list: which, count: names.len() };
        }
        let (which, span) = (self.rules.names.len(), names.first().map_or_else(Span::default, |name| name.span));
        self.globals.lists.insert(key, which);
        if let Some(name) = name {
            self.globals.named_lists.insert(name.to_owned(), which);
        }
        self.rules.names.push(Names { name: name.map(str::to_owned), names: texts, span });
        for (place, name) in names.iter().enumerate() {
            self.declare(name, Global::Value(which, place));
        }
        Domain::Names { list: which, count: names.len() }
    }
}
