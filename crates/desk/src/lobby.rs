//! The open tables by name: finds them, opens stored ones, begins new ones, puts unused ones away.

use std::collections::HashMap;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, channel, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use goren_record::Record;

use crate::random::fresh_id;
use crate::refusal::Refusal;
use crate::table::{Ended, MAILBOX, Reply, Services, State, Table, TableGame, TableMessage};
use crate::wire::{NewGame, Summary, TableId, now_ms};

/// How many tables may be open at once.
const MOST_TABLES: usize = 200;
/// The longest name of a table.
const MOST_ID: usize = 64;
/// How long tables may take to close.
const CLOSING: Duration = Duration::from_secs(2);

/// What is known of a table that has a name.
enum Slot {
    /// It has a thread, which reads this mailbox once the table is loaded.
    Open(SyncSender<TableMessage>),
    /// Its game is being deleted: nobody may open it meanwhile.
    Deleting,
}

type Slots = HashMap<TableId, Slot>;

/// The open tables. Their lock is never held while something waits for the disk.
pub(crate) struct Lobby {
    /// Where games are kept and who can play.
    pub(crate) services: Services,
    slots: Mutex<Slots>,
    /// Woken when a table has closed.
    closed: Condvar,
}

impl Lobby {
    /// A lobby without open tables.
    pub(crate) fn new(services: Services) -> Arc<Lobby> {
        Arc::new(Lobby { services, slots: Mutex::default(), closed: Condvar::new() })
    }

    /// Begins a game. Waits for the disk.
    pub(crate) fn create(self: &Arc<Lobby>, setting: NewGame) -> Result<TableId, Refusal> {
        self.services.roster.check(&setting.first)?;
        self.services.roster.check(&setting.second)?;
        self.begin(State::of_game(TableGame::new(setting)?))
    }

    /// Begins the same game anew, with the seats exchanged. Waits for the disk.
    pub(crate) fn again(self: &Arc<Lobby>, table: &TableId) -> Result<TableId, Refusal> {
        let setting = self.ask(table, TableMessage::Setting)?;
        let NewGame { first, second, .. } = setting;
        self.create(NewGame { first: second, second: first, ..setting })
    }

    /// Begins a study. Waits for the disk.
    pub(crate) fn study(self: &Arc<Lobby>, record: Record) -> Result<TableId, Refusal> {
        self.begin(State::of_study(record))
    }

    fn begin(self: &Arc<Lobby>, state: State) -> Result<TableId, Refusal> {
        self.make_room();
        let id = fresh_id();
        let (mailbox, messages) = sync_channel(MAILBOX);
        let mut table = Table::new(id.clone(), now_ms(), state, self.services.clone(), mailbox.clone());
        table.store()?;
        self.open(&mut self.lock(), &id, mailbox, messages, move || Ok(table))?;
        Ok(id)
    }

    /// Writes to a table that is open or stored. One that is nowhere costs no slot and no thread, whoever asks for it. Waits for the
    /// disk.
    pub(crate) fn reach(self: &Arc<Lobby>, id: &str, message: TableMessage) -> Result<(), Refusal> {
        if !self.lock().contains_key(id) {
            if !is_table_id(id) || !self.services.store.contains(id)? {
                return Err(Refusal::NoTable { id: id.chars().take(MOST_ID).collect() });
            }
            self.make_room();
        }
        self.send(id, message)
    }

    /// Puts tables away that nobody watches, if there is no place for another. Waits for them.
    fn make_room(&self) {
        let slots = self.lock();
        if slots.len() < MOST_TABLES {
            return;
        }
        for slot in slots.values() {
            if let Slot::Open(mailbox) = slot {
                let _ = mailbox.try_send(TableMessage::MakeRoom);
            }
        }
        drop(slots);
        drop(self.wait(|slots| slots.len() < MOST_TABLES));
    }

    /// Writes to a table, which is opened if it is not. A table that cannot be opened refuses by itself.
    pub(crate) fn send(self: &Arc<Lobby>, id: &str, message: TableMessage) -> Result<(), Refusal> {
        let mut slots = self.lock();
        if !slots.contains_key(id) {
            let (mailbox, messages) = sync_channel(MAILBOX);
            let (services, name, own) = (self.services.clone(), id.to_owned(), mailbox.clone());
            self.open(&mut slots, id, mailbox, messages, move || {
                let saved =
                    services.store.load(&name)?.ok_or_else(|| Refusal::NoTable { id: name.clone() })?;
                Ok(Table::new(name, saved.created, State::load(&saved)?, services, own))
            })?;
        }
        match &slots[id] {
            Slot::Deleting => Err(Refusal::TableClosed),
            Slot::Open(mailbox) => mailbox.try_send(message).map_err(|error| match error {
                TrySendError::Full(_) => Refusal::TableBusy,
                TrySendError::Disconnected(_) => Refusal::TableClosed,
            }),
        }
    }

