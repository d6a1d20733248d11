//! `outflank serve` as a program: where it listens, who is let in, how it ends.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};

use assert_cmd::cargo::cargo_bin;

use crate::{Laboratory, outflank};

/// A laboratory that is served until it is dropped.
struct Served {
    child: Child,
    /// The address that was printed, without `http://`.
    address: String,
}

impl Served {
    fn start(words: &[&str]) -> Self {
        let mut child = Command::new(cargo_bin!("outflank"))
            .args(["serve", "--port", "0"])
            .args(words)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
        let address = line.trim().strip_prefix("The laboratory is open at http://").expect("an address");
        Self { address: address.to_owned(), child }
    }

    /// The whole answer to a request for a path.
    fn get(&self, path: &str) -> String {
        let (host, _) = self.address.split_once('/').expect("a path");
        let port = host.rsplit_once(':').expect("a port").1;
        let mut stream = TcpStream::connect(format!("127.0.0.1:{port}")).expect("a connection");
        write!(stream, "GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n").expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn it_serves_its_pages_on_this_machine() {
    let laboratory = Laboratory::new();
    let served = Served::start(&["--data", &laboratory.path("data")]);
    assert!(served.address.starts_with("127.0.0.1:") && served.address.ends_with('/'), "{}", served.address);
    let page = served.get("/");
    assert!(
        page.starts_with("HTTP/1.1 200 OK") && page.contains("<title>Board · Outflank</title>"),
        "{page}"
    );
    assert!(served.get("/assets/workbench/workbench.js").contains("text/javascript"));
}

#[test]
fn beyond_this_machine_it_asks_for_the_token_it_printed() {
    let laboratory = Laboratory::new();
    let served = Served::start(&["--host", "0.0.0.0", "--data", &laboratory.path("data")]);
    let (_, token) = served.address.split_once("/?token=").expect("a token");
    assert_eq!(token.len(), 32);
    assert!(served.get("/").starts_with("HTTP/1.1 401"));
    assert!(served.get("/?token=00000000000000000000000000000000").starts_with("HTTP/1.1 401"));
    assert!(served.get(&format!("/?token={token}")).starts_with("HTTP/1.1 303"));
}

#[cfg(unix)]
#[test]
fn asked_to_stop_it_ends_in_good_order() {
    let laboratory = Laboratory::new();
    let mut served = Served::start(&["--data", &laboratory.path("data")]);
    let asked = Command::new("kill").arg(served.child.id().to_string()).status().expect("kill runs");
    assert!(asked.success());
    assert_eq!(served.child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn a_port_that_is_taken_is_told() {
    let laboratory = Laboratory::new();
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    let run = outflank(&["serve", "--port", &port, "--data", &laboratory.path("data")]);
    let complaint = run.failure();
    assert!(complaint.contains(&format!("cannot listen on 127.0.0.1:{port}; another port")), "{complaint}");
}
