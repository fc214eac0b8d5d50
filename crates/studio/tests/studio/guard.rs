//! Who may talk to the server, over real sockets.

use futures_util::SinkExt;
use goren_studio::Options;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::client::{Page, Running, upgrade};

#[tokio::test]
async fn every_combination_of_host_origin_and_token_is_judged_as_specified() {
    let running = Running::in_memory().await;
    let port = running.port;
    let hosts = [
        (format!("127.0.0.1:{port}"), true),
        (format!("localhost:{port}"), true),
        (format!("[::1]:{port}"), true),
        ("127.0.0.1".to_owned(), false),
        (format!("127.0.0.1:{}", port ^ 1), false),
        (format!("127.evil.com:{port}"), false),
        (format!("evil.com:{port}"), false),
        (format!("127.0.0.1.evil.com:{port}"), false),
        (String::new(), false),
    ];
    let origins = [
        (None, true),
        (Some(format!("http://127.0.0.1:{port}")), true),
        (Some(format!("http://localhost:{port}")), true),
        (Some(format!("https://127.0.0.1:{port}")), false),
        (Some("null".to_owned()), false),
        (Some("http://evil.com".to_owned()), false),
        (Some(format!("http://127.0.0.1:{port}.evil.com")), false),
    ];
    let tokens = [
        (Some(running.token.clone()), true),
        (Some("0".repeat(32)), false),
        (Some(running.token[1..].to_owned()), false),
        (None, false),
    ];
    let mut judged = 0;
    for (host, host_is_ours) in &hosts {
        for (origin, origin_is_ours) in &origins {
            for (token, token_is_ours) in &tokens {
                let mut head = format!("GET /api/about HTTP/1.1\r\nHost: {host}\r\n");
                if let Some(origin) = origin {
                    head += &format!("Origin: {origin}\r\n");
                }
                if let Some(token) = token {
                    head += &format!("Authorization: Bearer {token}\r\n");
                }
                let expected = match (host_is_ours & origin_is_ours, token_is_ours) {
                    (true, true) => 200,
                    (true, false) => 401,
                    (false, _) => 403,
                };
                let (status, answer) = running.http(&head, b"").await;
                assert_eq!(status, expected, "{head}");
                assert!(!answer.contains(&running.token), "{answer}");
                judged += 1;
            }
            let is_ours = *host_is_ours && *origin_is_ours && origin.is_some();
            let expected = if is_ours { 101 } else { 403 };
            assert_eq!(upgrade(port, host, origin.as_deref()).await, expected, "{host} {origin:?}");
            judged += 1;
        }
    }
    assert!(judged >= 300);
}

#[tokio::test]
async fn a_socket_without_the_token_is_closed_and_told_nothing() {
    let running = Running::in_memory().await;
    let hellos = [
        json!({ "type": "hello", "token": "0".repeat(32) }).to_string(),
        json!({ "type": "hello", "token": "" }).to_string(),
        json!({ "type": "hello", "token": running.token[..31] }).to_string(),
        json!({ "type": "ping" }).to_string(),
        json!({ "type": "create", "game": {} }).to_string(),
        "nonsense".to_owned(),
    ];
    for hello in hellos {
        let socket = Page::connect(running.port).await;
        let mut page =
            Page { socket, session: String::new(), role: String::new(), next: 1, unread: Vec::new() };
        page.socket.send(Message::text(hello.clone())).await.unwrap();
        assert_eq!(page.read().await, Err(4401), "{hello}");
    }
}

#[tokio::test]
async fn every_answer_carries_the_safety_headers_and_none_allows_other_origins() {
    let running = Running::in_memory().await;
    let host = format!("Host: 127.0.0.1:{}\r\n", running.port);
    for path in ["/", "/none.js", "/api/about", "/api/none", "/ws"] {
        let (_, answer) = running.http(&format!("GET {path} HTTP/1.1\r\n{host}"), b"").await;
        let answer = answer.to_lowercase();
        for header in [
            "content-security-policy: default-src 'none'; script-src 'self'",
            "frame-ancestors 'none'",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
        ] {
            assert!(answer.contains(header), "{path}: {header} is missing in {answer}");
        }
        assert!(!answer.contains("access-control-"), "{answer}");
    }
    let (status, _) = running.http(&format!("OPTIONS /api/games HTTP/1.1\r\n{host}"), b"").await;
    assert_eq!(status, 401);
}

