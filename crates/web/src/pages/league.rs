//! League: how strong everybody is, who met whom, and new contests.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use indicatif::HumanCount;
use maud::{Markup, html};
use outflank_arena::statistics::{Confidence, Pentanomial, RatingList, ScoreSheet};
use outflank_lab::ladder::Ladder;
use outflank_lab::plot::{IntervalRow, Intervals, PlotError};
use outflank_lab::{Entry, Standings};

use super::readable;
use crate::Laboratory;
use crate::api::contests::{self, ContestGame, ContestRow, MOST_PAIRS, MOST_PLAYERS, PART, Paging};
use crate::api::players;
use crate::contests::{ContestState, OPENING_PLIES};
use crate::frame::Page;
use crate::learned::drawn;
use crate::manage::manage;
use crate::problem::Problem;

/// The page: ratings, a form for a new contest, and the contests there were.
pub(crate) async fn page(State(laboratory): State<Arc<Laboratory>>) -> Result<Markup, Problem> {
    let made = laboratory.query(move |laboratory| {
        let standings = contests::standings(laboratory, None)?;
        let rows = contests::newest(laboratory)?;
        let names: Vec<String> = suggestions(laboratory)?;
        Ok(html! {
            header.lead {
                h1 { "League" }
                p { "Who is stronger, and how sure that is. Every result here was played in pairs: each opening once with either colour." }
            }
            div.columns {
                div.stack {
                    (form(&names))
                    (list(&rows))
                }
                section.card aria-labelledby="ratings-heading" {
                    h2 #ratings-heading { "Ratings" }
                    (ratings(&standings)?)
                    (ladder())
                }
            }
        })
    });
    Ok(Page { title: "League", script: Some("league.js"), content: made.await? }
        .document(&laboratory.program))
}

/// The players that are offered: all there are.
fn suggestions(laboratory: &Laboratory) -> Result<Vec<String>, Problem> {
    Ok(players::all(laboratory)?.into_iter().map(|player| player.name).collect())
}

/// Who is to meet.
fn form(names: &[String]) -> Markup {
    html! {
        form #contest.card novalidate {
            h2 { "A new contest" }
            p.hint #players-hint {
                "Two players meet in a match, more in a round robin. Options follow a colon: " code { "swh:depth=3,exact=12" } "."
            }
            datalist #names { @for name in names { option value=(name) {} } }
            ol #seats.entry data-most=(MOST_PLAYERS) aria-label="Players" {
                @for (index, usual) in ["td", "swh"].into_iter().enumerate() {
                    li {
                        input name="player" list="names" value=(usual) autocomplete="off" spellcheck="false"
                            aria-label={ "Player " (index + 1) } aria-describedby="players-hint";
                    }
                }
            }
            div.actions { button #add type="button" { "Add a player" } button #remove type="button" { "Remove the last" } }
            div.fields {
                label.field { span { "Pairs of games per pairing" } input name="pairs" type="number" min="1" max=(MOST_PAIRS) step="1" value="50"; }
                label.field { span { "Seed" } input name="seed" type="number" min="0" step="1" placeholder="random"; }
            }
            p.hint { "Games start after " (OPENING_PLIES) " random plies." }
            p #problem.wrong role="alert" hidden {}
            div.actions { button.primary type="submit" { "Play" } }
        }
    }
}

/// The contests there were, the newest first.
fn list(rows: &[ContestRow]) -> Markup {
    html! {
        section.card aria-labelledby="contests-heading" {
            h2 #contests-heading { "Contests" }
            @if rows.is_empty() { p.hint { "None yet." } }
            ul.contests {
                @for row in rows {
                    li {
                        a href={ "/league/" (row.now.contest) } { (title(row)) }
                        (state(row.now.state))
                        small { (HumanCount(row.now.games)) " of " (HumanCount(row.now.total_games)) " games · " (readable(&row.started)) }
                    }
                }
            }
        }
    }
}

/// Who takes paging, in a few words.
fn title(row: &ContestRow) -> String {
    match row.players.as_slice() {
        _ if row.title.is_some() => row.title.clone().unwrap_or_default(),
        [first, second] => format!("{first} – {second}"),
        players => format!("{} players: {}", players.len(), players.join(", ")),
    }
}

fn state(state: ContestState) -> Markup {
    html! { span.state data-state=(state.word()) { (state.word()) } }
}

