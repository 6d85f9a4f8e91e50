//! Leads where play may go round, from what the words mean: no part of the graph is told apart, but for positions that
//! no cycle can lead through, and nothing is settled in turn.
//!
//! A position is worth at least t to the first player if she can force an end that leaves her at least t, or play for ever through positions
//! that play can come back to and whose round is worth at least t to her. That is the greatest set of positions from which she can come to
//! such a one whose moves she can keep in the set: a greatest fixed point around a least one (Büchi's condition, as games of
//! infinite play are solved), here for all t at once, as numbers. That rounds gain nothing and are worth one number is seen pair by pair of
//! positions. Cost: positions³ and more.

use super::{Found, reachable, successors};
use crate::error::{Round, Stop};
use crate::game::{Fault, Game, ended, round_lead};
use crate::limits::Meter;
use crate::methods::Solved;
use crate::path::trouble;
use crate::value::Value;
use bouton_rules::Player;
use std::collections::BTreeMap;

/// Less and more than every lead.
const NEVER: i128 = i128::MIN;
const ALWAYS: i128 = i128::MAX;

/// Every position as the first player sees it, by number.
struct Seen<'a, G: Game> {
    game: &'a G,
    start: &'a G::Position,
    positions: Vec<G::Position>,
    /// What finished ones are worth.
    ends: Vec<Option<i128>>,
    /// Where moves lead, and what they gain.
    moves: Vec<Vec<(usize, i128)>>,
    /// What going round is worth where play can come back; less than everything where it cannot.
    rounds: Vec<i128>,
}

/// Values of all positions.
pub(super) fn solved<G: Game>(game: &G, start: &G::Position, meter: &mut Meter) -> Result<Solved<G::Position>, Stop> {
    let mut seen = Seen::of(game, start, meter)?;
    seen.rounds(meter)?;
    let values = seen.values(meter)?;
    let mut found = Found::new(game);
    for (at, position) in seen.positions.iter().enumerate() {
        let lead = if game.mover(position) == Player::First { values[at] } else { -values[at] };
        let lead = i64::try_from(lead).ok().filter(|lead| *lead > i64::MIN);
        let lead = lead.ok_or_else(|| seen.fault(at, Fault::new("a lead leaves the 64-bit numbers")))?;
        found.add(position, Value::Lead(lead), seen.ends[at].is_some(), meter)?;
    }
    Ok(found.solved)
}

