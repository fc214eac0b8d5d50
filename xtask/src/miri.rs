//! Tests under Miri, which notices undefined behaviour: of the rules, and of the network without vector instructions.

use crate::install::{Installing, Need, provide};
use crate::shell::{cargo_of, run as run_command};

const NIGHTLY: &str = "nightly";

/// The tests that end in time where every step is interpreted, by crate.
const TESTS: [(&str, &[&str]); 2] = [
    ("goren-core", &["point", "stone", "line", "random", "score", "symmetry", "step", "zobrist"]),
    ("goren-nnue", &["code", "value", "heads"]),
];

pub(crate) fn run(installing: Installing) -> Result<(), String> {
    let components = [Need::ComponentOf(NIGHTLY, "miri"), Need::ComponentOf(NIGHTLY, "rust-src")];
    provide(&[Need::Toolchain(NIGHTLY.to_owned())], installing)?;
    provide(&components, installing)?;
    for (package, tests) in TESTS {
        let mut command = cargo_of(NIGHTLY, &["miri", "test", "--package", package, "--lib", "--"]);
        run_command(command.args(tests).env("MIRIFLAGS", "-Zmiri-disable-isolation"))?;
    }
    Ok(())
}
