//! One position for all its images: the same answers and the same counts as without, and a false symmetry is found out.

mod cyclic;
mod orders;

use bouton::facts::Facts;
use bouton::game::Game;
use bouton::instance::from_json;
use bouton::rules::Source;
use bouton::rules::layout::Packed;
use bouton::sample::Dice;
use bouton::workers::Workers;
use bouton::{Ask, Instance, Limits, Silent, Solution, Stop, Value, gallery, solve};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::sync::Arc;

fn written(text: &str) -> Instance {
    of_text("own", text, &json!({}))
}

fn of_text(name: &str, text: &str, params: &Json) -> Instance {
    let (rules, findings) = bouton::rules::check(&Source::new(format!("{name}.game"), text));
    let rules = Arc::new(rules.unwrap_or_else(|| panic!("{text}\n{findings:?}")));
    let given = from_json(&rules, params.as_object().unwrap()).unwrap();
    Instance::new(rules, &given).unwrap()
}

fn known(name: &str, params: &Json) -> Instance {
    of_text(name, gallery::find(name).unwrap().text, params)
}

fn at(game: &Instance, start: &Packed, method: &str, limits: &Limits) -> Result<Solution<Instance>, Stop> {
    solve(game, start, &Ask::Table, limits, Some(method), &Silent)
}

fn solved(game: &Instance, limits: &Limits) -> Result<Solution<Instance>, Stop> {
    at(game, &game.start().unwrap(), "layers", limits)
}

fn all(game: &Instance, solution: &Solution<Instance>) -> BTreeMap<Packed, Value> {
    solution.store.entries(game).collect()
}

/// Solves from a position by layers with symmetry, without, and depth first: everything must be the same. How many positions there are,
/// and how many of them are kept.
fn same_with_and_without(game: &Instance, start: &Packed, what: &str) -> (u64, Option<u64>) {
    let limits = Limits::default();
    let with = at(game, start, "layers", &limits).unwrap_or_else(|stop| panic!("{what}: {stop}"));
    let without = at(game, start, "layers", &limits.clone().without_symmetry()).unwrap();
    let memo = at(game, start, "memo", &limits).unwrap();
    assert_eq!(without.store.up_to_symmetry(), None, "{what}");
    let plain = all(game, &without);
    for other in [&with, &memo] {
        assert_eq!(
            (other.value, other.positions, other.finished),
            (without.value, without.positions, without.finished),
            "{what}"
        );
        assert_eq!(all(game, other), plain, "{what}");
    }
    assert_eq!(with.positions, plain.len() as u64, "{what}");
    let kept = with.store.kept_values().unwrap();
    let counted: Vec<(Option<i64>, u64)> = kept.layers();
    assert_eq!(counted, without.store.kept_values().unwrap().layers(), "{what}: counts by rank");
    assert!(
        counted.iter().all(|(rank, count)| kept.layer(*rank, &Workers::alone()).unwrap().count() as u64 == *count),
        "{what}"
    );
    let report = with.check(game, &limits).unwrap_or_else(|stop| panic!("{what}: {stop}"));
    assert_eq!((report.positions, report.finished), (with.positions, with.finished), "{what}");
    (with.positions, with.store.up_to_symmetry())
}

fn from_the_start(game: &Instance, what: &str) -> (u64, Option<u64>) {
    same_with_and_without(game, &game.start().unwrap(), what)
}

#[test]
fn the_gallery_is_the_same_with_and_without() {
    for (name, params, images) in [
        ("connect-four", json!({"rows": 3, "cols": 4, "need": 3}), 2),
        ("connect-four", json!({"rows": 3, "cols": 5, "need": 3}), 2),
        ("connect-four", json!({"rows": 4, "cols": 3}), 2),
        ("mnk", json!({}), 8),
        ("mnk", json!({"m": 2, "n": 4, "k": 3}), 4),
        ("mnk", json!({"m": 4, "n": 3, "k": 3}), 4),
        ("mnk", json!({"m": 1, "n": 7, "k": 3}), 2),
        ("domineering", json!({"rows": 4, "cols": 4}), 4),
        ("domineering", json!({"rows": 3, "cols": 5}), 4),
    ] {
        let what = format!("{name} {params}");
        let game = known(name, &params);
        let (positions, kept) = from_the_start(&game, &what);
        let kept = kept.unwrap_or_else(|| panic!("{what} has symmetries"));
        println!("{what}: {positions} positions, {kept} kept");
        assert!(kept < positions && kept * images >= positions, "{what}: {kept} of {positions}");
        assert!(positions < 100 || kept * images < positions * 2, "{what}: {kept} of {positions}");
    }
}

