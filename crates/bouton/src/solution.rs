//! Runs a plan: what was asked, solved.

mod many;

use crate::check::{Report, check};
use crate::error::{Known, Stop};
use crate::game::{Fault, Game, Opened};
use crate::limits::{Limits, Meter, Progress, Silent};
use crate::methods::{Ask, Asked, Method, Pace, Ready, Solved, components, few_first, grundy, methods, refuse, wanted};
use crate::path::at_start;
use crate::plan::{Fit, Plan};
use crate::recurrence::Trail;
use crate::store::Store;
use crate::value::Value;
use bouton_rules::{Text, say};
pub use many::Many;
use std::collections::HashMap;

/// A solved game.
#[derive(Clone, Debug)]
pub struct Solution<G: Game> {
    /// Where play began.
    pub start: G::Position,
    /// What the start is worth to its mover.
    pub value: Value,
    /// Positions with their values: every one that can be reached, if `whole`.
    pub store: Store<G::Position>,
    /// The method that solved it; `saved` where it was solved before and read.
    pub method: &'static str,
    /// Which of its strategies ran, to the end.
    pub strategy: &'static str,
    /// How many positions were solved: all that can be reached, if `whole`; else those looked at, of a sum the parts that can occur.
    pub positions: u64,
    /// How many of them are finished.
    pub finished: u64,
    /// Whether every position that can be reached was solved; if not, the start and what its moves lead to, at least.
    pub whole: bool,
    /// Best play from the start, where the store does not tell.
    pub line: Option<Trail>,
    /// How much was asked.
    pub asked: Ask,
    /// How many threads worked on it.
    pub threads: usize,
    /// Whether positions were solved as images of others: a false symmetry makes them too many.
    pub(crate) folded: bool,
    /// What went otherwise than planned, in sentences.
    pub notes: Vec<Text>,
    /// The plan as far as it was made: later methods than the one that solved it were not asked.
    pub plan: Plan,
}

/// Plans and solves. With `forced` only that method, or that strategy of a method, is used. Without, a method whose trust in the game proves
/// false (an order that breaks, play that repeats) hands over to the next that fits, and a note says so.
///
/// # Errors
/// Why there is no solution: a limit, no method that fits, or what is wrong with the game.
pub fn solve<G: Game + 'static>(
    game: &G,
    start: &G::Position,
    ask: &Ask,
    limits: &Limits,
    forced: Option<&str>,
    progress: &dyn Progress,
) -> Result<Solution<G>, Stop> {
    let forced = wanted::<G>(forced, limits)?;
    let limits = &limits.begun();
    let opened = game.opened().filter(|_| forced.is_none());
    let read = opened.and_then(|opened| read(game, start, *ask, opened));
    if let Some(solution) = read {
        return Ok(solution);
    }
    let plan = Plan::begun(game, start, forced.is_some());
    let mut meter = Meter::new(limits, progress);
    let (named, only) = (forced.is_some(), forced.and_then(|(_, only)| only));
    let asked = Asked { named, only, ..Asked::any(game, start, *ask) };
    let solved = match forced {
        Some((method, _)) => run(asked, &[method], plan, &mut meter),
        None => run(asked, methods::<G>(), plan, &mut meter),
    };
    let mut solution = solved.map_err(|stop| halted(stop, &meter))?;
    if opened.is_some() {
        solution.notes.insert(
            0,
            say!("the solution that was opened does not hold this position; {} solved it", Text::code(solution.method)),
        );
    }
    Ok(solution)
}

/// What a fault is that is none of the game's: it was told that the time is over, or that somebody asked to stop.
fn halted(stop: Stop, meter: &Meter) -> Stop {
    let code = if let Stop::Fault(trouble) = &stop { trouble.fault.diagnostic.code } else { "" };
    match (code, meter.limits().time) {
        ("M02", Some(limit)) => Stop::Time { limit, positions: meter.positions() },
        ("M09", _) => Stop::Cancelled,
        _ => stop,
    }
}

/// The method of a solution that was read and not worked out.
pub(crate) const READ: &str = "saved";

/// A solution that was worked out before, if it holds this position.
fn read<G: Game>(game: &G, start: &G::Position, asked: Ask, opened: &Opened) -> Option<Solution<G>> {
    let store = Store::kept(game.kind(), opened.kept.clone());
    Some(Solution {
        start: start.clone(),
        value: store.value(game, start)?,
        positions: store.len(),
        store,
        method: READ,
        strategy: READ,
        finished: opened.finished,
        whole: true,
        line: None,
        asked,
        threads: 1,
        folded: false,
        notes: Vec::new(),
        plan: Plan::begun(game, start, false),
    })
}

