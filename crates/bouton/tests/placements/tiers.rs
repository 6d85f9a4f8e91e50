//! Games in which moves change what is on the board: tier by tier they are worth what they are worth as a whole.

use super::{compare, gallery, game, tier_of};
use bouton::checkpoint::Checkpoint;
use bouton::dice::Dice;
use bouton::facts::Facts;
use bouton::game::Game;
use bouton::instance::Instance;
use bouton::limits::{Limits, Silent};
use bouton::methods::Ask;
use bouton::solution::{Solution, solve};
use serde_json::json;
use std::fmt::Write;
use std::sync::Arc;

fn by(game: &Instance, method: &str, limits: &Limits) -> Solution<Instance> {
    let start = game.start().unwrap();
    solve(game, &start, &Ask::Table, limits, Some(method), &Silent).unwrap()
}

fn entries(
    game: &Instance,
    solution: &Solution<Instance>,
) -> Vec<(<Instance as Game>::Position, bouton::value::Value)> {
    let mut entries: Vec<_> = solution.store.entries(game).collect();
    entries.sort();
    entries
}

/// Random rules of a game in which men are taken, dropped or promoted.
pub(crate) fn captures(dice: &mut Dice) -> String {
    let mut one_of = |of: &[&str]| (*dice.pick(of)).to_owned();
    let mut text = "game Captures\nplayers One, Two\n".to_owned();
    let board = one_of(&[
        "[[One, none, Two], [none, none, none], [One, none, Two]]",
        "[[One, One, none], [none, none, none], [none, Two, Two]]",
        "[[One, none, none], [One, Two, none], [none, none, Two]]",
        "[[One, Two, none], [none, none, none], [none, none, none]]",
        "[[One, One, One], [none, none, none], [none, Two, none]]",
    ]);
    writeln!(text, "state board : grid[3, 3] of player? = {board}").unwrap();
    let hand = one_of(&["", "0..1 = 1", "0..2 = 2", "0..2 = 0"]);
    if !hand.is_empty() {
        writeln!(text, "state hand : {hand}").unwrap();
        let drop = one_of(&["", "; again", "; turn One"]);
        let by = one_of(&["", " by Two"]);
        writeln!(
            text,
            "move drop(a in cells(board) if board[a] == none){by} {{ when hand > 0; hand -= 1; board[a] = me{drop} }}"
        )
        .unwrap();
        if one_of(&["n", "y"]) == "y" {
            text.push_str(
                "move pass_on(a in cells(board) if board[a] == me) { when hand > 1; hand = 0; board[a] = opponent }\n",
            );
        }
    }
    let near = one_of(&["around4", "around8"]);
    let taken = one_of(&["!= me", "== none", "== opponent", "!= me and row_of(b) >= row_of(a)"]);
    let again = one_of(&["", "; if board[1, 1] == me { again }"]);
    writeln!(text, "move step(a in cells(board) if board[a] == me, b in {near}(board, a) if board[b] {taken}) {{ board[b] = me; board[a] = none{again} }}").unwrap();
    if one_of(&["n", "y"]) == "y" || taken == "== none" {
        text.push_str(
            "move jump(a in cells(board) if board[a] == me, d in directions4 if row_of(a + d + d) >= 0 and row_of(a + d + d) < 3 and col_of(a + d + d) >= 0 and col_of(a + d + d) < 3) { when board[a + d] == opponent; when board[a + d + d] == none; board[a + d + d] = me; board[a + d] = none; board[a] = none }\n",
        );
    }
    if one_of(&["n", "y"]) == "y" {
        text.push_str("end when line(board, opponent, 3) => opponent wins\n");
    }
    if one_of(&["n", "y", "y"]) == "y" {
        text.push_str("end when all(board[a] != me for a in cells(board)) => opponent wins\n");
    }
    writeln!(text, "stuck => {}", one_of(&["me loses", "me wins", "draw"])).unwrap();
    text.push_str("repeat => draw\n");
    let symmetries = ["", "symmetry mirror columns of board\n", "symmetry rotations of board, reflections of board\n"];
    text.push_str(&one_of(&symmetries[..if taken.contains("row_of") { 2 } else { 3 }]));
    text
}

/// The same rules where placements are not used: positions are found from the start.
fn reached(text: &str) -> Instance {
    game(&format!("{text}invariant 1 == 1\n"), &json!({}))
}

