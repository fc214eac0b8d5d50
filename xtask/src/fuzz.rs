//! The fuzz targets, built and run with a nightly compiler.

use std::fs;

use crate::install::{Installing, Need, provide};
use crate::shell::{cargo_of, output, root, run as run_command};

const NIGHTLY: &str = "nightly";

/// How long each target runs unless told otherwise, in seconds.
const MINUTE: &str = "60";

/// Builds every target and runs each for so many seconds; not at all for 0.
pub(crate) fn run(seconds: Option<&str>, installing: Installing) -> Result<(), String> {
    let seconds = seconds.unwrap_or(MINUTE);
    let Ok(seconds) = seconds.parse::<u32>() else {
        return Err(format!("expected a number of seconds, got `{seconds}`"));
    };
    provide(&[Need::Toolchain(NIGHTLY.to_owned()), Need::Crate("cargo-fuzz", "0.13.2", "fuzz")], installing)?;
    run_command(&mut cargo_of(NIGHTLY, &["fuzz", "build"]))?;
    if seconds == 0 {
        return Ok(());
    }
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
