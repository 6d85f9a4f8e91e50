//! Parts of sums, each looked at alone.

use super::{Env, Fault, Interpreter, Misfit, conform, fault};
use crate::datum::Datum;
use crate::interval::Interval;
use crate::layout::{KEY_BITS, bits, key, of_key};
use crate::player::Player;
use crate::rules::{Expr, ExprKind, Field, Part, PartMove};
use crate::source::Span;
use crate::syntax::tree::{BinaryOp, UnaryOp};
use crate::table::helpers::Helper;
use crate::tries::Guard;
use crate::types::Domain;

/// One part of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PartValue {
    /// `Rules::parts[i]`
    pub kind: usize,
    /// Its value: a scalar, or the key of a record (`layout::key`).
    pub value: i64,
}

impl Interpreter {
    /// What every move in one part leaves of it, in the order of the rules and of their choices.
    ///
    /// # Errors
    /// What is wrong with the rules at that part.
    pub fn options(&self, part: PartValue) -> Result<Vec<Vec<PartValue>>, Fault> {
        self.options_of(part, |_| true)
    }

    /// What the moves leave of a part that this player may make in it.
    ///
    /// # Errors
    /// A move has a fault.
    pub fn options_by(&self, part: PartValue, mover: Player) -> Result<Vec<Vec<PartValue>>, Fault> {
        self.options_of(part, |mv| mv.by.is_none_or(|by| by == mover))
    }

    fn options_of(&self, part: PartValue, may: impl Fn(&PartMove) -> bool) -> Result<Vec<Vec<PartValue>>, Fault> {
        let kind = &self.rules.parts[part.kind];
        let mut env = self.env(Vec::new(), None);
        let mut found = Vec::new();
        let value = self.part_datum(part);
        for (mv, guards) in kind.moves.iter().zip(&self.part_guards[part.kind]).filter(|(mv, _)| may(mv)) {
            env.hold(kind, &value);
            env.part_choices((mv, guards), 0, &mut found)?;
        }
        Ok(found)
    }

    /// What a part is known by: a scalar or a record.
    #[must_use]
    pub fn part_datum(&self, part: PartValue) -> Datum {
        self.kind_domain(part.kind).map_or(Datum::Int(part.value), |domain| of_key(part.value, domain))
    }

    /// What the parts of a kind may be.
    #[must_use]
    pub fn kind_domain(&self, kind: usize) -> Option<&Domain<i64>> {
        match self.domains.get(self.rules.parts.get(kind)?.state)? {
            Domain::List { of, .. } => Some(of),
            _ => None,
        }
    }

    /// The domain of a state variable that holds parts. Where bounds of a field speak of fields before it, it is as wide as they allow.
    pub(super) fn parts_domain(&self, part: &Part, domain: &Domain<Expr>) -> Result<Domain<i64>, Fault> {
        let Domain::List { min, max, of } = domain else { return self.filled(domain) };
        if !matches!(**of, Domain::Record(_)) {
            return self.filled(domain);
        }
        let mut known: Vec<(usize, Interval)> = Vec::new();
        let mut fields = Vec::new();
        for field in &part.fields {
            let filled = self.widest(&field.domain, &known)?;
            if let Domain::Int { lo, hi } = filled {
                known.push((field.slot, Interval::new(lo, hi)));
            }
            fields.push(filled);
        }
        let record = Domain::Record(fields);
        if bits(&record).is_none_or(|bits| bits > KEY_BITS) {
            let message = say!("a part `{}` takes more than {KEY_BITS} bits to say what it is", part.name);
            return Err(fault("R09", part.span, message, "too large with these parameters"));
        }
        let bound = |bound: &Expr| self.env(Vec::new(), None).int(bound);
        Ok(Domain::List { min: bound(min)?, max: bound(max)?, of: Box::new(record) })
    }

