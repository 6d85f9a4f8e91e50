//! Lines of cases: as many at once as have arrived already, so that nobody waits for a line that is still being written.

use bouton::file::reason;
use bouton::rules::{Text, say};
use std::io::{BufRead, BufReader, Read, Stdin, stdin};

/// A line longer than this is refused.
const LONGEST_CASE: u64 = 512_000_000;
/// Bytes read at once.
const AT_ONCE: usize = 1 << 16;

/// Why a line cannot be had.
pub(super) struct Unread {
    pub(super) why: Text,
    /// Whether the lines after it cannot be had either.
    pub(super) last: bool,
}

/// The lines of a stream.
pub(super) struct Lines<R> {
    input: BufReader<R>,
}

impl Lines<Stdin> {
    pub(super) fn of_stdin() -> Lines<Stdin> {
        Lines { input: BufReader::with_capacity(AT_ONCE, stdin()) }
    }
}

impl<R: Read> Lines<R> {
    /// One line at least, and at most so many of those that are there already; none at the end.
    pub(super) fn some(&mut self, most: usize) -> Vec<Result<Vec<u8>, Unread>> {
        let mut lines = Vec::new();
        while lines.is_empty() || lines.len() < most && self.input.buffer().contains(&b'\n') {
            let Some(line) = self.line() else { break };
            let last = line.as_ref().is_err_and(|unread| unread.last);
            lines.push(line);
            if last {
                break;
            }
        }
        lines
    }

    /// A line without its end, or why it cannot be had; nothing at the end.
    fn line(&mut self) -> Option<Result<Vec<u8>, Unread>> {
        let unread =
            |error: std::io::Error| Unread { why: say!("the line cannot be read: {}", reason(&error)), last: true };
        let mut text = Vec::new();
        match self.input.by_ref().take(LONGEST_CASE).read_until(b'\n', &mut text) {
            Ok(0) => None,
            Ok(_) if text.len() as u64 == LONGEST_CASE && text.last() != Some(&b'\n') => {
                text.clear();
                let too_long = Unread { why: "the line is longer than 512 MB".into(), last: false };
                Some(Err(self.input.skip_until(b'\n').map_or_else(unread, |_| too_long)))
            }
            Ok(_) => Some(Ok(text)),
            Err(error) => Some(Err(unread(error))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives its pieces one after the other.
    struct Pieces(Vec<&'static str>);

    impl Read for Pieces {
        fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
            if self.0.is_empty() {
                return Ok(0);
            }
            let piece = self.0.remove(0).as_bytes();
            into[..piece.len()].copy_from_slice(piece);
            Ok(piece.len())
        }
    }

    #[test]
    fn lines_come_together_only_when_they_are_there() {
        let mut lines = Lines { input: BufReader::new(Pieces(vec!["a\nb\nc", "d\ne\n", "f"])) };
        let mut bundles = Vec::new();
        loop {
            let some: Vec<String> =
                lines.some(2).into_iter().flatten().map(|line| String::from_utf8_lossy(&line).into_owned()).collect();
            if some.is_empty() {
                break;
            }
            bundles.push(some);
        }
        assert_eq!(bundles, [vec!["a\n", "b\n"], vec!["cd\n", "e\n"], vec!["f"]]);
    }
}