/// Rating lists, each with its picture and its table of who met whom.
fn ratings(standings: &Standings) -> Result<Markup, Problem> {
    let mut groups = Vec::new();
    for group in &standings.groups {
        let scale = match standings.is_on_ladder(group) {
            true => {
                "In Elo on the scale of the ladder, where the random player has 0, with 95 % intervals. Anchors (⚓) keep their ratings."
            }
            false => "In Elo with 95 % intervals; the mean of everybody is 0.",
        };
        groups.push((
            scale,
            picture(standings, group).map_err(Problem::failed)?,
            crosstable(standings, group),
        ));
    }
    let (games, different) = standings.games();
    Ok(html! {
        @if groups.is_empty() {
            p.hint { "Nobody has played yet. Let some players meet." }
        } @else {
            p.hint #weight {
                (HumanCount(games)) " games, " (HumanCount(different)) " different. Games that repeat earlier ones, turned and mirrored as one likes, carry no weight."
            }
            @for caution in standings.cautions() { p.caution { (caution) } }
        }
        @if groups.len() > 1 {
            p.hint { "No games connect these groups: ratings compare players of one group only." }
        }
        @for (scale, picture, table) in &groups { p.hint { (scale) } (picture) (table) }
    })
}

/// The fixed scale that comes with the program.
fn ladder() -> Markup {
    html! {
        details.ladder open {
            summary { "The ladder" }
            p.hint { "Players whose ratings were measured once and are fixed. Who has met some of them is rated on their scale; " code { "outflank ladder PLAYER" } " finds the place of a player on it." }
            div.scroll tabindex="0" role="group" aria-label="The ladder" {
                table.data {
                    thead { tr {
                        th scope="col" { "Player" } th.number scope="col" { "Elo" } th.number scope="col" { "95 %" } th.number scope="col" { "Different games" }
                    } }
                    tbody {
                        @for anchor in Ladder::standard().anchors.iter().rev() {
                            tr {
                                th scope="row" { a href={ "/players/" (head(&anchor.player)) } { (anchor.player) } }
                                td.number { (elo(anchor.elo)) } td.number { "± " (format!("{:.0}", anchor.reach)) }
                                td.number { (HumanCount(anchor.games)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The ratings of a group with their intervals.
fn picture(standings: &Standings, group: &RatingList) -> Result<Markup, PlotError> {
    let mut plot = Intervals::new("Ratings", "Elo");
    for rating in group.ratings() {
        plot = plot.row(IntervalRow::new(&rating.player, rating.elo, rating.interval)?);
    }
    if !standings.is_on_ladder(group) {
        plot = plot.reference("mean", 0.0)?;
    }
    Ok(
        html! { div.wide tabindex="0" role="group" aria-label="Ratings with their intervals" { (drawn(&plot.into())) } },
    )
}

/// Who met whom: the score of the row against the column, in per cent.
fn crosstable(standings: &Standings, group: &RatingList) -> Markup {
    let ratings = group.ratings();
    html! {
        div.scroll tabindex="0" role="group" aria-label="Who met whom" {
            table.data.cross {
                caption { "The score of each row against each column, in per cent, with its 95 % interval." }
                thead { tr {
                    td {} th scope="col" { "Player" } th.number scope="col" { "Elo" }
                    th.number scope="col" { "Different games" } th.number scope="col" { "Score" }
                    @for number in 1..=ratings.len() { th.number scope="col" { (number) } }
                } }
                tbody {
                    @for (index, rating) in ratings.iter().enumerate() {
                        tr {
                            td.number { (index + 1) }
                            th scope="row" {
                                a href={ "/players/" (head(&rating.player)) } { (rating.player) }
                                @if standings.anchor(&rating.player).is_some() { span title="An anchor of the ladder" { " ⚓" } }
                            }
                            td.number { (elo(rating.elo)) small { (elo(rating.interval.low)) " to " (elo(rating.interval.high)) } }
                            td.number { (HumanCount(rating.games)) }
                            td.number { (format!("{:.1}", 100.0 * rating.score)) }
                            @for other in ratings {
                                td.number { (met(&standings.table.between(&rating.player, &other.player))) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A score in per cent with its interval, or a dash.
fn met(pairs: &Pentanomial) -> Markup {
    let interval = pairs.interval(Confidence::USUAL);
    html! {
        @match pairs.score() {
            Some(score) => {
                (format!("{:.0}", 100.0 * score))
                small { (format!("{:.0}–{:.0}", 100.0 * interval.low, 100.0 * interval.high)) }
            }
            None => "–",
        }
    }
}

/// A rating with its sign, as it is set in print.
pub(super) fn elo(rating: f64) -> String {
    match rating {
        f64::INFINITY => "+∞".to_owned(),
        f64::NEG_INFINITY => "−∞".to_owned(),
        _ => format!("{rating:+.1}").replace('-', "−"),
    }
}

/// The name of a player without its options.
fn head(player: &str) -> &str {
    player.split(':').next().unwrap_or(player)
}

/// The page of one contest.
pub(crate) async fn contest(
    State(laboratory): State<Arc<Laboratory>>,
    Path(id): Path<i64>,
    Query(paging): Query<Paging>,
) -> Result<Markup, Problem> {
    let made = laboratory.query(move |laboratory| {
        let row = contests::row(laboratory, &contests::find(laboratory, id)?);
        let now = &row.now;
        let entry = Entry::Contest(id);
        let (_, archived) = laboratory.store.mark_of(&entry)?;
        let result = result_of(laboratory, id, paging.from)?;
        Ok(html! {
            p.crumbs { a href="/league" { "League" } }
            article #contest data-contest=(id) data-now=(serde_json::to_string(now).unwrap_or_default()) {
                header.lead.run-head {
                    h1 { (title(&row)) }
                    (state(now.state))
                    div.actions {
                        button #resume.primary type="button" hidden { "Resume" }
                        button #stop type="button" hidden { "Stop" }
                    }
                }
                p #problem.wrong role="alert" hidden {}
                section.card.progress aria-label="Progress" {
                    progress #bar max=(now.total_games.max(1)) value=(now.games) aria-label="Games played" {}
                    dl.figures {
                        div { dt { "Games" } dd #games { (HumanCount(now.games)) " of " (HumanCount(now.total_games)) } }
                        div { dt { "Games a second" } dd #speed { "–" } }
                        div { dt { "Time left" } dd #left { "–" } }
                        div { dt { "Seed" } dd { (row.seed) } }
                        div { dt { "Began" } dd { (readable(&row.started)) } }
                    }
                }
                div #result data-from=(paging.from) { (result) }
                (manage(&entry, row.title.as_deref(), archived, "/league"))
            }
        })
    });
    Ok(Page { title: "League", script: Some("contest.js"), content: made.await? }
        .document(&laboratory.program))
}

/// What came out of a contest so far, as a part of a page.
pub(crate) async fn result(
    State(laboratory): State<Arc<Laboratory>>,
    Path(id): Path<i64>,
    Query(paging): Query<Paging>,
) -> Result<Markup, Problem> {
    let made = laboratory.query(move |laboratory| {
        contests::find(laboratory, id)?;
        result_of(laboratory, id, paging.from)
    });
    made.await
}

fn result_of(laboratory: &Laboratory, id: i64, from: u32) -> Result<Markup, Problem> {
    let standings = contests::standings(laboratory, Some(id))?;
    let games = laboratory.store.contest_games(id, from, PART)?;
    let games: Vec<ContestGame> = games.into_iter().map(ContestGame::from).collect();
    let played = contests::find(laboratory, id)?.played;
    Ok(html! {
        section.card aria-label="Result" { h2 { "Result" } (ratings(&standings)?) }
        section.card.games-of aria-label="Games" {
            h2 { "Games" }
            @if games.is_empty() { p.hint { "None yet." } } @else { (game_table(&games)) }
            nav.pager aria-label="More games" {
                @if from > 0 { a href={ "/league/" (id) "?from=" (from.saturating_sub(PART)) } { "Earlier games" } }
                @if u64::from(from + PART) < played { a href={ "/league/" (id) "?from=" (from + PART) } { "Later games" } }
            }
        }
    })
}

fn game_table(games: &[ContestGame]) -> Markup {
    html! {
        div.scroll tabindex="0" role="group" aria-label="Games" {
            table.data {
                thead { tr {
                    th scope="col" { "Black" } th scope="col" { "White" } th.number scope="col" { "Black’s margin" } th scope="col" { "Moves" }
                } }
                tbody {
                    @for game in games {
                        tr {
                            td { (game.black) } td { (game.white) }
                            td.number {
                                @match (game.margin, &game.forfeit) {
                                    (Some(margin), _) => (format!("{margin:+}")),
                                    (None, forfeit) => { "given up " small { (forfeit.as_deref().unwrap_or_default()) } }
                                }
                            }
                            td { a.moves-of href={ "/games#moves=" (game.moves) } title={ "Open " (game.black) " against " (game.white) " on the board" } {
                                (game.moves.get(..24).unwrap_or(&game.moves)) "…"
                            } }
                        }
                    }
                }
            }
        }
    }
}