#[test]
fn published_counts_hold_both_ways() {
    let game = known("connect-four", &json!({}));
    let solution = solved(&game, &Limits::default()).unwrap();
    let own_image = |position: &Packed| {
        let images = game.interpreter().images(&game.unpack(position)).unwrap();
        images.iter().all(|(_, image)| game.pack(image) == *position)
    };
    let alone = solution.store.entries(&game).filter(|(position, _)| own_image(position)).count() as u64;
    assert_eq!(solution.store.up_to_symmetry(), Some((161_029 + alone) / 2), "{alone} are their own images");
    assert_eq!((solution.positions, solution.store.up_to_symmetry()), (161_029, Some(80_541)));
    let game = known("mnk", &json!({}));
    let solution = solved(&game, &Limits::default()).unwrap();
    // Tic-tac-toe: 5,478 positions, 765 up to rotation and reflection.
    assert_eq!((solution.positions, solution.store.up_to_symmetry()), (5_478, Some(765)));
}

#[test]
fn from_a_position_of_less_symmetry_only_what_leaves_it_is_used() {
    let game = known("mnk", &json!({}));
    for (board, images) in
        [("X../.../...", 2), (".../.X./...", 8), (".X./.../...", 2), ("XO./.../...", 1), ("X../.O./..X", 4)]
    {
        let turn = if board.matches('X').count() > board.matches('O').count() { "O" } else { "X" };
        let start = game.read_position(&format!("board={board} turn={turn}")).unwrap();
        let (positions, kept) = same_with_and_without(&game, &start, board);
        match kept {
            Some(kept) => assert!(kept < positions && kept * images >= positions && images > 1, "{board}"),
            None => assert_eq!(images, 1, "{board}"),
        }
    }
}

/// A row of places around a table, no two neighbours of which may be taken.
const ROUND: &str = "game Round\nparam n : 3..12 = 9\nstate b : list[n] of 0..1 = 0\nmove put(i in 0..<n) {\n  when b[i] + b[(i + 1) % n] + b[(i + n - 1) % n] == 0\n  b[i] = 1\n}\nstuck => me loses\nsymmetry b[i] -> b[(i + 1) % n], b[i] -> b[n - 1 - i]\n";

#[test]
fn any_map_of_places_is_used() {
    let game = of_text("round", ROUND, &json!({"n": 9}));
    assert_eq!(game.words().unwrap().symmetries().unwrap().size(), 18);
    let (positions, kept) = from_the_start(&game, "round");
    assert!(kept.unwrap() * 8 < positions, "{kept:?} of {positions}");
    let text = "game Taken\nstate b : grid[3, 3] of bool = false\nstate gone : set of cell of b = {}\nmove take(x in cells(b) if x not in gone) {\n  when all(y not in gone for y in around4(b, x))\n  gone += {x}\n  b[x] = true\n}\nstuck => me loses\nsymmetry reflections of b, rotations of b\n";
    let game = written(text);
    assert_eq!(game.words().unwrap().symmetries().unwrap().size(), 8, "members of sets move with the board");
    from_the_start(&game, "taken");
    let text = "game Corners\nplayers X, O\nstate b : grid[3, 3] of player? = [[X, none, none], [none, none, none], [none, none, X]]\nmove put(x in cells(b)) {\n  when b[x] == none\n  b[x] = me\n  end when line(b, O, 3) => me wins\n}\nstuck => X wins\nsymmetry reflections of b, rotations of b\n";
    let game = written(text);
    let (positions, kept) = from_the_start(&game, "corners");
    assert!(kept.unwrap() * 4 > positions && kept.unwrap() * 3 < positions, "four of eight: {kept:?} of {positions}");
    let text = "game Square\nplayers X, O\nstate b : grid[3, 3] of player? = none\nstate seen : set of 0..5 = {}\nmove put(r in 0..2, c in 0..2) {\n  when b[r, c] == none\n  b[r, c] = me\n  seen += {r + c}\n  gain abs(r - c) + len(seen)\n}\nstuck => me leads by 0\nsymmetry b[r, c] -> b[c, r]\n";
    let game = written(text);
    assert_eq!(game.words().unwrap().symmetries().unwrap().size(), 2);
    from_the_start(&game, "square");
}

