//! A self-play game, determined by its number.

use std::time::Duration;

use anyhow::bail;
use goren_core::{
    Ending, Game, Limits, Point, Position, Random, Referee, Reply, Rule, Score, Size, Step, Stop, Terms,
};
use goren_engine::{Engine, Options, SearchRequest, quiet_positions};
use goren_record::{PackReader, PackWriter, PackedGame};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::opening;
use crate::evaluation::EvaluationArgs;
use crate::pack::check::judge;
use crate::pack::game::packed;
use crate::random::stream;

/// What all games have in common.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Recipe {
    pub(crate) rule: Rule,
    /// The size of all boards, if it is fixed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) size: Option<Size>,
    /// Positions to search for each move.
    pub(crate) nodes: u64,
    pub(crate) seed: u64,
    pub(crate) evaluation: EvaluationArgs,
}

/// The most positions that a move from elsewhere may cost.
const MAX_NODES: u64 = 1_000_000_000;

/// The maximum score of a balanced opening.
const BALANCED: i32 = 200;
/// The number of openings tried to find a balanced one.
const TRIES: usize = 20;
/// The divisor of the node limit for judging an opening or playing out a decided game.
const SHORT: u64 = 4;

impl Recipe {
    /// A recipe from elsewhere, if this machine can be asked to play it.
    pub(crate) fn read(value: Value) -> Result<Recipe, String> {
        let recipe: Recipe = serde_json::from_value(value).map_err(|error| error.to_string())?;
        match recipe.nodes {
            1..=MAX_NODES => Ok(recipe),
            nodes => Err(format!("nodes: expected 1 to {MAX_NODES}, got {nodes}")),
        }
    }

    /// The memory of one game, in bytes.
    pub(crate) fn memory(&self) -> usize {
        // Just enough for the positions of a whole game: a small table stays in the cache.
        let table = usize::try_from(self.nodes).unwrap_or(usize::MAX).saturating_mul(512).min(256 << 20);
        (16 << 20) + table
    }

    /// Whether a game may come of this recipe: the rule, the size, every move, the quiet positions and the result.
    pub(crate) fn check(&self, game: &PackedGame) -> anyhow::Result<()> {
        if game.rule != self.rule {
            bail!("expected a game of {}, got one of {}", self.rule, game.rule);
        }
        if let Some(size) = self.size.filter(|&size| size != game.size) {
            bail!("expected a board of {size}, got one of {}", game.size);
        }
        judge(game)?;
        let start = Position::with_traps(game.rule, game.size, &game.traps)?;
        let points: Vec<Point> = game.moves.iter().map(|played| played.point).collect();
        let quiet = quiet_positions(&start, &points);
        match game.moves.iter().zip(quiet).position(|(played, is_quiet)| played.is_quiet != is_quiet) {
            Some(wrong) => bail!("the position before move {} is marked wrongly", wrong + 1),
            None => Ok(()),
        }
    }

    /// The game with this number; `None` if it was stopped.
    pub(crate) fn play(&self, number: usize, stop: &Stop) -> Option<PackedGame> {
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
    pub(crate) fn engine(&self) -> anyhow::Result<Engine> {
        self.evaluation.engine_for(self.rule, Options { memory: self.memory(), ..Options::default() })
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

/// A game as text: a pack of its own, in hexadecimal digits.
pub(crate) fn game_text(game: &PackedGame) -> String {
    let mut pack = PackWriter::new(Vec::new()).expect("memory can be written to");
    pack.write(game).expect("memory can be written to");
    pack.into_inner().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Reads a game that was written as text.
pub(crate) fn read_game(text: &str) -> anyhow::Result<PackedGame> {
    if !text.bytes().all(|byte| byte.is_ascii_hexdigit()) || !text.len().is_multiple_of(2) {
        bail!("expected a packed game in hexadecimal digits");
    }
    let byte = |at: usize| u8::from_str_radix(&text[at..at + 2], 16);
    let bytes: Vec<u8> = (0..text.len()).step_by(2).map(byte).collect::<Result<_, _>>()?;
    let mut games = PackReader::new(bytes.as_slice())?;
    match (games.next().transpose()?, games.next()) {
        (Some(game), None) => Ok(game),
        _ => bail!("expected one packed game"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use goren_core::Stone;
    use goren_record::RecordResult;
    use serde_json::json;

    fn recipe() -> Value {
        let evaluation = json!({ "eval": "net", "set": ["razor_base=150"] });
        json!({ "rule": "renju", "size": 9, "nodes": 50, "seed": 3, "evaluation": evaluation })
    }

    #[test]
    fn a_recipe_goes_through_json_and_its_bounds_are_checked() {
        let read = Recipe::read(recipe()).unwrap();
        assert_eq!(serde_json::to_value(&read).unwrap(), recipe());
        let wrong = |name: &str, value: Value| {
            let mut recipe = recipe();
            recipe[name] = value;
            Recipe::read(recipe).unwrap_err()
        };
        assert_eq!(wrong("nodes", json!(0)), "nodes: expected 1 to 1000000000, got 0");
        assert!(wrong("nodes", json!(1_000_000_001)).ends_with("got 1000000001"));
        assert!(wrong("size", json!(99)).contains("99"));
        assert!(wrong("rule", json!("chess")).contains("`chess`"));
        assert!(wrong("command", json!("rm")).contains("unknown field `command`"));
    }

    #[test]
    fn a_game_that_was_changed_on_the_way_is_noticed() {
        let recipe = Recipe::read(recipe()).unwrap();
        let game = recipe.play(1, &Stop::default()).unwrap();
        recipe.check(&game).unwrap();
        assert_eq!(read_game(&game_text(&game)).unwrap(), game);
        for text in ["", "zz", "4", "é", &game_text(&game)[..20], &format!("{0}{0}", game_text(&game))] {
            read_game(text).unwrap_err();
        }
        let wrong = |change: &dyn Fn(&mut PackedGame)| {
            let mut game = game.clone();
            change(&mut game);
            recipe.check(&game).unwrap_err().to_string()
        };
        assert!(wrong(&|game| game.rule = Rule::Caro).contains("expected a game of renju"));
        assert!(wrong(&|game| game.size = Size::new(15).unwrap()).contains("expected a board of 9"));
        assert!(wrong(&|game| game.moves[1].point = game.moves[0].point).contains("move 2"));
        assert!(wrong(&|game| game.moves.truncate(game.moves.len() - 1)).contains("finished game"));
        assert!(wrong(&|game| game.moves[1].is_quiet ^= true).contains("before move 2"));
        let other = match game.result {
            RecordResult::Win(Stone::Black) => RecordResult::Draw,
            _ => RecordResult::Win(Stone::Black),
        };
        assert!(wrong(&|game| game.result = other).contains("expected the result"));
    }
}
