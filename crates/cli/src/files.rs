//! Solution files, and searches that are not finished, by their names: opening them, and what is wrong with them in words.

use crate::failure::Failure;
use bouton::rules::diagnostic::{Diagnostic, shorten};
use bouton::rules::meaning::difference;
use bouton::rules::{Rules, Source, Text, check, say};
use bouton::saved::{Saved, Trouble};
use std::path::Path;
use std::sync::Arc;

/// What the names of searches that are not finished end with, beyond that of the solution.
pub(crate) const UNFINISHED: &str = ".part";

/// Whether a word names such a search.
pub(crate) fn names_a_search(word: &str) -> bool {
    word.strip_suffix(UNFINISHED).is_some_and(names_a_solution)
}

/// Whether a word names what one of several processes left of such a search: `c4.sol.1-of-4.part`.
pub(crate) fn names_a_share(word: &str) -> bool {
    let share = word.strip_suffix(UNFINISHED).and_then(|word| word.rsplit_once('.'));
    share.is_some_and(|(save, share)| names_a_solution(save) && share.contains("-of-"))
}

/// Files up to this size are read through when they are opened; of larger ones, a block when it is needed.
const READ_THROUGH: u64 = 16 << 20;

/// Whether a word names a solution file.
pub(crate) fn names_a_solution(word: &str) -> bool {
    Path::new(word).extension().is_some_and(|extension| extension == "sol")
}

/// A solution file is wanted, and this word names none.
pub(crate) fn wanted(file: &str) -> Result<(), Failure> {
    if names_a_solution(file) {
        return Ok(());
    }
    let finding = Diagnostic::error("V01", say!("`{file}` is no solution file: those end in `.sol`"));
    Err(Failure::new(finding.help("`bouton solve GAME --save FILE.sol` writes one")))
}

/// Opens a solution file.
pub(crate) fn open(file: &str) -> Result<Arc<Saved>, Failure> {
    let saved = Saved::open(Path::new(file)).map_err(|trouble| Failure::unread_solution(file, &trouble))?;
    if saved.file_bytes() <= READ_THROUGH {
        saved.verify().map_err(|trouble| Failure::unread_solution(file, &trouble))?;
    }
    Ok(Arc::new(saved))
}

/// Whether some shard of a solution is not in its folder, or what lies there in its place is another.
pub(crate) fn lacks_shards(folder: &str) -> bool {
    matches!(Saved::open(Path::new(folder)), Err(Trouble::Shards(_) | Trouble::Damaged(_)))
}

/// A file that cannot be written.
pub(crate) fn unwritten(file: &str, trouble: &Trouble) -> Failure {
    match trouble {
        Trouble::Io(error) => Failure::unwritten_file(file, error),
        Trouble::Busy => {
            let finding = Diagnostic::error("V04", say!("`{file}`: {trouble}"));
            Failure::new(finding.help("wait for it, or save under another name"))
        }
        Trouble::Stopped(stop) => Failure::of_stop(stop),
        _ => {
            let finding = Diagnostic::error("V05", say!("`{file}` is not written: {trouble}"));
            Failure::new(finding.help("`--method` names another way to solve it; `bouton plan` says which fit"))
        }
    }
}

/// The rules in the file, under the name that messages call them.
pub(crate) fn rules(saved: &Saved) -> Source {
    Source::new(saved.head().file.clone(), saved.head().rules.clone())
}

/// How rules that were read from a file differ in meaning from those at hand; nothing where they do not.
pub(crate) fn differ(there: &Source, here: &Rules) -> Option<Vec<Text>> {
    if there.text == here.source.text {
        return None;
    }
    let Some(there) = check(there).0 else { return Some(vec![say!("its rules are none that this Bouton reads")]) };
    let differ = difference(&there, here)?;
    let side = |line: Option<(usize, String)>| {
        line.map_or_else(|| "nothing more".into(), |(line, text)| say!("line {line}: {}", shorten(&text)))
    };
    Some(vec![say!("there  {}", side(differ.first)), say!("here   {}", side(differ.second))])
}
