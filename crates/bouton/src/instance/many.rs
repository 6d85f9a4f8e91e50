//! Many positions in one call of machine code: where their moves lead, by number or in rows of words.

use super::{Instance, Jit, compiled, named_in};
use crate::game::{Leads, Many, Numbers};
use bouton_jit::{Arg, Functions, Machine, Reply, Said, Told, lower_many};
use bouton_rules::Player;
use bouton_rules::Text;

/// Of fewer numbers, one position after the other is looked at: making the code takes longer.
const FEWEST: u64 = 1 << 15;

/// The same of positions in rows, where less is saved for each.
const FEWEST_ROWS: u64 = 1 << 16;

/// Moves and endings compiled for many positions at once.
#[derive(Debug)]
pub(super) struct CompiledMany {
    machine: Machine,
    /// Words of a position, and how many are written of where a move leads.
    words: usize,
    written: usize,
    points: bool,
}

impl CompiledMany {
    /// Positions by these numbers; without them by their words.
    fn new(game: &Instance, numbers: Option<&Numbers>) -> Result<CompiledMany, Text> {
        let canonical = |value: u8| {
            let second = game.alike && named_in(value.into()) == Player::Second;
            usize::from(value) - usize::from(second)
        };
        let movers = if game.alike { &Player::BOTH[..1] } else { &Player::BOTH };
        let lowered = match numbers {
            Some(numbers) => {
                let adds = numbers.adds().map(|(byte, adds)| {
                    let value = |value: u8| adds[if byte == 0 { canonical(value) } else { usize::from(value) }];
                    (byte, (0..=u8::MAX).map(|at| value(at).cast_signed()).collect())
                });
                let (adds, disjoint) = (adds.collect::<Vec<_>>(), numbers.disjoint());
                let disjoint = disjoint.iter().map(|sets| (sets.at.clone(), sets.width)).collect::<Vec<_>>();
                lower_many(game.interpreter(), movers, Told::Numbers { adds: &adds, disjoint: &disjoint })
            }
            None => {
                let adds = [0, 1, 2, 3, 4, 5, 6, 7].map(|turn| -i64::from(canonical(turn) < usize::from(turn)));
                lower_many(game.interpreter(), movers, Told::Words(adds))
            }
        };
        let Functions { codes, tables } = lowered.map_err(|unfit| unfit.what)?;
        let machine = compiled::machine(codes, tables)?;
        let words = game.form().map_or(1, |form| form.words);
        let written = if numbers.is_some() { 0 } else { words };
        Ok(CompiledMany { machine, words, written, points: game.rules().points })
    }

    /// Calls a function until there is room for all that it writes; `None` where the interpreter must be asked.
    fn call(&self, function: usize, positions: &[u64], out: &mut Vec<u64>) -> Option<usize> {
        let count = i64::try_from(positions.len() / self.words).ok()?;
        compiled::with_room(out, |out| {
            let mut args = [Arg::U64(positions), Arg::Word(count), Arg::U64Mut(out)];
            let Ok(Reply::Gives(filled)) = self.machine.call(function, &mut args) else { return None };
            Some(usize::try_from(filled).ok())
        })
    }

    /// Takes apart what was written of so many positions: what stands in front says how they are, and moves follow.
    fn read(&self, positions: &[u64], filled: usize, leads: &mut Leads) -> Option<()> {
        let Leads { positions: read, written, .. } = leads;
        let heads = written.get(..2 * (positions.len() / self.words))?;
        let mut end = 0;
        for (head, position) in heads.as_chunks::<2>().0.iter().zip(positions.chunks_exact(self.words)) {
            read.push(match Said::read(head[0].cast_signed(), &head[1..]) {
                Said::On(count) => {
                    end += count;
                    (None, end)
                }
                Said::Over(finish) => (Some(compiled::ending(finish, position).ok()?), end),
                Said::More => return None,
            });
        }
        (leads.moves, leads.points, leads.words) = (heads.len()..filled, self.points, self.written);
        (filled <= leads.written.len() && end == leads.len()).then_some(())
    }
}

impl Many for CompiledMany {
    fn sorts(&self) -> usize {
        self.machine.codes().len()
    }

    fn look(&self, sort: usize, words: &[u64], leads: &mut Leads) -> Option<()> {
        leads.positions.clear();
        let filled = self.call(sort, words, &mut leads.written)?;
        self.read(words, filled, leads)
    }
}

impl Instance {
    /// What looks at so many positions at once and tells them by these numbers, without them by their words, where it pays or is wanted anyway.
    pub(super) fn compiled_many(&self, numbers: Option<&Numbers>, positions: u64) -> Option<&CompiledMany> {
        self.may_compile().ok()?;
        let (cache, fewest) = match numbers {
            Some(numbers) if numbers.is_reduced() => (&self.cache.reduced, FEWEST),
            Some(_) => (&self.cache.many, FEWEST),
            None => (&self.cache.rows, FEWEST_ROWS),
        };
        (self.jit() == Jit::AtOnce || positions >= fewest).then_some(())?;
        cache.get_or_init(|| CompiledMany::new(self, numbers)).as_ref().ok()
    }
}
