//! Large numbers in words: `49,729,680` and `39 GB`.

use std::fmt;

/// A count with commas between thousands.
#[derive(Clone, Copy, Debug)]
pub struct Count(pub u64);

/// A number of bytes, rounded up to two digits or more.
#[derive(Clone, Copy, Debug)]
pub struct Bytes(pub u64);

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

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [(u64, &str); 4] =
            [(1_000_000_000_000, "TB"), (1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB")];
        let Some((unit, name)) = UNITS.into_iter().find(|&(unit, _)| self.0 >= unit) else {
            return write!(f, "{} byte{}", self.0, if self.0 == 1 { "" } else { "s" });
        };
        let tenths = self.0.div_ceil(unit / 10);
        if tenths < 100 && !tenths.is_multiple_of(10) {
            write!(f, "{}.{} {name}", tenths / 10, tenths % 10)
        } else {
            write!(f, "{} {name}", tenths.div_ceil(10))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_as_words() {
        assert_eq!(Count(7).to_string(), "7");
        assert_eq!(Count(49_729_680).to_string(), "49,729,680");
        assert_eq!(Bytes(999).to_string(), "999 bytes");
        assert_eq!(Bytes(1).to_string(), "1 byte");
        assert_eq!(Bytes(1_000).to_string(), "1 kB");
        assert_eq!(Bytes(1_501).to_string(), "1.6 kB");
        assert_eq!(Bytes(39_374_000_000).to_string(), "40 GB");
    }
}
