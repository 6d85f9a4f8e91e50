//! A game's recurrence: its positions as whole numbers, its moves as closed forms of them. Data, free of rules and trees, so that
//! methods can rewrite it: prefix sums for range sums, ranges split where `min` and `max` turn, windows that slide
//! (the oldest of these thoughts is Bellman's, *Dynamic Programming*, 1957).

mod composed;
mod conserved;
mod control;
mod forms;
mod inequalities;
mod linear;
mod order;
mod pieces;
mod show;
pub mod symbolic;
pub mod tables;
mod trail;
mod without;

use crate::value::{Kind, Value};
pub(crate) use conserved::Weights;
pub(crate) use control::ControlStates;
pub(crate) use linear::within_bounds;
pub use linear::{Bounds, Linear, Terms};
pub use order::Direction;
pub(crate) use order::{Legal, narrowed};
pub use pieces::{Inner, Piece, cut, pieces};
pub(crate) use show::linear;
use std::sync::Arc;
pub use trail::{Played, Trail, Walk};
pub use without::Substitution;

/// What a position is worth, told by where its moves lead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recurrence {
    /// What its values are.
    pub kind: Kind,
    /// The variables of a position, in the order in which positions are numbered: the last varies fastest.
    pub variables: Vec<Variable>,
    /// Known lists and boards, as prefix sums.
    pub rows: Vec<Row>,
    /// Where play ends before a move; the first that holds counts.
    pub ends: Vec<End>,
    /// The moves.
    pub moves: Vec<Move>,
    /// What a position is worth where nobody can move; the first that holds counts. It may be that none does.
    pub stuck: Vec<End>,
    /// What must not be negative at any position, or the rules are at fault there.
    pub needs: Vec<Linear>,
    /// Points still to be handed out, shown to fall by what each move gives; they must be none where play ends.
    pub remaining: Option<Amount>,
}

/// How the moves of a part of a sum leave it: the only variable is its value, and `next` are the values of what is left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breaks {
    /// The least and the greatest value.
    pub bounds: Bounds,
    /// The moves.
    pub moves: Vec<Move>,
}

/// A variable of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its least value.
    pub lo: i64,
    /// Its greatest value.
    pub hi: i64,
}

/// Prefix sums of a list (`sums[k]` is the sum of its first `k` entries) or of a board (row by row, of all that lies above and left).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What the rules call the list.
    pub name: String,
    /// For a board, one more than it has columns.
    pub width: Option<i64>,
    /// The sums.
    pub sums: Arc<Vec<i64>>,
    /// The most that any of them is, without its sign, what all steps from one to the next come to, without theirs, and the greatest of these that
    /// stays in a row of the board: asked for again and again, of millions of sums.
    most: u64,
    weight: u64,
    steepest: u64,
}

/// An end: what a position is worth to its mover where all of these are not negative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// What must not be negative.
    pub when: Vec<Linear>,
    /// What the position is worth then.
    pub value: Value,
}

impl End {
    /// What must hold, as people would write it: each form, and whether it must be 0 (two opposite forms say that together, and the one
    /// whose first term is positive stands for both) or just not negative.
    #[must_use]
    pub fn relations(&self) -> Vec<(Linear, bool)> {
        let mut left = self.when.clone();
        let mut relations = Vec::new();
        while !left.is_empty() {
            let form = left.remove(0);
            let opposite = left.iter().position(|other| form.times(-1).as_ref() == Some(other));
            let opposite = opposite.map(|at| left.remove(at));
            let zero = opposite.is_some();
            let upright = form.terms.first().is_none_or(|term| term.1 > 0);
            relations.push((opposite.filter(|_| !upright).unwrap_or(form), zero));
        }
        relations
    }
}

/// A move. Its choices are symbols after the variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Its name.
    pub name: String,
    /// Which of the game's own moves it is, or is a part of.
    pub source: usize,
    /// What is chosen in the game's own move, in its order: choices of this one, or what is settled here.
    pub args: Vec<Linear>,
    /// Its choices; a bound speaks of variables and earlier choices.
    pub choices: Vec<Choice>,
    /// What must not be negative for the move to be legal; speaks of variables only, since conditions on choices became bounds.
    pub guards: Vec<Linear>,
    /// The variables after it.
    pub next: Vec<Form>,
    /// What it gains its mover more than the other.
    pub gain: Amount,
    /// What it gives to both together.
    pub given: Amount,
    /// Whether the other player moves next.
    pub passes: bool,
    /// What must not be negative where the move is legal, or the rules are at fault.
    pub needs: Vec<Linear>,
}

