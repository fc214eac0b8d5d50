//! What the server itself says to pages, besides what the desk does.

use goren_fleet::Snapshot;
use serde::{Deserialize, Serialize};

/// Why the server itself answers no call; the desk has reasons of its own, in the same form. Texts are those of `refusal.…` in the pages'
/// tables.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "code", rename_all = "snake_case")]
pub(crate) enum ServerRefusal {
    NoKey,
    NotForGuests,
    WrongHost,
    WrongOrigin,
    WrongSite,
    TookTooLong,
    TooLarge { max: usize },
    NoCall,
    NoFleet,
    NotUnderstood { error: String },
    Internal { error: String },
}

/// What a page that the program opened asks its key with: `key`.
#[derive(Debug, Deserialize)]
pub(crate) struct Redeem {
    pub(crate) code: String,
}

/// The owner's key: `key`.
#[derive(Debug, Serialize)]
pub(crate) struct Key {
    pub(crate) token: String,
}

/// The address for others on the network: `invitation`.
#[derive(Debug, Serialize)]
pub(crate) struct Invitation {
    pub(crate) guest_url: Option<String>,
}

/// The fleet that this studio watches: `fleet`. What is known of it is in the crate that watches, `goren_fleet`.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct FleetView {
    /// Where its server is, without a password; absent if no fleet is watched.
    pub(crate) address: Option<String>,
    /// What is known of it; of the history only what the page does not have.
    pub(crate) snapshot: Option<Snapshot>,
}
