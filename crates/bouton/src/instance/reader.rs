//! Parameters from JSON, straight into values: a list of ten million numbers is common, and a tree of JSON would take ten times its room.

use super::object::twice;
use super::params::{advised, graph, number};
use crate::game::Fault;
use bouton_rules::Rules;
use bouton_rules::datum::{Datum, NONE};
use bouton_rules::diagnostic::{Diagnostic, shorten};
use bouton_rules::interpret::Misfit;
use bouton_rules::say;
use bouton_rules::types::Domain;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value as Json};
use std::fmt;
use std::sync::Arc;

/// Why parameters could not be read.
#[derive(Debug)]
pub struct Unread {
    /// Where reading stopped; and why, where the text is not the JSON that is wanted.
    pub json: serde_json::Error,
    /// What is wrong with the parameters, where it is JSON.
    pub fault: Option<Fault>,
}

/// Parameters by number from the text of a JSON object.
///
/// # Errors
/// No JSON object, or a name that stands twice; `P02` for a name that is none, `P04` for a value of no kind that rules know.
pub fn read_params(rules: &Rules, text: &str) -> Result<Vec<Option<Datum>>, Unread> {
    let mut fault = None;
    let mut from = serde_json::Deserializer::from_str(text);
    let read = from.deserialize_map(Params { rules, fault: &mut fault });
    read.and_then(|given| from.end().map(|()| given)).map_err(|json| Unread { json, fault })
}

/// The value of a parameter, by number, from JSON text.
///
/// # Errors
/// No JSON; `P04` for a value of no kind that rules know.
pub fn read_param(rules: &Rules, which: usize, text: &str) -> Result<Datum, Unread> {
    let mut fault = None;
    let mut from = serde_json::Deserializer::from_str(text);
    let read = Param { rules, which, given: &[], fault: &mut fault }.deserialize(&mut from);
    read.and_then(|value| from.end().map(|()| value)).map_err(|json| Unread { json, fault })
}

/// Parameters by number from a JSON object. `P02` for a name that is none, `P04` for a value of no kind that rules know.
///
/// # Errors
/// `P02`, `P04`.
pub fn from_json(rules: &Rules, object: &Map<String, Json>) -> Result<Vec<Option<Datum>>, Fault> {
    let mut fault = None;
    let read = object.deserialize_any(Params { rules, fault: &mut fault });
    read.map_err(|_| fault.expect("what is JSON already is refused for what the rules say"))
}

/// Parameters by number from `name=value` words; see [`word_value`](super::word_value) for the values.
///
/// # Errors
/// `P02` for a name that is none or stands twice, `P04` for a value of no kind that rules know.
pub fn from_words<'w>(
    rules: &Rules,
    words: impl IntoIterator<Item = (&'w str, Json)>,
) -> Result<Vec<Option<Datum>>, Fault> {
    let mut object = Map::new();
    for (name, value) in words {
        number(rules, name)?;
        if object.insert(name.to_owned(), value).is_some() {
            return Err(Diagnostic::error("P02", say!("the parameter `{}` is given twice", shorten(name)))
                .help("give it once")
                .into());
        }
    }
    from_json(rules, &object)
}

/// Reads all parameters.
struct Params<'r> {
    rules: &'r Rules,
    fault: &'r mut Option<Fault>,
}

impl<'t> Visitor<'t> for Params<'_> {
    type Value = Vec<Option<Datum>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'t>>(self, mut members: A) -> Result<Self::Value, A::Error> {
        let Params { rules, fault } = self;
        let mut given = vec![None; rules.params.len()];
        while let Some(name) = members.next_key::<String>()? {
            let which = number(rules, &name).map_err(|found| {
                *fault = Some(found);
                A::Error::custom("unknown")
            })?;
            if given[which].is_some() {
                return Err(twice(&name));
            }
            let value = members.next_value_seed(Param { rules, which, given: &given, fault })?;
            given[which] = Some(value);
        }
        Ok(given)
    }
}

