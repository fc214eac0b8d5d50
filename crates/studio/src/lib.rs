//! The studio: a server on this machine through which a browser plays, analyses and keeps games.
//!
//! What answers the pages is `goren_desk`; here is what carries their messages. `server.rs` listens, `guard.rs` says who may talk to us,
//! `socket.rs` is one page's connection, `pages.rs` has the pages themselves.
#![forbid(unsafe_code)]

mod connections;
mod fleet;
mod guard;
mod pages;
mod peer;
mod server;
mod socket;
mod wire;

pub use fleet::WatchedFleet;
pub use server::{DEFAULT_PORT, Options, Server, StartError};
