//! One WebSocket: calls come in one at a time, answers and the newest states go out.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket};
use goren_desk::{NotWelcome, Outgoing, Page, Role};
use tokio::sync::Notify;
use tokio::time::{Instant, timeout};

use crate::connections::Visitor;
use crate::server::App;

/// The largest message a page may send.
pub(crate) const MAX_MESSAGE_BYTES: usize = 64 << 10;
/// How long a connection may take to say who it is.
const HELLO: Duration = Duration::from_secs(5);
const PING_EVERY: Duration = Duration::from_secs(20);
/// A connection that says nothing for so long is gone.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(60);
/// How long a page may take to read a message as a whole.
const SEND_TIMEOUT: Duration = Duration::from_secs(15);
/// How many messages that cannot be understood are allowed.
const MAX_NONSENSE: usize = 50;
/// What a guest may send for long.
const BYTES_A_SECOND: f64 = (64 << 10) as f64;
/// What a message costs besides its bytes.
const EACH_COSTS: usize = 256;
/// How far ahead of that a guest may be, for a short time.
const MAX_AHEAD: Duration = Duration::from_secs(4);
/// Why a connection ends, if it is for us to say.
type End = Option<(u16, &'static str)>;

/// Serves one connection to its end.
pub(crate) async fn serve(mut socket: WebSocket, app: Arc<App>, visitor: Option<Arc<Visitor>>) {
    let wake = Arc::new(Notify::new());
    let end = match hello(&mut socket, &app, &wake).await {
        Ok(page) => {
            if let Some(visitor) = visitor {
                visitor.known(page.role());
            }
            run(page, &mut socket, &wake).await
        }
        Err(NotWelcome(code, reason)) => Some((code, reason)),
    };
    if let Some((code, reason)) = end {
        close(&mut socket, code, reason).await;
    }
}

async fn close(socket: &mut WebSocket, code: u16, reason: &'static str) {
    let frame = CloseFrame { code, reason: reason.into() };
    let _ = timeout(Duration::from_secs(1), socket.send(Frame::Close(Some(frame)))).await;
}

/// The first message must say who is there.
async fn hello(socket: &mut WebSocket, app: &Arc<App>, wake: &Arc<Notify>) -> Result<Page, NotWelcome> {
    let first = timeout(HELLO, socket.recv()).await.ok().flatten().and_then(Result::ok);
    let Some(Frame::Text(text)) = first else { return Err(NotWelcome::NO_HELLO) };
    let wake = Arc::clone(wake);
    app.desk.welcome(&text, |token| app.guard.role(token), move || wake.notify_one())
}

/// What a guest may send: more waits in the network until it is read. Each message costs its bytes, and [`EACH_COSTS`].
struct Budget {
    /// When everything read so far would have come at [`BYTES_A_SECOND`].
    paid: Instant,
    is_bounded: bool,
}

impl Budget {
    fn new(role: Role) -> Budget {
        Budget { paid: Instant::now(), is_bounded: role == Role::Guest }
    }

    fn is_spent(&self) -> bool {
        self.is_bounded && self.paid > Instant::now() + MAX_AHEAD
    }

    /// When something is read again.
    fn opens(&self) -> Instant {
        self.paid.checked_sub(MAX_AHEAD).unwrap_or(self.paid)
    }

    fn spend(&mut self, message: &Option<Result<Frame, axum::Error>>) {
        let bytes = match message {
            Some(Ok(Frame::Text(text))) => text.len(),
            Some(Ok(Frame::Binary(bytes) | Frame::Ping(bytes) | Frame::Pong(bytes))) => bytes.len(),
            _ => 0,
        };
        let cost = Duration::from_secs_f64((bytes + EACH_COSTS) as f64 / BYTES_A_SECOND);
        self.paid = self.paid.max(Instant::now()) + cost;
    }
}

/// Reads and writes until one side ends; the reason, if it is ours.
async fn run(mut page: Page, socket: &mut WebSocket, wake: &Notify) -> End {
    let mut heard = Instant::now();
    let mut ping = tokio::time::interval_at(heard + PING_EVERY, PING_EVERY);
    let mut nonsense = 0;
    let mut budget = Budget::new(page.role());
    loop {
        tokio::select! {
            () = wake.notified() => {
                if let Err(end) = flush(&mut page, socket).await {
                    return end;
                }
            }
            () = tokio::time::sleep_until(budget.opens()), if budget.is_spent() => {}
            message = socket.recv(), if !budget.is_spent() => {
                heard = Instant::now();
                budget.spend(&message);
                match message {
                    Some(Ok(Frame::Text(text))) => {
                        // It may wait for the disk, where it holds up nobody else.
                        let hear = move || (page.hear(&text), page);
                        let is_understood;
                        (is_understood, page) = tokio::task::spawn_blocking(hear).await.ok()?;
                        nonsense += usize::from(!is_understood);
                    }
                    Some(Ok(Frame::Binary(_))) => {
                        nonsense += 1;
                        page.refuse_bytes();
                    }
                    Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => {}
                    Some(Ok(Frame::Close(_)) | Err(_)) | None => return None,
                }
                if nonsense > MAX_NONSENSE {
                    let _ = flush(&mut page, socket).await;
                    return Some((4400, "too many messages that cannot be understood"));
                }
            }
            _ = ping.tick() => {
                if heard.elapsed() > SILENCE_TIMEOUT {
                    return Some((4408, "silent"));
                }
                if let Err(end) = send(socket, Frame::Ping(Vec::new().into())).await {
                    return end;
                }
            }
        }
    }
}

/// Sends what waits.
async fn flush(page: &mut Page, socket: &mut WebSocket) -> Result<(), End> {
    while let Some(outgoing) = page.outgoing() {
        match outgoing {
            Outgoing::Text(text) => send(socket, Frame::Text(text.into())).await?,
            Outgoing::End(code, reason) => return Err(Some((code, reason))),
        }
    }
    Ok(())
}

/// Sends one message; a page that does not read it in time is disconnected, and can come back.
async fn send(socket: &mut WebSocket, message: Frame) -> Result<(), End> {
    match timeout(SEND_TIMEOUT, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) => Err(None),
        Err(_) => Err(Some((4408, "too slow"))),
    }
}
