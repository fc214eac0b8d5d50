//! `goren serve`: the studio in the browser.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

use anyhow::{Context, Result, bail};
use clap::Args;
use goren_arena::{Contestant, Parser, read_roster};
use goren_fleet::{Address, Watch};
use goren_studio::{DEFAULT_PORT, Options, Server, WatchedFleet};

use crate::input::read_text;
use crate::signals::Signals;

/// Opens the studio: a server on this machine, and a page in the browser. With --nats it watches a fleet, too.
#[derive(Args)]
pub(crate) struct Serve {
    /// The port to listen on; the next free one if it is taken, any for 0.
    #[arg(long, default_value_t = DEFAULT_PORT)]
    port: u16,
    /// The folder in which games are stored, instead of the user's data folder.
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Store nothing on disk: all games are lost when goren ends.
    #[arg(long, alias = "memory", conflicts_with = "data")]
    temporary: bool,
    /// Let others on the network play with you. They get an address of their own, with which they can see and play at your
    /// open tables and nothing else. The connection is not encrypted: use it only on a network you trust.
    #[arg(long)]
    lan: bool,
    /// Do not open the browser.
    #[arg(long)]
    no_open: bool,
    /// A TOML file of engines that can be chosen as opponents; they run with your permissions.
    #[arg(long, value_name = "FILE")]
    engines: Option<PathBuf>,
    /// Another engine: the path of a program, or `name=… cmd="…"`.
    #[arg(long, value_name = "ENGINE")]
    engine: Vec<String>,
    #[command(flatten)]
    fleet: crate::nats::Server,
}

impl Default for Serve {
    fn default() -> Serve {
        Serve {
            port: DEFAULT_PORT,
            data: None,
            temporary: false,
            lan: false,
            no_open: false,
            engines: None,
            engine: Vec::new(),
            fleet: crate::nats::Server::default(),
        }
    }
}

impl Serve {
    pub(crate) fn run(&self) -> Result<()> {
        expect_a_date(SystemTime::now())?;
        let data = match (&self.data, self.temporary) {
            (_, true) => None,
            (Some(folder), false) => Some(folder.clone()),
            (None, false) => Some(data_folder()?),
        };
        let options =
            Options { port: self.port, data, lan: self.lan, engines: self.contestants()?, fleet: None };
        let address = self.fleet.address()?;
        let runtime = tokio::runtime::Runtime::new().context("cannot start threads")?;
        let outcome = runtime.block_on(self.serve(options, address));
        runtime.shutdown_timeout(Duration::from_millis(500));
        outcome
    }

    async fn serve(&self, mut options: Options, address: Option<Address>) -> Result<()> {
        let signals = Signals::listen().context("cannot listen for signals")?;
        // The fleet's server need not be there yet: the page says how the connection is.
        let shown = address.as_ref().map(Address::shown);
        let watch = address.map(Watch::connect);
        let watched = watch.as_ref().zip(shown);
        options.fleet =
            watched.map(|(watch, address)| WatchedFleet { address, snapshots: watch.subscribe() });
        let server = Server::start(options).await?;
        server.notices().iter().for_each(|notice| crate::terminal::say(&format!("goren: {notice}")));
        let url = server.url();
        self.announce(&url, server.guest_url());
        if !self.no_open {
            open(&server.opening_url());
        }
        server.run(interrupted(signals)).await;
        Ok(())
    }

    fn announce(&self, url: &str, guest_url: Option<&str>) {
        let mut text = format!("{url}\n");
        if self.lan {
            text += "Others on this network can come in, without encryption, to see and play at your open tables:\n";
            text += guest_url.unwrap_or("(this machine has no address on a network)");
            text.push('\n');
        }
        text += "Ctrl-C ends the studio.\n";
        // Nobody has to read the output.
        let _ = io::stdout().write_all(text.as_bytes());
    }

    fn contestants(&self) -> Result<Vec<Contestant>> {
        let mut contestants = match &self.engines {
            Some(file) => {
                let text = read_text(file)?;
                let folder = file.parent().unwrap_or(Path::new("."));
                read_roster(&text, folder).with_context(|| file.display().to_string())?
            }
            None => Vec::new(),
        };
        for text in &self.engine {
            contestants.push(Parser::default().parse(text)?);
        }
        goren_arena::distinguish(&mut contestants);
        Ok(contestants)
    }
}

/// Fails before 1970: HTTP has no dates before, and no page could be answered.
fn expect_a_date(now: SystemTime) -> Result<()> {
    match now.duration_since(SystemTime::UNIX_EPOCH) {
        Ok(_) => Ok(()),
        Err(_) => bail!("the clock of this machine shows a time before 1970: set it, and start goren again"),
    }
}

/// The user's data folder.
pub(crate) fn data_folder() -> Result<PathBuf> {
    let variable = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let base = if cfg!(windows) {
        variable("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        variable("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        variable("XDG_DATA_HOME").or_else(|| variable("HOME").map(|home| home.join(".local/share")))
    };
    match base {
        Some(base) => Ok(base.join("goren")),
        None => bail!("there is no home folder to keep games in: name one with --data"),
    }
}

/// Opens an address in the browser. If there is none, the printed address must do.
fn open(url: &str) {
    let mut command = if cfg!(windows) {
        let mut command = Command::new("rundll32");
        command.arg("url.dll,FileProtocolHandler");
        command
    } else if cfg!(target_os = "macos") {
        Command::new("open")
    } else {
        Command::new("xdg-open")
    };
    let child = command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    if let Ok(mut child) = child {
        std::thread::spawn(move || child.wait());
    }
}

/// Waits for Ctrl-C or a termination signal; a second one exits immediately.
async fn interrupted(mut signals: Signals) {
    signals.next().await;
    tokio::spawn(async move {
        signals.next().await;
        std::process::exit(130);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_before_1970_is_refused_with_a_sentence() {
        let second = Duration::from_secs(1);
        assert!(expect_a_date(SystemTime::UNIX_EPOCH + second).is_ok());
        let refused = expect_a_date(SystemTime::UNIX_EPOCH - second).unwrap_err().to_string();
        assert!(refused.contains("before 1970: set it"), "{refused}");
    }
}
