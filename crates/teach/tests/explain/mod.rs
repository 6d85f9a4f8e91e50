//! What is explained is held against plain definitions, pictures against an XML parser, and hostile rules against both.

mod editors;
mod gallery;
mod hostile;
mod nimbers;
mod patterns;
mod plays;
mod recurrences;
mod trees;
mod values;
mod whys;
mod worksheets;

use bouton::gallery::games;
use bouton::game::{Game, Step, ended};
use bouton::instance::from_json;
use bouton::methods::Ask;
use bouton::rules::layout::Packed;
use bouton::rules::{Rules, Source, check};
use bouton::sample::{self, Dice, Size};
use bouton::{Instance, Limits, Silent, Solution, Value, solve};
use bouton_teach::scene::{Look, Scene};
use serde_json::{Map, Value as Json};
use std::collections::HashMap;
use std::sync::Arc;

/// A solved game that owns what a scene borrows.
struct Solved {
    game: Instance,
    solution: Solution<Instance>,
    at: Packed,
}

impl Solved {
    fn new(game: Instance, method: Option<&str>) -> Option<Solved> {
        let at = game.start().unwrap();
        let limits = Limits::default().positions(50_000);
        let solution = solve(&game, &at, &Ask::Table, &limits, method, &Silent).ok()?;
        Some(Solved { game, solution, at })
    }

    fn scene(&self) -> Scene<'_> {
        Scene::new(&self.game, &self.solution, &self.at)
    }
}

fn rules(name: &str) -> Arc<Rules> {
    let game = games().find(|game| game.name == name).unwrap();
    Arc::new(check(&Source::new(name, game.text)).0.unwrap())
}

fn read(text: &str) -> Arc<Rules> {
    let (rules, found) = check(&Source::new("test.game", text));
    Arc::new(rules.unwrap_or_else(|| panic!("{found:?}")))
}

/// A game of the gallery with parameters as JSON.
fn instance(name: &str, params: &str) -> Instance {
    let rules = rules(name);
    let params: Map<String, Json> = serde_json::from_str(params).unwrap();
    Instance::new(rules.clone(), &from_json(&rules, &params).unwrap()).unwrap()
}

fn solved(name: &str, params: &str) -> Solved {
    Solved::new(instance(name, params), None).unwrap()
}

/// What a position of a game that ends is worth to its mover, by definition: its ending, or its best move.
fn brute(game: &Instance, at: &Packed) -> Value {
    by_definition(game, at, &mut HashMap::new())
}

fn by_definition(game: &Instance, at: &Packed, known: &mut HashMap<Packed, Value>) -> Value {
    if let Some(value) = known.get(at).copied().or_else(|| ended(game, at).unwrap()) {
        return value;
    }
    let mut steps = Vec::new();
    game.steps(at, &mut steps).unwrap();
    let worth = |step: &Step<Instance>| {
        let next = by_definition(game, &step.next, known);
        step.value(game, game.mover(at), next).unwrap()
    };
    let best = steps.iter().map(worth).reduce(|one, two| if two.better(one) { two } else { one }).unwrap();
    known.insert(at.clone(), best);
    best
}

/// Small games drawn by lot from the rules of the gallery.
fn by_lot(name: &str, count: u64) -> Vec<Instance> {
    let rules = rules(name);
    let sizes = [(2, 3), (3, 5), (4, 6), (5, 5)].map(|(entries, value)| Size { entries, value });
    let seeds = (0..count).flat_map(|seed| sizes.map(|size| (seed, size)));
    let params = seeds.filter_map(|(seed, size)| sample::random(&rules, size, &mut Dice::new(seed)));
    params.filter_map(|params| Instance::new(rules.clone(), &params).ok()).collect()
}

fn english() -> Look {
    Look::default()
}
