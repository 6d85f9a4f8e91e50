//! How a position is reached, for messages: "reached by: take(2), take(3)".

use crate::error::{START, Stop, Trouble};
use crate::game::{Fault, Game};
use crate::store::Numbering;
use std::time::{Duration, Instant};

/// Positions that a search for a path finds before it gives up, and how long it takes at the most: the error is what matters.
const LIMIT: usize = 200_000;
const PATIENCE: Duration = Duration::from_secs(1);

/// The shortest moves from `start` to a position worth the same as `target` (the same canonical form), by breadth
/// first search. `None` if there are none within 200,000 positions and a second, or before the time is over. Positions that are at fault are
/// not gone through, nor those that the target's rank says do not come before it.
pub fn path_to<G: Game>(game: &G, start: &G::Position, target: &G::Position) -> Option<Vec<G::Move>> {
    let target = game.canonical(target.clone());
    let rank = game.rank(&target);
    let before = |next: &G::Position| rank.is_none() || *next == target || game.rank(next) < rank;
    search(game, start, &|position| game.canonical(position), &|form| *form == target, &before)
}

/// The shortest moves from `start` to one of some positions themselves, whatever else is worth the same; found as [`path_to`] finds them.
pub fn path_to_one_of<G: Game>(game: &G, start: &G::Position, targets: &[G::Position]) -> Option<Vec<G::Move>> {
    search(game, start, &|position| position, &|position| targets.contains(position), &|_| true)
}

/// Breadth first over the forms of positions, to one that is `wanted`, through those that can come `before` it.
fn search<G: Game>(
    game: &G,
    start: &G::Position,
    form: &dyn Fn(G::Position) -> G::Position,
    wanted: &dyn Fn(&G::Position) -> bool,
    before: &dyn Fn(&G::Position) -> bool,
) -> Option<Vec<G::Move>> {
    let until = Instant::now() + PATIENCE;
    let mut seen = Numbering::default();
    seen.add(form(start.clone()))?;
    let mut trail: Vec<Arrival<G>> = vec![Arrival { position: start.clone(), from: None }];
    let mut at = 0;
    let goes_on = || Instant::now() < until && game.interrupted().is_none();
    while at < trail.len() && trail.len() < LIMIT && goes_on() {
        let position = trail[at].position.clone();
        if wanted(&form(position.clone())) {
            return Some(moves_back(&trail, at));
        }
        let mut steps = Vec::new();
        let over = !matches!(game.ending(&position), Ok(None));
        if !over && game.steps(&position, &mut steps).is_ok() {
            for step in steps {
                let next = form(step.next.clone());
                if before(&next) && seen.add(next)?.1 {
                    trail.push(Arrival { position: step.next, from: Some((at, step.mv)) });
                }
            }
        }
        at += 1;
    }
    None
}

struct Arrival<G: Game> {
    position: G::Position,
    from: Option<(usize, G::Move)>,
}

fn moves_back<G: Game>(trail: &[Arrival<G>], mut at: usize) -> Vec<G::Move> {
    let mut moves = Vec::new();
    while let Some((before, mv)) = &trail[at].from {
        moves.push(mv.clone());
        at = *before;
    }
    moves.reverse();
    moves
}

/// A fault met before the first position stands.
pub fn at_start(fault: Fault) -> Stop {
    Stop::Fault(Box::new(Trouble { fault, position: START.to_owned(), mv: None, path: None }))
}

/// A fault with the place it happened at, and the way there.
pub(crate) fn trouble<G: Game>(
    game: &G,
    start: &G::Position,
    position: &G::Position,
    mv: Option<&G::Move>,
    fault: Fault,
) -> Stop {
    // Where time or memory ran out nothing is wrong with the position, and there is none left to look for it.
    let short = fault.diagnostic.code.starts_with('M');
    let path = if short { None } else { path_to(game, start, position) };
    let fault = if short || path.is_some() {
        fault
    } else {
        fault.diagnostic.note("the moves that lead there were not found: too many positions come before").into()
    };
    Stop::Fault(Box::new(Trouble {
        fault,
        position: game.show_position(position),
        mv: mv.map(|mv| game.show_move(mv)),
        path: path.map(|moves| moves.iter().map(|mv| game.show_move(mv)).collect()),
    }))
}
