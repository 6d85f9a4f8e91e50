//! Rules that are nearly those of games that Bouton recognises: sets that grow to a sum, bites, multiples that are taken away, entries that stand
//! for themselves. Wherever a recogniser reads a number, these may say something that play decides.

use bouton::sample::Dice;

fn pick<'a>(dice: &mut Dice, of: &[&'a str]) -> &'a str {
    of[dice.below(of.len())]
}

/// One comparison, or two joined; of these terms.
fn condition(dice: &mut Dice, terms: &[&str]) -> String {
    let one = |dice: &mut Dice| {
        let op = pick(dice, &[">=", ">", "<=", "<", "==", "!="]);
        format!("{} {op} {}", pick(dice, terms), pick(dice, terms))
    };
    match dice.below(6) {
        0 => format!("{} and {}", one(dice), one(dice)),
        1 => format!("{} or {}", one(dice), one(dice)),
        2 => format!("not ({})", one(dice)),
        _ => one(dice),
    }
}

fn stuck(dice: &mut Dice, terms: &[&str]) -> String {
    let first =
        if dice.once_in(6) { format!("stuck when {} => me wins\n", condition(dice, terms)) } else { String::new() };
    first + pick(dice, &["stuck => me loses\n", "stuck => me wins\n", "stuck => draw\n"])
}

/// What is said of a set and a counter beside it.
const OF_A_SET: &[&str] = &[
    "0",
    "1",
    "3",
    "n",
    "sum(s)",
    "sum(s)",
    "len(s)",
    "sum(s) % 2",
    "2 * sum(s)",
    "sum(s) + c",
    "c",
    "sum(x * x for x in s)",
    "sum(ws[x] for x in s)",
    "sum(x for x in s if x != c)",
    "sum(min(x, len(s)) for x in s)",
    "count(x in s for x in 0..n)",
    "max(len(s), 1)",
    "(if me == First then 2 else 3)",
    "sum(s & {1, 2})",
];

/// Picking numbers.
pub(crate) fn sets(dice: &mut Dice) -> String {
    let most = dice.between(2, 4);
    let adds = dice.once_in(2);
    let (first, legal, change) = if adds { ("{}", "not in", "+") } else { ("{x for x in 0..n}", "in", "-") };
    let chosen: Vec<&str> = OF_A_SET.iter().copied().chain(["k", "k + c"]).collect();
    let within: Vec<&str> = chosen.iter().copied().chain(["old(c)", "sum(old(s))"]).collect();
    let mut text = format!("game Sets\nlet n = {most}\nlet ws = [3, 1, 0, 2, -1]\n");
    text += &format!("state s : set of 0..{most} = {first}\nstate c : -40..40 = {}\n", dice.below(3));
    let over =
        pick(dice, &["0..n", "0..n", "[3, 0, 2]", "s", "{0, 2} - s", "0..len(s)", "0..c", "1 .. max(sum(s), 1)"]);
    let over = if over.contains('3') && most < 3 { "0..n" } else { over };
    let asked = if dice.once_in(4) { format!(" and ({})", condition(dice, &chosen)) } else { String::new() };
    text += &match dice.below(3) {
        0 => format!("move pick(k in {over}) {{\n  when k {legal} s{asked}\n"),
        1 => format!("move pick(k in {over} if k {legal} s{asked}) {{\n"),
        _ => format!("move pick(k in {over}) {{\n  when k <= n and k {legal} s{asked}\n"),
    };
    text += &format!("  s {change}= {{k}}\n");
    text += pick(dice, &["", "", "  c = k % 4\n", "  c += 1\n", "  c -= k\n", "  c = len(s)\n"]);
    let outcome = |dice: &mut Dice| pick(dice, &["me wins", "me loses", "opponent wins", "draw"]).to_owned();
    if dice.once_in(2) {
        text += &format!("  end when {} => {}\n", condition(dice, &within), outcome(dice));
    }
    text += "}\n";
    if dice.once_in(2) {
        text += &format!("end when {} => {}\n", condition(dice, OF_A_SET), outcome(dice));
    }
    text + &stuck(dice, OF_A_SET)
}

