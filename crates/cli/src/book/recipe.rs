//! An opening, determined by the number of the attempt.

use std::time::Duration;

use anyhow::{Context, bail};
use goren_core::{
    Game, Limits, Point, Position, Random, Referee, Reply, Rule, Score, Size, Step, Stone, Stop, Terms,
};
use goren_engine::{Engine, Options, SearchRequest};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::random::spaced_stream;

/// What all attempts have in common.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Recipe {
    pub(crate) rule: Rule,
    pub(crate) size: Size,
    /// Positions to search when judging an opening.
    pub(crate) nodes: u64,
    /// The maximum score of an opening for either side.
    pub(crate) margin: i32,
    /// Games played from each opening.
    pub(crate) games: u32,
    /// Positions to search for each move of these games.
    pub(crate) game_nodes: u64,
    pub(crate) seed: u64,
}

/// The most positions that a search asked for from elsewhere may cost, and the most games.
const MAX_NODES: u64 = 1_000_000_000;
const MAX_GAMES: u32 = 10_000;
/// The memory of an attempt, in bytes.
pub(crate) const MEMORY_BYTES: usize = 16 << 20;

impl Recipe {
    /// A recipe from elsewhere, if this machine can be asked to perform it.
    pub(crate) fn read(value: Value) -> Result<Recipe, String> {
        let recipe: Recipe = serde_json::from_value(value).map_err(|error| error.to_string())?;
        for (name, nodes) in [("nodes", recipe.nodes), ("game_nodes", recipe.game_nodes)] {
            if nodes > MAX_NODES {
                return Err(format!("{name}: expected at most {MAX_NODES}, got {nodes}"));
            }
        }
        match recipe.games {
            0..=MAX_GAMES => Ok(recipe),
            games => Err(format!("games: expected at most {MAX_GAMES}, got {games}")),
        }
    }

    /// An engine for attempts.
    pub(crate) fn engine() -> Engine {
        Engine::new(Options { memory: MEMORY_BYTES, ..Options::default() })
    }

    /// An opening that may come of the attempt with this number: its stones and two more, all legal.
    pub(crate) fn check(&self, number: usize, points: &[Point]) -> anyhow::Result<Position> {
        let mut random = spaced_stream(self.seed, number as u64);
        let mut position =
            scatter(self.rule, self.size, &mut random).context("expected no opening, got one")?;
        let stones: Vec<Point> = position.history().iter().filter_map(|played| played.point).collect();
        let Some(pair) = points.strip_prefix(stones.as_slice()).filter(|pair| pair.len() == 2) else {
            bail!("expected {} other stones and two more", stones.len());
        };
        for &point in pair {
            position.check(point)?;
            if !position.is_legal(point) {
                bail!("{point} is forbidden");
            }
            position.play(point);
        }
        Ok(position)
    }

    /// An opening from the random stones that a number determines, if it is balanced; without a meaning if it was stopped.
    pub(crate) fn attempt(&self, number: usize, engine: &mut Engine, stop: &Stop) -> Option<Position> {
        let mut random = spaced_stream(self.seed, number as u64);
        let mut position = scatter(self.rule, self.size, &mut random)?;
        engine.clear();
        let pair = engine.balance(&position, 2, Score::EVEN, &Limits::default(), stop);
        if pair.len() < 2 {
            return None;
        }
        pair.into_iter().for_each(|point| position.play(point));
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let request = SearchRequest { limits, ..SearchRequest::default() };
        let score = engine.search(&position, &request, stop, &mut |_| {}).score();
        (score.0.abs() <= self.margin && self.is_confirmed(&position, engine, stop)).then_some(position)
    }

