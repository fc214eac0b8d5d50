//! `goren selfplay`: the engine against itself under the referee, to test it and to fit it.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::{Args, value_parser};
use goren_arena::Control;
use goren_core::{
    Agent, Clock, Ending, Game, Limits, Opening, Point, Random, Referee, Reply, Rule, Score, Size, Step,
    Stone, Stop, Terms, WinLength,
};
use goren_engine::{Engine, Level, Options, SearchRequest, Weights};
use serde_json::{Value, json};

use crate::evaluation::EvaluationArgs;
use crate::input::{MAX_GAMES_BYTES, read_file};
use crate::random::spaced_stream;
use crate::search_args::move_time;
use crate::signals::{end_games_on_signal, expect_no_signal};
use crate::terminal::ProgressLine;

/// Arguments of `goren selfplay`.
#[derive(Args)]
#[command(after_help = "\
Every game starts from a few random stones. The referee judges every move. Illegal moves, moves that took more than 50 ms \
too long and claimed wins that did not come true are counted and make the command fail.

Examples:
  goren selfplay --games 1000 --every --time 20ms
  goren selfplay --games 20000 --rule renju --nodes 3000 --out games.jsonl")]
pub(crate) struct Selfplay {
    /// The number of games.
    #[arg(long, default_value_t = 100)]
    games: usize,
    /// The rule of every game.
    #[arg(long, default_value_t = Rule::Freestyle)]
    rule: Rule,
    /// The size of every board.
    #[arg(long, default_value_t = Size::DEFAULT)]
    size: Size,
    /// Every rule and size in turn, every other game with traps.
    #[arg(long, conflicts_with_all = ["rule", "size"])]
    every: bool,
    /// The time for each move, such as 20ms.
    #[arg(long, value_parser = move_time, conflicts_with = "nodes")]
    time: Option<Duration>,
    /// Positions to search for each move [default: 2000].
    #[arg(long)]
    nodes: Option<u64>,
    /// The number of concurrent games.
    #[arg(long, default_value_t = 1, value_parser = value_parser!(u16).range(1..=512))]
    concurrency: u16,
    /// Threads of each search.
    #[arg(long, default_value_t = 1, value_parser = value_parser!(u16).range(1..=512))]
    threads: u16,
    /// Let one level play another, colours alternating: `--levels 6,5`.
    #[arg(long, value_name = "A,B", value_parser = two_levels)]
    levels: Option<(u8, u8)>,
    /// The seed of the random stones.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Accept only openings that the engine, searching as many positions, scores within this many points of even.
    #[arg(long, value_name = "POINTS")]
    even: Option<i32>,
    /// Write each game to this file, one JSON object per line, with the score of each move for its side. A file of such
    /// games is continued.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace the file, whatever it holds.
    #[arg(long, requires = "out")]
    force: bool,
    /// Evaluate with these weights instead of the built-in ones.
    #[arg(long, value_name = "FILE")]
    weights: Vec<PathBuf>,
    #[command(flatten)]
    evaluation: EvaluationArgs,
}

/// Why poisoned locks are not handled: a thread that panics ends the whole command.
const UNPOISONED: &str = "no thread panics while it holds a lock";
/// How late a move may be before it counts as an overrun.
const OVERRUN_TOLERANCE: Duration = Duration::from_millis(50);

/// The largest game in a file, in bytes.
const MAX_GAME_BYTES: u64 = 1 << 20;

/// The engine's score of each move of a game; `None` for the stones it began with.
type Scores = Vec<Option<Score>>;

#[derive(Default)]
struct Tally {
    black: usize,
    white: usize,
    draws: usize,
    moves: usize,
    illegal: Vec<String>,
    overruns: Vec<String>,
    /// Moves at which the engine claimed a forced win, and the claims that did not come true.
    claims: usize,
    false_claims: Vec<String>,
    /// Twice the points of the first of two levels.
    first_points: usize,
    slowest: Duration,
}

/// A forced win that the engine announced.
struct WinClaim {
    side: Stone,
    /// The number of the move.
    at: usize,
    plies: u32,
}

impl Tally {
    /// Counts a game that was played to its end: its moves with their times, what was claimed in it, and how it ended.
    fn add(
        &mut self,
        number: usize,
        referee: &Referee,
        times: &[(String, Duration)],
        claims: &[WinClaim],
        allowed: Option<Duration>,
    ) {
        self.moves += times.len();
        self.slowest = times.iter().map(|&(_, time)| time).fold(self.slowest, Duration::max);
        if let Some(allowed) = allowed {
            let late = times.iter().filter(|&&(_, time)| time > allowed + OVERRUN_TOLERANCE);
            self.overruns.extend(late.map(|(place, time)| format!("{place}: {} ms", time.as_millis())));
        }
        let result = referee.result().expect("only a stop aborts a game");
        if let (Some(fault), Some((place, _))) = (referee.fault(), times.last()) {
            self.illegal.push(format!("{place}: {}", fault.detail));
            return;
        }
        match result.winner {
            Some(Stone::Black) => self.black += 1,
            Some(Stone::White) => self.white += 1,
            None => self.draws += 1,
        }
        self.claims += claims.len();
        for WinClaim { side, at, plies } in claims.iter().filter(|each| result.winner != Some(each.side)) {
            let length = WinLength { plies: *plies };
            self.false_claims
                .push(format!("game {number}, move {at}: {side} claimed a win in {length}; {result}"));
        }
        self.first_points += match result.winner {
            None => 1,
            Some(winner) if (number + winner as usize).is_multiple_of(2) => 2,
            Some(_) => 0,
        };
        if matches!(result.ending, Ending::Forbidden { .. }) {
            self.illegal.push(format!("game {number}: {result}"));
        }
    }

