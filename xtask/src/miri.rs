//! Tests under Miri, which notices undefined behaviour: of the rules' vocabulary, and of the network's inner loops without
//! and with vector instructions, which have all of the unsafe code.

use crate::install::{Installing, Need, provide};
use crate::shell::{cargo_of, run as run_command};

const NIGHTLY: &str = "nightly";

/// The tests that end in time where every step is interpreted: the crate, the compiler's flags and the names.
const TESTS: [(&str, &str, &[&str]); 3] = [
    (
        "goren-core",
        "",
        &["point::", "random::", "score::", "step::", "symmetry::", "time::", "adjudication::"],
    ),
    ("goren-nnue", "", &["simd::"]),
    // Miri has only the instructions that the compiler was told of.
    ("goren-nnue", "-Ctarget-feature=+avx2", &["simd::"]),
];

pub(crate) fn run(installing: Installing) -> Result<(), String> {
    let components = [Need::ComponentOf(NIGHTLY, "miri"), Need::ComponentOf(NIGHTLY, "rust-src")];
    provide(&[Need::Toolchain(NIGHTLY.to_owned())], installing)?;
    provide(&components, installing)?;
    for (package, flags, tests) in TESTS {
        let mut command = cargo_of(NIGHTLY, &["miri", "test", "--package", package, "--lib", "--"]);
        run_command(command.args(tests).env("RUSTFLAGS", flags))?;
    }
    Ok(())
}
