//! Take a pile from either end, by fusion: three neighbours a ≤ b ≥ c are worth the same as a − b + c. O(n).

/// The first player's lead.
pub(crate) fn lead(piles: &[i64]) -> i64 {
    let mut row: Vec<i64> = Vec::with_capacity(piles.len());
    for &pile in piles {
        let mut last = pile;
        while let [.., first, middle] = row[..]
            && first <= middle
            && middle >= last
        {
            row.truncate(row.len() - 2);
            last += first - middle;
        }
        row.push(last);
    }
    from_valley(&row)
}

/// What is left falls and then rises, so that the larger end is always best.
fn from_valley(mut row: &[i64]) -> i64 {
    let (mut lead, mut sign) = (0, 1);
    while let (Some((first, but_first)), Some((last, but_last))) = (row.split_first(), row.split_last()) {
        let left = first > last;
        row = if left { but_first } else { but_last };
        lead += sign * if left { first } else { last };
        sign = -sign;
    }
    lead
}
