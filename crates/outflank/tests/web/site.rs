//! A laboratory of its own for a test, asked without a socket.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response, StatusCode};
use http_body_util::BodyExt;
use outflank_lab::DataFolder;
use outflank_web::{Guard, Laboratory, router};
use serde_json::Value;
use tower::ServiceExt;

/// The site over a data folder that is gone when the test is over.
pub struct Site {
    pub place: tempfile::TempDir,
    pub router: Router,
}

impl Site {
    pub fn new() -> Self {
        Self::behind(Guard::loopback())
    }

    pub fn behind(guard: Guard) -> Self {
        let place = tempfile::tempdir().expect("a folder");
        let laboratory =
            Laboratory::open(&DataFolder::new(place.path()), guard, "outflank under test").expect("opened");
        Self { router: router(Arc::new(laboratory)), place }
    }

    /// The answer to any request.
    pub async fn answer(&self, request: Request<Body>) -> Response<Body> {
        self.router.clone().oneshot(request).await.expect("a router always answers")
    }

    /// The status and the text that a path gives.
    pub async fn get(&self, path: &str) -> (StatusCode, String) {
        let request = Request::get(path).header("host", "localhost").body(Body::empty()).expect("a request");
        text(self.answer(request).await).await
    }

    /// Sends JSON, and returns the status and the JSON of the answer.
    pub async fn post(&self, path: &str, value: &Value) -> (StatusCode, Value) {
        let request = Request::post(path)
            .header("host", "localhost")
            .header("content-type", "application/json")
            .body(Body::from(value.to_string()))
            .expect("a request");
        let (status, text) = text(self.answer(request).await).await;
        (status, serde_json::from_str(&text).unwrap_or_else(|_| panic!("not JSON: {text}")))
    }

    /// The answer to JSON that is all right.
    pub async fn asked(&self, path: &str, value: Value) -> Value {
        let (status, answer) = self.post(path, &value).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
        answer
    }

    /// The JSON at a path.
    pub async fn json(&self, path: &str) -> Value {
        let (status, text) = self.get(path).await;
        assert_eq!(status, StatusCode::OK, "{text}");
        serde_json::from_str(&text).unwrap_or_else(|_| panic!("not JSON: {text}"))
    }

    /// The JSON at a path, once its state is this.
    pub async fn state(&self, path: &str, state: &str) -> Value {
        // Long enough for a machine that is busy with other tests.
        let patience = Instant::now() + Duration::from_secs(180);
        loop {
            let now = self.json(path).await;
            if now["state"] == state {
                return now;
            }
            assert!(Instant::now() < patience, "{path} is never {state}: {now}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Sends a request without a body and returns its status.
    pub async fn command(&self, path: &str) -> StatusCode {
        let request = Request::post(path).header("host", "localhost").body(Body::empty()).expect("a request");
        self.answer(request).await.status()
    }

    /// The sentence that is said about JSON that is not.
    pub async fn refusal(&self, path: &str, value: Value) -> String {
        let (status, answer) = self.post(path, &value).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{answer}");
        answer["error"].as_str().expect("a sentence").to_owned()
    }
}

/// The status and the text of an answer.
pub async fn text(answer: Response<Body>) -> (StatusCode, String) {
    let status = answer.status();
    let bytes = answer.into_body().collect().await.expect("a body").to_bytes();
    (status, String::from_utf8(bytes.to_vec()).expect("text"))
}
