//! What a worker's program contributes: whether it can take part in a run, and how it performs a task.

use std::path::PathBuf;

use goren_arena::Slot;
use goren_core::Stop;
use serde_json::Value;

use crate::message::{Announcement, Speed, Task};

/// Why a worker does not take part in a run, or cannot perform a task. It reads as one line.
pub type PerformError = Box<dyn std::error::Error + Send + Sync>;

/// Decides whether a worker can take part in runs.
pub trait Performer: Send + Sync {
    /// Takes part in a run, or says in one line why not; both owners read it. Called once for each run.
    ///
    /// The run's version, signature, engines, threads and speed have been compared with the worker's. `objects` gives the
    /// file of an object that the run needs, fetched and checked, by its hash. Everything in `run.common` is to be checked
    /// here: it comes from another machine.
    fn accept(
        &self,
        run: &Announcement,
        objects: &dyn Fn(&str) -> Option<PathBuf>,
    ) -> Result<Box<dyn RunPerformer>, PerformError>;
}

/// Performs the tasks of one run.
pub trait RunPerformer: Send + Sync {
    /// Performs a task. `None` if `stop` was raised before it was done; an error if the task is invalid or cannot be
    /// performed here. A panic counts as an error.
    fn perform(&self, task: &Task, slot: &Slot, stop: &Stop) -> Result<Option<Value>, PerformError>;

    /// The speed to note in the answers, if the run is by the clock.
    fn speed(&self) -> Option<Speed> {
        None
    }
}
