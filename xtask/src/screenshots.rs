//! Pictures of all pages for the documents, taken by the driver of the tests.

use crate::needs;
use crate::step::{self, Failure, cargo, root};

pub fn run() -> Result<(), Failure> {
    needs::browser()?;
    let test = ["test", "-p", "outflank", "--test", "web", "screenshots", "--", "--ignored"];
    let folder = root().join("docs").join("screenshots");
    step::run("screenshots", cargo(&test).env("OUTFLANK_SCREENSHOTS", folder))
}
