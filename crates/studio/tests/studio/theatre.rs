//! Searches that are watched over the wire.

use serde_json::{Value, json};

use crate::client::{Page, Running};

fn position() -> Value {
    json!({ "moves": ["h8", "i9", "g7", "h9", "i8", "g8"] })
}

/// Takes in a whole search; the parts.
async fn whole(page: &mut Page, request: Value) -> Vec<Value> {
    let id = page.done(request).await["id"].clone();
    let mut parts: Vec<Value> = Vec::new();
    loop {
        let part = page.wait(|told| told["type"] == "watch" && told["id"] == id).await;
        assert_eq!(part["seq"], parts.len() + 1, "no part is left out");
        page.done(json!({ "type": "heard", "watch": id, "seq": part["seq"] })).await;
        let is_last = part.get("end").is_some();
        parts.push(part);
        if is_last {
            return parts;
        }
    }
}

fn count(parts: &[Value], kind: &str) -> u64 {
    let events = parts.iter().flat_map(|part| part["events"].as_array().unwrap());
    events.filter(|event| event["e"] == kind).count() as u64
}

#[tokio::test]
async fn every_program_can_be_watched_to_its_end() {
    let running = Running::in_memory().await;
    let mut page = running.page().await;
    let programs = page.done(json!({ "type": "programs" })).await["programs"].clone();
    let names: Vec<&str> =
        programs.as_array().unwrap().iter().map(|program| program["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["boundary", "automaton", "sequences", "trapper", "masked", "miniature", "sixth"]);
    for name in names {
        let at = json!({ "position": position() });
        let request = json!({ "type": "watch", "at": at, "program": name, "depth": 2, "without": ["pruning"], "shown": 60000 });
        let parts = whole(&mut page, request).await;
        let last = parts.last().unwrap();
        assert_eq!(count(&parts, "enter"), last["counters"]["nodes"].as_u64().unwrap(), "{name}");
        assert_eq!((count(&parts, "cut"), &last["end"]["stopped"]), (0, &json!(false)));
        assert!(last["end"]["value"].is_f64() && last["end"]["step"].is_string());
        assert_eq!(last["end"]["samples"].as_array().unwrap().last().unwrap(), &last["counters"]);
    }
}

#[tokio::test]
async fn a_page_that_does_not_hear_holds_the_search_up_and_can_stop_it() {
    let running = Running::in_memory().await;
    let mut page = running.page().await;
    let at = json!({ "position": position() });
    let request = json!({ "type": "watch", "at": at, "program": "sequences", "depth": 4, "shown": 60000 });
    page.done(request).await;
    let mut last = json!(null);
    for _ in 0..8 {
        last = page.wait(|told| told["type"] == "watch").await;
    }
    assert_eq!(last["seq"], 8);
    // The ninth waits to be asked for: whatever is sent now comes before it.
    for _ in 0..3 {
        page.done(json!({ "type": "ping" })).await;
    }
    assert!(page.unread.iter().all(|told| told["type"] != "watch"), "{:?}", page.unread);
    page.done(json!({ "type": "stop", "what": "theatre" })).await;
    let end = page.wait(|told| told["type"] == "watch" && told.get("end").is_some()).await;
    assert_eq!(end["end"]["stopped"], true);
}

#[tokio::test]
async fn a_long_search_is_folded_and_what_is_folded_can_be_opened() {
    let running = Running::in_memory().await;
    let mut page = running.page().await;
    let request = |more: Value| {
        let mut request =
            json!({ "type": "watch", "at": { "position": position() }, "program": "trapper", "depth": 4 });
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        request
    };
    let parts = whole(&mut page, request(json!({ "shown": 200, "without": ["quick-win"] }))).await;
    let nodes = parts.last().unwrap()["counters"]["nodes"].as_u64().unwrap();
    let shown = count(&parts, "enter");
    assert!(shown < 600 && nodes > 2_000, "{shown} of {nodes}");
    let events: Vec<&Value> = parts.iter().flat_map(|part| part["events"].as_array().unwrap()).collect();
    let (mut open, mut found) = (Vec::new(), None);
    for event in events {
        match event["e"].as_str().unwrap() {
            "begin" => open.push(0),
            "enter" => open.push(event["n"].as_u64().unwrap()),
            "leave" => {
                let n = open.pop().unwrap();
                if let Some(fold) = event.get("folded").filter(|_| n > 0) {
                    found = Some((n, fold["nodes"].as_u64().unwrap()));
                }
            }
            _ => {}
        }
    }
    let (n, folded) = found.unwrap();
    let opened =
        whole(&mut page, request(json!({ "shown": 60000, "without": ["quick-win"], "open": n }))).await;
    assert_eq!(count(&opened, "enter"), folded + 1);
}

#[tokio::test]
async fn what_cannot_be_watched_is_refused() {
    let running = Running::in_memory().await;
    let mut page = running.page().await;
    let at = json!({ "position": position() });
    let refused =
        page.refused(json!({ "type": "watch", "at": at, "program": "boundary", "without": ["magic"] })).await;
    assert_eq!((&refused["code"], &refused["got"]), (&json!("classic_part"), &json!("magic")));
    let refused = page.refused(json!({ "type": "watch", "at": at, "program": "alphago" })).await;
    assert_eq!(refused, json!({ "code": "no_classic", "got": "alphago" }));
    let over = json!({ "moves": ["h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4", "l8"] });
    page.refused(json!({ "type": "watch", "at": { "position": over }, "program": "boundary" })).await;
}
