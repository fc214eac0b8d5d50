//! Games over the wire.

use goren_studio::Options;
use serde_json::{Value, json};

use crate::client::{Page, Running, steps};

/// Plays a point of each hint until the game is over, whatever the program answers.
#[tokio::test]
async fn a_whole_game_against_a_level() {
    let running = Running::in_memory().await;
    let mut page = running.page().await;
    let second = json!({ "kind": "goren", "level": 3 });
    let table = page.create(json!({ "size": 9, "traps": { "random": 3 }, "second": second })).await;
    let state = loop {
        let state = page
            .table(&table, |state| {
                state["game"]["result"].is_object() || state["game"]["turn"]["seat"] == "first"
            })
            .await;
        if state["game"]["result"].is_object() {
            break state;
        }
        let at = json!({ "position": position_of(&state) });
        let hint = page.done(json!({ "type": "hint", "at": at, "stage": "where" })).await;
        let taken = steps(&state);
        let free = |point: &&Value| {
            !taken.contains(&point.as_str().unwrap().to_owned())
                && !state["traps"].as_array().unwrap().contains(point)
        };
        let step = hint["area"].as_array().unwrap().iter().find(free).unwrap();
        page.done(json!({ "type": "act", "table": table, "step": step, "ply": taken.len() })).await;
    };
    // The record, replayed by the rules alone, ends as the game did.
    let look = page.done(json!({ "type": "look", "at": { "position": position_of(&state) } })).await;
    let result = &state["game"]["result"];
    let ending = match look["outcome"].as_str().unwrap() {
        "win" => "five",
        other => other,
    };
    assert_eq!((result["ending"].as_str(), &result["winner"]), (Some(ending), &look["winner"]));
    let (_, games) = running.call("GET", "/api/games", b"").await;
    assert_eq!(games["games"][0]["id"], table.as_str());
    assert_eq!(games["games"][0]["ongoing"], false);
    assert_eq!(games["games"][0]["result"]["ending"], result["ending"]);
    assert_eq!(games["games"][0]["winner"], result["winner"]);
}

fn position_of(state: &Value) -> Value {
    json!({ "size": state["size"], "traps": state["traps"], "moves": steps(state) })
}

#[tokio::test]
async fn swap2_in_both_roles() {
    let running = Running::in_memory().await;
    let mut page = running.page().await;
    let (person, program) = (json!({ "kind": "person" }), json!({ "kind": "goren", "level": 2 }));
    // The person places, the program chooses.
    let game = json!({ "size": 11, "opening": "swap2", "first": person, "second": program });
    let table = page.create(game).await;
    for point in ["f6", "f7", "g6"] {
        page.act(&table, point).await;
    }
    let state = page
        .table(&table, |state| {
            state["game"]["turn"]["seat"] == "first" && state["game"]["steps"].as_array().unwrap().len() > 3
        })
        .await;
    let chosen = steps(&state)[3].clone();
    assert!(["take black", "take white", "place two"].contains(&chosen.as_str()), "{chosen}");
    // The program places, the person chooses.
    let game = json!({ "size": 11, "opening": "swap2", "first": program, "second": person });
    let table = page.create(game).await;
    let state = page.table(&table, |state| state["game"]["turn"]["ask"] == "choose").await;
    assert_eq!(state["game"]["turn"]["seat"], "second");
    assert_eq!(state["game"]["turn"]["choices"], json!(["take black", "take white", "place two"]));
    let balance = page.done(json!({ "type": "balance", "at": { "table": table } })).await;
    assert!((0.0..=1.0).contains(&balance["black"].as_f64().unwrap()));
    page.act(&table, "take white").await;
    // Three stones lie there, White's turn comes: the person's.
    let state = page.table(&table, |state| state["game"]["in_opening"] == false).await;
    assert_eq!(state["game"]["turn"], json!({ "seat": "second", "ask": "place", "stone": "white" }));
    assert_eq!(state["game"]["seats"][1]["stone"], "white");
}

