//! What every report says of its claims. All of it follows from the data: it can be worked out again from them, and checked.

use outflank_arena::statistics::Interval;
use outflank_learn::Scale;

use super::{Reading, Replication};
use crate::claims::{Claim, Class, Data, FEWEST, Finding, Threshold, Verdict, mark_survivors};
use crate::plot::{IntervalRow, Intervals};
use crate::report::{Figure, ReportError, Section};

/// The claims of a study, judged by its data.
pub(super) struct Judged<'a> {
    pub scale: Scale,
    pub data: &'a Data,
    /// Every claim, by the first reading.
    pub findings: Vec<Finding>,
    pub readings: Vec<Reading>,
    /// How many readings, from the first, are of equal rank.
    pub arms: usize,
}

/// Under what heading the claims of a verdict stand.
const HEADINGS: [(Verdict, &str); 4] = [
    (Verdict::Replicated, "What agrees"),
    (Verdict::NotReplicated, "What does not"),
    (Verdict::Undecided, "What is undecided at this size"),
    (Verdict::Untestable, "What cannot be tested here"),
];

const GLANCE: &str = "At a glance";
const OTHERS: &str = "Implied, wished for, and our own questions";
const RULES: &str = "How verdicts are made";
/// What hangs on a reading.
pub(super) const MATRIX: &str = "What hangs on a reading";

/// Whether a section of this heading follows from the data alone.
pub(super) fn is_heading(heading: &str) -> bool {
    [GLANCE, OTHERS, MATRIX, RULES].contains(&heading) || HEADINGS.iter().any(|(_, known)| *known == heading)
}

impl Replication {
    /// Every claim with its verdict, by these numbers alone.
    pub(super) fn judge<'a>(&self, data: &'a Data) -> Judged<'a> {
        let claims = self.experiment.claims(data);
        let mut findings: Vec<Finding> = claims.iter().map(|claim| judge(claim, data, self.scale)).collect();
        mark_survivors(&mut findings);
        let (readings, arms) = (self.experiment.readings(data), self.experiment.arms());
        Judged { scale: self.scale, data, findings, readings, arms }
    }
}

/// Everything in a report that follows from the data alone.
pub(super) struct Follows {
    /// The claims at a glance, and what matters most.
    pub first: Vec<Section>,
    /// Claims by verdict, readings, rules.
    pub claims: Vec<Section>,
    /// What stands behind them.
    pub rest: Vec<Section>,
}

impl Follows {
    /// All sections, in the order of the report.
    pub(super) fn sections(&self) -> impl Iterator<Item = &Section> {
        self.first.iter().chain(&self.claims).chain(&self.rest)
    }
}

impl Replication {
    /// What a report says by its data alone.
    pub(super) fn follows(&self, data: &Data) -> Result<Follows, ReportError> {
        let mut claims = self.judge(data).sections()?.into_iter();
        let first = claims.next().into_iter().chain(self.experiment.main(data)?).collect();
        Ok(Follows { first, claims: claims.collect(), rest: self.experiment.sections(data)? })
    }
}

/// What the data say about a claim. The smallest scale shows that everything runs, and decides nothing.
pub(super) fn judge(claim: &Claim, data: &Data, scale: Scale) -> Finding {
    match scale {
        Scale::Smoke => claim.judge(data).as_trial(),
        Scale::Quick | Scale::Full => claim.judge(data),
    }
}

impl Judged<'_> {
    /// Every claim under each reading, in order.
    pub(super) fn under_readings(&self) -> impl Iterator<Item = Vec<Finding>> {
        self.readings
            .iter()
            .map(|reading| reading.claims.iter().map(|claim| judge(claim, self.data, self.scale)).collect())
    }

    /// All that follows from the data: a glance first, then the claims by verdict, what hangs on a reading, and how verdicts
    /// are made. Nothing where nothing is claimed.
    pub(super) fn sections(&self) -> Result<Vec<Section>, ReportError> {
        if self.findings.is_empty() {
            return Ok(Vec::new());
        }
        let mut sections = vec![self.arms(glance(&self.findings)?)?];
        let some = |is_wanted: &dyn Fn(&Finding) -> bool| -> Vec<Finding> {
            self.findings.iter().filter(|finding| is_wanted(finding)).cloned().collect()
        };
        for (verdict, heading) in HEADINGS {
            let findings = some(&|finding| finding.class() == Class::Claimed && finding.verdict() == verdict);
            if !findings.is_empty() {
                sections.push(Section::new(heading).claims(findings));
            }
        }
        let others = some(&|finding| finding.class() != Class::Claimed);
        if !others.is_empty() {
            let section = Section::new(OTHERS).paragraph(
                "Nobody claimed these: what the document takes for granted, what it hoped for and did not try, and \
                 what we asked. They are in no count.",
            );
            sections.push(section.claims(others).folded());
        }
        if self.readings.len() > 1 {
            sections.push(self.matrix()?);
        }
        sections.push(Section::new(RULES).paragraph(rules(&self.findings)).folded());
        Ok(sections)
    }
}

