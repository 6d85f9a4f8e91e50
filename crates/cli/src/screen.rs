//! Where answers and notes are written: one buffered stdout, and stderr.

use crate::exit::Exit;
use crate::failure::Failure;
use crate::options::{Format, Look, Tongue};
use crate::style::{Paint, ascii, shown, shown_json};
use crate::{findings, interrupt};
use bouton::rules::Text;
use bouton_teach::program::Language;
use bouton_teach::scene::Look as Words;
use bouton_teach::words::Lang;
use serde::Serialize;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write, stderr, stdout};

/// The two streams, and how text on them looks.
pub(crate) struct Screen {
    out: BufWriter<Out>,
    /// Colours of answers.
    pub(crate) paint: Paint,
    /// Colours of notes and errors.
    pub(crate) paint_notes: Paint,
    /// The format asked for.
    pub(crate) format: Format,
    /// Plain signs only.
    pub(crate) ascii: bool,
    /// Whether something was written before.
    begun: bool,
    /// No notes.
    pub(crate) quiet: bool,
    /// More than usual.
    pub(crate) verbose: bool,
    /// The language of explanations.
    pub(crate) lang: Lang,
    /// The language of programs, where one is asked for.
    pub(crate) program: Option<Language>,
    /// Text is broken to stay within this where that is possible.
    pub(crate) width: usize,
}

