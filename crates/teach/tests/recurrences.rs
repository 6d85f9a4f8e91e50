//! Recurrences read from the rules with open parameters give Bouton's own values; and of the games that have none, each says why.

use bouton::game::Game;
use bouton::rules::{Source, check};
use bouton::sample::{Dice, Size, random};
use bouton::{Ask, Instance, Limits, Outcome, Silent, Value, gallery, solve};
use bouton_teach::program::{Filled, Recur};
use std::sync::Arc;

fn recur(name: &str) -> (Arc<bouton::Rules>, Result<Recur, String>) {
    let game = gallery::find(name).unwrap();
    let rules = Arc::new(check(&Source::new(game.name, game.text)).0.unwrap());
    let mut dice = Dice::new(1);
    let size = Size { entries: 5, value: 9 };
    let sample = Instance::new(rules.clone(), &random(&rules, size, &mut dice).unwrap()).unwrap();
    let recur = Recur::for_program(&rules, sample.told_apart().is_some()).map_err(|no| no.0.to_string());
    (rules, recur)
}

/// A value as programs tell it.
fn told(value: Value) -> i64 {
    match value {
        Value::Lead(lead) => lead,
        Value::Outcome(Outcome::Win(_)) => 1,
        Value::Outcome(Outcome::Draw) => 0,
        Value::Outcome(Outcome::Loss(_)) => -1,
    }
}

#[test]
fn recurrences_agree_with_bouton_on_random_cases() {
    let (mut with, mut without) = (Vec::new(), Vec::new());
    for game in gallery::games() {
        let (rules, recur) = recur(game.name);
        let recur = match recur {
            Ok(recur) => recur,
            Err(why) => {
                without.push(format!("{}: {why}", game.name));
                continue;
            }
        };
        with.push(game.name);
        // Filled until nothing changes, as the programs are that are run.
        if recur.repeat.is_some() {
            continue;
        }
        let mut dice = Dice::new(11);
        // Games of sets, lists and forks have many positions, and each is worked out the slow way here.
        let many = ["can-i-win", "chomp", "cut-and-choose", "nim", "stalks", "stone-game-vi"].contains(&game.name);
        let size = match game.name {
            "breakthrough" | "dots-and-boxes" | "knights" | "sim" => Size { entries: 3, value: 1 },
            "connect-four" | "hexapawn" | "mnk" => Size { entries: 3, value: 2 },
            _ if many => Size { entries: 3, value: 4 },
            _ => Size { entries: 5, value: 9 },
        };
        for _ in 0..60 {
            let params = random(&rules, size, &mut dice).unwrap();
            let instance = Instance::new(rules.clone(), &params).unwrap();
            let start = instance.start().unwrap();
            let solved = solve(&instance, &start, &Ask::Value, &Limits::default().threads(1), None, &Silent).unwrap();
            let wanted = told(solved.value);
            let mut filled = Filled::new(&recur, instance.interpreter().params()).unwrap();
            // Nimbers say nothing in misère play.
            let misere = recur.sum.is_some() && params.last() == Some(&Some(bouton::rules::datum::Datum::Int(1)));
            let known = Some(wanted).filter(|_| !misere);
            assert_eq!(filled.answer(), known, "{} {params:?}", game.name);
        }
    }
    assert_eq!(
        with.join(" "),
        "both-ends breakthrough can-i-win cat-and-mouse chomp connect-four cut-and-choose dawson divisor-game dots-and-boxes ends-k euclid fibonacci-nim \
         grundy-heaps guess-number hexapawn kayles knights lasker mnk nim no-echo prime-nim rectangle sim stalks stone-game-ii stone-game-iii stone-game-iv stone-game-vi stone-game-vii stone-game subtraction \
         take-a-square treblecross wythoff"
    );
    assert!(without.iter().all(|why| why.contains(", line ")), "{without:#?}");
}

