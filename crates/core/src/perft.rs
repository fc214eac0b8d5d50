//! Perft: counting every game of a given length, to compare implementations of the rules.

use alloc::vec::Vec;

use crate::point::Point;
use crate::position::Position;

/// How many sequences of exactly `depth` legal moves there are. A forbidden point is not a move, and a winning row
/// ends the line.
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if position.winner().is_some() {
        return 0;
    }
    if depth == 1 {
        return position.legal_moves().count() as u64;
    }
    perft_split(position, depth).into_iter().map(|(_, count)| count).sum()
}

/// The same by first move, from `a1` rightwards and then up.
///
/// # Panics
/// If `depth` is zero.
pub fn perft_split(position: &mut Position, depth: u32) -> Vec<(Point, u64)> {
    assert!(depth > 0, "a split needs a first move");
    let moves: Vec<Point> = position.legal_moves().collect();
    moves
        .into_iter()
        .map(|point| {
            position.play(point);
            let count = perft(position, depth - 1);
            position.undo();
            (point, count)
        })
        .collect()
}
