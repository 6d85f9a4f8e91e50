//! Where rows go.

use bouton::file::Whole;
use std::io::{self, BufWriter, Write, stdout};
use std::path::Path;

/// Standard output, or a file that is there when it is whole.
pub(super) enum Out {
    Stream,
    File(BufWriter<Whole>),
}

impl Out {
    pub(super) fn open(name: &str) -> io::Result<Out> {
        Ok(if name == "-" { Out::Stream } else { Out::File(BufWriter::new(Whole::new(Path::new(name))?)) })
    }

    pub(super) fn done(self) -> io::Result<()> {
        match self {
            Out::Stream => stdout().lock().flush(),
            Out::File(file) => file.into_inner()?.done(),
        }
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Out::Stream => stdout().lock().write(bytes),
            Out::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Out::Stream => stdout().lock().flush(),
            Out::File(file) => file.flush(),
        }
    }
}
