//! Which positions the engine would evaluate where a line of its search ends, rather than solve them.

use goren_core::{Point, Position};

use crate::board::Board;
use crate::class::Class;
use crate::parameters::LEAF_VCF;
use crate::vcf::Vcf;

/// Entries of the table of fours, as a power of two.
const VCF_LOG2: u32 = 16;

/// Whether neither side is about to make five, and the side to move has no four that cannot be stopped and no win by
/// fours that a search would see at the end of a line.
pub fn is_at_rest(position: &Position) -> bool {
    rests(&mut Board::new(position), &mut Vcf::new(VCF_LOG2))
}

/// The same for the position before each move of a game; what is learned of one helps with the next.
///
/// # Panics
/// In debug builds, if a move is on a point that is not empty.
pub fn at_rest(start: &Position, moves: &[Point]) -> Vec<bool> {
    let mut board = Board::new(start);
    let mut vcf = Vcf::new(VCF_LOG2);
    let before = |&point: &Point| {
        let rests = rests(&mut board, &mut vcf);
        board.play(point);
        rests
    };
    moves.iter().map(before).collect()
}

fn rests(board: &mut Board, vcf: &mut Vcf) -> bool {
    let me = board.side();
    let decided =
        board.count(me, Class::Five) + board.count(!me, Class::Five) + board.count(me, Class::OpenFour);
    decided == 0
        && board.position().winner().is_none()
        && vcf.plies_to_win(board, &mut { LEAF_VCF }).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{Random, drawn};
    use goren_core::{Rule, Stone};

    fn rests(side: Stone, picture: &str) -> bool {
        is_at_rest(&drawn(Rule::Freestyle, side, picture))
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
        assert!(!rests(Stone::Black, three));
        assert!(rests(Stone::White, three));
    }

    #[test]
    fn a_four_is_not_at_rest_for_either_side() {
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
        assert!(!rests(Stone::Black, four));
        assert!(!rests(Stone::White, four));
    }

    #[test]
    fn a_win_by_fours_is_not_at_rest_and_quiet_stones_are() {
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
        assert!(!rests(Stone::Black, fours));
        let quiet = "
            .........
            .........
            ...X.....
            ....O....
            ....X....
            .........
            .........
            .........
            .........";
        assert!(rests(Stone::White, quiet));
    }

    #[test]
    fn a_won_position_is_not_at_rest() {
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
        assert!(!rests(Stone::White, won));
    }

    #[test]
    fn a_game_is_told_as_its_positions_are() {
        let mut random = Random(4);
        let mut seen = [0; 2];
        for i in 0..40 {
            let start = random.position(Rule::ALL[i % 5], 11, 8);
            let mut position = start.clone();
            let mut points: Vec<Point> = start.empties().collect();
            let mut moves = Vec::new();
            let mut expected = Vec::new();
            while moves.len() < 20 && position.winner().is_none() {
                let point = points.swap_remove(random.below(points.len()));
                expected.push(is_at_rest(&position));
                position.play(point);
                moves.push(point);
            }
            let told = at_rest(&start, &moves);
            told.iter().for_each(|&rests| seen[usize::from(rests)] += 1);
            assert_eq!(told, expected);
        }
        assert!(seen.into_iter().all(|count| count > 20), "{seen:?}");
    }
}
