//! The real program, killed in the middle of a lesson and started again.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// The program as it serves a data folder.
struct Server {
    program: Child,
    address: String,
}

impl Server {
    fn start(data: &Path) -> Self {
        let mut program = Command::new(env!("CARGO_BIN_EXE_outflank"))
            .args(["serve", "--no-browser", "--port", "0", "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("started");
        let mut lines = BufReader::new(program.stdout.take().expect("piped")).lines();
        let line =
            lines.find_map(|line| line.ok().filter(|line| line.contains("http://"))).expect("an address");
        let rest = line.split("http://").nth(1).expect("an address");
        let address = rest.split(['/', ' ']).next().expect("a host and a port").to_owned();
        Self { program, address }
    }

    /// The body of the answer to a request, by hand: a browser would do no more.
    fn ask(&self, method: &str, path: &str, body: &str) -> Value {
        let mut stream = TcpStream::connect(&self.address).expect("listening");
        let host = &self.address;
        let length = body.len();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        )
        .expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("text");
        let (_, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
        serde_json::from_str(body).unwrap_or_else(|_| panic!("{answer}"))
    }

    /// What a path says once something is true of it.
    fn wait(&self, path: &str, until: impl Fn(&Value) -> bool) -> Value {
        let patience = Instant::now() + Duration::from_secs(180);
        loop {
            let now = self.ask("GET", path, "");
            if until(&now) {
                return now;
            }
            assert!(Instant::now() < patience, "it never comes to that: {now}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// As SIGKILL does it: nothing is said and nothing is tidied up.
    fn kill(mut self) {
        self.program.kill().expect("killed");
        self.program.wait().expect("gone");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

#[test]
fn a_killed_server_comes_back_with_its_runs() {
    let place = tempfile::tempdir().expect("a folder");
    let server = Server::start(place.path());
    let lessons =
        r#"{ "system": "td", "name": "victim", "recipe": { "games": "1000000000" }, "measurements": 0 }"#;
    server.ask("POST", "/api/runs", lessons);
    let before = server.wait("/api/runs/victim", |now| now["checkpoint_games"].as_u64() > Some(0));
    server.kill();

    let server = Server::start(place.path());
    let now = server.ask("GET", "/api/runs/victim", "");
    assert_eq!(now["state"], "interrupted");
    assert!(now["checkpoint_games"].as_u64() >= before["checkpoint_games"].as_u64(), "{before} {now}");
    server.ask("POST", "/api/runs/victim/resume", "");
    let later = server.wait("/api/runs/victim", |later| {
        later["checkpoint_games"].as_u64() > now["checkpoint_games"].as_u64()
    });
    assert_eq!(later["state"], "learning");
}

#[test]
fn a_killed_server_comes_back_with_its_contests() {
    let place = tempfile::tempdir().expect("a folder");
    let server = Server::start(place.path());
    // More than anybody waits for: it is still going on when the server is killed.
    let invitation = r#"{ "players": ["swh:depth=6", "korman:depth=6"], "pairs": 1000, "seed": 5 }"#;
    server.ask("POST", "/api/contests", invitation);
    server.wait("/api/contests/1", |now| now["games"].as_u64() > Some(0));
    server.kill();

    let server = Server::start(place.path());
    let now = server.ask("GET", "/api/contests/1", "");
    assert_eq!(now["state"], "interrupted", "{now}");
    server.ask("POST", "/api/contests/1/resume", "");
    let later = server.wait("/api/contests/1", |later| later["games"].as_u64() > now["games"].as_u64());
    assert_eq!(later["state"], "playing");

    // What was broken off comes to the same games as what was not.
    server.ask("POST", "/api/contests", invitation);
    server.wait("/api/contests/2", |other| other["games"].as_u64() >= later["games"].as_u64());
    let games = |contest: u32| server.ask("GET", &format!("/api/contests/{contest}/games"), "");
    let (resumed, whole) = (games(1), games(2));
    let known = later["games"].as_u64().map_or(0, |games| games.min(100) as usize);
    let first = |games: &Value| games.as_array().expect("games")[..known].to_vec();
    assert_eq!(first(&resumed), first(&whole));
}
