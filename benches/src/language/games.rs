//! Small games, each written in two or three innocent ways.

/// A game: its name, and the ways in which it is written.
pub(crate) static GAMES: &[(&str, &[&str])] = &[
    (
        "a condition on a variable, or a range that it empties",
        &[
            "game A\nstate at : -1..40 = -1\nstate left : 0..60 = 60\nmove place(j in 0..<40) { when at < 0; at = j }\nmove take(k in 1..3) { when at >= 0 and k <= left; left -= k; if left % 7 == at % 7 { at = -1 } }\nstuck => me loses\n",
            "game A\nstate at : -1..40 = -1\nstate left : 0..60 = 60\nmove place(j in 0 ..< (if at < 0 then 40 else 0)) { at = j }\nmove take(k in 1 .. (if at >= 0 then min(3, left) else 0)) { left -= k; if left % 7 == at % 7 { at = -1 } }\nstuck => me loses\n",
        ],
    ),
    (
        "a condition beside a choice, or in the move",
        &[
            "game B\nstate kind : {real, mock} = real\nstate xs : list[4] of 0..7 = 7\nmove take(i in 0..3 if kind == real, k in 1..xs[i]) { xs[i] -= k; kind = mock }\nmove pass { when kind == mock; kind = real }\nstuck => me loses\n",
            "game B\nstate kind : {real, mock} = real\nstate xs : list[4] of 0..7 = 7\nmove take(i in 0..3, k in 1..xs[i]) { when kind == real; xs[i] -= k; kind = mock }\nmove pass { when kind == mock; kind = real }\nstuck => me loses\n",
            "game B\nstate kind : {real, mock} = real\nstate xs : list[4] of 0..7 = 7\nmove take(i in 0..3, k in 1..7) { when kind == real and k <= xs[i]; xs[i] -= k; kind = mock }\nmove pass { when kind == mock; kind = real }\nstuck => me loses\n",
        ],
    ),
    (
        "taken numbers in a set, or in a list of truths",
        &[
            "game C\nstate used : set of 1..14 = {}\nstate sum : 0..120 = 0\nmove pick(k in 1..14 if k not in used) { used += {k}; sum += k; end when sum >= 50 => me wins }\nstuck => draw\n",
            "game C\nstate used : list[15] of bool = false\nstate sum : 0..120 = 0\nmove pick(k in 1..14 if not used[k]) { used[k] = true; sum += k; end when sum >= 50 => me wins }\nstuck => draw\n",
            "game C\nstate used : set of 1..14 = {}\nstate sum : 0..120 = 0\nmove pick(k in 1..14) { when k not in used; used = used | {k}; sum = sum + k; end when sum >= 50 => me wins }\nstuck => draw\n",
        ],
    ),
    (
        "a row looked up by cells, or by row and column",
        &[
            "game D\nstate b : grid[3, 4] of player? = none\nmove put(c in cells(b) if b[c] == none) { b[c] = me; end when line(b, me, 3) => me wins }\nstuck => draw\n",
            "game D\nstate b : grid[3, 4] of player? = none\nmove put(r in 0..2, c in 0..3) { when b[r, c] == none; b[r, c] = me; end when line(b, me, 3) => me wins }\nstuck => draw\n",
        ],
    ),
    (
        "sorted by the helper, or by exchanging",
        &[
            "game E\nstate xs : list[3] of 0..40 = [40, 40, 40]\nmove take(i in 0..2, k in 1..3) { when k <= xs[i]; xs[i] -= k }\nnormalise { xs = sorted(xs) }\nstuck => me loses\n",
            "game E\nstate xs : list[3] of 0..40 = [40, 40, 40]\nmove take(i in 0..2, k in 1..3) { when k <= xs[i]; xs[i] -= k }\nnormalise { for a in 0..1 { for c in 0..<2 - a { if xs[c] > xs[c + 1] { xs[c], xs[c + 1] = xs[c + 1], xs[c] } } } }\nstuck => me loses\n",
        ],
    ),
    (
        "the first that fits, or the least",
        &[
            "game F\nstate xs : list[5] of 0..5 = 5\nmove take(k in 1..2) { when any(x >= k for x in xs); let i = first(i for i in 0..4 if xs[i] >= k); xs[i] -= k }\nstuck => me loses\n",
            "game F\nstate xs : list[5] of 0..5 = 5\nmove take(k in 1..2) { when max(xs) >= k; let i = min(i for i in 0..4 if xs[i] >= k); xs[i] -= k }\nstuck => me loses\n",
            "game F\nstate xs : list[5] of 0..5 = 5\nmove take(k in 1..2) { when count(x >= k for x in xs) > 0; var done = false; for i in 0..4 { if not done and xs[i] >= k { xs[i] -= k; done = true } } }\nstuck => me loses\n",
        ],
    ),
    (
        "a divisor by gcd, or by a loop",
        &[
            "game G\nstate a : 0..200 = 200\nstate b : 0..60 = 60\nmove one(k in 1..4) { when gcd(a, b) >= 1 and k <= a; when gcd(a + k, 12) < 4; a -= k }\nmove two(k in 1..3) { when k <= b; b -= k }\nstuck => me loses\n",
            "game G\nstate a : 0..200 = 200\nstate b : 0..60 = 60\nmove one(k in 1..4) { when a + b >= 1 and k <= a; when max(d for d in [1, 2, 3, 4, 6, 12] if (a + k) % d == 0) < 4; a -= k }\nmove two(k in 1..3) { when k <= b; b -= k }\nstuck => me loses\n",
        ],
    ),
    (
        "pairs in a list of lists, or in two lists",
        &[
            "game H\nlet pairs = [[0, 1], [1, 2], [2, 3], [3, 4], [4, 0], [0, 2], [1, 3], [2, 4], [3, 0], [4, 1]]\nstate xs : list[5] of 0..4 = 4\nmove take(p in pairs) { when xs[p[0]] > 0 and xs[p[1]] > 1; xs[p[0]] -= 1; xs[p[1]] -= 2 }\nstuck => me loses\n",
            "game H\nlet one = [0, 1, 2, 3, 4, 0, 1, 2, 3, 4]\nlet two = [1, 2, 3, 4, 0, 2, 3, 4, 0, 1]\nstate xs : list[5] of 0..4 = 4\nmove take(p in 0..9) { when xs[one[p]] > 0 and xs[two[p]] > 1; xs[one[p]] -= 1; xs[two[p]] -= 2 }\nstuck => me loses\n",
        ],
    ),
    (
        "letters of a text, or numbers",
        &[
            "game I\nlet word = \"abcabbcaacbabcab\"\nstate i : 0..16 = 0\nstate seen : 0..200 = 0\nmove read(k in 1..3) { when i + k <= 16; when word[i + k - 1] != \"c\" or k < 3; i += k; seen = (seen + (if word[i - 1] == \"a\" then 1 else 3)) % 200 }\nmove skip(k in 1..5) { when i < 16 and seen + 7 * k <= 200; seen += 7 * k; i += 1 }\nstuck => me loses\n",
            "game I\nlet word = [0, 1, 2, 0, 1, 1, 2, 0, 0, 2, 1, 0, 1, 2, 0, 1]\nstate i : 0..16 = 0\nstate seen : 0..200 = 0\nmove read(k in 1..3) { when i + k <= 16; when word[i + k - 1] != 2 or k < 3; i += k; seen = (seen + (if word[i - 1] == 0 then 1 else 3)) % 200 }\nmove skip(k in 1..5) { when i < 16 and seen + 7 * k <= 200; seen += 7 * k; i += 1 }\nstuck => me loses\n",
        ],
    ),
    (
        "neighbours of a set made in the move, or asked one by one",
        &[
            "game J\nstate b : grid[3, 4] of bool = false\nmove put(c in cells(b)) { when not b[c]; let near = {x for x in around4(b, c) if b[x]}; when len(near) <= 1; b[c] = true }\nstuck => me loses\n",
            "game J\nstate b : grid[3, 4] of bool = false\nmove put(c in cells(b)) { when not b[c]; when count(b[x] for x in around4(b, c)) <= 1; b[c] = true }\nstuck => me loses\n",
            "game J\nstate b : grid[3, 4] of bool = false\nmove put(c in cells(b)) { when not b[c]; var near = 0; for x in around4(b, c) { if b[x] { near += 1 } }; when near <= 1; b[c] = true }\nstuck => me loses\n",
        ],
    ),
    (
        "who stands where in two sets, or on a board",
        &[
            "game K\nplayers A, B\nstate b : grid[3, 3] of player? = none\nmove put(c in cells(b) if b[c] == none) { b[c] = me; end when count(b[x] == me for x in cells(b)) == 4 and b[1, 1] == me => me wins }\nstuck => draw\n",
            "game K\nplayers A, B\nstate b : grid[3, 3] of bool = false\nstate mine : list[2] of set of cell of b = {}\ndef index(p) = if p == A then 0 else 1\nmove put(c in cells(b) if c not in mine[0] and c not in mine[1]) { mine[index(me)] += {c}; end when len(mine[index(me)]) == 4 and (1, 1) in mine[index(me)] => me wins }\nstuck => draw\n",
        ],
    ),
    (
        "the places of two pieces in a list, or in two variables",
        &[
            "game L\nstate b : grid[6, 6] of bool = false\nstate at : list[2] of cell of b = [(0, 0), (5, 5)]\nstate left : 0..9 = 9\nmove go(i in 0..1, d in directions4) { when left > 0 and at[i] + d in cells(b); at[i] += d; when at[0] != at[1]; left -= 1 }\nstuck => me loses\n",
            "game L\nstate b : grid[6, 6] of bool = false\nstate one : cell of b = (0, 0)\nstate two : cell of b = (5, 5)\nstate left : 0..9 = 9\nmove go(i in 0..1, d in directions4) { when left > 0; if i == 0 { when one + d in cells(b); one += d } else { when two + d in cells(b); two += d }; when one != two; left -= 1 }\nstuck => me loses\n",
        ],
    ),
    (
        "a heap taken out of a list, or left at zero",
        &[
            "game M\nstate xs : list[0..5] of 1..5 = [5, 4, 3, 5, 2]\nmove all(i in 0..<len(xs)) { xs = remove(xs, i) }\nmove one(i in 0..<len(xs)) { when xs[i] > 1; xs[i] -= 1 }\nstuck => me loses\n",
            "game M\nstate xs : list[5] of 0..5 = [5, 4, 3, 5, 2]\nmove all(i in 0..4) { when xs[i] > 0; xs[i] = 0 }\nmove one(i in 0..4) { when xs[i] > 1; xs[i] -= 1 }\nstuck => me loses\n",
        ],
    ),
    (
        "subsets as a choice, or member after member",
        &[
            "game N\nstate s : set of 0..7 = {0, 1, 2, 3, 4, 5, 6, 7}\nmove take(t in subsets(s) if len(t) == 2) { when sum(t) % 3 != 0; s -= t }\nstuck => me loses\n",
            "game N\nstate s : set of 0..7 = {0, 1, 2, 3, 4, 5, 6, 7}\nmove take(i in s, j in s if j > i) { when (i + j) % 3 != 0; s -= {i, j} }\nstuck => me loses\n",
        ],
    ),
    (
        "an outcome by any, or by count",
        &[
            "game O\nstate b : grid[3, 4] of player? = none\nmove put(c in 0..3) { when b[0, c] == none; let r = last(r for r in 0..2 if b[r, c] == none); b[r, c] = me; end when any(all(b[x] == me for x in lane) for lane in rows(b) + cols(b)) => me wins }\nstuck => draw\n",
            "game O\nstate b : grid[3, 4] of player? = none\nmove put(c in 0..3) { when b[0, c] == none; let r = max(r for r in 0..2 if b[r, c] == none); b[r, c] = me; end when count(all(b[x] == me for x in lane) for lane in rows(b)) + count(all(b[x] == me for x in lane) for lane in cols(b)) > 0 => me wins }\nstuck => draw\n",
            "game O\nstate b : grid[3, 4] of player? = none\nmove put(c in 0..3) { when b[0, c] == none; let r = count(b[r, c] == none for r in 0..2) - 1; b[r, c] = me; end when any(all(b[r2, x] == me for x in 0..3) for r2 in 0..2) or any(all(b[y, c2] == me for y in 0..2) for c2 in 0..3) => me wins }\nstuck => draw\n",
        ],
    ),
    (
        "a region by flood, or by growing a set",
        &[
            "game P\nstate b : grid[3, 3] of bool = false\nmove put(c in cells(b)) { when not b[c]; b[c] = true; end when len(flood(b, c)) >= 5 => me loses }\nstuck => draw\n",
            "game P\nstate b : grid[3, 3] of bool = false\nmove put(c in cells(b)) { when not b[c]; b[c] = true; var seen = {c}; for i in 0..3 { seen = seen | {y for x in seen, y in around4(b, x) if b[y]} }; end when len(seen) >= 5 => me loses }\nstuck => draw\n",
        ],
    ),
    (
        "last moves in a variable, or in a set",
        &[
            "game Q\nstate n : 0..300 = 300\nstate last : 0..6 = 0\nmove take(k in 1..6 if k != last) { when k <= n; n -= k; last = k }\nstuck => me loses\n",
            "game Q\nstate n : 0..300 = 300\nstate last : set of 1..6 = {}\nmove take(k in 1..6 if k not in last) { when k <= n; n -= k; last = {k} }\nstuck => me loses\n",
            "game Q\nstate n : 0..300 = 300\nstate last : 0..6 = 0\nmove take(k in [x for x in 1..6 if x != last]) { when k <= n; n -= k; last = k }\nstuck => me loses\n",
        ],
    ),
    (
        "the squares up to a number, or a test",
        &[
            "game R\nstate n : 0..2000 = 2000\nmove take(k in 1..isqrt(n)) { when k <= 9; n -= k * k }\nstuck => me loses\n",
            "game R\nstate n : 0..2000 = 2000\nmove take(k in 1..9) { when k * k <= n; n -= k * k }\nstuck => me loses\n",
        ],
    ),
    (
        "a board reached by nodes, or by a list of lists",
        &[
            "game S\nparam g : graph[8..8] = edges([[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 6], [6, 7], [7, 0], [0, 4], [2, 6]])\nstate at : node of g = 0\nstate seen : set of node of g = {0}\nmove go(v in g[at] if v not in seen) { at = v; seen += {v} }\nmove leap(v in nodes(g)) { when v not in seen and len(seen) % 3 == 0; at = v; seen += {v} }\nstuck => me loses\n",
            "game S\nlet g = [[1, 4, 7], [0, 2], [1, 3, 6], [2, 4], [0, 3, 5], [4, 6], [2, 5, 7], [0, 6]]\nstate at : 0..7 = 0\nstate seen : set of 0..7 = {0}\nmove go(v in g[at] if v not in seen) { at = v; seen += {v} }\nmove leap(v in 0..7) { when v not in seen and len(seen) % 3 == 0; at = v; seen += {v} }\nstuck => me loses\n",
        ],
    ),
    (
        "the nim sum by xor, or as a condition on a list",
        &[
            "game T\nstate xs : list[4] of 0..7 = [7, 6, 5, 7]\nmove take(i in 0..3, k in 1..2) { when k <= xs[i]; xs[i] -= k; end when xor(xs) == 0 and sum(xs) < 8 => me wins }\nstuck => me loses\n",
            "game T\nstate xs : list[4] of 0..7 = [7, 6, 5, 7]\nmove take(i in 0..3, k in 1..2) { when k <= xs[i]; let ys = [if j == i then xs[j] - k else xs[j] for j in 0..3]; xs = ys; end when xor(x for x in ys) == 0 and sum(ys) < 8 => me wins }\nstuck => me loses\n",
        ],
    ),
];
