//! What may be depended on: licences, advisories, duplicates, sources.

use crate::install::{Installing, Need, provide};
use crate::shell::{cargo, run as run_command};

pub(crate) fn run(installing: Installing) -> Result<(), String> {
    provide(&[Need::Crate("cargo-deny", "0.20.2", "deny")], installing)?;
    run_command(&mut cargo(&["deny", "check"]))
}
