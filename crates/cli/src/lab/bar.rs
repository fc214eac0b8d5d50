//! The progress bar of an experiment, on stderr.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use goren_lab::Progress;

const WIDTH: usize = 28;
/// The minimum interval between redraws.
const PAUSE: Duration = Duration::from_millis(80);

/// A bar on a terminal; a line at the end elsewhere.
pub(super) struct Bar {
    name: String,
    start: Instant,
    drawn: Option<Instant>,
    is_live: bool,
}

impl Bar {
    pub(super) fn new(name: &str) -> Bar {
        Bar { name: name.to_owned(), start: Instant::now(), drawn: None, is_live: io::stderr().is_terminal() }
    }

    #[expect(clippy::print_stderr, reason = "progress is a diagnostic")]
    pub(super) fn show(&mut self, progress: Progress<'_>) {
        let Progress { done, total, what } = progress;
        let is_due = self.drawn.is_none_or(|drawn| drawn.elapsed() >= PAUSE) || done == total;
        if self.is_live && is_due {
            let full = WIDTH * done / total.max(1);
            let name = &self.name;
            eprint!(
                "\r\x1b[K{name:<11} {}{} {done} of {total}  {what}",
                "█".repeat(full),
                "░".repeat(WIDTH - full)
            );
            self.drawn = Some(Instant::now());
        }
    }

    #[expect(clippy::print_stderr, reason = "progress is a diagnostic")]
    pub(super) fn finish(self) {
        let clear = if self.is_live { "\r\x1b[K" } else { "" };
        eprintln!("{clear}{:<11} {:.1} s", self.name, self.start.elapsed().as_secs_f64());
    }
}
