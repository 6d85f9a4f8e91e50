//! From options to the canonical form (Conway 1976): what is a number is told by the simplest number that fits; of the rest, reversible options are bypassed
//! and dominated ones taken out. With options that are canonical themselves, what is left is the one canonical form of the value.

use super::{Dyadic, Form, Forms, HashMap, too_fine};
use crate::error::Stop;
use crate::limits::Meter;

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
    let mut game = Game { options: [left, right], known: HashMap::default() };
    game.bypass(Side::Left, forms, meter)?;
    game.bypass(Side::Right, forms, meter)?;
    let [mut left, mut right] = game.options;
    undominated(forms, &mut left, Side::Left, meter)?;
    undominated(forms, &mut right, Side::Right, meter)?;
    forms.keep_game(left, right, meter)
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Side {
    Left,
    Right,
}

impl Side {
    fn other(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }
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
    let (left_stop, right_stop) = (forms.left_stop(left), forms.right_stop(right));
    let mut bound = |stop: Option<Dyadic>, options: &[Form], side: Side| {
        let Some(stop) = stop else { return Ok(None) };
        let at = forms.number(stop, meter)?;
        let mut meets = true;
        for option in options {
            meets = meets && !no_better(forms, at, *option, side, meter)?;
        }
        Ok(Some((stop, meets)))
    };
    let low = bound(left_stop, left, Side::Left)?;
    let high = bound(right_stop, right, Side::Right)?;
    if let (Some((low, from)), Some((high, to))) = (low, high)
        && !(low < high || low == high && from && to)
    {
        return Ok(None);
    }
    Dyadic::simplest(low, high).map(Some).ok_or_else(too_fine)
}

/// A game that is no number, not yet in canonical form. Its value stays the same while its options are exchanged, so comparisons may be kept.
struct Game {
    /// What Left and what Right may move to.
    options: [Vec<Form>; 2],
    /// Which forms are no better than the game for which side.
    known: HashMap<(Side, Form), bool>,
}

impl Game {
    /// An option from which the other side may move to something no better for the side than the game is as good as what may be answered there.
    fn bypass(&mut self, side: Side, forms: &mut Forms, meter: &mut Meter) -> Result<(), Stop> {
        let (mut waiting, mut kept) = (self.options[side as usize].clone(), Vec::new());
        while let Some(option) = waiting.pop() {
            let mut answer = None;
            for reply in options_of(forms, option, side.other(), meter)? {
                if answer.is_none() && self.is_no_worse(reply, side, forms, meter)? {
                    answer = Some(reply);
                }
            }
            match answer {
                Some(reply) => waiting.extend(options_of(forms, reply, side, meter)?),
                None => kept.push(option),
            }
        }
        self.options[side as usize] = kept;
        Ok(())
    }

    /// Whether the game is worth as much as `form` to a side, or more: unless the other side moves in it to no more than that, or the side
    /// itself moves from `form` to at least the game.
    fn is_no_worse(&mut self, form: Form, side: Side, forms: &mut Forms, meter: &mut Meter) -> Result<bool, Stop> {
        if let Some(known) = self.known.get(&(side, form)) {
            return Ok(*known);
        }
        meter.step()?;
        let (other, mut holds) = (side.other(), true);
        for place in 0..self.options[other as usize].len() {
            holds = holds && !no_better(forms, self.options[other as usize][place], form, side, meter)?;
        }
        for place in 0..kept_options(forms, form, side).len() {
            let option = kept_options(forms, form, side)[place];
            holds = holds && !self.is_no_worse(option, other, forms, meter)?;
        }
        self.known.insert((side, form), holds);
        Ok(holds)
    }
}

/// What a side may move to, in numbers too.
fn options_of(forms: &mut Forms, form: Form, side: Side, meter: &mut Meter) -> Result<Vec<Form>, Stop> {
    let (left, right) = forms.options(form, meter)?;
    Ok(match side {
        Side::Left => left,
        Side::Right => right,
    })
}

/// What a side may move to, but for numbers, in which nobody needs to move here.
fn kept_options(forms: &Forms, form: Form, side: Side) -> &[Form] {
    let node = forms.node(form);
    match side {
        Side::Left => &node.left,
        Side::Right => &node.right,
    }
}
