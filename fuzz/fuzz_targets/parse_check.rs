//! Any text is answered, and every place in an answer lies in the text.
#![no_main]

use bouton_rules::{Source, check, diagnostic::render, syntax::parse};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let source = Source::new("fuzz.game", text);
    let _file = parse(&source);
    let (_rules, found) = check(&source);
    for finding in &found {
        for label in &finding.labels {
            assert!(text.get(label.span.start as usize..label.span.end as usize).is_some());
        }
    }
    let _ = render(&source, &found, false);
});
