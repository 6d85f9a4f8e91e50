//! Rules that read well and play badly, one for each thing that small games show.

/// What is wrong, and the rules.
pub(crate) static FAULTY: &[(&str, &str)] = &[
    (
        "nobody says what being stuck means",
        "game Pick\nparam n : 1..20\nstate used : set of 1..n = {}\nmove pick(k in 1..n) {\n  when k not in used\n  used += {k}\n  end when sum(used) > 4 => me wins\n}\n",
    ),
    (
        "a `stuck` line for one player only",
        "game Pick\nparam n : 1..9\nstate left : 0..n = n\nmove take { when left > 0; left -= 1 }\nstuck when me == First => me loses\n",
    ),
    (
        "play can go round",
        "game Walk\nplayers Cat, Dog\nparam net : graph[2..20]\nstate at : node of net = 0\nmove go(v in net[at]) { at = v }\nstuck => draw\n",
    ),
    ("play can go round where points count", "game Sway\nstate x : 0..1 = 0\nmove swing { x = 1 - x; gain x }\n"),
    (
        "two players pass for ever",
        "game Wait\nstate x : 0..2 = 0\nmove step by First { when x < 2; x += 1 }\nstuck => pass\n",
    ),
    (
        "endings that disagree",
        "game Race\nplayers Red, Blue\nstate x : 0..6 = 0\nmove step(k in 1..2) { when x + k <= 6; x += k }\nend when x >= 5 => draw\nend when x == 6 => opponent wins\n",
    ),
    (
        "a move that is never legal",
        "game Heap\nparam n : 0..50\nstate left : 0..n = n\nmove take(k in 1..3) { when k <= left; left -= k }\nmove all { when left > n; left = 0 }\nstuck => me loses\n",
    ),
    (
        "a condition that is always true",
        "game Heap\nparam n : 0..50\nstate left : 0..n = n\nmove take(k in 1..left) { when k <= left; left -= k }\nstuck => me loses\n",
    ),
    (
        "an ending that is never reached",
        "game Heap\nparam n : 0..50\nstate left : 0..n = n\nmove take(k in 1..left) { left -= k }\nend when left > n => draw\nstuck => me loses\n",
    ),
    (
        "a bound that is too wide",
        "game Heap\nparam n : 1..50\nstate left : 0..2 * n = n\nmove take(k in 1..left) { left -= k }\nstuck => me loses\n",
    ),
    (
        "a false symmetry of moves",
        "game Drop\nstate b : grid[2, 2] of bool = false\nmove put(c in 0..1) { when not b[1, c]; if b[0, c] { b[1, c] = true } else { b[0, c] = true } }\nstuck => me loses\nsymmetry mirror rows of b\n",
    ),
    (
        "defaults that a require refuses",
        "game Heap\nparam n : 1..9 = 5\nrequire n > 6 \"small heaps are no fun\"\nstate left : 0..n = n\nmove take { when left > 0; left -= 1 }\nstuck => me loses\n",
    ),
    (
        "a default graph with a neighbour that is no node",
        "game Walk\nparam g : graph[2..4] = [[1], [5]]\nstate at : node of g = 0\nmove go(v in g[at]) { at = v }\nrepeat => draw\nstuck => draw\n",
    ),
    (
        "a position too long for a line",
        "game Long\nstate xs : list[200] of 0..1 = 1\nmove take(i in 0..<200) { when xs[i] > 0; xs[i] = 0 }\ninvariant xs[3] > 0\nstuck => me loses\n",
    ),
    (
        "a false symmetry of endings",
        "game Line\nstate b : list[3] of bool = false\nmove put(c in 0..2) { when not b[c]; b[c] = true; }\nend when b[0] => me loses\nstuck => draw\nsymmetry b[i] -> b[2 - i]\n",
    ),
    (
        "an invariant that does not hold",
        "game Two\nparam n : 1..9\nstate a : 0..n = n\nstate b : 0..n = 0\ninvariant a + b == n\nmove shift { when a > 1; a -= 2; b += 1 }\nstuck => me loses\n",
    ),
    (
        "points that come from nowhere",
        "game Row\nparam piles : list[1..9] of 0..20\nlet n = len(piles)\nstate i : 0..n = 0\nmove take(k in 1..2) { when i + k <= n; gain sum(piles[i ..< i + k]) + k // 2; i += k }\nremaining sum(piles[i ..< n])\nend when i == n\n",
    ),
    (
        "a bound that a move breaks",
        "game Heap\nparam n : 0..50\nstate left : 0..n = n\nmove take(k in 1..3) { left -= k }\nstuck => me loses\n",
    ),
    (
        "parameters for which the rules fail",
        "game Mean\nparam n : 0..9\nlet half = 12 // n\nstate left : 0..12 = half\nmove take { when left > 0; left -= 1 }\nstuck => me loses\n",
    ),
    (
        "two letters alike",
        "game Board\nplayers Xena, Olaf\nstate b : grid[1, 3] of player? = none\nmove put(c in 0..2) { when b[0, c] == none; b[0, c] = me }\nstuck => draw\nshow b as grid with Xena \"o\", Olaf \"o\"\n",
    ),
    (
        "no small game at all",
        "game Large\nparam n : 0..1_000_000\nrequire n > 5_000 \"only large heaps are fun\"\nstate left : 0..n = n\nmove take(k in 1..3) { when k <= left; left -= k }\nstuck => me loses\n",
    ),
];
