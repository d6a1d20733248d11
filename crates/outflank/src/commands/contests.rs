//! `outflank contests`: what was played in the browser.

use outflank_lab::{Entry, Store, StoredContest};

use super::entries::{EntryLine, LISTED, Request};

/// List the contests that were played in the browser, and title, archive or delete them
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
JSON fields:
  entries  each with:
    id       its number
    title    the title that a person gave it, or null
    about    the players
    state    games played, of how many
A change is {\"kind\", \"id\", \"done\", \"name\"}.")]
pub struct Arguments {
    #[command(flatten)]
    request: Request,
}

/// Runs the command.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    arguments.request.run(entry, ["contest", "title", "players", "games"], list)
}

fn entry(number: &str) -> Option<Entry> {
    number.parse().ok().map(Entry::Contest)
}

fn list(store: &Store) -> anyhow::Result<Vec<EntryLine>> {
    let line = |contest: StoredContest| {
        Ok(EntryLine {
            id: contest.id.to_string(),
            title: store.mark_of(&Entry::Contest(contest.id))?.0,
            about: contest.conditions.players.join(", "),
            state: format!("{} of {} games", 2 * contest.played, 2 * contest.pairs_in_all()),
        })
    };
    store.contests(LISTED)?.into_iter().map(line).collect()
}
