//! A process and its children, killed together.

use std::io;
use std::process::{Child, Command, ExitStatus};

#[cfg(target_os = "linux")]
use super::descendants::descendants;
#[cfg(unix)]
use super::watchdog;

/// A running program. On Unix it leads a process group of its own, so that Ctrl-C in our terminal does not reach it and
/// its children can be killed with it, and a watchdog kills it should this program end first. When dropped, the whole
/// group is killed, on Linux with all descendants that have left it.
pub(super) struct Group {
    leader: Child,
    status: Option<ExitStatus>,
}

impl Group {
    /// Starts a program on these cores, or on any if the list is empty.
    pub(super) fn spawn(command: &mut Command, cpus: &[usize]) -> io::Result<Group> {
        pinned(cpus, || spawn(command).map(|leader| Group { leader, status: None }))?
    }

    /// The process itself.
    pub(super) fn leader(&mut self) -> &mut Child {
        &mut self.leader
    }

    /// Whether the process itself has exited; its children may still be running.
    pub(super) fn has_ended(&mut self) -> bool {
        self.status.is_some() || has_ended(&mut self.leader)
    }

    /// Kills what is left of the group and returns how the process itself ended.
    pub(super) fn kill(&mut self) -> io::Result<ExitStatus> {
        if let Some(status) = self.status {
            return Ok(status);
        }
        // Waiting frees the group's id for reuse, so nothing may be killed after it.
        kill(&mut self.leader);
        let status = self.leader.wait()?;
        self.status = Some(status);
        Ok(status)
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        let _ = self.kill();
    }
}

#[cfg(unix)]
fn has_ended(leader: &mut Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::Pid(Pid::from_child(leader)), options), Ok(None))
}

#[cfg(not(unix))]
fn has_ended(leader: &mut Child) -> bool {
    !matches!(leader.try_wait(), Ok(None))
}

#[cfg(unix)]
fn spawn(command: &mut Command) -> io::Result<Child> {
    std::os::unix::process::CommandExt::process_group(command, 0);
    watchdog::watched(command, Command::spawn)
}

#[cfg(not(unix))]
fn spawn(command: &mut Command) -> io::Result<Child> {
    command.spawn()
}

#[cfg(unix)]
fn kill(leader: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    #[cfg(target_os = "linux")]
    let strays = strays(leader.id());
    let _ = kill_process_group(Pid::from_child(leader), Signal::KILL);
    #[cfg(target_os = "linux")]
    for stray in strays {
        let _ = rustix::process::pidfd_send_signal(stray, Signal::KILL);
    }
    watchdog::unwatch(leader);
}

/// Handles of all descendants, among them those that have left the group.
#[cfg(target_os = "linux")]
fn strays(leader: u32) -> Vec<rustix::fd::OwnedFd> {
    use rustix::process::{Pid, PidfdFlags, pidfd_open};
    let open = |id: u32| {
        let handle = pidfd_open(Pid::from_raw(id.try_into().ok()?)?, PidfdFlags::empty()).ok()?;
        Some((id, handle))
    };
    let handles: Vec<_> = descendants(leader).into_iter().filter_map(open).collect();
    if handles.is_empty() {
        return Vec::new();
    }
    // Those that are still descendants are those that were opened; an id may have gone to another process before.
    let still = descendants(leader);
    handles.into_iter().filter(|(id, _)| still.contains(id)).map(|(_, handle)| handle).collect()
}

#[cfg(not(unix))]
fn kill(leader: &mut Child) {
    let _ = leader.kill();
}

/// Calls `run` with this thread bound to these cores. A process started meanwhile inherits them from its first
/// instruction on, with all its threads.
#[cfg(target_os = "linux")]
fn pinned<T>(cpus: &[usize], run: impl FnOnce() -> T) -> io::Result<T> {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
    if cpus.is_empty() {
        return Ok(run());
    }
    let mut wanted = CpuSet::new();
    for &cpu in cpus {
        if cpu >= CpuSet::MAX_CPU {
            return Err(io::Error::other(format!("there is no core {cpu}")));
        }
        wanted.set(cpu);
    }
    let before = sched_getaffinity(None)?;
    sched_setaffinity(None, &wanted)
        .map_err(|error| io::Error::other(format!("cannot use the cores {cpus:?}: {error}")))?;
    let result = run();
    sched_setaffinity(None, &before)?;
    Ok(result)
}

#[cfg(not(target_os = "linux"))]
fn pinned<T>(cpus: &[usize], run: impl FnOnce() -> T) -> io::Result<T> {
    if cpus.is_empty() { Ok(run()) } else { Err(io::Error::other("cores can be chosen on Linux only")) }
}
