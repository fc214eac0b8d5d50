//! The tree of a proof: nested, as a search builds it, and flat, as a file holds it.

use goren_core::Point;

/// The attacker's move, and what follows each reply. No branches: whatever the reply, the attacker makes five next (or
/// the move itself made five).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attack {
    /// Where the attacker plays.
    pub point: Point,
    /// The answers to the replies. A reply after which the attacker can make five needs no answer.
    pub branches: Vec<Branch>,
}

/// Replies that are all answered the same way, and the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The replies. Those that are not legal where a shared tree comes to them are passed over.
    pub replies: Replies,
    /// The answer to each of them.
    pub attack: Attack,
}

/// Which replies a branch answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Replies {
    /// These.
    Points(Vec<Point>),
    /// Every legal reply that no other branch of the same node lists and that does not lose at once.
    Others,
}

/// One step of a walk through a tree, in the order of the file.
///
/// An attack is [`Event::Attack`] and, if it has branches, [`Event::Open`], the branches and [`Event::Close`]. A branch
/// is one or more [`Event::Reply`] or one [`Event::Others`], and then an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// The attacker's move.
    Attack(Point),
    /// The answers begin.
    Open,
    /// A reply that the next attack answers; several in a row are answered by the same one.
    Reply(Point),
    /// All other replies, which the next attack answers.
    Others,
    /// The answers end.
    Close,
}

/// A tree as the flat list of its events, four bytes each.
///
/// The tree of a win is that of an [`Attack`]; the tree of the other claims is a list of [`Branch`]es between
/// [`Event::Open`] and [`Event::Close`].
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Tree(Vec<Event>);

impl Tree {
    /// The events, in order.
    pub fn events(&self) -> &[Event] {
        &self.0
    }

    /// Adds the next event. Whether the events make a tree is seen when it is verified.
    pub fn push(&mut self, event: Event) {
        self.0.push(event);
    }

    /// The index after the attack that begins at `start`: the end of its branches, or the next event.
    pub fn end_of_attack(&self, start: usize) -> usize {
        let mut depth = 0usize;
        for (index, event) in self.0.iter().enumerate().skip(start + 1) {
            match event {
                Event::Open => depth += 1,
                Event::Close if depth > 1 => depth -= 1,
                Event::Close if depth == 1 => return index + 1,
                _ if depth == 0 => return index,
                _ => {}
            }
        }
        self.0.len()
    }

    /// The branches from an index on; none if there is none.
    pub(crate) fn branches(&self, first: Option<usize>) -> Vec<Listed> {
        let mut list = Vec::new();
        let Some(mut index) = first else { return list };
        while let Some(event) = self.0.get(index).filter(|&&event| event != Event::Close) {
            let are_others = *event == Event::Others;
            let is_reply = |event: &&Event| matches!(event, Event::Reply(_));
            let replies: Vec<Point> = (self.0[index..].iter().take_while(is_reply))
                .filter_map(|event| if let Event::Reply(point) = event { Some(*point) } else { None })
                .collect();
            let answer = index + replies.len() + usize::from(are_others);
            list.push(Listed { replies, are_others, answer });
            index = self.end_of_attack(answer);
        }
        list
    }

    /// The tree without the replies and answers that are not `used`, and without brackets round nothing.
    pub(crate) fn pruned(&self, used: &[bool]) -> Tree {
        let mut tree = Tree::default();
        let mut index = 0;
        while let Some(&event) = self.0.get(index) {
            match event {
                // Nothing leads to this answer: its replies were left out.
                Event::Attack(_) if !used[index] => {
                    index = self.end_of_attack(index);
                    continue;
                }
                Event::Reply(_) | Event::Others if !used[index] => {}
                Event::Close if tree.0.last() == Some(&Event::Open) && tree.0.len() > 1 => {
                    tree.0.pop();
                }
                _ => tree.0.push(event),
            }
            index += 1;
        }
        tree
    }

    fn add_attack(&mut self, attack: &Attack) {
        self.0.push(Event::Attack(attack.point));
        if !attack.branches.is_empty() {
            self.add_branches(&attack.branches);
        }
    }

    fn add_branches(&mut self, branches: &[Branch]) {
        self.0.push(Event::Open);
        for branch in branches {
            match &branch.replies {
                Replies::Points(points) => self.0.extend(points.iter().copied().map(Event::Reply)),
                Replies::Others => self.0.push(Event::Others),
            }
            self.add_attack(&branch.attack);
        }
        self.0.push(Event::Close);
    }
}

/// A branch of a flat tree.
pub(crate) struct Listed {
    pub(crate) replies: Vec<Point>,
    /// Whether it answers all others.
    pub(crate) are_others: bool,
    /// The index of the answer.
    pub(crate) answer: usize,
}

impl From<&Attack> for Tree {
    fn from(attack: &Attack) -> Tree {
        let mut tree = Tree::default();
        tree.add_attack(attack);
        tree
    }
}

impl From<&[Branch]> for Tree {
    fn from(branches: &[Branch]) -> Tree {
        let mut tree = Tree::default();
        tree.add_branches(branches);
        tree
    }
}

impl FromIterator<Event> for Tree {
    fn from_iter<T: IntoIterator<Item = Event>>(events: T) -> Tree {
        Tree(events.into_iter().collect())
    }
}
