//! How much one visitor of a classroom may ask at once, so that a script or an impatient student leaves room for the others.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// So many requests of one visitor are worked on at once; what more there are wait.
const AT_ONCE: usize = 4;
/// So many may wait. A class behind one address has as many at most; whoever has more is told to slow down.
const WAITING: usize = 400;
/// Visitors that are remembered: those without requests are forgotten beyond.
const REMEMBERED: usize = 1_000;

/// What each visitor has asked and not yet been answered.
#[derive(Debug, Default)]
pub(crate) struct Visitors(Mutex<HashMap<IpAddr, Visitor>>);

#[derive(Clone, Debug)]
struct Visitor {
    at_once: Arc<Semaphore>,
    all: Arc<Semaphore>,
}

/// A request that is worked on; its place is free again when this is dropped.
#[derive(Debug)]
pub(crate) struct Turn(#[expect(dead_code, reason = "held, not looked at")] [OwnedSemaphorePermit; 2]);

impl Visitors {
    /// Waits for a place; none where too many wait already.
    pub(crate) async fn enter(&self, visitor: IpAddr) -> Option<Turn> {
        let Visitor { at_once, all } = self.known(visitor);
        let present = all.try_acquire_owned().ok()?;
        let working = at_once.acquire_owned().await.ok()?;
        Some(Turn([present, working]))
    }

    fn known(&self, visitor: IpAddr) -> Visitor {
        let mut visitors = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if visitors.len() >= REMEMBERED {
            visitors.retain(|_, visitor| visitor.all.available_permits() < AT_ONCE + WAITING);
        }
        let new =
            || Visitor { at_once: Arc::new(Semaphore::new(AT_ONCE)), all: Arc::new(Semaphore::new(AT_ONCE + WAITING)) };
        visitors.entry(visitor).or_insert_with(new).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;
    use std::time::Duration;

    fn run(test: impl Future<Output = ()>) {
        tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(test);
    }

    #[test]
    fn one_visitor_waits_for_itself_and_for_nobody_else() {
        run(waits_for_itself());
    }

    async fn waits_for_itself() {
        let visitors = Visitors::default();
        let [one, other] = [1, 2].map(|last| IpAddr::V4(Ipv4Addr::new(10, 0, 0, last)));
        let mut turns = Vec::new();
        for _ in 0..AT_ONCE {
            turns.push(visitors.enter(one).await.unwrap());
        }
        let waits = tokio::time::timeout(Duration::from_millis(20), visitors.enter(one)).await;
        assert!(waits.is_err());
        assert!(visitors.enter(other).await.is_some());
        turns.pop();
        assert!(visitors.enter(one).await.is_some());
    }

    #[test]
    fn who_asks_far_too_much_is_refused() {
        run(far_too_much());
    }

    async fn far_too_much() {
        let visitors = Arc::new(Visitors::default());
        let one = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let mut turns = Vec::new();
        for _ in 0..AT_ONCE {
            turns.push(visitors.enter(one).await.unwrap());
        }
        let waiting: Vec<_> = (0..WAITING)
            .map(|_| {
                let visitors = visitors.clone();
                tokio::spawn(async move { visitors.enter(one).await.is_some() })
            })
            .collect();
        tokio::task::yield_now().await;
        while visitors.known(one).all.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        assert!(visitors.enter(one).await.is_none());
        drop(turns);
        for waits in waiting {
            assert!(waits.await.unwrap());
        }
    }
}
