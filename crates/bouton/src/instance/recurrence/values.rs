//! Values as closed forms: numbers as linear forms, conditions as linear inequalities in all the ways they can hold.

use crate::recurrence::{Amount, Bounds, Form, Linear};
use bouton_rules::table::operators::CompareOp;
use bouton_rules::types::Type;

/// The ways in which a condition can hold: in each, none of the forms is negative. No way at all: it is false.
pub(super) type Alternatives = Vec<Vec<Linear>>;

/// More ways than this are not followed.
const MOST_WAYS: usize = 16;

/// What an expression is worth.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    /// Linear, perhaps with sums of lists.
    One(Amount),
    /// The least of these.
    Min(Vec<Linear>),
    /// The greatest of these.
    Max(Vec<Linear>),
    /// A condition.
    Ways(Alternatives),
    /// `a % b`
    Remainder([Linear; 2]),
    /// `a // b`
    Quotient([Linear; 2]),
    /// `b * (a // b)`
    Multiple([Linear; 2]),
    /// Whether `a % b == 0`; or whether it is not.
    Divides([Linear; 2], bool),
    /// The greatest common divisor of these.
    Gcd(Vec<Linear>),
    /// A number, or none: this number, which it never is otherwise.
    Optional(Linear, i64),
    /// `none`
    Nothing,
    /// The row and the column of a cell, or of a direction.
    Cell(Box<[Value; 2]>),
    /// The cells of a board with so many rows and columns.
    Board([i64; 2]),
    /// The entries of a list that changes.
    Many(Vec<Value>),
    /// Whether each number, from the least on, is in a set that changes.
    Members(i64, Vec<Value>),
    /// The set that is played with, after the picked number was put in (1) or taken out (−1).
    Set(i64),
    /// The set of the picked number alone.
    Picked,
}

/// Whether values of a type are numbers here.
pub(super) fn is_number(ty: &Type) -> bool {
    matches!(ty, Type::Int | Type::Node | Type::Names(_) | Type::Player)
}

impl Value {
    pub(super) fn linear(form: Linear) -> Value {
        Value::One(Amount { linear: form, sums: Vec::new() })
    }

    pub(super) fn number(number: i64) -> Value {
        Value::linear(Linear::number(number))
    }

    pub(super) fn cell(row: Value, column: Value) -> Value {
        Value::Cell(Box::new([row, column]))
    }

    pub(super) fn truth(holds: bool) -> Value {
        Value::Ways(if holds { vec![Vec::new()] } else { Vec::new() })
    }

    /// The linear form it is.
    pub(super) fn as_linear(&self) -> Option<&Linear> {
        match self {
            Value::One(Amount { linear, sums }) if sums.is_empty() => Some(linear),
            _ => None,
        }
    }

    pub(super) fn as_number(&self) -> Option<i64> {
        self.as_linear().and_then(Linear::as_number)
    }

    /// As what a variable may hold.
    pub(super) fn as_form(&self) -> Option<Form> {
        match self {
            Value::Min(forms) => Some(Form::Min(forms.clone())),
            Value::Max(forms) => Some(Form::Max(forms.clone())),
            one => one.as_linear().cloned().map(Form::One),
        }
    }

    /// Adds what it holds as one or more variables.
    pub(super) fn forms(&self, forms: &mut Vec<Form>) -> Option<()> {
        match self {
            Value::Many(entries) | Value::Members(_, entries) => {
                entries.iter().try_for_each(|entry| entry.forms(forms))
            }
            Value::Cell(sides) => sides.iter().try_for_each(|side| side.forms(forms)),
            Value::Ways(_) => self.as_truth().map(|truth| forms.push(Form::One(truth))),
            Value::Optional(number, _) => {
                forms.push(Form::One(number.clone()));
                Some(())
            }
            number => number.as_form().map(|form| forms.push(form)),
        }
    }

    /// Whether it can be put where the other is.
    pub(super) fn fits(&self, place: &Value) -> bool {
        match (self, place) {
            (Value::Cell(sides), Value::Cell(_)) => sides.iter().all(|side| side.as_form().is_some()),
            (Value::Set(_), Value::Set(_))
            | (Value::Ways(_), Value::Ways(_))
            | (Value::Members(..), Value::Members(..)) => true,
            (Value::Optional(_, none), Value::Optional(_, other)) => none == other,
            (_, Value::Cell(_) | Value::Many(_) | Value::Members(..) | Value::Ways(_) | Value::Optional(..)) => false,
            _ => self.as_form().is_some(),
        }
    }