/// Standard output. Whoever reads it may take their time: once an answer is being written, the command is not ended from outside.
struct Out(StdoutLock<'static>);

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        interrupt::release();
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// The width of text that no terminal narrows.
const WIDTH: usize = 100;
/// Text is not made narrower than this, however narrow the terminal.
const NARROWEST: usize = 50;

impl Screen {
    pub(crate) fn new(look: &Look) -> Screen {
        let written = |tongue: &Tongue| if let Tongue::Written(language) = tongue { Some(*language) } else { None };
        let program = look.lang.iter().filter_map(written).next_back();
        let lang = spoken(look);
        interrupt::speak(lang);
        Screen {
            out: BufWriter::new(Out(stdout().lock())),
            paint: Paint::stdout(look.color),
            paint_notes: Paint::stderr(look.color),
            format: look.format,
            ascii: look.ascii,
            begun: false,
            quiet: look.quiet,
            verbose: look.verbose,
            lang,
            program,
            width: width(),
        }
    }

    /// Writes a text, its lines broken as they are. What is not for print in it is shown, not done.
    pub(crate) fn raw(&mut self, text: &str) -> Result<(), Failure> {
        let text = shown(text, self.paint.on());
        self.out.write_all(text.as_bytes()).map_err(Failure::unwritten)
    }

    /// Standard output itself, for what is not meant for people.
    pub(crate) fn stream(&mut self) -> impl Write + '_ {
        &mut self.out
    }

    /// Writes the text of a file to standard output: as it stands, unless people look at it.
    pub(crate) fn file(&mut self, text: &str) -> Result<(), Failure> {
        if stdout().is_terminal() {
            return self.raw(text);
        }
        self.out.write_all(text.as_bytes()).map_err(Failure::unwritten)
    }

    /// Begins anew: on a terminal with an empty screen, of which what stood there can still be scrolled to; elsewhere with an empty line.
    pub(crate) fn anew(&mut self) -> Result<(), Failure> {
        let clear = if stdout().is_terminal() { "\u{1b}[H\u{1b}[2J" } else { "\n" };
        let first = !std::mem::replace(&mut self.begun, true);
        if first && !stdout().is_terminal() {
            return Ok(());
        }
        self.out.write_all(clear.as_bytes()).map_err(Failure::unwritten)
    }

    /// Writes a line of an answer in words.
    pub(crate) fn line(&mut self, text: &str) -> Result<(), Failure> {
        let text = text.trim_end();
        if self.ascii {
            self.raw(&ascii(text))?
        } else {
            self.raw(text)?
        }
        self.raw("\n")
    }

    /// Writes a line in the language asked for.
    pub(crate) fn tell(&mut self, text: impl Into<Text>) -> Result<(), Failure> {
        self.line(&self.lang.sentence(text))
    }

    /// Writes a line after its title and a colon.
    pub(crate) fn tell_row(&mut self, title: &'static str, text: impl Into<Text>) -> Result<(), Failure> {
        self.line(&format!("{}:  {}", self.lang.sentence(title), self.lang.sentence(text)))
    }

    /// The language in which games and players are named: programs read the rules' own names.
    pub(crate) fn names(&self) -> Lang {
        match self.format {
            Format::Json | Format::Jsonl | Format::Csv => Lang::English,
            _ => self.lang,
        }
    }

    /// How explanations are written.
    pub(crate) fn words(&self) -> Words {
        Words { lang: self.lang, ascii: self.ascii }
    }

    /// Writes lines of an explanation, their signs in colour where there is colour.
    pub(crate) fn explain(&mut self, lines: &[String]) -> Result<(), Failure> {
        lines.iter().try_for_each(|line| {
            let tinted = self.paint.signs(line);
            self.line(&tinted)
        })
    }

    /// Writes a line of JSON.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        let text = serde_json::to_string(value).map_err(|unwritten| Failure::unwritten(unwritten.into()))?;
        self.json_lines(&format!("{text}\n"))
    }

    /// Writes lines that are JSON already.
    pub(crate) fn json_lines(&mut self, lines: &str) -> Result<(), Failure> {
        self.out.write_all(shown_json(lines).as_bytes()).map_err(Failure::unwritten)
    }

    /// Writes what is still waiting.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        self.out.flush().map_err(Failure::unwritten)
    }

    /// Says why a command failed: to people on stderr, to programs on stdout. What the command had written comes first.
    pub(crate) fn fail(&mut self, failure: &Failure) -> Exit {
        let Failure { exit, findings, about, mute } = failure;
        if findings.is_empty() {
            return *exit;
        }
        if *mute || !self.for_programs() {
            self.say(&findings::text(about, findings, self.paint_notes, self.lang));
        } else {
            let object = findings::error_object(about, findings);
            let _ = self.json(&object).and_then(|()| self.flush());
        }
        *exit
    }

    /// A line on stderr. That it cannot be written is nothing to stop for.
    pub(crate) fn say(&self, text: &str) {
        let text = shown(text.trim_end(), self.paint_notes.on());
        let _ = if self.ascii { writeln!(stderr(), "{}", ascii(&text)) } else { writeln!(stderr(), "{text}") };
    }

    /// A remark on stderr, unless nobody wants to hear it.
    pub(crate) fn note(&self, text: impl Into<Text>) {
        if !self.quiet {
            self.say(&format!("{}: {}", self.lang.sentence("note"), self.lang.sentence(text)));
        }
    }

    /// Whether programs read along.
    pub(crate) fn for_programs(&self) -> bool {
        matches!(self.format, Format::Json | Format::Jsonl)
    }
}

/// The language that the command line asks for, or else `BOUTON_LANG`.
pub(crate) fn spoken(look: &Look) -> Lang {
    let of = |tongue: &Tongue| if let Tongue::Spoken(lang) = tongue { Some(*lang) } else { None };
    look.lang.iter().filter_map(of).next_back().or_else(asked).unwrap_or_default()
}

/// The language that `BOUTON_LANG` asks for; one that nobody speaks here is as good as none.
fn asked() -> Option<Lang> {
    std::env::var("BOUTON_LANG").ok()?.parse().ok()
}

/// The width of the terminal that answers go to, within reason.
pub(crate) fn width() -> usize {
    let terminal = if stdout().is_terminal() { terminal_size::terminal_size() } else { None };
    terminal.map_or(WIDTH, |(width, _)| usize::from(width.0).clamp(NARROWEST, WIDTH))
}
