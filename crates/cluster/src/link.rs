//! A connection to another process, as timely uses it: what it sends travels in frames, between which both ends say that they are alive, that they
//! are done, or why they stop. What goes wrong here is noted and never told to timely, whose threads would panic: they wait instead for
//! the program to end.

use bouton::Stop;
use bouton::error::Loss;
use bouton::rules::Text;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;
use timely::communication::allocator::zero_copy::stream::Stream;

/// What a frame begins with, if not the number of its bytes.
const ALIVE: u32 = 0;
const DONE: u32 = u32::MAX;
const STOP: u32 = u32::MAX - 1;

/// A reason is no longer than this.
const REASON: u32 = 1 << 16;

/// How often an end says that it is alive, at the least.
const EVERY: Duration = Duration::from_secs(1);

/// What is known of all connections.
#[derive(Default)]
pub(crate) struct Watch {
    lost: Mutex<Option<Stop>>,
    sent: AtomicU64,
    over: AtomicBool,
}

impl Watch {
    /// The first process that was lost, as the stop that it is.
    pub(crate) fn lost(&self) -> Option<Stop> {
        lock(&self.lost).clone()
    }

    /// Bytes that were sent.
    pub(crate) fn sent(&self) -> u64 {
        self.sent.load(Ordering::Relaxed)
    }

    /// Nothing that happens from now on matters.
    pub(crate) fn over(&self) {
        self.over.store(true, Ordering::SeqCst);
    }

    fn is_over(&self) -> bool {
        self.over.load(Ordering::SeqCst)
    }

    fn note(&self, stop: Stop) {
        lock(&self.lost).get_or_insert(stop);
    }
}

/// Whom a connection leads to.
#[derive(Clone)]
pub(crate) struct Peer {
    pub(crate) process: usize,
    pub(crate) address: String,
    pub(crate) patience: Duration,
}

impl Peer {
    pub(crate) fn lost(&self, how: Loss) -> Stop {
        Stop::Lost { process: self.process, address: self.address.clone(), how }
    }
}

/// One end of a connection.
pub(crate) struct Link {
    socket: TcpStream,
    /// Frames are written whole.
    out: Arc<Mutex<TcpStream>>,
    peer: Peer,
    watch: Arc<Watch>,
    /// Bytes of the frame that is being read.
    left: usize,
}

impl Link {
    pub(crate) fn new(socket: TcpStream, peer: Peer, watch: Arc<Watch>) -> io::Result<Link> {
        let out = Arc::new(Mutex::new(socket.try_clone()?));
        Ok(Link { socket, out, peer, watch, left: 0 })
    }

    /// The same end once more, to say what timely does not.
    pub(crate) fn again(&self) -> io::Result<Link> {
        let socket = self.socket.try_clone()?;
        Ok(Link { socket, out: self.out.clone(), peer: self.peer.clone(), watch: self.watch.clone(), left: 0 })
    }

    /// Says why this end stops.
    pub(crate) fn stop(&self, why: &Stop, index: usize, address: &str) {
        let reason = reason(why, index, address);
        let reason = &reason.as_bytes()[..reason.len().min(REASON as usize)];
        let frame = [&STOP.to_le_bytes()[..], &u32::try_from(reason.len()).unwrap_or(0).to_le_bytes(), reason].concat();
        let _ = lock(&self.out).write_all(&frame);
        let _ = self.socket.shutdown(Shutdown::Write);
    }

    /// Says now and then that this end is alive, until it is over.
    pub(crate) fn keep_alive(self) {
        let every = EVERY.min(self.peer.patience / 4);
        let alive = move || {
            while !self.watch.is_over() {
                // Whoever waits for the other end finds out that it is gone.
                let _ = lock(&self.out).write_all(&ALIVE.to_le_bytes());
                thread::sleep(every);
            }
        };
        let _ = thread::Builder::new().name("alive".to_owned()).spawn(alive);
    }

    /// The other end is lost: whoever asked waits for the program to end.
    fn lose(&self, how: Loss) -> ! {
        self.give_up(self.peer.lost(how))
    }

    fn give_up(&self, stop: Stop) -> ! {
        self.watch.note(stop);
        loop {
            thread::park();
        }
    }

    fn fill(&mut self, bytes: &mut [u8]) {
        if let Err(error) = self.socket.read_exact(bytes) {
            self.fail(&error);
        }
    }

