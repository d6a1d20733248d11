//! Reports on replications: those that come with the program, and those that were made here.
//!
//! They are read from their JSON and drawn by the same code as always, so that what is in a file is text
//! and can never be anything else.

use std::fs::{self, File};
use std::io::Read;

use outflank_lab::DataFolder;
use outflank_lab::report::{Block, Report, Verdict};

use super::problem::Problem;

/// The reports in the documentation, by name.
const DOCUMENTED: &[(&str, &str)] = &[
    ("deep", include_str!("../../../docs/studies/deep/report.json")),
    ("edgar", include_str!("../../../docs/studies/edgar/report.json")),
    ("evolution", include_str!("../../../docs/studies/evolution/report.json")),
    ("league", include_str!("../../../docs/studies/league/report.json")),
    ("linear4", include_str!("../../../docs/studies/linear4/report.json")),
    ("patterns", include_str!("../../../docs/studies/patterns/report.json")),
    ("td", include_str!("../../../docs/studies/td/report.json")),
    ("winmeasure", include_str!("../../../docs/studies/winmeasure/report.json")),
];

/// Where a report is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// It comes with the program.
    Documented,
    /// It was made in this laboratory.
    Made,
}

impl Origin {
    /// The word for it, in addresses.
    pub fn word(self) -> &'static str {
        match self {
            Self::Documented => "documented",
            Self::Made => "made",
        }
    }
}

/// A report by name.
#[derive(Clone, Debug)]
pub(super) struct Study {
    pub origin: Origin,
    pub name: String,
    pub report: Report,
}

impl Study {
    /// How many claims got which verdict.
    pub fn counts(&self) -> [(Verdict, usize); 4] {
        Verdict::ALL.map(|verdict| (verdict, self.report.count(verdict)))
    }
}

/// The largest report that is read, in bytes, and the most that are listed.
const LARGEST: u64 = 16 << 20;
const MOST: usize = 200;

/// All reports: those that come with the program first. What cannot be read is passed over.
pub(super) fn all(folder: &DataFolder) -> Vec<Study> {
    let documented = DOCUMENTED.iter().filter_map(|(name, _)| find(folder, Origin::Documented, name).ok());
    let mut made: Vec<String> = fs::read_dir(folder.path().join(STUDIES))
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .take(MOST)
        .collect();
    made.sort();
    let made = made.iter().filter_map(|name| find(folder, Origin::Made, name).ok());
    documented.chain(made).collect()
}

/// How many minutes of processor time a study took at its full size when its report was published, as that says.
pub(super) fn published_minutes(name: &str) -> Option<u64> {
    let (_, text) = DOCUMENTED.iter().find(|(known, _)| *known == name)?;
    let (before, _) = text.split_once(" minutes of processor time")?;
    let digits = before.rsplit(|letter: char| !letter.is_ascii_digit()).next()?;
    digits.parse().ok()
}

/// The folder of reports within the data folder.
const STUDIES: &str = "studies";

/// A report.
pub(super) fn find(folder: &DataFolder, origin: Origin, name: &str) -> Result<Study, Problem> {
    let missing = || Problem::missing(format!("there is no report “{name}”"));
    // A name is the name of a folder and nothing that leads elsewhere.
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "._-".contains(letter);
    if name.starts_with('.') || !name.chars().all(is_plain) {
        return Err(missing());
    }
    let json = match origin {
        Origin::Documented => {
            let documented = DOCUMENTED.iter().find(|(known, _)| *known == name);
            documented.map(|(_, json)| (*json).to_owned()).ok_or_else(missing)?
        }
        Origin::Made => {
            let file = File::open(folder.path().join(STUDIES).join(name).join("report.json"));
            let mut json = String::new();
            let read = file.map_err(|_| missing())?.take(LARGEST).read_to_string(&mut json);
            read.map_err(Problem::failed)?;
            json
        }
    };
    let report = Report::from_json(&json).map_err(Problem::failed)?;
    Ok(Study { origin, name: name.to_owned(), report })
}

/// What the league of all systems found about a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rank {
    /// Under which conditions.
    pub division: String,
    /// The player with how far it looked ahead.
    pub player: String,
    pub elo: String,
    pub interval: String,
}

/// The report that has them.
pub(super) const LEAGUE: &str = "league";

/// The ranks of a player that comes with the program, in the league that does so too.
pub(super) fn ranks(folder: &DataFolder, player: &str) -> Result<Vec<Rank>, Problem> {
    let mut ranks = Vec::new();
    for section in find(folder, Origin::Documented, LEAGUE)?.report.sections {
        let table = section.blocks.iter().find_map(|block| match block {
            Block::Table(table) => Some(table),
            _ => None,
        });
        for row in table.into_iter().flat_map(|table| table.rows()) {
            let [_, name, elo, interval, _] = row.as_slice() else { continue };
            if name.text.split(':').next() == Some(player) {
                ranks.push(Rank {
                    division: section.heading.clone(),
                    player: name.text.clone(),
                    elo: elo.text.clone(),
                    interval: interval.text.clone(),
                });
            }
        }
    }
    Ok(ranks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_league_ranks_whoever_is_shipped() {
        let nowhere = DataFolder::new("nowhere");
        // These came after the league that is published.
        let new = ["deep", "patterns"];
        for player in outflank_lab::shipped::all().iter().filter(|player| !new.contains(&player.name)) {
            let divisions: Vec<Rank> = ranks(&nowhere, player.name).expect("the league can be read");
            assert!(!divisions.is_empty() && divisions.len() <= 2, "{}: {divisions:?}", player.name);
            assert!(divisions.iter().all(|rank| rank.interval.contains(" to ")), "{divisions:?}");
        }
        assert_eq!(ranks(&nowhere, "nobody").ok(), Some(Vec::new()));
    }

    #[test]
    fn reports_say_how_long_they_took() {
        assert!(published_minutes("linear4").is_some_and(|minutes| (5..30).contains(&minutes)));
        assert!(published_minutes("td").is_some_and(|minutes| minutes >= 60));
        assert_eq!(published_minutes("nobody"), None);
    }

    #[test]
    fn all_that_is_documented_comes_with_the_program() {
        let documents = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/studies");
        let nowhere = DataFolder::new(documents).path().join("nowhere");
        let read: Vec<String> = all(&DataFolder::new(nowhere)).into_iter().map(|study| study.name).collect();
        for entry in fs::read_dir(documents).expect("the documentation") {
            let folder = entry.expect("readable").path();
            if folder.join("report.json").exists() {
                let name = folder.file_name().expect("a name").to_string_lossy().into_owned();
                assert!(read.contains(&name), "{name} is not in the list");
            }
        }
    }
}
