//! From checked rules to the code of a family, construct by construct; or why not.

use super::code::{Bounds, Choice, Code, End, Ex, Kind, Loops, MOST_STATES, Move, Param, Root, Setup, St, State};
use bouton_rules::Span;
use bouton_rules::datum::{Datum, NONE};
use bouton_rules::diagnostic::shorten;
use bouton_rules::rules::{self, Expr, ExprKind, OutcomeKind, Rules, Stmt, StmtKind, Who};
use bouton_rules::table::helpers::Helper;
use bouton_rules::table::operators::{BinaryOp, CompareOp, UnaryOp};
use bouton_rules::types::{Domain, Type};

type Read<T> = Result<T, String>;

/// The code of some rules, or why they have none.
pub(super) fn code(rules: &Rules) -> Read<Code> {
    let reader = Reader { rules };
    reader.only_plain_lines()?;
    let mut names: Vec<&str> = rules.moves.iter().map(|mv| mv.name.as_str()).collect();
    names.sort_unstable();
    if names.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err("two moves share a name".to_owned());
    }
    Ok(Code {
        name: quoted(&rules.name),
        players: rules.players.each_ref().map(|name| quoted(name)),
        params: rules.params.iter().map(|param| reader.param(param)).collect::<Read<_>>()?,
        lets: rules.lets.len(),
        setup: rules.setup.iter().map(|step| reader.setup(*step)).collect::<Read<_>>()?,
        states: rules.states.iter().map(|state| reader.state(state)).collect::<Read<_>>()?,
        invariants: reader.all(&rules.invariants)?,
        remaining: rules.remaining.as_ref().map(|points| reader.ex(points)).transpose()?,
        ends: rules.ends.iter().map(|end| reader.end(end)).collect::<Read<_>>()?,
        moves: rules.moves.iter().map(|mv| reader.mv(mv)).collect::<Read<_>>()?,
        turns: rules.moves.iter().any(|mv| mv.by.is_some()),
        frame: rules.frame,
    })
}

fn quoted(name: &str) -> String {
    serde_json::Value::from(name).to_string()
}

/// `when a + x <= b` at the beginning of a body, x the last choice: a and b.
fn cut(choices: &[Choice], body: &[St]) -> Option<[Ex; 2]> {
    let last = choices.last().filter(|choice| choice.when.is_none())?;
    let St::When(Ex::Compare(CompareOp::Le, sides)) = body.first()? else { return None };
    let Ex::Arithmetic(BinaryOp::Add, sum) = &sides[0] else { return None };
    let plain = !sum[0].may_speak_of(last.slot) && !sides[1].may_speak_of(last.slot);
    let grows = matches!(sum[1], Ex::Local(slot) if slot == last.slot);
    (plain && grows).then(|| [sum[0].clone(), sides[1].clone()])
}

struct Reader<'r> {
    rules: &'r Rules,
}

