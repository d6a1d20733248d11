//! GTP, version 2, with Othello moves: the side that answers.
//!
//! Strict in what it says, lenient in what it takes. A forced pass may be told or left out; a colour out of turn is taken
//! only where that follows from a forced pass.

mod clocks;

use std::fmt::Write;

use outflank_arena::Entrant;
use outflank_lab::analysis::{Analyst, Origin};
use outflank_rules::formats::Games;
use outflank_rules::{Board, Color, Game, Square, Turn};

use super::Mind;
use clocks::Clocks;

/// A conversation.
pub struct Gtp {
    name: String,
    mind: Mind,
    /// Made when it is first asked for.
    analyst: Box<dyn FnMut() -> Result<Analyst, String>>,
    game: Game,
    /// How many plies there were before each command that played: what is taken back together.
    marks: Vec<usize>,
    clocks: Clocks,
}

/// What is said to a line.
#[derive(Debug, PartialEq, Eq)]
pub struct Reply {
    /// The lines, ended by an empty one.
    pub text: String,
    /// Whether the conversation is over.
    pub quits: bool,
}

/// All commands, as they are listed.
const COMMANDS: [&str; 31] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "reg_genmove",
    "undo",
    "showboard",
    "time_settings",
    "time_left",
    "final_score",
    "set_game",
    "list_games",
    "loadsgf",
    "gogui-rules_game_id",
    "gogui-rules_board",
    "gogui-rules_board_size",
    "gogui-rules_legal_moves",
    "gogui-rules_side_to_move",
    "gogui-rules_final_result",
    "outflank-analyze",
    "outflank-setup_board",
    "grhino-setup_board",
    "outflank-transcript",
    "cputime",
];

type Answer = Result<String, String>;

impl Gtp {
    /// A conversation with a player. What moves are worth is asked of an analyst.
    pub fn new(
        entrant: &Entrant,
        seed: u64,
        analyst: impl FnMut() -> Result<Analyst, String> + 'static,
    ) -> Self {
        Self {
            name: entrant.name().to_owned(),
            mind: Mind::new(entrant, seed),
            analyst: Box::new(analyst),
            game: Game::new(),
            marks: Vec::new(),
            clocks: Clocks::default(),
        }
    }

    /// The answer to a line; nothing to an empty one.
    pub fn answer(&mut self, line: &str) -> Option<Reply> {
        let line: String =
            line.chars().filter(|character| !character.is_control() || *character == '\t').collect();
        let line = line.split('#').next().unwrap_or_default();
        let mut words = line.split_whitespace().peekable();
        let id = match words.peek() {
            Some(word) if word.bytes().all(|byte| byte.is_ascii_digit()) => words.next().unwrap_or_default(),
            Some(_) => "",
            None => return None,
        };
        let Some(command) = words.next() else {
            return Some(Reply { text: format!("?{id} syntax error\n\n"), quits: false });
        };
        let words: Vec<&str> = words.collect();
        let quits = command == "quit";
        let text = match self.obey(command, &words) {
            Ok(text) if text.is_empty() => format!("={id}\n\n"),
            Ok(text) => format!("={id} {}\n\n", without_empty_lines(&text)),
            Err(text) => format!("?{id} {}\n\n", without_empty_lines(&text)),
        };
        Some(Reply { text, quits })
    }

