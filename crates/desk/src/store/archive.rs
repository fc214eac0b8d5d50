//! All that a database holds, as far as it can be read: for checks, copies, exports and repairs.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use goren_library::checked::{kept_from_others, name_aside, private_file, was_never_made};
use goren_record::{Format, date, write};
use redb::{Database, DatabaseError, ReadableDatabase, ReadableTable, StorageBackend, TableDefinition};

use super::database::{backup_in, caught, close, file_in, make_folder, open_copy, open_file};
use super::salvage::{self, Found};
use super::{GAMES, HEADS, Head, SETTINGS, SETTINGS_KEY, Saved, StoreError, Stored, TRAINING, json};
use crate::table::{State, TrackedTree};
use crate::wire::now_ms;

/// How old the copy in the folder may become.
const BACKUP_EVERY: Duration = Duration::from_secs(24 * 60 * 60);

/// All that a database holds, as far as it can be read.
#[derive(Debug, Default)]
pub struct Archive {
    games: Vec<(Head, Saved)>,
    settings: Option<serde_json::Value>,
    /// What training keeps, by key.
    training: BTreeMap<String, serde_json::Value>,
    problems: Vec<String>,
    is_damaged: bool,
}

/// What a repair has done.
#[derive(Debug)]
pub struct Repair {
    /// Where the damaged file is now.
    pub set_aside: PathBuf,
    /// How many games are in the new file.
    pub games: usize,
    /// How many of them are from the daily copy.
    pub from_backup: usize,
    /// What could not be read.
    pub problems: Vec<String>,
    was_damaged: bool,
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (games, aside) = (self.games, self.set_aside.display());
        let problem = if self.was_damaged { "the file of games was damaged: " } else { "" };
        match games {
            1 => write!(f, "{problem}1 game could be read and is in a new file")?,
            _ => write!(f, "{problem}{games} games could be read and are in a new file")?,
        }
        if self.from_backup > 0 {
            write!(f, " ({} of them from the copy of an earlier day)", self.from_backup)?;
        }
        write!(f, "; the old one is kept as {aside}")
    }
}

impl Archive {
    /// Reads the database of a folder, which must not be in use. Nothing in it is changed.
    pub fn read(folder: &Path) -> Result<Archive, StoreError> {
        Archive::read_file(&file_in(folder))
    }

    /// Reads a database file, such as a backup.
    pub fn read_file(path: &Path) -> Result<Archive, StoreError> {
        Ok(Archive::of(&unused(path)?))
    }

    /// How many games can be read.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// The games that can be read.
    pub(crate) fn entries(&self) -> &[(Head, Saved)] {
        &self.games
    }

    /// What cannot be read, a line each.
    pub fn problems(&self) -> &[String] {
        &self.problems
    }

    /// Writes everything that can be read into a new database file. A file of this name is replaced at once or not at
    /// all.
    pub fn write_file(&self, path: &Path) -> Result<(), StoreError> {
        let named = |error| StoreError::File(path.to_owned(), error);
        let new = path.with_extension("new");
        let _ = fs::remove_file(&new);
        let database = open_file(&new)?;
        let filled = caught(|| self.fill(&database));
        close(database);
        if let Err(error) = filled {
            let _ = fs::remove_file(&new);
            return Err(error);
        }
        fs::rename(&new, path).map_err(named)
    }

    /// Writes each game into a file of its own in a folder, and what training keeps into one more; how many games there are.
    pub fn export(&self, folder: &Path, format: Format) -> Result<usize, StoreError> {
        let named = |error| StoreError::File(folder.to_owned(), error);
        make_folder(folder).map_err(named)?;
        let mut count = 0;
        for (head, saved) in &self.games {
            let Ok(record) = TrackedTree::read(&saved.record) else { continue };
            let Ok(written) = write(&[record], format) else { continue };
            let name = format!("goren-{}-{}.{}", date(saved.created / 1000), head.id, format.extension());
            let path = folder.join(name);
            let mut file = private_file(&path).map_err(named)?;
            file.set_len(0).and_then(|()| file.write_all(&written.bytes)).map_err(named)?;
            count += 1;
        }
        if !self.training.is_empty() {
            let line = |(key, value)| format!("{}\n", serde_json::json!({ "key": key, "value": value }));
            let lines: String = self.training.iter().map(line).collect();
            let mut file = private_file(&folder.join("goren-training.jsonl")).map_err(named)?;
            file.set_len(0).and_then(|()| file.write_all(lines.as_bytes())).map_err(named)?;
        }
        Ok(count)
    }

