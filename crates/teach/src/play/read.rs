//! What a person types: a move as answers write it or in any shorter way that means only one, or a word of command.

use super::Session;
use crate::words::Lang;

/// What a person may want beside a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The best moves.
    Hint,
    /// The reason of the value.
    Why,
    /// What a move would cost.
    What,
    /// The best move made.
    Best,
    /// The legal moves.
    Moves,
    /// The last move taken back.
    Undo,
    /// Values shown, or hidden.
    Values,
    /// The other side.
    Flip,
    /// Another game.
    Restart,
    /// These words.
    Help,
    /// No more of it.
    Quit,
}

/// The words of command: the key of a full screen, the word, the message that says what it does.
pub const WORDS: [(char, &str, Wanted, &str); 11] = [
    (' ', "best", Wanted::Best, "play-word-best"),
    ('i', "hint", Wanted::Hint, "play-word-hint"),
    ('w', "why", Wanted::Why, "play-word-why"),
    ('x', "what", Wanted::What, "play-word-what"),
    ('m', "moves", Wanted::Moves, "play-word-moves"),
    ('u', "undo", Wanted::Undo, "play-word-undo"),
    ('h', "values", Wanted::Values, "play-word-values"),
    ('f', "flip", Wanted::Flip, "play-word-flip"),
    ('r', "restart", Wanted::Restart, "play-word-restart"),
    ('?', "help", Wanted::Help, "play-word-help"),
    ('q', "quit", Wanted::Quit, "play-word-quit"),
];

/// A word of command as people type it in a language; the English one is understood in every language.
#[must_use]
pub fn typed(said: &str, lang: Lang) -> String {
    lang.say(&said.replace("play-word-", "play-typed-"), &[])
}

/// What was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed {
    /// An empty line.
    Nothing,
    /// The legal move of that number.
    Move(usize),
    /// A word of command, perhaps with a move.
    Word(Wanted, Option<usize>),
    /// Nothing that can be done here, with the legal moves that come nearest.
    Unclear {
        /// What cannot be understood.
        text: String,
        /// The nearest legal moves, the nearest first.
        near: Vec<String>,
        /// Whether it is short for each of these.
        several: bool,
    },
}

/// So many near moves are named.
const MOST_NEAR: usize = 4;

/// Reads a line. Moves go before words of command, and what is whole before what is short: `left` may be typed `l`, `put(0,1)` as
/// `put 0 1` or `0 1`.
#[must_use]
pub fn read(session: &Session, line: &str) -> Typed {
    let text = line.trim();
    if text.is_empty() {
        return Typed::Nothing;
    }
    let moves: Vec<Vec<String>> = session.choices().iter().map(|choice| pieces(&choice.mv)).collect();
    let typed = pieces(text);
    if let Some(number) = moves.iter().position(|mv| *mv == typed) {
        return Typed::Move(number);
    }
    if let Some(word) = word(text, &moves) {
        return word;
    }
    match short_for(&typed, &moves).as_slice() {
        [one] => Typed::Move(*one),
        [] => unclear(session, text, nearest(&typed, &moves), false),
        several => unclear(session, text, several.to_vec(), true),
    }
}

fn unclear(session: &Session, text: &str, near: Vec<usize>, several: bool) -> Typed {
    let near = near.into_iter().take(MOST_NEAR).map(|at| session.choices()[at].mv.clone()).collect();
    Typed::Unclear { text: text.chars().take(40).collect(), near, several }
}

/// A word of command, its key where no move begins with that letter, and the move after `what` or `why`.
fn word(text: &str, moves: &[Vec<String>]) -> Option<Typed> {
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let is_move = |letter: char| moves.iter().any(|mv| mv[0].starts_with(letter));
    let key = |key: char| first.chars().eq([key]) && !is_move(key);
    let first = first.to_lowercase();
    let is_word = |word: &str, said: &str| word == first || typed(said, Lang::Chinese) == first;
    let (_, _, wanted, _) = *WORDS.iter().find(|(letter, word, _, said)| is_word(word, said) || key(*letter))?;
    if rest.trim().is_empty() {
        return Some(Typed::Word(wanted, None));
    }
    let typed = pieces(rest);
    let whole = moves.iter().position(|mv| *mv == typed);
    let found = whole.or_else(|| match short_for(&typed, moves).as_slice() {
        [one] => Some(*one),
        _ => None,
    });
    found.filter(|_| matches!(wanted, Wanted::What | Wanted::Why)).map(|number| Typed::Word(Wanted::What, Some(number)))
}

/// A move in its pieces: its name, then numbers and names.
fn pieces(text: &str) -> Vec<String> {
    let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '-' | '−' | '{' | '}');
    let lower = text.to_lowercase().replace('−', "-").replace("{}", "{ }").replace('{', " { ").replace('}', " } ");
    lower.split(|letter: char| !is_part(letter)).filter(|piece| !piece.is_empty()).map(str::to_owned).collect()
}

/// The moves that it may be short for: its name cut, or left out.
fn short_for(typed: &[String], moves: &[Vec<String>]) -> Vec<usize> {
    let (Some(first), Some(rest)) = (typed.first(), typed.get(1..)) else { return Vec::new() };
    let fits = |mv: &Vec<String>| (mv[0].starts_with(first.as_str()) && mv[1..] == *rest) || mv[1..] == *typed;
    (0..moves.len()).filter(|at| fits(&moves[*at])).collect()
}

/// The legal moves that look most like it, the nearest first.
fn nearest(typed: &[String], moves: &[Vec<String>]) -> Vec<usize> {
    let typed = typed.join(" ");
    let mut ranked: Vec<(usize, usize)> =
        moves.iter().enumerate().map(|(at, mv)| (distance(&typed, &mv.join(" ")), at)).collect();
    ranked.sort_unstable();
    ranked.into_iter().map(|(_, at)| at).collect()
}

/// How many letters must be changed, added or left out. What is typed may be long; its beginning tells enough.
fn distance(from: &str, to: &str) -> usize {
    let from: Vec<char> = from.chars().take(60).collect();
    let mut row: Vec<usize> = (0..=from.len()).collect();
    for (above, letter) in to.chars().take(60).enumerate() {
        let mut corner = above;
        row[0] = above + 1;
        for at in 0..from.len() {
            let changed = corner + usize::from(from[at] != letter);
            corner = row[at + 1];
            row[at + 1] = changed.min(corner + 1).min(row[at] + 1);
        }
    }
    row[from.len()]
}
