//! The laboratory in a browser: its interface asked without a socket, and its pages in a real browser.

mod browser;
mod contests;
mod door;
mod experiments;
mod games;
mod killed;
mod learning;
mod pages;
mod players;
mod site;
mod studies;
