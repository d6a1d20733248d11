//! What the document claims, put so that a run can decide it.
//!
//! Where the document gives no number to decide by, the threshold is ours, and the sentence beside the claim says so.

use outflank_learn::winmeasure::study::{Plan, Setting, Variant};
use outflank_learn::winmeasure::{Feature, Middle};

use super::results::{Results, lead, lead_of_each, mean};
use crate::report::{Claim, Estimate, EstimateError, Finding};

type Measured = Result<Option<Estimate>, EstimateError>;

/// All claims, with our verdicts.
pub(super) fn all(plan: &Plan, results: &Results) -> Result<Vec<Finding>, EstimateError> {
    let mut findings = in_the_table(results)?;
    findings.extend(at_the_board(results)?);
    findings.extend(by_comparison(plan, results)?);
    findings.extend(suggested(results)?);
    Ok(findings)
}

/// A claim, judged if it was measured.
fn judge(
    statement: &str,
    theirs: &str,
    claim: Claim,
    ours: Measured,
    why: &str,
) -> Result<Finding, EstimateError> {
    let finding = match ours? {
        Some(ours) => Finding::new(statement, theirs, claim, ours),
        None => Finding::unmeasured(statement, theirs, claim),
    };
    Ok(finding.because(why))
}

/// What is found in the tables.
fn in_the_table(results: &Results) -> Result<Vec<Finding>, EstimateError> {
    let mut findings = Vec::new();
    for (phase, theirs) in Middle::ALL.into_iter().zip([700.0, 2000.0, 4500.0]) {
        let used =
            results.sample(Variant::SelfTaught, |taught| Some(taught.summary.used[phase as usize] as f64));
        findings.push(judge(
            &format!("about {theirs} heuristics of phase {} are ever used", phase.number()),
            &theirs.to_string(),
            Claim::between(theirs / 2.0, theirs * 2.0),
            mean(&used),
            "“About” is taken as half to twice as many: the document's thresholds are lost, and decide it.",
        )?);
    }
    let share = results.sample(Variant::SelfTaught, |taught| {
        Some(taught.summary.used.iter().sum::<usize>() as f64 / 46_875.0)
    });
    findings.push(judge(
        "only relatively few heuristics are ever used",
        "7,200 of 46,875",
        Claim::below(0.25),
        mean(&share),
        "A share of all; below a quarter counts as few.",
    )?);
    let high = results.sample(Variant::SelfTaught, |taught| Some(taught.summary.nearly_all_very_high as f64));
    findings.push(judge(
        "three or four heuristics with all or nearly all features VeryHigh end on top",
        "3 or 4",
        Claim::between(2.5, 4.5),
        mean(&high),
        "Counted among the ten highest measures of a table; five of six VeryHigh are nearly all.",
    )?);
    let growth = |phase: Middle| {
        results.sample(Variant::SelfTaught, |taught| {
            Some(taught.summary.height(Middle::Four) / taught.summary.height(phase).max(1.0))
        })
    };
    for phase in [Middle::Two, Middle::Three] {
        findings.push(judge(
            &format!("measures of phase 4 grow faster than those of phase {}", phase.number()),
            "much more rapidly",
            Claim::above(1.0),
            mean(&growth(phase)),
            "The mean of the ten highest measures of phase 4 as a multiple of the other phase's.",
        )?);
    }
    let mobility = results.sample(Variant::SelfTaught, |taught| {
        let effects = taught.summary.effects.map(f64::abs);
        let others = effects.iter().sum::<f64>() - effects[Feature::Mobility as usize];
        Some(effects[Feature::Mobility as usize] - others / 5.0)
    });
    findings.push(judge(
        "mobility does not matter as much as is said",
        "—",
        Claim::below(0.0),
        mean(&mobility),
        "How closely measures go with the level of mobility (absolute correlation), minus the mean of the other features.",
    )?);
    Ok(findings)
}

/// What is seen in games.
fn at_the_board(results: &Results) -> Result<Vec<Finding>, EstimateError> {
    let of_habits = |number: fn(&outflank_learn::winmeasure::study::Habits) -> f64| {
        results.sample(Variant::SelfTaught, |taught| Some(number(&taught.habits)))
    };
    let mut findings = vec![
        judge(
            "moves onto squares next to an empty corner carry negative measures",
            "very negative",
            Claim::below(0.0),
            mean(&of_habits(|habits| habits.risky_measures.mean())),
            "The mean measure of such moves, wherever they were at hand in games of the table against itself.",
        )?,
        judge(
            "moves onto squares next to an empty corner carry lower measures than others",
            "—",
            Claim::below(0.0),
            mean(&of_habits(|habits| habits.risky_measures.mean() - habits.other_measures.mean())),
            "The same, minus the mean measure of all other moves at hand.",
        )?,
        judge(
            "the second player wins more often in self-play",
            "noticeably more often",
            Claim::above(0.5),
            mean(&results.sample(Variant::SelfTaught, |taught| Some(taught.second_wins))),
            "The second player's share of the decided games of a table against itself.",
        )?,
    ];
    let practised = results.practised;
    let takes = practised.map_or(1.0, |habits| habits.takes_corner.mean());
    findings.push(judge(
        "corners are not taken aggressively enough",
        "never adequate",
        Claim::below(takes),
        mean(&of_habits(|habits| habits.takes_corner.mean())),
        "The share of corners taken of those that could be, against that of Korman at 3 plies.",
    )?);
    let gives = practised.map_or(0.0, |habits| habits.gives_corner.mean());
    findings.push(judge(
        "corners are given away too often",
        "too often",
        Claim::above(gives),
        mean(&of_habits(|habits| habits.gives_corner.mean())),
        "The share of moves that give one, of turns with a choice, against that of Korman at 3 plies.",
    )?);
    let blocks = |variant| results.sample(variant, |taught| Some(taught.habits.corner_blocks.mean()));
    findings.push(judge(
        "play goes towards a cross: corner blocks empty, the rest filled",
        "observed",
        Claim::above(0.0),
        lead(&blocks(Variant::SelfTaught), &blocks(Variant::Untaught)),
        "Empty squares in the four 2 × 2 corner blocks when 16 are empty, more than with an untaught table.",
    )?);
    Ok(findings)
}

