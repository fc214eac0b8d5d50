//! What the server itself says to pages, besides what the desk does.

use goren_fleet::Snapshot;
use serde::{Deserialize, Serialize};

/// Why the server itself answers no call; the desk has reasons of its own, in the same form. Texts are those of `refusal.…` in the pages'
/// tables.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
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
    NotUnderstood { error: String },
    Internal { error: String },
}

/// What a page that the program opened asks its key with: `key`.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Redeem {
    pub(crate) code: String,
}

/// The owner's key: `key`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Key {
    pub(crate) token: String,
}

/// The address for others on the network: `invitation`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Invitation {
    pub(crate) guest_url: Option<String>,
}

/// The fleet that this studio watches: `fleet`. What is known of it is in the crate that watches, `goren_fleet`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct FleetView {
    /// Where its server is, without a password; absent if no fleet is watched.
    pub(crate) address: Option<String>,
    /// What is known of it; of the history only what the page does not have.
    pub(crate) snapshot: Option<Snapshot>,
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use goren_desk::Declarations;

    use super::*;

    /// The pages were written against these types: a change of a message is a change of this file.
    #[test]
    fn the_pages_have_the_types_of_every_message() {
        let mut all = Declarations::of_desk();
        all.add::<ServerRefusal>();
        all.add::<Redeem>();
        all.add::<Key>();
        all.add::<Invitation>();
        all.add::<FleetView>();
        let made = format!(
            "// Made from the Rust types that are sent, by a test of goren-studio; do not edit.\n\n{}\n",
            all.text()
        );
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/wire-types.d.ts");
        if std::env::var_os("GOREN_WRITE_TYPES").is_some() {
            std::fs::write(&path, &made).unwrap();
        }
        let is_same = std::fs::read_to_string(&path).is_ok_and(|kept| kept == made);
        assert!(is_same, "web/wire-types.d.ts is out of date: run this test with GOREN_WRITE_TYPES=1");
    }
}
