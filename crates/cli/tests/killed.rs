//! Searches that are killed, interrupted or run out of time or memory: the next run goes on, and the file comes out byte for byte as if
//! nothing had been.
#![cfg(unix)]

use crate::common::{bouton, folder, run};
use serde_json::Value as Json;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const EXE: &str = env!("CARGO_BIN_EXE_bouton");

const FOXES: [&str; 5] = ["foxes", "rows=5", "cols=4", "foxes={1,2}", "hounds={13,14,16,18}"];
const DISCS: [&str; 3] = ["connect-four", "rows=4", "cols=5"];

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The words of a search that keeps from the start what it has worked out.
fn search<'a>(game: &[&'a str]) -> Vec<&'a str> {
    [&["solve"], game, &["--ask", "value", "--quiet", "--save", "x.sol", "--checkpoint", "1ms"]].concat()
}

/// The solution file of a search that nobody disturbs, and how long that takes.
fn undisturbed(folder: &Path, game: &[&str]) -> (Vec<u8>, Duration) {
    let started = Instant::now();
    let done = run(folder, &search(game));
    assert!(done.status.success(), "{}", said(&done));
    let took = started.elapsed();
    let bytes = fs::read(folder.join("x.sol")).unwrap();
    let mut left = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert!(!left.any(|name| name.contains("x.sol.")), "nothing else is left");
    fs::remove_file(folder.join("x.sol")).unwrap();
    (bytes, took)
}

/// Kills a search so many times, each time a little later after it went on; the last run is left alone.
fn killed(name: &str, game: &[&str], kills: u32) {
    let folder = folder(name);
    let (wanted, took) = undisturbed(&folder, game);
    let mut killed = 0;
    for round in 0.. {
        assert!(round < 10 * kills, "the kills come too late");
        if killed == kills {
            break;
        }
        let mut child = bouton(&folder, &search(game)).spawn().unwrap();
        // Steps that have nothing to do with the search's own, so that every part of it is hit.
        thread::sleep(took * (round * 37 % 83 + 3) / 101);
        child.kill().unwrap();
        let ended = child.wait_with_output().unwrap();
        if ended.status.success() {
            assert!(fs::read(folder.join("x.sol")).unwrap() == wanted, "after {killed} kills");
            fs::remove_file(folder.join("x.sol")).unwrap();
        } else {
            killed += 1;
            assert!(fs::read(folder.join("x.sol")).map_or(true, |bytes| bytes == wanted), "whole, or not there");
        }
    }
    let last = run(&folder, &search(game));
    assert!(last.status.success(), "{}", said(&last));
    assert!(fs::read(folder.join("x.sol")).unwrap() == wanted, "after all");
    assert!(!folder.join("x.sol.part").exists(), "done");
}

#[test]
fn layers_survive_thirty_kills() {
    killed("layers", &["connect-four", "rows=4", "cols=4"], 30);
}

#[test]
fn waves_survive_thirty_kills() {
    killed("waves", &FOXES, 30);
}

#[test]
fn reached_positions_survive_thirty_kills() {
    killed("reached", &["three-mens-morris"], 30);
}

#[test]
fn tables_survive_thirty_kills() {
    killed("table", &["nim", "heaps=[60,60,60]", "--method", "sweep"], 30);
}

#[test]
fn memos_survive_thirty_kills() {
    killed("memo", &["connect-four", "rows=3", "cols=4", "--method", "memo"], 30);
}

/// What each way of stopping a search says, and that `--resume` then goes on.
#[test]
fn every_stop_says_how_to_go_on() {
    let folder = folder("stops");
    let (wanted, took) = undisturbed(&folder, &DISCS);
    let goes_on = |name: &str| {
        let resumed = run(&folder, &["solve", "--resume", "x.sol.part", "--ask", "value"]);
        assert!(resumed.status.success(), "{name}: {}", said(&resumed));
        assert!(said(&resumed).contains("wrote x.sol"), "{name}: {}", said(&resumed));
        assert!(fs::read(folder.join("x.sol")).unwrap() == wanted, "{name}");
        assert!(!folder.join("x.sol.part").exists(), "{name}");
        fs::remove_file(folder.join("x.sol")).unwrap();
    };
    for (name, signal) in [("interrupted", "-INT"), ("ended", "-TERM")] {
        let child = bouton(&folder, &search(&DISCS)).spawn().unwrap();
        let part = folder.join("x.sol.part");
        let begun = Instant::now();
        while fs::metadata(&part).map_or(0, |part| part.len()) < 100_000 && begun.elapsed() < Duration::from_secs(60) {
            thread::sleep(Duration::from_millis(1));
        }
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        let ended = child.wait_with_output().unwrap();
        assert_eq!(ended.status.code(), Some(130), "{name}: {}", said(&ended));
        assert!(said(&ended).contains("go on with: bouton solve --resume x.sol.part"), "{name}: {}", said(&ended));
        goes_on(name);
    }
    // How long a search takes depends on what else the machine does: the time allowed is halved until it is too little.
    let times: Vec<String> = (0..8).map(|halved| format!("{}ms", (took.as_millis() / 3) >> halved)).collect();
    let times: Vec<[&str; 2]> = times.iter().map(|time| ["--time", time]).collect();
    for (name, limits, code) in [("time", &times[..], "M02"), ("memory", &[["--memory", "20M"]], "M01")] {
        let stopped = limits.iter().find_map(|limit| {
            let ended = run(&folder, &[&search(&DISCS)[..], limit].concat());
            let done = ended.status.success().then(|| fs::remove_file(folder.join("x.sol")).unwrap());
            done.is_none().then_some(ended)
        });
        let ended = stopped.unwrap_or_else(|| panic!("{name}: nothing stops it"));
        assert_eq!(ended.status.code(), Some(3), "{name}: {}", said(&ended));
        let words = said(&ended);
        assert!(words.contains(code) && words.contains("what was worked out is kept in x.sol.part"), "{name}: {words}");
        goes_on(name);
    }
}

