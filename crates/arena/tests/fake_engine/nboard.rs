//! NBoard engines with the manners of others.

use outflank_rules::{Board, Game, Square};

use crate::mishap::Mishap;

/// `edax` (blanks, lower case, a complaint about the version), `ntest` (chatter, slashes, upper case).
pub fn run(manner: &str, mut mishap: Mishap) {
    let edax = manner == "edax";
    let mut game = Game::new();
    if !edax {
        println!("Ntest version as of today\nAll Rights Reserved\n\nInit fast flip...Done");
    }
    for line in std::io::stdin().lines() {
        let line = line.expect("text");
        match line.split_once(' ').unwrap_or((&line, "")) {
            ("nboard", version) if edax && version != "1" => {
                eprintln!("Error: Edax expected \"nboard 1\" protocol");
            }
            ("set", rest) => match rest.split_once(' ').expect("two words") {
                ("depth", depth) => println!("set myname Fake{depth}-{}", std::process::id()),
                ("game", ggf) => game = read_ggf(ggf),
                other => panic!("{other:?}"),
            },
            ("ping", number) => println!("status waiting\npong {number}"),
            ("go", _) => {
                let answer = mishap.think(game.board());
                if edax {
                    println!("status Edax is thinking\nnodestats 13688 0.00\n=== {answer} 2.00 0.0");
                    println!("status Edax is waiting");
                } else {
                    let answer = answer.to_uppercase();
                    println!("status Thinking\nsearch {answer}       +2.41 0   1\n== no answer\nstatus");
                    println!("=== {answer}/2.00/0.00");
                }
            }
            ("quit", _) => return,
            _ => {}
        }
    }
}

/// Reads the board and the moves of a game, and leaves where they are wrong.
fn read_ggf(ggf: &str) -> Game {
    let (_, rest) = ggf.split_once("]BO[8 ").expect("a board");
    let (board, moves) = rest.split_once(']').expect("its end");
    let board: Board = board.parse().expect("a board");
    let mut game = Game::from_board(board);
    for tag in moves.split(']') {
        let Some((color, word)) = tag.split_once('[') else { break };
        let mover = if game.board().mover == outflank_rules::Color::Black { "B" } else { "W" };
        assert_eq!(color, mover, "{ggf}");
        match word {
            "PA" => game.pass().expect("forced"),
            square => drop(game.play(square.parse::<Square>().expect("a square")).expect("legal")),
        }
    }
    game
}
