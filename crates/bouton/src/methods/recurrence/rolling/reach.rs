//! Which positions play can reach, layer by layer, as spans of places: perhaps some more, never fewer. What the rules need is shown for
//! all of them, so that no position need be looked at for that while they are valued.

use super::flat::{Flat, NOTHING, Span, clip, empty, hull, shifted, width};
use super::slant::{Slant, View};
use super::slide::{FAR, Slide};
use super::unproven;
use crate::error::Stop;
use crate::limits::Meter;
use crate::recurrence::{End, Recurrence};
use crate::store::Codes;
use std::borrow::Cow;

/// An end seen aslant: what must not be negative, and the code of its value.
#[derive(Clone, Debug)]
pub(super) struct Over {
    pub(super) when: Vec<Flat>,
    pub(super) code: i64,
}

/// One layer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layer {
    /// The places that can be reached, and perhaps some between them.
    pub(super) all: Span,
    /// Those of them where play goes on, and perhaps some where it does not.
    pub(super) moving: Span,
}

const BLANK: Layer = Layer { all: NOTHING, moving: NOTHING };

/// The layers from the start's down, as many as can be reached.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    pub(super) top: i64,
    /// The layer `top − k` at place `k`.
    pub(super) layers: Vec<Layer>,
    /// For each window across layers, which of its lines are asked for in each layer.
    pub(super) wanted: Vec<Vec<Span>>,
    /// How many layers below its own a layer may ask for, apart from windows across.
    pub(super) depth: usize,
    /// The same with windows across.
    pub(super) deepest: usize,
    /// No layer is less than this.
    pub(super) lowest: i64,
}

/// What is known of a recurrence seen aslant.
pub(super) struct Seen<'a> {
    pub(super) recurrence: Cow<'a, Recurrence>,
    pub(super) view: View,
    pub(super) slants: Vec<Slant>,
    pub(super) ends: Vec<Over>,
    pub(super) stuck: Vec<Over>,
    pub(super) needs: Vec<Flat>,
    pub(super) remaining: Option<Points>,
    /// Where the limit no longer binds, if that was found.
    pub(super) free: Option<Flat>,
}

/// Points remaining: a form, and prefix sums.
pub(super) struct Points {
    pub(super) linear: Flat,
    pub(super) sums: Vec<(i64, usize, Flat)>,
}

impl Seen<'_> {
    pub(super) fn overs(view: &View, ends: &[End]) -> Option<Vec<Over>> {
        ends.iter().map(|end| Some(Over { when: view.flats(&end.when)?, code: Codes::code(end.value)? })).collect()
    }

    /// The places of a span where play goes on: without what is over, or free of the limit, at its two sides.
    fn moving(&self, all: Span, layer: i64) -> Span {
        let free = self.free.iter().map(std::slice::from_ref);
        let over: Vec<Span> =
            self.ends.iter().map(|end| end.when.as_slice()).chain(free).map(|when| clip(when, all, layer, 0)).collect();
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

    /// Whether the points remaining are none wherever play has ended.
    fn nothing_remains(&self, all: Span, layer: i64) -> bool {
        let Some(points) = &self.remaining else { return true };
        let rows = &self.recurrence.rows;
        self.ends.iter().all(|end| {
            let (from, to) = clip(&end.when, all, layer, 0);
            (from..=to).all(|place| {
                let sums = points.sums.iter().map(|(times, row, at)| {
                    let at = usize::try_from(at.at(layer, place, 0)).ok();
                    Some(times * at.and_then(|at| rows[*row].sums.get(at))?)
                });
                sums.sum::<Option<i64>>().is_some_and(|sum| sum + points.linear.at(layer, place, 0) == 0)
            })
        })
    }
}

impl Slant {
    /// Numbers that the choice may take somewhere in a span of places; perhaps some more.
    pub(super) fn choices(&self, layer: i64, span: Span) -> Span {
        self.limits.iter().filter(|limit| limit.choice != 0).fold(FAR, |(lo, hi), limit| {
            let most = limit.at(layer, span.0, 0).max(limit.at(layer, span.1, 0));
            match limit.choice {
                rising @ 1.. => (lo.max(-most.div_euclid(rising)), hi),
                falling => (lo, hi.min(most.div_euclid(-falling))),
            }
        })
    }

    /// By how much places are shifted so that a window across layers has all of its places in line.
    pub(super) fn line(&self, slide: &Slide, layer: i64) -> i64 {
        self.along.at(layer, 0, 0) - slide.slope * self.layer.at(layer, 0, 0)
    }

    /// The layers of a window across layers, the least first.
    pub(super) fn window(&self, slide: &Slide, layer: i64, lowest: i64) -> Span {
        let (lo, hi) = slide.choices(layer);
        let ends = [lo, hi].map(|choice| self.layer.at(layer, 0, choice));
        (ends[0].min(ends[1]).max(lowest), ends[0].max(ends[1]).min(layer - 1))
    }

    /// The numbers themselves.
    pub(super) fn numbers(&self, (lo, hi): Span) -> Box<dyn Iterator<Item = i64> + '_> {
        match &self.among {
            Some(among) => Box::new(among.iter().copied().filter(move |number| (lo..=hi).contains(number))),
            None => Box::new(lo..=hi),
        }
    }

    /// Whether the rules allow every choice in a layer.
    fn sound(&self, layer: i64, span: Span, (lo, hi): Span) -> bool {
        let safe = |choice: i64, span: Span| self.needs.iter().all(|need| need.least(layer, span, choice) >= 0);
        let each = || {
            self.numbers((lo, hi)).all(|choice| {
                let open = clip(&self.limits, span, layer, choice);
                empty(open) || safe(choice, open)
            })
        };
        self.needs.is_empty() || (safe(lo, span) && safe(hi, span)) || each()
    }
}

