//! Subtraction games: one of finitely many amounts from one heap (LeetCode 292).
//!
//! **Theorem** (S. W. Golomb, "A mathematical investigation of games of take-away", Journal of Combinatorial Theory 1, 1966; in short in
//! "Winning Ways", chapter 4, 1982). If the amounts are finitely many, the largest `m`, a heap's nimber follows from those of the `m`
//! sizes before it. So nimbers come back, and as soon as `m` of them in a row equal `m` others, they do so for ever: a proof of the period.
//! Where 1 up to `m` may be taken, a heap of `n` has the nimber `n mod (m + 1)`. Heaps side by side have the nim-sum of their nimbers, and
//! the mover loses where that is 0 (Sprague 1935, Grundy 1939).
//!
//! If whoever cannot move wins (misère play), who wins one heap comes back for the same reason: from size `m` on, it follows from the `m`
//! sizes before. Several heaps are left to other methods then. Where 1 up to `m` may be taken, `n mod (m + 1) = 1` loses.
//!
//! Many amounts, such as squares (LeetCode 1510), have no period to speak of, but few sizes at which the mover loses. Of one heap it is
//! enough to know those: each in turn marks the sizes that it makes a win, and the next size without a mark loses.
//!
//! Condition: a move takes from one heap an amount of its own set, exactly as far as there is so much, and nothing else can be done.
//! Cost: O(pre-period + period) sizes, each as many steps as there are amounts, or losing sizes times amounts; a value is a look-up.

use super::heaps::{Amounts, Heaps};
use super::{Proven, Strategy, Teller, Theorem, outcome};
use crate::error::Stop;
use crate::limits::Meter;
use crate::nimber::{Proven as Period, take};
use crate::recurrence::Recurrence;
use crate::value::Value;
use bouton_rules::{Text, say};
use std::sync::Arc;

pub(super) struct Takeaway;

/// Heaps from each of which some amounts may be taken.
#[derive(Clone, Debug)]
struct Subtraction {
    heaps: Heaps,
    amounts: Vec<Amounts>,
    /// For heaps that need one, what sizes are worth; made before the first value is told.
    tables: Vec<Option<Arc<Table>>>,
}

/// What the sizes of a heap are worth.
#[derive(Debug)]
enum Table {
    /// Nimbers, or in misère play 0 for a loss and 1 for a win.
    Values(Vec<u16>, Option<Period>),
    /// The sizes at which the mover loses, up to the size of the heap: of one heap that says who wins.
    Losing(Vec<usize>),
}

/// With so many amounts and more, of one heap it is only worked out who wins, unless that is quick or there may be a period.
const MANY: usize = 64;
const QUICK: usize = 1 << 22;
/// Marking stops making sense beyond this.
const MOST_MARKED: usize = 1 << 31;

impl Theorem for Takeaway {
    fn strategy(&self) -> &'static Strategy {
        &Strategy {
            name: "subtraction",
            about: "nimbers of heaps with finitely many amounts come back; as many in a row as the largest amount prove it (Golomb 1966)",
            speed: None,
        }
    }

    fn recognise(&self, recurrence: &Recurrence) -> Option<Arc<dyn Proven>> {
        let heaps = Heaps::of(recurrence)?;
        let one_at_a_time = heaps.sources().iter().all(|from| from.len() == 1);
        let amounts: Vec<Amounts> = (0..heaps.count()).map(|heap| heaps.amounts(&[heap])).collect::<Option<_>>()?;
        let tables = vec![None; amounts.len()];
        let told = one_at_a_time && (heaps.count() == 1 || !heaps.misere);
        told.then(|| Arc::new(Subtraction { heaps, amounts, tables }) as Arc<dyn Proven>)
    }

    fn nearly(&self, recurrence: &Recurrence) -> Option<Text> {
        let heaps = Heaps::of(recurrence)?;
        let misere = heaps.misere && heaps.sources().iter().all(|from| from.len() == 1);
        misere.then(|| {
            "several heaps in misère play: nimbers do not say who wins, and Bouton's rule is for Nim alone".into()
        })
    }
}

impl Table {
    fn of(amounts: &[i64], size: i64, heaps: &Heaps, meter: &mut Meter) -> Result<Table, Stop> {
        let fitting = amounts.iter().filter(|amount| **amount <= size);
        let amounts: Vec<usize> = fitting.filter_map(|amount| usize::try_from(*amount).ok()).collect();
        let to = usize::try_from(size).unwrap_or(usize::MAX);
        let marking = heaps.count() == 1 && may_mark(&amounts, to);
        if marking && !take::may_prove(&amounts, to) {
            return Ok(Table::Losing(take::marked(&amounts, to, heaps.misere, meter)?));
        }
        match take::until_proven(&amounts, to, heaps.misere, meter)? {
            Some((values, period)) => Ok(Table::Values(values, period)),
            None if marking => Ok(Table::Losing(take::marked(&amounts, to, heaps.misere, meter)?)),
            None => Err(Stop::Unfit {
                method: "theorem",
                reason: say!("the nimbers of a heap with {} amounts show no period soon enough", amounts.len()),
            }),
        }
    }

    fn at(&self, size: i64) -> Option<u64> {
        let size = usize::try_from(size).ok()?;
        let (values, period) = match self {
            Table::Values(values, period) => (values, period),
            Table::Losing(losing) => return Some(u64::from(losing.binary_search(&size).is_err())),
        };
        let place = match period {
            Some(period) if size >= period.from => period.from + (size - period.from) % period.length,
            _ => size,
        };
        values.get(place).map(|value| u64::from(*value))
    }
}

/// Whether it pays to mark what losing sizes make a win.
fn may_mark(amounts: &[usize], to: usize) -> bool {
    amounts.len() >= MANY && to <= MOST_MARKED && to.saturating_mul(amounts.len()) > QUICK
}

