//! Measures how long a page takes to open while 1,000 idle sockets and 820 clients that never read are connected:
//! `cargo run --release -p goren-studio --example strangers`.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a measurement")]

use std::time::{Duration, Instant};

use goren_studio::{Options, Server};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const IDLE: usize = 1_000;
const NEVER_READ: usize = 820;
const ROUNDS: usize = 20;

#[tokio::main]
async fn main() {
    let files = (IDLE + NEVER_READ) as u64 + 2_000;
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let maximum = getrlimit(Resource::Nofile).maximum;
        setrlimit(Resource::Nofile, Rlimit { current: Some(files), maximum }).unwrap();
    }
    let server = Server::start(Options { port: 0, ..Options::default() }).await.unwrap();
    let port = server.url().split(['/', ':']).nth(4).unwrap().parse().unwrap();
    tokio::spawn(server.run(std::future::pending()));
    report("alone", port).await;
    let mut strangers = Vec::new();
    for _ in 0..IDLE {
        strangers.push(TcpStream::connect(("127.0.0.1", port)).await.unwrap());
    }
    for _ in 0..NEVER_READ {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
        let _ = stream.write_all(request(port, "/app.js", "keep-alive").repeat(20).as_bytes()).await;
        strangers.push(stream);
    }
    report("with strangers", port).await;
    // Now all of them come again and again while the page is opened.
    tokio::spawn(async move {
        for i in (0..strangers.len()).cycle() {
            let Ok(mut stream) = TcpStream::connect(("127.0.0.1", port)).await else { continue };
            if i >= IDLE {
                let _ = stream.write_all(request(port, "/app.js", "keep-alive").repeat(20).as_bytes()).await;
            }
            strangers[i] = stream;
        }
    });
    report("with strangers that come again and again", port).await;
}

async fn report(what: &str, port: u16) {
    let mut times = Vec::new();
    let mut files = 0;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let page = get(port, "/").await;
        assert!(page.starts_with("HTTP/1.1 200"), "{page}");
        let names = page.split(['"', '\'']).filter(|name| name.ends_with(".js") || name.ends_with(".css"));
        files = 1;
        for name in names {
            get(port, &format!("/{}", name.trim_start_matches(['.', '/']))).await;
            files += 1;
        }
        times.push(start.elapsed());
    }
    times.sort();
    let ms = |time: Duration| time.as_secs_f64() * 1000.0;
    println!(
        "{what}: the page and what it names ({files} files): median {:.1} ms, longest {:.1} ms",
        ms(times[ROUNDS / 2]),
        ms(times[ROUNDS - 1])
    );
}

fn request(port: u16, path: &str, connection: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: {connection}\r\n\r\n")
}

async fn get(port: u16, path: &str) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    stream.write_all(request(port, path, "close").as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}
