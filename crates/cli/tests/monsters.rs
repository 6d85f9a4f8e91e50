//! Rules that ask for more than anybody has, each of another shape: the command answers or says why not, within the time and the memory that
//! it was given.
#![cfg(target_os = "linux")]

mod rules;

use crate::common::{bouton, folder, large};
use rules::{Random, SHAPES, shape};
use std::env;
use std::fs::{self, File};
use std::path::Path;
use std::thread;
use std::time::Duration;

/// Hundredths of a second of processor time, and millions of bytes: a tenth more than is allowed.
const MOST_TIME: u64 = 150;
const MOST_MEMORY: u64 = 220;

/// How often each shape, and how much longer it may take: once and twice as long, or 210 monsters where `cargo xtask large` tests a release
/// build. Some rooms have nothing but a budget of work, which a build for tests takes three times as long for.
fn rounds_and_slack() -> (usize, u64) {
    if large() { (5, 1) } else { (1, 2) }
}

/// What a command took: processor time, memory, how it ended and what it said.
struct Took {
    hundredths: u64,
    megabytes: u64,
    code: Option<i32>,
    said: String,
}

fn took(folder: &Path, verb: &str, file: &str) -> Took {
    let words = [verb, file, "--time", "1s", "--memory", "200M", "--threads", "1", "--quiet"];
    let said = folder.join("said");
    let mut command = bouton(folder, &words);
    command.stdout(File::create(folder.join("answer")).unwrap()).stderr(File::create(&said).unwrap());
    let mut child = command.spawn().unwrap();
    let mut megabytes = 0;
    let hundredths = loop {
        let about = |what: &str| fs::read_to_string(format!("/proc/{}/{what}", child.id())).unwrap_or_default();
        megabytes = megabytes.max(peak(&about("status")).unwrap_or(0));
        // What has ended still tells its time until somebody waits for it.
        let (ended, time) = processor(&about("stat")).unwrap();
        if ended {
            break time;
        }
        thread::sleep(Duration::from_millis(2));
    };
    let code = child.wait().unwrap().code();
    Took { hundredths, megabytes, code, said: fs::read_to_string(said).unwrap() }
}

/// The most memory that a program held, in millions of bytes.
fn peak(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? * 1024 / 1_000_000)
}

/// Whether a program has ended, and its processor time in hundredths of a second.
fn processor(stat: &str) -> Option<(bool, u64)> {
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |at: usize| fields.get(at)?.parse::<u64>().ok();
    Some((*fields.first()? == "Z", ticks(11)? + ticks(12)?))
}

#[test]
fn no_monster_takes_more_than_it_is_given() {
    let folder = folder("all");
    let mut wrong = Vec::new();
    // More of them where somebody asks: `BOUTON_MONSTERS=20`.
    let (rounds, slack) = rounds_and_slack();
    let rounds = env::var("BOUTON_MONSTERS").map_or(rounds, |rounds| rounds.parse().unwrap());
    for number in 0..rounds * SHAPES {
        let (name, text) = shape(number % SHAPES, &mut Random::new(number as u64));
        let verb = ["solve", "plan", "check"][(number + number / SHAPES) % 3];
        fs::write(folder.join("monster.game"), &text).unwrap();
        let Took { hundredths, megabytes, code, said } = took(&folder, verb, "monster.game");
        let ended = code.is_some_and(|code| code <= 3);
        if hundredths > slack * MOST_TIME || megabytes > MOST_MEMORY || !ended {
            wrong.push(format!("{verb} {number} ({name}): {hundredths}0 ms, {megabytes} MB, {code:?}: {said}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
