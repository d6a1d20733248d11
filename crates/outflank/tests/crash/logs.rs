//! Write-ahead logs that are torn, as by loss of power: cut off, with zeros at the end, with changed bytes, without the
//! file that readers share.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::campaign::Campaign;
use crate::learners::{finish, words};
use crate::program::{check, kill_after, learned, outflank, spawn};

const BEGIN: (&str, &[&str]) = ("td", &["games=8000"]);

/// Kills a learner, tears its log in so many ways, and compares what becomes of each.
pub fn round(campaign: &mut Campaign, ways: u64) {
    let place = tempfile::tempdir().expect("a folder");
    let (whole, killed) = (place.path().join("whole"), place.path().join("killed"));
    let begin = words(BEGIN.0, BEGIN.1, "run");
    let began = Instant::now();
    assert_eq!(outflank(&whole, &begin).code, Some(0));
    let length = began.elapsed();
    let time = length.mul_f64(0.3) + campaign.part_of(length.mul_f64(0.4));
    if !kill_after(spawn(&killed, &begin), time) {
        return;
    }
    let Ok(log) = fs::read(killed.join("outflank.sqlite-wal")) else { return };
    if log.is_empty() {
        return;
    }
    for way in 0..ways {
        let torn = place.path().join(format!("torn-{way}"));
        fs::create_dir(&torn).expect("a folder");
        fs::copy(killed.join("outflank.sqlite"), torn.join("outflank.sqlite")).expect("copied");
        if way % 4 == 3 {
            fs::copy(killed.join("outflank.sqlite-shm"), torn.join("outflank.sqlite-shm")).expect("copied");
        }
        let mut log = log.clone();
        let place = campaign.below(log.len() as u64) as usize;
        match way % 3 {
            0 => log.truncate(place),
            1 => log[place..].fill(0),
            _ => (0..8).for_each(|_| {
                let place = campaign.below(log.len() as u64) as usize;
                log[place] ^= 1 << campaign.below(8);
            }),
        }
        fs::write(torn.join("outflank.sqlite-wal"), log).expect("written");
        campaign.count("torn logs");
        check(campaign, &torn);
        if way % 5 == 0 {
            resumed(campaign, &torn, &whole, &begin);
        }
    }
}

fn resumed(campaign: &mut Campaign, torn: &Path, whole: &Path, begin: &[&str]) {
    // The program that was killed may not be gone for the system yet.
    std::thread::sleep(Duration::from_millis(1));
    finish(campaign, torn, begin, false);
    let is_same = learned(torn, "run") == learned(whole, "run");
    campaign.expect("learners with torn logs that came to the same end", is_same, || format!("{torn:?}"));
}