/// Reads one parameter; others may be known.
struct Param<'r> {
    rules: &'r Rules,
    which: usize,
    given: &'r [Option<Datum>],
    fault: &'r mut Option<Fault>,
}

impl<'t> DeserializeSeed<'t> for Param<'_> {
    type Value = Datum;

    fn deserialize<D: Deserializer<'t>>(self, from: D) -> Result<Datum, D::Error> {
        let Param { rules, which, given, fault } = self;
        let (param, mut wrong) = (&rules.params[which], None);
        let of_graph = matches!(param.domain, Domain::Graph { .. });
        let read = from.deserialize_any(Value { of_graph, wrong: &mut wrong });
        *fault = wrong.map(|wrong| match wrong {
            Wrong::Entry { part, holds } => {
                let message = say!("`{}{part}` holds `{}`, and only whole numbers of 64 bits, texts, true, false, null and lists of these can be read", param.name, shorten(&holds));
                Diagnostic::error("P04", message).help("write whole numbers, such as 12").into()
            }
            Wrong::Graph(misfit) => advised(rules, given, Box::new(rules.bad_param(which, misfit))),
        });
        read
    }
}

/// What is no value that parameters can have.
enum Wrong {
    /// The entry, as in `[3][0]`, and what it holds.
    Entry { part: String, holds: String },
    /// The form of a graph that is none.
    Graph(Misfit),
}

/// Reads a value; fractions, numbers beyond 64 bits, and objects but those of graphs are none.
struct Value<'r> {
    of_graph: bool,
    wrong: &'r mut Option<Wrong>,
}

impl Value<'_> {
    fn refuse<E: Error>(self, holds: impl fmt::Display) -> E {
        *self.wrong = Some(Wrong::Entry { part: String::new(), holds: holds.to_string() });
        E::custom("unread")
    }
}

impl<'t> DeserializeSeed<'t> for Value<'_> {
    type Value = Datum;

    fn deserialize<D: Deserializer<'t>>(self, from: D) -> Result<Datum, D::Error> {
        from.deserialize_any(self)
    }
}

