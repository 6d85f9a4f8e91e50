//! Canonical forms of components in which players have moves of their own (Conway 1976): each once, from those of what its moves leave.

use super::split::{Component, Moved, Splitter};
use crate::error::Stop;
use crate::limits::Meter;
use crate::partizan::{Form, Forms};
use bouton_rules::Player;

/// Forms of components, as far as they were asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct Worths {
    known: Vec<Option<Form>>,
    pub(super) forms: Forms,
}

/// A component whose options are being valued.
struct Open {
    component: Component,
    options: Vec<Moved>,
    /// So many of them, the first ones, are known.
    known: usize,
}

impl Worths {
    /// The form of a sum.
    pub(super) fn sum(&mut self, split: &mut Splitter, parts: &[Component], meter: &mut Meter) -> Result<Form, Stop> {
        self.known.resize(split.len(), None);
        for part in parts {
            self.value(split, *part, meter)?;
        }
        self.total(parts, meter)
    }

    /// Values a component and all that is left of it. Play in it ends, so no component leads to itself.
    fn value(&mut self, split: &mut Splitter, first: Component, meter: &mut Meter) -> Result<(), Stop> {
        let mut line: Vec<Open> = Vec::new();
        let mut next = self.unknown(&[first]);
        loop {
            if let Some(component) = next {
                let open = self.open(split, component, &line, meter)?;
                line.push(open);
            } else {
                let Some(done) = line.pop() else { return Ok(()) };
                self.close(&done, meter)?;
            }
            let Some(top) = line.last_mut() else { return Ok(()) };
            let mut left = (top.known..).zip(&top.options[top.known..]);
            let found = left.find_map(|(at, (_, left))| Some((at, self.unknown(left)?)));
            next = found.map(|(_, component)| component);
            top.known = found.map_or(top.options.len(), |(at, _)| at);
        }
    }

    fn open(
        &mut self,
        split: &mut Splitter,
        component: Component,
        line: &[Open],
        meter: &mut Meter,
    ) -> Result<Open, Stop> {
        let before = split.len();
        let mut options = split.options(component, meter)?;
        options.sort_unstable();
        options.dedup();
        self.known.resize(split.len(), None);
        let held: usize = line.iter().map(|open| size_of_val(open.options.as_slice())).sum();
        meter.positions_found((split.len() - before) as u64, (split.bytes() + held) as u64 + self.bytes())?;
        Ok(Open { component, options, known: 0 })
    }

    /// The form of a component of which all options are known.
    fn close(&mut self, done: &Open, meter: &mut Meter) -> Result<(), Stop> {
        let (mut lefts, mut rights) = (Vec::new(), Vec::new());
        for (by, left) in &done.options {
            let form = self.total(left, meter)?;
            for (player, forms) in [(Player::First, &mut lefts), (Player::Second, &mut rights)] {
                forms.extend(Some(form).filter(|_| by.is_none_or(|by| by == player)));
            }
        }
        let form = self.forms.game(&lefts, &rights, meter)?;
        self.known[done.component as usize] = Some(form);
        Ok(())
    }

    /// The first component that is not valued yet.
    fn unknown(&self, parts: &[Component]) -> Option<Component> {
        parts.iter().copied().find(|part| self.known[*part as usize].is_none())
    }

    fn total(&mut self, parts: &[Component], meter: &mut Meter) -> Result<Form, Stop> {
        let forms: Vec<Form> =
            parts.iter().map(|part| self.known[*part as usize].expect("parts are valued before their sum")).collect();
        self.forms.total(forms, meter)
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.known.len() * size_of::<Option<Form>>()) as u64 + self.forms.bytes()
    }
}
