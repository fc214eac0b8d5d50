//! The tests and pictures of the studio's pages, made with Node and Chromium.

use std::env;
use std::path::{Path, PathBuf};

use crate::install::{Installing, Need, provide};
use crate::shell::{cargo, command, root, run, target};
use crate::test::NATS;

pub(crate) const NEEDS: [Need; 8] = [
    Need::Program("node", "nodejs"),
    Need::Program("npm", "npm"),
    Need::Program("chromium", "chromium"),
    Need::Program("fc-list", "fontconfig"),
    Need::Font("DejaVu Sans", "fonts-dejavu-core"),
    Need::Font("Liberation Sans", "fonts-liberation"),
    Need::Npm,
    NATS,
];

pub(crate) fn test() -> Result<(), String> {
    // The phase of what only a release shows has built it already.
    let release = release()?;
    script(&["test"], &debug()?, Some(&release))
}

/// Pictures of every page at eleven sizes, light and dark; without a folder, the README's own.
pub(crate) fn screenshots(folder: Option<&str>, installing: Installing) -> Result<(), String> {
    provide(&NEEDS, installing)?;
    match folder {
        Some(folder) => script(&["run", "screenshots", "--", "--all", folder], &debug()?, None),
        None => script(&["run", "screenshots", "--", "../docs/studio"], &debug()?, None),
    }
}

/// Random people at the studio for so many minutes.
pub(crate) fn soak(options: &[&str], installing: Installing) -> Result<(), String> {
    provide(&NEEDS, installing)?;
    script(&[&["run", "soak", "--"], options].concat(), &debug()?, None)
}

/// How fast the pages of a release are, in numbers.
pub(crate) fn speed(installing: Installing) -> Result<(), String> {
    provide(&NEEDS, installing)?;
    script(&["run", "speed"], &release()?, None)
}

/// The program with pages read from `web/`. The phase of the crates' tests has built it already, with these settings.
fn debug() -> Result<PathBuf, String> {
    run(&mut cargo(&["build", "--workspace", "--bins"]))?;
    Ok(program("debug"))
}

/// The program with bundled pages.
fn release() -> Result<PathBuf, String> {
    run(&mut cargo(&["build", "--release", "--package", "goren"]))?;
    Ok(program("release"))
}

fn program(folder: &str) -> PathBuf {
    target().join(folder).join(format!("goren{}", env::consts::EXE_SUFFIX))
}

/// Runs a script of `web-tests/` against a program.
fn script(arguments: &[&str], program: &Path, bundled: Option<&Path>) -> Result<(), String> {
    let mut npm = command("npm", arguments);
    npm.current_dir(root().join("web-tests")).env("GOREN", program);
    if let Some(bundled) = bundled {
        npm.env("GOREN_BUNDLED", bundled);
    }
    run(&mut npm)
}
