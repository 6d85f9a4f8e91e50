//! Expressions: one small function a construct.

use super::scope::{Global, LocalKind};
use super::{Checker, MAX_DEPTH, MAX_EXPRESSIONS};
use crate::datum::{Datum, NONE};
use crate::diagnostic::{Diagnostic, shorten};
use crate::interval::Interval;
use crate::rules::{AnswerTerm, Choice, Expr, ExprKind};
use crate::source::Span;
use crate::syntax::tree::{self, BinaryOp, CompareOp, Shape, UnaryOp};
use crate::text::Text;
use crate::types::{Domain, Type};

impl Checker<'_> {
    /// Checks an expression.
    pub(super) fn expr(&mut self, expr: &tree::Expr) -> Expr {
        if self.depth >= MAX_DEPTH {
            let finding = Diagnostic::error("B054", "this is nested too deeply once every `def` is written out")
                .at(expr.span, say!("more than {MAX_DEPTH} levels"))
                .help("let `def`s use each other less deeply");
            self.report(finding);
            return self.broken(expr.span);
        }
        self.depth += 1;
        let checked = self.expr_kind(expr);
        self.depth -= 1;
        checked
    }

    fn expr_kind(&mut self, expr: &tree::Expr) -> Expr {
        let span = expr.span;
        match &expr.kind {
            tree::ExprKind::Int(value) => {
                self.make(span, Type::Int, Interval::of(*value), ExprKind::Const(Datum::Int(*value)))
            }
            tree::ExprKind::Text(text) => {
                let text = Datum::text(&self.as_answers_write(text, span));
                self.constant(span, Type::Text, text)
            }
            tree::ExprKind::Bool(value) => self.constant(span, Type::Bool, Datum::bool(*value)),
            tree::ExprKind::Bad => self.silent(span),
            tree::ExprKind::None => self.constant(span, Type::Optional(Box::new(Type::Any)), Datum::Int(NONE)),
            tree::ExprKind::Me => self.mover(span, "me", ExprKind::Me),
            tree::ExprKind::Opponent => self.mover(span, "opponent", ExprKind::Opponent),
            tree::ExprKind::Name(name) => self.name(name, span),
            tree::ExprKind::Unary(op, operand) => self.unary(span, *op, operand),
            tree::ExprKind::Binary(op, left, right) => self.binary(span, *op, left, right),
            tree::ExprKind::Compare(first, rest) => self.compare(span, first, rest),
            tree::ExprKind::Range { lo, hi, inclusive } => self.range(span, lo, hi, *inclusive),
            tree::ExprKind::If(condition, then, otherwise) => self.choose(span, condition, then, otherwise),
            tree::ExprKind::Call { name, args } => self.call(span, name, args),
            tree::ExprKind::Index(base, indices) => self.index(span, base, indices),
            tree::ExprKind::Paren(inner) => self.expr(inner),
            tree::ExprKind::Tuple(parts) => self.cell(span, parts),
            tree::ExprKind::List(entries) => self.list(span, entries),
            tree::ExprKind::Set(members) => self.set(span, members),
            tree::ExprKind::Comprehension { shape, item, clauses } => self.comprehension(span, *shape, item, clauses),
        }
    }

    /// A text; one that names a move in an example as answers write it, without blanks between: `take(1,2)`.
    fn as_answers_write(&mut self, text: &str, span: Span) -> String {
        if self.site.answer {
            self.note_move_in_text(text, span);
        }
        let name = text.split('(').next().unwrap_or_default().trim();
        if !(self.site.answer && text.contains('(') && self.globals.moves.contains_key(name)) {
            return text.to_owned();
        }
        let marks = ['(', ',', ')'];
        let tight = |piece: &str| {
            let mark = &piece[piece.trim_end_matches(marks).len()..];
            format!("{}{mark}", piece.trim_end_matches(marks).trim())
        };
        text.split_inclusive(marks).map(tight).collect()
    }

    /// An expression that must have a type.
    pub(super) fn expect(&mut self, expr: &tree::Expr, wanted: &Type, role: &'static str) -> Expr {
        let checked = self.expr(expr);
        self.want(checked, wanted, role)
    }

    /// A condition.
    pub(super) fn condition(&mut self, expr: &tree::Expr) -> Expr {
        self.expect(expr, &Type::Bool, "a condition")
    }

    /// A number.
    pub(super) fn number(&mut self, expr: &tree::Expr, role: &'static str) -> Expr {
        self.expect(expr, &Type::Int, role)
    }

    /// Reports an expression of the wrong type.
    pub(super) fn want(&mut self, checked: Expr, wanted: &Type, role: &'static str) -> Expr {
        if checked.ty.fits(wanted) {
            return checked;
        }
        let (wants, is) = (self.say(wanted), self.say(&checked.ty));
        let finding = Diagnostic::error("B030", say!("{role} must be {wants}, but this is {is}"))
            .at(checked.span, say!("this is {is}"))
            .help(self.instead(wanted, &checked));
        self.report(finding);
        self.broken(checked.span)
    }

    /// A type in words.
    pub(super) fn say(&self, ty: &Type) -> Text {
        match ty {
            Type::Int => "a number".into(),
            Type::Bool => "true or false".into(),
            Type::Player => "a player".into(),
            Type::Names(which) => match &self.names(*which).name {
                Some(name) => say!("a `{name}`"),
                None => say!("one of `{{{}}}`", shorten(&self.names(*which).names.join(", "))),
            },
            Type::Cell => "a cell".into(),
            Type::Node => "a node".into(),
            Type::Text => "a text".into(),
            Type::Optional(inner) if **inner == Type::Any => Text::code("`none`"),
            Type::Optional(inner) => say!("{} or `none`", self.say(inner)),
            Type::Set(of) => say!("a set{}", self.say_of(of)),
            Type::List(of) => say!("a list{}", self.say_of(of)),
            Type::Grid(_) => "a board".into(),
            Type::Record(_) => "a record".into(),
            Type::Graph => "a graph".into(),
            Type::Range => "a range of numbers".into(),
            Type::Any => "anything".into(),
        }
    }

    fn say_of(&self, of: &Type) -> Text {
        match of {
            Type::Any => Text::empty(),
            Type::Int => " of numbers".into(),
            Type::Cell => " of cells".into(),
            Type::Bool => " of truth values".into(),
            Type::Player => " of players".into(),
            Type::Node => " of nodes".into(),
            Type::Text => " of texts".into(),
            Type::Set(_) => " of sets".into(),
            Type::List(_) => " of lists".into(),
            Type::Record(_) => " of records".into(),
            other => say!(" whose entries are each {}", self.say(other)),
        }
    }

    /// Makes an expression, within the bound on how many there may be.
    pub(super) fn make(&mut self, span: Span, ty: Type, range: Interval, kind: ExprKind) -> Expr {
        self.made += 1;
        if self.exhausted() {
            self.too_long(span);
        }
        Expr { span, ty, range, kind }
    }

    /// Says, once, that there are too many expressions.
    pub(super) fn too_long(&mut self, span: Span) -> Expr {
        if !std::mem::replace(&mut self.too_long, true) {
            let limit = say!("the limit of {MAX_EXPRESSIONS} values and operators is reached here");
            self.report(if self.globals.defs.is_empty() {
                Diagnostic::error("B054", "these rules are too long").at(span, limit).help(
                    "say once what many moves or lines say: one `move` with choices, one list instead of many names",
                )
            } else {
                Diagnostic::error("B054", "these rules are too long once every `def` is written out")
                    .at(span, limit)
                    .help("let `def`s use each other less often, and one `move` with choices stand for many")
            });
        }
        self.broken(span)
    }

    /// Whether the bound on expressions is used up.
    pub(super) fn exhausted(&self) -> bool {
        self.made >= MAX_EXPRESSIONS
    }

    fn constant(&mut self, span: Span, ty: Type, value: Datum) -> Expr {
        let range = match &value {
            Datum::Text(letters) => Interval::of(letters.len() as i128),
            Datum::Int(NONE) => Interval::FULL,
            Datum::Int(number) => Interval::of(*number),
            _ => Interval::FULL,
        };
        self.make(span, ty, range, ExprKind::Const(value))
    }

    fn mover(&mut self, span: Span, word: &str, kind: ExprKind) -> Expr {
        if !self.site.me {
            let finding = Diagnostic::error("B036", say!("nobody is `{word}` in {}", self.site.name))
                .at(span, "nobody is to move here");
            self.report(self.naming_players(finding, span));
            return self.broken(span);
        }
        self.make(span, Type::Player, Interval::new(0, 1), kind)
    }

    fn name(&mut self, name: &str, span: Span) -> Expr {
        if let Some(local) = self.local(name, span) {
            if local.clash {
                return self.silent(span);
            }
            return self.make(span, local.ty, local.range, ExprKind::Local(local.slot));
        }
        if self.site.answer
            && let Some(term) = answer_term(name)
        {
            let ty = if term == AnswerTerm::Best { Type::List(Box::new(Type::Text)) } else { Type::Int };
            let ty = if term == AnswerTerm::Plies { Type::Optional(Box::new(ty)) } else { ty };
            return self.make(span, ty, Interval::FULL, ExprKind::Answer(term));
        }
        match self.global(name, span) {
            Some(global) if self.globals.broken.contains(&global) => self.silent(span),
            Some(global) => self.global_name(name, span, global),
            None => self.other_name(name, span),
        }
    }

    fn other_name(&mut self, name: &str, span: Span) -> Expr {
        if let Some(row) = crate::table::helpers::named(name)
            && let Some(ty) = row.forms.iter().find_map(|form| form.accepts(&[]))
        {
            return self.make(span, ty, Interval::of(8), ExprKind::Help(row.helper, Vec::new()));
        }
        if let Some(row) = crate::table::helpers::named(name) {
            let finding = Diagnostic::error("B021", say!("`{name}` is a helper and needs its brackets"))
                .at(span, "not called")
                .help(say!("write `{}`", row.usage));
            self.report(finding);
        } else {
            self.report_unknown(name, span, "name");
        }
        self.broken(span)
    }

    fn global_name(&mut self, name: &str, span: Span, global: Global) -> Expr {
        match global {
            Global::Param(_) | Global::Let(_) if self.stands_below(name) => self.too_early(name, span),
            Global::Param(which) if which < self.globals.params_ready => self.param(which, span),
            Global::Let(which) if which < self.globals.lets_ready => {
                let known = &self.rules.lets[which];
                let range = known.domain.as_ref().map_or(known.value.range, super::ranges::of_domain);
                let ty = known.ty();
                self.make(span, ty, range, ExprKind::Let(which))
            }
            Global::State(which) if self.site.state && which < self.globals.states_ready => self.state(which, span),
            Global::State(_) if !self.site.state => self.not_here(name, span),
            Global::Param(_) | Global::Let(_) | Global::State(_) => self.too_early(name, span),
            Global::Def(which) => self.def_without_call(which, span),
            Global::Unread => self.silent(span),
            Global::Player(player) => {
                let number = i64::from(player == crate::Player::Second);
                self.constant(span, Type::Player, Datum::Int(number))
            }
            Global::Value(list, place) => {
                let place = i64::try_from(place).unwrap_or(i64::MAX);
                self.constant(span, Type::Names(list), Datum::Int(place))
            }
            Global::Part(_) => self.part_as_value(name, span),
            Global::TypeName(_) => {
                let finding = Diagnostic::error("B030", say!("`{name}` is a type, and a value is needed here"))
                    .at(span, "a type")
                    .help(say!("a type stands behind `:`, as in `state x : {name} = …`; write one of its values here"));
                self.report(finding);
                self.broken(span)
            }
        }
    }

    fn param(&mut self, which: usize, span: Span) -> Expr {
        let domain = &self.rules.params[which].domain;
        let (ty, range) = (domain.ty(), super::ranges::of_domain(domain));
        self.make(span, ty, range, ExprKind::Param(which))
    }

    pub(super) fn state(&mut self, which: usize, span: Span) -> Expr {
        let domain = &self.rules.states[which].domain;
        let ty = domain.ty();
        let length = matches!(domain, Domain::List { .. }) && !self.replaced.contains(&which);
        let known = length || !self.changing.contains(&which);
        let range = if known { super::ranges::of_domain(domain) } else { Interval::FULL };
        self.make(span, ty, range, ExprKind::State(which))
    }

    pub(super) fn not_here(&mut self, name: &str, span: Span) -> Expr {
        let finding =
            Diagnostic::error("B037", say!("`{name}` changes during play and cannot be used in {}", self.site.name))
                .at(span, "changes during play");
        self.report(if self.site.answer {
            finding.help(
                "an example speaks of parameters and of the answer: `NAME wins in 3`, `plies`, `best`, `total(NAME)`",
            )
        } else {
            finding.help(say!("use a `def` for something worked out at every position: `def f() = … {name} …`"))
        });
        self.broken(span)
    }

    fn too_early(&mut self, name: &str, span: Span) -> Expr {
        if !self.globals.reported.insert(name.to_owned()) {
            return self.silent(span);
        }
        let defined = self.globals.entries.get(name).map(|entry| entry.span);
        let mut finding = Diagnostic::error("B020", say!("`{name}` is used before the line that says what it is"))
            .at(span, "used here");
        if let Some(place) = defined {
            finding = finding.at(place, "said here");
        }
        self.report(finding.help("move that line up"));
        self.broken(span)
    }

    /// Whether a name is declared below the `state` line at hand.
    fn stands_below(&self, name: &str) -> bool {
        let declared = self.globals.entries.get(name).map(|entry| entry.span.start);
        self.calls.is_empty() && self.above.is_some_and(|line| declared > Some(line))
    }

    fn def_without_call(&mut self, which: usize, span: Span) -> Expr {
        let def = self.globals.defs[which].clone();
        let finding = Diagnostic::error("B028", say!("`{}` is a `def` and needs its brackets", self.quote(span)))
            .at(span, "not called")
            .help(say!("write `{}`", def.form()));
        self.report(finding);
        self.broken(span)
    }

    fn unary(&mut self, span: Span, op: UnaryOp, operand: &tree::Expr) -> Expr {
        match op {
            UnaryOp::Neg => {
                let operand = self.number(operand, "what follows `-`");
                let range = self.provable(span, operand.range.negated());
                self.make(span, Type::Int, range, ExprKind::Unary(op, Box::new(operand)))
            }
            UnaryOp::Not => {
                let errors = self.errors();
                let operand = self.expect(operand, &Type::Bool, "what follows `not`");
                if self.errors() > errors {
                    return self.broken(span);
                }
                self.make(span, Type::Bool, Interval::new(0, 1), ExprKind::Unary(op, Box::new(operand)))
            }
        }
    }

    fn binary(&mut self, span: Span, op: BinaryOp, left: &tree::Expr, right: &tree::Expr) -> Expr {
        let left = self.expr(left);
        let right = match op {
            BinaryOp::And | BinaryOp::Or => self.guarded(|this| this.expr(right)),
            _ => self.expr(right),
        };
        self.binary_of(span, op, left, right)
    }

    /// `a ^ b` is the helper `xor`. A power is so often written like it that one that looks like a power is refused.
    fn nim_sum(&mut self, span: Span, left: Expr, right: Expr) -> Expr {
        let literal = |side: &Expr| match side.kind {
            ExprKind::Const(Datum::Int(number)) if side.ty == Type::Int => Some(number),
            _ => None,
        };
        if literal(&left).is_some() || literal(&right).is_some_and(|power| power > 1) {
            let (a, b) = (self.quote(left.span), self.quote(right.span));
            let meant = format!("xor({}, {})", self.source.slice(left.span), self.source.slice(right.span));
            let finding = Diagnostic::error("B004", "`^` is the nim sum, and this looks like a power")
                .at(span, "")
                .edit(say!("for the nim sum with a number write `xor({a}, {b})`"), span, meant)
                .help("there is no power operator; write a product, such as `x * x`");
            self.report(finding);
            return self.broken(span);
        }
        self.help_with(span, crate::table::helpers::Helper::Xor.row(), vec![left, right])
    }

    /// An operator between two checked expressions.
    pub(super) fn binary_of(&mut self, span: Span, op: BinaryOp, left: Expr, right: Expr) -> Expr {
        if op == BinaryOp::Xor && operator_type(op, &left.ty, &right.ty).is_some() {
            return self.nim_sum(span, left, right);
        }
        let Some(ty) = operator_type(op, &left.ty, &right.ty) else {
            return self.misfit(span, op, &left, &right);
        };
        let range = self.operator_range(span, op, &ty, &left, &right);
        self.make(span, ty, range, ExprKind::Binary(op, Box::new(left), Box::new(right)))
    }

    fn misfit(&mut self, span: Span, op: BinaryOp, left: &Expr, right: &Expr) -> Expr {
        let row = crate::table::operators::binary_row(op);
        let (a, b) = (self.say(&left.ty), self.say(&right.ty));
        let finding = Diagnostic::error("B031", say!("`{}` does not work between {a} and {b}", row.text))
            .at(span, "")
            .at(left.span, a.clone())
            .at(right.span, b.clone());
        self.report(match (&left.ty, op) {
            (Type::Set(of), BinaryOp::Add | BinaryOp::Sub) if right.ty.fits(of) => {
                let member = self.source.slice(right.span);
                let meant = format!("{{{member}}}");
                finding.edit(say!("a set takes a set: put the member in braces, `{meant}`"), right.span, meant)
            }
            (Type::List(of), BinaryOp::Add) if right.ty.fits(of) => {
                let (list, entry) = (self.quote(left.span), self.quote(right.span));
                let meant = format!("append({}, {})", self.source.slice(left.span), self.source.slice(right.span));
                finding.edit(say!("`append({list}, {entry})` is the list with this at its end"), span, meant)
            }
            (Type::List(_), BinaryOp::Sub) => {
                finding.help(say!("`remove({}, i)` is the list without entry `i`", self.quote(left.span)))
            }
            (_, BinaryOp::Or | BinaryOp::And) => {
                finding.help("both sides must be conditions: `x == 1 or x == 2`; one of several is `x in {1, 2}`")
            }
            _ => finding.help(say!("`{}`: {}", row.text, row.doc)),
        });
        self.broken(span)
    }

    fn compare(&mut self, span: Span, first: &tree::Expr, rest: &[(CompareOp, tree::Expr)]) -> Expr {
        let first = self.expr(first);
        let mut checked: Vec<(CompareOp, Expr)> = Vec::new();
        for (op, operand) in rest {
            let operand = self.expr(operand);
            let left = checked.last().map_or(&first, |(_, left)| left);
            if !compare_fits(*op, &left.ty, &operand.ty) {
                let finding = self.cannot_compare(*op, left, &operand);
                self.report(finding);
                return self.broken(span);
            }
            checked.push((*op, operand));
        }
        self.make(span, Type::Bool, Interval::new(0, 1), ExprKind::Compare(Box::new(first), checked))
    }

    fn cannot_compare(&self, op: CompareOp, left: &Expr, right: &Expr) -> Diagnostic {
        let (a, b) = (self.say(&left.ty), self.say(&right.ty));
        let text = crate::table::operators::compare_row(op).text;
        let message = match op {
            CompareOp::In | CompareOp::NotIn => say!("`{text}` cannot look for {a} in {b}"),
            _ => say!("`{text}` cannot compare {a} with {b}"),
        };
        Diagnostic::error("B031", message)
            .at(left.span, a)
            .at(right.span, b)
            .help(self.instead_of_comparing(op, left, right))
    }

    fn range(&mut self, span: Span, lo: &tree::Expr, hi: &tree::Expr, inclusive: bool) -> Expr {
        let lo = self.number(lo, "the first number of a range");
        let hi = self.number(hi, "the last number of a range");
        let length = hi.range.minus(lo.range).plus(Interval::of(i128::from(inclusive)));
        let length = Interval { lo: length.lo.max(0), hi: length.hi.max(0) };
        self.make(span, Type::Range, length, ExprKind::Range { lo: Box::new(lo), hi: Box::new(hi), inclusive })
    }

    fn choose(&mut self, span: Span, condition: &tree::Expr, then: &tree::Expr, otherwise: &tree::Expr) -> Expr {
        let condition = self.condition(condition);
        let (then, otherwise) = self.guarded(|this| (this.expr(then), this.expr(otherwise)));
        if !then.ty.fits(&otherwise.ty) && !otherwise.ty.fits(&then.ty) {
            let (a, b) = (self.say(&then.ty), self.say(&otherwise.ty));
            let finding =
                Diagnostic::error("B030", say!("both sides of `if` must be alike, but one is {a} and the other {b}"))
                    .at(otherwise.span, b)
                    .at(then.span, a)
                    .help("give both sides values of one kind");
            self.report(finding);
            return self.broken(span);
        }
        let (ty, range) = (then.ty.join(&otherwise.ty), then.range.hull(otherwise.range));
        self.make(span, ty, range, ExprKind::If(Box::new(condition), Box::new(then), Box::new(otherwise)))
    }

    fn index(&mut self, span: Span, base: &tree::Expr, indices: &[tree::Expr]) -> Expr {
        let base = self.expr(base);
        let indices: Vec<Expr> = indices.iter().map(|index| self.expr(index)).collect();
        self.index_of(span, base, indices)
    }

    /// An entry of a checked expression.
    pub(super) fn index_of(&mut self, span: Span, base: Expr, indices: Vec<Expr>) -> Expr {
        if let Type::Record(of) = &base.ty {
            return self.value_of_record(span, &of.clone(), base, indices);
        }
        let types: Vec<&Type> = indices.iter().map(|index| &index.ty).collect();
        let Some(ty) = index_type(&base.ty, &types) else {
            return self.bad_index(span, &base, &indices);
        };
        self.provable_index(&base, &indices);
        let range = if self.in_flux(&base) { Interval::FULL } else { super::ranges::of_entry(&self.rules, &base, &ty) };
        let range = if matches!(types.first(), Some(Type::Range)) { indices[0].range } else { range };
        self.make(span, ty, range, ExprKind::Index(Box::new(base), indices))
    }

    /// A value of a record, by its number, which is written out: each has a type of its own.
    fn value_of_record(&mut self, span: Span, of: &[Type], base: Expr, indices: Vec<Expr>) -> Expr {
        let place = match indices.as_slice() {
            [Expr { kind: ExprKind::Const(Datum::Int(place)), .. }] => usize::try_from(*place).ok(),
            _ => return self.bad_index(span, &base, &indices),
        };
        let Some((place, ty)) = place.and_then(|place| Some((place, of.get(place)?.clone()))) else {
            let finding = Diagnostic::error("B042", "this record has no such value")
                .at(indices[0].span, say!("has {} values, counted from 0", of.len()))
                .help(say!("the first value is 0, the last {}", of.len() - 1));
            self.report(finding);
            return self.broken(span);
        };
        let range = super::ranges::of_value(&self.rules, &base, place);
        self.make(span, ty, range, ExprKind::Index(Box::new(base), indices))
    }

    /// What is given to a name of a domain: `(1, 2)` is a record where one is wanted, and a cell elsewhere.
    pub(super) fn given(&mut self, value: &tree::Expr, domain: &Domain<Expr>) -> Expr {
        let span = value.span;
        match (&value.kind, domain) {
            (tree::ExprKind::List(entries), Domain::List { of, .. }) if of.holds_records() => {
                let entries: Vec<Expr> = entries.iter().map(|entry| self.given_entry(entry, of, "an entry")).collect();
                let length = Interval::of(entries.len() as i128);
                self.make(span, Type::List(Box::new(of.ty())), length, ExprKind::List(entries))
            }
            (tree::ExprKind::Tuple(values), Domain::Record(of)) if values.len() == of.len() => {
                let values =
                    values.iter().zip(of).map(|(value, of)| self.given_entry(value, of, "this value")).collect();
                self.make(span, domain.ty(), Interval::FULL, ExprKind::List(values))
            }
            (tree::ExprKind::Tuple(values), Domain::Record(of)) => {
                let finding = Diagnostic::error("B030", say!("a record of {} values is wanted here", of.len()))
                    .at(span, say!("{} values", values.len()))
                    .help("write a value for each of its types, in their order");
                self.report(finding);
                self.broken(span)
            }
            _ => self.expr(value),
        }
    }

    pub(super) fn given_entry(&mut self, value: &tree::Expr, domain: &Domain<Expr>, role: &'static str) -> Expr {
        let checked = self.given(value, domain);
        if super::lines::fills(&checked.ty, domain) { checked } else { self.want(checked, &domain.ty(), role) }
    }

    /// Whether an expression is (an entry of) a variable that the move at hand changes: its entries may be out of bounds for now.
    fn in_flux(&self, base: &Expr) -> bool {
        match &base.kind {
            ExprKind::State(which) => self.changing.contains(which),
            ExprKind::Index(base, _) => self.in_flux(base),
            _ => false,
        }
    }

    fn bad_index(&mut self, span: Span, base: &Expr, indices: &[Expr]) -> Expr {
        let told = !self.globals.reported.insert(format!("{}[]", self.source.slice(base.span)));
        self.silenced += usize::from(told);
        if base.ty != Type::Any && !told {
            let what = self.say(&base.ty);
            let help = match &base.ty {
                Type::Grid(_) => "a board takes a row and a column, `b[r, c]`, or a cell, `b[cell]`",
                Type::List(of) if indices.len() > 1 && matches!(**of, Type::List(_)) => {
                    "a list of lists has a pair of brackets for each: `xs[i][j]`; a board is `grid[r, c] of …`"
                }
                Type::List(_) | Type::Text => "a list takes a number, `xs[i]`, or a range, `xs[a ..< b]`",
                Type::Graph => "a graph takes a node, `g[v]`, and gives its neighbours",
                Type::Set(_) => "a set has no order; ask `x in s`, or run over it",
                Type::Record(_) => "a record takes the number of one of its values, written out: `card[0]`",
                _ => "only lists, texts, boards and graphs have entries",
            };
            let given: Vec<Text> = indices.iter().map(|index| self.say(&index.ty)).collect();
            let finding =
                Diagnostic::error("B033", say!("{what} cannot be indexed by {}", Text::joined(given, " and ")))
                    .at(span, "")
                    .help(help);
            self.report(finding);
        }
        self.broken(span)
    }

    fn cell(&mut self, span: Span, parts: &[tree::Expr]) -> Expr {
        let [row, column] = parts else {
            let finding = Diagnostic::error("B030", "a cell has a row and a column")
                .at(span, say!("{} parts", parts.len()))
                .help("a cell is `(r, c)`, a set `{1, 2, 3}`, a list `[1, 2, 3]`");
            self.report(finding);
            return self.broken(span);
        };
        let (row, column) = (self.number(row, "a row"), self.number(column, "a column"));
        self.make(span, Type::Cell, Interval::FULL, ExprKind::Cell(Box::new(row), Box::new(column)))
    }

    fn list(&mut self, span: Span, entries: &[tree::Expr]) -> Expr {
        let (entries, of) = self.alike(entries, "entries of a list");
        let length = Interval::of(entries.len() as i128);
        self.make(span, Type::List(Box::new(of)), length, ExprKind::List(entries))
    }

    fn set(&mut self, span: Span, members: &[tree::Expr]) -> Expr {
        let (members, of) = self.alike(members, "members of a set");
        self.scalar_members(span, &of);
        let length = Interval::new(i128::from(!members.is_empty()), members.len() as i128);
        self.make(span, Type::Set(Box::new(of)), length, ExprKind::Set(members))
    }

    fn scalar_members(&mut self, span: Span, of: &Type) {
        if !of.is_scalar() {
            let what = self.say(of);
            let finding =
                Diagnostic::error("B030", say!("a set holds numbers, names, players, cells or nodes, not {what}"))
                    .at(span, "")
                    .help("use a list for other things");
            self.report(finding);
        }
    }

    fn alike(&mut self, entries: &[tree::Expr], role: &'static str) -> (Vec<Expr>, Type) {
        let mut of = Type::Any;
        let mut checked = Vec::new();
        for entry in entries {
            let entry = self.expr(entry);
            let entry = if entry.ty.fits(&of) || of.fits(&entry.ty) { entry } else { self.unlike(entry, &of, role) };
            of = of.join(&entry.ty);
            checked.push(entry);
        }
        (checked, of)
    }

    fn unlike(&mut self, entry: Expr, of: &Type, role: &'static str) -> Expr {
        let (first, is) = (self.say(of), self.say(&entry.ty));
        let finding =
            Diagnostic::error("B030", say!("{role} must be alike, but this is {is} and the one before {first}"))
                .at(entry.span, is)
                .help("a list or set holds values of one kind; for several kinds use several `state` variables");
        self.report(finding);
        self.broken(entry.span)
    }

    fn comprehension(&mut self, span: Span, shape: Shape, item: &tree::Expr, clauses: &[tree::Clause]) -> Expr {
        let (item, clauses) = self.scoped(span, |this| {
            let clauses: Vec<Choice> = clauses.iter().map(|clause| this.clause(clause)).collect();
            (this.guarded(|this| this.expr(item)), clauses)
        });
        let most = clauses
            .iter()
            .fold(Interval::of(1), |all, clause| all.times(Interval::new(0, clause.over.range.hi.clamp(0, 1 << 40))));
        let length = Interval::new(0, most.hi.min(1 << 62));
        let set = shape == Shape::Set;
        if set {
            self.scalar_members(span, &item.ty.clone());
        }
        let of = Box::new(item.ty.clone());
        let ty = if set { Type::Set(of) } else { Type::List(of) };
        self.make(span, ty, length, ExprKind::Comprehension { set, item: Box::new(item), clauses })
    }

    fn clause(&mut self, clause: &tree::Clause) -> Choice {
        self.choice(&clause.name, &clause.over, clause.condition.as_ref(), LocalKind::Loop)
    }

    /// `name in over if condition`, of a move or a comprehension. The name stays in scope.
    pub(super) fn choice(
        &mut self,
        name: &tree::Name,
        over: &tree::Expr,
        condition: Option<&tree::Expr>,
        kind: LocalKind,
    ) -> Choice {
        let over = self.expr(over);
        let over = self.run_over(over);
        let ty = over.ty.entry().unwrap_or(Type::Any);
        let range = super::ranges::of_choice(&self.rules, &over);
        let slot = self.bind(name, kind, ty.clone(), range);
        let condition = condition.map(|condition| self.condition(condition));
        let choice = Choice { name: name.text.clone(), slot, over, condition, ty };
        if matches!(kind, LocalKind::Choice) { self.taken_from(choice) } else { choice }
    }

    /// A choice from `[x for x in xs if …]` is one from `xs` with a condition: no list is made.
    fn taken_from(&mut self, choice: Choice) -> Choice {
        let ExprKind::Comprehension { set: false, item, clauses } = &choice.over.kind else { return choice };
        let ([clause], ExprKind::Local(kept)) = (clauses.as_slice(), &item.kind) else { return choice };
        // The list's own name is out of scope, and the choice has its slot: the condition speaks of the choice as it stands.
        if *kept != clause.slot || clause.slot != choice.slot {
            return choice;
        }
        let clause = clause.clone();
        let condition = match (clause.condition, choice.condition) {
            (Some(wanted), Some(condition)) => {
                let both = ExprKind::Binary(BinaryOp::And, Box::new(wanted), Box::new(condition));
                Some(self.make(choice.over.span, Type::Bool, Interval::FULL, both))
            }
            (wanted, condition) => wanted.or(condition),
        };
        Choice { over: clause.over, condition, ..choice }
    }

    /// Something that a loop or a choice runs over.
    pub(super) fn run_over(&mut self, over: Expr) -> Expr {
        if over.ty.entry().is_none() {
            let what = self.say(&over.ty);
            let text = self.quote(over.span);
            let help = match &over.ty {
                Type::Int if matches!(over.kind, ExprKind::Binary(..)) => "write a range: `1..3`".into(),
                Type::Int => say!("write a range: `1..{text}`, or `0..<{text}` to count from 0"),
                Type::Grid(_) => say!("run over its cells: `cells({text})`"),
                Type::Graph => say!("run over its nodes, `nodes({text})`, or a node's neighbours, `{text}[v]`"),
                _ => "one can run over a range, set, list or text".into(),
            };
            let finding = Diagnostic::error("B035", say!("cannot run over {what}")).at(over.span, what).help(help);
            self.report(finding);
            return self.broken(over.span);
        }
        self.provable_loop(&over);
        over
    }
}

