//! Families of random rules. Every text is well typed; what it means is anybody's guess.

use super::near;
use bouton::sample::Dice;

/// A name and how to make a text.
pub(crate) type Family = (&'static str, fn(&mut Dice) -> String);

/// Every family.
pub(crate) static FAMILIES: &[Family] = &[
    ("heaps", heaps),
    ("row", row),
    ("numbers", numbers),
    ("board", board),
    ("pieces", pieces),
    ("walk", walk),
    ("words", words),
    ("machine", machine),
    ("loops", loops),
    ("scores", scores),
    ("shares", shares),
    ("shelf", shelf),
    ("history", history),
    ("chains", |dice| chains(dice, true)),
    ("careless", careless),
    ("builders", builders),
    ("cells", near::cells),
    ("tables", near::tables),
    ("near sets", near::sets),
    ("near rows", near::rows),
    ("near multiples", near::multiples),
    ("unused", near::unused),
];

fn pick<'a>(dice: &mut Dice, of: &[&'a str]) -> &'a str {
    of[dice.below(of.len())]
}

fn maybe(dice: &mut Dice, times: usize, text: &str) -> String {
    if dice.once_in(times) { format!("{text}\n") } else { String::new() }
}

fn list(dice: &mut Dice, count: usize, lo: i64, hi: i64) -> String {
    let entries: Vec<String> = (0..count).map(|_| dice.between(lo, hi).to_string()).collect();
    format!("[{}]", entries.join(", "))
}

/// Who moves next, for the end of a move; `free` is something that changes.
fn next_turn(dice: &mut Dice, free: &str) -> String {
    match dice.below(8) {
        0 => format!("  if {free} % 2 == 0 {{ again }}\n"),
        1 => format!("  if {free} % 3 == 1 {{ turn First }} else {{ turn Second }}\n"),
        2 => "  again\n  turn opponent\n".to_owned(),
        3 => format!("  turn if {free} > 1 then me else opponent\n"),
        _ => String::new(),
    }
}

/// What being stuck means in an outcome game.
fn stuck(dice: &mut Dice, free: &str) -> String {
    match dice.below(7) {
        0 => "stuck => me wins\n".to_owned(),
        1 => "stuck => draw\n".to_owned(),
        2 => "stuck when me == First => Second wins\nstuck => draw\n".to_owned(),
        3 => format!("stuck when {free} % 2 == 1 => me wins\nstuck => me loses\n"),
        4 => "stuck => pass else me wins\n".to_owned(),
        5 => format!("stuck when {free} == 0 => draw\nstuck => pass else Second loses\n"),
        _ => "stuck => me loses\n".to_owned(),
    }
}

fn outcome(dice: &mut Dice) -> &'static str {
    pick(dice, &["me wins", "me loses", "draw", "First wins", "Second wins", "opponent wins"])
}

fn heaps(dice: &mut Dice) -> String {
    let (count, most) = (1 + dice.below(3), dice.between(2, 5));
    let first = list(dice, count, 1, most);
    let over = pick(dice, &["1..heap[i]", "[1, 2]", "{1, 3}", "1..2", "[2, 1, 2]"]);
    let points = dice.once_in(3);
    let mut text = format!("game Heaps\nstate heap : list[{count}] of 0..{most} = {first}\n");
    text += &format!("move take(i in 0..<{count}, k in {over} if k <= heap[i]) {{\n");
    if points {
        text += pick(
            dice,
            &[
                "  gain k\n",
                "  gain k * (i + 1)\n",
                "  gain heap[i] - 1\n",
                "  gain k to opponent\n",
                "  gain -k to First\n",
            ],
        );
    }
    text += "  heap[i] -= k\n";
    if !points && dice.once_in(3) {
        text += &format!("  end when sum(heap) == {} => {}\n", dice.below(4), outcome(dice));
    }
    text += &next_turn(dice, "sum(heap)");
    text += "}\n";
    if dice.once_in(3) {
        text += "normalise { heap = sorted(heap) }\n";
        text += &maybe(dice, 2, "symmetry permute heap");
    }
    if points {
        if text.contains("gain k\n") || text.contains("gain k to") {
            text += &maybe(dice, 1, "end when sum(heap) == 0\n");
        }
        if text.contains("gain k\n") && over == "1..heap[i]" {
            text += "remaining sum(heap)\n";
        }
    } else {
        text += &stuck(dice, "sum(heap)");
    }
    text
}

