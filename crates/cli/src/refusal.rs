//! A command line that cannot be read, said in the words of every other error.

use crate::exit::Exit;
use crate::failure::Failure;
use crate::help::{framed, translated};
use crate::options::{Format, Look};
use crate::screen::{Screen, spoken};
use crate::style::{Paint, When};
use bouton::gallery;
use bouton::rules::diagnostic::{Diagnostic, nearest, shorten};
use bouton::rules::{Text, say};
use bouton_teach::words::Lang;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::ffi::OsString;

/// A command line that was refused, or that asked for help.
pub(crate) struct Refused {
    error: clap::Error,
    look: Look,
}

impl Refused {
    /// `described` is the whole command line, for help in another language.
    pub(crate) fn new(error: clap::Error, words: &[OsString], described: fn() -> clap::Command) -> Refused {
        let look = look(words);
        let error = if is_help(&error) { in_language(error, &look, words, described) } else { error };
        Refused { error, look }
    }

    /// Help goes to stdout; everything else is an error.
    pub(crate) fn show(&self) -> Exit {
        let mut screen = Screen::new(&self.look);
        match self.error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
                let text = self.text(screen.paint, screen.lang);
                let shown = screen.raw(&text).and_then(|()| screen.flush());
                shown.map_or_else(|failure| screen.fail(&failure), |()| Exit::Yes)
            }
            ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
                screen.say(&self.text(screen.paint_notes, screen.lang));
                Exit::Bad
            }
            _ => screen.fail(&Failure::new(self.finding())),
        }
    }

    fn text(&self, paint: Paint, lang: Lang) -> String {
        let text = self.error.render();
        framed(&if paint.on() { text.ansi().to_string() } else { text.to_string() }, lang)
    }

    fn finding(&self) -> Diagnostic {
        let wrong = |context| self.said(context).unwrap_or_default();
        match self.error.kind() {
            ErrorKind::InvalidSubcommand => self.unknown_command(&wrong(ContextKind::InvalidSubcommand)),
            ErrorKind::UnknownArgument => self.unknown_option(&wrong(ContextKind::InvalidArg)),
            ErrorKind::InvalidValue | ErrorKind::ValueValidation => self.bad_value(),
            ErrorKind::MissingRequiredArgument => {
                let finding =
                    Diagnostic::error("C01", say!("something is missing: {}", wrong(ContextKind::InvalidArg)));
                self.with_examples(self.with_usage(finding))
            }
            _ => self.with_usage(Diagnostic::error("C01", Text::quoted(self.first_line()))),
        }
    }

    fn unknown_command(&self, word: &str) -> Diagnostic {
        let finding = Diagnostic::error("C01", say!("there is no command `{word}`"));
        let near = self.said(ContextKind::SuggestedSubcommand);
        match near.as_deref().and_then(|near| nearest(word, near.split(", "))) {
            Some(near) => finding.help(say!("did you mean `{near}`?")),
            None => finding.help("`bouton --help` lists the commands"),
        }
    }

    fn unknown_option(&self, word: &str) -> Diagnostic {
        if !word.starts_with('-') {
            return self.one_too_many(word);
        }
        let finding = Diagnostic::error("C01", say!("there is no option `{word}` here"));
        let before_command = || self.said(ContextKind::Usage).is_some_and(|usage| usage.ends_with("<COMMAND>"));
        match self.said(ContextKind::SuggestedArg) {
            Some(near) => finding.help(say!("did you mean `{near}`?")),
            None if before_command() => {
                finding.help(say!("options come after the command, as in `bouton solve GAME {word}`"))
            }
            None => self.with_usage(finding),
        }
    }

    /// A word where none is taken; of a game, what can be done with it.
    fn one_too_many(&self, word: &str) -> Diagnostic {
        let verb = self.verb();
        let finding = Diagnostic::error("C01", say!("`bouton {verb}` does not take `{}`", shorten(word)));
        match gallery::find(word) {
            Some(game) => finding
                .help(say!("`bouton solve {}` solves it", game.name))
                .help(say!("`bouton new {}` writes its rules into this folder, to be read and changed", game.name)),
            None => self.with_usage(finding),
        }
    }

    /// The command that the usage speaks of.
    fn verb(&self) -> String {
        let usage = self.said(ContextKind::Usage).unwrap_or_default();
        usage.split_whitespace().nth(2).unwrap_or_default().to_owned()
    }

    fn bad_value(&self) -> Diagnostic {
        let option = self.said(ContextKind::InvalidArg).unwrap_or_default();
        let option = option.split(" <").next().unwrap_or_default();
        let value = self.said(ContextKind::InvalidValue).unwrap_or_default();
        if value.is_empty() {
            return self.with_examples(self.with_usage(Diagnostic::error("C06", say!("`{option}` needs a value"))));
        }
        let why = std::error::Error::source(&self.error);
        let finding = Diagnostic::error("C06", say!("`{value}` does not fit `{option}`"));
        let finding = match why.map(|why| why.downcast_ref().map_or_else(|| Text::quoted(why.to_string()), Text::clone))
        {
            None => finding,
            Some(how) if how.to_string().starts_with("write ") => finding.help(how),
            Some(why) => Diagnostic { message: say!("{}: {why}", finding.message), ..finding },
        };
        match (self.said(ContextKind::SuggestedValue), self.said(ContextKind::ValidValue)) {
            (Some(near), _) => finding.help(say!("did you mean `{near}`?")),
            (None, Some(known)) => finding.help(say!("one of: {}", Text::names(known.split(", ")))),
            (None, None) => finding,
        }
    }

    fn with_usage(&self, finding: Diagnostic) -> Diagnostic {
        match self.said(ContextKind::Usage) {
            Some(usage) => {
                let usage = usage.split_whitespace().skip_while(|word| *word == "Usage:").collect::<Vec<_>>().join(" ");
                finding.help(say!("the command is written `{usage}`"))
            }
            None => finding,
        }
    }

    /// Where examples of the command can be seen.
    fn with_examples(&self, finding: Diagnostic) -> Diagnostic {
        match self.verb().as_str() {
            "" => finding,
            verb => finding.help(say!("`bouton {verb} -h` has examples")),
        }
    }

    fn first_line(&self) -> String {
        let text = self.error.to_string();
        let line = text.lines().next().unwrap_or_default();
        line.trim_start_matches("error: ").trim_end_matches('.').to_owned()
    }

    fn said(&self, kind: ContextKind) -> Option<String> {
        let text = match self.error.get(kind)? {
            ContextValue::String(text) => text.clone(),
            ContextValue::Strings(texts) => texts.join(", "),
            ContextValue::StyledStr(text) => text.to_string(),
            ContextValue::StyledStrs(texts) => texts.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
            ContextValue::Number(number) => number.to_string(),
            _ => return None,
        };
        Some(text).filter(|text| !text.is_empty())
    }
}

