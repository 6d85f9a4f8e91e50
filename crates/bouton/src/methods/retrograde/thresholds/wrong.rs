//! What is wrong with play that goes round: it gains, or is not worth one lead.

use super::Thresholds;
use crate::error::{Round, Stop};
use crate::game::{Game, nth_move, round_lead};
use crate::methods::rows::sampled;
use std::collections::{BTreeMap, VecDeque};

/// So many images of a position are asked what going round is worth.
const MOST_IMAGES: usize = 64;

impl<G: Game> Thresholds<'_, G> {
    /// A move gains within a part: the shortest way round by it.
    pub(super) fn gaining(&self, members: &[u32], number: u32, nth: usize) -> Stop {
        let to = self.graph.edge(number, nth).0;
        let mut moves = vec![(number, nth)];
        moves.extend(self.way(members, to, number));
        let position = self.graph.places.position(number);
        let names = moves.iter().map(|&(at, nth)| {
            let name = nth_move(self.game, &self.graph.places.position(at), nth);
            name.map_or_else(String::new, |mv| self.game.show_move(&mv))
        });
        let round = Round::Gains {
            position: self.game.show_position(&position),
            moves: names.collect(),
            gain: self.graph.gain(number, nth),
        };
        self.fault(number, round.fault())
    }

    /// The moves of the shortest way from a position of a part to another.
    fn way(&self, members: &[u32], from: u32, to: u32) -> Vec<(u32, usize)> {
        let mut before: BTreeMap<u32, (u32, usize)> = BTreeMap::new();
        let mut open = VecDeque::from([from]);
        while let Some(at) = open.pop_front().filter(|_| from != to && !before.contains_key(&to)) {
            for nth in 0..self.graph.degree(at) {
                if let Some((place, _)) = self.stays(at, nth) {
                    let next = members[place as usize];
                    if next != from && !before.contains_key(&next) {
                        before.insert(next, (at, nth));
                        open.push_back(next);
                    }
                }
            }
        }
        let mut way: Vec<(u32, usize)> =
            std::iter::successors(before.get(&to), |(at, _)| before.get(at)).copied().collect();
        way.reverse();
        way
    }

    /// Going round is not worth the same at two positions of a part, as one player sees it: each with what it is worth to its mover.
    pub(super) fn uneven(&self, (one, lead): (u32, i64), (other, kept): (u32, i64), same_mover: bool) -> Stop {
        let positions = [one, other].map(|number| self.game.show_position(&self.graph.places.position(number)));
        let leads = [lead, if same_mover { kept } else { -kept }];
        self.fault(one, Round::Uneven { positions, leads }.fault())
    }

    /// Where a position stands for its images, going round must be worth the same at each: tried at some.
    pub(super) fn try_images(&self, number: u32, position: &G::Position) -> Result<(), Stop> {
        let (Some(by), Some(words)) = (&self.graph.by, self.game.words()) else { return Ok(()) };
        let mut row = vec![0; words.count()];
        words.write(position, &mut row);
        if !by.samples(&row, sampled(u64::from(number))) {
            return Ok(());
        }
        let lead = |position: &G::Position| round_lead(self.game, position).map_err(|fault| self.fault(number, fault));
        let here = lead(position)?;
        for image in by.every(&row).take(MOST_IMAGES) {
            if lead(&words.read(&image))? != here {
                return Err(self.fault(number, words.asymmetry(&row)));
            }
        }
        Ok(())
    }
}
