//! What the words of a command line and the members of an object say of parameters, and what is wrong with them.

use crate::game::Fault;
use bouton_rules::Rules;
use bouton_rules::datum::{Datum, NONE};
use bouton_rules::diagnostic::{Diagnostic, nearest, shorten};
use bouton_rules::interpret::{Draft, Misfit, Written};
use bouton_rules::rules::{Example, ExprKind};
use bouton_rules::types::Domain;
use bouton_rules::{Text, say};
use serde_json::{Map, Value as Json};

/// The number of a parameter.
pub(super) fn number(rules: &Rules, name: &str) -> Result<usize, Fault> {
    let known = rules.params.iter().position(|param| param.name == name);
    known.ok_or_else(|| {
        let names: Vec<&str> = rules.params.iter().map(|param| param.name.as_str()).collect();
        let finding = Diagnostic::error("P02", say!("`{}` has no parameter called `{}`", rules.name, shorten(name)));
        Fault::from(match nearest(name, names.iter().copied()) {
            Some(near) => finding.help(say!("did you mean `{near}`?")),
            None if names.is_empty() => finding.help("it has no parameters at all"),
            None => finding.help(say!("its parameters are `{}`", names.join("`, `"))),
        })
    })
}

/// A fault of parameters with what to do about it.
pub(super) fn advised(rules: &Rules, given: &[Option<Datum>], mut fault: Box<Diagnostic>) -> Fault {
    if fault.code == "P06" {
        fault.notes.extend(not_given(rules, given, &fault));
    }
    if fault.help.is_empty() {
        let help = match fault.code {
            "P04" | "P05" | "P08" => meant(rules, given, &fault)
                .or_else(|| for_instance(rules, named(rules, &fault)))
                .unwrap_or_else(|| "give a value that the declaration allows".into()),
            "P06" => for_instance(rules, None).unwrap_or_else(|| "give values that meet it".into()),
            _ => return fault.into(),
        };
        *fault = fault.help(help);
    }
    fault.into()
}

/// The parameter that a message begins with.
fn named(rules: &Rules, fault: &Diagnostic) -> Option<usize> {
    let name = fault.message.blanks().first()?;
    rules.params.iter().position(|param| *name == Text::Code(param.name.clone()))
}

/// The name that was misspelt, where a name is wanted.
fn meant(rules: &Rules, given: &[Option<Datum>], fault: &Diagnostic) -> Option<Text> {
    let which = named(rules, fault)?;
    let Some(Datum::Text(letters)) = given.get(which)?.as_ref() else { return None };
    let names = match &rules.params[which].domain {
        Domain::Player => rules.players.as_slice(),
        Domain::Names { list, .. } => rules.names[*list].names.as_slice(),
        _ => return None,
    };
    let near = nearest(&letters.iter().collect::<String>(), names.iter().map(String::as_str))?;
    Some(say!("did you mean `{near}`?"))
}

/// Parameters that work, in the words of the first example that gives this one, or any.
fn for_instance(rules: &Rules, wanted: Option<usize>) -> Option<Text> {
    let gives = |example: &&Example| match wanted {
        Some(wanted) => example.params.iter().any(|(param, _)| *param == wanted),
        None => !example.params.is_empty(),
    };
    let example = rules.examples.iter().find(gives)?;
    let words = example
        .params
        .iter()
        .map(|(param, value)| format!("'{}={}'", rules.params[*param].name, rules.source.slice(value.span)));
    Some(say!("for instance {}", words.collect::<Vec<_>>().join(" ")))
}

/// Which of the parameters that a `require` reads were not given, and what they are then.
fn not_given(rules: &Rules, given: &[Option<Datum>], fault: &Diagnostic) -> Vec<Text> {
    let mut read = Vec::new();
    for require in rules.requires.iter().filter(|require| Some(require.span) == fault.span()) {
        require.condition.walk(&mut |part| {
            if let ExprKind::Param(which) = part.kind {
                read.push(which);
            }
        });
    }
    read.sort_unstable();
    read.dedup();
    let default = |which: usize| {
        let param = rules.params.get(which).filter(|_| given.get(which).is_none_or(Option::is_none))?;
        let value = shorten(rules.source.slice(param.default.as_ref()?.span));
        Some(say!("`{}` was not given, and is `{value}` then", param.name))
    };
    read.into_iter().filter_map(default).collect()
}

