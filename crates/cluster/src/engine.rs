//! All that knows timely: one worker, one dataflow that brings each batch to the process it is for, and a probe that says when a step is over.
//! A step hands over what one slice of work has, and ends when all of it has arrived everywhere, so nothing piles up.

use crate::Member;
use crate::link::{Link, Peer, Watch};
use bouton::Stop;
use bouton::error::Loss;
use bouton::rules::text::Blank;
use bouton::saved::Trouble;
use bouton::wire::Wire;
use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::cell::RefCell;
use std::fmt;
use std::io;
use std::mem;
use std::net::TcpStream;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};
use timely::WorkerConfig;
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::thread::Thread;
use timely::communication::allocator::zero_copy::initialize::{CommsGuard, initialize_networking_from_sockets};
use timely::communication::{Allocator, Hooks};
use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::{Input, Operator, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

/// How long a worker sleeps before it looks whether another is lost, or it was told to stop.
const LOOK: Duration = Duration::from_millis(50);

/// How long others may take to end, once all is done.
const PARTING: Duration = Duration::from_secs(5);

/// What one process hands another in one step.
#[derive(Clone, Serialize, Deserialize)]
struct Batch {
    step: u64,
    to: u64,
    from: u64,
    bytes: Bytes,
}

/// Bytes that are copied as a whole: byte by byte would take several times as long.
#[derive(Clone, Default)]
struct Bytes(Vec<u8>);

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Bytes, D::Error> {
        from.deserialize_byte_buf(Copied).map(Bytes)
    }
}

struct Copied;

impl Visitor<'_> for Copied {
    type Value = Vec<u8>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bytes")
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
        Ok(bytes.to_vec())
    }

    fn visit_byte_buf<E: de::Error>(self, bytes: Vec<u8>) -> Result<Vec<u8>, E> {
        Ok(bytes)
    }
}

type Sender = InputHandle<u64, CapacityContainerBuilder<Vec<Batch>>>;

/// The wire of one process.
struct Engine<'m> {
    member: &'m Member,
    worker: Worker,
    input: Sender,
    probe: ProbeHandle<u64>,
    /// What has arrived and nobody has taken.
    heard: Rc<RefCell<Vec<Batch>>>,
    step: u64,
    watch: Arc<Watch>,
    cancel: Arc<AtomicBool>,
}

/// Does some work with a wire to all others, and how many bytes it sent. The others are told why, where it fails.
pub(crate) fn run<T>(
    member: &Member,
    sockets: Vec<Option<TcpStream>>,
    cancel: Arc<AtomicBool>,
    work: impl FnOnce(&mut dyn Wire) -> Result<T, Trouble>,
) -> Result<(T, u64), Trouble> {
    let watch = Arc::new(Watch::default());
    let mut links = Vec::new();
    for (process, socket) in sockets.into_iter().enumerate() {
        let peer = Peer { process, address: member.addresses[process].clone(), patience: member.patience };
        links.push(socket.map(|socket| Link::new(socket, peer, watch.clone())).transpose()?);
    }
    let ends = links.iter().flatten().map(Link::again).collect::<io::Result<Vec<Link>>>()?;
    links.iter().flatten().try_for_each(|link| link.again().map(Link::keep_alive))?;
    let (allocator, guard) = allocator(links, member.index)?;
    let mut engine = Engine::new(member, allocator, watch.clone(), cancel);
    match work(&mut engine) {
        Ok(done) => {
            engine.part(guard);
            watch.over();
            Ok((done, watch.sent()))
        }
        Err(trouble) => {
            // What ended it may be that another had ended.
            let stop = match &trouble {
                Trouble::Stopped(stop) => stop.clone(),
                other => Stop::Disk { why: other.text(), kind: io::ErrorKind::Other },
            };
            ends.iter().for_each(|end| end.stop(&stop, member.index, &member.addresses[member.index]));
            watch.over();
            // Their threads wait for the program to end, and so would whoever waited for them.
            mem::forget((engine, guard));
            Err(trouble)
        }
    }
}

