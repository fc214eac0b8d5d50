//! A snapshot, hearing made-up pulses at made-up times.

use super::*;
use crate::message::{Needs, WorkerStanding};

/// A worker's pulse with two slots, one of them busy, and 30 games in the last minute.
pub(crate) fn worker(name: &str) -> WorkerPulse {
    WorkerPulse {
        worker: name.to_owned(),
        version: "0.1.0".to_owned(),
        signature: 676_814,
        slots: 2,
        busy: 1,
        speed: 1_250_000,
        engines: vec!["rapfi".to_owned()],
        finished: 40,
        last_minute: 30,
        failed: 3,
        started: 1_000,
        serves: Vec::new(),
        refuses: Vec::new(),
        is_leaving: false,
    }
}

pub(crate) fn announcement(run: &str, started: u64) -> Announcement {
    Announcement {
        run: run.to_owned(),
        title: "one – other".to_owned(),
        work: "games".to_owned(),
        common: serde_json::Value::Null,
        needs: Needs::default(),
        lease_ms: 30_000,
        started,
        coordinator: 1,
        state: RunState::Open,
    }
}

pub(crate) fn progress(run: &str) -> RunProgress {
    let standing = |worker: &str, aside: Option<&str>| WorkerStanding {
        worker: worker.to_owned(),
        counted: 5,
        rejected: 1,
        aside: aside.map(str::to_owned),
    };
    RunProgress {
        run: run.to_owned(),
        finished: 10,
        expected: 100,
        out: 4,
        waiting: 3,
        unread: 2,
        last_minute: 30,
        repeated: 1,
        doubled: 0,
        rejected: 1,
        summary: "+6 −3 =1".to_owned(),
        workers: vec![standing("a", None), standing("b", Some("game 7 does not replay"))],
    }
}

/// A snapshot that is connected since `now`.
pub(crate) fn connected(now: u64) -> Snapshot {
    let mut snapshot = Snapshot::new("goren", now);
    snapshot.connection(ConnectionState::Connected, None, now);
    snapshot
}

fn names(snapshot: &Snapshot) -> Vec<&str> {
    snapshot.workers.iter().map(|seen| seen.pulse.worker.as_str()).collect()
}

#[test]
fn workers_are_listed_by_name_and_summed() {
    let mut snapshot = connected(0);
    for name in ["b", "a", "c", "a"] {
        snapshot.hear(Ok(Pulse::Worker(worker(name))), 10);
    }
    snapshot.tick(20);
    assert_eq!(names(&snapshot), ["a", "b", "c"]);
    let Totals { workers, slots, busy, last_minute, .. } = snapshot.totals;
    assert_eq!([workers, slots, busy, last_minute], [3, 6, 3, 90]);
}

#[test]
fn a_silent_worker_is_gone_after_seven_seconds_and_back_with_its_next_pulse() {
    let mut snapshot = connected(0);
    snapshot.hear(Ok(Pulse::Worker(worker("a"))), 1_000);
    snapshot.tick(1_000 + SILENCE_MS);
    assert_eq!(names(&snapshot), ["a"]);
    snapshot.tick(1_001 + SILENCE_MS);
    assert_eq!(names(&snapshot), [""; 0]);
    let gone = GoneWorker { worker: "a".to_owned(), heard: 1_000, was_leaving: false };
    assert_eq!(snapshot.gone, [gone]);
    assert_eq!(snapshot.totals.slots, 0);
    snapshot.hear(Ok(Pulse::Worker(worker("a"))), 20_000);
    assert_eq!(names(&snapshot), ["a"]);
    assert_eq!(snapshot.gone, []);
}

#[test]
fn only_the_last_workers_to_go_are_remembered_the_last_one_first() {
    let mut snapshot = connected(0);
    for i in 0..12 {
        snapshot.hear(Ok(Pulse::Worker(worker(&format!("w{i:02}")))), i * 10);
    }
    snapshot.tick(60_000);
    let gone: Vec<&str> = snapshot.gone.iter().map(|gone| gone.worker.as_str()).collect();
    assert_eq!(gone, ["w11", "w10", "w09", "w08", "w07", "w06", "w05", "w04"]);
}

