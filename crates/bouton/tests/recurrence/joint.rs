//! Variables of few values that are one digit together: those combinations that never come have no numbers, and nothing else changes.

use super::agree::Random;
use super::instance;
use super::listed::hold_the_same;
use bouton::game::{Game, Index};
use bouton::limits::Limits;
use bouton::{Ask, Instance};

/// Rules with a phase and what is remembered from one phase to another: a number, a set, two numbers.
fn random_phases(random: &mut Random, n: i64) -> String {
    let mut pick = |words: &[&str]| words[usize::try_from(random.below(words.len() as u64)).unwrap()].to_owned();
    let players = pick(&["", "", "players A, B\n"]);
    let kind = pick(&["number", "number", "set", "list", "two"]);
    let (kept, unlike, remember, forget) = match kind.as_str() {
        "number" => ("state last : 0..5 = 0", "k != last", "last = k", "last = 0"),
        "set" => ("state last : set of 1..5 = {}", "k not in last", "last = {k}", "last = {}"),
        "list" => {
            ("state last : list[2] of 0..3 = 0", "k != last[0]", "last[1] = last[0]; last[0] = k % 4", "last[0] = 0")
        }
        _ => {
            ("state last : 0..5 = 0\nstate more : 0..9 = 0", "k != last + more", "last = k; more = k // 2", "more = 0")
        }
    };
    let phases = pick(&["{asks, replies}", "{asks, waits, replies}"]);
    let between = if phases.contains("waits") { "waits" } else { "replies" };
    let asked = pick(&["", unlike, "k % 3 != 1"]);
    let asked = if asked.is_empty() { asked } else { format!(" if {asked}") };
    let also = pick(&["", "; again", "; gain k", "; gain n % 3 - k; again"]);
    let replied = pick(&["", unlike, "k <= n // 2"]);
    let replied = if replied.is_empty() { replied } else { format!("when {replied}; ") };
    let keeps = pick(&[forget, forget, ""]);
    let waits = match between {
        "waits" => pick(&[
            "move wait(k in 0..1) { when phase == waits and k <= n; phase = replies; n -= k }\n",
            "move wait { when phase == waits and n > 0; phase = if n % 2 == 0 then replies else asks; n -= 1 }\n",
        ]),
        _ => String::new(),
    };
    // Order among the variables: the first digits, or the last.
    let count = format!("state n : 0..{n} = {n}\n");
    let (before, after) =
        if pick(&["before", "after"]) == "before" { (count, "") } else { ("".into(), &*count.clone()) };
    let by = if players.is_empty() { String::new() } else { pick(&["", " by A", " by B"]) };
    let stuck = if also.contains("; gain") { "" } else { "stuck => me loses\n" };
    format!(
        "game Phases\n{players}type Phase = {phases}\n{before}state phase : Phase = asks\n{kept}\n{after}\
         move ask(k in 1..3{asked}) {{ when phase == asks and k <= n; n -= k; {remember}; phase = {between}{also} }}\n{waits}\
         move reply(k in 0..4){by} {{ when phase == replies and k < n; {replied}n -= k + 1; {keeps}; phase = asks }}\n{stuck}",
    )
    .replace("; ;", ";")
}

/// What is found by a table that leaves them out must be what is found without; whether any were left out.
fn alike(game: &Instance, text: &str) -> bool {
    let start = game.start().unwrap();
    let solve = |by| bouton::solve(game, &start, &Ask::Table, &Limits::default(), Some(by), &bouton::Silent);
    let (plain, joint) = (solve("memo").unwrap(), solve("table").unwrap_or_else(|stop| panic!("{}\n{text}", stop)));
    hold_the_same(game, &joint, &plain, text);
    let listed = joint.store.entries(game).inspect(|(at, value)| assert_eq!(plain.store.value(game, at), Some(*value)));
    assert_eq!(listed.count() as u64, plain.positions, "{text}");
    let (cells, numbers) = (joint.store.cells().unwrap() as u64, game.index().map(Index::size).unwrap());
    assert!(cells == numbers || 2 * cells <= numbers, "{cells} of {numbers}: {text}");
    cells < numbers
}

#[test]
fn values_that_never_come_together_have_no_numbers() {
    let mut random = Random(29);
    let (mut fewer, mut opaque) = (0, 0);
    for _ in 0..400 {
        let text = random_phases(&mut random, 12);
        let game = instance(&text, "{}");
        match game.recurrence().is_ok_and(|found| found.order().is_some()) {
            true => fewer += u32::from(alike(&game, &text)),
            false => opaque += 1,
        }
    }
    assert!(fewer > 150 && opaque < 150, "{fewer} with fewer numbers, {opaque} opaque");
}

/// In large tables the code for each state is written out, or looked up where that is too much.
#[test]
fn states_of_large_tables_are_written_out() {
    let mut random = Random(31);
    let mut fewer = 0;
    for _ in 0..12 {
        let text = random_phases(&mut random, 20_000);
        let game = instance(&text, "{}");
        if game.recurrence().is_ok_and(|found| found.order().is_some()) {
            fewer += u32::from(alike(&game, &text));
        }
    }
    let many = "game Many\nstate n : 0..2_000 = 2_000\nstate a : 0..15 = 0\nstate b : 0..15 = 0\n\
                move take(k in 1..15 if k != a and k != b) { when k <= n; n -= k; b = a; a = k }\nstuck => me loses\n";
    let pairs = "game Pairs\nstate n : 0..6_000 = 6_000\nstate last : set of 1..6 = {}\n\
                 move take(i in 1..5, j in i + 1 .. 6 if i not in last and j not in last) { when i + j <= n; n -= i + j; last = {i, j} }\n\
                 stuck => me loses\n";
    assert!(!alike(&instance(many, "{}"), many));
    assert!(alike(&instance(pairs, "{}"), pairs));
    assert!(fewer >= 4, "{fewer}");
}
