//! Numbers are picked, each once, until their sum reaches a target (LeetCode 464).
//!
//! **Theorem** (folklore, sharpened). Let `A` be the numbers left, all positive, and `t > 0` what is lacking. Whoever brings `t` to 0 or less wins.
//!
//! 1. If `t ≤ max A`, the mover wins with the next move, and exactly the numbers `≥ t` win.
//! 2. If `sum A < t`, nobody ever wins: all of `A` is picked, and what the rules say of being stuck decides.
//! 3. If `A` has two numbers or more and `max A < t ≤ max A + min A`, the mover loses, two plies from the end.
//! 4. If `A` falls into pairs of one sum `c`, and `t ≤ sum A` is a multiple of `c`, the mover loses.
//! 5. If picking some `k < t` leaves 4 to the other player, the mover wins.
//!
//! *Proof.* 1: A number `k < t` is not the largest, so the largest is left, and `t − k ≤ t ≤ max A`: the other player wins at once. 2: no pick
//! reaches `t`. 3: No pick reaches `t`. After the largest, `t − max A ≤ min A` is at most any number left; after another, the largest is
//! left, and `t − k ≤ t − min A ≤ max A`. So the other player wins at once. 4: `t ≥ c` is more than any number of a pair, so no pick of `i`
//! reaches it. The reply `c − i` is left, being the other of the pair; it leaves pairs of sum `c` and `t − c`, again a multiple. If that is 0 the
//! replier has won; if not, `t − c ≤ sum A − c`, the sum of what is left, and 4 holds again with fewer numbers. 5 is what losing means. ∎
//!
//! For 1 to `N` this says: a target `T ≤ N` wins; `N + 1` loses (`N ≥ 2`); a multiple of `N + 1` loses if `N` is even; if `N` is odd, `T` with
//! remainder `(N + 1) / 2` modulo `N + 1` wins with that middle number. Left open is the rest. In particular the pattern that games with
//! little slack between `T` and the sum seem to follow is not proven, and not used.
//!
//! Condition: one set of numbers, of which each is picked once, positive numbers only, the pick that reaches the target wins. Values are told
//! where 1 to 5 speak, and best moves where they speak of every move, which after 1 to 4 they always do. Cost: O(N²) a value.

use super::{Ask, Proven, Strategy, Teller, Theorem, outcome};
use crate::game::Abstract;
use crate::recurrence::symbolic::{Said, Symbol, Symbolic, Way, Weight};
use crate::recurrence::{Form, Linear};
use crate::value::{Outcome, Plies, Value};
use bouton_rules::Text;
use std::sync::Arc;

/// Players pick numbers, each once, and whoever brings a measure to 0 or more has won: the measure grows by `slope` for each point picked.
#[derive(Clone, Debug)]
struct Target {
    /// What may be picked, rising, all positive.
    numbers: Vec<Pickable>,
    /// Whether a number's variable is 1 once it is picked; otherwise 1 while it can be.
    picked: bool,
    /// The measure at a position: this, and so many times each of these variables.
    constant: i64,
    /// Variables with how often they are taken.
    terms: Vec<(usize, i64)>,
    /// By how much the measure grows for each point picked; positive.
    slope: i64,
    /// Whether play is over as soon as the measure is reached, and asked before a move; otherwise the move that reaches it ends play.
    before: bool,
    /// Numbers that must stay within bounds.
    counters: Vec<Counter>,
    /// How it stands for the player who finds nothing to pick, if the rules say it in one way.
    stuck: Option<Said>,
}

/// A number that may be picked, and the variable that says whether it has been.
#[derive(Clone, Copy, Debug)]
struct Pickable {
    /// The number.
    number: i64,
    /// Its variable.
    variable: usize,
}

/// A number beside what is picked: it grows with every point, within bounds.
#[derive(Clone, Copy, Debug)]
struct Counter {
    /// Its variable.
    variable: usize,
    /// By how much it grows for each point picked.
    by: i64,
    /// The least it may be.
    least: i64,
    /// The most it may be.
    most: i64,
}

