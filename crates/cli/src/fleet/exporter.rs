//! The state of a fleet for Prometheus, over HTTP.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use axum::Router;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::routing::get;
use goren_fleet::{METRICS_TYPE, Watch, metrics};
use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio::sync::{Notify, Semaphore};

use crate::signals::on_signal;
use crate::terminal::say;

/// The largest head of a request.
const MAX_HEAD_BYTES: usize = 8192;
/// How long a request and its answer may take together.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(5);
/// The most requests at a time; others wait.
const MAX_REQUESTS: usize = 16;

/// Answers requests for `/metrics` until Ctrl-C.
pub(super) async fn serve(address: SocketAddr, watch: Watch) -> anyhow::Result<()> {
    let listener = TcpListener::bind(address).await.with_context(|| format!("--metrics: {address}"))?;
    say(&format!("metrics at http://{}/metrics", listener.local_addr()?));
    let ended = Arc::new(Notify::new());
    let end = ended.clone();
    on_signal(move |_| end.notify_one())?;
    let snapshots = watch.subscribe();
    let router = router(move || metrics(&snapshots.borrow()));
    let places = Arc::new(Semaphore::new(MAX_REQUESTS));
    loop {
        tokio::select! {
            connection = listener.accept() => {
                // A failed connection is the client's affair; too many of them wait.
                let Ok((stream, _)) = connection else {
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    continue;
                };
                let Ok(place) = places.clone().acquire_owned().await else { return Ok(()) };
                let router = router.clone();
                tokio::spawn(async move {
                    let _ = tokio::time::timeout(REQUEST_TIMEOUT, answer(stream, router)).await;
                    drop(place);
                });
            }
            () = ended.notified() => return Ok(()),
        }
    }
}

fn router(text: impl Fn() -> String + Clone + Send + Sync + 'static) -> Router {
    let no_such_page = (StatusCode::NOT_FOUND, "the metrics are at /metrics\n");
    let no_such_method = (StatusCode::METHOD_NOT_ALLOWED, "expected GET\n");
    Router::new()
        .route("/metrics", get(async move || ([(CONTENT_TYPE, METRICS_TYPE)], text())))
        .fallback(async move || no_such_page)
        .method_not_allowed_fallback(async move || no_such_method)
}

/// Answers one request.
async fn answer(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    router: Router,
) -> hyper::Result<()> {
    http1::Builder::new()
        .keep_alive(false)
        .max_buf_size(MAX_HEAD_BYTES)
        // A clock before 1970 would end in a panic.
        .auto_date_header(false)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router))
        .await
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    /// What is answered to the text of a request, without regard to capitals.
    async fn answered(request: &str) -> String {
        let (mut client, server) = tokio::io::duplex(1 << 16);
        let answering = tokio::spawn(answer(server, router(|| "goren_workers 3\n".to_owned())));
        client.write_all(request.as_bytes()).await.unwrap();
        let mut text = String::new();
        client.read_to_string(&mut text).await.unwrap();
        let _ = answering.await.unwrap();
        text.to_lowercase()
    }

    #[test]
    fn only_the_metrics_are_served() {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let answer = |request: &str| runtime.block_on(answered(request));
        let metrics = answer("GET /metrics?x=1 HTTP/1.1\r\nHost: x\r\n\r\n");
        assert!(metrics.starts_with("http/1.1 200 ok\r\n"), "{metrics}");
        assert!(metrics.contains("\r\ncontent-type: text/plain; version=0.0.4"), "{metrics}");
        assert!(metrics.contains("\r\ncontent-length: 16\r\n"), "{metrics}");
        assert!(metrics.contains("\r\nconnection: close\r\n"), "{metrics}");
        assert!(metrics.ends_with("\r\n\r\ngoren_workers 3\n"), "{metrics}");
        assert!(answer("HEAD /metrics HTTP/1.1\r\nHost: x\r\n\r\n").ends_with("\r\n\r\n"));
        assert!(answer("GET / HTTP/1.1\r\nHost: x\r\n\r\n").starts_with("http/1.1 404"));
        assert!(answer("POST /metrics HTTP/1.1\r\nHost: x\r\n\r\n").starts_with("http/1.1 405"));
        assert!(answer("\u{fffd}\r\n\r\n").starts_with("http/1.1 400"));
        let long = format!("GET /metrics HTTP/1.1\r\nX: {}\r\n\r\n", "x".repeat(MAX_HEAD_BYTES));
        assert!(answer(&long).starts_with("http/1.1 431"));
    }
}
