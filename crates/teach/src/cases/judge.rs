//! The right answer to a case: solved exactly, value alone.

use super::Templates;
use bouton::answer::report::{params_json, report};
use bouton::family::{self, Family, Given, Wanted};
use bouton::game::{Fault, Game};
use bouton::rules::datum::Datum;
use bouton::rules::interpret::Interpreter;
use bouton::sample::{self, Params};
use bouton::{Ask, Instance, Limits, Silent, Stop, Value, guarded};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

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
    short: Short,
}

/// A case takes less than this.
const LEAST_MEMORY: u64 = 16_000_000;
/// So many cases are answered the long way too.
const BOTH_WAYS: u64 = 16;

/// The short way to an answer: rules that are a family are solved without planning each case anew.
#[derive(Clone, Debug)]
struct Short {
    family: Option<Arc<Family>>,
    /// How many cases were answered so far.
    answered: Arc<AtomicU64>,
    /// Whether both ways were found to differ: then the short one is gone.
    differs: Arc<AtomicBool>,
}

/// Judges cases one after the other.
#[derive(Debug)]
pub struct Worker<'j> {
    judge: &'j Judge,
    short: Option<family::Worker<'j>>,
}

impl Judge {
    /// One that gives each case a single thread: cases are judged side by side.
    #[must_use]
    pub fn new(templates: Templates, limits: Limits) -> Judge {
        let free = limits.positions.is_none() && limits.time.is_none() && limits.memory >= LEAST_MEMORY;
        // Who begins must be known: answers are told for the first player.
        let family = if free && templates.own().starts.is_none() { Family::of(templates.own()).ok() } else { None };
        let short = Short { family: family.map(Arc::new), answered: Arc::default(), differs: Arc::default() };
        Judge { templates, limits: limits.threads(1), short }
    }

    /// Somebody who judges cases one after the other, for one thread.
    #[must_use]
    pub fn worker(&self) -> Worker<'_> {
        Worker { judge: self, short: self.short.family.as_ref().map(|family| family.worker()) }
    }

    /// The game of a case, whose time runs from now on.
    ///
    /// # Errors
    /// Parameters that the rules refuse.
    pub fn game(&self, params: &Params) -> Result<Instance, Fault> {
        Ok(Instance::new(self.templates.rules.clone(), params)?.within(&self.limits.begun()))
    }

    /// A case, solved.
    ///
    /// # Errors
    /// A limit that was reached, or what is wrong with the game.
    pub fn case(&self, params: &Params) -> Result<Case, Stop> {
        let game = self.game(params).map_err(bouton::path::at_start)?;
        let start = game.start().map_err(bouton::path::at_start)?;
        let ask = if self.templates.value_alone() { Ask::Value } else { Ask::Table };
        let solution = bouton::solve(&game, &start, &ask, game.limits(), None, &Silent)?;
        let report = report(&game, &solution, &start, 0)?;
        let answer = self.templates.told(&game, &report).map_err(bouton::path::at_start)?;
        let params = game.interpreter().params().to_vec();
        let shown = sample::show(game.rules(), &params);
        Ok(Case { shown, input: self.templates.write(game.interpreter()), answer, params })
    }

    /// Best play of a case in words, at most so many moves: `Alice take(1) +1 · Bob take(2) +2`.
    ///
    /// # Errors
    /// The game's faults, or a position that the solution does not hold.
    pub fn best_play(&self, case: &Case, longest: usize) -> Result<String, Stop> {
        let game = self.game(&case.params.iter().cloned().map(Some).collect()).map_err(bouton::path::at_start)?;
        let start = game.start().map_err(bouton::path::at_start)?;
        let solution = bouton::solve(&game, &start, &Ask::Table, game.limits(), None, &Silent)?;
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
        self.game(&given).map_or(serde_json::Value::Null, |game| params_json(&game).into())
    }
}

impl Worker<'_> {
    /// What one case may use.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.judge.limits
    }

    /// A case, solved. A panic in it is an error that costs no other case.
    ///
    /// # Errors
    /// A limit that was reached, or what is wrong with the game.
    pub fn case(&mut self, params: &Params) -> Result<Case, Stop> {
        let rules = self.judge.templates.rules.clone();
        let case = guarded(|| sample::show_given(&rules, params), || self.solved(params));
        case.unwrap_or_else(|stop| {
            // Nobody knows what the fault left of it.
            *self = self.judge.worker();
            Err(stop)
        })
    }

    fn solved(&mut self, params: &Params) -> Result<Case, Stop> {
        let Some(case) = self.short(params) else { return self.judge.case(params) };
        let Short { answered, differs, .. } = &self.judge.short;
        if answered.fetch_add(1, Ordering::Relaxed) >= BOTH_WAYS {
            return Ok(case);
        }
        let long = self.judge.case(params)?;
        if long != case {
            differs.store(true, Ordering::Relaxed);
        }
        Ok(long)
    }

    fn short(&mut self, params: &Params) -> Option<Case> {
        let Judge { templates, short, .. } = self.judge;
        let worker = self.short.as_mut().filter(|_| !short.differs.load(Ordering::Relaxed))?;
        let given: Vec<Given> = params.iter().map(|param| param.as_ref().map_or(Given::Not, Given::Datum)).collect();
        let told = worker.solve(&given, Wanted::Value)?;
        let answer = templates.told_by(told.value, told.totals())?;
        // The input is written from the `let` lines of the rules: no more of the game is set up.
        let game = Interpreter::new(templates.rules.clone(), params).ok()?;
        let params = game.params().to_vec();
        Some(Case { shown: sample::show(game.rules(), &params), input: templates.write(&game), answer, params })
    }
}

/// What was worked out, and the faults in Bouton that cost the rest; anything else that stopped a case ends them all.
pub(crate) fn put_apart<T>(made: Vec<Result<T, Stop>>) -> Result<(Vec<T>, Vec<Stop>), Stop> {
    let (mut good, mut faults) = (Vec::new(), Vec::new());
    for made in made {
        match made {
            Ok(made) => good.push(made),
            Err(stop @ Stop::Panicked { .. }) => faults.push(stop),
            Err(stop) => return Err(stop),
        }
    }
    Ok((good, faults))
}
