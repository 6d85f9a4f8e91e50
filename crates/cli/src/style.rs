//! Colours and signs. Colour never says anything alone: words and signs say it too.

use bouton::rules::diagnostic::{harmless, picture};
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

/// A text as it may go out: harmless, and with no other codes for terminals than those of colours, if there are colours.
pub(crate) fn shown(text: &str, colours: bool) -> Cow<'_, str> {
    let mut pieces = text.split(ESCAPE);
    let first = pieces.next().unwrap_or_default();
    if !colours || first.len() == text.len() {
        return harmless(text);
    }
    let mut out = harmless(first).into_owned();
    for piece in pieces {
        out.push(if begins_with_colour(piece) { ESCAPE } else { '␛' });
        out.push_str(&harmless(piece));
    }
    Cow::Owned(out)
}

const ESCAPE: char = '\u{1b}';

/// Whether a colour, bold or underlined letters begin or end here: `[38;5;74m`, behind the escape.
fn begins_with_colour(text: &str) -> bool {
    let code = text.strip_prefix('[').and_then(|rest| rest.split_once('m')).map_or("", |(code, _)| code);
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|letter| letter.is_ascii_digit());
    match code.strip_prefix("38;5;") {
        Some(number) => digits(number) && number.len() <= 3,
        None => matches!(code, "0" | "1" | "4") || (digits(code) && code.len() == 2 && code.starts_with(['3', '9'])),
    }
}

/// JSON in which every letter may go out: what is harmless only in print is written `\u009b`.
pub(crate) fn shown_json(json: &str) -> Cow<'_, str> {
    let plain = |letter: char| letter == '\n' || picture(letter).is_none();
    if json.chars().all(plain) {
        return Cow::Borrowed(json);
    }
    let escaped =
        |letter: char| if plain(letter) { letter.to_string() } else { format!("\\u{:04x}", u32::from(letter)) };
    Cow::Owned(json.chars().map(escaped).collect())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_all_that_terminals_are_told() {
        let paint = Paint { on: true, light: false };
        let own = format!("{} and {}", paint.tint(Tint::Win, "won"), paint.tint(Tint::Strong, "bold"));
        assert_eq!(shown(&own, true), own);
        assert!(!shown(&own, false).contains(ESCAPE));
        for wild in
            ["\u{1b}[2J", "\u{1b}]0;t\u{7}", "\u{1b}[8mhidden", "\u{1b}[31", "\u{1b}", "\u{1b}[38;5;7;8m", "\u{9b}2J"]
        {
            let said = format!("{own}{wild}\r");
            let rest = shown(&said, true).strip_prefix(&own).map(str::to_owned);
            assert!(rest.is_some_and(|rest| !rest.contains(char::is_control)), "{wild:?}");
        }
    }

    #[test]
    fn json_stays_what_it_says() {
        let said = serde_json::json!({"title": "a\u{9b}\u{202e}\u{1b}\n"}).to_string();
        let shown = shown_json(&said);
        assert!(!shown.chars().any(|letter| picture(letter).is_some()), "{shown}");
        let read = |json: &str| serde_json::from_str::<serde_json::Value>(json).ok();
        assert_eq!(read(&shown), read(&said));
    }
}
