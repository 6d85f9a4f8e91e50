//! Stone Game II by windows, column after column (a column holds one M). O(n²) time.
//!
//! With R(i) the sum from i on, the mover's total is f(i, m) = R(i) − min over 1 ≤ x ≤ 2m of f(i + x, max(m, x)). For x ≤ m the reply stays in
//! the column: a window along i. For m < x ≤ 2m it lies on the diagonal (i + x, x): as m falls, the window over x slides too, for all i at once.
//! Where 2m ≥ n − i the limit binds no more, and f(i, m) is u(i), the total without one; where i < 2m − 2, no play leads to (i, m).

use super::smallest::Smallest;

struct Table {
    count: usize,
    /// R(i): what lies from i on.
    rest: Vec<i64>,
    /// u(i): the mover's total without a limit.
    free: Vec<i64>,
    /// f(i, m) for `low(m) ≤ i < high(m)`, while it is needed.
    columns: Vec<Vec<i64>>,
}

/// The first player's lead.
pub(crate) fn lead(piles: &[i64]) -> i64 {
    let mut table = Table::new(piles);
    let top = (table.count + 1) / 4;
    // Minima over the diagonal: over (m, pivot] in one row, over (pivot, 2m] in a row for each m until the next pivot.
    let (mut pivot, mut older, mut newer) = (0, Vec::new(), Vec::new());
    for m in (1..=top).rev() {
        if pivot == 0 || 2 * m <= pivot {
            pivot = m;
            older = table.minima_beyond(pivot);
            newer = vec![i64::MAX; table.count + 1];
            table.forget(2 * m + 1);
        }
        table.fill(m, &older[m - pivot / 2 - 1], &newer);
        table.fold(&mut newer, m);
    }
    2 * table.total(0, 1) - table.rest[0]
}

impl Table {
    fn new(piles: &[i64]) -> Table {
        let count = piles.len();
        let (mut rest, mut free) = (vec![0; count + 1], vec![0; count + 1]);
        let mut least = 0;
        for i in (0..count).rev() {
            rest[i] = rest[i + 1] + piles[i];
            free[i] = rest[i] - least;
            least = least.min(free[i]);
        }
        Table { count, rest, free, columns: vec![Vec::new(); (count + 1) / 4 + 1] }
    }

    fn low(m: usize) -> usize {
        2 * m - 2
    }

    /// Where the limit binds no more.
    fn high(&self, m: usize) -> usize {
        self.count.saturating_sub(2 * m).max(Table::low(m))
    }

    fn total(&self, i: usize, m: usize) -> i64 {
        let column = self.columns.get(m).map_or(&[][..], Vec::as_slice);
        column.get(i - Table::low(m)).copied().unwrap_or(self.free[i])
    }

    /// Takes f(i + x, x) into the minima of all i for which x can matter.
    fn fold(&self, minima: &mut [i64], x: usize) {
        // f(i + x, x) is wanted for a smaller M only.
        let Some(first) = x.checked_sub(2) else { return };
        let column = self.columns.get(x).map_or(&[][..], Vec::as_slice);
        let from = Table::low(x);
        let unbound = (from + column.len()).min(self.count + 1);
        let totals = column.iter().chain(&self.free[unbound..]);
        for (minimum, &total) in minima[first..].iter_mut().zip(totals) {
            *minimum = (*minimum).min(total);
        }
    }

    /// For each m above half the pivot the minima over (pivot, 2m], from `low(m)` on.
    fn minima_beyond(&self, pivot: usize) -> Vec<Vec<i64>> {
        let mut minima = vec![i64::MAX; self.count + 1];
        let mut kept = Vec::new();
        for x in pivot + 1..=2 * pivot {
            self.fold(&mut minima, x);
            if x % 2 == 0 {
                kept.push(minima[Table::low(x / 2)..self.high(x / 2)].to_vec());
            }
        }
        kept
    }

    /// Columns from here on are needed no more.
    fn forget(&mut self, from: usize) {
        self.columns.iter_mut().skip(from).for_each(|column| *column = Vec::new());
    }

    fn fill(&mut self, m: usize, older: &[i64], newer: &[i64]) {
        let (low, high) = (Table::low(m), self.high(m));
        let mut window = Smallest::default();
        // The step of i is `count − i`.
        for i in (high..(high + m).min(self.count + 1)).rev() {
            window.push(self.count - i, self.free[i]);
        }
        let mut column = vec![0; high - low];
        for i in (low..high).rev() {
            let step = self.count - i;
            let along = window.since(step.saturating_sub(m)).unwrap_or(i64::MAX);
            column[i - low] = self.rest[i] - along.min(older[i - low]).min(newer[i]);
            window.push(step, column[i - low]);
        }
        self.columns[m] = column;
    }
}
