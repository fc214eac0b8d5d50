//! `goren datagen`: self-play games for training a network.

pub(crate) mod game;
pub(crate) mod opening;

use std::collections::BTreeMap;
use std::fs::{File, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::{Args, value_parser};
use goren_arena::Control;
use goren_core::{Rule, Size};
use goren_fleet::Needs;
use goren_record::{PackError, PackReader, PackWriter, PackedGame};
use serde_json::Value;

use crate::evaluation::EvaluationArgs;
use crate::nats::Spread;
use crate::pack::summary::Summary;
use crate::remote::{Collector, DATAGEN, Remote, perform};
use crate::search_args::seconds;
use crate::signals::{end_games_on_signal, expect_no_signal};
use crate::terminal::{ProgressLine, count, say};
use crate::worker::{cores, machine_name};
use game::{Recipe, read_game};

/// Arguments of `goren datagen`.
#[derive(Args)]
#[command(after_help = "\
Each game is determined by its number, the seed and the search options, whatever --concurrency is: the same command makes the \
same file. If the file already exists, its games are kept and the next ones appended, so that an interrupted command can be \
repeated; rule and size must be the same, other options are not checked. Ctrl-C and --seconds let the running games finish; a second Ctrl-C aborts them.

Every game starts from 2 to 10 random stones close to each other. Most openings are searched and discarded if one side is \
much better; one game in 20 has traps.

With --nats the games are played by the workers of a fleet (see `goren worker`), and make the same file.

Examples:
  goren datagen --games 100000 --out games.pack
  goren datagen --games 100000 --rule renju --size 15 --nodes 10000 --seconds 500 --out renju.pack
  goren datagen --games 1000000 --nats nats://10.0.0.1:4222 --out games.pack
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
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024), conflicts_with = "nats")]
    concurrency: Option<u16>,
    /// Start no game after this time, in seconds, or with its unit, such as 10m.
    #[arg(long, value_name = "TIME", value_parser = seconds)]
    seconds: Option<Duration>,
    /// The pack of games to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    evaluation: EvaluationArgs,
    #[command(flatten)]
    spread: Spread,
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
        let (pack, kept) = self.open().with_context(|| self.out.display().to_string())?;
        let control = Control::default();
        end_games_on_signal(&control)?;
        let mut games = InOrder::new(pack, kept, self.games, start);
        let may_start = || self.seconds.is_none_or(|limit| start.elapsed() < limit);
        let remote = match self.spread.address()? {
            Some(address) if kept < self.games && self.concurrency.is_none() => {
                Some(Remote::connect(&self.spread, address)?)
            }
            _ => None,
        };
        match &remote {
            Some(remote) => self.play_elsewhere(&recipe, remote, &control, may_start, &mut games)?,
            None => {
                let played = self.play_here(&recipe, &control, may_start, &mut games);
                played.with_context(|| self.out.display().to_string())?;
            }
        }
        games.progress.clear();
        self.print(&games.summary, kept, start.elapsed())?;
        if games.due < self.games { expect_no_signal("the same command goes on") } else { Ok(()) }
    }

    fn play_here(
        &self,
        recipe: &Recipe,
        control: &Control,
        may_start: impl Fn() -> bool + Sync,
        games: &mut InOrder,
    ) -> io::Result<()> {
        let threads = self.concurrency.map_or_else(cores, usize::from);
        let next = AtomicUsize::new(games.due);
        let (sender, finished) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..threads {
                let (sender, next, may_start) = (sender.clone(), &next, &may_start);
                scope.spawn(move || {
                    while !control.is_draining() && may_start() {
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
            let written = finished.iter().try_for_each(|(number, game)| games.enter(number, game));
            // After an error nobody waits for the others.
            drop(finished);
            control.abort();
            written
        })
    }

    /// Has the games played by a fleet.
    fn play_elsewhere(
        &self,
        recipe: &Recipe,
        remote: &Remote,
        control: &Control,
        may_start: impl Fn() -> bool,
        games: &mut InOrder,
    ) -> anyhow::Result<()> {
        let mut sent = recipe.clone();
        let mut objects = Vec::new();
        if let Some(path) = recipe.evaluation.net() {
            let object = remote.put(path)?;
            sent.evaluation = recipe.evaluation.with_net(Some(object.hash.clone().into()));
            objects.push(object);
        }
        let common = serde_json::to_value(&sent)?;
        let file = std::path::absolute(&self.out)?;
        let identity = format!("{DATAGEN}\n{common}\n{}\n{}", machine_name(), file.display());
        let title = format!("{} training games, {}, {} nodes", self.games, recipe.rule, recipe.nodes);
        let needs = Needs { objects, threads: 1, memory: recipe.memory() as u64, ..Needs::default() };
        let announcement =
            remote.announcement(identity.as_bytes(), (DATAGEN, title), common, needs, false)?;
        let numbers = games.due as u64..self.games as u64;
        let mut collector = Training { recipe, games, secured: numbers.start };
        perform(remote, announcement, numbers, control, may_start, &mut collector)
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
            say(&format!("{}: resuming after {}{dropped}", self.out.display(), count(kept, "game")));
        }
        file.set_len(end)?;
        file.seek(SeekFrom::Start(end))?;
        let pack = if end == 0 { PackWriter::new(file)? } else { PackWriter::resume(file) };
        Ok((pack, kept))
    }

    /// The number of complete games in a file, and the offset of their end.
    fn whole_games(&self, file: &File) -> anyhow::Result<(usize, u64)> {
        let mut reader = match PackReader::new(BufReader::new(file)) {
            // An interrupted run leaves the beginning of a pack; anything else is another file, which is kept.
            Err(PackError::Cut { .. }) if is_begun(file)? => return Ok((0, 0)),
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

    fn print(&self, summary: &Summary, kept: usize, time: Duration) -> anyhow::Result<()> {
        let (games, seconds) = (summary.games(), time.as_secs_f64());
        let mut out = io::stdout().lock();
        if kept >= self.games {
            return Ok(writeln!(out, "{}: already has {}", self.out.display(), count(kept, "game"))?);
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

/// Whether a file that is too short for a pack is the beginning of one.
fn is_begun(mut file: &File) -> anyhow::Result<bool> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(PackWriter::new(Vec::new())?.into_inner().starts_with(&bytes))
}

/// Games that are written in the order of their numbers, each as soon as all earlier ones are.
struct InOrder {
    pack: PackWriter<File>,
    wanted: usize,
    waiting: BTreeMap<usize, PackedGame>,
    /// The first game that is not written.
    due: usize,
    summary: Summary,
    progress: ProgressLine,
    start: Instant,
}

impl InOrder {
    fn new(pack: PackWriter<File>, kept: usize, wanted: usize, start: Instant) -> InOrder {
        let (waiting, summary, progress) = (BTreeMap::new(), Summary::default(), ProgressLine::new());
        InOrder { pack, wanted, waiting, due: kept, summary, progress, start }
    }

    fn enter(&mut self, number: usize, game: PackedGame) -> io::Result<()> {
        self.waiting.insert(number, game);
        while let Some(game) = self.waiting.remove(&self.due) {
            self.pack.write(&game)?;
            self.summary.add(&game);
            self.due += 1;
        }
        let InOrder { wanted, due, summary, progress, start, .. } = self;
        progress.show(|| describe(*due, *wanted, summary, *start));
        Ok(())
    }
}

fn describe(due: usize, wanted: usize, summary: &Summary, start: Instant) -> String {
    let speed = summary.games() as f64 / start.elapsed().as_secs_f64();
    format!("{due} of {wanted} games, {} positions, {speed:.1} games/s", summary.positions())
}

/// The games that a fleet plays.
struct Training<'a> {
    recipe: &'a Recipe,
    games: &'a mut InOrder,
    /// The games before this number are on disk.
    secured: u64,
}

impl Collector for Training<'_> {
    type Item = PackedGame;

    fn check(&self, _: u64, answer: &Value) -> anyhow::Result<PackedGame> {
        let game = read_game(answer.as_str().context("expected a text")?)?;
        self.recipe.check(&game)?;
        Ok(game)
    }

    fn enter(&mut self, number: u64, game: PackedGame) -> anyhow::Result<()> {
        Ok(self.games.enter(usize::try_from(number)?, game)?)
    }

    fn secure(&mut self) -> anyhow::Result<u64> {
        if self.games.due as u64 > self.secured {
            self.games.pack.get_ref().sync_data()?;
            self.secured = self.games.due as u64;
        }
        Ok(self.secured)
    }

    fn is_over(&self) -> bool {
        self.games.due >= self.games.wanted
    }

    fn describe(&self) -> String {
        describe(self.games.due, self.games.wanted, &self.games.summary, self.games.start)
    }
}