impl<'a, G: Game> Seen<'a, G> {
    fn of(game: &'a G, start: &'a G::Position, meter: &mut Meter) -> Result<Seen<'a, G>, Stop> {
        let reached = reachable(game, start, meter)?;
        let positions: Vec<G::Position> = reached.into_keys().collect();
        let numbers: BTreeMap<&G::Position, usize> = positions.iter().zip(0..).collect();
        let (mut ends, mut moves) = (Vec::new(), Vec::new());
        for position in &positions {
            let sign = if game.mover(position) == Player::First { 1 } else { -1 };
            let end = ended(game, position).map_err(|fault| trouble(game, start, position, None, fault))?;
            let steps = if end.is_some() { Vec::new() } else { successors(game, start, position)? };
            let step = |step: crate::game::Step<G>| {
                let gain = i128::from(step.gain.mine) - i128::from(step.gain.theirs);
                (numbers[&step.next], sign * gain)
            };
            moves.push(steps.into_iter().map(step).collect());
            ends.push(match end {
                Some(Value::Lead(lead)) => Some(sign * i128::from(lead)),
                _ => None,
            });
        }
        let rounds = vec![NEVER; positions.len()];
        Ok(Seen { game, start, positions, ends, moves, rounds })
    }

    /// What going round is worth at each position that play can come back to.
    fn rounds(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        let left = self.without_sources_and_sinks();
        let after = |at| if left[at] { self.after(at, &left) } else { Vec::new() };
        let after: Vec<Vec<bool>> = (0..left.len()).map(after).collect();
        let comes_to = |from: usize, to: usize| after[from].get(to) == Some(&true);
        for at in 0..after.len() {
            meter.step()?;
            if comes_to(at, at) {
                let lead = round_lead(self.game, &self.positions[at]).map_err(|fault| self.fault(at, fault))?;
                let sign = if self.game.mover(&self.positions[at]) == Player::First { 1 } else { -1 };
                self.rounds[at] = sign * i128::from(lead);
            }
        }
        let shown = |at: usize| self.game.show_position(&self.positions[at]);
        for at in (0..after.len()).filter(|at| left[*at]) {
            if let Some((_, gain)) = self.moves[at].iter().find(|(to, gain)| comes_to(*to, at) && *gain != 0) {
                let gain = i64::try_from(gain.abs()).unwrap_or(i64::MAX);
                return Err(self.fault(at, Round::Gains { position: shown(at), moves: Vec::new(), gain }.fault()));
            }
            let both = |other: usize| comes_to(at, other) && comes_to(other, at);
            if let Some(other) = (0..at).find(|other| both(*other) && self.rounds[*other] != self.rounds[at]) {
                let positions = [at, other].map(shown);
                let leads = [at, other].map(|at| i64::try_from(self.rounds[at]).unwrap_or(i64::MAX));
                return Err(self.fault(at, Round::Uneven { positions, leads }.fault()));
            }
        }
        Ok(())
    }

    /// Which positions are left when those that none leads to, or that lead to none, are taken out again and again: every cycle lies among them.
    fn without_sources_and_sinks(&self) -> Vec<bool> {
        let mut left = vec![true; self.positions.len()];
        loop {
            let mut led_to = vec![false; left.len()];
            for (moves, _) in self.moves.iter().zip(&left).filter(|(_, left)| **left) {
                moves.iter().for_each(|(to, _)| led_to[*to] = true);
            }
            let leads = |at: usize| self.moves[at].iter().any(|(to, _)| left[*to]);
            let next: Vec<bool> = (0..left.len()).map(|at| left[at] && led_to[at] && leads(at)).collect();
            if next == left {
                return left;
            }
            left = next;
        }
    }

    /// The positions that can come after one, of those that are left.
    fn after(&self, at: usize, left: &[bool]) -> Vec<bool> {
        let (mut after, mut open) = (vec![false; self.positions.len()], vec![at]);
        while let Some(from) = open.pop() {
            for (to, _) in self.moves[from].iter().filter(|(to, _)| left[*to]) {
                if !std::mem::replace(&mut after[*to], true) {
                    open.push(*to);
                }
            }
        }
        after
    }

    fn values(&self, meter: &mut Meter) -> Result<Vec<i128>, Stop> {
        meter.phase("going round", None);
        let mut kept = vec![ALWAYS; self.positions.len()];
        loop {
            let mut near = vec![NEVER; self.positions.len()];
            loop {
                let next = self.once_more(&near, &kept, meter)?;
                if next == near {
                    break;
                }
                near = next;
            }
            if near == kept {
                return Ok(near);
            }
            kept = near;
        }
    }

    /// What can be forced by one move to what is `near`, or at a position whose round is worth that by one that is `kept`.
    fn once_more(&self, near: &[i128], kept: &[i128], meter: &mut Meter) -> Result<Vec<i128>, Stop> {
        let mut next = Vec::with_capacity(near.len());
        for (at, end) in self.ends.iter().enumerate() {
            meter.step()?;
            let stays = self.best(at, kept).min(self.rounds[at]);
            next.push(end.unwrap_or_else(|| self.best(at, near).max(stays)));
        }
        Ok(next)
    }

    fn best(&self, at: usize, values: &[i128]) -> i128 {
        let worth = |(to, gain): &(usize, i128)| match values[*to] {
            NEVER => NEVER,
            ALWAYS => ALWAYS,
            value => value + gain,
        };
        let worths = self.moves[at].iter().map(worth);
        let first = self.game.mover(&self.positions[at]) == Player::First;
        if first { worths.max().unwrap_or(NEVER) } else { worths.min().unwrap_or(ALWAYS) }
    }

    fn fault(&self, at: usize, fault: Fault) -> Stop {
        trouble(self.game, self.start, &self.positions[at], None, fault)
    }
}
