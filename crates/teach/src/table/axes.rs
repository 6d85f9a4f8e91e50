//! From positions to places in a grid: which of their variables are numbers, and which of those make a difference.

use crate::scene::{Graph, Scene};
use bouton::rules::Rules;
use bouton::rules::datum::Datum;
use bouton::rules::types::{Domain, Type};
use std::collections::{BTreeSet, HashSet};

/// One of up to three directions of a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// The variable.
    pub name: String,
    /// The values that it takes, rising.
    pub values: Vec<i64>,
    /// The same in words.
    pub labels: Vec<String>,
}

/// Lists of at most so many numbers lie in a grid, an axis each.
const LONGEST_LIST: i64 = 3;
/// A grid has at most so many axes.
const MOST_AXES: usize = 3;

/// A variable before it is known whether it makes a difference.
struct Candidate {
    name: String,
    ty: Type,
    turn: bool,
    values: Vec<i64>,
}

/// Axes, and the place of each position on each; nothing where positions are no numbers, or too many.
pub(super) fn axes(scene: &Scene, graph: &Graph) -> Option<(Vec<Axis>, Vec<Vec<usize>>)> {
    let mut found = candidates(scene, graph)?;
    found.retain(|candidate| candidate.values.iter().any(|value| *value != candidate.values[0]));
    // Whose turn it is may follow from the rest: then it takes no axis, unless there is room and readers would ask.
    let without: Vec<&Candidate> = found.iter().filter(|candidate| !candidate.turn).collect();
    let room = found.len() <= MOST_AXES && !scene.turn_dropped();
    if !room && tells_apart(&without, graph.positions.len()) {
        found.retain(|candidate| !candidate.turn);
    }
    if found.len() > MOST_AXES || !tells_apart(&found.iter().collect::<Vec<_>>(), graph.positions.len()) {
        return None;
    }
    if found.len() == MOST_AXES {
        fewest_last(&mut found);
    }
    let rules = scene.game.rules();
    let axes: Vec<Axis> = found.iter().map(|candidate| axis(candidate, rules)).collect();
    let place = |at: usize| {
        let both = found.iter().zip(&axes);
        both.map(|(candidate, axis)| axis.values.binary_search(&candidate.values[at]).unwrap_or(0)).collect()
    };
    let places = (0..graph.positions.len()).map(place).collect();
    Some((axes, places))
}

/// Every scalar of the positions, and whose turn it is.
fn candidates(scene: &Scene, graph: &Graph) -> Option<Vec<Candidate>> {
    let mut found: Vec<Candidate> = Vec::new();
    let states: Vec<Vec<Datum>> = graph.positions.iter().map(|position| scene.game.unpack(position).state).collect();
    let (rules, domains) = (scene.game.rules(), scene.game.interpreter().domains());
    for (which, (state, domain)) in rules.states.iter().zip(domains).enumerate() {
        let length = match domain {
            Domain::List { min, max, .. } if min == max && *max <= LONGEST_LIST => Some(*max),
            Domain::List { .. } | Domain::Set(_) | Domain::Grid { .. } | Domain::Record(_) => return None,
            Domain::Graph { .. } | Domain::Text | Domain::Cell { .. } => return None,
            _ => None,
        };
        let mut add = |name: String, ty: Type, read: &dyn Fn(&Datum) -> Option<i64>| {
            let values = states.iter().map(|state| read(&state[which])).collect::<Option<Vec<i64>>>()?;
            found.push(Candidate { name, ty, turn: false, values });
            Some(())
        };
        let scalar = |value: &Datum| if let Datum::Int(number) = value { Some(*number) } else { None };
        match (length, domain) {
            (Some(length), Domain::List { of, .. }) => {
                for entry in 0..usize::try_from(length).ok()? {
                    let read =
                        |value: &Datum| if let Datum::List(list) = value { scalar(list.get(entry)?) } else { None };
                    add(format!("{}[{entry}]", state.name), of.ty(), &read)?;
                }
            }
            _ => add(state.name.clone(), domain.ty(), &scalar)?,
        }
    }
    let values = graph.positions.iter().map(|position| super::turn_number(scene, position)).collect();
    found.push(Candidate { name: "turn".to_owned(), ty: Type::Player, turn: true, values });
    Some(found)
}

/// Whether no two positions agree in all of these.
fn tells_apart(candidates: &[&Candidate], positions: usize) -> bool {
    let all: HashSet<Vec<i64>> =
        (0..positions).map(|at| candidates.iter().map(|candidate| candidate.values[at]).collect()).collect();
    all.len() == positions
}

/// The variable with the fewest values tells the slices apart; a turn before a number of as few.
fn fewest_last(found: &mut Vec<Candidate>) {
    let count = |candidate: &Candidate| candidate.values.iter().collect::<BTreeSet<_>>().len();
    let least = (0..found.len()).rev().min_by_key(|&which| count(&found[which])).unwrap_or(0);
    let last = found.remove(least);
    found.push(last);
}

fn axis(candidate: &Candidate, rules: &Rules) -> Axis {
    let values: BTreeSet<i64> = candidate.values.iter().copied().collect();
    let values: Vec<i64> = values.into_iter().collect();
    let label = |value: &i64| match (candidate.turn, *value) {
        (true, 2) => "–".to_owned(),
        _ => rules.show_typed(&Datum::Int(*value), &candidate.ty),
    };
    Axis { name: candidate.name.clone(), labels: values.iter().map(label).collect(), values }
}
