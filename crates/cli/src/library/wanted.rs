//! The conditions that games are searched by.

use std::path::Path;

use anyhow::{Context, Result, bail};
use clap::Args;
use goren_core::{Rule, Size};
use goren_library::{Day, OpeningName, Outcome, Pattern, Query};
use goren_record::{Format, ReadOptions, read};

use crate::input::read_file;

/// Which games are wanted.
#[derive(Args)]
pub(super) struct Wanted {
    /// A part of the name of either player.
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// A part of the name of Black.
    #[arg(long, value_name = "NAME")]
    black: Option<String>,
    /// A part of the name of White.
    #[arg(long, value_name = "NAME")]
    white: Option<String>,
    /// A part of the name of the event.
    #[arg(long)]
    event: Option<String>,
    /// A part of the name of the file it came from; `studio` for games played there.
    #[arg(long, value_name = "FILE")]
    source: Option<String>,
    /// The result: black, white, draw or unknown.
    #[arg(long)]
    result: Option<Outcome>,
    /// The rule: freestyle, standard, renju, caro or caro6.
    #[arg(long)]
    rule: Option<Rule>,
    /// The board's size.
    #[arg(long)]
    size: Option<Size>,
    /// The first day, month or year, such as 2020 or 2020-05-31.
    #[arg(long, value_name = "DATE")]
    since: Option<Day>,
    /// The last day, month or year.
    #[arg(long, value_name = "DATE")]
    until: Option<Day>,
    /// One of renju's 26 openings by name or number (Kagetsu, 4D), or a line of Gomocup's openings (`0,0, 1,-2`).
    #[arg(long)]
    opening: Option<String>,
    /// A position that the game passed through, however the board is turned: a file, or text such as h8i9g7.
    #[arg(long, value_name = "GAME")]
    position: Option<String>,
    /// A small drawing that the game showed somewhere, turned or mirrored: X black, O white, . empty, ? anything, lines parted
    /// by `/`.
    #[arg(long, value_name = "DRAWING")]
    pattern: Option<Pattern>,
    /// Find the pattern with the colours exchanged, too.
    #[arg(long, requires = "pattern")]
    either_colour: bool,
}

impl Wanted {
    /// Whether there is no condition at all.
    pub(super) fn is_empty(&self) -> bool {
        let texts = [
            &self.player,
            &self.black,
            &self.white,
            &self.event,
            &self.source,
            &self.opening,
            &self.position,
        ];
        texts.iter().all(|text| text.as_ref().is_none_or(|text| text.trim().is_empty()))
            && self.result.is_none()
            && self.rule.is_none()
            && self.size.is_none()
            && self.since.is_none()
            && self.until.is_none()
            && self.pattern.is_none()
    }

    pub(super) fn query(&self) -> Result<Query> {
        let mut query = Query {
            player: self.player.clone(),
            black: self.black.clone(),
            white: self.white.clone(),
            event: self.event.clone(),
            source: self.source.clone(),
            outcome: self.result,
            rule: self.rule,
            size: self.size,
            since: self.since,
            until: self.until,
            opening: None,
            position: None,
            pattern: self.pattern.clone(),
        };
        if self.either_colour {
            query.pattern = query.pattern.map(Pattern::in_either_colour);
        }
        let options = ReadOptions { rule: self.rule, size: self.size, ..ReadOptions::default() };
        if let Some(text) = &self.opening {
            if text.contains(',') {
                let options = ReadOptions { format: Some(Format::Offsets), ..options };
                let line = read(text.as_bytes(), &options).context("--opening")?;
                query.position = Some(line[0].position().context("--opening")?);
            } else {
                let named: &'static OpeningName = text.parse().context("--opening")?;
                query.opening = Some(named);
            }
        }
        if let Some(text) = &self.position {
            if query.position.is_some() {
                bail!("expected either --position or a line of moves as --opening, got both");
            }
            let path = Path::new(text);
            let bytes = if path.is_file() { read_file(path, 1 << 20)? } else { text.clone().into_bytes() };
            let games = read(&bytes, &options).context("--position")?;
            query.position = Some(games[0].position().context("--position")?);
        }
        Ok(query)
    }
}
