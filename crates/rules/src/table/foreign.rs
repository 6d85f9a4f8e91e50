//! What people write who come from other languages or other keyboards, and what they mean by it. Only messages read these tables.

use crate::text::Text;

/// Something written in another language's way.
#[derive(Clone, Copy, Debug)]
pub struct ForeignRow {
    /// What was written.
    pub text: &'static str,
    /// What it means here; the reader goes on as if this stood there.
    pub means: &'static str,
    /// What to do about it; code alone is to be written.
    help: &'static str,
    /// Whether putting `means` in its place is the whole cure.
    pub replace: bool,
}

impl ForeignRow {
    /// What to do about it.
    #[must_use]
    pub fn help(&self) -> Text {
        let code = self.help.strip_prefix('`').and_then(|code| code.strip_suffix('`'));
        match code.filter(|code| !code.contains('`')) {
            Some(code) => say!("write `{code}`"),
            None => self.help.into(),
        }
    }
}

const fn swap(text: &'static str, means: &'static str, help: &'static str) -> ForeignRow {
    ForeignRow { text, means, help, replace: true }
}

const fn hint(text: &'static str, means: &'static str, help: &'static str) -> ForeignRow {
    ForeignRow { text, means, help, replace: false }
}

/// Operators.
pub static OPERATORS: &[ForeignRow] = &[
    swap("&&", "and", "`and`"),
    swap("||", "or", "`or`"),
    swap("!", "not ", "`not`"),
    swap("/", "//", "numbers are whole: `//` divides and rounds down"),
    swap("===", "==", "`==`"),
    swap("!==", "!=", "`!=`"),
    swap("<>", "!=", "`!=`"),
    swap("=<", "<=", "`<=`"),
    swap(":=", "=", "`=`"),
    swap("...", "..", "write `..` (both ends belong to the range) or `..<` (the last one does not)"),
    swap("..=", "..", "`..` already includes the last number; `..<` leaves it out"),
    hint("**", "*", "there is no power operator; write a product, such as `x * x`"),
    hint("*=", "=", "write `x = x * …`; only `+=` and `-=` are short forms"),
    hint("/=", "=", "write `x = x // …`, or `!=` for \"not equal\""),
    hint("//=", "=", "write `x = x // …`; only `+=` and `-=` are short forms"),
    hint("%=", "=", "write `x = x % …`; only `+=` and `-=` are short forms"),
];

/// Values and words in another spelling.
pub static VALUES: &[ForeignRow] = &[
    swap("True", "true", "`true`"),
    swap("TRUE", "true", "`true`"),
    swap("False", "false", "`false`"),
    swap("FALSE", "false", "`false`"),
    swap("None", "none", "`none`"),
    swap("NONE", "none", "`none`"),
    swap("null", "none", "`none`"),
    swap("nil", "none", "`none`"),
];

/// Words where an operator or the end was expected.
pub static INFIX: &[ForeignRow] = &[
    swap("AND", "and", "`and`"),
    swap("And", "and", "`and`"),
    swap("OR", "or", "`or`"),
    swap("Or", "or", "`or`"),
    swap("is", "==", "`==`"),
    swap("isnt", "!=", "`!=`"),
    swap("equals", "==", "`==`"),
    swap("mod", "%", "`%`"),
    swap("div", "//", "`//`"),
    swap("to", "..", "a range is written `a..b`"),
    hint("between", "", "write `1 <= x <= 9`, or `x in 1..9`"),
    hint("contains", "", "`x in xs`"),
    hint("has", "", "`x in xs`"),
    hint("unless", "", "`if not (…) { … }`"),
    swap("xor", "^", "write `a ^ b`, or `xor(a, b)`"),
    swap("XOR", "^", "write `a ^ b`, or `xor(a, b)`"),
];

