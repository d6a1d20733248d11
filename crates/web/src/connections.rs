//! Connections: how many, how long, and which one goes when there are too many.
//!
//! A stranger who opens connections and sends nothing, or sends or reads slowly, must not keep the owner out. So
//! headers must arrive within a time, a connection between two requests is closed after the same time, a peer
//! that does not read is given up, and when all places are taken the connection that has been idle longest is
//! closed for the new one. None of this needs the token.

use std::collections::BTreeMap;
use std::io;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::http::{Request, Response};
use hyper::body::{Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio::time::{Instant, Sleep, sleep};
use tower::ServiceExt;

/// The bounds of connections.
#[derive(Clone, Copy, Debug)]
pub struct ConnectionLimits {
    /// How many there may be at a time.
    pub most: usize,
    /// How long a request's headers may take, and how long a connection may be idle before them.
    pub idle: Duration,
    /// How long a peer may not read what is sent to it.
    pub stalled: Duration,
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        Self { most: most_connections(), idle: Duration::from_secs(20), stalled: Duration::from_secs(20) }
    }
}

/// As many as the system lets a process have, less what the store and searches need; 2,000 at most.
fn most_connections() -> usize {
    const SPARE: u64 = 128;
    const MOST: u64 = 2000;
    open_files().saturating_sub(SPARE).clamp(32, MOST) as usize
}

/// How many files the process may have open. The soft limit is raised to the hard one: it is low by habit, for
/// programs that still use `select`.
#[cfg(unix)]
fn open_files() -> u64 {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let wanted = limit.maximum.map_or(65_536, |hard| hard.min(65_536));
    let raised = Rlimit { current: Some(wanted), ..limit };
    match limit.current {
        Some(current) if current < wanted && setrlimit(Resource::Nofile, raised).is_ok() => wanted,
        Some(current) => current,
        None => wanted,
    }
}

#[cfg(not(unix))]
fn open_files() -> u64 {
    1024
}

/// The open connections.
pub(super) struct Connections {
    limits: ConnectionLimits,
    open: Mutex<BTreeMap<u64, Arc<Connection>>>,
    closing: AtomicBool,
    ended: Notify,
}

/// One of them.
struct Connection {
    /// Requests that are being answered on it, bodies included: 0 or 1, as nothing is pipelined here.
    requests: AtomicUsize,
    /// When the last request ended, or the connection began.
    idle_since: Mutex<Instant>,
    close: Notify,
}

impl Connection {
    fn new() -> Self {
        Self { requests: AtomicUsize::new(0), idle_since: Mutex::new(Instant::now()), close: Notify::new() }
    }

    /// Since when nothing was asked on it; `None` while a request is being answered.
    fn idle_since(&self) -> Option<Instant> {
        (self.requests.load(Ordering::Acquire) == 0)
            .then(|| *self.idle_since.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A request that is being answered: until its body is sent.
struct Answering(Arc<Connection>);

impl Answering {
    fn new(connection: &Arc<Connection>) -> Self {
        connection.requests.fetch_add(1, Ordering::AcqRel);
        Self(Arc::clone(connection))
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        *self.0.idle_since.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        self.0.requests.fetch_sub(1, Ordering::AcqRel);
    }
}

impl Connections {
    /// None yet.
    pub fn new(limits: ConnectionLimits) -> Arc<Self> {
        Arc::new(Self {
            limits,
            open: Mutex::default(),
            closing: AtomicBool::new(false),
            ended: Notify::new(),
        })
    }

    fn open(&self) -> MutexGuard<'_, BTreeMap<u64, Arc<Connection>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Accepts connections until `stop` is done.
    pub async fn accept(
        self: &Arc<Self>,
        listener: TcpListener,
        site: Router,
        stop: impl Future<Output = ()>,
    ) {
        tokio::pin!(stop);
        let mut number = 0;
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                () = &mut stop => return,
            };
            let stream = match accepted {
                Ok((stream, _)) => stream,
                Err(error) => {
                    // Without files to open for it, a connection waits; one that is idle makes room.
                    if !is_of_the_peer(&error) && !self.close_idlest() {
                        sleep(Duration::from_millis(50)).await;
                    }
                    continue;
                }
            };
            if self.open().len() >= self.limits.most && !self.close_idlest() {
                // All are being answered: this one is one too many.
                drop(stream);
                continue;
            }
            number += 1;
            let connection = Arc::new(Connection::new());
            self.open().insert(number, Arc::clone(&connection));
            let (all, site) = (Arc::clone(self), site.clone());
            tokio::spawn(async move {
                all.answer(stream, site, &connection).await;
                all.open().remove(&number);
                all.ended.notify_waiters();
            });
        }
    }

    /// Closes the connection that has been idle longest, if any is idle.
    fn close_idlest(&self) -> bool {
        let mut open = self.open();
        let idlest = open.iter().filter_map(|(number, one)| Some((one.idle_since()?, *number))).min();
        let closed = idlest.and_then(|(_, number)| open.remove(&number));
        closed.inspect(|one| one.close.notify_one()).is_some()
    }

    /// Answers the requests of one connection.
    async fn answer(&self, stream: TcpStream, site: Router, connection: &Arc<Connection>) {
        // Answers are small and somebody waits for them.
        let _ = stream.set_nodelay(true);
        let stream = Impatient { stream, stalled: self.limits.stalled, waiting: None };
        let service = service_fn(|request: Request<Incoming>| {
            let (site, answering) = (site.clone(), Answering::new(connection));
            async move {
                let response = site.oneshot(request.map(Body::new)).await;
                response.map(|response: Response<Body>| {
                    response.map(|body| Answered { body, _answering: answering })
                })
            }
        });
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(self.limits.idle).max_buf_size(64 * 1024);
        let served = http.serve_connection(TokioIo::new(stream), service);
        tokio::pin!(served);
        tokio::select! {
            // What a peer did wrong concerns the peer alone.
            _ = served.as_mut() => return,
            () = connection.close.notified() => {}
        }
        if self.closing.load(Ordering::Acquire) {
            served.as_mut().graceful_shutdown();
            let _ = served.await;
        }
    }

    /// Closes all connections: idle ones at once, others when their request is answered, but not for ever.
    pub async fn close(&self, patience: Duration) {
        self.closing.store(true, Ordering::Release);
        for connection in self.open().values() {
            connection.close.notify_one();
        }
        let everybody = async {
            loop {
                let ended = self.ended.notified();
                if self.open().is_empty() {
                    return;
                }
                ended.await;
            }
        };
        // Pages that watch a run keep their connection open, and would be waited for without end.
        let _ = tokio::time::timeout(patience, everybody).await;
    }
}

/// Whether a connection failed before it was accepted, which says nothing about this server.
fn is_of_the_peer(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// A body that says when it is sent.
struct Answered {
    body: Body,
    _answering: Answering,
}

impl HttpBody for Answered {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A stream that fails when the peer does not read for too long.
struct Impatient {
    stream: TcpStream,
    stalled: Duration,
    waiting: Option<Pin<Box<Sleep>>>,
}

impl Impatient {
    /// Passes on what a write came to, unless it has been pending for too long.
    fn in_time<T>(&mut self, context: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.waiting = None;
            return written;
        }
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(sleep(self.stalled)));
        match waiting.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncRead for Impatient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Impatient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.in_time(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.in_time(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.in_time(context, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
