//! Mathematics as data, written as text, LaTeX or MathML.

mod latex;
mod mathml;
mod text;

pub use latex::{latex, latex_text};
pub use mathml::{mathml, xml_text};
pub use text::{cases, text};

use crate::words::Lang;

/// A piece of mathematics.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Math {
    /// A number.
    Number(i64),
    /// A variable, or the name of a function or a list.
    Name(String),
    /// Words between.
    Words(String),
    /// A sign between two things, with room around it: `−`, `≤`.
    Sign(Sign),
    /// A sign that belongs to what follows.
    Minus,
    /// One after the other.
    Row(Vec<Math>),
    /// In brackets.
    Bracketed(Box<Math>),
    /// A function of arguments: `v(i, M)`, `min(a, b)`.
    Call(String, Vec<Math>),
    /// An entry of a list or of prefix sums: `piles[i]`, `S[r, c]`.
    Entry(String, Vec<Math>),
    /// The sum of entries `from ..< to` of a list.
    Sum(String, Box<Math>, Box<Math>),
    /// The sum of entries `from .. to` of a list, the last one as well.
    SumThrough(String, Box<Math>, Box<Math>),
    /// The greatest, the least, or the least number missing, over what is chosen.
    Best(Best, Vec<Math>, Box<Math>),
    /// The same of several things.
    BestOf(Best, Vec<Math>),
    /// Numbers in a set; `true` if more follow.
    Set(Vec<i64>, bool),
}

/// Signs between two things.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// `+`
    Plus,
    /// `−`
    Minus,
    /// `=`
    Equal,
    /// `≤`
    AtMost,
    /// `≥`
    AtLeast,
    /// `∈`
    In,
    /// `∣`
    Divides,
    /// `⊕`
    NimPlus,
    /// `,`
    Comma,
    /// `and`
    And,
}

/// What is taken of many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Best {
    /// The greatest.
    Max,
    /// The least.
    Min,
    /// The least number that is not there.
    Mex,
}

/// What a function is equal to, case by case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equation {
    /// The left side.
    pub left: Math,
    /// The right side, each with the condition that it holds under; none: otherwise.
    pub cases: Vec<(Math, Option<Math>)>,
}

impl Math {
    /// A name.
    #[must_use]
    pub fn name(name: &str) -> Math {
        Math::Name(name.to_owned())
    }

    /// Two things with a sign between.
    #[must_use]
    pub fn pair(left: Math, sign: Sign, right: Math) -> Math {
        Math::Row(vec![left, Math::Sign(sign), right])
    }

    /// Things with a sign between each two.
    #[must_use]
    pub fn joined(parts: Vec<Math>, sign: Sign) -> Math {
        let mut row = Vec::new();
        for part in parts {
            if !row.is_empty() {
                row.push(Math::Sign(sign));
            }
            row.push(part);
        }
        if row.len() == 1 { row.swap_remove(0) } else { Math::Row(row) }
    }
}

impl Best {
    /// What it is called everywhere.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Best::Max => "max",
            Best::Min => "min",
            Best::Mex => "mex",
        }
    }
}

impl Equation {
    /// The same with its words in a language. Names of the rules and of mathematics stay.
    #[must_use]
    pub fn told(&self, lang: Lang) -> Equation {
        self.reworded(&|word| worded(word, lang))
    }

    /// The same with its words and names exchanged.
    pub(crate) fn reworded(&self, word: &dyn Fn(&str) -> String) -> Equation {
        let case = |(body, condition): &(Math, Option<Math>)| {
            (body.reworded(word), condition.as_ref().map(|math| math.reworded(word)))
        };
        Equation { left: self.left.reworded(word), cases: self.cases.iter().map(case).collect() }
    }
}

/// What [`Sign::And`] says.
const AND: &str = " and ";

/// The words that equations are made with, and their messages.
const WORDS: [(&str, &str); 9] = [
    (AND, "formula-and"),
    ("nobody can move", "formula-nobody"),
    (" if ", "formula-if"),
    ("moves", "formula-moves"),
    ("result", "formula-result"),
    ("gain", "formula-gain"),
    ("play is over at p", "formula-over-at"),
    (" for ", "formula-for"),
    ("what m leaves of q, added by ⊕", "formula-left"),
];

impl Math {
    fn reworded(&self, word: &dyn Fn(&str) -> String) -> Math {
        let all = |parts: &[Math]| parts.iter().map(|part| part.reworded(word)).collect::<Vec<_>>();
        let boxed = |part: &Math| Box::new(part.reworded(word));
        match self {
            Math::Words(words) => Math::Words(word(words)),
            Math::Name(name) => Math::Name(word(name)),
            Math::Call(name, args) => Math::Call(word(name), all(args)),
            Math::Sign(Sign::And) if word(AND) != AND => Math::Words(word(AND)),
            Math::Row(parts) => Math::Row(all(parts)),
            Math::Bracketed(inner) => Math::Bracketed(boxed(inner)),
            Math::Entry(name, places) => Math::Entry(name.clone(), all(places)),
            Math::Sum(name, from, to) => Math::Sum(name.clone(), boxed(from), boxed(to)),
            Math::SumThrough(name, from, to) => Math::SumThrough(name.clone(), boxed(from), boxed(to)),
            Math::Best(best, over, body) => Math::Best(*best, all(over), boxed(body)),
            Math::BestOf(best, parts) => Math::BestOf(*best, all(parts)),
            Math::Number(_) | Math::Sign(_) | Math::Minus | Math::Set(..) => self.clone(),
        }
    }
}

/// A word of ours in a language; every other stays. In English they stand as they are.
fn worded(word: &str, lang: Lang) -> String {
    match WORDS.iter().find(|(known, _)| *known == word && lang != Lang::English) {
        // What joins two things has room around it.
        Some((known, id)) if known.starts_with(' ') => format!(" {} ", lang.say(id, &[])),
        Some((_, id)) => lang.say(id, &[]),
        None => word.to_owned(),
    }
}
