//! Where discs are lost, over many games.

use std::collections::BTreeMap;
use std::io::{self, Write};

use outflank_lab::analysis::Phase;
use outflank_lab::one_sentence;
use serde::Serialize;

use super::{JudgedGame, JudgedMove};
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
        writeln!(out, "{table}")
    }
}
