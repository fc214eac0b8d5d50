//! Work on many machines: a coordinator hands out tasks and collects their answers, workers perform them.
//!
//! The messages go through a NATS server with JetStream. Nothing here knows an engine: what a task means is the business
//! of the program that performs it, and a game's agents come through [`goren_arena::Maker`].
#![forbid(unsafe_code)]

mod audit;
mod check;
mod connection;
mod coordinator;
mod error;
mod games;
mod message;
mod metrics;
mod names;
mod performer;
mod ranges;
mod snapshot;
mod watch;
mod worker;

pub use audit::Audit;
pub use check::{LARGEST_ANSWER, LARGEST_OBJECT, LARGEST_TASK};
pub use connection::{Address, Fleet};
pub use coordinator::{Coordinator, Delivery, Receipt, SILENCE};
pub use error::FleetError;
pub use games::{GAMES, Games, GamesPerformer, GamesPool, OBJECT, Participant, SharedMaker, check_games};
pub use message::{
    Announcement, Answer, Needs, Object, RunProgress, RunState, Speed, Task, WorkerPulse, WorkerStanding,
};
pub use metrics::{METRICS_TYPE, metrics};
pub use names::{is_hash, is_name, run_id};
pub use performer::{Performer, RunPerformer};
pub use snapshot::{
    Connection, ConnectionState, EndedRun, GoneWorker, HISTORY_STEP_MS, MOST_HISTORY, MOST_WORKERS, Moment,
    Pulse, RunSeen, SILENCE_MS, Snapshot, Totals, WorkerSeen,
};
pub use watch::Watch;
pub use worker::{WorkerEvent, WorkerOptions, serve};
