//! The recurrence for every size: what the recurrences of many small games have in common, with the sizes in place of the numbers.
//!
//! A recurrence is derived with parameters, since what follows from numbers is left out of it. Here it is derived for games of several sizes.
//! Of those that have the fullest form, each constant that differs must be a size plus a number; then the moves and ends of the form are
//! held against those of every game that was looked at, position by position. It is no proof: what was looked at is said beside it.

use super::closed::{Frame, without_the_known};
use bouton::game::Game;
use bouton::recurrence::{Amount, Choice, Form, Linear, Move, Recurrence, Variable};
use bouton::rules::Rules;
use bouton::rules::datum::Datum;
use bouton::rules::types::{Domain, Type};
use bouton::sample::{Dice, Size, random};
use bouton::{Instance, Limits, Value};
use std::sync::Arc;
use std::time::Duration;

/// So many small games are looked at, for so long at the most.
const LOOKED_AT: usize = 40;
const PATIENCE: Duration = Duration::from_secs(2);
/// A form that fewer have shows nothing.
const FEWEST: usize = 4;
/// How large they are.
const SIZE: Size = Size { entries: 12, value: 14 };
/// So many positions of each are held against the form.
const POSITIONS: usize = 600;
/// A game with more moves somewhere is no small one.
const MOVES: u64 = 400;

/// Small games of some rules, drawn by lot: always the same. Options keep their defaults.
pub(super) fn games(rules: &Arc<Rules>) -> Vec<Instance> {
    let (mut dice, limits) = (Dice::new(1), Limits::default().time(PATIENCE).begun());
    let option = |domain: &Domain<_>| {
        !matches!(domain, Domain::Int { .. } | Domain::Whole | Domain::List { .. } | Domain::Grid { .. })
    };
    let held: Vec<bool> = rules.params.iter().map(|param| param.default.is_some() && option(&param.domain)).collect();
    let drawn = (0..LOOKED_AT).map_while(|_| limits.interrupted().is_none().then(|| random(rules, SIZE, &mut dice)));
    let made = drawn.flatten().filter_map(|mut params| {
        params.iter_mut().zip(&held).filter(|(_, held)| **held).for_each(|(value, _)| *value = None);
        Instance::new_within(rules.clone(), &params, &limits).ok()
    });
    made.collect()
}

/// A recurrence with sizes, and the games that it was seen in.
pub(super) struct Every<'a> {
    /// The largest of the games whose lists stand in it.
    pub(super) game: &'a Instance,
    /// Its last variables are sizes, which no move changes.
    pub(super) recurrence: Recurrence,
    pub(super) frame: Frame,
    /// How many games it was held against.
    pub(super) games: usize,
    /// The sizes that stand in it, with the least and the greatest that was looked at.
    pub(super) sizes: Vec<(String, i64, i64)>,
}

/// A game, its recurrence and its sizes.
type Sized<'a> = (&'a Instance, Recurrence, Vec<(String, i64)>);

/// What the recurrences of these games have in common; nothing where they differ in more than sizes.
pub(super) fn every(games: &[Instance]) -> Option<Every<'_>> {
    let mut all: Vec<Sized> =
        games.iter().filter_map(|game| Some((game, plain(game.recurrence().ok()?), with_the_greater(game)))).collect();
    all.sort_by_key(|one| std::cmp::Reverse(one.2.iter().map(|size| size.1).sum::<i64>()));
    let mut forms: Vec<(Shape, Vec<&Sized>)> = Vec::new();
    for one in &all {
        let shape = shape(&one.1);
        match forms.iter_mut().find(|(known, _)| *known == shape) {
            Some((_, fit)) => fit.push(one),
            None => forms.push((shape, vec![one])),
        }
    }
    // Numbers only ever make a bound superfluous: the fullest form says what holds for all.
    forms.sort_by_key(|(shape, _)| std::cmp::Reverse(self::forms(&mut shape.1.clone()).len()));
    let enough = forms.iter().filter(|(_, fit)| fit.len() >= FEWEST);
    enough.filter_map(|(_, fit)| of_form(fit, &all)).next()
}

/// A recurrence without bounds that sets to choose from keep by themselves.
fn plain(recurrence: &Recurrence) -> Recurrence {
    let mut plain = recurrence.clone();
    plain.moves.iter_mut().flat_map(|mv| &mut mv.choices).for_each(|choice| *choice = without_the_known(choice));
    plain
}

