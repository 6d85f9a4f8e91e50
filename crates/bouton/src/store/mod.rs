//! Solved values: a canonical position → its value for its own mover.
//!
//! Ten forms: *numbered*, where positions are kept in a hash table in the order they were found; *rowed*, the same where positions are rows of words; *dense*, where the
//! game's own numbering says which cell is whose; *marked*, where cells are those of the numbers alone that are marked; *reversible*, the same by a numbering made for one start; *kept*, where positions are rows of words, by rank; *sum*, which knows the nimbers of the parts that can occur, and from
//! them who wins each position that is made of such parts; *misère*, the same in misère play, where sums that are not tame are kept whole; *components*, which values those that a position falls into when it is asked for; and *told*, where a theorem says what any position is worth.

mod codes;
mod folded;
mod forms;
mod layers;
mod marked;
mod misere;
mod nimbers;
mod numbering;
mod rowed;
mod spans;
mod tiers;

use crate::components::Components;
use crate::game::{Fault, Game, Kept, Numbers, Reversible, Words, ended};
use crate::value::{Kind, Value};
use crate::workers::Workers;
pub use codes::Codes;
pub(crate) use codes::{Cell, Form, NONE, Near, read_all, value as code_value, write_all};
pub(crate) use folded::Folded;
pub use forms::{PartForm, PartForms};
pub(crate) use layers::{Layer, Layers, PARTS, Part, hash as row_hash, is_full, look_up, part_of};
pub(crate) use marked::{Marked, Marks};
pub use misere::{Misere, MiserePart};
pub use nimbers::{Heaps, Nimbers, PartWorth, Sizes, Table};
pub use numbering::Numbering;
pub(crate) use numbering::growing;
pub(crate) use rowed::Rowed;
use smallvec::{SmallVec, smallvec};
pub(crate) use spans::{Span, spans};
use std::ops::Range;
use std::sync::Arc;
pub(crate) use tiers::{Away, Tier, Tiers};

/// Solved values by canonical position.
#[derive(Clone, Debug)]
pub struct Store<P> {
    codes: Codes,
    places: Places<P>,
}

#[derive(Clone, Debug)]
enum Places<P> {
    Numbered(Numbering<P>),
    Rowed(Rowed),
    Dense { len: u64, numbers: Option<Arc<Numbers>> },
    Marked(Marked),
    Reversible { index: Arc<dyn Reversible<P>>, tiers: Tiers, len: u64 },
    Kept(Arc<dyn Kept>),
    Sum(Nimbers),
    Misere(Misere),
    Forms(PartForms),
    Components(Arc<Components>),
    Told(Arc<dyn Teller>, Option<Known>),
}

/// A position's variables and its value: telling one may take long, so the one that was solved for is kept.
pub type Known = (Vec<i64>, Value);

/// Values that follow from a theorem: told when they are asked for, stored nowhere.
pub trait Teller: std::fmt::Debug + Send + Sync {
    /// What a position whose recurrence has these variables is worth to its mover.
    fn value(&self, variables: &[i64]) -> Option<Value>;

    /// The nimber of such a position, if the theorem tells it.
    fn nimber(&self, variables: &[i64]) -> Option<u64> {
        let _ = variables;
        None
    }

    /// Whether the moves that it names are the game's own, by their number among these, and not those of the recurrence.
    fn names_own_moves(&self) -> bool {
        false
    }

    /// All moves that win there, by their number in the recurrence and what is chosen, if the theorem names them: none where the
    /// mover loses.
    fn best(&self, variables: &[i64]) -> Option<Vec<(usize, Vec<i64>)>> {
        let _ = variables;
        None
    }

    /// How many moves there are, where no recurrence tells.
    fn count(&self, variables: &[i64]) -> Option<u64> {
        let _ = variables;
        None
    }

    /// The variables after a move of that number, where it is the game's own.
    fn after(&self, variables: &[i64], number: usize, choices: &[i64]) -> Option<Vec<i64>> {
        let _ = (variables, number, choices);
        None
    }

