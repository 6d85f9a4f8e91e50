//! Parameters made from their declarations: small ones in a fixed order, to look at a game by itself, and random ones.
//!
//! Every value a parameter may have gets a rank, the simplest 0. [`smallest`] goes through all parameters whose ranks have
//! the sum 0, then 1, 2, … so that a fault is met first where it is easiest to understand.

mod dice;
mod random;
mod ranked;

use crate::examples::example_params;
use bouton_rules::Rules;
use bouton_rules::datum::Datum;
use bouton_rules::interpret::Interpreter;
use std::collections::HashSet;
use std::sync::Arc;

pub use dice::Dice;
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
/// After this sum come the defaults and the parameters of `example` lines.
const EXAMPLES_AFTER: usize = 2;
/// Sums in a row without any parameters that can be used, after which no more are looked for.
const PATIENCE: usize = 12;

/// Growing parameters, smallest first; what a `require` refuses is left out, what makes the rules fail is not.
/// The same for the same rules, and it ends.
pub fn smallest(rules: &Arc<Rules>) -> impl Iterator<Item = Params> + use<> {
    let rules = rules.clone();
    let letters = ranked::letters(&rules);
    let (mut seen, mut idle) = (HashSet::new(), 0);
    let sums = (0..=HIGHEST_SUM).flat_map({
        let rules = rules.clone();
        move |sum| {
            if idle > PATIENCE {
                return Vec::new();
            }
            let mut found = if sum == EXAMPLES_AFTER { given(&rules) } else { Vec::new() };
            found.extend(
                with_sum(rules.params.len(), sum).into_iter().filter_map(|ranks| filled(&rules, &ranks, &letters)),
            );
            idle = if found.is_empty() { idle + 1 } else { 0 };
            found
        }
    });
    sums.filter(move |params| seen.insert(params.clone()))
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

/// Every list of so many ranks with that sum, the first rank growing slowest.
fn with_sum(count: usize, sum: usize) -> Vec<Vec<usize>> {
    match count {
        0 => {
            if sum == 0 {
                vec![Vec::new()]
            } else {
                Vec::new()
            }
        }
        1 => vec![vec![sum]],
        _ => {
            let longer = |first: usize| {
                with_sum(count - 1, sum - first).into_iter().map(move |mut ranks| {
                    ranks.insert(0, first);
                    ranks
                })
            };
            (0..=sum).flat_map(longer).collect()
        }
    }
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
    let words = rules.params.iter().zip(params);
    let words = words.map(|(param, value)| format!("{}={}", param.name, shown(rules, value, &param.domain.ty())));
    words.collect::<Vec<_>>().join(" ")
}

fn shown(rules: &Rules, value: &Datum, ty: &bouton_rules::types::Type) -> String {
    match value {
        Datum::Text(_) => format!("\"{}\"", rules.show_typed(value, ty)),
        Datum::Grid(_) => crate::instance::datum_to_json(value, ty, rules).to_string(),
        _ => rules.show_typed(value, ty),
    }
}
