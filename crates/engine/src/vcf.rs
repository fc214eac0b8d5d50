//! Wins by continuous fours.

use goren_core::{Point, Stone};

use crate::board::Board;
use crate::class::Class;

/// Finds wins by continuous fours.
pub(crate) struct Vcf;

impl Vcf {
    pub(crate) fn new(_log2_entries: u32) -> Vcf {
        Vcf
    }

    /// The plies to a win by continuous fours of the side to move, if one is found within the budget.
    pub(crate) fn plies_to_win(&mut self, board: &mut Board, budget: &mut u32) -> Option<u32> {
        let me: Stone = board.side();
        if board.count(me, Class::Five) > 0 {
            return Some(1);
        }
        if board.count(me, Class::Four) + board.count(me, Class::FourThree) + board.count(me, Class::OpenFour)
            == 0
        {
            return None;
        }
        let only = if board.count(!me, Class::Five) > 0 {
            if board.count(!me, Class::Five) > 1 {
                return None;
            }
            board.five_point(!me)
        } else {
            if board.count(me, Class::OpenFour) > 0 {
                return Some(3);
            }
            None
        };
        if *budget == 0 {
            return None;
        }
        *budget -= 1;
        let fours: Vec<Point> = match only {
            Some(point) => vec![point],
            None => board.near().points().collect(),
        };
        for point in fours {
            if board.class(point, me) < Class::Four || !board.is_legal(point) {
                continue;
            }
            board.play(point);
            let plies = match board.count(me, Class::Five) {
                0 => None,
                1 => match board.five_point(me) {
                    Some(reply) if board.is_legal(reply) => {
                        board.play(reply);
                        let plies = self.plies_to_win(board, budget);
                        board.undo();
                        plies.map(|plies| plies + 2)
                    }
                    _ => Some(3),
                },
                _ => Some(3),
            };
            board.undo();
            if plies.is_some() {
                return plies;
            }
        }
        None
    }
}
