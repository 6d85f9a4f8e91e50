//! Random rules: everything that can be done with a text must agree, whatever it says.

pub(crate) mod laws;
mod near;
pub(crate) mod texts;

use crate::cases::every;
use bouton::Instance;
use bouton::game::Game;
use bouton::sample::Dice;
use bouton_rules::datum::Datum;
use bouton_rules::layout::Packed;
use bouton_rules::types::Domain;
use bouton_rules::{Source, check};
use laws::Tally;
use std::sync::Arc;

/// Texts of each family.
const TEXTS: u64 = 100;

/// Failures shown.
const MOST_SHOWN: usize = 5;

/// What a step may not do, no longer chain does: chains that are cut short there are the game that they are when each is tried.
#[test]
fn chains_are_cut_where_nothing_is_lost() {
    let mut solved = 0;
    for seed in 0..TEXTS {
        let [cut, whole] = [true, false].map(|cut| texts::chains(&mut Dice::new(seed), cut));
        let [first, second] = [&cut, &whole].map(|text| laws::solved(&Source::new("chains.game", text.clone())));
        assert_eq!(first, second, "seed {seed}:\n{cut}");
        solved += u64::from(first.is_ok());
    }
    assert!(solved * 2 > TEXTS, "too few are worth anything: {solved}");
}

#[test]
fn random_rules_mean_one_thing_only() {
    let (mut all, mut wrong) = (Tally::default(), Vec::new());
    for (name, family) in texts::FAMILIES {
        let mut tally = Tally::default();
        for seed in 0..TEXTS {
            let text = family(&mut Dice::new(seed));
            match laws::judge_text(&Source::new(format!("{name}-{seed}.game"), text.clone())) {
                Ok(worth) => [&mut tally, &mut all].into_iter().for_each(|tally| tally.add(&worth)),
                Err(fault) => wrong.push(format!("{name}, seed {seed}:\n{text}\n{fault}")),
            }
        }
        println!("{name:<10} {tally}");
        if tally.solved * 4 < tally.texts {
            wrong.push(format!("too few of {name} are worth anything: {tally}"));
        }
    }
    println!("{:<10} {all}", "all");
    assert!(all.solved * 2 > all.texts, "too few are worth anything: {all}");
    wrong.sort_by_key(String::len);
    let smallest: Vec<String> = wrong.iter().take(MOST_SHOWN).cloned().collect();
    assert!(wrong.is_empty(), "{} wrong; the smallest:\n\n{}", wrong.len(), smallest.join("\n\n"));
}

/// The same rules with upper bounds of numbers that are not always reached.
fn widened(text: &str, dice: &mut Dice) -> String {
    let mut lines = Vec::new();
    for line in text.lines() {
        let wide = line.starts_with("state ")
            && !["set of", "grid", "list[0..", "state seen", "state b : list"].iter().any(|kind| line.contains(kind));
        let ends = line.split_once("..").filter(|_| wide);
        lines.push(
            match ends.map(|(lo, rest)| (lo, rest.split_at(rest.bytes().take_while(u8::is_ascii_digit).count()))) {
                Some((lo, (hi, rest))) if !hi.is_empty() => {
                    let hi: u64 = hi.parse().expect("few digits");
                    format!("{lo}..{}{rest}", hi + *dice.pick(&[0, 1, 7, 500, 1 << 20]))
                }
                _ => line.to_owned(),
            },
        );
    }
    lines.join("\n") + "\n"
}

/// The same rules with variables that no move changes in place of lists that a `let` names, where those may change.
fn with_constants(text: String) -> String {
    let lines: Vec<String> =
        text.lines().map(|line| kept_in_a_variable(line).unwrap_or_else(|| line.to_owned())).collect();
    let kept = lines.join("\n") + "\n";
    if check(&Source::new("kept.game", kept.clone())).0.is_some() { kept } else { text }
}

