//! `goren convert`: any format to any other.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use goren_record::{Format, Record, Written, whole_link, write};

use crate::input::{Reading, cut};
use crate::terminal::say;

/// Arguments of `goren convert`.
#[derive(Args)]
#[command(after_help = "\
Formats: pos (a line of moves), sgf, psq, rec, lib (RenLib), rif (read only), sav and yixin-pos (Yixin-Board), \
link, ascii (a board picture), json, offsets (Gomocup openings). Input is recognised by its content, output chosen by --to or by \
the file's extension.

Examples:
  goren convert game.psq game.sgf
  goren convert library.lib --to sgf > library.sgf
  goren convert h8i9g7 --to link
  goren convert game.sgf --to link --whole")]
pub(crate) struct Convert {
    /// A file, `-` for standard input, or a game as text.
    input: String,
    /// The file to write; standard output if left out or `-`.
    output: Option<PathBuf>,
    #[command(flatten)]
    reading: Reading,
    /// Only the first moves of the main line, this many; a game of several that has fewer is left out.
    #[arg(long, value_name = "MOVES")]
    after: Option<usize>,
    /// The format to write, instead of the one implied by the output's extension.
    #[arg(long, value_name = "FORMAT")]
    to: Option<Format>,
    /// With --to link: a link that holds the whole game with its variations, names and comments, as the studio shares it.
    #[arg(long)]
    whole: bool,
    /// Replace the output if it exists.
    #[arg(long)]
    force: bool,
}

impl Convert {
    #[expect(clippy::print_stderr, reason = "what was lost is a diagnostic")]
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let output = self.output.as_deref().filter(|path| *path != Path::new("-"));
        let format = self.format(output)?;
        let mut games = self.reading.games(&self.input)?;
        if let Some(moves) = self.after {
            games = self.cut_all(games, moves)?;
        }
        if self.whole && format != Format::Link {
            bail!("--whole: expected --to link, got {}", format.name());
        }
        let written = if self.whole { whole(&games)? } else { write(&games, format)? };
        match output {
            Some(path) => save(path, &written.bytes, self.force)?,
            None => io::stdout().write_all(&written.bytes)?,
        }
        if !written.lost.is_empty() {
            eprintln!("goren: not kept by this format ({format}): {}", written.lost.join(", "));
        }
        Ok(())
    }

    /// The first moves of each game. In a file with several, games that do not have as many are left out, each with a word.
    fn cut_all(&self, games: Vec<Record>, moves: usize) -> anyhow::Result<Vec<Record>> {
        let count = games.len();
        let mut kept = Vec::with_capacity(count);
        for (index, mut game) in games.into_iter().enumerate() {
            match cut(&mut game, moves) {
                Ok(()) => kept.push(game),
                Err(error) if count == 1 => return Err(error),
                Err(error) => say(&format!("goren: game {} is left out; {error:#}", index + 1)),
            }
        }
        if kept.is_empty() {
            bail!("expected a game with {moves} moves or more, got none");
        }
        Ok(kept)
    }

    fn format(&self, output: Option<&Path>) -> anyhow::Result<Format> {
        if let Some(format) = self.to {
            return Ok(format);
        }
        let Some(output) = output else { bail!("expected an output file or --to FORMAT, got neither") };
        let extension = output.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        Format::of_extension(extension).with_context(|| {
            format!(
                "expected an output file with a known extension (such as .sgf) or --to FORMAT, got `{}`",
                output.display()
            )
        })
    }
}

/// The first game as a link, and what is left out.
fn whole(games: &[Record]) -> anyhow::Result<Written> {
    let link = whole_link(&games[0]).context("--whole")?;
    let lost = match games.len() {
        1 => Vec::new(),
        2 => vec!["1 further game".to_owned()],
        count => vec![format!("{} further games", count - 1)],
    };
    Ok(Written { bytes: format!("{link}\n").into_bytes(), lost })
}

/// A file that a command is to write must not exist, unless it may be replaced. Long commands check it before their work, too.
pub(crate) fn expect_free(path: &Path, replace: bool) -> anyhow::Result<()> {
    if !replace && path.exists() {
        bail!("{} exists; use --force to replace it", path.display());
    }
    Ok(())
}

/// Writes a file completely or not at all; an existing one is kept unless it may be replaced.
pub(crate) fn save(path: &Path, bytes: &[u8], replace: bool) -> anyhow::Result<()> {
    expect_free(path, replace)?;
    let name = path.file_name().with_context(|| format!("expected a file name, got `{}`", path.display()))?;
    let mut draft = name.to_owned();
    draft.push(format!(".{}.part", std::process::id()));
    let draft = path.with_file_name(draft);
    let finish = || -> io::Result<()> {
        let mut file = File::create(&draft)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&draft, path)
    };
    finish().inspect_err(|_| drop(fs::remove_file(&draft))).with_context(|| path.display().to_string())
}
