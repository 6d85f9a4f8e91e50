//! Kayles, the octal game 0.77: nimbers by its sparse space (nearly all have an odd number of binary ones), and the period they prove.

/// The last place of the code: one or two skittles are taken.
const TAKEN: usize = 2;

/// The nimbers of rows up to `to`; O(n · rows whose nimber has an even number of ones).
pub(crate) fn nimbers(to: usize) -> Vec<u16> {
    // The last row that had an option of this nimber.
    let mut seen = vec![usize::MAX; 1 << 16];
    let (mut nimbers, mut rare): (Vec<u16>, Vec<usize>) = (vec![0], vec![0]);
    for row in 1..=to {
        let left = [row.checked_sub(1), row.checked_sub(TAKEN)];
        for left in left.into_iter().flatten() {
            for &one in rare.iter().take_while(|one| **one <= left) {
                seen[usize::from(nimbers[one] ^ nimbers[left - one])] = row;
            }
        }
        let common = (0..u16::MAX).find(|&nimber| is_common(nimber) && seen[usize::from(nimber)] != row);
        let nimber = least_rare(row, common.unwrap_or(u16::MAX), left, &nimbers, &mut seen);
        if !is_common(nimber) {
            rare.push(row);
        }
        nimbers.push(nimber);
    }
    nimbers
}

fn is_common(nimber: u16) -> bool {
    nimber.count_ones() % 2 == 1
}

/// The least rare nimber that is no option, if below `common`; else `common`. Usually a few common pairs give all of them.
fn least_rare(row: usize, common: u16, left: [Option<usize>; 2], nimbers: &[u16], seen: &mut [usize]) -> u16 {
    let missing = |seen: &[usize]| (0..common).find(|&rare| !is_common(rare) && seen[usize::from(rare)] != row);
    let Some(mut least) = missing(seen) else { return common };
    // Both in turns: a nimber may come from one of them only.
    for one in 0..=row / 2 {
        for other in left.into_iter().flatten().filter_map(|left| left.checked_sub(one)) {
            let option = nimbers[one] ^ nimbers[other];
            seen[usize::from(option)] = row;
            if option == least {
                match missing(seen) {
                    Some(next) => least = next,
                    None => return common,
                }
            }
        }
    }
    least
}

/// The least period that the nimbers prove (Guy and Smith 1956), and where it begins.
pub(crate) fn period(nimbers: &[u16]) -> Option<(usize, usize)> {
    let begins = |period: usize| {
        let pairs = nimbers.iter().zip(&nimbers[period..]);
        pairs.rev().position(|(one, other)| one != other).map_or(0, |same| nimbers.len() - period - same)
    };
    (1..nimbers.len()).map(|period| (begins(period), period)).find(|(from, period)| {
        // Values are needed up to 2·from + 2·period + taken − 1.
        2 * (from + period) + TAKEN <= nimbers.len()
    })
}
