//! A contestant in one argument: `goren:level=6`, `./engine`, `name=new cmd="./engine --fast" nodes=4000`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use goren_core::{TimeControl, parse_duration};

use super::{Builtin, Contestant, ContestantError, Kind, TimeError};
use crate::player::Budget;
use crate::process::ProcessSpec;

/// Parses contestants given on a command line.
#[derive(Clone, Debug, Default)]
pub struct Parser {
    /// The kinds of agents built into this program.
    pub kinds: Vec<String>,
    /// Contestants that can be referred to by name.
    pub roster: Vec<Contestant>,
}

impl Parser {
    /// Parses one contestant.
    ///
    /// The first word is a name from the roster, an agent of this program with its options (`goren:level=6,threads=2`),
    /// or the path of a program, which has a `/` (or `\`) in it: no file takes the place of a name. Words `key=value` follow it, or replace it if `cmd` is among them: `name`, `cmd`,
    /// `folder`, `env.NAME`, `option.NAME` (sent as `INFO`), `start` (how long it may take to get ready) and `longest`
    /// (how long a move may take without a clock); and limits of its own: `time` (see
    /// [`time_control`]), `nodes`, `depth`, `memory` (in MiB). Times have units, as in `100ms` or `2s`. Quotes keep
    /// spaces together.
    pub fn parse(&self, text: &str) -> Result<Contestant, ContestantError> {
        let text = text.trim();
        // A path may contain spaces.
        if is_path(text) && Path::new(text).is_file() {
            return Ok(program(text));
        }
        let words = words(text)?;
        let mut words = words.iter().map(String::as_str).peekable();
        let is_setting = |word: &str| word.split_once('=').is_some_and(|(key, _)| is_key(key));
        let mut contestant = match words.next_if(|word| !is_setting(word)) {
            Some(word) => self.named(word)?,
            None => Contestant {
                name: String::new(),
                kind: Kind::Process(ProcessSpec::new("", [""; 0])),
                budget: Budget::default(),
            },
        };
        for word in words {
            let (key, value) = word
                .split_once('=')
                .ok_or_else(|| ContestantError::Word { word: word.to_owned(), text: text.to_owned() })?;
            set(&mut contestant, key, value)?;
        }
        if let Kind::Process(spec) = &mut contestant.kind {
            let Some(program) = spec.command.first_mut() else {
                return Err(ContestantError::NoCommand(text.to_owned()));
            };
            if contestant.name.is_empty() {
                contestant.name = stem(program);
            }
            *program = settled(program);
            spec.name.clone_from(&contestant.name);
        }
        Ok(contestant)
    }

    fn named(&self, word: &str) -> Result<Contestant, ContestantError> {
        if let Some(known) = self.roster.iter().find(|contestant| contestant.name == word) {
            return Ok(known.clone());
        }
        let (head, options) = word.split_once(':').unwrap_or((word, ""));
        if self.kinds.iter().any(|kind| kind == head) {
            let mut contestant = Contestant {
                name: word.to_owned(),
                kind: Kind::Builtin(Builtin { kind: head.to_owned(), options: BTreeMap::new() }),
                budget: Budget::default(),
            };
            for option in options.split(',').filter(|option| !option.is_empty()) {
                let (key, value) = option.split_once('=').ok_or_else(|| ContestantError::Option {
                    option: option.to_owned(),
                    word: word.to_owned(),
                })?;
                set(&mut contestant, key, value)?;
            }
            return Ok(contestant);
        }
        if is_path(word) {
            return match Path::new(word).is_file() {
                true => Ok(program(word)),
                false => Err(ContestantError::NoFile(word.to_owned())),
            };
        }
        let names = self.roster.iter().map(|contestant| &contestant.name);
        let known = self.kinds.iter().chain(names).cloned().collect();
        Err(ContestantError::Unknown { word: word.to_owned(), known })
    }
}

/// Whether a word can only be a path.
fn is_path(word: &str) -> bool {
    word.contains(['/', '\\'])
}

