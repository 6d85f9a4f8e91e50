//! Moves written out: by number they are the moves of the rules, forwards and backwards, at every placement.

mod all;
pub(crate) mod tiers;

use crate::common::{gallery, game, ring};
use bouton::game::{Edge, Game, Look, Reversible};
use bouton::instance::Instance;
use bouton::limits::{Limits, Silent};
use bouton::methods::Ask;
use bouton::rules::datum::Datum;
use bouton::rules::{Source, check};
use bouton::solution::solve;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

fn key(edge: &Edge) -> (u64, bool) {
    (edge.number, edge.same_mover)
}

type Edges = BTreeMap<u64, Vec<(u64, bool)>>;

/// The moves of the rules at a placement, by cell; nothing where the game is over. Placements may be such as the rules never meet.
fn moves_of_rules(
    game: &Instance,
    index: &dyn Reversible<<Instance as Game>::Position>,
    cell: u64,
) -> Option<Vec<(u64, bool)>> {
    let position = index.position(index.kept(cell)).unwrap();
    let look = index.look(cell);
    if let Some(ending) = game.ending(&position).unwrap() {
        assert!(matches!(look, Look::Ask(_)) || look == Look::Over(ending), "{look:?} {ending:?}");
        return None;
    }
    let mut steps = Vec::new();
    game.steps(&position, &mut steps).unwrap();
    let count = u32::try_from(steps.len()).unwrap();
    assert!(look == Look::Goes(count) || look == Look::Ask(count), "{look:?}, {count} moves");
    let mover = game.mover(&position);
    let by_number = |step: bouton::game::Step<Instance>| {
        let next = game.canonical(step.next.clone());
        (index.cell_of(&next).expect("no move leads out"), game.mover(&step.next) == mover)
    };
    Some(steps.into_iter().map(by_number).collect())
}

/// The numbers of the tier of a number.
fn tier_of(index: &dyn Reversible<<Instance as Game>::Position>, number: u64) -> Range<u64> {
    let mut tiers = index.tiers().into_iter().map(|tier| tier.numbers);
    tiers.find(|numbers| numbers.contains(&number)).unwrap()
}

/// The moves of a placement that lead to another tier.
fn out_of_tier(index: &dyn Reversible<<Instance as Game>::Position>, number: u64) -> Vec<Edge> {
    let tier = tier_of(index, number);
    let mut after = Vec::new();
    index.after(number, &mut after);
    after.into_iter().filter(|edge| !tier.contains(&edge.number)).collect()
}

/// Tiers hold all first numbers, and moves lead from each to itself and to those it names, all of them before it.
fn tiers_are_right(name: &str, index: &dyn Reversible<<Instance as Game>::Position>) {
    let tiers = index.tiers();
    let mut end = index.cells();
    for (at, tier) in tiers.iter().enumerate() {
        assert_eq!(tier.numbers.end, end, "{name}");
        end = tier.numbers.start;
        assert!(tier.next.iter().all(|next| *next < at), "{name}");
        let out = tier.numbers.clone().flat_map(|number| out_of_tier(index, number));
        let led: BTreeSet<usize> =
            out.map(|edge| tiers.iter().position(|tier| tier.numbers.contains(&edge.number)).unwrap()).collect();
        assert!(led.iter().all(|to| tier.next.contains(to)), "{name}: {led:?} {tier:?}");
    }
    assert_eq!(end, 0, "{name}");
}

/// Looking through many placements says of each what looking at it says, wherever one begins.
fn looked_through(name: &str, index: &dyn Reversible<<Instance as Game>::Position>) {
    let size = index.cells();
    for range in [0..size, 1..2, size / 2 - 1..size, size / 3..size / 2 + 3, size..size] {
        let mut found = Vec::new();
        let done = index.look_through(range.clone(), &mut |number, look, leaving| {
            found.push((number, look));
            if !matches!(look, Look::Over(_)) {
                assert_eq!(leaving, out_of_tier(index, number), "{name}, number {number}");
            }
            Some(())
        });
        let each: Vec<(u64, Look)> =
            range.filter(|cell| index.images(*cell) > 0).map(|cell| (cell, index.look(cell))).collect();
        assert_eq!((done, found), (Some(()), each), "{name}");
    }
    let mut most = 3;
    let stopped = index.look_through(0..size, &mut |_, _, _| {
        most -= 1;
        (most > 0).then_some(())
    });
    assert_eq!((stopped, most), (None, 0), "{name}");
}

