//! A page, as far as the server can tell.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use goren_studio::{Options, Server};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// No answer takes longer, however loaded the machine.
const TIMEOUT: Duration = Duration::from_secs(20);

/// A server in this process.
pub(crate) struct Running {
    pub(crate) port: u16,
    pub(crate) token: String,
    /// The code with which the browser is opened.
    pub(crate) code: String,
    end: Option<oneshot::Sender<()>>,
    /// Its data folder, if it is to go with it.
    folder: Option<PathBuf>,
}

impl Drop for Running {
    fn drop(&mut self) {
        // The server may still be at its end: what it has open goes with its name.
        self.folder.take().into_iter().for_each(|folder| drop(std::fs::remove_dir_all(folder)));
    }
}

/// The servers for a room that were started.
static ROOMS: AtomicU32 = AtomicU32::new(0);

impl Running {
    pub(crate) async fn start(options: Options) -> Running {
        // A server that was just stopped may have the database open for another moment.
        let start = std::time::Instant::now();
        let server = loop {
            match Server::start(options.clone()).await {
                Ok(server) => break server,
                Err(error) => assert!(start.elapsed() < TIMEOUT, "{error}"),
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        };
        let url = server.url();
        let (address, token) = url.split_once("/#token=").unwrap();
        let port = address.rsplit_once(':').unwrap().1.parse().unwrap();
        let code = server.opening_url().split_once("#code=").unwrap().1.to_owned();
        let (end, ended) = oneshot::channel::<()>();
        tokio::spawn(server.run(async {
            let _ = ended.await;
        }));
        Running { port, token: token.to_owned(), code, end: Some(end), folder: None }
    }

    /// A server that lets guests in, and their key: from its folder, since a machine without a network invites nobody.
    pub(crate) async fn for_guests(options: Options) -> (Running, String) {
        let number = ROOMS.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("goren-room-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let options = Options { port: 0, lan: true, data: Some(folder.clone()), ..options };
        let mut running = Running::start(options).await;
        let keys = std::fs::read_to_string(folder.join("goren.key")).unwrap();
        running.folder = Some(folder);
        (running, keys.lines().nth(1).unwrap().to_owned())
    }

    pub(crate) async fn in_memory() -> Running {
        Running::start(Options { port: 0, ..Options::default() }).await
    }

    pub(crate) fn stop(&mut self) {
        drop(self.end.take());
    }

    pub(crate) async fn page(&self) -> Page {
        Page::open(self.port, &self.token, None).await
    }

    /// An HTTP request as it stands; the status and the whole answer.
    pub(crate) async fn http(&self, head: &str, body: &[u8]) -> (u16, String) {
        http(self.port, head, body).await
    }

    fn head(&self, method: &str, path: &str) -> String {
        let (port, token) = (self.port, &self.token);
        format!("{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\n")
    }

    /// A file as our page saves it: the head of the answer, and the content.
    pub(crate) async fn file(&self, path: &str) -> (String, String) {
        let (_, answer) = self.http(&self.head("GET", path), b"").await;
        let (head, content) = answer.split_once("\r\n\r\n").unwrap();
        (head.to_owned(), content.to_owned())
    }

    /// A call as our page makes it.
    pub(crate) async fn call(&self, method: &str, path: &str, body: &[u8]) -> (u16, Value) {
        let (status, answer) = self.http(&self.head(method, path), body).await;
        let json = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        (status, serde_json::from_str(json).unwrap_or(Value::Null))
    }
}

pub(crate) async fn http(port: u16, head: &str, body: &[u8]) -> (u16, String) {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    let head = format!("{head}Content-Length: {}\r\nConnection: close\r\n\r\n", body.len());
    stream.write_all(head.as_bytes()).await.unwrap();
    // A server that refuses need not read all of it.
    let _ = stream.write_all(body).await;
    let mut answer = Vec::new();
    let _ = tokio::time::timeout(TIMEOUT, stream.read_to_end(&mut answer)).await.unwrap();
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let status = answer.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
    (status, answer)
}

/// Tries to open a WebSocket with other headers than a browser on our page sends; the status it gets.
pub(crate) async fn upgrade(port: u16, host: &str, origin: Option<&str>) -> u16 {
    let origin = origin.map_or(String::new(), |origin| format!("Origin: {origin}\r\n"));
    let head = format!(
        "GET /ws HTTP/1.1\r\nHost: {host}\r\n{origin}Upgrade: websocket\r\nConnection: Upgrade\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = [0; 64];
    let read = tokio::time::timeout(TIMEOUT, stream.read(&mut answer)).await.unwrap().unwrap();
    let answer = String::from_utf8_lossy(&answer[..read]).into_owned();
    answer.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0)
}

/// A page that is connected.
pub(crate) struct Page {
    pub(crate) socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub(crate) session: String,
    pub(crate) role: String,
    pub(crate) next: u64,
    /// Messages that came while something else was waited for.
    pub(crate) unread: Vec<Value>,
}

impl Page {
    pub(crate) async fn connect(port: u16) -> WebSocketStream<MaybeTlsStream<TcpStream>> {
        let mut request = format!("ws://127.0.0.1:{port}/ws").into_client_request().unwrap();
        let origin = format!("http://127.0.0.1:{port}").parse().unwrap();
        request.headers_mut().insert("Origin", origin);
        connect_async(request).await.unwrap().0
    }

    pub(crate) async fn open(port: u16, token: &str, session: Option<&str>) -> Page {
        let socket = Page::connect(port).await;
        let mut page =
            Page { socket, session: String::new(), role: String::new(), next: 1, unread: Vec::new() };
        page.send(&json!({ "type": "hello", "token": token, "session": session })).await;
        let welcome = page.wait(|told| told["type"] == "welcome").await;
        page.session = welcome["session"].as_str().unwrap().to_owned();
        page.role = welcome["role"].as_str().unwrap().to_owned();
        page
    }

    pub(crate) async fn send(&mut self, message: &Value) {
        self.send_text(&message.to_string()).await;
    }

    pub(crate) async fn send_text(&mut self, text: &str) {
        self.socket.send(Message::text(text)).await.unwrap();
    }

    /// The next message, or the close code.
    pub(crate) async fn read(&mut self) -> Result<Value, u16> {
        loop {
            let message = tokio::time::timeout(TIMEOUT, self.socket.next()).await.expect("an answer in time");
            match message {
                Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Close(frame))) => return Err(frame.map_or(1005, |frame| frame.code.into())),
                Some(Ok(_)) => {}
                Some(Err(Error::Protocol(_) | Error::ConnectionClosed | Error::Io(_))) | None => {
                    return Err(1006);
                }
                Some(Err(error)) => panic!("{error}"),
            }
        }
    }

