//! One part of what goes round: leads that can be forced by leaving it, the farthest from what going round is worth first.

use super::Thresholds;
use crate::error::Stop;
use crate::game::{Game, Repeat, round_lead};
use crate::limits::Meter;
use crate::store::NONE;
use std::collections::BinaryHeap;

/// In place of how many moves of a position are not known: it is settled.
const SETTLED: u32 = u32::MAX;

/// Positions after which the clock is looked at.
const AT_ONCE: usize = 1 << 14;

/// A part with what is known of it. Positions are named by their places in it.
struct Part<'p> {
    members: &'p [u32],
    /// What going round is worth to each mover; nothing where nobody leads then.
    round: Vec<i64>,
    /// The best that is known for each mover: by leaving, or by moving to a settled position.
    best: Vec<i64>,
    /// How many moves of each lead to positions that are not settled.
    open: Vec<u32>,
    /// The moves into each within the part: `before[first[p] .. first[p + 1]]`, where they start and whether the same player moves on.
    first: Vec<usize>,
    before: Vec<(u32, bool)>,
    /// Those that may be settled, by how far the best is from going round.
    next: BinaryHeap<(u64, u32)>,
}

impl<G: Game> Thresholds<'_, G> {
    /// Solves a part whose every move leads to known positions or stays in it.
    pub(super) fn solve_part(&mut self, members: &[u32], meter: &mut Meter) -> Result<(), Stop> {
        for (place, number) in (0..).zip(members) {
            self.low[*number as usize] = place;
        }
        let mut part = self.read_part(members, meter)?;
        part.settle(meter)?;
        for (place, number) in members.iter().enumerate() {
            let lead = if part.open[place] == SETTLED { part.best[place] } else { part.round(place) };
            self.set(*number, lead)?;
        }
        Ok(())
    }

    /// The moves of a part: what leaves it is worth something, what stays in it must gain nothing and keep what going round is worth.
    fn read_part<'p>(&self, members: &'p [u32], meter: &mut Meter) -> Result<Part<'p>, Stop> {
        let len = members.len();
        let round = self.rounds(members, meter)?;
        let (best, open, first, before) = (vec![NONE; len], vec![0; len], vec![0; len + 1], Vec::new());
        let mut part = Part { members, round, best, open, first, before, next: BinaryHeap::new() };
        let mut inner = 0;
        for (place, &number) in members.iter().enumerate() {
            for nth in 0..self.graph.degree(number) {
                match self.stays(number, nth) {
                    None => part.best[place] = part.best[place].max(self.option(number, nth)?),
                    Some((to, same_mover)) => {
                        let kept = part.round(to as usize);
                        if self.graph.gain(number, nth) != 0 {
                            return Err(self.gaining(members, number, nth));
                        }
                        if part.round(place) != if same_mover { kept } else { -kept } {
                            return Err(self.uneven(
                                (number, part.round(place)),
                                (members[to as usize], kept),
                                same_mover,
                            ));
                        }
                        part.open[place] += 1;
                        part.first[to as usize] += 1;
                        inner += 1;
                    }
                }
            }
            if place % AT_ONCE == 0 {
                meter.memory(self.bytes() + part.bytes(inner))?;
                meter.steps(0)?;
            }
        }
        self.turn_round(&mut part, inner, meter)?;
        Ok(part)
    }

    /// Lays the moves into each position of a part side by side.
    fn turn_round(&self, part: &mut Part, inner: usize, meter: &mut Meter) -> Result<(), Stop> {
        meter.memory(self.bytes() + part.bytes(inner))?;
        let mut sum = 0;
        for ends in &mut part.first {
            sum += *ends;
            *ends = sum;
        }
        part.before = vec![(0, false); inner];
        for (place, &number) in (0_u32..).zip(part.members) {
            for nth in 0..self.graph.degree(number) {
                if let Some((to, same_mover)) = self.stays(number, nth) {
                    part.first[to as usize] -= 1;
                    part.before[part.first[to as usize]] = (place, same_mover);
                }
            }
            if (place as usize).is_multiple_of(AT_ONCE) {
                meter.steps(0)?;
            }
        }
        Ok(())
    }

    /// Where a move of a position in the part leads, if it stays in it: nothing outside is still unknown.
    pub(super) fn stays(&self, number: u32, nth: usize) -> Option<(u32, bool)> {
        let (to, same_mover) = self.graph.edge(number, nth);
        (!self.is_known(to)).then(|| (self.low[to as usize], same_mover))
    }

    /// What going round is worth to the mover of each position, where it may be something.
    fn rounds(&self, members: &[u32], meter: &mut Meter) -> Result<Vec<i64>, Stop> {
        if self.game.repeat() != Some(Repeat::Leads) {
            return Ok(Vec::new());
        }
        let mut round = Vec::with_capacity(members.len());
        for number in members {
            let position = self.graph.places.position(*number);
            round.push(round_lead(self.game, &position).map_err(|fault| self.fault(*number, fault))?);
            self.try_images(*number, &position)?;
            if round.len() % AT_ONCE == 0 {
                meter.steps(0)?;
            }
        }
        Ok(round)
    }
}

impl Part<'_> {
    /// What going round is worth to the mover of a position.
    fn round(&self, place: usize) -> i64 {
        self.round.get(place).copied().unwrap_or(0)
    }

    /// Settles every position with more or less than going round is worth, the farthest first.
    fn settle(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        (0..).take(self.members.len()).for_each(|place| self.offer(place));
        let mut done = 0;
        while let Some((_, place)) = self.next.pop() {
            if self.open[place as usize] == SETTLED {
                continue;
            }
            self.open[place as usize] = SETTLED;
            let lead = self.best[place as usize];
            for at in self.first[place as usize]..self.first[place as usize + 1] {
                let (from, same_mover) = self.before[at];
                self.tell(from, if same_mover { lead } else { -lead });
            }
            done += 1;
            if done % AT_ONCE == 0 {
                meter.steps(0)?;
            }
        }
        Ok(())
    }

    /// One more move of a position is worth so much.
    fn tell(&mut self, place: u32, lead: i64) {
        let at = place as usize;
        if self.open[at] == SETTLED {
            return;
        }
        self.open[at] -= 1;
        let better = lead > self.best[at];
        self.best[at] = self.best[at].max(lead);
        if better || self.open[at] == 0 {
            self.offer(place);
        }
    }

    /// Lets a position be settled in its turn, if the best that is known is more than going round, or all there is.
    fn offer(&mut self, place: u32) {
        let at = place as usize;
        let (best, round) = (self.best[at], self.round(at));
        if best > round || (best < round && self.open[at] == 0) {
            self.next.push((best.abs_diff(round), place));
        }
    }

    /// Bytes that it takes with so many moves that stay in it.
    fn bytes(&self, inner: usize) -> u64 {
        let each = size_of::<i64>() * 2 + size_of::<u32>() + size_of::<usize>() + 2 * size_of::<(u64, u32)>();
        (self.members.len() * each + inner * size_of::<(u32, bool)>()) as u64
    }
}
