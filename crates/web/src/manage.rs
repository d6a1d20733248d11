//! The part of a page where something is renamed, archived or deleted.

use maud::{Markup, html};
use outflank_lab::Entry;

/// What a person can do with an entry. `list` is the page that leads to it, where one is when it is gone.
pub(super) fn manage(entry: &Entry, title: Option<&str>, archived: bool, list: &str) -> Markup {
    let kind = entry.kind();
    let path = format!("/api/{kind}s/{}", entry.id());
    let (label, name) = match entry {
        Entry::Run(name) | Entry::Player(name) => ("Name", name.as_str()),
        Entry::Game(_) | Entry::Contest(_) => ("Title", title.unwrap_or_default()),
    };
    html! {
        details.card.manage data-manage=(path) data-list=(list) data-kind=(kind) data-archived[archived] {
            summary { "Rename, archive or delete" }
            form.manage-name {
                label.field { span { (label) } input name="name" value=(name) maxlength="200" autocomplete="off"; }
                button type="submit" { "Rename" }
            }
            div.actions {
                button type="button" data-archive { @if archived { "Take out of the archive" } @else { "Archive" } }
                button.danger type="button" data-delete { "Delete" }
            }
            p.wrong role="alert" hidden {}
        }
    }
}