    /// One of them: where it can be named more quickly than all, it is.
    fn one(&self, variables: &[i64]) -> Option<(usize, Vec<i64>)> {
        self.best(variables)?.into_iter().min()
    }
}

impl<P: Clone + Eq + Ord + std::hash::Hash> Store<P> {
    /// An empty store in which positions are numbered as they come.
    #[must_use]
    pub fn numbered(kind: Kind) -> Store<P> {
        Store { codes: Codes::new(kind, 0), places: Places::Numbered(Numbering::default()) }
    }

    /// Values that were worked out by number, with their numbering.
    #[must_use]
    pub fn from_numbering(numbering: Numbering<P>, codes: Codes) -> Store<P> {
        Store { codes, places: Places::Numbered(numbering) }
    }

    /// Values by words, in one table.
    pub(crate) fn rowed(kind: Kind, mut rowed: Rowed) -> Store<P> {
        rowed.complete();
        Store { codes: Codes::new(kind, 0), places: Places::Rowed(rowed) }
    }

    /// An empty store with a cell for each number of the game's own numbering.
    #[must_use]
    pub fn dense(kind: Kind, size: usize) -> Store<P> {
        Store { codes: Codes::new(kind, size), places: Places::Dense { len: 0, numbers: None } }
    }

    /// A dense store whose cells are filled, `len` of them.
    pub(crate) fn of_cells(codes: Codes, len: u64) -> Store<P> {
        Store { codes, places: Places::Dense { len, numbers: None } }
    }

    /// The same by numbers that are not the game's own.
    pub(crate) fn by_numbers(numbers: Numbers, codes: Codes, len: u64) -> Store<P> {
        Store { codes, places: Places::Dense { len, numbers: Some(Arc::new(numbers)) } }
    }

    /// Values of the marked numbers, in their order.
    pub(crate) fn marked(codes: Codes, marked: Marked) -> Store<P> {
        Store { codes, places: Places::Marked(marked) }
    }

    /// Values by the cells of a numbering, for `len` positions.
    pub(crate) fn reversible(tiers: Tiers, index: Arc<dyn Reversible<P>>, len: u64) -> Store<P> {
        Store { codes: Codes::new(Kind::Outcome, 0), places: Places::Reversible { index, tiers, len } }
    }

    /// Values by words and rank.
    pub(crate) fn kept(kind: Kind, kept: Arc<dyn Kept>) -> Store<P> {
        Store { codes: Codes::new(kind, 0), places: Places::Kept(kept) }
    }

    /// Who wins every sum of parts with these nimbers, in normal play.
    #[must_use]
    pub fn sum(nimbers: Nimbers) -> Store<P> {
        Store { codes: Codes::new(Kind::Outcome, 0), places: Places::Sum(nimbers) }
    }

    /// Who wins every sum of parts that is known, in misère play.
    #[must_use]
    pub fn misere(sums: Misere) -> Store<P> {
        Store { codes: Codes::new(Kind::Outcome, 0), places: Places::Misere(sums) }
    }

    /// Who wins every sum of parts with these canonical forms.
    #[must_use]
    pub fn forms(forms: PartForms) -> Store<P> {
        Store { codes: Codes::new(Kind::Outcome, 0), places: Places::Forms(forms) }
    }

    /// Who wins every position, by the components that it falls into.
    #[must_use]
    pub fn components(components: Arc<Components>) -> Store<P> {
        Store { codes: Codes::new(Kind::Outcome, 0), places: Places::Components(components) }
    }

    /// Values that are told one by one; one of them may be known.
    #[must_use]
    pub fn told(kind: Kind, teller: Arc<dyn Teller>, known: Option<Known>) -> Store<P> {
        Store { codes: Codes::new(kind, 0), places: Places::Told(teller, known) }
    }

    /// The nimbers of parts, where that is what is stored: then positions are neither counted nor listed.
    #[must_use]
    pub fn nimbers(&self) -> Option<&Nimbers> {
        match &self.places {
            Places::Sum(nimbers) => Some(nimbers),
            _ => None,
        }
    }

