//! What is answered when something is wrong: a status and one sentence, as JSON. People who follow a link read
//! it on a page.

use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use outflank_lab::one_sentence;
use serde::Serialize;
use serde::de::DeserializeOwned;
use utoipa::ToSchema;

use super::jobs::NoFreeSlot;
use super::player_cache::PlayerError;
use super::queues::QueueFull;

/// Why a request was not answered.
#[derive(Debug)]
pub(super) struct Problem {
    status: StatusCode,
    sentence: String,
}

/// A problem as it is sent.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ProblemBody {
    /// What is wrong, in one sentence.
    error: String,
}

/// The sentence beside the answer, for a page that shows it.
#[derive(Clone, Debug)]
pub(super) struct Sentence(pub String);

impl Problem {
    /// A problem with a status of its own.
    pub fn new(status: StatusCode, problem: impl ToString) -> Self {
        Self { status, sentence: one_sentence(&problem.to_string()) }
    }

    /// What is wrong.
    pub fn sentence(&self) -> &str {
        &self.sentence
    }

    /// Something is wrong with what was sent.
    pub fn wrong(problem: impl ToString) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, problem)
    }

    /// What was asked for is not there.
    pub fn missing(problem: impl ToString) -> Self {
        Self::new(StatusCode::NOT_FOUND, problem)
    }

    /// There is no room for it now.
    pub fn busy(problem: impl ToString) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, problem)
    }

    /// Something failed here.
    pub fn failed(problem: impl ToString) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, problem)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let sentence = Sentence(self.sentence.clone());
        (self.status, Extension(sentence), Json(ProblemBody { error: self.sentence })).into_response()
    }
}

impl From<QueueFull> for Problem {
    fn from(busy: QueueFull) -> Self {
        Self::busy(busy)
    }
}

/// Waiting does not help: somebody has to stop something.
impl From<NoFreeSlot> for Problem {
    fn from(full: NoFreeSlot) -> Self {
        Self::new(StatusCode::CONFLICT, full)
    }
}

impl From<PlayerError> for Problem {
    fn from(error: PlayerError) -> Self {
        Self::wrong(error)
    }
}

impl From<outflank_lab::StoreError> for Problem {
    fn from(error: outflank_lab::StoreError) -> Self {
        Self::failed(error)
    }
}

impl From<outflank_lab::RegistryError> for Problem {
    fn from(error: outflank_lab::RegistryError) -> Self {
        Self::failed(error)
    }
}

impl From<outflank_lab::report::ReportError> for Problem {
    fn from(error: outflank_lab::report::ReportError) -> Self {
        Self::failed(error)
    }
}

/// What is wrong with a body, without the words that are meant for programmers.
fn plainly(text: &str) -> &str {
    let text =
        text.strip_prefix("Failed to deserialize the JSON body into the target type: ").unwrap_or(text);
    text.rsplit_once(" at line ").map_or(text, |(what, _)| what)
}

/// A body of JSON; what cannot be read is a [`Problem`].
pub(super) struct JsonBody<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for JsonBody<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let read = Json::<T>::from_request(request, state).await;
        read.map(|Json(value)| Self(value)).map_err(|wrong: JsonRejection| match wrong.status() {
            large @ StatusCode::PAYLOAD_TOO_LARGE => Problem::new(large, "this is too large"),
            status => Problem::new(status, plainly(&wrong.body_text())),
        })
    }
}
