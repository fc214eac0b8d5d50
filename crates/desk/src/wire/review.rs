//! Reviews. What they hold is in the crate that makes them, `goren_review`.

use goren_review::Report;
use serde::Serialize;

use super::TableId;

/// A review so far.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct ReviewView {
    pub(crate) id: Option<u64>,
    pub(crate) table: TableId,
    pub(crate) running: bool,
    #[serde(flatten)]
    pub(crate) report: Report,
}
