//! JSON in which no name stands twice in an object: the usual reader keeps the last and says nothing.

use bouton_rules::{Text, say};
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value as Json};
use std::fmt;

/// A JSON object; a name that stands twice in it, or in an object inside it, is an error.
///
/// # Errors
/// No JSON object, or a name that stands twice.
pub fn read_object(text: &[u8]) -> Result<Map<String, Json>, serde_json::Error> {
    match serde_json::from_slice(text)? {
        Once(Json::Object(object)) => Ok(object),
        Once(other) => Err(Error::custom(format!("it holds {}, and an object is wanted", kind(&other)))),
    }
}

/// A name that stands twice in one object.
pub(super) fn twice<E: Error>(name: &str) -> E {
    E::custom(format!("the name `{name}` stands twice"))
}

/// What is wrong with a text that is no JSON object of the kind above. Errors of the reader are plain strings: those that are made here are known
/// again.
#[must_use]
pub fn misread(error: &serde_json::Error) -> Text {
    let words = error.to_string();
    let words = words.split(" at line ").next().unwrap_or_default();
    let twice = words.strip_prefix("the name `").and_then(|words| words.strip_suffix("` stands twice"));
    let holds = words.strip_prefix("it holds ").and_then(|words| words.strip_suffix(", and an object is wanted"));
    match (twice, KINDS.into_iter().find(|kind| holds == Some(*kind))) {
        (Some(name), _) => say!("the name `{name}` stands twice"),
        (None, Some(kind)) => say!("it holds {kind}, and an object is wanted"),
        (None, None) => Text::code(words),
    }
}

/// What a JSON value is, in words.
const KINDS: [&str; 6] = ["null", "true or false", "a number", "a text", "a list", "an object"];

fn kind(value: &Json) -> &'static str {
    KINDS[match value {
        Json::Null => 0,
        Json::Bool(_) => 1,
        Json::Number(_) => 2,
        Json::String(_) => 3,
        Json::Array(_) => 4,
        Json::Object(_) => 5,
    }]
}

/// A value whose objects hold each name once.
struct Once(Json);

impl<'de> Deserialize<'de> for Once {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Once, D::Error> {
        from.deserialize_any(Reader).map(Once)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(Json::from(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(Json::from(value))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Json, E> {
        Ok(Number::from_f64(value).map_or(Json::Null, Json::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(Json::from(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<Json, A::Error> {
        let mut list = Vec::new();
        while let Some(Once(entry)) = entries.next_element()? {
            list.push(entry);
        }
        Ok(Json::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Json, A::Error> {
        let mut object = Map::new();
        while let Some(name) = entries.next_key::<String>()? {
            if object.contains_key(&name) {
                return Err(twice(&name));
            }
            let Once(value) = entries.next_value()?;
            object.insert(name, value);
        }
        Ok(Json::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_read_as_the_usual_reader_reads_them() {
        let text = r#"{"a": [1, -2, 2.5, null, true, "x", 18446744073709551615], "b": {"c": {}}}"#;
        let usual: Json = serde_json::from_str(text).expect("this is JSON");
        assert_eq!(read_object(text.as_bytes()).map(Json::Object).ok(), Some(usual));
    }

    #[test]
    fn what_stands_twice_is_refused_wherever_it_stands() {
        for text in [r#"{"a":1,"b":2,"a":1}"#, r#"{"params":{"a":1,"a":2}}"#, r#"{"x":[{"a":1,"a":2}]}"#] {
            let said = read_object(text.as_bytes()).expect_err(text).to_string();
            assert!(said.starts_with("the name `a` stands twice at line 1"), "{said}");
        }
    }

    #[test]
    fn what_is_no_object_is_named() {
        let said = read_object(b"[4]").expect_err("a list").to_string();
        assert_eq!(said, "it holds a list, and an object is wanted");
        assert!(read_object(b"{} x").is_err());
    }
}
