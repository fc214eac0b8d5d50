//! Hints about memory, to the processor and to the system. They change how fast a table is, never what is in it.

/// Asks the processor to bring the cache line at `place` nearer, without waiting for it.
#[inline]
#[allow(unsafe_code, reason = "see SAFETY")]
pub fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: the instruction is part of every x86-64 and neither reads nor faults, whatever the address.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>((&raw const *place).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

/// The size of a large page, to which its address is aligned.
#[cfg(all(target_os = "linux", not(miri)))]
const LARGE_PAGE: usize = 2 << 20;

/// Asks the system to keep a large table in large pages. Whoever reads such a table at random places waits for the addresses
/// of its pages as often as for what is in them; of large pages there are few enough for the processor to remember.
#[allow(unsafe_code, reason = "see SAFETY")]
pub fn prefer_large_pages<T>(table: &mut [T]) {
    #[cfg(all(target_os = "linux", not(miri)))]
    {
        let start = table.as_mut_ptr().cast::<u8>();
        let before = start.align_offset(LARGE_PAGE);
        let bytes = size_of_val(table).saturating_sub(before) / LARGE_PAGE * LARGE_PAGE;
        if bytes > 0 {
            // SAFETY: the range lies inside memory that is borrowed here alone, and this advice leaves its contents as they
            // are. A system that does not take it keeps its small pages.
            let _ = unsafe {
                rustix::mm::madvise(start.add(before).cast(), bytes, rustix::mm::Advice::LinuxHugepage)
            };
        }
    }
    #[cfg(not(all(target_os = "linux", not(miri))))]
    let _ = table;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_keeps_its_contents() {
        for length in [0, 1, 100, 5000, 1 << 20] {
            let mut table: Vec<u64> = (0..length).collect();
            prefer_large_pages(&mut table);
            assert!(table.iter().copied().eq(0..length));
            table.first().inspect(|first| prefetch(*first));
        }
    }
}
