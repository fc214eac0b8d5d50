//! Why a fleet cannot be used.

use std::fmt;
use std::path::PathBuf;

use crate::check::MessageError;
use crate::games::GamesError;

/// Why a fleet cannot be used. Each reads as one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FleetError {
    /// Not the address of a server.
    Address(String),
    /// Not a name that a fleet, a run or a worker may have.
    Name(String),
    /// A file with credentials or certificates cannot be read.
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// No server answers.
    Unreachable {
        /// The address, without a password.
        url: String,
        /// What went wrong.
        why: String,
    },
    /// The server does not let us in.
    NotAuthorised {
        /// The address, without a password.
        url: String,
    },
    /// The server runs without JetStream.
    NoJetStream {
        /// The address, without a password.
        url: String,
    },
    /// The server refused something.
    Server {
        /// What was asked of it.
        what: String,
        /// What it said.
        why: String,
    },
    /// Another coordinator has taken over the run.
    Replaced {
        /// The run.
        run: String,
    },
    /// Somebody else has ended the run.
    Ended {
        /// The run.
        run: String,
    },
    /// An announcement or a task that cannot be sent.
    Message(MessageError),
    /// Games that cannot be announced.
    Games(GamesError),
    /// This machine cannot start what the fleet needs.
    Machine(String),
}

impl fmt::Display for FleetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FleetError::Address(address) => {
                write!(f, "expected the address of a server such as `nats://host:4222`, got `{address}`")
            }
            FleetError::Name(name) => {
                write!(f, "expected a name of at most 64 letters, digits, `-` and `_`, got `{name}`")
            }
            FleetError::File { path, why } => write!(f, "{}: {why}", path.display()),
            FleetError::Unreachable { url, why } => write!(f, "cannot reach the NATS server at {url}: {why}"),
            FleetError::NotAuthorised { url } => {
                write!(f, "the NATS server at {url} does not accept these credentials, or wants some")
            }
            FleetError::NoJetStream { url } => {
                write!(f, "the NATS server at {url} runs without JetStream: start it with `nats-server -js`")
            }
            FleetError::Server { what, why } => write!(f, "the NATS server could not {what}: {why}"),
            FleetError::Replaced { run } => {
                write!(f, "another coordinator has taken over run {run}; this one ends")
            }
            FleetError::Ended { run } => write!(f, "run {run} was ended from elsewhere"),
            FleetError::Message(error) => error.fmt(f),
            FleetError::Games(error) => error.fmt(f),
            FleetError::Machine(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for FleetError {}

impl From<MessageError> for FleetError {
    fn from(error: MessageError) -> FleetError {
        FleetError::Message(error)
    }
}

impl From<GamesError> for FleetError {
    fn from(error: GamesError) -> FleetError {
        FleetError::Games(error)
    }
}

impl FleetError {
    pub(crate) fn server(what: &str, why: impl fmt::Display) -> FleetError {
        FleetError::Server { what: what.to_owned(), why: why.to_string() }
    }
}
