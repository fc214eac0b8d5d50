//! A second process that notices when this one ends, however it ends, and kills the engines it leaves behind.
//!
//! The watchdog reads its standard input, a pipe that only this process holds open: the groups that begin and end, and
//! then the end of the stream, which comes even after a `SIGKILL`. It is started with the first engine. Without one
//! (no program was set, or the system is not Unix) an engine that does not read its input outlives a killed program.

use std::process::Command;
use std::sync::OnceLock;

/// The program to run as watchdog; it must call [`run_watchdog`] with the argument that is added to it.
static PROGRAM: OnceLock<fn() -> Command> = OnceLock::new();

/// Says how to start a watchdog. Only the first call counts.
pub fn set_watchdog(program: fn() -> Command) {
    let _ = PROGRAM.set(program);
}

#[cfg(unix)]
pub use unix::run_watchdog;
#[cfg(unix)]
pub(super) use unix::{unwatch, watched};

/// There is nothing to watch on this system.
#[cfg(not(unix))]
pub fn run_watchdog(_mark: &str) {}

#[cfg(unix)]
mod unix {
    use std::collections::BTreeSet;
    use std::io::{self, BufRead, Write};
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command, Stdio};
    use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
    use std::time::SystemTime;

    use rustix::process::{Pid, Signal, kill_process_group};

    use super::PROGRAM;

    /// A variable in the environment of engines. Their children inherit it, even those that leave the group.
    const VARIABLE: &str = "GOREN_ENGINE_OF";

    /// The value of that variable: no other run of any program has the same.
    static MARK: LazyLock<String> = LazyLock::new(|| {
        let time = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        format!("{}-{}", std::process::id(), time.as_nanos())
    });

    /// The engines that run, and who watches them.
    static WATCH: Mutex<Watch> = Mutex::new(Watch { groups: BTreeSet::new(), starting: 0, dog: None });

    struct Watch {
        groups: BTreeSet<i32>,
        /// How many engines are being started: they have a mark, but their group is not known yet.
        starting: usize,
        dog: Option<Child>,
    }

    fn watch() -> MutexGuard<'static, Watch> {
        WATCH.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts an engine, marked and watched. `spawn` must make it the leader of a group.
    pub(in super::super) fn watched(
        command: &mut Command,
        spawn: impl FnOnce(&mut Command) -> io::Result<Child>,
    ) -> io::Result<Child> {
        command.env(VARIABLE, &*MARK);
        {
            let mut watch = watch();
            watch.starting += 1;
            watch.tell("");
        }
        let spawned = spawn(command);
        let mut watch = watch();
        watch.starting -= 1;
        if let Ok(leader) = &spawned {
            let group = Pid::from_child(leader).as_raw_nonzero().get();
            watch.groups.insert(group);
            watch.tell(&format!("+{group}\n"));
        }
        spawned
    }

    /// An engine and its group were killed; after this its id may be used again.
    pub(in super::super) fn unwatch(leader: &Child) {
        let group = Pid::from_child(leader).as_raw_nonzero().get();
        let mut watch = watch();
        watch.groups.remove(&group);
        watch.tell(&format!("-{group}\n"));
        // A process that serves several engines, such as Wine's server, has the mark of the one that started it. It is
        // left alone while any engine runs.
        if watch.groups.is_empty() && watch.starting == 0 {
            kill_marked(&MARK);
        }
    }

    impl Watch {
        /// Tells the watchdog, or a new one if there is none, or if it was killed.
        fn tell(&mut self, news: &str) {
            if let Some(dog) = &mut self.dog {
                let is_there = matches!(dog.try_wait(), Ok(None));
                let heard = |dog: &mut Child| dog.stdin.as_mut()?.write_all(news.as_bytes()).ok();
                if is_there && heard(dog).is_some() {
                    return;
                }
            }
            // Without a watchdog engines run all the same.
            self.dog = PROGRAM.get().and_then(|program| start(&mut program()).ok());
            if let Some(pipe) = self.dog.as_mut().and_then(|dog| dog.stdin.as_mut()) {
                let all: String = self.groups.iter().map(|group| format!("+{group}\n")).collect();
                let _ = pipe.write_all(all.as_bytes());
            }
        }
    }

    /// Starts a watchdog in a group of its own, so that no key of a terminal reaches it, and without the
    /// mark by which what an engine has started is found and killed.
    fn start(command: &mut Command) -> io::Result<Child> {
        command.arg(&*MARK).env_remove(VARIABLE).current_dir("/").process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()
    }

    /// Watches over the program at the other end of standard input until it ends, then kills the engines it has left.
    pub fn run_watchdog(mark: &str) {
        let mut groups = BTreeSet::new();
        for line in io::stdin().lock().lines().map_while(Result::ok) {
            let (what, group) = line.split_at_checked(1).unwrap_or_default();
            match (what, group.parse::<i32>()) {
                ("+", Ok(group)) => drop(groups.insert(group)),
                ("-", Ok(group)) => drop(groups.remove(&group)),
                _ => {}
            }
        }
        for group in groups.into_iter().filter_map(Pid::from_raw) {
            let _ = kill_process_group(group, Signal::KILL);
        }
        kill_marked(mark);
    }

    /// Kills every process that has this mark in its environment, except this one.
    #[cfg(target_os = "linux")]
    fn kill_marked(mark: &str) {
        use rustix::process::{PidfdFlags, pidfd_open, pidfd_send_signal};
        /// Enough for processes that start others while they are killed.
        const PASSES: usize = 100;
        let marked = format!("{VARIABLE}={mark}");
        let kill = |process: &std::fs::DirEntry| -> Option<()> {
            let id =
                process.file_name().to_str()?.parse().ok().filter(|&id| id != std::process::id() as i32)?;
            // What is opened first and found marked afterwards cannot be another process with the same id.
            let handle = pidfd_open(Pid::from_raw(id)?, PidfdFlags::empty()).ok()?;
            let environment = std::fs::read(process.path().join("environ")).ok()?;
            let is_marked = environment.split(|&byte| byte == 0).any(|entry| entry == marked.as_bytes());
            is_marked.then(|| pidfd_send_signal(handle, Signal::KILL).ok())?
        };
        for _ in 0..PASSES {
            let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
            if processes.filter_map(|process| kill(&process)).count() == 0 {
                return;
            }
            std::thread::yield_now();
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn kill_marked(_: &str) {}
}