impl Subtraction {
    /// What a heap is worth: its nimber, or in misère play 0 where it loses.
    fn worth(&self, heap: usize, size: i64) -> Option<u64> {
        let size = u64::try_from(size).ok()?;
        match (&self.amounts[heap], self.heaps.misere) {
            (Amounts::UpTo(None), false) => Some(size),
            (Amounts::UpTo(None), true) => Some(u64::from(size != 1)),
            (Amounts::UpTo(Some(most)), false) => Some(size % (most.unsigned_abs() + 1)),
            (Amounts::UpTo(Some(most)), true) => Some(u64::from(size % (most.unsigned_abs() + 1) != 1)),
            (Amounts::Among(_), _) => self.tables[heap].as_ref()?.at(i64::try_from(size).ok()?),
        }
    }

    fn sum(&self, sizes: &[i64]) -> Option<u64> {
        sizes.iter().enumerate().try_fold(0, |sum, (heap, size)| Some(sum ^ self.worth(heap, *size)?))
    }

    /// The amounts that leave a heap worth this.
    fn leaving(&self, heap: usize, size: i64, goal: u64) -> Vec<i64> {
        let left = if self.heaps.misere { Some(1) } else { i64::try_from(goal).ok() };
        let candidates = match &self.amounts[heap] {
            Amounts::Among(amounts) => amounts.clone(),
            Amounts::UpTo(most) => left
                .and_then(|left| size.checked_sub(left))
                .map(|amount| most.map_or(amount, |most| amount.rem_euclid(most.saturating_add(1))))
                .into_iter()
                .collect(),
        };
        let fits = |amount: &i64| (1..=size).contains(amount) && self.worth(heap, size - amount) == Some(goal);
        candidates.into_iter().filter(fits).collect()
    }
}

impl Teller for Subtraction {
    fn value(&self, variables: &[i64]) -> Option<Value> {
        let sizes = self.heaps.at(variables)?;
        let idle = |(heap, size): (usize, &i64)| match &self.amounts[heap] {
            Amounts::UpTo(_) => *size == 0,
            Amounts::Among(amounts) => amounts.first().is_none_or(|least| least > size),
        };
        let over = sizes.iter().enumerate().all(idle);
        Some(outcome(self.sum(&sizes)? == 0, self.heaps.misere, over))
    }

    fn nimber(&self, variables: &[i64]) -> Option<u64> {
        let marked = self.tables.iter().flatten().any(|table| matches!(**table, Table::Losing(_)));
        self.sum(&self.heaps.at(variables)?).filter(|_| !self.heaps.misere && !marked)
    }

    fn best(&self, variables: &[i64]) -> Option<Vec<(usize, Vec<i64>)>> {
        let sizes = self.heaps.at(variables)?;
        let sum = self.sum(&sizes)?;
        let mut found = Vec::new();
        for (heap, size) in sizes.iter().enumerate().filter(|_| sum != 0) {
            let goal = self.worth(heap, *size)? ^ sum;
            for amount in self.leaving(heap, *size, goal) {
                found.extend(self.heaps.named(&[heap], amount, variables));
            }
        }
        Some(found)
    }

    /// From one heap the largest amount that wins: where one takes all, play ends with it.
    fn one(&self, variables: &[i64]) -> Option<(usize, Vec<i64>)> {
        let best = self.best(variables)?.into_iter();
        if self.heaps.count() == 1 { best.max_by_key(|(_, choices)| choices.clone()) } else { best.min() }
    }
}

impl Proven for Subtraction {
    fn steps(&self) -> Vec<(&'static str, Text)> {
        let heaps = match self.heaps.count() {
            1 => "one heap".into(),
            count => say!("{count} heaps, whose nimbers are added by nim-sum"),
        };
        let takes = match &self.amounts[0] {
            Amounts::UpTo(None) => "any amount".into(),
            Amounts::UpTo(Some(most)) => say!("1 to {most}"),
            Amounts::Among(amounts) => {
                say!("one of {} amounts, at most {}", amounts.len(), amounts.last().unwrap_or(&0))
            }
        };
        let end = if self.heaps.misere { "wins" } else { "loses" };
        let rules = say!("{heaps}; a move takes {takes} from one; whoever cannot move {end}");
        let mut steps = vec![("these rules", rules)];
        let few = |amounts: &Amounts| matches!(amounts, Amounts::Among(amounts) if amounts.len() < MANY);
        match self.amounts.iter().find(|amounts| matches!(amounts, Amounts::Among(_))) {
            Some(amounts) if few(amounts) || self.heaps.count() > 1 => {
                steps.push(("find the period", "size by size, until the largest amount proves it".into()));
            }
            Some(_) => {
                steps.push(("mark wins", "what each losing size makes a win; the next without a mark loses".into()))
            }
            None => {}
        }
        steps
    }

    fn prepare(self: Arc<Self>, variables: &[i64], meter: &mut Meter) -> Result<Arc<dyn Teller>, Stop> {
        let mut ready = Subtraction::clone(&self);
        let sizes = self.heaps.at(variables).unwrap_or_default();
        for (heap, size) in sizes.iter().enumerate() {
            if let Amounts::Among(amounts) = &self.amounts[heap] {
                let twin = (0..heap).find(|twin| self.amounts[*twin] == self.amounts[heap] && sizes[*twin] >= *size);
                ready.tables[heap] = match twin {
                    Some(twin) => ready.tables[twin].clone(),
                    None => Some(Arc::new(Table::of(amounts, *size, &self.heaps, meter)?)),
                };
            }
        }
        Ok(Arc::new(ready))
    }

    fn teller(self: Arc<Self>) -> Arc<dyn Teller> {
        self
    }
}
