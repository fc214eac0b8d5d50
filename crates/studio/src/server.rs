//! The server: listens, lets the guard judge every request, and hands it to pages, calls or a socket.

use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::path::PathBuf;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::header::{CACHE_CONTROL, HeaderName};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, delete, get, post};
use axum::{Json, Router};
use goren_arena::Contestant;
use hyper::service::Service;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use serde_json::json;
use tokio::net::{TcpListener, TcpSocket, TcpStream};

use crate::api::fleet::WatchedFleet;
use crate::connections::{self, Connection, Connections, Visitor};
use crate::guard::{Door, Guard, Refusal, Token, kept_tokens};
use crate::jobs::Desks;
use crate::known::Known;
use crate::laboratory::Laboratory;
use crate::library::{Shelf, calls as library};
use crate::load::Load;
use crate::lobby::Lobby;
use crate::opponent::Roster;
use crate::outbox::Outbox;
use crate::proofs::Proofs;
use crate::store::{Store, StoreError};
use crate::table::Services;
use crate::training::Training;
use crate::wire::Role;
use crate::{api, pages, socket};

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
/// How many connections may wait to be accepted.
const BACKLOG: u32 = 1024;
/// How long a client may take to send the head of a request, and how long an idle connection is kept.
const HEAD: Duration = Duration::from_secs(10);
/// How long a call may take, its body included.
const CALL: Duration = Duration::from_secs(60);
const MOST_BODY: usize = 64 << 10;
const MOST_FILE: usize = 8 << 20;

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
    /// The open tables.
    pub(crate) lobby: Arc<Lobby>,
    /// The searches that pages have under way.
    pub(crate) desks: Arc<Desks>,
    /// What analyses have found.
    pub(crate) known: Arc<Known>,
    /// The experiments.
    pub(crate) laboratory: Arc<Laboratory>,
    /// Puzzles, and what the person has reached with them.
    pub(crate) training: Arc<Training>,
    /// The library of games.
    pub(crate) shelf: Arc<Shelf>,
    /// The proofs that pages walk through.
    pub(crate) proofs: Arc<Proofs>,
    /// The fleet that is watched.
    pub(crate) fleet: Option<WatchedFleet>,
    /// Another for every run of the server.
    pub(crate) run: String,
    /// The number of the next connection.
    pub(crate) connections: AtomicU64,
    /// The address to give to others on the network.
    pub(crate) guest_url: Option<String>,
    outboxes: Mutex<Vec<Weak<Outbox>>>,
    /// What a browser that we open can exchange for the key, and until when.
    code: Mutex<Option<(Token, Instant)>>,
}

impl App {
    /// Remembers a page, to tell it when the server ends.
    pub(crate) fn watch(&self, outbox: &Arc<Outbox>) {
        let mut outboxes = self.outboxes.lock().unwrap_or_else(PoisonError::into_inner);
        outboxes.retain(|each| each.strong_count() > 0);
        outboxes.push(Arc::downgrade(outbox));
    }

