//! Contestants: a process or a built-in agent, with a name and optional limits of its own.

mod error;
mod inline;
mod roster;

use std::collections::BTreeMap;
use std::path::Path;

use goren_core::Agent;
use serde::{Deserialize, Serialize};

use crate::player::Budget;
use crate::process::ProcessSpec;

pub use error::{ContestantError, TimeError};
pub use inline::{Parser, milliseconds, time_control};
pub use roster::{EntryError, RosterError, read_roster};

/// One participant of a match or tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contestant {
    /// Its unique name in tables and files.
    pub name: String,
    /// What plays.
    #[serde(flatten)]
    pub kind: Kind,
    /// Limits that override those of the match, one by one.
    #[serde(default)]
    pub budget: Budget,
}

impl Contestant {
    /// Whether it overlooks things on purpose, as the lower levels of an agent do: then it does not know what its scores say.
    pub(crate) fn is_handicapped(&self) -> bool {
        const FULL_LEVEL: u8 = 10;
        let Kind::Builtin(builtin) = &self.kind else { return false };
        builtin
            .options
            .get("level")
            .and_then(|level| level.parse().ok())
            .is_some_and(|level: u8| level < FULL_LEVEL)
    }
}

/// What plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A program that speaks Gomocup's protocol.
    Process(ProcessSpec),
    /// An agent built into this program.
    Builtin(Builtin),
}

/// The description of a built-in agent, which the [`Maker`] interprets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Builtin {
    /// The kind of agent, such as `goren`.
    pub kind: String,
    /// Its options, such as `level` = `6`.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
}

/// Creates a built-in agent from its description, its limits and the game's seed, or says what is wrong with the
/// description. The arena itself has no agents.
pub type Maker<'a> = dyn Fn(&Builtin, &Budget, u64) -> Result<Box<dyn Agent + Send>, MakeError> + Sync + 'a;

/// What a [`Maker`] says is wrong with a description. It reads as one line.
pub type MakeError = Box<dyn std::error::Error + Send + Sync>;

impl Budget {
    /// These limits where set, and those of `other` for the rest.
    #[must_use]
    pub fn or(&self, other: &Budget) -> Budget {
        Budget {
            time: if self.time.is_none() { other.time } else { self.time },
            nodes: self.nodes.or(other.nodes),
            depth: self.depth.or(other.depth),
            memory: self.memory.or(other.memory),
        }
    }

    /// Whether no limit ends a search; memory alone does not.
    pub fn is_endless(&self) -> bool {
        *self == Budget { memory: self.memory, ..Budget::default() }
    }
}

/// Makes names unique: programs get their folders (`old/goren`, `new/goren`), and remaining duplicates a number
/// (`goren`, `goren (2)`).
pub fn distinguish(contestants: &mut [Contestant]) {
    let names: Vec<String> = contestants.iter().map(|contestant| contestant.name.clone()).collect();
    for contestant in contestants.iter_mut() {
        let is_shared = names.iter().filter(|name| **name == contestant.name).count() > 1;
        if let Kind::Process(spec) = &contestant.kind
            && is_shared
            && let Some(program) = spec.command.first().map(Path::new)
            && program.file_stem().is_some_and(|stem| *stem == *contestant.name)
            && let Some(folder) = program.parent().and_then(Path::file_name)
        {
            contestant.name = format!("{}/{}", folder.to_string_lossy(), contestant.name);
        }
    }
    for i in 1..contestants.len() {
        let wanted = contestants[i].name.clone();
        let mut rank = 1;
        while contestants[..i].iter().any(|earlier| earlier.name == contestants[i].name) {
            rank += 1;
            contestants[i].name = format!("{wanted} ({rank})");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contestant_goes_through_json() {
        let contestant = Contestant {
            name: "six".to_owned(),
            kind: Kind::Builtin(Builtin {
                kind: "goren".to_owned(),
                options: BTreeMap::from([("level".to_owned(), "6".to_owned())]),
            }),
            budget: Budget { nodes: Some(500), ..Budget::default() },
        };
        let json = serde_json::to_string(&contestant).unwrap();
        assert_eq!(serde_json::from_str::<Contestant>(&json).unwrap(), contestant);
    }

    #[test]
    fn the_same_name_is_told_apart_by_folder_and_then_by_rank() {
        let program = |path: &str| Contestant {
            name: "goren".to_owned(),
            kind: Kind::Process(ProcessSpec::new("goren", [path])),
            budget: Budget::default(),
        };
        let mut all = ["/old/goren", "/new/goren", "/new/goren", "goren"].map(program);
        distinguish(&mut all);
        let names = all.map(|contestant| contestant.name);
        assert_eq!(names, ["old/goren", "new/goren", "new/goren (2)", "goren"]);
    }

    #[test]
    fn own_limits_replace_common_ones_one_by_one() {
        let own = Budget { nodes: Some(500), ..Budget::default() };
        let common = Budget { nodes: Some(9), time: "20ms".parse().unwrap(), ..Budget::default() };
        assert_eq!(own.or(&common), Budget { nodes: Some(500), ..common });
    }
}
