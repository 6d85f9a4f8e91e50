//! How a piece's choice slides: the positions it leads to lie on a line, and what each of them is worth to the one who goes there does
//! not depend on where he comes from, but for a part that all choices share. Then the best is the greatest of a window.

use super::flat::{At, Flat, Here, Span, clip, shifted};
use super::view::{Branch, Sums};
use crate::recurrence::Bounds;

/// A window of rows, or of places in one row.
#[derive(Clone, Debug)]
pub(super) struct Slide {
    /// Across rows, one place of each: how far apart these rows are numbered. Along one row: 0.
    pub(super) stride: i64,
    /// How the row (counted in strides), or else the place, changes with the choice: by 1 or −1.
    pub(super) step: i64,
    /// Across: how the place changes from one row of the window to the next.
    pub(super) slope: i64,
    /// What must not be negative where one comes from.
    pub(super) guards: Vec<Flat>,
    /// What must not be negative of row and choice.
    pub(super) ranges: Vec<Flat>,
    /// What must not be negative where one goes to: of its row (along: the row one comes from) and place.
    pub(super) clamps: Vec<Flat>,
    /// What one gains, by where one goes to.
    pub(super) far_gain: Flat,
    pub(super) far_sums: Vec<Sums>,
    /// What one gains, by where one comes from.
    pub(super) near_gain: Flat,
    pub(super) near_sums: Vec<Sums>,
}

impl Slide {
    /// Shorter ranges are not worth a window.
    pub(super) const WORTH: i128 = 4;

    /// How a piece slides, if it does; with the bounds of the coordinates of rows.
    pub(super) fn of(branch: &Branch, bounds: &[Bounds]) -> Option<Slide> {
        let stride = branch.row.choice.abs();
        let across = stride != 0;
        let step = if across { branch.row.choice.signum() } else { branch.along.choice };
        if step.abs() != 1 || branch.among.is_some() {
            return None;
        }
        let slope = if across { branch.along.choice * step } else { 0 };
        let (mut guards, mut ranges, mut clamps) = (Vec::new(), Vec::new(), Vec::new());
        for limit in &branch.limits {
            match (limit.choice, limit.place) {
                (0, _) => guards.push(*limit),
                (1 | -1, 0) => ranges.push(*limit),
                _ => clamps.push(target(limit, branch)?),
            }
        }
        if across {
            // Beyond the bounds of a coordinate lie the rows of others: where the place has to say how far choices go, the window ends with the bounds.
            for (next, (lo, hi)) in branch.next.iter().zip(bounds).skip(1).filter(|(next, _)| next.choice != 0) {
                (next.choice.abs() == 1).then_some(())?;
                let number = |constant: i64| Flat { constant, ..Flat::default() };
                for limit in [next.plus(&number(*lo), -1)?, number(*hi).plus(next, -1)?] {
                    if !ranges.contains(&limit) {
                        ranges.push(limit);
                    }
                }
            }
            ranges.iter().all(|range| moves_on(range, branch, stride)).then_some(())?;
        }
        let (mut far_sums, mut near_sums) = (Vec::new(), Vec::new());
        for sum in &branch.sums {
            if sum.at.choice == 0 {
                near_sums.push(sum.clone());
            } else {
                far_sums.push(Sums { at: target(&sum.at, branch)?, ..*sum });
            }
        }
        // Of the linear part, what the choice adds is told by where it leads, and the rest by where one comes from.
        let choice = Flat { choice: branch.gain.choice, ..Flat::default() };
        let (far_gain, from) = split(&choice, branch)?;
        let near_gain = Flat { choice: 0, ..branch.gain }.plus(&from, 1)?;
        Some(Slide { stride, step, slope, guards, ranges, clamps, far_gain, far_sums, near_gain, near_sums })
    }

    /// Whether the window lies across rows.
    pub(super) fn across(&self) -> bool {
        self.stride != 0
    }

    /// Which of the windows a row belongs to, and which of its rows it is.
    pub(super) fn line(&self, number: i64) -> (i64, i64) {
        (number.rem_euclid(self.stride), number.div_euclid(self.stride))
    }

    /// The least and the greatest choice in a row, as far as rows tell.
    pub(super) fn choices(&self, at: &At) -> Span {
        self.ranges.iter().fold((FAR.0, FAR.1), |(lo, hi), form| match form.choice {
            1 => (lo.max(-form.at(at, 0, 0)), hi),
            _ => (lo, hi.min(form.at(at, 0, 0))),
        })
    }

