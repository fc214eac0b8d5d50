//! What long commands share at the terminal: a line of progress, messages, Ctrl-C.

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use goren_arena::Control;

/// The line is drawn anew at most this often.
const PAUSE: Duration = Duration::from_millis(100);

/// A line on stderr that is drawn again in its place; nothing where stderr is no terminal.
pub(crate) struct ProgressLine {
    is_live: bool,
    drawn: Option<Instant>,
}

impl ProgressLine {
    pub(crate) fn new() -> ProgressLine {
        ProgressLine { is_live: io::stderr().is_terminal(), drawn: None }
    }

    /// Draws the line if it is time for it.
    #[expect(clippy::print_stderr, reason = "progress is a diagnostic")]
    pub(crate) fn show(&mut self, line: impl FnOnce() -> String) {
        if self.is_live && self.drawn.is_none_or(|drawn| drawn.elapsed() >= PAUSE) {
            eprint!("\r\x1b[K{}", line());
            self.drawn = Some(Instant::now());
        }
    }

    /// Takes the line away.
    #[expect(clippy::print_stderr, reason = "progress is a diagnostic")]
    pub(crate) fn clear(&mut self) {
        if self.drawn.take().is_some() {
            eprint!("\r\x1b[K");
        }
    }
}

static SAID: AtomicBool = AtomicBool::new(false);

/// Says something that is not a result.
#[expect(clippy::print_stderr, reason = "diagnostics go to stderr")]
pub(crate) fn say(text: &str) {
    eprintln!("{text}");
    SAID.store(true, Ordering::Relaxed);
}

/// Whether anything was said since the last call: what was drawn on the terminal does not stand where it stood.
pub(crate) fn was_said() -> bool {
    SAID.swap(false, Ordering::Relaxed)
}

/// The first Ctrl-C lets the games under way end, the second drops them.
pub(crate) fn stop_on_interrupt(control: &Control) -> anyhow::Result<()> {
    let control = control.clone();
    let handler = move || {
        if control.is_draining() {
            control.abort();
        } else {
            control.drain();
            say("\nfinishing the games under way; press Ctrl-C again to drop them");
        }
    };
    ctrlc::set_handler(handler).context("cannot listen for Ctrl-C")
}
