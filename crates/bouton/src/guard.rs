//! A case among many costs no more than itself: a panic inside it is caught and becomes a [`Stop`] that says what happened and where.

use crate::error::Stop;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// The name of a thread whose panic is handed on to whoever waits for it.
pub(crate) const JOINED: &str = "bouton-joined";

thread_local! {
    /// How many guarded cases this thread is in.
    static INSIDE: Cell<u32> = const { Cell::new(0) };
}

/// Panics that a guarded case will ask for: what was said, and where.
static NOTED: Mutex<Vec<(String, String)>> = Mutex::new(Vec::new());

/// Does the work of a case. A panic in it is a fault of Bouton, and is told with the words for the case. What the work changed
/// before the panic is not to be used any more.
///
/// # Errors
/// `Stop::Panicked` where the work panics.
pub fn guarded<T>(case: impl Fn() -> String, work: impl FnOnce() -> T) -> Result<T, Stop> {
    INSIDE.set(INSIDE.get() + 1);
    let done = caught(&case, || {
        let done = work();
        rehearse(&case);
        done
    });
    INSIDE.set(INSIDE.get() - 1);
    done
}

/// The same for work that no other cases stand beside: only a panic on a thread that it waits for comes back to it.
///
/// # Errors
/// `Stop::Panicked` where the work panics.
pub fn caught<T>(case: impl Fn() -> String, work: impl FnOnce() -> T) -> Result<T, Stop> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let said = panic.downcast_ref::<String>().cloned();
        let why = said.or_else(|| panic.downcast_ref::<&str>().map(|said| (*said).to_owned()));
        let why = why.unwrap_or_else(|| NO_REASON.to_owned());
        let mut noted = NOTED.lock().unwrap_or_else(PoisonError::into_inner);
        let which = noted.iter().position(|(said, _)| *said == why);
        let place = which.map_or_else(String::new, |which| noted.swap_remove(which).1);
        Stop::Panicked { why, place, case: case() }
    })
}

/// For the panic hook of a program: whether somebody will hear of this panic, so that it need not end the program. Its place is kept.
pub fn noted(panic: &PanicHookInfo<'_>) -> bool {
    // A panic on a thread that others wait for comes back to them.
    let joined = rayon::current_thread_index().is_some() || thread::current().name() == Some(JOINED);
    let heard = joined || INSIDE.get() > 0;
    if heard {
        let place = panic.location().map_or(String::new(), |at| format!("{}:{}", at.file(), at.line()));
        let why = panic.payload_as_str().unwrap_or(NO_REASON).to_owned();
        NOTED.lock().unwrap_or_else(PoisonError::into_inner).push((why, place));
    }
    heard
}

const NO_REASON: &str = "no reason given";

/// Tests panic inside a case here: that of which `BOUTON_REHEARSE` is a part.
#[cfg(feature = "rehearse")]
#[expect(clippy::panic, reason = "that is what it is for")]
fn rehearse(case: &impl Fn() -> String) {
    if let Ok(wanted) = std::env::var("BOUTON_REHEARSE")
        && case().contains(&wanted)
    {
        panic!("a rehearsed fault");
    }
}

#[cfg(not(feature = "rehearse"))]
fn rehearse(_: &impl Fn() -> String) {}

#[cfg(test)]
mod tests {
    #![allow(clippy::panic)]

    use super::*;

    fn told(done: Result<u32, Stop>) -> String {
        done.map_or_else(|stop| stop.to_string(), |done| done.to_string())
    }

    #[test]
    fn a_panic_costs_its_case_and_nothing_else() {
        let case = |number: u32| {
            guarded(|| format!("case {number}"), || if number == 2 { panic!("two is too many") } else { number })
        };
        let told: Vec<String> = (1..=3).map(|number| told(case(number))).collect();
        assert_eq!(told, ["1", "a fault in Bouton: two is too many", "3"]);
    }

    #[test]
    fn a_panic_on_a_thread_of_a_case_comes_back_to_it() {
        let workers = crate::workers::Workers::new(3);
        let case = || workers.pieces(0..100, 1, |piece| assert!(piece.start != 77, "piece {}", piece.start)).len();
        let told =
            guarded(|| "a case".to_owned(), case).map_or_else(|stop| stop.to_string(), |count| count.to_string());
        assert_eq!(told, "a fault in Bouton: piece 77");
    }
}