/// The answer's terms that need no brackets.
fn answer_term(name: &str) -> Option<AnswerTerm> {
    match name {
        "plies" => Some(AnswerTerm::Plies),
        "positions" => Some(AnswerTerm::Positions),
        "best" => Some(AnswerTerm::Best),
        "nimber" => Some(AnswerTerm::Nimber),
        _ => None,
    }
}

/// The type of `a op b`, if it has one.
fn operator_type(op: BinaryOp, a: &Type, b: &Type) -> Option<Type> {
    let numbers = a.fits(&Type::Int) && b.fits(&Type::Int);
    match (op, a, b) {
        (BinaryOp::And | BinaryOp::Or, ..) => (a.fits(&Type::Bool) && b.fits(&Type::Bool)).then_some(Type::Bool),
        (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Union | BinaryOp::Intersect, Type::Set(_), Type::Set(_)) => {
            a.fits(b).then(|| a.join(b))
        }
        (BinaryOp::Add, Type::List(_), Type::List(_)) => a.fits(b).then(|| a.join(b)),
        (BinaryOp::Add | BinaryOp::Sub, a, b) if is_cell(a) && is_cell(b) => Some(Type::Cell),
        (BinaryOp::Union | BinaryOp::Intersect, Type::Any, other)
        | (BinaryOp::Union | BinaryOp::Intersect, other, Type::Any) => Some(other.clone()),
        (BinaryOp::Union | BinaryOp::Intersect, ..) => None,
        (BinaryOp::Xor, ..) => numbers.then_some(Type::Int),
        (_, Type::Any, other @ (Type::Set(_) | Type::List(_) | Type::Cell))
        | (_, other @ (Type::Set(_) | Type::List(_) | Type::Cell), Type::Any) => Some(other.clone()),
        _ => numbers.then_some(Type::Int),
    }
}

