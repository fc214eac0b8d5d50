//! A TOML file that lists contestants.
//!
//! ```toml
//! [[engine]]
//! name = "rapfi"
//! command = "/opt/rapfi/pbrain-rapfi"   # relative paths are resolved against the file's folder
//! args = ["--one", "two"]
//! folder = "/opt/rapfi"                 # its working folder
//! env = { OMP_NUM_THREADS = "1" }
//! options = { thread_num = 1 }          # sent as INFO before the game
//! start = 20000                         # how long it may take to get ready, in ms
//! longest = 60000                       # how long a move may take without a clock, in ms
//! nodes = 4000                          # limits of its own: time ("100ms" for a move, or as "5m+3s"; a number is ms), nodes, depth, memory (MiB)
//!
//! [[engine]]
//! name = "six"
//! kind = "goren"                        # an agent of this program
//! options = { level = 6 }
//! ```

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use goren_core::TimeControl;
use serde::Deserialize;

use super::{Builtin, Contestant, Kind, TimeError, time_control};
use crate::player::Budget;
use crate::process::ProcessSpec;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    engine: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Entry {
    name: String,
    command: Option<String>,
    kind: Option<String>,
    #[serde(default)]
    args: Vec<String>,
    folder: Option<String>,
    #[serde(default)]
    env: BTreeMap<String, String>,
    #[serde(default)]
    options: BTreeMap<String, toml::Value>,
    start: Option<u64>,
    longest: Option<u64>,
    time: Option<toml::Value>,
    nodes: Option<u64>,
    depth: Option<u32>,
    memory: Option<u64>,
}

/// Why a file of contestants is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RosterError {
    /// It is not such a file.
    Toml(toml::de::Error),
    /// One of the engines is not described as it should be.
    Engine {
        /// Its name.
        name: String,
        /// What is wrong with it.
        error: EntryError,
    },
}

/// What is wrong with an engine of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntryError {
    /// Another one has its name.
    Twice,
    /// An option that is no text.
    Option {
        /// Its name.
        key: String,
        /// Its value, as TOML.
        value: String,
    },
    /// Settings of a program for an agent of this one.
    NoProcess,
    /// Both a program and an agent of this one, or neither.
    NotOneKind,
    /// Not a time control.
    Time(TimeError),
}

impl fmt::Display for RosterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RosterError::Toml(error) => error.fmt(f),
            RosterError::Engine { name, error } => write!(f, "engine `{name}`: {error}"),
        }
    }
}

impl fmt::Display for EntryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EntryError::Twice => f.write_str("the name is given twice"),
            EntryError::Option { key, value } => {
                write!(f, "option `{key}`: expected a string, number or boolean, got `{value}`")
            }
            EntryError::NoProcess => {
                f.write_str("args, folder and env belong to a `command`, not to a `kind`")
            }
            EntryError::NotOneKind => f.write_str("expected either `command` or `kind`"),
            EntryError::Time(error) => write!(f, "time: {error}"),
        }
    }
}

impl std::error::Error for RosterError {}

impl std::error::Error for EntryError {}

/// Reads the contestants in a TOML file's text. Relative paths in it are resolved against `folder`, the file's own.
pub fn read_roster(text: &str, folder: &Path) -> Result<Vec<Contestant>, RosterError> {
    let file: File = toml::from_str(text).map_err(RosterError::Toml)?;
    let mut contestants: Vec<Contestant> = Vec::new();
    for entry in file.engine {
        let name = entry.name.clone();
        let is_known = contestants.iter().any(|other| other.name == name);
        let contestant = if is_known { Err(EntryError::Twice) } else { entry.contestant(folder) };
        contestants.push(contestant.map_err(|error| RosterError::Engine { name, error })?);
    }
    Ok(contestants)
}

impl Entry {
    fn contestant(self, folder: &Path) -> Result<Contestant, EntryError> {
        let budget = Budget {
            time: self.time()?,
            nodes: self.nodes,
            depth: self.depth,
            memory: self.memory.map(|mib| mib.saturating_mul(1 << 20)),
        };
        Ok(Contestant { name: self.name.clone(), kind: self.kind(folder)?, budget })
    }