    fn obey(&mut self, command: &str, words: &[&str]) -> Answer {
        let done = Ok(String::new());
        match (command, words) {
            ("protocol_version", _) => Ok("2".to_owned()),
            ("name", _) => Ok(format!("Outflank {}", self.name)),
            ("version", _) => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            ("known_command", [name]) => Ok(COMMANDS.contains(name).to_string()),
            ("list_commands", _) => Ok(COMMANDS.join("\n")),
            ("quit" | "komi", _) => done,
            ("boardsize" | "set_game", ["8"]) => done,
            ("boardsize", [_, ..]) => Err("unacceptable size".to_owned()),
            ("set_game", [name]) if name.eq_ignore_ascii_case("othello") => done,
            ("set_game", [_, ..]) => Err("unsupported game".to_owned()),
            ("list_games", _) => Ok("Othello".to_owned()),
            ("clear_board", _) => {
                self.begin(Game::new());
                done
            }
            ("outflank-setup_board" | "grhino-setup_board", [_, ..]) => {
                let board: Board =
                    words.join(" ").parse().map_err(|error: outflank_rules::BoardError| error.to_string())?;
                self.begin(Game::from_board(board));
                done
            }
            ("play", [color, word]) => self.play(color, word),
            ("genmove", [color]) => self.generate(color, true),
            ("reg_genmove", [color]) => self.generate(color, false),
            ("undo", _) => {
                let before = self.marks.pop().ok_or("cannot undo")?;
                while self.game.plies().len() > before {
                    self.game.undo();
                }
                done
            }
            ("showboard", _) => Ok(format!("\n{}", self.game.board().drawing())),
            ("time_settings", [main, byo, stones]) => {
                self.clocks.set(main, byo, stones).map(|()| String::new())
            }
            ("time_left", [color, seconds, stones]) => {
                self.clocks.left(read_color(color)?, seconds, stones).map(|()| String::new())
            }
            ("final_score", _) => self.final_score().ok_or_else(|| "cannot score".to_owned()),
            ("loadsgf", [file, rest @ ..]) => self.load(file, rest.first().copied()),
            ("gogui-rules_game_id", _) => Ok("Othello".to_owned()),
            ("gogui-rules_board_size", _) => Ok("8".to_owned()),
            ("gogui-rules_board", _) => Ok(format!("\n{}", self.rows())),
            ("gogui-rules_legal_moves", _) => Ok(match self.game.turn() {
                Turn::Play(moves) => moves.to_string(),
                Turn::Pass => "pass".to_owned(),
                Turn::Over(_) => String::new(),
            }),
            ("gogui-rules_side_to_move", _) => Ok(self.game.board().mover.to_string().to_lowercase()),
            ("gogui-rules_final_result", _) => Ok(match self.final_score() {
                Some(score) if score == "0" => "Draw".to_owned(),
                Some(score) => score,
                None => "The game is not over".to_owned(),
            }),
            ("outflank-analyze", _) => self.analyze(),
            ("outflank-transcript", _) => Ok(self.game.record().to_string()),
            ("cputime", _) => Ok(format!("{:.3}", self.clocks.thought().as_secs_f64())),
            (known, _) if COMMANDS.contains(&known) => Err("syntax error".to_owned()),
            _ => Err("unknown command".to_owned()),
        }
    }

    fn begin(&mut self, game: Game) {
        self.game = game;
        self.marks.clear();
        self.clocks.begin();
        self.mind.begin();
    }

    /// Lets a side have its turn where it is not, if the other one has to pass.
    fn turn_to(&mut self, color: Color) -> Result<(), String> {
        if self.game.board().mover != color && self.game.turn() == Turn::Pass {
            self.game.pass_forced();
        }
        if self.game.board().mover == color {
            Ok(())
        } else {
            Err(format!("illegal move: it is not {color}’s turn"))
        }
    }

    fn play(&mut self, color: &str, word: &str) -> Answer {
        let color = read_color(color)?;
        let before = self.game.plies().len();
        if word.eq_ignore_ascii_case("pass") || word.eq_ignore_ascii_case("pa") {
            if self.game.board().mover != color || self.game.pass().is_err() {
                return Err("illegal move".to_owned());
            }
            self.marks.push(before);
            return Ok(String::new());
        }
        let square: Square = word.parse().map_err(|_| "illegal move")?;
        let played =
            self.turn_to(color).and_then(|()| self.game.play(square).map_err(|_| "illegal move".to_owned()));
        match played {
            Ok(_) => {
                self.marks.push(before);
                Ok(String::new())
            }
            Err(refusal) => {
                while self.game.plies().len() > before {
                    self.game.undo();
                }
                Err(refusal)
            }
        }
    }

