//! Limits bound every search; none is endless.

mod bound;

use crate::checkpoint::Checkpoint;
use crate::error::Stop;
use crate::game::Interrupt;
use crate::workers::Workers;
pub(crate) use bound::Bound;
use bouton_rules::interpret::Halt;
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// What a search may use.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes of memory for positions and values.
    pub memory: u64,
    /// Bytes that were allowed beside these, for the program itself: they count where it is told that memory is short.
    pub own: u64,
    /// What the whole program holds, where somebody can tell: so much of it that `memory` and `own` are left behind ends the search, too.
    pub resident: Option<fn() -> Option<u64>>,
    /// Where less than every position is asked for, tables of values of up to so many bytes are made all the same: they are simple,
    /// and tell how many positions there are. With 0, never; then only what it takes to begin anew is kept on the way to a line, too.
    pub whole: u64,
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// When the time began to run: with the whole command, say. With none, it runs from the start of each search.
    pub since: Option<Instant>,
    /// Positions stored.
    pub positions: Option<u64>,
    /// Threads to use; at least 1.
    pub threads: usize,
    /// Whether recurrences may be rewritten into faster ones (windows); off to compare.
    pub rewrites: bool,
    /// Whether proven results may be used; off to compare.
    pub theorems: bool,
    /// Whether one position may stand for all its images under the game's symmetries; off to compare.
    pub symmetry: bool,
    /// Whether moves of games may be compiled to machine code; off to compare.
    pub jit: bool,
    /// Whether every placement is solved and kept of the pieces that play begins with, and of all that these become: a tablebase. Else what play
    /// from the start comes to may be enough.
    pub all_starts: bool,
    /// Set from outside (Ctrl-C, a closed window) to stop soon.
    pub cancel: Arc<AtomicBool>,
    /// Where long searches keep what they have worked out so far, and find what an earlier run has.
    pub checkpoint: Option<Arc<Checkpoint>>,
}

/// Four gigabytes, one thread a core, no limit on time or positions.
impl Default for Limits {
    fn default() -> Limits {
        Limits {
            memory: 4_000_000_000,
            own: 0,
            resident: None,
            whole: 4_000_000,
            time: None,
            since: None,
            positions: None,
            threads: cores(),
            rewrites: true,
            theorems: true,
            symmetry: true,
            jit: !interpreted(),
            all_starts: false,
            cancel: Arc::default(),
            checkpoint: None,
        }
    }
}

/// How many threads run at the same time: the system reads several files to tell, so it is asked once.
#[must_use]
pub fn cores() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    *CORES.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from))
}

/// Whether nothing is compiled where nobody says otherwise: the environment says `BOUTON_JIT=off`. It is for tests, which run
/// a second time so; answers do not depend on it.
pub(crate) fn interpreted() -> bool {
    static OFF: OnceLock<bool> = OnceLock::new();
    *OFF.get_or_init(|| std::env::var_os("BOUTON_JIT").is_some_and(|said| said == "off"))
}

impl Limits {
    /// The same with so many bytes of memory.
    #[must_use]
    pub fn memory(self, bytes: u64) -> Limits {
        Limits { memory: bytes, ..self }
    }

    /// The same with tables of at most so many bytes made where not every position is asked for.
    #[must_use]
    pub fn whole(self, bytes: u64) -> Limits {
        Limits { whole: bytes, ..self }
    }

    /// The same with every recurrence run as it is written.
    #[must_use]
    pub fn without_rewrites(self) -> Limits {
        Limits { rewrites: false, ..self }
    }

    /// The same with every position kept, whatever symmetries the game has.
    #[must_use]
    pub fn without_symmetry(self) -> Limits {
        Limits { symmetry: false, ..self }
    }

    /// The same without machine code.
    #[must_use]
    pub fn without_jit(self) -> Limits {
        Limits { jit: false, ..self }
    }

