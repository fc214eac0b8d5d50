//! Measures how long a move takes in a study of 20,000 positions, from the request to the new state:
//! `cargo run --release -p goren-studio --example click`.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a measurement")]

#[path = "../tests/studio/client.rs"]
#[allow(dead_code, reason = "written for the tests")]
mod client;

use std::time::Instant;

use client::Running;
use goren_studio::Options;
use serde_json::json;

const POSITIONS: usize = 20_000;

#[tokio::main]
async fn main() {
    let folder = std::env::temp_dir().join(format!("goren-click-{}", std::process::id()));
    let running = Running::start(Options { port: 0, data: Some(folder.clone()), ..Options::default() }).await;
    for positions in [20, POSITIONS] {
        let sgf = study(positions);
        let (status, opened) = running.call("POST", "/api/open", sgf.as_bytes()).await;
        assert_eq!(status, 200, "{opened}");
        let table = opened["games"][0]["id"].as_str().unwrap().to_owned();
        let mut page = running.page().await;
        page.done(json!({ "type": "join", "table": table })).await;
        page.table(&table, |_| true).await;
        let mut times = Vec::new();
        for point in ["a15", "b15", "c15", "d15", "e15", "f15", "g15", "h15", "i15", "j15", "k15"] {
            let start = Instant::now();
            let done = page.done(json!({ "type": "play", "table": table, "node": 0, "point": point })).await;
            page.table(&table, |state| state["at"] == done["node"]).await;
            times.push(start.elapsed().as_secs_f64() * 1000.0);
        }
        times.sort_by(f64::total_cmp);
        println!(
            "{positions} positions ({} bytes): median {:.1} ms, longest {:.1} ms",
            sgf.len(),
            times[times.len() / 2],
            times[times.len() - 1]
        );
    }
    let _ = std::fs::remove_dir_all(folder);
}

/// A file with so many positions: variations of twenty moves each, some with comments.
fn study(positions: usize) -> String {
    let mut sgf = String::from("(;GM[4]SZ[15]");
    for variation in 0..positions / 20 {
        sgf.push('(');
        for i in 0..20 {
            let at = (variation * 7 + i * 11) % 210;
            let (column, row) = (char::from(b'a' + (at % 15) as u8), char::from(b'b' + (at / 15) as u8));
            sgf.push_str(&format!(";{}[{column}{row}]", if i % 2 == 0 { "B" } else { "W" }));
            if i % 5 == 0 {
                sgf.push_str("C[a comment of some words, as people write them]");
            }
        }
        sgf.push(')');
    }
    sgf.push(')');
    sgf
}
