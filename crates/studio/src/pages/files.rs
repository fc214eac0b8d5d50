// Which files of `web/` are pages. Shared with the build script, so no module comment of its own.

use std::path::{Path, PathBuf};

/// The kinds of files that are served, and their media types.
pub(crate) const KINDS: [(&str, &str); 10] = [
    ("html", "text/html; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("ico", "image/x-icon"),
    ("woff2", "font/woff2"),
    ("ogg", "audio/ogg"),
    ("wav", "audio/wav"),
    ("webmanifest", "application/manifest+json"),
];

/// The media type of a file, if it is one that is served.
pub(crate) fn media_type(name: &str) -> Option<&'static str> {
    let extension = name.rsplit_once('.')?.1;
    KINDS.iter().find(|(kind, _)| *kind == extension).map(|(_, media)| *media)
}

/// Every page under a folder: its address without the leading slash, and its file.
pub(crate) fn list(root: &Path) -> Vec<(String, PathBuf)> {
    let mut found = Vec::new();
    let mut folders = vec![(String::new(), root.to_owned())];
    while let Some((prefix, folder)) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            let Ok(name) = entry.file_name().into_string() else { continue };
            let is_other = name.starts_with('.') || name == "node_modules" || name == "tests";
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && !is_other => {
                    folders.push((format!("{prefix}{name}/"), entry.path()));
                }
                Ok(kind) if kind.is_file() && !is_other && media_type(&name).is_some() => {
                    found.push((format!("{prefix}{name}"), entry.path()));
                }
                _ => {}
            }
        }
    }
    found.sort();
    found
}
