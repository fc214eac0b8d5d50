//! The library over the wire.

use goren_studio::Options;
use serde_json::{Value, json};

use crate::client::Running;

async fn post(running: &Running, path: &str, body: Value) -> Value {
    let (status, answer) =
        running.call("POST", &format!("/api/library/{path}"), body.to_string().as_bytes()).await;
    assert_eq!(status, 200, "{path}: {answer}");
    answer
}

/// Imports a file and waits for its end.
async fn import(running: &Running, name: &str, file: &str) -> Value {
    let (status, answer) =
        running.call("POST", &format!("/api/library/import?name={name}"), file.as_bytes()).await;
    assert_eq!(status, 200, "{answer}");
    loop {
        let (_, view) = running.call("GET", "/api/library", b"").await;
        if view["import"]["state"] != "running" {
            return view;
        }
        tokio::task::yield_now().await;
    }
}

const FILE: &str = "(;GM[4]SZ[15]RU[renju]PB[Ada]PW[Boris]DT[2020-05-01]RE[B+R];B[hh];W[hg];B[ig];W[jj])\n\
    (;GM[4]SZ[15]RU[renju]PB[Chen]PW[Ada]DT[2021]RE[W+R];B[hh];W[gh];B[gi];W[jj])\n\
    (;GM[4]SZ[15];B[hh];W[hh])";

#[tokio::test]
async fn games_are_imported_found_explored_opened_and_exported() {
    let running = Running::in_memory().await;
    let view = import(&running, "two.sgf", FILE).await;
    assert_eq!(
        (&view["games"], &view["import"]["added"], &view["import"]["faulty"]),
        (&json!(2), &json!(2), &json!(1))
    );
    assert_eq!(view["import"]["faults"][0]["game"], 3);
    assert_eq!(view["openings"].as_array().unwrap().len(), 26);

    let start = json!({ "position": "{\"rule\":\"renju\"}" });
    let explored = post(&running, "explore", start).await;
    assert_eq!((&explored["results"]["games"], &explored["moves"][0]["point"]), (&json!(2), &json!("h8")));
    // Two games, two orientations, one opening.
    let third = json!({ "position": "{\"rule\":\"renju\",\"moves\":[\"h8\",\"h9\",\"i9\"]}" });
    let explored = post(&running, "explore", third).await;
    assert_eq!((&explored["opening"], &explored["results"]["games"]), (&json!("Kagetsu"), &json!(2)));
    assert_eq!(explored["games"][0]["black"], "Chen");

    let found = post(&running, "find", json!({ "player": "ada", "result": "black" })).await;
    assert_eq!((&found["total"], &found["games"][0]["white"]), (&json!(1), &json!("Boris")));
    assert_eq!(post(&running, "find", json!({ "opening": "4D", "since": "2021" })).await["total"], 1);
    assert_eq!(
        post(&running, "find", json!({ "opening": "0,0, 0,-1, 1,-1", "rule": "renju" })).await["total"],
        2
    );
    let pattern = post(&running, "find", json!({ "pattern": "?X/XO" })).await;
    assert_eq!((&pattern["total"], &pattern["games"][0]["at"]), (&json!(2), &json!(3)));
    let (status, error) = running.call("POST", "/api/library/find", b"{\"opening\":\"sicilian\"}").await;
    assert_eq!(status, 400);
    assert_eq!(error["error"], json!({ "code": "no_opening", "got": "sicilian" }));

    let opened = post(&running, "open", json!({ "id": 1, "at": 3 })).await;
    assert_eq!(opened["node"], 3);
    let again = post(&running, "open", json!({ "id": 1 })).await;
    assert_eq!(again["table"], opened["table"], "there is no second copy");
    assert_eq!(running.call("POST", "/api/library/open", b"{\"id\":99}").await.0, 404);
    let mut page = running.page().await;
    page.done(json!({ "type": "join", "table": opened["table"] })).await;
    let state = page.table(opened["table"].as_str().unwrap(), |state| state["black"] == "Ada").await;
    assert_eq!(state["kind"], "study");

    let (status, file) = running.call("POST", "/api/library/export?format=json", b"{\"ids\":[1,2]}").await;
    assert_eq!((status, file.as_array().map(Vec::len)), (200, Some(2)));
}

