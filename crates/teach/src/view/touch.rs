//! Where on a view a move is made: the cells it names, else what it changes.

use super::boards::{Source, Table, windows};
use super::{Kind, Spot, Touch};
use bouton::Instance;
use bouton::rules::datum::{Cell, Datum, NONE};
use bouton::rules::interpret::{Move, Position};
use bouton::rules::layout::Packed;
use bouton::rules::types::{Domain, Type};

/// Something that a move changes.
struct Change {
    spot: Spot,
    /// Whether something stood there before, and stands there after.
    before: bool,
    after: bool,
}

pub(super) fn touch(game: &Instance, table: &Table, mv: &Move, next: &Packed) -> Touch {
    let changes = changes(game, table, next);
    let mut touches: Vec<Spot> = changes.iter().map(|change| change.spot).collect();
    let (from, to) = named(game, table, mv).or_else(|| changed(table, mv, &changes)).unzip();
    touches.extend(from.into_iter().chain(to).filter(|spot| !changes.iter().any(|change| change.spot == *spot)));
    touches.sort_unstable();
    touches.dedup();
    Touch { touches, from, to }
}

/// The cells that a move names among its choices, the first and the last.
fn named(game: &Instance, table: &Table, mv: &Move) -> Option<(Spot, Spot)> {
    let choices = &game.rules().moves.get(mv.made?)?.choices;
    let mut boards = game.interpreter().domains().iter().zip(&table.position.state).enumerate();
    let (board, columns) = boards.find_map(|(which, (domain, value))| match (domain, value) {
        (Domain::Grid { .. }, Datum::Grid(grid)) => Some((which, grid.columns)),
        _ => None,
    })?;
    let cells = choices.iter().zip(&mv.args).filter_map(|(choice, value)| match (&choice.ty, value) {
        (Type::Cell, Datum::Int(cell)) => {
            let Cell { row, column } = Cell::unpack(*cell);
            let entry = usize::try_from(row.checked_mul(columns)?.checked_add(column)?).ok()?;
            table.spots.get(&(entry, Source::State(board))).copied()
        }
        _ => None,
    });
    let cells: Vec<Spot> = cells.collect();
    Some((*cells.first()?, *cells.last()?))
}

/// Where a hand would make it, by what it changes.
fn changed(table: &Table, mv: &Move, changes: &[Change]) -> Option<(Spot, Spot)> {
    let kind = table.view.boards.get(changes.first()?.spot.0)?.kind;
    // A piece that goes from one place to another; in a row of pits, the pit that is emptied.
    let left = changes.iter().find(|change| change.before && !change.after);
    let reached = changes.iter().find(|change| !change.before && change.after);
    match (kind, left, reached) {
        (Kind::Grid | Kind::Graph, Some(left), Some(reached)) if changes.len() == 2 => Some((left.spot, reached.spot)),
        (Kind::Graph, _, _) => Some((changes.first()?.spot, changes.last()?.spot)),
        (Kind::Mancala, _, _) => {
            let chosen = mv.args.iter().find_map(|arg| match arg {
                Datum::Int(pit) => usize::try_from(*pit).ok(),
                _ => None,
            });
            let spot = changes.iter().map(|change| change.spot).find(|spot| Some(spot.1) == chosen);
            spot.or_else(|| left.map(|left| left.spot)).map(|spot| (spot, spot))
        }
        (Kind::Grid, _, Some(reached)) => Some((reached.spot, reached.spot)),
        // Of what is taken from a row, the farthest: it tells how much is taken.
        (Kind::Row, _, _) => {
            let spots = || changes.iter().map(|change| change.spot);
            let places = &table.view.boards[changes[0].spot.0].places;
            let first_left = places.iter().position(|place| !place.faded);
            let from_the_left = spots().min().map(|spot| spot.1) == first_left;
            let spot = if from_the_left { spots().max() } else { spots().min() }?;
            Some((spot, spot))
        }
        _ => changes.first().map(|change| (change.spot, change.spot)),
    }
}

/// Every place that a move changes.
fn changes(game: &Instance, table: &Table, next: &Packed) -> Vec<Change> {
    let after = game.unpack(next);
    let mut found = Vec::new();
    for (which, (old, new)) in
        table.position.state.iter().zip(&after.state).enumerate().filter(|(_, (old, new))| old != new)
    {
        let domain = game.interpreter().domains().get(which);
        let mut put = |entry: usize, before: bool, after: bool, source: Source| {
            let spot = table.spots.get(&(entry, source));
            found.extend(spot.map(|spot| Change { spot: *spot, before, after }));
        };
        let here = Source::State(which);
        match (old, new) {
            (Datum::Grid(old), Datum::Grid(new)) => {
                let cells = old.cells.iter().zip(&new.cells).enumerate().filter(|(_, (old, new))| old != new);
                let optional = matches!(domain, Some(Domain::Grid { of, .. }) if matches!(**of, Domain::Optional(_)));
                let stands = |cell: i64| if optional { cell != NONE } else { cell != 0 };
                cells.for_each(|(at, (old, new))| put(at, stands(*old), stands(*new), here));
            }
            (Datum::List(old), Datum::List(new)) => {
                let entries = old.iter().zip(new.iter()).enumerate().filter(|(_, (old, new))| old != new);
                let some = |entry: &Datum| !matches!(entry, Datum::Int(0 | NONE));
                entries.for_each(|(at, (old, new))| put(at, some(old), some(new), here));
                let longer = old.len().min(new.len())..old.len().max(new.len());
                longer.for_each(|at| put(at, at < old.len(), at < new.len(), here));
            }
            (Datum::Set(old), Datum::Set(new)) => {
                let low = domain.map_or(0, least_member);
                let members =
                    old.iter().chain(new.iter()).filter(|member| old.contains(member) != new.contains(member));
                members.for_each(|member| {
                    put(usize::try_from(member - low).unwrap_or(usize::MAX), old.contains(member), false, here);
                });
            }
            (Datum::Int(old), Datum::Int(new)) if matches!(domain, Some(Domain::Node { .. })) => {
                let graph = game.interpreter().params().iter().position(|value| matches!(value, Datum::Graph(_)));
                for (node, after) in [(old, false), (new, true)] {
                    let node = usize::try_from(*node).unwrap_or(usize::MAX);
                    graph.iter().for_each(|graph| put(node, !after, after, Source::Param(*graph)));
                }
            }
            (Datum::Int(old), Datum::Int(new)) if matches!(domain, Some(Domain::Cell { .. })) => {
                for (cell, after) in [(old, false), (new, true)] {
                    table.cell(*cell).into_iter().for_each(|(entry, board)| put(entry, !after, after, board));
                }
            }
            _ => put(0, true, true, here),
        }
    }
    found.extend(taken(table, game, &after));
    found
}

/// The least number that may be in a set.
fn least_member(domain: &Domain<i64>) -> i64 {
    let Domain::Set(of) = domain else { return 0 };
    if let Domain::Int { lo, .. } = &**of { *lo } else { 0 }
}

/// Entries of rows that are no longer left.
fn taken(table: &Table, game: &Instance, next: &Position) -> Vec<Change> {
    let pairs = table.windows.iter().zip(windows(game, next));
    let gone = pairs.flat_map(|(&(source, from, to), (_, start, end))| {
        (from..to).filter(move |entry| !(start..end).contains(entry)).map(move |entry| (entry, source))
    });
    let spot = |entry| table.spots.get(&entry).copied();
    gone.filter_map(spot).map(|spot| Change { spot, before: true, after: false }).collect()
}
