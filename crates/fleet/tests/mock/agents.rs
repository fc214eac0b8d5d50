//! Agents that need no engine, and a plan for them.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use goren_arena::{Board, Book, Budget, Builtin, Contestant, Kind, MakeError, Plan};
use goren_core::{Agent, Game, Limits, Random, Report, Size, Step, Stop};
use goren_fleet::{Announcement, GAMES, Games, GamesError, Needs, Participant, RunState, run_id};

/// Plays random points, determined by the seed; before its first move it waits.
struct Wanderer {
    random: Random,
    wait: Duration,
}

impl Agent for Wanderer {
    fn name(&self) -> String {
        "wanderer".to_owned()
    }

    fn choose(&mut self, game: &Game, _: &Limits, stop: &Stop, _: &mut dyn FnMut(&Report)) -> Step {
        let until = Instant::now() + std::mem::take(&mut self.wait);
        while Instant::now() < until && !stop.is_raised() {
            std::thread::sleep(Duration::from_millis(2));
        }
        let choices: Vec<_> = game.position().legal_moves().collect();
        Step::Place(choices[self.random.below(choices.len())])
    }
}

/// The option `ms` is the time to wait.
pub(crate) fn make(builtin: &Builtin, _: &Budget, seed: u64) -> Result<Box<dyn Agent + Send>, MakeError> {
    let wait =
        builtin.options.get("ms").map_or(Ok(0), |ms| ms.parse()).map_err(|_| "expected milliseconds")?;
    let random = Random::new(seed);
    Ok(Box::new(Wanderer { random, wait: Duration::from_millis(wait) }))
}

/// Two wanderers on a small board; half of a game's time is waiting.
pub(crate) fn plan(pairs: usize, seed: u64, ms: u64) -> Plan {
    let board = Board { size: Size::new(7).unwrap(), ..Board::default() };
    let contestant = |name: &str| Contestant {
        name: name.to_owned(),
        kind: Kind::Builtin(Builtin {
            kind: "wanderer".to_owned(),
            options: BTreeMap::from([("ms".to_owned(), (ms / 2).to_string())]),
        }),
        budget: Budget::default(),
    };
    Plan {
        book: Book::random(30, 1, &board).unwrap(),
        board,
        budget: Budget { nodes: Some(1), ..Budget::default() },
        pairs,
        seed,
        ..Plan::new(vec![contestant("one"), contestant("two")])
    }
}

/// A plan as it travels. The run is named after the journal's first line.
pub(crate) fn announcement(plan: &Plan, journal: &Path, lease_ms: u64) -> Announcement {
    let games: Result<Games, GamesError> = Games::new(plan, |contestant| match &contestant.kind {
        Kind::Builtin(builtin) => Ok(Participant::Builtin(builtin.clone())),
        Kind::Process(spec) => Ok(Participant::Engine(spec.name.clone())),
    });
    let games = games.unwrap();
    let header = std::fs::read(journal).unwrap();
    let header = header.split(|&byte| byte == b'\n').next().unwrap();
    Announcement {
        run: run_id(header),
        title: "wanderers".to_owned(),
        work: GAMES.to_owned(),
        common: serde_json::to_value(&games).unwrap(),
        needs: Needs { version: "1".to_owned(), signature: 7, threads: 1, ..Needs::default() },
        lease_ms,
        started: 0,
        coordinator: 0,
        state: RunState::Open,
    }
}
