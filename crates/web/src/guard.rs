//! Host, origin and token checks; security headers.
//!
//! A page of somebody else's must not be able to use this server through the browser of whoever runs it: not
//! by a form or script that sends a request here (the origin tells), and not by a name that is made to point
//! here (the host tells). Beyond the own machine everybody needs the token.

use std::fmt::Write as _;
use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::laboratory::Laboratory;
use super::problem::Problem;

/// What a request must show.
#[derive(Clone, Debug)]
pub struct Guard {
    token: Option<String>,
}

/// The cookie that keeps the token.
const COOKIE: &str = "outflank_token";

impl Guard {
    /// For the own machine: the host must be a name of it.
    pub fn loopback() -> Self {
        Self { token: None }
    }

    /// For everybody who has the token, under any host name: no page of others can know it.
    pub fn with_token(token: impl Into<String>) -> Self {
        Self { token: Some(token.into()) }
    }

    /// For everybody who has a token that nobody can guess.
    pub(super) fn with_new_token() -> Result<(Self, String), getrandom::Error> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        let mut token = String::new();
        for byte in bytes {
            let _ = write!(token, "{byte:02x}");
        }
        Ok((Self::with_token(&token), token))
    }

    /// Whether this is the token.
    fn accepts(&self, shown: &str) -> bool {
        self.token.as_deref().is_some_and(|token| is_same(shown, token))
    }

    /// Why a request is turned away, if it is.
    fn refusal(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Option<(StatusCode, &'static str)> {
        // A whole address in the request line counts, and the header beside it does not.
        // CITE: RFC 9112, section 3.2.2.
        let host = match uri.authority() {
            Some(authority) => authority.as_str(),
            None => headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default(),
        };
        let allowed = match &self.token {
            None if !is_own_machine(host) => {
                return Some((
                    StatusCode::MISDIRECTED_REQUEST,
                    "this laboratory answers to localhost and 127.0.0.1 only",
                ));
            }
            None => true,
            Some(token) => [token_of_cookie(headers), token_of_header(headers), token_of_query(uri)]
                .into_iter()
                .flatten()
                .any(|shown| is_same(shown, token)),
        };
        if !allowed {
            return Some((
                StatusCode::UNAUTHORIZED,
                "a token is needed: open the address that the program printed",
            ));
        }
        if !method.is_safe() && !comes_from_here(host, headers) {
            return Some((StatusCode::FORBIDDEN, "this request was sent by a page from elsewhere"));
        }
        None
    }
}

/// Whether a request that changes something was sent by one of our pages, or by no page at all.
fn comes_from_here(host: &str, headers: &HeaderMap) -> bool {
    let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("unreadable"));
    let same_origin = |origin: &str| {
        let rest = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        rest == Some(host)
    };
    text(header::ORIGIN).is_none_or(same_origin)
        && text(HeaderName::from_static("sec-fetch-site"))
            .is_none_or(|site| matches!(site, "same-origin" | "none"))
}

/// Whether a host, with or without a port, is this machine by a name that nobody can redirect.
fn is_own_machine(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

fn token_of_cookie(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get(header::COOKIE)?.to_str().ok()?;
    cookies.split(';').find_map(|cookie| cookie.trim().strip_prefix(COOKIE)?.strip_prefix('='))
}

fn token_of_header(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")
}

fn token_of_query(uri: &Uri) -> Option<&str> {
    uri.query()?.split('&').find_map(|pair| pair.strip_prefix("token="))
}

/// Compares without telling by the time it takes how much is right.
fn is_same(shown: &str, token: &str) -> bool {
    let differences = shown.bytes().zip(token.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
    shown.len() == token.len() && differences == 0
}

/// Lets a request in or turns it away, and binds the browser by headers.
pub(super) async fn check(
    State(laboratory): State<Arc<Laboratory>>,
    request: Request,
    next: Next,
) -> Response {
    let guard = &laboratory.guard;
    let mut response = match guard.refusal(request.method(), request.uri(), request.headers()) {
        Some((status, sentence)) => Problem::new(status, sentence).into_response(),
        // The token leaves the address, where others might read it, and goes into a cookie.
        None if token_of_query(request.uri()).is_some() && guard.token.is_some() => {
            let shown = token_of_query(request.uri()).filter(|shown| guard.accepts(shown));
            without_token(request.uri(), shown)
        }
        None => next.run(request).await,
    };
    for (name, value) in HEADERS {
        response
            .headers_mut()
            .entry(HeaderName::from_static(name))
            .or_insert(HeaderValue::from_static(value));
    }
    response
}

/// Leads to the same page without the token in its address. One that is right goes into a cookie; a wrong one beside
/// a cookie that is right changes nothing.
fn without_token(uri: &Uri, right: Option<&str>) -> Response {
    // A path that begins with two slashes, in either direction, would be an address of somebody else.
    let path = format!("/{}", uri.path().trim_start_matches(['/', '\\']));
    let others: Vec<&str> =
        uri.query().unwrap_or_default().split('&').filter(|pair| !pair.starts_with("token=")).collect();
    let address = match others.join("&") {
        none if none.is_empty() => path,
        query => format!("{path}?{query}"),
    };
    let mut response = (StatusCode::SEE_OTHER, [(header::LOCATION, address)]).into_response();
    if let Some(token) = right {
        let cookie = format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict");
        if let Ok(cookie) = HeaderValue::from_str(&cookie) {
            response.headers_mut().insert(header::SET_COOKIE, cookie);
        }
    }
    response
}

/// Nothing is loaded from elsewhere, no script stands in a page, and nobody may frame or read one.
const HEADERS: &[(&str, &str)] = &[
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; \
         form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cache-control", "no-store"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_own_machine_is_known_by_its_names() {
        for host in ["localhost", "LOCALHOST:80", "127.0.0.1:7878", "127.8.8.8", "[::1]:1", "[::1]"] {
            assert!(is_own_machine(host), "{host}");
        }
        for host in ["", "localhost.example.org", "10.0.0.1", "127.0.0.1.example.org", "[::2]:80", "evil"] {
            assert!(!is_own_machine(host), "{host}");
        }
    }

    #[test]
    fn tokens_are_long_and_compared_whole() {
        let (_, token) = Guard::with_new_token().expect("the system has chance");
        assert_eq!(token.len(), 32);
        assert_ne!(token, Guard::with_new_token().expect("the system has chance").1);
        assert!(is_same(&token, &token));
        for wrong in ["", &token[1..], &format!("{token}0")] {
            assert!(!is_same(wrong, &token));
        }
    }
}