pub(super) struct Picking;

impl Theorem for Picking {
    fn strategy(&self) -> &'static Strategy {
        &Strategy {
            name: "target",
            about: "the mover wins a target within one pick, and loses where every pick leaves one, or where every pick has a reply that makes one sum",
            speed: None,
        }
    }

    fn matches(&self, moves: &dyn Abstract) -> Option<Arc<dyn Proven>> {
        Some(Arc::new(Target::of(moves.symbols()?.as_ref())?))
    }
}

/// What play is about: the numbers left, rising, and what is lacking to the target.
struct Left {
    numbers: Vec<i64>,
    lacking: i64,
}

impl Left {
    /// Whether the numbers fall into pairs of one sum that goes into what is lacking (4).
    fn paired(numbers: &[i64], lacking: i64) -> bool {
        let (Some(least), Some(most)) = (numbers.first(), numbers.last()) else { return false };
        let (pair, half) = (least + most, numbers.len() / 2);
        let pairs = numbers.iter().zip(numbers.iter().rev()).all(|(one, other)| one + other == pair);
        let enough = i64::try_from(half).is_ok_and(|pairs| pairs.checked_mul(pair).is_some_and(|sum| lacking <= sum));
        numbers.len().is_multiple_of(2) && pairs && enough && lacking > 0 && lacking % pair == 0
    }

    /// A pick that leaves pairs to the other player (5).
    fn reply(&self) -> Option<i64> {
        let leaves_pairs = |at: &usize| {
            let (mut rest, picked) = (self.numbers.clone(), self.numbers[*at]);
            rest.remove(*at);
            picked < self.lacking && Left::paired(&rest, self.lacking - picked)
        };
        (0..self.numbers.len()).find(leaves_pairs).map(|at| self.numbers[at])
    }

    fn sum(&self) -> Option<i64> {
        self.numbers.iter().try_fold(0, |sum: i64, number| sum.checked_add(*number))
    }

    /// What the theorem says, if it speaks of this.
    fn value(&self, race: &Target) -> Option<Value> {
        let lost = |plies: u32| Some(Value::Outcome(Outcome::Loss(Plies::Of(plies))));
        if self.lacking <= 0 && race.before {
            return lost(0);
        }
        let (Some(least), Some(most)) = (self.numbers.first(), self.numbers.last()) else { return self.stuck(race) };
        if self.lacking <= *most {
            return Some(Value::Outcome(Outcome::Win(Plies::Of(1))));
        }
        if self.sum()? < self.lacking {
            return self.stuck(race);
        }
        if self.lacking <= least.checked_add(*most)? {
            return lost(2);
        }
        let paired = Left::paired(&self.numbers, self.lacking);
        (paired || self.reply().is_some()).then(|| outcome(paired, false, false))
    }

    /// The value where everything will be picked (2).
    fn stuck(&self, race: &Target) -> Option<Value> {
        let plies = Plies::Of(u32::try_from(self.numbers.len()).ok()?);
        let same = self.numbers.len().is_multiple_of(2);
        Some(Value::Outcome(match race.stuck? {
            Said::Draw => Outcome::Draw,
            Said::Win if same => Outcome::Win(plies),
            Said::Win => Outcome::Loss(plies),
            Said::Loss if same => Outcome::Loss(plies),
            Said::Loss => Outcome::Win(plies),
        }))
    }

    /// What is left when this number has been picked.
    fn without(&self, picked: i64) -> Left {
        let numbers = self.numbers.iter().copied().filter(|number| *number != picked).collect();
        Left { numbers, lacking: self.lacking - picked }
    }
}

