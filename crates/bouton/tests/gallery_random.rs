//! Every gallery game with parameters drawn by lot: every method that fits agrees with brute force, and the check passes.

use crate::cases::every;
use crate::random_rules::laws::{self, Tally};
use bouton::gallery::games;
use bouton::sample::{self, Dice, Size};
use bouton_rules::{Source, check};
use std::sync::Arc;

/// Sizes of parameters, small ones first; each is drawn from twice.
const SIZES: &[Size] = &[
    Size { entries: 1, value: 0 },
    Size { entries: 2, value: 1 },
    Size { entries: 3, value: 3 },
    Size { entries: 4, value: 4 },
    Size { entries: 5, value: 7 },
    Size { entries: 6, value: 12 },
    Size { entries: 9, value: 9 },
];

#[test]
fn random_gallery_games_are_solved_alike_by_every_method() {
    let (mut all, mut wrong) = (Tally::default(), Vec::new());
    for game in games() {
        let name = game.name;
        let rules = Arc::new(check(&Source::new(name, game.text)).0.unwrap());
        let mut tally = Tally::default();
        let sizes = SIZES.iter().take(if rules.params.is_empty() { 1 } else { SIZES.len() });
        for (seed, size) in sizes.flat_map(|size| [*size; 2]).enumerate().step_by(every()) {
            let Some(params) = sample::random(&rules, size, &mut Dice::new(seed as u64)) else { continue };
            let shown: Vec<_> = params.iter().flatten().cloned().collect();
            match laws::judge(&rules, &params) {
                Ok(worth @ laws::Worth::Fault(_)) | Ok(worth @ laws::Worth::Repeats) => {
                    wrong.push(format!("{name} {}: {worth:?}", sample::show(&rules, &shown)));
                }
                Ok(worth) => [&mut tally, &mut all].into_iter().for_each(|tally| tally.add(&worth)),
                Err(fault) => wrong.push(format!("{name} {}: {fault}", sample::show(&rules, &shown))),
            }
        }
        println!("{name:<24} {tally}");
    }
    println!("{:<24} {all}", "all");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(all.solved * 3 > all.texts, "too few are worth anything: {all}");
}
