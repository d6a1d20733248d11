//! League: how strong everybody is, who met whom, and new contests.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use indicatif::HumanCount;
use maud::{Markup, html};
use outflank_arena::statistics::{
    Confidence, EloModel, Hypothesis, Pentanomial, RatingList, ScoreSheet, Sprt, SprtBounds, SprtVerdict,
};
use outflank_lab::plot::{IntervalRow, Intervals, PlotError};
use outflank_lab::{Entry, Meeting, Standings};
use serde::Deserialize;

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
                p { "Let players meet, and see who is stronger and how sure that is. Every result was played in pairs: each opening once with either colour." }
            }
            div.columns {
                div.stack {
                    (form(&names))
                    (list(&rows))
                }
                section.card aria-labelledby="ratings-heading" {
                    h2 #ratings-heading { "Ratings from contests" }
                    (ratings(&standings, None)?)
                    p { "Everybody on one scale stands on the " a href="/ladder" { "ladder" } "." }
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
fn ratings(standings: &Standings, contest: Option<i64>) -> Result<Markup, Problem> {
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
            crosstable(standings, group, contest),
        ));
    }
    Ok(html! {
        @if groups.is_empty() {
            p.hint { "No contest has been played here yet. Let some players meet, or look at the ladder, where everybody has a place." }
        } @else {
            (weight(standings))
        }
        @if groups.len() > 1 {
            p.hint { "No games connect these groups: ratings compare players of one group only." }
        }
        @for (scale, picture, table) in &groups { p.hint { (scale) } (picture) (table) }
    })
}

