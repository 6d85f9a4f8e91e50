//! The front end as it was built.

use rust_embed::RustEmbed;

/// The files of `dist/`.
#[derive(RustEmbed)]
#[folder = "dist/"]
pub(crate) struct Front;

/// A file as text; nothing where there is none of that name.
pub(crate) fn text(name: &str) -> Option<String> {
    let file = Front::get(name)?;
    String::from_utf8(file.data.into_owned()).ok()
}

/// What a file is, by its ending.
pub(crate) fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}
