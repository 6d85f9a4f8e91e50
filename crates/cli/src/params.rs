//! Parameters from the command line: words, files of JSON, files of numbers.

use crate::failure::Failure;
use crate::load::{Loaded, no_text};
use crate::options::GameArgs;
use bouton::Instance;
use bouton::game::Fault;
use bouton::instance::{from_json, from_words, read_json, word_value};
use bouton::rules::datum::{Datum, NONE};
use bouton::rules::diagnostic::{Diagnostic, shorten};
use bouton::rules::types::Domain;
use bouton::rules::{Source, Span};
use serde_json::{Map, Value as Json};
use std::fs::File;
use std::io::{self, Read};

/// Parameters by number.
pub(crate) type Given = Vec<Option<Datum>>;

/// The game of a command line with its parameters.
pub(crate) fn instance(loaded: &Loaded, args: &GameArgs, verb: &str) -> Result<Instance, Failure> {
    make(loaded, &given(loaded, args)?, verb)
}

/// The game with these parameters.
pub(crate) fn make(loaded: &Loaded, given: &Given, verb: &str) -> Result<Instance, Failure> {
    let made = Instance::new(loaded.rules.clone(), given);
    made.map_err(|fault| Failure::fault(&loaded.rules.source, with_command(in_full(fault, loaded), loaded, verb)))
}

/// A declaration that was cut for the message is shown as it stands, if it fits a line.
fn in_full(mut fault: Fault, loaded: &Loaded) -> Fault {
    const LINE: usize = 100;
    let rules = &loaded.rules;
    let whole = rules.params.iter().map(|param| rules.source.slice(param.span)).filter(|text| text.len() <= LINE);
    for text in whole {
        let cut = format!("declared as `{}`", shorten(text));
        for note in fault.diagnostic.notes.iter_mut().filter(|note| **note == cut) {
            *note = format!("declared as `{text}`");
        }
    }
    fault
}

/// A missing parameter is best explained by a line that works.
fn with_command(mut fault: Fault, loaded: &Loaded, verb: &str) -> Fault {
    if fault.diagnostic.code == "P01" {
        for help in &mut fault.diagnostic.help {
            if let Some(words) = help.text.strip_prefix("for instance ") {
                help.text = format!("for instance:  bouton {verb} {} {words}", loaded.word());
            }
        }
    }
    fault
}

/// The parameters given on a command line: those of the file first, words in their place.
pub(crate) fn given(loaded: &Loaded, args: &GameArgs) -> Result<Given, Failure> {
    let mut given = match &args.params {
        Some(file) => of_file(loaded, file)?,
        None => vec![None; loaded.rules.params.len()],
    };
    let (mut plain, mut seen) = (Vec::new(), Vec::new());
    for word in &args.words {
        let (name, value) = split(loaded, word)?;
        if seen.contains(&name) {
            let finding = Diagnostic::error("P02", format!("the parameter `{}` is given twice", shorten(name)));
            return Err(Failure::new(finding));
        }
        seen.push(name);
        match value.strip_prefix('@') {
            Some(file) => given[place(loaded, name)?] = Some(of_data_file(loaded, name, file)?),
            None => plain.push((name, value_of(loaded, name, value)?)),
        }
    }
    let words = from_words(&loaded.rules, plain).map_err(|fault| failed(loaded, fault))?;
    given.iter_mut().zip(words).for_each(|(given, word)| *given = word.or(given.take()));
    Ok(given)
}

/// The number of a parameter, or what is wrong with its name.
fn place(loaded: &Loaded, name: &str) -> Result<usize, Failure> {
    let number = loaded.rules.params.iter().position(|param| param.name == name);
    number.ok_or_else(|| match from_words(&loaded.rules, [(name, Json::Null)]) {
        Err(fault) => failed(loaded, fault),
        Ok(_) => Failure::new(Diagnostic::error("P02", format!("there is no parameter `{name}`"))),
    })
}

fn failed(loaded: &Loaded, fault: Fault) -> Failure {
    Failure::fault(&loaded.rules.source, fault)
}

/// Name and value of a word.
fn split<'w>(loaded: &Loaded, word: &'w str) -> Result<(&'w str, &'w str), Failure> {
    word.split_once('=').map(|(name, value)| (name.trim(), value)).ok_or_else(|| {
        let finding = Diagnostic::error("P03", format!("`{}` is not `name=value`", shorten(word)));
        let names: Vec<&str> = loaded.rules.params.iter().map(|param| param.name.as_str()).collect();
        Failure::new(match names.as_slice() {
            [] => finding.help(format!("`{}` has no parameters", loaded.rules.name)),
            [one] => finding.help(format!("write  '{one}={}'", shorten(word))),
            _ => finding.help(format!("its parameters are `{}`", names.join("`, `"))),
        })
    })
}

