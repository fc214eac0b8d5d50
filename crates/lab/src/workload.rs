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
    /// The one program that is measured, where the others can be left out.
    pub only: Option<&'static str>,
}

impl Workload {
    /// Enough for reliable numbers; `goren lab --help` has the time it takes.
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
            only: None,
        }
    }

    /// Enough to see the trends.
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

    /// What to call it: `full`, `quick`, or what is not as in either.
    pub fn name(&self) -> String {
        let as_here = |base: Workload| Workload { threads: self.threads, only: self.only, ..base };
        if *self == as_here(Workload::full()) {
            "full".to_owned()
        } else if *self == as_here(Workload::quick()) {
            "quick".to_owned()
        } else {
            let positions = match self.positions {
                1 => "1 position".to_owned(),
                count => format!("{count} positions"),
            };
            format!("{positions}, {} games for each two, seed {}", 2 * self.pairs, self.seed)
        }
    }

    /// Whether a program is measured.
    pub(crate) fn includes(&self, agent: &str) -> bool {
        self.only.is_none_or(|only| only == agent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_workload_is_named_by_what_it_measures_and_not_by_the_machine() {
        assert_eq!(Workload { threads: 8, ..Workload::full() }.name(), "full");
        assert_eq!(Workload { only: Some("trapper"), ..Workload::quick() }.name(), "quick");
        let own = Workload { positions: 3, ..Workload::quick() };
        assert_eq!(own.name(), "3 positions, 6 games for each two, seed 1");
    }
}
