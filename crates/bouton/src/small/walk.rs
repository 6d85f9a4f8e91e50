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
    /// What these gain their mover, less what they give the other.
    gains: Vec<Vec<i64>>,
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
        self.gains.push(Vec::new());
        self.from.push(from);
        number
    }

    /// Adds where the moves of a position lead.
    pub(super) fn add_steps(&mut self, at: usize, steps: Vec<Step>) {
        self.gains[at] = steps.iter().map(|step| step.mine.saturating_sub(step.theirs)).collect();
        let next = steps.into_iter().map(|step| self.add(step.next, Some((at, step.mv)))).collect();
        self.next[at] = next;
    }

    /// Adds where one move of a position leads, unless that is known.
    pub(super) fn add_step(&mut self, at: usize, step: Step) -> usize {
        let gain = step.mine.saturating_sub(step.theirs);
        let to = self.add(step.next, Some((at, step.mv)));
        if !self.next[at].contains(&to) {
            self.next[at].push(to);
            self.gains[at].push(gain);
        }
        to
    }

    /// A move that is part of a loop and that somebody says is `odd`: where it starts, what it gains, and the positions from where it leads until
    /// it can be made again.
    pub(super) fn odd_round(&self, odd: &dyn Fn(usize, usize, i64) -> bool) -> Option<(usize, i64, Vec<usize>)> {
        let endless = self.endless();
        let kept = (0..self.positions.len()).filter(|at| endless[*at]);
        let mut moves =
            kept.flat_map(|at| self.next[at].iter().zip(&self.gains[at]).map(move |(to, gain)| (at, *to, *gain)));
        moves.find_map(|(at, to, gain)| {
            let back = || if to == at { Some(Vec::new()) } else { self.way(to, at, &endless) };
            if endless[to] && odd(at, to, gain) { Some((at, gain, back()?)) } else { None }
        })
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
        self.way(start, start, within)
    }

    /// The fewest moves from a position to another: the positions that they are made at.
    fn way(&self, start: usize, goal: usize, within: &[bool]) -> Option<Vec<usize>> {
        let mut came: HashMap<usize, usize> = HashMap::new();
        let (mut queue, mut done) = (vec![start], 0);
        while done < queue.len() {
            let at = queue[done];
            done += 1;
            for &to in self.next[at].iter().filter(|to| within[**to]) {
                if to == goal {
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
