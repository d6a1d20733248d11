//! A siege: connections that are idle, slow, many, or never read, bodies without end, and a store that another
//! program holds. The owner is served all the while, and memory does not grow.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;
use serde_json::{Value, json};

/// The program as it is served, on a port of its own.
pub struct Server {
    child: Child,
    pub address: SocketAddr,
    pub place: tempfile::TempDir,
}

impl Server {
    pub fn start() -> Self {
        let place = tempfile::tempdir().expect("a folder");
        let mut child = Command::new(cargo_bin!("outflank"))
            .args(["serve", "--no-browser", "--port", "0", "--data"])
            .arg(place.path().join("data"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let line = lines.next().expect("it says where it is").expect("text");
        let address = line.split("http://").nth(1).expect("an address").trim_end_matches('/').to_owned();
        std::thread::spawn(move || lines.for_each(drop));
        Self { child, address: address.parse().expect("an address"), place }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(170))).expect("a limit");
        stream
    }

    /// Sends a request on a connection of its own; its status and body, and how long that took. The time is for
    /// people: it depends on what else the machine does.
    fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> (u16, String, Duration) {
        let began = Instant::now();
        let mut stream = self.connect();
        let body = body.map(Value::to_string).unwrap_or_default();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).expect("sent");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("an answer");
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let status = answer.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or_default();
        let body = answer.split_once("\r\n\r\n").map(|(_, body)| body.to_owned()).unwrap_or_default();
        (status, body, began.elapsed())
    }

    /// CPU seconds of the process so far, from Linux's hundredths.
    fn cpu_seconds(&self) -> f64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).expect("Linux");
        let (_, fields) = stat.rsplit_once(')').expect("its name");
        fields
            .split_whitespace()
            .skip(11)
            .take(2)
            .map(|ticks| ticks.parse::<f64>().expect("ticks") / 100.0)
            .sum()
    }

    /// Twenty answers, all of which must come; how long the fastest took.
    fn fastest(&self, path: &str) -> Duration {
        let times = (0..20).map(|_| {
            let (status, _, time) = self.ask("GET", path, None);
            assert_eq!(status, 200, "{path}");
            time
        });
        times.min().expect("some")
    }

    /// What the process has in memory, in mebibytes.
    fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("Linux");
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("a line");
        line.split_whitespace().nth(1).expect("a number").parse::<u64>().expect("kilobytes") / 1024
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A thousand connections need more files than many systems give a process at first.
fn raise_limit() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let wanted = limit.maximum.map_or(8192, |hard| hard.min(8192));
    let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), ..limit });
}

#[test]
fn a_thousand_idle_connections_cost_little_and_keep_nobody_out() {
    raise_limit();
    let server = Server::start();
    server.ask("GET", "/", None);
    let before = server.memory();
    let idle: Vec<TcpStream> = (0..1000)
        .map(|number| {
            let mut stream = server.connect();
            if number % 2 == 0 {
                // Half a header, and then nothing.
                stream.write_all(b"GET / HTTP/1.1\r\nhost: local").expect("sent");
            }
            stream
        })
        .collect();
    let worked = server.cpu_seconds();
    let fastest = server.fastest("/assets/style.css");
    let (memory, worked) = (server.memory(), server.cpu_seconds() - worked);
    println!("{before} MiB, with 1000 idle connections {memory} MiB; the owner is answered in {fastest:?}");
    assert!(memory < 60, "{memory} MiB");
    assert!(worked < 2.0, "{worked} CPU seconds for 20 answers");
    // They are closed in time, whether they began to send or not.
    for mut stream in idle.into_iter().take(2) {
        let closed = stream.read(&mut [0; 64]);
        let is_open =
            closed.is_err_and(|error| matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut));
        assert!(!is_open, "an idle connection is never closed");
    }
}

#[test]
fn when_all_places_are_taken_the_idlest_goes() {
    raise_limit();
    let server = Server::start();
    // More than there are places: whoever has been idle longest makes room.
    let idle: Vec<TcpStream> = (0..2300).filter_map(|_| TcpStream::connect(server.address).ok()).collect();
    server.fastest("/assets/style.css");
    drop(idle);
    assert!(server.memory() < 100, "{} MiB", server.memory());
}