#[tokio::test]
async fn no_path_of_a_request_becomes_a_path_of_a_file() {
    let running = Running::in_memory().await;
    let host = format!("Host: 127.0.0.1:{}\r\n", running.port);
    let paths = [
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "/%2e%2e/Cargo.toml",
        "/..\\Cargo.toml",
        "//etc/passwd",
        "/etc/passwd",
        "/C:/windows",
        "/index.html%00.js",
        "/./index.html",
        "/index.html/",
        "/web/../index.html",
    ];
    for path in paths {
        let (status, answer) = running.http(&format!("GET {path} HTTP/1.1\r\n{host}"), b"").await;
        assert!(status == 404 || status == 400, "{path}: {answer}");
    }
    let (status, _) = running.http(&format!("GET / HTTP/1.1\r\n{host}"), b"").await;
    assert_eq!(status, 200);
    for id in ["..", "%2e%2e%2fgoren.redb", "a/b"] {
        let (status, _) = running.call("GET", &format!("/api/games/{id}/export?format=sgf"), b"").await;
        assert_eq!(status, 404, "{id}");
    }
}

#[tokio::test]
async fn a_guest_plays_at_tables_and_reaches_nothing_else() {
    let (running, guest) = Running::for_guests(Options::default()).await;
    let mut owner = running.page().await;
    let table = owner.create(json!({ "first": { "kind": "person", "name": "Ann" } })).await;
    let mut page = Page::open(running.port, &guest, None).await;
    assert_eq!((owner.role.as_str(), page.role.as_str()), ("owner", "guest"));
    for message in [
        json!({ "type": "create", "game": {} }),
        json!({ "type": "study" }),
        json!({ "type": "analyse", "at": { "table": table } }),
        json!({ "type": "comment", "table": table, "node": 0, "text": "x" }),
    ] {
        assert_eq!(page.refused(message).await["code"], "not_for_guests");
    }
    let open = page.done(json!({ "type": "tables" })).await;
    assert_eq!(open["tables"][0]["free"], json!(["first", "second"]));
    page.done(json!({ "type": "join", "table": table })).await;
    owner.act(&table, "h8").await;
    let refused = page.refused(json!({ "type": "act", "table": table, "step": "i9" })).await;
    assert_eq!(refused, json!({ "code": "not_turn", "seat": "second" }));
    page.done(json!({ "type": "sit", "table": table, "seat": "second", "name": "Ben" })).await;
    page.act(&table, "i9").await;
    let state = owner.table(&table, |state| state["game"]["steps"][1].is_object()).await;
    assert_eq!(state["white"], "Ben");
    // Now the seat is Ben's: the owner may not move for him, and asks before taking back.
    owner.act(&table, "g7").await;
    owner.refused(json!({ "type": "act", "table": table, "step": "a1" })).await;
    owner.done(json!({ "type": "undo", "table": table })).await;
    let state = page.table(&table, |state| state["game"]["offer"].is_object()).await;
    assert_eq!(state["game"]["offer"], json!({ "kind": "undo", "by": "first" }));
    page.done(json!({ "type": "undo", "table": table })).await;
    let state = owner.table(&table, |state| state["game"]["steps"].as_array().unwrap().len() == 2).await;
    assert_eq!(state["game"]["turn"]["seat"], "first");
    let head = |path: &str| {
        format!(
            "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nAuthorization: Bearer {guest}\r\n",
            running.port
        )
    };
    assert_eq!(running.http(&head("/api/games"), b"").await.0, 401);
    assert_eq!(running.http(&head("/api/invitation"), b"").await.0, 401);
    assert_eq!(running.http(&head("/api/about"), b"").await.0, 200);
}

