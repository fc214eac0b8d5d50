//! How much memory a process and its descendants use.

#[cfg(target_os = "linux")]
use super::descendants::descendants;

/// The resident memory of a process and its descendants that is not backed by files, in bytes; `None` if unknown.
///
/// Gomocup's judge sums the private memory of each process, for which the kernel walks all of its pages: too slow after
/// every move. The counters read here differ from that by file-backed pages.
#[cfg(target_os = "linux")]
pub(super) fn in_use(leader: u32) -> Option<u64> {
    let others = descendants(leader).into_iter().filter_map(of_one);
    Some(of_one(leader)? + others.sum::<u64>())
}

#[cfg(not(target_os = "linux"))]
pub(super) fn in_use(_leader: u32) -> Option<u64> {
    None
}

/// The memory of one process; zero if it has exited.
#[cfg(target_os = "linux")]
fn of_one(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let kib = |key| -> Option<u64> {
        let value = status.lines().find_map(|line| line.strip_prefix(key))?;
        value.split_whitespace().next()?.parse().ok()
    };
    Some((kib("RssAnon:")? + kib("RssShmem:").unwrap_or(0)) << 10)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn what_is_allocated_and_touched_is_counted() {
        const SIZE: usize = 32 << 20;
        let grown = || {
            let before = in_use(std::process::id()).unwrap();
            let block = std::hint::black_box(vec![1_u8; SIZE]);
            let after = in_use(std::process::id()).unwrap();
            drop(block);
            after.saturating_sub(before)
        };
        // Other tests in this process may free as much meanwhile, but not each time.
        let grown: Vec<u64> = (0..5).map(|_| grown()).collect();
        assert!(grown.iter().any(|&grown| grown >= SIZE as u64 * 3 / 4), "{grown:?}");
    }

    #[test]
    fn a_process_that_is_gone_has_no_memory() {
        assert_eq!(in_use(u32::MAX), None);
    }
}
