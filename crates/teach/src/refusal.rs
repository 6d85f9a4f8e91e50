//! Why something cannot be explained or drawn, and what would do instead.

use crate::words::{Lang, Told, Word};
use bouton::Stop;
use bouton::rules::text::Blank;
use bouton::show::Count;
use std::fmt;

/// Why there is no explanation or picture.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// Something that is needed was not solved, or the game is at fault.
    Stop(Box<Stop>),
    /// More than can be shown in this form.
    TooLarge {
        /// How many positions (or parts) there are, at least.
        count: u64,
        /// How many this form shows at most.
        most: u64,
        /// What would fit.
        instead: Vec<Told>,
    },
    /// It has no such form.
    Unfit {
        /// Why not, in a sentence.
        why: Told,
        /// What would do.
        instead: Vec<Told>,
    },
}

impl Refusal {
    /// More positions than a form shows, with what the reader can do.
    #[must_use]
    pub fn too_large(count: u64, most: u64, instead: Vec<Told>) -> Refusal {
        Refusal::TooLarge { count, most, instead }
    }

    /// Something that this game or form does not have.
    #[must_use]
    pub fn unfit(why: impl Into<Told>, instead: Vec<Told>) -> Refusal {
        Refusal::Unfit { why: why.into(), instead }
    }

    /// What would do instead, a line each.
    #[must_use]
    pub fn instead(&self, lang: Lang) -> Vec<String> {
        match self {
            Refusal::Stop(_) => Vec::new(),
            Refusal::TooLarge { instead, .. } | Refusal::Unfit { instead, .. } => {
                instead.iter().map(|told| told.say(lang)).collect()
            }
        }
    }

    /// The reason in a language.
    #[must_use]
    pub fn say(&self, lang: Lang) -> String {
        match self {
            Refusal::Stop(stop) => lang.sentence(stop.text()),
            Refusal::TooLarge { count, most, .. } => {
                let number = |count: u64| Word::from(Count(count).to_string());
                lang.say("too-large", &[("count", number(*count)), ("most", number(*most))])
            }
            Refusal::Unfit { why, .. } => why.say(lang),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say(Lang::English))
    }
}

impl std::error::Error for Refusal {}

impl From<Stop> for Refusal {
    fn from(stop: Stop) -> Refusal {
        Refusal::Stop(Box::new(stop))
    }
}