/// Asks one method after the other, and only as many as it takes: finding out whether one fits may take as long as solving.
fn run<G: Game + 'static>(
    asked: Asked<G>,
    methods: &[&dyn Method<G>],
    mut plan: Plan,
    meter: &mut Meter,
) -> Result<Solution<G>, Stop> {
    let (mut notes, mut last, mut gave_up, mut known) = (Vec::new(), None, None, Known::default());
    if plan.forced {
        meter.last_resort();
    }
    for method in methods {
        let ready = plan.ask(*method, asked, meter.limits());
        // What was found out in too little time says nothing.
        meter.limits().check()?;
        let Some(ready) = ready else { continue };
        if let Some(stop) = last.take() {
            notes.push(say!("{stop}; {} took over", Text::code(method.name())));
        }
        meter.start_over();
        let few = few_first(&ready, asked, plan.facts.index_size, meter);
        let solved = few.unwrap_or_else(|pace| all((*method, &ready), asked, (plan.facts.index_size, pace), meter));
        let stop = match solved {
            Ok(solved) => {
                let solution = finish(asked, (method.name(), ready.strategy.name), solved, notes, plan)?;
                return Ok(Solution { threads: meter.threads(), ..solution });
            }
            Err(stop) => stop,
        };
        match &stop {
            // Play that was promised not to repeat does: no other method can mend that.
            Stop::Cycle(_) if plan.facts.repeat.is_none() => return Err(stop),
            Stop::Cycle(_) | Stop::OrderBroken { .. } | Stop::Unfit { .. } => {}
            Stop::GaveUp { .. } => gave_up = Some((*method, ready)),
            _ if ready.hands_over(&stop) => known = stop.known(),
            Stop::Memory { .. } | Stop::Positions { .. } | Stop::Hopeless { .. } => {
                if let Some((method, ready)) = gave_up {
                    return last_resort((method, &ready), asked, (Vec::new(), plan), meter);
                }
                let short = matches!(stop.why(), Stop::Memory { .. });
                let Some((method, ready)) = set_aside(asked, methods, &plan, meter).filter(|_| short) else {
                    return Err(stop.knowing(known));
                };
                notes.push(say!("{stop}; {} took over", Text::code(method.name())));
                return last_resort((method, &ready), asked, (notes, plan), meter);
            }
            _ => return Err(stop.knowing(known)),
        }
        last = Some(stop);
    }
    Err(match last {
        None => no_method(&plan),
        Some(stop @ Stop::Cycle(_)) => {
            with_reason(stop, &Plan::of(asked.game, asked.start, &asked.ask, meter.limits()))
        }
        Some(stop) => stop,
    })
}

/// The first method that fits and was left aside for one that is better where there is room for it.
fn set_aside<'a, 'm, G: Game>(
    asked: Asked<'a, G>,
    methods: &[&'m dyn Method<G>],
    plan: &Plan,
    meter: &Meter,
) -> Option<(&'m dyn Method<G>, Ready<'a, G>)> {
    let choice = plan.choices.iter().find(|choice| !choice.allowed && choice.aside.is_some())?;
    let method = methods.iter().find(|method| method.name() == choice.method)?;
    method.fit(asked, &plan.facts, meter.limits()).ok().map(|ready| (*method, ready))
}

/// Lets a method go on that gave up, or was left aside, for one that then had no room.
fn last_resort<G: Game + 'static>(
    (method, ready): (&dyn Method<G>, &Ready<G>),
    asked: Asked<G>,
    (notes, plan): (Vec<Text>, Plan),
    meter: &mut Meter,
) -> Result<Solution<G>, Stop> {
    meter.start_over();
    meter.last_resort();
    let solved = ready.run(meter)?;
    let solution = finish(asked, (method.name(), ready.strategy.name), solved, notes, plan)?;
    Ok(Solution { threads: meter.threads(), ..solution })
}

/// Solves by a method, if games played at random do not show that it cannot end.
fn all<G: Game>(
    (method, ready): (&dyn Method<G>, &Ready<G>),
    asked: Asked<G>,
    most: (Option<u64>, Pace),
    meter: &mut Meter,
) -> Result<Solved<G::Position>, Stop> {
    refuse(ready, asked, most, meter)?;
    if let Some(checkpoint) = &meter.limits().checkpoint {
        checkpoint.begin(method.name()).map_err(Stop::disk)?;
    }
    ready.run(meter)
}