#[test]
fn tier_by_tier_is_worth_what_the_whole_is() {
    let (mut several, mut most, mut folded) = (0, 0, 0);
    for seed in 0..500 {
        let text = captures(&mut Dice::new(seed));
        let one = game(&text, &json!({}));
        let start = one.start().unwrap();
        let index = one.reversible(&start).unwrap_or_else(|why| panic!("{why}\n{text}"));
        let tiers = index.tiers().len();
        (several, most) = (several + usize::from(tiers > 1), most.max(tiers));
        let limits = Limits::default().threads(1 + usize::from(seed % 2 == 0));
        folded += usize::from(one.folded(&start, false).is_some());
        let placed = by(&one, "retrograde", &limits);
        assert!(placed.plan.to_string().contains("taking moves back"), "{}\n{text}", placed.plan);
        let other = reached(&text);
        let right = by(&other, "retrograde", &limits);
        assert!(!right.plan.to_string().contains("taking moves back"), "{text}");
        assert_eq!((placed.positions, placed.finished), (right.positions, right.finished), "{text}");
        assert_eq!(entries(&one, &placed), entries(&other, &right), "{seed}\n{text}");
        let apart = Limits { symmetry: false, ..limits.clone() };
        if one.folded(&start, false).is_some() {
            assert_eq!(entries(&one, &placed), entries(&one, &by(&one, "retrograde", &apart)), "{seed}\n{text}");
        }
        if seed % 20 == 0 {
            compare(&text, &one);
        }
        if right.positions < 3_000 && seed % 8 == 0 {
            assert_eq!(entries(&one, &placed), entries(&one, &by(&one, "brute", &limits)), "{text}");
            assert_eq!(placed.check(&one, &limits).unwrap().positions, placed.positions, "{text}");
        }
    }
    assert!(several > 350 && most > 8, "{several} of several tiers, at most {most}");
    assert!(folded > 50, "{folded} with symmetries that leave the start as it is");
}

#[test]
fn images_have_one_cell_and_are_worth_the_same() {
    let men = gallery("six-mens-morris", &json!({"men": 3}));
    let skirmish = |cols: i64| gallery("skirmish", &json!({"rows": 4, "cols": cols, "men": 3}));
    for (game, times) in [(men, 14), (skirmish(3), 3), (skirmish(4), 3)] {
        let start = game.start().unwrap();
        let plain = game.reversible(&start).unwrap();
        let folded = game.folded(&start, true).expect("symmetries hold");
        assert!(plain.size() > times * folded.cells(), "{} {}", plain.size(), folded.cells());
        assert!(folded.tiers().len() < plain.tiers().len());
        let ask = |symmetry| {
            let limits = Limits { symmetry, ..Limits::default() };
            solve(&game, &start, &Ask::Value, &limits, Some("retrograde"), &Silent).unwrap()
        };
        let (one, all) = (ask(true), ask(false));
        assert_eq!((one.positions, one.finished), (all.positions, all.finished));
        assert!(one.positions > 1 << 16 && one.store.bytes(0) * times < all.store.bytes(0), "{}", one.store.bytes(0));
        assert!(one.store.entries(&game).eq(all.store.entries(&game)));
    }
}

#[test]
fn what_rules_declare_and_moves_do_not_show_is_not_used() {
    let board = "game Board\nplayers One, Two\nstate board : grid[3, 3] of player? = [[One, none, One], [none, none, none], [Two, none, Two]]\n";
    let step = "move step(a in cells(board) if board[a] == me, b in around4(board, a) if board[b] != meWHERE) { board[b] = me; board[a] = none }\n";
    let rest = "stuck => me loses\nrepeat => draw\nsymmetry mirror columns of board\n";
    let cells = |place: &str, ends: &str| {
        let game = game(&format!("{board}{}{ends}{rest}", step.replace("WHERE", place)), &json!({}));
        let start = game.start().unwrap();
        compare(ends, &game);
        game.folded(&start, false).is_some()
    };
    assert!(cells("", ""));
    assert!(cells("", "end when line(board, opponent, 3) and board[1, 1] == me => opponent wins\n"));
    assert!(cells("", "end when board[0, 0] == Two or board[0, 2] == Two => Two wins\n"));
    assert!(!cells("", "end when board[0, 0] == Two => Two wins\n"));
    assert!(!cells("", "end when any(board[r, 0] == opponent for r in 0..2) => opponent wins\n"));
    assert!(!cells(" and col_of(b) <= col_of(a)", ""));
}

