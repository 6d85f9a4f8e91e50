//! What was asked, read from solved values: the value of a position, its moves, and the line of best play.

mod choices;
mod named;
pub mod report;
mod rounds;
mod totals;

pub use choices::legal_choices;
pub use report::{Report, report};
pub use rounds::way_out;
pub use totals::{Totals, given_last};

use crate::check::{ground, numbered};
use crate::error::{Stop, uninterrupted};
use crate::game::{Gain, Game, Repeat, Step, ended, moves};
use crate::path::trouble;
use crate::recurrence::{Played, Recurrence, Trail};
use crate::solution::Solution;
use crate::store::{Numbering, Store};
use crate::value::{Outcome, Value};
use bouton_rules::Player;
use bouton_rules::say;
use std::collections::BTreeMap;

/// A solved position with its moves.
#[derive(Clone, Debug)]
pub struct Answer<G: Game> {
    /// Whose turn it is.
    pub mover: Player,
    /// What the position is worth to the mover.
    pub value: Value,
    /// Every legal move, in the game's order; none where the game is over.
    pub moves: Vec<MoveValue<G>>,
    /// Whether there are too many moves to list. Then these are the ones that win, or where all lose the first few; none where no method
    /// names them.
    pub more: bool,
    /// How many moves there are in all, where they are too many to list and that is known.
    pub count: Option<u64>,
}

/// A legal move with its worth.
#[derive(Clone, Debug)]
pub struct MoveValue<G: Game> {
    /// The move.
    pub mv: G::Move,
    /// The points it gives.
    pub gain: Gain,
    /// Where it leads.
    pub next: G::Position,
    /// What it is worth to the player who makes it.
    pub value: Value,
    /// Whether it keeps the lead, or the win, the draw or the loss.
    pub best: bool,
    /// Whether it also wins soonest or loses latest; of no move where plies were not counted.
    pub fastest: bool,
}

/// Play by best moves.
#[derive(Clone, Debug)]
pub struct Line<G: Game> {
    /// The moves made.
    pub moves: Vec<LineMove<G>>,
    /// Where the moves lead.
    pub last: G::Position,
    /// How it ends.
    pub end: LineEnd,
}

/// One move of a line.
#[derive(Clone, Debug)]
pub struct LineMove<G: Game> {
    /// Who makes it.
    pub mover: Player,
    /// The move.
    pub mv: G::Move,
    /// The points it gives.
    pub gain: Gain,
}

/// How a line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// The game is over.
    Finished,
    /// The last position was there before, after so many moves: play goes round for ever.
    Repeats {
        /// Moves before it was there first.
        after: usize,
    },
    /// The line is longer than asked for.
    Cut,
}

/// The value of a position and of each of its moves. Cost: one look-up a move. Where a theorem tells values, and there are too many
/// moves to list, those that it names.
///
/// # Errors
/// The game's faults there, or `Stop::Missing` where the position or one that a move leads to is not held.
pub fn answer<G: Game>(game: &G, store: &Store<G::Position>, position: &G::Position) -> Result<Answer<G>, Stop> {
    uninterrupted(game)?;
    let value = stored(game, store, position)?;
    let mover = game.mover(position);
    let ending = ended(game, position).map_err(|fault| trouble(game, position, position, None, fault))?;
    let over = ending.is_some();
    if !over && let Some((moves, count)) = named::if_many(game, store, position, value) {
        return Ok(Answer { mover, value, moves, more: true, count });
    }
    let listed = if over { Ok(Vec::new()) } else { move_values(game, store, position, value) };
    let (moves, more) = match listed {
        // The value is known all the same.
        Err(stop) if is_too_large(&stop) => (Vec::new(), true),
        listed => (listed?, false),
    };
    // A value that was read from elsewhere is taken on trust no farther than this.
    let fits = || ending.map_or_else(|| is_best_of(value, &moves), |ending| ending == value);
    if game.opened().is_some() && !more && !fits() {
        let source = if over { "its ending" } else { "its best move" };
        let reason = say!("a {value} is stored, and {source} says otherwise");
        return Err(Stop::Wrong { position: game.show_position(position), reason });
    }
    Ok(Answer { mover, value, moves, more, count: None })
}

