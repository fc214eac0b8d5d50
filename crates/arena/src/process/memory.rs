//! How much memory a process and its descendants use.

/// The resident memory of a process and its descendants that is not backed by files, in bytes; `None` if unknown.
///
/// Gomocup's judge sums the private memory of each process, for which the kernel walks all of its pages: too slow after
/// every move. The counters read here differ from that by file-backed pages.
#[cfg(target_os = "linux")]
pub(super) fn in_use(leader: u32) -> Option<u64> {
    let mut total = of_one(leader)?;
    let mut parents = vec![leader];
    while let Some(parent) = parents.pop() {
        for child in children(parent) {
            total += of_one(child).unwrap_or(0);
            parents.push(child);
        }
    }
    Some(total)
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

/// The children started by any thread of a process.
#[cfg(target_os = "linux")]
fn children(process: u32) -> Vec<u32> {
    let threads = std::fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let lists = threads.filter_map(|thread| std::fs::read_to_string(thread.path().join("children")).ok());
    lists
        .flat_map(|list| list.split_whitespace().filter_map(|id| id.parse().ok()).collect::<Vec<_>>())
        .collect()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn what_is_allocated_and_touched_is_counted() {
        const SIZE: usize = 32 << 20;
        let before = in_use(std::process::id()).unwrap();
        let block = std::hint::black_box(vec![1_u8; SIZE]);
        let after = in_use(std::process::id()).unwrap();
        drop(block);
        // Other tests in this process may free memory meanwhile, but nothing nearly as large.
        assert!(after >= before + SIZE as u64 * 3 / 4, "{before} {after}");
    }

    #[test]
    fn a_process_that_is_gone_has_no_memory() {
        assert_eq!(in_use(u32::MAX), None);
    }
}