/// Every position has a cell, and as many have a cell as it says; in it stands one of them.
fn cells_are_right(name: &str, index: &dyn Reversible<<Instance as Game>::Position>) {
    let mut held: BTreeMap<u64, u64> = BTreeMap::new();
    for number in 0..index.size() {
        let position = index.position(number).unwrap();
        assert_eq!(index.number(&position), number, "{name}");
        assert_eq!(index.cell_of(&position), Some(index.cell(number)), "{name}");
        *held.entry(index.cell(number)).or_default() += 1;
    }
    for cell in 0..index.cells() {
        assert_eq!(index.images(cell), held.get(&cell).copied().unwrap_or(0), "{name}, cell {cell}");
        assert!(index.images(cell) <= index.most_images(), "{name}");
        assert!(index.images(cell) == 0 || index.cell(index.kept(cell)) == cell, "{name}, cell {cell}");
    }
}

/// Compares all placements, and where they are folded; says how many there are.
fn compare(name: &str, game: &Instance) -> u64 {
    let start = game.start().unwrap();
    let index = game.reversible(&start).unwrap_or_else(|why| panic!("{name}: {why}"));
    for folded in [false, true].into_iter().filter_map(|all| game.folded(&start, all)) {
        assert!(folded.cells() < index.size() && folded.size() == index.size(), "{name}");
        compare_by(name, game, folded.as_ref());
    }
    compare_by(name, game, index.as_ref());
    index.size()
}

fn compare_by(name: &str, game: &Instance, index: &dyn Reversible<<Instance as Game>::Position>) {
    cells_are_right(name, index);
    looked_through(name, index);
    tiers_are_right(name, index);
    let (mut into, mut over): (Edges, Vec<bool>) = (Edges::new(), Vec::new());
    let is_kept = |cell: &u64| index.images(*cell) > 0;
    for number in 0..index.cells() {
        let found = is_kept(&number).then(|| moves_of_rules(game, index, number)).flatten();
        over.push(found.is_none());
        let Some(mut right) = found else { continue };
        let mut after = Vec::new();
        index.after(number, &mut after);
        let mut after: Vec<(u64, bool)> = after.iter().map(key).collect();
        let tier = tier_of(index, number);
        for &(to, same_mover) in &right {
            if tier.contains(&to) {
                into.entry(to).or_default().push((number, same_mover));
            }
        }
        right.sort_unstable();
        after.sort_unstable();
        assert_eq!(after, right, "{name}, number {number}");
    }
    for number in (0..index.cells()).filter(is_kept) {
        let mut before = Vec::new();
        index.before(number, &mut before);
        let goes_on = |edge: &(u64, bool)| !over[usize::try_from(edge.0).unwrap()];
        let mut before: Vec<(u64, bool)> = before.iter().map(key).filter(goes_on).collect();
        before.sort_unstable();
        assert_eq!(before, into.remove(&number).unwrap_or_default(), "{name}, number {number}");
    }
    assert!(into.is_empty());
}