/// A choice: every whole number from the greatest of `lo` to the least of `hi`, or those of a list that lie there, or that divide another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Its name.
    pub name: String,
    /// Lower bounds, all of which hold.
    pub lo: Vec<Linear>,
    /// Upper bounds, all of which hold.
    pub hi: Vec<Linear>,
    /// The only numbers to choose from, each once, if not every one.
    pub among: Option<Arc<Vec<i64>>>,
    /// What the number must divide, if it must; then it is at least 1.
    pub divides: Option<Linear>,
    /// The only numbers to choose from, by the value of a form, if they hang on one.
    pub listed: Option<Listed>,
}

/// Numbers that hang on the value of a form: what has no closed form, as a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The form; speaks of variables and earlier choices.
    pub of: Linear,
    /// Its least value in the table.
    pub least: i64,
    /// The numbers for each of its values, rising from the least, each once. A function of the form has one at each.
    pub numbers: Arc<Vec<Vec<i64>>>,
    /// Whether they come again and again below and above: those of a remainder.
    pub repeats: bool,
    /// How the rules write it: `n // 2`.
    pub words: String,
}

impl Listed {
    /// The numbers where symbols have these values; none outside a table that does not repeat.
    #[must_use]
    pub fn at(&self, values: &[i64]) -> &[i64] {
        self.of_value(self.of.at(values))
    }

    /// The numbers where the form has this value.
    #[must_use]
    pub fn of_value(&self, value: i64) -> &[i64] {
        let place = value.checked_sub(self.least);
        let place = match i64::try_from(self.numbers.len()) {
            Ok(count @ 1..) if self.repeats => place.map(|place| place.rem_euclid(count)),
            _ => place,
        };
        let place = place.and_then(|place| usize::try_from(place).ok());
        place.and_then(|place| self.numbers.get(place)).map_or(&[], Vec::as_slice)
    }

    /// The least and the greatest of all numbers.
    #[must_use]
    pub fn range(&self) -> Option<Bounds> {
        let all = || self.numbers.iter().flatten().copied();
        Some((all().min()?, all().max()?))
    }
}

/// A number that depends on position and choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// This.
    One(Linear),
    /// The least of these.
    Min(Vec<Linear>),
    /// The greatest of these.
    Max(Vec<Linear>),
}

/// Points: a linear form and prefix sums taken so many times.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Amount {
    /// The linear part.
    pub linear: Linear,
    /// The sums, sorted; none is taken zero times.
    pub sums: Vec<Sum>,
}

/// A prefix sum, taken so many times.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sum {
    /// Which row.
    pub row: usize,
    /// Where: one place, or row and column.
    pub place: Vec<Linear>,
    /// How many times.
    pub times: i64,
}

impl Amount {
    /// `self + times · other`; `None` when a coefficient leaves 64 bits.
    #[must_use]
    pub fn plus(&self, other: &Amount, times: i64) -> Option<Amount> {
        let mut sum = Amount { linear: self.linear.plus(&other.linear, times)?, sums: self.sums.clone() };
        for more in &other.sums {
            let count = more.times.checked_mul(times)?;
            match sum.sums.iter_mut().find(|known| known.row == more.row && known.place == more.place) {
                Some(known) => known.times = known.times.checked_add(count)?,
                None => sum.sums.push(Sum { times: count, ..more.clone() }),
            }
        }
        sum.sums.retain(|sum| sum.times != 0);
        sum.sums.sort();
        Some(sum)
    }

    /// Its value where symbols have these values.
    #[must_use]
    pub fn at(&self, values: &[i64], rows: &[Row]) -> i64 {
        let sums = self.sums.iter().map(|sum| sum.times * rows[sum.row].sum(&sum.place, values));
        self.linear.at(values) + sums.sum::<i64>()
    }

