//! Codes of rules that play shows to be incomplete or wrong.

use super::{CodeRow, Stage, row};

/// B060 to B069.
pub(super) static CODES: &[CodeRow] = &[
    row(
        "B060",
        Stage::Play,
        "nobody says what happens when a player cannot move",
        "There is no usual meaning: at normal play who cannot move loses, at misère play he wins, at chess it is a \
         draw, elsewhere he passes. The message shows a position where it happens. In a game of points nothing need \
         be said: the points decide.",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nexample => First wins\n",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\nexample => First wins\n",
    ),
    row(
        "B061",
        Stage::Play,
        "nobody says what endless play means",
        "Play can come back to a position, so it need never end. `repeat => draw` or `repeat => NAME wins` says what \
         that means. If play should not come back, something in the position must count down. A sum of parts has no `repeat` line: \
         every move must leave less of its part.",
        "game Walk\nstate at : 0..3 = 1\nmove left { when at > 0; at -= 1 }\nmove right { when at < 3; at += 1; end when at == 3 => me wins }\nexample => draw\n",
        "game Walk\nstate at : 0..3 = 1\nmove left { when at > 0; at -= 1 }\nmove right { when at < 3; at += 1; end when at == 3 => me wins }\nrepeat => draw\nexample => draw\n",
    ),
    row(
        "B062",
        Stage::Small,
        "a draw before a win (a warning)",
        "At some position two `end` lines hold, and the first says that it is a draw (or that the points decide) where one below it \
         names a winner. The first one counts. Usually the win belongs first; if the draw is meant, let the other line exclude it. Of \
         other ends that hold at once nothing is said: their order decides.",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\nend when n <= 1 => draw\nend when n == 0 => me wins\nexample => not First loses\n",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\nend when n == 1 => draw\nend when n == 0 => me wins\nexample => not First loses\n",
    ),
    row(
        "B063",
        Stage::Small,
        "a move that was never legal (a warning)",
        "On no instance that was tried was this move legal, whoever was to move. Its conditions may exclude each other, or \
         its choices be empty. Where it takes larger or other parameters, an `example` line with these shows it, and the warning goes.",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\nmove jump { when n > 9; n -= 1 }\n",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\nmove jump { when n > 8; n -= 1 }\n",
    ),
    row(
        "B064",
        Stage::Small,
        "a condition that always or never held (a warning)",
        "On every instance that was tried this condition had the same answer. Perhaps a sign is turned round, or a bound is \
         off by one; or the condition can be left out. Where other parameters would change the answer, an `example` line with these shows \
         it, and the warning goes.",
        "game Heap\nparam m : 0..50\nstate n : 0..m = m\nmove take(k in 1..n) { when k <= n; n -= k }\nstuck => me loses\n",
        "game Heap\nparam m : 0..50\nstate n : 0..m = m\nmove take(k in 1..n) { n -= k }\nstuck => me loses\n",
    ),
    row(
        "B065",
        Stage::Small,
        "a bound that was never reached (a warning)",
        "On no instance that was tried did the variable reach this bound. Tight bounds make positions smaller and catch \
         mistakes. A bound that is the same for all parameters may be meant for larger ones, and nothing is said of it.",
        "game Heap\nstate n : 0..900 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\n",
        "game Heap\nstate n : 0..9 = 9\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\n",
    ),
    row(
        "B066",
        Stage::Small,
        "a symmetry that is false",
        "A symmetry must send every place to a place of its own, every move to a move, and every end to an end with \
         the same outcome. The message shows a position and a move whose image is missing. `check` tries small instances, \
         `solve` a sample of the positions where one is kept for all its images, and `solve --check` every position.",
        "game Row\nstate xs : list[3] of 0..1 = 1\nmove take(i in 0..2) { when xs[i] == 1; xs[i] = 0; end when i == 0 => me wins }\nstuck => me loses\nsymmetry permute xs\n",
        "game Row\nstate xs : list[3] of 0..1 = 1\nmove take(i in 0..2) { when xs[i] == 1; xs[i] = 0 }\nstuck => me loses\nsymmetry permute xs\n",
    ),
    row(
        "B067",
        Stage::Small,
        "two positions that print alike",
        "A board is drawn with one letter for a value. If two values have the same letter, different positions come \
         out the same. Choose another letter for one of them.",
        "game Row\nplayers Xena, Olaf\nstate b : grid[1, 3] of player? = none\nmove put(c in 0..2) { when b[0, c] == none; b[0, c] = me }\nstuck => draw\nshow b as grid with Xena \"o\", Olaf \"o\"\n",
        "game Row\nplayers Xena, Olaf\nstate b : grid[1, 3] of player? = none\nmove put(c in 0..2) { when b[0, c] == none; b[0, c] = me }\nstuck => draw\nshow b as grid with Xena \"x\", Olaf \"o\"\n",
    ),
    row(
        "B068",
        Stage::Small,
        "a line that is not compiled (a warning)",
        "Moves, ends and conditions become machine code. A few constructs do not, and then the whole game is played by the interpreter, 5 to \
         90 times slower, however small the line is: nothing is wrong with its answers. The language reference lists them (\"What is compiled\"), each with what to write instead.",
        "game Stacks\nstate xs : list[0..3] of set of 1..2 = [{1}, {2}]\nmove drop { when len(xs) > 0; xs = remove(xs, 0) }\nstuck => me loses\n",
        "game Stacks\nstate xs : list[2] of set of 1..2 = [{1}, {2}]\nstate n : 0..2 = 2\nmove drop { when n > 0 and len(xs[n - 1]) > 0; xs[n - 1] = {}; n -= 1 }\nstuck => me loses\n",
    ),
    row(
        "B069",
        Stage::Small,
        "rules that could not be tried (a warning)",
        "No small instance could be made, because every choice of small parameters was refused by `require` or took \
         too long, or no small game showed more than a few positions whose moves could be looked through. An `example` line with small \
         parameters helps, and so does a parameter for the size of the board.",
        "game Big\nparam m : 1000..9999\nrequire m * m == 1_234_321 * 9\nstate n : 0..m = m\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\n",
        "game Big\nparam m : 1..9999\nstate n : 0..m = m\nmove take(k in 1..3) { when k <= n; n -= k }\nstuck => me loses\nexample m=3 => First wins\n",
    ),
];
