//! The folder of a match: its journal, and the files derived from it at the end.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, bail};
use goren_arena::{CSV_HEADER, Contents, Journal, MatchReport, Plan, RunOutcome, csv_line, record};
use goren_record::{Format, Record, date};

/// Every finished game, and the plan.
pub(super) const JOURNAL: &str = "journal.jsonl";

/// A path in the current folder, named after its purpose and the current time in UTC.
pub(crate) fn fresh_path(what: &str) -> PathBuf {
    let now = now();
    let time = now % 86_400;
    let (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60);
    PathBuf::from(format!("goren-{what}-{}-{hour:02}{minute:02}{second:02}", date(now)))
}

/// Creates a folder, with a number after its name if there is one of that name: two matches may begin in the same second.
pub(super) fn create_another(path: &Path) -> anyhow::Result<PathBuf> {
    let mut folder = path.to_owned();
    for number in 2_u32.. {
        match fs::create_dir(&folder) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                folder = PathBuf::from(format!("{}-{number}", path.display()));
            }
            created => {
                created.with_context(|| folder.display().to_string())?;
                break;
            }
        }
    }
    Ok(folder)
}

/// A folder without a journal must not hold files of the names that a match writes.
pub(super) fn expect_own(folder: &Path, format: Format) -> anyhow::Result<()> {
    if folder.join(JOURNAL).exists() {
        return Ok(());
    }
    let games = format!("games.{}", format.name());
    match ["report.html", "results.csv", "games", &games].into_iter().find(|name| folder.join(name).exists())
    {
        Some(name) => {
            bail!("{} exists and is not of a match; name another folder", folder.join(name).display())
        }
        None => Ok(()),
    }
}

/// A match must not write its transcripts over those of another: a new one finds none in its folder. What is resumed may begin
/// the transcript of a game again, and no other file.
pub(super) fn expect_free_for_logs(folder: &Path, resumes: bool) -> anyhow::Result<()> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
    for path in entries.flatten().map(|entry| entry.path()) {
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        if name.starts_with("game-") && name.ends_with(".log") && !(resumes && is_transcript(&path)) {
            bail!("--log: {} exists; name another folder", path.display());
        }
    }
    Ok(())
}

/// Whether a file is empty or its first line begins with a time, as in a transcript.
fn is_transcript(path: &Path) -> bool {
    let begin = || -> io::Result<String> {
        let mut line = String::new();
        BufReader::new(File::open(path)?).take(40).read_line(&mut line)?;
        Ok(line)
    };
    begin().is_ok_and(|line| {
        line.is_empty() || line.split_whitespace().next().is_some_and(|time| time.parse::<f64>().is_ok())
    })
}

/// Writes everything but the journal, which already exists. The report includes when and how the match was started.
///
/// The games are read from the journal one after another: a long match has more of them than fit in memory.
pub(super) fn write(
    plan: &Plan,
    outcome: &RunOutcome,
    folder: &Path,
    journal: &mut Journal,
    format: Format,
) -> anyhow::Result<()> {
    let Contents { started, command, .. } = journal.contents().clone();
    let date = date(started);
    let report = MatchReport { date: date.clone(), command, ..outcome.report(plan) };
    put(&folder.join("report.html"), report.html().as_bytes())?;
    let event = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let mut table = NewFile::create(folder.join("results.csv"))?;
    table.put(CSV_HEADER.as_bytes())?;
    let mut games = GamesFile::new(folder, format, journal.len());
    for entry in outcome.read(plan, journal) {
        let entry = entry?;
        table.put(csv_line(plan, &entry).as_bytes())?;
        let record = record(plan, &entry)?;
        games.put(&Record { event: event.clone(), date: date.clone(), ..record })?;
    }
    games.finish()?;
    table.finish()
}

/// The games of a match, in one file or, where the format holds only one game, in a folder.
struct GamesFile<'a> {
    folder: &'a Path,
    format: Format,
    /// The number of games.
    count: usize,
    written: usize,
    file: Option<NewFile>,
}