/// Heaps and rows in a list: Nim, Chomp, a sum of entries.
pub(crate) fn rows(dice: &mut Dice) -> String {
    const ROWS: &[&str] = &["0", "1", "n", "xs[0]", "xs[n - 1]", "xs[xs[0] % n]", "sum(xs)", "max(xs)", "len(xs)"];
    let (count, most) = (dice.between(2, 3), dice.between(2, 3));
    let mut text = format!("game Rows\nlet n = {count}\nstate xs : list[{count}] of 0..{most} = {most}\n");
    let within: Vec<&str> = ROWS.iter().copied().chain(["xs[i]", "i", "k", "old(xs)[i]"]).collect();
    let places = pick(dice, &["0 ..< n", "0 ..< n", "0 ..< len(xs)", "[0]", "0 .. xs[0] % n"]);
    let numbers =
        pick(dice, &["0 ..< xs[i]", "0 ..< xs[i]", "0..2", "0 ..< max(xs)", "[x for x in xs]", "xs[0] - 1 ..< xs[i]"]);
    let asked = if dice.once_in(4) { condition(dice, &within) } else { "k < xs[i]".to_owned() };
    text += &format!("move bite(i in {places}, k in {numbers}) {{\n  when {asked}\n  when sum(xs) > 0\n");
    text += pick(
        dice,
        &[
            "  xs[i] = k\n",
            "  xs[i] = min(xs[i], k)\n",
            "  for j in i ..< n { xs[j] = min(xs[j], k) }\n",
            "  for j in 0 .. xs[i] { if j < n { xs[j] = min(xs[j], k) } }\n",
            "  xs[i] -= 1\n",
            "  xs = [if j < i then xs[j] else min(xs[j], k) for j in 0 ..< n]\n",
        ],
    );
    text += "  when sum(xs) < sum(old(xs))\n";
    if dice.once_in(6) {
        text += &format!("  end when {} => {}\n", condition(dice, &within), pick(dice, &["me wins", "me loses"]));
    }
    text += "}\n";
    if dice.once_in(4) {
        text += pick(
            dice,
            &[
                "invariant all(xs[i] >= 0 for i in 0 ..< len(xs))\n",
                "invariant all(xs[i] >= xs[n - 1] for i in 0 .. xs[0] % n)\n",
                "invariant all(xs[xs[i] % n] >= 0 for i in 0 ..< n)\n",
                "invariant all(xs[i] >= xs[i + 1] for i in 0 ..< n - 1)\n",
                "invariant xs[0] <= 3\n",
            ],
        );
    }
    if dice.once_in(6) {
        text += &format!("end when {} => {}\n", condition(dice, ROWS), pick(dice, &["me wins", "me loses", "draw"]));
    }
    text + &stuck(dice, ROWS)
}

/// Two numbers, a multiple of one taken from the other.
pub(crate) fn multiples(dice: &mut Dice) -> String {
    const NUMBERS: &[&str] = &["0", "1", "a", "b", "a + b", "b - a", "min(a, b)", "max(a, b)", "a * b"];
    let most = dice.between(3, 9);
    let first = [dice.between(most / 2, most), dice.between(1, most)];
    let mut text = format!("game Two\nstate a : 0..{most} = {}\nstate b : 0..{most} = {}\n", first[0], first[1]);
    for (name, from, by) in [("one", "a", "b"), ("two", "b", "a")] {
        let over = match dice.below(4) {
            0 => format!("1 .. {from} // max({by}, 1)"),
            1 => format!("1..{from}"),
            2 => "1..3".to_owned(),
            _ => format!("1 .. {}", pick(dice, NUMBERS)),
        };
        text += &format!("move {name}(k in {over}) {{\n  when {by} > 0 and k * {by} <= {from}\n");
        if dice.once_in(4) {
            text += &format!("  when {}\n", condition(dice, NUMBERS));
        }
        text += &match dice.below(4) {
            0 => format!("  {from}, {by} = min({from} - k * {by}, {by}), max({from} - k * {by}, {by})\n"),
            1 => format!("  let rest = {from} - k * {by}\n  {from} = rest\n"),
            _ => format!("  {from} -= k * {by}\n"),
        };
        if dice.once_in(5) {
            text += &format!("  end when {} => me wins\n", condition(dice, NUMBERS));
        }
        text += "}\n";
        if dice.once_in(4) {
            break;
        }
    }
    text += pick(dice, &["normalise { if a > b { a, b = b, a } }\n", "", "", ""]);
    if dice.once_in(2) {
        text += pick(
            dice,
            &[
                "end when a == 0 or b == 0 => me loses\n",
                "end when a * b == 0 => me wins\n",
                "end when a == 0 => me loses\n",
            ],
        );
    }
    text + &stuck(dice, NUMBERS)
}