#[test]
fn moves_by_number_are_the_moves_of_the_rules() {
    let games = [
        ("foxes", json!({"rows": 4, "cols": 3, "foxes": [1], "hounds": [9, 11]}), 2 * 12 * 55),
        ("cat-and-mouse", ring(16), 2 * 16 * 16),
        ("mu-torere", json!({}), 2 * 630),
        ("toads-and-frogs", json!({}), 0),
        ("domineering", json!({"rows": 2, "cols": 3}), 0),
        ("quixo", json!({"size": 2, "crosses": [1], "noughts": [2]}), 100),
        ("quixo", json!({"size": 2}), 2 * 81),
        ("quixo", json!({"size": 3}), 2 * 19_683),
    ];
    for (name, params, known) in games {
        let size = compare(name, &gallery(name, &params));
        println!("{name}: {size} placements");
        assert!(known == 0 || size == known, "{name}: {size}");
    }
}

/// What moves may do besides: numbers beside a board, moving again, turning pieces, choices that depend on the position.
const ODD: &str = "game Odd
state board : grid[2, 2] of 0..2 = [[1, 0], [0, 2]]
state left : 0..2 = 2
move tip(a in cells(board) if board[a] > 0) {
  board[a] = 3 - board[a]
  if left > 0 {
    left -= 1
    again
  }
}
move slide(a in cells(board), n in 1..left, b in around4(board, a) if board[b] == 0) {
  when board[a] == n
  board[b] = board[a]
  board[a] = 0
  left = n - 1
}
end when board[0, 0] == 2 => me wins
stuck => me loses
repeat => draw
";

/// Numbers without a board: moves that need one, two or all of them, moving again, ends that compare two, or join what they ask for.
const NUMBERS: &str = "game Numbers
players One, Two
param most : 1..9 = 3
state a : 0..most = 1
state b : -1..3 = 2
state open : bool = false
move raise(n in 1..2) { when a + n <= most; a += n }
move lower by Two { when a > 0; a -= 1; if a == 0 { again } }
move trade { when b >= 0 and b <= most; a, b = b, min(a, 3) }
move press(n in [0, 1, 3] if n != b) { b = n; open = not open }
move shut by One { when open; open = false; again }
move stay by Two { when b == -1 and a == most }
ENDS
stuck => me loses
repeat => draw
";

const ENDS: &[&str] = &[
    "end when a == b + 1 => One wins",
    "end when 2 * a < b => me wins\nend when not (a != b or open) => Two loses",
    "end when b == -1 and not open => draw\nend when a > b and a - b >= 2 or a == most and open => opponent wins",
    "end when 1 <= a < b => draw",
    "end when max(a, b) == 3 and open => One loses",
    "",
];

#[test]
fn numbers_are_written_out_as_what_moves_add() {
    for ends in ENDS {
        for most in [1, 3] {
            let numbers = game(&NUMBERS.replace("ENDS", ends), &json!({ "most": most }));
            assert!(compare(ends, &numbers) > 0);
            let index = numbers.reversible(&numbers.start().unwrap()).unwrap();
            assert!(index.shifts_back().is_some(), "{ends}");
        }
    }
    let foxes = gallery("foxes", &json!({"rows": 3, "cols": 3, "foxes": [1], "hounds": [6]}));
    assert!(foxes.reversible(&foxes.start().unwrap()).unwrap().shifts_back().is_none());
}

/// A board whose ends run over its cells.
const BOARD: &str = "game Board
players One, Two
state board : grid[3, 3] of player? = [[One, One, Two], [Two, none, none], [Two, none, One]]
state open : list[1..1] of bool = [false]
let corners = [(0, 0), (2, 2)]
def lined(p) = any(all(board[a] == p for a in l) for l in rows(board) + cols(board))
def near(a, p) = all(board[b] != p and board[b] != none for b in around4(board, a))
move slide(a in cells(board) if board[a] == me, b in around4(board, a) if board[b] == none) {
  board[b] = me
  board[a] = none
  open[0] = board[1, 1] == me
}
ENDS
stuck => me loses
repeat => draw
";

