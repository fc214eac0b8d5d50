//! `goren library import`: the games of files and folders.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result, bail};
use clap::Args;
use goren_core::{Rule, Size};
use goren_library::{Imported, Library, LibraryError};
use goren_record::{Format, ReadOptions};
use serde_json::{Value, json};

use super::{games, print};
use crate::terminal::{ProgressLine, say};

#[derive(Args)]
pub(super) struct Import {
    /// Files, and folders of them.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The rule of games that do not say it [default: freestyle].
    #[arg(long)]
    rule: Option<Rule>,
    /// The board's size of games that do not say it [default: 15].
    #[arg(long)]
    size: Option<Size>,
    /// The format to read, instead of detecting it from the content.
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
}

impl Import {
    pub(super) fn run(&self, library: &Library, stop: &AtomicBool, json: bool) -> Result<()> {
        let options =
            ReadOptions { format: self.from, rule: self.rule, size: self.size, ..ReadOptions::default() };
        let mut files = Vec::new();
        for file in &self.files {
            let is_folder = file.is_dir();
            collect(file, &mut files, is_folder).with_context(|| file.display().to_string())?;
        }
        let (mut outcomes, mut failed) = (Vec::new(), 0);
        for (file, is_from_folder) in &files {
            match import(library, file, &options, stop) {
                Ok(imported) => {
                    if !json {
                        report(file, &imported)?;
                    }
                    outcomes.push(outcome_json(file, &imported));
                    if !imported.is_finished {
                        break;
                    }
                }
                // A folder may hold anything.
                Err(error) if *is_from_folder && error.downcast_ref().is_some_and(is_no_game) => {
                    say(&format!("skipped: {error:#}"));
                }
                Err(error) => {
                    failed += 1;
                    say(&format!("goren: {error:#}"));
                }
            }
        }
        if json {
            print(&serde_json::to_string(&outcomes)?)?;
        }
        if stop.load(Ordering::Relaxed) {
            bail!("stopped: the same command goes on where it was");
        }
        if failed > 0 {
            bail!("{failed} of {} files could not be imported", files.len());
        }
        Ok(())
    }
}

/// Adds the games of one file, and shows how far it is.
fn import(library: &Library, file: &Path, options: &ReadOptions, stop: &AtomicBool) -> Result<Imported> {
    let opened = open(file).with_context(|| file.display().to_string())?;
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut line = ProgressLine::new();
    let imported = library.import(&name, opened, options, &mut |progress| {
        line.show(|| {
            let share = progress.bytes * 100 / progress.total.max(1);
            format!("{name}: {share} %, {} games, {} new", progress.games, progress.added)
        });
        !stop.load(Ordering::Relaxed)
    });
    line.clear();
    Ok(imported?)
}

fn is_no_game(error: &LibraryError) -> bool {
    matches!(error, LibraryError::NoGame(..))
}

/// Opens a file to import. It is read twice, which no pipe can be, and to open one could take forever.
fn open(file: &Path) -> Result<File> {
    if std::fs::metadata(file).is_ok_and(|found| !found.is_file()) {
        bail!("expected a file on a disk, got a pipe or a device");
    }
    Ok(File::open(file)?)
}

/// The files of a folder and of those in it, in the order of their names.
fn collect(path: &Path, files: &mut Vec<(PathBuf, bool)>, is_from_folder: bool) -> io::Result<()> {
    if !path.is_dir() {
        files.push((path.to_owned(), is_from_folder));
        return Ok(());
    }
    let mut inside: Vec<PathBuf> =
        std::fs::read_dir(path)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<_>>()?;
    inside.sort();
    // A link to a folder may lead back here.
    inside.retain(|path| !(path.is_symlink() && path.is_dir()));
    inside.iter().try_for_each(|path| collect(path, files, true))
}

fn report(file: &Path, imported: &Imported) -> Result<()> {
    for fault in &imported.faults {
        say(&format!("{}, game {}: {}", file.display(), fault.number, fault.reason));
    }
    let progress = &imported.progress;
    let mut text = format!("{}: {} added", file.display(), games(progress.added));
    for (count, what) in [(progress.duplicates, "known already"), (progress.faulty, "faulty")] {
        if count > 0 {
            text += &format!(", {count} {what}");
        }
    }
    if imported.resumed_after > 0 {
        text += &format!(" (went on after game {})", imported.resumed_after);
    }
    print(&text)?;
    match imported.unsearched {
        0 => Ok(()),
        1 => print("1 position in variations is kept, but not searched"),
        count => print(&format!("{count} positions in variations are kept, but not searched")),
    }
}

fn outcome_json(file: &Path, imported: &Imported) -> Value {
    let progress = &imported.progress;
    let faults = imported.faults.iter().map(|fault| json!({"game": fault.number, "reason": fault.reason}));
    json!({
        "file": file.display().to_string(),
        "games": progress.games,
        "added": progress.added,
        "duplicates": progress.duplicates,
        "faulty": progress.faulty,
        "faults": faults.collect::<Vec<_>>(),
        "resumed_after": imported.resumed_after,
        "unsearched": imported.unsearched,
        "finished": imported.is_finished,
    })
}
