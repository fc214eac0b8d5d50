//! A fleet watched over a real server, with pulses published by hand.
#![allow(clippy::unwrap_used)]

#[allow(dead_code)]
mod server;

use std::time::Duration;

use async_nats::jetstream;
use goren_fleet::{
    Address, Announcement, ConnectionState, Fleet, Needs, RunProgress, RunState, Snapshot, Watch, WorkerPulse,
};
use server::Server;

/// However loaded the machine.
const TIMEOUT: Duration = Duration::from_secs(30);

fn pulse(worker: &str, busy: u32) -> Vec<u8> {
    let pulse = WorkerPulse {
        worker: worker.to_owned(),
        version: "0.1.0".to_owned(),
        signature: 1,
        slots: 4,
        busy,
        speed: 1_000,
        engines: Vec::new(),
        finished: 0,
        last_minute: 7,
        failed: 0,
        started: 0,
        refuses: Vec::new(),
        serves: Vec::new(),
        is_leaving: false,
    };
    serde_json::to_vec(&pulse).unwrap()
}

fn announcement(run: &str) -> Vec<u8> {
    let announcement = Announcement {
        run: run.to_owned(),
        title: "one – other".to_owned(),
        work: "games".to_owned(),
        common: serde_json::Value::Null,
        needs: Needs::default(),
        lease_ms: 30_000,
        started: 5,
        coordinator: 1,
        state: RunState::Open,
    };
    serde_json::to_vec(&announcement).unwrap()
}

/// Waits for a snapshot of which this is true.
async fn until(watch: &mut Watch, what: &str, is_so: impl Fn(&Snapshot) -> bool) {
    let found = tokio::time::timeout(TIMEOUT, async {
        while !is_so(&watch.snapshot()) {
            watch.changed().await;
        }
    });
    assert!(found.await.is_ok(), "{what}: {:?}", watch.snapshot());
}

#[tokio::test]
#[ignore = "needs nats-server"]
async fn a_watch_sees_workers_and_runs_come_and_go_and_outlives_the_server() {
    let mut server = Server::start();
    let address = Address { fleet: "team".to_owned(), ..Address::new(server.url()) };
    let mut watch = Watch::connect(address.clone());
    until(&mut watch, "connected", |seen| seen.connection.state == ConnectionState::Connected).await;

    let client = async_nats::connect(server.url()).await.unwrap();
    let say = async |worker: &str, busy| {
        client.publish(format!("team.pulse.worker.{worker}"), pulse(worker, busy).into()).await.unwrap();
        client.publish(format!("other.pulse.worker.{worker}x"), pulse(worker, busy).into()).await.unwrap();
        client.publish("team.pulse.worker.broken", "{".into()).await.unwrap();
        client.flush().await.unwrap();
    };
    say("anvil", 3).await;
    say("bellows", 1).await;
    until(&mut watch, "two workers", |seen| (seen.totals.workers, seen.totals.busy) == (2, 4)).await;
    assert!(watch.snapshot().unreadable >= 1);

    // The first who works with a fleet makes its buckets.
    tokio::task::spawn_blocking(move || Fleet::connect(&address).map(drop)).await.unwrap().unwrap();
    let runs = jetstream::new(client.clone()).get_key_value("team-runs").await.unwrap();
    runs.put("r1", announcement("r1").into()).await.unwrap();
    runs.put("r2", announcement("r2").into()).await.unwrap();
    runs.put("r3", announcement("another").into()).await.unwrap();
    runs.put("r4", "{".into()).await.unwrap();
    until(&mut watch, "two runs", |seen| seen.runs.len() == 2).await;
    let progress = RunProgress { run: "r1".to_owned(), finished: 9, ..RunProgress::default() };
    let text = serde_json::to_vec(&progress).unwrap();
    client.publish("team.pulse.run.r1", text.into()).await.unwrap();
    until(&mut watch, "progress", |seen| seen.runs[0].progress.as_ref() == Some(&progress)).await;
    runs.delete("r1").await.unwrap();
    until(&mut watch, "r1 is over", |seen| seen.runs.len() == 1 && seen.ended.len() == 1).await;
    assert_eq!((watch.snapshot().ended[0].run.as_str(), watch.snapshot().ended[0].finished), ("r1", 9));
    until(&mut watch, "r2 is silent", |seen| seen.runs[0].silent.is_some()).await;
    until(&mut watch, "workers are silent", |seen| seen.workers.is_empty() && seen.gone.len() == 2).await;

    server.kill();
    until(&mut watch, "lost", |seen| seen.connection.state == ConnectionState::Lost).await;
    server.restart();
    until(&mut watch, "connected again", |seen| seen.connection.state == ConnectionState::Connected).await;
    let back = tokio::time::timeout(TIMEOUT, async {
        while watch.snapshot().workers.is_empty() {
            // The client of this test comes back when it likes.
            say("anvil", 2).await;
            watch.changed().await;
        }
    });
    back.await.unwrap();
    // What was announced is still there.
    assert_eq!(watch.snapshot().runs[0].run, "r2");
    assert_eq!(watch.snapshot().gone.len(), 1);
}

#[tokio::test]
#[ignore = "needs nats-server"]
async fn a_watch_waits_for_a_server_that_is_not_there_yet() {
    let mut server = Server::start();
    server.kill();
    let mut watch = Watch::connect(Address::new(server.url()));
    until(&mut watch, "why not", |seen| seen.connection.reason.is_some()).await;
    assert_eq!(watch.snapshot().connection.state, ConnectionState::Connecting);
    server.restart();
    until(&mut watch, "connected", |seen| seen.connection.state == ConnectionState::Connected).await;
    assert_eq!(watch.snapshot().connection.reason, None);
}
