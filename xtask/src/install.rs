//! What the checks need beside Rust, and how it is installed: announced first, and only where that is allowed.

use std::env;
use std::path::PathBuf;

use crate::shell::{cargo, command, output, root, run, say, succeeds, target};

/// Whether things may be installed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Installing {
    /// After saying what and where.
    Announced,
    Forbidden,
}

/// Something a check needs.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Need {
    /// A component of the Rust toolchain and its subcommand of cargo.
    Component(&'static str, &'static str),
    /// A component of a toolchain that is not the one in use: the toolchain, then the component.
    ComponentOf(&'static str, &'static str),
    /// A program and the Debian package that has it.
    Program(&'static str, &'static str),
    /// A family of fonts and the Debian package that has it.
    Font(&'static str, &'static str),
    /// A module of Python and the Debian package that has it.
    Module(&'static str, &'static str),
    /// The Python environment of `training/`.
    Python,
    /// The npm packages of `web-tests/`.
    Npm,
    /// A program that cargo builds: its name, its version and the subcommand of cargo that it adds.
    Crate(&'static str, &'static str, &'static str),
    /// A Rust toolchain, in its smallest form.
    Toolchain(String),
    /// Rust's standard library for another target.
    Target(String),
}

impl Need {
    pub(crate) fn is_met(&self) -> bool {
        match self {
            Self::Component(_, subcommand) | Self::Crate(_, _, subcommand) => {
                succeeds(&mut cargo(&[subcommand, "--version"]))
            }
            Self::ComponentOf(toolchain, name) => output(&mut command(
                "rustup",
                &["component", "list", "--installed", "--toolchain", toolchain],
            ))
            .is_ok_and(|installed| installed.lines().any(|line| line.starts_with(name))),
            // A few programs have a word for it where most have a flag.
            Self::Program(program, _) => {
                ["--version", "version"].iter().any(|ask| succeeds(&mut command(program, &[ask])))
            }
            Self::Font(family, _) => {
                output(&mut command("fc-list", &[family])).is_ok_and(|found| !found.trim().is_empty())
            }
            Self::Module(name, _) => succeeds(command("python3", &["-c"]).arg(format!("import {name}"))),
            // Only the installers know whether their folders are complete; where they are, that takes a second.
            Self::Python | Self::Npm => false,
            Self::Toolchain(name) => succeeds(&mut command("rustup", &["run", name, "rustc", "--version"])),
            Self::Target(name) => output(&mut command("rustup", &["target", "list", "--installed"]))
                .is_ok_and(|installed| installed.lines().any(|line| line == name)),
        }
    }

    /// What is going to be installed, and where.
    fn announcement(&self) -> String {
        match self {
            Self::Component(name, _) => format!("{name}, with rustup, into the Rust toolchain in use"),
            Self::ComponentOf(toolchain, name) => format!("{name}, with rustup, into Rust {toolchain}"),
            Self::Program(_, package) | Self::Font(_, package) | Self::Module(_, package) => {
                format!("{package}, with apt-get, for the whole system")
            }
            Self::Python => {
                format!(
                    "numpy and PyTorch (training/requirements.txt), with pip, into {}",
                    python_home().display()
                )
            }
            Self::Npm => {
                let folder = root().join("web-tests").join("node_modules");
                format!("the packages of web-tests/package-lock.json, with npm, into {}", folder.display())
            }
            Self::Crate(name, version, _) => {
                format!("{name} {version}, built by cargo install, into cargo's folder of programs")
            }
            Self::Toolchain(name) => {
                format!("Rust {name}, with rustup, beside the toolchains that are there")
            }
            Self::Target(name) => {
                format!("the standard library for {name}, with rustup, into the Rust toolchain in use")
            }
        }
    }

    fn install(&self) -> Result<(), String> {
        match self {
            Self::Component(name, _) => run(&mut command("rustup", &["component", "add", name])),
            Self::ComponentOf(toolchain, name) => {
                run(&mut command("rustup", &["component", "add", name, "--toolchain", toolchain]))
            }
            Self::Program(_, package) | Self::Font(_, package) | Self::Module(_, package) => apt(package),
            Self::Python => python(),
            Self::Npm => {
                let mut npm = command("npm", &["ci", "--no-audit", "--no-fund"]);
                run(npm.current_dir(root().join("web-tests")))
            }
            Self::Crate(name, version, _) => {
                run(&mut cargo(&["install", "--quiet", "--locked", "--version", version, name]))
            }
            Self::Toolchain(name) => run(&mut command(
                "rustup",
                &["toolchain", "install", name, "--profile", "minimal", "--no-self-update"],
            )),
            Self::Target(name) => run(&mut command("rustup", &["target", "add", name])),
        }
    }

    /// With nothing installed: whether an earlier run left what is needed.
    fn was_left(&self) -> bool {
        match self {
            Self::Python => python_home().join("bin").join("pip").exists(),
            Self::Npm => root().join("web-tests").join("node_modules").exists(),
            _ => false,
        }
    }
}

/// Meets all needs: says first what is going to be installed and where, then installs it.
pub(crate) fn provide(needs: &[Need], installing: Installing) -> Result<(), String> {
    let missing: Vec<&Need> = needs.iter().filter(|need| !need.is_met()).collect();
    if installing == Installing::Forbidden {
        let absent: Vec<String> =
            missing.iter().filter(|need| !need.was_left()).map(|need| need.announcement()).collect();
        return if absent.is_empty() {
            Ok(())
        } else {
            Err(format!("--no-install was given, and these are missing:\n  {}", absent.join("\n  ")))
        };
    }
    if missing.is_empty() {
        return Ok(());
    }
    say("These will be installed or brought up to date (`--no-install` forbids it):");
    for need in &missing {
        say(&format!("  {}", need.announcement()));
    }
    for need in missing {
        need.install()?;
        let own_word = matches!(need, Need::Python | Need::Npm);
        if !own_word && !need.is_met() {
            return Err(format!("not found after its installation: {}", need.announcement()));
        }
    }
    Ok(())
}

/// The environment of the training's tests.
pub(crate) fn python_home() -> PathBuf {
    target().join("training")
}

fn python() -> Result<(), String> {
    let home = python_home();
    if !home.join("bin").join("pip").exists() {
        run(command("python3", &["-m", "venv", "--clear"]).arg(&home))?;
    }
    let python = home.join("bin").join("python").display().to_string();
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"];
    run(command(&python, &install).arg("training/requirements.txt"))
}

/// Installs a package of Debian: as root, or where continuous integration lets us become root.
fn apt(package: &str) -> Result<(), String> {
    let is_root = succeeds(&mut command("sh", &["-c", "test \"$(id -u)\" = 0"]));
    let is_ci = env::var("CI").is_ok_and(|value| value == "true");
    let apt = |arguments: &[&str]| {
        let mut apt = if is_root {
            command("apt-get", arguments)
        } else {
            let mut sudo = command("sudo", &["-n", "apt-get"]);
            sudo.args(arguments);
            sudo
        };
        run(apt.env("DEBIAN_FRONTEND", "noninteractive"))
    };
    if !is_root && !is_ci {
        return Err(format!("`{package}` is missing; on Debian: sudo apt-get install {package}"));
    }
    let install = ["install", "-y", "-qq", "--no-install-recommends", package];
    apt(&install).or_else(|_| apt(&["update", "-qq"]).and_then(|()| apt(&install)))
}
