//! Two moves as one: where the players move in turn, and the second always restores what the first wrote down for them, a round is a step
//! from one position of the first player to the next. So guessing a number is told in two variables, and not in four.

use super::closed::Writer;
use crate::formula::{Best, Equation, Math, Sign};
use bouton::recurrence::{Amount, Choice, Form, Linear, Move, Sum};

impl Writer<'_> {
    /// `v(lo, hi) = max −max(…)`; nothing where rounds are no simpler.
    pub(super) fn rounds(&self) -> Option<Equation> {
        let (turn, recurrence) = (self.turn.as_ref()?.0, self.recurrence);
        let side = |player: i64| -> Option<Vec<&Move>> {
            let own: Vec<&Move> = recurrence.moves.iter().filter(|mv| self.fixed_turn(mv) == Some(player)).collect();
            (!own.is_empty() && own.iter().all(|mv| mv.passes)).then_some(own)
        };
        let (first, second) = (side(0)?, side(1)?);
        let whole = first.len() + second.len() == recurrence.moves.len();
        // Who answers can always do so, and play does not end in between.
        let free =
            second.iter().any(|mv| mv.choices.is_empty() && mv.guards.iter().all(|guard| speaks_of(guard, turn)));
        let ending: Vec<usize> = recurrence.ends.iter().flat_map(|end| &end.when).flat_map(symbols).collect();
        let stays = |mv: &&Move| ending.iter().all(|at| mv.next[*at] == Form::One(Linear::symbol(*at)));
        if !whole || !free || ending.contains(&turn) || !first.iter().all(stays) {
            return None;
        }
        // What is the same whenever the first player moves is no variable of theirs.
        let restored = |at: usize| match &second[0].next[at] {
            Form::One(form) if second.iter().all(|mv| mv.next[at] == second[0].next[at]) => form.as_number(),
            _ => None,
        };
        let own = self.own().len();
        let (kept, gone): (Vec<usize>, Vec<usize>) =
            (0..own).filter(|at| *at != turn).partition(|at| restored(*at).is_none());
        if gone.is_empty() || gone.iter().any(|at| ending.contains(at)) {
            return None;
        }
        let now = |form: &Linear| {
            gone.iter().try_fold(form.clone(), |form, at| form.with(*at, &Linear::number(restored(*at)?)))
        };
        let mut steps = Vec::new();
        for mv in first {
            steps.push(self.round(mv, &second, &kept, turn, &now)?);
        }
        let arguments = |at: &usize| Math::name(self.names[*at]);
        let mut cases: Vec<_> = recurrence.ends.iter().map(|end| self.end(end, false)).collect();
        cases.push((super::closed::best(Best::Max, steps), None));
        Some(Equation { left: Math::Call("v".to_owned(), kept.iter().map(arguments).collect()), cases })
    }

    /// A move of the first player with every answer to it: choices, worth, conditions.
    fn round(
        &self,
        mv: &Move,
        answers: &[&Move],
        kept: &[usize],
        turn: usize,
        now: &dyn Fn(&Linear) -> Option<Linear>,
    ) -> Option<(Vec<Math>, Math, Vec<Math>)> {
        let forms = |forms: &[Linear]| forms.iter().map(now).collect::<Option<Vec<_>>>();
        let choice = |choice: &Choice| {
            let divides = choice.divides.as_ref().map(now);
            let divides = if let Some(divides) = divides { Some(divides?) } else { None };
            Some(Choice { lo: forms(&choice.lo)?, hi: forms(&choice.hi)?, divides, ..choice.clone() })
        };
        let chosen: Vec<Choice> = mv.choices.iter().map(choice).collect::<Option<_>>()?;
        let one = |form: &Form| if let Form::One(form) = form { now(form) } else { None };
        let after: Vec<Linear> = mv.next.iter().map(one).collect::<Option<_>>()?;
        let names: Vec<&str> =
            self.names.iter().copied().chain(mv.choices.iter().map(|choice| choice.name.as_str())).collect();
        let mut parts = Vec::new();
        for answer in answers {
            if !answer.choices.is_empty() {
                return None;
            }
            // Every variable at once: what stands in its place may speak of others.
            let put = |form: &Linear| {
                form.terms.iter().try_fold(Linear::number(form.constant), |sum, (symbol, times)| {
                    sum.plus(after.get(*symbol)?, *times)
                })
            };
            let next = kept.iter().map(|at| match &answer.next[*at] {
                Form::One(form) => Some(super::closed::form(&Form::One(put(form)?), &names)),
                _ => None,
            });
            let then = Math::Call("v".to_owned(), next.collect::<Option<_>>()?);
            let gain = self.amount(&amount(&answer.gain, &put)?, &names);
            let body = match gain.is_empty() {
                true => Math::Row(vec![Math::Minus, then]),
                false => Math::pair(Math::Row(gain), Sign::Minus, then),
            };
            let guards = answer.guards.iter().filter(|guard| !speaks_of(guard, turn)).map(put);
            let guards: Vec<Linear> = guards.collect::<Option<_>>()?;
            let mut row = vec![body];
            if !guards.is_empty() {
                let guards = guards.iter().map(|guard| self.condition(guard, &names)).collect();
                row.extend([Math::Words(" if ".to_owned()), Math::joined(guards, Sign::And)]);
            }
            parts.push(Math::Row(row));
        }
        let answered = Math::BestOf(Best::Max, parts);
        let gain = self.amount(&amount(&mv.gain, now)?, &names);
        let body = match gain.is_empty() {
            true => Math::Row(vec![Math::Minus, answered]),
            false => Math::pair(Math::Row(gain), Sign::Minus, answered),
        };
        let guards = mv.guards.iter().filter(|guard| !speaks_of(guard, turn)).map(now);
        let guards: Vec<Linear> = guards.collect::<Option<_>>()?;
        // What restored variables say holds.
        let guards = guards.iter().filter(|guard| guard.as_number().is_none_or(|number| number < 0));
        let guards = guards.map(|guard| self.condition(guard, &names)).collect();
        Some((super::closed::choices(&chosen, &names, &self.frame.sets), body, guards))
    }
}

fn symbols(form: &Linear) -> impl Iterator<Item = usize> {
    form.terms.iter().map(|term| term.0)
}

fn speaks_of(form: &Linear, symbol: usize) -> bool {
    symbols(form).any(|at| at == symbol)
}

fn amount(amount: &Amount, put: &dyn Fn(&Linear) -> Option<Linear>) -> Option<Amount> {
    let sum = |sum: &Sum| Some(Sum { place: sum.place.iter().map(put).collect::<Option<_>>()?, ..sum.clone() });
    Some(Amount { linear: put(&amount.linear)?, sums: amount.sums.iter().map(sum).collect::<Option<_>>()? })
}
