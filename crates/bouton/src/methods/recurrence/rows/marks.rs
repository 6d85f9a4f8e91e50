//! Exactly which positions play reaches, a bit each. Straight pieces are followed from a whole row at once, a word of bits at a time, the
//! others from each position; of a choice that slides across rows only whole windows are looked at. Whatever closed forms do not tell is looked at at each position that is reached.

use super::arrivals::Arrivals;
use super::bits::{Bits, outside};
use super::flat::{Here, NOTHING, Span, clip, empty, hull};
use super::reach::{Reach, Seen};
use super::unproven;
use super::view::{Branch, InRow};
use crate::error::Stop;
use crate::limits::Meter;

/// What play reaches, among what it perhaps reaches.
pub(super) struct Marks {
    /// The row `top − k` at place `k`.
    rows: Vec<Bits>,
    /// How many positions play reaches, and at how many of them it is over.
    pub(super) reached: u64,
    pub(super) finished: u64,
}

/// Follows play from a position.
pub(super) fn mark(seen: &Seen, reach: &Reach, start: (Here, i64), meter: &mut Meter) -> Result<Marks, Stop> {
    let rows = reach.layers.iter().map(|layer| Bits::over(layer.all)).collect();
    let arrivals = seen.branches.iter().enumerate().map(|(which, branch)| Arrivals::of(which, branch, reach)).collect();
    let mut marking = Marking { seen, reach, marks: Marks { rows, reached: 0, finished: 0 }, arrivals };
    marking.marks.rows[0].set(start.1)?;
    meter.phase("marking", Some(reach.layers.len() as u64));
    for number in (reach.bottom()..=reach.top).rev() {
        meter.step()?;
        marking.row(seen.view.here(number))?;
        if let Some(limit) = meter.limits().positions.filter(|limit| *limit < marking.marks.reached) {
            return Err(Stop::Positions { limit });
        }
    }
    Ok(marking.marks)
}

impl Marks {
    /// Puts a cell in place of each of a row that play does not reach.
    pub(super) fn blank<C: Copy>(&self, at: usize, cells: &mut [C], unknown: C) {
        for (word, cells) in self.rows[at].as_words().iter().zip(cells.chunks_mut(64)) {
            if *word != u64::MAX {
                let unreached = cells.iter_mut().enumerate().filter(|(bit, _)| word >> bit & 1 == 0);
                unreached.for_each(|(_, cell)| *cell = unknown);
            }
        }
    }

    /// The bytes of a mark for each place of a row.
    pub(super) fn bytes(width: u64) -> u64 {
        8 * width.div_ceil(64)
    }
}

struct Marking<'a> {
    seen: &'a Seen<'a>,
    reach: &'a Reach,
    marks: Marks,
    /// By piece, what it leaves in later rows, where they are led to by whole windows.
    arrivals: Vec<Option<Arrivals<'a>>>,
}

/// The row that moves are followed from.
struct Source {
    here: Here,
    /// What is reached, where play is over, and where it goes on.
    reached: Bits,
    over: Bits,
    moved: Bits,
}

impl Source {
    /// Notes that play goes on from the open places of a span.
    fn has_moved(&mut self, open: &Bits, span: Span) -> Result<(), Stop> {
        if empty(span) { Ok(()) } else { self.moved.carry(open, span, 0) }
    }
}

