//! From what people type for a game to checked rules.

use crate::failure::Failure;
use crate::files;
use bouton::gallery::{self, GalleryGame};
use bouton::rules::diagnostic::{Diagnostic, Severity, shorten};
use bouton::rules::syntax::lex::{MAX_BYTES, too_large};
use bouton::rules::{Rules, Source, Text, check, say};
use bouton::saved::Saved;
use bouton_teach::words::Lang;
use std::fs::File;
use std::io::{self, Read, stdin};
use std::path::Path;
use std::string::FromUtf8Error;
use std::sync::Arc;

/// Checked rules, and what they were called.
#[derive(Clone, Debug)]
pub(crate) struct Loaded {
    /// What was typed.
    pub(crate) typed: String,
    pub(crate) rules: Arc<Rules>,
    pub(crate) warnings: Vec<Diagnostic>,
    /// The solution file that the rules were read from, if they were.
    pub(crate) saved: Option<Arc<Saved>>,
}

impl Loaded {
    /// The title in a language, without problem numbers.
    pub(crate) fn title(&self, lang: Lang) -> String {
        bouton_teach::gallery::title(&self.rules, lang)
    }

    /// What a person types for it, safe in a shell.
    pub(crate) fn word(&self) -> String {
        let safe = self.typed.chars().all(|letter| letter.is_alphanumeric() || "./-_+~:".contains(letter));
        if safe { self.typed.clone() } else { format!("'{}'", self.typed) }
    }
}

/// Reads and checks the rules of a game; faulty rules are a failure.
pub(crate) fn load(word: &str) -> Result<Loaded, Failure> {
    if files::names_a_search(word) {
        let finding = Diagnostic::error("V06", say!("`{}` is a search that is not finished", shorten(word)));
        return Err(Failure::new(finding.help(say!("go on with it: bouton solve --resume {}", Text::code(word)))));
    }
    let saved = if files::names_a_solution(word) { Some(files::open(word)?) } else { None };
    let source = saved.as_ref().map_or_else(|| source(word), |saved| Ok(files::rules(saved)))?;
    checked(word, &source, saved)
}

/// Rules that somebody named by a word.
pub(crate) fn checked(word: &str, source: &Source, saved: Option<Arc<Saved>>) -> Result<Loaded, Failure> {
    match check(source) {
        (Some(rules), warnings) => Ok(Loaded { typed: word.to_owned(), rules: Arc::new(rules), warnings, saved }),
        (None, mut findings) => {
            findings.sort_by_key(|finding| finding.severity != Severity::Error);
            Err(Failure::in_text(source, findings))
        }
    }
}

/// The text of the rules of a game: a file if the word has a folder or ends in `.game`, else one of the gallery.
pub(crate) fn source(word: &str) -> Result<Source, Failure> {
    if word == "-" {
        return Ok(Source::new("standard input", read("standard input", stdin().lock())?));
    }
    if names_a_file(word) {
        let file = File::open(word).map_err(|error| no_file(word, &error))?;
        return Ok(Source::new(word, read(word, file)?));
    }
    gallery::find(word).map(of_gallery).ok_or_else(|| unknown(word))
}

/// A gallery game's text under the name that messages call it.
pub(crate) fn of_gallery(game: GalleryGame) -> Source {
    Source::new(format!("{}.game", game.name), game.text)
}

fn names_a_file(word: &str) -> bool {
    word.contains(std::path::is_separator) || Path::new(word).extension().is_some_and(|extension| extension == "game")
}

/// Text from a file, in UTF-8 and not too long.
pub(crate) fn read(name: &str, from: impl Read) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    from.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(|error| Failure::unread(name, &error))?;
    if bytes.len() > MAX_BYTES {
        return Err(Failure::in_text(&Source::new(name, ""), vec![too_large()]));
    }
    String::from_utf8(bytes).map_err(|wrong| no_text(name, &wrong))
}

/// Text that is not UTF-8, with the place of the first byte that is none.
pub(crate) fn no_text(name: &str, wrong: &FromUtf8Error) -> Failure {
    let at = wrong.utf8_error().valid_up_to();
    let before = String::from_utf8_lossy(&wrong.as_bytes()[..at]);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, |last| last.chars().count()) + 1;
    let byte = wrong.as_bytes().get(at).copied().unwrap_or_default();
    let place = say!("line {line}, column {column}: byte {byte:#04x}");
    let finding = Diagnostic::error("C03", say!("`{name}` is not text in UTF-8 ({place})"));
    Failure::new(finding.help("save it as UTF-8, plain text"))
}

fn no_file(word: &str, error: &io::Error) -> Failure {
    let mut failure = Failure::unread(word, error);
    let stem = Path::new(word).file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    if error.kind() == io::ErrorKind::NotFound {
        let new = say!("`bouton new {stem}` writes one to start from");
        let help = match gallery::find(&stem) {
            Some(game) => say!("the gallery has {}: say `{stem}`; {new}", game.title),
            None => new,
        };
        failure.findings.iter_mut().for_each(|finding| finding.help.clear());
        failure.findings = failure.findings.into_iter().map(|finding| finding.help(&help)).collect();
    }
    failure
}

pub(crate) fn unknown(word: &str) -> Failure {
    let finding = Diagnostic::error("C02", say!("there is no game `{}` in the gallery", shorten(word)));
    let file = format!("{word}.game");
    if Path::new(&file).is_file() {
        return Failure::new(finding.help(say!("there is a file of that name here: say `{file}`")));
    }
    if Path::new(word).is_file() {
        return Failure::new(finding.help(say!("to read the file of that name say `./{word}`")));
    }
    if let Some(finding) = unknown_number(word) {
        return Failure::new(finding);
    }
    let finding = match gallery::near(word) {
        Some(near) => finding.help(say!("did you mean `{near}`?")),
        None => finding,
    };
    Failure::new(finding.help("`bouton games` lists them; a file of your own ends in `.game`"))
}

/// A number that no game of the gallery has, with those that they have.
pub(crate) fn unknown_number(word: &str) -> Option<Diagnostic> {
    if word.is_empty() || !word.bytes().all(|letter| letter.is_ascii_digit()) || gallery::find(word).is_some() {
        return None;
    }
    let mut known: Vec<u64> = gallery::games()
        .flat_map(|game| game.problems)
        .filter_map(|problem| problem.rsplit(' ').next()?.parse().ok())
        .collect();
    known.sort_unstable();
    known.dedup();
    let known: Vec<String> = known.iter().map(u64::to_string).collect();
    let finding = Diagnostic::error("C02", say!("there is no game of number {} in the gallery", shorten(word)));
    Some(finding.help(say!("there are {}", Text::names(known))).help("`bouton games` lists every game with its number"))
}
