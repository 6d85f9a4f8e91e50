//! A position as a row of digits: its scalars, and the cells of its boards.

use bouton_rules::datum::{Cell, Datum, NONE};
use bouton_rules::interpret::{Interpreter, Spot};
use bouton_rules::layout::{code, members, radix, scalar};
use bouton_rules::rules::Rules;
use bouton_rules::types::Domain;
use bouton_rules::{Text, say};
use std::sync::Arc;

/// The digits of positions.
#[derive(Debug)]
pub(super) struct Digits {
    pub(super) groups: Vec<Group>,
    /// The start, whose boards have the shape that all have.
    start: Vec<Datum>,
}

/// The digits of one variable: one, or one a cell.
#[derive(Debug)]
pub(super) struct Group {
    /// Its first digit.
    pub(super) first: usize,
    pub(super) len: usize,
    /// Whether it is a board, or a list of fixed length.
    pub(super) board: bool,
    /// How many values each digit has.
    pub(super) radix: u64,
    of: Domain<i64>,
    /// What may be in it, of a set: a digit says of each whether it is.
    members: Vec<i64>,
}

/// A digit and what it is.
pub(super) type Fixed = (usize, u64);

/// Digits have at most this many values.
const MOST_VALUES: u128 = 4096;
/// A board has at most this many cells: one machine word of them.
pub(super) const MOST_CELLS: usize = 64;
/// Or this many, where no bits are made of them; then it may be a set.
pub(super) const MANY_CELLS: usize = 4096;

impl Group {
    fn code(&self, scalar: &Datum) -> u64 {
        if let Datum::Int(value) = scalar { code(*value, &self.of) } else { 0 }
    }
}

impl Digits {
    /// The digits of a game's positions, or the name of a variable that has none.
    pub(super) fn of(interpreter: &Interpreter, most: usize) -> Result<Digits, Text> {
        let start = interpreter.start().map_err(|fault| fault.message.clone())?.state;
        let mut groups = Vec::with_capacity(start.len());
        let mut first = 0;
        for (which, domain) in interpreter.domains().iter().enumerate() {
            let unfit = || say!("`{}` is no number and no small board", interpreter.rules().states[which].name);
            let mut inside = Vec::new();
            let (len, board, of) = match (domain, &start[which]) {
                (Domain::Set(of), _) if most > MOST_CELLS && radix(of).is_some_and(|count| count <= most as u128) => {
                    inside = members(of).collect();
                    (inside.len(), true, &Domain::Bool)
                }
                (Domain::Grid { of, .. }, Datum::Grid(grid)) => (grid.cells.len(), true, of.as_ref()),
                (Domain::List { min, max, of }, Datum::List(held)) if min == max => (held.len(), true, of.as_ref()),
                (scalar, _) => (1, false, scalar),
            };
            let fits = |values: &u128| (1..=MOST_VALUES).contains(values) && (1..=most).contains(&len);
            let values = radix(of).filter(fits).ok_or_else(unfit)?;
            let radix = u64::try_from(values).map_err(|_| unfit())?;
            groups.push(Group { first, len, board, radix, of: of.clone(), members: inside });
            first += len;
        }
        Ok(Digits { groups, start })
    }

    /// The group of a digit.
    pub(super) fn group(&self, digit: usize) -> &Group {
        &self.groups[self.place(digit)]
    }

    /// The variable of a digit, and what the digit stands for.
    pub(super) fn of_digit(&self, digit: usize) -> (usize, &Domain<i64>) {
        let which = self.place(digit);
        (which, &self.groups[which].of)
    }

    fn place(&self, digit: usize) -> usize {
        self.groups.partition_point(|group| group.first <= digit) - 1
    }

    /// The digit at a spot.
    pub(super) fn at(&self, spot: Spot) -> usize {
        self.groups[spot.state].first + spot.cell
    }

    /// How many digits there are.
    pub(super) fn len(&self) -> usize {
        self.groups.last().map_or(0, |group| group.first + group.len)
    }