fn kept_in_a_variable(line: &str) -> Option<String> {
    let (name, list) = line.strip_prefix("let ")?.split_once(" = [")?;
    let numbers: Vec<i64> =
        list.strip_suffix(']')?.split(", ").map(|entry| entry.parse().ok()).collect::<Option<_>>()?;
    let (lo, hi) = (numbers.iter().min()? - 1, numbers.iter().max()? + 2);
    Some(format!("state {name} : list[{}] of {lo}..{hi} = [{list}", numbers.len()))
}

/// The start with other numbers within their bounds: play may never come there.
fn elsewhere(game: &Instance, dice: &mut Dice) -> Option<Packed> {
    let mut position = game.unpack(&game.start().ok()?);
    for (value, domain) in position.state.iter_mut().zip(game.interpreter().domains()) {
        let mut other = |domain: &Domain<i64>, value: &mut Datum| {
            if let Domain::Int { lo, hi } = domain {
                let any = [*lo, *hi, dice.between(*lo, *hi), dice.between(*lo, (*hi).min(lo + 9))];
                *value = Datum::Int(*dice.pick(&any));
            }
        };
        other(domain, value);
        if let (Domain::List { of, .. }, Datum::List(entries)) = (domain, value) {
            Arc::make_mut(entries).iter_mut().take(1).for_each(|entry| other(of, entry));
        }
    }
    Some(game.pack(&position))
}

#[test]
fn wider_bounds_change_no_answer_from_any_position() {
    let (mut all, mut away, mut wrong) = (Tally::default(), 0, Vec::new());
    for (name, family) in texts::FAMILIES {
        for seed in 0..TEXTS / 10 {
            let mut dice = Dice::new(seed + 1_000);
            let text = widened(&with_constants(family(&mut dice)), &mut dice);
            let source = Source::new(format!("{name}-{seed}.game"), text.clone());
            match laws::judge_text(&source) {
                Ok(worth) => all.add(&worth),
                Err(fault) => wrong.push(format!("{text}\n{fault}")),
            }
            let Some(game) = check(&source).0.and_then(|rules| Instance::new(Arc::new(rules), &[]).ok()) else {
                continue;
            };
            let Some(at) = elsewhere(&game, &mut dice) else { continue };
            match laws::judge_from(&game, &at) {
                Ok(judged) => away += u64::from(judged),
                Err(fault) => wrong.push(format!("{text}\nat {}: {fault}", game.show_position(&at))),
            }
            // What is found out beforehand holds there, too, if that is said.
            let asked = game.clone().asked_at([&at]);
            let numbered = asked.index().is_none() || asked.index_from(&at).is_some();
            let judged = if seed % 2 == 0 { laws::judge_from(&asked, &at).err() } else { None };
            if !numbered || judged.is_some() {
                wrong.push(format!("{text}\nasked at {}: {numbered}, {judged:?}", game.show_position(&at)));
            }
        }
    }
    println!("{all}; from elsewhere {away}");
    assert!(all.solved * 3 > all.texts && away * 4 > all.texts, "too few are worth anything: {all}; {away}");
    wrong.sort_by_key(String::len);
    assert!(wrong.is_empty(), "{} wrong; the smallest:\n\n{}", wrong.len(), wrong[..wrong.len().min(3)].join("\n\n"));
}

