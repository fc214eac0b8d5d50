//! Looking after the file of a library: checking it, copying it, and beginning a new one with all that can be read of a damaged one.

use std::collections::HashSet;
use std::fmt;
use std::fs;
use std::io::{self, Read, Seek};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use goren_record::date;
use redb::{Key, ReadTransaction, ReadableTable, TableDefinition, TableError, Value, WriteTransaction};

use crate::checked::{each_leaf, kept_from_others, leaf_entries, name_aside, private_file, was_never_made};
use crate::error::LibraryError;
use crate::find::GameId;
use crate::game::Game;
use crate::library::{GAMES, GONE, IMPORTS, Library, NUMBER_KEYS, NUMBERS, PLAYED, PRINTS, add};
use crate::repertoire::{CARDS, Card};
use crate::runs::{PAGES, RUNS};

/// What a check has found in a library whose file is whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Check {
    /// How many games can be read.
    pub games: usize,
    /// Those that cannot.
    pub unreadable: Vec<GameId>,
}

/// A damaged library that was begun anew with what could be read of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// How many games could be read.
    pub games: usize,
    /// How many there were, if that could be read.
    pub before: Option<usize>,
    /// Where the damaged file is now.
    pub set_aside: PathBuf,
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the library was damaged: {}", self.games)?;
        if let Some(before) = self.before {
            write!(f, " of {before}")?;
        }
        write!(
            f,
            " games could be read and are in a new file, with new numbers; removed ones may be back; the old file is kept as {}",
            self.set_aside.display()
        )
    }
}

/// How a file of redb begins.
const MAGIC: &[u8] = b"redb";

/// How many games are added to the new file at once.
const BATCH: usize = 2500;

impl Library {
    /// Reads everything in a file, and changes nothing. An error says that the file itself is damaged.
    pub fn check(path: &Path) -> Result<Check, LibraryError> {
        let library = Library::open_whole(path)?;
        library.read(|reading| {
            let mut check = Check::default();
            for entry in reading.open_table(GAMES)?.iter()? {
                let (id, bytes) = entry?;
                match Game::of_bytes(bytes.value()).map(|game| game.record()) {
                    Some(Ok(_)) => check.games += 1,
                    _ => check.unreadable.push(id.value()),
                }
            }
            Ok(check)
        })
    }

    /// Begins a new file with all that can be read of the one in this place, which is kept under another name.
    pub fn repair(path: &Path) -> Result<Repair, LibraryError> {
        let begun = begin_anew(path)?;
        begun.ok_or_else(|| {
            LibraryError::Damaged(format!("{}: nothing was ever stored in it", path.display()))
        })
    }

    /// Writes a copy that can take the place of the file.
    pub fn back_up(&self, target: &Path) -> Result<(), LibraryError> {
        let new = target.with_extension("new");
        let _ = fs::remove_file(&new);
        let copied = Library::open_whole(&new).and_then(|copy| {
            self.read(|reading| {
                copy.write(|writing| {
                    copy_table(reading, writing, GAMES)?;
                    copy_table(reading, writing, PRINTS)?;
                    copy_table(reading, writing, GONE)?;
                    copy_table(reading, writing, IMPORTS)?;
                    copy_table(reading, writing, PLAYED)?;
                    copy_table(reading, writing, NUMBERS)?;
                    copy_table(reading, writing, CARDS)?;
                    copy_table(reading, writing, PAGES)?;
                    copy_table(reading, writing, RUNS)
                })
            })
        });
        let named = |error| LibraryError::File(target.to_owned(), error);
        let done = copied.and_then(|()| fs::rename(&new, target).map_err(named));
        if done.is_err() {
            let _ = fs::remove_file(&new);
        }
        done
    }
}

fn copy_table<K: Key + 'static, V: Value + 'static>(
    from: &ReadTransaction,
    to: &WriteTransaction,
    table: TableDefinition<'_, K, V>,
) -> Result<(), LibraryError> {
    let mut target = to.open_table(table)?;
    let source = match from.open_table(table) {
        Err(TableError::TableDoesNotExist(_)) => return Ok(()),
        source => source?,
    };
    for entry in source.iter()? {
        let (key, value) = entry?;
        target.insert(key.value(), value.value())?;
    }
    Ok(())
}

