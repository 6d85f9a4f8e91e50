//! Parameters from files: an object of JSON, or the value of one parameter.

use super::{Given, place, unread};
use crate::failure::Failure;
use crate::load::{Loaded, no_text};
use bouton::game::Fault;
use bouton::instance::misread;
use bouton::instance::{read_object, read_param, read_params};
use bouton::rules::datum::{Datum, NONE};
use bouton::rules::diagnostic::Diagnostic;
use bouton::rules::{Source, Span, say};
use std::fs::File;
use std::io::{self, Read};

/// Parameters from a file with a JSON object.
pub(super) fn object(loaded: &Loaded, file: &str) -> Result<Given, Failure> {
    let text = text_of(file)?;
    read_params(&loaded.rules, &text).map_err(|unread| {
        let example = "write the names of parameters before their values, such as {\"piles\": [2, 7, 9]}";
        match (unread.fault, read_object(text.as_bytes())) {
            (Some(fault), _) => refused(file, &text, &unread.json, fault),
            // The text is JSON, but something else than an object.
            (None, Err(other)) if other.line() == 0 => Failure::new(
                Diagnostic::error("P03", say!("`{file}` holds no parameters: {}", misread(&other))).help(example),
            ),
            _ => {
                let (at, why) = unread::place(&text, &unread.json, "an object");
                let finding = Diagnostic::error("P03", say!("`{file}` is not a JSON object I can read"));
                Failure::in_text(&Source::new(file, &text), vec![finding.at(at, why).help(example)])
            }
        }
    })
}

/// A parameter from a file: numbers with blanks or commas between, or any JSON.
pub(super) fn value(loaded: &Loaded, name: &str, file: &str) -> Result<Datum, Failure> {
    let (which, text) = (place(loaded, name)?, text_of(file)?);
    if let Some(numbers) = numbers(&text) {
        return Ok(Datum::list(numbers));
    }
    read_param(&loaded.rules, which, &text).map_err(|unread| match unread.fault {
        Some(fault) => refused(file, &text, &unread.json, fault),
        None => unread_json(file, &text, &unread.json),
    })
}

/// JSON that holds no parameters of these rules: where, and why.
fn refused(file: &str, text: &str, json: &serde_json::Error, fault: Fault) -> Failure {
    // The reader stops at the end of a value.
    let (end, _) = unread::place(text, json, "a value");
    let letter = |letter: char| letter.is_alphanumeric() || matches!(letter, '.' | '-' | '+' | '_');
    let begin = text[..end.start as usize].trim_end_matches(letter).len();
    let long = text[begin..].find(|other| !letter(other)).unwrap_or(text.len() - begin);
    let place = |at: usize| u32::try_from(at).unwrap_or(end.start);
    let at = Span::new(place(begin), place(begin + long));
    Failure::in_text(&Source::new(file, text), vec![fault.diagnostic.at(at, "here")])
}

/// Bytes of parameters that are read; ten million numbers take a tenth of it.
const LONGEST_FILE: u64 = 1 << 30;

fn text_of(file: &str) -> Result<String, Failure> {
    let unread = |error: io::Error| Failure::unread(file, &error);
    if file.is_empty() {
        let finding = Diagnostic::error("P03", "there is no file's name after the `@`");
        return Err(Failure::new(finding.help("`name=@FILE` reads JSON or numbers from a file")));
    }
    let mut bytes = Vec::new();
    File::open(file).map_err(unread)?.take(LONGEST_FILE + 1).read_to_end(&mut bytes).map_err(unread)?;
    if bytes.len() as u64 > LONGEST_FILE {
        let finding = Diagnostic::error("C03", say!("`{file}` is too long for a file of parameters: more than 1 GB"));
        return Err(Failure::new(finding.help("such a game cannot be solved: give fewer numbers")));
    }
    // Some editors begin a file with a mark that is no part of the text.
    const MARK: &[u8] = "\u{feff}".as_bytes();
    if bytes.starts_with(MARK) {
        bytes.drain(..MARK.len());
    }
    String::from_utf8(bytes).map_err(|wrong| no_text(file, &wrong))
}

fn unread_json(file: &str, text: &str, unread: &serde_json::Error) -> Failure {
    let (at, why) = unread::place(text, unread, "a value");
    let finding = Diagnostic::error("P03", say!("`{file}` is neither JSON nor a row of whole numbers"));
    let finding = finding.at(at, why).help("write JSON such as [2, 7, 9], or numbers with blanks between");
    Failure::in_text(&Source::new(file, text), vec![finding])
}

/// Whole numbers with blanks or commas between; nothing if the text is anything else, or a single number.
fn numbers(text: &str) -> Option<Vec<Datum>> {
    let text = text.trim();
    let number = |word: &str| word.trim().parse().ok().filter(|number| *number != NONE).map(Datum::Int);
    if text.contains(',') {
        return text.split(',').map(number).collect();
    }
    text.split_ascii_whitespace().map(number).collect::<Option<Vec<_>>>().filter(|numbers| numbers.len() > 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_numbers_are_read() {
        let read = |text: &str| numbers(text).map(Datum::list);
        assert_eq!(read("2 7\n9\t-4\n"), Some(Datum::ints([2, 7, 9, -4])));
        assert_eq!(read("2,7,9"), Some(Datum::ints([2, 7, 9])));
    }

    #[test]
    fn everything_else_is_left_to_json() {
        for text in ["5", "", "[2, 7]", "[[1,2],[3]]", "1,", "1,,2", "1.5 2", "[1 2]", "true", "[1"] {
            assert_eq!(numbers(text), None, "{text}");
        }
    }
}
