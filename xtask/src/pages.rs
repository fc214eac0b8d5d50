//! The tests and pictures of the studio's pages, made with Node and Chromium.

use std::env;

use crate::install::{Installing, Need, provide};
use crate::shell::{cargo, command, root, run, target};

pub(crate) const NEEDS: [Need; 7] = [
    Need::Program("node", "nodejs"),
    Need::Program("npm", "npm"),
    Need::Program("chromium", "chromium"),
    Need::Program("fc-list", "fontconfig"),
    Need::Font("DejaVu Sans", "fonts-dejavu-core"),
    Need::Font("Liberation Sans", "fonts-liberation"),
    Need::Npm,
];

pub(crate) fn test() -> Result<(), String> {
    script(&["test"])
}

pub(crate) fn screenshots(installing: Installing) -> Result<(), String> {
    provide(&NEEDS, installing)?;
    script(&["run", "screenshots", "--", "../docs/studio"])
}

/// Runs a script of `web-tests/` against the program.
fn script(arguments: &[&str]) -> Result<(), String> {
    // The phase of the crates' tests has built it already, with these settings.
    run(&mut cargo(&["build", "--workspace", "--bins", "--profile", "test"]))?;
    let program = target().join("debug").join(format!("goren{}", env::consts::EXE_SUFFIX));
    run(command("npm", arguments).current_dir(root().join("web-tests")).env("GOREN", program))
}
