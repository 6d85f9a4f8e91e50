//! The thirty questions that rulebooks leave open, and how rules answer them.

use super::{holds, instances, refused, rules, trouble};
use bouton::{Ask, Limits, Silent, report, solve};

/// A heap of n; a move takes one.
const HEAP: &str = "param n : 0..9\nstate left : 0..9 = n\nmove take { when left > 0; left -= 1 }\n";

#[test]
fn q01_who_cannot_move_loses_wins_or_draws_as_the_rules_say() {
    holds(&format!("{HEAP}stuck => me loses\nexample n=0 => Second wins in 0\nexample n=1 => First wins in 1"));
    holds(&format!("{HEAP}stuck => me wins\nexample n=0 => First wins in 0\nexample n=1 => Second wins in 1"));
    holds(&format!("{HEAP}stuck => draw\nexample n=0 => draw\nexample n=3 => draw"));
    holds(&format!("{HEAP}stuck => Second wins\nexample n=0 => Second wins\nexample n=1 => Second wins in 1"));
    holds(&format!(
        "{HEAP}stuck => Second leads by 3\nexample n=0 => Second leads by 3\nexample n=1 => lead(First) == -3"
    ));
    holds(&format!(
        "{HEAP}stuck when n == 1 => draw\nstuck => me loses\nexample n=1 => draw\nexample n=2 => Second wins in 2"
    ));
}

#[test]
fn q02_ends_at_the_top_are_asked_before_a_move_and_ends_in_a_move_after_it() {
    let heap = "param n : 1..9\nstate left : 0..9 = n\n";
    holds(&format!("{heap}move take {{ left -= 1 }}\nend when left == 0 => me wins\nexample n=1 => Second wins in 1"));
    holds(&format!("{heap}move take {{ left -= 1; end when left == 0 => me wins }}\nexample n=1 => First wins in 1"));
    // The first line that holds counts.
    holds(&format!(
        "{heap}move take {{ left -= 1 }}\nend when left <= 1 => draw\nend when left == 0 => me wins\nexample n=3 => draw, plies == none"
    ));
    holds(&format!(
        "{heap}move take {{ left -= 1 }}\nend when left == 0 => me wins\nend when left <= 1 => draw\nexample n=3 => draw"
    ));
}

#[test]
fn q03_values_are_the_movers_and_examples_name_players() {
    let text = "players Alice, Bob\nparam first : player\nstate left : 0..1 = 1\nstarts first\nmove take { when left > 0; left = 0; gain 5 }\n";
    holds(&format!(
        "{text}example first=Alice => Alice leads by 5, lead(Alice) == 5, lead(Bob) == -5, Alice wins, not Bob wins\nexample first=Bob => Bob leads by 5, lead(Alice) == -5"
    ));
}

#[test]
fn q04_gains_are_the_movers_unless_they_name_somebody() {
    let text = "players A, B\nstate left : 0..3 = 3\nmove pay { when left > 0; left -= 1; ";
    holds(&format!("{text}gain 1 }}\nexample => A leads by 1, total(A) == 2, total(B) == 1"));
    holds(&format!("{text}gain 1 to B }}\nexample => B leads by 3"));
    holds(&format!("{text}gain 1 to opponent }}\nexample => B leads by 1"));
    holds(&format!("{text}gain -2 }}\nexample => B leads by 2"));
    holds(&format!("{text}gain 1 to A; gain 1 to B }}\nexample => draw, lead(A) == 0"));
}

#[test]
fn q05_best_keeps_the_lead_in_games_of_points_and_the_outcome_in_others() {
    let text = "state left : 0..4 = 4\nmove take(k in 1..3) { when k <= left; left -= k";
    holds(&format!("{text}; gain k }}\nexample => best == [\"take(3)\"], First leads by 2"));
    holds(&format!(
        "{text} }}\nstuck => me loses\nexample => best == [\"take(1)\", \"take(2)\", \"take(3)\"], Second wins in 2"
    ));
}

#[test]
fn q06_an_even_score_is_a_draw() {
    holds(
        "state left : 0..2 = 2\nmove take { when left > 0; left -= 1; gain 1 }\nexample => draw, lead(First) == 0, not First wins",
    );
}

