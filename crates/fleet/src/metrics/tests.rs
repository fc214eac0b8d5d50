//! The metrics, read by a strict reader of Prometheus's text format.

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::snapshot::Pulse;
use crate::snapshot::tests::{announcement, connected, progress, worker};

/// The samples of a metric: their labels, and the value.
type Samples = Vec<(BTreeMap<String, String>, f64)>;

/// Reads a whole text, and fails on anything that the format does not allow or its conventions advise against.
fn read(text: &str) -> BTreeMap<String, (String, Samples)> {
    assert!(text.ends_with('\n'), "the last line must end");
    let mut families: BTreeMap<String, (String, Samples)> = BTreeMap::new();
    let (mut current, mut seen) = (String::new(), BTreeSet::new());
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(help) = line.strip_prefix("# HELP ") {
            let (name, help) = help.split_once(' ').unwrap();
            assert!(help.ends_with('.') && !help.contains('\\'), "{line}");
            let kind = lines.next().unwrap().strip_prefix(&format!("# TYPE {name} ")).unwrap();
            assert!(["gauge", "counter"].contains(&kind), "{kind}");
            assert_eq!(kind == "counter", name.ends_with("_total"), "{name}");
            assert!(
                families.insert(name.to_owned(), (kind.to_owned(), Vec::new())).is_none(),
                "{name} twice"
            );
            name.clone_into(&mut current);
            continue;
        }
        let (name, rest) = line.split_once('{').unwrap();
        assert_eq!(name, current, "samples of a metric stand together");
        let is_name = |char: char| char.is_ascii_lowercase() || char == '_';
        assert!(name.starts_with("goren_fleet_") && name.chars().all(is_name), "{name}");
        let (labels, value) = read_labels(rest);
        assert!(seen.insert((name.to_owned(), labels.clone())), "{line} twice");
        families.get_mut(name).unwrap().1.push((labels, value.strip_prefix(' ').unwrap().parse().unwrap()));
    }
    assert!(families.values().all(|(_, samples)| !samples.is_empty()));
    families
}

/// Reads labels up to the closing brace; also what comes after it.
fn read_labels(text: &str) -> (BTreeMap<String, String>, &str) {
    let (mut labels, mut rest) = (BTreeMap::new(), text);
    loop {
        let (name, after) = rest.split_once("=\"").unwrap();
        assert!(!name.is_empty() && name.chars().all(|char| char.is_ascii_lowercase()), "{name}");
        let (mut value, mut chars) = (String::new(), after.char_indices());
        let end = loop {
            match chars.next().unwrap() {
                (place, '"') => break place,
                (_, '\\') => value.push(match chars.next().unwrap().1 {
                    'n' => '\n',
                    char @ ('\\' | '"') => char,
                    other => panic!("no such escape: {other}"),
                }),
                (_, char) => value.push(char),
            }
        };
        assert!(labels.insert(name.to_owned(), value).is_none(), "{name} twice");
        let after = &after[end + 1..];
        match after.strip_prefix(',') {
            Some(next) => rest = next,
            None => return (labels, after.strip_prefix('}').unwrap()),
        }
    }
}

fn snapshot() -> Snapshot {
    let mut snapshot = connected(1_000);
    for name in ["b", "a"] {
        snapshot.hear(Ok(Pulse::Worker(worker(name))), 2_000);
    }
    snapshot.announced(vec![announcement("r2", 7), announcement("r1", 7)], 2_000);
    snapshot.hear(Ok(Pulse::Run(progress("r1"))), 2_500);
    snapshot.tick(3_500);
    snapshot
}

/// The value of a sample with this label.
fn value(text: &str, name: &str, label: (&str, &str)) -> f64 {
    let families = read(text);
    let (_, samples) = &families[&format!("goren_fleet_{name}")];
    let found: Vec<f64> = samples
        .iter()
        .filter(|(labels, _)| labels.get(label.0).is_some_and(|value| value == label.1))
        .map(|(_, value)| *value)
        .collect();
    assert_eq!(found.len(), 1, "{name} {label:?}");
    found[0]
}

#[test]
fn everything_of_a_snapshot_can_be_read_back() {
    let text = metrics(&snapshot());
    for (name, label, expected) in [
        ("connected", ("fleet", "goren"), 1.0),
        ("snapshot_timestamp_seconds", ("fleet", "goren"), 3.5),
        ("workers", ("fleet", "goren"), 2.0),
        ("slots", ("fleet", "goren"), 4.0),
        ("busy_slots", ("fleet", "goren"), 2.0),
        ("finished_last_minute", ("fleet", "goren"), 60.0),
        ("waiting_tasks", ("fleet", "goren"), 3.0),
        ("unread_answers", ("fleet", "goren"), 2.0),
        ("runs", ("fleet", "goren"), 2.0),
        ("unreadable_messages_total", ("fleet", "goren"), 0.0),
        ("worker_info", ("worker", "a"), 1.0),
        ("worker_slots", ("worker", "b"), 2.0),
        ("worker_slot_speed_nodes_per_second", ("worker", "a"), 1_250_000.0),
        ("worker_finished_total", ("worker", "a"), 40.0),
        ("worker_failed_total", ("worker", "a"), 3.0),
        ("worker_heard_timestamp_seconds", ("worker", "a"), 2.0),
        ("run_info", ("run", "r2"), 1.0),
        ("run_start_time_seconds", ("run", "r1"), 7.0),
        ("run_finished_total", ("run", "r1"), 10.0),
        ("run_expected_tasks", ("run", "r1"), 100.0),
        ("run_workers_aside", ("run", "r1"), 1.0),
        ("run_worker_counted_total", ("worker", "b"), 5.0),
        ("run_worker_rejected_total", ("worker", "b"), 1.0),
    ] {
        assert_eq!(value(&text, name, label), expected, "{name}");
    }
}

#[test]
fn the_order_is_always_the_same() {
    let text = metrics(&snapshot());
    let mut other = connected(1_000);
    for name in ["a", "b"] {
        other.hear(Ok(Pulse::Worker(worker(name))), 2_000);
    }
    other.announced(vec![announcement("r1", 7), announcement("r2", 7)], 2_000);
    other.hear(Ok(Pulse::Run(progress("r1"))), 2_500);
    other.tick(3_500);
    assert_eq!(text, metrics(&other));
}

#[test]
fn labels_are_escaped() {
    let mut snapshot = snapshot();
    snapshot.runs[0].title = "a \"b\" \\ c\nd".to_owned();
    let text = metrics(&snapshot);
    assert!(text.contains(r#"title="a \"b\" \\ c\nd""#), "{text}");
    assert_eq!(value(&text, "run_info", ("title", "a \"b\" \\ c\nd")), 1.0);
}

#[test]
fn a_silent_coordinator_shows() {
    let mut snapshot = snapshot();
    snapshot.tick(42_500);
    assert_eq!(value(&metrics(&snapshot), "run_coordinator_silence_seconds", ("run", "r1")), 40.0);
}

#[test]
fn a_fleet_of_which_nothing_is_known_has_only_its_sums() {
    let families = read(&metrics(&Snapshot::new("team", 0)));
    assert_eq!(families.len(), 10);
    assert_eq!(families["goren_fleet_connected"].1[0].1, 0.0);
    assert_eq!(families["goren_fleet_connected"].1[0].0["fleet"], "team");
}
