//! Tables of nimbers: against the definition, against published values, and what their periods claim.

use crate::common;
use bouton::game::Game;
use bouton::instance::{Instance, from_json};
use bouton::nimber::octal::{BadCode, Code, Octal, Way, analyse, plain};
use bouton::nimber::{mex, take};
use bouton::{Limits, Silent};
use bouton_rules::{Source, check};
use serde_json::{Value as Json, json};
use std::sync::Arc;

fn octal(code: &str, to: usize) -> Octal {
    analyse(&code.parse().unwrap(), to, &Limits::default()).unwrap()
}

/// Straight from the definition: digit 1 leaves nothing, 2 one heap, 4 two.
fn by_definition(code: &str, to: usize) -> Vec<u64> {
    let digits: Vec<u32> = code.chars().filter(char::is_ascii_digit).map(|digit| digit.to_digit(8).unwrap()).collect();
    let mut values: Vec<u64> = Vec::new();
    for size in 0..=to {
        let mut options = Vec::new();
        for (taken, digit) in digits.iter().enumerate().filter(|(taken, _)| *taken <= size) {
            let rest = size - taken;
            if digit & 1 != 0 && rest == 0 && taken > 0 {
                options.push(0);
            }
            if digit & 2 != 0 && rest > 0 && taken > 0 {
                options.push(values[rest]);
            }
            if digit & 4 != 0 {
                options.extend((1..rest).map(|one| values[one] ^ values[rest - one]));
            }
        }
        values.push(mex(options));
    }
    values
}

/// Codes of every kind: one to four places, with and without splitting before the point.
fn codes() -> Vec<String> {
    let mut codes: Vec<String> = (1..64).map(|number| format!("0.{}{}", number / 8, number % 8)).collect();
    codes.extend((1..=7).map(|digit| format!("4.{digit}")));
    codes.extend(
        ["0.137", "0.156", "0.644", "0.165", "0.356", "4.007", "0.0077", "0.1337", "0.4", "0.007"].map(str::to_owned),
    );
    codes
}

#[test]
fn fast_values_are_those_of_the_definition() {
    for code in codes() {
        let right = by_definition(&code, 300);
        let values = plain(&code.parse().unwrap(), 2_500, &Limits::default()).unwrap();
        assert!(values.iter().take(301).map(|&value| u64::from(value)).eq(right), "{code}: plain");
        let fast = octal(&code, 2_500);
        assert_eq!(fast.values, values, "{code}: {:?}", fast.way);
    }
}

#[test]
fn kayles_has_period_12_from_71() {
    // Guy and Smith 1956; Winning Ways, chapter 4; OEIS A002186.
    let kayles = octal("0.77", 20_000);
    assert_eq!(kayles.values[..24], [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7]);
    let period = kayles.period.unwrap();
    assert_eq!((period.from, period.length), (71, 12));
    assert_eq!(period.exceptions.last(), Some(&(70, 6)));
    assert_eq!(period.exceptions.len(), 14);
    // Proven by the first table, so no sparse space is needed; 0.16 takes longer.
    assert_eq!(kayles.way, Way::Plain);
    assert!(matches!(octal("0.16", 5_000).way, Way::Sparse { rare } if rare < 60));
}

#[test]
fn dawsons_chess_has_period_34_with_seven_exceptions() {
    // Guy and Smith 1956; Winning Ways, chapter 4; OEIS A002187 (0.137). 0.07 is the same one place later, 0.4 two.
    let chess = octal("0.137", 5_000);
    assert_eq!(chess.values[..16], [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5]);
    let period = chess.period.unwrap();
    assert_eq!((period.from, period.length), (52, 34));
    let sizes: Vec<usize> = period.exceptions.iter().map(|(size, _)| *size).collect();
    assert_eq!(sizes, [0, 14, 16, 17, 31, 34, 51]);
    let kayles = octal("0.07", 5_000);
    assert_eq!(kayles.values[1..], chess.values[..5_000]);
    assert_eq!(kayles.period.map(|period| (period.from, period.length)), Some((53, 34)));
}

#[test]
fn published_periods_are_proven() {
    // R. K. Guy and C. A. B. Smith 1956; Winning Ways, chapter 4, tables 6 and 7.
    for (code, from, length) in
        [("0.45", 498, 20), ("0.156", 3_479, 349), ("0.356", 7_315, 142), ("0.165", 5_181, 1_550)]
    {
        let period = octal(code, 20_000).period.unwrap_or_else(|| panic!("{code}: nothing proven"));
        assert_eq!((code, period.length), (code, length));
        assert_eq!((code, period.from), (code, from));
    }
}

