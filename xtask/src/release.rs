//! What goes with the archives of a release: its part of the changelog, and checksums.

use std::fs;
use std::path::Path;

use crate::dist::folder;
use crate::shell::{command, manifest, output, root};

/// For a tag such as `v0.1.0`, which must be the version of the manifest: writes `NOTES.md` and `SHA256SUMS` beside the archives.
pub(crate) fn run(tag: &str) -> Result<(), String> {
    let version = manifest("version")?;
    if tag != format!("v{version}") {
        return Err(format!("expected the tag v{version}, as Cargo.toml says, got `{tag}`"));
    }
    let changelog = read(&root().join("CHANGELOG.md"))?;
    let notes =
        section(&changelog, &version).ok_or_else(|| format!("CHANGELOG.md has no section `## {version}`"))?;
    let folder = folder();
    let mut archives = Vec::new();
    for entry in fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))? {
        let name = entry.map_err(|error| error.to_string())?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".tar.gz") || name.ends_with(".zip") {
            archives.push(name);
        }
    }
    if archives.is_empty() {
        return Err(format!("{} has no archives; `cargo xtask dist` makes them", folder.display()));
    }
    archives.sort();
    let sums = output(command("sha256sum", &[]).args(&archives).current_dir(&folder))?;
    write(&folder.join("SHA256SUMS"), &sums)?;
    write(&folder.join("NOTES.md"), notes.trim())
}

/// What the changelog says under the heading of a version, which may have a date behind it.
fn section<'a>(changelog: &'a str, version: &str) -> Option<&'a str> {
    changelog.split("\n## ").skip(1).find_map(|section| {
        let (heading, text) = section.split_once('\n')?;
        (heading.split(' ').next() == Some(version)).then_some(text)
    })
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::section;

    const CHANGELOG: &str =
        "# Changelog\n\n## Unreleased\n\n- new\n\n## 0.1.10 (2026-12-01)\n\n- ten\n\n## 0.1.1\n\n- one\n";

    #[test]
    fn the_notes_of_a_version_are_its_section() {
        assert_eq!(section(CHANGELOG, "0.1.10").map(str::trim), Some("- ten"));
        assert_eq!(section(CHANGELOG, "0.1.1").map(str::trim), Some("- one"));
    }

    #[test]
    fn a_version_without_a_section_has_no_notes() {
        assert_eq!(section(CHANGELOG, "0.1"), None);
    }
}
