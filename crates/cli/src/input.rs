//! The games and boards that a command is given: files, standard input, or text on the command line.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::str::FromStr;

use anyhow::{Context, bail};
use clap::Args;
use goren_core::{Opening, Point, Position, Random, Rule, Size};
use goren_record::{Format, ReadOptions, Record, read};

/// The board to use if a game does not specify it.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Board {
    /// The rule: freestyle, standard, renju, caro or caro6; overrides the one in a file.
    #[arg(long)]
    pub(crate) rule: Option<Rule>,
    /// The board's size, 5 to 22, if the game does not specify it [default: 15].
    #[arg(long)]
    pub(crate) size: Option<Size>,
    /// The rule if neither the command line nor the game specifies it.
    #[arg(skip)]
    fallback: Option<Rule>,
    /// Blocked points, as `a1,b2` or `random:8` (`random:8:SEED` for the same ones again).
    #[arg(long, value_name = "POINTS")]
    pub(crate) traps: Option<Traps>,
}

impl Board {
    pub(crate) fn size_or_default(&self) -> Size {
        self.size.unwrap_or_default()
    }

    /// The rule of a new game.
    pub(crate) fn rule_or_default(&self) -> Rule {
        self.rule.or(self.fallback).unwrap_or_default()
    }

    /// The same board, with a default rule and size.
    pub(crate) fn with_defaults(&self, rule: Rule, size: Size) -> Board {
        Board { fallback: Some(rule), size: self.size.or(Some(size)), ..self.clone() }
    }

    /// The same board, with N traps drawn at random if none are named.
    pub(crate) fn with_traps(&self, count: usize) -> Board {
        let random = || Traps::Random { count, seed: fresh_seed() };
        Board { traps: self.traps.clone().or_else(|| (count > 0).then(random)), ..self.clone() }
    }

    /// The traps to set on an empty board of this size.
    pub(crate) fn traps_on(&self, size: Size, opening: Opening) -> anyhow::Result<Vec<Point>> {
        self.traps.as_ref().map_or(Ok(Vec::new()), |traps| traps.on(size, opening))
    }

    /// Applies the command line's flags to a game that was read.
    fn apply(&self, record: &mut Record) -> anyhow::Result<()> {
        if let Some(rule) = self.rule {
            record.rule = rule;
        }
        if let Some(traps) = &self.traps {
            record.traps = traps.on(record.size, record.opening)?;
        }
        // The moves may be illegal with the new traps.
        record.check()?;
        Ok(())
    }
}

/// How to read a game.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Reading {
    #[command(flatten)]
    pub(crate) board: Board,
    /// The format to read, instead of detecting it from the content.
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// The number of the game in a file with several [default: the first, or all where a command takes several].
    #[arg(long, value_name = "N")]
    game: Option<usize>,
    /// Count the rows of a line of moves from the top, as some other programs do.
    #[arg(long)]
    rows_from_top: bool,
}

impl Reading {
    /// Every game in a file, in standard input (`-`), or in the text itself; that of --game alone, if given.
    pub(crate) fn games(&self, source: &str) -> anyhow::Result<Vec<Record>> {
        let (name, bytes) = content(source)?;
        let options = ReadOptions {
            format: self.from,
            rule: self.board.rule.or(self.board.fallback),
            size: self.board.size,
            rows_from_top: self.rows_from_top,
            most_games: None,
        };
        let mut games = read(&bytes, &options).context(name.clone())?;
        match self.game {
            None => {}
            Some(number) if (1..=games.len()).contains(&number) => {
                games = vec![games.swap_remove(number - 1)];
            }
            Some(number) => bail!("--game: expected a number from 1 to {}, got {number}", games.len()),
        }
        let is_one = games.len() == 1;
        for (index, game) in games.iter_mut().enumerate() {
            let place = || if is_one { name.clone() } else { format!("{name}: game {}", index + 1) };
            self.board.apply(game).with_context(place)?;
        }
        Ok(games)
    }

    /// The selected game; without a source, an empty board.
    pub(crate) fn game(&self, source: Option<&str>) -> anyhow::Result<Record> {
        let Some(source) = source else {
            let size = self.board.size_or_default();
            let traps = self.board.traps_on(size, Opening::Free)?;
            return Ok(Record { rule: self.board.rule_or_default(), size, traps, ..Record::default() });
        };
        Ok(self.games(source)?.swap_remove(0))
    }

    /// The position of a game after some moves, or at its end.
    pub(crate) fn position(&self, source: Option<&str>, after: Option<usize>) -> anyhow::Result<Position> {
        position_after(&self.game(source)?, after)
    }

    /// The same, with a default rule and size.
    pub(crate) fn with_defaults(&self, rule: Rule, size: Size) -> Reading {
        Reading { board: self.board.with_defaults(rule, size), ..self.clone() }
    }
}

/// A position to work on.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Source {
    /// A file, `-` for standard input, or a position as text: `h8i9g7`, JSON, a link, a board picture. An empty
    /// board if left out.
    #[arg(value_name = "GAME")]
    source: Option<String>,
    #[command(flatten)]
    reading: Reading,
    /// The position after this many moves of the main line.
    #[arg(long, value_name = "MOVES")]
    after: Option<usize>,
}

