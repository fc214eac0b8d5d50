//! The whole server, spoken to over real sockets.
#![expect(clippy::unwrap_used, reason = "tests")]

#[path = "studio/client.rs"]
mod client;
#[path = "studio/fleet.rs"]
mod fleet;
#[path = "studio/games.rs"]
mod games;
#[path = "studio/guard.rs"]
mod guard;
#[path = "studio/library.rs"]
mod library;
#[path = "studio/load.rs"]
mod load;
#[path = "studio/study.rs"]
mod study;
#[path = "studio/theatre.rs"]
mod theatre;