impl<'t> Visitor<'t> for Value<'_> {
    type Value = Datum;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Datum, E> {
        Ok(Datum::Int(NONE))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Datum, E> {
        Ok(Datum::bool(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Datum, E> {
        if value == NONE { Err(self.refuse(value)) } else { Ok(Datum::Int(value)) }
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Datum, E> {
        i64::try_from(value).map(Datum::Int).map_err(|_| self.refuse(value))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Datum, E> {
        Err(self.refuse(Json::from(value)))
    }

    fn visit_str<E>(self, value: &str) -> Result<Datum, E> {
        Ok(Datum::text(value))
    }

    fn visit_seq<A: SeqAccess<'t>>(self, mut entries: A) -> Result<Datum, A::Error> {
        let mut list = Vec::new();
        loop {
            match entries.next_element_seed(Value { of_graph: false, wrong: &mut *self.wrong }) {
                Ok(Some(entry)) => list.push(entry),
                Ok(None) => return Ok(Datum::list(list)),
                Err(error) => {
                    if let Some(Wrong::Entry { part, .. }) = self.wrong {
                        part.insert_str(0, &format!("[{}]", list.len()));
                    }
                    return Err(error);
                }
            }
        }
    }

    fn visit_map<A: MapAccess<'t>>(self, mut members: A) -> Result<Datum, A::Error> {
        if !self.of_graph {
            let held = Json::deserialize(MapAccessDeserializer::new(members))?;
            return Err(self.refuse(held));
        }
        let mut form: Vec<(String, Datum)> = Vec::new();
        while let Some(name) = members.next_key::<String>()? {
            if form.iter().any(|(known, _)| *known == name) {
                return Err(twice(&name));
            }
            form.push((name, members.next_value_seed(Value { of_graph: false, wrong: &mut *self.wrong })?));
        }
        graph(&form).map(|nodes| Datum::Graph(Arc::new(nodes))).map_err(|misfit| {
            *self.wrong = Some(Wrong::Graph(misfit));
            A::Error::custom("misfit")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bouton_rules::{Source, check};

    const RULES: &str = "game G\nparam n : 0..9 = 1\nparam xs : list[1..9] of list[0..9] of 0..9 = [[1]]\n\
        param g : graph[1..9] = edges([[0, 1]])\nstate s : 0..1 = 0\nmove m { s += 1 }\nend when s == 1 => me wins\n";

    fn rules() -> Rules {
        let (rules, found) = check(&Source::new("test", RULES));
        rules.unwrap_or_else(|| panic!("{found:?}"))
    }

    fn lists(lists: &[&[i64]]) -> Datum {
        Datum::list(lists.iter().map(|list| Datum::ints(list.iter().copied())).collect())
    }

    #[test]
    fn a_text_reads_as_its_tree_does() {
        let rules = rules();
        for (text, wanted) in [
            ("{}", [None, None, None]),
            (r#"{"xs": [[1, -2], []], "n": null}"#, [Some(Datum::Int(NONE)), Some(lists(&[&[1, -2], &[]])), None]),
            (r#"{"n": "a", "xs": true}"#, [Some(Datum::text("a")), Some(Datum::bool(true)), None]),
            (
                r#" {"g": {"arcs": [[1, 2], [2, 3]], "from": 1}} "#,
                [None, None, Some(Datum::Graph(Arc::new(vec![vec![1], vec![2], vec![]])))],
            ),
        ] {
            let tree: Map<String, Json> = serde_json::from_str(text).expect("the test writes JSON");
            let read = read_params(&rules, text).unwrap_or_else(|unread| panic!("{text}: {unread:?}"));
            assert_eq!(read, wanted, "{text}");
            assert_eq!(from_json(&rules, &tree).expect("the same"), wanted, "{text}");
        }
        assert_eq!(read_param(&rules, 1, "[[7]]").expect("it is a value"), lists(&[&[7]]));
    }

    #[test]
    fn what_is_no_value_is_named_with_its_entry_and_its_place() {
        let rules = rules();
        for (text, code, begins, column) in [
            (r#"{"xs": [[1, 2], [3, 1.5]]}"#, "P04", "`xs[1][1]` holds `1.5`, and only", 23),
            (r#"{"xs": [18446744073709551615]}"#, "P04", "`xs[0]` holds `18446744073709551615`, and only", 28),
            (r#"{"xs": [-9223372036854775808]}"#, "P04", "`xs[0]` holds `-9223372036854775808`, and only", 28),
            (r#"{"xs": [{"a": 1}]}"#, "P04", r#"`xs[0]` holds `{"a":1}`, and only"#, 16),
            (r#"{"n": 2.5, "xs": ["#, "P04", "`n` holds `2.5`, and only", 9),
            (r#"{"ys": [1]}"#, "P02", "`G` has no parameter called `ys`", 5),
            (r#"{"g": {"edges": 3}}"#, "P04", "`g` must be lists, or an object", 18),
        ] {
            let unread = read_params(&rules, text).expect_err(text);
            let fault = unread.fault.expect(text);
            assert_eq!(fault.diagnostic.code, code, "{text}");
            assert!(fault.diagnostic.message.to_string().starts_with(begins), "{text}: {}", fault.diagnostic.message);
            assert_eq!((unread.json.line(), unread.json.column()), (1, column), "{text}");
        }
        for text in
            [r#"{"n": 1, "n": 1}"#, r#"{"g": {"edges": [], "edges": []}}"#, "[1]", r#"{"n": 1} 2"#, r#"{"n": 1"#]
        {
            let unread = read_params(&rules, text).expect_err(text);
            assert!(unread.fault.is_none(), "{text}");
        }
        assert!(read_param(&rules, 0, "1 2").expect_err("two values").fault.is_none());
    }
}
