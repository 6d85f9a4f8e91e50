//! Ends inside a move, and rules that speak of whose turn it is: the last number of a position. And other words that were once not read.

use super::agree::Random;
use super::instance;
use super::listed::compared_and_solved;

/// Ends of games that are won and lost, and of games of points.
const OUTCOMES: [&str; 7] = [
    "end when n == 0 => me wins",
    "end when n == k => opponent wins",
    "end when n < 6 and flags[1] => me loses\n flags = [false, true]",
    "if n < 3 { end => draw }",
    "again; end when n == 1 => me wins",
    "if flags[0] { end when k > 1 => draw; flags[0] = false } else { end when n == 4 => me loses; last = 0 }",
    "end when n % 3 == 1 => me wins",
];
const LEADS: [&str; 3] =
    ["end when n == 0", "end when n < 3 => me leads by 2", "again; end when n == k => opponent leads by -3"];

/// Rules whose moves end play, each in its own way.
fn random_ends(random: &mut Random) -> String {
    let mut pick = |words: &[&str]| words[usize::try_from(random.below(words.len() as u64)).unwrap()].to_owned();
    let (points, named) = (pick(&["", "gain k\n"]), pick(&["", "jokers", "owner"]));
    let mut ends = vec!["", "flags[0] = k == 2", "flags = [false, flags[0]]", "flags = [n > 3, not flags[0]]; again"];
    ends.extend(if points.is_empty() { &OUTCOMES[..] } else { &LEADS[..] });
    let mut whens = vec!["k != last", "not flags[0] or k > 1", "last == 0 or k <= last", "n > 1"];
    let states = match named.as_str() {
        "jokers" => {
            ends.extend(["jokers[place(me)] = max(0, jokers[place(me)] - 1)", "when me == A; last = 0"]);
            ends.push("when jokers[place(opponent)] < 4; jokers[place(opponent)] += 1");
            whens.extend(["jokers[place(me)] > 0", "me == A or k != 2"]);
            "state jokers : list[2] of 0..4 = 1\ndef place(p) = if p == A then 0 else 1\n"
        }
        "owner" => {
            ends.extend(["if me == B { flags[0] = false } else { last = 0 }", "owner = me", "owner = B; again"]);
            ends.push(if points.is_empty() { "end when n == 1 => owner loses" } else { "gain 1 to owner" });
            whens.extend(["owner != me or k == 1"]);
            "state owner : player = A\n"
        }
        _ => "",
    };
    if !named.is_empty() {
        ends.extend(if points.is_empty() {
            &["end when n < 2 => A wins", "end when me == A and n < 5 => B wins"][..]
        } else {
            &["end when n < 4 => A leads by 1", "gain 2 to B", "end when n == 2 and me == B => B leads by 3"][..]
        });
    }
    let [first, second, third] = [pick(&ends), pick(&ends), pick(&ends)];
    let range = pick(&[
        "1..3 if k <= n",
        "1..min(3, n)",
        "1..<min(5, n + 1)",
        "max(1, n - 9)..n",
        "1..max(1, n // 3) if k <= n",
    ]);
    let (when, by) = (pick(&whens), pick(if named.is_empty() { &[""] } else { &["", " by A", " by B"] }));
    let players = if named.is_empty() { "" } else { "players A, B\n" };
    let stuck = if points.is_empty() { "stuck => me loses\n" } else { "" };
    format!(
        "game Ends\n{players}state n : 0..13 = 13\nstate last : 0..9 = 0\nstate flags : list[2] of bool = false\n{states}\
         move take(k in {range}) {{ when {when}; n -= k; last = min(k, 9)\n {points} {first}\n {second} }}\n\
         move pass(k in 1..2){by} when n > 2 {{ n -= 1; {points} {third}; last = k }}\n{stuck}"
    )
}

#[test]
fn moves_end_play() {
    let (compared, opaque) = compared_and_solved(500, &mut Random(43), |random| instance(&random_ends(random), "{}"));
    assert!(compared > 5_000 && opaque < 150, "{compared} positions, {opaque} opaque");
}

/// Rules of what was no number once, each in a way of its own.
const RULES: [&str; 7] = [
    "game Ring\nlet toll = [3, 1, 4, 1, 5]\nlet ring = arcs([[i, (i + k) % 5] for i in 0..4, k in 1..2])\nstate coins : 0..12 = 12\n\
     state at : node of ring = 0\nmove step(v in ring[at] if v != at) { when coins > 0; coins -= 1; at = v; gain toll[v] }\n\
     move rest { when coins > 1 and at != 3; coins -= 2; at = 3 }\n",
    "game Owner\nplayers A, B\nstate n : 0..20 = 20\nstate owner : player = B\nstate last : player? = none\n\
     move take(k in 1..3) { when k <= n and (owner == me or k < 3); n -= k; owner = opponent; last = owner }\n\
     move keep { when n > 1 and last != me; n -= 2; owner = me; last = none; again }\nstuck => me loses\n",
    "game Echo\nstate n : 0..30 = 30\nstate last : set of 1..6 = {}\n\
     move take(k in 1..min(6, n) if k not in last) { n -= k; last = {k} }\nstuck => me loses\n",
    "game Entries\nstate xs : list[3] of 0..3 = [3, 1, 2]\n\
     move even(i in 0..<min(2, xs[2] + 1), j in i + 1..2) { when xs[i] > 0 and xs[j] > 0; xs[i] -= 1; xs[j] -= 1 }\n\
     move take(k in 1..2) { when xs[2] >= k; xs = [xs[1], xs[0], xs[2] - k] }\nstuck => me loses\n",
    "game Quarter\nstate n : 0..60 = 60\nmove take(k in 1..max(1, n // 4)) { when k <= n; n -= k }\n\
     move more(k in min(2, n // 3)..3) { when 0 < k and k < n; n -= k; again }\nstuck => me loses\n",
    "game Clear\nstate n : 0..25 = 25\nstate used : list[3] of bool = [false, true, false]\n\
     move use(i in 0..2) { when not used[i] and n > i; n -= i + 1; if n % 4 == 0 { used = [false, false, n > 9] } else { used[i] = true } }\n\
     move around(k in 1..2) { when k < n; n -= k; used = [used[1], used[2], used[0]] }\nstuck => me loses\n",
    "game Swap\nlet xs = [2, 0, 1, 2]\nstate t : 0..12 = 12\nstate a : 0..3 = 1\nstate b : 0..2 = 0\n\
     move go(k in 1..2) { when k <= t; t -= k; a, b = b, a % 3 }\n\
     move look(k in 1..2) { when k < t and a != 2; t -= k; b, a = xs[a], b + k - 1 }\nstuck => me loses\n",
];

#[test]
fn nodes_players_and_ranges_that_play_ends_are_read() {
    let mut random = Random(3);
    for text in RULES {
        let (compared, opaque) = compared_and_solved(10, &mut random, |_| instance(text, "{}"));
        assert!(compared > 50 && opaque == 0, "{compared} positions, {opaque} opaque: {text}");
    }
}