const BOARD_ENDS: &[&str] = &[
    "end when lined(opponent) => opponent wins\nend when lined(me) and open[0] => me wins",
    "end when all(board[a] == me for a in corners) or none == board[1, 1] and open[0] => draw",
    "end when any(board[a + d] != none and board[a] == none for a in cells(board) if row_of(a) < 2 and col_of(a) < 2, d in [(1, 0), (1, 1)]) => me wins",
    "end when any(board[a] == me and near(a, me) for a in corners) => me wins\nend when not open[0] and near((0, 0), One) => Two wins",
    "end when not any(board[0, c] == One for c in 0..2 if c != 1) and board[1, 1] == none => Two wins",
    "end when all(board[x] != opponent for x in ray(board, (0, 0), (1, 1))) or line(board, Two, 2) => me loses",
    "end when any(board[r, c] == me for r in 0..2, c in 0..2 if board[c, r] == opponent and open[0]) => opponent wins",
    "end when all(board[1, c] == me for c in 3..2) and open[0] => draw\nend when any(board[1, c] == me for c in 3..2) => me wins",
];

#[test]
fn ends_that_run_over_cells_are_written_out() {
    for ends in BOARD_ENDS {
        let board = game(&BOARD.replace("ENDS", ends), &json!({}));
        assert!(compare(ends, &board) > 0);
        let index = board.reversible(&board.start().unwrap()).unwrap();
        let looks: Vec<Look> = (0..index.size()).map(|number| index.look(number)).collect();
        assert!(looks.iter().all(|look| !matches!(look, Look::Ask(_))), "{ends}");
        assert!(looks.iter().any(|look| matches!(look, Look::Over(_))), "{ends}");
    }
}

/// A game in which a man may be taken only as all others lie.
const TAKEN: &str = "game Taken
players One, Two
state board : grid[3, 3] of player? = [[One, One, Two], [Two, none, none], [Two, none, One]]
state open : bool = false
def lined(a, p) = any(all(board[x] == p for x in l) for l in rows(board) + cols(board) if a in l)
move slide(a in cells(board) if board[a] == me, b in around4(board, a) if board[b] == none) {
  when not open
  board[b] = me
  board[a] = none
  if lined(b, me) { open = true; again }
}
move take(a in cells(board)) {
  when open and board[a] == opponent
  when WHEN
  board[a] = none
  open = false
}
stuck => STUCK
repeat => draw
symmetry reflections of board, rotations of board
";

/// Each with how many images positions have at most. The last two cannot be written out digit by digit.
const TAKEN_WHEN: &[(&str, u64)] = &[
    ("not lined(a, opponent) or all(lined(x, opponent) for x in cells(board) if board[x] == opponent)", 16),
    (
        "any(board[x] == me for x in around4(board, a)) and all(board[x] != none or lined(a, me) for x in cells(board))",
        16,
    ),
    ("any(board[x] == none and board[y] != me for x in cells(board), y in around4(board, x) if y != a)", 16),
    ("all(board[x] != none for x in cells(board) if col_of(x) <= col_of(a)) or line(board, me, 2)", 4),
];

#[test]
fn conditions_that_run_over_cells_stand_beside_moves() {
    for (when, images) in TAKEN_WHEN {
        for stuck in ["me loses", "draw"] {
            let text = TAKEN.replace("WHEN", when).replace("STUCK", stuck);
            let taken = game(&text, &json!({}));
            assert!(compare(when, &taken) > 0);
            let folded = taken.folded(&taken.start().unwrap(), true).expect("the players differ in name alone");
            assert_eq!(folded.most_images(), *images, "{when}");
            let start = taken.start().unwrap();
            let by = |method| solve(&taken, &start, &Ask::Table, &Limits::default(), Some(method), &Silent).unwrap();
            let (placed, right) = (by("retrograde"), by("brute"));
            assert!(placed.plan.to_string().contains("taking moves back"), "{}", placed.plan);
            let entries = |solution: &bouton::solution::Solution<Instance>| {
                let mut entries: Vec<_> = solution.store.entries(&taken).collect();
                entries.sort();
                entries
            };
            assert_eq!(entries(&placed), entries(&right), "{when}");
        }
    }
}

