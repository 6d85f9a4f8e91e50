//! Strategy stealing: who wins, and nothing more.

use super::{instance, rules, solved};
use bouton::{Ask, Instance, Stop};
use serde_json::json;

fn game(text: &str) -> Instance {
    instance(&rules(&format!("game G\n{text}\n")), &json!({}))
}

/// Whether the theorem speaks; if it does, it is right.
fn stolen(game: &Instance, what: &str) -> bool {
    let table = solved(game, &Ask::Table, "brute").unwrap();
    match solved(game, &Ask::Value, "theorem") {
        Ok(told) => {
            assert!(told.value.same_result(table.value), "{what}: {}, and not {}", told.value, table.value);
            assert_eq!(told.plan.choices[0].method, "theorem");
            assert!(
                matches!(solved(game, &Ask::BestMoves, "theorem"), Err(Stop::Unfit { .. })),
                "{what}: no move is named"
            );
            true
        }
        Err(Stop::Unfit { .. }) => false,
        Err(stop) => panic!("{what}: {stop}"),
    }
}

const ON: &str = "state on : list[7] of bool = [true for x in 1..7]\n";
const LEFT: &str = "state left : list[7] of 0..1 = [1 for x in 1..7]\n";
const BOARD: &str = "state board : grid[3, 3] of bool = true\n";

/// Rules in which what follows some move could have been done at once.
const STOLEN: &[(&str, &str, &str)] = &[
    (
        "divisors go with a number",
        ON,
        "move cross(k in 1..7 if on[k - 1]) { for d in 1..7 { if k % d == 0 { on[d - 1] = false } } }\nstuck => me loses",
    ),
    (
        "in misère play",
        ON,
        "move cross(k in 1..7) { when on[k - 1]; for d in 1..k { if divides(d, k) { on[d - 1] = false } } }\nstuck => me wins",
    ),
    (
        "as numbers",
        LEFT,
        "move cross(k in 1..7 if left[k - 1] == 1) { for d in 1..k { if k % d == 0 { left[d - 1] = 0 } } }\nstuck => opponent wins",
    ),
    (
        "upwards",
        "state gone : list[7] of 0..1 = [0 for x in 1..7]\n",
        "move cross(k in 1..7) { when gone[k - 1] == 0; for d in 1..k { if k % d == 0 { gone[d - 1] = 1 } } }\nstuck => me loses",
    ),
    (
        "all at once",
        LEFT,
        "move cross(k in 1..7 if left[k - 1] > 0) { left = [if k % (x + 1) == 0 then 0 else left[x] for x in 0..6] }\nstuck => me loses",
    ),
    (
        "multiples, and who takes 1 loses",
        ON,
        "move cross(k in 1..7 if on[k - 1]) { for d in 1..7 { if d % k == 0 or d == 7 { on[d - 1] = false } }; end when k == 1 => me loses }\nstuck => me loses",
    ),
    (
        "a board of chocolate",
        BOARD,
        "move bite(r in 0..2, c in 0..2) { when board[r, c]; for y in r..2 { for x in c..2 { board[y, x] = false } }; end when r + c == 0 => me loses }\nstuck => me loses",
    ),
    (
        "corners instead",
        BOARD,
        "move fill(r in 0..2, c in 0..2 if board[r, c]) { for y in 0..r { for x in 0..c { board[y, x] = false } } }\nstuck => me loses",
    ),
    (
        "a pile of chocolate",
        "state height : grid[2, 2] of 0..2 = 2\n",
        "move bite(r in 0..1, c in 0..1, h in 0..1) { when height[r, c] > h; for y in r..1 { for x in c..1 { height[y, x] = min(height[y, x], h) } }; end when r + c + h == 0 => me loses }\nstuck => me loses",
    ),
    (
        "a tree cut above",
        ON,
        "move cut(k in 1..7) { when on[k - 1]; for d in 1..7 { if d == k or d == k // 2 or d == k // 4 { on[d - 1] = false } } }\nstuck => me loses",
    ),
];

#[test]
fn what_could_have_been_done_at_once_wins() {
    for (what, state, text) in STOLEN {
        assert!(stolen(&game(&format!("{state}{text}")), what), "{what}");
    }
}

/// Rules in which it could not, or where play may be drawn, may go on for ever, or is not the same for both.
const NOT_STOLEN: &[(&str, &str, &str)] = &[
    ("one at a time", ON, "move out(k in 0..6 if on[k]) { on[k] = false }\nstuck => me loses"),
    (
        "neighbours",
        ON,
        "move out(k in 0..5 if on[k] and on[k + 1]) { on[k] = false; on[k + 1] = false }\nstuck => me loses",
    ),
    (
        "a draw at the end",
        ON,
        "move cross(k in 1..7 if on[k - 1]) { for d in 1..7 { if k % d == 0 { on[d - 1] = false } } }\nstuck => draw",
    ),
    (
        "a draw by one move",
        ON,
        "move cross(k in 1..7 if on[k - 1]) { for d in 1..7 { if k % d == 0 { on[d - 1] = false } }; end when k == 5 => draw }\nstuck => me loses",
    ),
    (
        "one player moves again",
        ON,
        "move cross(k in 1..7 if on[k - 1]) { for d in 1..7 { if k % d == 0 { on[d - 1] = false } }; if k == 1 { again } }\nstuck => me loses",
    ),
    (
        "one player wins in the end",
        ON,
        "move cross(k in 1..7 if on[k - 1]) { for d in 1..7 { if k % d == 0 { on[d - 1] = false } } }\nstuck => Second wins",
    ),
    (
        "smaller ones by one player only",
        ON,
        "move cross(k in 1..7 if on[k - 1]) { when me == First or k > 2; for d in 1..7 { if k % d == 0 { on[d - 1] = false } } }\nstuck => me loses",
    ),
    (
        "not itself",
        ON,
        "move cross(k in 2..7 if on[k - 1]) { for d in 2..7 { if k % d == 0 { on[d - 1] = false } } }\nstuck => me loses",
    ),
    (
        "only its own row",
        BOARD,
        "move bite(r in 0..2, c in 0..2 if board[r, c]) { for x in c..2 { board[r, x] = false } }\nstuck => me loses",
    ),
    (
        "who moves first has moved last",
        "state board : list[4] of bool = [true for x in 1..4]\n",
        "move out(k in 0..3 if board[k]) { board[k] = false; if k < 2 { board[3 - k] = false } }\nstuck => me wins",
    ),
    (
        "one lamp more",
        "state on : list[6] of bool = [true for x in 1..6]\nstate spare : 0..1 = 1\n",
        "move cross(k in 1..6 if on[k - 1]) { for d in 1..6 { if k % d == 0 { on[d - 1] = false } } }\nmove skip { when spare > 0; spare = 0 }\nstuck => me loses",
    ),
];

#[test]
fn what_cannot_be_stolen_is_searched() {
    for (what, state, text) in NOT_STOLEN {
        assert!(!stolen(&game(&format!("{state}{text}")), what), "{what}");
    }
}

#[test]
fn play_that_may_go_on_is_never_said_to_be_won() {
    // Lamps go on again: no order is proven, and endless play is a draw.
    let text = "state on : list[3] of bool = [true for x in 1..3]\nmove flip(k in 0..2) { on[k] = not on[k] }\nend when on[0] == false and on[1] == false => me loses\nrepeat => draw\nstuck => me loses";
    assert!(matches!(solved(&game(text), &Ask::Value, "theorem"), Err(Stop::Unfit { .. })));
}
