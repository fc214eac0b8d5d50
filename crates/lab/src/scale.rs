//! How much is measured.

use std::time::Duration;

/// How much is measured. The same scale asks for the same searches and games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scale {
    /// Decides positions, openings and every random choice.
    pub seed: u64,
    /// Positions for each measurement.
    pub positions: usize,
    /// The most plies to look ahead where time is measured by depth.
    pub deepest: u32,
    /// A search that takes longer is given up.
    pub longest: Duration,
    /// Pairs of games between any two agents.
    pub pairs: usize,
    /// The levels of the engine that take part.
    pub levels: Vec<u8>,
    /// Games at a time.
    pub threads: usize,
}

impl Scale {
    /// Enough for numbers to rely on; about ten minutes on two cores.
    pub fn full() -> Scale {
        Scale {
            seed: 1,
            positions: 12,
            deepest: 6,
            longest: Duration::from_secs(20),
            pairs: 10,
            levels: vec![2, 4, 6],
            threads: 1,
        }
    }

    /// Enough to see the shape of everything; less than two minutes on two cores.
    pub fn quick() -> Scale {
        Scale {
            positions: 5,
            longest: Duration::from_millis(1000),
            pairs: 3,
            levels: vec![3, 5],
            ..Scale::full()
        }
    }
}
