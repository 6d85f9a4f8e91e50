//! Functions of functions, as functions of what those hang on; and numbers that nobody asks for, left out.

use super::{Amount, Bounds, Choice, Form, Linear, Listed, Move, Substitution};
use std::sync::Arc;

impl Move {
    /// The same move with each number looked up in as few tables as can be: what hangs on a number that is itself looked up is looked up by what that one hangs on,
    /// and what nobody speaks of then is no choice any more. `None` when a coefficient leaves 64 bits.
    pub(crate) fn composed(&self, variables: &[Bounds]) -> Option<Move> {
        let (mut mv, count) = (self.clone(), variables.len());
        for at in 0..mv.choices.len() {
            while let Some(listed) = mv.choices[at].listed.as_ref().and_then(|outer| mv.inner(outer, count)) {
                mv.choices[at].listed = Some(listed);
            }
        }
        while let Some(at) = (0..mv.choices.len()).rev().find(|at| mv.is_needless(*at, variables)) {
            let mut left = Substitution(vec![(count + at, Linear::default())]).mv(&mv)?;
            left.choices.remove(at);
            mv = left;
        }
        Some(mv)
    }

    /// A table by what the number it hangs on hangs on, if that is the only number of a table of its own.
    fn inner(&self, outer: &Listed, variables: usize) -> Option<Listed> {
        let [(symbol, 1)] = outer.of.terms.as_slice() else { return None };
        let inner =
            self.choices.get(symbol.checked_sub(variables)?)?.listed.as_ref().filter(|inner| inner.is_function())?;
        let at = |number: i64| Some(outer.of_value(number.checked_add(outer.of.constant)?).to_vec());
        // Lists of numbers would stand there as often as what they hang on comes again.
        (!outer.repeats && outer.is_function()).then_some(())?;
        let numbers = inner.numbers.iter().map(|number| at(number[0])).collect::<Option<_>>()?;
        Some(Listed { numbers: Arc::new(numbers), words: outer.words.clone(), ..inner.clone() })
    }

    /// Whether a choice is the value of a function that always has one, and that nothing speaks of.
    fn is_needless(&self, at: usize, variables: &[Bounds]) -> bool {
        let Choice { lo, hi, listed: Some(listed), divides: None, among: None, .. } = &self.choices[at] else {
            return false;
        };
        let bounds = self.bounds(variables);
        let ends = listed.range().filter(|_| listed.is_function());
        let all = ends.is_some_and(|(least, most)| {
            lo.iter().all(|lo| lo.as_number().is_some_and(|lo| lo <= least))
                && hi.iter().all(|hi| hi.as_number().is_some_and(|hi| hi >= most))
        });
        let (least, most) = listed.of.range(&bounds);
        let count = i128::try_from(listed.numbers.len()).expect("rows are counted in memory");
        let inside = listed.repeats || least >= i128::from(listed.least) && most < i128::from(listed.least) + count;
        all && inside && !self.speaks_of(variables.len() + at)
    }

    /// Whether any form has a symbol.
    fn speaks_of(&self, symbol: usize) -> bool {
        let one = |form: &Linear| form.coefficient(symbol) != 0;
        let points = |amount: &Amount| one(&amount.linear) || amount.sums.iter().flat_map(|sum| &sum.place).any(one);
        self.choices.iter().any(|choice| choice.forms().any(one))
            || self.args.iter().chain(&self.guards).chain(&self.needs).any(one)
            || self.next.iter().flat_map(Form::parts).any(one)
            || points(&self.gain)
            || points(&self.given)
    }
}

impl Listed {
    /// Whether there is one number for each value.
    pub(crate) fn is_function(&self) -> bool {
        self.numbers.iter().all(|numbers| numbers.len() == 1)
    }
}

#[cfg(test)]
mod tests {
    use crate::game::Game;
    use crate::instance::Instance;
    use crate::recurrence::Choice;
    use std::sync::Arc;

    /// How many tables the moves of a game look numbers up in, and how many moves there are.
    fn tables(lines: &str) -> (usize, usize) {
        let text = format!("game T\nstate n : 0..9_000 = 9_000\nstate m : 0..4 = 0\n{lines}\nstuck => me loses\n");
        let rules = bouton_rules::check(&bouton_rules::Source::new("composed", text)).0.expect("they are right");
        let game = Instance::new(Arc::new(rules), &[]).expect("there are no parameters");
        let recurrence = game.recurrence().expect("it has one");
        let listed = |choice: &&Choice| choice.listed.is_some();
        (recurrence.moves.iter().flat_map(|mv| &mv.choices).filter(listed).count(), recurrence.moves.len())
    }

    /// A list of numbers is kept once for each quotient, and not for each of the many numbers with the same.
    #[test]
    fn lists_are_not_written_out_again() {
        assert_eq!(
            tables("move take(k in {x for x in 1..40 if x % (2 + n // 3_000) < 2}) { when k <= n; n -= k }"),
            (2, 1)
        );
    }

    #[test]
    fn what_hangs_on_a_remainder_is_looked_up_once() {
        for line in [
            "move take(k in 1 .. min(n, [4, 2, 3][n % 3])) { n -= k }",
            "def most(x) = if x % 3 == 0 then 4 else if x % 3 == 1 then 2 else 3\nmove take(k in 1..4) { when k <= most(n) and k <= n; n -= k }",
            "move take(k in 1..4) { when k <= n and n % 5 != 2; n -= k }",
            "move take(k in 1..4) { when k <= n; n -= k; when n % 5 != 2 }",
        ] {
            assert_eq!(tables(line), (1, 1), "{line}");
        }
    }
}
