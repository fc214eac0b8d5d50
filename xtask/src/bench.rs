//! The signature of the search, against what the history says it is.

use std::env;

use crate::shell::{cargo, command, output, run as run_command, say, target};

/// What the signature depends on: not on what is written about it.
const PATHS: [&str; 4] = ["crates/core", "crates/nnue", "crates/engine", ":(exclude)*.md"];

/// The line of a commit message, and of what `goren bench` prints, that has the signature.
const LINE: &str = "Bench: ";

pub(crate) fn run() -> Result<(), String> {
    let log = output(command("git", &["log", "-1", "--format=%h %s%n%b", "--"]).args(PATHS))?;
    let subject = log.lines().next().ok_or("the history has no commit that touches core, nnue or engine")?;
    let expected = signature(&log).ok_or_else(|| format!("the commit `{subject}` has no line `{LINE}N`"))?;
    run_command(&mut cargo(&["build", "--release", "--package", "goren"]))?;
    let program = target().join("release").join(format!("goren{}", env::consts::EXE_SUFFIX));
    let printed = output(&mut command(&program.display().to_string(), &["bench"]))?;
    let found = signature(&printed).ok_or_else(|| format!("`goren bench` printed no line `{LINE}N`"))?;
    if found == expected {
        say(&format!("Bench: {found}, as `{subject}` says"));
        Ok(())
    } else {
        Err(format!("expected Bench: {expected}, as `{subject}` says, got {found}"))
    }
}

/// Whether the commits are here: not in an archive of the sources, and not in a shallow clone.
pub(crate) fn has_history() -> bool {
    output(&mut command("git", &["rev-parse", "--is-shallow-repository"]))
        .is_ok_and(|text| text.trim() == "false")
}

fn signature(text: &str) -> Option<&str> {
    text.lines().rev().find_map(|line| line.strip_prefix(LINE)).map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::signature;

    #[test]
    fn the_signature_is_on_a_line_of_its_own() {
        assert_eq!(signature("engine: x\n\nBench: 1 was wrong.\n\nBench: 849964\n"), Some("849964"));
        assert_eq!(signature("nodes 5\nBench: 849964\n"), Some("849964"));
        assert_eq!(signature("engine: x (Bench: 5)\n"), None);
    }
}
