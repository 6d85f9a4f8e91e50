//! The positions of one small game, breadth first, so that the first of its kind is reached by the fewest moves.

use bouton_rules::interpret::{Interpreter, Move, Position, Step, Turn};
use std::collections::HashMap;

/// Positions and how each was reached first.
#[derive(Debug, Default)]
pub(super) struct Walk {
    /// The start first.
    pub(super) positions: Vec<Position>,
    /// Where the moves of each lead; empty if it is over or was not looked at.
    pub(super) next: Vec<Vec<usize>>,
    from: Vec<Option<(usize, Move)>>,
    numbers: HashMap<Position, usize>,
}

impl Walk {
    /// The number of a position, which is new if it is the last.
    pub(super) fn add(&mut self, position: Position, from: Option<(usize, Move)>) -> usize {
        if let Some(number) = self.numbers.get(&position) {
            return *number;
        }
        let number = self.positions.len();
        self.numbers.insert(position.clone(), number);
        self.positions.push(position);
        self.next.push(Vec::new());
        self.from.push(from);
        number
    }

    /// Adds where the moves of a position lead.
    pub(super) fn add_steps(&mut self, at: usize, steps: Vec<Step>) {
        let next = steps.into_iter().map(|step| self.add(step.next, Some((at, step.mv)))).collect();
        self.next[at] = next;
    }

    /// The moves that led to a position, as text.
    pub(super) fn path(&self, game: &Interpreter, mut at: usize) -> Vec<String> {
        let mut moves = Vec::new();
        while let Some((before, mv)) = &self.from[at] {
            moves.push(game.show_move(mv));
            at = *before;
        }
        moves.reverse();
        moves
    }

    /// A short loop near the start, if play can repeat: its positions, in order.
    pub(super) fn cycle(&self) -> Option<Vec<usize>> {
        let endless = self.endless();
        let starts = (0..self.positions.len()).filter(|at| endless[*at]).take(CANDIDATES);
        starts.filter_map(|at| self.way_back(at, &endless)).min_by_key(Vec::len)
    }

    /// Which positions may lie on a loop: none that only lead to ends, and none that no other such leads to.
    fn endless(&self) -> Vec<bool> {
        let mut before = vec![Vec::new(); self.positions.len()];
        for (from, next) in self.next.iter().enumerate() {
            next.iter().for_each(|to| before[*to].push(from));
        }
        let mut kept = vec![true; self.positions.len()];
        peel(&self.next, &before, &mut kept);
        peel(&before, &self.next, &mut kept);
        kept
    }

    /// The fewest moves from a position back to it.
    fn way_back(&self, start: usize, within: &[bool]) -> Option<Vec<usize>> {
        let mut came: HashMap<usize, usize> = HashMap::new();
        let (mut queue, mut done) = (vec![start], 0);
        while done < queue.len() {
            let at = queue[done];
            done += 1;
            for &to in self.next[at].iter().filter(|to| within[**to]) {
                if to == start {
                    return Some(trail(&came, start, at));
                }
                came.entry(to).or_insert_with(|| {
                    queue.push(to);
                    at
                });
            }
        }
        None
    }

    /// The move between two neighbouring positions, as text.
    pub(super) fn move_between(&self, game: &Interpreter, from: usize, to: usize) -> String {
        let steps = game.steps(&self.positions[from]).unwrap_or_default();
        let step = steps.into_iter().find(|step| step.next == self.positions[to]);
        step.map_or_else(String::new, |step| game.show_move(&step.mv))
    }

    /// Whether a position is over by the move that led there.
    pub(super) fn is_over(&self, at: usize) -> bool {
        matches!(self.positions[at].turn, Turn::Over(_))
    }
}

/// Loops are sought through this many positions, the first that may lie on one.
const CANDIDATES: usize = 24;

/// Takes away, again and again, what has no `out` edge to anything kept.
fn peel(out: &[Vec<usize>], into: &[Vec<usize>], kept: &mut [bool]) {
    let mut left: Vec<usize> = out.iter().map(|ends| ends.iter().filter(|end| kept[**end]).count()).collect();
    let mut bare: Vec<usize> = (0..out.len()).filter(|at| kept[*at] && left[*at] == 0).collect();
    while let Some(at) = bare.pop() {
        kept[at] = false;
        for &from in into[at].iter().filter(|from| kept[**from]) {
            left[from] -= 1;
            if left[from] == 0 {
                bare.push(from);
            }
        }
    }
}

fn trail(came: &HashMap<usize, usize>, start: usize, mut at: usize) -> Vec<usize> {
    let mut trail = vec![at];
    while at != start {
        at = came[&at];
        trail.push(at);
    }
    trail.reverse();
    trail
}
