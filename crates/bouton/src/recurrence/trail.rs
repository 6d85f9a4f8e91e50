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
    #[must_use]
    pub fn walk<'a>(&'a self, recurrence: &'a Recurrence, start: &[i64]) -> Walk<'a> {
        Walk { recurrence, moves: self.moves.iter(), choices: &self.choices, values: start.to_vec(), next: Vec::new() }
    }
}

/// A trail that is being walked.
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    recurrence: &'a Recurrence,
    moves: std::slice::Iter<'a, u32>,
    choices: &'a [i64],
    values: Vec<i64>,
    /// Kept between moves, so that none of them allocates.
    next: Vec<i64>,
}

impl Walk<'_> {
    /// The variables after the moves made so far.
    #[must_use]
    pub fn variables(&self) -> &[i64] {
        &self.values
    }
}

impl Iterator for Walk<'_> {
    type Item = Played;

    fn next(&mut self) -> Option<Played> {
        let number = *self.moves.next()? as usize;
        let (mv, rows) = (self.recurrence.moves.get(number)?, &self.recurrence.rows);
        let (mine, rest) = self.choices.split_at_checked(mv.choices.len())?;
        self.choices = rest;
        self.values.extend_from_slice(mine);
        let values = &self.values;
        let args = mv.args.iter().map(|arg| arg.at(values)).collect();
        let (gain, given) = (mv.gain.at(values, rows), mv.given.at(values, rows));
        self.next.clear();
        self.next.extend(mv.next.iter().map(|form| form.at(values)));
        std::mem::swap(&mut self.values, &mut self.next);
        Some(Played { mv: number, args, gain, given, passes: mv.passes })
    }
}
