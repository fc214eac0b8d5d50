//! The sixth program: fill in an evaluation, and goren searches with it, tests it and rates it against the five.
//!
//! Everything to change is in this file. `goren lab mine sixth` tests and rates it, `goren classic sixth` shows one move,
//! the studio's theatre shows its search. `docs/sixth.md` is the guide.
#![forbid(unsafe_code)]

use goren_core::{Direction, Point, Position, Stone};

/// What makes a program out of a search: how it evaluates, and what it looks at.
pub trait Evaluation: Send {
    /// How good a position is for one side: higher is better. Nobody has five in a row yet; the search sees to that.
    fn evaluate(&self, position: &Position, side: Stone) -> i64;

    /// The moves worth searching, the most promising first: the better this order, the more is cut off.
    fn candidates(&self, position: &Position) -> Vec<Point>;

    /// Plies to look ahead.
    fn depth(&self) -> u32;
}

/// Your program. What is here is a beginning: it counts rows, and plays a little.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mine;

impl Evaluation for Mine {
    fn evaluate(&self, position: &Position, side: Stone) -> i64 {
        let of = |stone| -> i64 {
            let stones = position.stones().filter(|(_, each)| *each == stone);
            stones.map(|(point, stone)| rows(position, point, stone)).sum()
        };
        of(side) - of(!side)
    }

    fn candidates(&self, position: &Position) -> Vec<Point> {
        let has_neighbour = |point: &Point| position.stones().any(|(stone, _)| stone.distance(*point) <= 1);
        let mut points: Vec<Point> = position.empties().filter(has_neighbour).collect();
        // What makes or breaks long rows comes first.
        points.sort_by_key(|&point| {
            -[Stone::Black, Stone::White].map(|stone| rows(position, point, stone)).iter().sum::<i64>()
        });
        points.truncate(12);
        points
    }

    fn depth(&self) -> u32 {
        2
    }
}

/// What a stone of this colour on a point is worth: on each line, more for every neighbour of its own colour.
fn rows(position: &Position, point: Point, stone: Stone) -> i64 {
    const WORTH: [i64; 5] = [1, 10, 100, 1_000, 10_000];
    let length = |(dx, dy): (isize, isize)| {
        let run = |sign: isize| {
            (1..5)
                .map_while(|step| point.offset(sign * step * dx, sign * step * dy))
                .take_while(|&next| position.size().contains(next) && position.stone(next) == Some(stone))
                .count()
        };
        run(1) + run(-1)
    };
    Direction::ALL.into_iter().map(|direction| WORTH[length(direction.step()).min(4)]).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use goren_core::{Rule, Size};

    fn position(moves: &str) -> Position {
        let mut position = Position::new(Rule::Freestyle, Size::DEFAULT);
        moves.split(' ').for_each(|name| position.play(name.parse().unwrap()));
        position
    }

    #[test]
    fn what_is_good_for_one_side_is_bad_for_the_other() {
        let position = position("h8 a1 i8 c3 j8");
        let value = Mine.evaluate(&position, Stone::Black);
        assert!(value > 0);
        assert_eq!(Mine.evaluate(&position, Stone::White), -value);
    }

    #[test]
    fn candidates_are_empty_points_and_the_end_of_a_row_comes_first() {
        let position = position("h8 a1 i8 c3 j8");
        let candidates = Mine.candidates(&position);
        assert!(candidates.iter().all(|&point| position.is_empty(point)));
        assert!(["g8", "k8"].contains(&candidates[0].to_string().as_str()), "{candidates:?}");
    }
}
