//! Codes of types, players and points.

use super::{CodeRow, Stage, row};

/// B030 to B039.
pub(super) static CODES: &[CodeRow] = &[
    row(
        "B030",
        Stage::Check,
        "a value of another kind than its place wants",
        "A condition is true or false; bounds and gains are numbers; `starts` and `turn` want a player; a variable \
         takes values of its type. Numbers are not conditions: write `n > 0`. Only types with `?` have `none`.",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\ninvariant n\n",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\ninvariant n >= 0\n",
    ),
    row(
        "B031",
        Stage::Check,
        "an operator between things it does not fit",
        "`+` and `-` join numbers, sets with sets, lists with lists, a cell with a direction. One member is put into \
         a set by `s += {x}`. Comparisons need two things of one kind, and `none` is compared only with what may be \
         `none`.",
        "game Pick\nstate used : set of 1..4 = {}\nmove pick(k in 1..4 if k not in used) { used += k }\nstuck => me loses\n",
        "game Pick\nstate used : set of 1..4 = {}\nmove pick(k in 1..4 if k not in used) { used += {k} }\nstuck => me loses\n",
    ),
    row(
        "B032",
        Stage::Check,
        "a helper given something it cannot take",
        "Each helper says what it takes: `len` and `sum` a list, set or range; `line` and `flood` a board; `degree` \
         a graph. `bouton explain` and the reference list them all.",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\ninvariant len(n) < 10\n",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\ninvariant n < 10\n",
    ),
    row(
        "B033",
        Stage::Check,
        "square brackets behind something without such entries",
        "`xs[i]` is an entry of a list or text, `xs[a ..< b]` a part of it, `b[r, c]` or `b[cell]` a cell of a \
         board, `g[v]` the neighbours of a node. A set has no order: ask `x in s`, or run over it.",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\nstate b : grid[2, 2] of bool = false\nmove mark(r in 0..1) { when not b[r]; b[r, 0] = true }\n",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\nstate b : grid[2, 2] of bool = false\nmove mark(r in 0..1) { when not b[r, 0]; b[r, 0] = true }\n",
    ),
    row(
        "B035",
        Stage::Check,
        "something that cannot be run over",
        "Choices, `for` and `… for x in …` run over a range, set, list or text. A board is run over by its cells, \
         `cells(b)`; a graph by `nodes(g)`, or a node's neighbours `g[v]`.",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 3) { when k <= n; n -= k }\nstuck => me loses\n",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\n",
    ),
    row(
        "B036",
        Stage::Check,
        "`me` where nobody is to move",
        "`me` and `opponent` mean something in moves, in `end`, `stuck` and `invariant` lines: there somebody is to \
         move. Before play, in `normalise` and in examples, name a player.",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\nstate last : player = me\nmove rest { when n > 8; n -= 1; last = opponent }\nend when last == Second and n == 1 => draw\n",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\nstate last : player = First\nmove rest { when n > 8; n -= 1; last = opponent }\nend when last == Second and n == 1 => draw\n",
    ),
    row(
        "B037",
        Stage::Check,
        "a variable where there is no position yet, or `old` outside a move",
        "What is fixed before play (`param`, `let`, bounds, first values, `require`) cannot read `state` variables. \
         For something worked out at every position write a `def`. `old(x)` is the value of the variable `x` before \
         the move, so it belongs in a move.",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\nlet half = n // 2\ninvariant half <= n\n",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\ndef half() = n // 2\ninvariant half() <= n\n",
    ),
    row(
        "B038",
        Stage::Check,
        "points and wins mixed",
        "A game with `gain` or `leads by` is worth a lead in points, and whoever plays it wants the most points; any \
         other game is won, drawn or lost. Rules choose one. To win by having more points, let `end when …` stand \
         without an outcome. Endless play has no value in points, and examples may ask for points only where there \
         are some.",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k; gain k }\nstuck => me loses\n",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k; gain k }\n",
    ),
    row(
        "B039",
        Stage::Check,
        "an end that does not say who wins",
        "`end when c => o` says when play is over and how. Only in a game of points may `=> o` be left out: then the \
         points decide.",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\nend when n == 5\n",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\nend when n == 5 => draw\n",
    ),
];
