//! Every number of a table is what brute force and plain definitions say.

use super::{Solved, brute, by_lot, english, instance, solved};
use bouton::answer::best_play;
use bouton::game::Game;
use bouton::rules::layout::Packed;
use bouton::{Outcome, Player, Value};
use bouton_teach::table::{self, How, Table};
use bouton_teach::words::Lang;
use serde_json::Value as Json;

/// The position of a cell as JSON tells it.
fn position(solved: &Solved, cell: &Json) -> Packed {
    let turn = cell["mover"].as_str().map_or(String::new(), |mover| format!(" turn={mover}"));
    solved.game.read_position(&format!("{}{turn}", cell["position"].as_str().unwrap())).unwrap()
}

/// A value as JSON writes it.
fn as_json(value: Value) -> Json {
    match value {
        Value::Lead(lead) => lead.into(),
        Value::Outcome(Outcome::Win(_)) => "win".into(),
        Value::Outcome(Outcome::Draw) => "draw".into(),
        Value::Outcome(Outcome::Loss(_)) => "loss".into(),
    }
}

/// What the mover gains along best play, move by move.
fn own_points(solved: &Solved, at: &Packed) -> i64 {
    let mover = solved.game.mover(at);
    let line = best_play(&solved.game, &solved.solution, at, 10_000).unwrap();
    line.moves.iter().map(|made| if made.mover == mover { made.gain.mine } else { made.gain.theirs }).sum()
}

fn holds(solved: &Solved) -> usize {
    let table = table::table(&solved.scene(), None, 20_000, &[]).unwrap();
    let json = table::json(&table);
    let cells = json["cells"].as_array().unwrap();
    for cell in cells.iter().filter(|cell| !cell["over"].as_bool().unwrap()) {
        let at = position(solved, cell);
        let value = brute(&solved.game, &at);
        assert_eq!(cell["worth"], as_json(value), "{cell}");
        assert_eq!(cell["plies"], serde_json::json!(bouton::answer::report::plies(value)), "{cell}");
        if let Some(own) = cell["own"].as_i64() {
            assert_eq!(own, own_points(solved, &at), "{cell}");
        }
        let best = cell["reads"].as_array().unwrap().iter().filter(|read| read["best"].as_bool().unwrap());
        best.for_each(|read| assert_eq!(read["worth"], cell["worth"], "{cell}"));
    }
    orders_are_legal(&table);
    assert_eq!(table::csv(&table).len(), cells.len() + 1);
    csv_agrees(&table, cells);
    cells.len()
}

/// Every order fills each cell after those that it reads, and numbers all cells from 1.
fn orders_are_legal(table: &Table) {
    for order in table.orders.iter().filter(|order| order.how != How::Plies) {
        let mut numbers: Vec<usize> = order.fill.iter().map(|number| number.unwrap()).collect();
        for (at, cell) in table.cells.iter().enumerate() {
            let reads = cell.reads.iter().flat_map(|read| &read.to);
            reads.for_each(|&to| assert!(order.fill[to] < order.fill[at], "{}: {at} before {to}", order.name));
        }
        numbers.sort_unstable();
        assert!(numbers.into_iter().eq(1..=table.cells.len()), "{}", order.name);
    }
}

/// The comma-separated form has the same numbers, in the order of filling.
fn csv_agrees(table: &Table, cells: &[Json]) {
    if table.axes().is_empty() {
        return;
    }
    let axes = table.axes().len();
    for (line, at) in table::csv(table)[1..].iter().zip(table.in_order()) {
        let fields: Vec<&str> = line.split(',').collect();
        let place = table.axes().iter().zip(&table.cells[at].place);
        assert!(place.map(|(axis, &place)| axis.labels[place].as_str()).eq(fields[..axes].iter().copied()), "{line}");
        let worth = &cells[at]["worth"];
        let worth = worth.as_str().map_or_else(|| worth.to_string(), str::to_owned);
        assert_eq!(fields[axes], worth, "{line}");
    }
}

#[test]
fn tables_say_what_brute_force_says() {
    let names = [
        "stone-game-ii",
        "stone-game",
        "stone-game-iii",
        "stone-game-iv",
        "can-i-win",
        "both-ends",
        "chomp",
        "subtraction",
        "guess-number",
    ];
    for name in names {
        let mut cells = 0;
        for game in by_lot(name, 2) {
            let Some(solved) = Solved::new(game, None).filter(|solved| solved.solution.positions <= 150) else {
                continue;
            };
            cells += holds(&solved);
        }
        println!("{name}: {cells} cells");
        assert!(cells > 20, "{name}: only {cells} cells were compared");
    }
}

