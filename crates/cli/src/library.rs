//! `goren library`: games played and imported, searched by what they say and by what stood on the board.

mod explore;
mod export;
mod find;
mod generate;
mod import;
mod remove;
mod repair;
mod stats;
mod wanted;

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Result, bail};
use clap::{Args, Subcommand};
use goren_desk::add_played;
use goren_library::Library;

use self::explore::Explore;
use self::export::Export;
use self::find::Find;
use self::generate::Generate;
use self::import::Import;
use self::remove::Remove;
use self::stats::Stats;
use crate::serve::data_folder;
use crate::signals::on_signal;
use crate::terminal::{ProgressLine, printable, say};

/// Arguments of `goren library`.
#[derive(Args)]
#[command(after_help = "\
The studio uses the same library and adds the games that are played there. It must not be running while these commands are.

Examples:
  goren library import games.sgf archive/       files and folders, in any format
  goren library find --player ada --result black --since 2020
  goren library find --opening kagetsu
  goren library find --opening \"0,0, 1,-2, 3,4\"  a line of Gomocup's openings
  goren library find --position h8i9g7 --rule renju
  goren library find --pattern '.XXX./..O..' --either-colour
  goren library explore h8i9 --rule renju       what was played from here, and how it went
  goren library stats
  goren library export best.sgf --player ada --result black
  goren library remove 12 13                    games by the numbers that find lists
  goren library remove --source club.sgf --force   all that came from a file
  goren library check                           read everything, and say what cannot be read")]
pub(crate) struct LibraryCommand {
    #[command(subcommand)]
    task: Task,
    /// The folder in which games are stored, instead of the user's data folder.
    #[arg(long, value_name = "FOLDER", global = true)]
    data: Option<PathBuf>,
    /// Print JSON.
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand)]
enum Task {
    /// Add the games of files, but none that is there already. An import that was stopped goes on where it was.
    Import(Import),
    /// List games.
    Find(Find),
    /// Show the moves that were played from a position, with their results.
    Explore(Explore),
    /// Count games, results, openings and players.
    Stats(Stats),
    /// Write games to a file, or each into a file of its own in a folder.
    Export(Export),
    /// Remove imported games, by number or by condition. Games played in the studio are deleted there.
    Remove(Remove),
    /// Read everything, and say what cannot be read. Nothing is changed.
    Check,
    /// Begin a new file with all that can be read of a damaged one, which is kept under another name. Games that were removed may
    /// come back.
    Repair,
    /// Write a copy that can take the place of library.redb.
    Backup {
        /// The file to write; one that exists is not touched.
        file: PathBuf,
    },
    /// Write made-up games as SGF, to measure with.
    #[command(hide = true)]
    Generate(Generate),
}

impl LibraryCommand {
    pub(crate) fn run(self) -> Result<()> {
        if let Task::Generate(generate) = self.task {
            return generate.run();
        }
        let folder = match self.data {
            Some(folder) => folder,
            None => data_folder()?,
        };
        let path = Library::file_in(&folder);
        let is_begun = path.exists() || folder.join("goren.redb").exists();
        if !is_begun && !matches!(self.task, Task::Import(_)) {
            bail!("{}: there is no library yet; `goren library import FILE` begins one", path.display());
        }
        match &self.task {
            Task::Check => return repair::check(&path, self.json),
            Task::Repair => return repair::repair(&path, &folder, self.json),
            _ => {}
        }
        let library = Library::open(&path)?;
        if let Some(repair) = library.repaired() {
            say(&format!("goren: {repair}"));
        }
        add_played(&library, &folder)?;
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        on_signal(move |_| stopped.store(true, Ordering::Relaxed))?;
        match self.task {
            Task::Import(import) => import.run(&library, &stop, self.json),
            Task::Find(find) => find.run(&library, &stop, self.json),
            Task::Explore(explore) => explore.run(&library, self.json),
            Task::Stats(stats) => stats.run(&library, &stop, self.json),
            Task::Export(export) => export.run(&library, &stop, self.json),
            Task::Remove(remove) => remove.run(&library, &stop, self.json),
            Task::Backup { file } => repair::backup(&library, &file, self.json),
            Task::Check | Task::Repair | Task::Generate(_) => Ok(()),
        }
    }
}

fn games(number: usize) -> String {
    crate::terminal::count(number, "game")
}

fn are(number: usize) -> String {
    format!("{} {}", games(number), if number == 1 { "is" } else { "are" })
}

fn unreadable(count: usize) -> String {
    format!("{} cannot be read", games(count))
}

/// Says how many games were left out because they are damaged.
fn warn(count: usize) {
    if count > 0 {
        say(&format!("{}: `goren library check` names them", unreadable(count)));
    }
}

fn print(text: &str) -> Result<()> {
    Ok(writeln!(io::stdout(), "{}", printable(text))?)
}

/// A question to be asked during long work: goes on unless Ctrl-C was pressed, and shows how far it is.
fn watched<'a>(
    stop: &'a AtomicBool,
    line: &'a mut ProgressLine,
    total: usize,
    word: &'a str,
) -> impl FnMut(usize) -> bool + 'a {
    move |done| {
        line.show(|| format!("{done} of {total} games {word}"));
        !stop.load(Ordering::Relaxed)
    }
}

const STOPPED: &str = "stopped before everything was searched";
