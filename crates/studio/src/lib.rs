//! The studio: a server on this machine through which a browser plays, analyses and keeps games.
//!
//! `wire.rs` has every message, `guard.rs` says who may talk to us, `table.rs` runs a game, `store.rs` keeps it.
#![forbid(unsafe_code)]

#[cfg(test)]
mod agreement;
mod analysis;
mod api;
mod chance;
mod claims;
mod connections;
#[doc(hidden)]
pub mod fuzz;
mod guard;
mod hint;
mod inspect;
mod jobs;
mod known;
mod laboratory;
mod library;
mod load;
mod lobby;
mod opponent;
mod outbox;
mod pages;
mod peer;
mod proofs;
mod refusal;
mod review;
mod server;
mod socket;
mod store;
mod table;
mod theatre;
mod training;
mod wire;
mod xray;

pub use api::fleet::WatchedFleet;
pub use library::{AddPlayedError, add_played};
pub use server::{DEFAULT_PORT, Options, Server, StartError};
pub use store::{Archive, Repair, StoreError};
