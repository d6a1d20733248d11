//! Reports of studies within the laboratory.

use std::fs;

use axum::http::StatusCode;
use outflank_lab::report::{Report, Section};

use crate::site::Site;

#[tokio::test]
async fn reports_that_come_with_the_program_are_shown() {
    let site = Site::new();
    let studies = site.json("/api/studies").await;
    let td = studies.as_array().expect("a list").iter().find(|study| study["name"] == "td").expect("td");
    assert_eq!(td["origin"], "documented");
    let claims = ["replicated", "not_replicated", "undecided"].map(|key| td[key].as_u64().expect("a number"));
    assert!(claims.iter().sum::<u64>() > 10, "{td}");
    let (_, list) = site.get("/studies").await;
    assert!(list.contains("/studies/documented/td"));
    let (_, page) = site.get("/studies/documented/td").await;
    assert!(page.contains("<dt>Document</dt>") && page.contains("<dt>Ours</dt>") && page.contains("<svg"));
    let report = site.json("/api/studies/documented/td").await;
    assert_eq!(report["title"], td["title"]);
}

#[tokio::test]
async fn reports_that_were_made_here_are_text() {
    let site = Site::new();
    let write = |name: &str, content: &str| {
        let folder = site.place.path().join("studies").join(name);
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("report.json"), content).expect("written");
    };
    let report = Report::new("<script>alert(1)</script>")
        .section(Section::new("<img src=x onerror=alert(1)>").paragraph("<b>bold</b>").code("</code><i>"));
    write("mine", &report.to_json());
    write("broken", "{ \"title\": \"cut");
    let studies = site.json("/api/studies").await;
    let names: Vec<_> = studies.as_array().expect("a list").iter().map(|study| &study["name"]).collect();
    assert!(names.contains(&&serde_json::json!("mine")) && !names.contains(&&serde_json::json!("broken")));
    for path in ["/studies", "/studies/made/mine"] {
        let (status, page) = site.get(path).await;
        assert_eq!(status, StatusCode::OK);
        assert!(page.contains("&lt;script&gt;alert(1)"), "{path}");
        for markup in ["<script>", "<img src=x", "<b>bold", "<i>"] {
            assert!(!page.contains(markup), "{markup} in {path}");
        }
    }
    for path in
        ["/studies/made/nobody", "/studies/made/..%2f..", "/studies/made/..", "/api/studies/made/a%2fb"]
    {
        assert_eq!(site.get(path).await.0, StatusCode::NOT_FOUND, "{path}");
    }
}