#[test]
fn q07_what_remains_at_the_end_is_shared_by_leads_by() {
    let text = "state left : 0..5 = 5\nmove take { when left > 3; left -= 1; gain 1 }\nremaining left\n";
    holds(&format!("{text}stuck => First leads by 3\nexample => total(First) == 4, total(Second) == 1"));
    holds(&format!("{text}stuck => First leads by 1\nexample => total(First) == 3, total(Second) == 2"));
    assert_eq!(trouble(&format!("{text}stuck => First leads by 2\nexample => draw")).len(), 1);
}

#[test]
fn q08_a_pass_is_a_ply_and_gives_the_turn_back() {
    // Only B may move: A passes each time.
    let text = "players A, B\nstate left : 0..2 = 2\nmove take by B { when left > 0; left -= 1; end when left == 0 => me wins }\n";
    holds(&format!("{text}stuck => pass\nexample => B wins in 4"));
    // Passing is a move like others when the rules make it one.
    holds(
        "state left : 0..2 = 2\nstate passed : bool = false\nmove take { when left > 0; left -= 1 }\nmove pass_once { when not passed; passed = true }\nstuck => me loses\nexample => First wins in 3",
    );
    // Neither can move.
    holds(
        "state left : 0..1 = 1\nmove take { when left > 0; left = 0 }\nstuck => pass else draw\nexample => draw, positions == 2",
    );
    holds(
        "state left : 0..1 = 1\nmove take { when left > 0; left = 0 }\nstuck => pass else me loses\nexample => First wins in 1",
    );
}

#[test]
fn q09_an_extra_turn_changes_no_sign_and_ends_are_asked_before_it() {
    let text = "state left : 0..3 = 3\nmove take { when left > 0; left -= 1; again";
    holds(&format!("{text} }}\nstuck => me loses\nexample => Second wins in 3"));
    holds(&format!("{text}; gain 1 }}\nexample => First leads by 3"));
    holds(&format!("{text} }}\nend when left == 1 => me wins\nexample => First wins in 2"));
}

#[test]
fn q10_who_moves_may_follow_from_the_position_or_a_text() {
    let text = "players A, B\nparam order : text\nstate at : 0..9 = 0\nstarts if order[0] == \"A\" then A else B\n\
                move step { when at < len(order); at += 1; gain 1; turn if at < len(order) and order[at] == \"A\" then A else B }\n";
    holds(&format!(
        "{text}example order=\"AAB\" => lead(A) == 1\nexample order=\"BBBB\" => lead(B) == 4\nexample order=\"ABA\" => total(A) == 2"
    ));
}

#[test]
fn q11_forced_replies_are_part_of_the_move() {
    // What stands left of a gap falls into it, as often as it can.
    holds(
        "state xs : list[4] of 0..1 = [1, 1, 1, 1]\nmove pull { when xs[3] == 1; xs[3] = 0; for i in reversed(1..3) { if xs[i] == 0 { xs[i], xs[i - 1] = xs[i - 1], 0 } } }\nstuck => me loses\nexample => Second wins in 4, positions == 5",
    );
}

#[test]
fn q12_endless_play_is_what_repeat_says() {
    let text =
        "players A, B\nstate at : 0..2 = 0\nmove turn_over { at = 1 - at }\nmove quit { at = 2; end => me loses }\n";
    holds(&format!("{text}repeat => draw\nexample => draw"));
    holds(&format!("{text}repeat => B wins\nexample => B wins, plies == none"));
    let found = trouble(&format!("{text}example => draw"));
    assert_eq!(found[0].code, "X02");
    let text = "players A, B\nstate at : 0..3 = 0\nmove on { at = if at == 2 then 1 else at + 1; if old(at) == 0 { gain 3 } }\nmove quit { when at == 1; gain 1; at = 3; end => B leads by -2 }\n";
    holds(&format!("{text}repeat => draw\nexample => A leads by 3"));
    holds(&format!("{text}repeat => A leads by at - at + 1\nexample => A leads by 4"));
    holds(&format!("{text}repeat => B leads by 9\nexample => B leads by 6"));
    assert_eq!(refused(&format!("{text}repeat => A wins")), ["B038"]);
    assert_eq!(refused(&format!("{text}repeat => me leads by 1")), ["B013"]);
    assert_eq!(refused(&format!("{text}repeat => A leads by (if me == A then 1 else 2)")), ["B036"]);
    let gains = "state at : 0..1 = 0\nmove flip { at = 1 - at; gain 1 }\nrepeat => draw";
    assert_eq!(trouble(&format!("{gains}\nexample => draw"))[0].code, "X02");
}

