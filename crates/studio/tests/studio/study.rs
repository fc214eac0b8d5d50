//! Studies, analysis, files and settings over the wire.

use goren_studio::Options;
use serde_json::{Value, json};

use crate::client::{Page, Running};

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
    // It is called proved because a proof was found and checked.
    assert!(line["decided_in"].is_u64() && line["proved"] == true, "{line}");
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
    page.done(json!({ "type": "review", "table": study["table"], "nodes": 2000 })).await;
    let last = page.wait(|told| told["type"] == "review" && told["running"] == false).await;
    assert_eq!((&last["positions"], &last["judged"], &last["done"]), (&json!(7), &json!(7), &json!(true)));
    let finding = &last["moves"][5]["finding"];
    assert_eq!((&finding["kind"], &finding["allowed"]["by"]), (&json!("missed_defence"), &json!("fours")));
    assert_eq!((&last["last_escape"]["number"], &last["turning_point"]), (&json!(6), &json!(6)));
    // It is there for whoever opens the table later, under the numbers that the nodes have then.
    let table = study["table"].as_str().unwrap();
    page.table(table, |state| state["reviewed"] == true).await;
    let added = json!({ "type": "add_line", "table": table, "node": 0, "points": ["a15", "b15"] });
    let line = page.done(added).await;
    page.done(json!({ "type": "promote", "table": table, "node": line["node"] })).await;
    let mut other = running.page().await;
    let stored = other.done(json!({ "type": "reviewed", "table": table })).await["review"].clone();
    assert_eq!((&stored["players"], &stored["running"]), (&last["players"], &json!(false)));
    let nodes: Vec<u64> =
        stored["moves"].as_array().unwrap().iter().map(|judged| judged["node"].as_u64().unwrap()).collect();
    assert_eq!(nodes, [3, 4, 5, 6, 7, 8]);
    // Another move in place of the mistake is judged; there is nothing to try where nothing was wrong.
    let try_at =
        |node: u64, point: &str| json!({ "type": "attempt", "table": table, "node": node, "point": point });
    let stops = other.done(try_at(8, "h9")).await;
    assert_eq!((&stops["point"], &stops["solved"]), (&json!("h9"), &json!(true)));
    let loses = other.done(try_at(8, "b1")).await;
    assert_eq!((&loses["verdict"], &loses["win"]["by"]), (&json!("loses"), &json!("fours")));
    other.refused(try_at(8, "h8")).await;
    // It becomes a puzzle of one's own, once.
    for _ in 0..2 {
        let kept = other.done(json!({ "type": "keep", "table": table, "node": 8 })).await;
        assert_eq!(kept["puzzle"].as_str().map(str::len), Some(8), "{kept}");
    }
    other.refused(json!({ "type": "keep", "table": table, "node": 3 })).await;
    other.refused(try_at(3, "h9")).await;
    // There is nothing to say about an empty board.
    let empty = page.done(json!({ "type": "study" })).await;
    page.refused(json!({ "type": "review", "table": empty["table"] })).await;
}

#[tokio::test]
async fn a_review_from_the_disk_teaches_every_panel_its_wins() {
    let folder = std::env::temp_dir().join(format!("goren-claims-{}", std::process::id()));
    let options = || Options { port: 0, data: Some(folder.clone()), ..Options::default() };
    let mut running = Running::start(options()).await;
    let mut page = running.page().await;
    let moves = ["h8", "a1", "i8", "a3", "j8", "a5", "k8", "g8", "l8"];
    let study = page.done(json!({ "type": "study", "position": { "moves": moves } })).await;
    let table = study["table"].as_str().unwrap().to_owned();
    page.done(json!({ "type": "review", "table": table, "nodes": 2000 })).await;
    page.wait(|told| told["type"] == "review" && told["running"] == false).await;
    page.table(&table, |state| state["reviewed"] == true).await;
    running.stop();
    drop(page);
    // The server that comes back knows no proof until somebody reads the review.
    let running = Running::start(options()).await;
    let mut page = running.page().await;
    let look = json!({ "type": "look", "at": { "position": { "moves": moves[..6] } } });
    assert!(page.done(look.clone()).await["proved"].is_null());
    page.done(json!({ "type": "reviewed", "table": table })).await;
    page.wait(|told| told["type"] == "proved").await;
    while page.done(look.clone()).await["proved"]["winner"] != "black" {
        page.wait(|told| told["type"] == "proved").await;
    }
    drop(running);
    // The server may still be at its end.
    let _ = std::fs::remove_dir_all(&folder);
}