#[test]
fn boards_and_cells_agree_with_bouton() {
    let first = "param h : 1..3\nparam w : 1..3\n";
    let texts = [
        // Cells that may lie beside the board, a board told row by row, a move that ends, another that goes on.
        "state b : grid[h, w] of player? = [[if r == 0 then First else if r == h - 1 then Second else none for c in 0..<w] for r in 0..<h]\n\
         def ahead(p) = if p == First then 1 else -1\n\
         move go(c in cells(b), side in [-1, 0, 1]) {\n  let to = c + (ahead(me), side)\n  when to in cells(b) and b[c] == me\n  when b[to] != me\n\
           if b[to] == opponent { end => me wins }\n  b[c] = none\n  b[to] = me\n}\nstuck => me loses\n",
        // Points, a turn that is kept, a condition on what the move has changed.
        "state b : grid[h, w] of bool = false\n\
         move fill(r in 0..<h, c in 0..<w) {\n  when not b[r, c]\n  b[r, c] = true\n  let row = all(b[r, x] for x in 0..<w)\n\
           when row or count(b[y, c] for y in 0..<h) <= 2\n  gain if row then 2 else 1\n  if row and h > 1 { again }\n}\nend when all(b[r, c] for r in 0..<h, c in 0..<w)\n",
        // Cells as variables, moves that part ways, a cell written out.
        "state gone : grid[h, w] of bool = false\nstate at : cell of gone = (0, 0)\nstate flag : bool = false\n\
         move walk(to in cells(gone)) {\n  when not gone[to] and abs(row_of(to) - row_of(at)) + abs(col_of(to) - col_of(at)) == 1\n\
           gone[at] = true\n  if to == (h - 1, w - 1) { when flag; flag = false } else { flag = not flag }\n  at = to\n}\nstuck => me loses\n",
        "state b : grid[h, w] of 0..2? = none\nstate last : 0..2 = 2\n\
         move put(c in cells(b), k in 0..2) {\n  when b[c] == none and k != last\n  b[c] = k\n  last = k\n\
           if any(line(b, x, 2) for x in [0, 1]) { end => me loses }\n  end when line(b, 2, 3) => draw\n}\nstuck => me wins\n",
    ];
    for body in texts {
        let rules = check(&Source::new("board", format!("game Board\n{first}{body}")));
        let rules = Arc::new(rules.0.unwrap_or_else(|| panic!("{body}\n{:?}", rules.1)));
        for (h, w) in [(1, 1), (1, 3), (2, 2), (3, 2), (2, 3)] {
            let params = [h, w].map(|side| Some(bouton::rules::datum::Datum::Int(side)));
            let game = Instance::new(rules.clone(), &params).unwrap();
            let recur = Recur::of(&rules, game.told_apart().is_some()).unwrap_or_else(|no| panic!("{body}\n{}", no.0));
            let start = game.start().unwrap();
            let solved = solve(&game, &start, &Ask::Value, &Limits::default().threads(1), None, &Silent).unwrap();
            let wanted = told(solved.value);
            let mut filled = Filled::new(&recur, game.interpreter().params()).unwrap();
            assert_eq!(filled.answer(), Some(wanted), "{h} {w}\n{body}");
        }
    }
}

#[test]
fn nimbers_of_parts_are_those_of_the_solver() {
    let text = |start: &str| {
        format!(
            "game Pairs\nparam n : 0..9\npart Pair(a : 0..9, b : 0..9) {{\n  move take(k in 1..2 if k <= a) => Pair(a - k, b) + 2 * Pair(b, a - k)\n  \
             move flip(k in 1..b) when k > a => 3 * Pair(b - k, a) + sum(Heap(h) for h in 1..k if h != a)\n  move clear when a == b and a > 0 => nothing\n}}\n\
             part Heap(h : 0..9) {{\n  move thin(k in 1..h) => (h % 3) * Heap(h - k)\n}}\nstart {start}\nstuck => me loses\n"
        )
    };
    for start in
        ["Pair(n, 3)", "Pair(2, n) + Heap(n)", "sum(Heap(i) for i in 2..n if i != 5) + 2 * Pair(1, n) + Pair(n, n)"]
    {
        let rules = Arc::new(check(&Source::new("pairs", text(start))).0.expect(start));
        let recur = Recur::for_program(&rules, false).map_err(|no| no.0.to_string()).unwrap();
        assert!(Recur::of(&rules, false).is_err());
        for n in 0..=5 {
            let game = Instance::new(rules.clone(), &[Some(bouton::rules::datum::Datum::Int(n))]).unwrap();
            let start = game.start().unwrap();
            let solved = solve(&game, &start, &Ask::Value, &Limits::default().threads(1), None, &Silent).unwrap();
            let wanted = if matches!(solved.value, Value::Outcome(Outcome::Win(_))) { 1 } else { -1 };
            let mut filled = Filled::new(&recur, game.interpreter().params()).unwrap();
            assert_eq!(filled.answer(), Some(wanted), "{n}");
        }
    }
}

