//! The server, killed with a run and a contest under way and games being kept.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;
use serde_json::{Value, json};

use crate::campaign::Campaign;
use crate::program::check;

pub struct Server {
    program: Child,
    address: String,
}

impl Server {
    pub fn start(data: &Path) -> Self {
        let mut program = Command::new(cargo_bin!("outflank"))
            .args(["serve", "--no-browser", "--port", "0", "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let mut lines = BufReader::new(program.stdout.take().expect("it is piped")).lines();
        let line =
            lines.find_map(|line| line.ok().filter(|line| line.contains("http://"))).expect("an address");
        let rest = line.split("http://").nth(1).expect("an address");
        let address = rest.split(['/', ' ']).next().expect("a host and a port").to_owned();
        Self { program, address }
    }

    /// The status and the body of an answer; `None` where the server was gone.
    pub fn ask(&self, method: &str, path: &str, body: &str) -> Option<(u16, Value)> {
        let mut stream = TcpStream::connect(&self.address).ok()?;
        stream.set_read_timeout(Some(Duration::from_secs(60))).ok()?;
        let (host, length) = (&self.address, body.len());
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        )
        .ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok()?;
        let (head, body) = answer.split_once("\r\n\r\n")?;
        let status = head.split(' ').nth(1)?.parse().ok()?;
        Some((status, serde_json::from_str(body).unwrap_or(Value::Null)))
    }

    fn get(&self, path: &str) -> Value {
        self.ask("GET", path, "").map_or(Value::Null, |(_, body)| body)
    }

    pub fn kill(mut self) {
        let _ = self.program.kill();
        self.program.wait().expect("it is gone");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

const RUN: &str = r#"{ "system": "td", "name": "run", "recipe": { "games": "60000" }, "measurements": 2 }"#;
const CONTEST: &str = r#"{ "players": ["swh:depth=2", "korman:depth=2"], "pairs": 150, "seed": 5 }"#;

/// Games that a server acknowledged. Each has a Black of its own: a second game with equal players and moves is not stored.
#[derive(Default)]
pub struct AcknowledgedGames(Vec<(Value, String)>);

impl AcknowledgedGames {
    /// Stores a game.
    pub fn add(&mut self, server: &Server) {
        let black = format!("player {}", self.0.len());
        let game = json!({ "game": { "moves": "e6f4e3f6g5d6e7f5c5" }, "black": black, "white": "swh" });
        if let Some((201, answer)) = server.ask("POST", "/api/games", &game.to_string()) {
            self.0.push((answer["id"].clone(), black));
        }
    }

    pub fn count(&self) -> u64 {
        self.0.len() as u64
    }

    /// Looks for all of them.
    pub fn find(&self, campaign: &mut Campaign, server: &Server) {
        let is_lost = |(id, black): &&(Value, String)| {
            let found = server.get(&format!("/api/games/{id}"));
            found["black"] != black.as_str()
        };
        let lost = self.0.iter().filter(is_lost).count();
        let told = || format!("{lost} of {} games", self.0.len());
        campaign.expect("starts that found all acknowledged games", lost == 0, told);
    }
}

/// What the server has once all is done: the run and the games of the contest.
fn ended(server: &Server) -> Option<(Value, Vec<Value>)> {
    let end = Instant::now() + Duration::from_secs(120);
    while Instant::now() < end {
        let (run, contest) = (server.get("/api/runs/run"), server.get("/api/contests/1"));
        if run["state"] == "finished" && contest["state"] == "finished" {
            let games = (0..3).map(|part| server.get(&format!("/api/contests/1/games?from={}", 50 * part)));
            return Some((run["curve"].clone(), games.collect()));
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    None
}

/// Kills a server some times, resumes over its interface, and compares with one that was never killed.
pub fn round(campaign: &mut Campaign) {
    let place = tempfile::tempdir().expect("a folder");
    let (whole, killed) = (place.path().join("whole"), place.path().join("killed"));
    let server = Server::start(&whole);
    server.ask("POST", "/api/runs", RUN);
    server.ask("POST", "/api/contests", CONTEST);
    let expected = ended(&server);
    drop(server);
    if expected.is_none() {
        return campaign.leave_out("kills of servers", "the work of a round takes more than two minutes");
    }

    let mut kept = AcknowledgedGames::default();
    for _ in 0..4 {
        let server = Server::start(&killed);
        begin_or_resume(&server);
        let end = Instant::now() + campaign.part_of(Duration::from_millis(600));
        while Instant::now() < end {
            kept.add(&server);
        }
        server.kill();
        campaign.count("kills of servers");
        check(campaign, &killed);
    }
    let server = Server::start(&killed);
    begin_or_resume(&server);
    let now = ended(&server);
    campaign
        .expect("servers whose run and contest came to the same end", now == expected, || format!("{now:?}"));
    kept.find(campaign, &server);
    campaign.add("games that servers acknowledged", kept.count());
    // While somebody plays a contest, nobody else takes it up: nor a second server.
    let other = Server::start(&killed);
    campaign.expect(
        "contests that are the same for a second server",
        other.get("/api/contests/1")["state"] == "finished",
        || "not finished".to_owned(),
    );
}

fn begin_or_resume(server: &Server) {
    if server.get("/api/runs/run")["id"].is_null() && server.get("/api/runs/run")["state"].is_null() {
        server.ask("POST", "/api/runs", RUN);
    } else {
        server.ask("POST", "/api/runs/run/resume", "");
    }
    if server.get("/api/contests/1")["state"].is_null() {
        server.ask("POST", "/api/contests", CONTEST);
    } else {
        server.ask("POST", "/api/contests/1/resume", "");
    }
}
