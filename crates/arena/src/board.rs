//! The board of a match: rule, size and traps.

use goren_core::{Game, Opening, Point, Rule, Size, Step};
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
    pub fn game(&self, moves: &[Point]) -> Result<Game, String> {
        let mut game =
            Game::new(self.rule, self.size, &self.traps, Opening::Free).map_err(|error| error.to_string())?;
        for &point in moves {
            game.step(Step::Place(point)).map_err(|error| error.to_string())?;
        }
        match game.result() {
            None => Ok(game),
            Some(result) => Err(result.to_string()),
        }
    }
}