#[tokio::test]
async fn a_finished_game_is_in_the_library_until_it_is_deleted() {
    let running = Running::in_memory().await;
    let mut page = running.page().await;
    let table = page.create(json!({ "rule": "standard" })).await;
    for step in ["h8", "a1", "i8", "a3", "j8", "a5", "k8"] {
        page.act(&table, step).await;
    }
    assert_eq!(running.call("GET", "/api/library", b"").await.1["games"], 0);
    for step in ["a7", "l8"] {
        page.act(&table, step).await;
    }
    assert_eq!(running.call("GET", "/api/library", b"").await.1["games"], 1);
    let found = post(&running, "find", json!({ "result": "black", "rule": "standard" })).await;
    assert_eq!((&found["total"], &found["games"][0]["source"]), (&json!(1), &json!("studio")));
    let opened = post(&running, "open", json!({ "id": found["games"][0]["id"] })).await;
    assert_eq!(opened["table"], table.as_str());
    running.call("DELETE", &format!("/api/games/{table}"), b"").await;
    assert_eq!(running.call("GET", "/api/library", b"").await.1["games"], 0);
    let ids = json!({ "ids": [table] }).to_string();
    running.call("POST", "/api/games/restore", ids.as_bytes()).await;
    assert_eq!(running.call("GET", "/api/library", b"").await.1["games"], 1);
}

#[tokio::test]
async fn imported_games_are_removed_and_brought_back() {
    let running = Running::in_memory().await;
    import(&running, "two.sgf", FILE).await;
    let removed = post(&running, "remove", json!({ "ids": [1, 99] })).await;
    assert_eq!((&removed["removed"], &removed["played"]), (&json!(1), &json!(0)));
    let left = post(&running, "find", json!({})).await;
    assert_eq!((&left["total"], &left["games"][0]["id"]), (&json!(1), &json!(2)));
    // A removal of nothing leaves the last one to be undone.
    assert_eq!(post(&running, "remove", json!({ "ids": [1] })).await["removed"], 0);
    let view = post(&running, "restore", json!({ "removal": removed["removal"] })).await;
    assert_eq!(view["games"], 2);
    let found = post(&running, "find", json!({ "player": "boris" })).await;
    assert_eq!((&found["total"], &found["games"][0]["source"]), (&json!(1), &json!("two.sgf")));
    let second = post(&running, "remove", json!({ "ids": [2] })).await;
    assert_ne!(second["removal"], removed["removal"]);
    for (path, body) in [("restore", "{\"removal\":1}"), ("remove", "{\"ids\":[]}")] {
        assert_eq!(
            running.call("POST", &format!("/api/library/{path}"), body.as_bytes()).await.0,
            400,
            "{path}"
        );
    }
}

