//! Codes of names.

use super::{CodeRow, Stage, row};

/// B020 to B029.
pub(super) static CODES: &[CodeRow] = &[
    row(
        "B020",
        Stage::Check,
        "a name that means nothing here",
        "Every name is said once, by `param`, `let`, `state`, `def`, `type` or `players`, as a choice of the move, \
         or by a `let`, `var` or `for` above. It may be misspelt, or stand above the line that says what it is: \
         lines are read from top to bottom.",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; m -= k }\nstuck => me loses\n",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\n",
    ),
    row(
        "B021",
        Stage::Check,
        "a helper or `def` that is not known, or not called",
        "Only helpers and your own `def`s can be called. A helper needs its brackets; an entry of a list or board \
         has square ones.",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\ninvariant mox(n, 1) > 0\n",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\ninvariant max(n, 1) > 0\n",
    ),
    row(
        "B022",
        Stage::Check,
        "a name used twice",
        "In rules one name is one thing: a move cannot be called like a variable, nor a loop like a choice around it. \
         A choice or a loop may be called like a variable that its line does not speak of. Inside a `def` only its \
         own names count.",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\nmove give(n in 1..n) { again }\n",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\nmove give(j in 1..2) { when j <= n; n -= j; again }\n",
    ),
    row(
        "B023",
        Stage::Check,
        "a player who is not in the game",
        "The players are those of the `players` line, or `First` and `Second` when there is none. `me` is whose turn \
         it is, `opponent` the other.",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\nend when n == 5 => Alice wins\n",
        "game Heap\nplayers Alice, Bob\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nend when n == 5 => Alice wins\nstuck => me loses\n",
    ),
    row(
        "B024",
        Stage::Check,
        "a type or picture that is not known",
        "Types are ranges, `bool`, `player`, names in braces, `set of`, `list[n] of`, `grid[r, c] of`, `graph[n]`, \
         `node of`, `cell of`, `text`, and the names of `type` lines. Pictures are `grid`, `row`, `heaps` and \
         `mancala`.",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\nshow n as pile\n",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\nshow n as heaps\n",
    ),
    row(
        "B025",
        Stage::Check,
        "something that is never used (a warning)",
        "A parameter, value, choice or variable that nothing reads is often misspelt where it should be read. A \
         choice that nothing reads makes no difference: all its values are the same move. A name that starts with \
         `_` is meant to be unused.",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when n > 0; n -= 1 }\nstuck => me loses\n",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\n",
    ),
    row(
        "B026",
        Stage::Check,
        "a variable that no move changes (a warning)",
        "A `state` variable is part of every position. What never changes is a `let` or a `param`; a \
         board that only lends its cells is a `param`, unless a `symmetry` line moves them.",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\nstate limit : 0..9 = 3\ninvariant n != limit or n == 3\n",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\nlet limit = 3\ninvariant n != limit or n == 3\n",
    ),
    row(
        "B027",
        Stage::Check,
        "a `def` that uses itself",
        "A `def` is written out where it is used, so it cannot go round, neither by itself nor by way of others. Run \
         over a range instead: `sum`, `any`, `all`, `max` of something `for i in 1..n`; or compute step by step in a \
         move.",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\ndef fact(i) = if i == 0 then 1 else i * fact(i - 1)\ninvariant n < fact(4)\n",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\ndef triangle(i) = sum(j for j in 1..i)\ninvariant n < triangle(4)\n",
    ),
    row(
        "B028",
        Stage::Check,
        "a call with too many or too few values",
        "Each helper and each `def` says how many values it takes; a `def` without any is called with empty brackets \
         or, better, written as a `let`.",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\ninvariant abs(n, 2) >= 0\n",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\ninvariant abs(n - 2) >= 0\n",
    ),
    row(
        "B029",
        Stage::Check,
        "a change of something that cannot change",
        "Moves change `state` variables, and `var`s of their own. Parameters, `let`s, choices and the variable of a \
         `for` stay as they are. Entries are changed one by one: `xs[i] = …`, `b[r, c] = …`.",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; k = 2; n -= k }\nstuck => me loses\n",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; let most = 2; n -= min(k, most) }\nstuck => me loses\n",
    ),
];