    /// The most it can be, with either sign.
    #[must_use]
    pub fn most(&self, bounds: &[Bounds], rows: &[Row]) -> i128 {
        let (lo, hi) = self.linear.range(bounds);
        let sums = self.sums.iter().map(|sum| i128::from(sum.times).abs() * rows[sum.row].most());
        lo.abs().max(hi.abs()) + sums.sum::<i128>()
    }
}

impl Row {
    /// Sums of a list, or of a board with one less than so many columns.
    pub(crate) fn new(name: String, width: Option<i64>, sums: Arc<Vec<i64>>) -> Row {
        let (mut most, mut weight, mut steepest, mut last) = (0, 0_u64, 0, sums.first().copied().unwrap_or(0));
        let row = width.and_then(|width| usize::try_from(width).ok()).unwrap_or(sums.len());
        for row in sums.chunks(row.max(1)) {
            for (place, sum) in row.iter().enumerate() {
                let step = sum.abs_diff(last);
                most = sum.unsigned_abs().max(most);
                weight = weight.saturating_add(step);
                steepest = if place > 0 { step.max(steepest) } else { steepest };
                last = *sum;
            }
        }
        Row { name, width, sums, most, weight, steepest }
    }

    /// A place in `sums` as one form.
    #[must_use]
    pub fn flat(&self, place: &[Linear]) -> Option<Linear> {
        match (place, self.width) {
            ([row, column], Some(width)) => column.plus(row, width),
            ([place], None) => Some(place.clone()),
            _ => None,
        }
    }

    fn sum(&self, place: &[Linear], values: &[i64]) -> i64 {
        let at = self.flat(place).map(|place| place.at(values));
        at.and_then(|at| self.sums.get(usize::try_from(at).ok()?)).copied().unwrap_or(0)
    }

    /// The most that any of its sums is, with either sign.
    pub(crate) fn most(&self) -> i128 {
        self.most.into()
    }

    /// What all steps from one sum to the next come to, without their signs: of a list, its entries.
    pub(crate) fn weight(&self) -> i128 {
        self.weight.into()
    }

    /// The most that two sums side by side in a row differ: of a list, its greatest entry without its sign.
    pub(crate) fn steepest(&self) -> i128 {
        self.steepest.into()
    }
}

impl Form {
    /// Its value where symbols have these values.
    #[must_use]
    pub fn at(&self, values: &[i64]) -> i64 {
        match self {
            Form::One(form) => form.at(values),
            Form::Min(forms) => forms.iter().map(|form| form.at(values)).min().expect("a least is of some forms"),
            Form::Max(forms) => forms.iter().map(|form| form.at(values)).max().expect("a greatest is of some forms"),
        }
    }

    /// Bounds of its value, from the bounds of each symbol.
    pub(crate) fn range(&self, bounds: &[Bounds]) -> (i128, i128) {
        self.joined(self.parts().iter().map(|part| part.range(bounds))).expect("a form has a part")
    }

    /// Bounds of the least or the greatest of parts, from the bounds of each.
    pub(crate) fn joined(&self, parts: impl Iterator<Item = (i128, i128)>) -> Option<(i128, i128)> {
        match self {
            Form::Max(_) => parts.reduce(|a, b| (a.0.max(b.0), a.1.max(b.1))),
            Form::One(_) | Form::Min(_) => parts.reduce(|a, b| (a.0.min(b.0), a.1.min(b.1))),
        }
    }

    /// The linear forms it is made of.
    #[must_use]
    pub fn parts(&self) -> &[Linear] {
        match self {
            Form::One(form) => std::slice::from_ref(form),
            Form::Min(forms) | Form::Max(forms) => forms,
        }
    }
}

impl Recurrence {
    /// Bounds of the variables.
    #[must_use]
    pub fn bounds(&self) -> Vec<Bounds> {
        self.variables.iter().map(|variable| (variable.lo, variable.hi)).collect()
    }

