//! The included networks agree with the reference implementation in `training`, to the last bit.
#![expect(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use goren_core::{Point, Position, Rule, Size, Stone};
use goren_nnue::{Accumulator, Network, Value};
use serde_json::Value as Json;

fn lines(name: &str) -> Vec<Json> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn points(list: &Json) -> Vec<Point> {
    list.as_array().unwrap().iter().map(|name| name.as_str().unwrap().parse().unwrap()).collect()
}

fn position(rule: Rule, line: &Json) -> Position {
    let stones = |name: &str, stone| points(&line[name]).into_iter().map(move |point| (point, stone));
    let stones: Vec<_> = stones("black", Stone::Black).chain(stones("white", Stone::White)).collect();
    let size = Size::new(line["size"].as_u64().unwrap() as usize).unwrap();
    let side = if line["side"] == "black" { Stone::Black } else { Stone::White };
    Position::with_setup(rule, size, &points(&line["traps"]), &stones, side).unwrap()
}

#[test]
fn every_network_agrees_with_its_reference() {
    let positions = lines("positions.jsonl");
    let mut seen = 0;
    for rule in Rule::ALL {
        let network = Network::of(rule).expect("every rule has a network");
        let expected = lines(&format!("{}.jsonl", rule.name()));
        assert_eq!(expected.len(), positions.len());
        for (line, expected) in positions.iter().zip(&expected) {
            let position = position(rule, line);
            let accumulator = Accumulator::new(network.clone(), &position);
            let view = accumulator.view(position.side());
            let Value { win, draw, loss } = view.value();
            assert_eq!(expected["value"], serde_json::json!([win, draw, loss]), "{rule} {line}");
            let mut policy = Vec::new();
            view.policy(position.empties(), &mut policy);
            let policy: BTreeMap<String, i32> =
                position.empties().map(|point| point.to_string()).zip(policy).collect();
            assert_eq!(expected["policy"], serde_json::to_value(policy).unwrap(), "{rule} {line}");
            seen += 1;
        }
    }
    assert_eq!(seen, Rule::ALL.len() * positions.len());
}
