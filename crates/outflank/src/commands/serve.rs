//! `outflank serve`: the laboratory in a browser.

use std::io::IsTerminal;
use std::net::{IpAddr, Ipv4Addr};

use anyhow::Context;
use outflank_web::{Address, Engine, open_browser, serve};

use crate::data::{Data, PROGRAM};
use crate::{interrupt, report};

/// Open the laboratory in a browser
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
The laboratory listens on this machine only. With --host it can be reached from others, by everybody who has
the token in the address that is printed; the connection is not encrypted.")]
pub struct Arguments {
    /// The address to listen on; any but the loopback address asks for a token
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,
    /// The port to listen on; 0 for any that is free
    #[arg(long, default_value_t = 7878)]
    port: u16,
    /// Let a program take part in contests and on the ladder under a name, as in rhino=gtp:gtp-rhino; can be given
    /// several times
    #[arg(long = "engine", value_name = "NAME=gtp:COMMAND")]
    engines: Vec<Engine>,
    /// Only print the address
    #[arg(long)]
    no_browser: bool,
    #[command(flatten)]
    data: Data,
}

/// Runs the command.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    let Arguments { host, port, engines, no_browser, data } = arguments;
    let folder = data.folder().context("there is no home: choose a data folder with --data")?;
    serve(&folder, PROGRAM, Address { host, port }, engines, interrupt::flag(), |address| {
        let elsewhere = match host.is_unspecified() {
            true => format!("From another machine, write the name of this one in place of {host}.\n"),
            false => String::new(),
        };
        report::print(
            format!("The laboratory is open at {address}\n{elsewhere}Ctrl-C closes it.\n").as_bytes(),
        )?;
        if !no_browser && std::io::stdout().is_terminal() {
            open_browser(address);
        }
        Ok(())
    })
}
