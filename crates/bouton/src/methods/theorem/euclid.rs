//! Euclid's game: a multiple of the smaller of two numbers is subtracted from the larger; who reaches 0 wins.
//!
//! **Theorem** (A. J. Cole and A. J. T. Davie, "A game based on the Euclidean algorithm", Mathematical Gazette 53, 1969). The mover wins
//! at `a ≤ b`, both positive, exactly where `a = b` or `b > φa`, φ = (1 + √5) / 2.
//!
//! *Proof.* If `a < b < 2a` there is one move, to `(b − a, a)`, and `b < φa` just if `a > φ(b − a)`; a multiple takes the last step at once.
//! If `b > 2a` and `r` is what is left of `b` divided by `a`, the mover may leave `(r, a)`, or `(a, a + r)`, from which the other must
//! leave `(r, a)`: one of the two wins. ∎
//!
//! Condition: just these moves, in normal play. Cost: O(1) a value: `b > φa` just if `b² > ab + a²`, in whole numbers.

use super::{Proven, Strategy, Teller, Theorem, outcome};
use crate::game::Abstract;
use crate::recurrence::symbolic::{Said, Symbol, Symbolic, Way};
use crate::recurrence::{Form, Linear};
use crate::value::Value;
use bouton_rules::Text;
use std::cmp::Ordering;
use std::sync::Arc;

/// Two numbers, where a move subtracts any multiple of the smaller from the larger.
#[derive(Clone, Copy, Debug)]
struct Euclid {
    /// The variables that hold the numbers.
    numbers: [usize; 2],
    /// Whether the first of them is always the smaller.
    ordered: bool,
    /// The moves that lower each of them (one and the same where they are ordered), and whether the multiple itself is chosen there.
    moves: [(usize, bool); 2],
}

pub(super) struct Ratio;

impl Theorem for Ratio {
    fn strategy(&self) -> &'static Strategy {
        &Strategy {
            name: "euclid",
            about: "the mover wins where both are equal or the larger is more than φ times the smaller, φ the golden ratio (Cole and Davie 1969)",
            speed: None,
        }
    }

    fn matches(&self, moves: &dyn Abstract) -> Option<Arc<dyn Proven>> {
        Some(Arc::new(Euclid::of(moves.symbols()?.as_ref())?))
    }
}

/// Two numbers as the moves speak of them.
struct Pair<'a> {
    game: &'a Symbolic,
    small: Linear,
    large: Linear,
    choice: Linear,
    /// What a move takes away: the multiple of the smaller number.
    taken: Linear,
}

impl Euclid {
    /// The numbers, if the game is one of subtracting multiples.
    fn of(game: &Symbolic) -> Option<Euclid> {
        let [a, b] = game.states.as_slice() else { return None };
        let small =
            |held: &crate::recurrence::symbolic::Held, most: i64| held.members.is_none() && held.bounds.0 <= most;
        (small(a, 1) && small(b, 1)).then_some(())?;
        match game.moves.as_slice() {
            [way] => [(0, 1), (1, 0)].into_iter().find_map(|(low, high)| {
                let pair = Pair::of(game, low, high)?;
                let sorted = pair.large.minus(&pair.small)?;
                let kept = game.invariants.iter().all(|ways| ways.iter().any(|way| *way == [sorted.clone()]));
                let right = small(&game.states[low], 0) && kept && pair.ends_at(&[low]) && pair.sorts(way, low)?;
                right.then_some(Euclid { numbers: [low, high], ordered: true, moves: [(0, way.multiple); 2] })
            }),
            [one, other] => {
                let free = small(a, 0) && small(b, 0) && !game.normalised && game.invariants.is_empty();
                let ends = Pair::of(game, 0, 1)?.ends_at(&[0, 1]);
                let lowers = |way: &Way, from: usize| {
                    Pair::of(game, 1 - from, from).and_then(|pair| pair.lowers(way, from)) == Some(true)
                };
                let moves = match (lowers(one, 0) && lowers(other, 1), lowers(one, 1) && lowers(other, 0)) {
                    (true, _) => [(0, one.multiple), (1, other.multiple)],
                    (_, true) => [(1, other.multiple), (0, one.multiple)],
                    _ => return None,
                };
                (free && ends).then_some(Euclid { numbers: [0, 1], ordered: false, moves })
            }
            _ => None,
        }
    }
}

