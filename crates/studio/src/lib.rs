//! The studio: a server on this machine through which a browser plays, analyses and keeps games.
//!
//! `wire.rs` has every message, `guard.rs` says who may talk to us, `table.rs` runs a game, `store.rs` keeps it.
#![forbid(unsafe_code)]

mod analysis;
mod api;
mod guard;
mod hint;
mod judge;
mod lobby;
mod look;
mod moment;
mod opponent;
mod outbox;
mod pages;
mod review;
mod server;
mod socket;
mod step;
mod store;
mod table;
mod wire;
mod work;

pub use server::{DEFAULT_PORT, Options, Server, StartError};
