//! Large numbers in words: `49,729,680` and `39 GB`.

use bouton_rules::{Text, said_in_english, say, text::Blank};
use std::fmt;

/// A count with commas between thousands.
#[derive(Clone, Copy, Debug)]
pub struct Count(pub u64);

/// A number of bytes, rounded up to two digits or more.
#[derive(Clone, Copy, Debug)]
pub struct Bytes(pub u64);

/// A time that nobody measured: one digit, and never less than a second.
#[derive(Clone, Copy, Debug)]
pub struct Roughly(u64);

impl Roughly {
    /// The time for so much work, where so much is done in a second.
    #[must_use]
    pub fn seconds(work: u64, speed: u64) -> Roughly {
        Roughly(work.div_ceil(speed.max(1)))
    }
}

impl Blank for Roughly {
    fn text(&self) -> Text {
        const UNITS: [u64; 4] = [365 * 86_400, 86_400, 3_600, 60];
        let unit = UNITS.into_iter().find(|unit| self.0 >= 2 * unit).unwrap_or(1);
        let count = self.0.div_ceil(unit).max(1);
        let digit = 10_u64.pow(count.ilog10());
        let count = count.div_ceil(digit).saturating_mul(digit);
        match (Count(count), unit) {
            (Count(1), 1) => say!("a second"),
            (count, 1) => say!("{count} seconds"),
            (count, 60) => say!("{count} minutes"),
            (count, 3_600) => say!("{count} hours"),
            (count, 86_400) => say!("{count} days"),
            (count, _) => say!("{count} years"),
        }
    }
}

impl Blank for Count {
    fn text(&self) -> Text {
        Text::code(self.to_string())
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.0.to_string();
        for (at, digit) in digits.chars().enumerate() {
            if at > 0 && (digits.len() - at).is_multiple_of(3) {
                f.write_str(",")?;
            }
            write!(f, "{digit}")?;
        }
        Ok(())
    }
}

impl Blank for Bytes {
    fn text(&self) -> Text {
        const UNITS: [(u64, &str); 4] =
            [(1_000_000_000_000, "TB"), (1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB")];
        let Some((unit, name)) = UNITS.into_iter().find(|&(unit, _)| self.0 >= unit) else {
            return if self.0 == 1 { say!("1 byte") } else { say!("{} bytes", self.0) };
        };
        let tenths = self.0.div_ceil(unit / 10);
        if tenths < 100 && !tenths.is_multiple_of(10) {
            Text::code(format!("{}.{} {name}", tenths / 10, tenths % 10))
        } else {
            Text::code(format!("{} {name}", tenths.div_ceil(10)))
        }
    }
}

said_in_english!(Bytes, Roughly);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_as_words() {
        assert_eq!(Count(7).to_string(), "7");
        assert_eq!(Count(49_729_680).to_string(), "49,729,680");
        assert_eq!(Roughly::seconds(0, 5).to_string(), "a second");
        assert_eq!(Roughly::seconds(53, 1).to_string(), "60 seconds");
        assert_eq!(Roughly::seconds(3_600 * 47, 1).to_string(), "50 hours");
        assert_eq!(Roughly::seconds(u64::MAX, 1).to_string(), "600,000,000,000 years");
        assert_eq!(Bytes(999).to_string(), "999 bytes");
        assert_eq!(Bytes(1).to_string(), "1 byte");
        assert_eq!(Bytes(1_000).to_string(), "1 kB");
        assert_eq!(Bytes(1_501).to_string(), "1.6 kB");
        assert_eq!(Bytes(39_374_000_000).to_string(), "40 GB");
    }
}