    fn kind(self, folder: &Path) -> Result<Kind, EntryError> {
        let options = self.options.iter().map(|(key, value)| Ok((key.clone(), option_text(key, value)?)));
        let options = options.collect::<Result<_, _>>()?;
        let has_process_settings = !self.args.is_empty() || self.folder.is_some() || !self.env.is_empty();
        match (self.command, self.kind) {
            (Some(command), None) => {
                // A bare program name is looked up in PATH when it is run.
                let is_path = Path::new(&command).components().count() > 1;
                let program = if is_path { at(folder, &command) } else { command };
                let mut spec = ProcessSpec::new(self.name, [program]);
                spec.command.extend(self.args);
                spec.folder = self.folder.map(|inside| at(folder, &inside).into());
                spec.environment = self.env;
                spec.info = options;
                spec.start_ms = self.start.unwrap_or(spec.start_ms);
                spec.longest_ms = self.longest.unwrap_or(spec.longest_ms);
                Ok(Kind::Process(spec))
            }
            (None, Some(_)) if has_process_settings => Err(EntryError::NoProcess),
            (None, Some(kind)) => Ok(Kind::Builtin(Builtin { kind, options })),
            _ => Err(EntryError::NotOneKind),
        }
    }

    /// A text has a unit; a bare number is milliseconds.
    fn time(&self) -> Result<TimeControl, EntryError> {
        let time = match &self.time {
            None => return Ok(TimeControl::NONE),
            Some(toml::Value::String(text)) => time_control(text),
            Some(value) => time_control(&format!("{value}ms")),
        };
        time.map_err(EntryError::Time)
    }
}

fn option_text(key: &str, value: &toml::Value) -> Result<String, EntryError> {
    match value {
        toml::Value::String(text) => Ok(text.clone()),
        toml::Value::Integer(_) | toml::Value::Float(_) | toml::Value::Boolean(_) => Ok(value.to_string()),
        other => Err(EntryError::Option { key: key.to_owned(), value: other.to_string() }),
    }
}

/// Resolves a path given in a file in `folder`.
fn at(folder: &Path, path: &str) -> String {
    let joined = folder.join(path);
    std::path::absolute(&joined).unwrap_or(joined).to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processes_and_agents_stand_side_by_side() {
        let text = r#"
            [[engine]]
            name = "x"
            command = "bin/x"
            args = ["-a"]
            options = { threads = 2, book = true }
            nodes = 4000
            memory = 64

            [[engine]]
            name = "six"
            kind = "goren"
            options = { level = 6 }
        "#;
        let contestants = read_roster(text, Path::new("/engines")).unwrap();
        let Kind::Process(spec) = &contestants[0].kind else { panic!("not a process") };
        assert_eq!(spec.command, ["/engines/bin/x", "-a"]);
        assert_eq!(spec.info["threads"], "2");
        assert_eq!(spec.info["book"], "true");
        assert_eq!(contestants[0].budget.memory, Some(64 << 20));
        let Kind::Builtin(builtin) = &contestants[1].kind else { panic!("not built in") };
        assert_eq!((builtin.kind.as_str(), builtin.options["level"].as_str()), ("goren", "6"));
    }

    #[test]
    fn mistakes_name_the_engine_and_the_key() {
        let error = |text| read_roster(text, Path::new(".")).unwrap_err().to_string();
        assert!(error("[[engine]]\nname='x'").contains("engine `x`: expected either"));
        assert!(error("[[engine]]\nname='x'\ncomand='y'").contains("comand"));
        let twice = "[[engine]]\nname='x'\nkind='y'\n[[engine]]\nname='x'\nkind='y'";
        assert!(error(twice).contains("engine `x`: the name is given twice"));
        assert!(error("[[engine]]\nname='x'\nkind='y'\nargs=['a']").contains("belong to a `command`"));
    }
}
