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

use super::{Builtin, Contestant, Kind, time_control};
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
pub struct RosterError(String);

impl fmt::Display for RosterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RosterError {}

/// Reads the contestants in a TOML file's text. Relative paths in it are resolved against `folder`, the file's own.
pub fn read_roster(text: &str, folder: &Path) -> Result<Vec<Contestant>, RosterError> {
    let file: File = toml::from_str(text).map_err(|error| RosterError(error.to_string()))?;
    let mut contestants: Vec<Contestant> = Vec::new();
    for entry in file.engine {
        let wrong = |what: &str| RosterError(format!("engine `{}`: {what}", entry.name));
        if contestants.iter().any(|other| other.name == entry.name) {
            return Err(wrong("the name is given twice"));
        }
        let mut options = BTreeMap::new();
        for (key, value) in &entry.options {
            let text = match value {
                toml::Value::String(text) => text.clone(),
                toml::Value::Integer(_) | toml::Value::Float(_) | toml::Value::Boolean(_) => {
                    value.to_string()
                }
                other => {
                    return Err(wrong(&format!(
                        "option `{key}`: expected a string, number or boolean, got `{other}`"
                    )));
                }
            };
            options.insert(key.clone(), text);
        }
        let has_process_settings = !entry.args.is_empty() || entry.folder.is_some() || !entry.env.is_empty();
        let kind = match (&entry.command, &entry.kind) {
            (Some(command), None) => {
                // A bare program name is looked up in PATH when it is run.
                let is_path = Path::new(command).components().count() > 1;
                let program = if is_path { at(folder, command) } else { command.clone() };
                let mut spec = ProcessSpec::new(entry.name.clone(), [program]);
                spec.command.extend(entry.args.iter().cloned());
                spec.folder = entry.folder.as_ref().map(|inside| at(folder, inside).into());
                spec.environment.clone_from(&entry.env);
                spec.info = options;
                spec.start_ms = entry.start.unwrap_or(spec.start_ms);
                spec.longest_ms = entry.longest.unwrap_or(spec.longest_ms);
                Kind::Process(spec)
            }
            (None, Some(_)) if has_process_settings => {
                return Err(wrong("args, folder and env belong to a `command`, not to a `kind`"));
            }
            (None, Some(kind)) => Kind::Builtin(Builtin { kind: kind.clone(), options }),
            _ => return Err(wrong("expected either `command` or `kind`")),
        };
        let time = match &entry.time {
            None => TimeControl::NONE,
            Some(toml::Value::String(text)) => {
                time_control(text).map_err(|error| wrong(&format!("time: {error}")))?
            }
            Some(value) => {
                time_control(&format!("{value}ms")).map_err(|error| wrong(&format!("time: {error}")))?
            }
        };
        contestants.push(Contestant {
            kind,
            budget: Budget {
                time,
                nodes: entry.nodes,
                depth: entry.depth,
                memory: entry.memory.map(|mib| mib.saturating_mul(1 << 20)),
            },
            name: entry.name,
        });
    }
    Ok(contestants)
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