/// What the results rest on.
fn weight(standings: &Standings) -> Markup {
    let (games, different) = standings.games();
    html! {
        p.hint #weight {
            (HumanCount(games)) " games, " (HumanCount(different)) " different. Games that repeat earlier ones, turned and mirrored as one likes, carry no weight."
        }
        @for caution in standings.cautions() { p.caution { (caution) } }
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

/// Who met whom: the score of the row against the column, in per cent, in colours; a cell leads to its games.
fn crosstable(standings: &Standings, group: &RatingList, contest: Option<i64>) -> Markup {
    let ratings = group.ratings();
    html! {
        div.scroll tabindex="0" role="group" aria-label="Who met whom" {
            table.data.cross.heat {
                caption { "The score of each row against each column, in per cent, with its 95 % interval. A cell leads to its games." }
                thead { tr {
                    th scope="col" { "Player" } th.number scope="col" { "Elo" }
                    th.number scope="col" { "Different games" } th.number scope="col" { "Score" }
                    @for number in 1..=ratings.len() { th.cell scope="col" { (number) } }
                } }
                tbody {
                    @for (index, rating) in ratings.iter().enumerate() {
                        tr {
                            th scope="row" { (index + 1) ". " a href={ "/players/" (head(&rating.player)) } { (rating.player) }
                                @if standings.anchor(&rating.player).is_some() { " " span title="Anchor of the ladder" { "⚓" } } }
                            td.number { (elo(rating.elo)) small { (elo(rating.interval.low)) " to " (elo(rating.interval.high)) } }
                            td.number { (HumanCount(rating.games)) }
                            td.number { (format!("{:.1}", 100.0 * rating.score)) }
                            @for other in ratings {
                                (met(standings, &rating.player, &other.player, contest))
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A cell: a score in per cent with its interval, in a colour, or a dash.
fn met(standings: &Standings, player: &str, other: &str, contest: Option<i64>) -> Markup {
    let pairs = standings.table.between(player, other);
    let interval = pairs.interval(Confidence::USUAL);
    html! {
        @match pairs.score() {
            Some(score) => td class={ "cell " (shade(score)) } {
                a href=(games_address(player, other, contest)) {
                    span.unseen { "Games of " (player) " against " (other) ": " }
                    (format!("{:.0}", 100.0 * score))
                    small { (format!("{:.0}–{:.0}", 100.0 * interval.low, 100.0 * interval.high)) }
                }
            }
            None => td.cell { "–" },
        }
    }
}

/// The colour of a score: how far it is from one half, in four steps.
fn shade(score: f64) -> &'static str {
    match score - 0.5 {
        over if over > 0.3 => "above-4",
        over if over > 0.15 => "above-3",
        over if over > 0.05 => "above-2",
        over if over > 0.0 => "above-1",
        under if under < -0.3 => "below-4",
        under if under < -0.15 => "below-3",
        under if under < -0.05 => "below-2",
        under if under < 0.0 => "below-1",
        _ => "even",
    }
}

/// Where the games of two players are.
fn games_address(first: &str, second: &str, contest: Option<i64>) -> String {
    let contest = contest.map_or_else(String::new, |contest| format!("&contest={contest}"));
    format!("/league/games?first={}&second={}{contest}", encoded(first), encoded(second))
}

/// A name within an address.
fn encoded(name: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    name.bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

/// What the meeting of two players says: the difference, what was won and lost, and how sure it is who is stronger.
fn verdict(first: &str, second: &str, meeting: &Meeting) -> Markup {
    let sheet = &meeting.distinct;
    let Some(difference) = sheet.elo(Confidence::USUAL) else {
        return html! { p.hint { "No games yet." } };
    };
    let games = meeting.pairs.games();
    let total = (games.wins + games.draws + games.losses).max(1) as f64;
    let share = |count: u64| format!("{:.2}", 100.0 * count as f64 / total);
    let score = sheet.score().unwrap_or(0.5);
    let interval = sheet.interval(Confidence::USUAL);
    let test = Sprt::new(SprtBounds::usual(0.0, 20.0, EloModel::Logistic)).ok();
    html! {
        p.verdict-line {
            (first) " " (elo(difference.elo)) " Elo " small { "against " (second) ", 95 %: " (elo(difference.interval.low)) " to " (elo(difference.interval.high)) }
        }
        div.wdl aria-hidden="true" {
            svg viewBox="0 0 100 10" preserveAspectRatio="none" {
                rect.won x="0" y="0" height="10" width=(share(games.wins)) {}
                rect.drawn x=(share(games.wins)) y="0" height="10" width=(share(games.draws)) {}
                rect.lost x=(share(games.wins + games.draws)) y="0" height="10" width=(share(games.losses)) {}
            }
        }
        dl.figures {
            div { dt { "Won" } dd { (HumanCount(games.wins)) } }
            div { dt { "Drawn" } dd { (HumanCount(games.draws)) } }
            div { dt { "Lost" } dd { (HumanCount(games.losses)) } }
            div { dt { "Score" } dd { (format!("{:.1} %", 100.0 * score)) " " small { (format!("{:.1} to {:.1}", 100.0 * interval.low, 100.0 * interval.high)) } } }
            div { dt { "Likelihood that " (first) " is stronger" } dd #superiority { (format!("{:.1} %", 100.0 * sheet.superiority())) } }
            @if let Some(test) = test {
                div { dt { "Sequential test, +20 against 0 Elo" } dd #sprt { (sequential(&test, sheet)) } }
            }
        }
    }
}

/// Where a sequential test stands, in words.
fn sequential(test: &Sprt, sheet: &Pentanomial) -> Markup {
    let (ratio, limits) = (test.log_likelihood_ratio(sheet), test.limits());
    let words = match test.verdict(sheet) {
        SprtVerdict::Accepted(Hypothesis::H1) => "stronger by 20 or more",
        SprtVerdict::Accepted(Hypothesis::H0) => "not stronger by 20",
        SprtVerdict::Undecided => "undecided",
    };
    let number = |number: f64| format!("{number:.2}").replace('-', "−");
    html! { (words) " " small { "log-likelihood ratio " (number(ratio)) ", decided at " (number(limits.low)) " or " (number(limits.high)) } }
}

/// The games of two players.
#[derive(Debug, Deserialize)]
pub(crate) struct Pairing {
    first: String,
    second: String,
    contest: Option<i64>,
    #[serde(default)]
    from: u32,
}

/// The page of the games of two players.
pub(crate) async fn games(
    State(laboratory): State<Arc<Laboratory>>,
    Query(pairing): Query<Pairing>,
) -> Result<Markup, Problem> {
    let made = laboratory.query(move |laboratory| {
        let Pairing { first, second, contest, from } = pairing;
        let players = laboratory.store.rated_players()?;
        let find = |label: &str| {
            let known = players.iter().find(|player| player.label == label);
            known.ok_or_else(|| Problem::missing(format!("“{label}” has not played here")))
        };
        let (one, other) = (find(&first)?, find(&second)?);
        let games =
            laboratory.store.games_between(contest, &one.identity, &other.identity, from, PART)?;
        let meetings = laboratory.store.meetings(contest)?;
        let meeting = meetings.into_iter().find_map(|met| {
            if met.first == first && met.second == second {
                return Some(met);
            }
            let turned = met.first == second && met.second == first;
            turned.then(|| Meeting { pairs: -met.pairs, distinct: -met.distinct, ..met })
        });
        let games: Vec<ContestGame> = games.into_iter().map(ContestGame::from).collect();
        let address = games_address(&first, &second, contest);
        Ok(html! {
            p.crumbs { a href="/league" { "League" } @if let Some(id) = contest { " › " a href={ "/league/" (id) } { "Contest " (id) } } }
            header.lead { h1 { (first) " against " (second) } }
            section.card aria-label="Result" {
                @match &meeting { Some(meeting) => (verdict(&first, &second, meeting)), None => p.hint { "They have not met." } }
            }
            section.card.games-of aria-label="Games" {
                h2 { "Games" }
                (game_table(&games))
                nav.pager aria-label="More games" {
                    @if from > 0 { a href={ (address) "&from=" (from.saturating_sub(PART)) } { "Earlier games" } }
                    @if games.len() as u32 == 2 * PART { a href={ (address) "&from=" (from + PART) } { "Later games" } }
                }
            }
        })
    });
    Ok(Page { title: "League", script: None, content: made.await? }.document(&laboratory.program))
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
    let contest = contests::find(laboratory, id)?;
    let played = contest.played;
    let is_match = contest.conditions.players.len() == 2;
    let meeting = standings.meetings.iter().find(|_| is_match);
    Ok(html! {
        @match meeting {
            // Two players have one difference, and no table.
            Some(meeting) => section.card aria-label="Result" {
                h2 { "Who is stronger" }
                (verdict(&meeting.first, &meeting.second, meeting))
                (weight(&standings))
            },
            None => section.card aria-label="Result" { h2 { "Result" } (ratings(&standings, Some(id))?) },
        }
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
                    th scope="col" { "Black" } th scope="col" { "White" } th.number scope="col" { "Black’s margin (discs)" } th scope="col" { "Moves" }
                } }
                tbody {
                    @for game in games {
                        tr {
                            td { (game.black) } td { (game.white) }
                            td.number {
                                @match (game.margin, &game.forfeit) {
                                    (Some(0), _) => "draw",
                                    (Some(margin), _) => (format!("{margin:+}").replace('-', "−")),
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
