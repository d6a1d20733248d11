//! A report as files: rendered first, then written so that no reader ever finds half a file.

use std::path::{Path, PathBuf};
use std::{fs, io};

use super::{Block, Figure, Report};
use crate::write_atomically;

/// A file of a rendered report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenFile {
    /// Where it belongs, seen from the report's folder, with `/` between the parts.
    pub path: String,
    /// What is in it.
    pub content: String,
}

impl Report {
    /// All files of the report: figures, `report.json`, `report.md` and `report.html`.
    pub fn files(&self) -> Vec<WrittenFile> {
        let figures = self.figures().map(|(path, figure)| (path, figure.plot.to_svg()));
        let documents = [
            ("report.json".to_owned(), self.to_json()),
            ("report.md".to_owned(), self.to_markdown()),
            ("report.html".to_owned(), self.to_html()),
        ];
        figures.chain(documents).map(|(path, content)| WrittenFile { path, content }).collect()
    }

    /// Writes all files into a folder, which is made where it is missing. Each file takes its place in one
    /// step, the documents after the figures they show; files of the same names are replaced.
    pub fn write_into(&self, folder: &Path) -> Result<Vec<PathBuf>, WriteError> {
        self.files().iter().map(|file| file.write_into(folder)).collect()
    }

    /// The figures in order, each with the path of its file. Equal names are numbered.
    pub(super) fn figures(&self) -> impl Iterator<Item = (String, &Figure)> {
        let blocks = self.sections.iter().flat_map(|section| &section.blocks);
        let figures = blocks.filter_map(|block| match block {
            Block::Figure(figure) => Some(figure),
            _ => None,
        });
        let mut taken = Vec::new();
        figures.map(move |figure| {
            let numbered = (2..).map(|number| format!("figures/{}-{number}.svg", figure.name));
            let path = std::iter::once(format!("figures/{}.svg", figure.name))
                .chain(numbered)
                .find(|path| !taken.contains(path))
                .expect("numbers do not end");
            taken.push(path.clone());
            (path, figure)
        })
    }
}

impl WrittenFile {
    fn write_into(&self, folder: &Path) -> Result<PathBuf, WriteError> {
        let path = folder.join(&self.path);
        let at = |path: &Path, source| WriteError { path: path.to_owned(), source };
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(|error| at(parent, error))?;
        write_atomically(&path, self.content.as_bytes()).map_err(|error| at(&path, error))?;
        Ok(path)
    }
}

/// A file of a report that could not be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}", path.display())]
pub struct WriteError {
    /// The file, or the folder it should be in.
    pub path: PathBuf,
    /// What the system said.
    pub source: io::Error,
}
