//! A judge who is watched: one depth after the other, each move with the play that is expected after it.
//!
//! The look-ahead of a player cannot be interrupted. Therefore a deep look is put together from short ones: alpha-beta on top,
//! the player's own look-ahead of [`SHORT`] plies below, and between any two of them the question whether to go on. Values are
//! those that the player itself has at that depth. What it said is remembered, so that a look that was broken off goes on
//! where it was.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use outflank_arena::Entrant;
use outflank_engine::{Chance, Player, Window};
use outflank_rules::{Board, Game, Moves, Placement, Square, Turn};
use outflank_value::Score;

use super::judge::{GAMES, JudgeError, looking_ahead};
use super::scale::{Sample, samples};
use super::{Judge, NoOpinion, Scale, Worth};

/// So far the player looks ahead by itself: some milliseconds at most.
const SHORT: u32 = 3;

/// Scales are measured for looks of up to so many plies: each takes hundreds of them. Deeper ones have the scale of the last or the
/// last but one, of whichever the same side moves last, since that is what shifts scores.
const SCALED: u32 = 4;

/// So many answers of the player are remembered for one position.
const REMEMBERED: usize = 1 << 20;

/// Somebody who can be asked for a look at any position: what takes a while is done once.
#[derive(Clone, Debug)]
pub struct Deepening {
    /// The player, looking 1, 2, … plies ahead.
    players: Vec<Entrant>,
    measured: Arc<Measured>,
}

/// What was measured so far.
#[derive(Debug, Default)]
struct Measured {
    samples: OnceLock<Vec<Sample>>,
    scales: [OnceLock<Scale>; SCALED as usize],
}

/// A move, what it is worth, and what is expected to follow.
#[derive(Clone, Debug, PartialEq)]
pub struct Prospect {
    /// What the move is worth.
    pub worth: Worth,
    /// The best play as far as the judge looked, this move first; passes are left out.
    pub line: Vec<Square>,
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unanswered {
    /// It was told to stop.
    Late,
    /// The player does not say what its moves are worth.
    NoOpinion,
}

impl From<NoOpinion> for Unanswered {
    fn from(NoOpinion: NoOpinion) -> Self {
        Self::NoOpinion
    }
}

impl Deepening {
    /// A judge by the name of a player, with somebody who finds players by names that say how far they look ahead.
    pub fn found_by<E: From<JudgeError>>(
        find: impl Fn(&str) -> Result<Entrant, E>,
        name: &str,
    ) -> Result<Self, E> {
        Judge::check(name)?;
        let mut players = vec![find(&looking_ahead(name, 1))?];
        // Some value their own moves alone and refuse to look further.
        players.extend((2..=SHORT).map_while(|plies| find(&looking_ahead(name, plies)).ok()));
        Ok(Self { players, measured: Arc::default() })
    }

    /// In how many games its unit is turned into discs.
    pub fn games(&self) -> u32 {
        GAMES
    }

    /// How many plies it can look ahead, the move itself included; none where there is no end to it.
    pub fn deepest(&self) -> Option<u32> {
        (self.players.len() < SHORT as usize).then_some(self.players.len() as u32 + 1)
    }

    /// A look at the position of a game.
    pub fn look(&self, game: &Game) -> Look {
        Look {
            judge: self.clone(),
            seats: self.players.iter().map(Entrant::seat).collect(),
            game: game.clone(),
            said: HashMap::new(),
        }
    }

    /// Measures what scores mean in looks of so many plies, the move itself included. This takes a while the first time, and what was
    /// begun is lost if it becomes late.
    pub fn measure(&self, plies: u32, is_late: &dyn Fn() -> bool) -> Result<(), Unanswered> {
        self.scale(plies.max(2) - 1, is_late).map(drop)
    }