#[test]
fn bodies_without_end_are_cut_off() {
    let server = Server::start();
    let before = server.memory();
    // Uploads that never end: a few are taken, the others are turned away at once.
    let head = b"POST /api/players/huge HTTP/1.1\r\nhost: localhost\r\ncontent-length: 16000000\r\n\r\n";
    let mut senders: Vec<TcpStream> = (0..40).map(|_| server.connect()).collect();
    let piece = vec![b'1'; 1 << 16];
    for sender in &mut senders {
        let _ = sender.write_all(head);
    }
    for _ in 0..60 {
        for sender in &mut senders {
            sender.set_write_timeout(Some(Duration::from_millis(20))).expect("a limit");
            let _ = sender.write(&piece);
        }
    }
    server.fastest("/assets/style.css");
    let grown = server.memory().saturating_sub(before);
    assert!(grown < 160, "{grown} MiB more");
}

#[test]
fn a_store_that_another_program_holds_delays_no_page_and_loses_no_game() {
    let server = Server::start();
    server.ask("GET", "/games", None);
    let store =
        rusqlite::Connection::open(server.place.path().join("data/outflank.sqlite")).expect("a store");
    store.execute_batch("BEGIN IMMEDIATE").expect("held");
    let began = Instant::now();
    let mut slowest = Duration::ZERO;
    let server = &server;
    let game =
        |who: u32| json!({ "game": { "moves": finished() }, "black": format!("player {who}"), "white": "b" });
    std::thread::scope(|scope| {
        let saving: Vec<_> = (0..4)
            .map(|who| scope.spawn(move || server.ask("POST", "/api/games", Some(&game(who)))))
            .collect();
        // The store is let go after the pages are there: one that waited for it would be refused.
        for round in 0.. {
            if round >= 3 && began.elapsed() >= Duration::from_secs(held()) {
                break;
            }
            for path in ["/", "/learn", "/players", "/ladder", "/league", "/api/games", "/assets/plot.css"] {
                let (status, _, time) = server.ask("GET", path, None);
                assert_eq!(status, 200, "{path}");
                slowest = slowest.max(time);
            }
        }
        println!("the store was held for {:?}; the slowest page took {slowest:?}", began.elapsed());
        assert!(saving.iter().all(|saving| !saving.is_finished()), "the store was not held");
        store.execute_batch("COMMIT").expect("let go");
        for saving in saving {
            let (status, answer, _) = saving.join().expect("no panic");
            assert_eq!(status, 201, "{answer}");
        }
    });
    let (_, games, _) = server.ask("GET", "/api/games?among=played", None);
    let games: Value = serde_json::from_str(&games).expect("JSON");
    assert_eq!(games["count"], 4);
}

/// Many games of one file: pages are answered before the file has ended, and memory does not grow with it.
#[test]
fn many_lines_are_read_as_they_come_in() {
    const LINES: usize = 400_000;
    let server = Server::start();
    server.ask("GET", "/", None);
    let before = server.memory();
    let line = b"f5d6c3d3c4f4\n";
    let mut stream = server.connect();
    let head = format!(
        "POST /api/games/import?name=many.txt HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
         content-type: application/octet-stream\r\ncontent-length: {}\r\n\r\n",
        LINES * line.len()
    );
    stream.write_all(head.as_bytes()).expect("sent");
    let (mut slowest, mut most) = (Duration::ZERO, before);
    for part in 0..100 {
        stream.write_all(&line.repeat(LINES / 100)).expect("taken");
        if part % 10 == 0 {
            slowest = slowest.max(server.fastest("/learn"));
            most = most.max(server.memory());
        }
    }
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    println!("{before} MiB, at most {most} MiB; pages in {slowest:?}");
    assert!(answer.contains("\"games\":400000,\"added\":1,\"known\":399999"), "{answer}");
    assert!(most < before + 60, "{before} MiB and then {most} MiB");
}

/// The least number of seconds for which the store is held.
fn held() -> u64 {
    std::env::var("OUTFLANK_SIEGE_SECONDS").ok().and_then(|word| word.parse().ok()).unwrap_or(2)
}

/// The moves of a game in which everybody plays the first legal square.
fn finished() -> String {
    use outflank_rules::{Game, Turn};
    let mut game = Game::new();
    loop {
        match game.turn() {
            Turn::Play(moves) => drop(game.play(moves.first()).expect("legal")),
            Turn::Pass => game.pass().expect("forced"),
            Turn::Over(_) => return game.record().to_string(),
        }
    }
}
