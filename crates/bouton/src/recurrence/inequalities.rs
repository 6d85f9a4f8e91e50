//! What stays true of all positions that play reaches: forms of the variables that are never negative there, as `j − i` is where two ends of a row close in
//! on each other (linear inequalities among variables: P. Cousot and N. Halbwachs 1978). Candidates are read off the conditions of the moves; those stay that hold at the
//! start and that every move keeps, given all others that stay (C. Flanagan and K. Leino's Houdini, 2001): by induction they hold everywhere.

use super::{Form, Legal, Linear, Move, Recurrence, never_negative};

/// No more candidates than this are looked at, nor more moves: each is held against each.
const MOST: usize = 1 << 6;

impl Recurrence {
    /// Forms of two variables or more that are negative at no position which play reaches from this one; each can be worked out within 64 bits. Where an
    /// order is looked for, also those that would show in which direction moves change a variable.
    #[must_use]
    pub(crate) fn inequalities(&self, start: &[i64], order: bool) -> Vec<Linear> {
        let variables = self.bounds();
        let moves: Vec<Tried> =
            self.moves.iter().filter(|mv| mv.possible(&variables)).map(|mv| self.tried(mv)).collect();
        let mut kept: Vec<Linear> = Vec::new();
        let directions = |tried| if order { self.directions(tried) } else { Vec::new() };
        let candidates = |tried| self.candidates(tried).into_iter().chain(directions(tried));
        for form in moves.iter().filter(|_| moves.len() <= MOST).flat_map(candidates) {
            let told = form.terms.len() >= 2 && form.is_small(&variables) && form.range(&variables).0 < 0;
            if told && form.at(start) >= 0 && kept.len() < MOST && !kept.contains(&form) {
                kept.push(form);
            }
        }
        loop {
            let stays = |form: &Linear| moves.iter().all(|tried| self.keeps(tried, form, &kept));
            let left: Vec<Linear> = kept.iter().filter(|form| stays(form)).cloned().collect();
            if left.len() == kept.len() {
                return left;
            }
            kept = left;
        }
    }

    /// A move with what holds where it is made.
    fn tried<'m>(&self, mv: &'m Move) -> Tried<'m> {
        let goes_on = self.ends.iter().filter_map(|end| match end.when.as_slice() {
            [form] => Linear::number(-1).minus(form),
            _ => None,
        });
        let holds = mv.guards.iter().cloned().chain(goes_on).collect();
        Tried { legal: Legal::of(mv, &self.bounds(), &[]), holds }
    }

    /// What a move may keep from falling below 0: what its conditions say, as far as the move itself lowers it.
    fn candidates(&self, tried: &Tried) -> Vec<Linear> {
        let count = self.variables.len();
        let after = |form: &Linear| {
            let next = tried.legal.mv.after(form)?;
            let falls = next.minus(form)?.range(&tried.legal.bounds).0.max(tried.legal.range(&next).0);
            form.minus(&Linear::number(i64::try_from(falls.min(0)).ok()?))
        };
        let of_variables = |form: &&Linear| form.last().is_some_and(|last| last < count);
        let most = tried.legal.mv.choices.iter().flat_map(|choice| &choice.hi).filter(of_variables).cloned();
        // Where play ends as soon as two are equal, none passes the other: either may be the greater.
        let equal = self.ends.iter().filter(|end| end.is_equality()).flat_map(|end| end.when.clone());
        tried.holds.iter().filter_map(after).chain(most).chain(equal).chain(self.set_anew(tried.legal.mv)).collect()
    }

    /// What would show that a move raises a variable, or lowers it: everywhere, or where some variable is as the move wants it.
    fn directions(&self, tried: &Tried) -> Vec<Linear> {
        let bounds = self.bounds();
        let rises = tried.legal.mv.next.iter().enumerate().filter_map(|(variable, next)| match next {
            Form::One(next) => next.minus(&Linear::symbol(variable)),
            _ => None,
        });
        let rises = rises.filter(|rise| rise.last().is_some_and(|last| last < bounds.len()));
        let shows = |rise: Linear| [1, -1].map(|times| rise.times(times)?.minus(&Linear::number(1)));
        let mut all: Vec<Linear> = rises.flat_map(shows).flatten().collect();
        let phases = tried.legal.mv.guards.iter().filter(|guard| guard.terms.len() == 1 && guard.range(&bounds).1 == 0);
        let within = |form: &Linear, phase: &Linear| {
            // Anywhere else the condition is below 0, and this as much above what the form can be.
            let least = i64::try_from(form.range(&bounds).0).ok()?;
            form.plus(phase, least.min(0))
        };
        let within: Vec<Linear> =
            phases.flat_map(|phase| all.iter().filter_map(move |form| within(form, phase))).collect();
        all.extend(within);
        all
    }

    /// Of truth values that a move sets anew, never more may hold than it makes hold.
    fn set_anew(&self, mv: &Move) -> Option<Linear> {
        let truths = self.bounds().into_iter().zip(&mv.next).enumerate().filter(|(_, (bounds, _))| *bounds == (0, 1));
        let anew = truths.filter_map(|(at, (_, next))| match next {
            Form::One(form) => Some((at, form.as_number()?)),
            _ => None,
        });
        anew.filter(|(_, holds)| (0..=1).contains(holds)).try_fold(Linear::default(), |sum, (at, holds)| {
            sum.plus(&Linear::number(holds), 1)?.plus(&Linear::symbol(at), -1)
        })
    }

    /// Whether a form that is not negative is not so after a move either, where none of the others is.
    fn keeps(&self, tried: &Tried, form: &Linear, others: &[Linear]) -> bool {
        let Some(next) = tried.legal.mv.after(form) else { return false };
        let surely =
            |slack: &Linear| never_negative(slack, self.variables.len(), &tried.legal.mv.choices, &tried.legal.bounds);
        let above = |known: &Linear| next.minus(known).is_some_and(|slack| surely(&slack));
        // Play goes on only where they differ.
        let differs = |known: &Linear| {
            let ended = self.ends.iter().any(|end| end.is_equality() && end.when.contains(known));
            ended && known.minus(&Linear::number(1)).is_some_and(|more| above(&more))
        };
        surely(&next) || tried.holds.iter().chain(others).any(above) || others.iter().any(differs)
    }
}

