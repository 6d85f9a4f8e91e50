//! Chomp: rectangles, two rows, two columns and Ls.

use super::{gallery, instance, left_alone, refusal, rules, same_play_at_the_start, solved, theorem};
use bouton::game::Game;
use bouton::{Ask, Instance, Limits, Plan, answer};
use serde_json::json;

/// Whatever the theorem says of any position is so; how many it speaks of.
fn same_values(game: &Instance) -> usize {
    let table = solved(game, &Ask::Table, "memo").unwrap();
    let told = solved(game, &Ask::Value, "theorem").unwrap();
    let teller = told.store.teller().unwrap();
    let mut spoken = 0;
    for (position, value) in table.store.entries(game) {
        let Some(said) = game.variables(&position).and_then(|variables| teller.value(&variables)) else { continue };
        spoken += 1;
        assert!(said.same_result(value), "{}: {said}, and not {value}", game.show_position(&position));
        assert!(said.uncounted() || said == value, "{}: {said}", game.show_position(&position));
    }
    spoken
}

#[test]
fn rectangles_rows_columns_and_ls_are_told() {
    let rules = gallery("chomp");
    let mut spoken = 0;
    for (rows, cols) in [(1, 1), (1, 6), (6, 1), (2, 2), (2, 7), (7, 2), (3, 3), (3, 5), (4, 4), (4, 6), (5, 5)] {
        let game = instance(&rules, &json!({"rows": rows, "cols": cols}));
        spoken += same_values(&game);
        if rows <= 2 || cols <= 2 {
            assert_eq!(theorem(&game), Some("chomp"), "{rows} {cols}");
            assert!(same_play_at_the_start(&game));
        } else {
            assert!(refusal(&game).ends_with("`--ask value`"), "{rows} {cols}");
            assert_eq!(refusal(&game).contains("diagonally next to the poison wins"), rows == cols, "{rows} {cols}");
        }
    }
    assert!(spoken > 250, "{spoken}");
}

#[test]
fn the_bite_that_wins_a_square_is_diagonally_next_to_the_poison() {
    let rules = gallery("chomp");
    for side in 2..=5 {
        let game = instance(&rules, &json!({"rows": side, "cols": side}));
        let table = solved(&game, &Ask::Table, "memo").unwrap();
        let shown = answer(&game, &table.store, &table.start).unwrap();
        let best: Vec<String> = shown.best().map(|choice| game.show_move(&choice.mv)).collect();
        assert!(best.iter().any(|mv| mv == "bite(1,1)"), "{side}: {best:?}");
        let plan = Plan::of(&game, &table.start, &Ask::Value, &Limits::default()).to_string();
        assert!(plan.contains("diagonally next to the poison wins it"), "{plan}");
    }
}

/// The same rules written in other ways, with two rows or more.
const WRITINGS: &[(&str, &str)] = &[
    (
        "by an if",
        "state width : list[R] of 0..C = [C for r in 0..<R]\n\
         move bite(r in 0..<R, c in 0..<width[r]) { for s in r..<R { if width[s] > c { width[s] = c } }; end when width[0] == 0 => me loses }",
    ),
    (
        "all rows at once",
        "state width : list[R] of 0..C = [C for r in 0..<R]\n\
         move bite(r in 0..<R, c in 0..<width[r]) { width = [if s >= r then min(width[s], c) else width[s] for s in 0..<R]; end when width[0] == 0 => opponent wins }",
    ),
    (
        "the end before moving",
        "end when left[0] < 1 => me wins\nstate left : list[R] of 0..C = [C for r in 0..<R]\n\
         move bite(c in 0..<C, r in 0..<R if left[r] > c) { for s in r..R - 1 { left[s] = min(c, left[s]) } }",
    ),
    (
        "the poison cannot be eaten",
        "state width : list[R] of 0..C = [C for r in 0..<R]\n\
         move bite(r in 0..<R, c in 0..<width[r] if r + c > 0) { for s in r..<R { width[s] = min(width[s], c) } }\nstuck => me loses",
    ),
    (
        "rows from below",
        "state width : list[R] of 0..C = [C for r in 0..<R]\ninvariant all(width[r] <= width[r + 1] for r in 0..<R - 1)\n\
         move bite(r in 0..<R, c in 0..<width[r]) { for s in 0..r { width[s] = min(width[s], c) }; end when width[R - 1] == 0 => me loses }",
    ),
    (
        "places from one",
        "state width : list[R] of 0..C = [C for r in 0..<R]\n\
         move bite(r in 1..R, c in 1..width[r - 1]) { for s in r..R { width[s - 1] = min(width[s - 1], c - 1) }; end when width[0] <= 0 => me loses }",
    ),
    (
        "a condition in the move",
        "state width : list[R] of 0..C = [C for r in 0..<R]\n\
         move bite(r in 0..<R, c in 0..<C) { when not (width[r] <= c); for s in 0..<R { if s >= r { width[s] = min(width[s], c) } }; end when width[0] == 0 => me loses }",
    ),
    (
        "two kinds of bites",
        "state width : list[R] of 0..C = [C for r in 0..<R]\n\
         move bite(r in 0..<R, c in 1..<width[r]) { for s in r..<R { width[s] = min(width[s], c) } }\n\
         move under(r in 1..<R) { when width[r] > 0; for s in r..<R { width[s] = 0 } }\nstuck => opponent wins",
    ),
    (
        "an end that looks at all of a list",
        "state width : list[R] of 0..C = [C for r in 0..<R]\n\
         move bite(r in 0..<R, c in 0..<width[r]) { for s in r..<R { width[s] = min(width[s], c) }; end when all(width[s] == 0 for s in 0..0) => me loses }",
    ),
    (
        "a def",
        "def cut(w, c) = if w > c then c else w\nstate width : list[R] of 0..C = [C for r in 0..<R]\n\
         move bite(r in 0..<R, c in 0..<width[r]) { for s in r..<R { width[s] = cut(width[s], c) }; end when width[0] == 0 => me loses }",
    ),
    (
        "how many are eaten",
        "state width : list[R] of 0..C = [C for r in 0..<R]\n\
         move bite(r in 0..<R, k in 1..C if k <= C) { let c = C - k; when width[r] > c; for s in r..<R { width[s] = min(width[s], c) }; end when width[0] == 0 => me loses }",
    ),
    (
        "a needless guard",
        "state width : list[R] of 0..C = [C for r in 0..<R]\ninvariant all(width[r + 1] <= width[r] for r in 0..<R - 1)\n\
         move bite(r in 0..<R, c in 0..<width[r]) { when width[0] > 0; for s in r..<R { width[s] = min(width[s], c) }; end when width[0] == 0 => me loses }",
    ),
];

