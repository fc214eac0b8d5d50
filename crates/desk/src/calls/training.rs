//! The calls of training.

use std::str;

use serde_json::json as object;

use super::{Reply, Request, json};
use crate::refusal::Refusal;
use crate::training::{TrainError, Training};
use crate::wire::{OwnChosen, TrainCall, TrainMove, TrainProve};
use serde::Deserialize;

impl From<TrainError> for Refusal {
    fn from(error: TrainError) -> Refusal {
        match error {
            TrainError::Training(error) if error.is_missing() => {
                Refusal::SchoolMissing { error: error.to_string() }
            }
            TrainError::Training(error) => Refusal::school(error),
            TrainError::Day { .. } => Refusal::school(error),
            TrainError::Refused(refusal) => refusal,
            TrainError::Store(error) => error.into(),
        }
    }
}

#[derive(Deserialize)]
struct Today {
    day: String,
}

/// Every call below `train`.
pub(super) fn train(training: &Training, path: &[&str], request: &Request<'_>) -> Result<Reply, Refusal> {
    let stop = &request.stop;
    match (request.is_post(), path) {
        (false, []) => json(&training.view(&request.query::<Today>()?.day)?),
        (true, ["begin"]) => json(&training.begin(&request.parsed()?)?),
        (true, ["move"]) => {
            let TrainMove { attempt, point } = request.parsed()?;
            json(&training.play(&attempt, point, stop)?)
        }
        (true, ["on"]) => {
            let TrainCall { attempt } = request.parsed()?;
            training.play_on(&attempt)?;
            json(&object!({}))
        }
        (true, ["hint"]) => {
            let TrainCall { attempt } = request.parsed()?;
            json(&training.hint(&attempt, stop)?)
        }
        (true, ["solution"]) => {
            let TrainCall { attempt } = request.parsed()?;
            json(&training.solution(&attempt)?)
        }
        (true, ["prove"]) => {
            let TrainProve { attempt, moves } = request.parsed()?;
            json(&training.prove(&attempt, &moves, stop)?)
        }
        (true, ["tree"]) => {
            let TrainProve { attempt, moves } = request.parsed()?;
            json(&training.tree(&attempt, &moves, stop)?)
        }
        (false, ["progress"]) => json(&training.progress()),
        (false, ["rush"]) => json(&training.rush()?),
        (true, ["rush"]) => json(&training.start_rush(&request.parsed()?)?),
        (true, ["sheet"]) => json(&training.sheet(&request.parsed()?)?),
        (false, ["own"]) => json(&training.own()),
        (true, ["own"]) => add_own(training, request),
        (true, ["own", "delete"]) => {
            let OwnChosen { ids } = request.parsed()?;
            training.delete_own(&ids)?;
            json(&object!({}))
        }
        (true, ["own", "restore"]) => {
            let OwnChosen { ids } = request.parsed()?;
            training.restore_own(&ids)?;
            json(&object!({}))
        }
        (true, ["swap2", "judge"]) => json(&training.judge_swap2(&request.parsed()?, stop)?),
        (true, ["swap2", "deal"]) => json(&training.deal_swap2(&request.parsed()?)),
        (true, ["swap2", "choose"]) => json(&training.choose_swap2(&request.parsed()?, stop)?),
        _ => Err(Refusal::NoCall),
    }
}

/// Keeps the puzzles of a file, one JSON object a line, as one's own.
fn add_own(training: &Training, request: &Request<'_>) -> Result<Reply, Refusal> {
    let text = str::from_utf8(&request.body).map_err(Refusal::school)?;
    for puzzle in goren_puzzle::read(text).map_err(Refusal::school)? {
        training.add_own(puzzle)?;
    }
    json(&training.own())
}
