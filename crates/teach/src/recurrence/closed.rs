//! Closed forms of moves as mathematics.

use super::growth::growth;
use super::sizes::forms;
use super::{Formulas, Intervals, Points, Range};
use crate::formula::{Best, Equation, Math, Sign};
use crate::words::Lang;
use bouton::game::Game;
use bouton::recurrence::{Amount, Choice, Direction, End, Form, Linear, Listed, Move, Recurrence, Sum, Variable};
use bouton::rules::Player;
use bouton::{Instance, Kind, Outcome, Value};
use std::sync::Arc;

/// Sets of this many numbers are written out.
const WRITTEN_OUT: usize = 8;
/// So many values of what is left are listed.
const MOST_VALUES: i64 = 20;

/// How a recurrence is written.
#[derive(Clone, Debug, Default)]
pub(super) struct Frame {
    /// So many of its last variables are sizes, which no move changes.
    pub(super) sizes: usize,
    /// The least and the greatest of the others.
    pub(super) ranges: Vec<(Linear, Linear)>,
    /// Sets to choose from that have names.
    pub(super) sets: Vec<(Arc<Vec<i64>>, String)>,
    /// The order of filling: variables, and whether rising.
    pub(super) order: Vec<(String, bool)>,
    pub(super) intervals: Intervals,
}

impl Frame {
    /// That of a recurrence as it stands, with numbers.
    pub(super) fn of(recurrence: &Recurrence) -> Frame {
        let range = |variable: &Variable| (Linear::number(variable.lo), Linear::number(variable.hi));
        let ranges = recurrence.variables.iter().map(range).collect();
        Frame { ranges, order: order(recurrence), ..Frame::default() }
    }
}

/// The recurrence of a game whose moves have closed forms.
pub(super) fn closed(game: &Instance, recurrence: &Recurrence, frame: &Frame, found: Formulas) -> Formulas {
    let writer = Writer::new(game, recurrence, frame);
    let sums = recurrence.rows.iter().map(|row| (row.name.clone(), row.width.is_some()));
    let sums = if writer.names_sums() { sums.collect() } else { Vec::new() };
    Formulas {
        main: writer.main(),
        points: writer.points(),
        rounds: writer.rounds(),
        order: frame.order.clone(),
        ranges: writer.ranges(),
        growth: growth(recurrence, frame),
        sums,
        ..found
    }
}

/// The variables in the order in which positions are filled, and whether rising.
pub(super) fn order(recurrence: &Recurrence) -> Vec<(String, bool)> {
    let mut order = recurrence.order().unwrap_or_default();
    // What comes after a variable that every move changes makes no difference.
    if order.first().is_some_and(|first| recurrence.moves.iter().all(|mv| always(recurrence, mv, first))) {
        order.truncate(1);
    }
    order.iter().map(|step| (recurrence.variables[step.variable].name.clone(), !step.up)).collect()
}

/// A recurrence whose intervals are closed: a variable that is where ranges of lists end, and never where they begin, is the last entry of
/// them instead of the one after it. Also the names of these variables.
pub(super) fn with_closed_intervals(recurrence: &mut Recurrence, frame: &mut Frame) -> Vec<String> {
    let own = recurrence.variables.len() - frame.sizes;
    let ends = recurrence.remaining.iter().chain(recurrence.moves.iter().map(|mv| &mv.gain));
    let (mut after, mut at) = (vec![false; own], vec![false; own]);
    for sum in ends.flat_map(|amount| &amount.sums) {
        for place in &sum.place {
            if let [(symbol, 1)] = place.terms.as_slice()
                && *symbol < own
            {
                // `S[j] − S[i]` sums what lies from i on and before j.
                if sum.times > 0 && place.constant == 0 {
                    after[*symbol] = true
                } else {
                    at[*symbol] |= place.constant >= 0
                }
            }
        }
    }
    let shifted: Vec<usize> = (0..own).filter(|symbol| after[*symbol] && !at[*symbol]).collect();
    for symbol in &shifted {
        forms(recurrence)
            .into_iter()
            .for_each(|form| form.constant = form.constant.saturating_add(form.coefficient(*symbol)));
        for next in recurrence.moves.iter_mut().map(|mv| &mut mv.next[*symbol]) {
            match next {
                Form::One(form) => form.constant = form.constant.saturating_sub(1),
                Form::Min(forms) | Form::Max(forms) => {
                    forms.iter_mut().for_each(|form| form.constant = form.constant.saturating_sub(1))
                }
            }
        }
        let variable = &mut recurrence.variables[*symbol];
        (variable.lo, variable.hi) = (variable.lo.saturating_sub(1), variable.hi.saturating_sub(1));
        let range = &mut frame.ranges[*symbol];
        (range.0.constant, range.1.constant) = (range.0.constant.saturating_sub(1), range.1.constant.saturating_sub(1));
    }
    frame.intervals = Intervals::Closed;
    shifted.into_iter().map(|symbol| recurrence.variables[symbol].name.clone()).collect()
}

