//! `goren worker`: plays for matches and tournaments that others run, and makes their training games and openings.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::{Args, value_parser};
use goren_arena::{Contestant, Control, Kind, Parser, ProcessSpec, read_roster, slots};
use goren_core::Stop;
use goren_fleet::{
    Announcement, FleetError, GAMES, GamesPerformer, PerformError, Performer, RunPerformer, Task,
    WorkerEvent, WorkerOptions, serve,
};
use serde_json::{Value, json};

use crate::agent::{NET, kinds, make};
use crate::arena::serve_gomocup;
use crate::bench::signature_and_speed;
use crate::book::recipe::{self as opening, points_text};
use crate::datagen::game::{self as training, game_text};
use crate::input::read_text;
use crate::nats::{Server, fleet_name};
use crate::remote::{DATAGEN, OPENINGS};
use crate::signals::end_games_on_signal;
use crate::terminal::say;

/// Arguments of `goren worker`.
#[derive(Args)]
#[command(after_help = "\
A worker connects to a NATS server, takes games from all matches that are run there with --nats, plays them and sends the results, \
until it is stopped. The first Ctrl-C finishes the running games; a second one gives them back. It waits for a server that \
is away, and takes part whenever somebody starts a match.

It plays with the agents of this program. Other engines run only if they are allowed here by name, and with the command given \
here: what comes from the server is never a command. At its start it measures the signature and the speed of its search: a \
match wants workers of the same version and signature, and stretches times on slower machines.

Examples:
  goren worker --nats nats://10.0.0.1:4222
  goren worker --nats tls://fleet.example.org --creds me.creds --concurrency 8 --name attic
  goren worker --nats nats://10.0.0.1 --engines engines.toml
  goren worker --nats nats://10.0.0.1 --engine 'name=x cmd=\"./x --fast\"'")]
pub(crate) struct Worker {
    /// The number of tasks performed at once [default: one per processor].
    #[arg(long, alias = "slots", value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,
    /// The worker's name, unique in the fleet [default: the machine's name and a number].
    #[arg(long, value_parser = fleet_name)]
    name: Option<String>,
    /// An engine that may run here, known to matches by its name: the path of a program, or `name=… cmd="…"`.
    #[arg(long, value_name = "ENGINE")]
    engine: Vec<String>,
    /// A TOML file of engines that may run here.
    #[arg(long, value_name = "FILE")]
    engines: Option<PathBuf>,
    /// The memory for all tasks together, in MiB [default: three quarters of the machine's, where that is known].
    #[arg(long, value_name = "MIB", value_parser = value_parser!(u64).range(1..=1 << 30))]
    memory: Option<u64>,
    /// The folder in which networks are kept [default: the user's cache].
    #[arg(long, value_name = "FOLDER")]
    cache: Option<PathBuf>,
    /// Say only what goes wrong.
    #[arg(long)]
    quiet: bool,
    #[command(flatten)]
    server: Server,
}

/// How long to wait before the next attempt to reach a server.
const RETRY_INTERVAL: Duration = Duration::from_secs(2);
/// How often the worker says how fast it is.
const ACCOUNT_INTERVAL: Duration = Duration::from_secs(60);