    /// Chooses a move, and plays it or not.
    fn generate(&mut self, color: &str, plays: bool) -> Answer {
        let color = read_color(color)?;
        let before = self.game.plies().len();
        if matches!(self.game.turn(), Turn::Over(_)) {
            return Ok("pass".to_owned());
        }
        self.turn_to(color)?;
        let answer = match self.game.turn() {
            Turn::Over(_) => return Ok("pass".to_owned()),
            Turn::Pass => {
                self.game.pass_forced();
                "pass".to_owned()
            }
            Turn::Play(moves) => {
                let (choice, took) = self.mind.choose(&self.game, moves, self.clocks.of(color))?;
                self.clocks.spend(color, took);
                self.game.place(choice.placement);
                choice.placement.square().to_string()
            }
        };
        if plays {
            self.marks.push(before);
        } else {
            while self.game.plies().len() > before {
                self.game.undo();
            }
        }
        Ok(answer)
    }

    /// The result of a game that is over, in the manner of Go.
    fn final_score(&self) -> Option<String> {
        let margin = self.game.tally()?.empties_to_winner().discs();
        let margin = self.game.board().mover.signed(margin);
        Some(match margin {
            0 => "0".to_owned(),
            1.. => format!("B+{margin}"),
            _ => format!("W+{}", -margin),
        })
    }

    /// The board for programs for Go, row 8 first.
    fn rows(&self) -> String {
        let letter = |square| match self.game.board().disc(square) {
            Some(Color::Black) => 'X',
            Some(Color::White) => 'O',
            None => '.',
        };
        let row =
            |row: usize| (0..8).filter_map(|column| Square::at(column, row)).map(letter).collect::<String>();
        (0..8).rev().map(row).collect::<Vec<_>>().join("\n")
    }

    /// Loads the first game of a file, of any format, before one of its moves.
    fn load(&mut self, file: &str, before: Option<&str>) -> Answer {
        let cannot = |error: &dyn std::fmt::Display| format!("cannot load file: {error}");
        let stream = std::fs::File::open(file).map_err(|error| cannot(&error))?;
        let mut games = Games::open(stream).map_err(|error| cannot(&error))?;
        let game = games.next().ok_or("cannot load file")?.map_err(|error| cannot(&error))?;
        let mut game = game.line.game;
        if let Some(number) = before {
            let number: usize = number.parse().map_err(|_| "syntax error")?;
            while game.plies().len() >= number.max(1) {
                game.undo();
            }
        }
        self.begin(game);
        Ok(self.game.board().mover.to_string().to_lowercase())
    }

    /// What all moves are worth, the best first: move, discs for the side to move, where that comes from, and its usual
    /// error in discs.
    fn analyze(&mut self) -> Answer {
        let mut analyst = (self.analyst)()?;
        let worths = analyst.worths(&self.game, &false.into()).map_err(|error| error.to_string())?;
        let mut text = String::new();
        for worth in worths {
            let origin = match worth.origin {
                Origin::Exact => "exact".to_owned(),
                Origin::Plies(plies) => format!("depth {plies} error {:.1}", worth.error),
            };
            let _ = writeln!(text, "{} {:+.2} {origin}", worth.square, worth.discs);
        }
        Ok(text.trim_end().to_owned())
    }
}

/// An empty line would end an answer.
fn without_empty_lines(text: &str) -> String {
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default().to_owned();
    lines.filter(|line| !line.trim().is_empty()).fold(first, |text, line| text + "\n" + line)
}

