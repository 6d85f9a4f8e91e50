//! Parts of a sum that are only taken from, by amounts that do not depend on how much there is: squares, primes, those of a list.
//!
//! Rules write this in many ways: `root in 1..isqrt(n)`, and `n - root * root` is left; `left in 0..<n if is_square(n - left)`. What is shown
//! of each move is that it stays the same move where the part grows by one and, in ways like the second, what is chosen grows with it (a
//! *shift*): what is left grows by one too, so what is taken does not depend on the size, and a condition either never changes or holds from
//! some size on. Then every amount is worked out once, at the largest size, with the least size at which it is legal. The same size must
//! count as empty for all amounts.

use super::Instance;
use crate::game::Takes;
use bouton_rules::datum::Datum;
use bouton_rules::interpret::Interpreter;
use bouton_rules::interval::Interval;
use bouton_rules::rules::{Choice, Expr, ExprKind, Part, PartMove};
use bouton_rules::syntax::tree::{BinaryOp, CompareOp, UnaryOp};
use bouton_rules::table::helpers::Helper;
use bouton_rules::types::{Domain, Type};
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
    let Domain::List { of, .. } = game.interpreter.domains().get(kind)? else { return None };
    let Domain::Int { lo, .. } = **of else { return None };
    let tried = if part.moves.iter().any(loops) { MOST_LOOPED } else { MOST_TRIED };
    if most.abs_diff(lo) > tried || most < lo {
        return None;
    }
    let mut legal = BTreeMap::new();
    for mv in &part.moves {
        let shifts = if mv.choices.is_empty() { 0..=0 } else { 0..=1 };
        let found = shifts.into_iter().find_map(|shift| Reader::of(game, part, (lo, most), shift).amounts(mv))?;
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

/// Where a condition holds: from some size on, or nowhere. Nothing where it is neither.
type Holds = Option<Option<i64>>;

const ALWAYS: Holds = Some(Some(i64::MIN));
const NEVER: Holds = Some(None);

/// Reads a move of a part under a shift.
struct Reader<'a> {
    interpreter: &'a Interpreter,
    /// The kind of part, and the local that holds its size.
    kind: usize,
    size: usize,
    /// The least size and the largest, at which everything is worked out.
    sizes: (i64, i64),
    /// By how much what is chosen grows with the size.
    shift: i64,
    /// By how much locals grow with the size; those not here do not.
    slopes: HashMap<usize, i64>,
    /// What expressions of the size alone are worth, size by size, if they never fall.
    rising: HashMap<*const Expr, Option<Rc<Vec<i64>>>>,
    /// Amounts with the least size at which they may be taken.
    found: BTreeMap<i64, i64>,
    tried: u64,
}

