//! The long jobs of one page: at most one of each kind, in threads of their own. They outlive a connection for a while,
//! so that a page that comes back finds its work going on.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use goren_core::{Point, Stop};
use goren_engine::Engine;

use crate::load::Load;
use crate::outbox::Outbox;
use crate::refusal::Refusal;
use crate::theatre::Flows;
use crate::wire::{AnalysisOptions, Answer, Ask, HintStage, Job, Lane, SolveKind, TableId};

/// How long the work of a page that is gone goes on.
const GRACE: Duration = Duration::from_secs(30);

/// What a job does, to tell whether a page that comes back asks for the same. A position is told by its hash.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum JobKey {
    Look(u64),
    Balance(u64),
    Level(u64, usize),
    Hint(u64, HintStage),
    Solve(u64, SolveKind),
    Analyse(u64, AnalysisOptions),
    Review {
        table: TableId,
        node: Option<usize>,
        nodes: Option<u64>,
    },
    Keep {
        table: TableId,
        node: usize,
    },
    Try {
        table: TableId,
        node: usize,
        point: Point,
    },
    /// A page that comes back asks anew: what it missed is not kept.
    Watch {
        lane: Lane,
        id: Option<u64>,
        connection: u64,
    },
    Claims(TableId),
}

impl JobKey {
    /// Which of a page's jobs it is.
    fn job(&self) -> Job {
        match self {
            JobKey::Look(_) => Job::Look,
            JobKey::Balance(_)
            | JobKey::Level(..)
            | JobKey::Hint(..)
            | JobKey::Keep { .. }
            | JobKey::Try { .. } => Job::Hint,
            JobKey::Solve(..) => Job::Solve,
            JobKey::Analyse(..) => Job::Analysis,
            JobKey::Review { .. } => Job::Review,
            JobKey::Watch { lane: Lane::Theatre, .. } => Job::Theatre,
            JobKey::Watch { lane: Lane::Rival, .. } => Job::Rival,
            JobKey::Claims(_) => Job::Claims,
        }
    }
}

/// A job under way.
struct Running {
    stop: Stop,
    key: JobKey,
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

