//! Long work: on a thread of its own, without the GIL, while the thread that asked listens for Ctrl-C and tells how far it is.
//! A panic in it is an exception, never the end of the program.

use crate::error;
use bouton::guard::noted;
use bouton::rules::Source;
use bouton::{Limits, Progress, Stop, guarded};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, Once, PoisonError};
use std::thread;
use std::time::Duration;

/// Deep rules recurse.
const STACK: usize = 64 << 20;

/// How long is waited at first, and at the most, before Ctrl-C is asked for.
const SOON: Duration = Duration::from_millis(5);
const LATER: Duration = Duration::from_millis(100);

/// How far a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Far {
    phase: &'static str,
    done: u64,
    total: Option<u64>,
}

/// Notes how far a search is, for whoever asks.
#[derive(Debug, Default)]
struct Noted {
    far: Mutex<Option<Far>>,
}

impl Progress for Noted {
    fn tick(&self, phase: &'static str, done: u64, total: Option<u64>) {
        // Whoever comes while another thread notes it may go on: the next one is soon.
        if let Ok(mut far) = self.far.try_lock() {
            *far = Some(Far { phase, done, total });
        }
    }
}

impl Noted {
    fn tell(&self, py: Python<'_>, progress: Option<&Py<PyAny>>) -> PyResult<()> {
        let far = *self.far.lock().unwrap_or_else(PoisonError::into_inner);
        match (progress, far) {
            (Some(progress), Some(far)) => progress.call1(py, (far.phase, far.done, far.total)).map(drop),
            _ => Ok(()),
        }
    }
}

/// What long work is told: when to stop, and whom to tell how far it is.
pub(crate) struct Work<'w> {
    pub(crate) limits: Limits,
    pub(crate) progress: &'w dyn Progress,
}

/// Does long work within limits. Exceptions of the callback, and Ctrl-C, stop it.
pub(crate) fn long<T: Send>(
    py: Python<'_>,
    source: &Source,
    limits: &Limits,
    progress: Option<&Py<PyAny>>,
    work: impl FnOnce(&Work<'_>) -> Result<T, Stop> + Send,
) -> PyResult<T> {
    quiet_panics();
    let cancel = Arc::new(AtomicBool::new(false));
    let limits = Limits { cancel: cancel.clone(), ..limits.clone() };
    let noted = Noted::default();
    let (done, raised) = py.detach(|| {
        thread::scope(|scope| {
            let (send, receive) = sync_channel(1);
            let told = Work { limits, progress: &noted };
            let job = move || {
                let done = guarded(String::new, || work(&told)).and_then(|done| done);
                // Whoever asked waits for it.
                let _ = send.send(done);
            };
            match thread::Builder::new().stack_size(STACK).spawn_scoped(scope, job) {
                Ok(_) => wait(&receive, &cancel, &noted, progress),
                Err(error) => (Some(Err(no_thread(&error))), None),
            }
        })
    });
    match (raised, done) {
        // The callback's own exception says more than that the search was stopped; Ctrl-C keeps what is proven.
        (Some(raised), Some(Err(halted))) if is_interrupt(py, &raised) => Err(error::stop(py, source, &halted)),
        (Some(raised), _) => Err(raised),
        (None, Some(Ok(done))) => Ok(done),
        (None, Some(Err(halted))) => Err(error::stop(py, source, &halted)),
        (None, None) => Err(error::bug("a thread ended without a word")),
    }
}

/// Work that tells how far it is: to a function, or with `True` by a bar, which is taken away afterwards.
pub(crate) fn telling<T>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(Option<&Py<PyAny>>) -> PyResult<T>,
) -> PyResult<T> {
    let Some(progress) = progress else { return work(None) };
    let made = py.import("bouton._progress")?.getattr("teller")?.call1((progress,))?;
    let (tell, close): (Option<Py<PyAny>>, Py<PyAny>) = made.extract()?;
    let done = work(tell.as_ref());
    close.call0(py)?;
    done
}

fn is_interrupt(py: Python<'_>, raised: &PyErr) -> bool {
    raised.is_instance_of::<pyo3::exceptions::PyKeyboardInterrupt>(py)
}

fn no_thread(error: &std::io::Error) -> Stop {
    Stop::Panicked { why: format!("no thread can be started: {error}"), place: String::new(), case: String::new() }
}

type Waited<T> = (Option<Result<T, Stop>>, Option<PyErr>);

/// Waits for the work to be done, and now and then asks Python whether it should go on.
fn wait<T>(
    receive: &Receiver<Result<T, Stop>>,
    cancel: &AtomicBool,
    noted: &Noted,
    progress: Option<&Py<PyAny>>,
) -> Waited<T> {
    let (mut pause, mut raised) = (SOON, None);
    loop {
        match receive.recv_timeout(pause) {
            Ok(done) => return (Some(done), raised),
            Err(RecvTimeoutError::Disconnected) => return (None, raised),
            Err(RecvTimeoutError::Timeout) if raised.is_some() => {}
            Err(RecvTimeoutError::Timeout) => {
                let asked = |py: Python<'_>| py.check_signals().and_then(|()| noted.tell(py, progress));
                raised = Python::attach(asked).err();
                cancel.store(raised.is_some(), Ordering::Relaxed);
                pause = (pause * 2).min(LATER);
            }
        }
    }
}

/// Short work, without the GIL; a panic in it is an exception.
pub(crate) fn short<T: Send>(
    py: Python<'_>,
    source: &Source,
    work: impl FnOnce() -> Result<T, Stop> + Send,
) -> PyResult<T> {
    quiet_panics();
    let done = py.detach(|| guarded(String::new, work).and_then(|done| done));
    done.map_err(|halted| error::stop(py, source, &halted))
}

/// The same for work that keeps the GIL because it takes no time.
pub(crate) fn quick<T>(py: Python<'_>, source: &Source, work: impl FnOnce() -> Result<T, Stop>) -> PyResult<T> {
    quiet_panics();
    let done = guarded(String::new, work).and_then(|done| done);
    done.map_err(|halted| error::stop(py, source, &halted))
}

/// A panic that becomes an exception is not printed besides.
fn quiet_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !noted(panic) {
                before(panic);
            }
        }));
    });
}

/// Threads for work that is shared: those of this process, for a fork has none of its parent's.
pub(crate) fn pool(threads: usize) -> Option<Arc<ThreadPool>> {
    static POOLS: Mutex<Vec<(u32, usize, Arc<ThreadPool>)>> = Mutex::new(Vec::new());
    let process = std::process::id();
    let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    // Those of a parent are never joined: their threads are not here.
    let known = pools.iter().find(|(of, size, _)| (*of, *size) == (process, threads));
    if let Some((_, _, pool)) = known {
        return Some(pool.clone());
    }
    let pool = Arc::new(ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build().ok()?);
    pools.push((process, threads, pool.clone()));
    Some(pool)
}
