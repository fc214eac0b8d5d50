//! The file to which every finished game is written before it counts.
//!
//! One JSON object per line, append-only: first the plan, then a line for each game in the order in which they ended. A
//! line that was being written when the power failed or the process was killed is detected and truncated. The file is
//! locked while a process writes to it.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fmt;
use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
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
}

/// What a journal contains.
#[derive(Clone, Debug, PartialEq)]
pub struct Contents {
    /// What is played.
    pub plan: Plan,
    /// When the journal was created, in seconds since 1970.
    pub started: u64,
    /// The command that created it, for people to read.
    pub command: String,
    /// The finished games.
    pub games: Vec<FinishedGame>,
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
        let contents = Contents { plan, started, command, games: Vec::new() };
        Ok(Journal { path: path.to_owned(), file, length: line.len() as u64, contents })
    }

    /// Opens a journal to continue it. A torn last line is truncated.
    pub fn open(path: &Path) -> Result<Journal, JournalError> {
        let wrong = |problem| JournalError { path: path.to_owned(), problem };
        let open = || -> io::Result<(File, Vec<u8>)> {
            let mut file = File::options().read(true).write(true).open(path)?;
            file.try_lock().map_err(io_error)?;
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes)?;
            Ok((file, bytes))
        };
        let (mut file, bytes) = open().map_err(|error| {
            wrong(if error.kind() == io::ErrorKind::WouldBlock {
                Problem::Locked
            } else {
                Problem::Io(error)
            })
        })?;
        let (contents, length) = parse(&bytes).map_err(wrong)?;
        let length = length as u64;
        let mut cut = || {
            if length < bytes.len() as u64 {
                file.set_len(length)?;
                file.sync_all()?;
            }
            file.seek(SeekFrom::Start(length))
        };
        cut().map_err(|error| wrong(Problem::Io(error)))?;
        Ok(Journal { path: path.to_owned(), file, length, contents })
    }

    /// What was in the journal when it was opened.
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

    /// Appends games and syncs them to disk. On an error none of them counts, and all earlier ones do.
    pub fn append(&mut self, games: &[FinishedGame]) -> Result<(), JournalError> {
        let mut lines = Vec::new();
        for played in games {
            serde_json::to_writer(&mut lines, played).map_err(|error| JournalError {
                path: self.path.clone(),
                problem: Problem::Io(error.into()),
            })?;
            lines.push(b'\n');
        }
        let written = self.file.write_all(&lines).and_then(|()| self.file.sync_data());
        if let Err(error) = written {
            // A partial write is truncated now if possible, and otherwise when the journal is next opened.
            let _ = self.file.set_len(self.length);
            let _ = self.file.seek(SeekFrom::Start(self.length));
            return Err(JournalError { path: self.path.clone(), problem: Problem::Io(error) });
        }
        self.length += lines.len() as u64;
        Ok(())
    }
}

/// Parses a journal's bytes, and returns how many of them form complete lines.
fn parse(bytes: &[u8]) -> Result<(Contents, usize), Problem> {
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    let mut lines = bytes[..whole].split_inclusive(|&byte| byte == b'\n').enumerate().peekable();
    let (_, first) = lines.next().ok_or(Problem::NoPlan)?;
    let damaged = |line: usize, error: serde_json::Error| Problem::Damaged { line: line + 1, error };
    #[derive(Deserialize)]
    struct Version {
        #[serde(rename = "goren-journal")]
        version: u32,
    }
    let Version { version } = serde_json::from_slice(first).map_err(|error| damaged(0, error))?;
    if version != VERSION {
        return Err(Problem::Version(version));
    }
    let header: Header = serde_json::from_slice(first).map_err(|error| damaged(0, error))?;
    let mut length = first.len();
    let mut games = Vec::new();
    let mut numbers = HashSet::new();
    while let Some((i, line)) = lines.next() {
        match serde_json::from_slice::<FinishedGame>(line) {
            Ok(played) if !numbers.insert(played.number) => return Err(Problem::Twice(played.number)),
            Ok(played) => games.push(played),
            // After a power failure a disk may have the end of a line but not its middle.
            Err(_) if lines.peek().is_none() => break,
            Err(error) => return Err(damaged(i, error)),
        }
        length += line.len();
    }
    let Header { started, command, plan, .. } = header;
    Ok((Contents { plan, started, command, games }, length))
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

    #[test]
    fn what_was_written_is_read_back() {
        let folder = Folder::new("round");
        let plan = fixture::plan(3);
        let mut journal = Journal::create(&folder.journal(), &plan, "test").unwrap();
        journal.append(&games()[..1]).unwrap();
        journal.append(&games()[1..]).unwrap();
        drop(journal);
        let journal = Journal::open(&folder.journal()).unwrap();
        assert_eq!(journal.contents().games, games());
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
            let Ok((contents, whole)) = parse(&bytes[..length]) else {
                assert!(length < ends[0], "{length}");
                continue;
            };
            let complete = ends.iter().filter(|&&end| end <= length).count();
            assert_eq!(contents.games, games()[..complete - 1], "{length}");
            assert_eq!(whole, ends[complete - 1], "{length}");
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
        assert_eq!(parse(&zeros).unwrap().1, whole.len());
        let more = [zeros.as_slice(), b"{}\n"].concat();
        let problem = parse(&more).unwrap_err();
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
        let problem = parse(b"{\"goren-journal\":1,\"old\":true}\n").unwrap_err();
        assert!(matches!(problem, Problem::Version(1)), "{problem:?}");
        assert!(matches!(parse(b"(;GM[4])\n"), Err(Problem::Damaged { line: 1, .. })));
        assert!(matches!(parse(b""), Err(Problem::NoPlan)));
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
