//! The server: listens, lets the guard judge every request, and hands it to pages, calls or a socket.

use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, HeaderName};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use axum::{Extension, Json, Router};
use goren_arena::{Contestant, Kind, Player, Process};
use goren_core::Stop;
use goren_desk::{
    Blame, CallError, Desk, Method, Registered, Reply, Request as DeskRequest, Role, StoreError,
};
use hyper::service::Service;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use serde::Serialize;
use serde_json::json;
use tokio::net::{TcpListener, TcpSocket, TcpStream};

use crate::connections::{self, Connection, Connections, Visitor};
use crate::fleet::{self, WatchedFleet};
use crate::guard::{Door, Guard, Refusal, Token, kept_tokens};
use crate::peer::is_same_user;
use crate::wire::{Invitation, Key, Redeem, ServerRefusal};
use crate::{pages, socket};

/// The port to try first.
pub const DEFAULT_PORT: u16 = 5555;
/// How many further ports are tried if that one is taken.
const FURTHER_PORTS: u16 = 50;
/// What may wait in the system for a client that does not read; more only costs memory.
const SEND_BUFFER: u32 = 128 << 10;
/// How long a browser may take to open.
const OPENING: Duration = Duration::from_secs(120);
/// How often it is seen whether the games' daily copy is due.
const BACKUP_CHECK: Duration = Duration::from_secs(60 * 60);
/// How often it is seen whether pages have been gone for long.
const TIDY: Duration = Duration::from_secs(5);
/// How many connections may wait to be accepted.
const BACKLOG: u32 = 1024;
/// How long a client may take to send the head of a request, and how long an idle connection is kept.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a call may take, its body included.
const CALL_TIMEOUT: Duration = Duration::from_secs(60);
/// What may be sent with a request that is no call of the desk, in bytes.
const MAX_BODY_BYTES: usize = 64 << 10;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
    manifest-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'";

/// How the server is to be run.
#[derive(Clone, Debug)]
pub struct Options {
    /// The port; 0 for any free one.
    pub port: u16,
    /// The folder of the database; nothing is kept without one.
    pub data: Option<PathBuf>,
    /// Whether others on the network may come in.
    pub lan: bool,
    /// Engines that can be chosen.
    pub engines: Vec<Contestant>,
    /// A fleet to show to the owner.
    pub fleet: Option<WatchedFleet>,
}

impl Default for Options {
    fn default() -> Options {
        Options { port: DEFAULT_PORT, data: None, lan: false, engines: Vec::new(), fleet: None }
    }
}

/// Why the server cannot start.
#[derive(Debug)]
pub enum StartError {
    /// The database cannot be opened.
    Store(StoreError),
    /// No port can be listened on.
    Listen(io::Error),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::Store(error) => write!(f, "{error}"),
            StartError::Listen(error) => write!(f, "cannot listen: {error}"),
        }
    }
}

impl std::error::Error for StartError {}

/// What every request can reach.
pub(crate) struct App {
    /// Who may come in.
    pub(crate) guard: Guard,
    /// What answers pages.
    pub(crate) desk: Arc<Desk>,
    /// The fleet that is watched.
    pub(crate) fleet: Option<WatchedFleet>,
    /// The address to give to others on the network.
    pub(crate) guest_url: Option<String>,
    /// What a browser that we open can exchange for the key, and until when.
    code: Mutex<Option<(Token, Instant)>>,
}

impl App {
    /// The owner's key for a code, which is good for one exchange.
    pub(crate) fn redeem(&self, code: &str) -> Option<&str> {
        let mut valid = self.code.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, until) = valid.take_if(|(valid, _)| valid.is(code))?;
        (Instant::now() < until).then(|| self.guard.owner.text())
    }
}

/// A server that listens, and answers once it is run.
pub struct Server {
    listener: TcpListener,
    app: Arc<App>,
}

