//! `goren datagen`: self-play games for training a network.

pub(crate) mod game;
pub(crate) mod opening;

use std::collections::BTreeMap;
use std::fs::{File, TryLockError};
use std::io::{self, BufReader, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::{Args, value_parser};
use goren_arena::Control;
use goren_core::{Rule, Size};
use goren_record::{PackError, PackReader, PackWriter, PackedGame};

use crate::evaluation::EvaluationArgs;
use crate::pack::summary::Summary;
use crate::search_args::seconds;
use crate::signals::end_games_on_signal;
use crate::terminal::{ProgressLine, say};
use game::Recipe;

/// Arguments of `goren datagen`.
#[derive(Args)]
#[command(after_help = "\
Each game is determined by its number, the seed and the search options, whatever --concurrency is: the same command makes the
same file. If the file already exists, its games are kept and the next ones appended, so that an interrupted command can be
repeated; rule and size must be the same, other options are not checked. Ctrl-C and --seconds let the running games finish; a second Ctrl-C aborts them.

Every game starts from 2 to 10 random stones close to each other. Most openings are searched and discarded if one side is
much better; one game in 20 has traps.

Examples:
  goren datagen --games 100000 --out games.pack
  goren datagen --games 100000 --rule renju --size 15 --nodes 10000 --seconds 500 --out renju.pack
  goren pack info games.pack")]
pub(crate) struct Datagen {
    /// The total number of games in the finished file.
    #[arg(long, value_name = "N")]
    games: usize,
    /// The rule of every game.
    #[arg(long, default_value_t = Rule::Freestyle)]
    rule: Rule,
    /// The size of every board [default: 13 to 20, most of them 15 or 20].
    #[arg(long)]
    size: Option<Size>,
    /// Positions to search for each move.
    #[arg(long, default_value_t = 4000, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,
    /// The seed of the openings of all games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of concurrent games [default: one per processor].
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,
    /// Start no game after this many seconds.
    #[arg(long, value_parser = seconds)]
    seconds: Option<Duration>,
    /// The pack of games to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    evaluation: EvaluationArgs,
}

impl Datagen {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let start = Instant::now();
        let recipe = Recipe {
            rule: self.rule,
            size: self.size,
            nodes: self.nodes,
            seed: self.seed,
            evaluation: self.evaluation.clone(),
        };
        recipe.engine()?;
        let (mut pack, kept) = self.open().with_context(|| self.out.display().to_string())?;
        let control = Control::default();
        end_games_on_signal(&control)?;
        let threads = self
            .concurrency
            .map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
        let next = AtomicUsize::new(kept);
        let (sender, finished) = mpsc::channel();
        let summary = std::thread::scope(|scope| {
            for _ in 0..threads {
                let (sender, next, recipe, control) = (sender.clone(), &next, &recipe, &control);
                scope.spawn(move || {
                    while !control.is_draining() && self.seconds.is_none_or(|limit| start.elapsed() < limit) {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= self.games {
                            return;
                        }
                        let Some(game) = recipe.play(number, control.stop()) else { return };
                        if sender.send((number, game)).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            let written = self.write_in_order(finished, &mut pack, kept, start);
            control.abort();
            written
        });
        let summary = summary.with_context(|| self.out.display().to_string())?;
        self.print(&summary, kept, start.elapsed())
    }

    /// The pack, open for appending, and the number of games in it.
    fn open(&self) -> anyhow::Result<(PackWriter<File>, usize)> {
        let mut file = File::options().read(true).write(true).create(true).truncate(false).open(&self.out)?;
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            bail!("another process is writing to it");
        }
        let (kept, end) = self.whole_games(&file)?;
        let torn = file.metadata()?.len() - end;
        if kept > 0 && kept < self.games || torn > 0 {
            let dropped = match torn {
                0 => String::new(),
                torn => format!(", {torn} bytes of an incomplete one dropped"),
            };
            say(&format!("{}: resuming after {kept} games{dropped}", self.out.display()));
        }
        file.set_len(end)?;
        file.seek(SeekFrom::Start(end))?;
        let pack = if end == 0 { PackWriter::new(file)? } else { PackWriter::resume(file) };
        Ok((pack, kept))
    }

    /// The number of complete games in a file, and the offset of their end.
    fn whole_games(&self, file: &File) -> anyhow::Result<(usize, u64)> {
        let mut reader = match PackReader::new(BufReader::new(file)) {
            Err(PackError::Cut { .. }) => return Ok((0, 0)),
            reader => reader?,
        };
        let mut kept = 0;
        for game in &mut reader {
            match game {
                Ok(game) => self.expect_alike(&game)?,
                Err(PackError::Cut { .. }) => break,
                Err(error) => return Err(error.into()),
            }
            kept += 1;
        }
        Ok((kept, reader.offset()))
    }

    /// A file with games of another rule or size is refused.
    fn expect_alike(&self, game: &PackedGame) -> anyhow::Result<()> {
        if game.rule != self.rule {
            bail!("expected games of {}, got one of {}", self.rule, game.rule);
        }
        match self.size {
            Some(size) if size != game.size => bail!("expected boards of {size}, got one of {}", game.size),
            _ => Ok(()),
        }
    }

    /// Writes the games in the order of their numbers, each as soon as all earlier ones are written.
    fn write_in_order(
        &self,
        finished: mpsc::Receiver<(usize, PackedGame)>,
        pack: &mut PackWriter<File>,
        kept: usize,
        start: Instant,
    ) -> io::Result<Summary> {
        let mut progress = ProgressLine::new();
        let mut waiting = BTreeMap::new();
        let mut due = kept;
        let mut summary = Summary::default();
        for (number, game) in finished {
            waiting.insert(number, game);
            while let Some(game) = waiting.remove(&due) {
                pack.write(&game)?;
                summary.add(&game);
                due += 1;
            }
            progress.show(|| {
                let speed = summary.games() as f64 / start.elapsed().as_secs_f64();
                format!(
                    "{due} of {} games, {} positions, {speed:.1} games/s",
                    self.games,
                    summary.positions()
                )
            });
        }
        progress.clear();
        Ok(summary)
    }

    fn print(&self, summary: &Summary, kept: usize, time: Duration) -> anyhow::Result<()> {
        let (games, seconds) = (summary.games(), time.as_secs_f64());
        let mut out = io::stdout().lock();
        if kept >= self.games {
            return Ok(writeln!(out, "{}: already has {kept} games", self.out.display())?);
        }
        writeln!(
            out,
            "{}: {} of {} games, {games} of them new",
            self.out.display(),
            kept + games,
            self.games
        )?;
        if games > 0 {
            writeln!(out, "{}", summary.results())?;
            writeln!(
                out,
                "{} positions, {} at rest; {:.2} games/s, {:.0} positions/s",
                summary.positions(),
                summary.at_rest(),
                games as f64 / seconds,
                summary.positions() as f64 / seconds
            )?;
        }
        Ok(())
    }
}
