//! Moves cut into pieces: along the last choice of a piece, where it leads and what it gains are straight lines.

use super::{Amount, Bounds, Choice, Form, Linear, Move, Recurrence, never_negative};
use std::sync::Arc;

/// A part of a move: some of its choices, such that every form is linear.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Which move.
    pub mv: usize,
    /// All choices but the last.
    pub outer: Vec<Choice>,
    /// What must not be negative for it; speaks of variables only.
    pub guards: Vec<Linear>,
    /// The last choice; from 0 to 0 where the move has none.
    pub inner: Inner,
    /// The variables after it.
    pub next: Vec<Linear>,
    /// What it gains.
    pub gain: Amount,
    /// Whether the other player moves next.
    pub passes: bool,
    /// What must not be negative, and is not proven; or the rules are at fault.
    pub needs: Vec<Linear>,
}

/// The last choice of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inner {
    /// Its symbol.
    pub symbol: usize,
    /// Lower bounds.
    pub lo: Vec<Linear>,
    /// Upper bounds.
    pub hi: Vec<Linear>,
    /// The only numbers to choose from, rising, if not every one.
    pub among: Option<Arc<Vec<i64>>>,
}

/// Every move in pieces but those with choices that lie on no line; `None` if one cannot be cut (a `min` or `max` that turns where no whole
/// choice says).
#[must_use]
pub fn pieces(recurrence: &Recurrence) -> Option<Vec<Piece>> {
    let variables = recurrence.bounds();
    let mut found = Vec::new();
    for (number, mv) in recurrence.moves.iter().enumerate().filter(|(_, mv)| !mv.is_loose()) {
        for part in cut(mv.clone(), &variables)? {
            found.extend(piece(number, part, &variables)?);
        }
    }
    Some(found)
}

/// Cuts a move where a `min` or `max` turns, until none is left.
#[must_use]
pub fn cut(mv: Move, variables: &[Bounds]) -> Option<Vec<Move>> {
    let curved = mv.next.iter().position(|form| !matches!(form, Form::One(_)));
    let Some(at) = curved else { return Some(vec![mv]) };
    let (greatest, mut parts) = match &mv.next[at] {
        Form::Max(parts) => (true, parts.clone()),
        Form::Min(parts) => (false, parts.clone()),
        Form::One(_) => return None,
    };
    // What leaves the variable as it is comes first, so that the other parts surely change it.
    parts.sort_by_key(|part| *part != Linear::symbol(at));
    let mut all = Vec::new();
    for (chosen, form) in parts.iter().enumerate() {
        let mut part = mv.clone();
        part.next[at] = Form::One(form.clone());
        let mut possible = true;
        for (other, rival) in parts.iter().enumerate().filter(|(other, _)| *other != chosen) {
            let ahead = if greatest { form.minus(rival)? } else { rival.minus(form)? };
            // Where two are equal, the first counts: no choice is in two pieces.
            let ahead = if other < chosen { ahead.plus(&Linear::number(1), -1)? } else { ahead };
            possible &= ahead.range(&part.bounds(variables)).1 >= 0;
            part.require(ahead, variables)?;
        }
        if possible {
            all.extend(cut(part, variables)?);
        }
    }
    Some(all)
}

impl Move {
    /// Narrows the move to where a form is not negative: as a bound of the last choice it speaks of, or as a guard. `None` if that
    /// choice is taken several times in it.
    pub fn require(&mut self, form: Linear, variables: &[Bounds]) -> Option<()> {
        let bounds = self.bounds(variables);
        if form.range(&bounds).0 >= 0 {
            // What holds everywhere is not asked again: that it can be worked out must be known.
            return form.is_small(&bounds).then_some(());
        }
        let choice = form.last().and_then(|last| Some((last, last.checked_sub(variables.len())?)));
        let Some((symbol, number)) = choice else {
            if !self.guards.contains(&form) {
                self.guards.push(form);
            }
            return Some(());
        };
        let rest = form.without(symbol);
        match form.coefficient(symbol) {
            1 => self.choices[number].lo.push(rest.times(-1)?),
            -1 => self.choices[number].hi.push(rest),
            _ => return None,
        }
        self.choices[number].tidy(&bounds[..symbol]);
        Some(())
    }
}

/// A cut move as a piece; nothing when it can never be made.
fn piece(number: usize, mut mv: Move, variables: &[Bounds]) -> Option<Option<Piece>> {
    let bounds = mv.bounds(variables);
    if !mv.possible(variables) {
        return Some(None);
    }
    let mut next = Vec::new();
    for form in &mv.next {
        let Form::One(form) = form else { return None };
        next.push(form.clone());
    }
    let mut needs = mv.needs.clone();
    for (form, (lo, hi)) in next.iter().zip(variables) {
        needs.push(form.minus(&Linear::number(*lo))?);
        needs.push(Linear::number(*hi).minus(form)?);
    }
    needs.retain(|form| !never_negative(form, variables.len(), &mv.choices, &bounds));
    needs.dedup();
    let last = mv.choices.pop();
    let symbol = variables.len() + mv.choices.len();
    let zero = || vec![Linear::number(0)];
    let inner = match last {
        Some(choice) => Inner::of(symbol, choice),
        None => Inner { symbol, lo: zero(), hi: zero(), among: None },
    };
    let Move { choices: outer, guards, gain, passes, .. } = mv;
    Some(Some(Piece { mv: number, outer, guards, inner, next, gain, passes, needs }))
}

impl Inner {
    fn of(symbol: usize, choice: Choice) -> Inner {
        let Choice { mut lo, mut hi, among, .. } = choice;
        let among = among.map(rising);
        let ends = among.as_deref().and_then(|among| Some((*among.first()?, *among.last()?)));
        let Some((first, last)) = ends else { return Inner { symbol, lo, hi, among } };
        if among.iter().any(|among| among.windows(2).any(|two| two[1] - two[0] != 1)) {
            return Inner { symbol, lo, hi, among };
        }
        // Numbers without a gap are a range.
        let known = |bounds: &[Linear], of: i64| bounds.contains(&Linear::number(of));
        if !known(&lo, first) {
            lo.push(Linear::number(first));
        }
        if !known(&hi, last) {
            hi.push(Linear::number(last));
        }
        Inner { symbol, lo, hi, among: None }
    }
}

fn rising(numbers: Arc<Vec<i64>>) -> Arc<Vec<i64>> {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    Arc::new(sorted)
}
