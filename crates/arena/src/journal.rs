//! The file to which every finished game is written before it counts.
//!
//! One JSON object per line, append-only: first the plan, then a line for each game in the order in which they ended. A
//! line that was being written when the power failed or the process was killed is detected and truncated. The file is
//! locked while a process writes to it. Only the places of the lines are kept in memory.

use std::ffi::OsString;
use std::fmt;
use std::fs::{File, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::job::FinishedGame;
use crate::plan::Plan;

/// The version of the format that is written. Others are refused.
const VERSION: u32 = 2;

#[derive(Serialize, Deserialize)]
struct Header {
    #[serde(rename = "goren-journal")]
    version: u32,
    started: u64,
    #[serde(default)]
    command: String,
    plan: Plan,
}

/// A journal that is open for writing.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// The length up to which every line is known to be complete.
    length: u64,
    contents: Contents,
    /// The lines of the games, in the order of the file.
    lines: Vec<Line>,
}

/// A game's line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Line {
    number: usize,
    /// Its place in the file.
    start: u64,
}

/// What a journal says of its match.
#[derive(Clone, Debug, PartialEq)]
pub struct Contents {
    /// What is played.
    pub plan: Plan,
    /// When the journal was created, in seconds since 1970.
    pub started: u64,
    /// The command that created it, for people to read.
    pub command: String,
}

impl Journal {
    /// Creates a journal and records the command that did so. The file must not exist yet.
    ///
    /// The file appears with its first line complete, or not at all.
    pub fn create(path: &Path, plan: &Plan, command: &str) -> Result<Journal, JournalError> {
        let wrong = |problem| JournalError { path: path.to_owned(), problem };
        let started = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let started = started.map_or(0, |since| since.as_secs());
        let command = command.to_owned();
        let header = Header { version: VERSION, started, command, plan: plan.clone() };
        let mut line = serde_json::to_vec(&header).map_err(|error| wrong(Problem::Io(error.into())))?;
        line.push(b'\n');
        let mut draft = OsString::from(path);
        draft.push(".draft");
        let make = || -> io::Result<File> {
            let mut file =
                File::options().create(true).truncate(false).write(true).read(true).open(&draft)?;
            file.try_lock().map_err(io_error)?;
            if path.exists() {
                return Err(io::ErrorKind::AlreadyExists.into());
            }
            file.set_len(0)?;
            file.write_all(&line)?;
            file.sync_all()?;
            std::fs::rename(&draft, path)?;
            sync_folder(path)?;
            Ok(file)
        };
        let file = make().map_err(|error| {
            wrong(match error.kind() {
                io::ErrorKind::WouldBlock => Problem::Locked,
                io::ErrorKind::AlreadyExists => Problem::Exists,
                _ => Problem::Io(error),
            })
        })?;
        let Header { started, command, plan, .. } = header;
        let contents = Contents { plan, started, command };
        let length = line.len() as u64;
        Ok(Journal { path: path.to_owned(), file, length, contents, lines: Vec::new() })
    }

    /// Opens a journal to continue it. A torn last line is truncated.
    pub fn open(path: &Path) -> Result<Journal, JournalError> {
        let wrong = |problem| JournalError { path: path.to_owned(), problem };
        let open = || -> io::Result<(File, u64)> {
            let file = File::options().read(true).write(true).open(path)?;
            file.try_lock().map_err(io_error)?;
            let end = file.metadata()?.len();
            Ok((file, end))
        };
        let (file, end) = open().map_err(|error| {
            wrong(if error.kind() == io::ErrorKind::WouldBlock {
                Problem::Locked
            } else {
                Problem::Io(error)
            })
        })?;
        let Scanned { contents, lines, length } =
            scan(BufReader::with_capacity(BUFFER_BYTES, &file)).map_err(wrong)?;
        let cut = || {
            if length < end {
                file.set_len(length)?;
                file.sync_all()?;
            }
            Ok(())
        };
        cut().map_err(|error| wrong(Problem::Io(error)))?;
        Ok(Journal { path: path.to_owned(), file, length, contents, lines })
    }

