//! Variables that may be `none`: one number more of a recurrence, which nothing takes for a number.

use super::agree::Random;
use super::instance;
use super::listed::compared_and_solved;
use bouton::game::Game;

/// Rules in which an amount or a name is remembered, or none, perhaps two of them.
fn random_optionals(random: &mut Random) -> String {
    let mut pick = |words: &[&str]| words[usize::try_from(random.below(words.len() as u64)).unwrap()].to_owned();
    let of = pick(&["1..4", "0..5", "-2..4", "Colour"]);
    let (named, one, two) = if of == "Colour" { (true, "red", "blue") } else { (false, "3", "1") };
    let held = if named { "(if k < 2 then red else if k == 2 then green else blue)" } else { "k" };
    let apart = if named { "HELD != last" } else { "k != last and n - 1 != more" };
    let whens = [
        "k != 2",
        "last == none",
        "last != none",
        apart,
        "HELD == last or last == none",
        "last != more",
        "last == more or n > 4",
        "last == ONE",
        "last != TWO and n % 3 > 0",
        "(if last == none then 2 else 4) >= k",
        "more == none or more != last",
        "not (last == ONE and k > 1)",
    ];
    let changes = [
        "last = HELD",
        "last = none",
        "more = last; last = HELD",
        "last = if k == 2 then none else HELD",
        "last = more; more = none",
        "if n % 2 == 0 { last = none } else { more = ONE }",
        "if last == none { last = HELD; again } else { last = none }",
        "if more == none { more = last }",
        "last = TWO; gain k",
    ];
    let [when, also] = [pick(&whens), pick(&whens)];
    let [change, other] = [pick(&changes), pick(&changes)];
    let name = if named { pick(&["{red, green, blue}", "{green}"]) } else { "1..3".to_owned() };
    let begins = pick(&["none", "none", "ONE"]);
    let players = pick(&["", "", "players A, B\n"]);
    let by = if players.is_empty() { "" } else { " by B" };
    let stuck = if [&change, &other].iter().any(|change| change.contains("gain")) {
        "stuck => me leads by 1\n"
    } else {
        "stuck => me loses\n"
    };
    format!(
        "game Optionals\n{players}type Colour = {{red, green, blue}}\nstate n : 0..14 = 14\nstate last : {of}? = {begins}\n\
         state more : {of}? = none\nmove take(k in 1..3) {{ when k <= n; when {when}; n -= k; {change} }}\n\
         move jump(k in 2..4){by} when k <= n and ({also}) {{ n -= k; {other} }}\n\
         move name(c in {name}) when last == none and n > 0 {{ last = c }}\n{stuck}"
    )
    .replace("HELD", held)
    .replace("ONE", one)
    .replace("TWO", two)
}

#[test]
fn none_is_a_number_more() {
    let make = |random: &mut Random| instance(&random_optionals(random), "{}");
    let (compared, opaque) = compared_and_solved(400, &mut Random(31), make);
    assert!(compared > 5_000 && opaque < 150, "{compared} positions, {opaque} opaque");
}

/// What is not only compared and assigned has no closed form, so that no rule is read otherwise than it is played.
#[test]
fn none_is_no_number_to_reckon_with() {
    let recurrence = |line: &str| {
        let text = format!(
            "game G\nlet w = [1, 2, 3, 4, 5]\nstate n : 0..30 = 30\nstate last : 1..4? = none\n\
             move take(k in 1..4) {{ when k <= n; {line} }}\nstuck => me loses\n"
        );
        instance(&text, "{}").recurrence().is_ok()
    };
    assert!(recurrence("when last != k; n -= k; last = k"));
    for line in ["n -= k; when last != none; when w[last] > k; last = k", "n -= k; last = k - 1", "n -= k; last = n"] {
        assert!(!recurrence(line), "{line}");
    }
}
