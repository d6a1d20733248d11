//! What the document claims, put so that a run can decide it.

use outflank_arena::statistics::MeanEstimate;
use outflank_learn::edgar::Teacher;
use outflank_rules::Square;

use super::Trained;
use super::measure::{LEAGUE, PANEL, teacher};
use super::plan::{Plan, Variant};
use super::results::{Number, Results};
use crate::report::{Claim, Estimate, Finding, ReportError};

/// All claims with their verdicts.
pub(super) fn claims(plan: &Plan, results: &Results) -> Result<Vec<Finding>, ReportError> {
    let judge = Judge { results };
    let mut findings = Vec::new();
    for kind in Teacher::ALL {
        findings.push(judge.score(
            &format!("after {} games Edgar beats its teacher: {kind}", plan.games),
            "implied",
            &teacher(kind),
        )?);
    }
    findings.push(
        Finding::unmeasured("Edgar beats most people, but not all", "“most but not all”", Claim::above(0.5))
            .because("No people were asked. A student's ten games against the original are all that is on record: 6 won, 1 drawn, 3 lost by the student."),
    );
    for opponent in PANEL {
        findings.push(judge.score(
            &format!("Edgar is a challenge to other programs: it scores at least even with {opponent}"),
            "“presenting a challenge”",
            opponent,
        )?);
    }
    let league = |trained: &Trained| trained.score(LEAGUE);
    let last = plan.points().len() - 1;
    let teachers = move |trained: &Trained| trained.against_fixed_teachers(last);
    for (name, number) in
        [("in the Othello League", &league as &Number<'_>), ("against its fixed teachers", &teachers)]
    {
        for (statement, theirs, one, other) in [
            (
                "hill climbing over F makes Edgar play at least a little better",
                "“no doubt”",
                Variant::Climbing,
                Variant::Ours,
            ),
            ("the value for giving a corner (G) helps", "implied", Variant::Ours, Variant::NoCorner),
            ("the factors on flips (F) help", "implied", Variant::Ours, Variant::NoFlips),
            ("telling the times of a game apart helps", "implied", Variant::Ours, Variant::Timeless),
        ] {
            let lead = results.lead(one, other, number);
            findings.push(judge.above_zero(&format!("{statement}, {name}"), theirs, lead)?);
        }
    }
    let late = results.lead_of_points(last, last.min(3));
    findings.push(judge.above_zero(
        &format!(
            "the games after the first {} still improve it, against its fixed teachers",
            plan.points()[last.min(3)]
        ),
        "70,000 games",
        late,
    )?);
    let corner = results.mean(Variant::Ours, |trained| Some(-trained.corner));
    findings.push(judge.above_zero("giving a corner is learned to be bad (−G)", "implied", corner)?);
    let corners = [Square::A1, Square::H1, Square::A8, Square::H8];
    let beside = [Square::B2, Square::G2, Square::B7, Square::G7];
    let lead =
        results.mean(Variant::Ours, |trained| Some(trained.worth_of(&corners)? - trained.worth_of(&beside)?));
    findings.push(judge.above_zero(
        "corners are learned to be worth more than the X squares beside them (from the twentieth disc on)",
        "implied",
        lead,
    )?);
    Ok(findings)
}

impl Results {
    /// How much better our Edgars are at one point of their curves than at another.
    fn lead_of_points(&self, late: usize, early: usize) -> Option<MeanEstimate> {
        self.mean(Variant::Ours, |trained| {
            Some(trained.against_fixed_teachers(late)? - trained.against_fixed_teachers(early)?)
        })
    }
}

struct Judge<'a> {
    results: &'a Results,
}

impl Judge<'_> {
    /// Whether the score against an opponent is above one half.
    fn score(&self, statement: &str, theirs: &str, opponent: &str) -> Result<Finding, ReportError> {
        let estimate = self.results.mean(Variant::Ours, |trained| trained.score(opponent));
        finding(statement, theirs, Claim::above(0.5), estimate)
    }

    /// Whether a number is above zero.
    fn above_zero(
        &self,
        statement: &str,
        theirs: &str,
        estimate: Option<MeanEstimate>,
    ) -> Result<Finding, ReportError> {
        finding(statement, theirs, Claim::above(0.0), estimate)
    }
}

fn finding(
    statement: &str,
    theirs: &str,
    claim: Claim,
    estimate: Option<MeanEstimate>,
) -> Result<Finding, ReportError> {
    Ok(match estimate {
        Some(MeanEstimate { mean, interval }) => {
            Finding::new(statement, theirs, claim, Estimate::new(mean, interval)?)
        }
        None => Finding::unmeasured(statement, theirs, claim),
    })
}
