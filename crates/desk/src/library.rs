//! The library beside the store: opened when it is first needed, with every game that was finished here in it.

use std::collections::HashMap;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use goren_library::{GameId, Library, LibraryError, Removed};
use goren_record::{ReadOptions, Record, RecordResult, date};

use crate::refusal::Refusal;
use crate::store::{Archive, Head, Saved, Store, StoreError};
use crate::table::TrackedTree;
use crate::wire::{FaultView, ImportState, ImportView, Kind};

/// The most faults that a page is told.
const MOST_FAULTS: usize = 100;

/// The library of this studio.
pub(crate) struct Shelf {
    /// Where it is, if it is on disk.
    path: Option<PathBuf>,
    library: Mutex<Option<Arc<Library>>>,
    /// The state of the store that the library knows.
    synced: Mutex<Option<u64>>,
    import: Mutex<Option<ImportView>>,
    stop: AtomicBool,
    /// The last games that were removed, with the number of their removal.
    removed: Mutex<(u64, Removed)>,
    /// What the person should know.
    notices: Mutex<Vec<String>>,
}

impl Shelf {
    /// The library of a data folder, or one in memory.
    pub(crate) fn new(folder: Option<&PathBuf>) -> Arc<Shelf> {
        Arc::new(Shelf {
            path: folder.map(|folder| Library::file_in(folder)),
            library: Mutex::default(),
            synced: Mutex::default(),
            import: Mutex::default(),
            stop: AtomicBool::new(false),
            removed: Mutex::default(),
            notices: Mutex::default(),
        })
    }

    /// The library, opened if it is not. One that another program has open can be tried again; one that has shown itself damaged
    /// is opened again, and so repaired.
    pub(crate) fn library(&self) -> Result<Arc<Library>, LibraryError> {
        let mut library = lock(&self.library);
        if self.path.is_some() && library.take_if(|library| library.is_damaged()).is_some() {
            *lock(&self.synced) = None;
        }
        match &*library {
            Some(library) => Ok(Arc::clone(library)),
            None => {
                let opened = Arc::new(match &self.path {
                    Some(path) => Library::open(path)?,
                    None => Library::in_memory()?,
                });
                lock(&self.notices).extend(opened.repaired().map(ToString::to_string));
                *library = Some(Arc::clone(&opened));
                Ok(opened)
            }
        }
    }

    /// What the person should know.
    pub(crate) fn notices(&self) -> Vec<String> {
        lock(&self.notices).clone()
    }

    /// The library with every game that was finished here.
    pub(crate) fn with_played(&self, store: &Store) -> Result<Arc<Library>, Refusal> {
        let library = self.library()?;
        // Whoever comes meanwhile waits, and finds the work done.
        let mut synced = lock(&self.synced);
        let revision = store.revision();
        if *synced != Some(revision) {
            let heads = store.heads()?;
            let load = |id: &str| store.load(id).ok().flatten();
            shelve(&library, heads.iter(), load)?;
            *synced = Some(revision);
        }
        Ok(library)
    }

    /// The library as it is, if it knows the games that were finished before; those finished since are added meanwhile.
    pub(crate) fn soon_with_played(self: &Arc<Shelf>, store: &Arc<Store>) -> Result<Arc<Library>, Refusal> {
        let known = self.synced.try_lock().map(|synced| *synced);
        match known {
            Ok(None) => self.with_played(store),
            Ok(Some(revision)) if revision != store.revision() => {
                let (shelf, store) = (Arc::clone(self), Arc::clone(store));
                // What cannot be added now is added with the next question.
                std::thread::spawn(move || drop(shelf.with_played(&store)));
                Ok(self.library()?)
            }
            _ => Ok(self.library()?),
        }
    }

    /// The import under way, or the last one.
    pub(crate) fn import_view(&self) -> Option<ImportView> {
        lock(&self.import).clone()
    }

    /// Begins to import a file; false if another is being imported.
    pub(crate) fn begin_import(
        self: &Arc<Shelf>,
        name: &str,
        file: Vec<u8>,
        options: ReadOptions,
    ) -> Result<bool, LibraryError> {
        let library = self.library()?;
        let mut import = lock(&self.import);
        if import.as_ref().is_some_and(|import| import.state == ImportState::Running) {
            return Ok(false);
        }
        let name: String = name.chars().take(120).collect();
        *import = Some(ImportView {
            name: name.clone(),
            state: ImportState::Running,
            share: 0.0,
            games: 0,
            added: 0,
            duplicates: 0,
            faulty: 0,
            faults: Vec::new(),
            unsearched: 0,
            error: None,
        });
        drop(import);
        self.stop.store(false, Ordering::Relaxed);
        let shelf = Arc::clone(self);
        std::thread::spawn(move || shelf.import(&library, &name, &file, &options));
        Ok(true)
    }