    /// The game in which one player makes every move, and gets what both get in this one, so many times: its value is the most that a line hands out,
    /// or, with −1 times, the least with its sign turned. `None` when a coefficient leaves 64 bits.
    pub(crate) fn handed_out(&self, times: i64) -> Option<Recurrence> {
        let alone = |mv: &Move| {
            let gain = Amount::default().plus(&mv.given, times)?;
            Some(Move { gain, passes: false, ..mv.clone() })
        };
        let ends = |ends: &[End]| {
            let given = |value: Value| match value {
                Value::Lead(lead) => Some(Value::Lead(lead.checked_abs()?.checked_mul(times)?)),
                Value::Outcome(_) => None,
            };
            let ends = ends.iter().map(|end| Some(End { value: given(end.value)?, ..end.clone() }));
            ends.collect::<Option<Vec<End>>>()
        };
        let moves = self.moves.iter().map(alone).collect::<Option<Vec<Move>>>()?;
        let (ends, stuck) = (ends(&self.ends)?, ends(&self.stuck)?);
        Some(Recurrence { moves, ends, stuck, remaining: None, ..self.clone() })
    }

    /// How many numbers positions have; `None` where they are too many to be numbered.
    pub(crate) fn size(&self) -> Option<u64> {
        let width = |(lo, hi): (i64, i64)| hi.checked_sub(lo)?.checked_add(1);
        let size = self.bounds().into_iter().try_fold(1_i64, |size, bounds| size.checked_mul(width(bounds)?))?;
        u64::try_from(size).ok()
    }

    /// The number of a position, as a form of its variables; `None` when a coefficient leaves 64 bits.
    pub(crate) fn number(&self) -> Option<Linear> {
        self.digits(0..self.variables.len(), 1).map(|(number, _)| number)
    }

    /// Some variables as the digits of a number, the last of which counts so much; and what a digit before the first would count.
    fn digits(&self, variables: impl DoubleEndedIterator<Item = usize>, mut stride: i64) -> Option<(Linear, i64)> {
        let mut number = Linear::default();
        for at in variables.rev() {
            let variable = &self.variables[at];
            number = number.plus(&Linear::symbol(at).minus(&Linear::number(variable.lo))?, stride)?;
            stride = stride.checked_mul(variable.hi.checked_sub(variable.lo)?.checked_add(1)?)?;
        }
        Some((number, stride))
    }

    /// Whether it looks numbers up in tables that were made for this game.
    #[must_use]
    pub fn looks_up(&self) -> bool {
        self.moves.iter().flat_map(|mv| &mv.choices).any(|choice| choice.listed.is_some())
    }

    /// Whether a form is surely not negative: by the bounds of the variables, or because it is no less than something that is needed.
    pub(crate) fn implies(&self, form: &Linear) -> bool {
        let bounds = self.bounds();
        let follows = |need: &Linear| form.minus(need).is_some_and(|slack| slack.range(&bounds).0 >= 0);
        form.range(&bounds).0 >= 0 || self.needs.iter().any(follows)
    }

    /// The moves of a position that is not finished: each with its number, its choices, its gain, and the variables after it.
    /// Slow and plain: tests hold it against the rules.
    #[must_use]
    pub fn steps(&self, position: &[i64]) -> Vec<(usize, Vec<i64>, i64, Vec<i64>)> {
        let mut found = Vec::new();
        self.each(position, &mut |number, mv, values| {
            let next = mv.next.iter().map(|form| form.at(values)).collect();
            found.push((number, values[position.len()..].to_vec(), mv.gain.at(values, &self.rows), next));
            true
        });
        found
    }

    /// The first moves of a position that is not finished, at most so many: each with its number and its choices.
    #[must_use]
    pub fn first(&self, position: &[i64], most: usize) -> Vec<(usize, Vec<i64>)> {
        let mut found = Vec::new();
        self.each(position, &mut |number, _, values| {
            found.push((number, values[position.len()..].to_vec()));
            found.len() < most
        });
        found
    }