impl Worker {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let address = self.server.expect_address()?;
        let engines = self.allowed()?;
        let count = self.concurrency.map_or_else(cores, usize::from);
        self.tell("measuring the speed of this machine");
        let (signature, speed) = signature_and_speed(count)?;
        let name = self.name.clone().unwrap_or_else(default_name);
        let total = self.memory.map(|mib| mib << 20).or_else(|| machine_memory().map(|all| all / 4 * 3));
        let options = WorkerOptions {
            name: name.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            signature,
            speed,
            slots: slots(count, None)?,
            memory: total.map(|bytes| bytes / count as u64),
            engines: engines.iter().map(|engine| engine.name.clone()).collect(),
            cache: self.cache.clone().unwrap_or_else(cache_folder),
        };
        self.tell(&format!(
            "worker {name}: {}, {speed} nodes/s each, signature {signature}{}",
            crate::terminal::count(count, "slot"),
            match options.engines.as_slice() {
                [] => String::new(),
                names => format!(", engines {}", names.join(", ")),
            }
        ));
        let control = Control::default();
        end_games_on_signal(&control)?;
        let performer: Arc<dyn Performer> = Arc::new(Trades {
            games: GamesPerformer {
                maker: Arc::new(make),
                engines: engines.into_iter().map(|engine| (engine.name.clone(), engine)).collect(),
                files: vec![NET.to_owned()],
                speed,
            },
        });
        let mut log = Log::new(self.quiet, format!("{} (fleet {})", address.shown(), address.fleet));
        let mut is_waiting = false;
        loop {
            match serve(&address, options.clone(), performer.clone(), &control, |event| log.enter(&event)) {
                Err(error @ FleetError::Unreachable { .. }) if !control.is_draining() => {
                    if !is_waiting {
                        say(&format!("goren: {error}; trying again until it is there"));
                    }
                    is_waiting = true;
                    pause(RETRY_INTERVAL, &control);
                }
                Err(FleetError::Unreachable { .. }) => return Ok(()),
                served => {
                    log.end();
                    return Ok(served?);
                }
            }
        }
    }

    fn tell(&self, line: &str) {
        if !self.quiet {
            say(line);
        }
    }

    /// The engines that the owner allows.
    fn allowed(&self) -> anyhow::Result<Vec<ProcessSpec>> {
        let mut contestants = match &self.engines {
            Some(path) => {
                let text = read_text(path).context("--engines")?;
                let folder = path.parent().unwrap_or(Path::new("."));
                read_roster(&text, folder).with_context(|| format!("--engines: {}", path.display()))?
            }
            None => Vec::new(),
        };
        let parser = Parser { kinds: kinds(), ..Parser::default() };
        for text in &self.engine {
            contestants.push(parser.parse(text).context("--engine")?);
        }
        let mut specs: Vec<ProcessSpec> = Vec::new();
        for mut contestant in contestants {
            serve_gomocup(&mut contestant);
            let Contestant { name, kind, .. } = contestant;
            // Agents of this program need no permission.
            let Kind::Process(spec) = kind else { continue };
            let name =
                fleet_name(&name).map_err(anyhow::Error::msg).context("an engine's name in a fleet")?;
            if specs.iter().any(|other| other.name == name) {
                bail!("two engines are called `{name}`");
            }
            specs.push(ProcessSpec { name, ..spec });
        }
        Ok(specs)
    }
}

