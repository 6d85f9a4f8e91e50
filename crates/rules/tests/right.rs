//! Rules that the reference allows are neither refused nor warned about, and advice can be followed.

use bouton_rules::{
    Source, check,
    diagnostic::{Diagnostic, render},
};

fn found(text: &str) -> Vec<Diagnostic> {
    check(&Source::new("a.game", text)).1
}

#[track_caller]
fn right(text: &str) {
    let source = Source::new("a.game", text);
    let found = check(&source).1;
    assert!(found.is_empty(), "{text}\n{}", render(&source, &found, false));
}

#[test]
fn a_value_that_a_later_condition_refuses_is_no_fault() {
    let game = |body: &str| {
        format!(
            "game G\nstate a : 0..4 = 0\nmove x(k in 1..2) {{ {body} }}\nend when a == 4 => me wins\nstuck => me loses\n"
        )
    };
    right(&game("a += k; a = 5; when a <= 4"));
    right(&game("a = 7 + k; a -= 6"));
    right(&game("if k == 1 { a = 5 }; when a <= 4"));
    right(&game("for i in 1..k { when a < 4; a = 5 }"));
    right(&game("a = 9; if k == 1 { a = 3 } else { a = 4 }"));
    for kept in ["when a < 4; a = 5 * k", "a = 5 * k; when k > 1 or a < 4; a = 5", "if k == 1 { a = 5 }"] {
        assert_eq!(found(&game(kept)).first().map(|finding| finding.code), Some("B041"), "{kept}");
    }
}

#[test]
fn a_type_is_used_where_its_names_are() {
    right(
        "game G\ntype Colour = {red, green}\nstate n : 0..3 = 0\nmove go(c in [red, green]) { n += if c == red then 1 else 2; when n <= 3 }\nstuck => me loses\n",
    );
}

#[test]
fn a_board_that_lends_its_cells_is_told_to_be_a_parameter_and_can_be_one() {
    let game = |word: &str| {
        format!(
            "game G\nparam n : 2..4 = 3\n{word} b : grid[n, n] of bool = false\nstate at : cell of b = (0, 0)\nmove go(c in ray(b, at, (0, 1))) {{ at = c }}\nstuck => me loses\n"
        )
    };
    let warned = found(&game("state"));
    assert_eq!(warned.iter().map(|finding| finding.code).collect::<Vec<_>>(), ["B026"]);
    let advice: Vec<String> = warned[0].help.iter().map(|help| help.text.to_string()).collect();
    let [fixed, given] = ["let", "param"].map(|word| format!("`{word} b : grid[n, n] of bool = false`"));
    let expected =
        [format!("make it fixed: {fixed}"), format!("or a parameter: {given}"), "or change it in a move".to_owned()];
    assert_eq!(advice, expected);
    right(&game("param"));
    right(&game("let"));
    right(&(game("state") + "symmetry mirror rows of b\n"));
}

#[test]
fn a_line_goes_on_before_and_after_an_operator() {
    right(
        "game G\nstate a : 0..9 = 0\ndef small(x) = x > 1\n  and x < 3\n  or x == 0\nmove go {\n  when a < 4\n    and not small(a)\n    or a\n    <= 3\n  a = a\n    + 1\n    * 2 -\n    1\n}\nstuck => me loses\n",
    );
    right(
        "game G\npart Pile(n : 0..9) {\n  move split(k in 1 ..< n) => Pile(k)\n    + Pile(n - k)\n}\nstart Pile(4)\n  + Pile(5) +\n  sum(Pile(h) for h in [2, 3])\nstuck => me loses\n",
    );
    let symmetry = "game G\nstate a : list[2] of 0..1 = 0\nstate b : list[2] of 0..1 = 0\nmove go(i in 0..1) { when a[i] == 0; a[i] = 1; b[i] = 1 }\nstuck => me loses\nsymmetry permute a\n  and permute b\n";
    right(symmetry);
}

#[test]
fn a_set_fills_a_list_of_sets() {
    let text = "game G\nstate xs : list[2] of set of 1..3 = {}\nstate ys : list[2] of list[2] of set of 1..3 = {1, 3}\nmove go(i in 0..1, k in 1..3 if k not in xs[i]) { xs[i] += {k}; ys[i][0] += {k} }\nend when 2 in ys[1][0] => me wins\nstuck => me loses\n";
    right(text);
    let rules = check(&Source::new("a.game", text)).0.map(std::sync::Arc::new);
    let game = rules.map(|rules| bouton_rules::interpret::Interpreter::new(rules, &[]));
    let Some(Ok(game)) = game else { panic!("the rules are right") };
    let shown = game.start().map(|start| game.show_state(&start.state));
    assert_eq!(shown.as_deref(), Ok("xs=[{},{}] ys=[[{1,3},{1,3}],[{1,3},{1,3}]]"));
}

