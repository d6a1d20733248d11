//! One game between a person and a player.
//!
//! The arena's loop cannot be used here: it knows no way back, and a person may take moves back.

use anyhow::Context;
use outflank_arena::{Ending, Entrant, Played};
use outflank_engine::{Chance, Forfeit, Player};
use outflank_rules::openings::Book;
use outflank_rules::{Board, Color, Game, Moves, Outcome, Placement, Ply, Square, Tally, Turn};

use super::hint::hint;
use super::input::Input;
use super::request::{HELP, Request};
use crate::drawing::drawn;
use crate::outcome::GameResult;
use crate::report::print;

/// A game under way.
pub struct Session {
    game: Game,
    /// How many plies were there before the person came.
    begun_at: usize,
    person: Color,
    opponent: Box<dyn Player>,
    opponent_name: String,
    seed: u64,
    /// The opening that was last told.
    opening: Option<&'static str>,
}

/// How a session ended.
pub enum Ended {
    /// With a result.
    Finished(Played),
    /// The person left before the end.
    Left,
}

/// What happens after a request of the person.
enum Then {
    /// The person is asked again.
    Again,
    /// The board has changed.
    Goes,
    /// The person leaves.
    Leave,
}

impl Session {
    /// A person with a colour against a player, from where a game stands.
    pub fn new(game: Game, person: Color, opponent: &Entrant, seed: u64) -> Self {
        let mut player = opponent.seat();
        player.begin();
        Self {
            begun_at: game.plies().len(),
            game,
            person,
            opponent: player,
            opponent_name: opponent.name().to_owned(),
            seed,
            opening: None,
        }
    }

    /// Plays the game until it ends or the person leaves.
    pub fn play(&mut self, input: &mut Input) -> anyhow::Result<Ended> {
        let (person, opponent) = (self.person, !self.person);
        let letter = |color| if color == Color::Black { 'X' } else { 'O' };
        say(&format!(
            "You are {person} ({}), {} is {opponent} ({}). Type a square such as f5, or help.",
            letter(person),
            self.opponent_name,
            letter(opponent)
        ))?;
        loop {
            self.tell_opening()?;
            let mover = self.game.board().mover;
            match self.game.turn() {
                Turn::Over(tally) => {
                    return self.finish(Ending::Counted(mover.signed(tally))).map(Ended::Finished);
                }
                Turn::Play(moves) if mover != person => match self.reply(moves) {
                    Ok(placement) => say(&describe(&format!("{mover} plays"), "flips", placement))?,
                    Err(Forfeit { reason }) => {
                        return self.finish(Ending::Forfeited { by: mover, reason }).map(Ended::Finished);
                    }
                },
                Turn::Pass if mover != person => {
                    self.game.pass_forced();
                    say(&format!("{mover} has no move and passes."))?;
                }
                turn => {
                    say(&format!("\n{}\n", self.drawing()))?;
                    if turn == Turn::Pass {
                        say("You have no move: pass is all there is.")?;
                    }
                    if let Then::Leave = self.person_moves(turn, input)? {
                        return self.leave();
                    }
                }
            }
        }
    }

    /// The opponent's move, played. Its chance follows from the ply, so that a game that is taken back and played
    /// again is the same game.
    fn reply(&mut self, moves: Moves) -> Result<Placement, Forfeit> {
        let mut chance = Chance::stream(self.seed, "opponent", self.game.plies().len() as u64);
        let choice = self.opponent.choose(&self.game, moves, &mut chance)?;
        self.game.place(choice.placement);
        Ok(choice.placement)
    }

    /// Asks the person until something happens.
    fn person_moves(&mut self, turn: Turn, input: &mut Input) -> anyhow::Result<Then> {
        loop {
            let question = self.person.to_string();
            let line = input.next(&question).context("cannot write to standard output")?;
            let Some(line) = line else { return Ok(Then::Leave) };
            let then = match Request::read(&line) {
                Err(_) if line.trim().is_empty() => Then::Again,
                Err(refusal) => {
                    say(&refusal)?;
                    Then::Again
                }
                Ok(request) => self.answer(request, turn)?,
            };
            match then {
                Then::Again => {}
                done => return Ok(done),
            }
        }
    }