    /// Whether it is parts of sums that are stored: then positions are neither counted nor listed.
    #[must_use]
    pub fn is_of_parts(&self) -> bool {
        matches!(self.places, Places::Sum(_) | Places::Forms(_) | Places::Components(_))
    }

    /// The components that positions fall into, where these are valued.
    #[must_use]
    pub fn of_components(&self) -> Option<&Components> {
        match &self.places {
            Places::Components(components) => Some(components),
            _ => None,
        }
    }

    /// Who tells the values, where they are told.
    #[must_use]
    pub fn teller(&self) -> Option<&dyn Teller> {
        match &self.places {
            Places::Told(teller, _) => Some(teller.as_ref()),
            _ => None,
        }
    }

    /// The values by words, where that is how they are stored.
    #[must_use]
    pub fn kept_values(&self) -> Option<&Arc<dyn Kept>> {
        match &self.places {
            Places::Kept(kept) => Some(kept),
            _ => None,
        }
    }

    /// How many positions are kept for all that are solved, where they are kept up to symmetry.
    #[must_use]
    pub fn up_to_symmetry(&self) -> Option<u64> {
        self.kept_values()?.folded().map(|(kept, _)| kept.len())
    }

    /// Bytes that a dense store of so many cells takes.
    #[must_use]
    pub fn dense_bytes(kind: Kind, size: u64) -> u64 {
        size.saturating_mul(Codes::cell_bytes(kind))
    }

    /// Stores the value of a canonical position. A fault if the value is not of this game's kind or too large.
    ///
    /// # Errors
    /// The value is of the other kind, or too large.
    pub fn set<G: Game<Position = P>>(&mut self, game: &G, position: P, value: Value) -> Result<(), Fault> {
        match &mut self.places {
            Places::Numbered(numbering) => {
                let (number, _) = numbering.add(position).ok_or_else(too_many)?;
                self.codes.grow(numbering.len());
                self.codes.set(number as usize, value)
            }
            Places::Dense { len, .. } => {
                let number = number_in(game, &position).ok_or_else(|| Fault::new("a position has no number"))?;
                *len += u64::from(self.codes.get(number).is_none());
                self.codes.set(number, value)
            }
            Places::Rowed(_)
            | Places::Marked(_)
            | Places::Reversible { .. }
            | Places::Kept(_)
            | Places::Sum(_)
            | Places::Misere(_)
            | Places::Forms(_)
            | Places::Components(_)
            | Places::Told(..) => Err(Fault::new("a value that follows from others cannot be set")),
        }
    }

    /// The value of a canonical position for its mover; `None` if it was not solved. O(1).
    #[must_use]
    pub fn get<G: Game<Position = P>>(&self, game: &G, position: &P) -> Option<Value> {
        match &self.places {
            Places::Numbered(numbering) => self.codes.get(numbering.find(position)? as usize),
            Places::Dense { numbers: Some(numbers), .. } => {
                self.codes.get(usize::try_from(numbers.own(&row_of(game.words()?, position))?).ok()?)
            }
            Places::Dense { .. } => self.codes.get(number_in(game, position)?),
            Places::Marked(marked) => self.codes.get(marked.place(&row_of(game.words()?, position))?),
            Places::Reversible { index, tiers, .. } => tiers.get(index.cell_of(position)?),
            Places::Rowed(rowed) => codes::value(rowed.code(&row_of(game.words()?, position)), self.codes.kind()),
            Places::Kept(kept) => {
                let form = game.words()?;
                let row = row_of(form, position);
                kept.value(form.rank(&row), &row)
            }
            Places::Sum(nimbers) => nimbers.outcome(&game.parts()?.split(position)).map(Value::Outcome),
            Places::Misere(sums) => sums.outcome(&game.parts()?.split(position)).map(Value::Outcome),
            Places::Forms(forms) => {
                let parts = game.partizan_parts()?.split(position);
                forms.outcome(&parts, game.mover(position)).map(Value::Outcome)
            }
            Places::Components(components) => {
                let cells = game.local().ok()?.cells(position);
                components.told(&cells, game.mover(position)).map(Value::Outcome)
            }
            Places::Told(teller, known) => match game.variables(position) {
                Some(variables) => told(teller.as_ref(), known.as_ref(), &variables),
                // A move has ended play: there is nothing to tell.
                None => ended(game, position).ok()?,
            },
        }
    }

