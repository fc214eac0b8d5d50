//! Games and settings in one embedded database file. What `save` has returned from survives a crash.
//!
//! After an I/O error the database is opened again with the next call, so that it goes on by itself once there is room
//! on the disk. A file that is damaged is set aside, and a new one begun with all that can be read.

mod archive;
mod database;
mod old;
mod salvage;
#[cfg(test)]
mod tests;
mod tidy;
mod training;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError, RwLock};

use goren_core::{EndingKind, Fault, FaultKind, ForbiddenKind, Opening, Point, Rule, Seat, Size, Stone};
use goren_library::checked::is_damage;
use goren_record::{Record, RecordResult, Tree};
use goren_review::Study;
use redb::backends::InMemoryBackend;
use redb::{Database, DatabaseError, ReadableDatabase, TableDefinition, WriteTransaction};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use self::database::{caught, close, file_in, make_folder, open, open_file};
use crate::table::{Holder, State};
use crate::wire::{Kind, NewGame, SeriesView, StepView, TableId, now_ms};

pub use archive::{Archive, Repair};
pub(crate) use old::StoredStep;
pub(crate) use training::TRAINING_PREFIX;

/// Whole games, by name.
const GAMES: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("games");
/// What the list of games shows of each.
const HEADS: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("heads");
/// Games that were deleted and can be brought back.
const DELETED: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("deleted");
/// What the pages keep; one entry.
const SETTINGS: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("settings");
const SETTINGS_KEY: &str = "pages";
/// What training keeps.
const TRAINING: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("training");

/// How many moves name a game that has no other name.
const MOST_NAMED: usize = 5;

/// A game or study as the list shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Head {
    pub(crate) id: TableId,
    pub(crate) kind: Kind,
    pub(crate) rule: Rule,
    pub(crate) size: Size,
    pub(crate) opening: Opening,
    pub(crate) black: String,
    pub(crate) white: String,
    pub(crate) event: String,
    /// Moves of the main line.
    pub(crate) moves: usize,
    /// How it ended.
    #[serde(default, deserialize_with = "old::result")]
    pub(crate) result: Option<HeadResult>,
    /// Whether it is a game that goes on.
    pub(crate) ongoing: bool,
    /// When it was begun, in milliseconds since 1970.
    pub(crate) created: u64,
    pub(crate) changed: u64,
    /// The score of a series, such as `3–1`.
    pub(crate) series: Option<String>,
    /// Who won, where there is a result.
    #[serde(default)]
    pub(crate) winner: Option<Stone>,
    /// The black and the white stones at the end of the main line, such as `h8g7`.
    #[serde(default)]
    pub(crate) stones: [String; 2],
    /// The first moves of the main line, such as `h8 i9 g7`.
    #[serde(default)]
    pub(crate) begins: String,
}

/// How a game ended, as the list shows it; who won stands beside it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct HeadResult {
    /// Absent where a file says only who won.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) ending: Option<EndingKind>,
    /// The ends of the winning row.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) row: Option<[Point; 2]>,
    /// The forbidden point that was played.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) point: Option<Point>,
    /// What it made.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) why: Option<ForbiddenKind>,
    /// How the loser failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub(crate) fault: Option<FaultKind>,
}

impl Head {
    /// A study as the list shows it.
    pub(crate) fn of(id: TableId, record: &Record, created: u64) -> Head {
        Head {
            id,
            kind: Kind::Study,
            rule: record.rule,
            size: record.size,
            opening: record.opening,
            black: record.black.clone(),
            white: record.white.clone(),
            event: record.event.clone(),
            moves: record.moves().count(),
            result: record.result.map(|_| HeadResult::default()),
            ongoing: false,
            created,
            changed: now_ms(),
            series: None,
            winner: winner(record),
            stones: stones(record),
            begins: begins(record),
        }
    }
}

fn winner(record: &Record) -> Option<Stone> {
    match record.result? {
        RecordResult::Win(stone) => Some(stone),
        RecordResult::Draw => None,
    }
}

/// The stones at the end of the main line; none if the line is impossible.
fn stones(record: &Record) -> [String; 2] {
    let Ok(position) = record.position() else { return Default::default() };
    Stone::BOTH.map(|stone| {
        let own = record.size.points().filter(|&point| position.stone(point) == Some(stone));
        own.map(|point| point.to_string()).collect()
    })
}