impl<'a> Reader<'a> {
    fn of(game: &'a Instance, part: &Part, sizes: (i64, i64), shift: i64) -> Reader<'a> {
        Reader {
            interpreter: &game.interpreter,
            kind: part.state,
            size: part.slot,
            sizes,
            shift,
            slopes: HashMap::from([(part.slot, 1)]),
            rising: HashMap::new(),
            found: BTreeMap::new(),
            tried: 0,
        }
    }

    fn amounts(mut self, mv: &PartMove) -> Option<BTreeMap<i64, i64>> {
        let mut locals = vec![(self.size, self.sizes.1)];
        self.choose(mv, 0, &mut locals, self.sizes.0)?;
        Some(self.found)
    }

    /// Every way to choose from here on, legal so far from `from` on.
    fn choose(&mut self, mv: &PartMove, at: usize, locals: &mut Vec<(usize, i64)>, from: i64) -> Option<()> {
        let Some(choice) = mv.choices.get(at) else { return self.made(mv, locals, from) };
        let (numbers, over) = self.offered(choice, locals)?;
        self.slopes.insert(choice.slot, if over.is_some() { self.shift } else { 0 });
        for number in numbers {
            self.tried += 1;
            if self.tried > MOST_TRIED {
                return None;
            }
            let depth = locals.len();
            locals.push((choice.slot, number));
            if let Some(from) = self.admitted(choice, over, locals, from)? {
                self.choose(mv, at + 1, locals, from)?;
            }
            locals.truncate(depth);
        }
        Some(())
    }

    /// The numbers offered at the largest size; the ends of the range they come from, if they do. Every way to choose at a smaller size is among
    /// them when it is shifted.
    fn offered<'e>(&mut self, choice: &'e Choice, locals: &[(usize, i64)]) -> Option<(Vec<i64>, Option<Ends<'e>>)> {
        let ExprKind::Range { lo, hi, inclusive } = &choice.over.kind else {
            let listed = self.slope(&choice.over)? == 0;
            let held = self.interpreter.fixed(&choice.over, locals).filter(|_| listed)?;
            (held.count() as u64 <= MOST_TRIED).then_some(())?;
            let number = |entry| if let Datum::Int(number) = entry { Some(number) } else { None };
            return Some((held.entries().map(number).collect::<Option<_>>()?, None));
        };
        let low_enough = self.slope(lo).is_some_and(|slope| slope <= self.shift);
        let high_enough = match self.slope(hi) {
            Some(slope) => slope >= self.shift,
            None => self.shift == 0 && self.rises(hi).is_some(),
        };
        let (first, last) = (self.number(lo, locals)?, self.number(hi, locals)? - i64::from(!*inclusive));
        let few = last < first || last.abs_diff(first) <= MOST_TRIED;
        (low_enough && high_enough && few).then(|| ((first..=last).collect(), Some((&**lo, &**hi, *inclusive))))
    }

    /// From where on the last number chosen is offered.
    fn admitted(&mut self, choice: &Choice, over: Option<Ends>, locals: &mut Vec<(usize, i64)>, from: i64) -> Holds {
        let mut holds = Some(from);
        if let Some((lo, hi, inclusive)) = over {
            let (kind, range) = (ExprKind::Local(choice.slot), Interval::FULL);
            let chosen = Expr { kind, ty: Type::Int, range, span: choice.over.span };
            let end = if inclusive { CompareOp::Le } else { CompareOp::Lt };
            let low = self.pair(CompareOp::Le, lo, &chosen, locals)?;
            holds = both(holds, both(low, self.pair(end, &chosen, hi, locals)?));
        }
        match &choice.condition {
            Some(condition) => Some(both(holds, self.holds(condition, true, locals)?)),
            None => Some(holds),
        }
    }

    /// All is chosen: notes what is taken.
    fn made(&mut self, mv: &PartMove, locals: &mut Vec<(usize, i64)>, mut from: i64) -> Option<()> {
        if let Some(condition) = &mv.condition {
            match self.holds(condition, true, locals)? {
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
        let same = self.slope(left)? == 1 && self.interpreter.rules().parts.get(*kind)?.state == self.kind;
        let amount = self.sizes.1.checked_sub(self.number(left, locals).filter(|_| same)?)?;
        self.found.entry(amount).and_modify(|known| *known = from.min(*known)).or_insert(from);
        Some(())
    }

    /// By how much an expression grows where the size grows by one; nothing where that is not plain to see.
    fn slope(&mut self, expr: &Expr) -> Option<i64> {
        match &expr.kind {
            ExprKind::Const(_) | ExprKind::Param(_) | ExprKind::Let(_) => Some(0),
            ExprKind::Local(slot) => Some(self.slopes.get(slot).copied().unwrap_or(0)),
            ExprKind::Unary(UnaryOp::Neg, operand) => self.slope(operand)?.checked_neg(),
            ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), one, other) if expr.ty == Type::Int => {
                let (one, other) = (self.slope(one)?, self.slope(other)?);
                if *op == BinaryOp::Add { one.checked_add(other) } else { one.checked_sub(other) }
            }
            ExprKind::Binary(BinaryOp::Mul, one, other) => {
                match (self.slope(one)?, self.slope(other)?, times(one), times(other)) {
                    (0, 0, ..) => Some(0),
                    (_, slope, Some(times), _) | (slope, _, _, Some(times)) => slope.checked_mul(times),
                    _ => None,
                }
            }
            ExprKind::Bind(slot, value, body) => {
                let slope = self.slope(value)?;
                self.slopes.insert(*slot, slope);
                self.slope(body)
            }
            ExprKind::Help(Helper::Min | Helper::Max, args) if args.len() > 1 => self.same_slope(args.iter()),
            ExprKind::If(condition, then, otherwise) => {
                let unmoved = self.slope(condition)? == 0;
                self.same_slope([&**then, &**otherwise].into_iter()).filter(|_| unmoved)
            }
            ExprKind::Range { lo, hi, .. } => self.same_slope([&**lo, &**hi].into_iter()),
            ExprKind::Compare(first, rest) => {
                let all = std::iter::once(&**first).chain(rest.iter().map(|(_, operand)| operand));
                self.same_slope(all).map(|_| 0)
            }
            ExprKind::State(_)
            | ExprKind::Old(_)
            | ExprKind::Can(_)
            | ExprKind::Me
            | ExprKind::Opponent
            | ExprKind::Answer(_) => None,
            _ => {
                let mut unmoved = true;
                expr.parts(&mut |part| unmoved &= self.slope(part) == Some(0));
                unmoved.then_some(0)
            }
        }
    }

