//! The laboratory in a browser: its interface asked without a socket, and its pages in a real browser.

mod accessible;
mod all_players;
mod analysis;
mod bench_interface;
mod browser;
mod contests;
mod described;
mod entries;
mod experiments;
mod games;
mod guard;
mod killed;
mod learning;
mod library;
mod pages;
mod players;
mod records;
mod screenshots;
mod siege;
mod site;
mod studies;
mod theatre;
mod workbench;
