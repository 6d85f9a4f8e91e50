//! Large pages. Who reads a table of hundreds of megabytes here and there also waits until the processor has found the page: with pages of 2 MB in place of 4 kB
//! there are far fewer to find.

use std::mem::MaybeUninit;

/// Smaller buffers have no whole large page, or few.
#[cfg(any(target_os = "linux", test))]
const LEAST: usize = 1 << 22;

/// So many entries, each made by `entry`, in large pages where the system has some (on Linux, where it is not told otherwise) and the buffer is large.
/// What is in memory does not depend on it. Cost: writing all of it.
pub fn in_large_pages<T>(count: usize, entry: impl FnMut() -> T) -> Vec<T> {
    let mut made = Vec::with_capacity(count);
    ask_for_large(made.spare_capacity_mut());
    made.extend(std::iter::repeat_with(entry).take(count));
    made
}

/// Asks the system for large pages under what nobody has written to yet: afterwards it would have to copy what is there.
#[cfg(target_os = "linux")]
fn ask_for_large<T>(unused: &mut [MaybeUninit<T>]) {
    /// What the system asks addresses to be a multiple of: large pages lie at multiples of their own size.
    const PAGE: usize = 1 << 21;
    let bytes = size_of_val(unused);
    let start = unused.as_mut_ptr().cast::<u8>();
    let skipped = start.align_offset(PAGE);
    let length = bytes.saturating_sub(skipped) / PAGE * PAGE;
    if bytes < LEAST || length == 0 {
        return;
    }
    // A system without large pages refuses, and nothing is lost.
    // SAFETY: `skipped` and `length` are at most `bytes` together, so all of it lies in `unused`; the advice says how the system lays memory out, and
    // changes nothing that is read from it.
    #[expect(unsafe_code, reason = "the system is asked about memory by its address")]
    let _ = unsafe { rustix::mm::madvise(start.add(skipped).cast(), length, rustix::mm::Advice::LinuxHugepage) };
}

#[cfg(not(target_os = "linux"))]
fn ask_for_large<T>(_: &mut [MaybeUninit<T>]) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_what_was_made() {
        for count in [0, 1, LEAST / 8 - 1, LEAST / 8, LEAST] {
            let mut next = 0_u64;
            let made = in_large_pages(count, || {
                next += 1;
                next
            });
            assert!(made.len() == count && made.iter().zip(1..).all(|(entry, number)| *entry == number));
        }
        assert_eq!(in_large_pages(1 << 23, || ()).len(), 1 << 23);
    }
}
