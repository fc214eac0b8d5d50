//! That a side has no win by fours, as a tree: an answer to each of its fours.

use goren_core::{Point, Position, Shape, Stone, Stop};
use goren_proof::{Attack, Branch, Replies};

/// An answer to each four of the side to move after which it has no win by fours: the branches of
/// [`Claim::NoFours`](goren_proof::Claim). `None` if it has a win, the tree would have more than `answers`, or `stop` was raised.
///
/// ```
/// use goren_core::{Position, Rule, Size, Stop};
/// use goren_engine::refute_fours;
/// use goren_proof::Proof;
///
/// let mut position = Position::new(Rule::Freestyle, Size::DEFAULT);
/// for name in ["h8", "g8", "i8", "c2", "j8", "e1"] {
///     position.play(name.parse().unwrap());
/// }
/// let refutations = refute_fours(&position, 1_000, &Stop::default()).unwrap();
/// assert!(Proof::of_no_fours(&position, &refutations).is_ok());
/// ```
pub fn refute_fours(position: &Position, answers: usize, stop: &Stop) -> Option<Vec<Branch>> {
    if !position.outcome().is_ongoing() {
        return None;
    }
    Refuter { left: answers, stop }.branches(&mut position.clone())
}

struct Refuter<'a> {
    /// How many answers may still be tried.
    left: usize,
    stop: &'a Stop,
}

impl Refuter<'_> {
    /// The answers to the fours of the side to move.
    fn branches(&mut self, position: &mut Position) -> Option<Vec<Branch>> {
        let side = position.side();
        if five(position, side).is_some() {
            return None;
        }
        let is_four = |point: &Point| position.shapes(*point, side).strongest() >= Shape::Four;
        let fours: Vec<Point> = position.legal_moves().filter(is_four).collect();
        let mut branches = Vec::new();
        for four in fours {
            position.play(four);
            let attack = self.answer(position);
            position.undo();
            branches.push(Branch { replies: Replies::Points(vec![four]), attack: attack? });
        }
        Some(branches)
    }

    /// The answer to the four that was just made.
    fn answer(&mut self, position: &mut Position) -> Option<Attack> {
        if let Some(point) = five(position, position.side()) {
            return Some(Attack { point, branches: Vec::new() });
        }
        let attacker = !position.side();
        let threatened = five(position, attacker)?;
        // Under caro the end of the row stops it, too.
        let near = |point: &Point| {
            let (dx, dy) = (threatened.x().abs_diff(point.x()), threatened.y().abs_diff(point.y()));
            dx.max(dy) <= 5 && (dx == 0 || dy == 0 || dx == dy)
        };
        let replies: Vec<Point> = position.legal_moves().filter(near).collect();
        for point in replies {
            self.left = self.left.checked_sub(1).filter(|_| !self.stop.is_raised())?;
            position.play(point);
            let branches = if five(position, attacker).is_none() { self.branches(position) } else { None };
            position.undo();
            if let Some(branches) = branches {
                return Some(Attack { point, branches });
            }
        }
        None
    }
}

/// Where a stone makes five.
fn five(position: &Position, stone: Stone) -> Option<Point> {
    position.empties().find(|&point| position.shapes(point, stone).has_five())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::random_position;
    use crate::{Solved, solve_vcf};
    use goren_core::{Random, Rule};
    use goren_proof::Proof;

    #[test]
    fn there_is_a_refutation_exactly_where_there_is_no_win_by_fours() {
        let mut random = Random::new(28);
        let (mut refuted, mut won) = (0, 0);
        for i in 0..200 {
            let position = random_position(&mut random, Rule::ALL[i % 5], 9, 14);
            let found = refute_fours(&position, 20_000, &Stop::default());
            match (solve_vcf(&position, None, &Stop::default()).solved, found) {
                (Solved::Win(_), found) => {
                    assert!(found.is_none(), "{position:?}");
                    won += 1;
                }
                (_, Some(branches)) => {
                    let proof = Proof::of_no_fours(&position, &branches);
                    assert!(proof.is_ok_and(|proof| proof.verify().is_ok()), "{position:?}");
                    refuted += usize::from(!branches.is_empty());
                }
                (_, None) => {}
            }
        }
        assert!(refuted > 20 && won > 10, "{refuted} {won}");
    }
}
