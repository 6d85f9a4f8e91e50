//! Working backwards through one tier: wave after wave, and what moves to tiers that are solved add to each.

use super::super::super::together::Others;
use super::exits::{self, Exit, Exits};
use super::known::{Known, Row};
use super::together::{self, Mail};
use super::{OPEN, Placed};
use crate::checkpoint::Record;
use crate::error::Stop;
use crate::game::{Edge, Game, Look, ended};
use crate::limits::Meter;
use crate::methods::retrograde::snapshots::{Snapshots, last};
use crate::store::{Form, NONE, Near};
use crate::value::{Outcome, Value};
use std::sync::atomic::{AtomicU16, Ordering};

/// The waves of so few positions are worked out by one thread: the cells stay near it, and two would wait for each other.
const FEW: usize = 1 << 20;
/// Positions that one thread looks at before it takes more, and those looked at before the clock is where there are no other processes.
pub(super) const PIECE: usize = 1 << 10;
const AT_ONCE: usize = 1 << 18;
/// Decided positions whose moves are listed before any of them is followed.
const TOGETHER: usize = 1 << 6;

/// How many are looked at before the clock is, and before others are told.
fn at_once(others: &Others) -> usize {
    if others.place().1 == 1 { AT_ONCE } else { together::AT_ONCE }
}

/// In how many slices processes go through a wave, of which this one has a part: as many for all. At least one where `more` is to come of it, none
/// where no process has anything. And whether it is `due` for all of them that what is known is written first.
pub(super) fn slices<T>(wave: &[T], more: bool, due: bool, others: &mut Others) -> Result<(usize, bool), Stop> {
    let mine = wave.len().div_ceil(at_once(others)).max(usize::from(more));
    let [slices, not_due] = others.most([mine, usize::from(!due)])?;
    Ok((slices, not_due == 0))
}

/// The last wave that all processes have on disk, by its ply. Each has the last two that it wrote, and none goes on from a wave before all have it.
fn newest(mut kept: Vec<(u32, Record)>, others: &mut Others) -> Result<Option<(u32, Record)>, Stop> {
    let mut mine = [-1; 2];
    mine.iter_mut().zip(&kept).for_each(|(mine, (plies, _))| *mine = i64::from(*plies));
    let told = others.tell_all(&mine)?;
    kept.retain(|(plies, _)| told.iter().all(|theirs| theirs.contains(&i64::from(*plies))));
    Ok(last(kept))
}

/// The wave after a wave: what `work` finds from each piece of it, by all threads, and what `hear` makes of what other processes find; `own` tells
/// whether that is of one's own cells.
pub(super) fn after<T: Copy + Send + Sync>(
    wave: &[T],
    (slices, piece): (usize, usize),
    others: &mut Others,
    meter: &mut Meter,
    work: impl Fn(&[T]) -> (Vec<T>, Mail) + Sync,
    own: impl Fn(&[[u64; 1]]) -> bool,
    hear: impl Fn(bool, &[[u64; 1]]) -> Vec<T> + Sync,
) -> Result<Vec<T>, Stop> {
    let mut next = Vec::new();
    let mut all = wave.chunks(at_once(others));
    for _ in 0..slices {
        let (some, mut mail) = (all.next().unwrap_or_default(), Mail::default());
        for (found, theirs) in meter.workers().pieces(0..some.len(), piece, |range| work(&some[range])) {
            next.extend_from_slice(&found);
            mail.append(theirs);
        }
        for (kind, told) in mail.hand_over(&own, meter.workers(), others)? {
            for found in meter.workers().pieces(0..told.len(), piece, |range| hear(kind, &told[range])) {
                next.extend_from_slice(&found);
            }
        }
        meter.steps(some.len())?;
    }
    Ok(next)
}

/// A tier that is being solved, or this process's share of it. Its positions go by their numbers counted from its first.
pub(super) struct Waves<'a, G: Game> {
    placed: &'a Placed<'a, G>,
    tier: usize,
    /// The number of its first position.
    from: u64,
    /// Values, or how many moves may still win.
    cells: Vec<AtomicU16>,
    exits: Exits,
    /// Whether one thread works out all waves: then no cell has to be read and changed in one step, which takes several times as long.
    alone: bool,
}

/// The values of positions that a wave decides.
#[derive(Clone, Copy)]
struct Wave {
    win: u16,
    loss: u16,
}

/// Numbers of positions, as many as are on the list; what lies behind them means nothing.
#[derive(Default)]
struct List {
    numbers: Vec<u32>,
    len: usize,
}

impl List {
    /// Adds those of at most so many positions that belong on it, without guessing which.
    #[inline]
    fn add(&mut self, most: usize, numbers: impl Iterator<Item = u32>, belongs: impl Fn(u32) -> bool) {
        if self.numbers.len() < self.len + most {
            self.numbers.resize(2 * (self.len + most), 0);
        }
        for number in numbers {
            self.numbers[self.len] = number;
            self.len += usize::from(belongs(number));
        }
    }

