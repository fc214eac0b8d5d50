//! Runs over a real server: tasks, answers, objects, refusals, and what happens when things go away.
#![allow(clippy::unwrap_used)]

#[allow(dead_code)]
mod server;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use goren_arena::{Control, Slot};
use goren_core::Stop;
use goren_fleet::{
    Address, Announcement, Coordinator, Fleet, FleetError, Needs, PerformError, Performer, RunPerformer,
    RunState, Task, WorkerEvent, WorkerOptions, run_id, serve,
};
use serde_json::{Value, json};
use server::Server;

/// Answers a task with its payload, after the milliseconds that the payload says.
struct Echo;

impl Performer for Echo {
    fn accept(
        &self,
        run: &Announcement,
        objects: &dyn Fn(&str) -> Option<PathBuf>,
    ) -> Result<Box<dyn RunPerformer>, PerformError> {
        if run.work != "echo" {
            return Err(format!("expected the work `echo`, got `{}`", run.work).into());
        }
        let files =
            run.needs.objects.iter().map(|object| std::fs::read(objects(&object.hash).unwrap()).unwrap());
        Ok(Box::new(EchoRun { bytes: files.map(|file| file.len()).sum() }))
    }
}

struct EchoRun {
    bytes: usize,
}

impl RunPerformer for EchoRun {
    fn perform(&self, task: &Task, _: &Slot, stop: &Stop) -> Result<Option<Value>, PerformError> {
        let until = Instant::now() + Duration::from_millis(task.payload["ms"].as_u64().unwrap_or(0));
        match task.payload["odd"].as_str() {
            Some("fail") => return Err("cannot do this".into()),
            Some("panic") => panic!("asked to"),
            _ => {}
        }
        while Instant::now() < until {
            if stop.is_raised() {
                return Ok(None);
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        Ok(Some(json!({ "number": task.number, "bytes": self.bytes })))
    }
}

fn options(name: &str, slots: usize, server: &Server) -> WorkerOptions {
    WorkerOptions {
        name: name.to_owned(),
        version: "1".to_owned(),
        signature: 7,
        speed: 1000,
        slots: goren_arena::slots(slots, None).unwrap(),
        memory: None,
        engines: Vec::new(),
        cache: server.folder().join("cache"),
    }
}

fn announcement(name: &str) -> Announcement {
    Announcement {
        run: run_id(name.as_bytes()),
        title: name.to_owned(),
        work: "echo".to_owned(),
        common: Value::Null,
        needs: Needs { version: "1".to_owned(), signature: 7, threads: 1, ..Needs::default() },
        lease_ms: 500,
        started: 0,
        coordinator: 0,
        state: RunState::Open,
    }
}

/// A worker in a thread of this process.
struct Hand {
    control: Control,
    thread: Option<JoinHandle<Result<(), FleetError>>>,
    events: Receiver<WorkerEvent>,
}

impl Hand {
    fn start(server: &Server, options: WorkerOptions) -> Hand {
        let (tell, events) = channel();
        let control = Control::default();
        let (address, mine) = (Address::new(server.url()), control.clone());
        let thread = std::thread::spawn(move || {
            serve(&address, options, Arc::new(Echo), &mine, |event| drop(tell.send(event)))
        });
        Hand { control, thread: Some(thread), events }
    }

    /// Waits for an event.
    fn expect(&self, what: impl Fn(&WorkerEvent) -> bool) -> WorkerEvent {
        let deadline = Instant::now() + Duration::from_secs(20);
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let event = self.events.recv_timeout(left).expect("the event comes");
            if what(&event) {
                return event;
            }
        }
    }

    fn drain(mut self) {
        self.control.drain();
        self.thread.take().unwrap().join().unwrap().unwrap();
    }
}

impl Drop for Hand {
    fn drop(&mut self) {
        self.control.abort();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Sends tasks and settles their answers until all are there.
fn collect(coordinator: &Coordinator, tasks: Vec<Task>) -> BTreeMap<u64, (String, Result<Value, String>)> {
    let deadline = Instant::now() + Duration::from_secs(60);
    let (count, mut tasks) = (tasks.len(), tasks.into_iter());
    let mut answers = BTreeMap::new();
    while answers.len() < count {
        assert!(Instant::now() < deadline, "{} of {count}: {:?}", answers.len(), coordinator.progress());
        for task in tasks.by_ref().take(coordinator.room()) {
            coordinator.send(task).unwrap();
        }
        for delivery in coordinator.receive(Duration::from_millis(50)).unwrap() {
            let answer = delivery.answer;
            let earlier = answers.insert(answer.number, (answer.worker, answer.outcome));
            assert_eq!(earlier, None, "an answer is handed over once");
            coordinator.settle(&[delivery.receipt]);
        }
    }
    answers
}

fn tasks(count: u64, payload: &Value) -> Vec<Task> {
    (0..count).map(|number| Task { number, payload: payload.clone() }).collect()
}

#[test]
#[ignore = "needs nats-server"]
fn tasks_are_performed_once_and_nothing_remains() {
    let server = Server::start();
    let fleet = Fleet::connect(&Address::new(server.url())).unwrap();
    let mut announcement = announcement("whole");
    let network: Vec<u8> = (0..1_000_000u32).map(|i| (i % 251) as u8).collect();
    announcement.needs.objects = vec![fleet.put(&network).unwrap()];
    assert_eq!(fleet.put(&network).unwrap(), announcement.needs.objects[0]);
    let hands = ["a", "b"].map(|name| Hand::start(&server, options(name, 2, &server)));
    let coordinator = Coordinator::open(&fleet, announcement.clone()).unwrap();
    assert_eq!(fleet.runs().unwrap().len(), 1);
    let answers = collect(&coordinator, tasks(200, &json!({ "ms": 1 })));
    for (number, (_, outcome)) in &answers {
        assert_eq!(*outcome, Ok(json!({ "number": number, "bytes": network.len() })));
    }
    assert_eq!(coordinator.workers().len(), 2);
    coordinator.end().unwrap();
    assert_eq!(fleet.runs().unwrap(), []);
    for hand in hands {
        hand.expect(|event| matches!(event, WorkerEvent::Left { .. }));
        hand.drain();
    }
    let streams = std::fs::read_dir(server.folder().join("store/jetstream/$G/streams")).unwrap();
    let mut streams: Vec<String> =
        streams.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    streams.sort();
    assert_eq!(streams, ["KV_goren-aside", "KV_goren-runs", "OBJ_goren-objects"]);
}

#[test]
#[ignore = "needs nats-server"]
fn a_worker_of_another_version_is_refused_in_words_for_both_owners() {
    let server = Server::start();
    let fleet = Fleet::connect(&Address::new(server.url())).unwrap();
    let mut other = options("other", 1, &server);
    other.version = "2".to_owned();
    let mut unlike = options("unlike", 1, &server);
    unlike.signature = 8;
    let hands = [other, unlike].map(|options| Hand::start(&server, options));
    let coordinator = Coordinator::open(&fleet, announcement("refused")).unwrap();
    coordinator.send(Task { number: 0, payload: Value::Null }).unwrap();
    let words = [
        "the run needs goren 1 with signature 7, this worker has 2 with signature 7",
        "the run needs goren 1 with signature 7, this worker has 1 with signature 8",
    ];
    for (hand, words) in hands.iter().zip(words) {
        let event = hand.expect(|event| matches!(event, WorkerEvent::Refused { .. }));
        assert_eq!(
            event,
            WorkerEvent::Refused { run: coordinator.run().to_owned(), reason: words.to_owned() }
        );
    }
    let deadline = Instant::now() + Duration::from_secs(10);
    while coordinator.refusals().len() < 2 {
        assert!(Instant::now() < deadline, "{:?}", coordinator.workers());
        std::thread::sleep(Duration::from_millis(20));
    }
    let refusals = coordinator.refusals();
    assert_eq!(refusals[0], ("other".to_owned(), words[0].to_owned()));
    assert_eq!(refusals[1], ("unlike".to_owned(), words[1].to_owned()));
    assert!(coordinator.receive(Duration::from_millis(500)).unwrap().is_empty());
    coordinator.end().unwrap();
}

#[test]
#[ignore = "needs nats-server"]
fn a_coordinator_that_is_replaced_ends_with_an_error_and_the_new_one_goes_on() {
    let server = Server::start();
    let fleet = Fleet::connect(&Address::new(server.url())).unwrap();
    let run = announcement("replaced");
    let old = Coordinator::open(&fleet, run.clone()).unwrap();
    for task in tasks(4, &Value::Null) {
        old.send(task).unwrap();
    }
    let new = Coordinator::open(&fleet, run.clone()).unwrap();
    let deadline = Instant::now() + Duration::from_secs(10);
    let error = loop {
        assert!(Instant::now() < deadline);
        if let Err(error) = old.receive(Duration::from_millis(100)) {
            break error;
        }
    };
    assert_eq!(error, FleetError::Replaced { run: run.run.clone() });
    assert!(error.to_string().starts_with("another coordinator has taken over run "));
    // It leaves the run alone.
    assert!(old.end().is_err());
    let _hand = Hand::start(&server, options("a", 2, &server));
    assert_eq!(collect(&new, tasks(20, &Value::Null)).len(), 20);
    new.end().unwrap();
}

#[test]
#[ignore = "needs nats-server"]
fn a_run_that_is_ended_from_elsewhere_says_so_and_its_workers_stop() {
    let server = Server::start();
    let fleet = Fleet::connect(&Address::new(server.url())).unwrap();
    let coordinator = Coordinator::open(&fleet, announcement("ended")).unwrap();
    let hand = Hand::start(&server, options("a", 2, &server));
    for task in tasks(2, &json!({ "ms": 60_000 })) {
        coordinator.send(task).unwrap();
    }
    hand.expect(|event| matches!(event, WorkerEvent::Begun { .. }));
    let began = Instant::now();
    Fleet::connect(&Address::new(server.url())).unwrap().end_run(coordinator.run()).unwrap();
    let error = coordinator.receive(Duration::from_secs(10)).unwrap_err();
    assert_eq!(error, FleetError::Ended { run: coordinator.run().to_owned() });
    hand.expect(|event| matches!(event, WorkerEvent::Left { .. }));
    // The minute of its tasks is not waited for.
    hand.drain();
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
}

#[test]
#[ignore = "needs nats-server"]
fn a_task_that_fails_or_panics_is_answered_and_rubbish_is_dropped() {
    let server = Server::start();
    let fleet = Fleet::connect(&Address::new(server.url())).unwrap();
    let coordinator = Coordinator::open(&fleet, announcement("failing")).unwrap();
    let subject = |kind: &str, number: u64| match kind.split_once('.') {
        Some((kind, worker)) => format!("goren.{kind}.{}.{worker}.{number}", coordinator.run()),
        None => format!("goren.{kind}.{}.{number}", coordinator.run()),
    };
    fleet.handle().block_on(async {
        for (subject, text) in [
            (subject("tasks", 7), "rubbish"),
            (subject("tasks", 8), "{\"number\":9}"),
            (subject("answers.a", 7), "\u{0}"),
            (subject("answers.a", 1), "{\"number\":1,\"worker\":\"../x\",\"outcome\":{\"Ok\":1}}"),
            // Somebody answers for another.
            (subject("answers.b", 2), "{\"number\":2,\"worker\":\"a\",\"outcome\":{\"Ok\":1}}"),
        ] {
            fleet.client().publish(subject, text.into()).await.unwrap();
        }
        fleet.client().flush().await.unwrap();
    });
    let _hand = Hand::start(&server, options("a", 1, &server));
    let odd = |number: u64, odd: &str| Task { number, payload: json!({ "odd": odd }) };
    let answers = collect(&coordinator, vec![odd(0, "fail"), odd(1, "panic"), odd(2, "none")]);
    assert_eq!(answers[&0].1, Err("cannot do this".to_owned()));
    assert_eq!(answers[&1].1, Err("task 1: the worker panicked".to_owned()));
    assert!(answers[&2].1.is_ok());
    assert_eq!(coordinator.progress().rejected, 3);
    coordinator.end().unwrap();
}

#[test]
#[ignore = "needs nats-server"]
fn a_server_that_goes_away_is_waited_for() {
    let mut server = Server::start();
    let fleet = Fleet::connect(&Address::new(server.url())).unwrap();
    let coordinator = Coordinator::open(&fleet, announcement("waiting")).unwrap();
    let hand = Hand::start(&server, options("a", 2, &server));
    for task in tasks(2, &json!({ "ms": 300 })) {
        coordinator.send(task).unwrap();
    }
    hand.expect(|event| matches!(event, WorkerEvent::Begun { .. }));
    server.kill();
    hand.expect(|event| *event == WorkerEvent::Disconnected);
    // Sent while nobody is there; performed when somebody is.
    coordinator.send(Task { number: 2, payload: Value::Null }).unwrap();
    std::thread::sleep(Duration::from_millis(500));
    server.restart();
    hand.expect(|event| *event == WorkerEvent::Connected);
    assert_eq!(collect(&coordinator, tasks(5, &json!({ "ms": 1 }))).len(), 5);
    coordinator.end().unwrap();
}

#[test]
#[ignore = "needs nats-server"]
fn a_server_that_has_lost_everything_gets_it_again() {
    let mut server = Server::start();
    let fleet = Fleet::connect(&Address::new(server.url())).unwrap();
    let coordinator = Coordinator::open(&fleet, announcement("lost")).unwrap();
    for task in tasks(3, &Value::Null) {
        coordinator.send(task).unwrap();
    }
    server.kill();
    std::fs::remove_dir_all(server.folder().join("store")).unwrap();
    server.restart();
    let _hand = Hand::start(&server, options("a", 2, &server));
    assert_eq!(collect(&coordinator, tasks(6, &Value::Null)).len(), 6);
    coordinator.end().unwrap();
    assert_eq!(fleet.runs().unwrap(), []);
}

#[test]
#[ignore = "needs nats-server"]
fn a_drained_run_finishes_what_was_begun_and_a_drained_worker_too() {
    let server = Server::start();
    let fleet = Fleet::connect(&Address::new(server.url())).unwrap();
    let coordinator = Coordinator::open(&fleet, announcement("drained")).unwrap();
    let hand = Hand::start(&server, options("a", 2, &server));
    for task in tasks(10, &json!({ "ms": 400 })) {
        coordinator.send(task).unwrap();
    }
    hand.expect(|event| matches!(event, WorkerEvent::Begun { .. }));
    coordinator.drain();
    assert_eq!(coordinator.room(), 0);
    let deadline = Instant::now() + Duration::from_secs(30);
    let mut answers = 0;
    while !coordinator.is_drained() {
        assert!(Instant::now() < deadline, "{:?}", coordinator.progress());
        for delivery in coordinator.receive(Duration::from_millis(50)).unwrap() {
            answers += 1;
            coordinator.settle(&[delivery.receipt]);
        }
    }
    assert!((1..10).contains(&answers), "{answers}");
    coordinator.end().unwrap();
    hand.drain();
}

#[test]
#[ignore = "needs nats-server"]
fn a_task_of_two_threads_takes_two_slots() {
    let server = Server::start();
    let fleet = Fleet::connect(&Address::new(server.url())).unwrap();
    let mut run = announcement("wide");
    run.needs.threads = 2;
    let coordinator = Coordinator::open(&fleet, run).unwrap();
    let hand = Hand::start(&server, options("a", 3, &server));
    for task in tasks(4, &json!({ "ms": 100 })) {
        coordinator.send(task).unwrap();
    }
    assert_eq!(collect(&coordinator, tasks(4, &Value::Null)).len(), 4);
    // One at a time: each ends before the next begins.
    let mut at_once = 0;
    while let Ok(event) = hand.events.try_recv() {
        match event {
            WorkerEvent::Begun { .. } => at_once += 1,
            WorkerEvent::Finished { .. } => at_once -= 1,
            _ => {}
        }
        assert!(at_once <= 2, "a task's slots are free before its answer is stored");
    }
    coordinator.end().unwrap();
}

#[test]
#[ignore = "needs nats-server"]
fn two_runs_share_a_worker_by_time() {
    let server = Server::start();
    let fleet = Fleet::connect(&Address::new(server.url())).unwrap();
    let (long, short) = (announcement("long"), announcement("short"));
    let coordinators = [long, short].map(|run| Coordinator::open(&fleet, run).unwrap());
    let hand = Hand::start(&server, options("a", 2, &server));
    hand.expect(|event| matches!(event, WorkerEvent::Joined { .. }));
    hand.expect(|event| matches!(event, WorkerEvent::Joined { .. }));
    let ms = [200u64, 20];
    let mut done = [0u64; 2];
    let mut next = [0u64; 2];
    let until = Instant::now() + Duration::from_secs(8);
    while Instant::now() < until {
        for (i, coordinator) in coordinators.iter().enumerate() {
            // Always more than the worker can do.
            while next[i] - done[i] < 8 {
                coordinator.send(Task { number: next[i], payload: json!({ "ms": ms[i] }) }).unwrap();
                next[i] += 1;
            }
            for delivery in coordinator.receive(Duration::from_millis(5)).unwrap() {
                done[i] += 1;
                coordinator.settle(&[delivery.receipt]);
            }
        }
    }
    let time = [done[0] * ms[0], done[1] * ms[1]];
    // A short task costs more than its time on a busy machine; a quarter of the worker is far from nothing.
    assert!(4 * time[0].min(time[1]) > time[0].max(time[1]), "{done:?} tasks, {time:?} ms");
    for coordinator in coordinators {
        coordinator.end().unwrap();
    }
}

#[test]
#[ignore = "needs nats-server"]
fn a_worker_set_aside_gets_nothing_more_and_its_answers_do_not_count() {
    let server = Server::start();
    let fleet = Fleet::connect(&Address::new(server.url())).unwrap();
    let coordinator = Coordinator::open(&fleet, announcement("aside")).unwrap();
    let bad = Hand::start(&server, options("bad", 1, &server));
    bad.expect(|event| matches!(event, WorkerEvent::Joined { .. }));
    for task in tasks(3, &json!({ "ms": 100 })) {
        coordinator.send(task).unwrap();
    }
    let first = coordinator.receive(Duration::from_secs(20)).unwrap().remove(0);
    coordinator.reject(&first);
    coordinator.ban("bad", "it lies");
    let event = bad.expect(|event| matches!(event, WorkerEvent::Banned { .. }));
    assert_eq!(
        event,
        WorkerEvent::Banned { run: coordinator.run().to_owned(), reason: "it lies".to_owned() }
    );
    let good = Hand::start(&server, options("good", 1, &server));
    let answers = collect(&coordinator, tasks(3, &Value::Null));
    assert!(answers.values().all(|(worker, _)| worker == "good"), "{answers:?}");
    assert_eq!(coordinator.banned(), [("bad".to_owned(), "it lies".to_owned())]);
    // It stays aside when it comes back.
    drop(bad);
    let again = Hand::start(&server, options("bad", 1, &server));
    let event = again.expect(|event| matches!(event, WorkerEvent::Refused { .. }));
    assert!(matches!(event, WorkerEvent::Refused { reason, .. } if reason == "set aside: it lies"));
    coordinator.end().unwrap();
    drop(good);
}

#[test]
#[ignore = "needs nats-server"]
fn an_object_that_is_not_what_it_should_be_is_refused() {
    let server = Server::start();
    let fleet = Fleet::connect(&Address::new(server.url())).unwrap();
    let object = fleet.put(b"a network").unwrap();
    let folder = server.folder().join("objects");
    let path = fleet.fetch(&object, &folder).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), b"a network");
    // A damaged file in the cache is fetched again.
    std::fs::write(&path, b"rubbish").unwrap();
    assert_eq!(std::fs::read(fleet.fetch(&object, &folder).unwrap()).unwrap(), b"a network");
    let mut longer = object.clone();
    longer.size += 1;
    std::fs::remove_file(&path).unwrap();
    assert!(
        fleet
            .fetch(&longer, &folder)
            .unwrap_err()
            .to_string()
            .contains("expected 10 bytes with its hash, got 9")
    );
    let mut odd = object;
    odd.hash = "../../x".to_owned();
    assert_eq!(fleet.fetch(&odd, &folder).unwrap_err(), FleetError::Name("../../x".to_owned()));
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0, "nothing half-done stays");
}

#[test]
#[ignore = "needs nats-server"]
fn a_server_without_jetstream_and_one_that_wants_a_password_are_said_in_words() {
    let plain = Server::start_with(&[], false);
    let error = Fleet::connect(&Address::new(plain.url())).unwrap_err().to_string();
    assert!(error.ends_with("runs without JetStream: start it with `nats-server -js`"), "{error}");
    let guarded = Server::start_with(&["--user", "me", "--pass", "secret"], true);
    let error = Fleet::connect(&Address::new(guarded.url())).unwrap_err().to_string();
    assert!(error.ends_with("does not accept these credentials, or wants some"), "{error}");
    let with = guarded.url().replace("nats://", "nats://me:secret@");
    assert!(Fleet::connect(&Address::new(with)).is_ok());
}
