//! Wins by threats as proof trees.

use goren_core::Point;
use goren_proof::{Attack, Branch, Replies};

use super::{Cutoff, Role, SolverLimits, Threatened, Thresholds, Vct, keys};
use crate::board::Board;
use crate::solver::Budget;
use crate::solver::tree::{NoTree, Room, add_branch, wins};
use crate::solver::vcf::five_point;

/// How closely the answer to all other replies is looked at while a tree is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Care {
    /// Every reply that is not a defence is taken to lose to the threatened win.
    Trusting,
    /// Each is tried, and gets a branch of its own if it does not.
    Trying,
}

/// What building one tree needs besides the solver.
struct Builder<'a> {
    cutoff: Cutoff<'a>,
    room: Room,
    care: Care,
}

impl Vct {
    /// The tree of a win that [`Vct::decide`] has just proved, with the moves of `line` where it applies. What the table
    /// has lost is proved again.
    pub(crate) fn tree(
        &mut self,
        board: &mut Board,
        line: &[Point],
        room: Room,
        care: Care,
        limits: &SolverLimits<'_>,
    ) -> Result<Attack, NoTree> {
        // The last search may have begun deeper.
        self.keys = keys(board.position());
        let mut builder = Builder { cutoff: self.cutoff(limits), room, care };
        match line.split_first() {
            Some((&point, rest)) => self.line_tree(board, point, rest, &mut builder),
            None => self.attack_tree(board, &mut builder),
        }
    }

    /// The tree that begins with `point` and answers the first reply of `rest` with what follows it there.
    fn line_tree(
        &mut self,
        board: &mut Board,
        point: Point,
        rest: &[Point],
        builder: &mut Builder<'_>,
    ) -> Result<Attack, NoTree> {
        let mut attack = builder.room.leaf(point)?;
        board.play(point);
        if board.position().winner().is_none() {
            let branches = self.branches(board, rest, builder);
            board.undo();
            attack.branches = branches?;
        } else {
            board.undo();
        }
        Ok(attack)
    }

    /// The tree of a proved position where the attacker is to move.
    fn attack_tree(&mut self, board: &mut Board, builder: &mut Builder<'_>) -> Result<Attack, NoTree> {
        // What was proved once with this budget may need more without the entries that the table had then.
        let mut budget = Budget::new(self.effort.attack.saturating_mul(4));
        let left = self.moves_left(board);
        if let Some(plies) = self.vcf.plies_in_moves(board, left, &mut budget) {
            let fours = self.vcf.fewest_fours(board, &mut budget).unwrap_or(plies / 2);
            return self.vcf.tree(board, fours, &mut builder.room);
        }
        let start = self.children.len();
        self.list_attacks(board);
        self.expand(board, start, Thresholds::NONE, &builder.cutoff, Role::Attacker);
        let quickest = self.proved(start).min_by_key(|each| each.0);
        self.children.truncate(start);
        let Some((_, point)) = quickest else {
            return Err(if self.is_over(&builder.cutoff) { NoTree::Stopped } else { NoTree::Unproved });
        };
        self.line_tree(board, point, &[], builder)
    }

    /// The answers to every reply in a proved position where the defender is to move; the first of `line` is answered
    /// by the rest of it.
    fn branches(
        &mut self,
        board: &mut Board,
        line: &[Point],
        builder: &mut Builder<'_>,
    ) -> Result<Vec<Branch>, NoTree> {
        let start = self.children.len();
        if !matches!(self.list_replies(board), Threatened::Win(_)) {
            return Err(NoTree::Unproved);
        }
        self.expand(board, start, Thresholds::NONE, &builder.cutoff, Role::Defender);
        let proved: Vec<Point> = self.proved(start).map(|each| each.1).collect();
        let listed = self.children.len() - start;
        self.children.truncate(start);
        if proved.len() < listed {
            return Err(if self.is_over(&builder.cutoff) { NoTree::Stopped } else { NoTree::Unproved });
        }
        let others = self.answer_to_others(board, builder)?;
        let mut branches = Vec::new();
        let mut apart = self.replies_apart(board, &proved, others.as_ref(), builder.care);
        if let Some(&reply) = line.first().filter(|reply| !apart.contains(reply)) {
            apart.push(reply);
        }
        for reply in apart {
            board.play(reply);
            let answer = match line {
                [first, point, rest @ ..] if *first == reply => self.line_tree(board, *point, rest, builder),
                _ => self.attack_tree(board, builder),
            };
            board.undo();
            add_branch(&mut branches, reply, answer?, &mut builder.room);
        }
        branches.extend(others.map(|attack| Branch { replies: Replies::Others, attack }));
        Ok(branches)
    }

    /// The threatened win by fours; `None` if the attacker threatens five, so that other replies lose at once.
    fn answer_to_others(
        &mut self,
        board: &mut Board,
        builder: &mut Builder<'_>,
    ) -> Result<Option<Attack>, NoTree> {
        if five_point(board, !board.side()).is_some() {
            return Ok(None);
        }
        board.pass();
        let fours = self.vcf.fewest_fours(board, &mut Budget::new(self.effort.threat.saturating_mul(4)));
        let answer = match fours {
            Some(fours) => self.vcf.tree(board, fours, &mut builder.room).map(Some),
            None => Err(NoTree::Unproved),
        };
        board.undo();
        answer
    }

    /// The replies that need an answer of their own, because the shared one does not hold against them.
    fn replies_apart(
        &self,
        board: &Board,
        defences: &[Point],
        others: Option<&Attack>,
        care: Care,
    ) -> Vec<Point> {
        let Some(others) = others else { return defences.to_vec() };
        let mut position = board.position().clone();
        let mut fails = |point: &Point| {
            position.play(*point);
            // A win by fours: a check of no time.
            let holds = wins(&position, others, &|| false);
            position.undo();
            !holds
        };
        match care {
            Care::Trusting => defences.iter().copied().filter(&mut fails).collect(),
            Care::Trying => {
                let legal: Vec<Point> = board.position().legal_moves().collect();
                legal.into_iter().filter(&mut fails).collect()
            }
        }
    }
}
