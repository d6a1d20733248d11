//! Renaming, archiving and deleting: runs, uploaded players, games and contests alike.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use outflank_lab::{Entry, EntryError, Store};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::Laboratory;
use crate::problem::{JsonBody, Problem, ProblemBody};

/// What is to be changed; what is left out stays as it is.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EntryChange {
    /// Another name; for games and contests a title, and an empty one takes it away.
    #[serde(default)]
    #[schema(max_length = 200, example = "my-run")]
    name: Option<String>,
    /// Whether lists and ratings leave it out.
    #[serde(default)]
    archived: Option<bool>,
}

impl EntryChange {
    fn apply(&self, store: &Store, mut entry: Entry) -> Result<(), EntryError> {
        if let Some(archived) = self.archived {
            if archived { store.archive(&entry)? } else { store.restore(&entry)? }
        }
        if let Some(name) = &self.name
            && *name != entry.id()
        {
            store.rename(&entry, name)?;
            if let Entry::Run(old) | Entry::Player(old) = &mut entry {
                old.clone_from(name);
            }
        }
        Ok(())
    }
}

async fn change(
    laboratory: &Arc<Laboratory>,
    entry: Entry,
    change: EntryChange,
) -> Result<StatusCode, Problem> {
    if change.name.is_none() && change.archived.is_none() {
        return Err(Problem::wrong("expected a name, or whether it is archived"));
    }
    settle(laboratory, move |store| change.apply(store, entry.clone())).await
}

async fn delete(laboratory: &Arc<Laboratory>, entry: Entry) -> Result<StatusCode, Problem> {
    settle(laboratory, move |store| store.delete(&entry)).await
}

/// Does a change where changes are done; what the store could not do for the moment is tried again there.
async fn settle(
    laboratory: &Arc<Laboratory>,
    work: impl Fn(&Store) -> Result<(), EntryError> + Send + 'static,
) -> Result<StatusCode, Problem> {
    let settled = laboratory.write(move |laboratory, store| {
        let done = match work(store) {
            Err(EntryError::Store(error)) => return Err(error),
            done => done,
        };
        // A name may stand for something else by now.
        laboratory.forget_players();
        Ok(done)
    });
    match settled.await? {
        Ok(()) => Ok(StatusCode::NO_CONTENT),
        Err(error @ EntryError::Missing { .. }) => Err(Problem::missing(error)),
        Err(error @ EntryError::Busy { .. }) => Err(Problem::new(StatusCode::CONFLICT, error)),
        Err(error @ EntryError::File(_)) => Err(Problem::failed(error)),
        Err(error) => Err(Problem::wrong(error)),
    }
}

/// The two handlers of one kind of entry.
macro_rules! handlers {
    ($change:ident, $delete:ident, $path:tt, $parameter:tt, $kind:ty, $entry:expr, $noun:tt) => {
        #[doc = concat!("Renames or archives a ", $noun, ".")]
        #[utoipa::path(
                    patch,
                    path = $path,
                    params(($parameter = $kind, Path, description = "Its name or number")),
                    request_body = EntryChange,
                    responses(
                        (status = 204, description = "It is changed"),
                        (status = 404, description = "There is none", body = ProblemBody),
                        (status = 409, description = "A program is at work on it", body = ProblemBody),
                        (status = 422, description = "It cannot be called that", body = ProblemBody),
                        (status = 503, description = "Too much is going on", body = ProblemBody),
                    )
                )]
        pub(crate) async fn $change(
            State(laboratory): State<Arc<Laboratory>>,
            Path(id): Path<$kind>,
            JsonBody(wanted): JsonBody<EntryChange>,
        ) -> Result<StatusCode, Problem> {
            change(&laboratory, $entry(id), wanted).await
        }

        #[doc = concat!("Deletes a ", $noun, ", for good.")]
        #[utoipa::path(
                    delete,
                    path = $path,
                    params(($parameter = $kind, Path, description = "Its name or number")),
                    responses(
                        (status = 204, description = "It is gone"),
                        (status = 404, description = "There is none", body = ProblemBody),
                        (status = 409, description = "A program is at work on it", body = ProblemBody),
                        (status = 503, description = "Too much is going on", body = ProblemBody),
                    )
                )]
        pub(crate) async fn $delete(
            State(laboratory): State<Arc<Laboratory>>,
            Path(id): Path<$kind>,
        ) -> Result<StatusCode, Problem> {
            delete(&laboratory, $entry(id)).await
        }
    };
}

handlers!(change_run, delete_run, "/api/runs/{run}", "run", String, Entry::Run, "run");
handlers!(
    change_player,
    delete_player,
    "/api/players/{name}",
    "name",
    String,
    Entry::Player,
    "player that was uploaded"
);
handlers!(change_game, delete_game, "/api/games/{id}", "id", i64, Entry::Game, "game");
handlers!(
    change_contest,
    delete_contest,
    "/api/contests/{contest}",
    "contest",
    i64,
    Entry::Contest,
    "contest"
);
