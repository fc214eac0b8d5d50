//! Whoever watches an experiment: is told how far it is, and can end it.

use goren_core::Stop;

/// Watches an experiment. Once the flag is raised, what is finished is returned soon.
pub struct Observer<'a> {
    /// Ends the experiment.
    pub stop: &'a Stop,
    /// Is told after each part.
    pub progress: &'a mut dyn FnMut(Progress<'_>),
}

impl Observer<'_> {
    /// Says how far it is; whether to go on.
    pub(crate) fn goes_on(&mut self, done: usize, total: usize, what: &str) -> bool {
        (self.progress)(Progress { done, total, what });
        !self.stop.is_raised()
    }
}

/// How far an experiment is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress<'a> {
    /// Parts finished.
    pub done: usize,
    /// Parts in all.
    pub total: usize,
    /// What comes next.
    pub what: &'a str,
}
