//! The commands, one file each. To add one: write its file with `Arguments` and `run`, and name it in
//! the three lists here.

mod analyse;
mod bench;
mod completions;
mod contests;
mod convert;
mod entries;
mod explore;
mod export;
mod games;
mod gtp;
mod import;
mod ladder;
mod league;
mod learn;
mod match_;
mod nboard;
mod openings;
mod othello_league;
mod perft;
mod play;
mod players;
mod reproduce;
mod runs;
#[cfg(feature = "web")]
mod serve;
mod show;
mod solve;
mod store;
mod study;
mod systems;
mod task;

pub use ladder::Placed;
pub use league::table::{LeagueReport, Met};
pub use match_::outcome::MatchReport;

/// What the program can be asked to do, in the order of `outflank --help`.
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    #[cfg(feature = "web")]
    Serve(serve::Arguments),
    Learn(learn::Arguments),
    Systems(systems::Arguments),
    Reproduce(reproduce::Arguments),
    Study(study::Arguments),
    Task(task::Arguments),
    Runs(runs::Arguments),
    Players(players::Arguments),
    Games(games::Arguments),
    Contests(contests::Arguments),
    Show(show::Arguments),
    Play(play::Arguments),
    Match(match_::Arguments),
    League(league::Arguments),
    Ladder(ladder::Arguments),
    OthelloLeague(othello_league::Arguments),
    Openings(openings::Arguments),
    Solve(solve::Arguments),
    Export(export::Arguments),
    #[command(visible_alias = "analyze")]
    Analyse(analyse::Arguments),
    Explore(explore::Arguments),
    Import(import::Arguments),
    Convert(convert::Arguments),
    Gtp(gtp::Arguments),
    Nboard(nboard::Arguments),
    Store(store::Arguments),
    Perft(perft::Arguments),
    Bench(bench::Arguments),
    Completions(completions::Arguments),
}

impl Command {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<()> {
        match self {
            #[cfg(feature = "web")]
            Self::Serve(arguments) => serve::run(arguments),
            Self::Learn(arguments) => learn::run(arguments),
            Self::Systems(arguments) => systems::run(arguments),
            Self::Reproduce(arguments) => reproduce::run(arguments),
            Self::Study(arguments) => study::run(arguments),
            Self::Task(arguments) => task::run(arguments),
            Self::Runs(arguments) => runs::run(arguments),
            Self::Players(arguments) => players::run(arguments),
            Self::Games(arguments) => games::run(arguments),
            Self::Contests(arguments) => contests::run(arguments),
            Self::Show(arguments) => show::run(arguments),
            Self::Play(arguments) => play::run(arguments),
            Self::Match(arguments) => match_::run(arguments),
            Self::League(arguments) => league::run(arguments),
            Self::Ladder(arguments) => ladder::run(arguments),
            Self::OthelloLeague(arguments) => othello_league::run(arguments),
            Self::Openings(arguments) => openings::run(arguments),
            Self::Solve(arguments) => solve::run(arguments),
            Self::Export(arguments) => export::run(arguments),
            Self::Analyse(arguments) => analyse::run(arguments),
            Self::Explore(arguments) => explore::run(arguments),
            Self::Import(arguments) => import::run(arguments),
            Self::Convert(arguments) => convert::run(arguments),
            Self::Gtp(arguments) => gtp::run(arguments),
            Self::Nboard(arguments) => nboard::run(arguments),
            Self::Store(arguments) => store::run(arguments),
            Self::Perft(arguments) => perft::run(arguments),
            Self::Bench(arguments) => bench::run(arguments),
            Self::Completions(arguments) => completions::run(arguments),
        }
    }
}