    /// The value of any position for its mover, looked up under its canonical form.
    #[must_use]
    pub fn value<G: Game<Position = P>>(&self, game: &G, position: &P) -> Option<Value> {
        self.get(game, &game.canonical(position.clone()))
    }

    /// How many positions are solved; of a sum, how many parts; none where values are told.
    #[must_use]
    pub fn len(&self) -> u64 {
        match &self.places {
            Places::Numbered(numbering) => numbering.len() as u64,
            Places::Rowed(rowed) => rowed.len() as u64,
            Places::Dense { len, .. } | Places::Reversible { len, .. } => *len,
            Places::Marked(marked) => marked.marks.len(),
            Places::Kept(kept) => kept.len(),
            Places::Sum(nimbers) => nimbers.len() as u64,
            Places::Misere(sums) => sums.len() as u64,
            Places::Forms(forms) => forms.len() as u64,
            Places::Components(components) => components.len(),
            Places::Told(..) => 0,
        }
    }

    /// Whether nothing is stored.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes used, where a position takes `position_bytes`.
    #[must_use]
    pub fn bytes(&self, position_bytes: usize) -> u64 {
        self.codes.bytes()
            + match &self.places {
                Places::Numbered(numbering) => numbering.bytes(position_bytes),
                Places::Rowed(rowed) => rowed.bytes(),
                Places::Dense { .. } | Places::Told(..) => 0,
                Places::Marked(marked) => marked.marks.bytes(),
                Places::Reversible { tiers, .. } => tiers.bytes(),
                Places::Kept(kept) => kept.bytes(),
                Places::Sum(nimbers) => nimbers.bytes(),
                Places::Misere(sums) => sums.bytes(),
                Places::Forms(forms) => forms.bytes(),
                Places::Components(components) => components.bytes(),
            }
    }

    /// One past the largest number, where positions are numbered: by the game, or as they were found.
    pub(crate) fn numbers(&self) -> Option<usize> {
        match &self.places {
            Places::Numbered(_) | Places::Dense { .. } => Some(self.codes.len()),
            Places::Marked(marked) => usize::try_from(marked.numbers.size()).ok(),
            Places::Reversible { index, .. } => Some(numbers_of(index.as_ref())),
            Places::Rowed(rowed) => Some(rowed.slots()),
            _ => None,
        }
    }

    /// Whether every placement of the pieces is in it that play begins with at these words, and of all that these become: a tablebase.
    #[must_use]
    pub fn has_all_starts(&self, start: &[u64]) -> bool {
        match &self.places {
            Places::Reversible { index, len, .. } => *len == index.size(),
            Places::Kept(kept) => kept.has_all_starts(start),
            _ => false,
        }
    }

    /// How many cells there are, where `between` goes through them in the order in which `entries` lists them.
    #[must_use]
    pub fn cells(&self) -> Option<usize> {
        match &self.places {
            Places::Dense { .. } => Some(self.codes.len()),
            Places::Marked(marked) => usize::try_from(marked.numbers.size()).ok(),
            Places::Reversible { index, .. } => Some(numbers_of(index.as_ref())),
            _ => None,
        }
    }

