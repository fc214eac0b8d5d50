//! The progress bar of an experiment, on stderr.

use std::time::Instant;

use goren_lab::ExperimentProgress;

use crate::terminal::{ProgressLine, say};

const WIDTH: usize = 28;

/// A bar on a terminal, and a line at the end everywhere.
pub(super) struct Bar {
    name: String,
    start: Instant,
    line: ProgressLine,
}

impl Bar {
    pub(super) fn new(name: &str) -> Bar {
        Bar { name: name.to_owned(), start: Instant::now(), line: ProgressLine::new() }
    }

    pub(super) fn show(&mut self, ExperimentProgress { done, total, what }: ExperimentProgress<'_>) {
        let full = WIDTH * done / total.max(1);
        let bar = || "█".repeat(full) + &"░".repeat(WIDTH - full);
        self.line.show(|| format!("{:<11} {} {done} of {total}  {what}", self.name, bar()));
    }

    pub(super) fn finish(mut self) {
        self.line.clear();
        say(&format!("{:<11} {:.1} s", self.name, self.start.elapsed().as_secs_f64()));
    }
}