    /// The scale of scores of a player that looks so many plies ahead.
    fn scale(&self, plies: u32, is_late: &dyn Fn() -> bool) -> Result<&Scale, Unanswered> {
        let plies = if plies <= SCALED { plies } else { SCALED - plies.abs_diff(SCALED) % 2 };
        let cell = &self.measured.scales[plies as usize - 1];
        if let Some(scale) = cell.get() {
            return Ok(scale);
        }
        let known = &self.measured.samples;
        let samples = match known.get() {
            Some(samples) => samples,
            None => {
                let met = samples(&self.players[0], GAMES, is_late)?.ok_or(Unanswered::Late)?;
                known.get_or_init(|| met)
            }
        };
        let mut look = self.look(&Game::new());
        let mut opinion = |game: &Game| {
            look.said.clear();
            look.value(game, plies, Window::<Score>::FULL, is_late).map(|(score, _)| score)
        };
        let scale = Scale::of(samples, GAMES, &mut opinion)?;
        Ok(cell.get_or_init(|| scale))
    }
}

/// The moves of one position, looked at deeper and deeper.
pub struct Look {
    judge: Deepening,
    seats: Vec<Box<dyn Player>>,
    game: Game,
    /// What the player said of boards, looking so many plies ahead, and the move it would make.
    said: HashMap<(Board, u32), (Score, Square)>,
}

impl Look {
    /// All moves, the best first, as a search of so many plies sees them, the move itself included. If it becomes late it may
    /// be asked again: what was found is not lost, once the scale was [measured](Deepening::measure).
    pub fn prospects(&mut self, plies: u32, is_late: &dyn Fn() -> bool) -> Result<Vec<Prospect>, Unanswered> {
        let Turn::Play(moves) = self.game.turn() else { return Ok(Vec::new()) };
        let judge = self.judge.clone();
        let scale = judge.scale(plies.max(2) - 1, is_late)?;
        let position = self.game.board().position;
        let mut prospects = Vec::new();
        for placement in moves.into_iter().filter_map(|square| position.placement(square)) {
            prospects.push(self.prospect(placement, plies, scale, is_late)?);
        }
        prospects.sort_by(|a, b| b.worth.discs.total_cmp(&a.worth.discs));
        Ok(prospects)
    }

    fn prospect(
        &mut self,
        placement: Placement,
        plies: u32,
        scale: &Scale,
        is_late: &dyn Fn() -> bool,
    ) -> Result<Prospect, Unanswered> {
        let square = placement.square();
        let mut line = vec![square];
        let (next, sign) = match after(&self.game, placement) {
            Next::Over(discs) => return Ok(Prospect { worth: Worth::exact(square, discs), line }),
            Next::Going(next, sign) => (next, sign),
        };
        // A single ply is what the player sees of its own move.
        let (seen, score, sign) = match plies {
            1 => (self.game.clone(), self.sight(square)?, 1.0),
            _ => {
                let (score, best) = self.value(&next, plies - 1, Window::<Score>::FULL, is_late)?;
                line.extend(best);
                self.follow(&mut line, plies, is_late)?;
                (next, score, sign)
            }
        };
        let empties = seen.board().position.empties().count();
        let worth = Worth {
            square,
            discs: sign * scale.discs(score, empties),
            origin: super::Origin::Plies(plies),
            error: scale.error(empties, plies),
        };
        Ok(Prospect { worth, line })
    }

    /// What a move is worth at first sight.
    fn sight(&mut self, square: Square) -> Result<Score, Unanswered> {
        let game = self.game.clone();
        Ok(self.asked(&game, only(&game, square), 1)?.0)
    }

