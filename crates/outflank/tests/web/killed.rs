//! The real program, killed in the middle of a lesson and started again.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

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

    /// How the run stands once something is true of it.
    fn wait(&self, until: impl Fn(&Value) -> bool) -> Value {
        for _ in 0..3000 {
            let now = self.ask("GET", "/api/runs/victim", "");
            if until(&now) {
                return now;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("it never comes to that");
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
        r#"{ "system": "td", "name": "victim", "recipe": { "games": "4000000" }, "measurements": 0 }"#;
    server.ask("POST", "/api/runs", lessons);
    let before = server.wait(|now| now["kept"].as_u64() > Some(0));
    server.kill();

    let server = Server::start(place.path());
    let now = server.ask("GET", "/api/runs/victim", "");
    assert_eq!(now["state"], "interrupted");
    assert!(now["kept"].as_u64() >= before["kept"].as_u64(), "{before} {now}");
    server.ask("POST", "/api/runs/victim/resume", "");
    let later = server.wait(|later| later["kept"].as_u64() > now["kept"].as_u64());
    assert_eq!(later["state"], "learning");
}