    /// The owner's key for a code, which is good for one exchange.
    pub(crate) fn redeem(&self, code: &str) -> Option<&str> {
        let mut valid = self.code.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, until) = valid.take_if(|(valid, _)| valid.is(code))?;
        (Instant::now() < until).then(|| self.guard.owner.text())
    }

    /// Lets pages know that something was proved.
    fn tell_of_proofs(&self) {
        let outboxes = self.outboxes.lock().unwrap_or_else(PoisonError::into_inner);
        outboxes.iter().filter_map(Weak::upgrade).for_each(|outbox| outbox.proved());
    }

    fn dismiss(&self) {
        let outboxes = self.outboxes.lock().unwrap_or_else(PoisonError::into_inner);
        outboxes.iter().filter_map(Weak::upgrade).for_each(|outbox| outbox.end(1001, "the server is going"));
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
        let store = match &options.data {
            Some(folder) => Store::open(folder),
            None => Store::in_memory(),
        };
        let store = Arc::new(store.map_err(StartError::Store)?);
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
        let load = Load::default();
        let proofs: Arc<Proofs> = Arc::default();
        let desks = Desks::new(load.clone());
        let laboratory = Laboratory::new(load.clone(), options.data.as_ref());
        let training = Training::new(Arc::clone(&store), load.clone(), Arc::clone(&proofs));
        let services =
            Services { store, roster: Roster::new(options.engines), load, proofs: Arc::clone(&proofs) };
        let app = App {
            guard,
            lobby: Lobby::new(services),
            desks,
            known: Arc::default(),
            laboratory,
            training,
            shelf: Shelf::new(options.data.as_ref()),
            proofs,
            fleet: options.fleet,
            run: Token::fresh().text()[..8].to_owned(),
            connections: AtomicU64::new(1),
            guest_url,
            outboxes: Mutex::default(),
            code: Mutex::default(),
        };
        let app = Arc::new(app);
        let told = Arc::downgrade(&app);
        app.proofs.on_news(move || {
            if let Some(app) = told.upgrade() {
                app.tell_of_proofs();
            }
        });
        Ok(Server { listener, app })
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
        [self.app.lobby.services.store.notices(), self.app.shelf.notices()].concat()
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
        tokio::pin!(end);
        loop {
            tokio::select! {
                () = &mut end => break,
                _ = backup.tick() => {
                    let store = Arc::clone(&self.app.lobby.services.store);
                    tokio::task::spawn_blocking(move || store.back_up());
                }
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
        self.app.dismiss();
        self.app.desks.close();
        self.app.laboratory.stop();
        self.app.shelf.stop();
        let lobby = Arc::clone(&self.app.lobby);
        let _ = tokio::task::spawn_blocking(move || lobby.close()).await;
    }
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
    http.timer(TokioTimer::new()).header_read_timeout(HEAD).max_headers(64).max_buf_size(32 << 10);
    // Nobody here needs a date. With a clock before 1970 no request is answered all the same: the connection's task makes
    // its date, and panics, before it looks at this.
    http.auto_date_header(false);
    let _ = http.serve_connection(TokioIo::new(connection), service).with_upgrades().await;
}

fn router(app: &Arc<App>) -> Router {
    let calls = Router::new()
        .route("/about", get(api::about))
        .route("/key", post(api::key))
        .route("/invitation", get(api::invitation))
        .route("/agents", get(api::agents))
        .route("/games", get(api::games))
        .route("/games/delete", post(api::delete_all))
        .route("/games/restore", post(api::restore))
        .route("/games/export", post(api::export_all))
        .route("/games/{id}", delete(api::delete))
        .route("/games/{id}/export", get(api::export))
        .route("/games/{id}/log.csv", get(api::log))
        .route("/settings", get(api::settings).put(api::set_settings))
        .route("/xray", post(api::xray))
        .route("/glance", post(api::glance))
        .route("/lab", get(api::lab))
        .route("/lab/start", post(api::lab_start))
        .route("/lab/stop", post(api::lab_stop))
        .route("/lab/{name}", get(api::lab_result))
        .nest("/train", api::training::routes())
        .route("/library", get(library::library))
        .route("/library/explore", post(library::explore))
        .route("/library/find", post(library::find))
        .route("/library/open", post(library::open))
        .route("/library/import", post(library::import).layer(DefaultBodyLimit::max(library::MOST_IMPORTED)))
        .route("/library/stop", post(library::stop))
        .route("/library/export", post(library::export).layer(DefaultBodyLimit::max(MOST_FILE)))
        .route("/library/remove", post(library::remove).layer(DefaultBodyLimit::max(MOST_FILE)))
        .route("/library/restore", post(library::restore))
        .route("/library/learn", post(library::learn))
        .route("/library/practice", get(library::practice).post(library::practised))
        .nest("/proofs", api::proofs::routes())
        .nest("/fleet", api::fleet::routes())
        .route("/open", post(api::open).layer(DefaultBodyLimit::max(MOST_FILE)))
        .fallback(|| async { (StatusCode::NOT_FOUND, Json(json!({ "error": "there is no such call" }))) });
    Router::new()
        .nest("/api", calls)
        .route("/ws", any(upgrade))
        .fallback(get(|uri: Uri, headers: HeaderMap| async move { pages::page(uri.path(), &headers) }))
        .layer(DefaultBodyLimit::max(MOST_BODY))
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
        Ok(()) => match tokio::time::timeout(CALL, next.run(request)).await {
            Ok(response) => response,
            Err(_) => refuse(StatusCode::REQUEST_TIMEOUT, "this took too long"),
        },
        Err(Refusal::Token) => refuse(StatusCode::UNAUTHORIZED, "open the address that goren printed"),
        Err(refusal) => refuse(
            StatusCode::FORBIDDEN,
            match refusal {
                Refusal::Host => "expected the Host of this server",
                Refusal::Origin => "expected the Origin of this server",
                Refusal::Site => "expected a page of this server",
                Refusal::Token => "guests may not do this",
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

fn refuse(status: StatusCode, error: &str) -> Response {
    (status, Json(json!({ "error": error }))).into_response()
}

async fn upgrade(State(app): State<Arc<App>>, upgrade: WebSocketUpgrade, request: Request) -> Response {
    let visitor = request.extensions().get::<Arc<Visitor>>().cloned();
    upgrade
        .max_message_size(socket::MOST_BYTES)
        .max_frame_size(socket::MOST_BYTES)
        .on_upgrade(move |socket| socket::serve(socket, app, visitor))
}
