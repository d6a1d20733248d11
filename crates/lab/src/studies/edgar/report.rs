//! The page of `edgar`: how it learns, what each part is worth, its place among the yardsticks.

use outflank_learn::edgar::{TIMES, Teacher};

use super::{
    CLIMBING, Edgar, LEAGUE, OURS, PANEL, Page, Results, Trained, YARDSTICKS, fixed_teachers, teacher,
};
use crate::claims::Statistic;
use crate::plot::{Curves, IntervalRow, Intervals, Series};
use crate::report::{Cell, Definition, Figure, ReportError, Section};
use crate::studies::page::{cost, mean_curve, numbers_table};
use crate::{recipes, view};

impl Edgar {
    pub(super) fn report(&self, results: &Results<'_>) -> Result<Page, ReportError> {
        let variants = self.variants();
        Ok(Page {
            title: "edgar: weights in space and time",
            lead: format!(
                "Teller's Edgar learned what a move is worth by its square and its time in the game, from 70,000 games \
                 against four simple teachers. It was taught again here, {} times by the document with what we decided where it \
                 is silent, and as often with one thing left out or done otherwise, {} games each. Telling the times of a game \
                 apart, its main idea, changes the score in the Othello League by {}. The value for giving a corner changes it by \
                 {} with a baseline that we added, and by {} learned as moves are, as the document may mean it.",
                self.replicas,
                self.games,
                lead(results, OURS, "timeless"),
                lead(results, OURS, "no-corner"),
                lead(results, "corner-from-draw", "no-corner"),
            ),
            numbers: "Scores are points a game, from 0 to 1. Intervals are for 95 % and count Edgars, not games: they say \
                      where the mean of as many other Edgars would lie (Student's t). Where two kinds are compared, \
                      Edgars of the same seed are. The document gives no figures; what it claims outright is quoted, what \
                      its design takes for granted is called implied."
                .to_owned(),
            sections: vec![
                self.growth(results)?,
                self.parts(results)?,
                place(results)?,
                self.learned(results)?,
                choices(),
                cost(results.done, "train", &variants, "")?,
            ],
            facts: vec![
                ("players", format!("{} of each kind", self.replicas)),
                ("document", "E. V. Siegel, Edgar Learns to Play Othello, on the Edgar of A. Teller".to_owned()),
            ],
            recipe: variants.first().map(|variant| recipes::write(&variant.recipe)),
        })
    }

    /// What the Edgars of a variant came to.
    fn trained(&self, results: &Results<'_>, name: &str) -> Result<Vec<Trained>, ReportError> {
        let variants = self.variants();
        let variant = variants.iter().find(|variant| variant.name == name);
        Ok(variant.map_or(Ok(Vec::new()), |variant| variant.results(results.done, "train"))?)
    }

    /// How Edgar grows.
    fn growth(&self, results: &Results<'_>) -> Result<Section, ReportError> {
        let curve = |name: &str, trained: &[Trained], opponent: &str| -> Result<Series, ReportError> {
            let points = trained.iter().flat_map(|trained| &trained.curve);
            let scores = points.filter_map(|(games, scores)| Some((*games, *scores.get(opponent)?)));
            mean_curve(name, scores)
        };
        let ours = self.trained(results, OURS)?;
        let mut teachers =
            Curves::new("Edgar against those it learns from, and the panel", "games learned", "score")
                .reference("even", 0.5)?;
        for kind in Teacher::ALL {
            teachers = teachers.series(curve(&kind.to_string(), &ours, &teacher(kind))?);
        }
        for opponent in PANEL {
            teachers = teachers.series(curve(opponent, &ours, opponent)?);
        }
        let mut league = Curves::new("Edgars in the Othello League", "games learned", "score at 1 ply")
            .reference("SWH", 0.5)?;
        for variant in self.variants() {
            let parts = [OURS, CLIMBING, "no-corner", "no-flips", "timeless", "corner-from-draw"];
            if parts.contains(&variant.name.as_str()) {
                league =
                    league.series(curve(&variant.words, &variant.results(results.done, "train")?, LEAGUE)?);
            }
        }
        Ok(Section::new("How it learns")
            .figure(Figure::new(
                "teachers",
                "The score of Edgar while it learns, against its four teachers from the usual start and against Korman's \
                 matrix at 3 plies and SWH at 2 from 7 random plies: mean over the Edgars and 95 % interval of the mean. \
                 The noisy self is as good as Edgar is at that point.",
                teachers,
            ))
            .figure(Figure::new(
                "league",
                "The score against SWH at 1 ply, both with 10 % random moves, with parts of Edgar left out.",
                league,
            )))
    }

    /// What hangs on which part.
    fn parts(&self, results: &Results<'_>) -> Result<Section, ReportError> {
        let fixed = fixed_teachers(self.games);
        let numbers = [LEAGUE, &fixed, PANEL[0], PANEL[1], "−G"];
        let heads = ["Edgar", "League", "fixed teachers", PANEL[0], PANEL[1], "−G"];
        let leads = ["lead in the League", "lead against fixed teachers"];
        let caption = format!(
            "Scores after {} games, means of {} Edgars with 95 % intervals",
            self.games, self.replicas
        );
        let mut table = numbers_table(caption, heads.into_iter().chain(leads));
        for variant in self.variants() {
            let mut row = vec![Cell::from(variant.words.as_str())];
            row.extend(numbers.iter().map(|number| results.cell(&Statistic::mean(&variant.name, *number))));
            row.extend(numbers[..2].iter().map(|number| match variant.name.as_str() {
                OURS => "—".into(),
                name => results.cell(&Statistic::paired(name, OURS, number)),
            }));
            table = table.row(row)?;
        }
        Ok(Section::new("What each part is worth")
            .paragraph(
                "One thing is left out or done otherwise at a time. Leads are over the Edgars of the first row with the \
                 same seeds; an interval that reaches across zero decides nothing. The sizes of G are those of its own \
                 steps and can be compared only where these are the same.",
            )
            .table(table))
    }

