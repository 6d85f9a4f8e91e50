//! A recurrence's moves are the moves of the rules: the same gains and the same positions, each as often.

use super::{gallery, instance};
use bouton::Instance;
use bouton::game::Game;
use bouton_rules::Player;
use bouton_rules::datum::{Cell, Datum, NONE};
use bouton_rules::interpret::{Position, Turn};
use bouton_rules::types::Domain;

/// A small generator (Marsaglia's xorshift, 2003): the same numbers in every run.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % end.max(1)
    }

    pub(crate) fn between(&mut self, lo: i64, hi: i64) -> i64 {
        lo + i64::try_from(self.below((hi - lo + 1).unsigned_abs())).unwrap()
    }
}

/// The variables of a position as the recurrence counts them, the last of which has this name.
fn values(game: &Instance, position: &Position, last: &str) -> Vec<i64> {
    let mut values: Vec<i64> = Vec::new();
    let mut add = |held: &Datum, domain: &Domain<i64>| match (held, domain) {
        (Datum::Int(packed), Domain::Cell { .. }) => {
            let Cell { row, column } = Cell::unpack(*packed);
            values.extend([row, column]);
        }
        (Datum::Int(NONE), Domain::Optional(of)) => {
            values.push(if let Domain::Int { lo, .. } = **of { lo - 1 } else { -1 })
        }
        (Datum::Int(number), _) => values.push(*number),
        _ => panic!(),
    };
    for (held, domain) in position.state.iter().zip(game.interpreter().domains()) {
        match domain {
            Domain::List { of, .. } => held.entries().for_each(|entry| add(&entry, of)),
            Domain::Set(of) => {
                let Domain::Int { lo, hi } = **of else { panic!() };
                (lo..=hi).for_each(|number| {
                    add(&Datum::Int(held.entries().any(|held| held == Datum::Int(number)).into()), of)
                });
            }
            domain => add(held, domain),
        }
    }
    values.extend(match (last, position.turn) {
        ("over", Turn::Of(_)) | ("turn", Turn::Of(Player::First)) => Some(0),
        ("over", Turn::Over(Some(_))) | ("turn", Turn::Of(Player::Second)) => Some(1),
        ("over", Turn::Over(None)) | ("turn", Turn::Over(Some(Player::First))) => Some(2),
        ("turn", Turn::Over(Some(Player::Second))) => Some(3),
        ("turn", Turn::Over(None)) => Some(4),
        _ => None,
    });
    values
}

/// Walks random lines of play and compares at every position; says how many positions were compared.
pub(crate) fn compare(game: &Instance, random: &mut Random, lines: usize) -> usize {
    let recurrence = game.recurrence().unwrap_or_else(|reason| panic!("{reason}"));
    let last = recurrence.variables.last().map_or("", |variable| &variable.name);
    let mut compared = 0;
    for _ in 0..lines {
        let mut packed = game.start().unwrap();
        while game.ending(&packed).unwrap().is_none() {
            let position = values(game, &game.unpack(&packed), last);
            assert_eq!(recurrence.ending(&position), None);
            let mut steps = Vec::new();
            game.steps(&packed, &mut steps).unwrap();
            let mut expected: Vec<(i64, Vec<i64>)> = steps
                .iter()
                .map(|step| (step.gain.net().unwrap(), values(game, &game.unpack(&step.next), last)))
                .collect();
            let mut given: Vec<(i64, Vec<i64>)> =
                recurrence.steps(&position).into_iter().map(|(_, _, gain, next)| (gain, next)).collect();
            expected.sort();
            given.sort();
            assert_eq!(given, expected, "{recurrence} at {position:?}");
            compared += 1;
            let chosen = usize::try_from(random.below(steps.len() as u64)).unwrap();
            packed = steps.swap_remove(chosen).next;
        }
        let position = values(game, &game.unpack(&packed), last);
        let value = game.ending(&packed).unwrap().unwrap().value();
        let ended = recurrence
            .ending(&position)
            .or_else(|| recurrence.steps(&position).is_empty().then(|| recurrence.when_stuck(&position))?);
        assert_eq!(ended, Some(value), "{recurrence} at {position:?}");
    }
    compared
}

