//! The study of `winmeasure`: tables taught in many ways, a panel in the role of the author, and the report.

mod claims;
mod report;
mod results;
mod teaching;

use outflank_arena::{Entrant, PlayerSpec};
use outflank_learn::Scale;
use outflank_learn::winmeasure::study::Plan;

use crate::report::{Report, ReportError};
use crate::studies::{Provenance, Replication};
use crate::study::{Study, TaskError};
use crate::{PlayerRegistry, Store};
use results::Results;
use teaching::{HABITS, korman_habits, teach, teaching_key};

/// The panel in the role of the author, in the grammar of players: the practised players that a table meets.
pub(super) const PANEL: [&str; 3] = ["korman:depth=3", "swh:depth=2", "edgar"];

/// The experiments of the document at some scale.
pub struct WinMeasure {
    plan: Plan,
}

impl WinMeasure {
    /// The experiments at this scale.
    pub fn new(scale: Scale, seed: u64) -> Self {
        Self { plan: Plan::new(scale, seed) }
    }
}

impl Replication for WinMeasure {
    fn study(&self, name: &str, program: &str) -> Study<'static> {
        let mut study = Study::new(name, program);
        for teaching in self.plan.teachings() {
            let plan = self.plan.clone();
            study.task(teaching_key(teaching), &[], move |desk| teach(desk, &plan, teaching));
        }
        let plan = self.plan.clone();
        study.task(HABITS, &[], move |_| korman_habits(&plan));
        study
    }

    fn report(
        &self,
        study: &Study<'_>,
        store: &Store,
        provenance: &Provenance,
    ) -> Result<Report, ReportError> {
        report::report(&self.plan, &Results::read(&self.plan, study, store)?, provenance)
    }
}

/// The members of the panel.
fn panel() -> Result<Vec<Entrant>, TaskError> {
    let member = |text: &str| {
        let spec: PlayerSpec = text.parse().map_err(TaskError::failed)?;
        spec.entrant(&PlayerRegistry::new(None)).map_err(TaskError::failed)
    };
    PANEL.into_iter().map(member).collect()
}
