//! The page of the engine's training: what was labelled and learned round by round, and what it is worth.

use outflank_arena::statistics::{Confidence, ScoreSheet};

use super::{DRAWN_PLIES, EXACT, Engine, PLIES, Page, Results, Run};
use crate::recipes;
use crate::report::{Definition, ReportError, Section};
use crate::studies::league::pairs;
use crate::studies::page::numbers_table;

impl Engine {
    pub(super) fn report(&self, results: &Results<'_>) -> Result<Page, ReportError> {
        let names: Vec<&str> = self.runs.iter().map(|run| run.name).collect();
        Ok(Page {
            title: "The weights of the engine, learned in shards",
            lead: format!(
                "Self-play from nothing in the runs {}. The last ones move positions of their own games towards the values of \
                 their own search. Within a round these labels depend on the weights at its start alone, so {} games at a \
                 time are a task that any machine can do; what comes out is, to the bit, what one process learns.",
                names.join(", "),
                self.shard,
            ),
            numbers: String::new(),
            sections: vec![self.rounds(results)?, self.met(results)?, self.recipes()],
            facts: vec![
                ("shards", format!("{} games each", self.shard)),
                ("cost", format!("{:.1} minutes of processor time", results.done.cpu_seconds() / 60.0)),
            ],
            recipe: None,
        })
    }

    /// What came of each round.
    fn rounds(&self, results: &Results<'_>) -> Result<Section, ReportError> {
        let heads = [
            "run",
            "games",
            "labels",
            "error in discs",
            "CPU ms to play and label a game",
            "CPU s to learn the round",
        ];
        let mut table = numbers_table("Round by round", heads);
        for run in self.runs.iter().filter(|run| run.is_labelled()) {
            let sample = |name: &str| results.data.sample(run.name, name);
            for (round, games) in run.rounds().enumerate().take(sample("games").len()) {
                let shards = run.shards(round, games.clone(), self.shard);
                let mean = shards.len() as f64 * 1000.0 / (games.end - games.start) as f64;
                let label = results.done.mean_seconds(shards.into_iter().map(|(key, _)| key));
                let learn = results.done.mean_seconds([run.round_key(round)]);
                let seconds = |seconds: Option<f64>, unit: f64| {
                    seconds.map_or("—".to_owned(), |seconds| format!("{:.2}", seconds * unit))
                };
                table = table.row([
                    run.name.into(),
                    format!("{:.0}", sample("games")[round]).into(),
                    format!("{:.0}", sample("labels")[round]).into(),
                    format!("{:.2}", sample("error")[round]).into(),
                    seconds(label, mean).into(),
                    seconds(learn, 1.0).into(),
                ])?;
            }
        }
        Ok(Section::new("Labels and learning")
            .paragraph(
                "The error is the root of the mean square of label less value, over the last lesson of the round: it falls as \
                 values come to agree with the search, and says nothing about the truth.",
            )
            .table(table))
    }

    /// What the runs are worth against each other.
    fn met(&self, results: &Results<'_>) -> Result<Section, ReportError> {
        let mut table = numbers_table("Matches", ["", "games", "per cent", "95 % interval"]);
        for (run, other) in self.matches() {
            let name = self.match_name(run, other);
            let Some(pairs) = pairs(results.data, &name) else { continue };
            let interval = pairs.interval(Confidence::USUAL);
            let per_cent = |share: f64| format!("{:.1}", 100.0 * share);
            table = table.row([
                name.into(),
                (2 * self.pairs).to_string().into(),
                pairs.score().map_or("—".to_owned(), per_cent).into(),
                format!("{} to {}", per_cent(interval.low), per_cent(interval.high)).into(),
            ])?;
        }
        let how = format!(
            "{PLIES} plies, the last {EXACT} squares solved, from {DRAWN_PLIES} random plies with both colours."
        );
        Ok(Section::new("Strength").paragraph(how).table(table))
    }

    /// The recipes as they were learned from.
    fn recipes(&self) -> Section {
        let mut section = Section::new("Recipes").folded();
        for Run { name, recipe, games, .. } in self.runs.iter() {
            section = section
                .heading(*name)
                .definitions([Definition::new("games", games.to_string())])
                .code(recipes::write(&outflank_learn::Recipe::Patterns(recipe.clone())));
        }
        section
    }
}