impl Server {
    /// Opens the database and listens, on the next free port if the wanted one is taken.
    pub async fn start(options: Options) -> Result<Server, StartError> {
        let engines = options.engines.into_iter().filter_map(registered).collect();
        let desk = Desk::open(goren_desk::Options { data: options.data.clone(), engines });
        let desk = desk.map_err(StartError::Store)?;
        let ip = if options.lan { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST };
        let listener = listen(ip, options.port).map_err(StartError::Listen)?;
        let port = listener.local_addr().map_err(StartError::Listen)?.port();
        // A folder in which nothing can be written, or none: the tokens are those of this run.
        let kept = options.data.as_ref().and_then(|folder| kept_tokens(folder).ok());
        let (owner, guest) = kept.unwrap_or_else(|| (Token::fresh(), Token::fresh()));
        let guard = Guard { port, lan: options.lan, owner, guest };
        let guest_url = options
            .lan
            .then(network_address)
            .flatten()
            .map(|ip| format!("http://{}/#token={}", SocketAddr::new(ip, port), guard.guest.text()));
        let app = App { guard, desk, fleet: options.fleet, guest_url, code: Mutex::default() };
        Ok(Server { listener, app: Arc::new(app) })
    }

    /// The address for the owner, token included.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/#token={}", self.app.guard.port, self.app.guard.owner.text())
    }

    /// The address to open the owner's browser with. Every user of the machine can read the arguments of a program, so it
    /// holds no key but a code, which can be exchanged for the key once, soon, and by a program of the same user.
    pub fn opening_url(&self) -> String {
        let code = Token::fresh();
        let url = format!("http://127.0.0.1:{}/#code={}", self.app.guard.port, code.text());
        let mut valid = self.app.code.lock().unwrap_or_else(PoisonError::into_inner);
        *valid = Some((code, Instant::now() + OPENING));
        url
    }

    /// What the person should know about the stored games.
    pub fn notices(&self) -> Vec<String> {
        self.app.desk.notices()
    }

    /// The address for others on the network, where they may come in.
    pub fn guest_url(&self) -> Option<&str> {
        self.app.guest_url.as_deref()
    }

    /// Serves until `end` is over, then says goodbye to every page and closes the tables.
    pub async fn run(self, end: impl Future<Output = ()>) {
        let router = router(&self.app);
        let connections = Connections::new(connections::most());
        let mut backup = tokio::time::interval(BACKUP_CHECK);
        let mut tidy = tokio::time::interval(TIDY);
        tokio::pin!(end);
        loop {
            tokio::select! {
                () = &mut end => break,
                _ = backup.tick() => {
                    let desk = Arc::clone(&self.app.desk);
                    tokio::task::spawn_blocking(move || desk.back_up());
                }
                _ = tidy.tick() => self.app.desk.tidy(Instant::now()),
                accepted = self.listener.accept() => match accepted {
                    Ok((stream, peer)) => {
                        if let Some(connection) = connections.admit(stream, peer.ip()) {
                            tokio::spawn(converse(connection, router.clone()));
                        }
                    }
                    // No file descriptors are left, most likely: some will be given back.
                    Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
                },
            }
        }
        self.app.desk.dismiss();
        let desk = Arc::clone(&self.app.desk);
        let _ = tokio::task::spawn_blocking(move || desk.close()).await;
    }
}

/// An engine of ours that plays as a process, as the desk knows it.
fn registered(contestant: Contestant) -> Option<Registered> {
    let Kind::Process(spec) = contestant.kind else { return None };
    let seat = move || -> Box<dyn Player> { Box::new(Process::new(spec.clone(), Vec::new())) };
    Some(Registered { name: contestant.name, budget: contestant.budget, seat: Arc::new(seat) })
}

fn listen(ip: Ipv4Addr, port: u16) -> io::Result<TcpListener> {
    let last = if port == 0 { 0 } else { port.saturating_add(FURTHER_PORTS) };
    let mut tried = listen_on(ip, port);
    for port in port.saturating_add(1)..=last {
        match &tried {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => tried = listen_on(ip, port),
            _ => break,
        }
    }
    tried
}

fn listen_on(ip: Ipv4Addr, port: u16) -> io::Result<TcpListener> {
    let socket = TcpSocket::new_v4()?;
    // Elsewhere this would let two servers share a port.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    // Connections have it from the listener.
    socket.set_send_buffer_size(SEND_BUFFER)?;
    socket.bind(SocketAddr::new(ip.into(), port))?;
    socket.listen(BACKLOG)
}

