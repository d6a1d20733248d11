//! The choice of a study on the command line: which, how large, with which chance.

use anyhow::Context;
use clap::builder::PossibleValuesParser;
use outflank_lab::studies::{self, Replication};
use outflank_learn::Scale;

/// A study that somebody named.
#[derive(Clone, Debug, clap::Args)]
pub struct ChosenStudy {
    /// Which study
    #[arg(value_parser = PossibleValuesParser::new(studies::names()))]
    study: String,
    /// How large: smoke takes seconds and decides nothing, quick minutes, full is the document's own size
    #[arg(long, default_value = "quick")]
    scale: ScaleName,
    /// What names the streams of chance
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(..1 << 31))]
    pub seed: u64,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum ScaleName {
    Smoke,
    Quick,
    Full,
}

impl From<ScaleName> for Scale {
    fn from(name: ScaleName) -> Self {
        match name {
            ScaleName::Smoke => Self::Smoke,
            ScaleName::Quick => Self::Quick,
            ScaleName::Full => Self::Full,
        }
    }
}

impl ChosenStudy {
    /// The name under which its results are stored.
    pub fn name(&self) -> String {
        format!("{}-{}-{}", self.study, Scale::from(self.scale), self.seed)
    }

    /// The words that choose it again.
    pub fn words(&self) -> String {
        format!("{} --scale {} --seed {}", self.study, Scale::from(self.scale), self.seed)
    }

    /// The experiments.
    pub fn replication(&self) -> anyhow::Result<Replication> {
        studies::find(&self.study, self.scale.into(), self.seed).context("the studies are listed")
    }
}
