//! Whether two texts of rules mean the same: comments, titles, the rules' own names, `show` and `example` lines do not count.
//!
//! Compared is the row of tokens, line by line, with every name that the rules declare replaced by its number in the order of first
//! appearance. Rows that are equal differ by a consistent change of names only, so they mean the same. Rules that mean the same may
//! still have different rows (lines in another order): whoever relies on this is refused though it would do, never let in wrongly.

use super::findings::Findings;
use super::lex::lex;
use super::token::{Token, TokenKind};
use crate::source::Source;
use crate::table::helpers::HELPERS;
use crate::table::words::Word;
use std::collections::{HashMap, HashSet};

/// What a token means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sense<'t> {
    /// A line begins.
    Line,
    /// A name that the rules declare, by its number.
    Name(usize),
    /// Anything else, as it is written.
    Text(&'t str),
}

/// Where two texts of rules differ in meaning first: of each, the line and its number, or nothing where it has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// In the first text.
    pub first: Option<(usize, String)>,
    /// In the second text.
    pub second: Option<(usize, String)>,
}

/// The first difference in meaning between two texts of rules, if there is one.
#[must_use]
pub fn difference(first: &Source, second: &Source) -> Option<Difference> {
    let (one, other) = (senses(first), senses(second));
    let begins = |senses: &[(Sense<'_>, u32)], at: usize| senses.get(at).is_none_or(|(sense, _)| *sense == Sense::Line);
    let differs = |at: &usize| match (one.get(*at), other.get(*at)) {
        (Some((one, _)), Some((other, _))) => one != other,
        _ => true,
    };
    let mut at = (0..one.len().max(other.len())).find(differs)?;
    // Where one line ends and the other goes on, it is the line itself that differs.
    if at > 0 && begins(&one, at) != begins(&other, at) {
        at -= 1;
    }
    let line = |source: &Source, senses: &[(Sense<'_>, u32)]| {
        let (_, line) = senses.get(at)?;
        Some((*line as usize + 1, source.text.lines().nth(*line as usize)?.trim().to_owned()))
    };
    Some(Difference { first: line(first, &one), second: line(second, &other) })
}

/// A number that texts of the same meaning share (FNV-1a; Fowler, Noll and Vo, 1991).
#[must_use]
pub fn hash(source: &Source) -> u64 {
    let mut hash: u64 = 0xCBF2_9CE4_8422_2325;
    let mut eat = |bytes: &[u8]| {
        for byte in bytes {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3);
        }
        hash = (hash ^ 0xFF).wrapping_mul(0x0100_0000_01B3);
    };
    for (sense, _) in senses(source) {
        match sense {
            Sense::Line => eat(b"\n"),
            Sense::Name(number) => eat(format!("${number}").as_bytes()),
            Sense::Text(text) => eat(text.as_bytes()),
        }
    }
    hash
}

/// Every token that counts, with its line.
fn senses(source: &Source) -> Vec<(Sense<'_>, u32)> {
    let tokens = lex(source, &mut Findings::default()).tokens;
    let text = |token: &Token| source.slice(token.span);
    let declared = declared(source, &tokens);
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    let (mut senses, mut line) = (Vec::new(), LineKind::Counts);
    let mut depth = 0_usize;
    for token in tokens.iter().filter(|token| token.kind != TokenKind::End) {
        if token.first && depth == 0 {
            line = LineKind::of(token.kind);
        }
        depth = if token.kind.opens() { depth + 1 } else { depth.saturating_sub(usize::from(token.kind.closes())) };
        if line == LineKind::Skipped {
            continue;
        }
        if token.first {
            senses.push((Sense::Line, token.line));
        }
        let own = token.kind == TokenKind::Name && line == LineKind::Counts && declared.contains(text(token));
        let next = numbers.len();
        let sense =
            if own { Sense::Name(*numbers.entry(text(token)).or_insert(next)) } else { Sense::Text(text(token)) };
        senses.push((sense, token.line));
    }
    senses
}

/// How the names of a line count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LineKind {
    /// Its own names have numbers.
    Counts,
    /// Every word counts as it is written: some words mean something in such lines only.
    AsWritten,
    /// It means nothing for values.
    Skipped,
}

impl LineKind {
    fn of(first: TokenKind) -> LineKind {
        match first {
            TokenKind::Word(Word::Game | Word::Show | Word::Example) => LineKind::Skipped,
            TokenKind::Word(Word::Symmetry | Word::Type) => LineKind::AsWritten,
            _ => LineKind::Counts,
        }
    }
}

/// Names that the rules declare and that mean nothing else.
fn declared<'t>(source: &'t Source, tokens: &[Token]) -> HashSet<&'t str> {
    let declares = |kind: TokenKind| {
        use Word::{Def, For, Let, Move, Param, Part, State, Var};
        matches!(kind, TokenKind::Word(Param | State | Let | Def | Move | Part | Var | For))
    };
    let (mut names, mut players) = (HashSet::new(), false);
    for pair in tokens.windows(2) {
        if pair[1].kind == TokenKind::Name && declares(pair[0].kind) {
            names.insert(source.slice(pair[1].span));
        }
        if pair[0].kind == TokenKind::Name && pair[1].kind == TokenKind::Word(Word::In) {
            names.insert(source.slice(pair[0].span));
        }
    }
    // Words after an arrow (`=> previous wins`), and those of `type` and `symmetry` lines, are as they are written everywhere.
    for pair in tokens.windows(2).filter(|pair| pair[0].kind == TokenKind::FatArrow) {
        names.remove(source.slice(pair[1].span));
    }
    let mut line = LineKind::Counts;
    for token in tokens {
        if token.first {
            line = LineKind::of(token.kind);
        }
        if line == LineKind::AsWritten {
            names.remove(source.slice(token.span));
        }
    }
    // Players are themselves everywhere.
    for token in tokens {
        if token.first {
            players = token.kind == TokenKind::Word(Word::Players);
        }
        if players && token.kind == TokenKind::Name {
            names.insert(source.slice(token.span));
        }
    }
    names.retain(|name| HELPERS.iter().all(|helper| helper.name != *name));
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: &str = "game Take \"Take away\"  # a heap\nparam most : 1..5 = 3\nstate left : 0..100 = 21\n\
        move take(X in 1..min(most, left)) { left -= X }\nend when left == 0 => previous wins\nexample most=3 => First wins";

    fn differ(other: &str) -> Option<Difference> {
        let (one, other) = (Source::new("a", RULES), Source::new("b", other));
        let found = difference(&one, &other);
        assert_eq!(found.is_none(), hash(&one) == hash(&other));
        found
    }

    #[test]
    fn names_comments_titles_and_examples_do_not_count() {
        assert_eq!(differ(RULES), None);
        assert_eq!(differ(&RULES.replace("left", "heap").replace("X", "count_of").replace("most", "k")), None);
        assert_eq!(differ(&RULES.replace("# a heap", "").replace("Take away", "Other").replace("Take", "T")), None);
        assert_eq!(differ(&RULES.replace("example most=3 => First wins", "show left as heap")), None);
        assert_eq!(differ(&RULES.replace("min(most, left)", "min( most,left )")), None);
        let named = |one: &str, other: &str| format!("{RULES}\nplayers {one}, {other}\nstuck => {one} wins");
        let (first, second) = (named("Ann", "Ben"), named("Black", "White"));
        assert_eq!(difference(&Source::new("a", first.as_str()), &Source::new("b", second)), None);
        let other = named("Ann", "Ben").replace("Ann wins", "Ben wins");
        assert!(difference(&Source::new("a", first), &Source::new("b", other)).is_some());
    }

    #[test]
    fn whatever_may_change_a_value_counts() {
        for (from, to) in [
            ("min", "max"),
            ("1..5 = 3", "1..5 = 4"),
            ("1..5", "1..6"),
            ("= 21", "= 22"),
            ("-= X", "-= X + 1"),
            ("previous", "next"),
            ("min(most, left)", "min(most, X)"),
            ("left == 0 =>", "left <= 1 =>"),
            ("\nend when", "\nstuck => draw\nend when"),
        ] {
            assert!(differ(&RULES.replace(from, to)).is_some(), "{from} → {to}");
        }
    }

    #[test]
    fn the_line_that_differs_is_told() {
        let found = differ(&RULES.replace("0..100", "0..50")).expect("they differ");
        assert_eq!(found.first, Some((3, "state left : 0..100 = 21".to_owned())));
        assert_eq!(found.second, Some((3, "state left : 0..50 = 21".to_owned())));
        let shorter = RULES.replace("\nend when left == 0 => previous wins", "");
        assert_eq!(differ(&shorter).expect("they differ").first.map(|(line, _)| line), Some(5));
    }

    #[test]
    fn helpers_are_not_names() {
        let one = "state max : 0..3 = 1\nlet a = max(1, 2)";
        assert!(difference(&Source::new("a", one), &Source::new("b", one.replace("max", "min"))).is_some());
        let one = "state next : 0..3 = 1\nend when next == 0 => next wins";
        assert!(difference(&Source::new("a", one), &Source::new("b", one.replace("next", "previous"))).is_some());
    }
}
