//! Parameters from files: an object of JSON, or the value of one parameter.

use super::words::listed;
use super::{Given, failed, place, unread};
use crate::failure::Failure;
use crate::load::{Loaded, no_text};
use bouton::instance::{from_json, from_words, read_json, read_object};
use bouton::rules::Source;
use bouton::rules::datum::{Datum, NONE};
use bouton::rules::diagnostic::Diagnostic;
use std::fs::File;
use std::io::{self, Read};

/// Parameters from a file with a JSON object.
pub(super) fn object(loaded: &Loaded, file: &str) -> Result<Given, Failure> {
    let text = text_of(file)?;
    let example = "write the names of parameters before their values, such as {\"piles\": [2, 7, 9]}";
    let object = read_object(text.as_bytes()).map_err(|unread| match unread.to_string() {
        // The text is JSON, but something else than an object.
        other if unread.line() == 0 => {
            Failure::new(Diagnostic::error("P03", format!("`{file}` holds no parameters: {other}")).help(example))
        }
        _ => {
            let (at, why) = unread::place(&text, &unread, "an object");
            let finding = Diagnostic::error("P03", format!("`{file}` is not a JSON object I can read")).at(at, why);
            Failure::in_text(&Source::new(file, &text), vec![finding.help(example)])
        }
    })?;
    from_json(&loaded.rules, &object).map_err(|fault| failed(loaded, fault))
}

/// A parameter from a file: numbers with blanks or commas between, in brackets or not, or any JSON.
pub(super) fn value(loaded: &Loaded, name: &str, file: &str) -> Result<Datum, Failure> {
    let text = text_of(file)?;
    if let Some(numbers) = numbers(&text) {
        return Ok(Datum::ints(numbers));
    }
    let value = read_json(&text).map_err(|unread| unread_json(file, &text, &unread))?;
    let value = listed(&loaded.rules.params[place(loaded, name)?].domain, value);
    let mut given = from_words(&loaded.rules, [(name, value)]).map_err(|fault| failed(loaded, fault))?;
    given.swap_remove(place(loaded, name)?).ok_or_else(|| {
        Failure::new(
            Diagnostic::error("P03", format!("`{file}` holds no value"))
                .help("write the value into it, as JSON or as numbers"),
        )
    })
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
        let finding =
            Diagnostic::error("C03", format!("`{file}` is too long for a file of parameters: more than 1 GB"));
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
    let finding = Diagnostic::error("P03", format!("`{file}` is neither JSON nor a row of whole numbers"));
    let finding = finding.at(at, why).help("write JSON such as [2, 7, 9], or numbers with blanks between");
    Failure::in_text(&Source::new(file, text), vec![finding])
}

/// A flat list of whole numbers, read at one go: ten million of them are common. Nothing if the text is anything else,
/// or a single number without brackets.
fn numbers(text: &str) -> Option<Vec<i64>> {
    let text = text.trim();
    let inside = text.strip_prefix('[').map(|rest| rest.strip_suffix(']').unwrap_or("?"));
    let number = |word: &str| word.trim().parse().ok().filter(|number| *number != NONE);
    match inside {
        Some(inside) if inside.trim().is_empty() => Some(Vec::new()),
        Some(inside) => inside.split(',').map(number).collect(),
        None if text.contains(',') => text.split(',').map(number).collect(),
        None => {
            text.split_ascii_whitespace().map(number).collect::<Option<Vec<i64>>>().filter(|numbers| numbers.len() > 1)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_numbers_are_read() {
        assert_eq!(numbers("2 7\n9\t-4\n"), Some(vec![2, 7, 9, -4]));
        assert_eq!(numbers("[2, 7,9 ,4]"), Some(vec![2, 7, 9, 4]));
        assert_eq!(numbers("2,7,9"), Some(vec![2, 7, 9]));
        assert_eq!(numbers("[]"), Some(vec![]));
    }

    #[test]
    fn everything_else_is_left_to_json() {
        for text in ["5", "", "[[1,2],[3]]", "[1,]", "[1,,2]", "1.5 2", "[1 2]", "[1,,2 3]", "true", "[1"] {
            assert_eq!(numbers(text), None, "{text}");
        }
    }
}
