//! The threads of a search: one tree each, and one table for all of them.
//!
//! A search begins on one thread; once it is long, all cores ask the same question of the same root. What one of them finds out is in the table for the
//! others, and none follows a move to where another is while it has a move that leads elsewhere: so they part, and meet again at what is done (ABDADA,
//! J.-C. Weill 1996, in the simple form of T. Kerrigan 2017, by a small table of positions that somebody is at). Whoever is done first answers; what the
//! others know stays in the table. Threads run for a while and then meet: the table grows, and limits are looked at, when nobody runs.

use super::super::rows::Source;
use super::Between;
use super::patience::{Patience, Spent};
use super::table::{Bounds, Hold, Table};
use super::tree::{Tools, Tree};
use crate::error::Stop;
use crate::limits::{Meter, STRIDE};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Positions that one thread looks at before others help: a search of fewer is over too soon, and looks at the same on any number of threads.
const LONG: u64 = if cfg!(test) { 1 << 8 } else { 1 << 18 };

/// Steps of each thread between two meetings; after each `STRIDE` of them it looks whether it is to stop.
const TOGETHER: usize = 1 << 13;

/// Positions somebody is at are told apart by so many places.
const PLACES: usize = 1 << 14;

/// Only positions near the root are shown: below them there is little to share.
const SHOWN: usize = 16;

/// Positions near the root that threads are at, by their hashes. It may say too little: then two threads look at the same.
pub(super) struct Busy(Vec<AtomicU64>);

impl Busy {
    fn new() -> Busy {
        Busy((0..PLACES).map(|_| AtomicU64::new(0)).collect())
    }

    fn place(&self, hash: u64) -> &AtomicU64 {
        &self.0[usize::try_from(hash % PLACES as u64).expect("less than the number of places")]
    }

    /// Whether positions so far from the root are shown.
    pub(super) fn shows(&self, depth: usize) -> bool {
        depth < SHOWN
    }

    pub(super) fn enter(&self, hash: u64) {
        self.place(hash).store(hash, Ordering::Relaxed);
    }

    pub(super) fn leave(&self, hash: u64) {
        // Another thread that is still there may do twice what this one has done.
        let _ = self.place(hash).compare_exchange(hash, 0, Ordering::Relaxed, Ordering::Relaxed);
    }

    pub(super) fn is_at(&self, hash: u64) -> bool {
        self.place(hash).load(Ordering::Relaxed) == hash
    }
}

pub(super) struct Team<'a, const N: usize, B: Bounds> {
    source: &'a dyn Source,
    table: Table<N, B>,
    /// One for each thread that works; the first was there from the beginning.
    trees: Vec<Mutex<Tree<'a, N, B>>>,
    busy: Busy,
    patience: Patience<'a>,
    /// Positions that the meter has been told of.
    counted: Spent,
}

/// How far a thread came: the score, if it is done, and how many places of the table it filled.
type Came<S> = (Result<Option<S>, Stop>, usize);