#[tokio::test]
async fn a_renju_game_ends_by_a_forbidden_move_and_says_why() {
    let running = Running::in_memory().await;
    let mut page = running.page().await;
    let table = page.create(json!({ "rule": "renju" })).await;
    for point in ["h6", "a1", "h7", "a3", "i8", "a5", "j8", "a7"] {
        page.act(&table, point).await;
    }
    let look = page.done(json!({ "type": "look", "at": { "table": table } })).await;
    assert_eq!(look["forbidden"], json!([{ "point": "h8", "kind": "double_three" }]));
    let why = page.done(json!({ "type": "why", "at": { "table": table }, "point": "h8" })).await;
    assert_eq!(why["verdict"], "double_three");
    page.act(&table, "h8").await;
    let state = page.table(&table, |state| state["game"]["result"].is_object()).await;
    let result = &state["game"]["result"];
    assert_eq!((&result["ending"], &result["winner"]), (&json!("forbidden"), &json!("white")));
    let (_, games) = running.call("GET", "/api/games", b"").await;
    let told = json!({ "ending": "forbidden", "point": "h8", "why": "double_three" });
    assert_eq!((&games["games"][0]["result"], &games["games"][0]["winner"]), (&told, &json!("white")));
    let counted = result["why"]["lines"].as_array().unwrap().iter().filter(|line| line["counts"] == true);
    assert_eq!(counted.count(), 2);
    page.refused(json!({ "type": "act", "table": table, "step": "a9" })).await;
}

#[tokio::test]
async fn two_tabs_see_the_same_game_and_only_one_of_two_moves_at_once_is_made() {
    let running = Running::in_memory().await;
    let (mut one, mut two) = (running.page().await, running.page().await);
    let table = one.create(json!({})).await;
    two.done(json!({ "type": "join", "table": table })).await;
    one.act(&table, "h8").await;
    let state = two.table(&table, |state| !steps(state).is_empty()).await;
    assert_eq!(steps(&state), ["h8"]);
    let act = |point: &str| json!({ "type": "act", "table": table, "step": point, "ply": 1 });
    let (first, second) = tokio::join!(one.ask(act("i9")), two.ask(act("j9")));
    let made = [&first, &second].iter().filter(|answer| answer["type"] == "done").count();
    assert_eq!(made, 1, "{first} {second}");
    let mine = one.table(&table, |state| steps(state).len() == 2).await;
    let theirs = two.table(&table, |state| steps(state).len() == 2).await;
    assert_eq!(steps(&mine), steps(&theirs));
}

#[tokio::test]
async fn a_page_that_comes_back_is_sent_only_what_is_new() {
    let running = Running::in_memory().await;
    let mut page = running.page().await;
    let table = page.create(json!({})).await;
    page.act(&table, "h8").await;
    page.act(&table, "i9").await;
    let state = page.table(&table, |state| steps(state).len() == 2).await;
    let session = page.session.clone();
    let mut other = running.page().await;
    other.done(json!({ "type": "join", "table": table })).await;
    drop(page);
    other.act(&table, "g7").await;
    let mut page = Page::open(running.port, &running.token, Some(&session)).await;
    assert_eq!(page.session, session);
    let join = json!({ "type": "join", "table": table, "seq": state["seq"], "epoch": state["epoch"] });
    page.done(join).await;
    let state = page.table(&table, |_| true).await;
    assert_eq!(steps(&state).len(), 3);
    let nodes: Vec<&Value> = state["nodes"].as_array().unwrap().iter().map(|node| &node["node"]).collect();
    assert_eq!(nodes, [2, 3]);
    // Whoever has another numbering is sent everything.
    let join = json!({ "type": "join", "table": table, "seq": state["seq"], "epoch": 1 });
    page.done(join).await;
    let state = page.table(&table, |_| true).await;
    assert_eq!(state["nodes"].as_array().unwrap().len(), 4);
}

