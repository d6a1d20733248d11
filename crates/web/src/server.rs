//! Listening, until Ctrl-C.

use std::net::{IpAddr, SocketAddr};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Context;
use outflank_lab::DataFolder;
use tokio::net::TcpListener;

use super::connections::{ConnectionLimits, Connections};
use super::{Engine, Guard, Laboratory, router};

/// Where to listen.
#[derive(Clone, Copy, Debug)]
pub struct Address {
    /// Of this machine: without a token only the loopback address.
    pub host: IpAddr,
    /// 0 for any that is free.
    pub port: u16,
}

/// Serves the laboratory of a folder until the flag is set. `program` is the name, version and commit that is
/// written down in what is made here; `engines` are programs that take part; `ready` is called with the address to open.
pub fn serve(
    folder: &DataFolder,
    program: &str,
    address: Address,
    engines: Vec<Engine>,
    stop: &'static AtomicBool,
    ready: impl FnOnce(&str) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let (guard, token) = if address.host.is_loopback() {
        (Guard::loopback(), None)
    } else {
        let (guard, token) =
            Guard::with_new_token().context("the system gives no random numbers for a token")?;
        (guard, Some(token))
    };
    let laboratory = Arc::new(Laboratory::open(folder, guard, program)?.with_engines(engines));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let wanted = SocketAddr::new(address.host, address.port);
        let listener = TcpListener::bind(wanted).await.with_context(|| {
            format!(
                "cannot listen on {wanted}; another port can be chosen with --port, 0 is any that is free"
            )
        })?;
        let bound = listener.local_addr()?;
        let query = token.map_or_else(String::new, |token| format!("?token={token}"));
        ready(&format!("http://{bound}/{query}"))?;
        let connections = Connections::new(ConnectionLimits::default());
        connections.accept(listener, router(Arc::clone(&laboratory)), stopped(stop)).await;
        connections.close(Duration::from_secs(1)).await;
        anyhow::Ok(())
    })?;
    laboratory.close();
    // A search that is still going on has nobody left to tell.
    runtime.shutdown_background();
    Ok(())
}

async fn stopped(stop: &AtomicBool) {
    while !stop.load(Ordering::Relaxed) {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Shows an address in the browser of whoever sits here, if there is one.
pub fn open_browser(address: &str) {
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        Command::new("explorer")
    } else {
        Command::new("xdg-open")
    };
    // Where there is none the address was printed, and that is enough.
    let _ = command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}
