//! Random rules: everything that can be done with a text must agree, whatever it says.

pub(crate) mod laws;
mod near;
pub(crate) mod texts;

use bouton::sample::Dice;
use bouton_rules::Source;
use laws::Tally;

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