#[tokio::test]
async fn moves_are_taken_back_and_done_again() {
    let running = Running::in_memory().await;
    let mut page = running.page().await;
    let table = page.create(json!({ "second": { "kind": "goren", "level": 1 } })).await;
    page.act(&table, "h8").await;
    page.table(&table, |state| steps(state).len() == 2).await;
    page.done(json!({ "type": "undo", "table": table })).await;
    let state = page.table(&table, |state| steps(state).is_empty()).await;
    assert_eq!((&state["game"]["can_redo"], &state["game"]["node"]), (&json!(true), &json!(0)));
    page.done(json!({ "type": "redo", "table": table })).await;
    let state = page.table(&table, |state| steps(state).len() == 2).await;
    assert_eq!(state["game"]["turn"]["seat"], "first");
    page.done(json!({ "type": "undo", "table": table })).await;
    page.act(&table, "a1").await;
    // The game played is the main line, what was taken back a variation.
    let state = page.table(&table, |state| steps(state).len() == 2 && steps(state)[0] == "a1").await;
    let (_, record) = running.call("GET", &format!("/api/games/{table}/export?format=json"), b"").await;
    assert_eq!(record["moves"][0], "a1");
    assert_eq!(state["nodes_total"], 5);
    page.done(json!({ "type": "act", "table": table, "step": "resign first" })).await;
    let state = page.table(&table, |state| state["game"]["result"].is_object()).await;
    let result = &state["game"]["result"];
    assert_eq!((&result["ending"], &result["winner"]), (&json!("resignation"), &json!("white")));
    page.done(json!({ "type": "undo", "table": table })).await;
    let state = page.table(&table, |state| state["game"]["turn"].is_object()).await;
    assert_eq!(steps(&state).len(), 2);
}

#[tokio::test]
async fn a_person_may_resign_while_the_program_thinks() {
    let running = Running::in_memory().await;
    let mut page = running.page().await;
    let table = page.create(json!({ "second": { "kind": "goren", "level": 10 } })).await;
    page.act(&table, "h8").await;
    let state = page.table(&table, |state| state["game"]["thinking"] == "second").await;
    assert_eq!(steps(&state), ["h8"]);
    page.act(&table, "resign first").await;
    let state = page.table(&table, |state| state["game"]["result"].is_object()).await;
    let result = &state["game"]["result"];
    assert_eq!((&result["ending"], &result["winner"]), (&json!("resignation"), &json!("white")));
    assert_eq!(steps(&state), ["h8", "resign first"]);
}

#[tokio::test]
async fn a_clock_that_runs_out_ends_the_game_and_a_pause_stops_it() {
    let running = Running::in_memory().await;
    let mut page = running.page().await;
    let table = page.create(json!({ "clock": "1m+1s" })).await;
    page.done(json!({ "type": "pause", "table": table, "on": true })).await;
    let state = page.table(&table, |state| state["game"]["paused"] == true).await;
    assert_eq!(state["game"]["clock"]["running"], Value::Null);
    assert_eq!(state["game"]["clock"]["left_ms"], json!([60_000, 60_000]));
    let refused = page.refused(json!({ "type": "act", "table": table, "step": "h8" })).await;
    assert_eq!(refused, json!({ "code": "paused" }));
    page.done(json!({ "type": "pause", "table": table, "on": false })).await;
    page.act(&table, "h8").await;
    let state = page.table(&table, |state| steps(state).len() == 1).await;
    assert!(state["game"]["clock"]["left_ms"][0].as_u64().unwrap() > 60_000);
    let table = page.create(json!({ "clock": "30ms" })).await;
    // Between persons it begins with the first move of each.
    page.act(&table, "h8").await;
    page.act(&table, "i9").await;
    let state = page.table(&table, |state| state["game"]["result"].is_object()).await;
    let result = &state["game"]["result"];
    assert_eq!((&result["ending"], &result["winner"]), (&json!("time"), &json!("white")));
    assert_eq!(state["game"]["clock"]["left_ms"], json!([0, null]));
}

