//! Importing a file of games: in batches, each stored with the place where the next begins, so that an import that was broken off
//! goes on from there.

use std::cell::{Cell, RefCell};
use std::io::{self, Read, Seek};

use goren_core::Random;
use goren_record::{Format, ReadError, ReadOptions, Record, read};

use crate::error::LibraryError;
use crate::game::Game;
use crate::library::{IMPORTS, Library, add};
use crate::split::{Piece, Pieces};
use crate::step::Step;

/// A game that could not be imported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Its number in the file, from 1.
    pub number: usize,
    /// Why.
    pub reason: String,
}

/// How far an import is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Bytes of the file that have been read.
    pub bytes: u64,
    /// Bytes of the file.
    pub total: u64,
    /// Games read.
    pub games: usize,
    /// Games added.
    pub added: usize,
    /// Games that were there already.
    pub duplicates: usize,
    /// Games that could not be read.
    pub faulty: usize,
}

/// What came of an import.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// The final counts, those of an earlier part included.
    pub progress: Progress,
    /// The games of this part that could not be read, at most a thousand.
    pub faults: Vec<Fault>,
    /// Games of an earlier part that was broken off, which were not read again.
    pub resumed_after: usize,
    /// Positions in variations of the games of this part: kept, but not searched.
    pub unsearched: usize,
    /// Whether the file was read to its end.
    pub is_finished: bool,
}

/// Games that are stored at once: few enough to lose little, and enough to write the index in long runs.
const BATCH: usize = 2500;
/// Games of an XML file that are read together: each time, what comes before them is read too.
const GROUP: usize = 500;
/// Bytes of a batch or group; one game may be larger.
const BATCH_BYTES: usize = 16 << 20;
/// The most faults that are named.
const MAX_FAULTS: usize = 1000;
/// The largest whole record, in bytes: what is larger could not be read again.
const MAX_RECORD_BYTES: usize = 32 << 20;

/// A file whose every reading asks whether to go on: it may have no end.
struct Watched<'a, 'b, R> {
    file: R,
    go_on: &'a RefCell<GoOn<'b>>,
    progress: &'a Cell<Progress>,
    is_stopped: &'a Cell<bool>,
}

/// Is told how far an import is, and stops it with `false`.
type GoOn<'a> = &'a mut dyn FnMut(&Progress) -> bool;

impl<R: Read> Read for Watched<'_, '_, R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if !(self.go_on.borrow_mut())(&self.progress.get()) {
            self.is_stopped.set(true);
            return Err(io::Error::other("stopped"));
        }
        self.file.read(bytes)
    }
}

impl Library {
    /// Imports the games of a file. One that was broken off before goes on where it was. `go_on` is told how far it is, and
    /// stops it with `false`; what was read by then is stored.
    pub fn import(
        &self,
        name: &str,
        file: impl Read + Seek,
        options: &ReadOptions,
        go_on: &mut dyn FnMut(&Progress) -> bool,
    ) -> Result<Imported, LibraryError> {
        let go_on = RefCell::new(go_on);
        let (progress, is_stopped) = (Cell::new(Progress::default()), Cell::new(false));
        let watched = Watched { file, go_on: &go_on, progress: &progress, is_stopped: &is_stopped };
        match self.import_watched(name, watched, options) {
            Err(LibraryError::Source(..)) if is_stopped.get() => {
                Ok(Imported { progress: progress.get(), ..Imported::default() })
            }
            imported => imported,
        }
    }

    fn import_watched<R: Read + Seek>(
        &self,
        name: &str,
        mut file: Watched<'_, '_, R>,
        options: &ReadOptions,
    ) -> Result<Imported, LibraryError> {
        let (shown, is_stopped, go_on) = (file.progress, file.is_stopped, file.go_on);
        let unreadable = |error: io::Error| LibraryError::Source(name.to_owned(), error);
        // What is no game at all need not be read to its end.
        let pieces = Pieces::new(&mut file, options.format).map_err(unreadable)?;
        drop(pieces.map_err(|error| LibraryError::NoGame(name.to_owned(), error))?);
        file.file.rewind().map_err(unreadable)?;
        let (total, digest) = digest_of(&mut file).map_err(unreadable)?;
        file.file.rewind().map_err(unreadable)?;
        let pieces = Pieces::new(file, options.format).map_err(unreadable)?;
        let mut pieces = pieces.map_err(|error| LibraryError::NoGame(name.to_owned(), error))?;
        let options = ReadOptions { format: Some(pieces.format()), ..*options };
        let mut imported =
            Imported { progress: Progress { total, ..Progress::default() }, ..Imported::default() };
        let begun =
            self.read(|reading| Ok(reading.open_table(IMPORTS)?.get(digest)?.map(|counts| counts.value())))?;
        if let Some([games, added, duplicates, faulty]) =
            begun.map(|counts| counts.map(|count| count as usize))
        {
            imported.resumed_after = games;
            imported.progress = Progress { games, added, duplicates, faulty, ..imported.progress };
            for _ in 0..games {
                pieces.next_piece().map_err(unreadable)?;
            }
        }
        let mut last = imported.progress.games;
        loop {
            shown.set(imported.progress);
            let (batch, is_end) = match batch(name, &mut pieces, &options, &mut imported, shown) {
                // The games of a group that was not read to its end are read again.
                (games, Err(_)) if is_stopped.get() => (games, BatchEnd::Stopped),
                (games, end) => (games, end.map_err(unreadable)?),
            };
            let progress = &mut imported.progress;
            if progress.games > last {
                let added = self.write(|transaction| {
                    let added = add(transaction, batch)?;
                    let counts = [
                        progress.games,
                        progress.added + added.new,
                        progress.duplicates + added.known,
                        progress.faulty,
                    ];
                    transaction.open_table(IMPORTS)?.insert(digest, counts.map(|count| count as u64))?;
                    Ok(added)
                })?;
                progress.added += added.new;
                progress.duplicates += added.known;
                last = progress.games;
            }
            match is_end {
                BatchEnd::Full => {}
                BatchEnd::Stopped => return Ok(imported),
                BatchEnd::File => break,
            }
        }
        // Read once more, it is begun anew: games may have been removed since.
        self.write(|transaction| {
            transaction.open_table(IMPORTS)?.remove(digest)?;
            Ok(())
        })?;
        imported.is_finished = true;
        (go_on.borrow_mut())(&imported.progress);
        Ok(imported)
    }
}

