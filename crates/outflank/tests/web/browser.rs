//! A real browser, driven: the program itself runs, and Chromium without a window looks at its pages.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;
use thirtyfour::{ChromiumLikeCapabilities, DesiredCapabilities, WebDriver, WebElement};

/// A laboratory that is served, and a browser that shows it.
pub struct Browser {
    pub driver: WebDriver,
    pub address: String,
    server: Option<Process>,
    _chromedriver: Process,
    place: tempfile::TempDir,
}

/// How the pages are seen.
#[derive(Clone, Copy)]
pub struct Look {
    pub width: u32,
    pub height: u32,
    pub dark: bool,
}

/// How long a test waits for what should come, on a machine that is busy with other tests.
const PATIENCE: Duration = Duration::from_secs(180);

impl Look {
    pub const DESK: Self = Self { width: 1280, height: 1000, dark: false };
    pub const PHONE: Self = Self { width: 390, height: 844, dark: false };
}

impl Browser {
    /// Starts everything.
    pub async fn open(look: Look) -> Self {
        let place = tempfile::tempdir().expect("a folder");
        let (server, address) = serve(place.path(), "0");
        let mut chromedriver = Command::new(named("CHROMEDRIVER", "chromedriver"));
        chromedriver.arg("--port=0");
        let (chromedriver, port) = Process::start(chromedriver, "started successfully on port ");
        let mut chrome = DesiredCapabilities::chrome();
        let profile = format!("--user-data-dir={}", place.path().join("profile").display());
        let size = format!("--window-size={},{}", look.width, look.height);
        if look.width < 500 {
            // No window is as narrow as a phone: the page is told that it is on one.
            let screen = serde_json::json!({ "width": look.width, "height": look.height, "pixelRatio": 2.0 });
            let emulated = serde_json::json!({ "deviceMetrics": screen });
            chrome.add_experimental_option("mobileEmulation", emulated).expect("an option");
        }
        let mut flags = vec![
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
            // Nothing waits for discs to turn.
            "--force-prefers-reduced-motion",
            &profile,
            &size,
        ];
        if look.dark {
            flags.push("--blink-settings=preferredColorScheme=0");
        }
        for flag in flags {
            chrome.add_arg(flag).expect("a flag");
        }
        if let Some(chromium) = std::env::var_os("CHROMIUM") {
            chrome.set_binary(&chromium.to_string_lossy()).expect("a path");
        }
        let port = port.trim_end_matches('.');
        let driver =
            WebDriver::new(format!("http://127.0.0.1:{port}"), chrome).await.expect("Chromium starts");
        let browser = Self { driver, address, server: Some(server), _chromedriver: chromedriver, place };
        browser.go("").await;
        browser
    }

    /// Kills the laboratory.
    pub fn kill_server(&mut self) {
        self.server = None;
    }

    /// Lets the laboratory stand still for a while, as a machine that sleeps does.
    pub fn suspend_server(&self, time: std::time::Duration) {
        let id = self.server.as_ref().expect("it runs").0.id().to_string();
        let signal = |name: &str| {
            let sent = Command::new("kill").args([name, &id]).status();
            assert!(sent.is_ok_and(|status| status.success()), "{name}");
        };
        signal("-STOP");
        std::thread::sleep(time);
        signal("-CONT");
    }

    /// Opens the laboratory again, at the same address.
    pub fn restart_server(&mut self) {
        let port = self.address.rsplit(':').next().expect("an address has a port");
        self.server = Some(serve(self.place.path(), port).0);
    }

    /// Goes to a page by its path, without the first stroke.
    pub async fn go(&self, path: &str) {
        self.driver.goto(format!("{}{path}", self.address)).await.expect("the page loads");
    }

    /// Waits for an element that a selector finds, until it is there.
    pub async fn find(&self, selector: &str) -> WebElement {
        self.until(&format!("{selector} is there"), async || {
            self.driver.find(thirtyfour::By::Css(selector)).await.ok()
        })
        .await
    }

    /// The text of an element as it is seen.
    pub async fn text(&self, selector: &str) -> String {
        self.find(selector).await.text().await.expect("text")
    }

    /// What a script returns.
    pub async fn run(&self, script: &str) -> serde_json::Value {
        self.driver.execute(script, vec![]).await.expect(script).json().clone()
    }

