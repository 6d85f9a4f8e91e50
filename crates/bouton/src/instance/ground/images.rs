//! What symmetries of a board do to bits.

use super::blocks::Pieces;
use super::board::{Bits, Board, Field, low};
use super::changes::Change;

/// A group of changes of places on boards; and, where that is wanted, the exchange of the players' names.
#[derive(Debug)]
pub(super) struct Images {
    /// The boards that change: where each lies among the fields, its planes, and its cells.
    boards: Vec<Moved>,
    /// The bits of those.
    moved: Bits,
    /// The changes, the one that changes nothing first; by board.
    all: Vec<Vec<Places>>,
    inverse: Vec<u8>,
    names: Option<Names>,
}

#[derive(Debug)]
struct Moved {
    field: usize,
    planes: Vec<u32>,
    cells: u64,
}

/// Where the cells of a board go: for each byte of them and each of its values the cells that it becomes.
#[derive(Debug)]
struct Places(Vec<[u64; 256]>);

/// What has the other player's name.
#[derive(Debug)]
struct Names {
    /// Where some bits begin, where those of the other name do, and how many they are.
    bits: Vec<(u32, u32, u32)>,
    /// For each thing that is counted where the one with the other name is counted: among which, and which it is there.
    pieces: Vec<Vec<(usize, usize)>>,
}

/// A change is one of so many: their numbers fit in six bits.
pub(super) const MOST_IMAGES: usize = 64;

impl Images {
    /// Of changes of digits that are a group, the one that changes nothing first; and of one that exchanges the players' names. Nothing where
    /// they change more than the cells within boards, or where bits do not go where names do.
    pub(super) fn new(board: &Board, group: &[Vec<usize>], names: Option<&Change>) -> Option<Images> {
        let moves = |field: &Field| {
            let own = field.first..field.first + field.len as usize;
            group.iter().any(|places| own.clone().any(|digit| places[digit] != digit))
        };
        let (mut boards, mut moved) = (Vec::new(), 0);
        for (at, field) in board.fields.iter().enumerate().filter(|(_, field)| moves(field)) {
            field.rest?;
            let planes: Vec<u32> = (0..field.radix).filter_map(|code| field.plane(code)).collect();
            let cells = u64::MAX >> (u64::BITS - field.len);
            planes.iter().for_each(|plane| moved |= Bits::from(cells) << plane);
            boards.push(Moved { field: at, planes, cells });
        }
        let of_board = |places: &Vec<usize>, at: &Moved| Places::new(&board.fields[at.field], places);
        let of = |places: &Vec<usize>| boards.iter().map(|at| of_board(places, at)).collect::<Option<Vec<Places>>>();
        let all = group.iter().map(of).collect::<Option<Vec<_>>>()?;
        let is_inverse = |one: &[usize], other: &[usize]| (0..one.len()).all(|digit| other[one[digit]] == digit);
        let inverse = |one: &Vec<usize>| {
            group.iter().position(|other| is_inverse(one, other)).and_then(|at| u8::try_from(at).ok())
        };
        let inverse = group.iter().map(inverse).collect::<Option<Vec<u8>>>()?;
        let names = names.map(|change| Names::new(board, change).ok_or(())).transpose().ok()?;
        Some(Images { boards, moved, all, inverse, names })
    }

    /// Whether some change moves cells of a board.
    pub(super) fn moves(&self, field: usize) -> bool {
        self.boards.iter().any(|board| board.field == field)
    }

    /// How many changes of places there are, with the one that changes nothing.
    pub(super) fn len(&self) -> u64 {
        self.all.len() as u64
    }

    /// The image of bits under one of the changes of places.
    pub(super) fn of(&self, image: u8, bits: Bits) -> Bits {
        if image == 0 {
            return bits;
        }
        let mut changed = bits & !self.moved;
        for (board, places) in self.boards.iter().zip(&self.all[usize::from(image)]) {
            for plane in &board.planes {
                changed |= Bits::from(places.of(low(bits >> plane) & board.cells)) << plane;
            }
        }
        changed
    }

