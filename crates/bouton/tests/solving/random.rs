//! Laws that hold on every random game.

use super::graphs::{At, Dice, Graph, Like, going_round, random};
use bouton::answer::{Line, LineEnd, answer, line};
use bouton::error::Stop;
use bouton::facts::Facts;
use bouton::game::{Game, Repeat, ended, round_lead};
use bouton::limits::{Limits, Meter, Silent};
use bouton::methods::{Ask, Asked, Method, Solved, methods, named};
use bouton::solution::solve;
use bouton::store::Store;
use bouton::value::{Kind, Outcome, Plies, Value};
use bouton_rules::Player;
use std::cell::Cell;

const REPEATS: [Option<Repeat>; 4] =
    [None, Some(Repeat::Draw), Some(Repeat::Wins(Player::First)), Some(Repeat::Wins(Player::Second))];

/// Runs a law over many games of every kind; a failure names its seed.
pub(crate) fn for_games(seeds: u64, law: impl Fn(&Graph)) {
    for seed in 0..seeds {
        for kind in [Kind::Outcome, Kind::Points] {
            for repeat in REPEATS {
                for cycles in [false, true] {
                    let mut dice = Dice(seed);
                    let nodes = 2 + dice.below(10);
                    let game = random(&mut dice, Like { kind, repeat, cycles, nodes });
                    let guard = Named(seed, &game);
                    law(&game);
                    std::mem::forget(guard);
                }
            }
        }
    }
}

/// Says which game a failure belongs to.
struct Named<'a>(u64, &'a Graph);

impl Drop for Named<'_> {
    fn drop(&mut self) {
        println!("seed {}: {:#?}", self.0, self.1);
    }
}

fn run(game: &Graph, method: &dyn Method<Graph>) -> Option<Result<Solved<At>, Stop>> {
    let (limits, start) = (Limits::default(), game.start().unwrap());
    let facts = Facts::of(game, &start);
    match method.fit(Asked::any(game, &start, Ask::Table), &facts, &limits) {
        Ok(ready) => Some(ready.run(&mut Meter::new(&limits, &Silent))),
        Err(reason) => {
            assert!(!reason.is_empty());
            None
        }
    }
}

fn brute(game: &Graph) -> Result<Solved<At>, Stop> {
    run(game, named("brute").unwrap().0).unwrap()
}

pub(crate) fn check(game: &Graph, store: &Store<At>) -> Result<u64, Stop> {
    let limits = Limits::default();
    let mut meter = Meter::new(&limits, &Silent);
    bouton::check::check(game, &game.start().unwrap(), store, &mut meter).map(|report| report.positions)
}

#[test]
fn every_method_that_fits_agrees_with_brute_and_with_check() {
    for_games(800, |game| {
        let right = brute(game);
        for method in methods() {
            match (run(game, *method), &right) {
                (None, _) => {}
                (Some(Ok(solved)), Ok(right)) => {
                    assert_same(game, &solved, right, method.name());
                    assert_eq!(check(game, &solved.store), Ok(right.store.len()), "{}", method.name());
                }
                (Some(Err(Stop::Cycle(_))), Err(Stop::Cycle(_))) => {}
                (Some(Err(stop)), Err(right)) if gains(&stop) && gains(right) => {}
                (Some(Err(Stop::Cycle(_))), Err(right)) if gains(right) => assert_eq!(method.name(), "memo"),
                (Some(Err(Stop::Cycle(_))), Ok(_)) => assert!(method.name() == "memo" && game.repeat.is_some()),
                (Some(found), right) => panic!("{}: {found:?}, brute: {right:?}", method.name()),
            }
        }
    });
}

/// Whether play that goes round is not worth one lead.
fn gains(stop: &Stop) -> bool {
    matches!(stop, Stop::Fault(trouble) if trouble.fault.diagnostic.code == "R13")
}

/// Runs a law over games of points that go round, small and larger, of which some are careless about what that is worth; how many are.
fn for_rounds(seeds: u64, law: impl Fn(&Graph)) {
    for seed in 0..seeds {
        for repeat in [Repeat::Draw, Repeat::Leads] {
            for careless in [false, false, true] {
                let mut dice = Dice(seed);
                let len = 2 + dice.below(if seed % 4 == 0 { 40 } else { 10 });
                let game = going_round(&mut dice, len, repeat, careless);
                let guard = Named(seed, &game);
                law(&game);
                std::mem::forget(guard);
            }
        }
    }
}