/// First words of lines.
pub static LINES: &[ForeignRow] = &[
    swap("function", "def", "a formula with a name is a `def`"),
    swap("func", "def", "a formula with a name is a `def`"),
    swap("fn", "def", "a formula with a name is a `def`"),
    swap("const", "let", "a fixed value is a `let`"),
    swap("constant", "let", "a fixed value is a `let`"),
    swap("parameter", "param", "a value given from outside is a `param`"),
    swap("input", "param", "a value given from outside is a `param`"),
    swap("action", "move", "what a player may do is a `move`"),
    swap("rule", "move", "what a player may do is a `move`"),
    swap("int", "state", "a variable of the position is a `state` line with bounds: `state x : 0..9 = 0`"),
    swap("integer", "state", "a variable of the position is a `state` line with bounds: `state x : 0..9 = 0`"),
    swap("number", "state", "a variable of the position is a `state` line with bounds: `state x : 0..9 = 0`"),
    swap("bool", "state", "a variable of the position is a `state` line: `state x : bool = false`"),
    swap("variable", "state", "a variable of the position is a `state` line with bounds: `state x : 0..9 = 0`"),
    swap("board", "state", "a board is a `state` line: `state board : grid[3, 3] of player? = none`"),
    swap("player", "players", "both players stand in one line: `players Alice, Bob`"),
    swap("enum", "type", "the names of a type stand in braces: `type Colour = {red, green}`"),
    hint("first", "", "who moves first is said by `starts NAME`"),
    hint("winner", "", "say when the game is over: `end when … => … wins`"),
    hint("goal", "", "say when the game is over: `end when … => … wins`"),
    hint("loses", "", "say when the game is over: `end when … => … loses`"),
    swap("assert", "require", "a condition on the parameters is a `require`, one on every position an `invariant`"),
    swap("test", "example", "a test is an `example`"),
    hint("win", "", "say when the game is over: `end when … => … wins`"),
    hint("draw", "", "say when the game is over: `end when … => draw`"),
    hint("import", "", "a rules file stands alone: there is nothing to import"),
    hint("include", "", "a rules file stands alone: there is nothing to include"),
    hint("while", "", "there is no loop without a bound; `for x in 1..n { … }` inside a move, with `break`"),
];

/// First words of statements.
pub static STATEMENTS: &[ForeignRow] = &[
    hint("elif", "", "`else if … { … }`"),
    hint("elsif", "", "`else if … { … }`"),
    hint("elseif", "", "`else if … { … }`"),
    hint("return", "", "a move gives nothing back: to forbid it say `when …`; a formula with a name is a `def` line"),
    hint("while", "", "there is no loop without a bound: `for x in 1..n { … }`, with `break`"),
    hint("loop", "", "there is no loop without a bound: `for x in 1..n { … }`, with `break`"),
    hint("continue", "", "put the rest of the loop into an `if … { … }`"),
    hint("print", "", "rules cannot print; `bouton solve` shows positions"),
    hint("draw", "", "an outcome follows an `end`: `end => draw`"),
    hint("win", "", "an outcome follows an `end`: `end => me wins`"),
    hint("lose", "", "an outcome follows an `end`: `end => me loses`"),
    hint("wins", "", "an outcome follows an `end`: `end => me wins`"),
    hint("loses", "", "an outcome follows an `end`: `end => me loses`"),
    hint("stop", "", "an `end` ends the game: `end => draw`"),
    hint(
        "unless",
        "",
        "write `when not (…)` for a move that is forbidden, `if not (…) { … }` for what is not always done",
    ),
    hint("assert", "", "a condition of the move is a `when`"),
    hint("ensure", "", "a condition of the move is a `when`"),
    hint("check", "", "a condition of the move is a `when`"),
    hint("where", "", "a condition of the move is a `when`"),
    hint("pass", "", "the turn passes by itself; a move that does nothing has empty braces: `move wait { }`"),
    hint("skip", "", "the turn passes by itself; a move that does nothing has empty braces: `move wait { }`"),
    hint("next", "", "the turn passes by itself after every move; `turn NAME` gives it to somebody else"),
    hint("switch", "", "the turn passes by itself after every move; several cases are `if … { … } else if … { … }`"),
    hint("swap", "", "two variables are exchanged by `a, b = b, a`; the turn passes by itself"),
    hint("set", "", "`x = …`"),
    hint("add", "", "write `x += …`; for a set `s += {x}`, for a list `xs = append(xs, x)`"),
    hint("remove", "", "write `s -= {x}` for a set, `xs = remove(xs, i)` for a list"),
    hint("score", "", "points are given by `gain 1`, or `gain 1 to NAME`"),
    hint("points", "", "points are given by `gain 1`, or `gain 1 to NAME`"),
];

