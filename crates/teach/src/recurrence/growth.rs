//! How work grows with the sizes: positions times the moves of each, the way classrooms count it.

use super::closed::Frame;
use bouton::recurrence::{Choice, Linear, Move, Recurrence};
use std::collections::BTreeMap;

/// What work is proportional to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Growth {
    /// Positions: `n²`.
    pub positions: String,
    /// Moves of a position: `n`.
    pub moves: String,
    /// One times the other.
    pub steps: String,
    /// What is left of it where the best of a range of choices is found by a window that slides.
    pub windows: Option<String>,
}

/// Powers of sizes.
type Product = BTreeMap<String, u32>;

/// How work grows; nothing where there are no sizes. Upper bounds: what conditions leave out is not seen.
pub(super) fn growth(recurrence: &Recurrence, frame: &Frame) -> Option<Growth> {
    if frame.sizes == 0 {
        return None;
    }
    let names: Vec<&str> = recurrence.variables.iter().map(|variable| variable.name.as_str()).collect();
    let widths = frame.ranges.iter().filter_map(|(lo, hi)| hi.minus(lo));
    let positions = product(widths.filter_map(|width| factor(&width, &names)));
    let moves = recurrence.moves.iter().map(|mv| product(choices(mv, recurrence, frame, &names)));
    let moves = moves.max_by_key(|product| product.values().sum::<u32>()).unwrap_or_default();
    let steps = product(positions.iter().chain(&moves).map(|(name, power)| (name.clone(), *power)));
    Some(Growth { positions: shown(&positions), moves: shown(&moves), steps: shown(&steps), windows: None })
}

fn product(factors: impl Iterator<Item = (String, u32)>) -> Product {
    let mut product = Product::new();
    factors.for_each(|(name, power)| *product.entry(name).or_default() += power);
    product
}

/// The sizes that a number grows with: one, or several added up.
fn factor(form: &Linear, names: &[&str]) -> Option<(String, u32)> {
    let sizes: Vec<&str> = form.terms.iter().filter_map(|term| names.get(term.0).copied()).collect();
    match sizes.as_slice() {
        [] => None,
        [only] => Some(((*only).to_owned(), 1)),
        _ => Some((format!("({})", sizes.join(" + ")), 1)),
    }
}

/// What the numbers of choices of a move grow with.
fn choices<'a>(
    mv: &'a Move,
    recurrence: &'a Recurrence,
    frame: &'a Frame,
    names: &'a [&str],
) -> impl Iterator<Item = (String, u32)> {
    let first = recurrence.variables.len();
    mv.choices.iter().filter_map(move |choice| {
        let set = choice.among.as_ref();
        if let Some((_, name)) = set.and_then(|set| frame.sets.iter().find(|(known, _)| known == set)) {
            return Some((format!("|{name}|"), 1));
        }
        if let Some(divided) = &choice.divides {
            let (of, power) = factor(&most(divided, &mv.choices, first, frame, 0)?, names)?;
            return Some((format!("√{of}"), power));
        }
        if set.is_some() || choice.listed.is_some() {
            return None;
        }
        // The tightest of the upper bounds: one that no size stands in, if there is such.
        let bounds = choice.hi.iter().filter_map(|bound| most(bound, &mv.choices, first, frame, 0));
        bounds.min_by_key(|bound| bound.terms.len()).and_then(|bound| factor(&bound, names))
    })
}

/// The most that a form can be, told by sizes alone.
fn most(form: &Linear, choices: &[Choice], first: usize, frame: &Frame, depth: usize) -> Option<Linear> {
    let mut told = Linear::number(form.constant);
    for &(symbol, times) in &form.terms {
        let bound = match frame.ranges.get(symbol) {
            Some((lo, hi)) => if times > 0 { hi } else { lo }.clone(),
            None if symbol < first => Linear::symbol(symbol),
            None => {
                let choice = choices.get(symbol - first).filter(|_| depth < choices.len())?;
                let bounds = if times > 0 { &choice.hi } else { &choice.lo };
                most(bounds.first()?, choices, first, frame, depth + 1)?
            }
        };
        told = told.plus(&bound, times)?;
    }
    Some(told)
}

/// `n²·m`
fn shown(product: &Product) -> String {
    let one = |(name, power): (&String, &u32)| match power {
        1 => name.clone(),
        2 => format!("{name}²"),
        3 => format!("{name}³"),
        more => format!("{name}^{more}"),
    };
    if product.is_empty() { "1".to_owned() } else { product.iter().map(one).collect::<Vec<_>>().join("·") }
}
