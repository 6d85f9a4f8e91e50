//! Parts of a sum that are only taken from, by amounts that do not depend on how much there is: squares, primes, those of a list.
//!
//! Rules write this in many ways: `root in 1..isqrt(n)`, and `n - root * root` is left; `left in 0..<n if is_square(n - left)`. What is shown
//! of each move is that it stays the same move where the part grows by one and, in ways like the second, what is chosen grows with it (a
//! *shift*): what is left grows by one too, so what is taken does not depend on the size, and a condition either never changes or holds from
//! some size on. Then every amount is worked out once, at the largest size, with the least size at which it is legal. The same size must
//! count as empty for all amounts.

use super::Instance;
use crate::domain::{Domain, Known, Operand, Run, value};
use crate::game::Takes;
use bouton_rules::Span;
use bouton_rules::datum::Datum;
use bouton_rules::interpret::Interpreter;
use bouton_rules::rules::{Expr, ExprKind, Part, PartMove};
use bouton_rules::table::helpers::Helper;
use bouton_rules::table::operators::{BinaryOp, CompareOp, UnaryOp};
use bouton_rules::types::{Domain as Declared, Type};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// So many ways to choose are looked at, and so many sizes.
const MOST_TRIED: u64 = 1 << 21;
/// As few where rules run over numbers each time: nothing here asks the clock.
const MOST_LOOPED: u64 = 1 << 12;
/// Numbers stay below this, so that differences of them are numbers.
const LARGEST: i64 = 1 << 60;

/// The amounts that may be taken from parts of this kind up to this size, if that is all that may be done with them.
pub(super) fn takes(game: &Instance, kind: usize, most: i64) -> Option<Takes> {
    let part = game.rules().parts.iter().find(|part| part.state == kind)?;
    let Declared::List { of, .. } = game.interpreter.domains().get(kind)? else { return None };
    let Declared::Int { lo, .. } = **of else { return None };
    let size = part.slot()?;
    let tried = if part.moves.iter().any(loops) { MOST_LOOPED } else { MOST_TRIED };
    if most.abs_diff(lo) > tried || most < lo {
        return None;
    }
    let mut legal = BTreeMap::new();
    for mv in &part.moves {
        let shifts = if mv.choices.is_empty() { 0..=0 } else { 0..=1 };
        let found = shifts.into_iter().find_map(|shift| Sizes::of(game, size, (lo, most), shift).amounts(part, mv))?;
        for (amount, from) in found {
            legal.entry(amount).and_modify(|known: &mut i64| *known = from.min(*known)).or_insert(from);
        }
    }
    let empty = legal.first_key_value().map_or(lo, |(amount, from)| from - amount);
    let alike = legal.iter().all(|(amount, from)| *amount >= 1 && from - amount == empty);
    (alike && empty >= lo).then(|| Takes { amounts: legal.into_keys().collect(), empty })
}

/// Whether a move of a part runs over numbers for each choice: primes, say.
fn loops(mv: &PartMove) -> bool {
    let mut found = false;
    let mut look = |expr: &Expr| expr.walk(&mut |part| found |= matches!(part.kind, ExprKind::Comprehension { .. }));
    mv.choices.iter().for_each(|choice| choice.exprs(&mut look));
    mv.condition.iter().chain(mv.result.iter().map(|(_, values)| values)).for_each(&mut look);
    found
}

/// From which size on a condition holds, if ever.
type From = Option<i64>;

const ALWAYS: From = Some(i64::MIN);
const NEVER: From = None;

/// What an expression is worth.
#[derive(Clone, Debug, PartialEq)]
enum Worth {
    /// It grows by so much where the size grows by one; what it is at the largest size.
    Grows(i64, i64),
    /// What it is at each size from the least on; it never falls.
    Rises(Rc<Vec<i64>>),
    /// From where on a condition holds, and from where on it does not; each only where there is such a size.
    Holds(Option<From>, Option<From>),
}

/// The ends of a range, and how the last number compares to the second.
type Ends = (Worth, Worth, CompareOp);

impl Worth {
    fn truth(holds: bool) -> Worth {
        if holds { Worth::Holds(Some(ALWAYS), Some(NEVER)) } else { Worth::Holds(Some(NEVER), Some(ALWAYS)) }
    }

    /// What it is at the largest size.
    fn last(&self) -> Option<i64> {
        match self {
            Worth::Grows(_, last) => Some(*last),
            Worth::Rises(values) => values.last().copied(),
            Worth::Holds(..) => None,
        }
    }
}

