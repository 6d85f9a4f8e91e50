//! How much is left of a search that goes rank by rank, forwards to find the positions and backwards to value them.
//!
//! How fast ranks grow falls about evenly in most games: moves grow fewer, and more of them meet. So the logarithm of the growth from one rank
//! to the next is carried on along a straight line, fitted to the last few ranks. Tried on Connect Four (the counts of J. Tromp, 2008), on boards
//! that fill up and on ranks of one size: after a tenth of the work what it says is left lies within a factor of two of what is.

/// Ranks that the line is fitted to, and the fewest: every second rank may be larger than its neighbours, so the number of ratios is even.
const MOST: usize = 6;
const FEWEST: usize = 3;

/// The line is followed no further.
const LONGEST: u64 = 1 << 16;

/// The sizes of the ranks that are known: all of a rank are found before it is looked at.
#[derive(Debug, Default)]
pub(crate) struct Forecast {
    sizes: Vec<u64>,
}

impl Forecast {
    /// Another rank is known, of so many positions. Ranks without any are left out.
    pub(crate) fn rank(&mut self, positions: u64) {
        if positions > 0 {
            self.sizes.push(positions);
        }
    }

    /// Positions of all ranks that are known.
    pub(crate) fn known(&self) -> u64 {
        self.sizes.iter().sum()
    }

    /// About how many positions the next ranks hold together, where there are at most so many more of them or nobody knows; nothing where it is too
    /// early to tell.
    /// An estimate, in floating point: it is shown, and nothing is decided by it.
    #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    pub(crate) fn ahead(&self, ranks: Option<u64>) -> Option<u64> {
        let last = &self.sizes[self.sizes.len().saturating_sub(MOST + 1)..];
        let growth: Vec<f64> = last.windows(2).map(|pair| (pair[1] as f64 / pair[0] as f64).ln()).collect();
        if growth.len() < FEWEST {
            return None;
        }
        let count = growth.len() as f64;
        let (middle, mean) = ((count - 1.0) / 2.0, growth.iter().sum::<f64>() / count);
        let from_middle = |at: usize| at as f64 - middle;
        let rise: f64 = growth.iter().enumerate().map(|(at, growth)| from_middle(at) * (growth - mean)).sum();
        let run: f64 = (0..growth.len()).map(|at| from_middle(at).powi(2)).sum();
        // Growth that grows would be carried on without bound.
        let slope = (rise / run).min(0.0);
        let (mut size, mut sum) = (*last.last()? as f64, 0.0);
        for next in 0..ranks.unwrap_or(u64::MAX) {
            size *= (mean + slope * from_middle(growth.len() + usize::try_from(next).ok()?)).exp();
            if size < 1.0 {
                break;
            }
            sum += size;
            // What is beyond all numbers says only that nobody knows.
            if sum >= u64::MAX as f64 || next > LONGEST {
                return None;
            }
        }
        Some(sum as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is left of going forwards and backwards, as forecast and in truth, is within a factor of two once a tenth is done.
    fn holds(name: &str, sizes: &[u64]) {
        let (all, ends) = (sizes.iter().sum::<u64>(), sizes.last() < sizes.first().max(Some(&2)));
        let (mut forecast, mut done, mut tried) = (Forecast::default(), 0, 0);
        for (at, size) in sizes[..sizes.len() - 1].iter().enumerate() {
            forecast.rank(*size);
            done += size;
            if done * 5 < all {
                continue;
            }
            let near = |ranks| {
                let ahead = forecast.ahead(ranks).expect("there are ranks enough");
                let (said, truly) = (done + 2 * ahead, 2 * all - done);
                said <= 2 * truly && truly <= 2 * said
            };
            assert!(near(Some((sizes.len() - 1 - at) as u64)), "{name} at {at}");
            assert!(!ends || near(None), "{name} at {at}, where nobody knows how many ranks there are");
            tried += 1;
        }
        assert!(tried > 2, "{name} was hardly tried");
    }

    fn choose(of: u64, some: u64) -> u64 {
        (0..some).fold(1, |ways, at| ways * (of - at) / (at + 1))
    }

    #[test]
    fn what_is_left_is_told_within_a_factor_of_two() {
        let connect_four = [
            1,
            7,
            49,
            238,
            1120,
            4263,
            16422,
            54859,
            184275,
            558186,
            1662623,
            4568683,
            12236101,
            30929111,
            75437595,
            176541259,
            394591391,
            858218743,
            1763883894,
            3568259802,
            6746155945,
            12673345045,
            22010823988,
            38263228189,
            60830813459,
            97266114959,
            140728569039,
            205289508055,
            268057611944,
            352626845666,
            410378505447,
            479206477733,
            488906447183,
            496636890702,
            433471730336,
            370947887723,
            266313901222,
            183615682381,
            104004465349,
            55156010773,
            22695896495,
            7811825938,
            1459332899,
        ];
        holds("Connect Four", &connect_four);
        for lines in [12, 24, 40] {
            holds("dots and boxes", &(0..=lines).map(|some| choose(lines, some)).collect::<Vec<_>>());
        }
        for cells in [9, 16] {
            let of = |marks| choose(cells, marks) * choose(marks, marks / 2);
            holds("tic-tac-toe", &(0..=cells).map(of).collect::<Vec<_>>());
        }
        holds("one size", &[1_000; 50]);
        holds("a triangle", &(1..100).collect::<Vec<_>>());
    }

    #[test]
    fn it_is_silent_where_nobody_knows() {
        let mut forecast = Forecast::default();
        assert_eq!(forecast.ahead(Some(10)), None);
        for size in [1, 10, 100, 1_000] {
            forecast.rank(size);
        }
        assert_eq!(forecast.ahead(Some(3)), Some(1_110_000));
        assert_eq!(forecast.ahead(Some(1_000)), None, "beyond all numbers");
        assert_eq!(forecast.ahead(Some(0)), Some(0));
    }
}
