//! How much a coordinator and a server take: one coordinator, many simulated workers, games that cost almost nothing.
//!
//! ```sh
//! cargo run --release -p goren-fleet --example scale -- --workers 200 --games 100000
//! ```
//!
//! It starts `nats-server` in a temporary folder. Each worker has its own connection; its games are random moves on a small
//! board, replayed and journalled by the coordinator as all games are. `--queue N` fills the queue instead, with
//! nobody there to take from it.
#![allow(clippy::print_stdout, clippy::unwrap_used, missing_docs)]

#[allow(dead_code)]
#[path = "../tests/mock/agents.rs"]
mod agents;
#[allow(dead_code)]
#[path = "../tests/server/mod.rs"]
mod server;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use goren_arena::{Control, Event, Journal, run_on, slots};
use goren_fleet::{Address, Coordinator, Fleet, GamesPerformer, GamesPool, Task, WorkerOptions, serve};
use serde_json::json;
use server::Server;

struct Wanted {
    workers: usize,
    slots: usize,
    games: usize,
    queue: Option<u64>,
    ms: u64,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.first().is_some_and(|first| first == "hands") {
        return hands(&arguments[1], arguments[2].parse().unwrap(), arguments[3].parse().unwrap());
    }
    let mut wanted = Wanted { workers: 200, slots: 1, games: 20_000, queue: None, ms: 0 };
    for pair in arguments.chunks(2) {
        let [option, value] = pair else { panic!("expected a value after {pair:?}") };
        let number: usize = value.parse().expect("a number");
        match option.as_str() {
            "--workers" => wanted.workers = number,
            "--slots" => wanted.slots = number,
            "--games" => wanted.games = number,
            "--queue" => wanted.queue = Some(number as u64),
            "--ms" => wanted.ms = number as u64,
            _ => panic!("expected --workers, --slots, --games, --ms or --queue, got {option}"),
        }
    }
    let server = Server::start();
    match wanted.queue {
        Some(count) => queue(&server, count),
        None => play(&server, &wanted),
    }
}

/// Simulated workers, in a process of their own so that memory is measured apart.
fn hands(url: &str, workers: usize, count: usize) {
    let control = Control::default();
    std::thread::scope(|scope| {
        for number in 0..workers {
            let control = &control;
            scope.spawn(move || {
                let performer = GamesPerformer {
                    maker: Arc::new(agents::make),
                    engines: BTreeMap::new(),
                    files: Vec::new(),
                    speed: 0,
                };
                let options = WorkerOptions {
                    name: format!("w{number}"),
                    version: "1".to_owned(),
                    signature: 7,
                    speed: 0,
                    slots: slots(count, None).unwrap(),
                    memory: None,
                    engines: Vec::new(),
                    cache: std::env::temp_dir(),
                };
                serve(&Address::new(url), options, Arc::new(performer), control, |_| ()).unwrap();
            });
        }
    });
}