#[test]
fn q13_a_win_is_taken_fast_and_a_loss_slowly() {
    // First may win at once or later; Second, lost, holds out.
    holds(
        "state left : 0..5 = 5\nmove take(k in 1..2) { when k <= left; left -= k }\nmove all { when left == 5; left = 0 }\nstuck => me loses\nexample => First wins in 1, plies == 1",
    );
    holds(
        "state left : 0..6 = 6\nmove take(k in 1..2) { when k <= left; left -= k }\nstuck => me loses\nexample => Second wins in 4",
    );
    holds(&format!("{HEAP}stuck => draw\nexample n=3 => draw, plies == none"));
}

#[test]
fn q14_choices_that_read_alike_are_one_move() {
    holds(
        "state left : 0..3 = 3\nmove take(k in [1, 1, 2]) { when k <= left; left -= k }\nstuck => me loses\nexample => len(best) == 2, best == [\"take(1)\", \"take(2)\"]",
    );
    // Order does not count in a set, and does in two choices.
    holds(
        "state used : set of 1..3 = {}\nmove pair(a in 1..3, b in 1..3 if a < b) { when used == {}; used = {a, b}; gain 1 }\nexample => len(best) == 3, positions == 4",
    );
    holds(
        "state used : set of 1..3 = {}\nmove pair(a in 1..3, b in 1..3 if a != b) { when used == {}; used = {a, b}; gain 1 }\nexample => len(best) == 6, positions == 4",
    );
    let found = trouble(
        "state left : 0..3 = 3\nmove take { when left > 0; left -= 1 }\nmove take { when left > 1; left -= 2 }\nstuck => me loses\nexample => draw",
    );
    assert!(found[0].message.to_string().contains("two different moves read `take`"), "{found:?}");
    holds(
        "state left : 0..3 = 3\nmove take(k in 1..1) { when left > 0; left -= k }\nmove take(k in 2..2) { when left > 1; left -= k }\nstuck => me loses\nexample => Second wins in 2",
    );
}

#[test]
fn q15_best_lists_all_moves_that_keep_the_value_also_when_lost() {
    holds(
        "state left : 0..3 = 3\nmove take(k in 1..2) { when k <= left; left -= k }\nstuck => me loses\nexample => Second wins, best == [\"take(1)\", \"take(2)\"]",
    );
    holds(&format!("{HEAP}stuck => me loses\nexample n=0 => best == []"));
}

#[test]
fn q16_a_game_may_be_over_before_it_begins() {
    holds(&format!("{HEAP}end when left == 0 => First wins\nexample n=0 => First wins in 0, positions == 1"));
    holds(
        "param xs : list[0..3] of 1..9\nstate i : 0..3 = 0\nmove take { when i < len(xs); gain xs[i]; i += 1 }\nexample xs=[] => draw, positions == 1\nexample xs=[4] => First leads by 4",
    );
    holds(
        "players A, B\nstate left : 0..2 = 2\nmove take by A { when left > 0; left -= 1 }\nstuck => me loses\nexample => A wins in 1",
    );
}

#[test]
fn q17_positions_nobody_can_reach_are_solved_as_given() {
    let rules = rules(
        "game T\nstate left : 0..9 = 4\nmove take(k in [2, 4]) { when k <= left; left -= k }\nstuck => me loses\nexample => First wins",
    );
    let game = &instances(&rules)[0];
    let start = game.interpreter().start().unwrap();
    for (text, winner) in [("left=9 turn=Second", "Second"), ("left=6 turn=First", "Second"), ("left=3", "First")] {
        let at = game.pack(&game.interpreter().read_position(text, &start).unwrap());
        let solution = solve(game, &at, &Ask::Table, &Limits::default(), None, &Silent).unwrap();
        let report = report(game, &solution, &at, 9).unwrap();
        let winner_is = report.winner().map(|player| rules.player_name(player).to_owned());
        assert_eq!(winner_is.as_deref(), Some(winner), "{text}");
    }
}