    fn fail(&self, error: &io::Error) -> ! {
        match error.kind() {
            io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => self.lose(Loss::Silent(self.peer.patience)),
            _ => self.lose(Loss::Closed),
        }
    }

    /// The next frame's length; nothing where the other end is done.
    fn next(&mut self) -> Option<usize> {
        loop {
            let mut head = [0; 4];
            self.fill(&mut head);
            match u32::from_le_bytes(head) {
                ALIVE => {}
                DONE => return None,
                STOP => {
                    self.fill(&mut head);
                    let mut text = vec![0; u32::from_le_bytes(head).min(REASON) as usize];
                    self.fill(&mut text);
                    let stop = told(&String::from_utf8_lossy(&text));
                    self.give_up(stop.unwrap_or_else(|| self.peer.lost(Loss::Garbled)));
                }
                len => return usize::try_from(len).ok(),
            }
        }
    }
}

impl Read for Link {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            match self.next() {
                Some(len) => self.left = len,
                None => return Ok(0),
            }
        }
        let room = bytes.len().min(self.left);
        match self.socket.read(&mut bytes[..room]) {
            Ok(0) => self.lose(Loss::Closed),
            Ok(read) => {
                self.left -= read;
                Ok(read)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Err(error) => self.fail(&error),
        }
    }
}

impl Write for Link {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Frames are shorter than what has a meaning of its own.
        const MOST: usize = 1 << 24;
        let bytes = &bytes[..bytes.len().min(MOST)];
        if bytes.is_empty() {
            return Ok(0);
        }
        let head = u32::try_from(bytes.len()).map_err(io::Error::other)?.to_le_bytes();
        let written = {
            let mut out = lock(&self.out);
            out.write_all(&head).and_then(|()| out.write_all(bytes))
        };
        if let Err(error) = written {
            self.fail(&error);
        }
        self.watch.sent.fetch_add((head.len() + bytes.len()) as u64, Ordering::Relaxed);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Link {
    fn try_clone(&self) -> io::Result<Link> {
        self.again()
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.socket.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, _: Shutdown) -> io::Result<()> {
        // The other end may be gone by then: it has all it needs.
        let _ = lock(&self.out).write_all(&DONE.to_le_bytes());
        Ok(())
    }
}

/// Why an end stops, in lines: which process stopped, where it is, how it was lost, and in words why. Whoever heard that another is lost says that.
fn reason(why: &Stop, index: usize, address: &str) -> String {
    let lost = |process: usize, address: &str, how: &str, words: &str| format!("{process}\n{address}\n{how}\n{words}");
    match why {
        Stop::Lost { process, address, how } => match how {
            Loss::Closed => lost(*process, address, "closed", ""),
            Loss::Silent(silent) => lost(*process, address, "silent", &silent.as_millis().to_string()),
            Loss::Stopped(words) => lost(*process, address, "stopped", &words.to_string()),
            Loss::Garbled => lost(*process, address, "garbled", ""),
        },
        other => lost(index, address, "stopped", &other.to_string()),
    }
}

fn told(reason: &str) -> Option<Stop> {
    let mut lines = reason.splitn(4, '\n');
    let (process, address, how, words) = (lines.next()?.parse().ok()?, lines.next()?, lines.next()?, lines.next()?);
    let how = match how {
        "closed" => Loss::Closed,
        "silent" => Loss::Silent(Duration::from_millis(words.parse().ok()?)),
        "stopped" => Loss::Stopped(Text::quoted(words)),
        _ => Loss::Garbled,
    };
    Some(Stop::Lost { process, address: address.to_owned(), how })
}

fn lock<T>(what: &Mutex<T>) -> MutexGuard<'_, T> {
    what.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_come_back() {
        for how in
            [Loss::Closed, Loss::Silent(Duration::from_secs(3)), Loss::Stopped(Text::quoted("a\nb")), Loss::Garbled]
        {
            let stop = Stop::Lost { process: 3, address: "here:1".to_owned(), how };
            assert_eq!(told(&reason(&stop, 1, "there:2")), Some(stop));
        }
        let how = Loss::Stopped(Text::quoted("stopped on request"));
        let stop = Stop::Lost { process: 1, address: "there:2".to_owned(), how };
        assert_eq!(told(&reason(&Stop::Cancelled, 1, "there:2")), Some(stop));
        assert_eq!(told("x"), None);
    }
}
