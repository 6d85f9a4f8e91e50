//! Ctrl-C: the first asks the search to stop, the second ends the program at once.

use crate::exit::Exit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

static ASKED: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// Set once somebody pressed Ctrl-C.
pub(crate) fn asked() -> Arc<AtomicBool> {
    ASKED.get_or_init(listen).clone()
}

fn listen() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let asked = flag.clone();
    // Without a handler Ctrl-C still ends the program, only less politely.
    let _ = ctrlc::set_handler(move || {
        if asked.swap(true, Ordering::Relaxed) {
            std::process::exit(Exit::Interrupted.number().into());
        }
    });
    flag
}
