//! Proves a solution right by looking at each position once. Knows no method.
//!
//! What is shown: every position that can be reached is stored; a finished one has the value of its ending; any other
//! has the value of its best move, one ply later (so wins and losses come one ply nearer to a finished position with every
//! best move, and nobody can do better). That settles every win and loss in a number of plies. The rest is settled by
//! what the rules say of endless play:
//! - nothing: play must not repeat, and this is shown too;
//! - it is a draw: whoever has no winning move but a drawing one can go on drawing for ever;
//! - it is worth a lead, in a game of points: see `rounds`;
//! - where plies were not counted (sums of games), it must not be allowed: then winner and loser follow from the ends;
//! - a player wins it: an endless win is one that its winner can stay in and the other cannot leave, which its
//!   neighbours' values show; and where a draw is stored, the other player must be able to force a drawn end: shown by
//!   counting, from the drawn ends, which drawn positions lead there whatever the winner does.
//!
//! A store that keeps one position for all its images under declared symmetries is checked in the same way: every position that can be
//! reached, not only those kept, by the value that it is looked up under. So what is proven does not hang on the declaration.
//!
//! Cost: every reachable position and move once, at most 2³¹ positions. Memory: the positions, a number and a value each, and 8 bytes a move; at the end some 40
//! bytes a position and 4 a move beside them. A move of a game of points that may go round takes 32 more.

pub(crate) mod rounds;

use crate::error::Stop;
use crate::game::{Fault, Game, Repeat, Step, Symmetries, WordRow, ended, moves};
use crate::limits::Meter;
use crate::path::trouble;
use crate::store::{Numbering, Store};
use crate::value::{Kind, Outcome, Plies, Value};
use bouton_rules::{Text, say};
use std::collections::VecDeque;
use std::hash::Hash;

/// So many images of a position with a wrong value are looked at to find a false symmetry.
const MOST_IMAGES: usize = 64;

/// What a check looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// Positions that can be reached, all of them right.
    pub positions: u64,
    /// The finished ones among them.
    pub finished: u64,
    /// Moves between them.
    pub moves: u64,
}

/// Checks every position that can be reached from `start`, or stops at the first that is wrong (`Stop::Wrong`).
/// Stored positions that cannot be reached are not looked at, unless the limits ask for all starts: then every placement is.
///
/// # Errors
/// `Stop::Wrong` at the first wrong value, a limit that was reached, or the game's own faults.
pub fn check<G: Game>(
    game: &G,
    start: &G::Position,
    store: &Store<G::Position>,
    meter: &mut Meter,
) -> Result<Report, Stop> {
    meter.start_over();
    meter.phase("checking", Some(store.len()));
    let mut walk = Walk::new(game, store);
    walk.number(start.clone(), meter)?;
    if meter.limits().all_starts {
        walk.number_all(start, meter)?;
    }
    let mut at = 0;
    while at < walk.positions.len() {
        meter.step()?;
        walk.look(at, meter).map_err(|stop| walk.blame(start, at, stop))?;
        at += 1;
    }
    meter.memory(walk.bytes_to_settle())?;
    walk.settle_the_rest()?;
    Ok(Report { positions: at as u64, finished: walk.finished, moves: walk.edges.len() as u64 })
}

/// A move, by the numbers of the positions that it leads from and to.
pub(crate) type Edge = (u32, u32);

/// The number of a position, and whether it is new; a limit where there are no more numbers.
pub(crate) fn numbered<P: Eq + Hash + Ord>(positions: &mut Numbering<P>, position: P) -> Result<(u32, bool), Stop> {
    let limit = positions.len() as u64;
    positions.add(position).ok_or(Stop::Positions { limit })
}

struct Walk<'a, G: Game> {
    game: &'a G,
    store: &'a Store<G::Position>,
    positions: Numbering<G::Position>,
    values: Vec<Value>,
    finished: u64,
    edges: Vec<Edge>,
    /// Where points are counted and play may repeat, what each gains its mover, and whether the same player moves on.
    gains: Vec<(i64, bool)>,
}

