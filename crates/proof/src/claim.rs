//! What a proof says.

use std::fmt;

use goren_core::{Point, Position};

use crate::tree::Tree;

/// A claim about a position, and the tree that shows it.
#[derive(Clone)]
pub struct Proof {
    /// The position.
    pub position: Position,
    /// What is claimed.
    pub claim: Claim,
    /// Why: for [`Claim::Win`] the tree of an [`Attack`](crate::Attack), for the others that of a list of
    /// [`Branch`](crate::Branch)es.
    pub tree: Tree,
}

/// What is claimed of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The side to move wins by force.
    Win(Means),
    /// Every legal move of the side to move but `moves` loses by force. Nothing is said about `moves`.
    ///
    /// The tree's branches are the moves of the side to move and what wins against them. A move that loses at once
    /// needs none.
    Defence {
        /// The moves that are not claimed to lose.
        moves: Vec<Point>,
        /// How the others lose.
        means: Means,
    },
    /// The side to move has no win by fours.
    ///
    /// The tree's branches are the fours of the side to move, and the one reply to each that refutes it.
    NoFours,
}

/// How a win is forced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Means {
    /// Every move of the winner but the last makes a four (VCF).
    Fours,
    /// Every move of the winner makes a four, or threatens a win by fours: the answer to “any other move” is one (VCT).
    Threats,
    /// By any moves.
    Force,
}

impl Means {
    /// Every means, strictest first.
    pub const ALL: [Means; 3] = [Means::Fours, Means::Threats, Means::Force];

    /// The name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Means::Fours => "fours",
            Means::Threats => "threats",
            Means::Force => "force",
        }
    }
}

impl fmt::Display for Means {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for Claim {
    /// As in a file: `win by fours`, `defence by threats h8 i9`, `no win by fours`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::Win(means) => write!(f, "win by {means}"),
            Claim::NoFours => f.write_str("no win by fours"),
            Claim::Defence { moves, means } => {
                write!(f, "defence by {means}")?;
                moves.iter().try_for_each(|point| write!(f, " {point}"))
            }
        }
    }
}