    /// The positions with these numbers, where positions are numbered, and their values.
    pub fn between<'a, G>(&'a self, game: &'a G, numbers: Range<usize>) -> impl Iterator<Item = (P, Value)> + 'a
    where
        G: Game<Position = P>,
        P: 'a,
    {
        self.candidates(numbers).filter_map(move |number| {
            if let Places::Rowed(rowed) = &self.places {
                return self.in_slot(game, rowed, number);
            }
            if let Places::Reversible { index, tiers, .. } = &self.places {
                let value = tiers.get(index.cell(number as u64))?;
                return Some((index.position(number as u64)?, value));
            }
            if let Places::Marked(Marked { numbers, marks }) = &self.places {
                let value = self.codes.get(marks.place(number as u64)?)?;
                return Some((game.words()?.read(&numbers.row(number as u64)), value));
            }
            let value = self.codes.get(number)?;
            let position = match &self.places {
                Places::Numbered(numbering) => numbering.positions().get(number).cloned(),
                Places::Dense { numbers: Some(numbers), .. } => {
                    game.words().map(|words| words.read(&numbers.row(number as u64)))
                }
                _ => game.index()?.position(number as u64),
            };
            Some((position?, value))
        })
    }

    /// Of these numbers those that may have a value: a table may be nearly empty.
    fn candidates(&self, numbers: Range<usize>) -> Box<dyn Iterator<Item = usize> + '_> {
        match &self.places {
            Places::Dense { .. } => Box::new(self.codes.known(numbers)),
            Places::Marked(marked) => Box::new(marked.marks.between(numbers)),
            _ => Box::new(numbers),
        }
    }

    /// The position in a slot of a table of rows, and its value.
    fn in_slot<G: Game<Position = P>>(&self, game: &G, rowed: &Rowed, number: usize) -> Option<(P, Value)> {
        let (row, code) = rowed.slot(number)?;
        Some((game.words()?.read(row), codes::value(code, self.codes.kind())?))
    }

    /// Every position with its value, always in the same order: sorted, by the game's own numbers in the dense form, or by rank and words.
    /// The numbered and the rowed form sort first: O(n log n). A sum lists none, nor do values that are told. A layer that is on disk and cannot be
    /// read back is left out.
    pub fn entries<'a, G>(&'a self, game: &'a G) -> Box<dyn Iterator<Item = (P, Value)> + 'a>
    where
        G: Game<Position = P>,
        P: 'a,
    {
        match &self.places {
            Places::Numbered(numbering) => Box::new(
                numbering.sorted().into_iter().filter_map(|(number, p)| Some((p.clone(), self.codes.get(number)?))),
            ),
            Places::Rowed(rowed) => {
                Box::new(rowed.sorted().into_iter().filter_map(move |number| self.in_slot(game, rowed, number)))
            }
            Places::Dense { .. } => Box::new(self.between(game, 0..self.codes.len())),
            Places::Marked(_) => Box::new(self.between(game, 0..self.cells().unwrap_or(0))),
            Places::Reversible { index, .. } => Box::new(self.between(game, 0..numbers_of(index.as_ref()))),
            Places::Kept(kept) => Box::new(kept.layers().into_iter().flat_map(move |(rank, _)| {
                let layer = kept.layer(rank, &Workers::alone()).into_iter().flatten();
                layer.filter_map(move |(words, value)| Some((game.words()?.read(&words), value)))
            })),
            Places::Sum(_) | Places::Misere(_) | Places::Forms(_) | Places::Components(_) | Places::Told(..) => {
                Box::new(std::iter::empty())
            }
        }
    }
}

/// The value of a position by its variables: as it is known, or told.
fn told(teller: &dyn Teller, known: Option<&Known>, variables: &[i64]) -> Option<Value> {
    match known {
        Some((at, value)) if at.as_slice() == variables => Some(*value),
        _ => teller.value(variables),
    }
}

/// The words of a canonical position.
fn row_of<P>(form: &dyn Words<P>, position: &P) -> SmallVec<[u64; 4]> {
    let mut row = smallvec![0; form.count()];
    form.write(position, &mut row);
    row
}

fn numbers_of<P>(index: &dyn Reversible<P>) -> usize {
    usize::try_from(index.size()).expect("numbers have at most 40 bits")
}

fn number_in<G: Game>(game: &G, position: &G::Position) -> Option<usize> {
    usize::try_from(game.index()?.number(position)).ok()
}

/// More positions than 31 bits count: the memory limit is reached long before.
pub(crate) fn too_many() -> Fault {
    Fault::new("more than 2,147,483,647 positions")
}