/// Reads the games of the next batch, and how it ended.
fn batch<R: Read>(
    name: &str,
    pieces: &mut Pieces<R>,
    options: &ReadOptions,
    imported: &mut Imported,
    shown: &Cell<Progress>,
) -> (Vec<Game>, io::Result<BatchEnd>) {
    let (mut games, mut bytes) = (Vec::new(), 0);
    while games.len() < BATCH && bytes < BATCH_BYTES {
        let mut group = Vec::new();
        let (mut group_bytes, mut is_end) = (0, false);
        while group.len() < GROUP && group_bytes < BATCH_BYTES && !is_end {
            match pieces.next_piece() {
                Ok(Some(piece)) => {
                    group_bytes += piece.bytes.len();
                    group.push(piece);
                }
                Ok(None) => is_end = true,
                Err(error) => return (games, Err(error)),
            }
        }
        bytes += group_bytes;
        imported.progress.bytes = pieces.bytes_read();
        read_group(pieces, &group, options, &mut |number, read| {
            imported.progress.games = imported.progress.games.max(number);
            let checked = read.and_then(|record| Ok((checked(&record, name)?, positions_aside(&record))));
            match checked {
                Ok((game, aside)) => {
                    imported.unsearched += aside;
                    games.push(game);
                }
                Err(reason) => {
                    imported.progress.faulty += 1;
                    if imported.faults.len() < MAX_FAULTS {
                        imported.faults.push(Fault { number, reason });
                    }
                }
            }
        });
        shown.set(imported.progress);
        if is_end {
            return (games, Ok(BatchEnd::File));
        }
    }
    (games, Ok(BatchEnd::Full))
}

/// How many positions of a game are not on its main line.
fn positions_aside(record: &Record) -> usize {
    record.tree.len() - record.tree.main_line().count()
}

enum BatchEnd {
    Full,
    Stopped,
    File,
}

/// Reads pieces and tells of every game, or why it cannot be read.
fn read_group<R: Read>(
    pieces: &Pieces<R>,
    group: &[Piece],
    options: &ReadOptions,
    tell: &mut dyn FnMut(usize, Result<Record, String>),
) {
    if pieces.format() == Format::Rif && group.len() > 1 {
        match read(&pieces.file_of(group), options) {
            Ok(records) if records.len() == group.len() => {
                for (piece, record) in group.iter().zip(records) {
                    tell(piece.number, Ok(record));
                }
            }
            // Halves, until the faulty game is alone.
            _ => {
                let (one, other) = group.split_at(group.len() / 2);
                read_group(pieces, one, options, tell);
                read_group(pieces, other, options, tell);
            }
        }
        return;
    }
    for piece in group {
        if piece.bytes.is_empty() {
            tell(piece.number, Err("expected a game of at most 16 MiB, got more".to_owned()));
            continue;
        }
        let read = match pieces.format() {
            Format::Rif => read(&pieces.file_of(std::slice::from_ref(piece)), options),
            _ => read(&piece.bytes, options),
        };
        match read {
            Ok(records) => records.into_iter().for_each(|record| tell(piece.number, Ok(record))),
            // Lines and offsets are counted from the start of the game.
            Err(error) => tell(piece.number, Err(ReadError { format: None, ..error }.to_string())),
        }
    }
}

/// A game to be stored, unless there is nothing in it or too much.
fn checked(record: &Record, name: &str) -> Result<Game, String> {
    let game = Game::new(record, name);
    if !game.steps.iter().any(|step| !matches!(step, Step::Side(_))) {
        return Err("expected at least one move, got an empty board".to_owned());
    }
    match game.whole.as_ref().map_or(0, String::len) {
        length if length > MAX_RECORD_BYTES => {
            Err(format!("expected at most 32 MiB of moves and comments, got {} MiB", length >> 20))
        }
        _ => Ok(game),
    }
}

/// A number that stands for the bytes.
pub(crate) fn digest(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let words = words.iter().chain(std::iter::once(&last));
    words.fold(bytes.len() as u64, |state, &word| Random::nth(state ^ u64::from_le_bytes(word), 1))
}

/// The length of a file and a number that stands for its content.
fn digest_of(file: &mut impl Read) -> io::Result<(u64, u64)> {
    let (mut length, mut state) = (0, 0);
    let mut block = vec![0; 1 << 16];
    loop {
        let mut filled = 0;
        while filled < block.len() {
            match file.read(&mut block[filled..]) {
                Ok(0) => break,
                Ok(count) => filled += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        if filled == 0 {
            return Ok((length, state));
        }
        length += filled as u64;
        state = Random::nth(state ^ digest(&block[..filled]), 2);
    }
}
