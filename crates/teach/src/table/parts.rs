//! The row of nimbers of a sum of games: what each part is worth that can occur.

use super::order::{How, Order};
use super::{Axis, Cell, CellKind, Layout, Read, Table, Worth};
use crate::recurrence::Intervals;
use crate::refusal::Refusal;
use crate::scene::Scene;
use crate::words::Told;
use bouton::Stop;
use bouton::game::{Game, Part, Parts};
use bouton::rules::layout::Packed;
use std::collections::{BTreeMap, BTreeSet};

/// The nimbers of every part that can occur; refuses where there are more than `most`, or the game is no sum in normal play.
///
/// # Errors
/// There are more than `most` parts (what would do is `instead`), the game is no sum in normal play, or the rules have a fault.
pub(super) fn parts(scene: &Scene, most: usize, instead: &[Told]) -> Result<Table, Refusal> {
    let parts = scene.game.parts().filter(|parts| parts.normal());
    let (Some(parts), Some(known)) = (parts, scene.solution.store.nimbers()) else {
        return Err(Refusal::unfit("unfit-no-nimbers", instead.to_vec()));
    };
    let options = options(scene, parts, most, instead)?;
    let all: Vec<Part> = options.keys().copied().collect();
    let number = |part: &Part| all.binary_search(part).unwrap_or(0);
    let (axes, places) = axes(scene, &all);
    let mut cells = Vec::new();
    for ((part, ways), (fill, place)) in options.iter().zip(places.into_iter().enumerate()) {
        let missing = || Stop::Missing { position: parts.show(*part) };
        let nimber = known.get(*part).ok_or_else(missing)?.nimber;
        let read = |way: &Vec<Part>| -> Result<Read, Refusal> {
            let missing = || Stop::Missing { position: parts.show(*part) };
            let worth = Worth::Nimber(known.sum(way).ok_or_else(missing)?);
            let to = way.iter().map(number).collect();
            Ok(Read { mv: shown(scene, way), gain: 0, again: false, to, worth, best: worth == Worth::Nimber(0) })
        };
        let reads = ways.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        cells.push(Cell {
            place,
            position: scene.part(*part).1,
            state: None,
            drawing: Vec::new(),
            mover: None,
            worth: Worth::Nimber(nimber),
            own: None,
            over: ways.is_empty(),
            fill: Some(fill + 1),
            reads,
            blank: false,
        });
    }
    let fill = (1..=cells.len()).map(Some).collect();
    Ok(Table {
        title: scene.title(),
        params: scene.params(),
        kind: CellKind::Nimber,
        layout: Layout::Grid(axes),
        cells,
        orders: vec![Order { name: "size".to_owned(), how: How::Size, fill }],
        order: Some(0),
        line: Vec::new(),
        turn_dropped: true,
        ends: Vec::new(),
        intervals: Intervals::HalfOpen,
    })
}

/// What a move leaves: `Row(2) + Row(1)`, or nothing.
fn shown(scene: &Scene, way: &[Part]) -> String {
    if way.is_empty() {
        "0".to_owned()
    } else {
        way.iter().map(|part| scene.part(*part).1).collect::<Vec<_>>().join(" + ")
    }
}

/// Ways to move in all parts together, at the most: each is told.
const MOST_WAYS: usize = 1 << 20;

/// Every part that can occur, with what moves leave of it, each way once.
fn options(
    scene: &Scene,
    parts: &dyn Parts<Packed>,
    most: usize,
    instead: &[Told],
) -> Result<BTreeMap<Part, Vec<Vec<Part>>>, Refusal> {
    let mut found: BTreeMap<Part, Vec<Vec<Part>>> = BTreeMap::new();
    let mut waiting: BTreeSet<Part> = parts.split(scene.at).into_iter().collect();
    let mut all = 0;
    while let Some(part) = waiting.pop_last() {
        let mut ways = parts.options(part).map_err(|fault| scene.fault(scene.at, fault))?;
        ways.iter_mut().for_each(|way| way.sort_unstable());
        ways.sort_unstable();
        ways.dedup();
        waiting.extend(ways.iter().flatten().filter(|part| !found.contains_key(part)));
        all += ways.len();
        if all > MOST_WAYS {
            return Err(Refusal::too_large(all as u64, MOST_WAYS as u64, instead.to_vec()));
        }
        found.insert(part, ways);
        if found.len() + waiting.len() > most {
            let count = (found.len() + waiting.len()) as u64;
            return Err(Refusal::too_large(count, most as u64, instead.to_vec()));
        }
    }
    Ok(found)
}

/// One axis of values, in tens where there are many; kinds of parts as slices where there are several.
fn axes(scene: &Scene, all: &[Part]) -> (Vec<Axis>, Vec<Vec<usize>>) {
    let name = |part: &Part| scene.part(*part).0;
    let kinds: BTreeSet<usize> = all.iter().map(|part| part.kind).collect();
    let values: BTreeSet<i64> = all.iter().map(|part| part.value).collect();
    let (kinds, values): (Vec<usize>, Vec<i64>) = (kinds.into_iter().collect(), values.into_iter().collect());
    let label = |value: &i64| match (kinds.as_slice(), all.iter().find(|part| part.value == *value)) {
        ([_], Some(part)) => scene.part_value(*part),
        _ => value.to_string(),
    };
    let labels = values.iter().map(label).collect();
    let one = all.first().map_or(String::new(), name);
    let mut axes =
        vec![Axis { name: if kinds.len() == 1 { one } else { "size".to_owned() }, labels, values: values.clone() }];
    if kinds.len() > 1 {
        let labels = kinds.iter().map(|kind| all.iter().find(|part| part.kind == *kind).map_or(String::new(), name));
        let values = kinds.iter().map(|&kind| i64::try_from(kind).unwrap_or(i64::MAX)).collect();
        axes.push(Axis { name: "part".to_owned(), labels: labels.collect(), values });
    }
    let place = |part: &Part| {
        let value = values.binary_search(&part.value).unwrap_or(0);
        let kind = kinds.binary_search(&part.kind).unwrap_or(0);
        if kinds.len() > 1 { vec![value, kind] } else { vec![value] }
    };
    (axes, all.iter().map(place).collect())
}