/// The address of this machine on its network. Nothing is sent: connecting only chooses the way.
fn network_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    socket.local_addr().ok().map(|address| address.ip())
}

/// The addresses of a connection.
#[derive(Clone, Copy)]
pub(crate) struct Ends {
    /// Where it came in.
    pub(crate) local: SocketAddr,
    /// Where it came from.
    pub(crate) peer: SocketAddr,
}

/// Serves one connection.
async fn converse(connection: Connection<TcpStream>, router: Router) {
    let (Ok(local), Ok(peer)) = (connection.stream().local_addr(), connection.stream().peer_addr()) else {
        return;
    };
    let _ = connection.stream().set_nodelay(true);
    let service = TowerToHyperService::new(router);
    let visitor = connection.visitor();
    let service = hyper::service::service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
        request.extensions_mut().insert(Ends { local, peer });
        request.extensions_mut().insert(Arc::clone(&visitor));
        service.call(request)
    });
    let mut http = hyper::server::conn::http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD_TIMEOUT).max_headers(64).max_buf_size(32 << 10);
    // Nobody here needs a date. With a clock before 1970 no request is answered all the same: the connection's task makes
    // its date, and panics, before it looks at this.
    http.auto_date_header(false);
    let _ = http.serve_connection(TokioIo::new(connection), service).with_upgrades().await;
}

fn router(app: &Arc<App>) -> Router {
    let calls = Router::new()
        .route("/about", get(about))
        .route("/key", post(key))
        .route("/invitation", get(invitation))
        .nest("/fleet", fleet::routes())
        .fallback(call);
    Router::new()
        .nest("/api", calls)
        .route("/ws", any(upgrade))
        .fallback(get(|uri: Uri, headers: HeaderMap| async move { pages::page(uri.path(), &headers) }))
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(from_fn_with_state(Arc::clone(app), guarded))
        .with_state(Arc::clone(app))
}

