//! What is intact in a damaged database, page by page: without the database engine, which gives up at the first
//! thing that is wrong.

mod cells;
mod pages;

use std::io;
use std::path::Path;

use rusqlite::types::Value;

use super::StoreError;
use super::layout::{Layout, TableLayout};
use super::schema;
use cells::Node;
pub use cells::Row;
use pages::{Pages, word};

/// How much of a database could not be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Losses {
    /// Pages of tables that are not there or make no sense, as far as anything leads to them.
    pub pages: u64,
    /// Rows that are not whole, or not what was written.
    pub rows: u64,
}

/// A database that is read page by page.
pub struct Salvage {
    pages: Pages,
    layout: Layout,
    /// Pages that were looked at, or whose use is known, by their numbers.
    seen: Vec<bool>,
    losses: Losses,
}

impl Salvage {
    /// Opens the database at a path. Where its header can be read, it must be ours.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let mut pages = Pages::open(path).map_err(StoreError::Unreadable)?;
        let header = pages.read(1).unwrap_or_default();
        let layout = match header.starts_with(b"SQLite format 3\0") {
            true => {
                let (application, version) = (word(&header, 68), word(&header, 60));
                schema::refuse_header(i64::from(application), i64::from(version))?;
                Layout::of(version as usize)?
            }
            // Layouts grow: the newest has all that earlier ones had.
            false => Layout::newest()?,
        };
        let seen = vec![false; pages.count() as usize + 1];
        Ok(Self { pages, layout, seen, losses: Losses::default() })
    }

    /// How the tables look.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Hands out every row that is whole, with its table: those first that the tables lead to, then those on pages that
    /// nothing leads to any more, some of which may have been deleted. Returns what is lost.
    pub fn rows<E>(mut self, mut take: impl FnMut(&TableLayout, Row) -> Result<(), E>) -> Result<Losses, E> {
        let layout = self.layout.clone();
        let roots = self.roots();
        for (name, root) in &roots {
            let table = layout.tables.iter().find(|table| Some(&table.name) == name.as_ref());
            self.walk(*root, |losses, rows| {
                let Some(table) = table else { return Ok(()) };
                for row in rows {
                    match table.fitted(row) {
                        Some(row) => take(table, row)?,
                        None => losses.rows += 1,
                    }
                }
                Ok(())
            })?;
        }
        self.pass_over_free_pages();
        for page in 1..=self.pages.count() {
            if self.seen[page as usize] {
                continue;
            }
            let Ok(Some(Node::Rows { rows, damaged, .. })) = Node::read(&mut self.pages, page) else {
                continue;
            };
            self.losses.rows += damaged;
            // All rows of a page are of one table: the one that most of them fit.
            let fitting = |table: &TableLayout| rows.iter().filter(|row| table.fits(row)).count();
            let table = layout.tables.iter().rev().max_by_key(|table| fitting(table));
            for row in rows {
                if let Some(table) = table
                    && let Some(row) = table.fitted(row)
                {
                    take(table, row)?;
                }
            }
        }
        Ok(self.losses)
    }

    /// The first pages of all tables and, without a name, of all indices, as far as the first page tells.
    fn roots(&mut self) -> Vec<(Option<String>, u32)> {
        let mut roots = Vec::new();
        let walked = self.walk(1, |_, rows| {
            for row in rows {
                if let [Value::Text(kind), Value::Text(name), _, Value::Integer(root), ..] =
                    row.values.as_slice()
                {
                    let name = (kind == "table").then(|| name.clone());
                    roots.push((name, u32::try_from(*root).unwrap_or(0)));
                }
            }
            Ok::<(), std::convert::Infallible>(())
        });
        let Ok(()) = walked;
        roots
    }

    /// Hands out the rows of a tree, page by page.
    fn walk<E>(
        &mut self,
        root: u32,
        mut take: impl FnMut(&mut Losses, Vec<Row>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut waiting = vec![root];
        while let Some(page) = waiting.pop() {
            match self.seen.get_mut(page as usize) {
                Some(seen) if page > 0 && !*seen => *seen = true,
                _ => {
                    self.losses.pages += 1;
                    continue;
                }
            }
            match Node::read(&mut self.pages, page) {
                Ok(Some(Node::Rows { rows, continued, damaged })) => {
                    self.losses.rows += damaged;
                    for page in continued {
                        self.seen[page as usize] = true;
                    }
                    take(&mut self.losses, rows)?;
                }
                Ok(Some(Node::Branch(further))) => waiting.extend(further.into_iter().rev()),
                Ok(Some(Node::Keys)) => {}
                Ok(None) | Err(_) => self.losses.pages += 1,
            }
        }
        Ok(())
    }

    /// Takes note of pages that are free: what is on them was deleted.
    fn pass_over_free_pages(&mut self) {
        let mut free = || -> io::Result<Vec<u32>> {
            let mut free = Vec::new();
            let header = self.pages.read(1)?;
            let mut list = if header.starts_with(b"SQLite format 3\0") { word(&header, 32) } else { 0 };
            while list > 0 && list <= self.pages.count() && free.len() <= self.seen.len() {
                free.push(list);
                let page = self.pages.read(list)?;
                let count = (word(&page, 4) as usize).min(page.len() / 4);
                free.extend((0..count).map(|place| word(&page, 8 + 4 * place)));
                list = word(&page, 0);
            }
            Ok(free)
        };
        for page in free().unwrap_or_default() {
            if let Some(seen) = self.seen.get_mut(page as usize) {
                *seen = true;
            }
        }
    }
}