    fn import(&self, library: &Library, name: &str, file: &[u8], options: &ReadOptions) {
        let imported = library.import(name, Cursor::new(file), options, &mut |progress| {
            if let Some(view) = &mut *lock(&self.import) {
                view.share = progress.bytes as f64 / progress.total.max(1) as f64;
                view.games = progress.games;
                view.added = progress.added;
                view.duplicates = progress.duplicates;
                view.faulty = progress.faulty;
            }
            !self.stop.load(Ordering::Relaxed)
        });
        let mut import = lock(&self.import);
        let Some(view) = &mut *import else { return };
        match imported {
            Ok(imported) => {
                view.state = if imported.is_finished { ImportState::Finished } else { ImportState::Stopped };
                view.games = imported.progress.games;
                view.added = imported.progress.added;
                view.duplicates = imported.progress.duplicates;
                view.faulty = imported.progress.faulty;
                view.unsearched = imported.unsearched;
                let faults = imported.faults.into_iter().take(MOST_FAULTS);
                view.faults =
                    faults.map(|fault| FaultView { game: fault.number, reason: fault.reason }).collect();
            }
            Err(error) => {
                view.state = ImportState::Failed;
                view.error = Some(error.into());
            }
        }
    }

    /// Removes imported games; the number with which they are brought back until others are removed, how many they are, and how
    /// many of those asked for were played here and stay.
    pub(crate) fn remove(&self, ids: &[GameId]) -> Result<(u64, usize, usize), LibraryError> {
        let library = self.library()?;
        let mut last = lock(&self.removed);
        let removed = library.remove(ids)?;
        let (count, played) = (removed.len(), removed.played);
        // What cannot be undone because nothing was done leaves the last removal as it is.
        if count > 0 {
            *last = (last.0 + 1, removed);
        }
        Ok((last.0, count, played))
    }

    /// Brings the last removed games back; none if this removal is not the last.
    pub(crate) fn put_back(&self, removal: u64) -> Result<Option<usize>, LibraryError> {
        let library = self.library()?;
        let last = lock(&self.removed);
        if last.0 != removal || last.1.is_empty() {
            return Ok(None);
        }
        library.put_back(&last.1).map(Some)
    }

    /// Stops the import under way; what was read stays.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Brings a library up to date with the games that the studio of a folder has stored, which must not be running.
pub fn add_played(library: &Library, folder: &Path) -> Result<(), AddPlayedError> {
    let archive = match Archive::read(folder) {
        Ok(archive) => archive,
        // Nobody has played yet.
        Err(StoreError::File(_, error)) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(AddPlayedError::Store(error)),
    };
    let saved: HashMap<&str, &Saved> =
        archive.entries().iter().map(|(head, saved)| (head.id.as_str(), saved)).collect();
    let heads = archive.entries().iter().map(|entry| &entry.0);
    shelve(library, heads, |id| saved.get(id).map(|&saved| saved.clone())).map_err(AddPlayedError::Library)
}

/// Why the games of a studio could not be added to a library.
#[derive(Debug)]
pub enum AddPlayedError {
    /// The studio's store cannot be read.
    Store(StoreError),
    /// The library cannot be written.
    Library(LibraryError),
}

impl std::fmt::Display for AddPlayedError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            AddPlayedError::Store(error) => error.fmt(f),
            AddPlayedError::Library(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for AddPlayedError {}

/// Adds finished games that the library does not have as they are now, and removes those that are no longer stored.
fn shelve<'a>(
    library: &Library,
    heads: impl Iterator<Item = &'a Head>,
    load: impl Fn(&str) -> Option<Saved>,
) -> Result<(), LibraryError> {
    let mut known: HashMap<String, u64> = library.played()?.into_iter().collect();
    let mut fresh = Vec::new();
    for head in heads.filter(|head| head.kind == Kind::Game && !head.ongoing && head.moves > 0) {
        if known.remove(&head.id) == Some(head.changed) {
            continue;
        }
        let saved = load(&head.id);
        let record = saved.and_then(|saved| Some((TrackedTree::read(&saved.record).ok()?, saved.created)));
        if let Some((record, created)) = record {
            fresh.push((head.id.clone(), head.changed, finished(record, head, created)));
        }
    }
    if !fresh.is_empty() {
        library.keep_played(&fresh)?;
    }
    let gone: Vec<String> = known.into_keys().collect();
    if gone.is_empty() { Ok(()) } else { library.forget_played(&gone) }
}

/// The record of a finished game, with what its table knows of it.
fn finished(record: Record, head: &Head, created: u64) -> Record {
    let or = |own: String, other: &str| if own.is_empty() { other.to_owned() } else { own };
    let result = match head.winner {
        Some(stone) => Some(RecordResult::Win(stone)),
        None => head.result.as_ref().map(|_| RecordResult::Draw),
    };
    Record {
        black: or(record.black, &head.black),
        white: or(record.white, &head.white),
        event: or(record.event, &head.event),
        date: or(record.date, &date(created / 1000)),
        result: record.result.or(result),
        ..record
    }
}