/// Men of two kinds: the smaller are promoted at the far side, never the other way.
pub(crate) const PROMOTED: &str = "game Promoted
players One, Two
type Man = {a, A, b, B}
state board : grid[3, 3] of Man? = [[a, none, a], [none, none, none], [b, none, b]]
state quiet : 0..6 = 6
def mine(x) = if me == One then x == a or x == A else x == b or x == B
def king(x) = x == A or x == B
move go(f in cells(board) if mine(board[f]), t in around4(board, f) if not mine(board[t])) {
  when quiet > 0
  if board[t] == none { quiet -= 1 } else { quiet = 6 }
  board[t] = if row_of(t) == (if me == One then 2 else 0) and not king(board[f]) then (if me == One then A else B) else board[f]
  board[f] = none
}
stuck => me loses
repeat => draw
";

#[test]
fn promotion_is_a_tier_of_its_own() {
    for text in [PROMOTED.to_owned(), PROMOTED.replace("quiet -= 1", "quiet = quiet").replace("else { quiet = 6 }", "")]
    {
        let promoted = game(&text, &json!({}));
        let index = promoted.reversible(&promoted.start().unwrap()).unwrap_or_else(|why| panic!("{why}"));
        assert!(index.tiers().len() > 4, "{:?}", index.tiers());
        let start = tier_of(index.as_ref(), index.number(&promoted.start().unwrap()));
        assert!(start.contains(&0), "the start's tier comes first");
        let limits = Limits::default();
        assert_eq!(entries(&promoted, &by(&promoted, "retrograde", &limits)), {
            let other = reached(&text);
            entries(&other, &by(&other, "retrograde", &limits))
        });
    }
}

#[test]
fn what_moves_one_way_is_known() {
    let board = "game Board\nplayers One, Two\nstate board : grid[2, 2] of player? = [[One, none], [none, Two]]\n";
    let ends = "stuck => me loses\nrepeat => draw\n";
    let hand = "state hand : 0..2 = 2\n";
    let step = "move step(a in cells(board) if board[a] == me, b in around4(board, a) if board[b] == none) { board[b] = me; board[a] = none }\n";
    let take = step.replace("== none", "!= me");
    let drop = "move drop(a in cells(board) if board[a] == none) { when hand > 0; hand -= 1; board[a] = me }\n";
    let known = |text: &str| {
        let game = game(&format!("{board}{text}{ends}"), &json!({}));
        let facts = Facts::of(&game, &game.start().unwrap()).lines;
        facts
            .into_iter()
            .find(|fact| fact.name == "measure")
            .map(|fact| (fact.text.to_string(), fact.because.to_string()))
    };
    let told = |measure: &str, tiers: &str, sizes: &str| {
        let text = format!("{measure}, so positions lie in {tiers} tiers, and play never comes back to an earlier one");
        Some((text, format!("every move, written out; in tiers: {sizes}")))
    };
    assert_eq!(known(step), None);
    let both = "no move raises `One` on `board`, `Two` on `board`";
    assert_eq!(known(&take), told(both, "3", "24 · 4 · 4"));
    let drops = "no move raises `hand` or lowers `One` on `board`, `Two` on `board`";
    assert_eq!(known(&format!("{hand}{step}{drop}")), told(drops, "7", "24 · 24 · 4 · 6 · 24 · 4 · 6"));
    let (both, _) = known(&format!("{hand}{take}{drop}")).unwrap();
    assert!(both.starts_with("no move raises `hand`, so positions lie in "), "{both}");
}

#[test]
fn tiers_on_disk_are_those_in_memory() {
    let game = gallery("skirmish", &json!({"rows": 3, "cols": 4, "men": 3}));
    let start = game.start().unwrap();
    let ask = |limits: &Limits| solve(&game, &start, &Ask::Value, limits, Some("retrograde"), &Silent).unwrap();
    let folder = std::env::temp_dir().join(format!("bouton-tiers-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let disk = Arc::new(Checkpoint::new(&folder.join("x.part"), "tiers".to_owned()).spilling());
    let (here, away) = (ask(&Limits::default()), ask(&Limits::default().checkpoint(disk)));
    assert_eq!((here.positions, here.finished), (away.positions, away.finished));
    assert!(here.positions > 1 << 16, "{}", here.positions);
    assert!(here.store.bytes(0) > here.positions / 8 && away.store.bytes(0) < 1 << 10, "{}", away.store.bytes(0));
    assert_eq!(entries(&game, &here), entries(&game, &away));
    std::fs::remove_dir_all(&folder).unwrap();
}