/// The first moves of the main line: enough to tell one game from another in a list.
fn begins(record: &Record) -> String {
    let name = |point: Option<Point>| point.map_or_else(|| "pass".to_owned(), |point| point.to_string());
    let moves: Vec<_> = record.moves().take(MOST_NAMED).map(|played| name(played.point)).collect();
    moves.join(" ")
}

/// Whether a record holds nothing that anyone put there.
pub(crate) fn is_blank(record: &Record) -> bool {
    record.tree == Tree::default()
        && record.traps.is_empty()
        && record.result.is_none()
        && [&record.black, &record.white, &record.event].iter().all(|text| text.is_empty())
}

/// A game that was deleted.
#[derive(Serialize, Deserialize)]
struct Deleted {
    /// When, in milliseconds since 1970.
    at: u64,
    head: Head,
    saved: Saved,
}

/// A game or study with all that is in it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Saved {
    /// The tree, as our JSON record.
    pub(crate) record: String,
    pub(crate) at: usize,
    pub(crate) created: u64,
    /// What only games have.
    pub(crate) game: Option<SavedGame>,
    /// What a review has found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) study: Option<Study>,
}

/// The game of a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(from = "old::StoredGame")]
pub(crate) struct SavedGame {
    /// How it was set up; traps are named.
    pub(crate) setting: NewGame,
    pub(crate) steps: Vec<StepView>,
    pub(crate) fault: Option<SavedFault>,
    pub(crate) series: Option<SeriesView>,
    /// Who holds the seats.
    pub(crate) holders: [Option<Holder>; 2],
}

/// Who failed, and how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SavedFault {
    pub(crate) seat: Seat,
    #[serde(flatten)]
    pub(crate) fault: Fault,
}

/// Which file there is, and how long it is.
#[derive(Clone, Copy)]
struct FileState {
    /// Nothing where the system does not number files.
    id: Option<(u64, u64)>,
    length: u64,
}

impl FileState {
    fn of(path: &Path) -> Option<FileState> {
        let data = std::fs::metadata(path).ok()?;
        #[cfg(unix)]
        let id = {
            use std::os::unix::fs::MetadataExt;
            Some((data.dev(), data.ino()))
        };
        #[cfg(not(unix))]
        let id = None;
        Some(FileState { id, length: data.len() })
    }
}

/// Opens the database, at first and again after an error.
type Opener = Box<dyn Fn() -> Stored<Database> + Send + Sync>;

/// The database.
pub(crate) struct Store {
    /// Where it is, if it is on disk.
    folder: Option<PathBuf>,
    /// Nothing for a database in memory, which would be lost if it were closed.
    opener: Option<Opener>,
    /// Nothing after an error.
    database: RwLock<Option<Database>>,
    /// Held from a look at the file to the note of what a write has made of it.
    writing: Mutex<()>,
    /// The file as it was after the last write; nothing while it is closed.
    file: Mutex<Option<FileState>>,
    /// Grows with every change.
    revision: AtomicU64,
    /// What the person should know.
    notices: Mutex<Vec<String>>,
    /// Whether every write fails.
    #[cfg(test)]
    pub(crate) is_broken: std::sync::atomic::AtomicBool,
    /// Whoever holds it makes every reader wait.
    #[cfg(test)]
    pub(crate) slow: Mutex<()>,
}

/// Why something could not be stored or found.
#[derive(Debug)]
pub enum StoreError {
    /// A file or folder cannot be used.
    File(PathBuf, io::Error),
    /// A database cannot be opened.
    Open(PathBuf, DatabaseError),
    /// Something failed inside the database.
    Database(redb::Error),
    /// What was found is not what was stored.
    Damaged(String),
}

impl StoreError {
    fn in_file(self, path: &Path) -> StoreError {
        match self {
            StoreError::Database(redb::Error::DatabaseAlreadyOpen) => {
                StoreError::Open(path.to_owned(), DatabaseError::DatabaseAlreadyOpen)
            }
            StoreError::Database(error) if is_damage(&error) => StoreError::Database(error),
            StoreError::Database(redb::Error::Io(error)) => StoreError::File(path.to_owned(), error),
            error => error,
        }
    }

    /// Whether the file itself is not what it should be.
    fn is_damage(&self) -> bool {
        match self {
            StoreError::Damaged(_) => true,
            StoreError::Database(error) => is_damage(error),
            _ => false,
        }
    }
}

