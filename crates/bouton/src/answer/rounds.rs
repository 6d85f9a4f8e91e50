//! Where play may go round in a game of points: moves by which a lead is not only kept but forced.

use super::{Answer, MoveValue, answer};
use crate::check::{Edge, ground, numbered, rounds::parts};
use crate::error::Stop;
use crate::game::{Game, Repeat, round_lead};
use crate::store::{Numbering, Store};
use crate::value::{Kind, Value};
use std::collections::BTreeMap;
use std::hash::Hash;

/// Whether going round from here is worth something else than the position: somebody need only leave, and did not.
pub(super) fn puts_off<G: Game>(game: &G, store: &Store<G::Position>, position: &G::Position) -> Result<bool, Stop> {
    Ok(match (game.repeat(), store.value(game, position)) {
        (Some(Repeat::Draw | Repeat::Leads), Some(Value::Lead(lead))) => {
            round_lead(game, position).is_ok_and(|round| round != lead)
        }
        _ => false,
    })
}

/// The move that comes nearest to a way out of what goes round, where whoever moves holds more than going round is worth; nothing where play may
/// go on by any best move. Cost: a look at what comes after by best moves that gain nothing.
///
/// # Errors
/// The game's faults there, or a position that the store does not hold.
pub fn way_out<G: Game>(
    game: &G,
    store: &Store<G::Position>,
    position: &G::Position,
) -> Result<Option<MoveValue<G>>, Stop> {
    let leads = matches!(game.repeat(), Some(Repeat::Draw | Repeat::Leads)) && game.kind() == Kind::Points;
    let more = |value: Value| match (value, round_lead(game, position)) {
        (Value::Lead(lead), Ok(round)) => lead > round,
        _ => false,
    };
    if !leads || !store.value(game, position).is_some_and(more) {
        return Ok(None);
    }
    let answer = answer(game, store, position)?;
    Ways::default().choose(game, store, position, answer)
}

/// How near positions are to a way out of what goes round.
#[derive(Debug)]
pub(super) struct Ways<P> {
    /// By position: what part of those that go round it is in, and in how many best moves it is left, whatever the other player does.
    known: BTreeMap<P, (usize, Option<u32>)>,
}

impl<P> Default for Ways<P> {
    fn default() -> Ways<P> {
        Ways { known: BTreeMap::new() }
    }
}

/// Positions that come after one by best moves that gain nothing.
struct Around<P> {
    positions: Numbering<P>,
    /// What each is worth beside what going round is worth there, if that can be said.
    leads: Vec<(i64, Option<i64>)>,
    edges: Vec<Edge>,
    /// Whether a best move of it gains, or costs.
    gains: Vec<bool>,
}

impl<P: Clone + Ord + Eq + Hash> Ways<P> {
    /// The move to show: where more than going round is worth is held, the one that comes nearest to a way out.
    pub(super) fn choose<G: Game<Position = P>>(
        &mut self,
        game: &G,
        store: &Store<P>,
        position: &P,
        answer: Answer<G>,
    ) -> Result<Option<MoveValue<G>>, Stop> {
        let holds = match (answer.value, round_lead(game, position)) {
            (Value::Lead(lead), Ok(round)) => lead > round,
            _ => false,
        };
        let at = game.canonical(position.clone());
        if holds && !self.known.contains_key(&at) {
            self.look_around(game, store, at.clone())?;
        }
        let here = self.known.get(&at).map(|(part, _)| *part);
        let mut best = answer.moves.into_iter().filter(|choice| choice.best);
        let Some(here) = here.filter(|_| holds) else { return Ok(best.next()) };
        Ok(best.min_by_key(|choice| match self.known.get(&game.canonical(choice.next.clone())) {
            Some((part, round)) if *part == here && choice.gain.net() == Some(0) => {
                round.map_or(u64::MAX, |round| u64::from(round) + 1)
            }
            _ => 0,
        }))
    }

    fn look_around<G: Game<Position = P>>(&mut self, game: &G, store: &Store<P>, at: P) -> Result<(), Stop> {
        let around = Around::of(game, store, at)?;
        let len = around.positions.len();
        let parts = parts(len, &around.edges);
        let mut goes_on = vec![false; len];
        let mut leaves = around.gains.clone();
        let stays = |(from, to): &Edge| parts[*from as usize] == parts[*to as usize];
        for edge in &around.edges {
            goes_on[edge.0 as usize] |= stays(edge);
            leaves[edge.0 as usize] |= !stays(edge);
        }
        let more =
            |at: usize| around.leads[at].1.map_or(std::cmp::Ordering::Equal, |round| around.leads[at].0.cmp(&round));
        let within: Vec<bool> = (0..len).map(|at| goes_on[at] && more(at).is_ne()).collect();
        let stays = |edge: &&Edge| stays(edge) && !(leaves[edge.0 as usize] && more(edge.0 as usize).is_gt());
        let edges: Vec<Edge> = around.edges.iter().filter(stays).copied().collect();
        let rounds = ground(&within, &edges, |at| more(at).is_gt());
        let before = self.known.len();
        for ((position, part), round) in around.positions.positions().iter().zip(parts).zip(rounds) {
            self.known.entry(position.clone()).or_insert((before + part, round));
        }
        Ok(())
    }
}

impl<P: Clone + Ord + Eq + Hash> Around<P> {
    fn of<G: Game<Position = P>>(game: &G, store: &Store<P>, at: P) -> Result<Around<P>, Stop> {
        let mut around =
            Around { positions: Numbering::default(), leads: Vec::new(), edges: Vec::new(), gains: Vec::new() };
        around.positions.add(at);
        let mut at = 0;
        while (at as usize) < around.positions.len() {
            let position = around.positions.position(at);
            let Answer { value, moves, .. } = answer(game, store, position)?;
            let lead = if let Value::Lead(lead) = value { lead } else { 0 };
            around.leads.push((lead, round_lead(game, position).ok()));
            around.gains.push(false);
            for choice in moves.into_iter().filter(|choice| choice.best) {
                if choice.gain.net() != Some(0) {
                    around.gains[at as usize] = true;
                    continue;
                }
                let (to, _) = numbered(&mut around.positions, game.canonical(choice.next))?;
                around.edges.push((at, to));
            }
            at += 1;
        }
        Ok(around)
    }
}
