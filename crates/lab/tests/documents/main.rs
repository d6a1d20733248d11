//! Plots and reports as their readers get them: whole files, compared with kept ones and parsed.

mod example;
mod golden;
mod plots;
mod reports;
