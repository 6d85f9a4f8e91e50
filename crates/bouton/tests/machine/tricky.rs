//! Rules that are easy to get wrong in machine code: faults that only the interpreter words, lists that must be whole, loops that grow.

/// A name and rules.
pub(crate) static TRICKY: &[(&str, &str)] = &[
    (
        "a list of 63 bits",
        "game Wide
state b : list[63] of bool = true
state c : list[21] of 0..6 = 6
move go(k in [0, 1, 31, 62] if b[k]) {
  b[k] = false
  c[k // 3] -= 3
}
stuck => me loses
",
    ),
    (
        "numbers taken apart, some where that has no meaning",
        "game Apart
state n : 0..60 = 60
state k : -1..9 = 9
move halve { when bit(n, k) == 1; n -= 1; k -= 1 }
move divide(d in divisors(n) if d < n) { n -= d; k -= 1 }
move prime(p in primes(n)) { when p ^ n > p; n -= p }
move figure(f in digits(n) if f > 0) { n -= f }
stuck => me loses
",
    ),
    (
        "letters of a text, read at places that may lie outside",
        "game Letters
param w : text = \"c3ab1d\"
state i : 0..6 = 0
state j : 0..6 = 5
move left { when w[i] > w[j]; i += 1 }
move right { when code(w[j]) % 2 == 0 or w[i] == \"a\"; j -= 1 }
move jump { when w[j] < \"5\"; i += number(w[j]) }
stuck => me loses
",
    ),
    (
        "walks in a graph whose nodes go",
        "game Walks
param g : graph[1..20] = edges([[0, 1], [1, 2], [2, 3], [3, 0], [3, 4], [4, 5]])
state at : node of g = 0
state gone : set of node of g = {}
move cut(v in nodes(g) if v not in gone and v != at) {
  gone += {v}
  when connected(g, {u for u in nodes(g) if u not in gone}) or len(reach(g, at, {u for u in nodes(g) if u not in gone})) > 3
}
move walk(v in reach(g, at, [u for u in nodes(g) if u not in gone]) if v != at) { gone += {at}; at = v }
stuck => me loses
",
    ),
    (
        "slides up to walls and pieces, some with a most, while the board changes",
        "game Slides
players X, O
let wall : grid[3, 4] of bool = [\"....\", \".#..\", \"...#\"]
state b : grid[3, 4] of player? = [\"X..O\", \"....\", \"O..X\"]
state at : cell of wall = (0, 0)
state left : 0..6 = 6
move go(c in cells(b) if b[c] == me, d in directions4, to in slide(b, c, d)) when not wall[to] {
  b[c], b[to] = none, me
  left -= 1
}
move fill(d in directions8, far in 0..2) {
  for c in slide(b, at, d, far) { b[c] = opponent; at = c }
  when at != old(at)
  left -= 1
}
move roll(d in directions4) when len(slide(wall, at, d)) > 0 { at = last(slide(wall, at, d)); left -= 1 }
end when left == 0 => (if b[1, 1] == none then X else O) wins
stuck => me loses if at == (0, 0) else draw
",
    ),
    (
        "numbers that may be none, of which one is negative",
        "game Maybe
state last : -1..3? = none
state xs : list[3] of 0..5? = none
state left : -2..12 = 12
move take(k in 0..3) when k != last { left -= k + 1; last = if k == 0 then none else k - 2; xs[k % 3] = k }
move back when last != none { left -= last + 2; xs[0] = none }
end when left < 2 => First wins if xs[1] == none else Second wins if last != none and last > 0 else draw
stuck => me loses
",
    ),
    (
        "a rank that some moves do not raise",
        "game Ranked
state n : 0..20 = 20
state m : 0..20 = 3
state seen : set of 0..5 = {}
move take(k in 1..3) { when k <= n; n -= k }
move give(k in 0..5) { when k <= n; n -= k; m += k + 1; when m <= 20 }
move see(k in 0..5) { seen += {k} }
stuck => me loses
rank 3 * len(seen) - 2 * n - m
",
    ),
    (
        "conditions that take a choice several times end its numbers from both sides",
        "game Ends
state n : -3..40 = 40
state m : -9..9 = -4
move half(k in -2..50) { when 2 * k < n; when k + 3 >= m - k; n -= max(k, 1); m = (m + k) % 5 }
move rest(k in 0..20) { when k <= n - k and n - 1 > 3 * k - k - k - k; n -= k + 1; m = k % 7 - 3 }
move four(k in 1..9 if k * 4 >= n and 20 - k > k) { n -= k; m = -m }
move far(k in 9223372036854775000..9223372036854775807) { when k - 1 > n; when n > 0; n -= 1 }
end when n < 0 => draw
stuck => me loses
",
    ),
    (
        "a later entry is faulty, and nobody asks for it",
        "game A
state n : 0..9 = 9
move go(k in [x for x in [1, 2, 12 // (n - 5)] if x > 0]) {
  when k <= n
  n -= k
}
end when any(x == 1 for x in [1, 12 // (n - 3)]) and n == 3 => me wins
stuck => me loses
",
    ),
    (
        "a loop left early over a list with a fault",
        "game B
state n : 0..9 = 9
state t : 0..99 = 0
move go(k in 1..2) {
  when k <= n
  for x in [k, 12 // (n - 4)] {
    if x == k { break }
    t += 1
  }
  n -= k
}
stuck => me loses
",
    ),
    (
        "what is run over changes meanwhile",
        "game C
state b : list[5] of bool = true
state n : 0..30 = 0
move go(k in 0..4 if b[k]) {
  for x in [y for y in 0..4 if b[y]] {
    b[x] = false
    n += x
    if x == k { break }
  }
}
stuck => me loses
",
    ),
    (
        "bounds are left in the middle and at the end",
        "game D
state n : 0..6 = 0
state m : 0..40 = 0
move step(k in 1..3) {
  when m < 30
  n += k
  m += k
  if n > 6 { n -= 7 }
}
move leap {
  when m < 30
  n += 5
  m += 5
}
stuck => draw
",
    ),
    (
        "numbers grow in a loop",
        "game E
state n : 0..1000 = 1
state left : 0..5 = 5
move grow(k in 1..3) {
  when left > 0
  var x = 1
  var y = 0
  for i in 1..k * 2 {
    x, y = x + y, x
    if x > 20 { break }
  }
  n = x + y
  left -= 1
}
stuck => me loses
",
    ),
    (
        "64 bits are left",
        "game F
state n : 0..9 = 0
state left : 0..4 = 4
move go(k in 0..3) {
  when left > 0
  let big = 9223372036854775807 - k
  gain (big + left - 3) % 7
  left -= 1
  n = k
}
end when left == 0
",
    ),
    (
        "moves of one name",
        "game G
state n : 0..9 = 9
move take { n -= 1 }
move take { n -= if n > 3 then 1 else 2 }
stuck => me loses
",
    ),
    (
        "moves of one name with other choices",
        "game H
state n : 0..9 = 9
move take(k in [1, 2, 1]) {
  when k <= n
  n -= k
}
move take(k in 3..4, j in [0, 0]) {
  when k <= n
  n -= k
}
stuck => me loses
",
    ),
    (
        "passing",
        "game I
players A, B
state a : 0..5 = 2
state b : 0..5 = 4
move left by A {
  when a > 0
  a -= 1
}
move right by B {
  when b > 0
  b -= 1
  if b == 2 { again }
}
end when a == 0 and b == 1 => draw
stuck when a + b > 4 => me loses
stuck => pass else draw
",
    ),
    (
        "passing for points",
        "game T
players A, B
state a : 0..5 = 2
state b : 0..5 = 4
move left by A {
  when a > 0
  a -= 1
}
move right by B {
  when b > 0
  b -= 1
  if b == 2 { turn B }
}
stuck => pass else A leads by 2 * a - b + 3
",
    ),
    (
        "points that remain",
        "game J
param piles : list[1..9] of -9..9 = [3, -1, 4, 1]
let n = len(piles)
state i : 0..n = 0
move take(k in 1..2) {
  when i + k <= n
  gain sum(piles[i ..< i + k])
  i += k
  if i == n - 1 {
    gain piles[n - 1] to opponent
    i = n
    end
  }
}
remaining sum(piles[i..<n])
end when i == n
",
    ),
    (
        "points that do not remain as said",
        "game K
state n : 0..9 = 6
move take(k in 1..3) {
  when k <= n
  gain if n == 4 then k + 1 else k
  n -= k
}
remaining n
end when n == 0
",
    ),
    (
        "none where a number is wanted",
        "game L
param g : graph[3..9] = [[1, 2], [0, 2], [0, 1]]
state last : node of g? = none
state n : 0..9 = 9
move take(k in 1..3, v in g[k % 3]) {
  when v != last and k <= n
  n -= k
  last = if n == 5 then none else v
}
move twice {
  when n > 6
  n -= if last == none then 1 else last + last
  last = none
}
move bad {
  when n == 4
  n -= last
}
stuck => me loses
",
    ),
    (
        "cells of a board",
        "game M
state b : grid[3, 4] of {red, green}? = none
state at : cell of b = (0, 0)
state from : cell of b? = none
move go(d in directions8, far in 1..2) {
  let to = at + (row_of(d) * far, col_of(d) * far)
  when to in cells(b) and b[to] == none
  b[at] = if far == 1 then red else green
  from = at
  at = to
  end when count(b[x] != none for x in cells(b)) == 4 => me wins
}
stuck => me loses
",
    ),
    (
        "a cell off the board",
        "game N
state b : grid[2, 3] of bool = false
move go(r in 0..2, c in 0..2) {
  when not b[r, c]
  b[r, c] = true
}
stuck => me loses
",
    ),
    (
        "asking for a move inside a move",
        "game O
state n : 0..12 = 12
move one { n -= 1 }
move three {
  when n >= 3
  n -= 3
  end when not can(two) and n > 0 => me wins
}
move two {
  when n >= 2 and n % 2 == 0
  n -= 2
}
invariant n != 1 or n == 1
stuck => me loses
",
    ),
    (
        "an invariant that breaks",
        "game P
state n : 0..12 = 12
state m : 0..12 = 0
move shift(k in 1..3) {
  when k <= n
  n -= k
  m += if n == 5 then k - 1 else k
}
invariant n + m == 12
stuck => me loses
",
    ),
    (
        "what was before the move",
        "game Q
state n : 0..12 = 12
state seen : set of 0..12 = {}
move take(k in 1..3) {
  when k <= n
  n -= k
  seen += {old(n)}
  end when old(n) - n == 2 and len(seen) > 2 => me wins
}
stuck => me loses
",
    ),
    (
        "put in order after every move",
        "game R
state h : list[3] of 0..4 = [4, 1, 2]
move take(i in 0..2, k in 1..h[i]) { h[i] -= k }
normalise {
  for i in 0..1 {
    for j in 0..<2 - i {
      if h[j] > h[j + 1] { h[j], h[j + 1] = h[j + 1], h[j] }
    }
  }
}
stuck => me loses
",
    ),
    (
        "too much work at some positions",
        "game S
state n : 0..4 = 4
move go(k in 1..2) {
  when k <= n
  when n > 2 or sum(x % 7 for x in 1..6000000) > 0
  n -= k
}
stuck => me loses
",
    ),
    (
        "short slices of a long list, more of them than whole lists could be added up",
        "game T
let xs = [(7 * i * i) % 101 for i in 0..<90000]
state i : 0..90000 = 0
state m : 1..10 = 10
move take(j in 1..100, x in 1..m) {
  when i + 17 * x + 800 * j <= 90000
  gain sum(xs[i ..< i + 17 * x]) - j
  i += 17 * x + 800 * j
  m = max(1, 10 - x)
}
",
    ),
    (
        "conditions on cells side by side",
        "game U
state g : grid[3, 4] of bool = false
state d : grid[2, 5] of bool = true
state f : list[6] of bool = false
def both(r, c) = g[r, c] and (not d[r, 1 + c] or g[r + 1, c])
def apart(r, c) = not (g[r, c] or d[r, c - 1 + 2]) and f[c + 1]
move flip(r in 0..2, c in 0..3) {
  when not g[r, c]
  g[r, c] = true
  f[r + c] = not f[r + c]
  d[r % 2, c] = not d[r % 2, c]
  gain count(both(y, x) for y in 0..<2, x in 0..<4) - count(f[i] and g[0, 0] for i in 1..<5)
  gain 2 * count(not apart(1, x) for x in 0..3)
  end when any(not d[1, x + 1] and g[2, x] for x in 0..<4 , y in 1..2) and r == 0
}
end when all(g[2, x] for x in 0..<4) or any(f[i] for i in 0..<6, j in 3..4 if j > 3) and g[1, 1]
",
    ),
    (
        "conditions that keep to the board",
        "game V
state g : grid[3, 4] of bool = false
move flip(r in 0..2, c in 0..3 if c != r) {
  when not g[r, c]
  g[r, c] = true
  gain count(g[y, c] for y in r - 1 .. r + 1 if 0 <= y < 3)
  gain count(g[r, x] and not g[0, x] for x in c - 1 .. c + 2 if x >= 0 and 3 >= x)
}
",
    ),
    (
        "conditions that do not keep to the board",
        "game W
state g : grid[3, 4] of bool = false
move flip(r in 0..2, c in 0..3) {
  when not g[r, c]
  g[r, c] = true
  gain count(g[y, c] for y in r - 1 .. r + 1 if 0 <= y)
  end when any(g[r, x] for x in 1..4) and all(g[r, x] for x in 0..3)
}
",
    ),
    (
        "moves that cells side by side let through",
        "game X
state f : list[6] of bool = false
state g : grid[2, 4] of bool = false
move take(i in 1..5) {
  when not f[i] and i != 3
  f[i] = true
  gain i
}
move hop(r in 0..1, c in 0..2) {
  when (g[r, c + 1] or not g[r, c]) and not f[c + 2] or f[0]
  when not f[r + 1]
  g[r, c] = not g[r, c]
  f[c + 2] = true
  gain count(f[x] for x in 0..5)
}
move far(i in -1..4) {
  when not f[i + 1] and (i < 0 or f[i])
  f[i + 1] = true
}
end when all(f[i] for i in 0..5) or any(g[1, c] for c in 0..3) and f[4]
",
    ),
    (
        "conditions on whole boards",
        "game Y
state g : grid[4, 3] of bool = false
state d : grid[3, 4] of bool = true
state e : grid[5, 5] of bool = false
state f : list[5] of bool = false
def boxed(r, c) = g[r, c] and g[r + 1, c] and d[r, c] and d[r, c + 1]
def odd(r, c) = not (e[r + 1, c + 2] or not g[r, c]) or d[1 + r, c] and not f[1]
move flip(a in 0..2, b in 0..3) {
  when d[a, b] or e[b + 1, a]
  d[a, b] = not d[a, b]
  g[b, a] = not g[b, a]
  e[a + 2, b] = g[a, a]
  f[a] = true
  gain count(boxed(r, c) for r in 0..2, c in 0..2) - 2 * count(odd(r, c) for r in 0..1, c in 0..2)
  gain count(e[r, c] == e[c, r] for r in 0..4, c in 0..4) - 20
  gain count(not e[r, c] and k > 0 for k in 0..2, r in 1..3, c in 0..4)
  gain count(e[r, c] or f[c] for r in 0..1, c in 0..3)
  gain count(f[2] and g[r, c] for r in 1..2, c in r..2)
  end when any(g[r, c] and not d[r - 1, c + 1] for r in 1..3, c in 0..2) and f[0] and f[1]
}
end when all(boxed(r, c) or e[r, c] for r in 0..2, c in 0..2) or all(f[i] for i in 0..2)
",
    ),
];
