//! Moves that a theorem or a recurrence names, where there are too many to list them or no need to look at all of them.

use super::{MoveValue, stored};
use crate::error::{Stop, uninterrupted};
use crate::game::{Gain, Game, ended, moves};
use crate::path::trouble;
use crate::recurrence::Recurrence;
use crate::store::{Store, Teller};
use crate::value::Value;

/// Positions of up to so many moves have all of them listed.
const MOST_LISTED: u64 = 100_000;
/// Where every move loses, so many of them are listed.
const FIRST_FEW: usize = 12;

/// The recurrence whose moves a theorem names, if it is not the game's own that it does.
fn recurrence<'g, G: Game>(game: &'g G, teller: &dyn Teller) -> Option<&'g Recurrence> {
    game.recurrence().ok().filter(|_| !teller.names_own_moves())
}

/// The moves that win, or the first few where all lose, and how many there are in all, if a theorem tells values here and there are too many
/// moves to list.
pub(super) fn if_many<G: Game>(
    game: &G,
    store: &Store<G::Position>,
    position: &G::Position,
    value: Value,
) -> Option<(Vec<MoveValue<G>>, Option<u64>)> {
    let teller = store.teller()?;
    let variables = game.variables(&game.canonical(position.clone()))?;
    let recurrence = recurrence(game, teller);
    let many = match recurrence {
        Some(recurrence) => recurrence.many(&variables, MOST_LISTED),
        None => teller.count(&variables)? > MOST_LISTED,
    };
    let mut named = many.then(|| teller.best(&variables)).flatten()?;
    if named.is_empty() {
        named = recurrence?.first(&variables, FIRST_FEW);
    }
    // The theorem's own order may differ from that of the rules, and two of its ways may be one move.
    named.sort_unstable();
    named.dedup();
    let count = match recurrence {
        Some(recurrence) => recurrence.count(&variables, MOST_LISTED),
        None => teller.count(&variables),
    };
    let made = named.into_iter().map(|choice| made(game, teller, position, &variables, choice, value));
    Some((made.collect::<Option<_>>()?, count))
}

/// A best move of a position that is not finished, if a theorem names one.
pub(super) fn one<G: Game>(
    game: &G,
    store: &Store<G::Position>,
    position: &G::Position,
) -> Result<Option<MoveValue<G>>, Stop> {
    let Some(teller) = store.teller() else { return Ok(None) };
    let value = stored(game, store, position)?;
    let over = ended(game, position).map_err(|fault| trouble(game, position, position, None, fault))?.is_some();
    let variables = game.variables(&game.canonical(position.clone())).filter(|_| !over);
    Ok(variables.and_then(|variables| {
        let won = teller.one(&variables);
        let lost = || {
            teller.best(&variables).filter(Vec::is_empty).map(|_| recurrence(game, teller)?.first(&variables, 1).pop())
        };
        made(game, teller, position, &variables, won.or_else(|| lost()?)?, value)
    }))
}

/// The first best move of a position that is not finished, by a recurrence that names moves in the order of the rules: what a move gains is
/// looked up in prefix sums there, and not added up anew.
pub(super) fn first<G: Game>(
    game: &G,
    recurrence: &Recurrence,
    store: &Store<G::Position>,
    position: &G::Position,
) -> Result<Option<MoveValue<G>>, Stop> {
    uninterrupted(game)?;
    let (value, mover) = (stored(game, store, position)?, game.mover(position));
    let variables = game.variables(&game.canonical(position.clone()));
    let Some(variables) = variables.filter(|variables| recurrence.ending(variables).is_none()) else { return Ok(None) };
    let (mut found, mut missing) = (None, None);
    recurrence.each(&variables, &mut |_, mv, values| {
        let after: Vec<i64> = mv.next.iter().map(|form| form.at(values)).collect();
        let next = game.placed(&after, if mv.passes { mover.other() } else { mover });
        let worth = next.as_ref().and_then(|next| store.value(game, next));
        let (Some(next), Some(worth)) = (next, worth) else {
            missing = Some(Stop::Missing { position: format!("{after:?}") });
            return false;
        };
        let (gain, given) = (mv.gain.at(values, &recurrence.rows), mv.given.at(values, &recurrence.rows));
        let worth = worth
            .after_step(gain, !mv.passes)
            .filter(|worth| *worth == value || value.uncounted() && worth.same_result(value));
        let args: Vec<i64> = mv.args.iter().map(|arg| arg.at(values)).collect();
        found = worth.zip(game.named(mv.source, &args)).map(|(value, mv)| {
            let mine = i64::midpoint(given, gain);
            MoveValue {
                mv,
                gain: Gain { mine, theirs: mine - gain },
                next,
                value,
                best: true,
                fastest: !value.uncounted(),
            }
        });
        found.is_none()
    });
    missing.map_or(Ok(found), Err)
}

/// A move as the recurrence names it, or the game itself.
fn made<G: Game>(
    game: &G,
    teller: &dyn Teller,
    position: &G::Position,
    variables: &[i64],
    (number, choices): (usize, Vec<i64>),
    value: Value,
) -> Option<MoveValue<G>> {
    let mover = game.mover(position);
    let (source, args, after, passes) = match recurrence(game, teller) {
        Some(recurrence) => {
            let mv = &recurrence.moves[number];
            let values = [variables, choices.as_slice()].concat();
            let after: Vec<i64> = mv.next.iter().map(|form| form.at(&values)).collect();
            let args: Vec<i64> = mv.args.iter().map(|arg| arg.at(&values)).collect();
            (mv.source, args, after, mv.passes)
        }
        None => match teller.after(variables, number, &choices) {
            Some(after) => (number, choices, after, true),
            None => return among(game, teller, position, &game.named(number, &choices)?, value),
        },
    };
    let next = game.placed(&after, if passes { mover.other() } else { mover })?;
    let worth = match game.variables(&game.canonical(next.clone())) {
        Some(_) => teller.value(&after)?,
        None => ended(game, &next).ok()??,
    };
    let worth = worth.after_step(0, !passes)?;
    let best = worth.same_result(value);
    Some(MoveValue { mv: game.named(source, &args)?, gain: Gain::default(), next, value: worth, best, fastest: false })
}

/// A move that neither a recurrence nor the theorem makes, found among those of the rules.
fn among<G: Game>(
    game: &G,
    teller: &dyn Teller,
    position: &G::Position,
    named: &G::Move,
    value: Value,
) -> Option<MoveValue<G>> {
    let mut steps = Vec::new();
    moves(game, position, &mut steps).ok()?;
    let step = steps.into_iter().find(|step| step.mv == *named)?;
    let next = match game.variables(&game.canonical(step.next.clone())) {
        Some(variables) => teller.value(&variables)?,
        None => ended(game, &step.next).ok()??,
    };
    let worth = step.value(game, game.mover(position), next).ok()?;
    let best = worth.same_result(value);
    Some(MoveValue { mv: step.mv, gain: step.gain, next: step.next, value: worth, best, fastest: false })
}