    /// Whether a position may have more than so many moves: seen from the ranges of single choices, without making them.
    #[must_use]
    pub fn many(&self, position: &[i64], most: u64) -> bool {
        let legal = self.moves.iter().filter(|mv| mv.guards.iter().all(|guard| guard.at(position) >= 0));
        let counts =
            legal.map(|mv| match (mv.choices.as_slice(), mv.choices.first().map(|choice| choice.ends(position))) {
                ([Choice { among: Some(among), .. }], _) => among.len() as u64,
                ([Choice { listed: None, .. }], Some((lo, hi))) if lo <= hi => hi.abs_diff(lo).saturating_add(1),
                ([Choice { listed: None, .. }], _) => 0,
                // Several choices, the later ones depending on the first: counted one by one.
                _ => mv.counted(position, most),
            });
        counts.fold(0, u64::saturating_add) > most
    }

    /// Whether its moves come in the order of the rules, and what each gains is surely worked out within 64 bits.
    #[must_use]
    pub fn names_moves_in_order(&self) -> bool {
        self.moves.windows(2).all(|two| two[0].source < two[1].source)
            && self.moves.iter().all(|mv| mv.choices.iter().all(|choice| choice.among.is_none()))
            && self.has_small_points()
    }

    /// Whether what each move gains and gives is surely worked out within 64 bits.
    pub(crate) fn has_small_points(&self) -> bool {
        let variables = self.bounds();
        self.moves.iter().all(|mv| {
            let bounds = mv.bounds(&variables);
            let small = |points: &Amount| points.most(&bounds, &self.rows) <= i128::from(i64::MAX / 4);
            small(&mv.gain) && small(&mv.given)
        })
    }

    /// How many moves a position has: seen from the ranges of single choices, others counted one by one, up to so many of a kind.
    /// `None` where more would be counted, or more numbers tried as divisors.
    #[must_use]
    pub fn count(&self, position: &[i64], most: u64) -> Option<u64> {
        let at = position.iter().map(|number| (*number, *number)).collect::<Vec<_>>();
        let soon = |mv: &Move| {
            let widths = mv.choices.iter().zip(mv.bounds(&at).into_iter().skip(at.len()));
            widths
                .filter(|(choice, _)| choice.divides.is_some())
                .all(|(_, (lo, hi))| lo > hi || hi.abs_diff(lo) <= most)
        };
        let mut legal = self.moves.iter().filter(|mv| mv.guards.iter().all(|guard| guard.at(position) >= 0));
        legal.try_fold(0_u64, |sum, mv| match mv.choices.as_slice() {
            [choice @ Choice { among: None, divides: None, listed: None, .. }] => {
                let (lo, hi) = choice.ends(position);
                sum.checked_add(if lo <= hi { hi.abs_diff(lo).checked_add(1)? } else { 0 })
            }
            _ => {
                let count = soon(mv).then(|| mv.counted(position, most)).filter(|count| *count <= most)?;
                sum.checked_add(count)
            }
        })
    }

    /// Visits the moves of a position, while told to go on.
    pub(crate) fn each(&self, position: &[i64], visit: &mut dyn FnMut(usize, &Move, &[i64]) -> bool) {
        for (number, mv) in self.moves.iter().enumerate() {
            let legal = mv.guards.iter().all(|guard| guard.at(position) >= 0);
            if legal && !mv.each(&mut position.to_vec(), &mut |values| visit(number, mv, values)) {
                return;
            }
        }
    }

    /// What a position is worth to its mover if an end holds there.
    #[must_use]
    pub fn ending(&self, position: &[i64]) -> Option<Value> {
        first(&self.ends, position)
    }

    /// What a position is worth to its mover, who cannot move there.
    #[must_use]
    pub fn when_stuck(&self, position: &[i64]) -> Option<Value> {
        first(&self.stuck, position)
    }
}

/// The value of the first end that holds.
fn first(ends: &[End], position: &[i64]) -> Option<Value> {
    ends.iter().find(|end| end.when.iter().all(|form| form.at(position) >= 0)).map(|end| end.value)
}

impl Move {
    /// How many ways there are to choose, counted until there are more than `most`.
    fn counted(&self, position: &[i64], most: u64) -> u64 {
        let mut count = 0;
        self.each(&mut position.to_vec(), &mut |_| {
            count += 1;
            count <= most
        });
        count
    }