#[test]
fn nobody_goes_while_the_connection_is_lost_nor_right_after() {
    let mut snapshot = connected(0);
    snapshot.hear(Ok(Pulse::Worker(worker("a"))), 1_000);
    snapshot.announced(vec![announcement("r", 0)], 1_000);
    snapshot.connection(ConnectionState::Lost, None, 3_000);
    snapshot.tick(60_000);
    assert_eq!(names(&snapshot), ["a"]);
    snapshot.connection(ConnectionState::Connected, None, 60_000);
    snapshot.tick(60_000 + SILENCE_MS);
    assert_eq!(names(&snapshot), ["a"]);
    assert_eq!(snapshot.runs[0].silent, None);
    snapshot.tick(60_001 + SILENCE_MS);
    assert_eq!(names(&snapshot), [""; 0]);
    assert_eq!(snapshot.runs[0].silent, Some(SILENCE_MS + 1));
}

#[test]
fn a_silent_coordinator_is_named_with_what_to_do() {
    let mut snapshot = connected(0);
    snapshot.announced(vec![announcement("0123456789abcdef", 0)], 1_000);
    snapshot.hear(Ok(Pulse::Run(progress("0123456789abcdef"))), 2_000);
    snapshot.tick(9_000);
    assert_eq!(snapshot.runs[0].trouble(), None);
    snapshot.tick(42_900);
    assert_eq!(
        snapshot.runs[0].trouble().unwrap(),
        "its coordinator is silent for 40 s; resume it or end it with goren fleet end 0123456789abcdef"
    );
    snapshot.hear(Ok(Pulse::Run(progress("0123456789abcdef"))), 43_000);
    assert_eq!(snapshot.runs[0].trouble(), None);
}

#[test]
fn runs_are_those_announced_the_oldest_first() {
    let mut snapshot = connected(0);
    snapshot.hear(Ok(Pulse::Run(progress("unknown"))), 10);
    snapshot.announced(vec![announcement("late", 9), announcement("early", 5)], 20);
    let runs: Vec<&str> = snapshot.runs.iter().map(|run| run.run.as_str()).collect();
    assert_eq!(runs, ["early", "late"]);
    assert_eq!(snapshot.runs[0].started, 5_000);
}

#[test]
fn an_announcement_that_changes_keeps_what_was_heard() {
    let mut snapshot = connected(0);
    snapshot.announced(vec![announcement("r", 0)], 10);
    snapshot.hear(Ok(Pulse::Run(progress("r"))), 20);
    snapshot.announced(vec![Announcement { state: RunState::Draining, ..announcement("r", 0) }], 30);
    assert_eq!(snapshot.runs[0].state, RunState::Draining);
    assert_eq!(snapshot.runs[0].progress, Some(progress("r")));
    assert_eq!(snapshot.ended, []);
    snapshot.tick(40);
    assert_eq!([snapshot.totals.waiting, snapshot.totals.unread], [3, 2]);
}

#[test]
fn a_run_that_is_announced_no_longer_has_ended_until_it_is_resumed() {
    let mut snapshot = connected(0);
    snapshot.announced(vec![announcement("r", 0)], 10);
    snapshot.hear(Ok(Pulse::Run(progress("r"))), 20);
    snapshot.announced(Vec::new(), 30);
    assert_eq!(snapshot.runs, []);
    let EndedRun { run, ended, finished, summary, .. } = &snapshot.ended[0];
    assert_eq!((run.as_str(), *ended, *finished, summary.as_str()), ("r", 30, 10, "+6 −3 =1"));
    snapshot.announced(vec![announcement("r", 0)], 40);
    assert_eq!(snapshot.ended, []);
    for i in 0..20 {
        snapshot.announced(vec![announcement(&format!("r{i}"), 0)], 50);
    }
    assert_eq!(snapshot.ended.len(), MAX_PAST);
}

#[test]
fn the_history_is_a_point_every_two_seconds_for_ten_minutes() {
    let mut snapshot = connected(0);
    for second in 0..2_000 {
        snapshot.hear(Ok(Pulse::Worker(worker("a"))), second * 1_000);
        // Ticks that come a little early and a little late.
        snapshot.tick(second * 1_000 + 100 * (second % 3));
    }
    assert_eq!(snapshot.history.len(), MAX_HISTORY);
    let (first, last) = (snapshot.history[0], snapshot.history[MAX_HISTORY - 1]);
    assert!((590_000..=600_000).contains(&(last.at - first.at)), "{first:?} {last:?}");
    assert_eq!((last.slots, last.busy, last.last_minute), (2, 1, 30));
}

