//! Parameters as `name=value` words, and what shells make of words that are not in quotes.

use super::{place, unread};
use crate::failure::Failure;
use crate::load::Loaded;
use bouton::instance::{read_json, word_value};
use bouton::rules::datum::{Datum, NONE};
use bouton::rules::diagnostic::{Diagnostic, shorten};
use bouton::rules::types::Domain;
use bouton::rules::{Text, say};
use serde_json::Value as Json;

/// Refuses what blanks have cut into pieces, with the whole in quotes as help: `stones = 5`, `piles=2, 7, 9`, `--at i=2 turn=Bob`.
pub(super) fn in_one_piece(loaded: &Loaded, words: &[String], at: Option<&str>) -> Result<(), Failure> {
    let of_position: Vec<&str> = words.iter().map(String::as_str).filter(|word| is_position(loaded, word)).collect();
    if let Some(first) = of_position.first() {
        let whole: Vec<&str> = at.into_iter().chain(of_position.iter().copied()).collect();
        let finding = Diagnostic::error("P02", say!("`{}` tells of a position, and is no parameter", shorten(first)));
        let help = say!("put the whole position in quotes:  --at '{}'", whole.join(" "));
        return Err(Failure::new(finding.help(help)));
    }
    for pieces in pieces(loaded, words).iter().filter(|pieces| pieces.len() > 1) {
        let whole = pieces.join(" ");
        let Some((name, value)) = whole.split_once('=') else { continue };
        let (name, value) = (name.trim(), value.trim());
        if let Some(value) = readable(loaded, name, value) {
            let (name, value) = (Text::code(name), Text::code(value));
            let message = say!("blanks cut `{}` into {} words", shorten(&whole), pieces.len());
            let help = say!("write one word, in quotes:  '{name}={value}'");
            return Err(Failure::new(Diagnostic::error("P03", message).help(help)));
        }
    }
    Ok(())
}

/// Whether a word gives a variable of positions a value, or names whose turn it is.
fn is_position(loaded: &Loaded, word: &str) -> bool {
    let Some((name, _)) = word.split_once('=') else { return false };
    let variable = name == "turn" || loaded.rules.states.iter().any(|state| state.name == name);
    variable && !is_param(loaded, name)
}

fn is_param(loaded: &Loaded, name: &str) -> bool {
    loaded.rules.params.iter().any(|param| param.name == name)
}

/// Words put together that seem to belong together: each `name=`, with what follows up to the next one.
fn pieces<'w>(loaded: &Loaded, words: &'w [String]) -> Vec<Vec<&'w str>> {
    let mut whole: Vec<Vec<&str>> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let before_sign = is_param(loaded, word) && words.get(at + 1).is_some_and(|next| next.starts_with('='));
        let begins = before_sign || word.split_once('=').is_some_and(|(name, _)| !name.is_empty());
        match whole.last_mut() {
            Some(last) if !begins => last.push(word),
            _ => whole.push(vec![word]),
        }
    }
    whole
}

/// A value that was cut into words as it should have been given, if it can be read then.
fn readable(loaded: &Loaded, name: &str, value: &str) -> Option<String> {
    let domain = &loaded.rules.params.iter().find(|param| param.name == name)?.domain;
    let numbers: Vec<&str> = value.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let flat = numbers.len() > 1 && numbers.iter().all(|word| word.parse::<i64>().is_ok());
    match domain {
        Domain::Text => Some(value.to_owned()),
        Domain::List { .. } | Domain::Set(_) if flat => Some(numbers.join(",")),
        _ if value.is_empty() => None,
        // Without brackets only a flat list may have blanks or commas.
        _ if read_json(value).is_err() && value.contains([' ', ',']) => None,
        _ => word_value(name, value).ok().map(|_| value.to_owned()),
    }
}

/// Name and value of a word.
pub(super) fn split<'w>(loaded: &Loaded, words: &[String], word: &'w str) -> Result<(&'w str, &'w str), Failure> {
    word.split_once('=').map(|(name, value)| (name.trim(), value)).ok_or_else(|| {
        let finding = Diagnostic::error("P03", say!("`{}` is not `name=value`", shorten(word)));
        let names: Vec<&str> = loaded.rules.params.iter().map(|param| param.name.as_str()).collect();
        let given = |name: &str| words.iter().any(|word| word.split_once('=').is_some_and(|(given, _)| given == name));
        Failure::new(match names.as_slice() {
            [] => finding.help(say!("leave it out: `{}` has no parameters", loaded.rules.name)),
            [one] if !given(one) && readable(loaded, one, word).is_some() => {
                finding.help(say!("write  '{}={}'", Text::code(*one), shorten(word)))
            }
            [one] if given(one) => finding.help(say!("leave it out: `{one}` is the only parameter, and it is given")),
            [one] => finding.help(say!("its only parameter is `{one}`")),
            _ => finding.help(say!("its parameters are `{}`", names.join("`, `"))),
        })
    })
}

/// The value of a word; one that cannot be read is shown with a caret under the place.
pub(super) fn value(loaded: &Loaded, name: &str, text: &str) -> Result<Json, Failure> {
    let domain = &loaded.rules.params[place(loaded, name)?].domain;
    if matches!(domain, Domain::Text) {
        return Ok(text_value(text));
    }
    word_value(name, text).map_err(|_| {
        let kind = kind(domain);
        let finding = Diagnostic::error("P03", say!("{} is not {kind} I can read", Text::code(name)));
        let finding = match read_json(text) {
            Err(unread) => {
                let (at, why) = unread::place(text, &unread, kind);
                finding.at(at, why)
            }
            Ok(_) => finding,
        };
        let help = say!("put the value in quotes:  '{}={}'", Text::code(name), Text::code(example(domain)));
        Failure::in_word(text.to_owned(), finding.help(help))
    })
}

/// A list of one entry may come without brackets, as longer ones may.
pub(super) fn listed<B>(domain: &Domain<B>, value: Datum) -> Datum {
    let Domain::List { of, .. } = domain else { return value };
    let entry = !matches!(**of, Domain::List { .. } | Domain::Set(_));
    let single = matches!(value, Datum::Int(number) if number != NONE) || matches!(value, Datum::Text(_));
    if entry && single { Datum::list(vec![value]) } else { value }
}

/// A text may come without quotes, whatever its letters.
fn text_value(text: &str) -> Json {
    match read_json(text) {
        Ok(Json::String(text)) => Json::String(text),
        _ => Json::String(text.to_owned()),
    }
}

/// What a parameter is, in words.
fn kind<B>(domain: &Domain<B>) -> &'static str {
    match domain {
        Domain::Int { .. } | Domain::Whole => "a number",
        Domain::Set(_) => "a set",
        Domain::List { .. } => "a list",
        Domain::Grid { .. } => "a board",
        Domain::Graph { .. } => "a graph",
        Domain::Optional(of) => kind(of),
        _ => "a value",
    }
}

fn example<B>(domain: &Domain<B>) -> &'static str {
    match domain {
        Domain::Int { .. } | Domain::Whole | Domain::Node { .. } => "12",
        Domain::Grid { .. } => "[[1,2],[3,4]]",
        Domain::Graph { .. } => "[[1,2],[0,2],[0,1]]",
        Domain::Set(_) | Domain::List { .. } => "[2,7,9,4,4]",
        Domain::Bool => "true",
        Domain::Optional(of) => example(of),
        _ => "NAME",
    }
}