    /// `self + times · other`; the greatest of some less the least of others is the greatest of all differences.
    pub(super) fn plus(&self, other: &Value, times: i64) -> Option<Value> {
        let pairs = |one: &[Linear], other: &[Linear]| {
            one.iter().flat_map(|a| other.iter().map(move |b| a.plus(b, times))).collect::<Option<Vec<_>>>()
        };
        let shifted = |forms: &[Linear], by: &Value, times: i64, forms_times: i64| -> Option<Vec<Linear>> {
            let by = by.as_linear()?;
            forms.iter().map(|form| form.times(forms_times)?.plus(by, times)).collect()
        };
        match (self, other) {
            (Value::One(a), Value::One(b)) => a.plus(b, times).map(Value::One),
            (Value::Cell(a), Value::Cell(b)) => Some(Value::cell(a[0].plus(&b[0], times)?, a[1].plus(&b[1], times)?)),
            (Value::Max(a), Value::Max(b)) if times > 0 => pairs(a, b).map(Value::Max),
            (Value::Max(a), Value::Min(b)) if times < 0 => pairs(a, b).map(Value::Max),
            (Value::Min(a), Value::Min(b)) if times > 0 => pairs(a, b).map(Value::Min),
            (Value::Min(a), Value::Max(b)) if times < 0 => pairs(a, b).map(Value::Min),
            (Value::Min(forms), by) => shifted(forms, by, times, 1).map(Value::Min),
            (Value::Max(forms), by) => shifted(forms, by, times, 1).map(Value::Max),
            (by, Value::Min(forms) | Value::Max(forms)) => {
                let least = matches!(other, Value::Min(_)) == (times >= 0);
                let forms = shifted(forms, by, 1, times)?;
                Some(if least { Value::Min(forms) } else { Value::Max(forms) })
            }
            _ => None,
        }
    }

    /// `times · self`
    pub(super) fn times(&self, times: i64) -> Option<Value> {
        match self {
            Value::Cell(sides) => Some(Value::cell(sides[0].times(times)?, sides[1].times(times)?)),
            number => Value::number(0).plus(number, times),
        }
    }

    /// The greatest or the least of these.
    pub(super) fn extreme(values: &[Value], greatest: bool) -> Option<Value> {
        let mut forms = Vec::new();
        for value in values {
            match value {
                Value::Max(more) if greatest => forms.extend(more.iter().cloned()),
                Value::Min(more) if !greatest => forms.extend(more.iter().cloned()),
                one => forms.push(one.as_linear()?.clone()),
            }
        }
        match forms.len() {
            0 => None,
            1 => Some(Value::linear(forms.remove(0))),
            _ => Some(if greatest { Value::Max(forms) } else { Value::Min(forms) }),
        }
    }

    /// Whether a condition always holds, or never.
    pub(super) fn decided(&self) -> Option<bool> {
        match self {
            Value::Ways(ways) if ways.is_empty() => Some(false),
            Value::Ways(ways) if ways.iter().any(Vec::is_empty) => Some(true),
            _ => None,
        }
    }

    /// Whether a condition is one number that is 1 or 0, less 1: as a truth value that a variable may hold.
    pub(super) fn is_held(&self, bounds: &[Bounds]) -> bool {
        let Value::Ways(ways) = self else { return false };
        let held = |form: &Linear| form.range(bounds).0 >= -1 && form.range(bounds).1 <= 0;
        self.decided().is_some() || matches!(ways.as_slice(), [way] if matches!(way.as_slice(), [form] if held(form)))
    }

    /// The opposite of a condition.
    pub(super) fn negated(&self) -> Option<Value> {
        match self {
            Value::Divides(parts, holds) => Some(Value::Divides(parts.clone(), !holds)),
            Value::Ways(ways) => {
                let below = |form: &Linear| Linear::number(-1).minus(form).map(|form| vec![form]);
                let mut found = vec![Vec::new()];
                for way in ways {
                    let fails = way.iter().map(below).collect::<Option<Alternatives>>()?;
                    found = few(all(&found, &fails))?;
                }
                Some(Value::Ways(found))
            }
            _ => None,
        }
    }

