//! A claim with what our results say about it.

use serde::{Deserialize, Serialize};

use super::{Class, Estimate, Threshold, Verdict};

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
        self.ours.map_or_else(|| "not measured".to_owned(), |estimate| estimate.to_string())
    }

    /// The document's figure with its sign.
    pub fn printed_in_words(&self) -> String {
        self.printed.map_or("—".to_owned(), |printed| format!("{printed:+}"))
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
        }
    }

    /// With a sentence that says why.
    pub fn because(self, why: impl Into<String>) -> Self {
        Self { why: why.into(), ..self }
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
        let refuted = self.verdict() == Verdict::NotReplicated;
        let sureness = |part: &Part| match part.ours {
            Some(ours) => ours.room(part.threshold, refuted),
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
        match self.decisive() {
            Some(part) if self.parts.len() > 1 => format!(
                "Decided by {}; of {} numbers, {} lie as claimed, {} do not, and {} could be either.{}{}",
                part.name,
                self.parts.len(),
                count(Verdict::Replicated),
                count(Verdict::NotReplicated),
                count(Verdict::Undecided),
                if self.why.is_empty() { "" } else { " " },
                self.why,
            ),
            _ => self.why.clone(),
        }
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
        }
    }
}

impl From<Stored> for Finding {
    fn from(stored: Stored) -> Self {
        let Stored { statement, source, class, theirs, claim, ours, why, mut parts, .. } = stored;
        if let (Some(threshold), true) = (claim, parts.is_empty()) {
            parts.push(Part { name: String::new(), printed: None, threshold, ours });
        }
        Self { class, statement, source, theirs, parts, why }
    }
}