/// What playing the author showed: here the panel.
fn by_comparison(plan: &Plan, results: &Results) -> Result<Vec<Finding>, EstimateError> {
    let scores = |variant| results.scores(variant, Setting::AsTaught);
    let longer = |setting| results.scores(Variant::SelfTaughtLonger, setting);
    let games = |games: u64| format!("{games} games");
    Ok(vec![
        judge(
            "learning takes place: a self-taught table plays better than an untaught one",
            "consistent evidence",
            Claim::above(0.0),
            lead(&scores(Variant::SelfTaught), &scores(Variant::Untaught)),
            "Difference of scores against the panel.",
        )?,
        judge(
            "a self-taught table plays better than one taught by weighted squares",
            "noticeably weak",
            Claim::above(0.0),
            lead(&scores(Variant::SelfTaught), &scores(Variant::SquaresTaught)),
            "Difference of scores against the panel.",
        )?,
        judge(
            &format!(
                "a pre-weighted table plays better after {} than after {}",
                games(plan.games / 5),
                games(plan.games)
            ),
            "0.64, then 0.4 to 0.5",
            Claim::above(0.0),
            lead(&scores(Variant::PreWeightedShort), &scores(Variant::PreWeighted)),
            "Difference of scores against the panel.",
        )?,
        judge(
            "pre-weights are swamped by further learning: untaught, a pre-weighted table plays better",
            "better moves get swamped",
            Claim::above(0.0),
            lead(&scores(Variant::PreWeightedUntaught), &scores(Variant::PreWeighted)),
            "Difference of scores against the panel, not taught at all over fully taught.",
        )?,
        judge(
            &format!("after {}, a look-ahead of 10 plays better than 8", games(plan.games / 5 * 6)),
            "0.64, and 0.4 to 0.5",
            Claim::above(0.0),
            lead_of_each(&longer(Setting::Lookahead(10)), &longer(Setting::AsTaught)),
            "Difference of scores against the panel, table by table.",
        )?,
        judge(
            "25 games against a practised player first make no noticeable difference",
            "none noticeable",
            Claim::between(-0.05, 0.05),
            lead(&scores(Variant::PlayedFirst), &scores(Variant::SelfTaught)),
            "Difference of scores against the panel; five points in a hundred are noticeable.",
        )?,
        judge(
            "a self-taught table scores 40 to 50 % against a practised player",
            "0.4 to 0.5",
            Claim::between(0.4, 0.5),
            mean(&scores(Variant::SelfTaught)),
            "The score against the panel, which is not the author: the number says how strong the panel is, too.",
        )?,
        judge(
            "a pre-weighted table scores above 60 % after few games",
            "7 of 11",
            Claim::above(0.6),
            mean(&scores(Variant::PreWeightedShort)),
            "The score against the panel.",
        )?,
        judge(
            "a look-ahead of 10 scores above 60 %",
            "7 of 11",
            Claim::above(0.6),
            mean(&longer(Setting::Lookahead(10))),
            "The score against the panel.",
        )?,
    ])
}

/// What the author believed would help, and did not build.
fn suggested(results: &Results) -> Result<Vec<Finding>, EstimateError> {
    let scores = |variant| results.scores(variant, Setting::AsTaught);
    let longer = |setting| results.scores(Variant::SelfTaughtLonger, setting);
    let base = scores(Variant::SelfTaught);
    let better = |statement: &str, theirs: &str, ours: Measured, why: &str| {
        judge(statement, theirs, Claim::above(0.0), ours, why)
    };
    let panel = "Difference of scores against the panel.";
    let each = "Difference of scores against the panel, table by table.";
    Ok(vec![
        better(
            "a front end that takes corners and refuses to give them helps",
            "a distinct improvement",
            lead_of_each(&longer(Setting::FrontEnd), &longer(Setting::AsTaught)),
            "Put before tables that were taught without it. Difference of scores against the panel, table by table.",
        )?,
        better(
            "the front end helps while learning, too",
            "—",
            lead(&scores(Variant::FrontEnd), &base),
            panel,
        )?,
        better(
            "starting phases 2 and 3 anew helps",
            "perhaps",
            lead(&scores(Variant::Restarted), &base),
            panel,
        )?,
        better(
            "considering the most aggressive reply helps",
            "too time-expensive",
            lead(&scores(Variant::Reply), &base),
            panel,
        )?,
        better(
            "a look-ahead of 10 while learning helps",
            "—",
            lead(&scores(Variant::FartherAhead), &base),
            panel,
        )?,
        better(
            "a look-ahead of 12 plays better than 10",
            "—",
            lead_of_each(&longer(Setting::Lookahead(12)), &longer(Setting::Lookahead(10))),
            each,
        )?,
        better(
            "a look-ahead of 14 plays better than 12",
            "—",
            lead_of_each(&longer(Setting::Lookahead(14)), &longer(Setting::Lookahead(12))),
            each,
        )?,
    ])
}
