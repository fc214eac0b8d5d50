//! What travels between the machines of a fleet, as JSON. None of it is a command to run.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A run of tasks, as its coordinator announces it to all workers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Announcement {
    /// The run's identifier: 16 hexadecimal digits. The same run, resumed, has the same.
    pub run: String,
    /// What it is, for people: `goren:level=6 – goren:level=5`.
    pub title: String,
    /// The kind of its tasks: `games`, `datagen` or `openings`.
    pub work: String,
    /// What all its tasks have in common; its form depends on the kind.
    pub common: Value,
    /// What a worker must have.
    pub needs: Needs,
    /// How long a worker may be silent before its task is given to another, in milliseconds.
    pub lease_ms: u64,
    /// When it began, in seconds since 1970.
    pub started: u64,
    /// The coordinator's process: a random number. A coordinator that finds another one here has been replaced.
    pub coordinator: u64,
    /// Whether tasks are to be begun.
    pub state: RunState,
}

/// Whether a run's tasks are to be begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum RunState {
    /// Workers take tasks.
    Open,
    /// Workers finish what they have begun.
    Draining,
}

/// What a worker must have to take part in a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Needs {
    /// The program's version.
    pub version: String,
    /// The signature of its search: the nodes of `goren bench`.
    pub signature: u64,
    /// Foreign engines, by the names under which the worker's owner must have allowed them.
    #[serde(default)]
    pub engines: Vec<String>,
    /// Files: networks and books.
    #[serde(default)]
    pub objects: Vec<Object>,
    /// The threads that one task uses.
    pub threads: u32,
    /// The memory that one task may use, in bytes.
    pub memory: u64,
    /// For tasks by the clock: the speed of the machine for which the times are meant, in nodes a second.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed: Option<u64>,
}

/// A file in the fleet's object store.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Object {
    /// The SHA-256 of its bytes, 64 hexadecimal digits; also its name in the store.
    pub hash: String,
    /// Its length, in bytes.
    pub size: u64,
}

/// One piece of work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// Its number in its run, from 0.
    pub number: u64,
    /// What distinguishes it from the others of its run.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub payload: Value,
}

/// The answer to a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// The task's number.
    pub number: u64,
    /// The worker's name.
    pub worker: String,
    /// How fast the worker was, if the task was by the clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed: Option<Speed>,
    /// The result, or why the worker cannot perform the task.
    pub outcome: Result<Value, String>,
}

/// The measured speed of a worker, and what follows for its clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Speed {
    /// Nodes a second of one slot, while all slots are busy.
    pub nodes: u64,
    /// By how much times were multiplied, in thousandths: above 1000 on a slower machine.
    pub scale: u32,
}

#[cfg(feature = "nats")]
impl Speed {
    /// Clocks are stretched or shortened by at most a factor of four, in thousandths.
    const SCALES: std::ops::RangeInclusive<u64> = 250..=4000;

    /// The clock of a worker of so many nodes a second, in a run whose times are meant for a machine of `reference` nodes;
    /// `None` if the two are too different, or the worker's speed was not measured.
    pub(crate) fn of(nodes: u64, reference: u64) -> Option<Speed> {
        let scale =
            reference.saturating_mul(1000).checked_div(nodes).filter(|scale| Self::SCALES.contains(scale))?;
        Some(Speed { nodes, scale: u32::try_from(scale).ok()? })
    }

    /// Whether a clock may have been scaled so.
    pub(crate) fn is_possible(&self) -> bool {
        Self::SCALES.contains(&self.scale.into())
    }
}

/// What a worker says of itself every two seconds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WorkerPulse {
    /// Its name, unique in the fleet.
    pub worker: String,
    /// The program's version.
    pub version: String,
    /// The signature of its search.
    pub signature: u64,
    /// The number of tasks it performs at once.
    pub slots: u32,
    /// Those that are busy.
    pub busy: u32,
    /// Nodes a second of one slot.
    pub speed: u64,
    /// The engines that its owner allows.
    pub engines: Vec<String>,
    /// Tasks finished since it started.
    pub finished: u64,
    /// Tasks finished within the last minute.
    pub last_minute: u32,
    /// Tasks that failed since it started.
    pub failed: u64,
    /// When it started, in seconds since 1970.
    pub started: u64,
    /// The runs of which it has tasks in hand, with their number.
    #[serde(default)]
    pub serves: Vec<(String, u32)>,
    /// The runs in which it does not take part, with the reason.
    pub refuses: Vec<(String, String)>,
    /// It was asked to end, and finishes what it has begun.
    pub is_leaving: bool,
}

/// What a coordinator says of its run every two seconds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RunProgress {
    /// The run's identifier.
    pub run: String,
    /// Tasks whose results count.
    pub finished: u64,
    /// All tasks, as far as known.
    pub expected: u64,
    /// Tasks that are handed out and have no result yet.
    pub out: u64,
    /// Tasks that wait for a worker.
    pub waiting: u64,
    /// Results that the coordinator has not yet read.
    pub unread: u64,
    /// Results counted within the last minute.
    pub last_minute: u32,
    /// Tasks that were given to another worker.
    pub repeated: u64,
    /// Results that arrived again and were not counted.
    pub doubled: u64,
    /// Results that did not pass the check.
    pub rejected: u64,
    /// The state of the match, for people: `+12 −9 =4, Elo +42 ± 60`.
    pub summary: String,
    /// What each worker has done for the run.
    pub workers: Vec<WorkerStanding>,
}

/// What a worker has done for a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WorkerStanding {
    /// Its name.
    pub worker: String,
    /// Its results that count.
    pub counted: u64,
    /// Its results that did not pass the check.
    pub rejected: u64,
    /// Why it takes part no longer, if it was set aside.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub aside: Option<String>,
}

#[cfg(all(test, feature = "nats"))]
mod tests {
    use super::*;

    #[test]
    fn a_slower_machine_gets_more_time_within_bounds() {
        assert_eq!(Speed::of(500, 1000), Some(Speed { nodes: 500, scale: 2000 }));
        assert_eq!(Speed::of(4000, 1000), Some(Speed { nodes: 4000, scale: 250 }));
        for nodes in [4001, 249, 0] {
            assert_eq!(Speed::of(nodes, 1000), None, "{nodes}");
        }
        assert!(!Speed { nodes: 1000, scale: 249 }.is_possible());
    }
}
