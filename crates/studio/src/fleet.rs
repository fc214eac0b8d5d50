//! The calls of the fleet's page, and the metrics for Prometheus. They only read: a fleet is run from the command line.

use std::sync::Arc;

use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use goren_fleet::{METRICS_TYPE, Snapshot, metrics};
use serde::Deserialize;
use tokio::sync::watch::Receiver;

use crate::server::App;
use crate::wire::FleetView;

/// A fleet to show.
#[derive(Clone, Debug)]
pub struct WatchedFleet {
    /// Where its server is, as it may be shown.
    pub address: String,
    /// What is known of it.
    pub snapshots: Receiver<Arc<Snapshot>>,
}

pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new().route("/", get(fleet)).route("/metrics", get(prometheus))
}

/// What a page knows.
#[derive(Deserialize)]
struct Known {
    /// The time of the newest point of the history that it has.
    since: Option<u64>,
}

/// What is known of the fleet.
async fn fleet(State(app): State<Arc<App>>, Query(Known { since }): Query<Known>) -> Json<FleetView> {
    let Some(watched) = &app.fleet else { return Json(FleetView { address: None, snapshot: None }) };
    let mut snapshot = Snapshot::clone(&watched.snapshots.borrow());
    if let Some(since) = since {
        snapshot.history.retain(|moment| moment.at > since);
    }
    Json(FleetView { address: Some(watched.address.clone()), snapshot: Some(snapshot) })
}

/// The same, as Prometheus reads it.
async fn prometheus(State(app): State<Arc<App>>) -> Response {
    let Some(watched) = &app.fleet else {
        // Who reads this is not a page.
        return (StatusCode::NOT_FOUND, "no fleet is watched: see `goren serve --nats`\n").into_response();
    };
    let snapshot = Arc::clone(&watched.snapshots.borrow());
    ([(CONTENT_TYPE, METRICS_TYPE)], metrics(&snapshot)).into_response()
}
