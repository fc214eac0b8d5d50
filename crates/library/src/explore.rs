//! What was played from a position.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use goren_core::{Point, Position};

use crate::error::LibraryError;
use crate::find::{FoundGame, GameId, Outcome};
use crate::key::board_of;
use crate::library::{GAMES, Library, gone, readable_game};
use crate::runs::look_up;

/// Results of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games that Black won.
    pub black: usize,
    /// Games that White won.
    pub white: usize,
    /// Drawn games.
    pub draws: usize,
    /// Games whose result is not known.
    pub unknown: usize,
}

impl Tally {
    /// Adds a game.
    pub fn count(&mut self, outcome: Outcome) {
        *match outcome {
            Outcome::Black => &mut self.black,
            Outcome::White => &mut self.white,
            Outcome::Draw => &mut self.draws,
            Outcome::Unknown => &mut self.unknown,
        } += 1;
    }

    /// All games.
    pub fn games(&self) -> usize {
        self.black + self.white + self.draws + self.unknown
    }

    /// Black's share of the points, from 0 to 1, a draw counting half; nothing if no result is known.
    pub fn black_share(&self) -> Option<f64> {
        let known = self.black + self.white + self.draws;
        (known > 0).then(|| (self.black as f64 + self.draws as f64 / 2.0) / known as f64)
    }
}

/// A move that was played from a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedFrom {
    /// Where. On a symmetric board it stands for its images too.
    pub point: Point,
    /// The results of the games.
    pub tally: Tally,
}

/// What the library knows of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explored {
    /// The results of all games that passed through it.
    pub tally: Tally,
    /// The moves that followed, the most frequent first.
    pub moves: Vec<PlayedFrom>,
    /// Some of the games, those added last first.
    pub games: Vec<FoundGame>,
}

impl Library {
    /// What was played from a position, in whatever order and orientation it was reached, and at most this many of the games.
    pub fn explore(&self, position: &Position, most_games: usize) -> Result<Explored, LibraryError> {
        let board = board_of(position);
        self.read(|reading| {
            let gone = gone(reading)?;
            let mut tally = Tally::default();
            let mut moves: BTreeMap<Point, Tally> = BTreeMap::new();
            let mut newest: BinaryHeap<Reverse<(GameId, u16)>> = BinaryHeap::new();
            look_up(reading, board.key(position.side()), |posting| {
                if gone.contains(&posting.game) {
                    return;
                }
                tally.count(posting.outcome());
                if let Some(next) = posting.next() {
                    moves.entry(next).or_default().count(posting.outcome());
                }
                if newest.len() < most_games {
                    newest.push(Reverse((posting.game, posting.ply)));
                } else if newest.peek().is_some_and(|least| posting.game > least.0.0) {
                    newest.pop();
                    newest.push(Reverse((posting.game, posting.ply)));
                }
            })?;
            let mut moves: Vec<PlayedFrom> = moves
                .into_iter()
                .filter_map(|(next, tally)| {
                    let point = *board.turned_back(next).first()?;
                    Some(PlayedFrom { point, tally })
                })
                .collect();
            moves.sort_by_key(|each| (Reverse(each.tally.games()), each.point));
            let stored = reading.open_table(GAMES)?;
            let mut games = Vec::new();
            for Reverse((id, ply)) in newest.into_sorted_vec() {
                games.extend(
                    readable_game(&stored, id)?.map(|game| FoundGame::new(id, &game, Some(usize::from(ply)))),
                );
            }
            Ok(Explored { tally, moves, games })
        })
    }
}
