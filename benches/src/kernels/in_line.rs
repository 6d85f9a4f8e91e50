//! Stones put in a line, anywhere on a board or dropped into its columns: a byte a cell, boards packed into a word where they are kept.
//! Layer by layer with a hash table for each, up to symmetry; or depth first with one table.

use bouton::value::{Outcome, Plies};
use std::cmp::Ordering;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A board on which so many stones in a line win.
pub(crate) struct Board {
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    pub(crate) need: usize,
    /// Whether stones fall to the first free row.
    pub(crate) drops: bool,
}

/// What a board is worth to its mover: 0 for a draw, `WON - k` for a win after k moves, and the opposite for a loss.
type Worth = i16;
const WON: Worth = 1_000;

type Table = HashMap<u64, Worth, BuildHasherDefault<Multiply>>;

/// Keys are spread well by one multiplication.
#[derive(Default)]
struct Multiply(u64);

impl Hasher for Multiply {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = (self.0 ^ key).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}

/// The outcome for the first player: all boards of so many stones, one number after the other, and back again.
pub(crate) fn by_layers(board: &Board) -> Outcome {
    let images = board.images();
    let mut layers = vec![Table::from_iter([(0, 0)])];
    let mut cells = vec![0; board.rows * board.cols];
    for stones in 0..cells.len() {
        let mut next = Table::default();
        for &key in layers[stones].keys() {
            unpack(key, &mut cells);
            board.each_move(&mut cells, stones, |cells, won| {
                if !won {
                    next.insert(least(cells, &images), 0);
                }
            });
        }
        layers.push(next);
    }
    let mut after = layers.pop().unwrap_or_default();
    while let Some(mut layer) = layers.pop() {
        for (key, worth) in &mut layer {
            unpack(*key, &mut cells);
            *worth = -WON;
            board.each_move(&mut cells, layers.len(), |cells, won| {
                let reply = if won { -WON } else { after[&least(cells, &images)] };
                *worth = before(reply).max(*worth);
            });
        }
        after = layer;
    }
    outcome(after[&0])
}

/// The outcome for the first player, each board looked at when it is first met.
pub(crate) fn by_memo(board: &Board) -> Outcome {
    outcome(board.worth(&mut vec![0; board.rows * board.cols], 0, &mut Table::default()))
}

fn outcome(worth: Worth) -> Outcome {
    let plies = Plies::Of(u32::from((WON - worth.abs()).unsigned_abs()));
    match worth.cmp(&0) {
        Ordering::Less => Outcome::Loss(plies),
        Ordering::Equal => Outcome::Draw,
        Ordering::Greater => Outcome::Win(plies),
    }
}

/// What a move is worth that leads to a board of this worth.
fn before(reply: Worth) -> Worth {
    -(reply - reply.signum())
}

impl Board {
    fn worth(&self, cells: &mut [u8], stones: usize, known: &mut Table) -> Worth {
        let key = pack(cells.iter());
        if let Some(worth) = known.get(&key) {
            return *worth;
        }
        let mut best = if stones == cells.len() { 0 } else { -WON };
        self.each_move(cells, stones, |cells, won| {
            let reply = if won { -WON } else { self.worth(cells, stones + 1, known) };
            best = before(reply).max(best);
        });
        known.insert(key, best);
        best
    }

    /// Shows the board after each move, and whether it wins.
    fn each_move(&self, cells: &mut [u8], stones: usize, mut show: impl FnMut(&mut [u8], bool)) {
        let stone = if stones.is_multiple_of(2) { 1 } else { 2 };
        for cell in 0..cells.len() {
            let rests = !self.drops || cell < self.cols || cells[cell - self.cols] != 0;
            if cells[cell] == 0 && rests {
                cells[cell] = stone;
                let won = self.in_line(cells, cell);
                show(cells, won);
                cells[cell] = 0;
            }
        }
    }

    /// Whether the stone on a cell stands in a line that is long enough.
    fn in_line(&self, cells: &[u8], cell: usize) -> bool {
        [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().any(|(down, right)| {
            1 + self.same(cells, cell, down, right) + self.same(cells, cell, -down, -right) >= self.need
        })
    }

    /// How many stones of the same player follow in a direction.
    fn same(&self, cells: &[u8], cell: usize, down: isize, right: isize) -> usize {
        let (mut row, mut col, mut count) = (cell / self.cols, cell % self.cols, 0);
        loop {
            let (Some(below), Some(beside)) = (row.checked_add_signed(down), col.checked_add_signed(right)) else {
                return count;
            };
            (row, col) = (below, beside);
            if row >= self.rows || col >= self.cols || cells[row * self.cols + col] != cells[cell] {
                return count;
            }
            count += 1;
        }
    }

    /// For each image of the board, where each of its cells comes from.
    fn images(&self) -> Vec<Vec<usize>> {
        let (rows, cols) = (self.rows, self.cols);
        let image = |from: &dyn Fn(usize, usize) -> (usize, usize)| {
            let cells = (0..rows * cols).map(|cell| from(cell / cols, cell % cols));
            cells.map(|(row, col)| row * cols + col).collect::<Vec<usize>>()
        };
        let mut images = vec![image(&|row, col| (row, col)), image(&|row, col| (row, cols - 1 - col))];
        if !self.drops {
            images.push(image(&|row, col| (rows - 1 - row, col)));
            images.push(image(&|row, col| (rows - 1 - row, cols - 1 - col)));
        }
        if !self.drops && rows == cols {
            let turned: Vec<Vec<usize>> = images
                .iter()
                .map(|image| image.iter().map(|cell| cell % cols * cols + cell / cols).collect())
                .collect();
            images.extend(turned);
        }
        images
    }
}

fn pack<'c>(cells: impl Iterator<Item = &'c u8>) -> u64 {
    cells.fold(0, |key, cell| key << 2 | u64::from(*cell))
}

fn unpack(mut key: u64, cells: &mut [u8]) {
    for cell in cells.iter_mut().rev() {
        *cell = (key & 3).to_le_bytes()[0];
        key >>= 2;
    }
}

/// The least of a board's images.
fn least(cells: &[u8], images: &[Vec<usize>]) -> u64 {
    images.iter().map(|image| pack(image.iter().map(|from| &cells[*from]))).min().unwrap_or(0)
}