/// A move where it is legal, and forms of variables alone that are not negative there.
struct Tried<'m> {
    legal: Legal<'m>,
    holds: Vec<Linear>,
}

impl super::End {
    /// Whether it holds where one form is 0: that and its opposite are not negative.
    fn is_equality(&self) -> bool {
        matches!(self.when.as_slice(), [one, other] if one.times(-1).as_ref() == Some(other))
    }
}

#[cfg(test)]
mod tests {
    use super::Linear;
    use crate::game::Game;
    use crate::instance::Instance;
    use std::collections::{BTreeSet, VecDeque};
    use std::sync::Arc;

    /// The inequalities of a game; each is looked at in every position that play reaches.
    fn found(text: &str) -> Vec<Linear> {
        let rules = bouton_rules::check(&bouton_rules::Source::new("inequalities", text)).0.expect("they are right");
        let game = Instance::new(Arc::new(rules), &[]).expect("there are no parameters");
        let recurrence = game.recurrence().expect("it has one");
        let start = game.variables(&game.start().expect("it begins")).expect("it has variables");
        let forms = recurrence.inequalities(&start, false);
        let (mut seen, mut next) = (BTreeSet::from([start.clone()]), VecDeque::from([start]));
        while let Some(position) = next.pop_front() {
            assert!(forms.iter().all(|form| form.at(&position) >= 0), "{position:?} in {text}");
            if recurrence.ending(&position).is_none() {
                next.extend(
                    recurrence.steps(&position).into_iter().map(|step| step.3).filter(|to| seen.insert(to.clone())),
                );
            }
        }
        forms
    }

    #[test]
    fn ends_that_close_in_never_pass_each_other() {
        let game = |moves: &str| {
            found(&format!("game Ends\nstate i : 0..9 = 0\nstate j : 0..9 = 8\n{moves}\nstuck => me loses\n"))
        };
        let apart = Linear::of(0, &[(0, -1), (1, 1)]);
        for moves in [
            "move left { when i < j; i += 1 }\nmove right { when i < j; j -= 1 }",
            "move left(k in 1..3 if k <= j - i) { i += k }\nmove right { when j > i; j -= 1 }",
            "move left { i += 1 }\nmove right { j -= 1 }\nend when i == j => draw",
            "move left { i += 1 }\nmove right { j -= 1 }\nend when i > j - 1 => draw",
        ] {
            assert_eq!(game(moves), std::slice::from_ref(&apart), "{moves}");
        }
        assert!(game("move left { when i < 9; i += 1 }\nmove right { when j > 0; j -= 1 }").is_empty());
        let farther = Linear { constant: 1, ..apart };
        assert_eq!(game("move both { when i + 2 <= j + 1; i += 2 }"), [farther]);
    }

    #[test]
    fn of_truths_that_are_set_anew_no_more_hold() {
        let game = |change: &str| {
            let moves = format!("move take(k in 1..3) {{ when k <= n and k not in last; n -= k; {change} }}");
            found(&format!(
                "game Last\nstate n : 0..9 = 9\nstate last : set of 1..3 = {{}}\n{moves}\nstuck => me loses\n"
            ))
        };
        let one = Linear::of(1, &[(1, -1), (2, -1), (3, -1)]);
        assert_eq!(game("last = {k}"), [one]);
        assert!(game("last = last + {k}").is_empty());
    }
}
