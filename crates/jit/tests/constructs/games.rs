//! Every construct of the language in a small game of its own: whether it is compiled, and the interpreter beside it.

/// What stands around an expression: variables of every kind that a move changes, parameters, and known lists.
const AROUND: &str = "game Around
players A, B
param g : graph[2..9] = edges([[0, 1], [1, 2], [2, 3], [3, 0], [0, 2]])
param word : text = \"abcab\"
param words : list[1..9] of text = [\"ab\", \"bca\", \"abc\", \"c\"]
param weights : list[4] of -9..9 = [3, -1, 4, 2]
let plan : grid[2, 3] of 0..9 = [[1, 2, 3], [4, 5, 6]]
param cards : list[1..20] of (1..9, {red, blue}, text, -3..3, cell of plan) = [(4, red, \"ab\", -1, (0, 1)), (2, blue, \"cab\", 3, (1, 1)), (9, red, \"\", 0, (1, 2)), (1, red, \"b\", 2, (0, 0))]
param few : list[3] of (0..9, 0..2) = [(5, 1), (0, 2), (7, 0)]
param triple : (0..9, bool, -2..2) = (3, true, -2)
let pairs = [[0, 1], [1, 2], [2, 3], [3, 0], [1, 3], [0, 2], [2, 1], [3, 1], [2, 0]]
let rugged = [[0], [1, 2, 3], [], [2, 0]]
let deep = [[[1, 2], [3]], [[4], [], [0]]]
let board = [[1, 2, 3], [4, 5, 6]]
state n : 0..9 = 7
state xs : list[4] of 0..9 = [3, 1, 2, 1]
state s : set of 1..5 = {1, 2}
state big : set of 0..90 = {3, 70}
state b : grid[3, 3] of player? = none
state wide : grid[9, 9] of {red, blue}? = none
state held : set of cell of b = {}
state at : cell of b = (0, 0)
state road : list[2] of cell of b = [(0, 0), (1, 1)]
state bags : list[3] of set of 1..5 = [{1}, {}, {2, 3}]
state rows2 : list[2] of list[3] of 0..5 = [[0, 1, 2], [3, 4, 5]]
state v : node of g = 0
state p : player = A
state kind : {up, down} = up
def both(a, x) = a + x
def later(a) = a * a
";

/// What a move does besides.
const CHANGES: &str = "
  n -= k
  xs[k] = n % 4
  s += {k}
  big += {10 * n}
  b[k - 1, n % 3] = me
  wide[n, k] = if n % 2 == 0 then red else blue
  held += {(k - 1, n % 3)}
  at = (n % 3, k - 1)
  road[n % 2] = at
  bags[n % 3] += {k}
  rows2[n % 2][k - 1] = n % 6
  v = n % 4
  p = opponent
  kind = if n % 3 == 0 then down else up
";

/// Numbers, one for each construct of expressions.
pub(crate) static NUMBERS: &[&str] = &[
    "n + k - 2 * n",
    "(n - 5) // k",
    "(n - 5) % k",
    "-n",
    "abs(k - n)",
    "if n > k then n else k",
    "if n < 4 then weights[n] else xs[k]",
    "later(n)",
    "both(n, xs[k])",
    "len(xs)",
    "len(s)",
    "len(big)",
    "len(held)",
    "len(word)",
    "len(words)",
    "len(words[k])",
    "len(rugged[k])",
    "len(deep[n % 2])",
    "len(deep[n % 2][k % 2])",
    "len(1..n)",
    "len([x for x in xs if x > 1])",
    "len({x % 3 for x in xs})",
    "len({n, k, xs[0]})",
    "len({x * 1_000_000 for x in xs})",
    "len(word[0 ..< k])",
    "len(xs[k ..< 4])",
    "len(xs + [n, k])",
    "len(subsets({1, 2, 3}))",
    "len(sequences(1..k, 2))",
    "len(s | {5})",
    "len(s + {4, k})",
    "len(s - {k})",
    "len(s & {1, 2, n})",
    "len(big | {k, 80})",
    "len(big - {3})",
    "len(if n > 4 then s else {})",
    "len(if n > 4 then xs else [n])",
    "len(bags[k % 3])",
    "len(bags[0] | bags[k % 3])",
    "len(rows2)",
    "len(rows2[k % 2])",
    "rows2[n % 2][k % 3]",
    "rugged[1][k - 1]",
    "pairs[n % 9][k % 2]",
    "deep[0][0][k % 2]",
    "board[k % 2][n % 3]",
    "sum(xs)",
    "sum(s)",
    "sum(big)",
    "sum(1..n)",
    "sum(weights[0 ..< k])",
    "sum(xs[0 ..< k])",
    "sum(x * x for x in xs if x != k)",
    "sum(sum(r) for r in rows2)",
    "sum(sum(row) for row in rugged)",
    "sum(pair[0] * pair[1] for pair in pairs)",
    "sum(min(bag) for bag in bags if len(bag) > 0)",
    "sum({x + n for x in s})",
    "min(xs)",
    "max(n, k, 3)",
    "min(x for x in xs if x + n > 0)",
    "max(s)",
    "min(big)",
    "count(x > k for x in xs)",
    "count(xs, 1)",
    "count(words, \"ab\")",
    "count(pairs, [0, 1])",
    "count(b[c] == me for c in cells(b))",
    "count(wide[c] == red for c in cells(wide))",
    "count(c == \"a\" for c in word)",
    "first(xs)",
    "last(xs)",
    "first(s)",
    "last(big)",
    "first(x for x in xs if x < 9)",
    "last(x + k for x in xs)",
    "first(1 .. n + 1)",
    "first(pairs[k])",
    "last(rugged[1])",
    "sorted(xs)[0]",
    "sorted(xs + [n])[k]",
    "sorted([n, k, 3])[1]",
    "sorted(s)[0]",
    "sorted(rugged[k - 1] + [1])[0]",
    "distinct(xs)[0]",
    "len(distinct(xs))",
    "reversed(xs)[k]",
    "reversed(1 .. n + 1)[0]",
    "last(reversed(s))",
    "xor(n, k, 5)",
    "xor(xs)",
    "gcd(n, k)",
    "gcd(xs)",
    "gcd(n * 1_000_003 * 7, 21 * k * 1_000_003)",
    "popcount(n)",
    "isqrt(n)",
    "isqrt(n * 1_000_000_007 * 97)",
    "mex(xs)",
    "mex(s)",
    "mex(x % 3 for x in xs)",
    "mex(rugged[k])",
    "mex({n, k, 0})",
    "mex(x * n for x in xs)",
    "append(xs, n)[4]",
    "insert(xs, k, n)[k]",
    "remove(xs, k)[k - 1]",
    "split(xs, k, 8, 9)[k + 1]",
    "row_of(at)",
    "col_of(at)",
    "row_of(at + (1, 0))",
    "col_of(road[0] - road[1])",
    "row_of(road[n % 2])",
    "row_of(first(rows(b)[k - 1]))",
    "row_of(cols(b)[0][k - 1])",
    "len(rows(b))",
    "len(cells(b))",
    "len(around4(b, at))",
    "len(around8(b, at))",
    "len(ray(b, at, (0, 1)))",
    "len(ray(b, at, directions8[k]))",
    "len(directions4)",
    "len(directions8)",
    "len(flood(b, at))",
    "len(flood(b, at, directions8))",
    "len(flood(b, at, [(1, 0), (1, -1), (0, 2)]))",
    "len(flood(wide, (n % 9, k), [(-2, 1), (2, 1), (0, -1)]))",
    "len(flood(wide, (n % 9, k)))",
    "sum(row_of(c) for c in flood(b, (k - 1, 0)))",
    "len(borders(b, [at]))",
    "len(borders(b, flood(b, at)))",
    "len(borders(wide, held))",
    "sum(col_of(c) for c in borders(b, {at, (1, 1)}))",
    "len(nodes(g))",
    "degree(g, v)",
    "distance(g, v, k)",
    "sum(g[v])",
    "len(g)",
    "n ^ k",
    "bit(n, k)",
    "sum(digits(n * 7))",
    "number([n % 3, k, 2], 4)",
    "number([x % 2 for x in xs], 2) + number(xs, 11)",
    "position(xs)",
    "len(divisors(n + 1))",
    "sum(primes(n + 2))",
    "code(word[k])",
    "code(words[k][0])",
    "len(reach(g, v, {0, 1, 2}))",
    "len(slide(b, at, (0, 1)))",
    "old(n) - n",
    "sum(old(xs))",
    "old(xs)[k]",
    "len(old(big))",
    "len(old(bags)[k % 3])",
    "cards[k - 1][0] + cards[n % 4][3]",
    "len(cards[k - 1][2]) + few[n % 3][1] * few[2][0]",
    "sum(c[0] for c in cards if c[1] == red)",
    "sum(c[0] * c[1] for c in few)",
    "if triple[1] then triple[0] else triple[2]",
    "plan[cards[n % 4][4]]",
    "max(c[3] for c in cards if len(c[2]) < n)",
];

/// Conditions, one for each construct of expressions.
pub(crate) static TRUTHS: &[&str] = &[
    "n > 3 and k < 3",
    "cards[k][2] == \"cab\" or wide[n, k] == cards[n % 4][1]",
    "any(c[0] < n and c[2] != word for c in cards)",
    "n > 3 or k < 3",
    "not (n > 3)",
    "0 <= n - k < 4",
    "n == k",
    "n != xs[k]",
    "p == me",
    "p != opponent",
    "me == A",
    "kind == up",
    "kind in {up, down}",
    "n in 2..4",
    "n in [1, k, 5]",
    "n in {1, 3, 5}",
    "n in s",
    "n in big",
    "n not in xs",
    "at in held",
    "at in cells(b)",
    "at in road",
    "at in [(0, 0), (1, k - 1)]",
    "at in {(0, 0), (1, 1), (2, n % 3)}",
    "k in g[v]",
    "s <= {1, 2, 3}",
    "s < {1, 2, 3, 4}",
    "s >= {1}",
    "s > {k}",
    "s == {1, 2, 3}",
    "big == {3, 70}",
    "{n} == {k}",
    "{x % 2 for x in xs} == {0, 1}",
    "bags[0] == bags[k % 3]",
    "bags[k % 3] <= s",
    "xs == [3, 1, 2, 1]",
    "xs == weights",
    "xs != sorted(xs)",
    "sorted(xs) == [0, 1, 1, 2]",
    "[n, k] == [3, 2]",
    "[n % 4, k % 4] in pairs",
    "[k, n % 4] in [[1, 2], [n, k]]",
    "xs[0 ..< 2] == xs[2 ..< 4]",
    "rugged[k] == [1, 2, 3]",
    "rows2 == [[0, 1, 2], [3, 4, 5]]",
    "rows2[0] == rows2[n % 2]",
    "reversed(xs) == xs",
    "1..n == [1, 2, 3]",
    "b == old(b)",
    "word[k] == \"a\"",
    "word[k] == word[0]",
    "word[0 ..< k] == word[3 ..< 5]",
    "word[n % 5] in \"bc\"",
    "words[k] == \"abc\"",
    "words[k][0] == word[n % 5]",
    "words[k] in word",
    "word[n % 5] in words[k]",
    "\"ca\" in word[0 .. n % 5]",
    "words[k] in [\"ab\", \"c\"]",
    "word[0 ..< k] in words",
    "any(x > n for x in xs)",
    "all(x < n for x in xs)",
    "any(w == \"c\" for w in words)",
    "all(c in \"abc\" for c in word)",
    "any(at in lane for lane in rows(b))",
    "any(all(b[c] == me for c in lane) for lane in cols(b))",
    "any(sum(t) == n for t in subsets(s))",
    "any(sum(t) == n for t in subsets({1, 2, 4}))",
    "any(n == pair[0] for pair in pairs)",
    "any(n in bag for bag in bags)",
    "any(all(b[c] == me for c in lane) for lane in rows(b) + cols(b))",
    "any(pair[0] == n for pair in [[i, j] for i in 0..2, j in 0..k])",
    "all(k in pair for pair in pairs + [[1, 3]])",
    "is_square(n)",
    "connected(g, {0, k})",
    "word[k] < word[0]",
    "divides(k, n)",
    "line(b, me, 2)",
    "line(b, opponent, 3)",
    "line(wide, red, 4)",
    "line(wide, if k == 1 then red else blue, 2)",
    "full(b)",
    "full(wide)",
    "b[at] == none",
    "b[k - 1, 0] != me",
    "any(b[c] == me for c in around8(b, at))",
    "any(b[at + d] == me for d in directions8 if at + d in cells(b))",
    "can(other) and n > 3",
    "true",
    "false",
];

/// Moves: their choices and what they do.
pub(crate) static MOVES: &[(&str, &str)] = &[
    ("(i in 0..<4)", "gain xs[i]"),
    ("(c in cards if c[0] < n)", "gain c[3]; kind = if c[1] == red then up else down"),
    ("(i in 0..<4)", "let c = cards[i]; gain c[0] + len(c[2])"),
    ("(i in [2, 0, n % 3])", "gain i"),
    ("(i in {1, 3})", "gain i"),
    ("(all in product([0..x % 2 for x in xs]))", "gain sum(all)"),
    ("(i in s)", "gain i; s -= {i}"),
    ("(i in big)", "gain i; big -= {i}"),
    ("(i in xs)", "gain i; xs = [n % 3, 0, 0, n % 2]"),
    ("(c in cells(b) if b[c] == none)", "gain row_of(c)"),
    ("(c in held)", "gain row_of(c)"),
    ("(c in road)", "gain col_of(c); road = [(0, 1), c]"),
    ("(d in directions4)", "gain row_of(d)"),
    ("(w in g[v])", "gain w"),
    ("(w in nodes(g))", "gain w"),
    ("(q in [A, B])", "gain 1 to q"),
    ("(q in [A, B], kept in [true, false])", "if kept { gain 1 to q }"),
    ("(t in [up, down])", "gain if t == kind then 1 else 2"),
    ("(letter in word)", "gain count(c == letter for c in word)"),
    ("(letter in \"xyz\")", "gain if letter == \"y\" then 2 else 1"),
    ("(w in words)", "gain len(w)"),
    ("(w in words if len(w) > 1)", "gain if w in word then 2 else 1"),
    ("(w in words[n % 4])", "gain if w == \"a\" then 2 else 1"),
    ("(pair in pairs)", "gain pair[0] - pair[1]"),
    ("(pair in pairs if pair[0] < n, i in pair)", "gain i"),
    ("(row in rugged)", "gain len(row)"),
    ("(i in rugged[n % 4])", "gain i"),
    ("(i in deep[n % 2][1])", "gain i"),
    ("(some in deep[n % 2])", "gain sum(some)"),
    ("(pair in [[i, i + 1] for i in 0..2])", "gain pair[0] * pair[1]"),
    ("(pair in [[n, i] for i in 0..2])", "gain pair[0] * pair[1]"),
    ("(pair in [[i, j] for i in 0..2, j in s if j > i])", "gain pair[0] * pair[1]"),
    ("(some in [xs, [n, 1]])", "gain sum(some)"),
    ("(some in subsets({1, 2, 3}))", "gain sum(some)"),
    ("(some in subsets(s) if len(some) == 2)", "gain sum(some); s -= some"),
    ("(some in sequences([1, 2, n], 2))", "gain sum(some)"),
    ("(some in sequences(s, 2))", "gain last(some)"),
    ("(some in sequences([1, 4], 3))", "for x in some { when n > x + 2; n -= x }; gain len(some)"),
    ("(some in [{1}, {1, 2}])", "gain sum(some - s)"),
    ("(bag in bags)", "gain sum(bag)"),
    ("(lane in rows(b))", "gain count(b[c] == me for c in lane)"),
    ("(lane in rows2)", "gain sum(lane)"),
    ("(i in 0..<n if kind == up, j in i ..< 3)", "gain i * j"),
    ("(i in if n > 4 then [1, 2] else [3])", "gain i"),
    ("(i in sorted(xs))", "gain i; xs = [n % 3, 0, 0, n % 2]"),
    ("(i in distinct(xs))", "gain i"),
    ("(i in reversed(xs))", "gain i; xs = [n % 3, 0, 0, n % 2]"),
    ("(c in around4(b, at), d in around8(b, at))", "gain row_of(c) * col_of(d)"),
    ("(c in ray(b, at, (1, 1)))", "gain row_of(c)"),
    ("(c in flood(b, at))", "gain row_of(c)"),
    ("(c in borders(b, [at]))", "gain row_of(c)"),
    ("", "let y = n * 2; gain y"),
    ("", "let near = {x for x in s if x > 1}; gain sum(near)"),
    ("", "let near = [x for x in xs if x > 1]; gain sum(near)"),
    ("", "let near = borders(b, [at]); gain count(b[c] == none for c in near)"),
    ("", "let lists = [[x, n] for x in xs]; gain len(lists[0])"),
    ("", "let row = rugged[n % 4]; gain sum(row) + len(row)"),
    ("", "let w = words[n % 4]; gain len(w)"),
    ("", "var y = 1; for x in xs { y += x }; gain y"),
    ("", "var near = {}; for x in xs { near += {x} }; gain sum(near)"),
    ("", "var near = {n}; near += {1}; near -= {n}; gain len(near)"),
    ("", "var near = {at}; for c in around4(b, at) { near += {c} }; gain sum(row_of(c) for c in near)"),
    ("", "var seen = {(0, 0)}; for i in 0..2 { seen = seen | {c for d in seen, c in around4(b, d)} }; gain len(seen)"),
    ("", "var some = s; some -= {1}; gain sum(some)"),
    ("", "var list = [1, 2]; list[0] = n; list = append(list, 3); gain sum(list)"),
    ("", "var list = []; for x in xs { if x > 0 { list = append(list, x) } }; gain len(list)"),
    ("", "var list = xs; list[1] = n; gain sum(list)"),
    ("", "var list = xs + [n]; for i in 0..<5 { list[i] += 1 }; list = list[1 ..< 5]; gain sum(list)"),
    ("", "var one = [1, n]; var two = [n]; one, two = two, one; gain one[0] * 10 + len(two)"),
    ("", "var c = at; for d in directions4 { if c + d in cells(b) { c += d } }; gain row_of(c)"),
    ("", "var w = word[0]; for c in word { if c == \"c\" { w = c } }; gain if w == \"c\" then 1 else 0"),
    ("", "var q = me; q = opponent; gain 1 to q"),
    ("", "xs = sorted(xs); gain xs[0]"),
    ("", "xs = reversed(xs); gain xs[0]"),
    ("", "xs = [x // 2 for x in xs]; gain xs[0]"),
    ("", "xs = xs[1 ..< 4] + [0]; gain xs[0]"),
    ("", "xs[0], xs[1] = xs[1], xs[0]; gain xs[0]"),
    ("", "s = {x for x in s if x != 2}; gain len(s)"),
    ("", "s = {n % 5 + 1}; gain sum(s)"),
    ("", "s = {}; gain 1"),
    ("", "big = {x + 1 for x in big if x < 90}; gain last(big)"),
    ("", "big = big | {64, n}; big -= {3}; gain len(big)"),
    ("", "held = {c for c in cells(b) if b[c] == none}; gain len(held)"),
    ("", "held -= {at}; gain len(held)"),
    ("", "held = held & {at}; gain len(held)"),
    ("", "bags[n % 3] -= {1}; gain len(bags[n % 3])"),
    ("", "bags = [bags[2], bags[0], bags[1]]; gain len(bags[0])"),
    ("", "bags[0], bags[1] = bags[1], bags[0]; gain len(bags[0])"),
    ("", "rows2[0] = rows2[1]; gain sum(rows2[0])"),
    ("", "rows2 = [rows2[1], [0, 0, n % 6]]; gain sum(rows2[0])"),
    ("", "for row in rows2 { gain sum(row) }"),
    ("", "for pair in pairs { if pair[0] == n { gain pair[1] } }"),
    ("", "for pair in [[n, 1], [2, n]] { gain pair[0] * pair[1] }"),
    ("", "for pair in [[i, n - i] for i in 0..2] { gain pair[0] * pair[1] }"),
    ("", "for w in words { if w in word { gain len(w) } }"),
    ("", "for c in word { if c == \"a\" { gain 1 } }"),
    ("", "for bag in bags { gain len(bag) }"),
    ("", "for lane in rows(b) { if all(b[c] == none for c in lane) { gain 1 } }"),
    ("", "for x in 0..n { if x > 3 { break }; gain x }"),
    ("", "for c in flood(b, at) { b[c] = none }; gain count(b[c] == none for c in cells(b))"),
    ("", "b[at], b[0, 0] = b[0, 0], b[at]; gain 1"),
    ("", "road[0], road[1] = road[1], road[0]; gain row_of(road[0])"),
    ("", "gain n to opponent; gain -1 to A"),
    ("", "when can(go); gain n"),
    ("", "when n > 3; gain n"),
    ("", "if n > 5 { gain 1 } else if n > 3 { gain 2 } else { gain 3 }"),
    ("", "gain 1; if n % 2 == 0 { again }"),
    ("", "gain 1; turn B"),
    ("", "gain 1; turn p"),
    ("", "gain 1; end when n == 3"),
    ("", "gain 1; end when n == 3 => me leads by 2"),
    ("", "gain 1; end when n == 3 => p leads by n - 1"),
];

/// Variables: what they are, and a move that changes them.
pub(crate) static VARIABLES: &[(&str, &str)] = &[
    ("state y : -5..5 = 0", "y += 1"),
    ("state y : bool = false", "y = not y"),
    ("state y : player = A", "y = me"),
    ("state y : player? = none", "y = if y == none then me else none"),
    ("state y : {one, two, three} = one", "y = two"),
    ("state y : {one, two}? = none", "y = two"),
    ("state y : node of g = 0", "y = n % 4"),
    ("state y : node of g? = none", "y = n % 4"),
    ("state y : cell of b = (0, 0)", "y = (n % 3, 0)"),
    ("state y : cell of b? = none", "y = if n > 3 then (n % 3, 0) else none"),
    ("state y : set of 1..9 = {}", "y += {n}"),
    ("state y : set of player = {}", "y += {me}"),
    ("state y : set of {one, two} = {one}", "y += {two}"),
    ("state y : set of node of g = {}", "y += {n % 4}"),
    ("state y : set of cell of wide = {}", "y += {(n, n % 2)}"),
    ("state y : set of 0..400 = {}", "y += {n * 40}; y -= {120}"),
    ("state y : list[3] of -4..4 = 0", "y[n % 3] -= 1"),
    ("state y : list[3] of bool = true", "y[n % 3] = n > 4"),
    ("state y : list[3] of player? = none", "y[n % 3] = me"),
    ("state y : list[3] of cell of b = (1, 1)", "y[n % 3] = (0, n % 3)"),
    ("state y : list[2] of cell of b? = none", "y[n % 2] = if n > 3 then (0, n % 3) else none"),
    ("state y : list[3] of set of 1..9 = {}", "y[n % 3] += {n}"),
    ("state y : list[2] of set of cell of b = {}", "y[n % 2] += {(n % 3, 0)}"),
    ("state y : list[2] of list[2] of 0..9 = [[1, 2], [3, 4]]", "y[n % 2][0] = n"),
    ("state y : list[2] of list[2] of set of 1..9 = [[{}, {1}], [{}, {}]]", "y[n % 2][0] += {n}"),
    ("state y : list[100] of 0..100 = 5", "y[n * 11] += n"),
    ("state y : grid[2, 5] of 0..9 = 0", "y[n % 2, n % 5] = n"),
    ("state y : grid[9, 9] of bool = false", "y[n, n] = true"),
    ("state y : grid[2, 2] of {one, two}? = none", "y[n % 2, 0] = one"),
    ("state y : list[0..4] of 0..9 = [1, 2]", "y = [n % 10]"),
    ("state y : list[0..4] of 0..9 = [1, 2]", "y = if len(y) < 4 then append(y, n) else y[2 ..< 4]; y[0] = 3"),
    ("state y : list[1..3] of cell of b = [(0, 0)]\nstate z : 0..9 = 3", "y = append(y, (n % 3, 0)); z = len(y)"),
    (
        "state y : list[0..20] of 0..99 = []\nstate z : list[0..9] of player? = [A]",
        "y = y + [n, k, 7 * n]; z = append(z, me)",
    ),
    ("state y : list[0..4] of 0..9 = [3, 1]", "y = sorted(y + [n]); when len(y) < 4"),
    (
        "state y : list[0..30] of 0..99 = []\nstate z : list[0..9] of player? = [A]",
        "y = y + [n, k, 7 * n]; z = append(z, me)",
    ),
    (
        "state y : list[0..60] of 0..99 = []\nstate z : list[0..9] of player? = [A]",
        "y = y + [n, k, 7 * n]; z = append(z, me)",
    ),
    (
        "state y : list[0..3] of {one, two}? = [none]\nstate z : 0..9 = 3",
        "z = len(y); y = append(y, if k > 1 then two else none)",
    ),
    (
        "state y : list[3] of list[0..4] of 0..9 = [[1, 2], [], [3]]",
        "when len(y[n % 3]) < 4; y[n % 3] = y[n % 3] + [n]",
    ),
    (
        "state y : list[3] of list[0..4] of 0..9 = [[1, 2], [], [3]]\nstate z : 0..40 = 0",
        "when len(y[k - 1]) > 0; let top = y[k - 1][0]; y[k - 1] = remove(y[k - 1], 0); y[n % 3] = insert(y[n % 3], 0, top); z = sum(sum(x) for x in y)",
    ),
    (
        "state y : list[3] of list[0..4] of 0..9 = [[1, 2], [], [3]]",
        "y[0], y[n % 3] = y[n % 3], y[0]; when len(y[k - 1]) > 0; y[k - 1][0] = n",
    ),
    (
        "state y : list[3] of list[0..4] of 0..9 = [[1, 2], [], [3]]",
        "y = [y[n % 3], [n, k], y[0]]; when y[0] != y[2] or len(y[1]) == 2",
    ),
    ("state y : list[3] of list[0..4] of 0..9 = [[1, 2], [], [3]]", "y[k - 1] = y[0] + y[1] + [n]"),
    ("state y : list[3] of list[0..4] of 0..9 = [[1, 2], [], [3]]", "y[k - 1][0] = 2 * n"),
    (
        "state y : list[3] of list[0..4] of 0..9 = [[1, 2], [], [3]]",
        "var z = y; z[k - 1] = z[k - 1] + [n, 1]; for x in z { if len(x) > 2 { z[0] = x[0 ..< 2] } }; z[2], z[1] = z[1], z[2]; y = z",
    ),
    (
        "state y : list[2] of list[1..2] of cell of b? = [[none], [(0, 0)]]\nstate z : list[2] of list[0..20] of bool = [[], [true]]",
        "y[n % 2] = [(k - 1, 0)] + y[n % 2]; z[n % 2] = z[k % 2] + [n > 4]; y[0] = y[0][0 ..< 1]",
    ),
    ("state y : list[2..4] of -3..3 = [0, 0]", "y = remove(y, 0); y = insert(y, 0, n % 3)"),
    ("state y : list[1..3] of set of 1..3 = [{}]", "y = y[0 ..< 1] + [{1}]"),
    ("state y : list[0..600] of 0..9 = []", "y = [n]"),
    ("state y : set of 0..5000 = {}", "y += {n}"),
    (
        "state y : grid[1, 3] of {one, two}? = none\nstate seen : set of position of y = {position(y)}",
        "y[0, n % 3] = if n < 4 then two else one; when position(y) not in seen; seen += {position(y)}",
    ),
    (
        "state y : list[3] of -1..1 = 0\nstate seen : set of position of y = {}\nstate last : position of y = position(y)",
        "y[n % 3] = k - 2; seen += {position(y)}; last = position(y)",
    ),
    (
        "state y : list[2] of player? = none\nstate z : list[2] of bool = [true, false]\nstate seen : set of position of y = {}",
        "seen += {position(y)}; y[n % 2] = me; z[0] = position(z) == 1; when position(y) not in seen",
    ),
];

/// The game of a number.
pub(crate) fn number(expr: &str) -> String {
    format!(
        "{AROUND}move go(k in 1..3) {{\n  when k < n{CHANGES}  gain {expr}\n}}\nmove other {{ when n > 5; n -= 5 }}\n"
    )
}

/// The game of a condition.
pub(crate) fn truth(expr: &str) -> String {
    number(&format!("if {expr} then 1 else 0"))
}

/// The game of a move.
pub(crate) fn movement(choices: &str, body: &str) -> String {
    let body = body.replace("; ", "\n  ");
    format!(
        "{AROUND}move go(k in 1..3) {{\n  when k < n{CHANGES}  gain 0\n}}\nmove do{choices} {{\n  when n > 2\n  n -= 2\n  {body}\n}}\n"
    )
}

/// The game of a variable.
pub(crate) fn variable(state: &str, change: &str) -> String {
    let change = change.replace("; ", "\n  ");
    format!("{AROUND}{state}\nmove go(k in 1..3) {{\n  when k < n{CHANGES}  {change}\n  gain 1\n}}\n")
}

/// What is not compiled: the construct, and why not. `docs/language.md` tells it in words.
pub(crate) static INTERPRETED: &[(&str, &str)] = &[
    ("state y : list[1..3] of set of 1..3 = [{}] y = y[0 ..< 1] + [{1}]", "a list of sets whose length changes"),
    ("state y : list[0..600] of 0..9 = [] y = [n]", "a list of more than 512 entries whose length changes"),
    ("state y : set of 0..5000 = {} y += {n}", "a set of more than 1,024 possible members"),
    ("len({x * 1_000_000 for x in xs})", "a set made of numbers without close bounds"),
    ("(all in product([0..x % 2 for x in xs])) gain sum(all)", "one of each list that play decides, as one choice"),
    (" let lists = [[x, n] for x in xs]; gain len(lists[0])", "a list of lists made in a move and kept"),
];
