//! Monsters: rules that are right, and ask for more than anybody has time or memory for. Each shape grows one thing.

use std::fmt::Write;

/// A small generator, so that a monster can be found again by its number.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end.max(1) as u64).expect("below a length")
    }

    /// From `lo` to `hi`, small ones as often as large ones.
    fn size(&mut self, lo: usize, hi: usize) -> usize {
        let doublings = (hi / lo.max(1)).max(1).ilog2() as usize;
        let top = (lo.max(1) << self.below(doublings + 1)).min(hi);
        (top + self.below(top)).clamp(lo, hi)
    }

    fn coin(&mut self) -> bool {
        self.below(2) == 0
    }
}

/// How many shapes there are.
pub(crate) const SHAPES: usize = ALL.len();

/// Each shape, by its number.
pub(crate) fn shape(number: usize, random: &mut Random) -> (&'static str, String) {
    let (name, write) = ALL[number];
    (name, write(random))
}

type Shape = (&'static str, fn(&mut Random) -> String);

const ALL: &[Shape] = &[
    ("nested loops", nested_loops),
    ("many states", many_states),
    ("equal symmetries", equal_symmetries),
    ("many symmetries", many_symmetries),
    ("permuted list", permuted_list),
    ("long list", long_list),
    ("large set", large_set),
    ("flipped row", flipped_row),
    ("row of points", row_of_points),
    ("large board", large_board),
    ("board of lines", board_of_lines),
    ("large graph", large_graph),
    ("many moves", many_moves),
    ("long let", long_let),
    ("deep expression", deep_expression),
    ("nested quantifiers", nested_quantifiers),
    ("many parts", many_parts),
    ("large parts", large_parts),
    ("huge heap", huge_heap),
    ("huge heap of points", huge_heap_of_points),
    ("long text", long_text),
    ("doubling defs", doubling_defs),
    ("subsets", subsets),
    ("flood", flood),
    ("many ends", many_ends),
    ("many examples", many_examples),
    ("long move", long_move),
    ("nested ifs", nested_ifs),
    ("many choices", many_choices),
    ("wide numbers", wide_numbers),
    ("lists of sets", lists_of_sets),
    ("tokens that go round", tokens),
    ("normalised list", normalised_list),
    ("many params", many_params),
    ("moves that ask", moves_that_ask),
    ("cube of numbers", cube_of_numbers),
    ("long names", long_names),
    ("many invariants", many_invariants),
    ("long list of points", long_list_of_points),
    ("growing list", growing_list),
    ("loops over a loop", loops_over_a_loop),
    ("misere parts", misere_parts),
];

fn lines(count: usize, mut line: impl FnMut(usize) -> String) -> String {
    let mut text = String::new();
    for at in 0..count {
        let _ = writeln!(text, "{}", line(at));
    }
    text
}

fn joined(count: usize, by: &str, one: impl FnMut(usize) -> String) -> String {
    (0..count).map(one).collect::<Vec<_>>().join(by)
}

fn nested_loops(random: &mut Random) -> String {
    let (depth, wide) = (random.size(4, 60), random.size(1, 8));
    let open = joined(depth, "\n", |at| format!("for v{at} in 0..{wide} {{"));
    let inner = if random.coin() { "if n > 0 { n -= 1 }" } else { "x = (x + 1) % 7" };
    let close = "}".repeat(depth);
    format!(
        "game M\nstate n : 0..9 = 9\nstate x : 0..6 = 0\nmove take {{ when n > 0\nn -= 1\n{open}\n{inner}\n{close}\n}}\nstuck => me loses\n"
    )
}

fn many_states(random: &mut Random) -> String {
    let count = random.size(200, 20_000);
    let top = random.size(1, 1000);
    let states = lines(count, |at| format!("state s{at} : 0..{top} = {}", at % 2));
    let moves = match random.below(3) {
        0 => format!("move take {{ when s0 < {top}; s0 += 1 }}\n"),
        1 => lines(count.min(500), |at| format!("move take{at} {{ when s{at} > 0; s{at} -= 1 }}")),
        _ => format!("move take {{ when s0 < {top}\n{}}}\n", lines(count, |at| format!("s{at} = 1 - s{at} % 2"))),
    };
    format!("game M\n{states}{moves}stuck => me loses\n")
}

fn equal_symmetries(random: &mut Random) -> String {
    let count = random.size(200, 10_000);
    let line =
        ["reflections of b", "permute xs", "transpose b", "b[r, c] -> b[c, r]", "xs[i] -> xs[4 - i]"][random.below(5)];
    let symmetries = lines(count, |_| format!("symmetry {line}"));
    let rest = "move put(r in 0..3, c in 0..3) { when b[r, c] == none; b[r, c] = me }\nmove take(i in 0..4) { when xs[i] > 0; xs[i] -= 1 }\nstuck => me loses\n";
    format!("game M\nstate b : grid[4, 4] of player? = none\nstate xs : list[5] of 0..3 = 3\n{rest}{symmetries}")
}

fn many_symmetries(random: &mut Random) -> String {
    let n = random.size(4, 200);
    let count = random.size(50, 3000);
    let symmetries = lines(count, |at| format!("symmetry xs[i] -> xs[(i + {}) % {n}]", at % n));
    format!(
        "game M\nstate xs : list[{n}] of bool = true\nmove take(i in 0 ..< {n}) {{ when xs[i]; xs[i] = false }}\nstuck => me loses\n{symmetries}"
    )
}

fn permuted_list(random: &mut Random) -> String {
    let (n, top) = (random.size(10, 5000), random.size(2, 1000));
    format!(
        "game M\nstate xs : list[{n}] of 0..{top} = {top}\nmove take(i in 0 ..< {n}, k in 1..3) {{ when k <= xs[i]; xs[i] -= k }}\nstuck => me {}\nsymmetry permute xs\n",
        if random.coin() { "loses" } else { "wins" }
    )
}

fn long_list(random: &mut Random) -> String {
    let n = random.size(100, 100_000);
    let top = random.size(1, 4);
    let start = random.below(2);
    let body =
        ["xs[i] += 1", "xs[i] = xs[i] + 1\nif i > 0 { xs[i - 1] = 0 }"][if random.below(3) == 0 { 1 } else { 0 }];
    format!(
        "game M\nstate xs : list[{n}] of 0..{top} = {start}\nmove take(i in 0 ..< {n}) {{ when xs[i] < {top}\n{body} }}\nstuck => me loses\nrepeat => draw\n"
    )
}

fn large_set(random: &mut Random) -> String {
    let n = random.size(30, 20_000);
    let full = random.coin();
    let start = if full { format!("{{x for x in 0 ..< {n}}}") } else { "{}".to_owned() };
    let (when, change) = if full { ("i in left", "left = left - {i}") } else { ("i not in left", "left = left + {i}") };
    let rest = ["", "when i == 0 or i - 1 not in left\n", "when sum(left) % 3 != 1\n"][random.below(3)];
    format!(
        "game M\nstate left : set of 0 ..< {n} = {start}\nmove take(i in 0 ..< {n}) {{ when {when}\n{rest}{change} }}\nstuck => me {}\n",
        if random.coin() { "loses" } else { "wins" }
    )
}

fn flipped_row(random: &mut Random) -> String {
    let n = random.size(10, 1000);
    format!(
        "game M\nparam n : 1..2000 = {n}\nstate white : list[n] of bool = true\nmove flip(c in 0 ..< n, w in 1 .. n) {{\nwhen white[c] and w <= c + 1\nfor x in c - w + 1 .. c {{ white[x] = not white[x] }}\n}}\nstuck => me loses\n"
    )
}

fn row_of_points(random: &mut Random) -> String {
    let n = random.size(100, 100_000);
    let mut list = String::new();
    for at in 0..n {
        let _ = write!(list, "{}{}", if at > 0 { "," } else { "" }, random.below(1000));
    }
    let most = ["2 * m", "3", "n"][random.below(3)];
    format!(
        "game M\nparam piles : list[1..1000000] of -1000000..1000000 = [{list}]\nlet n = len(piles)\nstate i : 0..n = 0\nstate m : 1..n = 1\nmove take(x in 1 .. {most}) {{\nwhen i + x <= n\ngain sum(piles[i ..< i + x])\ni += x\nm = max(m, x) }}\nremaining sum(piles[i..<n])\nend when i == n\n"
    )
}

fn large_board(random: &mut Random) -> String {
    let (rows, columns) = (random.size(4, 300), random.size(4, 300));
    let when = [
        "b[r, c] == none",
        "b[r, c] == none and all(b[x] == none for x in around4(b, (r, c)))",
        "b[r, c] == none and count(x != none for x in around8(b, (r, c))) < 3",
    ][random.below(3)];
    let symmetry = if random.coin() { "symmetry mirror rows of b, mirror columns of b\n" } else { "" };
    format!(
        "game M\nstate b : grid[{rows}, {columns}] of player? = none\nmove put(r in 0 ..< {rows}, c in 0 ..< {columns}) {{ when {when}\nb[r, c] = me }}\nstuck => me loses\n{symmetry}"
    )
}

fn board_of_lines(random: &mut Random) -> String {
    let (rows, columns, k) = (random.size(3, 60), random.size(3, 60), random.size(2, 10));
    format!(
        "game M\nstate b : grid[{rows}, {columns}] of player? = none\nmove put(r in 0 ..< {rows}, c in 0 ..< {columns}) {{ when b[r, c] == none\nb[r, c] = me\nend when line(b, me, {k}) => me wins }}\nstuck => draw\nsymmetry reflections of b\n"
    )
}

fn large_graph(random: &mut Random) -> String {
    let nodes = random.size(20, 2000);
    let degree = random.size(1, 16);
    let rows = joined(nodes, ",", |at| {
        let next: Vec<usize> = (1..=degree.min(nodes - 1)).map(|step| (at + step * step) % nodes).collect();
        let mut next: Vec<usize> = next.into_iter().filter(|next| *next != at).collect();
        next.sort_unstable();
        next.dedup();
        format!("[{}]", next.iter().map(usize::to_string).collect::<Vec<_>>().join(","))
    });
    match random.below(2) {
        0 => format!(
            "game M\nplayers A, B\nparam g : graph[2..5000] = [{rows}]\nstate a : node of g = 1\nstate b : node of g = 2\nmove run(v in g[a]) by A {{ a = v }}\nmove hunt(v in g[b] if v != 0) by B {{ b = v }}\nend when a == 0 => A wins\nend when a == b => B wins\nstuck => draw\nrepeat => draw\n"
        ),
        _ => format!(
            "game M\nparam g : graph[2..5000] = [{rows}]\nstate cut : set of node of g = {{}}\nmove take(v in nodes(g)) {{ when v not in cut and all(x not in cut for x in g[v])\ncut = cut + {{v}} }}\nstuck => me loses\n"
        ),
    }
}

fn many_moves(random: &mut Random) -> String {
    let count = random.size(100, 10_000);
    let same = random.coin();
    let moves = lines(count, |at| {
        format!(
            "move m{}(k in 1..3) {{ when k <= n and n % {} != 0; n -= k; x = {} }}",
            if same { 0 } else { at },
            at + 2,
            at % 100
        )
    });
    format!("game M\nstate n : 0..1000 = 1000\nstate x : 0..100 = 0\n{moves}stuck => me loses\n")
}

fn long_let(random: &mut Random) -> String {
    let (a, b) = (random.size(100, 10_000_000), random.size(1, 10_000));
    let value = match random.below(4) {
        0 => format!("sum(x * y % 7 for x in 1..{a} for y in 1..{b})"),
        1 => format!("[x for x in 1..{a} if all(x % y != 0 for y in 2 .. isqrt(x))]"),
        2 => format!("len({{x * y % 1000 for x in 1..{a} for y in 1..{b}}})"),
        _ => format!("sorted([x * 7919 % {b} for x in 1..{a}])"),
    };
    let used = if value.starts_with("sum") || value.starts_with("len") {
        "let y = long % 5\n"
    } else {
        "let y = len(long) % 5\n"
    };
    format!(
        "game M\nlet long = {value}\n{used}state n : 0..100 = 100\nmove take(k in 1 .. 3 + y) {{ when k <= n; n -= k }}\nstuck => me loses\n"
    )
}

fn deep_expression(random: &mut Random) -> String {
    let (deep, wide) = (random.size(10, 5000), random.size(10, 50_000));
    match random.below(4) {
        0 => format!(
            "game M\nstate n : 0..9 = 9\nmove take {{ when {}n{} > 0; n -= 1 }}\nstuck => me loses\n",
            "(".repeat(deep),
            ")".repeat(deep)
        ),
        1 => format!(
            "game M\nstate n : 0..9 = 9\nmove take {{ when n > 0{}; n -= 1 }}\nstuck => me loses\n",
            " or n == 3".repeat(wide)
        ),
        2 => format!(
            "game M\nstate n : 0..9 = 9\nmove take {{ when n > 0\nn -= 1{} }}\nstuck => me loses\n",
            " + 1 - 1".repeat(wide)
        ),
        _ => format!(
            "game M\nstate n : 0..9 = 9\nmove take {{ when n > 0 and {}n{}\nn -= 1 }}\nstuck => me loses\n",
            "0 <= abs(".repeat(deep.min(400)),
            ")".repeat(deep.min(400))
        ),
    }
}

fn nested_quantifiers(random: &mut Random) -> String {
    let (n, deep) = (random.size(5, 200), random.size(2, 8));
    let inner = format!("({}) % 7 != n", joined(deep, " + ", |at| format!("v{at}")));
    let what = ["all", "any", "count"][random.below(3)];
    let clauses = joined(deep, " ", |at| format!("for v{at} in 0..{n}"));
    let condition =
        if what == "count" { format!("count({inner} {clauses}) >= 0") } else { format!("{what}({inner} {clauses})") };
    format!(
        "game M\nstate n : 0..20 = 20\nmove take(k in 1..3) {{ when k <= n\nwhen {condition}\nn -= k }}\nstuck => me loses\n"
    )
}

fn many_parts(random: &mut Random) -> String {
    let (count, n) = (random.size(10, 50_000), random.size(10, 1000));
    let list = joined(count, ",", |at| format!("{}", at * 7 % n));
    format!(
        "game M\nparam rows : list[1..1000000] of 0..1000 = [{list}]\npart Row(n : 0..1000) {{ move bowl(w in 1..2, at in 0 .. n - w) => Row(at) + Row(n - w - at) }}\nstart sum(Row(r) for r in rows)\nstuck => me loses\n"
    )
}

fn large_parts(random: &mut Random) -> String {
    let n = random.size(1000, 1_000_000);
    match random.below(3) {
        0 => format!(
            "game M\npart Row(n : 0..{n}) {{ move bowl(w in 1..2, at in 0 .. n - w) => Row(at) + Row(n - w - at) }}\nstart Row({n})\nstuck => me loses\n"
        ),
        1 => format!(
            "game M\npart Row(n : 0..{n}, m : 0..{n}) {{ move cut(w in 1 ..< n) => Row(w, m) + Row(n - w, m)\nmove saw(w in 1 ..< m) => Row(n, w) + Row(n, m - w) }}\nstart Row({n}, {n})\nstuck => me loses\n"
        ),
        _ => format!(
            "game M\npart Row(n : 0..{n}) {{ move cut(a in 1 .. n, b in 1 .. n if a + b < n and a != b) => Row(a) + Row(b) + Row(n - a - b) }}\nstart Row({n}) + Row({n} - 1)\nstuck => me loses\n"
        ),
    }
}

fn huge_heap(random: &mut Random) -> String {
    let n = 10_u64.pow(u32::try_from(random.size(3, 18)).expect("small"));
    let (choices, body) = [
        ("k in 1 .. n", "n -= k"),
        ("k in 1..3", "n -= k"),
        ("k in {1, 5, 17, 100}", "n -= k"),
        ("k in 1 .. isqrt(n)", "n -= k * k"),
        ("k in 1 .. n // 2", "n -= k"),
        ("k in 2 .. 9", "n = n // k"),
    ][random.below(6)];
    format!(
        "game M\nstate n : 0..{n} = {n}\nmove take({choices}) {{ when k <= n\n{body} }}\nstuck => me {}\n",
        if random.coin() { "loses" } else { "wins" }
    )
}

fn huge_heap_of_points(random: &mut Random) -> String {
    let n = 10_u64.pow(u32::try_from(random.size(2, 12)).expect("small"));
    let gain = ["k * k % 7", "n % k", "gcd(n, k)"][random.below(3)];
    let most = ["n", "3", "isqrt(n)"][random.below(3)];
    format!(
        "game M\nstate n : 0..{n} = {n}\nmove take(k in 1 .. {most}) {{ when k <= n\ngain {gain}\nn -= k }}\nend when n == 0\n"
    )
}

fn long_text(random: &mut Random) -> String {
    let n = random.size(100, 400_000);
    let letters: String = (0..n).map(|_| ['a', 'b', 'c', 'é'][random.below(4)]).collect();
    format!(
        "game M \"{}\"\nparam t : text = \"{letters}\"\nlet n = len(t)\nstate i : 0..n = 0\nstate j : 0..n = n\nmove left {{ when i < j; gain (if t[i] == \"a\" then 1 else 0); i += 1 }}\nmove right {{ when i < j; gain (if t[j - 1] == \"b\" then 1 else 0); j -= 1 }}\n",
        "title ".repeat(random.size(1, 10_000))
    )
}

fn doubling_defs(random: &mut Random) -> String {
    let count = random.size(4, 60);
    let defs = lines(count, |at| format!("def f{}(x) = f{at}(x) + f{at}(x + 1)", at + 1));
    format!(
        "game M\nstate n : 0..9 = 9\ndef f0(x) = x * n\n{defs}move take {{ when n > 0 and f{count}(1) >= 0; n -= 1 }}\nstuck => me loses\n"
    )
}

fn subsets(random: &mut Random) -> String {
    let n = random.size(5, 30);
    format!(
        "game M\nstate left : set of 0 ..< {n} = {{x for x in 0 ..< {n}}}\nmove take(s in subsets(left)) {{ when len(s) > 0 and sum(s) % 3 != 1\nleft = left - s }}\nstuck => me loses\n"
    )
}

fn flood(random: &mut Random) -> String {
    let n = random.size(4, 150);
    let when =
        ["len(flood(b, x)) < 5", "len(borders(b, flood(b, x))) != 3", "all(len(flood(b, y)) >= 1 for y in cells(b))"]
            [random.below(3)];
    format!(
        "game M\nstate b : grid[{n}, {n}] of 0..2 = [[(r * r + c) % 3 for c in 0 ..< {n}] for r in 0 ..< {n}]\nmove paint(x in cells(b), k in 0..2) {{ when b[x] != k and {when}\nfor y in flood(b, x) {{ b[y] = k }} }}\nstuck => me loses\nrepeat => draw\n"
    )
}

fn many_ends(random: &mut Random) -> String {
    let count = random.size(100, 10_000);
    let ends = lines(count, |at| {
        format!(
            "end when n * n % {} == 1 and x == {} => me {}",
            at + 3,
            at % 50,
            if at % 2 == 0 { "wins" } else { "loses" }
        )
    });
    format!(
        "game M\nstate n : 0..1000 = 1000\nstate x : 0..100 = 0\nmove take(k in 1..3) {{ when k <= n; n -= k; x = n % 100 }}\n{ends}stuck => me loses\n"
    )
}

fn many_examples(random: &mut Random) -> String {
    let count = random.size(100, 5_000);
    let n = random.size(10, 100_000);
    let examples = lines(count, |at| format!("example n={} => not draw", n + at));
    format!(
        "game M\nparam n : 0..10_000_000 = {n}\nstate left : 0..n = n\nstate x : 0..9 = 0\nmove take(k in 1..9) {{ when k <= left and k != x; left -= k; x = k }}\nstuck => me loses\n{examples}"
    )
}

fn long_move(random: &mut Random) -> String {
    let count = random.size(100, 20_000);
    let body = match random.below(3) {
        0 => lines(count, |at| format!("x = (x * {} + n) % 100", at % 9 + 1)),
        1 => lines(count, |at| format!("if n == {} {{ x = {} }} else {{ x = (x + 1) % 100 }}", at % 50, at % 100)),
        _ => lines(count, |at| format!("xs[(n + {at}) % 50] = x % {}", at % 9 + 1)),
    };
    format!(
        "game M\nstate n : 0..100 = 100\nstate x : 0..100 = 0\nstate xs : list[50] of 0..100 = 0\nmove take(k in 1..3) {{ when k <= n\nn -= k\n{body}}}\nstuck => me loses\n"
    )
}

fn nested_ifs(random: &mut Random) -> String {
    let deep = random.size(5, 60);
    let body = match random.below(2) {
        0 => format!(
            "{}x = 1{}",
            joined(deep, "", |at| format!("if x % {} != 0 {{ ", at + 2)),
            joined(deep, "", |at| format!(" }} else {{ x = {} }}", at % 10))
        ),
        _ => lines(deep, |at| format!("if (n + x) % {} == 0 {{ x = (x + {at}) % 10 }}", at + 2)),
    };
    format!(
        "game M\nstate n : 0..100 = 100\nstate x : 0..10 = 0\nmove take(k in 1..3) {{ when k <= n\nn -= k\n{body}\n}}\nstuck => me loses\n"
    )
}

fn many_choices(random: &mut Random) -> String {
    let (n, deep) = (random.size(3, 300), random.size(2, 6));
    let choices = joined(deep, ", ", |at| format!("c{at} in 0..{n}"));
    let sum = joined(deep, " + ", |at| format!("c{at}"));
    let when =
        [format!("({sum}) % 5 == n % 5"), format!("{sum} == n + 1"), "c0 == n".to_owned()][random.below(3)].clone();
    format!(
        "game M\nstate n : 0..1000 = 900\nmove take({choices}) {{ when {when} and n > 0\nn -= 1 }}\nstuck => me loses\n"
    )
}

fn wide_numbers(random: &mut Random) -> String {
    let count = random.size(3, 300);
    let states = lines(count, |at| format!("state s{at} : 0..1_000_000_000_000 = {}", at * 1_000_003 % 999_999));
    let moves = lines(count, |at| {
        format!(
            "move m{at}(k in 1..9) {{ when k <= s{at}; s{at} -= k{} }}",
            if at > 0 { format!("; s{} = s{} // 2", at - 1, at - 1) } else { String::new() }
        )
    });
    format!("game M\n{states}{moves}stuck => me loses\n")
}

fn lists_of_sets(random: &mut Random) -> String {
    let (n, m) = (random.size(3, 300), random.size(3, 300));
    format!(
        "game M\nstate xs : list[{n}] of set of 0 ..< {m} = [{{}} for i in 0 ..< {n}]\nmove put(i in 0 ..< {n}, k in 0 ..< {m}) {{ when k not in xs[i]\nwhen all(k + 1 not in s for s in xs)\nxs[i] = xs[i] + {{k}} }}\nstuck => me loses\n"
    )
}

fn tokens(random: &mut Random) -> String {
    let (n, count) = (random.size(3, 40), random.size(1, 12));
    let states = lines(count, |at| format!("state t{at} : cell of b = ({}, {})", at % n, at / n % n));
    let moves = lines(count, |at| {
        format!(
            "move m{at}(d in directions4) {{ when t{at} + d in cells(b)\nwhen b[t{at} + d] == 0\nt{at} = t{at} + d }}"
        )
    });
    format!("game M\nlet b = 0\nstate b2 : 0..1 = 0\n{states}{moves}stuck => draw\nrepeat => draw\n")
        .replace("let b = 0\nstate b2 : 0..1 = 0", &format!("state b : grid[{n}, {n}] of 0..1 = 0"))
}

fn normalised_list(random: &mut Random) -> String {
    let n = random.size(5, 5000);
    let normalise =
        ["xs = sorted(xs)", "xs = reversed(sorted(xs))", "for i in 0 ..< len(xs) { if xs[i] == 7 { xs[i] = 0 } }"]
            [random.below(3)];
    format!(
        "game M\nstate xs : list[{n}] of 0..100 = [x % 100 for x in 0 ..< {n}]\nmove take(i in 0 ..< {n}, k in 1..9) {{ when k <= xs[i]; xs[i] -= k }}\nnormalise {{ {normalise} }}\nstuck => me loses\n"
    )
}

fn many_params(random: &mut Random) -> String {
    let count = random.size(100, 10_000);
    let params = lines(count, |at| format!("param p{at} : 0..1000 = {}\nrequire p{at} <= 1000", at % 1000));
    let lets = lines(count, |at| {
        format!("let l{at} = p{at} + {}", if at > 0 { format!("l{} % 7", at - 1) } else { "0".to_owned() })
    });
    format!(
        "game M\n{params}{lets}state n : 0..100 = 100\nmove take(k in 1..3) {{ when k <= n and l{} >= 0; n -= k }}\nstuck => me loses\n",
        count - 1
    )
}

fn moves_that_ask(random: &mut Random) -> String {
    let count = random.size(3, 200);
    let moves = lines(count, |at| {
        format!(
            "move m{at}(k in 1..5) {{ when k <= n\n{}n -= k }}",
            if at + 1 < count { format!("when not can(m{}) or n > 50\n", at + 1) } else { String::new() }
        )
    });
    format!("game M\nstate n : 0..100 = 100\n{moves}stuck => me loses\n")
}

fn cube_of_numbers(random: &mut Random) -> String {
    let (n, count) = (random.size(10, 5000), random.size(2, 6));
    let states = lines(count, |at| format!("state s{at} : 0..{n} = {n}"));
    let moves = lines(count, |at| {
        format!(
            "move m{at}(k in 1 .. {}) {{ when k <= s{at} and s{at} >= s{}; s{at} -= k }}",
            ["3", "s0 + 1", "9"][at % 3],
            (at + 1) % count
        )
    });
    format!("game M\n{states}{moves}stuck => me {}\n", if random.coin() { "loses" } else { "wins" })
}

fn long_names(random: &mut Random) -> String {
    let name = "n".repeat(random.size(100, 100_000));
    format!(
        "game M\nplayers A{name}, B{name}\nstate {name} : 0..30 = 30\nmove t{name}(k in 1..3) {{ when k <= {name}; {name} -= k }}\nstuck => me loses\n"
    )
}

fn many_invariants(random: &mut Random) -> String {
    let count = random.size(10, 5000);
    let invariants = lines(count, |at| format!("invariant (n + {at}) * x >= 0"));
    format!(
        "game M\nstate n : 0..1000 = 1000\nstate x : 0..9 = 0\nmove take(k in 1..9) {{ when k <= n and k != x; n -= k; x = k }}\n{invariants}stuck => me loses\n"
    )
}

fn long_list_of_points(random: &mut Random) -> String {
    let n = random.size(20, 3000);
    format!(
        "game M\nlet v = [x * 7919 % 1009 for x in 0 ..< {n}]\nstate xs : list[{n}] of bool = true\nmove take(i in 0 ..< {n}) {{ when xs[i]\nwhen i == 0 or not xs[i - 1] or i == {n} - 1\ngain v[i] * count(xs, true)\nxs[i] = false }}\n"
    )
}

fn growing_list(random: &mut Random) -> String {
    let n = random.size(10, 5000);
    format!(
        "game M\nstate xs : list[0..{n}] of 0..3 = []\nmove put(k in 0..3) {{ when len(xs) < {n} and all(xs[i] != k or i % 3 == 0 for i in 0 ..< len(xs))\nxs = append(xs, k) }}\nmove cut(i in 1 ..< {n}) {{ when i < len(xs)\nxs = remove(xs, i) }}\nstuck => me loses\nrepeat => draw\n"
    )
}

fn loops_over_a_loop(random: &mut Random) -> String {
    let n = random.size(10, 2000);
    format!(
        "game M\nstate xs : list[{n}] of 0..3 = 1\nmove go(a in 0 ..< {n}) {{ when xs[a] > 0\nfor i in 0 ..< {n} {{ for j in 0 ..< {n} {{ if xs[i] == xs[j] and i + j == a {{ xs[i] = (xs[i] + 1) % 4 }} }} }}\nxs[a] = 0 }}\nstuck => me loses\nrepeat => draw\n"
    )
}

fn misere_parts(random: &mut Random) -> String {
    let (count, n) = (random.size(2, 60), random.size(5, 1000));
    let list = joined(count, ",", |at| format!("{}", at * 7 % n + 1));
    format!(
        "game M\nparam rows : list[1..100] of 0..1000 = [{list}]\npart Row(n : 0..1000) {{ move bowl(w in 1..2, at in 0 .. n - w) => Row(at) + Row(n - w - at) }}\nstart sum(Row(r) for r in rows)\nstuck => me wins\n"
    )
}