    fn games(&self) -> usize {
        self.black + self.white + self.draws
    }
}

impl Selfplay {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let mut weights = Vec::new();
        for file in &self.weights {
            let bytes = read_file(file, MAX_GAMES_BYTES)?;
            weights.push(Arc::new(Weights::from_bytes(&bytes).with_context(|| file.display().to_string())?));
        }
        let file = self.out.as_ref().map(|path| open(path, self.force));
        let out = Mutex::new(file.transpose()?.map(BufWriter::new));
        if self.every {
            self.evaluation.engine(Options::default())?;
        } else {
            self.evaluation.engine_for(self.rule, Options::default())?;
        }
        let control = Control::default();
        end_games_on_signal(&control)?;
        let next = AtomicUsize::new(0);
        let tally = Mutex::new(Tally::default());
        let failure = Mutex::new(None);
        let failed = || failure.lock().expect(UNPOISONED);
        let line = Mutex::new(ProgressLine::new());
        let progress = || line.lock().expect(UNPOISONED);
        std::thread::scope(|scope| {
            for _ in 0..self.concurrency {
                scope.spawn(|| {
                    let options = |level| Options {
                        threads: self.threads.into(),
                        memory: 16 << 20,
                        level: Level::new(level).expect("levels are checked when arguments are read"),
                        seed: self.seed,
                        ..Options::default()
                    };
                    let (first, second) = self.levels.unwrap_or((10, 10));
                    let made = [first, second]
                        .map(|level| self.evaluation.engine(options(level)).expect("made before"));
                    let mut engines = made;
                    for engine in &mut engines {
                        weights.iter().for_each(|weights| engine.use_weights(weights.clone()));
                    }
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= self.games || failed().is_some() || control.is_draining() {
                            return;
                        }
                        let Some(played) = self.play(number, &mut engines, &tally, control.stop()) else {
                            return;
                        };
                        if let Err(error) = keep(&played, &out) {
                            *failed() = Some(error);
                        }
                        progress().show(|| format!("{} of {} games", number + 1, self.games));
                    }
                });
            }
        });
        progress().clear();
        if let Some(error) = failed().take() {
            return Err(error);
        }
        if let Some(out) = out.lock().expect(UNPOISONED).as_mut() {
            out.flush()?;
        }
        let tally = tally.into_inner().expect(UNPOISONED);
        summarise(&tally, self.levels)?;
        if tally.games() < self.games { expect_no_signal("these are the games until then") } else { Ok(()) }
    }

    /// One game, under the rule and on the board that its number determines.
    /// `None` if it was stopped.
    fn play(
        &self,
        number: usize,
        engines: &mut [Engine; 2],
        tally: &Mutex<Tally>,
        stop: &Stop,
    ) -> Option<(Game, Scores)> {
        let mut random = spaced_stream(self.seed, number as u64);
        let mut game = self.begin(number, &mut random);
        while !self.is_even(&game, &mut engines[0]) {
            game = self.begin(number, &mut random);
        }
        engines.iter_mut().for_each(Engine::clear);
        let mut scores = vec![None; game.position().history().len()];
        let mut claims = Vec::new();
        let mut times = Vec::new();
        let mut referee = Referee::new(game, Terms::default());
        referee.conduct(|referee, _| {
            let game = referee.game();
            let side = game.position().side();
            // Without levels one engine plays both sides and keeps its table.
            let engine = match self.levels {
                Some(_) => &mut engines[(number + side as usize) % 2],
                None => &mut engines[0],
            };
            let mut score = None;
            let start = Instant::now();
            let step = engine.choose(game, &self.limits(), stop, &mut |report| score = Some(report.score));
            let time = start.elapsed();
            if stop.is_raised() {
                return Reply::Stop;
            }
            let at = game.steps().len() + 1;
            scores.push(score);
            times.push((format!("game {number}, move {at}, {step}"), time));
            if let (Some(plies), None) = (score.and_then(Score::plies_to_win), self.levels) {
                claims.push(WinClaim { side, at, plies });
            }
            Reply::Step { step, time, score }
        });
        if stop.is_raised() {
            return None;
        }
        tally.lock().expect(UNPOISONED).add(number, &referee, &times, &claims, self.time);
        Some((referee.game().clone(), scores))
    }

    fn limits(&self) -> Limits {
        Limits {
            nodes: if self.time.is_some() { None } else { Some(self.nodes.unwrap_or(2000)) },
            clock: Clock { turn: self.time, ..Clock::default() },
            ..Limits::default()
        }
    }

    /// Whether a game's opening is as balanced as required.
    fn is_even(&self, game: &Game, engine: &mut Engine) -> bool {
        self.even.is_none_or(|margin| {
            let request = SearchRequest { limits: self.limits(), ..SearchRequest::default() };
            let found = engine.search(game.position(), &request, &Stop::default(), &mut |_| {});
            found.score().0.abs() <= margin
        })
    }

    /// A board with a few random stones on it.
    fn begin(&self, number: usize, random: &mut Random) -> Game {
        let (rule, size) = if self.every {
            let sizes: Vec<Size> = Size::all().collect();
            (Rule::ALL[number % Rule::ALL.len()], sizes[number / Rule::ALL.len() % sizes.len()])
        } else {
            (self.rule, self.size)
        };
        loop {
            let mut free: Vec<Point> = size.points().collect();
            let traps: Vec<Point> = if self.every && number % 2 == 1 {
                let count = 1 + random.below(size.side());
                random.draw(&mut free, count)
            } else {
                Vec::new()
            };
            let Ok(mut game) = Game::new(rule, size, &traps, Opening::Free) else { continue };
            let wanted = 2 + random.below(6);
            let reach = 2 + random.below(3);
            let centre = size.centre();
            let near = |point: &Point| point.distance(centre) <= reach;
            while game.position().history().len() < wanted && game.result().is_none() {
                let choices: Vec<Point> = game.position().legal_moves().filter(near).collect();
                if choices.is_empty() {
                    break;
                }
                let point = choices[random.below(choices.len())];
                game.step(Step::Place(point)).expect("a legal move is not refused");
            }
            if game.result().is_none() {
                return game;
            }
        }
    }
}