impl<'a> GamesFile<'a> {
    fn new(folder: &'a Path, format: Format, count: usize) -> GamesFile<'a> {
        GamesFile { folder, format, count, written: 0, file: None }
    }

    fn put(&mut self, record: &Record) -> anyhow::Result<()> {
        let bytes = goren_record::write(std::slice::from_ref(record), self.format)?.bytes;
        let name = self.format.name();
        let is_first = self.written == 0;
        self.written += 1;
        if !matches!(self.format, Format::Sgf | Format::Json | Format::Pos) {
            let inside = self.folder.join("games");
            if is_first {
                fs::create_dir_all(&inside).with_context(|| inside.display().to_string())?;
            }
            return put(&inside.join(format!("{:06}.{name}", self.written)), &bytes);
        }
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(NewFile::create(self.folder.join(format!("games.{name}")))?),
        };
        // Several games are a list.
        if self.format == Format::Json && self.count > 1 {
            file.put(if is_first { b"[\n" } else { b",\n" })?;
            return file.put(bytes.trim_ascii_end());
        }
        file.put(&bytes)
    }

    fn finish(self) -> anyhow::Result<()> {
        let Some(mut file) = self.file else { return Ok(()) };
        if self.format == Format::Json && self.count > 1 {
            file.put(b"\n]\n")?;
        }
        file.finish()
    }
}

/// A file that is written piece by piece.
struct NewFile {
    path: PathBuf,
    file: BufWriter<File>,
}

impl NewFile {
    fn create(path: PathBuf) -> anyhow::Result<NewFile> {
        let file = File::create(&path).with_context(|| path.display().to_string())?;
        Ok(NewFile { path, file: BufWriter::new(file) })
    }

    fn put(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        self.file.write_all(bytes).with_context(|| self.path.display().to_string())
    }

    fn finish(mut self) -> anyhow::Result<()> {
        self.file.flush().with_context(|| self.path.display().to_string())
    }
}

/// The command line of this process, quoted for a shell, without passwords.
pub(crate) fn command() -> String {
    let words = std::iter::once("goren".to_owned()).chain(std::env::args_os().skip(1).map(lossy));
    words.map(|word| quoted(&without_password(word))).collect::<Vec<_>>().join(" ")
}

/// The address of a server without its user and password; any other word as it is.
fn without_password(word: String) -> String {
    let is_server = ["nats://", "tls://", "--nats="].iter().any(|start| word.starts_with(start));
    match (is_server, word.rsplit_once('@')) {
        (true, Some((start, host))) => {
            let scheme = start.find("://").map_or("", |end| &start[..end + 3]);
            format!("{scheme}{host}")
        }
        _ => word,
    }
}

fn lossy(word: OsString) -> String {
    word.into_string().unwrap_or_else(|word| word.to_string_lossy().into_owned())
}

/// A word quoted for a shell.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,+".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

fn put(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    fs::write(path, bytes).with_context(|| path.display().to_string())
}

/// Today, in UTC.
pub(crate) fn today() -> String {
    date(now())
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_that_begin_in_the_same_second_have_different_names() {
        let base = std::env::temp_dir().join(format!("goren-another-{}", std::process::id()));
        fs::create_dir(&base).unwrap();
        let names: Vec<String> = (0..3)
            .map(|_| {
                let folder = create_another(&base.join("goren-match")).unwrap();
                assert!(folder.is_dir());
                folder.file_name().unwrap().to_string_lossy().into_owned()
            })
            .collect();
        assert_eq!(names, ["goren-match", "goren-match-2", "goren-match-3"]);
        let nowhere = base.join("missing").join("goren-match");
        let error = create_another(&nowhere).unwrap_err();
        assert_eq!(error.to_string(), nowhere.display().to_string());
        fs::remove_dir_all(&base).unwrap();
    }

    #[test]
    fn games_written_one_by_one_are_the_file_of_all() {
        let folder = std::env::temp_dir().join(format!("goren-files-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let lines = ["h8i9", "a1b2c3", "o15a1"];
        for format in [Format::Sgf, Format::Json, Format::Pos] {
            for count in 0..=3 {
                let text = lines[..count].join("\n");
                let records = match count {
                    0 => Vec::new(),
                    _ => goren_record::read(text.as_bytes(), &goren_record::ReadOptions::default()).unwrap(),
                };
                let mut games = GamesFile::new(&folder, format, count);
                records.iter().for_each(|record| games.put(record).unwrap());
                games.finish().unwrap();
                let path = folder.join(format!("games.{}", format.name()));
                if count > 0 {
                    let whole = goren_record::write(&records, format).unwrap().bytes;
                    assert_eq!(fs::read(&path).unwrap(), whole, "{count} games as {}", format.name());
                    fs::remove_file(&path).unwrap();
                }
                assert!(!path.exists());
            }
        }
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn words_are_quoted_where_a_shell_needs_it() {
        assert_eq!(quoted("goren:level=6"), "goren:level=6");
        assert_eq!(quoted("cmd=\"./x y\""), "'cmd=\"./x y\"'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
    }
}
