//! Studies, analysis, files and settings over the wire.

use serde_json::{Value, json};

use crate::client::Running;

/// Black to move wins by fours from an open three.
fn winning() -> Value {
    json!({ "moves": ["h8", "a1", "i8", "a3", "j8", "a5"] })
}

#[tokio::test]
async fn a_tree_grows_is_commented_promoted_and_pruned() {
    let running = Running::in_memory().await;
    let mut page = running.page().await;
    let answer = page.done(json!({ "type": "study" })).await;
    let table = answer["table"].as_str().unwrap().to_owned();
    let play =
        |node: u64, point: &str| json!({ "type": "play", "table": table, "node": node, "point": point });
    for (node, point, expected) in [(0, "h8", 1), (1, "i9", 2), (0, "a1", 3), (3, "b1", 4), (0, "h8", 1)] {
        assert_eq!(page.done(play(node, point)).await["node"], expected);
    }
    page.refused(play(1, "h8")).await;
    page.refused(play(99, "h8")).await;
    // Either colour can be placed at any time.
    let mut black = play(1, "c3");
    black["stone"] = json!("black");
    assert_eq!(page.done(black).await["node"], 5);
    let text = "<script>alert(1)</script>";
    page.done(json!({ "type": "comment", "table": table, "node": 2, "text": text })).await;
    let marks = json!([{ "point": "h8", "kind": "label", "text": "A" }]);
    page.done(json!({ "type": "marks", "table": table, "node": 2, "marks": marks })).await;
    page.done(json!({ "type": "promote", "table": table, "node": 4 })).await;
    let state = page.table(&table, |state| state["nodes"][1]["point"] == "a1").await;
    let epoch = state["epoch"].clone();
    page.done(json!({ "type": "prune", "table": table, "node": 1 })).await;
    let state = page.table(&table, |state| state["epoch"] != epoch).await;
    let nodes = state["nodes"].as_array().unwrap();
    assert_eq!((nodes.len(), &nodes[2]["comment"], &nodes[2]["marks"]), (4, &json!(text), &marks));
    assert_eq!(nodes[3]["stone"], "black");
    page.done(json!({ "type": "setup", "table": table, "position": { "black": ["h8"], "white": ["i9"], "side": "white" } }))
        .await;
    let state = page.table(&table, |state| state["nodes_total"] == 1).await;
    assert_eq!(state["nodes"][0]["side"], "white");
}

#[tokio::test]
async fn an_analysis_streams_finds_its_win_and_ends_when_told() {
    let running = Running::in_memory().await;
    let mut page = running.page().await;
    let begun = page.done(json!({ "type": "analyse", "at": { "position": winning() }, "lines": 1 })).await;
    let last = page.wait(|told| told["type"] == "analysis" && told["running"] == false).await;
    assert_eq!(last["id"], begun["id"]);
    let line = &last["lines"][0];
    assert_eq!((&line["winner"], &line["black"]), (&json!("black"), &json!(1.0)));
    // What a search has found is not proved, and nobody says so.
    assert!(line["decided_in"].is_u64() && line.get("proved").is_none());
    let quiet = json!({ "moves": ["h8", "i9", "g9"] });
    let begun = page.done(json!({ "type": "analyse", "at": { "position": quiet }, "lines": 3 })).await;
    let is_full = |told: &Value| told["lines"].as_array().is_some_and(|lines| lines.len() == 3);
    let some = page.wait(|told| told["id"] == begun["id"] && is_full(told)).await;
    assert_eq!((&some["type"], &some["running"]), (&json!("analysis"), &json!(true)));
    page.done(json!({ "type": "stop", "what": "analysis" })).await;
    page.wait(|told| told["type"] == "analysis" && told["id"] == begun["id"] && told["running"] == false)
        .await;
}

#[tokio::test]
async fn no_legal_move_is_a_result_and_not_a_search() {
    let running = Running::in_memory().await;
    let mut page = running.page().await;
    let over = json!({ "moves": ["a1", "a3", "b1", "b3", "c1", "c3", "d1", "d3", "e1"] });
    page.done(json!({ "type": "analyse", "at": { "position": over } })).await;
    let last = page.wait(|told| told["type"] == "analysis" && told["running"] == false).await;
    assert_eq!(last["lines"], json!([]));
    let look = page.done(json!({ "type": "look", "at": { "position": over }, "xray": true })).await;
    assert_eq!((&look["outcome"], &look["winner"]), (&json!("win"), &json!("black")));
    assert_eq!(look["row"], json!(["a1", "b1", "c1", "d1", "e1"]));
    page.refused(json!({ "type": "hint", "at": { "position": over }, "stage": "why" })).await;
}

