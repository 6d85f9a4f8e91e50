//! Operators and helpers, with their edges.

use super::{all_true, code_of, holds};
use bouton_rules::table::helpers::HELPERS;

#[test]
fn every_helper_does_what_its_example_says() {
    for row in HELPERS.iter().filter(|row| !row.example.is_empty()) {
        all_true("", &[row.example]);
    }
}

#[test]
fn division_and_remainder_round_towards_minus_infinity() {
    all_true("", &["7 // 2 == 3", "-7 // 2 == -4", "7 // -2 == -4", "-7 // -2 == 3", "6 // -2 == -3", "0 // -3 == 0"]);
    all_true("", &["7 % 3 == 1", "-7 % 3 == 2", "7 % -3 == -2", "-7 % -3 == -1", "6 % 3 == 0", "-6 % 3 == 0"]);
    all_true("", &["all(a == b * (a // b) + a % b for a in -9..9, b in -4..4 if b != 0)"]);
}

#[test]
fn operators_bind_as_in_mathematics() {
    all_true(
        "",
        &["1 + 2 * 3 == 7", "-2 * 3 == -6", "10 - 3 - 2 == 5", "2 * 7 // 3 == 4", "7 // 2 * 2 == 6", "-5 // 2 == -3"],
    );
    all_true(
        "",
        &["not false and true", "true or false and false", "not (true and false)", "1 + 1 in 1..3", "not 5 in 1..3"],
    );
    all_true(
        "",
        &[
            "1..2 + 3 == 1..5",
            "0 ..< 2 * 2 == [0, 1, 2, 3]",
            "(if false then 1 else 2) == 2",
            "if false then false else 2 == 2",
        ],
    );
}

#[test]
fn comparisons_chain_and_read_each_side_once() {
    all_true("", &["0 <= 3 < 5", "1 < 2 < 3 < 4", "not 0 <= 5 < 5", "1 == 1 != 2", "3 in 1..5 == 1..5", "2 > 1 <= 1"]);
    // The rest of a chain is not looked at once it is false.
    all_true(
        "param zero : 0..1 = 0",
        &[
            "not 2 < 1 < 1 // zero",
            "not (false and 1 // zero == 1)",
            "true or 1 // zero == 1",
            "(if true then 1 else 1 // zero) == 1",
        ],
    );
}

#[test]
fn numbers_run_to_the_ends_and_no_further() {
    let big = "let big = 9223372036854775807";
    all_true(
        big,
        &[
            "big - 1 + 1 == big",
            "-big == -9223372036854775807",
            "big // -1 == -big",
            "abs(-big) == big",
            "big % 2 == 1",
        ],
    );
    all_true(
        big,
        &[
            "len(big - 1 .. big) == 2",
            "sum(big .. big) == big",
            "big in 0..big",
            "len(0 ..< big) == big",
            "popcount(big) == 63",
        ],
    );
    all_true(
        big,
        &[
            "isqrt(big) == 3037000499",
            "not is_square(big)",
            "gcd(big, -big) == big",
            "last(-big .. big) == big",
            "len(-3 ..< -big) == 0",
        ],
    );
    let param = "param big : int = 9223372036854775807";
    for overflow in [
        "big + 1",
        "-big - 1",
        "-big - 2",
        "big * 2",
        "-big * 2",
        "big * big",
        "sum([big, 1])",
        "sum([-big, -1])",
        "sum([-big, -2])",
        "xor(-big, 1)",
    ] {
        assert_eq!(code_of(param, overflow), "R01", "{overflow}");
    }
    assert_eq!(code_of("param zero : 0..3 = 0", "3 // zero"), "R02");
    assert_eq!(code_of("param zero : 0..3 = 0", "3 % zero"), "R02");
    all_true(param, &["xor(-big, -big) == 0", "sum([big, -big]) == 0", "min(big, -big) == -big"]);
}

