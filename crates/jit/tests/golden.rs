//! The code of small games, to be read like prose: what is checked, what was proven, what became masks.

use bouton_jit::lower;
use bouton_rules::interpret::Interpreter;
use bouton_rules::{Source, check};
use std::sync::Arc;

/// What is done at a position of the first player.
#[track_caller]
fn code(text: &str) -> String {
    let rules = check(&Source::new("golden.game", text)).0.unwrap();
    let lowered = lower(&Interpreter::new(Arc::new(rules), &[]).unwrap()).unwrap();
    let checks: usize = lowered.codes.iter().map(bouton_jit::Code::checks).sum();
    let proven = lowered.proven;
    format!("{checks} checks remain, {proven} proven needless\n\n{}", lowered.codes[0])
}

#[test]
fn a_heap() {
    insta::assert_snapshot!(code(
        "game Heap
state n : 0..20 = 20
move take(k in 1..3) {
  when k <= n
  n -= k
}
stuck => me loses
"
    ));
}

#[test]
fn a_board_of_four() {
    insta::assert_snapshot!(code(
        "game Four
state b : grid[2, 2] of player? = none
move put(c in cells(b) if b[c] == none) {
  b[c] = me
  end when line(b, me, 2) => me wins
}
stuck => draw
"
    ));
}

#[test]
fn a_set_of_numbers() {
    insta::assert_snapshot!(code(
        "game Picks
state used : set of 1..6 = {}
state total : 0..30 = 0
move pick(k in 1..6) {
  when k not in used
  used += {k}
  total += k
  end when sum(used) >= 10 => me wins
}
stuck => draw
"
    ));
}

#[test]
fn points_from_a_list() {
    insta::assert_snapshot!(code(
        "game Ends
param piles : list[1..9] of 0..99 = [4, 9, 2]
let n = len(piles)
state i : 0..n = 0
state j : 0..n = n
move left {
  gain piles[i]
  i += 1
}
move right {
  gain piles[j - 1]
  j -= 1
}
remaining sum(piles[i..<j])
end when i == j
"
    ));
}

/// The first condition speaks of no choice: where it fails, none is tried. The quotient is worked out though its bounds settle the comparison.
#[test]
fn a_condition_before_choices() {
    insta::assert_snapshot!(code(
        "game Guarded
state n : 0..10 = 5
move b(i in 1..60, j in 1..50) {
  when n > 9
  when 5 // (i - j) > -30
  n = i % 3
}
stuck => me loses
"
    ));
}

#[test]
fn what_is_not_compiled_is_named() {
    let text = "game Cut
state bags : list[0..3] of set of 0..3 = []
move cut {
  when len(bags) < 3
  bags = append(bags, {1})
}
stuck => draw
";
    let rules = check(&Source::new("golden.game", text)).0.unwrap();
    let unfit = lower(&Interpreter::new(Arc::new(rules), &[]).unwrap()).unwrap_err();
    assert_eq!(unfit.what, "a variable of this kind or size");
    assert!(text[unfit.span.start as usize..unfit.span.end as usize].contains("bags"));
}
