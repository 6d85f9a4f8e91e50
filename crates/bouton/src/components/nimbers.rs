//! Nimbers of components: is a component worth so much? The least numbers first, each until an option has it or none does.
//!
//! To find out who wins, no more than that is asked: of a sum, the nimbers of all parts but the largest are worked out, and the largest is asked whether it is
//! worth their nim-sum (J. Lemoine and S. Viennot, "Nimbers are inevitable", 2012).

use super::split::{Component, Splitter};
use crate::error::Stop;
use crate::limits::Meter;

/// What is known of a component.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// Its options have all numbers below this.
    least: u32,
    /// Whether none has this one: then it is the nimber.
    settled: bool,
}

/// Nimbers of components, as far as they were asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct Nimbers {
    known: Vec<Known>,
}

/// A component that is asked whether it is worth a number: done once that is known.
struct Question {
    component: Component,
    number: u32,
    /// What is left after each move, largest part last.
    options: Vec<Vec<Component>>,
    at: usize,
}

impl Question {
    fn bytes(&self) -> u64 {
        self.options.iter().map(|option| size_of_val(option) + size_of_val(option.as_slice())).sum::<usize>() as u64
    }
}

/// What an option says to a number.
enum Says {
    Yes,
    No,
    /// First a component must be asked whether it is worth so much.
    Ask(Component, u32),
}

impl Nimbers {
    /// The nimber of a sum.
    pub(super) fn nimber(&mut self, split: &mut Splitter, parts: &[Component], meter: &mut Meter) -> Result<u32, Stop> {
        self.grow(split);
        parts.iter().try_fold(0, |sum, part| {
            self.settle(split, *part, u32::MAX, meter)?;
            Ok(sum ^ self.known[*part as usize].least)
        })
    }

    /// Whether a sum is worth nothing: whoever moves loses.
    pub(super) fn is_zero(
        &mut self,
        split: &mut Splitter,
        mut parts: Vec<Component>,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        without_pairs(split, &mut parts);
        self.grow(split);
        loop {
            match self.says(&parts, 0) {
                Says::Yes => return Ok(true),
                Says::No => return Ok(false),
                Says::Ask(part, number) => self.settle(split, part, number, meter)?,
            }
        }
    }

    fn grow(&mut self, split: &Splitter) {
        self.known.resize(split.len(), Known { least: 0, settled: false });
    }

    /// Works a component out until it is known whether it is worth a number. Play in it ends, so no component asks for itself.
    fn settle(
        &mut self,
        split: &mut Splitter,
        component: Component,
        number: u32,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let mut line = vec![self.question(split, (component, number), 0, meter)?];
        while let Some(top) = line.last_mut() {
            meter.step()?;
            let Known { least, settled } = self.known[top.component as usize];
            if settled || least > top.number {
                line.pop();
                continue;
            }
            if top.at == 0 && top.options.iter().any(|option| matches!(self.says(option, least), Says::Yes)) {
                self.known[top.component as usize].least += 1;
                continue;
            }
            let Some(option) = top.options.get(top.at) else {
                self.known[top.component as usize].settled = true;
                continue;
            };
            match self.says(option, least) {
                Says::Yes => (self.known[top.component as usize].least, top.at) = (least + 1, 0),
                Says::No => top.at += 1,
                Says::Ask(part, number) => {
                    let held = line.iter().map(Question::bytes).sum();
                    line.push(self.question(split, (part, number), held, meter)?);
                }
            }
        }
        Ok(())
    }

    fn question(
        &mut self,
        split: &mut Splitter,
        (component, number): (Component, u32),
        held: u64,
        meter: &mut Meter,
    ) -> Result<Question, Stop> {
        let before = split.len();
        let moved = split.options(component, meter)?;
        let mut options: Vec<Vec<Component>> = moved.into_iter().map(|(_, left)| left).collect();
        options.iter_mut().for_each(|option| without_pairs(split, option));
        // What is soonest known comes first.
        let size = |option: &Vec<Component>| option.iter().map(|part| split.size(*part)).max().unwrap_or(0);
        options.sort_by_cached_key(|option| (size(option), option.clone()));
        options.dedup();
        self.grow(split);
        let question = Question { component, number, options, at: 0 };
        meter.positions_found((split.len() - before) as u64, split.bytes() as u64 + held + question.bytes())?;
        Ok(question)
    }

    /// Whether a sum is worth a number.
    fn says(&self, parts: &[Component], number: u32) -> Says {
        let Some((last, others)) = parts.split_last() else { return if number == 0 { Says::Yes } else { Says::No } };
        let mut sum = number;
        for part in others {
            let known = self.known[*part as usize];
            if !known.settled {
                return Says::Ask(*part, u32::MAX);
            }
            sum ^= known.least;
        }
        let known = self.known[*last as usize];
        match (known.settled, known.least > sum) {
            (true, _) if known.least == sum => Says::Yes,
            (true, _) | (_, true) => Says::No,
            _ => Says::Ask(*last, sum),
        }
    }
}

/// Two that are equal cancel out; the largest comes last.
fn without_pairs(split: &Splitter, parts: &mut Vec<Component>) {
    parts.sort_unstable_by_key(|part| (split.size(*part), *part));
    let mut kept: Vec<Component> = Vec::with_capacity(parts.len());
    for part in parts.drain(..) {
        if kept.last() == Some(&part) {
            kept.pop();
        } else {
            kept.push(part);
        }
    }
    *parts = kept;
}