#[test]
fn ranges_may_be_empty_or_negative() {
    all_true(
        "",
        &[
            "len(3..2) == 0",
            "len(3 ..< 3) == 0",
            "-2..1 == [-2, -1, 0, 1]",
            "sum(5..4) == 0",
            "all(false for _i in 2..1)",
            "not any(true for _i in 2..1)",
        ],
    );
    all_true(
        "",
        &[
            "[x for x in 3..1] == []",
            "{x for x in 3..1} == {}",
            "reversed(1..3) == [3, 2, 1]",
            "3 not in 4..2",
            "5..3 == 9..2",
        ],
    );
}

#[test]
fn sets_have_union_difference_and_inclusion() {
    all_true(
        "",
        &[
            "{1, 2} + {2, 3} == {1, 2, 3}",
            "{1, 2} | {3} == {1, 2, 3}",
            "{1, 2, 3} - {2, 9} == {1, 3}",
            "{1, 2} & {2, 3} == {2}",
        ],
    );
    all_true(
        "",
        &[
            "{1} <= {1, 2}",
            "{1} < {1, 2}",
            "not {1, 2} < {1, 2}",
            "{1, 2} >= {}",
            "not {1} <= {2}",
            "not {1} >= {2}",
            "{} <= {}",
        ],
    );
    all_true(
        "",
        &[
            "2 in {1, 2}",
            "3 not in {1, 2}",
            "sum({4, 4, 5}) == 9",
            "min({3, 2}) == 2",
            "max({3, 2}) == 3",
            "sorted({3, 1}) == [1, 3]",
            "len({}) == 0",
        ],
    );
}

#[test]
fn lists_are_joined_sliced_and_edited() {
    let xs = "param xs : list[1..9] of 0..9 = [4, 5, 6, 7]";
    all_true(
        xs,
        &[
            "xs[1 ..< 3] == [5, 6]",
            "xs[1..3] == [5, 6, 7]",
            "xs[2 ..< 2] == []",
            "xs[0 ..< len(xs)] == xs",
            "xs[4 ..< 4] == []",
            "xs[3..1] == []",
        ],
    );
    all_true(
        xs,
        &[
            "xs + [1] == append(xs, 1)",
            "[] + xs == xs",
            "insert(xs, 4, 9) == xs + [9]",
            "insert(xs, 0, 9) == [9] + xs",
            "remove(xs, 3) == [4, 5, 6]",
        ],
    );
    all_true(
        xs,
        &[
            "split(xs, 3, 1, 2) == [4, 5, 6, 1, 2]",
            "5 in xs",
            "9 not in xs",
            "first(xs) == 4",
            "last(xs) == 7",
            "count(xs, 5) == 1",
            "[[1], [2, 3]][1][0] == 2",
        ],
    );
    for outside in [
        "xs[4]",
        "xs[-1]",
        "xs[2 ..< 5]",
        "xs[-1..2]",
        "insert(xs, 5, 1)",
        "remove(xs, 4)",
        "remove(xs, -1)",
        "split(xs, 4, 1, 1)",
    ] {
        let expected = if outside.starts_with("xs[") { ["R03", "B042"] } else { ["R03", "R03"] };
        assert!(
            expected.contains(&code_of(
                &format!("{xs}\nparam k : 0..9 = 0"),
                &outside.replace("xs[4]", "xs[4 + k]").replace("xs[-1]", "xs[k - 1]")
            )),
            "{outside}"
        );
    }
}

#[test]
fn reducing_nothing_is_an_error_only_where_there_is_no_answer() {
    let none = "param none_left : list[0..3] of 0..9 = []";
    all_true(
        none,
        &[
            "sum(none_left) == 0",
            "xor(none_left) == 0",
            "gcd(none_left) == 0",
            "count(none_left, 3) == 0",
            "mex(none_left) == 0",
            "sorted(none_left) == []",
            "all(x > 0 for x in none_left)",
        ],
    );
    for helper in ["min", "max", "first", "last"] {
        assert_eq!(code_of(none, &format!("{helper}(none_left)")), "R07", "{helper}");
    }
}

