//! The smallest case on which a belief loses something.

use crate::beliefs::{Belief, Slip};
use crate::cases::{Case, Judge, Maker, growing, put_apart};
use crate::stress::{Halt, Program, Reply, Trouble};
use bouton::game::Game;
use bouton::rules::{Text, say};
use bouton::sample::{self, Params};
use bouton::{Ask, Instance, Limits, Silent, Stop, Value, answer, guarded};
use rayon::prelude::*;

/// Cases looked at side by side.
const TOGETHER: usize = 64;

/// What became of a belief.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// How many cases were looked at.
    pub cases: usize,
    /// The first on which it goes wrong: its parameters in words, and how.
    pub refuted: Option<(String, Slip)>,
    /// Cases that a fault in Bouton cost.
    pub faults: Vec<Stop>,
}

/// Looks at cases from the smallest on, at most so many.
///
/// # Errors
/// A limit that was reached, or what is wrong with the game.
pub fn refute(belief: &Belief, maker: &Maker, limits: &Limits, most: usize) -> Result<Verdict, Stop> {
    let mut cases = growing(maker).take(most);
    let limits = limits.clone().threads(1);
    let mut verdict = Verdict { cases: 0, refuted: None, faults: Vec::new() };
    loop {
        let together: Vec<Params> = cases.by_ref().take(TOGETHER).collect();
        if together.is_empty() {
            return Ok(verdict);
        }
        let (slips, faults) = put_apart(together.par_iter().map(|params| slip(belief, params, &limits)).collect())?;
        verdict.faults.extend(faults);
        let found = slips.iter().position(Option::is_some);
        verdict.cases += found.map_or(slips.len(), |at| at + 1);
        verdict.refuted = slips.into_iter().flatten().next();
        if verdict.refuted.is_some() {
            return Ok(verdict);
        }
    }
}

/// How a belief goes wrong on a case, if it does. A panic in it is an error that costs no other case.
///
/// # Errors
/// A limit that was reached, or what is wrong with the game.
pub fn slip(belief: &Belief, params: &Params, limits: &Limits) -> Result<Option<(String, Slip)>, Stop> {
    guarded(|| sample::show_given(&belief.rules, params), || slip_of(belief, params, limits)).flatten()
}

fn slip_of(belief: &Belief, params: &Params, limits: &Limits) -> Result<Option<(String, Slip)>, Stop> {
    let game = Instance::new(belief.rules.clone(), params).map_err(bouton::path::at_start)?;
    let game = game.within(&limits.begun());
    let start = game.start().map_err(bouton::path::at_start)?;
    let solution = bouton::solve(&game, &start, &Ask::Table, game.limits(), None, &Silent)?;
    let slip = belief.slip(&game, &solution)?;
    Ok(slip.map(|slip| (sample::show(game.rules(), game.interpreter().params()), slip)))
}

/// Looks at what a program moves first, from the smallest case on, at most so many.
///
/// # Errors
/// The program that cannot be run or asked, or a case that cannot be solved.
pub fn refute_program(
    program: &mut dyn Program,
    maker: &Maker,
    judge: &Judge,
    most: usize,
) -> Result<Verdict, Trouble> {
    let mut cases = growing(maker).take(most);
    let mut verdict = Verdict { cases: 0, refuted: None, faults: Vec::new() };
    loop {
        let together: Vec<Params> = cases.by_ref().take(TOGETHER / 4).collect();
        if together.is_empty() {
            return Ok(verdict);
        }
        let rules = &judge.templates.rules;
        let guarded = |params| guarded(|| sample::show_given(rules, params), || solved(judge, params)).flatten();
        let (solved, faults) = put_apart(together.par_iter().map(guarded).collect())?;
        verdict.faults.extend(faults);
        let asked: Vec<Case> = solved.iter().map(|solved| solved.case.clone()).collect();
        for (at, (solved, reply)) in solved.iter().zip(program.replies(&asked)?).enumerate() {
            if let Some(slip) = solved.slip(&reply)? {
                verdict.cases += at + 1;
                verdict.refuted = Some((solved.case.shown.clone(), slip));
                return Ok(verdict);
            }
        }
        verdict.cases += solved.len();
    }
}

/// A case with the worth of every first move.
struct Solved {
    case: Case,
    right: Value,
    position: String,
    moves: Vec<(String, Value, bool)>,
}

fn solved(judge: &Judge, params: &Params) -> Result<Solved, Stop> {
    let game = judge.game(params).map_err(bouton::path::at_start)?;
    let start = game.start().map_err(bouton::path::at_start)?;
    let solution = bouton::solve(&game, &start, &Ask::Table, game.limits(), None, &Silent)?;
    let here = answer(&game, &solution.store, &start)?;
    let moves = here.moves.iter().map(|choice| (game.show_move(&choice.mv), choice.value, choice.best)).collect();
    let (params, shown) =
        (game.interpreter().params().to_vec(), sample::show(game.rules(), game.interpreter().params()));
    let case = Case { params, shown, input: judge.templates.write(game.interpreter()), answer: String::new() };
    Ok(Solved { case, right: here.value, position: game.show_position(&start), moves })
}

impl Solved {
    /// How a reply goes wrong, if it does. Where the game is over at the start there is nothing to reply.
    fn slip(&self, reply: &Reply) -> Result<Option<Slip>, Halt> {
        let Some(better) = self.moves.iter().find(|mv| mv.2) else { return Ok(None) };
        let Reply::Text(text) = reply else {
            let message = say!("the program prints no move for {}", self.case.shown);
            return Err(Halt::Refused { message, help: "it must read the case and print its first move".into() });
        };
        let known = self.moves.iter().find(|mv| words(&mv.0) == words(text));
        let Some(chosen) = known else {
            let names: Vec<&str> = self.moves.iter().take(8).map(|mv| mv.0.as_str()).collect();
            let message = say!("`{}` is no move at the start of {}", text.trim(), self.case.shown);
            return Err(Halt::Refused { message, help: say!("moves there are {}", Text::names(names)) });
        };
        Ok((!chosen.2).then(|| Slip {
            right: self.right,
            got: chosen.1,
            before: Vec::new(),
            position: self.position.clone(),
            chosen: (chosen.0.clone(), chosen.1),
            better: (better.0.clone(), better.1),
        }))
    }
}

/// `take(2)` and `take 2` are one move.
fn words(text: &str) -> Vec<&str> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '-' && letter != '_')
        .filter(|word| !word.is_empty())
        .collect()
}
