//! Parameters made from their declarations, within bounds that a person can look at.

use super::{Draw, Maker as By, Shape, Sizes};
use bouton::rules::datum::{Cell, Datum, Grid, NONE};
use bouton::rules::interpret::Interpreter;
use bouton::rules::types::Domain;
use bouton::sample::{Params, letters};
use std::sync::Arc;

/// Bounds the work for each line while parameters are made.
const FUEL: u64 = 2_000_000;
/// A set that may hold no more than this has each member in or out.
const SMALL_SET: i64 = 16;

/// Parameters of this shape and size, what is fixed left as it is; nothing if the rules refuse what was drawn.
pub(super) fn make(by: &By, sizes: &Sizes, shape: Shape, source: &mut dyn Draw) -> Option<Params> {
    let (rules, letters) = (&by.rules, letters(&by.rules));
    let made = Interpreter::filling(rules.clone(), FUEL, &mut |which, domain| {
        if !by.draws(which) {
            return by.fixed.get(which).cloned().flatten();
        }
        let sizes = sizes.of(&rules.params[which].name, domain);
        Maker { sizes, shape, letters: &letters, source }.value(domain)
    });
    Some(made.ok()?.params().iter().cloned().map(Some).collect())
}

/// The least number that each parameter may hold where it holds numbers: a case is not made smaller than it could have been drawn.
pub(super) fn least(by: &By, params: &Params) -> Vec<Option<i64>> {
    let (rules, sizes) = (&by.rules, &by.sizes);
    let mut found = vec![None; params.len()];
    let _ = Interpreter::filling(rules.clone(), FUEL, &mut |which, domain| {
        found[which] = bounds(domain).map(|(lo, hi)| within(sizes.of(&rules.params[which].name, domain), lo, hi).0);
        params.get(which).cloned().flatten()
    });
    found
}

/// The bounds of the numbers in a domain.
fn bounds(domain: &Domain<i64>) -> Option<(i64, i64)> {
    match domain {
        Domain::Int { lo, hi } => Some((*lo, *hi)),
        Domain::Whole => Some((i64::MIN + 1, i64::MAX)),
        Domain::List { of, .. } | Domain::Set(of) | Domain::Grid { of, .. } => bounds(of),
        _ => None,
    }
}

/// How large a parameter may be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    pub(super) len: i64,
    pub(super) value: i64,
    pub(super) least: Option<i64>,
}

struct Maker<'a> {
    sizes: Size,
    shape: Shape,
    letters: &'a [char],
    source: &'a mut dyn Draw,
}

impl Maker<'_> {
    fn value(&mut self, domain: &Domain<i64>) -> Option<Datum> {
        Some(match domain {
            Domain::Set(of) => self.set(of)?,
            Domain::List { min, max, of } => {
                let count = self.count(*min, *max);
                Datum::list(self.entries(count, of)?)
            }
            Domain::Grid { rows, columns, of } => self.grid(*rows, *columns, of)?,
            Domain::Graph { min, max } => self.graph(*min, *max),
            Domain::Text => {
                let count = self.count(0, i64::MAX);
                Datum::Text(Arc::new((0..count).map(|_| self.letter()).collect()))
            }
            scalar => Datum::Int(self.number(scalar)?),
        })
    }

    fn between(&mut self, lo: i64, hi: i64) -> i64 {
        let count = u64::try_from(i128::from(hi) - i128::from(lo) + 1).unwrap_or(1);
        lo.saturating_add(i64::try_from(self.source.draw(count)).unwrap_or(0))
    }

    /// A length of `min..max`, within the size as far as possible.
    fn count(&mut self, min: i64, max: i64) -> i64 {
        self.between(min, self.sizes.len.clamp(min, max.max(min)))
    }

    fn letter(&mut self) -> char {
        let which = self.source.draw(self.letters.len() as u64);
        usize::try_from(which).ok().and_then(|which| self.letters.get(which)).copied().unwrap_or('a')
    }

    fn entries(&mut self, count: i64, of: &Domain<i64>) -> Option<Vec<Datum>> {
        let mut entries: Vec<Datum> = match self.shape {
            Shape::Equal if count > 0 => vec![self.value(of)?; usize::try_from(count).ok()?],
            _ => (0..count).map(|_| self.value(of)).collect::<Option<_>>()?,
        };
        if self.shape == Shape::Increasing {
            entries.sort();
        }
        Some(entries)
    }

    fn number(&mut self, domain: &Domain<i64>) -> Option<i64> {
        match domain {
            Domain::Int { lo, hi } if lo > hi => None,
            Domain::Int { lo, hi } => {
                let (least, most) = within(self.sizes, *lo, *hi);
                Some(self.between(least, most))
            }
            Domain::Whole => {
                let (least, most) = within(self.sizes, i64::MIN + 1, i64::MAX);
                Some(self.between(least, most))
            }
            Domain::Bool | Domain::Player => Some(self.between(0, 1)),
            Domain::Names { count, .. } => Some(self.between(0, i64::try_from(*count).ok()? - 1)),
            Domain::Node { nodes } => Some(self.between(0, nodes - 1)),
            Domain::Cell { rows, columns } => {
                let row = self.between(0, rows - 1);
                Cell { row, column: self.between(0, columns - 1) }.pack()
            }
            Domain::Optional(of) => {
                if self.source.draw(3) == 0 {
                    Some(NONE)
                } else {
                    self.number(of)
                }
            }
            _ => None,
        }
    }

    fn set(&mut self, of: &Domain<i64>) -> Option<Datum> {
        let members: Vec<i64> = match of {
            Domain::Int { lo, hi } if hi.saturating_sub(*lo) < SMALL_SET => {
                (*lo..=*hi).filter(|_| self.source.draw(2) == 1).collect()
            }
            Domain::Node { nodes } if *nodes <= SMALL_SET => (0..*nodes).filter(|_| self.source.draw(2) == 1).collect(),
            of => {
                let count = self.count(0, i64::MAX);
                (0..count).map(|_| self.number(of)).collect::<Option<_>>()?
            }
        };
        Some(Datum::set(members))
    }

    fn grid(&mut self, rows: (i64, i64), columns: (i64, i64), of: &Domain<i64>) -> Option<Datum> {
        let height = self.count(rows.0, rows.1);
        let widest = (self.sizes.len / height.max(1)).clamp(columns.0, columns.1.max(columns.0));
        let width = self.between(columns.0, widest);
        let cells = (0..height.checked_mul(width)?).map(|_| self.number(of)).collect::<Option<_>>()?;
        Some(Datum::Grid(Arc::new(Grid { rows: height, columns: width, cells })))
    }

    fn graph(&mut self, min: i64, max: i64) -> Datum {
        let count = usize::try_from(self.count(min.max(1), max)).unwrap_or(1);
        let mut near = vec![Vec::new(); count];
        for from in 0..count {
            for to in from + 1..count {
                if self.source.draw(2) == 1 {
                    near[from].extend(i64::try_from(to));
                    near[to].extend(i64::try_from(from));
                }
            }
        }
        Datum::Graph(Arc::new(near))
    }
}

/// The numbers to draw from: as far as a declaration allows, from the least asked for to the greatest. Where negative numbers are
/// allowed and nobody asked for them they begin at 1: whoever tests a program first wants cases to look at.
fn within(size: Size, lo: i64, hi: i64) -> (i64, i64) {
    let least = match size.least {
        Some(least) => least.clamp(lo, hi),
        None if lo < 0 => 1.clamp(lo, hi),
        None => lo,
    };
    (least, size.value.clamp(least, hi))
}
