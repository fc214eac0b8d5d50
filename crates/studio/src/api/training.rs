//! The calls of training.

use std::sync::Arc;

use axum::Json;
use axum::Router;
use axum::body::Bytes;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::routing::{get, post};
use goren_core::Stop;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::{Answer, CallError, blocking};
use crate::server::App;
use crate::training::{TrainError, Training};
use crate::wire::{
    AttemptView, OwnChosen, ProgressView, PuzzleList, RushView, Swap2Deal, Swap2View, TrainCall, TrainHint,
    TrainMove, TrainProof, TrainProve, TrainRuling, TrainSolution, TrainTree, TrainingView,
};

impl From<TrainError> for CallError {
    fn from(error: TrainError) -> CallError {
        let status = match error {
            TrainError::Bad(_) => StatusCode::BAD_REQUEST,
            TrainError::Missing(_) => StatusCode::NOT_FOUND,
            TrainError::Store(_) => StatusCode::INTERNAL_SERVER_ERROR,
        };
        CallError(status, error.to_string())
    }
}

/// Every call below `/api/train`.
pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/", get(view))
        .route("/begin", post(begin))
        .route("/move", post(play))
        .route("/on", post(play_on))
        .route("/hint", post(hint))
        .route("/solution", post(solution))
        .route("/prove", post(prove))
        .route("/tree", post(tree))
        .route("/progress", get(progress))
        .route("/rush", get(rush).post(start_rush))
        .route("/sheet", post(sheet))
        .route("/own", get(own).post(add_own))
        .route("/own/delete", post(delete_own))
        .route("/own/restore", post(restore_own))
        .route("/swap2/judge", post(judge_swap2))
        .route("/swap2/deal", post(deal_swap2))
        .route("/swap2/choose", post(choose_swap2))
}

/// Does something with the training where waiting holds up nobody else; a page that goes away stops what it asked for.
async fn with<T: Send + 'static>(
    app: Arc<App>,
    work: impl FnOnce(&Training, &Stop) -> Result<T, TrainError> + Send + 'static,
) -> Answer<T> {
    struct Raise(Stop);
    impl Drop for Raise {
        fn drop(&mut self) {
            self.0.raise();
        }
    }
    let gone = Raise(Stop::default());
    let stop = gone.0.clone();
    blocking(move || work(&app.training, &stop).map(Json).map_err(CallError::from)).await
}

fn parsed<T: DeserializeOwned>(body: &Bytes) -> Result<T, CallError> {
    serde_json::from_slice(body).map_err(CallError::bad)
}

#[derive(Deserialize)]
struct Today {
    day: String,
}

async fn view(State(app): State<Arc<App>>, Query(today): Query<Today>) -> Answer<TrainingView> {
    with(app, move |training, _| training.view(&today.day)).await
}

async fn begin(State(app): State<Arc<App>>, body: Bytes) -> Answer<AttemptView> {
    let request = parsed(&body)?;
    with(app, move |training, _| training.begin(&request)).await
}

async fn play(State(app): State<Arc<App>>, body: Bytes) -> Answer<TrainRuling> {
    let TrainMove { attempt, point } = parsed(&body)?;
    with(app, move |training, stop| training.play(&attempt, point, stop)).await
}

async fn play_on(State(app): State<Arc<App>>, body: Bytes) -> Answer<Value> {
    let TrainCall { attempt } = parsed(&body)?;
    with(app, move |training, _| training.play_on(&attempt).map(|()| json!({}))).await
}

async fn hint(State(app): State<Arc<App>>, body: Bytes) -> Answer<TrainHint> {
    let TrainCall { attempt } = parsed(&body)?;
    with(app, move |training, stop| training.hint(&attempt, stop)).await
}

async fn solution(State(app): State<Arc<App>>, body: Bytes) -> Answer<TrainSolution> {
    let TrainCall { attempt } = parsed(&body)?;
    with(app, move |training, _| training.solution(&attempt)).await
}

async fn prove(State(app): State<Arc<App>>, body: Bytes) -> Answer<TrainProof> {
    let TrainProve { attempt, moves } = parsed(&body)?;
    with(app, move |training, stop| training.prove(&attempt, &moves, stop)).await
}

async fn tree(State(app): State<Arc<App>>, body: Bytes) -> Answer<TrainTree> {
    let TrainProve { attempt, moves } = parsed(&body)?;
    with(app, move |training, stop| training.tree(&attempt, &moves, stop)).await
}

async fn progress(State(app): State<Arc<App>>) -> Answer<ProgressView> {
    with(app, |training, _| Ok(training.progress())).await
}

async fn rush(State(app): State<Arc<App>>) -> Answer<RushView> {
    with(app, |training, _| training.rush()).await
}

async fn start_rush(State(app): State<Arc<App>>, body: Bytes) -> Answer<RushView> {
    let request = parsed(&body)?;
    with(app, move |training, _| training.start_rush(&request)).await
}

async fn sheet(State(app): State<Arc<App>>, body: Bytes) -> Answer<PuzzleList> {
    let request = parsed(&body)?;
    with(app, move |training, _| training.sheet(&request)).await
}

async fn own(State(app): State<Arc<App>>) -> Answer<PuzzleList> {
    with(app, |training, _| Ok(training.own())).await
}

/// Keeps the puzzles of a file, one JSON object a line, as one's own.
async fn add_own(State(app): State<Arc<App>>, body: Bytes) -> Answer<PuzzleList> {
    let text = std::str::from_utf8(&body).map_err(CallError::bad)?;
    let puzzles = goren_puzzle::read(text).map_err(CallError::bad)?;
    with(app, move |training, _| {
        for puzzle in puzzles {
            training.add_own(puzzle)?;
        }
        Ok(training.own())
    })
    .await
}

async fn delete_own(State(app): State<Arc<App>>, body: Bytes) -> Answer<Value> {
    let OwnChosen { ids } = parsed(&body)?;
    with(app, move |training, _| training.delete_own(&ids).map(|()| json!({}))).await
}

async fn restore_own(State(app): State<Arc<App>>, body: Bytes) -> Answer<Value> {
    let OwnChosen { ids } = parsed(&body)?;
    with(app, move |training, _| training.restore_own(&ids).map(|()| json!({}))).await
}

async fn judge_swap2(State(app): State<Arc<App>>, body: Bytes) -> Answer<Swap2View> {
    let request = parsed(&body)?;
    with(app, move |training, stop| training.judge_swap2(&request, stop)).await
}

async fn deal_swap2(State(app): State<Arc<App>>, body: Bytes) -> Answer<Swap2Deal> {
    let request = parsed(&body)?;
    with(app, move |training, _| training.deal_swap2(&request)).await
}

async fn choose_swap2(State(app): State<Arc<App>>, body: Bytes) -> Answer<Swap2View> {
    let request = parsed(&body)?;
    with(app, move |training, stop| training.choose_swap2(&request, stop)).await
}