#[test]
fn helpers_of_numbers_have_sensible_edges() {
    all_true(
        "",
        &[
            "abs(0) == 0",
            "gcd(0, 5) == 5",
            "gcd(0, 0) == 0",
            "gcd(-4, 6) == 2",
            "gcd(4, 6, 9) == 1",
            "xor(5, 5) == 0",
            "popcount(0) == 0",
            "isqrt(0) == 0",
            "isqrt(15) == 3",
        ],
    );
    all_true(
        "",
        &[
            "is_square(0)",
            "not is_square(-4)",
            "not is_square(2)",
            "divides(0, 0)",
            "not divides(0, 3)",
            "divides(3, 0)",
            "divides(-3, 6)",
            "not divides(4, 6)",
        ],
    );
    all_true(
        "",
        &[
            "min(2, 1) == 1",
            "min([2, 1]) == 1",
            "max(1, 2, 3, 2) == 3",
            "mex({0, 1, 2}) == 3",
            "mex([1]) == 0",
            "mex([0, 0, 2]) == 1",
            "mex([-1, 0]) == 1",
        ],
    );
    assert_eq!(code_of("param k : int = -1", "isqrt(k)"), "R07");
    assert_eq!(code_of("param k : int = -1", "popcount(k)"), "R07");
}

#[test]
fn the_nim_sum_is_looser_than_a_sum_and_tighter_than_a_comparison() {
    all_true(
        "param a : int = 6\nparam b : int = 3",
        &["a ^ b == 5", "a ^ b + 1 == 2", "a ^ b == xor(a, b)", "a ^ 1 == 7", "a ^ b ^ a == b", "a ^ b in 5..5"],
    );
}

#[test]
fn numbers_are_taken_apart() {
    all_true(
        "",
        &[
            "bit(5, 0) == 1",
            "bit(5, 1) == 0",
            "bit(9_223_372_036_854_775_807, 62) == 1",
            "bit(9_223_372_036_854_775_807, 63) == 0",
            "bit(1, 1_000) == 0",
            "digits(0) == [0]",
            "digits(9_223_372_036_854_775_807)[0] == 9",
            "divisors(1) == [1]",
            "divisors(36) == [1, 2, 3, 4, 6, 9, 12, 18, 36]",
            "primes(0) == []",
            "primes(2) == [2]",
            "last(primes(100)) == 97",
        ],
    );
    for (call, code) in
        [("bit(k, 0)", "R07"), ("bit(3, k)", "R07"), ("len(digits(k))", "R07"), ("len(primes(k))", "R07")]
    {
        assert_eq!(code_of("param k : int = -1", call), code, "{call}");
    }
    assert_eq!(code_of("param k : int = 0", "len(divisors(k))"), "R07");
    assert_eq!(code_of("param k : int = 9_000_000_000_000_000_000", "len(divisors(k))"), "R09");
    assert_eq!(code_of("param k : int = 9_000_000_000_000_000_000", "len(primes(k))"), "R09");
}

#[test]
fn letters_are_counted_with_and_texts_have_an_order() {
    all_true(
        "param w : text = \"b7a\"",
        &[
            "code(w[0]) == 98",
            "number(w[1]) == 7",
            "number(\"0042\") == 42",
            "w[0] > w[2]",
            "\"ab\" < \"b\"",
            "\"a\" < \"ab\"",
            "\"\" <= \"\"",
            "\"Z\" < \"a\"",
            "sorted([x for x in w]) == [\"7\", \"a\", \"b\"]",
        ],
    );
    let word = "param w : text = \"b7a\"";
    for call in ["code(w)", "code(\"\")", "number(w)", "number(\"\")", "number(\"-1\")"] {
        assert_eq!(code_of(word, call), "R07", "{call}");
    }
    assert_eq!(code_of(word, "number(\"99999999999999999999\")"), "R01");
}

