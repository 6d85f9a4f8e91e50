//! What searches take of memory, as the system counts it, against what `--memory` allowed: a tenth more at the most, whatever the method, and
//! whether the search ends or is refused.
#![cfg(target_os = "linux")]

use crate::common::{bouton, folder};
use std::fs;
use std::thread;
use std::time::Duration;

const DISCS: &[&str] = &["connect-four", "rows=4", "cols=5", "--method", "layers"];
const BOXES: &[&str] = &["dots-and-boxes", "rows=2", "cols=4", "--method", "sweep"];
const FOXES: &[&str] = &["foxes", "rows=5", "cols=4", "foxes={1,2}", "hounds={12,13,14,15,17}"];

/// What a search took at the most, in bytes, how it ended and what it said.
fn took(name: &str, words: &[&str]) -> (u64, Option<i32>, String) {
    let folder = folder(name);
    let last = ["--ask", "value", "--quiet", "--threads", "2"];
    let child = bouton(&folder, &[&["solve"], words, &last].concat()).spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let watch = thread::spawn(move || {
        let mut most = 0;
        // An ended program says nothing of its memory any more.
        while let Some(peak) = peak(&fs::read_to_string(&status).unwrap_or_default()) {
            most = most.max(peak);
            thread::sleep(Duration::from_millis(2));
        }
        most
    });
    let ended = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&[ended.stdout, ended.stderr].concat()).into_owned();
    (watch.join().unwrap(), ended.status.code(), said)
}

/// The most memory that a program held, from what the system says of it.
fn peak(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok()?.checked_mul(1024)
}

/// Runs a search within several limits; which of them were enough.
fn within(name: &str, words: &[&str], limits: &[u64]) -> Vec<u64> {
    let mut enough = Vec::new();
    for megabytes in limits {
        let limit = format!("{megabytes}M");
        let (peak, code, said) = took(name, &[words, &["--memory", &limit]].concat());
        assert!(peak > 1_000_000, "{name} within {limit}: nothing was measured");
        assert!(peak <= megabytes * 1_100_000, "{name} within {limit}: {peak} bytes, and {code:?}: {said}");
        match code {
            Some(0) => enough.push(*megabytes),
            Some(3) => assert!(said.contains("M01"), "{name} within {limit}: {said}"),
            _ => assert_eq!(code, Some(0), "{name} within {limit}: {said}"),
        }
    }
    enough
}

#[test]
fn layers_keep_to_their_memory() {
    assert_eq!(within("layers", DISCS, &[40, 50, 64, 100]), [64, 100]);
    assert_eq!(within("disk", &[DISCS, &["--disk", "."]].concat(), &[32, 50, 64]), [50, 64]);
}

#[test]
fn saving_keeps_to_the_memory() {
    assert_eq!(within("saving", &[DISCS, &["--save", "x.sol"]].concat(), &[50, 64]), [64]);
    assert_eq!(within("saved-boxes", &[BOXES, &["--save", "x.sol"]].concat(), &[40, 64]), [40, 64]);
    assert_eq!(within("saved-foxes", &[FOXES, &["--save", "x.sol"]].concat(), &[32, 64]), [64]);
}

#[test]
fn searches_by_other_methods_keep_to_their_memory() {
    let small = &["connect-four", "rows=4", "cols=4", "--method", "memo"];
    assert_eq!(within("memo", small, &[40]), [40]);
    let large = &["connect-four", "rows=4", "cols=5", "--method", "memo"];
    assert_eq!(within("memo-large", large, &[40, 64, 100]), [100]);
    // With little memory the positions that are reached are looked at, with more all placements.
    assert_eq!(within("foxes", &[FOXES, &["--no-symmetry"]].concat(), &[32, 100]), [100]);
    assert_eq!(within("foxes-folded", FOXES, &[32]), [32]);
}