#[tokio::test]
async fn solvers_find_their_wins_and_a_hint_tells_more_step_by_step() {
    let running = Running::in_memory().await;
    let mut page = running.page().await;
    let at = json!({ "position": winning() });
    for kind in ["vcf", "vct"] {
        let solved = page.done(json!({ "type": "solve", "at": at, "kind": kind })).await;
        assert_eq!((&solved["solved"], &solved["stopped"]), (&json!("win"), &json!(false)));
    }
    let nothing = json!({ "position": { "moves": ["h8"] } });
    let solved = page.done(json!({ "type": "solve", "at": nothing, "kind": "vcf" })).await;
    assert_eq!(solved["solved"], "no_win");
    let area = page.done(json!({ "type": "hint", "at": at, "stage": "where" })).await;
    let why = page.done(json!({ "type": "hint", "at": at, "stage": "why" })).await;
    assert!(area["area"].as_array().unwrap().contains(&why["point"]));
    let look = page.done(json!({ "type": "look", "at": at, "xray": true })).await;
    assert_eq!(look["xray"]["black"]["points"][0]["class"], "open_four");
}

#[tokio::test]
async fn a_review_streams_all_moves() {
    let running = Running::in_memory().await;
    let mut page = running.page().await;
    let position = json!({ "moves": ["h8", "i9", "h6", "g9", "h7", "a1"] });
    let study = page.done(json!({ "type": "study", "position": position })).await;
    page.done(json!({ "type": "review", "table": study["table"], "ms": 30 })).await;
    let last = page.wait(|told| told["type"] == "review" && told["running"] == false).await;
    assert_eq!((last["of"].clone(), last["moves"].as_array().unwrap().len()), (json!(6), 6));
    assert_eq!(last["moves"][5]["word"], "blunder");
}

#[tokio::test]
async fn any_format_opens_and_every_format_is_written() {
    let running = Running::in_memory().await;
    let mut page = running.page().await;
    for text in ["h8i9g7", "(;GM[4]SZ[15];B[hh];W[ig];B[gi])", "#rule=renju&size=15&moves=h8i9g7"] {
        let (status, opened) = running.call("POST", "/api/open?name=a.sgf", text.as_bytes()).await;
        assert_eq!(status, 200, "{opened}");
        let head = &opened["games"][0];
        assert_eq!((&head["moves"], &head["event"]), (&json!(3), &json!("a.sgf")));
        page.done(json!({ "type": "join", "table": head["id"] })).await;
        let id = head["id"].as_str().unwrap();
        let (_, about) = running.call("GET", "/api/about", b"").await;
        for format in about["formats"].as_array().unwrap().iter().filter(|format| format["writes"] == true) {
            let name = format["name"].as_str().unwrap();
            let (head, content) = running.file(&format!("/api/games/{id}/export?format={name}")).await;
            assert!(head.starts_with("HTTP/1.1 200 "), "{name} {head}");
            let file = format!("-{id}.{}\"", format["extension"].as_str().unwrap());
            assert!(head.contains(&file) && !content.is_empty(), "{name} {head}");
        }
        let (_, link) = running.file(&format!("/api/games/{id}/export?format=link")).await;
        assert!(link.contains("moves=h8i9g7"));
        let (status, _) = running.call("DELETE", &format!("/api/games/{id}"), b"").await;
        assert_eq!(status, 200);
        let (status, _) = running.call("DELETE", &format!("/api/games/{id}"), b"").await;
        assert_eq!(status, 404);
        page.refused(json!({ "type": "join", "table": id })).await;
    }
    let (status, error) = running.call("POST", "/api/open", b"(;GM[1]SZ[19])").await;
    assert_eq!(status, 400);
    assert!(error["error"].as_str().unwrap().len() > 5);
    let (status, _) = running.call("POST", "/api/open", &vec![b'x'; (8 << 20) + 1]).await;
    assert_eq!(status, 413);
}