#[test]
fn walks_stay_among_the_nodes_that_are_said() {
    all_true(
        "param g : graph[1..9] = edges([[0, 1], [1, 2], [3, 4]])\nparam d : graph[1..9] = arcs([[0, 1], [1, 2]])\nparam o : graph[1..9] = adjacency([[1], [0]])",
        &[
            "reach(g, 0) == {0, 1, 2}",
            "reach(g, 0, {2}) == {0}",
            "reach(g, 0, [1, 7]) == {0, 1}",
            "reach(d, 1) == {1, 2}",
            "4 in reach(g, 3)",
            "not connected(g)",
            "connected(g, {0, 1, 2})",
            "not connected(g, 0..3)",
            "connected(g, {})",
            "connected(d)",
            "connected(d, {1})",
            "not is_tree(g)",
            "is_tree(d)",
            "is_tree(o)",
            "not is_tree(edges([[0, 1], [1, 2], [2, 0]]))",
            "not is_tree(adjacency([[0]]))",
            "is_tree(adjacency([[]]))",
        ],
    );
    assert_eq!(code_of("param g : graph[1..9] = edges([[0, 1]])", "len(reach(g, 5))"), "R03");
}

#[test]
fn sequences_stand_before_those_that_begin_with_them() {
    all_true(
        "",
        &[
            "sequences([7, 8], 2) == [[7], [7, 7], [7, 8], [8], [8, 7], [8, 8]]",
            "sequences({3, 1}, 1) == [[1], [3]]",
            "sequences(\"ab\", 1) == [[\"a\"], [\"b\"]]",
            "len(sequences([], 5)) == 0",
            "len(sequences(1..3, 0)) == 0",
            "len(sequences(directions4, 6)) == 5460",
            "len(sequences([], 9_000_000_000)) == 0",
        ],
    );
    assert_eq!(code_of("", "len(sequences([1], 5000))"), "R09");
    assert_eq!(code_of("", "len(sequences(1..9, 9_000_000_000))"), "R09");
    assert_eq!(code_of("", "len(sequences(1..9, -1))"), "R07");
}

#[test]
fn a_product_has_one_entry_of_each() {
    all_true(
        "",
        &[
            "product([[1, 2], [7, 8]]) == [[1, 7], [1, 8], [2, 7], [2, 8]]",
            "product([{3, 1}]) == [[1], [3]]",
            "len(product([1..0, 1..9])) == 0",
            "product([x for x in [1..2] if false]) == [[]]",
            "len(product([0..3 for i in 1..5])) == 1024",
            "[q for q in product([])] == [[]]",
            "[q for q in product([1..2, 3..4]) if q[0] == 2] == [[2, 3], [2, 4]]",
            "any(q == [0, 1] for q in product([0..2_047, 0..2_046]))",
        ],
    );
    // So many are refused even where few would be looked at, or none.
    assert_eq!(code_of("", "any(q == [0, 1] for q in product([0..2_047, 0..2_047]))"), "R09");
    assert_eq!(code_of("", "len([q for q in product([0..2_047, 0..2_047, 1..0])])"), "R09");
    assert_eq!(code_of("", "len(product([0..9 for i in 1..9]))"), "R09");
}

#[test]
fn helpers_of_lists_have_sensible_edges() {
    all_true(
        "",
        &[
            "sorted([2, -1, 2]) == [-1, 2, 2]",
            "distinct([2, 1, 2, 1]) == [2, 1]",
            "reversed([]) == []",
            "len(subsets({})) == 1",
            "subsets({1, 2}) == [{}, {1}, {2}, {1, 2}]",
        ],
    );
    all_true(
        "",
        &[
            "count(x % 2 == 0 for x in 1..9) == 4",
            "any(x == 3 for x in [1, 3])",
            "not all(x == 3 for x in [1, 3])",
            "count([1, 2, 1], 1) == 2",
            "count({1, 2}, 1) == 1",
        ],
    );
    all_true(
        "",
        &[
            "sum(x * y for x in 1..3, y in 1..2) == 18",
            "[10 * x + y for x in 1..2 for y in 0..<x] == [10, 20, 21]",
            "[x for x in 1..9 if x % 4 == 0] == [4, 8]",
        ],
    );
    all_true("", &["any(1 // x == 1 for x in [1, 0])", "not all(1 // x == 0 for x in [1, 0])"]);
    all_true(
        "param word : text = \"abca\"",
        &[
            "len(word) == 4",
            "word[0] == \"a\"",
            "word[1..2] == \"bc\"",
            "count(c == \"a\" for c in word) == 2",
            "\"bc\" in word",
            "\"z\" not in word",
            "distinct(word) == [\"a\", \"b\", \"c\"]",
        ],
    );
}

