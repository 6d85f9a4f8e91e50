//! Expressions in words: signs where everybody reads them, words where not.

use super::Teller;
use bouton::rules::syntax::tree::{BinaryOp, Choice, Clause, CompareOp, Expr, ExprKind, Type, TypeKind, UnaryOp};
use bouton::rules::table::helpers::named;

impl Teller {
    pub(super) fn expr(&self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Int(number) if *number < 0 => format!("−{}", number.unsigned_abs()),
            ExprKind::Int(number) => number.to_string(),
            ExprKind::Text(text) => format!("“{text}”"),
            ExprKind::Bool(true) => self.word("say-true"),
            ExprKind::Bool(false) => self.word("say-false"),
            ExprKind::None => self.word("say-none"),
            ExprKind::Me => self.word("say-me"),
            ExprKind::Opponent => self.word("say-opponent"),
            ExprKind::Bad => "…".to_owned(),
            ExprKind::Name(name) => self.name(name),
            ExprKind::Unary(UnaryOp::Neg, of) => format!("−{}", self.expr(of)),
            ExprKind::Unary(UnaryOp::Not, of) => self.say("say-not", &[("a", self.expr(of))]),
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b),
            ExprKind::Compare(first, rest) => self.compare(first, rest),
            ExprKind::Range { lo, hi, inclusive } => {
                let id = if *inclusive { "say-range" } else { "say-range-before" };
                self.say(id, &[("lo", self.expr(lo)), ("hi", self.expr(hi))])
            }
            ExprKind::If(when, then, otherwise) => {
                let (when, then) = (self.expr(when), self.expr(then));
                self.say("say-if-value", &[("c", when), ("a", then), ("b", self.expr(otherwise))])
            }
            ExprKind::Call { name, args } => self.call(&name.text, args),
            ExprKind::Index(of, at) => self.index(of, at),
            ExprKind::Paren(inner) => format!("({})", self.expr(inner)),
            ExprKind::Tuple(parts) => format!("({})", self.exprs(parts).join(", ")),
            ExprKind::List(parts) => format!("[{}]", self.exprs(parts).join(", ")),
            ExprKind::Set(parts) if parts.is_empty() => self.word("say-empty-set"),
            ExprKind::Set(parts) => format!("{{{}}}", self.exprs(parts).join(", ")),
            ExprKind::Comprehension { item, clauses, .. } => {
                self.say("say-each", &[("item", self.expr(item)), ("clauses", self.clauses(clauses))])
            }
        }
    }

    pub(super) fn exprs(&self, exprs: &[Expr]) -> Vec<String> {
        exprs.iter().map(|expr| self.expr(expr)).collect()
    }

    /// A name stands as it is written; those that the language itself gives have words.
    fn name(&self, name: &str) -> String {
        match name {
            "directions4" => self.word("say-help-directions4"),
            "directions8" => self.word("say-help-directions8"),
            "plies" => self.word("say-answer-plies"),
            "positions" => self.word("say-answer-positions"),
            "best" => self.word("say-answer-best"),
            "nimber" => self.word("nimber"),
            other => other.to_owned(),
        }
    }

    fn binary(&self, op: BinaryOp, a: &Expr, b: &Expr) -> String {
        let joins = matches!(op, BinaryOp::And | BinaryOp::Or);
        let operand =
            |expr: &Expr| if joins && is_quantified(expr) { format!("({})", self.expr(expr)) } else { self.expr(expr) };
        let (left, right) = (operand(a), operand(b));
        let sign = match op {
            BinaryOp::Add => "+",
            BinaryOp::Sub => "−",
            BinaryOp::Mul => "×",
            BinaryOp::Union => "∪",
            BinaryOp::Intersect => "∩",
            BinaryOp::Xor => "⊕",
            BinaryOp::Div => return self.say("say-div", &[("a", left), ("b", right)]),
            BinaryOp::Mod => return self.say("say-mod", &[("a", left), ("b", right)]),
            BinaryOp::And => return self.say("say-and", &[("a", left), ("b", right)]),
            BinaryOp::Or => return self.say("say-or", &[("a", left), ("b", right)]),
        };
        format!("{left} {sign} {right}")
    }

    /// `1 ≤ X ≤ 2 × M`; membership and emptiness have words.
    fn compare(&self, first: &Expr, rest: &[(CompareOp, Expr)]) -> String {
        if let [(op, other)] = rest {
            let empty = matches!(other.kind, ExprKind::None);
            let (a, b) = (self.expr(first), self.expr(other));
            match op {
                CompareOp::Eq if empty => return self.say("say-is-none", &[("a", a)]),
                CompareOp::Ne if empty => return self.say("say-is-some", &[("a", a)]),
                CompareOp::In => return self.say("say-in", &[("a", a), ("b", b)]),
                CompareOp::NotIn => return self.say("say-not-in", &[("a", a), ("b", b)]),
                _ => {}
            }
        }
        let mut words = self.expr(first);
        for (op, other) in rest {
            let sign = match op {
                CompareOp::Eq => "=",
                CompareOp::Ne => "≠",
                CompareOp::Lt => "<",
                CompareOp::Le => "≤",
                CompareOp::Gt => ">",
                CompareOp::Ge => "≥",
                CompareOp::In => "∈",
                CompareOp::NotIn => "∉",
            };
            words = format!("{words} {sign} {}", self.expr(other));
        }
        words
    }

    fn index(&self, of: &Expr, at: &[Expr]) -> String {
        if let [Expr { kind: ExprKind::Range { lo, hi, inclusive }, .. }] = at {
            let id = if *inclusive { "say-slice" } else { "say-slice-before" };
            return self.say(id, &[("list", self.expr(of)), ("lo", self.expr(lo)), ("hi", self.expr(hi))]);
        }
        format!("{}[{}]", self.expr(of), self.exprs(at).join(", "))
    }

    /// A helper has a sentence of its own; a `def` of the rules is called by its name.
    fn call(&self, name: &str, args: &[Expr]) -> String {
        if let ([Expr { kind: ExprKind::Comprehension { item, clauses, .. }, .. }], "all" | "any" | "count") =
            (args, name)
        {
            let id = format!("say-{name}-of");
            return self.say(&id, &[("item", self.expr(item)), ("clauses", self.clauses(clauses))]);
        }
        let told = self.exprs(args);
        let answer = matches!(name, "total" | "lead" | "can" | "position");
        let Some(id) = (named(name).is_some() || answer).then(|| format!("say-help-{name}")) else {
            return format!("{name}({})", told.join(", "));
        };
        // The least of several numbers is said as the least of a list of them.
        if matches!(name, "min" | "max" | "gcd" | "xor") {
            return self.say(&id, &[("a", self.listed(&told))]);
        }
        let names = ["a", "b", "c", "d"];
        let args: Vec<(&str, String)> =
            names.into_iter().zip(told.into_iter().chain(std::iter::repeat(String::new()))).collect();
        // Those that say more with one argument more.
        const FULLER: [(&str, usize, &str); 5] = [
            ("reach", 2, "among"),
            ("connected", 1, "among"),
            ("slide", 3, "most"),
            ("number", 1, "base"),
            ("flood", 2, "steps"),
        ];
        let fuller = FULLER.iter().find(|(helper, last, _)| *helper == name && !args[*last].1.is_empty());
        if let Some((_, _, more)) = fuller {
            return self.say(&format!("{id}-{more}"), &args);
        }
        let id = if name == "count" && args[1].1.is_empty() { "say-help-count-true".to_owned() } else { id };
        self.say(&id, &args)
    }

    pub(super) fn clauses(&self, clauses: &[Clause]) -> String {
        let one = |clause: &Clause| self.chosen(&clause.name.text, &clause.over, clause.condition.as_ref());
        self.listed(&clauses.iter().map(one).collect::<Vec<_>>())
    }

    pub(super) fn choices(&self, choices: &[Choice]) -> String {
        let one = |choice: &Choice| self.chosen(&choice.name.text, &choice.over, choice.condition.as_ref());
        self.listed(&choices.iter().map(one).collect::<Vec<_>>())
    }

    fn chosen(&self, name: &str, over: &Expr, condition: Option<&Expr>) -> String {
        let (name, over) = (("name", name.to_owned()), ("over", self.expr(over)));
        match condition {
            Some(condition) => self.say("say-choice-if", &[name, over, ("c", self.expr(condition))]),
            None => self.say("say-choice", &[name, over]),
        }
    }

    pub(super) fn ty(&self, ty: &Type) -> String {
        match &ty.kind {
            TypeKind::Range(range) => self.say("say-ty-range", &[("range", self.expr(range))]),
            TypeKind::Int => self.word("say-ty-int"),
            TypeKind::Bool => self.word("say-ty-bool"),
            TypeKind::Player => self.word("say-ty-player"),
            TypeKind::Names(names) => {
                let names: Vec<String> = names.iter().map(|name| name.text.clone()).collect();
                self.say("say-ty-names", &[("names", self.listed(&names))])
            }
            TypeKind::Set(of) => self.say("say-ty-set", &[("of", self.ty(of))]),
            TypeKind::List { length, of } => {
                self.say("say-ty-list", &[("length", self.expr(length)), ("of", self.ty(of))])
            }
            TypeKind::Grid { rows, columns, of } => {
                let (rows, columns) = (("rows", self.expr(rows)), ("columns", self.expr(columns)));
                self.say("say-ty-grid", &[rows, columns, ("of", self.ty(of))])
            }
            TypeKind::Graph { size } => self.say("say-ty-graph", &[("size", self.expr(size))]),
            TypeKind::Node(of) => self.say("say-ty-node", &[("of", of.text.clone())]),
            TypeKind::Cell(of) => self.say("say-ty-cell", &[("of", of.text.clone())]),
            TypeKind::Position(of) => self.say("say-ty-position", &[("of", of.text.clone())]),
            TypeKind::Text => self.word("say-ty-text"),
            TypeKind::Record(of) => {
                let of: Vec<String> = of.iter().map(|of| self.ty(of)).collect();
                self.say("say-ty-record", &[("of", self.listed(&of))])
            }
            TypeKind::Optional(of) => self.say("say-ty-optional", &[("of", self.ty(of))]),
            TypeKind::Named(name) => name.clone(),
        }
    }
}

/// Whether it begins with `for every` or `for at least one`: what follows would seem to belong to it.
fn is_quantified(expr: &Expr) -> bool {
    let ExprKind::Call { name, args } = &expr.kind else { return false };
    let comprehension = matches!(args.as_slice(), [Expr { kind: ExprKind::Comprehension { .. }, .. }]);
    comprehension && matches!(name.text.as_str(), "any" | "all")
}
