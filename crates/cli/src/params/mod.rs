//! Parameters from the command line: words, files of JSON, files of numbers.

mod files;
mod unread;
mod words;

use crate::failure::Failure;
use crate::load::Loaded;
use crate::options::{FromArgs, GameArgs};
use crate::saved;
use bouton::game::Fault;
use bouton::instance::from_words;
use bouton::rules::datum::Datum;
use bouton::rules::diagnostic::{Diagnostic, shorten};
use bouton::rules::{Text, say};
use bouton::{Instance, Limits};
use serde_json::Value as Json;
use words::listed;

/// Parameters by number.
pub(crate) type Given = Vec<Option<Datum>>;

/// The game of a command line with its parameters, to be played within these limits.
pub(crate) fn instance(
    loaded: &Loaded,
    args: &GameArgs,
    from: Option<&FromArgs>,
    at: Option<&str>,
    limits: &Limits,
    verb: &str,
) -> Result<Instance, Failure> {
    let opened = saved::of_game(loaded, from)?;
    let game = make(loaded, &given(loaded, args, at)?, limits, verb)?;
    let position = at.and_then(|at| game.read_position(at).ok());
    let game = game.asked_at(&position);
    opened.map_or(Ok(game.clone()), |opened| opened.with(game))
}

/// The game with these parameters.
pub(crate) fn make(loaded: &Loaded, given: &Given, limits: &Limits, verb: &str) -> Result<Instance, Failure> {
    Instance::new_within(loaded.rules.clone(), given, limits)
        .map_err(|fault| Failure::fault(&loaded.rules.source, with_command(in_full(fault, loaded), loaded, verb)))
}

/// A declaration that was cut for the message is shown as it stands, if it fits a line.
fn in_full(mut fault: Fault, loaded: &Loaded) -> Fault {
    const LINE: usize = 100;
    let rules = &loaded.rules;
    let whole = rules.params.iter().map(|param| rules.source.slice(param.span)).filter(|text| text.len() <= LINE);
    for text in whole {
        let cut = say!("declared as `{}`", shorten(text));
        for note in fault.diagnostic.notes.iter_mut().filter(|note| **note == cut) {
            *note = say!("declared as `{text}`");
        }
    }
    fault
}

/// What is wrong with a parameter is best mended by a line that works.
fn with_command(mut fault: Fault, loaded: &Loaded, verb: &str) -> Fault {
    for help in &mut fault.diagnostic.help {
        if let Text::Said(said) = &help.text
            && let ("for instance {}", [words]) = (said.0, said.1.as_slice())
            && words.to_string().starts_with('\'')
        {
            help.text = say!("for instance:  bouton {} {} {words}", Text::code(verb), loaded.word());
        }
    }
    fault
}

/// The parameters given on a command line: those of the file first, words in their place.
pub(crate) fn given(loaded: &Loaded, args: &GameArgs, at: Option<&str>) -> Result<Given, Failure> {
    if let Some(saved) = &loaded.saved {
        if args.params.is_some() || !args.words.is_empty() {
            let finding = Diagnostic::error("V03", say!("`{}` brings its own parameters", loaded.typed));
            return Err(Failure::new(
                finding.help("leave parameters out; `bouton info FILE.sol` shows those it was solved with"),
            ));
        }
        return saved::given(loaded, saved);
    }
    let mut given = match &args.params {
        Some(file) => files::object(loaded, file)?,
        None => vec![None; loaded.rules.params.len()],
    };
    words::in_one_piece(loaded, &args.words, at)?;
    let (mut plain, mut seen) = (Vec::new(), Vec::new());
    for word in &args.words {
        let (name, value) = words::split(loaded, &args.words, word)?;
        if seen.contains(&name) {
            let finding = Diagnostic::error("P02", say!("the parameter `{}` is given twice", shorten(name)));
            return Err(Failure::new(finding.help("give it once")));
        }
        seen.push(name);
        match value.strip_prefix('@') {
            Some(file) => {
                let (which, value) = (place(loaded, name)?, files::value(loaded, name, file)?);
                given[which] = Some(listed(&loaded.rules.params[which].domain, value));
            }
            None => plain.push((name, words::value(loaded, name, value)?)),
        }
    }
    let words = from_words(&loaded.rules, plain).map_err(|fault| failed(loaded, fault))?;
    for ((given, word), param) in given.iter_mut().zip(words).zip(&loaded.rules.params) {
        *given = word.map(|word| listed(&param.domain, word)).or(given.take());
    }
    Ok(given)
}

/// The number of a parameter, or what is wrong with its name.
fn place(loaded: &Loaded, name: &str) -> Result<usize, Failure> {
    let number = loaded.rules.params.iter().position(|param| param.name == name);
    number.ok_or_else(|| match from_words(&loaded.rules, [(name, Json::Null)]) {
        Err(fault) => failed(loaded, fault),
        Ok(_) => Failure::new(Diagnostic::error("P02", say!("there is no parameter `{name}`")).help("leave it out")),
    })
}

fn failed(loaded: &Loaded, fault: Fault) -> Failure {
    Failure::fault(&loaded.rules.source, fault)
}
