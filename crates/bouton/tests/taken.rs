//! Parts that are only taken from, by amounts that do not depend on their size: known however they are written, and worth what trying
//! every option finds.

use crate::common::game;
use bouton::game::{Game, Part, Parts};
use bouton::instance::Instance;
use bouton::limits::Silent;
use bouton::methods::Ask;
use bouton::nimber::{mex, take};
use bouton::plan::Fit;
use bouton::{Limits, Plan, solve};
use serde_json::json;

/// One heap with these moves.
fn heap(moves: &str, lines: &str, size: i64) -> Instance {
    let text =
        format!("game G\n{lines}\npart Heap(n : 0..200) {{\n{moves}\n}}\nstart Heap({size})\nstuck => me loses\n");
    game(&text, &json!({}))
}

/// How the plan says parts are valued.
fn step(game: &Instance) -> String {
    let plan = Plan::of(game, &game.start().unwrap(), &Ask::Value, &Limits::default());
    let grundy = plan.choices.iter().find(|choice| choice.method == "grundy").unwrap();
    match &grundy.fit {
        Fit::Yes(estimate) => estimate.steps[0].1.to_string(),
        Fit::No(reason) => panic!("{reason}"),
    }
}

/// The nimbers of heaps up to this size, by `grundy` as it is; of some that play does not come to nothing is known.
fn told(game: &Instance, size: i64) -> Vec<Option<u64>> {
    let solution =
        solve(game, &game.start().unwrap(), &Ask::Value, &Limits::default(), Some("grundy"), &Silent).unwrap();
    let nimbers = solution.store.nimbers().unwrap();
    (0..=size).map(|value| nimbers.get(Part { kind: 0, value }).map(|worth| worth.nimber)).collect()
}

/// The nimbers of heaps up to this size, every option tried.
fn tried(game: &Instance, size: i64) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for value in 0..=size {
        let options = game.options(Part { kind: 0, value }).unwrap();
        let worth =
            |left: &Vec<Part>| left.iter().fold(0, |sum, part| sum ^ values[usize::try_from(part.value).unwrap()]);
        values.push(mex(options.iter().map(worth)));
    }
    values
}

/// Nothing is known that is wrong; the heap itself is known if it has a move.
fn agree(known: &[Option<u64>], right: &[u64], what: &str) {
    let wrong = known.iter().zip(right).any(|(known, right)| known.is_some_and(|known| known != *right));
    assert!(
        !wrong && (right.last() == Some(&0) || known.last() == Some(&right.last().copied())),
        "{what}: {known:?} {right:?}"
    );
}

/// Squares from a heap, in many ways.
const SQUARES: &[(&str, &str)] = &[
    ("", "move take(root in 1 .. isqrt(n)) => Heap(n - root * root)"),
    ("", "move take(x in 1..n if is_square(x)) => Heap(n - x)"),
    ("", "move take(x in 1..n) when is_square(x) => Heap(n - x)"),
    ("", "move take(root in 1..20) when root * root <= n => Heap(n - root * root)"),
    ("", "move take(root in 1..n) when n - root * root >= 0 => Heap(n - root * root)"),
    ("", "move take(root in 1..200) when not (root * root > n) => Heap(-root * root + n)"),
    ("let squares = [r * r for r in 1..15]", "move take(s in squares) when s <= n => Heap(n - s)"),
    ("let squares = {r * r for r in 1..15}", "move take(s in squares if n >= s) => Heap(n - s)"),
    (
        "param roots : list[3..20] of 1..20 = [3, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]",
        "move take(r in roots) when r * r < n + 1 => Heap(n - r * r)",
    ),
    ("", "move leave(left in 0 ..< n if is_square(n - left)) => Heap(left)"),
    ("", "move leave(left in 0 .. n - 1) when is_square(n - left) => Heap(left)"),
    ("def square(r) = r * r", "move take(r in 1..n if square(r) <= n) => Heap(n - square(r))"),
    ("", "move one when n > 0 => Heap(n - 1)\n move more(r in 2 .. isqrt(n)) => Heap(n - r * r)"),
    (
        "",
        "move even(h in 1..n) when 4 * h * h <= n => Heap(n - 4 * h * h)\n move odd(h in 0..n) when (2 * h + 1) * (2 * h + 1) <= n => Heap(n - (2 * h + 1) * (2 * h + 1))",
    ),
    ("", "move take(r in 1..n) when r <= isqrt(n) => Heap(n - r * r)"),
    ("", "move take(r in 1..n) when isqrt(n) >= r and r != 0 => Heap(n - r * r)"),
    ("", "move take(x in 1..n if sum(2 * k + 1 for k in 0 ..< isqrt(x)) == x) => Heap(n - x)"),
    ("", "move take(x in 1..n if is_square(x)) => Heap(if x == 1 then n - 1 else n - x)"),
];

