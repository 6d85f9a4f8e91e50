//! A recurrence's moves are the moves of the rules: the same gains and the same positions, each as often.

use super::{gallery, instance};
use bouton::game::Game;
use bouton::limits::Limits;
use bouton::{Ask, Instance};
use bouton_rules::Player;
use bouton_rules::datum::{Cell, Datum};
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

/// The variables of a position as the recurrence counts them.
fn values(game: &Instance, position: &Position, with_turn: bool) -> Vec<i64> {
    let mut values: Vec<i64> = Vec::new();
    let mut add = |held: &Datum, domain: &Domain<i64>| match (held, domain) {
        (Datum::Int(packed), Domain::Cell { .. }) => {
            let Cell { row, column } = Cell::unpack(*packed);
            values.extend([row, column]);
        }
        (Datum::Int(number), _) => values.push(*number),
        _ => panic!(),
    };
    for (held, domain) in position.state.iter().zip(game.interpreter().domains()) {
        match domain {
            Domain::List { of, .. } => held.entries().for_each(|entry| add(&entry, of)),
            domain => add(held, domain),
        }
    }
    if with_turn {
        values.push(i64::from(position.turn == Turn::Of(Player::Second)));
    }
    values
}

/// Walks random lines of play and compares at every position; says how many positions were compared.
fn compare(game: &Instance, random: &mut Random, lines: usize) -> usize {
    let recurrence = game.recurrence().unwrap_or_else(|reason| panic!("{reason}"));
    let with_turn = recurrence.variables.iter().any(|variable| variable.name == "turn");
    let mut compared = 0;
    for _ in 0..lines {
        let mut packed = game.start().unwrap();
        while game.ending(&packed).unwrap().is_none() {
            let position = values(game, &game.unpack(&packed), with_turn);
            assert_eq!(recurrence.ending(&position), None);
            let mut steps = Vec::new();
            game.steps(&packed, &mut steps).unwrap();
            let mut expected: Vec<(i64, Vec<i64>)> = steps
                .iter()
                .map(|step| (step.gain.net().unwrap(), values(game, &game.unpack(&step.next), with_turn)))
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
        let position = values(game, &game.unpack(&packed), with_turn);
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

/// Rules of cells on a board at random: steps, rays, neighbours, conditions on rows, columns and other cells, points on the board.
pub(crate) fn random_cells(random: &mut Random) -> String {
    let mut pick = |words: &[&str]| words[usize::try_from(random.below(words.len() as u64)).unwrap()].to_owned();
    let points = pick(&[
        "",
        "gain g[at]",
        "gain g[at] - g[0, col_of(at)]",
        "gain sum(g[row_of(at), y] for y in 0 .. col_of(at))",
    ]);
    let extra =
        pick(&["", "state other : cell of g = (0, 1)\n", "state other : list[2] of cell of g = [(0, 1), (1, 0)]\n"]);
    let (set, meets) = match extra.contains("list") {
        true => (pick(&["other[0] = at", "other[1] = other[0]", "other[k % 2] = at"]), "other[1]"),
        false if extra.is_empty() => (String::new(), "(1, 1)"),
        false => (pick(&["other = at", "other = other", "if at != other { other = (0, 0) }"]), "other"),
    };
    let put = |text: &str| set.replace("k % 2", text);
    let step = pick(&[
        "d in [(1, 0), (0, 1), (1, 1)] if at + d in cells(g)",
        "d in [(1, -1), (2, 0), (0, 1)] if at + d in cells(g) and row_of(d) < 2",
        "d in directions4 if at + d in cells(g) and d != (-1, 0) and d != (0, -1)",
    ]);
    let far = pick(&[
        "d in [(1, 0), (1, 1), (0, 1)], c in ray(g, at, d)",
        "d in [(1, 0)], c in ray(g, at + (0, 1), d) if c != (3, 3)",
        "c in ray(g, at, (0, 1)) if col_of(c) < 4",
        "c in around4(g, at) if row_of(c) + col_of(c) > row_of(at) + col_of(at)",
        "c in around8(g, at) if row_of(c) > row_of(at) or c == at + (0, 1)",
    ]);
    let when = pick(&[
        "",
        &format!("when at != {meets}\n"),
        "when row_of(at) <= col_of(at) + 1\n",
        "when not at in [(9, 9)]\n",
    ]);
    let when =
        if when.contains(" in [") { "when at + (0, 1) in cells(g) or row_of(at) > 0\n".to_owned() } else { when };
    let stuck = if points.is_empty() { "stuck => me loses" } else { "" };
    format!(
        "game Cells\nparam h : 1..5\nparam w : 2..6\nlet g : grid[h, w] of -40..40 = [[(7 * r * r - 5 * c + r * c) % 9 for c in 0..<w] for r in 0..<h]\n\
         state at : cell of g = (0, 0)\n{extra}\
         move step({step}) {{\n  {} at = at + d\n  {when}  {points}\n}}\n\
         move far({far}) {{\n  at = c\n  {}\n  {points}\n}}\n{stuck}\n",
        if set.starts_with("if") { String::new() } else { put("0") + "\n " },
        if set.starts_with("if") { set.clone() } else { String::new() },
    )
}

/// Rules with what has no closed form but hangs on one number, with few numbers multiplied, pairs, and variables that no move changes.
pub(crate) fn random_tables(random: &mut Random) -> String {
    let mut pick = |words: &[&str]| words[usize::try_from(random.below(words.len() as u64)).unwrap()].to_owned();
    let range = pick(&[
        "k in 1..max(1, a // 2)",
        "k in divisors(a + 1) if k <= a",
        "k in 1..6 if (a + 2) % k == 0",
        "k in 1..isqrt(a + 3)",
        "k in near[a % 4]",
        "k in [x for x in 1..7 if x != b]",
        "k in {x for x in 1..4 if x * x <= a + 1}",
        "k in 1..popcount(a) + 1, j in 1..2",
        "k in 1..4 if k * k <= a",
        "p in pairs, k in 1..2 if p[0] + p[1] != b",
        "k in 1..2 * fixed if a % (fixed + 1) != k",
        "k in 1..3, j in 0..1 if k * j <= b",
    ]);
    let paid = if range.contains("p in") {
        "p[1]"
    } else if range.contains("j in") {
        "k * j"
    } else {
        "k * k"
    };
    let when = pick(&[
        "when a % 3 != b % 3 or k == 1",
        "when [true, false, true, true][a % 4]",
        "when not is_square(a + k) or b == 0",
        "when word[a % 5] != \"x\"",
        "when gcd(a, 6) < 6",
        "",
    ]);
    let change = pick(&[
        "b = (b + k) % 5",
        "b = a % 4",
        "b = [2, 0, 3, 1][a % 4]",
        "if a % 3 == 0 { b = 0 } else { b = min(b + 1, 4) }",
        "b = if code(word[a % 5]) > code(\"m\") then 1 else 3",
        "b = k // 2",
        "last[0] = k // 3",
    ]);
    let gain = pick(&[&format!("gain {paid}"), "gain a % 3 - b", "gain list[a] - k", ""]);
    let (gain, stuck) = if gain.is_empty() { (gain, "stuck => me loses") } else { (gain, "") };
    format!(
        "game Tables\nparam fixed0 : 1..3\nparam n : 0..30\nlet near = [[1, 3], [2], [1, 2], [5, 1]]\nlet word = \"axbyx\"\n\
         let pairs = [[1, 2], [0, 3], [2, 1]]\nlet list = [(3 * i * i) % 11 for i in 0..40]\n\
         state a : 0..30 = n\nstate b : 0..9 = 1\nstate fixed : 1..4 = fixed0\nstate last : list[2] of 0..9 = 1\n\
         move go({range}) {{\n  when k <= a\n  {when}\n  a -= k\n  {change}\n  {gain}\n}}\n\
         move rest {{ when b > 0 and a > 0; a -= 1; b -= 1 }}\n{stuck}\n"
    )
}

#[test]
fn what_hangs_on_one_number_is_looked_up() {
    let mut random = Random(23);
    let (mut compared, mut opaque, mut listed) = (0, 0, 0);
    for _ in 0..400 {
        let text = random_tables(&mut random);
        let game = instance(&text, &format!(r#"{{"fixed0":{},"n":{}}}"#, random.between(1, 3), random.between(3, 30)));
        match game.recurrence() {
            Ok(found) => {
                listed += usize::from(found.moves.iter().flat_map(|mv| &mv.choices).any(|one| one.listed.is_some()));
                compared += compare(&game, &mut random, 4);
                solved_by_it(&game);
            }
            Err(why) => {
                opaque += 1;
                if opaque < 30 {
                    println!("{why}\n{text}");
                }
            }
        }
    }
    println!("{compared} positions, {opaque} opaque, {listed} with tables");
    assert!(
        compared > 5_000 && opaque < 100 && listed > 150,
        "{compared} positions, {opaque} opaque, {listed} with tables"
    );
}

/// Solves by the recurrence, by a table and by a few rows, as by plain search; and plays its line by the rules.
fn solved_by_it(game: &Instance) {
    let start = game.start().unwrap();
    let solve = |ask, limits: &Limits, by| bouton::solve(game, &start, &ask, limits, Some(by), &bouton::Silent);
    let plain = solve(Ask::Table, &Limits::default(), "memo").unwrap();
    for limits in [Limits::default(), Limits::default().whole(0)] {
        for ask in [Ask::Table, Ask::Line, Ask::Value] {
            let found = match solve(ask, &limits, "recurrence") {
                Ok(found) => found,
                Err(stop) => {
                    let known = ["no order", "rules themselves must judge", "out of bounds", "nobody can move"];
                    assert!(
                        known.iter().any(|word| stop.to_string().contains(word)),
                        "{stop}\n{}",
                        game.recurrence().unwrap()
                    );
                    println!("{stop}");
                    return;
                }
            };
            assert_eq!(found.value, plain.value, "{}", game.recurrence().unwrap());
            if ask == Ask::Line {
                let (line, mut at) = (bouton::answer::best_play(game, &found, &start, 1_000).unwrap(), start.clone());
                for made in &line.moves {
                    let mut steps = Vec::new();
                    game.steps(&at, &mut steps).unwrap();
                    at = steps.into_iter().find(|step| step.mv == made.mv && step.gain == made.gain).unwrap().next;
                }
                assert_eq!(line.last, at);
            }
        }
    }
}

#[test]
fn cells_are_rows_and_columns() {
    let mut random = Random(19);
    let (mut compared, mut opaque) = (0, 0);
    for round in 0..300 {
        let text = random_cells(&mut random);
        let params = format!(r#"{{"h":{},"w":{}}}"#, random.between(2, 5), random.between(2, 6));
        let game = instance(&text, &params);
        match game.recurrence() {
            Ok(_) => {
                compared += compare(&game, &mut random, 4);
                solved_by_it(&game);
            }
            Err(why) => {
                opaque += 1;
                if round < 40 {
                    println!("{why}\n{text}");
                }
            }
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
