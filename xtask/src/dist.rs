//! An archive of the program, as people download it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::install::{Installing, Need, provide};
use crate::shell::{cargo, command, manifest, output, root, run as run_command, say, target};

const SHELLS: [&str; 4] = ["bash", "zsh", "fish", "powershell"];
const DOCUMENTS: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// Where archives are made.
pub(crate) fn folder() -> PathBuf {
    target().join("dist")
}

/// Builds the program for a target, or for this machine, and packs it with its manual and completions.
pub(crate) fn run(wanted: Option<&str>, installing: Installing) -> Result<(), String> {
    let host = host()?;
    let wanted = wanted.unwrap_or(&host);
    provide(&[Need::Target(wanted.to_owned())], installing)?;
    let is_windows = wanted.contains("windows");
    let mut build =
        cargo(&["build", "--profile", "dist", "--locked", "--package", "goren", "--target", wanted]);
    if wanted.ends_with("msvc") {
        // So that nobody has to install Microsoft's runtime library.
        build.env("RUSTFLAGS", "-C target-feature=+crt-static");
    }
    run_command(&mut build)?;
    let program = if is_windows { "goren.exe" } else { "goren" };
    let built = target().join(wanted).join("dist").join(program);
    let runs_here = if wanted == host {
        built.clone()
    } else {
        run_command(&mut cargo(&["build", "--locked", "--package", "goren"]))?;
        target().join("debug").join(format!("goren{}", std::env::consts::EXE_SUFFIX))
    };
    let runs_here = runs_here.display().to_string();

    let name = format!("goren-{}-{wanted}", manifest("version")?);
    let stage = folder().join(&name);
    let _ = fs::remove_dir_all(&stage);
    for part in ["man", "completions"] {
        create_folder(&stage.join(part))?;
    }
    copy(&built, &stage.join(program))?;
    for document in DOCUMENTS {
        copy(&root().join(document), &stage.join(document))?;
    }
    let man = stage.join("man").display().to_string();
    run_command(&mut command(&runs_here, &["man", "--out", &man]))?;
    for shell in SHELLS {
        let text = output(&mut command(&runs_here, &["completions", shell]))?;
        let path = stage.join("completions").join(format!("goren.{shell}"));
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    pack(&name, is_windows)
}

/// Zip for Windows, made there; a compressed tar file for all others.
fn pack(name: &str, is_windows: bool) -> Result<(), String> {
    let archive = if is_windows { format!("{name}.zip") } else { format!("{name}.tar.gz") };
    let mut pack = if cfg!(windows) {
        let compress = format!("Compress-Archive -Force -Path {name} -DestinationPath {archive}");
        command("powershell", &["-NoProfile", "-Command", &compress])
    } else if is_windows {
        command("zip", &["-q", "-r", &archive, name])
    } else {
        command("tar", &["-czf", &archive, name])
    };
    run_command(pack.current_dir(folder()))?;
    say(&format!("{}", folder().join(archive).display()));
    Ok(())
}

/// The target that this machine's compiler builds for.
fn host() -> Result<String, String> {
    let text = output(&mut command("rustc", &["-vV"]))?;
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| format!("`rustc -vV` names no host: {text}"))
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    fs::copy(from, to).map(|_| ()).map_err(|error| format!("{}: {error}", from.display()))
}

fn create_folder(path: &Path) -> Result<(), String> {
    fs::create_dir_all(path).map_err(|error| format!("{}: {error}", path.display()))
}
