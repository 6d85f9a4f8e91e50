//! The book of habits: what people write on their first day, and who come from other languages. One mistake gives one finding, and the
//! finding says what to write instead.

use bouton_rules::{Source, check, diagnostic::render};

/// The game in which every mistake is made.
const GAME: &str = "game G \"G\"
players Ann, Ben
param n : 1..9 = 5
state left : 0..n = n
move take(x in 1..3) {
  when x <= left
  left -= x
}
stuck => me loses
";

/// Each mistake: its name, the lines that go (`- `) and those that come in their place (`+ `); where none go they come at the end.
const HABITS: &str = include_str!("habits.txt");

/// The lines of a mistake that start with a mark, without it.
fn marked(mistake: &str, mark: char) -> String {
    let lines = mistake.lines().filter_map(|line| line.strip_prefix(mark));
    lines.map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(line))).collect()
}

fn game_with(mistake: &str) -> String {
    let (gone, come) = (marked(mistake, '-'), marked(mistake, '+'));
    assert!(GAME.contains(&gone), "the game has no such lines: {gone}");
    if gone.is_empty() { format!("{GAME}{come}") } else { GAME.replacen(&gone, &come, 1) }
}

#[test]
fn every_habit_has_its_message() {
    let (mut book, mut wrong) = (String::new(), Vec::new());
    for part in format!("\n{HABITS}").split("\n== ").skip(1) {
        let (name, mistake) = part.split_once('\n').unwrap();
        let source = Source::new("a.game", game_with(mistake));
        let (_, found) = check(&source);
        if found.len() != 1 || found[0].help.is_empty() {
            wrong.push(format!("{name}: {} findings", found.len()));
        }
        book.push_str(&format!("== {}\n{}--\n{}\n", name, mistake.trim_start(), render(&source, &found, false)));
    }
    insta::assert_snapshot!(book);
    assert!(wrong.is_empty(), "one mistake gives one finding with a help line: {wrong:#?}");
}

#[test]
fn the_game_without_a_mistake_has_none() {
    assert!(check(&Source::new("a.game", GAME)).1.is_empty());
}
