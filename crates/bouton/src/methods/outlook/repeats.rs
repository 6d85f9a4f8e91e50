//! How many things there are at the least, from how often some drawn by lot came twice: the birthday problem, read backwards.

/// What is said here is wrong with a chance below e^-24 each time. It is said at most 2^14 times of one search (of 1,024 numbers after 16
/// rounds of games): of a million searches that fit, less than one is refused.
pub(super) const DOUBT: u64 = 24;

/// Independent draws of one kind of thing, and how many of them had been drawn before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Drawn {
    pub(super) draws: u64,
    pub(super) repeats: u64,
}

impl Drawn {
    /// At least so many things there are to be drawn, however unevenly: this is more than there are with a chance of e^-`doubt` at the most.
    ///
    /// Let there be N, and c repeats in m draws. First, uneven draws repeat more: of two things with chances p and q, as many draws as fall on
    /// either find both most often where p = q, whatever else is drawn, so that the number of repeats is least (in distribution) where all
    /// chances are equal (Wong and Yue, "A majorization theorem for the number of distinct outcomes in N independent trials", 1973). Then, of
    /// even draws: as long as there were no more than c repeats, the draw after i others repeats with a chance of (i − c) / N or more. So
    /// repeats are at least as many as successes of independent trials with these chances, of which C(m − c, 2) / N = μ are expected; and
    /// that these are c or fewer has a chance of e^(c − μ) (μ / c)^c at the most (Chernoff 1952), which is e^-L where μ = c + √(2cL) + L: with
    /// x = √(2L / c), ln(μ / c) = ln(1 + x + x² / 2) ≤ x, and so μ − c − c ln(μ / c) ≥ L. Where N is smaller than C(m − c, 2) / μ, so few repeats
    /// are rarer still. That there are as many things as were seen needs no proof.
    pub(super) fn at_least(self, doubt: u64) -> u64 {
        let seen = self.draws - self.repeats;
        // Rounded up.
        let expected = self.repeats + (2 * self.repeats * doubt).isqrt() + 1 + doubt;
        (pairs(seen) / expected).max(seen)
    }

    /// What so many times as many draws may show, if we are lucky: twice what repeats point to, and more while they are few.
    pub(super) fn may_show(self, times: u64) -> u64 {
        let (pairs, without) = (pairs(self.draws), Drawn { draws: self.draws * times, repeats: 0 }.at_least(DOUBT));
        match self.repeats {
            0 => without,
            repeats => without.min(2 * pairs / repeats + 14 * pairs / (repeats * repeats)),
        }
    }
}

fn pairs(count: u64) -> u64 {
    count * count.saturating_sub(1) / 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;
    use std::collections::BTreeSet;

    /// How many of all rows of draws have each number of repeats, where a thing is drawn in so many of their sum of ways.
    fn ways(weights: &[u64], draws: u32) -> Vec<u64> {
        let count = weights.len() as u64;
        let mut ways = vec![0; draws as usize + 1];
        for row in 0..count.pow(draws) {
            let drawn: Vec<u64> = (0..draws).map(|at| row / count.pow(at) % count).collect();
            let seen: BTreeSet<u64> = drawn.iter().copied().collect();
            let weight: u64 = drawn.iter().map(|one| weights[usize::try_from(*one).expect("few")]).product();
            ways[draws as usize - seen.len()] += weight;
        }
        ways
    }

    #[test]
    fn uneven_draws_repeat_more() {
        for weights in [&[1, 1, 2][..], &[1, 5], &[2, 3, 4], &[1, 2, 3, 6], &[1, 1, 1, 9]] {
            let (sum, even) = (weights.iter().sum::<u64>(), vec![1; weights.len()]);
            for draws in 1..=5 {
                let (uneven, even) = (ways(weights, draws), ways(&even, draws));
                let (all, all_even) = (u128::from(sum.pow(draws)), u128::from((weights.len() as u64).pow(draws)));
                for most in 0..uneven.len() {
                    let (few, few_even) = (uneven[..=most].iter().sum::<u64>(), even[..=most].iter().sum::<u64>());
                    assert!(u128::from(few) * all_even <= u128::from(few_even) * all, "{weights:?}, {draws} draws");
                }
            }
        }
    }

    /// Draws things by lot, each as often as its weight says.
    fn drawn(weights: &[usize], draws: u64, dice: &mut Dice) -> Drawn {
        let ends: Vec<usize> = weights
            .iter()
            .scan(0, |end, weight| {
                Some({
                    *end += weight;
                    *end
                })
            })
            .collect();
        let mut seen = vec![false; weights.len()];
        let mut repeats = 0;
        for _ in 0..draws {
            let lot = dice.below(ends[ends.len() - 1]);
            let one = ends.partition_point(|end| *end <= lot);
            repeats += u64::from(std::mem::replace(&mut seen[one], true));
        }
        Drawn { draws, repeats }
    }

    /// With a doubt of e^-2, more is said than there is in no more than 13.5 of 100 trials; with that of searches, in none.
    #[test]
    fn too_much_is_said_as_seldom_as_promised() {
        const TRIALS: u64 = 2_000;
        let (mut dice, mut wrong) = (Dice::new(1), 0);
        let shapes = [vec![1; 300], vec![1; 5_000], (1..200).collect(), (1..2_000).map(|n| n % 7 * 10 + 1).collect()];
        for weights in shapes {
            for draws in [8, 40, 200, 1_000] {
                let more = |drawn: &Drawn, doubt| drawn.at_least(doubt) > weights.len() as u64;
                let trials: Vec<Drawn> = (0..TRIALS).map(|_| drawn(&weights, draws, &mut dice)).collect();
                let often = trials.iter().filter(|drawn| more(drawn, 2)).count() as u64;
                assert!(often * 1_000 <= 135 * TRIALS, "{often} times of {} in {draws} draws", weights.len());
                assert!(!trials.iter().any(|drawn| more(drawn, DOUBT)));
                wrong += often;
            }
        }
        assert!(wrong > 20, "a bound that is never wrong says too little: {wrong}");
    }

    #[test]
    fn much_is_said_where_nothing_repeats() {
        let said = |draws, repeats| Drawn { draws, repeats }.at_least(DOUBT);
        assert_eq!([said(0, 0), said(1, 0), said(50, 0), said(20_000, 0)], [0, 1, 50, 7_999_600]);
        let may_show = |draws, repeats| Drawn { draws, repeats }.may_show(10);
        assert_eq!([may_show(100, 0), may_show(100, 1), may_show(100, 99)], [19_980, 19_980, 107]);
        assert_eq!([said(20_000, 100), said(20_000, 19_990), said(9, 8)], [1_020_593, 10, 1]);
    }
}
