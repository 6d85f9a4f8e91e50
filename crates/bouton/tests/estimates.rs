//! What a method says that it will take, against what it then asks for, on the games of the gallery.

use bouton::error::Stop;
use bouton::facts::Facts;
use bouton::gallery::{GalleryGame, games};
use bouton::game::Game;
use bouton::instance::{Instance, from_json};
use bouton::limits::{Limits, Meter, Silent};
use bouton::methods::{Ask, Asked, at_least, named};
use bouton_rules::{Rules, Source};
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::fs;
use std::sync::Arc;

/// With fewer positions the least sizes of rows and tables count for more than what is in them.
const LEAST: u64 = 1_000;
const MOST: u64 = 60_000;
/// What goes through numbers keeps something for each rank, which is small beside this.
const LEAST_BYTES: u64 = 1 << 17;
/// Cases of one game that are looked at for one method.
const CASES: usize = 2;

fn cases(game: &GalleryGame) -> Vec<Instance> {
    let rules: Arc<Rules> = Arc::new(bouton_rules::check(&Source::new(game.name, game.text)).0.unwrap());
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
    let text = fs::read_to_string(format!("{folder}/{}.cases.jsonl", game.name)).unwrap();
    let cases = text.lines().map(|line| serde_json::from_str::<Json>(line).unwrap());
    let large_enough = |case: &Json| case["expect"]["positions"].as_u64().is_none_or(|positions| positions >= LEAST);
    let cases = cases.filter(|case| case["large"] != true && case["only"].is_null()).filter(large_enough);
    cases
        .map(|case| {
            Instance::new(rules.clone(), &from_json(&rules, case["params"].as_object().unwrap()).unwrap()).unwrap()
        })
        .collect()
}

/// Bytes of an empty layer, as the plan says.
const EACH_LAYER: u64 = 200;

/// Bytes expected and bytes asked for; nothing where the method cannot solve the game, or its size says too little.
fn bytes(game: &Instance, method: &str) -> Option<(u64, u64)> {
    let (limits, start) = (Limits::default().positions(MOST), game.start().unwrap());
    let (method, _) = named::<Instance>(method).unwrap();
    let ready = method.fit(Asked::any(game, &start, Ask::Table), &Facts::of(game, &start), &limits).ok()?;
    let estimate = &ready.estimate;
    let mut meter = Meter::new(&limits, &Silent);
    let solved = match ready.run(&mut meter) {
        Ok(solved) => solved,
        Err(Stop::Positions { .. } | Stop::Cycle(_) | Stop::OrderBroken { .. }) => return None,
        Err(stop) => panic!("{stop}"),
    };
    let positions = solved.store.len();
    assert!(estimate.positions.is_none_or(|most| positions <= most), "more positions than were said to be possible");
    let kept = solved.store.up_to_symmetry().unwrap_or(positions);
    let said = at_least(&ready, game, &start, &limits);
    assert!(said.is_none_or(|said| said.positions <= kept), "{said:?} was said of {kept} positions");
    // Where few of many numbers were reached, it was done before what the numbers take was asked for.
    if positions < LEAST || meter.peak() == 0 {
        return None;
    }
    let moves = bouton::check(game, &start, &solved.store, &mut Meter::new(&limits, &Silent)).unwrap().moves;
    // Each layer has a table of its own, which counts where layers are thin.
    let layers = solved.store.kept_values().map_or(0, |kept| kept.layers().len() as u64);
    Some((estimate.bytes_for(positions, moves) + layers * EACH_LAYER, meter.peak()))
}

#[test]
fn estimates_are_right_within_twice_on_the_gallery() {
    let (mut wrong, mut looked_at): (Vec<String>, BTreeMap<&str, usize>) = Default::default();
    for game in games() {
        let (name, cases) = (game.name, cases(&game));
        for method in ["sweep", "retrograde", "layers", "memo"] {
            let large_enough = |(expected, _): &(u64, u64)| method != "sweep" || *expected >= LEAST_BYTES;
            for (expected, asked) in
                cases.iter().take(8).filter_map(|game| bytes(game, method)).filter(large_enough).take(CASES)
            {
                *looked_at.entry(method).or_default() += 1;
                let line = format!("{name:<18} {method:<10} {expected:>10} bytes expected, {asked:>10} asked for");
                println!("{line}");
                if expected > 2 * asked || asked > 2 * expected {
                    wrong.push(line);
                }
            }
        }
    }
    println!("{looked_at:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(looked_at.len() == 4 && looked_at.values().all(|&count| count >= 3), "too few cases: {looked_at:?}");
}
