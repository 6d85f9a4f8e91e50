//! Which positions play can reach, row by row, as spans of places: perhaps some more, never fewer. Where no more is kept than a few rows,
//! what the rules need is shown for all of them, so that no position need be looked at for that while they are valued.

use super::flat::{Flat, Here, NOTHING, Span, clip, empty, hull, shifted, width};
use super::loose::Loose;
use super::slide::{FAR, Slide};
use super::unproven;
use super::view::{Branch, View};
use crate::error::Stop;
use crate::limits::Meter;
use crate::recurrence::{End, Recurrence};
use crate::store::Codes;
use std::borrow::Cow;

/// An end in a view: what must not be negative, and the code of its value.
#[derive(Clone, Debug)]
pub(super) struct Over {
    pub(super) when: Vec<Flat>,
    pub(super) code: i64,
}

/// One row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layer {
    /// The places that can be reached, and perhaps some between them.
    pub(super) all: Span,
    /// Those of them where play goes on, and perhaps some where it does not.
    pub(super) moving: Span,
}

const BLANK: Layer = Layer { all: NOTHING, moving: NOTHING };

/// The rows from the start's down, as many as can be reached.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    pub(super) top: i64,
    /// The row `top − k` at place `k`.
    pub(super) layers: Vec<Layer>,
    /// For each window across rows, which of its lines are asked for in each row.
    pub(super) wanted: Vec<Vec<Span>>,
    /// How many rows below its own a row may ask for, apart from windows across.
    pub(super) depth: usize,
    /// The same with windows across.
    pub(super) deepest: usize,
    /// How many rows there is room for.
    most: usize,
}

/// What is known of a recurrence in a view.
pub(super) struct Seen<'a> {
    pub(super) recurrence: Cow<'a, Recurrence>,
    pub(super) view: View,
    pub(super) branches: Vec<Branch>,
    pub(super) loose: Vec<Loose>,
    pub(super) ends: Vec<Over>,
    pub(super) stuck: Vec<Over>,
    pub(super) needs: Vec<Flat>,
    pub(super) remaining: Option<Points>,
    /// Where the limit no longer binds, if that was found.
    pub(super) free: Option<Flat>,
    /// Whether positions are looked at that play may not reach: then it is known elsewhere which it does.
    pub(super) lenient: bool,
}

/// Points remaining: a form, and prefix sums.
pub(super) struct Points {
    pub(super) linear: Flat,
    pub(super) sums: Vec<(i64, usize, Flat)>,
}

impl Seen<'_> {
    /// Whether the positions of a row are valued one by one.
    pub(super) fn single(&self) -> bool {
        !self.loose.is_empty() || self.branches.iter().any(Branch::is_single)
    }

    pub(super) fn overs(view: &View, ends: &[End]) -> Option<Vec<Over>> {
        ends.iter().map(|end| Some(Over { when: view.flats(&end.when)?, code: Codes::code(end.value)? })).collect()
    }

    /// The places of a span where play goes on: without what is over, or free of the limit, at its two sides.
    fn moving(&self, all: Span, here: &Here) -> Span {
        let free = self.free.iter().map(std::slice::from_ref);
        let ends = self.ends.iter().map(|end| end.when.as_slice());
        let over: Vec<Span> = ends.chain(free).map(|when| clip(when, all, &here.at, 0)).collect();
        let mut left = all;
        // Each round takes at least one of them away.
        for _ in 0..=over.len() {
            for &(from, to) in over.iter().filter(|span| !empty(**span)) {
                if from <= left.0 && to >= left.0 {
                    left.0 = to + 1;
                }
                if to >= left.1 && from <= left.1 {
                    left.1 = from - 1;
                }
            }
        }
        left
    }

    /// Whether the points remaining are none at a place.
    pub(super) fn nothing_remains(&self, here: &Here, place: i64) -> bool {
        let Some(points) = &self.remaining else { return true };
        let rows = &self.recurrence.rows;
        let sums = points.sums.iter().map(|(times, row, at)| {
            let at = usize::try_from(at.at(&here.at, place, 0)).ok();
            Some(times * at.and_then(|at| rows[*row].sums.get(at))?)
        });
        sums.sum::<Option<i64>>().is_some_and(|sum| sum + points.linear.at(&here.at, place, 0) == 0)
    }

    /// How many positions there are at most in a span of a row.
    pub(super) fn positions(&self, number: i64, span: Span) -> u64 {
        let places = width(span) as u64;
        let lines = || self.view.positions(&self.view.here(number), &self.recurrence);
        if self.view.is_flattened() { places.min(lines()) } else { places }
    }

    /// Whether the points remaining cancel out all along a row.
    fn cancels(&self, here: &Here) -> bool {
        let Some(points) = &self.remaining else { return true };
        let sums = || points.sums.iter().map(|(times, row, at)| (times, (row, at.at(&here.at, 0, 0), at.place)));
        let none = |one| sums().filter(|(_, other)| *other == one).map(|(times, _)| times).sum::<i64>() == 0;
        points.linear.place == 0 && points.linear.at(&here.at, 0, 0) == 0 && sums().all(|(_, one)| none(one))
    }

    /// Whether what must hold does so in a row: what is needed, and that no points remain where play has ended.
    fn sound(&self, all: Span, here: &Here) -> bool {
        let ended = |end: &Over| {
            let (from, to) = clip(&end.when, all, &here.at, 0);
            let none = |place| self.nothing_remains(here, place);
            from > to || if self.cancels(here) { none(from) && none(to) } else { (from..=to).all(none) }
        };
        self.needs.iter().all(|need| need.least(&here.at, all, 0) >= 0) && self.ends.iter().all(ended)
    }
}