/// Follows play from a position, layer by layer.
pub(super) fn reach(seen: &Seen, start: (i64, i64), meter: &mut Meter) -> Result<Reach, Stop> {
    let lowest = seen.view.bounds[0].0;
    let wanted = vec![vec![NOTHING]; seen.slants.len()];
    let mut reach = Reach { top: start.0, layers: vec![BLANK], wanted, depth: 0, deepest: 0, lowest };
    let most = width((lowest, start.0));
    reach.layers[0].all = (start.1, start.1);
    let bounds = seen.recurrence.bounds();
    let mut at = 0;
    while at < reach.layers.len() {
        meter.step()?;
        let layer = reach.top - i64::try_from(at).unwrap_or(i64::MAX);
        let mut all = reach.arrivals(seen, at, layer);
        if !empty(all) {
            if seen.slants.iter().any(|slant| slant.own) {
                all.1 = seen.view.layer_span(layer, &bounds).1.max(all.1);
            }
            let moving = seen.moving(all, layer);
            if seen.needs.iter().any(|need| need.least(layer, all, 0) < 0) || !seen.nothing_remains(all, layer) {
                return Err(unproven("something that must hold cannot be shown for whole layers"));
            }
            (reach.layers[at].all, reach.layers[at].moving) = (all, moving);
            for (which, slant) in seen.slants.iter().enumerate().filter(|_| !empty(moving)) {
                reach.follow(which, slant, at, moving, most)?;
            }
        }
        at += 1;
    }
    Ok(reach)
}

impl Reach {
    pub(super) fn layer(&self, layer: i64) -> Option<&Layer> {
        self.layers.get(usize::try_from(self.top - layer).ok()?).filter(|layer| !empty(layer.all))
    }

    /// All lines that a window across layers is ever asked for.
    pub(super) fn lines(&self, which: usize) -> Span {
        let all = self.wanted[which].iter().copied().fold(NOTHING, hull);
        if empty(all) { (0, -1) } else { all }
    }

    /// The least layer.
    pub(super) fn bottom(&self) -> i64 {
        self.top + 1 - i64::try_from(self.layers.len()).unwrap_or(i64::MAX)
    }

    /// The places of a layer that moves lead to, from all layers above.
    fn arrivals(&self, seen: &Seen, at: usize, layer: i64) -> Span {
        let slides = seen.slants.iter().enumerate().filter_map(|(which, slant)| Some((which, slant.slide.as_ref()?)));
        let wanted = slides.map(|(which, slide)| (slide, self.wanted[which][at])).filter(|(_, lines)| !empty(*lines));
        wanted.fold(self.layers[at].all, |all, (slide, lines)| {
            let found = clip(&slide.clamps, shifted(lines, slide.slope * layer), layer, 0);
            if empty(found) { all } else { hull(all, found) }
        })
    }

    /// What is asked of a layer by a window across layers.
    pub(super) fn wanted(&self, which: usize, layer: i64) -> Option<Span> {
        let at = usize::try_from(self.top - layer).ok()?;
        self.wanted[which].get(at).copied().filter(|lines| !empty(*lines))
    }

    fn below(&mut self, at: usize, by: i64, most: usize) -> Result<usize, Stop> {
        let by = usize::try_from(by).map_err(|_| unproven("a move that stays where it is"))?;
        let to = at.saturating_add(by);
        if to >= most {
            return Err(unproven("layers beyond the bounds of the variables"));
        }
        if to >= self.layers.len() {
            self.layers.resize(to + 1, BLANK);
            self.wanted.iter_mut().for_each(|wanted| wanted.resize(to + 1, NOTHING));
        }
        Ok(to)
    }

    /// Marks where a piece leads from a layer.
    fn follow(&mut self, which: usize, slant: &Slant, at: usize, moving: Span, most: usize) -> Result<(), Stop> {
        let layer = self.top - i64::try_from(at).unwrap_or(i64::MAX);
        let (lo, hi) = slant.choices(layer, moving);
        if lo > hi {
            return Ok(());
        }
        if !slant.sound(layer, moving, (lo, hi)) {
            return Err(unproven("a move that the rules themselves must judge"));
        }
        if slant.own {
            return Ok(());
        }
        match slant.slide.as_ref().filter(|slide| slide.across) {
            Some(slide) => {
                let open = slide.open(moving, layer);
                let (from, to) = slant.window(slide, layer, self.lowest);
                if empty(open) || from > to {
                    return Ok(());
                }
                let (farthest, nearest) = (self.below(at, layer - from, most)?, self.below(at, layer - to, most)?);
                self.deepest = self.deepest.max(farthest - at);
                let lines = shifted(open, slant.line(slide, layer));
                for wanted in &mut self.wanted[which][nearest..=farthest] {
                    *wanted = hull(*wanted, lines);
                }
            }
            None => {
                for choice in slant.numbers((lo, hi)) {
                    let open = clip(&slant.limits, moving, layer, choice);
                    if empty(open) {
                        continue;
                    }
                    let to = self.below(at, layer - slant.layer.at(layer, 0, choice), most)?;
                    self.depth = self.depth.max(to - at);
                    self.deepest = self.deepest.max(self.depth);
                    let there = &mut self.layers[to];
                    there.all = hull(there.all, shifted(open, slant.along.at(layer, 0, choice)));
                }
            }
        }
        Ok(())
    }
}