#[test]
fn games_in_which_play_goes_round_are_numbered_by_plies() {
    let solved = solved("cat-and-mouse", r#"{"graph": [[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]}"#);
    let table = table::table(&solved.scene(), None, 1_000, &[]).unwrap();
    assert_eq!(table.filling().unwrap().how, How::Plies);
    assert_eq!(table.axes().iter().map(|axis| axis.name.as_str()).collect::<Vec<_>>(), ["mouse", "cat", "turn"]);
    for cell in &table.cells {
        assert_eq!(cell.fill.is_none(), cell.worth.plies().is_none(), "{cell:?}");
        let earlier =
            |read: &table::Read| table.cells[read.to[0]].fill < cell.fill && table.cells[read.to[0]].fill.is_some();
        assert!(cell.fill.is_none() || cell.over || cell.reads.iter().any(earlier), "{cell:?}");
    }
}

#[test]
fn the_stone_game_can_be_filled_in_three_orders() {
    let solved = solved("stone-game", r#"{"piles": [5, 3, 4, 5]}"#);
    let table = table::table(&solved.scene(), Some("length"), 1_000, &[]).unwrap();
    assert_eq!(table.orders.iter().map(|order| order.name.as_str()).collect::<Vec<_>>(), ["i", "j", "length"]);
    let last = table.cells.iter().max_by_key(|cell| cell.fill).unwrap();
    assert_eq!((last.position.as_str(), last.fill), ("i=0 j=4", Some(15)));
    let refused = table::table(&solved.scene(), Some("height"), 1_000, &[]).unwrap_err();
    assert!(refused.instead(Lang::English).iter().any(|help| help.contains("--order length")), "{refused:?}");
}

#[test]
fn arrows_in_letters_go_from_cell_to_cell_of_best_play() {
    let solved = solved("stone-game-ii", r#"{"piles": [2, 7, 9, 4, 4]}"#);
    let table = table::table(&solved.scene(), None, 1_000, &[]).unwrap();
    let signs = |arrows| {
        let lines = table::text(&table, arrows, english()).unwrap();
        let cells = lines.iter().take_while(|line| !line.contains("to move")).flat_map(|line| line.chars());
        cells.filter(|letter| "↓↘→↗↑↖←↙●".contains(*letter)).collect::<String>()
    };
    // take(1) to i=1 M=1, take(2) to i=3 M=2, take(2) to i=5 M=2.
    let places: Vec<&[usize]> = table.line.iter().map(|at| table.cells[*at].place.as_slice()).collect();
    assert_eq!(places, [[0, 0], [1, 0], [3, 1], [5, 1]]);
    assert_eq!(signs(table::Arrows::Line), "↓↘↓●");
    assert_eq!(signs(table::Arrows::None), "");
    // Every cell from which play goes on.
    let open = table.cells.iter().filter(|cell| !cell.over).count();
    assert_eq!(signs(table::Arrows::Best).chars().count(), open);
}

#[test]
fn too_large_a_table_says_what_would_fit() {
    let solved = solved("stone-game", r#"{"piles": [1,2,3,4,5,6,7,8,9,1,2,3,4,5,6,7,8,9,1,2,3,4,5,6,7,8,9,1,2,3]}"#);
    let table = table::table(&solved.scene(), None, 1_000, &[]).unwrap();
    let refused = table::text(&table, table::Arrows::Line, english()).unwrap_err();
    assert!(refused.to_string().contains("496"), "{refused}");
    assert!(!refused.instead(Lang::English).is_empty());
    let refused = table::table(&solved.scene(), None, 100, &["advice-csv".into()]).unwrap_err();
    assert_eq!(refused.instead(Lang::English), ["`--format csv` lists every cell"]);
}

#[test]
fn the_line_gives_the_totals_of_the_answer() {
    for name in ["stone-game-ii", "ends-k", "kalah", "stone-game-vii"] {
        for game in by_lot(name, 2) {
            let Some(solved) = Solved::new(game, None) else { continue };
            let line = bouton_teach::line::line(&solved.scene(), 1_000).unwrap();
            let totals = line.totals.unwrap();
            let Value::Lead(lead) = brute(&solved.game, &solved.at) else { panic!("points") };
            let mover = solved.game.mover(&solved.at);
            let lead = if mover == Player::First { lead } else { -lead };
            assert_eq!(totals[0] - totals[1], lead, "{name}: {line:?}");
            let gains = line.steps.iter().map(|step| step.given.unwrap());
            let ended = totals[0] + totals[1] - gains.map(|(mine, theirs)| mine + theirs).sum::<i64>();
            assert!(name == "kalah" || ended == 0, "{name}: the end gives {ended}");
        }
    }
}

#[test]
fn ties_of_a_line_are_best_moves_too() {
    let game = instance("mnk", r#"{"m": 3, "n": 2, "k": 2}"#);
    let solved = Solved::new(game, None).unwrap();
    let line = bouton_teach::line::line(&solved.scene(), 10).unwrap();
    let answer = solved.scene().answer(&solved.at).unwrap();
    let fastest: Vec<String> = answer.fastest().map(|choice| solved.game.show_move(&choice.mv)).collect();
    let first = &line.steps[0];
    let mut said: Vec<String> = first.ties.iter().chain([&first.mv]).cloned().collect();
    said.sort();
    let mut fastest = fastest;
    fastest.sort();
    assert_eq!(said, fastest);
}