    /// The places of a row where the piece may be chosen at all.
    pub(super) fn open(&self, span: Span, at: &At) -> Span {
        clip(&self.guards, span, at, 0)
    }
}

impl Branch {
    /// By how much places are shifted so that a window across rows has all of its places in line.
    pub(super) fn line(&self, slide: &Slide, at: &At) -> i64 {
        self.along.at(at, 0, 0) - slide.slope * slide.line(self.row.at(at, 0, 0)).1
    }

    /// The rows of a window across rows, the least first, counted in strides; and which window it is.
    pub(super) fn window(&self, slide: &Slide, here: &Here) -> (i64, Span) {
        let ((lo, hi), (window, from)) = (slide.choices(&here.at), slide.line(self.row.at(&here.at, 0, 0)));
        if lo > hi {
            return (window, (0, -1));
        }
        let ends = [lo, hi].map(|choice| from + slide.step * choice);
        let last = (here.number - 1 - window).div_euclid(slide.stride);
        (window, (ends[0].min(ends[1]).max(0), ends[0].max(ends[1]).min(last)))
    }

    /// How far along the least and the farthest choice of a window along a row lead.
    pub(super) fn reaches(&self, slide: &Slide, at: &At) -> Span {
        let ((lo, hi), from) = (slide.choices(at), self.along.at(at, 0, 0));
        let (a, b) = (slide.step * lo, slide.step * hi);
        if lo > hi { (0, -1) } else { shifted((a.min(b), a.max(b)), from) }
    }
}

/// Choices without a bound; far enough, and yet sums of two do not overflow.
pub(super) const FAR: Span = (-(1 << 60), 1 << 60);

/// Whether the end of the window that a limit sets never goes back from one row of a window to the next.
fn moves_on(limit: &Flat, branch: &Branch, stride: i64) -> bool {
    let step = branch.row.choice.signum();
    let rise = |form: &Flat| {
        let terms = form.row.iter().zip(&branch.next).map(|(times, next)| times.checked_mul(step * next.choice));
        terms.sum::<Option<i64>>()
    };
    let (Some(from), Some(limits)) = (rise(&branch.row), rise(limit)) else { return false };
    from % stride == 0 && from / stride >= step * limit.choice * limits
}

/// A form of where one comes from and the choice, told by where one goes to alone. A window along a row knows the row one comes from, too.
fn target(form: &Flat, branch: &Branch) -> Option<Flat> {
    let (far, near) = split(form, branch)?;
    let along = branch.row.choice == 0;
    let known = if along { Flat { place: near.place, choice: near.choice, ..Flat::default() } } else { near };
    if known == Flat::default() { far.plus(&near, 1) } else { None }
}

/// A form of where one comes from and the choice, as the sum of one of where one goes to and one of where one comes from.
fn split(form: &Flat, branch: &Branch) -> Option<(Flat, Flat)> {
    if branch.row.choice == 0 {
        // The place one goes to tells the choice.
        let times = form.choice.checked_mul(branch.along.choice)?;
        let near = form.plus(&branch.along, times.checked_neg()?)?;
        return Some((Flat { place: times, ..Flat::default() }, near));
    }
    // The place one comes from is the one where one goes to, less how far that is; a coordinate of the row there tells the choice.
    let pivot = branch.next.iter().position(|next| next.choice.abs() == 1)?;
    let near = form.plus(&branch.along, form.place.checked_neg()?)?;
    let times = near.choice.checked_mul(branch.next[pivot].choice)?;
    let mut near = near.plus(&branch.next[pivot], times.checked_neg()?)?;
    let mut far = Flat { place: form.place, ..Flat::default() }.plus(&Flat::coordinate(pivot), times)?;
    // Coordinates that change by a number are known there, too.
    for (which, next) in branch.next.iter().enumerate() {
        let (own, times) = (Flat::coordinate(which), near.row[which]);
        if *next == (Flat { constant: next.constant, ..own }) {
            near = near.plus(&own, times.checked_neg()?)?;
            far = far.plus(&Flat { constant: next.constant.checked_neg()?, ..own }, times)?;
        }
    }
    far.constant = far.constant.checked_add(near.constant)?;
    near.constant = 0;
    Some((far, near))
}
