//! Runs over a real server: tasks, answers, objects, refusals, and what happens when things go away.

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
    Address, Announcement, Coordinator, Fleet, FleetError, Needs, Performer, RunPerformer, RunState, Task,
    WorkerEvent, WorkerOptions, run_id, serve,
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
    ) -> Result<Box<dyn RunPerformer>, String> {
        if run.work != "echo" {
            return Err(format!("expected the work `echo`, got `{}`", run.work));
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
    fn perform(&self, task: &Task, _: &Slot, stop: &Stop) -> Result<Option<Value>, String> {
        let until = Instant::now() + Duration::from_millis(task.payload["ms"].as_u64().unwrap_or(0));
        match task.payload["odd"].as_str() {
            Some("fail") => return Err("cannot do this".to_owned()),
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
