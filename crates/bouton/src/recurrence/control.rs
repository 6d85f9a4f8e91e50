//! Control states: the values that variables of few values take together. As in an extended finite-state machine (Cheng and Krishnakumar, 1993) a few
//! variables say what may be done next, and the others are counted along: of `step` and `first`, which remembers a choice until the step that asks for it,
//! and of the bits of a set that holds one member, few combinations ever come.

use super::{Bounds, Choice, Direction, Form, Linear, Move, Recurrence};
use std::collections::BTreeSet;

/// Of more combinations of values none are told apart.
const MOST_COMBINATIONS: i64 = 1 << 12;

/// A choice of more numbers counts as all that lie between.
const MOST_CHOSEN: i64 = 64;

/// So many ways to make a move are followed.
const FUEL: u32 = 1 << 16;

/// What some variables are together wherever play comes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ControlStates {
    /// Where they stand in the order in which positions are solved; none is the outermost.
    pub(crate) first: usize,
    /// The variables, the outermost first.
    pub(crate) variables: Vec<usize>,
    /// Their values, in the order in which play goes on.
    pub(crate) states: Vec<Vec<i64>>,
    /// For each variable its least value, and how far apart combinations lie that differ by one in it.
    scale: Vec<(i64, i64)>,
    /// How many combinations there are.
    combinations: i64,
    /// From which variable on numbers vary faster than the state does.
    among: usize,
}

impl ControlStates {
    /// Those of the last variables in an order, where play begins at a position: at most so many, and half of the combinations. The variable that says whose
    /// turn it is is none of them. More states than there are do no harm: conditions on other variables count as met where they can be.
    pub(crate) fn of(recurrence: &Recurrence, order: &[Direction], start: &[i64], most: u64) -> Option<ControlStates> {
        let (bounds, among) = (recurrence.bounds(), recurrence.variables.len() - usize::from(recurrence.tells_turns()));
        let last = order.iter().rposition(|next| next.variable < among)?;
        let (mut first, mut combinations, mut scale) = (last + 1, 1_i64, Vec::new());
        for (at, Direction { variable, .. }) in order.iter().enumerate().take(last + 1).skip(1).rev() {
            let (lo, hi) = bounds[*variable];
            let all = hi.checked_sub(lo)?.checked_add(1)?.checked_mul(combinations);
            let Some(all) = all.filter(|all| *all <= MOST_COMBINATIONS && *variable < among) else { break };
            scale.push((lo, combinations));
            (first, combinations) = (at, all);
        }
        scale.reverse();
        let most = most.min(combinations.unsigned_abs() / 2);
        let order = &order[first..=last];
        let variables: Vec<usize> = order.iter().map(|next| next.variable).collect();
        let (mut reached, mut open) =
            (BTreeSet::new(), vec![variables.iter().map(|at| start[*at]).collect::<Vec<_>>()]);
        let mut search = Search { variables: &variables, declared: &bounds, found: BTreeSet::new(), fuel: FUEL };
        while let Some(state) = open.pop() {
            if !reached.insert(state.clone()) {
                continue;
            }
            (reached.len() as u64 <= most).then_some(())?;
            let mut here = bounds.clone();
            variables.iter().zip(&state).for_each(|(at, value)| here[*at] = (*value, *value));
            for mv in &recurrence.moves {
                if mv.possible(&here) {
                    search.follow(mv, &mut here)?;
                }
            }
            open.extend(std::mem::take(&mut search.found));
        }
        let mut states: Vec<Vec<i64>> = reached.into_iter().collect();
        let along = |state: &Vec<i64>| -> Vec<i64> {
            order.iter().zip(state).map(|(next, value)| if next.up { *value } else { -value }).collect()
        };
        states.sort_by_cached_key(along);
        Some(ControlStates { first, variables, states, scale, combinations, among })
    }

    /// The number of a position but for its state, as a form of the other variables, and how far apart numbers of states lie that follow each other. `None` when
    /// a coefficient leaves 64 bits.
    pub(crate) fn number(&self, recurrence: &Recurrence) -> Option<(Linear, i64)> {
        let (turn, apart) = recurrence.digits(self.among..recurrence.variables.len(), 1)?;
        let stride = apart.checked_mul(i64::try_from(self.states.len()).ok()?)?;
        let others = (0..self.among).filter(|at| !self.variables.contains(at));
        let (number, _) = recurrence.digits(others, stride)?;
        Some((number.plus(&turn, 1)?, apart))
    }