#[test]
fn q18_one_assignment_reads_before_it_writes_and_two_do_not() {
    let text = "state a : 0..9 = 1\nstate b : 0..9 = 2\nmove go { when b < 9; ";
    holds(&format!(
        "{text}a, b = b, a; when a == 2 and b == 1; b = 9 }}\nstuck => me loses\nexample => First wins in 1"
    ));
    holds(&format!(
        "{text}a = b; b = a; when a == 2 and b == 2; b = 9 }}\nstuck => me loses\nexample => First wins in 1"
    ));
    holds(&format!(
        "{text}a = b; b = old(a); when a == 2 and b == 1; b = 9 }}\nstuck => me loses\nexample => First wins in 1"
    ));
    holds(
        "state xs : list[3] of 0..9 = [1, 2, 3]\nmove go { when xs[0] == 1; for i in 0..2 { xs[i] = old(xs)[(i + 1) % 3] }; when xs == [2, 3, 1] }\nstuck => me loses\nexample => First wins in 1",
    );
}

#[test]
fn q19_normalise_tidies_the_first_position_and_every_later_one() {
    let text = "state xs : list[3] of 0..9 = [3, 1, 2]\nmove take(i in 0..2) { when xs[i] > 0; xs[i] = 0 }\nstuck => me loses\n";
    holds(&format!("{text}example => First wins in 3, positions == 8"));
    holds(&format!(
        "{text}normalise {{ xs = sorted(xs) }}\ninvariant xs == sorted(xs)\nexample => First wins in 3, positions == 8"
    ));
    holds(
        "state xs : list[2] of 0..2 = [2, 2]\nmove take(i in 0..1) { when xs[i] > 0; xs[i] -= 1 }\nstuck => me loses\nnormalise { xs = sorted(xs) }\nexample => positions == 6",
    );
    // A position that a move has ended is left as it is.
    holds(
        "state n : 0..3 = 3\nnormalise { n = min(n, 2) }\nmove stop { n = 3; end => me wins }\ninvariant n <= 3\nexample => First wins in 1",
    );
}

#[test]
fn q20_bounds_may_depend_on_parameters_and_are_asked_when_the_move_is_complete() {
    holds(
        "param n : 1..9\nstate i : 0..n = 0\nmove go(k in 1..3) { i += k; when i <= n }\nstuck => me loses\nexample n=4 => Second wins in 2\nexample n=5 => First wins in 3",
    );
    holds(
        "state xs : list[0..4] of 0..4 = [4]\nmove cut(i in 0..<len(xs), k in 1..<xs[i]) { when len(xs) < 4; xs = split(xs, i, k, xs[i] - k) }\nstuck => me loses\nexample => First wins in 3",
    );
    let found = trouble("state i : 0..4 = 0\nmove go { i += 3 }\nstuck => me loses\nexample => draw");
    assert!(found[0].message.to_string().contains("`i` must be between 0 and 4, and 6 is not"), "{found:?}");
}

#[test]
fn q21_misere_sums_are_played_out() {
    let nim = "param heaps : list[1..4] of 0..5\nstate xs : list[len(heaps)] of 0..5 = heaps\nmove take(i in 0..<len(xs), k in 1..xs[i]) { xs[i] -= k }\n";
    holds(&format!(
        "{nim}stuck => me wins\nexample heaps=[1,1,1] => Second wins in 3\nexample heaps=[2,2] => Second wins\nexample heaps=[2,1] => First wins"
    ));
    holds(&format!(
        "{nim}stuck => me loses\nexample heaps=[1,1,1] => First wins in 3\nexample heaps=[2,2] => Second wins\nexample heaps=[3,4,5] => First wins"
    ));
}

