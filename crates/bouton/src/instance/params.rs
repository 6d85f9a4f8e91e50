//! Parameters from outside: `name=value` words, JSON objects. The declarations of the rules check what they hold.

use crate::game::Fault;
use bouton_rules::Rules;
use bouton_rules::datum::{Datum, NONE};
use bouton_rules::diagnostic::{Diagnostic, nearest, shorten};
use serde_json::{Map, Value as Json};

/// Parameters by number from a JSON object. `P02` for a name that is none, `P04` for a value of no kind that rules know.
pub fn from_json(rules: &Rules, object: &Map<String, Json>) -> Result<Vec<Option<Datum>>, Fault> {
    let mut given = vec![None; rules.params.len()];
    for (name, value) in object {
        let which = number(rules, name)?;
        given[which] = Some(datum(value).ok_or_else(|| {
            let message = format!("`{name}` holds `{}`, and only whole numbers of 64 bits, texts, true, false, null and lists of these can be read", shorten(&value.to_string()));
            Fault::from(Diagnostic::error("P04", message))
        })?);
    }
    Ok(given)
}

/// Parameters by number from `name=value` words; see [`word_value`] for the values.
pub fn from_words<'w>(
    rules: &Rules,
    words: impl IntoIterator<Item = (&'w str, Json)>,
) -> Result<Vec<Option<Datum>>, Fault> {
    let mut object = Map::new();
    for (name, value) in words {
        number(rules, name)?;
        if object.insert(name.to_owned(), value).is_some() {
            return Err(Diagnostic::error("P02", format!("the parameter `{}` is given twice", shorten(name))).into());
        }
    }
    from_json(rules, &object)
}

fn number(rules: &Rules, name: &str) -> Result<usize, Fault> {
    let known = rules.params.iter().position(|param| param.name == name);
    known.ok_or_else(|| {
        let names: Vec<&str> = rules.params.iter().map(|param| param.name.as_str()).collect();
        let finding = Diagnostic::error("P02", format!("`{}` has no parameter called `{}`", rules.name, shorten(name)));
        Fault::from(match nearest(name, names.iter().copied()) {
            Some(near) => finding.help(format!("did you mean `{near}`?")),
            None if names.is_empty() => finding.help("it has no parameters at all"),
            None => finding.help(format!("its parameters are `{}`", names.join("`, `"))),
        })
    })
}

/// The value of a `name=value` word: JSON, or a flat list without brackets (`2,7,9`), or a bare word as a text.
pub fn word_value(name: &str, text: &str) -> Result<Json, Fault> {
    match read_json(text) {
        Ok(value) => Ok(value),
        Err(_) if !text.contains(['[', '{', '"', '(']) => Ok(bare(text)),
        Err(unread) => Err(unreadable(name, text, &unread)),
    }
}

/// `2,7,9` is a list, `Alice` a text.
fn bare(text: &str) -> Json {
    let one = |word: &str| read_json(word).unwrap_or_else(|_| Json::String(word.to_owned()));
    if text.contains(',') { text.split(',').map(|word| one(word.trim())).collect() } else { one(text.trim()) }
}

/// JSON text, numbers with `_` refused, whole numbers only.
pub fn read_json(text: &str) -> Result<Json, serde_json::Error> {
    serde_json::from_str(text)
}

fn unreadable(name: &str, text: &str, unread: &serde_json::Error) -> Fault {
    let shown = shorten(text);
    let finding = Diagnostic::error("P03", format!("`{}` is not a value I can read: `{shown}`", shorten(name)));
    let finding = match unread.column().checked_sub(1) {
        Some(at) if at < shown.chars().count() && unread.line() == 1 => {
            let rest: String = text.chars().skip(at).take(12).collect();
            finding.note(format!("it stops making sense here: `{rest}` (letter {} of the value)", at + 1))
        }
        _ => finding.note("it ends too early: a bracket or a quote is missing"),
    };
    finding.help(format!("put the whole word in quotes, as JSON:  '{}=[2,7,9,4,4]'", shorten(name))).into()
}

/// A JSON value as a datum; nothing for fractions, numbers beyond 64 bits, and objects.
fn datum(value: &Json) -> Option<Datum> {
    match value {
        Json::Null => Some(Datum::Int(NONE)),
        Json::Bool(value) => Some(Datum::bool(*value)),
        Json::Number(number) => number.as_i64().filter(|number| *number != NONE).map(Datum::Int),
        Json::String(text) => Some(Datum::text(text)),
        Json::Array(entries) => entries.iter().map(datum).collect::<Option<Vec<_>>>().map(Datum::list),
        Json::Object(_) => None,
    }
}