/// Whether a value is that of the best of these moves.
fn is_best_of<G: Game>(value: Value, moves: &[MoveValue<G>]) -> bool {
    moves.iter().any(|choice| choice.best) && !moves.iter().any(|choice| !choice.best && choice.value.better(value))
}

/// The value of a position, where that is all that was asked.
fn value_alone<G: Game>(game: &G, store: &Store<G::Position>, position: &G::Position) -> Result<Answer<G>, Stop> {
    let value = stored(game, store, position)?;
    Ok(Answer { mover: game.mover(position), value, moves: Vec::new(), more: false, count: None })
}

/// Best play from a position of a solved game, at most `longest` moves: the one its method told, where play begins there.
///
/// # Errors
/// The game's faults on the way, or a position that the solution does not hold.
pub fn best_play<G: Game>(
    game: &G,
    solution: &Solution<G>,
    from: &G::Position,
    longest: usize,
) -> Result<Line<G>, Stop> {
    match (&solution.line, game.recurrence()) {
        (Some(trail), Ok(recurrence)) if *from == solution.start => follow(game, recurrence, trail, from, longest),
        _ => line_by(game, &solution.store, proven(game, solution), from, longest),
    }
}

/// Closed forms of the moves that hold wherever play leads: what they take on trust was verified while solving by them.
fn proven<'g, G: Game>(game: &'g G, solution: &Solution<G>) -> Option<&'g Recurrence> {
    if solution.method == "recurrence" { game.recurrence().ok() } else { None }
}

/// Best play from the start as its method told it, move by move: for lines of millions of moves. `None` where the store tells.
pub fn told_line<'a, G: Game>(
    game: &'a G,
    solution: &'a Solution<G>,
) -> Option<impl Iterator<Item = LineMove<G>> + 'a> {
    let (trail, recurrence) = (solution.line.as_ref()?, game.recurrence().ok()?);
    let start = game.variables(&game.canonical(solution.start.clone()))?;
    let mut mover = game.mover(&solution.start);
    Some(trail.walk(recurrence, &start).map_while(move |played| made(game, recurrence, &played, &mut mover)))
}

/// A move as its player sees it; then it is the next player's turn. The recurrence says what it gives: nothing is asked of the rules.
fn made<G: Game>(game: &G, recurrence: &Recurrence, played: &Played, mover: &mut Player) -> Option<LineMove<G>> {
    let mv = game.named(recurrence.moves[played.mv].source, &played.args)?;
    let mine = i64::midpoint(played.given, played.gain);
    let made = LineMove { mover: *mover, mv, gain: Gain { mine, theirs: mine - played.gain } };
    *mover = if played.passes { mover.other() } else { *mover };
    Some(made)
}

/// A trail as a line, cut after `longest` moves.
fn follow<G: Game>(
    game: &G,
    recurrence: &Recurrence,
    trail: &Trail,
    from: &G::Position,
    longest: usize,
) -> Result<Line<G>, Stop> {
    let lost = || Stop::Missing { position: game.show_position(from) };
    let start = game.variables(&game.canonical(from.clone())).ok_or_else(lost)?;
    let (mut walk, mut mover) = (trail.walk(recurrence, &start), game.mover(from));
    let played = walk.by_ref().take(longest);
    let named = played.map(|played| {
        uninterrupted(game)?;
        made(game, recurrence, &played, &mut mover).ok_or_else(lost)
    });
    let moves: Vec<LineMove<G>> = named.collect::<Result<_, Stop>>()?;
    let end = if moves.len() < trail.len() { LineEnd::Cut } else { LineEnd::Finished };
    Ok(Line { moves, last: game.placed(walk.variables(), mover).ok_or_else(lost)?, end })
}

/// Best play from a position, at most `longest` moves: always the first of the fastest moves (of the best ones, where
/// plies were not counted), or, where endless play
/// is lost for the player who could force a draw, the one that comes nearest to a drawn end.
///
/// # Errors
/// The game's faults on the way, or a position that the store does not hold.
pub fn line<G: Game>(
    game: &G,
    store: &Store<G::Position>,
    from: &G::Position,
    longest: usize,
) -> Result<Line<G>, Stop> {
    line_by(game, store, None, from, longest)
}

