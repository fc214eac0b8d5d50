//! `goren library check`, `repair` and `backup`: damage found and mended.

use std::path::Path;

use anyhow::{Result, bail};
use goren_desk::add_played;
use goren_library::Library;
use serde_json::json;

use super::{are, games, print, unreadable};

pub(super) fn check(path: &Path, json: bool) -> Result<()> {
    let check = match Library::check(path) {
        Err(error) if error.is_damage() => {
            bail!("{error}; `goren library repair` begins a new file with all that can be read")
        }
        check => check?,
    };
    if json {
        print(&json!({"games": check.games, "unreadable": check.unreadable}).to_string())?;
    } else {
        print(&format!("{} can be read", games(check.games)))?;
    }
    match check.unreadable.as_slice() {
        [] => Ok(()),
        ids => {
            let ids: Vec<String> = ids.iter().map(u32::to_string).collect();
            bail!("{}: {}; `goren library repair` saves the rest", unreadable(ids.len()), ids.join(" "))
        }
    }
}

pub(super) fn repair(path: &Path, folder: &Path, json: bool) -> Result<()> {
    if let Ok(check) = Library::check(path)
        && check.unreadable.is_empty()
    {
        bail!("nothing is damaged: {} can be read", games(check.games));
    }
    let repair = Library::repair(path)?;
    add_played(&Library::open(path)?, folder)?;
    if json {
        let set_aside = repair.set_aside.display().to_string();
        return print(
            &json!({"games": repair.games, "before": repair.before, "set_aside": set_aside}).to_string(),
        );
    }
    print(&repair.to_string())
}

pub(super) fn backup(library: &Library, file: &Path, json: bool) -> Result<()> {
    if file.exists() {
        bail!("{}: expected a file that does not exist yet", file.display());
    }
    library.back_up(file)?;
    let count = library.len()?;
    if json {
        return print(&json!({"games": count, "out": file.display().to_string()}).to_string());
    }
    print(&format!("{} in {}", are(count), file.display()))
}