impl<'a, G: Game> Walk<'a, G> {
    fn new(game: &'a G, store: &'a Store<G::Position>) -> Walk<'a, G> {
        let (positions, values, edges, gains) = (Numbering::default(), Vec::new(), Vec::new(), Vec::new());
        Walk { game, store, positions, values, finished: 0, edges, gains }
    }

    fn number(&mut self, position: G::Position, meter: &mut Meter) -> Result<u32, Stop> {
        let position = self.game.canonical(position);
        let (number, new) = numbered(&mut self.positions, position)?;
        if new {
            let position = self.positions.position(number);
            let value = self.store.get(self.game, position);
            self.values.push(value.ok_or_else(|| self.wrong_at(position, "it can be reached but is not stored"))?);
            meter.position(|| self.bytes())?;
        }
        Ok(number)
    }

    /// Bytes used; moves and values are counted twice, since a vector that grows is there twice.
    fn bytes(&self) -> u64 {
        let moves =
            self.edges.capacity() * 2 * size_of::<Edge>() + self.gains.capacity() * 2 * size_of::<(i64, bool)>();
        let values = self.values.capacity() * 2 * size_of::<Value>();
        self.positions.peak_bytes(self.game.position_bytes()) + (moves + values) as u64
    }

    /// Bytes used while `settle_the_rest` counts from the ends: `ground`, and in games of points `parts` before it.
    fn bytes_to_settle(&self) -> u64 {
        let (positions, moves) = (self.positions.len() as u64, self.edges.len() as u64);
        self.bytes() + 48 * positions + if self.goes_round_with_points() { 20 * moves } else { 4 * moves }
    }

    /// Every placement of the pieces, and of what they become.
    fn number_all(&mut self, start: &G::Position, meter: &mut Meter) -> Result<(), Stop> {
        let index = self.game.reversible(start).map_err(|why| self.wrong_at(start, why))?;
        for position in (0..index.size()).filter_map(|number| index.position(number)) {
            self.number(position, meter)?;
        }
        Ok(())
    }

    /// The stored value of one position against its ending, or against the values its moves lead to.
    fn look(&mut self, at: usize, meter: &mut Meter) -> Result<(), Stop> {
        let (position, stored) = (self.position(at).clone(), self.values[at]);
        let ending = ended(self.game, &position).map_err(|fault| self.faulty(at, &fault))?;
        let right = match ending {
            Some(value) => {
                self.finished += 1;
                value
            }
            None => {
                let mut steps = Vec::new();
                moves(self.game, &position, &mut steps).map_err(|fault| self.faulty(at, &fault))?;
                self.best(at, steps, meter)?
            }
        };
        if stored == right || (stored.uncounted() && stored.same_result(right)) {
            return self.may_be(at, stored);
        }
        let source = if ending.is_some() { "it is finished" } else { "its best move" };
        Err(self.wrong(at, say!("a {stored} is stored, but {source} makes it a {right}")))
    }

    fn best(&mut self, at: usize, steps: Vec<Step<G>>, meter: &mut Meter) -> Result<Value, Stop> {
        let mover = self.game.mover(self.position(at));
        let counts = self.goes_round_with_points();
        let mut best: Option<Value> = None;
        for step in steps {
            let next = self.number(step.next.clone(), meter)?;
            self.edges.push((u32::try_from(at).expect("it has a number"), next));
            let next = next as usize;
            if let (true, Some(gain)) = (counts, step.gain.net()) {
                self.gains.push((gain, self.game.mover(&step.next) == mover));
            }
            let turned = self.game.mover(&step.next) != self.game.mover(self.position(next));
            if turned && is_endless(self.values[next]) {
                return Err(self.wrong(next, "endless play is not worth the same to both players"));
            }
            let value = step.value(self.game, mover, self.values[next]);
            let value = value.map_err(|fault| self.faulty(at, &fault))?;
            best = Some(best.map_or(value, |best| if value.better(best) { value } else { best }));
        }
        best.ok_or_else(|| self.wrong(at, "it has no move"))
    }

    /// Endless values belong to games in which a player wins endless play, and to that player.
    fn may_be(&self, at: usize, value: Value) -> Result<(), Stop> {
        let mover = self.game.mover(self.position(at));
        let right = match (value, self.game.repeat()) {
            (Value::Outcome(Outcome::Win(Plies::Endless)), Some(Repeat::Wins(winner))) => mover == winner,
            (Value::Outcome(Outcome::Loss(Plies::Endless)), Some(Repeat::Wins(winner))) => mover != winner,
            // Without plies only play that cannot repeat shows who wins: `settle_the_rest` looks at that.
            _ if value.uncounted() => self.game.repeat().is_none(),
            _ => !is_endless(value),
        };
        if right { Ok(()) } else { Err(self.wrong(at, say!("a {value} is stored, but the rules allow none here"))) }
    }

    fn goes_round_with_points(&self) -> bool {
        self.game.kind() == Kind::Points && matches!(self.game.repeat(), Some(Repeat::Draw | Repeat::Leads))
    }

    /// What the values of its neighbours alone do not show.
    fn settle_the_rest(&self) -> Result<(), Stop> {
        if self.goes_round_with_points() {
            return self.rounds();
        }
        let (winner, words) = match (self.game.kind(), self.game.repeat()) {
            (Kind::Outcome, Some(Repeat::Draw)) => return Ok(()),
            (Kind::Outcome, Some(Repeat::Wins(winner))) => {
                (Some(winner), "a draw is stored, but endless play cannot be prevented")
            }
            _ => (None, "play can return to this position"),
        };
        let within: Vec<bool> = self.values.iter().map(|&value| winner.is_none() || is_draw(value)).collect();
        let one_is_enough = |at: usize| winner.is_some_and(|winner| self.game.mover(self.position(at)) != winner);
        let rounds = ground(&within, &self.edges, one_is_enough);
        match (0..within.len()).find(|&at| within[at] && rounds[at].is_none()) {
            Some(at) => Err(self.wrong(at, words)),
            None => Ok(()),
        }
    }

    /// Where a value is wrong because a position is not worth what its images are, the rules declare a false symmetry.
    fn blame(&self, start: &G::Position, at: usize, stop: Stop) -> Stop {
        let (Stop::Wrong { .. }, Some(words)) = (&stop, self.game.words()) else { return stop };
        let Some(by) = self.symmetries(start) else { return stop };
        let position = self.position(at);
        let mut row = vec![0; words.count()];
        words.write(position, &mut row);
        let rows = std::iter::once(WordRow::from_slice(&row)).chain(by.every(&row).take(MOST_IMAGES));
        match rows.into_iter().find(|row| matches!(by.hold(words, row), Ok(false))) {
            Some(image) => trouble(self.game, start, position, None, words.asymmetry(&image)),
            // All that was relied on is that a position is worth what the one is that was kept for it.
            None if matches!(by.alike(words, &row), Ok(false)) => {
                trouble(self.game, start, position, None, words.asymmetry(&row))
            }
            None => stop,
        }
    }

    /// The symmetries under which positions were kept, or may have been: those that leave the start as it is.
    fn symmetries(&self, start: &G::Position) -> Option<Symmetries> {
        if let Some((_, by)) = self.store.kept_values().and_then(|kept| kept.folded()) {
            return Some(by.as_ref().clone());
        }
        let words = self.game.words()?;
        let mut first = vec![0; words.count()];
        words.write(&self.game.canonical(start.clone()), &mut first);
        words.symmetries()?.fixing(&first)
    }

    /// What a fault says of the stored value: a solved position has none, so the value is wrong. But interpreted rules report a time limit as
    /// a fault, too.
    fn faulty(&self, at: usize, fault: &Fault) -> Stop {
        self.game.interrupted().map_or_else(|| self.wrong(at, &fault.diagnostic.message), Stop::of_interrupt)
    }

    fn position(&self, at: usize) -> &G::Position {
        &self.positions.positions()[at]
    }

    fn wrong(&self, at: usize, reason: impl Into<Text>) -> Stop {
        self.wrong_at(self.position(at), reason)
    }

    fn wrong_at(&self, position: &G::Position, reason: impl Into<Text>) -> Stop {
        Stop::Wrong { position: self.game.show_position(position), reason: reason.into() }
    }
}

