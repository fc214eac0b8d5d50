//! Work on many machines: a coordinator hands out tasks and collects their answers, workers perform them.
//!
//! The messages go through a NATS server with JetStream. Nothing here knows an engine: what a task means is the business
//! of the program that performs it, and a game's agents come through [`goren_arena::Maker`].
//!
//! With the feature `nats` (on unless somebody asks for less) the messages travel; without it there is what they say, and how
//! a fleet is shown.
#![forbid(unsafe_code)]

#[cfg(feature = "nats")]
mod audit;
mod check;
#[cfg(feature = "nats")]
mod connection;
#[cfg(feature = "nats")]
mod coordinator;
#[cfg(feature = "nats")]
mod error;
#[cfg(feature = "nats")]
mod games;
mod message;
mod metrics;
mod names;
#[cfg(feature = "nats")]
mod performer;
#[cfg(feature = "nats")]
mod ranges;
mod snapshot;
#[cfg(feature = "nats")]
mod subjects;
#[cfg(feature = "nats")]
mod watch;
#[cfg(feature = "nats")]
mod worker;

#[cfg(feature = "nats")]
pub use audit::Audit;
pub use check::{MAX_ANSWER_BYTES, MAX_OBJECT_BYTES, MAX_TASK_BYTES, MessageError};
#[cfg(feature = "nats")]
pub use connection::{Address, Fleet};
#[cfg(feature = "nats")]
pub use coordinator::{Coordinator, Delivery, Receipt, SILENCE};
#[cfg(feature = "nats")]
pub use error::FleetError;
#[cfg(feature = "nats")]
pub use games::{
    GAMES, Games, GamesError, GamesPerformer, GamesPool, NotPlayed, OBJECT, Participant, SharedMaker,
    TaskError, check_games,
};
pub use message::{
    Announcement, Answer, Needs, Object, RunProgress, RunState, Speed, Task, WorkerPulse, WorkerStanding,
};
pub use metrics::{METRICS_TYPE, metrics};
pub use names::{is_hash, is_name, run_id};
#[cfg(feature = "nats")]
pub use performer::{PerformError, Performer, RunPerformer};
pub use snapshot::{
    Connection, ConnectionState, EndedRun, GoneWorker, HISTORY_STEP_MS, MAX_HISTORY, MAX_WORKERS, Moment,
    Pulse, PulseError, RunSeen, SILENCE_MS, Snapshot, Totals, WorkerSeen,
};
#[cfg(feature = "nats")]
pub use watch::Watch;
#[cfg(feature = "nats")]
pub use worker::{WorkerEvent, WorkerOptions, serve};