    /// Writes to a table only if it is open.
    pub(crate) fn send_if_open(&self, id: &str, message: TableMessage) {
        if let Some(Slot::Open(mailbox)) = self.lock().get(id) {
            let _ = mailbox.try_send(message);
        }
    }

    /// Asks a table for something, and waits for the answer.
    pub(crate) fn ask<T>(
        self: &Arc<Lobby>,
        id: &str,
        message: impl FnOnce(Reply<T>) -> TableMessage,
    ) -> Result<T, Refusal> {
        let (reply, answer) = channel();
        self.reach(id, message(reply))?;
        answer.recv().unwrap_or(Err(Refusal::TableClosed))
    }

    /// The open tables. Waits for them.
    pub(crate) fn summaries(&self) -> Vec<Summary> {
        let (reply, answers) = channel();
        for slot in self.lock().values() {
            if let Slot::Open(mailbox) = slot {
                let _ = mailbox.try_send(TableMessage::Summary(reply.clone()));
            }
        }
        drop(reply);
        let mut summaries: Vec<Summary> = answers.iter().collect();
        summaries.sort_by(|one, other| one.table.cmp(&other.table));
        summaries
    }

    /// Deletes games, and closes their tables first; how many there were. Waits for the disk.
    pub(crate) fn delete(&self, ids: &[TableId]) -> Result<usize, Refusal> {
        for id in ids {
            self.send_if_open(id, TableMessage::Close);
        }
        let is_open = |slots: &Slots, id: &TableId| matches!(slots.get(id), Some(Slot::Open(_)));
        let mut slots = self.wait(|slots| !ids.iter().any(|id| is_open(slots, id)));
        if ids.iter().any(|id| slots.contains_key(id)) {
            return Err(Refusal::TableClosed);
        }
        slots.extend(ids.iter().map(|id| (id.clone(), Slot::Deleting)));
        drop(slots);
        let deleted = self.services.store.delete(ids);
        for id in ids {
            self.remove(id);
        }
        Ok(deleted?)
    }

    /// Closes all tables: their agents end. Waits a little for them.
    pub(crate) fn close(&self) {
        for slot in self.lock().values() {
            if let Slot::Open(mailbox) = slot {
                let _ = mailbox.try_send(TableMessage::Close);
            }
        }
        drop(self.wait(HashMap::is_empty));
    }

