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
use crate::refusal::Refusal;
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

    fn query<T: DeserializeOwned>(&self) -> Result<T, Refusal> {
        serde_urlencoded::from_str(self.query).map_err(Refusal::not_understood)
    }

    fn parsed<T: DeserializeOwned>(&self) -> Result<T, Refusal> {
        Ok(serde_json::from_slice(&self.body)?)
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

/// Why a call is not answered: on the wire a code with its values.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct CallError(Refusal);

impl CallError {
    /// Whose fault it is.
    pub fn blame(&self) -> Blame {
        self.0.blame()
    }

    /// More was sent with a call than may be.
    pub(crate) fn too_long(most: u64, got: u64) -> CallError {
        CallError(Refusal::TooLong { max: most, got })
    }

    /// What was sent is no call.
    pub(crate) fn not_understood(error: impl fmt::Display) -> CallError {
        CallError(Refusal::not_understood(error))
    }
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for CallError {}

/// The rule that a page names.
fn rule(text: &str) -> Result<Rule, Refusal> {
    text.parse().map_err(|_| Refusal::NoRule { got: clipped(text) })
}

/// What of a bad value is worth quoting.
fn clipped(text: &str) -> String {
    text.chars().take(40).collect()
}

fn json(value: &impl Serialize) -> Result<Reply, Refusal> {
    let body = serde_json::to_vec(value).map_err(Refusal::internal)?;
    Ok(Reply { media: "application/json", name: None, lost: None, body })
}

impl Desk {
    /// Answers a call of the owner. Waits for the disk, and for searches that were asked for.
    pub fn call(&self, request: Request<'_>) -> Result<Reply, CallError> {
        self.answer(request).map_err(CallError)
    }

    fn answer(&self, request: Request<'_>) -> Result<Reply, Refusal> {
        use Method::{Get, Post, Put};
        let path: Vec<&str> = request.path.split('/').filter(|part| !part.is_empty()).collect();
        match (request.method, path.as_slice()) {
            (Get, ["agents"]) => json(&self.agents()),
            (Get, ["settings"]) => {
                let settings = self.lobby.services.store.settings()?;
                json(&settings.unwrap_or_else(|| object!({})))
            }
            (Put, ["settings"]) => self.set_settings(&request),
            (Post, ["open"]) => json(&games::open(self, &request)?),
            (Post, ["xray"]) => json(&xray::explain(&request.parsed()?).map_err(Refusal::school)?),
            (Post, ["glance"]) => json(&xray::look(&request.parsed()?).map_err(Refusal::school)?),
            (_, ["games", path @ ..]) => games::games(self, path, &request),
            (Get | Post, ["lab", path @ ..]) => self.lab(path, &request),
            (Get | Post, ["library", path @ ..]) => library::library(self, path, request),
            (Get | Post, ["proofs", path @ ..]) => proofs::proofs(&self.proofs, path, &request),
            (Get | Post, ["train", path @ ..]) => training::train(&self.training, path, &request),
            _ => Err(Refusal::NoCall),
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
        .map_err(CallError)
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
    fn set_settings(&self, request: &Request<'_>) -> Result<Reply, Refusal> {
        let settings: Value = request.parsed()?;
        if !settings.is_object() {
            return Err(Refusal::not_understood("expected an object"));
        }
        self.lobby.services.store.set_settings(&settings)?;
        json(&object!({}))
    }

    /// What can be measured, what is being measured and what was found.
    fn lab(&self, path: &[&str], request: &Request<'_>) -> Result<Reply, Refusal> {
        let laboratory = &self.laboratory;
        match (request.is_post(), path) {
            (false, []) => {}
            (true, ["start"]) => {
                let LabStart { experiment, effort } = request.parsed()?;
                laboratory.start(&experiment, effort).map_err(Refusal::school)?;
            }
            (true, ["stop"]) => laboratory.stop(),
            (false, [name]) => {
                let missing = || Refusal::NotMeasured { name: name.chars().take(32).collect() };
                return json(&*laboratory.result(name).ok_or_else(missing)?);
            }
            _ => return Err(Refusal::NoCall),
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