/// The domain: moves of a part under a shift, told at the largest size with how they grow with it.
struct Sizes<'a> {
    interpreter: &'a Interpreter,
    /// The local that holds the part's size.
    size: usize,
    /// The least size and the largest, at which everything is worked out.
    sizes: (i64, i64),
    /// By how much what is chosen grows with the size.
    shift: i64,
    /// What expressions of the size alone are worth, size by size, if they never fall.
    rising: HashMap<*const Expr, Option<Rc<Vec<i64>>>>,
    /// Amounts with the least size at which they may be taken.
    found: BTreeMap<i64, i64>,
    tried: u64,
}

impl<'a> Sizes<'a> {
    fn of(game: &'a Instance, size: usize, sizes: (i64, i64), shift: i64) -> Sizes<'a> {
        let (rising, found) = (HashMap::new(), BTreeMap::new());
        Sizes { interpreter: &game.interpreter, size, sizes, shift, rising, found, tried: 0 }
    }

    fn amounts(mut self, part: &Part, mv: &PartMove) -> Option<BTreeMap<i64, i64>> {
        let mut run = Run::start(Vec::new(), ());
        run.locals.insert(self.size, Worth::Grows(1, self.sizes.1));
        self.choose((part, mv), 0, &mut run, self.sizes.0)?;
        Some(self.found)
    }

    /// Every way to choose from here on, legal so far from `from` on.
    fn choose(&mut self, made: (&Part, &PartMove), at: usize, run: &mut Run<Self>, from: i64) -> Option<()> {
        let Some(choice) = made.1.choices.get(at) else { return self.made(made, run, from) };
        let (numbers, ends) = self.offered(&choice.over, run)?;
        let shift = if ends.is_some() { self.shift } else { 0 };
        for number in numbers {
            self.tried += 1;
            (self.tried <= MOST_TRIED).then_some(())?;
            let chosen = Worth::Grows(shift, number);
            let mut holds = Some(from);
            if let Some((lo, hi, end)) = &ends {
                let low = self.compared(CompareOp::Le, lo, &chosen)?;
                holds = both(holds, both(low, self.compared(*end, &chosen, hi)?));
            }
            run.locals.insert(choice.slot, chosen);
            if let Some(condition) = &choice.condition {
                holds = both(holds, self.asked(condition, run)?);
            }
            if let Some(from) = holds {
                self.choose(made, at + 1, run, from)?;
            }
        }
        Some(())
    }

    /// The numbers offered at the largest size; the ends of the range they come from, if they do. Every way to choose at a smaller size is among
    /// them when it is shifted.
    fn offered(&mut self, over: &Expr, run: &mut Run<Self>) -> Option<(Vec<i64>, Option<Ends>)> {
        let ExprKind::Range { lo, hi, inclusive } = &over.kind else {
            let held = self.fixed(over, run).filter(|held| held.count() as u64 <= MOST_TRIED)?;
            let number = |entry| if let Datum::Int(number) = entry { Some(number) } else { None };
            return Some((held.entries().map(number).collect::<Option<_>>()?, None));
        };
        let (lo, hi) = (value(self, lo, run).ok()?, value(self, hi, run).ok()?);
        let low_enough = matches!(lo, Worth::Grows(slope, _) if slope <= self.shift);
        let high_enough = match hi {
            Worth::Grows(slope, _) => slope >= self.shift,
            Worth::Rises(_) => self.shift == 0,
            Worth::Holds(..) => false,
        };
        let (first, last) = (lo.last()?, hi.last()? - i64::from(!*inclusive));
        let few = last < first || last.abs_diff(first) <= MOST_TRIED;
        let end = if *inclusive { CompareOp::Le } else { CompareOp::Lt };
        (low_enough && high_enough && few).then(|| ((first..=last).collect(), Some((lo, hi, end))))
    }

    /// All is chosen: notes what is taken.
    fn made(&mut self, (part, mv): (&Part, &PartMove), run: &mut Run<Self>, mut from: i64) -> Option<()> {
        if let Some(condition) = &mv.condition {
            match self.asked(condition, run)? {
                Some(later) => from = from.max(later),
                None => return Some(()),
            }
        }
        if from > self.sizes.1 {
            return Some(());
        }
        let [(kind, left)] = mv.result.as_slice() else { return None };
        let ExprKind::List(left) = &left.kind else { return None };
        let [left] = left.as_slice() else { return None };
        let same = self.interpreter.rules().parts.get(*kind)?.state == part.state;
        let Worth::Grows(1, left) = value(self, left, run).ok().filter(|_| same)? else { return None };
        let amount = self.sizes.1.checked_sub(left)?;
        self.found.entry(amount).and_modify(|known| *known = from.min(*known)).or_insert(from);
        Some(())
    }

    /// From where on a condition holds.
    fn asked(&mut self, condition: &Expr, run: &mut Run<Self>) -> Option<From> {
        if let Worth::Holds(yes, _) = value(self, condition, run).ok()? { yes } else { None }
    }

    /// What does not grow with the size.
    fn fixed(&self, expr: &Expr, run: &Run<Self>) -> Option<Datum> {
        let still = |worth: &Worth| if let Worth::Grows(0, last) = worth { Some(*last) } else { None };
        expr.is_fixed(&|slot| run.locals.get(slot).and_then(still).is_some()).then_some(())?;
        let locals: Vec<(usize, i64)> =
            run.locals.iter().filter_map(|(slot, worth)| Some((slot, still(worth)?))).collect();
        self.interpreter.fixed(expr, &locals)
    }

    /// What is made of numbers that do not grow, though they are told by some that do: `is_square(n - left)`.
    fn still(&mut self, expr: &Expr, run: &Run<Self>) -> Option<i64> {
        matches!(expr.kind, ExprKind::Help(..) | ExprKind::Index(..) | ExprKind::Binary(..)).then_some(())?;
        let (mut inner, mut still) = (run.clone(), true);
        expr.parts(&mut |part| {
            still = still
                && (self.fixed(part, run).is_some() || matches!(value(self, part, &mut inner), Ok(Worth::Grows(0, _))));
        });
        let locals: Vec<(usize, i64)> =
            run.locals.iter().filter_map(|(slot, worth)| Some((slot, worth.last()?))).collect();
        self.interpreter.fixed(expr, &locals).filter(|_| still).and_then(Sizes::number)
    }

    fn number(number: Datum) -> Option<i64> {
        if let Datum::Int(number) = number { Some(number).filter(|number| within(*number)) } else { None }
    }

    /// From where on two numbers compare so; equal at one size only, or unequal at all but one, they do not.
    fn compared(&self, op: CompareOp, left: &Worth, right: &Worth) -> Option<From> {
        if let (Worth::Grows(a, one), Worth::Grows(b, other)) = (left, right)
            && a == b
        {
            return op.holds(*one, *other).map(|holds| if holds { ALWAYS } else { NEVER });
        }
        match op {
            CompareOp::Le => self.at_most(left, right, 0),
            CompareOp::Lt => self.at_most(left, right, 1),
            CompareOp::Ge => self.at_most(right, left, 0),
            CompareOp::Gt => self.at_most(right, left, 1),
            _ => None,
        }
    }

    /// From where on `left + more ≤ right`.
    fn at_most(&self, left: &Worth, right: &Worth, more: i64) -> Option<From> {
        match (left, right) {
            (Worth::Grows(a, one), Worth::Grows(b, other)) => {
                let (lacking, closing) = (one + more - other, b.checked_sub(*a)?);
                match (closing, lacking) {
                    (1.., _) => {
                        let later = lacking.div_euclid(closing) + i64::from(lacking.rem_euclid(closing) > 0);
                        Some(Some(self.sizes.1.checked_add(later)?))
                    }
                    // Lacking nothing at the largest size, it lacks nothing at smaller ones.
                    (_, ..=0) => Some(ALWAYS),
                    // Legal for small sizes, and no more for large ones.
                    _ => None,
                }
            }
            (Worth::Grows(0, one), Worth::Rises(values)) => {
                let below = values.partition_point(|found| *found < one + more);
                let least = self.sizes.0.checked_add(i64::try_from(below).ok()?)?;
                Some((least <= self.sizes.1).then_some(least))
            }
            _ => None,
        }
    }

    /// What an expression of the size alone is worth from the least size on, if it never falls.
    fn rises(&mut self, expr: &Expr) -> Option<Rc<Vec<i64>>> {
        let key = std::ptr::from_ref(expr);
        if let Some(known) = self.rising.get(&key) {
            return known.clone();
        }
        let found = expr.is_fixed(&|slot| slot == self.size).then(|| {
            let mut values = Vec::new();
            for size in self.sizes.0..=self.sizes.1 {
                let number = self.interpreter.fixed(expr, &[(self.size, size)]).and_then(Sizes::number)?;
                values.last().is_none_or(|last| *last <= number).then(|| values.push(number))?;
            }
            Some(Rc::new(values))
        });
        let found = found.flatten();
        self.rising.insert(key, found.clone());
        found
    }
}

impl Domain for Sizes<'_> {
    type Value = Worth;
    type Effects = ();
    type Why = ();