/// Begins a damaged file anew with all that can be read of it, page by page. Nothing to tell if its making was broken off before
/// anything was stored.
pub(crate) fn begin_anew(path: &Path) -> Result<Option<Repair>, LibraryError> {
    let named = |error: io::Error| LibraryError::File(path.to_owned(), error);
    let mut file = private_file(path).map_err(named)?;
    let Some(lock) = kept_from_others(&file)? else { return Err(LibraryError::InUse(path.to_owned())) };
    let new = path.with_extension("new");
    let _ = fs::remove_file(&new);
    let found = read_pages(&mut file, &new);
    let _ = redb::StorageBackend::close(&lock);
    drop(lock);
    let mut start = Vec::new();
    file.rewind().and_then(|()| (&mut file).take(16).read_to_end(&mut start)).map_err(named)?;
    match found {
        Ok(Found { games: 0, cards: 0, .. }) if was_never_made(&start) => {
            let _ = fs::remove_file(&new);
            file.set_len(0).map_err(named)?;
            Ok(None)
        }
        // Not ours to move: a file of another kind, or one of which nothing is left.
        Ok(Found { games: 0, cards: 0, .. }) if !start.starts_with(MAGIC) => {
            let _ = fs::remove_file(&new);
            let what = "expected a library of games, found none in it; move it away to begin a new one here";
            Err(named(io::Error::new(io::ErrorKind::InvalidData, what)))
        }
        Ok(Found { games, before, .. }) => {
            drop(file);
            let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
            let set_aside = name_aside(path, &date(now));
            fs::hard_link(path, &set_aside)
                .or_else(|_| fs::copy(path, &set_aside).map(drop))
                .map_err(|error| LibraryError::File(set_aside.clone(), error))?;
            fs::rename(&new, path).map_err(named)?;
            Ok(Some(Repair { games, before: before.filter(|&before| before >= games), set_aside }))
        }
        Err(error) => {
            let _ = fs::remove_file(&new);
            Err(error)
        }
    }
}

/// What the pages of a file held.
struct Found {
    games: usize,
    /// Moves of the repertoire.
    cards: usize,
    /// How many games there were, as the newest of the pages says that tells it.
    before: Option<usize>,
}

/// Copies what the pages of a file hold into a new library.
fn read_pages(file: &mut fs::File, new: &Path) -> Result<Found, LibraryError> {
    let library = Library::open_whole(new)?;
    let mut batch = Vec::new();
    let (mut games, mut cards, mut newest) = (HashSet::new(), HashSet::new(), None);
    each_leaf(file, &[4, 8], &mut |page| {
        for (id, bytes) in leaf_entries(page, Some(4)).unwrap_or_default() {
            let Some(game) = Game::of_whole_bytes(bytes) else { continue };
            games.extend(id.first_chunk().map(|&id| u32::from_le_bytes(id)));
            // The studio's own games are added by it, under their names.
            if game.head.source != "studio" {
                batch.push(game);
            }
        }
        if batch.len() >= BATCH {
            library.write(|transaction| add(transaction, std::mem::take(&mut batch)))?;
        }
        newest = newest.max(numbers_in(page));
        for (key, bytes) in leaf_entries(page, Some(8)).unwrap_or_default() {
            let Some(&key) = key.first_chunk() else { continue };
            if bytes.get(2..).and_then(Card::of_bytes).is_some() {
                let key = u64::from_le_bytes(key);
                cards.insert(key);
                library.write(|transaction| {
                    transaction.open_table(CARDS)?.insert(key, bytes)?;
                    Ok(())
                })?;
            }
        }
        Ok(())
    })?;
    library.write(|transaction| add(transaction, batch))?;
    let before = newest.and_then(|(_, games)| usize::try_from(games).ok());
    Ok(Found { games: games.len(), cards: cards.len(), before })
}