    /// Sends JSON to the interface from within the page.
    pub async fn post(&self, path: &str, json: &str) {
        let script = format!(
            "return fetch('{path}', {{ method: 'POST', body: arguments[0],
                headers: {{ 'content-type': 'application/json' }} }}).then((answer) => answer.status)"
        );
        let status = self.driver.execute(&script, vec![json.into()]).await.expect("an answer");
        assert_eq!(status.json(), &serde_json::json!(200), "{path}");
    }

    /// Clicks on what a selector finds, as soon as that can be clicked: what the server draws anew may be
    /// replaced between being found and being clicked.
    pub async fn click(&self, selector: &str) {
        self.until(&format!("{selector} can be clicked"), async || {
            self.driver.find(thirtyfour::By::Css(selector)).await.ok()?.click().await.ok()
        })
        .await;
    }

    /// Waits until a question has an answer. That takes long only where the machine is slow.
    pub async fn until<T>(&self, what: &str, mut question: impl AsyncFnMut() -> Option<T>) -> T {
        let start = Instant::now();
        loop {
            if let Some(answer) = question().await {
                return answer;
            }
            if start.elapsed() > PATIENCE {
                self.screenshot("failure.png").await;
                panic!("waited for: {what}; failure.png among the pictures shows the page");
            }
            tokio::time::sleep(Duration::from_millis(15)).await;
        }
    }

    /// Waits until a script returns true.
    pub async fn until_true(&self, script: &str) {
        self.until(script, async || (self.run(script).await == true).then_some(())).await;
    }

    /// Everything that was loaded came from the laboratory itself, and nothing is wider than the window.
    pub async fn check_manners(&self) {
        let loaded =
            self.run("return performance.getEntriesByType('resource').map((entry) => entry.name)").await;
        for name in loaded.as_array().expect("a list") {
            assert!(name.as_str().is_some_and(|name| name.starts_with(&self.address)), "{name}");
        }
        let overflow = self.run("return document.documentElement.scrollWidth - innerWidth").await;
        assert!(overflow.as_i64().is_some_and(|pixels| pixels <= 0), "wider than the window by {overflow}");
    }

    /// Takes a picture of the page.
    pub async fn screenshot(&self, name: &str) {
        let folder = match std::env::var_os("OUTFLANK_SCREENSHOTS") {
            Some(folder) => PathBuf::from(folder),
            None => PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("screenshots"),
        };
        std::fs::create_dir_all(&folder).expect("a folder");
        self.driver.screenshot(&folder.join(name)).await.expect("a picture");
    }

    /// Ends the browser in good order.
    pub async fn close(self) {
        self.driver.clone().quit().await.expect("the browser ends");
    }
}

impl Drop for Browser {
    /// A test that fails does not come to `close`: what belongs to the profile of this browser ends with it.
    fn drop(&mut self) {
        let profile = self.place.path().join("profile").display().to_string();
        for process in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
            let started = std::fs::read(process.path().join("cmdline")).unwrap_or_default();
            if String::from_utf8_lossy(&started).contains(&profile) {
                let _ = Command::new("kill").arg(process.file_name()).stderr(Stdio::null()).status();
            }
        }
    }
}

/// Serves the laboratory of a place.
fn serve(place: &Path, port: &str) -> (Process, String) {
    let mut server = Command::new(cargo_bin!("outflank"));
    server.args(["serve", "--no-browser", "--port", port, "--data"]).arg(place.join("data"));
    Process::start(server, "The laboratory is open at ")
}

fn named(variable: &str, usual: &str) -> String {
    std::env::var(variable).unwrap_or_else(|_| usual.to_owned())
}

/// A program that runs until it is dropped.
struct Process(Child);

impl Process {
    /// Starts a program and reads the word after some others in what it prints.
    fn start(mut command: Command, before: &str) -> (Self, String) {
        let mut child =
            command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap_or_else(
                |error| {
                    panic!(
                        "{:?} cannot be started ({error}); `cargo xtask test` installs it",
                        command.get_program()
                    )
                },
            );
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let process = Self(child);
        let word = loop {
            let line = lines.next().expect("it says where it is before it ends").expect("text");
            if let Some((_, rest)) = line.split_once(before) {
                break rest.trim().trim_end_matches('/').to_owned();
            }
        };
        // Whoever stops reading would stop the writer once the pipe is full.
        std::thread::spawn(move || lines.for_each(drop));
        (process, word)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
