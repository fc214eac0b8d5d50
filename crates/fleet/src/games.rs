//! Games as tasks: how a match travels, who plays it, and how its games are checked before they count.

mod error;
mod performer;
mod pool;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use goren_arena::{Board, Budget, Builtin, Contestant, Job, Kind, Plan, ProcessSpec};
use goren_core::{Adjudication, Opening, Point, TimeControl};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::check::quoted;
use crate::message::{Announcement, Task};
use crate::names::{is_hash, is_name};

pub use error::{GamesError, NotPlayed, TaskError};
pub use performer::{GamesPerformer, SharedMaker};
pub use pool::GamesPool;

/// The kind of work of games.
pub const GAMES: &str = "games";
/// What an option's value starts with if it stands for an object: `object:HASH`.
pub const OBJECT: &str = "object:";

/// The most contestants of a run.
const MAX_CONTESTANTS: usize = 1000;
/// The most options of a built-in agent, and the longest name or value of one.
const MAX_OPTIONS: usize = 64;
const MAX_TEXT_BYTES: usize = 256;
/// The longest time of any clock or margin.
const MAX_TIME: std::time::Duration = std::time::Duration::from_secs(7 * 24 * 3600);

/// A contestant as it travels: never a command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Participant {
    /// An agent built into the program. A file among its options is `object:HASH`.
    Builtin(Builtin),
    /// An engine, by the name under which the worker's owner allows it.
    Engine(String),
}

/// What all games of a match have in common: the `common` of its announcement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Games {
    contestants: Vec<Traveller>,
    board: Board,
    opening: Opening,
    adjudication: Adjudication,
    margin_ms: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Traveller {
    name: String,
    plays: Participant,
    budget: Budget,
}

/// What distinguishes a game: the payload of its task.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Assignment {
    /// The contestants, by their places in the list.
    players: [usize; 2],
    seed: u64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    stones: Vec<Point>,
}

impl Games {
    /// A plan's games as they travel; `travel` says how a contestant does.
    pub fn new<E: From<GamesError>>(
        plan: &Plan,
        mut travel: impl FnMut(&Contestant) -> Result<Participant, E>,
    ) -> Result<Games, E> {
        let contestants = plan.contestants.iter().map(|contestant| {
            let plays = travel(contestant)?;
            Ok(Traveller { name: contestant.name.clone(), plays, budget: contestant.budget.or(&plan.budget) })
        });
        let games = Games {
            contestants: contestants.collect::<Result<_, E>>()?,
            board: plan.board.clone(),
            opening: plan.opening,
            adjudication: plan.adjudication,
            margin_ms: plan.margin_ms,
        };
        games.check()?;
        Ok(games)
    }

    /// Reads and checks the `common` of an announcement.
    pub fn read(common: &Value) -> Result<Games, GamesError> {
        let games: Games =
            serde_json::from_value(common.clone()).map_err(|error| GamesError::Json(error.to_string()))?;
        games.check()?;
        Ok(games)
    }

