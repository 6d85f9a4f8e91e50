//! Nimbers of parts in bulk: tables of what parts are worth by their codes, filled by compiled code (`Bulk`), depth first.
//!
//! Only parts that can come up are looked at, most of them once: a look at a part notes everything missing that it leads to, and the smallest
//! of those is looked at next, so that nearly all it leads to is known. Memory: 4 bytes and a bit for each code up to the largest part,
//! touched only where parts come up.

use crate::error::Stop;
use crate::game::{Bulk, Looked, NOTED, OPEN, Part, Parts, Workspace};
use crate::limits::Meter;
use crate::nimber::{mex, nim_sum};
use crate::store::{Nimbers, Table};

/// A table begins with so many codes, or as many as there are.
const FIRST_CODES: u64 = 1 << 16;

/// All tables together have at most so many codes.
const MOST_CODES: u64 = 1 << 27;

/// The nimbers of these parts and of all that can be left of them; nothing where they are too large for tables, or one can come back to itself.
pub(super) fn nimbers<P>(
    parts: &dyn Parts<P>,
    bulk: &dyn Bulk,
    first: &[Part],
    meter: &mut Meter,
) -> Result<Option<Nimbers>, Stop> {
    let sizes: Vec<u64> = (0..bulk.kinds()).map(|kind| first_size(bulk, kind, first)).collect();
    if sizes.iter().sum::<u64>() > MOST_CODES {
        return Ok(None);
    }
    let mut search = Search { parts, bulk, workspace: Workspace::new(&sizes), idle: Vec::new(), valued: 0 };
    search.idle = sizes.iter().map(|size| idle_bits(*size)).collect();
    meter.memory(search.bytes())?;
    let mut waiting: Vec<Part> = first.to_vec();
    waiting.sort_unstable_by(|one, two| two.cmp(one));
    while let Some(&part) = waiting.last() {
        meter.step()?;
        if search.nimber(part).is_some() {
            waiting.pop();
            continue;
        }
        match search.look(part, meter)? {
            Seen::Valued => drop(waiting.pop()),
            // The largest first: the smallest, on top, is looked at next.
            Seen::Missing(missing) => waiting.extend(missing.into_iter().rev()),
            Seen::Unfit => return Ok(None),
        }
    }
    Ok(Some(search.done()))
}

fn first_size(bulk: &dyn Bulk, kind: usize, first: &[Part]) -> u64 {
    let largest = first.iter().filter(|part| part.kind == kind).map(|part| part.value.abs_diff(bulk.from(kind))).max();
    largest.map_or(0, |largest| largest.saturating_add(1)).max(FIRST_CODES).min(bulk.codes(kind))
}

fn idle_bits(size: u64) -> Vec<u64> {
    vec![0; usize::try_from(size / 64 + 1).expect("sizes are at most MOST_CODES")]
}

struct Search<'a, P> {
    parts: &'a dyn Parts<P>,
    bulk: &'a dyn Bulk,
    workspace: Workspace,
    /// Of each kind, a bit for every part without a move.
    idle: Vec<Vec<u64>>,
    valued: u64,
}

/// What comes of looking at a part.
enum Seen {
    Valued,
    /// These must be valued before it, rising.
    Missing(Vec<Part>),
    /// Tables do not do here.
    Unfit,
}

