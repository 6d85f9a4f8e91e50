//! Pick numbers from 1 to N up to a total: depth first, one byte for each set of picked numbers.

use std::cmp::Ordering;
use std::hint::black_box;

const UNKNOWN: u8 = 0;
const LOST: u8 = 1;
const WON: u8 = 2;

/// How the game stands for the first player.
pub(crate) fn outcome(most: usize, total: usize) -> Ordering {
    match total {
        0 => Ordering::Greater,
        _ if most * (most + 1) / 2 < total => Ordering::Equal,
        // Hidden from the optimiser, which has been seen to spoil such recursions when it knows their first arguments.
        _ if wins(black_box(0), most, black_box(total), &mut vec![UNKNOWN; 1 << most]) => Ordering::Greater,
        _ => Ordering::Less,
    }
}

fn wins(picked: usize, most: usize, missing: usize, known: &mut [u8]) -> bool {
    if known[picked] != UNKNOWN {
        return known[picked] == WON;
    }
    let free = (1..=most).rev().filter(|number| picked & (1 << (number - 1)) == 0);
    let mut won = false;
    for number in free {
        if number >= missing || !wins(picked | (1 << (number - 1)), most, missing - number, known) {
            won = true;
            break;
        }
    }
    known[picked] = if won { WON } else { LOST };
    won
}
