//! State variables as the numbers of a recurrence: a number or a node is one, a name its place among the names, a player or a truth value 0 or 1, `none` one less than
//! the least, a cell two, a list as many as its entries are, a set of few numbers a truth value for each.

use super::truths::is_near;
use super::values::Value;
use super::{Instance, LONGEST_LIST, turn};
use crate::game::Game;
use crate::recurrence::{Bounds, Linear, Variable};
use bouton_rules::Player;
use bouton_rules::datum::{Cell, Datum, NONE};
use bouton_rules::layout::Packed;
use bouton_rules::rules::Rules;
use bouton_rules::types::Domain;

/// More truth values of lists and sets together are no numbers of a recurrence: few of their combinations may be reached, and code for so many is long.
const MOST_TRUTHS: u64 = 8;

/// Symbols for the numbers of state variables, one after the other.
pub(super) struct Symbols<'r> {
    rules: &'r Rules,
    pub(super) variables: Vec<Variable>,
    /// How many truth values of lists and sets are among them.
    truths: u64,
}

impl<'r> Symbols<'r> {
    pub(super) fn new(rules: &'r Rules) -> Symbols<'r> {
        Symbols { rules, variables: Vec::new(), truths: 0 }
    }

    /// A state variable whose every number is a symbol; `None` where it is made of something else. What stays as it is has that value alone.
    pub(super) fn of(&mut self, domain: &Domain<i64>, name: &str, stays: Option<&Datum>) -> Option<Value> {
        let only = if let Some(Datum::Int(only)) = stays { Some(*only) } else { None };
        let ends = |lo: i64, hi: i64| only.map_or((lo, hi), |only| (only, only));
        match domain {
            Domain::Optional(of) => {
                let none = none_of(of)?;
                let only = only.map(|only| if only == NONE { none } else { only });
                let (_, hi) = span(of)?;
                let number = self.number(name.to_owned(), only.map_or((none, hi), |only| (only, only)));
                number.as_linear().map(|number| Value::Optional(number.clone(), none))
            }
            Domain::Bool => Some(self.truth(name.to_owned(), ends(0, 1))),
            Domain::Cell { rows, columns } => {
                let only = only.map(Cell::unpack);
                let side = |only: Option<i64>, count: i64| only.map_or((0, count - 1), |only| (only, only));
                let row = self.number(format!("{name}_row"), side(only.map(|cell| cell.row), *rows));
                let column = self.number(format!("{name}_col"), side(only.map(|cell| cell.column), *columns));
                Some(Value::cell(row, column))
            }
            Domain::List { min, max, of } if min == max && *max <= LONGEST_LIST && is_plain(of) => {
                if **of == Domain::Bool {
                    self.counted(max.unsigned_abs())?;
                }
                let held = if let Some(Datum::List(entries)) = stays { &entries[..] } else { &[] };
                let entry = |at: i64| self.of(of, &format!("{name}[{at}]"), held.get(usize::try_from(at).ok()?));
                (0..*max).map(entry).collect::<Option<_>>().map(Value::Many)
            }
            Domain::Set(of) => {
                let (lo, hi) = span(of).filter(|(lo, hi)| is_near(*lo) && is_near(*hi))?;
                self.counted(hi.abs_diff(lo).saturating_add(1))?;
                let mut member = |number: i64| {
                    let ends = match stays {
                        Some(Datum::Set(held)) => [i64::from(held.contains(&number)); 2].into(),
                        _ => (0, 1),
                    };
                    self.truth(format!("[{} in {name}]", self.shown(of, number)), ends)
                };
                let holds = (lo..=hi).map(&mut member).collect();
                Some(Value::Members(lo, holds))
            }
            number => span(number).map(|(lo, hi)| self.number(name.to_owned(), ends(lo, hi))),
        }
    }

    /// So many truth values more, if they are few enough together.
    fn counted(&mut self, truths: u64) -> Option<()> {
        self.truths = self.truths.saturating_add(truths);
        (self.truths <= MOST_TRUTHS).then_some(())
    }

    fn number(&mut self, name: String, (lo, hi): Bounds) -> Value {
        self.variables.push(Variable { name, lo, hi });
        Value::linear(Linear::symbol(self.variables.len() - 1))
    }

    /// 1 where it holds, and 0 where not.
    fn truth(&mut self, name: String, ends: Bounds) -> Value {
        self.number(name, ends);
        let holds = Linear::of(-1, &[(self.variables.len() - 1, 1)]);
        Value::Ways(vec![vec![holds]])
    }

    /// A number of a domain as rules write it.
    fn shown(&self, domain: &Domain<i64>, number: i64) -> String {
        let names = if let Domain::Names { list, .. } = domain { self.rules.names.get(*list) } else { None };
        let name = names.and_then(|names| names.names.get(usize::try_from(number).ok()?));
        name.map_or_else(|| number.to_string(), Clone::clone)
    }
}

/// Whether truth values of lists or sets are among the numbers.
pub(in super::super) fn of_truths(domains: &[Domain<i64>]) -> bool {
    let has_truths = |domain: &Domain<i64>| match domain {
        Domain::Set(_) => true,
        Domain::List { of, .. } => **of == Domain::Bool,
        _ => false,
    };
    domains.iter().any(has_truths)
}

fn is_plain(domain: &Domain<i64>) -> bool {
    matches!(domain, Domain::Bool | Domain::Cell { .. }) || span(domain).is_some()
}

/// The least and the greatest number of a domain.
fn span(domain: &Domain<i64>) -> Option<(i64, i64)> {
    match domain {
        Domain::Int { lo, hi } => Some((*lo, *hi)),
        Domain::Names { count, .. } => Some((0, i64::try_from(*count).ok()?.checked_sub(1)?)),
        Domain::Player => Some((0, 1)),
        Domain::Node { nodes } => Some((0, nodes.checked_sub(1)?)),
        _ => None,
    }
}

/// What stands for `none` beside the numbers of a domain.
fn none_of(domain: &Domain<i64>) -> Option<i64> {
    span(domain)?.0.checked_sub(1).filter(|none| *none != NONE)
}

/// The variables of its recurrence at a canonical position: the numbers of its state variables, and of a set of numbers for each that it may
/// hold whether it does; then whose turn it is if that matters, and where moves that have closed forms end play, that it goes on. None where a move has
/// ended it: there is nothing to tell.
pub(in super::super) fn variables(game: &Instance, position: &Packed) -> Option<Vec<i64>> {
    let (code, state) = game.layout.unpack(position);
    let mut found = Vec::new();
    for (value, domain) in state.iter().zip(game.interpreter.domains()) {
        numbers(value, domain, &mut found)?;
    }
    match code {
        turn::FIRST | turn::SECOND if game.alike => {
            found.extend((game.ends_inside && game.recurrence().is_ok()).then_some(0));
        }
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
        (Datum::Int(NONE), Domain::Optional(of)) => found.push(none_of(of)?),
        (Datum::Int(number), _) => found.push(*number),
        (Datum::Set(members), Domain::Set(of)) => {
            let (lo, hi) = span(of)?;
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
    let place = rest.next().filter(|_| game.ends_inside).and_then(|place| usize::try_from(place).ok());
    let code = match place.and_then(|place| game.turns().get(place).copied()) {
        Some(turn::FIRST_LOST) if game.alike => turn::FIRST_LOST + turn::of(mover),
        Some(over) if over > turn::SECOND => over,
        _ => turn::of(mover),
    };
    Some(game.layout.pack(code, &state))
}

fn held(domain: &Domain<i64>, rest: &mut impl Iterator<Item = i64>) -> Option<Datum> {
    match domain {
        Domain::Optional(of) => {
            let (number, none) = (rest.next()?, none_of(of)?);
            Some(Datum::Int(if number == none { NONE } else { number }))
        }
        Domain::Cell { .. } => Cell { row: rest.next()?, column: rest.next()? }.pack().map(Datum::Int),
        Domain::List { max, of, .. } => {
            let entry = |_| if is_plain(of) { held(of, rest) } else { rest.next().map(Datum::Int) };
            (0..*max).map(entry).collect::<Option<_>>().map(Datum::list)
        }
        Domain::Set(of) => {
            let (lo, hi) = span(of)?;
            let member = |number| rest.next().map(|holds| (holds == 1).then_some(number));
            let members = (lo..=hi).map(member).collect::<Option<Vec<_>>>()?;
            Some(Datum::set(members.into_iter().flatten().collect()))
        }
        number => {
            let plain = *number == Domain::Bool || span(number).is_some();
            rest.next().filter(|_| plain).map(Datum::Int)
        }
    }
}
