//! The tests of what makes networks.

use crate::install::{Need, python_home};
use crate::shell::{command, root, run};

/// Debian has the module that puts pip into an environment in a package of its own.
pub(crate) const NEEDS: [Need; 3] =
    [Need::Program("python3", "python3"), Need::Module("ensurepip", "python3-venv"), Need::Python];

pub(crate) fn test() -> Result<(), String> {
    let python = python_home().join("bin").join("python").display().to_string();
    let unittest = ["-m", "unittest", "discover", "tests"];
    run(command(&python, &unittest).current_dir(root().join("training")))
}
