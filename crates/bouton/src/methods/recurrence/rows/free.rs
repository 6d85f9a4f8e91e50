//! Where a limit no longer binds. If a variable only bounds what may be chosen, and another bound is at least as tight from somewhere on
//! and ever after, then from there on the variable does not matter: what is left is a smaller game. Nothing is said about gains, so it
//! holds for any of them.

use crate::recurrence::{Form, Linear, Move, Recurrence, never_negative};

/// A variable that stops mattering.
pub(super) struct Free {
    /// The variable.
    pub(super) variable: usize,
    /// Where this is not negative.
    pub(super) when: Linear,
    /// The game without it.
    pub(super) rest: Recurrence,
}

/// The first variable of a recurrence that stops mattering, if there is one.
pub(super) fn free(recurrence: &Recurrence) -> Option<Free> {
    (0..recurrence.variables.len()).find_map(|variable| {
        if !only_bounds(recurrence, variable) {
            return None;
        }
        let candidates = recurrence.moves.iter().flat_map(|mv| slack(mv, variable));
        let when = candidates.into_iter().find(|when| stays(recurrence, variable, when))?;
        Some(Free { variable, when, rest: without(recurrence, variable)? })
    })
}

fn mentions(form: &Linear, variable: usize) -> bool {
    form.coefficient(variable) != 0
}

/// Whether a variable bears on nothing but bounds of choices, and on itself; and never leaves its own bounds.
fn only_bounds(recurrence: &Recurrence, variable: usize) -> bool {
    let own = recurrence.variables[variable].clone();
    let fixed = own.lo == own.hi;
    let free = |form: &Linear| !mentions(form, variable);
    let ends = recurrence.ends.iter().chain(&recurrence.stuck).all(|end| end.when.iter().all(free));
    let remaining = recurrence
        .remaining
        .iter()
        .all(|points| free(&points.linear) && points.sums.iter().all(|sum| sum.place.iter().all(free)));
    let variables = recurrence.bounds();
    let moves = recurrence.moves.iter().all(|mv| {
        let bounds = mv.bounds(&variables);
        let others = mv.next.iter().enumerate().filter(|(at, _)| *at != variable);
        let within = |form: &Linear| {
            let above = form.minus(&Linear::number(own.lo));
            let below = Linear::number(own.hi).minus(form);
            [above, below]
                .into_iter()
                .all(|slack| slack.is_some_and(|slack| never_negative(&slack, variables.len(), &mv.choices, &bounds)))
        };
        others.flat_map(|(_, form)| form.parts()).all(free)
            && mv.next[variable].parts().iter().all(within)
            && mv.guards.iter().chain(&mv.needs).all(free)
            && mv
                .choices
                .iter()
                .all(|choice| choice.divides.iter().chain(choice.listed.iter().map(|listed| &listed.of)).all(free))
            && free(&mv.gain.linear)
            && mv.gain.sums.iter().all(|sum| sum.place.iter().all(free))
    });
    !fixed && ends && remaining && moves && recurrence.needs.iter().all(free)
}

/// How far each bound that speaks of the variable lies beyond another that does not.
fn slack(mv: &Move, variable: usize) -> Vec<Linear> {
    let mut found = Vec::new();
    for choice in &mv.choices {
        let pairs = |ends: &[Linear], upper: bool| {
            let (with, other): (Vec<Linear>, Vec<Linear>) =
                ends.iter().cloned().partition(|end| mentions(end, variable));
            let pair = |a: &Linear, b: &Linear| if upper { a.minus(b) } else { b.minus(a) };
            with.iter()
                .flat_map(|a| other.iter().filter_map(|b| pair(a, b)).collect::<Vec<_>>())
                .collect::<Vec<Linear>>()
        };
        found.extend(pairs(&choice.hi, true));
        found.extend(pairs(&choice.lo, false));
    }
    found
}

/// Whether, wherever `when` is not negative, no bound that speaks of the variable binds, and `when` stays not negative.
fn stays(recurrence: &Recurrence, variable: usize, when: &Linear) -> bool {
    let variables = recurrence.bounds();
    let count = variables.len();
    if when.last().is_some_and(|symbol| symbol >= count) {
        return false;
    }
    let implied = |slack: &Linear| slack.minus(when).is_some_and(|rest| rest.range(&variables).0 >= 0);
    recurrence.moves.iter().all(|mv| {
        let loose = mv.choices.iter().all(|choice| {
            let loose = |ends: &[Linear], upper: bool| {
                ends.iter().filter(|end| mentions(end, variable)).all(|end| {
                    ends.iter().filter(|other| !mentions(other, variable)).any(|other| {
                        let slack = if upper { end.minus(other) } else { other.minus(end) };
                        slack.is_some_and(|slack| slack.last().is_none_or(|symbol| symbol < count) && implied(&slack))
                    })
                })
            };
            loose(&choice.hi, true) && loose(&choice.lo, false)
        });
        loose && grows(mv, when, count, &variables)
    })
}

/// Whether a move never lowers a form.
fn grows(mv: &Move, form: &Linear, count: usize, variables: &[(i64, i64)]) -> bool {
    // One part of a `max` is enough where more is better, one of a `min` where less is.
    let mut after = vec![Linear::number(form.constant)];
    for &(symbol, times) in &form.terms {
        let next = &mv.next[symbol];
        match next {
            Form::Max(_) if times < 0 => return false,
            Form::Min(_) if times > 0 => return false,
            _ => {}
        }
        after = after.iter().flat_map(|sum| next.parts().iter().filter_map(|part| sum.plus(part, times))).collect();
    }
    let bounds = mv.bounds(variables);
    after.iter().any(|after| after.minus(form).is_some_and(|rise| never_negative(&rise, count, &mv.choices, &bounds)))
}

/// The game without a variable and without the bounds that speak of it.
fn without(recurrence: &Recurrence, variable: usize) -> Option<Recurrence> {
    let mut rest = recurrence.clone();
    rest.variables.remove(variable);
    for mv in &mut rest.moves {
        mv.next.remove(variable);
        for choice in &mut mv.choices {
            for ends in [&mut choice.lo, &mut choice.hi] {
                ends.retain(|end| !mentions(end, variable));
            }
            if choice.lo.is_empty() || choice.hi.is_empty() {
                return None;
            }
        }
    }
    rest.each_form(&mut |form| {
        for term in &mut form.terms {
            term.0 -= usize::from(term.0 > variable);
        }
    });
    Some(rest)
}
