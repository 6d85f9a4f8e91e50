//! Laws that hold for every game, however it was made.

use crate::common::Patience;
use bouton::Store;
use bouton::error::Stop;
use bouton::game::Game;
use bouton::instance::Jit;
use bouton::limits::{Limits, Meter, Silent};
use bouton::methods::{Ask, Asked, at_least, methods};
use bouton::solution::{Solution, solve};
use bouton::{Facts, Instance, Plan, answer, small};
use bouton_rules::datum::Datum;
use bouton_rules::diagnostic::{Severity, render};
use bouton_rules::interpret::{Position, Turn};
use bouton_rules::layout::Packed;
use bouton_rules::{Source, check, rules::Rules, syntax::format};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Of games with fewer positions it is not looked at what is said of their number beforehand: many games are played for that.
const LARGE: u64 = 100;

/// Expressions that brute force may work out: half a second or so.
const BRUTE_WORK: u64 = 14_000_000;

/// What a text was good for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Worth {
    /// These methods agree on so many positions.
    Solved(u64, Vec<&'static str>),
    /// Play can repeat and the rules do not say what that means: every method says so.
    Repeats,
    /// Play goes wrong: every method says so.
    Fault(&'static str),
    /// Too large for brute force; the other methods agree.
    TooLarge,
}

/// How many texts were good for what.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) texts: u64,
    /// Solved, with five positions or more.
    pub(crate) solved: u64,
    tiny: u64,
    repeats: u64,
    faults: u64,
    large: u64,
    positions: u64,
    /// How many games each method solved.
    methods: BTreeMap<&'static str, u64>,
}