impl Branch {
    /// Numbers that the choice may take somewhere in a span of places; perhaps some more.
    pub(super) fn choices(&self, here: &Here, span: Span) -> Span {
        self.choices_by(&self.limits, here, span)
    }

    /// The same by these limits.
    pub(super) fn choices_by(&self, limits: &[Flat], here: &Here, span: Span) -> Span {
        let all = if self.chooses { FAR } else { (0, 0) };
        limits.iter().filter(|limit| limit.choice != 0).fold(all, |(lo, hi), limit| {
            let most = limit.at(&here.at, span.0, 0).max(limit.at(&here.at, span.1, 0));
            match limit.choice {
                rising @ 1.. => (lo.max(-most.div_euclid(rising)), hi),
                falling => (lo, hi.min(most.div_euclid(-falling))),
            }
        })
    }

    /// The numbers themselves.
    pub(super) fn numbers(&self, (lo, hi): Span) -> impl Iterator<Item = i64> + '_ {
        let among = self.among.as_deref().map(Vec::as_slice);
        let listed = among.unwrap_or_default().iter().copied().filter(move |number| (lo..=hi).contains(number));
        listed.chain((lo..=hi).take(if among.is_none() { usize::MAX } else { 0 }))
    }

    /// Whether the rules allow every choice in a row.
    fn sound(&self, here: &Here, span: Span, (lo, hi): Span) -> bool {
        let safe = |choice: i64, span: Span| self.needs.iter().all(|need| need.least(&here.at, span, choice) >= 0);
        let each = || {
            self.numbers((lo, hi)).all(|choice| {
                let open = clip(&self.limits, span, &here.at, choice);
                empty(open) || safe(choice, open)
            })
        };
        self.needs.is_empty() || (safe(lo, span) && safe(hi, span)) || each()
    }
}

/// Follows play from a position, row by row.
pub(super) fn reach(seen: &Seen, (start, place): (Here, i64), meter: &mut Meter) -> Result<Reach, Stop> {
    let wanted = vec![vec![NOTHING]; seen.branches.len()];
    let each = size_of::<Layer>() + seen.branches.len() * size_of::<Span>();
    let most = usize::try_from(meter.limits().memory / 4).unwrap_or(usize::MAX) / each;
    let mut reach = Reach { top: start.number, layers: vec![BLANK], wanted, depth: 0, deepest: 0, most };
    reach.layers[0].all = (place, place);
    let to_the_end = seen.single();
    let mut at = 0;
    while at < reach.layers.len() {
        meter.step()?;
        let here = seen.view.here(reach.number(at));
        let mut all = reach.arrivals(seen, at, &here);
        if !empty(all) {
            if to_the_end {
                all.1 = seen.view.row_span(&here).1.max(all.1);
            }
            if seen.lenient {
                all = clip(&seen.needs, all, &here.at, 0);
            } else if !seen.sound(all, &here) {
                return Err(unproven("something that must hold cannot be shown for whole rows"));
            }
        }
        let moving = if empty(all) { NOTHING } else { seen.moving(all, &here) };
        reach.layers[at] = Layer { all, moving };
        for (which, branch) in seen.branches.iter().enumerate().filter(|_| !empty(moving)) {
            reach.follow(which, branch, at, &here, moving, seen.lenient)?;
        }
        if !empty(moving) {
            reach.follow_loose(seen, at, &here, moving)?;
        }
        at += 1;
    }
    Ok(reach)
}

impl Reach {
    pub(super) fn layer(&self, number: i64) -> Option<&Layer> {
        self.layers.get(usize::try_from(self.top - number).ok()?).filter(|layer| !empty(layer.all))
    }

    /// The number of the row that is so many below the top.
    fn number(&self, at: usize) -> i64 {
        self.top - i64::try_from(at).expect("rows are counted in memory")
    }

    /// All lines that a window across rows is ever asked for.
    pub(super) fn lines(&self, which: usize) -> Span {
        let all = self.wanted[which].iter().copied().fold(NOTHING, hull);
        if empty(all) { (0, -1) } else { all }
    }

    /// The least row.
    pub(super) fn bottom(&self) -> i64 {
        self.number(self.layers.len()) + 1
    }

