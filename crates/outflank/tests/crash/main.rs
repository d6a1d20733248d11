//! The program, killed at any moment: learners of all systems, a study, the server, several programs on one folder, with
//! another SQLite reading it, commands that write files and folders, torn logs and full disks. Nothing that was
//! acknowledged may be lost, nothing incomplete may pass for complete, and what is resumed must have the same result as
//! what was never killed.
//!
//! `cargo xtask crash --minutes N` does it for long.

mod campaign;
mod copies;
mod disk;
mod learners;
mod logs;
mod program;
#[cfg(feature = "web")]
mod readers;
#[cfg(feature = "web")]
mod server;
mod shared;
mod studies;

use std::time::Duration;

use campaign::Campaign;

#[test]
fn a_few_kills_lose_nothing() {
    let mut campaign = Campaign::new(1, Duration::from_secs(6));
    learners::round(&mut campaign, 0);
    logs::round(&mut campaign, 4);
    shared::round(&mut campaign);
    while campaign.goes_on() {
        let round = campaign.rounds();
        learners::round(&mut campaign, round);
    }
    campaign.end();
}

#[test]
#[cfg(feature = "web")]
fn another_sqlite_may_read_the_database() {
    let mut campaign = Campaign::new(2, Duration::ZERO);
    readers::round(&mut campaign, 3);
    campaign.end();
}

#[test]
fn what_a_killed_command_wrote_is_complete_or_refused() {
    let mut campaign = Campaign::new(3, Duration::ZERO);
    copies::copies(&mut campaign, 4);
    copies::imports(&mut campaign, 2);
    copies::accepted(&mut campaign, 3);
    copies::game_files(&mut campaign, 3);
    campaign.end();
}

#[test]
#[ignore = "takes minutes: cargo xtask crash"]
fn campaign() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<f64>().ok());
    let minutes = number("OUTFLANK_CRASH_MINUTES").expect("OUTFLANK_CRASH_MINUTES is a number of minutes");
    let seed = number("OUTFLANK_CRASH_SEED").unwrap_or(1.0) as u64;
    let mut campaign = Campaign::new(seed, Duration::from_secs_f64(minutes * 60.0));
    learners::name_those_left_out(&mut campaign);
    while campaign.goes_on() {
        let round = campaign.rounds();
        learners::round(&mut campaign, round);
        match round % 8 {
            #[cfg(feature = "web")]
            1 => readers::round(&mut campaign, 40),
            2 => {
                copies::copies(&mut campaign, 8);
                copies::imports(&mut campaign, 6);
                copies::accepted(&mut campaign, 6);
                copies::game_files(&mut campaign, 6);
            }
            #[cfg(feature = "web")]
            3 | 6 => server::round(&mut campaign),
            4 => shared::round(&mut campaign),
            5 => logs::round(&mut campaign, 10),
            7 => disk::round(&mut campaign),
            0 => studies::round(&mut campaign, studies::QUICK[round / 8 % studies::QUICK.len()]),
            _ => {}
        }
    }
    campaign.end();
}
