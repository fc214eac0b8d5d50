//! A proof walked through reply by reply, without looking at the rest of its tree.

use goren_core::{IllegalMove, Point, Position, Shape};

use crate::claim::{Claim, Proof};
use crate::points::Points;
use crate::tree::Event;

/// A place in a proof, where the side that should lose is to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The moves that lead there from the proof's position: replies and answers in turn.
    pub line: Vec<Point>,
    /// How it goes on.
    pub state: NodeState,
}

/// How a proof goes on from a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NodeState {
    /// Replies are answered.
    Replies {
        /// The replies that have an answer, in the order of the file; those to all others last.
        answers: Vec<Answer>,
        /// The legal replies that lose at once, or that the claim does not speak of because they make no four.
        rest: Vec<Point>,
    },
    /// The last move of the line made five.
    Five,
    /// Nothing is claimed of the last move of the line.
    Unclaimed,
}

/// Replies, and what answers them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The replies.
    pub replies: Vec<Point>,
    /// Whether they are those that the file calls `*`.
    pub are_others: bool,
    /// The answer.
    pub point: Point,
    /// At most so many moves of the winner from here to the five, the answer and the five included.
    pub moves: u32,
}

/// A branch of a node.
struct Branch {
    replies: Vec<Point>,
    are_others: bool,
    /// The index of the answer.
    answer: usize,
}

impl Proof {
    /// The place that one comes to by these replies of the side that should lose. For [`Claim::NoFours`] they are its
    /// fours.
    ///
    /// # Errors
    /// If a reply is not legal where it is made, or comes after the end.
    pub fn node(&self, replies: &[Point]) -> Result<Node, IllegalMove> {
        let mut walk =
            Place { proof: self, position: self.position.clone(), branches: None, unclaimed: false };
        if matches!(self.claim, Claim::Win(_)) {
            walk.answer(0);
        } else {
            walk.branches = Some(1);
        }
        for &reply in replies {
            walk.reply(reply)?;
        }
        Ok(walk.node())
    }
}

struct Place<'a> {
    proof: &'a Proof,
    position: Position,
    /// The index of the first branch, if there are any.
    branches: Option<usize>,
    unclaimed: bool,
}

impl Place<'_> {
    fn events(&self) -> &[Event] {
        self.proof.tree.events()
    }

    /// Plays the answer at an index.
    fn answer(&mut self, at: usize) {
        if let Some(&Event::Attack(point)) = self.events().get(at)
            && self.position.is_legal(point)
        {
            self.position.play(point);
        }
        self.branches = (self.events().get(at + 1) == Some(&Event::Open)).then_some(at + 2);
    }

    fn is_first(&self) -> bool {
        self.position.history().len() == self.proof.position.history().len()
    }

    fn list(&self) -> Vec<Branch> {
        let mut list = Vec::new();
        let Some(mut index) = self.branches else { return list };
        while let Some(event) = self.events().get(index) {
            let mut branch = Branch { replies: Vec::new(), are_others: *event == Event::Others, answer: 0 };
            if *event == Event::Close {
                break;
            }
            while let Some(&Event::Reply(point)) = self.events().get(index) {
                branch.replies.push(point);
                index += 1;
            }
            index += usize::from(branch.are_others);
            branch.answer = index;
            list.push(branch);
            index = self.proof.tree.end_of_attack(index);
        }
        list
    }

    /// Where the side that is not to move would make five.
    fn five(&self) -> Option<Point> {
        let winner = !self.position.side();
        self.position.empties().find(|&point| self.position.shapes(point, winner).has_five())
    }

    fn reply(&mut self, reply: Point) -> Result<(), IllegalMove> {
        let list = self.list();
        let unclaimed = self.is_first()
            && matches!(&self.proof.claim, Claim::Defence { moves, .. } if moves.contains(&reply));
        self.position.check(reply)?;
        if self.unclaimed {
            return Err(IllegalMove::GameOver);
        }
        let four = self.position.shapes(reply, self.position.side()).strongest() >= Shape::Four;
        self.position.try_play(reply)?;
        self.branches = None;
        let listed = list.iter().find(|branch| branch.replies.contains(&reply));
        let others = list.iter().find(|branch| branch.are_others);
        let is_refutation = self.proof.claim == Claim::NoFours;
        let five = {
            let side = self.position.side();
            self.position.empties().find(|&point| self.position.shapes(point, side).has_five())
        };
        if let Some(branch) = listed {
            self.answer(branch.answer);
        } else if unclaimed || is_refutation && !four {
            self.unclaimed = true;
        } else if let Some(five) = five {
            self.position.play(five);
        } else if let Some(branch) = others {
            self.answer(branch.answer);
        } else {
            self.unclaimed = true;
        }
        Ok(())
    }

    fn node(&self) -> Node {
        let start = self.proof.position.history().len();
        let line = self.position.history()[start..].iter().filter_map(|played| played.point).collect();
        let state = if self.position.winner().is_some() {
            NodeState::Five
        } else if self.unclaimed {
            NodeState::Unclaimed
        } else {
            self.replies()
        };
        Node { line, state }
    }

    fn replies(&self) -> NodeState {
        let side = self.position.side();
        let is_refutation = self.proof.claim == Claim::NoFours;
        let mut open: Points = self.position.legal_moves().collect();
        if self.is_first()
            && let Claim::Defence { moves, .. } = &self.proof.claim
        {
            open.remove_all(&moves.iter().copied().collect());
        }
        let mut answers = Vec::new();
        let mut others = None;
        for branch in self.list() {
            let Some(&Event::Attack(point)) = self.events().get(branch.answer) else { continue };
            let moves = self.moves(branch.answer);
            if branch.are_others {
                others = Some((point, moves));
                continue;
            }
            let replies: Vec<Point> =
                branch.replies.into_iter().filter(|&reply| self.position.is_legal(reply)).collect();
            open.remove_all(&replies.iter().copied().collect());
            if !replies.is_empty() {
                answers.push(Answer { replies, are_others: false, point, moves });
            }
        }
        let threatens = self.five().is_some();
        let mut after = self.position.clone();
        let (rest, replies): (Vec<Point>, Vec<Point>) = open.iter().partition(|&reply| {
            if is_refutation {
                return self.position.shapes(reply, side).strongest() < Shape::Four;
            }
            if !threatens {
                return false;
            }
            after.play(reply);
            let loses = after.empties().any(|point| after.shapes(point, !side).has_five());
            after.undo();
            loses
        });
        if let Some((point, moves)) = others.filter(|_| !replies.is_empty()) {
            answers.push(Answer { replies, are_others: true, point, moves });
        }
        NodeState::Replies { answers, rest }
    }

    /// The winner's moves in the longest line of the tree at an index, and the five after it.
    fn moves(&self, at: usize) -> u32 {
        let end = self.proof.tree.end_of_attack(at);
        let (mut depth, mut deepest) = (1u32, 1);
        for event in &self.events()[at..end] {
            match event {
                Event::Open => depth += 1,
                Event::Close => depth -= 1,
                _ => {}
            }
            deepest = deepest.max(depth);
        }
        deepest + 1
    }
}