fn row(dice: &mut Dice) -> String {
    let count = 2 + dice.below(5);
    let piles = list(dice, count, -4, 9);
    let most = 1 + dice.below(3);
    let mut text = format!("game Row\nplayers First, Second\nlet piles = {piles}\nlet n = len(piles)\n");
    text += "state i : 0..n = 0\nstate j : 0..n = n\n";
    let mut fair = true;
    for (name, sum, change, room) in [
        ("left", "sum(piles[i ..< i + k])", "i += k", "i + k <= j"),
        ("right", "sum(piles[j - k ..< j])", "j -= k", "j - k >= i"),
    ] {
        let gain = match dice.below(6) {
            0 => format!("  gain {sum} to opponent\n"),
            1 => {
                fair = false;
                format!("  gain k * {sum}\n  gain 1 to Second\n")
            }
            _ => format!("  gain {sum}\n"),
        };
        let turn = next_turn(dice, "k");
        text += &format!("move {name}(k in 1..{most}) {{\n  when {room}\n{gain}  {change}\n{turn}}}\n");
    }
    match dice.below(3) {
        0 if fair => text += "remaining sum(piles[i ..< j])\nend when i == j\n",
        1 => text += "end when i == j => First leads by i - 2\n",
        _ => text += "end when i == j\n",
    }
    text
}

fn numbers(dice: &mut Dice) -> String {
    let (n, total) = (dice.between(2, 5), dice.between(3, 12));
    let mut text = format!("game Numbers\nstate used : set of 1..{n} = {{}}\n");
    text += &format!("move pick(k in 1..{n} if k not in used) {{\n  used += {{k}}\n");
    if dice.once_in(2) {
        text += &format!("  end when sum(used) {} {total} => {}\n", pick(dice, &[">=", "==", ">"]), outcome(dice));
    }
    text += &next_turn(dice, "k");
    text += "}\n";
    if dice.once_in(2) {
        text += &format!(
            "move double(s in subsets({{1, 2, {n}}})) {{\n  when len(s) == 2 and len(s & used) == 0\n  used = used | s\n}}\n"
        );
    }
    if dice.once_in(2) {
        text += &format!("end when {{1, 2}} <= used and sum(used) > {} => {}\n", total / 2, outcome(dice));
    }
    text + &stuck(dice, "len(used)")
}

fn board(dice: &mut Dice) -> String {
    let (rows, columns) = (1 + dice.below(3), 1 + dice.below(3));
    let need = 1 + dice.below(3).max(1);
    let mut text = format!("game Board\nplayers First, Second\nstate b : grid[{rows}, {columns}] of player? = none\n");
    text += &format!("move put(r in 0..<{rows}, c in 0..<{columns}) {{\n  when b[r, c] == none\n");
    text +=
        pick(dice, &["", "", "  when c == 0 or b[r, c - 1] != none\n", "  when all(b[y, c] != none for y in 0..<r)\n"]);
    text += pick(dice, &["  b[r, c] = me\n", "  b[r, c] = me\n", "  b[r, c] = opponent\n"]);
    text += &format!("  end when line(b, me, {need}) => me {}\n", pick(dice, &["wins", "loses"]));
    text += pick(dice, &["", "", "  if r == c { again }\n"]);
    text += "}\n";
    if dice.once_in(3) {
        text += "move take(x in cells(b) if b[x] == opponent, y in around4(b, x) if b[y] == me) {\n  b[y] = none\n  when count(b[z] == me for z in cells(b)) > 0\n}\nrepeat => draw\n";
    }
    if dice.once_in(3) {
        text += &format!("end when count(b[x] == First for x in cells(b)) >= 3 => {}\n", outcome(dice));
    }
    text + &stuck(dice, "count(b[x] == none for x in cells(b))")
}

/// No content of a small board comes back.
fn history(dice: &mut Dice) -> String {
    let boards = [
        ("list[3] of bool", "false", "x in 0..2", "b[x]", "not b[x]"),
        ("list[2] of -1..1", "0", "x in 0..1, y in -1..1 if y != b[x]", "b[x]", "y"),
        ("grid[1, 2] of player?", "none", "x in cells(b)", "b[x]", "if b[x] == none then me else none"),
        ("grid[2, 1] of {red, blue}", "red", "x in cells(b)", "b[x]", "if b[x] == red then blue else red"),
    ];
    let (board, first, choices, place, value) = boards[dice.below(boards.len())];
    let mut text = format!("game History\nstate b : {board} = {first}\nstate seen : set of position of b = ");
    text += pick(dice, &["{position(b)}\n", "{position(b)}\n", "{}\n"]);
    text += &maybe(dice, 3, "state last : position of b = position(b)\n");
    let keeps = text.contains("last");
    text += &format!("move put({choices}) {{\n  {place} = {value}\n  when position(b) not in seen\n");
    text += if keeps { "  last = position(b)\n  seen += {last}\n" } else { "  seen += {position(b)}\n" };
    text += &next_turn(dice, "len(seen)");
    text += "}\n";
    text += &maybe(dice, 2, "end when position(b) == 3 => me wins\n");
    text + &stuck(dice, "len(seen)")
}

