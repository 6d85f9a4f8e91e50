//! The reader's own words in messages.

use crate::text::Text;
use std::borrow::Cow;

/// The most letters of the reader's text a message repeats.
const MAX_SHOWN: usize = 40;

/// The reader's text in backticks, cut when long, on one line and without invisible signs.
#[must_use]
pub fn quote(text: &str) -> String {
    format!("`{}`", shorten(text))
}

/// The reader's text without the backticks that `quote` adds.
#[must_use]
pub fn shorten(text: &str) -> String {
    let mut shown: String = text.chars().take(MAX_SHOWN).map(visible).collect();
    if text.chars().nth(MAX_SHOWN).is_some() {
        shown.push('…');
    }
    shown
}

/// The reader's names one after the other, as they stand between two backticks, cut when long.
#[must_use]
pub fn listed<S: AsRef<str>>(names: &[S]) -> Text {
    const BETWEEN: &str = "`, `";
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    Text::joined(shorten(&names.join(BETWEEN)).split(BETWEEN).map(Text::code), BETWEEN)
}

/// A text in quotes, as rules write it; nothing is left out.
#[must_use]
pub fn in_quotes(text: &str) -> String {
    let inner = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{inner}\"")
}

fn visible(letter: char) -> char {
    if matches!(letter, '\n' | '\r' | '\t') { ' ' } else { picture(letter).unwrap_or(letter) }
}

/// A text in which nothing moves a cursor, rings, hides or turns letters round: control characters are replaced by their pictures
/// (`␛` for escape), and marks for the direction of text by `�`. Lines and tabs stay. For whatever goes out to be looked at.
#[must_use]
pub fn harmless(text: &str) -> Cow<'_, str> {
    let plain = |letter: char| matches!(letter, '\n' | '\t') || picture(letter).is_none();
    if text.chars().all(plain) {
        return Cow::Borrowed(text);
    }
    let shown = |letter: char| if plain(letter) { letter } else { picture(letter).unwrap_or(letter) };
    Cow::Owned(text.chars().map(shown).collect())
}

/// What is shown in the place of a letter that does something else than look like a letter.
#[must_use]
pub fn picture(letter: char) -> Option<char> {
    match letter {
        '\0'..='\x1F' => char::from_u32(0x2400 + u32::from(letter)),
        '\x7F' => Some('␡'),
        '\u{80}'..='\u{9F}' | '\u{2028}' | '\u{2029}' => Some('\u{fffd}'),
        '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => Some('\u{fffd}'),
        _ => None,
    }
}

/// The candidate the reader probably meant: the same in other capitals, or one or two letters off or swapped where it has letters
/// enough for that to mean something.
pub fn nearest<'a>(text: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters = text.chars().count();
    if letters > MAX_SHOWN {
        return None;
    }
    let measured = candidates.into_iter().filter_map(|other| Some((distance(text, letters, other)?, other)));
    measured.min_by_key(|(distance, _)| *distance).map(|(_, other)| other)
}

/// How many letters apart two words are, if they may be meant for each other.
fn distance(text: &str, letters: usize, other: &str) -> Option<usize> {
    let distance = strsim::damerau_levenshtein(text, other);
    let capitals_only = other.to_lowercase() == text.to_lowercase();
    let most = match letters.min(other.chars().count()) {
        // `nn` may be meant for `n`; `b` is not meant for `r`.
        0..=1 => usize::from(letters == 2 && text.starts_with(other)),
        2..=3 => usize::from(letters > 3 || text.chars().next() == other.chars().next()),
        4 => 1,
        _ => 2,
    };
    if capitals_only { Some(distance.min(1)) } else { (distance <= most).then_some(distance) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_does_nothing_but_look_so() {
        let wild = "a\u{1b}[31mred\u{1b}]0;title\u{7}\rb\u{9b}2J\u{7f}\u{202e}evil\u{2069}\0";
        let shown = harmless(wild);
        assert_eq!(shown, "a␛[31mred␛]0;title␇␍b\u{fffd}2J␡\u{fffd}evil\u{fffd}␀");
        assert_eq!(harmless(&shown), shown);
        for plain in ["", "two\nlines\tand a tab", "井字棋 × ○", "naïve"] {
            assert!(matches!(harmless(plain), Cow::Borrowed(same) if same == plain));
        }
        assert_eq!(shorten("a\u{1b}[1m\nb"), "a␛[1m b");
    }

    #[test]
    fn a_word_is_near_only_where_it_has_letters_enough() {
        let near = |text: &str, other: &'static str| nearest(text, [other]).is_some();
        assert!(
            near("nn", "n")
                && near("N", "n")
                && near("LEFT", "left")
                && near("lfet", "left")
                && near("mm", "mn")
                && near("knim", "nim")
        );
        assert!(
            !near("Cay", "ray")
                && !near("b", "r")
                && !near("A", "B")
                && !near("if", "of")
                && !near("xs", "ys")
                && !near("left", "last_")
        );
    }
}