impl Target {
    /// The race, if numbers are picked once each until a total is reached.
    fn of(game: &Symbolic) -> Option<Target> {
        let ([way], true) = (game.moves.as_slice(), game.invariants.is_empty() && !game.normalised) else {
            return None;
        };
        let set = game.states.iter().position(|held| held.members.is_some())?;
        let (bounds, first) = (game.states[set].bounds, game.states[set].place);
        let grows = (0..game.states.len()).map(|state| grows(game, way, state)).collect::<Option<Vec<_>>>()?;
        let (goal, before) = goal(game, way)?;
        // How often the measure takes each variable; of the set, each number in it.
        let gauge = (0..game.states.len()).map(|state| taken(game, goal, Symbol::State(state), state == set));
        let gauge: Vec<i64> = gauge.collect();
        let spoken = goal.terms.iter().all(|(symbol, _)| match &game.symbols[*symbol] {
            Symbol::State(state) => *state != set,
            Symbol::Total(weight) => *weight == Weight::Itself,
            other => *other == Symbol::Choice,
        });
        // By how much a pick brings the goal nearer, for each point of the number.
        let slope =
            gauge.iter().zip(&grows).try_fold(0_i64, |sum, (times, by)| sum.checked_add(times.checked_mul(*by)?))?;
        let steady = goal.coefficient(game.choice()) == if before { 0 } else { slope };
        let going = Linear::number(-1).minus(goal)?;
        let fresh = game.fresh(way)?;
        let guards = way.guards.iter().all(|guard| *guard == fresh || before && *guard == going);
        (spoken && slope > 0 && steady && guards && way.divisors.is_empty()).then_some(())?;
        let numbers = pickable(way, bounds, first)?;
        let (mut terms, mut counters) = (Vec::new(), Vec::new());
        for (state, held) in game.states.iter().enumerate() {
            if state == set {
                for (number, variable) in (bounds.0..=bounds.1).zip(first..) {
                    terms.push((variable, gauge[state].checked_mul(number)?));
                }
            } else {
                terms.push((held.place, gauge[state]));
                let (least, most) = held.bounds;
                counters.push(Counter { variable: held.place, by: grows[state], least, most });
            }
        }
        terms.retain(|(_, times)| *times != 0);
        Some(Target {
            numbers,
            picked: way.picked > 0,
            constant: goal.constant,
            terms,
            slope,
            before,
            counters,
            stuck: game.stuck,
        })
    }

    fn at(&self, variables: &[i64]) -> Option<Left> {
        let race = self;
        let mut measure = i128::from(race.constant);
        for (variable, times) in &race.terms {
            measure = measure.checked_add(i128::from(*variables.get(*variable)?) * i128::from(*times))?;
        }
        let slope = i128::from(race.slope);
        let lacking = i64::try_from(-measure.div_euclid(slope)).ok()?;
        let open = |of: &Pickable| Some((*variables.get(of.variable)? == 1) != race.picked);
        let mut numbers = Vec::new();
        for pickable in &race.numbers {
            if open(pickable)? {
                numbers.push(pickable.number);
            }
        }
        let left = Left { numbers, lacking };
        self.stays_within(&left, variables)?.then_some(left)
    }

    /// Whether no number beside the set can leave its bounds: at most what is lacking, the largest number more, or all is picked in all.
    fn stays_within(&self, left: &Left, variables: &[i64]) -> Option<bool> {
        let beyond = left.lacking.max(0).checked_add(left.numbers.last().copied().unwrap_or(0))?;
        let most = left.sum()?.min(beyond);
        for counter in &self.counters {
            let last = variables.get(counter.variable)?.checked_add(counter.by.checked_mul(most)?)?;
            if !(counter.least..=counter.most).contains(&last) {
                return Some(false);
            }
        }
        Some(true)
    }
}

