//! What earlier versions have stored: read as it was written then, and written as it is now.

use goren_core::{EndingKind, Fault, FaultKind, ForbiddenKind, ParseStepError, Seat, Step};
use serde::{Deserialize, Deserializer};

use super::{HeadResult, SavedFault, SavedGame};
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

/// How a game ended, in the list: it stood there in words, such as `Black wins by five, h8–l8`.
pub(super) fn result<'de, D: Deserializer<'de>>(stored: D) -> Result<Option<HeadResult>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum StoredResult {
        Typed(HeadResult),
        Text(String),
    }
    let stored = Option::<StoredResult>::deserialize(stored)?;
    Ok(stored.map(|stored| match stored {
        StoredResult::Typed(result) => result,
        StoredResult::Text(text) => result_of(&text),
    }))
}

fn result_of(text: &str) -> HeadResult {
    let fault = FaultKind::ALL.into_iter().find(|kind| text.contains(&format!(" {kind}: ")));
    if fault.is_some() {
        return HeadResult { ending: Some(EndingKind::Fault), fault, ..HeadResult::default() };
    }
    let endings = [
        (" by five, ", EndingKind::Five),
        (" was forbidden (", EndingKind::Forbidden),
        (" by resignation", EndingKind::Resignation),
        (" on time", EndingKind::Time),
        (" by agreement", EndingKind::Agreement),
        (": the board is full", EndingKind::FullBoard),
        (": Black has no legal move", EndingKind::NoLegalMove),
    ];
    let Some((words, ending)) = endings.into_iter().find(|(words, _)| text.contains(words)) else {
        return HeadResult::default();
    };
    let (before, after) = text.split_once(words).unwrap_or_default();
    let row = after.split_once('–').and_then(|(first, last)| Some([first.parse().ok()?, last.parse().ok()?]));
    let point = before.rsplit(' ').next().and_then(|point| point.parse().ok());
    let kinds = [ForbiddenKind::Overline, ForbiddenKind::DoubleFour, ForbiddenKind::DoubleThree];
    let why = kinds.into_iter().find(|kind| after.trim_end_matches(')') == kind.to_string());
    HeadResult { ending: Some(ending), row, point: point.filter(|_| why.is_some()), why, fault: None }
}

#[cfg(test)]
mod tests {
    use goren_core::Point;

    use super::*;

    #[test]
    fn how_a_game_ended_is_read_from_the_words_of_earlier_versions() {
        let point = |name: &str| name.parse::<Point>().ok();
        let ending = |ending| HeadResult { ending: Some(ending), ..HeadResult::default() };
        for (text, told) in [
            (
                "Black wins by five, h8–l12",
                HeadResult { row: point("h8").zip(point("l12")).map(Into::into), ..ending(EndingKind::Five) },
            ),
            (
                "White wins: h8 was forbidden (double three)",
                HeadResult {
                    point: point("h8"),
                    why: Some(ForbiddenKind::DoubleThree),
                    ..ending(EndingKind::Forbidden)
                },
            ),
            ("Black wins by resignation", ending(EndingKind::Resignation)),
            ("White wins on time", ending(EndingKind::Time)),
            ("Draw by agreement", ending(EndingKind::Agreement)),
            ("Draw: the board is full", ending(EndingKind::FullBoard)),
            ("Draw: Black has no legal move", ending(EndingKind::NoLegalMove)),
            (
                "Black wins: goren 1 lost on time: took 3 s",
                HeadResult { fault: Some(FaultKind::Time), ..ending(EndingKind::Fault) },
            ),
            ("White wins", HeadResult::default()),
        ] {
            assert_eq!(result_of(text), told, "{text}");
            let typed = serde_json::to_string(&told).unwrap();
            let mut read = serde_json::Deserializer::from_str(&typed);
            assert_eq!(result(&mut read).unwrap(), Some(told), "{typed}");
        }
    }
}
