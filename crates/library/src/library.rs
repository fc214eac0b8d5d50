//! The file: its tables, and what is done in one transaction.

use std::collections::{BTreeSet, HashSet};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use goren_record::Record;
use redb::backends::{FileBackend, InMemoryBackend};
use redb::{
    Database, ReadTransaction, ReadableDatabase, ReadableTable, ReadableTableMetadata, TableDefinition,
    WriteTransaction,
};

use crate::checked::{open_undamaged, private_file};
use crate::error::LibraryError;
use crate::find::GameId;
use crate::game::Game;
use crate::repair::{Repair, begin_anew};
use crate::repertoire::CARDS;
use crate::runs::{self, PAGES, Posting, RUNS};
use crate::step::visits;

/// Whole games.
pub(crate) const GAMES: TableDefinition<'_, u32, &[u8]> = TableDefinition::new("games");
/// Games by what equal ones have in common.
pub(crate) const PRINTS: TableDefinition<'_, (u64, u32), ()> = TableDefinition::new("prints");
/// Games that were removed and may still be in the index.
pub(crate) const GONE: TableDefinition<'_, u32, ()> = TableDefinition::new("gone");
/// Imports that are not finished, by the digest of their file.
pub(crate) const IMPORTS: TableDefinition<'_, u64, [u64; 4]> = TableDefinition::new("imports");
/// Games that were played in the studio, by their name there: the game here, and when it was changed.
pub(crate) const PLAYED: TableDefinition<'_, &str, (u32, u64)> = TableDefinition::new("played");
/// Numbers by name.
pub(crate) const NUMBERS: TableDefinition<'_, &str, u64> = TableDefinition::new("numbers");
const NEXT_GAME: &str = "next game";
/// How many games there are: what is missed when only a part of the file can be read.
const GAME_COUNT: &str = "games";
/// Both keys, as they lie in their page.
pub(crate) const NUMBER_KEYS: &[u8] = b"gamesnext game";

/// Memory for pages of the file.
const CACHE: usize = 64 << 20;

/// A library of games in one file. It can be read while it is written, from several threads.
#[derive(Debug)]
pub struct Library {
    database: Database,
    repaired: Option<Repair>,
    /// Whether something in it could not be read.
    is_damaged: AtomicBool,
}

/// What came of games that were to be added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Added {
    pub(crate) new: usize,
    pub(crate) known: usize,
}

/// Games that were removed from a library.
#[derive(Clone, Debug, Default)]
pub struct Removed {
    games: Vec<Game>,
    /// How many of those asked for were played in the studio, and stayed.
    pub played: usize,
}

impl Removed {
    /// The number of games that were removed.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether nothing was removed.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }
}

impl Library {
    /// The library of a folder in which the studio keeps its games.
    pub fn file_in(folder: &Path) -> PathBuf {
        folder.join("library.redb")
    }

    /// Opens the library in a file, which is made if it is missing. Every page is checked; a damaged file is kept under another
    /// name, and a new one begun with all that can be read of it.
    pub fn open(path: &Path) -> Result<Library, LibraryError> {
        match Library::open_whole(path) {
            Err(error) if error.is_damage() => {
                let repaired = begin_anew(path)?;
                Ok(Library { repaired, ..Library::open_whole(path)? })
            }
            opened => opened,
        }
    }

