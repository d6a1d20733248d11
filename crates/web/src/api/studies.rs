//! Reports on replications.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use outflank_lab::report::Report;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Laboratory;
use crate::problem::{Problem, ProblemBody};
use crate::studies::{self, Origin, Study};

/// Where a report is.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum StudyOrigin {
    /// It comes with the program.
    Documented,
    /// It was made in this laboratory.
    Made,
}

impl From<StudyOrigin> for Origin {
    fn from(place: StudyOrigin) -> Self {
        match place {
            StudyOrigin::Documented => Self::Documented,
            StudyOrigin::Made => Self::Made,
        }
    }
}

impl From<Origin> for StudyOrigin {
    fn from(origin: Origin) -> Self {
        match origin {
            Origin::Documented => Self::Documented,
            Origin::Made => Self::Made,
        }
    }
}

/// A report in a list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StudyRow {
    origin: StudyOrigin,
    name: String,
    title: String,
    /// Claims that hold here too.
    replicated: usize,
    /// Claims that do not hold here.
    not_replicated: usize,
    /// Claims that the results allow to be either way.
    undecided: usize,
    /// Claims that nothing done here could decide.
    untestable: usize,
}

impl From<&Study> for StudyRow {
    fn from(study: &Study) -> Self {
        let [replicated, not_replicated, undecided, untestable] = study.counts().map(|(_, count)| count);
        let (origin, name) = (study.origin.into(), study.name.clone());
        Self {
            origin,
            name,
            title: study.report.title.clone(),
            replicated,
            not_replicated,
            undecided,
            untestable,
        }
    }
}

/// All reports on replications.
#[utoipa::path(
    get,
    path = "/api/studies",
    responses((status = 200, description = "The reports", body = Vec<StudyRow>))
)]
pub(crate) async fn list(State(laboratory): State<Arc<Laboratory>>) -> Result<Json<Vec<StudyRow>>, Problem> {
    let all = laboratory.query(|laboratory| Ok(studies::all(laboratory.store.folder()))).await?;
    Ok(Json(all.iter().map(StudyRow::from).collect()))
}

/// A whole report: sections of paragraphs, tables, plots, and claims with their verdicts.
#[utoipa::path(
    get,
    path = "/api/studies/{origin}/{name}",
    params(("origin" = StudyOrigin, Path, description = "Where it is"), ("name" = String, Path, description = "Its name")),
    responses(
        (status = 200, description = "The report", body = Object),
        (status = 404, description = "There is no such report", body = ProblemBody),
    )
)]
pub(crate) async fn one(
    State(laboratory): State<Arc<Laboratory>>,
    Path((place, name)): Path<(StudyOrigin, String)>,
) -> Result<Json<Report>, Problem> {
    let find = move |laboratory: &Laboratory| studies::find(laboratory.store.folder(), place.into(), &name);
    Ok(Json(laboratory.query(find).await?.report))
}
