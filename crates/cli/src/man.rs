//! `goren man`: the manual.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, CommandFactory};

/// Arguments of `goren man`.
#[derive(Args)]
pub(crate) struct Man {
    /// Write a page for every command into this folder instead.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

impl Man {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let command = crate::Arguments::command();
        let Some(folder) = self.out else {
            let mut page = Vec::new();
            clap_mangen::Man::new(command).render(&mut page)?;
            return Ok(io::stdout().write_all(&page)?);
        };
        let write = || -> io::Result<()> {
            fs::create_dir_all(&folder)?;
            clap_mangen::generate_to(command, &folder)
        };
        write().with_context(|| format!("cannot write the manual to {}", folder.display()))
    }
}