/// The same, named by closed forms where there are some that hold.
fn line_by<G: Game>(
    game: &G,
    store: &Store<G::Position>,
    closed: Option<&Recurrence>,
    from: &G::Position,
    longest: usize,
) -> Result<Line<G>, Stop> {
    let line = line_so(game, store, closed, (from, longest), &mut None)?;
    match line.end {
        // Going round is worth less to somebody: then play must come nearer to what they can force.
        LineEnd::Repeats { .. } if rounds::puts_off(game, store, &line.last)? => {
            line_so(game, store, closed, (from, longest), &mut Some(rounds::Ways::default()))
        }
        _ => Ok(line),
    }
}

/// The same; with ways out of what goes round, those moves that come nearest to one.
fn line_so<G: Game>(
    game: &G,
    store: &Store<G::Position>,
    closed: Option<&Recurrence>,
    (from, longest): (&G::Position, usize),
    ways: &mut Option<rounds::Ways<G::Position>>,
) -> Result<Line<G>, Stop> {
    let draws = Draws::around(game, store, from)?;
    let closed = closed.filter(|recurrence| draws.forcer.is_none() && recurrence.names_moves_in_order());
    // Values that were read are trusted no farther than they fit those of all moves.
    let first_will_do = store.teller().is_none() && game.opened().is_none();
    let (mut position, mut seen, mut moves) = (from.clone(), BTreeMap::new(), Vec::new());
    let end = loop {
        uninterrupted(game)?;
        if let Some(after) = seen.insert(position.clone(), moves.len()) {
            break LineEnd::Repeats { after };
        }
        let mover = game.mover(&position);
        let choice = match (named::one(game, store, &position)?, closed) {
            (Some(choice), _) => Some(choice),
            (None, Some(recurrence)) => named::first(game, recurrence, store, &position)?,
            (None, None) if first_will_do && draws.forcer.is_none() && ways.is_none() => {
                match first_best(game, store, &position) {
                    Err(stop) if is_too_large(&stop) => break LineEnd::Cut,
                    choice => choice?,
                }
            }
            (None, None) => {
                let answer = answer(game, store, &position)?;
                if answer.more && answer.moves.is_empty() {
                    break LineEnd::Cut;
                }
                match ways {
                    Some(ways) => ways.choose(game, store, &position, answer)?,
                    None => draws.choose(game, answer),
                }
            }
        };
        let Some(choice) = choice else { break LineEnd::Finished };
        if moves.len() == longest {
            break LineEnd::Cut;
        }
        moves.push(LineMove { mover, mv: choice.mv, gain: choice.gain });
        position = choice.next;
    };
    Ok(Line { moves, last: position, end })
}

impl<G: Game> MoveValue<G> {
    /// Whether best play from a position of this value may go on with it.
    fn is_shown(&self, value: Value) -> bool {
        self.fastest || (value.uncounted() && self.best)
    }
}

impl<G: Game> Answer<G> {
    /// The moves that keep the value, fast or slow.
    pub fn best(&self) -> impl Iterator<Item = &MoveValue<G>> {
        self.moves.iter().filter(|choice| choice.best)
    }

    /// The best moves that also win soonest or lose latest.
    pub fn fastest(&self) -> impl Iterator<Item = &MoveValue<G>> {
        self.moves.iter().filter(|choice| choice.fastest)
    }
}

fn stored<G: Game>(game: &G, store: &Store<G::Position>, position: &G::Position) -> Result<Value, Stop> {
    store.value(game, position).ok_or_else(|| Stop::Missing { position: game.show_position(position) })
}

/// Whether moves are too many to be listed.
fn is_too_large(stop: &Stop) -> bool {
    matches!(stop, Stop::Fault(trouble) if trouble.fault.diagnostic.code == "R09")
}

