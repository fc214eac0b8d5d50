//! Matches on worker processes: the same games as on one machine, liars set aside, and an end when it is decided.
#![allow(clippy::unwrap_used)]

#[allow(dead_code)]
#[path = "mock/agents.rs"]
mod agents;
#[allow(dead_code)]
mod server;

use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use goren_arena::{Control, Event, FinishedGame, Journal, Local, Plan, RunOptions, RunOutcome, run, run_on};
use goren_fleet::{Address, Fleet, GamesPool};
use server::Server;

struct Worker {
    child: Child,
    log: PathBuf,
}

impl Worker {
    fn start(server: &Server, name: &str, more: &[&str]) -> Worker {
        let log = server.folder().join(format!("{name}.log"));
        let file = std::fs::File::create(&log).unwrap();
        let child = Command::new(env!("CARGO_BIN_EXE_mock-fleet"))
            .args(["worker", &server.url(), "goren", name, "2"])
            .args(more)
            .stdin(Stdio::null())
            .stdout(file.try_clone().unwrap())
            .stderr(file)
            .spawn()
            .unwrap();
        Worker { child, log }
    }

    /// Waits until it says something.
    fn expect(&self, what: &str) {
        let deadline = Instant::now() + Duration::from_secs(20);
        loop {
            let text = std::fs::read_to_string(&self.log).unwrap_or_default();
            if text.contains(what) {
                return;
            }
            assert!(Instant::now() < deadline, "expected `{what}`, got\n{text}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Games without what differs from one machine to another, by number.
fn timeless(games: &mut [FinishedGame]) {
    for played in games.iter_mut() {
        played.worker = None;
        played.moves.iter_mut().for_each(|moved| moved.us = 0);
    }
    games.sort_by_key(|played| played.number);
}

fn here(plan: &Plan) -> Vec<FinishedGame> {
    let mut games = Vec::new();
    run(plan, &Local::new(&agents::make), RunOptions::default(), |event| {
        if let Event::Finished(entry, _) = event {
            games.push(entry.played.clone());
        }
    })
    .unwrap();
    timeless(&mut games);
    games
}

/// The games, the pool at the end and the outcome.
fn there(server: &Server, fleet: &Fleet, plan: &Plan) -> (Vec<FinishedGame>, GamesPool, RunOutcome) {
    let path = server.folder().join("journal.jsonl");
    let mut journal = Journal::create(&path, plan, "test").unwrap();
    let mut pool = GamesPool::open(fleet, agents::announcement(plan, &path, 1000)).unwrap();
    let outcome = run_on(plan, &mut pool, Some(&mut journal), &Control::default(), |_| ()).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    let mut games: Vec<FinishedGame> =
        text.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(games.iter().all(|played| played.worker.is_some()), "who played is written down");
    timeless(&mut games);
    (games, pool, outcome)
}

#[test]
#[ignore = "needs nats-server"]
fn a_match_on_three_workers_is_the_same_as_on_one_machine() {
    let server = Server::start();
    let fleet = Fleet::connect(&Address::new(server.url())).unwrap();
    let plan = agents::plan(60, 3, 4);
    let _workers = ["a", "b", "c"].map(|name| Worker::start(&server, name, &[]));
    let (games, pool, outcome) = there(&server, &fleet, &plan);
    assert!(outcome.status.is_complete);
    assert_eq!(games, here(&plan));
    let progress = pool.coordinator().progress();
    assert_eq!((progress.finished, progress.expected), (120, 120));
    assert!(progress.summary.starts_with('+') && progress.summary.contains("Elo"), "{}", progress.summary);
    assert_eq!(progress.workers.iter().map(|worker| worker.counted).sum::<u64>(), 120);
    pool.end().unwrap();
}

#[test]
#[ignore = "needs nats-server"]
fn a_lying_worker_is_set_aside_and_named_and_the_match_is_right() {
    let server = Server::start();
    let fleet = Fleet::connect(&Address::new(server.url())).unwrap();
    let plan = agents::plan(40, 5, 10);
    let liar = Worker::start(&server, "liar", &["lie"]);
    liar.expect("Connected");
    let _honest = Worker::start(&server, "honest", &[]);
    let (games, pool, outcome) = there(&server, &fleet, &plan);
    assert!(outcome.status.is_complete);
    assert_eq!(games, here(&plan));
    let aside = pool.coordinator().banned();
    assert_eq!(aside.len(), 1);
    assert_eq!(aside[0].0, "liar");
    assert!(aside[0].1.starts_with("its game does not replay: game "), "{}", aside[0].1);
    assert!(pool.coordinator().progress().rejected >= 1);
    liar.expect("Banned");
    pool.end().unwrap();
}

#[test]
#[ignore = "needs nats-server"]
fn a_sequential_test_that_is_decided_stops_all_workers() {
    let server = Server::start();
    let fleet = Fleet::connect(&Address::new(server.url())).unwrap();
    let mut plan = agents::plan(5000, 7, 4);
    plan.sprt = Some("0,300".parse().unwrap());
    let workers = ["a", "b", "c"].map(|name| Worker::start(&server, name, &[]));
    let (games, pool, outcome) = there(&server, &fleet, &plan);
    assert!(outcome.status.is_complete && games.len() < 2000, "{}", games.len());
    let verdict = outcome.status.sequential.as_ref().unwrap().verdict();
    assert!(verdict.is_some());
    // The same verdict after the same games as on one machine.
    let alone = run(&plan, &Local::new(&agents::make), RunOptions::default(), |_| ()).unwrap();
    let alone = alone.status.sequential.unwrap();
    assert_eq!(alone.curve(), outcome.status.sequential.as_ref().unwrap().curve());
    let decided = Instant::now();
    pool.end().unwrap();
    workers.iter().for_each(|worker| worker.expect("Left"));
    assert!(decided.elapsed() < Duration::from_secs(5), "{:?}", decided.elapsed());
    assert_eq!(fleet.runs().unwrap(), []);
}

#[test]
#[ignore = "needs nats-server"]
fn a_worker_of_an_old_version_takes_no_part_in_a_match() {
    let server = Server::start();
    let fleet = Fleet::connect(&Address::new(server.url())).unwrap();
    let plan = agents::plan(10, 5, 2);
    let old = Worker::start(&server, "old", &["old"]);
    old.expect("Connected");
    let _new = Worker::start(&server, "new", &[]);
    let (games, pool, _) = there(&server, &fleet, &plan);
    assert_eq!(games, here(&plan));
    old.expect("the run needs goren 1 with signature 7, this worker has 0 with signature 7");
    assert!(pool.coordinator().progress().workers.iter().all(|worker| worker.worker == "new"));
    pool.end().unwrap();
}
