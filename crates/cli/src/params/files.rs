//! Parameters from files: an object of JSON, or the value of one parameter.

use super::words::listed;
use super::{Given, failed, place, unread};
use crate::failure::Failure;
use crate::load::{Loaded, no_text};
use bouton::instance::{from_json, from_words, read_json, read_object};
use bouton::rules::Source;
use bouton::rules::datum::{Datum, NONE};
use bouton::rules::diagnostic::Diagnostic;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::collections::HashSet;
use std::fmt;
use std::fs::File;
use std::io::{self, Read};

/// Parameters from a file with a JSON object.
pub(super) fn object(loaded: &Loaded, file: &str) -> Result<Given, Failure> {
    let text = text_of(file)?;
    if let Some(given) = at_one_go(loaded, &text) {
        return Ok(given);
    }
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

/// An object whose long lists of numbers are read without making JSON of them first; nothing where anything is wrong, so that it can be said.
fn at_one_go(loaded: &Loaded, text: &str) -> Option<Given> {
    if text.len() < LONG {
        return None;
    }
    let Members(members) = serde_json::from_str(text).ok()?;
    let names: HashSet<&str> = members.iter().map(|(name, _)| name.as_str()).collect();
    (names.len() == members.len()).then_some(())?;
    let (lists, rest): (Vec<_>, Vec<_>) = members.iter().partition(|(_, value)| value.get().len() >= LONG);
    let rest = rest.into_iter().map(|(name, value)| Some((name.clone(), read_json(value.get()).ok()?)));
    let mut given = from_json(&loaded.rules, &rest.collect::<Option<_>>()?).ok()?;
    for (name, value) in lists {
        given[place(loaded, name).ok()?] = Some(Datum::list(numbers(value.get())?));
    }
    Some(given)
}

/// The members of an object, their values as they are written.
#[derive(Default)]
struct Members<'t>(Vec<(String, &'t RawValue)>);

impl<'t> Deserialize<'t> for Members<'t> {
    fn deserialize<D: Deserializer<'t>>(from: D) -> Result<Members<'t>, D::Error> {
        from.deserialize_map(Members::default())
    }
}

impl<'t> Visitor<'t> for Members<'t> {
    type Value = Members<'t>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'t>>(mut self, mut map: A) -> Result<Members<'t>, A::Error> {
        while let Some(member) = map.next_entry()? {
            self.0.push(member);
        }
        Ok(self)
    }
}

/// A parameter from a file: numbers with blanks or commas between, in brackets or not, or any JSON.
pub(super) fn value(loaded: &Loaded, name: &str, file: &str) -> Result<Datum, Failure> {
    let text = text_of(file)?;
    if let Some(numbers) = numbers(&text) {
        return Ok(Datum::list(numbers));
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

/// A value of so many letters is long.
const LONG: usize = 1 << 16;

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
fn numbers(text: &str) -> Option<Vec<Datum>> {
    let text = text.trim();
    let inside = text.strip_prefix('[').map(|rest| rest.strip_suffix(']').unwrap_or("?"));
    let number = |word: &str| word.trim().parse().ok().filter(|number| *number != NONE).map(Datum::Int);
    match inside {
        Some(inside) if inside.trim().is_empty() => Some(Vec::new()),
        Some(inside) => inside.split(',').map(number).collect(),
        None if text.contains(',') => text.split(',').map(number).collect(),
        None => {
            text.split_ascii_whitespace().map(number).collect::<Option<Vec<_>>>().filter(|numbers| numbers.len() > 1)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_numbers_are_read() {
        let read = |text: &str| numbers(text).map(Datum::list);
        assert_eq!(read("2 7\n9\t-4\n"), Some(Datum::ints([2, 7, 9, -4])));
        assert_eq!(read("[2, 7,9 ,4]"), Some(Datum::ints([2, 7, 9, 4])));
        assert_eq!(read("2,7,9"), Some(Datum::ints([2, 7, 9])));
        assert_eq!(read("[]"), Some(Datum::ints([])));
    }

    #[test]
    fn members_are_read_as_they_are_written_and_in_their_order() {
        let Members(read) =
            serde_json::from_str(r#"{"b": [1, 2], "a": {"c": null}, "b": 3}"#).expect("the test writes JSON");
        let read: Vec<(&str, &str)> = read.iter().map(|(name, value)| (name.as_str(), value.get())).collect();
        assert_eq!(read, [("b", "[1, 2]"), ("a", r#"{"c": null}"#), ("b", "3")]);
    }

    #[test]
    fn everything_else_is_left_to_json() {
        for text in ["5", "", "[[1,2],[3]]", "[1,]", "[1,,2]", "1.5 2", "[1 2]", "[1,,2 3]", "true", "[1"] {
            assert_eq!(numbers(text), None, "{text}");
        }
    }
}
