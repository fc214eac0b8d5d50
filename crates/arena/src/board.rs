//! The board of a match: rule, size and traps.

use std::fmt;

use goren_core::{Game, GameResult, NewGameError, Opening, Point, Rule, Size, Step, StepError};
use serde::{Deserialize, Serialize};

use crate::text;

/// An empty board and its rule.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Board {
    /// The rule.
    pub rule: Rule,
    /// The size.
    pub size: Size,
    /// The blocked points.
    #[serde(with = "text::points", default, skip_serializing_if = "Vec::is_empty")]
    pub traps: Vec<Point>,
}

impl Board {
    /// A game that starts after these moves, if they can be played and do not end it.
    pub fn game(&self, moves: &[Point]) -> Result<Game, StartError> {
        let mut game =
            Game::new(self.rule, self.size, &self.traps, Opening::Free).map_err(StartError::Board)?;
        for &point in moves {
            game.step(Step::Place(point)).map_err(StartError::Step)?;
        }
        match game.result() {
            None => Ok(game),
            Some(result) => Err(StartError::Over(result)),
        }
    }
}

/// Why a game cannot start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartError {
    /// The board does not suit the rule or the opening rule.
    Board(NewGameError),
    /// A move cannot be played.
    Step(StepError),
    /// The moves end the game.
    Over(GameResult),
    /// The game would start with these stones.
    Opening {
        /// The stones.
        stones: Vec<Point>,
        /// What is wrong with them.
        error: Box<StartError>,
    },
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::Board(error) => error.fmt(f),
            StartError::Step(error) => error.fmt(f),
            StartError::Over(result) => result.fmt(f),
            StartError::Opening { stones, error } => {
                write!(f, "opening `{}`: {error}", text::points_text(stones))
            }
        }
    }
}

impl std::error::Error for StartError {}
