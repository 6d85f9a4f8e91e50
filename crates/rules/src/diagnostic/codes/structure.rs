//! Codes of how lines and statements fit together.

use super::{CodeRow, Stage, row};

/// B050 to B059.
pub(super) static CODES: &[CodeRow] = &[
    row(
        "B050",
        Stage::Check,
        "a line that every game needs is missing",
        "A file says what the game is called (`game`), what is on the table (`state`) and what a player may do \
         (`move`).",
        "state n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\n",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\n",
    ),
    row(
        "B051",
        Stage::Check,
        "a line that may stand only once",
        "There is one `game`, `players`, `starts`, `normalise`, `remaining`, `rank` and `repeat` line. `end`, `stuck`, \
         `invariant`, `require` and `symmetry` may stand as often as needed.",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\nstarts First\nstarts Second\n",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\nstarts Second\n",
    ),
    row(
        "B053",
        Stage::Check,
        "a statement where it has no meaning",
        "`when`, `gain`, `again`, `turn` and `end` belong in a move: `normalise` only changes variables. `break` \
         belongs inside a `for`.",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\nnormalise { gain 1 }\n",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\nnormalise { n = min(n, 9) }\n",
    ),
    row(
        "B054",
        Stage::Check,
        "rules that grow too long or too deep",
        "A `def` is written out at each place that uses it. `def`s that use each other twice, and so on, grow \
         without end; so do long chains of them. A `let` is worked out once. `type`s that use each other are written out too, to at \
         most 100 levels.",
        "game Deep\ndef f0(x) = x + x\ndef f1(x) = f0(x) + f0(x)\ndef f2(x) = f1(x) + f1(x)\ndef f3(x) = f2(x) + f2(x)\ndef f4(x) = f3(x) + f3(x)\ndef f5(x) = f4(x) + f4(x)\ndef f6(x) = f5(x) + f5(x)\ndef f7(x) = f6(x) + f6(x)\ndef f8(x) = f7(x) + f7(x)\ndef f9(x) = f8(x) + f8(x)\ndef f10(x) = f9(x) + f9(x)\ndef f11(x) = f10(x) + f10(x)\ndef f12(x) = f11(x) + f11(x)\ndef f13(x) = f12(x) + f12(x)\ndef f14(x) = f13(x) + f13(x)\ndef f15(x) = f14(x) + f14(x)\ndef f16(x) = f15(x) + f15(x)\ndef f17(x) = f16(x) + f16(x)\ndef f18(x) = f17(x) + f17(x)\ndef f19(x) = f18(x) + f18(x)\nstate n : 0..9 = 9\nmove take { when n > 0 and f19(n) > 0; n -= 1 }\nstuck => me loses\n",
        "game Deep\nlet f = 2 * 524_288\nstate n : 0..9 = 9\nmove take { when n > 0 and f * n > 0; n -= 1 }\nstuck => me loses\n",
    ),
    row(
        "B055",
        Stage::Check,
        "a parameter's type in a position",
        "A graph and a text can be parameters. What changes during play is a place on the graph, `node of g`, a set \
         of places, or a list.",
        "game Word\nstate word : text = \"abc\"\nmove cut { when len(word) > 0; word = word[1 ..< len(word)] }\nstuck => me loses\n",
        "game Word\nparam word : text = \"abc\"\nstate i : 0..len(word) = 0\nmove cut { when i < len(word); i += 1 }\nstuck => me loses\n",
    ),
    row(
        "B056",
        Stage::Check,
        "`can` in a circle",
        "`can(NAME)` asks whether the player to move has a legal move of that name. Two moves cannot each wait for \
         the other, nor a move for itself.",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\nmove rest { when not can(quit) and n > 0; n -= 1 }\nmove quit { when not can(rest) and n > 0; n = 0 }\n",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\nmove rest { when not can(take) and n > 0; n -= 1 }\n",
    ),
    row(
        "B057",
        Stage::Check,
        "something that is never reached",
        "`stuck` lines are asked in order, and one without `when` always applies. Put it last.",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\nstuck when n == 3 => draw\n",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck when n == 3 => draw\nstuck => me loses\n",
    ),
    row(
        "B058",
        Stage::Check,
        "a type made of itself",
        "A `type` gives a name to something that holds other things, and in the end numbers, names, players or \
         cells. A type that is made of itself, straight or by way of others, never comes to an end; nor is there a \
         list of lists of any depth.",
        "game Heap\ntype Pile = Stones\ntype Stones = Pile\nstate n : Pile = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\n",
        "game Heap\ntype Pile = Stones\ntype Stones = 0..9\nstate n : Pile = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\n",
    ),
    row(
        "B059",
        Stage::Check,
        "a rank that cannot be read off a position",
        "`rank e` promises that every move raises `e`, so that nothing repeats and positions can be solved from the end. It is a sum of numbers, \
         sizes of sets (`len`) and sums of lists (`sum`), each perhaps times a number; what passes change raises nothing.",
        "game Heap\nstate n : 0..9 = 9\nstate m : 0..9 = 9\nmove take { when n > 0; n -= 1 }\nmove swap { when n < m; n, m = m, n }\nstuck => me loses\nrank n * m\n",
        "game Heap\nstate n : 0..9 = 9\nstate m : 0..9 = 9\nmove take { when n > 0; n -= 1 }\nmove give { when m > 1 and n < 9; m -= 2; n += 1 }\nstuck => me loses\nrank -n - m\n",
    ),
];