/// The variables of a game by which ranges of lists end: in the words of its rules, the entry after the last one that is left.
#[must_use]
pub fn ends(game: &Instance) -> Vec<String> {
    let Ok(recurrence) = game.recurrence() else { return Vec::new() };
    let mut frame = Frame::of(recurrence);
    with_closed_intervals(&mut recurrence.clone(), &mut frame)
}

/// What the ends of ranges are, told below what names them; nothing where no range ends.
#[must_use]
pub fn ends_words(ends: &[String], intervals: Intervals, lang: Lang) -> Option<String> {
    let names = ends.join(&lang.say("say-comma", &[]));
    let words = match intervals {
        Intervals::HalfOpen => "formula-unshifted",
        Intervals::Closed => "formula-shifted",
    };
    (!ends.is_empty()).then(|| lang.say(words, &[("names", names.into())]))
}

/// Whether a move always changes a variable in its direction.
fn always(recurrence: &Recurrence, mv: &Move, step: &Direction) -> bool {
    let (bounds, form) = (mv.bounds(&recurrence.bounds()), &mv.next[step.variable]);
    let itself = Linear::symbol(step.variable);
    let changes = form.parts().iter().map(|part| {
        let (lo, hi) = part.minus(&itself).map_or((i128::MIN / 2, i128::MAX / 2), |change| change.range(&bounds));
        if step.up { lo } else { -hi }
    });
    let least = if matches!(form, Form::Max(_)) == step.up { changes.max() } else { changes.min() };
    least.is_some_and(|least| least >= 1)
}

pub(super) struct Writer<'a> {
    pub(super) recurrence: &'a Recurrence,
    pub(super) frame: &'a Frame,
    /// The variables, with the sizes.
    pub(super) names: Vec<&'a str>,
    /// The variable that says whose turn it is, with the players' names.
    pub(super) turn: Option<(usize, [String; 2])>,
}

