//! The connections there are, and which one goes when there are too many: of those without a token the longest idle.

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use goren_desk::Role;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::oneshot;
use tokio::time::{Instant, Sleep};

/// How long a client may take to read anything of what it is sent.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);
/// The most connections there may be at once.
const MAX_CONNECTIONS: usize = 800;
/// Files that must stay free for the database and the pipes of engines.
#[cfg(unix)]
const OTHER_FILES: u64 = 224;

/// How many connections the files that may be open allow, after asking the system for as many as we need.
pub(crate) fn most() -> usize {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let wanted = MAX_CONNECTIONS as u64 + OTHER_FILES;
        let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
        if current.is_some_and(|current| current < wanted) {
            let raised = maximum.map_or(wanted, |maximum| maximum.min(wanted));
            let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(raised), maximum });
        }
        let files = getrlimit(Resource::Nofile).current.unwrap_or(wanted);
        files.saturating_sub(OTHER_FILES).clamp(16, MAX_CONNECTIONS as u64) as usize
    }
    #[cfg(not(unix))]
    MAX_CONNECTIONS
}

/// Who is behind a connection, as far as it has shown: those that come first are the first to go.
const STRANGER: u8 = 0;
const GUEST: u8 = 1;
const OWNER: u8 = 2;

/// The connections there are.
pub(crate) struct Connections {
    most: usize,
    began: Instant,
    next: AtomicU64,
    taken: Mutex<BTreeMap<u64, Entry>>,
}

struct Entry {
    visitor: Arc<Visitor>,
    /// Dropped to end the connection.
    _keep: oneshot::Sender<()>,
}

/// What is known of one connection.
pub(crate) struct Visitor {
    number: u64,
    address: IpAddr,
    standing: AtomicU8,
    /// When something was last read or written, in milliseconds since the server began.
    active: AtomicU64,
}

impl Visitor {
    /// The connection has shown a token.
    pub(crate) fn known(&self, role: Role) {
        let standing = match role {
            Role::Owner => OWNER,
            Role::Guest => GUEST,
        };
        self.standing.fetch_max(standing, Ordering::Relaxed);
    }
}

impl Connections {
    /// Room for so many.
    pub(crate) fn new(most: usize) -> Arc<Connections> {
        Arc::new(Connections {
            most,
            began: Instant::now(),
            next: AtomicU64::new(0),
            taken: Mutex::default(),
        })
    }

    /// Takes a connection in, if need be in the place of another; nothing if all places are the owner's.
    pub(crate) fn admit<S>(self: &Arc<Connections>, stream: S, address: IpAddr) -> Option<Connection<S>> {
        let mut taken = self.lock();
        while taken.len() >= self.most {
            let goes = first_to_go(&taken)?;
            taken.remove(&goes);
        }
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let visitor = Arc::new(Visitor {
            number,
            address,
            standing: AtomicU8::new(STRANGER),
            active: AtomicU64::new(self.now()),
        });
        let (keep, end) = oneshot::channel();
        taken.insert(number, Entry { visitor: Arc::clone(&visitor), _keep: keep });
        Some(Connection { stream, visitor, connections: Arc::clone(self), end: Some(end), unread: None })
    }