    /// The places of a row that moves lead to, from all rows above.
    fn arrivals(&self, seen: &Seen, at: usize, here: &Here) -> Span {
        let slides =
            seen.branches.iter().enumerate().filter_map(|(which, branch)| Some((which, branch.slide.as_ref()?)));
        let wanted = slides.map(|(which, slide)| (slide, self.wanted[which][at])).filter(|(_, lines)| !empty(*lines));
        wanted.fold(self.layers[at].all, |all, (slide, lines)| {
            let found = clip(&slide.clamps, shifted(lines, slide.slope * slide.line(here.number).1), &here.at, 0);
            if empty(found) { all } else { hull(all, found) }
        })
    }

    /// What is asked of a row by a window across rows.
    pub(super) fn wanted(&self, which: usize, number: i64) -> Option<Span> {
        let at = usize::try_from(self.top - number).ok()?;
        self.wanted[which].get(at).copied().filter(|lines| !empty(*lines))
    }

    /// The place of a row in the lists, for which there is room from now on.
    fn below(&mut self, number: i64) -> Result<usize, Stop> {
        let to = usize::try_from(self.top - number).map_err(|_| unproven("a move that stays where it is"))?;
        if number < 0 {
            return Err(unproven("rows beyond the bounds of the variables"));
        }
        if to >= self.most {
            return Err(unproven("more rows than there is room for"));
        }
        if to >= self.layers.len() {
            self.layers.resize(to + 1, BLANK);
            self.wanted.iter_mut().for_each(|wanted| wanted.resize(to + 1, NOTHING));
        }
        Ok(to)
    }

    /// Marks where a piece leads from a row.
    fn follow(
        &mut self,
        which: usize,
        branch: &Branch,
        at: usize,
        here: &Here,
        moving: Span,
        lenient: bool,
    ) -> Result<(), Stop> {
        let (lo, hi) = branch.choices(here, moving);
        if lo > hi {
            return Ok(());
        }
        if !lenient && !branch.sound(here, moving, (lo, hi)) {
            return Err(unproven("a move that the rules themselves must judge"));
        }
        if branch.own {
            return Ok(());
        }
        if let Some(slide) = branch.slide.as_ref().filter(|slide| slide.across()) {
            return self.follow_across(which, branch, slide, here, moving);
        }
        for choice in branch.numbers((lo, hi)) {
            let open = clip(&branch.limits, moving, &here.at, choice);
            if empty(open) {
                continue;
            }
            if branch.straight {
                let arrived = shifted(open, branch.along.at(&here.at, 0, choice));
                self.arrive(at, branch.row.at(&here.at, 0, choice), arrived)?;
            } else {
                for place in open.0..=open.1 {
                    let (row, along) =
                        (branch.row.at(&here.at, place, choice), branch.along.at(&here.at, place, choice));
                    if row != here.number {
                        self.arrive(at, row, (along, along))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Marks where loose moves lead from a row.
    fn follow_loose(&mut self, seen: &Seen, at: usize, here: &Here, moving: Span) -> Result<(), Stop> {
        let places = if seen.loose.is_empty() { 0 } else { width(moving) };
        for place in (moving.0..).take(places) {
            seen.loosely((here, place), &mut |made| {
                match made.next {
                    Some((row, along)) if row != here.number => self.arrive(at, row, (along, along))?,
                    Some((_, along)) if along <= place => return Err(unproven("a move that leads back")),
                    None if !seen.lenient => return Err(unproven("a move that the rules themselves must judge")),
                    _ => {}
                }
                Ok(true)
            })?;
        }
        Ok(())
    }

    fn arrive(&mut self, at: usize, row: i64, span: Span) -> Result<(), Stop> {
        let to = self.below(row)?;
        let deep = to.checked_sub(at).ok_or_else(|| unproven("a move that leads back"))?;
        self.depth = self.depth.max(deep);
        self.deepest = self.deepest.max(self.depth);
        self.layers[to].all = hull(self.layers[to].all, span);
        Ok(())
    }

    fn follow_across(
        &mut self,
        which: usize,
        branch: &Branch,
        slide: &Slide,
        here: &Here,
        moving: Span,
    ) -> Result<(), Stop> {
        let open = slide.open(moving, &here.at);
        let (window, (from, to)) = branch.window(slide, here);
        if empty(open) || from > to {
            return Ok(());
        }
        let lines = shifted(open, branch.line(slide, &here.at));
        let farthest = self.below(window + slide.stride * from)?;
        let nearest = self.below(window + slide.stride * to)?;
        let own = usize::try_from(self.top - here.number).expect("no row lies above the top");
        self.deepest = self.deepest.max(farthest - own);
        let apart = usize::try_from(slide.stride).unwrap_or(usize::MAX);
        for wanted in self.wanted[which][nearest..=farthest].iter_mut().step_by(apart) {
            *wanted = hull(*wanted, lines);
        }
        Ok(())
    }
}
