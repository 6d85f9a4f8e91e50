//! What cannot fit is refused before it begins, and what fits is not.

use bouton::checkpoint::Checkpoint;
use bouton::game::Game;
use bouton::instance::{Jit, from_json};
use bouton::methods::{Asked, at_least, methods};
use bouton::{Ask, Facts, Instance, Limits, Progress, Silent, Stop, gallery, solve};
use bouton_rules::Source;
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;
use std::fs;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;

fn game(name: &str, params: &Json) -> Instance {
    let text = gallery::find(name).unwrap().text;
    let rules = Arc::new(bouton_rules::check(&Source::new(name, text)).0.unwrap());
    let given = from_json(&rules, params.as_object().unwrap()).unwrap();
    // Of interpreted games fewer are played, and less is seen.
    Instance::new(rules, &given).unwrap().with_jit(Jit::WhenItPays)
}

fn large() -> Instance {
    game("connect-four", &json!({"rows": 6, "cols": 7}))
}

/// What a search does, one after the other.
#[derive(Default)]
struct Phases(Mutex<BTreeSet<&'static str>>);

impl Progress for Phases {
    fn tick(&self, phase: &'static str, _: u64, _: Option<u64>) {
        self.0.lock().unwrap().insert(phase);
    }
}

/// Why a search was refused, and what it said; it did nothing but play.
fn refused(game: &Instance, limits: &Limits) -> (Stop, u64) {
    refused_after(100, game, limits)
}

/// The same after more games than so many.
fn refused_after(least: u64, game: &Instance, limits: &Limits) -> (Stop, u64) {
    let phases = Phases::default();
    let stop = solve(game, &game.start().unwrap(), &Ask::Table, limits, None, &phases).unwrap_err();
    assert_eq!(phases.0.into_inner().unwrap(), BTreeSet::from(["playing at random"]), "{stop}");
    let Stop::Hopeless { why, at_least, games, .. } = &stop else { panic!("{stop}") };
    let finding = stop.diagnostic();
    let shown =
        finding.notes.iter().any(|note| note.to_string().contains("games played at random show that it would hold"));
    assert!(*games > least && shown && !finding.help.is_empty(), "{finding:?}");
    assert_eq!((finding.code, stop.remedy()), (why.diagnostic().code, why.remedy()));
    ((**why).clone(), *at_least)
}

#[test]
fn what_cannot_fit_is_refused_before_it_begins() {
    for (name, params, limit) in [
        ("connect-four", json!({"rows": 6, "cols": 7}), 100_000_000),
        ("mnk", json!({"m": 5, "n": 5, "k": 4}), 100_000_000),
        ("othello", json!({"size": 6}), 100_000_000),
        ("quixo", json!({"size": 5}), 1_000_000_000),
    ] {
        let game = game(name, &params);
        let (why, at_least) = refused(&game, &Limits::default().memory(limit));
        let Stop::Memory { needed, limit: said, fits } = why else { panic!("{name}: {why}") };
        assert!(needed > limit && said == limit && at_least >= fits, "{name}: {why}");
        let (why, at_least) = refused(&game, &Limits::default().positions(5_000_000));
        assert!(why == Stop::Positions { limit: 5_000_000 } && at_least >= 5_000_000, "{name}: {why}");
    }
}

#[test]
fn long_games_of_many_moves_are_refused_though_nothing_is_compiled() {
    let text = "game Marks\nparam n : 1..1000 = 330\nstate a : list[n] of 0..2 = 0\nstate last : 0..<n = 0\n\
                move put(c in 0 ..< n, k in 1..2) { when a[c] == 0 and c != last + 1; a[c] = k; last = c }\nstuck => me loses\n";
    let rules = Arc::new(bouton_rules::check(&Source::new("marks", text)).0.unwrap());
    let marks = Instance::new(rules, &[None]).unwrap().with_jit(Jit::Off);
    let (why, at_least) = refused(&marks, &Limits::default().positions(1 << 20));
    assert!(why == Stop::Positions { limit: 1 << 20 } && at_least >= 1 << 20, "{why}");
    let limit = Duration::from_secs(4);
    let (why, at_least) = refused_after(7, &marks, &Limits::default().time(limit));
    let Stop::Slow { limit: said, a_second } = why else { panic!("{why}") };
    assert!(said == limit && at_least > 4 * a_second, "{at_least} at {a_second} a second");
}

#[test]
fn small_games_are_solved_before_any_is_played_at_random() {
    // How few positions can be reached is not to be seen in the bounds.
    let text = "game Walk\nstate at : 0..1_000_000 = 5\nstate to : 0..1_000_000 = 0\n\
                move step(d in [-1, 1] if 0 <= at + d and at + d <= 60) { at += d }\n\
                move aim { when to == 0; to = 1 }\nend when at == 60 => me wins\nrepeat => draw\n";
    let rules = Arc::new(bouton_rules::check(&Source::new("walk", text)).0.unwrap());
    let walk = Instance::new(rules, &[]).unwrap();
    let phases = Phases::default();
    let solution = solve(&walk, &walk.start().unwrap(), &Ask::Table, &Limits::default(), None, &phases).unwrap();
    assert_eq!((solution.method, solution.positions, solution.notes.len()), ("retrograde", 122, 0));
    assert_eq!(phases.0.into_inner().unwrap(), BTreeSet::new());
    refused(&large(), &Limits::default().memory(100_000_000));
}

#[test]
fn with_a_disk_one_rank_must_not_fit() {
    let folder = std::env::temp_dir().join(format!("bouton-hopeless-{}", std::process::id()));
    let checkpoint = Arc::new(Checkpoint::new(&folder.join("x"), "a search".to_owned()).spilling());
    let limits = |memory| Limits::default().memory(memory).checkpoint(checkpoint.clone());
    let help = |limits: &Limits| {
        let stop =
            solve(&large(), &large().start().unwrap(), &Ask::Value, limits, Some("layers"), &Silent).unwrap_err();
        let Stop::Hopeless { why, at_least, help, .. } = stop else { panic!("{stop}") };
        let Stop::Memory { fits, .. } = *why else { panic!("{why}") };
        (at_least >= fits, help)
    };
    let disk = "`--disk FOLDER` holds no more than neighbouring ranks in memory";
    assert_eq!(help(&limits(260_000_000)), (true, vec![]));
    assert_eq!(help(&Limits::default().memory(200_000_000)), (true, vec![disk]));
    assert!(!folder.exists(), "nothing is written");
}

#[test]
fn what_fits_is_not_refused() {
    let game = game("connect-four", &json!({"rows": 4, "cols": 5}));
    let limits = Limits::default().positions(1_974_174);
    let solution = solve(&game, &game.start().unwrap(), &Ask::Value, &limits, Some("layers"), &Silent).unwrap();
    assert_eq!((solution.positions, solution.store.up_to_symmetry()), (3_945_711, Some(1_974_174)));
    let fewer = Limits { positions: Some(1_974_173), ..limits };
    assert!(solve(&game, &game.start().unwrap(), &Ask::Value, &fewer, Some("layers"), &Silent).is_err());
}

#[test]
fn what_goes_on_is_not_refused() {
    let folder = std::env::temp_dir().join(format!("bouton-goes-on-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let checkpoint = Checkpoint::new(&folder.join("x"), "a search".to_owned()).after(Duration::ZERO);
    let limits = Limits::default().checkpoint(Arc::new(checkpoint));
    // So few are not looked at beforehand.
    for positions in [1_000_000, 1_200_000] {
        let limits = limits.clone().positions(positions);
        let stop = solve(&large(), &large().start().unwrap(), &Ask::Table, &limits, None, &Silent).unwrap_err();
        assert_eq!(stop, Stop::Positions { limit: positions });
    }
    fs::remove_dir_all(&folder).unwrap();
    refused(&large(), &Limits::default().positions(1_200_000));
}

#[test]
fn time_and_cancel_are_heeded_while_playing() {
    let solved = |limits: &Limits| solve(&large(), &large().start().unwrap(), &Ask::Table, limits, None, &Silent);
    let late = Limits::default().time(Duration::ZERO);
    assert!(matches!(solved(&late), Err(Stop::Time { positions: 0, .. })));
    let cancelled = Limits::default();
    cancelled.cancel.store(true, Ordering::Relaxed);
    assert!(matches!(solved(&cancelled), Err(Stop::Cancelled)));
}

/// What is said for a plan, of games whose positions are counted.
#[test]
fn no_more_is_said_than_there_is() {
    let (counting, mut said_of) = (["layers", "memo", "retrograde"], BTreeSet::new());
    for (name, params) in [
        ("connect-four", json!({})),
        ("connect-four", json!({"rows": 3, "cols": 5})),
        ("mnk", json!({})),
        ("dots-and-boxes", json!({})),
        ("dots-and-boxes", json!({"rows": 2, "cols": 3})),
        ("othello", json!({})),
        ("breakthrough", json!({"rows": 4, "cols": 3})),
        ("hexapawn", json!({})),
        ("kalah", json!({"pits": 3, "seeds": 2})),
        ("three-mens-morris", json!({})),
        ("mu-torere", json!({})),
        ("quixo", json!({"size": 3})),
        ("l-game", json!({})),
    ] {
        let game = game(name, &params);
        let (start, limits) = (game.start().unwrap(), Limits::default());
        for method in methods::<Instance>().iter().filter(|method| counting.contains(&method.name())) {
            let ready = method.fit(Asked::any(&game, &start, Ask::Table), &Facts::of(&game, &start), &limits);
            let said = ready.ok().and_then(|ready| at_least(&ready, &game, &start, &limits));
            let solution = match solve(&game, &start, &Ask::Table, &limits, Some(method.name()), &Silent) {
                Ok(solution) => solution,
                Err(stop) => {
                    assert!(matches!(stop, Stop::Unfit { .. } | Stop::Cycle(_)), "{name}: {stop}");
                    continue;
                }
            };
            let kept = solution.store.up_to_symmetry().unwrap_or(solution.positions);
            // Nothing of placements, whose number is known.
            let Some(said) = said else {
                assert_eq!(method.name(), "retrograde", "{name}: nothing is said");
                continue;
            };
            said_of.insert(method.name());
            assert!(said.positions <= kept, "{name}, {}: {said:?}, {kept}", method.name());
            assert!(said.positions * 50 > kept, "{name}, {}: {said:?} says little of {kept}", method.name());
        }
    }
    assert_eq!(said_of, BTreeSet::from(counting));
}
