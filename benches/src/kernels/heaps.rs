//! Heaps valued size by size: every option marks its nimber, and the least that is not marked is the heap's (mex).

/// The nimber of the largest of heaps of 0 to `to`. `options` shows the nimber of every option of a heap, given the nimbers of all smaller ones.
pub(crate) fn nimber(to: usize, options: impl Fn(usize, &[u32], &mut dyn FnMut(u32))) -> u64 {
    // The last heap that had an option of this nimber.
    let mut seen: Vec<usize> = vec![usize::MAX; 1 << 16];
    let mut nimbers: Vec<u32> = Vec::with_capacity(to + 1);
    for heap in 0..=to {
        options(heap, &nimbers, &mut |nimber| seen[nimber as usize] = heap);
        nimbers.push((0..1 << 16).find(|&nimber| seen[nimber as usize] != heap).unwrap_or(1 << 16));
    }
    nimbers.last().copied().map_or(0, u64::from)
}

/// The same where `least` to `most` may be taken: how often each nimber occurs among the heaps left slides along.
pub(crate) fn capped(to: usize, least: usize, most: usize) -> u64 {
    let mut there = vec![0_u32; most + 2];
    let mut nimbers: Vec<usize> = Vec::with_capacity(to + 1);
    for heap in 0..=to {
        if let Some(&nimber) = heap.checked_sub(least).and_then(|left| nimbers.get(left)) {
            there[nimber] += 1;
        }
        if let Some(gone) = heap.checked_sub(most + 1) {
            there[nimbers[gone]] -= 1;
        }
        nimbers.push(there.iter().position(|count| *count == 0).unwrap_or(most + 1));
    }
    nimbers.last().map_or(0, |nimber| *nimber as u64)
}

/// The divisors of every number up to `to`, but the number itself, by a sieve.
pub(crate) fn divisors(to: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new(); to + 1];
    for divisor in 1..=to {
        all.iter_mut().step_by(divisor).skip(2).for_each(|of| of.push(divisor));
    }
    all
}

/// Rows of places: one is taken anywhere, but from a closed row not the first. Two rows are left, the second closed.
pub(crate) fn rows(to: usize) -> u64 {
    let mut seen: Vec<usize> = vec![usize::MAX; 1 << 16];
    // Open rows and closed ones.
    let mut nimbers = [vec![0_u32; to + 1], vec![0_u32; to + 1]];
    for row in 1..=to {
        for closed in [1, 0] {
            let round = 2 * row + closed;
            for at in closed..row {
                seen[(nimbers[closed][at] ^ nimbers[1][row - 1 - at]) as usize] = round;
            }
            nimbers[closed][row] = (0..1 << 16).find(|&nimber| seen[nimber as usize] != round).unwrap_or(1 << 16);
        }
    }
    u64::from(nimbers[0][to])
}
