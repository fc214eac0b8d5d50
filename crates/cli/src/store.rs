//! `goren store`: the stored games checked, copied, written out or repaired.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use goren_desk::Archive;
use goren_record::Format;

use crate::serve::data_folder;
use crate::terminal::count;

/// Looks after the games that the studio has stored. The studio must not be running.
#[derive(Args)]
pub(crate) struct Store {
    #[command(subcommand)]
    task: Task,
    /// The folder in which games are stored, instead of the user's data folder.
    #[arg(long, value_name = "FOLDER", global = true)]
    data: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Task {
    /// Read everything, and say what cannot be read. Nothing is changed.
    Check,
    /// Write a copy that can take the place of goren.redb.
    Backup {
        /// The file to write; one that exists is not touched.
        file: PathBuf,
    },
    /// Write each game that can be read into a file of its own.
    Export {
        /// The folder to write to.
        folder: PathBuf,
        /// The format of the files.
        #[arg(long, default_value = "json", value_parser = str::parse::<Format>)]
        format: Format,
    },
    /// Begin a new file with all that can be read, and keep the present one under another name. Games that were deleted may
    /// come back.
    Repair,
}

impl Store {
    pub(crate) fn run(&self) -> Result<()> {
        let folder = match &self.data {
            Some(folder) => folder.clone(),
            None => data_folder()?,
        };
        match &self.task {
            Task::Check => check(&folder),
            Task::Backup { file } => backup(&folder, file),
            Task::Export { folder: target, format } => export(&folder, target, *format),
            Task::Repair => repair(&folder),
        }
    }
}

fn check(folder: &Path) -> Result<()> {
    let archive = Archive::read(folder)?;
    say(&format!("{} can be read", count(archive.games(), "game")))?;
    match archive.problems() {
        [] => Ok(()),
        problems => {
            for problem in problems {
                say(problem)?;
            }
            bail!("not everything can be read: `goren store export` and `goren store repair` save the rest")
        }
    }
}

fn backup(folder: &Path, file: &Path) -> Result<()> {
    let archive = intact(folder)?;
    if file.exists() {
        bail!("{}: expected a file that does not exist yet", file.display());
    }
    archive.write_file(file)?;
    let are = if archive.games() == 1 { "is" } else { "are" };
    say(&format!("{} {are} in {}", count(archive.games(), "game"), file.display()))
}

/// What is stored, if all of it can be read.
fn intact(folder: &Path) -> Result<Archive> {
    let archive = Archive::read(folder)?;
    match archive.problems() {
        [] => Ok(archive),
        [problem, ..] => bail!("{problem}: repair it first"),
    }
}

fn export(folder: &Path, target: &Path, format: Format) -> Result<()> {
    let archive = Archive::read(folder)?;
    let games = count(archive.games(), "game");
    let written = archive.export(target, format).with_context(|| games.clone())?;
    let are = if written == 1 { "is" } else { "are" };
    say(&format!("{written} of {games} {are} in {}", target.display()))?;
    archive.problems().iter().try_for_each(|problem| say(problem))
}

fn repair(folder: &Path) -> Result<()> {
    let repair = Archive::repair(folder)?;
    say(&repair.to_string())?;
    repair.problems.iter().try_for_each(|problem| say(problem))
}

fn say(line: &str) -> Result<()> {
    Ok(writeln!(io::stdout(), "{line}")?)
}
