//! A claim with what our results say about it.

use serde::{Deserialize, Serialize};

use super::{Class, Estimate, FEWEST, Threshold, Verdict};

/// A claim of a document with our verdict, which follows from its numbers and cannot be set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "Stored", into = "Stored")]
pub struct Finding {
    pub(super) class: Class,
    pub(super) statement: String,
    pub(super) source: String,
    pub(super) theirs: Option<String>,
    pub(super) parts: Vec<Part>,
    pub(super) why: String,
    pub(super) is_testable: bool,
    /// From a run that only shows that everything runs.
    pub(super) is_trial: bool,
    pub(super) survives: Option<bool>,
}

/// A number of a claim: all of them have to lie where they should.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// What it is; nothing where it is the only one.
    pub name: String,
    /// The document's own number.
    pub printed: Option<f64>,
    /// Where it has to lie.
    pub threshold: Threshold,
    /// Ours, if it was measured.
    pub ours: Option<Estimate>,
}

impl Part {
    /// What this number alone says.
    pub fn verdict(&self) -> Verdict {
        self.ours.map_or(Verdict::Undecided, |ours| ours.judge(self.threshold))
    }

    /// Our figure, in words where there is none.
    pub fn ours_in_words(&self) -> String {
        self.ours.map_or_else(|| "not measured".to_owned(), |estimate| estimate.beside(self.threshold))
    }

    /// The document's figure.
    pub fn printed_in_words(&self) -> String {
        self.printed.map_or("—".to_owned(), |printed| printed.to_string().replace('-', "−"))
    }
}

impl Finding {
    /// What the document states and the figure it gives, where the value has to lie, and what we measured, if
    /// anything.
    pub fn new(
        statement: impl Into<String>,
        theirs: impl Into<String>,
        threshold: Threshold,
        ours: Option<Estimate>,
    ) -> Self {
        Self {
            class: Class::Claimed,
            statement: statement.into(),
            source: String::new(),
            theirs: Some(theirs.into()),
            parts: vec![Part { name: String::new(), printed: None, threshold, ours }],
            why: String::new(),
            is_testable: true,
            is_trial: false,
            survives: None,
        }
    }

    /// With a sentence that says why.
    pub fn because(self, why: impl Into<String>) -> Self {
        Self { why: why.into(), ..self }
    }

    /// From a run that only shows that everything runs: it decides nothing.
    pub fn as_trial(self) -> Self {
        Self { is_trial: true, ..self }
    }

    /// Who says so.
    pub fn class(&self) -> Class {
        self.class
    }

    /// What is claimed, and where.
    pub fn statement(&self) -> String {
        match self.source.as_str() {
            "" => self.statement.clone(),
            source => format!("{} ({source})", self.statement),
        }
    }

    /// What the results say: replicated if all numbers are, not replicated if one of them is not.
    pub fn verdict(&self) -> Verdict {
        let all = |wanted| self.parts.iter().all(|part| part.verdict() == wanted);
        match self.parts.iter().any(|part| part.verdict() == Verdict::NotReplicated) {
            _ if !self.is_testable => Verdict::Untestable,
            _ if self.is_trial => Verdict::Undecided,
            true => Verdict::NotReplicated,
            false if !self.parts.is_empty() && all(Verdict::Replicated) => Verdict::Replicated,
            false => Verdict::Undecided,
        }
    }

    /// The numbers.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The number that decides: one that is refuted, or else the one that is the least sure.
    pub fn decisive(&self) -> Option<&Part> {
        let refuted = self.parts.iter().any(|part| part.verdict() == Verdict::NotReplicated);
        let sureness = |part: &Part| match part.ours {
            Some(ours) => ours.room(part.threshold, refuted),
            // What was not measured refutes nothing, and leaves everything else open.
            None if refuted => f64::INFINITY,
            None => f64::NEG_INFINITY,
        };
        self.parts.iter().min_by(|one, other| sureness(one).total_cmp(&sureness(other)))
    }

    /// The document's figure, or words.
    pub fn theirs(&self) -> String {
        match (&self.theirs, self.decisive()) {
            (Some(theirs), _) => theirs.clone(),
            (None, Some(part)) => part.printed_in_words(),
            (None, None) => "—".to_owned(),
        }
    }

    /// Why, and how many numbers say what where there are several.
    pub fn why(&self) -> String {
        let count = |wanted| self.parts.iter().filter(|part| part.verdict() == wanted).count();
        let mut sentences = Vec::new();
        if let (Some(part), 2..) = (self.decisive(), self.parts.len()) {
            sentences.push(format!(
                "Decided by {}; of {} numbers, {} lie as claimed, {} do not, and {} could be either.",
                part.name,
                self.parts.len(),
                count(Verdict::Replicated),
                count(Verdict::NotReplicated),
                count(Verdict::Undecided),
            ));
        }
        let replicas = self.decisive().and_then(|part| part.ours?.replicas());
        if let Some(replicas) = replicas.filter(|replicas| *replicas < FEWEST) {
            sentences.push(format!("{replicas} replicas are too few for a verdict."));
        }
        if self.survives == Some(false) {
            sentences.push(
                "Many claims are tested at once: by Holm's rule this one alone would not stand.".to_owned(),
            );
        }
        if !self.why.is_empty() {
            sentences.push(self.why.clone());
        }
        sentences.join(" ")
    }

    /// Whether the verdict stands where all verdicts of the study are taken together; none where there is none.
    pub fn survives(&self) -> Option<bool> {
        self.survives
    }

