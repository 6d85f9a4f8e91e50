//! The points of each player: exact where every line of play hands out the same sum, otherwise those of one line.

use crate::answer::{Line, LineEnd, proven};
use crate::error::{Stop, uninterrupted};
use crate::game::{Ending, Game, Step, round_lead};
use crate::instance::Instance;
use crate::path::trouble;
use crate::recurrence::Recurrence;
use crate::solution::Solution;
use crate::value::{Kind, Value};
use bouton_rules::Player;
use bouton_rules::layout::Packed;
use std::collections::HashMap;
use std::hash::Hash;

/// The points that each player gets from a position on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Totals {
    /// By player, in the order they are named.
    pub points: [i64; 2],
    /// Whether they hold for all best play; otherwise only for the line shown.
    pub exact: bool,
}

/// Positions looked at to find that every line hands out the same sum; beyond this the line's own totals are given.
const MOST_POSITIONS: u64 = 2_000_000;
/// The same where the method did not look at every position.
const MOST_UNSEEN: u64 = 10_000;

/// The totals of a solved position; nothing in outcome games.
///
/// They are exact when the rules state `remaining` and it can be shared so (of an odd number neither leads by 0), or when every line of play hands out the same sum (looked at in full, up to two
/// million positions): then total = (sum ± lead) / 2. Otherwise they are those of the line.
pub(super) fn totals(
    game: &Instance,
    solution: &Solution<Instance>,
    at: &Packed,
    value: Value,
    line: &Line<Instance>,
) -> Result<Option<Totals>, Stop> {
    let Value::Lead(lead) = value else { return Ok(None) };
    let closed = proven(game, solution);
    let sum = match game.interpreter().remaining_points(&game.unpack(at)) {
        Ok(Some(sum)) => Some(sum),
        // Going round hands out no sum.
        Ok(None) if game.repeat().is_some() => None,
        Ok(None) if solution.whole && solution.positions <= MOST_POSITIONS => {
            same_sum(game, closed, at, MOST_POSITIONS)?
        }
        Ok(None) if !solution.whole => same_sum(game, closed, at, MOST_UNSEEN)?,
        Ok(None) => None,
        Err(fault) => return Err(trouble(game, at, at, None, fault.into())),
    };
    let halves = |sum: &i64| game.repeat().is_none() || sum.wrapping_sub(lead) % 2 == 0;
    let totals = match sum.filter(halves) {
        Some(sum) => shared(sum, lead, game.mover(at)).map(|points| Totals { points, exact: true }),
        None => of_line(game, line)?.map(|points| Totals { points, exact: false }),
    };
    Ok(totals)
}

/// (sum ± lead) / 2.
fn shared(sum: i64, lead: i64, mover: Player) -> Option<[i64; 2]> {
    let mine = i64::try_from((i128::from(sum) + i128::from(lead)) / 2).ok()?;
    let theirs = i64::try_from((i128::from(sum) - i128::from(lead)) / 2).ok()?;
    Some(match mover {
        Player::First => [mine, theirs],
        Player::Second => [theirs, mine],
    })
}

/// What the end of a line gives beside what was gained on the way, and to whom: at a finished position, or where play goes round.
///
/// # Errors
/// The game's faults there.
pub fn given_last<G: Game>(game: &G, last: &G::Position, end: LineEnd) -> Result<Option<(Player, i64)>, Stop> {
    let at_fault = |fault| trouble(game, last, last, None, fault);
    let lead = match end {
        LineEnd::Cut => None,
        LineEnd::Repeats { .. } if game.kind() == Kind::Points => Some(round_lead(game, last).map_err(at_fault)?),
        LineEnd::Repeats { .. } => None,
        LineEnd::Finished => match game.ending(last).map_err(at_fault)? {
            Some(Ending::Lead(lead)) => Some(lead),
            _ => None,
        },
    };
    let mover = game.mover(last);
    Ok(lead.map(|lead| (if lead >= 0 { mover } else { mover.other() }, lead.saturating_abs())))
}

