//! Reports from their JSON. Nothing is taken on trust: rows must fit their tables, numbers must be numbers, and
//! verdicts are judged anew.

use super::Report;

impl Report {
    /// The document in a text that [`Report::to_json`] has made.
    ///
    /// ```
    /// use outflank_lab::report::{Report, Section};
    ///
    /// let report = Report::new("Nothing").section(Section::new("Little").paragraph("Less."));
    /// assert_eq!(Report::from_json(&report.to_json()), Ok(report));
    /// assert!(Report::from_json("{}").unwrap_err().to_string().starts_with("not a report: missing field"));
    /// ```
    pub fn from_json(json: &str) -> Result<Self, ReadError> {
        serde_json::from_str(json).map_err(|error| ReadError { reason: error.to_string() })
    }
}

/// A text that is not a report.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a report: {reason}")]
pub struct ReadError {
    /// What is wrong, and where.
    pub reason: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::{Curves, HeatMap, IntervalRow, Intervals, Series};
    use crate::report::{
        Cell, Column, Definition, Estimate, Figure, Finding, Section, Table, Text, Threshold, Verdict,
    };
    use outflank_arena::statistics::Interval;

    /// A report with everything in it.
    fn whole() -> Report {
        let interval = Interval { low: 0.25, high: f64::INFINITY };
        let line = Series::new("line", [(0.0, 0.5), (1.0, 0.75)]).expect("numbers");
        let band = [Interval { low: 0.25, high: 0.5 }; 2];
        let curves =
            Curves::new("t", "x", "y").series(line.clone()).series(line.with_band(band).expect("two"));
        let rows = Intervals::new("t", "x").row(IntervalRow::new("r", 0.5, interval).expect("numbers"));
        let boards = HeatMap::new("t").board("b", [0.125; 64]).expect("numbers");
        let ours = Estimate::new(0.5, interval).expect("numbers");
        let table = Table::new("t", [Column::left("a"), Column::right("b")]);
        let section = Section::new("All")
            .heading("h")
            .paragraph(Text::from("a <b>").emphasis("c").strong("d").code("e"))
            .table(table.row(["1".into(), Cell::from("2").strong().note("3")]).expect("two cells"))
            .figure(Figure::new("curves", "c", curves.reference("half", 0.5).expect("a number")))
            .figure(Figure::new("rows", "c", rows.reference("half", 0.5).expect("a number")))
            .figure(Figure::new("boards", "c", boards))
            .claims([
                Finding::new("s", "theirs", Threshold::above(0.125), Some(ours)).because("so"),
                Finding::new("s", "theirs", Threshold::between(0.5, 1.0), None),
                Finding::new("s", "theirs", Threshold::below(1.5), Some(ours)),
            ])
            .code("x = 1\n")
            .definitions([Definition::new("term", "meaning")]);
        Report::new("Title").lead("Lead.").section(section)
    }

    #[test]
    fn what_is_written_is_read() {
        let report = whole();
        let read = Report::from_json(&report.to_json()).expect("a report");
        assert_eq!(read, report);
        assert_eq!(read.to_json(), report.to_json());
    }

    #[test]
    fn nothing_is_taken_on_trust() {
        let json = whole().to_json();
        let wished = json.replace("\"verdict\": \"undecided\"", "\"verdict\": \"replicated\"");
        assert_ne!(wished, json);
        assert_eq!(Report::from_json(&wished).expect("a report").count(Verdict::Replicated), 1);
        for (from, to, reason) in [
            ("0.125,\n", "", "squares, expected 64"),
            ("\"x\": 1.0", "\"x\": -1.0", "from left to right"),
            ("\"align\": \"left\"", "\"align\": \"up\"", "unknown variant"),
        ] {
            let broken = json.replacen(from, to, 1);
            assert_ne!(broken, json, "{from}");
            let error = Report::from_json(&broken).expect_err(from).to_string();
            assert!(error.starts_with("not a report: ") && error.contains(reason), "{error}");
        }
    }
}