/// A graph from the members of an object of JSON: `{"edges": [[0, 1], [1, 2]], "nodes": 5, "from": 1}`.
pub(super) fn graph(form: &[(String, Datum)]) -> Result<Vec<Vec<i64>>, Misfit> {
    const USAGE: &str = "must be lists, or an object such as `{\"edges\": [[0, 1]], \"nodes\": 3, \"from\": 0}`, where `arcs` or `adjacency` may stand for `edges`";
    let wrong = || Misfit::kind(USAGE);
    let whole = |value: &Datum| {
        if let Datum::Int(number) = value { Some(*number).filter(|number| *number != NONE) } else { None }
    };
    let said = |name: &str| form.iter().find(|(key, _)| key == name);
    let number = |name: &str| said(name).map(|(_, value)| whole(value).ok_or_else(wrong)).transpose();
    let mut forms = form.iter().filter(|(key, _)| !matches!(key.as_str(), "nodes" | "from"));
    let (Some((word, Datum::List(lists))), None) = (forms.next(), forms.next()) else { return Err(wrong()) };
    let written = Written::named(word).ok_or_else(wrong)?;
    let list = |list: &Datum| match list {
        Datum::List(numbers) => numbers.iter().map(whole).collect::<Option<Vec<i64>>>(),
        _ => None,
    };
    let lists = lists.iter().map(list).collect::<Option<_>>().ok_or_else(wrong)?;
    Draft { written, lists, nodes: number("nodes")?, first: number("from")? }.graph()
}

/// `edges:[[0,1],[1,2]]`, or as rules write it, `edges([[0, 1], [1, 2]], 5, 1)`: the object that says so in JSON.
fn graph_form(text: &str) -> Option<Json> {
    let (word, rest) = text.split_at(text.find([':', '('])?);
    let written = Written::named(word.trim())?;
    let values = rest.strip_prefix(':').or_else(|| rest.strip_prefix('(')?.trim_end().strip_suffix(')'))?;
    let Ok(Json::Array(values)) = read_json(&in_json(&format!("[{values}]"))) else { return None };
    let keys = [written.word(), "nodes", "from"];
    let whole = (1..=keys.len()).contains(&values.len());
    whole.then(|| keys.iter().map(|key| (*key).to_owned()).zip(values).collect::<Map<_, _>>().into())
}

/// The value of a `name=value` word: JSON, or as rules write it (`{1, 4}`, `[red, green]`, `1_000`), or a flat list without brackets
/// (`2,7,9`), or a bare word as a text. The form of a graph may stand before it: `edges:[[0,1],[1,2]]`.
///
/// # Errors
/// A text that is no value.
pub fn word_value(name: &str, text: &str) -> Result<Json, Fault> {
    if let Some(form) = graph_form(text.trim()) {
        return Ok(form);
    }
    match read_json(text).or_else(|unread| read_json(&in_json(text)).map_err(|_| unread)) {
        Ok(value) => Ok(with_empty_sets(value)),
        Err(_) if !text.contains(['[', '{', '"', '(']) => Ok(bare(text)),
        Err(unread) => Err(unreadable(name, text, &unread)),
    }
}

/// An empty set is an object of JSON by its signs, and no parameter is one.
fn with_empty_sets(value: Json) -> Json {
    match value {
        Json::Object(members) if members.is_empty() => Json::Array(Vec::new()),
        Json::Array(entries) => entries.into_iter().map(with_empty_sets).collect(),
        value => value,
    }
}

/// `2,7,9` is a list, `Alice` a text.
fn bare(text: &str) -> Json {
    let one = |word: &str| read_json(word).unwrap_or_else(|_| Json::String(word.to_owned()));
    if text.contains(',') { text.split(',').map(|word| one(word.trim())).collect() } else { one(text.trim()) }
}