#[test]
fn leads_that_go_round_agree_with_brute_and_with_check() {
    let (solved, refused, kept) = (Cell::new(0), Cell::new(0), Cell::new(0));
    for_rounds(500, |game| {
        match (
            solve(game, &(0, Player::First), &Ask::Table, &Limits::default(), Some("retrograde"), &Silent),
            brute(game),
        ) {
            (Ok(solution), Ok(right)) => {
                assert_eq!(solution.strategy, "thresholds");
                assert!(
                    solution
                        .store
                        .entries(game)
                        .map(|(at, value)| (at, Some(value)))
                        .all(|(at, value)| right.store.value(game, &at) == value)
                );
                assert_eq!((solution.positions, solution.finished), (right.store.len(), right.finished));
                assert_eq!(check(game, &solution.store), Ok(right.store.len()));
                solved.set(solved.get() + 1);
                let line = line(game, &solution.store, &(0, Player::First), 1_000).unwrap();
                kept.set(kept.get() + u32::from(matches!(line.end, LineEnd::Repeats { .. })));
            }
            (Err(stop), Err(right)) if gains(&stop) && gains(&right) => refused.set(refused.get() + 1),
            (found, right) => panic!("{:?}, brute: {right:?}", found.map(|solution| solution.store)),
        }
    });
    println!("{} solved, {} of them by going round; {} refused", solved.get(), kept.get(), refused.get());
    assert!(solved.get() > 1_500 && kept.get() > 300 && refused.get() > 150);
}

#[test]
fn no_changed_lead_passes_the_check_where_play_goes_round() {
    for_rounds(60, all_changes_are_seen);
}

#[test]
fn lines_that_go_round_are_worth_the_value() {
    for_rounds(300, |game| {
        let Ok(solved) = brute(game) else { return };
        for (position, value) in solved.store.entries(game) {
            let line = line(game, &solved.store, &position, 1_000).unwrap();
            let worth = worth(game, &line);
            assert_eq!(
                if position.1 == Player::First { worth } else { worth.negate().unwrap() },
                value,
                "{position:?}: {line:?}"
            );
        }
    });
}

fn assert_same(game: &Graph, solved: &Solved<At>, right: &Solved<At>, name: &str) {
    let mut entries: Vec<_> = solved.store.entries(game).collect();
    entries.sort_by_key(|&(position, _)| position);
    assert_eq!(entries, right.store.entries(game).collect::<Vec<_>>(), "{name}");
    assert_eq!((solved.store.len(), solved.finished), (right.store.len(), right.finished), "{name}");
}

#[test]
fn the_plan_solves_what_can_be_solved() {
    for_games(200, |game| {
        let solved = solve(game, &game.start().unwrap(), &Ask::Table, &Limits::default(), None, &Silent);
        match (solved, brute(game)) {
            (Ok(solution), Ok(right)) => {
                assert_eq!(Some(solution.value), right.store.value(game, &solution.start));
                assert_eq!(solution.positions, right.store.len());
            }
            (Err(stop), Err(right)) if gains(&stop) && gains(&right) => {}
            (Err(Stop::Cycle(one)), Err(Stop::Cycle(_))) => {
                assert_eq!(one.refused.is_some(), game.repeat.is_some());
            }
            (found, right) => panic!("{found:?}, brute: {right:?}"),
        }
    });
}

#[test]
fn larger_games_with_cycles_agree_with_brute_too() {
    for seed in 0..60 {
        for &repeat in &REPEATS[1..] {
            let game = random(&mut Dice(seed), Like { kind: Kind::Outcome, repeat, cycles: true, nodes: 100 });
            let guard = Named(seed, &game);
            let solution = solve(&game, &(0, Player::First), &Ask::Table, &Limits::default(), None, &Silent).unwrap();
            assert_eq!(solution.method, "retrograde");
            let right = brute(&game).unwrap();
            assert!(solution.store.entries(&game).eq(right.store.entries(&game)));
            assert_eq!(check(&game, &solution.store), Ok(right.store.len()));
            std::mem::forget(guard);
        }
    }
}

#[test]
fn larger_games_without_cycles_pass_the_check() {
    for seed in 0..60 {
        for kind in [Kind::Outcome, Kind::Points] {
            let game = random(&mut Dice(seed), Like { kind, repeat: None, cycles: false, nodes: 300 });
            let memo = solve(&game, &(0, Player::First), &Ask::Table, &Limits::default(), Some("memo"), &Silent);
            let memo = memo.unwrap();
            assert_eq!(check(&game, &memo.store), Ok(memo.positions));
            let plan = solve(&game, &(0, Player::First), &Ask::Table, &Limits::default(), None, &Silent).unwrap();
            assert_eq!((plan.value, plan.positions, plan.finished), (memo.value, memo.positions, memo.finished));
        }
    }
}

