//! What all pages have around them: head, navigation, foot.

use maud::{DOCTYPE, Markup, html};

/// A page.
pub(super) struct Page<'a> {
    /// What it is called, in the navigation and in the title of the window.
    pub title: &'a str,
    /// Its script, a module among the assets.
    pub script: Option<&'a str>,
    /// What is on it.
    pub content: Markup,
}

/// The pages of the navigation: title and path.
const NAVIGATION: &[(&str, &str)] = &[
    ("Board", "/"),
    ("Learn", "/learn"),
    ("Players", "/players"),
    ("Ladder", "/ladder"),
    ("League", "/league"),
    ("Studies", "/studies"),
];

impl Page<'_> {
    /// The page as a whole document, with the program that serves it at its foot.
    pub fn document(self, program: &str) -> Markup {
        let Self { title, script, content } = self;
        html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    title { (title) " · Outflank" }
                    link rel="icon" href="/assets/icon.svg" type="image/svg+xml";
                    link rel="stylesheet" href="/assets/style.css";
                    link rel="stylesheet" href="/assets/board.css";
                    link rel="stylesheet" href="/assets/plot.css";
                    link rel="stylesheet" href="/assets/report.css";
                    link rel="stylesheet" href="/assets/laboratory.css";
                    link rel="stylesheet" href="/assets/workbench.css";
                    link rel="stylesheet" href="/assets/theatre.css";
                    // Before the script of the page, which looks at the choices there are.
                    script type="module" src="/assets/checkpoints.js" {}
                    @if let Some(script) = script {
                        script type="module" src={ "/assets/" (script) } {}
                    }
                }
                body {
                    a.skip href="#content" { "Skip to the content" }
                    header.top {
                        a.name href="/" { span.mark aria-hidden="true" {} "Outflank" }
                        nav aria-label="Pages" {
                            @for (name, path) in NAVIGATION {
                                a href=(path) aria-current=[(*name == title).then_some("page")] { (name) }
                            }
                        }
                    }
                    main #content { (content) }
                    // What happens is said here, for those who do not see it.
                    div #announcer.unseen role="status" aria-live="polite" {}
                    footer.foot {
                        p {
                            (program) " · "
                            a href="/api/openapi.json" { "the interface for programs" }
                        }
                    }
                }
            }
        }
    }
}