/// Where the mover has won: after the pick, or, if true, asked before the next move instead.
fn goal<'g>(game: &'g Symbolic, way: &'g Way) -> Option<(&'g Linear, bool)> {
    let (ways, before) = match (way.ends.as_slice(), game.ends.as_slice()) {
        ([(ways, Said::Win)], []) => (ways, false),
        ([], [(ways, Said::Loss)]) => (ways, true),
        _ => return None,
    };
    let [only] = ways.as_slice() else { return None };
    let [goal] = only.as_slice() else { return None };
    Some((goal, before))
}

/// How often a form takes a state variable, or the sum of the set.
fn taken(game: &Symbolic, form: &Linear, symbol: Symbol, set: bool) -> i64 {
    let symbol = if set { Symbol::Total(Weight::Itself) } else { symbol };
    game.symbols.iter().position(|known| *known == symbol).map_or(0, |symbol| form.coefficient(symbol))
}

/// By how much the pick of 1 raises a state variable; of the set, its sum.
fn grows(game: &Symbolic, way: &Way, state: usize) -> Option<i64> {
    if game.states[state].members.is_some() {
        return Some(way.picked).filter(|picked| *picked != 0);
    }
    let Form::One(next) = &way.next[state] else { return None };
    let by = next.coefficient(game.choice());
    (next.plus(&Linear::symbol(game.choice()), by.checked_neg()?)? == Linear::symbol(state)).then_some(by)
}

/// The numbers that can be picked, rising, with the variable that says whether each has been.
fn pickable(way: &Way, (lo, hi): (i64, i64), first: usize) -> Option<Vec<Pickable>> {
    let mut offered = way.among.as_ref()?.to_vec();
    offered.sort_unstable();
    let pickable = |number: i64| {
        let inside = number >= 1 && (lo..=hi).contains(&number);
        inside.then(|| Some(Pickable { number, variable: first + usize::try_from(number - lo).ok()? }))?
    };
    offered.into_iter().map(pickable).collect()
}

impl Teller for Target {
    fn value(&self, variables: &[i64]) -> Option<Value> {
        self.at(variables)?.value(self)
    }

    fn names_own_moves(&self) -> bool {
        true
    }

    /// The reply that makes pairs; elsewhere every move is known.
    fn one(&self, variables: &[i64]) -> Option<(usize, Vec<i64>)> {
        let left = self.at(variables)?;
        let counted = matches!(left.value(self)?, Value::Outcome(Outcome::Win(Plies::Unknown)));
        left.reply().filter(|_| counted).map(|reply| (0, vec![reply]))
    }
}

impl Proven for Target {
    fn steps(&self) -> Vec<(&'static str, Text)> {
        let rules = "numbers are picked, each once; the pick that reaches the target wins";
        let look = "the largest and the smallest number left, their sum, pairs of one sum";
        vec![("these rules", rules.into()), ("compare the target with", look.into())]
    }

    /// What 1 to 3 say is counted, and wherever they lead one of them speaks.
    fn counts(&self, variables: &[i64]) -> bool {
        let value = self.at(variables).and_then(|left| left.value(self));
        value.is_some_and(|value| !value.uncounted())
    }

    fn speaks(&self, variables: &[i64], ask: &Ask) -> Result<(), Text> {
        let left = self.at(variables);
        let known = left.as_ref().and_then(|left| left.value(self).map(|value| (left, value)));
        let Some((left, _)) = known else {
            return Err(
                "numbers are picked up to a target: a theorem knows targets within one pick, those that all numbers \
                        together miss, and those that pairs of one sum go into; this is none of them"
                    .into(),
            );
        };
        let told = |picked: &i64| {
            let ends = *picked >= left.lacking;
            ends || left.without(*picked).value(self).is_some()
        };
        match ask {
            Ask::Value => Ok(()),
            Ask::Table => Err(super::ONE_BY_ONE.into()),
            _ if left.numbers.iter().all(told) => Ok(()),
            _ => Err("who wins is known, and one move that does, but not which others do: `--ask value`".into()),
        }
    }

    fn teller(self: Arc<Self>) -> Arc<dyn Teller> {
        self
    }
}
