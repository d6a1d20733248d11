//! `outflank show`: a position, a run or a player, described.
//!
//! A single word that is an existing file is a player; one that names a run is that run; everything else is
//! a position or a transcript. No run can have a name that is a transcript.

mod explained;
pub mod learned;
mod position;

use anyhow::bail;

use crate::data::Data;
use crate::failure::WrongInput;
use crate::reading;
use crate::report::Format;

/// Draw a position or a game, or tell what a run or a player has learned
///
/// A position is 64 squares from a1 to h8, - for empty, X for black, O for white, and the side to move;
/// moves may follow. A transcript is moves as in f5d6c3. Neither needs quotes. A drawn board can be
/// piped in with -, and so can what this command prints.
///
/// A player is a file, which comes before everything else of that name: a player file or 64 weights. A run
/// is named as in td-7f3k, or td-7f3k@20000 for what it had learned after 20,000 games. The players that come
/// with the program go by the names of their systems, as in td. With --position it is told what the player thinks of
/// the moves there, and why, if its values are sums of parts, as those of linear4 are. Any player can be asked then.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
JSON fields:
  board       64 squares and the side to move
  mover       the side to move: \"black\" or \"white\"
  turn        what it can do: \"play\", \"pass\", or \"over\" when neither side can move
  moves       the legal moves, [\"d3\", …]
  discs       {\"black\": 2, \"white\": 2}
  empties     the empty squares
  transcript  the moves that led here from the position given or the start, without passes
  last        the last ply: a square, \"pass\", or null if nothing was played
  opening     the opening it came from, by its positions and not the order of moves; null if it has no name
  result      null, or once the game is over, seen by Black:
              {\"winner\": \"black\" | \"white\" | null, \"raw\": discs on the board,
               \"empties_to_winner\": the same with the empty squares given to the winner}

and of a run or a player:
  source      the name or file that was asked for
  run         a run as in `outflank runs --json`, or null for a file
  provenance  null for a file of 64 weights, else where it comes from:
              {\"recipe\": in TOML, \"seed\", \"games\", \"created\", \"program\"}
  tensors     what was learned: [{\"name\": \"weights\", \"shape\": [8, 8], \"values\": [… by rows]}, …]
  curve       what was measured in the run, by name and games:
              [{\"games\", \"name\": \"league\", \"value\", \"low\", \"high\"}, …]

and of a player's moves in a position:
  source      the player that was asked for
  board       64 squares and the side to move
  plies       how far it looked ahead
  moves       the best first: [{\"square\", \"value\": for the mover, \"line\": the expected play,
              \"parts\": what the value is the sum of, [{\"name\", \"value\"}, …], empty if unknown}, …]
  search      null, or of a player with simulations what its tree search found, values in discs:
              {\"simulations\", \"depth\", \"value\", \"moves\": [{\"square\", \"visits\", \"value\", \"prior\",
              \"policy\", \"line\"}, …]}")]
pub struct Arguments {
    /// 64 squares and the side to move, or a transcript, or - for standard input; or a run; or a file
    #[arg(required = true, value_name = "POSITION|TRANSCRIPT|RUN|FILE")]
    what: Vec<String>,
    /// A position or transcript: show what the player thinks of the moves there
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
    /// How far the player looks ahead then [default: as far as it does]
    #[arg(long, value_name = "PLIES", requires = "position", value_parser = clap::value_parser!(u32).range(1..=8))]
    depth: Option<u32>,
    #[command(flatten)]
    data: Data,
    #[command(flatten)]
    format: Format,
}

/// Runs the command.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    let Arguments { what, position, depth, data, format } = &arguments;
    if let Some(position) = position {
        let game = reading::parse(position)?;
        let name = what.join(" ");
        return format.print(&explained::Explained::new(data, &name, &game, *depth)?);
    }
    if let [name] = what.as_slice()
        && let Some(path) = learned::as_file(name)
    {
        return format.print(&learned::Learned::of_file(path)?);
    }
    match (reading::game(what), what.as_slice()) {
        (Ok(game), _) => format.print(&position::Shown::new(&game)),
        (Err(no_game), [name]) => match data.registry().find_run(name)? {
            Some(found) => format.print(&learned::Learned::of_run(name, &found)?),
            None => match learned::Learned::of_shipped(name) {
                Some(shipped) => format.print(&shipped?),
                None if learned::is_meant(name) => {
                    bail!(WrongInput::new(format!("there is no run and no player file “{name}”")))
                }
                None => Err(no_game),
            },
        },
        (Err(no_game), _) => Err(no_game),
    }
}
