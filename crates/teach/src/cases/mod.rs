//! Cases to try programs on: parameters made from their declarations, the text that a program reads, and the right answer.
//!
//! A case has a name, `7:9`: the seed and its number. The same name gives the same case everywhere.

mod draw;
mod growing;
mod judge;
mod make;
mod shown;
mod template;

pub use draw::{Draw, Tape};
pub use growing::growing;
pub(crate) use judge::put_apart;
pub use judge::{Case, Judge, Worker};
pub use template::{Templates, Wrong, usual_answer, usual_input, winner_words};

use bouton::Rules;
use bouton::rules::diagnostic::nearest;
use bouton::rules::types::Domain;
use bouton::rules::{Text, say};
use bouton::sample::{Dice, Params};
use make::Size;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// How large the parameters of cases may be, as far as their declarations allow a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Entries of a list, nodes, letters, cells of a board.
    pub len: i64,
    /// The greatest number.
    pub value: i64,
    /// The least number; by default the least that is allowed, and 1 where negative numbers are.
    pub least: Option<i64>,
    /// The same for a parameter alone: its length if it has one, else its value.
    pub of: Vec<(String, i64)>,
}

impl Default for Sizes {
    fn default() -> Sizes {
        Sizes { len: 12, value: 20, least: None, of: Vec::new() }
    }
}

impl Sizes {
    fn of(&self, name: &str, domain: &Domain<i64>) -> Size {
        let own = self.of.iter().find(|(known, _)| known == name).map(|(_, most)| *most);
        let long = matches!(
            domain,
            Domain::List { .. } | Domain::Set(_) | Domain::Grid { .. } | Domain::Graph { .. } | Domain::Text
        );
        Size {
            len: own.filter(|_| long).unwrap_or(self.len),
            value: own.filter(|_| !long).unwrap_or(self.value),
            least: self.least,
        }
    }
}

/// What cases of a profile have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Anything.
    Free,
    /// All entries of a list are the same.
    Equal,
    /// The entries of a list rise.
    Increasing,
}

/// A kind of case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Profile {
    /// Few and small numbers.
    Tiny,
    /// By lot.
    Random,
    /// All entries of a list are the same.
    Equal,
    /// The entries of a list rise.
    Increasing,
    /// Only cases on which this belief goes wrong.
    Adversarial(String),
}

/// The profiles by name; `adversarial:` takes a belief.
pub const PROFILES: [&str; 5] = ["tiny", "random", "equal", "increasing", "adversarial:greedy"];

impl FromStr for Profile {
    type Err = Text;

    fn from_str(text: &str) -> Result<Profile, Text> {
        let text = text.trim();
        Ok(match text {
            "tiny" => Profile::Tiny,
            "random" => Profile::Random,
            "equal" | "all-equal" => Profile::Equal,
            "increasing" => Profile::Increasing,
            _ => match text.strip_prefix("adversarial:") {
                Some(belief) => Profile::Adversarial(belief.to_owned()),
                None => {
                    let near = nearest(text, PROFILES).map_or(Text::empty(), |near| say!("; did you mean `{near}`?"));
                    return Err(say!("`{text}` is no profile{near} There are {}", Text::names(PROFILES)));
                }
            },
        })
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Profile::Tiny => f.write_str("tiny"),
            Profile::Random => f.write_str("random"),
            Profile::Equal => f.write_str("equal"),
            Profile::Increasing => f.write_str("increasing"),
            Profile::Adversarial(belief) => write!(f, "adversarial:{belief}"),
        }
    }
}

/// Tiny cases have at most so many entries, and so many different numbers.
const TINY: i64 = 4;
/// Draws before giving up: a `require` may refuse many.
const DRAWS: u64 = 200;

/// Makes cases.
#[derive(Clone, Debug)]
pub struct Maker {
    /// The rules.
    pub rules: Arc<Rules>,
    /// Parameters that are the same in every case.
    pub fixed: Params,
    /// Parameters that keep their defaults.
    pub held: Vec<bool>,
    /// How large the others may be.
    pub sizes: Sizes,
}

impl Maker {
    /// One that draws what is neither given nor has a default.
    #[must_use]
    pub fn new(rules: Arc<Rules>, fixed: Params, sizes: Sizes) -> Maker {
        let held = held(&rules, &fixed, &[]);
        Maker { rules, fixed, held, sizes }
    }

    /// Whether a parameter is drawn.
    #[must_use]
    pub fn draws(&self, which: usize) -> bool {
        !self.held.get(which).copied().unwrap_or(false) && self.fixed.get(which).is_none_or(Option::is_none)
    }

    /// The parameters of a case; nothing if the rules refuse whatever is drawn.
    #[must_use]
    pub fn params(&self, profile: &Profile, seed: u64, number: u64) -> Option<Params> {
        let (sizes, shape) = match profile {
            Profile::Tiny => {
                let (len, value) =
                    (self.sizes.len.min(TINY), self.sizes.value.min(self.sizes.least.unwrap_or(0) + TINY));
                (Sizes { len, value, ..self.sizes.clone() }, Shape::Free)
            }
            Profile::Random | Profile::Adversarial(_) => (self.sizes.clone(), Shape::Free),
            Profile::Equal => (self.sizes.clone(), Shape::Equal),
            Profile::Increasing => (self.sizes.clone(), Shape::Increasing),
        };
        let mut dice = dice(seed, number);
        (0..DRAWS).find_map(|_| make::make(self, &sizes, shape, &mut dice))
    }
}

impl Maker {
    /// Parameters of any shape, every choice made by somebody; nothing if the rules refuse what was chosen.
    pub fn drawn(&self, choices: &mut dyn Draw) -> Option<Params> {
        make::make(self, &self.sizes, Shape::Free, choices)
    }

    /// The least number that each parameter of a case may hold, where it holds numbers.
    #[must_use]
    pub fn least(&self, params: &Params) -> Vec<Option<i64>> {
        make::least(self, params)
    }
}

/// Which parameters keep their defaults: those that have one and are neither given nor to be varied.
#[must_use]
pub fn held(rules: &Rules, given: &Params, vary: &[String]) -> Vec<bool> {
    let params = rules.params.iter().zip(given);
    params.map(|(param, given)| param.default.is_some() && given.is_none() && !vary.contains(&param.name)).collect()
}

/// The lot of a case: neighbours have nothing in common.
fn dice(seed: u64, number: u64) -> Dice {
    Dice::new(Dice::new(seed).bits() ^ Dice::new(number.wrapping_add(1)).bits())
}
