//! Games of heaps, as a recurrence shows them: every variable is a heap, a move takes the same amount from one heap or from several,
//! and whoever cannot move loses, or wins. Heaps may be written as numbers that fall or that rise; theorems about heaps start from here.

use crate::recurrence::{Bounds, Choice, End, Form, Linear, Move, Recurrence};
use crate::value::{Kind, Outcome, Plies, Value};

/// A game of heaps.
#[derive(Clone, Debug)]
pub(in crate::methods) struct Heaps {
    /// The size of each heap, told by its variable.
    sizes: Vec<Linear>,
    takes: Vec<Take>,
    /// Whether whoever cannot move wins.
    pub(super) misere: bool,
}

/// A move of a game of heaps. It is legal where the amount is at most the size of each heap it takes from, and nowhere else.
#[derive(Clone, Debug)]
struct Take {
    /// Its number in the recurrence.
    mv: usize,
    /// The heaps it takes from.
    from: Vec<usize>,
    amounts: Amounts,
    /// The amount, told by variables and the choice; the choice's symbol, if there is one.
    amount: Linear,
    symbol: Option<usize>,
}

/// How much may be taken at once, as far as there is so much.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::methods) enum Amounts {
    /// From 1 up to this; any amount where there is no bound.
    UpTo(Option<i64>),
    /// These, rising, all positive.
    Among(Vec<i64>),
}

/// Ranges of amounts are written out up to this.
const WRITTEN_OUT: i64 = 1 << 16;

/// What a move does to the heaps, before it is known that the amount fits the heaps exactly.
struct Effect {
    /// The heaps with their signs: 1 where the variable falls.
    from: Vec<(usize, i64)>,
    amount: Linear,
}

impl Heaps {
    /// The heaps of a game, if it is one.
    pub(in crate::methods) fn of(recurrence: &Recurrence) -> Option<Heaps> {
        let plain = recurrence.kind == Kind::Outcome && recurrence.needs.is_empty() && recurrence.remaining.is_none();
        if !plain || recurrence.moves.is_empty() {
            return None;
        }
        let bounds = recurrence.bounds();
        let mut sizes: Vec<Option<Linear>> = vec![None; bounds.len()];
        let mut takes = Vec::new();
        for (number, mv) in recurrence.moves.iter().enumerate() {
            takes.push(take(number, mv, &bounds, &mut sizes)?);
        }
        let sizes: Vec<Linear> = sizes.into_iter().collect::<Option<_>>()?;
        // No move leads out of bounds: an emptied heap lies within them, or there is nothing to take.
        let within = sizes.iter().all(|size| size.range(&bounds).0 <= 0);
        let mut heaps = Heaps { sizes, takes, misere: false };
        heaps.misere = !heaps.normal(recurrence)?;
        within.then_some(heaps)
    }

    /// Whether whoever cannot move loses: all that the rules say of the end says this, or all says the contrary.
    fn normal(&self, recurrence: &Recurrence) -> Option<bool> {
        let loses = |end: &End| match end.value {
            Value::Outcome(Outcome::Loss(Plies::Of(0))) => Some(true),
            Value::Outcome(Outcome::Win(Plies::Of(0))) => Some(false),
            _ => None,
        };
        let stuck = recurrence.stuck.first().filter(|end| end.when.is_empty()).and_then(loses);
        let Some((first, more)) = recurrence.ends.split_first() else { return stuck };
        let says = loses(first)?;
        let all_empty = recurrence.ends.iter().all(|end| self.holds_when_empty(end).unwrap_or(false));
        let one_voice = more.iter().all(|end| loses(end) == Some(says));
        // A single one can be taken from each heap: nobody is stuck before all are empty.
        let never_stuck = (0..self.count()).all(|heap| self.amounts(&[heap]).is_some_and(|amounts| amounts.has(1)));
        (all_empty && one_voice && (never_stuck || stuck == Some(says))).then_some(says)
    }

    /// Whether an end holds where all heaps are empty, and only there.
    fn holds_when_empty(&self, end: &End) -> Option<bool> {
        let empty: Vec<i64> = self.sizes.iter().enumerate().map(|(heap, size)| empty(size, heap)).collect();
        let slope = |form: &Linear, heap: usize| form.coefficient(heap) * self.sizes[heap].coefficient(heap);
        let holds = end.when.iter().all(|form| form.at(&empty) >= 0);
        let fails_beyond = |heap: usize| {
            end.when.iter().any(|form| {
                (0..self.count()).all(|other| slope(form, other) <= 0) && form.at(&empty) + slope(form, heap) < 0
            })
        };
        Some(holds && (0..self.count()).all(fails_beyond))
    }

    /// How many heaps there are.
    pub(super) fn count(&self) -> usize {
        self.sizes.len()
    }