    /// Opens the library in a file, which is made if it is missing, unless it is damaged.
    pub(crate) fn open_whole(path: &Path) -> Result<Library, LibraryError> {
        let named = |error: io::Error| LibraryError::File(path.to_owned(), error);
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(named)?;
        }
        let file = private_file(path).map_err(named)?;
        let opened = caught(|| Library::of(open_undamaged(FileBackend::new(file)?, CACHE)?));
        opened.map_err(|error| match error {
            LibraryError::Database(redb::Error::DatabaseAlreadyOpen) => LibraryError::InUse(path.to_owned()),
            error => error,
        })
    }

    /// What was done when it was opened, if its file was damaged.
    pub fn repaired(&self) -> Option<&Repair> {
        self.repaired.as_ref()
    }

    /// A library that is gone with the program.
    pub fn in_memory() -> Result<Library, LibraryError> {
        Library::of(Database::builder().create_with_backend(InMemoryBackend::new())?)
    }

    fn of(database: Database) -> Result<Library, LibraryError> {
        let library = Library { database, repaired: None, is_damaged: AtomicBool::new(false) };
        let is_made = {
            let reading = library.database.begin_read()?;
            reading.open_table(NUMBERS).is_ok()
        };
        if !is_made {
            library.write(|transaction| {
                transaction.open_table(GAMES)?;
                transaction.open_table(PRINTS)?;
                transaction.open_table(GONE)?;
                transaction.open_table(IMPORTS)?;
                transaction.open_table(PLAYED)?;
                transaction.open_table(NUMBERS)?;
                transaction.open_table(CARDS)?;
                transaction.open_table(PAGES)?;
                transaction.open_table(RUNS)?;
                Ok(())
            })?;
        }
        Ok(library)
    }

    /// Whether it has shown itself damaged since it was opened. Opened again, it is repaired.
    pub fn is_damaged(&self) -> bool {
        self.is_damaged.load(Ordering::Relaxed)
    }

    fn noted<T>(&self, done: Result<T, LibraryError>) -> Result<T, LibraryError> {
        if done.as_ref().is_err_and(LibraryError::is_damage) {
            self.is_damaged.store(true, Ordering::Relaxed);
        }
        done
    }

    /// Reads from one state of the library.
    pub(crate) fn read<T>(
        &self,
        work: impl FnOnce(&ReadTransaction) -> Result<T, LibraryError>,
    ) -> Result<T, LibraryError> {
        self.noted(caught(|| work(&self.database.begin_read()?)))
    }

    /// Writes all or nothing; what was written survives a crash.
    pub(crate) fn write<T>(
        &self,
        work: impl FnOnce(&WriteTransaction) -> Result<T, LibraryError>,
    ) -> Result<T, LibraryError> {
        self.noted(caught(|| {
            let transaction = self.database.begin_write()?;
            let value = work(&transaction)?;
            transaction.commit()?;
            Ok(value)
        }))
    }

    /// The number of games.
    pub fn len(&self) -> Result<usize, LibraryError> {
        self.read(|reading| Ok(reading.open_table(GAMES)?.len()? as usize))
    }

    /// Whether there are no games.
    pub fn is_empty(&self) -> Result<bool, LibraryError> {
        Ok(self.len()? == 0)
    }

    /// The number of indexed positions, each counted once for every game that passed through it.
    pub fn positions(&self) -> Result<u64, LibraryError> {
        self.read(|reading| {
            let mut sum = 0;
            for run in reading.open_table(RUNS)?.iter()? {
                sum += run?.1.value();
            }
            Ok(sum)
        })
    }

    /// A game.
    pub fn record(&self, id: GameId) -> Result<Option<Record>, LibraryError> {
        self.read(|reading| game(&reading.open_table(GAMES)?, id)?.map(|game| game.record()).transpose())
    }

    /// Adds games that are not there yet; how many were new.
    pub fn add(&self, records: &[Record], source: &str) -> Result<usize, LibraryError> {
        let games = records.iter().map(|record| Game::new(record, source)).collect();
        self.write(|transaction| Ok(add(transaction, games)?.new))
    }

    /// Removes games, and gives them back so that they can be put back. Those played in the studio stay: they are deleted there,
    /// and would be missing here for good.
    pub fn remove(&self, ids: &[GameId]) -> Result<Removed, LibraryError> {
        self.write(|transaction| {
            let mut played = HashSet::new();
            for entry in transaction.open_table(PLAYED)?.iter()? {
                played.insert(entry?.1.value().0);
            }
            // In their order, so that they come back in it.
            let wanted: BTreeSet<GameId> = ids.iter().copied().collect();
            let (kept, imported): (Vec<GameId>, Vec<GameId>) =
                wanted.into_iter().partition(|id| played.contains(id));
            Ok(Removed { games: remove(transaction, &imported)?, played: kept.len() })
        })
    }

    /// Puts games back that were removed, with new numbers; how many are not there again already.
    pub fn put_back(&self, removed: &Removed) -> Result<usize, LibraryError> {
        self.write(|transaction| Ok(add(transaction, removed.games.clone())?.new))
    }

    /// The games played in the studio, by their name there, and when they were changed.
    pub fn played(&self) -> Result<Vec<(String, u64)>, LibraryError> {
        self.read(|reading| {
            let played = reading.open_table(PLAYED)?;
            let all = played.iter()?.map(|entry| {
                let (name, game) = entry?;
                Ok((name.value().to_owned(), game.value().1))
            });
            all.collect()
        })
    }

    /// The name in the studio of a game that was played there.
    pub fn played_as(&self, id: GameId) -> Result<Option<String>, LibraryError> {
        self.read(|reading| {
            for entry in reading.open_table(PLAYED)?.iter()? {
                let (name, game) = entry?;
                if game.value().0 == id {
                    return Ok(Some(name.value().to_owned()));
                }
            }
            Ok(None)
        })
    }

    /// Keeps games that were played in the studio, each with its name there and when it was changed, in place of what was kept
    /// under the same name.
    pub fn keep_played(&self, games: &[(String, u64, Record)]) -> Result<(), LibraryError> {
        self.write(|transaction| {
            let mut played = transaction.open_table(PLAYED)?;
            let mut old = Vec::new();
            for (name, _, _) in games {
                old.extend(played.get(name.as_str())?.map(|game| game.value().0));
            }
            remove(transaction, &old)?;
            // Two games of the same moves were two games.
            let new: Vec<Game> = games.iter().map(|(_, _, record)| Game::new(record, "studio")).collect();
            let first = insert(transaction, &new)?;
            for (id, (name, changed, _)) in (first..).zip(games) {
                played.insert(name.as_str(), (id, *changed))?;
            }
            Ok(())
        })
    }

    /// Removes games that were deleted in the studio.
    pub fn forget_played(&self, names: &[String]) -> Result<(), LibraryError> {
        self.write(|transaction| {
            let mut played = transaction.open_table(PLAYED)?;
            let mut old = Vec::new();
            for name in names {
                old.extend(played.remove(name.as_str())?.map(|game| game.value().0));
            }
            remove(transaction, &old)?;
            Ok(())
        })
    }
}

