//! Tables as learners fill them in, each way of counting and of valuing by itself and together, right and with one mistake.

#![allow(clippy::unwrap_used)]

use super::*;
use bouton::instance::from_json;
use bouton::rules::{Source, check};
use std::sync::Arc;

/// The marks of a table.
fn graded(word: &str, params: &str, table: &str) -> Result<Marks, Text> {
    let gallery = bouton::gallery::find(word).unwrap();
    let rules = Arc::new(check(&Source::new(gallery.name, gallery.text)).0.unwrap());
    let params: serde_json::Value = serde_json::from_str(params).unwrap();
    let given = from_json(&rules, params.as_object().unwrap()).unwrap();
    let game = Instance::new(rules.clone(), &given).unwrap();
    let recur = Recur::of(&rules, game.told_apart().is_some()).unwrap();
    marks(&game, &recur, table, Lang::English)
}

/// A table that is right if it is read so; then, with a value changed, all of it but that is right.
#[track_caller]
fn right(word: &str, params: &str, table: &str, said: &[&str]) {
    let marks = graded(word, params, table).unwrap();
    assert_eq!(marks.said, said, "{word}\n{table}");
    assert!(marks.wrong.is_none() && marks.right == marks.cells && marks.cells > 0, "{word} {marks:?}\n{table}");
}

/// The same table with one value changed.
#[track_caller]
fn one_wrong(word: &str, params: &str, table: &str, said: &[&str], at: &[i64], place: &str) {
    let marks = graded(word, params, table).unwrap();
    assert_eq!(marks.said, said, "{word}\n{table}");
    let wrong = marks.wrong.as_ref().unwrap();
    assert_eq!(
        (marks.cells - marks.right, wrong.at.as_slice(), wrong.place.as_deref()),
        (1, at, Some(place)),
        "{marks:?}"
    );
}

/// The lead of who moves first on piles `i ..< j` of 5, 3, 4, 5, as 877 has it.
fn lead(i: usize, j: usize) -> i64 {
    const PILES: [i64; 4] = [5, 3, 4, 5];
    if i >= j { 0 } else { (PILES[i] - lead(i + 1, j)).max(PILES[j - 1] - lead(i, j - 1)) }
}

fn left(i: usize, j: usize) -> i64 {
    [5, 3, 4, 5].get(i..j).map_or(0, |piles| piles.iter().sum())
}

/// A grid of so many lines and columns.
fn grid(lines: usize, columns: usize, cell: impl Fn(usize, usize) -> String) -> String {
    let line = |line: usize| (0..columns).map(|column| cell(line, column)).collect::<Vec<_>>().join(" ");
    (0..lines).map(line).collect::<Vec<_>>().join("\n")
}

const PILES: &str = r#"{"piles": [5, 3, 4, 5]}"#;
const CLOSED: &str = "your j is the last pile, Bouton's the one after it";

#[test]
fn closed_intervals_are_read_first_and_then_marked() {
    let table = "5,2,4,1\n0,3,1,4\n0,0,4,1\n0,0,0,5";
    right("877", PILES, table, &[CLOSED]);
    one_wrong("877", PILES, &table.replace("0,3,1,4", "0,3,2,4"), &[CLOSED], &[1, 3], "[1][2]");
}

#[test]
fn indices_from_one_lines_for_columns_and_grids_upside_down_are_read() {
    let show = |lead: i64| lead.to_string();
    let plain = grid(5, 5, |i, j| show(lead(i, j)));
    right("877", PILES, &plain, &[]);
    // A line and a column of zeros before the first pile.
    let from_one = grid(6, 6, |i, j| show(if i == 0 || j == 0 { 0 } else { lead(i - 1, j - 1) }));
    let ones = ["your i begins at 1, Bouton's at 0", "your j begins at 1, Bouton's at 0"];
    right("877", PILES, &from_one, &ones);
    let closed_from_one = grid(5, 5, |i, j| show(if i == 0 || j == 0 { 0 } else { lead(i - 1, j) }));
    right("877", PILES, &closed_from_one, &ones[..1]);
    let turned = grid(5, 5, |j, i| show(lead(i, j)));
    right("877", PILES, &turned, &["your lines are j, and your columns i"]);
    let mirrored = grid(5, 5, |line, j| show(lead(4 - line, j)));
    right("877", PILES, &mirrored, &["your i counts from the other end: Bouton's is 4 less yours"]);
    let closed_turned = grid(4, 4, |j, i| show(lead(i, j + 1)));
    right("877", PILES, &closed_turned, &["your lines are j, and your columns i", CLOSED]);
    let lengths = grid(5, 5, |i, length| if i + length <= 4 { show(lead(i, i + length)) } else { ".".to_owned() });
    right("877", PILES, &lengths, &["your j is a length: j = i + yours"]);
}

