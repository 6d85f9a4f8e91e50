//! Sentences that other rooms word in English where they arise (findings, plans, facts, notes), said in another language. Their
//! catalogue is keyed by the English as it stands in the source, with its blanks: one file a crate, and `help.zh` for the command line. So no room
//! below this one knows of languages, and a test reads their source and finds what has no translation.

mod join;
mod pattern;
mod split;

use super::Lang;
use join::push;
use pattern::{Pattern, plain};
use split::{Parts, cuts, split};
use std::cell::Cell;
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
/// A longer line is left as it is.
const LONGEST: usize = 4000;
/// Phrases that are looked up for one line, at most: whatever stands in it, it is soon done.
const MOST_LOOKS: u32 = 600;
/// A sentence with fewer letters of its own than this fits by accident: what fills it must be known too.
const WEAK: usize = 8;
/// Single words that are no names where they stand inside of a sentence; all others are left there.
const INSIDE: &[&str] = &[
    "name",
    "raises",
    "lowers",
    "raise",
    "lower",
    "it",
    "win",
    "draw",
    "loss",
    "won",
    "lost",
    "wins",
    "loses",
    "position",
    "none",
    "statement",
    "line",
    "entry",
    "row",
    "column",
    "rows",
    "columns",
    "nodes",
    "variable",
    "bounds",
    "anything",
    "lead",
    "nimber",
    "total",
    "part",
    "sum",
    "true",
    "false",
    "error",
    "warning",
    "player",
    "nobody",
    "First",
    "Second",
];

impl Lang {
    /// An English sentence in this language, its blanks filled with what they hold there. What is in no catalogue stays as it is.
    #[must_use]
    pub fn sentence(self, english: &str) -> String {
        if self == Lang::English {
            return english.to_owned();
        }
        let lines: Vec<String> = english.split('\n').map(|line| catalogue().line(line)).collect();
        lines.join("\n")
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

/// A sentence without the blanks and marks around it, which depend on where it stands: so it is found in the catalogue.
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

/// What is known, arranged to be found quickly.
struct Catalogue {
    whole: HashMap<String, String>,
    /// Sentences with blanks by the letter they begin with, `None` where that is a blank; those with most letters of their own first.
    open: HashMap<Option<char>, Vec<Pattern>>,
}

fn catalogue() -> &'static Catalogue {
    static CATALOGUE: OnceLock<Catalogue> = OnceLock::new();
    CATALOGUE.get_or_init(|| {
        let mut made = Catalogue { whole: HashMap::new(), open: HashMap::new() };
        for (english, chinese) in entries().chain(help()) {
            let pattern = Pattern::new(english, chinese);
            if pattern.is_whole() {
                made.whole.insert(plain(english), plain(chinese));
            } else {
                made.open.entry(pattern.first()).or_default().push(pattern);
            }
        }
        made.whole.extend(reasons().map(|(english, chinese)| (core(&english).to_owned(), chinese.to_owned())));
        made.open.values_mut().for_each(|patterns| patterns.sort_by_key(|pattern| std::cmp::Reverse(pattern.weight)));
        made
    })
}

impl Catalogue {
    /// A line with its indentation.
    fn line(&self, line: &str) -> String {
        if line.len() > LONGEST {
            return line.to_owned();
        }
        let text = line.trim_start();
        let indent = &line[..line.len() - text.len()];
        let inner = core(text);
        let said = match self.whole.get(inner) {
            Some(word) if !inner.contains(' ') => Some(text.replacen(inner, word, 1)),
            _ => self.said(text, &Cell::new(MOST_LOOKS)),
        };
        said.map_or_else(|| line.to_owned(), |said| format!("{indent}{said}"))
    }

    /// A text in Chinese, if anything in it is known.
    fn said(&self, text: &str, looks: &Cell<u32>) -> Option<String> {
        let inner = core(text);
        if inner.is_empty() || looks.get() == 0 {
            return None;
        }
        looks.set(looks.get() - 1);
        let known = self.whole.get(inner).filter(|_| inner.contains(' ') || INSIDE.contains(&inner));
        let said = known.cloned().or_else(|| self.phrase(inner, looks))?;
        let start = inner.as_ptr().addr() - text.as_ptr().addr();
        let mut whole = String::new();
        push(&mut whole, &marks(&text[..start]));
        push(&mut whole, &said);
        push(&mut whole, &marks(&text[start + inner.len()..]));
        Some(whole)
    }

    fn phrase(&self, text: &str, looks: &Cell<u32>) -> Option<String> {
        let known = self.filled(text, looks, Fits::Whole).or_else(|| self.clauses(text, looks));
        let known = known.or_else(|| self.formula(text, looks));
        let known = known.or_else(|| self.filled(text, looks, Fits::Well).filter(|said| !prose(said)));
        let known = known.or_else(|| self.cut(text, looks).filter(|said| !prose(said)));
        let known = known.or_else(|| self.of_code(text, looks)).or_else(|| self.labelled(text, looks));
        let known = known.or_else(|| self.filled(text, looks, Fits::Barely));
        let known = known.or_else(|| self.parts(&split(text)?, looks));
        // What is left holds somebody's own words.
        known.or_else(|| self.filled(text, looks, Fits::Well)).or_else(|| self.cut(text, looks))
    }

    /// A known sentence and what follows it, or what precedes it: what is said of somebody's own text.
    fn cut(&self, text: &str, looks: &Cell<u32>) -> Option<String> {
        let known = |text: &str| self.whole.get(core(text)).cloned();
        let (head, mark, rest) = cuts(text).find_map(|(head, mark, rest)| match (known(head), known(rest)) {
            (Some(head), _) => Some((head, mark, self.blank(rest, looks))),
            (None, Some(rest)) if !prose(head) => Some((self.blank(head, looks), mark, rest)),
            _ => None,
        })?;
        let mut whole = head;
        push(&mut whole, mark);
        push(&mut whole, &rest);
        Some(whole)
    }

