//! Every message of the WebSocket, both ways. `docs/wire.md` explains them to whoever writes pages, and
//! `web/wire-types.d.ts` is made from them.

mod clock;
mod http;
mod laboratory;
mod library;
mod message;
mod proof;
mod request;
mod review;
mod theatre;
mod training;
mod xray;

use std::time::{SystemTime, UNIX_EPOCH};

use goren_core::Point;
use serde::{Deserialize, Serialize};

pub(crate) use http::*;
pub(crate) use laboratory::*;
pub(crate) use library::*;
pub use message::Role;
pub(crate) use message::*;
pub(crate) use proof::*;
pub(crate) use request::*;
pub(crate) use review::*;
pub(crate) use theatre::*;
pub(crate) use training::*;
pub(crate) use xray::*;

/// A table's or game's name on the wire: ten letters and digits that nobody can guess.
pub(crate) type TableId = String;

/// The time of day as the wire has it: milliseconds since 1970.
pub(crate) fn now_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}

/// A mark on a point.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(crate) struct Mark {
    pub(crate) point: Point,
    pub(crate) kind: MarkKind,
    /// The text of a label.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) text: String,
}

/// What a mark looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum MarkKind {
    Cross,
    Circle,
    Square,
    Triangle,
    Selected,
    Label,
}