/// Several steps in one move: as `sequences(…)`, or as what it stands for, which is never cut short.
pub(crate) fn chains(dice: &mut Dice, cut: bool) -> String {
    let steps = pick(dice, &["directions4", "directions8", "[(0, 1), (1, 0), (-1, -1)]", "[(0, 1), (0, -1), (1, 1)]"]);
    let most = 1 + dice.below(3);
    let all = match cut {
        true => format!("sequences({steps}, {most})"),
        false => format!("[list_ for long in 1..{most}, list_ in product([{steps} for i_ in 1..long])]"),
    };
    let cells: Vec<&str> = (0..6).map(|_| pick(dice, &[".", ".", ".", ".", ".", "F", "S"])).collect();
    let mut text = format!(
        "game Chains\nplayers First, Second\nlet ways = {all}\nstate b : grid[2, 3] of player? = [\"{}\", \"{}\"]\nstate at : cell of b = (0, 0)\nstate left : 0..3 = 3\nstate turns : 0..4 = 4\n",
        cells[..3].concat(),
        cells[3..].concat(),
    );
    let over = pick(dice, &["ways", "ways", "ways if len(way) != 2"]);
    let over = if over == "ways" && dice.once_in(2) { &all } else { over };
    let first = pick(dice, &["", "", "k in 1..2, "]);
    text += &format!("move hop({first}way in {over}) {{\n  when turns > 0\n  turns -= 1\n  var p = at\n");
    text += &maybe(dice, 3, "  when left > 0");
    text += &maybe(dice, 6, "  when len(way) < 3");
    text += &maybe(dice, 6, "  end when b[at] == me => me wins");
    text += "  b[at] = me\n  for d in way {\n    p += d\n    when p in cells(b)\n";
    text += &maybe(dice, 4, "    if b[p] == opponent { break }");
    text += &maybe(dice, 4, "    end when p == (1, 2) => me wins");
    text +=
        pick(dice, &["    when b[p] == none\n", "    when b[p] != me\n", "    when b[p] == none or len(way) == 1\n"]);
    text += "    b[p] = me\n  }\n";
    text += &maybe(dice, 3, "  when last(way) != (0, 1)");
    text += &maybe(dice, 4, "  for d in way { if row_of(d) == 0 { left -= 1 } }\n  when left >= 0");
    text += &maybe(dice, 4, "  when p in cells(b)");
    text += "  when p in cells(b)\n  at = p\n";
    text += &next_turn(dice, "row_of(p)");
    text += "}\n";
    text + &stuck(dice, "count(b[c] == none for c in cells(b))")
}

fn pieces(dice: &mut Dice) -> String {
    let length = 4 + dice.below(4);
    let cells: Vec<&str> = (0..length).map(|_| pick(dice, &["First", "Second", "none", "none"])).collect();
    let mut text =
        format!("game Lane\nplayers First, Second\nstate lane : list[{length}] of player? = [{}]\n", cells.join(", "));
    text += "def way(p) = if p == First then 1 else -1\n";
    text += &format!(
        "move step(x in 0..<{length} if lane[x] == me) {{\n  let to = x + way(me)\n  when 0 <= to < {length}\n  when lane[to] == none\n"
    );
    text += "  lane[x] = none\n  lane[to] = me\n";
    text += &next_turn(dice, "to");
    text += "}\n";
    match dice.below(3) {
        0 => {
            text += &format!(
                "move hit(x in 1..<{length}) {{\n  when lane[x] == opponent\n  when not can(step)\n  lane[x] = none\n}}\n"
            )
        }
        1 => {
            text += &format!(
                "move leap(x in 0..<{length} if lane[x] == me, far in {{2, 3}}) {{\n  let to = x + far * way(me)\n  when 0 <= to < {length} and lane[to] != me\n  lane[x] = none\n  lane[to] = me\n}}\n"
            )
        }
        _ => {}
    }
    let end = format!("end when lane[0] == Second or lane[{}] == First => {}", length - 1, outcome(dice));
    text += &maybe(dice, 3, &end);
    text + &stuck(dice, "count(lane[x] == none for x in 0..2)")
}