    /// The same with every placement solved and kept, whether play from the start comes to it or not.
    #[must_use]
    pub fn all_starts(self) -> Limits {
        Limits { all_starts: true, ..self }
    }

    /// The same with what is worked out kept on disk.
    #[must_use]
    pub fn checkpoint(self, checkpoint: Arc<Checkpoint>) -> Limits {
        Limits { checkpoint: Some(checkpoint), ..self }
    }

    /// The same with so much time.
    #[must_use]
    pub fn time(self, time: Duration) -> Limits {
        Limits { time: Some(time), ..self }
    }

    /// The same with the time running from now on, unless it runs already.
    #[must_use]
    pub fn begun(&self) -> Limits {
        Limits { since: self.since.or_else(|| Some(Instant::now())), ..self.clone() }
    }

    /// Whether work should be given up, and why. A look at the clock: tens of nanoseconds, for loops that do more than that each time round.
    #[must_use]
    pub fn interrupted(&self) -> Option<Interrupt> {
        let up = self.time.filter(|limit| self.since.is_some_and(|since| since.elapsed() >= *limit));
        let cancelled = || self.cancel.load(Ordering::Relaxed).then_some(Interrupt::Cancelled);
        up.map(Interrupt::TimeUp).or_else(cancelled)
    }

    /// The same for an interpreter, which has no clock of its own, and makes all moves of a position before anybody can count what they hold.
    pub(crate) fn halt(&self) -> Halt {
        let (limits, began, asked) = (self.clone(), Instant::now(), AtomicU64::new(0));
        Halt::new(move || {
            let now = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
            let due = now > asked.load(Ordering::Relaxed) + HELD && asked.swap(now, Ordering::Relaxed) != now;
            let short = || if due { limits.overdrawn(limits.resident?()?) } else { None };
            let stop = limits.interrupted().map(Stop::of_interrupt).or_else(short)?;
            Some(Box::new(stop.diagnostic()))
        })
    }

    /// Whether the program holds so much more than was allowed that work must end.
    fn overdrawn(&self, held: u64) -> Option<Stop> {
        let limit = self.memory.saturating_add(self.own);
        (held > limit.saturating_add(limit / (2 * BEYOND))).then_some(Stop::Memory { needed: held, limit, fits: 0 })
    }

    /// Ends work that should be given up.
    ///
    /// # Errors
    /// [`Stop::Time`] or [`Stop::Cancelled`].
    pub fn check(&self) -> Result<(), Stop> {
        self.interrupted().map_or(Ok(()), |why| Err(Stop::of_interrupt(why)))
    }

    /// The same with so many positions.
    #[must_use]
    pub fn positions(self, positions: u64) -> Limits {
        Limits { positions: Some(positions), ..self }
    }

    /// The same on so many threads, at least 1. Answers do not depend on it.
    #[must_use]
    pub fn threads(self, threads: usize) -> Limits {
        Limits { threads, ..self }
    }
}

/// Told now and then how far a search is.
pub trait Progress: Sync {
    /// `done` of `total` (where known) in this phase. Called every few dozen positions: be quick.
    fn tick(&self, phase: &'static str, done: u64, total: Option<u64>) {
        let _ = (phase, done, total);
    }

    /// The phase goes rank by rank, and comes to the `rank`th of `ranks` at the most (where known), which holds so many positions.
    fn rank(&self, phase: &'static str, rank: u64, ranks: Option<u64>, positions: u64) {
        let _ = (phase, rank, ranks, positions);
    }
}

/// Tells nobody.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {}

/// Watches one search: counts, and stops it at a limit.
pub struct Meter<'a> {
    limits: &'a Limits,
    progress: &'a dyn Progress,
    /// When the time began to run.
    started: Instant,
    workers: Workers,
    positions: u64,
    peak: Cell<u64>,
    /// When it was asked last what the program holds.
    asked: Cell<Instant>,
    last_resort: bool,
    phase: &'static str,
    done: u64,
    total: Option<u64>,
    /// The step at which to look next, how many steps lie between looks, and when the last one was.
    next_look: u64,
    between: u64,
    looked: Instant,
}