    /// What was learned, averaged over the Edgars.
    fn learned(&self, results: &Results<'_>) -> Result<Section, ReportError> {
        let mut section = Section::new("What was learned").folded();
        let ours = self.trained(results, OURS)?;
        if !ours.is_empty() {
            let worth = mean_tables(ours.iter().map(|trained| &trained.worth));
            section = section.figure(Figure::new(
                "worth",
                "T by square, for every number of discs placed: blue squares are worth playing, orange ones are not. The \
                 mean of all Edgars; colours follow the square root.",
                view::of_times("Worth by square and time", |time| worth[time])?,
            ));
            section = section.figure(Figure::new(
                "squares",
                "T through the game for corners, C and X beside them, A and B along the edges and the squares around the \
                 first four, the mean of all Edgars over six plies.",
                view::through_the_game("Worth through the game", |squares| {
                    std::array::from_fn(|time| {
                        let sum: f64 = squares.iter().map(|square| worth[time][square.index()]).sum();
                        sum / squares.len() as f64
                    })
                })?,
            ));
        }
        let climbing = self.trained(results, CLIMBING)?;
        if !climbing.is_empty() {
            let flips = mean_tables(climbing.iter().map(|trained| &trained.flips));
            section = section.figure(Figure::new(
                "flips",
                "F after hill climbing, the mean of all Edgars that climbed. It began as 1 from the 48th disc on and 0 \
                 before.",
                view::of_times("Factors on flips", |time| flips[time])?,
            ));
        }
        Ok(section)
    }
}

/// Edgar among the yardsticks.
fn place(results: &Results<'_>) -> Result<Section, ReportError> {
    let mut table = numbers_table(
        "Points a game, means with 95 % intervals",
        ["opponent", "Edgar", "with hill climbing"],
    );
    let mut plot = Intervals::new("Edgar against the yardsticks", "points a game").reference("even", 0.5)?;
    for opponent in [LEAGUE].into_iter().chain(PANEL).chain(YARDSTICKS) {
        let [ours, climbing] = [OURS, CLIMBING].map(|name| Statistic::mean(name, opponent));
        table = table.row([opponent.into(), results.cell(&ours), results.cell(&climbing)])?;
        if let Some(score) = ours.estimate(results.data) {
            plot = plot.row(IntervalRow::new(opponent, score.value(), score.interval())?);
        }
    }
    Ok(Section::new("Its place among the yardsticks")
        .paragraph(
            "The Othello League is against SWH at 1 ply from the usual start, both with 10 % random moves. All others play \
             without random moves from openings of 7 random plies, each with both colours.",
        )
        .figure(Figure::new("yardsticks", "Edgar, by the document and what we decided, against everybody.", plot))
        .table(table))
}

/// The mean of tables by time and square.
fn mean_tables<'a>(tables: impl Iterator<Item = &'a Vec<Vec<f64>>> + Clone) -> Vec<[f64; 64]> {
    let count = tables.clone().count().max(1) as f64;
    let mean =
        |time: usize, square: usize| tables.clone().map(|table| table[time][square]).sum::<f64>() / count;
    (0..TIMES).map(|time| std::array::from_fn(|square| mean(time, square))).collect()
}

/// By how much one kind of Edgar is ahead of another in the Othello League, in words.
fn lead(results: &Results<'_>, one: &str, other: &str) -> String {
    let lead = Statistic::paired(one, other, LEAGUE).estimate(results.data);
    lead.map_or("a number that was not measured".to_owned(), |lead| lead.to_string())
}

/// Where the document is silent.
fn choices() -> Section {
    Section::new("What we decided").definitions([
        Definition::new("time", "the number of discs placed so far; T and G start at 0"),
        Definition::new("F", "1 for the last 12 plies, 0 before; the document says ones and zeros, and not where"),
        Definition::new(
            "teachers",
            "drawn for each game with equal shares, both colours in turn; the noisy Edgar is the learner itself with 10 % \
             random moves, which grows with it, where the document calls all four fixed",
        ),
        Definition::new("reward", "0.01 × margin/64 for T at each move's square and time, the margin in plain discs"),
        Definition::new(
            "G",
            "rewarded once for each move that gave a corner, by the margin less the usual margin against that teacher. \
             Rewarded for games won, as T is, it grows as long as games are won, until Edgar gives every corner away: see \
             “G rewarded for games won, like T”",
        ),
        Definition::new("giving a corner", "a move after which the opponent can play to a corner, even if it could before"),
        Definition::new(
            "hill climbing",
            "280 attempts along the training: F changes by at most 1 on twelve plies, on all squares or on one and its \
             images; 100 pairs of games against each teacher with and without the change; it is kept if it does better by \
             half a standard error",
        ),
    ])
}
