//! A proof walked through reply by reply, without looking at the rest of its tree.

use std::ops::ControlFlow;

use goren_core::{IllegalMove, Point, Position, Shape, Stone};

use crate::claim::{Claim, Means, Proof};
use crate::points::Points;
use crate::tree::{Event, Tree};
use crate::verify::Counts;

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
        answers: Vec<Continuation>,
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
pub struct Continuation {
    /// The replies.
    pub replies: Vec<Point>,
    /// Whether they are those that the file calls `*`.
    pub are_others: bool,
    /// The answer.
    pub point: Point,
    /// At most this many moves of the winner from here to the five, the answer and the five included.
    pub moves: u32,
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

/// How many moves of the tree are tried to find a position in it.
const LOOKUP: usize = 20_000;

impl Proof {
    /// What the proof says of a later position that it goes through, as a proof of its own that was checked: a win, or that
    /// every move loses. `None` if the position is nowhere in it, or `watch` stopped the check.
    pub fn at(
        &self,
        position: &Position,
        watch: &mut dyn FnMut(&Counts) -> ControlFlow<()>,
    ) -> Option<Proof> {
        let stones = later_stones(&self.position, position).filter(|stones| !stones.is_empty())?;
        let means = match &self.claim {
            Claim::Win(means) | Claim::Defence { means, .. } => *means,
            Claim::NoFours => return None,
        };
        let side = self.position.side();
        let is_win = matches!(self.claim, Claim::Win(_));
        let winner = if is_win { side } else { !side };
        let mut lookup = Lookup { proof: self, winner, stones, left: LOOKUP };
        let found = if is_win { lookup.attack(0)? } else { lookup.replies(Some(1))? };
        let (claim, tree) = self.below(&found, means);
        Proof::checked_watched(position, claim, &tree, watch).ok()
    }

    /// The claim and the tree of a place.
    fn below(&self, found: &Found, means: Means) -> (Claim, Tree) {
        let events = self.tree.events();
        match *found {
            Found::Attack(at) => {
                let end = self.tree.end_of_attack(at);
                (Claim::Win(means), events[at..end].iter().copied().collect())
            }
            Found::Replies(Some(first)) => {
                let open = first - 1;
                // The brackets belong to the attack before them; those of a list stand alone.
                let end = if open == 0 { events.len() } else { self.tree.end_of_attack(open - 1) };
                let tree = events[open..end].iter().copied().collect();
                (Claim::Defence { moves: Vec::new(), means }, tree)
            }
            Found::Replies(None) => {
                let tree = [Event::Open, Event::Close].into_iter().collect();
                (Claim::Defence { moves: Vec::new(), means }, tree)
            }
        }
    }

    /// A line of the proof: to every move the answer, and the replies that last longest.
    pub fn longest_line(&self) -> Vec<Point> {
        let mut replies = Vec::new();
        loop {
            let Ok(node) = self.node(&replies) else { return Vec::new() };
            let NodeState::Replies { answers, rest } = node.state else { return node.line };
            // Of those that last as long, the first.
            let longest = answers.iter().rev().max_by_key(|answer| answer.moves);
            let reply = longest.and_then(|answer| answer.replies.first()).or(rest.first());
            let Some(&reply) = reply else { return node.line };
            replies.push(reply);
        }
    }
}

/// The stones that came to a position after another one; `None` if it cannot have come from there.
fn later_stones(earlier: &Position, later: &Position) -> Option<Vec<(Point, Stone)>> {
    let is_same_game = earlier.rule() == later.rule()
        && earlier.size() == later.size()
        && earlier.traps() == later.traps()
        && earlier.stones().all(|(point, stone)| later.stone(point) == Some(stone));
    let new: Vec<_> = later.stones().filter(|&(point, _)| earlier.is_empty(point)).collect();
    let own = new.iter().filter(|each| each.1 == earlier.side()).count();
    let other = new.len() - own;
    // In turn, and the other side to move after an odd number.
    let is_in_turn =
        own == other && later.side() == earlier.side() || own == other + 1 && later.side() != earlier.side();
    (is_same_game && is_in_turn).then_some(new)
}

/// A place that was found.
enum Found {
    /// The winner is to move, and plays the answer of this index.
    Attack(usize),
    /// The loser is to move; the index of the first branch, if there are any.
    Replies(Option<usize>),
}

/// A search for the way through a tree that puts some stones on the board.
struct Lookup<'a> {
    proof: &'a Proof,
    winner: Stone,
    /// Those that are not on the board yet.
    stones: Vec<(Point, Stone)>,
    /// How many moves may still be tried.
    left: usize,
}

impl Lookup<'_> {
    fn take(&mut self, point: Point, stone: Stone) -> Option<(Point, Stone)> {
        let index = self.stones.iter().position(|&each| each == (point, stone))?;
        Some(self.stones.swap_remove(index))
    }

    /// From where the winner is to move.
    fn attack(&mut self, at: usize) -> Option<Found> {
        if self.stones.is_empty() {
            return Some(Found::Attack(at));
        }
        self.left = self.left.checked_sub(1)?;
        let events = self.proof.tree.events();
        let Some(&Event::Attack(point)) = events.get(at) else { return None };
        let taken = self.take(point, self.winner)?;
        let found = self.replies((events.get(at + 1) == Some(&Event::Open)).then_some(at + 2));
        self.stones.push(taken);
        found
    }

    /// From where the loser is to move.
    fn replies(&mut self, branches: Option<usize>) -> Option<Found> {
        if self.stones.is_empty() {
            return Some(Found::Replies(branches));
        }
        let list = self.proof.tree.branches(branches);
        let others = list.iter().find(|branch| branch.are_others);
        for (reply, stone) in self.stones.clone() {
            if stone == self.winner {
                continue;
            }
            let listed = list.iter().find(|branch| branch.replies.contains(&reply));
            let Some(branch) = listed.or(others) else { continue };
            let taken = self.take(reply, stone)?;
            let found = self.attack(branch.answer);
            self.stones.push(taken);
            if found.is_some() {
                return found;
            }
        }
        None
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

    /// Where the side that is not to move would make five.
    fn five(&self) -> Option<Point> {
        let winner = !self.position.side();
        self.position.empties().find(|&point| self.position.shapes(point, winner).has_five())
    }

    fn reply(&mut self, reply: Point) -> Result<(), IllegalMove> {
        let list = self.proof.tree.branches(self.branches);
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
        for branch in self.proof.tree.branches(self.branches) {
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
                answers.push(Continuation { replies, are_others: false, point, moves });
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
            answers.push(Continuation { replies, are_others: true, point, moves });
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
