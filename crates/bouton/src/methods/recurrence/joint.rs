//! Variables of few values as one digit: only those of their values have numbers that come together.

use crate::game::{Game, Numbers, Reduced, row_of};
use crate::recurrence::{ControlStates, Recurrence, Variable};
use crate::show::Count;
use bouton_rules::{Text, say};

/// Of fewer numbers none are left out: finding that takes longer than it saves.
const WORTHWHILE: u64 = 1 << 18;

/// Looking at a move in a state takes as long as solving some numbers, and may take a hundredth of that of all.
const NUMBERS_A_MOVE: u64 = 1 << 9;
const MOST_STATES: u64 = 1 << 10;

/// Control states, and the numbers of positions in one of them.
pub(super) struct Joint {
    pub(super) states: ControlStates,
    pub(super) numbers: Numbers,
    names: Vec<String>,
}

impl Joint {
    /// Those of a game from where play begins, with these values of the variables, where its numbers are many, or code is insisted on, and half of them at the
    /// most are left.
    pub(super) fn of<G: Game>(
        (game, start): (&G, &G::Position),
        (recurrence, first): (&Recurrence, &[i64]),
        reduced: Option<&Reduced>,
        insisted: bool,
    ) -> Option<Joint> {
        let size = recurrence.size().filter(|size| insisted || *size >= WORTHWHILE)?;
        let order = recurrence.order()?;
        let most = size / (NUMBERS_A_MOVE * recurrence.moves.len() as u64).max(1);
        let most = if insisted { MOST_STATES } else { most.min(MOST_STATES) };
        let states = ControlStates::of(recurrence, &order, first, most)?;
        let words = game.words()?;
        let numbers = match reduced {
            Some(reduced) => Some(&reduced.numbers).filter(|_| reduced.names.is_empty())?,
            None => words.numbers()?,
        };
        // Whose turn it is, where it matters, is the last variable and no digit.
        (states.keeps_turn_apart(recurrence) == (numbers.turns() > 1)).then_some(())?;
        let mover = game.mover(start);
        let row = |values: &[i64]| Some(row_of(game, words, &game.canonical(game.placed(values, mover)?)));
        let with = |state: &Vec<i64>| {
            let mut values = first.to_vec();
            states.variables.iter().zip(state).for_each(|(variable, value)| values[*variable] = *value);
            row(&values)
        };
        // A variable that never changes is one of them all the same.
        let other = |variable: &usize| {
            let (mut values, Variable { lo, hi, .. }) = (first.to_vec(), &recurrence.variables[*variable]);
            values[*variable] = if values[*variable] == *lo { *hi } else { *lo };
            row(&values)
        };
        let rows = states.states.iter().map(with).collect::<Option<Vec<_>>>()?;
        let others = states.variables.iter().map(other).collect::<Option<Vec<_>>>()?;
        let numbers = numbers.jointly(&rows, &others)?;
        // Both number alike: the states of one position follow each other, as far apart.
        let (number, apart) = states.number(recurrence)?;
        let alike =
            |(place, row): (i64, &Vec<u64>)| u64::try_from(number.at(first) + apart * place).ok() == numbers.own(row);
        (states.size(recurrence) == Some(numbers.size()) && (0..).zip(&rows).all(alike)).then_some(())?;
        let variables = states.variables.iter().map(|at| &recurrence.variables[*at]);
        let names = variables.filter(|one| one.lo < one.hi).map(|one| one.name.clone()).collect();
        Some(Joint { states, numbers, names })
    }

    /// What is left out, for EXPLAIN.
    pub(super) fn words(&self) -> Text {
        let (left, all) = (Count(self.states.states.len() as u64), Count(self.states.combinations().unsigned_abs()));
        match self.names.as_slice() {
            [name] => say!("values that {} never has: {left} of {all} are left", Text::code(name)),
            names @ ([_, _] | [_, _, _]) => {
                say!("values of {} that never come together: {left} of {all} are left", Text::names(names))
            }
            _ => say!("values of variables that never come together: {left} of {all} are left"),
        }
    }
}