/// Names that people expect to be there.
pub static NAMES: &[ForeignRow] = &[
    hint("winner", "", "who wins is said by an `end`: `end => me wins`"),
    hint("score", "", "points are not a variable: `gain 1` gives them to the mover, `gain 1 to NAME` to somebody"),
    hint("points", "", "points are not a variable: `gain 1` gives them to the mover, `gain 1 to NAME` to somebody"),
    hint("current_player", "me", "the player to move is `me`, the other one `opponent`"),
    hint("currentPlayer", "me", "the player to move is `me`, the other one `opponent`"),
    hint("current", "me", "the player to move is `me`, the other one `opponent`"),
    hint("player", "me", "the player to move is `me`, the other one `opponent`"),
    hint("mover", "me", "the player to move is `me`, the other one `opponent`"),
    hint("myself", "me", "the player to move is `me`"),
    hint("you", "opponent", "the player to move is `me`, the other one `opponent`"),
    hint("them", "opponent", "the other player is `opponent`"),
    hint("enemy", "opponent", "the other player is `opponent`"),
    hint("other", "opponent", "the other player is `opponent`"),
    hint("yes", "true", "`true`"),
    hint("no", "false", "`false`"),
    hint("empty", "none", "an empty place is `none`; its type has a `?`, as in `player?`"),
    hint("nobody", "none", "nobody is `none`; the type has a `?`, as in `player?`"),
    hint("undefined", "none", "nothing is `none`; the type has a `?`, as in `player?`"),
];

/// Other words for outcomes.
pub static OUTCOMES: &[ForeignRow] = &[
    swap("tie", "draw", "`draw`"),
    swap("tied", "draw", "`draw`"),
    swap("drawn", "draw", "`draw`"),
    swap("stalemate", "draw", "`draw`"),
    swap("remis", "draw", "`draw`"),
    swap("nobody", "draw", "where nobody wins it is a `draw`"),
    swap("win", "me wins", "say who: `me wins` is the player to move, or in a move the one who made it"),
    swap("wins", "me wins", "say who: `me wins` is the player to move, or in a move the one who made it"),
    swap("victory", "me wins", "say who: `me wins` is the player to move, or in a move the one who made it"),
    swap("lose", "me loses", "say who: `me loses` is the player to move, or in a move the one who made it"),
    swap("loses", "me loses", "say who: `me loses` is the player to move, or in a move the one who made it"),
];

/// Signs that look like ours, and ours. Full-width forms of ASCII signs are found by arithmetic and are not listed.
pub static LOOKALIKES: &[(char, &str)] = &[
    ('、', ","),
    ('。', ""),
    ('【', "["),
    ('】', "]"),
    ('「', "\""),
    ('」', "\""),
    ('《', "<"),
    ('》', ">"),
    ('“', "\""),
    ('”', "\""),
    ('„', "\""),
    ('‘', "\""),
    ('’', "\""),
    ('\'', "\""),
    ('`', "\""),
    ('«', "\""),
    ('»', "\""),
    ('…', ".."),
    ('‥', ".."),
    ('–', "-"),
    ('—', "-"),
    ('−', "-"),
    ('×', "*"),
    ('·', "*"),
    ('⋅', "*"),
    ('÷', "//"),
    ('≤', "<="),
    ('≦', "<="),
    ('⩽', "<="),
    ('≥', ">="),
    ('≧', ">="),
    ('⩾', ">="),
    ('≠', "!="),
    ('→', "=>"),
    ('⇒', "=>"),
    ('∧', "and"),
    ('∨', "or"),
    ('¬', "not"),
    ('∈', "in"),
    ('∉', "not in"),
    ('∪', "|"),
    ('∩', "&"),
    ('∅', "{}"),
    ('⊕', "xor(a, b)"),
];

/// What we write for a sign that looks like one of ours.
#[must_use]
pub fn ascii_for(letter: char) -> Option<String> {
    if ('\u{ff01}'..='\u{ff5e}').contains(&letter) {
        return char::from_u32(u32::from(letter) - 0xfee0).map(String::from);
    }
    let row = LOOKALIKES.iter().find(|row| row.0 == letter)?;
    Some(row.1.to_owned())
}

