//! What is asked and answered, as OpenAPI describes it. The types are those of `web/src/lib/api.ts`, from which `schema.json` is made
//! when the front end is built.

use crate::assets;
use crate::routes::{ROUTES, Route};
use serde_json::{Map, Value as Json, json};

/// The description.
pub(crate) fn description() -> Json {
    let schema: Json =
        assets::text("schema.json").and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
    let schemas = schema.get("definitions").cloned().unwrap_or_else(|| json!({}));
    let text = schemas.to_string().replace("#/definitions/", "#/components/schemas/");
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
