//! Signals that ask the program to end.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, bail};
use goren_arena::Control;
use goren_core::Stop;

use crate::terminal::say;

/// How the program is asked to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// Ctrl-C: a person waits at the terminal, and can press it again.
    Interrupt,
    /// The system ends, the terminal was closed, or another program wants this one to end.
    Terminate,
}

/// The first Ctrl-C lets the running games finish; the second, or any other signal to end, aborts them.
pub(crate) fn end_games_on_signal(control: &Control) -> anyhow::Result<()> {
    let control = control.clone();
    on_signal(move |ending| {
        if ending == Ending::Terminate || control.is_draining() {
            control.abort();
        } else {
            control.drain();
            say("\nfinishing the running games; press Ctrl-C again to abort them");
        }
    })
}

/// The exit code of a command that a signal has stopped.
pub(crate) const INTERRUPTED: u8 = 130;

/// Whether a signal to end has come.
static CAME: AtomicBool = AtomicBool::new(false);

/// Whether a signal to end has come since [`on_signal`]. A command that fails then was stopped, and says what it has.
pub(crate) fn was_interrupted() -> bool {
    CAME.load(Ordering::Relaxed)
}

/// Fails if a signal to end has come, for commands that have printed or written what they have.
pub(crate) fn expect_no_signal(what_then: &str) -> anyhow::Result<()> {
    if was_interrupted() {
        bail!("stopped; {what_then}");
    }
    Ok(())
}

/// Calls `act`, in a thread of its own, for every signal to end from now on.
pub(crate) fn on_signal(act: impl Fn(Ending) + Send + 'static) -> anyhow::Result<()> {
    let listen = || -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let mut signals = {
            let _context = runtime.enter();
            Signals::listen()?
        };
        std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
            runtime.block_on(async {
                loop {
                    let ending = signals.next().await;
                    CAME.store(true, Ordering::Relaxed);
                    act(ending);
                }
            });
        })?;
        Ok(())
    };
    listen().context("cannot listen for signals")
}

/// What is raised when a signal to end comes.
pub(crate) fn stop_on_signal() -> anyhow::Result<Stop> {
    let stop = Stop::default();
    let raised = stop.clone();
    on_signal(move |_| raised.raise())?;
    Ok(stop)
}

#[cfg(unix)]
pub(crate) use unix::Signals;

#[cfg(unix)]
mod unix {
    use super::{Ending, io};
    use tokio::signal::unix::{Signal, SignalKind, signal};

    /// The signals to end, received from now on.
    pub(crate) struct Signals {
        interrupt: Signal,
        terminate: Signal,
        hangup: Option<Signal>,
    }

    impl Signals {
        pub(crate) fn listen() -> io::Result<Signals> {
            Ok(Signals {
                interrupt: signal(SignalKind::interrupt())?,
                terminate: signal(SignalKind::terminate())?,
                hangup: if ends_with_its_terminal() { Some(signal(SignalKind::hangup())?) } else { None },
            })
        }

        pub(crate) async fn next(&mut self) -> Ending {
            let hangup = async {
                match &mut self.hangup {
                    Some(hangup) => hangup.recv().await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                _ = self.interrupt.recv() => Ending::Interrupt,
                _ = self.terminate.recv() => Ending::Terminate,
                _ = hangup => Ending::Terminate,
            }
        }
    }

    /// Whether `SIGHUP` is to be heard: not if it was ignored when the program was started, as by `nohup`. Where that
    /// is not known, the signal has its usual effect.
    fn ends_with_its_terminal() -> bool {
        let Ok(status) = std::fs::read_to_string("/proc/self/status") else { return false };
        let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let hangup = 1_u64 << (SignalKind::hangup().as_raw_value() - 1);
        ignored
            .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
            .is_some_and(|mask| mask & hangup == 0)
    }
}

#[cfg(not(unix))]
pub(crate) use other::Signals;

#[cfg(not(unix))]
mod other {
    use super::{Ending, io};

    /// The signals to end, received from now on.
    pub(crate) struct Signals;

    impl Signals {
        pub(crate) fn listen() -> io::Result<Signals> {
            Ok(Signals)
        }

        pub(crate) async fn next(&mut self) -> Ending {
            if tokio::signal::ctrl_c().await.is_err() {
                std::future::pending::<()>().await;
            }
            Ending::Interrupt
        }
    }
}
