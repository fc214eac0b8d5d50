//! Flags that say where a fleet is and how to enter it.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::bail;
use clap::{Args, value_parser};
use goren_fleet::{Address, is_name};

/// The environment variable with the address of the server.
const VARIABLE: &str = "GOREN_NATS";
/// The name of a fleet that was given none.
const FLEET: &str = "goren";

/// A fleet's server.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Server {
    /// The fleet's NATS server, such as nats://host:4222, tls://host or nats://user:password@host [default: the environment
    /// variable GOREN_NATS].
    #[arg(long, value_name = "URL", help_heading = "Fleet")]
    nats: Option<String>,
    /// The fleet's name; several can share a server [default: goren].
    #[arg(long, value_name = "NAME", value_parser = fleet_name, help_heading = "Fleet")]
    fleet: Option<String>,
    /// A file of credentials, as `nsc` makes them.
    #[arg(long, value_name = "FILE", help_heading = "Fleet")]
    creds: Option<PathBuf>,
    /// A file with the seed of an nkey.
    #[arg(long, value_name = "FILE", conflicts_with = "creds", help_heading = "Fleet")]
    nkey: Option<PathBuf>,
    /// Certificates of authorities to trust besides the system's, as PEM.
    #[arg(long, value_name = "FILE", help_heading = "Fleet")]
    tls_ca: Option<PathBuf>,
    /// A certificate to show to the server, as PEM.
    #[arg(long, value_name = "FILE", requires = "tls_key", help_heading = "Fleet")]
    tls_cert: Option<PathBuf>,
    /// The key of this certificate, as PEM.
    #[arg(long, value_name = "FILE", requires = "tls_cert", help_heading = "Fleet")]
    tls_key: Option<PathBuf>,
}

impl Server {
    /// Where the fleet is, if one was given here or in the environment.
    pub(crate) fn address(&self) -> anyhow::Result<Option<Address>> {
        let url = self.nats.clone().or_else(|| std::env::var(VARIABLE).ok().filter(|url| !url.is_empty()));
        let Some(url) = url else {
            let files = [
                ("creds", &self.creds),
                ("nkey", &self.nkey),
                ("tls-ca", &self.tls_ca),
                ("tls-cert", &self.tls_cert),
            ];
            let mut without = files.into_iter().filter(|(_, file)| file.is_some()).map(|(name, _)| name);
            if let Some(name) = without.next().or(self.fleet.is_some().then_some("fleet")) {
                bail!("--{name}: only together with --nats URL");
            }
            return Ok(None);
        };
        Ok(Some(Address {
            fleet: self.fleet.clone().unwrap_or_else(|| FLEET.to_owned()),
            credentials: self.creds.clone(),
            nkey: self.nkey.clone(),
            ca: self.tls_ca.clone(),
            certificate: self.tls_cert.clone(),
            key: self.tls_key.clone(),
            ..Address::new(url)
        }))
    }

    /// Where the fleet is; an error if nobody says.
    pub(crate) fn expect_address(&self) -> anyhow::Result<Address> {
        match self.address()? {
            Some(address) => Ok(address),
            None => bail!("expected the address of a NATS server: --nats URL, or the variable {VARIABLE}"),
        }
    }
}

/// A fleet to hand out work to.
#[derive(Args, Clone, Debug)]
pub(crate) struct Spread {
    #[command(flatten)]
    server: Server,
    /// How many seconds a worker may be silent before its task is given to another.
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = value_parser!(u64).range(1..=3600),
          help_heading = "Fleet")]
    lease: u64,
    /// The speed for which times are meant, in nodes a second; workers stretch or shorten them [default: this machine's].
    #[arg(long, value_name = "NODES", value_parser = value_parser!(u64).range(1..), help_heading = "Fleet")]
    reference_speed: Option<u64>,
}

impl Spread {
    /// Where the fleet is, if one was given here or in the environment.
    pub(crate) fn address(&self) -> anyhow::Result<Option<Address>> {
        self.server.address()
    }

    pub(crate) fn lease(&self) -> Duration {
        Duration::from_secs(self.lease)
    }

    pub(crate) fn reference_speed(&self) -> Option<u64> {
        self.reference_speed
    }
}

/// The command with which a worker joins a fleet, for people to copy.
pub(crate) fn worker_command(address: &Address) -> String {
    let fleet = if address.fleet == FLEET { String::new() } else { format!(" --fleet {}", address.fleet) };
    format!("goren worker --nats {}{fleet}", address.shown())
}

/// A name that a fleet takes: its own, a worker's or an engine's.
pub(crate) fn fleet_name(text: &str) -> Result<String, String> {
    if is_name(text) {
        Ok(text.to_owned())
    } else {
        Err(format!("expected at most 64 letters, digits, `-` and `_`, got `{text}`"))
    }
}