/// The file of games, open for appending. One that holds something else is kept, unless it may be replaced.
fn open(path: &Path, replace: bool) -> anyhow::Result<File> {
    let open = || -> anyhow::Result<File> {
        let file = File::options().read(true).append(true).create(true).open(path)?;
        if replace {
            file.set_len(0)?;
        }
        let mut first = Vec::new();
        BufReader::new(&file).take(MAX_GAME_BYTES).read_until(b'\n', &mut first)?;
        let is_game = |game: &Value| game["moves"].is_array() && game["scores"].is_array();
        if !first.is_empty() && !serde_json::from_slice(&first).is_ok_and(|game| is_game(&game)) {
            bail!("expected games of selfplay in the file; use --force to replace it");
        }
        Ok(file)
    };
    open().with_context(|| path.display().to_string())
}

fn keep((game, scores): &(Game, Scores), out: &Mutex<Option<BufWriter<File>>>) -> anyhow::Result<()> {
    let mut out = out.lock().expect(UNPOISONED);
    let Some(out) = out.as_mut() else { return Ok(()) };
    let position = game.position();
    let names =
        |points: &mut dyn Iterator<Item = Point>| points.map(|point| point.to_string()).collect::<Vec<_>>();
    let result = game.result().map(|result| match result.winner {
        Some(Stone::Black) => "black",
        Some(Stone::White) => "white",
        None => "draw",
    });
    let object = json!({
        "rule": position.rule().name(),
        "size": position.size().side(),
        "traps": names(&mut position.traps().iter().copied()),
        "moves": names(&mut position.history().iter().filter_map(|played| played.point)),
        "scores": scores.iter().map(|score| score.map(|score| score.0)).collect::<Vec<_>>(),
        "result": result,
    });
    Ok(writeln!(out, "{object}")?)
}

fn summarise(tally: &Tally, levels: Option<(u8, u8)>) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    let games = tally.games();
    writeln!(
        out,
        "games {games}: Black won {}, White won {}, drawn {}",
        tally.black, tally.white, tally.draws
    )?;
    writeln!(out, "moves {}, slowest {} ms", tally.moves, tally.slowest.as_millis())?;
    if let Some((first, second)) = levels {
        let share = tally.first_points as f64 / (2 * games.max(1)) as f64;
        writeln!(out, "level {first} against level {second}: {:.1} %", 100.0 * share)?;
    }
    for line in tally.illegal.iter().chain(&tally.overruns).chain(&tally.false_claims).take(20) {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "wins claimed {}, not won {}", tally.claims, tally.false_claims.len())?;
    writeln!(out, "illegal moves {}, overruns {}", tally.illegal.len(), tally.overruns.len())?;
    if tally.illegal.is_empty() && tally.overruns.is_empty() && tally.false_claims.is_empty() {
        return Ok(());
    }
    bail!("the referee reported errors")
}

fn two_levels(text: &str) -> Result<(u8, u8), String> {
    let level = |text: &str| text.trim().parse().ok().filter(|level| (1..=10).contains(level));
    let both = text.split_once(',').and_then(|(first, second)| Some((level(first)?, level(second)?)));
    both.ok_or_else(|| format!("expected two levels from 1 to 10 such as 6,5, got `{text}`"))
}
