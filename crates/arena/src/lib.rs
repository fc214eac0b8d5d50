//! Games between agents: players in this process and in others, the referee, schedules, statistics, a journal.
//!
//! Nothing here knows an engine: agents come through [`goren_core::Agent`] or as processes that speak Gomocup's protocol.

mod player;

pub use player::{Answer, Budget, Fault, FaultKind, InProcess, Player};
