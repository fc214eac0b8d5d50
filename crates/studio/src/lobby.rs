//! The open tables by name: finds them, opens stored ones, begins new ones, puts unused ones away.

use std::collections::HashMap;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use goren_record::Record;
use tokio::sync::oneshot;

use crate::table::{House, MAILBOX, Note, Summary, Table};
use crate::wire::{NewGame, TableId};

/// How many tables may be open at once.
const MOST_TABLES: usize = 200;
/// How long tables may take to close.
const CLOSING: Duration = Duration::from_secs(2);

type Mailboxes = HashMap<TableId, SyncSender<Note>>;

/// The open tables.
pub(crate) struct Lobby {
    /// Where games are kept and who can play.
    pub(crate) house: House,
    mailboxes: Mutex<Mailboxes>,
}

impl Lobby {
    /// A lobby without open tables.
    pub(crate) fn new(house: House) -> Arc<Lobby> {
        Arc::new(Lobby { house, mailboxes: Mutex::default() })
    }

    /// Begins a game. Waits for the disk.
    pub(crate) fn create(self: &Arc<Lobby>, setting: NewGame) -> Result<TableId, String> {
        self.begin(|id, house, mailbox| Table::game(id, setting, house, mailbox))
    }

    /// Begins a study. Waits for the disk.
    pub(crate) fn study(self: &Arc<Lobby>, record: Record) -> Result<TableId, String> {
        self.begin(|id, house, mailbox| Table::study(id, record, house, mailbox))
    }

    fn begin(
        self: &Arc<Lobby>,
        make: impl FnOnce(TableId, House, SyncSender<Note>) -> Result<Table, String>,
    ) -> Result<TableId, String> {
        let id = fresh_id();
        let (mailbox, notes) = sync_channel(MAILBOX);
        let table = make(id.clone(), self.house.clone(), mailbox.clone())?;
        self.seat(&mut self.lock(), &id, table, mailbox, notes)?;
        Ok(id)
    }

    /// Writes a note to a table, which is opened if it is not. May wait for the disk.
    pub(crate) fn send(self: &Arc<Lobby>, id: &str, note: Note) -> Result<(), String> {
        let mut mailboxes = self.lock();
        let mailbox = match mailboxes.get(id) {
            Some(mailbox) => mailbox.clone(),
            None => {
                let missing = || format!("there is no table `{}`", id.chars().take(32).collect::<String>());
                let saved =
                    self.house.store.load(id).map_err(|error| error.to_string())?.ok_or_else(missing)?;
                let (mailbox, notes) = sync_channel(MAILBOX);
                let table = Table::load(id.to_owned(), &saved, self.house.clone(), mailbox.clone())?;
                self.seat(&mut mailboxes, id, table, mailbox.clone(), notes)?;
                mailbox
            }
        };
        mailbox.try_send(note).map_err(|error| match error {
            TrySendError::Full(_) => "the table has too much to do".to_owned(),
            TrySendError::Disconnected(_) => "the table is closing".to_owned(),
        })
    }

    /// Writes a note to a table only if it is open.
    pub(crate) fn send_if_open(&self, id: &str, note: Note) {
        if let Some(mailbox) = self.lock().get(id) {
            let _ = mailbox.try_send(note);
        }
    }

    /// Asks a table for something.
    pub(crate) async fn ask<T: Send + 'static>(
        self: &Arc<Lobby>,
        id: &str,
        note: impl FnOnce(oneshot::Sender<T>) -> Note + Send + 'static,
    ) -> Result<T, String> {
        let (reply, answer) = oneshot::channel();
        let (lobby, id) = (Arc::clone(self), id.to_owned());
        let sent = tokio::task::spawn_blocking(move || lobby.send(&id, note(reply))).await;
        sent.map_err(|error| error.to_string())??;
        answer.await.map_err(|_| "the table was closed".to_owned())
    }

    /// The open tables.
    pub(crate) async fn summaries(&self) -> Vec<Summary> {
        let mailboxes: Vec<SyncSender<Note>> = self.lock().values().cloned().collect();
        let mut summaries = Vec::new();
        for mailbox in mailboxes {
            let (reply, answer) = oneshot::channel();
            if mailbox.try_send(Note::Summary(reply)).is_ok()
                && let Ok(summary) = answer.await
            {
                summaries.push(summary);
            }
        }
        summaries.sort_by(|one, other| one.table.cmp(&other.table));
        summaries
    }

    /// Forgets a game, and closes its table first; whether there was one. Waits for the disk.
    pub(crate) fn delete(&self, id: &str) -> Result<bool, String> {
        self.send_if_open(id, Note::Close);
        self.wait(|mailboxes| !mailboxes.contains_key(id));
        self.house.store.delete(id).map_err(|error| error.to_string())
    }

    /// Closes all tables: their agents end. Waits a little for them.
    pub(crate) fn close(&self) {
        for mailbox in self.lock().values() {
            let _ = mailbox.try_send(Note::Close);
        }
        self.wait(HashMap::is_empty);
    }

    fn wait(&self, is_over: impl Fn(&Mailboxes) -> bool) {
        let start = Instant::now();
        while !is_over(&self.lock()) && start.elapsed() < CLOSING {
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Gives a table its thread.
    fn seat(
        self: &Arc<Lobby>,
        mailboxes: &mut Mailboxes,
        id: &str,
        table: Table,
        mailbox: SyncSender<Note>,
        notes: Receiver<Note>,
    ) -> Result<(), String> {
        if mailboxes.len() >= MOST_TABLES {
            return Err(format!("{MOST_TABLES} tables are open: close some pages first"));
        }
        let (lobby, name) = (Arc::clone(self), id.to_owned());
        let thread = std::thread::Builder::new().name(format!("table {id}")).spawn(move || {
            // A note that came in while the table was about to end is not lost: nobody can write another meanwhile.
            table.run(&notes, &|notes| {
                let mut mailboxes = lobby.lock();
                let note = notes.try_recv().ok();
                if note.is_none() {
                    mailboxes.remove(&name);
                }
                note
            });
            lobby.lock().remove(&name);
        });
        thread.map_err(|error| format!("cannot open a table: {error}"))?;
        mailboxes.insert(id.to_owned(), mailbox);
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Mailboxes> {
        self.mailboxes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A name that nobody can guess.
///
/// # Panics
/// If the operating system has no random numbers to give.
pub(crate) fn fresh_id() -> TableId {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let mut bytes = [0; 10];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}