fn is_help(error: &clap::Error) -> bool {
    matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand)
}

/// The same help, in the language asked for.
fn in_language(error: clap::Error, look: &Look, words: &[OsString], described: fn() -> clap::Command) -> clap::Error {
    match spoken(look) {
        Lang::English => error,
        lang => translated(described(), lang).try_get_matches_from_mut(words).err().filter(is_help).unwrap_or(error),
    }
}

/// What can be made out of the output options of a command line that could not be read.
fn look(words: &[OsString]) -> Look {
    let words: Vec<&str> = words.iter().filter_map(|word| word.to_str()).collect();
    let value = |name: &str| {
        let apart = words.iter().position(|word| *word == name).and_then(|at| words.get(at + 1)).copied();
        apart.or_else(|| words.iter().find_map(|word| word.strip_prefix(name)?.strip_prefix('=')))
    };
    let format = match value("--format") {
        Some("json") => Format::Json,
        Some("jsonl") => Format::Jsonl,
        _ => Format::Text,
    };
    let color = match value("--color") {
        Some("always") => When::Always,
        Some("never") => When::Never,
        _ => When::Auto,
    };
    let lang = value("--lang").and_then(|lang| lang.parse().ok()).into_iter().collect();
    Look { format, color, ascii: words.contains(&"--ascii"), quiet: false, verbose: false, lang }
}
