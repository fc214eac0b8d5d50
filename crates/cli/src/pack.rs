//! `goren pack`: packs of games for training.

pub(crate) mod check;
pub(crate) mod game;
mod import;
mod info;
pub(crate) mod summary;

use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use goren_record::{PackError, PackReader, PackWriter, PackedGame};

use crate::convert::{expect_free, save};
use crate::random::stream;
use crate::terminal::count;

/// Arguments of `goren pack`.
#[derive(Args)]
#[command(after_help = "\
An incomplete last game, as an interrupted run leaves it, is reported on stderr and skipped; only `check` treats it as an error.

Examples:
  goren pack info games.pack
  goren pack shuffle training.pack monday.pack tuesday.pack --seed 7
  goren pack import old.pack selfplay.jsonl")]
pub(crate) struct Pack {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Summarise the contents of packs.
    Info(info::Info),
    /// Replay every game under the referee.
    Check(check::Check),
    /// Join packs.
    Merge(Merge),
    /// Join packs and shuffle their games.
    Shuffle(Shuffle),
    /// Take a random sample of the games, in their order.
    Sample(Sample),
    /// Pack the games of `goren selfplay --out`.
    Import(import::Import),
}

impl Pack {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        match self.action {
            Action::Info(info) => info.run(),
            Action::Check(check) => check.run(),
            Action::Merge(merge) => merge.run(),
            Action::Shuffle(shuffle) => shuffle.run(),
            Action::Sample(sample) => sample.run(),
            Action::Import(import) => import.run(),
        }
    }
}

/// The pack to write.
#[derive(Args)]
struct Output {
    /// The pack to write.
    #[arg(value_name = "OUT")]
    path: PathBuf,
    /// Replace it if it exists.
    #[arg(long)]
    force: bool,
}

impl Output {
    fn expect_free(&self) -> anyhow::Result<()> {
        expect_free(&self.path, self.force)
    }

    fn write<'a>(&self, games: impl IntoIterator<Item = &'a PackedGame>) -> anyhow::Result<()> {
        let mut pack = PackWriter::new(Vec::new())?;
        let mut written = 0_usize;
        for game in games {
            pack.write(game)?;
            written += 1;
        }
        save(&self.path, &pack.into_inner(), self.force)?;
        Ok(writeln!(io::stdout(), "{}: {}", self.path.display(), count(written, "game"))?)
    }
}

#[derive(Args)]
struct Merge {
    #[command(flatten)]
    out: Output,
    /// The packs to join, in this order.
    #[arg(value_name = "PACK", required = true)]
    packs: Vec<PathBuf>,
}

impl Merge {
    fn run(self) -> anyhow::Result<()> {
        self.out.expect_free()?;
        self.out.write(&all_games(&self.packs)?)
    }
}

#[derive(Args)]
struct Shuffle {
    #[command(flatten)]
    out: Output,
    /// The packs to join.
    #[arg(value_name = "PACK", required = true)]
    packs: Vec<PathBuf>,
    /// The seed of the order.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Shuffle {
    fn run(self) -> anyhow::Result<()> {
        self.out.expect_free()?;
        let mut games = all_games(&self.packs)?;
        stream(self.seed, 0).shuffle(&mut games);
        self.out.write(&games)
    }
}

#[derive(Args)]
struct Sample {
    #[command(flatten)]
    out: Output,
    /// The pack to take games from.
    #[arg(value_name = "PACK")]
    pack: PathBuf,
    /// The number of games.
    #[arg(long, value_name = "N")]
    games: usize,
    /// The seed of the choice.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Sample {
    fn run(self) -> anyhow::Result<()> {
        self.out.expect_free()?;
        let games = all_games(&[self.pack])?;
        if self.games > games.len() {
            bail!("--games: expected at most {}, the games of the pack, got {}", games.len(), self.games);
        }
        let mut numbers: Vec<usize> = (0..games.len()).collect();
        stream(self.seed, 0).shuffle(&mut numbers);
        numbers.truncate(self.games);
        numbers.sort_unstable();
        self.out.write(numbers.into_iter().map(|number| &games[number]))
    }
}

fn all_games(packs: &[PathBuf]) -> anyhow::Result<Vec<PackedGame>> {
    let mut games = Vec::new();
    for path in packs {
        for_each_game(path, |game| games.push(game))?;
    }
    Ok(games)
}

/// Passes on every complete game of a pack and returns their size in bytes.
#[expect(clippy::print_stderr, reason = "what is left out is a diagnostic")]
fn for_each_game(path: &Path, mut each: impl FnMut(PackedGame)) -> anyhow::Result<u64> {
    let name = || path.display().to_string();
    let mut reader = open(path)?;
    for game in &mut reader {
        match game {
            Ok(game) => each(game),
            Err(error @ PackError::Cut { .. }) => eprintln!("goren: {}: {error}; left out", name()),
            Err(error) => return Err(error).with_context(name),
        }
    }
    Ok(reader.offset())
}

fn open(path: &Path) -> anyhow::Result<PackReader<BufReader<File>>> {
    let name = || path.display().to_string();
    let file = File::open(path).with_context(name)?;
    PackReader::new(BufReader::new(file)).with_context(name)
}