#[test]
fn what_is_not_a_change_of_places_is_left_out_and_said() {
    let fact = |game: &Instance| {
        let facts = Facts::of(game, &game.start().unwrap());
        facts
            .lines
            .into_iter()
            .find(|line| line.name == "symmetry")
            .map(|line| format!("{}: {}", line.text, line.because))
    };
    let said = fact(&known("mnk", &json!({}))).unwrap();
    assert!(said.contains("up to 8 images") && said.contains("line 24: `reflections of board`"), "{said}");
    assert!(said.contains("declared; where used, sampled while solving and proven by --check"), "{said}");
    let wheel = known("mu-torere", &json!({}));
    assert_eq!(wheel.words().unwrap().symmetries().unwrap().size(), 16);
    let said = fact(&wheel).unwrap();
    assert!(said.contains("`swap players` is not used: it changes whose turn it is, and so the start"), "{said}");
    let oblong = written(
        "game Put\nstate b : grid[2, 3] of bool = false\nmove put(x in cells(b)) {\n  when not b[x]\n  b[x] = true\n}\nstuck => me loses\nsymmetry transpose b, mirror rows of b\n",
    );
    let said = fact(&oblong).unwrap();
    assert!(
        said.contains("up to 2 images") && said.contains("`transpose b` is not used: it sends no board of these sides"),
        "{said}"
    );
    // A piece that stands on a cell moves with the board, but its number does not change bit by bit.
    let walk = written(
        "game Walk\nstate b : grid[3, 3] of bool = false\nstate at : cell of b = (1, 1)\nmove go(x in around4(b, at)) {\n  when not b[x]\n  b[x] = true\n  at = x\n}\nstuck => me loses\nsymmetry reflections of b\n",
    );
    assert!(walk.words().unwrap().symmetries().is_none());
    assert!(fact(&walk).unwrap().contains("a variable names a cell"));
    assert_eq!(from_the_start(&walk, "walk").1, None);
    let heaps = written(
        "game Heaps\nstate heap : list[3] of 0..4 = [2, 3, 4]\nnormalise { heap = sorted(heap) }\nmove take(i in 0..2, k in 1..4) {\n  when heap[i] >= k\n  heap[i] -= k\n}\nstuck => me loses\nsymmetry permute heap\n",
    );
    assert!(fact(&heaps).unwrap().contains("put in order by `normalise`"));
    let said = fact(&known("nim", &json!({"heaps": [1, 2, 3]}))).unwrap();
    assert!(said.contains("up to 6 images") && said.contains("none leaves the start as it is"), "{said}");
    let said = fact(&known("othello", &json!({}))).unwrap();
    assert!(said.contains("up to 8 images") && said.contains("uses the 4 that leave the start as it is"), "{said}");
    assert_eq!(fact(&known("stone-game-ii", &json!({"piles": [2, 7]}))), None);
}

