//! A recurrence without variables that follow from the others: wherever one is spoken of, its form stands instead.

use super::{Amount, Choice, End, Form, Linear, Listed, Move, Recurrence, Sum};

/// Variables, by their place, each with the form of the others that stands for it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Substitution(pub Vec<(usize, Linear)>);

impl Substitution {
    /// A form in which they are replaced; the symbols that are left are numbered anew.
    fn form(&self, form: &Linear) -> Option<Linear> {
        let form = self.0.iter().try_fold(form.clone(), |form, (symbol, is)| form.with(*symbol, is))?;
        let before = |symbol: usize| self.0.iter().filter(|(gone, _)| *gone < symbol).count();
        let terms = form.terms.iter().map(|(symbol, times)| (symbol - before(*symbol), *times)).collect();
        Some(Linear { terms, ..form })
    }

    fn forms(&self, forms: &[Linear]) -> Option<Vec<Linear>> {
        forms.iter().map(|form| self.form(form)).collect()
    }

    fn next(&self, next: &Form) -> Option<Form> {
        Some(match next {
            Form::One(form) => Form::One(self.form(form)?),
            Form::Min(forms) => Form::Min(self.forms(forms)?),
            Form::Max(forms) => Form::Max(self.forms(forms)?),
        })
    }

    fn amount(&self, amount: &Amount) -> Option<Amount> {
        let linear = Amount { linear: self.form(&amount.linear)?, sums: Vec::new() };
        amount.sums.iter().try_fold(linear, |all, sum| {
            let one = Sum { times: 1, place: self.forms(&sum.place)?, ..sum.clone() };
            all.plus(&Amount { sums: vec![one], ..Amount::default() }, sum.times)
        })
    }

    fn end(&self, end: &End) -> Option<End> {
        Some(End { when: self.forms(&end.when)?, ..end.clone() })
    }

    fn choice(&self, choice: &Choice) -> Option<Choice> {
        let listed = |listed: &Listed| Some(Listed { of: self.form(&listed.of)?, ..listed.clone() });
        Some(Choice {
            lo: self.forms(&choice.lo)?,
            hi: self.forms(&choice.hi)?,
            divides: choice.divides.as_ref().map_or(Some(None), |form| self.form(form).map(Some))?,
            listed: choice.listed.as_ref().map_or(Some(None), |known| listed(known).map(Some))?,
            ..choice.clone()
        })
    }

    pub(super) fn mv(&self, mv: &Move) -> Option<Move> {
        let next = mv.next.iter().enumerate().filter(|(at, _)| !self.holds(*at));
        Some(Move {
            args: self.forms(&mv.args)?,
            choices: mv.choices.iter().map(|choice| self.choice(choice)).collect::<Option<_>>()?,
            guards: self.forms(&mv.guards)?,
            next: next.map(|(_, next)| self.next(next)).collect::<Option<_>>()?,
            gain: self.amount(&mv.gain)?,
            given: self.amount(&mv.given)?,
            needs: self.forms(&mv.needs)?,
            ..mv.clone()
        })
    }

    /// Whether it is one of them.
    fn holds(&self, variable: usize) -> bool {
        self.0.iter().any(|(gone, _)| *gone == variable)
    }

    /// Whether each is what its form says at a position.
    pub(crate) fn holds_at(&self, position: &[i64]) -> bool {
        self.0.iter().all(|(at, form)| position[*at] == form.at(position))
    }

    /// A position without them.
    pub(crate) fn without(&self, position: &[i64]) -> Vec<i64> {
        let left = position.iter().enumerate().filter(|(at, _)| !self.holds(*at));
        left.map(|(_, value)| *value).collect()
    }
}

impl Recurrence {
    /// The same without variables that follow from the others. That each stays within its bounds is needed at every position. `None` when a
    /// coefficient leaves 64 bits.
    pub(crate) fn without(&self, substitution: &Substitution) -> Option<Recurrence> {
        let mut needs = self.needs.clone();
        for (at, form) in &substitution.0 {
            needs.push(form.minus(&Linear::number(self.variables[*at].lo))?);
            needs.push(Linear::number(self.variables[*at].hi).minus(form)?);
        }
        let variables = self.variables.iter().enumerate().filter(|(at, _)| !substitution.holds(*at));
        let without = Recurrence {
            variables: variables.map(|(_, variable)| variable.clone()).collect(),
            ends: self.ends.iter().map(|end| substitution.end(end)).collect::<Option<_>>()?,
            moves: self.moves.iter().map(|mv| substitution.mv(mv)).collect::<Option<_>>()?,
            stuck: self.stuck.iter().map(|end| substitution.end(end)).collect::<Option<_>>()?,
            needs: substitution.forms(&needs)?,
            remaining: self.remaining.as_ref().map_or(Some(None), |points| substitution.amount(points).map(Some))?,
            ..self.clone()
        };
        let bounds = without.bounds();
        let needs = without.needs.iter().filter(|need| need.range(&bounds).0 < 0).cloned().collect();
        Some(Recurrence { needs, ..without }).filter(Recurrence::is_small)
    }

    /// Whether all its forms can be worked out: nothing on the way comes near the ends of the 64-bit numbers.
    fn is_small(&self) -> bool {
        let bounds = self.bounds();
        let ends = self.ends.iter().chain(&self.stuck).flat_map(|end| &end.when);
        let small = |mv: &Move| {
            let bounds = mv.bounds(&bounds);
            let next = mv.next.iter().flat_map(Form::parts);
            let forms = mv.choices.iter().flat_map(Choice::forms).chain(next).chain(&mv.guards).chain(&mv.needs);
            forms.chain(&mv.args).all(|form| form.is_small(&bounds))
        };
        let everywhere = ends.chain(&self.needs).all(|form| form.is_small(&bounds));
        everywhere && self.moves.iter().all(small) && self.has_small_points()
    }
}
