//! The fuzz targets, built and run with a nightly compiler.

use std::fs;

use crate::install::{Installing, Need, provide};
use crate::shell::{cargo_of, output, root, run as run_command};

const NIGHTLY: &str = "nightly";

/// Builds every target; with a time, runs each for so many seconds.
pub(crate) fn run(seconds: Option<&str>, installing: Installing) -> Result<(), String> {
    let seconds = match seconds.map(str::parse::<u32>) {
        None => None,
        Some(Ok(seconds)) => Some(seconds),
        Some(Err(_)) => {
            return Err(format!("expected a number of seconds, got `{}`", seconds.unwrap_or_default()));
        }
    };
    provide(&[Need::Toolchain(NIGHTLY.to_owned()), Need::Crate("cargo-fuzz", "0.13.2", "fuzz")], installing)?;
    run_command(&mut cargo_of(NIGHTLY, &["fuzz", "build"]))?;
    let Some(seconds) = seconds else { return Ok(()) };
    let targets = output(&mut cargo_of(NIGHTLY, &["fuzz", "list"]))?;
    let time = format!("-max_total_time={seconds}");
    for target in targets.lines() {
        // What is found goes into the first folder; the second has what the search for inputs starts from.
        let (corpus, seeds) = (format!("fuzz/corpus/{target}"), format!("fuzz/seeds/{target}"));
        for folder in [&corpus, &seeds] {
            let folder = root().join(folder);
            fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        run_command(&mut cargo_of(NIGHTLY, &["fuzz", "run", target, &corpus, &seeds, "--", &time]))?;
    }
    Ok(())
}
