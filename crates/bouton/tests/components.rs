//! Positions that fall into components: random games against brute force over rows, boards, sets and graphs; published and independent nimbers.

use crate::common::game;
use bouton::dice::Dice;
use bouton::error::Stop;
use bouton::game::Game;
use bouton::nimber::octal::plain;
use bouton::{Ask, Instance, Limits, Outcome, Plan, Silent, Solution, Value, nimber_of, prove, solve, valued};
use serde_json::json;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::sync::atomic::Ordering;
use std::time::Duration;

fn won(value: Value) -> bool {
    matches!(value, Value::Outcome(Outcome::Win(_)))
}

fn by(game: &Instance, ask: Ask, limits: &Limits, method: Option<&str>) -> Result<Solution<Instance>, Stop> {
    solve(game, &game.start().unwrap(), &ask, limits, method, &Silent)
}

/// Moves that look at some cells of a row and change some: cells only ever fall, or only die.
fn row(dice: &mut Dice) -> String {
    let (cells, most) = *dice.pick(&[(4, 2), (4, 1), (5, 1), (6, 1)]);
    let held: Vec<String> = (0..cells).map(|_| (most - dice.below(2)).to_string()).collect();
    let mut text = format!("game G\nstate c : list[{cells}] of 0..{most} = [{}]\n", held.join(", "));
    for number in 0..1 + dice.below(3) {
        let span = dice.below(3).min(cells - 1);
        let _ = writeln!(text, "move m{number}(i in 0 ..< {}) {{", cells - span);
        // What is changed is there, and less of it afterwards.
        let _ = writeln!(text, "  when c[i] > 0");
        for at in 1..=span {
            let _ = writeln!(text, "  when c[i + {at}] {} 0", *dice.pick(&[">", "==", ">="]));
        }
        let _ = writeln!(text, "  c[i] = {}", *dice.pick(&["0", "c[i] - 1"]));
        if span > 0 && dice.once_in(2) {
            let _ = writeln!(text, "  c[i + {span}] = 0");
        }
        text.push_str("}\n");
    }
    text.push_str("stuck => me loses\n");
    text
}

/// Pieces are put on empty squares of a board, some only beside full ones. Of nine squares one or two are full at first: brute force goes through all
/// orders in which the others may be filled.
fn board(dice: &mut Dice) -> String {
    let (rows, columns) = (2 + dice.below(2), 2 + dice.below(2));
    let mut full = vec![vec![false; columns]; rows];
    for _ in 0..if rows * columns == 9 { 2 } else { 0 } {
        full[dice.below(rows)][dice.below(columns)] = true;
    }
    let mut text = format!("game G\nstate full : grid[{rows}, {columns}] of bool = {full:?}\n");
    for number in 0..1 + dice.below(3) {
        let (down, right) = *dice.pick(&[(0, 0), (0, 1), (1, 0), (1, 1)]);
        let _ = writeln!(text, "move m{number}(r in 0 ..< {}, c in 0 ..< {}) {{", rows - down, columns - right);
        let _ = writeln!(text, "  when not full[r, c] and not full[r + {down}, c + {right}]");
        match dice.below(4) {
            0 => text.push_str("  when c == 0 or full[r, c - 1]\n"),
            1 => text.push_str("  when r == 0 or not full[r - 1, c]\n"),
            _ => {}
        }
        let _ = writeln!(text, "  full[r, c] = true\n  full[r + {down}, c + {right}] = true\n}}");
    }
    text.push_str("stuck => me loses\n");
    text
}

