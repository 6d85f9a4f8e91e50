//! Colours and signs. Colour never says anything alone: words and signs say it too.

use clap::ValueEnum;
use std::borrow::Cow;
use std::env;
use std::io::{IsTerminal, stderr, stdout};

/// When to use colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// What a piece of text is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tint {
    /// A win, or a lead.
    Win,
    /// A loss, or a lead of the other.
    Loss,
    /// A draw, or an even score.
    Draw,
    /// Something to find again.
    Strong,
}

/// Whether there is colour, and which.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paint {
    on: bool,
    light: bool,
}

impl Paint {
    /// For the answers.
    pub(crate) fn stdout(when: When) -> Paint {
        Paint::new(when, stdout().is_terminal())
    }

    /// For everything else.
    pub(crate) fn stderr(when: When) -> Paint {
        Paint::new(when, stderr().is_terminal())
    }

    fn new(when: When, terminal: bool) -> Paint {
        let set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty() && value != "0");
        let on = match when {
            When::Always => true,
            When::Never => false,
            When::Auto if env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) => false,
            When::Auto if set("CLICOLOR_FORCE") => true,
            When::Auto => terminal && env::var_os("TERM").is_none_or(|term| term != "dumb"),
        };
        Paint { on, light: light() }
    }

    /// Whether there is colour.
    pub(crate) fn on(self) -> bool {
        self.on
    }

    /// A text with its signs in their colours, if there are any.
    pub(crate) fn signs(self, text: &str) -> String {
        if !self.on {
            return text.to_owned();
        }
        let tinted = |letter: char| match letter {
            '▲' => self.tint(Tint::Win, "▲"),
            '▼' => self.tint(Tint::Loss, "▼"),
            '■' => self.tint(Tint::Draw, "■"),
            '★' => self.tint(Tint::Strong, "★"),
            other => other.to_string(),
        };
        text.chars().map(tinted).collect()
    }

    /// Text in its colour, if there is any: the nearest of 256 to the palette that colour-blind readers can tell apart.
    pub(crate) fn tint(self, tint: Tint, text: &str) -> String {
        if !self.on || text.is_empty() {
            return text.to_owned();
        }
        match self.indexed(tint) {
            Some(number) => format!("\u{1b}[38;5;{number}m{text}\u{1b}[0m"),
            None => format!("\u{1b}[1m{text}\u{1b}[0m"),
        }
    }

    /// The number of a colour among the 256 of terminals; what is strong is bold and has none.
    pub(crate) fn indexed(self, tint: Tint) -> Option<u8> {
        match (tint, self.light) {
            (Tint::Win, true) => Some(25),
            (Tint::Win, false) => Some(74),
            (Tint::Loss, true) => Some(130),
            (Tint::Loss, false) => Some(209),
            (Tint::Draw, true) => Some(243),
            (Tint::Draw, false) => Some(249),
            (Tint::Strong, _) => None,
        }
    }
}

/// Whether the terminal says that its background is light (`COLORFGBG=0;15`).
fn light() -> bool {
    let said = env::var("COLORFGBG").unwrap_or_default();
    matches!(said.rsplit(';').next(), Some("7" | "15"))
}

/// The text with our own signs written on a plain keyboard. Names and titles of rules stay as they are.
pub(crate) fn ascii(text: &str) -> Cow<'_, str> {
    if text.is_ascii() { Cow::Borrowed(text) } else { Cow::Owned(text.chars().map(plain).collect::<String>()) }
}

fn plain(letter: char) -> Cow<'static, str> {
    Cow::Borrowed(match letter {
        '−' => "-",
        '★' => "*",
        '·' | '│' => "|",
        '…' => "...",
        '→' => "->",
        '←' => "<-",
        '↑' => "up",
        '↓' => "down",
        '✓' => "ok",
        '✗' => "no",
        '×' => "x",
        'µ' => "u",
        '▲' => "^",
        '▼' => "v",
        '■' => "=",
        '≤' => "<=",
        '≥' => ">=",
        '≠' => "!=",
        '⊕' => "xor",
        '├' | '└' => "+",
        '─' => "-",
        '∈' => "in",
        '∣' => "divides",
        letter => return Cow::Owned(letter.to_string()),
    })
}