/// The number of the next game and how many there are, if this is the page that holds both.
fn numbers_in(page: &[u8]) -> Option<(u64, u64)> {
    let start = page.get(..64)?;
    let keys = start.windows(NUMBER_KEYS.len()).position(|window| window == NUMBER_KEYS)?;
    let number = |at: usize| Some(u64::from_le_bytes(*page.get(at..)?.first_chunk()?));
    let values = keys + NUMBER_KEYS.len();
    Some((number(values + 8)?, number(values)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find::Query;
    use crate::import::Progress;
    use crate::synthetic;
    use goren_core::Random;
    use goren_record::{Format, ReadOptions, write};
    use std::io::{Cursor, SeekFrom};

    const GAMES_STORED: usize = 700;

    /// A folder of this test's own, empty.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("goren-library-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn filled(path: &Path) -> Library {
        let library = Library::open(path).unwrap();
        let games: Vec<_> = synthetic::games(5).take(GAMES_STORED).collect();
        for part in games.chunks(180) {
            library.add(part, "test.sgf").unwrap();
        }
        library
    }

    fn total(library: &Library) -> usize {
        library.find(&Query::default(), 0..0, &mut |_| true).unwrap().total
    }

    #[test]
    fn a_library_that_was_never_finished_is_begun_anew_without_a_word() {
        let folder = folder("unfinished");
        let path = Library::file_in(&folder);
        for length in [0, 5, 320, 4096, 1 << 20] {
            fs::write(&path, vec![0; length]).unwrap();
            let library = Library::open(&path).unwrap();
            assert_eq!((total(&library), library.repaired()), (0, None), "{length}");
            assert_eq!(library.add(&[synthetic::games(1).next().unwrap()], "x").unwrap(), 1);
        }
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        // What is no library at all stays where it is.
        fs::write(&path, "somebody's notes").unwrap();
        assert!(Library::open(&path).unwrap_err().to_string().contains("expected a library of games"));
        assert_eq!(fs::read_to_string(&path).unwrap(), "somebody's notes");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_damaged_page_loses_only_what_was_in_it() {
        let folder = folder("damaged");
        let path = Library::file_in(&folder);
        let (whole, crashed) = {
            let library = filled(&path);
            let crashed = fs::read(&path).unwrap();
            drop(library);
            (fs::read(&path).unwrap(), crashed)
        };
        let (mut repaired, mut counted) = (0, 0);
        for seed in 0..60 {
            let mut random = Random::new(seed);
            let mut bytes = if seed % 3 == 0 { crashed.clone() } else { whole.clone() };
            let used: Vec<usize> = (1..bytes.len() / 4096)
                .filter(|i| bytes[i * 4096..][..4096].iter().any(|&byte| byte != 0))
                .collect();
            let page = used[random.below(used.len())] * 4096;
            match random.below(3) {
                0 => bytes[page..page + 4096].fill(0),
                1 => bytes[page..page + 4096].fill(0xff),
                _ => (0..8).for_each(|_| bytes[page + random.below(256)] = random.below(256) as u8),
            }
            for entry in fs::read_dir(&folder).unwrap() {
                fs::remove_file(entry.unwrap().path()).unwrap();
            }
            fs::write(&path, &bytes).unwrap();
            let library = Library::open(&path).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
            let found = total(&library);
            // A page holds at most a few dozen games; after a crash the last change may be taken back.
            let least = GAMES_STORED - 100 - if seed % 3 == 0 { 180 } else { 0 };
            assert!(found >= least, "seed {seed}: {found}");
            if let Some(repair) = library.repaired() {
                repaired += 1;
                counted += usize::from(repair.before == Some(GAMES_STORED));
                assert!(repair.games >= found && repair.set_aside.exists(), "seed {seed}: {repair}");
            } else if seed % 3 != 0 {
                assert_eq!(found, GAMES_STORED, "seed {seed}: games are gone without a word");
            }
            assert_eq!(library.statistics(&mut |_| true).unwrap().all.games(), found);
        }
        assert!(repaired > 10 && counted > 0, "{repaired} repaired, {counted} counted");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_game_that_cannot_be_read_is_counted_and_ends_nothing() {
        let library = Library::in_memory().unwrap();
        let games: Vec<_> = synthetic::games(2).take(20).collect();
        library.add(&games, "test.sgf").unwrap();
        library
            .write(|transaction| {
                transaction.open_table(GAMES)?.insert(7, b"nothing of the kind".as_slice())?;
                Ok(())
            })
            .unwrap();
        let found = library.find(&Query::default(), 0..50, &mut |_| true).unwrap();
        assert_eq!((found.total, found.searched.unreadable, found.searched.is_complete), (19, 1, true));
        let mut records = 0;
        let searched = library.records(&Query::default(), &mut |_| true, &mut |_, _| records += 1).unwrap();
        assert_eq!((records, searched.unreadable), (19, 1));
        let statistics = library.statistics(&mut |_| true).unwrap();
        assert_eq!((statistics.all.games(), statistics.unreadable), (19, 1));
        assert!(library.record(7).is_err() && library.is_damaged());
        // The same games are still known.
        assert_eq!(library.add(&games, "again.sgf").unwrap(), 1);
    }

    #[test]
    fn a_copy_takes_the_place_of_the_file_and_a_check_reads_everything() {
        let folder = folder("backup");
        let (path, copy) = (Library::file_in(&folder), folder.join("copy.redb"));
        let library = filled(&path);
        library.back_up(&copy).unwrap();
        let positions = library.positions().unwrap();
        drop(library);
        assert_eq!(Library::check(&copy).unwrap(), Check { games: GAMES_STORED, unreadable: Vec::new() });
        fs::rename(&copy, &path).unwrap();
        let library = Library::open(&path).unwrap();
        assert_eq!((library.repaired(), library.positions().unwrap()), (None, positions));
        assert_eq!(total(&library), GAMES_STORED);
        assert!(matches!(Library::repair(&path), Err(LibraryError::InUse(_))));
        drop(library);
        let mut bytes = fs::read(&path).unwrap();
        bytes[64..320].fill(0xff);
        fs::write(&path, &bytes).unwrap();
        assert!(Library::check(&path).unwrap_err().is_damage());
        assert_eq!(Library::repair(&path).unwrap().games, GAMES_STORED);
        assert_eq!(Library::check(&path).unwrap().games, GAMES_STORED);
        fs::remove_dir_all(&folder).unwrap();
    }

    /// Bytes without end.
    struct Endless(&'static [u8], usize);

    impl Read for Endless {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            for byte in bytes.iter_mut() {
                *byte = self.0[self.1 % self.0.len()];
                self.1 += 1;
            }
            Ok(bytes.len())
        }
    }

    impl Seek for Endless {
        fn seek(&mut self, _: SeekFrom) -> io::Result<u64> {
            self.1 = 0;
            Ok(0)
        }
    }

    #[test]
    fn an_import_without_end_is_stopped_wherever_it_is() {
        let library = Library::in_memory().unwrap();
        let mut asked = 0;
        let zeros = library.import("zero", Endless(&[0], 0), &ReadOptions::default(), &mut |_| true);
        assert!(matches!(zeros, Err(LibraryError::NoGame(..))));
        for text in [&b"h8i9\n"[..], b"h8 ", b"(;GM[4];B[hh])"] {
            let mut go_on = |_: &Progress| {
                asked += 1;
                asked % 40 != 0
            };
            let imported = library.import("endless", Endless(text, 0), &ReadOptions::default(), &mut go_on);
            assert!(!imported.unwrap().is_finished);
        }
        assert_eq!(asked, 120);
    }

    #[test]
    fn positions_in_variations_are_counted_as_not_searched() {
        let library = Library::in_memory().unwrap();
        let text = "(;GM[4]SZ[15];B[hh](;W[ii];B[jj])(;W[gg])(;W[ff];B[ee]))";
        let games = goren_record::read(text.as_bytes(), &ReadOptions::default()).unwrap();
        let lib = write(&games, Format::Lib).unwrap().bytes;
        for bytes in [text.as_bytes(), lib.as_slice()] {
            let imported =
                library.import("x", Cursor::new(bytes), &ReadOptions::default(), &mut |_| true).unwrap();
            assert_eq!(imported.unsearched, 3);
        }
    }
}