/// A game on a board whose moves, gains and ends do not change under reflections and rotations, whatever they are.
fn random_board(dice: &mut Dice) -> String {
    let pick = |dice: &mut Dice, of: &[&str]| (*dice.pick(of)).to_owned();
    let (rows, columns) = (1 + dice.below(3), 2 + dice.below(2));
    let points = dice.once_in(2);
    let mut text = format!(
        "game Board\nplayers First, Second\nstate b : grid[{rows}, {columns}] of player? = none\nstate made : 0..9 = 0\n"
    );
    text += &format!(
        "move put(x in cells(b)) {{\n  when b[x] == none\n{}",
        pick(
            dice,
            &[
                "",
                "  when count(b[y] == opponent for y in around4(b, x)) < 2\n",
                "  when made == 0 or any(b[y] != none for y in around8(b, x))\n",
            ]
        )
    );
    text += &pick(
        dice,
        &[
            "  b[x] = me\n",
            "  b[x] = opponent\n",
            "  b[x] = me\n  for y in around4(b, x) { if b[y] == opponent { b[y] = me } }\n",
        ],
    );
    text += "  made += 1\n";
    if points {
        text += &pick(
            dice,
            &[
                "  gain count(b[y] == me for y in around4(b, x))\n",
                "  gain made to opponent\n  gain len(around4(b, x))\n",
            ],
        );
    } else if dice.once_in(2) {
        text += &format!("  end when line(b, me, {}) => me {}\n", 2 + dice.below(2), pick(dice, &["wins", "loses"]));
    }
    text += &pick(dice, &["", "", "  if made % 3 == 0 { again }\n"]);
    text += "}\n";
    if !points && dice.once_in(3) {
        text += "end when count(b[x] == First for x in cells(b)) >= 4 => Second wins\n";
    }
    text += &match points {
        true => pick(dice, &["stuck => me leads by 1\n", "stuck => First leads by made\n"]),
        false => pick(dice, &["stuck => draw\n", "stuck => me loses\n", "stuck => me wins\n"]),
    };
    text + &pick(
        dice,
        &[
            "symmetry reflections of b, rotations of b\n",
            "symmetry mirror rows of b\n",
            "symmetry mirror columns of b\n",
            "symmetry rotations of b\n",
            "symmetry reflections of b\n",
        ],
    )
}

/// Random boards that are told to be the same with symmetry and without: how many are folded, and how many positions that saves.
fn folded(
    seeds: u64,
    board: impl Fn(&mut Dice) -> String,
    same: impl Fn(&Instance, &str) -> (u64, Option<u64>),
) -> (u32, u64) {
    let (mut folded, mut saved) = (0, 0);
    for seed in 0..seeds {
        let text = board(&mut Dice::new(seed));
        let (positions, kept) = same(&written(&text), &format!("seed {seed}:\n{text}"));
        folded += u32::from(kept.is_some());
        saved += positions - kept.unwrap_or(positions);
    }
    (folded, saved)
}

#[test]
fn random_boards_are_the_same_with_and_without() {
    let (folded, saved) = folded(120, random_board, from_the_start);
    println!("{folded} by symmetry, {saved} positions saved");
    assert!(folded > 100 && saved > 10_000, "{folded} by symmetry, {saved} positions saved");
}

/// Places in a row, filled one by one; who fills the last loses, but for what is added.
fn row(places: usize, special: &str) -> String {
    format!(
        "game Row\nstate b : list[{places}] of 0..1 = 0\nmove put(i in 0..<{places}) {{\n  when b[i] == 0\n  b[i] = 1\n}}\n{special}\nstuck => me wins\nsymmetry b[i] -> b[{places} - 1 - i]\n"
    )
}

fn is_false_symmetry(stop: &Stop) -> bool {
    matches!(stop, Stop::Fault(trouble) if trouble.fault.diagnostic.code == "B066")
}

#[test]
fn a_false_symmetry_is_found_while_solving() {
    let game = written(&row(12, "end when b[0] + b[1] == 2 and b[11] == 0 and sum(b) == 6 => me wins"));
    let stop = solved(&game, &Limits::default()).unwrap_err();
    assert!(is_false_symmetry(&stop), "{stop}");
    let Stop::Fault(trouble) = &stop else { panic!("{stop}") };
    assert!(
        trouble.fault.diagnostic.notes.iter().any(|note| note.to_string().contains("its image:")),
        "{:?}",
        trouble.fault.diagnostic
    );
    // Without, there is nothing wrong with the game.
    let without = solved(&game, &Limits::default().without_symmetry()).unwrap();
    assert!(without.check(&game, &Limits::default()).is_ok());
}