/// The first of the fastest moves (of the best ones, where plies were not counted), none where the game is over. Moves after it are not looked at.
fn first_best<G: Game>(
    game: &G,
    store: &Store<G::Position>,
    position: &G::Position,
) -> Result<Option<MoveValue<G>>, Stop> {
    let value = stored(game, store, position)?;
    let shown = |choice: &MoveValue<G>| choice.is_shown(value);
    if ended(game, position).map_err(|fault| trouble(game, position, position, None, fault))?.is_some() {
        return Ok(None);
    }
    let (mover, mut found) = (game.mover(position), Ok(None));
    let all = game.steps_until(position, &mut |step| {
        found = valued(game, store, (position, mover, value), step).map(|choice| Some(choice).filter(shown));
        !matches!(found, Ok(None))
    });
    all.map_err(|fault| trouble(game, position, position, None, fault))?;
    found
}

fn move_values<G: Game>(
    game: &G,
    store: &Store<G::Position>,
    position: &G::Position,
    value: Value,
) -> Result<Vec<MoveValue<G>>, Stop> {
    let mover = game.mover(position);
    let mut steps: Vec<Step<G>> = Vec::new();
    moves(game, position, &mut steps).map_err(|fault| trouble(game, position, position, None, fault))?;
    steps.into_iter().map(|step| valued(game, store, (position, mover, value), step)).collect()
}

/// What a move is worth to the mover of a position of this value.
fn valued<G: Game>(
    game: &G,
    store: &Store<G::Position>,
    (position, mover, value): (&G::Position, Player, Value),
    step: Step<G>,
) -> Result<MoveValue<G>, Stop> {
    let next = stored(game, store, &step.next)?;
    let worth =
        step.value(game, mover, next).map_err(|fault| trouble(game, position, position, Some(&step.mv), fault))?;
    let (best, fastest) = (worth.same_result(value), worth == value && !value.uncounted());
    Ok(MoveValue { mv: step.mv, gain: step.gain, next: step.next, value: worth, best, fastest })
}

/// Where a player wins endless play and the other can force a draw: how far each drawn position is from a drawn end.
struct Draws<P> {
    /// The player who must not let play go on for ever.
    forcer: Option<Player>,
    rounds: BTreeMap<P, u32>,
}

impl<P: Clone + Ord> Draws<P> {
    /// Looks at every drawn position that can be reached through drawn ones; at none where repeating is not lost.
    fn around<G: Game<Position = P>>(game: &G, store: &Store<P>, from: &P) -> Result<Draws<P>, Stop>
    where
        P: Eq + std::hash::Hash,
    {
        let draw = Value::Outcome(Outcome::Draw);
        let Some(Repeat::Wins(winner)) = game.repeat().filter(|_| store.value(game, from) == Some(draw)) else {
            return Ok(Draws { forcer: None, rounds: BTreeMap::new() });
        };
        let (mut positions, mut edges, mut at) = (Numbering::default(), Vec::new(), 0);
        positions.add(game.canonical(from.clone()));
        while (at as usize) < positions.len() {
            let choices = answer(game, store, positions.position(at))?.moves;
            for choice in choices.into_iter().filter(|choice| choice.fastest) {
                let (to, _) = numbered(&mut positions, game.canonical(choice.next))?;
                edges.push((at, to));
            }
            at += 1;
        }
        let positions = positions.positions();
        let rounds = ground(&vec![true; positions.len()], &edges, |at| game.mover(&positions[at]) != winner);
        let rounds = positions.iter().cloned().zip(rounds).filter_map(|(position, round)| Some((position, round?)));
        Ok(Draws { forcer: Some(winner.other()), rounds: rounds.collect() })
    }

    /// The move to show.
    fn choose<G: Game<Position = P>>(&self, game: &G, answer: Answer<G>) -> Option<MoveValue<G>> {
        let mut fastest = answer.moves.into_iter().filter(|choice| choice.is_shown(answer.value));
        if self.forcer != Some(answer.mover) {
            return fastest.next();
        }
        let round = |choice: &MoveValue<G>| self.rounds.get(&game.canonical(choice.next.clone())).copied();
        fastest.min_by_key(|choice| round(choice).unwrap_or(u32::MAX))
    }
}