#[test]
fn long_periods_are_proven() {
    // A. Gangolli and T. Plambeck, "A note on periodicity in some octal games", 1989.
    if !common::large() {
        return;
    }
    let period = octal("0.16", 600_000).period.unwrap();
    assert_eq!((period.from, period.length), (105_351, 149_459));
}

#[test]
fn a_period_needs_its_proof() {
    // Up to 2 · 71 + 2 · 12 + 2 − 1 the values of Kayles prove its period; one fewer prove nothing.
    assert_eq!(octal("0.77", 167).period.map(|period| period.needed), Some(167));
    assert_eq!(octal("0.77", 166).period, None);
    // No period of 0.007 is known (OEIS A071074): none is claimed.
    assert_eq!(octal("0.007", 3_000).period, None);
}

#[test]
fn what_a_period_says_holds_far_beyond_its_proof() {
    for code in codes() {
        let short = octal(&code, 900);
        let Some(period) = short.period else { continue };
        let long = octal(&code, 4_000).values;
        assert!((period.from..4_000 - period.length).all(|size| long[size] == long[size + period.length]), "{code}");
        let first = period.from.checked_sub(1);
        assert!(
            first.is_none_or(|size| long[size] != long[size + period.length]),
            "{code}: the pre-period is not least"
        );
    }
}

#[test]
fn codes_are_read_and_written() {
    for (text, written) in
        [("0.77", "0.77"), (".137", "0.137"), ("4.007", "4.007"), ("0.7700", "0.77"), ("·07", "0.07"), ("0.0", "0.0")]
    {
        assert_eq!(text.parse::<Code>().unwrap().to_string(), written);
    }
    for (text, why) in [
        ("77", BadCode::NoPoint),
        ("0.", BadCode::NoPoint),
        ("0.78", BadCode::NoDigit('8')),
        ("0.7x", BadCode::NoDigit('x')),
        ("1.7", BadCode::Endless),
        ("00.7", BadCode::Endless),
    ] {
        assert_eq!(text.parse::<Code>(), Err(why), "{text}");
    }
    assert_eq!(format!("0.{}", "7".repeat(2_000)).parse::<Code>(), Err(BadCode::TooLong));
}

#[test]
fn subtraction_sets_have_the_period_that_a_window_proves() {
    for amounts in [&[1, 2, 3][..], &[2, 5, 6], &[1, 4, 9, 11], &[3], &[2, 7, 12, 20]] {
        let values = take::values(amounts, 2_000, &Limits::default()).unwrap();
        let right: Vec<u64> = (0..=2_000).fold(Vec::new(), |mut known: Vec<u64>, size| {
            let value = mex(amounts.iter().filter_map(|amount| Some(known[usize::checked_sub(size, *amount)?])));
            known.push(value);
            known
        });
        assert!(values.iter().map(|&value| u64::from(value)).eq(right));
        let period = take::period(amounts, &values[..1_000]).unwrap();
        assert!((period.from..2_000 - period.length).all(|size| values[size] == values[size + period.length]));
        // One value fewer than the window asks for proves nothing (or only a longer period, later).
        assert_ne!(take::period(amounts, &values[..period.needed]).map(|other| other.length), Some(period.length));
    }
    let three = take::values(&[1, 2, 3], 100, &Limits::default()).unwrap();
    assert_eq!(take::period(&[1, 2, 3], &three).map(|period| (period.from, period.length)), Some((0, 4)));
}

#[test]
fn take_a_square_loses_where_its_nimber_is_nothing() {
    let squares = take::squares(10_000);
    let values = take::values(&squares, 10_000, &Limits::default()).unwrap();
    // OEIS A014586: the nimbers; A030193: the losing sizes.
    assert_eq!(values[..20], [0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2]);
    let losing = take::losing(&squares, 10_000, &Limits::default()).unwrap();
    assert_eq!(losing[..12], [0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39]);
    assert!(losing.iter().copied().eq((0..=10_000).filter(|&size| values[size] == 0)));
}

#[test]
fn a_million_heaps_take_seconds() {
    if !common::large() {
        return;
    }
    let losing = take::losing(&take::squares(1_000_000), 1_000_000, &Limits::default()).unwrap();
    assert_eq!(losing.len(), 13_952);
    let values = take::values(&take::squares(1_000_000), 1_000_000, &Limits::default()).unwrap();
    assert_eq!(values.iter().filter(|value| **value == 0).count(), 13_952);
    assert_eq!(octal("0.77", 1_000_000).period.map(|period| period.length), Some(12));
}

#[test]
fn tables_keep_to_their_limits() {
    let code: Code = "0.77".parse().unwrap();
    assert!(analyse(&code, 1_000_000, &Limits::default().memory(1_000_000)).is_err());
    assert!(analyse(&code, usize::MAX, &Limits::default()).is_err());
    let cancelled = Limits::default();
    cancelled.cancel.store(true, std::sync::atomic::Ordering::Relaxed);
    assert!(analyse(&code, 1_000, &cancelled).is_err());
}