    /// A field's domain, the fields before it lying in these intervals.
    fn widest(&self, domain: &Domain<Expr>, known: &[(usize, Interval)]) -> Result<Domain<i64>, Fault> {
        Ok(match domain {
            Domain::Int { lo, hi } => {
                let (lo, hi) = (self.reach(lo, known)?.lo, self.reach(hi, known)?.hi);
                let inside = |bound: i128| i64::try_from(bound.clamp(-i128::from(i64::MAX), i128::from(i64::MAX)));
                Domain::Int { lo: inside(lo).unwrap_or(-i64::MAX), hi: inside(hi).unwrap_or(i64::MAX) }
            }
            Domain::Set(of) => Domain::Set(Box::new(self.widest(of, known)?)),
            other => self.filled(other)?,
        })
    }

    /// What an expression can be, locals lying in these intervals.
    fn reach(&self, expr: &Expr, known: &[(usize, Interval)]) -> Result<Interval, Fault> {
        if expr.is_fixed(&|_| false) {
            return Ok(Interval::of(self.env(Vec::new(), None).int(expr)?));
        }
        let both = |a: &Expr, b: &Expr| Ok::<_, Fault>((self.reach(a, known)?, self.reach(b, known)?));
        Ok(match &expr.kind {
            ExprKind::Local(slot) => {
                known.iter().find(|(local, _)| local == slot).map_or(expr.range, |(_, range)| *range)
            }
            ExprKind::Unary(UnaryOp::Neg, a) => Interval::of(0).minus(self.reach(a, known)?),
            ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul), a, b) => {
                let (a, b) = both(a, b)?;
                match op {
                    BinaryOp::Add => a.plus(b),
                    BinaryOp::Sub => a.minus(b),
                    _ => a.times(b),
                }
            }
            ExprKind::Help(helper @ (Helper::Min | Helper::Max), args) if args.len() > 1 => {
                let ranges = args.iter().map(|arg| self.reach(arg, known)).collect::<Result<Vec<_>, _>>()?;
                let limit = |pick: fn(i128, i128) -> i128| {
                    let joined = ranges.iter().copied();
                    joined.reduce(|a, b| Interval { lo: pick(a.lo, b.lo), hi: pick(a.hi, b.hi) }).unwrap_or(expr.range)
                };
                limit(if *helper == Helper::Min { i128::min } else { i128::max })
            }
            ExprKind::If(_, a, b) => {
                let (a, b) = both(a, b)?;
                a.hull(b)
            }
            _ => expr.range,
        })
    }

    /// Whether the parts of a position lie in their bounds, which may speak of other values of the same part.
    ///
    /// # Errors
    /// `P07`: one does not.
    pub(super) fn parts_fit(&self, state: &[Datum]) -> Result<(), Fault> {
        for (kind, part) in self.rules.parts.iter().enumerate().filter(|(_, part)| part.slot().is_none()) {
            for record in state[part.state].entries() {
                let values: Vec<Datum> = record.entries().collect();
                let fits = self.env(Vec::new(), None).fields_fit(kind, &values)?;
                fits.map_err(|(field, misfit)| {
                    let name = &part.fields[field].name;
                    self.bad_position(say!("`{name}{}` of a part `{}` {}", misfit.part, part.name, misfit.problem))
                })?;
            }
        }
        Ok(())
    }
}

/// The values of a part as its fields want them, or the first field whose value does not lie in its bounds, and why.
type Fields = Result<Vec<Datum>, (usize, Misfit)>;

