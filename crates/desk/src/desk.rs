//! The desk: everything that answers pages, whatever carries their messages.

use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Instant;

use crate::jobs::Sessions;
use crate::known::Known;
use crate::laboratory::Laboratory;
use crate::library::Shelf;
use crate::load::Load;
use crate::lobby::Lobby;
use crate::opponent::{Registered, Roster};
use crate::outbox::Outbox;
use crate::page::Page;
use crate::proofs::Proofs;
use crate::random::random_hex;
use crate::store::{Store, StoreError};
use crate::table::{Caller, Services};
use crate::training::Training;
use crate::wire::{Greeting, Message, Role};

/// What a desk is to work with.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The folder of the database; nothing is kept without one.
    pub data: Option<PathBuf>,
    /// Engines that can be chosen.
    pub engines: Vec<Registered>,
}

/// Why somebody cannot come in, with the code that closes a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotWelcome(pub u16, pub &'static str);

/// Everything that answers pages.
pub struct Desk {
    pub(crate) lobby: Arc<Lobby>,
    /// The searches that pages have under way.
    pub(crate) sessions: Arc<Sessions>,
    /// What analyses have found.
    pub(crate) known: Arc<Known>,
    /// The experiments.
    pub(crate) laboratory: Arc<Laboratory>,
    /// Puzzles, and what the person has reached with them.
    pub(crate) training: Arc<Training>,
    /// The library of games.
    pub(crate) shelf: Arc<Shelf>,
    /// The proofs that pages walk through.
    pub(crate) proofs: Arc<Proofs>,
    /// Another for every run of the program.
    pub(crate) run: String,
    /// The number of the next connection.
    connections: AtomicU64,
    outboxes: Mutex<Vec<Weak<Outbox>>>,
}

impl fmt::Debug for Desk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Desk").field("run", &self.run).finish_non_exhaustive()
    }
}

impl Desk {
    /// Opens the database. Waits for the disk.
    pub fn open(options: Options) -> Result<Arc<Desk>, StoreError> {
        let Options { data, engines } = options;
        let store = match &data {
            Some(folder) => Store::open(folder),
            None => Store::in_memory(),
        };
        let (store, load, proofs) = (Arc::new(store?), Load::default(), Arc::<Proofs>::default());
        let services = Services {
            store: Arc::clone(&store),
            roster: Roster::new(engines),
            load: load.clone(),
            proofs: Arc::clone(&proofs),
        };
        let desk = Arc::new(Desk {
            lobby: Lobby::new(services),
            sessions: Sessions::new(load.clone()),
            known: Arc::default(),
            laboratory: Laboratory::new(load.clone(), data.as_ref()),
            training: Training::new(store, load, Arc::clone(&proofs)),
            shelf: Shelf::new(data.as_ref()),
            proofs,
            run: random_hex()[..8].to_owned(),
            connections: AtomicU64::new(1),
            outboxes: Mutex::default(),
        });
        let told = Arc::downgrade(&desk);
        desk.proofs.on_news(move || {
            if let Some(desk) = told.upgrade() {
                desk.outboxes().iter().filter_map(Weak::upgrade).for_each(|outbox| outbox.proved());
            }
        });
        Ok(desk)
    }

    /// Lets a page in whose first message says who it is: `role` knows whose key that is. `wake` is called, in any thread, when something
    /// waits to be sent.
    pub fn welcome(
        self: &Arc<Desk>,
        first: &str,
        role: impl FnOnce(&str) -> Option<Role>,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Result<Page, NotWelcome> {
        let greeting = serde_json::from_str(first).map_err(|_| NotWelcome::NO_HELLO)?;
        let Greeting::Hello { id, token, session } = greeting;
        let role = role(&token).ok_or(NotWelcome(4401, "wrong token"))?;
        let is_session =
            |text: &String| text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let session = session.filter(is_session).unwrap_or_else(random_hex);
        let outbox = Arc::new(Outbox::new(wake));
        let mut outboxes = self.outboxes();
        outboxes.retain(|each| each.strong_count() > 0);
        outboxes.push(Arc::downgrade(&outbox));
        drop(outboxes);
        let version = env!("CARGO_PKG_VERSION");
        outbox.tell(Message::Welcome { id, session: session.clone(), role, version, run: self.run.clone() });
        let connection = self.connections.fetch_add(1, Ordering::Relaxed);
        Ok(Page::new(Arc::clone(self), Caller { connection, session, role, outbox }))
    }

    /// What the person should know about the stored games.
    pub fn notices(&self) -> Vec<String> {
        [self.lobby.services.store.notices(), self.shelf.notices()].concat()
    }

    /// Copies the stored games if that is due. Waits for the disk.
    pub fn back_up(&self) {
        let _ = self.lobby.services.store.back_up();
    }

    /// Ends the searches of pages that have been gone for long.
    pub fn tidy(&self, now: Instant) {
        self.sessions.tidy(now);
    }

    /// Says goodbye to every page and ends all work.
    pub fn dismiss(&self) {
        let outboxes = self.outboxes();
        outboxes.iter().filter_map(Weak::upgrade).for_each(|outbox| outbox.end(1001, "the server is going"));
        drop(outboxes);
        self.sessions.close();
        self.laboratory.stop();
        self.shelf.stop();
    }

    /// Closes the tables. Waits a little for them.
    pub fn close(&self) {
        self.lobby.close();
    }

    fn outboxes(&self) -> MutexGuard<'_, Vec<Weak<Outbox>>> {
        self.outboxes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl NotWelcome {
    /// What came first does not say who it is.
    pub const NO_HELLO: NotWelcome = NotWelcome(4401, "expected hello");
}
