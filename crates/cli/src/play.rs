//! `goren play`: a game at the terminal.

mod log;
mod opponent;
mod session;

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use anyhow::{Context, bail};
use clap::{Args, value_parser};
use goren_arena::{Budget, Builtin};
use goren_classics::description;
use goren_core::{Clock, Game, Limits, Opening, Referee, Seat, Step, Terms};
use goren_engine::Level;

use self::opponent::Opponent;
use self::session::Session;
use crate::agent;
use crate::input::Reading;
use crate::search_args::SearchArgs;
use crate::signals::{INTERRUPTED, on_signal};

/// Arguments of `goren play`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  goren play                              against the engine at level 4
  goren play --level 8 --second --rule renju --opening soosorv-8
  goren play --two --size 20 --traps random:8
  goren play saved.sgf --level 10 --time 5
  goren play --agent trapper              the game of its document, on a board with traps
  goren play --agent masked:weighting=program --opening free --second
  goren play --agent boundary:variant=programmed,without=table

The options of a classic program are variant, weighting, with, without, depth and seed; docs/classics.md lists what each has.")]
pub(crate) struct Play {
    /// A game to continue: a file, `-`, or text.
    #[arg(value_name = "GAME")]
    source: Option<String>,
    #[command(flatten)]
    reading: Reading,
    /// Continue after this many moves of the main line.
    #[arg(long, value_name = "MOVES", requires = "source")]
    after: Option<usize>,
    /// The opening rule of a new game: free, swap, swap2, soosorv-8 or taraguchi-10; a classic brings that of its document.
    #[arg(long)]
    opening: Option<Opening>,
    /// The steps of a game to continue, with the choices of its opening, separated by commas: h8,i9,g7,take black,j10.
    #[arg(long, value_name = "STEPS", conflicts_with = "source", value_delimiter = ',')]
    steps: Vec<Step>,
    /// Two people at this terminal, without the engine.
    #[arg(long, conflicts_with_all = ["agent", "level", "second", "resign"])]
    two: bool,
    /// Your opponent: goren, or a classic program (boundary, automaton, sequences, trapper, masked), by default on the
    /// board and under the rule of its document.
    #[arg(long, value_name = "NAME", default_value = "goren", value_parser = Chosen::parse)]
    agent: Chosen,
    /// How strong the engine plays, from 1 (beginner) to 10 (full strength).
    #[arg(long, default_value_t = DEFAULT_LEVEL, value_parser = value_parser!(u8).range(1..=10))]
    level: u8,
    /// Let the engine move first.
    #[arg(long)]
    second: bool,
    /// Let the engine resign a lost game.
    #[arg(long)]
    resign: bool,
    /// The seed of what the weaker levels overlook.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    search: SearchArgs,
}

/// The opponent that was asked for.
#[derive(Clone)]
struct Chosen {
    text: String,
    builtin: Builtin,
    budget: Budget,
}

impl Chosen {
    fn parse(text: &str) -> Result<Chosen, String> {
        let (builtin, budget) = agent::parse(text)?;
        Ok(Chosen { text: text.to_owned(), builtin, budget })
    }
}

/// The agent that has levels.
const ENGINE: &str = "goren";
const DEFAULT_LEVEL: u8 = 4;
/// Seconds for a move of the engine.
const ENGINE_SECONDS: f64 = 2.0;

impl Play {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let game = self.begin()?;
        let opponent = (!self.two).then(|| self.opponent()).transpose()?;
        let referee = Referee::new(game, Terms::default());
        let flags = self.flags();
        let farewell = Arc::new(Mutex::new(String::new()));
        let said = Arc::clone(&farewell);
        on_signal(move |_| {
            // The session may be waiting for a line, or for a long move.
            let words = said.lock().map_or_else(|_| String::new(), |words| words.clone());
            let _ = write!(io::stdout(), "\n{words}");
            std::process::exit(INTERRUPTED.into());
        })?;
        Session::new(referee, opponent, flags, farewell).run()
    }

    /// The flags that seat the same players again.
    fn flags(&self) -> String {
        if self.two {
            return " --two".to_owned();
        }
        let mut flags = String::new();
        let is_engine = self.agent.builtin.kind == ENGINE;
        if self.agent.text != ENGINE {
            flags += &format!(" --agent {}", quoted(&self.agent.text));
        }
        if is_engine && self.level != DEFAULT_LEVEL {
            flags += &format!(" --level {}", self.level);
        }
        if self.second {
            flags += " --second";
        }
        if self.resign {
            flags += " --resign";
        }
        if self.seed != 0 {
            flags += &format!(" --seed {}", self.seed);
        }
        flags + &self.search.flags()
    }

    fn opponent(&self) -> anyhow::Result<Opponent> {
        let Chosen { mut builtin, budget, .. } = self.agent.clone();
        let given = if builtin.kind == ENGINE {
            // Options in the agent's own text take precedence.
            let options = self.search.options();
            builtin.options.entry("level".to_owned()).or_insert_with(|| self.level.to_string());
            builtin.options.entry("threads".to_owned()).or_insert_with(|| options.threads.to_string());
            self.search.limits(ENGINE_SECONDS)
        } else {
            self.search.own_limits()
        };
        let turn = budget.time.turn.or(given.clock.turn);
        let limits = Limits {
            nodes: budget.nodes.or(given.nodes),
            depth: budget.depth.or(given.depth),
            clock: Clock { turn, ..given.clock },
        };
        let memory = budget.memory.unwrap_or(self.search.options().memory as u64);
        let budget = Budget { depth: limits.depth, memory: Some(memory), ..budget };
        let is_handicapped =
            builtin.options.get("level").is_some_and(|level| *level != Level::FULL.number().to_string());
        let agent =
            agent::make(&builtin, &budget, self.seed).map_err(|error| anyhow::anyhow!("--agent: {error}"))?;
        Ok(Opponent {
            agent,
            seat: if self.second { Seat::First } else { Seat::Second },
            limits,
            resigns: self.resign,
            tells_scores: !is_handicapped,
        })
    }

    fn begin(&self) -> anyhow::Result<Game> {
        let word = self.agent.builtin.kind.as_str();
        // A classic brings the game of its document: rule, size, opening and traps.
        let classic = (!self.two && word != ENGINE).then(|| description(word)).transpose()?;
        let reading = classic.map_or_else(
            || self.reading.clone(),
            |classic| self.reading.with_defaults(classic.rule, classic.size),
        );
        if self.source.is_some() {
            let position = reading.position(self.source.as_deref(), self.after)?;
            if let Some(opening) = self.opening.filter(|&opening| opening != Opening::Free) {
                bail!("--opening {opening} needs a new game, but a game to continue was given");
            }
            return Ok(Game::from_position(position));
        }
        let board = &reading.board.with_traps(match classic {
            // The flags that continue a game name its traps.
            Some(classic) if self.steps.is_empty() => classic.traps,
            _ => 0,
        });
        let size = board.size_or_default();
        let opening = self.opening.or(classic.map(|classic| classic.opening)).unwrap_or_default();
        let traps = board.traps_on(size, opening)?;
        let mut game = Game::new(board.rule_or_default(), size, &traps, opening)?;
        for (i, &step) in self.steps.iter().enumerate() {
            game.step(step).with_context(|| format!("--steps: `{step}`, step {}", i + 1))?;
        }
        Ok(game)
    }
}

/// A word of a command, in quotes if it needs them.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=:,.+/".contains(c);
    if word.chars().all(is_plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}
