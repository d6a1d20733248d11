//! From the scores of a player to discs: how the games ended that stood like this.

use outflank_arena::Entrant;
use outflank_engine::endgame::{Goal, Solver, Verdict};
use outflank_engine::players::Noisy;
use outflank_engine::{Chance, Limits, Player, TableSize, knowledge};
use outflank_rules::{Game, Turn};
use outflank_value::Score;

use super::NoOpinion;

/// So many stages of ten empty squares each; the last one has the opening as well, where scores say little.
const STAGES: usize = 5;

/// What a player's score means in discs, by the number of empty squares.
///
/// Measured in games that the player plays with itself looking one ply ahead: at first some moves are drawn, so that
/// the games differ, from then on none, and the last squares are solved. Of the positions after the last drawn move,
/// each stage of the game has a line of the margin over the score by least squares. The scores are those of the
/// search that is asked later, as a deeper search has another level and less noise: who moved last thinks better
/// of a position, and noise in the scores would make the slope too small.
#[derive(Clone, Debug, PartialEq)]
pub struct Scale(Meaning);

/// What scores mean.
#[derive(Clone, Debug, PartialEq)]
enum Meaning {
    /// By lines that were measured in so many games.
    Measured { stages: [Stage; STAGES], games: u32 },
    /// They are discs: those of the engine, whose errors are known.
    Discs,
}

/// The line of one stage.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Stage {
    level: f64,
    slope: f64,
    spread: f64,
}

/// A position that was met, and what became of it.
#[derive(Debug)]
pub(super) struct Sample {
    game: Game,
    stage: usize,
    margin: f64,
}

/// So many positions of a stage are searched, at most.
const SEARCHED: usize = 120;

/// From so many empty squares on games are solved instead of played.
const SOLVED: u32 = 12;

impl Scale {
    /// Measures a player in so many games: as it plays looking one ply ahead, and as it is asked later.
    pub fn measure(at_sight: &Entrant, searching: &Entrant, games: u32) -> Result<Self, NoOpinion> {
        let mut player = searching.seat();
        let met = samples(at_sight, games, &|| false)?.expect("it is never late");
        Self::of(&met, games, |game| opinion(&mut *player, game))
    }

    /// Measures somebody who is asked for an opinion, on positions of so many games.
    pub(super) fn of<E>(
        samples: &[Sample],
        games: u32,
        mut opinion: impl FnMut(&Game) -> Result<Score, E>,
    ) -> Result<Self, E> {
        let mut sums = [Sums::default(); STAGES];
        for sample in samples {
            let of_stage = &mut sums[sample.stage];
            if of_stage.count >= SEARCHED as f64 || !matches!(sample.game.turn(), Turn::Play(_)) {
                continue;
            }
            let score = opinion(&sample.game)?;
            if score.decided().is_none() {
                of_stage.add(score.value(), sample.margin);
            }
        }
        Ok(Self(Meaning::Measured { stages: sums.map(Sums::fit), games }))
    }

    /// The scale of the engine: its values are in discs.
    pub fn of_engine() -> Self {
        Self(Meaning::Discs)
    }

    /// A score in discs, on a board with so many empty squares.
    pub fn discs(&self, score: Score, empties: u32) -> f64 {
        if let Some(margin) = score.decided() {
            return margin.discs().into();
        }
        let discs = match &self.0 {
            Meaning::Measured { stages, .. } => {
                let Stage { level, slope, .. } = stages[stage(empties)];
                level + slope * score.value()
            }
            Meaning::Discs => score.value(),
        };
        discs.clamp(-64.0, 64.0)
    }

    /// The usual error on a board with so many empty squares, looking so many plies ahead: the root of the mean square, in
    /// discs. How far off the final margins of those games were from the line, whatever the plies; for the engine, how
    /// far its values were from the truth on positions that were solved.
    pub fn error(&self, empties: u32, plies: u32) -> f64 {
        match &self.0 {
            Meaning::Measured { stages, .. } => stages[stage(empties)].spread,
            Meaning::Discs => knowledge::errors().usual(empties, plies),
        }
    }