#[test]
fn squares_are_known_however_they_are_written() {
    let squares = take::values(&take::squares(200), 200, &Limits::default()).unwrap();
    let right: Vec<u64> = squares.into_iter().map(u64::from).collect();
    for (lines, moves) in SQUARES {
        for size in [0, 1, 2, 50, 199] {
            let game = heap(moves, lines, size);
            assert!(size == 0 || step(&game).contains("may be taken from a part"), "{moves}: {}", step(&game));
            agree(&told(&game, size), &right[..=usize::try_from(size).unwrap()], moves);
        }
        assert_eq!(tried(&heap(moves, lines, 60), 60)[..], right[..=60], "{moves}");
    }
}

/// Rules in which what may be taken depends on the size, or more than taking is done.
const NEAR_MISSES: &[(&str, &str)] = &[
    ("no square root", "move take(r in 1 .. isqrt(n) + 1) when n >= 10 => Heap(n - r)"),
    ("not below four", "move take(x in 1..n if is_square(x)) when n >= 4 => Heap(n - x)"),
    ("not more than half", "move take(x in 1..n if is_square(x)) when 2 * x <= n => Heap(n - x)"),
    ("not from large heaps", "move take(x in 1..n if is_square(x)) when n <= 30 => Heap(n - x)"),
    (
        "one from large heaps only",
        "move take(x in 2..n if is_square(x)) => Heap(n - x)\n move one when n > 20 => Heap(n - 1)",
    ),
    ("by parity of the heap", "move take(x in 1..n if is_square(x)) when n % 2 == 0 or x == 1 => Heap(n - x)"),
    ("divisors", "move take(x in 1..n if n % x == 0) => Heap(n - x)"),
    ("to a square", "move leave(left in 0 ..< n if is_square(left)) => Heap(left)"),
    ("half of it", "move half when n > 0 => Heap(n // 2)"),
    ("split", "move split(a in 1 ..< n if is_square(a)) => Heap(a) + Heap(n - a)"),
    (
        "to two",
        "move take(x in 1..n if is_square(x)) => Heap(n - x) + Heap(0)\n move twice when n > 1 => Heap(1) + Heap(1)",
    ),
    ("not all of it", "move take(x in 1..<n if is_square(x)) => Heap(n - x)"),
    ("not just so much", "move take(x in 1..n if is_square(x)) when n != 9 => Heap(n - x)"),
    ("the root at least", "move take(x in isqrt(n) .. n if x > 0) => Heap(n - x)"),
];

#[test]
fn what_is_almost_the_same_is_tried_option_by_option() {
    for (what, moves) in NEAR_MISSES {
        for size in [0, 1, 2, 9, 60] {
            let game = heap(moves, "", size);
            agree(&told(&game, size), &tried(&game, size), what);
        }
        let game = heap(moves, "", 60);
        let taken = game.takes(0, 60);
        assert!(taken.is_none_or(|takes| takes.empty > 0), "{what}");
    }
    // The last ones are games of taking all the same, with heaps that count as empty earlier.
    let early = heap(NEAR_MISSES[11].1, "", 60);
    assert_eq!(early.takes(0, 60).unwrap().empty, 1);
}

/// A fixed row of numbers that look random (Marsaglia's xorshift, 2003).
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: u64) -> i64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        i64::try_from(self.0 % most).unwrap()
    }
}

