//! `goren puzzles`: puzzles made from games, checked, listed and printed.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::Instant;

use anyhow::{Context, bail};
use clap::{Args, Subcommand, value_parser};
use goren_core::{Position, Rule, Size, Stop};
use goren_puzzle::{Canonical, Collection, Effort, Kind, Puzzle, Recipe, check, read, sheet, shipped, write};

use crate::convert::save;
use crate::input::{Reading, read_file};
use crate::signals::{expect_no_signal, on_signal};
use crate::terminal::{ProgressLine, count, say};

/// The largest file of puzzles, in bytes.
const MAX_PUZZLES_BYTES: u64 = 32 << 20;

/// Arguments of `goren puzzles`.
#[derive(Args)]
pub(crate) struct Puzzles {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Make puzzles from self-play or from games.
    Make(Make),
    /// Prove every answer again, and name what is wrong.
    Check(Check),
    /// Write a page to print: boards first, solutions at the end.
    Print(Print),
    /// List puzzles, one line each.
    List(List),
}

impl Puzzles {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        match self.command {
            Command::Make(make) => make.run(),
            Command::Check(check) => check.run(),
            Command::Print(print) => print.run(),
            Command::List(list) => list.run(),
        }
    }
}

#[derive(Args)]
#[command(after_help = "\
Games are played by the engine with few nodes a move, from random balanced starts; --games reads games instead. Every answer is \
proved, and no two puzzles are the same under symmetry and shift. The same arguments give the same file, whatever the --concurrency. A file that exists is continued: with the same arguments Ctrl-C costs nothing.

Examples:
  goren puzzles make --rule renju --count 400 --seed 1 --out renju.jsonl
  goren puzzles make --games mine.sgf --count 20 --out mine.jsonl
  goren puzzles make --rule standard --kinds threats,defence --count 50 --out hard.jsonl")]
struct Make {
    /// The file to write, one JSON object per line.
    #[arg(long = "out", alias = "output", short_alias = 'o', value_name = "FILE")]
    output: PathBuf,
    /// How many puzzles the file shall hold.
    #[arg(long, default_value_t = 50, value_parser = value_parser!(u32).range(1..=1_000_000))]
    count: u32,
    /// The seed of the games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only these kinds: fours, threats, defence, avoid, forbid, balance.
    #[arg(long, value_delimiter = ',', value_name = "KINDS")]
    kinds: Vec<Kind>,
    /// Read games from a file in any format instead of playing them.
    #[arg(long, value_name = "FILE")]
    games: Option<String>,
    /// Positions that the engine searches for each move of a game it plays.
    #[arg(long, default_value_t = 300, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,
    /// Give up after this many games in a row without a new puzzle.
    #[arg(long, default_value_t = 500, value_name = "GAMES")]
    patience: u64,
    /// The number of games searched at once.
    #[arg(long, alias = "threads", value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=512))]
    concurrency: u16,
    #[command(flatten)]
    reading: Reading,
}

/// The puzzles of the game with this number, of the kinds that are wanted; `None` if it was stopped.
type OneGame<'a> = dyn Fn(u64, &dyn Fn(Kind) -> bool, &Stop) -> Option<Vec<Puzzle>> + Sync + 'a;

impl Make {
    fn run(self) -> anyhow::Result<()> {
        let (rule, positions) = self.positions()?;
        let (mut file, existing) = open(&self.output).with_context(|| self.output.display().to_string())?;
        let mut collection = self.collection(rule, &existing)?;
        let recipe = Recipe {
            rule,
            size: self.reading.board.size.unwrap_or(Size::DEFAULT),
            seed: self.seed,
            nodes: self.nodes,
            effort: Effort::MAKE,
        };
        let name = self.games.as_deref().map(|path| {
            Path::new(path)
                .file_name()
                .map_or_else(|| "the text given".to_owned(), |name| name.to_string_lossy().into_owned())
        });
        let prefix = match &name {
            Some(name) => format!("{name}, game "),
            None => format!("self-play, seed {}, game ", self.seed),
        };
        let first = next_game(&existing, &prefix);
        if !existing.is_empty() && !collection.is_full() {
            let puzzles = count(existing.len(), "puzzle");
            say(&format!("{}: going on after {puzzles}, with game {first}", self.output.display()));
        }
        let last = name.as_ref().map_or(u64::MAX, |_| positions.len() as u64);
        let one_game = |number: u64, wanted: &dyn Fn(Kind) -> bool, stop: &Stop| match &name {
            None => recipe.puzzles(number, wanted, stop),
            Some(name) => {
                let source = format!("{name}, game {number}");
                let puzzles = recipe.search(&positions[number as usize], wanted, &source, stop);
                if stop.is_raised() { None } else { Some(puzzles) }
            }
        };
        let made = self.collect(&one_game, first..last, &mut collection, &mut file)?;
        let mut out = io::stdout().lock();
        let puzzles = count(existing.len() + made, "puzzle");
        writeln!(out, "{}: {puzzles}, {made} of them new", self.output.display())?;
        let missing = collection.missing();
        if missing > 0 {
            let found = self.count as usize - missing;
            expect_no_signal(&format!("{found} of {} are found, and the same command goes on", self.count))?;
            writeln!(out, "{missing} of {} were not found", self.count)?;
        }
        Ok(())
    }

