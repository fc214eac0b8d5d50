//! Seeded schedules of faults, with real processes and a real server: whatever is killed, restarted or said twice, every
//! game of the plan is in the journal exactly once, the same as on one machine, and nothing remains on the server.
//!
//! `GOREN_FAULT_SCHEDULES=17..18` runs one schedule alone; `0..1000` runs more than the 200 of a whole run.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

#[allow(dead_code, unreachable_pub)]
#[path = "mock/agents.rs"]
mod agents;
#[allow(dead_code)]
mod server;

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use goren_arena::{FinishedGame, Job, Journal, Local, Plan, RunOptions, run};
use goren_core::Random;
use goren_fleet::{Address, Announcement, Fleet};
use serde_json::{Value, json};
use server::Server;

/// The schedules of a whole run, and how many share a server at a time.
const SCHEDULES: Range<u64> = 0..200;
const TOGETHER: u64 = 10;
const LEASE: u64 = 600;

struct Process(Child);

impl Process {
    fn start(arguments: &[&str], output: &Path) -> Process {
        let file = std::fs::File::options().create(true).append(true).open(output).unwrap();
        let child = Command::new(env!("CARGO_BIN_EXE_mock-fleet"))
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(file.try_clone().unwrap())
            .stderr(file)
            .spawn()
            .unwrap();
        Process(child)
    }

    /// Whether it ended, and if so, whether all was well.
    fn ended(&mut self) -> Option<bool> {
        self.0.try_wait().unwrap().map(|status| status.success())
    }
}

/// Kill -9.
impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// One plan, its journal, and the processes that play it.
struct Schedule {
    seed: u64,
    random: Random,
    url: String,
    fleet: String,
    folder: PathBuf,
    plan: Plan,
    run: Announcement,
    coordinator: Process,
    workers: Vec<Process>,
    names: usize,
    told: Vec<String>,
}

/// A game without what differs from one machine to another.
fn timeless(mut played: FinishedGame) -> FinishedGame {
    played.worker = None;
    played.moves.iter_mut().for_each(|moved| moved.us = 0);
    played
}

/// Plays without waiting.
fn make(
    builtin: &goren_arena::Builtin,
    budget: &goren_arena::Budget,
    seed: u64,
) -> Result<Box<dyn goren_core::Agent + Send>, goren_arena::MakeError> {
    let mut quick = builtin.clone();
    quick.options.clear();
    agents::make(&quick, budget, seed)
}

/// The jobs of a plan.
fn jobs(plan: &Plan) -> Vec<Job> {
    let mut jobs = Vec::new();
    run(plan, &Local::new(&make), RunOptions::default(), |event| {
        if let goren_arena::Event::Started(job) = event {
            jobs.push(job.clone());
        }
    })
    .unwrap();
    jobs
}

