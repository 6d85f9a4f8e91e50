//! Statements of moves, one by one.

use super::{holds, refused, trouble};

#[test]
fn a_turn_may_be_given_to_anybody() {
    let text = "players A, B\nstate left : 0..4 = 4\nmove take { when left > 0; left -= 1; gain 1; ";
    holds(&format!("{text}turn A }}\nexample => A leads by 4"));
    holds(&format!("{text}turn me }}\nexample => A leads by 4"));
    holds(&format!("{text}turn opponent }}\nexample => draw"));
    holds(&format!("{text}turn if left % 2 == 0 then opponent else me }}\nexample => lead(A) == 0"));
    // The last word counts.
    holds(&format!("{text}again; turn B }}\nexample => lead(A) == -2"));
    holds(&format!("{text}turn B; again }}\nexample => A leads by 4"));
}

#[test]
fn gains_add_up_and_may_be_negative_or_for_a_named_player() {
    let text = "players A, B\nstate done : bool = false\nmove go { when not done; done = true; ";
    holds(&format!("{text}gain 2; gain 3 }}\nexample => A leads by 5, total(A) == 5"));
    holds(&format!("{text}gain 2; gain -3 }}\nexample => B leads by 1"));
    holds(&format!("{text}gain 4 to B; gain 1 to me; gain 1 to opponent }}\nexample => B leads by 4"));
    holds(&format!("{text}for k in 1..4 {{ gain k }} }}\nexample => A leads by 10"));
    holds(&format!("{text}let who = opponent; gain 7 to who }}\nexample => B leads by 7"));
}

#[test]
fn points_given_at_an_end_add_to_those_gained() {
    let text = "players A, B\nstate left : 0..2 = 2\n";
    holds(&format!(
        "{text}move take {{ left -= 1; gain 1; end when left == 0 => me leads by 10 }}\nexample => B leads by 10"
    ));
    holds(&format!(
        "{text}move take {{ left -= 1; gain 1 }}\nend when left == 0 => A leads by 10\nexample => A leads by 10"
    ));
    holds(&format!(
        "{text}move take {{ when left > 0; left -= 1; gain 1 }}\nstuck => me leads by 10\nexample => A leads by 10"
    ));
    holds(&format!(
        "{text}move take {{ left -= 1; gain 1 }}\nend when left == 1 => A leads by -3\nexample => B leads by 2"
    ));
    holds(&format!("{text}move take {{ left -= 1; gain 1 }}\nend when left == 1\nexample => A leads by 1"));
}

#[test]
fn an_end_in_a_move_is_asked_where_it_stands_and_nothing_follows_it() {
    holds(
        "state n : 0..9 = 3\nmove go { n -= 1; end when n == 2 => me wins; n = 9; end => me loses }\nexample => First wins in 1",
    );
    holds(
        "state n : 0..9 = 3\nmove go { n -= 1; end when n == 1 => me wins; n = 9; end => me loses }\nexample => Second wins in 1",
    );
    holds(
        "state n : 0..9 = 3\nmove go { for i in 1..3 { n -= 1; end when n == 1 => me wins }; end => me loses }\nexample => First wins in 1",
    );
    // Points gained before the end count, those after it do not.
    holds("state n : 0..9 = 3\nmove go { gain 1; end when n == 3; gain 5; n = 0 }\nexample => First leads by 1");
    // A `when` before the end may still refuse the move.
    holds(
        "state n : 0..9 = 3\nmove go(k in 1..2) { n -= k; when k == 2; end => me wins }\nexample => First wins in 1, len(best) == 1",
    );
}

#[test]
fn an_end_line_may_have_its_condition_in_its_outcome() {
    let text =
        "players A, B\nstate left : 0..5 = 5\nmove take(k in 1..2) { left -= k; when left >= 0 }\nstuck => me loses\n";
    holds(&format!("{text}end => opponent wins if left == 1\nexample => A wins in 3"));
    holds(&format!("{text}end => A wins if left == 1 else draw if left == 3\nexample => draw"));
    assert_eq!(refused(&format!("{text}end => A wins if left == 1 else draw")), ["B013"]);
    assert_eq!(refused(&format!("{text}end => draw")), ["B013"]);
}

#[test]
fn conditions_that_speak_of_no_choice_are_asked_before_there_is_one() {
    let text = "players A, B\nstate x : 0..6 = 6\nstuck => me loses\n";
    for condition in ["when x > 0 { ", "{ when x > 0; ", "when x > 0 and d < x { ", "{ when x > 0 and d < x; "] {
        let small = if condition.contains("and") { "" } else { "when d < x or x == 1; " };
        holds(&format!("{text}move take(d in divisors(x)) {condition}{small}x -= d }}\nexample => A wins"));
    }
    // Where nothing can be chosen no condition is asked; what fails then is not known to.
    holds(&format!("{text}move take(d in 1..x) when 6 // x > 0 {{ x -= d }}\nexample => A wins"));
    let found = trouble(&format!("{text}move take(d in divisors(x)) {{ when d < 9; x -= d }}\nexample => A wins"));
    assert_eq!(found.len(), 1, "{found:?}");
}

