//! The book of mistakes of meaning: names, types, bounds, players, points, structure. One mistake gives one finding.

use bouton_rules::{Source, check, diagnostic::render};

/// Every mistake is added to this game, unless it brings a game of its own.
const GAME: &str =
    "game G\nparam m : 1..9 = 5\nstate n : 0..9 = m\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\n";

/// Name and text of each mistake.
static MISTAKES: &[(&str, &str)] = &[
    // Names.
    ("a name misspelt", "let half = mm // 2\ninvariant n >= half"),
    ("a variable misspelt in a move", "move drop { when n > 0; nn -= 1 }"),
    ("a name from nowhere", "invariant n < limit"),
    ("a helper misspelt", "invariant mox(n, 1) > 0"),
    ("a helper without brackets", "invariant n < len"),
    ("a helper of Python", "invariant n in range(10)"),
    ("a def without brackets where it is used", "def double(x) = 2 * x\ninvariant double >= 0"),
    ("a variable called like a def", "invariant n(2) > 0"),
    ("a name used twice", "let n = 3"),
    ("a choice named like a variable of its line", "move give(n in 1..n) { again }"),
    ("a loop named like a variable of its line", "move give {\n  n -= 1\n  for n in 1..2 { again }\n}"),
    ("a choice taken for the variable of its name", "move give(n in 1..3) { n -= 1 }"),
    ("a loop named like a choice", "move lay(x in 1..3) {\n  for x in 1..2 { n -= x }\n}"),
    ("two arguments of one name", "def f(x, x) = x + 1\ninvariant f(n, 1) > 0"),
    ("a parameter used above its line", "let early = late + 1\nparam late : 0..3\ninvariant n < early + 10"),
    ("a player misspelt", "players Alice, Bob\nend when n == 3 => Alise wins"),
    ("a player from nowhere", "end when n == 3 => Carol wins"),
    ("a move for nobody", "players Alice, Bob\nmove rest by Carol { when n > 0; n -= 1 }"),
    ("one name for both players", "players Alice, Alice"),
    ("a position of no board", "state seen : set of position of nn = {}\nmove rest { seen += {1} }"),
    ("a position of a number", "invariant position(n) > 0"),
    ("a position of a value", "invariant position(n + 1) > 0"),
    (
        "a position of what changes its length",
        "state xs : list[0..3] of 0..2 = []\nmove rest { xs = [1]; when position(xs) > 0 }",
    ),
    ("a position of sets", "state xs : list[2] of set of 1..2 = {}\nmove rest { xs[0] = {1}; when position(xs) > 0 }"),
    ("a position before play", "let a = position(n)\ninvariant n >= a"),
    ("a move misspelt", "move rest { when not can(tale); n = 0 }"),
    ("a move of no name", "invariant can(jump) or n < 10"),
    ("a type misspelt", "state flag : boole = false\nmove flip { flag = not flag }"),
    ("a type from nowhere", "state colour : Colour = 0\nmove paint { colour = 1 }"),
    (
        "a value of no type",
        "type Colour = {red, green}\nstate colour : Colour = blue\nmove paint(c in [red, green]) { colour = c }",
    ),
    ("a board from nowhere", "state at : cell of board = (0, 0)\nmove step { at = (1, 1) }"),
    ("a graph that is none", "state at : node of m = 0\nmove step { at = 1 }"),
    ("a parameter of an example misspelt", "example mm=3 => First wins"),
    ("a choice of no name in words", "move give(j in 1..3) as \"give {i}\" { when j <= n; n -= j }"),
    ("a picture nobody draws", "show n as pile"),
    ("a variable of no name shown", "show nn as row"),
    (
        "a letter for what a board cannot hold",
        "state b : grid[2, 2] of player? = none\nmove mark(r in 0..1, c in 0..1) { when b[r, c] == none; b[r, c] = me }\nshow b as grid with n \"x\"",
    ),
    ("a letter for numbers", "state xs : list[2] of 0..3 = 0\nmove mark { xs[0] = 2 }\nshow xs as row with n \"x\""),
    ("a def that uses itself", "def fact(k) = if k == 0 then 1 else k * fact(k - 1)\ninvariant n < fact(4)"),
    ("two defs that use each other", "def f(x) = g(x)\ndef g(x) = f(x)\ninvariant f(n) == 0"),
    // Types.
    ("a number as a condition", "invariant n"),
    ("a condition as a number", "move drop { n = n > 3 }"),
    ("a text as a number", "let a = \"x\" + 1\ninvariant n < a"),
    ("a player compared with a number", "invariant me == 1"),
    ("not before a number", "invariant not n == 3 or not n"),
    ("minus before a list", "let a = -[1, 2]\ninvariant n in a"),
    ("one cell for a board", "state b : grid[2, 2] of bool = false\nmove mark { b = true }"),
    ("an entry of a number", "invariant n[0] == 1"),
    ("a board with one index", "state b : grid[2, 2] of bool = false\nmove mark(r in 0..1) { b[r] = true }"),
    ("a list with two indices", "state xs : list[2] of 0..3 = 0\nmove mark { xs[0, 1] = 2 }"),
    ("an entry of a set", "state s : set of 1..3 = {}\nmove mark { s[0] = 2 }"),
    ("a number put into a set", "state s : set of 1..3 = {}\nmove mark(j in 1..3) { s += j }"),
    ("running over a number", "move lay(j in m) { n -= j }"),
    ("running over a board", "state b : grid[2, 2] of bool = false\nmove mark(c in b) { b[c] = true }"),
    ("a helper given too much", "invariant abs(n, 2) > 0"),
    ("a helper given another kind", "invariant len(n) > 0"),
    ("a def given too little", "def more(a, b) = a + b\ninvariant more(n) > 0"),
    ("an if with unlike sides", "let a = if m > 1 then 2 else \"two\"\ninvariant n != a"),
    ("a list of unlike entries", "let a = [1, true]\ninvariant n in a"),
    ("a set of lists", "let a = {[1], [2]}\ninvariant len(a) == 2"),
    ("looking for a player in numbers", "invariant me in 1..3"),
    ("a truth value with a question mark", "state x : bool? = true\nmove mark { x = false }"),
    ("a number compared with none", "invariant n != none"),
    ("none for a number", "state x : 0..3 = none\nmove mark { x = 3 }"),
    ("a cell of three parts", "state b : grid[2, 2] of bool = false\nmove mark { b[(0, 1, 1)] = true }"),
    ("a type as a value", "type Small = 0..3\ninvariant n > Small"),
    ("who moves next is a number", "move rest { turn n }"),
    // Players and points.
    ("me before play", "let mine = me\ninvariant n < 10 or mine == First"),
    ("me in a first value", "state who : player = me\nmove pass_on { who = opponent }"),
    ("me in normalise", "state who : player = First\nnormalise { who = me }"),
    ("a win in a game of points", "move sell { when n > 0; n = 0; gain 2 }"),
    (
        "a draw in a game of points",
        "game G\nstate n : 0..9 = 9\nmove sell { when n > 0; n -= 1; gain 2 }\nstuck => draw",
    ),
    ("an end that does not say who wins", "end when n == 3"),
    ("an end in a move that does not say who wins", "move quit { when n > 5; n = 0; end }"),
    ("remaining without points", "remaining n"),
    (
        "endless play in a game of points",
        "game G\nstate n : 0..9 = 9\nmove sell { n = 9 - n; gain 2 }\nrepeat => First wins",
    ),
    ("a lead expected of a game without points", "example => First leads by 3"),
    ("points expected of a game without points", "example => total(First) == 3"),
    // Bounds.
    ("a variable without bounds", "state x : int = 0\nmove count_up { x += 1 }"),
    ("a first value out of bounds", "state x : 1..9 = 0\nmove count_up { x += 1 }"),
    ("a change that never fits", "move lift { n = 10 }"),
    ("an index one past the end", "state xs : list[3] of 0..9 = 0\nmove mark { xs[3] = 1 }"),
    ("a row that is not there", "state b : grid[3, 3] of bool = false\nmove mark { b[3, 0] = true }"),
    ("dividing by zero", "let a = m // 0\ninvariant n != a"),
    ("a loop without end", "param far : int\nmove long { for _i in 1..far { n -= 1 } }"),
    ("bounds the wrong way round", "state x : 9..0 = 3\nmove count_up { x += 1 }"),
    ("a number past 64 bits", "let big = 9_000_000_000_000_000_000 * 2\ninvariant n < big"),
    ("a position too large", "state xs : list[9_000_000] of 0..9 = 0\nmove mark { xs[0] = 1 }"),
    ("an example out of bounds", "example m=10 => First wins"),
    // Structure.
    ("no game line", "state n : 0..9 = 9\nmove take { when n > 0; n -= 1 }\nstuck => me loses"),
    ("no state", "game G\nmove take { again }\nstuck => me loses"),
    ("no move", "game G\nstate n : 0..9 = 9\nend when n == 9 => draw"),
    ("two games in a file", "game H"),
    ("two lines of who starts", "starts First\nstarts Second"),
    ("a condition in normalise", "normalise { when n > 0 }"),
    ("points in normalise", "normalise { gain 2 }"),
    ("break outside a loop", "move stop { n = 0; break }"),
    ("a parameter changed", "move grow { m += 1 }"),
    ("a choice changed", "move give(j in 1..3) { j = 2; n -= j }"),
    ("a let changed", "move give { let x = 1; x += 1; n -= x }"),
    ("a number changed", "move give { 3 = n }"),
    ("a slice changed", "state xs : list[3] of 0..9 = 0\nmove mark { xs[0..1] = 1 }"),
    ("can in a circle", "move a { when not can(b); n = 0 }\nmove b { when not can(a); n = 0 }"),
    ("can of itself", "move a { when not can(a); n = 0 }"),
    ("a stuck line after one that always applies", "stuck when n == 3 => draw"),
    ("old outside a move", "invariant old(n) >= n"),
    ("old of a choice", "move give(j in 1..3) { when old(j) <= n; n -= j }"),
    ("a variable in a bound", "state x : 0..n = 0\nmove mark { x = 1 }"),
    ("a variable in a let", "let twice = 2 * n\ninvariant n <= twice"),
    ("a variable in an example", "example => n == 3"),
    ("a graph in a position", "state g : graph[3] = [[1], [0], []]\nmove mark { g = [[], [], []] }"),
    ("a symmetry of a number", "symmetry permute n"),
    (
        "a symmetry of the wrong shape",
        "state xs : list[3] of 0..9 = 0\nmove mark { xs[0] = 1 }\nsymmetry xs[r, c] -> xs[c, r]",
    ),
    // Warnings.
    ("a parameter nobody reads", "param size : 1..9 = 3"),
    ("a let nobody reads", "let twice = 2 * m"),
    ("a def nobody calls", "def twice(x) = 2 * x"),
    ("a def nobody calls with a fault", "def twice(x) = 2 * y"),
    ("a choice that makes no difference", "move give(j in 1..3) { when n > 0; n -= 1 }"),
    ("a local nobody reads", "move give { when n > 0; let j = 3; n -= 1 }"),
    ("a variable nobody changes", "state x : 0..9 = 3\ninvariant x == 3"),
    ("a variable nobody reads", "state x : 0..9 = 3\nmove mark { x = 3 }"),
];

#[test]
fn every_mistake_has_its_message() {
    let mut book = String::new();
    let mut wrong = Vec::new();
    for (name, text) in MISTAKES {
        let brings_its_own = text.starts_with("game G") || name.starts_with("no game");
        let whole = if brings_its_own { (*text).to_owned() } else { format!("{GAME}{text}") };
        let source = Source::new("a.game", whole);
        let (_, found) = check(&source);
        if found.len() != 1 {
            wrong.push(format!("{name}: {} findings", found.len()));
        }
        book.push_str(&format!("== {name}\n{text}\n--\n{}\n", render(&source, &found, false)));
    }
    insta::assert_snapshot!(book);
    assert!(wrong.is_empty(), "one mistake gives one finding: {wrong:#?}");
}
