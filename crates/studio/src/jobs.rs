//! The long jobs of one page: at most one of each kind, in threads of their own. They outlive a connection for a while,
//! so that a page that comes back finds its work going on.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use goren_core::Stop;
use goren_engine::Engine;

use crate::load::Load;
use crate::outbox::Outbox;
use crate::refusal::Refusal;
use crate::theatre::Flows;
use crate::wire::{Answer, Job};

/// How long the work of a page that is gone goes on.
const GRACE: Duration = Duration::from_secs(30);

/// A job under way.
struct Running {
    stop: Stop,
    /// What it does, to tell whether a page that comes back asks for the same.
    name: String,
    ticket: Ticket,
    /// The connection over which it was last asked for.
    connection: u64,
    /// Gone when the job has ended.
    is_alive: Weak<()>,
}

/// Whom a job answers: the page as it is connected now, and its last request for this job.
#[derive(Clone)]
pub(crate) struct Ticket {
    jobs: Weak<Jobs>,
    id: Arc<Mutex<Option<u64>>>,
}

impl Ticket {
    /// The number of the request.
    pub(crate) fn id(&self) -> Option<u64> {
        *lock(&self.id)
    }

    /// What waits for the page. Of a page that is gone for good, nobody reads it.
    pub(crate) fn outbox(&self) -> Arc<Outbox> {
        self.jobs.upgrade().map_or_else(Arc::default, |jobs| Arc::clone(&lock(&jobs.outbox)))
    }

    /// Answers the request.
    pub(crate) fn answer(&self, result: Result<Answer, Refusal>) {
        match result {
            Ok(answer) => self.outbox().done(self.id(), answer),
            Err(refusal) => self.outbox().refuse(self.id(), &refusal),
        }
    }
}

/// Whether a page is connected, and by which connection it is or was.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Presence {
    Here(u64),
    Gone(u64),
}

/// The jobs of one page.
pub(crate) struct Jobs {
    load: Load,
    running: Mutex<HashMap<Job, Running>>,
    outbox: Mutex<Arc<Outbox>>,
    presence: Mutex<Presence>,
    /// What the page's analyses have learned; a search waits here until an earlier one has ended.
    pub(crate) engine: Arc<Mutex<Option<Engine>>>,
    /// How much of each search that is watched has arrived.
    pub(crate) flows: Flows,
}

impl Jobs {
    fn new(load: Load, connection: u64) -> Jobs {
        Jobs {
            load,
            running: Mutex::default(),
            outbox: Mutex::default(),
            presence: Mutex::new(Presence::Here(connection)),
            engine: Arc::default(),
            flows: Flows::default(),
        }
    }

    /// Starts a job in a thread of its own; an earlier one of the same kind is stopped. If that one does the same, and the
    /// page was gone in the meantime, it goes on instead, and answers this request.
    pub(crate) fn start(
        self: &Arc<Jobs>,
        kind: Job,
        name: String,
        id: Option<u64>,
        job: impl FnOnce(&Stop, &Ticket) + Send + 'static,
    ) -> Result<(), Refusal> {
        let (Presence::Here(connection) | Presence::Gone(connection)) = *lock(&self.presence);
        let mut running = lock(&self.running);
        if let Some(same) = running.get_mut(&kind)
            && same.name == name
            && same.connection != connection
            && same.is_alive.strong_count() > 0
        {
            same.connection = connection;
            *lock(&same.ticket.id) = id;
            return Ok(());
        }
        if let Some(earlier) = running.remove(&kind) {
            earlier.stop.raise();
        }
        let search = self.load.search()?;
        let stop = Stop::default();
        let ticket = Ticket { jobs: Arc::downgrade(self), id: Arc::new(Mutex::new(id)) };
        let alive = Arc::new(());
        let is_alive = Arc::downgrade(&alive);
        running
            .insert(kind, Running { stop: stop.clone(), name, ticket: ticket.clone(), connection, is_alive });
        std::thread::Builder::new().name(format!("{kind:?}").to_lowercase()).spawn(move || {
            let _alive = (search, alive);
            job(&stop, &ticket);
        })?;
        Ok(())
    }

    /// A ticket of no job that is under way.
    #[cfg(test)]
    pub(crate) fn ticket(self: &Arc<Jobs>, id: u64) -> Ticket {
        Ticket { jobs: Arc::downgrade(self), id: Arc::new(Mutex::new(Some(id))) }
    }

    /// Stops a job, if there is one of this kind.
    pub(crate) fn stop(&self, kind: Job) {
        if let Some(running) = lock(&self.running).remove(&kind) {
            running.stop.raise();
        }
    }

    fn stop_all(&self) {
        lock(&self.running).drain().for_each(|(_, running)| running.stop.raise());
    }
}

impl Drop for Jobs {
    fn drop(&mut self) {
        self.stop_all();
    }
}

