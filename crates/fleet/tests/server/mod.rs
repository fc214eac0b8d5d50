//! A real `nats-server` in a folder of its own, for tests. It ends with the test, also when that fails.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

pub(crate) struct Server {
    child: Option<Child>,
    folder: PathBuf,
    port: u16,
    /// The port on which the server tells about itself.
    monitor: u16,
    arguments: Vec<String>,
}

impl Server {
    /// Starts a server on a free port.
    pub(crate) fn start() -> Server {
        Server::start_with(&[], true)
    }

    /// Starts a server with these arguments too, with or without JetStream.
    pub(crate) fn start_with(arguments: &[&str], has_streams: bool) -> Server {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("goren-fleet-{}-{count}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(folder.join("ports")).unwrap();
        let mut server = Server { child: None, folder, port: 0, monitor: 0, arguments: Vec::new() };
        server.arguments.extend(arguments.iter().map(|argument| (*argument).to_owned()));
        if has_streams {
            server.arguments.push("-js".to_owned());
        }
        server.spawn("-1");
        server.port = server.announced_port("nats://127.0.0.1:");
        server.monitor = server.announced_port("http://127.0.0.1:");
        server
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(crate) fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Kills it (-9).
    pub(crate) fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }

    /// Starts it again after [`Server::kill`]: same port, same store.
    pub(crate) fn restart(&mut self) {
        assert!(self.child.is_none());
        let port = self.port.to_string();
        self.spawn(&port);
        let deadline = Instant::now() + Duration::from_secs(20);
        while std::net::TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            assert!(Instant::now() < deadline, "nats-server does not come back");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    pub(crate) fn process(&self) -> Option<u32> {
        self.child.as_ref().map(Child::id)
    }

    /// Messages in, messages out, bytes in, bytes out, as the server counts them.
    pub(crate) fn traffic(&self) -> (u64, u64, u64, u64) {
        use std::io::{Read, Write};
        let mut socket = std::net::TcpStream::connect(("127.0.0.1", self.monitor)).unwrap();
        socket.write_all(b"GET /varz HTTP/1.0\r\n\r\n").unwrap();
        let mut text = String::new();
        socket.read_to_string(&mut text).unwrap();
        let body = text.split("\r\n\r\n").nth(1).unwrap_or_default();
        let values: serde_json::Value = serde_json::from_str(body).unwrap();
        let count = |name: &str| values[name].as_u64().unwrap_or_default();
        (count("in_msgs"), count("out_msgs"), count("in_bytes"), count("out_bytes"))
    }

    fn spawn(&mut self, port: &str) {
        let log = std::fs::File::create(self.folder.join("log")).unwrap();
        let child = Command::new("nats-server")
            .args(["-a", "127.0.0.1", "-p", port, "-m", "-1"])
            .args(&self.arguments)
            .arg("-sd")
            .arg(self.folder.join("store"))
            .arg("--ports_file_dir")
            .arg(self.folder.join("ports"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .expect("nats-server is installed");
        self.child = Some(child);
    }

    fn announced_port(&self, scheme: &str) -> u16 {
        let deadline = Instant::now() + Duration::from_secs(20);
        loop {
            for entry in std::fs::read_dir(self.folder.join("ports")).unwrap() {
                let text = std::fs::read_to_string(entry.unwrap().path()).unwrap_or_default();
                let port = text.split(scheme).nth(1);
                let digits = port.map(|port| port.split(|c: char| !c.is_ascii_digit()).next().unwrap_or(""));
                if let Some(Ok(port)) = digits.map(str::parse) {
                    return port;
                }
            }
            assert!(Instant::now() < deadline, "nats-server does not start");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