    /// The size of each heap; `None` where one is below its end, which play never reaches.
    pub(super) fn at(&self, variables: &[i64]) -> Option<Vec<i64>> {
        let fits = variables.len() == self.count();
        fits.then(|| self.sizes.iter().map(|size| size.at(variables)).collect())
            .filter(|sizes: &Vec<i64>| sizes.iter().all(|size| *size >= 0))
    }

    /// The largest that each heap can be.
    pub(super) fn largest(&self, recurrence: &Recurrence) -> Vec<i128> {
        self.sizes.iter().map(|size| size.range(&recurrence.bounds()).1).collect()
    }

    /// The number that the variable of the only heap has where it is empty, if it falls to it.
    pub(in crate::methods) fn empty(&self) -> Option<i64> {
        let [size] = self.sizes.as_slice() else { return None };
        (size.coefficient(0) == 1).then(|| empty(size, 0))
    }

    /// The sets of heaps that moves take from.
    pub(super) fn sources(&self) -> Vec<&[usize]> {
        let mut all: Vec<&[usize]> = self.takes.iter().map(|take| take.from.as_slice()).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// All that may be taken from just these heaps at once; `None` if nothing may, or too much to write it out.
    pub(in crate::methods) fn amounts(&self, from: &[usize]) -> Option<Amounts> {
        let mut takes = self.takes.iter().filter(|take| take.from == from).map(|take| take.amounts.clone());
        let first = takes.next()?;
        takes.try_fold(first, Amounts::or)
    }

    /// Every move that takes this amount from just these heaps: its number in the recurrence, and what is chosen.
    pub(super) fn named(&self, from: &[usize], amount: i64, variables: &[i64]) -> Vec<(usize, Vec<i64>)> {
        let takes = self.takes.iter().filter(|take| take.from == from && take.amounts.has(amount));
        takes.filter_map(|take| Some((take.mv, take.choice(amount, variables)?))).collect()
    }
}

impl Take {
    /// What is chosen to take an amount.
    fn choice(&self, amount: i64, variables: &[i64]) -> Option<Vec<i64>> {
        let Some(symbol) = self.symbol else { return Some(Vec::new()) };
        let rest = self.amount.without(symbol).at(variables);
        Some(vec![amount.checked_sub(rest)?.checked_mul(self.amount.coefficient(symbol))?])
    }
}

impl Amounts {
    /// Whether so much may be taken from a heap that is large enough.
    pub(super) fn has(&self, amount: i64) -> bool {
        match self {
            Amounts::UpTo(most) => amount >= 1 && most.is_none_or(|most| amount <= most),
            Amounts::Among(amounts) => amounts.binary_search(&amount).is_ok(),
        }
    }

    /// What one of two moves may take; `None` where that would be written out too long.
    fn or(self, other: Amounts) -> Option<Amounts> {
        match (self, other) {
            (Amounts::UpTo(None), _) | (_, Amounts::UpTo(None)) => Some(Amounts::UpTo(None)),
            (Amounts::UpTo(Some(one)), Amounts::UpTo(Some(two))) => Some(Amounts::UpTo(Some(one.max(two)))),
            (Amounts::Among(one), Amounts::Among(two)) => Some(Amounts::among([one, two].concat())),
            (Amounts::UpTo(Some(most)), Amounts::Among(few)) | (Amounts::Among(few), Amounts::UpTo(Some(most))) => {
                let beyond: Vec<i64> = few.into_iter().filter(|amount| *amount > most).collect();
                match beyond.is_empty() {
                    true => Some(Amounts::UpTo(Some(most))),
                    false => (most <= WRITTEN_OUT).then(|| Amounts::among((1..=most).chain(beyond).collect())),
                }
            }
        }
    }