    /// What the journal says of its match.
    pub fn contents(&self) -> &Contents {
        &self.contents
    }

    /// An error unless the journal is of this plan.
    pub fn expect(&self, plan: &Plan) -> Result<(), JournalError> {
        let differences = differences(&self.contents.plan, plan);
        if differences.is_empty() {
            return Ok(());
        }
        Err(JournalError { path: self.path.clone(), problem: Problem::OtherPlan(differences) })
    }

    /// The number of games in it.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether no game is in it.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Reads the games one after another, in the order of their numbers.
    pub fn games(&mut self) -> Games<'_> {
        let mut lines = self.lines.clone();
        lines.sort_unstable();
        let reader = BufReader::with_capacity(BUFFER_BYTES, &self.file);
        Games { path: &self.path, lines: lines.into_iter(), reader, at: None, text: Vec::new() }
    }

    /// Appends games and syncs them to disk. On an error none of them counts, and all earlier ones do.
    pub fn append(&mut self, games: &[FinishedGame]) -> Result<(), JournalError> {
        let wrong = |error| JournalError { path: self.path.clone(), problem: Problem::Io(error) };
        let mut text = Vec::new();
        let known = self.lines.len();
        for played in games {
            self.lines.push(Line { number: played.number, start: self.length + text.len() as u64 });
            if let Err(error) = serde_json::to_writer(&mut text, played) {
                self.lines.truncate(known);
                return Err(wrong(error.into()));
            }
            text.push(b'\n');
        }
        // Games may have been read meanwhile.
        let sought = self.file.seek(SeekFrom::Start(self.length));
        let written = sought.and_then(|_| self.file.write_all(&text)).and_then(|()| self.file.sync_data());
        if let Err(error) = written {
            // A partial write is truncated now if possible, and otherwise when the journal is next opened.
            let _ = self.file.set_len(self.length);
            self.lines.truncate(known);
            return Err(wrong(error));
        }
        self.length += text.len() as u64;
        Ok(())
    }
}

/// The size of the buffer for reading, in bytes.
const BUFFER_BYTES: usize = 256 << 10;

/// The games of a journal, in the order of their numbers. Only one is in memory at a time.
#[derive(Debug)]
pub struct Games<'a> {
    path: &'a Path,
    lines: std::vec::IntoIter<Line>,
    reader: BufReader<&'a File>,
    /// Where the reader is; unknown at first.
    at: Option<u64>,
    text: Vec<u8>,
}

impl Games<'_> {
    fn read(&mut self, line: Line) -> Result<FinishedGame, Problem> {
        let mut read = || -> io::Result<()> {
            match self.at {
                // A seek within the buffer keeps it.
                Some(at) => self.reader.seek_relative(line.start.wrapping_sub(at).cast_signed())?,
                None => drop(self.reader.seek(SeekFrom::Start(line.start))?),
            }
            self.text.clear();
            self.reader.read_until(b'\n', &mut self.text)?;
            self.at = Some(line.start + self.text.len() as u64);
            Ok(())
        };
        read().map_err(Problem::Io)?;
        serde_json::from_slice(&self.text).map_err(|error| Problem::Game { number: line.number, error })
    }
}

impl Iterator for Games<'_> {
    type Item = Result<FinishedGame, JournalError>;

    fn next(&mut self) -> Option<Self::Item> {
        let line = self.lines.next()?;
        Some(self.read(line).map_err(|problem| JournalError { path: self.path.to_owned(), problem }))
    }
}

/// What a journal's file holds.
#[derive(Debug)]
struct Scanned {
    contents: Contents,
    lines: Vec<Line>,
    /// The length of its complete lines.
    length: u64,
}

