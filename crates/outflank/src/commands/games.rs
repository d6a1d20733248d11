//! `outflank games`: what people played to its end.

use outflank_lab::{Entry, Store, StoredGame};

use super::entries::{EntryLine, LISTED, Request};

/// List the games that were played in the browser, and title, archive or delete them
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
JSON fields:
  entries  each with:
    id       its number
    title    the title that a person gave it, or null
    about    the players and Black's margin
    state    when it was over, in UTC
A change is {\"kind\", \"id\", \"done\", \"name\"}.")]
pub struct Arguments {
    #[command(flatten)]
    request: Request,
}

/// Runs the command.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    arguments.request.run(entry, ["game", "title", "players", "finished"], list)
}

fn entry(number: &str) -> Option<Entry> {
    number.parse().ok().map(Entry::Game)
}

fn list(store: &Store) -> anyhow::Result<Vec<EntryLine>> {
    let line = |game: StoredGame| {
        Ok(EntryLine {
            id: game.id.to_string(),
            title: store.mark_of(&Entry::Game(game.id))?.0,
            about: format!("{} – {}, {:+}", game.black, game.white, game.margin),
            state: game.finished.to_string(),
        })
    };
    store.games(LISTED)?.into_iter().map(line).collect()
}
