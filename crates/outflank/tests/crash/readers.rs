//! Servers, a learner and an import on one data folder, killed while the SQLite of the system reads the database.
//!
//! SQLite up to 3.40 at least deletes the log of a database on which it finds no lock. What the programs have not moved
//! from the log to the database is lost then, or the database is damaged.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::campaign::Campaign;
use crate::learners::{finish, words};
use crate::program::{check, game_file, games, learned, library, outflank, spawn};
use crate::server::{AcknowledgedGames, Server};

/// Programs that open a database with their own SQLite: what opens it and reads, and what reports the version.
const READERS: [(&str, &[&str], &[&str]); 2] = [
    ("sqlite3", &["-cmd", ".timeout 5000"], &["-version"]),
    ("python3", &["-c", READ], &["-c", "import sqlite3; print(sqlite3.sqlite_version)"]),
];

const READ: &str = "\
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], timeout=5)
print(connection.execute(sys.argv[2]).fetchone()[0])
connection.close()";

const QUERY: &str = "SELECT count(*) FROM runs";

/// A reader of this machine.
struct Reader {
    program: &'static str,
    arguments: &'static [&'static str],
}

impl Reader {
    /// The readers that this machine has. The others are left out.
    fn all(campaign: &mut Campaign) -> Vec<Self> {
        let mut found = Vec::new();
        for (program, arguments, version) in READERS {
            match Command::new(program).args(version).output() {
                Ok(output) if output.status.success() => {
                    println!("{program} has SQLite {}", String::from_utf8_lossy(&output.stdout).trim());
                    found.push(Self { program, arguments });
                }
                Ok(output) => {
                    let why = String::from_utf8_lossy(&output.stderr).trim().to_owned();
                    campaign.leave_out(&format!("reading with {program}"), &why);
                }
                Err(error) => campaign.leave_out(&format!("reading with {program}"), &error.to_string()),
            }
        }
        found
    }

    /// Whether the database could be opened, read and closed.
    fn reads(&self, data: &Path) -> bool {
        let mut command = Command::new(self.program);
        command.args(self.arguments).arg(data.join("outflank.sqlite")).arg(QUERY);
        command.stdin(Stdio::null()).stderr(Stdio::null());
        command.output().is_ok_and(|output| output.status.success() && !output.stdout.is_empty())
    }
}

const RUN: (&str, &[&str]) = ("td", &["games=40000"]);
const IMPORTED: u64 = 4_000;

/// Kills all programs on a folder this many times.
pub fn round(campaign: &mut Campaign, times: u64) {
    let readers = Reader::all(campaign);
    if readers.is_empty() {
        return;
    }
    let place = tempfile::tempdir().expect("a folder");
    let (whole, data) = (place.path().join("whole"), place.path().join("data"));
    let begin = words(RUN.0, RUN.1, "run");
    assert_eq!(outflank(&whole, &begin).code, Some(0));
    let file = game_file(&whole, IMPORTED);
    let import = ["import", file.to_str().expect("text")];

    let mut kept = AcknowledgedGames::default();
    for number in 0..times {
        let servers: Vec<Server> = (0..=number % 2).map(|_| Server::start(&data)).collect();
        kept.find(campaign, &servers[0]);
        // First the servers alone: a lock of any other program would protect the log of all.
        keep_games(&mut kept, &servers, Duration::from_millis(50));
        let read = readers.iter().filter(|reader| reader.reads(&data)).count() as u64;
        campaign.expect("reads beside servers", read == readers.len() as u64, || format!("{read} reads"));
        let learner = || match games(&data, "run") {
            Some(_) => spawn(&data, &["learn", "--resume", "run", "--checkpoint-every", "0.02s"]),
            None => spawn(&data, &begin),
        };
        let others = if number % 3 == 0 { vec![] } else { vec![learner(), spawn(&data, &import)] };
        let time = Duration::from_millis(100) + campaign.part_of(Duration::from_millis(800));
        let more = while_read(&readers, &data, || keep_games(&mut kept, &servers, time));
        campaign.add("reads with another SQLite", read + more);
        let killed = servers.into_iter().map(Server::kill).count();
        let killed = killed + others.into_iter().map(kill).filter(|was_running| *was_running).count();
        campaign.add("kills beside another SQLite", killed as u64);
        check(campaign, &data);
    }
    finish(campaign, &data, &begin, false);
    let is_same = learned(&data, "run") == learned(&whole, "run");
    campaign.expect("learners beside another SQLite with the same result", is_same, || "td".to_owned());
    let imported = outflank(&data, &import);
    campaign.expect("imports brought to their end", imported.code == Some(0), || imported.stderr.clone());
    let (now, expected) = (library(&data, "imported"), Some(IMPORTED));
    campaign.expect("imports with all games once", now == expected, || format!("{now:?}"));
    kept.find(campaign, &Server::start(&data));
    campaign.add("games acknowledged beside another SQLite", kept.count());
}

/// Works while all readers open, read and close the database again and again. Returns the number of reads.
fn while_read(readers: &[Reader], data: &Path, work: impl FnOnce()) -> u64 {
    let (is_over, count) = (AtomicBool::new(false), AtomicU64::new(0));
    std::thread::scope(|scope| {
        for reader in readers {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    count.fetch_add(u64::from(reader.reads(data)), Ordering::Relaxed);
                }
            });
        }
        work();
        is_over.store(true, Ordering::Relaxed);
    });
    count.into_inner()
}

/// Stores games with all servers for some time.
fn keep_games(kept: &mut AcknowledgedGames, servers: &[Server], time: Duration) {
    let end = Instant::now() + time;
    while Instant::now() < end {
        for server in servers {
            kept.add(server);
        }
    }
}

/// Kills a program. Returns whether it was still running.
fn kill(mut program: Child) -> bool {
    let was_running = program.try_wait().expect("a child").is_none();
    let _ = program.kill();
    program.wait().expect("it is gone");
    was_running
}
