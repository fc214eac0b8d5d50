//! The calls about proofs.

use std::sync::Arc;

use axum::Json;
use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};

use super::{Answer, CallError, blocking};
use crate::proofs::Kept;
use crate::server::App;
use crate::wire::{ProofNode, ProofPlace, ProofView};

/// The largest file that is opened.
const MOST_PROOF: usize = 32 << 20;

/// What is below `proofs`.
pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/", post(open).layer(DefaultBodyLimit::max(MOST_PROOF)))
        .route("/{id}", get(view))
        .route("/{id}/node", get(node))
        .route("/{id}/file", get(file))
}

fn find(app: &App, id: &str) -> Result<Arc<Kept>, CallError> {
    let missing = || {
        let id: String = id.chars().take(32).collect();
        CallError(StatusCode::NOT_FOUND, format!("there is no proof `{id}` any more; find or open it again"))
    };
    app.proofs.find(id).ok_or_else(missing)
}

/// Checks the proof of a file.
async fn open(State(app): State<Arc<App>>, body: Bytes) -> Answer<ProofView> {
    blocking(move || {
        let text = std::str::from_utf8(&body).map_err(|_| CallError::bad("expected a proof, got no text"))?;
        app.proofs.open(text).map(|kept| Json(kept.view())).map_err(CallError::bad)
    })
    .await
}

async fn view(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answer<ProofView> {
    Ok(Json(find(&app, &id)?.view()))
}

/// One place of it.
async fn node(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(ProofPlace { replies }): Query<ProofPlace>,
) -> Answer<ProofNode> {
    blocking(move || find(&app, &id)?.node(&replies).map(Json).map_err(CallError::bad)).await
}

/// All of it, as a file.
async fn file(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Response, CallError> {
    blocking(move || {
        let text = find(&app, &id)?.proof.to_text();
        let headers = [
            (CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
            (CONTENT_DISPOSITION, format!("attachment; filename=\"goren-{id}.proof\"")),
        ];
        Ok((headers, text).into_response())
    })
    .await
}
