//! What the machine has, and how amounts are read and written.

use bouton::rules::Text;
use std::fs;
use std::time::Duration;

/// Bytes used when the machine does not say what it has free.
const MEMORY_UNKNOWN: u64 = 4_000_000_000;

/// Bytes of memory that are free for a search.
pub(crate) fn free_memory() -> u64 {
    let free = in_kilobytes("/proc/meminfo", "MemAvailable:").unwrap_or(MEMORY_UNKNOWN);
    free.min(free_in_group().unwrap_or(u64::MAX))
}

/// What the process's group may still take, where it has a limit (containers).
fn free_in_group() -> Option<u64> {
    let number = |file: &str| fs::read_to_string(format!("/sys/fs/cgroup/{file}")).ok()?.trim().parse::<u64>().ok();
    Some(number("memory.max")?.saturating_sub(number("memory.current")?))
}

/// The most memory this process has held.
pub(crate) fn peak_bytes() -> Option<u64> {
    in_kilobytes("/proc/self/status", "VmHWM:")
}

/// The memory that this process holds.
pub(crate) fn resident_bytes() -> Option<u64> {
    in_kilobytes("/proc/self/status", "VmRSS:")
}

fn in_kilobytes(file: &str, name: &str) -> Option<u64> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse::<u64>().ok()?.checked_mul(1024)
}

/// Bytes such as `8G`, `1.5GB`, `500M`, `8GiB`.
pub(crate) fn read_bytes(text: &str) -> Result<u64, Text> {
    const UNITS: &[(&str, u128)] = &[
        ("tib", 1 << 40),
        ("gib", 1 << 30),
        ("mib", 1 << 20),
        ("kib", 1 << 10),
        ("tb", 1_000_000_000_000),
        ("gb", 1_000_000_000),
        ("mb", 1_000_000),
        ("kb", 1_000),
        ("t", 1_000_000_000_000),
        ("g", 1_000_000_000),
        ("m", 1_000_000),
        ("k", 1_000),
        ("b", 1),
        ("", 1),
    ];
    amount(text, UNITS).filter(|&bytes| bytes > 0).ok_or("write bytes as in 500M, 8G or 8GiB".into())
}

/// Counts such as `1000`, `2M`, `1e8`.
pub(crate) fn read_count(text: &str) -> Result<u64, Text> {
    const UNITS: &[(&str, u128)] = &[("g", 1_000_000_000), ("m", 1_000_000), ("k", 1_000), ("", 1)];
    let count = match text.split_once(['e', 'E']) {
        Some((number, zeros)) => zeros
            .parse()
            .ok()
            .and_then(|zeros| 10_u128.checked_pow(zeros))
            .and_then(|unit| amount(number, &[("", unit)])),
        None => amount(text, UNITS),
    };
    count.filter(|&count| count > 0).ok_or("write a count of at least 1, as in 1000, 2M or 1e8".into())
}

/// Times such as `500ms`, `60s`, `10m`, `1h`.
pub(crate) fn read_time(text: &str) -> Result<Duration, Text> {
    const UNITS: &[(&str, u128)] =
        &[("ms", 1), ("s", 1_000), ("min", 60_000), ("m", 60_000), ("h", 3_600_000), ("", 1_000)];
    let read = amount(text, UNITS).map(Duration::from_millis);
    read.filter(|time| !time.is_zero()).ok_or("write a time as in 500ms, 60s, 10m or 1h".into())
}

/// A number with at most three places after the point and a unit: the first unit that the text ends with.
fn amount(text: &str, units: &[(&str, u128)]) -> Option<u64> {
    let text = text.trim().to_lowercase();
    let (number, unit) = units.iter().find_map(|(name, unit)| Some((text.strip_suffix(name)?.trim(), unit)))?;
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    let digits = |text: &str| -> Option<u128> {
        let text = text.replace(['_', ','], "");
        text.bytes().all(|digit| digit.is_ascii_digit()).then(|| text.parse().ok()).flatten()
    };
    let places = u32::try_from(part.len()).ok().filter(|&places| places <= 3)?;
    let parts = if part.is_empty() { 0 } else { digits(part)? };
    let thousandths = digits(whole)?.checked_mul(10_u128.pow(places))?.checked_add(parts)?;
    u64::try_from(thousandths.checked_mul(*unit)? / 10_u128.pow(places)).ok()
}

/// A time for people: `0.2 ms`, `4.3 s`, `3 min 20 s`.
pub(crate) fn show_time(time: Duration) -> String {
    let (micros, seconds) = (time.as_micros(), time.as_secs());
    match micros {
        0..100 => format!("{micros} µs"),
        100..10_000 => format!("{}.{} ms", micros / 1000, micros % 1000 / 100),
        10_000..1_000_000 => format!("{} ms", micros / 1000),
        1_000_000..10_000_000 => format!("{seconds}.{} s", micros % 1_000_000 / 100_000),
        10_000_000..60_000_000 => format!("{seconds} s"),
        _ => format!("{} min {} s", seconds / 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_exactly() {
        assert_eq!(read_bytes("8G"), Ok(8_000_000_000));
        assert_eq!(read_bytes("1.5 GiB"), Ok(1_610_612_736));
        assert_eq!(read_bytes("4096"), Ok(4096));
        assert_eq!(read_count("1e8"), Ok(100_000_000));
        assert_eq!(read_count("1_000"), Ok(1000));
        assert_eq!(read_time("10m"), Ok(Duration::from_secs(600)));
        assert_eq!(read_time("1.5"), Ok(Duration::from_millis(1500)));
    }

    #[test]
    fn what_is_no_amount_is_refused() {
        for text in ["", "0", "-1", "G", "8X", "1..2", "99999999999999999999T", "1e99"] {
            assert!(read_bytes(text).is_err() && read_count(text).is_err(), "{text}");
        }
        assert!(read_time("soon").is_err());
    }

    #[test]
    fn times_read_as_words() {
        let shown = |micros| show_time(Duration::from_micros(micros));
        assert_eq!(
            [shown(234), shown(45_000), shown(4_321_000), shown(200_000_000)],
            ["0.2 ms", "45 ms", "4.3 s", "3 min 20 s"]
        );
    }
}