#[tokio::test]
async fn a_draw_needs_both_players() {
    let running = Running::in_memory().await;
    let mut page = running.page().await;
    let table = page.create(json!({})).await;
    let act = |step: &str, seat: &str| json!({ "type": "act", "table": table, "step": step, "seat": seat });
    page.done(act("draw", "first")).await;
    page.done(act("draw", "first")).await;
    let state = page.table(&table, |state| state["game"]["offer"].is_object()).await;
    assert_eq!(state["game"]["result"], Value::Null);
    page.done(act("decline", "second")).await;
    page.done(act("draw", "second")).await;
    page.done(act("draw", "first")).await;
    let state = page.table(&table, |state| state["game"]["result"].is_object()).await;
    let result = &state["game"]["result"];
    assert_eq!((&result["ending"], &result["winner"]), (&json!("agreement"), &Value::Null));
}

#[tokio::test]
async fn programs_play_a_series_with_a_score_and_a_log() {
    let running = Running::in_memory().await;
    let mut page = running.page().await;
    let (one, two) = (
        json!({ "kind": "goren", "level": 1 }),
        json!({ "kind": "classic", "word": "boundary:variant=printed" }),
    );
    let game = json!({ "size": 7, "first": one, "second": two, "speed": 0, "games": 3 });
    let table = page.create(game).await;
    let state =
        page.table(&table, |state| state["game"]["series"]["log"].as_array().unwrap().len() == 3).await;
    let series = &state["game"]["series"];
    let sum = ["wins", "losses", "draws"].iter().map(|key| series[key].as_u64().unwrap()).sum::<u64>();
    assert_eq!(sum, 3);
    assert_eq!(series["log"][1]["black"], "boundary (printed)");
    let (_, log) = running.file(&format!("/api/games/{table}/log.csv")).await;
    let lines: Vec<&str> = log.lines().collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[0], "game,black,white,winner,tie,black mean s,white mean s,elapsed s,moves");
    assert_eq!(series["names"], json!(["goren 1", "boundary (printed)"]));
    let times = |line: &str| -> Vec<f64> {
        line.split(',').skip(5).take(3).map(|field| field.parse().unwrap()).collect()
    };
    // Programs that need less than a millisecond are measured all the same.
    assert!(lines[1..].iter().all(|line| times(line).iter().all(|&time| time > 0.0)), "{log}");
    // Each game is kept on its own.
    let id = series["log"][0]["game"].as_str().unwrap();
    let (status, _) = running.call("GET", &format!("/api/games/{id}/export?format=psq"), b"").await;
    assert_eq!(status, 200);
    // And has the same log of its own.
    let (_, single) = running.file(&format!("/api/games/{id}/log.csv")).await;
    assert_eq!(single.lines().collect::<Vec<_>>(), lines[..2]);
}

#[tokio::test]
async fn the_coach_says_that_a_move_was_bad_and_not_which_was_better() {
    let running = Running::in_memory().await;
    let mut page = running.page().await;
    let table = page.create(json!({ "coach": true })).await;
    for point in ["h8", "i9", "h6", "g9", "h7", "a1"] {
        page.act(&table, point).await;
    }
    let state = page.table(&table, |state| state["game"]["coach"]["last"]["node"] == 6).await;
    let last = &state["game"]["coach"]["last"];
    assert_eq!(last["word"], "blunder");
    assert_eq!(last.as_object().unwrap().len(), 3);
    // Where all is lost it does not fall silent as if all were well.
    page.act(&table, "h9").await;
    page.act(&table, "a2").await;
    let state = page.table(&table, |state| state["game"]["coach"]["last"]["node"] == 8).await;
    assert_eq!(state["game"]["coach"]["last"]["word"], "lost");
}