/// Nodes are taken from a random graph, with some of their neighbours: a set of nodes, or whether each is there.
fn nodes(dice: &mut Dice) -> String {
    let count = 4 + dice.below(3);
    let pairs = (0..count).flat_map(|to| (0..to).map(move |from| (from, to)));
    let edges: Vec<(usize, usize)> = pairs.filter(|_| dice.once_in(3)).collect();
    let edges = &edges;
    let next = |node: usize| (0..count).filter(move |other| edges.contains(&(node.min(*other), node.max(*other))));
    let near: Vec<String> = (0..count).map(|node| format!("{:?}", next(node).collect::<Vec<_>>())).collect();
    let mut text = format!("game G\nlet near = [{}]\n", near.join(", "));
    if dice.once_in(2) {
        let takes = *dice.pick(&["left -= {v} | {w for w in near[v]}", "left -= {v}"]);
        let when = *dice.pick(&["", "when any(w in left for w in near[v])", "when all(w in left for w in near[v])"]);
        let _ = writeln!(text, "state left : set of 0 ..< {count} = {{v for v in 0 ..< {count}}}");
        let _ = writeln!(text, "move take(v in left) {{\n  {when}\n  {takes}\n}}");
    } else {
        let when = *dice.pick(&["", " and any(on[w] for w in near[v])", " and all(on[w] for w in near[v])"]);
        let more = *dice.pick(&["", "  for w in near[v] { on[w] = false }\n"]);
        let _ = writeln!(text, "state on : list[{count}] of bool = [true for v in 0 ..< {count}]");
        let _ = writeln!(text, "move take(v in 0 ..< {count}) {{\n  when on[v]{when}\n  on[v] = false\n{more}}}");
    }
    text.push_str("stuck => me loses\n");
    text
}

/// Every position is worth what brute force says, the checker finds nothing, and the nimber is right. How many positions, and who wins.
fn agrees(text: &str) -> (u64, bool) {
    let game: Instance = game(text, &json!({}));
    let start = game.start().unwrap();
    let found = |method| by(&game, Ask::Table, &Limits::default(), Some(method));
    let [judge, found] =
        ["brute", "components"].map(|method| found(method).unwrap_or_else(|stop| panic!("{stop}\n{text}")));
    let mut positions = 0;
    for (at, value) in judge.store.entries(&game) {
        let told = found.store.value(&game, &at).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(won(told), won(value), "{} in\n{text}", game.show_position(&at));
        positions += 1;
    }
    prove(&game, &found, &Limits::default()).unwrap();
    let right = nimber_of(&game, &start, &Limits::default(), &Silent).unwrap();
    assert_eq!(found.nimber(&game, &start), right, "{text}");
    (positions, won(found.value))
}

#[test]
fn components_agree_with_brute_force() {
    let mut dice = Dice::new(1936);
    let mut seen: BTreeMap<(usize, bool), u64> = BTreeMap::new();
    let mut positions = 0;
    for round in 0..450 {
        let kind = round % 3;
        let (more, wins) = agrees(&[row, board, nodes][kind](&mut dice));
        positions += more;
        *seen.entry((kind, wins)).or_default() += 1;
    }
    assert!(positions > 5_000 && seen.len() == 6 && seen.values().all(|count| *count > 20), "{positions} {seen:?}");
}

/// The same with moves that are one player's, or either's, as it falls.
fn owned(dice: &mut Dice, text: &str) -> String {
    let mut out = String::new();
    for line in text.replacen("game G\n", "game G\nplayers Left, Right\n", 1).lines() {
        match line.strip_suffix(" {").filter(|line| line.starts_with("move")) {
            Some(head) => {
                let by = *dice.pick(&[" by Left", " by Right", " by Left", " by Right", ""]);
                let _ = writeln!(out, "{head}{by} {{");
            }
            None => {
                let _ = writeln!(out, "{line}");
            }
        }
    }
    out
}

/// The name of a position's value.
fn named(game: &Instance, at: &str) -> String {
    let at = game.read_position(at).unwrap();
    valued(game, &at, &Limits::default(), &Silent).unwrap().worth.name
}

/// Who wins is what brute force says; the value of a position is the same where components are looked at and where boards are: of the same rules
/// with an invariant, whose moves are not written out. How many positions, and who wins.
fn agrees_with_boards(text: &str) -> (u64, bool) {
    let game: Instance = game(text, &json!({}));
    let whole: Instance = self::game(&format!("{text}invariant 0 < 1\n"), &json!({}));
    assert!(whole.local().is_err());
    let found = |method| by(&game, Ask::Table, &Limits::default(), Some(method));
    let judge = found("brute").unwrap();
    let Ok(found) = found("components") else { return (0, false) };
    let mut positions = 0;
    for (at, value) in judge.store.entries(&game) {
        let told = found.store.value(&game, &at).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(won(told), won(value), "{} in\n{text}", game.show_position(&at));
        if positions % 8 == 0 {
            let at = game.show_position(&at);
            assert_eq!(named(&game, &at), named(&whole, &at), "{at} in\n{text}");
        }
        positions += 1;
    }
    prove(&game, &found, &Limits::default()).unwrap();
    (positions, won(found.value))
}