/// The points gained along a line, and those given at its end.
fn of_line(game: &Instance, line: &Line<Instance>) -> Result<Option<[i64; 2]>, Stop> {
    let mut points = [Some(0i64); 2];
    let mut add = |player: Player, gained: i64| {
        let total = &mut points[player.number()];
        *total = total.and_then(|total| total.checked_add(gained));
    };
    for made in &line.moves {
        add(made.mover, made.gain.mine);
        add(made.mover.other(), made.gain.theirs);
    }
    if let Some((leader, lead)) = given_last(game, &line.last, line.end)? {
        add(leader, lead);
    }
    Ok(points[0].zip(points[1]).map(|(first, second)| [first, second]))
}

/// The sum of both players' points from a position on, if every line of play hands out the same: by closed forms, where there are some that hold.
fn same_sum(game: &Instance, closed: Option<&Recurrence>, start: &Packed, most: u64) -> Result<Option<i64>, Stop> {
    let first = game.canonical(start.clone());
    let closed = closed.filter(|recurrence| recurrence.names_moves_in_order());
    match closed.zip(game.variables(&first)) {
        Some((recurrence, variables)) => every_sum(variables, most, |at| {
            uninterrupted(game)?;
            Ok(given_by(recurrence, at))
        }),
        None => every_sum(first, most, |at| {
            uninterrupted(game)?;
            given_at(game, start, at)
        }),
    }
}

/// What a position hands out.
enum Given<P> {
    /// In the end.
    End(i64),
    /// By each of its moves, and where that leads; nothing where it is more than 64 bits hold.
    Moves(Vec<(Option<i64>, P)>),
}

fn given_at(game: &Instance, start: &Packed, position: &Packed) -> Result<Given<Packed>, Stop> {
    let at_fault = |fault| trouble(game, start, position, None, fault);
    if let Some(ending) = game.ending(position).map_err(at_fault)? {
        return Ok(Given::End(if let Ending::Lead(lead) = ending { lead.saturating_abs() } else { 0 }));
    }
    let mut steps: Vec<Step<Instance>> = Vec::new();
    game.steps(position, &mut steps).map_err(at_fault)?;
    let given = |step: Step<Instance>| (step.gain.mine.checked_add(step.gain.theirs), game.canonical(step.next));
    Ok(Given::Moves(steps.into_iter().map(given).collect()))
}

fn given_by(recurrence: &Recurrence, variables: &[i64]) -> Given<Vec<i64>> {
    let end = |value| Given::End(if let Value::Lead(lead) = value { lead.saturating_abs() } else { 0 });
    let mut moves = Vec::new();
    let over = recurrence.ending(variables);
    if over.is_none() {
        recurrence.each(variables, &mut |_, mv, values| {
            let next = mv.next.iter().map(|form| form.at(values)).collect();
            moves.push((Some(mv.given.at(values, &recurrence.rows)), next));
            true
        });
    }
    match over.or_else(|| recurrence.when_stuck(variables).filter(|_| moves.is_empty())) {
        Some(value) => end(value),
        None => Given::Moves(moves),
    }
}

/// What all lines of play from a position on hand out, if it is the same.
fn every_sum<P: Clone + Eq + Hash>(
    start: P,
    most: u64,
    mut look: impl FnMut(&P) -> Result<Given<P>, Stop>,
) -> Result<Option<i64>, Stop> {
    let (mut known, mut waiting) = (HashMap::new(), vec![start.clone()]);
    while let Some(position) = waiting.last().cloned() {
        if known.contains_key(&position) {
            waiting.pop();
            continue;
        }
        if (known.len() + waiting.len()) as u64 > most.saturating_mul(4) {
            return Ok(None);
        }
        let sum = match look(&position)? {
            Given::End(points) => points,
            Given::Moves(moves) => {
                let before = waiting.len();
                waiting.extend(moves.iter().map(|(_, next)| next).filter(|next| !known.contains_key(*next)).cloned());
                if waiting.len() > before {
                    continue;
                }
                let mut sums = moves.iter().map(|(given, next)| given.as_ref()?.checked_add(*known.get(next)?));
                match sums.next().flatten() {
                    Some(first) if sums.all(|sum| sum == Some(first)) => first,
                    _ => return Ok(None),
                }
            }
        };
        known.insert(position, sum);
        waiting.pop();
    }
    Ok(known.get(&start).copied())
}