/// A cell or two that go over a board by steps, rays and neighbours: near what is a row and a column.
pub(crate) fn cells(dice: &mut Dice) -> String {
    let (rows, columns) = (2 + dice.below(3), 2 + dice.below(3));
    let mut text = format!(
        "game Cells\nlet g : grid[{rows}, {columns}] of 0..9 = [[(r * 3 + c * c) % 10 for c in 0..<{columns}] for r in 0..<{rows}]\n"
    );
    text += "state at : cell of g = (0, 0)\nstate other : list[2] of cell of g = [(0, 1), (1, 0)]\n";
    let points = dice.once_in(3);
    for name in ["go", "run"] {
        let (over, to) = match dice.below(5) {
            0 => ("d in [(1, 0), (0, 1), (1, 1)] if at + d in cells(g)", "at + d"),
            1 => ("d in [(1, -1), (2, 0), (0, 1)] if at + d in cells(g)", "at + d"),
            2 => ("d in [(1, 0), (0, 1)], c in ray(g, at, d)", "c"),
            3 => ("c in around4(g, at) if row_of(c) > row_of(at) or col_of(c) > col_of(at)", "c"),
            _ => ("c in around8(g, at) if row_of(c) > row_of(at)", "c"),
        };
        let when = pick(
            dice,
            &["", "when at != other[0]", "when row_of(at) <= col_of(at) + 1", "when at in cells(g) and at != (1, 1)"],
        );
        let more = pick(dice, &["", "other[0] = at", "other[1] = other[0]", "if at != other[1] { other[0] = (0, 0) }"]);
        let gain =
            if points { pick(dice, &["gain g[at]", "gain g[at] - g[other[0]]", "gain row_of(at) - 1"]) } else { "" };
        text += &format!("move {name}({over}) {{\n  at = {to}\n  {when}\n  {more}\n  {gain}\n}}\n");
    }
    if points { text } else { text + &stuck(dice, &["row_of(at)", "1"]) }
}

/// What hangs on one number alone, in ranges, conditions, changes and points.
pub(crate) fn tables(dice: &mut Dice) -> String {
    let most = 6 + dice.below(9);
    let mut text = format!(
        "game Tables\nlet word = \"axbyx\"\nlet pairs = [[1, 2], [0, 3], [2, 1]]\nlet least = [1, 2, 1]\n\
         def third(x) = if x == 0 then 0 else if x == 1 then 1 else 2\nstate a : 0..{most} = {most}\nstate b : 0..9 = 1\n"
    );
    text += "state fixed : 1..4 = 2\n";
    let points = dice.once_in(3);
    for name in ["go", "run"] {
        let over = pick(
            dice,
            &[
                "k in 1..max(1, a // 2)",
                "k in divisors(a + 1) if k <= a",
                "k in 1..6 if (a + 2) % k == 0",
                "k in [x for x in 1..7 if x != b]",
                "k in [[1, 3], [2], [], [5, 1]][a % 4]",
                "k in 1..3, p in pairs if p[0] + p[1] != b + k",
                "k in 1..2 * fixed if a % (fixed + 1) != k",
                "k in 1..3, j in 0..1 if k * j <= b",
                "k in 1..min(a, [4, 2, 3][a % 3]) if k != b",
                "k in 1..4 if least[third(b)] <= k",
            ],
        );
        let when = pick(
            dice,
            &[
                "",
                "when a % 3 != b % 3 or k == 1",
                "when not is_square(a + k)",
                "when word[a % 5] != \"x\"",
                "when [true, false, true][a % 3]",
                "when gcd(a + k, 6) < 3",
                "when gcd(a, b) >= 1",
                "when gcd(b, k - 1) == 0 or 4 < gcd(12, a - b)",
                "when least[third(b)] <= k <= [4, 5, 2][third(b)]",
            ],
        );
        let change = pick(
            dice,
            &[
                "b = (b + k) % 5",
                "b = [2, 0, 3, 1][a % 4]",
                "if a % 3 == 0 { b = 0 } else { b = min(b + 1, 4) }",
                "b = isqrt(a)",
                "b = k // 2",
                "b = if third(b) == 0 then 1 else if third(b) == 1 then 2 else 0",
            ],
        );
        let gain = if points { pick(dice, &["gain k * k", "gain a % 3 - b", "gain popcount(a)"]) } else { "" };
        text += &format!("move {name}({over}) {{\n  when k <= a\n  {when}\n  a -= k\n  {change}\n  {gain}\n}}\n");
    }
    if points { text } else { text + &stuck(dice, &["b", "2"]) }
}