    fn unknown(&self, _: Span) {}

    fn whole(&mut self, expr: &Expr, run: &mut Run<Self>) -> Option<Known<Self>> {
        let number = Sizes::number(self.fixed(expr, run)?)?;
        Some(Ok(if expr.ty == Type::Bool { Worth::truth(number != 0) } else { Worth::Grows(0, number) }))
    }

    fn rescued(&mut self, expr: &Expr, run: &mut Run<Self>) -> Option<Worth> {
        if let Some(number) = self.still(expr, run) {
            return Some(if expr.ty == Type::Bool { Worth::truth(number != 0) } else { Worth::Grows(0, number) });
        }
        if expr.ty == Type::Int { self.rises(expr).map(Worth::Rises) } else { None }
    }

    fn number(&mut self, number: i64) -> Worth {
        Worth::Grows(0, number)
    }

    fn unary(&mut self, op: UnaryOp, operand: Worth, _: &Expr) -> Known<Self> {
        match (op, operand) {
            (UnaryOp::Neg, Worth::Grows(slope, last)) => grows(slope.checked_neg(), last.checked_neg()),
            (UnaryOp::Not, Worth::Holds(yes, no)) => Ok(Worth::Holds(no, yes)),
            _ => Err(()),
        }
    }

    fn binary(&mut self, op: BinaryOp, (one, other): (Worth, Worth), _: &Expr, _: &mut Run<Self>) -> Known<Self> {
        match (op, one, other) {
            (BinaryOp::And, Worth::Holds(a, c), Worth::Holds(b, d)) => {
                Ok(Worth::Holds(a.zip(b).map(|(a, b)| both(a, b)), c.zip(d).map(|(c, d)| either(c, d))))
            }
            (BinaryOp::Or, Worth::Holds(a, c), Worth::Holds(b, d)) => {
                Ok(Worth::Holds(a.zip(b).map(|(a, b)| either(a, b)), c.zip(d).map(|(c, d)| both(c, d))))
            }
            (BinaryOp::Add, Worth::Grows(a, one), Worth::Grows(b, other)) => {
                grows(a.checked_add(b), one.checked_add(other))
            }
            (BinaryOp::Sub, Worth::Grows(a, one), Worth::Grows(b, other)) => {
                grows(a.checked_sub(b), one.checked_sub(other))
            }
            (BinaryOp::Mul, Worth::Grows(slope, last), Worth::Grows(0, times))
            | (BinaryOp::Mul, Worth::Grows(0, times), Worth::Grows(slope, last)) => {
                grows(slope.checked_mul(times), last.checked_mul(times))
            }
            _ => Err(()),
        }
    }