#[test]
fn one_mistake_about_a_word_or_a_part_is_told_once() {
    let codes = |text: &str| found(text).iter().map(|finding| finding.code).collect::<Vec<_>>();
    let me = "game G\nplayers Ann, Ben\nstate b : list[3] of player? = none\ndef me() = if count(b, Ann) > count(b, Ben) then Ben else Ann\ndef mine(i) = b[i] == me\nmove put(i in 0..2) { when b[i] == none and not mine(i); b[i] = me; end when all(x == me for x in b) => me wins }\nend when b[0] == me() => me wins\nstuck when b[1] == me => me loses\nstuck => opponent wins\n";
    assert_eq!(codes(me), ["B015"]);
    let part = "game G\npart Pair(a : 0..3, b : 0..3) {\n  move left(k in 1..a) => Pair(a - k, b)\n  move both when a > 0 and b > 0 => Pair(a - 1, b - 1)\n}\nstart Pair(2, 3) + Pair(1, 1)\nstuck => me loses\n";
    assert_eq!(codes(part), [""; 0]);
    assert_eq!(codes(&part.replace("Pair(a - k, b)", "Pair(a - k)")), ["B075"]);
    assert_eq!(codes(&part.replace("a : 0..3, b", "a, b")), [""; 0]);
    let node = "game G\nparam g : graph[2..5] = [[1], [0]]\nstate at : (node of g)? = none\nmove go(v in nodes(g) if at == none) { at = v }\nstuck => me loses\n";
    assert_eq!(codes(node), ["B018"]);
    assert_eq!(codes(&node.replace("(node of g)?", "node of g?")), ["B018"; 0]);
}

#[test]
fn a_fault_inside_a_def_names_the_call() {
    let text = "game G\nstate s : set of 0..3 = {}\ndef plus(x, y) = x + y\nmove go(k in 0..3 if k not in s) { when plus(k, 1) > 0; s = plus(s, k) }\nstuck => me loses\n";
    let found = found(text);
    let call = found[0].labels.iter().find(|label| label.text == "in this call").map(|label| label.span);
    assert_eq!(call.map(|span| Source::new("a.game", text).slice(span).to_owned()).as_deref(), Some("plus(s, k)"));
}

#[test]
fn records_stand_where_their_type_is_said_and_give_values_by_number() {
    let game = |lines: &str| {
        format!("game G\n{lines}\nstate n : 0..3 = 3\nmove t(k in 1..2) {{ when n >= k; n -= k }}\nstuck => me loses\n")
    };
    right(&game(
        "type Card = (1..9, {red, blue}, text)\nparam cards : list[1..9] of Card = [(3, red, \"a\")]\nrequire all(c[0] < 9 and c[1] != blue for c in cards)\nrequire len(cards[0][2]) > 0",
    ));
    right(&game("let xs : list[2] of (0..9, 0..9) = [(1, 2), (3, 4)]\nrequire xs[1][0] + xs[0][1] == 5"));
    for (lines, code) in [
        ("param c : (1..2, (0..1, 0..1)) = (1, 2)", "B030"),
        ("state c : (1..2, 0..3) = (1, 2)", "B055"),
        ("param c : (1..2, text) = (1, 2)", "B030"),
        ("param c : (1..2, text) = (1, \"a\", 2)", "B030"),
        ("param c : list[2] of (1..2, text) = [(1, \"a\"), 4]", "B030"),
        ("param i : 0..1 = 0\nparam c : (int, int) = (1, 2)\nrequire c[i] > 0", "B033"),
        ("param c : (int, int) = (1, 2)\nrequire c[2] > 0", "B042"),
        ("type T = list[2] of (T, 0..1)\nparam c : T = []", "B030"),
        ("param c : (0..1, 0..1)? = none", "B030"),
        ("param c : (red, green) = red", "B018"),
    ] {
        assert_eq!(found(&game(lines)).first().map(|finding| finding.code), Some(code), "{lines}");
    }
}

#[test]
fn a_choice_or_a_loop_may_be_called_like_a_variable_that_its_line_leaves_alone() {
    let game = |line: &str| {
        format!(
            "game G\nstate n : 0..9 = 9\nstate k : 0..9 = 0\nmove take {{ when n > 0; n -= 1 }}\n{line}\nmove rest {{ when k < 1; k += 1 }}\nstuck => me loses\n"
        )
    };
    right(&game("move add(n in 1..3) { when n + k < 9; k += n }"));
    right(&game("move add { when k < 9; for n in 1..1 { k += n } }"));
    right(&game("invariant k <= sum(n for n in 1..4)"));
    right(&game("def most(n) = n + 8\ninvariant k <= most(1)"));
}
