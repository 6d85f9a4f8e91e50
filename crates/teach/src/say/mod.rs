//! Rules read back in plain words, line by line, as they are written: every construct of the language has a sentence of its own.

mod expr;
mod line;
mod stmt;

use crate::gallery::unnamed;
use crate::words::{Lang, Word};
use bouton::rules::Source;
use bouton::rules::syntax::parse;
use bouton::rules::syntax::tree::{File, LineKind, Name};

/// The rules in words. What could not be read is left out: `check` has said so.
#[must_use]
pub fn say(source: &Source, lang: Lang) -> Vec<String> {
    told(source, lang, &|_| true)
}

/// The same without examples, which tell what positions are worth.
#[must_use]
pub fn without_examples(source: &Source, lang: Lang) -> Vec<String> {
    told(source, lang, &|group| group != "example")
}

/// How the game goes, without what is given, drawn or checked.
#[must_use]
pub fn play(source: &Source, lang: Lang) -> Vec<String> {
    let lines = told(source, lang, &|group| matches!(group, "state" | "move" | "end"));
    lines.into_iter().filter(|line| !line.is_empty()).collect()
}

fn told(source: &Source, lang: Lang, wanted: &dyn Fn(&str) -> bool) -> Vec<String> {
    let (file, _) = parse(source);
    let (players, unnamed) = players(&file);
    let teller = Teller { lang, players, unnamed, points: counts_points(&file) };
    let mut lines = Vec::new();
    let mut before = "";
    for line in &file.lines {
        let (group, said) = teller.line(&line.kind);
        if !wanted(group) {
            continue;
        }
        if !lines.is_empty() && group != before && !said.is_empty() {
            lines.push(String::new());
        }
        before = if said.is_empty() { before } else { group };
        lines.extend(said.iter().map(|line| teller.polished(line)));
    }
    lines
}

/// Says things in a language.
struct Teller {
    lang: Lang,
    players: [String; 2],
    /// Whether the rules do not name them.
    unnamed: bool,
    /// Whether points are counted: then an end may leave the result to them.
    points: bool,
}

impl Teller {
    fn say(&self, id: &str, args: &[(&str, String)]) -> String {
        let args: Vec<(&str, Word)> = args.iter().map(|(name, text)| (*name, Word::from(text.as_str()))).collect();
        self.lang.say(id, &args)
    }

    fn word(&self, id: &str) -> String {
        self.lang.say(id, &[])
    }

    /// A line as it is printed: with a capital where it begins with a word of ours, and in Chinese with blanks beside foreign words only.
    fn polished(&self, line: &str) -> String {
        if self.lang == Lang::Chinese {
            return spaced(line);
        }
        let begins = line.trim_start();
        match begins.strip_prefix("the ") {
            Some(rest) => format!("{}The {rest}", &line[..line.len() - begins.len()]),
            None => line.to_owned(),
        }
    }

    /// A player whom the rules call by a name; who has none is the first or the second.
    fn player(&self, own: &str) -> String {
        if self.unnamed { unnamed(own, self.lang) } else { own }.to_owned()
    }

    /// Several things side by side.
    fn listed(&self, parts: &[String]) -> String {
        parts.join(&self.word("say-comma"))
    }
}

/// What the players are called, and whether that is not for the rules to say.
fn players(file: &File) -> ([String; 2], bool) {
    let text = |name: &Name| name.text.clone();
    let found = file.lines.iter().find_map(|line| match &line.kind {
        LineKind::Players { first, second } => Some([text(first), text(second)]),
        _ => None,
    });
    let unnamed = found.is_none();
    (found.unwrap_or_else(|| ["First".to_owned(), "Second".to_owned()]), unnamed)
}

/// Chinese letters stand close together; names, numbers and signs among them stand apart.
fn spaced(line: &str) -> String {
    let chinese = |letter: char| ('\u{4e00}'..='\u{9fff}').contains(&letter);
    let wide = |letter: char| chinese(letter) || "，。：；（）“”".contains(letter);
    let depth = line.len() - line.trim_start().len();
    let letters: Vec<char> = line.trim_start().chars().collect();
    let mut out = " ".repeat(depth);
    for (at, &letter) in letters.iter().enumerate() {
        let next = letters.get(at + 1).copied().unwrap_or(' ');
        let before = at.checked_sub(1).map_or(' ', |at| letters[at]);
        if letter == ' ' && (wide(before) && wide(next) || "，。：；（“".contains(before)) {
            continue;
        }
        out.push(letter);
        let apart = |one: char, two: char| chinese(one) && (two.is_ascii_alphanumeric() || "−[{".contains(two));
        let foreign = letter.is_ascii_alphanumeric() || ")]}".contains(letter);
        if apart(letter, next) || (foreign && chinese(next)) {
            out.push(' ');
        }
    }
    out
}

fn counts_points(file: &File) -> bool {
    file.lines.iter().any(|line| match &line.kind {
        LineKind::Move(mv) => stmt::gains(&mv.body),
        LineKind::Remaining { .. } => true,
        _ => false,
    })
}
