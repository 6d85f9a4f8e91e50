//! Two moves as one: where the players move in turn, and the second always restores what the first wrote down for them, a round is a step
//! from one position of the first player to the next. So guessing a number is told in two variables, and not in four.

use super::closed::Writer;
use super::growth::{Growth, growth};
use crate::formula::{Best, Equation, Math, Sign};
use bouton::Value;
use bouton::recurrence::{Amount, Choice, Form, Linear, Move, Recurrence, Sum, never_negative};

/// A recurrence with two moves as one step.
#[derive(Clone, Debug)]
pub struct Rounds {
    /// The recurrence.
    pub equation: Equation,
    /// Where only who answers gains anything: who answers, whose lead it is, and who keeps it small. Else it is what the position is worth to
    /// the player who begins.
    pub cost: Option<[String; 2]>,
    /// The variables in the order in which positions are filled: the name, and whether rising. Nothing where none is derived.
    pub order: Vec<(String, bool)>,
    /// How work grows, where sizes stand in it.
    pub growth: Option<Growth>,
}

/// A move of the first player with every answer to it: choices, worth, conditions; and each answer as a move that leads to where it does.
type Round = ((Vec<Math>, Math, Vec<Math>), Vec<Move>);

impl Writer<'_> {
    /// `c(lo, hi) = min over x of max(…)`; nothing where rounds are no simpler.
    pub(super) fn rounds(&self) -> Option<Rounds> {
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
        let free_of_gain = first.iter().all(|mv| mv.gain == Amount::default());
        let lead = |value: Value| if let Value::Lead(lead) = value { lead.checked_neg() } else { None };
        let costs: Option<Vec<i64>> = recurrence.ends.iter().map(|end| lead(end.value)).collect();
        let costs = costs.filter(|_| free_of_gain);
        let (mut steps, mut moves) = (Vec::new(), Vec::new());
        for mv in first {
            let (step, answers) = self.round(mv, &second, &kept, turn, &now, costs.is_some())?;
            steps.push(step);
            moves.extend(answers);
        }
        let arguments = |at: &usize| Math::name(self.names[*at]);
        let mut cases: Vec<_> = recurrence.ends.iter().map(|end| self.end(end, false)).collect();
        for (case, cost) in cases.iter_mut().zip(costs.iter().flatten()) {
            case.0 = Math::Number(*cost);
        }
        let (name, which) = if costs.is_some() { ("c", Best::Min) } else { ("v", Best::Max) };
        cases.push((super::closed::best(which, steps), None));
        let equation = Equation { left: Math::Call(name.to_owned(), kept.iter().map(arguments).collect()), cases };
        let (_, [begins, answers]) = self.turn.clone()?;
        // As a game of the first player alone: what is gone stays what it is.
        let (mut alone, mut frame) = (Recurrence { moves, ..recurrence.clone() }, self.frame.clone());
        for at in gone.iter().chain([&turn]) {
            let number = if *at == turn { 0 } else { restored(*at)? };
            (alone.variables[*at].lo, alone.variables[*at].hi) = (number, number);
            frame.ranges[*at] = (Linear::number(number), Linear::number(number));
        }
        let order = self.order(&alone, &kept).unwrap_or_default();
        let cost = costs.map(|_| [answers, begins]);
        Some(Rounds { equation, cost, order, growth: growth(&alone, &frame) })
    }

    /// The variables as loops, where each of them goes one way in every move and every move changes one: then they may stand in any order.
    fn order(&self, alone: &Recurrence, kept: &[usize]) -> Option<Vec<(String, bool)>> {
        let (bounds, count) = (alone.bounds(), alone.variables.len());
        let never = |form: &Linear, mv: &Move| never_negative(form, count, &mv.choices, &mv.bounds(&bounds));
        let change = |mv: &Move, at: usize, times: i64| match &mv.next[at] {
            Form::One(next) => next.minus(&Linear::symbol(at))?.times(times),
            _ => None,
        };
        let goes =
            |at: usize, times: i64| alone.moves.iter().all(|mv| change(mv, at, times).is_some_and(|by| never(&by, mv)));
        let ways = kept.iter().map(|at| Some((*at, [1, -1].into_iter().find(|times| goes(*at, *times))?)));
        let ways: Vec<(usize, i64)> = ways.collect::<Option<_>>()?;
        let moved = |mv: &Move| {
            let all =
                ways.iter().try_fold(Linear::number(-1), |sum, (at, times)| sum.plus(&change(mv, *at, *times)?, 1));
            all.is_some_and(|all| {
                never(&all, mv) || mv.guards.iter().any(|guard| all.minus(guard).is_some_and(|rest| never(&rest, mv)))
            })
        };
        let named = |(at, times): &(usize, i64)| (self.names[*at].to_owned(), *times < 0);
        alone.moves.iter().all(moved).then(|| ways.iter().map(named).collect())
    }

    /// Of play that goes on, what follows from its not being over: where it ends with two ends of a choice together, they are apart.
    fn apart(&self, choices: &[Choice]) -> Vec<Linear> {
        let met = self.recurrence.ends.iter().filter_map(|end| match end.relations().as_slice() {
            [(form, true)] => Some(form.clone()),
            _ => None,
        });
        let widths = || {
            choices
                .iter()
                .flat_map(|choice| choice.hi.iter().flat_map(|hi| choice.lo.iter().map(move |lo| hi.minus(lo))))
        };
        met.flat_map(|form| {
            let same = move |width: &Linear| *width == form || form.times(-1).as_ref() == Some(width);
            widths().flatten().filter(same).filter_map(|width| width.plus(&Linear::number(1), -1)).collect::<Vec<_>>()
        })
        .collect()
    }

    /// An answer to a move: what it is worth, with what must hold for it, and the two moves as one.
    fn answered(&self, play: &Play, answer: &Move) -> Option<(Math, Move)> {
        let Play { mv, chosen, after, names, kept, turn, cost } = *play;
        if !answer.choices.is_empty() {
            return None;
        }
        // Every variable at once: what stands in its place may speak of others.
        let put = |form: &Linear| {
            form.terms
                .iter()
                .try_fold(Linear::number(form.constant), |sum, (symbol, times)| sum.plus(after.get(*symbol)?, *times))
        };
        let next = kept.iter().map(|at| match &answer.next[*at] {
            Form::One(form) => Some(super::closed::form(&Form::One(put(form)?), names)),
            _ => None,
        });
        let then = Math::Call(if cost { "c" } else { "v" }.to_owned(), next.collect::<Option<_>>()?);
        let gain = self.amount(&amount(&answer.gain, &put)?, names);
        let body = match (gain.is_empty(), cost) {
            (true, true) => then,
            (true, false) => Math::Row(vec![Math::Minus, then]),
            (false, _) => Math::pair(Math::Row(gain), if cost { Sign::Plus } else { Sign::Minus }, then),
        };
        let guards = answer.guards.iter().filter(|guard| !speaks_of(guard, turn)).map(put);
        let guards: Vec<Linear> = guards.collect::<Option<_>>()?;
        let led = (0..mv.next.len()).map(|at| match (&answer.next[at], kept.contains(&at)) {
            (Form::One(form), true) => put(form).map(Form::One),
            _ => Some(Form::One(Linear::symbol(at))),
        });
        let legal = [guards.clone(), self.apart(chosen)].concat();
        let made = Move { choices: chosen.to_vec(), guards: legal, next: led.collect::<Option<_>>()?, ..mv.clone() };
        let mut row = vec![body];
        if !guards.is_empty() {
            let guards = guards.iter().map(|guard| self.condition(guard, names)).collect();
            row.extend([Math::Words(" if ".to_owned()), Math::joined(guards, Sign::And)]);
        }
        Some((Math::Row(row), made))
    }

    fn round(
        &self,
        mv: &Move,
        answers: &[&Move],
        kept: &[usize],
        turn: usize,
        now: &dyn Fn(&Linear) -> Option<Linear>,
        cost: bool,
    ) -> Option<Round> {
        let forms = |forms: &[Linear]| forms.iter().map(now).collect::<Option<Vec<_>>>();
        let choice = |choice: &Choice| {
            choice.listed.is_none().then_some(())?;
            let divides = choice.divides.as_ref().map(now);
            let divides = if let Some(divides) = divides { Some(divides?) } else { None };
            Some(Choice { lo: forms(&choice.lo)?, hi: forms(&choice.hi)?, divides, ..choice.clone() })
        };
        let chosen: Vec<Choice> = mv.choices.iter().map(choice).collect::<Option<_>>()?;
        let one = |form: &Form| if let Form::One(form) = form { now(form) } else { None };
        let after: Vec<Linear> = mv.next.iter().map(one).collect::<Option<_>>()?;
        let names: Vec<&str> =
            self.names.iter().copied().chain(mv.choices.iter().map(|choice| choice.name.as_str())).collect();
        let play = Play { mv, chosen: &chosen, after: &after, names: &names, kept, turn, cost };
        let both = answers.iter().map(|answer| self.answered(&play, answer));
        let (parts, made): (Vec<Math>, Vec<Move>) = both.collect::<Option<Vec<_>>>()?.into_iter().unzip();
        let answered = Math::BestOf(Best::Max, parts);
        let gain = self.amount(&amount(&mv.gain, now)?, &names);
        let body = match gain.is_empty() {
            _ if cost => answered,
            true => Math::Row(vec![Math::Minus, answered]),
            false => Math::pair(Math::Row(gain), Sign::Minus, answered),
        };
        let guards = mv.guards.iter().filter(|guard| !speaks_of(guard, turn)).map(now);
        let guards: Vec<Linear> = guards.collect::<Option<_>>()?;
        // What restored variables say holds.
        let guards = guards.iter().filter(|guard| guard.as_number().is_none_or(|number| number < 0));
        let guards = guards.map(|guard| self.condition(guard, &names)).collect();
        Some(((super::closed::choices(&chosen, &names, &self.frame.sets), body, guards), made))
    }
}

/// A move that is answered: what is chosen for it, what it leads to, and what symbols are called; the variables that are kept, whose move it is, and
/// whether values are costs.
#[derive(Clone, Copy)]
struct Play<'p> {
    mv: &'p Move,
    chosen: &'p [Choice],
    after: &'p [Linear],
    names: &'p [&'p str],
    kept: &'p [usize],
    turn: usize,
    cost: bool,
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
