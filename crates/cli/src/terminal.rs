//! A terminal that is filled by one program for a while, and gets back what stood on it: in the end, in a panic, at a signal.

use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use std::fs::File;
use std::io::{self, Write, stderr, stdout};
use std::sync::atomic::{AtomicBool, Ordering};

static FILLED: AtomicBool = AtomicBool::new(false);

/// Takes the whole screen; keys come one by one from here on.
pub(crate) fn fill() -> io::Result<()> {
    FILLED.store(true, Ordering::SeqCst);
    let filled = enable_raw_mode().and_then(|()| execute!(stdout(), EnterAlternateScreen, Hide));
    if filled.is_err() {
        restore();
    }
    filled
}

/// Gives the screen back, if it was taken. Whoever calls it may hold no lock: standard output is another thread's while a signal is
/// heard, so the terminal is written to by its own name.
pub(crate) fn restore() {
    if !FILLED.swap(false, Ordering::SeqCst) {
        return;
    }
    let _ = disable_raw_mode();
    let _ = match File::options().write(true).open("/dev/tty") {
        Ok(mut tty) => leave(&mut tty),
        Err(_) => leave(&mut stderr()),
    };
}

fn leave(out: &mut impl Write) -> io::Result<()> {
    execute!(out, LeaveAlternateScreen, Show)
}
