//! Running text: words, and a little emphasis. A string becomes plain text, whatever is in it.

use serde::{Deserialize, Serialize};

/// A piece of text in one style.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "style", content = "text", rename_all = "snake_case")]
pub enum Span {
    /// As it is.
    Plain(String),
    /// Stressed.
    Emphasis(String),
    /// To be seen at a glance.
    Strong(String),
    /// A command, a name of a player: letters as they are typed.
    Code(String),
}

/// Text made of pieces, which follow each other without a space of their own.
///
/// ```
/// use outflank_lab::report::Text;
///
/// let text = Text::from("Played by ").code("swh").plain(", a player that ").emphasis("never").plain(" learns.");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Text {
    pub(super) spans: Vec<Span>,
}

impl Text {
    fn span(mut self, span: Span) -> Self {
        self.spans.push(span);
        self
    }

    /// With plain words behind.
    pub fn plain(self, text: impl Into<String>) -> Self {
        self.span(Span::Plain(text.into()))
    }

    /// With stressed words behind.
    pub fn emphasis(self, text: impl Into<String>) -> Self {
        self.span(Span::Emphasis(text.into()))
    }

    /// With words behind that are to be seen at a glance.
    pub fn strong(self, text: impl Into<String>) -> Self {
        self.span(Span::Strong(text.into()))
    }

    /// With letters behind as they are typed.
    pub fn code(self, text: impl Into<String>) -> Self {
        self.span(Span::Code(text.into()))
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self::default().plain(text)
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self::default().plain(text)
    }
}
