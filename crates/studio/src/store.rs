//! Games and settings in one embedded database file. What `save` has returned from survives a crash.

mod old;
mod tidy;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use goren_core::{Fault, Opening, Rule, Seat, Size, Stone};
use goren_record::{Record, RecordResult, Tree};
use redb::backends::InMemoryBackend;
use redb::{Database, DatabaseError, ReadableDatabase, ReadableTable, TableDefinition, WriteTransaction};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::wire::{Kind, NewGame, ReviewView, SeriesView, StepView, TableId, now_ms};

pub(crate) use old::StoredStep;

/// Whole games, by name.
const GAMES: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("games");
/// What the list of games shows of each.
const HEADS: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("heads");
/// Games that were deleted and can be brought back.
const DELETED: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("deleted");
/// What the pages keep; one entry.
const SETTINGS: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("settings");
const SETTINGS_KEY: &str = "pages";
/// Memory for reading ahead; the whole database of a diligent player is smaller.
const CACHE: usize = 16 << 20;

/// A game or study as the list shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
    /// How it ended, in words.
    pub(crate) result: Option<String>,
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
            result: record.result.map(|result| result.to_string()),
            ongoing: false,
            created,
            changed: now_ms(),
            series: None,
            winner: winner(record),
            stones: stones(record),
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
    pub(crate) review: Option<ReviewView>,
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
}

/// Who failed, and how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SavedFault {
    pub(crate) seat: Seat,
    #[serde(flatten)]
    pub(crate) fault: Fault,
}

/// The database.
pub(crate) struct Store {
    database: Database,
    /// Grows with every change.
    revision: AtomicU64,
    /// Whether every write fails.
    #[cfg(test)]
    pub(crate) is_broken: std::sync::atomic::AtomicBool,
    /// Whoever holds it makes every reader wait.
    #[cfg(test)]
    pub(crate) slow: std::sync::Mutex<()>,
}

/// Why something could not be stored or found.
#[derive(Debug)]
pub(crate) enum StoreError {
    Folder(PathBuf, io::Error),
    Open(PathBuf, DatabaseError),
    Database(redb::Error),
    /// What was found is not what was stored.
    Damaged(serde_json::Error),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Folder(folder, error) => write!(f, "{}: {error}", folder.display()),
            StoreError::Open(folder, DatabaseError::DatabaseAlreadyOpen) => write!(
                f,
                "{}: another goren has it open; close that one, or use --data or --memory",
                folder.display()
            ),
            StoreError::Open(folder, error) => write!(f, "{}: {error}", folder.display()),
            StoreError::Database(error) => write!(f, "the database: {error}"),
            StoreError::Damaged(error) => write!(f, "the database: {error}"),
        }
    }
}

impl std::error::Error for StoreError {}

type Stored<T> = Result<T, StoreError>;

impl Store {
    /// Opens the database in a folder, which is made if it is missing.
    pub(crate) fn open(folder: &Path) -> Stored<Store> {
        std::fs::create_dir_all(folder).map_err(|error| StoreError::Folder(folder.to_owned(), error))?;
        let database = Database::builder().set_cache_size(CACHE).create(folder.join("goren.redb"));
        Store::with(database.map_err(|error| StoreError::Open(folder.to_owned(), error))?)
    }

    /// A database that is gone when the program ends.
    pub(crate) fn in_memory() -> Stored<Store> {
        let database = Database::builder().create_with_backend(InMemoryBackend::new());
        Store::with(database.map_err(|error| StoreError::Database(error.into()))?)
    }

    fn with(database: Database) -> Stored<Store> {
        let store = Store {
            database,
            revision: AtomicU64::new(0),
            #[cfg(test)]
            is_broken: false.into(),
            #[cfg(test)]
            slow: ().into(),
        };
        store.write(|transaction| {
            for table in [GAMES, HEADS, DELETED, SETTINGS] {
                transaction.open_table(table)?;
            }
            Ok(())
        })?;
        store.tidy()?;
        Ok(store)
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

    /// All games, the newest first.
    pub(crate) fn heads(&self) -> Stored<Vec<Head>> {
        let all = || -> Result<Vec<Vec<u8>>, redb::Error> {
            let table = self.database.begin_read()?.open_table(HEADS)?;
            table.iter()?.map(|entry| Ok(entry?.1.value().to_vec())).collect()
        };
        let all = all().map_err(StoreError::Database)?;
        let mut heads: Vec<Head> = all.iter().map(|head| parse(head)).collect::<Stored<_>>()?;
        heads.sort_by_key(|head| std::cmp::Reverse(head.changed));
        Ok(heads)
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
        self.read(SETTINGS, SETTINGS_KEY)
    }

    /// Stores what the pages want kept.
    pub(crate) fn set_settings(&self, settings: &serde_json::Value) -> Stored<()> {
        self.write(|transaction| {
            transaction.open_table(SETTINGS)?.insert(SETTINGS_KEY, json(settings).as_slice())?;
            Ok(())
        })
    }

    fn read<T: DeserializeOwned>(
        &self,
        table: TableDefinition<'_, &str, &[u8]>,
        key: &str,
    ) -> Stored<Option<T>> {
        #[cfg(test)]
        drop(self.slow.lock());
        let find = || -> Result<Option<Vec<u8>>, redb::Error> {
            let table = self.database.begin_read()?.open_table(table)?;
            Ok(table.get(key)?.map(|value| value.value().to_vec()))
        };
        find().map_err(StoreError::Database)?.map(|value| parse(&value)).transpose()
    }

    /// Does all of a change, or nothing.
    fn write<T>(&self, change: impl FnOnce(&WriteTransaction) -> Result<T, redb::Error>) -> Stored<T> {
        #[cfg(test)]
        if self.is_broken.load(Ordering::Relaxed) {
            return Err(StoreError::Database(redb::Error::Io(io::ErrorKind::StorageFull.into())));
        }
        let commit = || {
            let transaction = self.database.begin_write()?;
            let value = change(&transaction)?;
            transaction.commit()?;
            self.revision.fetch_add(1, Ordering::AcqRel);
            Ok(value)
        };
        commit().map_err(StoreError::Database)
    }
}

fn json(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("what we store has a JSON form")
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Stored<T> {
    serde_json::from_slice(bytes).map_err(StoreError::Damaged)
}
