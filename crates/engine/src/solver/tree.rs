//! What the builders of proof trees share.

use std::ops::ControlFlow;

use goren_core::{Point, Position};
use goren_proof::{Attack, Branch, Claim, Counts, Failure, Gap, Means, Replies, Tree, verify_watched};

/// Why a win that was proved has no tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoTree {
    /// The search was stopped.
    Stopped,
    /// It would have more moves than allowed.
    TooLarge,
    /// Some reply could not be answered: the win does not stand.
    Unproved,
}

/// How many attacking moves a tree may still get.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room(usize);

impl Room {
    pub(crate) const fn new(attacks: usize) -> Room {
        Room(attacks)
    }

    /// A move without branches.
    pub(crate) fn leaf(&mut self, point: Point) -> Result<Attack, NoTree> {
        self.0 = self.0.checked_sub(1).ok_or(NoTree::TooLarge)?;
        Ok(Attack { point, branches: Vec::new() })
    }

    /// Gives back what a discarded part of the tree had taken.
    fn give_back(&mut self, attack: &Attack) {
        self.0 += size(attack);
    }
}

/// The number of attacking moves.
pub(crate) fn size(attack: &Attack) -> usize {
    1 + attack.branches.iter().map(|branch| size(&branch.attack)).sum::<usize>()
}

/// Adds the answer to a reply: to the branch that has the same answer, if there is one.
pub(crate) fn add_branch(branches: &mut Vec<Branch>, reply: Point, attack: Attack, room: &mut Room) {
    for branch in branches.iter_mut() {
        if let Replies::Points(points) = &mut branch.replies
            && branch.attack == attack
        {
            points.push(reply);
            room.give_back(&attack);
            return;
        }
    }
    branches.push(Branch { replies: Replies::Points(vec![reply]), attack });
}

/// Whether the tree wins for the side to move. A shared tree may have parts that are not needed after every reply.
/// A check that is stopped has shown nothing.
pub(crate) fn wins(position: &Position, tree: &Attack, is_stopped: &dyn Fn() -> bool) -> bool {
    if position.winner().is_some() || is_stopped() {
        return false;
    }
    let mut watch =
        |_: &Counts| if is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    match verify_watched(position, &Claim::Win(Means::Force), &Tree::from(tree), &mut watch) {
        Ok(_) => true,
        Err(Failure::Hole(hole)) => matches!(hole.gap, Gap::Useless(_) | Gap::UselessOthers),
        Err(Failure::Stopped) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::points;
    use goren_core::{Rule, Size};

    #[test]
    fn a_check_that_is_stopped_has_shown_nothing() {
        let mut position = Position::new(Rule::Freestyle, Size::DEFAULT);
        points("h8 a1 i8 c1 j8 e1").into_iter().for_each(|point| position.play(point));
        let tree = Attack { point: points("k8")[0], branches: Vec::new() };
        assert!(wins(&position, &tree, &|| false));
        assert!(!wins(&position, &tree, &|| true));
    }
}
