//! Take a border row or column and score it: all rectangles of a shape at once, in memory for one height.

/// The first player's lead. `grid` holds rows of one length.
pub(crate) fn lead(grid: &[Vec<i64>]) -> i64 {
    let (rows, columns) = (grid.len(), grid.first().map_or(0, Vec::len));
    let sums = corner_sums(grid, columns);
    // For each width the mover's total of every rectangle of the height at hand, by its top row and its left column.
    let mut totals: Vec<Vec<i64>> = (0..=columns).map(|width| vec![0; (rows + 1) * (columns + 1 - width)]).collect();
    for height in 1..=rows {
        for width in 1..=columns {
            let (done, rest) = totals.split_at_mut(width);
            let (narrower, here) = (&done[width - 1], &mut rest[0]);
            let places = columns + 1 - width;
            for top in 0..=rows - height {
                let (above, below) = (&sums[top], &sums[top + height]);
                let lower = &narrower[top * (places + 1)..][..places + 1];
                let (current, next) = here[top * places..][..2 * places].split_at_mut(places);
                for left in 0..places {
                    let whole = below[left + width] - below[left] - above[left + width] + above[left];
                    let by_rows = current[left].min(next[left]);
                    current[left] = whole - by_rows.min(lower[left].min(lower[left + 1]));
                }
            }
        }
    }
    let whole = sums[rows][columns];
    totals[columns].first().map_or(0, |total| 2 * total - whole)
}

/// The sum of what lies above and to the left of each corner.
fn corner_sums(grid: &[Vec<i64>], columns: usize) -> Vec<Vec<i64>> {
    let mut sums = vec![vec![0; columns + 1]];
    for row in grid {
        let mut so_far = 0;
        let above = sums.last().cloned().unwrap_or_default();
        let mut line = vec![0];
        for (number, above) in row.iter().zip(&above[1..]) {
            so_far += number;
            line.push(so_far + above);
        }
        sums.push(line);
    }
    sums
}
