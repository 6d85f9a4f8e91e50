//! Helpers of numbers that take a loop: greatest common divisors, roots, and the least number that is not there.

use super::worth::{Members, Num, Worth};
use super::{Lower, Lowered, unfit};
use crate::code::{Asked, One, Value};
use bouton_rules::interval::Interval;
use bouton_rules::rules::Expr;

/// Steps of Euclid's algorithm on 64-bit numbers are fewer than this.
const MOST_STEPS: u64 = 96;

impl<'r> Lower<'r, '_> {
    pub(super) fn gcd(&mut self, args: &'r [Expr]) -> Lowered<Num> {
        let result = self.make.local("gcd");
        self.make.set(result, 0);
        let mut range = Interval::of(0);
        if let [of] = args
            && !of.ty.is_scalar()
        {
            let span = of.span;
            self.each(of, &mut |lower, entry| {
                let Worth::Num(entry) = entry else { return unfit(span, "lists combined") };
                let entry = lower.there(entry);
                range = larger(range, &entry);
                lower.gcd_with(result, &entry)
            })?;
        } else {
            for arg in args {
                let entry = self.int(arg)?;
                range = larger(range, &entry);
                self.gcd_with(result, &entry)?;
            }
        }
        Ok(Num::new(result, range))
    }

    fn gcd_with(&mut self, result: crate::code::Local, entry: &Num) -> Lowered<()> {
        let rest = self.make.local("rest");
        let entry = self.held(entry.clone());
        let entry = match entry.range.lo >= 0 {
            true => entry.value,
            false => entry.value.clone().max(Value::one(One::Neg, entry.value)),
        };
        self.make.set(rest, entry);
        self.repeat(MOST_STEPS, Value::from(rest).eq(0), |lower, _| {
            let next = Value::asked(Asked::Mod, result.into(), rest.into());
            let next = lower.make.hold("next", next);
            lower.make.set(result, rest);
            lower.make.set(rest, next);
            Ok(())
        })
    }

    /// `isqrt`: digit by digit, two bits at a time.
    pub(super) fn root(&mut self, of: &'r Expr) -> Lowered<Num> {
        let num = self.int(of)?;
        self.ask_negative(&num);
        self.root_of(&num)
    }

    fn root_of(&mut self, num: &Num) -> Lowered<Num> {
        let (left, root, bit) = (self.make.local("left"), self.make.local("root"), self.make.local("bit"));
        self.make.set(left, num.value.clone());
        self.make.set(root, 0);
        let high = num.range.hi.clamp(1, i128::from(i64::MAX));
        let first = 1_i64 << ((127 - high.leading_zeros()) / 2 * 2).min(62);
        self.make.set(bit, first);
        self.repeat(32, Value::from(bit).eq(0), |lower, _| {
            let tried = lower.make.hold("tried", Value::from(root).plus(bit));
            let fits = lower.make.hold("fits", Value::from(left).ge(tried.clone()));
            lower.make.set(left, fits.clone().select(Value::from(left).minus(tried), left));
            let half = lower.make.hold("half", Value::from(root).down(1));
            lower.make.set(root, fits.select(half.clone().plus(bit), half));
            lower.make.set(bit, Value::from(bit).down(2));
            Ok(())
        })?;
        let most = i64::try_from(high).unwrap_or(i64::MAX).isqrt();
        Ok(Num::new(root, Interval::new(0, most)))
    }

    pub(super) fn is_square(&mut self, of: &'r Expr) -> Lowered<Num> {
        let num = self.int(of)?;
        let num = self.held(num);
        let natural = Num::new(num.value.clone().max(0), Interval { lo: 0, hi: num.range.hi.max(0) });
        let root = self.root_of(&natural)?;
        let square = root.value.clone().times(root.value).eq(num.value);
        Ok(Num::truth(square))
    }

    /// The least number from 0 up that is not there.
    pub(super) fn mex(&mut self, of: &'r Expr) -> Lowered<Num> {
        if let bouton_rules::types::Type::Set(_) = of.ty
            && let bits = self.bits(of, None)?
            && let (Members::From(lo, count), Some(word)) = (&bits.members, bits.single())
            && *lo <= 0
            && i64::from(*count) + lo < 64
        {
            let word = word.clone().down(-lo);
            return Ok(first_gap(self, word));
        }
        let small = self.dry(|lower| lower.entries_of(of, &mut |_, _| Ok(())))?;
        if small.lo >= 0 && small.hi < 63 {
            let word = self.make.local("there");
            self.make.set(word, 0);
            self.entries_of(of, &mut |lower, entry| {
                lower.make.set(word, Value::from(word).or(Value::from(1).up(entry.value)));
                Ok(())
            })?;
            let word = self.make.hold("there", word);
            return Ok(first_gap(self, word));
        }
        let worth = self.expr(of)?;
        let lying = self.lying(worth, of.span)?;
        self.spend(2 * usize::try_from(lying.most).unwrap_or(1 << 20));
        let (least, found) = (self.make.local("mex"), self.make.local("found"));
        self.make.set(least, 0);
        self.make.set(found, 1);
        let most = lying.most.unsigned_abs().saturating_add(1);
        self.repeat(most, Value::from(found).eq(0), |lower, _| {
            lower.make.set(found, 0);
            lower.each_lying(lying.clone(), &mut |lower, entry| {
                let Worth::Num(entry) = entry else { return Ok(()) };
                lower.make.set(found, Value::from(found).or(entry.value.eq(least)));
                Ok(())
            })?;
            lower.make.set(least, Value::from(least).plus(found));
            Ok(())
        })?;
        Ok(Num::new(least, Interval::new(0, lying.most)))
    }

    /// Does something with each scalar of a list; what they can be all together.
    fn entries_of(&mut self, of: &'r Expr, visit: &mut dyn FnMut(&mut Self, Num) -> Lowered<()>) -> Lowered<Interval> {
        let mut range = Interval::new(1, 0);
        let span = of.span;
        self.each(of, &mut |lower, entry| {
            let Worth::Num(entry) = entry else { return unfit(span, "lists compared") };
            range = range.hull(if entry.none { Interval::FULL } else { entry.range });
            visit(lower, entry)
        })?;
        Ok(range)
    }

    /// Lowers something for what it tells alone: no code comes of it.
    pub(super) fn dry<T>(&mut self, work: impl FnOnce(&mut Self) -> Lowered<T>) -> Lowered<T> {
        let (cost, flat, proven, depth) = (self.cost, self.flat, self.shared.proven, self.make.depth());
        self.make.begin();
        let done = work(self);
        self.make.unwind(depth);
        (self.cost, self.flat, self.shared.proven) = (cost, flat, proven);
        done
    }
}

/// The lowest 0 of a word that is not all ones.
fn first_gap(lower: &mut Lower, word: Value) -> Num {
    let gap = Value::one(One::Trailing, Value::one(One::Flip, word));
    Num::new(lower.make.hold("mex", gap), Interval::new(0, 64))
}

/// What a greatest common divisor can be with one number more.
fn larger(range: Interval, num: &Num) -> Interval {
    Interval { lo: 0, hi: range.hi.max(num.range.lo.abs()).max(num.range.hi.abs()) }
}
