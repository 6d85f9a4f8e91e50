//! What the values of its neighbours do not show of a lead, where play may go round: that it is forced, and not put off for ever.
//!
//! Positions are parted so that no move leads to a part with a higher number (which is seen at every move, however the parts were found). It is
//! seen that no move within a part gains, and that going round is worth the same to one player at all of its positions. So play that stays in a
//! part is worth that, e. A position that is worth e and whose best move is worth e is right: its mover goes on with such moves for
//! ever, or until a part is left with what it is worth. Where more than e is stored for one player, that player must come nearer to a way out with every
//! best move: shown by counting, from the moves out of the part that are worth what is stored. The other's moves that give more lead to such a
//! position again, and finally to no more.

use super::{Edge, Rows, Walk, ground};
use crate::error::{Round, Stop};
use crate::game::{Game, round_lead};
use crate::value::Value;
use bouton_rules::say;

impl<G: Game> Walk<'_, G> {
    /// Proves the leads that neighbours do not show.
    pub(super) fn rounds(&self) -> Result<(), Stop> {
        let parts = parts(self.positions.len(), &self.edges);
        let edges = || self.edges.iter().map(|&(from, to)| (from as usize, to as usize));
        if let Some((from, _)) = edges().find(|(from, to)| parts[*to] > parts[*from]) {
            return Err(self.wrong(from, "its part is not told apart"));
        }
        let stays = |(from, to): (usize, usize)| parts[from] == parts[to];
        let mut rounds: Vec<Option<i64>> = vec![None; parts.len()];
        for (from, to) in edges().filter(|edge| stays(*edge)) {
            for at in [from, to] {
                let lead = || round_lead(self.game, self.position(at));
                if rounds[at].is_none() {
                    rounds[at] = Some(lead().map_err(|fault| self.faulty(at, &fault))?);
                }
            }
        }
        for ((from, to), &(gain, same_mover)) in edges().zip(&self.gains).filter(|(edge, _)| stays(*edge)) {
            let kept = rounds[to].and_then(|lead| if same_mover { Some(lead) } else { lead.checked_neg() });
            let round = match (gain, rounds[from], kept) {
                (0, Some(lead), Some(kept)) if lead == kept => continue,
                (0, lead, kept) => Round::Uneven {
                    positions: [from, to].map(|at| self.game.show_position(self.position(at))),
                    leads: [lead.unwrap_or(0), kept.unwrap_or(0)],
                },
                (gain, ..) => {
                    Round::Gains { position: self.game.show_position(self.position(from)), moves: Vec::new(), gain }
                }
            };
            return Err(self.wrong(from, round.fault().diagnostic.message));
        }
        self.forced(&parts, &rounds)
    }

    /// Whoever is to get more than going round is worth comes nearer to a way out.
    fn forced(&self, parts: &[usize], rounds: &[Option<i64>]) -> Result<(), Stop> {
        let more = |at: usize| match (self.values[at], rounds[at]) {
            (Value::Lead(lead), Some(round)) => lead.cmp(&round),
            _ => std::cmp::Ordering::Equal,
        };
        let within: Vec<bool> = (0..parts.len()).map(|at| more(at).is_ne()).collect();
        let best = |(from, to): &Edge, (gain, same_mover): &(i64, bool)| {
            self.values[*to as usize].after_step(*gain, *same_mover) == Some(self.values[*from as usize])
        };
        let part = |at: u32| parts[at as usize];
        let mut leaves = vec![false; parts.len()];
        for (edge, how) in self.edges.iter().zip(&self.gains) {
            leaves[edge.0 as usize] |= part(edge.0) != part(edge.1) && best(edge, how);
        }
        let moves = self.edges.iter().zip(&self.gains).filter(|(edge, how)| {
            let out = leaves[edge.0 as usize] && more(edge.0 as usize).is_gt();
            part(edge.0) == part(edge.1) && !out && best(edge, how)
        });
        let moves: Vec<Edge> = moves.map(|(edge, _)| *edge).collect();
        let counted = ground(&within, &moves, |at| more(at).is_gt());
        match (0..parts.len()).find(|&at| within[at] && counted[at].is_none()) {
            Some(at) => Err(self.wrong(at, say!("a {} is stored, but it can be put off for ever", self.values[at]))),
            None => Ok(()),
        }
    }
}

/// A number for each position, the same where play can go there and back, and no higher where a move leads: twice depth first, along the moves
/// and against them (Kosaraju, as in Sharir 1981).
pub(crate) fn parts(len: usize, edges: &[Edge]) -> Vec<usize> {
    let out = Rows::of(len, edges.iter().copied());
    let into = Rows::of(len, edges.iter().map(|(from, to)| (*to, *from)));
    let mut left = Vec::new();
    let mut seen = vec![false; len];
    (0..len).for_each(|at| depth_first(at, &out, &mut seen, &mut left));
    let (mut parts, mut seen) = (vec![0; len], vec![false; len]);
    for (before, &at) in left.iter().rev().enumerate() {
        let mut part = Vec::new();
        depth_first(at, &into, &mut seen, &mut part);
        part.into_iter().for_each(|member| parts[member] = len - before);
    }
    parts
}

/// Appends what is reached from a position and was not seen before, in the order in which it is left.
fn depth_first(at: usize, edges: &Rows, seen: &mut [bool], left: &mut Vec<usize>) {
    if std::mem::replace(&mut seen[at], true) {
        return;
    }
    let mut walk = vec![(at, edges.of_one(at))];
    while let Some((at, next)) = walk.last_mut() {
        match next.next() {
            Some(to) if !std::mem::replace(&mut seen[to], true) => walk.push((to, edges.of_one(to))),
            Some(_) => {}
            None => {
                left.push(*at);
                walk.pop();
            }
        }
    }
}