impl Source {
    /// The game it comes from, and the position itself.
    pub(crate) fn read(&self) -> anyhow::Result<(Record, Position)> {
        let record = self.reading.game(self.source.as_deref())?;
        let position = position_after(&record, self.after)?;
        Ok((record, position))
    }
}

/// The position of a game after its first moves, or at its end.
pub(crate) fn position_after(record: &Record, moves: Option<usize>) -> anyhow::Result<Position> {
    match moves.map(|moves| last_of(record, moves)).transpose()?.flatten() {
        Some(last) => Ok(record.position_at(last)?),
        None => Ok(record.position()?),
    }
}

/// The node of the main line before the first move after this many; `None` if there is no other.
fn last_of(record: &Record, moves: usize) -> anyhow::Result<Option<usize>> {
    let is_move = |id: &usize| record.tree.node(*id).played.is_some();
    let line: Vec<usize> = record.tree.main_line().filter(is_move).collect();
    if moves > line.len() {
        bail!("--after: expected at most {}, the number of moves, got {moves}", line.len());
    }
    let Some(next) = line.get(moves) else { return Ok(None) };
    match record.tree.node(*next).parent() {
        Some(last) => Ok(Some(last)),
        None => bail!("--after: the first move is in the root of the file and cannot be left out"),
    }
}

/// Leaves the first moves of a game's main line, and what hangs on them.
pub(crate) fn cut(record: &mut Record, moves: usize) -> anyhow::Result<()> {
    while let Some(last) = last_of(record, moves)? {
        record.tree = record.tree.without(record.tree.node(last).children()[0]);
        record.result = None;
    }
    Ok(())
}

/// The bytes of a source, and its name in error messages.
fn content(source: &str) -> anyhow::Result<(String, Vec<u8>)> {
    if source == "-" {
        let bytes = read_bounded(io::stdin().lock(), MAX_GAMES_BYTES).context("standard input")?;
        return Ok(("standard input".to_owned(), bytes));
    }
    let path = Path::new(source);
    if path.is_file() {
        return Ok((source.to_owned(), read_file(path, MAX_GAMES_BYTES)?));
    }
    if path.is_dir() {
        bail!("{source}: expected a file, got a folder");
    }
    if looks_like_a_path(source) {
        bail!("{source}: no such file");
    }
    Ok(("the text given".to_owned(), source.as_bytes().to_vec()))
}

/// The largest file of games, in bytes.
pub(crate) const MAX_GAMES_BYTES: u64 = 256 << 20;
/// The largest file of settings, in bytes.
const MAX_TEXT_BYTES: u64 = 1 << 20;

/// The bytes of a file, or an error that names it. A file may also be a device without an end.
pub(crate) fn read_file(path: &Path, most: u64) -> anyhow::Result<Vec<u8>> {
    let read = || read_bounded(File::open(path)?, most);
    read().with_context(|| path.display().to_string())
}

/// The text of a file of settings, or an error that names it.
pub(crate) fn read_text(path: &Path) -> anyhow::Result<String> {
    let text = String::from_utf8(read_file(path, MAX_TEXT_BYTES)?);
    text.with_context(|| format!("{}: expected text in UTF-8", path.display()))
}

fn read_bounded(reader: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if reader.take(most + 1).read_to_end(&mut bytes)? as u64 > most {
        let text = format!("expected at most {most} bytes, got more");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, text));
    }
    Ok(bytes)
}

/// Whether text that names no file was surely meant as a file name.
fn looks_like_a_path(source: &str) -> bool {
    let extension = Path::new(source).extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| Format::of_extension(extension).is_some()) && !source.contains('#')
}

/// Blocked points as given on the command line.
#[derive(Clone, Debug)]
pub(crate) enum Traps {
    At(Vec<Point>),
    Random { count: usize, seed: u64 },
}

impl Traps {
    fn on(&self, size: Size, opening: Opening) -> anyhow::Result<Vec<Point>> {
        match *self {
            Traps::At(ref points) => Ok(points.clone()),
            Traps::Random { count, seed } => {
                let mut free: Vec<Point> = opening.trap_points(size).collect();
                if count > free.len() {
                    bail!("--traps: expected at most {} on this board, got {count}", free.len());
                }
                Ok(Random::new(seed).draw(&mut free, count))
            }
        }
    }
}

impl FromStr for Traps {
    type Err = String;

    fn from_str(text: &str) -> Result<Traps, String> {
        let Some(random) = text.strip_prefix("random:") else {
            return points(text).map(Traps::At);
        };
        let bad = || format!("expected `random:COUNT` or `random:COUNT:SEED`, got `{text}`");
        let (count, seed) = match random.split_once(':') {
            Some((count, seed)) => (count, seed.parse().map_err(|_| bad())?),
            None => (random, fresh_seed()),
        };
        Ok(Traps::Random { count: count.parse().map_err(|_| bad())?, seed })
    }
}

/// Points one after another, with or without commas and spaces between them.
fn points(text: &str) -> Result<Vec<Point>, String> {
    let mut points = Vec::new();
    let mut rest = text.trim_start_matches([',', ' ']);
    while !rest.is_empty() {
        let (point, tail) = Point::split_first(rest).map_err(|error| error.to_string())?;
        points.push(point);
        rest = tail.trim_start_matches([',', ' ']);
    }
    Ok(points)
}

/// A seed that differs from run to run; the resulting traps are visible on the board.
fn fresh_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(0, |since| since.as_nanos() as u64)
}
