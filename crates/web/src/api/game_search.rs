//! Which games of the library are wanted, as it stands in an address.

use axum::extract::rejection::QueryRejection;
use axum::extract::{FromRequestParts, Query};
use axum::http::request::Parts;
use outflank_lab::{Collection, GameFilter};
use outflank_rules::formats::Format;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use utoipa::{IntoParams, ToSchema};

use super::game_input::GameInput;
use crate::problem::Problem;

/// Conditions that hold together; texts may be parts of what is looked for.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct GameSearch {
    /// A player of either colour.
    player: Option<String>,
    /// Who had Black.
    black: Option<String>,
    /// Who had White.
    white: Option<String>,
    /// A year, or two as in 1990-1999.
    #[param(pattern = "^([0-9]{1,4}(-[0-9]{1,4})?)?$", example = "1990-1999")]
    years: Option<String>,
    /// The tournament, the match, the contest.
    event: Option<String>,
    /// The opening by its name.
    opening: Option<String>,
    /// Who won.
    #[param(inline)]
    result: Option<Won>,
    /// A position that they pass through in any orientation: the moves that lead to it.
    #[param(example = "f5d6c3")]
    moves: Option<String>,
    /// The board that these moves start from; the usual one if left out.
    start: Option<String>,
    /// A text in names, titles, remarks or sources.
    text: Option<String>,
    /// Where they are from.
    #[param(inline)]
    among: Option<Among>,
    /// So many are passed over, the newest first.
    #[serde(default)]
    #[param(maximum = 1_000_000_000)]
    from: u64,
    /// The format of a file that they are written to: transcripts, edax, nboard, ggf, sgf, pgn, wthor, boards, drawings or obf.
    #[param(pattern = "^(transcripts|edax|nboard|ggf|sgf|pgn|wthor|boards|drawings|obf)$", example = "sgf")]
    to: Option<String>,
}

/// More games than these are not passed over.
const MOST_PASSED_OVER: u64 = 1_000_000_000;

/// Who won a game.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Won {
    Black,
    Draw,
    White,
}

/// Where games are from.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Among {
    /// Somebody imported them.
    Imported,
    /// They were played here.
    Played,
    /// They came with the program.
    Shipped,
}

impl From<Among> for Collection {
    fn from(among: Among) -> Self {
        match among {
            Among::Imported => Self::Imported,
            Among::Played => Self::Played,
            Among::Shipped => Self::Shipped,
        }
    }
}

impl GameSearch {
    /// How many are passed over.
    pub fn from(&self) -> u64 {
        self.from
    }

    /// The format they are to be written in; SGF if none is said.
    pub fn to(&self) -> Result<Format, Problem> {
        self.to.as_deref().unwrap_or("sgf").parse().map_err(Problem::wrong)
    }

    /// What the store is asked for.
    pub fn filter(&self) -> Result<GameFilter, Problem> {
        self.to()?;
        if self.from > MOST_PASSED_OVER {
            return Err(Problem::wrong(format!("from is at most {MOST_PASSED_OVER}")));
        }
        // A form sends its empty fields, too.
        let text = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
        let position = match text(&self.moves).is_some() || text(&self.start).is_some() {
            true => {
                let moves = self.moves.clone().unwrap_or_default();
                Some(GameInput { start: text(&self.start), moves }.game()?.board().position)
            }
            false => None,
        };
        Ok(GameFilter {
            player: text(&self.player),
            black: text(&self.black),
            white: text(&self.white),
            years: text(&self.years).map(|years| read_years(&years)).transpose()?,
            event: text(&self.event),
            opening: text(&self.opening),
            points: self.result.map(|won| match won {
                Won::Black => 2,
                Won::Draw => 1,
                Won::White => 0,
            }),
            position,
            text: text(&self.text),
            among: self.among.map(Collection::from),
        })
    }
}

fn read_years(text: &str) -> Result<(i32, i32), Problem> {
    let (first, last) = text.split_once(['-', '–']).unwrap_or((text, text));
    let year = |text: &str| text.trim().parse::<i32>().ok().filter(|year| (0..=9999).contains(year));
    let years = year(first).zip(year(last));
    years.ok_or_else(|| Problem::wrong("expected a year, or two as in 1990-1999"))
}

/// What an address asks for; what cannot be read is a [`Problem`].
pub(crate) struct Asked<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Asked<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let read = Query::<T>::from_request_parts(parts, state).await;
        read.map(|Query(value)| Self(value)).map_err(|wrong: QueryRejection| {
            let text = wrong.body_text();
            let reason = text.strip_prefix("Failed to deserialize query string: ").unwrap_or(&text);
            Problem::new(wrong.status(), reason)
        })
    }
}