/// The value of a word; one that cannot be read is shown with a caret under the place.
fn value_of(loaded: &Loaded, name: &str, text: &str) -> Result<Json, Failure> {
    let number = place(loaded, name)?;
    if matches!(loaded.rules.params[number].domain, Domain::Text) {
        return Ok(text_value(text));
    }
    word_value(name, text).map_err(|_| {
        let kind = kind(&loaded.rules.params[number].domain);
        let (at, why) = where_unread(text, kind);
        let finding = Diagnostic::error("P03", format!("{name} is not {kind} I can read")).at(at, why);
        let example = example(&loaded.rules.params[number].domain);
        Failure::in_word(text.to_owned(), finding.help(format!("put the value in quotes:  '{name}={example}'")))
    })
}

/// A text may come without quotes, whatever its letters.
fn text_value(text: &str) -> Json {
    match read_json(text) {
        Ok(Json::String(text)) => Json::String(text),
        _ => Json::String(text.to_owned()),
    }
}

/// Where JSON stops making sense, and how.
fn where_unread(text: &str, kind: &str) -> (Span, String) {
    let Err(unread) = read_json(text) else { return (Span::default(), String::new()) };
    if unread.is_eof() {
        return (span(text.len()), "it ends too early: a bracket or a quote is missing".to_owned());
    }
    let before: usize = text.split_inclusive('\n').take(unread.line().saturating_sub(1)).map(str::len).sum();
    let mut at = (before + unread.column().saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let rest = shorten(&text[at..]);
    let whole = unread.to_string();
    let why = if whole.starts_with("trailing characters") {
        format!("extra `{rest}` after the {} ends", kind.trim_start_matches("a "))
    } else {
        match whole.split(" at line ").next() {
            Some("expected value" | "expected ident") => "here a value should stand".to_owned(),
            Some("expected `,` or `]`") => "expected `,` or `]`".to_owned(),
            Some("trailing comma") => "a value is missing after the comma".to_owned(),
            Some("invalid number") => "this is not a whole number".to_owned(),
            _ => format!("`{rest}` makes no sense here"),
        }
    };
    (span(at), why)
}

fn span(at: usize) -> Span {
    let at = u32::try_from(at).unwrap_or(u32::MAX);
    Span::new(at, at)
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

/// Parameters from a file with a JSON object.
fn of_file(loaded: &Loaded, file: &str) -> Result<Given, Failure> {
    let text = text_of(file)?;
    let object: Map<String, Json> = serde_json::from_str(&text).map_err(|unread| unread_json(file, &text, &unread))?;
    from_json(&loaded.rules, &object).map_err(|fault| failed(loaded, fault))
}

/// A parameter from a file: numbers with blanks or commas between, in brackets or not, or any JSON.
fn of_data_file(loaded: &Loaded, name: &str, file: &str) -> Result<Datum, Failure> {
    let text = text_of(file)?;
    if let Some(numbers) = numbers(&text) {
        return Ok(Datum::ints(numbers));
    }
    let value = read_json(&text).map_err(|unread| unread_json(file, &text, &unread))?;
    let mut given = from_words(&loaded.rules, [(name, value)]).map_err(|fault| failed(loaded, fault))?;
    given
        .swap_remove(place(loaded, name)?)
        .ok_or_else(|| Failure::new(Diagnostic::error("P03", format!("`{file}` holds no value"))))
}

/// Bytes of parameters that are read; ten million numbers take a tenth of it.
const LONGEST_FILE: u64 = 1 << 30;

fn text_of(file: &str) -> Result<String, Failure> {
    let unread = |error: io::Error| Failure::unread(file, &error);
    let mut bytes = Vec::new();
    File::open(file).map_err(unread)?.take(LONGEST_FILE + 1).read_to_end(&mut bytes).map_err(unread)?;
    if bytes.len() as u64 > LONGEST_FILE {
        let finding =
            Diagnostic::error("C03", format!("`{file}` is too long for a file of parameters: more than 1 GB"));
        return Err(Failure::new(finding));
    }
    String::from_utf8(bytes).map_err(|wrong| no_text(file, &wrong))
}

fn unread_json(file: &str, text: &str, unread: &serde_json::Error) -> Failure {
    let before: usize = text.split_inclusive('\n').take(unread.line().saturating_sub(1)).map(str::len).sum();
    let at = (before + unread.column().saturating_sub(1)).min(text.len());
    let words = unread.to_string();
    let why = words.split(" at line ").next().unwrap_or_default().to_owned();
    let finding = Diagnostic::error("P03", format!("`{file}` is neither JSON nor a row of whole numbers: {why}"));
    let finding = finding.at(span(at), "here").help("write JSON such as [2, 7, 9], or numbers with blanks between");
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