impl<'a> Writer<'a> {
    fn new(game: &'a Instance, recurrence: &'a Recurrence, frame: &'a Frame) -> Writer<'a> {
        let names: Vec<&str> = recurrence.variables.iter().map(|variable| variable.name.as_str()).collect();
        let players = Player::BOTH.map(|player| game.rules().player_name(player).to_owned());
        let turn = game.told_apart().map(|_| ((names.len() - frame.sizes).saturating_sub(1), players));
        Writer { recurrence, frame, names, turn }
    }

    /// The variables of a position.
    pub(super) fn own(&self) -> &[&'a str] {
        &self.names[..self.names.len() - self.frame.sizes]
    }

    fn function(&self, name: &str) -> Math {
        Math::Call(name.to_owned(), self.own().iter().map(|name| Math::name(name)).collect())
    }

    /// `0 ≤ i ≤ n`; whose turn it is goes without saying.
    fn ranges(&self) -> Vec<Range> {
        let turn = self.turn.as_ref().map(|turn| turn.0);
        let named = self.own().iter().enumerate().filter(|(at, _)| Some(*at) != turn);
        let ranges = named.filter_map(|(at, name)| Some((name, self.frame.ranges.get(at)?)));
        let range = |(name, (lo, hi)): (&&str, &(Linear, Linear))| {
            let (lo, hi) = (linear(lo, &self.names), linear(hi, &self.names));
            Math::joined(vec![lo, Math::name(name), hi], Sign::AtMost)
        };
        ranges.map(range).collect()
    }

    /// The cases without moves, then `max …`.
    fn main(&self) -> Equation {
        let moves: Vec<(Vec<Math>, Math, Vec<Math>)> =
            self.recurrence.moves.iter().map(|mv| self.branch(mv, "v", true)).collect();
        let stuck = if self.recurrence.kind == Kind::Points { &[] } else { self.recurrence.stuck.as_slice() };
        let mut cases: Vec<_> = self.recurrence.ends.iter().map(|end| self.end(end, false)).collect();
        cases.extend(stuck.iter().map(|end| self.end(end, true)));
        cases.push((best(Best::Max, moves), None));
        Equation { left: self.function("v"), cases }
    }

    /// What is chosen, what it is worth, and under which conditions.
    fn branch(&self, mv: &Move, function: &str, gains: bool) -> (Vec<Math>, Math, Vec<Math>) {
        let names: Vec<&str> =
            self.names.iter().copied().chain(mv.choices.iter().map(|choice| choice.name.as_str())).collect();
        let fixed = self.fixed_turn(mv);
        let next = |(which, next): (usize, &Form)| self.next(which, next, &names, fixed);
        let after = mv.next.iter().enumerate().take(self.own().len()).map(next);
        let then = Math::Call(function.to_owned(), after.collect());
        let gain = if gains { self.amount(&mv.gain, &names) } else { Vec::new() };
        let body = match (gain.is_empty(), mv.passes && gains) {
            (true, true) => Math::Row(vec![Math::Minus, then]),
            (true, false) => then,
            (false, passes) => {
                let sign = if passes { Sign::Minus } else { Sign::Plus };
                Math::pair(Math::Row(gain), sign, then)
            }
        };
        let guards = mv.guards.iter().map(|guard| self.condition(guard, &names)).collect();
        (choices(&mv.choices, &names, &self.frame.sets), body, guards)
    }

    /// Whose turn a guard says it is.
    pub(super) fn fixed_turn(&self, mv: &Move) -> Option<i64> {
        let (turn, _) = self.turn.as_ref()?;
        mv.guards.iter().find_map(|guard| equality(guard, *turn, (0, 1)))
    }

    fn next(&self, which: usize, next: &Form, names: &[&str], fixed: Option<i64>) -> Math {
        if let (Some((turn, players)), Some(now), Form::One(form_of)) = (&self.turn, fixed, next)
            && which == *turn
            && let Some(player) = form_of.with(*turn, &Linear::number(now)).and_then(|form| form.as_number())
        {
            return Math::name(&players[usize::from(player == 1)]);
        }
        form(next, names)
    }

    /// A case without moves.
    pub(super) fn end(&self, end: &End, stuck: bool) -> (Math, Option<Math>) {
        let relations = end.relations();
        let condition = |(form, zero): &(Linear, bool)| match zero {
            true => relation(form, Sign::Equal, &self.names),
            false => self.condition(form, &self.names),
        };
        let mut conditions: Vec<Math> = relations.iter().map(condition).collect();
        if stuck {
            conditions.push(Math::Words("nobody can move".to_owned()));
        }
        (value(end.value), Some(Math::joined(conditions, Sign::And)))
    }

    /// `M ≥ 2`; where bounds leave a single number, `M = 2`; whose turn it is, by name.
    pub(super) fn condition(&self, form: &Linear, names: &[&str]) -> Math {
        for (symbol, (lo, hi)) in self.frame.ranges.iter().enumerate() {
            let itself = Linear::symbol(symbol);
            let only = [itself.minus(hi), lo.minus(&itself)].into_iter().zip([hi, lo]);
            let Some((_, only)) = only.into_iter().find(|(bound, _)| bound.as_ref() == Some(form)) else { continue };
            let turn = self.turn.as_ref().filter(|(turn, _)| *turn == symbol);
            let player = turn.map(|(_, players)| Math::name(&players[usize::from(only.as_number() == Some(1))]));
            let only = player.unwrap_or_else(|| linear(only, names));
            return Math::pair(Math::name(names[symbol]), Sign::Equal, only);
        }
        relation(form, Sign::AtLeast, names)
    }

    /// Points, with entries and ranges of lists where prefix sums are neighbours or a pair.
    pub(super) fn amount(&self, amount: &Amount, names: &[&str]) -> Vec<Math> {
        let mut left = amount.sums.clone();
        left.sort_by_key(|sum| sum.times < 0);
        let mut row: Vec<Math> = Vec::new();
        while !left.is_empty() {
            let sum = left.remove(0);
            let below =
                left.iter().position(|other| other.row == sum.row && other.times == -sum.times && sum.place.len() == 1);
            let name = &self.recurrence.rows[sum.row].name;
            let piece = match below {
                Some(at) => range(name, &left.remove(at).place[0], &sum.place[0], names, self.frame.intervals),
                None => Math::Entry(self.sum_name(&sum), sum.place.iter().map(|place| linear(place, names)).collect()),
            };
            push(&mut row, sum.times, piece);
        }
        if amount.linear != Linear::default() {
            let rest = linear(&amount.linear, names);
            if row.is_empty() { row.push(rest) } else { row.extend([Math::Sign(Sign::Plus), rest]) }
        }
        row
    }

    fn sum_name(&self, sum: &Sum) -> String {
        if self.recurrence.rows.len() == 1 {
            "S".to_owned()
        } else {
            format!("S_{}", self.recurrence.rows[sum.row].name)
        }
    }

    /// Whether prefix sums stand in it that are no entries or ranges of a list: those need a word of their own.
    fn names_sums(&self) -> bool {
        let amounts = self.recurrence.moves.iter().map(|mv| &mv.gain).chain(&self.recurrence.remaining);
        amounts.flat_map(|amount| &amount.sums).any(|sum| sum.place.len() != 1)
    }

    /// `f(i, M) = s(i) − min f(…)`: where every move only gives points to its mover, and passes, what is left is shared.
    fn points(&self) -> Option<Points> {
        let recurrence = self.recurrence;
        let remaining = recurrence.remaining.as_ref()?;
        let plain = recurrence.moves.iter().all(|mv| mv.passes && mv.gain == mv.given);
        let even = recurrence.ends.iter().all(|end| end.value == Value::Lead(0));
        if recurrence.kind != Kind::Points || !plain || !even || self.turn.is_some() {
            return None;
        }
        let symbols = |amount: &Amount| {
            let forms = amount.sums.iter().flat_map(|sum| &sum.place).chain([&amount.linear]);
            let mut found: Vec<usize> = forms.flat_map(|form| form.terms.iter().map(|term| term.0)).collect();
            found.retain(|symbol| *symbol < self.own().len());
            found.sort_unstable();
            found.dedup();
            found
        };
        let of = symbols(remaining);
        let left = Math::Call("s".to_owned(), of.iter().map(|&symbol| Math::name(self.names[symbol])).collect());
        let moves = recurrence.moves.iter().map(|mv| self.branch(mv, "f", false)).collect();
        let shared = Math::pair(left.clone(), Sign::Minus, best(Best::Min, moves));
        let mut cases: Vec<_> = recurrence.ends.iter().map(|end| (Math::Number(0), self.end(end, false).1)).collect();
        cases.push((shared, None));
        let numbers = self.frame.sizes == 0;
        let values = if let ([only], true) = (of.as_slice(), numbers) { self.values(remaining, *only) } else { None };
        let whole = Math::Row(self.amount(remaining, &self.names));
        let left = Equation { left, cases: vec![(whole, None)] };
        Some(Points { equation: Equation { left: self.function("f"), cases }, left, values })
    }

    fn values(&self, remaining: &Amount, symbol: usize) -> Option<(String, Vec<i64>)> {
        let variable = &self.recurrence.variables[symbol];
        if variable.hi.checked_sub(variable.lo)? >= MOST_VALUES {
            return None;
        }
        let at = |value: i64| {
            let mut values: Vec<i64> = self.recurrence.variables.iter().map(|variable| variable.lo).collect();
            values[symbol] = value;
            remaining.at(&values, &self.recurrence.rows)
        };
        Some((variable.name.clone(), (variable.lo..=variable.hi).map(at).collect()))
    }
}

/// The best of moves: one with its choices, or several side by side.
pub(super) fn best(which: Best, mut moves: Vec<(Vec<Math>, Math, Vec<Math>)>) -> Math {
    if let [(over, _, guards)] = moves.as_slice()
        && !over.is_empty()
        && guards.is_empty()
        && let Some((over, body, _)) = moves.pop()
    {
        return Math::Best(which, over, Box::new(body));
    }
    let one = |(over, body, guards): (Vec<Math>, Math, Vec<Math>)| {
        let mut row = vec![body];
        for (word, parts, sign) in [(" for ", over, Sign::Comma), (" if ", guards, Sign::And)] {
            if !parts.is_empty() {
                row.extend([Math::Words(word.to_owned()), Math::joined(parts, sign)]);
            }
        }
        Math::Row(row)
    };
    Math::BestOf(which, moves.into_iter().map(one).collect())
}

fn push(row: &mut Vec<Math>, times: i64, mut piece: Math) {
    // What is written out, such as a quotient, is no single thing behind a minus or a factor.
    if matches!(&piece, Math::Name(name) if name.contains(' '))
        && (times.unsigned_abs() != 1 || row.is_empty() && times < 0)
    {
        piece = Math::Bracketed(Box::new(piece));
    }
    match (row.is_empty(), times < 0) {
        (true, false) => {}
        (true, true) => row.push(Math::Minus),
        (false, false) => row.push(Math::Sign(Sign::Plus)),
        (false, true) => row.push(Math::Sign(Sign::Minus)),
    }
    if times.unsigned_abs() != 1 {
        row.push(Math::Number(times.saturating_abs()));
    }
    row.push(piece);
}

/// Entries `from ..< to` of a list: a single one as such.
fn range(name: &str, from: &Linear, to: &Linear, names: &[&str], intervals: Intervals) -> Math {
    if to.minus(from) == Some(Linear::number(1)) {
        return Math::Entry(name.to_owned(), vec![linear(from, names)]);
    }
    let (from, whole) = (Box::new(linear(from, names)), |to: &Linear| Box::new(linear(to, names)));
    match to.plus(&Linear::number(1), -1).filter(|_| intervals == Intervals::Closed) {
        Some(last) => Math::SumThrough(name.to_owned(), from, whole(&last)),
        None => Math::Sum(name.to_owned(), from, whole(to)),
    }
}

fn value(value: Value) -> Math {
    match value {
        Value::Lead(lead) => Math::Number(lead),
        Value::Outcome(Outcome::Win(_)) => Math::Number(1),
        Value::Outcome(Outcome::Draw) => Math::Number(0),
        Value::Outcome(Outcome::Loss(_)) => Math::Number(-1),
    }
}

/// The only number that bounds leave where a form of one variable is not negative.
fn equality(form: &Linear, symbol: usize, (lo, hi): (i64, i64)) -> Option<i64> {
    match form.terms.as_slice() {
        [(which, 1)] if *which == symbol && form.constant == -hi => Some(hi),
        [(which, -1)] if *which == symbol && form.constant == lo => Some(lo),
        _ => None,
    }
}

/// `i+X`, `5 − i`
fn linear(form: &Linear, names: &[&str]) -> Math {
    if let Some(number) = form.as_number() {
        return Math::Number(number);
    }
    let mut row = Vec::new();
    let positive = form.terms.iter().filter(|term| term.1 > 0);
    positive.for_each(|&(symbol, times)| push(&mut row, times, Math::name(names[symbol])));
    let number = |row: &mut Vec<Math>| push(row, form.constant.signum(), Math::Number(form.constant.saturating_abs()));
    if form.constant > 0 {
        number(&mut row);
    }
    let negative = form.terms.iter().filter(|term| term.1 < 0);
    negative.for_each(|&(symbol, times)| push(&mut row, times, Math::name(names[symbol])));
    if form.constant < 0 {
        number(&mut row);
    }
    Math::Row(row)
}

/// A form of a position after a move.
pub(super) fn form(form: &Form, names: &[&str]) -> Math {
    let all = |forms: &[Linear]| forms.iter().map(|form| linear(form, names)).collect();
    match form {
        Form::One(form) => linear(form, names),
        Form::Min(forms) => Math::BestOf(Best::Min, all(forms)),
        Form::Max(forms) => Math::BestOf(Best::Max, all(forms)),
    }
}

fn bound(which: Best, forms: &[Linear], names: &[&str]) -> Math {
    match forms {
        [only] => linear(only, names),
        _ => Math::BestOf(which, forms.iter().map(|form| linear(form, names)).collect()),
    }
}

/// The ranges of choices: `1 ≤ X ≤ min(2M, 5 − i)`. Some sets have names.
pub(super) fn choices(choices: &[Choice], names: &[&str], sets: &[(Arc<Vec<i64>>, String)]) -> Vec<Math> {
    choices.iter().flat_map(|choice| one_choice(choice, names, sets)).collect()
}

/// Bounds that a set of numbers keeps by itself are not said again.
pub(super) fn without_the_known(choice: &Choice) -> Choice {
    let mut choice = choice.clone();
    let listed = choice.listed.as_ref().and_then(Listed::range);
    let ends = choice.among.as_ref().and_then(|among| Some((*among.iter().min()?, *among.iter().max()?))).or(listed);
    if let Some((least, most)) = ends {
        choice.lo.retain(|form| form.as_number().is_none_or(|bound| bound > least));
        choice.hi.retain(|form| form.as_number().is_none_or(|bound| bound < most));
    }
    choice
}

fn one_choice(choice: &Choice, names: &[&str], sets: &[(Arc<Vec<i64>>, String)]) -> Vec<Math> {
    let name = || Math::name(&choice.name);
    let mut found = Vec::new();
    let choice = &without_the_known(choice);
    if let Some(among) = &choice.among {
        let numbers = among.iter().take(WRITTEN_OUT).copied().collect();
        let named = sets.iter().find(|(set, _)| set == among).map(|(_, name)| Math::name(name));
        let set = named.unwrap_or_else(|| Math::Set(numbers, among.len() > WRITTEN_OUT));
        found.push(Math::pair(name(), Sign::In, set));
    }
    match (choice.lo.is_empty(), choice.hi.is_empty()) {
        (true, true) => {}
        (true, false) => found.push(Math::pair(name(), Sign::AtMost, bound(Best::Min, &choice.hi, names))),
        (false, true) => found.push(Math::pair(name(), Sign::AtLeast, bound(Best::Max, &choice.lo, names))),
        (false, false) => {
            let (lo, hi) = (bound(Best::Max, &choice.lo, names), bound(Best::Min, &choice.hi, names));
            found.push(Math::joined(vec![lo, name(), hi], Sign::AtMost));
        }
    }
    // What a function is worth goes by the function's own name.
    let listed = choice.listed.as_ref().filter(|listed| listed.words != choice.name);
    found.extend(listed.map(|listed| Math::pair(name(), Sign::In, Math::name(&listed.words))));
    found.extend(choice.divides.as_ref().map(|form| Math::pair(name(), Sign::Divides, linear(form, names))));
    found
}

/// `i ≥ j` for `i − j`
fn relation(form: &Linear, sign: Sign, names: &[&str]) -> Math {
    let part = |positive: bool| Linear {
        constant: if positive { form.constant.max(0) } else { form.constant.saturating_neg().max(0) },
        terms: form
            .terms
            .iter()
            .filter(|term| (term.1 > 0) == positive)
            .map(|term| (term.0, term.1.saturating_abs()))
            .collect(),
    };
    Math::pair(linear(&part(true), names), sign, linear(&part(false), names))
}
