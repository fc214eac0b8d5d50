//! A fleet that is watched. What is known of it is in the crate that watches, `goren_fleet`.

use goren_fleet::Snapshot;
use serde::Serialize;

/// The fleet that this studio watches: `fleet`.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct FleetView {
    /// Where its server is, without a password; absent if no fleet is watched.
    pub(crate) address: Option<String>,
    /// What is known of it; of the history only what the page does not have.
    pub(crate) snapshot: Option<Snapshot>,
}
