//! Results of tasks as files, each written whole or not at all: one result a line, and most files have one.

use std::path::{Path, PathBuf};

use anyhow::Context;
use outflank_lab::{StoredResult, read_text_file, write_atomically};
use serde::{Deserialize, Serialize};

use crate::data::PROGRAM;
use crate::failure::WrongInput;

/// What all result files end with.
const ENDING: &str = "json";
/// The longest result that is read, in bytes.
const LONGEST: u64 = 1 << 28;

/// A result and where it comes from. The value is JSON within a text, so that it stays as it is to the byte.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResultFile {
    study: String,
    key: String,
    program: String,
    cpu_seconds: f64,
    value: String,
}

impl ResultFile {
    /// The file of a result.
    pub fn new(study: &str, result: StoredResult) -> Self {
        let StoredResult { key, value, cpu_seconds } = result;
        Self { study: study.to_owned(), key, program: PROGRAM.to_owned(), cpu_seconds, value }
    }

    /// Reads all results of a file.
    pub fn read_all(path: &Path) -> Result<Vec<Self>, WrongInput> {
        let wrong = |error: &dyn std::fmt::Display| WrongInput::new(format!("{}: {error}", path.display()));
        let text = read_text_file(path, LONGEST).map_err(|error| wrong(&error))?;
        let read = |(index, line): (usize, &str)| {
            let wrong = |error: &dyn std::fmt::Display| wrong(&format!("line {}: {error}", index + 1));
            let read: Self = serde_json::from_str(line)
                .map_err(|error| wrong(&format!("no result of a task: {error}")))?;
            // What is stored must be readable for good.
            serde_json::from_str::<serde::de::IgnoredAny>(&read.value)
                .map_err(|error| wrong(&format!("its value is not JSON: {error}")))?;
            Ok(read)
        };
        let results: Vec<Self> = text.lines().enumerate().map(read).collect::<Result<_, _>>()?;
        if results.is_empty() { Err(wrong(&"no result of a task: it is empty")) } else { Ok(results) }
    }

    /// The result, if it is one of this study.
    pub fn of(self, study: &str, path: &Path) -> Result<StoredResult, WrongInput> {
        match self.study == study {
            true => Ok(StoredResult { key: self.key, value: self.value, cpu_seconds: self.cpu_seconds }),
            false => Err(WrongInput::new(format!(
                "{}: a result of {}, not of {study}",
                path.display(),
                self.study
            ))),
        }
    }

    /// The result of a task in its file, if the file is there.
    pub fn find(path: &Path, study: &str, key: &str) -> Result<Option<StoredResult>, WrongInput> {
        if !path.exists() {
            return Ok(None);
        }
        let mut found = None;
        for result in Self::read_all(path)? {
            let result = result.of(study, path)?;
            if result.key != key {
                let path = path.display();
                return Err(WrongInput::new(format!(
                    "{path}: the result of “{}”, not of “{key}”",
                    result.key
                )));
            }
            found = Some(result);
        }
        Ok(found)
    }

    /// Results as the text of a file.
    pub fn lines(results: &[Self]) -> anyhow::Result<String> {
        let line =
            |result| Ok(serde_json::to_string(result).context("cannot turn the result into JSON")? + "\n");
        results.iter().map(line).collect()
    }

    /// Writes the result to a file of its own.
    pub fn write(self, path: &Path) -> anyhow::Result<()> {
        write_atomically(path, Self::lines(&[self])?.as_bytes())
            .with_context(|| format!("cannot write {}", path.display()))
    }
}

/// The name of the file of a task: its key, with a dot for each slash, and everything unusual by its number.
pub fn name(key: &str) -> String {
    let mut name = String::new();
    for byte in key.bytes() {
        match byte {
            b'/' => name.push('.'),
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'@' | b'+' | b',' | b'=' => {
                name.push(byte.into())
            }
            other => name.push_str(&format!("%{other:02x}")),
        }
    }
    format!("{name}.{ENDING}")
}

/// The files of results that are named, and all in the folders that are.
pub fn all_in(paths: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let entries = std::fs::read_dir(path).with_context(|| format!("cannot read {}", path.display()))?;
        let mut found: Vec<PathBuf> = entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|ending| ending == ENDING))
            .collect();
        found.sort();
        files.extend(found);
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_keys_have_different_files() {
        assert_eq!(name("league/fixed-1ply@2/7"), "league.fixed-1ply@2.7.json");
        let keys = ["a/b", "a.b", "a%2eb", "a b", "ä", "../../etc", ""];
        let names: std::collections::HashSet<String> = keys.iter().map(|key| name(key)).collect();
        assert_eq!(names.len(), keys.len(), "{names:?}");
        assert!(names.iter().all(|name| !name.contains('/')));
    }
}
