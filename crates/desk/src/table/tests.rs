//! Tables without threads: messages go in by hand, and the disk fails on demand.

use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, sync_channel};

use goren_core::{EndingKind, FaultKind, Point, Step};
use serde_json::{Value, json};

use super::*;
use crate::outbox::{Outbox, Waiting};
use crate::wire::ask::Request;
use crate::wire::{Message, Role};

struct Room {
    table: Table,
    store: Arc<Store>,
    caller: Caller,
    _messages: Receiver<TableMessage>,
}

fn services() -> Services {
    Services {
        store: Arc::new(Store::in_memory().unwrap()),
        roster: Roster::default(),
        load: Load::default(),
        proofs: Arc::default(),
    }
}

fn room(setting: Value) -> Room {
    let services = services();
    let store = Arc::clone(&services.store);
    let (mailbox, messages) = sync_channel(MAILBOX);
    let game = TableGame::new(serde_json::from_value(setting).unwrap()).unwrap();
    let mut table = Table::new("table".to_owned(), 1, State::of_game(game), services, mailbox);
    table.store().unwrap();
    let outbox = Arc::new(Outbox::default());
    let caller = Caller { connection: 1, session: "s".to_owned(), role: Role::Owner, outbox };
    let mut room = Room { table, store, caller, _messages: messages };
    room.table.take(TableMessage::Join { caller: room.caller.clone(), id: None });
    room.told();
    room
}

impl Room {
    /// Sends a request; why it was refused, if it was.
    fn ask(&mut self, mut request: Value) -> Option<String> {
        request["table"] = json!("table");
        let request: Request = serde_json::from_value(request).unwrap();
        let request = request.for_table().unwrap();
        self.table.take(TableMessage::Request { caller: self.caller.clone(), id: Some(7), request });
        self.told().answers.into_iter().find_map(|message| match message {
            Message::Refused { error, .. } => Some(error.to_string()),
            _ => None,
        })
    }

    fn act(&mut self, step: &str) {
        assert_eq!(self.ask(json!({ "type": "act", "step": step })), None, "{step}");
    }

    fn told(&self) -> Waiting {
        self.caller.outbox.take()
    }

    fn break_store(&self, is_broken: bool) {
        self.store.is_broken.store(is_broken, Ordering::Relaxed);
    }

    /// Everything that a failed write must leave alone: what is in memory, and what is on disk.
    fn everything(&mut self) -> Value {
        let now = Duration::from_secs(1);
        let state = &mut self.table.state;
        let mut game =
            serde_json::to_value(state.game.as_ref().unwrap().view(now, false, [false; 2])).unwrap();
        game["clock"]["at"] = json!(null);
        let nodes = state.tree.views(1).into_iter().map(|(_, node)| serde_json::to_value(&*node).unwrap());
        json!({
            "game": game,
            "nodes": nodes.collect::<Vec<_>>(),
            "record": state.tree.json(),
            "at": state.at,
            "stored": self.store.load("table").unwrap(),
            "heads": self.store.heads().unwrap().len(),
        })
    }

    /// Does something while nothing can be written, and sees that nothing has changed.
    fn fails_without_a_trace(&mut self, request: &Value) {
        let before = self.everything();
        let clock = self.table.state.game.as_ref().unwrap().referee.flag_at();
        self.break_store(true);
        let refused = self.ask(request.clone());
        self.break_store(false);
        assert!(refused.as_ref().is_some_and(|error| error == "disk full"), "{request} {refused:?}");
        assert_eq!(self.everything(), before, "{request}");
        assert_eq!(self.table.state.game.as_ref().unwrap().referee.flag_at(), clock, "{request}");
    }
}

