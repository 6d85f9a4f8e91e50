//! What was found so far, on disk: positions in the order of their numbers, and where their moves lead.

use super::{Forward, unpack};
use crate::checkpoint::{Checkpoint, Record};
use crate::error::Stop;
use crate::game::{Game, Words};
use crate::limits::Meter;
use crate::store::{read_all, write_all};
use crate::value::Kind;
use bouton_rules::say;
use std::io::{self, Read, Write};

/// What was found in a stretch of the search: how far it was before and after it, and how many images a position has; the words of each
/// position found; of each position looked at how many moves it has, and its code; then edges, in a game of points what
/// they gain, and the positions turned.
const FOUND: u32 = 40;

/// Bytes before the words.
const HEAD: u64 = 9 * 8;

/// How far a search is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Far {
    looked: usize,
    found: usize,
    moves: usize,
    turned: usize,
}

impl Far {
    fn numbers(self) -> [u64; 4] {
        [self.looked, self.found, self.moves, self.turned].map(|number| number as u64)
    }

    fn of(numbers: &[u64]) -> Option<Far> {
        let number = |at: usize| usize::try_from(*numbers.get(at)?).ok();
        Some(Far { looked: number(0)?, found: number(1)?, moves: number(2)?, turned: number(3)? })
    }

    /// What came after `from`; nothing where this is not farther.
    fn since(self, from: Far) -> Option<Far> {
        Some(Far {
            looked: self.looked.checked_sub(from.looked)?,
            found: self.found.checked_sub(from.found)?,
            moves: self.moves.checked_sub(from.moves)?,
            turned: self.turned.checked_sub(from.turned)?,
        })
    }

    /// Bytes of so much.
    fn bytes(self, form: Form) -> Option<u64> {
        let [looked, found, moves, turned] = self.numbers();
        let words = found.checked_mul(8 * form.words as u64)?;
        let gains = if form.gains { moves.checked_mul(8)? } else { 0 };
        let rest = gains.checked_add(4 * moves.checked_add(turned)?)?;
        HEAD.checked_add(words)?.checked_add(looked.checked_mul(12)?)?.checked_add(rest)
    }
}

/// How positions and moves are kept: as so many words, and with what moves gain or without.
#[derive(Clone, Copy)]
struct Form {
    words: usize,
    gains: bool,
}

impl Form {
    fn of<G: Game>(game: &G, words: &dyn Words<G::Position>) -> Form {
        Form { words: words.count(), gains: game.kind() == Kind::Points }
    }
}

/// A stretch of the search as it was read.
struct Stretch {
    from: Far,
    to: Far,
    rows: Vec<u64>,
    degree: Vec<u32>,
    codes: Vec<i64>,
    edges: Vec<u32>,
    gains: Vec<i64>,
    turned: Vec<u32>,
}

impl Stretch {
    /// A stretch that was kept; nothing where positions had another number of images then.
    fn read(record: &Record, form: Form, images: u64, disk: &Checkpoint) -> io::Result<Option<Stretch>> {
        disk.read(record, &mut |from| {
            let head = read_all(9, u64::from_le_bytes, from)?;
            if head[8] != images {
                return Ok(None);
            }
            let ends = (Far::of(&head[..4]), Far::of(&head[4..8]));
            let (Some(before), Some(after)) = ends else { return Err(strange()) };
            let size = after.since(before).filter(|size| size.bytes(form) == Some(record.len)).ok_or_else(strange)?;
            Stretch::of((before, after), size, form, from).map(Some)
        })
    }

    fn of((from, to): (Far, Far), size: Far, form: Form, source: &mut dyn Read) -> io::Result<Stretch> {
        let stretch = Stretch {
            from,
            to,
            rows: read_all(form.words * size.found, u64::from_le_bytes, source)?,
            degree: read_all(size.looked, u32::from_le_bytes, source)?,
            codes: read_all(size.looked, i64::from_le_bytes, source)?,
            edges: read_all(size.moves, u32::from_le_bytes, source)?,
            gains: read_all(if form.gains { size.moves } else { 0 }, i64::from_le_bytes, source)?,
            turned: read_all(size.turned, u32::from_le_bytes, source)?,
        };
        let known = |number: u32| (number as usize) < to.found;
        let ends =
            stretch.edges.iter().all(|edge| known(unpack(*edge).0)) && stretch.turned.iter().all(|at| known(*at));
        let moves: u64 = stretch.degree.iter().map(|moves| u64::from(*moves)).sum();
        if ends && moves == size.moves as u64 { Ok(stretch) } else { Err(strange()) }
    }
}

