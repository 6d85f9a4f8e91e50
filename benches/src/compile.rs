//! How long it takes to compile the moves of each game of the gallery: lowering its rules, and making machine code of that.

use crate::clock;
use bouton::examples::example_params;
use bouton::instance::{Instance, Jit};
use bouton::{gallery, rules};
use std::sync::Arc;

/// What people type for it.
pub(crate) const NAME: &str = "compile";
/// At most so many milliseconds are wanted.
const WANTED: f64 = 10.0;

/// A row for each game, with the parameters of its first example; the game that takes longest last.
pub(crate) fn rows() -> Vec<String> {
    let mut found: Vec<(f64, String)> = gallery::games().map(|game| row(&game)).collect();
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    found.into_iter().map(|(_, row)| row).collect()
}

fn row(game: &gallery::GalleryGame) -> (f64, String) {
    match compile(game) {
        Ok((milliseconds, size)) => {
            let late = if milliseconds > WANTED { "over" } else { "" };
            (milliseconds, format!("| {} | {size} | {milliseconds:.1} | {late} |", game.name))
        }
        Err(why) => (0.0, format!("| {} | | | {why} |", game.name)),
    }
}

/// Milliseconds, and how large the code is.
fn compile(game: &gallery::GalleryGame) -> Result<(f64, usize), String> {
    let (checked, _) = rules::check(&rules::Source::new(game.name, game.text));
    let checked = Arc::new(checked.ok_or("its rules have mistakes")?);
    let example = checked.examples.first().ok_or("it has no example")?;
    let params = example_params(&checked, example).map_err(|fault| format!("{fault:?}"))?;
    let instance = Instance::new(checked.clone(), &params).map_err(|fault| format!("{fault:?}"))?;
    let (size, seconds) = clock::timed(|| {
        // A copy has compiled nothing yet.
        let fresh = instance.clone().with_jit(Jit::AtOnce);
        fresh.compiled().map(bouton::instance::Compiled::size).map_err(|why| why.to_string())
    });
    Ok((1e3 * seconds, size?))
}