#[test]
fn every_outcome_can_be_said_of_me_the_opponent_or_a_name() {
    for (outcome, winner) in [
        ("me wins", "First wins"),
        ("me loses", "Second wins"),
        ("opponent wins", "Second wins"),
        ("opponent loses", "First wins"),
        ("Second wins", "Second wins"),
        ("Second loses", "First wins"),
        ("draw", "draw"),
    ] {
        holds(&format!("state n : 0..1 = 1\nmove go {{ n = 0; end => {outcome} }}\nexample => {winner}"));
        holds(&format!("state n : 0..1 = 1\nmove go {{ n = 0 }}\nend when n == 1 => {outcome}\nexample => {winner} "));
        holds(&format!(
            "state n : 0..1 = 0\nmove go {{ when n == 1; n = 0 }}\nstuck => {outcome}\nexample => {winner}"
        ));
    }
}

#[test]
fn break_leaves_the_innermost_loop_only() {
    holds(
        "state n : 0..99 = 0\nmove go { when n == 0; for i in 1..3 { for j in 1..9 { if j == 3 { break }; n += 1 }; n += 10 }; when n == 36 }\nstuck => me loses\nexample => First wins in 1",
    );
    holds(
        "state n : 0..99 = 0\nmove go { when n == 0; for i in 1..9 { if i == 5 { break } else { n += i } }; when n == 10 }\nstuck => me loses\nexample => First wins in 1",
    );
}

#[test]
fn a_loop_runs_over_what_its_list_was_when_it_began() {
    holds(
        "state xs : list[0..8] of 0..9 = [1, 2]\nmove go { when len(xs) == 2; for x in xs { xs = append(xs, x + 2) }; when xs == [1, 2, 3, 4] }\nstuck => me loses\nexample => First wins in 1",
    );
    holds(
        "state s : set of 1..9 = {1, 2}\nmove go { when len(s) == 2; for x in s { s += {x + 2} }; when s == {1, 2, 3, 4} }\nstuck => me loses\nexample => First wins in 1",
    );
    holds(
        "state n : 0..9 = 3\nmove go { when n == 3; for i in 1..n { n += 1 }; when n == 6 }\nstuck => me loses\nexample => First wins in 1",
    );
}

#[test]
fn vars_live_in_their_block_and_keep_changes_made_in_loops() {
    holds(
        "state n : 0..99 = 0\nmove go { when n == 0; var t = 0; for i in 1..4 { let square = i * i; t += square }; n = t; when n == 30 }\nstuck => me loses\nexample => First wins in 1",
    );
    holds(
        "state n : 0..99 = 0\nmove go { when n == 0; for i in 1..2 { var t = 5; t += i; n += t }; when n == 13 }\nstuck => me loses\nexample => First wins in 1",
    );
    holds(
        "state n : 0..99 = 0\nmove go { when n == 0; var xs = [1, 2, 3]; xs[1] = 7; xs[0], xs[2] = xs[2], xs[0]; n = 10 * xs[1] + xs[0]; when n == 73 and sum(xs) == 11 }\nstuck => me loses\nexample => First wins in 1",
    );
}

#[test]
fn an_if_may_go_on_with_else_if() {
    let text = "param k : 0..3\nstate n : 0..99 = 0\nmove go { when n == 0; if k == 0 { n = 1 } else if k == 1 { n = 2 } else if k == 2 { n = 3 } else { n = 4 }; when n == k + 1 }\nstuck => me loses\n";
    holds(&format!(
        "{text}example k=0 => First wins in 1\nexample k=1 => First wins\nexample k=2 => First wins\nexample k=3 => First wins"
    ));
}

#[test]
fn stuck_lines_are_asked_in_order_and_pass_may_have_a_condition() {
    let text = "players A, B\nstate n : 0..3 = 3\nmove take by A { when n > 0; n -= 1 }\n";
    holds(&format!("{text}stuck when n == 0 => A wins\nstuck => pass\nexample => A wins in 5"));
    holds(&format!(
        "{text}stuck when n > 0 => pass\nstuck when me == B => B wins\nstuck => draw\nexample => B wins in 5"
    ));
    let found = trouble(&format!("{text}stuck when n > 0 => pass\nexample => draw"));
    assert!(found[0].message.to_string().contains("no `stuck` line says what happens here"), "{found:?}");
}