    /// Answers the request, which is of this type.
    pub(crate) fn answer<R: Ask>(&self, result: Result<R::Answer, Refusal>) {
        match result {
            Ok(answer) => self.outbox().done(self.id(), Answer::to::<R>(&answer)),
            Err(refusal) => self.outbox().refuse(self.id(), refusal),
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
        key: JobKey,
        id: Option<u64>,
        job: impl FnOnce(&Stop, &Ticket) + Send + 'static,
    ) -> Result<(), Refusal> {
        let (Presence::Here(connection) | Presence::Gone(connection)) = *lock(&self.presence);
        let (kind, mut running) = (key.job(), lock(&self.running));
        if let Some(same) = running.get_mut(&kind)
            && same.key == key
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
            .insert(kind, Running { stop: stop.clone(), key, ticket: ticket.clone(), connection, is_alive });
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
pub(crate) struct Sessions {
    load: Load,
    sessions: Mutex<HashMap<String, Arc<Jobs>>>,
    /// Pages that are gone, in the order in which they went: when, their sessions and connections.
    gone: Mutex<VecDeque<(Instant, String, u64)>>,
}

impl Sessions {
    /// No jobs yet; they count towards this load.
    pub(crate) fn new(load: Load) -> Arc<Sessions> {
        Arc::new(Sessions { load, sessions: Mutex::default(), gone: Mutex::default() })
    }

    /// The jobs of a page that has connected: those it had before, if it was gone for a short time only.
    pub(crate) fn connect(&self, session: &str, connection: u64, outbox: &Arc<Outbox>) -> Arc<Jobs> {
        let mut sessions = lock(&self.sessions);
        let known = sessions.get(session).filter(|jobs| matches!(*lock(&jobs.presence), Presence::Gone(_)));
        let fresh = || Arc::new(Jobs::new(self.load.clone(), connection));
        let jobs = known.cloned().unwrap_or_else(fresh);
        *lock(&jobs.presence) = Presence::Here(connection);
        *lock(&jobs.outbox) = Arc::clone(outbox);
        // A copy of a tab has the session of the other, which keeps what it has.
        sessions.entry(session.to_owned()).or_insert_with(|| Arc::clone(&jobs));
        jobs
    }

    /// A page is gone; its jobs end if it does not come back soon.
    pub(crate) fn leave(&self, session: String, connection: u64, jobs: &Arc<Jobs>, now: Instant) {
        *lock(&jobs.presence) = Presence::Gone(connection);
        if !lock(&self.sessions).get(&session).is_some_and(|mine| Arc::ptr_eq(mine, jobs)) {
            return jobs.stop_all();
        }
        lock(&self.gone).push_back((now, session, connection));
    }

    /// Ends the work of pages that have been gone for long.
    pub(crate) fn tidy(&self, now: Instant) {
        let mut gone = lock(&self.gone);
        let is_short = |(since, ..): &(Instant, String, u64)| now.saturating_duration_since(*since) < GRACE;
        let count = gone.iter().position(is_short).unwrap_or(gone.len());
        for (_, session, connection) in gone.drain(..count) {
            let mut sessions = lock(&self.sessions);
            if sessions.get(&session).is_some_and(|jobs| *lock(&jobs.presence) == Presence::Gone(connection))
                && let Some(jobs) = sessions.remove(&session)
            {
                jobs.stop_all();
            }
        }
    }

    /// Ends all jobs: the server is going.
    pub(crate) fn close(&self) {
        lock(&self.sessions).drain().for_each(|(_, jobs)| jobs.stop_all());
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    /// Begins a solve of this position that waits to be stopped, and says whether it was begun at all.
    fn begin(jobs: &Arc<Jobs>, position: u64, id: u64) -> bool {
        let (begun, is_begun) = channel();
        jobs.start(JobKey::Solve(position, SolveKind::Vct), Some(id), move |stop, ticket| {
            let _ = begun.send(());
            while !stop.is_raised() {
                std::thread::yield_now();
            }
            ticket.answer::<crate::wire::ask::Ping>(Ok(crate::wire::Now { now: 0 }));
        })
        .unwrap();
        is_begun.recv().is_ok()
    }

    #[test]
    fn a_page_that_comes_back_finds_its_work_going_on() {
        let sessions = Sessions::default();
        let (woken, wakes) = channel();
        let first = Arc::new(Outbox::default());
        let second = Arc::new(Outbox::new(move || woken.send(()).unwrap()));
        let jobs = sessions.connect("a", 1, &first);
        assert!(begin(&jobs, 8, 7));
        sessions.leave("a".to_owned(), 1, &jobs, Instant::now());
        let again = sessions.connect("a", 2, &second);
        assert!(Arc::ptr_eq(&jobs, &again));
        assert!(!begin(&again, 8, 8), "the same is not begun twice");
        again.stop(Job::Solve);
        wakes.recv().unwrap();
        let answered = second.take().answers;
        assert!(matches!(answered[0], crate::wire::Message::Done { id: Some(8), .. }), "{answered:?}");
        assert!(first.take().answers.is_empty());
    }

    #[test]
    fn two_tabs_with_one_session_do_not_share_their_work() {
        let sessions = Sessions::default();
        let outbox = Arc::new(Outbox::default());
        let (one, copy) = (sessions.connect("a", 1, &outbox), sessions.connect("a", 2, &outbox));
        assert!(!Arc::ptr_eq(&one, &copy));
        assert!(begin(&one, 8, 1) && begin(&copy, 8, 2));
        sessions.leave("a".to_owned(), 2, &copy, Instant::now());
        assert!(lock(&copy.running).is_empty() && !lock(&one.running).is_empty());
    }

    #[test]
    fn a_page_that_stays_away_has_its_work_ended() {
        let (sessions, start) = (Sessions::default(), Instant::now());
        let jobs = sessions.connect("a", 1, &Arc::new(Outbox::default()));
        assert!(begin(&jobs, 8, 1));
        sessions.leave("a".to_owned(), 1, &jobs, start);
        sessions.tidy(start + GRACE / 2);
        assert!(!lock(&jobs.running).is_empty());
        // Who has come back and gone again has the whole time again.
        let again = sessions.connect("a", 2, &Arc::new(Outbox::default()));
        sessions.leave("a".to_owned(), 2, &again, start + GRACE / 2);
        sessions.tidy(start + GRACE);
        assert!(!lock(&jobs.running).is_empty());
        sessions.tidy(start + GRACE * 2);
        assert!(lock(&jobs.running).is_empty());
    }
}