    /// In how many games it was measured, where it was.
    pub fn games(&self) -> Option<u32> {
        match self.0 {
            Meaning::Measured { games, .. } => Some(games),
            Meaning::Discs => None,
        }
    }
}

/// A position of each stage of some games of a player with itself, behind which nothing is drawn any more; none if it becomes
/// late.
pub(super) fn samples(
    player: &Entrant,
    games: u32,
    is_late: &dyn Fn() -> bool,
) -> Result<Option<Vec<Sample>>, NoOpinion> {
    let mut samples = Vec::new();
    let mut solver = Solver::new(TableSize::mebibytes(4));
    for index in 0..games {
        if is_late() {
            return Ok(None);
        }
        let mut chance = Chance::stream(0, "the scale of scores", index.into());
        // Somewhere in the first forty plies, so that every stage has positions that differ.
        let drawn = 4 + chance.below(37) as usize;
        let mut game = Game::new();
        let mut erring = Noisy::new(player.seat(), 0.3);
        play_while(&mut game, &mut erring, &mut chance, |game| game.plies().len() < drawn)?;
        let mut met = vec![game.clone()];
        let mut steady = player.seat();
        while game.board().position.empties().count() > 3 && game.tally().is_none() {
            let plies = game.plies().len();
            play_while(&mut game, &mut *steady, &mut chance, |game| game.plies().len() < plies + 3)?;
            met.push(game.clone());
        }
        // From the end on: what is solved counts for all positions before it.
        let mut known = None;
        for game in met.into_iter().rev() {
            let board = game.board();
            let empties = board.position.empties().count();
            let solved = match game.tally() {
                Some(tally) => Some(tally.empties_to_winner()),
                None if empties <= SOLVED => {
                    match solver.solve(board.position, Goal::Exact, &Limits::default()).verdict {
                        Verdict::Exact(margin) => Some(margin),
                        Verdict::Outcome(_) | Verdict::Stopped(_) => None,
                    }
                }
                None => None,
            };
            if let Some(margin) = solved {
                known = Some((board.mover, f64::from(margin.discs())));
            }
            if let Some((mover, margin)) = known {
                let margin = if board.mover == mover { margin } else { -margin };
                samples.push(Sample { game, stage: stage(empties), margin });
            }
        }
    }
    Ok(Some(samples))
}

/// Plays on with one player for both sides, while a condition holds and the game is not over.
fn play_while(
    game: &mut Game,
    player: &mut dyn Player,
    chance: &mut Chance,
    condition: impl Fn(&Game) -> bool,
) -> Result<(), NoOpinion> {
    while condition(game) {
        match game.turn() {
            Turn::Play(moves) => {
                let choice = player.choose(game, moves, chance).map_err(|_| NoOpinion)?;
                game.place(choice.placement);
            }
            Turn::Pass => game.pass_forced(),
            Turn::Over(_) => break,
        }
    }
    Ok(())
}

/// What a player thinks of its best move, where there is one.
fn opinion(player: &mut dyn Player, game: &Game) -> Result<Score, NoOpinion> {
    let Turn::Play(moves) = game.turn() else { unreachable!("a position with a move") };
    let choice = player.choose(game, moves, &mut Chance::stream(0, "a witness", 0)).map_err(|_| NoOpinion)?;
    choice.score.ok_or(NoOpinion)
}

fn stage(empties: u32) -> usize {
    (empties as usize / 10).min(STAGES - 1)
}

/// The sums behind a line.
#[derive(Clone, Copy, Default)]
struct Sums {
    count: f64,
    scores: f64,
    margins: f64,
    squares_of_scores: f64,
    products: f64,
    squares_of_margins: f64,
}

