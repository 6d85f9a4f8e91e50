//! Sentences that other rooms word in English where they arise (findings, plans, facts, notes), said in another language. Each is a pattern
//! with blanks (`bouton::rules::Text`), and the catalogue is keyed by the pattern as it stands in the source: one file a crate, and `help.zh`
//! for the command line. So no room below this one knows of languages, and a test reads their source and finds what has no translation.

use super::{Lang, closed_up, marked};
use bouton::rules::text::{Piece, Text, pieces};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::OnceLock;

/// The sentences of each room: English at the margin, Chinese indented under it.
const CHINESE: [&str; 5] = [
    include_str!("rules.zh"),
    include_str!("jit.zh"),
    include_str!("bouton.zh"),
    include_str!("teach.zh"),
    include_str!("cli.zh"),
];
/// What the command line says of itself.
const HELP: &str = include_str!("help.zh");
/// What players are called who have no names of their own.
pub(crate) const UNNAMED: [(&str, &str); 2] = [("First", "先手"), ("Second", "后手")];
/// Between pieces of code that are listed.
const LISTED: &str = "`, `";
/// What stands between things, in English and in Chinese.
const BETWEEN: [(&str, &str); 9] = [
    ("; ", "；"),
    ("), (", "），（"),
    (", which is made of ", "，而它又由 "),
    (", then ", "，再"),
    (", ", "、"),
    (" and of ", "、"),
    (" and ", " 和 "),
    (" or ", " 或 "),
    (LISTED, "`、`"),
];

impl Lang {
    /// A sentence in this language, its blanks filled with what they hold there. What is in no catalogue stays as it is.
    #[must_use]
    pub fn sentence(self, text: impl Into<Text>) -> String {
        self.sentence_with(&text.into(), &UNNAMED)
    }

    /// The same where names have others in this language: of players.
    pub(crate) fn sentence_with(self, text: &Text, names: &[(&str, &str)]) -> String {
        match self {
            Lang::English => text.to_string(),
            Lang::Chinese => Chinese { names }.said(text),
        }
    }

    /// A line of what the command line says of itself.
    #[must_use]
    pub fn help(self, line: &str) -> String {
        let known = |line| catalogue().help.get(line).or_else(|| catalogue().whole.get(line));
        let said = known(core(line)).filter(|_| self != Lang::English);
        said.map_or_else(
            || line.to_owned(),
            |said| match core(line).contains(' ') {
                true => around(line, said),
                // A word alone is a heading.
                false => line.replacen(core(line), said, 1),
            },
        )
    }
}

/// Every English sentence of the source with its Chinese, as they are written in the catalogue.
pub fn entries() -> impl Iterator<Item = (&'static str, &'static str)> {
    CHINESE.iter().flat_map(|text| read(text))
}

/// The same of the help of the command line.
pub fn help() -> impl Iterator<Item = (&'static str, &'static str)> {
    read(HELP)
}

/// Why games of the gallery refuse parameters (`require`), and what parameters are for, as their cards say it.
fn reasons() -> impl Iterator<Item = (String, &'static str)> {
    bouton::gallery::with_cards().iter().flat_map(|game| {
        let quoted = |english: &str| game.text.contains(&format!("\"{english}\""));
        let notes = game.chinese.notes.iter().filter(move |(english, _)| quoted(english));
        let params = game.chinese.params.iter().map(|(name, said)| (game.purpose(name), *said));
        let params = params.filter(|(purpose, _)| !purpose.is_empty());
        notes.map(|(english, said)| ((*english).to_owned(), *said)).chain(params)
    })
}

/// A pattern without the blanks and marks around it, which depend on where it stands: so it is found in the catalogue.
#[must_use]
pub fn core(text: &str) -> &str {
    let mut inner = text;
    loop {
        let before = inner;
        inner = inner.trim().trim_matches([',', ';', ':', '·']);
        if inner.ends_with(')') && !inner.contains('(') {
            inner = &inner[..inner.len() - 1];
        }
        if inner.starts_with('(') && !inner.contains(')') {
            inner = &inner[1..];
        }
        if inner.len() == before.len() {
            return inner;
        }
    }
}

fn read(text: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let mut lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with("# "));
    std::iter::from_fn(move || Some((lines.next()?, lines.next()?.trim_start())))
}

/// What is known.
struct Catalogue {
    /// Chinese patterns by the English ones.
    patterns: HashMap<&'static str, &'static str>,
    /// Sentences without blanks.
    whole: HashMap<String, String>,
    /// Lines of help.
    help: HashMap<String, String>,
    /// What people say in rules of the gallery.
    quoted: HashMap<String, &'static str>,
}