#[test]
fn components_of_players_with_moves_of_their_own_agree_with_brute_force() {
    let mut dice = Dice::new(1976);
    let mut seen: BTreeMap<(usize, bool), u64> = BTreeMap::new();
    let mut positions = 0;
    for round in 0..600 {
        let kind = round % 3;
        let text = [row, board, nodes][kind](&mut dice);
        let (more, wins) = agrees_with_boards(&owned(&mut dice, &text));
        positions += more;
        *seen.entry((kind, wins)).or_default() += 1;
    }
    assert!(positions > 5_000 && seen.len() == 6 && seen.values().all(|count| *count > 20), "{positions} {seen:?}");
}

const ROOMS: &str = "game Rooms\nplayers Vertical, Horizontal\nparam floor : grid[1..8, 1..14] of bool\n\
    let h = len(rows(floor))\nlet w = len(cols(floor))\nstate covered : grid[h, w] of bool = floor\n\
    move upright(r in 0 ..< h - 1, c in 0..<w) by Vertical { when not covered[r, c] and not covered[r + 1, c]\n\
    covered[r, c] = true\n covered[r + 1, c] = true }\n\
    move flat(r in 0..<h, c in 0 ..< w - 1) by Horizontal { when not covered[r, c] and not covered[r, c + 1]\n\
    covered[r, c] = true\n covered[r, c + 1] = true }\nstuck => me loses\n";

/// Walls part the floor into rooms; without them it is one whole, which is searched.
#[test]
fn rooms_that_walls_part_are_valued_apart() {
    let rooms = |row: &str| -> Instance { game(ROOMS, &json!({"floor": [row, row, row, row]})) };
    for (row, method) in [("....#....", "components"), ("....#..#..", "components"), ("......", "search")] {
        let game = rooms(row);
        let found = by(&game, Ask::Value, &Limits::default(), None).unwrap();
        let judge = by(&game, Ask::Value, &Limits::default(), Some("search")).unwrap();
        assert_eq!((found.method, won(found.value)), (method, won(judge.value)), "{row}");
    }
    let wide = rooms("........#....");
    let why = Plan::of(&wide, &wide.start().unwrap(), &Ask::Value, &Limits::default()).to_string();
    assert!(why.contains("a part of the start has 52 of them"), "{why}");
}

const CRAM: &str = "game Cram\nparam n : 1..8\nparam m : 1..8\nstate full : grid[n, m] of bool = false\n\
    move down(r in 0 ..< n - 1, c in 0 ..< m) { when not full[r, c] and not full[r + 1, c]\n full[r, c] = true\n full[r + 1, c] = true }\n\
    move across(r in 0 ..< n, c in 0 ..< m - 1) { when not full[r, c] and not full[r, c + 1]\n full[r, c] = true\n full[r, c + 1] = true }\n\
    stuck => me loses\n";

/// The nimber of a board whose full squares are these bits, by nothing but play.
fn plainly(rows: u32, columns: u32, full: u32, known: &mut HashMap<u32, u64>) -> u64 {
    if let Some(nimber) = known.get(&full) {
        return *nimber;
    }
    let mut options = 0_u64;
    for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        let at = 1 << (row * columns + column);
        for (fits, other) in [(column + 1 < columns, at << 1), (row + 1 < rows, at << columns)] {
            if fits && full & (at | other) == 0 {
                options |= 1 << plainly(rows, columns, full | at | other, known);
            }
        }
    }
    let nimber = u64::from(options.trailing_ones());
    known.insert(full, nimber);
    nimber
}