fn repeat(dice: &mut Dice) -> &'static str {
    pick(dice, &["repeat => draw\n", "repeat => First wins\n", "repeat => Second wins\n", "repeat => draw\n", ""])
}

fn walk(dice: &mut Dice) -> String {
    let nodes = 3 + dice.below(4);
    let near = |dice: &mut Dice| -> String {
        let count = 1 + dice.below(3) - usize::from(dice.once_in(8));
        list(dice, count, 0, i64::try_from(nodes).unwrap() - 1)
    };
    let net: Vec<String> = (0..nodes).map(|_| near(dice)).collect();
    let net = format!("[{}]", net.join(", "));
    let last = nodes - 1;
    let mut text = format!(
        "game Walk\nplayers First, Second\nlet net = {net}\nstate a : 0..{last} = 0\nstate b : 0..{last} = {last}\n"
    );
    text += "move run(v in net[a]) by First { a = v }\n";
    text += &match dice.below(3) {
        0 => "move hunt(v in net[b]) by Second { b = v }\n".to_owned(),
        1 => format!("move hunt(v in distinct(net[b]) if v != a) by Second {{\n  b = v\n{}}}\n", next_turn(dice, "v")),
        _ => "move hunt(v in net[b]) by Second {\n  b = v\n  end when a == b => me wins\n}\nmove wait by Second { when a > b }\n".to_owned(),
    };
    text += &format!("end when a == b => {}\n", outcome(dice));
    if dice.once_in(2) {
        text += &format!("end when a == {} => {}\n", last / 2, outcome(dice));
    }
    text += &stuck(dice, "a");
    text + repeat(dice)
}

/// A walk that may go round, and points that are taken on the way; some gain where play goes round, or say that it is worth this and that.
fn shares(dice: &mut Dice) -> String {
    let nodes = 3 + dice.below(3);
    let last = i64::try_from(nodes - 1).unwrap();
    let net: Vec<String> = (0..nodes)
        .map(|_| {
            let ways = 1 + dice.below(2);
            list(dice, ways, 0, last)
        })
        .collect();
    let net = format!("[{}]", net.join(", "));
    let left = 1 + dice.below(4);
    let mut text = format!(
        "game Shares\nplayers First, Second\nlet net = {net}\nstate a : 0..{last} = 0\nstate left : 0..{left} = {left}\n"
    );
    text += "move run(v in distinct(net[a])) {\n  a = v\n";
    text += pick(dice, &["", "", "", "  if v == 1 { again }\n", "  if v == 0 { gain 1 }\n"]);
    text += "}\nmove take(k in 1..2 if k <= left";
    text += pick(dice, &["", " and a > 0", " and a != 1", " and me == First"]);
    text += &format!(") {{\n  left -= k\n  gain {}\n", pick(dice, &["k", "3 - k", "k * a", "a - 1"]));
    text += pick(dice, &["", "  again\n", "  a = 0\n", "  if a == 0 { again }\n"]);
    text += "}\n";
    let end = format!("end when left == 0 => {} leads by {}", pick(dice, &["me", "First"]), dice.between(-2, 3));
    text += &maybe(dice, 2, &end);
    let round = [
        "draw",
        "draw",
        "First leads by left",
        "Second leads by 2 * left - 3",
        "First leads by left * left",
        "First leads by a",
    ];
    text + "stuck => me leads by 1\nrepeat => " + pick(dice, &round) + "\n"
}

fn words(dice: &mut Dice) -> String {
    let most = dice.between(3, 5);
    let count = 2 + dice.below(2);
    let first = list(dice, count, 1, most);
    let mut text = format!("game Words\nstate xs : list[0..4] of 0..{most} = {first}\n");
    text += "move drop(i in 0..<len(xs)) {\n";
    text +=
        pick(dice, &["  xs = xs[0 ..< i] + xs[i + 1 ..< len(xs)]\n", "  xs = remove(xs, i)\n", "  xs = xs[0 ..< i]\n"]);
    text += &next_turn(dice, "len(xs)");
    text += "}\n";
    match dice.below(3) {
        0 => {
            text += "move split(i in 0..<len(xs), p in 1..<xs[i] if 2 * p < xs[i]) {\n  when len(xs) < 4\n  xs = xs[0 ..< i] + [p, xs[i] - p] + xs[i + 1 ..< len(xs)]\n}\n"
        }
        1 => {
            text += "move join(i in 1..<len(xs)) {\n  when xs[i] != xs[i - 1]\n  xs = xs[0 ..< i - 1] + [abs(xs[i] - xs[i - 1])] + xs[i + 1 ..< len(xs)]\n}\n"
        }
        _ => {}
    }
    text += &maybe(dice, 3, "normalise { xs = sorted([x for x in xs if x > 0]) }");
    let end = format!("end when sum(xs) == {} => {}", dice.below(5), outcome(dice));
    text += &maybe(dice, 3, &end);
    text + &stuck(dice, "len(xs)")
}