/// The row for a word or operator in one of the tables above.
#[must_use]
pub fn find(table: &'static [ForeignRow], text: &str) -> Option<&'static ForeignRow> {
    table.iter().find(|row| row.text == text)
}

/// What other languages write behind a dot, and what rules write: `xs` stands for what is before the dot, `ARGS` for what is given.
pub static METHODS: &[(&str, &str)] = &[
    ("row", "row_of(xs)"),
    ("r", "row_of(xs)"),
    ("col", "col_of(xs)"),
    ("column", "col_of(xs)"),
    ("c", "col_of(xs)"),
    ("length", "len(xs)"),
    ("size", "len(xs)"),
    ("append", "xs = append(xs, ARGS)"),
    ("push", "xs = append(xs, ARGS)"),
    ("add", "xs += {ARGS}"),
    ("insert", "xs = insert(xs, ARGS)"),
    ("remove", "xs = remove(xs, ARGS)"),
    ("discard", "xs -= {ARGS}"),
    ("pop", "xs = remove(xs, len(xs) - 1)"),
    ("sort", "xs = sorted(xs)"),
    ("reverse", "xs = reversed(xs)"),
    ("copy", "xs"),
    ("contains", "ARGS in xs"),
    ("includes", "ARGS in xs"),
    ("has", "ARGS in xs"),
    ("union", "xs | ARGS"),
    ("neighbors", "xs[ARGS]"),
    ("neighbours", "xs[ARGS]"),
];

/// Functions of other languages, and what rules have instead.
pub static CALLS: &[ForeignRow] = &[
    hint("push", "append", "`xs = append(xs, x)`"),
    hint("add", "append", "write `xs = append(xs, x)` for a list, `s += {x}` for a set"),
    hint("neighbors", "[]", "the neighbours of a node are `g[v]`; of a cell `around4(b, cell)` or `around8(b, cell)`"),
    hint("neighbours", "[]", "the neighbours of a node are `g[v]`; of a cell `around4(b, cell)` or `around8(b, cell)`"),
    hint("row", "row_of", "write `row_of(cell)`; all rows of a board are `rows(b)`"),
    hint("col", "col_of", "write `col_of(cell)`; all columns of a board are `cols(b)`"),
    hint("column", "col_of", "write `col_of(cell)`; all columns of a board are `cols(b)`"),
    hint("int", "//", "numbers are whole: `a // b` rounds down"),
    hint("round", "//", "numbers are whole: `a // b` rounds down, `(2 * a + b) // (2 * b)` to the nearest"),
    hint("ceil", "//", "write `(a + b - 1) // b`, rounded up"),
    hint("even", "%", "`a % 2 == 0`"),
    hint("odd", "%", "`a % 2 == 1`"),
    hint("empty", "len", "`len(xs) == 0`"),
    hint("exists", "any", "`any(… for x in xs)`"),
    hint("forall", "all", "`all(… for x in xs)`"),
    hint("every", "all", "`all(… for x in xs)`"),
    hint("some", "any", "`any(… for x in xs)`"),
    hint("index", "", "`first(i for i in 0..<len(xs) if xs[i] == x)`"),
    hint("reduce", "sum", "there are `sum`, `min`, `max`, `count`, `any` and `all`"),
    hint("enumerate", "0..1", "run over the places: `for i in 0..<len(xs) { … xs[i] … }`"),
    hint("zip", "0..1", "run over the places: `for i in 0..<len(xs) { … xs[i] … ys[i] … }`"),
    hint("range", "0..1", "a range is written `0..<n` (without n) or `1..n` (with n)"),
    hint("length", "len", "`len(xs)`"),
    hint("size", "len", "`len(xs)`"),
    hint("floor", "//", "numbers are whole: `a // b` rounds down"),
    hint("sqrt", "isqrt", "write `isqrt(a)`, rounded down"),
    hint("pow", "*", "write a product, such as `x * x`"),
    hint("mod", "%", "`a % b`"),
    hint("contains", "in", "`x in xs`"),
    hint("random", "", "there is no chance in these games: everything is decided by the players"),
    hint("rand", "", "there is no chance in these games: everything is decided by the players"),
    hint("print", "", "`show` lines draw the position; `bouton play` shows it at every move"),
    hint("filter", "[]", "`[x for x in xs if …]`"),
    hint("map", "[]", "`[… for x in xs]`"),
    hint("list", "[]", "write `[x for x in xs]`; a list of nothing is `[]`"),
    hint("set", "{}", "write `{x for x in xs}`; a set of nothing is `{}`"),
    hint(
        "graph",
        "edges",
        "a graph is written `edges([[0, 1], [1, 2]])`, or by the neighbours of each node: `adjacency([[1], [0, 2], [1]])`",
    ),
    hint("product", "*", "write a loop in a move: `for x in xs { p = p * x }`"),
];
