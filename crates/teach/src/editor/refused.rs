//! Why a name cannot be another, in words.

use crate::words::Lang;
use bouton::rules::services::Refused;

/// Why a name cannot be changed.
#[must_use]
pub fn refused(why: Refused, lang: Lang) -> String {
    match why {
        Refused::NoName => lang.say("editor-no-name", &[]),
        Refused::NotWritten => lang.say("editor-not-written", &[]),
        Refused::NotAName => lang.say("editor-not-a-name", &[]),
        Refused::Reserved => lang.say("editor-reserved", &[]),
        Refused::Taken => lang.say("editor-taken", &[]),
    }
}
