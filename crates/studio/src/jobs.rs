//! The long jobs of one page: at most one of each kind, in threads of their own, stopped when the page goes.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use goren_core::Stop;
use goren_engine::Engine;

use crate::refusal::Refusal;
use crate::wire::Job;

/// How many searches all pages together may have under way.
const MOST: usize = 12;

/// How many searches are under way.
#[derive(Clone, Default)]
pub(crate) struct Load(Arc<AtomicUsize>);

/// One search under way; counted until it is dropped.
struct Share(Load);

impl Drop for Share {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The jobs of one page.
pub(crate) struct Jobs {
    load: Load,
    stops: HashMap<Job, Stop>,
    /// What the page's analyses have learned; a search waits here until an earlier one has ended.
    pub(crate) engine: Arc<Mutex<Option<Engine>>>,
}

impl Jobs {
    /// Nothing under way.
    pub(crate) fn new(load: Load) -> Jobs {
        Jobs { load, stops: HashMap::new(), engine: Arc::default() }
    }

    /// Starts a job in a thread of its own; an earlier one of the same kind is stopped.
    pub(crate) fn start(
        &mut self,
        kind: Job,
        job: impl FnOnce(&Stop) + Send + 'static,
    ) -> Result<(), Refusal> {
        self.stop(kind);
        let share = Share(self.load.clone());
        if self.load.0.fetch_add(1, Ordering::Relaxed) >= MOST {
            return Err(Refusal::TooManySearches(MOST));
        }
        let stop = Stop::default();
        self.stops.insert(kind, stop.clone());
        std::thread::Builder::new().name(format!("{kind:?}").to_lowercase()).spawn(move || {
            let _share = share;
            job(&stop);
        })?;
        Ok(())
    }

    /// Stops a job, if there is one of this kind.
    pub(crate) fn stop(&mut self, kind: Job) {
        if let Some(stop) = self.stops.remove(&kind) {
            stop.raise();
        }
    }
}

impl Drop for Jobs {
    fn drop(&mut self) {
        self.stops.values().for_each(Stop::raise);
    }
}
