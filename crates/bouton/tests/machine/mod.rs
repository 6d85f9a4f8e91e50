//! One meaning, two engines: what machine code says of a position is what the interpreter says, successor by successor.

mod engines;
mod tricky;

use crate::random_rules::texts;
use bouton::gallery;
use bouton::instance::{Instance, Jit, from_json};
use bouton::sample::Dice;
use bouton_rules::{Rules, Source, check};
use engines::{Tally, compare};
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Cases of each game.
const CASES: usize = 4;

/// The first cases of a gallery game that are not large.
fn cases(name: &str, rules: &Arc<Rules>) -> Vec<Instance> {
    let path = format!("{}/../../games/{name}.cases.jsonl", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.contains("\"large\"") && !line.contains("\"only\""));
    lines.filter_map(|line| case(line, rules)).take(CASES).collect()
}

fn case(line: &str, rules: &Arc<Rules>) -> Option<Instance> {
    let case: Map<String, Json> = serde_json::from_str(line).unwrap();
    let params = case.get("params").and_then(Json::as_object).cloned().unwrap_or_default();
    Instance::new(rules.clone(), &from_json(rules, &params).ok()?).ok()
}

#[test]
fn the_gallery_plays_alike_in_both() {
    let (mut all, mut compiled, mut refused) = (Tally::default(), 0, Vec::new());
    for game in gallery::games() {
        let rules = Arc::new(check(&Source::new(game.name, game.text)).0.unwrap());
        for (which, slow) in cases(game.name, &rules).into_iter().enumerate() {
            let (fast, slow) = (slow.clone().with_jit(Jit::AtOnce), slow.with_jit(Jit::Off));
            match fast.compiled() {
                Ok(code) => {
                    compiled += 1;
                    let took = code.took();
                    let mut tally = Tally::default();
                    compare(game.name, &slow, &fast, &mut tally);
                    all.add(&tally);
                    println!(
                        "{}: {} checks remain, {} proven, {took:?}, {tally:?}",
                        game.name, code.checks, code.proven
                    );
                }
                Err(why) if which == 0 => refused.push(format!("{}: {why}", game.name)),
                Err(_) => {}
            }
        }
    }
    println!("{compiled} cases compiled, {all:?}; not compiled:\n{}", refused.join("\n"));
    assert!(compiled > 100, "{refused:?}");
    assert!(all.known * 20 > all.compared * 19, "the code asks too often: {all:?}");
}

/// A number that steps round a board of twelve pits keeps its bounds in a loop: nothing about it is asked.
#[test]
fn sowing_is_known_without_the_interpreter() {
    let game = gallery::find("awari").unwrap();
    let rules = Arc::new(check(&Source::new(game.name, game.text)).0.unwrap());
    let slow = case(r#"{"params": {"pits": 6, "seeds": 4}}"#, &rules).unwrap();
    let (fast, slow) = (slow.clone().with_jit(Jit::AtOnce), slow.with_jit(Jit::Off));
    let mut tally = Tally::default();
    compare(game.name, &slow, &fast, &mut tally);
    assert!(tally.compared > 0 && tally.known == tally.compared, "{tally:?}");
}

/// Random texts of each family.
const TEXTS: u64 = 40;

#[test]
fn random_rules_play_alike_in_both() {
    let (mut all, mut compiled, mut refused) = (Tally::default(), 0, BTreeMap::new());
    for (name, family) in texts::FAMILIES {
        let mut tally = Tally::default();
        for seed in 0..TEXTS {
            let text = family(&mut Dice::new(seed + 1_000));
            let Some(rules) = check(&Source::new(format!("{name}-{seed}.game"), text.clone())).0 else { continue };
            let Ok(slow) = Instance::new(Arc::new(rules), &[]) else { continue };
            let (fast, slow) = (slow.clone().with_jit(Jit::AtOnce), slow.with_jit(Jit::Off));
            match fast.compiled() {
                Ok(_) => {
                    compiled += 1;
                    compare(&text, &slow, &fast, &mut tally);
                }
                Err(why) => {
                    *refused
                        .entry(why.to_string().split_once(": ").map_or("", |(_, why)| why).to_owned())
                        .or_insert(0) += 1
                }
            }
        }
        println!("{name:<10} {tally:?}");
        all.add(&tally);
    }
    println!("{compiled} games compiled, {all:?}; not compiled: {refused:#?}");
    let texts = TEXTS * texts::FAMILIES.len() as u64;
    assert!(compiled * 3 > texts, "too few are compiled: {compiled} of {texts}");
    assert!(all.known * 2 > all.compared, "the code asks too often: {all:?}");
    assert!(all.together * 2 > all.compared, "few are looked at together: {all:?}");
}

#[test]
fn tricky_rules_play_alike_in_both() {
    let mut all = Tally::default();
    for (name, text) in tricky::TRICKY {
        let (rules, found) = check(&Source::new("tricky.game", *text));
        let rules = rules.unwrap_or_else(|| panic!("{name}: {found:?}"));
        let slow = Instance::new(Arc::new(rules), &[]).unwrap();
        let (fast, slow) = (slow.clone().with_jit(Jit::AtOnce), slow.with_jit(Jit::Off));
        if let Err(why) = fast.compiled() {
            panic!("{name}: {why}");
        }
        let mut tally = Tally::default();
        compare(name, &slow, &fast, &mut tally);
        println!("{name}: {tally:?}");
        all.add(&tally);
    }
    println!("{all:?}");
    assert!(all.known * 3 > all.compared * 2 && all.known < all.compared, "{all:?}");
}
