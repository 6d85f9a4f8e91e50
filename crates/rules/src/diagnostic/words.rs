//! The reader's own words in messages.

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

fn visible(letter: char) -> char {
    match letter {
        '\n' | '\r' | '\t' => ' ',
        letter if letter.is_control() => '\u{fffd}',
        letter => letter,
    }
}

/// The candidate the reader probably meant: one or two letters off, or two letters swapped.
pub fn nearest<'a>(text: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters = text.chars().count();
    if letters > MAX_SHOWN {
        return None;
    }
    let most = if letters <= 4 { 1 } else { 2 };
    let measured = candidates.into_iter().map(|other| (strsim::damerau_levenshtein(text, other), other));
    measured.filter(|(distance, _)| *distance <= most).min_by_key(|(distance, _)| *distance).map(|(_, other)| other)
}