    /// Visits every way to choose, while told to go on; whether it was told so to the end.
    pub(crate) fn each(&self, values: &mut Vec<i64>, visit: &mut dyn FnMut(&[i64]) -> bool) -> bool {
        let Some(choice) = self.choices.get(values.len() - self.next.len()) else { return visit(values) };
        let (lo, hi) = choice.ends(values);
        let dividend = choice.divides.as_ref().map(|form| form.at(values));
        let listed = choice.listed.as_ref().map(|listed| listed.at(values));
        let mut go_on = |number: i64| {
            if dividend.is_some_and(|dividend| dividend.checked_rem(number) != Some(0)) {
                return true;
            }
            values.push(number);
            let go_on = self.each(values, visit);
            values.pop();
            go_on
        };
        match listed.or(choice.among.as_deref().map(Vec::as_slice)) {
            Some(numbers) => numbers.iter().filter(|number| (lo..=hi).contains(number)).all(|number| go_on(*number)),
            None => (lo..=hi).all(go_on),
        }
    }

    /// Whether it has choices that lie on no line: divisors, or numbers in a table.
    #[must_use]
    pub fn is_loose(&self) -> bool {
        self.choices.iter().any(|choice| choice.divides.is_some() || choice.listed.is_some())
    }

    /// Bounds of every symbol, the choices included.
    #[must_use]
    pub fn bounds(&self, variables: &[Bounds]) -> Vec<Bounds> {
        let mut bounds = variables.to_vec();
        for choice in &self.choices {
            bounds.push(choice.range(&bounds));
        }
        bounds
    }
}

impl Choice {
    /// Every form that it speaks in.
    pub(crate) fn forms(&self) -> impl Iterator<Item = &Linear> {
        let of = self.divides.iter().chain(self.listed.iter().map(|listed| &listed.of));
        self.lo.iter().chain(&self.hi).chain(of)
    }

    /// Least and greatest number to choose, where symbols have these values.
    #[must_use]
    pub fn ends(&self, values: &[i64]) -> (i64, i64) {
        let lo = self.lo.iter().map(|form| form.at(values)).max();
        let hi = self.hi.iter().map(|form| form.at(values)).min();
        (lo.unwrap_or(i64::MIN), hi.unwrap_or(i64::MAX))
    }

    /// Bounds of it, from bounds of what comes before.
    #[must_use]
    pub fn range(&self, bounds: &[Bounds]) -> Bounds {
        let lo = self.lo.iter().map(|form| form.range(bounds).0).max();
        let hi = self.hi.iter().map(|form| form.range(bounds).1).min();
        let number = |number: i128| i64::try_from(number).unwrap_or(if number < 0 { i64::MIN } else { i64::MAX });
        (number(lo.unwrap_or(0)), number(hi.unwrap_or(0)))
    }

    /// Drops bounds that another makes needless.
    pub fn tidy(&mut self, bounds: &[Bounds]) {
        drop_implied(&mut self.hi, |a, b| a.minus(b).is_some_and(|slack| slack.range(bounds).0 >= 0));
        drop_implied(&mut self.lo, |a, b| b.minus(a).is_some_and(|slack| slack.range(bounds).0 >= 0));
    }
}

/// Drops each form that another one implies.
fn drop_implied(forms: &mut Vec<Linear>, implied: impl Fn(&Linear, &Linear) -> bool) {
    let mut at = 0;
    while at < forms.len() {
        if forms.iter().enumerate().any(|(other, by)| other != at && implied(&forms[at], by)) {
            forms.remove(at);
        } else {
            at += 1;
        }
    }
}

/// Whether a form is never negative for a move's positions and choices: by bounds, or with a choice replaced by its own bound.
#[must_use]
pub fn never_negative(form: &Linear, variables: usize, choices: &[Choice], bounds: &[Bounds]) -> bool {
    if form.range(bounds).0 >= 0 {
        return true;
    }
    let Some(symbol) = form.last().filter(|symbol| *symbol >= variables) else { return false };
    let choice = &choices[symbol - variables];
    let worst = if form.coefficient(symbol) < 0 { &choice.hi } else { &choice.lo };
    worst.iter().any(|end| form.with(symbol, end).is_some_and(|form| never_negative(&form, variables, choices, bounds)))
}
