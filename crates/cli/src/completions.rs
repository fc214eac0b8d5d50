//! `goren completions`: completion scripts.

use std::io::{self, Write};

use clap::{Args, CommandFactory};
use clap_complete::Shell;

/// Arguments of `goren completions`.
#[derive(Args)]
pub(crate) struct Completions {
    /// The shell to write for.
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        // Into memory first, because the generator panics on a closed pipe.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut crate::Arguments::command(), "goren", &mut script);
        Ok(io::stdout().write_all(&script)?)
    }
}
