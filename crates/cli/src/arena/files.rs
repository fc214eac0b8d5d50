//! The folder of a match: its journal, and the files derived from it at the end.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, anyhow};
use goren_arena::{MatchReport, Plan, RunOutcome, csv, record};
use goren_record::{Format, Record, date};

/// Every finished game, and the plan.
pub(super) const JOURNAL: &str = "journal.jsonl";

/// A folder in the current one, named after its purpose and the current time in UTC.
pub(super) fn fresh_folder(what: &str) -> PathBuf {
    let now = now();
    let time = now % 86_400;
    let (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60);
    PathBuf::from(format!("goren-{what}-{}-{hour:02}{minute:02}{second:02}", date(now)))
}

/// Writes everything but the journal, which already exists. The report includes when and how the match was started.
pub(super) fn write(
    plan: &Plan,
    outcome: &RunOutcome,
    folder: &Path,
    (started, command): (u64, String),
    format: Format,
) -> anyhow::Result<()> {
    put(&folder.join("results.csv"), csv(plan, &outcome.games).as_bytes())?;
    let report = MatchReport { date: date(started), command, ..outcome.report(plan) };
    put(&folder.join("report.html"), report.html().as_bytes())?;
    let event = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let records = outcome.games.iter().map(|entry| {
        let record = record(plan, entry).map_err(|error| anyhow!(error))?;
        Ok(Record { event: event.clone(), date: date(started), ..record })
    });
    let records: Vec<Record> = records.collect::<anyhow::Result<_>>()?;
    write_games(&records, folder, format)
}

fn write_games(records: &[Record], folder: &Path, format: Format) -> anyhow::Result<()> {
    if records.is_empty() {
        return Ok(());
    }
    let name = format.name();
    if matches!(format, Format::Sgf | Format::Json | Format::Pos) {
        return put(&folder.join(format!("games.{name}")), &goren_record::write(records, format)?.bytes);
    }
    let inside = folder.join("games");
    fs::create_dir_all(&inside).with_context(|| inside.display().to_string())?;
    for (i, record) in records.iter().enumerate() {
        let written = goren_record::write(std::slice::from_ref(record), format)?;
        put(&inside.join(format!("{:06}.{name}", i + 1)), &written.bytes)?;
    }
    Ok(())
}

/// The command line of this process, quoted for a shell.
pub(crate) fn command() -> String {
    let words = std::iter::once("goren".to_owned()).chain(std::env::args_os().skip(1).map(lossy));
    words.map(|word| quoted(&word)).collect::<Vec<_>>().join(" ")
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
    #[test]
    fn words_are_quoted_where_a_shell_needs_it() {
        assert_eq!(super::quoted("goren:level=6"), "goren:level=6");
        assert_eq!(super::quoted("cmd=\"./x y\""), "'cmd=\"./x y\"'");
        assert_eq!(super::quoted("it's"), r"'it'\''s'");
    }
}
