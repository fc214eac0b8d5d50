//! A line through the tree of a win.

use goren_core::{Point, Position};
use goren_proof::{Attack, Branch, Replies};

/// A line through the tree of a win: the replies with the longest answers, and the five at the end.
pub fn main_line(position: &Position, tree: &Attack) -> Vec<Point> {
    let mut position = position.clone();
    let first = position.history().len();
    let mut attack = Some(tree);
    while let Some(Attack { point, branches }) = attack {
        if position.try_play(*point).is_err() || position.winner().is_some() {
            break;
        }
        let longest = branches.iter().rev().max_by_key(|branch| depth(&branch.attack));
        let reply = longest.and_then(|branch| match &branch.replies {
            Replies::Points(points) => points.iter().copied().find(|&reply| position.is_legal(reply)),
            Replies::Others => other_reply(&position, branches),
        });
        attack = longest.map(|branch| &branch.attack);
        let Some(reply) = reply.or_else(|| stop_or_any(&position)) else { break };
        position.play(reply);
        if attack.is_none() {
            let side = position.side();
            let five = position.empties().find(|&point| position.shapes(point, side).has_five());
            five.into_iter().for_each(|five| position.play(five));
        }
    }
    position.history()[first..].iter().filter_map(|played| played.point).collect()
}

fn depth(attack: &Attack) -> usize {
    1 + attack.branches.iter().map(|branch| depth(&branch.attack)).max().unwrap_or(0)
}

/// A legal move that no branch lists.
fn other_reply(position: &Position, branches: &[Branch]) -> Option<Point> {
    let is_listed = |reply: &Point| {
        branches
            .iter()
            .any(|branch| matches!(&branch.replies, Replies::Points(points) if points.contains(reply)))
    };
    position.legal_moves().find(|reply| !is_listed(reply))
}

/// A legal move on a point where the other side would make five, or else any.
fn stop_or_any(position: &Position) -> Option<Point> {
    let opponent = !position.side();
    position.legal_moves().max_by_key(|&point| position.shapes(point, opponent).has_five())
}
