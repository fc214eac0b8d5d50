//! The long work of one page: at most one of each kind, in threads of its own, stopped when the page goes.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use goren_core::Stop;
use goren_engine::Engine;

use crate::wire::Work;

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

/// The work of one page.
pub(crate) struct Workbench {
    load: Load,
    stops: HashMap<Work, Stop>,
    /// What the page's analyses have learned.
    engine: Arc<Mutex<Option<Engine>>>,
}

impl Workbench {
    /// Nothing under way.
    pub(crate) fn new(load: Load) -> Workbench {
        Workbench { load, stops: HashMap::new(), engine: Arc::default() }
    }

    /// Starts work in a thread of its own; earlier work of the same kind is stopped.
    pub(crate) fn start(
        &mut self,
        kind: Work,
        job: impl FnOnce(&Stop, &Mutex<Option<Engine>>) + Send + 'static,
    ) -> Result<(), String> {
        self.stop(kind);
        if self.load.0.fetch_add(1, Ordering::Relaxed) >= MOST {
            self.load.0.fetch_sub(1, Ordering::Relaxed);
            return Err(format!("{MOST} searches are under way already: stop one first"));
        }
        let share = Share(self.load.clone());
        let stop = Stop::default();
        self.stops.insert(kind, stop.clone());
        let engine = Arc::clone(&self.engine);
        let name = format!("{kind:?}").to_lowercase();
        let started = std::thread::Builder::new().name(name).spawn(move || {
            let _share = share;
            job(&stop, &engine);
        });
        started.map(drop).map_err(|error| format!("cannot start a thread: {error}"))
    }

    /// Stops work of a kind, if there is any.
    pub(crate) fn stop(&mut self, kind: Work) {
        if let Some(stop) = self.stops.remove(&kind) {
            stop.raise();
        }
    }
}

impl Drop for Workbench {
    fn drop(&mut self) {
        self.stops.values().for_each(Stop::raise);
    }
}

/// Runs `use_it` with the page's engine, which waits until an earlier search has ended.
pub(crate) fn with_engine<T>(
    engine: &Mutex<Option<Engine>>,
    use_it: impl FnOnce(&mut Option<Engine>) -> T,
) -> T {
    use_it(&mut engine.lock().unwrap_or_else(PoisonError::into_inner))
}