/// A stored game.
pub(crate) fn game(
    games: &impl ReadableTable<u32, &'static [u8]>,
    id: GameId,
) -> Result<Option<Game>, LibraryError> {
    let Some(bytes) = games.get(id)? else { return Ok(None) };
    let damaged = || LibraryError::Damaged(format!("game {id} cannot be read"));
    Game::of_bytes(bytes.value()).map(Some).ok_or_else(damaged)
}

/// A stored game, unless it is not there or cannot be read.
pub(crate) fn readable_game(
    games: &impl ReadableTable<u32, &'static [u8]>,
    id: GameId,
) -> Result<Option<Game>, LibraryError> {
    Ok(games.get(id)?.and_then(|bytes| Game::of_bytes(bytes.value())))
}

/// Removed games that the index may still name.
pub(crate) fn gone(reading: &ReadTransaction) -> Result<HashSet<u32>, LibraryError> {
    reading.open_table(GONE)?.iter()?.map(|id| Ok(id?.0.value())).collect()
}

/// Adds games that are not there yet. One that is there without the comments and variations of the new one is completed.
pub(crate) fn add(transaction: &WriteTransaction, games: Vec<Game>) -> Result<Added, LibraryError> {
    let mut added = Added::default();
    let mut fresh: Vec<Game> = Vec::with_capacity(games.len());
    {
        let mut stored = transaction.open_table(GAMES)?;
        let prints = transaction.open_table(PRINTS)?;
        let mut seen: std::collections::HashMap<u64, Vec<usize>> = std::collections::HashMap::new();
        'games: for new in games {
            let print = new.fingerprint();
            for entry in prints.range((print, 0)..=(print, u32::MAX))? {
                let id = entry?.0.value().1;
                let Some(old) = readable_game(&stored, id)?.filter(|old| old.is_same_game(&new)) else {
                    continue;
                };
                if new.whole.is_none() || new.whole == old.whole {
                    added.known += 1;
                    continue 'games;
                }
                if old.whole.is_none() {
                    stored.insert(id, Game { whole: new.whole, ..old }.bytes().as_slice())?;
                    added.known += 1;
                    continue 'games;
                }
            }
            let twins = seen.entry(print).or_default();
            if twins.iter().any(|&at| fresh[at].is_same_game(&new) && fresh[at].whole == new.whole) {
                added.known += 1;
                continue;
            }
            twins.push(fresh.len());
            fresh.push(new);
        }
    }
    added.new = fresh.len();
    insert(transaction, &fresh)?;
    Ok(added)
}

