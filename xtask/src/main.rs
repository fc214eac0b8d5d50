//! The developer's commands: `cargo xtask test` sets up and runs every test.

use std::env;
use std::process::{Command, ExitCode};

const USAGE: &str = "usage: cargo xtask test";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let outcome = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["test"] => test(),
        ["help" | "--help" | "-h"] => {
            say(USAGE);
            return ExitCode::SUCCESS;
        }
        _ => {
            say(&format!("expected the command `test`, got `{}`\n{USAGE}", arguments.join(" ")));
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
    cargo(&["test", "--workspace"])
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
