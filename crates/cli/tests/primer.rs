//! `llms.txt` is short and true: its rules check, its commands run, and `bouton help --llm` prints it.

use crate::common::{bouton, folder, run, words};
use std::fs;
use std::path::Path;
use std::process::Stdio;

/// What three thousand tokens hold of such a text.
const MOST_BYTES: usize = 11_000;

fn primer() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../llms.txt")).unwrap()
}

#[test]
fn help_for_language_models_prints_it() {
    let text = primer();
    assert!(text.len() < MOST_BYTES, "{} bytes", text.len());
    let output = run(Path::new("."), &["help", "--llm"]);
    assert!(output.status.success());
    assert_eq!(String::from_utf8(output.stdout).unwrap(), text);
}

#[test]
fn its_games_check_and_are_formatted() {
    let (text, folder) = (primer(), folder("games"));
    let games: Vec<&str> = text.split("```game\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert_eq!(games.len(), 8);
    for (at, game) in games.iter().enumerate() {
        let file = format!("{at}.game");
        fs::write(folder.join(&file), game).unwrap();
        for words in [&["check", file.as_str()][..], &["fmt", "--check", file.as_str()]] {
            let output = run(&folder, words);
            assert!(output.status.success(), "{words:?}: {game}\n{}", String::from_utf8_lossy(&output.stderr));
        }
    }
}

#[test]
fn its_commands_run() {
    let (text, folder) = (primer(), folder("commands"));
    let rules = "game My\nparam n : 0..20\nstate left : 0..n = n\nmove take(k in 1..3) { when k <= left; left -= k }\n\
        stuck => me loses\nexample n=4 => Second wins\n";
    fs::write(folder.join("my.game"), rules).unwrap();
    fs::write(folder.join("cases.jsonl"), "{\"piles\": [2, 7]}\n").unwrap();
    let listed = text.split("## Commands").nth(1).unwrap().split("##").next().unwrap();
    let mut tried = 0;
    // A program of one's own is tried in the tests of `stress`.
    for line in listed.lines().map(str::trim).filter(|line| line.starts_with("bouton ") && !line.contains(" -- ")) {
        let words = words(line);
        let input = words.iter().position(|word| word == "<");
        let stdin = input.map_or_else(Stdio::null, |at| fs::File::open(folder.join(&words[at + 1])).unwrap().into());
        let given: Vec<&str> = words[1..input.unwrap_or(words.len())].iter().map(String::as_str).collect();
        let output = bouton(&folder, &given).stdin(stdin).output().unwrap();
        assert!(output.status.success(), "{line}\n{}", String::from_utf8_lossy(&output.stderr));
        tried += 1;
    }
    assert!(tried >= 8, "{tried} commands");
}