/// What brings messages to others, and what waits for its threads.
fn allocator(links: Vec<Option<Link>>, index: usize) -> io::Result<(Allocator, Option<CommsGuard>)> {
    if links.len() == 1 {
        return Ok((Allocator::Thread(Thread::default()), None));
    }
    let hooks = Hooks::default();
    let here = ProcessBuilder::new_typed_vector(1, hooks.refill.clone(), None);
    let (builders, guard) = initialize_networking_from_sockets(here, links, index, 1, hooks)?;
    let builder = builders.into_iter().next().ok_or(io::ErrorKind::Other)?;
    Ok((Allocator::Tcp(builder.build()), Some(guard)))
}

impl<'m> Engine<'m> {
    fn new(member: &'m Member, allocator: Allocator, watch: Arc<Watch>, cancel: Arc<AtomicBool>) -> Engine<'m> {
        // Without a clock a worker never sleeps.
        let mut worker = Worker::new(WorkerConfig::default(), allocator, Some(Instant::now()));
        let (mut input, probe) = (Sender::new_with_builder(), ProbeHandle::new());
        let heard = Rc::new(RefCell::new(Vec::new()));
        let taken = heard.clone();
        worker.dataflow::<u64, _, _>(|scope| {
            let exchange = Exchange::new(|batch: &Batch| batch.to);
            let stream = scope.input_from(&mut input);
            stream
                .unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(exchange, "deliver", |_, _| {
                    move |input, _| input.for_each(|_, batches| taken.borrow_mut().append(batches))
                })
                .probe_with(&probe);
        });
        Engine { member, worker, input, probe, heard, step: 0, watch, cancel }
    }

    fn look(&self) -> Result<(), Stop> {
        match self.watch.lost() {
            Some(lost) => Err(lost),
            None if self.cancel.load(Ordering::Relaxed) => Err(Stop::Cancelled),
            None => Ok(()),
        }
    }

    /// Ends together with the others; where one of them is gone by now, or does not end, nobody waits for it.
    fn part(self, guard: Option<CommsGuard>) {
        let Engine { mut worker, input, watch, .. } = self;
        drop(input);
        let begun = Instant::now();
        let late = || watch.lost().is_some() || begun.elapsed() > PARTING;
        while worker.has_dataflows() && !late() {
            worker.step_or_park(Some(LOOK));
        }
        if late() {
            return mem::forget((worker, guard));
        }
        drop(worker);
        let (done, ended) = mpsc::channel();
        let closing = move || {
            drop(guard);
            let _ = done.send(());
        };
        if thread::Builder::new().name("parting".to_owned()).spawn(closing).is_ok() {
            while !late() && ended.recv_timeout(LOOK) == Err(mpsc::RecvTimeoutError::Timeout) {}
        }
    }
}

impl Wire for Engine<'_> {
    fn index(&self) -> usize {
        self.member.index
    }

    fn count(&self) -> usize {
        self.member.addresses.len()
    }

    fn exchange(&mut self, out: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, Stop> {
        let (step, from) = (self.step, self.index() as u64);
        for (to, bytes) in (0_u64..).zip(out).filter(|(to, bytes)| *to != from && !bytes.is_empty()) {
            self.input.send(Batch { step, to, from, bytes: Bytes(bytes) });
        }
        self.step += 1;
        self.input.advance_to(self.step);
        while self.probe.less_than(&self.step) {
            self.look()?;
            self.worker.step_or_park(Some(LOOK));
        }
        let mut told = vec![Vec::new(); self.count()];
        // Another may be a step ahead.
        let (now, later) = self.heard.take().into_iter().partition::<Vec<_>, _>(|batch| batch.step == step);
        self.heard.replace(later);
        for batch in now {
            let from = usize::try_from(batch.from).ok().and_then(|from| told.get_mut(from));
            if let Some(place) = from {
                *place = batch.bytes.0;
            }
        }
        Ok(told)
    }

    fn garbled(&self, process: usize) -> Stop {
        let address = self.member.addresses.get(process).cloned().unwrap_or_default();
        Peer { process, address, patience: self.member.patience }.lost(Loss::Garbled)
    }
}