fn play(server: &Server, wanted: &Wanted) {
    let mut hands = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["hands", &server.url(), &wanted.workers.to_string(), &wanted.slots.to_string()])
        .spawn()
        .unwrap();
    let path = server.folder().join("journal.jsonl");
    let plan = agents::plan(wanted.games / 2, 1, wanted.ms);
    let mut journal = Journal::create(&path, &plan, "scale").unwrap();
    let fleet = Fleet::connect(&Address::new(server.url())).unwrap();
    let mut pool = GamesPool::open(&fleet, agents::announcement(&plan, &path, 30_000)).unwrap();
    // The measurement begins when all workers are there.
    let deadline = Instant::now() + Duration::from_secs(120);
    while pool.coordinator().workers().len() < wanted.workers && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(100));
    }
    println!("{} workers with {} slots each are there", pool.coordinator().workers().len(), wanted.slots);
    let before = server.traffic();
    let began = Instant::now();
    let (mut games, mut last) = (0usize, Instant::now());
    let (mut most_store, mut lines) = (0, 0);
    run_on(&plan, &mut pool, Some(&mut journal), &Control::default(), |event| {
        if let Event::Finished(..) = event {
            games += 1;
            if last.elapsed() > Duration::from_secs(5) {
                last = Instant::now();
                lines += 1;
                most_store = most_store.max(folder_size(&server.folder().join("store")));
                let rate = games as f64 / began.elapsed().as_secs_f64();
                let own = memory(std::process::id()).0;
                println!("{games} games, {rate:.0} a second, coordinator {} MB", own >> 20);
            }
        }
    })
    .unwrap();
    let seconds = began.elapsed().as_secs_f64();
    let after = server.traffic();
    let progress = pool.coordinator().progress();
    most_store = most_store.max(folder_size(&server.folder().join("store")));
    let per = |count: u64| count as f64 / games as f64;
    println!("games              {games} in {seconds:.1} s: {:.0} a second", games as f64 / seconds);
    println!(
        "messages a game    {:.1} to the server, {:.1} from it",
        per(after.0 - before.0),
        per(after.1 - before.1)
    );
    println!(
        "bytes a game       {:.0} to the server, {:.0} from it",
        per(after.2 - before.2),
        per(after.3 - before.3)
    );
    println!(
        "journal            {:.0} bytes a game",
        std::fs::metadata(&path).unwrap().len() as f64 / games as f64
    );
    println!("server's store     at most {:.1} MB seen", most_store as f64 / 1e6);
    println!(
        "peak memory        coordinator {} MB, server {} MB, {} workers together {} MB",
        memory(std::process::id()).1 >> 20,
        memory(server.process().unwrap()).1 >> 20,
        wanted.workers,
        memory(hands.id()).1 >> 20
    );
    println!("repeated {}, doubled {}, rejected {}", progress.repeated, progress.doubled, progress.rejected);
    pool.end().unwrap();
    let _ = hands.kill();
    let _ = hands.wait();
}

/// Fills the queue with tasks that nobody takes.
fn queue(server: &Server, count: u64) {
    let path = server.folder().join("journal.jsonl");
    let plan = agents::plan(1, 1, 0);
    drop(Journal::create(&path, &plan, "scale").unwrap());
    let fleet = Fleet::connect(&Address::new(server.url())).unwrap();
    let coordinator = Coordinator::open(&fleet, agents::announcement(&plan, &path, 30_000)).unwrap();
    coordinator.set_window(usize::MAX);
    let began = Instant::now();
    let payload =
        json!({ "players": [0, 1], "seed": 1_234_567_890_123_456_789u64, "stones": ["h8", "i9", "g7"] });
    for number in 0..count {
        // As many as may be on the way at once.
        while number.is_multiple_of(1000) && coordinator.progress().waiting + 20_000 < number {
            std::thread::sleep(Duration::from_millis(20));
        }
        coordinator.send(Task { number, payload: payload.clone() }).unwrap();
    }
    while coordinator.progress().waiting < count {
        std::thread::sleep(Duration::from_millis(100));
    }
    let seconds = began.elapsed().as_secs_f64();
    println!("tasks queued       {count} in {seconds:.1} s: {:.0} a second", count as f64 / seconds);
    println!("server's store     {:.1} MB", folder_size(&server.folder().join("store")) as f64 / 1e6);
    println!(
        "peak memory        coordinator {} MB, server {} MB",
        memory(std::process::id()).1 >> 20,
        memory(server.process().unwrap()).1 >> 20
    );
    let began = Instant::now();
    coordinator.end().unwrap();
    println!("ended              in {:.1} s", began.elapsed().as_secs_f64());
}

fn folder_size(folder: &Path) -> u64 {
    let mut sum = 0;
    let mut folders: Vec<PathBuf> = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            match entry.metadata() {
                Ok(metadata) if metadata.is_dir() => folders.push(entry.path()),
                Ok(metadata) => sum += metadata.len(),
                Err(_) => {}
            }
        }
    }
    sum
}

/// The memory of a process now and at its most, in bytes, where the system tells.
fn memory(process: u32) -> (u64, u64) {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let field = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
        line.trim().trim_end_matches(" kB").trim().parse::<u64>().unwrap_or_default() << 10
    };
    (field("VmRSS:"), field("VmHWM:"))
}
