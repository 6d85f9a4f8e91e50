//! Places as the protocol counts them: lines, and in a line bytes, UTF-16 units or letters.

use bouton::rules::Span;
use serde_json::{Value as Json, json};

/// How places in a line are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Encoding {
    /// In bytes.
    Utf8,
    /// In units of UTF-16: what every editor knows.
    #[default]
    Utf16,
    /// In letters.
    Utf32,
}

impl Encoding {
    /// What the protocol calls it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "utf-8",
            Encoding::Utf16 => "utf-16",
            Encoding::Utf32 => "utf-32",
        }
    }

    /// The first one of an editor's list that is known.
    pub(super) fn chosen(list: &[Json]) -> Encoding {
        let known = [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32];
        let of = |one: &Json| known.into_iter().find(|encoding| one.as_str() == Some(encoding.name()));
        list.iter().find_map(of).unwrap_or_default()
    }

    fn units(self, letter: char) -> usize {
        match self {
            Encoding::Utf8 => letter.len_utf8(),
            Encoding::Utf16 => letter.len_utf16(),
            Encoding::Utf32 => 1,
        }
    }
}

/// The lines of a text.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    /// Where each begins.
    starts: Vec<usize>,
    encoding: Encoding,
}

impl Lines {
    pub(super) fn new(text: &str, encoding: Encoding) -> Lines {
        let bytes = text.as_bytes();
        let ends = |at: &usize| match bytes[*at] {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        };
        let starts = std::iter::once(0).chain((0..bytes.len()).filter(ends).map(|at| at + 1)).collect();
        Lines { starts, encoding }
    }

    /// A place of the text as the protocol counts it.
    pub(super) fn position(&self, text: &str, byte: usize) -> (usize, usize) {
        let mut byte = byte.min(text.len());
        while !text.is_char_boundary(byte) {
            byte -= 1;
        }
        let line = self.starts.partition_point(|start| *start <= byte) - 1;
        let before = &text[self.starts[line]..byte];
        (line, before.chars().map(|letter| self.encoding.units(letter)).sum())
    }

    /// The byte at a place; one that lies behind the end of its line is taken for that end.
    pub(super) fn byte(&self, text: &str, line: usize, column: usize) -> usize {
        let Some(start) = self.starts.get(line).copied() else { return text.len() };
        let end = self.starts.get(line + 1).copied().unwrap_or(text.len());
        let (mut at, mut units) = (start, 0);
        for letter in text[start..end].trim_end_matches(['\n', '\r']).chars() {
            units += self.encoding.units(letter);
            if units > column {
                break;
            }
            at += letter.len_utf8();
        }
        at
    }

    pub(super) fn range(&self, text: &str, span: Span) -> Json {
        let place = |byte: u32| {
            let (line, character) = self.position(text, byte as usize);
            json!({"line": line, "character": character})
        };
        json!({"start": place(span.start), "end": place(span.end)})
    }

    /// The byte that a position of the protocol names.
    pub(super) fn offset(&self, text: &str, position: &Json) -> Option<u32> {
        let number = |name: &str| usize::try_from(position.get(name)?.as_u64()?).ok();
        u32::try_from(self.byte(text, number("line")?, number("character")?)).ok()
    }

    /// The piece of the text that a range of the protocol names.
    pub(super) fn span(&self, text: &str, range: &Json) -> Option<Span> {
        let (start, end) = (self.offset(text, range.get("start")?)?, self.offset(text, range.get("end")?)?);
        Some(Span::new(start.min(end), end.max(start)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_as_the_editor_counts_them() {
        let text = "a石😀b\r\nc\rd\n";
        let all = [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32];
        let ends = all.map(|encoding| Lines::new(text, encoding).position(text, 8));
        assert_eq!(ends, [(0, 8), (0, 4), (0, 3)]);
        for encoding in all {
            let lines = Lines::new(text, encoding);
            for (byte, letter) in text.char_indices().filter(|(_, letter)| !matches!(letter, '\r' | '\n')) {
                let (line, column) = lines.position(text, byte);
                assert_eq!(lines.byte(text, line, column), byte, "{letter} {encoding:?}");
            }
            assert_eq!(lines.byte(text, 0, 99), 9);
            assert_eq!(lines.byte(text, 1, 1), 12);
            assert_eq!(lines.byte(text, 99, 0), text.len());
            assert_eq!(lines.position(text, 13), (2, 0));
            assert_eq!(lines.position(text, 99), (3, 0));
        }
        assert_eq!(Encoding::chosen(&[json!("x"), json!("utf-32"), json!("utf-8")]), Encoding::Utf32);
        assert_eq!(Encoding::chosen(&[]), Encoding::Utf16);
    }
}