#[test]
fn calls_are_counted_as_a_student_counts_them() {
    let (rules, recur) = recur("stone-game-ii");
    let recur = recur.unwrap();
    let piles = bouton::rules::datum::Datum::ints([2, 7, 9, 4, 4]);
    let game = Instance::new(rules, &[Some(piles)]).unwrap();
    let mut filled = Filled::new(&recur, game.interpreter().params()).unwrap();
    let start = filled.start().unwrap();
    assert_eq!((filled.value(&start), filled.order.len()), (Some(-6), 11));
    assert_eq!(filled.calls(&start), Some(21));
}

#[test]
fn recurrences_deeper_than_a_stack_are_worked_out() {
    let text = "game Steps\nparam n : 1..10_000\nstate left : 0..n = n\nmove step { when left > 0; left -= 1 }\nstuck => me loses\n";
    let rules = Arc::new(check(&Source::new("steps", text)).0.unwrap());
    let recur = Recur::of(&rules, false).map_err(|no| no.0.to_string()).unwrap();
    let value = |n: i64| Filled::new(&recur, &[bouton::rules::datum::Datum::Int(n)])?.answer();
    std::thread::scope(|scope| {
        let small = std::thread::Builder::new().stack_size(128 << 10);
        let values = small.spawn_scoped(scope, || [1_999, 2_000, 10_000].map(value)).unwrap().join().unwrap();
        assert_eq!(values, [Some(1), Some(-1), None], "deeper calls than 2,000 are not followed");
    });
}

#[test]
fn a_choice_called_like_a_variable_is_told_from_it() {
    let text = "game Steps\nparam heap : 1..9\nstate n : 0..heap = heap\nstate last : 0..3 = 0\n\
                move take(k in 1..3) { when k <= n and k != last; n -= k; last = k }\n\
                move rest(n in 1..2) { when n < last; last = n }\nstuck => me loses\n";
    let rules = Arc::new(check(&Source::new("steps", text)).0.unwrap());
    let recur = Recur::of(&rules, false).map_err(|no| no.0.to_string()).unwrap();
    for heap in 1..=9 {
        let game = Instance::new(rules.clone(), &[Some(bouton::rules::datum::Datum::Int(heap))]).unwrap();
        let start = game.start().unwrap();
        let solved = solve(&game, &start, &Ask::Value, &Limits::default().threads(1), Some("brute"), &Silent).unwrap();
        let wanted = if matches!(solved.value, Value::Outcome(Outcome::Win(_))) { 1 } else { -1 };
        let mut filled = Filled::new(&recur, game.interpreter().params()).unwrap();
        let from = filled.start().unwrap();
        assert_eq!(filled.value(&from), Some(wanted), "{heap}");
    }
}

#[test]
fn a_number_that_may_be_negative_or_none_has_no_program() {
    let text = |of: &str| {
        format!(
            "game Marks\nstate n : 0..5 = 5\nstate last : {of}? = none\n\
             move take(k in 1..2) {{ when k <= n and k != last; n -= k; last = k }}\nstuck => me loses\n"
        )
    };
    let recur =
        |of: &str| Recur::of(&check(&Source::new("marks", text(of))).0.unwrap(), false).map_err(|no| no.0.to_string());
    assert!(recur("0..2").is_ok());
    let refused = recur("-1..2").unwrap_err();
    assert!(refused.to_string().contains("negative or `none`, line 3"), "{refused}");
}