    fn now(&self) -> u64 {
        self.began.elapsed().as_millis() as u64
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, Entry>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whose place is given to the next: of those with the least standing, one from the address with the most
/// connections, so that one machine on the network cannot crowd out the others; of these the longest idle.
fn first_to_go(taken: &BTreeMap<u64, Entry>) -> Option<u64> {
    let mut crowd: HashMap<IpAddr, usize> = HashMap::new();
    for entry in taken.values() {
        *crowd.entry(entry.visitor.address).or_default() += 1;
    }
    let visitors = taken.values().map(|entry| &entry.visitor);
    let key = |visitor: &&Arc<Visitor>| {
        let (standing, active) =
            (visitor.standing.load(Ordering::Relaxed), visitor.active.load(Ordering::Relaxed));
        (standing, std::cmp::Reverse(crowd[&visitor.address]), active, visitor.number)
    };
    let first = visitors.min_by_key(key)?;
    (first.standing.load(Ordering::Relaxed) < OWNER).then_some(first.number)
}

/// A connection with its place, which is free again when this is dropped. Reading and writing fail once the place was
/// given to another, or when the other side has read nothing for too long.
pub(crate) struct Connection<S> {
    stream: S,
    visitor: Arc<Visitor>,
    connections: Arc<Connections>,
    /// Nothing once the place was given to another.
    end: Option<oneshot::Receiver<()>>,
    /// Runs while something cannot be written.
    unread: Option<Pin<Box<Sleep>>>,
}

impl<S> Connection<S> {
    /// What is known of it.
    pub(crate) fn visitor(&self) -> Arc<Visitor> {
        Arc::clone(&self.visitor)
    }

    /// The stream itself.
    pub(crate) fn stream(&self) -> &S {
        &self.stream
    }

    fn check(&mut self, context: &mut Context<'_>) -> io::Result<()> {
        self.end.take_if(|end| Pin::new(end).poll(context).is_ready());
        match self.end {
            Some(_) => Ok(()),
            None => Err(io::Error::other("the place was given to another connection")),
        }
    }

    fn write<T>(
        &mut self,
        context: &mut Context<'_>,
        write: impl FnOnce(Pin<&mut S>, &mut Context<'_>) -> Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>>
    where
        S: Unpin,
    {
        self.check(context)?;
        match write(Pin::new(&mut self.stream), context) {
            Poll::Ready(written) => {
                self.unread = None;
                self.touch();
                Poll::Ready(written)
            }
            Poll::Pending => {
                let late = self.unread.get_or_insert_with(|| Box::pin(tokio::time::sleep(WRITE_TIMEOUT)));
                ready!(late.as_mut().poll(context));
                Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
            }
        }
    }

    fn touch(&self) {
        self.visitor.active.store(self.connections.now(), Ordering::Relaxed);
    }
}

impl<S> Drop for Connection<S> {
    fn drop(&mut self) {
        self.connections.lock().remove(&self.visitor.number);
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Connection<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.check(context)?;
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if read.is_ready() {
            self.touch();
        }
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Connection<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.write(context, |stream, context| stream.poll_write(context, bytes))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.write(context, |stream, context| stream.poll_write_vectored(context, parts))
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.write(context, AsyncWrite::poll_flush)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.write(context, AsyncWrite::poll_shutdown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    fn address(last: u8) -> IpAddr {
        IpAddr::from([192, 168, 1, last])
    }

    fn numbers(connections: &Connections) -> Vec<u64> {
        connections.lock().keys().copied().collect()
    }

    #[tokio::test(start_paused = true)]
    async fn the_longest_idle_stranger_goes_first_and_the_owner_never() {
        let connections = Connections::new(4);
        let mut kept = Vec::new();
        for _ in 0..4 {
            kept.push(connections.admit(duplex(8).0, address(1)).unwrap());
            tokio::time::advance(Duration::from_secs(1)).await;
        }
        kept[0].visitor().known(Role::Owner);
        kept[1].touch();
        kept.push(connections.admit(duplex(8).0, address(1)).unwrap());
        assert_eq!(numbers(&connections), [0, 1, 3, 4]);
        for connection in &kept[3..] {
            connection.visitor().known(Role::Guest);
        }
        for after in [[0, 3, 4, 5], [0, 3, 4, 6]] {
            kept.push(connections.admit(duplex(8).0, address(1)).unwrap());
            assert_eq!(numbers(&connections), after);
        }
        kept.iter().for_each(|connection| connection.visitor().known(Role::Owner));
        assert!(connections.admit(duplex(8).0, address(1)).is_none());
        drop(kept);
        assert!(numbers(&connections).is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn one_address_does_not_crowd_out_the_others() {
        let connections = Connections::new(4);
        let mut kept = vec![connections.admit(duplex(8).0, address(1)).unwrap()];
        for _ in 0..20 {
            tokio::time::advance(Duration::from_secs(1)).await;
            kept.push(connections.admit(duplex(8).0, address(2)).unwrap());
        }
        assert_eq!(numbers(&connections), [0, 18, 19, 20]);
    }

    #[tokio::test]
    async fn whoever_lost_the_place_is_told_at_once() {
        let connections = Connections::new(1);
        let (mine, _other) = duplex(8);
        let mut loser = connections.admit(mine, address(1)).unwrap();
        let reading = tokio::spawn(async move { (loser.read_u8().await, loser.write_u8(0).await) });
        tokio::task::yield_now().await;
        let _winner = connections.admit(duplex(8).0, address(1)).unwrap();
        assert!(matches!(reading.await.unwrap(), (Err(_), Err(_))));
    }

    #[tokio::test(start_paused = true)]
    async fn who_reads_nothing_for_long_is_given_up_and_who_reads_slowly_is_not() {
        let connections = Connections::new(1);
        let (mine, mut other) = duplex(8);
        let mut connection = connections.admit(mine, address(1)).unwrap();
        let writing = tokio::spawn(async move { connection.write_all(&[0; 64]).await });
        for _ in 0..4 {
            tokio::time::sleep(WRITE_TIMEOUT - Duration::from_secs(1)).await;
            other.read_exact(&mut [0; 8]).await.unwrap();
        }
        let error = writing.await.unwrap().unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }
}
