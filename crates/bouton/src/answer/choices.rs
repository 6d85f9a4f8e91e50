//! What may be chosen in a move at a position, for those who chose something else: `X in 1 .. 2 * M`, 1 .. 2.

use super::MoveValue;
use crate::instance::Instance;
use bouton_rules::datum::Datum;
use bouton_rules::types::Type;
use std::collections::BTreeSet;

/// So many numbers are listed.
const LISTED: usize = 8;

/// The choices of the move that a text names, `take(4)`: each by name, what the rules choose it from, and the numbers that are legal in these moves of
/// a position. Nothing where there is no such move among them, or its choices are no numbers.
#[must_use]
pub fn legal_choices(game: &Instance, moves: &[MoveValue<Instance>], text: &str) -> Option<Vec<[String; 3]>> {
    let (rules, name) = (game.rules(), text.split('(').next().unwrap_or_default().trim());
    let mv = rules.moves.iter().find(|mv| mv.name == name && !mv.choices.is_empty())?;
    if mv.choices.iter().any(|choice| choice.ty != Type::Int) {
        return None;
    }
    let mut legal: Vec<BTreeSet<i64>> = vec![BTreeSet::new(); mv.choices.len()];
    let named = |made: &usize| rules.moves.get(*made).is_some_and(|known| known.name == name);
    for choice in moves.iter().filter(|choice| choice.mv.made.as_ref().is_some_and(named)) {
        for (legal, arg) in legal.iter_mut().zip(&choice.mv.args) {
            legal.extend(if let Datum::Int(number) = arg { Some(*number) } else { None });
        }
    }
    let shown = mv.choices.iter().zip(&legal).map(|(choice, legal)| {
        Some([choice.name.clone(), rules.source.slice(choice.over.span).trim().to_owned(), numbers(legal)?])
    });
    shown.collect()
}

/// `1 .. 2`, `1, 4, 9, …`
fn numbers(legal: &BTreeSet<i64>) -> Option<String> {
    let (first, last) = (legal.first()?, legal.last()?);
    let whole = last.checked_sub(*first).and_then(|more| usize::try_from(more).ok()) == Some(legal.len() - 1);
    if whole && legal.len() > 1 {
        return Some(format!("{first} .. {last}"));
    }
    let listed = legal.iter().take(LISTED).map(i64::to_string).collect::<Vec<_>>().join(", ");
    Some(if legal.len() > LISTED { format!("{listed}, …") } else { listed })
}