/// The form of some games with sizes in place of numbers, held against all.
fn of_form<'a>(fit: &[&Sized<'a>], all: &[Sized<'a>]) -> Option<Every<'a>> {
    let (game, first, sizes) = fit.first()?;
    let names: Vec<String> = sizes.iter().map(|size| size.0.clone()).collect();
    let constants: Vec<Vec<i64>> = fit.iter().map(|one| constants(&one.1)).collect();
    let values: Vec<Vec<i64>> = fit.iter().map(|one| one.2.iter().map(|size| size.1).collect()).collect();
    let found: Vec<Constant> = (0..constants[0].len())
        .map(|at| constant(&constants.iter().map(|all| all[at]).collect::<Vec<_>>(), &values))
        .collect::<Option<_>>()?;
    let mut used: Vec<usize> = found.iter().filter_map(|constant| constant.size.map(|size| size.0)).collect();
    used.sort_unstable();
    used.dedup();
    let sets = sets(fit)?;
    let (recurrence, ranges) = filled(first, &found, &used, &names);
    if !all.iter().all(|one| holds(&recurrence, &sets, one, &used)) {
        return None;
    }
    let span = |size: &usize| {
        let seen = || all.iter().map(|one| one.2[*size].1);
        (names[*size].clone(), seen().min().unwrap_or(0), seen().max().unwrap_or(0))
    };
    let sizes = used.iter().map(span).collect();
    let sets = sets.into_iter().map(|set| (set.of, set.name)).collect();
    let frame = Frame {
        sizes: used.len(),
        ranges,
        sets,
        order: super::closed::order(game.recurrence().ok()?),
        ..Frame::default()
    };
    Some(Every { game, recurrence, frame, games: all.len(), sizes })
}

/// Whether a form has the moves and ends of a game at all of its positions, or at many.
fn holds(form: &Recurrence, sets: &[Named], (game, own, values): &Sized, used: &[usize]) -> bool {
    let mut form = Recurrence { rows: own.rows.clone(), ..form.clone() };
    for choice in form.moves.iter_mut().flat_map(|mv| &mut mv.choices) {
        let named = choice.among.as_ref().and_then(|set| sets.iter().find(|known| known.of == *set));
        if let Some(which) = named.and_then(|set| set.param) {
            choice.among = entries(game, which).map(Arc::new);
        }
    }
    let width = |variable: &Variable| Some(variable.hi.checked_sub(variable.lo)?.checked_add(1)?.max(1));
    let Some(widths) = own.variables.iter().map(width).collect::<Option<Vec<i64>>>() else { return false };
    let Some(count) = widths.iter().try_fold(1_i64, |count, width| count.checked_mul(*width)) else { return false };
    let step = usize::try_from(count).map_or(1, |count| count / POSITIONS + 1);
    (0..count).step_by(step).all(|mut number| {
        let mut position: Vec<i64> = Vec::with_capacity(widths.len());
        for (variable, width) in own.variables.iter().zip(&widths) {
            position.push(variable.lo + number % width);
            number /= width;
        }
        let sized: Vec<i64> = position.iter().copied().chain(used.iter().map(|size| values[*size].1)).collect();
        let many = own.many(&position, MOVES) || form.many(&sized, MOVES);
        !many && here(&form, &sized, widths.len()) == here(own, &position, widths.len())
    })
}

/// The moves of a position and what ends there, without the sizes among its variables.
fn here(recurrence: &Recurrence, position: &[i64], own: usize) -> (Vec<Step>, [Option<Value>; 2]) {
    let mut steps = recurrence.steps(position);
    steps.iter_mut().for_each(|step| step.3.truncate(own));
    steps.sort();
    (steps, [recurrence.ending(position), recurrence.when_stuck(position)])
}

/// As [`Recurrence::steps`] tells them.
type Step = (usize, Vec<i64>, i64, Vec<i64>);

/// What the rules call sizes, with their values: their `let`s that are numbers, their parameters that are, lengths of lists.
pub(crate) fn sizes(game: &Instance) -> Vec<(String, i64)> {
    let (rules, interpreter) = (game.rules(), game.interpreter());
    let mut found = Vec::new();
    for (one, value) in rules.lets.iter().zip(interpreter.lets()).filter(|(one, _)| one.ty() == Type::Int) {
        found.extend(number(value).map(|value| (one.name.clone(), value)));
    }
    let mut numbers = Vec::new();
    for (param, value) in rules.params.iter().zip(interpreter.params()) {
        match value {
            Datum::Int(value) if param.domain.ty() == Type::Int => numbers.push((param.name.clone(), *value)),
            Datum::List(entries) => {
                found.extend(i64::try_from(entries.len()).ok().map(|count| (format!("len({})", param.name), count)));
            }
            _ => {}
        }
    }
    found.extend(numbers);
    found
}

/// The same, and the greater of two parameters.
fn with_the_greater(game: &Instance) -> Vec<(String, i64)> {
    let (rules, params) = (game.rules(), game.interpreter().params());
    let numbers = rules.params.iter().zip(params).filter(|(param, _)| param.domain.ty() == Type::Int);
    let numbers: Vec<(&str, i64)> =
        numbers.filter_map(|(param, value)| Some((param.name.as_str(), number(value)?))).collect();
    let both = numbers.iter().enumerate().flat_map(|(at, one)| numbers[..at].iter().map(move |other| (other, one)));
    let greater = both.map(|(one, other)| (format!("max({}, {})", one.0, other.0), one.1.max(other.1)));
    sizes(game).into_iter().chain(greater).collect()
}

fn number(value: &Datum) -> Option<i64> {
    if let Datum::Int(number) = value { Some(*number) } else { None }
}

/// A number of a recurrence: `times · size + plus`, with which size.
#[derive(Clone, Copy)]
struct Constant {
    plus: i64,
    size: Option<(usize, i64)>,
}

/// What a constant is at all sizes: the plainest that fits.
fn constant(seen: &[i64], sizes: &[Vec<i64>]) -> Option<Constant> {
    if seen.iter().all(|one| *one == seen[0]) {
        return Some(Constant { plus: seen[0], size: None });
    }
    let count = sizes.first()?.len();
    [1, -1, 2, -2].into_iter().find_map(|times: i64| {
        let plus = |at: usize, size: usize| seen[at].checked_sub(times.checked_mul(sizes[at][size])?);
        let size = (0..count).find(|size| (1..seen.len()).all(|at| plus(at, *size) == plus(0, *size)))?;
        Some(Constant { plus: plus(0, size)?, size: Some((size, times)) })
    })
}

/// A set to choose from that is not the same everywhere.
struct Named {
    of: Arc<Vec<i64>>,
    name: String,
    /// The parameter that it is.
    param: Option<usize>,
}

/// Sets to choose from that are those of a parameter, or that go on as far as numbers may: `{1, 4, 9, …}`. Nothing where they are otherwise.
fn sets(fit: &[&Sized]) -> Option<Vec<Named>> {
    let among = |recurrence: &Recurrence| -> Vec<Option<Arc<Vec<i64>>>> {
        recurrence.moves.iter().flat_map(|mv| &mv.choices).map(|choice| choice.among.clone()).collect()
    };
    let all: Vec<_> = fit.iter().map(|one| among(&one.1)).collect();
    let rules = fit[0].0.rules();
    let mut named = Vec::new();
    for (at, set) in all[0].iter().enumerate().filter_map(|(at, set)| Some((at, set.as_ref()?))) {
        if all.iter().all(|one| one[at].as_ref() == Some(set)) {
            continue;
        }
        let seen = || all.iter().map(|sets| sets[at].as_deref().map_or(&[][..], Vec::as_slice));
        let is = |which: &usize| fit.iter().zip(seen()).all(|(one, set)| entries(one.0, *which) == Some(sorted(set)));
        let param = (0..rules.params.len()).find(is);
        let name = match param {
            Some(which) => rules.params[which].name.clone(),
            None if seen().all(|other| set.starts_with(other)) => {
                let few: Vec<String> = set.iter().take(FEW).map(ToString::to_string).collect();
                format!("{{{}, …}}", few.join(", "))
            }
            None => return None,
        };
        named.push(Named { of: set.clone(), name, param });
    }
    Some(named)
}

/// Numbers of a set without end that are shown.
const FEW: usize = 3;

fn sorted(set: &[i64]) -> Vec<i64> {
    let mut set = set.to_vec();
    set.sort_unstable();
    set.dedup();
    set
}

/// The numbers of a parameter that is a list or a set.
fn entries(game: &Instance, which: usize) -> Option<Vec<i64>> {
    let Datum::List(entries) = &game.interpreter().params()[which] else { return None };
    entries.iter().map(number).collect::<Option<Vec<_>>>().map(|all| sorted(&all))
}

/// The names of the lists of a recurrence, and the rest of it without numbers.
type Shape = (Vec<String>, Recurrence);

/// A recurrence without its numbers, to be compared.
fn shape(recurrence: &Recurrence) -> Shape {
    let mut bare = recurrence.clone();
    forms(&mut bare).into_iter().for_each(|form| form.constant = 0);
    bare.variables.iter_mut().for_each(|variable| (variable.lo, variable.hi) = (0, 0));
    bare.moves.iter_mut().flat_map(|mv| &mut mv.choices).for_each(|choice| {
        choice.among = choice.among.take().map(|_| Arc::default());
    });
    bare.needs.clear();
    bare.moves.iter_mut().for_each(|mv| mv.needs.clear());
    let rows = std::mem::take(&mut bare.rows);
    (rows.into_iter().map(|row| row.name).collect(), bare)
}

/// Every number of a recurrence, in one order: of its forms, then the bounds of its variables.
fn constants(recurrence: &Recurrence) -> Vec<i64> {
    let mut copy = recurrence.clone();
    let forms: Vec<i64> = forms(&mut copy).into_iter().map(|form| form.constant).collect();
    forms.into_iter().chain(recurrence.variables.iter().flat_map(|variable| [variable.lo, variable.hi])).collect()
}

/// A recurrence with sizes as its last variables, and the bounds of the others.
fn filled(
    of: &Recurrence,
    found: &[Constant],
    used: &[usize],
    names: &[String],
) -> (Recurrence, Vec<(Linear, Linear)>) {
    let (mut full, own) = (of.clone(), of.variables.len());
    let form = |constant: &Constant| {
        let place = |size: usize| own + used.iter().position(|known| *known == size).unwrap_or(0);
        let terms = constant.size.map(|(size, times)| (place(size), times)).into_iter().collect();
        Linear { constant: constant.plus, terms }
    };
    let mut rest = found.iter();
    for (mine, constant) in forms(&mut full).into_iter().zip(rest.by_ref()) {
        // Choices come after the sizes.
        mine.terms.iter_mut().filter(|term| term.0 >= own).for_each(|term| term.0 += used.len());
        mine.constant = 0;
        *mine = mine.plus(&form(constant), 1).unwrap_or_default();
    }
    let bounds: Vec<Linear> = rest.map(form).collect();
    let ranges = bounds.chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect();
    let stay = |at: usize| Form::One(Linear::symbol(own + at));
    full.moves.iter_mut().for_each(|mv| mv.next.extend((0..used.len()).map(stay)));
    full.variables.extend(used.iter().map(|size| Variable { name: names[*size].clone(), lo: 0, hi: i64::MAX / 4 }));
    (full, ranges)
}

/// Every linear form of a recurrence but what the rules need, in one order.
pub(super) fn forms(recurrence: &mut Recurrence) -> Vec<&mut Linear> {
    let Recurrence { ends, moves, stuck, remaining, .. } = recurrence;
    let mut all: Vec<&mut Linear> = Vec::new();
    all.extend(ends.iter_mut().chain(stuck).flat_map(|end| &mut end.when));
    for mv in moves {
        let Move { args, choices, guards, next, gain, given, .. } = mv;
        all.extend(args.iter_mut().chain(guards));
        for Choice { lo, hi, divides, listed, .. } in choices {
            all.extend(lo.iter_mut().chain(hi).chain(divides).chain(listed.as_mut().map(|listed| &mut listed.of)));
        }
        all.extend(next.iter_mut().flat_map(|form| match form {
            Form::One(form) => std::slice::from_mut(form),
            Form::Min(forms) | Form::Max(forms) => forms.as_mut_slice(),
        }));
        all.extend(amount(gain).chain(amount(given)));
    }
    all.extend(remaining.iter_mut().flat_map(amount));
    all
}

fn amount(amount: &mut Amount) -> impl Iterator<Item = &mut Linear> {
    std::iter::once(&mut amount.linear).chain(amount.sums.iter_mut().flat_map(|sum| &mut sum.place))
}