impl Reader<'_> {
    fn no<T>(&self, span: Span, why: &str) -> Read<T> {
        let (line, _) = self.rules.source.line_column(span.start);
        Err(format!("{why}, line {line}: `{}`", shorten(self.rules.source.slice(span))))
    }

    /// What games of plain numbers and points do without.
    fn only_plain_lines(&self) -> Read<()> {
        let rules = self.rules;
        let first = [
            rules.parts.first().map(|part| part.span),
            rules.starts.as_ref().map(|starts| starts.span),
            rules.normalise.first().map(|stmt| stmt.span),
            rules.rank.as_ref().map(|rank| rank.span),
            rules.stucks.first().map(|stuck| stuck.span),
            rules.repeat.as_ref().map(|repeat| repeat.span),
        ];
        if let Some(span) = first.into_iter().flatten().next() {
            return self.no(span, "it is solved in full");
        }
        if !rules.points {
            return Err("no points are counted".to_owned());
        }
        if rules.states.is_empty() || rules.states.len() > MOST_STATES {
            return Err("there are no variables, or many".to_owned());
        }
        Ok(())
    }

    fn param(&self, param: &rules::Param) -> Read<Param> {
        let kind = match &param.domain {
            Domain::Bool => Kind::Bool,
            Domain::List { min, max, of } => Kind::List(self.ex(min)?, self.ex(max)?, self.bounds(of, param.span)?),
            Domain::Grid { rows, columns, of } => {
                let sides = [self.ex(&rows.0)?, self.ex(&rows.1)?, self.ex(&columns.0)?, self.ex(&columns.1)?];
                Kind::Grid(Box::new(sides), self.bounds(of, param.span)?)
            }
            number => Kind::Number(self.bounds(number, param.span)?),
        };
        let plain = matches!(kind, Kind::Number(_) | Kind::Bool);
        let default = param.default.as_ref().filter(|_| plain).map(|default| self.ex(default)).transpose()?;
        Ok(Param { name: quoted(&param.name), kind, default })
    }

    fn bounds(&self, domain: &Domain<Expr>, span: Span) -> Read<Bounds> {
        match domain {
            Domain::Int { lo, hi } => Ok(Some(Box::new((self.ex(lo)?, self.ex(hi)?)))),
            Domain::Whole => Ok(None),
            _ => self.no(span, "it holds more than numbers"),
        }
    }

    fn setup(&self, step: rules::Setup) -> Read<Setup> {
        Ok(match step {
            rules::Setup::Param(which) => Setup::Param(which),
            rules::Setup::Let(which) if !self.rules.lets[which].is_plain() => {
                return self.no(self.rules.lets[which].value.span, "a value with a type or steps of its own");
            }
            rules::Setup::Let(which) => Setup::Let(which, self.ex(&self.rules.lets[which].value)?),
            rules::Setup::Require(which) => Setup::Require(self.ex(&self.rules.requires[which].condition)?),
        })
    }

    fn state(&self, state: &rules::State) -> Read<State> {
        let (lo, hi, truth) = match &state.domain {
            Domain::Int { lo, hi } => (self.ex(lo)?, self.ex(hi)?, false),
            Domain::Bool => (Ex::Int(0), Ex::Int(1), true),
            _ => return self.no(state.span, "a variable that is no number"),
        };
        Ok(State { name: quoted(&state.name), lo, hi, truth, start: self.ex(&state.start)? })
    }

    fn end(&self, end: &rules::End) -> Read<End> {
        let lead = match &end.outcome {
            None => None,
            Some(outcome) => match &outcome.kind {
                OutcomeKind::Leads(who, points) => Some((self.mine(who, outcome.span)?, self.ex(points)?)),
                _ => return self.no(outcome.span, "an outcome without points"),
            },
        };
        Ok(End { when: self.ex(&end.condition)?, lead })
    }

    /// Whether that is the mover.
    fn mine(&self, who: &Who, span: Span) -> Read<bool> {
        match who {
            Who::Me => Ok(true),
            Who::Opponent => Ok(false),
            Who::Named(_) => self.no(span, "a player by name"),
        }
    }

    fn mv(&self, mv: &rules::Move) -> Read<Move> {
        let (choices, body) = (self.choices(&mv.choices)?, self.stmts(&mv.body)?);
        Ok(Move {
            name: mv.name.clone(),
            quoted: quoted(&mv.name),
            by: mv.by.map(bouton_rules::Player::number),
            cut: cut(&choices, &body),
            choices,
            body,
        })
    }

    fn choices(&self, choices: &[rules::Choice]) -> Read<Vec<Choice>> {
        choices.iter().map(|choice| self.choice(choice)).collect()
    }

    fn choice(&self, choice: &rules::Choice) -> Read<Choice> {
        let ExprKind::Range { lo, hi, inclusive } = &choice.over.kind else {
            return self.no(choice.over.span, "a choice among what is no range");
        };
        let hi = self.ex(hi)?;
        // A range up to, but not including, the least number of all is out of the ordinary.
        let hi = if *inclusive { hi } else { Ex::Arithmetic(BinaryOp::Sub, Box::new([hi, Ex::Int(1)])) };
        let when = choice.condition.as_ref().map(|when| self.ex(when)).transpose()?;
        Ok(Choice { name: quoted(&choice.name), slot: choice.slot, lo: self.ex(lo)?, hi, when })
    }

    fn stmts(&self, stmts: &[Stmt]) -> Read<Vec<St>> {
        stmts.iter().map(|stmt| self.stmt(stmt)).collect()
    }

    fn stmt(&self, stmt: &Stmt) -> Read<St> {
        Ok(match &stmt.kind {
            StmtKind::When(when) => St::When(self.ex(when)?),
            StmtKind::Local(slot, value) => St::Local(*slot, self.ex(value)?),
            StmtKind::Gain(amount, who) => St::Gain(self.ex(amount)?, self.mine(who, stmt.span)?),
            StmtKind::Again => St::Again,
            StmtKind::If(when, then, otherwise) => St::If(self.ex(when)?, self.stmts(then)?, self.stmts(otherwise)?),
            StmtKind::Assign(pairs) => self.assign(pairs)?,
            StmtKind::Turn(_) | StmtKind::End(..) | StmtKind::For(..) | StmtKind::Break => {
                return self.no(stmt.span, "more than numbers that change");
            }
        })
    }

    fn assign(&self, pairs: &[(rules::Place, Expr)]) -> Read<St> {
        let mut all = Vec::new();
        for (place, value) in pairs {
            if !place.path.is_empty() {
                return self.no(place.span, "an entry that changes");
            }
            let root = match place.root {
                rules::Root::State(which) => Root::State(which),
                rules::Root::Local(slot) => Root::Local(slot),
            };
            all.push((root, self.ex(value)?));
        }
        Ok(match all.as_slice() {
            [(Root::State(which), _)] => St::State(*which, all.swap_remove(0).1),
            [(Root::Local(slot), _)] => St::Local(*slot, all.swap_remove(0).1),
            _ => St::AtOnce(all),
        })
    }

    fn all(&self, exprs: &[Expr]) -> Read<Vec<Ex>> {
        exprs.iter().map(|expr| self.ex(expr)).collect()
    }

    fn boxed(&self, expr: &Expr) -> Read<Box<Ex>> {
        self.ex(expr).map(Box::new)
    }

    fn two(&self, a: &Expr, b: &Expr) -> Read<Box<[Ex; 2]>> {
        Ok(Box::new([self.ex(a)?, self.ex(b)?]))
    }

    /// A number or a condition.
    fn ex(&self, expr: &Expr) -> Read<Ex> {
        if !matches!(expr.ty, Type::Int | Type::Bool) {
            return self.no(expr.span, "a value that is no number");
        }
        Ok(match &expr.kind {
            ExprKind::Const(Datum::Int(number)) if *number != NONE => Ex::Int(*number),
            ExprKind::Param(which) => Ex::Held(*which),
            ExprKind::Let(which) => Ex::Held(self.rules.params.len() + which),
            ExprKind::State(which) => Ex::State(*which),
            ExprKind::Old(which) => Ex::Old(*which),
            ExprKind::Local(slot) => Ex::Local(*slot),
            ExprKind::Unary(UnaryOp::Neg, operand) => Ex::Neg(self.boxed(operand)?),
            ExprKind::Unary(UnaryOp::Not, operand) => Ex::Not(self.boxed(operand)?),
            ExprKind::Binary(BinaryOp::And, a, b) => Ex::And(self.two(a, b)?),
            ExprKind::Binary(BinaryOp::Or, a, b) => Ex::Or(self.two(a, b)?),
            ExprKind::Binary(op, a, b) => Ex::Arithmetic(*op, self.two(a, b)?),
            ExprKind::Compare(first, rest) => self.compare(first, rest)?,
            ExprKind::If(when, then, otherwise) => {
                Ex::If(Box::new([self.ex(when)?, self.ex(then)?, self.ex(otherwise)?]))
            }
            ExprKind::Help(helper, args) => self.help(*helper, args, expr)?,
            ExprKind::Index(base, indices) => self.index(base, indices, expr)?,
            ExprKind::Bind(slot, value, body) => Ex::Bind(*slot, self.two(value, body)?),
            _ => return self.no(expr.span, "no plain number"),
        })
    }

    fn compare(&self, first: &Expr, rest: &[(CompareOp, Expr)]) -> Read<Ex> {
        if let Some((_, operand)) = rest.iter().find(|(op, _)| matches!(op, CompareOp::In | CompareOp::NotIn)) {
            return self.no(operand.span, "a look into a list or set");
        }
        if let [(op, operand)] = rest {
            return Ok(Ex::Compare(*op, self.two(first, operand)?));
        }
        let rest = rest.iter().map(|(op, operand)| Ok((*op, self.ex(operand)?))).collect::<Read<_>>()?;
        Ok(Ex::Chain(self.boxed(first)?, rest))
    }

    /// The parameter that is a list (or a board) of numbers.
    fn many(&self, expr: &Expr) -> Read<usize> {
        match (&expr.kind, &expr.ty) {
            (ExprKind::Param(which), Type::List(of) | Type::Grid(of)) if **of == Type::Int => Ok(*which),
            _ => self.no(expr.span, "a list that is no parameter"),
        }
    }

    fn index(&self, base: &Expr, indices: &[Expr], whole: &Expr) -> Read<Ex> {
        match (&base.ty, indices) {
            (Type::List(_), [at]) => Ok(Ex::Entry(self.many(base)?, self.boxed(at)?)),
            (Type::Grid(_), [row, column]) => Ok(Ex::Cell(self.many(base)?, self.two(row, column)?)),
            _ => self.no(whole.span, "an entry of what is no list"),
        }
    }

    fn help(&self, helper: Helper, args: &[Expr], whole: &Expr) -> Read<Ex> {
        Ok(match (helper, args) {
            (Helper::Len, [list]) => match (&list.kind, &list.ty) {
                (ExprKind::Help(Helper::Rows, of), _) => Ex::Side(self.board(of, whole)?, true),
                (ExprKind::Help(Helper::Cols, of), _) => Ex::Side(self.board(of, whole)?, false),
                (_, Type::List(_)) => Ex::Len(self.many(list)?),
                _ => return self.no(whole.span, "the length of what is no list"),
            },
            (Helper::Sum, [only]) => self.sum(only)?,
            (Helper::Min, several) if several.len() > 1 => Ex::Least(self.all(several)?),
            (Helper::Max, several) if several.len() > 1 => Ex::Greatest(self.all(several)?),
            (Helper::Count, [only]) => Ex::Count(self.conditions(only)?),
            (Helper::Any, [only]) => Ex::Any(true, self.conditions(only)?),
            (Helper::All, [only]) => Ex::Any(false, self.conditions(only)?),
            (_, numbers) if !numbers.is_empty() && numbers.iter().all(|number| number.ty == Type::Int) => {
                Ex::Help(helper, self.all(numbers)?)
            }
            _ => return self.no(whole.span, "a helper of more than numbers"),
        })
    }

    fn board(&self, of: &[Expr], whole: &Expr) -> Read<usize> {
        match of {
            [board @ Expr { ty: Type::Grid(_), .. }] => self.many(board),
            _ => self.no(whole.span, "the sides of what is no board"),
        }
    }

    fn sum(&self, of: &Expr) -> Read<Ex> {
        if let ExprKind::Index(base, indices) = &of.kind
            && let [Expr { kind: ExprKind::Range { lo, hi, inclusive }, .. }] = indices.as_slice()
            && let Type::List(_) = base.ty
        {
            let hi = self.ex(hi)?;
            let last = if *inclusive { hi } else { Ex::Arithmetic(BinaryOp::Sub, Box::new([hi, Ex::Int(1)])) };
            return Ok(Ex::Sum(self.many(base)?, Box::new([self.ex(lo)?, last])));
        }
        if let Type::List(_) = of.ty
            && let Ok(list) = self.many(of)
        {
            let last = Ex::Arithmetic(BinaryOp::Sub, Box::new([Ex::Len(list), Ex::Int(1)]));
            return Ok(Ex::Sum(list, Box::new([Ex::Int(0), last])));
        }
        Ok(Ex::Total(self.loops(of)?))
    }

    fn conditions(&self, of: &Expr) -> Read<Box<Loops>> {
        match &of.ty {
            Type::List(item) if **item == Type::Bool => self.loops(of),
            _ => self.no(of.span, "what is no condition"),
        }
    }

    fn loops(&self, of: &Expr) -> Read<Box<Loops>> {
        match &of.kind {
            ExprKind::Comprehension { set: false, item, clauses } => {
                Ok(Box::new(Loops { clauses: self.choices(clauses)?, item: self.ex(item)? }))
            }
            _ => self.no(of.span, "what is no loop over ranges"),
        }
    }
}
