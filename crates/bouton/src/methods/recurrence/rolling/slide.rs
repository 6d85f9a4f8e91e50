//! How a piece's choice slides: the positions it leads to lie on a line, and what each of them is worth to the one who goes there does
//! not depend on where he comes from, but for a part that all choices share. Then the best is the greatest of a window.

use super::flat::{Flat, Span, clip};
use super::slant::{Slant, Sums};

/// A window of layers, or of places in one layer.
#[derive(Clone, Debug)]
pub(super) struct Slide {
    /// Whether it lies across layers, one place of each; else it lies along one layer.
    pub(super) across: bool,
    /// How the layer, or else the place, changes with the choice: by 1 or −1.
    pub(super) step: i64,
    /// Across: how the place changes from one layer to the next.
    pub(super) slope: i64,
    /// What must not be negative where one comes from.
    pub(super) guards: Vec<Flat>,
    /// What must not be negative of layer and choice.
    pub(super) ranges: Vec<Flat>,
    /// What must not be negative where one goes to: of its layer (along: the layer one comes from) and place.
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

    /// How a piece slides, if it does.
    pub(super) fn of(slant: &Slant) -> Option<Slide> {
        let across = slant.layer.choice != 0;
        let step = if across { slant.layer.choice } else { slant.along.choice };
        if step.abs() != 1 || slant.among.is_some() {
            return None;
        }
        let slope = if across { slant.along.choice * step } else { 0 };
        let target = |form: &Flat| if across { across_target(form, slant) } else { along_target(form, slant) };
        let (mut guards, mut ranges, mut clamps) = (Vec::new(), Vec::new(), Vec::new());
        for limit in &slant.limits {
            match (limit.choice, limit.place) {
                (0, _) => guards.push(*limit),
                (1 | -1, 0) => ranges.push(*limit),
                _ => clamps.push(target(limit)?),
            }
        }
        let (mut far_sums, mut near_sums) = (Vec::new(), Vec::new());
        for sum in &slant.sums {
            if sum.at.choice == 0 {
                near_sums.push(sum.clone());
            } else {
                far_sums.push(Sums { at: target(&sum.at)?, ..*sum });
            }
        }
        let (near_gain, far_gain) = gains(slant, across, step);
        Some(Slide { across, step, slope, guards, ranges, clamps, far_gain, far_sums, near_gain, near_sums })
    }

    /// The least and the greatest choice in a layer, as far as layers tell.
    pub(super) fn choices(&self, layer: i64) -> Span {
        self.ranges.iter().fold((FAR.0, FAR.1), |(lo, hi), form| match form.choice {
            1 => (lo.max(-form.at(layer, 0, 0)), hi),
            _ => (lo, hi.min(form.at(layer, 0, 0))),
        })
    }

    /// The places of a layer where the piece may be chosen at all.
    pub(super) fn open(&self, span: Span, layer: i64) -> Span {
        clip(&self.guards, span, layer, 0)
    }
}

/// Choices without a bound; far enough, and yet sums of two do not overflow.
pub(super) const FAR: Span = (-(1 << 61), 1 << 61);

/// A form of where one comes from and the choice, told by where one goes to: another layer.
fn across_target(form: &Flat, slant: &Slant) -> Option<Flat> {
    let (to, along) = (&slant.layer, &slant.along);
    let per_choice = form.choice.checked_sub(form.place.checked_mul(along.choice)?)?.checked_mul(to.choice)?;
    let part = |own: i64, along: i64, to: i64| {
        own.checked_sub(form.place.checked_mul(along)?)?.checked_sub(per_choice.checked_mul(to)?)
    };
    let (constant, source) =
        (part(form.constant, along.constant, to.constant)?, part(form.layer, along.layer, to.layer)?);
    (source == 0).then_some(Flat { constant, layer: per_choice, place: form.place, choice: 0 })
}

/// The same within one layer: by the layer one comes from and the place one goes to.
fn along_target(form: &Flat, slant: &Slant) -> Option<Flat> {
    let along = &slant.along;
    let per_place = form.choice.checked_mul(along.choice)?;
    let part = |own: i64, along: i64| own.checked_sub(per_place.checked_mul(along)?);
    let (constant, layer) = (part(form.constant, along.constant)?, part(form.layer, along.layer)?);
    (form.place == per_place).then_some(Flat { constant, layer, place: per_place, choice: 0 })
}

/// The linear part of the gain, by where one comes from and by where one goes to.
fn gains(slant: &Slant, across: bool, step: i64) -> (Flat, Flat) {
    let gain = &slant.gain;
    let per_step = gain.choice * step;
    let to = if across { &slant.layer } else { &slant.along };
    let constant = gain.constant - per_step * to.constant;
    let layer = gain.layer - per_step * to.layer;
    let place = gain.place - if across { 0 } else { per_step };
    let near = Flat { constant, layer, place, choice: 0 };
    let far =
        if across { Flat { layer: per_step, ..Flat::default() } } else { Flat { place: per_step, ..Flat::default() } };
    (near, far)
}
