//! Formatting changes no meaning and is done after once.
#![no_main]

use bouton_rules::{
    Source,
    syntax::{format, outline, parse},
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let source = Source::new("fuzz.game", text);
    let Ok(once) = format(&source) else { return };
    let again = Source::new("fuzz.game", once.as_str());
    assert_eq!(outline(&parse(&source).0), outline(&parse(&again).0));
    assert_eq!(format(&again).as_deref(), Ok(once.as_str()));
});
