//! How to run an engine.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::player::Budget;

/// An engine that speaks Gomocup's protocol, as a file describes it.
///
/// ```
/// use goren_arena::ProcessSpec;
///
/// let spec: ProcessSpec = serde_json::from_str(r#"{ "name": "five", "command": ["./pbrain-five"] }"#)?;
/// assert_eq!(spec, ProcessSpec::new("five", ["./pbrain-five"]));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProcessSpec {
    /// Its name.
    pub name: String,
    /// The program and its arguments. A program without a `/` is looked up in `PATH`; a relative path is resolved against
    /// our working folder, not `folder`.
    pub command: Vec<String>,
    /// Its working folder; ours if `None`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<PathBuf>,
    /// Environment variables in addition to ours.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub environment: BTreeMap<String, String>,
    /// Additional `INFO` lines, sent after all others.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub info: BTreeMap<String, String>,
    /// The memory limit, in bytes; the smaller of this and the game's budget applies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<u64>,
    /// Where it may keep files between games; sent to it verbatim.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub persist: Option<PathBuf>,
    /// How long it may take to get ready, in milliseconds.
    #[serde(default = "start_ms")]
    pub start_ms: u64,
    /// How late a move may be, in milliseconds: delays of pipes and schedulers are not the engine's fault.
    #[serde(default = "margin_ms")]
    pub margin_ms: u64,
    /// How long a move may take without a clock, in milliseconds.
    #[serde(default = "longest_ms")]
    pub longest_ms: u64,
}

fn start_ms() -> u64 {
    5_000
}

fn margin_ms() -> u64 {
    100
}

fn longest_ms() -> u64 {
    60_000
}

impl ProcessSpec {
    /// A program with its arguments, and defaults for everything else.
    pub fn new<S: Into<String>>(
        name: impl Into<String>,
        command: impl IntoIterator<Item = S>,
    ) -> ProcessSpec {
        ProcessSpec {
            name: name.into(),
            command: command.into_iter().map(Into::into).collect(),
            folder: None,
            environment: BTreeMap::new(),
            info: BTreeMap::new(),
            memory: None,
            persist: None,
            start_ms: start_ms(),
            margin_ms: margin_ms(),
            longest_ms: longest_ms(),
        }
    }

    /// The memory limit in a game, in bytes.
    pub(super) fn most_memory(&self, budget: &Budget) -> Option<u64> {
        self.memory.into_iter().chain(budget.memory).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spec_reads_back_as_it_is_written() {
        let mut spec = ProcessSpec::new("five", ["./pbrain-five", "--quiet"]);
        spec.folder = Some("engines".into());
        spec.environment.insert("THREADS".to_owned(), "1".to_owned());
        spec.info.insert("hash_size".to_owned(), "65536".to_owned());
        spec.memory = Some(350 << 20);
        spec.persist = Some("kept".into());
        spec.start_ms = 10_000;
        let text = serde_json::to_string(&spec).unwrap();
        assert_eq!(serde_json::from_str::<ProcessSpec>(&text).unwrap(), spec);
    }

    #[test]
    fn a_misspelt_field_and_a_missing_program_are_named() {
        let error = |text| serde_json::from_str::<ProcessSpec>(text).unwrap_err().to_string();
        assert!(
            error(r#"{ "name": "x", "command": ["y"], "memroy": 1 }"#).contains("unknown field `memroy`")
        );
        assert!(error(r#"{ "name": "x" }"#).contains("missing field `command`"));
    }
}
