//! State variables as the numbers of a recurrence: a number is one, a name its place among the names, a truth value 0 or 1, a cell two, a list as many as its
//! entries are.

use super::values::Value;
use super::{Instance, LONGEST_LIST, turn};
use crate::recurrence::{Linear, Variable};
use bouton_rules::Player;
use bouton_rules::datum::{Cell, Datum};
use bouton_rules::layout::Packed;
use bouton_rules::types::Domain;

/// A state variable whose every number is a symbol; `None` where it is made of something else. Its numbers come after those there are.
pub(super) fn symbols(domain: &Domain<i64>, name: &str, variables: &mut Vec<Variable>) -> Option<Value> {
    let mut number = |name: String, lo: i64, hi: i64| {
        variables.push(Variable { name, lo, hi });
        Value::linear(Linear::symbol(variables.len() - 1))
    };
    match domain {
        Domain::Int { lo, hi } => Some(number(name.to_owned(), *lo, *hi)),
        Domain::Names { count, .. } => {
            let last = i64::try_from(*count).ok()?.checked_sub(1)?;
            Some(number(name.to_owned(), 0, last))
        }
        Domain::Bool => {
            variables.push(Variable { name: name.to_owned(), lo: 0, hi: 1 });
            let holds = Linear { constant: -1, terms: vec![(variables.len() - 1, 1)] };
            Some(Value::Ways(vec![vec![holds]]))
        }
        Domain::Cell { rows, columns } => {
            let [row, column] =
                [("row", rows), ("col", columns)].map(|(side, count)| number(format!("{name}_{side}"), 0, count - 1));
            Some(Value::cell(row, column))
        }
        Domain::List { min, max, of } if min == max && *max <= LONGEST_LIST && is_plain(of) => {
            let entry = |at| symbols(of, &format!("{name}[{at}]"), variables);
            (0..*max).map(entry).collect::<Option<_>>().map(Value::Many)
        }
        _ => None,
    }
}

fn is_plain(domain: &Domain<i64>) -> bool {
    matches!(domain, Domain::Int { .. } | Domain::Names { .. } | Domain::Cell { .. })
}

/// The variables of its recurrence at a canonical position: the numbers of its state variables, and of a set of numbers for each that it may
/// hold whether it does; then whose turn it is if that matters.
pub(in super::super) fn variables(game: &Instance, position: &Packed) -> Option<Vec<i64>> {
    let (code, state) = game.layout.unpack(position);
    let mut found = Vec::new();
    for (value, domain) in state.iter().zip(game.interpreter.domains()) {
        numbers(value, domain, &mut found)?;
    }
    match code {
        turn::FIRST | turn::SECOND if game.alike => {}
        turn::FIRST => found.push(0),
        turn::SECOND => found.push(1),
        _ => return None,
    }
    Some(found)
}

fn numbers(value: &Datum, domain: &Domain<i64>, found: &mut Vec<i64>) -> Option<()> {
    match (value, domain) {
        (Datum::Int(packed), Domain::Cell { .. }) => {
            let Cell { row, column } = Cell::unpack(*packed);
            found.extend([row, column]);
        }
        (Datum::Int(number), _) => found.push(*number),
        (Datum::Set(members), Domain::Set(of)) => {
            let Domain::Int { lo, hi } = **of else { return None };
            found.extend((lo..=hi).map(|number| i64::from(members.binary_search(&number).is_ok())));
        }
        (Datum::List(entries), Domain::List { of, .. }) => {
            entries
                .iter()
                .try_for_each(|entry| matches!(entry, Datum::Int(_)).then(|| numbers(entry, of, found))?)?;
        }
        _ => return None,
    }
    Some(())
}

/// The position with these variables, this player to move.
pub(in super::super) fn placed(game: &Instance, variables: &[i64], mover: Player) -> Option<Packed> {
    let mut rest = variables.iter().copied();
    let state = game.interpreter.domains().iter().map(|domain| held(domain, &mut rest)).collect::<Option<Vec<_>>>()?;
    let code = if mover == Player::First { turn::FIRST } else { turn::SECOND };
    Some(game.layout.pack(code, &state))
}

fn held(domain: &Domain<i64>, rest: &mut impl Iterator<Item = i64>) -> Option<Datum> {
    match domain {
        Domain::Int { .. } | Domain::Names { .. } | Domain::Bool => rest.next().map(Datum::Int),
        Domain::Cell { .. } => Cell { row: rest.next()?, column: rest.next()? }.pack().map(Datum::Int),
        Domain::List { max, of, .. } => {
            let entry = |_| if is_plain(of) { held(of, rest) } else { rest.next().map(Datum::Int) };
            (0..*max).map(entry).collect::<Option<_>>().map(Datum::list)
        }
        _ => None,
    }
}
