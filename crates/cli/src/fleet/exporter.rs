//! The state of a fleet for Prometheus, over HTTP.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use goren_fleet::{METRICS_TYPE, Watch, metrics};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, Semaphore};

use crate::signals::on_signal;
use crate::terminal::say;

/// The longest head of a request, in bytes, and how long it may take.
const MAX_HEAD_BYTES: usize = 8192;
const REQUEST_TIMEOUT: Duration = Duration::from_secs(5);
/// The most requests at a time.
const MAX_REQUESTS: usize = 16;

/// Answers requests for `/metrics` until Ctrl-C.
pub(super) async fn serve(address: SocketAddr, watch: Watch) -> anyhow::Result<()> {
    let listener = TcpListener::bind(address).await.with_context(|| format!("--metrics: {address}"))?;
    say(&format!("metrics at http://{}/metrics", listener.local_addr()?));
    let ended = Arc::new(Notify::new());
    let end = ended.clone();
    on_signal(move |_| end.notify_one())?;
    let (watch, places) = (Arc::new(watch), Arc::new(Semaphore::new(MAX_REQUESTS)));
    loop {
        tokio::select! {
            connection = listener.accept() => {
                // A failed connection is the client's affair; too many of them wait.
                let Ok((stream, _)) = connection else {
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    continue;
                };
                let Ok(place) = places.clone().acquire_owned().await else { return Ok(()) };
                let watch = watch.clone();
                tokio::spawn(async move {
                    let _ = tokio::time::timeout(REQUEST_TIMEOUT, answer(stream, &watch)).await;
                    drop(place);
                });
            }
            () = ended.notified() => return Ok(()),
        }
    }
}

async fn answer(mut stream: TcpStream, watch: &Watch) -> std::io::Result<()> {
    let mut head = Vec::new();
    let mut buffer = [0; 1024];
    while !head.windows(4).any(|end| end == b"\r\n\r\n") {
        let count = stream.read(&mut buffer).await?;
        if count == 0 || head.len() + count > MAX_HEAD_BYTES {
            return Ok(());
        }
        head.extend_from_slice(&buffer[..count]);
    }
    let response = respond(&head, || metrics(&watch.snapshot()));
    stream.write_all(response.as_bytes()).await?;
    stream.shutdown().await
}

/// The answer to a request.
fn respond(head: &[u8], text: impl FnOnce() -> String) -> String {
    let line = head.split(|&byte| byte == b'\r').next().unwrap_or_default();
    let mut words = line.split(|&byte| byte == b' ');
    let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let path = path.split(|&byte| byte == b'?').next().unwrap_or_default();
    let (status, kind, body) = match (method, path) {
        (b"GET" | b"HEAD", b"/metrics") => ("200 OK", METRICS_TYPE, text()),
        (b"GET" | b"HEAD", _) => {
            ("404 Not Found", "text/plain; charset=utf-8", "the metrics are at /metrics\n".to_owned())
        }
        _ => ("405 Method Not Allowed", "text/plain; charset=utf-8", "expected GET\n".to_owned()),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    if method == b"HEAD" { head } else { head + &body }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_metrics_are_served() {
        let answer = |head: &str| respond(head.as_bytes(), || "goren_workers 3\n".to_owned());
        let metrics = answer("GET /metrics?x=1 HTTP/1.1\r\nHost: x\r\n\r\n");
        assert!(
            metrics.starts_with("HTTP/1.1 200 OK\r\nContent-Type: text/plain; version=0.0.4"),
            "{metrics}"
        );
        assert!(
            metrics.ends_with("Content-Length: 16\r\nConnection: close\r\n\r\ngoren_workers 3\n"),
            "{metrics}"
        );
        assert!(answer("HEAD /metrics HTTP/1.1\r\n\r\n").ends_with("\r\n\r\n"));
        assert!(answer("GET / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 404"));
        assert!(answer("POST /metrics HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 405"));
        assert!(answer("\u{fffd}\r\n\r\n").starts_with("HTTP/1.1 405"));
    }
}
