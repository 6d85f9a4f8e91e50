//! Messages as they travel: a header with a length, then so many bytes of JSON.
//!
//! `lsp_server` reads them too, but takes any length at its word and gives up at the first line that is no header: here a length has a
//! limit, and what is no header is passed over.

use lsp_server::Message;
use serde_json::{Value as Json, json};
use std::io::{self, BufRead, Read, Write};

/// The longest message read, in bytes: rules have at most 4 MB, and JSON writes a letter in six bytes at most.
const LONGEST: usize = 32 << 20;
/// The longest line of a header.
const LONGEST_LINE: u64 = 4096;

/// What came in.
#[derive(Debug)]
pub(super) enum Frame {
    /// A message.
    Message(Message),
    /// Bytes of a message that is none.
    Garbage,
}

/// Reads the next message; nothing at the end of the input.
pub(super) fn read(input: &mut impl BufRead) -> io::Result<Option<Frame>> {
    let Some(length) = header(input)? else { return Ok(None) };
    if length > LONGEST {
        let passed = io::copy(&mut input.by_ref().take(length as u64), &mut io::sink())?;
        return Ok((passed == length as u64).then_some(Frame::Garbage));
    }
    let mut bytes = vec![0; length];
    match input.read_exact(&mut bytes) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        read => read?,
    }
    Ok(Some(serde_json::from_slice(&bytes).map_or(Frame::Garbage, Frame::Message)))
}

/// The length that the next header gives. Lines that are no header are passed over.
fn header(input: &mut impl BufRead) -> io::Result<Option<usize>> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        match (line.trim(), length) {
            ("", Some(length)) => return Ok(Some(length)),
            (line, _) => length = given(line).or(length),
        }
    }
}

fn given(line: &str) -> Option<usize> {
    let (name, value) = line.split_once(':')?;
    name.trim().eq_ignore_ascii_case("Content-Length").then(|| value.trim().parse().ok())?
}

/// Writes a message.
pub(super) fn write(output: &mut impl Write, message: &Message) -> io::Result<()> {
    message.write(output)
}

/// Says that something that came in was no message.
pub(super) fn write_garbage(output: &mut impl Write) -> io::Result<()> {
    let error = json!({"code": -32700, "message": "this is no message of the protocol"});
    let text = json!({"jsonrpc": "2.0", "id": Json::Null, "error": error}).to_string();
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_comes_in_the_next_message_is_read() {
        let good = r#"{"jsonrpc":"2.0","method":"exit"}"#;
        let sent = |before: &str| {
            let text = format!("{before}Content-Length: {}\r\n\r\n{good}", good.len());
            let mut input = io::Cursor::new(text);
            let mut frames = Vec::new();
            while let Some(frame) = read(&mut input).expect("a cursor does not fail") {
                frames.push(matches!(frame, Frame::Message(_)));
            }
            frames
        };
        assert_eq!(sent(""), [true]);
        assert_eq!(sent("hello\r\n\r\nworld\r\n"), [true]);
        assert_eq!(sent("Content-Length: x\r\n\r\n"), [true]);
        assert_eq!(sent("Content-Length: 3\r\n\r\n{]}"), [false, true]);
        assert_eq!(sent("content-length:2\r\nContent-Type: x\r\n\r\n[]"), [false, true]);
        assert_eq!(sent("Content-Length: 99999999999\r\n\r\n"), [] as [bool; 0]);
        assert_eq!(sent("Content-Length: 99999999999999999999999999\r\n\r\n"), [true]);
    }
}
