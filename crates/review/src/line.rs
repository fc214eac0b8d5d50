//! A line of moves, and the positions that have to be judged to judge it.

use goren_core::{ForbiddenKind, PlayedMove, Position, Stone};

/// A line of a game: where it begins, and each move with the number that the caller knows it by.
#[derive(Clone, Debug)]
pub struct Line {
    /// The position before the first move.
    pub start: Position,
    /// The moves.
    pub moves: Vec<(usize, PlayedMove)>,
}

/// The positions of a line. A move out of turn has one before it that is not the one after the last move.
#[derive(Clone, Debug)]
pub(crate) struct Course {
    pub(crate) positions: Vec<Position>,
    pub(crate) moves: Vec<Ply>,
}

/// A move of a course.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ply {
    pub(crate) played: PlayedMove,
    /// The caller's number.
    pub(crate) node: usize,
    /// The positions before and after it.
    pub(crate) before: usize,
    pub(crate) after: usize,
    /// Why it was against the rule.
    pub(crate) forbidden: Option<ForbiddenKind>,
}

impl Course {
    /// The positions of a line as far as it can be played: to the first move on a stone, or to the end of the game.
    pub(crate) fn of(line: &Line) -> Course {
        let mut positions = vec![line.start.clone()];
        let mut moves = Vec::new();
        for &(node, played) in &line.moves {
            let mut before = positions.len() - 1;
            if positions[before].winner().is_some() {
                break;
            }
            if positions[before].side() != played.stone {
                let mut turned = positions[before].clone();
                turned.pass();
                positions.push(turned);
                before += 1;
            }
            let mut after = positions[before].clone();
            match played.point {
                Some(point) if after.is_empty(point) => after.play(point),
                Some(_) => break,
                None => after.pass(),
            }
            let point = played.point.filter(|_| played.stone == Stone::Black);
            let forbidden = point.and_then(|point| positions[before].forbidden(point));
            positions.push(after);
            moves.push(Ply { played, node, before, after: before + 1, forbidden });
        }
        Course { positions, moves }
    }
}
