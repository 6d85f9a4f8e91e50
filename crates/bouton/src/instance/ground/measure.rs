//! What moves change one way only, as the moves show that are written out: how many there are of a thing on a board, or a number.

use super::blocks::Kind;
use super::board::{Board, Field};
use super::digits::Digits;
use crate::instance::Instance;
use bouton_rules::datum::Datum;
use bouton_rules::layout::scalar;
use bouton_rules::{Text, say};

/// In words, what no move raises and what none lowers; nothing where there is no such thing.
pub(super) fn words(game: &Instance, digits: &Digits, board: &Board, kinds: &[Kind]) -> Option<Text> {
    let (mut falls, mut rises) = (Vec::new(), Vec::new());
    for (at, field) in board.counted().enumerate() {
        let changes = |thing: usize| kinds.iter().map(move |(_, _, change)| change[at][thing]);
        let of_field = things(field, &|thing| changes(thing).any(|more| more != 0) && one_way(changes(thing)));
        for thing in of_field {
            let name = name(game, digits, field, thing)?;
            if changes(thing).any(|more| more < 0) { falls.push(name) } else { rises.push(name) }
        }
    }
    let empty = (falls.is_empty(), rises.is_empty());
    let (falls, rises) = (Text::joined(falls, ", "), Text::joined(rises, ", "));
    match empty {
        (true, true) => None,
        (false, true) => Some(say!("no move raises {falls}")),
        (true, false) => Some(say!("no move lowers {rises}")),
        (false, false) => Some(say!("no move raises {falls} or lowers {rises}")),
    }
}

fn one_way(changes: impl Iterator<Item = i32> + Clone) -> bool {
    changes.clone().all(|more| more <= 0) || changes.clone().all(|more| more >= 0)
}

/// What of a field changes one way only. That of the cells that are left follows from the rest, if any of that does.
fn things(field: &Field, moves_one_way: &dyn Fn(usize) -> bool) -> Vec<usize> {
    let Some(rest) = field.rest.and_then(|rest| usize::try_from(rest).ok()) else {
        return (0..1).filter(|thing| moves_one_way(*thing)).collect();
    };
    let all = 0..usize::try_from(field.radix).expect("radices are small");
    let found: Vec<usize> = all.filter(|thing| *thing != rest && moves_one_way(*thing)).collect();
    if found.is_empty() && moves_one_way(rest) { vec![rest] } else { found }
}

/// A thing on a board, or a variable, as the rules have it.
fn name(game: &Instance, digits: &Digits, field: &Field, thing: usize) -> Option<Text> {
    let (which, of) = digits.of_digit(field.first);
    let variable = &game.rules().states.get(which)?.name;
    if field.rest.is_none() {
        return Some(say!("`{variable}`"));
    }
    let held = scalar(u64::try_from(thing).ok()?, of);
    Some(say!("`{}` on `{variable}`", game.rules().show(&Datum::Int(held), of)))
}