impl From<DatabaseError> for StoreError {
    fn from(error: DatabaseError) -> StoreError {
        StoreError::Database(error.into())
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::File(_, error) | StoreError::Database(redb::Error::Io(error))
                if error.kind() == io::ErrorKind::StorageFull =>
            {
                write!(f, "the disk is full: nothing can be stored until there is room, what you see is safe")
            }
            StoreError::File(path, error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::ReadOnlyFilesystem | io::ErrorKind::PermissionDenied
                ) =>
            {
                write!(f, "{}: {error}; use --data for another folder, or --temporary", path.display())
            }
            StoreError::File(path, error) => write!(f, "{}: {error}", path.display()),
            StoreError::Open(path, DatabaseError::DatabaseAlreadyOpen) => write!(
                f,
                "{}: another goren has it open; close that one, or name another folder with --data",
                path.display()
            ),
            StoreError::Open(path, error) => write!(f, "{}: {error}", path.display()),
            StoreError::Database(error) => write!(f, "the database: {error}"),
            StoreError::Damaged(error) => write!(f, "the database: {error}"),
        }
    }
}

impl std::error::Error for StoreError {}

type Stored<T> = Result<T, StoreError>;

impl Store {
    /// Opens the database in a folder, which is made if it is missing. A damaged file is replaced.
    pub(crate) fn open(folder: &Path) -> Stored<Store> {
        make_folder(folder).map_err(|error| StoreError::File(folder.to_owned(), error))?;
        let path = file_in(folder);
        Store::with(Some(folder.to_owned()), Box::new(move || open_file(&path)))
    }

    /// A database that is gone when the program ends.
    pub(crate) fn in_memory() -> Stored<Store> {
        Ok(Store::of(None, None, Some(open(InMemoryBackend::new()).and_then(prepared)?)))
    }

    fn with(folder: Option<PathBuf>, opener: Opener) -> Stored<Store> {
        let store = Store::of(folder, Some(opener), None);
        store.with_database(|_| Ok(()))?;
        // What cannot be tidied now, on a full disk, can be later.
        let _ = store.tidy();
        Ok(store)
    }

    fn of(folder: Option<PathBuf>, opener: Option<Opener>, database: Option<Database>) -> Store {
        Store {
            folder,
            opener,
            database: RwLock::new(database),
            writing: Mutex::default(),
            file: Mutex::default(),
            revision: AtomicU64::new(0),
            notices: Mutex::default(),
            #[cfg(test)]
            is_broken: false.into(),
            #[cfg(test)]
            slow: ().into(),
        }
    }