impl Sums {
    fn add(&mut self, score: f64, margin: f64) {
        self.count += 1.0;
        self.scores += score;
        self.margins += margin;
        self.squares_of_scores += score * score;
        self.products += score * margin;
        self.squares_of_margins += margin * margin;
    }

    fn fit(self) -> Stage {
        let Self { count, scores, margins, squares_of_scores, products, squares_of_margins } = self;
        // The sums of deviations from the means.
        let scatter = squares_of_scores - scores * scores / count;
        let together = products - scores * margins / count;
        let total = squares_of_margins - margins * margins / count;
        if count < 2.0 || scatter <= 0.0 {
            return Stage::default();
        }
        // A score that means nothing yet must not mean its opposite.
        let slope = (together / scatter).max(0.0);
        let rest = total - 2.0 * slope * together + slope * slope * scatter;
        Stage { level: (margins - slope * scores) / count, slope, spread: (rest.max(0.0) / count).sqrt() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_arena::Style;
    use outflank_value::{DiscDifference, PieceCounter};

    #[test]
    fn a_line_by_hand() {
        let mut sums = Sums::default();
        for (score, margin) in [(1.0, 10.0), (3.0, 12.0), (5.0, 20.0)] {
            sums.add(score, margin);
        }
        // Deviations −2, 0, 2 and −4, −2, 6: the slope is 20 / 8, and 1, −2, 1 are left over.
        let Stage { level, slope, spread } = sums.fit();
        assert!((slope - 2.5).abs() < 1e-12);
        assert!((level - 6.5).abs() < 1e-12);
        assert!((spread - 2.0f64.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn the_engine_says_discs_and_errs_less_the_deeper_it_looks() {
        let scale = Scale::of_engine();
        assert_eq!(scale.discs(Score::new(-7.5), 30), -7.5);
        assert!(scale.error(20, 0) > scale.error(20, 6) && scale.error(20, 6) > scale.error(10, 6));
        assert!((1.0..12.0).contains(&scale.error(40, 6)), "{}", scale.error(40, 6));
    }

    #[test]
    fn units_do_not_matter() {
        let scale = |factor: f64| {
            let weights = PieceCounter::swh().weights().map(|weight| weight * factor);
            let entrant = |depth| Style::plies(depth).entrant("swh", PieceCounter::new(weights));
            Scale::measure(&entrant(1), &entrant(2), 50).expect("it has scores")
        };
        let (one, eight) = (scale(1.0), scale(8.0));
        for empties in [5, 15, 25, 35, 45] {
            let discs = |score: f64| one.discs(Score::new(score), empties);
            assert!((discs(1.5) - eight.discs(Score::new(12.0), empties)).abs() < 1e-6);
            assert!(discs(1.5) >= discs(0.0), "a better score means more discs");
        }
        assert!(one.discs(Score::new(1.5), 15) > one.discs(Score::ZERO, 15));
    }

    #[test]
    fn the_level_is_that_of_the_depth() {
        // After its own move a player thinks too well of its position, before the reply; two plies see that.
        let entrant = |depth| Style::plies(depth).entrant("swh", PieceCounter::swh());
        let one = Scale::measure(&entrant(1), &entrant(1), 50).expect("it has scores");
        let two = Scale::measure(&entrant(1), &entrant(2), 50).expect("it has scores");
        assert!(two.discs(Score::ZERO, 15) > one.discs(Score::ZERO, 15));
    }

    #[test]
    fn at_the_end_a_disc_is_about_a_disc() {
        let greedy = Style::plies(1).entrant("greedy", DiscDifference);
        let scale = Scale::measure(&greedy, &greedy, 100).expect("it has scores");
        let ten = scale.discs(Score::new(10.0), 2) - scale.discs(Score::ZERO, 2);
        assert!((6.0..14.0).contains(&ten), "{ten}");
        assert!(scale.error(2, 1) < scale.error(30, 1), "the end is nearer");
    }
}
