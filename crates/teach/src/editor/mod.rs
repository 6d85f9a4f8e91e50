//! What editors show of rules, in the words of a language: what stands under the cursor, what may be written, results behind lines.
//! `bouton lsp` and the page ask the same functions.
//!
//! [`Document`] knows the text alone, and answers at once. [`Study`] is what playing the examples told: it takes time, so whoever
//! asks makes it beside, within limits, and hands it in where there is one.

mod complete;
mod hover;
mod inlay;
mod lens;
mod refused;
mod study;

pub use bouton::rules::services::Document;
pub use complete::{Item, ItemKind, complete};
pub use hover::{Hover, hover};
pub use inlay::{Inlay, inlays};
pub use lens::{Lens, LensCommand, lenses};
pub use refused::refused;
pub use study::{ExampleRan, MoveSeen, Seen, Size, Study, study};