    /// What the person should know.
    pub(crate) fn notices(&self) -> Vec<String> {
        self.notices.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn notice(&self, text: String) {
        let mut notices = self.notices.lock().unwrap_or_else(PoisonError::into_inner);
        if !notices.contains(&text) {
            notices.push(text);
        }
    }

    /// Stores games; either all or none.
    pub(crate) fn save(&self, games: &[(Head, Saved)]) -> Stored<()> {
        self.write(|transaction| {
            let mut heads = transaction.open_table(HEADS)?;
            let mut wholes = transaction.open_table(GAMES)?;
            for (head, saved) in games {
                heads.insert(head.id.as_str(), json(head).as_slice())?;
                wholes.insert(head.id.as_str(), json(saved).as_slice())?;
            }
            Ok(())
        })
    }

    /// A game by name.
    pub(crate) fn load(&self, id: &str) -> Stored<Option<Saved>> {
        self.read(GAMES, id)
    }

    /// Whether there is a game of this name.
    pub(crate) fn contains(&self, id: &str) -> Stored<bool> {
        #[cfg(test)]
        drop(self.slow.lock());
        self.with_database(|database| {
            let find = || -> Result<bool, redb::Error> {
                Ok(database.begin_read()?.open_table(GAMES)?.get(id)?.is_some())
            };
            find().map_err(StoreError::Database)
        })
    }

    /// All games, the newest first. An entry that cannot be read is made anew from its game, or left out and named.
    pub(crate) fn heads(&self) -> Stored<Vec<Head>> {
        let mut heads = Vec::new();
        for (id, bytes) in self.with_database(|database| archive::all(database, HEADS))? {
            match parse(&bytes).or_else(|error| self.head_of(&id).ok_or(error)) {
                Ok(head) => heads.push(head),
                Err(error) => self.notice(format!("game {id} cannot be read: {error}")),
            }
        }
        heads.sort_by_key(|head| std::cmp::Reverse(head.changed));
        Ok(heads)
    }

    fn head_of(&self, id: &str) -> Option<Head> {
        let saved = self.load(id).ok().flatten()?;
        let head = State::load(&saved).ok()?.head(id, saved.created);
        Some(Head { changed: saved.created, ..head })
    }

    /// Another after each change of what is stored.
    pub(crate) fn revision(&self) -> u64 {
        self.revision.load(Ordering::Acquire)
    }

    /// Deletes games, which can be brought back for some time; how many there were.
    pub(crate) fn delete(&self, ids: &[String]) -> Stored<usize> {
        self.write(|transaction| {
            let mut heads = transaction.open_table(HEADS)?;
            let mut games = transaction.open_table(GAMES)?;
            let mut deleted = transaction.open_table(DELETED)?;
            let mut count = 0;
            for id in ids {
                let (head, saved) = (heads.remove(id.as_str())?, games.remove(id.as_str())?);
                count += usize::from(head.is_some() || saved.is_some());
                if let (Some(head), Some(saved)) = (head, saved)
                    && let (Ok(head), Ok(saved)) = (parse(head.value()), parse(saved.value()))
                {
                    let entry = Deleted { at: now_ms(), head, saved };
                    deleted.insert(id.as_str(), json(&entry).as_slice())?;
                }
            }
            Ok(count)
        })
    }

    /// Brings deleted games back; how many could be.
    pub(crate) fn restore(&self, ids: &[String]) -> Stored<usize> {
        self.write(|transaction| {
            let mut heads = transaction.open_table(HEADS)?;
            let mut games = transaction.open_table(GAMES)?;
            let mut deleted = transaction.open_table(DELETED)?;
            let mut count = 0;
            for id in ids {
                let Some(entry) = deleted.remove(id.as_str())? else { continue };
                if let Ok(Deleted { head, saved, .. }) = parse(entry.value()) {
                    heads.insert(id.as_str(), json(&head).as_slice())?;
                    games.insert(id.as_str(), json(&saved).as_slice())?;
                    count += 1;
                }
            }
            Ok(count)
        })
    }

    /// Removes a game in which nothing is left.
    pub(crate) fn forget(&self, id: &str) -> Stored<()> {
        self.write(|transaction| {
            transaction.open_table(HEADS)?.remove(id)?;
            transaction.open_table(GAMES)?.remove(id)?;
            Ok(())
        })
    }

    /// What the pages have stored last.
    pub(crate) fn settings(&self) -> Stored<Option<serde_json::Value>> {
        match self.read(SETTINGS, SETTINGS_KEY) {
            Err(StoreError::Damaged(error)) => {
                self.notice(format!("the settings cannot be read: {error}"));
                Ok(None)
            }
            settings => settings,
        }
    }

    /// Stores what the pages want kept.
    pub(crate) fn set_settings(&self, settings: &serde_json::Value) -> Stored<()> {
        self.write(|transaction| {
            transaction.open_table(SETTINGS)?.insert(SETTINGS_KEY, json(settings).as_slice())?;
            Ok(())
        })
    }

    /// Makes the daily copy if it is due.
    pub(crate) fn back_up(&self) -> Stored<()> {
        match &self.folder {
            Some(folder) if archive::is_backup_due(folder) => {
                self.with_database(Archive::of_database)?.back_up(folder)
            }
            _ => Ok(()),
        }
    }

    fn read<T: DeserializeOwned>(
        &self,
        table: TableDefinition<'_, &str, &[u8]>,
        key: &str,
    ) -> Stored<Option<T>> {
        #[cfg(test)]
        drop(self.slow.lock());
        let value = self.with_database(|database| {
            let find = || -> Result<Option<Vec<u8>>, redb::Error> {
                let table = database.begin_read()?.open_table(table)?;
                Ok(table.get(key)?.map(|value| value.value().to_vec()))
            };
            find().map_err(StoreError::Database)
        });
        value?.map(|value| parse(&value)).transpose()
    }

    /// Does all of a change, or nothing.
    fn write<T>(&self, change: impl FnOnce(&WriteTransaction) -> Result<T, redb::Error>) -> Stored<T> {
        #[cfg(test)]
        if self.is_broken.load(Ordering::Relaxed) {
            return Err(StoreError::Database(redb::Error::Io(io::ErrorKind::StorageFull.into())));
        }
        // A write can make the file shorter: nobody looks at it between a write and the note of it.
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        self.find_file_again()?;
        let written = self.with_database(|database| {
            let commit = || {
                let transaction = database.begin_write()?;
                let value = change(&transaction)?;
                transaction.commit()?;
                self.revision.fetch_add(1, Ordering::AcqRel);
                Ok(value)
            };
            commit().map_err(StoreError::Database)
        });
        if written.is_ok() {
            self.note_file();
        }
        written
    }

    /// Remembers the file as it is now.
    fn note_file(&self) {
        if let Some(state) = self.folder.as_ref().and_then(|folder| FileState::of(&file_in(folder))) {
            *self.known_file() = Some(state);
        }
    }

    /// Somebody may have removed, replaced or cut the file since the last write: what is written now must be there tomorrow.
    fn find_file_again(&self) -> Stored<()> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let (known, path) = (*self.known_file(), file_in(folder));
        match (known, FileState::of(&path)) {
            (Some(known), Some(now)) if now.id != known.id || now.length < known.length => {
                self.notice("the file of games was changed while goren ran, and was opened again".to_owned());
                self.close();
            }
            (Some(_), None) => {
                // It has no name any more, and is still open.
                self.with_database(Archive::of_database)?.write_file(&path)?;
                self.notice(
                    "the file of games was removed while goren ran, and was written again".to_owned(),
                );
                self.close();
            }
            _ => {}
        }
        Ok(())
    }

