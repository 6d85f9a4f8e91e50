//! Octal games, seen from the moves of a part: taking `w` of a heap may leave nothing, one heap, or two of whatever sizes add up.
//!
//! What such heaps are worth, the theorem (Guy and Smith 1956) and its proof are in `nimber::octal`; here rules are recognised. Each move
//! is cut where a `min` or `max` turns, choices between few numbers are taken one by one, and what then is left must be, for a fixed `w`:
//! nothing, `n − w`, or `a` and `n − w − a` for every `a` from 0 or 1 on, to the end or one less. Anything else is no octal game.

use crate::nimber::octal::Code;
use crate::recurrence::{Bounds, Breaks, Choice, Form, Linear, Move, cut};

/// Choices between so many numbers are taken one by one.
const MOST_FIXED: i64 = 64;
/// A code has at most so many places.
const MOST_PLACES: usize = 256;

/// The code of a kind of part, if its moves have one.
pub(in crate::methods) fn code(breaks: &Breaks) -> Option<Code> {
    if breaks.bounds.0 != 0 {
        return None;
    }
    let variables = [breaks.bounds];
    let mut digits = vec![0_u8];
    for mv in &breaks.moves {
        for piece in cut(mv.clone(), &variables)? {
            for settled in settled(piece, &variables)? {
                note(&settled, &variables, &mut digits)?;
            }
        }
    }
    // Where nothing is ever taken, the places behind the point are one 0.
    digits.resize(digits.len().max(2), 0);
    let text: String = digits[1..].iter().map(|digit| char::from(b'0' + digit)).collect();
    format!("{}.{text}", digits[0]).parse().ok().filter(|_| digits.iter().any(|digit| *digit > 0))
}

/// A move with each choice between few numbers settled, in every way: fixed ones, or ones that lie by the size, such as `n − 2` and `n − 1`.
fn settled(mv: Move, variables: &[Bounds]) -> Option<Vec<Move>> {
    let Some((at, first, count)) = few(&mv, variables.len()) else { return Some(vec![mv]) };
    let mut all = Vec::new();
    for more in 0..count {
        let (choice, number) = (&mv.choices[at], first.plus(&Linear::number(more), 1)?);
        let offered = match (&choice.among, number.as_number()) {
            (None, _) => true,
            (Some(among), Some(number)) => among.contains(&number),
            (Some(_), None) => return None,
        };
        if choice.divides.is_some() {
            return None;
        }
        if offered {
            all.extend(settled(with(&mv, at, &number, variables.len())?, variables)?);
        }
    }
    Some(all)
}

/// A choice between few numbers: which one, the least of them, how many.
fn few(mv: &Move, variables: usize) -> Option<(usize, Linear, i64)> {
    let near = |choice: &Choice| {
        let pairs = choice.lo.iter().flat_map(|lo| choice.hi.iter().map(move |hi| (lo, hi)));
        let free = |form: &Linear| form.last().is_none_or(|last| last < variables);
        let counts = pairs.filter(|(lo, _)| free(lo)).filter_map(|(lo, hi)| {
            let count = hi.minus(lo)?.as_number()?.saturating_add(1).max(0);
            (count <= MOST_FIXED).then(|| (lo.clone(), count))
        });
        counts.min_by_key(|(_, count)| *count)
    };
    mv.choices.iter().enumerate().find_map(|(at, choice)| near(choice).map(|(first, count)| (at, first, count)))
}

/// The same move with one choice settled.
fn with(mv: &Move, at: usize, number: &Linear, variables: usize) -> Option<Move> {
    let symbol = variables + at;
    // Later choices are counted one less.
    let settle = |form: &Linear| {
        let mut form = form.with(symbol, number)?;
        form.terms.iter_mut().filter(|term| term.0 > symbol).for_each(|term| term.0 -= 1);
        Some(form)
    };
    let settle_all = |forms: &[Linear]| forms.iter().map(settle).collect::<Option<Vec<_>>>();
    let mut settled = mv.clone();
    let choice = settled.choices.remove(at);
    for later in &mut settled.choices {
        (later.lo, later.hi) = (settle_all(&later.lo)?, settle_all(&later.hi)?);
    }
    for lower in &choice.lo {
        settled.guards.push(number.minus(lower)?);
    }
    for upper in &choice.hi {
        settled.guards.push(upper.minus(number)?);
    }
    settled.guards = settle_all(&settled.guards)?;
    for next in &mut settled.next {
        let Form::One(form) = next else { return None };
        *next = Form::One(settle(form)?);
    }
    Some(settled)
}