    fn compare(&mut self, op: CompareOp, (left, _): Operand<Self>, (right, _): Operand<Self>) -> Known<Self> {
        let [yes, no] = [op, op.negated()].map(|op| self.compared(op, left, right));
        if yes.is_none() && no.is_none() { Err(()) } else { Ok(Worth::Holds(yes, no)) }
    }

    fn holds(&self, condition: &Worth) -> Option<bool> {
        match condition {
            Worth::Holds(_, Some(NEVER)) => Some(true),
            Worth::Holds(Some(NEVER), _) => Some(false),
            _ => None,
        }
    }

    /// The least or the greatest of what grows alike.
    fn helper(&mut self, helper: Helper, args: &[Expr], _: &Expr, run: &mut Run<Self>) -> Known<Self> {
        let (Helper::Min | Helper::Max, [_, _, ..]) = (helper, args) else { return Err(()) };
        let (mut slopes, mut numbers) = (Vec::new(), Vec::new());
        for arg in args {
            let Worth::Grows(slope, last) = value(self, arg, run)? else { return Err(()) };
            slopes.push(slope);
            numbers.push(last);
        }
        let alike = slopes.iter().all(|slope| *slope == slopes[0]);
        grows(slopes.first().copied().filter(|_| alike), helper.of_numbers(&numbers))
    }
}

fn grows(slope: Option<i64>, last: Option<i64>) -> Result<Worth, ()> {
    match (slope, last.filter(|last| within(*last))) {
        (Some(slope), Some(last)) => Ok(Worth::Grows(slope, last)),
        _ => Err(()),
    }
}

fn within(number: i64) -> bool {
    (-LARGEST..LARGEST).contains(&number)
}

fn both(one: From, other: From) -> From {
    Some(one?.max(other?))
}

fn either(one: From, other: From) -> From {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        _ => one.or(other),
    }
}
