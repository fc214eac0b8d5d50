//! `goren harvest`: positions that searches evaluate, for the program that trains the small network.

use std::io::{self, ErrorKind, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, SyncSender};

use clap::{Args, value_parser};
use goren_core::{Limits, Position, Random, Rule, Score, Size, Stop};
use goren_engine::{Engine, Options, SearchRequest};
use goren_teacher::{Canvas, encode};

use crate::datagen::opening;
use crate::random::stream;
use crate::teach::weight;

/// Arguments of `goren harvest`.
#[derive(Args)]
#[command(after_help = "\
Plays games against itself and writes the positions of the games with their scores, and one of --every positions that the network \
evaluates in the searches, with a score if there is --judge, as the binary messages of docs/network.md. It ends when nobody reads \
any more. The program that trains the network (training/goren_training/distil.py) starts it.

Examples:
  goren harvest --rule freestyle=2 --rule renju=1 --nodes 600 --nodes 4000")]
pub(crate) struct Harvest {
    /// A rule and the weight of its games, such as `renju=20` [default: all alike].
    #[arg(long = "rule", value_name = "RULE=WEIGHT", value_parser = weight)]
    rules: Vec<(Rule, u32)>,
    /// Positions to search for a move; given several times, each move takes one of them by chance [default: 600].
    #[arg(long, value_parser = value_parser!(u64).range(1..))]
    nodes: Vec<u64>,
    /// Write one evaluation in this many.
    #[arg(long, default_value_t = 250, value_parser = value_parser!(u32).range(1..))]
    every: u32,
    /// Positions to search for the score of each of these evaluations [default: none is searched].
    #[arg(long, value_parser = value_parser!(u64).range(1..))]
    judge: Option<u64>,
    /// Games of a hundred on 20×20; the others are on 15×15.
    #[arg(long, default_value_t = 20, value_parser = value_parser!(u32).range(0..=100))]
    large: u32,
    /// Decides all games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads that play [default: one for each processor].
    #[arg(long, value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// How a message begins; the canvas' side and the number of views (u32 each), the views and their scores (i16) follow.
const MAGIC: &[u8; 4] = b"GHV2";
/// The score of a position that was not searched.
const NO_SCORE: i16 = i16::MIN;
/// The score of a decided position, or its negative; other scores are smaller.
const DECIDED: i16 = i16::MAX;
/// The views of a message.
const VIEWS: usize = 256;
/// An opening is balanced if a short search sees no larger score.
const BALANCED: i32 = 300;
/// The divisor of the nodes for judging an opening.
const SHORT: u64 = 4;

impl Harvest {
    pub(crate) fn run(mut self) -> anyhow::Result<()> {
        if self.rules.is_empty() {
            self.rules = Rule::ALL.into_iter().map(|rule| (rule, 1)).collect();
        }
        if self.nodes.is_empty() {
            self.nodes = vec![600];
        }
        let threads = self
            .threads
            .map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
        let (sender, messages) = mpsc::sync_channel(4 * threads);
        let next = AtomicU64::new(0);
        let this = &self;
        std::thread::scope(|scope| {
            for _ in 0..threads {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || this.work(next, &sender));
            }
            drop(sender);
            let mut out = io::stdout().lock();
            for message in messages {
                match out.write_all(&message) {
                    Err(error) if error.kind() == ErrorKind::BrokenPipe => break,
                    written => written?,
                }
            }
            Ok(())
        })
    }

    fn work(&self, next: &AtomicU64, sender: &SyncSender<Vec<u8>>) {
        let mut views = Canvas::SIDES.map(|side| Messages { side, views: Vec::new(), scores: Vec::new() });
        loop {
            let mut random = stream(self.seed, next.fetch_add(1, Ordering::Relaxed));
            let total: u32 = self.rules.iter().map(|(_, weight)| weight).sum();
            let mut at = random.below(total as usize) as u32;
            let rule = self.rules.iter().find(|(_, weight)| {
                let found = at < *weight;
                at = at.saturating_sub(*weight);
                found
            });
            let Some(&(rule, _)) = rule else { return };
            let side = if (random.below(100) as u32) < self.large { 20 } else { 15 };
            let Ok(size) = Size::new(side) else { return };
            for (mut position, score) in self.play(rule, size, &mut random) {
                if !views.iter_mut().all(|views| views.add(&mut position, score, sender)) {
                    return;
                }
            }
        }
    }

    /// The positions of a game and of its searches, with the scores of those that were searched.
    fn play(&self, rule: Rule, size: Size, random: &mut Random) -> Vec<(Position, Option<Score>)> {
        let most = self.nodes.iter().copied().max().unwrap_or(1);
        let table = usize::try_from(most).unwrap_or(usize::MAX).saturating_mul(512).min(64 << 20);
        let mut engine = Engine::new(Options { memory: (16 << 20) + table, ..Options::default() });
        let stop = Stop::default();
        let search = |engine: &mut Engine, position: &Position, nodes: u64| {
            let limits = Limits { nodes: Some(nodes.max(1)), ..Limits::default() };
            engine.search(position, &SearchRequest { limits, ..SearchRequest::default() }, &stop, &mut |_| {})
        };
        let traps = opening::random_traps(size, random);
        let mut position = loop {
            let game = opening::random_game(rule, size, &traps, random);
            let is_any = random.below(100) < 15;
            if is_any
                || search(&mut engine, game.position(), self.nodes[0] / SHORT).score().0.abs() <= BALANCED
            {
                break game.position().clone();
            }
        };
        engine.sample_evaluations(self.every);
        let (mut positions, mut evaluated) = (Vec::new(), Vec::new());
        while position.winner().is_none() && position.empty_count() > 0 {
            let nodes = self.nodes[random.below(self.nodes.len())];
            let found = search(&mut engine, &position, nodes);
            evaluated.append(&mut engine.take_samples());
            let Some(best) = found.best() else { break };
            positions.push((position.clone(), Some(found.score())));
            if found.score().is_decided() {
                break;
            }
            position.play(best);
        }
        engine.sample_evaluations(0);
        for position in evaluated {
            let score = self.judge.map(|nodes| search(&mut engine, &position, nodes).score());
            positions.push((position, score));
        }
        positions
    }
}

/// A score as a message has it.
fn whole(score: Score) -> i16 {
    if score.is_decided() {
        return if score.0 > 0 { DECIDED } else { -DECIDED };
    }
    score.0.clamp(i32::from(1 - DECIDED), i32::from(DECIDED - 1)) as i16
}

/// Views of one canvas on their way out.
struct Messages {
    side: usize,
    views: Vec<u8>,
    scores: Vec<i16>,
}

impl Messages {
    /// Adds a position if it fills this canvas; false if nobody takes messages any more.
    fn add(&mut self, position: &mut Position, score: Option<Score>, sender: &SyncSender<Vec<u8>>) -> bool {
        if position.size().side() != self.side {
            return true;
        }
        let mut view = Vec::new();
        // Positions without a choice are none that the network is asked about.
        if encode(position, &mut view).is_none() || view.last() == Some(&2) {
            return true;
        }
        self.views.append(&mut view);
        self.scores.push(score.map_or(NO_SCORE, whole));
        if self.scores.len() < VIEWS {
            return true;
        }
        let mut message = MAGIC.to_vec();
        message.extend((self.side as u32).to_le_bytes());
        message.extend((self.scores.len() as u32).to_le_bytes());
        message.append(&mut self.views);
        message.extend(self.scores.drain(..).flat_map(i16::to_le_bytes));
        sender.send(message).is_ok()
    }
}
