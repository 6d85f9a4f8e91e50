//! The right answer to a case: solved exactly, value alone.

use super::Templates;
use bouton::answer::report::{params_json, report};
use bouton::game::{Fault, Game};
use bouton::instance::Jit;
use bouton::rules::datum::Datum;
use bouton::sample::{self, Params};
use bouton::{Ask, Instance, Limits, Silent, Stop, Value};

/// Parameters with what a program reads and what it must print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The parameters, in the order they are declared.
    pub params: Vec<Datum>,
    /// The parameters in words: `piles=[1,1,1,3]`.
    pub shown: String,
    /// What a program reads.
    pub input: String,
    /// The right answer.
    pub answer: String,
}

/// Knows the answers.
#[derive(Clone, Debug)]
pub struct Judge {
    /// How cases are written and answers are told.
    pub templates: Templates,
    /// What one case may use.
    pub limits: Limits,
}

impl Judge {
    /// One that gives each case a single thread: cases are judged side by side.
    #[must_use]
    pub fn new(templates: Templates, limits: Limits) -> Judge {
        Judge { templates, limits: limits.threads(1) }
    }

    /// The game of a case.
    pub fn game(&self, params: &Params) -> Result<Instance, Fault> {
        let game = Instance::new(self.templates.rules.clone(), params)?;
        Ok(if self.limits.machine_code() { game } else { game.with_jit(Jit::Off) })
    }

    /// A case, solved.
    pub fn case(&self, params: &Params) -> Result<Case, Stop> {
        let game = self.game(params).map_err(bouton::path::at_start)?;
        let start = game.start().map_err(bouton::path::at_start)?;
        let ask = if self.templates.value_alone() { Ask::Value } else { Ask::Table };
        let solution = bouton::solve(&game, &start, &ask, &self.limits, None, &Silent)?;
        let report = report(&game, &solution, &start, 0)?;
        let answer = self.templates.told(&game, &report).map_err(bouton::path::at_start)?;
        let params = game.interpreter().params().to_vec();
        let shown = sample::show(game.rules(), &params);
        Ok(Case { shown, input: self.templates.write(&game), answer, params })
    }

    /// Best play of a case in words, at most so many moves: `Alice take(1) +1 · Bob take(2) +2`.
    pub fn best_play(&self, case: &Case, longest: usize) -> Result<String, Stop> {
        let game = self.game(&case.params.iter().cloned().map(Some).collect()).map_err(bouton::path::at_start)?;
        let start = game.start().map_err(bouton::path::at_start)?;
        let solution = bouton::solve(&game, &start, &Ask::Table, &self.limits, None, &Silent)?;
        let line = report(&game, &solution, &start, longest)?.line;
        let made = line.moves.iter().map(|made| {
            let gain = match made.gain.mine {
                _ if !game.rules().points => String::new(),
                gain => format!(" {}", Value::Lead(gain)),
            };
            format!("{} {}{gain}", game.rules().player_name(made.mover), game.show_move(&made.mv))
        });
        Ok(made.collect::<Vec<_>>().join(" · "))
    }

    /// The parameters as JSON.
    #[must_use]
    pub fn json(&self, case: &Case) -> serde_json::Value {
        let given: Params = case.params.iter().cloned().map(Some).collect();
        self.game(&given).map_or(serde_json::Value::Null, |game| params_json(&game))
    }
}
