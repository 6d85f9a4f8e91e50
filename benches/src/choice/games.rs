//! The games that are tried: those of the gallery with parameters drawn by lot, and random ones at growing scales.

use super::random;
use bouton::examples::example_params;
use bouton::gallery::{self, GalleryGame};
use bouton::game::Game;
use bouton::rules::{self, Rules, Source};
use bouton::sample::{Dice, Params, Size, random as drawn, show_given};
use bouton::{Ask, Instance, Limits, Silent, solve};
use std::sync::Arc;
use std::time::Duration;

/// Random games at each size.
const RANDOM: usize = 200;

/// Games of three sizes, by their positions.
pub(super) const SIZES: [(&str, u64, u64); 3] =
    [("small", 1_000, 20_000), ("middle", 20_000, 200_000), ("large", 200_000, 1_000_000)];

/// A size is looked for so long; parameters only grow, so that after so many which are too large there is none.
const LONGEST: Duration = Duration::from_secs(1);
const TOO_LARGE: usize = 4;

/// Where games come from.
pub(super) enum Origin {
    Gallery(Box<GalleryGame>),
    Random(usize),
}

/// A game to be tried.
pub(super) struct Candidate {
    pub(super) name: String,
    pub(super) game: Instance,
    pub(super) size: &'static str,
}

/// Every game.
pub(super) fn origins() -> impl Iterator<Item = Origin> {
    gallery::games().map(|game| Origin::Gallery(Box::new(game))).chain((0..RANDOM).map(Origin::Random))
}

impl Origin {
    pub(super) fn name(&self) -> &str {
        match self {
            Origin::Gallery(game) => game.name,
            Origin::Random(_) => "random",
        }
    }

    /// The game at each size that it reaches.
    pub(super) fn candidates(&self) -> Vec<Candidate> {
        match self {
            Origin::Gallery(game) => of_gallery(game),
            Origin::Random(seed) => of_seed(*seed),
        }
    }
}

/// A game of the gallery with parameters drawn by lot; of games without parameters, what they are.
fn of_gallery(game: &GalleryGame) -> Vec<Candidate> {
    let (checked, _) = rules::check(&Source::new(game.name, game.text));
    let Some(checked) = checked.map(Arc::new) else { return Vec::new() };
    let examples = checked.examples.iter().filter_map(|example| example_params(&checked, example).ok());
    let grown = (1..16).flat_map(|entries| [3, 12, 100].map(|value| Size { entries, value }));
    let sampled = grown.enumerate().filter_map(|(seed, size)| drawn(&checked, size, &mut Dice::new(seed as u64)));
    let named = |params: Params| {
        let name = format!("{} {}", game.name, show_given(&checked, &params)).trim_end().to_owned();
        Some((name, checked.clone(), params))
    };
    one_of_each(examples.chain(sampled).filter_map(named))
}

/// A random game at growing scales.
fn of_seed(seed: usize) -> Vec<Candidate> {
    one_of_each((1..=random::SCALES).filter_map(|scale| {
        let (name, text) = random::text(seed, scale);
        let name = format!("random {name} {seed} at scale {scale}");
        let checked = rules::check(&Source::new(&name, text)).0.map(Arc::new)?;
        Some((name, checked, Vec::new()))
    }))
}

/// One game of each size, of growing ones.
fn one_of_each(growing: impl Iterator<Item = (String, Arc<Rules>, Params)>) -> Vec<Candidate> {
    let (mut found, mut too_large): (Vec<Candidate>, _) = (Vec::new(), 0);
    for (name, rules, params) in growing {
        if found.len() == SIZES.len() || too_large == TOO_LARGE {
            break;
        }
        let Ok(game) = Instance::new(rules, &params) else { continue };
        match positions(&game) {
            Some(positions) => {
                let size = SIZES.iter().find(|(_, from, to)| (*from..*to).contains(&positions)).map(|(size, ..)| *size);
                let new = size.filter(|size| found.iter().all(|other| other.size != *size));
                found.extend(new.map(|size| Candidate { name, game, size }));
            }
            None => too_large += 1,
        }
    }
    found
}

/// How many positions there are, if they are soon counted.
fn positions(game: &Instance) -> Option<u64> {
    let limits = Limits::default().threads(1).time(LONGEST).positions(SIZES[2].2);
    let game = game.clone().within(&limits);
    solve(&game, &game.start().ok()?, &Ask::Table, &limits, None, &Silent).ok().map(|solution| solution.positions)
}