    fn known_file(&self) -> std::sync::MutexGuard<'_, Option<FileState>> {
        self.file.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does something with the database, which is opened if it is not. After an error that it does not recover from it
    /// is closed, and the next call opens it again.
    fn with_database<T>(&self, work: impl FnOnce(&Database) -> Stored<T>) -> Stored<T> {
        // Another thread can close it again before this one has looked.
        let done = loop {
            let opened = self.database.read().unwrap_or_else(PoisonError::into_inner);
            if let Some(database) = &*opened {
                break caught(|| work(database));
            }
            drop(opened);
            let mut closed = self.database.write().unwrap_or_else(PoisonError::into_inner);
            if closed.is_none() {
                *closed = Some(self.open_or_repair()?);
                self.note_file();
            }
        };
        if self.opener.is_some() && matches!(&done, Err(StoreError::Database(_) | StoreError::Damaged(_))) {
            self.close();
        }
        done
    }

    fn open_or_repair(&self) -> Stored<Database> {
        let Some(opener) = &self.opener else {
            return Err(StoreError::Database(redb::Error::DatabaseClosed));
        };
        match (&self.folder, opener().and_then(prepared)) {
            (Some(folder), Err(error)) if error.is_damage() => {
                if let Some(repair) = Archive::begin_anew(folder)? {
                    self.notice(repair.to_string());
                    repair.problems.iter().for_each(|problem| self.notice(problem.clone()));
                }
                opener().and_then(prepared)
            }
            (_, opened) => opened,
        }
    }

    fn close(&self) {
        let mut opened = self.database.write().unwrap_or_else(PoisonError::into_inner);
        opened.take().into_iter().for_each(close);
        // Closing can change its length.
        *self.known_file() = None;
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        self.close();
    }
}

/// Makes the tables if they are missing. Nothing is written otherwise: the disk may be full.
fn prepared(database: Database) -> Stored<Database> {
    const TABLES: [TableDefinition<'_, &str, &[u8]>; 5] = [GAMES, HEADS, DELETED, SETTINGS, TRAINING];
    let prepare = || -> Result<(), redb::Error> {
        let reading = database.begin_read()?;
        if TABLES.into_iter().any(|table| reading.open_table(table).is_err()) {
            let transaction = database.begin_write()?;
            for table in TABLES {
                transaction.open_table(table)?;
            }
            transaction.commit()?;
        }
        Ok(())
    };
    caught(|| prepare().map_err(StoreError::Database))?;
    Ok(database)
}

fn json(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("what we store has a JSON form")
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Stored<T> {
    serde_json::from_slice(bytes).map_err(|error| StoreError::Damaged(error.to_string()))
}
