//! The processes that a process has started, directly or not.

/// The descendants of a process, nearest first. Those whose parent has exited belong to the system and are not among
/// them.
pub(super) fn descendants(process: u32) -> Vec<u32> {
    let mut found = children(process);
    let mut next = 0;
    while let Some(&parent) = found.get(next) {
        // A process that exits and another that takes its id must not make this endless.
        let new: Vec<u32> = children(parent).into_iter().filter(|child| !found.contains(child)).collect();
        found.extend(new);
        next += 1;
    }
    found
}

/// The children started by any thread of a process.
fn children(process: u32) -> Vec<u32> {
    let threads = std::fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let lists = threads.filter_map(|thread| std::fs::read_to_string(thread.path().join("children")).ok());
    lists
        .flat_map(|list| list.split_whitespace().filter_map(|id| id.parse().ok()).collect::<Vec<_>>())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};

    #[test]
    fn grandchildren_are_found() {
        // The shell has a child, which has one of its own and says its id.
        let script = "sh -c 'sleep 60 & echo $!; wait' & wait";
        let mut shell = Command::new("sh").args(["-c", script]).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(shell.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let grandchild: u32 = line.trim().parse().unwrap();
        let found = descendants(shell.id());
        for id in found.iter().chain([&shell.id()]) {
            Command::new("kill").args(["-9", &id.to_string()]).status().unwrap();
        }
        shell.wait().unwrap();
        assert_eq!((found.len(), found.last()), (2, Some(&grandchild)));
    }
}
