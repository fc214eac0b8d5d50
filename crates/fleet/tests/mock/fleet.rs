//! `mock-fleet worker URL FLEET NAME SLOTS [lie]` or `mock-fleet coordinator URL FLEET JOURNAL LEASE`, with mock agents.
#![forbid(unsafe_code)]
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::print_stderr,
    dead_code,
    missing_docs,
    unreachable_pub
)]

mod agents;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use goren_arena::{Control, Journal, Slot, run_on, slots};
use goren_core::Stop;
use goren_fleet::{
    Address, Announcement, Fleet, GamesPerformer, GamesPool, PerformError, Performer, RunPerformer, Task,
    WorkerOptions, serve,
};
use serde_json::Value;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments.as_slice() {
        ["worker", url, fleet, name, slots, rest @ ..] => work(url, fleet, name, slots, rest),
        ["coordinator", url, fleet, journal, lease] => {
            coordinate(url, fleet, Path::new(journal), lease.parse().unwrap())
        }
        _ => Err(format!("expected a worker or a coordinator, got {arguments:?}")),
    };
    if let Err(error) = result {
        eprintln!("{error}");
        std::process::exit(1);
    }
}

fn address(url: &str, fleet: &str) -> Address {
    Address { fleet: fleet.to_owned(), ..Address::new(url) }
}

fn work(url: &str, fleet: &str, name: &str, count: &str, rest: &[&str]) -> Result<(), String> {
    let options = WorkerOptions {
        name: name.to_owned(),
        version: if rest.contains(&"old") { "0" } else { "1" }.to_owned(),
        signature: 7,
        speed: 0,
        slots: slots(count.parse().unwrap(), None).map_err(|error| error.to_string())?,
        memory: None,
        engines: Vec::new(),
        cache: std::env::temp_dir(),
    };
    let honest = GamesPerformer {
        maker: Arc::new(agents::make),
        engines: BTreeMap::new(),
        files: vec!["net".to_owned()],
        speed: 0,
    };
    let performer: Arc<dyn Performer> =
        if rest.contains(&"lie") { Arc::new(Liar(honest)) } else { Arc::new(honest) };
    serve(&address(url, fleet), options, performer, &Control::default(), |event| println!("{event:?}"))
        .map_err(|error| error.to_string())
}

fn coordinate(url: &str, fleet: &str, path: &Path, lease: u64) -> Result<(), String> {
    let mut journal = Journal::open(path).map_err(|error| error.to_string())?;
    let plan = journal.contents().plan.clone();
    let fleet = Fleet::connect(&address(url, fleet)).map_err(|error| error.to_string())?;
    let mut pool = GamesPool::open(&fleet, agents::announcement(&plan, path, lease))
        .map_err(|error| error.to_string())?;
    let outcome = run_on(&plan, &mut pool, Some(&mut journal), &Control::default(), |_| ());
    let aside = pool.coordinator().banned();
    println!("aside {aside:?} {:?}", pool.coordinator().progress());
    let ended = pool.end();
    let outcome = outcome.map_err(|error| error.to_string())?;
    ended.map_err(|error| error.to_string())?;
    if outcome.status.is_complete { Ok(()) } else { Err("not complete".to_owned()) }
}

/// Plays as it should, and claims that the other side won.
struct Liar(GamesPerformer);

impl Performer for Liar {
    fn accept(
        &self,
        run: &Announcement,
        objects: &dyn Fn(&str) -> Option<PathBuf>,
    ) -> Result<Box<dyn RunPerformer>, PerformError> {
        Ok(Box::new(LyingMatch(self.0.accept(run, objects)?)))
    }
}

struct LyingMatch(Box<dyn RunPerformer>);

impl RunPerformer for LyingMatch {
    fn perform(&self, task: &Task, slot: &Slot, stop: &Stop) -> Result<Option<Value>, PerformError> {
        let mut played = self.0.perform(task, slot, stop)?;
        if let Some(played) = &mut played {
            let winner = if played["winner"] == "first" { "second" } else { "first" };
            played["winner"] = winner.into();
        }
        Ok(played)
    }
}
