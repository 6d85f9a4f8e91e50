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

/// A text in quotes, as rules write it; nothing is left out.
#[must_use]
pub fn in_quotes(text: &str) -> String {
    let inner = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{inner}\"")
}

fn visible(letter: char) -> char {
    match letter {
        '\n' | '\r' | '\t' => ' ',
        letter if letter.is_control() => '\u{fffd}',
        letter => letter,
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
