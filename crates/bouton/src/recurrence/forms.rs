//! Every form that a recurrence speaks in.

use super::{Amount, Form, Linear, Recurrence};

impl Recurrence {
    /// Changes each of them.
    pub(crate) fn each_form(&mut self, change: &mut impl FnMut(&mut Linear)) {
        self.ends.iter_mut().chain(&mut self.stuck).flat_map(|end| &mut end.when).for_each(&mut *change);
        self.needs.iter_mut().for_each(&mut *change);
        for mv in &mut self.moves {
            mv.guards.iter_mut().chain(&mut mv.needs).chain(&mut mv.args).for_each(&mut *change);
            mv.next.iter_mut().flat_map(Form::parts_mut).for_each(&mut *change);
            for choice in &mut mv.choices {
                choice.lo.iter_mut().chain(&mut choice.hi).chain(&mut choice.divides).for_each(&mut *change);
                choice.listed.iter_mut().for_each(|listed| change(&mut listed.of));
            }
            mv.gain.each_form(change);
            mv.given.each_form(change);
        }
        self.remaining.iter_mut().for_each(|points| points.each_form(change));
    }
}

impl Amount {
    fn each_form(&mut self, change: &mut impl FnMut(&mut Linear)) {
        change(&mut self.linear);
        self.sums.iter_mut().flat_map(|sum| &mut sum.place).for_each(change);
    }
}

impl Form {
    fn parts_mut(&mut self) -> &mut [Linear] {
        match self {
            Form::One(form) => std::slice::from_mut(form),
            Form::Min(forms) | Form::Max(forms) => forms,
        }
    }
}