/// A number made of the variables `a`, `b`, `t` and the choice `x`.
fn number(dice: &mut Dice, depth: usize) -> String {
    if depth == 0 || dice.once_in(3) {
        return match dice.below(6) {
            0 => "a".into(),
            1 => "b".into(),
            2 => "t".into(),
            3 => "x".into(),
            _ => dice.between(-2, 4).to_string(),
        };
    }
    let (one, two) = (number(dice, depth - 1), number(dice, depth - 1));
    match dice.below(10) {
        0 | 1 => format!("({one} + {two})"),
        2 | 3 => format!("({one} - {two})"),
        4 => format!("{one} * ({two})"),
        5 => format!("({one}) // {}", pick(dice, &["2", "3", "-2"])),
        6 => format!("({one}) % {}", pick(dice, &["2", "3", "4"])),
        7 => format!("{}({one}, {two})", pick(dice, &["min", "max"])),
        8 => format!("abs({one})"),
        _ => format!("(if {} then {one} else {two})", truth(dice, depth - 1)),
    }
}

fn truth(dice: &mut Dice, depth: usize) -> String {
    if depth > 0 && dice.once_in(3) {
        let (one, two) = (truth(dice, depth - 1), truth(dice, depth - 1));
        return match dice.below(3) {
            0 => format!("({one} and {two})"),
            1 => format!("({one} or {two})"),
            _ => format!("not ({one})"),
        };
    }
    match dice.below(6) {
        0 => pick(
            dice,
            &["me == First", "opponent == First", "kind == red", "kind != blue", "owner == me", "owner == none"],
        )
        .to_owned(),
        1 => format!("0 <= {} < {}", number(dice, depth), number(dice, depth)),
        2 => format!("{} in [0, {}]", number(dice, depth), number(dice, depth)),
        _ => format!(
            "{} {} {}",
            number(dice, depth),
            pick(dice, &["==", "!=", "<", "<=", ">", ">="]),
            number(dice, depth)
        ),
    }
}

/// A statement of a machine's move.
fn change(dice: &mut Dice) -> String {
    match dice.below(9) {
        0 | 1 => format!("a = ({}) % 4", number(dice, 2)),
        2 | 3 => format!("b = ({}) % 3", number(dice, 2)),
        4 => "a, b = b, a % 3".to_owned(),
        5 => format!("kind = if {} then red else blue", truth(dice, 1)),
        6 => format!("owner = {}", pick(dice, &["me", "opponent", "none"])),
        7 => format!("for y in 0..x {{\n    if {} {{ break }}\n    a = (a + y) % 4\n  }}", truth(dice, 1)),
        _ => format!("if {} {{ b = ({}) % 3 }} else {{ owner = me }}", truth(dice, 1), number(dice, 1)),
    }
}

/// Variables that any move may change in any way; `t` counts the moves where `timed`.
fn of_machine(dice: &mut Dice, timed: bool, points: bool) -> String {
    let mut text = "game Machine\nplayers First, Second\ntype Kind = {red, green, blue}\n".to_owned();
    text += "state a : 0..3 = 1\nstate b : 0..2 = 0\nstate kind : Kind = green\nstate owner : player? = none\n";
    text += &format!("state t : 0..{} = 0\n", dice.between(3, 6));
    text += &maybe(dice, 4, "starts Second");
    for name in ["go", "run", "fly"].iter().take(1 + dice.below(3)) {
        let by = pick(dice, &["", "", "", "", "", " by First", " by Second"]);
        text += &format!("move {name}(x in 0..{}){by} {{\n", 1 + dice.below(2));
        if timed {
            text += "  when t < 3\n  t += 1\n";
        }
        if dice.once_in(4) {
            text += &format!("  when {}\n", truth(dice, 1));
        }
        for _ in 0..1 + dice.below(3) {
            text += &format!("  {}\n", change(dice));
        }
        if points {
            text += &format!("  gain {}{}\n", number(dice, 2), pick(dice, &["", "", " to opponent", " to First"]));
        }
        if dice.once_in(5) {
            let ends = if points { String::new() } else { format!(" => {}", outcome(dice)) };
            let leads = if points {
                format!(" => {} leads by {}", pick(dice, &["me", "First", "opponent"]), number(dice, 1))
            } else {
                ends
            };
            text += &format!("  end when {}{leads}\n", truth(dice, 1));
        }
        text += &next_turn(dice, "a");
        text += "}\n";
    }
    text
}