#[tokio::test]
async fn a_repertoire_is_marked_and_practised() {
    let running = Running::in_memory().await;
    let position =
        "{\"rule\":\"renju\",\"size\":15,\"traps\":[],\"black\":[\"h8\"],\"white\":[],\"side\":\"white\"}";
    let empty = running.call("GET", "/api/library/practice", b"").await.1;
    assert!(empty.get("card").is_none() && empty["repertoire"]["moves"] == 0);
    let learnt = post(&running, "learn", json!({ "position": position, "point": "i9" })).await;
    assert_eq!((&learnt["moves"], &learnt["due"]), (&json!(1), &json!(1)));
    let (status, _) = running
        .call(
            "POST",
            "/api/library/learn",
            json!({ "position": position, "point": "h8" }).to_string().as_bytes(),
        )
        .await;
    assert_eq!(status, 400, "a taken point is no move");
    // Nobody has played it, and it is listed all the same.
    let explored = post(&running, "explore", json!({ "position": position })).await;
    assert_eq!(explored["moves"][0]["mine"], true);
    let card = running.call("GET", "/api/library/practice", b"").await.1["card"].clone();
    assert_eq!((&card["side"], &card["black"]), (&json!("white"), &json!(["h8"])));
    // The stone in the middle leaves four ways to play the same move.
    let right = post(&running, "practice", json!({ "key": card["key"], "point": "g7" })).await;
    assert_eq!((&right["right"], &right["repertoire"]["due"]), (&json!(true), &json!(0)));
    assert!(right["days"].as_u64().unwrap() > 1);
    let wrong = post(&running, "practice", json!({ "key": card["key"], "point": "h9" })).await;
    assert_eq!((&wrong["right"], &wrong["answer"], &wrong["days"]), (&json!(false), &json!("i9"), &json!(1)));
    assert!(running.call("GET", "/api/library/practice", b"").await.1.get("card").is_none());
    assert_eq!(post(&running, "learn", json!({ "position": position })).await["moves"], 0);
}

#[tokio::test]
async fn a_library_outlives_its_studio_and_one_in_use_is_no_harm() {
    let folder = std::env::temp_dir().join(format!("goren-shelf-{}", std::process::id()));
    let options = || Options { port: 0, data: Some(folder.clone()), ..Options::default() };
    std::fs::create_dir_all(&folder).unwrap();
    let path = goren_library::Library::file_in(&folder);
    let other = goren_library::Library::open(&path).unwrap();
    let running = Running::start(options()).await;
    let (status, error) = running.call("GET", "/api/library", b"").await;
    assert_eq!(status, 500);
    assert_eq!(error["error"]["code"], "library_in_use");
    drop(other);
    assert_eq!(import(&running, "two.sgf", FILE).await["games"], 2);
    let (status, _) = running.call("POST", "/api/library/stop", b"").await;
    assert_eq!(status, 200);
    drop(running);
    let _ = std::fs::remove_dir_all(&folder);
}

#[tokio::test]
async fn a_damaged_library_is_opened_with_what_can_be_read_and_a_notice() {
    let folder = std::env::temp_dir().join(format!("goren-damaged-shelf-{}", std::process::id()));
    let options = || Options { port: 0, data: Some(folder.clone()), ..Options::default() };
    std::fs::create_dir_all(&folder).unwrap();
    let path = goren_library::Library::file_in(&folder);
    let game = |player: &str| format!("(;GM[4]SZ[15]PB[{player}];B[hh];W[hg];B[ig];W[jj])");
    let games: String = (0..300).map(|number| game(&format!("Player {number}"))).collect();
    let mut running = Running::start(options()).await;
    assert_eq!(import(&running, "many.sgf", &games).await["games"], 300);
    running.stop();
    // It is closed when it can be opened.
    while goren_library::Library::open(&path).is_err() {
        tokio::task::yield_now().await;
    }
    let mut bytes = std::fs::read(&path).unwrap();
    let pages = bytes.len() / 4096;
    bytes[pages / 2 * 4096..].fill(0xff);
    std::fs::write(&path, bytes).unwrap();

    let running = Running::start(options()).await;
    let (status, view) = running.call("GET", "/api/library", b"").await;
    assert_eq!(status, 200, "{view}");
    let notices = running.call("GET", "/api/games", b"").await.1["notices"].clone();
    let notice = notices[0].as_str().unwrap_or_default();
    assert!(notice.contains("library") && notice.contains(&view["games"].to_string()), "{notices}");
    let more = import(&running, "one.sgf", &game("Somebody")).await;
    assert_eq!(more["games"].as_u64(), view["games"].as_u64().map(|games| games + 1));
    drop(running);
    let _ = std::fs::remove_dir_all(&folder);
}