fn program(path: &str) -> Contestant {
    let name = stem(path);
    let spec = ProcessSpec::new(name.clone(), [in_place(path)]);
    Contestant { name, kind: Kind::Process(spec), budget: Budget::default() }
}

/// A program's absolute path, so that a match can be resumed from another folder. A bare program name is looked up in
/// `PATH` when it is run.
fn settled(program: &str) -> String {
    if Path::new(program).components().count() > 1 { in_place(program) } else { program.to_owned() }
}

fn in_place(path: &str) -> String {
    std::path::absolute(path).map_or_else(|_| path.to_owned(), |path| path.to_string_lossy().into_owned())
}

fn stem(path: &str) -> String {
    Path::new(path).file_stem().map_or_else(|| path.to_owned(), |stem| stem.to_string_lossy().into_owned())
}

fn is_key(key: &str) -> bool {
    const KEYS: [&str; 9] = ["name", "cmd", "folder", "start", "longest", "time", "nodes", "depth", "memory"];
    KEYS.contains(&key) || key.starts_with("env.") || key.starts_with("option.")
}

/// Applies one `key=value`. An agent's options are checked when it is created.
fn set(contestant: &mut Contestant, key: &str, value: &str) -> Result<(), ContestantError> {
    let Contestant { name, kind, budget } = contestant;
    let number = |unit| {
        let wrong = || ContestantError::Number { key: key.to_owned(), unit, value: value.to_owned() };
        value.parse::<u64>().map_err(|_| wrong())
    };
    let no_time = |error| ContestantError::Time { key: key.to_owned(), error };
    let milliseconds = || milliseconds(value).map_err(no_time);
    match (key, kind) {
        ("name", _) => *name = value.to_owned(),
        ("time", _) => budget.time = time_control(value).map_err(no_time)?,
        ("nodes", _) => budget.nodes = Some(number("positions")?),
        ("depth", _) => {
            let depth = u32::try_from(number("plies")?);
            budget.depth = Some(depth.map_err(|_| ContestantError::Depth(value.to_owned()))?);
        }
        ("memory", _) => budget.memory = Some(number("MiB")?.saturating_mul(1 << 20)),
        ("cmd", Kind::Process(spec)) => spec.command = words(value)?,
        ("folder", Kind::Process(spec)) => spec.folder = Some(PathBuf::from(in_place(value))),
        ("start", Kind::Process(spec)) => spec.start_ms = milliseconds()?,
        ("longest", Kind::Process(spec)) => spec.longest_ms = milliseconds()?,
        (_, Kind::Process(spec)) => {
            if let Some(variable) = key.strip_prefix("env.") {
                spec.environment.insert(variable.to_owned(), value.to_owned());
            } else if let Some(option) = key.strip_prefix("option.") {
                spec.info.insert(option.to_owned(), value.to_owned());
            } else {
                return Err(ContestantError::Key(key.to_owned()));
            }
        }
        (_, Kind::Builtin(builtin)) => {
            let option = key.strip_prefix("option.").unwrap_or(key);
            builtin.options.insert(option.to_owned(), value.to_owned());
        }
    }
    Ok(())
}