#[tokio::test]
async fn only_what_holds_something_is_stored_and_once() {
    let running = Running::in_memory().await;
    let mut page = running.page().await;
    let count = async || {
        let (_, list) = running.call("GET", "/api/games", b"").await;
        list["games"].as_array().unwrap().len()
    };
    let study = page.done(json!({ "type": "study" })).await;
    let (_, opened) = running.call("POST", "/api/open?name=empty", b"#rule=renju&size=15").await;
    page.done(json!({ "type": "join", "table": opened["games"][0]["id"] })).await;
    assert_eq!(count().await, 0);
    let table = &study["table"];
    page.done(json!({ "type": "play", "table": table, "node": 0, "point": "h8" })).await;
    assert_eq!(count().await, 1);
    page.done(json!({ "type": "prune", "table": table, "node": 1 })).await;
    assert_eq!(count().await, 0);
    let (_, first) = running.call("POST", "/api/open?name=a", b"h8i9g7").await;
    let (_, again) = running.call("POST", "/api/open?name=a", b"h8 i9 g7").await;
    assert_eq!(first["games"][0]["id"], again["games"][0]["id"]);
    running.call("POST", "/api/open?name=a", b"h8i9").await;
    running.call("POST", "/api/open?name=a", b"(;GM[4]SZ[15];B[hh];W[ig];B[gi]C[better])").await;
    assert_eq!(count().await, 3);
}

#[tokio::test]
async fn games_are_deleted_brought_back_and_exported_together() {
    let running = Running::in_memory().await;
    let (_, opened) = running.call("POST", "/api/open", b"h8i9\na1b1c1").await;
    let ids: Vec<&str> =
        opened["games"].as_array().unwrap().iter().map(|head| head["id"].as_str().unwrap()).collect();
    let both = json!({ "ids": ids }).to_string();
    let (_, list) = running.call("GET", "/api/games", b"").await;
    let revision = list["revision"].as_str().unwrap();
    let stones = |id: &str| {
        let games = list["games"].as_array().unwrap();
        games.iter().find(|head| head["id"] == id).unwrap()["stones"].clone()
    };
    assert_eq!((stones(ids[0]), stones(ids[1])), (json!(["h8", "i9"]), json!(["a1c1", "b1"])));
    let again = format!("/api/games?revision={revision}");
    assert_eq!(running.call("GET", &again, b"").await.1, json!({ "revision": revision }));
    let export = async |format: &str| {
        running.call("POST", &format!("/api/games/export?format={format}"), both.as_bytes()).await
    };
    assert_eq!(export("json").await.0, 200);
    assert_eq!(export("psq").await.0, 400);
    assert_eq!(running.call("POST", "/api/games/delete", both.as_bytes()).await.0, 200);
    assert_eq!(running.call("GET", &again, b"").await.1["games"], json!([]));
    assert_eq!(running.call("POST", "/api/games/restore", both.as_bytes()).await.0, 200);
    assert_eq!(running.call("POST", "/api/games/restore", both.as_bytes()).await.0, 404);
    assert_eq!(running.call("GET", "/api/games", b"").await.1["games"], list["games"]);
    let (_, part) = running.file(&format!("/api/games/{}/export?format=pos&node=2", ids[1])).await;
    assert_eq!(part.trim(), "a1b1");
    let (status, _) =
        running.call("GET", &format!("/api/games/{}/export?format=pos&node=9", ids[1]), b"").await;
    assert_eq!(status, 400);
}

#[tokio::test]
async fn settings_are_kept_as_the_pages_gave_them() {
    let running = Running::in_memory().await;
    assert_eq!(running.call("GET", "/api/settings", b"").await, (200, json!({})));
    let given = json!({ "sound": false, "board": "wood" });
    assert_eq!(running.call("PUT", "/api/settings", given.to_string().as_bytes()).await.0, 200);
    assert_eq!(running.call("GET", "/api/settings", b"").await, (200, given));
    assert_eq!(running.call("PUT", "/api/settings", b"[1]").await.0, 400);
    assert_eq!(running.call("PUT", "/api/settings", &vec![b' '; (64 << 10) + 1]).await.0, 413);
}
