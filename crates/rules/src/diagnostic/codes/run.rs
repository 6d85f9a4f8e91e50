//! Codes of what goes wrong while rules run, and of examples.

use super::{CodeRow, Stage, row};

/// R01 to X02.
pub(super) static CODES: &[CodeRow] = &[
    row(
        "R01",
        Stage::Play,
        "a number leaves 64 bits",
        "Numbers run from -9223372036854775807 to 9223372036854775807, and arithmetic is checked: nothing wraps \
         round. The move, the position and the place in the rules are shown.",
        "game Far\nparam m : int\nstate n : 0..9 = 9\nmove take { when n > 0 and m * n > 0; n -= 1 }\nstuck => me loses\nexample m=9_000_000_000_000_000_000 => First wins\n",
        "game Far\nparam m : 1..1_000_000\nstate n : 0..9 = 9\nmove take { when n > 0 and m * n > 0; n -= 1 }\nstuck => me loses\nexample m=9 => First wins\n",
    ),
    row(
        "R02",
        Stage::Play,
        "a division by zero",
        "`//` and `%` need a divisor that is not 0. Ask first: `k != 0 and n % k == 0`; what stands behind `and` is \
         looked at only when the left side holds.",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 0..3) { when n % k == 0; n -= k }\nstuck => me loses\nexample => First wins\n",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 0..3) { when k != 0 and k <= n and n % k == 0; n -= k }\nstuck => me loses\nexample => First wins\n",
    ),
    row(
        "R03",
        Stage::Play,
        "an entry that is not there",
        "An index lies outside its list, board or graph, or a slice leaves its list. Entries count from 0; `xs[a ..< \
         b]` must lie inside. Ask first: `i < len(xs) and xs[i] == 0`.",
        "game Row\nstate xs : list[3] of 0..1 = 1\nmove take(i in 0..3) { when xs[i] == 1; xs[i] = 0 }\nstuck => me loses\nexample => First wins\n",
        "game Row\nstate xs : list[3] of 0..1 = 1\nmove take(i in 0..2) { when xs[i] == 1; xs[i] = 0 }\nstuck => me loses\nexample => First wins\n",
    ),
    row(
        "R04",
        Stage::Play,
        "a variable leaves its bounds",
        "When a move is complete every variable lies within its bounds; on the way it may leave them. Add a `when` \
         that forbids the move, or widen the bounds.",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { n -= k }\nstuck => me loses\nexample => First wins\n",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\nexample => First wins\n",
    ),
    row(
        "R05",
        Stage::Play,
        "an invariant does not hold",
        "An `invariant` line says what is true at every position; a move has led to one where it is not. Either the \
         move or the invariant is wrong.",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\ninvariant n != 4\nexample => First wins\n",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\ninvariant n <= 9\nexample => First wins\n",
    ),
    row(
        "R06",
        Stage::Play,
        "points that `remaining` does not account for",
        "`remaining e` promises that every move gains exactly what it takes from `e`, and that `e` is 0 at the end \
         (or is what `leads by` shares out). Then totals are exact. A move has broken that promise.",
        "game Coins\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k; gain 1 }\nremaining n\nexample => First wins\n",
        "game Coins\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k; gain k }\nremaining n\nexample => First wins\n",
    ),
    row(
        "R07",
        Stage::Play,
        "a helper without an answer",
        "There is no least of nothing, no first entry of an empty list, no root of a negative number, no way between \
         parts of a graph that are not joined. Ask first.",
        "game Row\nstate xs : list[0..3] of 0..3 = [1, 2]\nmove take { when max(xs) > 0; xs = remove(xs, 0) }\nstuck => me loses\nexample => Second wins\n",
        "game Row\nstate xs : list[0..3] of 0..3 = [1, 2]\nmove take { when len(xs) > 0 and max(xs) > 0; xs = remove(xs, 0) }\nstuck => me loses\nexample => Second wins\n",
    ),
    row(
        "R08",
        Stage::Play,
        "`none` where a value is needed",
        "A variable whose type has a `?` may be `none`, and then it cannot be counted with, moved or looked up. Ask \
         first: `at != none and …`.",
        "game Step\nparam g : graph[2..4] = [[1], [0]]\nstate at : node of g? = none\nmove step { at = at + 1 }\nstuck => me loses\nexample => First wins\n",
        "game Step\nparam g : graph[2..4] = [[1], [0]]\nstate at : node of g? = none\nmove step { when at == none; at = 0 }\nstuck => me loses\nexample => First wins\n",
    ),
    row(
        "R09",
        Stage::Play,
        "too much work for one position",
        "Working out one position took more steps, or made longer lists, than a solver that visits millions of \
         positions can spend. Work out what does not change in a `let`, and run over less. A `let` is worked out once and \
         may take longer, as may the value of a parameter and a `require`: as long as `--time` says.",
        "game Slow\nstate n : 0..9 = 9\nmove take { when n > 0 and count(i == j for i in 0..99_999, j in 0..99_999) > 0; n -= 1 }\nstuck => me loses\nexample => First wins\n",
        "game Slow\nstate n : 0..9 = 9\nmove take { when n > 0; n -= 1 }\nstuck => me loses\nexample => First wins\n",
    ),
    row(
        "R10",
        Stage::Play,
        "two different moves that read alike",
        "A move is known by its name and its choices. Two that read the same must lead to the same position; here \
         they do not, and nobody could say which one is meant.",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\nmove take(k in 1..3) { when n == 9; n = k }\nexample => First wins\n",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\nmove leave(k in 1..3) { when n == 9; n = k }\nexample => First wins\n",
    ),
    row(
        "R11",
        Stage::Play,
        "`normalise` that is never done",
        "`normalise` runs after every move, and on every position that is given. Run once more it must change nothing: else a position that \
         an answer shows would be another one when it is read again. Sorting, dropping and filling are done at once; swapping is not.",
        "game Pair\nstate xs : list[2] of 0..3 = [2, 3]\nmove take(i in 0..1) { when xs[i] > 0; xs[i] -= 1 }\nnormalise { xs = reversed(xs) }\nstuck => me loses\nexample => First wins\n",
        "game Pair\nstate xs : list[2] of 0..3 = [2, 3]\nmove take(i in 0..1) { when xs[i] > 0; xs[i] -= 1 }\nnormalise { xs = sorted(xs) }\nstuck => me loses\nexample => First wins\n",
    ),
    row(
        "R12",
        Stage::Play,
        "a move that does not raise the rank",
        "`rank e` promises that every move raises `e`. A move has broken that promise: the number before and after it is shown.",
        "game Heap\nstate n : 0..9 = 9\nstate m : 0..9 = 9\nmove take { when n > 0; n -= 1 }\nmove swap { when n < m; n, m = m, n }\nstuck => me loses\nrank -n - m\nexample => First wins\n",
        "game Heap\nstate n : 0..9 = 9\nstate m : 0..9 = 9\nmove take { when n > 0; n -= 1 }\nmove drop { when m > 2; m -= 3; n = 9 }\nstuck => me loses\nrank -n - 4 * m\nexample => First wins\n",
    ),
    row(
        "R13",
        Stage::Play,
        "play that goes round and is worth no one lead",
        "In a game of points `repeat` says what going round for ever is worth from a position on. That means something only if no move between \
         positions from which play can come back to each other gains more for one player than for the other, and if the lead that `repeat` names is the same, \
         for one and the same player, at all of them. The message shows a round that gains, or two positions that differ.",
        "game Mill\nstate at : 0..2 = 0\nmove step { at = (at + 1) % 3; if at == 0 { gain 1 } }\nmove stop { when at == 1; end }\nrepeat => draw\nexample => First leads by 0\n",
        "game Mill\nstate at : 0..2 = 0\nstate left : 0..2 = 2\nmove step { at = (at + 1) % 3 }\nmove take { when left > 0 and at == 1; left -= 1; gain 1 }\nend when left == 0\nrepeat => draw\nexample => First leads by 0\n",
    ),
    row(
        "X01",
        Stage::Example,
        "an example that does not hold",
        "The game was solved with the example's parameters, and something else came out. The message shows it with a \
         line of best play. Either the rules or the example is wrong.",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\nexample => Second wins\n",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\nexample => First wins\n",
    ),
    row(
        "X02",
        Stage::Example,
        "an example that cannot be looked at",
        "The parameters of the example are refused, or play runs into an error, or takes more than the limits allow.",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { n -= k }\nstuck => me loses\nexample => First wins\n",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\nexample => First wins\n",
    ),
];
