//! The program, killed at any moment: learners of all systems, a study, the server, several programs on one folder,
//! with torn logs and on a full disk. Nothing that was told to be done may be lost, and what is resumed must come to
//! the same end as what was never killed.
//!
//! `cargo xtask crash --minutes N` does it for long.

mod campaign;
mod disk;
mod learners;
mod logs;
mod program;
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
        match round % 6 {
            0 => studies::round(&mut campaign, studies::QUICK[round / 6 % studies::QUICK.len()]),
            #[cfg(feature = "web")]
            1 | 4 => server::round(&mut campaign),
            2 => shared::round(&mut campaign),
            3 => logs::round(&mut campaign, 10),
            5 => disk::round(&mut campaign),
            _ => {}
        }
    }
    campaign.end();
}