/// Top lines speak of no choice.
fn without_choice(text: &str) -> String {
    text.replace('x', "2").replace("ma2", "max")
}

fn machine(dice: &mut Dice) -> String {
    let text = of_machine(dice, true, false);
    let end = if dice.once_in(4) {
        format!("end when {} => {}\n", without_choice(&truth(dice, 1)), outcome(dice))
    } else {
        String::new()
    };
    text + &end + &stuck(dice, "b")
}

fn loops(dice: &mut Dice) -> String {
    let text = of_machine(dice, false, false);
    let end = format!("end when a == {} and b == {} => {}\n", dice.below(4), dice.below(3), outcome(dice));
    let more = repeat(dice);
    (text + &end + &stuck(dice, "b") + more).replace("state t : 0..", "let t = 2 # 0..")
}

fn scores(dice: &mut Dice) -> String {
    let text = of_machine(dice, true, true);
    text + &match dice.below(4) {
        0 => format!("end when {}\n", without_choice(&truth(dice, 1))),
        1 => "stuck => pass else First leads by a\n".to_owned(),
        2 => "stuck => me leads by b - 1\n".to_owned(),
        _ => String::new(),
    }
}

/// Variables of every type, each changed by a move of its own.
fn shelf(dice: &mut Dice) -> String {
    const THINGS: &[(&str, &str)] = &[
        (
            "state s1 : list[2] of {ant, ape, bee} = [ant, bee]",
            "move m1(i in 0..1, k in [ape, bee]) { when s1[i] != k; s1[i] = k; TICK }",
        ),
        (
            "state s2 : grid[2, 2] of -1..12 = 0",
            "move m2(c in cells(s2), k in {-1, 12}) { when s2[c] == 0; s2[c] = k; TICK }",
        ),
        ("state s3 : grid[1, 3] of bool = false", "move m3(c in 0..2) { when not s3[0, c]; s3[0, c] = true; TICK }"),
        (
            "state g4 : grid[2, 2] of bool = false\nstate s4 : set of cell of g4 = {}",
            "move m4(c in cells(g4) if c not in s4) { s4 += {c}; g4[c] = len(s4) == 2; TICK }",
        ),
        (
            "state g5 : grid[2, 3] of bool = false\nstate s5 : cell of g5? = none",
            "move m5(c in cells(g5)) { g5[c] = not g5[c]; s5 = c; TICK }",
        ),
        ("state s6 : {tip, top}? = none", "move m6(k in {tip, top}) { s6 = if s6 == k then none else k; TICK }"),
        (
            "state s7 : list[0..3] of player? = []",
            "move m7(p in [First, Second]) { when len(s7) < 3; s7 = s7 + [p]; TICK }",
        ),
        (
            "state s8 : list[2] of list[2] of 0..2 = [[0, 1], [2, 0]]",
            "move m8(i in 0..1, j in 0..1) { s8[i][j] = (s8[i][j] + 1) % 3; TICK }",
        ),
        (
            "state s9 : set of {ant, ape, bee} = {ant}",
            "move m9(k in {ant, ape, bee}) { s9 = if k in s9 then s9 - {k} else s9 + {k}; TICK }",
        ),
        (
            "state s10 : list[2] of set of 1..3 = [{}, {2}]",
            "move m10(i in 0..1, k in 1..3) { s10[i] = s10[i] + {k}; TICK }",
        ),
        (
            "state s11 : grid[2, 1] of {north, nadir}? = none",
            "move m11(r in 0..1) { s11[r, 0] = if s11[r, 0] == north then none else north; TICK }",
        ),
        ("state s12 : player = Second", "move m12 { when s12 != me; s12 = me; TICK }"),
        ("state s13 : grid[2, 2] of 0..9 = 1", "move m13(c in cells(s13), k in {0, 7}) { s13[c] = k; TICK }"),
        (
            "state s14 : list[2] of bool = [true, false]",
            "move m14(i in 0..1) { s14[i] = not s14[i]; s14[0], s14[1] = s14[1], s14[0]; TICK }",
        ),
        (
            "state s15 : list[1..2] of list[0..2] of -1..1 = [[]]",
            "move m15(k in -1..1) { when len(s15[0]) < 2; s15[0] = s15[0] + [k]; TICK }",
        ),
    ];
    let (first, second) = (dice.below(THINGS.len()), dice.below(THINGS.len()));
    let mut text = format!("game Shelf\nplayers First, Second\nstate t : 0..{} = 0\n", 2 + dice.below(2));
    for at in [first, second].into_iter().take(if first == second { 1 } else { 2 }) {
        let (state, mv) = THINGS[at];
        let end = if dice.once_in(3) { format!("; end when t == 2 => {}", outcome(dice)) } else { String::new() };
        text += &format!("{state}\n{}\n", mv.replace("TICK", &format!("when t < 2; t += 1{end}")));
    }
    text + &stuck(dice, "t")
}