#[test]
fn helpers_of_boards_know_rows_columns_and_neighbours() {
    let b = "param b : grid[2, 3] of 0..9 = [[1, 1, 2], [3, 1, 2]]";
    all_true(
        b,
        &[
            "b[0, 2] == 2",
            "b[(1, 0)] == 3",
            "len(cells(b)) == 6",
            "first(cells(b)) == (0, 0)",
            "last(cells(b)) == (1, 2)",
            "rows(b)[1] == [(1, 0), (1, 1), (1, 2)]",
            "cols(b)[2] == [(0, 2), (1, 2)]",
        ],
    );
    all_true(
        b,
        &[
            "len(rows(b)) == 2",
            "len(cols(b)) == 3",
            "around4(b, (0, 0)) == [(0, 1), (1, 0)]",
            "len(around8(b, (0, 1))) == 5",
            "ray(b, (0, 0), (0, 1)) == [(0, 1), (0, 2)]",
            "ray(b, (1, 2), (-1, -1)) == [(0, 1)]",
            "ray(b, (0, 0), (-1, 0)) == []",
        ],
    );
    all_true(
        b,
        &[
            "flood(b, (0, 0)) == [(0, 0), (0, 1), (1, 1)]",
            "flood(b, (0, 0), [(0, 1)]) == [(0, 0), (0, 1)]",
            "flood(b, (0, 0), [(1, 1)]) == [(0, 0), (1, 1)]",
            "flood(b, (1, 1), []) == [(1, 1)]",
            "flood(b, (0, 0), directions4) == flood(b, (0, 0))",
            "borders(b, flood(b, (0, 2))) == [(0, 1), (1, 1)]",
            "borders(b, [(0, 0)]) == [(0, 1), (1, 0)]",
            "line(b, 1, 2)",
            "line(b, 2, 2)",
            "not line(b, 1, 3)",
            "line(b, 3, 1)",
            "not line(b, 9, 1)",
        ],
    );
    all_true(
        b,
        &[
            "(0, 1) + (1, 0) == (1, 1)",
            "(1, 1) - (0, 1) == (1, 0)",
            "row_of((4, 7)) == 4",
            "col_of((4, 7)) == 7",
            "row_of((0, 0) - (2, 3)) == -2",
            "(0, 0) in cells(b)",
            "(2, 0) not in cells(b)",
        ],
    );
    all_true(
        b,
        &[
            "sum(b[c] for c in cells(b)) == 10",
            "sum(b[c] for c in rows(b)[0]) == 4",
            "len(directions4) == 4",
            "len(distinct(directions8)) == 8",
            "all(d in directions8 for d in directions4)",
            "sum(len(around8(b, c)) for c in cells(b)) == 22",
        ],
    );
    all_true(
        "param w : grid[2, 2] of player? = [[First, none], [none, Second]]",
        &["not full(w)", "w[0, 1] == none", "w[1, 1] == Second", "count(w[c] == none for c in cells(w)) == 2"],
    );
    assert_eq!(code_of(b, "ray(b, (0, 0), (0, 0))"), "R07");
    assert_eq!(code_of(b, "flood(b, (5, 5))"), "R03");
    assert_eq!(code_of(b, "b[(0, 3)]"), "R03");
    assert_eq!(code_of(b, "b[(0, 0) - (0, 1)]"), "R03");
}

#[test]
fn helpers_of_graphs_count_edges() {
    let g = "param g : graph[1..9] = [[1], [0, 2], [1], []]";
    all_true(
        g,
        &[
            "len(g) == 4",
            "g[1] == [0, 2]",
            "degree(g, 3) == 0",
            "degree(g, 1) == 2",
            "nodes(g) == 0..3",
            "distance(g, 0, 2) == 2",
            "distance(g, 1, 1) == 0",
        ],
    );
    assert_eq!(code_of(g, "distance(g, 0, 3)"), "R07");
    assert_eq!(code_of(&format!("{g}\nparam far : int = 4"), "g[far]"), "R03");
    assert_eq!(code_of(&format!("{g}\nparam far : int = 4"), "degree(g, far)"), "R03");
    assert_eq!(code_of(&format!("{g}\nparam far : int = -1"), "distance(g, 0, far)"), "R03");
}

