//! Every message of the WebSocket, both ways. `docs/wire.md` explains them to whoever writes pages, and
//! `web/wire-types.d.ts` is made from them.

pub(crate) mod ask;
mod clock;
mod http;
mod laboratory;
mod library;
mod message;
mod proof;
mod request;
mod review;
mod theatre;
mod training;
mod xray;

use std::time::{SystemTime, UNIX_EPOCH};

use goren_core::Point;
use serde::{Deserialize, Serialize};

pub(crate) use ask::{Answer, Ask, Asked, TableRequest};
pub(crate) use http::*;
pub(crate) use laboratory::*;
pub(crate) use library::*;
pub use message::Role;
pub(crate) use message::*;
pub(crate) use proof::*;
pub(crate) use request::*;
pub(crate) use review::*;
pub(crate) use theatre::*;
pub(crate) use training::*;
pub(crate) use xray::*;

/// A table's or game's name on the wire: ten letters and digits that nobody can guess.
pub(crate) type TableId = String;

/// The time of day as the wire has it: milliseconds since 1970.
pub(crate) fn now_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}

/// A mark on a point.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Mark {
    pub(crate) point: Point,
    pub(crate) kind: MarkKind,
    /// The text of a label.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) text: String,
}

/// What a mark looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub(crate) enum MarkKind {
    Cross,
    Circle,
    Square,
    Triangle,
    Selected,
    Label,
}

/// Declares everything that is heard and said.
#[cfg(feature = "ts")]
pub(crate) fn declare(all: &mut crate::types::Declarations) {
    use goren_puzzle::training::{
        AttemptView, ProgressView, PuzzleList, RushView, SheetRequest, Swap2View, TrainBegin, TrainHint,
        TrainProof, TrainRuling, TrainSolution, TrainTree, TrainingView,
    };
    all.add::<Greeting>();
    all.add::<ask::Request>();
    all.add::<ask::Answers>();
    all.add::<Message<'static>>();
    all.add::<About>();
    all.add::<Agents>();
    all.add::<GameList>();
    all.add::<Games>();
    all.add::<Chosen>();
    all.add::<XrayRequest>();
    all.add::<EvaluationXray>();
    all.add::<GlanceRequest>();
    all.add::<GlanceView>();
    all.add::<LabView>();
    all.add::<LabStart>();
    all.add::<LabResult>();
    all.add::<ProofView>();
    all.add::<ProofPlace>();
    all.add::<ProofNode>();
    all.add::<TrainBegin>();
    all.add::<AttemptView>();
    all.add::<TrainMove>();
    all.add::<TrainCall>();
    all.add::<TrainRuling>();
    all.add::<TrainHint>();
    all.add::<TrainSolution>();
    all.add::<TrainProve>();
    all.add::<TrainProof>();
    all.add::<TrainTree>();
    all.add::<TrainingView>();
    all.add::<RushStart>();
    all.add::<RushView>();
    all.add::<ProgressView>();
    all.add::<PuzzleList>();
    all.add::<SheetRequest>();
    all.add::<OwnChosen>();
    all.add::<Swap2Judge>();
    all.add::<Swap2Ask>();
    all.add::<Swap2Deal>();
    all.add::<Swap2Answer>();
    all.add::<Swap2View>();
    all.add::<ExploreRequest>();
    all.add::<ExploreView>();
    all.add::<FindRequest>();
    all.add::<FoundView>();
    all.add::<LibraryOpen>();
    all.add::<LibraryOpened>();
    all.add::<LibraryView>();
    all.add::<LibraryChosen>();
    all.add::<RemovedView>();
    all.add::<RestoreRequest>();
    all.add::<LearnRequest>();
    all.add::<RepertoireView>();
    all.add::<PracticeView>();
    all.add::<PracticeRequest>();
    all.add::<PracticeResult>();
}
