//! Codes of bounds that can be seen without playing.

use super::{CodeRow, Stage, row};

/// B040 to B047.
pub(super) static CODES: &[CodeRow] = &[
    row(
        "B040",
        Stage::Check,
        "a state variable without bounds",
        "The solver must know how many positions there can be, so every number of a position lies between two \
         bounds. They may use parameters: `0..n`. Only parameters may be `int`.",
        "game Heap\nstate n : int = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\n",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\n",
    ),
    row(
        "B041",
        Stage::Check,
        "a value that is always outside its bounds",
        "Whatever happens, this value cannot be held by this variable. Widen the bounds, or mend the value; often \
         one of them is off by one.",
        "game Heap\nstate n : 0..9 = 10\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\n",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\n",
    ),
    row(
        "B042",
        Stage::Check,
        "an index that is never inside",
        "Lists, texts, rows and columns count from 0: a list of 3 has the entries 0, 1 and 2.",
        "game Row\nstate xs : list[3] of 0..1 = 1\nmove take { when xs[3] == 1; xs[2] = 0 }\nstuck => me loses\n",
        "game Row\nstate xs : list[3] of 0..1 = 1\nmove take { when xs[2] == 1; xs[2] = 0 }\nstuck => me loses\n",
    ),
    row(
        "B043",
        Stage::Check,
        "a division by zero",
        "The divisor is always 0. `//` and `%` need another one.",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\ninvariant n // 0 < 9\n",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\ninvariant n // 2 < 9\n",
    ),
    row(
        "B044",
        Stage::Check,
        "a loop that may run for ever",
        "A loop over more than a thousand million numbers would not end in time. Give the numbers in it bounds.",
        "game Far\nparam far : int = 9\nstate n : 0..9 = 9\nmove take { when n > 0; for _i in 1..far { n -= 1 } }\nstuck => me loses\n",
        "game Far\nparam far : 1..9 = 9\nstate n : 0..9 = 9\nmove take { when n >= far; for _i in 1..far { n -= 1 } }\nstuck => me loses\n",
    ),
    row(
        "B045",
        Stage::Check,
        "bounds that nothing lies between",
        "The least value comes first: `0..9`. `a ..< b` leaves b out, so `3 ..< 3` is empty.",
        "game Heap\nstate n : 9..0 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\n",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\n",
    ),
    row(
        "B046",
        Stage::Check,
        "a number that cannot fit in 64 bits",
        "Numbers run from -9223372036854775807 to 9223372036854775807, and this one always lies outside.",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\ninvariant n < 9_000_000_000_000_000_000 * 2\n",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\ninvariant n < 9_000_000_000_000_000_000\n",
    ),
    row(
        "B047",
        Stage::Check,
        "a position that is too large",
        "A list, board or set in a position has at most 1048576 entries. Large data that do not change are \
         parameters.",
        "game Large\nstate xs : list[9_000_000] of 0..1 = 0\nmove mark { when xs[0] == 0; xs[0] = 1 }\nstuck => me loses\n",
        "game Large\nstate xs : list[9] of 0..1 = 0\nmove mark { when xs[0] == 0; xs[0] = 1 }\nstuck => me loses\n",
    ),
];