#[tokio::test]
async fn what_cannot_be_played_is_refused_with_a_reason() {
    let running = Running::in_memory().await;
    let mut page = running.page().await;
    for (game, reason) in [
        (json!({ "rule": "chess" }), "got `chess`"),
        (json!({ "size": 4 }), "from 5 to 22"),
        (json!({ "opening": "swap9" }), "got `swap9`"),
    ] {
        let refused = page.refused(json!({ "type": "create", "game": game })).await;
        assert_eq!(refused["code"], "not_understood");
        assert!(refused["error"].as_str().unwrap().contains(reason), "{refused}");
    }
    for (game, reason) in [
        (
            json!({ "first": { "kind": "goren", "level": 11 } }),
            json!({ "code": "no_level", "min": 1, "max": 10, "got": 11 }),
        ),
        (
            json!({ "first": { "kind": "classic", "word": "deep" } }),
            json!({ "code": "no_classic", "got": "deep" }),
        ),
        (
            json!({ "first": { "kind": "classic", "word": "masked:depth=0" } }),
            json!({ "code": "classic_number", "option": "depth", "min": 1, "max": 120, "got": "0" }),
        ),
        (
            json!({ "first": { "kind": "engine", "name": "/bin/sh" } }),
            json!({ "code": "no_engine", "name": "/bin/sh" }),
        ),
        (json!({ "games": 5 }), json!({ "code": "series_with_person" })),
        (json!({ "traps": ["a1", "a1"] }), json!({ "code": "point_twice", "point": "a1" })),
        (json!({ "traps": { "random": 500 } }), json!({ "code": "too_many_traps", "max": 112, "got": 500 })),
    ] {
        assert_eq!(page.refused(json!({ "type": "create", "game": game })).await, reason);
    }
    let magic = json!({ "first": { "kind": "classic", "word": "masked:with=magic" } });
    let refused = page.refused(json!({ "type": "create", "game": magic })).await;
    assert_eq!((&refused["code"], &refused["got"]), (&json!("classic_addition"), &json!("magic")));
    let table = page.create(json!({})).await;
    page.act(&table, "h8").await;
    let ask = json!({ "ask": "place", "stone": "white" });
    for (step, reason) in [
        ("h8", json!({ "code": "occupied", "point": "h8" })),
        (
            "take black",
            json!({ "code": "unexpected_step", "step": "take black", "seat": "second", "ask": ask }),
        ),
    ] {
        assert_eq!(page.refused(json!({ "type": "act", "table": table, "step": step })).await, reason);
    }
    for (step, reason) in [("place z9", "z9"), ("x", "got `x`")] {
        let refused = page.refused(json!({ "type": "act", "table": table, "step": step })).await;
        assert!(refused["error"].as_str().unwrap().contains(reason), "{refused}");
    }
}

#[tokio::test]
async fn a_game_that_is_taken_up_again_waits_for_someone() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("taken-up");
    let _ = std::fs::remove_dir_all(&folder);
    let options = Options { port: 0, data: Some(folder), ..Options::default() };
    let mut running = Running::start(options.clone()).await;
    let mut page = running.page().await;
    let clocked = page.create(json!({ "clock": "1m+0s" })).await;
    page.act(&clocked, "h8").await;
    let study =
        page.done(json!({ "type": "study", "position": { "moves": ["h8", "i9", "g7"] } })).await["table"]
            .clone();
    page.done(json!({ "type": "goto", "table": study, "node": 2 })).await;
    running.stop();
    while page.read().await.is_ok() {}
    let running = Running::start(options).await;
    let mut page = running.page().await;
    page.done(json!({ "type": "join", "table": clocked })).await;
    let state = page.table(&clocked, |_| true).await;
    assert_eq!((steps(&state).len(), &state["game"]["paused"]), (1, &json!(true)));
    page.done(json!({ "type": "pause", "table": clocked, "on": false })).await;
    page.act(&clocked, "i9").await;
    page.done(json!({ "type": "join", "table": study })).await;
    let state = page.table(study.as_str().unwrap(), |_| true).await;
    assert_eq!((&state["at"], &state["nodes_total"]), (&json!(2), &json!(4)));
}