impl Tally {
    pub(crate) fn add(&mut self, worth: &Worth) {
        self.texts += 1;
        match worth {
            Worth::Solved(positions, methods) => {
                methods.iter().for_each(|method| *self.methods.entry(method).or_default() += 1);
                self.positions += positions;
                *(if *positions >= 5 { &mut self.solved } else { &mut self.tiny }) += 1;
            }
            Worth::Repeats => self.repeats += 1,
            Worth::Fault(_) => self.faults += 1,
            Worth::TooLarge => self.large += 1,
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { texts, solved, tiny, repeats, faults, large, positions, methods } = self;
        write!(f, "{texts} games: {solved} solved ({positions} positions), {tiny} tiny, ")?;
        write!(f, "{repeats} repeat, {faults} go wrong, {large} too large; {methods:?}")
    }
}

/// Everything that must hold of a text without parameters to be given.
pub(crate) fn judge_text(source: &Source) -> Result<Worth, String> {
    let rules = read(source)?;
    let worth = judge(&rules, &[])?;
    formatting_keeps_the_meaning(source, &worth)?;
    small_games_find_the_same(&rules, &worth)?;
    Ok(worth)
}

fn read(source: &Source) -> Result<Arc<Rules>, String> {
    let (rules, found) = check(source);
    rules.map(Arc::new).ok_or_else(|| render(source, &found, false))
}

/// What brute force says of the start of a text, and how many positions there are; the code of what is wrong otherwise.
pub(crate) fn solved(source: &Source) -> Result<(bouton::Value, u64), String> {
    let game = Instance::new(read(source)?, &[]).map_err(|fault| fault.diagnostic.code.to_owned())?;
    let start = game.start().map_err(|fault| fault.diagnostic.code.to_owned())?;
    let found = solve(&game, &start, &Ask::Table, &Limits::default().positions(20_000), Some("brute"), &Silent);
    let found = found.map_err(|stop| match stop {
        Stop::Fault(fault) => fault.fault.diagnostic.code.to_owned(),
        other => other.to_string(),
    })?;
    Ok((found.value, found.store.len()))
}

/// Everything that must hold of a game.
pub(crate) fn judge(rules: &Arc<Rules>, params: &[Option<Datum>]) -> Result<Worth, String> {
    let game = match Instance::new(rules.clone(), params) {
        Ok(game) => game,
        Err(fault) => return Ok(Worth::Fault(fault.diagnostic.code)),
    };
    let start = match game.start() {
        Ok(start) => start,
        Err(fault) => return Ok(Worth::Fault(fault.diagnostic.code)),
    };
    let right = match by_brute_force(&game, &start) {
        Ok(right) => right,
        Err(Stop::Positions { .. } | Stop::Cancelled | Stop::TooDeep { .. }) => return without_brute(&game),
        Err(stop) => return every_method_stops_too(&game, stop),
    };
    let agreed = every_method_agrees(&game, &right)?;
    texts_read_back(&game, &right)?;
    Ok(Worth::Solved(right.store.len(), agreed))
}

/// What the interpreter finds by brute force, unless that takes too much work: [`Stop::Cancelled`].
fn by_brute_force(game: &Instance, start: &Packed) -> Result<Solution<Instance>, Stop> {
    let limits = Limits::default().positions(1_500);
    // What is found out about the game is found out once, and does not count.
    let _ = Facts::of(game, start);
    let game = game.clone().with_jit(Jit::Off);
    let patience = Patience::new(&limits, |_| game.interpreter().spent() > BRUTE_WORK);
    solve(&game, start, &Ask::Table, &limits, Some("brute"), &patience)
}

/// Whether positions are numbered without what follows from other variables.
pub(crate) fn leaves_out(game: &Instance) -> bool {
    let (start, limits) = (game.start().expect("it begins"), Limits::default());
    let plan = Plan::of(game, &start, &Ask::Table, &limits);
    plan.to_try().any(|(_, estimate)| estimate.steps.iter().any(|(what, _)| *what == "leave out"))
}

/// Every method must say the same from a position that play may never come to, and a table made from the start must know it only if play does.
/// False where brute force does not get through.
pub(crate) fn judge_from(game: &Instance, at: &Packed) -> Result<bool, String> {
    let Ok(right) = by_brute_force(game, at) else { return Ok(false) };
    every_method_agrees(game, &right)?;
    let start = game.start().map_err(|fault| fault.to_string())?;
    if let (Ok(usual), Ok(swept)) =
        (by_brute_force(game, &start), solve(game, &start, &Ask::Table, &Limits::default(), Some("sweep"), &Silent))
        && swept.method == "sweep"
    {
        let [one, other] = [&usual, &swept].map(|solution| solution.store.value(game, at));
        if one != other {
            return Err(format!("from the start brute: {one:?}, sweep: {other:?}"));
        }
    }
    Ok(true)
}

/// Where brute force takes too long, the other methods must still agree with each other and pass the check.
fn without_brute(game: &Instance) -> Result<Worth, String> {
    let start = game.start().map_err(|fault| fault.to_string())?;
    let limits = Limits::default().positions(2_000);
    // Nimbers value sums whose positions no other method could go through: whether those are few enough, `memo` tells.
    let sum = game.parts().is_some() || game.partizan_parts().is_some();
    let method = sum.then_some("memo");
    match solve(game, &start, &Ask::Table, &limits, method, &Silent) {
        Ok(solution) => every_method_agrees(game, &solution).map(|_| Worth::TooLarge),
        Err(Stop::Positions { .. } | Stop::Cycle(_) | Stop::Fault(_)) => Ok(Worth::TooLarge),
        Err(stop) => Err(format!("the plan: {stop}")),
    }
}

fn every_method_stops_too(game: &Instance, right: Stop) -> Result<Worth, String> {
    let worth = match &right {
        Stop::Cycle(_) => Worth::Repeats,
        Stop::Fault(trouble) => Worth::Fault(trouble.fault.diagnostic.code),
        other => return Err(format!("brute: {other}")),
    };
    let start = game.start().map_err(|fault| fault.to_string())?;
    let limits = Limits::default().positions(100_000);
    let found = solve(game, &start, &Ask::Table, &limits, None, &Silent);
    // Play may meet the loop or the fault first.
    if !matches!(found, Err(Stop::Cycle(_) | Stop::Fault(_) | Stop::Positions { .. })) {
        return Err(format!("brute: {right}, the plan: {:?}", found.map(|solution| solution.value)));
    }
    let facts = Facts::of(game, &start);
    for method in methods::<Instance>() {
        let Ok(ready) = method.fit(Asked::any(game, &start, Ask::Table), &facts, &limits) else { continue };
        // Strategy stealing looks at the first moves alone, and may not meet what is wrong.
        if ready.strategy.name == "stealing" {
            continue;
        }
        if let Ok(solved) = ready.run(&mut Meter::new(&limits, &Silent)) {
            let value = solved.store.value(game, &start);
            return Err(format!("brute: {right}, {}: {value:?}", method.name()));
        }
    }
    Ok(worth)
}

fn every_method_agrees(game: &Instance, right: &Solution<Instance>) -> Result<Vec<&'static str>, String> {
    let limits = Limits::default();
    let mut agreed = Vec::new();
    let facts = Facts::of(game, &right.start);
    let away = game.start().is_ok_and(|start| start != right.start);
    let mut wanted: Vec<_> = right.store.entries(game).collect();
    wanted.sort();
    for method in methods::<Instance>().iter().filter(|method| method.name() != "brute") {
        let Ok(ready) = method.fit(Asked::any(game, &right.start, Ask::Table), &facts, &limits) else { continue };
        let (name, mut meter) = (method.name(), Meter::new(&limits, &Silent));
        let solved = match ready.run(&mut meter) {
            Ok(solved) => solved,
            Err(Stop::OrderBroken { .. })
                if ["sweep", "layers"].contains(&name) && !game.order().is_some_and(|order| order.proven) =>
            {
                continue;
            }
            Err(Stop::Cycle(_)) if name == "memo" && game.repeat().is_some() => continue,
            // What counts as known in a closed form is so from the start alone, and a number that seems to follow from others need not.
            Err(Stop::Unfit { .. }) if away || name == "sweep" && leaves_out(game) => continue,
            Err(stop) => return Err(format!("{name} stops: {stop}")),
        };
        if !solved.whole {
            values_agree(game, &solved.store, &wanted).map_err(|wrong| format!("{name}: {wrong}"))?;
            agreed.push(name);
            continue;
        }
        let mut found: Vec<_> = solved.store.entries(game).collect();
        found.sort();
        if let Some((one, other)) = found.iter().zip(&wanted).find(|(one, other)| one != other) {
            let show = |entry: &(_, bouton::Value)| format!("{} is a {}", game.show_position(&entry.0), entry.1);
            return Err(format!("{name}: {}; {}: {}", show(one), right.method, show(other)));
        }
        if (found.len(), solved.finished) != (wanted.len(), right.finished) {
            return Err(format!(
                "{name}: {} positions, {} over; {}: {}, {}",
                found.len(),
                solved.finished,
                right.method,
                wanted.len(),
                right.finished
            ));
        }
        let checked = bouton::check(game, &right.start, &solved.store, &mut Meter::new(&limits, &Silent));
        let checked = checked.map_err(|stop| format!("the check of {name}: {stop}"))?;
        if checked.positions != right.store.len() {
            return Err(format!("the check of {name} saw {} positions", checked.positions));
        }
        let kept = solved.store.up_to_symmetry().unwrap_or(checked.positions);
        let said = if kept < LARGE { None } else { at_least(&ready, game, &right.start, &limits) };
        if let Some(said) = said.filter(|said| said.positions > kept) {
            return Err(format!("{name} keeps {kept} positions, and {said:?} was said before"));
        }
        agreed.push(name);
    }
    by_marks(game, right, &wanted)?;
    for (ask, method) in
        [(Ask::Value, Some("search")), (Ask::BestMoves, Some("search")), (Ask::Value, None), (Ask::BestMoves, None)]
    {
        let who = method.unwrap_or("the plan");
        match solve(game, &right.start, &ask, &limits, method, &Silent) {
            Ok(found) => {
                same_moves(game, right, &found, ask).map_err(|wrong| format!("{who}, asked {ask:?}: {wrong}"))?
            }
            Err(Stop::Unfit { .. }) if method.is_some() => {}
            Err(stop) => return Err(format!("{who} stops: {stop}")),
        }
    }
    let plan =
        solve(game, &right.start, &Ask::Table, &limits, None, &Silent).map_err(|stop| format!("the plan: {stop}"))?;
    let same = plan.value == right.value || (!plan.whole && plan.value.same_result(right.value));
    if same { Ok(agreed) } else { Err(format!("the plan: {}, brute: {}", plan.value, right.value)) }
}