/// How verdicts come about, for all studies.
fn rules(findings: &[Finding]) -> String {
    let tested = findings.iter().filter(|finding| finding.verdict() != Verdict::Untestable).count();
    let decided: Vec<bool> = findings.iter().filter_map(Finding::survives).collect();
    format!(
        "A verdict follows from an interval of 95 % and a threshold alone, over at least {FEWEST} replicas; a claim that \
         names several numbers holds if all of them do, and each is shown. “About” a number is from four fifths to five \
         fourths of it; “the same” is within 5 points of 100. {tested} rows are tested at once, so that one or two may be \
         decided by luck alone: of {} that are decided, {} stand by Holm's rule for all of them together; the others say so. \
         What is claimed is told apart from what is implied, what was wished for there, and what we asked: only claims are \
         counted.",
        decided.len(),
        decided.iter().filter(|stands| **stands).count(),
    )
}

/// The one figure that says it all: every claim on one axis.
fn glance(findings: &[Finding]) -> Result<Section, ReportError> {
    /// Further than this from the threshold is shown by an arrow.
    const FAR: f64 = 6.0;
    let mut plot = Intervals::new("Claims, and where the numbers lie", "half intervals from the threshold")
        .names_above()
        .reference("as claimed →", 0.0)?;
    // What nobody claimed is shown where there is nothing else.
    let is_claimed = |finding: &&Finding| finding.class() == Class::Claimed;
    let is_shown = |finding: &&Finding| is_claimed(finding) || !findings.iter().any(|it| is_claimed(&it));
    for finding in findings.iter().filter(is_shown) {
        let Some((part, ours)) = finding.decisive().and_then(|part| Some((part, part.ours?))) else {
            continue;
        };
        let reach = ours.interval().width() / 2.0;
        if !(reach.is_finite() && reach > 0.0) {
            continue;
        }
        let place = |value: f64| {
            let distance = match part.threshold {
                Threshold::Above { threshold } => value - threshold,
                Threshold::Below { threshold } => threshold - value,
                Threshold::Between { low, high } => (value - low).min(high - value),
            };
            distance / reach
        };
        let value = place(ours.value());
        let end = |end: f64| if end.abs() > FAR { f64::INFINITY.copysign(end) } else { end };
        let interval = Interval { low: end(value - 1.0), high: end(value + 1.0) };
        // An interval that begins beyond the axis ends there with an arrow.
        let interval = Interval {
            low: if interval.low == f64::INFINITY { FAR - 1.0 } else { interval.low },
            high: if interval.high == f64::NEG_INFINITY { 1.0 - FAR } else { interval.high },
        };
        let theirs = part.printed.map_or(String::new(), |_| format!(" ○ {}", part.printed_in_words()));
        let mut row = IntervalRow::new(
            format!("{} {}", finding.verdict().sign(), finding.statement()),
            value.clamp(-FAR, FAR),
            interval,
        )?
        .written(format!("{}{theirs}", part.ours_in_words()));
        if let Some(printed) = part.printed {
            row = row.beside(place(printed).clamp(-FAR, FAR))?;
        }
        plot = plot.row(row);
    }
    Ok(Section::new(GLANCE).figure(Figure::new(
        "claims",
        "Each claim by the number that decides it: the dot is ours with its 95 % interval, the ring the document's own \
         number where it gives one. Right of the line is as claimed; an interval that reaches across it decides nothing. \
         Claims of several numbers are opened below.",
        plot,
    )))
}