fn read_color(word: &str) -> Result<Color, String> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Color::Black),
        "w" | "white" => Ok(Color::White),
        _ => Err("syntax error: expected black or white".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_arena::Style;
    use outflank_value::PieceCounter;

    fn conversation() -> Gtp {
        let entrant = Style::plies(2).entrant("swh", PieceCounter::swh());
        Gtp::new(&entrant, 1, || Err("nobody judges here".to_owned()))
    }

    fn say(gtp: &mut Gtp, line: &str) -> String {
        gtp.answer(line).map(|reply| reply.text).unwrap_or_default()
    }

    #[test]
    fn framing_is_strict() {
        let mut gtp = conversation();
        for (line, answer) in [
            ("protocol_version", "= 2\n\n"),
            ("1 protocol_version", "=1 2\n\n"),
            ("7 foo", "?7 unknown command\n\n"),
            ("boardsize 8", "=\n\n"),
            ("boardsize 10", "? unacceptable size\n\n"),
            ("boardsize", "? syntax error\n\n"),
            ("12", "?12 syntax error\n\n"),
            ("# a remark", ""),
            ("", ""),
            ("name # who\r", "= Outflank swh\n\n"),
            ("known_command genmove", "= true\n\n"),
            ("known_command foo", "= false\n\n"),
            ("final_score", "? cannot score\n\n"),
            ("gogui-rules_legal_moves", "= d3 c4 f5 e6\n\n"),
            ("gogui-rules_side_to_move", "= black\n\n"),
        ] {
            assert_eq!(say(&mut gtp, line), answer, "{line}");
        }
        let board = say(&mut gtp, "showboard");
        assert!(board.starts_with("= \n  a b c") && board.ends_with("X to move\n\n"), "{board}");
        assert_eq!(board.matches("\n\n").count(), 1);
        assert!(gtp.answer("quit").expect("an answer").quits);
        assert!(say(&mut gtp, "list_commands").lines().count() > 30);
    }

    #[test]
    fn moves_are_checked_and_taken_back() {
        let mut gtp = conversation();
        assert_eq!(say(&mut gtp, "play black f5"), "=\n\n");
        assert!(say(&mut gtp, "play black f4").starts_with("? illegal move"));
        assert_eq!(say(&mut gtp, "play white a1"), "? illegal move\n\n");
        assert_eq!(say(&mut gtp, "play white pass"), "? illegal move\n\n");
        let answer = say(&mut gtp, "reg_genmove w");
        assert_eq!(gtp.game.plies().len(), 1);
        let played = say(&mut gtp, "genmove WHITE");
        assert_eq!((played.len(), answer.len(), gtp.game.plies().len()), (6, 6, 2));
        assert_eq!(say(&mut gtp, "undo"), "=\n\n");
        assert_eq!(say(&mut gtp, "undo"), "=\n\n");
        assert_eq!(say(&mut gtp, "undo"), "? cannot undo\n\n");
        assert!(say(&mut gtp, "genmove white").starts_with("? illegal move"));
    }

    #[test]
    fn passes_are_told_or_left_out() {
        let board = format!("grhino-setup_board XO-{} O", "-".repeat(61));
        let mut gtp = conversation();
        say(&mut gtp, &board);
        assert_eq!(say(&mut gtp, "play white pass"), "=\n\n");
        assert_eq!(say(&mut gtp, "genmove black"), "= c1\n\n");
        assert_eq!(say(&mut gtp, "final_score"), "= B+64\n\n");
        assert_eq!(say(&mut gtp, "genmove white"), "= pass\n\n");
        say(&mut gtp, &board);
        assert_eq!(say(&mut gtp, "gogui-rules_legal_moves"), "= pass\n\n");
        assert_eq!(say(&mut gtp, "play black c1"), "=\n\n");
        assert_eq!(say(&mut gtp, "undo"), "=\n\n");
        assert_eq!(gtp.game.plies().len(), 0);
        assert_eq!(say(&mut gtp, "genmove white"), "= pass\n\n");
        assert_eq!(say(&mut gtp, "genmove black"), "= c1\n\n");
    }
}
