//! `goren library generate`: made-up games.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use goren_library::synthetic;
use goren_record::{Format, write};

#[derive(Args)]
pub(super) struct Generate {
    /// The file to write.
    out: PathBuf,
    /// The number of games.
    #[arg(long, default_value_t = 1000)]
    games: usize,
    /// The seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Generate {
    pub(super) fn run(&self) -> Result<()> {
        let name = || self.out.display().to_string();
        let mut file = BufWriter::new(File::create(&self.out).with_context(name)?);
        for record in synthetic::games(self.seed).take(self.games) {
            file.write_all(&write(&[record], Format::Sgf)?.bytes).with_context(name)?;
        }
        Ok(file.flush()?)
    }
}
