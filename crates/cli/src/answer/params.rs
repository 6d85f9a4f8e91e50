//! Parameters in words: `piles = [2, 7, 9, 4, 4]`, long ones cut.

use bouton::Instance;
use bouton::answer::report::params_json;
use serde_json::Value as Json;

/// A value longer than this is cut.
const LONGEST: usize = 60;

/// Every parameter.
pub(crate) fn shown(game: &Instance) -> Vec<String> {
    params_json(game).iter().map(|(name, value)| format!("{name} = {}", cut(value))).collect()
}

/// A value, with the end of a long list left out.
fn cut(value: &Json) -> String {
    let Json::Array(entries) = value else { return shorten(spaced(value)) };
    let mut shown = String::from("[");
    for (at, entry) in entries.iter().enumerate() {
        let entry = spaced(entry);
        if shown.chars().count() + entry.chars().count() > LONGEST {
            return format!("{shown}, …] ({} in all)", bouton::show::Count(entries.len() as u64))
                .replacen("[, …]", "[…]", 1);
        }
        shown.push_str(if at > 0 { ", " } else { "" });
        shown.push_str(&entry);
    }
    shown + "]"
}

fn shorten(text: String) -> String {
    if text.chars().count() <= LONGEST { text } else { text.chars().take(LONGEST).chain(['…']).collect() }
}

/// JSON with a blank after each comma between entries.
fn spaced(value: &Json) -> String {
    match value {
        Json::Array(entries) => format!("[{}]", entries.iter().map(spaced).collect::<Vec<_>>().join(", ")),
        other => other.to_string(),
    }
}
