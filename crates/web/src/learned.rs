//! What a player has learned and where it comes from, by its name: a run of this laboratory (as it is this
//! second, if it is being taught here), a player that comes with the program, or one that is built in.

use std::sync::Arc;

use maud::{Markup, PreEscaped, html};
use outflank_arena::{NAMED, named_weights};
use outflank_lab::plot::{HeatMap, Plot};
use outflank_lab::report::{Block, Figure, Section};
use outflank_lab::{Knowledge, Provenance, RegistryError, Run, shipped, view};
use outflank_learn::Model;
use outflank_value::PieceCounter;

use super::Laboratory;
use super::problem::Problem;

/// What is known of a player.
pub(super) struct Learned {
    /// What it has learned; none where it has learned nothing yet, or there is nothing to see.
    pub view: Option<Section>,
    /// Where it comes from, if it was learned.
    pub provenance: Option<Provenance>,
    /// The run it is, if it is one.
    pub run: Option<Run>,
    /// A word about it, if it is built in.
    pub about: Option<&'static str>,
}

/// The player of a name, without options.
pub(super) fn find(laboratory: &Laboratory, name: &str) -> Result<Learned, Problem> {
    let nothing = Learned { view: None, provenance: None, run: None, about: None };
    if let Some(&(known, about)) = NAMED.iter().find(|(known, _)| *known == name) {
        let view = match named_weights(known) {
            Some(counter) => {
                Some(Section::new("What it plays by").figure(view::of_weights(*counter.weights())?))
            }
            None => None,
        };
        return Ok(Learned { view, about: Some(about), ..nothing });
    }
    if laboratory.player_cache.engines().iter().any(|engine| engine.name() == name) {
        return Ok(Learned {
            about: Some("a program that was named when the laboratory was opened"),
            ..nothing
        });
    }
    if shipped::find(name).is_none()
        && let Some(found) = laboratory.registry.find_run(name)?
    {
        let (model, provenance) = match (found.player(), live(laboratory, name)) {
            (Ok(player), live) => (live.or(Some(Arc::new(player.model))), Some(player.provenance)),
            (Err(RegistryError::NothingYet { .. }), live) => (live, None),
            (Err(error @ RegistryError::NotKept { .. }), _) => return Err(Problem::missing(error)),
            (Err(error), _) => return Err(error.into()),
        };
        let view = model.map(|model| view::of(&model)).transpose()?;
        return Ok(Learned { view, provenance, run: Some(found.run), ..nothing });
    }
    let found = laboratory.registry.find(name).map_err(|error| match error {
        RegistryError::Unknown { .. } => Problem::missing(format!("there is no player “{name}”")),
        error => Problem::failed(error),
    })?;
    match found.knowledge {
        Knowledge::Learned(player) => {
            let view = Some(view::of(&player.model)?);
            Ok(Learned { view, provenance: Some(player.provenance), ..nothing })
        }
        Knowledge::Text(text) => {
            let counter = PieceCounter::from_text(&text).map_err(Problem::failed)?;
            let view = Section::new("What it plays by").figure(view::of_weights(*counter.weights())?);
            Ok(Learned { view: Some(view), about: Some("64 weights, from a file"), ..nothing })
        }
    }
}

/// What a run has learned that is being taught here.
fn live(laboratory: &Laboratory, name: &str) -> Option<Arc<Model>> {
    laboratory.learning.jobs.find(name)?.subscribe().borrow().model.clone()
}

/// So many boards are shown at a time; where there are more, one, and a slider.
const FEW: usize = 12;

/// A section as it stands on a page, its figures under the name of the player.
pub(super) fn section(name: &str, section: &Section) -> Markup {
    let paint = |figure: &Figure| match figure.plot() {
        Plot::HeatMap(map) if map.names().len() > FEW => slides(name, figure, map).into_string(),
        plot => plot.to_svg_without_styles(),
    };
    html! { div.report { (PreEscaped(section.to_markup(&paint))) } }
}

/// Boards of which one is seen at a time: the way of a weight through the game.
fn slides(name: &str, figure: &Figure, map: &HeatMap) -> Markup {
    let names: Vec<&str> = map.names().collect();
    let names_in_json = serde_json::to_string(&names).expect("a list of words");
    // The ends of a game have little to show: the middle is seen first.
    let middle = names.len() / 2;
    html! {
        div.slides data-slides={ "/players/" (name) "/figures/" (figure.name()) } data-names=(names_in_json) {
            div.slide { @if let Some(board) = map.only(middle) { (drawn(&board.into())) } }
            label.slider {
                span { "Board " output { (names[middle]) } }
                input type="range" min="0" max=(names.len() - 1) value=(middle) aria-label=(map.title()) aria-valuetext=(names[middle]);
            }
        }
    }
}

/// The first figure of a section, for a glance: of many boards the one in the middle.
pub(super) fn glance(section: &Section) -> Option<Markup> {
    let figure = section.blocks.iter().find_map(|block| match block {
        Block::Figure(figure) => Some(figure),
        _ => None,
    })?;
    Some(match figure.plot() {
        Plot::HeatMap(map) => drawn(&map.only(map.names().len() / 2)?.into()),
        plot => drawn(plot),
    })
}

/// One board of a figure.
pub(super) fn board(section: &Section, figure: &str, index: usize) -> Option<Markup> {
    let map = section.blocks.iter().find_map(|block| match block {
        Block::Figure(found) if found.name() == figure => match found.plot() {
            Plot::HeatMap(map) => Some(map),
            _ => None,
        },
        _ => None,
    })?;
    Some(drawn(&map.only(index)?.into()))
}

/// A plot on a page.
pub(super) fn drawn(plot: &Plot) -> Markup {
    PreEscaped(plot.to_svg_without_styles())
}