    /// Begins the database of a folder anew, as [`Archive::repair`] does; nothing to tell if its making was broken off before
    /// anything was stored.
    pub(super) fn begin_anew(folder: &Path) -> Stored<Option<Repair>> {
        let path = file_in(folder);
        let bytes = unused(&path)?;
        let archive = Archive::of(&bytes);
        let is_empty = archive.games.is_empty() && archive.settings.is_none() && archive.training.is_empty();
        if is_empty && was_never_made(&bytes) {
            fs::remove_file(&path).map_err(|error| StoreError::File(path, error))?;
            return Ok(None);
        }
        Archive::repair(folder).map(Some)
    }

    /// Begins a new database in a folder with everything that can be read of the present one, and with what only its
    /// daily copy holds. The present file is kept under another name.
    pub fn repair(folder: &Path) -> Result<Repair, StoreError> {
        let path = file_in(folder);
        let mut archive = Archive::of(&unused(&path)?);
        let readable = archive.games.len();
        if archive.is_damaged
            && let Ok(backup) = Archive::read_file(&backup_in(folder))
        {
            archive.add(backup);
        }
        let set_aside = name_aside(&path, &date(now_ms() / 1000));
        let named = |error| StoreError::File(set_aside.clone(), error);
        fs::hard_link(&path, &set_aside).or_else(|_| fs::copy(&path, &set_aside).map(drop)).map_err(named)?;
        archive.write_file(&path)?;
        Ok(Repair {
            set_aside,
            games: archive.games.len(),
            from_backup: archive.games.len() - readable,
            problems: archive.problems,
            was_damaged: archive.is_damaged,
        })
    }

    /// Writes the daily copy of a folder.
    pub(super) fn back_up(&self, folder: &Path) -> Stored<()> {
        // An empty database is no reason to lose an older copy.
        if self.games.is_empty() && self.training.is_empty() {
            return Ok(());
        }
        self.write_file(&backup_in(folder))
    }

    fn of(bytes: &[u8]) -> Archive {
        match open_copy(bytes).and_then(|database| caught(|| Archive::of_database(&database))) {
            Ok(archive) => archive,
            Err(error) => {
                let mut archive = Archive { is_damaged: true, ..Archive::default() };
                archive.problems.push(format!("the file is damaged: {error}"));
                archive.take(salvage::search(bytes));
                archive
            }
        }
    }

    /// Reads a database that is open.
    pub(super) fn of_database(database: &Database) -> Stored<Archive> {
        let mut archive = Archive::default();
        let (games, heads) = (all(database, GAMES)?, all(database, HEADS)?);
        let mut found = Found::default();
        for (id, bytes) in games {
            match serde_json::from_slice(&bytes) {
                Ok(saved) => found.games.entry(id).or_default().push(saved),
                Err(error) => archive.problems.push(format!("game {id}: {error}")),
            }
        }
        for (id, bytes) in heads {
            match serde_json::from_slice(&bytes) {
                Ok(head) => drop(found.heads.insert(id, head)),
                Err(error) => archive.problems.push(format!("the list's entry of game {id}: {error}")),
            }
        }
        for (_, bytes) in all(database, SETTINGS)?.into_iter().filter(|(key, _)| key == SETTINGS_KEY) {
            match serde_json::from_slice(&bytes) {
                Ok(settings) => found.settings = Some(settings),
                Err(error) => archive.problems.push(format!("the settings: {error}")),
            }
        }
        for (key, bytes) in all(database, TRAINING)? {
            match serde_json::from_slice(&bytes) {
                Ok(value) => found.add_training(&key, value),
                Err(error) => archive.problems.push(format!("training, {key}: {error}")),
            }
        }
        archive.take(found);
        Ok(archive)
    }

