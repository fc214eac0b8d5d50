//! `goren fleet`: the workers and runs of a fleet, and how far each run is.

mod exporter;
mod table;

use std::io::{self, IsTerminal, Write};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use clap::{Args, Subcommand};
use goren_fleet::{Fleet as Connection, Snapshot, Watch, metrics};
use tokio::sync::Notify;

use crate::nats::Server;
use crate::signals::on_signal;
use crate::terminal::{height, printable, say};

/// Arguments of `goren fleet`.
#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
Shows the workers and the runs of a fleet, and what is going on there, until Ctrl-C. A run is a match, a tournament, or training games or \
openings that are being made. A run whose coordinator was killed stays open and can be resumed; `goren fleet end` removes it.

Examples:
  goren fleet --nats nats://10.0.0.1:4222
  goren fleet --nats nats://10.0.0.1 --once --json
  goren fleet --nats nats://10.0.0.1 --metrics 127.0.0.1:9464      for Prometheus, at /metrics
  goren fleet end 3f2a90c1d4e5b678 --nats nats://10.0.0.1"
)]
pub(crate) struct Fleet {
    #[command(subcommand)]
    command: Option<Command>,
    /// Print the state once.
    #[arg(long)]
    once: bool,
    /// Print the state once, as a JSON object.
    #[arg(long)]
    json: bool,
    /// Print the state once, as Prometheus reads it.
    #[arg(long, conflicts_with = "json")]
    metrics_text: bool,
    /// Serve the state to Prometheus at http://ADDRESS/metrics until Ctrl-C.
    #[arg(long, value_name = "ADDRESS", conflicts_with_all = ["json", "metrics_text", "once"])]
    metrics: Option<SocketAddr>,
    #[command(flatten)]
    server: Server,
}

#[derive(Subcommand)]
enum Command {
    /// Remove a run that nobody will resume: its workers stop, and nothing of it remains on the server.
    End(End),
}

#[derive(Args)]
struct End {
    /// The run, as `goren fleet` lists it.
    run: String,
    #[command(flatten)]
    server: Server,
}

/// How long everybody in the fleet needs to be heard: pulses come every two seconds.
const PULSE_WAIT: Duration = Duration::from_millis(2_500);

impl Fleet {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        if let Some(Command::End(end)) = self.command {
            return end.run();
        }
        let address = self.server.expect_address()?;
        let runtime = tokio::runtime::Runtime::new()?;
        // Who only looks on creates nothing on the server, and need not be allowed to.
        let client = runtime.block_on(address.client())?;
        let watch = {
            let _context = runtime.enter();
            Watch::start(&address.fleet, move || std::future::ready(Ok(client.clone())))
        };
        let place = address.shown();
        if let Some(listen) = self.metrics {
            return runtime.block_on(exporter::serve(listen, watch));
        }
        let is_live = io::stdout().is_terminal() && !self.once && !self.json && !self.metrics_text;
        if is_live {
            return runtime.block_on(live(watch, &place));
        }
        let snapshot = runtime.block_on(async {
            tokio::time::sleep(PULSE_WAIT).await;
            watch.snapshot()
        });
        let mut out = io::stdout().lock();
        if self.json {
            writeln!(out, "{}", serde_json::to_string(&*snapshot)?)?;
        } else if self.metrics_text {
            out.write_all(metrics(&snapshot).as_bytes())?;
        } else {
            out.write_all(printable(&table::draw(&snapshot, &place, None)).as_bytes())?;
        }
        Ok(())
    }
}

impl End {
    fn run(self) -> anyhow::Result<()> {
        let connection = Connection::connect(&self.server.expect_address()?)?;
        let runs = connection.runs()?;
        let run = runs.iter().find(|announced| announced.run == self.run);
        let run = run.with_context(|| match runs.as_slice() {
            [] => format!("there is no run `{}`; there are none at all", self.run),
            runs => {
                let names: Vec<&str> = runs.iter().map(|run| run.run.as_str()).collect();
                format!("there is no run `{}`, only {}", self.run, names.join(", "))
            }
        })?;
        connection.end_run(&run.run)?;
        say(&format!("ended run {}: {}", run.run, run.title));
        Ok(())
    }
}

/// Redraws the table until Ctrl-C.
async fn live(mut watch: Watch, place: &str) -> anyhow::Result<()> {
    let ended = Arc::new(Notify::new());
    let end = ended.clone();
    on_signal(move |_| end.notify_one())?;
    // A screen of its own, without a cursor; what was there before comes back at the end.
    show("\x1b[?1049h\x1b[?25l")?;
    let mut snapshot: Arc<Snapshot> = watch.snapshot();
    let outcome = loop {
        let text = table::draw(&snapshot, place, height());
        // Long lines are cut off, not wrapped.
        let shown =
            show(&format!("\x1b[H\x1b[?7l{}\x1b[J\x1b[?7h", printable(&text).replace('\n', "\x1b[K\r\n")));
        if shown.is_err() {
            break shown;
        }
        tokio::select! {
            newer = watch.changed() => snapshot = newer,
            () = ended.notified() => break Ok(()),
        }
    };
    let _ = show("\x1b[?25h\x1b[?1049l");
    Ok(outcome?)
}

fn show(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}
