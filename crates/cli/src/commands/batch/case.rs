//! A line of `bouton batch`: what it asks for.

use crate::failure::Failure;
use crate::load::Loaded;
use bouton::Instance;
use bouton::answer::report::position_json;
use bouton::game::Game;
use bouton::instance::misread;
use bouton::instance::read_object;
use bouton::rules::diagnostic::Diagnostic;
use bouton::rules::layout::Packed;
use bouton::rules::say;
use serde_json::{Map, Value as Json};
use std::borrow::Cow;

/// Names that stand beside the parameters and are none.
const BESIDE: &[&str] = &["id", "at", "each", "expect", "expected", "source"];

/// The object of a line.
pub(super) fn read(text: &[u8]) -> Result<Map<String, Json>, Failure> {
    if text.iter().all(u8::is_ascii_whitespace) {
        return Err(Failure::new(
            Diagnostic::error("C08", "the line is empty")
                .help("each line is a JSON object, such as {\"piles\": [2,7,9,4,4]}"),
        ));
    }
    // Some editors begin a file with a mark that is no part of the text.
    let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
    read_object(text).map_err(|unread| {
        let message = if unread.line() == 0 {
            "the line is JSON, but not an object".into()
        } else if unread.is_data() {
            say!("{} in this line", misread(&unread))
        } else if unread.is_eof() {
            "the line ends before its JSON does".into()
        } else {
            say!("the line is not JSON from column {} on", unread.column().max(1))
        };
        Failure::new(
            Diagnostic::error("C08", message).help("each line is a JSON object, such as {\"piles\": [2,7,9,4,4]}"),
        )
    })
}

/// The position that a case names, if it names one.
pub(super) fn at(case: &Map<String, Json>, loaded: &Loaded) -> Option<Json> {
    case.get("at").filter(|_| is_wrapped(case) || !is_param(loaded, "at")).cloned()
}

/// The choices of positions that a case starts from, if it gives them.
pub(super) fn each(case: &Map<String, Json>, loaded: &Loaded) -> Result<Option<String>, Failure> {
    let refused =
        |message: &'static str, help: &'static str| Err(Failure::new(Diagnostic::error("C08", message).help(help)));
    match case.get("each").filter(|_| is_wrapped(case) || !is_param(loaded, "each")) {
        None => Ok(None),
        Some(_) if at(case, loaded).is_some() => {
            refused("`at` and `each` both say where to start", "leave one of them out")
        }
        Some(Json::String(choices)) => Ok(Some(choices.clone())),
        Some(_) => {
            refused("`each` is no text", "write what each variable runs over: \"i in 0..<n, j in i..<n if i != j\"")
        }
    }
}

/// The position that a case starts from: the one it names, or the start.
pub(super) fn start(at: Option<&Json>, loaded: &Loaded, game: &Instance) -> Result<Packed, Failure> {
    let position = match at {
        None | Some(Json::Null) => game.start(),
        Some(Json::String(at)) => game.read_position(at),
        Some(Json::Object(at)) => game.position_of(at),
        Some(_) => {
            let finding = Diagnostic::error("C08", "`at` is no position");
            let shown = game.start().map(|start| position_json(game, &start).to_string()).unwrap_or_default();
            return Err(Failure::new(
                finding.help(say!("write a text such as \"turn=Bob\", or an object such as {shown}")),
            ));
        }
    };
    position.map_err(|fault| Failure::fault(&loaded.rules.source, fault))
}

/// Whether the parameters stand in an object of their own.
fn is_wrapped(case: &Map<String, Json>) -> bool {
    ["params", "input"].iter().any(|name| case.get(*name).is_some_and(Json::is_object))
}

/// The parameters of a case. Where they stand in an object of their own, everything beside them is left alone (what
/// is expected, where it comes from).
pub(super) fn params<'c>(case: &'c Map<String, Json>, loaded: &Loaded) -> Result<Cow<'c, Map<String, Json>>, Failure> {
    for name in ["params", "input"] {
        match case.get(name) {
            Some(Json::Object(params)) => return Ok(Cow::Borrowed(params)),
            Some(_) if !is_param(loaded, name) => {
                let finding = Diagnostic::error("C08", say!("`{name}` is not an object of parameters"));
                return Err(Failure::new(finding.help("write it as in {\"params\": {\"piles\": [2,7,9,4,4]}}")));
            }
            _ => {}
        }
    }
    let own = |name: &str| is_param(loaded, name) || !BESIDE.contains(&name);
    // Lists may have millions of entries: they are copied only where something stands beside them.
    if case.keys().all(|name| own(name)) {
        return Ok(Cow::Borrowed(case));
    }
    Ok(Cow::Owned(
        case.iter().filter(|(name, _)| own(name)).map(|(name, value)| (name.clone(), value.clone())).collect(),
    ))
}

/// Whether that is a name that stands beside the parameters where it is none.
pub(super) fn stands_beside(name: &str) -> bool {
    BESIDE.contains(&name)
}

fn is_param(loaded: &Loaded, name: &str) -> bool {
    loaded.rules.params.iter().any(|param| param.name == name)
}