/// A value as rules write it in the signs of JSON: names in quotes, sets and cells as lists, `_` out of numbers.
fn in_json(text: &str) -> String {
    let mut json = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '{' | '(' => json.push('['),
            '}' | ')' => json.push(']'),
            '"' => {
                json.push('"');
                // A text is over at its second quote; one with `\\` in it was JSON already.
                for inside in letters.by_ref().take_while(|inside| *inside != '"') {
                    json.push(inside);
                }
                json.push('"');
            }
            letter if letter.is_alphanumeric() || letter == '_' => {
                let mut word = String::from(letter);
                while let Some(next) = letters.next_if(|next| next.is_alphanumeric() || *next == '_') {
                    word.push(next);
                }
                json.push_str(&word_in_json(&word));
            }
            letter => json.push(letter),
        }
    }
    json
}

fn word_in_json(word: &str) -> String {
    match word {
        "none" => "null".to_owned(),
        "true" | "false" | "null" => word.to_owned(),
        number if number.starts_with(|first: char| first.is_ascii_digit()) => number.replace('_', ""),
        name => format!("\"{name}\""),
    }
}

/// JSON text, numbers with `_` refused, whole numbers only.
///
/// # Errors
/// No JSON, or a number that is not whole.
pub fn read_json(text: &str) -> Result<Json, serde_json::Error> {
    serde_json::from_str(text)
}

fn unreadable(name: &str, text: &str, unread: &serde_json::Error) -> Fault {
    let shown = shorten(text);
    let finding = Diagnostic::error("P03", say!("`{}` is not a value I can read: `{shown}`", shorten(name)));
    let finding = match unread.column().checked_sub(1) {
        Some(at) if at < shown.chars().count() && unread.line() == 1 => {
            let rest: String = text.chars().skip(at).take(12).collect();
            finding.note(say!("it stops making sense here: `{rest}` (letter {} of the value)", at + 1))
        }
        _ => finding.note("it ends too early: a bracket or a quote is missing"),
    };
    finding.help(say!("put the whole word in quotes, as JSON:  '{}=[2,7,9,4,4]'", shorten(name))).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Instance;
    use crate::answer::report::params_json;
    use crate::examples::example_params;
    use crate::gallery::games;
    use crate::instance::from_words;
    use bouton_rules::{Source, check};
    use std::sync::Arc;

    #[track_caller]
    fn read(text: &str, json: &str) {
        let wanted: Json = serde_json::from_str(json).expect("the test writes JSON");
        assert_eq!(word_value("x", text).ok(), Some(wanted), "{text}");
    }

    #[test]
    fn values_are_read_as_json_as_rules_write_them_and_bare() {
        read("[2, 7]", "[2,7]");
        read("2,7,9", "[2,7,9]");
        read("Alice", "\"Alice\"");
        read("{1, 4}", "[1,4]");
        read("{}", "[]");
        read("[{}, {1}]", "[[],[1]]");
        read("[{}, [{}]]", "[[],[[]]]");
        read("[red, none, \"a_b\"]", "[\"red\",null,\"a_b\"]");
        read("{(0, 1), (2, 0)}", "[[0,1],[2,0]]");
        read("-1_000", "-1000");
        read("edges:[[0,1],[1,2]]", "{\"edges\":[[0,1],[1,2]]}");
        read("arcs([[1, 2]], 1_0, 1)", "{\"arcs\":[[1,2]],\"nodes\":10,\"from\":1}");
        assert!(word_value("x", "[1, 2").is_err() && word_value("x", "{1: 2}").is_err());
    }

    #[test]
    fn what_messages_advise_can_be_typed() {
        for game in games() {
            let (rules, found) = check(&Source::new(game.name, game.text));
            let rules = Arc::new(rules.unwrap_or_else(|| panic!("{}: {found:?}", game.name)));
            for example in rules.examples.iter().filter(|example| !example.params.is_empty()) {
                let words = example.params.iter().map(|(param, value)| {
                    let (name, text) = (rules.params[*param].name.as_str(), rules.source.slice(value.span));
                    (name, word_value(name, text).unwrap_or_else(|fault| panic!("{name}={text}: {fault}")))
                });
                let typed = from_words(&rules, words).expect("the names are those of the rules");
                let meant = example_params(&rules, example).expect("the gallery's examples can be used");
                let shown = |given: Vec<Option<Datum>>| {
                    Instance::new(rules.clone(), &given)
                        .map(|game| params_json(&game))
                        .unwrap_or_else(|fault| panic!("{}: {fault}", game.name))
                };
                assert_eq!(shown(typed), shown(meant), "{}", game.name);
            }
        }
    }
}
