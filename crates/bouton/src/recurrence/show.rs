//! A recurrence as people write it: `v(i, M) = max over 1 ≤ X ≤ min(2M, 5 − i) of S[i+X] − S[i] − v(i+X, max(M, X))`.

use super::{Amount, Choice, End, Form, Inner, Linear, Move, Piece, Recurrence, Sum};
use crate::value::{Kind, Outcome, Value};
use bouton_rules::{Text, said_in_english, say, text::Blank};

/// Lists of this many numbers are written out; longer ones are not.
const WRITTEN_OUT: usize = 8;

impl Blank for Recurrence {
    fn text(&self) -> Text {
        let names: Vec<&str> = self.variables.iter().map(|variable| variable.name.as_str()).collect();
        let several =
            self.moves.len() > 1 && self.moves.iter().any(|mv| !mv.choices.is_empty() || !mv.guards.is_empty());
        let moves: Vec<Text> = self.moves.iter().map(|mv| self.move_words(mv, &names)).collect();
        let best = match moves.as_slice() {
            [] => say!("nothing to move"),
            [only] => only.clone(),
            _ if several => say!("the greatest of ({})", Text::joined(moves, "), (")),
            _ => say!("max({})", Text::joined(moves, ", ")),
        };
        let mut words = vec![say!("v({}) = {best}", names.join(", "))];
        let stuck = if self.kind == Kind::Points { &[] } else { self.stuck.as_slice() };
        words.extend(self.ends.iter().chain(stuck).map(|end| end_words(end, &names)));
        let adds = |mv: &Move| !mv.gain.sums.is_empty() || !mv.given.sums.is_empty();
        words.extend(match self.rows.as_slice() {
            _ if !self.moves.iter().any(adds) => None,
            [row] if row.width.is_some() => Some(say!("S[r, c] sums the first r rows and c columns of {}", row.name)),
            [row] => Some(say!("S[k] sums the first k of {}", row.name)),
            _ => Some(say!("S_list[k] sums the first k of a list")),
        });
        Text::joined(words, "; ")
    }
}

said_in_english!(Recurrence);

impl Recurrence {
    fn move_words(&self, mv: &Move, variables: &[&str]) -> Text {
        let names: Vec<&str> =
            variables.iter().copied().chain(mv.choices.iter().map(|choice| choice.name.as_str())).collect();
        let next: Vec<String> = mv.next.iter().map(|form| form_words(form, &names, false)).collect();
        let then = format!("v({})", next.join(", "));
        let gain = self.amount_words(&mv.gain, &names);
        let worth = Text::code(match (gain.is_empty(), mv.passes) {
            (true, true) => format!("−{then}"),
            (true, false) => then,
            (false, true) => format!("{gain} − {then}"),
            (false, false) => format!("{gain} + {then}"),
        });
        let over: Vec<Text> = mv.choices.iter().map(|choice| choice_words(choice, &names)).collect();
        let guards: Vec<String> =
            mv.guards.iter().map(|guard| self.only(guard).unwrap_or_else(|| relation(guard, "≥", &names))).collect();
        let over = if over.is_empty() { worth } else { say!("max over {} of {worth}", Text::joined(over, ", ")) };
        if guards.is_empty() { over } else { say!("{over} if {}", Text::joined(guards, " and ")) }
    }

    /// `turn = 1` for what leaves a variable only its least or its greatest value.
    fn only(&self, guard: &Linear) -> Option<String> {
        let [(at, times @ (1 | -1))] = *guard.terms.as_slice() else { return None };
        let variable = self.variables.get(at)?;
        let (end, left) =
            if times > 0 { (variable.hi, guard.constant.saturating_neg()) } else { (variable.lo, guard.constant) };
        (left == end).then(|| format!("{} = {end}", variable.name))
    }

    /// The name of a piece's move, and the range of its last choice: `M + 1 ≤ X ≤ min(2M, 5 − i)`.
    #[must_use]
    pub fn piece_words(&self, piece: &Piece) -> (String, Text) {
        let mv = &self.moves[piece.mv];
        let names: Vec<&str> = self
            .variables
            .iter()
            .map(|v| v.name.as_str())
            .chain(mv.choices.iter().map(|choice| choice.name.as_str()))
            .collect();
        let Inner { lo, hi, among, .. } = piece.inner.clone();
        let name = mv.choices.last().map_or_else(String::new, |choice| choice.name.clone());
        (mv.name.clone(), choice_words(&Choice { name, lo, hi, among, divides: None, listed: None }, &names))
    }

    /// Points in words; entries where two sums are neighbours; nothing for none.
    fn amount_words(&self, amount: &Amount, names: &[&str]) -> String {
        let mut left = amount.sums.clone();
        left.sort_by_key(|sum| sum.times < 0);
        let mut signed = Vec::new();
        while !left.is_empty() {
            let sum = left.remove(0);
            let below = left.iter().position(|other| below(&sum, other));
            let text = match below {
                Some(at) => {
                    let below = left.remove(at);
                    format!("{}[{}]", self.rows[sum.row].name, linear(&below.place[0], names, false))
                }
                None => self.sum_words(&sum, names),
            };
            signed.push((sum.times, text));
        }
        let mut words = String::new();
        for (times, text) in signed {
            join(&mut words, times, &text, true);
        }
        if amount.linear != Linear::default() {
            let rest = linear(&amount.linear, names, true);
            if words.is_empty() { words = rest } else { words = format!("{words} + {rest}") }
        }
        words
    }