#[test]
fn a_write_that_fails_leaves_everything_as_it_was() {
    let mut room = room(json!({ "clock": "10m+5s" }));
    for step in ["h8", "a1", "i8", "a2", "j8", "a3"] {
        room.act(step);
    }
    assert_eq!(room.ask(json!({ "type": "undo" })), None);
    assert_eq!(room.ask(json!({ "type": "play", "node": 2, "point": "c3" })), None);
    for request in [
        json!({ "type": "act", "step": "b1" }),
        json!({ "type": "act", "step": "resign second" }),
        json!({ "type": "undo" }),
        json!({ "type": "redo" }),
        json!({ "type": "coach", "on": true }),
        json!({ "type": "sit", "seat": "first", "name": "Ann" }),
        json!({ "type": "stand", "seat": "second" }),
        json!({ "type": "play", "node": 0, "point": "o15" }),
        json!({ "type": "comment", "node": 1, "text": "x" }),
        json!({ "type": "marks", "node": 1, "marks": [{ "point": "h8", "kind": "cross" }] }),
        json!({ "type": "prune", "node": 7 }),
        json!({ "type": "rename", "event": "x" }),
    ] {
        room.fails_without_a_trace(&request);
        assert!(room.told().tables.is_empty(), "nothing is shown");
    }
    // The disk is back: the game goes on, and a variation becomes the main line once it is played.
    room.act("c3");
    assert_eq!(room.table.state.game.as_ref().unwrap().referee.taken().len(), 6);
}

#[test]
fn a_last_move_that_cannot_be_written_neither_ends_the_game_nor_counts_in_a_draw_offer() {
    let mut room = room(json!({}));
    for step in ["h8", "a1", "i8", "a2", "j8", "a3", "k8", "a5"] {
        room.act(step);
    }
    assert_eq!(room.ask(json!({ "type": "act", "step": "draw", "seat": "second" })), None);
    room.fails_without_a_trace(&json!({ "type": "act", "step": "l8" }));
    room.fails_without_a_trace(&json!({ "type": "act", "step": "draw", "seat": "first" }));
    room.act("l8");
    assert!(room.table.state.game.as_ref().unwrap().referee.result().is_some());
    assert!(!room.store.heads().unwrap()[0].ongoing);
}

/// An answer of the program whose turn it is.
fn answer(room: &mut Room, step: &str) {
    let answer = ChosenStep {
        step: step.parse().unwrap(),
        time: Duration::from_millis(5),
        score: None,
        depth: None,
        nodes: None,
        memory: None,
    };
    let ticket = room.table.ticket;
    room.table.take(TableMessage::Chosen { ticket, answer: Ok(answer) });
}

fn series() -> Room {
    let program = json!({ "kind": "goren", "level": 1 });
    room(json!({ "size": 7, "first": program, "second": program, "speed": 0, "games": 2 }))
}

#[test]
fn a_series_counts_a_game_once_it_is_on_disk() {
    let mut room = series();
    for step in ["a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2"] {
        answer(&mut room, step);
    }
    let before = room.everything();
    room.break_store(true);
    answer(&mut room, "e1");
    room.break_store(false);
    let game = room.table.state.game.as_ref().unwrap();
    assert!(game.paused && matches!(game.trouble, Some(Refusal::DiskFull)));
    assert!(game.series.as_ref().unwrap().log.is_empty() && game.referee.result().is_none());
    let mut after = room.everything();
    // It stands still until someone has seen to the disk.
    let (game, was) = (after["game"].as_object_mut().unwrap(), before["game"].as_object().unwrap());
    game.remove("trouble");
    for key in ["paused", "clock"] {
        game.insert(key.to_owned(), was[key].clone());
    }
    assert_eq!(after, before);
    assert_eq!(room.ask(json!({ "type": "pause", "on": false })), None);
    answer(&mut room, "e1");
    let log = &room.table.state.game.as_ref().unwrap().series.as_ref().unwrap().log;
    assert_eq!((log.len(), room.store.heads().unwrap().len()), (1, 2));
    assert!(room.store.load(&log[0].game).unwrap().is_some());
}

#[test]
fn a_program_that_breaks_the_rules_loses_and_its_fault_is_kept() {
    let mut room = series();
    answer(&mut room, "a1");
    answer(&mut room, "a1");
    let saved = room.store.load("table").unwrap().unwrap();
    let loaded = TableGame::load(&saved.game.unwrap()).unwrap();
    for game in [room.table.state.game.as_ref().unwrap(), &loaded] {
        let referee = &game.referee;
        assert_eq!(referee.fault().unwrap().kind, FaultKind::Illegal);
        assert_eq!((referee.taken().len(), referee.result().unwrap().ending.kind().name()), (1, "fault"));
    }
    let told = loaded.head_result().unwrap();
    assert_eq!((told.ending, told.fault), (Some(EndingKind::Fault), Some(FaultKind::Illegal)));
}

