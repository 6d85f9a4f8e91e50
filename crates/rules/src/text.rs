//! Sentences as data: an English pattern and what fills its blanks. `say!` makes them where they arise, `Display` words them in English, and
//! other languages have the pattern in a catalogue: none reads a finished sentence.

use std::borrow::Cow;
use std::fmt;

/// A sentence, or a part of one. It takes no more room than a `String`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Text {
    /// A sentence without blanks, as it is shown.
    Whole(&'static str),
    /// A pattern with a text for each `{}`; `{{` and `}}` are braces.
    Said(Box<(&'static str, Vec<Text>)>),
    /// Names, numbers and code: the same in every language.
    Code(String),
    /// Somebody's own words, which may be known by heart in another language, all of them or none.
    Quoted(Box<str>),
    /// Texts one after the other, and what stands between them.
    Joined(Box<(Vec<Text>, &'static str)>),
}

/// A sentence by its pattern, written as for `format!`: a blank is a number, a name (never translated) or another text (translated in its turn).
#[macro_export]
macro_rules! say {
    ($($pattern_and_blanks:tt)*) => { $crate::text::from_pattern!(($crate) $($pattern_and_blanks)*) };
}

#[doc(hidden)]
pub use bouton_say::said as from_pattern;

/// `Display` of what has words of its own: its text, in English.
#[macro_export]
macro_rules! said_in_english {
    ($($kind:ty),*) => { $(impl ::std::fmt::Display for $kind {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            ::std::fmt::Display::fmt(&$crate::text::Blank::text(self), f)
        }
    })* };
}

/// What may fill a blank outside of backticks. Words of the program itself (`&'static str`) are said as other sentences are; any other string is
/// a name, and stays as it is.
pub trait Blank {
    /// It, as a text.
    fn text(&self) -> Text;
}

/// What may fill a blank in backticks: code, whatever it reads like.
pub trait InCode {
    /// It, as a text.
    fn in_code(&self) -> Text;
}

impl<T: fmt::Display + ?Sized> InCode for T {
    fn in_code(&self) -> Text {
        Text::Code(self.to_string())
    }
}

impl Text {
    /// Names, numbers and code.
    pub fn code(shown: impl Into<String>) -> Text {
        Text::Code(shown.into())
    }

    /// Somebody's own words.
    pub fn quoted(words: impl Into<Box<str>>) -> Text {
        Text::Quoted(words.into())
    }

    /// Names one after the other.
    pub fn names<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> Text {
        Text::joined(names.into_iter().map(|name| Text::code(name.as_ref())), ", ")
    }

    /// Texts one after the other: `; `, `, `, ` and ` or nothing between.
    pub fn joined<T: Blank>(texts: impl IntoIterator<Item = T>, between: &'static str) -> Text {
        Text::Joined(Box::new((texts.into_iter().map(|text| text.text()).collect(), between)))
    }

    /// What is text already stays so in backticks: a list of names keeps its marks apart.
    #[doc(hidden)]
    #[must_use]
    pub fn in_code(&self) -> Text {
        self.clone()
    }

    /// What fills its blanks.
    #[must_use]
    pub fn blanks(&self) -> &[Text] {
        if let Text::Said(said) = self { &said.1 } else { &[] }
    }

    /// The same without these letters in what is code.
    #[must_use]
    pub fn without(&self, letters: &str) -> Text {
        let all = |texts: &[Text]| texts.iter().map(|text| text.without(letters)).collect();
        match self {
            Text::Said(said) => Text::Said(Box::new((said.0, all(&said.1)))),
            Text::Joined(joined) => Text::Joined(Box::new((all(&joined.0), joined.1))),
            Text::Code(code) => Text::Code(code.replace(letters, "")),
            Text::Whole(_) | Text::Quoted(_) => self.clone(),
        }
    }

    /// Nothing.
    #[must_use]
    pub const fn empty() -> Text {
        Text::Whole("")
    }

    /// Whether nothing is said.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.to_string().is_empty()
    }
}

/// A piece of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<'p> {
    /// Words and marks.
    Words(&'p str),
    /// A blank, counted from 0.
    Blank(usize),
}

/// A pattern taken apart: blanks are `{}`, or `{2}` where their order is another; `{{` and `}}` are braces.
#[must_use]
pub fn pieces(pattern: &str) -> Vec<Piece<'_>> {
    let (mut found, mut rest, mut blanks) = (Vec::new(), pattern, 0);
    while let Some(at) = rest.find(['{', '}']) {
        let (words, brace) = rest.split_at(at);
        found.extend((!words.is_empty()).then_some(Piece::Words(words)));
        let twice = brace[1..].starts_with(&brace[..1]);
        let end = brace.find('}').filter(|end| *end > 0 && !twice);
        found.push(match end {
            Some(end) => Piece::Blank(brace[1..end].parse().map_or(blanks, |number: usize| number.saturating_sub(1))),
            None => Piece::Words(&brace[..1]),
        });
        blanks += usize::from(end.is_some());
        rest = &brace[end.unwrap_or(usize::from(twice)) + 1..];
    }
    found.extend((!rest.is_empty()).then_some(Piece::Words(rest)));
    found
}

impl Text {
    /// Writes it in English.
    fn write(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        match self {
            Text::Whole(sentence) => out.write_str(sentence),
            Text::Said(said) => pieces(said.0).into_iter().try_for_each(|piece| match piece {
                Piece::Words(words) => out.write_str(words),
                Piece::Blank(at) => said.1.get(at).map_or(Ok(()), |blank| blank.write(out)),
            }),
            Text::Code(code) => out.write_str(code),
            Text::Quoted(words) => out.write_str(words),
            Text::Joined(joined) => joined.0.iter().enumerate().try_for_each(|(at, text)| {
                out.write_str(if at > 0 { joined.1 } else { "" })?;
                text.write(out)
            }),
        }
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.width().is_none() {
            return self.write(f);
        }
        // A column is filled up behind the whole sentence, not behind each piece.
        let mut shown = String::new();
        self.write(&mut shown)?;
        f.pad(&shown)
    }
}

impl std::error::Error for Text {}

/// What `say!` makes of a pattern with blanks.
#[doc(hidden)]
pub fn said<const BLANKS: usize>(pattern: &'static str, blanks: [Text; BLANKS]) -> Text {
    Text::Said(Box::new((pattern, blanks.into())))
}

/// What it makes of what fills one.
#[doc(hidden)]
pub fn blank(from: &(impl Blank + ?Sized)) -> Text {
    from.text()
}

impl From<&'static str> for Text {
    fn from(sentence: &'static str) -> Text {
        Text::Whole(sentence)
    }
}

impl From<&Text> for Text {
    fn from(text: &Text) -> Text {
        text.clone()
    }
}

impl<S: AsRef<str>> PartialEq<S> for Text {
    fn eq(&self, english: &S) -> bool {
        let said = self.to_string();
        said == english.as_ref()
    }
}

impl<T: Blank + ?Sized> Blank for &T {
    fn text(&self) -> Text {
        (**self).text()
    }
}

macro_rules! blanks {
    ($($kind:ty),* => $text:expr) => { $(impl Blank for $kind {
        fn text(&self) -> Text {
            let text: fn(&Self) -> Text = $text;
            text(self)
        }
    })* };
}

blanks!(Text => Text::clone);
blanks!(&'static str => |sentence| Text::Whole(sentence));
blanks!(String, Cow<'_, str>, char, i32, i64, i128, u8, u16, u32, u64, u128, usize => |shown| Text::Code(shown.to_string()));
