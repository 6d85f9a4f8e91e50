//! A sentence with blanks: whether a text fits it, and how it reads in the other language.

use super::join::push;

/// Places that are tried for one piece, at most.
const MOST_TRIES: usize = 32;

/// What players are called whom the rules give no names: words, and no names of somebody's own.
const UNNAMED: [&str; 2] = ["First", "Second"];

/// Between pieces of code that are listed.
const LISTED: &str = "`, `";

/// An English sentence with blanks, and its Chinese.
pub(super) struct Pattern {
    /// What stands before, between and after the blanks.
    literals: Vec<String>,
    /// Whether each blank stands in backticks.
    code: Vec<bool>,
    /// What each blank holds.
    holds: Vec<Holds>,
    said: Vec<Piece>,
    /// How many letters are its own.
    pub(super) weight: usize,
}

/// A piece of the Chinese sentence.
enum Piece {
    Text(String),
    Blank(usize, Holds),
}

/// What a blank holds.
#[derive(Clone, Copy, PartialEq)]
enum Holds {
    /// Words to be translated.
    Words,
    /// A name, if only one word.
    Name,
    /// Names and code.
    Code,
}

impl Pattern {
    /// Blanks are `{}`, in Chinese also `{2}` where their order is another, `{=}` or `{2=}` where a single word is a name, `{!}` where all are;
    /// `{{` and `}}` are braces.
    pub(super) fn new(english: &str, chinese: &str) -> Pattern {
        let mut literals = vec![String::new()];
        for piece in pieces(english) {
            match (piece, literals.last_mut()) {
                (Piece::Text(text), Some(last)) => last.push_str(&text),
                _ => literals.push(String::new()),
            }
        }
        let mut ticks = 0;
        let code = literals[..literals.len() - 1].iter().map(|literal| {
            ticks += literal.matches('`').count();
            ticks % 2 == 1
        });
        let code: Vec<bool> = code.collect();
        let said = pieces(chinese);
        let holds = |blank: usize| {
            let of = |piece: &Piece| match piece {
                Piece::Blank(at, holds) if *at == blank => Some(*holds),
                _ => None,
            };
            said.iter().find_map(of).unwrap_or(Holds::Words)
        };
        let holds = (0..code.len()).map(holds).collect();
        let weight =
            literals.iter().flat_map(|literal| literal.chars()).filter(|letter| letter.is_alphabetic()).count();
        Pattern { literals, code, holds, said, weight }
    }

    /// Whether it has no blanks.
    pub(super) fn is_whole(&self) -> bool {
        self.literals.len() == 1
    }

    /// Whether a mark is its own.
    pub(super) fn has(&self, mark: &str) -> bool {
        self.literals.iter().any(|literal| literal.contains(mark))
    }

    /// The letter it begins with, if that is not a blank.
    pub(super) fn first(&self) -> Option<char> {
        self.literals[0].chars().next()
    }

    /// Whether what a blank holds is the reader's own text: it stands in backticks, or is a name.
    pub(super) fn keeps(&self, blank: usize, text: &str) -> bool {
        let quoted = self.literals[blank].ends_with('\'')
            && self.literals.get(blank + 1).is_some_and(|text| text.starts_with('\''));
        let unnamed = UNNAMED.contains(&text);
        let name = self.holds.get(blank) == Some(&Holds::Name) && !text.contains(' ') && !unnamed;
        self.is_code(blank) || quoted || name || self.holds.get(blank) == Some(&Holds::Code)
    }

    /// What is kept as it stands, but for what parts the pieces of a list.
    pub(super) fn kept(&self, blank: usize, text: &str) -> String {
        match self.is_code(blank) {
            false if is_list(text) => text.replace(", ", "、"),
            _ => text.replace(LISTED, "`、`"),
        }
    }

    fn is_code(&self, blank: usize) -> bool {
        self.code.get(blank).copied().unwrap_or(false)
    }

    /// What a text has in the blanks, if it fits.
    pub(super) fn blanks<'t>(&self, text: &'t str) -> Option<Vec<&'t str>> {
        let (first, rest) = self.literals.split_first()?;
        let (last, between) = rest.split_last()?;
        let mut text = text.strip_prefix(first.as_str())?.strip_suffix(last.as_str())?;
        let mut blanks = Vec::with_capacity(rest.len());
        for literal in between {
            let mut places = text.match_indices(literal.as_str()).take(MOST_TRIES);
            let (at, _) = places.find(|(at, _)| self.fits(blanks.len(), &text[..*at]))?;
            blanks.push(&text[..at]);
            text = &text[at + literal.len()..];
        }
        let fits = self.fits(blanks.len(), text);
        blanks.push(text);
        let used = |blank: usize| self.said.iter().any(|piece| matches!(piece, Piece::Blank(at, _) if *at == blank));
        // A blank that Chinese leaves out is the ending of a plural.
        let plurals = blanks
            .iter()
            .enumerate()
            .all(|(at, blank)| used(at) || (matches!(*blank, "" | "s") && !blanks[0].contains(' ')));
        (fits && plurals).then_some(blanks)
    }

    /// Code holds no backtick but those between the pieces of a list; between code backticks come in pairs.
    fn fits(&self, blank: usize, text: &str) -> bool {
        let ticks = |text: &str| text.bytes().filter(|byte| *byte == b'`').count();
        if self.is_code(blank) { text.split(LISTED).all(|piece| ticks(piece) == 0) } else { ticks(text) % 2 == 0 }
    }

    /// The Chinese sentence.
    pub(super) fn fill(&self, blanks: &[String]) -> String {
        let mut whole = String::new();
        for piece in &self.said {
            push(
                &mut whole,
                match piece {
                    Piece::Text(text) => text,
                    Piece::Blank(at, _) => blanks.get(*at).map_or("", String::as_str),
                },
            );
        }
        whole
    }
}

/// Whether a text is several names, one after the other.
pub(super) fn is_list(text: &str) -> bool {
    let in_names = |byte: u8| byte.is_ascii_alphanumeric() || b"_-`".contains(&byte);
    text.contains(", ") && text.split(", ").all(|part| !part.is_empty() && part.bytes().all(in_names))
}

/// A sentence without blanks, its braces as they are shown.
pub(super) fn plain(text: &str) -> String {
    let text = pieces(text).into_iter().map(|piece| if let Piece::Text(text) = piece { text } else { String::new() });
    text.collect()
}

fn pieces(text: &str) -> Vec<Piece> {
    let (mut pieces, mut letters, mut blanks) = (vec![Piece::Text(String::new())], text.chars().peekable(), 0);
    while let Some(letter) = letters.next() {
        let twice = letters.peek() == Some(&letter);
        match letter {
            '{' if !twice => {
                let number: String = letters.by_ref().take_while(|next| *next != '}').collect();
                let holds = match number.chars().next_back() {
                    Some('=') => Holds::Name,
                    Some('!') => Holds::Code,
                    _ => Holds::Words,
                };
                let number = number.trim_end_matches(['=', '!']).parse::<usize>();
                pieces.extend([
                    Piece::Blank(number.map_or(blanks, |number| number.saturating_sub(1)), holds),
                    Piece::Text(String::new()),
                ]);
                blanks += 1;
            }
            _ => {
                if matches!(letter, '{' | '}') && twice {
                    letters.next();
                }
                if let Some(Piece::Text(text)) = pieces.last_mut() {
                    text.push(letter);
                }
            }
        }
    }
    pieces
}
