//! Helpers of one number or letter, from tables of what the interpreter gives for each, and letters of known texts.

use super::operate::spread;
use super::worth::{Lying, Num, Worth};
use super::{Lower, Lowered, size, unfit};
use crate::code::{Buffer, Value};
use bouton_rules::datum::Datum;
use bouton_rules::interval::Interval;
use bouton_rules::rules::Expr;
use bouton_rules::rules::ExprKind;
use bouton_rules::say;
use bouton_rules::table::helpers::Helper;
use bouton_rules::types::Type;

/// Tables are made for numbers up to this.
const MOST_TABLED: i64 = 4096;

/// Of divisors, which a sieve finds all at once: some 3.3 million.
const MOST_SIEVED: i64 = 1 << 18;

impl<'r> Lower<'r, '_> {
    /// `bit(a, i)`.
    pub(super) fn bit_of(&mut self, args: &'r [Expr]) -> Lowered<Num> {
        let (number, place) = (self.int(&args[0])?, self.int(&args[1])?);
        let (number, place) = (self.held(number), self.held(place));
        self.ask_negative(&number);
        self.ask_negative(&place);
        // No number has a bit 63 that is not negative.
        let place = if place.range.hi < 63 { place.value } else { place.value.min(63) };
        Ok(Num::truth(number.value.down(place).and(1)))
    }

    /// `digits`, `divisors`, `primes` of a small number.
    pub(super) fn list_of_number(&mut self, helper: Helper, of: &'r Expr) -> Lowered<Lying> {
        let number = self.int(of)?;
        let number = self.held(number);
        let least = i64::from(helper == Helper::Divisors);
        let limit = if helper == Helper::Divisors { MOST_SIEVED } else { MOST_TABLED };
        let Some(most) = i64::try_from(number.range.hi).ok().filter(|most| (least..=limit).contains(most)) else {
            return unfit(of.span, say!("`{}` of a number that may be large", helper.row().name));
        };
        self.spend(usize::try_from(most).expect("it is not negative") + 4);
        let outside = self.outside(&number, Interval::new(least, most));
        self.ask_if(outside);
        if helper == Helper::Primes {
            return Ok(self.primes_up_to(number.value, most));
        }
        let lists: Vec<Vec<i64>> = match helper {
            Helper::Divisors => divisors(most),
            _ => {
                let list = |number| helper.list_of_number(number).expect("the helper is defined from 0 on");
                (0..=most).map(list).collect()
            }
        };
        Ok(self.inner_list(&lists, &Num::new(number.value, Interval::new(least, most))))
    }

    /// All primes lie in one table; a number says how many of them count.
    fn primes_up_to(&mut self, number: Value, most: i64) -> Lying {
        let primes = Helper::Primes.list_of_number(most).expect("it is not negative");
        let upto = |number: i64| primes.partition_point(|prime| *prime <= number);
        let counts =
            (0..=most).map(|number| i64::try_from(upto(number)).expect("entries are counted in memory")).collect();
        let (entry, none) = spread(&primes);
        let longest = i64::try_from(primes.len()).expect("entries are counted in memory");
        let (counts, buffer) = (self.table(counts), self.table(primes));
        let length = self.make.hold("length", Value::load(counts, number));
        Lying { buffer, start: Value::from(0), length, most: longest, entry, none, live: false }
    }

    /// `code` and `number` of a letter.
    pub(super) fn of_letter(&mut self, helper: Helper, of: &'r Expr) -> Lowered<Num> {
        let Some(letter) = self.letter(of)? else { return unfit(of.span, "a text that is no letter of a known text") };
        if helper == Helper::Code {
            return Ok(letter);
        }
        let letter = self.held(letter);
        let outside = self.outside(&letter, Interval::new(u32::from('0'), u32::from('9')));
        self.ask_if(outside);
        Ok(Num::new(letter.value.minus(i64::from(u32::from('0'))), Interval::new(0, 9)))
    }

    /// The number of a letter: one that is known, or a letter of a known text.
    pub(super) fn letter(&mut self, expr: &'r Expr) -> Lowered<Option<Num>> {
        if let Some(always) = self.always(expr) {
            return Ok(match always {
                Worth::Known(Datum::Text(letters)) if letters.len() == 1 => Some(Num::of(code(letters[0]))),
                _ => None,
            });
        }
        let ExprKind::Index(base, indices) = &expr.kind else { return self.made_letter(expr) };
        let ([at], Some(Worth::Known(Datum::Text(letters)))) = (indices.as_slice(), self.always(base)) else {
            return self.made_letter(expr);
        };
        if at.ty == Type::Range {
            return self.made_letter(expr);
        }
        self.spend(4);
        let codes: Vec<i64> = letters.iter().map(|letter| code(*letter)).collect();
        let (entry, none) = spread(&codes);
        let most = i64::try_from(codes.len()).expect("entries are counted in memory");
        let buffer: Buffer = self.table(codes);
        let place = self.int(at)?;
        let lying = Lying { buffer, start: Value::from(0), length: Value::from(most), most, entry, none, live: false };
        Ok(Some(self.entry(&lying, &place)))
    }

    /// The number of the only letter of any text; asks where there are more or fewer.
    fn made_letter(&mut self, expr: &'r Expr) -> Lowered<Option<Num>> {
        let worth = self.expr(expr)?;
        let lying = self.lying(worth, expr.span)?;
        self.ask_if(lying.length.clone().ne(1));
        Ok(Some(self.entry(&lying, &Num::of(0))))
    }
}

/// The divisors of every number up to this; none of 0, which is not asked for.
fn divisors(most: i64) -> Vec<Vec<i64>> {
    let mut lists = vec![Vec::new(); size(most) + 1];
    for divisor in 1..=most {
        lists.iter_mut().step_by(size(divisor)).skip(1).for_each(|list| list.push(divisor));
    }
    lists
}

fn code(letter: char) -> i64 {
    i64::from(u32::from(letter))
}
