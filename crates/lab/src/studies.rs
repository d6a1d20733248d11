//! The experiments of the documents, replicated: what each study does, and the report on it.

pub mod td;
