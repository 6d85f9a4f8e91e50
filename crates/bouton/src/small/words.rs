//! What `bouton check` says of rules that it played: what was tried, and what seems to hold always.

use super::Tried;
use super::habits::Habits;
use super::walk::Walk;
use crate::instance::Instance;
use crate::sample;
use crate::show::Count;
use bouton_rules::datum::Datum;
use bouton_rules::interpret::Interpreter;
use bouton_rules::rules::Rules;
use bouton_rules::types::Domain;
use bouton_rules::{Text, say};
use std::sync::Arc;

/// The largest game that was played whole, and how many others.
pub(super) fn summary(tried: &[Tried], habits: &Habits) -> Option<Text> {
    let largest = tried
        .iter()
        .filter(|tried| tried.complete && tried.positions > 1)
        .max_by_key(|tried| tried.positions)
        .or(tried.last())?;
    let mut words = Vec::new();
    if !largest.params.is_empty() {
        words.push(say!("{}: ", short(&largest.params)));
    }
    words.push(positions(largest.positions));
    if !largest.complete {
        words.push(say!(", not all"));
    }
    if habits.every_move_was_legal() {
        words.push(say!(", every move legal somewhere"));
    }
    match tried.len() - 1 {
        0 => {}
        1 => words.push(say!("; and 1 other game")),
        others => words.push(say!("; and {} other games", Count(others as u64))),
    }
    Some(Text::joined(words, ""))
}

/// Parameters, the long ones cut: `heaps=[3,4,5,1,2,… cap=7`.
fn short(params: &str) -> String {
    const LONGEST: usize = 40;
    let cut = |word: &str| match word.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &word[..end]),
        None => word.to_owned(),
    };
    params.split(' ').map(cut).collect::<Vec<_>>().join(" ")
}

/// `1 position`, `2,000 positions`.
pub(super) fn positions(count: usize) -> Text {
    if count == 1 { "1 position".into() } else { say!("{} positions", Count(count as u64)) }
}

/// What holds always, and what was seen of the largest game that was played whole.
pub(super) fn facts(rules: &Arc<Rules>, largest: Option<&(Interpreter, Walk)>, errors: bool) -> Vec<Text> {
    let mut facts = Vec::new();
    let Some((game, walk)) = largest.filter(|_| !errors) else { return facts };
    let params: Vec<Option<Datum>> = game.params().iter().cloned().map(Some).collect();
    if let Ok(instance) = Instance::new(rules.clone(), &params) {
        facts.extend(ends(&instance, walk));
        if instance.told_apart().is_none() {
            facts.push("whose turn it is does not matter: the moves and endings are the same for both players".into());
        }
    }
    for (which, domain) in game.domains().iter().enumerate() {
        facts.extend(kept(game, walk, which, domain).map(|fact| seen(fact, game, walk)));
    }
    if !rules.symmetries.is_empty() {
        facts.push("positions that the `symmetry` line makes equal are equal (checked)".into());
    }
    facts
}

/// Something that holds at all positions of one game, with what it was seen on where there are others.
fn seen(fact: Text, game: &Interpreter, walk: &Walk) -> Text {
    if game.params().is_empty() {
        return fact;
    }
    say!("{fact} (seen at all {} of {})", positions(walk.positions.len()), sample::show(game.rules(), game.params()))
}

/// Why play always ends, if every move of the game raises something.
fn ends(game: &Instance, walk: &Walk) -> Option<Text> {
    let order = game.order()?;
    let rank = |at: usize| order.rank(&walk.positions[at].state);
    let raised = |from: usize| walk.next[from].iter().all(|to| walk.is_over(*to) || rank(*to) > rank(from));
    let (falls, words) = order.told(game.rules());
    let does = if falls { "lowers" } else { "raises" };
    let fact = say!("play always ends: every move {does} {words}");
    let seen_so = || (0..walk.positions.len()).all(raised).then(|| seen(fact.clone(), game.interpreter(), walk));
    if order.proven { Some(fact) } else { seen_so() }
}

/// A board on which play changes something, but never how many there are of anything.
fn kept(game: &Interpreter, walk: &Walk, which: usize, domain: &Domain<i64>) -> Option<Text> {
    let names = match domain {
        Domain::Grid { of, .. } | Domain::List { of, .. } => game.rules().names_of(of)?,
        _ => return None,
    };
    let values = |at: usize| entries(&walk.positions[at].state[which]);
    let first = values(0);
    let changes = walk.positions.iter().any(|position| position.state[which] != walk.positions[0].state[which]);
    let sorted = |mut values: Vec<i64>| {
        values.sort_unstable();
        values
    };
    let wanted = sorted(first);
    let same = (1..walk.positions.len()).all(|at| sorted(values(at)) == wanted);
    (changes && same).then(|| {
        say!("the numbers of {} on `{}` never change", Text::joined(names, " and of "), game.rules().states[which].name)
    })
}

fn entries(value: &Datum) -> Vec<i64> {
    match value {
        Datum::Grid(grid) => grid.cells.clone(),
        other => other
            .entries()
            .filter_map(|entry| if let Datum::Int(number) = entry { Some(number) } else { None })
            .collect(),
    }
}