    fn sum_words(&self, sum: &Sum, names: &[&str]) -> String {
        let place: Vec<String> = sum.place.iter().map(|place| linear(place, names, false)).collect();
        let row = if self.rows.len() == 1 { "S".to_owned() } else { format!("S_{}", self.rows[sum.row].name) };
        format!("{row}[{}]", place.join(", "))
    }
}

/// Whether two sums differ by a single entry.
fn below(sum: &Sum, other: &Sum) -> bool {
    let one = |[a, b]: [&Linear; 2]| a.minus(b).is_some_and(|step| step == Linear::number(1));
    let together = sum.row == other.row && sum.times == -other.times;
    together && sum.place.len() == 1 && one([&sum.place[0], &other.place[0]])
}

fn join(words: &mut String, times: i64, text: &str, spaced: bool) {
    let (plus, minus) = if spaced { (" + ", " − ") } else { ("+", "−") };
    match (words.is_empty(), times < 0) {
        (true, false) => {}
        (true, true) => words.push('−'),
        (false, false) => words.push_str(plus),
        (false, true) => words.push_str(minus),
    }
    if times.unsigned_abs() != 1 {
        words.push_str(&times.unsigned_abs().to_string());
    }
    words.push_str(text);
}

/// `i+X`, `5 − i`.
pub(crate) fn linear(form: &Linear, names: &[&str], spaced: bool) -> String {
    let mut words = String::new();
    let add_constant = |words: &mut String| {
        let size = form.constant.unsigned_abs().to_string();
        join(words, form.constant.signum(), &size, spaced);
    };
    for &(symbol, times) in form.terms.iter().filter(|term| term.1 > 0) {
        join(&mut words, times, names[symbol], spaced);
    }
    if form.constant > 0 || form.terms.is_empty() {
        if form.constant == 0 {
            return "0".to_owned();
        }
        add_constant(&mut words);
    }
    for &(symbol, times) in form.terms.iter().filter(|term| term.1 < 0) {
        join(&mut words, times, names[symbol], spaced);
    }
    if form.constant < 0 && !form.terms.is_empty() {
        add_constant(&mut words);
    }
    words
}

fn form_words(form: &Form, names: &[&str], spaced: bool) -> String {
    match form {
        Form::One(form) => linear(form, names, spaced),
        Form::Min(forms) => listed("min", forms, names),
        Form::Max(forms) => listed("max", forms, names),
    }
}

fn listed(name: &str, forms: &[Linear], names: &[&str]) -> String {
    match forms {
        [only] => linear(only, names, true),
        _ => format!("{name}({})", forms.iter().map(|form| linear(form, names, true)).collect::<Vec<_>>().join(", ")),
    }
}

fn choice_words(choice: &Choice, names: &[&str]) -> Text {
    let among = choice.among.as_ref().map(|among| {
        let numbers: Vec<String> = among.iter().take(WRITTEN_OUT).map(i64::to_string).collect();
        let more = Text::code(if among.len() > WRITTEN_OUT { ", …" } else { "" });
        say!("{} in {{{}{more}}}", choice.name, numbers.join(", "))
    });
    let range = match (choice.lo.is_empty(), choice.hi.is_empty()) {
        (true, true) => None,
        (true, false) => Some(say!("{} ≤ {}", choice.name, listed("min", &choice.hi, names))),
        (false, true) => Some(say!("{} ≥ {}", choice.name, listed("max", &choice.lo, names))),
        (false, false) if choice.lo == choice.hi => {
            Some(Text::code(format!("{} = {}", choice.name, listed("max", &choice.lo, names))))
        }
        (false, false) => {
            let (lo, hi) = (listed("max", &choice.lo, names), listed("min", &choice.hi, names));
            Some(say!("{lo} ≤ {} ≤ {hi}", choice.name))
        }
    };
    let divides = choice.divides.as_ref().map(|form| say!("{} divides {}", choice.name, linear(form, names, true)));
    let listed = choice.listed.as_ref().filter(|listed| listed.words != choice.name);
    let listed = listed.map(|listed| say!("{} in {}", choice.name, listed.words));
    Text::joined(among.into_iter().chain(range).chain(divides).chain(listed), ", ")
}

/// `i ≥ j` for `i − j`.
fn relation(form: &Linear, sign: &str, names: &[&str]) -> String {
    let part = |positive: bool| Linear {
        constant: if positive { form.constant.max(0) } else { form.constant.saturating_neg().max(0) },
        terms: form
            .terms
            .iter()
            .filter(|term| (term.1 > 0) == positive)
            .map(|term| (term.0, term.1.saturating_abs()))
            .collect(),
    };
    format!("{} {sign} {}", linear(&part(true), names, true), linear(&part(false), names, true))
}

fn end_words(end: &End, names: &[&str]) -> Text {
    let relations = end.relations();
    let word = |(form, zero): &(Linear, bool)| relation(form, if *zero { "=" } else { "≥" }, names);
    let words: Vec<String> = relations.iter().map(word).collect();
    let value = match end.value {
        Value::Lead(lead) => say!("{lead}"),
        Value::Outcome(Outcome::Win(_)) => "a win".into(),
        Value::Outcome(Outcome::Draw) => "a draw".into(),
        Value::Outcome(Outcome::Loss(_)) => "a loss".into(),
    };
    if words.is_empty() {
        say!("{value} when nobody can move")
    } else {
        say!("{value} where {}", Text::joined(words, " and "))
    }
}