/// Waits, but not after the worker was asked to end.
fn pause(time: Duration, control: &Control) {
    let start = Instant::now();
    while start.elapsed() < time && !control.is_draining() {
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// What this program can do for others.
struct Trades {
    games: GamesPerformer,
}

impl Performer for Trades {
    fn accept(
        &self,
        run: &Announcement,
        objects: &dyn Fn(&str) -> Option<PathBuf>,
    ) -> Result<Box<dyn RunPerformer>, PerformError> {
        match run.work.as_str() {
            GAMES => self.games.accept(run, objects),
            DATAGEN => Ok(Box::new(Training::new(run, objects)?)),
            OPENINGS => Ok(Box::new(Openings::new(run)?)),
            other => Err(format!("this version knows no work `{}`", other.escape_default()).into()),
        }
    }
}

/// Plays training games.
struct Training(training::Recipe);

impl Training {
    fn new(run: &Announcement, objects: &dyn Fn(&str) -> Option<PathBuf>) -> Result<Training, String> {
        let mut recipe = training::Recipe::read(run.common.clone())?;
        if let Some(hash) = recipe.evaluation.net() {
            let hash = hash.to_string_lossy();
            let file = objects(&hash)
                .ok_or_else(|| format!("expected the hash of a network, got `{}`", hash.escape_default()))?;
            recipe.evaluation = recipe.evaluation.with_net(Some(file));
        }
        expect_memory(run, recipe.memory())?;
        recipe.engine().map_err(|error| format!("{error:#}"))?;
        Ok(Training(recipe))
    }
}

impl RunPerformer for Training {
    fn perform(
        &self,
        task: &Task,
        _: &goren_arena::Slot,
        stop: &Stop,
    ) -> Result<Option<Value>, PerformError> {
        let game = self.0.play(number(task)?, stop);
        Ok(game.map(|game| json!(game_text(&game))))
    }
}

/// Looks for openings.
struct Openings(opening::Recipe);

impl Openings {
    fn new(run: &Announcement) -> Result<Openings, String> {
        expect_memory(run, opening::MEMORY_BYTES)?;
        Ok(Openings(opening::Recipe::read(run.common.clone())?))
    }
}

impl RunPerformer for Openings {
    fn perform(
        &self,
        task: &Task,
        _: &goren_arena::Slot,
        stop: &Stop,
    ) -> Result<Option<Value>, PerformError> {
        let opening = self.0.attempt(number(task)?, &mut opening::Recipe::engine(), stop);
        if stop.is_raised() {
            return Ok(None);
        }
        // JSON's null would not be an answer at all.
        Ok(Some(json!(opening.map(|opening| points_text(&opening)).unwrap_or_default())))
    }
}

/// What a run says that its tasks need has been compared with what this machine gives: it must be the truth.
fn expect_memory(run: &Announcement, bytes: usize) -> Result<(), String> {
    if run.needs.memory >= bytes as u64 {
        return Ok(());
    }
    Err(format!("its tasks use {bytes} bytes of memory, more than the {} it asks for", run.needs.memory))
}

fn number(task: &Task) -> Result<usize, String> {
    if !task.payload.is_null() {
        return Err("expected a task without a payload".to_owned());
    }
    usize::try_from(task.number).map_err(|_| format!("expected a smaller number, got {}", task.number))
}

/// What the worker says.
struct Log {
    is_quiet: bool,
    server: String,
    finished: u64,
    /// The tasks finished at the last account, and when that was.
    counted: u64,
    since: Instant,
}

impl Log {
    fn new(is_quiet: bool, server: String) -> Log {
        Log { is_quiet, server, finished: 0, counted: 0, since: Instant::now() }
    }

    fn enter(&mut self, event: &WorkerEvent) {
        let line = match event {
            WorkerEvent::Connected => format!("connected to {}", self.server),
            WorkerEvent::Disconnected => format!("{} is away; waiting for it", self.server),
            WorkerEvent::Joined { run, title } => format!("run {run}: takes part in {title}"),
            WorkerEvent::Refused { run, reason } => format!("run {run}: does not take part: {reason}"),
            WorkerEvent::Banned { run, reason } => format!("run {run}: was set aside: {reason}"),
            WorkerEvent::Left { run } => format!("run {run}: is over"),
            WorkerEvent::Failed { run, number, reason } => format!("run {run}, task {number}: {reason}"),
            WorkerEvent::Begun { .. } => return,
            WorkerEvent::Finished { .. } => {
                self.finished += 1;
                return self.account();
            }
        };
        let is_trouble = matches!(
            event,
            WorkerEvent::Disconnected
                | WorkerEvent::Refused { .. }
                | WorkerEvent::Banned { .. }
                | WorkerEvent::Failed { .. }
        );
        if is_trouble || !self.is_quiet {
            say(&line);
        }
    }

    /// Says now and then how fast it goes.
    fn account(&mut self) {
        let time = self.since.elapsed();
        if time < ACCOUNT_INTERVAL {
            return;
        }
        let rate = (self.finished - self.counted) as f64 / time.as_secs_f64() * 60.0;
        if !self.is_quiet {
            say(&format!("{rate:.0} tasks a minute, {} finished", self.finished));
        }
        (self.counted, self.since) = (self.finished, Instant::now());
    }

    fn end(&self) {
        if !self.is_quiet {
            say(&format!("{} tasks finished", self.finished));
        }
    }
}

pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The machine's name, as far as it can be found out, in the letters that a name may have.
pub(crate) fn machine_name() -> String {
    let read = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let variable = |name: &str| std::env::var(name).ok();
    let name = read.or_else(|| variable("HOSTNAME")).or_else(|| variable("COMPUTERNAME")).unwrap_or_default();
    let name: String = name
        .trim()
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' })
        .take(48)
        .collect();
    if name.is_empty() { "worker".to_owned() } else { name }
}

fn default_name() -> String {
    format!("{}-{}", machine_name(), std::process::id())
}

/// The machine's memory, in bytes, where the system says it in a file.
fn machine_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib << 10)
}

fn cache_folder() -> PathBuf {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let cache = if cfg!(windows) {
        variable("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        variable("HOME").map(|home| home.join("Library/Caches"))
    } else {
        variable("XDG_CACHE_HOME").or_else(|| variable("HOME").map(|home| home.join(".cache")))
    };
    cache.unwrap_or_else(std::env::temp_dir).join("goren").join("fleet")
}
