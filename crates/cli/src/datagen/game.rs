//! A self-play game, determined by its number.

use std::time::Duration;

use goren_core::{Ending, Game, Limits, Random, Referee, Reply, Rule, Score, Size, Step, Stop, Terms};
use goren_engine::{Engine, Options, SearchRequest};
use goren_record::PackedGame;

use super::opening;
use crate::evaluation::EvaluationArgs;
use crate::pack::game::packed;
use crate::random::stream;

/// What all games have in common.
pub(super) struct Recipe<'a> {
    pub(super) rule: Rule,
    /// The size of all boards, if it is fixed.
    pub(super) size: Option<Size>,
    /// Positions to search for each move.
    pub(super) nodes: u64,
    pub(super) seed: u64,
    pub(super) evaluation: &'a EvaluationArgs,
}

/// The maximum score of a balanced opening.
const BALANCED: i32 = 200;
/// The number of openings tried to find a balanced one.
const TRIES: usize = 20;
/// The divisor of the node limit for judging an opening or playing out a decided game.
const SHORT: u64 = 4;

impl Recipe<'_> {
    /// The game with this number; `None` if it was stopped.
    pub(super) fn play(&self, number: usize, stop: &Stop) -> Option<PackedGame> {
        let mut random = stream(self.seed, number as u64);
        // A fresh engine: this game must not depend on tables filled by others.
        let mut engine = self.engine().expect("the same was made before the first game");
        let game = self.begin(&mut random, &mut engine, stop);
        let placed = game.position().history().len();
        let mut scores = vec![None; placed];
        let mut referee = Referee::new(game, Terms::default());
        let result = referee.conduct(|referee, _| {
            let is_decided = scores.last().copied().flatten().is_some_and(Score::is_decided);
            let request = SearchRequest { limits: self.limits(is_decided), ..SearchRequest::default() };
            let found = engine.search(referee.game().position(), &request, stop, &mut |_| {});
            if stop.is_raised() {
                return Reply::Stop;
            }
            // A line without a single completed iteration has no score.
            let score = found.lines.first().filter(|line| line.depth > 0).map(|line| line.score);
            scores.push(score);
            let point = found.best().expect("a game in progress has a legal move");
            Reply::Step { step: Step::Place(point), time: Duration::ZERO, score }
        })?;
        debug_assert!(!matches!(result.ending, Ending::Fault(_)), "the engine plays legal moves: {result}");
        Some(packed(referee.game(), placed, &scores))
    }

    /// An engine to play with.
    pub(super) fn engine(&self) -> anyhow::Result<Engine> {
        // Just enough for the positions of a whole game: a small table stays in the cache.
        let table = usize::try_from(self.nodes).unwrap_or(usize::MAX).saturating_mul(512).min(256 << 20);
        self.evaluation.engine_for(self.rule, Options { memory: (16 << 20) + table, ..Options::default() })
    }

    fn limits(&self, is_short: bool) -> Limits {
        let nodes = if is_short { (self.nodes / SHORT).max(1) } else { self.nodes };
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// An opening, balanced in most games.
    fn begin(&self, random: &mut Random, engine: &mut Engine, stop: &Stop) -> Game {
        let size = self.size.unwrap_or_else(|| opening::random_size(random));
        let traps = opening::random_traps(size, random);
        let is_any = random.below(100) < 15;
        let request = SearchRequest { limits: self.limits(true), ..SearchRequest::default() };
        let mut tries = 0;
        loop {
            let game = opening::random_game(self.rule, size, &traps, random);
            tries += 1;
            if is_any || tries == TRIES {
                return game;
            }
            let found = engine.search(game.position(), &request, stop, &mut |_| {});
            if found.score().0.abs() <= BALANCED {
                return game;
            }
        }
    }
}
