//! What a table says of itself beside its columns: enough to solve the game again.

use crate::asked::Asked;
use bouton_teach::words::Lang;
use serde_json::Value as Json;

/// The meaning of the columns, by number.
const SCHEMA: &str = "bouton.positions/1";

/// Names with what stands under them.
pub(super) fn of(asked: &Asked, condition: Option<&str>) -> Vec<(String, String)> {
    let head = asked.file.head();
    let mut about = vec![
        ("schema", SCHEMA.to_owned()),
        ("game", asked.loaded.title(Lang::English)),
        ("rules", head.rules.clone()),
        ("params", Json::Object(head.params.clone()).to_string()),
        ("method", head.method.clone()),
        ("values", "win, draw, loss and lead are for the player to move".into()),
    ];
    about.extend(condition.map(|condition| ("where", condition.to_owned())));
    about.into_iter().map(|(key, value)| (format!("bouton.{key}"), value)).collect()
}