impl Pair<'_> {
    fn of(game: &Symbolic, small: usize, large: usize) -> Option<Pair<'_>> {
        let product = Symbol::Product(small.min(game.choice()), small.max(game.choice()));
        let taken = game.symbols.iter().position(|symbol| *symbol == product)?;
        let [small, large, choice, taken] = [small, large, game.choice(), taken].map(Linear::symbol);
        Some(Pair { game, small, large, choice, taken })
    }

    /// Whether a move subtracts any multiple of the smaller number from the larger, and then has the smaller one first again.
    fn sorts(&self, way: &Way, low: usize) -> Option<bool> {
        let rest = self.large.minus(&self.taken)?;
        let both = |forms: &[Linear]| forms.len() == 2 && forms.contains(&rest) && forms.contains(&self.small);
        let least = matches!(&way.next[low], Form::Min(forms) if both(forms));
        let greatest = matches!(&way.next[1 - low], Form::Max(forms) if both(forms));
        Some(least && greatest && self.is_legal(way)?)
    }

    /// Whether a move subtracts any multiple of the other number from this one.
    fn lowers(&self, way: &Way, from: usize) -> Option<bool> {
        let rest = self.large.minus(&self.taken)?;
        let next = way.next[from] == Form::One(rest) && way.next[1 - from] == Form::One(self.small.clone());
        Some(next && self.is_legal(way)?)
    }

    /// Whether a move is legal just where the choice is at least 1 and its multiple at most the larger number.
    fn is_legal(&self, way: &Way) -> Option<bool> {
        let (one, rest) = (Linear::number(1), self.large.minus(&self.taken)?);
        let least = [self.choice.minus(&one)?, self.taken.minus(&one)?];
        // The smaller number is at least 1 where play goes on; so a choice is at most the larger one.
        let needless = [
            self.large.minus(&self.choice)?,
            self.large.minus(&self.small)?,
            self.small.minus(&one)?,
            self.large.minus(&one)?,
            self.choice.clone(),
            self.taken.clone(),
        ];
        let known = |form: &Linear| least.contains(form) || *form == rest || needless.contains(form);
        let plain = way.among.is_none() && way.ends.is_empty() && way.divisors.iter().all(|by| *by == self.small);
        let all = way.guards.iter().all(known) && way.guards.contains(&rest);
        Some(plain && all && least.iter().any(|form| way.guards.contains(form)))
    }

    /// Play is lost where one of these numbers is 0, and ends nowhere else. Nobody is ever stuck: the smaller number itself can be subtracted.
    fn ends_at(&self, numbers: &[usize]) -> bool {
        let mut found = Vec::new();
        for (ways, said) in &self.game.ends {
            for way in ways {
                let zero = |of: usize| Linear::of(0, &[(of, -1)]);
                let Some(of) = numbers.iter().find(|of| way.contains(&zero(**of))) else { return false };
                if *said != Said::Loss || !way.iter().all(|form| *form == zero(*of) || *form == Linear::symbol(*of)) {
                    return false;
                }
                found.push(*of);
            }
        }
        numbers.iter().all(|number| found.contains(number))
    }
}

fn loses(small: i64, large: i64) -> bool {
    let (a, b) = (i128::from(small), i128::from(large));
    a == 0 || (a != b && b * b < a * b + a * a)
}

impl Euclid {
    /// The smaller number, then the larger.
    fn at(&self, variables: &[i64]) -> Option<(i64, i64)> {
        let [one, other] = self.numbers;
        let (one, other) = (*variables.get(one)?, *variables.get(other)?);
        let (small, large) = if self.ordered { (one, other) } else { (one.min(other), one.max(other)) };
        (0 <= small && small <= large && large > 0).then_some((small, large))
    }

    /// How many times the smaller number may be subtracted from the larger to win: all there are, or one less.
    fn wins(small: i64, large: i64) -> Vec<i64> {
        let lost = |times: &i64| {
            let left = large - times * small;
            *times >= 1 && loses(left.min(small), left.max(small))
        };
        let whole = large.checked_div(small).unwrap_or(0);
        [whole - 1, whole].into_iter().filter(lost).collect()
    }

    /// Which of the two numbers a move may lower.
    fn lowers(&self, variables: &[i64]) -> Vec<usize> {
        let [one, other] = self.numbers.map(|number| variables[number]);
        match (self.ordered, one.cmp(&other)) {
            (true, _) | (false, Ordering::Less) => vec![1],
            (false, Ordering::Greater) => vec![0],
            (false, Ordering::Equal) => vec![0, 1],
        }
    }
}

impl Teller for Euclid {
    fn value(&self, variables: &[i64]) -> Option<Value> {
        let (small, large) = self.at(variables)?;
        Some(outcome(loses(small, large), false, small == 0))
    }

    fn names_own_moves(&self) -> bool {
        true
    }

    fn best(&self, variables: &[i64]) -> Option<Vec<(usize, Vec<i64>)>> {
        let (small, large) = self.at(variables)?;
        let mut named = Vec::new();
        for from in self.lowers(variables) {
            let (mv, multiple) = self.moves[from];
            let chosen = |times: i64| if multiple { times * small } else { times };
            named.extend(Euclid::wins(small, large).into_iter().map(|times| (mv, vec![chosen(times)])));
        }
        Some(named)
    }

    fn count(&self, variables: &[i64]) -> Option<u64> {
        let (small, large) = self.at(variables)?;
        Some(large.checked_div(small)?.unsigned_abs())
    }

    fn after(&self, variables: &[i64], number: usize, choices: &[i64]) -> Option<Vec<i64>> {
        let (small, large) = self.at(variables)?;
        let from = self.lowers(variables).into_iter().find(|from| self.moves[*from].0 == number)?;
        let taken = match (choices, self.moves[from].1) {
            ([multiple], true) => *multiple,
            ([times], false) => times.checked_mul(small)?,
            _ => return None,
        };
        let (left, mut next) = (large.checked_sub(taken)?, variables.to_vec());
        let [one, other] = self.numbers;
        if self.ordered {
            (next[one], next[other]) = (left.min(small), left.max(small));
        } else {
            next[self.numbers[from]] = left;
        }
        Some(next)
    }
}

impl Proven for Euclid {
    fn steps(&self) -> Vec<(&'static str, Text)> {
        let rules = "two numbers; a move subtracts any multiple of the smaller from the larger; who reaches 0 wins";
        vec![("these rules", rules.into()), ("compare squares", "b > φa just if b² > ab + a²".into())]
    }

    fn teller(self: Arc<Self>) -> Arc<dyn Teller> {
        self
    }
}
