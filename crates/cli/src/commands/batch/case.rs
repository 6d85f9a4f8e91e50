//! A line of `bouton batch`: what it asks for.

use crate::failure::Failure;
use crate::load::Loaded;
use bouton::rules::diagnostic::Diagnostic;
use serde_json::{Map, Value as Json};

/// Names that stand beside the parameters and are none.
const BESIDE: &[&str] = &["id", "at", "expect", "expected", "source"];

/// The object of a line.
pub(super) fn read(text: &[u8]) -> Result<Map<String, Json>, Failure> {
    if text.iter().all(u8::is_ascii_whitespace) {
        return Err(Failure::new(
            Diagnostic::error("C08", "the line is empty")
                .help("each line is a JSON object, such as {\"piles\": [2,7,9,4,4]}"),
        ));
    }
    serde_json::from_slice(text).map_err(|unread| {
        let message = if unread.is_data() {
            "the line is JSON, but not an object".to_owned()
        } else if unread.is_eof() {
            "the line ends before its JSON does".to_owned()
        } else {
            format!("the line is not JSON from column {} on", unread.column().max(1))
        };
        Failure::new(
            Diagnostic::error("C08", message).help("each line is a JSON object, such as {\"piles\": [2,7,9,4,4]}"),
        )
    })
}

/// The position that a case starts from, if it names one.
pub(super) fn at<'c>(case: &'c Map<String, Json>, loaded: &Loaded) -> Result<Option<&'c str>, Failure> {
    match case.get("at").filter(|_| is_wrapped(case) || !is_param(loaded, "at")) {
        None | Some(Json::Null) => Ok(None),
        Some(Json::String(at)) => Ok(Some(at)),
        Some(_) => Err(Failure::new(Diagnostic::error("C08", "`at` is not a text such as \"i=2 turn=Bob\""))),
    }
}

/// Whether the parameters stand in an object of their own.
fn is_wrapped(case: &Map<String, Json>) -> bool {
    ["params", "input"].iter().any(|name| case.get(*name).is_some_and(Json::is_object))
}

/// The parameters of a case. Where they stand in an object of their own, everything beside them is left alone (what
/// is expected, where it comes from).
pub(super) fn params(case: &Map<String, Json>, loaded: &Loaded) -> Result<Map<String, Json>, Failure> {
    for name in ["params", "input"] {
        match case.get(name) {
            Some(Json::Object(params)) => return Ok(params.clone()),
            Some(_) if !is_param(loaded, name) => {
                return Err(Failure::new(Diagnostic::error("C08", format!("`{name}` is not an object of parameters"))));
            }
            _ => {}
        }
    }
    let own = |name: &str| is_param(loaded, name) || !BESIDE.contains(&name);
    Ok(case.iter().filter(|(name, _)| own(name)).map(|(name, value)| (name.clone(), value.clone())).collect())
}

fn is_param(loaded: &Loaded, name: &str) -> bool {
    loaded.rules.params.iter().any(|param| param.name == name)
}
