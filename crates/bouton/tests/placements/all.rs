//! Every placement of the pieces, reached or not: tablebases.

use super::tiers::captures;
use super::{gallery, game};
use crate::common::ring;
use bouton::checkpoint::Checkpoint;
use bouton::dice::Dice;
use bouton::game::{Game, Kept, Opened};
use bouton::instance::Instance;
use bouton::limits::{Limits, Silent};
use bouton::methods::Ask;
use bouton::rules::layout::Packed;
use bouton::saved::{Saved, save};
use bouton::solution::{Solution, solve};
use bouton::{Meter, Outcome, Plan, Plies, Stop, Value};
use serde_json::json;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn all(game: &Instance, limits: &Limits) -> Solution<Instance> {
    let limits = limits.clone().all_starts();
    solve(game, &game.start().unwrap(), &Ask::Table, &limits, None, &Silent).unwrap()
}

fn entries(game: &Instance, solution: &Solution<Instance>) -> BTreeMap<Packed, Value> {
    solution.store.entries(game).collect()
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("bouton-all-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn written(file: &Path, game: &Instance, solution: &Solution<Instance>) -> Vec<u8> {
    save(file, game, solution, &mut Meter::new(&Limits::default(), &Silent)).unwrap();
    fs::read(file).unwrap()
}

/// All that play from a position comes to, by trying every line of play, is worth the same in a tablebase.
fn worth_the_same(game: &Instance, from: &Packed, table: &BTreeMap<Packed, Value>, text: &str) {
    let right = solve(game, from, &Ask::Table, &Limits::default(), Some("brute"), &Silent).unwrap();
    for (position, value) in entries(game, &right) {
        assert_eq!(table.get(&position), Some(&value), "{}\n{text}", game.show_position(&position));
    }
}

#[test]
fn every_placement_is_worth_what_play_from_there_is() {
    let (mut beyond, mut tried) = (0, 0);
    for seed in 0..120 {
        let text = captures(&mut Dice::new(seed));
        let game = game(&text, &json!({}));
        let start = game.start().unwrap();
        let index = game.reversible(&start).unwrap();
        let limits = Limits { symmetry: seed % 3 > 0, ..Limits::default().threads(1 + usize::from(seed % 2 == 0)) };
        let solution = all(&game, &limits);
        assert_eq!((solution.strategy, solution.positions), ("placements", index.size()), "{text}");
        let table = entries(&game, &solution);
        assert_eq!(table.len() as u64, index.size(), "{text}");
        let reached = solve(&game, &start, &Ask::Table, &limits, Some("retrograde"), &Silent).unwrap();
        let reached = entries(&game, &reached);
        assert!(reached.iter().all(|(position, value)| table.get(position) == Some(value)), "{text}");
        let others: Vec<&Packed> = table.keys().filter(|position| !reached.contains_key(*position)).collect();
        beyond += others.len();
        for position in others.iter().step_by(1 + others.len() / 3) {
            worth_the_same(&game, position, &table, &text);
            tried += 1;
        }
        if seed % 10 == 0 {
            let report = solution.check(&game, &limits.all_starts()).unwrap();
            assert_eq!((report.positions, report.finished), (solution.positions, solution.finished), "{text}");
        }
    }
    assert!(beyond > 20_000 && tried > 150, "{beyond} placements that play does not come to, {tried} tried");
}

#[test]
fn small_games_and_games_of_one_tier_are_solved_whole_too() {
    for (name, params, size) in [
        ("skirmish", json!({}), 2_754),
        ("foxes", json!({"rows": 4, "cols": 3, "foxes": [1], "hounds": [9, 11]}), 2 * 12 * 55),
        ("cat-and-mouse", ring(16), 2 * 16 * 16),
        ("quixo", json!({"size": 2}), 2 * 81),
    ] {
        let game = gallery(name, &params);
        let solution = all(&game, &Limits::default());
        println!("{name}: {} placements", solution.positions);
        assert_eq!(solution.positions, size, "{name}");
        let table = entries(&game, &solution);
        for position in table.keys().step_by(97) {
            worth_the_same(&game, position, &table, name);
        }
    }
}

/// One value is another in a file.
#[derive(Debug)]
struct Altered(Arc<Saved>, bouton::game::WordRow, Option<Value>);

impl Kept for Altered {
    fn value(&self, rank: i64, words: &[u64]) -> Option<Value> {
        if words == self.1.as_slice() { self.2 } else { self.0.value(rank, words) }
    }

    fn len(&self) -> u64 {
        Kept::len(&*self.0) - u64::from(self.2.is_none())
    }

    fn bytes(&self) -> u64 {
        Kept::bytes(&*self.0)
    }

    fn layers(&self) -> Vec<(Option<i64>, u64)> {
        vec![(None, self.len())]
    }

    fn layer(
        &self,
        rank: Option<i64>,
        workers: &bouton::workers::Workers,
    ) -> std::io::Result<bouton::game::Entries<'_>> {
        let entries = self.0.layer(rank, workers)?;
        let changed = |(row, value)| if row == self.1 { Some((row, self.2?)) } else { Some((row, value)) };
        Ok(Box::new(entries.filter_map(changed)))
    }

    fn has_all_starts(&self, _: &[u64]) -> bool {
        true
    }
}