/// What version 0.1 stored: `place h8`, `resign` and `time` without a seat, clocks in milliseconds, faults as text.
fn stored(steps: &Value, fault: &Value) -> TableGame {
    let saved = json!({
        "record": r#"{"rule":"freestyle","size":15,"traps":["a1"],"names":{"black":"Ann","white":"Bo"},"moves":["h8","i9"]}"#,
        "at": 2,
        "created": 1_763_200_000_000_u64,
        "game": {
            "setting": {
                "rule": "freestyle", "size": 15, "traps": ["a1"], "opening": "swap",
                "first": { "kind": "person", "name": "Ann" }, "second": { "kind": "goren", "level": 3 },
                "clock": { "turn_ms": 30_000, "game_ms": 300_000, "increment_ms": 2_000 },
                "coach": false, "speed": 300, "games": 1,
            },
            "steps": steps,
            "fault": fault,
            "series": null,
        },
    });
    let saved = serde_json::from_value(saved).unwrap();
    State::load(&saved).unwrap().game.unwrap()
}

#[test]
fn games_of_earlier_versions_still_load() {
    let step = |step: &str, seat: &str| json!({ "step": step, "seat": seat, "ms": 1_000 });
    let mut first = step("place h8", "first");
    first["node"] = json!(1);
    let mut reply = step("place i9", "second");
    (reply["node"], reply["black"]) = (json!(2), json!(0.48));
    let opened = [first, step("take white", "second"), reply];
    for (last, result, ending) in [
        ("resign", "White wins by resignation", "resignation"),
        ("time", "White wins on time", "time"),
        ("draw", "Draw by agreement", "agreement"),
    ] {
        let mut steps = opened.to_vec();
        steps.push(step(last, "first"));
        let game = stored(&json!(steps), &json!(null));
        let end = game.referee.result().unwrap();
        assert_eq!((end.to_string().as_str(), end.ending.kind().name()), (result, ending));
        assert_eq!((game.node(), game.opinion(Seat::Second)), (2, Some(0.48)));
        assert_eq!(game.setting.clock.to_string(), "5m+2s/30s");
        let kept = serde_json::to_value(game.save()).unwrap();
        assert_eq!(kept["steps"][0]["step"], "h8");
        assert_eq!(kept["setting"]["clock"], "5m+2s/30s");
        let again: crate::store::SavedGame = serde_json::from_value(kept.clone()).unwrap();
        assert_eq!(serde_json::to_value(again).unwrap(), kept);
    }
    // Whoever failed had resigned; the text said why.
    let mut steps = opened.to_vec();
    steps.push(step("resign", "second"));
    let game = stored(&json!(steps), &json!("crashed: it panicked"));
    let fault = game.referee.fault().unwrap();
    assert_eq!((fault.kind, fault.detail.as_str()), (FaultKind::Crash, "it panicked"));
    assert_eq!(game.referee.taken().len(), 3);
    // A game that goes on waits for someone.
    let game = stored(&json!(opened), &json!(null));
    assert!(game.paused && game.referee.taken()[0].step == Step::Place("h8".parse::<Point>().unwrap()));
}

/// Two programs that play each other.
fn programs() -> Room {
    let program = json!({ "kind": "goren", "level": 1 });
    room(json!({ "first": program, "second": program, "games": 2 }))
}

#[test]
fn programs_wait_when_nobody_watches_and_go_on_when_someone_does() {
    let mut room = programs();
    room.table.drive();
    assert!(room.table.is_thinking && room.table.opponents[0].is_some());
    // Watched, the table has no reason to come to rest.
    assert_eq!(room.table.idle_since, None);
    room.table.take(TableMessage::Gone(room.caller.connection));
    let rests_at = room.table.wakes_at().unwrap();
    assert!(rests_at <= Instant::now() + Duration::from_secs(30));
    room.table.idle_since = Some(Instant::now() - Duration::from_secs(30));
    room.table.wake();
    let game = room.table.state.game.as_ref().unwrap();
    assert!(game.paused && matches!(game.trouble, Some(Refusal::Unwatched)));
    assert!(room.table.opponents.iter().all(Option::is_none) && !room.table.is_thinking);
    assert_eq!(room.table.wakes_at(), None);
    room.table.take(TableMessage::Join { caller: room.caller.clone(), id: None });
    let game = room.table.state.game.as_ref().unwrap();
    assert!(!game.paused && game.trouble.is_none() && room.table.is_thinking);
}

