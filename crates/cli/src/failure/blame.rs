//! Which solution file is to blame for a value that is wrong or missing: the one that is open.

use super::Failure;
use crate::exit::Exit;
use bouton::Stop;
use bouton::rules::diagnostic::Diagnostic;
use bouton::rules::say;
use bouton::saved::Saved;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The solution file that values are read from.
static READ: Mutex<Option<(String, Arc<Saved>)>> = Mutex::new(None);

fn lock() -> MutexGuard<'static, Option<(String, Arc<Saved>)>> {
    READ.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on this file is to blame for values that are wrong or missing.
pub(crate) fn blame(file: &str, saved: &Arc<Saved>) {
    *lock() = Some((file.to_owned(), saved.clone()));
}

/// What a value that is wrong or missing says of the solution file that it was read from: Bouton takes nothing in it on trust.
pub(super) fn blamed(stop: &Stop) -> Option<Failure> {
    let found = match stop.why() {
        Stop::Wrong { position, reason } => say!("wrong at `{position}`: {reason}"),
        Stop::Missing { position } => say!("`{position}` can be reached, and is not in it"),
        _ => return None,
    };
    let read = lock();
    let (file, saved) = read.as_ref()?;
    if let Some(trouble) = saved.trouble() {
        return Some(Failure::unread_solution(file, &trouble));
    }
    let finding = Diagnostic::error("V07", say!("`{file}` does not hold what its rules say: {found}"));
    let finding =
        finding.note("every checksum is right: its values or its rules were changed after they were worked out");
    Some(Failure { exit: Exit::No, ..Failure::new(finding.help("solve it again, with `--save`")) })
}
