//! The developer's commands: `cargo xtask test` sets up and runs every test, `cargo xtask screenshots` makes the README's
//! pictures.

use std::env;
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
    pages(&["test"])
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
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let target = env::var("CARGO_TARGET_DIR").map_or_else(|_| root.join("target"), Into::into);
    let program = target.join("debug").join(format!("goren{}", env::consts::EXE_SUFFIX));
    let folder = root.join("web-tests");
    for arguments in [&["ci", "--no-audit", "--no-fund"][..], script] {
        say(&format!("npm {}", arguments.join(" ")));
        let status = Command::new("npm").args(arguments).current_dir(&folder).env("GOREN", &program).status();
        match status {
            Ok(status) if status.success() => {}
            Ok(status) => return Err(format!("`npm {}` failed ({status})", arguments.join(" "))),
            Err(error) => return Err(format!("`npm` could not be started: {error}")),
        }
    }
    Ok(())
}

/// Makes sure of a program that the browser tests need: installs Debian's package where that is allowed, else says how.
fn package(program: &str, name: &str) -> Result<(), String> {
    let present = || Command::new(program).arg("--version").output().is_ok_and(|out| out.status.success());
    if present() {
        return Ok(());
    }
    say(&format!("installing {name}"));
    let apt = |arguments: &[&str]| {
        let status =
            Command::new("apt-get").args(arguments).env("DEBIAN_FRONTEND", "noninteractive").status();
        status.is_ok_and(|status| status.success())
    };
    let install = ["install", "-y", "-qq", "--no-install-recommends", name];
    if (apt(&install) || apt(&["update", "-qq"]) && apt(&install)) && present() {
        return Ok(());
    }
    Err(format!(
        "`{program}` is missing, which the tests of the pages need; on Debian: apt-get install {name}"
    ))
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
    let status = Command::new(cargo_path()).args(arguments).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`cargo {}` failed ({status})", arguments.join(" "))),
        Err(error) => Err(format!("`cargo` could not be started: {error}")),
    }
}

fn cargo_path() -> String {
    env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned())
}

#[expect(clippy::print_stderr, reason = "this is a command-line program")]
fn say(message: &str) {
    eprintln!("{message}");
}