#[test]
fn points_pairs_and_the_first_player_s_view_are_read() {
    let points = |i: usize, j: usize| (left(i, j) + lead(i, j)) / 2;
    right("877", PILES, &grid(5, 5, |i, j| points(i, j).to_string()), &["your values are the mover's own points"]);
    let closed = grid(4, 4, |i, j| points(i, j + 1).to_string());
    right("877", PILES, &closed, &[CLOSED, "your values are the mover's own points"]);
    let pairs = grid(4, 4, |i, j| format!("({}, {})", points(i, j + 1), left(i, j + 1) - points(i, j + 1)));
    right("877", PILES, &pairs, &[CLOSED, "your pairs are (the mover's points, the other's)"]);
    one_wrong(
        "877",
        PILES,
        &pairs.replace("(9, 8)", "(8, 9)"),
        &[CLOSED, "your pairs are (the mover's points, the other's)"],
        &[0, 4],
        "[0][3]",
    );
    let first = grid(5, 5, |i, j| if (i + j) % 2 == 0 { lead(i, j) } else { -lead(i, j) }.to_string());
    right("877", PILES, &first, &["your values are always Alice's lead, whoever moves"]);
    let header = (0..4).flat_map(|i| {
        (i..4).map(move |j| format!("{i},{j},{},{}\n", points(i, j + 1), left(i, j + 1) - points(i, j + 1)))
    });
    let header = format!("l,r,first,second\n{}", header.collect::<String>());
    let said = ["your l is i", "your r is j", CLOSED, "your pairs are (the mover's points, the other's)"];
    right("486", PILES, &header, &said);
}

#[test]
fn tables_of_other_games_are_read() {
    // 1406: from the end backwards, and closed at the other end.
    let values = r#"{"values": [1, 2, 3, 7]}"#;
    right("1406", values, "-1\n12\n10\n7\n0", &[]);
    right("1406", values, "0 7 10 12 -1", &["your i counts from the other end: Bouton's is 4 less yours"]);
    right("1406", values, "i,value\n1,-1\n2,12\n3,10\n4,7\n5,0", &["your i begins at 1, Bouton's at 0"]);
    // 1140: points, with a column for M = 0.
    let piles = r#"{"piles": [2, 7, 9, 4, 4]}"#;
    let table = "i,M,dp\n0,1,10\n1,1,16\n2,1,13\n2,2,17\n3,1,8\n3,2,8\n4,1,4\n4,2,4";
    right("1140", piles, table, &["your values are the mover's own points"]);
    let at_start = "i,value\n0,-6\n1,8\n2,9\n3,8\n4,4\n5,0";
    let marks = graded("1140", piles, at_start).unwrap();
    assert_eq!(marks.said, ["M is 1 in all your cells"]);
    // 375: what the guesser pays, by the usual table of n + 1 lines and columns.
    let cost = "0 0 0 0 0\n0 0 1 2 4\n0 0 0 2 3\n0 0 0 0 3\n0 0 0 0 0";
    let said = ["asked is 0 in all your cells", "your values are the leads of the other player: what the mover pays"];
    right("375", r#"{"n": 4}"#, cost, &said);
    one_wrong("375", r#"{"n": 4}"#, &cost.replace("0 0 1 2 4", "0 0 1 2 5"), &said, &[1, 4, 0, 0], "[1][4]");
}

#[test]
fn tables_of_games_that_are_won_are_read() {
    for word in ["1025", "1510"] {
        let wins = |n: i64| if word == "1025" { n % 2 == 0 } else { ![2, 5, 7].contains(&n) };
        let from = i64::from(word == "1025");
        let table = |say: &dyn Fn(bool) -> &'static str| {
            (from..=8).map(|n| say(n > 0 && wins(n))).collect::<Vec<_>>().join(" ")
        };
        right(word, r#"{"n": 8}"#, &table(&|won| if won { "true" } else { "false" }), &[]);
        let ones = table(&|won| if won { "1" } else { "0" });
        right(word, r#"{"n": 8}"#, &ones, &["your values are 1 for a win and 0 for a loss"]);
    }
    // 464: sets as numbers, the number k at bit k; whether the mover wins.
    let (largest, total) = (4, 6);
    let sum = |used: i64| (1..=largest).filter(|k| used >> k & 1 == 1).sum::<i64>();
    fn wins(used: i64, largest: i64, total: i64, sum: &dyn Fn(i64) -> i64) -> bool {
        (1..=largest).any(|k| {
            let next = used | 1 << k;
            next != used && (sum(next) >= total || !wins(next, largest, total, sum))
        })
    }
    let rows = |down: i64| {
        let used = (0..1 << (largest + 1)).filter(|used| used & 1 == 0 && sum(*used) < total);
        used.map(|used| format!("{},{}\n", used >> down, wins(used, largest, total, &sum))).collect::<String>()
    };
    let params = r#"{"maxChoosableInteger": 4, "desiredTotal": 6}"#;
    right("464", params, &format!("used,value\n{}", rows(1)), &[]);
    let lowered = "your bit k of used is the number k; Bouton's bit 0 is the least number";
    right("464", params, &format!("used,value\n{}", rows(0)), &[lowered]);
}

#[test]
fn a_plain_table_with_mistakes_is_read_plainly() {
    let marks = graded("1140", r#"{"piles": [2, 7, 9, 4, 4]}"#, "i,M,value\n4,1,4\n3,1,8\n2,1,9\n2,2,17\n1,1,8\n0,1,0")
        .unwrap();
    assert_eq!((marks.right, marks.cells, marks.said.len(), marks.suspects.len()), (5, 6, 0, 2));
    // The maximum starts at 0 everywhere.
    let zero = grid(5, 5, |i, j| lead(i, j).max(0).to_string());
    assert_eq!(graded("877", PILES, &zero).unwrap().said, [""; 0]);
    for (table, why) in
        [("", "it is empty"), (". .\n. .", "it has no filled cell"), ("hello\n1", "its first line is neither")]
    {
        let error = graded("877", PILES, table).unwrap_err();
        assert!(error.to_string().starts_with(why), "{error}");
    }
}