#[tokio::test]
async fn a_review_that_was_stopped_is_stored_and_goes_on() {
    let running = Running::in_memory().await;
    let mut page = running.page().await;
    let moves = ["h8", "i9", "h6", "g9", "h7", "a1", "o15", "h9", "o14", "f9", "e9", "j9"];
    let study = page.done(json!({ "type": "study", "position": { "moves": moves } })).await;
    let table = study["table"].as_str().unwrap();
    let ask = json!({ "type": "review", "table": table, "nodes": 30000 });
    page.done(ask.clone()).await;
    page.wait(|told| told["type"] == "review" && told["judged"].as_u64() >= Some(2)).await;
    page.done(json!({ "type": "stop", "what": "review" })).await;
    let part = page.wait(|told| told["type"] == "review" && told["running"] == false).await;
    assert_eq!((&part["done"], part.get("last_escape")), (&json!(false), None));
    let mut other = running.page().await;
    let stored = other.done(json!({ "type": "reviewed", "table": table })).await["review"].clone();
    assert_eq!((&stored["judged"], &stored["done"]), (&part["judged"], &json!(false)));
    let begun = other.done(ask).await;
    let first = other.wait(|told| told["type"] == "review" && told["id"] == begun["id"]).await;
    assert!(first["judged"].as_u64() > part["judged"].as_u64(), "{first}");
    let last = other.wait(|told| told["type"] == "review" && told["running"] == false).await;
    assert_eq!((&last["done"], &last["last_escape"]["number"]), (&json!(true), &json!(9)));
}

#[tokio::test]
async fn an_analysis_goes_on_where_it_was_left() {
    let running = Running::in_memory().await;
    let mut page = running.page().await;
    let at = json!({ "position": { "moves": ["h8", "i9", "g9"] } });
    let ask = json!({ "type": "analyse", "at": at, "lines": 2, "threads": 1 });
    page.done(ask.clone()).await;
    let is_deep = |told: &Value| told["type"] == "analysis" && told["depth"].as_u64() >= Some(5);
    let before = page.wait(is_deep).await;
    let (session, depth) = (page.session.clone(), before["depth"].as_u64());
    drop(page);
    // The page comes back, then another one looks at the same position: neither sees less than was known.
    for session in [Some(session.as_str()), None] {
        let mut page = Page::open(running.port, &running.token, session).await;
        let begun = page.done(ask.clone()).await;
        let first = page.wait(|told| told["type"] == "analysis").await;
        assert_eq!(first["id"], begun["id"]);
        assert!(first["depth"].as_u64() >= depth, "{first}");
        assert!(first["nodes"].as_u64() >= before["nodes"].as_u64(), "{first}");
    }
}

#[tokio::test]
async fn an_analysis_ends_at_its_limits_and_looks_only_at_the_moves_it_may() {
    let running = Running::in_memory().await;
    let mut page = running.page().await;
    let at = json!({ "position": { "moves": ["h8", "i9", "g9"] } });
    let limits = [json!({ "depth": 3 }), json!({ "nodes": 500 }), json!({ "ms": 150 })];
    for limit in limits {
        let mut ask = json!({ "type": "analyse", "at": at, "threads": 1 });
        ask.as_object_mut().unwrap().extend(limit.as_object().unwrap().clone());
        let begun = page.done(ask).await;
        page.wait(|told| told["id"] == begun["id"] && told["running"] == false).await;
    }
    let mut firsts = async |key: &str, points: Value| {
        let mut ask = json!({ "type": "analyse", "at": at, "threads": 1, "lines": 2, "nodes": 2000 });
        ask[key] = points;
        let begun = page.done(ask).await;
        let last = page.wait(|told| told["id"] == begun["id"] && told["running"] == false).await;
        last["lines"].as_array().unwrap().iter().map(|line| line["pv"][0].clone()).collect::<Vec<_>>()
    };
    let free = firsts("only", json!([])).await;
    let left_out = firsts("except", json!([free[0]])).await;
    assert!(!left_out.contains(&free[0]), "{free:?} {left_out:?}");
    let mut two = firsts("only", json!(["a1", "o15"])).await;
    two.sort_by_key(Value::to_string);
    assert_eq!(two, [json!("a1"), json!("o15")]);
}

#[tokio::test]
async fn moves_are_found_that_make_a_position_even() {
    let running = Running::in_memory().await;
    let mut page = running.page().await;
    let at = json!({ "position": { "moves": ["h8"] } });
    for moves in [1, 2] {
        let found = page.done(json!({ "type": "level", "at": at, "moves": moves })).await;
        assert_eq!(found["points"].as_array().unwrap().len(), moves, "{found}");
        assert!((0.0..=1.0).contains(&found["black"].as_f64().unwrap()), "{found}");
    }
}

