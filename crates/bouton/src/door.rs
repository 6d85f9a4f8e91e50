//! Games of rules, solved: what other rooms do for any game, for [`Instance`], compiled here once. A crate that called those rooms for an
//! `Instance` would compile every method again.

use crate::check::Report;
use crate::error::Stop;
use crate::instance::Instance;
use crate::limits::{Limits, Progress};
use crate::methods::{Ask, Family, methods};
use crate::plan::Plan;
use crate::solution::{self, Solution};
use crate::worth::{self, Valued};
use bouton_rules::interpret::Move;
use bouton_rules::layout::Packed;

/// Plans and solves. With `forced` only that method, or that strategy of a method, is used. Without, a method whose trust in the game proves
/// false (an order that breaks, play that repeats) hands over to the next that fits, and a note says so.
///
/// # Errors
///
/// A limit was reached, something is wrong with the rules, or no method fits.
pub fn solve(
    game: &Instance,
    start: &Packed,
    ask: &Ask,
    limits: &Limits,
    forced: Option<&str>,
    progress: &dyn Progress,
) -> Result<Solution<Instance>, Stop> {
    let solved = solution::solve(game, start, ask, limits, forced, progress);
    solved.map_err(|stop| stop.in_rules(game.rules()))
}

/// What a position of normal play is worth as a short game, and what each player may move to.
///
/// # Errors
///
/// The game is not of normal play (`M11`), a limit was reached, or something is wrong with the rules.
pub fn valued(game: &Instance, at: &Packed, limits: &Limits, progress: &dyn Progress) -> Result<Valued<Move>, Stop> {
    worth::valued(game, at, limits, progress).map_err(|stop| stop.in_rules(game.rules()))
}

/// What every method says of a game.
#[must_use]
pub fn plan(game: &Instance, start: &Packed, ask: &Ask, limits: &Limits) -> Plan {
    Plan::of(game, start, ask, limits)
}

/// The same for one method, or for one strategy of a method.
///
/// # Errors
///
/// There is none of that name, or it says no.
pub fn plan_by(game: &Instance, start: &Packed, ask: &Ask, limits: &Limits, name: &str) -> Result<Plan, Stop> {
    Plan::by(game, start, ask, limits, name)
}

/// Every method with its strategies, in order of preference.
#[must_use]
pub fn families() -> Vec<&'static Family> {
    methods::<Instance>().iter().map(|method| method.family()).collect()
}

/// Proves a solution right, without any of the methods.
///
/// # Errors
///
/// A value is wrong or missing, a limit was reached, or something is wrong with the rules.
pub fn prove(game: &Instance, solution: &Solution<Instance>, limits: &Limits) -> Result<Report, Stop> {
    solution.check(game, limits)
}