fn finish<G: Game + 'static>(
    Asked { game, start, ask, .. }: Asked<G>,
    (method, strategy): (&'static str, &'static str),
    solved: Solved<G::Position>,
    notes: Vec<Text>,
    plan: Plan,
) -> Result<Solution<G>, Stop> {
    let Solved { store, finished, searched, whole, line, instead, folded } = solved;
    let folded = folded || store.up_to_symmetry().is_some();
    let value = store.value(game, start).ok_or_else(|| Stop::Missing { position: game.show_position(start) })?;
    // A strategy of another method may have taken over.
    let of = |strategy| methods::<G>().iter().find(|method| (method.family().strategies)().contains(&strategy));
    let method = instead.and_then(of).map_or(method, |method| method.name());
    Ok(Solution {
        start: start.clone(),
        value,
        positions: searched.unwrap_or_else(|| store.len()),
        store,
        method,
        strategy: instead.map_or(strategy, |other| other.name),
        finished,
        whole,
        line,
        asked: ask,
        threads: 1,
        folded,
        notes,
        plan,
    })
}

fn no_method(plan: &Plan) -> Stop {
    plan.refused().unwrap_or_else(|| {
        Stop::NoMethod(plan.refusals().map(|(method, reason)| (method, reason.to_owned())).collect())
    })
}

/// Where the rules say what repeating means and yet no method was left, the message says why.
fn with_reason(stop: Stop, plan: &Plan) -> Stop {
    let retrograde = plan.choices.iter().find(|choice| choice.method == "retrograde");
    match (stop, retrograde) {
        (Stop::Cycle(mut back), Some(choice)) if plan.facts.repeat.is_some() => {
            back.refused = Some(match &choice.fit {
                Fit::No(reason) => reason.clone(),
                Fit::Yes(_) => {
                    "this method does not go round; leave out `--method`, and the plan uses `retrograde`".into()
                }
            });
            Stop::Cycle(back)
        }
        (stop, _) => stop,
    }
}

/// Parts valued for a nimber that the method did not need.
const MOST_PARTS: u64 = 256;

/// The same of components, which are quickly told apart.
const MOST_COMPONENTS: u64 = 1 << 16;

/// The nimber of a position: of a sum in normal play from its parts, of any other game in which both players have the same moves and whoever
/// cannot move loses from its successors. Nothing where the game is not of this kind.
///
/// # Errors
/// `limits` are reached, or the rules have a fault.
pub fn nimber<G: Game>(
    game: &G,
    at: &G::Position,
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<Option<u64>, Stop> {
    if !grundy::may_have_nimbers(game) {
        return Ok(None);
    }
    let mut meter = Meter::new(limits, progress);
    match game.parts() {
        Some(parts) => {
            let split = parts.split(at);
            Ok(grundy::nimbers(parts, &split, &mut meter)?.sum(&split))
        }
        None => match components::large(game, at, limits) {
            Some((local, found)) => found.nimber(&local.cells(at), &mut meter),
            None => grundy::positions::nimber(game, at, &mut meter),
        },
    }
}

/// The nimbers of a position and of all that can follow it, by canonical position. Nothing where the game is a sum, whose parts have them, or
/// players have different moves, play may repeat, or not all ends are lost for the player to move.
///
/// # Errors
/// `limits` are reached, or the rules have a fault.
pub fn nimbers<G: Game>(
    game: &G,
    at: &G::Position,
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<Option<HashMap<G::Position, u64>>, Stop> {
    grundy::positions::nimbers(game, at, &mut Meter::new(limits, progress))
}

impl<G: Game> Solution<G> {
    /// A position's nimber, if the game is a sum or a theorem tells it: read from the store, or worked out where the parts are few.
    pub fn nimber(&self, game: &G, position: &G::Position) -> Option<u64> {
        if let Some(teller) = self.store.teller() {
            return teller.nimber(&game.variables(&game.canonical(position.clone()))?);
        }
        if let Some(components) = self.store.of_components() {
            let cells = game.local().ok()?.cells(position);
            let limits = Limits::default().positions(MOST_COMPONENTS);
            return components.nimber(&cells, &mut Meter::new(&limits, &Silent)).ok().flatten();
        }
        let parts = game.parts()?;
        let split = parts.split(position);
        if let Some(nimbers) = self.store.nimbers() {
            return nimbers.sum(&split);
        }
        let limits = Limits::default().positions(MOST_PARTS);
        grundy::nimbers(parts, &split, &mut Meter::new(&limits, &Silent)).ok()?.sum(&split)
    }

    /// Proves the solution right, without any of the methods.
    ///
    /// # Errors
    /// `Stop::Wrong` at the first wrong value, or a limit that was reached.
    pub fn check(&self, game: &G, limits: &Limits) -> Result<Report, Stop> {
        let report = check(game, &self.start, &self.store, &mut Meter::new(limits, &Silent))?;
        // Images that play never leads to were counted: values are right, and yet the symmetries are none.
        let counted = !self.folded || report.positions == self.positions;
        if counted { Ok(report) } else { Err(at_start(Fault::asymmetric())) }
    }
}
