//! Plays the games of a run on a worker.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use goren_arena::{Budget, Builtin, Local, ProcessSpec, Slot, Worker};
use goren_core::{Agent, Stop};
use serde_json::Value;

use super::{GAMES, Games, Participant};
use crate::message::{Announcement, Speed, Task};
use crate::performer::{Performer, RunPerformer};

/// What creates built-in agents; see [`goren_arena::Maker`].
pub type SharedMaker =
    Arc<dyn Fn(&Builtin, &Budget, u64) -> Result<Box<dyn Agent + Send>, String> + Send + Sync>;

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
            Some(reference) => Some(scale(reference, self.speed)?),
            None if games.is_by_clock() => {
                return Err("its games are by the clock, and it does not say of which machine".to_owned());
            }
            None => None,
        };
        Ok(Box::new(Match { games, maker: self.maker.clone(), engines: self.engines.clone(), speed }))
    }
}

/// By how much times are multiplied on a machine of this speed.
fn scale(reference: u64, own: u64) -> Result<Speed, String> {
    let scale = u128::from(reference) * 1000 / u128::from(own.max(1));
    if own == 0 || !(250..=4000).contains(&scale) {
        return Err(format!(
            "the clock of a machine of {reference} nodes a second cannot be kept with {own}"
        ));
    }
    Ok(Speed { nodes: own, scale: u32::try_from(scale).unwrap_or(1000) })
}

impl RunPerformer for Match {
    fn perform(&self, task: &Task, slot: &Slot, stop: &Stop) -> Result<Option<Value>, String> {
        let mut job = self.games.job(task, &self.engines)?;
        if let Some(speed) = self.speed {
            job = job.scaled(speed.scale);
        }
        let maker = &*self.maker;
        let played =
            Local::new(&|builtin, budget, seed| maker(builtin, budget, seed)).play(&job, slot, stop)?;
        let Some(mut played) = played else { return Ok(None) };
        played.scale = self.speed.map(|speed| speed.scale);
        serde_json::to_value(played).map(Some).map_err(|error| error.to_string())
    }

    fn speed(&self) -> Option<Speed> {
        self.speed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slower_machine_gets_more_time() {
        assert_eq!(scale(1000, 500), Ok(Speed { nodes: 500, scale: 2000 }));
        assert_eq!(scale(1000, 4000), Ok(Speed { nodes: 4000, scale: 250 }));
        assert!(scale(1000, 4001).is_err() && scale(1000, 249).is_err() && scale(1000, 0).is_err());
    }
}