    fn numbers(&self) -> &[u32] {
        &self.numbers[..self.len]
    }
}

/// A number with each of these added to it.
fn numbers(from: u32, by: &[i32]) -> impl Iterator<Item = u32> {
    by.iter().map(move |by| from.wrapping_add_signed(*by))
}

/// What was found at a piece of the positions.
#[derive(Default)]
struct Found {
    /// Those won or lost at once.
    decided: Vec<u32>,
    /// What moves out of the tier decide.
    exits: Vec<Exit>,
    waiting: Waiting,
}

/// Positions with moves out of the tier of which other processes may know what they are worth.
#[derive(Default)]
struct Waiting {
    /// Each with how many moves it has, and how many such.
    positions: Vec<(u32, u32, usize)>,
    leaving: Vec<Edge>,
}

impl<'a, G: Game> Waves<'a, G> {
    pub(super) fn new(placed: &'a Placed<'a, G>, tier: usize, meter: &Meter) -> Result<Waves<'a, G>, Stop> {
        let numbers = placed.share.of(&placed.tiers[tier].numbers);
        let size = numbers.end - numbers.start;
        meter.memory(placed.bytes().saturating_add(size.saturating_mul(4)))?;
        let cells = std::iter::repeat_with(AtomicU16::default)
            .take(usize::try_from(size).expect("memory was found for as many"))
            .collect();
        let alone = meter.workers().is_alone() || size <= FEW as u64;
        Ok(Waves { placed, tier, from: numbers.start, cells, exits: Exits::default(), alone })
    }

    /// Solves it; nothing where its positions must be looked at in another way.
    pub(super) fn solve(
        mut self,
        snapshots: &Snapshots,
        others: &mut Others,
        meter: &mut Meter,
    ) -> Result<Option<Known>, Stop> {
        let Some((mut plies, mut wave)) = self.first(snapshots, others, meter)? else { return Ok(None) };
        meter.phase("going backwards", Some(self.cells.len() as u64));
        loop {
            let (slices, due) = slices(&wave, self.exits.go_on(plies), snapshots.is_due(), others)?;
            if slices == 0 {
                break;
            }
            if due {
                snapshots.keep(self.placed.record(self.tier), plies, &self.cells)?;
            }
            plies += 1;
            let (Some(win), Some(loss)) = (Near::win(plies), Near::loss(plies)) else { return Ok(None) };
            if loss >= OPEN {
                return Ok(None);
            }
            wave = self.after(&wave, slices, Wave { win, loss }, others, meter)?;
            let mut exits = std::mem::take(&mut self.exits);
            exits.take(plies, |number, wins| {
                wave.extend(self.settles(number, wins, Wave { win, loss }).then_some(number))
            });
            self.exits = exits;
        }
        let row = Row::Two(self.cells.into_iter().map(AtomicU16::into_inner).collect());
        Ok(Some(Known { from: self.from, counted: 0, finished: 0, row, away: None }))
    }

    /// What a wave decides, and what the other processes' parts of it do.
    fn after(
        &self,
        wave: &[u32],
        slices: usize,
        decided: Wave,
        others: &mut Others,
        meter: &mut Meter,
    ) -> Result<Vec<u32>, Stop> {
        let piece = if self.alone { AT_ONCE } else { PIECE };
        let here = |[cell]: &[u64; 1]| self.here(*cell).is_some();
        let own = |rising: &[[u64; 1]]| rising.first().is_none_or(here) && rising.last().is_none_or(here);
        let hear = |wins, told: &[[u64; 1]]| {
            let numbers = told.iter().filter_map(|[cell]| self.here(*cell));
            numbers.filter(|number| self.settles(*number, wins, decided)).collect()
        };
        after(wave, (slices, piece), others, meter, |some| self.told(some, decided), own, hear)
    }

    /// The number here of a cell of the tier; none where another process holds it.
    #[inline]
    fn here(&self, cell: u64) -> Option<u32> {
        let number = cell.checked_sub(self.from).filter(|number| *number < self.cells.len() as u64)?;
        u32::try_from(number).ok()
    }

    /// The first wave and its ply: what is over, or what an earlier run knew last.
    fn first(
        &mut self,
        snapshots: &Snapshots,
        others: &mut Others,
        meter: &mut Meter,
    ) -> Result<Option<(u32, Vec<u32>)>, Stop> {
        let kept = newest(snapshots.kept(self.placed.record(self.tier), &self.cells), others)?;
        // What moves to other tiers are worth is in no snapshot.
        let looks_out = kept.is_some() && !self.placed.tiers[self.tier].next.is_empty();
        let mut wave = Vec::new();
        if looks_out || kept.is_none() {
            meter.phase(if looks_out { "looking out" } else { "marking" }, Some(self.cells.len() as u64));
            let Some(marked) = self.mark(others, meter)? else { return Ok(None) };
            wave = marked;
        }
        let Some((plies, record)) = kept else { return Ok(Some((0, wave))) };
        snapshots.read(&record, &mut self.cells)?;
        (0..=plies).for_each(|plies| self.exits.take(plies, |_, _| {}));
        Ok(Some((plies, self.decided_in(plies))))
    }

    /// Marks what is over and counts the moves of the rest.
    fn mark(&mut self, others: &mut Others, meter: &mut Meter) -> Result<Option<Vec<u32>>, Stop> {
        let (mut wave, mut exits) = (Vec::new(), Exits::default());
        // As many slices for every process.
        let (len, at_once) = (self.cells.len(), at_once(others));
        for from in (0..self.placed.share.largest(&self.placed.tiers[self.tier].numbers)).step_by(at_once) {
            let range = len.min(from)..len.min(from + at_once);
            let looked = range.len();
            let mut waiting = Vec::new();
            for found in meter.workers().pieces(range, PIECE, |range| self.look(range)) {
                let Some(found) = found else { return Ok(None) };
                wave.extend(&found.decided);
                found.exits.iter().for_each(|exit| exits.add(*exit));
                waiting.push(found.waiting);
            }
            let Some(asked) = self.ask(&waiting, others)? else { return Ok(None) };
            asked.into_iter().for_each(|exit| exits.add(exit));
            meter.steps(looked)?;
        }
        let own = size_of_val(self.cells.as_slice()) as u64;
        meter.memory(self.placed.bytes().saturating_add(own).saturating_add(exits.bytes()))?;
        self.exits = exits;
        Ok(Some(wave))
    }

    /// Asks what moves out of the tier are worth, where other processes may know, and notes what they decide.
    fn ask(&self, waiting: &[Waiting], others: &mut Others) -> Result<Option<Vec<Exit>>, Stop> {
        if others.place().1 == 1 || self.placed.tiers[self.tier].next.is_empty() {
            return Ok(Some(Vec::new()));
        }
        let leaving = || waiting.iter().flat_map(|some| &some.leaving);
        let cells: Vec<u64> = leaving().map(|edge| edge.number).collect();
        let code = |cell| self.placed.code(cell).map_or(NONE, Form::known);
        let codes = together::ask(&cells, |cell| self.placed.share.holder(&self.placed.tiers, cell), code, others)?;
        let mut codes = codes.into_iter().zip(leaving()).map(|(code, edge)| (Form::holding(code), edge.same_mover));
        let mut exits = Vec::new();
        for (at, moves, leaving) in waiting.iter().flat_map(|some| &some.positions) {
            let Some(exit) = self.note(*at, *moves, codes.by_ref().take(*leaving)) else { return Ok(None) };
            exits.extend(exit);
        }
        Ok(Some(exits))
    }

    /// The positions that are won or lost in so many plies.
    fn decided_in(&self, plies: u32) -> Vec<u32> {
        let codes = [Near::win(plies), Near::loss(plies)];
        let numbers = (0..).zip(&self.cells);
        numbers
            .filter(|(_, cell)| codes.contains(&Some(cell.load(Ordering::Relaxed))))
            .map(|(number, _)| number)
            .collect()
    }

    /// Looks at some positions; nothing where something is wrong with one: it may be one that cannot be reached.
    fn look(&self, range: std::ops::Range<usize>) -> Option<Found> {
        let mut found = Found::default();
        let numbers = self.from + range.start as u64..self.from + range.end as u64;
        let shared = self.placed.share.count > 1;
        self.placed.index.look_through(numbers, &mut |number, look, leaving| {
            let at = u32::try_from(number - self.from).ok()?;
            let (over, moves) = self.goes_on(number, look)?;
            match over {
                Some(outcome) => {
                    self.cells[at as usize].store(Near::of(outcome)?, Ordering::Relaxed);
                    found.decided.extend((outcome != Outcome::Draw).then_some(at));
                }
                None if shared && !leaving.is_empty() => {
                    found.waiting.positions.push((at, moves, leaving.len()));
                    found.waiting.leaving.extend_from_slice(leaving);
                }
                None => {
                    let codes = leaving.iter().map(|edge| (self.placed.code(edge.number), edge.same_mover));
                    found.exits.extend(self.note(at, moves, codes)?);
                }
            }
            Some(())
        })?;
        Some(found)
    }

    /// How a position has ended, or how many moves it has; nothing where something is wrong with it.
    fn goes_on(&self, number: u64, look: Look) -> Option<(Option<Outcome>, u32)> {
        let (over, moves) = match look {
            Look::Over(ending) => (Some(ending.value()), 0),
            Look::Goes(moves) => (None, moves),
            Look::Ask(moves) => {
                let over =
                    ended(self.placed.game, &self.placed.index.position(self.placed.index.kept(number))?).ok()?;
                (over, if over.is_none() && moves == 0 { return None } else { moves })
            }
        };
        match over {
            None => Some((None, moves)),
            Some(Value::Outcome(outcome)) => Some((Some(outcome), 0)),
            Some(Value::Lead(_)) => None,
        }
    }

    /// Notes how many moves a position has, and what those that lead out of the tier decide.
    fn note(&self, at: u32, moves: u32, leaving: impl Iterator<Item = (Option<u16>, bool)>) -> Option<Option<Exit>> {
        let (decides, known) = exits::told(leaving)?;
        let moves = u16::try_from(moves - known).ok()?;
        self.cells[at as usize].store(OPEN.checked_add(moves)?, Ordering::Relaxed);
        Some(decides.map(|(plies, wins)| Exit { number: at, plies, wins }))
    }

    /// What decided positions tell of those that have a move to them: those that this settles, and those of other processes.
    fn told(&self, decided: &[u32], wave: Wave) -> (Vec<u32>, Mail) {
        let (mut settled, mut mail) = (List::default(), Mail::default());
        if self.alone {
            self.before(decided, &mut Vec::new(), &mut mail, &mut |wins, from, by| {
                settled.add(by.len(), numbers(from, by), |number| self.settles(number, wins, wave));
            });
        } else {
            self.told_apart(decided, wave, &mut settled, &mut mail);
        }
        settled.numbers.truncate(settled.len);
        (settled.numbers, mail)
    }

    /// The same where other threads change cells as well.
    ///
    /// Every move is first gone through alike, whatever comes of it: the positions that moves come from are listed, and stay on the list
    /// if they have no value yet. So many cells are fetched from memory at once, which cannot be while cells are changed that all threads see.
    fn told_apart(&self, decided: &[u32], wave: Wave, settled: &mut List, mail: &mut Mail) {
        let (mut lists, mut edges): ([List; 2], _) = Default::default();
        let is_open = |number: u32| self.cells[number as usize].load(Ordering::Relaxed) >= OPEN;
        for some in decided.chunks(TOGETHER) {
            self.before(some, &mut edges, mail, &mut |wins, from, by| {
                lists[usize::from(wins)].add(by.len(), numbers(from, by), is_open);
            });
            for (wins, list) in [false, true].into_iter().zip(&mut lists) {
                settled.add(list.len, list.numbers().iter().copied(), |from| self.settles(from, wins, wave));
                list.len = 0;
            }
        }
    }

    /// Every move to positions that are decided: whether it wins, a number, and what is added to that for each position it is made in. Those made
    /// in positions of other processes are for these.
    #[inline]
    fn before(
        &self,
        decided: &[u32],
        edges: &mut Vec<Edge>,
        mail: &mut Mail,
        visit: &mut impl FnMut(bool, u32, &[i32]),
    ) {
        let (shared, tier) = (self.placed.share.count > 1, &self.placed.tiers[self.tier].numbers);
        let back = self.placed.index.shifts_back().filter(|_| !shared);
        for &number in decided {
            let won = self.is_won(number);
            match back {
                Some(back) => back.each(number, |from, by, same_mover| visit(won == same_mover, from, by)),
                None => {
                    self.placed.index.before(self.from + u64::from(number), edges);
                    for Edge { number, same_mover } in edges.drain(..) {
                        match self.here(number) {
                            Some(number) => visit(won == same_mover, number, &[0]),
                            None => mail.add(self.placed.share.owner(tier, number), won == same_mover, number),
                        }
                    }
                }
            }
        }
    }

    fn is_won(&self, number: u32) -> bool {
        Near::is_win(self.cells[number as usize].load(Ordering::Relaxed))
    }

    /// Whether it settles a position that one more of its moves is known to win, or not to. A move that wins does; so does the last move
    /// to lose. Both cannot be: where one wins, not all lose.
    #[inline]
    fn settles(&self, from: u32, wins: bool, wave: Wave) -> bool {
        let cell = &self.cells[from as usize];
        let mut known = cell.load(Ordering::Relaxed);
        loop {
            let open = known >= OPEN;
            let left = known - u16::from(open & !wins);
            let new = open & (wins | (left == OPEN));
            let code = if wins { wave.win } else { wave.loss };
            let code = if new { code } else { left };
            if self.alone {
                cell.store(code, Ordering::Relaxed);
                return new;
            }
            match cell.compare_exchange_weak(known, code, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return new,
                Err(changed) => known = changed,
            }
        }
    }
}
