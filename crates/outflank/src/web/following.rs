//! Following a job from a page: server-sent events, one for each time that something changed.

use std::convert::Infallible;
use std::sync::Arc;

use axum::response::sse::{Event, KeepAlive, Sse};
use serde::Serialize;
use tokio::sync::{Semaphore, watch};
use tokio_stream::wrappers::WatchStream;
use tokio_stream::{Stream, StreamExt};

use super::problem::Problem;

/// Pages that may follow at a time: each keeps a connection.
const MOST: usize = 200;

/// Those who follow.
pub(super) struct Followers {
    places: Arc<Semaphore>,
}

impl Followers {
    /// Nobody yet.
    pub fn new() -> Self {
        Self { places: Arc::new(Semaphore::new(MOST)) }
    }

    /// What is seen now, and every change until the job is over, as JSON.
    pub fn follow<S: Clone + Send + Sync + 'static, E: Serialize + 'static>(
        &self,
        receiver: watch::Receiver<S>,
        seen: fn(S) -> E,
    ) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>> + use<S, E>>, Problem> {
        let place = Arc::clone(&self.places).try_acquire_owned();
        let place = place.map_err(|_| Problem::busy("too many pages follow something already"))?;
        let events = WatchStream::new(receiver).map(move |now| {
            // The place is kept as long as somebody follows.
            let _ = &place;
            let event = Event::default().json_data(seen(now));
            Ok(event.expect("what is told has no map with odd keys"))
        });
        Ok(Sse::new(events).keep_alive(KeepAlive::default()))
    }
}
