//! Cells as rows and columns, and what has no closed form but is looked up in a table: the moves of the rules, and their values.

use super::agree::{Random, compare};
use super::instance;
use bouton::game::Game;
use bouton::limits::Limits;
use bouton::{Ask, Instance, Solution};

/// Rules of cells on a board at random: steps, rays, neighbours, conditions on rows, columns and other cells, points on the board.
fn random_cells(random: &mut Random) -> String {
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
fn random_tables(random: &mut Random) -> String {
    let mut pick = |words: &[&str]| words[usize::try_from(random.below(words.len() as u64)).unwrap()].to_owned();
    let range = pick(&[
        "k in 1..max(1, a // 2)",
        "k in 1..a if 3 * k <= a + b",
        "k in 1..6 if a - 2 * k <= 3 * b + 1",
        "k in 1..min(5, (a + 5) // 3)",
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
        "when k <= a // 2 or b == a // 4",
        "when a // 3 > b - 2",
        "when a // 5 != b and 2 * k >= a // 7",
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
            Err(_) => opaque += 1,
        }
    }
    assert!(
        compared > 5_000 && opaque < 100 && listed > 150,
        "{compared} positions, {opaque} opaque, {listed} with tables"
    );
}

/// In a large table the last variables are written out value by value: truth values, the player to move, a few numbers.
#[test]
fn what_the_last_variables_allow_is_known_beforehand() {
    let games = [
        "state n : 0..5_000 = 5_000\nstate last : set of 1..6 = {}\nmove take(k in 1..6 if k not in last) { when k <= n; n -= k; last = {k} }",
        "state n : 0..20_000 = 20_000\nstate used : set of 2..5 = {}\nmove take(k in 1..2) { when k <= n; n -= k }\n\
         move once(k in 2..5) { when k not in used and 2 * k <= n; used += {k}; n -= 2 * k; gain k * k % 7 }",
        "players A, B\nstate n : 0..90_000 = 90_000\nstate kept : 0..2 = 1\nmove rush by A { when n >= 3; n -= 2 + kept; kept = n % 3 }\n\
         move take(k in 1..2) by B { when k <= n and k != kept; n -= k; kept = if n % 5 < 2 then 0 else k }",
        "state n : 0..50_000 = 50_000\nstate marks : list[3] of bool = false\nstate same : 0..1 = 1\n\
         move take(i in 0..2) { when not marks[i] and n > i; marks[i] = true; n -= i + 1; gain 3 * i - 2 }\n\
         move clear { when marks[0] and n > 7; marks[0] = false; marks[2] = n % 2 == 0; n -= 7; gain -1 }",
    ];
    for text in games {
        let stuck = if text.contains("gain") { "" } else { "stuck => me loses\n" };
        let game = instance(&format!("game Written\n{text}\n{stuck}"), "{}");
        let size = game.index().map(bouton::game::Index::size);
        assert!(size.is_some_and(|size| size >= 1 << 18), "{size:?} numbers: {text}");
        let start = game.start().unwrap();
        let solve = |by| bouton::solve(&game, &start, &Ask::Table, &Limits::default(), Some(by), &bouton::Silent);
        let (plain, coded) = (solve("memo").unwrap(), solve("table").unwrap());
        hold_the_same(&game, &coded, &plain, text);
    }
}

/// Where moves follow an order all positions have numbers, however many they are; where they do not, many may be gaps, and nobody would find out.
#[test]
fn ordered_positions_have_numbers_however_many_they_are() {
    let text = |end: &str, repeat: &str| {
        format!(
            "game Large\nstate n : 0..{end} = {end}\nstate last : set of 1..6 = {{}}\n\
             move take(k in 1..6 if k not in last) {{ when k <= n; n -= k; last = {{k}} }}\n{repeat}stuck => me loses\n"
        )
    };
    let most = 1 << 24;
    for end in ["200_000", "2_000_000"] {
        let game = instance(&text(end, ""), "{}");
        let size = game.index().map(bouton::game::Index::size).expect("there is an order");
        assert_eq!(size > most, end == "2_000_000");
        let plan = bouton::plan(&game, &game.start().unwrap(), &Ask::Table, &Limits::default());
        assert_eq!(plan.to_try().next().map(|(choice, _)| choice.method), Some("recurrence"), "{size} numbers");
    }
    let back = "move back { when n % 7 == 1; n += 1 }\nrepeat => draw\n";
    let numbered = |end| instance(&text(end, back), "{}").index().is_some();
    assert_eq!((numbered("200_000"), numbered("2_000_000")), (true, false));
}

/// A solution holds the values of all positions that another does, and counts as many.
pub(super) fn hold_the_same(game: &Instance, found: &Solution<Instance>, plain: &Solution<Instance>, text: &str) {
    let counted = |solution: &Solution<Instance>| (solution.value, solution.positions, solution.finished);
    assert_eq!(counted(found), counted(plain), "{text}");
    plain.store.entries(game).for_each(|(at, value)| assert_eq!(found.store.value(game, &at), Some(value), "{text}"));
}

/// Solves by the recurrence, by a table and by a few rows, as by plain search; and plays its line by the rules.
fn solved_by_it(game: &Instance) {
    let start = game.start().unwrap();
    let solve = |ask, limits: &Limits, by| bouton::solve(game, &start, &ask, limits, Some(by), &bouton::Silent);
    let plain = solve(Ask::Table, &Limits::default(), "memo").unwrap();
    let coded = solve(Ask::Table, &Limits::default(), "table").unwrap();
    hold_the_same(game, &coded, &plain, "");
    for limits in [Limits::default(), Limits::default().whole(0)] {
        for ask in [Ask::Table, Ask::Line, Ask::Value] {
            let found = solve(ask, &limits, "recurrence").unwrap();
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

/// Of so many random games: how many positions were compared with the rules, and how many games have no closed form, or none that shows an order.
pub(super) fn compared_and_solved(
    games: usize,
    random: &mut Random,
    make: impl Fn(&mut Random) -> Instance,
) -> (usize, usize) {
    let (mut compared, mut opaque) = (0, 0);
    for _ in 0..games {
        let game = make(random);
        let Ok(recurrence) = game.recurrence() else {
            opaque += 1;
            continue;
        };
        compared += compare(&game, random, 4);
        if recurrence.order().is_some() {
            solved_by_it(&game);
        } else {
            opaque += 1;
        }
    }
    (compared, opaque)
}

#[test]
fn cells_are_rows_and_columns() {
    let (compared, opaque) = compared_and_solved(300, &mut Random(19), |random| {
        let text = random_cells(random);
        instance(&text, &format!(r#"{{"h":{},"w":{}}}"#, random.between(2, 5), random.between(2, 6)))
    });
    assert!(compared > 2_000 && opaque < 150, "{compared} positions, {opaque} opaque");
}

/// Ways that had no recurrence, or none with an order: now they have one, and it finds what a search finds.
#[test]
fn innocent_ways_go_by_the_recurrence() {
    let ways = [
        "game A\nlet b : grid[9, 9] of bool = [[false for c in 0..<9] for r in 0..<9]\nstate at : cell of b = (8, 7)\n\
         move go(d in [(-1, 0), (0, -1), (-1, -1)], c in ray(b, at, d)) { at = c }\nstuck => me loses\n",
        "game B\nstate at : list[2] of 0..9 = [9, 8]\nmove go(dr in 0..1, dc in 0..1, k in 1..9) { when dr + dc > 0; \
         when k * dr <= at[0] and k * dc <= at[1]; at[0] -= k * dr; at[1] -= k * dc }\nstuck => me loses\n",
        "game C\nstate n : 0..40 = 40\nstate step : 0..1 = 0\nstate first : 0..4 = 0\n\
         move one(k in 1..4) { when step == 0 and k <= n; n -= k; first = k; step = 1; again }\n\
         move two(k in 0..4) { when step == 1 and k <= n and k != first; n -= k; first = 0; step = 0 }\nstuck => me loses\n",
        "game D\nstate n : 1..60 = 60\nmove less(k in divisors(n) if k < n) { n -= k; when n != 7 }\nstuck => me loses\n",
        "game E\nlet pairs = [[0, 1], [1, 2], [2, 0]]\nstate xs : list[3] of 0..4 = 4\n\
         move take(p in pairs) { when xs[p[0]] > 0 and xs[p[1]] > 1; xs[p[0]] -= 1; xs[p[1]] -= 2 }\nstuck => me loses\n",
        "game F\nstate n : 0..40 = 40\nstate last : 0..6 = 0\n\
         move take(k in [x for x in 1..6 if x != last]) { when k <= n; n -= k; last = k }\nstuck => me loses\n",
        "game G\nparam m : 2..5 = 3\nstate n : 0..40 = 40\nstate most : 2..5 = m\n\
         move take(k in 1..6) { when k <= n and n % most != k; n -= k }\nstuck => me loses\n",
        "game H\nstate xs : list[2] of 0..4 = 4\nmove take(i in 0..1, k in 1..3 if i == 0) { when k <= xs[i]; xs[i] -= k }\nstuck => me loses\n",
        "game J\nstate n : 0..40 = 40\nstate rested : bool = false\nmove take(k in 1..5) { when k <= n; n -= k; rested = false }\n\
         move rest { when not rested and n > 0; rested = true }\nstuck => me loses\n",
        "game K\nstate kind : {real, mock} = real\nstate xs : list[3] of 0..4 = 4\n\
         move take(i in 0..2, k in 1..4) { when kind == real and k <= xs[i]; xs[i] -= k; kind = mock }\n\
         move pass { when kind == mock; kind = real }\nstuck => me loses\n",
        "game L\nstate n : 0..9_000 = 90\nstate m : 0..4 = 0\n\
         move take(k in 1..4) { when k <= (if n % 3 == 0 then 4 else 2) and k <= n; when k != m; n -= k; m = k }\nstuck => me loses\n",
        "game M\nstate n : 0..80 = 80\nmove take(k in 1..isqrt(n)) { when k <= 4; n -= k * k }\nstuck => me loses\n",
        "game N\nstate xs : list[3] of 0..5 = [5, 4, 3]\nmove take(i in 0..2, k in 1..3) { when k <= xs[i]; xs[i] -= k }\n\
         end when sum(xs) == 1 => me wins\nstuck => me loses\n",
        "game O\nstate n : 0..80 = 80\nstate m : 0..9 = 9\nmove less(k in 1..n) { when 2 * k <= n + m; n -= k }\n\
         move fewer(k in 1..min(m, n // 3)) { when k >= m // 2; m -= k }\nstuck => me loses\n",
        "game P\nstate n : 1..9_000 = 90\nmove less(k in 1..n // 2) { when divides(k, n); when max(d for d in [1, 2, 3] if n % d == 0) > 1; n -= k }\n\
         stuck => me loses\n",
        "game Q\nstate n : 1..60 = 60\nstate odd : bool = false\nstate rested : bool = true\nmove take(k in 1..n // 2) { when n % k == 0; \
         when (k % 2 == 1) == odd; n -= k; odd = k % 2 == 1 }\nmove rest { when rested != odd and n > 3; rested = n % 3 == 0; n -= 1 }\n\
         stuck => me loses\n",
        "game I\nstate used : set of 1..4 = {}\nstate n : 1..20 = 20\n\
         move take(k in 1..4 if k not in used) { when divides(k, n) and k < n; used += {k}; n -= k }\nstuck => me loses\n",
    ];
    // A set of many numbers beside it is none: what theorems look at is run with other symbols.
    let beside = "game I\nstate used : set of 1..40 = {}\nstate n : 1..20 = 20\n\
        move take(k in 1..4 if k not in used) { when divides(k, n) and k < n; used += {k}; n -= k }\nstuck => me loses\n";
    assert!(instance(beside, "{}").recurrence().is_err());
    let start = instance(beside, "{}").start().unwrap();
    bouton::solve(&instance(beside, "{}"), &start, &Ask::Table, &Limits::default(), None, &bouton::Silent).unwrap();
    let mut random = Random(29);
    for text in ways {
        let game = instance(text, "{}");
        assert!(compare(&game, &mut random, 20) > 20, "{text}");
        solved_by_it(&game);
    }
}
