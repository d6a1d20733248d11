//! A disk that is full.

use std::path::Path;
use std::process::Command;

use crate::campaign::Campaign;
use crate::learners::{words, words_keeping};
use crate::program::{learned, outflank};

/// A file system of some size in memory, gone with this value.
struct SmallDisk<'a>(&'a Path);

impl<'a> SmallDisk<'a> {
    fn mount(path: &'a Path) -> Result<Self, String> {
        std::fs::create_dir(path).expect("a folder");
        let disk = Self(path);
        disk.sized("size=700k", "tmpfs").map(|()| disk)
    }

    fn sized(&self, options: &str, source: &str) -> Result<(), String> {
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", options, source]).arg(self.0);
        match mount.output() {
            Ok(output) if output.status.success() => Ok(()),
            Ok(output) => Err(String::from_utf8_lossy(&output.stderr).trim().to_owned()),
            Err(error) => Err(error.to_string()),
        }
    }
}

impl Drop for SmallDisk<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0).output();
    }
}

/// Learns until the disk is full, makes room, goes on, and compares the end.
pub fn round(campaign: &mut Campaign) {
    let place = tempfile::tempdir().expect("a folder");
    let (whole, small) = (place.path().join("whole"), place.path().join("small"));
    let disk = match SmallDisk::mount(&small) {
        Ok(disk) => disk,
        Err(why) => return campaign.leave_out("full disks", &why),
    };
    let data = small.join("data");
    let begin = words("td", &["games=6000"], "run");
    assert_eq!(outflank(&whole, &begin).code, Some(0));
    let every = words_keeping("1", "td", &["games=6000"], "run");
    let full = outflank(&data, &every);
    campaign.count("disks filled");
    let is_told = full.code == Some(1) && full.stderr.contains("the disk is full");
    campaign.expect("full disks that were told", is_told, || format!("{full:?}"));
    let runs = outflank(&data, &["runs"]);
    campaign.expect("full disks that could be looked at", runs.code == Some(0), || runs.stderr.clone());
    let player = place.path().join("run.player");
    let export = outflank(&data, &["export", "run", player.to_str().expect("text")]);
    campaign.expect("players exported from full disks", export.code == Some(0), || export.stderr.clone());
    disk.sized("remount,size=64m", "tmpfs").expect("room is made");
    let resumed = outflank(&data, &["learn", "--resume", "run"]);
    campaign.expect("runs resumed to their end", resumed.code == Some(0), || resumed.stderr.clone());
    let is_same = learned(&data, "run") == learned(&whole, "run");
    campaign.expect("learners with full disks that came to the same end", is_same, || "td".to_owned());
}
