//! The calls: what is not bound to a table that somebody watches. Each is a method and a path, and is answered once.

mod games;
mod library;
mod proofs;
mod training;

use std::fmt;

use goren_classics::CLASSICS;
use goren_core::{Opening, Rule, Size, Stop};
use goren_lab::document;
use goren_record::Format;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json as object};

use crate::analysis::cores;
use crate::desk::Desk;
use crate::wire::{About, Agents, ClassicView, EngineView, FormatView, LabStart, LevelView, OptionView};
use crate::xray;

/// What may be sent with a call, in bytes: with most of them, with a file of games, with one to import, and with a proof.
const MOST_BODY: usize = 64 << 10;
const MOST_FILE: usize = 8 << 20;
const MOST_IMPORTED: usize = 64 << 20;
const MOST_PROOF: usize = 32 << 20;

/// How strong the levels and the classic programs are, as `goren calibrate` wrote it.
const RATINGS: &str = include_str!("../../../docs/ratings.json");

/// What a call does with what it names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// Asks for it.
    Get,
    /// Does something with it.
    Post,
    /// Stores it.
    Put,
    /// Removes it.
    Delete,
}

/// A call.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// What it does.
    pub method: Method,
    /// What it names, such as `games/k3v9q2m7xa/export`.
    pub path: &'a str,
    /// What stands behind the question mark of its address.
    pub query: &'a str,
    /// What is sent with it.
    pub body: Vec<u8>,
    /// Raised when nobody waits for the answer any more.
    pub stop: Stop,
}

impl Request<'_> {
    /// What may be sent with a call to this path, in bytes.
    pub fn most_bytes(path: &str) -> usize {
        match path {
            "library/import" => MOST_IMPORTED,
            "proofs" => MOST_PROOF,
            "open" | "library/export" | "library/remove" => MOST_FILE,
            _ => MOST_BODY,
        }
    }

    fn is_post(&self) -> bool {
        self.method == Method::Post
    }

    fn query<T: DeserializeOwned>(&self) -> Result<T, CallError> {
        serde_urlencoded::from_str(self.query).map_err(CallError::bad)
    }

    fn parsed<T: DeserializeOwned>(&self) -> Result<T, CallError> {
        serde_json::from_slice(&self.body).map_err(CallError::bad)
    }
}

/// The answer to a call.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The kind of content.
    pub media: &'static str,
    /// The name under which it is to be saved, if it is a file.
    pub name: Option<String>,
    /// What a file of games cannot hold of them.
    pub lost: Option<String>,
    /// The content.
    pub body: Vec<u8>,
}

impl Reply {
    fn file(name: String, media: &'static str, body: Vec<u8>) -> Reply {
        Reply { media, name: Some(name), lost: None, body }
    }
}

/// Whose fault it is that a call cannot be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blame {
    /// The caller should have asked otherwise.
    Caller,
    /// What was asked for is not there.
    Missing,
    /// Something failed here.
    Inside,
}

/// Why a call is not answered, in one line.
#[derive(Clone, Debug)]
pub struct CallError {
    /// Whose fault it is.
    pub blame: Blame,
    text: String,
}

impl CallError {
    #[expect(clippy::needless_pass_by_value, reason = "made for `map_err`")]
    pub(crate) fn bad(error: impl ToString) -> CallError {
        CallError { blame: Blame::Caller, text: error.to_string() }
    }

    #[expect(clippy::needless_pass_by_value, reason = "made for `map_err`")]
    pub(crate) fn inside(error: impl ToString) -> CallError {
        CallError { blame: Blame::Inside, text: error.to_string() }
    }

    fn missing(text: String) -> CallError {
        CallError { blame: Blame::Missing, text }
    }

    fn no_game(id: &str) -> CallError {
        CallError::missing(format!("there is no game `{}`", id.chars().take(32).collect::<String>()))
    }

