//! `outflank systems`: what learns here, how long that takes and how strong it becomes.

use std::io::{self, Write};

use clap::builder::PossibleValuesParser;
use comfy_table::CellAlignment;
use outflank_lab::cards::{Card, MeasuredPreset, MeasuredRating, Measuring, PresetSize};
use outflank_lab::ladder::Ladder;
use outflank_learn::Recipe;
use serde::Serialize;

use crate::data::PROGRAM;
use crate::failure::{Interrupted, WrongInput};
use crate::report::{Format, Report, plain_table, print};
use crate::{contests, interrupt, progress};

/// List learning systems and presets with training time and Elo
///
/// Each system has three presets: a demo of a few seconds, the recipe as published (or the default recipe, where a paper
/// only planned the system), and the recipe of the best player.
#[derive(Debug, clap::Args)]
#[command(after_long_help = JSON_HELP)]
pub struct Arguments {
    /// Systems to list [default: all]
    #[arg(value_name = "SYSTEM", value_parser = PossibleValuesParser::new(Recipe::SYSTEMS))]
    systems: Vec<String>,
    /// Measure the presets of one system on one core, and print the file in which that is kept beside it
    #[arg(long, conflicts_with = "json")]
    measure: bool,
    /// Break learning off after so many seconds of the processor when measuring; the time of longer runs follows from
    /// the part that was learned
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, requires = "measure", value_parser = seconds)]
    limit: f64,
    #[command(flatten)]
    format: Format,
}

const JSON_HELP: &str = "\
JSON fields:
  systems   in their order:
    system, title, about, document
    study         the study of the document, for outflank reproduce; null if there is none
    presets       [{\"size\": \"taste\", \"title\": \"Demo\", \"recipe\": \"games = 20000\\n…\", \"seconds\": 0.4, \"games\": 20000, \"elo\": 240.1,
                  \"elo_interval\": [210.5, 269.9]}, …]; seconds are of one processor, and what was not measured is null";

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.1..=1e6).contains(seconds));
    seconds.ok_or_else(|| "expected seconds, as in 60 or 0.5".to_owned())
}

/// Runs the command.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    let is_wanted = |card: &&Card| {
        arguments.systems.is_empty() || arguments.systems.iter().any(|name| name == card.system)
    };
    let cards: Vec<&Card> = Card::all().iter().filter(is_wanted).collect();
    if arguments.measure {
        return match cards.as_slice() {
            [card] => measure(card, &arguments),
            _ => Err(WrongInput::new("--measure: name the one system that is to be measured").into()),
        };
    }
    arguments.format.print(&Systems { systems: cards.into_iter().map(SystemRow::from).collect() })
}

fn measure(card: &Card, arguments: &Arguments) -> anyhow::Result<()> {
    let anchors = Ladder::standard().players()?;
    let stop = interrupt::flag();
    let measuring = Measuring { anchors: &anchors, limit: arguments.limit, seed: 1, stop };
    let bar = progress::bar(0, "{spinner} {msg}  {elapsed}");
    let told = |size: PresetSize| bar.set_message(format!("{}: {}", card.system, size.word()));
    let measured = measuring.measure(card, PROGRAM, told);
    bar.finish_and_clear();
    let measured = measured.ok_or(Interrupted)?;
    print(measured.to_text().as_bytes())
}

/// The systems.
#[derive(Debug, Serialize)]
struct Systems {
    systems: Vec<SystemRow>,
}

#[derive(Debug, Serialize)]
struct SystemRow {
    system: &'static str,
    title: &'static str,
    about: &'static str,
    document: &'static str,
    study: Option<&'static str>,
    presets: Vec<PresetRow>,
}

#[derive(Debug, Serialize)]
struct PresetRow {
    size: PresetSize,
    title: &'static str,
    recipe: String,
    seconds: Option<f64>,
    games: Option<u64>,
    elo: Option<f64>,
    elo_interval: Option<[f64; 2]>,
}

impl From<&'static Card> for SystemRow {
    fn from(card: &'static Card) -> Self {
        let presets = card.presets.iter().map(|preset| {
            let measured: Option<&MeasuredPreset> = preset.measured.as_ref();
            let rating: Option<&MeasuredRating> = measured.and_then(|measured| measured.rating.as_ref());
            PresetRow {
                size: preset.size,
                title: preset.title,
                recipe: outflank_lab::recipes::write(&preset.recipe),
                seconds: measured.map(|measured| measured.seconds),
                games: measured.map(|measured| measured.games),
                elo: rating.map(|rating| rating.elo),
                elo_interval: rating.map(|rating| [rating.low, rating.high]),
            }
        });
        Self {
            system: card.system,
            title: &card.title,
            about: &card.about,
            document: &card.document,
            study: card.study.as_deref(),
            presets: presets.collect(),
        }
    }
}

impl Report for Systems {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        for (index, system) in self.systems.iter().enumerate() {
            if index > 0 {
                writeln!(out)?;
            }
            writeln!(
                out,
                "{}: {}\n{}\nSource: {}\n",
                system.system, system.title, system.about, system.document
            )?;
            let mut table = plain_table();
            table.set_header(["preset", "games", "CPU", "Elo", "95 % interval"]);
            for preset in &system.presets {
                let unknown = || "–".to_owned();
                table.add_row([
                    preset.title.to_owned(),
                    preset.games.map_or_else(unknown, |games| games.to_string()),
                    preset.seconds.map_or_else(unknown, |seconds| format!("{seconds:.1} s")),
                    preset.elo.map_or_else(unknown, contests::elo),
                    preset.elo_interval.map_or_else(unknown, |[low, high]| {
                        contests::from_to(outflank_arena::statistics::Interval { low, high }, contests::elo)
                    }),
                ]);
            }
            for column in table.column_iter_mut().skip(1) {
                column.set_cell_alignment(CellAlignment::Right);
            }
            for line in table.lines() {
                writeln!(out, "{}", line.trim_end())?;
            }
        }
        Ok(())
    }
}
