//! Best play of taking a pile from either end, by fusion: what is left of a row after fusing falls and then rises, and the larger end is
//! best. The two sides are fused from the bottom outwards, with a log, so that taking the outermost pile undoes what it fused. O(n).

/// The first player's lead along a line of best play.
pub(crate) fn lead(piles: &[i64]) -> i64 {
    let bottom = bottom(piles);
    let (mut left, mut right) = (Side::of(piles[..bottom].iter().rev()), Side::of(piles[bottom..].iter()));
    let (mut lead, mut sign) = (0, 1);
    for _ in 0..piles.len() {
        let side = if left.end() >= right.end() { &mut left } else { &mut right };
        lead += sign * side.take();
        sign = -sign;
    }
    lead
}

/// Where the piles behind the bottom of the fused row begin.
fn bottom(piles: &[i64]) -> usize {
    let (mut row, mut starts): (Vec<i64>, Vec<usize>) = (Vec::new(), Vec::new());
    for (at, &pile) in piles.iter().enumerate() {
        let (mut last, mut start) = (pile, at);
        while let [.., first, middle] = row[..]
            && first <= middle
            && middle >= last
        {
            row.truncate(row.len() - 2);
            starts.pop();
            start = starts.pop().unwrap_or(0);
            last += first - middle;
        }
        row.push(last);
        starts.push(start);
    }
    let least = (0..row.len()).rev().min_by_key(|&at| row[at]).unwrap_or(0);
    starts.get(least + 1).copied().unwrap_or(piles.len())
}

/// One side of the bottom, its outermost pile last.
#[derive(Default)]
struct Side {
    fused: Vec<i64>,
    /// What was fused away, two numbers at a time, and how often by each pile.
    log: Vec<(i64, i64)>,
    times: Vec<u32>,
}

impl Side {
    fn of<'p>(piles: impl Iterator<Item = &'p i64>) -> Side {
        let mut side = Side::default();
        for &pile in piles {
            let (mut last, mut times) = (pile, 0);
            while let [.., first, middle] = side.fused[..]
                && first <= middle
                && middle >= last
            {
                side.fused.truncate(side.fused.len() - 2);
                side.log.push((first, middle));
                last += first - middle;
                times += 1;
            }
            side.fused.push(last);
            side.times.push(times);
        }
        side
    }

    /// What the outermost of the fused numbers is, if there is one.
    fn end(&self) -> Option<i64> {
        self.fused.last().copied()
    }

    /// Takes the outermost pile: what it was.
    fn take(&mut self) -> i64 {
        let mut pile = self.fused.pop().unwrap_or(0);
        for _ in 0..self.times.pop().unwrap_or(0) {
            let (first, middle) = self.log.pop().unwrap_or_default();
            pile += middle - first;
            self.fused.extend([first, middle]);
        }
        pile
    }
}