#[test]
fn no_changed_value_passes_the_check() {
    for_games(100, all_changes_are_seen);
}

fn all_changes_are_seen(game: &Graph) {
    let Ok(solved) = brute(game) else { return };
    let entries: Vec<_> = solved.store.entries(game).collect();
    for (at, &(_, value)) in entries.iter().enumerate() {
        for wrong in others(value).into_iter().map(Some).chain([None]) {
            let mut store = Store::numbered(game.kind);
            for (other, &(position, value)) in entries.iter().enumerate() {
                if let Some(value) = if other == at { wrong } else { Some(value) } {
                    store.set(game, position, value).unwrap();
                }
            }
            assert!(matches!(check(game, &store), Err(Stop::Wrong { .. })), "{at} changed to {wrong:?}");
        }
    }
}

/// Values near a value, and far from it.
fn others(value: Value) -> Vec<Value> {
    let all = match value {
        Value::Lead(lead) => vec![Value::Lead(lead - 1), Value::Lead(lead + 1), Value::Outcome(Outcome::Draw)],
        Value::Outcome(outcome) => {
            let plies = outcome.plies().unwrap_or(3);
            let plies = [Plies::Of(plies), Plies::Of(plies + 1), Plies::Of(plies.saturating_sub(2)), Plies::Endless];
            let some = plies.into_iter().flat_map(|plies| [Outcome::Win(plies), Outcome::Loss(plies)]);
            some.chain([Outcome::Draw]).map(Value::Outcome).collect()
        }
    };
    // A value of the wrong kind cannot be stored at all.
    all.into_iter().filter(|&other| other != value && other.kind() == value.kind()).collect()
}

#[test]
fn the_line_of_best_play_is_worth_the_value() {
    for_games(300, |game| {
        let Ok(solved) = brute(game) else { return };
        let start = game.start().unwrap();
        let value = solved.store.value(game, &start).unwrap();
        let line = line(game, &solved.store, &start, 1_000).unwrap();
        match line.end {
            LineEnd::Cut => panic!("random games are short"),
            LineEnd::Repeats { .. } if game.kind == Kind::Outcome => assert_endless(game, value),
            LineEnd::Finished | LineEnd::Repeats { .. } => assert_eq!(worth(game, &line), value),
        }
    });
}

fn assert_endless(game: &Graph, value: Value) {
    match game.repeat.expect("play repeats") {
        Repeat::Draw | Repeat::Leads => assert_eq!(value, Value::Outcome(Outcome::Draw)),
        Repeat::Wins(Player::First) => assert_eq!(value, Value::Outcome(Outcome::Win(Plies::Endless))),
        Repeat::Wins(Player::Second) => assert_eq!(value, Value::Outcome(Outcome::Loss(Plies::Endless))),
    }
}

/// What a line that ends or goes round was worth to the first player.
fn worth(game: &Graph, line: &Line<Graph>) -> Value {
    let end = match ended(game, &line.last).unwrap() {
        Some(end) => end,
        None => Value::Lead(round_lead(game, &line.last).unwrap()),
    };
    let first = |mover: Player| mover == Player::First;
    let mut value = if first(game.mover(&line.last)) { end } else { end.negate().unwrap() };
    for step in line.moves.iter().rev() {
        let gain = step.gain.net().unwrap();
        value = value.after_step(if first(step.mover) { gain } else { -gain }, true).unwrap();
    }
    value
}

#[test]
fn best_moves_keep_the_value_and_fastest_moves_are_best() {
    for_games(100, |game| {
        let Ok(solved) = brute(game) else { return };
        for (position, value) in solved.store.entries(game) {
            let answer = answer(game, &solved.store, &position).unwrap();
            assert_eq!(answer.value, value);
            assert_eq!(answer.moves.iter().map(|choice| choice.value).max().unwrap_or(value), value);
            assert!(answer.moves.is_empty() || answer.fastest().next().is_some());
            assert!(answer.fastest().all(|choice| choice.best));
        }
    });
}

#[test]
fn random_games_show_every_kind_of_value() {
    let mut seen = std::collections::BTreeMap::new();
    for seed in 0..300 {
        for repeat in REPEATS {
            let like = Like { kind: Kind::Outcome, repeat, cycles: repeat.is_some(), nodes: 12 };
            let game = random(&mut Dice(seed), like);
            for (_, value) in brute(&game).unwrap().store.entries(&game) {
                *seen.entry(value.to_string()).or_insert(0) += 1;
            }
        }
    }
    for words in ["won", "lost", "draw", "win in 5", "loss in 4", "win by endless play", "loss by endless play"] {
        assert!(seen.get(words).is_some_and(|&times| times > 10), "{words}: {seen:?}");
    }
}
