//! Grows a tree from a solved game.

use super::{Branch, Made, Shown, Tree};
use crate::recurrence;
use crate::refusal::Refusal;
use crate::scene::{Graph, Scene, lines, net};
use bouton::answer::MoveValue;
use bouton::game::Game;
use bouton::rules::layout::Packed;
use bouton::{Instance, Kind};
use std::cmp::Reverse;
use std::collections::HashSet;

/// How much of a tree is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// As deep as this, instead of best play alone.
    pub depth: Option<usize>,
    /// At most so many places.
    pub most: usize,
}

/// Positions that are counted at most.
const MOST_COUNTED: usize = 200_000;
/// Best play is shown for so many moves, with so many others beside each.
const LONGEST: usize = 8;
const BESIDE: usize = 3;

/// The tree of a solved game: whole if it has at most `most` places; to a depth, if one is given; else best play with refutations.
///
/// # Errors
/// A value that is shown is not among the solved ones, a depth has more than `most` places, or the rules have a fault at a position shown.
pub fn tree(scene: &Scene, size: Size) -> Result<Tree, Refusal> {
    let graph = match Graph::reached(scene, MOST_COUNTED, &[]) {
        Ok(graph) => Some(graph),
        Err(Refusal::TooLarge { .. } | Refusal::Stop(_)) => None,
        Err(refusal) => return Err(refusal),
    };
    let calls = graph.as_ref().and_then(|graph| graph.calls()?.first().copied());
    let small = calls.is_some_and(|calls| calls <= size.most as u128);
    let shown = match size.depth {
        Some(depth) => Shown::Depth(depth),
        None if small => Shown::Whole,
        None => Shown::Line,
    };
    let mut growth = Growth { scene, branches: Vec::new(), positions: Vec::new(), seen: HashSet::new() };
    growth.plant(scene.at)?;
    match shown {
        Shown::Whole => growth.whole(0)?,
        Shown::Depth(depth) => growth.levels(depth, size.most)?,
        Shown::Line => growth.line(size.most)?,
    }
    growth.mark_line();
    let positions = graph.map(|graph| graph.positions.len());
    let (title, params, ends) = (scene.title(), scene.params(), recurrence::ends(scene.game));
    Ok(Tree { title, params, calls, positions, shown, ends, branches: growth.branches })
}

struct Growth<'a> {
    scene: &'a Scene<'a>,
    branches: Vec<Branch>,
    positions: Vec<Packed>,
    seen: HashSet<Packed>,
}

impl Growth<'_> {
    fn plant(&mut self, at: &Packed) -> Result<usize, Refusal> {
        self.add(at.clone(), None)
    }

    fn add(&mut self, position: Packed, step: Option<Made>) -> Result<usize, Refusal> {
        let scene = self.scene;
        let again = !self.seen.insert(scene.game.canonical(position.clone()));
        let over = scene.over(&position)?;
        self.branches.push(Branch {
            step,
            position: scene.variables(&position),
            drawing: scene.drawing(&position).map(|drawing| lines(&drawing)).unwrap_or_default(),
            mover: scene.to_move(&position),
            value: scene.value(&position)?,
            over,
            again,
            on_line: false,
            next: Vec::new(),
            left_out: 0,
        });
        self.positions.push(position);
        Ok(self.branches.len() - 1)
    }

    fn moves(&self, at: usize) -> Result<Vec<MoveValue<Instance>>, Refusal> {
        Ok(self.scene.answer(&self.positions[at])?.moves)
    }

    fn step(&mut self, from: usize, choice: MoveValue<Instance>, uncounted: bool) -> Result<usize, Refusal> {
        let gain = (self.scene.game.kind() == Kind::Points).then(|| net(&choice));
        let by = self.scene.name(self.scene.mover(&self.positions[from])).to_owned();
        let best = choice.fastest || (uncounted && choice.best);
        let made = Made { mv: self.scene.show_move(&choice.mv), by, gain, best };
        let next = self.add(choice.next, Some(made))?;
        self.branches[from].next.push(next);
        Ok(next)
    }

    /// Everything below a place, deepest first. The tree was counted: it is no deeper than it has places.
    fn whole(&mut self, at: usize) -> Result<(), Refusal> {
        let uncounted = self.branches[at].value.uncounted();
        for choice in self.moves(at)? {
            let next = self.step(at, choice, uncounted)?;
            self.whole(next)?;
        }
        Ok(())
    }

    /// Level by level; what was met before is not opened again.
    fn levels(&mut self, depth: usize, most: usize) -> Result<(), Refusal> {
        let mut level = vec![0];
        for _ in 0..depth {
            let mut below = Vec::new();
            for at in std::mem::take(&mut level) {
                if self.branches[at].again {
                    self.branches[at].left_out = self.moves(at)?.len();
                    continue;
                }
                let uncounted = self.branches[at].value.uncounted();
                for choice in self.moves(at)? {
                    if self.branches.len() < most {
                        below.push(self.step(at, choice, uncounted)?);
                    } else {
                        self.branches[at].left_out += 1;
                    }
                }
            }
            level = below;
        }
        for at in level {
            self.branches[at].left_out = self.moves(at)?.len();
        }
        Ok(())
    }

    /// Best play, and beside each of its moves what the others lead to with the best answer to them.
    fn line(&mut self, most: usize) -> Result<(), Refusal> {
        let mut at = 0;
        for _ in 0..LONGEST {
            let uncounted = self.branches[at].value.uncounted();
            let mut choices = self.moves(at)?;
            let best = |choice: &MoveValue<Instance>| choice.fastest || (uncounted && choice.best);
            let Some(first) = choices.iter().position(best) else { return Ok(()) };
            let followed = choices.remove(first);
            choices.sort_by_key(|choice| Reverse(choice.value));
            let next = self.step(at, followed, uncounted)?;
            for choice in choices {
                if self.branches[at].next.len() > BESIDE || self.branches.len() + 2 > most {
                    self.branches[at].left_out += 1;
                    continue;
                }
                let beside = self.step(at, choice, uncounted)?;
                self.refuted(beside)?;
            }
            if self.branches[next].again {
                break;
            }
            at = next;
        }
        self.branches[at].left_out += if self.branches[at].next.is_empty() { self.moves(at)?.len() } else { 0 };
        Ok(())
    }

    /// The best answer to a move, alone.
    fn refuted(&mut self, at: usize) -> Result<(), Refusal> {
        let uncounted = self.branches[at].value.uncounted();
        let mut choices = self.moves(at)?;
        let Some(best) = choices.iter().position(|choice| choice.fastest || (uncounted && choice.best)) else {
            return Ok(());
        };
        let answer = choices.swap_remove(best);
        self.branches[at].left_out = choices.len();
        let answered = self.step(at, answer, uncounted)?;
        self.branches[answered].left_out = self.moves(answered)?.len();
        Ok(())
    }

    /// The first best move from each place on, as lines show it.
    fn mark_line(&mut self) {
        let mut at = Some(0);
        while let Some(place) = at {
            self.branches[place].on_line = true;
            let best = |next: &&usize| self.branches[**next].step.as_ref().is_some_and(|step| step.best);
            at = self.branches[place].next.iter().find(best).copied();
        }
    }
}
