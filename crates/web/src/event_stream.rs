//! Watching a job from a page: server-sent events, one for each change.

use std::convert::Infallible;
use std::sync::Arc;

use axum::response::sse::{Event, KeepAlive, Sse};
use serde::Serialize;
use tokio::sync::{Semaphore, watch};
use tokio_stream::wrappers::WatchStream;
use tokio_stream::{Stream, StreamExt};
use utoipa::ToSchema;

use super::problem::Problem;

/// Streams at a time: each holds a connection.
const MOST: usize = 200;

/// An event of a stream, as it is described.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only described")]
pub(super) struct StreamEvent {
    /// What it is; nothing where all events of a stream are alike.
    event: Option<String>,
    /// What it says: JSON, a picture or a sentence.
    data: Option<String>,
}

/// The open event streams.
pub(super) struct EventStreams {
    places: Arc<Semaphore>,
}

impl EventStreams {
    /// None yet.
    pub fn new() -> Self {
        Self { places: Arc::new(Semaphore::new(MOST)) }
    }

    /// The state now, and every change until the job is over, as JSON.
    pub fn open<S: Clone + Send + Sync + 'static, E: Serialize + 'static>(
        &self,
        receiver: watch::Receiver<S>,
        seen: fn(S) -> E,
    ) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>> + use<S, E>>, Problem> {
        let place = Arc::clone(&self.places).try_acquire_owned();
        let place = place.map_err(|_| Problem::busy("too many pages are watching already"))?;
        let events = WatchStream::new(receiver).map(move |now| {
            // The permit is held as long as the stream is open.
            let _ = &place;
            let event = Event::default().json_data(seen(now));
            Ok(event.expect("a snapshot has no map with odd keys"))
        });
        Ok(Sse::new(events).keep_alive(KeepAlive::default()))
    }
}