    /// Both conditions, or one of the two.
    pub(super) fn joined(&self, other: &Value, both: bool) -> Option<Value> {
        let (Value::Ways(one), Value::Ways(other)) = (self, other) else { return None };
        few(if both { all(one, other) } else { [one.as_slice(), other].concat() }).map(Value::Ways)
    }

    /// Whether two conditions both hold or both fail, or whether one of them alone holds.
    pub(super) fn alike(&self, other: &Value, op: CompareOp) -> Option<Value> {
        let (not, other) = (self.negated()?, [other.clone(), other.negated()?]);
        let [with, without] = match op {
            CompareOp::Eq => [0, 1],
            CompareOp::Ne => [1, 0],
            _ => return None,
        };
        self.joined(&other[with], true)?.joined(&not.joined(&other[without], true)?, false)
    }

    /// A comparison of two numbers, or of what may be none.
    pub(super) fn compared(op: CompareOp, a: &Value, b: &Value) -> Option<Value> {
        use CompareOp as C;
        if matches!(a, Value::Optional(..) | Value::Nothing) || matches!(b, Value::Optional(..) | Value::Nothing) {
            let same = same_optional(a, b).or_else(|| same_optional(b, a))?;
            return match op {
                C::Eq => Some(same),
                C::Ne => same.negated(),
                _ => None,
            };
        }
        if let Some(divides) = divides(op, a, b).or_else(|| divides(op.turned(), b, a)) {
            return Some(divides);
        }
        if let Some(some) = quotient(op, a, b).or_else(|| quotient(op.turned(), b, a)) {
            return few(some).map(Value::Ways);
        }
        if let Some(some) = divisor(op, a, b).or_else(|| divisor(op.turned(), b, a)) {
            return few(some).map(Value::Ways);
        }
        let ways = match op {
            C::Le => at_most(a, b, 0)?,
            C::Lt => at_most(a, b, 1)?,
            C::Ge => at_most(b, a, 0)?,
            C::Gt => at_most(b, a, 1)?,
            C::Eq => all(&at_most(a, b, 0)?, &at_most(b, a, 0)?),
            C::Ne => [at_most(a, b, 1)?, at_most(b, a, 1)?].concat(),
            C::In | C::NotIn => return None,
        };
        few(ways).map(Value::Ways)
    }
}

/// Whether a number, or none, is the same as another. A number that is not allowed here may be what stands for none.
fn same_optional(one: &Value, other: &Value) -> Option<Value> {
    let Value::Optional(number, none) = one else {
        return matches!((one, other), (Value::Nothing, Value::Nothing)).then(|| Value::truth(true));
    };
    let is = |other: Value| Value::compared(CompareOp::Eq, &Value::linear(number.clone()), &other);
    match other {
        Value::Nothing => is(Value::number(*none)),
        Value::Optional(other, same) if same == none => is(Value::linear(other.clone())),
        Value::One(_) => {
            is(other.clone())?.joined(&Value::compared(CompareOp::Gt, other, &Value::number(*none))?, true)
        }
        _ => None,
    }
}

/// Whether a comparison says of a number that is not negative that it is 0, or that it is not.
fn zero(op: CompareOp, right: &Value) -> Option<bool> {
    use CompareOp as C;
    match (op, right.as_number()?) {
        (C::Eq | C::Le, 0) | (C::Lt, 1) => Some(true),
        (C::Ne | C::Gt, 0) | (C::Ge, 1) => Some(false),
        _ => None,
    }
}

/// A comparison of a quotient by a number: `x ≤ a // b` just if `b · x ≤ a`.
fn quotient(op: CompareOp, left: &Value, right: &Value) -> Option<Alternatives> {
    use CompareOp as C;
    let Value::Quotient([of, by]) = left else { return None };
    let (by, number) = (by.as_number().filter(|by| *by > 0)?, right.as_linear()?);
    let least = |more: i64| of.minus(&number.plus(&Linear::number(more), 1)?.times(by)?);
    let most = |less: i64| number.plus(&Linear::number(1 - less), 1)?.times(by)?.minus(of)?.minus(&Linear::number(1));
    Some(match op {
        C::Ge => vec![vec![least(0)?]],
        C::Gt => vec![vec![least(1)?]],
        C::Le => vec![vec![most(0)?]],
        C::Lt => vec![vec![most(1)?]],
        C::Eq => vec![vec![least(0)?, most(0)?]],
        C::Ne => vec![vec![least(1)?], vec![most(1)?]],
        C::In | C::NotIn => return None,
    })
}

