//! Any bytes in the place of a solution file: an error or values, never a panic, and never more memory than the file is worth.
#![no_main]

use bouton::saved::Saved;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let file = std::env::temp_dir().join(format!("bouton-fuzz-{}.sol", std::process::id()));
    if std::fs::write(&file, bytes).is_err() {
        return;
    }
    if let Ok(saved) = Saved::open(&file) {
        let _ = saved.verify();
    }
});
