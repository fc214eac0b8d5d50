//! How much an experiment measures.

use std::time::Duration;

/// How much an experiment measures. The same workload leads to the same searches and games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Workload {
    /// Determines positions, openings and every random choice.
    pub seed: u64,
    /// The number of positions for each measurement.
    pub positions: usize,
    /// The number of positions where each takes little time, such as those that show what masking changes.
    pub samples: usize,
    /// The largest depth where time is measured by depth.
    pub deepest: u32,
    /// A search that takes longer is given up.
    pub longest: Duration,
    /// The number of pairs of games between any two agents.
    pub pairs: usize,
    /// The levels of the engine that take part.
    pub levels: Vec<u8>,
    /// Whether to leave out what takes minutes.
    pub is_quick: bool,
    /// The number of games played at the same time.
    pub threads: usize,
}

impl Workload {
    /// Enough for reliable numbers; about ten minutes on two cores.
    pub fn full() -> Workload {
        Workload {
            seed: 1,
            positions: 12,
            samples: 400,
            deepest: 6,
            longest: Duration::from_secs(20),
            pairs: 10,
            levels: vec![2, 4, 6],
            is_quick: false,
            threads: 1,
        }
    }

    /// Enough to see the trends; less than two minutes on two cores.
    pub fn quick() -> Workload {
        Workload {
            positions: 5,
            samples: 200,
            longest: Duration::from_millis(1000),
            pairs: 3,
            levels: vec![3, 5],
            is_quick: true,
            ..Workload::full()
        }
    }
}