impl Schedule {
    fn start(seed: u64, server: &Server) -> Schedule {
        let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) + 1);
        let folder = server.folder().join(format!("seed-{seed}"));
        std::fs::create_dir_all(&folder).unwrap();
        let plan = agents::plan(12 + random.below(24), seed, 20 + random.below(80) as u64);
        let journal = folder.join("journal.jsonl");
        drop(Journal::create(&journal, &plan, "test").unwrap());
        let (url, fleet) = (server.url(), format!("f{seed}"));
        let run = agents::announcement(&plan, &journal, LEASE);
        let coordinator = coordinator(&url, &fleet, &journal);
        let mut schedule = Schedule {
            seed,
            random,
            url,
            fleet,
            folder,
            plan,
            run,
            coordinator,
            workers: Vec::new(),
            names: 0,
            told: Vec::new(),
        };
        for _ in 0..2 {
            schedule.join();
        }
        schedule
    }

    fn journal(&self) -> PathBuf {
        self.folder.join("journal.jsonl")
    }

    fn join(&mut self) {
        self.names += 1;
        let name = format!("w{}", self.names);
        let arguments = ["worker", &self.url, &self.fleet, &name, "2"];
        self.workers.push(Process::start(&arguments, &self.folder.join("worker.log")));
    }

    /// One fault.
    fn fault(&mut self) {
        match self.random.below(7) {
            0 | 1 => {
                self.told.push("a worker is killed, another joins".to_owned());
                let victim = self.random.below(self.workers.len());
                drop(self.workers.remove(victim));
                self.join();
            }
            2 | 3 => {
                self.told.push("the coordinator is killed and resumed".to_owned());
                let _ = self.coordinator.0.kill();
                let _ = self.coordinator.0.wait();
                self.coordinator = coordinator(&self.url, &self.fleet, &self.journal());
            }
            4 if self.workers.len() < 4 => {
                self.told.push("a worker joins".to_owned());
                self.join();
            }
            4 => {
                self.told.push("a worker is killed".to_owned());
                let victim = self.random.below(self.workers.len());
                drop(self.workers.remove(victim));
            }
            5 => {
                self.told.push("tasks and rubbish are said again".to_owned());
                let tasks: Vec<(String, Value)> = self.some_tasks();
                let rubbish = (format!("{}.tasks.{}.0", self.fleet, self.run.run), json!("rubbish"));
                self.say(tasks.into_iter().chain([rubbish]).collect());
            }
            _ => {
                self.told.push("answers and rubbish are said again".to_owned());
                let subject = |number: u64| format!("{}.answers.{}.echo.{number}", self.fleet, self.run.run);
                let mut messages = vec![(subject(0), json!({ "number": 1 })), (subject(1), json!(null))];
                for played in self.played() {
                    let number = played.number as u64;
                    let answer = json!({ "number": number, "worker": "echo", "outcome": { "Ok": played } });
                    messages.push((subject(number), answer));
                }
                self.say(messages);
            }
        }
    }

    /// Some tasks of the run, as its coordinator sends them.
    fn some_tasks(&mut self) -> Vec<(String, Value)> {
        let mut tasks = Vec::new();
        for job in jobs(&self.plan) {
            if self.random.once_in(8) {
                let place = |name: &str| usize::from(name == "two");
                let players = [0, 1].map(|seat| place(&job.contestants[seat].name));
                let payload = json!({ "players": players, "seed": job.seed, "stones": job.stones });
                let subject = format!("{}.tasks.{}.{}", self.fleet, self.run.run, job.number);
                tasks.push((subject, json!({ "number": job.number, "payload": payload })));
            }
        }
        tasks
    }

    /// The games in the journal; it may just be written to.
    fn played(&self) -> Vec<FinishedGame> {
        let text = std::fs::read_to_string(self.journal()).unwrap();
        text.lines().skip(1).filter_map(|line| serde_json::from_str(line).ok()).collect()
    }

    /// Publishes messages by hand, without identifiers by which the server could know them.
    fn say(&self, messages: Vec<(String, Value)>) {
        let address = Address { fleet: self.fleet.clone(), ..Address::new(&self.url) };
        let Ok(fleet) = Fleet::connect(&address) else { return };
        fleet.handle().block_on(async {
            for (subject, message) in messages {
                let _ = fleet.client().publish(subject, message.to_string().into()).await;
            }
            let _ = fleet.client().flush().await;
        });
    }

    /// Plays the schedule to its end.
    fn play(mut self) -> Result<String, String> {
        let began = Instant::now();
        let faults = 2 + self.random.below(4);
        for _ in 0..faults {
            std::thread::sleep(Duration::from_millis(100 + self.random.below(350) as u64));
            if self.coordinator.ended() == Some(true) {
                break;
            }
            self.fault();
        }
        loop {
            match self.coordinator.ended() {
                Some(true) => break,
                // The server was away when it started, or while it opened the run.
                Some(false) => {
                    self.told.push("the coordinator is started again".to_owned());
                    self.coordinator = coordinator(&self.url, &self.fleet, &self.journal());
                }
                None => {}
            }
            self.workers.retain_mut(|worker| worker.ended().is_none());
            while self.workers.len() < 2 {
                self.join();
            }
            if began.elapsed() > Duration::from_secs(90) {
                return Err(self.failure_report("it does not end"));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        self.verify().map_err(|what| self.failure_report(&what))?;
        Ok(format!("{:.1} s: {}", began.elapsed().as_secs_f64(), self.told.join(", ")))
    }

    fn verify(&self) -> Result<(), String> {
        // A journal with a game twice cannot be opened.
        let journal = Journal::open(&self.journal()).map_err(|error| error.to_string())?;
        drop(journal);
        let mut here = Vec::new();
        run(&self.plan, &Local::new(&make), RunOptions::default(), |event| {
            if let goren_arena::Event::Finished(entry, _) = event {
                here.push(timeless(entry.played.clone()));
            }
        })
        .map_err(|error| error.to_string())?;
        let mut there: Vec<FinishedGame> = self.played().into_iter().map(timeless).collect();
        here.sort_by_key(|played| played.number);
        there.sort_by_key(|played| played.number);
        if here.len() != 2 * self.plan.pairs || here != there {
            return Err(format!("{} games here and {} there, or other ones", here.len(), there.len()));
        }
        let deadline = Instant::now() + Duration::from_secs(20);
        let left = loop {
            match self.left_over() {
                Ok(left) => break left,
                Err(_) if Instant::now() < deadline => std::thread::sleep(Duration::from_millis(100)),
                Err(error) => return Err(error),
            }
        };
        if left.is_empty() { Ok(()) } else { Err(format!("left on the server: {left:?}")) }
    }

    /// What of this fleet is on the server, besides its empty buckets.
    fn left_over(&self) -> Result<Vec<String>, String> {
        let address = Address { fleet: self.fleet.clone(), ..Address::new(&self.url) };
        let fleet = Fleet::connect(&address).map_err(|error| error.to_string())?;
        let ask = async {
            let reply = fleet.client().request("$JS.API.STREAM.LIST", "".into()).await;
            let reply = reply.map_err(|error| error.to_string())?;
            serde_json::from_slice::<Value>(&reply.payload).map_err(|error| error.to_string())
        };
        let list = fleet.handle().block_on(ask)?;
        let mut left = Vec::new();
        for stream in list["streams"].as_array().into_iter().flatten() {
            let name = stream["config"]["name"].as_str().unwrap_or_default();
            let buckets = [format!("KV_{}-runs", self.fleet), format!("KV_{}-aside", self.fleet)];
            if buckets.iter().any(|bucket| bucket == name) {
                if stream["state"]["messages"] != 0 {
                    left.push(format!("keys in {name}"));
                }
            } else if name.starts_with(&format!("{}-", self.fleet)) {
                left.push(name.to_owned());
            }
        }
        Ok(left)
    }

    fn failure_report(&self, what: &str) -> String {
        let tail = |name: &str| {
            let text = std::fs::read_to_string(self.folder.join(name)).unwrap_or_default();
            let lines: Vec<&str> = text.lines().collect();
            lines[lines.len().saturating_sub(12)..].join("\n")
        };
        format!(
            "seed {}: {what}\n{}\ncoordinator:\n{}\nworkers:\n{}",
            self.seed,
            self.told.join("\n"),
            tail("coordinator.log"),
            tail("worker.log")
        )
    }
}

fn coordinator(url: &str, fleet: &str, journal: &Path) -> Process {
    let lease = LEASE.to_string();
    let arguments = ["coordinator", url, fleet, journal.to_str().unwrap(), &lease];
    Process::start(&arguments, &journal.with_file_name("coordinator.log"))
}

/// Plays these schedules at once on one server, which is killed and restarted meanwhile.
fn group(seeds: &[u64]) -> Vec<String> {
    let mut server = Server::start();
    let mut random = Random::new(seeds[0] ^ 0x5eed);
    let is_over = AtomicBool::new(false);
    let schedules: Vec<Schedule> = seeds.iter().map(|&seed| Schedule::start(seed, &server)).collect();
    std::thread::scope(|scope| {
        let playing: Vec<_> = schedules.into_iter().map(|schedule| scope.spawn(|| schedule.play())).collect();
        let killer = scope.spawn(|| {
            for _ in 0..1 + random.below(2) {
                let wait = Duration::from_millis(300 + random.below(1200) as u64);
                let until = Instant::now() + wait;
                while Instant::now() < until && !is_over.load(Ordering::Relaxed) {
                    std::thread::sleep(Duration::from_millis(20));
                }
                if is_over.load(Ordering::Relaxed) {
                    break;
                }
                server.kill();
                std::thread::sleep(Duration::from_millis(30 + random.below(400) as u64));
                server.restart();
            }
        });
        let mut reports = Vec::new();
        for schedule in playing {
            match schedule.join().unwrap() {
                Ok(told) => {
                    if seeds.len() == 1 {
                        println!("{told}");
                    }
                }
                Err(failure_report) => reports.push(failure_report),
            }
        }
        is_over.store(true, Ordering::Relaxed);
        killer.join().unwrap();
        reports
    })
}

#[test]
#[ignore = "needs nats-server"]
fn whatever_is_killed_or_doubled_every_game_counts_once() {
    let schedules = match std::env::var("GOREN_FAULT_SCHEDULES") {
        Ok(text) => read_range(&text).expect("GOREN_FAULT_SCHEDULES: expected a range such as 0..200"),
        Err(_) => SCHEDULES,
    };
    let began = Instant::now();
    for first in schedules.clone().step_by(TOGETHER as usize) {
        let seeds: Vec<u64> = (first..(first + TOGETHER).min(schedules.end)).collect();
        let reports = group(&seeds);
        assert!(reports.is_empty(), "{}", reports.join("\n\n"));
    }
    println!("schedules {schedules:?} in {:.0} s", began.elapsed().as_secs_f64());
}

fn read_range(text: &str) -> Option<Range<u64>> {
    let (start, end) = text.split_once("..")?;
    Some(start.parse().ok()?..end.parse().ok()?).filter(|range| !range.is_empty())
}
