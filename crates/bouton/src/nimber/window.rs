//! The least nimber that no option has, size after size: by marking every option, or where amounts come in runs by sliding a window over each.
//!
//! As the size grows by one, a run of amounts `a..b` gains one option, the size less `a`, and loses one. How often each nimber occurs is
//! counted, and which do not occur at all is kept as bits, with a bit for every 64 of them that have one: the least is found in two steps.

use super::{Marks, Nimber};

/// A window costs as much as so many marks.
const WINDOW: usize = 4;

/// Words of the bits that say which nimbers do not occur, and of the bits above those.
const WORDS: usize = 1 << 10;
const ABOVE: usize = WORDS / 64;

/// Finds nimbers size by size, from 0 on.
pub(super) struct Least<'a> {
    amounts: &'a [usize],
    by: By,
}

enum By {
    Marks(Marks),
    Windows(Box<Windows>),
}

/// Nimbers in the windows of all runs.
struct Windows {
    /// The first and last amount of each run.
    runs: Vec<(usize, usize)>,
    /// How often each nimber occurs.
    counts: Vec<u32>,
    /// Which do not occur.
    absent: Vec<u64>,
    above: [u64; ABOVE],
}

/// Amounts, which rise, as runs without gaps.
pub(super) fn runs(amounts: &[usize]) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for &amount in amounts {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == amount => *last = amount,
            _ => runs.push((amount, amount)),
        }
    }
    runs
}

/// How much work one size is, at least 1.
pub(super) fn work(amounts: &[usize]) -> usize {
    amounts.len().min(WINDOW * runs(amounts).len()).max(1)
}

impl<'a> Least<'a> {
    pub(super) fn new(amounts: &'a [usize]) -> Least<'a> {
        let runs = runs(amounts);
        let by = if WINDOW * runs.len() < amounts.len() {
            By::Windows(Box::new(Windows {
                runs,
                counts: vec![0; 1 << 16],
                absent: vec![u64::MAX; WORDS],
                above: [u64::MAX; ABOVE],
            }))
        } else {
            By::Marks(Marks::new())
        };
        Least { amounts, by }
    }

    /// The nimber of the next size, those of all before it being known; nothing if all 65,536 occur.
    pub(super) fn nimber(&mut self, values: &[Nimber]) -> Option<Nimber> {
        match &mut self.by {
            By::Marks(marks) => {
                marks.clear();
                options(self.amounts, values).for_each(|value| marks.mark(value));
                marks.mex()
            }
            By::Windows(windows) => {
                windows.slide(values);
                windows.least()
            }
        }
    }

    /// 1 if the mover wins the next size in misère play: at once where nothing can be taken.
    pub(super) fn won(&mut self, values: &[Nimber]) -> Option<Nimber> {
        let stuck = self.amounts.first().is_none_or(|least| *least > values.len());
        let wins = match &mut self.by {
            By::Marks(_) => options(self.amounts, values).any(|value| value == 0),
            By::Windows(windows) => {
                windows.slide(values);
                windows.counts[0] > 0
            }
        };
        Some(Nimber::from(stuck || wins))
    }
}

/// What the options of the next size are worth.
fn options<'v>(amounts: &'v [usize], values: &'v [Nimber]) -> impl Iterator<Item = Nimber> + 'v {
    amounts.iter().map_while(|amount| values.len().checked_sub(*amount)).map(|left| values[left])
}

impl Windows {
    /// From the windows of the size before to those of the next one.
    fn slide(&mut self, values: &[Nimber]) {
        let size = values.len();
        for at in 0..self.runs.len() {
            let (first, last) = self.runs[at];
            if let Some(left) = size.checked_sub(first) {
                self.enter(values[left]);
            }
            if let Some(left) = size.checked_sub(last + 1) {
                self.leave(values[left]);
            }
        }
    }

    fn enter(&mut self, value: Nimber) {
        let value = usize::from(value);
        self.counts[value] += 1;
        if self.counts[value] == 1 {
            self.absent[value / 64] &= !(1 << (value % 64));
            if self.absent[value / 64] == 0 {
                self.above[value / 4_096] &= !(1 << (value / 64 % 64));
            }
        }
    }

    fn leave(&mut self, value: Nimber) {
        let value = usize::from(value);
        self.counts[value] -= 1;
        if self.counts[value] == 0 {
            self.absent[value / 64] |= 1 << (value % 64);
            self.above[value / 4_096] |= 1 << (value / 64 % 64);
        }
    }

    /// The least nimber that does not occur.
    fn least(&self) -> Option<Nimber> {
        let top = self.above.iter().position(|word| *word != 0)?;
        let word = top * 64 + self.above[top].trailing_zeros() as usize;
        Nimber::try_from(word * 64 + self.absent[word].trailing_zeros() as usize).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_find_what_marks_find() {
        let sets: [&[(usize, usize)]; 5] =
            [&[(3, 40)], &[(1, 20), (30, 61)], &[(7, 7), (20, 90)], &[(2, 13), (15, 26), (28, 50)], &[(1, 200)]];
        for runs_of in sets {
            let amounts: Vec<usize> = runs_of.iter().flat_map(|(first, last)| *first..=*last).collect();
            assert_eq!(runs(&amounts), runs_of);
            let mut windows = Least::new(&amounts);
            assert!(matches!(windows.by, By::Windows(_)));
            let mut marks = Least { amounts: &amounts, by: By::Marks(Marks::new()) };
            let mut both = [Least::new(&amounts), Least { amounts: &amounts, by: By::Marks(Marks::new()) }];
            let (mut values, mut wins) = (Vec::new(), Vec::new());
            for _ in 0..1_500 {
                let value = windows.nimber(&values);
                assert_eq!(value, marks.nimber(&values));
                values.extend(value);
                let [one, other] = both.each_mut().map(|least| least.won(&wins));
                assert_eq!(one, other);
                wins.extend(one);
            }
            assert_eq!(values.len(), 1_500);
        }
    }
}