    fn answer(&mut self, request: Request, turn: Turn) -> anyhow::Result<Then> {
        let answer = match (request, turn) {
            (Request::Play(square), _) => match self.game.play(square) {
                Ok(placement) => {
                    say(&describe("You play", "flip", placement))?;
                    return Ok(Then::Goes);
                }
                Err(_) => self.why_not(square),
            },
            (Request::Pass, Turn::Pass) => {
                self.game.pass_forced();
                say("You pass.")?;
                return Ok(Then::Goes);
            }
            (Request::Pass, _) => "You have a move, so you may not pass; moves lists them.".to_owned(),
            (Request::Undo, _) => match self.take_back() {
                Some(square) => {
                    say(&format!("Your move to {square} is taken back."))?;
                    return Ok(Then::Goes);
                }
                None => "You have not moved yet: there is nothing to take back.".to_owned(),
            },
            (Request::Hint, Turn::Play(moves)) => hint(self.game.board(), moves),
            (Request::Moves, Turn::Play(moves)) => format!("Your moves: {moves}."),
            (Request::Hint | Request::Moves, _) => "You have no move: pass is all there is.".to_owned(),
            (Request::Board, _) => self.drawing(),
            (Request::Help, _) => HELP.to_owned(),
            (Request::Quit, _) => return Ok(Then::Leave),
        };
        say(&answer)?;
        Ok(Then::Again)
    }

    /// Why the person cannot play to a square, in a sentence.
    fn why_not(&self, square: Square) -> String {
        match (self.game.board().disc(square), self.game.turn()) {
            (Some(color), _) => format!("{square} is not a legal move: {color} has a disc there."),
            (None, Turn::Pass) => format!("{square} is not a legal move: you have none and can only pass."),
            (None, _) => {
                format!("{square} is not a legal move: it flips nothing. moves lists those that do.")
            }
        }
    }

    /// Takes back the person's last move and all that followed, if there is one.
    fn take_back(&mut self) -> Option<Square> {
        let plies: Vec<_> = self.game.history().skip(self.begun_at).collect();
        let own = |&(board, ply): &(Board, Ply)| board.mover == self.person && matches!(ply, Ply::Place(_));
        let last = plies.iter().rposition(own)?;
        for _ in last..plies.len() {
            self.game.undo();
        }
        self.opening = Book::named().opening_of(&self.game).map(|opening| opening.name());
        plies[last].1.square()
    }

    /// The board with the last move marked.
    fn drawing(&self) -> String {
        let placed = self.game.plies().iter().rev().find_map(|ply| match ply {
            Ply::Place(placement) => Some(*placement),
            Ply::Pass => None,
        });
        drawn(self.game.board(), placed)
    }

    /// Names the opening whenever it has another name.
    fn tell_opening(&mut self) -> anyhow::Result<()> {
        let opening = Book::named().opening_of(&self.game).map(|opening| opening.name());
        if let Some(name) = opening.filter(|_| opening != self.opening) {
            say(&format!("Opening: {name}."))?;
        }
        self.opening = opening;
        Ok(())
    }

    /// Tells how the game ended.
    fn finish(&self, ending: Ending) -> anyhow::Result<Played> {
        say(&format!("\n{}\n", self.drawing()))?;
        match &ending {
            Ending::Counted(tally) => say(&self.result(*tally, ending.outcome(self.person)))?,
            Ending::Forfeited { by, reason } => say(&format!("{by} gives up ({reason}): you win."))?,
        }
        self.tell_transcript()?;
        Ok(Played { game: self.game.clone(), ending })
    }

    fn result(&self, tally: Tally, outcome: Outcome) -> String {
        let verdict = match outcome {
            Outcome::Win => "You win",
            Outcome::Draw => "Nobody wins",
            Outcome::Loss => "You lose",
        };
        let (black, white) = (tally.mover, tally.opponent);
        let result = GameResult::new(tally).sentence();
        format!("{verdict}: Black has {black} discs and White {white}, {result}.")
    }

    /// Says goodbye to a person who leaves.
    fn leave(&self) -> anyhow::Result<Ended> {
        say("\nThe game is left as it is; it has no result.")?;
        self.tell_transcript()?;
        Ok(Ended::Left)
    }

    /// The moves, to go on with another time.
    fn tell_transcript(&self) -> anyhow::Result<()> {
        match self.game.record().to_string() {
            nothing if nothing.is_empty() => Ok(()),
            moves => say(&format!("Transcript: {moves}")),
        }
    }
}

/// A move and its flips, in a sentence.
fn describe(who: &str, flip: &str, placement: Placement) -> String {
    let flips: Vec<String> = placement.flips().into_iter().map(|square| square.to_string()).collect();
    format!("{who} {} and {flip} {}.", placement.square(), flips.join(" "))
}

fn say(text: &str) -> anyhow::Result<()> {
    print(format!("{text}\n").as_bytes())
}
