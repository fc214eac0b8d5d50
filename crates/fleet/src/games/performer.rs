//! Plays the games of a run on a worker.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use goren_arena::{Budget, Builtin, Local, MakeError, ProcessSpec, Slot, Worker};
use goren_core::{Agent, Stop};
use serde_json::Value;

use super::{GAMES, Games, GamesError, NotPlayed, Participant};
use crate::message::{Announcement, Speed, Task};
use crate::performer::{PerformError, Performer, RunPerformer};

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
    ) -> Result<Box<dyn RunPerformer>, PerformError> {
        Ok(Box::new(self.play(run, objects)?))
    }
}

impl GamesPerformer {
    fn play(
        &self,
        run: &Announcement,
        objects: &dyn Fn(&str) -> Option<PathBuf>,
    ) -> Result<Match, NotPlayed> {
        if run.work != GAMES {
            return Err(NotPlayed::OtherWork(run.work.clone()));
        }
        let mut games = Games::read(&run.common)?;
        games.localise(&self.files, objects)?;
        if games.memory() > run.needs.memory {
            return Err(NotPlayed::Memory { used: games.memory(), announced: run.needs.memory });
        }
        for traveller in &games.contestants {
            let contestant = || traveller.name.clone();
            match &traveller.plays {
                Participant::Builtin(builtin) => {
                    let threads = builtin.options.get("threads").and_then(|threads| threads.parse().ok());
                    let (used, announced) = (threads.unwrap_or(1), run.needs.threads);
                    if used > announced {
                        return Err(NotPlayed::Threads { contestant: contestant(), used, announced });
                    }
                    // An agent that cannot be made here is known before the first game.
                    (self.maker)(builtin, &traveller.budget, 0)
                        .map_err(|error| NotPlayed::Agent { contestant: contestant(), error })?;
                }
                Participant::Engine(name) if !self.engines.contains_key(name) => {
                    return Err(GamesError::NotAllowed(name.clone()).into());
                }
                Participant::Engine(_) => {}
            }
        }
        let speed = match run.needs.speed {
            Some(reference) => {
                let own = self.speed;
                let speed = Speed::of(own, reference);
                Some(speed.ok_or(NotPlayed::Speed { reference, own })?)
            }
            None if games.is_by_clock() => return Err(NotPlayed::NoReference),
            None => None,
        };
        Ok(Match { games, maker: self.maker.clone(), engines: self.engines.clone(), speed })
    }
}

impl RunPerformer for Match {
    fn perform(&self, task: &Task, slot: &Slot, stop: &Stop) -> Result<Option<Value>, PerformError> {
        let mut job = self.games.job(task, &self.engines)?;
        if let Some(speed) = self.speed {
            job = job.scaled(speed.scale);
        }
        let maker = &*self.maker;
        let played =
            Local::new(&|builtin, budget, seed| maker(builtin, budget, seed)).play(&job, slot, stop)?;
        let Some(mut played) = played else { return Ok(None) };
        played.scale = self.speed.map(|speed| speed.scale);
        Ok(Some(serde_json::to_value(played)?))
    }

    fn speed(&self) -> Option<Speed> {
        self.speed
    }
}