/// Where marks can be made, whether or not others take less, they say the same.
fn by_marks(game: &Instance, right: &Solution<Instance>, wanted: &[(Packed, bouton::Value)]) -> Result<(), String> {
    let found = match solve(game, &right.start, &Ask::Table, &Limits::default(), Some("marks"), &Silent) {
        Ok(found) => found,
        Err(Stop::Unfit { .. }) => return Ok(()),
        Err(stop) => return Err(format!("marks: {stop}")),
    };
    let mut all: Vec<_> = found.store.entries(game).collect();
    all.sort();
    if all == wanted && found.finished == right.finished { Ok(()) } else { Err("marks differ".to_owned()) }
}

/// A value found without the whole table is right, and so is that of each first move where that was asked.
fn same_moves(game: &Instance, right: &Solution<Instance>, found: &Solution<Instance>, ask: Ask) -> Result<(), String> {
    if !found.value.same_result(right.value) {
        return Err(format!("{}, not {}", found.value, right.value));
    }
    if ask == Ask::Value {
        return Ok(());
    }
    let moves = |solution: &Solution<Instance>| answer(game, &solution.store, &right.start).map(|answer| answer.moves);
    let (found, right) = (moves(found), moves(right));
    let (found, right) = (found.map_err(|stop| stop.to_string())?, right.map_err(|stop| stop.to_string())?);
    let differs =
        found.iter().zip(&right).find(|(one, other)| !one.value.same_result(other.value) || one.best != other.best);
    match differs {
        Some((one, other)) => Err(format!("{}: {}, not {}", game.show_move(&one.mv), one.value, other.value)),
        None if found.len() == right.len() => Ok(()),
        None => Err("a move is missing".to_owned()),
    }
}