/// A comparison that says whether there is a greatest common divisor: there is none where all numbers are 0.
fn divisor(op: CompareOp, left: &Value, right: &Value) -> Option<Alternatives> {
    let Value::Gcd(forms) = left else { return None };
    let above = |form: &Linear| form.plus(&Linear::number(1), -1).map(|form| vec![form]);
    if zero(op, right)? {
        let both = |form: &Linear| Some([form.clone(), form.times(-1)?]);
        return Some(vec![forms.iter().map(both).collect::<Option<Vec<_>>>()?.concat()]);
    }
    forms.iter().flat_map(|form| [above(form), form.times(-1).as_ref().and_then(above)]).collect()
}

/// A comparison that says whether one number divides another, in any way it can be written.
fn divides(op: CompareOp, left: &Value, right: &Value) -> Option<Value> {
    use CompareOp as C;
    match left {
        // What is left is never negative where the divisor is not.
        Value::Remainder(parts) => Some(Value::Divides(parts.clone(), zero(op, right)?)),
        Value::Multiple(parts) if right.as_linear() == Some(&parts[0]) => match op {
            C::Eq => Some(Value::Divides(parts.clone(), true)),
            C::Ne => Some(Value::Divides(parts.clone(), false)),
            _ => None,
        },
        _ => None,
    }
}

/// `a + less ≤ b`.
fn at_most(a: &Value, b: &Value, less: i64) -> Option<Alternatives> {
    let (low, any_low) = parts(a, false)?;
    let (high, any_high) = parts(b, true)?;
    let mut forms = Vec::new();
    for a in &low {
        for b in &high {
            forms.push(b.minus(a)?.plus(&Linear::number(less), -1)?);
        }
    }
    match (any_low || any_high, low.len(), high.len()) {
        (false, ..) => Some(vec![forms]),
        (true, 1, _) | (true, _, 1) => Some(forms.into_iter().map(|form| vec![form]).collect()),
        _ => None,
    }
}

/// The forms of one side, and whether one of them is enough: for a `min` below something, a `max` above it.
fn parts(side: &Value, above: bool) -> Option<(Vec<Linear>, bool)> {
    match side {
        Value::Min(forms) => Some((forms.clone(), !above)),
        Value::Max(forms) => Some((forms.clone(), above)),
        one => Some((vec![one.as_linear()?.clone()], false)),
    }
}

/// Both hold.
fn all(a: &Alternatives, b: &Alternatives) -> Alternatives {
    a.iter().flat_map(|a| b.iter().map(move |b| [a.as_slice(), b].concat())).collect()
}

/// The same ways, no two of which hold at once: each later one where no earlier one does.
pub(super) fn apart(ways: Alternatives) -> Option<Alternatives> {
    let mut found = Alternatives::new();
    for way in ways {
        let mut rest = vec![way];
        for known in &found {
            let mut left = Alternatives::new();
            for way in rest {
                if excludes(&way, known) {
                    left.push(way);
                    continue;
                }
                for (at, form) in known.iter().enumerate() {
                    let fails = Linear::number(-1).minus(form)?;
                    let piece = [way.as_slice(), &known[..at], &[fails]].concat();
                    if !excludes(&piece, &piece) {
                        left.push(piece);
                    }
                }
            }
            rest = few(left)?;
        }
        found.extend(rest);
    }
    few(found)
}

/// Whether two ways plainly cannot both hold: two numbers that are never both at least 0.
fn excludes(one: &[Linear], other: &[Linear]) -> bool {
    let negative = |a: &Linear, b: &Linear| a.plus(b, 1).is_some_and(|sum| sum.as_number().is_some_and(|sum| sum < 0));
    one.iter().any(|a| other.iter().any(|b| negative(a, b)))
}

fn few(ways: Alternatives) -> Option<Alternatives> {
    (ways.len() <= MOST_WAYS).then_some(ways)
}