fn is_draw(value: Value) -> bool {
    value == Value::Outcome(Outcome::Draw)
}

fn is_endless(value: Value) -> bool {
    matches!(value, Value::Outcome(Outcome::Win(Plies::Endless) | Outcome::Loss(Plies::Endless)))
}

/// Counts from the ends: round 0 is what has no edge, and each later round what has `one_is_enough` edge to an earlier
/// one, or else all of its edges. Only what is `within` counts, and edges between such. What gets no round can go on
/// for ever. O(n + e) for n positions and e edges.
pub(crate) fn ground(within: &[bool], edges: &[Edge], one_is_enough: impl Fn(usize) -> bool) -> Vec<Option<u32>> {
    let inner = edges.iter().filter(|&&(from, to)| within[from as usize] && within[to as usize]);
    let into = Rows::of(within.len(), inner.map(|&(from, to)| (to, from)));
    let mut missing = vec![0_usize; within.len()];
    for &from in &into.ends {
        let from = from as usize;
        missing[from] = if one_is_enough(from) { 1 } else { missing[from] + 1 };
    }
    let mut rounds: Vec<Option<u32>> = missing.iter().map(|&missing| (missing == 0).then_some(0)).collect();
    let mut queue: VecDeque<usize> = (0..within.len()).filter(|&at| within[at] && missing[at] == 0).collect();
    while let Some(to) = queue.pop_front() {
        for from in into.of_one(to) {
            if missing[from] > 0 {
                missing[from] -= 1;
                if missing[from] == 0 {
                    rounds[from] = rounds[to].and_then(|round| round.checked_add(1));
                    queue.push_back(from);
                }
            }
        }
    }
    rounds
}

/// Edges by where they begin: those of one position side by side.
struct Rows {
    /// Where those of each position begin, and where the last ones end.
    first: Vec<usize>,
    /// Where they lead.
    ends: Vec<u32>,
}

impl Rows {
    fn of(len: usize, edges: impl Iterator<Item = Edge> + Clone) -> Rows {
        let mut first = vec![0; len + 1];
        edges.clone().for_each(|(from, _)| first[from as usize + 1] += 1);
        (0..len).for_each(|at| first[at + 1] += first[at]);
        let (mut next, mut ends) = (first.clone(), vec![0; first[len]]);
        for (from, to) in edges {
            ends[next[from as usize]] = to;
            next[from as usize] += 1;
        }
        Rows { first, ends }
    }

    fn of_one(&self, from: usize) -> impl Iterator<Item = usize> + '_ {
        self.ends[self.first[from]..self.first[from + 1]].iter().map(|to| *to as usize)
    }
}