#[tokio::test]
async fn a_code_gives_the_key_once_and_only_to_our_page() {
    let running = Running::in_memory().await;
    let (port, code) = (running.port, &running.code);
    let head = |origin: &str| {
        format!("POST /api/key HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://{origin}\r\n")
    };
    let ours = head(&format!("127.0.0.1:{port}"));
    let body = |code: &str| json!({ "code": code }).to_string();
    assert_eq!(running.http(&head("evil.com"), body(code).as_bytes()).await.0, 403);
    let wrong = "0".repeat(32);
    assert_eq!(running.http(&ours, body(&wrong).as_bytes()).await.0, 401);
    assert_eq!(running.http(&ours, b"{}").await.0, 400);
    let (status, answer) = running.http(&ours, body(code).as_bytes()).await;
    assert!(status == 200 && answer.contains(&running.token), "{answer}");
    assert_eq!(running.http(&ours, body(code).as_bytes()).await.0, 401);
}

/// A server for a room, its owner's page and a guest's.
async fn room() -> (Running, Page, Page) {
    let (running, guest) = Running::for_guests(Options::default()).await;
    let owner = running.page().await;
    let page = Page::open(running.port, &guest, None).await;
    (running, owner, page)
}

#[tokio::test]
async fn tables_that_do_not_exist_cost_a_guest_the_connection_and_the_owner_nothing() {
    let (_running, mut owner, mut guest) = room().await;
    for name in ["nowhere", "a\u{0}b", "", "../x", &"x".repeat(60_000), &"y".repeat(65)] {
        let refused = guest.refused(json!({ "type": "join", "table": name })).await;
        assert!(refused["code"] == "no_table" && refused.to_string().len() < 120, "{refused}");
    }
    for i in 0.. {
        guest.send(&json!({ "type": "join", "table": format!("made-up-{i}") })).await;
        match guest.read().await {
            Ok(told) => assert_eq!(told["type"], "refused"),
            Err(code) => {
                assert_eq!(code, 4400);
                break;
            }
        }
        assert!(i < 60, "nonsense is let go on");
    }
    owner.create(json!({})).await;
    assert_eq!(owner.done(json!({ "type": "tables" })).await["tables"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn what_a_guest_sends_too_fast_waits() {
    let (_running, mut owner, mut guest) = room().await;
    let start = std::time::Instant::now();
    // Two seconds more than a guest may be ahead.
    let text = format!("{{\"type\":\"{}\"}}", "x".repeat(60_000));
    for _ in 0..7 {
        guest.send_text(&text).await;
    }
    for _ in 0..7 {
        guest.read().await.unwrap();
    }
    assert!(start.elapsed().as_secs_f64() > 1.4, "{:?}", start.elapsed());
    for _ in 0..20 {
        owner.send_text(&text).await;
    }
    assert_eq!(owner.ask(json!({ "type": "ping" })).await["type"], "done");
}

#[tokio::test]
async fn pings_of_a_guest_cost_what_messages_cost() {
    let (_running, _owner, mut guest) = room().await;
    let start = std::time::Instant::now();
    // Each costs its bytes and 256 more: almost two seconds more than a guest may be ahead.
    for _ in 0..1_000 {
        guest.socket.feed(Message::Ping(vec![0; 125].into())).await.unwrap();
    }
    assert_eq!(guest.ask(json!({ "type": "ping" })).await["type"], "done");
    assert!(start.elapsed().as_secs_f64() > 1.4, "{:?}", start.elapsed());
}

#[tokio::test]
async fn the_owners_seat_is_the_owners_and_a_guest_can_be_put_off() {
    let (running, token) = Running::for_guests(Options::default()).await;
    let mut owner = running.page().await;
    let mut guest = Page::open(running.port, &token, None).await;
    let table = owner.create(json!({})).await;
    let sit = |seat: &str| json!({ "type": "sit", "table": table, "seat": seat, "name": "Gina" });
    let act = |step: &str| json!({ "type": "act", "table": table, "step": step });
    guest.done(json!({ "type": "join", "table": table })).await;
    owner.act(&table, "h8").await;
    assert_eq!(guest.refused(sit("first")).await["code"], "owners_seat");
    guest.done(sit("second")).await;
    let seats = |state: &Value| state["game"]["seats"].clone();
    let state = owner.table(&table, |state| seats(state)[1]["held"] == true).await;
    assert_eq!((&seats(&state)[0]["owners"], &seats(&state)[1]["owners"]), (&json!(true), &json!(false)));
    assert_eq!(state["game"]["hints"], false);
    // Hints are off for both, by whatever name.
    let at = json!({ "table": table });
    let look = json!({ "type": "look", "at": at, "xray": true });
    for message in [
        json!({ "type": "hint", "at": at, "stage": "where" }),
        json!({ "type": "balance", "at": at }),
        json!({ "type": "analyse", "at": at }),
        json!({ "type": "solve", "at": at, "kind": "vcf" }),
        json!({ "type": "level", "at": at, "moves": 1 }),
        json!({ "type": "review", "table": table }),
        json!({ "type": "watch", "at": at, "program": "masked" }),
        look.clone(),
    ] {
        assert_eq!(owner.refused(message).await["code"], "no_hints");
    }
    assert_eq!(guest.refused(look).await["code"], "no_hints");
    guest.done(json!({ "type": "look", "at": at })).await;
    assert_eq!(guest.refused(act("resign first")).await["code"], "not_your_seat");
    guest.act(&table, "i9").await;
    owner.act(&table, "g7").await;
    // The owner takes the seat; the guest plays it no longer, and cannot take it back.
    owner.done(json!({ "type": "sit", "table": table, "seat": "second" })).await;
    guest.refused(act("j10")).await;
    guest.refused(sit("second")).await;
    owner.act(&table, "j10").await;
    owner.table(&table, |state| state["game"]["hints"] == true).await;
    // The owner frees a seat: it can be taken again, and by another when that one has gone.
    owner.done(json!({ "type": "stand", "table": table, "seat": "second" })).await;
    guest.done(sit("second")).await;
    let mut other = Page::open(running.port, &token, None).await;
    other.done(json!({ "type": "join", "table": table })).await;
    assert_eq!(other.refused(sit("second")).await["code"], "seat_taken");
    drop(guest);
    owner.table(&table, |state| seats(state)[1]["away"] == true).await;
    let free = other.done(json!({ "type": "tables" })).await;
    assert_eq!(free["tables"][0]["free"], json!(["second"]));
    other.done(sit("second")).await;
    owner.table(&table, |state| seats(state)[1]["away"] == false).await;
    drop(owner);
    other.table(&table, |state| seats(state)[0]["away"] == true).await;
}

#[tokio::test]
async fn guests_see_games_and_not_studies() {
    let (_running, mut owner, mut guest) = room().await;
    let study = owner.done(json!({ "type": "study", "position": { "moves": ["h8"] } })).await;
    let study = study["table"].as_str().unwrap().to_owned();
    let game = owner.create(json!({})).await;
    let seen = guest.done(json!({ "type": "tables" })).await;
    let tables = seen["tables"].as_array().unwrap();
    assert_eq!((tables.len(), &tables[0]["table"]), (1, &json!(game)));
    for message in [
        json!({ "type": "join", "table": study }),
        json!({ "type": "look", "at": { "table": study } }),
        json!({ "type": "sit", "table": study, "seat": "first" }),
    ] {
        assert_eq!(guest.refused(message).await["code"], "not_for_guests");
    }
}

#[tokio::test]
async fn a_clock_between_persons_begins_with_the_first_move_of_each() {
    let running = Running::in_memory().await;
    let mut page = running.page().await;
    let person = json!({ "kind": "person", "name": "" });
    let table = page.create(json!({ "clock": "1m", "first": person, "second": person })).await;
    let running_clock = |state: &Value| state["game"]["clock"]["running"].clone();
    let state = page.table(&table, |_| true).await;
    assert_eq!(running_clock(&state), Value::Null);
    for (step, clock) in [("h8", Value::Null), ("i9", json!("first")), ("g7", json!("second"))] {
        page.act(&table, step).await;
        let state = page
            .table(&table, |state| {
                state["game"]["steps"].as_array().unwrap().iter().any(|each| each["step"] == step)
            })
            .await;
        assert_eq!(running_clock(&state), clock, "{step}");
    }
}