impl<G: Game> Forward<'_, G> {
    fn far(&self) -> Far {
        Far { looked: self.degree.len(), found: self.places.len(), moves: self.moves, turned: self.turned.len() }
    }

    /// How many images a position has at the most of which only one is kept.
    fn all_images(&self) -> u64 {
        self.by.as_ref().map_or(1, |by| by.size())
    }

    /// Writes what was found since it was written last: at the end of the search, or if it is time to.
    pub(super) fn keep(&mut self, at_end: bool, meter: &Meter) -> Result<(), Stop> {
        let due = |disk: &&Checkpoint| if at_end { disk.is_due() } else { disk.is_due_again() };
        let checkpoint = meter.limits().checkpoint.as_deref().filter(due);
        let (from, to) = (self.kept, self.far());
        let (Some(disk), Some(words)) = (checkpoint.filter(|_| from != to), self.game.words()) else { return Ok(()) };
        let number = i64::try_from(from.looked).expect("positions are counted in memory");
        disk.add(FOUND, number, &mut |out| self.write(from, to, words, out)).map_err(Stop::disk)?;
        self.kept = to;
        Ok(())
    }

    fn write(&self, from: Far, to: Far, words: &dyn Words<G::Position>, out: &mut dyn Write) -> io::Result<()> {
        write_all(&[&from.numbers()[..], &to.numbers(), &[self.all_images()]].concat(), u64::to_le_bytes, out)?;
        let mut row = vec![0; words.count()];
        for number in (0_u32..).take(to.found).skip(from.found) {
            words.write(&self.places.position(number), &mut row);
            row.iter().try_for_each(|word| out.write_all(&word.to_le_bytes()))?;
        }
        write_all(&self.degree[from.looked..], u32::to_le_bytes, out)?;
        (from.looked..to.looked).try_for_each(|at| out.write_all(&self.codes.code_at(at).to_le_bytes()))?;
        let mut before = 0;
        for some in &self.edges {
            let known = from.moves.saturating_sub(before).min(some.len());
            write_all(&some[known..], u32::to_le_bytes, out)?;
            before += some.len();
        }
        let gains = if self.game.kind() == Kind::Points { from.moves..to.moves } else { 0..0 };
        gains.into_iter().try_for_each(|at| out.write_all(&self.gains.code_at(at).to_le_bytes()))?;
        write_all(&self.turned[from.turned..], u32::to_le_bytes, out)
    }

    /// Takes over what an earlier run found, if it kept the same images.
    pub(super) fn go_on(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        let (Some(disk), Some(words)) = (&meter.limits().checkpoint, self.game.words()) else { return Ok(()) };
        for record in disk.records(FOUND) {
            match Stretch::read(&record, Form::of(self.game, words), self.all_images(), disk).map_err(Stop::disk)? {
                Some(stretch) => self.take(stretch, words, meter)?,
                // What is there was kept with other symmetries.
                None if self.kept == Far::default() => return disk.forget().map_err(Stop::disk),
                None => return Err(Stop::disk(strange())),
            }
        }
        Ok(())
    }

    fn take(&mut self, stretch: Stretch, words: &dyn Words<G::Position>, meter: &mut Meter) -> Result<(), Stop> {
        if stretch.from != self.far() {
            return Err(Stop::disk(strange()));
        }
        for row in stretch.rows.chunks(words.count()) {
            self.number(words.read(row), meter)?;
        }
        self.codes.extend(&stretch.codes).map_err(|_| Stop::disk(strange()))?;
        self.gains.extend(&stretch.gains).map_err(|_| Stop::disk(strange()))?;
        self.degree.extend(stretch.degree);
        self.moves += stretch.edges.len();
        self.edges.push(stretch.edges);
        self.turned.extend(stretch.turned);
        self.kept = self.far();
        if self.kept == stretch.to { Ok(()) } else { Err(Stop::disk(strange())) }
    }
}

fn strange() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, say!("what was kept of the positions found does not fit together"))
}