    /// The images of some cells of a field, each with the change that leads back from it; nothing where the field does not change.
    pub(super) fn of_cells(&self, field: usize, cells: u64) -> Option<impl Iterator<Item = (u64, u8)>> {
        let board = self.boards.iter().position(|board| board.field == field)?;
        Some(self.all.iter().zip(&self.inverse).map(move |(places, back)| (places[board].of(cells), *back)))
    }

    /// Bits once the players have changed names.
    pub(super) fn exchanged(&self, bits: Bits) -> Bits {
        let Some(names) = &self.names else { return bits };
        names.bits.iter().fold(0, |changed, (from, to, count)| changed | ((bits >> from) & ((1 << count) - 1)) << to)
    }

    /// Pieces once the players have changed names; nothing where names are not exchanged.
    pub(super) fn exchanged_pieces(&self, pieces: &Pieces) -> Option<Pieces> {
        let names = self.names.as_ref()?;
        let of = |from: &Vec<(usize, usize)>| from.iter().map(|(among, thing)| pieces[*among][*thing]).collect();
        Some(names.pieces.iter().map(of).collect())
    }
}

impl Places {
    /// Of a board whose cells stay on it.
    fn new(field: &Field, places: &[usize]) -> Option<Places> {
        let cell = |cell: usize| {
            let to = places[field.first + cell];
            field.has(to).then(|| 1_u64 << (to - field.first))
        };
        let cells: Vec<u64> = (0..field.len as usize).map(cell).collect::<Option<_>>()?;
        let of_byte = |eight: &[u64]| {
            let mut table = [0; 256];
            for (value, cells) in table.iter_mut().enumerate() {
                let set = eight.iter().enumerate().filter(|(bit, _)| value >> bit & 1 == 1);
                *cells = set.fold(0, |all, (_, cell)| all | cell);
            }
            table
        };
        Some(Places(cells.chunks(8).map(of_byte).collect()))
    }

    fn of(&self, mut cells: u64) -> u64 {
        let mut image = 0;
        for table in &self.0 {
            image |= table[(cells & 0xFF) as usize];
            cells >>= 8;
        }
        image
    }
}

impl Names {
    fn new(board: &Board, change: &Change) -> Option<Names> {
        let counted: Vec<usize> = (0..board.fields.len()).filter(|at| board.fields[*at].is_counted()).collect();
        let (mut bits, mut pieces) = (Vec::new(), vec![Vec::new(); counted.len()]);
        for (at, field) in board.fields.iter().enumerate() {
            let to = change.digit(field.first);
            let other = board.fields.iter().position(|other| other.first == to)?;
            let among = counted.iter().position(|counted| *counted == at);
            let (goes, codes) = (&board.fields[other], 0..field.radix);
            if field.rest.is_none() {
                // A number stays the same, and may be another variable's.
                let stays = goes.rest.is_none() && codes.clone().all(|code| change.code((field.first, code)) == code);
                (stays && goes.radix == field.radix && goes.counted == field.counted).then_some(())?;
                bits.push((field.shift, goes.shift, field.width()));
                if let Some(among) = among {
                    pieces[counted.iter().position(|counted| *counted == other)?].push((among, 0));
                }
                continue;
            }
            let stays = (0..field.len as usize).all(|cell| change.digit(field.first + cell) == field.first + cell);
            stays.then_some(())?;
            for code in codes {
                let other = change.code((field.first, code));
                match (field.plane(code), field.plane(other)) {
                    (Some(from), Some(to)) => bits.push((from, to, field.len)),
                    (None, None) => {}
                    _ => return None,
                }
                pieces[among?].push((among?, usize::try_from(other).ok()?));
            }
        }
        Some(Names { bits, pieces })
    }
}
