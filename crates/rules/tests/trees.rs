//! The grammar: how texts are read, shown as the tree without places.

use bouton_rules::{
    Source,
    diagnostic::render,
    syntax::{
        outline, parse,
        tree::{Expr, ExprKind, LineKind},
    },
};

/// Both texts parse without a finding, and to the same tree.
fn same(a: &str, b: &str) {
    let read = |text: &str| {
        let source = Source::new("a.game", text);
        let (file, found) = parse(&source);
        assert!(found.is_empty(), "{}", render(&source, &found, false));
        outline(&file)
    };
    assert_eq!(read(a), read(b));
}

/// An expression with brackets around everything that binds.
fn bracketed(text: &str) -> String {
    let source = Source::new("a.game", format!("let a = {text}"));
    let (file, found) = parse(&source);
    assert!(found.is_empty(), "{}", render(&source, &found, false));
    let LineKind::Let { value, .. } = &file.lines[0].kind else { unreachable!("a let line") };
    shape(&source, value)
}

fn shape(source: &Source, expr: &Expr) -> String {
    let show = |expr: &Expr| shape(source, expr);
    match &expr.kind {
        ExprKind::Binary(op, a, b) => format!("({} {op:?} {})", show(a), show(b)),
        ExprKind::Unary(op, a) => format!("({op:?} {})", show(a)),
        ExprKind::Range { lo, hi, .. } => format!("({} .. {})", show(lo), show(hi)),
        ExprKind::If(c, a, b) => format!("(if {} {} {})", show(c), show(a), show(b)),
        ExprKind::Compare(first, rest) => {
            let rest: Vec<String> = rest.iter().map(|(op, expr)| format!(" {op:?} {}", show(expr))).collect();
            format!("({}{})", show(first), rest.concat())
        }
        _ => source.slice(expr.span).to_owned(),
    }
}

fn docs(text: &str) -> Vec<Vec<String>> {
    parse(&Source::new("a.game", text)).0.lines.into_iter().map(|line| line.doc).collect()
}

#[test]
fn operators_bind_as_the_table_says() {
    let pairs = [
        ("1 + 2 * 3", "(1 Add (2 Mul 3))"),
        ("1 - 2 - 3", "((1 Sub 2) Sub 3)"),
        ("-x * y", "((Neg x) Mul y)"),
        ("- -f(x)[1]", "(Neg (Neg f(x)[1]))"),
        ("not x == y", "(Not (x Eq y))"),
        ("not x and y or z", "(((Not x) And y) Or z)"),
        ("x in 0..n - 1", "(x In (0 .. (n Sub 1)))"),
        ("x not in s | t & u", "(x NotIn (s Union (t Intersect u)))"),
        ("0 <= r < m // 2 % 3", "(0 Le r Lt ((m Div 2) Mod 3))"),
        ("if x then y else z + 1", "(if x y (z Add 1))"),
    ];
    for (text, expected) in pairs {
        assert_eq!(bracketed(text), expected);
    }
}

#[test]
fn a_line_goes_on_where_it_must() {
    same("let a = f(1,\n 2)", "let a = f(1, 2)");
    same("let a = 1 +\n 2", "let a = 1 + 2");
    same("let a =\n 1", "let a = 1");
    same("end when x\n=> draw", "end when x => draw");
    same("move a { if x { again }\nelse { break } }", "move a { if x { again } else { break } }");
    same("let a = {1,\n2}", "let a = {1, 2}");
}

#[test]
fn a_block_needs_no_separator_after_it() {
    same(
        "move m { if n > 0 { n = 1 } n = 2; for i in 1..2 { n = i } n = 3 }",
        "move m { if n > 0 { n = 1 }; n = 2; for i in 1..2 { n = i }; n = 3 }",
    );
}

#[test]
fn a_bracket_on_the_next_line_starts_something_new() {
    let (file, _) = parse(&Source::new("a.game", "move m { x = a\n y[0] = b; z = c }"));
    let LineKind::Move(m) = &file.lines[0].kind else { unreachable!("a move line") };
    assert_eq!(m.body.stmts.len(), 3);
}

#[test]
fn words_with_a_place_are_names_elsewhere() {
    same("let by = to + draw + win + from + with + rows", "let by = to + draw + win + from + with + rows");
    same("let total = set + list + grid + cell", "let total = set + list + grid + cell");
    same("def first(p) = p", "def first(p) = p");
    same("state x : list[2] of set of 0..3? = y", "state x : list[2] of set of 0..3? = y");
}

#[test]
fn doc_comments_belong_to_the_line_below_or_beside() {
    assert_eq!(docs("## a\n## b\nparam n : 1..3 ## c\n"), [["a", "b", "c"]]);
    assert_eq!(docs("## a\n\nparam n : 1..3 # c\n"), [[""; 0]]);
    assert_eq!(docs("let x = 1 ## a\nlet y = 2\n"), [vec!["a"], vec![]]);
    assert_eq!(docs("### ruler\n#\nlet x = 1"), [[""; 0]]);
    assert_eq!(docs("move m { ## take\n again\n}"), [["take"]]);
}

#[test]
fn every_line_of_the_grammar_is_read() {
    let text = r#"
game G "title \"x\" \\ \n"
players A, B
param n : 1..9 = 3
param g : graph[3..10]
param s : text
require n > 1 "why"
let k = 0 <= n < 9
type colour = {red, green}
def f(a, b) = a + b
state h : list[1..n] of int = [x * y for x in 1..3 if x != 2 for y in 1..2]
state at : node of g = 0
state c : cell of h? = none
invariant any(x > 0 for x in h, y in h if y > x)
remaining sum(h)
move m(x in 1..n if x > 1, y in {x}) by A as "take {x}" {
  var a, b = 1
}
"#;
    let (file, found) = parse(&Source::new("a.game", text));
    assert_eq!(found.len(), 1, "`var a, b` is no statement");
    assert_eq!(file.lines.len(), 15);
    let rest = r#"
move m { a, b[1] = b[1], a; gain 1 to opponent; gain 2; turn A; end when x => A leads by 3; end => draw; end when y }
starts if n > 1 then A else B
normalise { h = sorted(h) }
stuck when n == 1 => pass else me loses
stuck => opponent wins
repeat => A wins
repeat => draw
symmetry permute h, mirror rows of b, mirror columns of b, transpose b, rotations of b, reflections of b, swap players
symmetry b[r, c] -> b[r, n - 1 - c]
show h as row from i to j with X "x", O "o"
show b as grid upward
show g with m "M"
example => not A wins, draw in 3, not (x), positions == 3
example n=3 => A leads by 2
"#;
    let source = Source::new("a.game", rest);
    let (file, found) = parse(&source);
    assert!(found.is_empty(), "{}", render(&source, &found, false));
    assert_eq!(file.lines.len(), 14);
}
