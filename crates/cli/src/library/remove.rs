//! `goren library remove`: imported games, by number or by condition.

use std::sync::atomic::AtomicBool;

use anyhow::{Result, bail};
use clap::Args;
use goren_library::Library;
use serde_json::json;

use super::wanted::Wanted;
use super::{games, print, watched};
use crate::terminal::{ProgressLine, say};

#[derive(Args)]
pub(super) struct Remove {
    /// The numbers of games, as `goren library find` lists them.
    #[arg(value_name = "NUMBER", conflicts_with = "Wanted")]
    ids: Vec<u32>,
    #[command(flatten)]
    wanted: Wanted,
    /// Remove all games that meet the conditions; without it they are only counted.
    #[arg(long, conflicts_with = "ids")]
    force: bool,
}

impl Remove {
    pub(super) fn run(&self, library: &Library, stop: &AtomicBool, json: bool) -> Result<()> {
        let ids = if self.ids.is_empty() { self.found(library, stop)? } else { self.ids.clone() };
        if let Some(id) = self.ids.iter().find(|&&id| matches!(library.record(id), Ok(None))) {
            bail!("there is no game {id}; `goren library find` lists the numbers");
        }
        if self.ids.is_empty() && !self.force {
            bail!("{} meet this; --force removes them", games(ids.len()));
        }
        let removed = library.remove(&ids)?;
        if json {
            return print(&json!({"removed": removed.len(), "played": removed.played}).to_string());
        }
        print(&format!("{} removed", games(removed.len())))?;
        if removed.played > 0 {
            say(&format!("{} games were played in the studio: delete them there", removed.played));
        }
        Ok(())
    }

    /// The games that meet the conditions, of which there must be one.
    fn found(&self, library: &Library, stop: &AtomicBool) -> Result<Vec<u32>> {
        let query = self.wanted.query()?;
        if self.wanted.is_empty() {
            bail!("expected numbers of games, or a condition such as --source club.sgf");
        }
        let mut line = ProgressLine::new();
        let mut go_on = watched(stop, &mut line, library.len()?, "searched");
        let found = library.find(&query, 0..usize::MAX, &mut go_on)?;
        if found.searched.is_complete {
            Ok(found.games.into_iter().map(|game| game.id).collect())
        } else {
            bail!("stopped; nothing was removed")
        }
    }
}
