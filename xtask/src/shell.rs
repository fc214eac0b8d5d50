//! Running other programs.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A command in the repository's root.
pub(crate) fn command(program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(root());
    command
}

/// The cargo that runs this program, in the repository's root.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    command(&env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()), arguments)
}

/// A cargo chosen by its toolchain, which only rustup's own `cargo` can do.
pub(crate) fn cargo_of(toolchain: &str, arguments: &[&str]) -> Command {
    let mut command = command("rustup", &["run", toolchain, "cargo"]);
    // Set by the cargo that runs this program; they would bind the other one to our toolchain.
    command.args(arguments).env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN");
    command
}

/// Shows a command and runs it to its end.
pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    let text = text(command);
    say(&format!("$ {text}"));
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{text}` failed ({status})")),
        Err(error) => Err(format!("`{text}` could not be started: {error}")),
    }
}

/// What a command prints.
pub(crate) fn output(command: &mut Command) -> Result<String, String> {
    let text = text(command);
    match command.output() {
        Ok(output) if output.status.success() => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        Ok(output) => Err(format!(
            "`{text}` failed ({}): {}",
            output.status,
            String::from_utf8_lossy(&output.stderr).trim()
        )),
        Err(error) => Err(format!("`{text}` could not be started: {error}")),
    }
}

/// Whether a command can be run and succeeds.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}

/// A command as a person would type it.
fn text(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_stem().unwrap_or(command.get_program());
    let words = std::iter::once(program).chain(command.get_args());
    words.map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}

pub(crate) fn root() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    folder.parent().unwrap_or(folder).to_owned()
}

/// Where cargo builds.
pub(crate) fn target() -> PathBuf {
    root().join(env::var("CARGO_TARGET_DIR").unwrap_or_else(|_| "target".to_owned()))
}

/// A field of the workspace's manifest, such as `version`.
pub(crate) fn manifest(field: &str) -> Result<String, String> {
    let path = root().join("Cargo.toml");
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let prefix = format!("{field} = \"");
    let value = text.lines().find_map(|line| line.strip_prefix(&prefix)?.strip_suffix('"'));
    value.map(str::to_owned).ok_or_else(|| format!("Cargo.toml has no line `{field} = \"…\"`"))
}

#[expect(clippy::print_stderr, reason = "this is a command-line program")]
pub(crate) fn say(message: &str) {
    eprintln!("{message}");
}