    /// The games to search and their rule, if they are not to be played; they must be of one rule.
    fn positions(&self) -> anyhow::Result<(Rule, Vec<Position>)> {
        let rule = self.reading.board.rule_or_default();
        let Some(source) = &self.games else {
            if let Some(kind) = self.kinds.iter().find(|kind| !kind.occurs_under(rule)) {
                bail!("--kinds: expected kinds that occur under {rule}, got {kind}");
            }
            return Ok((rule, Vec::new()));
        };
        let games = self.reading.games(source)?;
        let rule = games.first().map_or(rule, |first| first.rule);
        if let Some(other) = games.iter().find(|game| game.rule != rule) {
            bail!("--games: expected games of one rule, got some of {} too; give --rule", other.rule);
        }
        let positions = games.iter().map(|game| Ok(game.position()?)).collect::<anyhow::Result<_>>()?;
        Ok((rule, positions))
    }

    /// What the file shall hold, with what it holds already.
    fn collection(&self, rule: Rule, existing: &[Puzzle]) -> anyhow::Result<Collection> {
        let mut collection = Collection::new(rule, &self.kinds, self.count as usize);
        for puzzle in existing {
            if puzzle.rule != rule {
                bail!("{}: expected puzzles of {rule}, got one of {}", self.output.display(), puzzle.rule);
            }
            collection.add_existing(puzzle);
        }
        Ok(collection)
    }

