//! Where discs are lost, over many games.

use std::collections::BTreeMap;
use std::io::{self, Write};

use outflank_lab::analysis::Phase;
use outflank_lab::one_sentence;
use serde::Serialize;

use super::{BestPlay, JudgedGame, JudgedMove};
use crate::report::plain_table;

/// What was lost, by phase, by opening and by side.
#[derive(Debug, Serialize)]
pub struct Summary {
    games: usize,
    /// The player whose moves were counted, if not everybody's.
    who: Option<String>,
    phases: Vec<Group>,
    openings: Vec<Group>,
    sides: Vec<Group>,
    best_play: Option<JudgeError>,
}

/// How far off the judge was in positions whose value the source of the games knows.
#[derive(Clone, Copy, Debug, Serialize)]
struct JudgeError {
    positions: usize,
    /// The mean of the absolute differences, in discs.
    mean_error: f64,
    /// The standard error of that.
    standard_error: f64,
    /// The same for somebody who always says 0.
    mean_error_of_zero: f64,
}

impl JudgeError {
    fn new(known: &[BestPlay]) -> Option<Self> {
        let count = known.len() as f64;
        let mean = |of: &dyn Fn(&BestPlay) -> f64| known.iter().map(of).sum::<f64>() / count;
        let error = |known: &BestPlay| (known.expected - known.margin).abs();
        let mean_error = mean(&error);
        let variance = mean(&|known| (error(known) - mean_error).powi(2));
        (!known.is_empty()).then(|| Self {
            positions: known.len(),
            mean_error,
            standard_error: (variance / count).sqrt(),
            mean_error_of_zero: mean(&|known| known.margin.abs()),
        })
    }
}

/// Moves that were counted together.
#[derive(Clone, Debug, Default, Serialize)]
struct Group {
    name: String,
    games: usize,
    moves: usize,
    /// Discs given away, in all.
    loss: f64,
    /// Moves that gave away six discs or more.
    mistakes: usize,
}

impl Group {
    fn add(&mut self, moves: &[&JudgedMove]) {
        self.games += usize::from(!moves.is_empty());
        self.moves += moves.len();
        self.loss += moves.iter().map(|played| played.loss).sum::<f64>();
        self.mistakes += moves.iter().filter(|played| played.quality == "mistake").count();
    }
}

/// So many openings are listed.
const OPENINGS: usize = 12;

impl Summary {
    pub fn new(games: &[JudgedGame], who: Option<&str>) -> Self {
        let mut phases = Phase::ALL.map(|phase| Group { name: phase.name().to_owned(), ..Group::default() });
        let mut sides = ["black", "white"].map(|side| Group { name: side.to_owned(), ..Group::default() });
        let mut openings: BTreeMap<String, Group> = BTreeMap::new();
        let mut counted = 0;
        for game in games {
            let is_wanted = |name: &Option<String>| match (who, name) {
                (None, _) => true,
                (Some(who), Some(name)) => name.to_lowercase().contains(&who.to_lowercase()),
                (Some(_), None) => false,
            };
            let (black, white) = (is_wanted(&game.black), is_wanted(&game.white));
            if !black && !white {
                continue;
            }
            counted += 1;
            let wanted = |played: &&JudgedMove| if played.side == "black" { black } else { white };
            let moves: Vec<&JudgedMove> = game.moves.iter().filter(wanted).collect();
            let some = |wanted: &dyn Fn(&JudgedMove) -> bool| -> Vec<&JudgedMove> {
                moves.iter().copied().filter(|played| wanted(played)).collect()
            };
            for (group, phase) in phases.iter_mut().zip(Phase::ALL) {
                group.add(&some(&|played| Phase::of(played.empties) == phase));
            }
            for group in &mut sides {
                let side = group.name.clone();
                group.add(&some(&|played| played.side == side));
            }
            let name = game.opening.clone().unwrap_or_else(|| "no name".to_owned());
            let opening = openings.entry(name.clone()).or_insert_with(|| Group { name, ..Group::default() });
            opening.add(&moves);
        }
        let mut openings: Vec<Group> = openings.into_values().collect();
        openings.sort_by(|a, b| b.loss.total_cmp(&a.loss));
        Self {
            games: counted,
            who: who.map(str::to_owned),
            phases: phases.to_vec(),
            openings,
            sides: sides.to_vec(),
            best_play: JudgeError::new(&games.iter().filter_map(|game| game.best_play).collect::<Vec<_>>()),
        }
    }

    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        match &self.who {
            Some(who) => writeln!(out, "\nmoves of “{}” in {} games", one_sentence(who), self.games)?,
            None => writeln!(out, "\n{} games", self.games)?,
        }
        let mut table = plain_table();
        table.set_header(["", "games", "moves", "discs given away", "a game", "mistakes"]);
        let groups = self.phases.iter().chain(&self.sides).chain(self.openings.iter().take(OPENINGS));
        for group in groups.filter(|group| group.moves > 0) {
            table.add_row([
                one_sentence(&group.name),
                group.games.to_string(),
                group.moves.to_string(),
                format!("{:.1}", group.loss),
                format!("{:.1}", group.loss / group.games.max(1) as f64),
                group.mistakes.to_string(),
            ]);
        }
        writeln!(out, "{table}")?;
        if let Some(JudgeError { positions, mean_error, standard_error, mean_error_of_zero }) = self.best_play
        {
            writeln!(
                out,
                "in {positions} positions whose best play the source knows, the judge was off by {mean_error:.1} ± \
                 {standard_error:.1} discs; always 0 is off by {mean_error_of_zero:.1}"
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_of_a_judge_by_hand() {
        let known = [(10.0, 4.0), (-20.0, -22.0)].map(|(margin, expected)| BestPlay { margin, expected });
        let error = JudgeError::new(&known).expect("two positions");
        assert_eq!((error.positions, error.mean_error, error.mean_error_of_zero), (2, 4.0, 15.0));
        // 6 and 2 are off 4 by 2 each: 2 / √2.
        assert!((error.standard_error - 2.0_f64.sqrt()).abs() < 1e-12);
        assert!(JudgeError::new(&[]).is_none());
    }
}