#[test]
fn the_history_has_no_points_without_a_connection_and_forgets_by_time() {
    let mut snapshot = connected(0);
    snapshot.tick(0);
    snapshot.tick(2_000);
    snapshot.connection(ConnectionState::Lost, None, 3_000);
    snapshot.tick(4_000);
    assert_eq!(snapshot.history.len(), 2);
    snapshot.connection(ConnectionState::Connected, None, 601_000);
    snapshot.tick(601_000);
    let times: Vec<u64> = snapshot.history.iter().map(|moment| moment.at).collect();
    assert_eq!(times, [2_000, 601_000]);
}

#[test]
fn the_number_of_workers_is_bounded() {
    let mut snapshot = connected(0);
    for i in 0..MAX_WORKERS + 5 {
        snapshot.hear(Ok(Pulse::Worker(worker(&format!("w{i:06}")))), 10);
    }
    assert_eq!(snapshot.workers.len(), MAX_WORKERS);
    assert!(snapshot.trouble.unwrap().contains("more than 10000 workers"));
}

#[test]
fn pulses_are_read_by_their_subject() {
    let text = serde_json::to_vec(&worker("a")).unwrap();
    assert_eq!(Pulse::read("goren.pulse.worker.a", &text).unwrap(), Pulse::Worker(worker("a")));
    let text = serde_json::to_vec(&progress("r")).unwrap();
    assert_eq!(Pulse::read("goren.pulse.run.r", &text).unwrap(), Pulse::Run(progress("r")));
}

#[test]
fn what_cannot_be_read_is_counted_and_quoted() {
    let stranger = serde_json::to_vec(&worker("b")).unwrap();
    let large = vec![b' '; MAX_PULSE_BYTES + 1];
    let long = serde_json::to_vec(&worker(&"a".repeat(200))).unwrap();
    let named = format!("goren.pulse.worker.{}", "a".repeat(200));
    let bad: [(&str, &[u8], &str); 6] = [
        (&named, &long, "expected a name of letters, digits"),
        ("goren.pulse.worker.a", b"{", "`goren.pulse.worker.a` cannot be read"),
        ("goren.pulse.worker.a", &stranger, "expected a pulse of `a`, got one of `b`"),
        ("goren.pulse.worker.a", &large, "expected at most 1048576 bytes"),
        ("goren.pulse.other.a", &stranger, "expected a pulse of a worker or a run"),
        ("", b"", "expected a pulse of a worker or a run"),
    ];
    let mut snapshot = connected(0);
    for (subject, payload, error) in bad {
        snapshot.hear(Pulse::read(subject, payload), 10);
        let trouble = snapshot.trouble.take().unwrap();
        assert!(trouble.starts_with(error), "{trouble}");
    }
    assert_eq!(snapshot.unreadable, 6);
    assert_eq!(snapshot.workers, []);
}

#[test]
fn texts_of_pulses_are_short_and_without_control_characters() {
    let mut pulse = worker("a");
    pulse.version = format!("\u{1b}[31m{}", "x".repeat(10_000));
    pulse.refuses = vec![("r".to_owned(), "bad\r\nnews".to_owned()); 1_000];
    pulse.busy = 9;
    let read = Pulse::read("goren.pulse.worker.a", &serde_json::to_vec(&pulse).unwrap()).unwrap();
    let Pulse::Worker(read) = read else { panic!("{read:?}") };
    assert_eq!(read.version.len(), MAX_TEXT_CHARS);
    assert!(read.version.starts_with("[31mx"));
    assert_eq!(read.refuses.len(), MAX_LISTED);
    assert_eq!(read.refuses[0].1, "badnews");
    assert_eq!(read.busy, 2);
}

#[test]
fn a_worker_stands_once_in_a_run() {
    let mut twice = progress("r");
    twice.workers.extend(progress("r").workers);
    let read = Pulse::read("goren.pulse.run.r", &serde_json::to_vec(&twice).unwrap()).unwrap();
    assert_eq!(read, Pulse::Run(progress("r")));
}

#[test]
fn a_snapshot_is_json() {
    let mut snapshot = connected(5);
    snapshot.hear(Ok(Pulse::Worker(worker("a"))), 10);
    snapshot.announced(vec![announcement("r", 0)], 10);
    snapshot.tick(20);
    let json = serde_json::to_value(&snapshot).unwrap();
    assert_eq!(json["connection"]["state"], "connected");
    assert_eq!(json["workers"][0]["worker"], "a");
    assert_eq!(json["workers"][0]["heard"], 10);
    assert_eq!(json["runs"][0]["state"], "open");
    assert_eq!(json["history"][0]["slots"], 2);
}