    /// Searches games, in threads, and writes their puzzles in the order of the games. Returns how many were written.
    fn collect(
        &self,
        one_game: &OneGame<'_>,
        games: std::ops::Range<u64>,
        collection: &mut Collection,
        file: &mut File,
    ) -> anyhow::Result<usize> {
        let stop = Stop::default();
        let on_end = stop.clone();
        on_signal(move |_| on_end.raise())?;
        let wanted = AtomicU8::new(mask(collection));
        let next = AtomicU64::new(games.start);
        let start = Instant::now();
        let (sender, finished) = mpsc::sync_channel::<(u64, Vec<Puzzle>)>(256);
        std::thread::scope(|scope| {
            for _ in 0..self.concurrency {
                let (sender, next, wanted, stop, last) = (sender.clone(), &next, &wanted, &stop, games.end);
                scope.spawn(move || {
                    let wants = |kind: Kind| wanted.load(Ordering::Relaxed) & bit(kind) != 0;
                    while wanted.load(Ordering::Relaxed) != 0 && !stop.is_raised() {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= last {
                            return;
                        }
                        let Some(puzzles) = one_game(number, &wants, stop) else { return };
                        if sender.send((number, puzzles)).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            let written = self.write_in_order(finished, games.start, collection, &wanted, file, start);
            wanted.store(0, Ordering::Relaxed);
            // Whoever still searches searches for nothing.
            stop.raise();
            written
        })
        .with_context(|| self.output.display().to_string())
    }

    fn write_in_order(
        &self,
        finished: mpsc::Receiver<(u64, Vec<Puzzle>)>,
        mut due: u64,
        collection: &mut Collection,
        wanted: &AtomicU8,
        file: &mut File,
        start: Instant,
    ) -> io::Result<usize> {
        let mut progress = ProgressLine::new();
        let mut waiting = BTreeMap::new();
        let (mut made, mut vain) = (0, 0);
        for (number, puzzles) in finished {
            waiting.insert(number, puzzles);
            while let Some(mut puzzles) = waiting.remove(&due) {
                puzzles.retain(|puzzle| collection.add(puzzle));
                // The puzzles of a game are written at once, so that a file that was cut short goes on with the next game.
                file.write_all(write(&puzzles).as_bytes())?;
                made += puzzles.len();
                vain = if puzzles.is_empty() { vain + 1 } else { 0 };
                due += 1;
            }
            wanted.store(mask(collection), Ordering::Relaxed);
            if collection.is_full() || vain >= self.patience {
                break;
            }
            progress.show(|| {
                let (missing, seconds) = (collection.missing(), start.elapsed().as_secs_f64());
                let left = missing as f64 * seconds / (made as f64).max(1.0);
                format!("{made} puzzles from {due} games, {missing} to go, about {:.0} min", left / 60.0)
            });
        }
        progress.clear();
        Ok(made)
    }
}

const fn bit(kind: Kind) -> u8 {
    1 << kind as u8
}

/// The kinds that are still wanted.
fn mask(collection: &Collection) -> u8 {
    Kind::ALL.into_iter().filter(|&kind| collection.wants(kind)).fold(0, |mask, kind| mask | bit(kind))
}

/// The game to go on with: the one after the last that the file has puzzles of.
fn next_game(existing: &[Puzzle], prefix: &str) -> u64 {
    let number = |puzzle: &Puzzle| {
        let rest = puzzle.source.strip_prefix(prefix)?;
        rest.split(',').next()?.parse::<u64>().ok()
    };
    existing.iter().filter_map(number).max().map_or(0, |last| last + 1)
}

/// The file, open for appending, and the puzzles in it. An incomplete last line is cut off.
fn open(path: &Path) -> anyhow::Result<(File, Vec<Puzzle>)> {
    let mut file = File::options().read(true).write(true).create(true).truncate(false).open(path)?;
    if let Err(std::fs::TryLockError::WouldBlock) = file.try_lock() {
        bail!("another process is writing to it");
    }
    let mut text = String::new();
    file.read_to_string(&mut text)?;
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let puzzles = read(&text[..whole])?;
    // Only what this command could have begun to write is cut off.
    if !(text[whole..].is_empty() || text[whole..].starts_with('{')) {
        bail!("expected a file of puzzles, got `{}`", text[whole..].chars().take(32).collect::<String>());
    }
    if whole < text.len() {
        say(&format!("{}: {} bytes of an incomplete line dropped", path.display(), text.len() - whole));
    }
    file.set_len(whole as u64)?;
    file.seek(SeekFrom::Start(whole as u64))?;
    Ok((file, puzzles))
}

/// A file of puzzles, or those that come with the program.
#[derive(Args)]
struct Source {
    /// A file of puzzles; those that come with the program if left out.
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Only puzzles of this rule.
    #[arg(long)]
    rule: Option<Rule>,
    /// Only puzzles of this kind.
    #[arg(long)]
    kind: Option<Kind>,
    /// Only puzzles of this grade, 1 to 5.
    #[arg(long, value_parser = value_parser!(u8).range(1..=5))]
    grade: Option<u8>,
    /// Only the puzzle with this identifier.
    #[arg(long)]
    id: Option<String>,
    /// At most this many, from the front.
    #[arg(long, alias = "first", value_name = "N")]
    count: Option<usize>,
}

impl Source {
    fn puzzles(&self) -> anyhow::Result<Vec<Puzzle>> {
        let all = match &self.file {
            None => shipped().to_vec(),
            Some(path) => {
                let name = || path.display().to_string();
                let text = String::from_utf8(read_file(path, MAX_PUZZLES_BYTES)?);
                let text = text.with_context(|| format!("{}: expected text in UTF-8", path.display()))?;
                read(&text).with_context(name)?
            }
        };
        let mut chosen: Vec<Puzzle> = all
            .into_iter()
            .filter(|puzzle| self.rule.is_none_or(|rule| puzzle.rule == rule))
            .filter(|puzzle| self.kind.is_none_or(|kind| puzzle.kind == kind))
            .filter(|puzzle| self.grade.is_none_or(|grade| puzzle.grade == grade))
            .filter(|puzzle| self.id.as_ref().is_none_or(|id| puzzle.id == *id))
            .collect();
        chosen.truncate(self.count.unwrap_or(usize::MAX));
        Ok(chosen)
    }
}

#[derive(Args)]
#[command(after_help = "\
Every answer is proved again with more effort than making it had, shifted variants too; a balance is searched again. \
Puzzles that are the same under symmetry and shift are named. Exit status 1 if anything is wrong.")]
struct Check {
    #[command(flatten)]
    source: Source,
}

impl Check {
    fn run(self) -> anyhow::Result<()> {
        let puzzles = self.source.puzzles()?;
        let stop = Stop::default();
        let on_end = stop.clone();
        on_signal(move |_| on_end.raise())?;
        let mut out = io::stdout().lock();
        let mut progress = ProgressLine::new();
        let mut wrong = 0;
        let mut seen: HashMap<Canonical, &str> = HashMap::new();
        for (i, puzzle) in puzzles.iter().enumerate() {
            progress.show(|| format!("{i} of {} checked, {wrong} wrong", puzzles.len()));
            let twin = seen.insert(Canonical::of(&puzzle.position()), &puzzle.id);
            let checked = check(puzzle, &Effort::CHECK, &stop);
            if stop.is_raised() {
                progress.clear();
                bail!("stopped after {i} of {} puzzles, {wrong} of them wrong", puzzles.len());
            }
            let what = match (twin, checked) {
                (Some(twin), _) => format!("the same as {twin}, turned or shifted"),
                (None, Err(error)) => error.to_string(),
                (None, Ok(())) => continue,
            };
            progress.clear();
            wrong += 1;
            writeln!(out, "{}: {what}", puzzle.id)?;
        }
        progress.clear();
        if wrong > 0 {
            bail!("{wrong} of {} puzzles are wrong", puzzles.len());
        }
        writeln!(out, "{}, all right", count(puzzles.len(), "puzzle"))?;
        Ok(())
    }
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  goren puzzles print --rule renju --grade 2 --count 12 --out sheet.html
  goren puzzles print mine.jsonl --out mine.html")]
struct Print {
    #[command(flatten)]
    source: Source,
    /// The page to write; standard output if left out.
    #[arg(long = "out", alias = "output", short_alias = 'o', value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace the file if it exists.
    #[arg(long, requires = "output")]
    force: bool,
    /// The heading.
    #[arg(long, default_value = "Puzzles")]
    title: String,
}

impl Print {
    fn run(self) -> anyhow::Result<()> {
        let puzzles = self.source.puzzles()?;
        if puzzles.is_empty() {
            bail!("no puzzle was chosen");
        }
        let page = sheet(&self.title, &puzzles);
        match &self.output {
            Some(path) => save(path, page.as_bytes(), self.force),
            None => Ok(io::stdout().lock().write_all(page.as_bytes())?),
        }
    }
}

#[derive(Args)]
struct List {
    #[command(flatten)]
    source: Source,
    /// Only the numbers, by rule, kind and grade.
    #[arg(long, conflicts_with = "json")]
    counts: bool,
    /// Print the puzzles as JSON, one per line.
    #[arg(long)]
    json: bool,
}

impl List {
    fn run(self) -> anyhow::Result<()> {
        let puzzles = self.source.puzzles()?;
        let mut out = io::stdout().lock();
        if self.json {
            return Ok(out.write_all(write(&puzzles).as_bytes())?);
        }
        if self.counts {
            return counts(&puzzles, &mut out);
        }
        for puzzle in &puzzles {
            writeln!(
                out,
                "{}  {:9}  {:7}  grade {}  {:4}  {} to move, {} stones, {}",
                puzzle.id,
                puzzle.rule,
                puzzle.kind,
                puzzle.grade,
                puzzle.rating,
                puzzle.side,
                puzzle.moves.len(),
                match puzzle.answers.len() {
                    1 => "one answer".to_owned(),
                    several => format!("{several} answers"),
                }
            )?;
        }
        Ok(())
    }
}

/// How many there are, by rule and kind in rows and by grade in columns.
fn counts(puzzles: &[Puzzle], out: &mut impl Write) -> anyhow::Result<()> {
    let mut rows: BTreeMap<(Rule, Kind), [usize; 5]> = BTreeMap::new();
    for puzzle in puzzles {
        rows.entry((puzzle.rule, puzzle.kind)).or_default()[usize::from(puzzle.grade) - 1] += 1;
    }
    writeln!(out, "{:9}  {:7}  {:>5}  by grade 1 to 5", "rule", "kind", "all")?;
    for ((rule, kind), grades) in &rows {
        let all: usize = grades.iter().sum();
        writeln!(out, "{rule:9}  {kind:7}  {all:5}  {}", numbers(grades))?;
    }
    let grades = rows.values().fold([0; 5], |sum, row| std::array::from_fn(|i| sum[i] + row[i]));
    writeln!(out, "{:9}  {:7}  {:5}  {}", "all", "", puzzles.len(), numbers(&grades))?;
    Ok(())
}

fn numbers(grades: &[usize; 5]) -> String {
    grades.iter().map(|count| format!("{count:5}")).collect()
}
