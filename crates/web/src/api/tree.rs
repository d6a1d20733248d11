//! A game with variations and remarks as pages have it: a list of moves, each after one that stands before it. A list and
//! no tree of objects, so that no game is too deep for a reader of JSON.

use std::collections::HashMap;

use axum::extract::DefaultBodyLimit;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::{Json, extract::State};
use outflank_rules::formats::{AnnotatedGame, Format, Line, Tag, Variation};
use outflank_rules::openings::Book;
use outflank_rules::{Board, Game, Ply, RecordError, Square};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::game_input::past_passes;
use super::position::Side;
use crate::Laboratory;
use crate::problem::{JsonBody, Problem, ProblemBody};

/// The largest game with its remarks, in bytes.
const LARGEST: usize = 1 << 20;

/// More moves than these are no game with variations any more.
const MOST: usize = 5_000;

/// A move of a tree.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TreeMove {
    /// The number of the move that it follows, the first of the list being 1; 0 for the start.
    #[schema(format = "uint32", maximum = 5_000)]
    pub after: u32,
    /// Where the disc goes. Passes are not written.
    #[schema(example = "f5")]
    pub square: String,
    /// A remark.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// What the move is worth to the side that makes it, in discs, if that was found out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
}

/// A game with its variations: of the moves that follow the same one the first is the main line.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameTree {
    /// The board it starts from; the usual one if left out.
    #[serde(default)]
    pub start: Option<String>,
    /// The moves, each after one that stands before it.
    pub moves: Vec<TreeMove>,
    /// A remark on the start.
    #[serde(default)]
    pub comment: String,
}

/// What is known of a move of a tree.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TreeMoveFacts {
    /// Who makes it.
    side: Side,
    /// The opening that it completes, if that has a name of its own.
    opening: Option<String>,
}

impl GameTree {
    /// The start, and for every move the game up to it.
    fn games(&self) -> Result<(Game, Vec<Game>), Problem> {
        if self.moves.len() > MOST {
            return Err(Problem::wrong(format!("a game has {MOST} moves at most, with its variations")));
        }
        let start = match &self.start {
            Some(text) => text.parse().map_err(|error| Problem::wrong(RecordError::Board(error)))?,
            None => Board::START,
        };
        let start = past_passes(Game::from_board(start));
        let mut games: Vec<Game> = Vec::with_capacity(self.moves.len());
        for (index, TreeMove { after, square, .. }) in self.moves.iter().enumerate() {
            let before = match *after as usize {
                0 => &start,
                after if after <= index => &games[after - 1],
                after => {
                    return Err(Problem::wrong(format!(
                        "move {} follows move {after}, which comes later",
                        index + 1
                    )));
                }
            };
            let place: Square = square.parse().map_err(|_| {
                Problem::wrong(format!("“{square}” is no square, at move {} of the list", index + 1))
            })?;
            let mut game = before.clone();
            game.play(place).map_err(|_| {
                let mover = game.board().mover;
                Problem::wrong(format!(
                    "{place} is not a legal move for {mover}, at move {} of the list",
                    index + 1
                ))
            })?;
            games.push(past_passes(game));
        }
        Ok((start, games))
    }

    /// The game as files have it.
    pub fn annotated(&self) -> Result<AnnotatedGame, Problem> {
        let (start, _) = self.games()?;
        let mut following: HashMap<usize, Vec<usize>> = HashMap::new();
        for (index, one) in self.moves.iter().enumerate() {
            following.entry(one.after as usize).or_default().push(index + 1);
        }
        let mut game = AnnotatedGame { line: self.line(0, start, &following), ..AnnotatedGame::default() };
        if !self.comment.is_empty() {
            game.line.note(0).comment.clone_from(&self.comment);
        }
        Ok(game)
    }

    /// The main line after a move, from a board on, with what leaves it.
    fn line(&self, from: usize, start: Game, following: &HashMap<usize, Vec<usize>>) -> Line {
        let mut line = Line::new(start);
        let mut at = from;
        while let Some((&first, others)) = following.get(&at).and_then(|next| next.split_first()) {
            let plies = line.game.plies().len();
            for &other in others {
                let side_line = self.side_line(other, Game::from_board(line.game.board()), following);
                line.variations.push(Variation { at: plies, line: side_line });
            }
            self.add(&mut line, first);
            at = first;
        }
        line
    }

    /// A line that begins with a move.
    fn side_line(&self, first: usize, start: Game, following: &HashMap<usize, Vec<usize>>) -> Line {
        let mut line = Line::new(start);
        self.add(&mut line, first);
        let Line { game, notes, variations } = self.line(first, line.game.clone(), following);
        let before = line.notes.clone();
        Line { game, notes: before.into_iter().chain(notes).collect(), variations }
    }