/// Reads through a journal. Games are only read as far as is necessary to find them again, but for the last.
fn scan(mut reader: impl BufRead) -> Result<Scanned, Problem> {
    #[derive(Deserialize)]
    struct Version {
        #[serde(rename = "goren-journal")]
        version: u32,
    }
    #[derive(Deserialize)]
    struct Number {
        number: usize,
    }
    let damaged = |line: usize, error: serde_json::Error| Problem::Damaged { line, error };
    let (mut text, mut line) = (Vec::new(), Vec::new());
    // The next line, unless it is torn: then the text stays.
    let mut next = |text: &mut Vec<u8>| -> Result<bool, Problem> {
        line.clear();
        reader.read_until(b'\n', &mut line).map_err(Problem::Io)?;
        let is_whole = line.ends_with(b"\n");
        if is_whole {
            std::mem::swap(text, &mut line);
        }
        Ok(is_whole)
    };
    if !next(&mut text)? {
        return Err(Problem::NoPlan);
    }
    let Version { version } = serde_json::from_slice(&text).map_err(|error| damaged(1, error))?;
    if version != VERSION {
        return Err(Problem::Version(version));
    }
    let header: Header = serde_json::from_slice(&text).map_err(|error| damaged(1, error))?;
    let mut length = text.len() as u64;
    let mut lines: Vec<Line> = Vec::new();
    // After a power failure a disk may have the end of a line but not its middle.
    let mut torn = None;
    while next(&mut text)? {
        if let Some(error) = torn {
            return Err(damaged(lines.len() + 2, error));
        }
        match serde_json::from_slice(&text) {
            Ok(Number { number }) => {
                lines.push(Line { number, start: length });
                length += text.len() as u64;
            }
            Err(error) => torn = Some(error),
        }
    }
    if torn.is_none()
        && let Some(last) = lines.last()
        && serde_json::from_slice::<FinishedGame>(&text).is_err()
    {
        length = last.start;
        lines.pop();
    }
    let mut numbers: Vec<usize> = lines.iter().map(|line| line.number).collect();
    numbers.sort_unstable();
    if let Some(twice) = numbers.windows(2).find(|two| two[0] == two[1]) {
        return Err(Problem::Twice(twice[0]));
    }
    let Header { started, command, plan, .. } = header;
    Ok(Scanned { contents: Contents { plan, started, command }, lines, length })
}

/// The names of the settings in which two plans differ.
fn differences(one: &Plan, other: &Plan) -> Vec<String> {
    // Both take the round trip through text: a number may change in its last bit.
    let fields = |plan: &Plan| {
        let text = serde_json::to_string(plan).expect("a plan can be written");
        serde_json::from_str::<serde_json::Map<_, _>>(&text).expect("a plan is an object")
    };
    let (one, other) = (fields(one), fields(other));
    let names = one.keys().chain(other.keys().filter(|name| !one.contains_key(*name)));
    names.filter(|name| one.get(*name) != other.get(*name)).cloned().collect()
}

fn io_error(error: TryLockError) -> io::Error {
    match error {
        TryLockError::WouldBlock => io::ErrorKind::WouldBlock.into(),
        TryLockError::Error(error) => error,
    }
}

/// Syncs a folder, so that a new file name in it is on disk.
#[cfg(unix)]
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Why a journal cannot be used.
#[derive(Debug)]
pub struct JournalError {
    path: PathBuf,
    problem: Problem,
}

#[derive(Debug)]
enum Problem {
    Io(io::Error),
    Locked,
    Exists,
    NoPlan,
    Version(u32),
    Damaged { line: usize, error: serde_json::Error },
    Game { number: usize, error: serde_json::Error },
    Twice(usize),
    OtherPlan(Vec<String>),
}