    /// Whether both sides score at least a third in games from here.
    fn is_confirmed(&self, position: &Position, engine: &mut Engine, stop: &Stop) -> bool {
        let mut points = [0; 2];
        let enough = 2 * self.games / 3;
        for number in 0..self.games {
            engine.clear();
            // Different node limits give different games.
            let nodes = self.game_nodes + self.game_nodes * u64::from(number) / 8;
            match winner(position, nodes, engine, stop) {
                Some(stone) => points[stone as usize] += 2,
                None => points.iter_mut().for_each(|points| *points += 1),
            }
            let left = 2 * (self.games - number - 1);
            if points.iter().any(|points| points + left < enough) {
                return false;
            }
        }
        true
    }
}

/// The moves of an opening as text, such as `h8i9`.
pub(crate) fn points_text(opening: &Position) -> String {
    opening.history().iter().filter_map(|played| played.point).map(|point| point.to_string()).collect()
}

/// One to four stones near the centre, each near another.
fn scatter(rule: Rule, size: Size, random: &mut Random) -> Option<Position> {
    let mut position = Position::new(rule, size);
    let wanted = 1 + random.below(4);
    while position.history().len() < wanted {
        let stones: Vec<Point> = position.history().iter().filter_map(|played| played.point).collect();
        let fits = |&point: &Point| {
            point.distance(size.centre()) <= size.side() / 4
                && (stones.is_empty() || stones.iter().any(|&stone| stone.distance(point) <= 3))
        };
        let choices: Vec<Point> = position.legal_moves().filter(fits).collect();
        if choices.is_empty() {
            return None;
        }
        position.play(choices[random.below(choices.len())]);
    }
    Some(position)
}

/// Who wins when the engine plays both sides.
fn winner(position: &Position, nodes: u64, engine: &mut Engine, stop: &Stop) -> Option<Stone> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let request = SearchRequest { limits, ..SearchRequest::default() };
    let mut decided = None;
    let mut referee = Referee::new(Game::from_position(position.clone()), Terms::default());
    let result = referee.conduct(|referee, _| {
        let position = referee.game().position();
        let found = engine.search(position, &request, stop, &mut |_| {});
        let score = found.score();
        if stop.is_raised() {
            return Reply::Stop;
        }
        // A forced win is not played out.
        if score.is_decided() {
            decided = Some(if score > Score::EVEN { position.side() } else { !position.side() });
            return Reply::Stop;
        }
        let step = Step::Place(found.best().expect("a game in progress has a legal move"));
        Reply::Step { step, time: Duration::ZERO, score: Some(score) }
    });
    decided.or(result.and_then(|result| result.winner))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn recipe() -> Value {
        json!({ "rule": "freestyle", "size": 9, "nodes": 300, "margin": 300, "games": 2, "game_nodes": 60, "seed": 1 })
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
        assert!(wrong("nodes", json!(1_000_000_001)).ends_with("got 1000000001"));
        assert!(wrong("game_nodes", json!(u64::MAX)).starts_with("game_nodes: expected at most"));
        assert_eq!(wrong("games", json!(20_000)), "games: expected at most 10000, got 20000");
        assert!(wrong("command", json!("rm")).contains("unknown field `command`"));
    }

    #[test]
    fn only_an_opening_of_its_number_is_accepted() {
        let recipe = Recipe::read(recipe()).unwrap();
        let mut engine = Recipe::engine();
        let made =
            (0..50).find_map(|number| Some((number, recipe.attempt(number, &mut engine, &Stop::default())?)));
        let (number, opening) = made.unwrap();
        let points: Vec<Point> = opening.history().iter().filter_map(|played| played.point).collect();
        assert_eq!(recipe.check(number, &points).unwrap().canonical(), opening.canonical());
        let wrong = |number, points: &[Point]| recipe.check(number, points).unwrap_err().to_string();
        let (short, last) = (&points[..points.len() - 1], points[points.len() - 2]);
        assert!(wrong(number, short).contains("other stones and two more"));
        assert!(wrong(number + 1, &points).contains("other stones and two more"));
        assert!(wrong(number, &[short, &[last]].concat()).contains(&last.to_string()));
        assert!(wrong(number, &[short, &["o15".parse().unwrap()]].concat()).contains("o15"));
    }
}