#[test]
fn what_a_person_has_paused_stays_paused_and_its_agents_go() {
    let mut room = programs();
    room.table.drive();
    assert_eq!(room.ask(json!({ "type": "pause", "on": true })), None);
    room.table.idle_since = Some(Instant::now() - Duration::from_secs(30));
    room.table.wake();
    assert!(room.table.opponents.iter().all(Option::is_none));
    room.table.take(TableMessage::Gone(room.caller.connection));
    room.table.take(TableMessage::Join { caller: room.caller.clone(), id: None });
    assert!(room.table.state.game.as_ref().unwrap().paused);
}

#[test]
fn an_agents_clock_runs_from_when_it_may_think() {
    let mut room = room(json!({ "first": { "kind": "goren", "level": 1 }, "clock": "1m+0s" }));
    room.table.drive();
    let is_running = |room: &Room| room.table.state.game.as_ref().unwrap().referee.is_clock_running();
    assert!(!is_running(&room));
    room.table.take(TableMessage::Began(room.table.ticket + 1));
    assert!(!is_running(&room));
    room.table.take(TableMessage::Began(room.table.ticket));
    assert!(is_running(&room));
}

#[test]
fn the_owners_seat_against_a_program_is_the_owners() {
    let mut room = room(json!({ "second": { "kind": "goren", "level": 1 } }));
    assert_eq!(room.table.summary().free, []);
    room.caller.role = Role::Guest;
    room.caller.session = "guest".to_owned();
    for request in [
        json!({ "type": "sit", "seat": "first", "name": "Eve" }),
        json!({ "type": "act", "step": "h8" }),
        json!({ "type": "act", "step": "resign first" }),
        json!({ "type": "undo" }),
    ] {
        assert!(room.ask(request.clone()).is_some(), "{request}");
    }
    assert!(room.table.state.game.as_ref().unwrap().referee.taken().is_empty());
    room.caller.role = Role::Owner;
    room.act("h8");
}

#[test]
fn seats_stay_with_those_who_hold_them_after_a_restart() {
    let mut room = room(json!({}));
    let sit = |seat: &str| json!({ "type": "sit", "seat": seat });
    let take_part = |room: &mut Room, role: Role, session: &str| {
        (room.caller.role, room.caller.session) = (role, session.to_owned());
        room.table.take(TableMessage::Join { caller: room.caller.clone(), id: None });
    };
    room.act("h8");
    take_part(&mut room, Role::Guest, "ben");
    assert_eq!(room.ask(sit("second")), None);

    let restart = |room: &mut Room| {
        let saved = room.store.load("table").unwrap().unwrap();
        let services = Services { store: Arc::clone(&room.store), ..services() };
        let state = State::load(&saved).unwrap();
        room.table = Table::new("table".to_owned(), 1, state, services, room.table.mailbox.clone());
    };
    restart(&mut room);
    take_part(&mut room, Role::Guest, "eve");
    assert_eq!(room.ask(sit("first")), Some(Refusal::OwnersSeat.to_string()));
    assert!(room.ask(json!({ "type": "act", "step": "h9" })).is_some());
    take_part(&mut room, Role::Guest, "ben");
    room.act("h9");

    // A seat that was given up is free after a restart as well.
    take_part(&mut room, Role::Owner, "owner");
    assert_eq!(room.ask(json!({ "type": "stand", "seat": "first" })), None);
    restart(&mut room);
    take_part(&mut room, Role::Guest, "eve");
    assert_eq!(room.ask(sit("first")), None);

    // Those of earlier versions say nothing of seats.
    let mut saved = serde_json::to_value(room.table.state.game.as_ref().unwrap().save()).unwrap();
    assert_eq!(saved["holders"], json!([{ "guest": "eve" }, { "guest": "ben" }]));
    saved.as_object_mut().unwrap().remove("holders");
    let earlier = TableGame::load(&serde_json::from_value(saved).unwrap()).unwrap();
    assert_eq!(earlier.holders, [None, None]);
}
