//! Games and settings in one embedded database file. What `save` has returned from survives a crash.

use std::fmt;
use std::path::Path;

use redb::backends::InMemoryBackend;
use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::wire::{NewGame, SeriesView, StepView, TableId};

/// Whole games, by name.
const GAMES: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("games");
/// What the list of games shows of each.
const HEADS: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("heads");
/// What the pages keep; one entry.
const SETTINGS: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("settings");
const SETTINGS_KEY: &str = "pages";
/// Memory for reading ahead; the whole database of a diligent player is smaller.
const CACHE: usize = 16 << 20;

/// A game or study as the list shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Head {
    /// Its name.
    pub(crate) id: TableId,
    /// `game` or `study`.
    pub(crate) kind: String,
    /// The rule's word.
    pub(crate) rule: String,
    /// The side length.
    pub(crate) size: usize,
    /// The opening rule's word.
    pub(crate) opening: String,
    /// Black's name.
    pub(crate) black: String,
    /// White's name.
    pub(crate) white: String,
    /// The occasion.
    pub(crate) event: String,
    /// Moves of the main line.
    pub(crate) moves: usize,
    /// How it ended, in words.
    pub(crate) result: Option<String>,
    /// Whether it is a game that goes on.
    pub(crate) ongoing: bool,
    /// When it was begun, in milliseconds since 1970.
    pub(crate) created: u64,
    /// When it last changed.
    pub(crate) changed: u64,
    /// The score of a series, such as `3–1`.
    pub(crate) series: Option<String>,
}

/// A game or study with all that is in it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Saved {
    /// The tree, as our JSON record.
    pub(crate) record: String,
    /// The shared cursor.
    pub(crate) at: usize,
    /// When it was begun.
    pub(crate) created: u64,
    /// What only games have.
    pub(crate) game: Option<SavedGame>,
}

/// The game of a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SavedGame {
    /// How it was set up; traps are named.
    pub(crate) setting: NewGame,
    /// Everything done.
    pub(crate) steps: Vec<StepView>,
    /// How an agent failed, if one did.
    pub(crate) fault: Option<String>,
    /// The series so far.
    pub(crate) series: Option<SeriesView>,
}

/// The database.
pub(crate) struct Store {
    database: Database,
}

/// Why something could not be stored or found.
#[derive(Debug)]
pub(crate) struct StoreError(String);

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StoreError {}

impl StoreError {
    fn of(error: impl fmt::Display) -> StoreError {
        StoreError(format!("the database: {error}"))
    }
}

type Stored<T> = Result<T, StoreError>;

impl Store {
    /// Opens the database in a folder, which is made if it is missing.
    pub(crate) fn open(folder: &Path) -> Stored<Store> {
        let wrong = |what: &dyn fmt::Display| StoreError(format!("{}: {what}", folder.display()));
        std::fs::create_dir_all(folder).map_err(|error| wrong(&error))?;
        let file = folder.join("goren.redb");
        let database =
            Database::builder().set_cache_size(CACHE).create(file).map_err(|error| match error {
                redb::DatabaseError::DatabaseAlreadyOpen => {
                    wrong(&"another goren has it open; close that one, or use --data or --memory")
                }
                other => wrong(&other),
            })?;
        Store::with(database)
    }

    /// A database that is gone when the program ends.
    pub(crate) fn in_memory() -> Stored<Store> {
        let database = Database::builder().create_with_backend(InMemoryBackend::new());
        Store::with(database.map_err(StoreError::of)?)
    }

    fn with(database: Database) -> Stored<Store> {
        let transaction = database.begin_write().map_err(StoreError::of)?;
        for table in [GAMES, HEADS, SETTINGS] {
            transaction.open_table(table).map_err(StoreError::of)?;
        }
        transaction.commit().map_err(StoreError::of)?;
        Ok(Store { database })
    }

    /// Stores games; either all or none.
    pub(crate) fn save<'a>(&self, games: impl IntoIterator<Item = (&'a Head, &'a Saved)>) -> Stored<()> {
        let transaction = self.database.begin_write().map_err(StoreError::of)?;
        {
            let mut heads = transaction.open_table(HEADS).map_err(StoreError::of)?;
            let mut wholes = transaction.open_table(GAMES).map_err(StoreError::of)?;
            for (head, saved) in games {
                let id = head.id.as_str();
                heads.insert(id, json(head).as_slice()).map_err(StoreError::of)?;
                wholes.insert(id, json(saved).as_slice()).map_err(StoreError::of)?;
            }
        }
        transaction.commit().map_err(StoreError::of)
    }

    /// A game by name.
    pub(crate) fn load(&self, id: &str) -> Stored<Option<Saved>> {
        self.read(GAMES, id)
    }

    /// All games, the newest first.
    pub(crate) fn heads(&self) -> Stored<Vec<Head>> {
        let transaction = self.database.begin_read().map_err(StoreError::of)?;
        let table = transaction.open_table(HEADS).map_err(StoreError::of)?;
        let mut heads = Vec::new();
        for entry in table.iter().map_err(StoreError::of)? {
            let (_, value) = entry.map_err(StoreError::of)?;
            heads.push(serde_json::from_slice::<Head>(value.value()).map_err(StoreError::of)?);
        }
        heads.sort_by_key(|head| std::cmp::Reverse(head.changed));
        Ok(heads)
    }

    /// Forgets a game; whether there was one.
    pub(crate) fn delete(&self, id: &str) -> Stored<bool> {
        let transaction = self.database.begin_write().map_err(StoreError::of)?;
        let mut existed = false;
        for table in [HEADS, GAMES] {
            let mut table = transaction.open_table(table).map_err(StoreError::of)?;
            existed |= table.remove(id).map_err(StoreError::of)?.is_some();
        }
        transaction.commit().map_err(StoreError::of)?;
        Ok(existed)
    }

    /// What the pages have stored last.
    pub(crate) fn settings(&self) -> Stored<Option<serde_json::Value>> {
        self.read(SETTINGS, SETTINGS_KEY)
    }

    /// Stores what the pages want kept.
    pub(crate) fn set_settings(&self, settings: &serde_json::Value) -> Stored<()> {
        let transaction = self.database.begin_write().map_err(StoreError::of)?;
        transaction
            .open_table(SETTINGS)
            .map_err(StoreError::of)?
            .insert(SETTINGS_KEY, json(settings).as_slice())
            .map_err(StoreError::of)?;
        transaction.commit().map_err(StoreError::of)
    }

    fn read<T: DeserializeOwned>(
        &self,
        table: TableDefinition<'_, &str, &[u8]>,
        key: &str,
    ) -> Stored<Option<T>> {
        let transaction = self.database.begin_read().map_err(StoreError::of)?;
        let table = transaction.open_table(table).map_err(StoreError::of)?;
        let value = table.get(key).map_err(StoreError::of)?;
        value.map(|value| serde_json::from_slice(value.value()).map_err(StoreError::of)).transpose()
    }
}

fn json(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("what we store has a JSON form")
}
