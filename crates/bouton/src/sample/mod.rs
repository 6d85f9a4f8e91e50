//! Parameters made from their declarations: small ones in a fixed order, to look at a game by itself, and random ones.
//!
//! Every value a parameter may have gets a rank, the simplest 0. [`smallest`] goes through all parameters whose ranks have
//! the sum 0, then 1, 2, … so that a fault is met first where it is easiest to understand.

mod random;
mod ranked;

use crate::examples::example_params;
use bouton_rules::Rules;
use bouton_rules::datum::Datum;
use bouton_rules::diagnostic::in_quotes;
use bouton_rules::interpret::Interpreter;
use std::collections::HashSet;
use std::sync::Arc;

pub use crate::dice::Dice;
pub use random::{Size, random};

/// The values of some parameters, by number; `None` takes the default.
pub type Params = Vec<Option<Datum>>;

/// Bounds the work for each line while parameters are tried.
pub(crate) const FUEL: u64 = 2_000_000;
/// The code of rules that ask for too much work or room.
pub(crate) const TOO_LARGE: &str = "R09";
/// Nothing longer is made.
const LONGEST: i64 = 4096;

/// Ranks up to this sum are tried.
const HIGHEST_SUM: usize = 40;
/// Before this sum come the defaults and the parameters of `example` lines.
const EXAMPLES_BEFORE: usize = 2;
/// So many lists of ranks are tried in all, and so many in a row that give nothing.
const MOST_TRIED: usize = 6_000;
const PATIENCE: usize = 1_000;

/// Growing parameters, smallest first; what a `require` refuses is left out, what makes the rules fail is not.
/// The same for the same rules, and it ends.
pub fn smallest(rules: &Arc<Rules>) -> impl Iterator<Item = Params> + use<> {
    attempts(rules).flatten()
}

/// The same with every attempt that gave nothing, so that whoever watches the clock can do so.
pub(crate) fn attempts(rules: &Arc<Rules>) -> impl Iterator<Item = Option<Params>> + use<> {
    let rules = rules.clone();
    let letters = ranked::letters(&rules);
    let (mut seen, mut idle) = (HashSet::new(), 0);
    let made = Ranks::new(rules.params.len()).take(MOST_TRIED).flat_map(move |ranks| {
        let examples = ranks.iter().sum::<usize>() == EXAMPLES_BEFORE && ranks.last() == Some(&EXAMPLES_BEFORE);
        let given = if examples { given(&rules) } else { Vec::new() };
        given.into_iter().map(Some).chain([filled(&rules, &ranks, &letters)]).collect::<Vec<_>>()
    });
    made.map(move |params| params.filter(|params| seen.insert(params.clone()))).take_while(move |params| {
        idle = if params.is_some() { 0 } else { idle + 1 };
        idle < PATIENCE
    })
}

/// The letters that the rules and their examples speak of: texts are made of them.
#[must_use]
pub fn letters(rules: &Rules) -> Vec<char> {
    ranked::letters(rules)
}

/// All lists of so many ranks by their sum; of one sum, the first rank grows slowest.
struct Ranks {
    next: Option<Vec<usize>>,
}

impl Ranks {
    fn new(count: usize) -> Ranks {
        Ranks { next: Some(vec![0; count]) }
    }
}

impl Iterator for Ranks {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        let ranks = self.next.take()?;
        self.next = after(&ranks);
        Some(ranks)
    }
}

fn after(ranks: &[usize]) -> Option<Vec<usize>> {
    let (last, sum) = (ranks.len().checked_sub(1)?, ranks.iter().sum::<usize>());
    let mut next = ranks.to_vec();
    let place = ranks.iter().rposition(|rank| *rank > 0).unwrap_or(0);
    let rest = std::mem::take(&mut next[place]);
    if place == 0 {
        next[last] = sum + 1;
        return (sum < HIGHEST_SUM).then_some(next);
    }
    next[place - 1] += 1;
    next[last] = rest - 1;
    Some(next)
}

/// The defaults, if there are any for everything, and what `example` lines give.
fn given(rules: &Arc<Rules>) -> Vec<Params> {
    let defaults = rules.params.iter().all(|param| param.default.is_some()).then(|| vec![None; rules.params.len()]);
    let examples = rules.examples.iter().filter_map(|example| example_params(rules, example).ok());
    defaults.into_iter().chain(examples).filter_map(|params| complete(rules, &params)).collect()
}

/// The same parameters with their defaults written out; nothing if they cannot be used.
fn complete(rules: &Arc<Rules>, params: &Params) -> Option<Params> {
    let game = Interpreter::filling(rules.clone(), FUEL, &mut |which, _| params.get(which).cloned().flatten()).ok()?;
    Some(game.params().iter().cloned().map(Some).collect())
}

/// The parameters of these ranks; nothing if a parameter has no value of its rank or a `require` refuses them.
fn filled(rules: &Arc<Rules>, ranks: &[usize], letters: &[char]) -> Option<Params> {
    let mut params = vec![None; ranks.len()];
    let made = Interpreter::filling(rules.clone(), FUEL, &mut |which, domain| {
        params[which] = ranked::value(domain, ranks[which], letters);
        params[which].clone()
    });
    let refused = made.is_err_and(|fault| fault.code.starts_with('P') || fault.code == TOO_LARGE);
    (!refused && params.iter().all(Option::is_some)).then_some(params)
}

/// Parameters as people write them: `rows=2 cols=3`.
#[must_use]
pub fn show(rules: &Rules, params: &[Datum]) -> String {
    words(rules, params.iter().map(Some))
}

/// The same of parameters of which some are not given.
#[must_use]
pub fn show_given(rules: &Rules, params: &Params) -> String {
    words(rules, params.iter().map(Option::as_ref))
}

fn words<'v>(rules: &Rules, params: impl Iterator<Item = Option<&'v Datum>>) -> String {
    let words = rules.params.iter().zip(params);
    let words =
        words.filter_map(|(param, value)| Some(format!("{}={}", param.name, shown(rules, value?, &param.domain.ty()))));
    words.collect::<Vec<_>>().join(" ")
}

fn shown(rules: &Rules, value: &Datum, ty: &bouton_rules::types::Type) -> String {
    match value {
        Datum::Text(letters) => in_quotes(&letters.iter().collect::<String>()),
        Datum::Grid(_) => crate::instance::datum_to_json(value, ty, rules).to_string(),
        _ => rules.show_typed(value, ty),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_go_by_their_sum() {
        let shown: Vec<String> = Ranks::new(3).take(12).map(|ranks| format!("{ranks:?}")).collect();
        let wanted = "[0, 0, 0] [0, 0, 1] [0, 1, 0] [1, 0, 0] [0, 0, 2] [0, 1, 1] [0, 2, 0] [1, 0, 1] [1, 1, 0] [2, 0, 0] [0, 0, 3] [0, 1, 2]";
        assert_eq!(shown.join(" "), wanted);
        assert_eq!(Ranks::new(0).count(), 1);
        assert_eq!(Ranks::new(1).count(), HIGHEST_SUM + 1);
    }
}
