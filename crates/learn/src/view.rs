//! What was learned, for people to see: pictures of boards, lines, listings and words. How they are drawn is up to
//! whoever shows them.

/// What a model has learned, from top to bottom.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// What stands above it.
    pub title: &'static str,
    /// What is shown.
    pub blocks: Vec<Block>,
}

/// One thing that is shown.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// A paragraph.
    Text(String),
    /// Numbers on the squares of boards.
    Boards(Boards),
    /// Numbers that change along something.
    Lines(Lines),
    /// Rows of words and numbers.
    Listing(Listing),
    /// Terms, each with what it is here.
    Terms(Vec<(String, String)>),
}

/// Boards side by side, with a number on each square.
#[derive(Clone, Debug, PartialEq)]
pub struct Boards {
    /// The name of the picture, as part of a file's name.
    pub name: &'static str,
    /// What stands above it.
    pub title: String,
    /// What it shows, in a sentence.
    pub caption: String,
    /// How numbers become colours.
    pub shade: Shade,
    /// The boards with their names, a1 to h8 by rows.
    pub boards: Vec<(String, [f64; 64])>,
}

/// How numbers become colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shade {
    /// In proportion.
    #[default]
    Even,
    /// By their square roots, so that small ones can be seen beside large ones.
    Root,
}

/// Lines over one axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Lines {
    /// The name of the picture, as part of a file's name.
    pub name: &'static str,
    /// What stands above it.
    pub title: String,
    /// What it shows, in a sentence.
    pub caption: String,
    /// What the axes are.
    pub axes: [&'static str; 2],
    /// The lines with their names, point by point.
    pub lines: Vec<(String, Vec<(f64, f64)>)>,
}

/// Rows of words and numbers: the first column has the words.
#[derive(Clone, Debug, PartialEq)]
pub struct Listing {
    /// What it shows.
    pub caption: String,
    /// What the columns are.
    pub columns: Vec<String>,
    /// As many cells in each as there are columns.
    pub rows: Vec<Vec<String>>,
}

impl View {
    /// A view that shows nothing yet.
    pub fn new(title: &'static str) -> Self {
        Self { title, blocks: Vec::new() }
    }

    /// The same with one more thing.
    #[must_use]
    pub fn with(mut self, block: impl Into<Block>) -> Self {
        self.blocks.push(block.into());
        self
    }

    /// The same with one more paragraph.
    #[must_use]
    pub fn text(self, text: &str) -> Self {
        self.with(Block::Text(text.to_owned()))
    }

    /// The same with some terms explained.
    #[must_use]
    pub fn terms<T: Into<String>>(self, terms: impl IntoIterator<Item = (T, String)>) -> Self {
        self.with(Block::Terms(terms.into_iter().map(|(term, meaning)| (term.into(), meaning)).collect()))
    }
}

impl Boards {
    /// A picture without boards.
    pub fn new(name: &'static str, title: impl Into<String>, caption: impl Into<String>) -> Self {
        let (title, caption) = (title.into(), caption.into());
        Self { name, title, caption, shade: Shade::default(), boards: Vec::new() }
    }

    /// The same with one more board.
    #[must_use]
    pub fn board(mut self, name: impl Into<String>, squares: [f64; 64]) -> Self {
        self.boards.push((name.into(), squares));
        self
    }

    /// A picture of 64 weights, from the side of whose discs they are.
    pub fn of_weights(weights: [f64; 64]) -> Self {
        Self::new("weights", "By squares", "What a disc on each square is worth.").board("weights", weights)
    }
}

impl Listing {
    /// A listing without rows.
    pub fn new<C: Into<String>>(caption: impl Into<String>, columns: impl IntoIterator<Item = C>) -> Self {
        let columns = columns.into_iter().map(Into::into).collect();
        Self { caption: caption.into(), columns, rows: Vec::new() }
    }

    /// The same with one more row.
    #[must_use]
    pub fn row(mut self, cells: impl IntoIterator<Item = String>) -> Self {
        let cells: Vec<String> = cells.into_iter().collect();
        debug_assert_eq!(cells.len(), self.columns.len(), "a cell in each column");
        self.rows.push(cells);
        self
    }

    /// The weights of features.
    pub fn of_weights(weights: impl Iterator<Item = (&'static str, f64)>) -> Self {
        let empty =
            Self::new("The features and their weights, as the mover sees them", ["feature", "weight"]);
        weights.fold(empty, |listing, (name, weight)| listing.row([name.to_owned(), format!("{weight:+.4}")]))
    }
}

impl From<Boards> for Block {
    fn from(boards: Boards) -> Self {
        Self::Boards(boards)
    }
}

impl From<Lines> for Block {
    fn from(lines: Lines) -> Self {
        Self::Lines(lines)
    }
}

impl From<Listing> for Block {
    fn from(listing: Listing) -> Self {
        Self::Listing(listing)
    }
}