/// A cell, or one that may be `none`, which is looked at while running.
fn is_cell(ty: &Type) -> bool {
    matches!(ty, Type::Cell) || matches!(ty, Type::Optional(inner) if **inner == Type::Cell)
}

/// Whether two types can be compared so.
fn compare_fits(op: CompareOp, a: &Type, b: &Type) -> bool {
    let numbers = a.fits(&Type::Int) && b.fits(&Type::Int);
    match op {
        CompareOp::Eq | CompareOp::Ne if a.is_none() || b.is_none() => a.may_be_none() && b.may_be_none(),
        CompareOp::Eq | CompareOp::Ne => a.fits(b) || b.fits(a) || is_entries(a, b) || is_entries(b, a),
        CompareOp::Lt | CompareOp::Le | CompareOp::Gt | CompareOp::Ge => {
            let texts = *a == Type::Text && *b == Type::Text;
            numbers || texts || (matches!((a, b), (Type::Set(_), Type::Set(_))) && a.fits(b))
        }
        CompareOp::In | CompareOp::NotIn => match b {
            Type::Any => true,
            Type::Text => a.fits(&Type::Text),
            other => other.entry().is_some_and(|entry| a.fits(&entry)),
        },
    }
}

/// A range may be compared with a list of numbers.
fn is_entries(a: &Type, b: &Type) -> bool {
    *a == Type::Range && matches!(b, Type::List(of) if of.fits(&Type::Int))
}

/// The type of an entry, if that is how one may be named.
fn index_type(base: &Type, indices: &[&Type]) -> Option<Type> {
    let number = |ty: &Type| ty.fits(&Type::Int);
    match (base, indices) {
        (Type::Any, _) => Some(Type::Any),
        (Type::List(_) | Type::Text, [Type::Range]) => Some(base.clone()),
        (Type::List(of), [at]) if number(at) => Some((**of).clone()),
        (Type::Text, [at]) if number(at) => Some(Type::Text),
        (Type::Grid(of), [row, column]) if number(row) && number(column) => Some((**of).clone()),
        (Type::Grid(of), [at]) if at.fits(&Type::Cell) => Some((**of).clone()),
        (Type::Graph, [at]) if number(at) => Some(Type::List(Box::new(Type::Node))),
        _ => None,
    }
}