    /// The value of a position with a move, looking so many plies ahead, and the line that leads to it as far as it was followed.
    fn value(
        &mut self,
        game: &Game,
        plies: u32,
        window: Window<Score>,
        is_late: &dyn Fn() -> bool,
    ) -> Result<(Score, Vec<Square>), Unanswered> {
        let Turn::Play(moves) = game.turn() else { unreachable!("a position with a move") };
        if plies <= self.seats.len() as u32 {
            let (score, square) = self.remembered(game, moves, plies, is_late)?;
            return Ok((score, vec![square]));
        }
        let position = game.board().position;
        let mut children = Vec::new();
        for placement in moves.into_iter().filter_map(|square| position.placement(square)) {
            let next = after(game, placement);
            // The promising ones first.
            let sight = match &next {
                Next::Over(_) => self.asked(game, only(game, placement.square()), 2)?.0,
                Next::Going(next, sign) => {
                    let Turn::Play(replies) = next.turn() else { unreachable!("somebody has a move") };
                    let (score, _) = self.remembered(next, replies, 1, is_late)?;
                    if *sign < 0.0 { -score } else { score }
                }
            };
            children.push((placement.square(), next, sight));
        }
        children.sort_by(|a, b| b.2.value().total_cmp(&a.2.value()));
        let (mut best, mut line, mut narrowed) = (Score::WORST, Vec::new(), window);
        for (square, next, sight) in children {
            let (score, rest) = match next {
                // The end as the player sees it.
                Next::Over(_) => (sight, Vec::new()),
                Next::Going(next, sign) if sign < 0.0 => {
                    let (score, rest) = self.value(&next, plies - 1, -narrowed, is_late)?;
                    (-score, rest)
                }
                Next::Going(next, _) => self.value(&next, plies - 1, narrowed, is_late)?,
            };
            if line.is_empty() || score > best {
                (best, narrowed) = (score, narrowed.raised(score));
                line = std::iter::once(square).chain(rest).collect();
            }
            if narrowed.is_closed() {
                break;
            }
        }
        Ok((best, line))
    }

    /// Plays a line on to so many plies.
    fn follow(
        &mut self,
        line: &mut Vec<Square>,
        plies: u32,
        is_late: &dyn Fn() -> bool,
    ) -> Result<(), Unanswered> {
        let mut game = self.game.clone();
        for &square in &*line {
            if game.turn() == Turn::Pass {
                game.pass_forced();
            }
            game.play(square).expect("a line is legal");
        }
        while (line.len() as u32) < plies {
            match game.turn() {
                Turn::Over(_) => break,
                Turn::Pass => game.pass_forced(),
                Turn::Play(moves) => {
                    let left = plies - line.len() as u32;
                    let (_, square) = self.remembered(&game, moves, left, is_late)?;
                    game.play(square).expect("one of its moves");
                    line.push(square);
                }
            }
        }
        Ok(())
    }

    /// What the player says of a position, looking so few plies ahead that it can by itself.
    fn remembered(
        &mut self,
        game: &Game,
        moves: Moves,
        plies: u32,
        is_late: &dyn Fn() -> bool,
    ) -> Result<(Score, Square), Unanswered> {
        let key = (game.board(), plies);
        if let Some(&said) = self.said.get(&key) {
            return Ok(said);
        }
        if is_late() {
            return Err(Unanswered::Late);
        }
        let said = self.asked(game, moves, plies)?;
        if self.said.len() < REMEMBERED {
            self.said.insert(key, said);
        }
        Ok(said)
    }