/// Stores games and indexes their positions; the number of the first.
fn insert(transaction: &WriteTransaction, games: &[Game]) -> Result<GameId, LibraryError> {
    let mut numbers = transaction.open_table(NUMBERS)?;
    let first = numbers.get(NEXT_GAME)?.map_or(1, |number| number.value());
    let full = || LibraryError::Damaged("it has no numbers left for games".to_owned());
    let next = first + games.len() as u64;
    let (first, _) = (u32::try_from(first).map_err(|_| full())?, u32::try_from(next).map_err(|_| full())?);
    numbers.insert(NEXT_GAME, next)?;
    let mut postings = Vec::new();
    {
        let mut stored = transaction.open_table(GAMES)?;
        let mut prints = transaction.open_table(PRINTS)?;
        for (id, game) in (first..).zip(games) {
            stored.insert(id, game.bytes().as_slice())?;
            prints.insert((game.fingerprint(), id), ())?;
            let head = &game.head;
            visits(head.rule, head.size, &head.traps, &game.steps, |visit| {
                postings.push(Posting::new(visit.key, id, visit.ply, visit.next, head.outcome));
            });
        }
        numbers.insert(GAME_COUNT, stored.len()?)?;
    }
    let gone: HashSet<u32> = transaction
        .open_table(GONE)?
        .iter()?
        .map(|id| Ok(id?.0.value()))
        .collect::<Result<_, LibraryError>>()?;
    runs::add(transaction, postings, &gone)?;
    Ok(first)
}

/// Removes games; those that could be read.
fn remove(transaction: &WriteTransaction, ids: &[GameId]) -> Result<Vec<Game>, LibraryError> {
    let mut stored = transaction.open_table(GAMES)?;
    let mut prints = transaction.open_table(PRINTS)?;
    let mut gone = transaction.open_table(GONE)?;
    let mut games = Vec::new();
    for &id in ids {
        let Some(game) = stored.remove(id)?.map(|bytes| Game::of_bytes(bytes.value())) else { continue };
        if let Some(game) = game {
            prints.remove((game.fingerprint(), id))?;
            games.push(game);
        }
        gone.insert(id, ())?;
    }
    if !ids.is_empty() {
        transaction.open_table(NUMBERS)?.insert(GAME_COUNT, stored.len()?)?;
    }
    Ok(games)
}

/// Does something with the database. A panic inside it, as damage can cause, is an error like others.
fn caught<T>(work: impl FnOnce() -> Result<T, LibraryError>) -> Result<T, LibraryError> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("it panicked");
        Err(LibraryError::Damaged(text.lines().next().unwrap_or_default().to_owned()))
    })
}
