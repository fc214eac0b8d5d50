//! The oldest Rust that the manifest promises.

use crate::install::{Installing, Need, provide};
use crate::shell::{cargo_of, manifest, run as run_command};

pub(crate) fn run(installing: Installing) -> Result<(), String> {
    let version = manifest("rust-version")?;
    provide(&[Need::Toolchain(version.clone())], installing)?;
    run_command(&mut cargo_of(&version, &["check", "--workspace", "--all-targets", "--locked"]))
}