impl JournalError {
    /// Whether the journal to be created already exists.
    pub fn is_already_there(&self) -> bool {
        matches!(self.problem, Problem::Exists)
    }
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.path.display())?;
        match &self.problem {
            Problem::Io(error) => write!(f, "{error}"),
            Problem::Locked => write!(f, "another run is writing to this journal"),
            Problem::Exists => write!(f, "a journal already exists"),
            Problem::NoPlan => write!(f, "expected a journal, got a file without a complete first line"),
            Problem::Version(version) => {
                write!(f, "expected a journal of version {VERSION}, got version {version}")
            }
            Problem::Damaged { line, error } => write!(f, "line {line} is damaged: {error}"),
            Problem::Game { number, error } => write!(f, "game {number} cannot be read: {error}"),
            Problem::Twice(number) => write!(f, "game {number} is recorded twice"),
            Problem::OtherPlan(fields) => {
                write!(f, "this journal is of another match: different {}", fields.join(", "))
            }
        }
    }
}

impl std::error::Error for JournalError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use goren_core::Seat;

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let path = std::env::temp_dir().join(format!("goren-journal-{name}-{}", std::process::id()));
            let _ = std::fs::remove_dir_all(&path);
            std::fs::create_dir_all(&path).unwrap();
            Folder(path)
        }

        fn journal(&self) -> PathBuf {
            self.0.join("journal.jsonl")
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    fn games() -> Vec<FinishedGame> {
        (0..3).map(|number| fixture::played(number, Some(Seat::Second))).collect()
    }

    fn all(journal: &mut Journal) -> Vec<FinishedGame> {
        journal.games().map(Result::unwrap).collect()
    }

    #[test]
    fn games_are_read_in_the_order_of_their_numbers_between_writing() {
        let folder = Folder::new("order");
        let mut journal = Journal::create(&folder.journal(), &fixture::plan(3), "test").unwrap();
        let mut numbers: Vec<usize> = (0..500).collect();
        crate::random::stream(3, 0).shuffle(&mut numbers);
        let game = |number: usize| FinishedGame {
            // Lines of different lengths, some longer than the buffer.
            worker: Some("w".repeat(number * number % 3000 + if number == 77 { BUFFER_BYTES } else { 0 })),
            scale: Some(1000),
            ..fixture::played(number, None)
        };
        for (i, batch) in numbers.chunks(7).enumerate() {
            journal.append(&batch.iter().map(|&number| game(number)).collect::<Vec<_>>()).unwrap();
            assert_eq!(
                journal.games().next().unwrap().unwrap().number,
                *numbers[..journal.len()].iter().min().unwrap()
            );
            if i == 40 {
                drop(journal);
                journal = Journal::open(&folder.journal()).unwrap();
            }
        }
        assert_eq!(all(&mut journal), (0..500).map(game).collect::<Vec<_>>());
    }

    #[test]
    fn a_game_whose_line_is_json_but_no_game_is_an_error_when_it_is_read() {
        let folder = Folder::new("strange");
        let mut journal = Journal::create(&folder.journal(), &fixture::plan(2), "test").unwrap();
        journal.append(&games()).unwrap();
        drop(journal);
        let text = std::fs::read_to_string(folder.journal()).unwrap();
        std::fs::write(folder.journal(), text.replacen("\"moves\"", "\"muves\"", 1)).unwrap();
        let mut journal = Journal::open(&folder.journal()).unwrap();
        let error = journal.games().next().unwrap().unwrap_err().to_string();
        assert!(error.contains("game 0 cannot be read: missing field `moves`"), "{error}");
    }

    #[test]
    fn what_was_written_is_read_back() {
        let folder = Folder::new("round");
        let plan = fixture::plan(3);
        let mut journal = Journal::create(&folder.journal(), &plan, "test").unwrap();
        journal.append(&games()[..1]).unwrap();
        journal.append(&games()[1..]).unwrap();
        drop(journal);
        let mut journal = Journal::open(&folder.journal()).unwrap();
        assert_eq!((journal.len(), all(&mut journal)), (3, games()));
        assert_eq!(journal.contents().command, "test");
        assert!(journal.expect(&plan).is_ok());
        let other = Plan { seed: 2, ..plan };
        let error = journal.expect(&other).unwrap_err().to_string();
        assert!(error.ends_with("this journal is of another match: different seed"), "{error}");
    }

    #[test]
    fn cut_at_any_byte_it_holds_the_games_before_and_goes_on() {
        let folder = Folder::new("cut");
        let path = folder.journal();
        let mut journal = Journal::create(&path, &fixture::plan(2), "test").unwrap();
        journal.append(&games()).unwrap();
        drop(journal);
        let bytes = std::fs::read(&path).unwrap();
        let ends: Vec<usize> =
            bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(i, _)| i + 1).collect();
        for length in 0..=bytes.len() {
            let Ok(scanned) = scan(&bytes[..length]) else {
                assert!(length < ends[0], "{length}");
                continue;
            };
            let complete = ends.iter().filter(|&&end| end <= length).count();
            let starts: Vec<u64> = scanned.lines.iter().map(|line| line.start).collect();
            assert_eq!(
                starts,
                ends[..complete - 1].iter().map(|&end| end as u64).collect::<Vec<_>>(),
                "{length}"
            );
            assert_eq!(scanned.length, ends[complete - 1] as u64, "{length}");
        }
        // The same on disk: a game appended after a torn line is complete.
        for length in ends[1] + 1..ends[2] {
            std::fs::write(&path, &bytes[..length]).unwrap();
            let mut journal = Journal::open(&path).unwrap();
            journal.append(&games()[1..]).unwrap();
            drop(journal);
            assert_eq!(std::fs::read(&path).unwrap(), bytes, "{length}");
        }
    }

    #[test]
    fn a_last_line_of_rubbish_is_cut_off_and_an_earlier_one_is_an_error() {
        let folder = Folder::new("rubbish");
        let path = folder.journal();
        let mut journal = Journal::create(&path, &fixture::plan(2), "test").unwrap();
        journal.append(&games()[..1]).unwrap();
        drop(journal);
        let whole = std::fs::read(&path).unwrap();
        let zeros = [whole.as_slice(), b"\0\0\0\0\n"].concat();
        assert_eq!(scan(&zeros[..]).unwrap().length, whole.len() as u64);
        let no_game = [whole.as_slice(), b"{\"number\":1}\n"].concat();
        assert_eq!(scan(&no_game[..]).unwrap().length, whole.len() as u64);
        let more = [zeros.as_slice(), b"{}\n"].concat();
        let problem = scan(&more[..]).unwrap_err();
        assert!(matches!(problem, Problem::Damaged { line: 3, .. }), "{problem:?}");
    }

    #[test]
    fn two_runs_cannot_write_to_one_journal() {
        let folder = Folder::new("two");
        let path = folder.journal();
        let plan = fixture::plan(2);
        let first = Journal::create(&path, &plan, "test").unwrap();
        let error = Journal::open(&path).unwrap_err().to_string();
        assert!(error.ends_with("another run is writing to this journal"), "{error}");
        assert!(Journal::create(&path, &plan, "test").unwrap_err().is_already_there());
        drop(first);
        assert!(Journal::open(&path).is_ok());
    }

    #[test]
    fn journals_of_other_versions_and_other_files_are_refused() {
        let problem = scan(&b"{\"goren-journal\":1,\"old\":true}\n"[..]).unwrap_err();
        assert!(matches!(problem, Problem::Version(1)), "{problem:?}");
        assert!(matches!(scan(&b"(;GM[4])\n"[..]), Err(Problem::Damaged { line: 1, .. })));
        assert!(matches!(scan(&b""[..]), Err(Problem::NoPlan)));
    }

    #[test]
    fn a_game_that_stands_there_twice_is_noticed() {
        let folder = Folder::new("twice");
        let path = folder.journal();
        let mut journal = Journal::create(&path, &fixture::plan(2), "test").unwrap();
        journal.append(&[games(), games()].concat()).unwrap();
        drop(journal);
        let error = Journal::open(&path).unwrap_err().to_string();
        assert!(error.ends_with("game 0 is recorded twice"), "{error}");
    }
}
