//! Pick numbers from 1 to N up to a total: every set of picked numbers, 64 of them in a word, from the fullest down.

use std::cmp::Ordering;

/// The places in a word of sets without each of the first six numbers.
const WITHOUT: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// How the game stands for the first player.
pub(crate) fn outcome(most: usize, total: usize) -> Ordering {
    match total {
        0 => Ordering::Greater,
        _ if most * (most + 1) / 2 < total => Ordering::Equal,
        _ if wins(most, total) => Ordering::Greater,
        _ => Ordering::Less,
    }
}

/// Sets that reach the total are lost for whoever is next. With fewer than six numbers the others are never free.
fn wins(most: usize, total: usize) -> bool {
    let above = most.saturating_sub(6);
    let few = most.min(6);
    let (reached, by_size) = (reached(), by_size());
    let mut words = vec![0_u64; 1 << above];
    for word in (0..words.len()).rev() {
        let sum: usize = (0..above).filter(|bit| word >> bit & 1 == 1).map(|bit| bit + 7).sum();
        let over = reached[total.saturating_sub(sum).min(22)];
        if over == u64::MAX {
            continue;
        }
        let mut won = 0;
        for bit in 0..above {
            if word >> bit & 1 == 0 {
                won |= !words[word | 1 << bit];
            }
        }
        // Fullest sets first: what they are worth is known when others look at it.
        let (reached_by_others, mut won_here) = (won & !over, 0);
        for places in by_size {
            let lost = !won_here;
            let mut here = 0;
            for (bit, without) in WITHOUT.iter().enumerate().take(few) {
                here |= (lost >> (1 << bit)) & without;
            }
            won_here |= (reached_by_others | here & !over) & places;
        }
        let won = won_here;
        words[word] = won;
    }
    words[0] & 1 == 1
}

/// The places of sets of six numbers, of five, and so on.
fn by_size() -> [u64; 7] {
    let mut by_size = [0; 7];
    (0..64_usize).for_each(|set| by_size[6 - set.count_ones() as usize] |= 1 << set);
    by_size
}

/// The places of sets that reach what is missing, for each number that may be missing.
fn reached() -> [u64; 23] {
    let mut reached = [0; 23];
    for set in 0..64_usize {
        let sum: usize = (0..6).filter(|bit| set >> bit & 1 == 1).map(|bit| bit + 1).sum();
        reached[..=sum].iter_mut().for_each(|places| *places |= 1 << set);
    }
    reached
}
