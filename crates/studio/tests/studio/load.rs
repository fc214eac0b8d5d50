//! What hostile, idle and slow clients do to everyone else: nothing.

use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

use crate::client::{Running, steps};

#[tokio::test]
async fn a_thousand_malformed_messages_leave_the_server_answering() {
    let running = Running::in_memory().await;
    let mut page = running.page().await;
    let table = page.create(json!({})).await;
    let seeds = [
        json!({ "id": 1, "type": "act", "table": table, "step": "h8", "ply": 0 }).to_string(),
        json!({ "id": 2, "type": "create", "game": { "size": 15, "clock": "5ms" } }).to_string(),
        json!({ "id": 3, "type": "look", "at": { "position": { "moves": ["h8"] } }, "xray": true })
            .to_string(),
        json!({ "id": 4, "type": "play", "table": table, "node": 0, "point": "h8" }).to_string(),
        json!({ "id": 5, "type": "study", "position": { "nodes": [{ "parent": 0 }] } }).to_string(),
        "[".repeat(5_000),
        "{\"type\":\"join\",\"table\":\"../../etc\"}".to_owned(),
        "\u{0}\u{ffff}".to_owned(),
    ];
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = move |below: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random % below as u64) as usize
    };
    let mut sent = 0;
    while sent < 1_000 {
        let mut hostile = running.page().await;
        for _ in 0..50 {
            let mut bytes = seeds[next(seeds.len())].clone().into_bytes();
            for _ in 0..=next(3) {
                let at = next(bytes.len());
                match next(3) {
                    0 => bytes[at] = b"\"{}[]:,0-x"[next(10)],
                    1 => bytes.truncate(at + 1),
                    _ => drop(bytes.remove(at)),
                }
                if bytes.is_empty() {
                    bytes.push(b'{');
                }
            }
            let text = String::from_utf8_lossy(&bytes).into_owned();
            if hostile.socket.send(Message::text(text)).await.is_err() {
                break;
            }
            sent += 1;
        }
    }
    page.done(json!({ "type": "ping" })).await;
    page.done(json!({ "type": "join", "table": table })).await;
}

#[tokio::test]
async fn nonsense_ends_a_connection_after_a_while_and_a_large_message_at_once() {
    let running = Running::in_memory().await;
    let mut page = running.page().await;
    for _ in 0..60 {
        let _ = page.socket.send(Message::text("{")).await;
    }
    let end = loop {
        if let Err(code) = page.read().await {
            break code;
        }
    };
    assert_eq!(end, 4400);
    let mut page = running.page().await;
    let large = json!({ "type": "ping", "x": "y".repeat(70 << 10) }).to_string();
    let _ = page.socket.send(Message::text(large)).await;
    assert!(page.read().await.is_err());
}

#[tokio::test]
async fn strangers_that_idle_or_never_read_hold_up_nobody() {
    #[cfg(unix)]
    {
        // Both ends of every connection are in this process.
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let maximum = getrlimit(Resource::Nofile).maximum;
        setrlimit(Resource::Nofile, Rlimit { current: Some(4_000), maximum }).unwrap();
    }
    let running = Running::in_memory().await;
    let mut page = running.page().await;
    let mut strangers = Vec::new();
    for i in 0..1_000 {
        let mut stream = TcpStream::connect(("127.0.0.1", running.port)).await.unwrap();
        // Some never say anything, some begin a request and never end it.
        if i % 2 == 0 {
            let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost: ").await;
        }
        strangers.push(stream);
    }
    for _ in 0..820 {
        let mut stream = TcpStream::connect(("127.0.0.1", running.port)).await.unwrap();
        let _ = stream.write_all(many_requests(running.port, 20).as_bytes()).await;
        strangers.push(stream);
    }
    let start = Instant::now();
    page.done(json!({ "type": "ping" })).await;
    running.page().await;
    assert_eq!(running.call("GET", "/api/about", b"").await.0, 200);
    // Far below the patience with a client that does not read: nobody waited for one to be closed.
    assert!(start.elapsed() < Duration::from_secs(5));
    drop(strangers);
}

fn many_requests(port: u16, count: usize) -> String {
    format!("GET /app.js HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n").repeat(count)
}

#[tokio::test(start_paused = true)]
async fn a_client_that_does_not_read_what_it_asked_for_is_given_up() {
    let running = Running::in_memory().await;
    let mut stream = TcpStream::connect(("127.0.0.1", running.port)).await.unwrap();
    let (count, mut answers) = (1_000, Vec::new());
    stream.write_all(many_requests(running.port, count).as_bytes()).await.unwrap();
    tokio::time::sleep(Duration::from_secs(60)).await;
    let _ = stream.read_to_end(&mut answers).await;
    let answered = answers.windows(9).filter(|bytes| bytes == b"HTTP/1.1 ").count();
    assert!((1..count).contains(&answered), "{answered} of {count}");
}

#[tokio::test]
async fn a_page_that_does_not_read_misses_no_move_and_holds_up_nobody() {
    let running = Running::in_memory().await;
    let (mut slow, mut quick) = (running.page().await, running.page().await);
    let table = quick.create(json!({ "size": 15 })).await;
    slow.done(json!({ "type": "join", "table": table })).await;
    slow.send(&json!({ "type": "analyse", "at": { "table": table }, "lines": 5 })).await;
    let comment = "x".repeat(9_000);
    for i in 0..120 {
        let point = format!("{}{}", char::from(b'a' + (2 * (i % 7)) as u8 + (i / 7 % 2) as u8), i / 7 + 1);
        let act = json!({ "type": "act", "table": table, "step": point, "ply": i });
        if quick.ask(act).await["type"] == "refused" {
            break;
        }
        quick.done(json!({ "type": "comment", "table": table, "node": i + 1, "text": comment })).await;
        quick.unread.clear();
    }
    quick.done(json!({ "type": "join", "table": table })).await;
    let whole = quick.table(&table, |_| true).await;
    assert!(steps(&whole).len() > 60);
    // Now the slow page reads on: it gets fewer states than there were changes, and the last has every move.
    let state = slow.table(&table, |state| state["seq"] == whole["seq"]).await;
    assert_eq!(steps(&state), steps(&whole));
    let shown = slow.unread.iter().filter(|told| told["type"] == "table").count();
    assert!(shown < 300, "{shown}");
}

#[tokio::test]
async fn the_server_says_goodbye() {
    let mut running = Running::in_memory().await;
    let mut page = running.page().await;
    running.stop();
    let end = loop {
        if let Err(code) = page.read().await {
            break code;
        }
    };
    assert_eq!(end, 1001);
}

#[tokio::test(start_paused = true)]
async fn a_page_that_only_answers_pings_stays_connected_and_a_silent_one_does_not() {
    let running = Running::in_memory().await;
    let mut page = running.page().await;
    let end = tokio::time::Instant::now() + Duration::from_secs(600);
    let mut pings = 0;
    // Reading answers each ping.
    while let Ok(message) = tokio::time::timeout_at(end, page.socket.next()).await {
        match message {
            Some(Ok(Message::Ping(_))) => pings += 1,
            other => panic!("{other:?} after {pings} pings"),
        }
    }
    assert_eq!(pings, 29);
    page.done(json!({ "type": "ping" })).await;
    // Nobody reads, so nothing is answered; the server does not wait for that longer than a minute.
    tokio::time::sleep(Duration::from_secs(100)).await;
    let end = async { while page.read().await.is_ok() {} };
    tokio::time::timeout(Duration::from_secs(1), end).await.expect("the connection was closed");
}