    /// How many numbers there are.
    pub(crate) fn size(&self, recurrence: &Recurrence) -> Option<u64> {
        let all = recurrence.size()?.checked_mul(self.states.len() as u64)?;
        Some(all / self.combinations.unsigned_abs())
    }

    /// The number of a position with these values, if it is in one of the states.
    pub(crate) fn number_of(&self, recurrence: &Recurrence, values: &[i64]) -> Option<u64> {
        let (number, apart) = self.number(recurrence)?;
        let state = self.variables.iter().map(|variable| values[*variable]);
        let place = self.states.iter().position(|known| known.iter().copied().eq(state.clone()))?;
        u64::try_from(number.at(values) + apart * i64::try_from(place).ok()?).ok()
    }

    /// Whether the last variable is no part of a state, since it says whose turn it is.
    pub(crate) fn keeps_turn_apart(&self, recurrence: &Recurrence) -> bool {
        self.among < recurrence.variables.len()
    }

    /// How many combinations of values there are, of which the states are some.
    pub(crate) fn combinations(&self) -> i64 {
        self.combinations
    }

    /// For each variable its least value, and how far apart combinations lie that differ by one in it.
    pub(crate) fn scale(&self) -> impl Iterator<Item = (usize, i64, i64)> {
        self.variables.iter().zip(&self.scale).map(|(variable, (least, apart))| (*variable, *least, *apart))
    }

    /// The place of each combination among the states, −1 for one that is none.
    pub(crate) fn places(&self) -> Vec<i64> {
        let combination = |state: &Vec<i64>| -> i64 {
            state.iter().zip(&self.scale).map(|(value, (least, apart))| (value - least) * apart).sum()
        };
        let mut places = vec![-1; usize::try_from(self.combinations).expect("there are few")];
        for (place, state) in (0..).zip(&self.states) {
            places[usize::try_from(combination(state)).expect("values are not below the least")] = place;
        }
        places
    }
}

impl Recurrence {
    /// Whether the last variable says whose turn it is: it is exchanged where the other player moves next, and else stays.
    fn tells_turns(&self) -> bool {
        let Some(last) = self.variables.len().checked_sub(1).filter(|last| self.bounds()[*last] == (0, 1)) else {
            return false;
        };
        let (same, other) = (Linear::symbol(last), Linear::of(1, &[(last, -1)]));
        self.moves.iter().all(|mv| mv.next[last] == Form::One(if mv.passes { other.clone() } else { same.clone() }))
    }
}

/// What moves make of the variables.
struct Search<'s> {
    variables: &'s [usize],
    /// The bounds of all variables, in whatever state.
    declared: &'s [Bounds],
    found: BTreeSet<Vec<i64>>,
    fuel: u32,
}

impl Search<'_> {
    /// Every way to choose, where symbols lie within these bounds.
    fn follow(&mut self, mv: &Move, bounds: &mut Vec<Bounds>) -> Option<()> {
        let at = bounds.len() - self.declared.len();
        let Some(choice) = mv.choices.get(at) else { return self.next(mv, bounds) };
        let (lo, hi) = choice.range(bounds);
        let each = if self.matters(mv, at) { numbers(choice, bounds) } else { None };
        let each = each.map_or(vec![(lo, hi)], |numbers| numbers.into_iter().map(|number| (number, number)).collect());
        for (least, most) in each {
            if least <= most && lo <= least && most <= hi {
                bounds.push((least, most));
                let done = self.follow(mv, bounds);
                bounds.pop();
                done?;
            }
        }
        Some(())
    }

    /// Whether what the variables become hangs on a choice, or another choice does.
    fn matters(&self, mv: &Move, at: usize) -> bool {
        let symbol = self.declared.len() + at;
        let next = self.variables.iter().flat_map(|variable| mv.next[*variable].parts());
        let later = mv.choices[at + 1..].iter().flat_map(Choice::forms);
        next.chain(later).any(|form| form.coefficient(symbol) != 0)
    }

    /// What the variables may be after the move.
    fn next(&mut self, mv: &Move, bounds: &[Bounds]) -> Option<()> {
        let mut states = vec![Vec::new()];
        for variable in self.variables {
            let (least, most) = mv.next[*variable].range(bounds);
            // What leaves the bounds is a fault of the rules, and asked where it is met.
            let (lo, hi) = self.declared[*variable];
            let values = few(least.max(lo.into()), most.min(hi.into()))?;
            states = states
                .iter()
                .flat_map(|state| values.iter().map(|value| [state.as_slice(), &[*value]].concat()))
                .collect();
            self.fuel = self.fuel.checked_sub(u32::try_from(states.len()).ok()?)?;
        }
        self.found.extend(states);
        Some(())
    }
}

