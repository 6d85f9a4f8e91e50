//! What records are written to and read from, with their checksums.

use super::strange;
use crc32fast::Hasher;
use std::fmt::Debug;
use std::fs::File;
use std::io::{self, Read, Seek, Write};

/// A file, or what stands for one.
pub trait Disk: Read + Write + Seek + Send + Debug {
    /// Gives it so many bytes: what is more is cut off, what is missing reads as zeros and takes no place until it is written to.
    ///
    /// # Errors
    /// What the system says.
    fn resize(&mut self, len: u64) -> io::Result<()>;
    /// Waits until what was written is on the disk itself.
    ///
    /// # Errors
    /// What the system says.
    fn keep(&mut self) -> io::Result<()>;
}

impl Disk for File {
    fn resize(&mut self, len: u64) -> io::Result<()> {
        self.set_len(len)
    }

    fn keep(&mut self) -> io::Result<()> {
        self.sync_data()
    }
}

/// Bytes that are handed on together.
const TOGETHER: usize = 1 << 18;

/// Content that is being written.
pub(super) struct Writing<'a> {
    disk: &'a mut dyn Disk,
    waiting: Vec<u8>,
    sum: Hasher,
    bytes: u64,
}

impl<'a> Writing<'a> {
    pub(super) fn new(disk: &'a mut dyn Disk) -> Writing<'a> {
        Writing { disk, waiting: Vec::with_capacity(TOGETHER), sum: Hasher::new(), bytes: 0 }
    }

    /// Writes the checksum; how many bytes there were before it.
    pub(super) fn finish(mut self) -> io::Result<u64> {
        self.flush()?;
        let Writing { disk, sum, bytes, .. } = self;
        disk.write_all(&sum.finalize().to_le_bytes())?;
        disk.flush()?;
        Ok(bytes)
    }
}

impl Write for Writing<'_> {
    fn write(&mut self, some: &[u8]) -> io::Result<usize> {
        if self.waiting.len() + some.len() > TOGETHER {
            self.flush()?;
        }
        self.waiting.extend_from_slice(some);
        Ok(some.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sum.update(&self.waiting);
        self.bytes += self.waiting.len() as u64;
        self.disk.write_all(&self.waiting)?;
        self.waiting.clear();
        Ok(())
    }
}

/// Content that is being read.
pub(super) struct Reading<'a> {
    disk: &'a mut dyn Disk,
    /// Bytes that are not read yet.
    left: u64,
    sum: Hasher,
}

impl<'a> Reading<'a> {
    /// From where the disk stands.
    pub(super) fn new(disk: &'a mut dyn Disk, bytes: u64) -> Reading<'a> {
        Reading { disk, left: bytes, sum: Hasher::new() }
    }

    /// Reads what is left; whether all is as it was written.
    pub(super) fn finish(mut self) -> io::Result<bool> {
        let mut some = vec![0; TOGETHER.min(usize::try_from(self.left).unwrap_or(TOGETHER))];
        while self.left > 0 {
            if self.read(&mut some)? == 0 {
                return Err(strange("it is cut short"));
            }
        }
        let mut sum = [0; 4];
        self.disk.read_exact(&mut sum)?;
        Ok(self.sum.finalize() == u32::from_le_bytes(sum))
    }
}

impl Read for Reading<'_> {
    fn read(&mut self, some: &mut [u8]) -> io::Result<usize> {
        let most = usize::try_from(self.left).unwrap_or(usize::MAX).min(some.len());
        let read = self.disk.read(&mut some[..most])?;
        self.sum.update(&some[..read]);
        self.left -= read as u64;
        Ok(read)
    }
}
