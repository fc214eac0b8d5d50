//! Terminal output shared by long commands: a progress line, messages, Ctrl-C.

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use goren_arena::Control;

/// The minimum interval between redraws.
const PAUSE: Duration = Duration::from_millis(100);

/// A line on stderr that is redrawn in place; nothing if stderr is not a terminal.
pub(crate) struct ProgressLine {
    is_live: bool,
    drawn: Option<Instant>,
}

impl ProgressLine {
    pub(crate) fn new() -> ProgressLine {
        ProgressLine { is_live: io::stderr().is_terminal(), drawn: None }
    }

    /// Redraws the line if it is due.
    #[expect(clippy::print_stderr, reason = "progress is a diagnostic")]
    pub(crate) fn show(&mut self, line: impl FnOnce() -> String) {
        if self.is_live && self.drawn.is_none_or(|drawn| drawn.elapsed() >= PAUSE) {
            eprint!("\r\x1b[K{}", line());
            self.drawn = Some(Instant::now());
        }
    }

    /// Clears the line.
    #[expect(clippy::print_stderr, reason = "progress is a diagnostic")]
    pub(crate) fn clear(&mut self) {
        if self.drawn.take().is_some() {
            eprint!("\r\x1b[K");
        }
    }
}

static SAID: AtomicBool = AtomicBool::new(false);

/// Prints a diagnostic message.
#[expect(clippy::print_stderr, reason = "diagnostics go to stderr")]
pub(crate) fn say(text: &str) {
    eprintln!("{text}");
    SAID.store(true, Ordering::Relaxed);
}

/// Whether a message was printed since the last call: what was drawn on the terminal has moved.
pub(crate) fn was_said() -> bool {
    SAID.swap(false, Ordering::Relaxed)
}

/// The first Ctrl-C lets the running games finish, the second aborts them.
pub(crate) fn stop_on_interrupt(control: &Control) -> anyhow::Result<()> {
    let control = control.clone();
    let handler = move || {
        if control.is_draining() {
            control.abort();
        } else {
            control.drain();
            say("\nfinishing the running games; press Ctrl-C again to abort them");
        }
    };
    ctrlc::set_handler(handler).context("cannot listen for Ctrl-C")
}
