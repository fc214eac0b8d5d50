//! What waits to be sent to one page: answers in order, and of everything that changes only the newest.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::refusal::Refusal;
use crate::wire::{AnalysisView, Answer, Message, NodeView, ReviewView, TableId, TableView};

/// The most answers that may wait: a page that asks more without reading is disconnected.
const MOST_ANSWERS: usize = 256;

/// A table at one moment, shared by all pages that watch it.
pub(crate) struct Snapshot {
    /// All but the nodes.
    pub(crate) view: TableView,
    /// Every node, with the `seq` at which it last changed.
    pub(crate) nodes: Vec<(u64, Arc<NodeView>)>,
}

/// What waits for one page. It never grows without bound, however slowly the page reads.
pub(crate) struct Outbox {
    waiting: Mutex<Waiting>,
    /// Called when something new waits.
    wake: Box<dyn Fn() + Send + Sync>,
}

impl Default for Outbox {
    fn default() -> Outbox {
        Outbox::new(|| ())
    }
}

/// What is to be sent next.
#[derive(Default)]
pub(crate) struct Waiting {
    /// Answers, oldest first.
    pub(crate) answers: VecDeque<Message<'static>>,
    /// The newest state of each table that changed.
    pub(crate) tables: BTreeMap<TableId, Arc<Snapshot>>,
    /// The newest of the analysis.
    pub(crate) analysis: Option<AnalysisView>,
    /// The newest of the review.
    pub(crate) review: Option<ReviewView>,
    /// Whether something was proved.
    pub(crate) proved: bool,
    /// Why the connection is to end, with its close code.
    pub(crate) end: Option<(u16, &'static str)>,
}

impl Outbox {
    /// Nothing waits yet; `wake` is called, in any thread, when something does.
    pub(crate) fn new(wake: impl Fn() + Send + Sync + 'static) -> Outbox {
        Outbox { waiting: Mutex::default(), wake: Box::new(wake) }
    }

    /// Sends an answer.
    pub(crate) fn tell(&self, message: Message<'static>) {
        let mut waiting = self.lock();
        if waiting.answers.len() < MOST_ANSWERS {
            waiting.answers.push_back(message);
        } else {
            waiting.end = Some((4408, "too slow"));
        }
        drop(waiting);
        (self.wake)();
    }

    /// Says that a call is done.
    pub(crate) fn done(&self, id: Option<u64>, answer: Answer) {
        self.tell(Message::Done { id, answer });
    }

    /// Says that a call cannot be done.
    pub(crate) fn refuse(&self, id: Option<u64>, error: Refusal) {
        self.tell(Message::Refused { id, error });
    }

    /// Sends the newest state of a table.
    pub(crate) fn show(&self, snapshot: &Arc<Snapshot>) {
        self.lock().tables.insert(snapshot.view.table.clone(), Arc::clone(snapshot));
        (self.wake)();
    }

    /// Sends the newest of the analysis.
    pub(crate) fn analysis(&self, view: AnalysisView) {
        self.lock().analysis = Some(view);
        (self.wake)();
    }

    /// Sends the newest of the review.
    pub(crate) fn review(&self, view: ReviewView) {
        self.lock().review = Some(view);
        (self.wake)();
    }

    /// Says that something was proved.
    pub(crate) fn proved(&self) {
        self.lock().proved = true;
        (self.wake)();
    }

    /// Ends the connection.
    pub(crate) fn end(&self, code: u16, reason: &'static str) {
        self.lock().end.get_or_insert((code, reason));
        (self.wake)();
    }

    /// Takes everything that waits.
    pub(crate) fn take(&self) -> Waiting {
        std::mem::take(&mut *self.lock())
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
