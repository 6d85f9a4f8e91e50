//! What people write who come from other languages or other keyboards, and what they mean by it. Only messages read these tables.

/// Something written in another language's way.
#[derive(Clone, Copy, Debug)]
pub struct ForeignRow {
    /// What was written.
    pub text: &'static str,
    /// What it means here; the reader goes on as if this stood there.
    pub means: &'static str,
    /// What to do about it.
    pub help: &'static str,
    /// Whether putting `means` in its place is the whole cure.
    pub replace: bool,
}

const fn swap(text: &'static str, means: &'static str, help: &'static str) -> ForeignRow {
    ForeignRow { text, means, help, replace: true }
}

const fn hint(text: &'static str, means: &'static str, help: &'static str) -> ForeignRow {
    ForeignRow { text, means, help, replace: false }
}

/// Operators.
pub static OPERATORS: &[ForeignRow] = &[
    swap("&&", "and", "write `and`"),
    swap("||", "or", "write `or`"),
    swap("!", "not ", "write `not`"),
    swap("/", "//", "numbers are whole: `//` divides and rounds down"),
    swap("===", "==", "write `==`"),
    swap("!==", "!=", "write `!=`"),
    swap("<>", "!=", "write `!=`"),
    swap("=<", "<=", "write `<=`"),
    swap(":=", "=", "write `=`"),
    swap("...", "..", "write `..` (both ends belong to the range) or `..<` (the last one does not)"),
    swap("..=", "..", "`..` already includes the last number; `..<` leaves it out"),
    hint("**", "*", "there is no power operator; write a product, such as `x * x`"),
    hint("^", "+", "write `xor(a, b)` for the nim-sum; for a power write a product, such as `x * x`"),
    hint("*=", "=", "write `x = x * …`; only `+=` and `-=` are short forms"),
    hint("/=", "=", "write `x = x // …`, or `!=` for \"not equal\""),
    hint("//=", "=", "write `x = x // …`; only `+=` and `-=` are short forms"),
    hint("%=", "=", "write `x = x % …`; only `+=` and `-=` are short forms"),
];

/// Values and words in another spelling.
pub static VALUES: &[ForeignRow] = &[
    swap("True", "true", "write `true`"),
    swap("TRUE", "true", "write `true`"),
    swap("False", "false", "write `false`"),
    swap("FALSE", "false", "write `false`"),
    swap("None", "none", "write `none`"),
    swap("NONE", "none", "write `none`"),
    swap("null", "none", "write `none`"),
    swap("nil", "none", "write `none`"),
];

/// Words where an operator or the end was expected.
pub static INFIX: &[ForeignRow] = &[
    swap("AND", "and", "write `and`"),
    swap("And", "and", "write `and`"),
    swap("OR", "or", "write `or`"),
    swap("Or", "or", "write `or`"),
    swap("is", "==", "write `==`"),
    swap("isnt", "!=", "write `!=`"),
    swap("equals", "==", "write `==`"),
    swap("mod", "%", "write `%`"),
    swap("div", "//", "write `//`"),
    swap("to", "..", "a range is written `a..b`"),
    hint("xor", "", "write `xor(a, b)`"),
    hint("XOR", "", "write `xor(a, b)`"),
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
    swap("assert", "require", "a condition on the parameters is a `require`, one on every position an `invariant`"),
    swap("test", "example", "a test is an `example`"),
    hint("win", "", "say when the game is over: `end when … => … wins`"),
    hint("draw", "", "say when the game is over: `end when … => draw`"),
    hint("import", "", "a rules file stands alone: there is nothing to import"),
    hint("include", "", "a rules file stands alone: there is nothing to include"),
    hint("while", "", "there is no loop without a bound; `for x in 1..n { … }` inside a move, with `break`"),
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
    hint("push", "append", "write `xs = append(xs, x)`"),
    hint("add", "append", "write `xs = append(xs, x)` for a list, `s += {x}` for a set"),
    hint("neighbors", "[]", "the neighbours of a node are `g[v]`; of a cell `around4(b, cell)` or `around8(b, cell)`"),
    hint("neighbours", "[]", "the neighbours of a node are `g[v]`; of a cell `around4(b, cell)` or `around8(b, cell)`"),
    hint("row", "row_of", "write `row_of(cell)`; all rows of a board are `rows(b)`"),
    hint("col", "col_of", "write `col_of(cell)`; all columns of a board are `cols(b)`"),
    hint("column", "col_of", "write `col_of(cell)`; all columns of a board are `cols(b)`"),
    hint("int", "//", "numbers are whole: `a // b` rounds down"),
    hint("round", "//", "numbers are whole: `a // b` rounds down, `(2 * a + b) // (2 * b)` to the nearest"),
    hint("ceil", "//", "write `(a + b - 1) // b`, rounded up"),
    hint("even", "%", "write `a % 2 == 0`"),
    hint("odd", "%", "write `a % 2 == 1`"),
    hint("empty", "len", "write `len(xs) == 0`"),
    hint("exists", "any", "write `any(… for x in xs)`"),
    hint("forall", "all", "write `all(… for x in xs)`"),
    hint("every", "all", "write `all(… for x in xs)`"),
    hint("some", "any", "write `any(… for x in xs)`"),
    hint("index", "", "write `first(i for i in 0..<len(xs) if xs[i] == x)`"),
    hint("reduce", "sum", "there are `sum`, `min`, `max`, `count`, `any` and `all`"),
    hint("enumerate", "0..1", "run over the places: `for i in 0..<len(xs) { … xs[i] … }`"),
    hint("zip", "0..1", "run over the places: `for i in 0..<len(xs) { … xs[i] … ys[i] … }`"),
    hint("range", "0..1", "a range is written `0..<n` (without n) or `1..n` (with n)"),
    hint("length", "len", "write `len(xs)`"),
    hint("size", "len", "write `len(xs)`"),
    hint("floor", "//", "numbers are whole: `a // b` rounds down"),
    hint("sqrt", "isqrt", "write `isqrt(a)`, rounded down"),
    hint("pow", "*", "write a product, such as `x * x`"),
    hint("mod", "%", "write `a % b`"),
    hint("contains", "in", "write `x in xs`"),
    hint("random", "", "there is no chance in these games: everything is decided by the players"),
    hint("rand", "", "there is no chance in these games: everything is decided by the players"),
    hint("print", "", "`show` lines draw the position; `bouton play` shows it at every move"),
    hint("filter", "[]", "write `[x for x in xs if …]`"),
    hint("map", "[]", "write `[… for x in xs]`"),
    hint("list", "[]", "write `[x for x in xs]`"),
    hint("set", "{}", "write `{x for x in xs}`"),
    hint("product", "*", "write a loop in a move: `for x in xs { p = p * x }`"),
];
