//! Terminal output shared by long commands: a progress line and messages.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

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
    pub(crate) fn show(&mut self, line: impl FnOnce() -> String) {
        if self.is_live && self.drawn.is_none_or(|drawn| drawn.elapsed() >= PAUSE) {
            let _ = write!(io::stderr(), "\r\x1b[K{}", line());
            self.drawn = Some(Instant::now());
        }
    }

    /// Clears the line.
    pub(crate) fn clear(&mut self) {
        if self.drawn.take().is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

static SAID: AtomicBool = AtomicBool::new(false);

/// Prints a diagnostic message. Nobody has to read it: the terminal may be closed.
pub(crate) fn say(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
    SAID.store(true, Ordering::Relaxed);
}

/// Whether a message was printed since the last call: what was drawn on the terminal has moved.
pub(crate) fn was_said() -> bool {
    SAID.swap(false, Ordering::Relaxed)
}
