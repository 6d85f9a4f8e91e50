//! Processes meet: each listens, and calls those with lower numbers. Before anything else is said, both ends prove that they know the token, by a
//! keyed hash of what both drew by lot (HMAC; Bellare, Canetti and Krawczyk, 1996), and compare what they are going to work on. What follows is
//! neither secret nor sealed: the network between them is one that is trusted, or a tunnel.

use crate::Member;
use crate::trouble::{Doubt, Trouble};
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::thread::sleep;
use std::time::{Duration, Instant};

const MAGIC: [u8; 8] = *b"BOUTON\x01\n";
const HELLO: usize = 8 + 8 + 8 + 32 + 32;
const PROOF: usize = 32;

/// How long one step of a greeting may take, and one call; and how long to wait before anybody is called again.
const GREETING: Duration = Duration::from_secs(5);
const CALL: Duration = Duration::from_secs(1);
const AGAIN: Duration = Duration::from_millis(20);

/// What a process says of itself.
struct Hello {
    index: usize,
    count: usize,
    agreed: [u8; 32],
    bytes: [u8; HELLO],
}

impl Hello {
    fn new(member: &Member, agreed: &str) -> io::Result<Hello> {
        let (index, count) = (member.index, member.addresses.len());
        let agreed: [u8; 32] = Sha256::digest(agreed.as_bytes()).into();
        let mut lot = [0; 32];
        getrandom::fill(&mut lot).map_err(|error| io::Error::other(error.to_string()))?;
        let numbers = [index as u64, count as u64].map(u64::to_le_bytes);
        let all = [&MAGIC[..], &numbers[0], &numbers[1], &agreed, &lot].concat();
        Ok(Hello { index, count, agreed, bytes: all.try_into().map_err(|_| io::ErrorKind::InvalidData)? })
    }

    fn read(from: &mut TcpStream) -> io::Result<Hello> {
        let mut bytes = [0; HELLO];
        from.read_exact(&mut bytes)?;
        let number =
            |at: usize| bytes[at..at + 8].try_into().map(u64::from_le_bytes).ok().and_then(|n| usize::try_from(n).ok());
        let agreed = bytes[24..56].try_into().map_err(|_| io::ErrorKind::InvalidData)?;
        match (bytes[..8] == MAGIC, number(8), number(16)) {
            (true, Some(index), Some(count)) => Ok(Hello { index, count, agreed, bytes }),
            _ => Err(io::ErrorKind::InvalidData.into()),
        }
    }

    /// Why another is not one to work with.
    fn doubt(&self, other: &Hello) -> Option<Doubt> {
        if other.count != self.count {
            return Some(Doubt::Count(other.count));
        }
        (other.agreed != self.agreed).then_some(Doubt::Game)
    }
}

/// What shows that somebody who calls, or who listens, knows the token.
fn proof(token: &[u8], who: &str, caller: &Hello, listener: &Hello) -> Hmac<Sha256> {
    let mut mac = Hmac::<Sha256>::new_from_slice(token).expect("keys may be of any length");
    mac.update(who.as_bytes());
    mac.update(&caller.bytes);
    mac.update(&listener.bytes);
    mac
}

/// How a greeting ended.
enum Greeted {
    Friend(usize, TcpStream),
    /// It has another token.
    Stranger,
    Unfit(usize, Doubt),
}

/// Listens on an address.
pub(crate) fn listen(address: &str) -> Result<TcpListener, Trouble> {
    TcpListener::bind(address).map_err(|error| Trouble::Unlistened { address: address.to_owned(), error })
}

/// Connects to all others; nothing at one's own place. `alive` says now and then whether to go on.
pub(crate) fn meet(
    member: &Member,
    agreed: &str,
    listener: TcpListener,
    alive: &mut dyn FnMut() -> Result<(), Trouble>,
) -> Result<Vec<Option<TcpStream>>, Trouble> {
    let broken = |error: io::Error| Trouble::Unlistened { address: member.addresses[member.index].clone(), error };
    listener.set_nonblocking(true).map_err(broken)?;
    let mut known: Vec<Option<TcpStream>> = member.addresses.iter().map(|_| None).collect();
    let (begun, mut turned_away) = (Instant::now(), None);
    loop {
        let missing = known.iter().enumerate().find(|(at, socket)| *at != member.index && socket.is_none());
        let Some((process, _)) = missing else { return Ok(known) };
        alive()?;
        if begun.elapsed() > member.patience {
            let (address, waited) = (member.addresses[process].clone(), member.patience);
            return Err(Trouble::Absent { process, address, waited, turned_away });
        }
        let hello = Hello::new(member, agreed).map_err(broken)?;
        let called = known[..member.index].iter().position(Option::is_none);
        let greeted = match called {
            Some(process) => call(&member.addresses[process]).and_then(|socket| greet(member, &hello, socket)),
            None => Err(io::ErrorKind::WouldBlock.into()),
        };
        let heard = listener.accept().and_then(|(socket, from)| answer(member, &hello, socket, from));
        let mut idle = true;
        for (greeted, from) in [
            (greeted.map(|greeted| (greeted, None)), called),
            (heard.map(|(greeted, from)| (greeted, Some(from))), None),
        ] {
            match greeted {
                Ok((Greeted::Friend(process, socket), _)) => (known[process], idle) = (Some(socket), false),
                Ok((Greeted::Unfit(process, doubt), _)) => {
                    let address = member.addresses.get(process).cloned().unwrap_or_default();
                    return Err(Trouble::Unfit { process, address, doubt });
                }
                Ok((Greeted::Stranger, who)) => match from {
                    Some(process) => {
                        let address = member.addresses[process].clone();
                        return Err(Trouble::Unfit { process, address, doubt: Doubt::Token });
                    }
                    // Whoever calls may be anybody: it must not be able to end the search.
                    None => turned_away = who.map(|who| who.ip().to_string()),
                },
                Err(_) => {}
            }
        }
        if idle {
            sleep(AGAIN);
        }
    }
}