    /// What is said of something in backticks.
    fn of_code(&self, text: &str, looks: &Cell<u32>) -> Option<String> {
        let (code, _) = text.strip_prefix('`')?.split_once("` ")?;
        let (code, rest) = text.split_at(code.len() + 2);
        let mut whole = code.to_owned();
        push(&mut whole, &self.filled(core(rest), looks, Fits::Well)?);
        Some(whole)
    }

    /// A name, and what is said of it.
    fn labelled(&self, text: &str, looks: &Cell<u32>) -> Option<String> {
        let (name, rest) = text.split_once(": ").filter(|(name, _)| !name.contains(' '))?;
        let mut whole = name.to_owned();
        push(&mut whole, "：");
        push(&mut whole, &self.said(rest, looks).filter(|said| !prose(said))?);
        Some(whole)
    }

    /// A recurrence: `v(i) = …`.
    fn formula(&self, text: &str, looks: &Cell<u32>) -> Option<String> {
        let (left, right) = text.strip_prefix("v(")?.split_once(" = ")?;
        Some(format!("v({left} = {}", self.said(right, looks)?))
    }

    /// Several sentences, all of them known.
    fn clauses(&self, text: &str, looks: &Cell<u32>) -> Option<String> {
        let parts = split(text).filter(|parts| matches!(parts.between, "；" | "，再" | "），（"))?;
        let known = |part: &&str| self.said(part, looks).is_some() || !has_words(part);
        parts.parts.iter().all(known).then(|| self.parts(&parts, looks))?
    }

    /// The sentence with blanks that fits with most letters of its own.
    fn filled(&self, text: &str, looks: &Cell<u32>, wanted: Fits) -> Option<String> {
        let of = |first: Option<char>| self.open.get(&first).map_or(&[][..], Vec::as_slice);
        let (named, any) = (of(text.chars().next()), of(None));
        let mut fits: Vec<(&Pattern, Vec<&str>)> = named
            .iter()
            .chain(any)
            .filter(|pattern| wanted == Fits::of(pattern))
            .filter_map(|pattern| Some((pattern, pattern.blanks(text)?)))
            .collect();
        fits.sort_by_key(|(pattern, _)| std::cmp::Reverse(pattern.weight));
        fits.into_iter().find_map(|(pattern, blanks)| {
            let blanks: Vec<String> = blanks
                .into_iter()
                .enumerate()
                .map(
                    |(at, blank)| {
                        if pattern.keeps(at, blank) { pattern.kept(at, blank) } else { self.blank(blank, looks) }
                    },
                )
                .collect();
            (wanted != Fits::Barely || !blanks.iter().any(|blank| prose(blank))).then(|| pattern.fill(&blanks))
        })
    }

    fn blank(&self, text: &str, looks: &Cell<u32>) -> String {
        self.said(text, looks)
            .unwrap_or_else(|| if pattern::is_list(text) { text.replace(", ", "、") } else { text.to_owned() })
    }

    /// Things one after the other, where all of them that are more than a name are known.
    fn parts(&self, Parts { parts, between, end, says }: &Parts, looks: &Cell<u32>) -> Option<String> {
        let said: Vec<Option<String>> = parts.iter().map(|part| self.said(part, looks)).collect();
        let strange = parts.iter().zip(&said).any(|(part, said)| said.is_none() && prose(part));
        if strange || (!says && said.iter().all(Option::is_none)) {
            return None;
        }
        let mut whole = String::new();
        for (at, (part, said)) in parts.iter().zip(&said).enumerate() {
            if at > 0 {
                push(&mut whole, between);
            }
            push(&mut whole, said.as_deref().unwrap_or(part));
        }
        push(&mut whole, end);
        Some(whole)
    }
}

/// How much a sentence with blanks says by itself.
#[derive(Clone, Copy, PartialEq)]
enum Fits {
    /// Several sentences together.
    Whole,
    /// Enough to be meant.
    Well,
    /// So little that it may fit by accident.
    Barely,
}

impl Fits {
    fn of(pattern: &Pattern) -> Fits {
        match (pattern.weight >= WEAK, pattern.has("; ")) {
            (true, true) => Fits::Whole,
            (true, false) => Fits::Well,
            (false, _) => Fits::Barely,
        }
    }
}

/// The marks around a phrase, as Chinese writes them.
fn marks(text: &str) -> String {
    match text {
        ", " | "," => "，".to_owned(),
        "; " | ";" => "；".to_owned(),
        ": " | ":" => "：".to_owned(),
        " " => String::new(),
        other => other.to_owned(),
    }
}

/// Whether there is a word in a text, outside of code.
fn has_words(text: &str) -> bool {
    let word = |text: &str| text.len() > 1 && text.bytes().all(|byte| byte.is_ascii_alphabetic());
    text.split('`').step_by(2).any(|part| part.split([' ', ',', '(', ')']).any(word))
}

/// Whether English words stand one after the other in a text, outside of code.
fn prose(text: &str) -> bool {
    let word = |text: &str| text.len() > 1 && text.bytes().all(|byte| byte.is_ascii_alphabetic());
    let two = |part: &str| {
        let words: Vec<&str> = part.split(' ').collect();
        words.windows(2).any(|pair| word(pair[0]) && word(pair[1].trim_end_matches([',', ';', ':', '.'])))
    };
    text.split('`').step_by(2).flat_map(|part| part.split(|letter: char| !letter.is_ascii())).any(two)
}