    /// Every digit of some variables.
    pub(super) fn codes(&self, state: &[Datum]) -> Vec<u64> {
        let mut codes = Vec::with_capacity(self.len());
        for (group, held) in self.groups.iter().zip(state) {
            match held {
                Datum::Grid(grid) => codes.extend(grid.cells.iter().map(|cell| code(*cell, &group.of))),
                Datum::Set(held) => {
                    codes.extend(group.members.iter().map(|member| u64::from(held.binary_search(member).is_ok())));
                }
                held if group.board => codes.extend(held.entries().map(|entry| group.code(&entry))),
                held => codes.push(group.code(held)),
            }
        }
        codes
    }

    /// The digits of the start.
    pub(super) fn start(&self) -> Vec<u64> {
        self.codes(&self.start)
    }

    /// Variables with these digits; the others as they are at the start.
    pub(super) fn state(&self, fixed: &[Fixed]) -> Vec<Datum> {
        let mut state = self.start.clone();
        for &(digit, code) in fixed {
            let which = self.place(digit);
            let group = &self.groups[which];
            let value = scalar(code, &group.of);
            match &mut state[which] {
                Datum::Grid(grid) => Arc::make_mut(grid).cells[digit - group.first] = value,
                Datum::List(entries) => Arc::make_mut(entries)[digit - group.first] = Datum::Int(value),
                Datum::Set(held) => {
                    let (held, member) = (Arc::make_mut(held), group.members[digit - group.first]);
                    match (held.binary_search(&member), value) {
                        (Ok(at), 0) => drop(held.remove(at)),
                        (Err(at), 1) => held.insert(at, member),
                        _ => {}
                    }
                }
                held => *held = Datum::Int(value),
            }
        }
        state
    }

    /// The code of what a cell of a board holds.
    pub(super) fn code(&self, board: usize, held: i64) -> u64 {
        code(held, &self.groups[board].of)
    }

    /// The digit of a cell of a board, by its packed number or by row and column, or of an entry of a list; nothing where there is none.
    pub(super) fn cell(&self, board: usize, indices: &[i64]) -> Option<usize> {
        let place = match (self.start.get(board)?, indices) {
            (Datum::Grid(grid), [cell]) => grid.place(Cell::unpack(*cell)),
            (Datum::Grid(grid), &[row, column]) => grid.place(Cell { row, column }),
            (_, [entry]) => usize::try_from(*entry).ok().filter(|entry| *entry < self.groups[board].len),
            _ => None,
        };
        place.filter(|_| self.groups[board].board).map(|place| self.groups[board].first + place)
    }

    /// The digits of every so many cells in a row on a board, straight or diagonal, as `line` asks for them; nothing where that is no
    /// board with rows, or no cell.
    pub(super) fn rows(&self, board: usize, length: usize) -> Option<Vec<Vec<usize>>> {
        const STEPS: [(i64, i64); 4] = [(0, 1), (1, -1), (1, 0), (1, 1)];
        let Datum::Grid(grid) = self.start.get(board)? else { return None };
        let first = self.groups[board].first;
        let far = (1..=MOST_CELLS).contains(&length).then(|| i64::try_from(length).ok())??;
        let row = |start: Cell, (down, right): (i64, i64)| {
            let cell = |at: i64| Cell { row: start.row + at * down, column: start.column + at * right };
            (0..far).map(|at| Some(first + grid.place(cell(at))?)).collect::<Option<Vec<usize>>>()
        };
        Some(grid.places().flat_map(|start| STEPS.iter().filter_map(move |step| row(start, *step))).collect())
    }

    /// What a digit is once the players have changed names: where it names one, it names the other.
    pub(super) fn exchanged(&self, (digit, held): Fixed) -> u64 {
        let of = &self.group(digit).of;
        let names = match of {
            Domain::Optional(of) => **of == Domain::Player,
            of => *of == Domain::Player,
        };
        let player = Rules::player_of(scalar(held, of)).filter(|_| names);
        let other = player.and_then(|player| i64::try_from(player.other().number()).ok());
        other.map_or(held, |other| code(other, of))
    }

    /// Whether a cell of this group that holds this code holds nothing.
    pub(super) fn is_none(&self, group: &Group, code: u64) -> bool {
        scalar(code, &group.of) == NONE
    }
}