#[tokio::test]
async fn a_rule_is_changed_and_the_tree_stays() {
    let running = Running::in_memory().await;
    let mut page = running.page().await;
    let moves = ["h8", "a1", "i8", "a3", "j9", "a5", "j10", "a7", "j8", "a9"];
    let study = page.done(json!({ "type": "study", "position": { "moves": moves } })).await;
    let table = study["table"].as_str().unwrap().to_owned();
    let mut change = async |rule: &str| {
        page.done(json!({ "type": "rule", "table": table, "rule": rule })).await["forbidden"].clone()
    };
    assert_eq!(change("renju").await, json!([9]));
    assert_eq!(change("caro6").await, json!([]));
    let state = page.table(&table, |state| state["rule"] == "caro6").await;
    assert_eq!(state["nodes_total"], 11);
    let look = page.done(json!({ "type": "look", "at": { "table": table, "node": 9 } })).await;
    assert!(look.get("broken").is_none());
    page.done(json!({ "type": "rule", "table": table, "rule": "renju" })).await;
    let look = page.done(json!({ "type": "look", "at": { "table": table, "node": 9 } })).await;
    assert_eq!(
        (&look["broken"]["point"], &look["broken"]["verdict"]),
        (&json!("j8"), &json!("double_three"))
    );
    // A game keeps the rule it is played by.
    let game = page.done(json!({ "type": "create", "game": {} })).await;
    page.refused(json!({ "type": "rule", "table": game["table"], "rule": "renju" })).await;
}

#[tokio::test]
async fn what_was_removed_comes_back_with_all_that_was_in_it() {
    let running = Running::in_memory().await;
    let mut page = running.page().await;
    let answer = page.done(json!({ "type": "study" })).await;
    let table = answer["table"].as_str().unwrap().to_owned();
    let line = |node: u64, points: Value| json!({ "type": "add_line", "table": table, "node": node, "points": points });
    assert_eq!(page.done(line(0, json!(["h8", "i9", "g7"]))).await["node"], 3);
    assert_eq!(page.done(line(1, json!(["h9", "h10"]))).await["node"], 5);
    page.refused(line(1, json!(["h8"]))).await;
    let marks =
        json!([{ "point": "c3", "kind": "triangle" }, { "point": "d4", "kind": "label", "text": "A" }]);
    page.done(json!({ "type": "marks", "table": table, "node": 3, "marks": marks })).await;
    page.done(json!({ "type": "comment", "table": table, "node": 3, "text": "the point" })).await;
    /// Every node of a table: its move and what was written about it.
    async fn texts(running: &Running, table: &str) -> Vec<String> {
        let mut page = running.page().await;
        page.done(json!({ "type": "join", "table": table })).await;
        let state = page.table(table, |_| true).await;
        let nodes = state["nodes"].as_array().unwrap().iter();
        let mut texts: Vec<String> =
            nodes.map(|node| format!("{} {} {}", node["point"], node["comment"], node["marks"])).collect();
        texts.sort();
        texts
    }
    let before = texts(&running, &table).await;
    page.refused(json!({ "type": "restore", "table": table })).await;
    // The whole tree but its root, then the last move of the main line: the newest comes back first.
    page.done(json!({ "type": "prune", "table": table, "node": 3 })).await;
    page.done(json!({ "type": "prune", "table": table, "node": 1 })).await;
    let state = page.table(&table, |state| state["nodes_total"] == 1).await;
    assert_eq!(state["can_restore"], true);
    assert_eq!(page.done(json!({ "type": "restore", "table": table })).await["node"], 1);
    page.table(&table, |state| state["nodes_total"] == 5).await;
    page.done(json!({ "type": "restore", "table": table })).await;
    page.table(&table, |state| state["nodes_total"] == 6 && state["can_restore"] == false).await;
    assert_eq!(texts(&running, &table).await, before);
    // A set-up replaces the tree, and can be taken back as well.
    page.done(json!({ "type": "setup", "table": table, "position": { "black": ["a1"] } })).await;
    page.table(&table, |state| state["nodes_total"] == 1).await;
    page.done(json!({ "type": "restore", "table": table })).await;
    assert_eq!(texts(&running, &table).await, before);
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
    assert_eq!(error["error"]["code"], "unreadable");
    let (status, error) = running.call("POST", "/api/open", b"{\"a\":1}").await;
    assert_eq!(status, 400, "{error}");
    let (_, error) = running.call("POST", "/api/open", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR").await;
    assert_eq!(error["error"], json!({ "code": "picture_file", "format": "PNG" }));
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
    let unchanged = json!({ "revision": revision, "notices": [] });
    assert_eq!(running.call("GET", &again, b"").await.1, unchanged);
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

#[tokio::test]
async fn a_file_that_is_too_large_to_work_with_is_refused_before_it_is_stored() {
    let running = Running::in_memory().await;
    let error = async |file: &str| {
        let (status, answer) = running.call("POST", "/api/open", file.as_bytes()).await;
        assert_eq!(status, 400, "{answer}");
        answer["error"].clone()
    };
    for text in ["h8i9\n", "(;GM[4];B[aa])"] {
        let refused = error(&text.repeat(2_001)).await;
        assert!(refused["error"].as_str().unwrap().contains("at most 2000 games"), "{refused}");
    }
    let large = format!("(;GM[4]SZ[15]{})", ";B[]".repeat(200_001));
    let refused = error(&large).await;
    assert_eq!(refused, json!({ "code": "tree_too_large", "max": 200_000, "got": 200_002 }));
    assert_eq!(running.call("GET", "/api/games", b"").await.1["games"], json!([]));
}
