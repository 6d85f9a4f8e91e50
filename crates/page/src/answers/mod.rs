//! What each route answers. Games are solved by the service, words and pictures are made in `bouton_teach`; here they are put together.

pub(crate) mod explain;
pub(crate) mod forms;
pub(crate) mod gallery;
pub(crate) mod play;
pub(crate) mod rules;
pub(crate) mod told;

use crate::refused::Refused;
use crate::service::{Cancel, Service};
use serde::Serialize;
use serde_json::Value as Json;

/// What an answer is made with.
#[derive(Clone, Copy)]
pub(crate) struct Call<'a> {
    pub(crate) service: &'a Service,
    /// Set when nobody waits any more.
    pub(crate) cancel: &'a Cancel,
}

/// An answer, or why there is none.
pub(crate) type Answer = Result<Json, Refused>;

fn json(value: impl Serialize) -> Json {
    serde_json::to_value(value).unwrap_or_default()
}
