//! Each kernel finds what Bouton finds, on small games by lot.

use crate::choice::random;
use crate::language;
use crate::works::{WORKS, answer};
use bouton::game::Game;
use bouton::rules::{Source, check};
use bouton::sample::Dice;
use bouton::{Ask, Instance, Limits, Value};
use std::sync::Arc;

#[test]
fn kernels_and_bouton_agree_on_small_games() {
    for work in WORKS {
        let mut dice = Dice::new(7);
        for turn in 0..60 {
            let size = 1 + dice.below(work.small);
            let input = (work.make)(size, &mut dice);
            let solved = answer(work, &input).unwrap_or_else(|why| panic!("{}: {why}", work.name));
            assert_eq!(solved.found, (input.kernel)(), "{} of size {size}, turn {turn}", work.name);
        }
    }
}

#[test]
fn names_are_single_words_and_differ() {
    for (place, work) in WORKS.iter().enumerate() {
        assert!(!work.name.contains(' '), "{}", work.name);
        assert!(WORKS[..place].iter().all(|other| other.name != work.name), "{}", work.name);
    }
}

#[test]
fn every_way_to_write_a_game_is_worth_what_its_kernel_finds_and_solved_as_it_was() {
    let (mut ways, mut kernels, mut chosen) = (0, 0, String::new());
    for (name, texts) in language::games::games() {
        assert!((2..=3).contains(&texts.len()), "{name}");
        let found: Vec<_> =
            texts.iter().map(|text| language::way(name, text).unwrap_or_else(|why| panic!("{why}"))).collect();
        let value = found[0].value;
        let kernel = language::kernels::kernel(name).map(|kernel| kernel());
        let same = |other: Value| {
            if other.uncounted() || value.uncounted() { other.same_result(value) } else { other == value }
        };
        assert!(kernel.is_none_or(same) || name.starts_with(AGAIN), "{name}: {kernel:?}, {value:?}");
        assert!(found.iter().all(|way| way.value.same_result(value)), "{name}");
        let strategies: Vec<&str> = found.iter().map(|way| way.strategy).collect();
        chosen += &format!("{name} | {}\n", strategies.join(", "));
        ways += texts.len();
        kernels += usize::from(kernel.is_some());
    }
    assert!(ways >= 120, "{ways}");
    assert_eq!(kernels, language::kernels::KERNELS.len(), "each kernel is one of a game");
    for seed in 0..CHOSEN {
        let (name, text) = random::text(seed, SCALE);
        let rules = Arc::new(check(&Source::new(name, text)).0.expect("random rules are right"));
        let game = Instance::new(rules, &[]).expect("there are no parameters");
        let start = game.start().expect("it begins");
        let by = |ask: Ask| {
            let limits = Limits::default().threads(1);
            let plan = bouton::plan(&game, &start, &ask, &limits);
            let strategy = plan.to_try().next().and_then(|(choice, _)| choice.strategy);
            strategy.map_or("none", |strategy| strategy.name)
        };
        chosen += &format!("random {name} {seed} | {}, for the value {}\n", by(Ask::Table), by(Ask::Value));
    }
    kept(&chosen);
}

/// Of this game the kernel counts two steps as one move, as one of the ways does.
const AGAIN: &str = "two steps of one player";

/// Random games whose strategies are kept, and how large they are.
const CHOSEN: usize = 64;
const SCALE: i64 = 4;

/// The strategies are those of `chosen.txt`; `BOUTON_ACCEPT=1` writes it anew. One that changes is timed by `cargo xtask bench language` or `choice`.
fn kept(chosen: &str) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/language/chosen.txt");
    if std::env::var_os("BOUTON_ACCEPT").is_some() {
        std::fs::write(path, chosen).expect("the file can be written");
    }
    let before = std::fs::read_to_string(path).expect("the file is there");
    for (now, before) in chosen.lines().zip(before.lines()) {
        assert_eq!(now, before);
    }
    assert_eq!(chosen.lines().count(), before.lines().count(), "games were added to {path}, or taken away");
}
