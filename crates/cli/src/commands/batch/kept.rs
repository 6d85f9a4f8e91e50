//! Games that cases come back to: many positions of one game share its plan, and, where it is small, one solution.

use super::Shared;
use crate::failure::Failure;
use crate::params::{self, Given};
use bouton::game::Game;
use bouton::rules::Text;
use bouton::rules::layout::Packed;
use bouton::{Instance, Limits, Many, Silent, Solution, Stop, solve};
use serde_json::{Map, Value as Json};
use std::collections::HashMap;

/// So many games are kept, those that were asked last.
const KEPT: usize = 8;
/// A game that is asked more often than this is worth solving as a whole.
const SEVERAL: u32 = 2;
/// A game of more positions than this is not.
const FEW: u64 = 1 << 16;
/// Of so many positions what was said is kept.
const MOST_SAID: usize = 1 << 10;

/// Games that were made for cases with positions, the last one first.
#[derive(Default)]
pub(super) struct Kept {
    games: Vec<One>,
}

/// A game with all that was found out about it.
pub(super) struct One {
    given: Given,
    pub(super) game: Instance,
    /// What is to be said beside every answer.
    pub(super) notes: Vec<Text>,
    /// How often it was solved, and by which method so that positions share a solution.
    solved: u32,
    method: Option<&'static str>,
    whole: Option<Many<Instance>>,
    /// What was said of positions of a game that is solved as a whole.
    said: HashMap<Packed, Map<String, Json>>,
}

impl Kept {
    /// The game of some parameters.
    pub(super) fn game(&mut self, shared: &Shared, given: Given, limits: &Limits) -> Result<&mut One, Failure> {
        let one = match self.games.iter().position(|one| one.given == given) {
            Some(at) => {
                let one = self.games.remove(at);
                One { game: one.game.within(limits), ..one }
            }
            None => One { given: given.clone(), ..One::new(shared, &given, limits)? },
        };
        self.games.truncate(KEPT - 1);
        self.games.insert(0, one);
        Ok(&mut self.games[0])
    }
}

impl One {
    /// A game by itself; what it was given is kept by those who come back to it.
    pub(super) fn new(shared: &Shared, given: &Given, limits: &Limits) -> Result<One, Failure> {
        let game = params::make(&shared.loaded, given, limits, "batch")?;
        let (game, notes) = match &shared.opened {
            Some(opened) if opened.of_params(&game) => (opened.with(game)?, Vec::new()),
            Some(opened) => (game, vec![opened.other_params()]),
            None => (game, Vec::new()),
        };
        Ok(One { given: Given::new(), game, notes, solved: 0, method: None, whole: None, said: HashMap::new() })
    }

    /// Solves a position and does with the solution what is wanted. The game as a whole is solved once positions were asked several times and
    /// one method told all of them; what that says of a position is what solving the position says.
    pub(super) fn solve<T>(
        &mut self,
        shared: &Shared,
        limits: &Limits,
        at: &Packed,
        then: impl FnOnce(&Instance, &Solution<Instance>) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        if self.solved == SEVERAL && shared.opened.is_none() {
            self.whole = self.solve_whole(shared, limits);
        }
        self.solved = self.solved.saturating_add(1);
        if let Some(solution) = self.whole.as_mut().and_then(|whole| whole.at(&self.game, at)) {
            return then(&self.game, solution);
        }
        let solution = self.solve_one(shared, at, limits)?;
        let same = solution.whole && (self.solved == 1 || self.method == Some(solution.method));
        self.method = same.then_some(solution.method);
        then(&self.game, &solution)
    }

    /// What was said of a position before.
    pub(super) fn said(&self, at: &Packed) -> Option<Map<String, Json>> {
        self.said.get(at).cloned()
    }

    /// Keeps what is said of a position: of a small game, positions soon come again.
    pub(super) fn keep(&mut self, at: Packed, said: &Map<String, Json>) {
        if self.whole.is_some() && self.said.len() < MOST_SAID {
            self.said.insert(at, said.clone());
        }
    }

    fn solve_one(&self, shared: &Shared, at: &Packed, limits: &Limits) -> Result<Solution<Instance>, Stop> {
        let ask = if shared.check { bouton::Ask::Table } else { shared.ask.ask() };
        solve(&self.game, at, &ask, limits, shared.how.method.as_deref(), &Silent)
    }

    /// The solution of all positions that play reaches, if it is small and the positions before were solved so too.
    fn solve_whole(&self, shared: &Shared, limits: &Limits) -> Option<Many<Instance>> {
        let method = self.method?;
        let positions = Some(limits.positions.map_or(FEW, |positions| positions.min(FEW)));
        let limits = Limits { positions, ..limits.clone() };
        let start = self.game.start().ok()?;
        let solution = self.solve_one(shared, &start, &limits).ok()?;
        let whole = Many::of(&self.game, solution).ok()??;
        (whole.method() == method).then_some(whole)
    }
}
