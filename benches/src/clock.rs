//! How long something takes: processor seconds of this thread where the system tells them, else seconds on the wall.

use std::hint::black_box;

/// What is measured, for the head of the table.
pub(crate) const UNIT: &str =
    if cfg!(unix) { "processor seconds of the one thread" } else { "seconds on the wall, on one thread" };

/// Shorter work is repeated until it took so long.
const LEAST: f64 = 0.005;

/// What work gives, and the seconds it takes (an average where it is short).
pub(crate) fn timed<T>(work: impl Fn() -> T) -> (T, f64) {
    let begun = now();
    let mut times = 0.0;
    loop {
        let result = black_box(work());
        times += 1.0;
        let passed = now() - begun;
        if passed >= LEAST {
            return (result, passed / times);
        }
    }
}

#[cfg(unix)]
#[expect(clippy::cast_precision_loss, reason = "a float holds years in seconds and nanoseconds closely enough")]
fn now() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

#[cfg(not(unix))]
fn now() -> f64 {
    static BEGIN: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    BEGIN.get_or_init(std::time::Instant::now).elapsed().as_secs_f64()
}