    fn asked(&mut self, game: &Game, moves: Moves, plies: u32) -> Result<(Score, Square), Unanswered> {
        // Nothing is left to chance but the choice among equals, whose score is the same.
        let mut chance = Chance::stream(0, "analysis", 0);
        let choice = self.seats[plies as usize - 1].choose(game, moves, &mut chance).ok();
        let choice = choice.ok_or(NoOpinion)?;
        Ok((choice.score.ok_or(NoOpinion)?, choice.placement.square()))
    }
}

/// What a move leads to.
enum Next {
    /// The end of the game, with so many discs for the side that moved.
    Over(f64),
    /// A position with a move, and the sign of its values for the side that moved.
    Going(Game, f64),
}

fn after(game: &Game, placement: Placement) -> Next {
    let mut next = game.clone();
    next.place(placement);
    match next.turn() {
        Turn::Over(tally) => Next::Over(f64::from(-tally.empties_to_winner().discs())),
        Turn::Pass => {
            next.pass_forced();
            Next::Going(next, 1.0)
        }
        Turn::Play(_) => Next::Going(next, -1.0),
    }
}

/// One of the moves alone.
fn only(game: &Game, square: Square) -> Moves {
    let Turn::Play(moves) = game.turn() else { unreachable!("a position with a move") };
    moves.among(square.set()).expect("one of them")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PlayerRegistry;
    use outflank_arena::{PlayerSpec, SpecError};

    #[derive(Debug)]
    struct Refused;

    impl From<JudgeError> for Refused {
        fn from(_: JudgeError) -> Self {
            Self
        }
    }

    impl From<SpecError> for Refused {
        fn from(_: SpecError) -> Self {
            Self
        }
    }

    fn player(name: &str) -> Result<Entrant, Refused> {
        Ok(name.parse::<PlayerSpec>()?.entrant(&PlayerRegistry::new(None))?)
    }

    fn judge(name: &str) -> Deepening {
        Deepening::found_by(player, name).expect("it judges")
    }

    const IN_TIME: &dyn Fn() -> bool = &|| false;

    #[test]
    fn values_are_those_of_the_player_itself_and_lines_lead_to_them() {
        let judge = judge("swh");
        for (moves, plies) in [("f5d6c3d3c4", 5), ("f5d6c3d3c4f4c5b3c2", 6)] {
            let game: Game = moves.parse().expect("a game");
            let prospects = judge.look(&game).prospects(plies, IN_TIME).expect("an answer");
            let mut direct = player(&format!("swh:depth={}", plies - 1)).expect("a player").seat();
            let mut sight = player("swh:depth=1").expect("a player").seat();
            let scale = judge.scale(plies - 1, IN_TIME).expect("a scale");
            let mut chance = Chance::stream(0, "test", 0);
            for Prospect { worth, line } in &prospects {
                let mut next = game.clone();
                next.play(worth.square).expect("legal");
                let Turn::Play(replies) = next.turn() else { panic!("a reply") };
                let score =
                    direct.choose(&next, replies, &mut chance).expect("a move").score.expect("a score");
                let empties = next.board().position.empties().count();
                assert!((worth.discs + scale.discs(score, empties)).abs() < 1e-6, "{worth:?} {score}");
                assert_eq!((worth.origin, line.len()), (super::super::Origin::Plies(plies), plies as usize));
                // At the end of the line is the position that the value is of.
                let (last, before) = line.split_last().expect("moves");
                let mut end = game.clone();
                for &square in before {
                    end.play(square).expect("legal");
                }
                let seen = sight.choose(&end, only(&end, *last), &mut chance).expect("a move");
                let seen = seen.score.expect("a score");
                let signed = if plies.is_multiple_of(2) { seen } else { -seen };
                assert!((signed.value() - score.value()).abs() < 1e-6, "{line:?}: {signed} and {score}");
            }
            assert!(prospects.is_sorted_by(|a, b| a.worth.discs >= b.worth.discs));
        }
    }

    #[test]
    fn what_is_broken_off_goes_on_where_it_was() {
        let judge = judge("swh");
        let game: Game = "f5d6c3d3c4f4c5b3c2".parse().expect("a game");
        let whole = judge.look(&game).prospects(5, IN_TIME).expect("an answer");
        let mut look = judge.look(&game);
        let mut slices = 0;
        let sliced = loop {
            let left = std::cell::Cell::new(40);
            let is_late = || left.replace(left.get().max(1) - 1) == 0;
            slices += 1;
            match look.prospects(5, &is_late) {
                Ok(prospects) => break prospects,
                Err(reason) => assert_eq!(reason, Unanswered::Late),
            }
        };
        assert!(slices > 3, "{slices}");
        assert_eq!(sliced, whole);
    }

    #[test]
    fn one_ply_is_what_the_player_sees_of_its_own_moves() {
        let game: Game = "f5d6c3d3c4".parse().expect("a game");
        let judge = judge("korman");
        let prospects = judge.look(&game).prospects(1, IN_TIME).expect("an answer");
        let Turn::Play(moves) = game.turn() else { panic!("moves") };
        let mut player = player("korman:depth=1").expect("a player").seat();
        let choice = player.choose(&game, moves, &mut Chance::stream(0, "test", 0)).expect("a move");
        assert_eq!(prospects[0].line, [choice.placement.square()]);
        assert!(judge.deepest().is_none());
    }
}