/// Layers that are done lie on disk: less memory is enough, and the file is the same.
#[test]
fn with_a_disk_less_memory_is_enough() {
    let folder = folder("disk");
    let (wanted, _) = undisturbed(&folder, &DISCS);
    fs::create_dir(folder.join("big")).unwrap();
    let words = ["solve", DISCS[0], DISCS[1], DISCS[2], "--save", "x.sol", "--memory", "50M", "--format", "json"];
    let refused = run(&folder, &words);
    assert_eq!(refused.status.code(), Some(3), "{}", said(&refused));
    let done = run(&folder, &[&words[..], &["--disk", "big"]].concat());
    assert!(done.status.success(), "{}", said(&done));
    assert!(fs::read(folder.join("x.sol")).unwrap() == wanted);
    assert_eq!(fs::read_dir(folder.join("big")).unwrap().count(), 0, "nothing is left there");
    let answer: Json = serde_json::from_slice(&done.stdout).unwrap();
    let peak = answer["run"]["peak_bytes"].as_u64().unwrap();
    assert!(peak < 55_000_000, "{peak} bytes");
    let missing = run(&folder, &[&words[..], &["--disk", "nowhere"]].concat());
    assert_eq!(missing.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&missing.stdout).contains("nowhere"), "{}", said(&missing));
}

#[test]
fn what_is_no_search_of_this_game_is_left_alone() {
    let folder = folder("other");
    let small = ["connect-four", "rows=3", "cols=3"];
    let begun = run(&folder, &[&search(&DISCS)[..], &["--positions", "100000"]].concat());
    assert_eq!(begun.status.code(), Some(3), "{}", said(&begun));
    let before = fs::read(folder.join("x.sol.part")).unwrap();
    let other = run(&folder, &search(&small));
    assert_eq!(other.status.code(), Some(2), "{}", said(&other));
    assert!(said(&other).contains("V06") && said(&other).contains("--resume x.sol.part"), "{}", said(&other));
    fs::write(folder.join("y.sol.part"), "a text of somebody's own").unwrap();
    for words in [&["solve", "--resume", "y.sol.part"][..], &["solve", "connect-four", "--save", "y.sol"]] {
        let refused = run(&folder, words);
        assert!(refused.status.code() == Some(2) && said(&refused).contains("V06"), "{}", said(&refused));
    }
    assert_eq!(fs::read(folder.join("y.sol.part")).unwrap(), b"a text of somebody's own");
    assert!(fs::read(folder.join("x.sol.part")).unwrap() == before);
}

/// A run that may write no file of more than so many blocks of 512 bytes: the signal that says so is not its end.
fn within(folder: &Path, blocks: u64, words: &[&str]) -> Output {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -f \"$0\"; exec \"$@\"", &blocks.to_string(), EXE]).args(words);
    command.current_dir(folder).env("NO_COLOR", "1").stdin(Stdio::null()).output().unwrap()
}

#[test]
fn writes_that_fail_are_said_and_lose_nothing() {
    let folder = folder("full");
    let (wanted, _) = undisturbed(&folder, &DISCS);
    let blocks = wanted.len() as u64 / 512;
    let old = b"an older solution";
    // While the search goes on: what was kept before the disk was full is gone on with.
    for room in [1, 40, 1_000, blocks] {
        fs::write(folder.join("x.sol"), old).unwrap();
        let full = within(&folder, room, &search(&DISCS));
        assert_eq!(full.status.code(), Some(3), "{room}: {}", said(&full));
        let words = said(&full);
        assert!(words.contains("error[M10]") && words.contains("make room on the disk"), "{room}: {words}");
        assert!(fs::read(folder.join("x.sol")).unwrap() == old, "{room}");
        let kept = words.contains("go on with: bouton solve --resume x.sol.part");
        assert!(kept || room < 40, "{room}: {words}");
        let next = if kept { vec!["solve", "--resume", "x.sol.part", "--ask", "value"] } else { search(&DISCS) };
        let resumed = run(&folder, &next);
        assert!(resumed.status.success(), "{room}: {}", said(&resumed));
        assert!(fs::read(folder.join("x.sol")).unwrap() == wanted, "{room}");
    }
    // While the solution is written.
    let plain = ["solve", DISCS[0], DISCS[1], DISCS[2], "--ask", "value", "--save", "x.sol", "--checkpoint", "10m"];
    for room in [1, 30, blocks / 2, blocks - 1] {
        fs::write(folder.join("x.sol"), old).unwrap();
        let full = within(&folder, room, &plain);
        let words = said(&full);
        assert_eq!(full.status.code(), Some(2), "{room}: {words}");
        assert!(words.contains("error[C04]: `x.sol` cannot be written"), "{room}: {words}");
        assert!(words.contains("make room on the disk; nothing was changed"), "{room}: {words}");
        let left: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left, ["x.sol"], "{room}");
        assert!(fs::read(folder.join("x.sol")).unwrap() == old, "{room}");
    }
}
