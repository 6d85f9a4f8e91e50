//! A line of play as a recurrence names it: for each ply the number of a move and what is chosen in it.

use super::Recurrence;

/// Moves one after the other. Small: 4 bytes a move and 8 a choice, for lines of millions of moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trail {
    moves: Vec<u32>,
    choices: Vec<i64>,
}

/// One move of a trail, made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Which move of the recurrence.
    pub mv: usize,
    /// What was chosen in the game's own move.
    pub args: Vec<i64>,
    /// What it gained its mover more than the other.
    pub gain: i64,
    /// What it gave to both together.
    pub given: i64,
    /// Whether the other player moves next.
    pub passes: bool,
    /// The variables after it.
    pub next: Vec<i64>,
}

impl Trail {
    /// A trail with room for so many moves.
    #[must_use]
    pub fn with_capacity(moves: usize) -> Trail {
        Trail { moves: Vec::with_capacity(moves), choices: Vec::new() }
    }

    /// Adds a move with its choices.
    pub fn push(&mut self, mv: u32, choices: &[i64]) {
        self.moves.push(mv);
        self.choices.extend_from_slice(choices);
    }

    /// How many moves there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether there is no move.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Makes the moves one after the other from where the variables are these.
    pub fn played<'a>(&'a self, recurrence: &'a Recurrence, start: &[i64]) -> impl Iterator<Item = Played> + 'a {
        let (mut values, mut choices) = (start.to_vec(), self.choices.as_slice());
        self.moves.iter().filter_map(move |&number| {
            let mv = recurrence.moves.get(number as usize)?;
            let (mine, rest) = choices.split_at_checked(mv.choices.len())?;
            choices = rest;
            let here = values.len();
            values.extend_from_slice(mine);
            let next: Vec<i64> = mv.next.iter().map(|form| form.at(&values)).collect();
            let args = mv.args.iter().map(|arg| arg.at(&values)).collect();
            let gain = mv.gain.at(&values, &recurrence.rows);
            let given = mv.given.at(&values, &recurrence.rows);
            values.truncate(here);
            values.copy_from_slice(&next);
            Some(Played { mv: number as usize, args, gain, given, passes: mv.passes, next })
        })
    }
}
