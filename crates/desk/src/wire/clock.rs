//! A clock as text, or as milliseconds, which earlier versions have stored.

use std::time::Duration;

use goren_core::TimeControl;
use serde::{Deserialize, Deserializer, de};
use serde_json::Value;

/// A clock that was stored as milliseconds.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Milliseconds {
    turn_ms: Option<u64>,
    game_ms: Option<u64>,
    increment_ms: u64,
}

pub(crate) fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<TimeControl, D::Error> {
    let value = Value::deserialize(deserializer)?;
    if value.is_string() {
        return TimeControl::deserialize(value).map_err(de::Error::custom);
    }
    let old = Milliseconds::deserialize(value).map_err(de::Error::custom)?;
    Ok(TimeControl {
        turn: old.turn_ms.map(Duration::from_millis),
        game: old.game_ms.map(Duration::from_millis),
        increment: Duration::from_millis(old.increment_ms),
    })
}
