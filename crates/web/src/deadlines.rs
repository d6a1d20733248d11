//! How long a request may take: to send its body, and to be answered.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper::body::{Frame, SizeHint};
use tokio::sync::Semaphore;
use tokio::time::{Sleep, sleep};

use super::Laboratory;
use super::problem::Problem;

/// For a body to arrive.
const BODY: Duration = Duration::from_secs(30);

/// For an answer to begin. The longest search has 10 seconds, and waits for others.
const ANSWER: Duration = Duration::from_secs(60);

/// For a change of the store, where another program may be writing.
const CHANGE: Duration = Duration::from_secs(150);

/// For a file of games that is read as it comes in.
const IMPORT: Duration = Duration::from_secs(1800);

/// Files that are being sent at a time: each is held in memory until it is whole.
const UPLOADS: usize = 8;

/// The places for them.
pub(super) fn upload_slots() -> Semaphore {
    Semaphore::new(UPLOADS)
}

/// Ends a request that takes too long.
pub(super) async fn keep(
    State(laboratory): State<Arc<Laboratory>>,
    request: Request,
    next: Next,
) -> Response {
    let (method, path) = (request.method(), request.uri().path());
    let is_import = method == Method::POST && path == "/api/games/import";
    let deadline = match (method, path) {
        _ if is_import => IMPORT,
        (&Method::POST, "/api/games") | (&Method::PATCH | &Method::DELETE, _) => CHANGE,
        _ => ANSWER,
    };
    let is_file = method == Method::POST
        && (is_import || path == "/api/games/read" || path.starts_with("/api/players/"));
    let _uploading = match is_file.then(|| laboratory.upload_slots.try_acquire()).transpose() {
        Ok(permit) => permit,
        Err(_) => {
            return Problem::busy("too many files are being sent; try again in a moment").into_response();
        }
    };
    let patience = if is_import { IMPORT } else { BODY };
    let request = request.map(|body| Body::new(Timely { body, deadline: Box::pin(sleep(patience)) }));
    match tokio::time::timeout(deadline, next.run(request)).await {
        Ok(response) => response,
        Err(_) => Problem::new(StatusCode::SERVICE_UNAVAILABLE, "this took too long; try again in a moment")
            .into_response(),
    }
}

/// A body that must have arrived by a time.
struct Timely {
    body: Body,
    deadline: Pin<Box<Sleep>>,
}

impl HttpBody for Timely {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        match Pin::new(&mut self.body).poll_frame(context) {
            Poll::Pending if self.deadline.as_mut().poll(context).is_ready() => {
                Poll::Ready(Some(Err(axum::Error::new("the body did not arrive in time"))))
            }
            polled => polled,
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
