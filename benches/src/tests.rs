//! Each kernel finds what Bouton finds, on small games by lot.

use crate::language;
use crate::works::{WORKS, answer};
use bouton::rules::{Source, check};
use bouton::sample::Dice;

#[test]
fn kernels_and_bouton_agree_on_small_games() {
    for work in WORKS {
        let mut dice = Dice::new(7);
        for turn in 0..60 {
            let size = 1 + dice.below(work.small);
            let input = (work.make)(size, &mut dice);
            let solved = answer(work, &input).unwrap_or_else(|why| panic!("{}: {why}", work.name));
            assert_eq!(solved.found, (input.kernel)(), "{} of size {size}, turn {turn}", work.name);
        }
    }
}

#[test]
fn names_are_single_words_and_differ() {
    for (place, work) in WORKS.iter().enumerate() {
        assert!(!work.name.contains(' '), "{}", work.name);
        assert!(WORKS[..place].iter().all(|other| other.name != work.name), "{}", work.name);
    }
}

#[test]
fn every_way_to_write_a_game_is_read() {
    let mut ways = 0;
    for (name, texts) in language::games::games() {
        assert!((2..=3).contains(&texts.len()), "{name}");
        for text in texts {
            let (rules, findings) = check(&Source::new("way.game", text));
            assert!(rules.is_some(), "{name}: {findings:?}");
            ways += 1;
        }
    }
    assert!(ways >= 120, "{ways}");
}
