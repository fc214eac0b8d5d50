//! Plays the games of a run on a worker.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use goren_arena::{Budget, Builtin, Local, MakeError, ProcessSpec, Slot, Worker};
use goren_core::{Agent, Stop};
use serde_json::Value;

use super::{GAMES, Games, Participant};
use crate::message::{Announcement, Speed, Task};
use crate::performer::{Performer, RunPerformer};

/// What creates built-in agents; see [`goren_arena::Maker`].
pub type SharedMaker =
    Arc<dyn Fn(&Builtin, &Budget, u64) -> Result<Box<dyn Agent + Send>, MakeError> + Send + Sync>;

/// Plays games with built-in agents and the engines that the worker's owner allows.
pub struct GamesPerformer {
    /// What creates built-in agents.
    pub maker: SharedMaker,
    /// The engines that are allowed, by name.
    pub engines: BTreeMap<String, ProcessSpec>,
    /// The options of built-in agents that name files, such as `net`: they come as objects only.
    pub files: Vec<String>,
    /// Nodes a second of one slot; 0 if not measured.
    pub speed: u64,
}

struct Match {
    games: Games,
    maker: SharedMaker,
    engines: BTreeMap<String, ProcessSpec>,
    speed: Option<Speed>,
}

impl Performer for GamesPerformer {
    fn accept(
        &self,
        run: &Announcement,
        objects: &dyn Fn(&str) -> Option<PathBuf>,
    ) -> Result<Box<dyn RunPerformer>, String> {
        if run.work != GAMES {
            return Err(format!("this worker plays games, it cannot do `{}`", run.work));
        }
        let mut games = Games::read(&run.common)?;
        games.localise(&self.files, objects)?;
        if games.memory() > run.needs.memory {
            let (wanted, said) = (games.memory() >> 20, run.needs.memory >> 20);
            return Err(format!("its games use {wanted} MB, it announces {said} MB"));
        }
        for traveller in &games.contestants {
            match &traveller.plays {
                Participant::Builtin(builtin) => {
                    let threads = builtin.options.get("threads").and_then(|threads| threads.parse().ok());
                    if threads.unwrap_or(1) > run.needs.threads {
                        let threads = threads.unwrap_or(1);
                        return Err(format!(
                            "{} uses {threads} threads, the run announces {}",
                            traveller.name, run.needs.threads
                        ));
                    }
                    // An agent that cannot be made here is known before the first game.
                    (self.maker)(builtin, &traveller.budget, 0)
                        .map_err(|error| format!("{}: {error}", traveller.name))?;
                }
                Participant::Engine(name) if !self.engines.contains_key(name) => {
                    return Err(format!("the engine `{name}` is not allowed here"));
                }
                Participant::Engine(_) => {}
            }
        }
        let speed = match run.needs.speed {
            Some(reference) => {
                let why = || {
                    format!(
                        "the clock of a machine of {reference} nodes a second cannot be kept with {}",
                        self.speed
                    )
                };
                Some(Speed::of(self.speed, reference).ok_or_else(why)?)
            }
            None if games.is_by_clock() => {
                return Err("its games are by the clock, and it does not say of which machine".to_owned());
            }
            None => None,
        };
        Ok(Box::new(Match { games, maker: self.maker.clone(), engines: self.engines.clone(), speed }))
    }
}

impl RunPerformer for Match {
    fn perform(&self, task: &Task, slot: &Slot, stop: &Stop) -> Result<Option<Value>, String> {
        let mut job = self.games.job(task, &self.engines)?;
        if let Some(speed) = self.speed {
            job = job.scaled(speed.scale);
        }
        let maker = &*self.maker;
        let played = Local::new(&|builtin, budget, seed| maker(builtin, budget, seed))
            .play(&job, slot, stop)
            .map_err(|error| error.to_string())?;
        let Some(mut played) = played else { return Ok(None) };
        played.scale = self.speed.map(|speed| speed.scale);
        serde_json::to_value(played).map(Some).map_err(|error| error.to_string())
    }

    fn speed(&self) -> Option<Speed> {
        self.speed
    }
}
