//! Quiet positions: those that the search evaluates where a line ends, rather than solves.

use goren_core::{Point, Position};

use crate::board::Board;
use crate::parameters::Parameters;
use crate::solver::{Budget, VCF_LOG2, Vcf};

/// Whether a position is quiet: neither side can make five at once, and the side to move has neither an open four nor a
/// win by fours that the quiescence search at a leaf would find.
pub fn is_quiet(position: &Position) -> bool {
    is_quiet_board(&mut Board::new(position), &mut Vcf::new(VCF_LOG2), leaf_budget())
}

/// [`is_quiet`] for the position before each move of a game, with one table for all of them.
///
/// # Panics
/// In debug builds, if a move is on a point that is not empty.
pub fn quiet_positions(start: &Position, moves: &[Point]) -> Vec<bool> {
    let mut board = Board::new(start);
    let mut vcf = Vcf::new(VCF_LOG2);
    let before = |&point: &Point| {
        let is_quiet = is_quiet_board(&mut board, &mut vcf, leaf_budget());
        board.play(point);
        is_quiet
    };
    moves.iter().map(before).collect()
}

/// The budget of the quiescence search of an engine that nobody has tuned.
fn leaf_budget() -> Budget {
    Budget::new(Parameters::default().leaf_vcf_budget as u32)
}

/// Whether the position is quiet as far as this budget of attacking positions tells.
pub(crate) fn is_quiet_board(board: &mut Board, vcf: &mut Vcf, mut budget: Budget) -> bool {
    !board.is_decided_at_once()
        && board.position().winner().is_none()
        && vcf.plies_to_win(board, &mut budget).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{drawn, random_position};
    use goren_core::{Random, Rule, Stone};

    fn quiet(side: Stone, picture: &str) -> bool {
        is_quiet(&drawn(Rule::Freestyle, side, picture))
    }

    #[test]
    fn an_open_three_of_the_other_side_may_be_evaluated_and_ones_own_may_not() {
        let three = "
            .........
            .........
            .........
            ..XXX....
            .........
            ....O.O..
            ...O.....
            .........
            .........";
        assert!(!quiet(Stone::Black, three));
        assert!(quiet(Stone::White, three));
    }

    #[test]
    fn a_four_is_not_quiet_for_either_side() {
        let four = "
            .........
            .........
            .........
            .OXXXX...
            .........
            ....O.O..
            ...O.....
            .........
            .........";
        assert!(!quiet(Stone::Black, four));
        assert!(!quiet(Stone::White, four));
    }

    #[test]
    fn a_win_by_fours_is_not_quiet_and_scattered_stones_are() {
        // e6 makes a four on the row and an open four on the column after the reply.
        let fours = "
            .........
            .........
            .........
            OXXX.....
            ....X....
            ....X....
            ....X....
            .........
            .........";
        assert!(!quiet(Stone::Black, fours));
        let scattered = "
            .........
            .........
            ...X.....
            ....O....
            ....X....
            .........
            .........
            .........
            .........";
        assert!(quiet(Stone::White, scattered));
    }

    #[test]
    fn a_won_position_is_not_quiet() {
        let won = "
            .........
            .........
            .........
            .XXXXX...
            .........
            .........
            .OOO.....
            .........
            .........";
        assert!(!quiet(Stone::White, won));
    }

    #[test]
    fn a_game_agrees_with_its_positions_one_by_one() {
        let mut random = Random::new(4);
        let mut seen = [0; 2];
        for i in 0..40 {
            let start = random_position(&mut random, Rule::ALL[i % 5], 11, 8);
            let mut position = start.clone();
            let mut points: Vec<Point> = start.empties().collect();
            let mut moves = Vec::new();
            let mut expected = Vec::new();
            while moves.len() < 20 && position.winner().is_none() {
                let point = points.swap_remove(random.below(points.len()));
                expected.push(is_quiet(&position));
                position.play(point);
                moves.push(point);
            }
            let found = quiet_positions(&start, &moves);
            found.iter().for_each(|&is_quiet| seen[usize::from(is_quiet)] += 1);
            assert_eq!(found, expected);
        }
        assert!(seen.into_iter().all(|count| count > 20), "{seen:?}");
    }
}
