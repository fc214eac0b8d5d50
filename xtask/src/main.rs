//! The developer's commands: `cargo xtask test` sets up and runs every test, `cargo xtask screenshots` makes the README's
//! pictures.
#![forbid(unsafe_code)]

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const USAGE: &str = "usage: cargo xtask test|screenshots";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let outcome = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["test"] => test(),
        ["screenshots"] => screenshots(),
        ["help" | "--help" | "-h"] => {
            say(USAGE);
            return ExitCode::SUCCESS;
        }
        _ => {
            say(&format!(
                "expected the command `test` or `screenshots`, got `{}`\n{USAGE}",
                arguments.join(" ")
            ));
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            say(&format!("xtask: {message}"));
            ExitCode::FAILURE
        }
    }
}

/// Every check, the quickest to fail first; the tests come last, so that their summary ends the output.
fn test() -> Result<(), String> {
    component("rustfmt", "fmt")?;
    component("clippy", "clippy")?;
    cargo(&["fmt", "--all", "--check"])?;
    cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"])?;
    cargo(&["test", "--workspace"])?;
    training()?;
    pages(&["test"])
}

/// The tests of what makes networks, in a Python environment of their own.
fn training() -> Result<(), String> {
    package("python3", "python3")?;
    let root = root();
    let folder = root.join("training");
    let home = target(&root).join("training");
    let python = home.join("bin").join("python");
    let create = ["-m", "venv", "--clear", &home.display().to_string()];
    // Where part of Python is missing, a half-made environment has a `python` and no `pip`.
    if !home.join("bin").join("pip").exists() && run("python3", &create, &folder).is_err() {
        // Debian has this part of Python in a package of its own.
        apt("python3-venv");
        run("python3", &create, &folder)?;
    }
    let python = python.display().to_string();
    let install =
        ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", "requirements.txt"];
    run(&python, &install, &folder)?;
    run(&python, &["-m", "unittest", "discover", "tests"], &folder)
}

/// Pictures of the studio, for the README.
fn screenshots() -> Result<(), String> {
    pages(&["run", "screenshots", "--", "../docs/studio"])
}

/// Runs a script of the pages' tests against a program built for it, with everything it needs installed.
fn pages(script: &[&str]) -> Result<(), String> {
    package("node", "nodejs")?;
    package("npm", "npm")?;
    package("chromium", "chromium")?;
    // The tests have built it already, with these settings.
    cargo(&["build", "--workspace", "--bins", "--profile", "test"])?;
    let root = root();
    let program = target(&root).join("debug").join(format!("goren{}", env::consts::EXE_SUFFIX));
    let folder = root.join("web-tests");
    run("npm", &["ci", "--no-audit", "--no-fund"], &folder)?;
    say(&format!("npm {}", script.join(" ")));
    outcome("npm", script, Command::new("npm").args(script).current_dir(&folder).env("GOREN", &program))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Where cargo builds.
fn target(root: &Path) -> PathBuf {
    let folder = env::var("CARGO_TARGET_DIR").map_or_else(|_| root.join("target"), PathBuf::from);
    std::path::absolute(&folder).unwrap_or(folder)
}

fn run(program: &str, arguments: &[&str], folder: &Path) -> Result<(), String> {
    say(&format!("{program} {}", arguments.join(" ")));
    outcome(program, arguments, Command::new(program).args(arguments).current_dir(folder))
}

fn outcome(program: &str, arguments: &[&str], command: &mut Command) -> Result<(), String> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{program} {}` failed ({status})", arguments.join(" "))),
        Err(error) => Err(format!("`{program}` could not be started: {error}")),
    }
}

/// Makes sure of a program that tests need: installs Debian's package where that is allowed, else says how.
fn package(program: &str, name: &str) -> Result<(), String> {
    let present = || Command::new(program).arg("--version").output().is_ok_and(|out| out.status.success());
    if present() {
        return Ok(());
    }
    if apt(name) && present() {
        return Ok(());
    }
    Err(format!("`{program}` is missing, which the tests need; on Debian: apt-get install {name}"))
}

/// Installs a package of Debian; whether that went well.
fn apt(name: &str) -> bool {
    say(&format!("installing {name}"));
    let apt = |arguments: &[&str]| {
        let status =
            Command::new("apt-get").args(arguments).env("DEBIAN_FRONTEND", "noninteractive").status();
        status.is_ok_and(|status| status.success())
    };
    let install = ["install", "-y", "-qq", "--no-install-recommends", name];
    apt(&install) || apt(&["update", "-qq"]) && apt(&install)
}

/// Makes sure of a part of the Rust toolchain: installs it where rustup can, else says how to.
fn component(name: &str, subcommand: &str) -> Result<(), String> {
    let present = || {
        Command::new(cargo_path())
            .args([subcommand, "--version"])
            .output()
            .is_ok_and(|out| out.status.success())
    };
    if present() {
        return Ok(());
    }
    say(&format!("installing {name}"));
    let installed =
        Command::new("rustup").args(["component", "add", name]).status().is_ok_and(|status| status.success());
    if installed && present() {
        return Ok(());
    }
    Err(format!("`cargo {subcommand}` is missing; install it with `rustup component add {name}`"))
}

fn cargo(arguments: &[&str]) -> Result<(), String> {
    say(&format!("cargo {}", arguments.join(" ")));
    outcome("cargo", arguments, Command::new(cargo_path()).args(arguments))
}

fn cargo_path() -> String {
    env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned())
}

#[expect(clippy::print_stderr, reason = "this is a command-line program")]
fn say(message: &str) {
    eprintln!("{message}");
}