fn plain_rules(text: &str, given: &Json) -> Instance {
    let (rules, found) = check(&Source::new("nimbers.game", text));
    let rules = Arc::new(rules.unwrap_or_else(|| panic!("{found:?}")));
    let params = from_json(&rules, given.as_object().unwrap()).unwrap();
    Instance::new(rules, &params).unwrap()
}

fn nimber(game: &Instance) -> Option<u64> {
    bouton::nimber_of(game, &game.start().unwrap(), &Limits::default(), &Silent).unwrap()
}

const CRAM: &str = "game Cram
param rows : 1..4 = 1
param columns : 1..12 = 6
state used : grid[rows, columns] of bool = false
move across(r in 0..<rows, c in 0 ..< columns - 1 if not used[r, c] and not used[r, c + 1]) {
  used[r, c] = true
  used[r, c + 1] = true
}
move down(r in 0 ..< rows - 1, c in 0..<columns if not used[r, c] and not used[r + 1, c]) {
  used[r, c] = true
  used[r + 1, c] = true
}
stuck => me loses
example rows=1, columns=6 => nimber == 3
example rows=2, columns=3 => First wins, nimber == 1
";

#[test]
fn positions_of_games_in_plain_rules_have_nimbers() {
    // A strip is worth a row of 0.07. Boards: a program of this project that knows nothing of rules.
    let strips = plain(&"0.07".parse().unwrap(), 12, &Limits::default()).unwrap();
    assert_eq!(strips.len(), 13);
    for (columns, strip) in strips.iter().enumerate().skip(1) {
        let game = plain_rules(CRAM, &json!({"rows": 1, "columns": columns}));
        assert_eq!(nimber(&game), Some(u64::from(*strip)), "{columns}");
    }
    for (rows, columns, right) in [(2, 2, 0), (2, 3, 1), (2, 5, 1), (2, 6, 0), (3, 3, 0), (3, 4, 1), (3, 5, 1)] {
        let game = plain_rules(CRAM, &json!({"rows": rows, "columns": columns}));
        assert_eq!(nimber(&game), Some(right), "{rows} by {columns}");
    }
    let rules = Arc::new(check(&Source::new("cram.game", CRAM)).0.unwrap());
    assert_eq!(bouton::examples::run_examples(&rules, &Limits::default()), []);
}

#[test]
fn cuts_in_a_graph_have_nimbers() {
    // Node Kayles on a path is Dawson's chess.
    let text = "game Nodes
param g : graph[1..12]
state gone : set of node of g = {}
move take(v in nodes(g) if v not in gone) { gone += {v} + {u for u in g[v]} }
stuck => me loses
";
    let chess = plain(&"0.137".parse().unwrap(), 11, &Limits::default()).unwrap();
    assert_eq!(chess.len(), 12);
    for (nodes, row) in chess.iter().enumerate().skip(1) {
        let near = |v: usize| (0..nodes).filter(|u| u.abs_diff(v) == 1).collect::<Vec<_>>();
        let game = plain_rules(text, &json!({"g": {"adjacency": (0..nodes).map(near).collect::<Vec<_>>()}}));
        assert_eq!(nimber(&game), Some(u64::from(*row)), "{nodes}");
    }
}

#[test]
fn games_that_are_not_impartial_or_not_normal_have_none() {
    let heap = |lines: &str| format!("game G\nplayers A, B\nstate n : 0..9 = 4\n{lines}\n");
    for (lines, right) in [
        ("move take(k in 1..2 if k <= n) { n -= k }\nstuck => me loses", Some(1)),
        ("move take(k in 1..2 if k <= n) { n -= k; end when n == 0 => me wins }\nstuck => me loses", Some(1)),
        ("move take(k in 1..2 if k <= n) { n -= k }\nend when n == 1 => me loses\nstuck => me loses", Some(0)),
        ("move take(k in 1..2 if k <= n) { n -= k }\nend when n == 1 => me wins\nstuck => me loses", None),
        ("move take(k in 1..2 if k <= n) { n -= k }\nstuck => me wins", None),
        ("move take(k in 1..2 if k <= n) { n -= k }\nmove more by A { when n > 2; n -= 2 }\nstuck => me loses", None),
        ("move take(k in 1..2 if k <= n) { n -= k; again }\nstuck => me loses", None),
        ("move take(k in 1..2 if k <= n) { n -= k }\nmove back { when n == 1; n = 4 }\nstuck => me loses", None),
        ("move take(k in 1..2 if k <= n) { n -= k; gain k }", None),
    ] {
        assert_eq!(nimber(&plain_rules(&heap(lines), &json!({}))), right, "{lines}");
    }
}