    fn wait(&self, is_over: impl Fn(&Slots) -> bool) -> MutexGuard<'_, Slots> {
        let waited = self.closed.wait_timeout_while(self.lock(), CLOSING, |slots| !is_over(slots));
        waited.unwrap_or_else(PoisonError::into_inner).0
    }

    /// Gives a table its thread, in which it is made.
    fn open(
        self: &Arc<Lobby>,
        slots: &mut Slots,
        id: &str,
        mailbox: SyncSender<TableMessage>,
        messages: Receiver<TableMessage>,
        make: impl FnOnce() -> Result<Table, Refusal> + Send + 'static,
    ) -> Result<(), Refusal> {
        if slots.len() >= MOST_TABLES {
            return Err(Refusal::TooManyTables { max: MOST_TABLES });
        }
        let (lobby, name) = (Arc::clone(self), id.to_owned());
        std::thread::Builder::new().name(format!("table {id}")).spawn(move || {
            // A message that came in while the table was about to end is not lost: nobody can write meanwhile.
            let next_or_end = |messages: &Receiver<TableMessage>| {
                let mut slots = lobby.lock();
                let message = messages.try_recv().ok();
                if message.is_none() {
                    slots.remove(&name);
                    lobby.closed.notify_all();
                }
                message
            };
            let refusal = match make().map(|table| table.run(&messages, &next_or_end)) {
                Ok(Ended::Unused) => return,
                Ok(Ended::Closed) => Refusal::TableClosed,
                Err(refusal) => refusal,
            };
            lobby.remove(&name);
            messages.try_iter().for_each(|message| message.refuse(&refusal));
        })?;
        slots.insert(id.to_owned(), Slot::Open(mailbox));
        Ok(())
    }

    fn remove(&self, id: &str) {
        self.lock().remove(id);
        self.closed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Slots> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a text can be the name of a table.
fn is_table_id(id: &str) -> bool {
    (1..=MOST_ID).contains(&id.len())
        && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;

    /// No answer takes longer, however loaded the machine.
    const LONGEST: Duration = Duration::from_secs(20);

    fn lobby() -> Arc<Lobby> {
        let store = Arc::new(Store::in_memory().unwrap());
        Lobby::new(Services {
            store,
            roster: Default::default(),
            load: Default::default(),
            proofs: Default::default(),
        })
    }

    /// Asks a table for its setting from another thread; the answer comes through the channel.
    fn ask(lobby: &Arc<Lobby>, id: &str) -> Receiver<Result<NewGame, Refusal>> {
        let (done, answers) = channel();
        let (lobby, id) = (Arc::clone(lobby), id.to_owned());
        std::thread::spawn(move || {
            let (reply, answer) = channel();
            let sent = lobby.send(&id, TableMessage::Setting(reply));
            let _ = done.send(sent.and_then(|()| answer.recv().unwrap()));
        });
        answers
    }

    #[test]
    fn a_table_that_waits_for_the_disk_holds_up_no_other() {
        let lobby = lobby();
        let (stored, open) =
            (lobby.create(NewGame::default()).unwrap(), lobby.create(NewGame::default()).unwrap());
        lobby.send_if_open(&stored, TableMessage::Close);
        drop(lobby.wait(|slots| !slots.contains_key(&stored)));
        let disk = lobby.services.store.slow.lock().unwrap();
        let waiting = ask(&lobby, &stored);
        ask(&lobby, &open).recv_timeout(LONGEST).unwrap().unwrap();
        assert!(waiting.try_recv().is_err());
        drop(disk);
        waiting.recv_timeout(LONGEST).unwrap().unwrap();
    }

    #[test]
    fn a_table_that_is_nowhere_refuses_and_leaves_nothing_behind() {
        let lobby = lobby();
        let refused = ask(&lobby, "nowhere").recv_timeout(LONGEST).unwrap();
        assert!(matches!(refused, Err(Refusal::NoTable { id }) if id == "nowhere"));
        assert!(lobby.wait(HashMap::is_empty).is_empty());
    }

    #[test]
    fn a_study_is_stored_while_it_holds_something() {
        let lobby = lobby();
        let id = lobby.study(Record::default()).unwrap();
        let stored = |lobby: &Lobby| lobby.services.store.heads().unwrap().len();
        assert_eq!(stored(&lobby), 0);
        let (reply, answer) = channel();
        lobby.send(&id, TableMessage::Position { node: None, reply }).unwrap();
        answer.recv().unwrap().unwrap();
        let full = Record::of_moves(Default::default(), Default::default(), ["h8".parse().unwrap()]);
        lobby.study(full).unwrap();
        assert_eq!(stored(&lobby), 1);
    }

    #[test]
    fn tables_that_nobody_watches_make_room_for_others() {
        let lobby = lobby();
        for _ in 0..MOST_TABLES + 20 {
            lobby.study(Record::default()).unwrap();
        }
        assert!(lobby.lock().len() <= MOST_TABLES);
    }

    #[test]
    fn a_table_that_does_not_exist_gets_no_slot() {
        let lobby = lobby();
        for id in ["nowhere", "a\0b", "", "ü", &"x".repeat(60_000)] {
            let (reply, _answer) = channel();
            let refused = lobby.reach(id, TableMessage::Setting(reply));
            assert!(matches!(refused, Err(Refusal::NoTable { id }) if id.len() <= MOST_ID));
            assert!(lobby.lock().is_empty());
        }
        let id = lobby.create(NewGame::default()).unwrap();
        lobby.send_if_open(&id, TableMessage::Close);
        drop(lobby.wait(HashMap::is_empty));
        assert!(lobby.ask(&id, TableMessage::Setting).is_ok());
    }

    #[test]
    fn a_deleted_game_is_gone_with_its_table() {
        let lobby = lobby();
        let id = lobby.create(NewGame::default()).unwrap();
        let ids = [id.clone()];
        assert_eq!((lobby.delete(&ids).unwrap(), lobby.delete(&ids).unwrap()), (1, 0));
        assert!(matches!(ask(&lobby, &id).recv_timeout(LONGEST).unwrap(), Err(Refusal::NoTable { .. })));
    }
}
