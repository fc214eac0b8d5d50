//! The tests of what makes networks.

use crate::install::python_home;
use crate::shell::{command, root, run};

pub(crate) fn test() -> Result<(), String> {
    let python = python_home().join("bin").join("python").display().to_string();
    let unittest = ["-m", "unittest", "discover", "tests"];
    run(command(&python, &unittest).current_dir(root().join("training")))
}