/// Lets the guard judge a request, and puts the safety headers on whatever is answered.
async fn guarded(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let door = match path {
        "/ws" => Door::Socket,
        _ if path == "/api" || path.starts_with("/api/") => Door::Api,
        _ => Door::Pages,
    };
    let mut response = match admit(&app.guard, door, &request) {
        Ok(()) => match tokio::time::timeout(CALL_TIMEOUT, next.run(request)).await {
            Ok(response) => response,
            Err(_) => refuse(StatusCode::REQUEST_TIMEOUT, &ServerRefusal::TookTooLong),
        },
        Err(Refusal::Token) => refuse(StatusCode::UNAUTHORIZED, &ServerRefusal::NoKey),
        Err(refusal) => refuse(
            StatusCode::FORBIDDEN,
            &match refusal {
                Refusal::Host => ServerRefusal::WrongHost,
                Refusal::Origin => ServerRefusal::WrongOrigin,
                Refusal::Site => ServerRefusal::WrongSite,
                Refusal::Token => ServerRefusal::NotForGuests,
            },
        ),
    };
    let headers = response.headers_mut();
    let always = [
        ("content-security-policy", POLICY),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-resource-policy", "same-origin"),
    ];
    // These say something only about what is shown as a page.
    let shown = [
        ("x-frame-options", "DENY"),
        ("cross-origin-opener-policy", "same-origin"),
        ("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    ];
    for (name, value) in always.into_iter().chain(shown.into_iter().filter(|_| door == Door::Pages)) {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

fn admit(guard: &Guard, door: Door, request: &Request) -> Result<(), Refusal> {
    let local =
        request.extensions().get::<Ends>().map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |ends| ends.local.ip());
    guard.admit(door, request.headers(), local)?;
    // A code for the key is shown in place of the key.
    if door != Door::Api || request.uri().path() == "/api/key" {
        return Ok(());
    }
    let role = guard.bearer(request.headers())?;
    if let Some(visitor) = request.extensions().get::<Arc<Visitor>>() {
        visitor.known(role);
    }
    match role {
        Role::Owner => Ok(()),
        Role::Guest if request.uri().path() == "/api/about" => Ok(()),
        Role::Guest => Err(Refusal::Token),
    }
}

/// What this program can do.
async fn about(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    let is_owner = app.guard.bearer(&headers).is_ok_and(|role| role == Role::Owner);
    reply(app.desk.about(app.guard.lan, is_owner && app.fleet.is_some()))
}

/// The owner's key for a code.
async fn key(
    State(app): State<Arc<App>>,
    Extension(Ends { local, peer }): Extension<Ends>,
    body: Bytes,
) -> Response {
    let Redeem { code } = match serde_json::from_slice(&body) {
        Ok(redeem) => redeem,
        Err(error) => {
            return refuse(
                StatusCode::BAD_REQUEST,
                &ServerRefusal::NotUnderstood { error: error.to_string() },
            );
        }
    };
    // A stranger who saw the code must not use it up either.
    let token = if is_same_user(peer, local) { app.redeem(&code) } else { None };
    match token {
        Some(token) => Json(Key { token: token.to_owned() }).into_response(),
        None => refuse(StatusCode::UNAUTHORIZED, &ServerRefusal::NoKey),
    }
}

/// The address to give to others, for the owner alone.
async fn invitation(State(app): State<Arc<App>>) -> Json<Invitation> {
    Json(Invitation { guest_url: app.guest_url.clone() })
}

/// Raises when it is dropped: nobody waits for the answer any more.
struct Raise(Stop);

impl Drop for Raise {
    fn drop(&mut self) {
        self.0.raise();
    }
}

/// A call of the desk, answered where waiting holds up nobody else.
async fn call(State(app): State<Arc<App>>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let method = match head.method {
        axum::http::Method::GET => Method::Get,
        axum::http::Method::POST => Method::Post,
        axum::http::Method::PUT => Method::Put,
        axum::http::Method::DELETE => Method::Delete,
        _ => return refuse(StatusCode::METHOD_NOT_ALLOWED, &ServerRefusal::NoCall),
    };
    let path = head.uri.path().trim_start_matches('/').to_owned();
    let most = DeskRequest::most_bytes(&path);
    let Ok(body) = axum::body::to_bytes(body, most).await else {
        return refuse(StatusCode::PAYLOAD_TOO_LARGE, &ServerRefusal::TooLarge { max: most });
    };
    let query = head.uri.query().unwrap_or_default().to_owned();
    let gone = Raise(Stop::default());
    let stop = gone.0.clone();
    let answer = tokio::task::spawn_blocking(move || {
        app.desk.call(DeskRequest { method, path: &path, query: &query, body: body.into(), stop })
    });
    match answer.await {
        Ok(answer) => reply(answer),
        Err(error) => {
            refuse(StatusCode::INTERNAL_SERVER_ERROR, &ServerRefusal::Internal { error: error.to_string() })
        }
    }
}

fn reply(answer: Result<Reply, CallError>) -> Response {
    let Reply { media, name, lost, body } = match answer {
        Ok(reply) => reply,
        Err(error) => {
            let status = match error.blame() {
                Blame::Caller => StatusCode::BAD_REQUEST,
                Blame::Missing => StatusCode::NOT_FOUND,
                Blame::Inside => StatusCode::INTERNAL_SERVER_ERROR,
            };
            return refuse(status, &error);
        }
    };
    let saved = name.map(|name| [(CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\""))]);
    let lost = lost.map(|lost| [("goren-lost", lost)]);
    ([(CONTENT_TYPE, media)], saved, lost, body).into_response()
}

pub(crate) fn refuse(status: StatusCode, error: &impl Serialize) -> Response {
    (status, Json(json!({ "error": error }))).into_response()
}

async fn upgrade(State(app): State<Arc<App>>, upgrade: WebSocketUpgrade, request: Request) -> Response {
    let visitor = request.extensions().get::<Arc<Visitor>>().cloned();
    upgrade
        .max_message_size(socket::MAX_MESSAGE_BYTES)
        .max_frame_size(socket::MAX_MESSAGE_BYTES)
        .on_upgrade(move |socket| socket::serve(socket, app, visitor))
}
