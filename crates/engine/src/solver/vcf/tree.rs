//! Wins by fours as proof trees.

use goren_proof::Attack;

use super::{Fours, Vcf, five_point};
use crate::board::{Area, Board};
use crate::solver::tree::{NoTree, Room, add_branch};

impl Vcf {
    /// The tree of a win that is known to take at most `fours`: every four, and every legal reply that stops it
    /// answered. The moves are those that [`Vcf::defences`] looks at.
    pub(crate) fn tree(&mut self, board: &mut Board, fours: u32, room: &mut Room) -> Result<Attack, NoTree> {
        if let Some(five) = five_point(board, board.side()) {
            return room.leaf(five);
        }
        let point = self.winning_four(board, fours).ok_or(NoTree::Unproved)?;
        let mut attack = room.leaf(point)?;
        let made = Fours::made_by(board, point);
        if made.is_unstoppable() {
            return Ok(attack);
        }
        board.play(point);
        let replies: Area = made.replies(board, point).collect();
        for reply in replies.points().filter(|&reply| board.is_legal(reply)).collect::<Vec<_>>() {
            board.play(reply);
            let answer = self.tree(board, fours.saturating_sub(1), room);
            board.undo();
            match answer {
                Ok(answer) => add_branch(&mut attack.branches, reply, answer, room),
                Err(no_tree) => {
                    board.undo();
                    return Err(no_tree);
                }
            }
        }
        board.undo();
        Ok(attack)
    }
}