    fn unknown() -> CallError {
        CallError::missing("there is no such call".to_owned())
    }
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for CallError {}

fn json(value: &impl Serialize) -> Result<Reply, CallError> {
    let body = serde_json::to_vec(value).map_err(CallError::inside)?;
    Ok(Reply { media: "application/json", name: None, lost: None, body })
}

impl Desk {
    /// Answers a call of the owner. Waits for the disk, and for searches that were asked for.
    pub fn call(&self, request: Request<'_>) -> Result<Reply, CallError> {
        use Method::{Get, Post, Put};
        let path: Vec<&str> = request.path.split('/').filter(|part| !part.is_empty()).collect();
        match (request.method, path.as_slice()) {
            (Get, ["agents"]) => json(&self.agents()),
            (Get, ["settings"]) => {
                let settings = self.lobby.services.store.settings().map_err(CallError::inside)?;
                json(&settings.unwrap_or_else(|| object!({})))
            }
            (Put, ["settings"]) => self.set_settings(&request),
            (Post, ["open"]) => json(&games::open(self, &request)?),
            (Post, ["xray"]) => json(&xray::explain(&request.parsed()?).map_err(CallError::bad)?),
            (Post, ["glance"]) => json(&xray::look(&request.parsed()?).map_err(CallError::bad)?),
            (_, ["games", path @ ..]) => games::games(self, path, &request),
            (Get | Post, ["lab", path @ ..]) => self.lab(path, &request),
            (Get | Post, ["library", path @ ..]) => library::library(self, path, request),
            (Get | Post, ["proofs", path @ ..]) => proofs::proofs(&self.proofs, path, &request),
            (Get | Post, ["train", path @ ..]) => training::train(&self.training, path, &request),
            _ => Err(CallError::unknown()),
        }
    }

    /// What this program can do; whether guests may come in and a fleet is watched is for others to say.
    pub fn about(&self, lan: bool, fleet: bool) -> Result<Reply, CallError> {
        let format = |format: Format| FormatView {
            name: format.name(),
            text: format.to_string(),
            writes: format != Format::Rif,
            several: format.holds_several(),
            extension: format.extension(),
        };
        json(&About {
            version: env!("CARGO_PKG_VERSION"),
            rules: Rule::ALL.to_vec(),
            openings: Opening::ALL.to_vec(),
            sizes: [Size::MIN, Size::MAX],
            formats: Format::ALL.into_iter().map(format).collect(),
            threads: cores(),
            lan,
            fleet,
        })
    }

    /// Who can be played against.
    fn agents(&self) -> Agents {
        let roster = &self.lobby.services.roster;
        Agents {
            levels: (1..=10)
                .map(|level| LevelView { level, elo: elo(&format!("goren:level={level}")) })
                .collect(),
            classics: CLASSICS
                .iter()
                .map(|classic| ClassicView {
                    word: classic.name,
                    elo: elo(classic.name),
                    summary: classic.summary,
                    authors: document(classic.name).authors,
                    title: document(classic.name).title,
                    size: classic.size,
                    rule: classic.rule,
                    opening: classic.opening,
                    traps: classic.traps,
                    depth: classic.depth,
                    variants: classic.variants.iter().map(|each| option(each.name, each.summary)).collect(),
                    weightings: classic.weightings.to_vec(),
                    additions: classic.additions.iter().map(|each| option(each.name, each.summary)).collect(),
                    switches: classic.switches.to_vec(),
                })
                .collect(),
            engines: roster.names().map(|name| EngineView { name: name.to_owned() }).collect(),
        }
    }

    /// Stores what the pages want kept.
    fn set_settings(&self, request: &Request<'_>) -> Result<Reply, CallError> {
        let settings: Value = request.parsed()?;
        if !settings.is_object() {
            return Err(CallError::bad("expected an object"));
        }
        self.lobby.services.store.set_settings(&settings).map_err(CallError::inside)?;
        json(&object!({}))
    }

    /// What can be measured, what is being measured and what was found.
    fn lab(&self, path: &[&str], request: &Request<'_>) -> Result<Reply, CallError> {
        let laboratory = &self.laboratory;
        match (request.is_post(), path) {
            (false, []) => {}
            (true, ["start"]) => {
                let LabStart { experiment, effort } = request.parsed()?;
                laboratory.start(&experiment, effort).map_err(CallError::bad)?;
            }
            (true, ["stop"]) => laboratory.stop(),
            (false, [name]) => {
                let missing = || {
                    let name: String = name.chars().take(32).collect();
                    CallError::missing(format!("`{name}` has not been measured"))
                };
                return json(&*laboratory.result(name).ok_or_else(missing)?);
            }
            _ => return Err(CallError::unknown()),
        }
        json(&laboratory.view())
    }
}

fn option(name: &'static str, summary: &'static str) -> OptionView {
    OptionView { name, summary }
}

/// The rating of a player by the name it has there; nothing if it was not measured.
fn elo(player: &str) -> Option<f64> {
    let table: Value = serde_json::from_str(RATINGS).ok()?;
    let players = table["players"].as_array()?;
    players.iter().find(|row| row["player"] == player)?["elo"].as_f64()
}
