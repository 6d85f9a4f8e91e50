//! What can be said in two ways means the same in both: outcomes by cases, conditions before the brace, `let`s with a type or with steps.

use super::{all_true, code_of, holds, refused, rules};
use bouton::Instance;

/// The findings for lines that stand above a game in which nothing happens.
fn in_still(lines: &str) -> Vec<&'static str> {
    refused(&format!(
        "{lines}\nstate left_over : 0..1 = 1\nmove go {{ when left_over > 0; left_over = 0 }}\nstuck => me loses\n"
    ))
}

/// Both ends of a game say the same, each with every method.
fn alike(text: &str, ways: [&str; 2], example: &str) {
    ways.iter().for_each(|way| holds(&format!("{text}{way}\nexample => {example}")));
}

const PILE: &str = "players A, B\nstate n : 0..9 = 9\nstate mine : list[2] of 0..9 = 0\ndef index(p) = if p == A then 0 else 1\n\
                    move take(k in 1..3) { when k <= n; n -= k; mine[index(me)] += k }\n";

#[test]
fn an_outcome_may_have_cases() {
    alike(
        PILE,
        [
            "stuck => A wins if mine[0] > mine[1] else B wins if mine[1] > 4 else draw",
            "stuck when mine[0] > mine[1] => A wins\nstuck when mine[1] > 4 => B wins\nstuck => draw",
        ],
        "A wins",
    );
    alike(
        PILE,
        [
            "end when n == 0 => me loses if mine[0] == 4 else draw",
            "end when n == 0 and mine[0] == 4 => me loses\nend when n == 0 => draw",
        ],
        "draw",
    );
    // A condition that does not hold leaves the line out.
    alike(PILE, ["stuck => A wins if mine[0] > 8\nstuck => B wins", "stuck => B wins"], "B wins");
}

#[test]
fn an_end_inside_a_move_may_have_cases() {
    let text = "players A, B\nstate n : 0..9 = 9\n";
    alike(
        text,
        [
            "move take(k in 1..3) { n -= k; when n >= 0; end when n < 2 => me wins if n == 0 else draw }\nstuck => me loses",
            "move take(k in 1..3) { n -= k; when n >= 0; if n < 2 { end when n == 0 => me wins; end => draw } }\nstuck => me loses",
        ],
        "draw",
    );
    alike(
        "players A, B\nstate n : 0..9 = 5\n",
        [
            "move take(k in 1..2) { n -= k; when n >= 0; end => me leads by n if n < 2 }",
            "move take(k in 1..2) { n -= k; when n >= 0; end when n < 2 => me leads by n }",
        ],
        "A leads by 1",
    );
}

#[test]
fn who_wins_may_be_a_value() {
    alike(
        PILE,
        [
            "stuck => (if mine[0] > mine[1] then A else B) wins",
            "stuck when mine[0] > mine[1] => A wins\nstuck => B wins",
        ],
        "A wins",
    );
    let owned = "players A, B\nstate at : 0..4 = 0\nlet owner = [A, B, A, B, B]\nmove go(k in 1..2) { at += k; when at <= 4 }\n";
    alike(owned, ["stuck => owner[at] wins", "stuck => B wins"], "B wins");
    let called = "players A, B\nstate at : 0..4 = 0\ndef owner() = if at == 4 then B else A\nmove go(k in 1..2) { at += k; when at <= 4 }\n";
    alike(called, ["stuck => owner() loses", "stuck => A wins"], "A wins");
    assert_eq!(refused("state n : 0..1 = 0\nmove go { n = 1 }\nend when n == 1 => (n + 1) wins"), ["B030"]);
}

#[test]
fn a_condition_may_stand_before_the_brace() {
    let text = "players A, B\nstate n : 0..9 = 9\n";
    alike(
        text,
        [
            "move take(k in 1..3) when k <= n { n -= k }\nmove all by B when n > 4 { n = 0 }\nstuck => me loses",
            "move take(k in 1..3) { when k <= n; n -= k }\nmove all by B { when n > 4; n = 0 }\nstuck => me loses",
        ],
        "B wins",
    );
}