    /// The first message that fits, of those that came before as well.
    pub(crate) async fn wait(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.unread.iter().position(&fits) {
            return self.unread.remove(at);
        }
        loop {
            let message = self.read().await.expect("the connection stays");
            if fits(&message) {
                return message;
            }
            self.unread.push(message);
        }
    }

    /// Asks and waits for the answer, `done` or `refused`.
    pub(crate) async fn ask(&mut self, mut message: Value) -> Value {
        let id = self.next;
        self.next += 1;
        message["id"] = json!(id);
        self.send(&message).await;
        self.wait(|told| told["id"] == id && (told["type"] == "done" || told["type"] == "refused")).await
    }

    /// Asks for what must be possible.
    pub(crate) async fn done(&mut self, message: Value) -> Value {
        let answer = self.ask(message.clone()).await;
        assert_eq!(answer["type"], "done", "{message} {answer}");
        answer
    }

    /// Asks for what must not be possible; the reason.
    pub(crate) async fn refused(&mut self, message: Value) -> Value {
        let answer = self.ask(message.clone()).await;
        assert_eq!(answer["type"], "refused", "{message} {answer}");
        answer["error"].clone()
    }

    /// Begins a game; its table.
    pub(crate) async fn create(&mut self, game: Value) -> String {
        let answer = self.done(json!({ "type": "create", "game": game })).await;
        answer["table"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn act(&mut self, table: &str, step: &str) -> Value {
        self.done(json!({ "type": "act", "table": table, "step": step })).await
    }

    /// The newest state of a table that fits.
    pub(crate) async fn table(&mut self, table: &str, fits: impl Fn(&Value) -> bool) -> Value {
        // Older states are out of date.
        let newest = self.unread.iter().rposition(|told| told["type"] == "table" && told["table"] == table);
        let newest = newest.map(|at| self.unread[at].clone());
        let is_other = |told: &Value| told["type"] != "table" || told["table"] != table;
        self.unread.retain(is_other);
        if let Some(state) = newest.filter(|state| fits(state)) {
            return state;
        }
        let state = self.wait(|told| !is_other(told) && fits(told)).await;
        // So are those that came while it was waited for.
        self.unread.retain(is_other);
        state
    }
}

/// The steps of a table's game.
pub(crate) fn steps(state: &Value) -> Vec<String> {
    let steps = state["game"]["steps"].as_array().unwrap();
    steps.iter().map(|step| step["step"].as_str().unwrap().to_owned()).collect()
}