impl<'a, const N: usize, B: Bounds> Team<'a, N, B> {
    pub(super) fn new(source: &'a dyn Source, patience: Patience<'a>) -> Team<'a, N, B> {
        let trees = vec![Mutex::new(Tree::new(source))];
        Team { source, table: Table::new(), trees, busy: Busy::new(), patience, counted: Spent::default() }
    }

    /// How many positions were looked at.
    pub(super) fn found(&mut self) -> u64 {
        self.spent().found
    }

    /// What all threads did.
    fn spent(&mut self) -> Spent {
        self.trees().map(|tree| tree.spent()).fold(Spent::default(), |all, one| Spent {
            made: all.made + one.made,
            looked: all.looked + one.looked,
            found: all.found + one.found,
        })
    }

    /// What is known of each move of a position.
    pub(super) fn known_of_moves(&mut self, row: &[u64; N]) -> Vec<(String, Between)> {
        own(&mut self.trees[0]).known_of_moves(row, &mut self.table)
    }

    /// That a position is worth more than leads can be.
    pub(super) fn too_far(&mut self, row: &[u64; N]) -> Stop {
        own(&mut self.trees[0]).too_far(row)
    }

    /// The score of a position, exact within the window, a bound outside it (fail-soft).
    pub(super) fn ask(
        &mut self,
        root: [u64; N],
        window: (B::Score, B::Score),
        meter: &mut Meter,
    ) -> Result<B::Score, Stop> {
        self.busy = Busy::new();
        for tree in &mut self.trees {
            own(tree).begin(root, window, &mut Tools { table: Hold::Alone(&mut self.table), busy: None })?;
        }
        loop {
            let score = if self.trees.len() == 1 { self.alone()? } else { self.together(meter)? };
            if let Some(score) = score {
                return Ok(score);
            }
            self.look(meter)?;
            if self.trees.len() < meter.limits().threads && self.counted.found >= LONG {
                let first = own(&mut self.trees[0]);
                let mut other = first.another();
                other.begin(root, window, &mut Tools { table: Hold::Alone(&mut self.table), busy: None })?;
                self.trees.push(Mutex::new(other));
            }
        }
    }

    fn alone(&mut self) -> Result<Option<B::Score>, Stop> {
        own(&mut self.trees[0]).run(STRIDE, &mut Tools { table: Hold::Alone(&mut self.table), busy: None })
    }

    /// All threads go on, until one of them is done or it is time to meet.
    fn together(&mut self, meter: &Meter) -> Result<Option<B::Score>, Stop> {
        let (bound, done) = (meter.bound(usize::MAX), AtomicBool::new(false));
        let (table, trees, busy) = (&self.table, &self.trees, &self.busy);
        let work = |number: usize| -> Came<B::Score> {
            let mut tree = trees[number].lock().unwrap_or_else(PoisonError::into_inner);
            let mut tools = Tools { table: Hold::Shared(table, 0), busy: Some(busy) };
            let mut came = Ok(None);
            for _ in 0..TOGETHER / STRIDE {
                came = tree.run(STRIDE, &mut tools);
                if !matches!(came, Ok(None)) {
                    done.store(true, Ordering::Relaxed);
                }
                if done.load(Ordering::Relaxed) || bound.reached() {
                    break;
                }
            }
            let Hold::Shared(_, filled) = tools.table else { return (came, 0) };
            (came, filled)
        };
        let all = meter.workers().pieces(0..trees.len(), 1, |one| work(one.start));
        self.table.filled(all.iter().map(|(_, filled)| filled).sum());
        let mut scores = all.into_iter().map(|(came, _)| came).filter(|came| !matches!(came, Ok(None)));
        scores.next().unwrap_or(Ok(None))
    }

    /// Makes room, and looks at the limits. Trees take what they need, the table what they leave.
    fn look(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        let spent = self.spent();
        let own: u64 = self.trees().map(|tree| tree.own_bytes()).sum();
        let limit = meter.limits().memory;
        let fits = |bytes| own.saturating_add(bytes) <= limit;
        self.table.make_room(fits);
        self.table.give_back(fits);
        let before = std::mem::replace(&mut self.counted, spent);
        meter.steps(usize::try_from(spent.looked - before.looked).unwrap_or(usize::MAX))?;
        meter.positions_found(spent.found - before.found, own + self.table.bytes())?;
        let (table, source) = (&self.table, self.source);
        let knows = |row: &[u64]| {
            let mut kept = *row.first_chunk().expect("rows have so many words");
            source.fold(&mut kept);
            table.knows(&kept)
        };
        self.patience.ask(spent, &knows, meter)
    }

    fn trees(&mut self) -> impl Iterator<Item = &mut Tree<'a, N, B>> {
        self.trees.iter_mut().map(own)
    }
}

/// A tree that nobody else works on.
fn own<'t, 'a, const N: usize, B: Bounds>(tree: &'t mut Mutex<Tree<'a, N, B>>) -> &'t mut Tree<'a, N, B> {
    tree.get_mut().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use crate::game::Game;
    use crate::instance::Instance;
    use crate::limits::{Limits, Meter, Silent};
    use crate::methods::Solved;
    use crate::methods::alone::{by_memo, by_search};
    use bouton_rules::{Source, check};
    use std::sync::Arc;

    const LINES: &str = "game Lines\nplayers Cross, Ring\nstate b : grid[3, 4] of player? = none\n\
        move put(c in cells(b) if b[c] == none) {\n  b[c] = me\n  end when line(b, me, 3) => opponent wins\n}\nstuck => Ring wins\n";
    const SHARES: &str = "game Shares\nplayers Max, Min\nstate left : set of 1..12 = {k for k in 1..12}\nstate last : 0..12 = 0\n\
        move take(k in left if abs(k - last) != 3) {\n  gain k * last % 7\n  left -= {k}\n  last = k\n  \
        if k % 4 == 0 { again }\n}\nstuck => Max leads by last - 5\n";

    /// How many threads look, and whether the table forgets, changes nothing about what is found.
    #[test]
    fn threads_find_what_one_finds() {
        for text in [LINES, SHARES] {
            let rules = Arc::new(check(&Source::new("test", text)).0.expect("they are right"));
            let game = Instance::new(rules, &[]).expect("there are no parameters");
            let start = game.start().expect("it begins");
            let value = |solved: Solved<_>| solved.store.value(&game, &start).expect("it has a value");
            let known = value(by_memo(&game, &mut Meter::new(&Limits::default(), &Silent)));
            for (threads, memory) in [(1, 1 << 30), (2, 1 << 30), (5, 1 << 30), (3, 1 << 17)] {
                let limits = Limits::default().threads(threads).memory(memory);
                let mut meter = Meter::new(&limits, &Silent);
                let found = by_search(&game, &mut meter);
                let positions = found.searched.expect("it looks at more than it keeps");
                assert!(positions > 2 * super::LONG, "{positions} positions are too few to share");
                let found = value(found);
                assert!(found.same_result(known), "{threads} threads find {found}, memo {known}");
                assert_eq!(meter.threads(), threads);
            }
        }
    }
}
