//! Names, titles and texts that would do something to a terminal are shown, and do nothing.

use crate::common::{folder, run};
use bouton::rules::diagnostic::picture;
use std::fs;

/// Clears the screen, sets the window's title, rings, goes back to the start of the line, clears again in one byte, turns text round.
const WILD: &str = "a\u{1b}[2J\u{1b}]0;t\u{7}\rb\u{9b}2J\u{7f}\u{202e}c\u{2066}";

/// A game whose title, texts and parameters are wild.
fn rules() -> String {
    // A line ends with the first of these.
    let wild = WILD.replace('\r', "");
    format!(
        "## {wild} is said above\ngame Wild \"{wild}\"\nplayers Ann, Ben\nparam word : text = \"{wild}\"\nparam n : 0..9 = 4\n\
         require n < 9 \"{wild}\"\nstate left : 0..9 = n  # {wild}\n\
         ## {wild}\nmove take(k in 1..2 if k <= left) as \"take {wild}\" {{ left -= k }}\nstuck => me loses\n"
    )
}

#[test]
fn nothing_wild_reaches_a_terminal() {
    let folder = folder("wild");
    let name = "w\u{1b}[31m\u{7}.game";
    fs::write(folder.join("wild.game"), rules()).unwrap();
    fs::write(folder.join(name), rules().replace("left -= k", "lift -= k")).unwrap();
    let (mut shown, word) = (0, format!("word={WILD}"));
    for words in [
        &["solve", "wild.game"][..],
        &["solve", "wild.game", "--format", "json"],
        &["solve", "wild.game", &word],
        &["solve", "wild.game", &word, "--format", "json"],
        &["solve", "wild.game", "n=9"],
        &["solve", "wild.game", WILD],
        &["solve", "wild.game", "--at", WILD],
        &["solve", WILD],
        &["solve", &format!("{WILD}.game")],
        &["solve", &format!("{WILD}.sol")],
        &["solve", "wild.game", "--save", &format!("{WILD}/x.sol")],
        &["solve", "wild.game", &format!("--{WILD}")],
        &["solve", "wild.game", "--method", WILD],
        &["solve", name],
        &["check", name],
        &["check", name, "--format", "json"],
        &["check", "wild.game"],
        &["check", "wild.game", "--say", "en"],
        &["why", "wild.game"],
        &["table", "wild.game"],
        &["table", "wild.game", "--format", "svg"],
        &["table", "wild.game", "--format", "html"],
        &["table", "wild.game", "--format", "latex"],
        &["table", "wild.game", "--format", "md"],
        &["tree", "wild.game", "--format", "svg"],
        &["tree", "wild.game", "--format", "dot"],
        &["line", "wild.game"],
        &["recurrence", "wild.game", "--format", "html"],
        &["worksheet", "wild.game", "--format", "html"],
        &["worksheet", "wild.game", "--format", "latex"],
        &["plan", "wild.game", "--facts"],
        &["explain", WILD],
        &["query", "wild.game", WILD],
    ] {
        for colour in ["never", "always"] {
            let words = [words, &["--color", colour]].concat();
            let output = run(&folder, &words);
            for bytes in [&output.stdout, &output.stderr] {
                let mut text = String::from_utf8(bytes.clone()).unwrap();
                shown += usize::from(text.contains('␛') || text.contains("\\u001b"));
                if colour == "always" {
                    // Colours are ours.
                    for code in ["0", "1", "4", "33"] {
                        text = text.replace(&format!("\u{1b}[{code}m"), "");
                    }
                    while let Some(at) = text.find("\u{1b}[38;5;").or_else(|| text.find("\u{1b}[9")) {
                        let end = at + text[at..].find('m').unwrap() + 1;
                        text.replace_range(at..end, "");
                    }
                }
                let found = text.chars().find(|letter| !matches!(letter, '\n' | '\t') && picture(*letter).is_some());
                assert_eq!(found, None, "{words:?}: {text}");
            }
        }
    }
    assert!(shown > 20, "{shown}");
}