#[test]
fn a_let_with_a_type_is_brought_into_its_shape() {
    all_true(
        "let wall : grid[2, 3] of bool = [\"..#\", \"#..\"]\nlet none_there : grid[2, 2] of 0..9 = 7\nlet owned : grid[1, 3] of player? = [\"F.S\"]\n\
         let sizes : list[3] of 0..9 = 4\nlet members : set of 0..9 = [3, 1, 3]\nlet g : graph[3] = [[1], [0, 2], [1]]",
        &[
            "wall[0, 2] and wall[1, 0] and not wall[0, 0]",
            "count(wall[c] for c in cells(wall)) == 2",
            "len(ray(wall, (0, 0), (0, 1))) == 2",
            "slide(wall, (0, 0), (0, 1)) == [(0, 1)]",
            "slide(wall, (1, 2), (0, -1)) == [(1, 1)]",
            "slide(wall, (0, 0), (1, 0)) == []",
            "slide(wall, (0, 2), (0, -1), 1) == [(0, 1)]",
            "slide(wall, (0, 2), (0, -1), -3) == []",
            "around4(wall, (0, 0)) == [(0, 1), (1, 0)]",
            "slide(owned, (0, 1), (0, 1)) == []",
            "slide(owned, (0, 0), (0, 1)) == [(0, 1)]",
            "none_there[1, 1] == 7",
            "owned[0, 0] == First and owned[0, 1] == none",
            "sizes == [4, 4, 4]",
            "members == {1, 3}",
            "degree(g, 1) == 2",
        ],
    );
    for wrong in [
        "let b : grid[2, 2] of bool = [\"..\", \".x\"]",
        "let b : grid[2, 2] of bool = [\"..\", \".\"]",
        "let b : list[2] of 0..9 = [1, 20]",
    ] {
        assert_eq!(code_of(wrong, "len([1]) == 1"), "R04", "{wrong}");
    }
    assert_eq!(code_of("param b : grid[1, 2] of bool = [\".?\"]", "len(rows(b)) == 1"), "P04");
    assert_eq!(in_still("let b : grid[2, 2] of bool = 5\nrequire full(b)"), ["B030"]);
    assert_eq!(in_still("let b : grid[2, 2] of 0..9 = 5\nrequire len(slide(b, (0, 0), (0, 1))) > 0"), ["B032"]);
}

#[test]
fn a_let_may_take_several_steps() {
    all_true(
        "param most : 0..9 = 6\nlet fib {\n  var all = [1, 1]\n  for i in 2..most { all = append(all, all[i - 1] + all[i - 2]) }\n  all\n}\n\
         let odd : set of 0..99 {\n  var found = {}\n  for x in fib { if x % 2 == 1 { found += {x} } }\n  found\n}\nlet seven { let a = 3; var b = 0; b += a; b + 4 }",
        &["fib == [1, 1, 2, 3, 5, 8, 13]", "odd == {1, 3, 5, 13}", "seven == 7"],
    );
    let refused = |steps: &str| in_still(&format!("let t {{ {steps} }}\nrequire t == 1"));
    assert_eq!(refused("var x = 0; x = 1; when x == 1; x"), ["B053"]);
    assert_eq!(refused("left_over = 3; 1"), ["B029"]);
    assert_eq!(refused("var x = 1; x += 0"), ["B016"]);
    assert_eq!(refused("var x = 1; x += left_over; x"), ["B037"]);
}

#[test]
fn a_rank_is_tried_with_every_move_and_orders_the_positions() {
    let text = "state large : 0..4 = 4\nstate small : 0..12 = 0\nstate gone : set of 1..3 = {}\n\
                move take { when small > 0; small -= 1 }\nmove melt { when large > 0; large -= 1; small += 3; when small <= 12 }\n\
                move drop(x in 1..3 if x not in gone) { gone += {x}; when small < 12; small += 1 }\nstuck => me loses\n";
    alike(text, ["rank 2 * len(gone) - 4 * large - small", "invariant small <= 12"], "Second wins in 22");
    let game = Instance::new(rules(&format!("game T\n{text}rank len(gone) - 3 * large - small\n")), &[]).unwrap();
    let play = game.interpreter();
    let fault = play.steps(&play.start().unwrap()).err();
    assert_eq!(fault.map(|fault| fault.code), Some("R12"));
    for wrong in ["rank large * small", "rank 99 * small", "rank len(gone) // 2", "rank if me == First then 1 else 2"] {
        let codes = refused(&format!("{text}{wrong}"));
        assert!(codes == ["B059"] || codes == ["B036"], "{wrong}: {codes:?}");
    }
    let passes = "state n : 0..3 = 3\nmove go by First { when n > 0; n -= 1 }\nstuck => pass else me loses\nrank -n\n";
    assert_eq!(refused(passes), ["B059"]);
}

#[test]
fn a_number_may_be_none() {
    let text = "players A, B\nstate last : -1..3? = none\nstate left : 0..9 = 9\n\
                move take(k in 1..3) { when k != last; when k <= left; last = k; left -= k; if left == 4 { last = none } }\n";
    alike(
        text,
        [
            "stuck => me loses if last == none else me wins if last > 2 else draw",
            "stuck when last != none and last > 2 => me wins\nstuck when last != none => draw\nstuck => me loses",
        ],
        "draw",
    );
    assert_eq!(in_still("param t : bool? = none\nrequire t == none"), ["B030"]);
}