#[test]
fn cram_is_worth_what_plain_play_says() {
    for (rows, columns) in (1..=4).flat_map(|rows| (1..=5).map(move |columns| (rows, columns))) {
        let right = plainly(rows, columns, 0, &mut HashMap::new());
        let game = game(CRAM, &json!({"n": rows, "m": columns}));
        let solution = by(&game, Ask::Value, &Limits::default(), Some("components")).unwrap();
        assert_eq!(solution.nimber(&game, &game.start().unwrap()), Some(right), "{rows} x {columns}");
        assert_eq!(won(solution.value), right != 0);
    }
}

const ROW: &str = "game Row\nparam n : 1..200\nstate pin : list[n] of bool = [true for i in 0 ..< n]\n\
    move one(i in 0 ..< n) { when pin[i]\n pin[i] = false }\n\
    move two(i in 0 ..< n - 1) { when pin[i] and pin[i + 1]\n pin[i] = false\n pin[i + 1] = false }\n\
    stuck => me loses\n";

/// R. K. Guy and C. A. B. Smith, "The G-values of various games", 1956: Kayles is 0.77.
#[test]
fn a_row_of_pins_is_kayles() {
    let nimbers = plain(&"0.77".parse().unwrap(), 50, &Limits::default()).unwrap();
    for (n, right) in nimbers.iter().enumerate().skip(1) {
        let game = game(ROW, &json!({"n": n}));
        let start = game.start().unwrap();
        let method = (n < 30).then_some("components");
        let solution = by(&game, Ask::Value, &Limits::default(), method).unwrap();
        assert_eq!(solution.method, "components");
        let right = Some(u64::from(*right));
        assert_eq!(solution.nimber(&game, &start), right, "{n}");
        if n >= 30 {
            assert_eq!(nimber_of(&game, &start, &Limits::default(), &Silent).unwrap(), right, "{n}");
        }
    }
}

#[test]
fn limits_end_it() {
    let game = game(CRAM, &json!({"n": 8, "m": 8}));
    let stopped = |limits: Limits| by(&game, Ask::Value, &limits, Some("components")).unwrap_err();
    assert!(matches!(stopped(Limits::default().positions(1_000)), Stop::Positions { limit: 1_000 }));
    assert!(matches!(stopped(Limits::default().time(Duration::from_millis(50))), Stop::Time { .. }));
    assert!(matches!(stopped(Limits::default().memory(200_000)), Stop::Memory { .. }));
    let cancelled = Limits::default();
    cancelled.cancel.store(true, Ordering::Relaxed);
    assert!(matches!(stopped(cancelled), Stop::Cancelled));
}

#[test]
fn what_bears_on_more_than_cells_is_left_to_other_methods() {
    const BOOLS: &str = "game G\nplayers L, R\nstate c : list[13] of bool = [true for i in 0..12]\n";
    for (lines, why) in [
        ("move m(i in 0..12) { when c[i]\n c[i] = false }\nstuck => me wins\n", "whoever cannot move must lose"),
        (
            "move m(i in 0..12) { when c[i]\n c[i] = false }\nend when not c[0] => me loses\nstuck => me loses\n",
            "another line",
        ),
        ("move m(i in 0..12) by L { c[i] = not c[i] }\nstuck => me loses\n", "may come back to what it held"),
        ("move m(i in 0..12) { c[i] = not c[i] }\nstuck => me loses\n", "may come back to what it held"),
        (
            "move m(i in 0..12) { when c[i]\n for x in 0..12 { c[x] = false } }\nstuck => me loses\n",
            "too many ways to write out",
        ),
        (
            "move m(i in 0..12, a in 0..12, b in 0..12, d in 0..12) { when c[i]\n c[i] = false }\nstuck => me loses\n",
            "too many ways to write out",
        ),
        (
            "move m(i in 0..12, a in 0..399) { when c[i]\n c[i] = false }\nstuck => me loses\n",
            "more than 4096 moves are written out",
        ),
    ] {
        let game = game(&format!("{BOOLS}{lines}"), &json!({}));
        let stop = by(&game, Ask::Value, &Limits::default(), Some("components")).unwrap_err();
        assert!(stop.to_string().contains(why), "{stop}\n{lines}");
    }
}