/// A board of which every cell can hold anything, so many placements that the players are exchanged; moving again, and a player's own value.
const CLAIMS: &str = "game Claims
players One, Two
state board : grid[3, 5] of player? = none
state last : player = One
move claim(a in cells(board)) BY { when board[a] == none; board[a] = me; last = WHO }
move leave(a in cells(board)) { when board[a] == me and last == opponent; board[a] = none; last = me; again }
move take(a in cells(board), b in around4(board, a)) {
  when board[a] == me and board[b] == opponent
  board[b] = me
  if last == me { again }
}
end when line(board, me, 3) and not line(board, opponent, 5) => me wins
end when line(board, opponent, 4) or line(board, me, 5) => opponent wins
stuck => me loses
repeat => draw
";

/// The moves of the rules at some placements of many, both ways; says how many numbers come first.
fn compare_some(name: &str, game: &Instance) -> u64 {
    let index = game.reversible(&game.start().unwrap()).unwrap_or_else(|why| panic!("{name}: {why}"));
    let (index, front) = (index.as_ref(), index.cells());
    assert!(index.size() > 1 << 24 && (front == index.size() || 2 * front == index.size()), "{name}");
    let folded = |edges: Vec<(u64, bool)>| {
        let mut edges: Vec<(u64, bool)> = edges.into_iter().map(|(number, again)| (number % front, again)).collect();
        edges.sort_unstable();
        edges
    };
    let (mut over, mut moves) = (0, 0);
    for number in (0..front).step_by(20_011) {
        let position = index.position(number).unwrap();
        assert_eq!(index.number(&position), number, "{name}");
        let found = moves_of_rules(game, index, number);
        if front < index.size() {
            let twin = index.position(number + front).unwrap();
            assert_ne!(game.mover(&twin), game.mover(&position), "{name}");
            assert_eq!(index.number(&twin), number + front, "{name}");
            assert_eq!(game.ending(&twin).unwrap(), game.ending(&position).unwrap(), "{name}");
        }
        let Some(found) = found else {
            over += 1;
            continue;
        };
        let right = folded(found);
        let mut after = Vec::new();
        index.after(number, &mut after);
        assert_eq!(folded(after.iter().map(key).collect()), right, "{name}, number {number}");
        for &(to, same_mover) in &right {
            let count = |edges: &[(u64, bool)], edge| edges.iter().filter(|known| **known == edge).count();
            let mut before = Vec::new();
            index.before(to, &mut before);
            let before: Vec<(u64, bool)> = before.iter().map(key).collect();
            assert_eq!(count(&before, (number, same_mover)), count(&right, (to, same_mover)), "{name}, into {to}");
            moves += 1;
        }
        let mut before = Vec::new();
        index.before(number, &mut before);
        for Edge { number: from, same_mover } in before {
            let Some(found) = moves_of_rules(game, index, from) else { continue };
            assert!(folded(found).contains(&(number, same_mover)), "{name}, from {from}");
        }
    }
    assert!(over > 10 && moves > 1_000, "{name}: {over} over, {moves} moves");
    front
}

#[test]
fn players_that_are_alike_but_for_their_names_are_exchanged() {
    let quixo = gallery("quixo", &json!({"size": 4}));
    assert_eq!(compare_some("quixo", &quixo), 43_046_721);
    let claims = |by, who| game(&CLAIMS.replace("BY", by).replace("WHO", who), &json!({}));
    assert_eq!(compare_some("claims", &claims("", "me")), 2 * 14_348_907);
    // Not alike: one may do what the other may not, or what is written down has one player's name.
    for (by, who) in [("by One", "me"), ("", "One")] {
        assert_eq!(compare_some(who, &claims(by, who)), 4 * 14_348_907);
    }
}