/// A list of numbers made of the variables of `builders` and the choice `k`.
fn made_list(dice: &mut Dice, depth: usize) -> String {
    if depth == 0 || dice.once_in(3) {
        return pick(dice, &["xs", "ys", "rows[n % 3]", "[n, k]", "[]", "sorted(s)", "reversed(1 .. k)"]).to_owned();
    }
    let inner = made_list(dice, depth - 1);
    match dice.below(9) {
        0 => format!("sorted({inner})"),
        1 => format!("reversed({inner})"),
        2 => format!("distinct({inner})"),
        3 => format!("append({inner}, {})", made_number(dice, 0)),
        4 => format!("({inner} + {})", made_list(dice, 0)),
        5 => format!("[x + {} for x in {inner} if x != k]", dice.between(-1, 1)),
        6 => format!("(if {} then {inner} else {})", made_truth(dice, 0), made_list(dice, 0)),
        7 => format!("(if len({inner}) > 1 then remove({inner}, 1) else xs)"),
        _ => format!("insert({inner}, 0, {})", made_number(dice, 0)),
    }
}

fn made_set(dice: &mut Dice, depth: usize) -> String {
    if depth == 0 || dice.once_in(3) {
        return pick(dice, &["s", "{n % 6, k}", "{1, 2, 3}", "bags[n % 2]", "{}"]).to_owned();
    }
    let inner = made_set(dice, depth - 1);
    match dice.below(5) {
        0 => format!("({inner} - {{k}})"),
        1 => format!("({inner} & {})", made_set(dice, 0)),
        2 => format!("({inner} | {})", made_set(dice, 0)),
        3 => format!("{{x % 4 for x in {} if x >= 0}}", made_list(dice, 0)),
        _ => format!("(if {} then {inner} else {})", made_truth(dice, 0), made_set(dice, 0)),
    }
}

fn made_number(dice: &mut Dice, depth: usize) -> String {
    if depth == 0 || dice.once_in(4) {
        return pick(dice, &["n", "k", "1", "xs[k % 3]", "len(s)", "len(ys)"]).to_owned();
    }
    let (list, set) = (made_list(dice, depth - 1), made_set(dice, depth - 1));
    match dice.below(16) {
        0 => format!("len({list})"),
        1 => format!("sum({list})"),
        2 => format!("mex({list})"),
        3 => format!("gcd({list})"),
        4 => format!("count({list}, k)"),
        5 => format!("first({list} + [7])"),
        6 => format!("max({list} + [0])"),
        7 => format!("len({set})"),
        8 => format!("sum({set})"),
        9 => format!("mex({set})"),
        10 => format!("isqrt({}* 3)", pick(dice, &["n", "k", "n * k"])),
        11 => "gcd(n * 6, k * 4)".to_owned(),
        12 => "len(flood(b, (k % 2, n % 3)))".to_owned(),
        13 => "len(borders(b, [(0, k % 3), (1, 1)]))".to_owned(),
        14 => "len(names[n % 3]) + (if names[k % 3][0] == \"a\" then 1 else 0)".to_owned(),
        _ => format!("xor({list})"),
    }
}

