//! `goren library export`: games to a file, or each to a file of its own.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, bail};
use clap::Args;
use goren_library::Library;
use goren_record::{Format, Record, write};
use serde_json::json;

use super::wanted::Wanted;
use super::{STOPPED, are, games, print, warn, watched};
use crate::terminal::{ProgressLine, say};

#[derive(Args)]
pub(super) struct Export {
    /// The file to write, or a folder for a file per game.
    out: PathBuf,
    #[command(flatten)]
    wanted: Wanted,
    /// The format; otherwise that of the file's extension, or SGF.
    #[arg(long)]
    format: Option<Format>,
    /// Replace a file that exists.
    #[arg(long)]
    force: bool,
}

impl Export {
    pub(super) fn run(&self, library: &Library, stop: &AtomicBool, json: bool) -> Result<()> {
        let query = self.wanted.query()?;
        let extension = self.out.extension().and_then(|extension| extension.to_str());
        let format = self.format.or_else(|| extension.and_then(Format::of_extension)).unwrap_or(Format::Sgf);
        if format == Format::Rif {
            bail!("expected a format that is written, got RIF, which is only read");
        }
        let is_folder = self.out.is_dir() || extension.is_none();
        if !is_folder && self.out.exists() && !self.force {
            bail!("{} exists; use --force to replace it", self.out.display());
        }
        let mut target = if is_folder {
            std::fs::create_dir_all(&self.out).with_context(|| self.out.display().to_string())?;
            Target::Folder(&self.out)
        } else if format.holds_several() {
            let path = self.out.with_extension("part");
            let file = File::create(&path).with_context(|| path.display().to_string())?;
            Target::File(BufWriter::new(file), path)
        } else {
            bail!("{format} holds one game: expected a folder to write to, got {}", self.out.display());
        };
        let mut line = ProgressLine::new();
        let (mut count, mut left_out, mut failure) = (0, 0, None);
        let searched = {
            let mut go_on = watched(stop, &mut line, library.len()?, "searched");
            library.records(&query, &mut go_on, &mut |id, record| {
                if failure.is_some() {
                    return;
                }
                match target.put(id, &record, format, count == 0) {
                    Ok(true) => count += 1,
                    Ok(false) => left_out += 1,
                    Err(error) => failure = Some(error),
                }
            })?
        };
        line.clear();
        let finished =
            failure.map_or_else(|| target.finish(&self.out, format, count, searched.is_complete), Err);
        finished.with_context(|| self.out.display().to_string())?;
        if json {
            print(
                &json!({"games": count, "left_out": left_out, "unreadable": searched.unreadable, "out": self.out.display().to_string()})
                    .to_string(),
            )?;
        } else {
            print(&format!("{} in {}", are(count), self.out.display()))?;
            if left_out > 0 {
                say(&format!("{} cannot be written as {format}", games(left_out)));
            }
        }
        warn(searched.unreadable);
        if searched.is_complete { Ok(()) } else { bail!(STOPPED) }
    }
}

/// Where exported games go.
enum Target<'a> {
    Folder(&'a Path),
    /// A file that gets its name when it is complete.
    File(BufWriter<File>, PathBuf),
}

impl Target<'_> {
    /// Writes a game; whether its format can hold it.
    fn put(&mut self, id: u32, record: &Record, format: Format, is_first: bool) -> io::Result<bool> {
        let Ok(written) = write(std::slice::from_ref(record), format) else { return Ok(false) };
        match self {
            Target::Folder(folder) => {
                std::fs::write(folder.join(format!("{id:07}.{}", format.extension())), written.bytes)?;
            }
            Target::File(file, _) => {
                if format == Format::Json {
                    file.write_all(if is_first { b"[\n" } else { b",\n" })?;
                    file.write_all(written.bytes.trim_ascii_end())?;
                } else {
                    file.write_all(&written.bytes)?;
                }
            }
        }
        Ok(true)
    }

    fn finish(self, out: &Path, format: Format, count: usize, is_complete: bool) -> io::Result<()> {
        let Target::File(mut file, part) = self else { return Ok(()) };
        if !is_complete || count == 0 {
            drop(file);
            std::fs::remove_file(part)?;
            let text = if is_complete { "no game was found" } else { "nothing was written" };
            return Err(io::Error::other(text));
        }
        if format == Format::Json {
            file.write_all(b"\n]\n")?;
        }
        file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        std::fs::rename(part, out)
    }
}