/// A game with numbers that follow from other variables; now and then one of them does not always.
fn counted(dice: &mut Dice) -> String {
    let members = dice.between(3, 6);
    let weights: Vec<String> = (0..members).map(|_| dice.between(-3, 9).to_string()).collect();
    let (n, least, most) = (dice.between(4, 12), dice.between(1, 2), dice.between(2, 4));
    let astray = dice.pick(&["", "", "", "if len(used) == 3 and n < 4 { sum += 1 }", "if n == 0 { left += 2 }"]);
    let steps = dice.pick(&["left -= k", "left -= 2 * k", "left = left - k", "left += k"]);
    let also = dice.pick(&["", "; used = {}; sum = 10", "; again"]);
    let end =
        dice.pick(&["sum % 4 == 1 => me wins", "sum + left < 12 => draw", "len(used) == 2 and n < 3 => me loses"]);
    format!(
        "game Counted\nlet w = [{}]\nstate used : set of 0..{} = {{}}\nstate n : 0..{n} = {n}\n\
         state sum : -900_000..900_000 = 10\nstate left : -500_000..500_000 = {n}\n\
         move add(k in 0..{} if k not in used) {{ when n > 0; used += {{k}}; sum += w[k]; n -= 1; left {} 1; {astray} }}\n\
         move take(k in {least}..{most}) {{ when k <= n; n -= k; {steps}{also} }}\nend when {end}\nstuck => me loses\n",
        weights.join(", "),
        members - 1,
        members - 1,
        if steps.contains('+') {
            "+="
        } else if steps.contains('2') {
            "-= 2 *"
        } else {
            "-="
        },
    )
}

/// A game of numbers some of which are sums of others, so many times each; now and then they leave their bounds, or some move breaks the sum.
fn balanced(dice: &mut Dice) -> String {
    let (a, b) = (dice.between(4, 9), dice.between(3, 9));
    let [p, q, r, s] = [0; 4].map(|_| dice.between(-2, 3));
    let low = dice.pick(&["-90", "-90", "-90", "-4"]);
    let astray = dice.pick(&["", "", "", "; if a == 1 { left += 1 }", "; score = 5"]);
    let again = dice.pick(&["", "; again"]);
    let (gain, end) = *dice.pick(&[
        ("", "end when left % 5 == 2 and a < 3 => me wins\nstuck => me loses"),
        ("", "end when score + left == 6 => draw\nstuck => opponent loses"),
        ("", "stuck => me loses"),
        ("; gain left", ""),
        ("; gain 2 * score - a", "end when a + b == 1 => me leads by 3"),
    ]);
    let both = if dice.between(0, 1) == 0 {
        format!(
            "move both {{ when a > 1 and b > 0 and left < 40; a -= 1; b -= 1; left += {}; score += {} }}\n",
            p + q,
            r + s
        )
    } else {
        String::new()
    };
    format!(
        "game Balanced\nstate a : 0..{a} = {a}\nstate left : {low}..70 = 7\nstate b : 0..{b} = {b}\n\
         state score : -80..80 = 3\n\
         move x(k in 1..3) {{ when k <= a{gain}; a -= k; left += {p} * k; score += {r} * k{astray} }}\n\
         move y(k in 1..2) {{ when k <= b; b -= k; left += {q} * k; score += {s} * k{again} }}\n{both}{end}\n"
    )
}

#[test]
fn numbers_that_follow_from_others_are_left_out() {
    let (mut all, mut without, mut proven, mut wrong) = (Tally::default(), 0, 0, Vec::new());
    // Two of each that are tried: one of them gets constants.
    let pairs = (0..150).step_by(every());
    for seed in pairs.flat_map(|pair| [2 * pair, 2 * pair + 1]) {
        let (family, dice) = (if seed < 150 { counted } else { balanced }, &mut Dice::new(seed));
        let text = family(dice);
        let text = if seed % 2 == 0 { with_constants(text) } else { text };
        let source = Source::new(format!("counted-{seed}.game"), text.clone());
        match laws::judge_text(&source) {
            Ok(worth) => all.add(&worth),
            Err(fault) => wrong.push(format!("{text}\n{fault}")),
        }
        let game =
            check(&source).0.and_then(|rules| Instance::new(Arc::new(rules), &[]).ok()).expect("it can be played");
        without += u64::from(laws::leaves_out(&game));
        proven += u64::from(game.words().is_some_and(|words| words.proven().is_some()));
    }
    println!("{all}; without what follows {without}; proven {proven}");
    assert!(
        all.solved * 2 > all.texts && without * 3 > all.texts && proven * 4 > all.texts,
        "too few: {all}; {without}, {proven}"
    );
    assert!(wrong.is_empty(), "{} wrong; the first:\n\n{}", wrong.len(), wrong[0]);
}