fn catalogue() -> &'static Catalogue {
    static CATALOGUE: OnceLock<Catalogue> = OnceLock::new();
    CATALOGUE.get_or_init(|| {
        let plain = |(english, chinese): (&str, &str)| (plain(english), plain(chinese));
        let has_blanks = |english: &str| pieces(english).iter().any(|piece| matches!(piece, Piece::Blank(_)));
        Catalogue {
            patterns: entries().filter(|(english, _)| has_blanks(english)).collect(),
            whole: entries().filter(|(english, _)| !has_blanks(english)).map(plain).collect(),
            help: help().map(plain).collect(),
            quoted: reasons().collect(),
        }
    })
}

/// A sentence without blanks, its braces as they are shown.
fn plain(text: &str) -> String {
    pieces(text).into_iter().map(|piece| if let Piece::Words(words) = piece { words } else { "" }).collect()
}

/// Says texts in Chinese.
struct Chinese<'a> {
    /// What is called otherwise.
    names: &'a [(&'a str, &'a str)],
}

impl Chinese<'_> {
    fn said(&self, text: &Text) -> String {
        match text {
            Text::Code(code) => self.name(code).to_owned(),
            Text::Quoted(words) => {
                let known = catalogue().quoted.get(&**words).copied();
                known.or_else(|| catalogue().whole.get(&**words).map(String::as_str)).unwrap_or(words).to_owned()
            }
            Text::Whole(sentence) => {
                let known = catalogue().whole.get(core(sentence));
                known.map_or_else(|| (*sentence).to_owned(), |said| around(sentence, said))
            }
            Text::Said(said) => {
                let (pattern, blanks) = (said.0, said.1.as_slice());
                match catalogue().patterns.get(core(pattern)) {
                    Some(known) => around(pattern, &self.filled(known, blanks)),
                    None if has_words(pattern) => self.filled(pattern, blanks),
                    None => self.filled(&marks(pattern), blanks),
                }
            }
            Text::Joined(texts) => joined(texts.0.iter().map(|text| self.said(text)), texts.1),
        }
    }

    /// What a name is called: that of a player, if any.
    fn name<'t>(&'t self, name: &'t str) -> &'t str {
        self.names.iter().find(|(own, _)| *own == name).map_or(name, |(_, called)| called)
    }

    /// A pattern with its blanks filled in. In backticks stands code, in which nothing but the marks of a list is Chinese.
    fn filled(&self, pattern: &str, blanks: &[Text]) -> String {
        let (mut whole, mut in_code) = (String::new(), false);
        for piece in pieces(pattern) {
            match piece {
                Piece::Words(words) => {
                    in_code ^= words.matches('`').count() % 2 == 1;
                    whole.push_str(words);
                }
                Piece::Blank(at) => whole.push_str(&match blanks.get(at) {
                    Some(Text::Joined(texts)) if in_code => joined(texts.0.iter().map(Text::to_string), texts.1),
                    Some(code) if in_code => code.to_string(),
                    Some(blank) => marked(&self.said(blank)),
                    None => String::new(),
                }),
            }
        }
        closed_up(&whole)
    }
}

/// Things one after the other.
fn joined(things: impl Iterator<Item = String>, between: &str) -> String {
    let mark = BETWEEN.iter().find(|(english, _)| *english == between).map_or(between, |(_, chinese)| chinese);
    closed_up(&things.map(|thing| marked(&thing)).collect::<Vec<_>>().join(mark))
}

/// A sentence with the marks that stand around its core in a pattern, as Chinese writes them.
fn around(pattern: &str, said: &str) -> String {
    let edge = |text: &str| match text {
        " " => String::new(),
        "," => "，".to_owned(),
        ";" => "；".to_owned(),
        ":" => "：".to_owned(),
        other => marks(other).into_owned(),
    };
    let (before, after) = pattern.split_once(core(pattern)).unwrap_or_default();
    edge(before) + said + &edge(after)
}

/// Whether there is a word in a pattern, outside of code.
fn has_words(pattern: &str) -> bool {
    pattern.split('`').step_by(2).any(|part| part.contains(|letter: char| letter.is_ascii_alphabetic()))
}

/// A text without words, its marks as Chinese writes them, outside of code.
fn marks(text: &str) -> Cow<'_, str> {
    const MARKS: [(&str, &str); 3] = [(", ", "，"), ("; ", "；"), (": ", "：")];
    let said = |(at, part): (usize, &str)| match at % 2 {
        0 => MARKS.iter().fold(part.to_owned(), |part, (english, chinese)| part.replace(english, chinese)),
        _ => part.to_owned(),
    };
    if text.contains(['\n', '=']) {
        return text.into();
    }
    text.split('`').enumerate().map(said).collect::<Vec<_>>().join("`").into()
}