/// Looks are farther apart while steps are quick, and nearer while they are slow.
const QUICK: Duration = Duration::from_millis(1);
const SLOW: Duration = Duration::from_millis(20);

/// Milliseconds after which it is asked again what the program holds: tables fill some megabytes in a dozen of them, and asking takes some
/// tens of microseconds.
const HELD: u64 = 3;

/// The program may hold a little more than was allowed before that ends the search: one of so many parts.
const BEYOND: u64 = 16;

/// Bytes that come at once before it is asked whether there is room for them.
const AT_ONCE: u64 = 250_000;

/// How often (in steps or positions) the clock and the memory are looked at, at the least.
pub(crate) const STRIDE: usize = 64;

impl<'a> Meter<'a> {
    /// Starts the clock, unless the limits say that it runs already.
    #[must_use]
    pub fn new(limits: &'a Limits, progress: &'a dyn Progress) -> Meter<'a> {
        let now = Instant::now();
        let (next_look, between) = (0, 1);
        Meter {
            limits,
            progress,
            started: limits.since.unwrap_or(now),
            workers: Workers::new(limits.threads),
            positions: 0,
            peak: Cell::new(0),
            asked: Cell::new(now),
            last_resort: false,
            phase: "",
            done: 0,
            total: None,
            next_look,
            between,
            looked: now,
        }
    }

    /// Runs a part of the search under limits of its own, and tells nobody; the clock goes on, and its threads stay. What it came to, and how
    /// many positions it looked at.
    pub(crate) fn within<T>(
        &mut self,
        limits: &Limits,
        part: impl FnOnce(&mut Meter) -> Result<T, Stop>,
    ) -> (Result<T, Stop>, u64) {
        let mut meter = Meter { started: self.started, ..Meter::new(limits, &Silent) };
        let found = part(&mut meter);
        let positions = meter.positions();
        self.workers = meter.workers;
        (found, positions)
    }

    /// How long it has run.
    pub(crate) fn ran(&self) -> Duration {
        self.started.elapsed()
    }

    /// The limits it watches.
    #[must_use]
    pub fn limits(&self) -> &'a Limits {
        self.limits
    }

    /// Threads to share work on.
    pub(crate) fn workers(&self) -> &Workers {
        &self.workers
    }

    /// How many threads have worked so far.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.workers.threads()
    }

    /// Tells workers when to stop: at the latest when they have found `enough` together.
    pub(crate) fn bound(&self, enough: usize) -> Bound<'a> {
        Bound::new(self.limits, self.started, enough)
    }

    /// The most bytes that were asked for at once.
    #[must_use]
    pub fn peak(&self) -> u64 {
        self.peak.get()
    }

    /// Notes that all else has failed.
    pub(crate) fn last_resort(&mut self) {
        self.last_resort = true;
    }

    /// Whether all else has failed: then a method goes on where it would hand over.
    pub(crate) fn is_last_resort(&self) -> bool {
        self.last_resort
    }

    /// Positions counted so far.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Forgets the positions but not the time: another method starts over.
    pub fn start_over(&mut self) {
        self.positions = 0;
        self.peak.set(0);
    }

    /// A new phase begins, of so many steps where that is known.
    pub fn phase(&mut self, name: &'static str, total: Option<u64>) {
        (self.phase, self.done, self.total) = (name, 0, total);
        self.next_look = 0;
    }

    /// The phase comes to this rank of at most so many.
    pub(crate) fn rank(&self, rank: u64, ranks: Option<u64>, positions: u64) {
        self.progress.rank(self.phase, rank, ranks, positions);
    }

    /// One step of work. Every so often it looks at the clock and at `cancel`.
    ///
    /// # Errors
    /// The time is up, or it was told to stop.
    pub fn step(&mut self) -> Result<(), Stop> {
        let look = self.done >= self.next_look;
        self.done += 1;
        if look { self.look() } else { Ok(()) }
    }

    /// So many steps of work, done by workers; it looks at the clock and at `cancel` now.
    pub(crate) fn steps(&mut self, steps: usize) -> Result<(), Stop> {
        self.done += steps as u64;
        self.look()
    }

    /// One more position stored; `bytes` says what all of them take if one more is stored now.
    ///
    /// # Errors
    /// More positions or bytes than are allowed.
    pub fn position(&mut self, bytes: impl FnOnce() -> u64) -> Result<(), Stop> {
        self.positions += 1;
        match self.limits.positions {
            Some(limit) if self.positions > limit => Err(Stop::Positions { limit }),
            _ if self.positions % STRIDE as u64 == 1 => self.memory(bytes()),
            _ => Ok(()),
        }
    }

    /// So many more positions stored, which take so many bytes with all others.
    pub(crate) fn positions_found(&mut self, positions: u64, bytes: u64) -> Result<(), Stop> {
        self.positions += positions;
        match self.limits.positions {
            Some(limit) if self.positions > limit => Err(Stop::Positions { limit }),
            _ => self.memory(bytes),
        }
    }

    /// Stops if so many bytes are more than allowed.
    ///
    /// # Errors
    /// `Stop::Memory`.
    pub fn memory(&self, needed: u64) -> Result<(), Stop> {
        self.peak.set(self.peak.get().max(needed));
        match self.resident() {
            _ if needed > self.limits.memory => Err(self.short(needed)),
            held => self.beyond(held),
        }
    }

    /// Stops if the program would hold more than allowed with so many bytes more, which come at once: tables that grow together.
    pub(crate) fn room(&self, more: u64) -> Result<(), Stop> {
        let ask = self.limits.resident.filter(|_| more >= AT_ONCE);
        self.beyond(ask.and_then(|ask| ask()?.checked_add(more)))
    }

    fn beyond(&self, held: Option<u64>) -> Result<(), Stop> {
        let Limits { memory, own, .. } = self.limits;
        let limit = memory.saturating_add(*own);
        let beyond = limit.saturating_add(limit / BEYOND);
        held.filter(|held| *held > beyond).map_or(Ok(()), |held| Err(self.short(held.saturating_sub(*own))))
    }

    /// Positions and values would take so many bytes, which is too much.
    fn short(&self, needed: u64) -> Stop {
        let Limits { memory, own, .. } = self.limits;
        let fits = u128::from(self.positions.max(1)) * u128::from(*memory) / u128::from(needed.max(1));
        let (needed, limit) = (needed.saturating_add(*own), memory.saturating_add(*own));
        Stop::Memory { needed, limit, fits: u64::try_from(fits).unwrap_or(u64::MAX) }
    }

    /// What the program holds, asked now and then.
    fn resident(&self) -> Option<u64> {
        let ask = self.limits.resident.filter(|_| self.asked.get().elapsed() >= Duration::from_millis(HELD))?;
        self.asked.set(Instant::now());
        ask()
    }

    fn look(&mut self) -> Result<(), Stop> {
        let since = self.looked.elapsed();
        self.looked = Instant::now();
        self.between = match since {
            since if since < QUICK => (2 * self.between).min(STRIDE as u64),
            since if since > SLOW => (self.between / 2).max(1),
            _ => self.between,
        };
        self.next_look = (self.done + self.between).saturating_sub(1);
        self.progress.tick(self.phase, self.done, self.total);
        match self.limits.time {
            Some(limit) if self.started.elapsed() >= limit => Err(Stop::Time { limit, positions: self.positions }),
            _ if self.limits.cancel.load(Ordering::Relaxed) => Err(Stop::Cancelled),
            _ => Ok(()),
        }
    }
}
