//! The fleet's calls, with a snapshot that was made up.

use std::sync::Arc;

use goren_fleet::{ConnectionState, Pulse, Snapshot, WorkerPulse};
use goren_studio::{Options, WatchedFleet};
use serde_json::json;
use tokio::sync::watch;

use crate::client::Running;

fn worker(name: &str) -> WorkerPulse {
    serde_json::from_value(json!({
        "worker": name, "version": "0.1.0", "signature": 676_814, "slots": 4, "busy": 3, "speed": 900_000, "engines": [],
        "finished": 12, "last_minute": 6, "failed": 0, "started": 1, "refuses": [["r", "it has no engine `rapfi`"]],
        "is_leaving": false,
    }))
    .unwrap()
}

/// A fleet of one worker, with two points of history.
fn snapshot() -> Snapshot {
    let mut snapshot = Snapshot::new("team", 0);
    snapshot.connection(ConnectionState::Connected, None, 0);
    snapshot.hear(Ok(Pulse::Worker(worker("anvil"))), 1_000);
    snapshot.tick(1_000);
    snapshot.tick(3_000);
    snapshot
}

fn watched() -> (Options, watch::Sender<Arc<Snapshot>>) {
    let (sender, snapshots) = watch::channel(Arc::new(snapshot()));
    let fleet = Some(WatchedFleet { address: "nats://host:4222".to_owned(), snapshots });
    (Options { port: 0, fleet, ..Options::default() }, sender)
}

async fn watching() -> (Running, watch::Sender<Arc<Snapshot>>) {
    let (options, sender) = watched();
    (Running::start(options).await, sender)
}

#[tokio::test]
async fn a_page_sees_the_newest_snapshot_and_the_history_that_it_does_not_have() {
    let (running, sender) = watching().await;
    let (status, view) = running.call("GET", "/api/fleet", b"").await;
    assert_eq!(status, 200);
    assert_eq!(view["address"], "nats://host:4222");
    assert_eq!(view["snapshot"]["fleet"], "team");
    assert_eq!(view["snapshot"]["workers"][0]["worker"], "anvil");
    assert_eq!(view["snapshot"]["workers"][0]["refuses"][0][1], "it has no engine `rapfi`");
    assert_eq!(view["snapshot"]["totals"]["slots"], 4);
    assert_eq!(view["snapshot"]["history"].as_array().unwrap().len(), 2);
    let mut later = snapshot();
    later.hear(Ok(Pulse::Worker(worker("bellows"))), 4_000);
    later.tick(5_000);
    sender.send_replace(Arc::new(later));
    let (_, view) = running.call("GET", "/api/fleet?since=3000", b"").await;
    assert_eq!(view["snapshot"]["totals"]["slots"], 8);
    assert_eq!(
        view["snapshot"]["history"],
        json!([{ "at": 5_000, "slots": 8, "busy": 6, "last_minute": 12 }])
    );
    let (_, about) = running.call("GET", "/api/about", b"").await;
    assert_eq!(about["fleet"], true);
}

#[tokio::test]
async fn prometheus_reads_the_same() {
    let (running, _sender) = watching().await;
    let (head, text) = running.file("/api/fleet/metrics").await;
    assert!(head.to_lowercase().contains("content-type: text/plain; version=0.0.4; charset=utf-8"), "{head}");
    assert!(text.contains("\ngoren_fleet_worker_busy_slots{fleet=\"team\",worker=\"anvil\"} 3\n"), "{text}");
    let plain = format!("GET /api/fleet/metrics HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n", running.port);
    assert_eq!(running.http(&plain, b"").await.0, 401);
}

#[tokio::test]
async fn guests_see_nothing_of_it() {
    let (options, _sender) = watched();
    let (running, guest) = Running::for_guests(options).await;
    for (path, expected) in [("/api/fleet", 401), ("/api/fleet/metrics", 401), ("/api/about", 200)] {
        let port = running.port;
        let head =
            format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {guest}\r\n");
        let (status, answer) = running.http(&head, b"").await;
        assert_eq!(status, expected, "{path}");
        assert!(!answer.contains("anvil") && !answer.contains("\"fleet\":true"), "{answer}");
    }
}

#[tokio::test]
async fn a_studio_without_a_fleet_says_so() {
    let running = Running::in_memory().await;
    let (status, view) = running.call("GET", "/api/fleet", b"").await;
    assert_eq!((status, view), (200, json!({ "address": null, "snapshot": null })));
    let (_, about) = running.call("GET", "/api/about", b"").await;
    assert_eq!(about["fleet"], false);
    let (head, text) = running.file("/api/fleet/metrics").await;
    assert!(head.starts_with("HTTP/1.1 404"), "{head}");
    assert!(text.contains("goren serve --nats"), "{text}");
}