/// Nimbers and theorems list no positions, but they must say what each is worth, if not how soon.
fn values_agree(game: &Instance, store: &Store<Packed>, wanted: &[(Packed, bouton::Value)]) -> Result<(), String> {
    let differs = wanted
        .iter()
        .find(|(position, value)| !store.value(game, position).is_some_and(|found| found.same_result(*value)));
    differs.map_or(Ok(()), |(position, value)| Err(format!("{} is a {value}", game.show_position(position))))
}

/// Positions and moves are read as they are written, and different moves are written differently.
fn texts_read_back(game: &Instance, right: &Solution<Instance>) -> Result<(), String> {
    let interpreter = game.interpreter();
    let start = interpreter.start().map_err(|fault| fault.message.to_string())?;
    for (packed, _) in right.store.entries(game) {
        let position = game.unpack(&packed);
        if matches!(position.turn, Turn::Over(_)) {
            continue;
        }
        let text = interpreter.show_position(&position);
        match interpreter.read_position(&text, &start) {
            Ok(read) if read == position => {}
            read => return Err(format!("`{text}` is read as {read:?}, not {position:?}")),
        }
        moves_differ(game, &position)?;
    }
    Ok(())
}

fn moves_differ(game: &Instance, position: &Position) -> Result<(), String> {
    let interpreter = game.interpreter();
    if interpreter.ending(position).map_err(|fault| fault.message.to_string())?.is_some() {
        return Ok(());
    }
    let steps = interpreter.steps(position).map_err(|fault| fault.message.to_string())?;
    let mut texts: Vec<String> = steps.iter().map(|step| interpreter.show_move(&step.mv)).collect();
    texts.sort();
    match texts.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(format!("two moves read `{}` at {}", pair[0], interpreter.show_position(position))),
        None => Ok(()),
    }
}

fn formatting_keeps_the_meaning(source: &Source, worth: &Worth) -> Result<(), String> {
    let text = format(source).map_err(|found| render(source, &found, false))?;
    let again = Source::new("formatted.game", text.clone());
    if format(&again).as_deref() != Ok(text.as_str()) {
        return Err(format!("formatting twice changes\n{text}"));
    }
    if *worth == Worth::TooLarge {
        return Ok(());
    }
    let solved = |source: &Source| -> Result<String, String> {
        let game = Instance::new(read(source)?, &[]).map_err(|fault| fault.to_string())?;
        let start = game.start().map_err(|fault| fault.to_string())?;
        let solution = solve(&game, &start, &Ask::Table, &Limits::default(), None, &Silent);
        Ok(solution
            .map_or_else(|stop| stop.to_string(), |solution| format!("{} {}", solution.value, solution.positions)))
    };
    let (before, after) = (solved(source), solved(&again));
    if before == after { Ok(()) } else { Err(format!("before formatting: {before:?}, after: {after:?}")) }
}

/// Playing small games finds an error just where solving does.
fn small_games_find_the_same(rules: &Arc<Rules>, worth: &Worth) -> Result<(), String> {
    let found = small::explore(rules, Duration::from_secs(2));
    let errors: Vec<_> = found.diagnostics.into_iter().filter(|finding| finding.severity == Severity::Error).collect();
    let wrong = matches!(worth, Worth::Fault(_) | Worth::Repeats);
    let whole = found.tried.iter().all(|tried| tried.complete);
    if *worth == Worth::TooLarge || !whole || wrong != errors.is_empty() {
        return Ok(());
    }
    Err(format!("{worth:?}, but small games show\n{}", render(&rules.source, &errors, false)))
}