impl Env<'_> {
    /// Puts what a part is known by where its moves look for it.
    fn hold(&mut self, part: &Part, value: &Datum) {
        match part.slot() {
            Some(slot) => self.locals[slot] = value.clone(),
            None => part.fields.iter().zip(value.entries()).for_each(|(field, value)| self.locals[field.slot] = value),
        }
    }

    fn part_choices(
        &mut self,
        (mv, guards): (&PartMove, &[Vec<Guard>]),
        depth: usize,
        found: &mut Vec<Vec<PartValue>>,
    ) -> Result<(), Fault> {
        let Some(choice) = mv.choices.get(depth) else { return self.part_result(mv, found) };
        if self.barred(&guards[depth]) {
            return Ok(());
        }
        let over = self.candidates(&choice.over)?;
        let is_last = depth + 1 == mv.choices.len();
        let first = choice.condition.iter().chain(mv.condition.as_ref().filter(|_| is_last));
        let mut places = self.places(&over, choice, first);
        while let Some(place) = self.next_place(&mut places, choice.over.span)? {
            let Some(entry) = over.entry(place) else { break };
            self.spend_many(over.work(), choice.over.span)?;
            self.locals[choice.slot] = entry;
            let holds = match &choice.condition {
                Some(condition) => self.truth(condition)?,
                None => true,
            };
            if holds {
                self.part_choices((mv, guards), depth + 1, found)?;
            }
        }
        Ok(())
    }

    fn part_result(&mut self, mv: &PartMove, found: &mut Vec<Vec<PartValue>>) -> Result<(), Fault> {
        if let Some(condition) = &mv.condition
            && !self.truth(condition)?
        {
            return Ok(());
        }
        let mut left = Vec::new();
        for (kind, values) in &mv.result {
            let list = self.eval(values)?;
            for value in list.entries() {
                left.push(self.checked_part(*kind, &value, values.span)?);
            }
        }
        found.push(left);
        Ok(())
    }

    fn checked_part(&self, kind: usize, value: &Datum, span: Span) -> Result<PartValue, Fault> {
        let game = self.game;
        let name = &game.rules.parts[kind].name;
        let domain = game.kind_domain(kind);
        // Records have been looked at where they were made.
        if let (Some(domain), Datum::Int(_)) = (domain, value) {
            conform(value, domain, &game.rules).map_err(|misfit| {
                fault("R04", span, say!("a part `{name}{}` {}", misfit.part, misfit.problem), "left by this move")
            })?;
        }
        let key = domain.and_then(|domain| key(value, domain));
        key.map(|value| PartValue { kind, value })
            .ok_or_else(|| fault("R04", span, say!("a part `{name}` is no single value"), "left by this move"))
    }

    /// A part by its values.
    pub(super) fn part(&mut self, kind: usize, values: &[Expr], span: Span) -> Result<Datum, Fault> {
        let given = values.iter().map(|value| self.eval(value)).collect::<Result<Vec<_>, _>>()?;
        let game = self.game;
        let part = &game.rules.parts[kind];
        let held = self.fields_fit(kind, &given)?.map_err(|(field, misfit)| {
            let at = values.get(field).map_or(span, |value| value.span);
            let message =
                say!("`{}{}` of a part `{}` {}", part.fields[field].name, misfit.part, part.name, misfit.problem);
            fault("R04", at, message, "not within its bounds")
        })?;
        Ok(Datum::list(held))
    }

    fn fields_fit(&mut self, kind: usize, given: &[Datum]) -> Result<Fields, Fault> {
        let game = self.game;
        let part = &game.rules.parts[kind];
        let kept: Vec<Datum> = part.fields.iter().map(|field| self.locals[field.slot].clone()).collect();
        let fits = self.each_fits(part, given);
        part.fields.iter().zip(kept).for_each(|(field, value)| self.locals[field.slot] = value);
        fits
    }

    fn each_fits(&mut self, part: &Part, given: &[Datum]) -> Result<Fields, Fault> {
        let mut held = Vec::with_capacity(given.len());
        for (place, (Field { slot, domain, .. }, value)) in part.fields.iter().zip(given).enumerate() {
            let domain = domain.map(&mut |bound| self.int(bound))?;
            match conform(value, &domain, &self.game.rules) {
                Ok(value) => {
                    self.locals[*slot] = value.clone();
                    held.push(value);
                }
                Err(misfit) => return Ok(Err((place, misfit))),
            }
        }
        Ok(Ok(held))
    }

    /// The numbers from 1 to a number that is not negative.
    pub(super) fn times(&mut self, count: &Expr) -> Result<Datum, Fault> {
        match self.int(count)? {
            times @ 0.. => Ok(Datum::range(1, times)),
            times => Err(fault("R04", count.span, say!("there cannot be {times} equal parts"), "less than none")),
        }
    }
}