#[test]
fn in_points_games_without_a_stuck_line_the_points_decide() {
    holds("state n : 0..3 = 3\nmove take { when n > 0; n -= 1; gain n }\nexample => First leads by 1");
    holds("players A, B\nstate n : 0..3 = 3\nmove take by A { when n > 0; n -= 1; gain 1 }\nstuck => pass else draw_is_even leads by 0\ndef draw_is_even = A\nexample => A leads by 3".replace("draw_is_even leads", "A leads").replace("def draw_is_even = A\n", "").as_str());
}

#[test]
fn cells_names_players_and_nodes_may_be_none() {
    holds(
        "state b : grid[2, 2] of bool = false\nstate at : cell of b? = none\nmove go(c in cells(b)) { when at == none or c == at + (0, 1); at = c; b[c] = true }\nstuck => me loses\nexample => First wins in 1",
    );
    holds(
        "type Colour = {red, green}\nstate last : Colour? = none\nmove paint(c in [red, green]) { when last == none; last = c }\nstuck => me loses\nexample => positions == 3",
    );
    holds(
        "state owner : player? = none\nmove claim { when owner == none; owner = me }\nend when owner == Second => draw\nstuck => me loses\nexample => First wins in 1",
    );
    holds(
        "param g : graph[1..4]\nstate at : node of g? = none\nmove enter(v in nodes(g)) { when at == none; at = v }\nmove walk(v in if at == none then [] else g[at]) { when v > at; at = v }\nstuck => me loses\nexample g=[[1],[0,2],[1]] => First wins",
    );
}

#[test]
fn graphs_are_adjacency_lists_or_edges() {
    let text = "param g : graph[1..6]\nstate at : node of g = 0\nstate seen : set of 0..5 = {0}\nmove walk(v in g[at]) { when v not in seen; at = v; seen += {v} }\nstuck => me loses\n";
    holds(&format!(
        "{text}example g=[[1],[0,2],[1]] => Second wins in 2\nexample g=[[0,1],[1,2],[2,3],[3,4]] => Second wins in 4"
    ));
}

#[test]
fn moves_in_the_middle_of_boards_of_players_know_me() {
    holds(
        "players X, O\nstate b : grid[2, 2] of player? = none\nmove put(r in 0..1, c in 0..1) { when b[r, c] == none; b[r, c] = me; end when line(b, me, 2) => me wins }\nstuck => draw\nexample => X wins in 3",
    );
}

#[test]
fn names_of_a_move_may_be_shared_and_limited_to_players() {
    holds(
        "players A, B\nstate n : 0..5 = 5\nmove take(k in 1..2) by A { when k <= n; n -= k }\nmove take(k in 3..3) by B { when k <= n; n -= k }\nstuck => me loses\nexample => A wins",
    );
}

#[test]
fn normalise_may_loop_and_branch_and_use_vars() {
    holds(
        "state xs : list[0..3] of 0..3 = [2, 0, 1]\nmove take(i in 0..<len(xs)) { xs[i] -= 1 }\nnormalise { var kept = [x for x in xs if x > 0]; if len(kept) > 1 and kept[0] > kept[1] { kept = sorted(kept) }; xs = kept }\nstuck => me loses\nexample => First wins in 3",
    );
    assert_eq!(refused("state n : 0..3 = 3\nmove go { n = 0 }\nnormalise { when n > 0 }"), ["B053"]);
}

#[test]
fn remaining_counts_every_point_once() {
    let text = "param xs : list[1..9] of 0..9\nstate i : 0..9 = 0\nmove take(k in 1..2) { when i + k <= len(xs); gain sum(xs[i ..< i + k]); i += k }\nend when i == len(xs)\n";
    holds(&format!(
        "{text}remaining sum(xs[i ..< len(xs)])\nexample xs=[1,2,9] => total(First) == 3, total(Second) == 9"
    ));
    let found = trouble(&format!("{text}remaining len(xs) - i\nexample xs=[1,2,9] => draw"));
    assert!(found[0].message.to_string().contains("a move gains 3 points, but takes 2 from"), "{found:?}");
    let found = trouble(&format!("{text}remaining sum(xs[i ..< len(xs)]) + 1\nexample xs=[1,2,9] => draw"));
    assert!(found[0].message.to_string().contains("is 1 and not 0"), "{found:?}");
}

#[test]
fn symmetry_and_show_lines_change_nothing() {
    let text = "players X, O\nstate b : grid[2, 3] of player? = none\nmove put(r in 0..1, c in 0..2) { when b[r, c] == none; b[r, c] = me; end when line(b, me, 2) => me wins }\nstuck => draw\nexample => X wins in 3";
    holds(text);
    holds(&format!(
        "{text}\nsymmetry reflections of b, rotations of b, b[r, c] -> b[1 - r, c]\nshow b as grid upward with X \"x\", O \"o\""
    ));
}