#[test]
fn defs_with_the_same_names_inside_do_not_meet() {
    let defs = "def double(x) = 2 * x\ndef add(x, y) = x + y\ndef sub(y, x) = y - x\ndef total(xs) = sum(x for x in xs)\ndef weigh(xs, k) = sum(x * k for x in xs)";
    all_true(
        defs,
        &[
            "double(double(3)) == 12",
            "add(double(1), double(2)) == 6",
            "sub(1, 2) == -1",
            "sub(add(1, 2), add(3, 4)) == -4",
            "add(add(1, 2), add(add(3, 4), 5)) == 15",
        ],
    );
    all_true(
        defs,
        &[
            "add(sum(x for x in 1..3), sum(x for x in 1..4)) == 16",
            "sub(total([x + 1 for x in 1..3]), total([x for x in 1..2])) == 6",
            "weigh([double(x) for x in 1..3], add(1, total([1, 1]))) == 36",
        ],
    );
    all_true(
        defs,
        &[
            "total([weigh([x, y], x) for x in 1..2, y in 1..2]) == 19",
            "[sub(x, total([y for y in 1..x])) for x in 1..3] == [0, -1, -3]",
            "add(total([total([x, 1]) for x in 1..2]), weigh([1], total([2]))) == 7",
        ],
    );
    all_true(
        "let k = 5\ndef f(x) = x + k\ndef g(x) = f(x) + f(x + 1)",
        &["g(1) == 13", "f(g(0)) == 16", "sum(g(x) for x in 0..1) == 24"],
    );
    all_true(
        "def pick(c, a, b) = if c then a else b",
        &["pick(true, 1, 2) == 1", "pick(pick(true, false, true), [1], [2, 3]) == [2, 3]"],
    );
}

#[test]
fn defs_inside_moves_see_the_position_as_it_stands() {
    holds(
        "state n : 0..9 = 5\ndef twice(k) = k * n\nmove go(k in 1..2) { when n == 5; let before = twice(k); n -= k; when before == 5 * k and twice(k) == (5 - k) * k }\nstuck => me loses\nexample => len(best) == 2",
    );
    holds("state xs : list[3] of 0..9 = [3, 1, 2]\ndef at(i) = xs[i]\ndef most() = max(at(i) for i in 0..2)\nmove go(i in 0..2 if at(i) == max(at(j) for j in 0..2)) { when at(i) > 0; xs[i] = 0 }\nstuck => me loses\nexample => First wins in 3, best == [\"go(0)\"]".replace("def most() = max(at(i) for i in 0..2)\n", "").as_str());
}

#[test]
fn a_value_fills_what_its_declaration_asks_for() {
    all_true(
        "param xs : list[3] of 0..9 = 4\nparam b : grid[2, 2] of bool = true\nparam s : set of 1..9 = [3, 3, 1]",
        &["xs == [4, 4, 4]", "full(b)", "count(b[c] for c in cells(b)) == 4", "s == {1, 3}"],
    );
    all_true("param xs : list[2] of list[2] of 0..9 = 4", &["xs == [[4, 4], [4, 4]]"]);
    all_true("param xs : list[2] of list[2] of 0..9 = [[1, 2], [3, 4]]", &["xs[1][0] == 3"]);
}

#[test]
fn names_of_types_can_be_compared_listed_and_kept_in_sets() {
    all_true(
        "type Colour = {red, green, blue}",
        &[
            "red == red",
            "red != blue",
            "red in [red, green]",
            "{red, green} - {green} == {red}",
            "len({red, red}) == 1",
            "sorted([blue, red]) == [red, blue]",
            "count(c == red for c in [red, blue, red]) == 2",
        ],
    );
}
