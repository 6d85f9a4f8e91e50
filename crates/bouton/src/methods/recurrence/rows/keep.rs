//! What is kept of all rows so that a line can be found: all of them where that is little, else a checkpoint here and there.

use super::Rows;
use super::flat::{empty, width};
use super::narrow::Narrow;
use super::reach::Reach;
use super::solver::State;
use super::windows::Row;

/// What to keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keep {
    None,
    /// Every row.
    All,
    /// A checkpoint, once in so many rows.
    Every(i64),
}

/// What was kept.
pub(super) struct Kept<C> {
    pub(super) keep: Keep,
    pub(super) bottom: i64,
    /// By number from the bottom up, and the checkpoints.
    pub(super) rows: Vec<Option<Row<C>>>,
    pub(super) states: Vec<State<C>>,
}

impl Rows<'_> {
    /// What is kept, and how many cells of it: every row where that is little or takes less; never where nothing is to be kept whole.
    pub(super) fn keep(&self) -> (Keep, u64) {
        *self.sizes.keep.get_or_init(|| {
            let [all, every] = [Keep::All, Keep::Every(self.stretch())].map(|keep| (keep, self.kept_cells(keep)));
            let few = all.1 * self.cell.bytes() <= self.whole;
            if few || self.whole > 0 && all.1 <= every.1 { all } else { every }
        })
    }

    /// How many rows to value at a time once more: checkpoints and rows kept then take the least together.
    fn stretch(&self) -> i64 {
        let (layers, state) = (self.reach.layers.len() as u64, self.state_cells().max(1));
        let best = (layers.saturating_mul(state) / (2 * self.row_cells().max(1))).isqrt();
        i64::try_from(best.clamp(1, layers.max(1))).unwrap_or(i64::MAX)
    }

    /// Cells kept.
    fn kept_cells(&self, keep: Keep) -> u64 {
        match keep {
            Keep::None => 0,
            Keep::All => self.reach.layers.iter().map(|layer| width(layer.moving) as u64).sum(),
            Keep::Every(stretch) => {
                let stretch = stretch.unsigned_abs().max(1);
                let states = (self.reach.layers.len() as u64).div_ceil(stretch);
                // From the stretch where play stands down to the one that holds the farthest choice.
                let rows = (2 * stretch).saturating_add(self.reach.deepest as u64);
                states.saturating_mul(self.state_cells()).saturating_add(rows.saturating_mul(self.row_cells()))
            }
        }
    }
}

impl<C: Narrow> Kept<C> {
    pub(super) fn new(keep: Keep, reach: &Reach) -> Kept<C> {
        let rows = if keep == Keep::None { Vec::new() } else { vec![None; reach.layers.len()] };
        Kept { keep, bottom: reach.bottom(), rows, states: Vec::new() }
    }

    /// A row is about to be valued.
    pub(super) fn before(&mut self, number: i64, state: &State<C>) {
        if let Keep::Every(stretch) = self.keep
            && (number - self.bottom) % stretch == 0
        {
            self.states.push(state.clone());
        }
    }

    /// A row was valued.
    pub(super) fn row(&mut self, row: &Row<C>, reach: &Reach) {
        if self.keep == Keep::All {
            self.store(row, reach);
        }
    }

    /// Keeps the places of a row where play goes on; the others are known without it.
    pub(super) fn store(&mut self, row: &Row<C>, reach: &Reach) {
        let moving = reach.layer(row.number).map(|known| known.moving).filter(|moving| !empty(*moving));
        if let (Some(moving), Ok(at)) = (moving, usize::try_from(row.number - self.bottom))
            && let (Some(kept), Some(cells)) = (self.rows.get_mut(at), row.slice(moving))
        {
            *kept = Some(Row { number: row.number, first: moving.0, cells: cells.to_vec() });
        }
    }
}