    /// How likely the verdict would be by chance.
    fn chance(&self) -> Option<f64> {
        let parts = self.parts.iter().map(|part| part.ours?.chances(part.threshold));
        let parts: Vec<(f64, f64)> = parts.collect::<Option<_>>()?;
        match self.verdict() {
            // All of them have to be on one side: the weakest decides. One of several on the other side is as many tries.
            Verdict::Replicated => parts.iter().map(|(holds, _)| *holds).reduce(f64::max),
            Verdict::NotReplicated => {
                parts.iter().map(|(_, fails)| *fails * parts.len() as f64).reduce(f64::min)
            }
            Verdict::Undecided => Some(1.0),
            Verdict::Untestable => None,
        }
    }
}

/// Marks the verdicts of a study that stand when all of them are taken together.
// CITE: S. Holm, A simple sequentially rejective multiple test procedure (1979).
pub fn mark_survivors(findings: &mut [Finding]) {
    let mut chances: Vec<(usize, f64)> =
        (0..).zip(findings.iter()).filter_map(|(place, finding)| Some((place, finding.chance()?))).collect();
    chances.sort_by(|one, other| one.1.total_cmp(&other.1));
    let mut stands = true;
    for (rank, &(place, chance)) in chances.iter().enumerate() {
        // An interval of 95 % leaves 2.5 % on either side.
        stands &= chance <= 0.025 / (chances.len() - rank) as f64;
        let decided = matches!(findings[place].verdict(), Verdict::Replicated | Verdict::NotReplicated);
        findings[place].survives = decided.then_some(stands);
    }
}

/// A finding as data. What follows from the rest is written for whoever reads it, and worked out anew when it is
/// read here.
#[derive(Serialize, Deserialize)]
struct Stored {
    statement: String,
    #[serde(default)]
    source: String,
    #[serde(default)]
    class: Class,
    theirs: Option<String>,
    claim: Option<Threshold>,
    ours: Option<Estimate>,
    #[serde(skip_deserializing)]
    verdict: Option<Verdict>,
    why: String,
    #[serde(default)]
    parts: Vec<Part>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    untestable: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    trial: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    survives_holm: Option<bool>,
}

impl From<Finding> for Stored {
    fn from(finding: Finding) -> Self {
        let decisive = finding.decisive();
        Self {
            claim: decisive.map(|part| part.threshold),
            ours: decisive.and_then(|part| part.ours),
            verdict: Some(finding.verdict()),
            statement: finding.statement,
            source: finding.source,
            class: finding.class,
            theirs: finding.theirs,
            why: finding.why,
            parts: finding.parts,
            untestable: !finding.is_testable,
            trial: finding.is_trial,
            survives_holm: finding.survives,
        }
    }
}

impl From<Stored> for Finding {
    fn from(stored: Stored) -> Self {
        let mut parts = stored.parts;
        if let (Some(threshold), true) = (stored.claim, parts.is_empty()) {
            parts.push(Part { name: String::new(), printed: None, threshold, ours: stored.ours });
        }
        Self {
            class: stored.class,
            statement: stored.statement,
            source: stored.source,
            theirs: stored.theirs,
            parts,
            why: stored.why,
            is_testable: !stored.untestable,
            is_trial: stored.trial,
            survives: stored.survives_holm,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_arena::statistics::Interval;

    fn finding(value: f64, reach: f64, replicas: usize) -> Finding {
        let ours = Estimate::new(value, Interval::around(value, reach)).expect("numbers").over(replicas);
        Finding::new("it is positive", "1", Threshold::above(0.0), Some(ours))
    }

    #[test]
    fn few_replicas_and_no_width_decide_nothing() {
        assert_eq!(finding(1.0, 0.5, 5).verdict(), Verdict::Replicated);
        assert_eq!(finding(1.0, 0.5, 4).verdict(), Verdict::Undecided);
        assert_eq!(finding(1.0, 0.0, 9).verdict(), Verdict::Undecided);
        assert_eq!(finding(1.0, 0.5, 9).as_trial().verdict(), Verdict::Undecided);
        assert_eq!(finding(-1.0, 0.5, 9).verdict(), Verdict::NotReplicated);
    }

    #[test]
    fn what_was_not_measured_refutes_nothing() {
        let mut open = finding(-1.0, 0.5, 9);
        open.parts.push(Part { ours: None, name: "missing".to_owned(), ..open.parts[0].clone() });
        assert_eq!(open.verdict(), Verdict::NotReplicated);
        assert_eq!(open.decisive().map(|part| part.name.as_str()), Some(""));
        open.parts[0].ours = finding(1.0, 0.5, 9).parts[0].ours;
        assert_eq!(open.verdict(), Verdict::Undecided);
        assert_eq!(open.decisive().map(|part| part.name.as_str()), Some("missing"));
    }

    #[test]
    fn digits_follow_the_decision() {
        let close = finding(27.0, 26.7, 10);
        assert_eq!(close.parts()[0].ours_in_words(), "27.0 [0.3, 53.7]");
        assert_eq!(finding(27.0, 5.0, 10).parts()[0].ours_in_words(), "27 [22, 32]");
    }

    #[test]
    fn what_stands_alone_may_not_stand_among_many() {
        // One sure verdict, and one that just stands alone: t = 2.5 with 9 degrees of freedom, p = 0.017.
        let reach = 2.262;
        let mut findings = vec![finding(20.0, reach, 10), finding(2.5, reach, 10), finding(0.1, reach, 10)];
        mark_survivors(&mut findings);
        let survivors: Vec<_> = findings.iter().map(Finding::survives).collect();
        assert_eq!(survivors, [Some(true), Some(false), None]);
        let mut alone = vec![finding(2.5, reach, 10)];
        mark_survivors(&mut alone);
        assert_eq!(alone[0].survives(), Some(true));
    }
}