    /// One of these, in the simplest form.
    pub(in crate::methods) fn among(mut amounts: Vec<i64>) -> Amounts {
        amounts.sort_unstable();
        amounts.dedup();
        match amounts.last() {
            Some(last) if amounts.len() as u64 == last.unsigned_abs() && amounts[0] == 1 => Amounts::UpTo(Some(*last)),
            _ => Amounts::Among(amounts),
        }
    }
}

/// What a move takes, if it takes from heaps exactly what they hold at most. It says where each heap ends: all moves must agree.
fn take(number: usize, mv: &Move, bounds: &[Bounds], sizes: &mut [Option<Linear>]) -> Option<Take> {
    let divisors = mv.choices.iter().any(|choice| choice.divides.is_some());
    if !mv.passes || !mv.needs.is_empty() || mv.choices.len() > 1 || divisors {
        return None;
    }
    let Effect { from, amount } = effect(mv, bounds)?;
    let symbol = mv.choices.first().map(|_| bounds.len());
    let (lower, uppers) = match mv.choices.first() {
        Some(choice) => limits(choice, &amount, bounds.len())?,
        None => (amount.as_number()?, vec![amount.clone()]),
    };
    let (mut most, mut heaps) = (None::<i64>, Vec::new());
    for upper in &uppers {
        match upper.as_number() {
            Some(number) => most = Some(most.map_or(number, |most| most.min(number))),
            None => heaps.push(upper.clone()),
        }
    }
    for guard in &mv.guards {
        match symbol {
            // Without a choice a guard says that there is enough: it is not negative where the heap holds the amount.
            None => heaps.push(guard.plus(&amount, 1)?),
            // With one it may only repeat that there is something to choose.
            Some(_) => implied(guard, lower, &uppers)?,
        }
    }
    for place in &from {
        let size = heaps.iter().find(|size| size.terms[..] == [*place])?;
        let agreed = sizes[place.0].get_or_insert_with(|| size.clone()) == size;
        if !agreed {
            return None;
        }
    }
    let is_size = |form: &Linear| from.iter().any(|place| sizes[place.0].as_ref() == Some(form));
    let all_are_sizes = heaps.iter().all(is_size);
    let amounts = kept(mv.choices.first(), &amount, lower, most)?;
    let take = Take { mv: number, from: from.iter().map(|heap| heap.0).collect(), amounts, amount, symbol };
    all_are_sizes.then_some(take)
}

/// Which heaps a move takes from, and how much: the same from each, and at least one.
fn effect(mv: &Move, bounds: &[Bounds]) -> Option<Effect> {
    let symbols = mv.bounds(bounds);
    let mut effect: Option<Effect> = None;
    for (variable, next) in mv.next.iter().enumerate() {
        let Form::One(next) = next else { return None };
        let fall = Linear::symbol(variable).minus(next)?;
        if fall == Linear::default() {
            continue;
        }
        let at_least = |form: &Linear| least(form, mv, bounds.len(), &symbols).is_some_and(|least| least >= 1);
        let sign = if at_least(&fall) { 1 } else { -1 };
        let amount = fall.times(sign)?;
        if !at_least(&amount) {
            return None;
        }
        match &mut effect {
            None => effect = Some(Effect { from: vec![(variable, sign)], amount }),
            Some(known) if known.amount == amount => known.from.push((variable, sign)),
            Some(_) => return None,
        }
    }
    effect
}

/// The least that a form can be, its choice taken at its bounds.
fn least(form: &Linear, mv: &Move, variables: usize, symbols: &[Bounds]) -> Option<i128> {
    let plain = form.range(symbols).0;
    let Some(choice) = mv.choices.first() else { return Some(plain) };
    let ends = if form.coefficient(variables) < 0 { &choice.hi } else { &choice.lo };
    let bounded = ends.iter().filter_map(|end| Some(form.with(variables, end)?.range(symbols).0));
    bounded.chain([plain]).max()
}

/// The least amount, and bounds of the greatest, where the amount moves with the choice one for one.
fn limits(choice: &Choice, amount: &Linear, symbol: usize) -> Option<(i64, Vec<Linear>)> {
    let (low, high) = match amount.coefficient(symbol) {
        1 => (&choice.lo, &choice.hi),
        -1 => (&choice.hi, &choice.lo),
        _ => return None,
    };
    let lowers: Option<Vec<i64>> = low.iter().map(|end| amount.with(symbol, end)?.as_number()).collect();
    let uppers: Option<Vec<Linear>> = high.iter().map(|end| amount.with(symbol, end)).collect();
    Some((lowers?.into_iter().max()?, uppers?))
}

/// Whether a guard holds wherever there is something to choose.
pub(super) fn implied(guard: &Linear, lower: i64, uppers: &[Linear]) -> Option<()> {
    let follows = |upper: &Linear| {
        let slack = guard.minus(upper).and_then(|rest| rest.plus(&Linear::number(lower), 1));
        slack.and_then(|slack| slack.as_number()).is_some_and(|slack| slack >= 0)
    };
    uppers.iter().any(follows).then_some(())
}

/// The amounts from `lower` to `most` that a choice offers.
fn kept(choice: Option<&Choice>, amount: &Linear, lower: i64, most: Option<i64>) -> Option<Amounts> {
    let fits = |amount: &i64| *amount >= lower && most.is_none_or(|most| *amount <= most);
    let Some(choice) = choice else { return Some(Amounts::among(vec![lower])) };
    match (&choice.among, lower, most) {
        (Some(among), ..) => {
            let symbol = amount.last()?;
            let rest = amount.without(symbol).as_number()?;
            let amounts: Option<Vec<i64>> =
                among.iter().map(|number| number.checked_mul(amount.coefficient(symbol))?.checked_add(rest)).collect();
            Some(Amounts::among(amounts?.into_iter().filter(fits).collect()))
        }
        (None, 1, most) => Some(Amounts::UpTo(most)),
        (None, lower, Some(most)) if most - lower < WRITTEN_OUT => Some(Amounts::among((lower..=most).collect())),
        _ => None,
    }
}

/// The number a heap's variable has where the heap is empty.
fn empty(size: &Linear, heap: usize) -> i64 {
    -size.constant * size.coefficient(heap)
}