    fn same_slope<'e>(&mut self, mut exprs: impl Iterator<Item = &'e Expr>) -> Option<i64> {
        let first = self.slope(exprs.next()?)?;
        exprs.all(|expr| self.slope(expr) == Some(first)).then_some(first)
    }

    fn number(&self, expr: &Expr, locals: &[(usize, i64)]) -> Option<i64> {
        match self.interpreter.fixed(expr, locals) {
            Some(Datum::Int(number)) if (-LARGEST..LARGEST).contains(&number) => Some(number),
            _ => None,
        }
    }

    /// Where a condition is true, or false.
    fn holds(&mut self, condition: &Expr, wanted: bool, locals: &mut Vec<(usize, i64)>) -> Holds {
        if self.slope(condition) == Some(0) {
            return if (self.number(condition, locals)? != 0) == wanted { ALWAYS } else { NEVER };
        }
        match &condition.kind {
            ExprKind::Unary(UnaryOp::Not, operand) => self.holds(operand, !wanted, locals),
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), one, other) => {
                let one = self.holds(one, wanted, locals)?;
                match ((*op == BinaryOp::And) == wanted, one) {
                    // Rules look no further than what decides.
                    (true, None) => NEVER,
                    (true, Some(_)) => Some(both(one, self.holds(other, wanted, locals)?)),
                    (false, _) => Some(either(one, self.holds(other, wanted, locals)?)),
                }
            }
            ExprKind::Compare(first, rest) => {
                let (mut left, mut holds) = (&**first, if wanted { ALWAYS? } else { None });
                for (op, right) in rest {
                    let pair = self.compared(*op, left, right, wanted, locals)?;
                    holds = if wanted { both(holds, pair) } else { either(holds, pair) };
                    left = right;
                }
                Some(holds)
            }
            ExprKind::Bind(slot, value, body) => {
                let (slope, number) = (self.slope(value)?, self.number(value, locals)?);
                self.slopes.insert(*slot, slope);
                locals.push((*slot, number));
                self.holds(body, wanted, locals)
            }
            _ => None,
        }
    }

    fn compared(&mut self, op: CompareOp, left: &Expr, right: &Expr, wanted: bool, locals: &[(usize, i64)]) -> Holds {
        if let (CompareOp::In | CompareOp::NotIn, ExprKind::Range { lo, hi, inclusive }) = (op, &right.kind) {
            let inside = (op == CompareOp::In) == wanted;
            let end = if *inclusive { CompareOp::Le } else { CompareOp::Lt };
            let (low, high) = (CompareOp::Le, end);
            return match inside {
                true => Some(both(self.pair(low, lo, left, locals)?, self.pair(high, left, hi, locals)?)),
                false => {
                    let below = self.pair(negated(low), lo, left, locals)?;
                    Some(either(below, self.pair(negated(high), left, hi, locals)?))
                }
            };
        }
        self.pair(if wanted { op } else { negated(op) }, left, right, locals)
    }

    /// Where two numbers compare so.
    fn pair(&mut self, op: CompareOp, left: &Expr, right: &Expr, locals: &[(usize, i64)]) -> Holds {
        match op {
            CompareOp::Le => self.at_most(left, right, 0, locals),
            CompareOp::Lt => self.at_most(left, right, 1, locals),
            CompareOp::Ge => self.at_most(right, left, 0, locals),
            CompareOp::Gt => self.at_most(right, left, 1, locals),
            // Equal at one size only, or unequal at all but one.
            _ => None,
        }
    }

    /// Where `left + more ≤ right`.
    fn at_most(&mut self, left: &Expr, right: &Expr, more: i64, locals: &[(usize, i64)]) -> Holds {
        let value = self.number(left, locals)? + more;
        match (self.slope(left), self.slope(right)) {
            (Some(a), Some(b)) => {
                let (lacking, closing) = (value - self.number(right, locals)?, b.checked_sub(a)?);
                match (closing, lacking) {
                    (0, ..=0) => ALWAYS,
                    (0, _) => NEVER,
                    (1.., _) => Some(Some(
                        self.sizes
                            .1
                            .checked_add(lacking.div_euclid(closing) + i64::from(lacking.rem_euclid(closing) > 0))?,
                    )),
                    // Lacking nothing at the largest size, it lacks nothing at smaller ones.
                    (_, ..=0) => ALWAYS,
                    // Legal for small sizes, and no more for large ones.
                    _ => None,
                }
            }
            (Some(0), None) => {
                let values = self.rises(right)?;
                let least =
                    self.sizes.0.checked_add(i64::try_from(values.partition_point(|found| *found < value)).ok()?)?;
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
        let mut of_size = true;
        expr.walk(&mut |part| {
            of_size &= match &part.kind {
                ExprKind::Local(slot) => *slot == self.size,
                ExprKind::State(_) | ExprKind::Old(_) | ExprKind::Can(_) | ExprKind::Me | ExprKind::Opponent => false,
                ExprKind::Answer(_) => false,
                _ => true,
            };
        });
        let found = of_size.then(|| self.row(expr)).flatten().map(Rc::new);
        self.rising.insert(key, found.clone());
        found
    }

    fn row(&self, expr: &Expr) -> Option<Vec<i64>> {
        let sizes = self.sizes.0..=self.sizes.1;
        let values: Vec<i64> = sizes.map(|size| self.number(expr, &[(self.size, size)])).collect::<Option<_>>()?;
        values.is_sorted().then_some(values)
    }
}

/// The ends of a range, and whether the last belongs to it.
type Ends<'e> = (&'e Expr, &'e Expr, bool);

/// A number that is written there.
fn times(expr: &Expr) -> Option<i64> {
    match expr.kind {
        ExprKind::Const(Datum::Int(number)) => Some(number),
        _ => None,
    }
}

fn both(one: Option<i64>, other: Option<i64>) -> Option<i64> {
    Some(one?.max(other?))
}

fn either(one: Option<i64>, other: Option<i64>) -> Option<i64> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        _ => one.or(other),
    }
}

fn negated(op: CompareOp) -> CompareOp {
    match op {
        CompareOp::Le => CompareOp::Gt,
        CompareOp::Lt => CompareOp::Ge,
        CompareOp::Ge => CompareOp::Lt,
        CompareOp::Gt => CompareOp::Le,
        CompareOp::Eq => CompareOp::Ne,
        CompareOp::Ne => CompareOp::Eq,
        CompareOp::In => CompareOp::NotIn,
        CompareOp::NotIn => CompareOp::In,
    }
}
