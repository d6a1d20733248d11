//! What documents claim, as data, and what our results say about it.
//!
//! - [`Claim`]: a sentence, where it stands, of which class it is, and the numbers that decide it.
//! - [`Data`]: all numbers that came out, by group and replica: what claims are judged by, and nothing else.
//! - [`Statistic`]: how a number and its interval follow from the data.
//! - [`Threshold`], [`Verdict`], [`Finding`]: where it has to lie, and what follows.
//!
//! ```
//! use outflank_lab::claims::{Claim, Class, Data, Statistic, Threshold, Verdict};
//!
//! let claim = Claim::new(Class::Claimed, "it wins more often than it loses", "Table 1")
//!     .of(Statistic::mean("td", "score"), Threshold::above(0.5))
//!     .theirs("0.68");
//! let mut data = Data::default();
//! data.add("td", "score", [0.71, 0.69, 0.74, 0.72, 0.70]);
//! assert_eq!(claim.judge(&data).verdict(), Verdict::Replicated);
//! ```

mod data;
mod finding;
mod leagues;
mod statistic;
mod verdict;

use serde::{Deserialize, Serialize};

pub use data::{Data, DataError, Points};
pub use finding::{Finding, Part, mark_survivors};
pub(crate) use leagues::standard_deviation;
pub(crate) use statistic::mean;
pub use statistic::{LeagueTable, Sample, Statistic, Term};
pub use verdict::{Estimate, EstimateError, FEWEST, Threshold, Verdict};

/// Who says so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// The document claims it.
    #[default]
    Claimed,
    /// Nobody says it, but what the document claims or does takes it for granted.
    Implied,
    /// The document hopes for it, or believes it, and did not try.
    Wished,
    /// We ask, the document does not.
    Ours,
}

/// A statement and the numbers that decide it: it holds if all of them do.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    class: Class,
    statement: String,
    source: String,
    theirs: Option<String>,
    conditions: Vec<Condition>,
    why: String,
    is_testable: bool,
}

/// One number of a claim, and where it has to lie.
#[derive(Clone, Debug, PartialEq)]
struct Condition {
    name: String,
    /// The document's own number.
    printed: Option<f64>,
    statistic: Statistic,
    threshold: Threshold,
}

impl Claim {
    /// A claim that no number decides: what it says, and where.
    pub fn new(class: Class, statement: impl Into<String>, source: impl Into<String>) -> Self {
        Self {
            class,
            statement: statement.into(),
            source: source.into(),
            theirs: None,
            conditions: Vec::new(),
            why: String::new(),
            is_testable: true,
        }
    }

    /// The same, said by somebody else.
    pub fn of_class(self, class: Class) -> Self {
        Self { class, ..self }
    }

    /// What nothing that can be done here would tell, and why.
    pub fn untestable(self, why: impl Into<String>) -> Self {
        Self { is_testable: false, ..self.because(why) }
    }

    /// Decided by this number.
    pub fn of(self, statistic: Statistic, threshold: Threshold) -> Self {
        self.and("", None, statistic, threshold)
    }

    /// Decided by this number as well, which has a name and may be printed in the document.
    pub fn and(
        mut self,
        name: impl Into<String>,
        printed: Option<f64>,
        statistic: Statistic,
        threshold: Threshold,
    ) -> Self {
        self.conditions.push(Condition { name: name.into(), printed, statistic, threshold });
        self
    }

    /// With the document's figure, or its words. A figure and nothing else is a number to compare ours with, where there
    /// is one alone.
    pub fn theirs(self, theirs: impl Into<String>) -> Self {
        Self { theirs: Some(theirs.into()), ..self }
    }

    /// With a sentence on what the number is.
    pub fn because(self, why: impl Into<String>) -> Self {
        Self { why: why.into(), ..self }
    }

    /// Whether a finding is of this claim.
    pub(crate) fn states(&self, finding: &Finding) -> bool {
        (self.statement.as_str(), self.source.as_str())
            == (finding.statement.as_str(), finding.source.as_str())
    }

    /// Whether there is a number for every condition.
    pub fn is_measured(&self, data: &Data) -> bool {
        let found = |condition: &Condition| condition.statistic.estimate(data).is_some();
        !self.conditions.is_empty() && self.conditions.iter().all(found)
    }

    /// What the data say.
    pub fn judge(&self, data: &Data) -> Finding {
        let alone = self.theirs.as_ref().filter(|_| self.conditions.len() == 1);
        let figure = alone.and_then(|theirs| theirs.replace('−', "-").parse().ok());
        let parts = self.conditions.iter().map(|condition| Part {
            name: condition.name.clone(),
            printed: condition.printed.or(figure),
            threshold: condition.threshold,
            ours: condition.statistic.estimate(data),
        });
        Finding {
            class: self.class,
            statement: self.statement.clone(),
            source: self.source.clone(),
            theirs: self.theirs.clone(),
            parts: parts.collect(),
            why: self.why.clone(),
            is_testable: self.is_testable,
            is_trial: false,
            survives: None,
        }
    }

    /// What is claimed and how it is decided, in a line: what a plan says before there are results.
    pub fn in_words(&self) -> String {
        let conditions = self.conditions.iter().map(|condition| match condition.name.as_str() {
            "" => condition.threshold.to_string(),
            name => format!("{name} {}", condition.threshold),
        });
        let decided = match self.is_testable {
            true => conditions.collect::<Vec<_>>().join(", "),
            false => "cannot be tested here".to_owned(),
        };
        format!("{}: {} [{}]: {decided}", self.class, self.statement, self.source)
    }
}

impl std::fmt::Display for Class {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Self::Claimed => "claimed",
            Self::Implied => "implied",
            Self::Wished => "wished for",
            Self::Ours => "our question",
        })
    }
}