/// A random condition or number; some speak of the size, some do not.
fn random_moves(dice: &mut Dice) -> String {
    let (a, b, c) = (dice.below(4), dice.below(3), 1 + dice.below(9));
    let over = ["1..n", "0 ..< n", "1 .. isqrt(n)", "1..6", "{1, 2, 5}", "0..n", "1 .. n // 2", "2 .. n - 1"];
    let when = [
        "is_square(x)",
        "is_square(n - x)",
        "n - x >= A",
        "x * x <= n",
        "x % 2 == B",
        "n >= C",
        "2 * x <= n",
        "x <= isqrt(n)",
        "x < n or x == C",
        "not (n < x + A)",
        "(n - x) % C != B",
        "A <= x <= n",
        "x in 1..n",
        "x not in 2..C",
    ];
    let left = ["n - x", "x", "n - x * x", "n - (x + A)", "min(n - x, n - 1)", "n - C", "n - max(x, 2)"];
    let pick = |dice: &mut Dice, from: &[&str]| {
        let text = from[usize::try_from(dice.below(from.len() as u64)).unwrap()];
        text.replace('A', &a.to_string()).replace('B', &b.to_string()).replace('C', &c.to_string())
    };
    let left = pick(dice, &left);
    let (first, second) = (pick(dice, &when), pick(dice, &when));
    format!(
        "move go(x in {}) when ({first}) and ({second}) and 0 <= {left} and {left} < n => Heap({left})",
        pick(dice, &over)
    )
}

#[test]
fn random_moves_are_worth_what_trying_every_option_finds() {
    let (mut dice, mut taken, mut sizes) = (Dice(1_966), 0, 0);
    for _ in 0..1_000 {
        let mut moves = random_moves(&mut dice);
        if dice.below(3) == 0 {
            moves = format!("{moves}\n{}", random_moves(&mut dice).replace("go(", "other("));
        }
        let size = dice.below(40);
        let game = heap(&moves, "", size);
        taken += i32::from(game.takes(0, size).is_some());
        sizes += size;
        agree(&told(&game, size), &tried(&game, size), &moves);
    }
    assert!(taken > 200 && sizes > 10_000, "{taken} of these only take, {sizes} sizes");
}

#[test]
fn large_parts_are_read_where_that_is_quick() {
    let squares = |condition: &str, size: i64| {
        let moves = format!("move take(x in 1..n if {condition}) => Heap(n - x)");
        heap(&moves, "", 1).takes(0, size).map(|takes| takes.amounts.len())
    };
    assert_eq!(squares("is_square(x)", 100_000), Some(316));
    // Each of these conditions runs over numbers.
    let slow = "sum(2 * k + 1 for k in 0 ..< isqrt(x)) == x";
    assert_eq!((squares(slow, 2_500), squares(slow, 100_000)), (Some(50), None));
}

#[test]
fn any_amount_needs_no_table() {
    let text = "game G\npart Heap(n : 0..1_000_000_000_000) { move take(k in 1..n) => Heap(n - k) }\nstart Heap(3) + Heap(5) + Heap(6)\nstuck => me loses\n";
    let nim = game(text, &json!({}));
    assert!(step(&nim).contains("its nimber is its size"));
    assert_eq!(told(&nim, 6), [0, 1, 2, 3, 4, 5, 6].map(Some));
    let bash = game(&text.replace("1..n)", "1..4) when k <= n"), &json!({}));
    assert!(step(&bash).contains("modulo 5"));
    assert_eq!(told(&bash, 6), [0, 1, 2, 3, 4, 0, 1].map(Some));
    // From a heap of a trillion, 1, 3 or 4: the period is 7.
    let far = game(
        &text.replace("1..n)", "[1, 3, 4]) when k <= n").replace("Heap(6)", "Heap(1_000_000_000_000)"),
        &json!({}),
    );
    let solution =
        solve(&far, &far.start().unwrap(), &Ask::Value, &Limits::default(), Some("grundy"), &Silent).unwrap();
    let nimber = |value| solution.store.nimbers().unwrap().get(Part { kind: 0, value }).unwrap().nimber;
    assert_eq!((nimber(1_000_000_000_000), nimber(3), nimber(5)), (nimber(1_000_000_000_000 % 7), 1, 3));
}
