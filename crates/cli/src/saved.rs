//! Solution files on the command line: opening them, what is wrong with them in words, and whether they are of the game at hand.

use crate::failure::Failure;
use crate::load::Loaded;
use bouton::game::Opened;
use bouton::instance::from_json;
use bouton::rules::Source;
use bouton::rules::diagnostic::{Diagnostic, shorten};
use bouton::rules::syntax::meaning::difference;
use bouton::saved::{Saved, Trouble};
use bouton::{Instance, answer};
use std::path::Path;
use std::sync::Arc;

/// Files up to this size are read through when they are opened; of larger ones, a block when it is needed.
const READ_THROUGH: u64 = 16 << 20;

/// Whether a word names a solution file.
pub(crate) fn names_one(word: &str) -> bool {
    Path::new(word).extension().is_some_and(|extension| extension == "sol")
}

/// Opens a solution file.
pub(crate) fn open(file: &str) -> Result<Arc<Saved>, Failure> {
    let saved = Saved::open(Path::new(file)).map_err(|trouble| unread(file, &trouble))?;
    if saved.file_bytes() <= READ_THROUGH {
        saved.verify().map_err(|trouble| unread(file, &trouble))?;
    }
    Ok(Arc::new(saved))
}

/// A file that cannot be read, or not be trusted.
pub(crate) fn unread(file: &str, trouble: &Trouble) -> Failure {
    let finding = |code, help: &str| Failure::new(Diagnostic::error(code, format!("`{file}`: {trouble}")).help(help));
    match trouble {
        Trouble::Io(error) => Failure::unread(file, error),
        Trouble::Other => finding("V01", "`bouton solve GAME --save FILE.sol` writes one"),
        Trouble::Later(_) => finding("V01", "a newer Bouton reads it"),
        _ => {
            finding("V02", "solve it again, with `--save`; a copy that was sent as text or cut short cannot be mended")
        }
    }
}

/// A file that cannot be written.
pub(crate) fn unwritten(file: &str, trouble: &Trouble) -> Failure {
    match trouble {
        Trouble::Io(error) => Failure::unwritten_file(file, error),
        Trouble::Busy => {
            let finding = Diagnostic::error("V04", format!("`{file}`: {trouble}"));
            Failure::new(finding.help("wait for it, or save under another name"))
        }
        _ => {
            let finding = Diagnostic::error("V05", format!("`{file}` is not written: {trouble}"));
            Failure::new(finding.help("`--method` names another way to solve it; `bouton plan` says which fit"))
        }
    }
}

/// The rules in the file, under the name that messages call them.
pub(crate) fn rules(saved: &Saved) -> Source {
    Source::new(saved.head().file.clone(), saved.head().rules.clone())
}

/// The game with the solution in a file, if the file is of these rules and parameters.
pub(crate) fn with(game: Instance, saved: &Arc<Saved>, file: &str) -> Result<Instance, Failure> {
    let head = saved.head();
    if let Some(differ) = difference(&rules(saved), &game.rules().source) {
        let mut finding = Diagnostic::error("V03", format!("`{file}` was solved with other rules"));
        let side = |line: Option<(usize, String)>| {
            line.map_or_else(|| "nothing more".to_owned(), |(line, text)| format!("line {line}: {}", shorten(&text)))
        };
        finding =
            finding.note(format!("there  {}", side(differ.first))).note(format!("here   {}", side(differ.second)));
        return Err(Failure::new(
            finding.help("solve it again, with `--save`; names, comments and examples may change"),
        ));
    }
    let here = answer::report::params_json(&game);
    // Names may have changed: parameters go by their order.
    let (one, other) = (head.params.values(), here.as_object().into_iter().flat_map(|params| params.values()));
    if !one.eq(other) {
        let there = serde_json::Value::Object(head.params.clone());
        let finding = Diagnostic::error("V03", format!("`{file}` was solved with other parameters"));
        let finding = finding.note(format!("there  {}", shorten(&there.to_string())));
        return Err(Failure::new(
            finding.note(format!("here   {}", shorten(&here.to_string()))).help("solve it again, with `--save`"),
        ));
    }
    let (opened, _): (Opened, _) = saved.opened(&game).map_err(|trouble| unread(file, &trouble))?;
    Ok(game.with_opened(opened))
}

/// The parameters in the file, for rules that were read from it too.
pub(crate) fn given(loaded: &Loaded, saved: &Saved) -> Result<crate::params::Given, Failure> {
    from_json(&loaded.rules, &saved.head().params).map_err(|fault| Failure::fault(&loaded.rules.source, fault))
}