/// All numbers from one to another, if they are few.
fn few(least: i128, most: i128) -> Option<Vec<i64>> {
    (most - least < i128::from(MOST_COMBINATIONS)).then_some(())?;
    Some((i64::try_from(least).ok()?..=i64::try_from(most).ok()?).collect())
}

/// The numbers to choose from, perhaps some more, if they are few.
fn numbers(choice: &Choice, bounds: &[Bounds]) -> Option<BTreeSet<i64>> {
    let (lo, hi) = choice.range(bounds);
    if let Some(listed) = &choice.listed {
        let (least, most) = listed.of.range(bounds);
        (most - least < i128::from(MOST_CHOSEN)).then_some(())?;
        return Some(few(least, most)?.into_iter().flat_map(|of| listed.of_value(of)).copied().collect());
    }
    if let Some(among) = &choice.among {
        return Some(among.iter().copied().filter(|number| (lo..=hi).contains(number)).collect());
    }
    (hi.checked_sub(lo)? < MOST_CHOSEN).then(|| (lo..=hi).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::instance::Instance;
    use std::sync::Arc;

    /// The states of a game by name.
    fn states(text: &str) -> Option<(Vec<String>, Vec<Vec<i64>>)> {
        let rules = bouton_rules::check(&bouton_rules::Source::new("control", text)).0.expect("they are right");
        let game = Instance::new(Arc::new(rules), &[]).expect("there are no parameters");
        let recurrence = game.recurrence().expect("it has one");
        let start = game.variables(&game.canonical(game.start().expect("it begins"))).expect("it has variables");
        let order = recurrence.order().expect("it has one");
        let found = ControlStates::of(recurrence, &order, &start, 100)?;
        let places = found.places();
        assert_eq!(places.iter().filter(|place| **place >= 0).count(), found.states.len());
        let names = found.variables.iter().map(|at| recurrence.variables[*at].name.clone()).collect();
        Some((names, found.states))
    }

    #[test]
    fn what_variables_are_together_is_found() {
        let again = "game Again\nstate n : 0..40 = 40\nstate step : 0..1 = 0\nstate first : 0..4 = 0\n\
                     move one(k in 1..4) { when step == 0 and k <= n; n -= k; first = k; step = 1; again }\n\
                     move two(k in 0..4) { when step == 1 and k < n and k != first; n -= k + 1; first = 0; step = 0 }\nstuck => me loses\n";
        let (names, found) = states(again).expect("half of them never come");
        assert_eq!(names, ["step", "first"]);
        assert_eq!(found, [[0, 0], [1, 1], [1, 2], [1, 3], [1, 4]]);
        let set = "game Set\nstate n : 0..40 = 40\nstate last : set of 1..4 = {}\n\
                   move take(k in 1..4 if k not in last) { when k <= n; n -= k; last = {k} }\nstuck => me loses\n";
        let (names, found) = states(set).expect("most of them never come");
        assert_eq!((names.len(), found.len()), (4, 5));
        assert!(found.iter().all(|state| state.iter().sum::<i64>() <= 1));
        let free = "game Free\nstate n : 0..40 = 40\nstate a : 0..3 = 0\nstate b : 0..3 = 0\n\
                    move take(i in 0..3, j in 0..3) { when n > 0; n -= 1; a = i; b = j }\nstuck => me loses\n";
        assert_eq!(states(free), None);
    }
}