fn call(address: &str) -> io::Result<TcpStream> {
    let mut last = io::ErrorKind::NotFound.into();
    for at in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&at, CALL) {
            Ok(socket) => return Ok(socket),
            Err(error) => last = error,
        }
    }
    Err(last)
}

fn ready(socket: &TcpStream, patience: Option<Duration>) -> io::Result<()> {
    socket.set_nonblocking(false)?;
    socket.set_nodelay(true)?;
    socket.set_read_timeout(patience)?;
    socket.set_write_timeout(patience)
}

/// Greets one that was called: it proves itself first.
fn greet(member: &Member, hello: &Hello, mut socket: TcpStream) -> io::Result<Greeted> {
    ready(&socket, Some(GREETING))?;
    socket.write_all(&hello.bytes)?;
    let other = Hello::read(&mut socket)?;
    let mut shown = [0; PROOF];
    socket.read_exact(&mut shown)?;
    if proof(&member.token, "listens", hello, &other).verify_slice(&shown).is_err() {
        return Ok(Greeted::Stranger);
    }
    socket.write_all(&proof(&member.token, "calls", hello, &other).finalize().into_bytes())?;
    if let Some(doubt) = hello.doubt(&other) {
        return Ok(Greeted::Unfit(other.index, doubt));
    }
    // It has looked at the proof.
    socket.read_exact(&mut [0])?;
    ready(&socket, Some(member.patience))?;
    Ok(Greeted::Friend(other.index, socket))
}

/// Answers one that calls.
fn answer(
    member: &Member,
    hello: &Hello,
    mut socket: TcpStream,
    from: SocketAddr,
) -> io::Result<(Greeted, SocketAddr)> {
    ready(&socket, Some(GREETING))?;
    let other = Hello::read(&mut socket)?;
    socket.write_all(&hello.bytes)?;
    socket.write_all(&proof(&member.token, "listens", &other, hello).finalize().into_bytes())?;
    let mut shown = [0; PROOF];
    if socket.read_exact(&mut shown).is_err()
        || proof(&member.token, "calls", &other, hello).verify_slice(&shown).is_err()
    {
        return Ok((Greeted::Stranger, from));
    }
    if let Some(doubt) = hello.doubt(&other) {
        return Ok((Greeted::Unfit(other.index, doubt), from));
    }
    if other.index <= member.index || other.index >= hello.count {
        return Err(io::ErrorKind::InvalidData.into());
    }
    socket.write_all(&[1])?;
    ready(&socket, Some(member.patience))?;
    Ok((Greeted::Friend(other.index, socket), from))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

    use super::*;
    use std::thread;

    /// Two processes meet that have these tokens and agree on these things: what each comes to.
    fn meeting(tokens: [&str; 2], agreed: [&str; 2], patience: Duration) -> [Result<usize, Trouble>; 2] {
        let listeners = [0, 1].map(|_| listen("127.0.0.1:0").unwrap());
        let addresses = listeners.iter().map(|listener| listener.local_addr().unwrap().to_string()).collect::<Vec<_>>();
        let mut each = listeners.into_iter().enumerate().map(|(index, listener)| {
            let member = Member { index, addresses: addresses.clone(), token: tokens[index].into(), patience };
            let agreed = agreed[index].to_owned();
            thread::spawn(move || {
                meet(&member, &agreed, listener, &mut || Ok(())).map(|all| all.iter().flatten().count())
            })
        });
        let both = [each.next().unwrap(), each.next().unwrap()];
        both.map(|one| one.join().unwrap())
    }

    #[test]
    fn those_who_agree_meet() {
        let met = meeting(["sesame"; 2], ["nim"; 2], Duration::from_secs(20));
        assert!(matches!(met, [Ok(1), Ok(1)]), "{met:?}");
    }

    #[test]
    fn those_who_do_not_part() {
        let met = meeting(["sesame"; 2], ["nim", "go"], Duration::from_secs(20));
        assert!(matches!(met[0], Err(Trouble::Unfit { process: 1, doubt: Doubt::Game, .. })), "{met:?}");
        assert!(matches!(met[1], Err(Trouble::Unfit { process: 0, doubt: Doubt::Game, .. })), "{met:?}");
        let met = meeting(["sesame", "barley"], ["nim"; 2], Duration::from_secs(1));
        assert!(
            matches!(&met[0], Err(Trouble::Absent { process: 1, turned_away: Some(who), .. }) if who == "127.0.0.1"),
            "{met:?}"
        );
        assert!(matches!(met[1], Err(Trouble::Unfit { process: 0, doubt: Doubt::Token, .. })), "{met:?}");
    }

    /// Whoever says something else is not listened to.
    #[test]
    fn strangers_do_no_harm() {
        let listener = listen("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let addresses = vec![address.clone(), "127.0.0.1:1".to_owned()];
        let member = Member { index: 0, addresses, token: Vec::new(), patience: Duration::from_millis(300) };
        let met = thread::spawn(move || meet(&member, "nim", listener, &mut || Ok(())).map(|_| ()));
        TcpStream::connect(address).unwrap().write_all(&[b'x'; 200]).unwrap();
        assert!(matches!(met.join().unwrap(), Err(Trouble::Absent { process: 1, turned_away: None, .. })));
    }
}