#[test]
fn large_walks_are_valued_as_other_methods_value_them() {
    let game = gallery("cat-and-mouse", &ring(70));
    let start = game.start().unwrap();
    let by = |method, threads| {
        solve(&game, &start, &Ask::Table, &Limits::default().threads(threads), Some(method), &Silent).unwrap()
    };
    let right = by("brute", 1);
    for threads in [1, 3] {
        let placed = by("retrograde", threads);
        assert!(placed.plan.to_string().contains("taking moves back"), "{}", placed.plan);
        assert_eq!((placed.positions, placed.finished), (right.positions, right.finished));
        let mut entries: Vec<_> = placed.store.entries(&game).collect();
        let mut expected: Vec<_> = right.store.entries(&game).collect();
        entries.sort();
        expected.sort();
        assert_eq!(entries, expected);
    }
}

#[test]
fn odd_moves_are_written_out_too() {
    assert!(compare("odd", &game(ODD, &json!({}))) > 0);
    let twins =
        ODD.replace("a in cells(board) if board[a] > 0)", "a in [(0, 0), (0, 0)])").replace("3 - board[a]", "2");
    assert!(compare("twins", &game(&twins, &json!({}))) > 0);
}

#[test]
fn what_cannot_be_written_out_is_left_to_the_rules() {
    let set = ODD
        .replace("state left", "state held : set of 0..3 = {}\nstate left")
        .replace("left -= 1", "left -= 1\n    held = held + {left}");
    let ends = ODD.replace("    again", "    end => me wins");
    let checked = ODD.replace("stuck =>", "invariant left < 3\nstuck =>");
    let twins =
        ODD.replace("a in cells(board) if board[a] > 0)", "a in [(0, 0), (0, 0)])").replace("3 - board[a]", "2");
    let alike = format!("{twins}move tip(a in cells(board) if left == 1) {{\n  left = 2\n}}\n");
    for (text, why) in [(set, "held"), (ends, "ends the game"), (checked, "more than the moves"), (alike, "read alike")]
    {
        let game = game(&text, &json!({}));
        let refused = game.reversible(&game.start().unwrap()).unwrap_err();
        assert!(refused.to_string().contains(why), "{refused}");
    }
}

/// A program written for this game alone says the same of it: White wins in 24 plies, whatever man is put down first.
#[test]
fn nine_mens_morris_with_three_men_each_is_won() {
    let text = include_str!("../../../../docs/games/nine-mens-morris.game");
    let (rules, found) = check(&Source::new("nine-mens-morris.game", text));
    assert!(found.is_empty(), "{found:?}");
    let game = Instance::new(Arc::new(rules.unwrap()), &[Some(Datum::Int(3))]).unwrap();
    let solved = solve(&game, &game.start().unwrap(), &Ask::Value, &Limits::default(), None, &Silent).unwrap();
    assert_eq!((solved.strategy, solved.value.to_string().as_str()), ("placements", "win in 24"));
}

#[test]
fn placements_are_valued_as_every_other_method_values_positions() {
    for (params, reached) in [
        (json!({"rows": 4, "cols": 3, "foxes": [1], "hounds": [9, 10, 11]}), 1_645),
        (json!({"rows": 4, "cols": 4, "foxes": [1], "hounds": [13, 15]}), 0),
        (json!({"rows": 3, "cols": 5, "foxes": [1, 3], "hounds": [10, 14]}), 0),
    ] {
        let game = gallery("foxes", &params);
        let start = game.start().unwrap();
        let by = |method| solve(&game, &start, &Ask::Table, &Limits::default(), Some(method), &Silent).unwrap();
        let (placed, right) = (by("retrograde"), by("brute"));
        assert!(placed.plan.to_string().contains("taking moves back"), "{}", placed.plan);
        assert!(reached == 0 || placed.positions == reached);
        assert_eq!((placed.positions, placed.finished), (right.positions, right.finished));
        let mut entries: Vec<_> = placed.store.entries(&game).collect();
        entries.sort();
        let mut expected: Vec<_> = right.store.entries(&game).collect();
        expected.sort();
        assert_eq!(entries, expected);
        assert_eq!(placed.check(&game, &Limits::default()).unwrap().positions, placed.positions);
    }
}