/// Whether the theorem knows the game, though it may not speak of its start.
fn known(game: &Instance) -> bool {
    theorem(game) == Some("chomp") || !refusal(game).starts_with("no theorem")
}

#[test]
fn the_rules_are_known_however_they_are_written() {
    for (what, text) in WRITINGS {
        for (rows, cols) in [(2, 4), (3, 3), (3, 2)] {
            let text = text.replace('R', &rows.to_string()).replace('C', &cols.to_string());
            let game = instance(&rules(&format!("game G\n{text}\n")), &json!({}));
            assert!(known(&game), "{what}: {rows} {cols}");
            assert!(same_values(&game) > 5, "{what}: {rows} {cols}");
            if rows == 2 || cols == 2 {
                assert_eq!(theorem(&game), Some("chomp"), "{what}");
                assert!(same_play_at_the_start(&game));
            }
        }
    }
}

#[test]
fn rows_may_have_names_of_their_own() {
    for text in [
        "state a : 0..6 = 6\nstate b : 0..6 = 6\ninvariant a >= b\nmove top(k in 0..<a) { a = k; if b > k { b = k }; end when a == 0 => me loses }\nmove low(k in 0..<b) { b = k }",
        "state b : 0..6 = 6\nstate a : 0..6 = 6\ninvariant a >= b\nmove low(k in 0..<b) { b = k }\nmove top(k in 0..<a) { if k < b { b = k }; a = k }\nend when a == 0 => me wins",
    ] {
        let game = instance(&rules(&format!("game G\n{text}\n")), &json!({}));
        assert!(known(&game), "{text}");
    }
}

/// Rules that are almost the same.
const NEAR_MISSES: &[(&str, &str)] = &[
    ("who eats the poison wins", "width[0] == 0 => me wins"),
    ("the last row is poison", "width[2] == 0 => me loses"),
    ("the last piece is poison", "width[0] <= 1 => me loses"),
    ("a draw", "width[0] == 0 => draw"),
    ("always the same player loses", "width[0] == 0 => First loses"),
    ("another piece ends it too", "c == 1 => me loses"),
];

/// As `NEAR_MISSES`, the bite being another.
const OTHER_BITES: &[(&str, &str, &str)] = &[
    ("only its own row", "c in 0..<width[r]", "width[r] = c"),
    (
        "a condition inside a block",
        "c in 0..<width[r]",
        "if width[0] > 1 { when width[2] < 1 or c == 0 }; for s in r..2 { width[s] = min(width[s], c) }",
    ),
    ("only two rows", "c in 0..<width[r]", "for s in r..min(r + 1, 2) { width[s] = min(width[s], c) }"),
    ("rows above", "c in 0..<width[r]", "for s in 0..r { width[s] = min(width[s], c) }"),
    (
        "at most two from a row",
        "c in 0..<width[r] if c + 2 >= width[r]",
        "for s in r..2 { width[s] = min(width[s], c) }",
    ),
    (
        "one more is left below",
        "c in 0..<width[r]",
        "for s in r..2 { width[s] = min(width[s], if s == r then c else c + 1) }",
    ),
    ("no more than two left", "c in 0..<width[r] if c < 2", "for s in r..2 { width[s] = min(width[s], c) }"),
    ("again", "c in 0..<width[r]", "for s in r..2 { width[s] = min(width[s], c) }; if c == 1 { again }"),
];

#[test]
fn near_misses_are_left_alone_and_still_solved() {
    let game = |choice: &str, bite: &str, end: &str| {
        let text = format!(
            "game G\nstate width : list[3] of 0..3 = [3, 3, 3]\nmove bite(r in 0..2, {choice}) {{ {bite}; end when {end} }}\nstuck => me loses\n"
        );
        instance(&rules(&text), &json!({}))
    };
    let cut = "for s in r..2 { width[s] = min(width[s], c) }";
    assert!(known(&game("c in 0..<width[r]", cut, "width[0] == 0 => me loses")));
    for (what, end) in NEAR_MISSES {
        let game = game("c in 0..<width[r]", cut, end);
        assert!(!known(&game), "{what}");
        left_alone(&game, what);
    }
    for (what, choice, bite) in OTHER_BITES {
        let game = game(choice, bite, "width[0] == 0 => me loses");
        assert!(!known(&game), "{what}");
        left_alone(&game, what);
    }
}

#[test]
fn a_position_of_no_known_shape_is_searched() {
    let text = "game G\nstate width : list[3] of 0..3 = [3, 2, 2]\nmove bite(r in 0..2, c in 0..<width[r]) { for s in r..2 { width[s] = min(width[s], c) }; end when width[0] == 0 => me loses }\n";
    let game = instance(&rules(text), &json!({}));
    assert!(known(&game));
    left_alone(&game, "no rectangle");
}
