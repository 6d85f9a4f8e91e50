//! Parameters drawn by lot.

use super::{Dice, Params, ranked};
use bouton_rules::Rules;
use bouton_rules::datum::{Datum, Grid, NONE};
use bouton_rules::interpret::Interpreter;
use bouton_rules::types::Domain;
use std::sync::Arc;

/// How large parameters drawn by lot may be, as far as their declarations allow a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Entries of a list, members of a set, nodes, letters; a board has so many cells at most.
    pub entries: i64,
    /// Numbers lie within this of 0, or of the least that is allowed.
    pub value: i64,
}

/// Draws before giving up: a `require` may refuse many.
const DRAWS: usize = 200;

/// Parameters drawn by lot; nothing if the rules refused all that were drawn.
pub fn random(rules: &Arc<Rules>, size: Size, dice: &mut Dice) -> Option<Params> {
    let letters = ranked::letters(rules);
    (0..DRAWS).find_map(|_| {
        let mut draw = Draw { size, letters: &letters, dice };
        let made = Interpreter::filling(rules.clone(), super::FUEL, &mut |_, domain| draw.value(domain)).ok()?;
        Some(made.params().iter().cloned().map(Some).collect())
    })
}

struct Draw<'a> {
    size: Size,
    letters: &'a [char],
    dice: &'a mut Dice,
}

impl Draw<'_> {
    fn value(&mut self, domain: &Domain<i64>) -> Option<Datum> {
        match domain {
            Domain::Set(of) => {
                let count = self.count(0, i64::MAX);
                let members = (0..count).map(|_| self.number(of)).collect::<Option<_>>()?;
                Some(Datum::set(members))
            }
            Domain::List { min, max, of } => {
                let count = self.count(*min, *max);
                (0..count).map(|_| self.value(of)).collect::<Option<_>>().map(Datum::list)
            }
            Domain::Grid { rows, columns, of } => self.grid(*rows, *columns, of),
            Domain::Graph { min, max } => {
                let count = usize::try_from(self.count((*min).max(1), *max)).ok()?;
                let more = self.dice.below(count + 1);
                Some(ranked::of_edges(count, &ranked::drawn(count, more, self.dice)))
            }
            Domain::Text => {
                let count = self.count(0, i64::MAX);
                Some(Datum::Text(Arc::new((0..count).map(|_| *self.dice.pick(self.letters)).collect())))
            }
            Domain::Record(of) => of.iter().map(|of| self.value(of)).collect::<Option<_>>().map(Datum::list),
            scalar => self.number(scalar).map(Datum::Int),
        }
    }

    /// A length of `min..max`, within the size as far as possible.
    fn count(&mut self, min: i64, max: i64) -> i64 {
        self.dice.between(min, self.size.entries.clamp(min, max.max(min))).min(super::LONGEST)
    }

    fn number(&mut self, domain: &Domain<i64>) -> Option<i64> {
        match domain {
            Domain::Int { lo, hi } if lo > hi => None,
            Domain::Int { lo, hi } => {
                let centre = 0_i64.clamp(*lo, *hi);
                let (least, most) = (centre.saturating_sub(self.size.value), centre.saturating_add(self.size.value));
                Some(self.dice.between(least.max(*lo), most.min(*hi)))
            }
            Domain::Whole => Some(self.dice.between(-self.size.value, self.size.value)),
            Domain::Optional(_) if self.dice.once_in(3) => Some(NONE),
            Domain::Optional(of) => self.number(of),
            other => {
                let count = (0..1 << 12).take_while(|rank| ranked::value(other, *rank, self.letters).is_some()).count();
                match ranked::value(other, self.dice.below(count), self.letters)? {
                    Datum::Int(number) => Some(number),
                    _ => None,
                }
            }
        }
    }

    fn grid(&mut self, rows: (i64, i64), columns: (i64, i64), of: &Domain<i64>) -> Option<Datum> {
        let height = self.count(rows.0, rows.1);
        let widest = (self.size.entries / height.max(1)).clamp(columns.0, columns.1);
        let width = self.dice.between(columns.0, widest);
        let cells = (0..height.checked_mul(width)?).map(|_| self.number(of)).collect::<Option<_>>()?;
        Some(Datum::Grid(Arc::new(Grid { rows: height, columns: width, cells })))
    }
}