#[test]
fn a_file_says_that_it_holds_every_placement_and_is_proven_whole() {
    let folder = folder("file");
    let make = || gallery("skirmish", &json!({}));
    let (game, file, other) = (make(), folder.join("x.sol"), folder.join("y.sol"));
    let reached = solve(&game, &game.start().unwrap(), &Ask::Table, &Limits::default(), None, &Silent).unwrap();
    written(&file, &game, &reached);
    assert!(!Saved::open(&file).unwrap().head().all_starts);
    let bytes = written(&file, &game, &all(&game, &Limits::default()));
    assert!(bytes == written(&file, &game, &all(&game, &Limits::default().without_symmetry())));
    let saved = Arc::new(Saved::open(&file).unwrap());
    assert!(saved.head().all_starts);
    let limits = Limits::default();
    let prove = |file: &Path| Saved::open(file).unwrap().prove(&game, &mut Meter::new(&limits, &Silent));
    assert_eq!(prove(&file).unwrap().unwrap().positions, saved.head().positions);
    // What is read and written again is whole as before.
    let (opened, start) = saved.clone().opened(&game).unwrap();
    let reading = make().with_opened(opened);
    let again = solve(&reading, &start, &Ask::Table, &limits, None, &Silent).unwrap();
    assert_eq!(again.method, "saved");
    written(&other, &reading, &again);
    assert!(Saved::open(&other).unwrap().head().all_starts);
    assert_eq!(prove(&other), prove(&file));
    // A placement that play does not come to has another value, or is left out.
    let beyond = |row: &bouton::game::WordRow| {
        let position = game.position_of_words(row).unwrap();
        reached.store.value(&game, &position).is_none()
    };
    let rows: Vec<_> = saved.layer(None, &bouton::workers::Workers::alone()).unwrap().collect();
    let rows: Vec<_> = rows.into_iter().filter(|(row, _)| beyond(row)).step_by(29).collect();
    assert!(rows.len() > 20, "{}", rows.len());
    for (row, value) in rows {
        let changed = match value {
            Value::Outcome(Outcome::Draw) => Value::Outcome(Outcome::Win(Plies::Of(1))),
            _ => Value::Outcome(Outcome::Draw),
        };
        for value in [Some(changed), None] {
            let kept = Arc::new(Altered(saved.clone(), row.clone(), value));
            let wrong = make().with_opened(Opened {
                kept,
                finished: saved.head().finished,
                method: saved.head().method.clone(),
            });
            let solution = solve(&wrong, &start, &Ask::Table, &limits, None, &Silent).unwrap();
            written(&other, &wrong, &solution);
            assert!(matches!(prove(&other), Err(Stop::Wrong { .. })), "{:?}", prove(&other));
            let looked = solution.check(&wrong, &limits.clone().all_starts());
            assert!(matches!(looked, Err(Stop::Wrong { .. })), "{looked:?}");
        }
    }
    fs::remove_dir_all(folder).unwrap();
}