impl Marking<'_> {
    fn row(&mut self, here: Here) -> Result<(), Stop> {
        let at = self.at(here.number)?;
        for arrivals in self.arrivals.iter_mut().flatten() {
            arrivals.arrive(&here, &mut self.marks.rows[at])?;
        }
        let Some(layer) = self.reach.layer(here.number) else { return Ok(()) };
        let (seen, blank) = (self.seen, Bits::over(layer.all));
        let reached = std::mem::replace(&mut self.marks.rows[at], blank.clone());
        let mut source = Source { here, reached, over: blank.clone(), moved: blank };
        for end in &seen.ends {
            source.over.fill(clip(&end.when, layer.all, &here.at, 0))?;
        }
        let single = seen.branches.iter().filter(|branch| branch.is_single());
        let single: Vec<Single> = single.map(|branch| Single::of(branch, &here)).collect();
        self.follow_each(&mut source, layer.all, single)?;
        if source.reached.words((layer.all.1 + 1, i64::MAX / 2)).next().is_some() {
            return Err(outside());
        }
        let open = source.reached.without(&source.over);
        for (which, branch) in seen.branches.iter().enumerate().filter(|(_, branch)| !branch.is_single()) {
            let left = match &mut self.arrivals[which] {
                Some(arrivals) => arrivals.leave(&here, &open, layer.all)?,
                None => None,
            };
            match left {
                Some(places) => source.has_moved(&open, places)?,
                None => self.follow(&mut source, &open, layer.all, branch)?,
            }
        }
        let (stuck, reached) = (open.without(&source.moved), source.reached.count());
        for place in stuck.places() {
            if !seen.stuck.iter().any(|stuck| stuck.holds(&here, place)) {
                return Err(unproven("a position where nobody can move and no rule says what that means"));
            }
        }
        if seen.remaining.is_some() {
            let over = source.reached.without(&open);
            if !over.places().chain(stuck.places()).all(|place| seen.nothing_remains(&here, place)) {
                return Err(unproven("the game is over and points remain"));
            }
        }
        self.marks.reached += reached;
        self.marks.finished += reached - open.count() + stuck.count();
        self.marks.rows[at] = source.reached;
        Ok(())
    }

    fn at(&self, number: i64) -> Result<usize, Stop> {
        usize::try_from(self.reach.top - number).ok().filter(|at| *at < self.marks.rows.len()).ok_or_else(outside)
    }

    /// Follows a straight piece from all places where play goes on.
    fn follow(&mut self, source: &mut Source, open: &Bits, all: Span, branch: &Branch) -> Result<(), Stop> {
        let (here, (legal, needs)) = (source.here, branch.limits.split_at(branch.legal));
        let mut moved = NOTHING;
        for choice in branch.numbers(branch.choices_by(legal, &here, all)) {
            let span = clip(legal, all, &here.at, choice);
            if empty(span) {
                continue;
            }
            if !needs.is_empty() && open.beside(span, clip(needs, span, &here.at, choice)) {
                return Err(unsound());
            }
            if open.words(span).next().is_none() {
                continue;
            }
            let by = branch.along.at(&here.at, 0, choice);
            let to = self.at(branch.row.at(&here.at, 0, choice))?;
            self.marks.rows[to].carry(open, span, by)?;
            // Spans of choices mostly overlap: what moves is put down once for all that do.
            if span.0 > moved.1 || span.1 < moved.0 {
                source.has_moved(open, moved)?;
                moved = NOTHING;
            }
            moved = hull(moved, span);
        }
        source.has_moved(open, moved)
    }

    /// Follows pieces that stay or are not straight from each place, the first first: they lead to later ones of the row.
    fn follow_each(&mut self, source: &mut Source, all: Span, mut pieces: Vec<Single>) -> Result<(), Stop> {
        let seen = self.seen;
        if pieces.is_empty() && seen.loose.is_empty() {
            return Ok(());
        }
        for place in all.0..=all.1 {
            if source.reached.has(place) && !source.over.has(place) {
                for piece in &mut pieces {
                    if piece.in_a_row {
                        piece.follow_run(source, place)?;
                    } else {
                        self.follow_single(source, piece, place)?;
                    }
                }
                let here = source.here;
                seen.loosely((&here, place), &mut |made| {
                    let (number, along) = made.next.ok_or_else(unsound)?;
                    self.arrive(source, place, (number, along)).map(|()| true)
                })?;
            }
        }
        Ok(())
    }

    fn follow_single(&mut self, source: &mut Source, single: &Single, place: i64) -> Result<(), Stop> {
        let Single { branch, piece, .. } = single;
        for choice in branch.numbers(piece.legal(place)) {
            if !piece.is_sound(place, choice) {
                return Err(unsound());
            }
            self.arrive(source, place, (piece.row.at(place, choice), piece.along.at(place, choice)))?;
        }
        Ok(())
    }

    /// Marks where a move leads from a place.
    fn arrive(&mut self, source: &mut Source, place: i64, (number, along): (i64, i64)) -> Result<(), Stop> {
        source.moved.set(place)?;
        if number == source.here.number {
            return source.reached.set(along);
        }
        let to = self.at(number)?;
        self.marks.rows[to].set(along)
    }
}

/// A piece that is followed from each place of a row.
struct Single<'a> {
    branch: &'a Branch,
    /// Whether its choices at a place lead to one place of the row after the other.
    in_a_row: bool,
    piece: InRow,
    /// The places that were marked last.
    marked: Span,
}

impl Single<'_> {
    fn of<'a>(branch: &'a Branch, here: &Here) -> Single<'a> {
        let in_a_row = branch.own && branch.chooses && branch.among.is_none() && branch.along.choice.abs() == 1;
        Single { branch, in_a_row, piece: branch.in_row(here), marked: (0, -1) }
    }

    fn follow_run(&mut self, source: &mut Source, place: i64) -> Result<(), Stop> {
        let choices = self.piece.legal(place);
        if empty(choices) {
            return Ok(());
        }
        if self.piece.choices(place) != choices {
            return Err(unsound());
        }
        let (one, other) = (self.piece.along.at(place, choices.0), self.piece.along.at(place, choices.1));
        let (from, to) = (one.min(other), one.max(other));
        let known = from >= self.marked.0 && !empty(self.marked);
        source.reached.fill((if known { from.max(self.marked.1 + 1) } else { from }, to))?;
        self.marked = (from, if known { to.max(self.marked.1) } else { to });
        source.moved.set(place)
    }
}

fn unsound() -> Stop {
    unproven("a move that the rules themselves must judge")
}
