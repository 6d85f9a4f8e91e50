//! One small game asked at many positions: solved once, and told at each as if it had been solved there.

use super::Solution;
use crate::game::{Fault, Game};
use crate::store::Numbering;

/// A game solved from its start, with where its moves lead, so that what can be reached from any position is soon counted.
#[derive(Clone, Debug)]
pub struct Many<G: Game> {
    solution: Solution<G>,
    positions: Numbering<G::Position>,
    /// The moves of all positions one after the other: where they lead, by number.
    next: Vec<u32>,
    /// Where those of each position begin, and where the last end.
    from: Vec<usize>,
    /// When each position was counted last.
    counted: Vec<u64>,
    counts: u64,
}

impl<G: Game> Many<G> {
    /// Takes over a solution that holds every position, each by itself, and nothing but values; nothing otherwise.
    ///
    /// # Errors
    /// A fault of the game.
    pub fn of(game: &G, solution: Solution<G>) -> Result<Option<Many<G>>, Fault> {
        let plain = solution.whole && solution.line.is_none() && solution.notes.is_empty();
        if !plain || solution.store.up_to_symmetry().is_some() {
            return Ok(None);
        }
        let mut positions = Numbering::default();
        let (mut next, mut from, mut steps) = (Vec::new(), Vec::new(), Vec::new());
        let mut fits = positions.add(game.canonical(solution.start.clone())).is_some();
        while let Some(position) = positions.positions().get(from.len()).filter(|_| fits).cloned() {
            from.push(next.len());
            if game.ending(&position)?.is_none() {
                game.steps(&position, &mut steps)?;
            }
            for step in steps.drain(..) {
                let after = positions.add(game.canonical(step.next));
                fits &= after.is_some();
                next.extend(after.map(|(number, _)| number));
            }
        }
        from.push(next.len());
        let fits = fits && solution.positions == positions.len() as u64;
        let counted = vec![0; positions.len()];
        Ok(fits.then_some(Many { solution, positions, next, from, counted, counts: 0 }))
    }

    /// The solution as it were if this position had been solved; nothing where the game does not come there.
    pub fn at(&mut self, game: &G, position: &G::Position) -> Option<&Solution<G>> {
        let number = self.positions.find(&game.canonical(position.clone()))?;
        self.solution.value = self.solution.store.value(game, position)?;
        self.solution.start = position.clone();
        (self.solution.positions, self.solution.finished) = self.count(number);
        Some(&self.solution)
    }

    /// The method that solved it.
    #[must_use]
    pub fn method(&self) -> &'static str {
        self.solution.method
    }

    /// How many positions can be reached from one, itself among them, and at how many of them nobody moves.
    fn count(&mut self, number: u32) -> (u64, u64) {
        self.counts += 1;
        let (mut waiting, mut positions, mut finished) = (vec![number], 0, 0);
        self.counted[number as usize] = self.counts;
        while let Some(number) = waiting.pop() {
            positions += 1;
            let after = &self.next[self.from[number as usize]..self.from[number as usize + 1]];
            finished += u64::from(after.is_empty());
            for next in after {
                let counted = &mut self.counted[*next as usize];
                if *counted != self.counts {
                    *counted = self.counts;
                    waiting.push(*next);
                }
            }
        }
        (positions, finished)
    }
}
