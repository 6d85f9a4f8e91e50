//! Bouton beside plain hand-written programs: `cargo xtask bench [WORD…]` times both in turns and prints how far apart they are.

mod choice;
mod clock;
mod compile;
mod found;
mod kernels;
mod language;
mod make;
mod sums;
#[cfg(test)]
mod tests;
mod works;

use bouton::sample::Dice;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use works::{WORKS, Work, answer};

/// Parameters are the same in every run.
const SEED: u64 = 1902;
/// Passes of each side, in turns: the fewest, and the most, which only short works reach.
const FEWEST: usize = 3;
const MOST: usize = 5;
const LONG: Duration = Duration::from_secs(3);

/// What a work took at a size.
struct Times {
    kernel: f64,
    bouton: f64,
    /// How many positions Bouton solved.
    positions: u64,
}

/// Prints a table of its own, perhaps only of what holds a word in its name.
type Table = fn(Option<&str>, &dyn Fn(&str)) -> Result<(), String>;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let chosen = |work: &&Work| words.is_empty() || words.iter().any(|word| work.name.contains(word.as_str()));
    let works: Vec<&Work> = WORKS.iter().filter(chosen).collect();
    let compiles = words.is_empty() || words.iter().any(|word| compile::NAME.contains(word.as_str()));
    let table: Option<Table> = match words.first() {
        Some(word) if word == choice::NAME => Some(choice::table),
        Some(word) if word == language::NAME => Some(language::table),
        _ => None,
    };
    if let Some(table) = table {
        return match table(words.get(1).map(String::as_str), &say) {
            Ok(()) => ExitCode::SUCCESS,
            Err(why) => {
                say(&why);
                ExitCode::FAILURE
            }
        };
    }
    if works.is_empty() && !compiles {
        let names: Vec<&str> =
            WORKS.iter().map(|work| work.name).chain([compile::NAME, choice::NAME, language::NAME]).collect();
        say(&format!("nothing is called so; there are {}", names.join(", ")));
        return ExitCode::from(2);
    }
    if !works.is_empty() {
        head();
    }
    for work in works {
        if let Err(why) = measure_sizes(work) {
            say(&format!("{}: {why}", work.name));
            return ExitCode::FAILURE;
        }
    }
    if compiles {
        say(&format!("\nlowering and compiling the moves of a game, {}\n", clock::UNIT));
        say("| game | statements and values | ms | |");
        say("| --- | ---: | ---: | --- |");
        compile::rows().iter().for_each(|row| say(row));
    }
    ExitCode::SUCCESS
}

fn head() {
    say(&format!(
        "medians of {FEWEST} to {MOST} passes in turns, {}; Bouton reads the rules anew each time\n",
        clock::UNIT
    ));
    say("| work | size | kernel, s | Bouton, s | ratio | wanted | growth | positions/s | |");
    say("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |");
}

/// A row for each size; growth is Bouton's time over that of the size before.
fn measure_sizes(work: &Work) -> Result<(), String> {
    let mut before: Option<(usize, f64)> = None;
    for &size in work.sizes {
        let times = measure(work, size)?;
        let growth = before.filter(|(half, _)| 2 * half == size).map(|(_, seconds)| times.bouton / seconds);
        before = Some((size, times.bouton));
        say(&format!(
            "| {} | {size} | {:.5} | {:.5} | {:.1} | {} | {} | {} | {} |",
            work.name,
            times.kernel,
            times.bouton,
            times.bouton / times.kernel,
            work.wanted.map_or(String::new(), |wanted| format!("≤ {wanted}")),
            growth.map_or(String::new(), |growth| format!("{growth:.1}")),
            rate(&times),
            work.about
        ));
    }
    Ok(())
}

/// How many positions Bouton solves in a second; nothing where it counts none.
fn rate(times: &Times) -> String {
    match u32::try_from(times.positions) {
        Ok(positions @ 1..) => format!("{:.0}", f64::from(positions) / times.bouton),
        _ => String::new(),
    }
}

fn measure(work: &Work, size: usize) -> Result<Times, String> {
    let input = (work.make)(size, &mut Dice::new(SEED));
    let (mut kernel, mut bouton) = (Vec::new(), Vec::new());
    let (begun, mut positions) = (Instant::now(), 0);
    while kernel.len() < FEWEST || (kernel.len() < MOST && begun.elapsed() < LONG) {
        let (plain, seconds) = clock::timed(&input.kernel);
        kernel.push(seconds);
        let (solved, seconds) = clock::timed(|| answer(work, &input));
        bouton.push(seconds);
        let solved = solved?;
        positions = solved.positions;
        if solved.found != plain {
            return Err(format!("at size {size} the two sides differ"));
        }
    }
    Ok(Times { kernel: median(kernel), bouton: median(bouton), positions })
}

fn median(mut seconds: Vec<f64>) -> f64 {
    seconds.sort_by(f64::total_cmp);
    seconds[seconds.len() / 2]
}

#[expect(clippy::print_stdout, reason = "the table is for the person at the terminal")]
fn say(line: &str) {
    println!("{line}");
}