    /// Adds a move of the list with its notes.
    fn add(&self, line: &mut Line, number: usize) {
        let one = &self.moves[number - 1];
        let square: Square = one.square.parse().expect("read before");
        line.game.play(square).expect("played before");
        let plies = line.game.plies().len();
        if !one.comment.is_empty() || one.value.is_some() {
            let note = line.note(plies);
            note.comment.clone_from(&one.comment);
            note.value = one.value;
        }
        line.game = past_passes(std::mem::take(&mut line.game));
    }
}

/// What a file says, as pages have it.
impl From<&AnnotatedGame> for GameTree {
    fn from(game: &AnnotatedGame) -> Self {
        let start = game.game().start();
        let comment = game.line.notes.get(&0).map(|note| note.comment.clone()).unwrap_or_default();
        let mut tree =
            Self { start: (start != Board::START).then(|| start.to_string()), moves: Vec::new(), comment };
        tree.take(&game.line, 0);
        tree
    }
}

impl GameTree {
    /// Whether there is more to it than the moves of one line.
    pub fn has_more(&self) -> bool {
        let follows = |(index, one): (usize, &TreeMove)| one.after as usize != index;
        !self.comment.is_empty()
            || self.moves.iter().any(|one| !one.comment.is_empty())
            || self.moves.iter().enumerate().any(follows)
    }

    /// Takes a line that begins after a move of the list, and all that leaves it: the line itself first, so that it is the
    /// main one.
    fn take(&mut self, line: &Line, from: u32) {
        // After how many plies of the line which move of the list stands.
        let mut numbers = vec![from];
        for (plies, ply) in line.game.plies().iter().enumerate() {
            let last = *numbers.last().expect("it begins somewhere");
            let Ply::Place(placement) = ply else {
                numbers.push(last);
                continue;
            };
            let note = line.notes.get(&(plies + 1));
            let comment = note.map(|note| note.comment.clone()).unwrap_or_default();
            let value = note.and_then(|note| note.value);
            self.moves.push(TreeMove { after: last, square: placement.square().to_string(), comment, value });
            numbers.push(self.moves.len() as u32);
        }
        for Variation { at, line } in &line.variations {
            if self.moves.len() < MOST {
                self.take(line, numbers.get(*at).copied().unwrap_or(from));
            }
        }
    }
}

/// Who makes the moves of a tree, and what openings they complete. Refuses what is against the rules.
#[utoipa::path(
    post,
    path = "/api/tree",
    request_body = GameTree,
    responses(
        (status = 200, description = "The moves, in their order", body = Vec<TreeMoveFacts>),
        (status = 422, description = "A move is illegal or no move at all", body = ProblemBody),
    )
)]
pub(crate) async fn facts(
    State(laboratory): State<Arc<Laboratory>>,
    JsonBody(tree): JsonBody<GameTree>,
) -> Result<Json<Vec<TreeMoveFacts>>, Problem> {
    let told = laboratory.query(move |_| {
        let (_, games) = tree.games()?;
        let facts = games.iter().map(|game| {
            let (board, _) = game.history().filter(|(_, ply)| ply.square().is_some()).last().expect("a move");
            let discs = game.record().squares().len();
            let opening = Book::named().opening_of(game);
            // Named where its line ends, and not at every move after it.
            let opening = opening.filter(|opening| opening.line().squares().len() == discs);
            TreeMoveFacts {
                side: board.mover.into(),
                opening: opening.map(|opening| opening.name().to_owned()),
            }
        });
        Ok(facts.collect())
    });
    Ok(Json(told.await?))
}

/// A game to be written down.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WrittenGame {
    pub tree: GameTree,
    /// Who had Black.
    #[serde(default)]
    pub black: Option<String>,
    /// Who had White.
    #[serde(default)]
    pub white: Option<String>,
    /// The tournament, the match, the contest.
    #[serde(default)]
    pub event: Option<String>,
    /// When it was played.
    #[serde(default)]
    pub date: Option<String>,
    /// The format: transcripts, edax, nboard, ggf, sgf, pgn, boards, drawings or obf. SGF alone has variations.
    #[serde(default = "sgf")]
    #[schema(pattern = "^(transcripts|edax|nboard|ggf|sgf|pgn|boards|drawings|obf)$", example = "sgf")]
    pub to: String,
}

fn sgf() -> String {
    Format::Sgf.name().to_owned()
}

impl WrittenGame {
    /// The game with what is said about it.
    pub fn annotated(&self) -> Result<AnnotatedGame, Problem> {
        let mut game = self.tree.annotated()?;
        for (tag, text) in [
            (Tag::Black, &self.black),
            (Tag::White, &self.white),
            (Tag::Event, &self.event),
            (Tag::Date, &self.date),
        ] {
            let Some(text) = text.as_deref().map(str::trim).filter(|text| !text.is_empty()) else { continue };
            if text.chars().count() > 200 {
                return Err(Problem::wrong("a name has 200 letters at most"));
            }
            game.tags.set(tag, text);
        }
        Ok(game)
    }
}

