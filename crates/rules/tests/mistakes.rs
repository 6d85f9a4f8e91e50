//! The book of mistakes: source and message side by side. Review reads it like prose.

use bouton_rules::{Source, diagnostic::render, syntax::parse};

/// Name and text of each mistake.
static MISTAKES: &[(&str, &str)] = &[
    ("one equals sign in a condition", "end when x = 0 => draw"),
    ("two equals signs to give a value", "param n : 1..9 == 3"),
    ("a single slash", "let half = n / 2"),
    ("operators of C", "end when x > 1 && !y || z => draw"),
    ("a power", "let p = 2 ** n"),
    ("counting up as in C", "move m {\n  x++\n}"),
    ("values of Python", "state b : bool = True\nstate c : player? = None"),
    ("an if without else", "let a = if x > 1 then 2"),
    ("an if without then", "let a = if x > 1 2 else 3"),
    ("a statement with then", "move m {\n  if x == 1 then y = 2\n}"),
    ("an outcome without arrow", "end when x == 0 me wins"),
    ("an outcome with a thin arrow", "stuck -> draw"),
    ("an outcome that is none", "stuck => me looses\nstuck => victory"),
    ("a lead without by", "end when x == 0 => me leads 3"),
    ("a param without a type", "param n = 3"),
    ("a state without a first value", "state x : 0..9\nstuck => draw"),
    ("a type that is a value", "state x : 5 = 0"),
    ("a list of nothing", "state xs : list[3] = [0, 0, 0]"),
    ("a bracket never closed", "let a = max(1, (2 + 3)\nstuck => draw"),
    ("the wrong bracket", "let a = [1, 2)"),
    ("a missing comma", "let a = [1 2]"),
    ("a brace never closed", "move m {\n  if x == 1 {\n    again\n  }\n\nmove k { again }"),
    ("a brace too many", "move m { again }\n}\nstuck => draw"),
    ("a misspelt first word", "stat x : 0..9 = 0\nmve m { again }"),
    ("a first word of another language", "function f(x) = x + 1"),
    ("a line that starts with nothing known", "the player takes stones"),
    ("a statement outside a move", "gain 3\nvar x = 1"),
    ("a change outside a move", "x = 3"),
    ("a move inside a move", "move m {\n  move k { again }\n}"),
    ("a state inside a move", "move m {\n  state x : 0..3 = 0\n}"),
    ("a string never closed", "game Nim \"Nim, the game\nstuck => draw"),
    ("an unknown escape", r#"game Nim "a\tb""#),
    ("Chinese punctuation", "players 甲，乙\nmove 取（x in 1..3） { again }"),
    ("curly quotes", "game Nim “Nim”"),
    ("signs of mathematics", "end when x ≤ 3 => draw\nlet a = 2 × 3"),
    ("a sign of no language", "let a = 3 @ 4"),
    ("an invisible sign", "let a = 1\u{0}"),
    ("a fraction", "let a = 1.5"),
    ("a number stuck to a name", "let a = 2n + 1"),
    ("a number too large", "let a = 99_999_999_999_999_999_999"),
    ("a reserved word as a name", "state move : 0..9 = 0\nmove end { again }"),
    ("a value missing", "let a = 1 +\nstuck => draw"),
    ("two operators", "let a = 1 + * 2"),
    ("three players", "players A, B, C"),
    ("a def without brackets", "def f = 3"),
    ("a range with a step", "let a = 1..9..2"),
    ("a range with three dots", "let a = 1...9"),
    ("not in the wrong place", "let a = x == not y"),
    ("repeat with me", "repeat => me wins"),
    ("end without when", "end x == 0 => draw"),
    ("a product without sign", "let a = 2 (n + 1)"),
    ("mod as a word", "let a = n mod 2"),
    ("a loop without bound", "move m {\n  while x > 0 { x -= 1 }\n}"),
    ("elif", "move m {\n  if x { again }\n  elif y { again }\n}"),
    ("a call as a statement", "move m {\n  append(xs, 3)\n}"),
    ("a lone name as a statement", "move m {\n  x\n}"),
    ("an outcome as a statement", "move m {\n  me wins\n}"),
    ("uneven assignment", "move m {\n  a, b = b\n}"),
    ("an example without arrow", "example n=3"),
    ("a symmetry nobody knows", "symmetry flip board"),
    (
        "a sum that is not made of parts",
        "part Row(n : 0..9) {\n  move bowl(w in 1..2) => n - w\n  move all => 0\n  move one { n -= 1 }\n  gain 1\n}\nstart 3\nstuck => me loses",
    ),
    (
        "several mistakes at once",
        "game Nim\nstate x : 0..9 := 0\nmove take(k in 1..3 {\n  x = x - k;;\n  when x => 0\n}\nstuck => me lose",
    ),
];

#[test]
fn every_mistake_has_its_message() {
    let mut book = String::new();
    for (name, text) in MISTAKES {
        let source = Source::new("a.game", *text);
        let (_, found) = parse(&source);
        assert!(!found.is_empty(), "no finding for {name}");
        book.push_str(&format!("== {name}\n{text}\n--\n{}\n", render(&source, &found, false)));
    }
    insta::assert_snapshot!(book.replace('\0', "<NUL>"));
}
