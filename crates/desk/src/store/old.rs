//! What earlier versions have stored: read as it was written then, and written as it is now.

use goren_core::{Fault, FaultKind, ParseStepError, Seat, Step};
use serde::Deserialize;

use super::{SavedFault, SavedGame};
use crate::table::Holder;
use crate::wire::{NewGame, SeriesView, StepView};

/// A step as it is stored: `resign` and `time` did not say whose.
#[derive(Deserialize)]
pub(crate) struct StoredStep {
    step: String,
    seat: Seat,
    node: Option<usize>,
    ms: f64,
    black: Option<f64>,
}

impl TryFrom<StoredStep> for StepView {
    type Error = ParseStepError;

    fn try_from(stored: StoredStep) -> Result<StepView, ParseStepError> {
        let StoredStep { step, seat, node, ms, black } = stored;
        let step = match step.as_str() {
            "resign" => Step::Resign(seat),
            "time" => Step::Flag(seat),
            text => text.parse()?,
        };
        Ok(StepView { step, seat, node, ms, black })
    }
}

/// A game as it is stored: an agent that failed had resigned, and the text said how.
#[derive(Deserialize)]
pub(crate) struct StoredGame {
    setting: NewGame,
    steps: Vec<StepView>,
    fault: Option<StoredFault>,
    series: Option<SeriesView>,
    /// Earlier, after a restart every seat was free.
    #[serde(default)]
    holders: [Option<Holder>; 2],
}

#[derive(Deserialize)]
#[serde(untagged)]
enum StoredFault {
    Typed(SavedFault),
    Text(String),
}

impl From<StoredGame> for SavedGame {
    fn from(stored: StoredGame) -> SavedGame {
        let StoredGame { setting, mut steps, fault, series, holders } = stored;
        let fault = match fault {
            Some(StoredFault::Typed(fault)) => Some(fault),
            Some(StoredFault::Text(text)) => {
                let resigned = steps.pop_if(|last| matches!(last.step, Step::Resign(_)));
                resigned.map(|last| SavedFault { seat: last.seat, fault: fault_of(&text) })
            }
            None => None,
        };
        SavedGame { setting, steps, fault, series, holders }
    }
}

fn fault_of(text: &str) -> Fault {
    let typed = FaultKind::ALL.into_iter().find_map(|kind| {
        let detail = text.strip_prefix(&format!("{kind}: "))?.to_owned();
        Some(Fault { kind, detail })
    });
    typed.unwrap_or_else(|| Fault { kind: FaultKind::Crash, detail: text.to_owned() })
}
