//! Marks that a choice leaves across rows, where it slides: what a row is reached by is all that a window of the rows above it leads to. It is the window of
//! values (`windows`) the other way round: rows come in from the top, a bit for each place in place of a value, and bits are joined where values are
//! compared. So each row is carried a few times, however wide the range.

use super::bits::{Bits, outside};
use super::flat::{Flat, Here, Span, clip, empty, shifted, width};
use super::reach::Reach;
use super::slide::Slide;
use super::view::Branch;
use super::windows::{Across, Row};
use crate::error::Stop;
use std::collections::BTreeMap;

/// Lines that drift reach farther than any row: bits over all of them cost more than they save from this many times the longest row on.
const MOST_LINES: usize = 2;

/// A piece whose choice slides across rows, and what it has left so far.
pub(super) struct Arrivals<'a> {
    branch: &'a Branch,
    slide: &'a Slide,
    /// What must not be negative at a place for any choice to be allowed there.
    some: Vec<Flat>,
    /// All lines that rows are ever led along.
    lines: Span,
    windows: BTreeMap<i64, Window>,
}

struct Window {
    rows: Across<u64>,
    /// The rows that the last row above leads to; before the first, all: both ends only ever fall.
    last: Span,
}

impl<'a> Arrivals<'a> {
    /// A piece that is straight and leads to other rows; nothing where its choice does not slide, or its limits do not tell from and to where.
    pub(super) fn of(which: usize, branch: &'a Branch, reach: &Reach) -> Option<Arrivals<'a>> {
        let slide = branch.slide.as_ref().filter(|slide| slide.across())?;
        let told = branch.legal == branch.limits.len() && branch.limits.iter().all(|limit| limit.choice.abs() <= 1);
        (told && !branch.is_single()).then_some(())?;
        // Every number between the greatest lower end and the least upper one is allowed (Fourier and Motzkin; exact, since choices are taken once).
        let ends = |times| branch.limits.iter().filter(move |limit| limit.choice == times);
        let between = ends(1).flat_map(|lo| ends(-1).map(|hi| hi.plus(lo, 1)));
        let some = between.chain(ends(0).map(|limit| Some(*limit))).collect::<Option<_>>()?;
        let (lines, longest) = (reach.lines(which), reach.layers.iter().map(|layer| width(layer.all)).max()?);
        (width(lines) <= MOST_LINES * longest).then_some(())?;
        Some(Arrivals { branch, slide, some, lines, windows: BTreeMap::new() })
    }

    /// Leaves marks for all open places of a row; from where to where there is a choice, or nothing where it must be followed otherwise.
    pub(super) fn leave(&mut self, here: &Here, open: &Bits, all: Span) -> Result<Option<Span>, Stop> {
        let (branch, slide, at) = (self.branch, self.slide, &here.at);
        let places = clip(&self.some, all, at, 0);
        if empty(places) {
            return Ok(Some(places));
        }
        let (class, from) = slide.line(branch.row.at(at, 0, 0));
        let nearest = (here.number - 1 - class).div_euclid(slide.stride);
        let rows = |(lo, hi): Span| {
            let ends = [lo, hi].map(|choice| from + slide.step * choice);
            (ends[0].min(ends[1]), ends[0].max(ends[1]))
        };
        // The ranges may hold rows that are none: where no place leads to those, leaving them out loses nothing.
        let led = rows(branch.choices(here, places));
        let (from, to) = rows(slide.choices(at));
        let (from, to) = (from.max(0), to.min(nearest));
        let mut bits = Bits::over(self.lines);
        let cells = i64::try_from(bits.as_words().len()).expect("rows are counted in memory");
        let blank = || Window { rows: Across::new((0, cells - 1)), last: (i64::MAX, i64::MAX) };
        let window = self.windows.entry(class).or_insert_with(blank);
        if led.0 < 0 || led.1 > nearest || from > to || from > window.last.0 || to > window.last.1 {
            return Ok(None);
        }
        window.last = (from, to);
        bits.carry(open, places, branch.line(slide, at))?;
        // Rows come from the top down, and windows go by rising numbers.
        window.rows.push(-to, Row { number: -from, first: 0, cells: bits.into_words() });
        Ok(Some(places))
    }

    /// Adds what rows above leave in a row.
    pub(super) fn arrive(&mut self, here: &Here, reached: &mut Bits) -> Result<(), Stop> {
        let (class, number) = self.slide.line(here.number);
        let Some(window) = self.windows.get_mut(&class) else { return Ok(()) };
        if !window.rows.settle((-number, -number)) {
            return Err(outside());
        }
        let by = self.slide.slope * number;
        let places = clip(&self.slide.clamps, shifted(self.lines, by), &here.at, 0);
        for row in window.rows.rows().filter(|_| !empty(places)) {
            reached.carry(&Bits::of_words(self.lines.0, row.cells.clone()), shifted(places, -by), by)?;
        }
        Ok(())
    }
}
