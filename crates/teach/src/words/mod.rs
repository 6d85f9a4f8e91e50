//! The words shown to people, in each language Bouton speaks. One file a language (`en.ftl`, `zh.ftl`), in Fluent's notation;
//! a test holds both to the same messages with the same variables.

mod codes;
pub mod sentences;

use bouton::rules::{Text, say};
pub use codes::CodePage;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;
use unic_langid::LanguageIdentifier;

/// A language Bouton speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lang {
    /// English.
    #[default]
    English,
    /// Chinese, in simplified characters.
    Chinese,
}

/// Every language: how it is asked for, and its messages.
const LANGS: [(Lang, &str, &str); 2] =
    [(Lang::English, "en", include_str!("en.ftl")), (Lang::Chinese, "zh", include_str!("zh.ftl"))];

impl Lang {
    /// The short name people type: `en`, `zh`.
    #[must_use]
    pub fn code(self) -> &'static str {
        LANGS[self as usize].1
    }

    /// A message in this language, its variables filled in. A message that is missing shows its own name:
    /// tests see to it that none is.
    #[must_use]
    pub fn say(self, id: &str, args: &[(&str, Word)]) -> String {
        let bundle = self.bundle();
        let Some(pattern) = bundle.get_message(id).and_then(|message| message.value()) else { return id.to_owned() };
        let args: FluentArgs = args.iter().map(|(name, word)| ((*name).to_owned(), self.value(word))).collect();
        let said = bundle.format_pattern(pattern, Some(&args), &mut Vec::new()).into_owned();
        if self == Lang::Chinese { closed_up(&said) } else { said }
    }

    fn value(self, word: &Word) -> FluentValue<'static> {
        match word {
            Word::Text(text) if self == Lang::Chinese => FluentValue::from(marked(text)),
            Word::Text(text) => FluentValue::from(text.clone()),
            Word::Count(count) => FluentValue::from(*count),
            Word::Listed(things) => FluentValue::from(things.join(&self.say("list-comma", &[]))),
            Word::Told(parts) => FluentValue::from(self.in_turn(parts)),
        }
    }

    /// Messages one after the other: `i falling, then M rising`.
    #[must_use]
    pub fn in_turn(self, parts: &[Told]) -> String {
        let parts: Vec<String> = parts.iter().map(|part| part.say(self)).collect();
        parts.join(&self.say("order-then", &[]))
    }

    fn bundle(self) -> &'static FluentBundle<FluentResource> {
        static BUNDLES: [OnceLock<FluentBundle<FluentResource>>; 2] = [const { OnceLock::new() }; 2];
        BUNDLES[self as usize].get_or_init(|| {
            let tag: LanguageIdentifier = self.code().parse().unwrap_or_default();
            let mut bundle = FluentBundle::new_concurrent(vec![tag]);
            bundle.set_use_isolating(false);
            let text = LANGS[self as usize].2.to_owned();
            let messages = FluentResource::try_new(text).unwrap_or_else(|(read, _)| read);
            bundle.add_resource_overriding(messages);
            bundle
        })
    }
}

/// Stands where a variable begins or ends with a Chinese letter: the blank that parts it from other writing is not needed there.
const SEAM: char = '\u{e000}';

fn is_chinese(letter: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&letter) || "，。；：（）“”、？".contains(letter)
}

/// What fills a variable of a Chinese message, with its seams.
fn marked(text: &str) -> String {
    let seam = |letter: Option<char>| if letter.is_some_and(is_chinese) { String::from(SEAM) } else { String::new() };
    format!("{}{text}{}", seam(text.chars().next()), seam(text.chars().next_back()))
}

/// A Chinese message without the blanks at seams that have Chinese on both sides.
fn closed_up(said: &str) -> String {
    let letters: Vec<char> = said.chars().collect();
    let near = |at: Option<usize>| at.and_then(|at| letters.get(at)).copied();
    let is_idle = |at: usize| {
        let (before, after) = (near(at.checked_sub(1)), near(Some(at + 1)));
        let (beyond, further) = (near(at.checked_sub(2)), near(Some(at + 2)));
        let tight = |next: Option<char>| next.is_some_and(|next| is_chinese(next) || next == SEAM);
        (before == Some(SEAM) && beyond.is_some_and(is_chinese) && tight(after))
            || (after == Some(SEAM) && further.is_some_and(is_chinese) && tight(before))
    };
    let kept = letters.iter().enumerate().filter(|(at, letter)| **letter != SEAM && !(**letter == ' ' && is_idle(*at)));
    kept.map(|(_, letter)| *letter).collect()
}

impl FromStr for Lang {
    type Err = Text;

    /// `en`, `zh`, and locale names such as `zh_CN.UTF-8`.
    fn from_str(text: &str) -> Result<Lang, Text> {
        let short = text.split(['_', '-', '.']).next().unwrap_or_default().to_ascii_lowercase();
        let known = LANGS.iter().find(|(_, code, _)| *code == short).map(|(lang, _, _)| *lang);
        known.ok_or_else(|| say!("`{text}` is no language I speak; I speak en and zh"))
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// What fills a variable of a message.
#[derive(Clone, Debug, PartialEq)]
pub enum Word {
    /// Text as it stands.
    Text(String),
    /// A count: chooses between singular and plural.
    Count(i64),
    /// Things one after the other, with the language's mark for lists between.
    Listed(Vec<String>),
    /// Other messages one after the other, said in the same language.
    Told(Vec<Told>),
}

impl From<&str> for Word {
    fn from(text: &str) -> Word {
        Word::Text(text.to_owned())
    }
}

impl From<String> for Word {
    fn from(text: String) -> Word {
        Word::Text(text)
    }
}

impl From<i64> for Word {
    fn from(count: i64) -> Word {
        Word::Count(count)
    }
}

/// A message with its variables filled in, in whatever language it is asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    id: &'static str,
    args: Vec<(&'static str, Word)>,
}

impl Told {
    /// A message with variables.
    #[must_use]
    pub fn new(id: &'static str, args: Vec<(&'static str, Word)>) -> Told {
        Told { id, args }
    }

    /// The message in a language.
    #[must_use]
    pub fn say(&self, lang: Lang) -> String {
        lang.say(self.id, &self.args)
    }
}

impl From<&'static str> for Told {
    /// A message without variables.
    fn from(id: &'static str) -> Told {
        Told { id, args: Vec::new() }
    }
}
