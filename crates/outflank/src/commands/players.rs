//! `outflank players`: what was uploaded or taught by people.

use outflank_lab::{Entry, Knowledge, PlayerRegistry, RunId, Store};

use super::entries::{EntryLine, Request};

/// List uploaded players, and rename, archive or delete them
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
JSON fields:
  entries  each with:
    id       its name
    title    the title that a person gave it, or null
    about    what it is
    state    how it came here
A change is {\"kind\", \"id\", \"done\", \"name\"}.")]
pub struct Arguments {
    #[command(flatten)]
    request: Request,
}

/// Runs the command.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    arguments.request.run(entry, ["player", "title", "about", "state"], list)
}

fn entry(name: &str) -> Option<Entry> {
    Some(Entry::Player(name.to_owned()))
}

fn list(store: &Store) -> anyhow::Result<Vec<EntryLine>> {
    let archived = store.archived("player")?;
    let registry = PlayerRegistry::new(Some(store.folder().clone()));
    let mut names = store.folder().player_files();
    names.retain(|name| !archived.iter().any(|put_away| put_away == name.as_str()));
    let line = |name: &RunId| {
        let about = match registry.find(name.as_str()).map(|found| found.knowledge) {
            Ok(Knowledge::Learned(player)) => {
                format!("{}, after {} games", player.model.system(), player.provenance.games)
            }
            Ok(Knowledge::Text(_)) => "weights".to_owned(),
            Err(error) => error.to_string(),
        };
        EntryLine { id: name.to_string(), title: None, about, state: "uploaded".to_owned() }
    };
    Ok(names.iter().map(line).collect())
}