    /// Takes the games that can be played on; of several states of one the longest, which misses nothing.
    fn take(&mut self, found: Found) {
        let Found { games, mut heads, settings, training } = found;
        for (id, mut states) in games {
            states.sort_by_key(|saved| saved.record.len());
            let mut refusal = None;
            let whole = states.into_iter().rev().find_map(|saved| match State::load(&saved) {
                Ok(state) => Some((state.head(&id, saved.created), saved)),
                Err(error) => {
                    refusal.get_or_insert(error);
                    None
                }
            });
            match (whole, refusal) {
                (Some((head, saved)), _) => {
                    let changed = heads.remove(&id).map_or(saved.created, |old| old.changed);
                    self.games.push((Head { changed, ..head }, saved));
                }
                (None, Some(refusal)) => self.problems.push(format!("game {id}: {refusal}")),
                (None, None) => {}
            }
        }
        for (id, head) in heads {
            if !self.games.iter().any(|(each, _)| each.id == id) {
                let (black, white) = (head.black, head.white);
                self.problems.push(format!("game {id} ({black} – {white}): only its name could be read"));
            }
        }
        self.settings = self.settings.take().or(settings);
        self.training = training;
    }

    fn add(&mut self, other: Archive) {
        for game in other.games {
            if !self.games.iter().any(|(head, _)| head.id == game.0.id) {
                self.games.push(game);
            }
        }
        self.settings = self.settings.take().or(other.settings);
        for (key, value) in other.training {
            self.training.entry(key).or_insert(value);
        }
    }

    fn fill(&self, database: &Database) -> Stored<()> {
        let fill = || -> Result<(), redb::Error> {
            let transaction = database.begin_write()?;
            {
                let (mut heads, mut games) = (transaction.open_table(HEADS)?, transaction.open_table(GAMES)?);
                for (head, saved) in &self.games {
                    heads.insert(head.id.as_str(), json(head).as_slice())?;
                    games.insert(head.id.as_str(), json(saved).as_slice())?;
                }
                let mut settings = transaction.open_table(SETTINGS)?;
                if let Some(value) = &self.settings {
                    settings.insert(SETTINGS_KEY, json(value).as_slice())?;
                }
                let mut training = transaction.open_table(TRAINING)?;
                for (key, value) in &self.training {
                    training.insert(key.as_str(), json(value).as_slice())?;
                }
            }
            Ok(transaction.commit()?)
        };
        fill().map_err(StoreError::Database)
    }
}

/// The bytes of a database file that nobody has open.
fn unused(path: &Path) -> Stored<Vec<u8>> {
    let named = |error| StoreError::File(path.to_owned(), error);
    let mut file = fs::OpenOptions::new().read(true).write(true).open(path).map_err(named)?;
    let Some(lock) = kept_from_others(&file).map_err(|error| StoreError::from(error).in_file(path))? else {
        return Err(StoreError::from(DatabaseError::DatabaseAlreadyOpen).in_file(path));
    };
    let mut bytes = Vec::new();
    let read = file.read_to_end(&mut bytes);
    let _ = lock.close();
    read.map_err(named)?;
    Ok(bytes)
}

/// Whether the daily copy is due.
pub(super) fn is_backup_due(folder: &Path) -> bool {
    let modified = fs::metadata(backup_in(folder)).and_then(|data| data.modified());
    let age = modified.map(|modified| SystemTime::now().duration_since(modified));
    !matches!(age, Ok(Ok(age)) if age < BACKUP_EVERY)
}

type Entries = Vec<(String, Vec<u8>)>;

/// Every entry of a table that is there.
pub(super) fn all(database: &Database, table: TableDefinition<'_, &str, &[u8]>) -> Stored<Entries> {
    let all = || -> Result<Entries, redb::Error> {
        let table = match database.begin_read()?.open_table(table) {
            Err(redb::TableError::TableDoesNotExist(_)) => return Ok(Vec::new()),
            table => table?,
        };
        let entry = |entry: Result<(redb::AccessGuard<'_, &str>, redb::AccessGuard<'_, &[u8]>), _>| {
            let (key, value) = entry?;
            Ok((key.value().to_owned(), value.value().to_vec()))
        };
        table.iter()?.map(entry).collect()
    };
    all().map_err(StoreError::Database)
}