impl<P> Search<'_, P> {
    fn place(&self, part: Part) -> Option<usize> {
        usize::try_from(part.value.checked_sub(self.bulk.from(part.kind))?).ok()
    }

    /// What the tables have of a part: what lies beyond the room made so far is not known, as a 0 in them says.
    fn worth(&self, part: Part) -> i32 {
        let known = self.place(part).and_then(|place| self.workspace.worths[part.kind].get(place));
        known.map_or(0, |worth| *worth)
    }

    fn nimber(&self, part: Part) -> Option<u64> {
        u64::try_from(self.worth(part) - 1).ok().filter(|_| self.worth(part) > 0)
    }

    fn look(&mut self, part: Part, meter: &mut Meter) -> Result<Seen, Stop> {
        let missing = match self.bulk.look(part, &mut self.workspace) {
            Some(Looked::Worth { nimber, idle }) => return self.set(part, nimber, idle, meter),
            Some(Looked::Missing(count)) => self.noted(count),
            None => match self.asked(part, meter)? {
                Some(Seen::Missing(missing)) => missing,
                Some(seen) => return Ok(seen),
                None => return Ok(Seen::Unfit),
            },
        };
        if missing.iter().any(|next| *next == part || self.worth(*next) == OPEN) {
            // It can come back to itself: the plain search says how.
            return Ok(Seen::Unfit);
        }
        if let Some(worth) = self.place(part).and_then(|place| self.workspace.worths[part.kind].get_mut(place)) {
            *worth = OPEN;
        }
        Ok(Seen::Missing(missing))
    }

    /// What was noted as missing, rising, no longer marked as noted.
    fn noted(&mut self, count: usize) -> Vec<Part> {
        let kinds = i64::try_from(self.bulk.kinds()).expect("kinds are few");
        let mut found = Vec::with_capacity(count);
        for &number in self.workspace.missing.iter().take(count) {
            let (code, kind) = (number / kinds, usize::try_from(number % kinds).expect("the number of a kind"));
            let place = usize::try_from(code).expect("codes are not negative");
            if let Some(worth) = self.workspace.worths[kind].get_mut(place).filter(|worth| **worth == NOTED) {
                *worth = 0;
            }
            found.push(Part { kind, value: code + self.bulk.from(kind) });
        }
        found.sort_unstable_by_key(|part| (self.bulk.order(*part), part.kind));
        found.dedup();
        found
    }

    /// Compiled code asks: a table is too short, or something is wrong, which the interpreter says in its words.
    fn asked(&mut self, part: Part, meter: &mut Meter) -> Result<Option<Seen>, Stop> {
        // How many were noted before it asked is not known: what was noted earlier does no harm.
        self.noted(self.workspace.missing.len());
        let options = self.parts.options(part).map_err(|fault| Stop::at(fault, self.parts.show(part)))?;
        let mut missing = Vec::new();
        let mut found = Vec::with_capacity(options.len());
        for left in &options {
            meter.step()?;
            match left.iter().map(|part| self.nimber(*part)).collect::<Option<Vec<u64>>>() {
                Some(nimbers) => found.push(nim_sum(nimbers)),
                None => missing.extend(left.iter().filter(|part| self.nimber(**part).is_none())),
            }
        }
        if !self.grows(options.iter().flatten(), meter)? {
            return Ok(None);
        }
        if missing.is_empty() {
            let Ok(nimber) = u32::try_from(mex(found)) else { return Ok(None) };
            return self.set(part, nimber, options.is_empty(), meter).map(Some);
        }
        missing.sort_unstable();
        missing.dedup();
        Ok(Some(Seen::Missing(missing)))
    }

    /// Makes tables long enough for these parts, if they may be.
    fn grows<'p>(&mut self, parts: impl Iterator<Item = &'p Part>, meter: &mut Meter) -> Result<bool, Stop> {
        for part in parts {
            let Some(place) = self.place(*part) else { return Ok(false) };
            if place < self.workspace.worths[part.kind].len() {
                continue;
            }
            let size = (2 * (place as u64 + 1)).min(self.bulk.codes(part.kind)).max(place as u64 + 1);
            let others: usize = self.workspace.worths.iter().map(Vec::len).sum();
            if size + others as u64 > MOST_CODES {
                return Ok(false);
            }
            self.workspace.worths[part.kind].resize(usize::try_from(size).expect("at most MOST_CODES"), 0);
            self.idle[part.kind].resize(idle_bits(size).len(), 0);
            meter.memory(self.bytes())?;
        }
        Ok(true)
    }

    fn set(&mut self, part: Part, nimber: u32, idle: bool, meter: &mut Meter) -> Result<Seen, Stop> {
        let (Some(place), Ok(worth)) = (self.place(part), i32::try_from(i64::from(nimber) + 1)) else {
            return Ok(Seen::Unfit);
        };
        meter.position(|| self.bytes())?;
        self.workspace.worths[part.kind][place] = worth;
        self.workspace.room_for(nimber);
        if idle {
            self.idle[part.kind][place / 64] |= 1 << (place % 64);
        }
        self.valued += 1;
        Ok(Seen::Valued)
    }

    fn bytes(&self) -> u64 {
        let codes: usize = self.workspace.worths.iter().map(Vec::len).sum();
        (codes * size_of::<i32>() + codes / 8) as u64
    }

    fn done(self) -> Nimbers {
        let mut nimbers = Nimbers::default();
        for (kind, (worths, idle)) in self.workspace.worths.into_iter().zip(self.idle).enumerate() {
            nimbers.set_table(kind, Table::new(self.bulk.from(kind), worths, idle));
        }
        nimbers
    }
}
