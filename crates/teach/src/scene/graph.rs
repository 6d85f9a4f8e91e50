//! Every position that can be reached, with the moves between them.

use super::Scene;
use crate::refusal::Refusal;
use crate::words::Told;
use bouton::Value;
use bouton::game::Game;
use bouton::rules::interpret::Move;
use bouton::rules::layout::Packed;
use std::collections::{BTreeSet, HashMap};

/// Positions that can be reached, each once, the first one first, in the order in which play comes to them.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The positions, in the form that stands for them in the store.
    pub positions: Vec<Packed>,
    /// What each is worth to its mover.
    pub values: Vec<Value>,
    /// The moves of each; none where play is over.
    pub edges: Vec<Vec<Edge>>,
    /// The fewest moves that lead to each.
    pub layers: Vec<usize>,
    /// The most moves that can be made from each; nothing where play can go round.
    heights: Option<Vec<usize>>,
}

/// A move between two positions.
#[derive(Clone, Debug)]
pub struct Edge {
    /// The move.
    pub mv: Move,
    /// What it gives its mover more than the other.
    pub gain: i64,
    /// Whether its mover moves again.
    pub again: bool,
    /// What it is worth to its mover.
    pub value: Value,
    /// Whether it keeps the value, and if plies are counted also the plies.
    pub best: bool,
    /// The position it leads to.
    pub to: usize,
}

impl Graph {
    /// Looks at every position that can be reached; refuses where there are more than `most`.
    ///
    /// # Errors
    /// More than `most` positions can be reached (what would do is `instead`), a value is not among the solved ones, or the rules have a fault.
    pub fn reached(scene: &Scene, most: usize, instead: &[Told]) -> Result<Graph, Refusal> {
        let start = scene.game.canonical(scene.at.clone());
        let mut graph = Graph {
            positions: vec![start.clone()],
            values: vec![scene.value(&start)?],
            edges: Vec::new(),
            layers: vec![0],
            heights: None,
        };
        let mut numbers = HashMap::from([(start, 0)]);
        while graph.edges.len() < graph.positions.len() {
            let from = graph.edges.len();
            let edges = graph.moves(scene, from, &mut numbers)?;
            graph.edges.push(edges);
            if graph.positions.len() > most {
                let (count, most) = (graph.positions.len() as u64, most as u64);
                return Err(Refusal::too_large(count, most, instead.to_vec()));
            }
        }
        graph.heights = heights(&graph.edges);
        Ok(graph)
    }

    fn moves(
        &mut self,
        scene: &Scene,
        from: usize,
        numbers: &mut HashMap<Packed, usize>,
    ) -> Result<Vec<Edge>, Refusal> {
        let position = self.positions[from].clone();
        let (mover, uncounted) = (scene.mover(&position), self.values[from].uncounted());
        let mut edges = Vec::new();
        for choice in scene.answer(&position)?.moves {
            let again = scene.mover(&choice.next) == mover && !scene.ended_by_move(&choice.next);
            let (gain, best) = (super::sign::net(&choice), choice.fastest || (uncounted && choice.best));
            let next = scene.game.canonical(choice.next);
            let to = *numbers.entry(next.clone()).or_insert(self.positions.len());
            if to == self.positions.len() {
                self.values.push(scene.value(&next)?);
                self.positions.push(next);
                self.layers.push(self.layers[from] + 1);
            }
            edges.push(Edge { mv: choice.mv, gain, again, value: choice.value, best, to });
        }
        Ok(edges)
    }

    /// The most moves that can be made from each position; nothing where play can go round.
    #[must_use]
    pub fn heights(&self) -> Option<&[usize]> {
        self.heights.as_deref()
    }

    /// Whether play is over at a position.
    #[must_use]
    pub fn over(&self, at: usize) -> bool {
        self.edges[at].is_empty()
    }

    /// How many calls a plain recursion makes from each position, without remembering anything: 1 and those of its moves.
    /// Nothing where play can go round, or where there are more than 128 bits count.
    #[must_use]
    pub fn calls(&self) -> Option<Vec<u128>> {
        let heights = self.heights()?;
        let mut order: Vec<usize> = (0..self.positions.len()).collect();
        order.sort_by_key(|&at| heights[at]);
        let mut calls = vec![0_u128; order.len()];
        for at in order {
            let below = self.edges[at].iter().try_fold(1_u128, |sum, edge| sum.checked_add(calls[edge.to]));
            calls[at] = below?;
        }
        Some(calls)
    }

    /// Best play from the first position: the numbers of the positions it goes through, until it ends or comes round.
    #[must_use]
    pub fn best_line(&self) -> Vec<usize> {
        let (mut line, mut seen) = (vec![0], BTreeSet::from([0]));
        while let Some(edge) = line.last().and_then(|&at| self.edges[at].iter().find(|edge| edge.best)) {
            line.push(edge.to);
            if !seen.insert(edge.to) {
                break;
            }
        }
        line
    }
}

/// The longest way to an end from everywhere, counted from the ends (Kahn 1962); nothing if something lies on a round.
fn heights(edges: &[Vec<Edge>]) -> Option<Vec<usize>> {
    let mut into: Vec<Vec<usize>> = vec![Vec::new(); edges.len()];
    let mut missing: Vec<usize> = edges.iter().map(Vec::len).collect();
    for (from, moves) in edges.iter().enumerate() {
        moves.iter().for_each(|edge| into[edge.to].push(from));
    }
    let mut heights = vec![0; edges.len()];
    let mut ready: Vec<usize> = (0..edges.len()).filter(|&at| missing[at] == 0).collect();
    let mut done = 0;
    while let Some(at) = ready.pop() {
        done += 1;
        for &from in &into[at] {
            heights[from] = heights[from].max(heights[at] + 1);
            missing[from] -= 1;
            if missing[from] == 0 {
                ready.push(from);
            }
        }
    }
    (done == edges.len()).then_some(heights)
}