/// A time with its unit, in milliseconds: `250ms`, `2s`, `1.5s`, `3m`, `0`.
pub fn milliseconds(text: &str) -> Result<u64, TimeError> {
    let time = parse_duration(text).map_err(TimeError::Parse)?;
    Ok(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
}

/// The shortest time for a move.
const MIN_TURN: Duration = Duration::from_millis(1);

/// A time control as [`TimeControl`] reads it, with at least a millisecond for a move. A bare number is refused: it has meant
/// milliseconds here and seconds elsewhere.
pub fn time_control(text: &str) -> Result<TimeControl, TimeError> {
    let control: TimeControl = text.parse().map_err(|error| match text.parse::<f64>() {
        Ok(_) => TimeError::NoUnit(text.to_owned()),
        Err(_) => TimeError::Parse(error),
    })?;
    match control.turn {
        Some(turn) if turn < MIN_TURN => Err(TimeError::TooShort(text.to_owned())),
        _ => Ok(control),
    }
}

/// Splits a line into words at spaces; single or double quotes keep them together.
fn words(text: &str) -> Result<Vec<String>, ContestantError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    if let Some(mark) = quote {
        return Err(ContestantError::Quote { mark, text: text.to_owned() });
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parser() -> Parser {
        Parser { kinds: vec!["goren".to_owned()], roster: Vec::new() }
    }

    #[test]
    fn an_agent_of_this_program_has_options_and_limits() {
        let contestant = parser().parse("goren:level=6,nodes=500 name=six").unwrap();
        assert_eq!(contestant.name, "six");
        assert_eq!(contestant.budget.nodes, Some(500));
        let Kind::Builtin(builtin) = contestant.kind else { panic!("not built in") };
        assert_eq!(builtin.options, BTreeMap::from([("level".to_owned(), "6".to_owned())]));
    }

    #[test]
    fn a_program_has_arguments_with_spaces() {
        let text =
            r#"name=new cmd="./engine --weights 'my file'" env.THREADS=2 option.hash=on time=1.5s memory=64"#;
        let contestant = parser().parse(text).unwrap();
        let Kind::Process(spec) = &contestant.kind else { panic!("not a process") };
        assert_eq!(spec.name, "new");
        assert!(Path::new(&spec.command[0]).is_absolute() && spec.command[0].ends_with("engine"));
        assert_eq!(spec.command[1..], ["--weights", "my file"]);
        assert_eq!(spec.environment["THREADS"], "2");
        assert_eq!(spec.info["hash"], "on");
        assert_eq!(contestant.budget.time.to_string(), "1500ms");
        assert_eq!(contestant.budget.memory, Some(64 << 20));
    }

    #[test]
    fn a_program_without_a_name_is_called_after_its_file() {
        assert_eq!(parser().parse("cmd=/opt/pbrain-x.exe").unwrap().name, "pbrain-x");
    }

    /// The working folder of a test is the crate's own.
    #[test]
    fn a_program_is_named_by_a_path_with_a_slash() {
        let file = "Cargo.toml";
        assert!(Path::new(file).is_file());
        let parser = Parser { kinds: vec![file.to_owned()], roster: Vec::new() };
        assert!(matches!(parser.parse(file).unwrap().kind, Kind::Builtin(_)));
        assert!(matches!(parser.parse(&format!("./{file}")).unwrap().kind, Kind::Process(_)));
        assert_eq!(
            self::parser().parse(file).unwrap_err().to_string(),
            "expected goren, or the path of a program such as `./Cargo.toml`, got `Cargo.toml`"
        );
        assert_eq!(parser.parse("./nosuch nodes=5").unwrap_err().to_string(), "no such file: `./nosuch`");
    }

    #[test]
    fn mistakes_are_quoted() {
        let error = |text| parser().parse(text).unwrap_err().to_string();
        assert!(error("gorne").contains("`gorne`"), "{}", error("gorne"));
        assert!(error("goren:level").contains("`level`"));
        assert!(error("cmd=./x speed=3").contains("`speed`"));
        assert!(error("name=x").contains("cmd="));
        assert!(error("cmd=\"./x").contains('"'));
        assert!(error("cmd=./x nodes=many").contains("`many`"));
        assert!(error("cmd=./x time=-4").contains("`-4`"));
        assert_eq!(
            error("goren time=100"),
            "time: expected a time with its unit such as 100ms or 2s, got `100`"
        );
        assert_eq!(error("goren time=0.02ms"), "time: expected at least 1ms for a move, got `0.02ms`");
        assert_eq!(
            error("cmd=./x start=5"),
            "start: expected a time such as `100ms`, `2.5s` or `3m`, got `5`"
        );
        assert!(error("cmd=./x --fast").contains("`--fast`"));
    }
}