/// Writes a game down in any format but WTHOR.
#[utoipa::path(
    post,
    path = "/api/games/write",
    request_body = WrittenGame,
    responses(
        (status = 200, description = "The file", body = String, content_type = "text/plain"),
        (status = 422, description = "It is no game, or no format", body = ProblemBody),
    )
)]
pub(crate) async fn write(
    State(laboratory): State<Arc<Laboratory>>,
    JsonBody(written): JsonBody<WrittenGame>,
) -> Result<Response, Problem> {
    let text = laboratory.query(move |_| {
        let format: Format = written.to.parse().map_err(Problem::wrong)?;
        let text = format.write(&written.annotated()?);
        text.ok_or_else(|| Problem::wrong("one game is not written as WTHOR; games of the library are"))
    });
    let headers = [(CONTENT_TYPE, "text/plain; charset=utf-8"), (CONTENT_DISPOSITION, "attachment")];
    Ok((headers, text.await?).into_response())
}

/// Where a game was kept.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct KeptGame {
    id: i64,
}

/// Keeps a game with its variations and remarks in the library, over or not.
#[utoipa::path(
    post,
    path = "/api/games/keep",
    request_body = WrittenGame,
    responses(
        (status = 200, description = "It is kept", body = KeptGame),
        (status = 422, description = "It is no game", body = ProblemBody),
    )
)]
pub(crate) async fn keep(
    State(laboratory): State<Arc<Laboratory>>,
    JsonBody(written): JsonBody<WrittenGame>,
) -> Result<Json<KeptGame>, Problem> {
    if written.tree.moves.is_empty() {
        return Err(Problem::wrong("there is no move in it"));
    }
    let game = laboratory.query(move |_| written.annotated()).await?;
    let id = laboratory.write(move |_, store| store.keep_annotated(&game)).await?;
    Ok(Json(KeptGame { id }))
}

/// The routes that take whole games, which may be larger than other bodies.
pub(crate) fn router() -> OpenApiRouter<Arc<Laboratory>> {
    OpenApiRouter::new()
        .routes(routes!(facts))
        .routes(routes!(write))
        .routes(routes!(keep))
        .layer(DefaultBodyLimit::max(LARGEST))
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_rules::formats::read_one;

    #[test]
    fn a_tree_is_the_same_after_a_file() {
        let sgf = "(;FF[4]GM[2]SZ[8]C[start];B[f5](;W[d6](;B[c3]C[main];W[d3])(;B[c5]C[else](;W[f4])(;W[f6])))(;W[f6]))";
        let game = read_one(sgf).expect("a game");
        let tree = GameTree::from(&game);
        let squares: Vec<(u32, &str)> =
            tree.moves.iter().map(|one| (one.after, one.square.as_str())).collect();
        assert_eq!(squares[..4], [(0, "f5"), (1, "d6"), (2, "c3"), (3, "d3")], "the main line first");
        assert_eq!((tree.comment.as_str(), tree.moves[2].comment.as_str()), ("start", "main"));
        assert_eq!(tree.moves.len(), 8);
        assert!(tree.has_more());
        let again = GameTree::from(&tree.annotated().expect("a game"));
        let sorted = |tree: &GameTree| {
            let mut lines: Vec<String> = (1..=tree.moves.len())
                .map(|number| {
                    let (mut at, mut path) = (number, String::new());
                    while at > 0 {
                        let one = &tree.moves[at - 1];
                        path = format!("{}{path}", one.square);
                        at = one.after as usize;
                    }
                    format!("{path} {}", tree.moves[number - 1].comment)
                })
                .collect();
            lines.sort();
            lines
        };
        assert_eq!(sorted(&again), sorted(&tree));
        assert_eq!(
            tree.annotated().expect("a game").game().record().to_string(),
            game.game().record().to_string()
        );
    }

    #[test]
    fn what_is_no_tree_is_refused() {
        let tree = |moves: &[(u32, &str)]| GameTree {
            moves: moves
                .iter()
                .map(|&(after, square)| TreeMove { after, square: square.to_owned(), ..TreeMove::default() })
                .collect(),
            ..GameTree::default()
        };
        let refusal =
            |moves: &[(u32, &str)]| tree(moves).annotated().expect_err("no tree").sentence().to_owned();
        assert_eq!(refusal(&[(1, "f5")]), "move 1 follows move 1, which comes later");
        assert!(refusal(&[(0, "f5"), (1, "a1")]).contains("a1 is not a legal move for White, at move 2"));
        assert!(refusal(&[(0, "zz")]).contains("“zz” is no square"));
        assert!(!tree(&[(0, "f5"), (1, "d6")]).has_more());
        assert!(tree(&[(0, "f5"), (0, "d3")]).has_more());
    }
}
