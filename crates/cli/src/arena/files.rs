//! The folder of a match: its journal, and what is made of it at the end.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, anyhow};
use goren_arena::{Outcome, Plan, Report, csv, record};
use goren_record::{Format, Record};

/// Every finished game, and the plan.
pub(super) const JOURNAL: &str = "journal.jsonl";

/// A folder in the current one that says what it is for and when it was made, in UTC.
pub(super) fn fresh_folder(what: &str) -> PathBuf {
    let now = now();
    let time = now % 86_400;
    let (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60);
    PathBuf::from(format!("goren-{what}-{}-{hour:02}{minute:02}{second:02}", date(now)))
}

/// Writes everything but the journal, which is there already. When the match was begun, and how, goes into the report.
pub(super) fn write(
    plan: &Plan,
    outcome: &Outcome,
    folder: &Path,
    (started, command): (u64, String),
    format: Format,
) -> anyhow::Result<()> {
    put(&folder.join("results.csv"), csv(plan, &outcome.games).as_bytes())?;
    let report = Report { date: date(started), command, ..outcome.report(plan) };
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

/// The command that runs now, as a shell reads it.
pub(crate) fn command() -> String {
    let words = std::iter::once("goren".to_owned()).chain(std::env::args_os().skip(1).map(lossy));
    words.map(|word| quoted(&word)).collect::<Vec<_>>().join(" ")
}

fn lossy(word: OsString) -> String {
    word.into_string().unwrap_or_else(|word| word.to_string_lossy().into_owned())
}

/// A word as a shell reads it.
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

/// The day of a moment given in seconds since 1970, in UTC: `2026-11-15`.
fn date(seconds: u64) -> String {
    // Years are counted from March, so that the leap day is the last of a year.
    let days = seconds / 86_400 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (day, month) = (day - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
    format!("{:04}-{month:02}-{day:02}", era * 400 + year + u64::from(month <= 2))
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn words_are_quoted_where_a_shell_needs_it() {
        assert_eq!(super::quoted("goren:level=6"), "goren:level=6");
        assert_eq!(super::quoted("cmd=\"./x y\""), "'cmd=\"./x y\"'");
        assert_eq!(super::quoted("it's"), r"'it'\''s'");
    }

    #[test]
    fn days_have_their_dates() {
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(951_782_400), "2000-02-29");
        assert_eq!(date(951_868_800), "2000-03-01");
        assert_eq!(date(1_735_689_599), "2024-12-31");
        assert_eq!(date(1_794_700_800), "2026-11-15");
    }
}
