//! How long it takes to look up a position in a solution file, by lot: where its block must be read from the file and unpacked, and where
//! it was before. Run in release: `cargo run --release -p bouton --example probes -- FILE.sol [COUNT]`.
#![allow(clippy::print_stdout, reason = "an example prints")]

use bouton::instance::from_json;
use bouton::rules::Source;
use bouton::rules::layout::Packed;
use bouton::sample::Dice;
use bouton::saved::Saved;
use bouton::{Ask, Instance, Limits, Silent, Value, solve};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// What went wrong, in words.
type Trouble = Box<dyn std::error::Error>;

fn main() -> Result<(), Trouble> {
    let mut words = std::env::args().skip(1);
    let file = words.next().ok_or("which file?")?;
    let count: usize = words.next().map_or(Ok(1_000_000), |word| word.parse())?;
    let saved = Arc::new(Saved::open(Path::new(&file))?);
    let head = saved.head();
    let rules =
        bouton::rules::check(&Source::new(&head.file, head.rules.clone())).0.ok_or("rules that do not check")?;
    let rules = Arc::new(rules);
    let params = from_json(&rules, &head.params).map_err(|fault| fault.to_string())?;
    let game = Instance::new(rules, &params).map_err(|fault| fault.to_string())?;
    let drawn = drawn(&saved, &game, count)?;

    let (opened, start) = saved.opened(&game)?;
    let game = game.with_opened(opened);
    let solution = solve(&game, &start, &Ask::Table, &Limits::default(), None, &Silent)?;
    let look_up = |(position, value): &(Packed, Value)| {
        let begun = Instant::now();
        let found = solution.store.value(&game, position);
        let passed = begun.elapsed().as_nanos();
        if found == Some(*value) { Ok(passed) } else { Err("a position is looked up wrongly") }
    };
    let order = shuffled(drawn.len());
    let cold = order.iter().map(|at| {
        saved.forget();
        look_up(&drawn[*at])
    });
    tell("its block is read and unpacked", cold.collect::<Result<Vec<u128>, &str>>()?);
    // Its neighbour in the file was looked up just before.
    let warm = order.iter().map(|at| {
        look_up(&drawn[at ^ 1])?;
        look_up(&drawn[*at])
    });
    tell("its block was read before", warm.collect::<Result<Vec<u128>, &str>>()?);
    Ok(())
}

/// So many of the positions in the file by lot, in their order there; an even number (Knuth 1969, Algorithm S).
fn drawn(saved: &Saved, game: &Instance, count: usize) -> Result<Vec<(Packed, Value)>, Trouble> {
    let mut dice = Dice::new(1902);
    let mut left = usize::try_from(saved.head().positions)?;
    let mut wanted = count.min(left) & !1;
    let mut drawn = Vec::with_capacity(wanted);
    for entry in saved.entries(game) {
        if dice.below(left) < wanted {
            drawn.push(entry?);
            wanted -= 1;
        }
        left -= 1;
    }
    Ok(drawn)
}

/// The numbers below a bound by lot, each once (Fisher and Yates 1938).
fn shuffled(bound: usize) -> Vec<usize> {
    let (mut dice, mut order) = (Dice::new(1938), (0..bound).collect::<Vec<usize>>());
    (1..bound).rev().for_each(|at| order.swap(at, dice.below(at + 1)));
    order
}

fn tell(what: &str, mut nanoseconds: Vec<u128>) {
    nanoseconds.sort_unstable();
    let of = |part: usize| nanoseconds.get(nanoseconds.len() * part / 100).copied().unwrap_or(0);
    let (half, most) = (of(50), of(99));
    println!("{what}: {half} ns at the median, {most} ns in 99 of 100, over {} positions", nanoseconds.len());
}
