//! Who is let in.

use axum::body::Body;
use axum::http::header::{LOCATION, SET_COOKIE};
use axum::http::{Request, StatusCode};
use outflank_web::Guard;

use crate::site::{Site, text};

/// A request that would start work, with these headers.
fn asking(headers: &[(&str, &str)]) -> Request<Body> {
    let mut request = Request::post("/api/position").header("content-type", "application/json");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request.body(Body::from(r#"{"moves":"f5"}"#)).expect("a request")
}

#[tokio::test]
async fn pages_from_elsewhere_start_nothing() {
    let site = Site::new();
    let own = ("host", "127.0.0.1:7878");
    for good in
        [&[own][..], &[own, ("origin", "http://127.0.0.1:7878")], &[own, ("sec-fetch-site", "same-origin")]]
    {
        assert_eq!(site.answer(asking(good)).await.status(), StatusCode::OK, "{good:?}");
    }
    for (bad, status) in [
        (&[own, ("origin", "http://evil.example")][..], StatusCode::FORBIDDEN),
        (&[own, ("origin", "null")], StatusCode::FORBIDDEN),
        (&[own, ("origin", "http://127.0.0.1:8080")], StatusCode::FORBIDDEN),
        (&[own, ("sec-fetch-site", "cross-site")], StatusCode::FORBIDDEN),
        (&[own, ("sec-fetch-site", "same-site")], StatusCode::FORBIDDEN),
        // A name of somebody else's that was made to point here.
        (
            &[("host", "evil.example:7878"), ("origin", "http://evil.example:7878")],
            StatusCode::MISDIRECTED_REQUEST,
        ),
        (&[], StatusCode::MISDIRECTED_REQUEST),
    ] {
        assert_eq!(site.answer(asking(bad)).await.status(), status, "{bad:?}");
    }
}

#[tokio::test]
async fn a_form_is_no_request() {
    let request = Request::post("/api/position")
        .header("host", "localhost")
        .header("content-type", "text/plain")
        .body(Body::from(r#"{"moves":"f5"}"#))
        .expect("a request");
    let (status, said) = text(Site::new().answer(request).await).await;
    assert_eq!(status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    assert!(said.contains("application/json"), "{said}");
}

#[tokio::test]
async fn a_huge_body_is_not_read() {
    let (status, answer) =
        Site::new().post("/api/position", &serde_json::json!({ "moves": "f5".repeat(100_000) })).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE, "{answer}");
}

#[tokio::test]
async fn beyond_the_own_machine_a_token_is_needed() {
    let site = Site::behind(Guard::with_token("secret"));
    let get = |path: &str, headers: &[(&str, &str)]| {
        let mut request = Request::get(path).header("host", "laboratory.example:7878");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        site.answer(request.body(Body::empty()).expect("a request"))
    };
    for wrong in [&[][..], &[("cookie", "outflank_token=guess")], &[("authorization", "Bearer secre")]] {
        for path in ["/", "/api/players", "/assets/style.css"] {
            assert_eq!(get(path, wrong).await.status(), StatusCode::UNAUTHORIZED, "{wrong:?}");
        }
    }
    for right in [("cookie", "a=b; outflank_token=secret"), ("authorization", "Bearer secret")] {
        assert_eq!(get("/", &[right]).await.status(), StatusCode::OK);
    }
    // The address that is printed: the token goes into a cookie and out of the address.
    let first = get("/?token=secret", &[]).await;
    assert_eq!(
        (first.status(), &first.headers()[LOCATION]),
        (StatusCode::SEE_OTHER, &"/".parse().expect("a path"))
    );
    let cookie = first.headers()[SET_COOKIE].to_str().expect("text");
    assert!(
        cookie.starts_with("outflank_token=secret;") && cookie.contains("HttpOnly; SameSite=Strict"),
        "{cookie}"
    );
    assert_eq!(get("/?token=guess", &[]).await.status(), StatusCode::UNAUTHORIZED);
    // It leads nowhere else, and the rest of the address stays.
    for (path, leads_to) in [
        ("/\\evil.example/x?token=secret", "/evil.example/x"),
        ("//evil.example/x?token=secret", "/evil.example/x"),
        ("/?opponent=td&token=secret", "/?opponent=td"),
    ] {
        assert_eq!(get(path, &[]).await.headers()[LOCATION], leads_to);
    }
    // A wrong token beside a cookie that is right does not log its owner out.
    let right = ("cookie", "outflank_token=secret");
    let answer = get("/?token=zzz;Path=/q", &[right]).await;
    assert_eq!(answer.status(), StatusCode::SEE_OTHER);
    assert!(!answer.headers().contains_key(SET_COOKIE), "{:?}", answer.headers());
}

#[tokio::test]
async fn an_address_in_the_request_line_counts() {
    let site = Site::new();
    let get = async |uri: &str| {
        let request = Request::get(uri).header("host", "localhost").body(Body::empty()).expect("a request");
        site.answer(request).await.status()
    };
    assert_eq!(get("http://evil.example/").await, StatusCode::MISDIRECTED_REQUEST);
    assert_eq!(get("http://localhost:7878/").await, StatusCode::OK);
}

#[tokio::test]
async fn what_is_wrong_with_a_page_is_said_on_a_page() {
    let get = async |site: &Site, path: &str, accept: &str| {
        let request = Request::get(path).header("host", "localhost").header("accept", accept);
        let answer = site.answer(request.body(Body::empty()).expect("a request")).await;
        assert!(answer.headers().contains_key("content-security-policy"), "{path}");
        text(answer).await
    };
    let site = Site::new();
    let people = "text/html,application/xhtml+xml,*/*;q=0.8";
    for (path, status, words) in [
        ("/games/999", StatusCode::NOT_FOUND, "There is no game number 999."),
        ("/games/x", StatusCode::BAD_REQUEST, "The address cannot be read."),
        ("/players/%3Cscript%3E", StatusCode::NOT_FOUND, "There is no player “&lt;script&gt;”."),
        ("/nowhere", StatusCode::NOT_FOUND, "Perhaps the address was cut off."),
    ] {
        let (answered, page) = get(&site, path, people).await;
        assert_eq!(answered, status, "{path}");
        assert!(page.contains("<nav") && page.contains(words), "{path}: {page}");
    }
    // Programs and scripts are told in JSON, whoever they say they are.
    for path in ["/games/999", "/api/games/999", "/api/games/x", "/api/contests/1/games?from=-1"] {
        let accept = if path.starts_with("/api") { people } else { "*/*" };
        let (_, answer) = get(&site, path, accept).await;
        let answer: serde_json::Value =
            serde_json::from_str(&answer).unwrap_or_else(|_| panic!("{path}: {answer}"));
        assert!(answer["error"].is_string(), "{path}");
    }
    let (status, page) = get(&Site::behind(Guard::with_token("secret")), "/", people).await;
    assert!(status == StatusCode::UNAUTHORIZED && page.contains("open the address that the program printed"));
    assert_eq!(site.command("/api/players").await, StatusCode::METHOD_NOT_ALLOWED);
}

#[tokio::test]
async fn every_answer_binds_the_browser() {
    let site = Site::new();
    for path in ["/", "/api/players", "/assets/workbench/workbench.js", "/nowhere", "/api/nowhere"] {
        let request = Request::get(path).header("host", "localhost").body(Body::empty()).expect("a request");
        let answer = site.answer(request).await;
        let policy = answer.headers()["content-security-policy"].to_str().expect("text");
        assert!(policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self';"), "{policy}");
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(answer.headers()["x-content-type-options"], "nosniff");
        assert_eq!(answer.headers()["referrer-policy"], "no-referrer");
    }
}

#[tokio::test]
async fn pages_have_no_script_or_style_inside_and_ask_nobody_else() {
    let site = Site::new();
    for path in [
        "/",
        "/learn",
        "/players",
        "/players/td",
        "/league",
        "/studies",
        "/studies/documented/td",
        "/nowhere",
    ] {
        let (_, page) = site.get(path).await;
        assert!(page.contains("<title>"), "{path}");
        // The name of a language, which nobody is asked for.
        let page = page.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
        for forbidden in ["<style", " style=", " onclick=", "javascript:", "http://", "https://"] {
            assert!(!page.contains(forbidden), "{forbidden} in {path}");
        }
        let scripts = page.matches("<script").count();
        assert_eq!(scripts, page.matches("<script type=\"module\" src=\"/assets/").count(), "{path}");
    }
    assert_eq!(site.get("/assets/../Cargo.toml").await.0, StatusCode::NOT_FOUND);
    assert_eq!(site.get("/assets/..%2fCargo.toml").await.0, StatusCode::NOT_FOUND);
}
