//! Everything that answers a page of the studio: tables, analysis, review, training, the library, the school. No socket, no HTTP, no
//! process: whatever carries the messages hands them in as text, and is woken when there is something to send.
//!
//! `desk.rs` is the whole, `page.rs` a page that is connected, `calls.rs` has what is not bound to a table, `wire.rs` every message,
//! `table.rs` runs a game, `store.rs` keeps it.
#![forbid(unsafe_code)]

#[cfg(test)]
mod agreement;
mod analysis;
mod calls;
mod chance;
mod claims;
mod desk;
#[doc(hidden)]
pub mod fuzz;
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
mod page;
pub mod pipe;
mod proofs;
mod random;
mod refusal;
mod review;
mod store;
mod table;
mod theatre;
mod training;
#[cfg(feature = "ts")]
mod types;
mod wire;
mod xray;

pub use calls::{Blame, CallError, Method, Reply, Request};
pub use desk::{Desk, NotWelcome, Options};
pub use library::{AddPlayedError, add_played};
pub use opponent::Registered;
pub use page::{Outgoing, Page};
pub use random::random_hex;
pub use store::{Archive, Repair, StoreError};
#[cfg(feature = "ts")]
pub use types::Declarations;
pub use wire::Role;