/// Moves that name what nobody asks for; where it cannot be worked out, the rules are at fault all the same.
pub(crate) fn unused(dice: &mut Dice) -> String {
    const NAMED: &[&str] = &[
        "let x = 12 // (u - Z)",
        "let x = 12 % (Z - u)",
        "let x = 12 // (u + 1)",
        "let x = nothing(12 // (u - Z))",
        "let x = if u > 3 then 9 // (u - Z) else 9 // (u - Z)",
        "let x = 4_000_000_000_000_000_000 * (u - Z)",
        "let x = 1_000_000_000_000_000_000 * (u - Z)",
        "let x = u * 4_000_000_000_000_000_000 - u * 4_000_000_000_000_000_000",
        "let x = ws[u]",
        "let x = ws[u - Z]",
        "let x = sum(ws[0 .. u])",
        "let x = isqrt(u - Z)",
        "let x = abs(12 // (u - Z))",
        "var x = 1\n  x = 12 // (u - Z)",
        "var x = 1\n  if u == Z { x = 12 // (u - Z) }",
        "var x = 1\n  if u != Z { x = 12 // (u - Z) }",
        "when u == Z or 12 // (u - Z) < 20",
        "when 12 // (u - Z) < 20",
        "when 12 % (u - k - 1) < 20",
    ];
    let at = if dice.once_in(2) { -1 } else { dice.between(0, 9) }.to_string();
    let named = pick(dice, NAMED).replace('Z', &at);
    let mut text = "game Unused\nlet ws = [2, 0, 1, 3, 1, 2, 2]\ndef nothing(a) = 0\n".to_owned();
    let points = dice.once_in(4);
    let gain = if points { "  gain k\n" } else { "" };
    text += &match dice.below(5) {
        0 => format!("state u : 0..7 = 7\nmove take(k in 1 .. u) {{\n  {named}\n{gain}  u -= k\n}}\n"),
        1 => format!("state u : 0..7 = 7\nmove take(k in [1, 3]) {{\n  when k <= u\n  {named}\n{gain}  u -= k\n}}\n"),
        2 => format!("state u : 1..9 = 9\nmove take(k in divisors(u) if k < u) {{\n  {named}\n{gain}  u -= k\n}}\n"),
        3 => format!(
            "state u : 0..7 = 7\nstate v : 0..3 = 3\nmove take(k in 1 .. u) {{\n  {named}\n{gain}  u -= k\n}}\nmove more(k in 1..2 if k <= v) {{ v -= k }}\n"
        ),
        _ => format!(
            "state xs : list[2] of 0..4 = [4, 3]\nmove take(i in 0..1, k in 1 .. xs[i]) {{\n  let u = xs[i]\n  {named}\n{gain}  xs[i] -= k\n}}\n"
        ),
    };
    text += pick(dice, &["", "", "", "rank -u\n", "rank u\n"]);
    let left = if text.contains("xs") { "sum(xs)" } else { "u" };
    text = text.replace("rank -u", &format!("rank -{left}")).replace("rank u", &format!("rank {left}"));
    if points {
        text + &format!("remaining {left}{}\n", pick(dice, &["", "", " - 1"]))
    } else {
        text + &stuck(dice, &["0", "3"])
    }
}