/// The sizes of the heaps for which guards hold: from one to another, if they speak of the size alone.
fn sizes(guards: &[Linear], (least, most): Bounds) -> Option<Bounds> {
    let (mut lo, mut hi) = (least, most);
    for guard in guards {
        match guard.terms.as_slice() {
            [] if guard.constant >= 0 => {}
            [] => return Some((0, -1)),
            [(0, 1)] => lo = lo.max(guard.constant.checked_neg()?),
            [(0, -1)] => hi = hi.min(guard.constant),
            _ => return None,
        }
    }
    Some((lo, hi))
}

/// Adds what a move does to the digits of the code.
fn note(mv: &Move, variables: &[Bounds], digits: &mut Vec<u8>) -> Option<()> {
    let (lo, hi) = sizes(&mv.guards, variables[0])?;
    if lo > hi {
        return Some(());
    }
    let forms: Option<Vec<&Linear>> =
        mv.next.iter().map(|form| if let Form::One(form) = form { Some(form) } else { None }).collect();
    // Parts of size 0 are nothing.
    let left: Vec<&Linear> = forms?.into_iter().filter(|form| **form != Linear::default()).collect();
    match (left.as_slice(), mv.choices.as_slice()) {
        ([], []) => whole(lo, hi, variables[0].1, digits),
        ([rest], []) => one(rest, lo, hi, variables[0].1, digits),
        ([one, other], [at]) => two(one, other, at, lo, hi == variables[0].1, digits),
        _ => None,
    }
}

/// Nothing is left of heaps of these sizes.
fn whole(lo: i64, hi: i64, most: i64, digits: &mut Vec<u8>) -> Option<()> {
    // Where it holds for every size up to the greatest there is, the code would have no end.
    if hi == most && most > lo {
        return None;
    }
    (lo.max(1)..=hi).try_for_each(|size| add(size, 1, digits))
}

/// `n − w` is left of heaps of these sizes.
fn one(rest: &Linear, lo: i64, hi: i64, most: i64, digits: &mut Vec<u8>) -> Option<()> {
    let taken = Linear::symbol(0).minus(rest)?.as_number().filter(|taken| *taken >= 1)?;
    match (lo - taken, hi == most) {
        // Of a heap as large as what is taken, nothing is left.
        (..=-1, _) => None,
        (0, true) => add(taken, 3, digits),
        (0, false) if hi == taken => add(taken, 1, digits),
        (1, true) => add(taken, 2, digits),
        _ => None,
    }
}

/// `a` and `n − w − a` are left, for every `a` between bounds.
fn two(one: &Linear, other: &Linear, at: &Choice, lo: i64, endless: bool, digits: &mut Vec<u8>) -> Option<()> {
    let taken = Linear::symbol(0).minus(one)?.minus(other)?.as_number().filter(|taken| *taken >= 0)?;
    let sign = Some(one.coefficient(1)).filter(|sign| sign.abs() == 1 && at.among.is_none() && at.divides.is_none())?;
    let (low, high) = if sign == 1 { (&at.lo, &at.hi) } else { (&at.hi, &at.lo) };
    let least = |form: &Linear, ends: &[Linear]| -> Option<i64> {
        let found: Option<Vec<i64>> = ends.iter().map(|end| form.with(1, end)?.as_number()).collect();
        found?.into_iter().max()
    };
    // The least that either can be; both are met, one at each end of the choice.
    let (first, second) = (least(one, low)?, least(other, high)?);
    if !(0..=1).contains(&first) || !(0..=1).contains(&second) || !endless || lo > taken + first + second {
        return None;
    }
    add(taken, [7, 6, 4][usize::try_from(first + second).ok()?], digits)
}

fn add(place: i64, bits: u8, digits: &mut Vec<u8>) -> Option<()> {
    let place = usize::try_from(place).ok().filter(|place| *place < MOST_PLACES)?;
    if digits.len() <= place {
        digits.resize(place + 1, 0);
    }
    digits[place] |= bits;
    Some(())
}