fn made_truth(dice: &mut Dice, depth: usize) -> String {
    if depth == 0 {
        return pick(dice, &["n > 2", "k in s", "n in xs", "k % 2 == 0", "b[k % 2, n % 3] == none", "full(b)"])
            .to_owned();
    }
    match dice.below(9) {
        0 => format!("k in {}", made_list(dice, depth - 1)),
        1 => format!("n in {}", made_set(dice, depth - 1)),
        2 => format!("{} <= {}", made_set(dice, depth - 1), made_set(dice, 0)),
        3 => format!("{} == {}", made_set(dice, depth - 1), made_set(dice, 0)),
        4 => format!("{} == {}", made_list(dice, depth - 1), made_list(dice, 0)),
        5 => "names[n % 3] in \"cabby\"".to_owned(),
        6 => format!("({} and {})", made_truth(dice, 0), made_truth(dice, depth - 1)),
        7 => format!("any(x > k for x in {})", made_list(dice, depth - 1)),
        _ => format!("{} < {}", made_number(dice, depth), made_number(dice, 0)),
    }
}

/// Lists, sets and texts made inside moves, and choices of every kind.
fn builders(dice: &mut Dice) -> String {
    let most = 3 + dice.below(3);
    let mut text = format!(
        "game Builders\nplayers First, Second\nparam names : list[3] of text = [\"ab\", \"b\", \"cab\"]\n\
         let rows = [[1, 2], [0], [3, 1, 2]]\nstate n : 0..{most} = {most}\nstate xs : list[3] of -60..60 = [2, 0, 1]\n\
         state ys : list[0..4] of -60..60 = [1]\nstate s : set of 0..5 = {{1, 4}}\nstate bags : list[2] of set of 0..5 = [{{}}, {{2}}]\n\
         state b : grid[2, 3] of player? = none\n"
    );
    let choice = |dice: &mut Dice| match dice.below(9) {
        0 => "k in 1..3, row in rows if len(row) > k - 1".to_owned(),
        1 => "name in names, k in 0 ..< len(name)".to_owned(),
        2 => "part_ in subsets(s), k in part_".to_owned(),
        3 => "pair in [[i, n] for i in 0..1], k in pair".to_owned(),
        4 => format!("k in {}", made_list(dice, 1).replace('k', "1")),
        5 => format!("k in {}", made_set(dice, 1).replace('k', "1")),
        6 => format!("i in 0..1, k in 0..2 if {}", made_truth(dice, 0).replace('k', "i")),
        _ => "k in 0..3".to_owned(),
    };
    for name in ["go", "turn_"] {
        text += &format!("move {name}({}) {{\n  when n > 0\n  when k >= 0\n", choice(dice));
        if dice.once_in(2) {
            text += &format!("  when {}\n", made_truth(dice, 1));
        }
        text += "  n -= 1\n";
        text += &match dice.below(8) {
            0 => format!("  xs[k % 3] = {}\n", made_number(dice, 2)),
            1 => format!("  let made = {}\n  when len(made) <= 4\n  ys = made\n", made_list(dice, 2)),
            2 => format!("  s = {} & {{0, 1, 2, 3, 4, 5}}\n", made_set(dice, 2)),
            3 => format!("  bags[k % 2] += {} & {{0, 1, 2, 3}}\n", made_set(dice, 1)),
            4 => "  for c in flood(b, (k % 2, n % 3)) {\n    b[c] = me\n    break\n  }\n".to_owned(),
            5 => format!(
                "  var near = {{}}\n  for x in {} {{\n    if x >= 0 and x < 6 {{ near += {{x}} }}\n  }}\n  s = near\n",
                made_list(dice, 1)
            ),
            6 => format!(
                "  var list = {}\n  list = append(list, k)\n  list[0] = n\n  xs[0] = sum(list)\n",
                made_list(dice, 1)
            ),
            _ => "  b[k % 2, n % 3] = me\n  xs = sorted(xs)\n".to_owned(),
        };
        if dice.once_in(3) {
            text += &format!("  end when {} => {}\n", made_truth(dice, 1), outcome(dice));
        }
        text += "}\n";
    }
    text + &stuck(dice, "n")
}

/// A machine whose changes leave their bounds, divide by zero, and forget endings.
fn careless(dice: &mut Dice) -> String {
    let points = dice.once_in(3);
    let timed = !dice.once_in(4);
    let mut text = of_machine(dice, timed, points);
    if dice.once_in(3) {
        text = text.replacen(") % 4", ") % 5", 1);
    }
    if dice.once_in(3) {
        text = text.replacen("// 2", "// b", 1).replacen("% 3", "% a", 1);
    }
    if points || dice.once_in(3) { text } else { text + &stuck(dice, "b") }
}