#[test]
fn gallery_recurrences_make_the_moves_of_their_rules() {
    let mut random = Random(7);
    let mut compared = 0;
    for round in 0..20 {
        let length = random.between(1, 9);
        let list: Vec<i64> = (0..length).map(|_| random.between(-9, 9)).collect();
        let most = random.between(1, 4);
        let (a, b) = (random.between(0, 9), random.between(0, 9));
        let mut cases = vec![
            ("stone-game", format!(r#"{{"piles":{list:?}}}"#)),
            ("stone-game-ii", format!(r#"{{"piles":{list:?}}}"#)),
            ("stone-game-iii", format!(r#"{{"values":{list:?},"most":{most}}}"#)),
            ("ends-k", format!(r#"{{"piles":{list:?},"most":{most}}}"#)),
            ("both-ends", format!(r#"{{"piles":{list:?},"most":{most}}}"#)),
            ("stone-game-iv", format!(r#"{{"n":{}}}"#, 10 * a + b)),
            ("stone-game-vii", format!(r#"{{"stones":{:?}}}"#, list.iter().map(|pile| pile.abs()).collect::<Vec<_>>())),
            ("subtraction", format!(r#"{{"n":{},"takes":[{most},7,2],"misere":{}}}"#, 10 * a + b, round % 2 == 0)),
            ("wythoff", format!(r#"{{"a":{a},"b":{b}}}"#)),
            ("nim", format!(r#"{{"heaps":[{a},{b},3],"misere":{}}}"#, round % 2 == 0)),
            ("guess-number", format!(r#"{{"n":{}}}"#, a + 1)),
        ];
        let row = |random: &mut Random| (0..most).map(|_| random.between(-9, 9)).collect::<Vec<_>>();
        let grid: Vec<Vec<i64>> = (0..length).map(|_| row(&mut random)).collect();
        cases.push(("rectangle", format!(r#"{{"grid":{grid:?}}}"#)));
        for (name, params) in cases {
            compared += compare(&gallery(name, &params), &mut random, 3);
        }
    }
    assert!(compared > 1_500, "only {compared} positions");
}

/// Straight-line rules at random: two variables, up to two choices, `min` and `max`, conditions before and after the changes.
pub(crate) fn random_rules(random: &mut Random) -> String {
    let mut pick = |words: &[&str]| words[usize::try_from(random.below(words.len() as u64)).unwrap()].to_owned();
    let range = pick(&["1..most", "1..2*b", "1..max(1, b)", "1..min(most, n - a)", "1..<most + 2", "most..most + 1"]);
    let sieve = pick(&["", " if x % 2 == 1", " if x <= b + 1", " if is_square(x)"]);
    let second = pick(&["", ", y in 0..x", ", y in 0..2 if y != 1", ", y in 0..n - a - x"]);
    let y = if second.is_empty() { "0" } else { "y" };
    let changed = pick(&[
        "b = max(b, x)",
        "b = min(n, b + 1)",
        "b = max(1, b - x)",
        "b = min(n, max(b, x))",
        "b = max(1, min(b, x))",
        "let c = n\n  b = c",
        "if x > b { b = x }",
        "if b > 3 or x == 1 { b = 1 } else if x != 2 { b = min(b + 1, n + 1) }",
        "b = if x <= 2 and b < n then b + x else 1",
    ]);
    let changed = if changed.contains("min(n, max") { "b = max(b, x)".to_owned() } else { changed };
    let changed = if changed.contains("min(b, x))") { "b = min(b, x)".to_owned() } else { changed };
    let gain = pick(&[
        "sum(piles[a ..< a + x])",
        "piles[a]",
        "sum(piles[k] for k in a..<a + x) - x",
        "3 * piles[a + x - 1] - sum(piles[a ..< n])",
        "x - b",
        "(if x > 1 then piles[a] else 0 - b)",
        "total",
    ]);
    let again = pick(&["", "again\n", "if most > 1 { again }\n"]);
    let late = pick(&["when a <= n", "when a <= n and b <= n", "when not a > n", "when a <= n and (b != 2 or a < 3)"]);
    let outcome = pick(&["=> draw", "", "=> me leads by 2"]);
    let (gain, outcome) =
        if outcome == "=> draw" { (String::new(), outcome) } else { (format!("gain {gain}"), outcome) };
    let total = if gain == "gain total" { "var total = 0\n  for k in a ..< a + x { total += piles[k] }\n" } else { "" };
    let stuck = if gain.is_empty() { "stuck => me loses" } else { "" };
    format!(
        "game Random \"random\"\nparam piles : list[1..20] of -99..99\nparam most : 1..9\nlet n = len(piles)\nstate a : 0..n = 0\nstate b : 1..n + 20 = 1\n\
         move go(x in {range}{sieve}{second}) {{\n  when a + x + {y} <= n\n  {total}  {gain}\n  a += x + {y}\n  {changed}\n  {again}}}\n\
         move step {{\n  a += 1\n  {late}\n  b = b\n}}\nend when a == n {outcome}\n{stuck}\n"
    )
}

#[test]
fn random_straight_line_rules_agree() {
    let mut random = Random(11);
    let (mut compared, mut opaque) = (0, 0);
    for _ in 0..300 {
        let text = random_rules(&mut random);
        let list: Vec<i64> = (0..random.between(1, 7)).map(|_| random.between(-9, 9)).collect();
        let game = instance(&text, &format!(r#"{{"piles":{list:?},"most":{}}}"#, random.between(1, 4)));
        match game.recurrence() {
            Ok(_) => compared += compare(&game, &mut random, 4),
            Err(_) => opaque += 1,
        }
    }
    assert!(compared > 2_000 && opaque < 150, "{compared} positions, {opaque} opaque");
}

#[test]
fn several_ways_through_a_move_are_moves_of_their_own() {
    let mut random = Random(5);
    let rules = [
        "game A\nlet rows = [[3, 1, 4, 1, 5], [9, 2, 6, 5, 3]]\nstate at : list[2] of 0..5 = 0\n\
         move take(r in 0..1) { when at[r] < 5; gain rows[r][at[r]]; at[r] += 1 }\n",
        "game B\nstate n : 0..30 = 30\nstate last : 0..3 = 0\n\
         move take(k in 1..3 if k != last) { when k <= n; n -= k; if n < 9 or k == 2 { last = k } else { last = 0 } }\nstuck => me loses\n",
        "game C\nstate n : 0..25 = 25\nstate rests : 0..1 = 0\n\
         move go(k in 0..5) { when k <= n and n > 0; when k > 0 or rests == 0; n -= k; rests = if k == 0 then 1 else 0 }\nstuck => me loses\n",
        "game D\nlet g = [[4, 8, 1], [2, 7, 3], [5, 6, 9]]\nstate x : 0..3 = 0\nstate y : 0..3 = 0\n\
         move down { when x < 3; gain sum(g[x][c] for c in y..<3); x += 1 }\nmove right { when y < 3; gain sum(g[r][y] for r in x..<3); y += 1 }\n",
        "game E\nstate n : 0..40 = 40\nstate most : 0..9 = 0\nstate least : 0..9 = 9\n\
         move take(k in 1..9) { when k <= n; n -= k; most = max(most, k); least = min(least, k); when most - least < 5 }\nstuck => me loses\n",
    ];
    for text in rules {
        assert!(compare(&instance(text, "{}"), &mut random, 40) > 100, "{text}");
    }
}

#[test]
fn sets_of_few_numbers_and_lists_of_truths_are_read() {
    let mut random = Random(9);
    let rules = [
        "game Last\nstate n : 0..60 = 60\nstate last : set of 1..6 = {}\n\
         move take(k in 1..6 if k not in last) { when k <= n; n -= k; last = {k} }\nstuck => me loses\n",
        "game Out\nstate left : set of 2..6 = {2, 3, 5}\nstate n : 0..200 = 40\n\
         move spend(k in left if k != n) { when n >= 2 * k; n -= 2 * k; left = left - {k}; gain k }\n\
         move take(k in 1..3) { when k <= n; n -= k; gain len(left) }\n\
         move back { when n > 3 and len(left) < 2; n -= 3; left = left + {4}; gain sum(left) }\n",
        "game Others\nstate n : 0..30 = 30\nstate s : set of 0..2 = {}\nstate t : set of 1..3 = {2}\nstate idle : set of 1..2 = {2}\n\
         move swap { when n > 1 and 0 not in s; n -= 2; s, t = t & s, s | t }\n\
         move take(k in {0, 1, 2} - s) { when n > k and (s != {2} or k == 1); n -= k + 1; s = s + {k} }\n\
         move clear { when n > 0 and s == {0, 1} and 2 in idle; n -= 1; s = {}; t = {3} - t }\nend when t == {1, 2, 3} => draw\nstuck => me loses\n",
        "game Truths\nstate n : 0..40 = 40\nstate used : list[3] of bool = [false, true, false]\n\
         move use(i in 0..2) { when not used[i] and n > 2 * i; n -= 2 * i + 1; used[i] = true }\n\
         move take(k in 1..3) { when k <= n; n -= k; if n % 7 == 0 { used[0] = false }; used[2] = k == 2 and not used[1] }\nstuck => me loses\n",
        "game Each\nstate xs : list[3] of 0..9 = [9, 7, 8]\nstate rested : list[2] of bool = [false, true]\n\
         move take(i in 0..2, k in 1..3) { when k <= xs[i] and any(xs[j] > 3 for j in 0..2 if j != i); xs[i] -= k }\n\
         move rest(i in 0..1) { when not all(rested) and not rested[i] and all(x > 1 for x in xs); rested[i] = true }\n\
         move wake(i in 0..2) { when count(r for r in rested) == 2 and count(rested[j] for j in 0..1) == 2 and xs[i] > 0; xs[i] -= 1; rested[0] = any(rested) and i == 1 }\n\
         end when all(x < 2 for x in xs) => me wins\nstuck => me loses\n",
    ];
    for text in rules {
        assert!(compare(&instance(text, "{}"), &mut random, 40) > 100, "{text}");
    }
}

/// Sets near the ends of the 64-bit numbers are none: there is no number beside the last.
#[test]
fn sets_of_the_largest_numbers_have_no_closed_form() {
    for (bounds, put) in [
        ("9223372036854775800..9223372036854775807", "{9223372036854775807}"),
        ("1..3", "s + {9223372036854775807}"),
        ("1..3", "s - {-9223372036854775807, 2}"),
    ] {
        let text = format!(
            "game Far\nstate n : 0..9 = 9\nstate s : set of {bounds} = {{}}\nmove take(k in 1..3) {{ when k <= n; n -= k; s = {put} }}\nstuck => me loses\n"
        );
        assert!(instance(&text, "{}").recurrence().is_err(), "{put}");
    }
}

/// Lines are named by the recurrence, without asking the rules: the moves are the first best ones all the same, and the gains theirs.
#[test]
fn lines_of_best_play_are_those_of_the_rules() {
    const ALL_TAKEN: &str = "game Sums\nparam v : list[1..20] of 0..9\nlet n = len(v)\nstate i : 0..n = 0\n\
        move take(x in 1..3) { when i + x <= n; gain sum(v[k] for k in 0 ..< i + x); i += x }\nend when i == n\n";
    let games = [
        gallery("stone-game-ii", r#"{"piles":[2,7,9,4,4,1,5]}"#),
        gallery("stone-game-iii", r#"{"values":[1,-2,3,-9,4,4]}"#),
        gallery("stone-game", r#"{"piles":[5,3,4,5,9,1]}"#),
        gallery("ends-k", r#"{"piles":[5,3,4,5,9,1]}"#),
        instance(ALL_TAKEN, r#"{"v":[3,1,4,1,5,9,2,6]}"#),
    ];
    for game in games {
        let name = &game.rules().name;
        assert!(game.recurrence().is_ok_and(|recurrence| recurrence.names_moves_in_order()), "{name}");
        let start = game.start().unwrap();
        let solution = bouton::solve(
            &game,
            &start,
            &bouton::Ask::Table,
            &bouton::Limits::default(),
            Some("recurrence"),
            &bouton::Silent,
        )
        .unwrap();
        let line = bouton::answer::best_play(&game, &solution, &start, 100).unwrap();
        let mut at = start;
        for made in &line.moves {
            let answer = bouton::answer(&game, &solution.store, &at).unwrap();
            let first = answer.fastest().next().unwrap();
            assert_eq!((&made.mv, made.gain, made.mover), (&first.mv, first.gain, answer.mover), "{name}");
            at = first.next.clone();
        }
        assert_eq!((line.last, line.end), (at, bouton::LineEnd::Finished), "{name}");
    }
}
