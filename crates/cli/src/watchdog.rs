//! `goren watchdog`: what goren runs beside itself while it plays with other engines, to kill them when it has ended.

use std::path::PathBuf;
use std::process::Command;

use clap::Args;

use crate::signals::on_signal;

/// Arguments of `goren watchdog`.
#[derive(Args)]
pub(crate) struct Watchdog {
    /// What the engines have in their environment.
    mark: String,
}

impl Watchdog {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        // It ends when its input does, after the program it watches.
        on_signal(drop)?;
        goren_arena::run_watchdog(&self.mark);
        Ok(())
    }
}

/// This program as a watchdog.
pub(crate) fn command() -> Command {
    // On Linux this is the running program even if its file was replaced meanwhile.
    let itself = PathBuf::from("/proc/self/exe");
    let program = if cfg!(target_os = "linux") && itself.exists() {
        itself
    } else {
        std::env::current_exe().unwrap_or_else(|_| PathBuf::from("goren"))
    };
    let mut command = Command::new(program);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::arg0(&mut command, "goren");
    command.arg("watchdog");
    command
}
