//! The laboratory in a browser: its interface asked without a socket, and its pages in a real browser.

mod analysis;
mod browser;
mod door;
mod games;
mod pages;
mod records;
mod screenshots;
mod site;
