//! Canonical forms of components in which players have moves of their own (Conway 1976): each once, from those of what its moves leave.

use super::split::{Component, Splitter};
use crate::error::Stop;
use crate::limits::Meter;
use crate::partizan::search::{self, Options, Summands};
use crate::partizan::{Form, Forms};

/// Forms of components, as far as they were asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct Worths {
    known: Vec<Option<Form>>,
    pub(super) forms: Forms,
}

/// The same, with what says which components there are.
struct Split<'a> {
    worths: &'a mut Worths,
    split: &'a mut Splitter,
}

impl Worths {
    /// The form of a sum.
    pub(super) fn sum(&mut self, split: &mut Splitter, parts: &[Component], meter: &mut Meter) -> Result<Form, Stop> {
        self.known.resize(split.len(), None);
        search::sum(&mut Split { worths: self, split }, parts, meter)
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.known.len() * size_of::<Option<Form>>()) as u64 + self.forms.bytes()
    }
}

impl Summands for Split<'_> {
    type One = Component;
    type Many = Vec<Component>;

    fn form(&self, component: &Component) -> Option<Form> {
        self.worths.known[*component as usize]
    }

    fn options(&mut self, component: &Component, held: u64, meter: &mut Meter) -> Result<Options<Self::Many>, Stop> {
        let before = self.split.len();
        let mut options = self.split.options(*component, meter)?;
        options.sort_unstable();
        options.dedup();
        self.worths.known.resize(self.split.len(), None);
        let found = (self.split.len() - before) as u64;
        meter.positions_found(found, self.split.bytes() as u64 + held + self.worths.bytes())?;
        Ok(options)
    }

    fn keep(&mut self, component: Component, form: Form, _: [bool; 2], _: &mut Meter) -> Result<(), Stop> {
        self.worths.known[component as usize] = Some(form);
        Ok(())
    }

    fn forms(&mut self) -> &mut Forms {
        &mut self.worths.forms
    }

    fn comes_back(&self, _: &[&Component]) -> Stop {
        unreachable!("moves whose cells may come back to what they held make no components")
    }

    fn show(&self, _: &Component) -> String {
        // Whoever asked names the position.
        String::new()
    }
}