/// Tiers that an earlier run solved are read, and leave memory where they may.
#[test]
fn a_search_for_every_placement_goes_on() {
    let folder = folder("disk");
    let game = gallery("skirmish", &json!({"rows": 3, "cols": 4, "men": 3}));
    let wanted = written(&folder.join("x.sol"), &game, &all(&game, &Limits::default()));
    for spills in [false, true] {
        let path = folder.join("x.part");
        let set = |disk: Checkpoint| Arc::new(if spills { disk.spilling() } else { disk.after(Default::default()) });
        let new = set(Checkpoint::new(&path, String::new()));
        let whole = all(&game, &Limits::default().checkpoint(new));
        assert!(written(&folder.join("y.sol"), &game, &whole) == wanted);
        assert!(!spills || whole.store.bytes(0) < 1 << 10, "{}", whole.store.bytes(0));
        let positions = whole.positions;
        drop(whole);
        let len = fs::metadata(&path).unwrap().len();
        let read = set(Checkpoint::open(&path).unwrap());
        assert!(written(&folder.join("y.sol"), &game, &all(&game, &Limits::default().checkpoint(read))) == wanted);
        assert_eq!(fs::metadata(&path).unwrap().len(), len, "nothing is solved again");
        // What was begun for what is reached is another search.
        let other = set(Checkpoint::open(&path).unwrap());
        let limits = Limits::default().checkpoint(other);
        let reached = solve(&game, &game.start().unwrap(), &Ask::Table, &limits, None, &Silent).unwrap();
        assert!(reached.positions < positions);
        fs::remove_file(path).unwrap();
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn games_without_placements_are_refused() {
    let why = |game: &Instance, method: Option<&str>| {
        let limits = Limits::default().all_starts();
        let plan = Plan::of(game, &game.start().unwrap(), &Ask::Table, &limits);
        assert!(method.is_some() || plan.to_try().next().is_none(), "{plan}");
        solve(game, &game.start().unwrap(), &Ask::Table, &limits, method, &Silent).unwrap_err()
    };
    for (name, params, part) in [
        ("nim", json!({"heaps": [3, 4, 5]}), "it is for play that may repeat"),
        ("awari", json!({"pits": 2, "endgame": 2}), "the game counts points"),
        ("king-and-rook", json!({"n": 4}), "moves can be taken back"),
    ] {
        let stop = why(&gallery(name, &params), None);
        let Stop::Unfit { method: "placements", reason } = &stop else { panic!("{name}: {stop:?}") };
        assert!(
            reason.to_string().contains(part) && reason.to_string().ends_with("moves can be taken back"),
            "{name}: {reason}"
        );
    }
    let skirmish = gallery("skirmish", &json!({}));
    for method in ["memo", "reached", "layers"] {
        let stop = why(&skirmish, Some(method));
        assert!(matches!(&stop, Stop::Unfit { method: named, .. } if *named == method), "{stop:?}");
    }
    let limits = Limits::default().all_starts();
    for method in ["retrograde", "placements"] {
        let start = skirmish.start().unwrap();
        let solution = solve(&skirmish, &start, &Ask::Table, &limits, Some(method), &Silent).unwrap();
        assert_eq!(solution.positions, 2_754);
    }
}

/// A limit that every placement comes to is named, not a method that would not fit.
#[test]
fn limits_of_every_placement_are_named() {
    let skirmish = gallery("skirmish", &json!({}));
    let (all, start) = (Limits::default().all_starts(), skirmish.start().unwrap());
    let stopped = |limits: &Limits| solve(&skirmish, &start, &Ask::Table, limits, None, &Silent).unwrap_err();
    let few = stopped(&all.clone().positions(2_753));
    assert!(matches!(few, Stop::Positions { limit: 2_753 }), "{few:?}");
    let little = stopped(&all.clone().memory(2_000));
    assert!(matches!(little, Stop::Memory { .. }), "{little:?}");
    assert!(solve(&skirmish, &start, &Ask::Table, &all.positions(2_754), None, &Silent).is_ok());
}

/// Where rules give a placement no value, that is said with the placement: nothing is left out in silence.
#[test]
fn a_placement_without_a_value_is_named() {
    let text = "game Hole
players One, Two
state board : grid[1, 4] of player? = [[One, none, none, Two]]
move step(a in cells(board) if board[a] == me, b in around4(board, a) if board[b] == none) { board[b] = me; board[a] = none }
end when board[0, 0] == One and board[0, 1] == Two => Two wins
end when board[0, 3] == Two and board[0, 2] == One => One wins
repeat => draw
";
    let hole = game(text, &json!({}));
    let start = hole.start().unwrap();
    assert!(solve(&hole, &start, &Ask::Table, &Limits::default(), None, &Silent).is_ok());
    let stop = solve(&hole, &start, &Ask::Table, &Limits::default().all_starts(), None, &Silent).unwrap_err();
    let Stop::Unfit { reason, .. } = &stop else { panic!("{stop:?}") };
    assert!(reason.to_string().starts_with("at `board=") && reason.to_string().contains("cannot move"), "{reason}");
}