/// What becomes of false symmetries, each of a game made by lot: how many are found while solving, and how many by the check. An answer that
/// passes must be right.
fn found_out(
    make: impl Fn(&mut Dice) -> Instance,
    solved: impl Fn(&Instance, &Limits) -> Result<Solution<Instance>, Stop>,
) -> (u32, u32) {
    let (mut while_solving, mut by_check) = (0, 0);
    for seed in 0..8 {
        let game = make(&mut Dice::new(seed));
        let truth = solved(&game, &Limits::default().without_symmetry()).unwrap();
        match solved(&game, &Limits::default()) {
            Err(stop) => {
                assert!(is_false_symmetry(&stop), "{stop}");
                while_solving += 1;
            }
            Ok(solution) => match solution.check(&game, &Limits::default()) {
                Ok(_) => assert_eq!(all(&game, &solution), all(&game, &truth), "seed {seed}: a wrong answer passes"),
                Err(stop) => {
                    assert!(is_false_symmetry(&stop), "{stop}");
                    by_check += 1;
                }
            },
        }
    }
    (while_solving, by_check)
}

/// One position of 65,536 that differs is in no sample, nearly always: then the check must find it, or nothing is wrong.
#[test]
fn a_false_symmetry_that_no_sample_shows_does_not_pass_the_check() {
    let make = |dice: &mut Dice| {
        let bits: Vec<bool> = (0..14).map(|_| dice.once_in(2)).collect();
        let there: Vec<&str> = bits.iter().map(|bit| if *bit { "1" } else { "0" }).collect();
        // Who is to move there would have lost, and has won.
        let moved = bits.iter().filter(|bit| **bit).count();
        let outcome = if moved % 2 == 0 { "loses" } else { "wins" };
        written(&row(14, &format!("end when b == [{}] => me {outcome}", there.join(", "))))
    };
    let (while_solving, by_check) = found_out(make, solved);
    println!("{while_solving} found while solving, {by_check} by the check");
    assert!(by_check >= 3, "{while_solving} found while solving, {by_check} by the check");
}

/// Images that play never leads to would be counted: where the symmetry fails only in what cannot be told from values, the count shows it.
#[test]
fn symmetries_that_only_miscount_do_not_pass_the_check() {
    let text = "game Row\nstate b : list[14] of 0..1 = 0\nmove put(i in 0..<14) {\n  when b[i] == 0\n  b[i] = 1\n  if b == [1, 1, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 1, 0] { b[13] = 1 }\n}\nstuck => draw\nsymmetry b[i] -> b[13 - i]\n";
    let game = written(text);
    // No sample shows it.
    let solution = solved(&game, &Limits::default()).unwrap();
    let truth = solved(&game, &Limits::default().without_symmetry()).unwrap();
    assert_ne!(solution.positions, truth.positions);
    let stop = solution.check(&game, &Limits::default()).unwrap_err();
    assert!(is_false_symmetry(&stop), "{stop}");
}

/// Two lists that go along with each other, each said to be of like parts by itself; how play ends depends on both.
const APART: &str = "game Apart\nstate h : list[5] of 0..2 = 2\nstate g : list[5] of 0..2 = 0\nstate z : 0..3 = 0\nmove take(i in 0 ..< 5, k in 1..2) {\n  when k <= h[i]\n  h[i] -= k\n  z = k % 4\n  g[i] = (g[i] + k) % 3\n  end when (max(h) - count(h, 0)) == (if sum(h) > g[i] then 1 else 0) => me wins\n}\nstuck => me wins\nsymmetry permute h, permute g\n";

#[test]
fn every_method_that_keeps_one_image_finds_a_false_symmetry() {
    let cyclic = format!("{APART}repeat => draw\n");
    for (text, method) in
        [(APART, Some("layers")), (APART, Some("sweep")), (APART, None), (&cyclic, Some("retrograde"))]
    {
        let game = written(text);
        let start = game.start().unwrap();
        let found = solve(&game, &start, &Ask::Table, &Limits::default(), method, &Silent);
        match found {
            Err(Stop::Fault(trouble)) => assert_eq!(trouble.fault.diagnostic.code, "B066", "{method:?}: {trouble}"),
            Err(stop) => panic!("{method:?}: {stop}"),
            Ok(solution) => panic!("{method:?}: {} positions by {}", solution.positions, solution.method),
        }
    }
}
