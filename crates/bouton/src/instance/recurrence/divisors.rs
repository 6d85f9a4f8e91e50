//! Conditions that a choice divides a number: `number % d == 0`, and other ways to write it.

use super::{Reader, bounds};
use crate::recurrence::{Linear, Move};

impl Reader<'_> {
    /// A condition that a divisor `d` of `n` takes several times, `a·n ≥ b·d` with `a < b ≤ 2a`: it holds of all divisors but `n` itself, for
    /// `n = q·d` and `d ≥ 1` make it `q ≥ b / a`, which is `q ≥ 2`, which is `n − 1 ≥ d`. Any other is left as it is.
    pub(super) fn halved(&self, form: Linear, mv: &Move) -> Linear {
        self.below(&form, mv).unwrap_or(form)
    }

    fn below(&self, form: &Linear, mv: &Move) -> Option<Linear> {
        let symbol = form.last()?;
        let number = symbol.checked_sub(self.variables.len())?;
        let of = mv.choices.get(number)?.divides.as_ref()?;
        let (leading, less) = (of.last()?, -form.coefficient(symbol));
        let times = form.coefficient(leading).checked_div(of.coefficient(leading))?;
        let all_but_itself = 0 < times && times < less && less <= 2 * times;
        let same = of.times(times)?.plus(&Linear::symbol(symbol), -less)? == *form;
        (all_but_itself && same).then(|| of.minus(&Linear::number(1))?.minus(&Linear::symbol(symbol)))?
    }

    /// Narrows a choice to the divisors of a number.
    pub(super) fn narrow(&self, [dividend, divisor]: &[Linear; 2], mv: &mut Move) -> Option<()> {
        let variables = bounds(&self.variables);
        let symbol = divisor.last().filter(|symbol| *divisor == Linear::symbol(*symbol))?;
        let number = symbol.checked_sub(variables.len())?;
        // A number is divided just if it is with any multiple of the divisor added.
        let rest = dividend.without(symbol);
        let of_variables = rest.last().is_none_or(|last| last < variables.len());
        let positive = mv.bounds(&variables).get(symbol)?.0 >= 1;
        let choice = mv.choices.get_mut(number).filter(|_| of_variables && positive)?;
        match &choice.divides {
            Some(known) => (*known == rest).then_some(()),
            None => {
                choice.divides = Some(rest);
                Some(())
            }
        }
    }
}
