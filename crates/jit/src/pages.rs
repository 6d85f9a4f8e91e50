//! Huge pages. A read at a random place of a table of hundreds of megabytes also waits while the processor finds out where the page lies (a miss in its
//! translation buffer). With pages of 2 MB in place of 4 kB, far fewer need to be found.

use std::mem::MaybeUninit;

/// Smaller buffers have no whole huge page, or few.
#[cfg(any(target_os = "linux", test))]
const LEAST: usize = 1 << 22;

/// So many entries, each made by `entry`, in huge pages where the system has some (on Linux, unless it is told otherwise) and the buffer is large.
/// What is in memory does not depend on it. Cost: writing all of it.
pub fn in_huge_pages<T>(count: usize, entry: impl FnMut() -> T) -> Vec<T> {
    let mut made = Vec::with_capacity(count);
    ask_for_huge(made.spare_capacity_mut());
    made.extend(std::iter::repeat_with(entry).take(count));
    made
}

/// Asks the system for huge pages under memory that nobody has written to yet: later it would have to copy what is there.
#[cfg(target_os = "linux")]
fn ask_for_huge<T>(unused: &mut [MaybeUninit<T>]) {
    /// What the system asks addresses to be a multiple of: huge pages lie at multiples of their own size.
    const PAGE: usize = 1 << 21;
    let bytes = size_of_val(unused);
    let start = unused.as_mut_ptr().cast::<u8>();
    let skipped = start.align_offset(PAGE);
    let length = bytes.saturating_sub(skipped) / PAGE * PAGE;
    if bytes < LEAST || length == 0 {
        return;
    }
    // A system without huge pages refuses, and nothing is lost.
    // SAFETY: `skipped` and `length` are at most `bytes` together, so all of it lies in `unused`; the advice says how the system lays memory out, and
    // changes nothing that is read from it.
    #[expect(unsafe_code, reason = "the system is asked about memory by its address")]
    let _ = unsafe { rustix::mm::madvise(start.add(skipped).cast(), length, rustix::mm::Advice::LinuxHugepage) };
}

#[cfg(not(target_os = "linux"))]
fn ask_for_huge<T>(_: &mut [MaybeUninit<T>]) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_what_was_made() {
        for count in [0, 1, LEAST / 8 - 1, LEAST / 8, LEAST] {
            let mut next = 0_u64;
            let made = in_huge_pages(count, || {
                next += 1;
                next
            });
            assert!(made.len() == count && made.iter().zip(1..).all(|(entry, number)| *entry == number));
        }
        assert_eq!(in_huge_pages(1 << 23, || ()).len(), 1 << 23);
    }
}
