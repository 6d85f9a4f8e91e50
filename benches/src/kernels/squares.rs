//! Take a square number from a heap: its nimbers by looking at every option, and the losing sizes by marking what they make a win.

/// The nimbers of heaps up to `to`. O(n√n).
pub(crate) fn nimbers(to: usize) -> Vec<u16> {
    // The last heap that had an option of this nimber.
    let mut seen = vec![usize::MAX; 1 << 16];
    let mut nimbers: Vec<u16> = Vec::with_capacity(to + 1);
    for heap in 0..=to {
        for root in (1..).take_while(|root| root * root <= heap) {
            seen[usize::from(nimbers[heap - root * root])] = heap;
        }
        nimbers.push((0..u16::MAX).find(|&nimber| seen[usize::from(nimber)] != heap).unwrap_or(u16::MAX));
    }
    nimbers
}

/// Whether the mover wins from a heap. Losing sizes are few.
pub(crate) fn wins(heap: usize) -> bool {
    let mut won = vec![false; heap + 1];
    for size in 0..heap {
        if !won[size] {
            for root in (1..).take_while(|root| size + root * root <= heap) {
                won[size + root * root] = true;
            }
        }
    }
    won[heap]
}