    /// The engines that its workers must allow.
    pub fn engines(&self) -> Vec<String> {
        let names = self.contestants.iter().filter_map(|traveller| match &traveller.plays {
            Participant::Engine(name) => Some(name.clone()),
            Participant::Builtin(_) => None,
        });
        names.collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Whether a clock runs for anyone.
    pub fn is_by_clock(&self) -> bool {
        self.contestants.iter().any(|traveller| !traveller.budget.time.is_none())
    }

    /// The memory that one game may use, in bytes, as far as it is limited.
    pub fn memory(&self) -> u64 {
        let mut budgets: Vec<u64> =
            self.contestants.iter().filter_map(|traveller| traveller.budget.memory).collect();
        budgets.sort_unstable();
        budgets.iter().rev().take(2).fold(0, |sum, memory| sum.saturating_add(*memory))
    }

    fn check(&self) -> Result<(), GamesError> {
        let count = self.contestants.len();
        if !(2..=MAX_CONTESTANTS).contains(&count) {
            return Err(GamesError::Contestants(count));
        }
        let mut names = BTreeSet::new();
        for traveller in &self.contestants {
            traveller.check()?;
            if !names.insert(&traveller.name) {
                return Err(GamesError::SameName(quoted(&traveller.name)));
            }
        }
        if u128::from(self.margin_ms) > MAX_TIME.as_millis() {
            return Err(GamesError::Margin(self.margin_ms));
        }
        Ok(())
    }

    /// The task of a job of the plan that this was made from.
    fn task(&self, job: &Job) -> Result<Task, GamesError> {
        let place = |contestant: &Contestant| {
            let place = self.contestants.iter().position(|traveller| traveller.name == contestant.name);
            place.ok_or_else(|| GamesError::Contestant(contestant.name.clone()))
        };
        let players = [place(&job.contestants[0])?, place(&job.contestants[1])?];
        let assignment = Assignment { players, seed: job.seed, stones: job.stones.clone() };
        let number = job.number as u64;
        let payload = serde_json::to_value(assignment)
            .map_err(|error| GamesError::Task { number, error: TaskError::Json(error.to_string()) })?;
        Ok(Task { number, payload })
    }

    /// The job of a task, with engines from the worker's own list. Everything in it is checked.
    fn job(&self, task: &Task, engines: &BTreeMap<String, ProcessSpec>) -> Result<Job, GamesError> {
        let wrong = |error| GamesError::Task { number: task.number, error };
        let assignment: Assignment = serde_json::from_value(task.payload.clone())
            .map_err(|error| wrong(TaskError::Json(error.to_string())))?;
        let contestant = |place: usize| -> Result<Contestant, GamesError> {
            let traveller =
                self.contestants.get(place).ok_or_else(|| wrong(TaskError::NoContestant(place)))?;
            let kind = match &traveller.plays {
                Participant::Builtin(builtin) => Kind::Builtin(builtin.clone()),
                Participant::Engine(name) => {
                    let engine = engines.get(name).ok_or_else(|| GamesError::NotAllowed(name.clone()))?;
                    Kind::Process(engine.clone())
                }
            };
            Ok(Contestant { name: traveller.name.clone(), kind, budget: traveller.budget })
        };
        let [first, second] = assignment.players;
        let job = Job {
            number: usize::try_from(task.number).map_err(|_| wrong(TaskError::Number))?,
            contestants: [contestant(first)?, contestant(second)?],
            board: self.board.clone(),
            opening: self.opening,
            stones: assignment.stones,
            seed: assignment.seed,
            adjudication: self.adjudication,
            margin_ms: self.margin_ms,
        };
        job.game().map_err(|error| wrong(TaskError::Start(error)))?;
        Ok(job)
    }

    /// Replaces objects among the options by their files. `files` names the options that are files: anything else than an
    /// object there is refused, so that no message can name a file of the worker's machine.
    fn localise(
        &mut self,
        files: &[String],
        object: impl Fn(&str) -> Option<std::path::PathBuf>,
    ) -> Result<(), GamesError> {
        for traveller in &mut self.contestants {
            let Participant::Builtin(builtin) = &mut traveller.plays else { continue };
            for (option, value) in &mut builtin.options {
                let hash = value.strip_prefix(OBJECT);
                match hash {
                    None if files.contains(option) => {
                        return Err(GamesError::File { option: option.clone(), got: quoted(value) });
                    }
                    None => {}
                    Some(hash) => {
                        let path = is_hash(hash).then(|| object(hash)).flatten();
                        let path = path.ok_or_else(|| GamesError::NoObject(quoted(hash)))?;
                        let path = path.to_str().ok_or(GamesError::Folder)?;
                        *value = path.to_owned();
                    }
                }
            }
        }
        Ok(())
    }
}

impl Traveller {
    fn check(&self) -> Result<(), GamesError> {
        let Traveller { name, plays, budget } = self;
        text("a contestant's name", name)?;
        match plays {
            Participant::Engine(engine) if !is_name(engine) => {
                return Err(GamesError::Engine(quoted(engine)));
            }
            Participant::Engine(_) => {}
            Participant::Builtin(builtin) => {
                text("a kind of agent", &builtin.kind)?;
                if builtin.options.len() > MAX_OPTIONS {
                    return Err(GamesError::Options(quoted(name)));
                }
                for (option, value) in &builtin.options {
                    text("an option", option)?;
                    text("an option's value", value)?;
                }
            }
        }
        let TimeControl { turn, game, increment } = budget.time;
        if turn.into_iter().chain(game).chain([increment]).any(|time| time > MAX_TIME) {
            return Err(GamesError::Clock(quoted(name)));
        }
        if budget.is_endless() && matches!(plays, Participant::Builtin(_)) {
            return Err(GamesError::Endless(quoted(name)));
        }
        Ok(())
    }
}

fn text(what: &'static str, text: &str) -> Result<(), GamesError> {
    if text.len() <= MAX_TEXT_BYTES && !text.chars().any(char::is_control) {
        Ok(())
    } else {
        Err(GamesError::Text { what, got: quoted(text) })
    }
}

/// Whether a task of games can be read under its announcement; for those who test the checks.
pub fn check_games(announcement: &Announcement, task: &Task) -> Result<(), GamesError> {
    Games::read(&announcement.common)?.job(task, &BTreeMap::new()).map(drop)
}
