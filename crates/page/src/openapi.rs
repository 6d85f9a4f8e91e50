//! What is asked and answered, as OpenAPI describes it. The types are those of `web/src/lib/api.ts`, from which `schema.json` is made
//! when the front end is built.

use crate::assets;
use crate::refused::Refused;
use crate::routes::{ROUTES, Route};
use bouton::rules::diagnostic::{Diagnostic, nearest, shorten};
use bouton::rules::{Text, say};
use bouton_teach::words::Lang;
use serde_json::{Map, Value as Json, json};
use std::sync::LazyLock;

/// What is asked and answered, by the names of `api.ts`.
static TYPES: LazyLock<Json> = LazyLock::new(|| {
    let schema: Option<Json> = assets::text("schema.json").and_then(|text| serde_json::from_str(&text).ok());
    schema.and_then(|schema| schema.get("definitions").cloned()).unwrap_or_else(|| json!({}))
});

/// Whether a request has only fields that its type has, and names only what their types name: what is misspelt would be left unheard.
pub(crate) fn known(name: &str, asked: &Json, lang: Lang) -> Result<(), Refused> {
    let Some(fields) = TYPES[name]["properties"].as_object() else { return Ok(()) };
    for (field, value) in asked.as_object().into_iter().flatten() {
        let no = |message: Text, given: &str, names: Vec<&str>| {
            let finding = Diagnostic::error("P03", message);
            let help = match nearest(given, names.iter().copied()) {
                Some(near) => say!("did you mean `{near}`?"),
                None => say!("one of: {}", Text::names(names)),
            };
            Err(Refused::plain(&finding.help(help), lang))
        };
        let Some(ty) = fields.get(field) else {
            return no(
                say!("this request cannot have a field `{}`", shorten(field)),
                field,
                fields.keys().map(String::as_str).collect(),
            );
        };
        let of = ty["$ref"].as_str().and_then(|path| path.rsplit('/').next()).map_or(ty, |name| &TYPES[name]);
        let names: Vec<&str> = of["enum"].as_array().into_iter().flatten().filter_map(Json::as_str).collect();
        if let Some(given) = value.as_str().filter(|given| !names.is_empty() && !names.contains(given)) {
            return no(say!("`{}` does not fit `{field}`", shorten(given)), given, names);
        }
    }
    Ok(())
}

/// The description.
pub(crate) fn description() -> Json {
    let text = TYPES.to_string().replace("#/definitions/", "#/components/schemas/");
    let schemas: Json = serde_json::from_str(&text).unwrap_or_default();
    let mut paths: Map<String, Json> =
        ROUTES.iter().map(|route| (format!("/api/{}", route.path), one(route))).collect();
    paths.insert("/api/solve".to_owned(), solve());
    paths.insert("/api/lesson".to_owned(), file());
    json!({"openapi": "3.1.0", "info": {"title": "Bouton", "version": env!("CARGO_PKG_VERSION"),
        "description": "Exact solutions of two-player games. Every refusal has the form Refused."},
        "paths": paths, "components": {"schemas": schemas}})
}

fn reference(name: &str) -> Json {
    json!({"$ref": format!("#/components/schemas/{name}")})
}

fn answers(given: &Json) -> Json {
    json!({"200": {"description": "the answer", "content": given},
        "default": {"description": "why there is none", "content": {"application/json": {"schema": reference("Refused")}}}})
}

fn one(route: &Route) -> Json {
    let given = json!({"application/json": {"schema": reference(route.types.1)}});
    if route.get {
        let lang = json!({"name": "lang", "in": "query", "required": false, "schema": {"enum": ["en", "zh"]}});
        return json!({"get": {"summary": route.about, "operationId": route.path, "parameters": [lang], "responses": answers(&given)}});
    }
    json!({"post": {"summary": route.about, "operationId": route.path, "requestBody": asked(route.types.0), "responses": answers(&given)}})
}

fn asked(name: &str) -> Json {
    json!({"required": true, "content": {"application/json": {"schema": reference(name)}}})
}

fn solve() -> Json {
    let given = json!({"text/event-stream": {"schema": reference("Solving")}});
    let about = "Solves a game: a stream of events `progress`, then `done` or `failed`; closing it cancels";
    json!({"post": {"summary": about, "operationId": "solve", "requestBody": asked("AtAsked"), "responses": answers(&given)}})
}

fn file() -> Json {
    let given = json!({"text/html": {"schema": {"type": "string"}}});
    let about = "A lesson: one file with the solved positions that works without a server";
    json!({"post": {"summary": about, "operationId": "lesson", "requestBody": asked("LessonAsked"), "responses": answers(&given)}})
}
