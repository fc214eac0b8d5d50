//! What watches an experiment: it follows the progress and can stop it.

use goren_core::Stop;

/// Watches an experiment. Once the flag is raised, the experiment soon returns what is finished.
pub struct Observer<'a> {
    /// Stops the experiment.
    pub stop: &'a Stop,
    /// Called after each part.
    pub progress: &'a mut dyn FnMut(ExperimentProgress<'_>),
}

impl Observer<'_> {
    /// Reports the progress; returns whether to continue.
    pub(crate) fn proceed(&mut self, done: usize, total: usize, what: &str) -> bool {
        (self.progress)(ExperimentProgress { done, total, what });
        !self.stop.is_raised()
    }
}

/// How far along an experiment is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExperimentProgress<'a> {
    /// The number of parts finished.
    pub done: usize,
    /// The number of parts in total.
    pub total: usize,
    /// The next part.
    pub what: &'a str,
}