/// The jobs of all pages, by the session of each.
#[derive(Default)]
pub(crate) struct Desks {
    load: Load,
    desks: Mutex<HashMap<String, Arc<Jobs>>>,
}

impl Desks {
    /// No jobs yet; they count towards this load.
    pub(crate) fn new(load: Load) -> Arc<Desks> {
        Arc::new(Desks { load, desks: Mutex::default() })
    }

    /// The jobs of a page that has connected: those it had before, if it was gone for a short time only.
    pub(crate) fn connect(&self, session: &str, connection: u64, outbox: &Arc<Outbox>) -> Arc<Jobs> {
        let mut desks = lock(&self.desks);
        let known = desks.get(session).filter(|jobs| matches!(*lock(&jobs.presence), Presence::Gone(_)));
        let fresh = || Arc::new(Jobs::new(self.load.clone(), connection));
        let jobs = known.cloned().unwrap_or_else(fresh);
        *lock(&jobs.presence) = Presence::Here(connection);
        *lock(&jobs.outbox) = Arc::clone(outbox);
        // A copy of a tab has the session of the other, which keeps what it has.
        desks.entry(session.to_owned()).or_insert_with(|| Arc::clone(&jobs));
        jobs
    }

    /// A page is gone; its jobs end if it does not come back soon.
    pub(crate) fn leave(self: &Arc<Desks>, session: String, connection: u64, jobs: &Arc<Jobs>) {
        *lock(&jobs.presence) = Presence::Gone(connection);
        if !lock(&self.desks).get(&session).is_some_and(|mine| Arc::ptr_eq(mine, jobs)) {
            return jobs.stop_all();
        }
        let desks = Arc::clone(self);
        tokio::spawn(async move {
            tokio::time::sleep(GRACE).await;
            desks.put_away(&session, connection);
        });
    }

    fn put_away(&self, session: &str, connection: u64) {
        let mut desks = lock(&self.desks);
        if desks.get(session).is_some_and(|jobs| *lock(&jobs.presence) == Presence::Gone(connection))
            && let Some(jobs) = desks.remove(session)
        {
            jobs.stop_all();
        }
    }

    /// Ends all jobs: the server is going.
    pub(crate) fn close(&self) {
        lock(&self.desks).drain().for_each(|(_, jobs)| jobs.stop_all());
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    /// Begins a solve that waits to be stopped, and says whether it was begun at all.
    fn begin(jobs: &Arc<Jobs>, name: &str, id: u64) -> bool {
        let (begun, is_begun) = channel();
        jobs.start(Job::Solve, name.to_owned(), Some(id), move |stop, ticket| {
            let _ = begun.send(());
            while !stop.is_raised() {
                std::thread::yield_now();
            }
            ticket.answer(Ok(Answer::Nothing {}));
        })
        .unwrap();
        is_begun.recv().is_ok()
    }

    #[tokio::test]
    async fn a_page_that_comes_back_finds_its_work_going_on() {
        let desks = Arc::new(Desks::default());
        let (first, second) = (Arc::new(Outbox::default()), Arc::new(Outbox::default()));
        let jobs = desks.connect("a", 1, &first);
        assert!(begin(&jobs, "solve h8", 7));
        desks.leave("a".to_owned(), 1, &jobs);
        let again = desks.connect("a", 2, &second);
        assert!(Arc::ptr_eq(&jobs, &again));
        assert!(!begin(&again, "solve h8", 8), "the same is not begun twice");
        again.stop(Job::Solve);
        second.wake.notified().await;
        let answered = second.take().answers;
        assert!(matches!(answered[0], crate::wire::Message::Done { id: Some(8), .. }), "{answered:?}");
        assert!(first.take().answers.is_empty());
    }

    #[tokio::test]
    async fn two_tabs_with_one_session_do_not_share_their_work() {
        let desks = Arc::new(Desks::default());
        let outbox = Arc::new(Outbox::default());
        let (one, copy) = (desks.connect("a", 1, &outbox), desks.connect("a", 2, &outbox));
        assert!(!Arc::ptr_eq(&one, &copy));
        assert!(begin(&one, "x", 1) && begin(&copy, "x", 2));
        desks.leave("a".to_owned(), 2, &copy);
        assert!(lock(&copy.running).is_empty() && !lock(&one.running).is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn a_page_that_stays_away_has_its_work_ended() {
        let desks = Arc::new(Desks::default());
        let jobs = desks.connect("a", 1, &Arc::new(Outbox::default()));
        assert!(begin(&jobs, "x", 1));
        desks.leave("a".to_owned(), 1, &jobs);
        tokio::time::sleep(GRACE / 2).await;
        assert!(!lock(&jobs.running).is_empty());
        tokio::time::sleep(GRACE).await;
        assert!(lock(&jobs.running).is_empty());
    }
}
