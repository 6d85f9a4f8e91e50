//! Whole games over a pipe: what is typed, what is said, how it ends.

use serde_json::Value as Json;
use std::io::Write;
use std::process::{Command, Output, Stdio};

const PILES: &str = "piles=[5,3,4,5]";

fn bouton(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bouton"));
    command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.env("NO_COLOR", "1").env_remove("BOUTON_LANG");
    command
}

fn typed(words: &[&str], lines: &str) -> Output {
    let mut child = bouton(words).spawn().unwrap();
    // A game that ends, or is refused, need not read all that is typed.
    let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
    child.wait_with_output().unwrap()
}

/// What was said, of a game that ended well.
fn said(words: &[&str], lines: &str) -> String {
    let output = typed(words, lines);
    let (out, err) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!((output.status.code(), err.as_str()), (Some(0), ""), "{out}");
    out
}

/// What `solve` says of the same game.
fn solved(words: &[&str]) -> Json {
    let output = bouton(&[&["solve"], words, &["--format", "json"]].concat()).output().unwrap();
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The line after one that was typed.
fn after<'t>(text: &'t str, line: &str) -> &'t str {
    text.split(&format!("> {line}\n")).nth(1).unwrap_or_else(|| panic!("`{line}` was not typed in:\n{text}"))
}

#[test]
fn a_whole_game_of_877_by_best_moves_gets_what_solve_says() {
    let text = said(&["play", "877", PILES], "best\nbest\n");
    let totals = &solved(&["877", PILES])["totals"];
    let line = format!("Alice {}, Bob {}      Alice wins by 1", totals["Alice"], totals["Bob"]);
    assert!(text.contains(&line), "{text}");
    assert!(text.contains("You gave nothing away."), "{text}");
}

#[test]
fn hints_are_the_best_moves_and_what_is_given_away_is_told() {
    let text = said(&["play", "877", PILES], "hint\nright\nleft\nright\n");
    let best = solved(&["877", PILES])["best"].clone();
    let hint = after(&text, "hint").lines().next().unwrap();
    for mv in best.as_array().unwrap() {
        assert!(hint.contains(mv.as_str().unwrap()), "{hint}");
    }
    assert!(hint.ends_with("▲ +1"), "{hint}");
    assert!(text.contains("play is over"), "{text}");
}

#[test]
fn a_whole_game_of_tic_tac_toe_ends_in_a_draw_or_is_lost() {
    let best = said(&["play", "mnk", "--as", "O", "--seed", "4"], "best\nbest\nbest\nbest\n");
    assert!(best.contains("  a draw\n"), "{best}");
    // Corners against a perfect opponent: whatever it answers, the person does not win.
    let lines = "0 0\n0 1\n0 2\n1 0\n1 1\n1 2\n2 0\n2 1\n2 2\n".repeat(2);
    let worst = said(&["play", "mnk"], &lines);
    assert!(worst.contains("O wins") || worst.contains("a draw"), "{worst}");
    assert!(worst.contains("is no legal move here") || worst.contains("play is over"), "{worst}");
}

#[test]
fn a_bad_move_names_the_nearest_and_changes_nothing() {
    let text = said(&["play", "mnk"], "put 1 9\nput(1,1)\n");
    let answer: Vec<&str> = after(&text, "put 1 9").lines().take(3).collect();
    assert_eq!(answer[0], "  `put 1 9` is no legal move here");
    assert!(answer[1].contains("put(1,"), "{answer:?}");
    assert_eq!(answer[2], "  `moves` lists all 9, `help` says what else can be typed");
    assert!(after(&text, "put(1,1)").starts_with("  X put(1,1)\n  O put("), "{text}");
}

#[test]
fn moves_are_taken_back_and_reasons_given() {
    let text = said(&["play", "877", PILES], "l\nundo\nwhy\nwhat right\nvalues\nmoves\nquit\n");
    assert!(after(&text, "undo").starts_with("  2 moves taken back\n\n    [5 3 4 5]\n"), "{text}");
    assert!(after(&text, "why").starts_with("  Why will Alice end 1 ahead?      i=0 j=4   [5 3 4 5]"), "{text}");
    assert!(after(&text, "what right").contains("right costs nothing"), "{text}");
    assert!(after(&text, "moves").contains("★ left    ▲ +1"), "{text}");
    assert!(text.ends_with("the game was left before its end\n"), "{text}");
}

#[test]
fn the_end_of_input_ends_the_game_politely() {
    assert!(said(&["play", "mnk"], "").ends_with("the input has ended before the game\n"));
    assert!(said(&["play", "mnk"], "\u{7}\n1 1").contains("X put(1,1)"));
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let play = |seed: &str| said(&["play", "mnk", "--against", "random", "--seed", seed], &"best\n".repeat(5));
    assert_eq!(play("3"), play("3"));
    assert!((0..8).any(|seed| play(&seed.to_string()) != play("3")));
}

#[test]
fn large_games_are_played_without_values() {
    let text = said(&["play", "connect-four", "rows=6", "cols=7", "--positions", "10000"], "3\nhint\n");
    assert!(text.contains("too large to be solved first"), "{text}");
    assert!(text.contains("Yellow drop(3)\n  Red drop("), "{text}");
    assert!(after(&text, "hint").contains("values are not known here"), "{text}");
}

#[test]
fn people_may_play_both_sides_from_anywhere() {
    let text = said(&["play", "877", PILES, "--against", "nobody", "--at", "i=1 turn=Bob"], "right\nleft\n");
    assert!(after(&text, "right").starts_with("  Bob right +5\n"), "{text}");
    assert!(after(&text, "left").starts_with("  Alice left +3\n"), "{text}");
}

#[test]
fn what_cannot_be_played_is_refused() {
    for (words, code, expected) in [
        (&["play", "-"][..], 2, "nowhere to type moves"),
        (&["play", "mnk", "--as", "Y"], 2, "the players are X and O"),
        (&["play", "877", PILES, "--as", "Alise"], 2, "did you mean `Alice`?"),
        (&["play", "mnk", "--against", "slip=200%"], 2, "none of: perfect"),
        (&["play", "mnk", "--format", "json"], 2, "does not write `json`"),
    ] {
        let output = typed(words, "");
        let err = String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(code), "{words:?}: {err}");
        assert!(err.contains(expected), "{words:?}: {err}");
    }
}

#[test]
fn chinese_is_spoken_at_the_board_too() {
    let text = said(&["play", "877", PILES, "--lang", "zh"], "hint\nzz\nbest\nbest\n");
    assert!(text.contains("Alice 胜 1 分") && text.contains("不是这里的合法走法"), "{text}");
}

/// Games without a `show` line are drawn by the types of their variables, as on the page.
#[test]
fn what_no_show_line_draws_is_drawn_by_its_type() {
    let text = said(&["play", "domineering"], "quit\n");
    assert!(text.contains("    · · ·\n    · · ·\n    · · ·\n"), "{text}");
    let text = said(&["play", "dots-and-boxes"], "quit\n");
    assert!(text.contains("    across\n    · ·\n") && text.contains("    down\n    · · ·\n"), "{text}");
}

#[test]
fn an_opponent_may_lose_on_purpose() {
    let text = said(&["play", "mnk", "--against", "worst"], &"best\n".repeat(5));
    assert!(text.contains("X wins"), "{text}");
}