#[test]
fn q22_who_starts_may_be_a_parameter() {
    holds(&format!(
        "param first : player\n{HEAP}starts first\nstuck => me loses\nexample n=1, first=First => First wins in 1\nexample n=1, first=Second => Second wins in 1"
    ));
    holds(&format!("starts Second\n{HEAP}stuck => First wins\nexample n=2 => First wins in 2"));
}

#[test]
fn q23_stopping_is_a_move_without_a_next_position() {
    holds(
        "state pot : 0..3 = 0\nmove raise { when pot < 3; pot += 1 }\nmove stop { when pot > 0; end => me leads by pot }\nstuck => me leads by -9\nexample => Second leads by 1",
    );
    holds("state pot : 0..9 = 3\nmove stop { gain pot; pot = 0; end }\nexample => First leads by 3");
}

#[test]
fn q24_a_first_move_may_have_rules_of_its_own() {
    holds(
        "param n : 1..9\nstate left : 0..n = n\nstate begun : bool = false\nmove take(k in 1..left) { when begun or k < n; left -= k; begun = true }\nstuck => me loses\nexample n=1 => Second wins in 0\nexample n=2 => Second wins in 2",
    );
}

#[test]
fn q25_the_last_move_is_part_of_the_position_when_a_variable_keeps_it() {
    holds(
        "type Pile = {left, right}\nstate xs : list[2] of 0..2 = [2, 2]\nstate last : Pile? = none\nmove take(p in [left, right]) { when p != last; let i = if p == left then 0 else 1; when xs[i] > 0; xs[i] -= 1; last = p }\nstuck => me loses\nexample => Second wins in 4, positions == 9",
    );
}

#[test]
fn q26_many_starts_are_many_examples() {
    holds(&format!(
        "{HEAP}stuck => me loses\n{}",
        (0..10)
            .map(|n| format!("example n={n} => {} wins in {n}\n", if n % 2 == 0 { "Second" } else { "First" }))
            .collect::<String>()
    ));
}

#[test]
fn q27_nothing_but_the_position_can_be_asked_about() {
    for line in ["invariant history == 0", "invariant old(left) == left", "invariant positions == 1"] {
        assert!(!refused(&format!("{HEAP}stuck => me loses\n{line}")).is_empty(), "{line}");
    }
}

#[test]
fn q28_compulsory_moves_are_said_with_can() {
    let text = "state a : 0..3 = 3\nstate b : 0..2 = 2\nmove capture { when a > b; a -= 1 }\nmove rest { when not can(capture) and b > 0; b -= 1 }\nstuck => me loses\n";
    holds(&format!("{text}example => First wins in 5, best == [\"capture\"], positions == 6"));
    // In the middle of a move it asks about the position as it stands there.
    holds(
        "state a : 0..1 = 1\nmove capture { when a == 1; a = 0 }\nmove bluff { when can(capture); a = 0; when not can(capture) }\nstuck => me loses\nexample => len(best) == 2",
    );
    // It is asked for the mover: B cannot pick, so B may wait.
    holds(
        "players A, B\nstate n : 0..3 = 3\nmove pick by A { when n > 0; n -= 1 }\nmove wait { when not can(pick) and n > 0; n -= 1 }\nstuck => me loses\nexample => A wins in 3",
    );
}

#[test]
fn q29_a_move_may_be_refused_for_what_it_causes() {
    holds(
        "state board : grid[1, 3] of player? = none\nmove put(c in cells(board)) { when board[c] == none; board[c] = me; when not line(board, me, 2) }\nstuck => me loses\nexample => Second wins in 2",
    );
    // A move whose `when` fails has not happened: nothing of it stays.
    holds(
        "state n : 0..3 = 3\nmove try(k in 1..3) { n -= k; when n == 2 }\nstuck => me loses\nexample => First wins in 1, best == [\"try(1)\"]",
    );
}

#[test]
fn q30_sets_hold_each_member_once_and_lists_as_often_as_written() {
    super::all_true(
        "",
        &[
            "len({1, 1, 2}) == 2",
            "len([1, 1, 2]) == 3",
            "len(distinct([1, 1, 2])) == 2",
            "{x // 2 for x in 0..3} == {0, 1}",
            "{1, 2} == {2, 1}",
            "[1, 2] != [2, 1]",
        ],
    );
}
