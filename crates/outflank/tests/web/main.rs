//! The laboratory in a browser: its interface asked without a socket, and its pages in a real browser.

mod analysis;
mod browser;
mod contests;
mod door;
mod everybody;
mod experiments;
mod games;
mod killed;
mod learning;
mod pages;
mod players;
mod records;
mod screenshots;
mod site;
mod studies;
