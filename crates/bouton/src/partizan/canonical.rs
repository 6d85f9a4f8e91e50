//! From options to the canonical form (Conway 1976): what is a number is told by the simplest number that fits; of the rest, reversible options are bypassed
//! and dominated ones taken out. With options that are canonical themselves, what is left is the one canonical form of the value.

use super::{Dyadic, Form, Forms, too_fine};
use crate::error::Stop;
use crate::limits::Meter;
use std::collections::HashMap;

/// The canonical form of what Left and Right may move to.
pub(super) fn form(
    forms: &mut Forms,
    mut left: Vec<Form>,
    mut right: Vec<Form>,
    meter: &mut Meter,
) -> Result<Form, Stop> {
    undominated(forms, &mut left, Side::Left, meter)?;
    undominated(forms, &mut right, Side::Right, meter)?;
    if let Some(number) = number(forms, &left, &right, meter)? {
        return forms.number(number, meter);
    }
    let mut game = Game { left, right, at_most: HashMap::new(), at_least: HashMap::new() };
    game.bypass_left(forms, meter)?;
    game.bypass_right(forms, meter)?;
    let Game { mut left, mut right, .. } = game;
    undominated(forms, &mut left, Side::Left, meter)?;
    undominated(forms, &mut right, Side::Right, meter)?;
    forms.keep_game(left, right, meter)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

/// Takes out what is no better for its player than another option.
fn undominated(forms: &mut Forms, options: &mut Vec<Form>, side: Side, meter: &mut Meter) -> Result<(), Stop> {
    options.sort_unstable();
    options.dedup();
    let mut kept: Vec<Form> = Vec::with_capacity(options.len());
    for option in options.drain(..) {
        let mut worse = false;
        for other in &kept {
            worse = worse || no_better(forms, option, *other, side, meter)?;
        }
        if worse {
            continue;
        }
        let mut better = Vec::with_capacity(kept.len() + 1);
        for other in kept {
            if !no_better(forms, other, option, side, meter)? {
                better.push(other);
            }
        }
        better.push(option);
        kept = better;
    }
    *options = kept;
    Ok(())
}

fn no_better(forms: &mut Forms, one: Form, two: Form, side: Side, meter: &mut Meter) -> Result<bool, Stop> {
    match side {
        Side::Left => forms.at_most(one, two, meter),
        Side::Right => forms.at_most(two, one, meter),
    }
}

/// The number that it is, if it is one: the simplest that no option of Left reaches and that reaches no option of Right.
fn number(forms: &mut Forms, left: &[Form], right: &[Form], meter: &mut Meter) -> Result<Option<Dyadic>, Stop> {
    // A number above Left's stop is out of reach for Left, and one below is not; the stop itself is asked about.
    let low = match forms.left_stop(left) {
        Some(stop) => {
            let at = forms.number(stop, meter)?;
            let mut meets = true;
            for option in left {
                meets = meets && !forms.at_most(at, *option, meter)?;
            }
            Some((stop, meets))
        }
        None => None,
    };
    let high = match forms.right_stop(right) {
        Some(stop) => {
            let at = forms.number(stop, meter)?;
            let mut meets = true;
            for option in right {
                meets = meets && !forms.at_most(*option, at, meter)?;
            }
            Some((stop, meets))
        }
        None => None,
    };
    if let (Some((low, from)), Some((high, to))) = (low, high)
        && !(low < high || low == high && from && to)
    {
        return Ok(None);
    }
    Dyadic::simplest(low, high).map(Some).ok_or_else(too_fine)
}

/// A game that is no number, not yet in canonical form. Its value stays the same while its options are exchanged, so comparisons may be kept.
struct Game {
    left: Vec<Form>,
    right: Vec<Form>,
    /// Which forms are at most, and at least, worth as much.
    at_most: HashMap<Form, bool>,
    at_least: HashMap<Form, bool>,
}

impl Game {
    /// An option of Left from which Right may move to something no better for Left than the game is as good as what Left may answer there.
    fn bypass_left(&mut self, forms: &mut Forms, meter: &mut Meter) -> Result<(), Stop> {
        let (mut waiting, mut kept) = (self.left.clone(), Vec::new());
        while let Some(option) = waiting.pop() {
            let mut answer = None;
            for reply in forms.options(option, meter)?.1 {
                if answer.is_none() && self.is_at_least(reply, forms, meter)? {
                    answer = Some(reply);
                }
            }
            match answer {
                Some(reply) => waiting.extend(forms.options(reply, meter)?.0),
                None => kept.push(option),
            }
        }
        self.left = kept;
        Ok(())
    }

    fn bypass_right(&mut self, forms: &mut Forms, meter: &mut Meter) -> Result<(), Stop> {
        let (mut waiting, mut kept) = (self.right.clone(), Vec::new());
        while let Some(option) = waiting.pop() {
            let mut answer = None;
            for reply in forms.options(option, meter)?.0 {
                if answer.is_none() && self.is_at_most(reply, forms, meter)? {
                    answer = Some(reply);
                }
            }
            match answer {
                Some(reply) => waiting.extend(forms.options(reply, meter)?.1),
                None => kept.push(option),
            }
        }
        self.right = kept;
        Ok(())
    }

    /// Whether the game is worth at least `form`.
    fn is_at_least(&mut self, form: Form, forms: &mut Forms, meter: &mut Meter) -> Result<bool, Stop> {
        if let Some(known) = self.at_least.get(&form) {
            return Ok(*known);
        }
        meter.step()?;
        let mut holds = true;
        for place in 0..self.right.len() {
            holds = holds && !forms.at_most(self.right[place], form, meter)?;
        }
        for place in 0..forms.node(form).left.len() {
            holds = holds && !self.is_at_most(forms.node(form).left[place], forms, meter)?;
        }
        self.at_least.insert(form, holds);
        Ok(holds)
    }

    /// Whether the game is worth at most `form`.
    fn is_at_most(&mut self, form: Form, forms: &mut Forms, meter: &mut Meter) -> Result<bool, Stop> {
        if let Some(known) = self.at_most.get(&form) {
            return Ok(*known);
        }
        meter.step()?;
        let mut holds = true;
        for place in 0..self.left.len() {
            holds = holds && !forms.at_most(form, self.left[place], meter)?;
        }
        for place in 0..forms.node(form).right.len() {
            holds = holds && !self.is_at_least(forms.node(form).right[place], forms, meter)?;
        }
        self.at_most.insert(form, holds);
        Ok(holds)
    }
}
