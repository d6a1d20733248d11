//! `outflank contests`: what was played in the browser.

use outflank_lab::{Entry, Store, StoredContest};

use super::entries::{Action, Entries, EntryLine};
use crate::data::Data;
use crate::report::Format;

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
    #[command(subcommand)]
    action: Option<Action>,
    #[command(flatten)]
    data: Data,
    #[command(flatten)]
    format: Format,
}

/// Runs the command.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    let Arguments { action, data, format } = arguments;
    if let Some(action) = action {
        return action.run(&data, &format, entry);
    }
    let entries = match data.open_existing()? {
        Some(store) => list(&store)?,
        None => Vec::new(),
    };
    format.print(&Entries { heading: ["contest", "title", "players", "games"], entries })
}

fn entry(number: &str) -> Option<Entry> {
    number.parse().ok().map(Entry::Contest)
}

/// So many are listed: the newest.
const LISTED: u32 = 1000;

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
